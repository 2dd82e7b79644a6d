//! Reads of what no other thread will write any more: where there is one, no other read is tried.
//!
//! VC-DPOR tries the reads of all threads at each node: that of one thread, and then those of the
//! others, for executions in which the first one reads from what is not there yet. If there are
//! none, what is tried then is in vain. Threads that go over memory of their own before they meet
//! do that at each of their steps, so that there are as many nodes as pairs of steps.
//!
//! **The rule.** At a node u let the next read r of thread A, of the location x, have been tried
//! with all writes of u. If, in what has been explored so far, no other thread B that has come as
//! far as in u (or further) ever stood before an operation that may write x, nothing else is tried
//! at u. ([`Writers`] keeps for x and B how far B was when it last did.) Reads for which this is so
//! already, as far as is known, are tried first.
//!
//! **Nothing is lost.** Whenever the exploration is at a node u with CHB map C, every maximal
//! execution that belongs to u (contains its events, with their values, in an order that P allows)
//! and has a read that C excludes has been explored: when that read was tried, at u or at an
//! ancestor, to which the execution belongs as well. The rule keeps this true; what has to be shown
//! is that all executions that belong to u have been explored when u is left. Suppose one has not,
//! t*, and let X be the events of u.
//! * In t*, r does not read from an event of X or the initial content: all these have been tried,
//!   now or before. So it reads from an event that is not in X, or A waits for ever before a lock.
//!   At u nobody holds what A is about to lock (A does not wait there). So in either case t* has
//!   writes of x that are not in X, by other threads than A; let w be the first one, and B its
//!   thread.
//! * Take from t* the events of X, and those before w. None of the latter is an event of A that is
//!   not in X, since such an event comes after r, r after w. They are closed under program order,
//!   and contain what each of their reads reads from (X does, since t* belongs to u). Leaving out
//!   the other events takes no write away from its reads, so each reads what it has read. This is
//!   an execution; A stands before r in it, and B before w: what B does before w is there, and
//!   nothing that it does after w, as w is not in X.
//! * r can be done at its end: all its writes of x are in X; so what it holds is not held by
//!   others. It reads from one of these. What comes of that, up to where nothing can go on, is a
//!   maximal execution that belongs to u, in which r reads from an event of X or the initial
//!   content. So it has been explored, and B stood before w in it, having come as far as in u at
//!   least. That contradicts the rule.
//!
//! "Explored" means that an execution was reached with the same values for each thread, or, in
//! `dc`, sources: each thread stood before the same operations. That goes for programs in which no
//! thread is stopped by what depends on the order of events. Therefore the rule is not used any
//! more when a fault was met that does
//! ([`goes_by_order`](threadbare_op::FaultKind::goes_by_order)).

use super::CentricMistake;
use super::state::Execution;
use crate::drive::clock::Clock;
use crate::values::order::NONE;
use threadbare_op::{Op, Pending, RaceView, Stuck};

/// Who writes a location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writers<const W: usize> {
    /// By thread: how many events (its beginning included) it had when it last stood before an
    /// operation that may write the location; 0: it never did. Of all that was explored.
    last: Clock<W>,
}

impl<const W: usize> Default for Writers<W> {
    fn default() -> Self {
        Self { last: [0; W] }
    }
}

impl<const W: usize> Writers<W> {
    /// A thread with so many events stands before an operation that may write the location.
    fn note(&mut self, thread: u32, count: u32) {
        let last = &mut self.last[thread as usize];
        *last = count.max(*last);
    }

    /// Whether none of the threads but this one, with so many events each, was ever found to write
    /// it later.
    fn leave_alone(&self, thread: u32, counts: &Clock<W>) -> bool {
        let others = (0..).zip(self.last.iter().zip(counts)).filter(|(other, _)| *other != thread);
        others.fold(true, |all, (_, (last, count))| all & (last < count || *last == 0))
    }
}

impl<T: Copy, const W: usize> Execution<T, W> {
    /// A thread has come to stand before an operation.
    pub(super) fn stands(&mut self, thread: u32, pending: Pending<T>) {
        let loc = match pending.op {
            Op::Sync { object, .. } => self.locations.find(object, 0),
            op => op.loc().map_or(NONE, |loc| self.locations.find(loc.addr, loc.size)),
        };
        let lane = self.lane_mut(thread);
        (lane.pending, lane.loc) = (pending, loc);
        let count = lane.count;
        if loc != NONE && !matches!(pending.op, Op::Load { .. }) {
            self.locations[loc].more.note(thread, count);
        }
    }

    /// The thread may have met a fault.
    pub(super) fn note_fault<S: RaceView<State = T>>(&mut self, system: &S, thread: u32) {
        if let Op::Stuck(Stuck::Fault(fault)) = self.lane(thread).pending.op {
            self.is_racy |= system.fault(fault).kind.goes_by_order();
        }
    }

    /// Whether nobody else will write what the thread is about to read, as far as is known.
    pub(super) fn is_alone(&self, thread: u32) -> bool {
        let loc = self.lane(thread).loc;
        if self.has(CentricMistake::AloneForNow) {
            return self.threads().all(|(other, lane)| other == thread || lane.loc != loc);
        }
        !self.settings.every_read
            && !self.is_racy
            && loc != NONE
            && self.locations[loc].more.leave_alone(thread, &self.counts())
    }
}
