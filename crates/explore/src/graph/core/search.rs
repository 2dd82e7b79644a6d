//! The depth-first search: adding events, and going back to choices (Algorithm 2, lines 1-19).
//!
//! `VISIT` of the paper is [`Search::explore`], with an explicit stack of choices
//! ([`super::stack`]) in place of recursion; next_P is [`Hooks::next`].

use super::consistency::Model;
use super::event::{Content, Id, Kind, NONE, initial_of};
use super::execution::Execution;
use super::hooks::{Hooks, Told, Turn};
use super::place::FENCES;
use super::report::{Halt, Report, Voice};
use super::revisit::Revisits;
use super::stack::{Base, Choice, Stack};
use super::step::Step;
use super::system::GraphSystem;
use crate::drive::enabled::{first_satisfying, goes_on};
use crate::{Sink, ThreadNames};
use std::sync::atomic::{AtomicBool, Ordering};
use threadbare_op::{Answer, Limit, Op, Pending, Stuck, SyncOp, ThreadId};

/// To go back so many events, in all, takes long enough to look at the clock.
const LONG: usize = 1 << 18;

/// Why a search does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pause {
    /// Everything is explored.
    Done,
    Halted(Halt),
    /// Somebody else wants something; the search is about to go back.
    Attention,
}

/// Whether the newest event was performed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Newest {
    Performed,
    /// It was found to be a fault of its own, so that its thread was told nothing.
    Refused,
}

/// The search.
///
/// Its methods are the steps of one algorithm on one state: each file of `core` has one of them
/// (see [`super`]). What is told and what is left out is not here, but behind `hooks`.
pub(crate) struct Search<'a, S: GraphSystem, M: Model, H, const W: usize> {
    pub(crate) system: &'a mut S,
    pub(crate) report: Report<'a>,
    pub(crate) graph: Execution<S::State, M, W>,
    /// The first states of threads, by the event that starts them.
    pub(super) starts: Vec<(Id, Pending<S::State>)>,
    pub(crate) stack: Stack,
    pub(super) revisits: Revisits,
    /// The paths of the threads ever started.
    pub(crate) names: ThreadNames,
    /// What comes next.
    pub(crate) at: Step,
    pub(crate) newest: Newest,
    pub(crate) hooks: H,
}

