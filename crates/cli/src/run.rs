//! From a plan to a result.

use crate::args::NoteArg;
use crate::assertions;
use crate::auto;
use crate::bounded::{self, Explored, Scope};
use crate::coverage;
use crate::leaking::Leaking;
use crate::memory;
use crate::minimal::Minimiser;
use crate::model::{decide, has_tries};
use crate::next;
use crate::places::Places;
use crate::plan::{Algorithm, Exploration, Extent, Plan, Task};
use crate::refit::refit;
use crate::remedy;
use crate::sampled::Sampled;
use crate::show::{Shown, show};
use crate::stop::Stop;
use crate::undefined;
use crate::unfolded;
use crate::wrap::{Findings, Limited, Progress, more_executions};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use threadbare_explore::{Centric, Explorer, Graph, Naive, Observers, Optimal, Rf, Rvf, Source, Unfolding};
use threadbare_frontend::{FrontendError, FrontendOptions};
use threadbare_machine::{Machine, Options, Races, Reached, Signals};
use threadbare_op::{Bound, Coverage, Fault, FaultKind, Limit, Model, Schedule, Site, Stats, System, Verdict};
use threadbare_program::Program;
use threadbare_report::{Found, LimitMet, Note, Phases, Run, UnsupportedMet, bound_of};

