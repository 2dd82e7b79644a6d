//! Waits in loops ([`Stuck::Spin`]): threads that wait are put last, and sources that only keep a
//! thread waiting are left out.
//!
//! A read after which its thread waits (an iteration without effect has come to its end) is an
//! event like any other. Two things make such reads few. They are inspired by Michalis
//! Kokologiannakis, Iason Marmanis, Viktor Vafeiadis: *Unblocking Dynamic Partial Order Reduction*,
//! CAV 2023, whose revisits in place are replaced by a choice of next_P.
//!
//! *Waiting threads come last.* If the next read of a thread would leave it waiting when it reads
//! the co-last write, other threads go first; it is asked again when another write has become the
//! last, and if nobody else can go on, it is added all the same. So next_P is still a function of
//! the graph, and TruSt does not depend on which function it is: each graph is reached once. But a
//! wait that ends is found to have ended when its read is added, instead of by a revisit of a read
//! that waits.
//!
//! *Stale waits are left out.* Going forward, a source that is not co-last and after which the
//! thread waits is not taken. What is lost are graphs in which that read reads that source: it was
//! not co-maximal when added, so that it is never revisited or deleted. The thread has no further
//! events, and nothing depends on the read. So the rest of such a graph is a prefix of others;
//! among them is one in which each thread that waits does so having read what was written last,
//! since going on with waiting threads last ends in one. Nothing is left out of that one, so that
//! all faults are found, liveness faults too, which need waits that are not stale.
//!
//! *A read that would wait is not revisited but set aside*: see [`super::aside`].
//!
//! *What is foreseen is not tried.* A system may know which values leave a thread waiting
//! (`Foresight::waits`). Then neither the last write nor a stale one is read only to see that the
//! thread waits. The graphs explored are the same.
//!
//! *A thread that goes round and looks at nothing* waits for nothing: what it has read before is no
//! part of the round, and there is no other execution in which the same wait has read something
//! newer. Such a read is one like any other.
//!
//! *Races are the exception.* A stale read may be the only access that races with a plain store:
//! what ends the wait may come after that store, and order it before the reads that follow. So,
//! when the wait has ended, it is asked of each stale source whether a read of it would be found to
//! be a race, and if so it is added. A plain store that is still to come is ordered after that last
//! read, and so after the stale ones, or races with it as well. What else is in the graph and not
//! in such an execution is deleted later only if it was added maximally, so that it does not stand
//! in the way of the read.
//!
//! *Plain accesses of the round* are another one: those that come between the read and the head of
//! the loop. They may race with what is performed much later, and what comes after the wait need
//! not access the same memory. So a read is treated as told so far only if it is *quiet*: if none
//! come after it that may take part in a race (`RaceView::may_race`). All others are reads like any
//! others, whether or not their threads wait after them. Nor is a compare-and-swap quiet that
//! writes what it finds: that with which the wait ends may only read.
//!
//! *A read-modify-write that writes what it read, and after which its thread waits, is added as a
//! read* (of the same order, and still a write for the race check). Nobody needs to read from it:
//! from what it read itself the same value is to be had, and fewer orders with it (see the
//! machine's `interp::spin`). It revisits nothing, and takes no place in coherence order. Performed
//! as it is written, it would order what comes after it at its location: so the schedule of a race
//! has it last (`write::linear`). If it meets a race before the end of the round (or a plain
//! access that is visible only since it races with atomic ones), it cannot be told whether it would
//! have waited; in graphs without that race it may. Another read-modify-write may read the same
//! write then, so that this one cannot be added as one: it is added as a read as well, and the race
//! is found. That is no false alarm: it performs the access in question in an execution in which
//! the other read-modify-write has read what it wrote, and that orders nothing before what the
//! thread does next.
//!
//! Not covered: bounds (everything is explored, then; the rule that keeps to a number of rounds has
//! its own next_P); revisits by writes that are not co-last, which leave the read waiting: these
//! are steps on the way to others.

use crate::graph::GraphSystem;
use crate::graph::core::event::{Clock, Id, Kind};
use crate::graph::core::operation::{Effect, Write};
use crate::graph::core::search::{Choice, Search};
use crate::graph::model::Model;
use threadbare_op::{AccessKind, At, Mark, Op, Order, Pending, Stuck, ThreadId, Written};

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

