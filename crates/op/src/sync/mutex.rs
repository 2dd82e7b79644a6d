//! Mutexes: their kinds, and robust ones.

use super::errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, ENOTRECOVERABLE, EOWNERDEAD, EPERM, ETIMEDOUT};
use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};
use crate::ids::ThreadId;

/// What a mutex does when its owner locks it again, and when somebody else unlocks it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MutexKind {
    /// Deadlocks; unlocking by another is misuse.
    Normal,
    /// Counts; unlocking by another is `EPERM`.
    Recursive,
    /// Says `EDEADLK` and `EPERM`.
    ErrorCheck,
}

/// What became of a robust mutex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Health {
    /// Nothing happened.
    Good,
    /// The owner died; the state that it protects may be inconsistent.
    OwnerDied,
    /// Unlocked without having been made consistent: nobody can lock it again.
    Lost,
}

pub(super) struct Mutex {
    pub(super) kind: MutexKind,
    pub(super) robust: bool,
    pub(super) owner: Option<ThreadId>,
    pub(super) count: u32,
    pub(super) health: Health,
}

impl Mutex {
    fn next(self, result: u64) -> Raw {
        let Self { kind, robust, owner, count, health } = self;
        Raw::Next(SyncState::Mutex { kind, robust, owner, count, health }, result)
    }

    fn acquire(mut self, me: ThreadId) -> Raw {
        self.owner = Some(me);
        self.count = 1;
        let result = if self.health == Health::OwnerDied { EOWNERDEAD } else { 0 };
        self.next(result)
    }

    fn release(mut self) -> Raw {
        self.count -= 1;
        if self.count == 0 {
            self.owner = None;
            if self.health == Health::OwnerDied {
                self.health = Health::Lost;
            }
        }
        self.next(0)
    }
}

pub(super) fn mutex(mut m: Mutex, op: SyncOp, me: ThreadId) -> Raw {
    let mine = m.owner == Some(me);
    match op {
        SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexTimedLock if m.health == Health::Lost => {
            m.next(ENOTRECOVERABLE)
        }
        SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexTimedLock => match (m.owner, m.kind) {
            (None, _) => m.acquire(me),
            (Some(_), MutexKind::Recursive) if mine => {
                if m.count == u32::MAX {
                    return m.next(EAGAIN);
                }
                m.count += 1;
                m.next(0)
            }
            (Some(_), MutexKind::ErrorCheck) if mine && op != SyncOp::MutexTryLock => m.next(EDEADLK),
            _ => match op {
                SyncOp::MutexTryLock => m.next(EBUSY),
                SyncOp::MutexTimedLock => m.next(ETIMEDOUT),
                _ => Raw::Blocked,
            },
        },
        SyncOp::MutexPeek if m.owner.is_none() && m.health == Health::Good => m.acquire(me),
        SyncOp::MutexPeek => Raw::Blocked,
        SyncOp::MutexUnlock | SyncOp::MutexPeekEnd if mine => m.release(),
        SyncOp::MutexUnlock | SyncOp::MutexPeekEnd if m.kind == MutexKind::Normal && !m.robust => {
            Raw::Misuse(if m.owner.is_none() { Misuse::NotLocked } else { Misuse::NotHolder })
        }
        SyncOp::MutexUnlock | SyncOp::MutexPeekEnd => m.next(EPERM),
        SyncOp::MutexConsistent if m.robust && m.health == Health::OwnerDied && mine => {
            m.health = Health::Good;
            m.next(0)
        }
        SyncOp::MutexConsistent => m.next(EINVAL),
        SyncOp::MutexOwnerDied => {
            if mine {
                m.owner = None;
                m.count = 0;
                m.health = Health::OwnerDied;
            }
            m.next(0)
        }
        SyncOp::MutexDestroy if m.owner.is_some() => Raw::Misuse(Misuse::DestroyedLocked),
        SyncOp::MutexDestroy => Raw::Next(SyncState::Destroyed, 0),
        _ => WRONG_KIND,
    }
}
