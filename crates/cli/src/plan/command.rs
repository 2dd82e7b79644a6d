//! The command line that repeats a run.

use super::machine::exit_status;
use super::table::{model, races};
use crate::args::{CheckArgs, NoteArg, OverflowArg, RacesArg, word};

/// What is given or not.
fn flags(args: &CheckArgs) -> impl Iterator<Item = String> {
    let flags = [
        (args.order_locks, "--order-locks"),
        (args.order_updates, "--order-updates"),
        (args.no_symmetry, "--no-symmetry"),
    ];
    flags.into_iter().filter(|(given, _)| *given).map(|(_, name)| name.to_owned())
}

/// What is input besides what the program asks for.
fn add_input(words: &mut Vec<String>, args: &CheckArgs) {
    if let Some(n) = args.symbolic_stdin {
        words.extend(["--symbolic-stdin".into(), n.to_string()]);
    }
    for group in args.symbolic_args.chunks(3) {
        words.push("--symbolic-args".into());
        words.extend(group.iter().map(u32::to_string));
    }
    for fix in &args.fixed {
        words.extend(["--input".into(), fix.to_string()]);
    }
    for (name, len) in &args.symbolic_env {
        words.extend(["--symbolic-env".into(), format!("{name}={len}")]);
    }
}

/// The command line that has the same executions: what decides them is kept, the rest is left out.
pub(super) fn command(args: &CheckArgs) -> Vec<String> {
    let mut words: Vec<String> = vec!["threadbare".into(), "check".into()];
    words.extend(args.input.files.iter().map(|f| f.to_string_lossy().into_owned()));
    let mut option = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words.push(format!("--{name}"));
            words.push(value);
        }
    };
    let races = match races(args) {
        RacesArg::Report => None,
        RacesArg::Explore => Some("explore".to_owned()),
        RacesArg::Ignore => Some("ignore".to_owned()),
    };
    option("entry", args.entry.clone());
    option("model", model(args.model).map(|m| m.name().to_owned()));
    option("release-sequence", args.release_sequence.map(|rule| word(&rule)));
    option("races", races);
    option("overflow", (args.overflow == OverflowArg::Ignore).then(|| "ignore".to_owned()));
    option("rounds", args.rounds.map(|rounds| rounds.to_string()));
    option("preemptions", args.preemptions.map(|n| n.to_string()));
    option("context-switches", args.context_switches.map(|n| n.to_string()));
    option("unroll", args.unroll.map(|n| n.to_string()));
    option("nondet", args.nondet.map(|(low, high)| format!("{low}..{high}")));
    for (name, value) in &args.stub {
        option("stub", Some(format!("{name}={value}")));
    }
    for (name, policy) in [("--abandoned", args.abandoned), ("--leaks", args.leaks)] {
        if policy != NoteArg::Note {
            words.extend([name.into(), policy.to_string()]);
        }
    }
    match exit_status(args) {
        Some(0) => {}
        Some(n) => words.extend(["--expect-exit".into(), n.to_string()]),
        None => words.extend(["--exit-status".into(), "ignore".into()]),
    }
    if let Some(main) = &args.args {
        words.extend(["--args".into(), shell_words::join(&main.0)]);
    }
    for variable in &args.env {
        words.extend(["--env".into(), variable.clone()]);
    }
    let paths = args.stdin.iter().map(|file| ("--stdin", file));
    for (name, file) in paths.chain(args.define_stub.iter().map(|file| ("--define-stub", file))) {
        words.extend([name.into(), file.to_string_lossy().into_owned()]);
    }
    for (name, path) in &args.file {
        let path = path.to_string_lossy();
        words.extend(["--file".into(), if *name == path { name.clone() } else { format!("{name}={path}") }]);
    }
    add_input(&mut words, args);
    if let Some(n) = args.spurious {
        words.push(format!("--spurious={n}"));
    }
    words.extend(flags(args));
    if !args.input.compiler_flags.is_empty() {
        words.push("--".into());
        words.extend(args.input.compiler_flags.iter().cloned());
    }
    words
}
