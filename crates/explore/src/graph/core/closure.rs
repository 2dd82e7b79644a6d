//! sc = (po ∪ rf ∪ co ∪ fr)+ as one vector clock per event, closed only when it is asked for.
//!
//! Nothing is asked after the last events of most executions, so closing sc at once would be wasted
//! for most events. [`Execution::close_sc`] takes the events of the trail from where it stopped
//! last time, in the order of the trail. The clock of each is made of those of its predecessors
//! that are closed already, and is then carried on to its successors among them. So every edge is
//! met when the later of its two events is closed. Events that are not closed yet are skipped in
//! coherence order, so that closing an event gives the same clocks as if it were the last of the
//! graph. Taking events out in the order of the trail restores the clocks.

use super::consistency::Model;
use super::event::{Clock, Event, Id, Kind, NONE, initial_of, join};
use super::execution::Execution;
use std::ops::{Index, IndexMut};

/// sc of the events as far as it is closed.
#[derive(Debug, Default)]
pub(crate) struct Closure<const W: usize> {
    clocks: Vec<Clock<W>>,
    /// How many events of the trail it is closed over.
    pub(super) closed: usize,
    /// Clocks before a change, newest last.
    old: Vec<(Id, Clock<W>)>,
    work: Vec<Id>,
}

impl<const W: usize> Index<Id> for Closure<W> {
    type Output = Clock<W>;

    fn index(&self, event: Id) -> &Clock<W> {
        &self.clocks[event as usize]
    }
}

impl<const W: usize> IndexMut<Id> for Closure<W> {
    fn index_mut(&mut self, event: Id) -> &mut Clock<W> {
        &mut self.clocks[event as usize]
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// Closes sc over the whole graph.
    #[inline]
    pub(crate) fn close_sc(&mut self) {
        while M::SC && self.sc.closed < self.trail.len() {
            self.close_next();
        }
    }

    /// Whether a write comes before the next event of a thread by something that can be told while
    /// sc is open: porf is in sc.
    #[inline]
    pub(crate) fn is_plainly_before(&self, write: Id, thread: u32) -> bool {
        if initial_of(write).is_some() {
            return true;
        }
        let writer = self.event(write);
        let lane = self.lane(thread);
        let past = if lane.last == NONE { lane.spawn } else { lane.last };
        writer.thread == thread || (past != NONE && self.event(past).porf[writer.thread as usize] >= writer.count)
    }

    /// The newest event, with which sc was closed over the whole graph, is taken out.
    pub(crate) fn reopen(&mut self, id: Id) {
        let &Event { kind, loc, co_prev, clocks_before, .. } = self.event(id);
        if kind.writes() {
            let tail = &mut self.locations[loc].closed_tail;
            if *tail == id {
                *tail = co_prev;
            }
        }
        while self.sc.old.len() > clocks_before as usize {
            if let Some((changed, clock)) = self.sc.old.pop() {
                self.sc[changed] = clock;
            }
        }
        self.sc.closed = self.trail.len();
    }

    fn is_closed(&self, id: Id) -> bool {
        (self.event(id).position as usize) < self.sc.closed
    }

    fn close_next(&mut self) {
        let id = self.trail[self.sc.closed];
        let clock = self.clock_of(id);
        if self.sc.clocks.len() < self.events.len() {
            self.sc.clocks.resize(self.events.len(), [0; W]);
        }
        self.sc[id] = clock;
        self.events[id as usize].clocks_before = u32::try_from(self.sc.old.len()).unwrap_or(u32::MAX);
        let &Event { kind, loc, co_prev, .. } = self.event(id);
        if kind.writes() {
            let before = self.closed_before(co_prev);
            let tail = &mut self.locations[loc].closed_tail;
            if *tail == before {
                *tail = id;
            }
        }
        self.sc.closed += 1;
        self.propagate(id);
    }

    /// The clock of the first event that is not closed, from its closed predecessors.
    fn clock_of(&self, id: Id) -> Clock<W> {
        let event = self.event(id);
        let spawn = self.lane(event.thread).spawn;
        let mut clock = match (event.po_prev, spawn) {
            (NONE, NONE) => [0; W],
            (NONE, spawn) => self.sc[spawn],
            (last, _) => self.sc[last],
        };
        clock[event.thread as usize] = event.count;
        if event.rf != NONE && initial_of(event.rf).is_none() {
            join(&mut clock, &self.sc[event.rf]);
        }
        if event.kind.writes() {
            self.join_coherence(event.co_prev, &mut clock);
        }
        if let Kind::Join(child) = event.kind {
            let lane = self.lane(child);
            let last = if lane.last == NONE { lane.spawn } else { lane.last };
            if last != NONE {
                join(&mut clock, &self.sc[last]);
            }
            clock[child as usize] = clock[child as usize].max(lane.count);
        }
        clock
    }

    /// What comes before a write that is placed after `write`.
    fn join_coherence(&self, write: Id, clock: &mut Clock<W>) {
        let at = self.closed_before(write);
        if initial_of(at).is_none() {
            join(clock, &self.sc[at]);
        }
        let mut reader = self.readers(at);
        while reader != NONE {
            let event = self.event(reader);
            if event.kind != Kind::Wait && self.is_closed(reader) {
                join(clock, &self.sc[reader]);
            }
            reader = event.reader_next;
        }
    }

    /// The write, or the next before it in coherence order, that is closed.
    fn closed_before(&self, write: Id) -> Id {
        let mut at = write;
        while initial_of(at).is_none() && !self.is_closed(at) {
            at = self.co_prev(at);
        }
        at
    }

    /// The next write after a closed one in coherence order that is closed. Mostly there is none,
    /// which is told without walking over all that are not closed yet: of a long thread whose
    /// events are closed together each walk would be as long.
    fn closed_after(&self, write: Id) -> Id {
        if self.locations[self.location_of(write)].closed_tail == write {
            return NONE;
        }
        let mut at = self.co_next(write);
        while at != NONE && !self.is_closed(at) {
            at = self.co_next(at);
        }
        at
    }

    /// Carries the clock of an event on to everything after it in sc.
    fn propagate(&mut self, id: Id) {
        if !self.precedes_closed(id) {
            return;
        }
        let mut work = std::mem::take(&mut self.sc.work);
        work.push(id);
        while let Some(from) = work.pop() {
            let clock = self.sc[from];
            self.for_each_of_some(from, Self::is_closed, Self::closed_after, |this, to| {
                let old = this.sc[to];
                if join(&mut this.sc[to], &clock) {
                    this.sc.old.push((to, old));
                    work.push(to);
                }
            });
        }
        self.sc.work = work;
    }

    /// Whether the newest closed event (the last of its thread, with no readers) comes before
    /// another in sc.
    fn precedes_closed(&self, id: Id) -> bool {
        let event = self.event(id);
        match event.kind {
            Kind::Load => self.closed_after(event.rf) != NONE,
            Kind::Store | Kind::Update => self.closed_after(id) != NONE,
            _ => false,
        }
    }
}
