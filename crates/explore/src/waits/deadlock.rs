//! The faults that explorers, not threads, find: deadlocks, and waits in loops that nothing can
//! end.

use std::collections::BTreeMap;
use threadbare_op::{Details, Fault, FaultKind, Op, Site, Stuck, SyncOp, ThreadId, Wait, WaitsFor};

/// The fault of threads that wait, and nobody goes on: a wait without end if some of them wait in a
/// loop of the program. See [`livelock`] for `spins`.
pub(crate) fn standstill(pending: &[(ThreadId, Op, Site)], mut spins: Vec<(ThreadId, Site)>) -> Fault {
    spins.retain(|(spins, _)| !pending.iter().any(|(thread, op, _)| thread == spins && op.waits_in_call()));
    if spins.is_empty() { deadlock(pending) } else { livelock(pending, &spins) }
}

/// The deadlock in which the threads of `pending` wait, sorted by thread, and nobody goes on. The
/// lowest one gives its place.
pub(crate) fn deadlock(pending: &[(ThreadId, Op, Site)]) -> Fault {
    let (thread, site) = pending.first().map_or((ThreadId::MAIN, Site::UNKNOWN), |p| (p.0, p.2));
    Fault { kind: FaultKind::Deadlock, details: waits(pending), thread, site, other: None }
}

/// The waits that no continuation can end, if some of them are in loops: the threads of `pending`,
/// sorted by thread, wait, and `spins` are those that wait in a loop, each with the place of the
/// last read of its iteration. The first of these gives the place.
fn livelock(pending: &[(ThreadId, Op, Site)], spins: &[(ThreadId, Site)]) -> Fault {
    let (thread, site) = spins.first().copied().unwrap_or((ThreadId::MAIN, Site::UNKNOWN));
    Fault { kind: FaultKind::Liveness, details: waits(pending), thread, site, other: None }
}

/// The livelock in which these steps come again and again, each of a thread and at a place. The first
/// step of the lowest thread gives the place.
pub(crate) fn going_round(round: &[(ThreadId, Site)]) -> Fault {
    let first = round.iter().rev().map(|(thread, site)| (*thread, *site)).collect::<BTreeMap<ThreadId, Site>>();
    let waits = first.keys().map(|thread| Wait { thread: *thread, what: WaitsFor::Way }).collect();
    let (thread, site) = first.first_key_value().map_or((ThreadId::MAIN, Site::UNKNOWN), |(t, s)| (*t, *s));
    Fault { kind: FaultKind::Liveness, details: Details::Waits(waits), thread, site, other: None }
}

/// The waits that are left behind when `main` ends the program: the threads of `pending`, sorted by
/// thread, wait for ever. The lowest one gives the place.
pub(crate) fn abandoned(pending: &[(ThreadId, Op, Site)]) -> Fault {
    Fault { kind: FaultKind::Abandoned, ..deadlock(pending) }
}

fn waits(pending: &[(ThreadId, Op, Site)]) -> Details {
    Details::Waits(pending.iter().map(|(thread, op, _)| Wait { thread: *thread, what: waits_for(op) }).collect())
}

/// What a thread stopped at `op` waits for, if it is an operation that may have to wait.
fn waits_for(op: &Op) -> WaitsFor {
    match *op {
        Op::Join { thread } | Op::Sync { op: SyncOp::EndAwait { thread }, .. } => WaitsFor::End(thread),
        Op::Stuck(Stuck::Spin { in_call: false, .. }) => WaitsFor::Value,
        Op::Sync { op: SyncOp::CondAwake { .. } | SyncOp::FutexAwake { .. }, .. } => WaitsFor::Signal,
        Op::Sync { op: SyncOp::OnceEnter, .. } => WaitsFor::Routine,
        Op::Sync { op: SyncOp::BarrierLeave, .. } => WaitsFor::Others,
        Op::Sync { op: SyncOp::RwRead, .. } => WaitsFor::ReadLock,
        Op::Sync { op: SyncOp::RwWrite, .. } => WaitsFor::WriteLock,
        Op::Sync { op, .. } => WaitsFor::Object(op.kind()),
        _ => WaitsFor::Something,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_op::SyncKind;

    #[test]
    fn who_waits_for_what() {
        let lock = Op::Sync { object: 8, op: SyncOp::MutexLock };
        let join = Op::Join { thread: ThreadId(1) };
        let fault = deadlock(&[(ThreadId(0), join, Site(3)), (ThreadId(1), lock, Site(7))]);
        let waits = [
            Wait { thread: ThreadId(0), what: WaitsFor::End(ThreadId(1)) },
            Wait { thread: ThreadId(1), what: WaitsFor::Object(SyncKind::Mutex) },
        ];
        assert_eq!(fault.details, Details::Waits(waits.to_vec()));
        assert_eq!((fault.thread, fault.site), (ThreadId(0), Site(3)));
    }
}
