//! [`dive`]: one execution that favours a thread, to see whether that thread ever gets out of a
//! loop.
//!
//! An exploration that never ends mostly does not because some thread can go round a loop for ever,
//! while others wait to be scheduled. Such a loop shows as soon as its thread is the only one that
//! is scheduled whenever it can go on.
//!
//! Not covered: anything but sequential consistency (under weaker models the same executions
//! exist); loops that need others to go on in between; choices other than 0.

use crate::run::Run;
use threadbare_op::{Inputs, Op, Pending, ThreadId};

/// Performs at most so many operations, those of `favourite` whenever it can go on. If the
/// execution has not ended by then, and `favourite` has performed half of them or more: where it
/// stood before each of the last `most / 4`.
pub fn dive<S: Inputs>(system: &mut S, favourite: ThreadId, most: usize) -> Option<Vec<Pending<S::State>>> {
    let mut run = Run::start(system);
    let mut own = Vec::new();
    for _ in 0..most {
        let ready = run.ready(system);
        let thread = if ready.contains(&favourite) { favourite } else { *ready.first()? };
        let before = *run.pending(thread)?;
        let choice = matches!(before.op, Op::Choice { .. }).then_some(0);
        run.step(system, thread, before, choice);
        if thread == favourite {
            own.push(before);
        }
    }
    let last = own.len().saturating_sub(most / 4);
    (own.len() >= most / 2).then(|| own.split_off(last))
}
