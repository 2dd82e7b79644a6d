//! Other executions with the same fault, which need fewer rounds of a loop, say, than the one that
//! was found first.
//!
//! Leaving out parts of an execution ([`threadbare_explore::minimise`]) cannot find them: a thread
//! cannot skip what it does before the fault. So the exploration is done once more, goes on after
//! faults, and keeps for each of them the schedules with the fewest steps. It ends after
//! [`MOST`] executions, so that what is found does not depend on the speed of the machine, or when
//! time is up. What it meets first, it meets again: the last choices are changed first. So in large
//! programs an execution that leaves the first one early is not found.

use crate::stop::Stop;
use crate::task::Subject;
use std::collections::HashMap;
use std::ops::ControlFlow;
use threadbare_explore::{Explorer, Graph, Sink};
use threadbare_machine::Options;
use threadbare_op::{Fault, FaultId, Schedule, Stats, System};

/// After so many executions nothing shorter is expected.
const MOST: u64 = 5000;
/// So many schedules of each fault are kept.
const KEPT: usize = 6;
/// So often the machine may learn something that makes it begin again.
const AFRESH: usize = 8;

/// The shortest schedules of the faults that an exploration meets within the time.
pub(crate) fn shortest(subject: &Subject, stop: &Stop) -> Vec<(Fault, Vec<Schedule>)> {
    explored(subject, stop, false)
}

/// The schedule of the first fault that an exploration meets within the time.
pub(crate) fn first(subject: &Subject, stop: &Stop) -> Option<Schedule> {
    explored(subject, stop, true).pop()?.1.pop()
}

fn explored(subject: &Subject, stop: &Stop, ends: bool) -> Vec<(Fault, Vec<Schedule>)> {
    // Threads that start alike are told apart: the fault is to be in the same one.
    let options = Options { symmetry: false, reached: None, ..subject.machine.clone() };
    let subject = Subject { machine: options, ..subject.clone() };
    let Ok(mut machine) = subject.machine(stop) else { return Vec::new() };
    let _alarm = stop.alarm();
    for _ in 0..AFRESH {
        let mut sink = Shortest { stop, ends, kept: HashMap::default() };
        Graph { model: subject.model, bound: None }.run(&mut machine, &mut sink);
        if !machine.take_restart() {
            let mut kept: Vec<(FaultId, Vec<Schedule>)> = sink.kept.into_iter().collect();
            kept.sort_by_key(|(id, _)| id.0);
            return kept.into_iter().map(|(id, kept)| (machine.fault(id).clone(), kept)).collect();
        }
        if stop.reason().is_some() {
            break;
        }
    }
    Vec::new()
}

/// Keeps the shortest schedules of each fault.
struct Shortest<'a> {
    stop: &'a Stop,
    /// With the first fault.
    ends: bool,
    kept: HashMap<FaultId, Vec<Schedule>>,
}

impl Shortest<'_> {
    fn goes_on(&self, stats: &Stats) -> ControlFlow<()> {
        match stats.executions + stats.blocked >= MOST || self.stop.reason().is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Sink for Shortest<'_> {
    fn execution(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.goes_on(stats)
    }

    fn blocked(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.goes_on(stats)
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.goes_on(stats)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        let (schedule, kept) = (schedule(), self.kept.entry(fault).or_default());
        let at = kept.partition_point(|known| known.steps.len() <= schedule.steps.len());
        if at < KEPT && !kept.contains(&schedule) {
            kept.insert(at, schedule);
            kept.truncate(KEPT);
        }
        if self.ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
