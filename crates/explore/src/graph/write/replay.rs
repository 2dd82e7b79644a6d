//! Replay of one execution of a weak memory model.
//!
//! Such an execution is not an interleaving, so there is no memory to run it on. Its graph is built
//! instead, by the same functions that the search adds events with, in the order of the schedule
//! (the trail of the search, a linear extension of porf), with the sources and places that the
//! schedule gives. So what the search has found is found again, with the same clocks; and a
//! schedule whose graph the model does not allow is refused like any other that does not fit.

use crate::Sink;
use crate::drive::clock::widths;
use crate::drive::effect::answer;
use crate::drive::input::told;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, Kind, NONE, initial_of};
use crate::graph::core::execution::Asked;
use crate::graph::core::place::{Effect, FENCES};
use crate::graph::core::search::Newest;
use crate::graph::core::step::Step as Added;
use crate::graph::core::system::GraphSystem;
use crate::graph::filters::{Filtered, Filters};
use crate::graph::model::for_model;
use crate::replay::{Looked, Observer, ReplayError, Replayed, ReplayedEnd, Standing};
use crate::waits::ending::Ending;
use crate::waits::hold::is_spin;
use crate::waits::stuck::looks;
use std::ops::ControlFlow;
use threadbare_op::{ANSWERED, Answer, FaultId, Op, Pending, Schedule, Step, Stuck, System, ThreadId};

type Outcome<S> = Result<ReplayedEnd<<S as System>::State>, ReplayError>;

/// Runs `system`, which has not been started and knows the threads that the schedule declares,
/// along `schedule`; `None` if that is of sequential consistency.
pub(crate) fn replay<S: GraphSystem>(
    system: &mut S,
    schedule: &Schedule,
    observer: &mut dyn Observer<S>,
) -> Option<Outcome<S>> {
    for_model!(schedule.model, M => fitting::<S, M>(system, schedule, observer))
}

/// A replay with clocks of some width.
type Run<S> = fn(&mut S, &Schedule, &mut dyn Observer<S>) -> Outcome<S>;

/// With clocks of the first width that is enough for the threads of the schedule.
fn fitting<S: GraphSystem, M: Model>(
    system: &mut S,
    schedule: &Schedule,
    observer: &mut dyn Observer<S>,
) -> Option<Outcome<S>> {
    if M::SC {
        return None;
    }
    let in_steps = schedule.steps.iter().map(|step| step.thread.index()).max().unwrap_or(0);
    let threads = 1 + schedule.threads.len().max(in_steps);
    let mut runs: Vec<(usize, Run<S>)> = widths!(1024, true, run::<S, M>);
    // Threads beyond the declared ones have not begun, whatever their numbers: the widest clocks
    // will do for them.
    let fits = runs.iter().position(|(width, _)| threads <= *width).unwrap_or(runs.len() - 1);
    Some(runs.swap_remove(fits).1(system, schedule, observer))
}

/// Nobody has to be told anything.
struct Nobody;

