//! The trace: what every thread and location has come to, and for each event two clocks. What a
//! step does stands in [`super::step`].
//!
//! *dep* is happens-before of Mazurkiewicz traces: program order, spawn and join, and the order of
//! dependent events: a write comes after the last write of its location and the reads of that, a
//! read after the last write, an operation on a synchronisation object after the one before it.
//! *porf* (program order and reads-from) is what the system is told, since a race between plain
//! accesses is not hidden by the order in which something else was overwritten.

use super::TraceSystem;
use super::alike::Segment;
use super::leaves::{Footprint, Footprints};
use super::race::{Threads, one};
use crate::ThreadNames;
use crate::drive::clock::Clock;
use crate::drive::enabled::{first_satisfying, goes_on};
use crate::drive::input::{Answers, Open, Swap};
use crate::drive::locations::{Content, Location, Locations};
use threadbare_op::{Addr, Alike, Mark, Op, Pending, Site, Stuck, SyncOp, ThreadId, Written};

/// Index of an event in the trace; [`NONE`]: none.
pub(super) type Id = u32;
pub(super) const NONE: Id = u32::MAX;

/// How an event, or an operation that has not been performed, touches a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    /// Which; [`NONE`]: it touches none that others could change or see.
    pub(super) loc: u32,
    pub(super) kind: Kind,
}

/// What it does there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Read,
    Write,
    /// The location is a lock: it locks and unlocks it ([`super::leaves`]).
    Leaf(Footprint),
    /// It changes what is there, and commutes with its like ([`super::alike`]).
    Alike(Alike),
}

impl Access {
    pub(super) const NOTHING: Self = Self { loc: NONE, kind: Kind::Read };

    pub(super) const fn of(loc: u32, writes: bool) -> Self {
        Self { loc, kind: if writes { Kind::Write } else { Kind::Read } }
    }

    /// As how many events of its thread it counts.
    pub(super) const fn weight(self) -> u32 {
        if self.is_leaf() { 2 } else { 1 }
    }

    /// Whether it is no mere read.
    pub(super) const fn writes(self) -> bool {
        !matches!(self.kind, Kind::Read)
    }

    pub(super) const fn is_leaf(self) -> bool {
        matches!(self.kind, Kind::Leaf(_))
    }

    /// Whether it may not depend on another that changes the same location.
    pub(super) const fn commutes(self) -> bool {
        matches!(self.kind, Kind::Leaf(_) | Kind::Alike(_))
    }

    /// Whether everything else at its location depends on it.
    pub(super) const fn is_write(self) -> bool {
        matches!(self.kind, Kind::Write)
    }

    pub(super) fn conflicts(self, other: Self, footprints: &Footprints) -> bool {
        self.loc != NONE
            && self.loc == other.loc
            && match (self.kind, other.kind) {
                (Kind::Read, Kind::Read) => false,
                (Kind::Leaf(a), Kind::Leaf(b)) => footprints.conflict(a, b),
                (Kind::Alike(a), Kind::Alike(b)) => a != b,
                _ => true,
            }
    }
}

/// The last events at a location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Last {
    pub(super) write: Id,
    /// The last read of that write: a list through [`Event::last_before`].
    pub(super) read: Id,
}

impl Default for Last {
    fn default() -> Self {
        Self { write: NONE, read: NONE }
    }
}

/// A thread of the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane<T, const W: usize> {
    pub(super) pending: Pending<T>,
    /// The location that the pending operation touches; [`NONE`]: none, or nobody has asked yet.
    pub(super) loc: u32,
    /// Whether the pending access would leave it waiting if it found this content, once that was
    /// asked.
    pub(super) judged: Option<(Content, bool)>,
    /// It is known that the pending access never would.
    pub(super) goes_on: bool,
    pub(super) spawned: u32,
    /// Its beginning.
    pub(super) begun: Clocks<W>,
}

/// What comes before an event, itself included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks<const W: usize> {
    /// Happens-before.
    pub(super) dep: Clock<W>,
    pub(super) porf: Clock<W>,
}

