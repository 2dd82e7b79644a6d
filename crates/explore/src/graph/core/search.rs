//! The depth-first search: adding events, and the stack of choices.

use super::event::{Content, Id, Kind, NONE, initial_of};
use super::execution::Execution;
use super::operation::FENCES;
use super::path::Resumed;
use super::revisit::{Kept, Saved};
use crate::drive::enabled::{first_satisfying, goes_on};
use crate::graph::GraphSystem;
use crate::graph::filters::aside::Aside;
use crate::graph::filters::shard::Shard;
use crate::graph::filters::spin::Idle;
use crate::graph::model::Model;
use crate::{Sink, ThreadNames};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use threadbare_op::{Answer, Bound, Coverage, Limit, Mark, Op, Pending, Stats, Stuck, SyncOp, ThreadId};

/// Why a search does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
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
pub(crate) struct Frame {
    pub(crate) base: Base,
    pub(crate) choice: Choice,
    /// How often the search went back to a frame since the one below was opened (see
    /// [`super::path`]).
    pub(crate) again: u32,
}

/// The state of the search before a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) trail: usize,
    pub(crate) events: usize,
    pub(crate) mark: Mark,
}

/// What was chosen last, and what is left to choose.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    /// The thread's load read `from`; writes before it in coherence order are left.
    Load { thread: u32, from: Id },
    /// The thread's store was placed after `after`.
    Store { thread: u32, after: Id },
    /// The thread's read-modify-write, or synchronisation operation, read `from`.
    Update { thread: u32, from: Id },
    /// The thread's choice was answered `value`.
    Value { thread: u32, value: u32, arity: u32 },
    /// The thread's write (which reads `from`, if it reads) revisits the reads from here on in the
    /// queue; `active`: the newest entry of `saved` belongs to it.
    Revisits { thread: u32, from: Id, queue: usize, active: bool },
    /// In a revisit, the write was placed after `after`, and then `read` added again.
    Place { thread: u32, after: Id, read: Id },
}

/// The search.
pub(crate) struct Search<'a, S: GraphSystem, M: Model, const W: usize> {
    pub(crate) system: &'a mut S,
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) graph: Execution<S::State, M, W>,
    /// The first states of threads, by the event that starts them.
    pub(crate) starts: Vec<(Id, Pending<S::State>)>,
    pub(crate) frames: Vec<Frame>,
    /// Reads to be revisited, of all frames; a stack.
    pub(crate) queue: Vec<Id>,
    /// What revisits have removed; a stack, with the entries of all of them in `removed`.
    pub(crate) saved: Vec<Saved>,
    pub(crate) removed: Vec<Kept>,
    /// Threads that would wait; a stack. And whether an event is being added only to see whether
    /// its thread then waits.
    pub(crate) idle: Vec<Idle>,
    /// Reads that wait for what comes after a certain write.
    pub(crate) aside: Vec<Aside>,
    pub(crate) on_trial: bool,
    /// Whether the newest event is quiet (`filters::spin`), if its thread waits.
    pub(crate) is_quiet: bool,
    /// The paths of the threads ever started.
    pub(crate) names: ThreadNames,
    pub(crate) coverage: Coverage,
    pub(crate) stats: Stats,
    /// What is explored of it all.
    pub(crate) bound: Option<Bound>,
    /// Set when an event was found to be a fault of its own, so that its thread was told nothing.
    pub(crate) refused: bool,
    pub(crate) stop: bool,
    /// Whether the graph is to be extended; if not, the search is about to go back.
    pub(crate) more: bool,
    /// The part of the search that is explored, and whether what is met here belongs to it.
    pub(crate) shard: Option<Shard>,
    pub(crate) mine: bool,
    /// For estimates: whether an execution has just ended.
    pub(crate) ended: Option<bool>,
    /// Whether attention was just paid.
    pub(crate) attended: bool,
    /// How often the search went back since the newest frame was opened.
    pub(crate) again: u32,
    /// The frames below this one belong to somebody else.
    pub(crate) floor: usize,
    pub(crate) resumed: Resumed,
    /// Whether what is met has been told already, by somebody else.
    pub(crate) muted: bool,
    /// The system was told less of what happens before than there is (`filters::symmetry`).
    pub(crate) is_obscured: bool,
}

