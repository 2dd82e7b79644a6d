//! Rounds of loops in which threads waited until others have done something.
//!
//! A thread that stops there ([`Stuck::Spin`]) stands as it stood before its last round, and that
//! had no effect. So once it would see something else, the round is taken out of the execution, and
//! the thread goes on from where the round had begun. What is left is an execution of its own: the
//! thread has waited before it has looked. It may race where this one does not, as reading orders.
//!
//! One that stops since it could have read later ([`Stuck::Redundant`]) has not read yet then. One
//! whose assumption has failed waits until it would read something else.
//!
//! [`Stuck::Spin`]: threadbare_op::Stuck::Spin
//! [`Stuck::Redundant`]: threadbare_op::Stuck::Redundant
//!
//! Not covered: rounds with choices, and with compare-and-swaps that may ask something of the
//! input. Their threads go no further.

use crate::run::Run;
use crate::waits::hold::is_spin;
use crate::waits::stuck::round;
use threadbare_op::{Inputs, Op, Pending, ThreadId};

/// Where threads stood.
pub(super) struct Rounds<St> {
    /// By thread: before each of its events since its last round was taken out.
    stood: Vec<Vec<Pending<St>>>,
    has_taken_out: bool,
}

impl<St: Copy> Rounds<St> {
    /// At the start.
    pub(super) const fn new() -> Self {
        Self { stood: Vec::new(), has_taken_out: false }
    }

    /// A thread, which stands here, performs its operation.
    pub(super) fn stood(&mut self, thread: ThreadId, before: Pending<St>) {
        while self.stood.len() <= thread.index() {
            self.stood.push(Vec::new());
        }
        self.stood[thread.index()].push(before);
    }

    /// Whether the execution has fewer events than were performed.
    pub(super) const fn has_taken_out(&self) -> bool {
        self.has_taken_out
    }

    /// Lets the threads go on whose wait has come to its end, or that need not have looked so
    /// early.
    pub(super) fn take_out<S: Inputs<State = St>>(&mut self, run: &mut Run<St>, system: &mut S) {
        let waiting: Vec<(ThreadId, Op)> =
            run.threads().filter(|(_, at)| at.op.is_in_vain()).map(|(thread, at)| (thread, at.op)).collect();
        for (thread, op) in waiting {
            let Some(stood) = self.stood.get_mut(thread.index()) else { continue };
            let events = match earlier(stood) {
                _ if is_spin(&op) => run.is_stale(system, thread).then_some(round(&op) as usize),
                Some(events) => Some(events),
                None => run.reads_anew(system, thread).then_some(1),
            };
            // A round may seem to begin in one that was taken out.
            let Some(begun) = events.map(|events| stood.len().saturating_sub(events)) else { continue };
            let own = &stood[begun..];
            let asks = |at: &Pending<St>| match at.op {
                Op::Choice { .. } => true,
                Op::Cas { .. } => system.has_input(),
                _ => false,
            };
            let Some(first) = own.first().filter(|_| !own.iter().any(asks)) else { continue };
            run.take_out(thread, *first, own.len());
            stood.clear();
            self.has_taken_out = true;
        }
    }
}

/// How many events the thread has performed since it has read what it has read last, with that: the
/// rest is that of an execution in which it reads only now. `None` if it has not read it before:
/// then an assumption has failed.
fn earlier<St>(stood: &[Pending<St>]) -> Option<usize> {
    let (last, before) = stood.split_last()?;
    let read = |at: &Pending<St>| match at.op {
        Op::Load { loc, .. } | Op::Cas { loc, .. } => Some(loc),
        _ => None,
    };
    let loc = read(last)?;
    let first = before.iter().rposition(|at| read(at) == Some(loc))?;
    Some(stood.len() - first)
}
