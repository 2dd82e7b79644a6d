//! The events explored so far, where the threads stand after them, and the closed order. Events can
//! be taken back.
//!
//! Events are kept in the order in which they were made. That order respects program order, spawn
//! and join, and has each read after all its good writes, so it respects every happens-before the
//! events can have; it need not be an interleaving. The interleaving at hand, the *witness*, is a
//! sequence of its own.
//!
//! The clock that the system is told is what happens before in every witness: of several good
//! writes, what happens before all of them. If that is less than what happens before in the witness
//! at hand, an event is *loose*.

use super::candidates::{Group, Grouping};
use crate::ThreadNames;
use crate::drive::clock::{Clock, join_all, join_ended};
use crate::drive::effect::{Effect, MIXED, effect, synchronises, tell};
use crate::drive::enabled::{first_satisfying, goes_on};
use crate::drive::locations::{Content, Locations};
use crate::drive::threads::{Threads, run_on, start};
use crate::hidden::Hidden;
use crate::values::closure::{Closed, Mark as ClosedMark};
use crate::values::order::{Id, NONE};
use threadbare_op::{
    Answer, At, FaultId, Mark, Op, Pending, Schedule, Stuck, SyncOp, SyncState, System, ThreadId, Word,
};

/// A thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane<T, const W: usize> {
    pub(super) pending: Pending<T>,
    /// Number of its events, its beginning included.
    pub(super) count: u32,
    spawned: u32,
    /// The event that began it.
    start: Id,
    pub(super) hb: Clock<W>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T, const W: usize> {
    pub(super) thread: u32,
    pub(super) choice: Option<u32>,
    /// Its thread before it.
    pub(super) before: Lane<T, W>,
    pub(super) child: Option<u32>,
    pub(super) location: u32,
    /// What it writes.
    pub(super) written: Option<Word>,
    pub(super) answer: Option<Answer>,
    pub(super) hb: Clock<W>,
    /// What happens before who reads what it has written.
    pub(super) heard: Clock<W>,
    loose: bool,
    mark: Mark,
}

/// What a thread can do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Something that reads nothing that others could decide: it can be done at once.
    Free,
    /// It reads a location.
    Reads(u32),
    /// A choice among so many values.
    Choice(u32),
    /// Nothing, now or for ever.
    Nothing,
}

/// How the witness was changed.
pub(super) enum Change {
    /// An event was put there.
    Inserted(usize),
    /// It was another one.
    Replaced(Vec<Id>),
}

/// A point to go back to.
pub(super) struct Back {
    events: usize,
    closed: ClosedMark,
    witness: usize,
    change: Change,
}

pub(super) struct Execution<T, const W: usize> {
    pub(super) lanes: [Option<Lane<T, W>>; W],
    pub(super) events: Vec<Event<T, W>>,
    pub(super) closed: Closed<W>,
    pub(super) witness: Vec<Id>,
    /// Their content is the initial one.
    pub(super) locations: Locations,
    pub(super) names: ThreadNames,
    /// How many events are loose.
    pub(super) loose: u32,
    /// [`Grouping::by_past`].
    by_past: bool,
    /// Whether there are plain accesses that are events only in some orders ([`Hidden`]).
    hides: bool,
}

impl<T: Copy, const W: usize> Execution<T, W> {
    pub(super) fn new(main: Pending<T>, grouping: Grouping, hides: bool) -> Self {
        let mut lanes = [None; W];
        let mut hb = [0; W];
        hb[0] = 1;
        lanes[0] = Some(Lane { pending: main, count: 1, spawned: 0, start: NONE, hb });
        Self {
            lanes,
            events: Vec::new(),
            closed: Closed::default(),
            witness: Vec::new(),
            locations: Locations::default(),
            names: ThreadNames::within(W),
            loose: 0,
            by_past: grouping.by_past,
            hides,
        }
    }

    pub(super) fn event(&self, id: Id) -> &Event<T, W> {
        &self.events[id as usize]
    }

    pub(super) fn lane(&self, thread: u32) -> &Lane<T, W> {
        self.lanes[thread as usize].as_ref().expect("the thread has begun")
    }

    fn lane_mut(&mut self, thread: u32) -> &mut Lane<T, W> {
        self.lanes[thread as usize].as_mut().expect("the thread has begun")
    }

