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
use crate::run::{Back, Event, Run};
use rustc_hash::FxHashMap;
use threadbare_op::{Inputs, Limit, Op, Pending, Possible, States, Stuck, ThreadId, Word};

/// Where a thread does not get out.
#[derive(Clone, Debug)]
pub struct Dived<St> {
    /// Which.
    pub thread: ThreadId,
    /// Where it stood before each of the last ones.
    pub last: Vec<Pending<St>>,
    /// Whether a state came again: then it can go on so for ever.
    pub comes_back: bool,
    /// Whether threads did more in between than look: else they all wait for what nobody does.
    pub changes: bool,
}

/// A thread, and where it stands.
type Stands<St> = (ThreadId, Pending<St>);

/// Performs so many operations: those of `favourite` whenever it can go on; without one, those of
/// all threads in turn, once `main` has started them. `None` if the execution has ended by then, or
/// others than the favourite have performed most of them. Else where a thread was all the time: the
/// one that runs for too long without an operation, if nobody else goes on, or that has started as
/// many threads as fit, which goes no further, the favourite, or the last one; as many
/// operations more shows whether states come again.
pub fn dive<S: Inputs + States>(system: &mut S, favourite: Option<ThreadId>, most: usize) -> Option<Dived<S::State>> {
    let mut run = Run::start(system);
    let mut done: Vec<Stands<S::State>> = Vec::new();
    for number in 0..most {
        // `main` first, so that the others begin together.
        let begins = (number < most / 8).then_some(ThreadId::MAIN);
        let last = done.last().map(|(thread, _)| *thread);
        let last = last.filter(|_| favourite.is_none());
        let Some((next, _)) = advance(&mut run, system, favourite.or(begins), last) else { return silent(&run) };
        let thread = next.0;
        done.push(next);
        if run.pending(thread).is_some_and(|after| after.op == Op::Stuck(Stuck::Limit(Limit::Threads))) {
            let last = of_thread(thread, &done).skip(number / 2).collect();
            return Some(Dived { thread, last, comes_back: false, changes: true });
        }
    }
    let thread = favourite.or(done.last().map(|(thread, _)| *thread))?;
    if favourite.is_some() && of_thread(thread, &done).count() < most / 2 {
        return None;
    }
    let last: Vec<_> = of_thread(thread, &done[most - most / 4..]).collect();
    let mut known = FxHashMap::default();
    let mut by = thread;
    // The last step that did more than look.
    let mut changed = None;
    let mut back_to = None;
    for number in 0..most {
        let last = favourite.is_none().then_some(by);
        let Some((next, has_changed)) = advance(&mut run, system, favourite, last) else { break };
        if has_changed {
            changed = Some(number);
        }
        by = next.0;
        // Whose turn it is decides what comes next.
        let state = (favourite.is_none().then_some(by), run.fingerprints(system, &[]).renamed);
        back_to = known.insert(state, number);
        if back_to.is_some() {
            break;
        }
    }
    let changes = back_to.zip(changed).is_some_and(|(then, changed)| changed > then);
    (!last.is_empty()).then_some(Dived { thread, last, comes_back: back_to.is_some(), changes })
}

/// A thread that was stopped since it ran for too long without an operation.
fn silent<St: Copy>(run: &Run<St>) -> Option<Dived<St>> {
    let is_silent = |pending: &Pending<St>| pending.op == Op::Stuck(Stuck::Limit(Limit::Steps));
    let (thread, pending) = run.threads().find(|(_, pending)| is_silent(pending))?;
    Some(Dived { thread, last: vec![*pending], comes_back: false, changes: true })
}

/// Where a thread stood before each of its steps among these.
fn of_thread<St: Copy>(thread: ThreadId, done: &[Stands<St>]) -> impl Iterator<Item = Pending<St>> {
    done.iter().filter_map(move |(by, at)| (*by == thread).then_some(*at))
}

/// A step of the favourite if it can go on, or of the next one after who was last, but of none that
/// comes to a fault by it if there is another. Whose it was, where that stood, and whether it did
/// more than look. `None` if nobody can go on.
fn advance<S: Inputs>(
    run: &mut Run<S::State>,
    system: &mut S,
    favourite: Option<ThreadId>,
    last: Option<ThreadId>,
) -> Option<(Stands<S::State>, bool)> {
    let mut ready = run.ready(system);
    let wanted = ready.iter().position(|thread| Some(*thread) == favourite);
    let in_turn = || ready.iter().position(|thread| last.is_some_and(|last| *thread > last));
    let first = wanted.or_else(in_turn).unwrap_or(0);
    ready.rotate_left(first);
    // If all of them come to a fault, the first one does.
    let all = ready.len();
    for (number, thread) in ready.iter().chain(ready.first()).enumerate() {
        let next = (*thread, *run.pending(*thread)?);
        let (has_changed, back) = step(run, system, next);
        let fails = run.pending(*thread).is_some_and(|after| matches!(after.op, Op::Stuck(Stuck::Fault(_))));
        if !fails || number == all {
            return Some((next, has_changed));
        }
        run.undo(system, back);
    }
    None
}

/// Performs the operation. Of several answers about the input the first that is possible, and after
/// which the thread goes on, if there is one; else 0. Whether that did more than look.
fn step<S: Inputs>(
    run: &mut Run<S::State>,
    system: &mut S,
    (thread, before): Stands<S::State>,
) -> (bool, Back<S::State>) {
    let open = run.open(system, &before.op);
    let found = before.op.loc().map(|loc| run.memory.content(system, loc).value);
    let first = matches!(before.op, Op::Choice { .. }).then_some(0);
    for choice in open.into_iter().filter(|open| open.asks().is_some()).flat_map(Open::all) {
        let (event, back) = run.step(system, thread, before, choice);
        let goes_on = run.pending(thread).is_some_and(|after| !after.op.is_stuck() || after.op.has_finished());
        if goes_on && run.answers.are_possible(system) == Possible::Yes {
            return (has_changed(&event, found), back);
        }
        run.undo(system, back);
    }
    let (event, back) = run.step(system, thread, before, first);
    (has_changed(&event, found), back)
}

/// Whether something else is there than was found, or it is no access.
fn has_changed<St>(event: &Event<St>, found: Option<Word>) -> bool {
    let is_fence = matches!(event.before.op, Op::Fence { .. });
    if found.is_some() { event.written.is_some() && event.written != found } else { !is_fence }
}
