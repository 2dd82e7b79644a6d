//! `--races ignore`: waits for memory that others write by plain accesses.
//!
//! Such accesses are no events, so that a thread that comes back to the head of a loop with what it
//! has read there has not waited for all that others may write yet: it stops there, but nothing is
//! said of it, and the verdict is `incomplete` ([`threadbare_op::Limit::PlainWait`]).
//!
//! Which memory that is shows in the course of the exploration: a plain write after a thread was
//! started, to memory that is not assumed to be accessed by one thread only, is noted for good with
//! what made the object, and the exploration begins again. From then on plain reads of it count in
//! a thread's [`crate::memory::Exposure`], which nothing else needs then. Not in a replay, where nobody
//! waits any longer.

use crate::domain::Domain;
use crate::memory::learned::sharing::origin;
use crate::memory::object::Kind;
use crate::memory::{Memory, Races};
use threadbare_op::Site;

impl<D: Domain> Memory<D> {
    /// Whether plain accesses are ignored.
    pub(crate) fn ignores(&self) -> bool {
        self.checks.policy == Races::Ignore
    }

    /// Whether objects of this kind, made at `site`, are known to be written plainly while others
    /// run.
    pub(in crate::memory) fn is_known_rewritten(&self, kind: Kind, site: Site) -> bool {
        self.ignores() && self.learned.sharing.is_rewritten(kind, site)
    }

    /// A plain access that nobody checks.
    pub(in crate::memory) fn note_ignored(&mut self, index: usize, writes: bool) {
        let object = &self.objects[index];
        if !writes {
            if object.rewritten {
                self.who.own.exposure.look();
            }
            return;
        }
        if object.rewritten || !object.tracked || self.is_before_others() || self.records.is_some() {
            return;
        }
        if let Some(origin) = origin(object)
            && self.learned.sharing.note_rewritten(origin)
        {
            self.want_restart();
        }
    }
}
