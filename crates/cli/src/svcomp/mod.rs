//! `threadbare svcomp`: one task of the Competition on Software Verification, with its verdict in
//! one line.
//!
//! The property file decides how the program is checked. A fault that is not part of the property
//! is passed over if it only ends the program, and makes the verdict `unknown` else.
//!
//! Whether a function is reached is looked for twice: first as if there were no data races, which
//! are looked for at the same time. If there are none, that is the verdict. Else plain accesses are
//! interleaved.
//!
//! Not covered: termination, witnesses of correctness.

mod prepare;
mod property;
mod verdict;
mod witness;

use crate::args::{Cli, Command, DataModelArg, SvcompArgs};
use crate::plan::{Plan, Task};
use crate::run::{self, Manner};
use crate::{ERROR, FAULT, INCOMPLETE, SAFE, listen, output};
use clap::Parser;
use property::Property;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use threadbare_op::FaultKind;
use threadbare_program::Program;
use threadbare_report::Run;
use threadbare_session::Stop;
use verdict::Verdict;

/// Does what the flags say; gives the exit code.
pub(crate) fn svcomp(args: &SvcompArgs) -> u8 {
    let interrupted = Arc::new(AtomicBool::new(false));
    if let Err(error) = listen(&interrupted) {
        eprintln!("threadbare: Ctrl-C will end the run at once: {error}");
    }
    let text = std::fs::read_to_string(&args.property);
    let text = text.map_err(|error| format!("--property {}: {error}", args.property.display()));
    let specification = match text {
        Ok(text) => text,
        Err(message) => {
            eprintln!("error: {message}");
            return ERROR;
        }
    };
    let (verdict, run) = match judged(args, &specification, &Stop::new(interrupted)) {
        Ok((verdict, run)) => (verdict, Some(run)),
        Err(why) => (Verdict::Unknown(why), None),
    };
    let (line, code) = match &verdict {
        Verdict::True => ("true".into(), SAFE),
        Verdict::False(property, _) => (format!("false({property})"), FAULT),
        Verdict::Unknown(why) => {
            eprintln!("unknown: {}", threadbare_report::clean(why).trim_end());
            ("unknown".into(), INCOMPLETE)
        }
    };
    let printed = output::print(format!("{line}\n").as_bytes());
    if let (Some(path), Verdict::False(_, fault), Some(run)) = (&args.witness, &verdict, &run) {
        let witness = witness::of(&run.faults[*fault], args, &specification);
        if let Err(error) = witness.and_then(|text| std::fs::write(path, text).map_err(|error| error.to_string())) {
            eprintln!("error: --witness {}: {error}", path.display());
            return ERROR;
        }
    }
    if printed == SAFE { code } else { printed }
}

/// The verdict, and the run that it is about.
///
/// # Errors
/// There is none: why.
fn judged(args: &SvcompArgs, specification: &str, stop: &Stop) -> Result<(Verdict, Run), String> {
    let properties = property::parse(specification)?;
    let manner = Manner { stop: stop.clone(), progress: false };
    let mut program = load(args, &properties, &manner)?;
    for property in &properties {
        if let Property::Unreachable(name) = property {
            prepare::mark(&mut program, name)?;
        }
    }
    let program = Arc::new(program);
    let begun = Instant::now();
    let mut stages = Stage::all(&properties).into_iter().peekable();
    while let Some(stage) = stages.next() {
        let (verdict, run) = explored(args, &properties, (stage, begun), (&program, &manner))?;
        if stages.peek().is_none() || !matches!(verdict, Verdict::Unknown(_)) {
            let doubt = prepare::doubt(&program, &properties).filter(|_| verdict == Verdict::True);
            return Ok((doubt.map_or(verdict, Verdict::Unknown), run));
        }
    }
    Err("there is no result".into())
}

/// How plain accesses are looked at, and whether something else follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Races are faults.
    Report,
    /// The same, to be followed by [`Self::Explore`] if there are some.
    ReportFirst,
    /// They are interleaved.
    Explore,
}

