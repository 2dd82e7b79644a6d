//! The run of a configuration: where its events have brought the threads and the objects, in the order in which they were added.
//!
//! Two clocks are kept for each event, as by the explorers of traces: *past* is causality in the event structure; *porf* (program order
//! and reads-from) is what the system is told, since the order in which something was overwritten hides no race of plain accesses.
//! In programs without atomics they are the same, and kept once.

use super::Mistake;
use super::bound::Interleaving;
use super::clocks::{Clock, Clocks};
use super::configuration::{Configuration, Last};
use super::siblings::Before;
use super::spin::{Judged, may_wait};
use super::structure::{Id, Kind, NONE, Name, Structure};
use crate::ThreadNames;
use crate::deadlock::{misuse, what_is_behind};
use crate::locations::{Content, Locations, apply};
use smallvec::SmallVec;
use threadbare_op::{
    AccessKind, Answer, At, Limit, Mark, Op, Outcome, Pending, Schedule, Stuck, SyncOp, System, ThreadId, Written,
};

/// What is kept about an object besides its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reads {
    /// The last read of the last write: a list through [`Entry::read_before`].
    pub(super) last: u32,
}

impl Default for Reads {
    fn default() -> Self {
        Self { last: NONE }
    }
}

/// A thread of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane<T> {
    pub(super) pending: Pending<T>,
    /// What the pending operation touches; [`NONE`] if nothing, or if it only waits.
    pub(super) object: u32,
    /// Number of its events, its beginning included.
    pub(super) count: u32,
    spawned: u32,
    /// The event after which the next one comes.
    pub(super) last: Id,
    pub(super) past: Clock,
    pub(super) porf: Clock,
}

/// How a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// It has not begun, or has come to its end.
    Nowhere,
    /// Before an operation that depends on nothing but what came before it in its thread, and that may have to wait.
    Local,
    /// Before an operation that hardly anything can come instead of.
    Alone,
    /// Before another one.
    AmongOthers,
}

impl Standing {
    fn before(op: &Op) -> Self {
        match op {
            Op::Stuck(_) => Self::Nowhere,
            Op::Join { .. } | Op::Spawn | Op::Fence { .. } => Self::Local,
            Op::Sync { op, .. } if op.is_wait() => Self::Local,
            Op::Sync { op: SyncOp::MutexUnlock | SyncOp::RwUnlock | SyncOp::SpinUnlock, .. } => Self::Alone,
            _ => Self::AmongOthers,
        }
    }
}

/// An event of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<T> {
    pub(super) id: Id,
    pub(super) thread: u32,
    pub(super) kind: Kind,
    /// Its thread before it.
    pub(super) before: Lane<T>,
    pub(super) child: u32,
    /// What it touches, and the content of that before it.
    pub(super) object: u32,
    pub(super) content: Content,
    /// The read before it of what it reads; of a write, the last read before it.
    pub(super) read_before: u32,
    pub(super) past: Clock,
    pub(super) porf: Clock,
    /// Of the events up to this one; if there is a bound.
    pub(super) interleaving: Interleaving,
    clocks: u32,
    mark: Mark,
}

/// What a thread would do next, as an event of the structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Next {
    pub(super) object: u32,
    pub(super) kind: Kind,
    /// The event that it waited for, if it has no object.
    pub(super) cause: Id,
}

impl Next {
    pub(super) const LOCAL: Self = Self { object: NONE, kind: Kind::Local, cause: NONE };
}

/// The last reads of a write, one for each thread, by thread; and all of them.
#[derive(Default)]
pub(super) struct ReadSet {
    pub(super) last: SmallVec<[Id; 8]>,
    pub(super) all: Before,
}

