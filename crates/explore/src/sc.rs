//! [`Memory`]: what visible operations touch, under sequential consistency, at one point of an
//! interleaving.
//!
//! It knows the value of each memory location, the state of each synchronisation object, which
//! threads have begun and ended, and the happens-before clocks. Happens-before is (program order ∪
//! reads-from ∪ spawn ∪ join)⁺, where every visible access counts as synchronising, whatever its
//! order, but for plain ones ([`synchronises`]), and every operation on a synchronisation object
//! reads from the one before it, except that those which fail, or only ask, order nothing
//! ([`SyncOp::orders_nothing`]). A store does not read from what it overwrites.
//!
//! Everything can be undone step by step ([`Memory::undo`]). Not covered: visible accesses that
//! overlap without being equal; they are refused ([`threadbare_op::Limit::MixedSize`]).

use crate::drive::clock::stack::{Clock, Clocks};
use crate::drive::effect::{Effect, MIXED, effect, effect_if_told, synchronises, tell};
use crate::drive::enabled::first_satisfying;
use crate::drive::locations::Content;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use threadbare_op::{
    Addr, Answer, At, Knower, Loc, Op, Site, Stuck, SyncId, SyncOp, SyncState, System, ThreadId, Word,
};

#[derive(Clone, Copy, Debug)]
struct Cell {
    size: u8,
    content: Content,
    /// The clock of the last write.
    clock: Clock,
    /// Whether that happens before what reads it ([`synchronises`]).
    synchronises: bool,
}

/// A synchronisation object: the states it has been in, each with the thread of the operation that
/// led there, and the clock of that operation, or if it orders nothing, of the one before it. The
/// first entry is the initial state.
#[derive(Debug)]
struct Object {
    history: Vec<(SyncId, Option<ThreadId>, Clock)>,
}

#[derive(Clone, Copy, Debug)]
struct Thread {
    /// Events so far, the beginning included; 0 if it has not begun.
    events: u32,
    /// Of its last event.
    clock: Clock,
    ended: bool,
}

#[derive(Debug)]
enum Change {
    Cell(Addr, Option<Cell>),
    NewObject(Addr),
    Operation(Addr),
    Thread(ThreadId, Thread),
}

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    changes: usize,
    clocks: u32,
}

/// Whether an operation can be performed now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ready {
    /// It can (which includes that it is then found to be misuse).
    Yes,
    /// Not now, perhaps later.
    Waits,
    /// Never: the thread has come to its end.
    Never,
}

/// What came of performing an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Performed {
    /// The thread is to be told this, at this epoch (its clock is [`Memory::clock`]).
    Done {
        /// The answer; for [`Op::Spawn`] and [`Op::Choice`] it is not known here.
        answer: Answer,
        /// The value written to memory.
        written: Option<Word>,
    },
    /// It must not be done, or cannot be modelled. Nothing has changed, except that the thread has
    /// one event more.
    Stopped(Stuck),
}

/// The sequentially consistent state of everything visible.
#[derive(Debug, Default)]
pub struct Memory {
    cells: BTreeMap<Addr, Cell>,
    objects: FxHashMap<Addr, Object>,
    threads: Vec<Thread>,
    changes: Vec<Change>,
    clocks: Clocks,
}

impl Memory {
    /// The state at the start of the program: only the main thread has begun.
    #[must_use]
    pub fn new() -> Self {
        let mut memory = Self::default();
        memory.reserve(ThreadId::MAIN);
        let mut clock = memory.clocks.empty();
        memory.clocks.set(&mut clock, 0, 1);
        memory.threads[0] = Thread { events: 1, clock, ended: false };
        memory
    }

    fn reserve(&mut self, thread: ThreadId) {
        if self.threads.len() <= thread.index() {
            let unborn = Thread { events: 0, clock: Clock::default(), ended: false };
            self.threads.resize(thread.index() + 1, unborn);
        }
    }

    /// The present point.
    #[must_use]
    pub fn point(&self) -> Point {
        Point { changes: self.changes.len(), clocks: self.clocks.len() }
    }

    /// Goes back to `point`.
    pub fn undo(&mut self, point: Point) {
        self.clocks.truncate(point.clocks);
        while self.changes.len() > point.changes {
            match self.changes.pop() {
                Some(Change::Cell(addr, Some(cell))) => drop(self.cells.insert(addr, cell)),
                Some(Change::Cell(addr, None)) => drop(self.cells.remove(&addr)),
                Some(Change::NewObject(addr)) => drop(self.objects.remove(&addr)),
                Some(Change::Operation(addr)) => drop(self.objects.get_mut(&addr).map(|o| o.history.pop())),
                Some(Change::Thread(id, thread)) => self.threads[id.index()] = thread,
                None => return,
            }
        }
    }

