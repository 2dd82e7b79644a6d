//! The execution graph as data: threads, and locations with their coherence order.
//!
//! Events are linked and unlinked ([`super::link`]) in the order of a stack, the *trail*. sc, for
//! the model that wants it, is in [`super::closure`].

use super::closure::Closure;
use super::consistency::Model;
use super::event::{Clock, Content, Event, Id, Kind, NONE, initial_of, join};
use super::happens_before::Apart;
use super::location::Locations;
use super::reach::Visits;
use crate::drive::input::Swap;
use threadbare_op::{Op, Pending, Question, ReleaseSequence, Stuck};

/// A thread of the present graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<T> {
    /// The event that started it; [`NONE`] for the main thread.
    pub(crate) spawn: Id,
    pub(crate) first: Id,
    pub(crate) last: Id,
    /// Number of its events, its beginning included.
    pub(crate) count: u32,
    /// Number of threads it has started.
    pub(crate) spawned: u32,
    /// The events that wait for its end: a list through `reader_next`.
    pub(crate) joiners: Id,
    /// Itself before its first event.
    pub(crate) start: Pending<T>,
}

/// What a compare-and-swap asks of the input, and what it is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) event: Id,
    pub(crate) question: Question,
    pub(crate) answer: u32,
    /// No smaller answer was possible when it was added.
    pub(crate) first: bool,
}

impl Asked {
    /// Of an event that is about to be added.
    pub(crate) const fn of(swap: Swap, answer: u32, first: bool) -> Self {
        Self { event: NONE, question: swap.question, answer, first }
    }
}

/// The seq_cst events of a thread, in program order.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeqCst {
    pub(crate) accesses: Vec<Id>,
    pub(crate) fences: Vec<Id>,
}

/// The graph.
///
/// It has many methods since each relation of the paper is one: they are grouped by file (linking
/// in [`super::link`], sc in [`super::closure`], happens-before in [`super::happens_before`]).
#[derive(Debug)]
pub(crate) struct Execution<T, M: Model, const W: usize> {
    /// All events that are in the graph or may come back into it; a stack.
    pub(crate) events: Vec<Event<T, M::View<W>, W>>,
    /// sc, if the model has one, as far as it is closed.
    pub(crate) sc: Closure<W>,
    /// The events of the graph, in the order in which they were added.
    pub(crate) trail: Vec<Id>,
    pub(crate) lanes: Vec<Option<Lane<T>>>,
    /// The answers about the input among them, and the compare-and-swaps that the input decides, in
    /// that order.
    pub(crate) answers: Vec<Id>,
    /// The questions and what was answered, in the same order.
    pub(crate) given: Vec<(Question, u32)>,
    /// The compare-and-swaps among `events` that ask whether they succeed; a stack.
    pub(crate) swaps: Vec<Asked>,
    pub(crate) release_sequence: ReleaseSequence,
    pub(crate) locations: Locations<W>,
    /// The seq_cst accesses and fences of each thread; not kept for models that do not ask.
    pub(crate) seq_cst: Vec<SeqCst>,
    /// Happens-before of the events, if it is less than porf and the model does not keep it.
    pub(crate) apart: Option<Box<Apart<W>>>,
    pub(crate) visits: Visits,
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    pub(crate) fn new(main: Pending<T>, release_sequence: ReleaseSequence) -> Self {
        let mut lanes = vec![None; W];
        lanes[0] = Some(Lane::new(NONE, main));
        Self {
            events: Vec::new(),
            sc: Closure::default(),
            trail: Vec::new(),
            lanes,
            answers: Vec::new(),
            given: Vec::new(),
            swaps: Vec::new(),
            release_sequence,
            locations: Locations::default(),
            seq_cst: if M::SC { Vec::new() } else { vec![SeqCst::default(); W] },
            apart: None,
            visits: Visits::default(),
        }
    }

    pub(crate) fn event(&self, id: Id) -> &Event<T, M::View<W>, W> {
        &self.events[id as usize]
    }

    /// A thread that is in the graph.
    pub(crate) fn lane(&self, thread: u32) -> &Lane<T> {
        self.lanes[thread as usize].as_ref().expect("the thread is in the graph")
    }

    /// What a thread of the graph is about to do.
    pub(crate) fn pending(&self, thread: u32) -> &Pending<T> {
        self.pending_of(self.lane(thread))
    }

    /// What the thread of a lane is about to do.
    pub(crate) fn pending_of<'a>(&'a self, lane: &'a Lane<T>) -> &'a Pending<T> {
        if lane.last == NONE { &lane.start } else { &self.event(lane.last).next }
    }

    /// What a thread of the graph was about to do after one of its events ([`NONE`]: its
    /// beginning).
    pub(crate) fn pending_after(&self, thread: u32, event: Id) -> &Pending<T> {
        if event == NONE { &self.lane(thread).start } else { &self.event(event).next }
    }

    /// The thread will not do what it is about to do, for this reason.
    pub(crate) fn halt(&mut self, thread: u32, why: Stuck) {
        let last = self.lane(thread).last;
        let pending =
            if last == NONE { &mut self.lane_mut(thread).start } else { &mut self.events[last as usize].next };
        pending.op = Op::Stuck(why);
    }

    pub(super) fn lane_mut(&mut self, thread: u32) -> &mut Lane<T> {
        self.lanes[thread as usize].as_mut().expect("the thread is in the graph")
    }

    /// Whether write `w` is the initial one or counted by `clock`.
    pub(crate) fn in_clock(&self, clock: &Clock<W>, id: Id) -> bool {
        if initial_of(id).is_some() {
            return true;
        }
        let event = self.event(id);
        clock[event.thread as usize] >= event.count
    }

