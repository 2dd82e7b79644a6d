//! Once objects: who runs the routine, and whether it has been run.

use super::transition::{Raw, WRONG_KIND};
use super::{SyncOp, SyncState};
use crate::ids::ThreadId;

pub(super) fn once(runner: Option<ThreadId>, done: bool, op: SyncOp, me: ThreadId) -> Raw {
    match op {
        SyncOp::OnceEnter if done => Raw::Next(SyncState::Once { runner, done }, 0),
        SyncOp::OnceEnter if runner.is_none() => Raw::Next(SyncState::Once { runner: Some(me), done }, 1),
        SyncOp::OnceEnter => Raw::Blocked,
        SyncOp::OnceDone => Raw::Next(SyncState::Once { runner: None, done: true }, 0),
        _ => WRONG_KIND,
    }
}
