//! [`replay`]: one execution again, step by step, from its schedule: under sequential consistency
//! here, under weak memory models in `graph::write::replay`.
//!
//! A schedule is input: nothing about it is taken for granted. Each step must name a thread that
//! has begun and can go on, and a value exactly if the thread stands at a choice.
//!
//! Of the two accesses of a data race (or a use and a `free` that nothing orders), the second one
//! is found out, and its thread goes no further. Which one is second is a matter of the order in
//! which events are performed, which an execution graph does not determine; and so is whether a
//! plain access to memory that is accessed atomically, too, is visible. So a schedule need not fit
//! to the letter if the replay meets a race: what does not fit before it is left out, what does not
//! fit after it is the end. And where it meets no race, a thread may stand before a plain access
//! that is invisible in the order in which it was found to be at fault, so that the schedule has no
//! step for it: it is performed, if that is a race. (Freed memory is one such case: in that order
//! there was nothing left that could have been accessed atomically.) Other faults before it say
//! nothing: their threads stop there, and the rest goes on. So a replay for another fault may show
//! a race in addition.

use crate::graph;
use crate::run::{Event, Run, Seen};
use crate::sc::Ready;
use crate::waits::deadlock::going_round;
use crate::waits::ending::Ending;
use crate::waits::hold::is_spin;
use std::fmt;
use threadbare_op::{
    ANSWERED, Answer, FaultId, Inputs, Op, Pending, Schedule, Site, States, Step, Stuck, System, ThreadId, Word,
};