impl<S: GraphSystem, M: Model, const W: usize> Search<'_, S, M, W> {
    /// The read of the thread is added once more, after `write` has revisited it; but not if the
    /// thread would then only wait.
    pub(crate) fn read_revisited(&mut self, thread: u32, write: Id) -> bool {
        let loc = self.graph.location_of(write);
        if !self.may_reduce() || self.graph.locations[loc as usize].tail != write {
            return self.add_load(thread, write, true);
        }
        let waits = self.waits(thread, write) == Some(true);
        let tried = if waits { Tried::Waits } else { self.try_load(thread, write, true) };
        if tried == Tried::Waits {
            self.set_aside(thread, write);
        }
        tried != Tried::Inconsistent
    }

    /// The thread's load is added, unless it turns out to leave the thread waiting: then it is
    /// taken back.
    fn try_load(&mut self, thread: u32, from: Id, revisited: bool) -> Tried {
        let base = self.base();
        self.on_trial = true;
        let added = self.add_load(thread, from, revisited);
        self.on_trial = false;
        if !added {
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
        self.is_quiet && matches!(self.graph.pending(thread).op, Op::Stuck(Stuck::Spin { events: 1.. }))
    }

    /// Whether an access that has left its thread waiting is quiet; `in_vain`: it wrote what it
    /// read; `since`: the end of the log after it.
    pub(crate) fn is_quiet(&self, op: &Op, in_vain: bool, since: Mark) -> bool {
        let is_cas = in_vain && matches!(op, Op::Cas { .. });
        !is_cas && !self.system.may_race(since)
    }

    /// Whether threads that wait may be treated so: not under a bound, of which each graph counts
    /// for itself.
    pub(crate) fn may_reduce(&self) -> bool {
        self.bound.is_none() && self.graph.rounds.is_none()
    }

    /// Whether the next operation of the thread is known to leave it waiting, as the graph is.
    pub(crate) fn is_idle(&self, thread: u32) -> bool {
        self.newest_idle(thread).is_some_and(|&Idle { last, loc, tail, .. }| {
            self.graph.lane(thread).last == last && self.graph.locations[loc as usize].tail == tail
        })
    }

    fn newest_idle(&self, thread: u32) -> Option<&Idle> {
        self.idle.iter().rev().find(|idle| idle.thread == thread)
    }

    /// Whether the thread, which is idle, must not read the last write.
    pub(crate) fn is_shut_out(&self, thread: u32) -> bool {
        self.newest_idle(thread).is_some_and(|idle| self.is_barred(thread, idle.tail))
    }

    /// The thread, which would wait if it read `tail`, is put off, and others go first.
    pub(crate) fn put_off(&mut self, thread: u32, tail: Id) {
        let (last, loc) = (self.graph.lane(thread).last, self.graph.location_of(tail));
        self.idle.push(Idle { thread, last, loc, tail, events: self.graph.events.len() });
    }

    /// There are only `events` events left.
    pub(crate) fn forget_idle(&mut self, events: usize) {
        while self.idle.last().is_some_and(|idle| idle.events > events) {
            self.idle.pop();
        }
        while self.aside.last().is_some_and(|aside| aside.events > events) {
            self.aside.pop();
        }
    }

    /// The thread's load (or what turns out to be one) reads `tail`, the last write; or it is put
    /// off if it would then wait, unless it is `due`.
    pub(crate) fn load_tail(&mut self, thread: u32, tail: Id, due: bool, earlier: Choice) -> bool {
        if self.is_barred(thread, tail) {
            return self.go_past(thread, tail, due, earlier);
        }
        if due {
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
            return true;
        }
        let opens = self.more_before(thread, tail);
        if opens {
            self.push(earlier);
        }
        if self.try_load(thread, tail, false) == Tried::Waits {
            if opens {
                self.close();
            }
            self.put_off(thread, tail);
        }
        true
    }

    /// The thread must not read the last write: it is put off, or if it is `due`, it reads the next
    /// one back that it may.
    fn go_past(&mut self, thread: u32, tail: Id, due: bool, earlier: Choice) -> bool {
        if !due {
            self.put_off(thread, tail);
            return true;
        }
        if !self.more_before(thread, tail) {
            return false;
        }
        let before = self.graph.co_prev(tail);
        match earlier {
            Choice::Update { .. } => self.update_from(thread, before),
            _ => self.load_from(thread, before),
        }
    }

    /// The same for a read-modify-write.
    pub(crate) fn update_tail(&mut self, thread: u32, tail: Id, due: bool) -> bool {
        let earlier = Choice::Update { thread, from: tail };
        match self.effect(thread, tail) {
            Effect::Read => self.load_tail(thread, tail, due, earlier),
            Effect::Write(_) if self.is_barred(thread, tail) => self.go_past(thread, tail, due, earlier),
            Effect::Write(write) if !due && self.when_written(thread, tail, write) == Outlook::WaitsQuietly => {
                self.put_off(thread, tail);
                true
            }
            _ => self.update_from(thread, tail),
        }
    }

    /// Whether the thread's read-modify-write, which would write this when it reads `from`, writes
    /// what it reads, and the thread then waits.
    pub(crate) fn is_in_vain(&mut self, thread: u32, from: Id, write: Write) -> bool {
        match self.when_written(thread, from, write) {
            Outlook::GoesOn => false,
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
        self.idle.iter().any(|idle| idle.thread == thread && idle.last == last)
    }

    /// Whether the thread's load, if it reads `from`, leaves it waiting, as far as the system knows
    /// without running it.
    fn waits(&mut self, thread: u32, from: Id) -> Option<bool> {
        let Pending { op: Op::Load { .. }, state, .. } = *self.graph.pending(thread) else { return None };
        let answer = self.answer_from(from);
        let known = self.system.waits(ThreadId(thread), state, answer);
        debug_assert!(
            known != Some(true) || self.outlook(thread, from) == Outlook::WaitsQuietly,
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
        let Pending { op, site, .. } = *self.graph.pending(thread);
        if !self.system.is_touched(ThreadId(thread), &op) {
            return false;
        }
        let (clock, count) = self.clock_reading(thread, from);
        let mark = self.system.mark();
        let at = At { thread: ThreadId(thread), epoch: count, clock: &clock };
        let races = self.system.access(at, &op, site, AccessKind::Read).is_err();
        self.system.undo(mark);
        races
    }

    /// What comes of the thread's next operation, if it reads `from` and writes nothing new. The
    /// system is asked.
    fn outlook(&mut self, thread: u32, from: Id) -> Outlook {
        let Pending { op, state, .. } = *self.graph.pending(thread);
        let content = self.graph.value(from);
        let in_vain = op.written(content.value) != Written::Nothing;
        let (clock, count) = self.clock_reading(thread, from);
        let at = At { thread: ThreadId(thread), epoch: count + 1, clock: &clock };
        let mark = self.system.mark();
        let next = self.system.resume(at, state, self.answer_from(from));
        let outlook = match next.op {
            Op::Stuck(Stuck::Spin { events: 1.. }) if self.is_quiet(&op, in_vain, mark) => Outlook::WaitsQuietly,
            Op::Stuck(Stuck::Spin { .. }) => Outlook::Waits,
            Op::Stuck(Stuck::Fault(id)) if self.system.fault(id).kind.goes_by_order() => Outlook::Races,
            _ if self.races_plainly(thread, clock, &next) => Outlook::Races,
            _ => Outlook::GoesOn,
        };
        self.system.undo(mark);
        outlook
    }

    /// Whether an operation, after what the clock says, is a plain access, visible only since
    /// others access the same memory atomically, that races with one of these.
    fn races_plainly(&mut self, thread: u32, mut clock: Clock<W>, next: &Pending<S::State>) -> bool {
        let kind = match next.op {
            Op::Load { order: Order::Plain, .. } => AccessKind::Read,
            Op::Store { order: Order::Plain, value, .. } => AccessKind::Write(value),
            _ => return false,
        };
        clock[thread as usize] += 1;
        let at = At { thread: ThreadId(thread), epoch: clock[thread as usize], clock: &clock };
        self.system.access(at, &next.op, next.site, kind).is_err()
    }

    /// Whether the newest event is a read of something stale that leaves its thread waiting.
    pub(crate) fn is_stale_wait(&self, thread: u32) -> bool {
        let event = self.graph.event(self.graph.lane(thread).last);
        self.waits_quietly(thread) && event.kind == Kind::Load && !event.comax && self.may_reduce()
    }
}