    /// The threads that have begun.
    pub(super) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T, W>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }

    /// The schedule of the witness, or of a beginning of it that ends with an event; without plain
    /// accesses that are no events in this order.
    pub(super) fn schedule(&self, last: Option<Id>) -> Schedule {
        let end = last.and_then(|last| self.witness.iter().position(|&id| id == last));
        let steps = &self.witness[..end.map_or(self.witness.len(), |end| end + 1)];
        let mut hidden = Hidden::new(self.hides);
        let is_event = |id: &Id| {
            let Event { before, location, written, .. } = self.event(*id);
            hidden.is_event(&before.pending.op, *location, written.is_some())
        };
        let steps: Vec<Id> = steps.iter().copied().filter(is_event).collect();
        self.names.schedule(steps.iter().map(|&id| (ThreadId(self.event(id).thread), self.event(id).choice)))
    }

    /// The value that a write, or the initial one ([`NONE`]), leaves in a location.
    pub(super) fn content(&self, location: u32, write: Id) -> Content {
        match write {
            NONE => self.locations[location].content,
            write => Content { value: self.event(write).written.unwrap_or_default(), defined: true },
        }
    }

    /// The newest write of a location, or [`NONE`]. Of a synchronisation object it is the last one:
    /// each reads from the one before it.
    pub(super) fn newest(&self, location: u32) -> Id {
        self.closed.writes(location).last().map_or(NONE, |w| w.id)
    }

    /// The events that the next one of a thread comes after, apart from those of the thread itself.
    pub(super) fn after(&self, thread: u32) -> Option<Id> {
        let lane = self.lane(thread);
        (lane.count == 1 && lane.start != NONE).then_some(lane.start)
    }

    /// What comes before the next event of a thread.
    pub(super) fn past(&self, thread: u32) -> Clock<W> {
        let last = self.closed.order.chain(thread).last().copied().or(self.after(thread));
        last.map_or([0; W], |last| *self.closed.order.upto(last))
    }

    /// What the thread can do next.
    pub(super) fn next<S: System<State = T>>(&mut self, system: &mut S, thread: u32) -> Next {
        match self.lane(thread).pending.op {
            Op::Stuck(_) => Next::Nothing,
            Op::Choice { arity, .. } => Next::Choice(arity),
            Op::Fence { .. } | Op::Spawn | Op::Store { .. } => Next::Free,
            Op::Join { thread } => {
                let lane = self.lanes.get(thread.index()).and_then(Option::as_ref);
                let has_finished = lane.is_some_and(|lane| lane.pending.op.has_finished());
                if has_finished { Next::Free } else { Next::Nothing }
            }
            Op::Load { loc, .. } | Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                let location = self.locations.number(system, loc.addr, loc.size);
                if self.locations[location].mixed { Next::Free } else { Next::Reads(location) }
            }
            Op::Sync { object, op } if op.is_wait() => {
                let location = self.locations.number(system, object, 0);
                if self.satisfied(system, thread, location, op).is_some() { Next::Free } else { Next::Nothing }
            }
            Op::Sync { object, op } => {
                let location = self.locations.number(system, object, 0);
                match self.owned(system, thread, location) {
                    Some(state) if !goes_on(system, thread, op, state) => Next::Nothing,
                    Some(_) => Next::Free,
                    None => Next::Reads(location),
                }
            }
        }
    }

    /// The state of a lock that the thread holds: nobody else can change it. (By pasts, others can:
    /// an attempt that fails is a link of the chain, before or after what the owner does next.)
    fn owned<S: System>(&self, system: &mut S, thread: u32, location: u32) -> Option<Word> {
        if self.by_past {
            return None;
        }
        let newest = self.newest(location);
        let state = self.content(location, newest).value;
        match system.sync().get(state.state()) {
            SyncState::Mutex { owner: Some(owner), .. } | SyncState::Spin { owner: Some(owner) } => {
                (newest != NONE && owner.0 == thread && self.event(newest).thread == thread).then_some(state)
            }
            _ => None,
        }
    }

    /// For an operation that only waits for a state that stays reached: the write that reached it
    /// ([`NONE`]: the initial one), if there is one since the thread's own last operation.
    fn satisfied<S: System>(&self, system: &mut S, thread: u32, location: u32, op: SyncOp) -> Option<Id> {
        let writes = self.closed.writes(location);
        let own = writes.iter().rposition(|w| w.thread == thread);
        let since = own.map_or(writes, |own| &writes[own..]);
        let initial = own.is_none().then_some(NONE);
        let newest_first = since.iter().rev().map(|w| w.id).chain(initial);
        let states = newest_first.map(|write| (write, self.content(location, write).value));
        first_satisfying(system, thread, op, states)
    }

    /// Performs the next operation of a thread, which is free.
    pub(super) fn perform<S: System<State = T>>(&mut self, system: &mut S, thread: u32) {
        let op = self.lane(thread).pending.op;
        let after = self.after(thread);
        let mut what = Does::default();
        let mut heard = [0; W];
        match op {
            Op::Store { loc, value, .. } => {
                what.location = self.locations.number(system, loc.addr, loc.size);
                what.effect.written = Some(value);
            }
            Op::Join { thread: child } => {
                let last = self.closed.order.chain(child.0).last().copied().or(self.after(child.0));
                self.closed.push(thread, &[after, last].into_iter().flatten().collect::<Vec<_>>());
                what.pushed = true;
            }
            Op::Sync { object, op } if op.is_wait() => {
                let location = self.locations.number(system, object, 0);
                let write = self.satisfied(system, thread, location, op).unwrap_or(NONE);
                what.from = (write != NONE).then_some(write);
                self.closed.push(thread, &[after, what.from].into_iter().flatten().collect::<Vec<_>>());
                (what.pushed, what.effect) = (true, Effect::told(Answer::Result(0)));
            }
            Op::Sync { object, .. } => {
                let location = self.locations.number(system, object, 0);
                let state = self.owned(system, thread, location).unwrap_or_default();
                heard = self.heard_at(location);
                // It is free.
                let found = Content { value: state, defined: true };
                what.effect = effect(system, thread, &op, found).unwrap_or(Effect::DONE);
                if what.effect.written == Some(state) {
                    what.effect.written = None;
                    what.loose = !what.effect.silent;
                } else if what.effect.written.is_some() {
                    what.location = location;
                }
            }
            _ => {}
        }
        if let Some(loc) = op.loc() {
            let location = self.locations.number(system, loc.addr, loc.size);
            if self.locations[location].mixed {
                what = Does { is_mixed: true, ..Does::default() };
            }
        }
        if !what.pushed {
            let after = after.as_slice();
            if what.location == NONE {
                self.closed.push(thread, after);
            } else {
                self.closed.access(thread, after, what.location, None, true);
            }
        }
        self.witness.push(self.events.len() as Id);
        let hb = what.from.map_or([0; W], |write| self.event(write).hb);
        self.happen(system, thread, None, what, Some((&hb, &heard)));
    }

    /// What is heard through the newest write there.
    fn heard_at(&self, location: u32) -> Clock<W> {
        match self.newest(location) {
            NONE => [0; W],
            newest => self.event(newest).heard,
        }
    }

    /// Answers the choice at which a thread stands.
    pub(super) fn choose<S: System<State = T>>(&mut self, system: &mut S, thread: u32, value: u32) {
        self.closed.push(thread, self.after(thread).as_slice());
        self.witness.push(self.events.len() as Id);
        let what = Does { effect: Effect::told(Answer::Result(u64::from(value))), ..Does::default() };
        self.happen(system, thread, Some(value), what, None);
    }

    /// Performs a read, which stands in the order and in the witness already.
    pub(super) fn read<S: System<State = T>>(&mut self, system: &mut S, thread: u32, location: u32, group: &Group<W>) {
        let Group { answer, written, misuse, loose, .. } = *group;
        let effect = Effect { answer, written, misuse, silent: false };
        let what = Does { location, effect, loose, ..Does::default() };
        self.happen(system, thread, None, what, Some((&group.hb, &group.heard)));
    }

    /// Makes the newest event of the order happen, after the first clock of `from`, and runs its thread
    /// to its next operation. Through a plain store to a part the second one is heard.
    fn happen<S: System<State = T>>(
        &mut self,
        system: &mut S,
        thread: u32,
        choice: Option<u32>,
        what: Does,
        from: Option<(&Clock<W>, &Clock<W>)>,
    ) {
        let before = *self.lane(thread);
        let mark = system.mark();
        let mut hb = before.hb;
        if let Some((from, _)) = from {
            join_all(&mut hb, from);
        }
        let count = before.count + 1;
        if let Op::Join { thread: child } = before.pending.op {
            let Lane { hb: last, count, .. } = self.lane(child.0);
            join_ended(&mut hb, child, last, *count);
        }
        hb[thread as usize] = count;
        let heard = match from {
            _ if synchronises(system, &before.pending.op) && !before.pending.op.is_peek() => hb,
            Some((_, through)) => *through,
            None => [0; W],
        };
        let Does { location, effect: Effect { answer, written, misuse, .. }, loose, is_mixed, .. } = what;
        let answer = (misuse.is_none() && !is_mixed).then_some(answer);
        if location != NONE {
            self.locations[location].live += 1;
        }
        self.loose += u32::from(loose);
        self.events.push(Event {
            thread,
            choice,
            before,
            child: None,
            location,
            written,
            answer,
            hb,
            heard,
            loose,
            mark,
        });
        let lane = self.lane_mut(thread);
        (lane.count, lane.hb) = (count, hb);
        let next = self.go_on(system, thread, &what);
        self.lane_mut(thread).pending = next;
    }

    /// Tells the system of the newest event, and runs its thread to its next operation.
    fn go_on<S: System<State = T>>(&mut self, system: &mut S, thread: u32, what: &Does) -> Pending<T> {
        let id = self.events.len() - 1;
        let Event { before: Lane { pending: before, .. }, hb, .. } = self.events[id];
        let thread = ThreadId(thread);
        if what.is_mixed {
            self.locations.note_overlap(system, &before.op, before.site);
            return before.stopped(MIXED);
        }
        let at = At { thread, epoch: hb[thread.index()], clock: &hb };
        if let Err(stuck) = tell(system, at, (&before.op, before.site), &what.effect) {
            return before.stopped(stuck);
        }
        run_on(self, system, thread, before, what.effect.answer)
    }

    /// Where the thread of an event stands, or a child that it began, if that is a fault.
    pub(super) fn fault_of(&self, thread: u32) -> Option<FaultId> {
        match self.lane(thread).pending.op {
            Op::Stuck(Stuck::Fault(fault)) => Some(fault),
            _ => None,
        }
    }

    /// A point to come back to; how the witness is changed is to be told to [`Self::undo`].
    pub(super) fn point(&self) -> Back {
        Back {
            events: self.events.len(),
            closed: self.closed.mark(),
            witness: self.witness.len(),
            change: Change::Inserted(self.witness.len()),
        }
    }

    /// Takes everything since the point back.
    pub(super) fn undo<S: System<State = T>>(&mut self, system: &mut S, back: Back) {
        while self.events.len() > back.events {
            let Some(event) = self.events.pop() else { break };
            if let Some(child) = event.child {
                self.lanes[child as usize] = None;
            }
            if event.location != NONE {
                self.locations[event.location].live -= 1;
            }
            self.loose -= u32::from(event.loose);
            self.lanes[event.thread as usize] = Some(event.before);
            system.undo(event.mark);
        }
        self.closed.undo(back.closed);
        match back.change {
            Change::Replaced(witness) => self.witness = witness,
            Change::Inserted(at) => {
                if at < back.witness {
                    self.witness.truncate(back.witness + 1);
                    self.witness.remove(at);
                } else {
                    self.witness.truncate(back.witness);
                }
            }
        }
    }
}

