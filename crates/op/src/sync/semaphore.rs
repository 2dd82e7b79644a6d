//! Semaphores.

use super::errno::{EAGAIN, ECANCELED, EINTR, EOVERFLOW, ETIMEDOUT};
use super::transition::{Raw, WRONG_KIND};
use super::{SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn semaphore(value: u32, mut interrupted: Vec<ThreadId>, op: SyncOp, me: ThreadId) -> Raw {
    const MAX: u32 = i32::MAX as u32;
    let (value, result) = match op {
        SyncOp::SemInterrupt { thread } => {
            if let Err(place) = interrupted.binary_search(&thread) {
                interrupted.insert(place, thread);
            }
            (value, 0)
        }
        SyncOp::SemAwait { .. } if interrupted.contains(&me) => {
            interrupted.retain(|thread| *thread != me);
            (value, if value > 0 { ECANCELED } else { EINTR })
        }
        SyncOp::SemAwait { .. } if value > 0 => (value - 1, 0),
        SyncOp::SemAwait { timed: false } => return Raw::Blocked,
        SyncOp::SemGate if value == 0 => return Raw::Blocked,
        SyncOp::SemGate => (value, 0),
        SyncOp::SemAwait { timed: true } => (value, ETIMEDOUT),
        SyncOp::SemPost if value >= MAX => (value, EOVERFLOW),
        SyncOp::SemPost => (value + 1, 0),
        SyncOp::SemGet | SyncOp::SemPeek => (value, u64::from(value)),
        SyncOp::SemWait | SyncOp::SemTryWait | SyncOp::SemTimedWait if value > 0 => (value - 1, 0),
        SyncOp::SemWait => return Raw::Blocked,
        SyncOp::SemTryWait => (value, EAGAIN),
        SyncOp::SemTimedWait => (value, ETIMEDOUT),
        SyncOp::SemDestroy => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Sem { value, interrupted }, result)
}