/// So long the first of two stages takes, if no time is given; else a part of that.
const FIRST: Duration = Duration::from_secs(60);
const PART: u32 = 3;

impl Stage {
    fn all(properties: &[Property]) -> Vec<Self> {
        let reaches = properties.iter().all(|property| matches!(property, Property::Unreachable(_)));
        match () {
            () if reaches => vec![Self::ReportFirst, Self::Explore],
            () if properties.contains(&Property::NoDataRace) => vec![Self::Report],
            () => vec![Self::Explore],
        }
    }

    /// The time that it has, of what is left.
    fn time(self, left: Option<Duration>) -> Option<Duration> {
        match self {
            Self::ReportFirst => Some(left.map_or(FIRST, |left| left / PART)),
            Self::Report | Self::Explore => left,
        }
    }
}

/// The verdict of one stage. Most faults are the one that was asked for: the first is enough then.
fn explored(
    args: &SvcompArgs,
    properties: &[Property],
    (stage, begun): (Stage, Instant),
    (program, manner): (&Arc<Program>, &Manner),
) -> Result<(Verdict, Run), String> {
    let has_input = prepare::takes_input(program);
    let mut keeps_going = false;
    loop {
        let mut plan = plan(args, properties, (has_input, keeps_going), (stage, begun))?;
        if let Task::Explore(exploration) = &mut plan.task {
            exploration.until = property::breaking(properties, stage == Stage::ReportFirst);
        }
        let outcome = run::carry_out(&plan, program, manner, Instant::now()).map_err(|error| error.to_string())?;
        let verdict = verdict::of(&outcome.run, properties, has_input);
        let has_race = outcome.run.faults.iter().any(|found| found.kind == FaultKind::DataRace);
        let is_over = matches!(verdict, Verdict::False(..)) || stage == Stage::ReportFirst && has_race;
        if keeps_going || is_over || !verdict::may_know_more(&outcome.run) {
            return Ok((verdict, outcome.run));
        }
        keeps_going = true;
    }
}

fn load(args: &SvcompArgs, properties: &[Property], manner: &Manner) -> Result<Program, String> {
    let plan = plan(args, properties, (false, false), (Stage::Explore, Instant::now()))?;
    run::load(&plan, manner).map_err(|error| error.to_string())
}

/// The plan of a check that says enough about the properties.
fn plan(
    args: &SvcompArgs,
    properties: &[Property],
    (has_input, keeps_going): (bool, bool),
    (stage, begun): (Stage, Instant),
) -> Result<Plan, String> {
    let races = if stage == Stage::Explore { "explore" } else { "report" };
    let leaks = if !has_input && properties.iter().any(Property::is_about_leaks) { "fault" } else { "ignore" };
    let overflows = properties.contains(&Property::NoOverflow);
    let mut words: Vec<OsString> = vec!["threadbare".into(), "check".into()];
    words.extend(["--model", "sc", "--exit-status", "ignore", "--no-advice"].map(Into::into));
    // What traps is reported at once, whether anything depends on it or not.
    words.extend(["--overflow", "ignore", "--races", races, "--leaks", leaks, "--abandoned", leaks].map(Into::into));
    words.extend(has_input.then(|| "--symbolic".into()));
    words.extend(keeps_going.then(|| "--keep-going".into()));
    let left = args.timeout.map(|time| time.saturating_sub(begun.elapsed()));
    if let Some(time) = stage.time(left) {
        let left = time.as_millis().max(1);
        words.extend(["--timeout".into(), format!("{left}ms").into()]);
    }
    words.push(args.file.clone().into_os_string());
    // As other compilers do at their usual level: `inline` alone defines a function.
    words.extend(["--", "-fgnu89-inline"].map(Into::into));
    if args.data_model == DataModelArg::Ilp32 {
        words.push("-m32".into());
    }
    if overflows {
        words.extend(["-fsanitize=signed-integer-overflow", "-fsanitize-trap=all"].map(Into::into));
    }
    words.extend(args.compiler_flags.iter().map(Into::into));
    match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
        Command::Check(check) => Plan::new(&check),
        _ => Err("this is no check".into()),
    }
}
