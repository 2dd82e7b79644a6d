//! What the count of a semaphore is after each step.

use std::collections::BTreeMap;
use threadbare_op::SyncOp;

/// The counts of an execution's semaphores.
#[derive(Debug, Default)]
pub(super) struct Semaphores(BTreeMap<u64, u32>);

impl Semaphores {
    /// `op` was done with this answer: what there is to say about that.
    pub(super) fn done(&mut self, object: u64, op: SyncOp, answer: u64) -> Option<String> {
        if let SyncOp::SemInit { value } = op {
            self.0.insert(object, value);
            return Some(format!("count {value}"));
        }
        let may_fail = matches!(op, SyncOp::SemTryWait | SyncOp::SemTimedWait | SyncOp::SemAwait { timed: true });
        let takes = may_fail || matches!(op, SyncOp::SemWait | SyncOp::SemAwait { timed: false });
        if answer != 0 || !(takes || op == SyncOp::SemPost) {
            return None;
        }
        let count = self.0.get_mut(&object)?;
        let before = *count;
        *count = if takes { before.saturating_sub(1) } else { before.saturating_add(1) };
        let told = format!("count {before} → {count}");
        Some(if may_fail { format!("done, {told}") } else { told })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let mut semaphores = Semaphores::default();
        let mut told = |op, answer| semaphores.done(8, op, answer);
        assert_eq!(told(SyncOp::SemPost, 0), None, "not initialised");
        assert_eq!(told(SyncOp::SemInit { value: 1 }, 0).as_deref(), Some("count 1"));
        assert_eq!(told(SyncOp::SemPost, 0).as_deref(), Some("count 1 → 2"));
        assert_eq!(told(SyncOp::SemWait, 0).as_deref(), Some("count 2 → 1"));
        assert_eq!(told(SyncOp::SemTryWait, 0).as_deref(), Some("done, count 1 → 0"));
        assert_eq!(told(SyncOp::SemTryWait, 11), None, "it has failed");
        assert_eq!(told(SyncOp::SemGet, 0), None);
    }
}
