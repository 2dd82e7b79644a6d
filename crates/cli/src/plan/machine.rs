//! How the program is run.

use super::exploration::race_sample;
use super::table::races;
use crate::args::{CheckArgs, ExitStatusArg, ModelArg, NoteArg, OverflowArg, RacesArg, ReleaseSequenceArg, Words};
use std::sync::Arc;
use std::time::Duration;
use threadbare_machine::{Files, InputArgs, Options, Races};
use threadbare_op::ReleaseSequence;
use threadbare_session::{Algorithm, Process};

/// The options of the machine.
///
/// # Errors
/// A sentence that says what does not go together, or what cannot be read.
pub(super) fn options(args: &CheckArgs, algorithm: Algorithm) -> Result<Options, String> {
    let races = races(args);
    let is_sampled = race_sample(args, algorithm)?.is_some() && args.replay.is_none();
    Ok(Options {
        races: match races {
            RacesArg::Report if is_sampled => Races::Ignore,
            RacesArg::Report => Races::Report,
            RacesArg::Explore => Races::Explore,
            RacesArg::Ignore => Races::Ignore,
        },
        overflow: args.overflow == OverflowArg::Report,
        unroll: args.unroll,
        max_steps: args.max_steps,
        stubs: args.stub.clone(),
        nondet_range: args.nondet,
        solver_timeout: args.solver_timeout,
        second_solver: second_solver(args)?,
        spurious: args.spurious,
        args: args.args.clone().unwrap_or_default().0,
        env: environment(args),
        stdin: stdin(args)?,
        files: files(args)?,
        input_stdin: args.symbolic_stdin,
        input_args: input_args(args)?,
        input_env: input_env(args)?,
        exit_status: exit_status(args),
        abandoned_is_fault: args.abandoned == NoteArg::Fault,
        release_sequence: release_sequence(args)?,
        symmetry: symmetry(args, algorithm),
        order_locks: args.order_locks,
        order_updates: args.order_updates,
        ..Options::default()
    })
}

/// The variables of the environment: of several with one name, the last counts.
pub(super) fn environment(args: &CheckArgs) -> Vec<String> {
    let name = |variable: &String| variable.split('=').next().unwrap_or_default().to_owned();
    let mut all: Vec<String> = Vec::new();
    for variable in &args.env {
        all.retain(|known| name(known) != name(variable));
        all.push(variable.clone());
    }
    all
}

/// The arguments of main that are input.
fn input_args(args: &CheckArgs) -> Result<Vec<InputArgs>, String> {
    let groups: Vec<InputArgs> = args
        .symbolic_args
        .chunks_exact(3)
        .map(|group| InputArgs { min: group[0], max: group[1], len: group[2] })
        .collect();
    for (at, InputArgs { min, max, .. }) in groups.iter().enumerate() {
        if min > max {
            return Err(format!("--symbolic-args {min} {max}: MIN is greater than MAX"));
        }
        if min < max && at + 1 < groups.len() {
            return Err(format!("--symbolic-args {min} {max}: only the last group may have a MIN less than its MAX"));
        }
    }
    let all: u64 = groups.iter().map(|group| u64::from(group.max)).sum();
    if all > MOST_ARGS {
        return Err(format!("--symbolic-args: {all} arguments, but there can be at most {MOST_ARGS}"));
    }
    Ok(groups)
}

/// No more arguments are input.
const MOST_ARGS: u64 = 255;

/// The variables of the environment that are input: none that has a value as well.
fn input_env(args: &CheckArgs) -> Result<Vec<(String, u32)>, String> {
    let has = |variable: &String, name: &str| variable.split('=').next() == Some(name);
    for (at, (name, _)) in args.symbolic_env.iter().enumerate() {
        let is_twice = args.symbolic_env[..at].iter().any(|(other, _)| other == name);
        if is_twice || args.env.iter().any(|variable| has(variable, name)) {
            return Err(format!("--symbolic-env {name}: this variable is given twice"));
        }
    }
    Ok(args.symbolic_env.clone())
}

/// The content of standard input.
pub(super) fn stdin(args: &CheckArgs) -> Result<Option<Arc<[u8]>>, String> {
    let Some(path) = &args.stdin else { return Ok(None) };
    let content = std::fs::read(path).map_err(|error| format!("--stdin {}: {error}", path.display()))?;
    Ok(Some(content.into()))
}

/// The files that the program may open: of several with one name, the last counts.
pub(super) fn files(args: &CheckArgs) -> Result<Files, String> {
    let mut files: Vec<(String, Arc<[u8]>)> = Vec::new();
    for (name, path) in &args.file {
        let content = std::fs::read(path).map_err(|error| format!("--file {}: {error}", path.display()))?;
        let name = clean(name);
        files.retain(|(known, _)| *known != name);
        files.push((name, content.into()));
    }
    Ok(files.into())
}

/// A name without parts that count for nothing, as the machine has it.
fn clean(name: &str) -> String {
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    format!("{}{}", if name.starts_with('/') { "/" } else { "" }, parts.join("/"))
}

/// The status with which the program is to end, if that matters.
pub(super) fn exit_status(args: &CheckArgs) -> Option<u8> {
    match args.exit_status {
        ExitStatusArg::Report => Some(args.expect_exit.unwrap_or(0)),
        ExitStatusArg::Ignore => None,
    }
}

/// Which writes a release sequence has.
pub(super) fn release_sequence(args: &CheckArgs) -> Result<ReleaseSequence, String> {
    match args.release_sequence.unwrap_or(ReleaseSequenceArg::Rc11) {
        ReleaseSequenceArg::Rc11 => Ok(ReleaseSequence::Rc11),
        _ if !matches!(args.model, ModelArg::Auto | ModelArg::Rc11) => {
            Err("--release-sequence needs --model rc11: the other models have no release sequences".into())
        }
        ReleaseSequenceArg::Cpp20 => Ok(ReleaseSequence::Cpp20),
        // Explored with the others; faults are shown with those of rc11.
        ReleaseSequenceArg::C11 => Ok(ReleaseSequence::Rc11),
    }
}

/// Whether interchangeable threads are exchanged. Not where the exploration is cut into parts that
/// are explored apart: what one of them learns of the threads the others do not know, and then they
/// are no parts of one whole any more.
pub(super) fn symmetry(args: &CheckArgs, algorithm: Algorithm) -> bool {
    let in_parts = args.shard.is_some() || args.checkpoint.is_some() || args.resume.is_some();
    algorithm == Algorithm::Graph && !args.no_symmetry && !in_parts
}

/// The command of the second solver, if that can be asked.
fn second_solver(args: &CheckArgs) -> Result<Option<Vec<String>>, String> {
    let Some(Words(command)) = &args.second_solver else { return Ok(None) };
    let tried = Process::new(command, Duration::from_secs(5)).try_out();
    tried.map(|()| Some(command.clone())).map_err(|why| format!("--second-solver: {why}"))
}
