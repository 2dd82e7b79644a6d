//! Events of the run that have no name yet. What nothing can come instead of (starting and joining
//! threads, fences, waits that are over) is performed without making an event of the structure: in
//! most executions nothing that the structure has comes after it, as at the end of `main`, which
//! joins all threads. It gets its name when the name of something else is said in terms of it: of
//! the next event of its thread that is not like that, or of a thread that it has started.
//!
//! *An event outside that agrees with the named part of a configuration agrees with all of it.* Of
//! two different events that come next after the same event of a thread, and wait for what has no
//! alternative, either the causes differ, and are in conflict themselves, or the operations do,
//! which is a race of plain accesses. So a conflict with an event without a name is one between
//! causes as well, and the first of all causes are named, being operations on objects, or choices.
//! An event may be outside whose twin without a name has been performed: it agrees, and a way that
//! goes by it names the twin when it comes there (`search`).
//!
//! Under a bound all events have names, since it is asked of each event whether it is within.

use super::configuration::Configuration;
use super::kind::Kind;
use super::run::Run;
use super::siblings::Before;
use super::structure::{Id, NONE, Name, Structure};
use smallvec::SmallVec;
use threadbare_op::Op;

impl<T: Copy> Run<T> {
    /// The event at a place of the run; [`NONE`] at no place.
    pub(super) fn named(&mut self, structure: &mut Structure, configuration: &mut Configuration, place: u32) -> Id {
        if place == NONE {
            return NONE;
        }
        let id = self.entries[place as usize].id;
        if id == NONE { self.name(structure, configuration, place) } else { id }
    }

    /// Names what has no name, and what it comes after.
    #[inline(never)]
    fn name(&mut self, structure: &mut Structure, configuration: &mut Configuration, place: u32) -> Id {
        let mut left: SmallVec<[u32; 8]> = SmallVec::from_slice(&[place]);
        while let Some(&top) = left.last() {
            let entry = self.entries[top as usize];
            // A thread that has ended stays as it is.
            let awaited = match entry.before.pending.op {
                Op::Join { thread } => self.lane(thread.0).last,
                _ => NONE,
            };
            let is_nameless = |place: &u32| *place != NONE && self.entries[*place as usize].id == NONE;
            if let Some(cause) = [entry.before.last, awaited].into_iter().find(is_nameless) {
                left.push(cause);
                continue;
            }
            left.pop();
            if entry.id != NONE {
                continue;
            }
            let known = |place: u32| if place == NONE { NONE } else { self.entries[place as usize].id };
            let after = if awaited == NONE { entry.cause } else { known(awaited) };
            let (thread, before) = (entry.thread, known(entry.before.last));
            let name = Name { thread, before, object: NONE, kind: Kind::Local, after, reads: &[] };
            let id = structure.event(&name, Before::NOTHING);
            structure.refer(id);
            structure[id].place = top;
            configuration.add(structure, id);
            self.entries[top as usize].id = id;
        }
        self.entries[place as usize].id
    }

    /// The last event of a thread.
    pub(super) fn last(&mut self, structure: &mut Structure, configuration: &mut Configuration, thread: u32) -> Id {
        let last = self.lane(thread).last;
        self.named(structure, configuration, last)
    }

    /// Names all that a thread has done.
    pub(super) fn name_all(&mut self, structure: &mut Structure, configuration: &mut Configuration, thread: u32) {
        if let Some(Some(lane)) = self.lanes.get(thread as usize) {
            let last = lane.last;
            self.named(structure, configuration, last);
        }
    }
}
