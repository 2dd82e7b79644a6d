//! Barriers: they know who waits. How often they have let threads go makes no difference.

use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn barrier(count: u32, mut waiting: Vec<ThreadId>, op: SyncOp, me: ThreadId) -> Raw {
    let result = match op {
        SyncOp::BarrierArrive { asks } => {
            let is_last = waiting.len() as u32 + 1 >= count;
            if is_last {
                waiting.clear();
            } else if let Err(place) = waiting.binary_search(&me) {
                waiting.insert(place, me);
            }
            u64::from(is_last && asks)
        }
        SyncOp::BarrierLeave if waiting.binary_search(&me).is_err() => 0,
        SyncOp::BarrierLeave => return Raw::Blocked,
        SyncOp::BarrierDestroy if !waiting.is_empty() => return Raw::Misuse(Misuse::DestroyedWaitedAt),
        SyncOp::BarrierDestroy => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Barrier { count, waiting }, result)
}