pub(super) struct Run<T> {
    /// By thread.
    pub(super) lanes: Vec<Option<Lane<T>>>,
    pub(super) standing: Vec<Standing>,
    pub(super) entries: Vec<Entry<T>>,
    /// Their content is what they hold now.
    pub(super) locations: Locations<Reads>,
    pub(super) clocks: Clocks,
    names: ThreadNames,
    /// By thread: whether its access was last found to leave it waiting.
    pub(super) judged: Vec<Option<Judged>>,
    /// At most so many context switches; and an interleaving with the event that was admitted last.
    pub(super) bound: Option<u32>,
    pub(super) admitted: Interleaving,
    pub(super) mistake: Option<Mistake>,
    /// See [`super::Measured`].
    pub(super) steps_back: u64,
}

impl<T: Copy> Run<T> {
    pub(super) fn new<S: System<State = T>>(system: &mut S, main: Pending<T>, mistake: Option<Mistake>) -> Self {
        let mut run = Self {
            lanes: Vec::new(),
            standing: vec![Standing::before(&main.op)],
            entries: Vec::new(),
            locations: Locations::default(),
            clocks: Clocks::default(),
            names: ThreadNames::default(),
            judged: Vec::new(),
            bound: None,
            admitted: Interleaving::default(),
            mistake,
            steps_back: 0,
        };
        let mut begun = run.clocks.empty();
        run.clocks.set(&mut begun, 0, 1);
        let object = run.object(system, &main.op);
        run.lanes.push(Some(Lane {
            pending: main,
            object,
            count: 1,
            spawned: 0,
            last: NONE,
            past: begun,
            porf: begun,
        }));
        run
    }

    pub(super) fn lane(&self, thread: u32) -> &Lane<T> {
        self.lanes[thread as usize].as_ref().expect("the thread has begun")
    }

