//! The depth-first search: adding events, and the stack of choices.

use super::event::{Clock, Content, Event, Id, Kind, NONE, initial_of, join};
use super::execution::Execution;
use super::model::{Added, Model, View};
use super::path::Resumed;
use super::revisit::{Kept, Saved};
use super::shard::Shard;
use super::spin::Idle;
use crate::deadlock::misuse;
use crate::{Sink, ThreadNames};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use threadbare_op::{
    AccessKind, Answer, At, Bound, Coverage, FaultId, Limit, Mark, Op, Order, Outcome as SyncOutcome, Pending, Segment,
    Site, Stats, Stuck, SyncId, SyncOp, System, ThreadId, Written,
};

/// Why a search does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// Everything is explored.
    Done,
    /// The sink has said stop, or a limit was reached.
    Stopped,
    /// A thread's number does not fit the clocks.
    TooManyThreads,
    /// Somebody else wants something; the search is about to go back.
    Attention,
}

/// An open choice. `Base` says how the graph was before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) base: Base,
    pub(super) choice: Choice,
    /// How often the search went back to a frame since the one below was opened (see [`super::path`]).
    pub(super) again: u32,
}

/// The state of the search before a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Base {
    pub(super) trail: usize,
    pub(super) events: usize,
    pub(super) mark: Mark,
}

/// What was chosen last, and what is left to choose.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// The thread's load read `from`; writes before it in coherence order are left.
    Load { thread: u32, from: Id },
    /// The thread's store was placed after `after`.
    Store { thread: u32, after: Id },
    /// The thread's read-modify-write, or synchronisation operation, read `from`.
    Update { thread: u32, from: Id },
    /// The thread's choice was answered `value`.
    Value { thread: u32, value: u32, arity: u32 },
    /// The thread's write (which reads `from`, if it reads) revisits the reads from here on in the queue;
    /// `active`: the newest entry of `saved` belongs to it.
    Revisits { thread: u32, from: Id, queue: usize, active: bool },
    /// In a revisit, the write was placed after `after`, and then `read` added again.
    Place { thread: u32, after: Id, read: Id },
}

/// An event about to be added.
struct New {
    thread: u32,
    kind: Kind,
    loc: u32,
    rf: Id,
    after: Id,
    value: u64,
    content: Content,
    answer: Answer,
    comax: bool,
    revisited: bool,
    misuse: Option<&'static str>,
}

/// The search.
pub(super) struct Search<'a, S: System, M: Model, const W: usize> {
    pub(super) system: &'a mut S,
    pub(super) sink: &'a mut dyn Sink,
    pub(super) graph: Execution<S::State, M, W>,
    /// The first states of threads, by the event that starts them.
    pub(super) starts: Vec<(Id, Pending<S::State>)>,
    pub(super) frames: Vec<Frame>,
    /// Reads to be revisited, of all frames; a stack.
    pub(super) queue: Vec<Id>,
    /// What revisits have removed; a stack, with the entries of all of them in `removed`.
    pub(super) saved: Vec<Saved>,
    pub(super) removed: Vec<Kept>,
    /// Threads that would wait; a stack. And whether an event is being added only to see whether its thread then waits.
    pub(super) idle: Vec<Idle>,
    pub(super) on_trial: bool,
    /// The paths of the threads ever started.
    pub(super) names: ThreadNames,
    pub(super) coverage: Coverage,
    pub(super) stats: Stats,
    /// What is explored of it all.
    pub(super) bound: Option<Bound>,
    /// Set when an event was found to be a fault of its own, so that its thread was told nothing.
    pub(super) refused: bool,
    pub(super) stop: bool,
    pub(super) too_narrow: bool,
    /// Whether the graph is to be extended; if not, the search is about to go back.
    pub(super) more: bool,
    /// The part of the search that is explored, and whether what is met here belongs to it.
    pub(super) shard: Option<Shard>,
    pub(super) mine: bool,
    /// For estimates: whether an execution has just ended.
    pub(super) ended: Option<bool>,
    /// Whether attention was just paid.
    pub(super) attended: bool,
    /// How often the search went back since the newest frame was opened.
    pub(super) again: u32,
    /// The frames below this one belong to somebody else.
    pub(super) floor: usize,
    pub(super) resumed: Resumed,
    /// Whether what is met has been told already, by somebody else.
    pub(super) muted: bool,
    /// The system was told less of what happens before than there is ([`super::symmetry`]).
    pub(super) is_obscured: bool,
}