impl<'a, S: GraphSystem, M: Model, const W: usize> Search<'a, S, M, W> {
    pub(crate) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>) -> Self {
        let graph = Execution::new(main, system.rules().release_sequence);
        Self {
            system,
            sink,
            graph,
            starts: Vec::new(),
            frames: Vec::new(),
            queue: Vec::new(),
            saved: Vec::new(),
            removed: Vec::new(),
            idle: Vec::new(),
            aside: Vec::new(),
            on_trial: false,
            is_quiet: false,
            names: ThreadNames::within(W),
            coverage: Coverage::default(),
            stats: Stats::default(),
            bound: None,
            stop: false,
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
    pub(crate) fn begin_main(&mut self) {
        let main = self.graph.pending(0).op;
        self.notice(0, main);
    }

    /// Algorithm 2, lines 1-19, with an explicit stack.
    pub(crate) fn explore(&mut self, attention: &AtomicBool) -> Pause {
        loop {
            if self.names.is_full() {
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
    pub(crate) fn step(&mut self) -> bool {
        match self.next() {
            Some((thread, due)) => self.expand(thread, due),
            None => self.finish_execution(),
        }
    }

    /// Attention was paid: the search goes back now.
    pub(crate) fn go_back(&mut self) {
        self.attended = true;
    }

    pub(crate) fn told(&mut self, flow: ControlFlow<()>) {
        self.stop |= flow.is_break();
    }

    pub(crate) fn base(&self) -> Base {
        Base { trail: self.graph.trail.len(), events: self.graph.events.len(), mark: self.system.mark() }
    }

    /// next_P: the first thread that can go on, in an order that does not depend on what was
    /// explored before; or else the first that would only wait, which is then due.
    fn next(&mut self) -> Option<(u32, bool)> {
        if self.graph.rounds.is_some() {
            return self.next_within().map(|thread| (thread, true));
        }
        let (mut idle, mut barred) = (None, None);
        for at in 0..self.names.order().len() {
            let thread = self.names.order()[at].0;
            if !self.can_go_on(thread) {
                continue;
            }
            if self.idle.is_empty() || !self.is_idle(thread) {
                return Some((thread, !self.may_reduce()));
            }
            let waiting = if self.is_shut_out(thread) { &mut barred } else { &mut idle };
            waiting.get_or_insert((thread, true));
        }
        idle.or(barred)
    }

    /// Whether the thread is there and its next operation is enabled.
    #[inline(always)]
    pub(crate) fn can_go_on(&mut self, thread: u32) -> bool {
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
                let state = self.graph.value(tail).value;
                goes_on(self.system, thread, op, state)
            }
            _ => true,
        }
    }

    pub(crate) fn has_finished(&self, thread: ThreadId) -> bool {
        self.graph
            .lanes
            .get(thread.index())
            .is_some_and(|lane| lane.as_ref().is_some_and(|lane| self.graph.pending_of(lane).op.has_finished()))
    }

    /// The location of a synchronisation object, its initial state known.
    pub(crate) fn object(&mut self, object: u64) -> u32 {
        let loc = self.graph.location(object, 0);
        let location = &mut self.graph.locations[loc as usize];
        if location.live == 0 {
            let state = self.system.initial_sync(object);
            location.content = Content { value: u64::from(state.0), defined: true };
        }
        loc
    }

    /// The first operation on the object after which `op`, which only waits, can go on.
    pub(crate) fn first_satisfying(&mut self, thread: u32, object: u64, op: SyncOp) -> Option<Id> {
        let loc = self.object(object);
        let (graph, tail) = (&self.graph, self.graph.locations[loc as usize].tail);
        let back = |&at: &Id| initial_of(at).is_none().then(|| graph.co_prev(at));
        let states = std::iter::successors(Some(tail), back).map(|at| (at, graph.value(at).value));
        first_satisfying(self.system, thread, op, states)
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

    pub(crate) fn is_mixed(&mut self, loc: threadbare_op::Loc) -> bool {
        let number = self.graph.location(loc.addr, loc.size);
        self.graph.locations[number as usize].mixed
    }

    #[cold]
    fn stop_at_mixed(&mut self, thread: u32) -> bool {
        self.graph.halt(thread, Stuck::Limit(Limit::MixedSize));
        self.coverage.limit(Limit::MixedSize);
        true
    }

    /// The location of a memory access, its initial content known; `None` if it [is
    /// mixed](Self::is_mixed).
    #[inline]
    fn unmixed(&mut self, loc: threadbare_op::Loc) -> Option<u32> {
        let number = self.memory(loc);
        (!self.graph.locations[number as usize].mixed).then_some(number)
    }

    /// The location of a memory access, its initial content known.
    pub(crate) fn memory(&mut self, loc: threadbare_op::Loc) -> u32 {
        let number = self.graph.location(loc.addr, loc.size);
        let location = &mut self.graph.locations[number as usize];
        if location.live == 0 {
            let initial = self.system.initial(loc);
            location.content = Content { value: initial.value, defined: initial.defined };
        }
        number
    }

    /// Whether there are sources (or places) that may be consistent before `at` for the next event
    /// of the thread.
    pub(crate) fn more_before(&mut self, thread: u32, at: Id) -> bool {
        if M::SC && self.graph.is_plainly_before(at, thread) {
            return false;
        }
        self.graph.close_sc();
        !M::is_before(&self.graph, at, thread)
    }

    pub(crate) fn push(&mut self, choice: Choice) {
        let base = self.base();
        self.open(base, choice);
    }

    pub(crate) fn open(&mut self, base: Base, choice: Choice) {
        let again = std::mem::take(&mut self.again);
        self.frames.push(Frame { base, choice, again });
        self.find_owner();
    }

    /// Takes the frame that was opened last away again.
    pub(crate) fn close(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.again = frame.again;
            self.find_owner();
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

    /// Goes back to the newest choice, and takes what is left there. False: that is nothing, go
    /// back further.
    pub(crate) fn resume(&mut self) -> bool {
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

    /// The next place of a store before `after`, not between a write and the read-modify-write that
    /// reads it.
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
    pub(crate) fn rewind(&mut self, base: &Base) {
        while self.graph.trail.len() > base.trail {
            self.graph.unlink();
        }
        self.graph.events.truncate(base.events);
        if let Some(apart) = &mut self.graph.apart {
            apart.truncate(base.events);
        }
        self.forget_idle(base.events);
        while self.starts.last().is_some_and(|(id, _)| *id as usize >= base.events) {
            self.starts.pop();
        }
        self.system.undo(base.mark);
    }

    pub(crate) fn start_of(&self, id: Id) -> Option<Pending<S::State>> {
        let at = self.starts.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.starts[at].1)
    }

    /// Opens a frame for the revisits in the queue from `queue` on, if there are any.
    pub(crate) fn open_revisits(&mut self, thread: u32, from: Id, queue: usize) {
        if self.queue.len() > queue {
            self.push(Choice::Revisits { thread, from, queue, active: false });
        }
    }
}
