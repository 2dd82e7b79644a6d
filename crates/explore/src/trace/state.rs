//! The trace: what every thread and location has come to, and for each event two clocks. Steps can be taken back.
//!
//! *dep* is happens-before of Mazurkiewicz traces: program order, spawn and join, and the order of dependent events: a write
//! comes after the last write of its location and the reads of that, a read after the last write, an operation on a
//! synchronisation object after the one before it. *porf* (program order and reads-from) is what the system is told,
//! since a race between plain accesses is not hidden by the order in which something else was overwritten.

use crate::ThreadNames;
use crate::clock::{Clock, join};
use crate::deadlock::misuse;
use crate::locations::{Content, Location, Locations, apply};
use threadbare_op::{
    AccessKind, Addr, Answer, At, Limit, Mark, Op, Outcome, Pending, Stuck, SyncOp, System, ThreadId, Written,
};

/// Index of an event in the trace; [`NONE`]: none.
pub(super) type Id = u32;
pub(super) const NONE: Id = u32::MAX;

/// How an event, or an operation that has not been performed, touches a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Access {
    /// Which; [`NONE`]: it touches none that others could change or see.
    pub(super) loc: u32,
    pub(super) writes: bool,
}

impl Access {
    pub(super) const NOTHING: Self = Self { loc: NONE, writes: false };

    pub(super) const fn conflicts(self, other: Self) -> bool {
        self.loc != NONE && self.loc == other.loc && (self.writes || other.writes)
    }
}

/// The last events at a location.
#[derive(Clone, Copy, Debug)]
struct Last {
    write: Id,
    /// The last read of that write: a list through [`Event::read_before`].
    read: Id,
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
    /// Number of its events, its beginning included.
    pub(super) count: u32,
    spawned: u32,
    pub(super) dep: Clock<W>,
    porf: Clock<W>,
}

/// A performed event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T, const W: usize> {
    pub(super) thread: u32,
    pub(super) access: Access,
    /// Number of events of its thread up to it.
    pub(super) count: u32,
    /// Happens-before, itself included.
    pub(super) dep: Clock<W>,
    porf: Clock<W>,
    pub(super) choice: Option<u32>,
    /// Its thread before it.
    pub(super) before: Lane<T, W>,
    pub(super) child: Option<u32>,
    /// The threads that slept, and whose next access races with the invisible steps after it.
    pub(super) disturbs: u64,
    mark: Mark,
    /// Its location before it.
    pub(super) content: Content,
    pub(super) write_before: Id,
    pub(super) read_before: Id,
}

/// A trace, and how it was come by.
pub(super) struct Trace<T, const W: usize> {
    pub(super) lanes: [Option<Lane<T, W>>; W],
    pub(super) events: Vec<Event<T, W>>,
    /// Their content is what they hold now.
    locations: Locations<Last>,
    names: ThreadNames,
    /// A thread's number did not fit the clocks.
    pub(super) too_narrow: bool,
}

impl<T: Copy, const W: usize> Trace<T, W> {
    pub(super) fn new(main: Pending<T>) -> Self {
        let mut lanes = [None; W];
        let mut begun = [0; W];
        begun[0] = 1;
        lanes[0] = Some(Lane { pending: main, count: 1, spawned: 0, dep: begun, porf: begun });
        Self {
            lanes,
            events: Vec::new(),
            locations: Locations::default(),
            names: ThreadNames::default(),
            too_narrow: false,
        }
    }

    pub(super) fn event(&self, id: Id) -> &Event<T, W> {
        &self.events[id as usize]
    }

    pub(super) fn lane(&self, thread: u32) -> &Lane<T, W> {
        self.lanes[thread as usize].as_ref().expect("the thread is in the trace")
    }

    fn lane_mut(&mut self, thread: u32) -> &mut Lane<T, W> {
        self.lanes[thread as usize].as_mut().expect("the thread is in the trace")
    }

