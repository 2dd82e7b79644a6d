//! Reads that are set aside: a revisit that would only leave a thread waiting in a loop takes the
//! read out ([`super::spin`]).
//!
//! When the revisit of a read r by a write w would leave the thread waiting, and w is co-last, the
//! graph goes on without r: its thread is put off, and r is added when a later write ends the wait.
//! (Michalis Kokologiannakis, Iason Marmanis, Viktor Vafeiadis: *Unblocking Dynamic Partial Order
//! Reduction*, CAV 2023, change the source of r in place.) With r in the graph, reading w, r would
//! be read again by w' only if r were maximal: w is porf-before w', and no co-successor of w is;
//! and so on, from w' to the next. So r, once set aside, may read (or be revisited by) only those
//! w' from which the co-last write known to each leads back to w; any other w' is read by r after a
//! revisit from where r stood before, so that nothing is explored twice. That holds as long as w
//! stands where the revisit has put it: it is pinned.
//!
//! *Revisits of what is older than w* take r out as well, unless r is porf-before the revisiting
//! write w''. They keep w, by its being porf-before w'', and need an r that is maximal: it reads x,
//! the co-last write that w'' knows. There is one graph with such an r, and it comes from w only if
//! x leads back to w. So this is asked of them, whether r is in the graph by now or still set
//! aside: else the same graph would come of the revisit in each order in which r may have been set
//! aside for x and for writes that x does not know.
//!
//! Reading w for good is left to the end, if w is co-last then; else it is a stale wait. Of threads
//! that wait at the end, those that may read the last write come first. Without all this, the
//! graphs in which r reads w were explored to their ends for every order of the other threads, all
//! of them blocked.

use crate::graph::GraphSystem;
use crate::graph::core::event::{Clock, Id, NONE, initial_of};
use crate::graph::core::search::Search;
use crate::graph::model::Model;

/// A read that was taken out of the graph instead of being revisited by `write`, after which its
/// thread would have waited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aside {
    thread: u32,
    /// The last event of the thread, as long as the read is still to come, and how many it has.
    last: Id,
    count: u32,
    write: Id,
    /// Where the write stands in the trail.
    position: u32,
    /// Number of events then.
    pub(crate) events: usize,
}

impl<S: GraphSystem, M: Model, const W: usize> Search<'_, S, M, W> {
    pub(crate) fn set_aside(&mut self, thread: u32, write: Id) {
        self.put_off(thread, write);
        let (lane, position) = (self.graph.lane(thread), self.graph.event(write).position);
        let (last, count) = (lane.last, lane.count);
        self.aside.push(Aside { thread, last, count, write, position, events: self.graph.events.len() });
    }

    /// Whether the next read of the thread, if it was set aside, must not read `from`: others do.
    pub(crate) fn is_barred(&self, thread: u32, from: Id) -> bool {
        !self.aside.is_empty() && {
            let last = self.graph.lane(thread).last;
            self.barriers(thread, last).any(|write| !self.leads_to(write, from))
        }
    }

    /// Whether the read, which may have been set aside before it was added, must not be revisited
    /// by a write with that past.
    pub(crate) fn is_barred_for(&self, read: Id, porf: &Clock<W>) -> bool {
        let event = self.graph.event(read);
        let barred_by = |write| !self.leads_to(write, self.known_last(event.loc, porf, NONE));
        self.barriers(event.thread, event.po_prev).any(barred_by)
    }

    /// Whether `write` is `from`, or the co-last write that `from` knew, or that this one knew, and
    /// so on.
    fn leads_to(&self, write: Id, from: Id) -> bool {
        let mut at = from;
        while at != write {
            if initial_of(at).is_some() {
                return false;
            }
            let event = self.graph.event(at);
            at = self.known_last(event.loc, &event.porf, at);
        }
        true
    }

    /// The co-last write of the location in the past, but for `itself`.
    fn known_last(&self, loc: u32, past: &Clock<W>, itself: Id) -> Id {
        let mut at = self.graph.locations[loc as usize].tail;
        while initial_of(at).is_none() && (at == itself || !self.graph.in_clock(past, at)) {
            at = self.graph.co_prev(at);
        }
        at
    }

    /// The oldest place in the trail, from `oldest` on, where a write with that past may revisit a
    /// read: from where on no read that was set aside is taken out that must not be.
    pub(crate) fn oldest_not_barred(&self, oldest: u32, porf: &Clock<W>) -> u32 {
        let bars = |aside: &&Aside| {
            let taken_out = aside.position > oldest && porf[aside.thread as usize] <= aside.count;
            taken_out && self.stands(aside) && {
                let loc = self.graph.location_of(aside.write);
                !self.leads_to(aside.write, self.known_last(loc, porf, NONE))
            }
        };
        // The newest, of those that stand, has its write last in the trail.
        self.aside.iter().rev().find(bars).map_or(oldest, |aside| aside.position)
    }

    fn stands(&self, aside: &Aside) -> bool {
        self.graph.trail.get(aside.position as usize) == Some(&aside.write)
    }

    /// The writes for which the read of the thread after `last` was set aside, in graphs that this
    /// one came from.
    fn barriers(&self, thread: u32, last: Id) -> impl Iterator<Item = Id> {
        let set_aside = move |aside: &&Aside| aside.thread == thread && aside.last == last && self.stands(aside);
        self.aside.iter().filter(set_aside).map(|aside| aside.write)
    }
}