impl<S: System, const W: usize> Threads<S> for Execution<S::State, W> {
    fn at(&self, thread: ThreadId) -> At<'_> {
        let Lane { count, hb, .. } = self.lane(thread.0);
        At { thread, epoch: count + 1, clock: hb }
    }

    fn names(&mut self) -> &mut ThreadNames {
        &mut self.names
    }

    fn spawned(&mut self, thread: ThreadId) -> &mut u32 {
        &mut self.lane_mut(thread.0).spawned
    }

    fn begin(&mut self, system: &mut S, _: ThreadId, child: ThreadId, state: S::State) {
        let id = self.events.len() - 1;
        let mut hb = self.events[id].hb;
        hb[child.index()] = 1;
        let pending = start(system, child, &hb, state);
        self.lanes[child.index()] = Some(Lane { pending, count: 1, spawned: 0, start: id as Id, hb });
        self.events[id].child = Some(child.0);
    }
}

impl Back {
    /// The number of the first event after the point.
    pub(super) fn first(&self) -> Id {
        self.events as Id
    }

    pub(super) fn with(self, change: Change) -> Self {
        Self { change, ..self }
    }
}

/// What an operation comes to.
struct Does {
    location: u32,
    effect: Effect,
    /// Another location overlaps its own.
    is_mixed: bool,
    /// The write that a wait waits for.
    from: Option<Id>,
    loose: bool,
    /// Whether it stands in the order already.
    pushed: bool,
}

impl Default for Does {
    fn default() -> Self {
        Self { location: NONE, effect: Effect::DONE, is_mixed: false, from: None, loose: false, pushed: false }
    }
}
