//! Who goes on in an execution that is drawn.
//!
//! * [`Policy::PartialOrder`]: the operation with the highest priority. Priorities are drawn when a
//!   thread comes to an operation, and again for those that are dependent with the one just
//!   performed. So orders of dependent operations are drawn, and not orders of all. (Xinhao Yuan,
//!   Junfeng Yang, Ronghui Gu: *Partial Order Aware Concurrency Sampling*, CAV 2018, POS.)
//! * [`Policy::Changes`]: the thread with the highest priority; at a few events the priority of who
//!   goes on becomes the lowest. Faults that need few changes are likely so. (Sebastian Burckhardt,
//!   Pravesh Kothari, Madanlal Musuvathi, Santosh Nagarakatte: *A Randomized Scheduler with
//!   Probabilistic Guarantees of Finding Bugs*, ASPLOS 2010, PCT, of depth 3.) Events are counted
//!   up to the length of the longest execution so far.
//! * [`Policy::Walk`]: each thread that can go on with the same chance.

use crate::mix::Rng;
use crate::run::{Event, Run};
use threadbare_op::{ThreadId, Touch, dependent};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    PartialOrder,
    Changes,
    Walk,
}

impl Policy {
    pub(super) const ALL: [Self; 3] = [Self::PartialOrder, Self::Changes, Self::Walk];
}

/// So many times the priority of a thread becomes the lowest ([`Policy::Changes`]).
const CHANGES: usize = 2;
/// Executions have at least so many events, as far as is known.
const LEAST: usize = 16;

/// Draws who goes on.
pub(super) struct Scheduler {
    policy: Policy,
    /// By thread. Only those that were changed are below [`CHANGES`].
    priorities: Vec<u64>,
    /// At these events a priority changes; the last one is the next.
    changes: Vec<usize>,
    events: usize,
}

impl Scheduler {
    /// For an execution of about so many events.
    pub(super) fn new(policy: Policy, rng: &mut Rng, length: usize) -> Self {
        let mut changes: Vec<usize> = (0..CHANGES).map(|_| rng.below(length.max(LEAST))).collect();
        changes.sort_unstable_by(|a, b| b.cmp(a));
        Self { policy, priorities: Vec::new(), changes, events: 0 }
    }

    /// One of these threads.
    pub(super) fn next(&mut self, rng: &mut Rng, ready: &[ThreadId]) -> ThreadId {
        let Some(&last) = ready.last() else { return ThreadId::MAIN };
        while self.priorities.len() <= last.index() {
            self.priorities.push(drawn(rng));
        }
        match self.policy {
            Policy::Walk => ready[rng.below(ready.len())],
            Policy::PartialOrder => self.highest(ready).unwrap_or(last),
            Policy::Changes => {
                let first = self.highest(ready).unwrap_or(last);
                if self.changes.last().is_none_or(|at| *at > self.events) {
                    return first;
                }
                self.changes.pop();
                self.priorities[first.index()] = self.changes.len() as u64;
                self.highest(ready).unwrap_or(last)
            }
        }
    }

    fn highest(&self, ready: &[ThreadId]) -> Option<ThreadId> {
        ready.iter().copied().max_by_key(|thread| self.priorities[thread.index()])
    }

    /// An event was performed.
    pub(super) fn performed<St: Copy>(&mut self, rng: &mut Rng, run: &Run<St>, event: &Event<St>) {
        self.events += 1;
        if self.policy != Policy::PartialOrder {
            return;
        }
        let touched = Touch::of(&event.before.op, event.thread);
        for (thread, pending) in run.threads() {
            let is_next = thread == event.thread || dependent(touched, Touch::of(&pending.op, thread));
            if let Some(priority) = self.priorities.get_mut(thread.index()).filter(|_| is_next) {
                *priority = drawn(rng);
            }
        }
    }
}

/// A priority above all that were changed.
fn drawn(rng: &mut Rng) -> u64 {
    rng.next().max(CHANGES as u64)
}