/// A schedule that is not one of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// Which step, from 0; `None` if it is the declaration of the threads.
    pub step: Option<usize>,
    /// What does not fit.
    pub reason: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this schedule does not belong to this program: ")?;
        match self.step {
            Some(step) => write!(f, "step {}: {}", step + 1, self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for ReplayError {}

/// A performed event.
#[derive(Clone, Debug)]
pub struct Replayed<St> {
    /// Its number in the execution, from 0.
    pub step: usize,
    /// Who performed it.
    pub thread: ThreadId,
    /// Its number in its thread, from 1 (the beginning is 0).
    pub index: u32,
    /// The operation.
    pub op: Op,
    /// Its place.
    pub site: Site,
    /// The state in which the thread stood before it.
    pub state: St,
    /// What the thread was told; `None` if the operation was a fault, or beyond what is modelled.
    pub answer: Option<Answer>,
    /// The value written to memory.
    pub written: Option<Word>,
    /// What happens before it, itself included: the number of events by thread.
    pub clock: Vec<u32>,
    /// Under a weak memory model, if it reads memory: the step whose write it reads; `None` inside
    /// if that is the initial content.
    pub source: Option<Option<usize>>,
    /// Under a weak memory model: the earlier step whose write to the same location is the next one
    /// after what it reads or, if it does not read, after its own.
    pub before: Option<usize>,
}

/// Who watches a replay. Any `FnMut(&mut S, &Replayed<S::State>)` does.
pub trait Observer<S: System> {
    /// `thread`, standing at `pending`, is about to perform its operation.
    fn before(&mut self, system: &mut S, thread: ThreadId, pending: &Pending<S::State>) {
        let _ = (system, thread, pending);
    }

    /// It has done so, and has run to its next operation.
    fn after(&mut self, system: &mut S, event: &Replayed<S::State>);
}

impl<S: System, F: FnMut(&mut S, &Replayed<S::State>)> Observer<S> for F {
    fn after(&mut self, system: &mut S, event: &Replayed<S::State>) {
        self(system, event);
    }
}

/// Where a thread stands at the end.
#[derive(Clone, Debug)]
pub struct Standing<St> {
    /// Which thread.
    pub thread: ThreadId,
    /// Its state, its next operation and the place of that.
    pub pending: Pending<St>,
    /// Whether it waits.
    pub waits: bool,
    /// If it waits: the threads that hold what it waits for, as far as that is somebody.
    pub holders: Vec<ThreadId>,
    /// Whether it waits in a loop, and would see something else there by now: then other executions
    /// end its wait.
    pub stale: bool,
    /// If it waits in a loop ([`Stuck::Spin`]): what it has read in the iteration that comes again
    /// and again.
    pub reads: Vec<Looked>,
}

/// Something that a thread looked at while waiting in a loop.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The operation.
    pub op: Op,
    /// Its place.
    pub site: Site,
    /// What it was told.
    pub answer: Option<Answer>,
}

/// How a replay ended.
#[derive(Clone, Debug)]
pub struct ReplayedEnd<St> {
    /// `None` if the schedule stops where some thread can still go on.
    pub ending: Option<Ending>,
    /// Every thread that has begun, by number.
    pub threads: Vec<Standing<St>>,
    /// The faults met, each with the number of steps after which it was there; a deadlock is the
    /// last of them.
    pub faults: Vec<(FaultId, usize)>,
    /// The number of events.
    pub events: usize,
}

/// Runs `system`, which has not been started, along `schedule`.
///
/// # Errors
/// A schedule that does not belong to this program: the first step that cannot be taken.
pub fn replay<S: graph::GraphSystem + Inputs + States>(
    system: &mut S,
    schedule: &Schedule,
    observer: &mut dyn Observer<S>,
) -> Result<ReplayedEnd<S::State>, ReplayError> {
    if let Some(input) = &schedule.given {
        system.give(input);
    }
    for (at, &(parent, n)) in schedule.threads.iter().enumerate() {
        let number = system.child(parent, n);
        if number.index() != at + 1 {
            return Err(ReplayError { step: None, reason: format!("{} is declared twice", number.called()) });
        }
    }
    if let Some(weak) = graph::replay(system, schedule, observer) {
        return weak;
    }
    let mut run = Run::start(system);
    let mut faults = Vec::new();
    note_fault(&run, ThreadId::MAIN, &mut faults);
    let mut misfit = perform_all(&mut run, system, schedule, observer, &mut faults);
    if !has_race(system, &faults)
        && !system.rules().explores_plain
        && let Some((thread, before)) = refused_plain(&mut run, system)
    {
        let (number, step) = (run.steps.len(), Step { thread, choice: None });
        perform(&mut run, system, observer, &mut faults, number, &step, before);
    }
    let mut again = None;
    if schedule.repeats > 0 && misfit.is_none() && faults.is_empty() {
        again = comes_round(&mut run, system, schedule.parts().1);
        if again.is_none() {
            let reason = "what should repeat for ever does not come back to the same state".into();
            misfit = Some(ReplayError { step: schedule.steps.len().checked_sub(1), reason });
        }
    }
    if let Some(misfit) = misfit.filter(|_| !has_race(system, &faults)) {
        return Err(misfit);
    }
    let ending = run.ready(system).is_empty().then(|| run.ending(system));
    let events = run.steps.len();
    if let Some(mut round) = again {
        // Not who goes on is at fault, but who is kept from it.
        let starve = schedule.in_vain.iter().filter_map(|thread| Some((*thread, run.pending(*thread)?.site)));
        if !schedule.in_vain.is_empty() {
            round = starve.collect();
        }
        faults.push((system.add_fault(going_round(&round)), events));
    }
    if let Some(fault) = waits(&run, system, schedule, (ending, faults.is_empty()))? {
        faults.push((fault, events));
    }
    let standing = |(thread, pending): (ThreadId, &Pending<S::State>)| {
        let waits = run.memory.ready(system, thread, &pending.op) == Ready::Waits;
        let holders = if waits { run.memory.holders(system, &pending.op) } else { Vec::new() };
        let looked = |seen: &Seen| Looked { op: seen.op, site: seen.site, answer: seen.answer };
        let mut reads: Vec<Looked> = run.iteration(thread).map(looked).collect();
        reads.reverse();
        let waits = waits || is_spin(&pending.op);
        let stale = run.is_stale(system, thread);
        Standing { thread, pending: *pending, waits, holders, stale, reads }
    };
    let threads = run.threads().map(standing).collect();
    Ok(ReplayedEnd { ending, threads, faults, events })
}

/// The fault of threads that wait for ever at the end of a schedule.
fn waits<S: Inputs + States>(
    run: &Run<S::State>,
    system: &mut S,
    schedule: &Schedule,
    (ending, is_first): (Option<Ending>, bool),
) -> Result<Option<FaultId>, ReplayError> {
    if let Some(Ending::Deadlock(fault)) = ending {
        return Ok(Some(fault));
    }
    if !is_first {
        return Ok(None);
    }
    if schedule.in_vain.is_empty() {
        // Others may go on for ever: with cutoffs that is a deadlock of those that wait for each
        // other.
        return Ok(if ending.is_none() { run.circle(system) } else { None });
    }
    let step = schedule.steps.len().checked_sub(1);
    let reason = "a thread that should wait for ever does not wait after it";
    run.in_vain(system, &schedule.in_vain).map(Some).ok_or_else(|| ReplayError { step, reason: reason.into() })
}

/// Where these steps are taken, if the execution comes to the same state again by them. It is as it
/// was then.
pub(crate) fn comes_round<S: Inputs + States>(
    run: &mut Run<S::State>,
    system: &mut S,
    round: &[Step],
) -> Option<Vec<(ThreadId, Site)>> {
    let there = run.fingerprints(system, &[]).renamed;
    let (mut places, mut backs) = (Vec::new(), Vec::new());
    for step in round {
        let Ok(before) = check(run, system, step) else { break };
        places.push((step.thread, before.site));
        backs.push(run.step(system, step.thread, before, step.choice).1);
    }
    let comes_again = places.len() == round.len() && run.fingerprints(system, &[]).renamed == there;
    while let Some(back) = backs.pop() {
        run.undo(system, back);
    }
    comes_again.then_some(places)
}

/// The place from which `step` can be taken.
fn check<S: Inputs>(run: &Run<S::State>, system: &mut S, step: &Step) -> Result<Pending<S::State>, String> {
    let thread = step.thread;
    let pending = run.pending(thread).ok_or_else(|| format!("{} has not begun", thread.called()))?;
    match (pending.op, step.choice) {
        (Op::Choice { arity, .. }, value) => drop(graph::checked(thread.0, arity, value)?),
        (_, None) => {}
        (Op::Cas { .. }, Some(ANSWERED)) if system.has_input() => {}
        (_, Some(_)) => return Err(format!("a value is given, but {} does not choose here", thread.called())),
    }
    match run.memory.ready(system, thread, &pending.op) {
        Ready::Yes => Ok(*pending),
        Ready::Waits => Err(format!("{} has to wait here", thread.called())),
        Ready::Never => Err(format!("{} has come to its end", thread.called())),
    }
}

/// Performs the steps of a schedule, as far as they fit; the first that does not.
fn perform_all<S: Inputs>(
    run: &mut Run<S::State>,
    system: &mut S,
    schedule: &Schedule,
    observer: &mut dyn Observer<S>,
    faults: &mut Vec<(FaultId, usize)>,
) -> Option<ReplayError> {
    let mut misfit = None;
    for (number, step) in schedule.steps.iter().enumerate() {
        let before = match check(run, system, step) {
            Ok(before) => before,
            Err(_) if has_race(system, faults) => break,
            Err(reason) => {
                misfit.get_or_insert(ReplayError { step: Some(number), reason });
                continue;
            }
        };
        perform(run, system, observer, faults, number, step, before);
    }
    misfit
}

/// Performs a step of a thread that stands at `before`, the schedule's step of that number, and
/// notes what is wrong with it.
fn perform<S: Inputs>(
    run: &mut Run<S::State>,
    system: &mut S,
    observer: &mut dyn Observer<S>,
    faults: &mut Vec<(FaultId, usize)>,
    number: usize,
    step: &Step,
    before: Pending<S::State>,
) {
    observer.before(system, step.thread, &before);
    let (event, _) = run.step(system, step.thread, before, step.choice);
    observer.after(system, &replayed(run, number, &event));
    note_fault(run, step.thread, faults);
    if let Some(child) = event.began {
        note_fault(run, child, faults);
    }
}

/// A thread that stands before a plain access which would be the second of a race, and where it
/// stands.
fn refused_plain<S: Inputs>(run: &mut Run<S::State>, system: &mut S) -> Option<(ThreadId, Pending<S::State>)> {
    let standing: Vec<_> = run.threads().filter(|(_, pending)| pending.op.is_plain()).map(|(t, p)| (t, *p)).collect();
    standing.into_iter().find(|&(thread, before)| {
        let mut met = Vec::new();
        let (_, back) = run.step(system, thread, before, None);
        note_fault(run, thread, &mut met);
        run.undo(system, back);
        has_race(system, &met)
    })
}

fn has_race<S: System>(system: &S, faults: &[(FaultId, usize)]) -> bool {
    faults.iter().any(|fault| system.fault(fault.0).kind.goes_by_order())
}

/// Notes what is wrong with the step that the thread has just made.
fn note_fault<St: Copy>(run: &Run<St>, thread: ThreadId, faults: &mut Vec<(FaultId, usize)>) {
    if let Some(Op::Stuck(Stuck::Fault(fault))) = run.pending(thread).map(|p| p.op) {
        faults.push((fault, run.steps.len()));
    }
}

fn replayed<St: Copy>(run: &Run<St>, step: usize, event: &Event<St>) -> Replayed<St> {
    Replayed {
        step,
        thread: event.thread,
        index: run.memory.events(event.thread).saturating_sub(1),
        op: event.before.op,
        site: event.before.site,
        state: event.before.state,
        answer: event.answer,
        written: event.written,
        clock: trimmed(run.memory.clock(event.thread)),
        source: None,
        before: None,
    }
}

/// A clock without the entries of threads that have nothing in it, at its end.
fn trimmed(clock: &[u32]) -> Vec<u32> {
    let length = clock.iter().rposition(|count| *count != 0).map_or(0, |last| last + 1);
    clock[..length].to_vec()
}