    /// The threads that have begun.
    pub(super) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }

    pub(super) fn schedule(&self) -> Schedule {
        self.names.schedule(self.entries.iter().map(|entry| {
            let choice = match entry.kind {
                Kind::Choice(value) => Some(value),
                _ => None,
            };
            (ThreadId(entry.thread), choice)
        }))
    }

    /// The entry of an event of the configuration.
    pub(super) fn entry(&self, structure: &Structure, id: Id) -> &Entry<T> {
        &self.entries[structure[id].place as usize]
    }

    /// Whether the event of an entry is in the past that a clock describes.
    pub(super) fn is_in(&self, past: Clock, entry: &Entry<T>) -> bool {
        self.clocks.of(past, entry.thread) > entry.before.count
    }

    fn object<S: System<State = T>>(&mut self, system: &mut S, op: &Op) -> u32 {
        match *op {
            // What a wait waits for stays as it is, once it is there.
            Op::Sync { object, op } if !op.is_wait() => self.locations.number(system, object, 0),
            _ => op.loc().map_or(NONE, |loc| self.locations.number(system, loc.addr, loc.size)),
        }
    }

    /// What the object of the pending operation of a thread holds.
    pub(super) fn content<S: System<State = T>>(&mut self, system: &mut S, object: u32) -> Content {
        if self.locations[object].live == 0 {
            self.locations.refresh(system, object);
        }
        self.locations[object].content
    }

    /// What a thread can do next, if it can do anything; of a choice, the first value.
    pub(super) fn next<S: System<State = T>>(
        &mut self,
        system: &mut S,
        structure: &Structure,
        configuration: &Configuration,
        thread: u32,
    ) -> Option<Next> {
        let Lane { pending, object, .. } = *self.lane(thread);
        match pending.op {
            Op::Stuck(_) => None,
            Op::Join { thread } => {
                let child = self.lanes.get(thread.index())?.as_ref()?;
                let ended = matches!(child.pending.op, Op::Stuck(Stuck::Finished));
                ended.then_some(Next { cause: child.last, ..Next::LOCAL })
            }
            Op::Sync { object, op } if op.is_wait() => {
                let object = self.locations.number(system, object, 0);
                let cause = self.satisfied(system, structure, configuration, thread, object, op)?;
                Some(Next { cause, ..Next::LOCAL })
            }
            Op::Sync { op, .. } => {
                let state = self.content(system, object).value;
                let blocked = matches!(apply(system, state, op, thread), Outcome::Blocked);
                (!blocked).then_some(Next { object, kind: Kind::Write, cause: NONE })
            }
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } => {
                if self.locations[object].mixed {
                    return Some(Next::LOCAL);
                }
                let content = self.content(system, object);
                if may_wait(&pending.op, content) && self.waits_now(system, structure, configuration, thread) {
                    return None;
                }
                Some(Next { object, kind: self.access(&pending.op, content), cause: NONE })
            }
            Op::Choice { .. } => Some(Next { kind: Kind::Choice(0), ..Next::LOCAL }),
            Op::Fence { .. } | Op::Spawn => Some(Next::LOCAL),
        }
    }

    /// What a memory access does to a location with this content. A compare-and-swap that fails reads.
    pub(super) fn access(&self, op: &Op, content: Content) -> Kind {
        match op.written(content.value) {
            Written::Value(_) => Kind::Write,
            Written::Nothing if self.mistake == Some(Mistake::FailedCasWrites) && matches!(op, Op::Cas { .. }) => {
                Kind::Write
            }
            Written::Nothing => Kind::Read,
        }
    }

    /// The first operation on the object after which `op`, which only waits, can go on; [`NONE`]: already at the start.
    fn satisfied<S: System<State = T>>(
        &mut self,
        system: &mut S,
        structure: &Structure,
        configuration: &Configuration,
        thread: u32,
        object: u32,
        op: SyncOp,
    ) -> Option<Id> {
        let (mut state, mut at) = (self.content(system, object).value, configuration.last(object).write);
        let mut found = None;
        while matches!(apply(system, state, op, thread), Outcome::Next { .. }) {
            found = Some(at);
            if at == NONE {
                break;
            }
            (state, at) = (self.entry(structure, at).content.value, structure[at].after);
        }
        found
    }

    /// The reads of the last write of an object, without those that `leave_out` says.
    pub(super) fn reads(&self, object: u32, mut leave_out: impl FnMut(&Entry<T>) -> bool) -> ReadSet {
        let mut set = ReadSet::default();
        let mut threads: SmallVec<[u32; 8]> = SmallVec::new();
        let mut at = self.locations[object].more.last;
        while at != NONE {
            let entry = &self.entries[at as usize];
            at = entry.read_before;
            if leave_out(entry) {
                continue;
            }
            set.all.add(entry.id);
            if let Err(place) = threads.binary_search(&entry.thread) {
                threads.insert(place, entry.thread);
                set.last.insert(place, entry.id);
            }
        }
        set
    }

    /// The event that a thread would come to now.
    pub(super) fn event(
        &self,
        structure: &mut Structure,
        configuration: &Configuration,
        thread: u32,
        next: Next,
    ) -> Id {
        let Next { object, kind, cause } = next;
        let name = Name { thread, before: self.lane(thread).last, object, kind, after: cause, reads: &[] };
        if object == NONE {
            return structure.event(&name, Before::NOTHING);
        }
        let Last { write, reads } = configuration.last(object);
        let name = Name { after: write, ..name };
        if kind == Kind::Read || reads == Before::NOTHING {
            return structure.event(&name, Before::NOTHING);
        }
        let set = self.reads(object, |_| false);
        structure.event(&Name { reads: &set.last, ..name }, set.all)
    }

    /// Performs the next operation of the thread of `id`, which is the event that it would come to now. `configuration` is as
    /// before it.
    pub(super) fn step<S: System<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &Configuration,
        id: Id,
    ) {
        let event = &structure[id];
        let (thread, kind, object) = (event.thread, event.kind, event.object);
        let before = *self.lane(thread);
        let (mark, clocks) = (system.mark(), self.clocks.len());
        let content = if object == NONE { Content::default() } else { self.content(system, object) };
        let (past, porf) = self.order(structure, configuration, id, &before);
        let place = self.entries.len() as u32;
        structure[id].place = place;
        let mut read_before = NONE;
        if object != NONE {
            let location = &mut self.locations[object];
            location.live += 1;
            read_before = std::mem::replace(&mut location.more.last, if kind == Kind::Read { place } else { NONE });
        }
        let entry = Entry {
            id,
            thread,
            kind,
            before,
            child: NONE,
            object,
            content,
            read_before,
            past,
            porf,
            interleaving: self.admitted,
            clocks,
            mark,
        };
        self.entries.push(entry);
        if let Some(lane) = &mut self.lanes[thread as usize] {
            *lane = Lane { count: before.count + 1, last: id, past, porf, ..before };
        }
        let pending = self.perform(system, place as usize);
        let object = self.object(system, &pending.op);
        if let Some(lane) = &mut self.lanes[thread as usize] {
            (lane.pending, lane.object) = (pending, object);
        }
        self.standing[thread as usize] = Standing::before(&pending.op);
    }

    /// The clocks of an event: of its past, and of what is before it by program order and reads-from.
    pub(super) fn order(
        &mut self,
        structure: &Structure,
        configuration: &Configuration,
        id: Id,
        before: &Lane<T>,
    ) -> (Clock, Clock) {
        let event = &structure[id];
        let (thread, count) = (event.thread, before.count + 1);
        let mut past = self.clocks.copy(before.past);
        // Whether porf is the same.
        let mut same = before.past == before.porf;
        let source = match before.pending.op {
            // Its end counts as an event, so that its last steps are included.
            Op::Join { thread } => {
                let child = *self.lane(thread.0);
                self.clocks.join(&mut past, child.past);
                self.clocks.set(&mut past, thread.0, child.count + 1);
                Some((child.past, child.porf))
            }
            _ if event.after == NONE => None,
            op => {
                let cause = *self.entry(structure, event.after);
                // What is in the past already brings nothing new.
                if !self.is_in(before.past, &cause) {
                    self.clocks.join(&mut past, cause.past);
                }
                let cause = (cause.past, cause.porf);
                same &= !matches!(op, Op::Store { .. });
                Some(cause).filter(|_| !matches!(op, Op::Store { .. }))
            }
        };
        same &= source.is_none_or(|source| source.0 == source.1);
        if event.kind == Kind::Write && configuration.last(event.object).reads != Before::NOTHING {
            same = false;
            for read in &event.reads {
                let read = *self.entry(structure, *read);
                if !self.is_in(past, &read) {
                    self.clocks.join(&mut past, read.past);
                }
            }
        }
        self.clocks.set(&mut past, thread, count);
        if same {
            return (past, past);
        }
        let mut porf = self.clocks.copy(before.porf);
        if let Some((_, source)) = source {
            self.clocks.join(&mut porf, source);
        }
        if let Op::Join { thread } = before.pending.op {
            let ended = self.lane(thread.0).count + 1;
            self.clocks.set(&mut porf, thread.0, ended);
        }
        self.clocks.set(&mut porf, thread, count);
        (past, porf)
    }

    /// Tells the system of the newest event, and runs its thread to its next operation.
    fn perform<S: System<State = T>>(&mut self, system: &mut S, place: usize) -> Pending<T> {
        let Entry { thread, kind, before: Lane { pending, count, .. }, object, content, porf, .. } =
            self.entries[place];
        let stuck = |why| Pending { op: Op::Stuck(why), ..pending };
        let (me, count) = (ThreadId(thread), count + 1);
        let mut answer = Answer::Done;
        match pending.op {
            Op::Sync { op, .. } if op.is_wait() => answer = Answer::Value(0),
            Op::Sync { op, .. } => match apply(system, content.value, op, thread) {
                Outcome::Next { state, result } => {
                    self.locations[object].content = Content { value: u64::from(state.0), defined: true };
                    answer = Answer::Value(result);
                }
                Outcome::Misuse(why) => {
                    let fault = Stuck::Fault(system.add_fault(misuse(me, op, pending.site, why)));
                    let at = At { thread: me, epoch: count, clock: self.clocks.slice(porf) };
                    return stuck(what_is_behind(system, at, &pending.op, pending.site, fault));
                }
                // It was enabled.
                Outcome::Blocked => {}
            },
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } => {
                if object == NONE {
                    return stuck(Stuck::Limit(Limit::MixedSize));
                }
                let mut kind = AccessKind::Read;
                if let Written::Value(value) = pending.op.written(content.value) {
                    kind = AccessKind::Write(value);
                    self.locations[object].content = Content { value, defined: true };
                }
                let at = At { thread: me, epoch: count, clock: self.clocks.slice(porf) };
                if let Err(fault) = system.access(at, &pending.op, pending.site, kind) {
                    return stuck(Stuck::Fault(fault));
                }
                if !matches!(pending.op, Op::Store { .. }) {
                    answer = if content.defined { Answer::Value(content.value) } else { Answer::Uninit };
                }
            }
            Op::Choice { .. } => {
                let Kind::Choice(value) = kind else { return pending };
                answer = Answer::Value(u64::from(value));
            }
            Op::Spawn => match self.spawn(system, place) {
                Some(child) => answer = Answer::Thread(child),
                None => return stuck(Stuck::Limit(Limit::Threads)),
            },
            Op::Join { .. } | Op::Fence { .. } | Op::Stuck(_) => {}
        }
        system.resume(At { thread: me, epoch: count + 1, clock: self.clocks.slice(porf) }, pending.state, answer)
    }

    /// Begins the thread that the newest event starts.
    fn spawn<S: System<State = T>>(&mut self, system: &mut S, place: usize) -> Option<ThreadId> {
        let Entry { id, thread, before, past, porf, .. } = self.entries[place];
        let child = system.child(ThreadId(thread), before.spawned);
        if child.index() >= MAX_THREADS || self.lanes.get(child.index()).is_some_and(Option::is_some) {
            return None;
        }
        self.names.record(ThreadId(thread), before.spawned, child);
        if let Some(lane) = &mut self.lanes[thread as usize] {
            lane.spawned += 1;
        }
        let mut begun = self.clocks.copy(past);
        self.clocks.set(&mut begun, child.0, 1);
        let mut begun_porf = begun;
        if past != porf {
            begun_porf = self.clocks.copy(porf);
            self.clocks.set(&mut begun_porf, child.0, 1);
        }
        let at = At { thread: child, epoch: 2, clock: self.clocks.slice(begun_porf) };
        let pending = system.begin(at, before.pending.state, child);
        let object = self.object(system, &pending.op);
        if self.lanes.len() <= child.index() {
            self.lanes.resize(child.index() + 1, None);
            self.standing.resize(child.index() + 1, Standing::Nowhere);
        }
        self.standing[child.index()] = Standing::before(&pending.op);
        let lane = Lane { pending, object, count: 1, spawned: 0, last: id, past: begun, porf: begun_porf };
        self.lanes[child.index()] = Some(lane);
        self.entries[place].child = child.0;
        Some(child)
    }

    /// Takes the newest event back.
    pub(super) fn undo<S: System<State = T>>(&mut self, system: &mut S) -> Option<Id> {
        let entry = self.entries.pop()?;
        if entry.child != NONE {
            self.lanes[entry.child as usize] = None;
            self.standing[entry.child as usize] = Standing::Nowhere;
        }
        if entry.object != NONE {
            let location = &mut self.locations[entry.object];
            location.live -= 1;
            location.content = entry.content;
            location.more.last = entry.read_before;
        }
        self.standing[entry.thread as usize] = Standing::before(&entry.before.pending.op);
        self.lanes[entry.thread as usize] = Some(entry.before);
        self.clocks.truncate(entry.clocks);
        system.undo(entry.mark);
        Some(entry.id)
    }
}

/// Keeps clocks within reason.
const MAX_THREADS: usize = 1 << 16;
