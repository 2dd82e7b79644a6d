//! How much a thread has done that may have part in a race: told apart are iterations of loops that
//! wait and did nothing of the kind ([`crate::interp`]'s `spin`). Counted only where that matters
//! ([`crate::Options::goes_on`]).
//!
//! A plain access that is looked at for races weighs 2, and so does a visible operation on an
//! object whose operations may race. The first visible operation after a thread came to the head of
//! a loop weighs 1: whoever comes from there to the same state does it in the next iteration as
//! well, so that it does not matter if that of one is left out. Not so a compare-and-swap, which
//! may write in one and only read in another. So an iteration that weighs 1 or less is one that
//! need not be kept. (One with an inner loop may weigh more than it has to.)
//!
//! *Which objects' operations may race*: global variables of which it is known that they are
//! accessed both atomically and plainly, and other objects that several threads access; both as the
//! whole exploration has learnt ([`crate::memory::learned::assume`], [`crate::memory::learned::sharing`]), so that a replay, in which
//! nothing is assumed, counts the same. Where all accesses are visible, freeing remains, and there
//! is none of global variables.

use crate::domain::Domain;
use crate::layout;
use crate::memory::object::Kind;
use crate::memory::{Memory, Races};
use threadbare_op::{Op, Site};

/// An iteration of at most this weight has no part in a race that others would not have as well.
pub(crate) const NO_PART: u32 = 1;

const MOST: u32 = (1 << 31) - 1;
/// Nothing visible was done since the thread came to the head of a loop.
const AT_HEAD: u32 = 1 << 31;

/// The weight of what a thread has done, and whether it is at the head of a loop; part of its
/// state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Exposure(pub(crate) u32);

impl Exposure {
    /// What all that was done weighs: 31 bits.
    pub(crate) fn weight(self) -> u32 {
        self.0 & MOST
    }

    pub(in crate::memory) fn arrive(&mut self) {
        self.0 |= AT_HEAD;
    }

    fn add(&mut self, weight: u32) {
        self.0 = self.0 & AT_HEAD | MOST.min(self.weight() + weight);
    }

    /// A plain read of what others may write, where that is ignored.
    pub(in crate::memory) fn look(&mut self) {
        self.add(1);
    }

    /// A visible operation; whether it may race, and whether it does the same each time.
    fn operate(&mut self, may_race: bool, alike: bool) {
        if may_race {
            self.add(if self.0 & AT_HEAD != 0 && alike { 1 } else { 2 });
        }
        self.0 &= MOST;
    }
}

impl<D: Domain> Memory<D> {
    /// The running thread has come to a visible operation.
    pub(crate) fn expose_operation(&mut self, op: &Op) {
        let addr = match *op {
            Op::Sync { object, .. } => layout::unmarked(object),
            _ => match op.loc() {
                Some(loc) => loc.addr,
                None => return,
            },
        };
        let may_race = self.table.get(addr).is_some_and(|index| self.objects[index].exposed);
        self.who.own.exposure.operate(may_race, !matches!(op, Op::Cas { .. }));
    }

    /// The running thread has accessed an object plainly, and this was looked at for races: where
    /// nothing is assumed, more are.
    pub(in crate::memory) fn expose_plain(&mut self, index: usize) {
        let object = &self.objects[index];
        // Global variables are exposed to visible operations only if they are both atomic and
        // plain.
        if object.exposed || matches!(object.kind, Kind::Global(_)) {
            self.who.own.exposure.add(2);
        }
    }

    /// Whether visible operations on an object of this kind, allocated at `site`, may have part in
    /// races.
    pub(in crate::memory) fn is_exposed(&self, kind: Kind, site: Site) -> bool {
        match kind {
            _ if self.checks.policy == Races::Ignore => false,
            Kind::Global(id) => !self.explores() && self.learned.sharing.is_mixed(id),
            _ => !self.presumes_own(kind, site),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(operations: &[(bool, bool)]) -> u32 {
        let mut exposure = Exposure::default();
        exposure.arrive();
        for &(may_race, alike) in operations {
            exposure.operate(may_race, alike);
        }
        exposure.weight()
    }

    #[test]
    fn only_the_first_operation_recurs() {
        assert!(weight(&[(true, true)]) <= NO_PART);
        assert!(weight(&[(true, true), (false, true)]) <= NO_PART);
        assert!(weight(&[(false, true), (true, true)]) > NO_PART, "not the first");
        assert!(weight(&[(true, true), (true, true)]) > NO_PART);
        assert!(weight(&[(true, false)]) > NO_PART, "may do something else the next time");
    }

    #[test]
    fn an_inner_loop_hides_nothing() {
        let mut exposure = Exposure::default();
        exposure.arrive();
        exposure.operate(true, true);
        exposure.arrive();
        exposure.operate(true, true);
        assert!(exposure.weight() > NO_PART);
    }

    #[test]
    fn it_stays_within_its_bits() {
        let mut exposure = Exposure(MOST - 1);
        exposure.arrive();
        exposure.add(2);
        assert_eq!((exposure.weight(), exposure.0 & AT_HEAD), (MOST, AT_HEAD));
    }
}