/// Why there is no result.
#[derive(Debug)]
pub enum Error {
    /// The input or the command is wrong.
    Input(String),
    /// There is no `main`, but there are these tests.
    NoMain(Vec<String>),
    /// We are.
    Internal(String),
    /// The user did not want to wait for the compiler.
    Interrupted,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(text) => f.write_str(text),
            Self::NoMain(tests) => FrontendError::NoMain { tests: tests.clone() }.fmt(f),
            Self::Internal(text) => write!(f, "internal error: {text}\n{REPORT_IT}"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// What to say when we are wrong.
pub const REPORT_IT: &str = "This is a bug of threadbare, not of your program. Please report it with the program, \
                             the command line, the schedule if one is shown, and the output of `threadbare --version`.";

/// How a run is done, apart from what the plan says.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Set when the user wants it to end.
    pub stop: Stop,
    /// Whether to show progress on standard error.
    pub progress: bool,
}

/// A result, and what only tests and the curious want to know.
#[derive(Debug)]
pub struct Outcome {
    /// What is reported.
    pub run: Run,
    /// What the program printed in the first complete execution.
    pub output: Option<String>,
}

/// Loads the program and does what the plan says.
///
/// # Errors
/// If the input cannot be checked, or if we are wrong.
pub fn run(plan: &Plan, manner: &Manner) -> Result<Outcome, Error> {
    let start = Instant::now();
    let program = Arc::new(load(plan, manner)?);
    carry_out(plan, &program, manner, start)
}

/// Loads the program.
///
/// # Errors
/// If the input cannot be checked.
pub fn load(plan: &Plan, manner: &Manner) -> Result<Program, Error> {
    let options = FrontendOptions { clang_flags: plan.compiler_flags.clone(), entry: plan.entry.clone() };
    threadbare_frontend::load(&plan.files, &options).map_err(|e| match manner.stop.reason() {
        // The compiler gets the signal as well.
        Some(Limit::Interrupted) => Error::Interrupted,
        _ => match e {
            FrontendError::NoMain { tests } if !tests.is_empty() => Error::NoMain(tests),
            other => Error::Input(other.to_string()),
        },
    })
}

/// Does what the plan says with a program whose loading began at `start`.
///
/// # Errors
/// If the program cannot be run, or if we are wrong.
pub fn carry_out(plan: &Plan, program: &Arc<Program>, manner: &Manner, start: Instant) -> Result<Outcome, Error> {
    let front_end = start.elapsed().as_secs_f64();
    let decided = decide(plan, program).map_err(Error::Input)?;
    let reached = plan.coverage.then(|| Reached::none(program));
    let plan = &Plan { machine: Options { reached, ..plan.machine.clone() }, ..plan.clone() };
    let mut outcome = match &plan.task {
        Task::Explore(exploration) => explore(plan, exploration, decided.model, program, manner),
        Task::Replay(schedule) => replay(plan, schedule, decided.model, program, manner),
    }?;
    let run = &mut outcome.run;
    undefined::explain(run, plan);
    run.notes.extend(assertions::note(plan));
    run.model = decided.model.name();
    run.model_reason = decided.reason;
    run.wall_seconds = start.elapsed().as_secs_f64();
    run.phases.front_end = front_end;
    run.phases.report = (run.wall_seconds - front_end - run.phases.exploration).max(0.0);
    run.peak_rss_bytes = memory::peak();
    Ok(outcome)
}

fn explore(
    plan: &Plan,
    exploration: &Exploration,
    model: Model,
    program: &Arc<Program>,
    manner: &Manner,
) -> Result<Outcome, Error> {
    let start = Instant::now();
    let most = exploration.max_memory.or_else(memory::usable);
    // A timeout is not to look as if the user had enough.
    let stop = manner.stop.inner().after(exploration.timeout).within(most);
    let scope = Scope { plan, exploration, model, program, stop, progress: manner.progress };
    // What others than graph know.
    let (explored, algorithm, choice) = if exploration.race && model == Model::Sc {
        let (explored, algorithm, choice) = auto::explore(&scope)?;
        (explored, algorithm, Some(choice))
    } else {
        (bounded::explore(&scope)?, exploration.algorithm, None)
    };
    let Explored { machine, findings, coverage, bound, within } = explored;
    let mut run = Run { choice, ..empty(plan, algorithm.name()) };
    (run.bound, run.within, run.estimates) = (bound, within, findings.estimates);
    run.witness_seconds = findings.witnesses.map(|time| time.as_secs_f64());
    run.phases.exploration = start.elapsed().as_secs_f64();
    run.stats = findings.stats;
    // Before anything is replayed.
    run.coverage = plan.machine.reached.as_ref().map(|reached| coverage::of(program, reached));
    if let Some(measured) = &findings.measured {
        (run.measured, run.lines) = (unfolded::values(measured), unfolded::lines(measured, exploration.timed));
    }
    run.verdict = Verdict::of(findings.faults.len() + findings.races.len() + findings.leaks.len(), &coverage);
    run.stopped = coverage.stopped;
    describe(&mut run, &coverage, &machine, plan, program);
    name_bound(&mut run);
    let interrupted = || manner.stop.reason() == Some(Limit::Interrupted);
    // Where accesses race, which of them are visible may depend on what nothing orders, and so on
    // how a schedule is come to.
    let is_racy = findings.faults.iter().any(|(id, _)| machine.fault(*id).kind.goes_by_order());
    let mut lost = None;
    // Who has not yet lost patience may do so now, but does get one fault.
    let patient = !interrupted();
    let mut minimiser = Minimiser { plan, program, machine: &machine, left: plan.minimise };
    for (id, schedule) in &findings.faults {
        if patient && interrupted() && !run.faults.is_empty() {
            run.stopped = true;
            run.limits.push(LimitMet { limit: Limit::Interrupted, value: None, places: Vec::new() });
            break;
        }
        let fault = machine.fault(*id);
        match found(&machine, program, fault, &minimiser.smaller(fault, schedule)) {
            Ok((found, _)) => run.add(found),
            Err(error) if is_racy => lost = Some(error),
            Err(error) => return Err(error),
        }
    }
    if !interrupted() {
        remedy::explain(plan, model, program, &machine, &mut run.faults, &manner.stop);
    }
    next::suggest(&mut run, plan, model, program, manner);
    if let Some(error) = lost.filter(|_| run.faults.is_empty()) {
        return Err(error);
    }
    if let Some(checking) = machine.checking_races().filter(|_| !findings.races.is_empty()) {
        for schedule in &findings.races {
            let shown = show(&checking, program, schedule).map_err(|e| no_replay(&machine, program, schedule, &e))?;
            let races = shown.faults.iter().filter(|fault| fault.kind == FaultKind::DataRace);
            for race in races.map(|race| shown.found(race, program)) {
                run.add(race);
            }
        }
    }
    for schedule in &findings.leaks {
        let shown = show(&machine, program, schedule).map_err(|e| no_replay(&machine, program, schedule, &e))?;
        add_leaks(&mut run, &shown, program);
    }
    let mut output = None;
    // Where threads are always left behind, one such execution serves for the others.
    if let Some(schedule) = findings.first.as_ref().or(findings.abandoned.first().map(|(_, schedule)| schedule)) {
        match show(&machine, program, schedule) {
            Ok(shown) => {
                output = Some(shown.output().to_owned());
                run.notes = notes(&shown, plan);
                run.notes.extend(unjudged(&shown, plan));
            }
            Err(_) if is_racy => {}
            Err(error) => return Err(no_replay(&machine, program, schedule, &error)),
        }
    }
    if plan.abandoned == NoteArg::Note {
        for (_, schedule) in &findings.abandoned {
            match show(&machine, program, schedule) {
                Ok(shown) => run.notes.extend(shown.abandoned()),
                Err(_) if is_racy => {}
                Err(error) => return Err(no_replay(&machine, program, schedule, &error)),
            }
        }
    }
    Ok(Outcome { run, output })
}

pub(crate) fn machine(plan: &Plan, model: Model, program: &Arc<Program>, stop: &Stop) -> Result<Machine, Error> {
    let signals = Signals { stop: stop.flag.clone(), restart: Arc::default() };
    let goes_on = !model.always_synchronises() || has_tries(program);
    let options = Options { signals, goes_on, ..plan.machine.clone() };
    Machine::new(program.clone(), options).map_err(|e| Error::Input(e.to_string()))
}

/// Explores until the end, a limit, or until the machine wants to begin again.
pub(crate) fn once(scope: &Scope<'_>, bound: Option<Bound>, machine: &mut Machine) -> (Findings, Coverage) {
    let Scope { exploration, model, stop, .. } = scope;
    let restart = machine.signals().restart.clone();
    // Threads that run long between visible operations are stopped by the flag, not by a sink.
    let _alarm = stop.alarm();
    let mut findings = Findings::new(exploration.keep_going);
    let mut progress = Progress::new(&mut findings, scope.progress).within(bound);
    progress = progress.ends_at_fault(!exploration.keep_going);
    let mut counted = Limited::new(&mut progress, more_executions(exploration.max_executions));
    let mut limited = Limited::new(&mut counted, |_: &Stats| stop.reason().is_some());
    let mut restarted = Limited::new(&mut limited, |_: &Stats| restart.load(Ordering::Relaxed));
    let mut leaking = {
        let template = (scope.plan.leaks == NoteArg::Fault).then(|| machine.another(false));
        Leaking::new(&mut restarted, template, exploration.keep_going)
    };
    let (mut measured, mut races) = (None, Vec::new());
    let mut coverage = match exploration.algorithm {
        Algorithm::Naive => Naive.run(machine, &mut leaking),
        Algorithm::Source => Source.run(machine, &mut leaking),
        Algorithm::Optimal => Optimal.run(machine, &mut leaking),
        Algorithm::Observers => Observers.run(machine, &mut leaking),
        Algorithm::Rf => Rf.run(machine, &mut leaking),
        Algorithm::Rvf => {
            { Rvf { without: exploration.without, timed: exploration.time_witnesses } }.run(machine, &mut leaking)
        }
        Algorithm::Vc => { Centric::VALUES }.run(machine, &mut leaking),
        Algorithm::Dc => { Centric::SOURCES }.run(machine, &mut leaking),
        Algorithm::Unfolding => {
            let Exploration { alternatives, timed, .. } = **exploration;
            // The plan has no other bounds for it.
            let context_switches = match bound {
                Some(Bound::ContextSwitches(most)) => Some(most),
                _ => None,
            };
            let mut unfolding = Unfolding { alternatives, context_switches, timed, ..Unfolding::default() };
            let checking = exploration.race_sample.and_then(|percent| Some((percent, machine.checking_races()?)));
            let coverage = match checking {
                Some((percent, checking)) => {
                    let mut sampled = Sampled::new(&mut leaking, checking, percent, exploration.keep_going);
                    let mut coverage = unfolding.run(machine, &mut sampled);
                    coverage.limit(Limit::RaceSample);
                    races = sampled.races;
                    coverage
                }
                None => unfolding.run(machine, &mut leaking),
            };
            measured = Some(unfolding.measured);
            coverage
        }
        Algorithm::Graph => Graph { model: *model, bound }.run(machine, &mut leaking),
    };
    let leaks = leaking.leaks;
    // The machine knows only that it was to stop.
    let stopped = limited.met || coverage.limits.contains(&Limit::Interrupted);
    let over = counted.met;
    coverage.limits.retain(|l| *l != Limit::Interrupted);
    if let Some(limit) = stop.reason().filter(|_| stopped) {
        coverage.limit(limit);
    }
    if over {
        coverage.limit(Limit::Executions);
    }
    drop(progress);
    (findings.measured, findings.races, findings.leaks) = (measured, races, leaks);
    (findings, coverage)
}

/// Adds what is never freed in an execution.
fn add_leaks(run: &mut Run, shown: &Shown, program: &Program) {
    for leak in &shown.leaks {
        run.add(shown.found(&leak.fault, program));
    }
}

/// What is worth knowing of an execution that is no fault.
fn notes(shown: &Shown, plan: &Plan) -> Vec<Note> {
    let is_told = |note: &&Note| plan.leaks == NoteArg::Note || note.kind != FaultKind::Leak.name();
    shown.notes.iter().filter(is_told).cloned().collect()
}

/// That nothing is said about memory that is never freed.
fn unjudged(shown: &Shown, plan: &Plan) -> Option<Note> {
    let message = "memory that is not freed is not judged: threads still wait when `main` ends, in every execution, and could free it";
    let is_wanted = shown.unjudged_leaks && plan.leaks != NoteArg::Ignore;
    is_wanted.then(|| Note { kind: FaultKind::Leak.name().into(), message: message.into(), place: None })
}

/// Shows the execution of a fault; it must show that fault, or a race. Between accesses that
/// nothing orders, the replay may come to another one first; its thread then goes no further, and
/// what was found after is not seen. Likewise of two threads that both join, or detach, the same
/// one, either may come second. Also whether it is another one.
pub(crate) fn found(
    machine: &Machine,
    program: &Program,
    fault: &Fault,
    schedule: &Schedule,
) -> Result<(Found, bool), Error> {
    let shown = show(machine, program, schedule).map_err(|e| no_replay(machine, program, schedule, &e))?;
    let same = |f: &&Fault| f.kind == fault.kind && f.thread == fault.thread && f.site == fault.site;
    let race = || shown.faults.iter().find(|f| f.kind.goes_by_order()).map(|race| (race, true));
    let alike = |f: &&Fault| f.kind == FaultKind::SyncMisuse && f.kind == fault.kind;
    let second = || shown.faults.iter().find(alike).map(|fault| (fault, true));
    let exact = shown.faults.iter().find(|f| *f == fault).or_else(|| shown.faults.iter().find(same));
    match exact.map(|fault| (fault, false)).or_else(race).or_else(second) {
        Some((fault, is_another)) => Ok((shown.found(fault, program), is_another)),
        None => {
            let place = Places::new(program).place(fault.site).map_or("an unknown place".into(), |p| p.to_string());
            let showed: Vec<String> = shown.faults.iter().map(|f| format!("{}: {}", f.kind, f.message)).collect();
            let error = format!(
                "the fault {} ({}) in {} at {place} was found, but its replay shows {}",
                fault.kind,
                fault.message,
                fault.thread,
                if showed.is_empty() { "none".into() } else { showed.join("; ") }
            );
            Err(no_replay(machine, program, schedule, &error))
        }
    }
}

/// An execution that was explored cannot be shown. `--races ignore` supposes that there are no
/// races: if there is one, what its accesses read depends on the order of events that nothing
/// orders. Otherwise we are wrong.
fn no_replay(machine: &Machine, program: &Program, schedule: &Schedule, error: &str) -> Error {
    let shown = machine.checking_races().and_then(|checking| show(&checking, program, schedule).ok());
    let race = shown.iter().flat_map(|shown| &shown.faults).find(|fault| fault.kind == FaultKind::DataRace);
    match race {
        Some(race) => {
            let place = Places::new(program).place(race.site).map_or(String::new(), |p| format!("{p}: "));
            Error::Input(format!(
                "{place}{}; `--races ignore` assumes that there are no data races, so it cannot check this program",
                race.message
            ))
        }
        None => Error::Internal(format!("an execution was explored, but: {error}\nschedule: {schedule}")),
    }
}

/// `--replay`: the schedule comes from outside.
fn replay(
    plan: &Plan,
    schedule: &Schedule,
    model: Model,
    program: &Arc<Program>,
    manner: &Manner,
) -> Result<Outcome, Error> {
    let mut machine = machine(plan, model, program, &manner.stop)?;
    let fitting = find_replay(plan, model, &mut machine, program, schedule, &manner.stop);
    let (shown, refitted) = refitted(plan, program, &machine, schedule, fitting)?;
    let mut run = empty(plan, "replay");
    run.replay = true;
    run.stats = Stats { executions: u64::from(shown.ended), events: shown.events, ..Stats::default() };
    for fault in &shown.faults {
        run.add(shown.found(fault, program));
    }
    if plan.leaks == NoteArg::Fault {
        add_leaks(&mut run, &shown, program);
    }
    run.verdict = if run.faults.is_empty() { Verdict::Incomplete } else { Verdict::Fault };
    run.notes = notes(&shown, plan);
    run.notes.extend(refitted);
    if shown.leaves_behind && plan.abandoned == NoteArg::Note {
        run.notes.extend(shown.abandoned());
    }
    run.stopped = true;
    let places = Places::new(program);
    let limit = |limit: &Limit| LimitMet { limit: *limit, value: value_of(*limit, plan), places: Vec::new() };
    run.limits = shown.limits.iter().map(limit).collect();
    let met = |(what, site): &(String, Site)| UnsupportedMet { what: what.clone(), place: places.place(*site) };
    run.unsupported = shown.unsupported.iter().map(met).collect();
    Ok(Outcome { output: Some(shown.output().to_owned()), run })
}

/// What a schedule shows that shows no fault, or does not fit: of the program as it was before,
/// perhaps.
fn refitted(
    plan: &Plan,
    program: &Program,
    machine: &Machine,
    schedule: &Schedule,
    shown: Result<Shown, Error>,
) -> Result<(Shown, Option<Note>), Error> {
    let is_cut = |shown: &Shown| shown.faults.is_empty() && !shown.ended && !schedule.steps.is_empty();
    if plan.replay_strict && shown.as_ref().is_ok_and(is_cut) {
        let why = "this schedule ends where threads can still go on, and shows no fault: it is of this program as it was before, or cut short";
        return Err(Error::Input(why.into()));
    }
    if plan.replay_strict || plan.machine.races == Races::Explore || shown.as_ref().is_ok_and(|shown| !is_cut(shown)) {
        return Ok((shown?, None));
    }
    let Some(refitted) = refit(machine, schedule) else {
        let shown = shown.map_err(|error| match error {
            Error::Input(why) => Error::Input(format!("{why}; what fits of it shows no fault")),
            error => error,
        });
        return Ok((shown?, None));
    };
    let note = Note { kind: "replay".into(), message: refitted.told(), place: None };
    Ok((show(machine, program, &refitted.schedule).map_err(Error::Input)?, Some(note)))
}

/// A schedule counts visible operations, and which plain accesses are visible under
/// `--races explore` depends on what explorations have learnt before. So, where it does not fit
/// yet, an exploration learns the next thing, in the same order as when the schedule was made.
pub(crate) fn find_replay(
    plan: &Plan,
    model: Model,
    machine: &mut Machine,
    program: &Arc<Program>,
    schedule: &Schedule,
    stop: &Stop,
) -> Result<Shown, Error> {
    /// A schedule that is none of this program must not take for ever.
    const MOST: u64 = 100_000;
    let learning = Exploration::to_learn(MOST);
    let scope = Scope { plan, exploration: &learning, model, program, stop: stop.clone(), progress: false };
    let bound = if let Extent::Within(bound) = plan.extent { Some(bound) } else { None };
    let learns = plan.machine.races == Races::Explore;
    let mut without_fault = None;
    loop {
        match show(machine, program, schedule) {
            Ok(shown) if !shown.faults.is_empty() => return Ok(shown),
            Ok(shown) => without_fault = without_fault.or(Some(shown)),
            Err(error) if !learns => return Err(Error::Input(error)),
            Err(_) => {}
        }
        if learns {
            once(&scope, bound, machine);
        }
        if !machine.take_restart() {
            let shown = without_fault.map_or_else(|| show(machine, program, schedule), Ok);
            return shown.map_err(Error::Input);
        }
    }
}

/// Says which bound was met; and that a run which raised it is repeated with the last one.
fn name_bound(run: &mut Run) {
    let Some(bound) = run.bound else { return };
    let (limit, most) = bound_of(bound);
    let most = most.to_string();
    for met in run.limits.iter_mut().filter(|met| met.limit == limit) {
        met.value = Some(most.clone());
    }
    if let Some(at) = run.command.windows(2).position(|words| words == ["--rounds", "auto"]) {
        run.command[at + 1] = most;
    }
}

/// Names the limits and the unsupported things that were met, with their places.
fn describe(run: &mut Run, coverage: &Coverage, machine: &Machine, plan: &Plan, program: &Program) {
    let places = Places::new(program);
    for &limit in &coverage.limits {
        // Who is interrupted happens to be where it is.
        let sites = if limit == Limit::Interrupted { Vec::new() } else { machine.limit_sites(limit) };
        let mut at: Vec<_> = sites.iter().filter_map(|site| places.near(*site)).collect();
        at.sort();
        at.dedup();
        run.limits.push(LimitMet { limit, value: value_of(limit, plan), places: at });
    }
    for &number in &coverage.unsupported {
        let (what, site) = machine.unsupported(number);
        let met = UnsupportedMet { what: what.to_owned(), place: places.place(site) };
        if !run.unsupported.contains(&met) {
            run.unsupported.push(met);
        }
    }
}

/// What a limit was set to.
fn value_of(limit: Limit, plan: &Plan) -> Option<String> {
    let exploration = match &plan.task {
        Task::Explore(exploration) => Some(exploration),
        Task::Replay(_) => None,
    };
    match limit {
        Limit::Unroll => plan.machine.unroll.map(|n| n.to_string()),
        Limit::Steps => Some(plan.machine.max_steps.to_string()),
        Limit::Spurious => plan.machine.spurious.map(|n| n.to_string()),
        Limit::Executions => exploration?.max_executions.map(|n| n.to_string()),
        Limit::MaxMemory => exploration?.max_memory.map(|bytes| format!("{} MB", bytes / 1_000_000)),
        Limit::RaceSample => exploration?.race_sample.map(|percent| format!("{percent} %")),
        Limit::Shard => exploration?.shard.map(|shard| shard.to_string()),
        Limit::Time => exploration?.timeout.map(|t| format!("{} s", t.as_secs_f64())),
        _ => None,
    }
}

/// A result in which nothing was found yet.
fn empty(plan: &Plan, explorer: &'static str) -> Run {
    Run {
        verdict: Verdict::Incomplete,
        stats: Stats::default(),
        faults: Vec::new(),
        notes: Vec::new(),
        limits: Vec::new(),
        unsupported: Vec::new(),
        explorer,
        choice: None,
        endless: Vec::new(),
        suggestions: Vec::new(),
        bound: None,
        within: None,
        estimates: None,
        witness_seconds: None,
        model: plan.model.unwrap_or_default().name(),
        model_reason: None,
        races: plan.races(),
        stopped: false,
        in_suite: false,
        replay: false,
        measured: Vec::new(),
        lines: Vec::new(),
        coverage: None,
        phases: Phases::default(),
        wall_seconds: 0.0,
        peak_rss_bytes: 0,
        command: plan.command.clone(),
    }
}

/// The result of a run that the user ended before it began.
#[must_use]
pub fn interrupted(plan: &Plan) -> Run {
    let limits = vec![LimitMet { limit: Limit::Interrupted, value: None, places: Vec::new() }];
    Run { limits, stopped: true, peak_rss_bytes: memory::peak(), ..empty(plan, "none") }
}