/// A performed event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T> {
    pub(super) thread: u32,
    pub(super) access: Access,
    /// Number of events of its thread up to it; a leaf section counts as two.
    pub(super) count: u32,
    /// How many operations it is.
    pub(super) moves: u8,
    /// If it is [`Kind::Alike`]: its place among [`Trace::segments`].
    pub(super) segment: u32,
    pub(super) choice: Option<u32>,
    /// Where its thread stood before it.
    pub(super) before: Pending<T>,
    pub(super) child: Option<u32>,
    /// Where its thread stood, it was known to go on ([`Lane::goes_on`]).
    pub(super) goes_on: bool,
    /// It orders nothing ([`threadbare_op::SyncOp::orders_nothing`]): it is in nobody's porf but
    /// its own thread's.
    pub(super) silent: bool,
    /// It has asked something of the input.
    pub(super) asked: bool,
    /// It counts as a write, but has written nothing: a compare-and-swap that has failed, and would
    /// not have with another input.
    pub(super) unwritten: bool,
    /// If the invisible steps after it have touched memory that others see: where in the log these
    /// begin.
    pub(super) felt: Option<Mark>,
    /// The threads that slept, and whose next access races with the invisible steps after it.
    pub(super) disturbs: Threads,
    pub(super) mark: Mark,
    /// Its location before it.
    pub(super) content: Content,
    pub(super) last_before: Last,
}

/// A trace, and how it was come by.
pub(super) struct Trace<T, const W: usize> {
    pub(super) lanes: [Option<Lane<T, W>>; W],
    pub(super) events: Vec<Event<T>>,
    /// What comes before each event, itself included. (Kept apart, as they are longer than all else
    /// of an event, and made in place.)
    pub(super) clocks: Vec<Clocks<W>>,
    /// By event: the [`Trace::counts`] before it.
    pub(super) counts_before: Vec<Clock<W>>,
    /// By thread: its events, as often as they count.
    pub(super) own: [Vec<Id>; W],
    /// By thread: the number of its events, its beginning included, whether or not it has begun.
    pub(super) counts: Clock<W>,
    /// The threads that have begun.
    pub(super) begun: Threads,
    /// The threads that have begun and are not stuck.
    pub(super) live: Threads,
    /// Those of them that stand at a join.
    pub(super) joining: Threads,
    /// Those that have begun, and have not come to their end.
    pub(super) unfinished: Threads,
    /// How many events disturb somebody.
    pub(super) disturbing: u32,
    /// Their content is what they hold now.
    pub(super) locations: Locations<Last>,
    pub(super) names: ThreadNames,
    /// Whether sections may be events, and operations that are alike are not ordered.
    pub(super) commutes: bool,
    pub(super) footprints: Footprints,
    /// For each event that is [`Kind::Alike`]: those up to it that are not ordered with it.
    pub(super) segments: Vec<Segment<W>>,
    /// With what is not ordered here it cannot be found out who races with whom.
    pub(super) undecided: bool,
    /// What the input was asked.
    pub(super) answers: Answers,
    /// The next access of this thread would have been part of a race, had it waited before this
    /// write.
    pub(super) stale: Option<(u32, Id)>,
    /// Where such accesses are that have been shown.
    pub(super) shown: Vec<Site>,
}

impl<T: Copy, const W: usize> Trace<T, W> {
    pub(super) fn new(main: Pending<T>) -> Self {
        let mut trace = Self {
            lanes: [None; W],
            events: Vec::new(),
            clocks: Vec::new(),
            counts_before: Vec::new(),
            own: [const { Vec::new() }; W],
            counts: [1; W],
            begun: 0,
            live: 0,
            joining: 0,
            unfinished: 0,
            disturbing: 0,
            locations: Locations::default(),
            names: ThreadNames::within(W),
            commutes: false,
            footprints: Footprints::default(),
            segments: Vec::new(),
            undecided: false,
            answers: Answers::default(),
            stale: None,
            shown: Vec::new(),
        };
        let mut begun = [0; W];
        begun[0] = 1;
        trace.begin(0, main, Clocks { dep: begun, porf: begun });
        trace
    }

    pub(super) fn begin(&mut self, thread: u32, pending: Pending<T>, begun: Clocks<W>) {
        self.lanes[thread as usize] =
            Some(Lane { pending, loc: NONE, judged: None, goes_on: false, spawned: 0, begun });
        self.begun |= one(thread);
        self.stands(thread, pending);
    }

