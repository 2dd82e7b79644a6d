//! Programs that run: nothing may panic, and the explorers must agree.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use threadbare_explore::Sink;
use threadbare_machine::{Machine, Options, Races};
use threadbare_op::{Coverage, Details, FaultId, FaultKind, Limit, Model, Schedule, Stats, System, Verdict};
use threadbare_program::Program;
use threadbare_session::Algorithm;
use threadbare_session::compiled::{explorer, replay};

/// Enough for most of the corpus; longer explorations are cut.
const MAX_EVENTS: u64 = 3_000;

#[derive(Default)]
struct Watch {
    faults: Vec<(FaultId, Schedule)>,
}

impl Sink for Watch {
    fn execution(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.tick(stats)
    }

    fn blocked(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.tick(stats)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.faults.iter().all(|(known, _)| *known != fault) {
            self.faults.push((fault, schedule()));
        }
        // A program whose threads start threads can have thousands.
        if self.faults.len() > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if stats.events > MAX_EVENTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What an exploration found.
struct Found {
    coverage: Coverage,
    faults: BTreeSet<(FaultKind, Details, u32)>,
}

fn options(races: Races) -> Options {
    Options { races, max_steps: 20_000, unroll: Some(20), nondet_range: Some((-1, 1)), ..Options::default() }
}

fn explore(program: &Arc<Program>, races: Races, algorithm: Algorithm) -> Result<Option<Found>, String> {
    let mut explorer = explorer(algorithm, Model::Sc);
    let Ok(mut machine) = Machine::new(Arc::clone(program), options(races)) else { return Ok(None) };
    let mut watch = Watch::default();
    let mut coverage = explorer.run(&mut machine, &mut watch);
    while machine.take_restart() {
        watch = Watch::default();
        coverage = explorer.run(&mut machine, &mut watch);
    }
    let mut faults = BTreeSet::new();
    for (number, (id, schedule)) in watch.faults.iter().enumerate() {
        let fault = machine.fault(*id).clone();
        if number < 3 {
            shown_again(&machine, races, schedule, &fault.details)?;
        }
        faults.insert((fault.kind, fault.details, fault.site.0));
    }
    Ok(Some(Found { coverage, faults }))
}

/// The schedule of a fault leads to it again.
fn shown_again(explored: &Machine, races: Races, schedule: &Schedule, details: &Details) -> Result<(), String> {
    // In what order the exploration has learnt of shared memory matters, too.
    if races == Races::Explore {
        return Ok(());
    }
    let mut machine = explored.another(None);
    let wrong = match replay(&mut machine, schedule, &mut |_: &mut Machine, _: &_| {}) {
        Ok(end) if end.faults.iter().any(|(id, _)| machine.fault(*id).details == *details) => return Ok(()),
        Ok(_) => format!("{schedule} does not show again: {details:?}"),
        Err(error) => format!("{schedule}: {error}"),
    };
    // Where races are ignored there must be none: what they read depends on the order of unordered
    // events.
    let Some(mut checking) = explored.checking_races() else { return Err(wrong) };
    match replay(&mut checking, schedule, &mut |_: &mut Machine, _: &_| {}) {
        Ok(end) if end.faults.iter().any(|(id, _)| checking.fault(*id).kind == FaultKind::DataRace) => Ok(()),
        _ => Err(wrong),
    }
}

/// A program in text form that can be run is run.
pub fn run_program(input: &[u8]) -> Result<(), String> {
    let Ok(program) = Program::parse(&String::from_utf8_lossy(input)) else { return Ok(()) };
    if program.verify().is_err() {
        return Ok(());
    }
    let program = Arc::new(program);
    for races in [Races::Report, Races::Explore, Races::Ignore] {
        let graph = explore(&program, races, Algorithm::Graph)?;
        let naive = explore(&program, races, Algorithm::Naive)?;
        let (Some(graph), Some(naive)) = (graph, naive) else { return Ok(()) };
        if races != Races::Ignore && !graph.coverage.stopped && !naive.coverage.stopped {
            agree(races, &graph, &naive)?;
        }
    }
    Ok(())
}

/// A thread that takes part in a race stops, and which of the two that is depends on the order:
/// with races only the verdict can be compared.
fn agree(races: Races, graph: &Found, naive: &Found) -> Result<(), String> {
    let verdict = |found: &Found| Verdict::of(found.faults.len(), &found.coverage);
    let racy =
        |found: &Found| found.faults.iter().any(|f| matches!(f.0, FaultKind::DataRace | FaultKind::UseAfterFree));
    // Where accesses of mixed sizes stop an exploration, one may see less than the other; neither
    // may call it safe.
    let mixed = |found: &Found| found.coverage.limits.contains(&Limit::MixedSize);
    if (mixed(graph) || mixed(naive)) && verdict(graph) != Verdict::Safe && verdict(naive) != Verdict::Safe {
        return Ok(());
    }
    if verdict(graph) != verdict(naive) {
        return Err(format!("{races:?}: graph says {:?}, naive {:?}", verdict(graph), verdict(naive)));
    }
    if racy(graph) || racy(naive) || graph.faults == naive.faults {
        return Ok(());
    }
    Err(format!("{races:?}: graph finds {:?}, naive {:?}", graph.faults, naive.faults))
}

/// The programs that schedules are replayed on.
const REPLAYED: [&str; 4] = [
    include_str!("../../tests/text/lost_update.tbt"),
    include_str!("../../tests/text/condition.tbt"),
    include_str!("../../tests/text/use_after_free.tbt"),
    include_str!("../../tests/text/never_ends.tbt"),
];

/// Any schedule on a fixed program: it is replayed, or refused.
pub fn replay_any(input: &[u8]) -> Result<(), String> {
    let Ok(schedule) = String::from_utf8_lossy(input).parse::<Schedule>() else { return Ok(()) };
    if schedule.steps.len() > 10_000 {
        return Ok(());
    }
    for text in REPLAYED {
        let program = Program::parse(text).map_err(|e| e.to_string())?;
        let mut machine = Machine::new(Arc::new(program), Options::default()).map_err(|e| e.to_string())?;
        match replay(&mut machine, &schedule, &mut |_: &mut Machine, _: &_| {}) {
            Ok(end) if end.events > schedule.steps.len() + 64 => {
                return Err(format!("{} events from {} steps", end.events, schedule.steps.len()));
            }
            Ok(_) => {}
            Err(error) => drop(error.to_string()),
        }
    }
    Ok(())
}
