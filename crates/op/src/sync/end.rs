//! Ends of threads, for those who wait for one and may be interrupted ([`crate::Op::Join`] may not).

use super::errno::{ECANCELED, EINTR};
use super::transition::{Raw, WRONG_KIND};
use super::{SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn end(mut has_ended: bool, mut interrupted: Vec<ThreadId>, op: SyncOp, me: ThreadId) -> Raw {
    let result = match op {
        SyncOp::EndTell => {
            has_ended = true;
            0
        }
        SyncOp::EndInterrupt { thread } => {
            if let Err(place) = interrupted.binary_search(&thread) {
                interrupted.insert(place, thread);
            }
            0
        }
        SyncOp::EndAwait { .. } if interrupted.contains(&me) => {
            interrupted.retain(|thread| *thread != me);
            if has_ended { ECANCELED } else { EINTR }
        }
        SyncOp::EndAwait { .. } if has_ended => 0,
        SyncOp::EndAwait { .. } => return Raw::Blocked,
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::End { has_ended, interrupted }, result)
}
