//! Reads that are set aside: a revisit that would only leave a thread waiting in a loop takes the
//! read out, and the read is added when a later write ends the wait.
//!
//! Michalis Kokologiannakis, Iason Marmanis, Viktor Vafeiadis: *Unblocking Dynamic Partial Order
//! Reduction*, CAV 2023, change the source of such a read in place. Which writes it may read
//! afterwards, so that nothing is explored twice: docs/proofs/waits.md, claim 5.

use super::Filtered;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, NONE, initial_of};
use crate::graph::core::system::GraphSystem;

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

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    pub(crate) fn set_aside(&mut self, thread: u32, write: Id) {
        self.put_off(thread, write);
        let (lane, position) = (self.graph.lane(thread), self.graph.event(write).position);
        let (last, count) = (lane.last, lane.count);
        self.hooks.waits.aside.push(Aside { thread, last, count, write, position, events: self.graph.events.len() });
    }

    /// Whether the next read of the thread, if it was set aside, must not read `from`: others do.
    pub(crate) fn is_barred(&self, thread: u32, from: Id) -> bool {
        !self.hooks.waits.aside.is_empty() && {
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
        let mut at = self.graph.locations[loc].tail;
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
        self.hooks.waits.aside.iter().rev().find(bars).map_or(oldest, |aside| aside.position)
    }

    fn stands(&self, aside: &Aside) -> bool {
        self.graph.trail.get(aside.position as usize) == Some(&aside.write)
    }

    /// The writes for which the read of the thread after `last` was set aside, in graphs that this
    /// one came from.
    fn barriers(&self, thread: u32, last: Id) -> impl Iterator<Item = Id> {
        let set_aside = move |aside: &&Aside| aside.thread == thread && aside.last == last && self.stands(aside);
        self.hooks.waits.aside.iter().filter(set_aside).map(|aside| aside.write)
    }
}