impl<'a, S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'a, S, M, H, W> {
    pub(crate) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>, hooks: H) -> Self {
        let graph = Execution::new(main, system.rules().release_sequence);
        system.will_revisit();
        system.judge_reuse();
        Self {
            system,
            report: Report::new(sink),
            graph,
            starts: Vec::new(),
            stack: Stack::default(),
            revisits: Revisits::default(),
            names: ThreadNames::within(W),
            at: Step::GoOn,
            newest: Newest::Performed,
            hooks,
        }
    }

    /// The main thread has come to its first operation.
    pub(crate) fn begin_main(&mut self) {
        let main = self.graph.pending(0).op;
        self.notice(0, main, Told::Everything);
    }

    /// Goes on until there is nothing left, or a reason to pause.
    pub(crate) fn explore(&mut self, attention: &AtomicBool) -> Pause {
        loop {
            if let Some(halt) = self.report.halt {
                return Pause::Halted(halt);
            }
            if self.at.goes_on() {
                self.at = self.step();
                continue;
            }
            if attention.load(Ordering::Relaxed) {
                return Pause::Attention;
            }
            if !self.backtrack() && !self.report.is_stopped() {
                return Pause::Done;
            }
        }
    }

    /// The same after [`Pause::Attention`].
    pub(crate) fn explore_on(&mut self, attention: &AtomicBool) -> Pause {
        if !self.backtrack() && !self.report.is_stopped() { Pause::Done } else { self.explore(attention) }
    }

    /// Adds one event, or finds that there is none to add.
    pub(crate) fn step(&mut self) -> Step {
        match H::next(self) {
            Some((thread, turn)) => self.expand(thread, turn),
            None => self.finish_execution(),
        }
    }

    /// Whether what is met now is told.
    #[inline]
    pub(crate) fn is_told(&self) -> bool {
        self.report.voice == Voice::Aloud && self.hooks.is_counted()
    }

    pub(crate) fn base(&self) -> Base {
        Base { trail: self.graph.trail.len(), events: self.graph.events.len(), mark: self.system.mark() }
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
                let tail = self.graph.locations[loc].tail;
                let state = self.graph.value(tail).value;
                goes_on(self.system, thread, op, state)
            }
            _ => true,
        }
    }

    pub(crate) fn has_finished(&self, thread: ThreadId) -> bool {
        let lane = self.graph.lanes.get(thread.index()).and_then(Option::as_ref);
        lane.is_some_and(|lane| self.graph.pending_of(lane).op.has_finished())
    }

    /// The location of a synchronisation object, its initial state known.
    pub(crate) fn object(&mut self, object: u64) -> u32 {
        let loc = self.graph.locations.number(object, 0);
        let location = &mut self.graph.locations[loc];
        if location.live == 0 {
            let state = self.system.initial_sync(object);
            location.content = Content::of_state(state);
        }
        loc
    }

    /// The first operation on the object after which `op`, which only waits, can go on.
    pub(crate) fn first_satisfying(&mut self, thread: u32, object: u64, op: SyncOp) -> Option<Id> {
        let loc = self.object(object);
        let (graph, tail) = (&self.graph, self.graph.locations[loc].tail);
        let back = |&at: &Id| initial_of(at).is_none().then(|| graph.co_prev(at));
        let states = std::iter::successors(Some(tail), back).map(|at| (at, graph.value(at).value));
        first_satisfying(self.system, thread, op, states)
    }

    /// Adds the next event of the thread in the first way there is; opens frames for the others.
    fn expand(&mut self, thread: u32, turn: Turn) -> Step {
        let op = self.graph.pending(thread).op;
        match op {
            Op::Load { loc, .. } => {
                let Some(loc) = self.unmixed(loc) else { return self.stop_at_mixed(thread) };
                let tail = self.graph.locations[loc].tail;
                H::load_tail(self, thread, tail, turn, Choice::Load { thread, from: tail })
            }
            Op::Store { loc, .. } => {
                let Some(loc) = self.unmixed(loc) else { return self.stop_at_mixed(thread) };
                let porf = self.graph.porf_before(thread);
                self.queue_revisits(thread, loc, NONE, &porf);
                let tail = self.graph.locations[loc].tail;
                self.store_after(thread, tail)
            }
            Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                let Some(loc) = self.unmixed(loc) else { return self.stop_at_mixed(thread) };
                let tail = self.graph.locations[loc].tail;
                H::update_tail(self, thread, tail, turn)
            }
            Op::Sync { object, op } if op.is_wait() => {
                let from = self.first_satisfying(thread, object, op);
                from.map_or(Step::GoOn, |from| self.wait(thread, from))
            }
            Op::Sync { object, .. } => {
                let loc = self.object(object);
                let tail = self.graph.locations[loc].tail;
                self.update_from(thread, tail)
            }
            Op::Choice { arity, asks: None } => self.choose(thread, 0, arity),
            Op::Choice { asks: Some(_), .. } => self.answer(thread, 0),
            Op::Spawn => self.spawn(thread),
            Op::Join { thread: child } => self.local(thread, Kind::Join(child.0), Answer::Done),
            Op::Fence { order } if M::fence_is_update(order) => {
                let loc = self.graph.locations.number(FENCES, 0);
                let tail = self.graph.locations[loc].tail;
                self.update_from(thread, tail)
            }
            Op::Fence { .. } => self.local(thread, Kind::Fence, Answer::Done),
            Op::Stuck(_) => Step::GoBack,
        }
    }

    pub(crate) fn is_mixed(&mut self, loc: threadbare_op::Loc) -> bool {
        let number = self.graph.locations.number(loc.addr, loc.size);
        self.graph.locations[number].mixed
    }

    #[cold]
    fn stop_at_mixed(&mut self, thread: u32) -> Step {
        let site = self.graph.pending(thread).site;
        if let Some(loc) = self.graph.pending(thread).op.loc()
            && let Some(other) = self.graph.locations.overlapped(loc)
        {
            self.system.note_overlap(loc, other, site);
        } else {
            self.system.note_limit(Limit::MixedSize, site);
        }
        self.graph.halt(thread, Stuck::Limit(Limit::MixedSize));
        self.report.coverage.limit(Limit::MixedSize);
        Step::GoOn
    }

    /// The location of a memory access, its initial content known; `None` if it [is
    /// mixed](Self::is_mixed).
    #[inline]
    fn unmixed(&mut self, loc: threadbare_op::Loc) -> Option<u32> {
        let number = self.memory(loc);
        (!self.graph.locations[number].mixed).then_some(number)
    }

    /// The location of a memory access, its initial content known.
    pub(crate) fn memory(&mut self, loc: threadbare_op::Loc) -> u32 {
        let number = self.graph.locations.number(loc.addr, loc.size);
        let location = &mut self.graph.locations[number];
        if location.live == 0 {
            location.content = Content::initial(self.system, loc);
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

    /// Opens a frame for what is left of a choice, which is about to be made.
    pub(crate) fn push(&mut self, choice: Choice) {
        let base = self.base();
        self.open(base, choice);
    }

    pub(super) fn open(&mut self, base: Base, choice: Choice) {
        self.stack.push(base, choice);
        self.hooks.moved(&self.stack);
    }

    /// Takes the frame that was opened last away again.
    pub(crate) fn close(&mut self) {
        self.stack.take_away();
        self.hooks.moved(&self.stack);
    }

    /// Goes back to the newest choice that has something left, and takes it. False: there is none.
    fn backtrack(&mut self) -> bool {
        let mut in_vain = 0;
        while self.stack.has_more() && !self.report.is_stopped() {
            // In a long execution, to go back once takes long.
            in_vain += self.graph.trail.len();
            if in_vain >= LONG {
                in_vain = 0;
                self.report.tick(self.graph.events.len());
            }
            if !self.hooks.may_resume(&self.stack) {
                self.leave_out();
            } else if self.resume().goes_on() {
                self.at = Step::GoOn;
                return true;
            }
        }
        false
    }

    /// Goes back to the newest choice, and takes what is left there. If that is nothing, the search
    /// goes back further.
    pub(crate) fn resume(&mut self) -> Step {
        let Some(frame) = self.stack.go_back() else { return Step::GoBack };
        self.hooks.moved(&self.stack);
        self.stack.note_resumed(self.report.stats);
        if let Choice::Revisits { thread, from, queue, made } = frame.choice {
            return self.next_revisit(frame.base, thread, from, queue, made);
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
            Choice::Answer { thread, from } => self.answer(thread, from),
            Choice::Swap { thread, from, revisited, answer } => self.swap(thread, from, revisited, answer),
            Choice::Place { thread, after, read } => self.place_before(thread, after, read),
            Choice::Revisits { .. } => Step::GoBack,
        }
    }

    /// Forgets the newest frame with everything that is left there.
    pub(crate) fn leave_out(&mut self) {
        let Some(frame) = self.stack.go_back() else { return };
        if let Choice::Revisits { thread, from, queue, made } = frame.choice {
            self.revisits.queue.truncate(queue);
            // Only takes the last revisit back, as none is left.
            let _ = self.next_revisit(frame.base, thread, from, queue, made);
        }
    }

    /// Forgets what is left at the newest frame, and stays where it is.
    pub(crate) fn settle(&mut self) {
        if let Some(Choice::Revisits { queue, .. }) = self.stack.frames.last().map(|frame| frame.choice) {
            self.revisits.queue.truncate(queue);
        }
        self.close();
    }

    /// The next place of a store before `after`, not between a write and the read-modify-write that
    /// reads it.
    fn store_before(&mut self, thread: u32, after: Id) -> Step {
        let mut at = after;
        while self.more_before(thread, at) {
            let is_update = self.graph.event(at).kind == Kind::Update;
            at = self.graph.co_prev(at);
            if !is_update {
                return self.store_after(thread, at);
            }
        }
        Step::GoBack
    }

    /// Takes the graph back to where it was.
    pub(crate) fn rewind(&mut self, base: &Base) {
        while self.graph.trail.len() > base.trail {
            self.unlink();
        }
        self.graph.truncate(base.events);
        self.hooks.truncated(base.events);
        while self.starts.last().is_some_and(|(id, _)| *id as usize >= base.events) {
            self.starts.pop();
        }
        self.system.undo(base.mark);
    }

    /// Puts an event at the end of the trail; see [`Execution::link`].
    pub(super) fn link(&mut self, id: Id, start: Option<Pending<S::State>>) {
        self.graph.link(id, start);
        self.hooks.linked(&mut self.graph, id);
    }

    /// Takes the newest event out again.
    pub(super) fn unlink(&mut self) -> Id {
        let id = self.graph.unlink();
        self.hooks.unlinked(&self.graph, id);
        id
    }

    pub(super) fn start_of(&self, id: Id) -> Option<Pending<S::State>> {
        let at = self.starts.binary_search_by_key(&id, |(id, _)| *id).ok()?;
        Some(self.starts[at].1)
    }
}
