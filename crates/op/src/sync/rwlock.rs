//! Read-write locks.

use super::errno::{EBUSY, ETIMEDOUT};
use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn rwlock(mut writer: Option<ThreadId>, mut readers: Vec<(ThreadId, u32)>, op: SyncOp, me: ThreadId) -> Raw {
    use SyncOp as O;
    let busy = |op| match op {
        O::RwTryRead | O::RwTryWrite => Some(EBUSY),
        O::RwTimedRead | O::RwTimedWrite => Some(ETIMEDOUT),
        _ => None,
    };
    let mut result = 0;
    match op {
        O::RwRead | O::RwTryRead | O::RwTimedRead if writer.is_none() => {
            match readers.binary_search_by_key(&me, |r| r.0) {
                Ok(at) => readers[at].1 += 1,
                Err(at) => readers.insert(at, (me, 1)),
            }
        }
        O::RwWrite | O::RwTryWrite | O::RwTimedWrite if writer.is_none() && readers.is_empty() => writer = Some(me),
        O::RwRead | O::RwTryRead | O::RwTimedRead | O::RwWrite | O::RwTryWrite | O::RwTimedWrite => match busy(op) {
            Some(error) => result = error,
            None => return Raw::Blocked,
        },
        O::RwUnlock if writer == Some(me) => writer = None,
        O::RwUnlock => match readers.binary_search_by_key(&me, |r| r.0) {
            Ok(at) if readers[at].1 > 1 => readers[at].1 -= 1,
            Ok(at) => {
                readers.remove(at);
            }
            Err(_) => return Raw::Misuse(Misuse::NotHolder),
        },
        O::RwDestroy if writer.is_some() || !readers.is_empty() => return Raw::Misuse(Misuse::DestroyedLocked),
        O::RwDestroy => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    }
    Raw::Next(SyncState::RwLock { writer, readers }, result)
}
