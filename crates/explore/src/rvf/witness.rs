//! A witness for one more read, given one for the rest.
//!
//! The cheap ways first: the read at the end, if the last write is good; the read in the middle,
//! where a good write is the last one. Only then the closure and the search
//! ([`crate::values::verify`]). Any witness will do, so this changes no result.

use super::Ablations;
use super::candidates::Group;
use super::state::{Change, Execution};
use crate::values::order::{Id, NONE};
use crate::values::verify::{Heuristics, printed, witness};

impl<T: Copy, const W: usize> Execution<T, W> {
    /// Puts the next event of a thread, which reads `location` as the group says, into the order
    /// and the witness, if there is a witness. If not, the order is to be taken back.
    pub(super) fn place(&mut self, thread: u32, location: u32, group: &Group<W>, without: Ablations) -> Option<Change> {
        let (good, writes) = (group.good.clone(), group.written.is_some());
        let after = self.after(thread);
        let read = self.closed.access(thread, after.as_slice(), location, Some(good), writes);
        let end = self.witness.len();
        if group.active && !without.guide {
            self.witness.push(read);
            return Some(Change::Inserted(end));
        }
        if without.of_search() {
            return self.search_as_printed(read, without);
        }
        if let Some(at) = self.gap(read, location) {
            self.witness.insert(at, read);
            return Some(Change::Inserted(at));
        }
        self.closed.close().ok()?;
        let guide: Vec<Id> = self.witness.iter().copied().chain([read]).collect();
        let found = witness(&mut self.closed, &guide)?;
        Some(Change::Replaced(std::mem::replace(&mut self.witness, found)))
    }

    fn search_as_printed(&mut self, read: Id, without: Ablations) -> Option<Change> {
        let heuristics = Heuristics { guide: !without.guide, greedy: !without.greedy };
        if !without.closure {
            self.closed.close().ok()?;
        }
        let guide: Vec<Id> = self.witness.iter().copied().chain([read]).collect();
        let found = printed(&self.closed, &guide, heuristics)?;
        Some(Change::Replaced(std::mem::replace(&mut self.witness, found)))
    }

    /// The last place in the witness before which the read, the newest event, reads a good write
    /// and disturbs nothing.
    fn gap(&self, read: Id, location: u32) -> Option<usize> {
        let upto = self.closed.order.upto(read);
        let writes = self.closed.write_number(read).is_some();
        // The place tried is before the event there, the next write of the location.
        let mut at = self.witness.len();
        let mut too_early = false;
        for (place, &id) in self.witness.iter().enumerate().rev() {
            let event = self.event(id);
            if event.location == location && event.written.is_some() {
                let next_reads = self.witness.get(at).is_some_and(|&next| self.closed.good(next).is_some());
                if self.closed.is_good(read, id) && !(writes && next_reads) {
                    return Some(at);
                }
                at = place;
                if too_early {
                    return None;
                }
            }
            if self.closed.order.place(id) <= upto[event.thread as usize] {
                too_early = true;
                if at == place {
                    return None;
                }
            }
        }
        let next_reads = self.witness.get(at).is_some_and(|&next| self.closed.good(next).is_some());
        (self.closed.is_good(read, NONE) && !(writes && next_reads)).then_some(at)
    }
}