    /// A thread has come to stand there.
    pub(super) fn stands(&mut self, thread: u32, pending: Pending<T>) {
        let lane = self.lane_mut(thread);
        (lane.pending, lane.loc, lane.judged, lane.goes_on) = (pending, NONE, None, false);
        let (live, unfinished) = match pending.op {
            Op::Stuck(Stuck::Finished | Stuck::ProgramExit) => (0, 0),
            Op::Stuck(_) => (0, one(thread)),
            _ => (one(thread), one(thread)),
        };
        let joining = if matches!(pending.op, Op::Join { .. }) { live } else { 0 };
        self.live = self.live & !one(thread) | live;
        self.joining = self.joining & !one(thread) | joining;
        self.unfinished = self.unfinished & !one(thread) | unfinished;
    }

    pub(super) fn event(&self, id: Id) -> &Event<T> {
        &self.events[id as usize]
    }

    pub(super) fn lane(&self, thread: u32) -> &Lane<T, W> {
        self.lanes[thread as usize].as_ref().expect("the thread is in the trace")
    }

    pub(super) fn lane_mut(&mut self, thread: u32) -> &mut Lane<T, W> {
        self.lanes[thread as usize].as_mut().expect("the thread is in the trace")
    }

    /// What comes before the next operation of a thread.
    pub(super) fn clocks(&self, thread: u32) -> &Clocks<W> {
        match self.own[thread as usize].last() {
            Some(&last) => &self.clocks[last as usize],
            None => &self.lane(thread).begun,
        }
    }

    /// What happens before an event, itself included.
    pub(super) fn dep(&self, id: Id) -> &Clock<W> {
        &self.clocks[id as usize].dep
    }

    /// What comes before an event by the order of its thread.
    pub(super) fn clocks_before(&self, event: &Event<T>) -> &Clocks<W> {
        match self.nth(event.thread, event.count - event.access.weight()) {
            Some(previous) => &self.clocks[previous as usize],
            None => &self.lane(event.thread).begun,
        }
    }

    /// The event of a thread that brings their number to `count`.
    pub(super) fn nth(&self, thread: u32, count: u32) -> Option<Id> {
        // The beginning is the first.
        let at = (count as usize).checked_sub(2)?;
        self.own[thread as usize].get(at).copied()
    }

