//! The faults that explorers, not threads, find: deadlocks, and waits in loops that nothing can
//! end.
//!
//! Their texts depend on what the threads are about to do only, never on how the execution came
//! there, so that equal faults of different executions are reported once.

use std::fmt::Write as _;
use threadbare_op::{Fault, FaultKind, Op, Site, Stuck, SyncOp, ThreadId};

/// The deadlock in which the threads of `pending` wait, sorted by thread, and nobody goes on. The
/// lowest one gives its place.
pub(crate) fn deadlock(pending: &[(ThreadId, Op, Site)]) -> Fault {
    let mut message = String::from("deadlock: ");
    for (at, (thread, op, _)) in pending.iter().enumerate() {
        let separator = if at == 0 { "" } else { ", " };
        let _ = write!(message, "{separator}{thread} waits {}", waits_for(op));
    }
    let (thread, site) = pending.first().map_or((ThreadId::MAIN, Site::UNKNOWN), |p| (p.0, p.2));
    Fault { kind: FaultKind::Deadlock, message, thread, site, other: None }
}

/// The waits that no continuation can end, if some of them are in loops: the threads of `pending`,
/// sorted by thread, wait, and `spins` are those that wait in a loop, each with the place of the
/// last read of its iteration. The first of these gives the place.
pub(crate) fn livelock(pending: &[(ThreadId, Op, Site)], spins: &[(ThreadId, Site)]) -> Fault {
    let mut message = String::from("no progress: ");
    for (at, (thread, op, _)) in pending.iter().enumerate() {
        let separator = if at == 0 { "" } else { ", " };
        let _ = write!(message, "{separator}{thread} waits {}", waits_for(op));
    }
    let (thread, site) = spins.first().copied().unwrap_or((ThreadId::MAIN, Site::UNKNOWN));
    Fault { kind: FaultKind::Liveness, message, thread, site, other: None }
}

/// The waits that are left behind when `main` ends the program: the threads of `pending`, sorted by
/// thread, wait for ever. The lowest one gives the place.
pub(crate) fn abandoned(pending: &[(ThreadId, Op, Site)]) -> Fault {
    let fault = deadlock(pending);
    let message = fault.message.replacen("deadlock: ", "abandoned when main ends: ", 1);
    Fault { kind: FaultKind::Abandoned, message, ..fault }
}

/// What a thread stopped at `op` waits for ("for a mutex"), if it is an operation that may have to
/// wait.
fn waits_for(op: &Op) -> String {
    match *op {
        Op::Join { thread } => format!("for {thread} to end"),
        Op::Stuck(Stuck::Spin { .. }) => "in a loop".into(),
        Op::Sync { op: SyncOp::CondAwake { .. }, .. } => "for a signal".into(),
        Op::Sync { op: SyncOp::OnceEnter, .. } => "for a once routine to be run".into(),
        Op::Sync { op: SyncOp::BarrierLeave { .. }, .. } => "for others at a barrier".into(),
        Op::Sync { op: SyncOp::RwRead, .. } => "to read-lock a read-write lock".into(),
        Op::Sync { op: SyncOp::RwWrite, .. } => "to write-lock a read-write lock".into(),
        Op::Sync { op, .. } => format!("for a {}", op.kind().name()),
        _ => "for something".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let lock = Op::Sync { object: 8, op: SyncOp::MutexLock };
        let join = Op::Join { thread: ThreadId(1) };
        let fault = deadlock(&[(ThreadId(0), join, Site(3)), (ThreadId(1), lock, Site(7))]);
        assert_eq!(fault.message, "deadlock: T0 waits for T1 to end, T1 waits for a mutex");
        assert_eq!((fault.thread, fault.site), (ThreadId(0), Site(3)));
        let fault =
            crate::drive::effect::misuse(ThreadId(2), SyncOp::MutexUnlock, Site(4), "is unlocked while not locked");
        assert_eq!(fault.message, "the mutex is unlocked while not locked");
    }
}