impl Sink for Nobody {
    fn fault(&mut self, _: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What an access reads or is put after, and the write that comes next in coherence order, if it
/// was performed already.
#[derive(Clone, Copy)]
struct Spot {
    source: Id,
    next: Id,
}

struct Replay<'a, 'o, S: GraphSystem, M: Model, const W: usize> {
    search: Filtered<'a, S, M, W>,
    observer: &'o mut dyn Observer<S>,
    faults: Vec<(FaultId, usize)>,
    /// What the last read-modify-write, or operation on an object, was told.
    told: Answer,
}

fn run<S: GraphSystem, M: Model, const W: usize>(
    system: &mut S,
    schedule: &Schedule,
    observer: &mut dyn Observer<S>,
) -> Outcome<S> {
    let main = system.start();
    let mut nobody = Nobody;
    let search = Filtered::<S, M, W>::new(system, &mut nobody, main, Filters::new(None, None));
    let mut replay = Replay { search, observer, faults: Vec::new(), told: Answer::Done };
    replay.note_fault(0);
    let mut misfit = None;
    for (number, step) in schedule.steps.iter().enumerate() {
        let events = replay.search.graph.trail.len();
        let Err(reason) = replay.step(*step) else { continue };
        // What comes after a race depends on which of its accesses is found out.
        if replay.has_race() {
            break;
        }
        misfit.get_or_insert(ReplayError { step: Some(number), reason });
        if replay.search.graph.trail.len() > events {
            break;
        }
    }
    match misfit.filter(|_| !replay.has_race()) {
        Some(misfit) => Err(misfit),
        None => Ok(replay.end()),
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Replay<'_, '_, S, M, W> {
    fn note_fault(&mut self, thread: u32) {
        if let Op::Stuck(Stuck::Fault(fault)) = self.search.graph.pending(thread).op {
            self.faults.push((fault, self.search.graph.trail.len()));
        }
    }

    fn has_race(&self) -> bool {
        self.faults.iter().any(|fault| self.search.system.fault(fault.0).kind.goes_by_order())
    }

    /// Takes a step, or says why it cannot be taken.
    fn step(&mut self, step: Step) -> Result<(), String> {
        let thread = step.thread.0;
        if !self.search.graph.lanes.get(step.thread.index()).is_some_and(Option::is_some) {
            return Err(format!("{} has not begun", ThreadId(thread).called()));
        }
        let before = *self.search.graph.pending(thread);
        let spot = self.spot(thread, &before.op, step.choice)?;
        self.observer.before(self.search.system, step.thread, &before);
        self.search.newest = Newest::Performed;
        let added = self.add(thread, before.op, spot, step.choice)?;
        if !added.goes_on() {
            return Err(format!(
                "the memory model {} does not allow what {} does here",
                M::NAME,
                ThreadId(thread).called()
            ));
        }
        let Some(&id) = self.search.graph.trail.last() else { return Ok(()) };
        let replayed = self.replayed(id, before, spot);
        self.observer.after(self.search.system, &replayed);
        self.note_fault(thread);
        if let Kind::Spawn(child) = self.search.graph.event(id).kind {
            self.note_fault(child);
        }
        Ok(())
    }

    /// What the operation reads or is put after, if it is one on memory or on an object.
    fn spot(&mut self, thread: u32, op: &Op, choice: Option<u32>) -> Result<Option<Spot>, String> {
        let loc = match *op {
            Op::Load { loc, .. } | Op::Store { loc, .. } | Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                if self.search.is_mixed(loc) {
                    return Err(format!("{} accesses memory in different sizes here", ThreadId(thread).called()));
                }
                self.search.memory(loc)
            }
            Op::Choice { .. } => return Ok(None),
            _ if choice.is_some() => {
                return Err(format!(
                    "a value is given, but {} neither chooses nor accesses memory here",
                    ThreadId(thread).called()
                ));
            }
            Op::Sync { object, op } if !op.is_wait() => self.search.object(object),
            Op::Fence { order } if M::fence_is_update(order) => self.search.graph.locations.number(FENCES, 0),
            _ => return Ok(None),
        };
        let is_asked = self.search.system.has_input() && matches!(op, Op::Cas { .. });
        let choice = choice.map(|choice| if is_asked { choice & !ANSWERED } else { choice });
        let mut spot = Spot { source: self.search.graph.locations[loc].tail, next: NONE };
        for _ in 0..choice.unwrap_or(0) {
            if !self.search.more_before(thread, spot.source) {
                return Err(format!("{} cannot come before so many writes here", ThreadId(thread).called()));
            }
            spot = Spot { source: self.search.graph.co_prev(spot.source), next: spot.source };
        }
        let is_store = matches!(op, Op::Store { .. });
        if is_store && self.search.graph.update_of(spot.source).is_some() {
            return Err(format!(
                "{} cannot come between a read-modify-write and what that reads",
                ThreadId(thread).called()
            ));
        }
        Ok(Some(spot))
    }

    /// Adds the event, if it is consistent.
    fn add(&mut self, thread: u32, op: Op, spot: Option<Spot>, choice: Option<u32>) -> Result<Added, String> {
        let search = &mut self.search;
        let waits = || Err(format!("{} has to wait here", ThreadId(thread).called()));
        Ok(match (op, spot) {
            (Op::Load { .. }, Some(spot)) => search.add_load(thread, spot.source, false),
            (Op::Store { .. }, Some(spot)) => search.add_store(thread, spot.source),
            (_, Some(spot)) => match search.effect(thread, spot.source) {
                Effect::Blocked => return waits(),
                Effect::Read => search.add_load(thread, spot.source, false),
                Effect::Write(write) if search.is_in_vain(thread, spot.source, write) => {
                    search.add_load(thread, spot.source, false)
                }
                Effect::Asks(swap) if told(choice) != swap.swaps => {
                    search.fail(thread, spot.source, false, Asked::of(swap, 1 - swap.swaps, false))
                }
                Effect::Write(_) | Effect::Asks(_) if search.graph.update_of(spot.source).is_some() => {
                    return Err(format!(
                        "{} reads what another read-modify-write has changed already",
                        ThreadId(thread).called()
                    ));
                }
                Effect::Asks(swap) => {
                    let write = search.success(spot.source, swap);
                    self.told = write.answer;
                    search.add_update(thread, spot.source, write, false)
                }
                Effect::Write(write) => {
                    self.told = write.answer;
                    search.add_update(thread, spot.source, write, false)
                }
            },
            (Op::Stuck(_), None) => return Err(format!("{} has come to its end", ThreadId(thread).called())),
            (Op::Choice { arity, asks }, None) => {
                let value = checked(thread, arity, choice)?;
                match asks {
                    None => search.chosen(thread, Kind::Choice(value), value),
                    Some(_) => search.chosen(thread, Kind::Answer { value, first: false }, value),
                }
            }
            (Op::Spawn, None) => {
                let added = search.spawn(thread);
                if search.names.is_full() {
                    return Err(format!(
                        "{} starts a thread that is neither declared nor used",
                        ThreadId(thread).called()
                    ));
                }
                added
            }
            (_, None) if !search.can_go_on(thread) => return waits(),
            (Op::Join { thread: child }, None) => search.local(thread, Kind::Join(child.0), Answer::Done),
            (Op::Sync { object, op }, None) => match search.first_satisfying(thread, object, op) {
                Some(from) => search.wait(thread, from),
                None => return waits(),
            },
            _ => search.local(thread, Kind::Fence, Answer::Done),
        })
    }

    fn step_of(&self, write: Id) -> Option<usize> {
        let performed = write != NONE && initial_of(write).is_none();
        performed.then(|| self.search.graph.event(write).position as usize)
    }

    fn replayed(&self, id: Id, before: Pending<S::State>, spot: Option<Spot>) -> Replayed<S::State> {
        let event = self.search.graph.event(id);
        let answer = match (event.kind, before.op) {
            _ if self.search.newest == Newest::Refused => None,
            (Kind::Spawn(child), _) => Some(Answer::Thread(ThreadId(child))),
            (Kind::Choice(value) | Kind::Answer { value, .. }, _) => Some(Answer::Result(u64::from(value))),
            (Kind::Wait, _) => Some(Answer::Result(0)),
            (Kind::Update, _) => Some(self.told),
            (Kind::Load, _) => {
                let content = self.search.graph.value(event.rf);
                let is_asked = self.search.graph.swap(id).is_some();
                Some(if is_asked { Answer::Compared { found: content.value, equal: false } } else { content.read() })
            }
            _ => Some(Answer::Done),
        };
        let is_memory = before.op.loc().is_some();
        let clock = self.search.graph.happens_before(id);
        let length = clock.iter().rposition(|&n| n > 0).map_or(0, |last| last + 1);
        Replayed {
            step: event.position as usize,
            thread: ThreadId(event.thread),
            index: event.count - 1,
            op: before.op,
            site: before.site,
            state: before.state,
            answer,
            written: (is_memory && event.kind.writes()).then_some(event.value),
            clock: clock[..length].to_vec(),
            source: (is_memory && event.rf != NONE).then(|| self.step_of(event.rf)),
            before: spot.filter(|_| is_memory).and_then(|spot| self.step_of(spot.next)),
        }
    }

    /// What the last `events` events of the thread have read.
    fn looked(&mut self, thread: u32, events: u32) -> Vec<Looked> {
        let mut reads = Vec::new();
        for (event, op, site) in self.search.iteration(thread, events) {
            let event = self.search.graph.event(event);
            if event.kind.reads() && looks(&op) {
                let content = self.search.graph.value(event.rf);
                let answer = answer(self.search.system, thread, &op, content);
                reads.extend(answer.map(|_| Looked { op, site, answer }));
            }
        }
        reads.reverse();
        reads
    }

    fn end(mut self) -> ReplayedEnd<S::State> {
        let pending: Vec<_> =
            self.search.graph.threads().map(|(t, lane)| (t, *self.search.graph.pending_of(lane))).collect();
        let mut threads = Vec::new();
        let mut goes_on = false;
        for (thread, pending) in pending {
            let is_enabled = self.search.can_go_on(thread);
            goes_on |= is_enabled;
            let waits = !is_enabled && !pending.op.is_stuck();
            let holders = if waits { self.search.holders(pending.op) } else { Vec::new() };
            let (mut stale, mut reads) = (false, Vec::new());
            if let Op::Stuck(Stuck::Spin { events, .. }) = pending.op {
                stale = self.search.spin(ThreadId(thread), pending.site, events).ends;
                reads = self.looked(thread, events);
            }
            let waits = waits || is_spin(&pending.op);
            threads.push(Standing { thread: ThreadId(thread), pending, waits, holders, stale, reads });
        }
        let ending = (!goes_on).then(|| self.search.ending());
        let events = self.search.graph.trail.len();
        if let Some(Ending::Deadlock(fault)) = ending {
            self.faults.push((fault, events));
        }
        ReplayedEnd { ending, threads, faults: self.faults, events }
    }
}

/// The value that answers a choice.
pub(crate) fn checked(thread: u32, arity: u32, value: Option<u32>) -> Result<u32, String> {
    match value {
        Some(value) if value < arity => Ok(value),
        Some(value) => {
            Err(format!("{} chooses among {arity} values, and {value} is none of them", ThreadId(thread).called()))
        }
        None => Err(format!("{} has to choose, and no value is given", ThreadId(thread).called())),
    }
}