    /// The threads that have begun, and what they are about to do.
    pub(super) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T, W>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }

    pub(super) fn schedule(&self) -> threadbare_op::Schedule {
        self.schedule_with(std::iter::empty())
    }

    /// The same, after which these threads have a step each.
    pub(super) fn schedule_with(&self, rest: impl Iterator<Item = ThreadId>) -> threadbare_op::Schedule {
        let step = |event: &Event<T>| (ThreadId(event.thread), event.choice);
        let moves = self.events.iter().flat_map(|event| (0..event.moves).map(move |_| step(event)));
        self.names.schedule(moves.chain(rest.map(|thread| (thread, None))))
    }

    /// Whether `id` happens before what `clock` describes.
    pub(super) fn is_in(&self, clock: &Clock<W>, id: Id) -> bool {
        let event = self.event(id);
        clock[event.thread as usize] >= event.count
    }

    /// How the next operation of a thread touches memory, were it performed now. A compare-and-swap
    /// that would fail reads; one whose success depends on the input writes, also where it fails.
    pub(super) fn access<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> Access {
        let op = self.lane(thread).pending.op;
        let writes = match op {
            Op::Load { .. } => false,
            Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } => true,
            // What a wait waits for stays as it is, once it is there.
            Op::Sync { op, .. } if !op.is_wait() => true,
            _ => return Access::NOTHING,
        };
        let loc = self.location(system, thread, &op);
        match op {
            Op::Cas { .. } => {
                let old = self.locations[loc].content.value;
                Access::of(loc, system.effect(&op, old) != Written::Nothing)
            }
            Op::Rmw { .. } | Op::Sync { .. } => match self.alike(system, thread) {
                Some(alike) => Access { loc, kind: Kind::Alike(alike) },
                None => Access::of(loc, true),
            },
            _ => Access::of(loc, writes),
        }
    }

    /// What is open about the next operation of a thread, which touches that, were it performed now.
    pub(super) fn open<S: TraceSystem>(&self, system: &mut S, op: &Op, access: Access) -> Option<Open> {
        let is_mixed = |loc: u32| loc == NONE || self.locations[loc].mixed;
        Open::of(op, || if is_mixed(access.loc) { None } else { Swap::of(system, op, self.content(access.loc)) })
    }

    /// The write that a read of this event, or of one before it, reads from.
    pub(super) fn written(&self, mut write: Id) -> Id {
        while write != NONE && self.event(write).unwritten {
            write = self.event(write).last_before.write;
        }
        write
    }

    /// The number of the location that the next operation of a thread touches; its content is
    /// known.
    pub(super) fn location<S: TraceSystem>(&mut self, system: &mut S, thread: u32, op: &Op) -> u32 {
        let known = self.lane(thread).loc;
        if known != NONE {
            self.locations.renew(system, known);
            return known;
        }
        let number = match *op {
            Op::Sync { object, .. } => self.locations.number(system, object, 0),
            _ => op.loc().map_or(NONE, |loc| self.locations.number(system, loc.addr, loc.size)),
        };
        self.lane_mut(thread).loc = number;
        number
    }

    pub(super) fn content(&self, loc: u32) -> Content {
        self.locations[loc].content
    }

    /// The last events where something touches memory.
    pub(super) fn last(&self, access: Access) -> Last {
        if access.loc == NONE { Last::default() } else { self.locations[access.loc].more }
    }

    /// How an operation, which races with event `id`, and which finds what `newest` has left, would
    /// touch their location if it came before that.
    pub(super) fn access_before<S: TraceSystem<State = T>>(
        &self,
        system: &mut S,
        (id, newest): (Id, Id),
        op: &Op,
        access: Access,
    ) -> Access {
        match op {
            Op::Cas { .. } => {
                let found = self.content_without(system, newest, id).value;
                Access::of(access.loc, system.effect(op, found) != Written::Nothing)
            }
            _ => access,
        }
    }

    pub(super) fn conflict(&self, a: Access, b: Access) -> bool {
        a.conflicts(b, &self.footprints)
    }

    /// Whether a thread has come to its end.
    pub(super) fn has_ended(&self, thread: ThreadId) -> bool {
        let lane = self.lanes.get(thread.index()).and_then(Option::as_ref);
        lane.is_some_and(|lane| lane.pending.op.has_finished())
    }

    /// Whether the thread can perform its next operation now.
    pub(super) fn is_enabled<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> bool {
        match self.lane(thread).pending.op {
            Op::Stuck(_) => false,
            Op::Join { thread } => self.has_ended(thread),
            Op::Sync { object, op } if op.is_wait() => self.satisfied(system, thread, object, op).is_some(),
            op @ Op::Sync { op: what, .. } => {
                let loc = self.location(system, thread, &op);
                goes_on(system, thread, what, self.content(loc).value)
            }
            Op::Load { .. } | Op::Rmw { .. } | Op::Cas { .. } => !self.waits_now(system, thread),
            _ => true,
        }
    }

    /// The first operation on the object after which `op`, which only waits, can go on: at the
    /// earliest its thread's own arrival; [`NONE`]: already at the start.
    pub(super) fn satisfied<S: TraceSystem>(
        &mut self,
        system: &mut S,
        thread: u32,
        object: Addr,
        op: SyncOp,
    ) -> Option<Id> {
        let loc = self.locations.number(system, object, 0);
        let Location { content, more: Last { write, .. }, .. } = self.locations[loc];
        let states = std::iter::successors(Some((write, content.value)), |&(at, _)| {
            let event = self.events.get(at as usize)?;
            // Before it has arrived, a thread is not among those who wait, either.
            (event.thread != thread).then_some((event.last_before.write, event.content.value))
        });
        first_satisfying(system, thread, op, states)
    }

    pub(super) fn has_begun(&self, thread: u32) -> bool {
        self.lanes[thread as usize].is_some()
    }

    /// Whether the thread stands at an operation on a synchronisation object that is ordered with
    /// the others, or at an access that would leave it waiting.
    pub(super) fn waits_for_others<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> bool {
        match self.lanes[thread as usize].as_ref().map(|lane| lane.pending.op) {
            Some(Op::Sync { op, .. }) => !op.is_wait(),
            Some(Op::Load { .. } | Op::Rmw { .. } | Op::Cas { .. }) => self.waits_now(system, thread),
            _ => false,
        }
    }
}