/// After how many events the sink is told of the progress.
const TICK: u64 = 1024;

impl<'a, S: System, M: Model, const W: usize> Search<'a, S, M, W> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>) -> Self {
        Self {
            system,
            sink,
            graph: Execution::new(main),
            starts: Vec::new(),
            frames: Vec::new(),
            queue: Vec::new(),
            saved: Vec::new(),
            removed: Vec::new(),
            idle: Vec::new(),
            on_trial: false,
            names: ThreadNames::default(),
            coverage: Coverage::default(),
            stats: Stats::default(),
            bound: None,
            stop: false,
            too_narrow: false,
            refused: false,
            more: true,
            shard: None,
            mine: true,
            ended: None,
            attended: false,
            again: 0,
            floor: 0,
            resumed: Resumed::default(),
            muted: false,
            is_obscured: false,
        }
    }

    /// The main thread has come to its first operation.
    pub(super) fn begin_main(&mut self) {
        let main = self.graph.pending(0).op;
        self.notice(0, main);
    }

    /// Algorithm 2, lines 1-19, with an explicit stack.
    pub(super) fn explore(&mut self, attention: &AtomicBool) -> Pause {
        loop {
            if self.too_narrow {
                return Pause::TooManyThreads;
            }
            if self.stop {
                return Pause::Stopped;
            }
            if self.more {
                self.more = self.step();
                continue;
            }
            if attention.load(Ordering::Relaxed) && !std::mem::take(&mut self.attended) {
                return Pause::Attention;
            }
            if !self.backtrack() && !self.stop {
                return Pause::Done;
            }
        }
    }

    /// Adds one event, or finds that there is none to add. False: go back.
    pub(super) fn step(&mut self) -> bool {
        match self.next() {
            Some((thread, due)) => self.expand(thread, due),
            None => self.finish_execution(),
        }
    }

    /// Attention was paid: the search goes back now.
    pub(super) fn go_back(&mut self) {
        self.attended = true;
    }

    pub(super) fn told(&mut self, flow: ControlFlow<()>) {
        self.stop |= flow.is_break();
    }

    pub(super) fn base(&self) -> Base {
        Base { trail: self.graph.trail.len(), events: self.graph.events.len(), mark: self.system.mark() }
    }

    /// next_P: the first thread that can go on, in an order that does not depend on what was explored before; or else the first
    /// that would only wait, which is then due.
    fn next(&mut self) -> Option<(u32, bool)> {
        if self.graph.rounds.is_some() {
            return self.next_within().map(|thread| (thread, true));
        }
        let mut idle = None;
        for at in 0..self.names.order().len() {
            let thread = self.names.order()[at].0;
            if !self.can_go_on(thread) {
                continue;
            }
            if self.idle.is_empty() || !self.is_idle(thread) {
                return Some((thread, !self.may_reduce()));
            }
            idle.get_or_insert((thread, true));
        }
        idle
    }

    /// Whether the thread is there and its next operation is enabled.
    #[inline(always)]
    pub(super) fn can_go_on(&mut self, thread: u32) -> bool {
        let Some(lane) = &self.graph.lanes[thread as usize] else { return false };
        match self.graph.pending_of(lane).op {
            Op::Stuck(_) => false,
            op @ (Op::Join { .. } | Op::Sync { .. }) => self.is_enabled(thread, op),
            _ => true,
        }
    }

    /// Whether an operation of the thread that may have to wait is enabled.
    #[inline(never)]
    fn is_enabled(&mut self, thread: u32, op: Op) -> bool {
        match op {
            Op::Join { thread } => self.has_finished(thread),
            Op::Sync { object, op } if op.is_wait() => self.first_satisfying(thread, object, op).is_some(),
            Op::Sync { object, op } => {
                let loc = self.object(object);
                let tail = self.graph.locations[loc as usize].tail;
                !matches!(self.apply(tail, op, thread), SyncOutcome::Blocked)
            }
            _ => true,
        }
    }

    pub(super) fn has_finished(&self, thread: ThreadId) -> bool {
        self.graph.lanes.get(thread.index()).is_some_and(|lane| {
            lane.as_ref().is_some_and(|lane| matches!(self.graph.pending_of(lane).op, Op::Stuck(Stuck::Finished)))
        })
    }

    /// The location of a synchronisation object, its initial state known.
    pub(super) fn object(&mut self, object: u64) -> u32 {
        let loc = self.graph.location(object, 0);
        let location = &mut self.graph.locations[loc as usize];
        if location.live == 0 {
            let state = self.system.initial_sync(object);
            location.content = Content { value: u64::from(state.0), defined: true };
        }
        loc
    }

    /// What `op` does in the state that `from` leaves.
    pub(super) fn apply(&mut self, from: Id, op: SyncOp, thread: u32) -> SyncOutcome {
        let state = SyncId(u32::try_from(self.graph.value(from).value).unwrap_or(u32::MAX));
        self.system.sync().apply(state, op, ThreadId(thread))
    }

    /// The first operation on the object after which `op`, which only waits, can go on.
    pub(super) fn first_satisfying(&mut self, thread: u32, object: u64, op: SyncOp) -> Option<Id> {
        let loc = self.object(object);
        let mut found = None;
        let mut at = self.graph.locations[loc as usize].tail;
        while matches!(self.apply(at, op, thread), SyncOutcome::Next { .. }) {
            found = Some(at);
            if initial_of(at).is_some() {
                break;
            }
            at = self.graph.co_prev(at);
        }
        found
    }

    /// Adds the next event of the thread in the first way there is; opens frames for the others.
    /// False: there is no way, go back.
    fn expand(&mut self, thread: u32, due: bool) -> bool {
        let op = self.graph.pending(thread).op;
        match op {
            Op::Load { loc, .. } => {
                let Some(loc) = self.unmixed(loc) else { return self.stop_at_mixed(thread) };
                let tail = self.graph.locations[loc as usize].tail;
                self.load_tail(thread, tail, due, Choice::Load { thread, from: tail })
            }
            Op::Store { loc, .. } => {
                let Some(loc) = self.unmixed(loc) else { return self.stop_at_mixed(thread) };
                let porf = self.graph.porf_before(thread);
                self.queue_revisits(thread, loc, NONE, &porf);
                let tail = self.graph.locations[loc as usize].tail;
                self.store_after(thread, tail)
            }
            Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                let Some(loc) = self.unmixed(loc) else { return self.stop_at_mixed(thread) };
                let tail = self.graph.locations[loc as usize].tail;
                self.update_tail(thread, tail, due)
            }
            Op::Sync { object, op } if op.is_wait() => {
                let from = self.first_satisfying(thread, object, op);
                from.is_none_or(|from| self.wait(thread, from))
            }
            Op::Sync { object, .. } => {
                let loc = self.object(object);
                let tail = self.graph.locations[loc as usize].tail;
                self.update_from(thread, tail)
            }
            Op::Choice { arity } => self.choose(thread, 0, arity),
            Op::Spawn => self.spawn(thread),
            Op::Join { thread: child } => self.local(thread, Kind::Join(child.0), Answer::Done),
            Op::Fence { order } if M::fence_is_update(order) => {
                let loc = self.graph.location(FENCES, 0);
                let tail = self.graph.locations[loc as usize].tail;
                self.update_from(thread, tail)
            }
            Op::Fence { .. } => self.local(thread, Kind::Fence, Answer::Done),
            Op::Stuck(_) => false,
        }
    }

    pub(super) fn is_mixed(&mut self, loc: threadbare_op::Loc) -> bool {
        let number = self.graph.location(loc.addr, loc.size);
        self.graph.locations[number as usize].mixed
    }

    #[cold]
    fn stop_at_mixed(&mut self, thread: u32) -> bool {
        self.graph.halt(thread, Stuck::Limit(Limit::MixedSize));
        self.coverage.limit(Limit::MixedSize);
        true
    }

    /// The location of a memory access, its initial content known; `None` if it [is mixed](Self::is_mixed).
    #[inline]
    fn unmixed(&mut self, loc: threadbare_op::Loc) -> Option<u32> {
        let number = self.memory(loc);
        (!self.graph.locations[number as usize].mixed).then_some(number)
    }

    /// The location of a memory access, its initial content known.
    pub(super) fn memory(&mut self, loc: threadbare_op::Loc) -> u32 {
        let number = self.graph.location(loc.addr, loc.size);
        let location = &mut self.graph.locations[number as usize];
        if location.live == 0 {
            let initial = self.system.initial(loc);
            location.content = Content { value: initial.value, defined: initial.defined };
        }
        number
    }

    /// Whether there are sources (or places) that may be consistent before `at` for the next event of the thread.
    pub(super) fn more_before(&mut self, thread: u32, at: Id) -> bool {
        if M::SC && self.graph.is_plainly_before(at, thread) {
            return false;
        }
        self.graph.close_sc();
        !M::is_before(&self.graph, at, thread)
    }

    pub(super) fn push(&mut self, choice: Choice) {
        let base = self.base();
        self.open(base, choice);
    }

    pub(super) fn open(&mut self, base: Base, choice: Choice) {
        let again = std::mem::take(&mut self.again);
        self.frames.push(Frame { base, choice, again });
        self.find_owner();
    }

    /// Takes the frame that was opened last away again.
    pub(super) fn close(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.again = frame.again;
            self.find_owner();
        }
    }

    fn load_from(&mut self, thread: u32, from: Id) -> bool {
        if self.more_before(thread, from) {
            self.push(Choice::Load { thread, from });
        }
        self.add_load(thread, from, false) && !self.is_stale_wait(thread)
    }

    /// The functions that add an event say whether the graph is consistent with it. If not, go back.
    pub(super) fn add_load(&mut self, thread: u32, from: Id, revisited: bool) -> bool {
        let new = self.reading(thread, from, revisited);
        self.add(new)
    }

    /// The thread's next event, if it only reads, and reads `from`.
    fn reading(&self, thread: u32, from: Id, revisited: bool) -> New {
        let loc = self.graph.location_of(from);
        let location = &self.graph.locations[loc as usize];
        New {
            thread,
            kind: Kind::Load,
            loc,
            rf: from,
            after: NONE,
            value: 0,
            content: location.content,
            answer: self.answer_from(from),
            comax: from == location.tail,
            revisited,
            misuse: None,
        }
    }

    /// What happens before that event, and how many events its thread then has.
    pub(super) fn clock_reading(&self, thread: u32, from: Id) -> (Clock<W>, u32) {
        let added = self.past(&self.reading(thread, from, false), &self.graph.pending(thread).op);
        let view = M::View::of(&self.graph, &added);
        (*view.happens_before(&added.porf), added.porf[thread as usize])
    }

    /// What a read of `from` is told.
    pub(super) fn answer_from(&self, from: Id) -> Answer {
        let content = self.graph.value(from);
        if content.defined { Answer::Value(content.value) } else { Answer::Uninit }
    }

    /// Places the store after `after` (or, if a read-modify-write reads that, further back).
    fn store_after(&mut self, thread: u32, after: Id) -> bool {
        if self.more_before(thread, after) {
            self.push(Choice::Store { thread, after });
        }
        self.add_store(thread, after)
    }

    pub(super) fn add_store(&mut self, thread: u32, after: Id) -> bool {
        let Op::Store { value, .. } = self.graph.pending(thread).op else { return false };
        let loc = self.graph.location_of(after);
        let location = &self.graph.locations[loc as usize];
        let (comax, content) = (after == location.tail, location.content);
        self.add(New {
            thread,
            kind: Kind::Store,
            loc,
            rf: NONE,
            after,
            value,
            content,
            answer: Answer::Done,
            comax,
            revisited: false,
            misuse: None,
        })
    }

    /// The read-modify-write (or compare-and-swap, or synchronisation operation) of the thread reads `from`, or the next
    /// write before it with which there is something to do: an event to add, or reads to revisit.
    pub(super) fn update_from(&mut self, thread: u32, mut from: Id) -> bool {
        loop {
            let more = self.more_before(thread, from);
            let rest = Choice::Update { thread, from };
            match self.effect(thread, from) {
                Effect::Blocked => {}
                Effect::Read => {
                    if more {
                        self.push(rest);
                    }
                    return self.add_load(thread, from, false) && !self.is_stale_wait(thread);
                }
                Effect::Write(write) if self.is_in_vain(thread, from, write) => {
                    if more {
                        self.push(rest);
                    }
                    return self.add_load(thread, from, false) && !self.is_stale_wait(thread);
                }
                Effect::Write(write) => {
                    let porf = self.graph.porf_reading(thread, from);
                    let queue = self.queue.len();
                    self.find_revisits(self.graph.location_of(from), from, &porf);
                    let can_read = self.graph.update_of(from).is_none();
                    if can_read || self.queue.len() > queue {
                        if more {
                            self.push(rest);
                        }
                        self.open_revisits(thread, from, queue);
                        return can_read && self.add_update(thread, from, write, false);
                    }
                }
            }
            if !more {
                return false;
            }
            from = self.graph.co_prev(from);
        }
    }

    /// What the pending operation of the thread does if it reads `from`.
    pub(super) fn effect(&mut self, thread: u32, from: Id) -> Effect {
        let op = self.graph.pending(thread).op;
        if let Op::Sync { op, .. } = op {
            let unchanged = self.graph.value(from).value;
            return match self.apply(from, op, thread) {
                SyncOutcome::Blocked => Effect::Blocked,
                SyncOutcome::Next { state, result } => {
                    Effect::Write(Write { value: u64::from(state.0), answer: Answer::Value(result), misuse: None })
                }
                SyncOutcome::Misuse(why) => {
                    Effect::Write(Write { value: unchanged, answer: Answer::Done, misuse: Some(why) })
                }
            };
        }
        if let Op::Fence { .. } = op {
            return Effect::Write(Write { value: 0, answer: Answer::Done, misuse: None });
        }
        let content = self.graph.value(from);
        match op.written(content.value) {
            Written::Nothing => Effect::Read,
            Written::Value(value) => {
                let answer = if content.defined { Answer::Value(content.value) } else { Answer::Uninit };
                Effect::Write(Write { value, answer, misuse: None })
            }
        }
    }

    pub(super) fn add_update(&mut self, thread: u32, from: Id, write: Write, revisited: bool) -> bool {
        let Write { value, answer, misuse } = write;
        let loc = self.graph.location_of(from);
        let location = &self.graph.locations[loc as usize];
        let (comax, content) = (from == location.tail, location.content);
        self.add(New {
            thread,
            kind: Kind::Update,
            loc,
            rf: from,
            after: from,
            value,
            content,
            answer,
            comax,
            revisited,
            misuse,
        })
    }

    pub(super) fn wait(&mut self, thread: u32, from: Id) -> bool {
        let loc = self.graph.location_of(from);
        let content = self.graph.locations[loc as usize].content;
        self.add(New {
            thread,
            kind: Kind::Wait,
            loc,
            rf: from,
            after: NONE,
            value: 0,
            content,
            answer: Answer::Value(0),
            comax: true,
            revisited: false,
            misuse: None,
        })
    }

    fn choose(&mut self, thread: u32, value: u32, arity: u32) -> bool {
        if value + 1 < arity {
            self.push(Choice::Value { thread, value, arity });
        }
        self.local(thread, Kind::Choice(value), Answer::Value(u64::from(value)))
    }

    pub(super) fn local(&mut self, thread: u32, kind: Kind, answer: Answer) -> bool {
        self.add(New {
            thread,
            kind,
            loc: 0,
            rf: NONE,
            after: NONE,
            value: 0,
            content: Content::default(),
            answer,
            comax: true,
            revisited: false,
            misuse: None,
        })
    }

    pub(super) fn spawn(&mut self, thread: u32) -> bool {
        let n = self.graph.lane(thread).spawned;
        let child = self.system.child(ThreadId(thread), n);
        if child.index() >= W {
            self.too_narrow = true;
            return true;
        }
        self.names.record(ThreadId(thread), n, child);
        if let Some(rounds) = &mut self.graph.rounds {
            rounds.meet(ThreadId(thread), n, child);
        }
        self.local(thread, Kind::Spawn(child.0), Answer::Thread(child))
    }

    /// Adds an event: its past, its place in the graph, and, if the graph is consistent with it, its effects and the thread's
    /// next operation. False: it is not consistent, go back.
    fn add(&mut self, new: New) -> bool {
        let before = *self.graph.pending(new.thread);
        let id = self.next_id();
        let event = self.event(&new, before);
        self.graph.events.push(event);
        self.graph.link(id, None);
        // What is added co-maximally is consistent in every model.
        if !new.comax && !M::is_consistent(&mut self.graph, id) {
            return false;
        }
        let first = new.comax && !matches!(new.kind, Kind::Choice(1..));
        if !self.is_admitted() || !(first || self.may_represent()) {
            return false;
        }
        self.go_on(id, &new, before);
        self.count_event();
        true
    }

    /// The event as it is before it is linked.
    fn event(&self, new: &New, before: Pending<S::State>) -> Event<S::State, M::View<W>, W> {
        let added = self.past(new, &before.op);
        Event {
            kind: new.kind,
            order: added.order,
            locked: new.kind == Kind::Load && matches!(before.op, Op::Cas { .. } | Op::Rmw { .. }),
            thread: new.thread,
            count: added.porf[new.thread as usize],
            loc: new.loc,
            rf: new.rf,
            value: new.value,
            content: new.content,
            porf: added.porf,
            view: M::View::of(&self.graph, &added),
            next: before,
            other_before: self.other_before(new),
            comax: new.comax,
            revisited: new.revisited,
            pinned: false,
            mark: self.system.mark(),
            segment: Segment::default(),
            po_prev: NONE,
            po_next: NONE,
            co_prev: new.after,
            co_next: NONE,
            readers: NONE,
            reader_next: NONE,
            read_before: NONE,
            write_before: NONE,
            position: 0,
            clocks_before: 0,
        }
    }

    /// The last event of the thread that is not at the location of the one about to be added.
    fn other_before(&self, new: &New) -> Id {
        let last = self.graph.lane(new.thread).last;
        if M::SC || last == NONE || !new.kind.has_location() {
            return last;
        }
        let event = self.graph.event(last);
        if event.kind.has_location() && event.loc == new.loc { event.other_before } else { last }
    }

    /// The porf of an event about to be added, and what the memory model has to know besides.
    fn past(&self, new: &New, op: &Op) -> Added<W> {
        let mut porf = self.graph.porf_reading(new.thread, new.rf);
        let mut joined = None;
        if let Kind::Join(child) = new.kind {
            // Its end counts as an event, so that its last steps are included.
            let mut end = self.graph.porf_before(child);
            end[child as usize] += 1;
            join(&mut porf, &end);
            joined = Some(child);
        }
        porf[new.thread as usize] += 1;
        let written = new.kind.writes().then_some(new.loc);
        let is_fence = new.kind == Kind::Fence;
        let order = match self.writes_in_vain(op, new) {
            Some(_) => read_order(order(op, new, true)),
            None => order(op, new, new.kind != Kind::Load),
        };
        Added { thread: new.thread, porf, rf: new.rf, written, joined, order, is_fence }
    }

    /// What a read-modify-write that is added as a read writes: what it reads.
    fn writes_in_vain(&self, op: &Op, new: &New) -> Option<u64> {
        if new.kind != Kind::Load || !matches!(op, Op::Rmw { .. } | Op::Cas { .. }) {
            return None;
        }
        match op.written(self.graph.value(new.rf).value) {
            Written::Value(value) => Some(value),
            Written::Nothing => None,
        }
    }

    /// Performs the effects of an event that has been linked, and runs its thread to its next operation.
    fn go_on(&mut self, id: Id, new: &New, before: Pending<S::State>) {
        let thread = ThreadId(new.thread);
        let Pending { op, site, state } = before;
        let Event { porf, view, mark, .. } = *self.graph.event(id);
        let obscured = self.obscured(id, view.happens_before(&porf));
        self.is_obscured = obscured.is_some();
        let clock = obscured.as_ref().unwrap_or_else(|| view.happens_before(&porf));
        let mut next = before;
        match self.perform(new, thread, &op, site, clock) {
            Err(fault) => {
                next.op = Op::Stuck(Stuck::Fault(fault));
                self.refused = true;
            }
            Ok(()) => {
                if let Kind::Spawn(child) = new.kind {
                    self.begin(id, ThreadId(child), state, clock);
                }
                let at = At { thread, epoch: porf[thread.index()] + 1, clock };
                next = self.system.resume(at, state, new.answer);
            }
        }
        let event = &mut self.graph.events[id as usize];
        event.next = next;
        event.segment = Segment { from: mark.log, to: self.system.mark().log };
        self.notice(new.thread, next.op);
        self.is_obscured = false;
        let joins = matches!(new.kind, Kind::Join(_)) && !matches!(next.op, Op::Join { .. });
        if joins && self.amid_joins(new.thread).is_some() {
            self.break_symmetry();
        }
    }

    fn perform(&mut self, new: &New, thread: ThreadId, op: &Op, site: Site, clock: &Clock<W>) -> Result<(), FaultId> {
        if let Some(why) = new.misuse {
            let Op::Sync { op, .. } = *op else { return Ok(()) };
            let fault = misuse(thread, op, site, why);
            return Err(self.system.add_fault(fault));
        }
        if op.loc().is_some() {
            let kind = match (new.kind.writes(), self.writes_in_vain(op, new)) {
                (true, _) => AccessKind::Write(new.value),
                (false, Some(same)) => AccessKind::Write(same),
                (false, None) => AccessKind::Read,
            };
            let at = At { thread, epoch: clock[thread.index()], clock };
            self.system.access(at, op, site, kind)?;
        }
        Ok(())
    }

    /// Begins the thread that the event `spawn` starts.
    fn begin(&mut self, spawn: Id, child: ThreadId, parent: S::State, before: &Clock<W>) {
        let mut clock = *before;
        clock[child.index()] = 1;
        let was_obscured = self.is_obscured;
        let twin = self.find_twin(spawn, parent);
        self.graph.events[spawn as usize].value = if twin == NONE { 0 } else { u64::from(twin) + 1 };
        if twin != NONE {
            // As in [`Self::obscured`]: to the parent's spawn of the first of them.
            let first = self.graph.first_of_group(twin);
            let (parent, count) = (self.graph.event(first).thread, self.graph.event(first).count);
            clock[parent as usize] = count;
            self.is_obscured = true;
        }
        let start = self.system.begin(At { thread: child, epoch: 2, clock: &clock }, parent, child);
        self.graph.set_start(spawn, start);
        self.starts.push((spawn, start));
        if twin != NONE {
            self.note_group(twin);
        }
        self.notice(child.0, start.op);
        self.is_obscured = was_obscured;
    }

    pub(super) fn count_event(&mut self) {
        if self.muted || !self.mine || self.on_trial {
            return;
        }
        self.stats.events += 1;
        let depth = self.graph.trail.len() as u64;
        self.stats.depth = self.stats.depth.max(depth);
        if self.stats.events.is_multiple_of(TICK) {
            self.tick();
        }
    }

    /// Tells of the progress, and looks whether there is room for more events.
    #[cold]
    fn tick(&mut self) {
        let flow = self.sink.tick(&self.stats);
        self.told(flow);
        if self.graph.events.len() >= (1 << 31) - 2 - TICK as usize {
            self.coverage.limit(Limit::Events);
            self.stop = true;
        }
    }

    /// The next operation of a thread has become known: faults are reported, limits noted.
    fn notice(&mut self, thread: u32, op: Op) {
        if self.graph.is_over(thread) {
            return;
        }
        match op {
            Op::Stuck(Stuck::Fault(fault)) => self.report(fault, Some(thread)),
            Op::Stuck(Stuck::Limit(limit)) => {
                self.coverage.limit(limit);
                // Nothing has become of the thread, so that what is known is known no further than up to here.
                self.stop |= limit == Limit::Interrupted;
            }
            Op::Stuck(Stuck::Unsupported(what)) => self.coverage.unsupported(what),
            _ => {}
        }
    }

    /// Goes back to the newest choice that has something left, and takes it. False: there is none.
    fn backtrack(&mut self) -> bool {
        while self.frames.len() > self.floor && !self.stop {
            if self.is_beyond() {
                self.leave_out();
            } else if self.resume() {
                self.more = true;
                return true;
            }
        }
        false
    }

    /// Goes back to the newest choice, and takes what is left there. False: that is nothing, go back further.
    pub(super) fn resume(&mut self) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        self.again = frame.again + 1;
        self.find_owner();
        self.note_resumed();
        if let Choice::Revisits { thread, from, queue, active } = frame.choice {
            return self.next_revisit(frame.base, thread, from, queue, active);
        }
        self.rewind(&frame.base);
        match frame.choice {
            Choice::Load { thread, from } => {
                let from = self.graph.co_prev(from);
                self.load_from(thread, from)
            }
            Choice::Store { thread, after } => self.store_before(thread, after),
            Choice::Update { thread, from } => {
                let from = self.graph.co_prev(from);
                self.update_from(thread, from)
            }
            Choice::Value { thread, value, arity } => self.choose(thread, value + 1, arity),
            Choice::Place { thread, after, read } => self.place_before(thread, after, read),
            Choice::Revisits { .. } => false,
        }
    }

    /// The next place of a store before `after`, not between a write and the read-modify-write that reads it.
    fn store_before(&mut self, thread: u32, after: Id) -> bool {
        let mut at = after;
        while self.more_before(thread, at) {
            let is_update = self.graph.event(at).kind == Kind::Update;
            at = self.graph.co_prev(at);
            if !is_update {
                return self.store_after(thread, at);
            }
        }
        false
    }

    /// Takes the graph back to where it was.
    pub(super) fn rewind(&mut self, base: &Base) {
        while self.graph.trail.len() > base.trail {
            self.graph.unlink();
        }
        self.graph.events.truncate(base.events);
        self.forget_idle(base.events);
        while self.starts.last().is_some_and(|(id, _)| *id as usize >= base.events) {
            self.starts.pop();
        }
        self.system.undo(base.mark);
    }

    pub(super) fn start_of(&self, id: Id) -> Option<Pending<S::State>> {
        let at = self.starts.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.starts[at].1)
    }

    /// Opens a frame for the revisits in the queue from `queue` on, if there are any.
    pub(super) fn open_revisits(&mut self, thread: u32, from: Id, queue: usize) {
        if self.queue.len() > queue {
            self.push(Choice::Revisits { thread, from, queue, active: false });
        }
    }
}

