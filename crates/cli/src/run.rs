//! From a plan to a result: loads the program, has the session explore it or replays a schedule,
//! and puts the run together.

use crate::args::{NoteArg, ReleaseSequenceArg};
use crate::bar::Bar;
use crate::cases::Cases;
use crate::model::decide;
use crate::places::Places;
use crate::plan::{Plan, Task};
use crate::result::{self, Telling, empty};
use crate::{
    asked, assertions, assumptions, clocks, contiguous, every_input, inputs, next, prefix, random, remedy, replaying,
    spurious, stubs, undefined,
};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use threadbare_frontend::{FrontendError, FrontendOptions, Warning, WarningKind};
use threadbare_machine::{Options, Reached};
use threadbare_op::{Limit, Model, ReleaseSequence, Verdict};
use threadbare_program::Program;
use threadbare_report::{Found, LimitMet, Note, Place, Run};
use threadbare_session::{Event, Exploration, Stop, Subject, memory};

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

impl From<threadbare_session::Error> for Error {
    fn from(error: threadbare_session::Error) -> Self {
        match error {
            threadbare_session::Error::Input(text) => Self::Input(text),
            threadbare_session::Error::Internal(text) => Self::Internal(text),
        }
    }
}

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
    /// Why there are not all the tests that were asked for (`--tests`).
    pub no_tests: Option<String>,
}

/// Loads the program and does what the plan says.
///
/// # Errors
/// If the input cannot be checked, or if we are wrong.
pub fn run(plan: &Plan, manner: &Manner) -> Result<Outcome, Error> {
    let start = Instant::now();
    let (program, warnings) = load_with_warnings(plan, manner)?;
    let mut outcome = carry_out(plan, &Arc::new(program), manner, start)?;
    let has_faults = !outcome.run.faults.is_empty();
    let mut told: BTreeSet<String> = BTreeSet::new();
    let about = warnings.into_iter().filter_map(|warning| about_input(warning, has_faults));
    // Each file that includes a header is told the same.
    outcome.run.notes.extend(about.filter(|note| told.insert(format!("{}: {}", note.kind, note.message))));
    // A time that was refused is wrong whatever time it is.
    let is_refused = |found: &Found| found.explanation.as_ref().is_some_and(|why| why.starts_with("`tv_nsec` is "));
    if has_faults && !outcome.run.faults.iter().any(is_refused) {
        outcome.run.notes.extend(about_clock(&outcome.run.limits));
    }
    Ok(outcome)
}

/// That a fault may come of a clock that stands still.
fn about_clock(limits: &[LimitMet]) -> Option<Note> {
    let met = limits.iter().find(|met| met.limit == Limit::Clock)?;
    let message = "the clock stands still here, also while a thread sleeps: a fault that is about time that passes may \
                   be none. Define the clock yourself to be sure (--define-stub FILE.c)";
    Some(Note { kind: "clock".into(), message: message.into(), place: met.places.first().cloned() })
}

/// A note about the inputs; what was not looked for only matters where nothing was found.
fn about_input(Warning { kind, file, line, column, message }: Warning, has_faults: bool) -> Option<Note> {
    let kind = match kind {
        WarningKind::Undeclared => "undeclared",
        WarningKind::Format => "format",
        WarningKind::Main => "main",
        WarningKind::Scope | WarningKind::Addresses if has_faults => return None,
        WarningKind::Scope => "scope",
        WarningKind::Addresses => "addresses",
    };
    Some(Note { kind: kind.into(), message, place: Some(Place { file, line, column }) })
}

/// Loads the program.
///
/// # Errors
/// If the input cannot be checked.
pub fn load(plan: &Plan, manner: &Manner) -> Result<Program, Error> {
    load_with_warnings(plan, manner).map(|(program, _)| program)
}

