//! Semaphores.

use super::errno::{EAGAIN, EOVERFLOW, ETIMEDOUT};
use super::transition::{Raw, WRONG_KIND};
use super::{SyncOp, SyncState};

pub(super) fn semaphore(value: u32, op: SyncOp) -> Raw {
    const MAX: u32 = i32::MAX as u32;
    let (value, result) = match op {
        SyncOp::SemPost if value >= MAX => (value, EOVERFLOW),
        SyncOp::SemPost => (value + 1, 0),
        SyncOp::SemGet => (value, u64::from(value)),
        SyncOp::SemWait | SyncOp::SemTryWait | SyncOp::SemTimedWait if value > 0 => (value - 1, 0),
        SyncOp::SemWait => return Raw::Blocked,
        SyncOp::SemTryWait => (value, EAGAIN),
        SyncOp::SemTimedWait => (value, ETIMEDOUT),
        SyncOp::SemDestroy => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Sem { value }, result)
}
