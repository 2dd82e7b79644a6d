//! Spin locks.

use super::errno::EBUSY;
use super::transition::{DESTROYED, Raw, WRONG_KIND};
use super::{SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn spin(owner: Option<ThreadId>, op: SyncOp, me: ThreadId) -> Raw {
    let (owner, result) = match (op, owner) {
        (SyncOp::SpinLock | SyncOp::SpinTryLock, None) => (Some(me), 0),
        (SyncOp::SpinLock, Some(_)) => return Raw::Blocked,
        (SyncOp::SpinTryLock, Some(_)) => (owner, EBUSY),
        (SyncOp::SpinUnlock, Some(holder)) if holder == me => (None, 0),
        (SyncOp::SpinUnlock, None) => return Raw::Misuse("is unlocked while not locked"),
        (SyncOp::SpinUnlock, Some(_)) => return Raw::Misuse("is unlocked by a thread that does not hold it"),
        (SyncOp::SpinDestroy, Some(_)) => return Raw::Misuse("is destroyed while locked"),
        (SyncOp::SpinDestroy, None) => return Raw::Next(DESTROYED, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Spin { owner }, result)
}
