//! The rules of the closure ([`super::closure`]), applied until there is nothing left to do.
//!
//! **Which reads a change concerns.** An event is changed if it is new or comes after more than
//! before. A read that is changed is looked at again; and for a write that is changed the reads of
//! its variable, except those before it for which it is bad. To such a read r the write w means
//! nothing: it is no candidate, it is not before r, so that it hides nothing from r, and rule 3
//! wants it after r. It meant nothing before the change either: it could not be before r then, and
//! as long as it was not after r nothing but rule 3 asked for it.

use super::closure::{Closed, Touch, Write};
use super::order::{Cycle, Id, NONE, within};
use crate::drive::clock::{Clock, join_all};
use smallvec::SmallVec;

/// The visible writes of a read.
pub(crate) struct Visible<const W: usize> {
    /// The last write of each thread before the read that have no other of them after them.
    last: SmallVec<[u32; 8]>,
    /// What is strictly before one of these, hence hidden.
    hidden: Clock<W>,
}

impl<const W: usize> Visible<W> {
    /// Whether another write is between this one, which is not after the read, and the read.
    pub(crate) fn hides(&self, write: &Write) -> bool {
        write.place <= self.hidden[write.thread as usize]
    }

    /// Whether the initial write is visible.
    pub(crate) fn shows_initial(&self) -> bool {
        self.last.is_empty()
    }
}

/// The writes from which a read may still read: Cl(r).
#[derive(Default)]
struct Candidates {
    writes: SmallVec<[Id; 16]>,
    /// Whether the initial write is one.
    initial: bool,
    /// The write before all others, and the one after all others, or [`NONE`].
    least: Id,
    greatest: Id,
}

impl<const W: usize> Closed<W> {
    /// Closes the order; fails if there is no closed one above it, that is, no sequence in which
    /// all reads read good writes.
    pub(crate) fn close(&mut self) -> Result<(), Cycle> {
        let mut reads = std::mem::take(&mut self.list);
        reads.clear();
        let mut result = Ok(());
        while result.is_ok() && !self.is_closed() {
            self.disturbed(&mut reads);
            // The newest first: what is new is mostly at the end.
            while result.is_ok()
                && let Some(read) = reads.pop()
            {
                result = self.apply_rules(read);
            }
        }
        self.list = reads;
        result
    }

    /// The reads, by number, for which the changes that are not done yet may matter. Counts them as
    /// done.
    fn disturbed(&mut self, reads: &mut Vec<Id>) {
        self.pass += 1;
        for at in self.done as usize..self.changed.len() {
            let event = self.changed[at];
            let Touch { variable, write, ref mut pass, ref good } = self.touches[event as usize];
            if good.is_some() && *pass != self.pass {
                *pass = self.pass;
                reads.push(event);
            }
            if variable == NONE || write == NONE {
                continue;
            }
            let upto = self.order.upto(event);
            for &read in &self.variables[variable as usize].reads {
                let touch = &mut self.touches[read as usize];
                let is_good = || touch.good.as_ref().is_some_and(|good| good.contains(write));
                let is_after = upto[self.order.thread(read) as usize] >= self.order.place(read);
                if touch.pass != self.pass && (!is_after || is_good()) {
                    touch.pass = self.pass;
                    reads.push(read);
                }
            }
        }
        self.done = self.changed.len() as u32;
        reads.sort_unstable();
    }

    /// The visible writes of a read of this variable that comes after what `past` says.
    pub(crate) fn visible(&self, variable: u32, past: &Clock<W>) -> Visible<W> {
        let (mut last, mut hidden) = (SmallVec::new(), [0; W]);
        let Some(of) = self.variables.get(variable as usize) else { return Visible { last, hidden } };
        for (newest, past) in of.newest.iter().zip(past) {
            if let Some((number, write)) = of.back_from(*newest).find(|(_, write)| write.place <= *past) {
                last.push(number);
                let mut upto = *self.order.upto(write.id);
                upto[write.thread as usize] = write.place - 1;
                join_all(&mut hidden, &upto);
            }
        }
        let mut visible = Visible { last, hidden };
        visible
            .last
            .retain(|number| of.writes[*number as usize].place > hidden[of.writes[*number as usize].thread as usize]);
        visible
    }

    /// The three rules for one read.
    fn apply_rules(&mut self, read: Id) -> Result<(), Cycle> {
        let Touch { variable, write: own, ref good, .. } = self.touches[read as usize];
        let Some(good) = good else { return Ok(()) };
        let (thread, place) = (self.order.thread(read) as usize, self.order.place(read));
        let mut past = *self.order.upto(read);
        past[thread] = place - 1;
        let visible = self.visible(variable, &past);
        let of = &self.variables[variable as usize];
        let is_after = |w: &Write| self.order.upto(w.id)[thread] >= place;
        let candidates = good.numbers().filter(|number| *number != own).map(|number| &of.writes[number as usize]);
        let candidates = candidates.filter(|w| !visible.hides(w) && !is_after(w));
        let (candidates, all) = self.candidates(candidates, good.initial && visible.shows_initial());
        if candidates.writes.is_empty() && !candidates.initial {
            return Err(Cycle);
        }
        let mut edges: SmallVec<[(Id, Id); 16]> = SmallVec::new();
        if candidates.least != NONE {
            edges.push((candidates.least, read));
        }
        if candidates.greatest != NONE {
            let bad = visible.last.iter().filter(|&&number| !good.contains(number));
            edges.extend(bad.map(|&number| (of.writes[number as usize].id, candidates.greatest)));
        }
        for newest in of.newest {
            // What comes after all candidates is the end of the chain; the first bad one is enough.
            let later = of.back_from(newest).take_while(|(_, w)| within(&all, self.order.upto(w.id)));
            let bad = later.filter(|(number, w)| *number != own && !good.contains(*number) && !is_after(w));
            edges.extend(bad.last().map(|(_, w)| (read, w.id)));
        }
        edges.into_iter().try_for_each(|(a, b)| self.add(a, b))
    }

    /// Cl(r), and the clock within which is what comes after all of it.
    fn candidates<'w>(&self, among: impl Iterator<Item = &'w Write>, initial: bool) -> (Candidates, Clock<W>) {
        let mut found = Candidates { initial, least: NONE, greatest: NONE, ..Candidates::default() };
        let mut all = [0; W];
        for w in among {
            found.writes.push(w.id);
            all[w.thread as usize] = w.place.max(all[w.thread as usize]);
            if found.least == NONE || self.order.before(w.id, found.least) {
                found.least = w.id;
            }
            if found.greatest == NONE || self.order.before(found.greatest, w.id) {
                found.greatest = w.id;
            }
        }
        if !found.writes.iter().all(|&w| w == found.greatest || self.order.before(w, found.greatest)) {
            found.greatest = NONE;
        }
        if initial || !found.writes.iter().all(|&w| w == found.least || self.order.before(found.least, w)) {
            found.least = NONE;
        }
        (found, all)
    }
}