fn load_with_warnings(plan: &Plan, manner: &Manner) -> Result<(Program, Vec<Warning>), Error> {
    let options = FrontendOptions { clang_flags: plan.input.compiler_flags.clone(), entry: plan.input.entry.clone() };
    threadbare_frontend::load_with_warnings(&plan.input.files, &options).map_err(|e| match manner.stop.reason() {
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
    let fixed = inputs::fixed(&plan.fixed, &plan.machine, program).map_err(Error::Input)?;
    let (plan, symbolic_reason) = every_input::planned(plan, program, &fixed);
    let plan = &*plan;
    let mut machine = Options { reached, fixed, ..plan.machine.clone() };
    let by_language = decided.model == Model::Rc11 && plan.release_sequence.is_none() && contiguous::is_cpp(program);
    if by_language {
        machine.release_sequence = ReleaseSequence::Cpp20;
    }
    let subject = Subject { program: program.clone(), machine, model: decided.model, extent: plan.extent };
    let mut outcome = match &plan.task {
        Task::Explore(exploration)
            if plan.release_sequence == Some(ReleaseSequenceArg::C11) && subject.model == Model::Rc11 =>
        {
            contiguous::between(&subject, &|subject| explore(plan, exploration, subject, manner))
        }
        Task::Explore(exploration) => explore(plan, exploration, &subject, manner),
        Task::Replay { schedule, strict } => {
            let outcome = replaying::replay(plan, &subject, schedule, *strict, manner);
            outcome.map(|outcome| Outcome { run: Run { model: decided.model.name(), ..outcome.run }, ..outcome })
        }
    }?;
    let run = &mut outcome.run;
    undefined::explain(run, plan);
    run.notes.extend(assertions::note(plan));
    run.notes.extend(stubs::notes(&plan.machine.stubs, program));
    run.notes.extend(random::note(program));
    run.notes.extend(clocks::note(program));
    if run.faults.is_empty() && plan.machine.spurious.is_none() {
        run.notes.extend(spurious::note(program, run.symbolic));
    }
    run.assumes = assumptions::any(program);
    run.symbolic_reason = symbolic_reason;
    let sequences = if by_language { "; release sequences are those of C++20, as its language says" } else { "" };
    let reason = decided.reason.filter(|_| run.model == decided.model.name());
    run.model_reason = reason.map(|reason| reason + sequences);
    run.wall_seconds = start.elapsed().as_secs_f64();
    run.phases.front_end = front_end;
    run.phases.report = (run.wall_seconds - front_end - run.phases.exploration).max(0.0);
    run.peak_rss_bytes = memory::peak();
    Ok(outcome)
}

fn explore(plan: &Plan, exploration: &Exploration, subject: &Subject, manner: &Manner) -> Result<Outcome, Error> {
    let start = Instant::now();
    let bar = Bar::new(manner.progress);
    let cases = plan.tests.as_deref().map(|directory| Cases::new(directory, subject, plan));
    let cases = cases.transpose().map_err(Error::Input)?;
    let listen = |event: Event<'_>| {
        bar.hear(event);
        cases.iter().for_each(|cases| cases.hear(event));
    };
    let explored = threadbare_session::explore(subject, exploration, &manner.stop, &listen)?;
    let mut run = result::of(plan, subject, &explored);
    run.model = subject.model.name();
    run.phases.exploration = start.elapsed().as_secs_f64();
    let telling = Telling { plan, subject, explored: &explored, stop: &manner.stop };
    let lost = telling.add_faults(&mut run)?;
    if !telling.is_interrupted() {
        remedy::explain(plan, subject, &explored.machine, &mut run.faults, &manner.stop);
    }
    next::suggest(&mut run, plan, subject, manner);
    let lost = match lost {
        Some(error) if run.faults.is_empty() => return Err(error),
        lost => lost,
    };
    telling.add_sampled_races(&mut run)?;
    telling.add_silent(&mut run);
    telling.add_leaks(&mut run)?;
    let output = telling.add_notes(&mut run)?;
    if let Some(answered) = &explored.findings.questions {
        let places = Places::new(explored.machine.program());
        let note = asked::note(&run, answered, &explored.findings.splits, &places);
        run.notes.extend(note);
    }
    run.notes.extend(lost.map(|_| result::not_shown()));
    let over = !explored.coverage.stopped;
    run.notes.extend(explored.findings.prefix.as_ref().filter(|_| over).and_then(prefix::note));
    if let Some(counts) = &explored.findings.prefix {
        let places = Places::new(explored.machine.program());
        // A fault is one whatever the counts hold.
        if run.verdict != Verdict::Fault {
            run.notes.extend(prefix::counted(counts, &explored.machine, &places));
        }
        if run.verdict == Verdict::Safe {
            run.notes.extend(prefix::endless(counts, &places));
            run.notes.extend(prefix::starved(counts, &places));
        }
    }
    if plan.abandoned == NoteArg::Note {
        telling.add_abandoned(&mut run)?;
    }
    let (note, no_tests) = cases.map(Cases::finish).unzip();
    run.notes.extend(note);
    Ok(Outcome { run, output, no_tests: no_tests.flatten() })
}

/// The result of a run that the user ended before it began.
#[must_use]
pub fn interrupted(plan: &Plan) -> Run {
    Run { limits: vec![result::interrupted()], stopped: true, peak_rss_bytes: memory::peak(), ..empty(plan, "none") }
}
