//! Barriers: they count generations, also when they are destroyed and made anew.

use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};

pub(super) fn barrier(count: u32, mut arrived: u32, mut generation: u32, op: SyncOp) -> Raw {
    let result = match op {
        SyncOp::BarrierArrive { asks } => {
            let waits_for = u64::from(generation) * 2;
            arrived += 1;
            if arrived == count {
                arrived = 0;
                generation += 1;
                waits_for + u64::from(asks)
            } else {
                waits_for
            }
        }
        SyncOp::BarrierLeave { generation: mine } if generation > mine => 0,
        SyncOp::BarrierLeave { .. } => return Raw::Blocked,
        SyncOp::BarrierDestroy if arrived > 0 => return Raw::Misuse(Misuse::DestroyedWaitedAt),
        SyncOp::BarrierDestroy => return Raw::Next(SyncState::Destroyed { generation }, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Barrier { count, arrived, generation }, result)
}
