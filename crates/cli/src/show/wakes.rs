//! Whom a signal wakes. A thread that stops waiting takes the first signal since it began to, of
//! those that nobody took before.

use super::who;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::{SyncOp, ThreadId, sync::errno};

/// Those who wait for a condition variable, and the signals that nobody took yet, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waits {
    Thread(ThreadId),
    /// The step that sent it.
    Signal(usize),
}

/// The signals of an execution.
#[derive(Debug, Default)]
pub(super) struct Wakes {
    queues: BTreeMap<u64, Vec<Waits>>,
    /// By signal.
    woken: BTreeMap<usize, BTreeSet<ThreadId>>,
}

impl Wakes {
    /// `thread` has done `op`, as a step, with that answer: what there is to say about that.
    pub(super) fn done(
        &mut self,
        (thread, step): (ThreadId, usize),
        object: u64,
        op: SyncOp,
        answer: Option<u64>,
    ) -> Option<String> {
        let queue = self.queues.entry(object).or_default();
        let waiters = queue.iter().filter(|waits| matches!(waits, Waits::Thread(_))).count();
        let asleep = (2 * waiters).saturating_sub(queue.len());
        match op {
            SyncOp::CondEnter { .. } | SyncOp::FutexEnter => queue.push(Waits::Thread(thread)),
            SyncOp::CondSignal | SyncOp::CondBroadcast | SyncOp::FutexWake { .. } if waiters == 0 => {
                return Some("nobody waits".into());
            }
            SyncOp::CondSignal | SyncOp::CondBroadcast | SyncOp::FutexWake { .. } if asleep == 0 => {
                return Some("all who wait are woken already".into());
            }
            SyncOp::CondSignal => queue.push(Waits::Signal(step)),
            SyncOp::CondBroadcast => queue.extend(vec![Waits::Signal(step); asleep]),
            SyncOp::FutexWake { most } => queue.extend(vec![Waits::Signal(step); asleep.min(most as usize)]),
            // What it makes of both, it does next.
            SyncOp::CondAwake { .. } if answer == Some(errno::ECANCELED) => {}
            SyncOp::CondAwake { .. } | SyncOp::FutexAwake { .. } | SyncOp::CondLeave => {
                let at = queue.iter().position(|waits| *waits == Waits::Thread(thread))?;
                let signal = queue[at..].iter().position(|waits| matches!(waits, Waits::Signal(_))).map(|n| n + at);
                let taken = signal
                    .filter(|_| op != SyncOp::CondLeave && !matches!(answer, Some(errno::ETIMEDOUT | errno::EINTR)));
                let spurious = taken.is_none() && answer == Some(0) && op != SyncOp::CondLeave;
                if let Some(Waits::Signal(signal)) = taken.map(|taken| queue.remove(taken)) {
                    self.woken.entry(signal).or_default().insert(thread);
                }
                queue.remove(at);
                return spurious.then(|| "without a signal".into());
            }
            _ => {}
        }
        None
    }

    /// For each signal that woke somebody: whom.
    pub(super) fn told(&self) -> Vec<(usize, String)> {
        let names =
            |woken: &BTreeSet<ThreadId>| woken.iter().map(|thread| who(thread.0)).collect::<Vec<_>>().join(", ");
        self.woken.iter().map(|(signal, woken)| (*signal, format!("wakes {}", names(woken)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTER: SyncOp = SyncOp::CondEnter { mutex: 64 };
    const AWAKE: SyncOp = SyncOp::CondAwake { timed: false, spurious: true };

    #[test]
    fn who_is_woken() {
        let mut wakes = Wakes::default();
        let mut done = |thread, step, op| wakes.done((ThreadId(thread), step), 8, op, Some(0));
        assert_eq!(done(0, 0, SyncOp::CondSignal).as_deref(), Some("nobody waits"));
        assert_eq!(done(1, 1, ENTER), None);
        assert_eq!(done(2, 2, ENTER), None);
        assert_eq!(done(0, 3, SyncOp::CondSignal), None);
        assert_eq!(done(0, 4, SyncOp::CondSignal), None);
        assert_eq!(done(0, 5, SyncOp::CondSignal).as_deref(), Some("all who wait are woken already"));
        assert_eq!(done(2, 6, AWAKE), None);
        assert_eq!(done(3, 7, ENTER), None);
        assert_eq!(done(3, 8, AWAKE).as_deref(), Some("without a signal"), "the signal came before");
        assert_eq!(done(1, 9, AWAKE), None);
        assert_eq!(wakes.told(), [(3, "wakes T2".into()), (4, "wakes T1".into())]);
    }

    #[test]
    fn a_broadcast_wakes_all() {
        let mut wakes = Wakes::default();
        for (thread, step, op) in
            [(1, 0, ENTER), (2, 1, ENTER), (0, 2, SyncOp::CondBroadcast), (2, 3, AWAKE), (1, 4, AWAKE)]
        {
            assert_eq!(wakes.done((ThreadId(thread), step), 8, op, Some(0)), None);
        }
        assert_eq!(wakes.told(), [(2, "wakes T1, T2".into())]);
    }
}
