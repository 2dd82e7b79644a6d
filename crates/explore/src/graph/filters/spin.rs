//! Waits in loops ([`Stuck::Spin`]): threads that wait are put last, and sources that only keep a
//! thread waiting are left out.
//!
//! Inspired by Michalis Kokologiannakis, Iason Marmanis, Viktor Vafeiadis: *Unblocking Dynamic
//! Partial Order Reduction*, CAV 2023; deviation: instead of revisiting in place, next_P puts
//! waiting threads last. A system may know which values leave a thread waiting
//! (`Foresight::waits`); then such a read is not even tried. What is left out, and why no fault and
//! no race is lost: docs/proofs/waits.md.
//!
//! Not covered: bounds (everything is explored then); setting aside with input; revisits by writes
//! that are not co-last, which leave the read waiting.

use super::Filtered;
use super::aside::Aside;
use super::symmetry::is_interrupted;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, Kind};
use crate::graph::core::hooks::Turn;
use crate::graph::core::place::{Effect, Write};
use crate::graph::core::stack::Choice;
use crate::graph::core::step::Step;
use crate::graph::core::system::GraphSystem;
use crate::waits::hold::{foreseen, if_told, is_spin, would_race};
use threadbare_op::{AccessKind, At, Mark, Op, Order, Pending, RaceView, Stuck, System, ThreadId, Written};

/// A thread that would wait: `last` is its last event, `tail` the last write of the location `loc`
/// that it is about to read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Idle {
    thread: u32,
    last: Id,
    loc: u32,
    tail: Id,
    /// Number of events when this was found out. Once there are fewer, the numbers may come to mean
    /// other events.
    events: usize,
}

/// What is to be expected of a thread that performs its next operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    GoesOn,
    /// It waits in a loop.
    Waits,
    /// It does, and its last access was quiet.
    WaitsQuietly,
    /// It meets a fault that goes by the order of events, a race say, before that is known.
    Races,
    /// The run ends before that shows.
    Interrupted,
}

/// What came of adding a read on trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tried {
    /// The graph would not be consistent.
    Inconsistent,
    /// The thread would wait: the read was taken back.
    Waits,
    GoesOn,
}

/// What is known of threads that wait in loops.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    /// Threads that would wait; a stack.
    idle: Vec<Idle>,
    /// Reads that wait for what comes after a certain write; a stack.
    pub(super) aside: Vec<Aside>,
    pub(crate) newest: Noise,
}

/// What the newest event is, if it has left its thread waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Noise {
    #[default]
    Loud,
    /// Nothing of its round can take part in a race.
    Quiet,
}