    /// The clock of the last event of `thread`.
    #[must_use]
    pub fn clock(&self, thread: ThreadId) -> &[u32] {
        self.threads.get(thread.index()).map_or(&[], |t| self.clocks.slice(t.clock))
    }

    /// The number of events of `thread`, its beginning included.
    #[must_use]
    pub fn events(&self, thread: ThreadId) -> u32 {
        self.threads.get(thread.index()).map_or(0, |t| t.events)
    }

    /// For the last event of `thread`.
    fn at_event(&self, thread: ThreadId) -> At<'_> {
        At { thread, epoch: self.events(thread), clock: self.clock(thread) }
    }

    /// For the steps of `thread` that follow its last event.
    #[must_use]
    pub fn at(&self, thread: ThreadId) -> At<'_> {
        At { thread, epoch: self.events(thread) + 1, clock: self.clock(thread) }
    }

    /// `child` begins, its parent having just performed the spawn.
    pub fn begin(&mut self, parent: ThreadId, child: ThreadId) {
        self.reserve(child);
        let mut clock = self.clocks.copy(self.threads[parent.index()].clock);
        self.clocks.set(&mut clock, child.0, 1);
        self.change_thread(child, Thread { events: 1, clock, ended: false });
    }

    /// `thread` has finished: it can be joined.
    pub fn end(&mut self, thread: ThreadId) {
        self.reserve(thread);
        let ended = Thread { ended: true, ..self.threads[thread.index()] };
        self.change_thread(thread, ended);
    }

    fn change_thread(&mut self, thread: ThreadId, to: Thread) {
        let old = std::mem::replace(&mut self.threads[thread.index()], to);
        self.changes.push(Change::Thread(thread, old));
    }

    /// Whether `thread` can perform `op` now. (A join of a thread that has ended the whole program
    /// waits: that thread never comes back, and neither does the joining one.)
    pub fn ready<S: System>(&self, system: &mut S, thread: ThreadId, op: &Op) -> Ready {
        match *op {
            Op::Stuck(_) => Ready::Never,
            Op::Join { thread } if self.threads.get(thread.index()).is_some_and(|t| t.ended) => Ready::Yes,
            Op::Join { .. } => Ready::Waits,
            Op::Sync { object, op } if self.outcome(system, thread, object, op).0.is_none() => Ready::Waits,
            _ => Ready::Yes,
        }
    }

    /// The threads whose doing could let `thread` go on from `op`: who holds the lock, whom it
    /// joins.
    pub fn holders<S: System>(&self, system: &mut S, op: &Op) -> Vec<ThreadId> {
        match *op {
            Op::Join { thread } => vec![thread],
            Op::Sync { object, .. } => {
                let state = self.state(system, object);
                holders(system.sync().get(state))
            }
            _ => Vec::new(),
        }
    }

    /// What `op`, which reads and is ready, would be told now.
    pub fn answer<S: System>(&self, system: &mut S, thread: ThreadId, op: &Op) -> Option<Answer> {
        if let Op::Sync { object, op } = *op {
            let effect = self.outcome(system, thread, object, op).0.filter(|effect| effect.misuse.is_none());
            return effect.map(|effect| effect.answer);
        }
        Some(self.content(system, op.loc()?).read())
    }

    /// What a location holds.
    pub fn content<S: System>(&self, system: &mut S, loc: Loc) -> Content {
        self.cells.get(&loc.addr).map(|cell| cell.content).unwrap_or_else(|| Content::initial(system, loc))
    }

    /// The locations that were touched, and what they hold.
    pub(crate) fn contents(&self) -> impl Iterator<Item = (Loc, Content)> + '_ {
        self.cells.iter().map(|(&addr, cell)| (Loc::new(addr, cell.size), cell.content))
    }

    /// The synchronisation objects that were used, and their states.
    pub(crate) fn states(&self) -> impl Iterator<Item = (Addr, SyncId)> + '_ {
        self.objects.iter().filter_map(|(&addr, object)| Some((addr, object.history.last()?.0)))
    }

    /// Whether a thread holds a lock.
    pub(crate) fn holds_some<S: System>(&self, system: &mut S, thread: ThreadId) -> bool {
        self.states().any(|(_, state)| holders(system.sync().get(state)).contains(&thread))
    }

    /// Who knows of so many events of a thread, sorted; `None` if all threads do that can go on.
    /// `waits` are the threads that stand before waits, each with what it would get to know.
    pub(crate) fn knowers(&self, of: ThreadId, epoch: u32, waits: &[(ThreadId, Vec<u32>)]) -> Option<Vec<Knower>> {
        let knows = |clock: Clock| self.clocks.of(clock, of.0) >= epoch;
        let begun = (0..).map(ThreadId).zip(&self.threads).filter(|(_, thread)| thread.events > 0);
        let (those, others): (Vec<_>, Vec<_>) = begun.partition(|(id, thread)| *id == of || knows(thread.clock));
        if others.iter().all(|(_, thread)| thread.ended) {
            return None;
        }
        let mut all: Vec<Knower> = those.into_iter().map(|(id, _)| Knower::Thread(id)).collect();
        let told = waits.iter().filter(|(_, clock)| clock.get(of.index()).is_some_and(|known| *known >= epoch));
        all.extend(told.map(|(id, _)| Knower::Waiting(*id)));
        let cells = self.cells.iter().filter(|(_, cell)| cell.synchronises && knows(cell.clock));
        all.extend(cells.map(|(addr, _)| Knower::Place(*addr)));
        let used = |object: &Object| object.history.last().is_some_and(|last| knows(last.2));
        let objects = self.objects.iter().filter(|(_, object)| used(object));
        all.extend(objects.map(|(addr, _)| Knower::Place(*addr)));
        all.sort_unstable();
        Some(all)
    }

    /// What a thread would get to know by a wait that need not read from the last operation on its
    /// object, if it can perform it.
    pub(crate) fn would_know<S: System>(&self, system: &mut S, thread: ThreadId, op: &Op) -> Option<Vec<u32>> {
        let Op::Sync { object, op } = *op else { return None };
        let (effect, from) = self.outcome(system, thread, object, op);
        let entry = self.objects.get(&object)?.history.get(from)?;
        (op.is_wait() && effect.is_some()).then(|| self.clocks.slice(entry.2).to_vec())
    }

    /// The state of a synchronisation object.
    pub(crate) fn state<S: System>(&self, system: &mut S, object: Addr) -> SyncId {
        let last = self.objects.get(&object).and_then(|o| o.history.last());
        last.map_or_else(|| system.initial_sync(object), |entry| entry.0)
    }

    /// What `op` would do (`None`: wait), and the place in the object's history that it reads from.
    fn outcome<S: System>(&self, system: &mut S, me: ThreadId, object: Addr, op: SyncOp) -> (Option<Effect>, usize) {
        fn in_state<S: System>(system: &mut S, me: ThreadId, op: &Op, state: SyncId) -> Option<Effect> {
            effect(system, me.0, op, Content::of_state(state))
        }
        let whole = Op::Sync { object, op };
        let Some(Object { history }) = self.objects.get(&object) else {
            let initial = self.state(system, object);
            return (in_state(system, me, &whole, initial), 0);
        };
        let mut at = history.len() - 1;
        if op.is_wait() {
            let mine = history.iter().rposition(|entry| entry.1 == Some(me)).unwrap_or(0);
            let since = (mine..history.len()).rev().map(|at| (at, Word::of_state(history[at].0)));
            at = first_satisfying(system, me.0, op, since).unwrap_or(at);
        }
        (in_state(system, me, &whole, history[at].0), at)
    }

    /// Performs `op`, which is ready, as the next event of `thread`. Of [`Op::Spawn`] and
    /// [`Op::Choice`] only the event itself. `told`: the answer to what a compare-and-swap asks of
    /// the input.
    pub fn perform<S: System>(
        &mut self,
        system: &mut S,
        thread: ThreadId,
        (op, site): (&Op, Site),
        told: u32,
    ) -> Performed {
        self.reserve(thread);
        match *op {
            Op::Load { loc, .. } | Op::Store { loc, .. } | Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                self.touch_memory(system, thread, (op, site), loc, told)
            }
            Op::Sync { object, op } => self.touch_object(system, thread, object, op, site),
            Op::Join { thread: child } => {
                self.reserve(child);
                let Thread { clock, events, .. } = self.threads[child.index()];
                let joined = self.clocks.joining(self.threads[thread.index()].clock, child.0, (clock, events));
                self.advance(thread, joined);
                Performed::Done { answer: Answer::Done, written: None }
            }
            Op::Fence { .. } | Op::Spawn | Op::Choice { .. } | Op::Stuck(_) => {
                self.advance(thread, Clock::default());
                Performed::Done { answer: Answer::Done, written: None }
            }
        }
    }

    /// One more event of `thread`, after what `from` says.
    fn advance(&mut self, thread: ThreadId, from: Clock) {
        let Thread { clock, events, .. } = self.threads[thread.index()];
        let mut clock = self.clocks.joined(clock, from);
        self.clocks.set(&mut clock, thread.0, events + 1);
        self.change_thread(thread, Thread { events: events + 1, clock, ended: false });
    }

    fn touch_memory<S: System>(
        &mut self,
        system: &mut S,
        thread: ThreadId,
        (op, site): (&Op, Site),
        loc: Loc,
        told: u32,
    ) -> Performed {
        if let Some(other) = self.overlapped(loc) {
            system.note_overlap(loc, other, site);
            self.advance(thread, Clock::default());
            return Performed::Stopped(MIXED);
        }
        let old = self.cells.get(&loc.addr).copied().unwrap_or_else(|| Cell {
            size: loc.size,
            content: Content::initial(system, loc),
            clock: Clock::default(),
            synchronises: true,
        });
        let is_heard = !matches!(op, Op::Store { .. }) && synchronises(system, op) && old.synchronises;
        self.advance(thread, if is_heard { old.clock } else { Clock::default() });
        let effect = effect_if_told(system, thread.0, op, old.content, told).unwrap_or(Effect::DONE);
        if let Err(stuck) = tell(system, self.at_event(thread), (op, site), &effect) {
            return Performed::Stopped(stuck);
        }
        let Effect { answer, written, .. } = effect;
        let new = match written {
            Some(value) => {
                let content = Content { value, defined: true };
                let synchronises = synchronises(system, op);
                let clock = self.threads[thread.index()].clock;
                if op.is_plain_part() && !synchronises {
                    Cell { content, ..old }
                } else {
                    Cell { size: loc.size, content, clock, synchronises }
                }
            }
            None => old,
        };
        let before = self.cells.insert(loc.addr, new);
        self.changes.push(Change::Cell(loc.addr, before));
        Performed::Done { answer, written }
    }

    /// Whether `loc` overlaps a location that was touched, without being it.
    /// A location that this one overlaps without being it.
    fn overlapped(&self, loc: Loc) -> Option<Loc> {
        let end = loc.addr.saturating_add(u64::from(loc.size));
        // No location is longer than 16 bytes.
        let mut near =
            self.cells.range(loc.addr.saturating_sub(15)..end).map(|(&addr, cell)| Loc::new(addr, cell.size));
        near.find(|near| near.overlaps(loc) && (near.addr, near.size) != (loc.addr, loc.size))
    }

    fn touch_object<S: System>(
        &mut self,
        system: &mut S,
        thread: ThreadId,
        object: Addr,
        op: SyncOp,
        site: Site,
    ) -> Performed {
        let initial = self.state(system, object);
        let (effect, from) = self.outcome(system, thread, object, op);
        // The caller has asked whether it is ready.
        let Effect { answer, written, silent, .. } = effect.unwrap_or(Effect::DONE);
        let changes = &mut self.changes;
        let history = &mut self
            .objects
            .entry(object)
            .or_insert_with(|| {
                changes.push(Change::NewObject(object));
                Object { history: vec![(initial, None, Clock::default())] }
            })
            .history;
        let clock = history[from].2;
        self.advance(thread, if silent { Clock::default() } else { clock });
        let told = (&Op::Sync { object, op }, site);
        if let Err(stuck) = tell(system, self.at_event(thread), told, &effect.unwrap_or(Effect::DONE)) {
            return Performed::Stopped(stuck);
        }
        if let Some(state) = written.filter(|_| !op.is_wait()) {
            let clock = if silent { clock } else { self.threads[thread.index()].clock };
            if let Some(object) = self.objects.get_mut(&object) {
                object.history.push((state.state(), Some(thread), clock));
            }
            self.changes.push(Change::Operation(object));
        }
        Performed::Done { answer, written: None }
    }
}

/// The threads that hold an object in this state.
pub(crate) fn holders(state: &SyncState) -> Vec<ThreadId> {
    match state {
        SyncState::Mutex { owner, .. } | SyncState::Spin { owner } => owner.iter().copied().collect(),
        SyncState::RwLock { writer, readers } => writer.iter().copied().chain(readers.iter().map(|r| r.0)).collect(),
        SyncState::Once { runner, .. } => runner.iter().copied().collect(),
        _ => Vec::new(),
    }
}
