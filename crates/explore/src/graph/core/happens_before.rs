//! Happens-before where it is less than porf, in models for which it is porf otherwise
//! (`model::Porf`).
//!
//! An operation on a synchronisation object that orders nothing
//! ([`threadbare_op::SyncOp::orders_nothing`]) reads the state that the one before it has left, and
//! the one after it reads the same state through it. But what others did does not happen before it,
//! and what its thread did does not happen before what others do. Nor does a plain access
//! synchronise ([`crate::drive::effect::synchronises`]).
//!
//! Only races go by this order; what is consistent, and who revisits whom, goes by porf. The second
//! clock is kept from the first such event that a search meets; up to there it is porf. So most
//! programs have no second clock.

use super::consistency::{Model, View};
use super::event::{Clock, Id, Kind, NONE, initial_of, join};
use super::execution::Execution;

/// By event.
#[derive(Debug)]
pub(crate) struct Apart<const W: usize> {
    past: Vec<Past<W>>,
}

#[derive(Clone, Copy, Debug)]
struct Past<const W: usize> {
    hb: Clock<W>,
    /// It orders nothing: an operation on an object, or a plain access.
    silent: bool,
}

impl<const W: usize> Apart<W> {
    /// There are only `events` events left.
    pub(crate) fn truncate(&mut self, events: usize) {
        self.past.truncate(events);
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// What happens before an event, itself included, as far as races are concerned.
    pub(crate) fn happens_before(&self, id: Id) -> &Clock<W> {
        match &self.apart {
            Some(apart) => &apart.past[id as usize].hb,
            None => self.known_before(id),
        }
    }

    fn known_before(&self, id: Id) -> &Clock<W> {
        let event = self.event(id);
        event.view.happens_before(&event.porf)
    }

    /// The newest event, which is about to be linked, may be one that orders nothing.
    #[inline]
    pub(crate) fn note_past(&mut self, silent: bool) {
        if M::View::<W>::IS_PORF && (silent || self.apart.is_some() || self.follows_onlooker()) {
            self.keep_apart(silent);
        }
    }

    /// Whether the newest event, which is about to be linked, comes right after a round of its
    /// thread that others have seen: they come before it in porf, but do not happen before it.
    #[inline]
    fn follows_onlooker(&self) -> bool {
        self.events.last().is_some_and(|event| self.onlooker(event.thread) != NONE)
    }

    #[inline(never)]
    fn keep_apart(&mut self, silent: bool) {
        let newest = self.events.len() - 1;
        if self.apart.is_none() {
            let porf = |event: &super::event::Event<T, M::View<W>, W>| Past { hb: event.porf, silent: false };
            self.apart = Some(Box::new(Apart { past: self.events[..newest].iter().map(porf).collect() }));
        }
        let event = &self.events[newest];
        let (thread, kind) = (event.thread, event.kind);
        let mut hb = self.apart_reading(thread, if silent { NONE } else { event.rf });
        if let Kind::Join(child) = kind {
            let mut end = self.apart_reading(child, NONE);
            // Its end counts as an event, so that its last steps are included.
            end[child as usize] += 1;
            join(&mut hb, &end);
        }
        hb[thread as usize] += 1;
        if let Some(apart) = &mut self.apart {
            apart.past.push(Past { hb, silent });
        }
    }

    /// What happens before the next event of a thread if that reads `from`, and orders something;
    /// if it is kept apart from porf.
    pub(crate) fn apart_reading(&self, thread: u32, mut from: Id) -> Clock<W> {
        let lane = self.lane(thread);
        let mut hb = match (lane.last, lane.spawn) {
            (NONE, NONE) => [0; W],
            (NONE, event) | (event, _) => *self.happens_before(event),
        };
        hb[thread as usize] = lane.count;
        while from != NONE && initial_of(from).is_none() {
            if !self.apart.as_ref().is_some_and(|apart| apart.past[from as usize].silent) {
                join(&mut hb, self.happens_before(from));
                break;
            }
            from = self.event(from).rf;
        }
        hb
    }
}