/// The location that fences touch, in models where they touch one.
pub(super) const FENCES: u64 = u64::MAX;

/// How strongly an operation orders others, when it becomes this event.
fn order(op: &Op, new: &New, succeeds: bool) -> Order {
    match *op {
        Op::Load { order, .. } | Op::Store { order, .. } | Op::Rmw { order, .. } | Op::Fence { order } => order,
        Op::Cas { success, failure, .. } => {
            if succeeds {
                success
            } else {
                failure
            }
        }
        Op::Sync { op, .. } => match new.answer {
            Answer::Value(result) => op.order(result),
            // Misuse: the thread goes no further.
            _ => Order::Relaxed,
        },
        Op::Spawn | Op::Join { .. } | Op::Choice { .. } | Op::Stuck(_) => Order::Relaxed,
    }
}

/// What is left of an order for an operation that only reads.
const fn read_order(order: Order) -> Order {
    match order {
        Order::AcqRel => Order::Acquire,
        Order::Release => Order::Relaxed,
        order => order,
    }
}

/// What an operation does when it reads a certain write.
pub(super) enum Effect {
    /// It has to wait.
    Blocked,
    /// It only reads.
    Read,
    /// It writes.
    Write(Write),
}

/// What a read-modify-write, or an operation on a synchronisation object, comes to.
#[derive(Clone, Copy)]
pub(super) struct Write {
    pub(super) value: u64,
    pub(super) answer: Answer,
    misuse: Option<&'static str>,
}
