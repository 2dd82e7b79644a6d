//! What an operation does in a state: which kind of object it is, and whether it is one at all.

use super::barrier::barrier;
use super::cond::cond;
use super::end::end;
use super::mutex::{Mutex, mutex};
use super::once::once;
use super::rwlock::rwlock;
use super::semaphore::semaphore;
use super::spin::spin;
use super::{Health, Misuse, MutexKind, SyncOp, SyncState};
use crate::ids::ThreadId;
use crate::kind::SyncKind;

/// What comes of an operation, the state not yet numbered: see [`super::Outcome`].
pub(super) enum Raw {
    Blocked,
    Next(SyncState, u64),
    Misuse(Misuse),
}

pub(super) const WRONG_KIND: Raw = Raw::Misuse(Misuse::WrongKind);

/// The state as the operation's kind of object understands it: static initialisers become the
/// object they stand for.
fn materialise(state: &SyncState, op: SyncOp) -> SyncState {
    let mutex = |kind| SyncState::Mutex { kind, robust: false, owner: None, count: 0, health: Health::Good };
    match (state, op.kind()) {
        (SyncState::StaticMutex(kind), _) => mutex(*kind),
        (SyncState::Zero, SyncKind::Mutex) => mutex(MutexKind::Normal),
        (SyncState::Zero, SyncKind::Cond | SyncKind::Futex) => SyncState::Cond { queue: Vec::new(), mutex: 0 },
        (SyncState::Zero, SyncKind::RwLock) => SyncState::RwLock { writer: None, readers: Vec::new() },
        (SyncState::Zero, SyncKind::Once) => SyncState::Once { runner: None, done: false },
        (SyncState::Zero, SyncKind::End) => SyncState::End { has_ended: false, interrupted: Vec::new() },
        (other, _) => other.clone(),
    }
}

pub(super) fn transition(state: &SyncState, op: SyncOp, me: ThreadId) -> Raw {
    if let Some(fresh) = initialised(op) {
        return match state {
            SyncState::Uninit
            | SyncState::Zero
            | SyncState::Garbage
            | SyncState::Destroyed
            | SyncState::StaticMutex(_) => fresh,
            _ => Raw::Misuse(Misuse::InitialisedTwice),
        };
    }
    // A barrier can be destroyed only when nobody has arrived who must wait: those who still leave
    // may go on, whatever it is now.
    if op == SyncOp::BarrierLeave && !matches!(state, SyncState::Barrier { .. }) {
        return Raw::Next(state.clone(), 0);
    }
    // It may come late: the object can be gone by then, and its memory be anything.
    if op.interrupts() && !is_waited_at(state, op.kind()) {
        return Raw::Next(state.clone(), 0);
    }
    if op == SyncOp::Exit && *state == SyncState::Zero {
        return Raw::Next(SyncState::Ending, 0);
    }
    match materialise(state, op) {
        SyncState::Ending => Raw::Misuse(Misuse::EndedTwice),
        SyncState::Uninit | SyncState::Garbage | SyncState::Zero => Raw::Misuse(Misuse::NotInitialised),
        SyncState::Destroyed => Raw::Misuse(Misuse::Destroyed),
        SyncState::Mutex { kind, robust, owner, count, health } => {
            mutex(Mutex { kind, robust, owner, count, health }, op, me)
        }
        SyncState::Cond { queue, mutex } => cond(queue, mutex, op, me),
        SyncState::RwLock { writer, readers } => rwlock(writer, readers, op, me),
        SyncState::Spin { owner } => spin(owner, op, me),
        SyncState::Sem { value, interrupted } => semaphore(value, interrupted, op, me),
        SyncState::Barrier { count, waiting } => barrier(count, waiting, op, me),
        SyncState::Once { runner, done } => once(runner, done, op, me),
        SyncState::End { has_ended, interrupted } => end(has_ended, interrupted, op, me),
        SyncState::StaticMutex(_) => WRONG_KIND,
    }
}

/// Whether it is an object of this kind, whose waits can be interrupted.
fn is_waited_at(state: &SyncState, kind: SyncKind) -> bool {
    match kind {
        SyncKind::Cond => matches!(state, SyncState::Cond { .. }),
        SyncKind::Semaphore => matches!(state, SyncState::Sem { .. }),
        _ => true,
    }
}

/// What an initialising operation makes, `None` for the others.
fn initialised(op: SyncOp) -> Option<Raw> {
    let state = match op {
        SyncOp::MutexInit { kind, robust } => {
            SyncState::Mutex { kind, robust, owner: None, count: 0, health: Health::Good }
        }
        SyncOp::CondInit => SyncState::Cond { queue: Vec::new(), mutex: 0 },
        SyncOp::RwInit => SyncState::RwLock { writer: None, readers: Vec::new() },
        SyncOp::SpinInit => SyncState::Spin { owner: None },
        SyncOp::SemInit { value } => SyncState::Sem { value, interrupted: Vec::new() },
        SyncOp::BarrierInit { count: 0 } => return Some(Raw::Misuse(Misuse::NoThreads)),
        SyncOp::BarrierInit { count } => SyncState::Barrier { count, waiting: Vec::new() },
        _ => return None,
    };
    Some(Raw::Next(state, 0))
}
