//! How many threads wait at a barrier, of how many.

use std::collections::BTreeMap;
use threadbare_op::SyncOp;

/// For how many threads a barrier is, and how many of them have arrived since they went on last.
#[derive(Clone, Copy, Debug, Default)]
struct Barrier {
    count: u32,
    arrived: u32,
}

/// The barriers of an execution.
#[derive(Debug, Default)]
pub(super) struct Barriers(BTreeMap<u64, Barrier>);

impl Barriers {
    /// `op` was done: what there is to say about that.
    pub(super) fn done(&mut self, object: u64, op: SyncOp) -> Option<String> {
        match op {
            SyncOp::BarrierInit { count } => {
                self.0.insert(object, Barrier { count, arrived: 0 });
                Some(format!("for {count} {}", if count == 1 { "thread" } else { "threads" }))
            }
            SyncOp::BarrierArrive { .. } => {
                let barrier = self.0.get_mut(&object)?;
                barrier.arrived += 1;
                let Barrier { count, arrived } = *barrier;
                if arrived >= count {
                    barrier.arrived = 0;
                }
                Some(format!("{arrived} of {count}"))
            }
            _ => None,
        }
    }

    /// `2 of 3 have arrived`.
    pub(super) fn arrived(&self, object: u64) -> Option<String> {
        let Barrier { count, arrived } = self.0.get(&object)?;
        Some(format!("{arrived} of {count} {} arrived", if *arrived == 1 { "has" } else { "have" }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrivals() {
        let mut barriers = Barriers::default();
        let arrive = SyncOp::BarrierArrive { asks: true };
        assert_eq!(barriers.done(8, arrive), None, "not initialised");
        assert_eq!(barriers.done(8, SyncOp::BarrierInit { count: 2 }).as_deref(), Some("for 2 threads"));
        assert_eq!(barriers.done(8, arrive).as_deref(), Some("1 of 2"));
        assert_eq!(barriers.arrived(8).as_deref(), Some("1 of 2 has arrived"));
        assert_eq!(barriers.done(8, arrive).as_deref(), Some("2 of 2"));
        assert_eq!(barriers.done(8, arrive).as_deref(), Some("1 of 2"), "again");
    }
}
