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
use rustc_hash::FxHashSet;
use threadbare_op::{Inputs, Op, Pending, States, ThreadId};

/// Of one thread: where it does not get out.
#[derive(Clone, Debug)]
pub struct Dived<St> {
    /// Where the thread stood before each of its last operations.
    pub last: Vec<Pending<St>>,
    /// Whether a state came again: then it can go on so for ever.
    pub comes_back: bool,
}

/// Performs at most so many operations, those of `favourite` whenever it can go on. If the
/// execution has not ended by then, and `favourite` has performed half of them or more: the last
/// `most / 4` of these. Whether states come again is seen in a quarter as many operations more.
pub fn dive<S: Inputs + States>(system: &mut S, favourite: ThreadId, most: usize) -> Option<Dived<S::State>> {
    let mut run = Run::start(system);
    let mut own = Vec::new();
    for _ in 0..most {
        let (thread, before) = next(&run, system, favourite)?;
        step(&mut run, system, thread, before);
        if thread == favourite {
            own.push(before);
        }
    }
    if own.len() < most / 2 {
        return None;
    }
    let last = own.split_off(own.len() - most / 4);
    let mut known = FxHashSet::default();
    let mut comes_back = false;
    for _ in 0..most / 4 {
        let Some((thread, before)) = next(&run, system, favourite) else { break };
        step(&mut run, system, thread, before);
        if !known.insert(run.fingerprints(system, &[]).renamed) {
            comes_back = true;
            break;
        }
    }
    Some(Dived { last, comes_back })
}

/// Who goes on, and where it stands; `None` if nobody can.
fn next<S: Inputs>(run: &Run<S::State>, system: &mut S, favourite: ThreadId) -> Option<(ThreadId, Pending<S::State>)> {
    let ready = run.ready(system);
    let thread = if ready.contains(&favourite) { favourite } else { *ready.first()? };
    Some((thread, *run.pending(thread)?))
}

fn step<S: Inputs>(run: &mut Run<S::State>, system: &mut S, thread: ThreadId, before: Pending<S::State>) {
    let choice = matches!(before.op, Op::Choice { .. }).then_some(0);
    run.step(system, thread, before, choice);
}