    pub(crate) fn co_next(&self, write: Id) -> Id {
        match initial_of(write) {
            Some(loc) => self.locations[loc].first,
            None => self.event(write).co_next,
        }
    }

    /// The write before in coherence order; not for initial writes.
    pub(crate) fn co_prev(&self, write: Id) -> Id {
        self.event(write).co_prev
    }

    /// The read-modify-write that reads `write`, if there is one in the graph.
    pub(crate) fn update_of(&self, write: Id) -> Option<Id> {
        let next = self.co_next(write);
        (next != NONE && self.event(next).kind == Kind::Update).then_some(next)
    }

    pub(crate) fn value(&self, write: Id) -> Content {
        match initial_of(write) {
            Some(loc) => self.locations[loc].content,
            None => Content { value: self.event(write).value, defined: true },
        }
    }

    /// porf of what a thread has done so far.
    pub(crate) fn porf_before(&self, thread: u32) -> Clock<W> {
        let lane = self.lane(thread);
        let mut clock = match (lane.last, lane.spawn) {
            (NONE, NONE) => [0; W],
            (NONE, spawn) => self.event(spawn).porf,
            (last, _) => self.event(last).porf,
        };
        // Does not happen before it: `core::happens_before`.
        let onlooker = self.onlooker(thread);
        if onlooker != NONE {
            join(&mut clock, &self.event(onlooker).porf);
        }
        clock[thread as usize] = lane.count;
        clock
    }

    /// porf of what a thread has done so far, and of the write that its next event reads, if it
    /// does ([`NONE`] if not).
    pub(crate) fn porf_reading(&self, thread: u32, from: Id) -> Clock<W> {
        let mut clock = self.porf_before(thread);
        if from != NONE && initial_of(from).is_none() {
            join(&mut clock, &self.event(from).porf);
        }
        clock
    }

    /// The location that a write is to.
    pub(crate) fn location_of(&self, write: Id) -> u32 {
        initial_of(write).unwrap_or_else(|| self.event(write).loc)
    }

    pub(crate) fn readers(&self, write: Id) -> Id {
        match initial_of(write) {
            Some(loc) => self.locations[loc].readers,
            None => self.event(write).readers,
        }
    }

    /// There are only `events` events left, none of the others in the graph.
    pub(super) fn truncate(&mut self, events: usize) {
        self.events.truncate(events);
        while self.swaps.last().is_some_and(|asked| asked.event as usize >= events) {
            self.swaps.pop();
        }
        if let Some(apart) = &mut self.apart {
            apart.truncate(events);
        }
    }

    /// Whether it is an answer about the input, and nothing else.
    pub(crate) fn is_answer(&self, id: Id) -> bool {
        matches!(self.event(id).kind, Kind::Answer { .. })
    }

    /// What a compare-and-swap asks of the input, if it does.
    pub(crate) fn swap(&self, id: Id) -> Option<&Asked> {
        let at = self.swaps.binary_search_by_key(&id, |asked| asked.event).ok()?;
        Some(&self.swaps[at])
    }

    /// Whether no revisit can delete an event any more (because of what it is itself).
    pub(crate) fn is_fixed(&self, id: Id) -> bool {
        let event = self.event(id);
        event.pinned || !event.comax || matches!(event.kind, Kind::Choice(1..))
    }

    /// Whether a new event (the last of its thread, with no readers) comes before another in sc.
    pub(crate) fn precedes_something(&self, id: Id) -> bool {
        let event = self.event(id);
        match event.kind {
            Kind::Load => self.co_next(event.rf) != NONE,
            Kind::Store | Kind::Update => event.co_next != NONE,
            _ => false,
        }
    }

    /// The immediate successors of an event in po, rf, co and fr, or enough of them that the others
    /// come after.
    pub(crate) fn for_each_successor(&mut self, id: Id, visit: impl FnMut(&mut Self, Id)) {
        self.for_each_of_some(id, |_, _| true, Self::co_next, visit);
    }

    /// The same in the part of the graph that `is_in` it; `co_next` is the next write in coherence
    /// order that is.
    #[inline]
    pub(crate) fn for_each_of_some(
        &mut self,
        id: Id,
        is_in: impl Fn(&Self, Id) -> bool,
        co_next: impl Fn(&Self, Id) -> Id,
        mut visit: impl FnMut(&mut Self, Id),
    ) {
        let &Event { kind, thread, rf, po_next, readers, .. } = self.event(id);
        let mut one = |this: &mut Self, to: Id| {
            if to != NONE && is_in(this, to) {
                visit(this, to);
            }
        };
        one(self, po_next);
        match kind {
            Kind::Spawn(child) => {
                let first = self.lane(child).first;
                one(self, first);
                if first == NONE {
                    self.each_joiner(child, &mut one);
                }
            }
            Kind::Load => one(self, co_next(self, rf)),
            Kind::Store | Kind::Update => {
                one(self, co_next(self, id));
                let mut reader = readers;
                while reader != NONE {
                    one(self, reader);
                    reader = self.event(reader).reader_next;
                }
            }
            _ => {}
        }
        if po_next == NONE {
            self.each_joiner(thread, &mut one);
        }
    }

    pub(crate) fn each_joiner(&mut self, thread: u32, visit: &mut impl FnMut(&mut Self, Id)) {
        let mut joiner = self.lane(thread).joiners;
        while joiner != NONE {
            visit(self, joiner);
            joiner = self.event(joiner).reader_next;
        }
    }

    /// The threads of the graph.
    pub(crate) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }
}

impl<T: Copy> Lane<T> {
    pub(super) fn new(spawn: Id, start: Pending<T>) -> Self {
        Self { spawn, first: NONE, last: NONE, count: 1, spawned: 0, joiners: NONE, start }
    }
}
