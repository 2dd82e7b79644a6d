//! [`dive`]: one execution that favours a thread, or lets all go in turn, to see whether some thread
//! ever gets out of a loop.
//!
//! An exploration that never ends mostly does not because some thread can go round a loop for ever,
//! while others wait to be scheduled. Such a loop shows as soon as its thread is the only one that
//! is scheduled whenever it can go on.
//!
//! Not covered: anything but sequential consistency (under weaker models the same executions
//! exist); loops that need others to go on in between in another order; choices other than 0, and
//! of input other answers than the first that lead on.

use crate::drive::input::Open;
use crate::run::Run;
use rustc_hash::FxHashSet;
use threadbare_op::{Inputs, Op, Pending, Possible, States, ThreadId};

/// Where a thread does not get out.
#[derive(Clone, Debug)]
pub struct Dived<St> {
    /// Which.
    pub thread: ThreadId,
    /// Where it stood before each of the last ones.
    pub last: Vec<Pending<St>>,
    /// Whether a state came again: then it can go on so for ever.
    pub comes_back: bool,
}

/// Performs so many operations: those of `favourite` whenever it can go on; without one, those of
/// all threads in turn, once `main` has started them. `None` if the execution has ended by then, or
/// others than the favourite have performed most of them. Else where a thread was all the time, the
/// favourite or the last one; a part of these operations more shows whether states come again.
pub fn dive<S: Inputs + States>(system: &mut S, favourite: Option<ThreadId>, most: usize) -> Option<Dived<S::State>> {
    let mut run = Run::start(system);
    let mut done: Vec<(ThreadId, Pending<S::State>)> = Vec::new();
    for number in 0..most {
        // `main` first, so that the others begin together.
        let begins = (number < most / 8).then_some(ThreadId::MAIN);
        let last = done.last().map(|(thread, _)| *thread);
        let next = next(&run, system, favourite.or(begins), last.filter(|_| favourite.is_none()))?;
        step(&mut run, system, next);
        done.push(next);
    }
    let thread = favourite.or(done.last().map(|(thread, _)| *thread))?;
    let of_thread = |(by, at): &(ThreadId, Pending<S::State>)| (*by == thread).then_some(*at);
    if favourite.is_some() && done.iter().filter_map(of_thread).count() < most / 2 {
        return None;
    }
    let last: Vec<_> = done[most - most / 4..].iter().filter_map(of_thread).collect();
    let mut known = FxHashSet::default();
    let mut by = thread;
    let mut comes_back = false;
    for _ in 0..most / 4 {
        let Some(next) = next(&run, system, favourite, favourite.is_none().then_some(by)) else { break };
        step(&mut run, system, next);
        by = next.0;
        // Whose turn it is decides what comes next.
        let state = (favourite.is_none().then_some(by), run.fingerprints(system, &[]).renamed);
        if !known.insert(state) {
            comes_back = true;
            break;
        }
    }
    (!last.is_empty()).then_some(Dived { thread, last, comes_back })
}

/// Who goes on, and where it stands: the favourite if it can, or the next one after who was last.
/// `None` if nobody can.
fn next<S: Inputs>(
    run: &Run<S::State>,
    system: &mut S,
    favourite: Option<ThreadId>,
    last: Option<ThreadId>,
) -> Option<(ThreadId, Pending<S::State>)> {
    let ready = run.ready(system);
    let wanted = ready.iter().find(|thread| Some(**thread) == favourite);
    let in_turn = || ready.iter().find(|thread| last.is_some_and(|last| **thread > last));
    let thread = *wanted.or_else(in_turn).or(ready.first())?;
    Some((thread, *run.pending(thread)?))
}

/// Performs the operation. Of several answers about the input the first that is possible, and after
/// which the thread goes on, if there is one; else 0.
fn step<S: Inputs>(run: &mut Run<S::State>, system: &mut S, (thread, before): (ThreadId, Pending<S::State>)) {
    let open = run.open(system, &before.op);
    let first = matches!(before.op, Op::Choice { .. }).then_some(0);
    for choice in open.into_iter().filter(|open| open.asks().is_some()).flat_map(Open::all) {
        let (_, back) = run.step(system, thread, before, choice);
        let goes_on = run.pending(thread).is_some_and(|after| !after.op.is_stuck() || after.op.has_finished());
        if goes_on && run.answers.are_possible(system) == Possible::Yes {
            return;
        }
        run.undo(system, back);
    }
    run.step(system, thread, before, first);
}