    /// The threads that have begun, and what they are about to do.
    pub(super) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T, W>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }

    pub(super) fn schedule(&self) -> threadbare_op::Schedule {
        self.names.schedule(self.events.iter().map(|event| (ThreadId(event.thread), event.choice)))
    }

    /// Whether `id` happens before what `clock` describes.
    pub(super) fn is_in(&self, clock: &Clock<W>, id: Id) -> bool {
        let event = self.event(id);
        clock[event.thread as usize] >= event.count
    }

    /// How the next operation of a thread touches memory, were it performed now. A compare-and-swap that would fail reads.
    pub(super) fn access<S: System>(&mut self, system: &mut S, thread: u32) -> Access {
        let op = self.lane(thread).pending.op;
        match op {
            Op::Load { loc, .. } => Access { loc: self.locations.number(system, loc.addr, loc.size), writes: false },
            Op::Store { loc, .. } | Op::Rmw { loc, .. } => {
                Access { loc: self.locations.number(system, loc.addr, loc.size), writes: true }
            }
            Op::Cas { loc, .. } => {
                let number = self.locations.number(system, loc.addr, loc.size);
                let old = self.locations[number].content.value;
                Access { loc: number, writes: matches!(op.written(old), Written::Value(_)) }
            }
            // What a wait waits for stays as it is, once it is there.
            Op::Sync { object, op } if !op.is_wait() => {
                Access { loc: self.locations.number(system, object, 0), writes: true }
            }
            _ => Access::NOTHING,
        }
    }

    pub(super) fn content(&self, loc: u32) -> Content {
        self.locations[loc].content
    }

    pub(super) fn last_write(&self, loc: u32) -> Id {
        self.locations[loc].more.write
    }

    pub(super) fn last_read(&self, loc: u32) -> Id {
        self.locations[loc].more.read
    }

    /// How an operation, which races with event `id`, would touch their location if it came before that.
    pub(super) fn access_before(&self, id: Id, op: &Op, access: Access) -> Access {
        let writes = match op {
            Op::Cas { .. } => matches!(op.written(self.event(id).content.value), Written::Value(_)),
            _ => access.writes,
        };
        Access { writes, ..access }
    }

    /// Whether the thread can perform its next operation now.
    pub(super) fn is_enabled<S: System>(&mut self, system: &mut S, thread: u32) -> bool {
        match self.lane(thread).pending.op {
            Op::Stuck(_) => false,
            Op::Join { thread } => self.lanes.get(thread.index()).is_some_and(|lane| {
                lane.as_ref().is_some_and(|lane| matches!(lane.pending.op, Op::Stuck(Stuck::Finished)))
            }),
            Op::Sync { object, op } if op.is_wait() => self.satisfied(system, thread, object, op).is_some(),
            Op::Sync { object, op } => {
                let loc = self.locations.number(system, object, 0);
                let state = self.locations[loc].content.value;
                !matches!(apply(system, state, op, thread), Outcome::Blocked)
            }
            _ => true,
        }
    }

    /// Whether the operation would have been enabled before the event `id` on its object.
    pub(super) fn was_enabled<S: System>(&self, system: &mut S, thread: u32, id: Id) -> bool {
        let Op::Sync { op, .. } = self.lane(thread).pending.op else { return true };
        !matches!(apply(system, self.event(id).content.value, op, thread), Outcome::Blocked)
    }

    /// The first operation on the object after which `op`, which only waits, can go on; [`NONE`]: already at the start.
    fn satisfied<S: System>(&mut self, system: &mut S, thread: u32, object: Addr, op: SyncOp) -> Option<Id> {
        let loc = self.locations.number(system, object, 0);
        let Location { content, more: Last { write, .. }, .. } = self.locations[loc];
        let (mut state, mut at, mut found) = (content.value, write, None);
        while matches!(apply(system, state, op, thread), Outcome::Next { .. }) {
            found = Some(at);
            if at == NONE {
                break;
            }
            (state, at) = (self.event(at).content.value, self.event(at).write_before);
        }
        found
    }

    /// Performs the next operation of a thread that is enabled; `choice` answers it if it is one.
    pub(super) fn step<S: System<State = T>>(&mut self, system: &mut S, thread: u32, choice: Option<u32>) {
        let before = *self.lane(thread);
        let mark = system.mark();
        let access = self.access(system, thread);
        let mut event = Event {
            thread,
            access,
            count: before.count + 1,
            dep: before.dep,
            porf: before.porf,
            choice,
            before,
            child: None,
            disturbs: 0,
            mark,
            content: Content { value: 0, defined: false },
            write_before: NONE,
            read_before: NONE,
        };
        let effect = self.effect(system, &mut event);
        self.order(&mut event, &effect);
        self.link(&mut event, &effect);
        let lane = self.lane_mut(thread);
        (lane.count, lane.dep, lane.porf) = (event.count, event.dep, event.porf);
        self.events.push(event);
        let next = self.perform(system, before.pending, &effect);
        self.lane_mut(thread).pending = next;
    }

    /// What the operation reads and writes.
    fn effect<S: System>(&mut self, system: &mut S, event: &mut Event<T, W>) -> Effect {
        let op = event.before.pending.op;
        let done = Effect { answer: Answer::Done, written: None, source: NONE, fault: None };
        match op {
            Op::Sync { object, op } if op.is_wait() => {
                let source = self.satisfied(system, event.thread, object, op).unwrap_or(NONE);
                Effect { answer: Answer::Value(0), source, ..done }
            }
            Op::Choice { .. } => Effect { answer: Answer::Value(u64::from(event.choice.unwrap_or(0))), ..done },
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } => {
                let Location { content, mixed, more: Last { write, .. }, .. } = self.locations[event.access.loc];
                event.content = content;
                if mixed {
                    event.access = Access::NOTHING;
                    return Effect { fault: Some(Stuck::Limit(Limit::MixedSize)), ..done };
                }
                let reads = !matches!(op, Op::Store { .. });
                let answer = match (reads, content.defined) {
                    (false, _) => Answer::Done,
                    (true, true) => Answer::Value(content.value),
                    (true, false) => Answer::Uninit,
                };
                let written = match op.written(content.value) {
                    Written::Value(value) => Some(value),
                    Written::Nothing => None,
                };
                Effect { answer, written, source: if reads { write } else { NONE }, fault: None }
            }
            Op::Sync { op, .. } => {
                let Location { content, more: Last { write, .. }, .. } = self.locations[event.access.loc];
                event.content = content;
                let done = Effect { source: write, ..done };
                match apply(system, content.value, op, event.thread) {
                    Outcome::Next { state, result } => {
                        Effect { answer: Answer::Value(result), written: Some(u64::from(state.0)), ..done }
                    }
                    Outcome::Misuse(why) => {
                        let site = event.before.pending.site;
                        let fault = system.add_fault(misuse(ThreadId(event.thread), op, site, why));
                        Effect { written: Some(content.value), fault: Some(Stuck::Fault(fault)), ..done }
                    }
                    // It was enabled.
                    Outcome::Blocked => Effect { written: Some(content.value), ..done },
                }
            }
            _ => done,
        }
    }

    /// The clocks of an event.
    fn order(&self, event: &mut Event<T, W>, effect: &Effect) {
        let Access { loc, writes } = event.access;
        if effect.source != NONE {
            let source = self.event(effect.source);
            join(&mut event.porf, &source.porf);
            join(&mut event.dep, &source.dep);
        }
        if loc != NONE {
            let Last { write, mut read } = self.locations[loc].more;
            if write != NONE {
                join(&mut event.dep, &self.event(write).dep);
            }
            while writes && read != NONE {
                join(&mut event.dep, &self.event(read).dep);
                read = self.event(read).read_before;
            }
        }
        if let Op::Join { thread } = event.before.pending.op {
            // Its end counts as an event, so that its last steps are included.
            let child = self.lane(thread.0);
            join(&mut event.dep, &child.dep);
            join(&mut event.porf, &child.porf);
            event.porf[thread.index()] = child.count + 1;
            event.dep[thread.index()] = child.count + 1;
        }
        event.dep[event.thread as usize] = event.count;
        event.porf[event.thread as usize] = event.count;
    }

    /// Whether the next operation of a thread, a memory access, would be found to be a race, were it performed now.
    pub(super) fn would_race<S: System<State = T>>(&mut self, system: &mut S, thread: u32) -> bool {
        let Pending { op, site, .. } = self.lane(thread).pending;
        if op.loc().is_none() {
            return false;
        }
        let mark = system.mark();
        let access = self.access(system, thread);
        let Location { content, more: Last { write, .. }, .. } = self.locations[access.loc];
        let mut porf = self.lane(thread).porf;
        if write != NONE && !matches!(op, Op::Store { .. }) {
            join(&mut porf, &self.event(write).porf);
        }
        porf[thread as usize] = self.lane(thread).count + 1;
        let kind = match op.written(content.value) {
            Written::Value(value) => AccessKind::Write(value),
            Written::Nothing => AccessKind::Read,
        };
        let at = At { thread: ThreadId(thread), epoch: porf[thread as usize], clock: &porf };
        let races = system.access(at, &op, site, kind).is_err();
        system.undo(mark);
        races
    }

    /// Notes whom the newest event disturbs.
    pub(super) fn note_disturbed(&mut self, threads: u64) {
        if let Some(event) = self.events.last_mut() {
            event.disturbs = threads;
        }
    }

    pub(super) fn has_begun(&self, thread: u32) -> bool {
        self.lanes[thread as usize].is_some()
    }

    /// Whether the thread stands at an operation on a synchronisation object that is ordered with the others.
    pub(super) fn waits_for_object(&self, thread: u32) -> bool {
        let lane = &self.lanes[thread as usize];
        lane.as_ref().is_some_and(|lane| matches!(lane.pending.op, Op::Sync { op, .. } if !op.is_wait()))
    }

    /// Puts an event at its location, as the next of the trace.
    fn link(&mut self, event: &mut Event<T, W>, effect: &Effect) {
        let id = u32::try_from(self.events.len()).unwrap_or(NONE);
        let Access { loc, writes } = event.access;
        if loc == NONE {
            return;
        }
        let location = &mut self.locations[loc];
        location.live += 1;
        (event.write_before, event.read_before) = (location.more.write, location.more.read);
        if writes {
            (location.more.write, location.more.read) = (id, NONE);
        } else {
            location.more.read = id;
        }
        if let Some(value) = effect.written {
            location.content = Content { value, defined: true };
        }
    }

    /// Tells the system of the newest event, and runs its thread to its next operation.
    fn perform<S: System<State = T>>(&mut self, system: &mut S, before: Pending<T>, effect: &Effect) -> Pending<T> {
        let id = self.events.len() - 1;
        let Event { thread, porf, count, .. } = self.events[id];
        let thread = ThreadId(thread);
        let stuck = |why| Pending { op: Op::Stuck(why), ..before };
        if let Some(why) = effect.fault {
            return stuck(why);
        }
        if before.op.loc().is_some() {
            let kind = effect.written.map_or(AccessKind::Read, AccessKind::Write);
            let at = At { thread, epoch: count, clock: &porf };
            if let Err(fault) = system.access(at, &before.op, before.site, kind) {
                return stuck(Stuck::Fault(fault));
            }
        }
        let mut answer = effect.answer;
        if let Op::Spawn = before.op {
            let Some(child) = self.spawn(system, id, before) else { return before };
            answer = Answer::Thread(child);
        }
        system.resume(At { thread, epoch: count + 1, clock: &porf }, before.state, answer)
    }

    /// Begins the thread that event `id` starts.
    fn spawn<S: System<State = T>>(&mut self, system: &mut S, id: usize, before: Pending<T>) -> Option<ThreadId> {
        let Event { thread, dep, porf, .. } = self.events[id];
        let n = self.lane(thread).spawned;
        let child = system.child(ThreadId(thread), n);
        if child.index() >= W {
            self.too_narrow = true;
            return None;
        }
        self.names.record(ThreadId(thread), n, child);
        self.lane_mut(thread).spawned += 1;
        let (mut dep, mut porf) = (dep, porf);
        (dep[child.index()], porf[child.index()]) = (1, 1);
        let pending = system.begin(At { thread: child, epoch: 2, clock: &porf }, before.state, child);
        self.lanes[child.index()] = Some(Lane { pending, count: 1, spawned: 0, dep, porf });
        self.events[id].child = Some(child.0);
        Some(child)
    }

    /// Takes the newest event back.
    pub(super) fn undo<S: System<State = T>>(&mut self, system: &mut S) {
        let Some(event) = self.events.pop() else { return };
        if let Some(child) = event.child {
            self.lanes[child as usize] = None;
        }
        if event.access.loc != NONE {
            let location = &mut self.locations[event.access.loc];
            location.live -= 1;
            location.content = event.content;
            (location.more.write, location.more.read) = (event.write_before, event.read_before);
        }
        self.lanes[event.thread as usize] = Some(event.before);
        system.undo(event.mark);
    }
}

/// What an operation comes to.
struct Effect {
    answer: Answer,
    /// The value, or state of a synchronisation object, that it leaves.
    written: Option<u64>,
    /// The event it reads from.
    source: Id,
    fault: Option<Stuck>,
}
