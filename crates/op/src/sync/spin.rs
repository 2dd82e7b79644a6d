//! Spin locks.

use super::errno::EBUSY;
use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn spin(owner: Option<ThreadId>, op: SyncOp, me: ThreadId) -> Raw {
    let (owner, result) = match (op, owner) {
        (SyncOp::SpinLock | SyncOp::SpinTryLock, None) => (Some(me), 0),
        (SyncOp::SpinLock, Some(_)) => return Raw::Blocked,
        (SyncOp::SpinTryLock, Some(_)) => (owner, EBUSY),
        (SyncOp::SpinUnlock, Some(holder)) if holder == me => (None, 0),
        (SyncOp::SpinUnlock, None) => return Raw::Misuse(Misuse::NotLocked),
        (SyncOp::SpinUnlock, Some(_)) => return Raw::Misuse(Misuse::NotHolder),
        (SyncOp::SpinDestroy, Some(_)) => return Raw::Misuse(Misuse::DestroyedLocked),
        (SyncOp::SpinDestroy, None) => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Spin { owner }, result)
}