impl Waits {
    /// There are only `events` events left.
    pub(crate) fn truncate(&mut self, events: usize) {
        while self.idle.last().is_some_and(|idle| idle.events > events) {
            self.idle.pop();
        }
        while self.aside.last().is_some_and(|aside| aside.events > events) {
            self.aside.pop();
        }
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// next_P: the first thread that can go on, in an order that does not depend on what was
    /// explored before; or else the first that would only wait, which is then due.
    pub(crate) fn next_waits_last(&mut self) -> Option<(u32, Turn)> {
        if let Some(thread) = self.next_confirms() {
            return Some((thread, Turn::Due));
        }
        let (mut idle, mut barred) = (None, None);
        let threads = self.names.order().len();
        let first = self.hooks.order.as_mut().map_or(0, |rng| rng.below(threads));
        for at in (first..threads).chain(0..first) {
            let thread = self.names.order()[at].0;
            if !self.can_go_on(thread) || self.graph.is_unseen(thread) {
                continue;
            }
            if self.hooks.waits.idle.is_empty() || !self.is_idle(thread) {
                let turn = if self.may_reduce() { Turn::MayBePutOff } else { Turn::Due };
                return Some((thread, turn));
            }
            let waiting = if self.is_shut_out(thread) { &mut barred } else { &mut idle };
            waiting.get_or_insert((thread, Turn::Due));
        }
        idle.or(barred)
    }

    /// The read of the thread is added once more, after `write` has revisited it; but not if the
    /// thread would then only wait.
    pub(crate) fn read_revisited(&mut self, thread: u32, write: Id) -> Step {
        let loc = self.graph.location_of(write);
        if !self.may_set_aside() || self.graph.locations[loc].tail != write {
            return self.add_load(thread, write, true);
        }
        let waits = self.waits(thread, write) == Some(true);
        let tried = if waits { Tried::Waits } else { self.add_unless_it_waits(thread, write, true) };
        if tried == Tried::Waits {
            self.set_aside(thread, write);
        }
        Step::on_if(tried != Tried::Inconsistent)
    }

    /// The thread's load is added, unless it turns out to leave the thread waiting: then it is
    /// taken back.
    fn add_unless_it_waits(&mut self, thread: u32, from: Id, revisited: bool) -> Tried {
        let base = self.base();
        if !self.try_load(thread, from, revisited).goes_on() {
            return Tried::Inconsistent;
        }
        if self.waits_quietly(thread) {
            self.rewind(&base);
            return Tried::Waits;
        }
        self.count_event();
        Tried::GoesOn
    }

    /// Whether the newest event, of this thread, is quiet and has left it waiting in a loop.
    fn waits_quietly(&self, thread: u32) -> bool {
        self.hooks.waits.newest == Noise::Quiet && self.graph.pending(thread).op.is_in_vain()
    }

    /// Whether threads that wait may be treated so: not under a bound, of which each graph counts
    /// for itself.
    pub(crate) fn may_reduce(&self) -> bool {
        self.hooks.bound.bound.is_none()
    }

    /// Whether reads may be set aside: not where executions stand for many inputs
    /// (docs/proofs/graph-input.md).
    fn may_set_aside(&self) -> bool {
        self.may_reduce() && !self.system.has_input()
    }

    /// Whether the next operation of the thread is known to leave it waiting, as the graph is.
    pub(crate) fn is_idle(&self, thread: u32) -> bool {
        self.newest_idle(thread).is_some_and(|&Idle { last, loc, tail, .. }| {
            self.graph.lane(thread).last == last && self.graph.locations[loc].tail == tail
        })
    }

    fn newest_idle(&self, thread: u32) -> Option<&Idle> {
        self.hooks.waits.idle.iter().rev().find(|idle| idle.thread == thread)
    }

    /// Whether the thread, which is idle, must not read the last write.
    pub(crate) fn is_shut_out(&self, thread: u32) -> bool {
        self.newest_idle(thread).is_some_and(|idle| self.is_barred(thread, idle.tail))
    }

    /// The thread, which would wait if it read `tail`, is put off, and others go first.
    pub(crate) fn put_off(&mut self, thread: u32, tail: Id) {
        let (last, loc) = (self.graph.lane(thread).last, self.graph.location_of(tail));
        self.hooks.waits.idle.push(Idle { thread, last, loc, tail, events: self.graph.events.len() });
    }

    /// The thread's load (or what turns out to be one) reads `tail`, the last write; or it is put
    /// off if it would then wait, unless it is `due`.
    pub(crate) fn load_tail(&mut self, thread: u32, tail: Id, turn: Turn, earlier: Choice) -> Step {
        if self.is_barred(thread, tail) {
            return self.go_past(thread, tail, turn, earlier);
        }
        if turn == Turn::Due {
            if self.more_before(thread, tail) {
                self.push(earlier);
            }
            return self.add_load(thread, tail, false);
        }
        let waits = match self.waits(thread, tail) {
            Some(waits) => waits,
            None => self.was_idle(thread) && self.outlook(thread, tail) == Outlook::WaitsQuietly,
        };
        if waits {
            self.put_off(thread, tail);
            return Step::GoOn;
        }
        let opens = self.more_before(thread, tail);
        if opens {
            self.push(earlier);
        }
        if self.add_unless_it_waits(thread, tail, false) == Tried::Waits {
            if opens {
                self.close();
            }
            self.put_off(thread, tail);
        }
        Step::GoOn
    }

    /// The thread must not read the last write: it is put off, or if it is `due`, it reads the next
    /// one back that it may.
    fn go_past(&mut self, thread: u32, tail: Id, turn: Turn, earlier: Choice) -> Step {
        if turn == Turn::MayBePutOff {
            self.put_off(thread, tail);
            return Step::GoOn;
        }
        if !self.more_before(thread, tail) {
            return Step::GoBack;
        }
        let before = self.graph.co_prev(tail);
        match earlier {
            Choice::Update { .. } => self.update_from(thread, before),
            _ => self.load_from(thread, before),
        }
    }

    /// The same for a read-modify-write.
    pub(crate) fn update_tail(&mut self, thread: u32, tail: Id, turn: Turn) -> Step {
        if let Some((from, write)) = self.confirmed(thread) {
            return self.update_only(thread, from, write);
        }
        let earlier = Choice::Update { thread, from: tail };
        match self.effect(thread, tail) {
            Effect::Read => self.load_tail(thread, tail, turn, earlier),
            Effect::Write(_) if self.is_barred(thread, tail) => self.go_past(thread, tail, turn, earlier),
            Effect::Write(write)
                if turn == Turn::MayBePutOff && self.when_written(thread, tail, write) == Outlook::WaitsQuietly =>
            {
                self.put_off(thread, tail);
                Step::GoOn
            }
            _ => self.update_from(thread, tail),
        }
    }

    /// Whether the thread's read-modify-write, which would write this when it reads `from`, writes
    /// what it reads, and the thread then waits.
    pub(crate) fn is_in_vain(&mut self, thread: u32, from: Id, write: Write) -> bool {
        match self.when_written(thread, from, write) {
            Outlook::GoesOn | Outlook::Interrupted => false,
            Outlook::Waits | Outlook::WaitsQuietly => true,
            // Where it could write it does, and the race is found.
            Outlook::Races => self.graph.update_of(from).is_some(),
        }
    }

    /// The same, and whether it is quiet.
    fn when_written(&mut self, thread: u32, from: Id, write: Write) -> Outlook {
        let content = self.graph.value(from);
        let is_access = self.graph.pending(thread).op.loc().is_some();
        let unchanged = content.defined && content.value == write.value;
        if is_access && unchanged { self.outlook(thread, from) } else { Outlook::GoesOn }
    }

    /// Whether the thread has been put off since its last event.
    fn was_idle(&self, thread: u32) -> bool {
        let last = self.graph.lane(thread).last;
        self.hooks.waits.idle.iter().any(|idle| idle.thread == thread && idle.last == last)
    }

    /// Whether the thread's load, if it reads `from`, leaves it waiting, as far as the system knows
    /// without running it.
    fn waits(&mut self, thread: u32, from: Id) -> Option<bool> {
        let (before, answer) = (*self.graph.pending(thread), self.answer_from(from));
        let known = foreseen(self.system, thread, &before, answer);
        debug_assert!(
            known != Some(true) || matches!(self.outlook(thread, from), Outlook::WaitsQuietly | Outlook::Interrupted),
            "foresight and running disagree"
        );
        known
    }

    /// The newest write, from `from` back, that the thread's load may read without being known to
    /// wait then (a stale wait).
    pub(crate) fn past_waits(&mut self, thread: u32, mut from: Id) -> Option<Id> {
        while self.may_reduce() && self.is_left_out(thread, from) {
            if !self.more_before(thread, from) {
                return None;
            }
            from = self.graph.co_prev(from);
        }
        Some(from)
    }

    /// Whether the thread's load must not read `from`, or would wait then and be no race.
    fn is_left_out(&mut self, thread: u32, from: Id) -> bool {
        match self.waits(thread, from) {
            Some(true) => !self.would_race(thread, from),
            _ => self.is_barred(thread, from),
        }
    }

    /// Whether the thread's load would be found to be a race, were it performed now and read
    /// `from`.
    fn would_race(&mut self, thread: u32, from: Id) -> bool {
        let before = *self.graph.pending(thread);
        if !self.system.is_touched(ThreadId(thread), &before.op) {
            return false;
        }
        let (clock, count) = self.clock_reading(thread, from);
        let at = At { thread: ThreadId(thread), epoch: count, clock: &clock };
        would_race(self.system, at, &before, AccessKind::Read)
    }

    /// What comes of the thread's next operation, if it reads `from` and writes nothing new. The
    /// system is asked.
    fn outlook(&mut self, thread: u32, from: Id) -> Outlook {
        let before = *self.graph.pending(thread);
        let in_vain = self.system.effect(&before.op, self.graph.value(from).value) != Written::Nothing;
        let (clock, count) = self.clock_reading(thread, from);
        let at = At { thread: ThreadId(thread), epoch: count + 1, clock: &clock };
        let answer = self.answer_from(from);
        if_told(self.system, at, &before, answer, |system, since, next| match next.op {
            op if op.is_in_vain() && is_quiet(system, &before.op, in_vain, since) => Outlook::WaitsQuietly,
            op if is_spin(&op) => Outlook::Waits,
            op if is_interrupted(&op) => Outlook::Interrupted,
            Op::Stuck(Stuck::Fault(id)) if system.fault(id).kind.goes_by_order() => Outlook::Races,
            _ if races_plainly(system, thread, clock, next) => Outlook::Races,
            _ => Outlook::GoesOn,
        })
    }

    /// Whether the newest event is a read of something stale that leaves its thread waiting.
    pub(crate) fn is_stale_wait(&self, thread: u32) -> bool {
        let event = self.graph.event(self.graph.lane(thread).last);
        self.waits_quietly(thread) && event.kind == Kind::Load && !event.comax && self.may_reduce()
    }
}

/// Whether an access that has left its thread waiting is quiet; `in_vain`: it wrote what it read;
/// `since`: the end of the log after it.
pub(crate) fn is_quiet<S: RaceView>(system: &S, op: &Op, in_vain: bool, since: Mark) -> bool {
    let is_cas = in_vain && matches!(op, Op::Cas { .. });
    !is_cas && !system.may_race(since)
}

/// Whether an operation, after what the clock says, is a plain access, visible only since others
/// access the same memory atomically, that races with one of these.
fn races_plainly<S: System, const W: usize>(
    system: &mut S,
    thread: u32,
    mut clock: Clock<W>,
    next: &Pending<S::State>,
) -> bool {
    let kind = match next.op {
        Op::Load { order: Order::Plain, .. } => AccessKind::Read,
        Op::Store { order: Order::Plain, value, .. } => AccessKind::Write(value),
        _ => return false,
    };
    clock[thread as usize] += 1;
    let at = At { thread: ThreadId(thread), epoch: clock[thread as usize], clock: &clock };
    would_race(system, at, next, kind)
}
