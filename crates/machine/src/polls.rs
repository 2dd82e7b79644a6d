//! Sections without effect: a thread locks, reads, and unlocks, as one does that polls:
//! `for (;;) { lock(&m); v = ready; unlock(&m); if (v) break; }`. Neither its lock nor its unlock is
//! an effect then, so that rounds with such sections can be in vain ([`crate::interp`]'s `spin`,
//! [`crate::machine`]'s `redundant`).
//!
//! *Conditions.* Nobody tries locks of that kind, and none is waited for with a time limit, anywhere
//! in the program: else another thread may see that the lock is held. Both operations succeed, on
//! the same lock. What lies between counts for itself. The section that a thread is in is part of
//! its state: states inside two sections are never taken to be the same.
//!
//! Why no fault is lost: docs/proofs/waits.md, claims 10 and 11.
//!
//! Not covered: rounds with a section within a section; semaphores; operations that fail; where
//! there are robust mutexes (their operations are more than one); read-write locks whose kind is
//! read visibly (`--races explore`), if the loop is inside of the section; input, but for `prefix`
//! ([`crate::LeftOut`]). Rounds that begin and end inside of a section
//! (`lock; while (!ready) { unlock; lock; }`) are found at the lock, not at the head of the loop.

use crate::libs::tried;
use crate::memory::Who;
use threadbare_op::{Addr, SyncKind, SyncOp};
use threadbare_program::Program;

/// The kinds of lock of which sections may have no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Polls {
    mutexes: bool,
    rwlocks: bool,
    spinlocks: bool,
}

impl Polls {
    pub(crate) fn of(program: &Program) -> Self {
        let nobody_tries = |kind: SyncKind| {
            let mut tries = program.externals.iter().filter_map(|external| tried(&external.name));
            tries.all(|op| op.kind() != kind)
        };
        Self {
            mutexes: nobody_tries(SyncKind::Mutex),
            rwlocks: nobody_tries(SyncKind::RwLock),
            spinlocks: nobody_tries(SyncKind::Spin),
        }
    }

    /// Whether the operation may enter or leave a section without effect.
    #[inline]
    pub(crate) const fn is_of_section(self, op: SyncOp) -> bool {
        match op {
            SyncOp::MutexLock | SyncOp::MutexUnlock | SyncOp::MutexPeek | SyncOp::MutexPeekEnd => self.mutexes,
            SyncOp::RwRead | SyncOp::RwWrite | SyncOp::RwUnlock => self.rwlocks,
            SyncOp::SpinLock | SyncOp::SpinUnlock => self.spinlocks,
            _ => false,
        }
    }
}

/// The thread has performed an operation that may enter or leave a section without effect: whether
/// that was an effect. Who locks in a section has had an effect with the lock before.
pub(crate) fn has_effect(who: &mut Who, object: Addr, op: SyncOp, result: u64) -> bool {
    let inside = who.own.section().map(|(lock, _)| lock);
    let (has_effect, section) = match op.is_release() {
        _ if result != 0 => return true,
        true => (inside != Some(object), None),
        false => (inside.is_some(), Some((object, who.epoch))),
    };
    who.own.enter(section);
    has_effect
}
