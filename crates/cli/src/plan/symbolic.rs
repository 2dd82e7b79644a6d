//! `--symbolic`: what implies it, and what goes with it.

use super::EveryInput;
use super::exploration::extent;
use crate::args::{CheckArgs, ExplorerArg, NoteArg};
use clap::ValueEnum;
use std::borrow::Cow;
use threadbare_session::Extent;

/// The flags, with an explorer that takes input: explorers do not race for it.
///
/// # Errors
/// A sentence that says what does not go together.
pub(super) fn adapted(args: &CheckArgs) -> Result<Cow<'_, CheckArgs>, String> {
    let Some(name) = asked(args) else { return Ok(Cow::Borrowed(args)) };
    // The schedule has the input.
    if args.replay.is_some() {
        return Ok(Cow::Owned(CheckArgs { symbolic: false, ..args.clone() }));
    }
    if let Some(why) = refused(args, name) {
        let instead = if is_proved(args.explorer()) { "" } else { PROVED };
        return Err(why + instead);
    }
    // Where none is named, one may be found.
    let explorer = args.explorer.map(|explorer| match explorer {
        ExplorerArg::Auto => ExplorerArg::Graph,
        known => known,
    });
    Ok(Cow::Owned(CheckArgs { symbolic: true, explorer, ..args.clone() }))
}

/// Whether input is every value at once.
pub(super) fn every_input(args: &CheckArgs) -> EveryInput {
    if args.symbolic {
        return EveryInput::Asked;
    }
    refused(args, "--symbolic").map_or(EveryInput::IfNeeded, EveryInput::Not)
}

/// The option that asks for it.
fn asked(args: &CheckArgs) -> Option<&'static str> {
    let options = [
        (args.symbolic, "--symbolic"),
        (args.symbolic_stdin.is_some(), "--symbolic-stdin"),
        (!args.symbolic_args.is_empty(), "--symbolic-args"),
        (!args.symbolic_env.is_empty(), "--symbolic-env"),
        (args.tests.is_some(), "--tests"),
    ];
    options.iter().find(|(given, _)| *given).map(|(_, name)| *name)
}

/// Says what does not go with the option that asks for it.
fn refused(args: &CheckArgs, asked: &str) -> Option<String> {
    let refused = [
        (args.preemptions.is_some(), "--preemptions"),
        (args.context_switches.is_some(), "--context-switches"),
        (args.shard.is_some(), "--shard"),
        (args.estimate, "--estimate"),
        (args.spurious.is_some(), "--spurious"),
        (args.race_sample.is_some(), "--race-sample"),
        (args.leaks == NoteArg::Fault, "--leaks fault"),
    ];
    if let Some((_, name)) = refused.iter().find(|(given, _)| *given) {
        return Some(format!("{name} does not go with {asked} yet"));
    }
    if args.nondet.is_some() {
        return Some(format!("--nondet LO..HI, which is for whole numbers, does not go with {asked}"));
    }
    if args.tests.is_some() && extent(args) == Extent::RoundByRound {
        return Some("--tests needs one exploration: --rounds K, instead of round by round".into());
    }
    // Each path is told when it is found, by one worker.
    let parts = [(args.checkpoint.is_some(), "--checkpoint"), (args.resume.is_some(), "--resume")];
    if let Some((_, name)) = parts.iter().find(|(given, _)| *given && args.tests.is_some()) {
        return Some(format!("{name} does not go with --tests"));
    }
    let explorer = args.explorer();
    if args.cutoffs && explorer == ExplorerArg::Unfolding {
        return Some(format!("{asked} does not go with --explorer unfolding --cutoffs; --cutoffs alone does"));
    }
    let name = explorer.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    (!is_proved(explorer))
        .then(|| format!("--explorer {name} does not go with {asked}: it is not proved that it explores every input"))
}

const PROVED: &str = "; use graph, source, unfolding, prefix, states, random or naive";

/// Whether an explorer, or those that race, explore every input.
fn is_proved(explorer: ExplorerArg) -> bool {
    matches!(
        explorer,
        ExplorerArg::Auto
            | ExplorerArg::Graph
            | ExplorerArg::Source
            | ExplorerArg::Unfolding
            | ExplorerArg::Prefix
            | ExplorerArg::States
            | ExplorerArg::Random
            | ExplorerArg::Naive
    )
}
