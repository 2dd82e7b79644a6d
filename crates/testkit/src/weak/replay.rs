//! What the graph explorer tells, replayed by way of the schedules' texts: every execution ends as
//! it was told, leaving what the reference says can be left, all of it; every fault is there again.

use super::enumerate::Executions;
use crate::class::{End, Stands};
use crate::oracle::Final;
use crate::program::{Plain, Program};
use crate::toy::{Frozen, Toy};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_explore::{Ending, Explorer, Graph, Replayed, ReplayedEnd, Sink, replay};
use threadbare_op::{Fault, FaultId, FaultKind, Model, Schedule, Stats, System};

#[derive(Default)]
struct Told {
    ends: Vec<(Schedule, bool)>,
    faults: Vec<(FaultId, Schedule)>,
}

impl Sink for Told {
    fn execution(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.ends.push((schedule(), true));
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.ends.push((schedule(), false));
        ControlFlow::Continue(())
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.faults.push((fault, schedule()));
        ControlFlow::Continue(())
    }
}

/// A replayed execution.
#[derive(Debug)]
pub struct Seen {
    /// How it ended; `None` if it can go on.
    pub end: Option<End>,
    /// What is left behind.
    pub last: Final,
    /// The faults met.
    pub faults: Vec<Fault>,
    /// The events.
    pub events: Vec<Replayed<Frozen>>,
}

/// Replays a schedule, by way of its text, on a fresh toy.
///
/// # Errors
/// If that is refused, or read as another schedule.
pub fn see(program: &Rc<Program>, schedule: &Schedule) -> Result<Seen, String> {
    let text = schedule.to_string();
    let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
    if parsed != *schedule {
        return Err(format!("{text}: is read as {parsed}"));
    }
    let mut toy = Toy::new(program);
    let mut events = Vec::new();
    let mut watch = |_: &mut Toy, event: &Replayed<_>| events.push(event.clone());
    let end = replay(&mut toy, schedule, &mut watch).map_err(|e| format!("{text}: {e}"))?;
    let faults = end.faults.iter().map(|f| System::fault(&toy, f.0).clone()).collect();
    Ok(Seen { end: how(&end), last: last(program, &toy, &events, &end), faults, events })
}

fn how(end: &ReplayedEnd<Frozen>) -> Option<End> {
    end.ending.map(|ending| match ending {
        Ending::Complete => End::Complete,
        Ending::Blocked | Ending::Abandoned(_) => End::Blocked,
        Ending::Deadlock(_) => End::Deadlock,
    })
}

fn last(program: &Program, toy: &Toy, events: &[Replayed<Frozen>], end: &ReplayedEnd<Frozen>) -> Final {
    let mut memory = BTreeMap::new();
    for event in events {
        // What was put before another write is not the last.
        if let (Some(loc), Some(value), None) = (event.op.loc(), event.written, event.before) {
            memory.insert(loc.addr, value.number());
        }
    }
    let mut variables = toy.variables();
    if program.plain == Plain::Report {
        // Of a variable that is accessed atomically as well, plain memory has what was performed
        // last.
        memory.retain(|addr, value| {
            let variable = program.variable_at(*addr);
            if let Some(held) = variable.and_then(|v| variables.get_mut(v)) {
                *held = *value;
            }
            variable.is_none()
        });
    }
    let thread = |t: &threadbare_explore::Standing<Frozen>| {
        (toy.path(t.thread), Stands::at(&t.pending.op), toy.registers(t.pending.state))
    };
    let mut threads: Vec<_> = end.threads.iter().map(thread).collect();
    threads.sort();
    Final { memory, variables, threads }
}

/// Replays everything that the explorer tells of `program` under `model`, of which all executions
/// are known. How many schedules these were.
///
/// # Errors
/// What goes wrong.
pub fn check_replays(program: &Rc<Program>, model: Model, known: &Executions) -> Result<usize, String> {
    let mut toy = Toy::new(program);
    let mut told = Told::default();
    let _ = Graph { model, ..Graph::default() }.run(&mut toy, &mut told);
    for (id, schedule) in &told.faults {
        let fault = System::fault(&toy, *id);
        // After a race anything may come; the race itself must be there.
        if known.is_racy() && fault.kind != FaultKind::DataRace {
            continue;
        }
        let seen = see(program, schedule)?;
        // A linearisation of sc need not have the racing accesses in the order in which they were
        // explored.
        let same = |f: &Fault| f == fault || (model == Model::Sc && known.is_racy() && f.kind == fault.kind);
        if !seen.faults.iter().any(same) {
            return Err(format!("{schedule}: replayed without the fault {fault:?}, but with {:?}", seen.faults));
        }
    }
    if known.is_racy() {
        return Ok(told.faults.len());
    }
    let mut finals = BTreeSet::new();
    for (schedule, complete) in &told.ends {
        let seen = see(program, schedule)?;
        if seen.end.map(|end| end == End::Complete) != Some(*complete) {
            return Err(format!("{schedule}: told as complete: {complete}, but it ends {:?}", seen.end));
        }
        if seen.events.len() != schedule.steps.len() {
            return Err(format!("{schedule}: {} events", seen.events.len()));
        }
        finals.insert(seen.last);
    }
    if finals != known.finals() {
        return Err(format!("other final states: {finals:?}, should be {:?}", known.finals()));
    }
    Ok(told.faults.len() + told.ends.len())
}
