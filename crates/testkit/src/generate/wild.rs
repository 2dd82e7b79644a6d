//! Operations that nobody would think of there, and the classes of objects.

use threadbare_op::sync::MutexKind;
use threadbare_op::{SyncOp, ThreadId};

pub(super) const WILD: [SyncOp; 29] = [
    SyncOp::MutexInit { kind: MutexKind::Recursive, robust: true },
    SyncOp::MutexLock,
    SyncOp::MutexTimedLock,
    SyncOp::MutexUnlock,
    SyncOp::MutexOwnerDied,
    SyncOp::MutexConsistent,
    SyncOp::MutexDestroy,
    SyncOp::CondInit,
    SyncOp::CondDestroy,
    SyncOp::CondEnter { mutex: 1 },
    SyncOp::CondAwake { timed: true, spurious: false },
    SyncOp::CondInterrupt { thread: ThreadId(1) },
    SyncOp::CondLeave,
    SyncOp::RwTryRead,
    SyncOp::RwTimedWrite,
    SyncOp::RwUnlock,
    SyncOp::RwDestroy,
    SyncOp::SpinLock,
    SyncOp::SpinTryLock,
    SyncOp::SpinUnlock,
    SyncOp::SemInit { value: 1 },
    SyncOp::SemWait,
    SyncOp::SemAwait { timed: false },
    SyncOp::SemAwait { timed: true },
    SyncOp::SemInterrupt { thread: ThreadId(1) },
    SyncOp::SemDestroy,
    SyncOp::BarrierInit { count: 1 },
    SyncOp::BarrierDestroy,
    SyncOp::OnceEnter,
];

/// The class of object that one of [`WILD`] is for.
pub(super) fn class_of(op: SyncOp) -> usize {
    match WILD.iter().position(|wild| *wild == op) {
        Some(0..=6) => CLASS_MUTEX,
        Some(7..=12) => CLASS_COND,
        Some(13..=16) => CLASS_RW,
        Some(17..=19) => CLASS_SPIN,
        Some(20..=25) => CLASS_SEM,
        Some(26..=27) => CLASS_BARRIER,
        _ => CLASS_ONCE,
    }
}

pub(super) const CLASS_MUTEX: usize = 0;
pub(super) const CLASS_COND: usize = 1;
pub(super) const CLASS_SEM: usize = 2;
pub(super) const CLASS_RW: usize = 3;
pub(super) const CLASS_SPIN: usize = 4;
pub(super) const CLASS_BARRIER: usize = 5;
pub(super) const CLASS_ONCE: usize = 6;
