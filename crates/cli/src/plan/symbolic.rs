//! `--symbolic`: what goes with it.

use crate::args::{CheckArgs, ExplorerArg, NoteArg, SearchArg};
use clap::ValueEnum;
use std::borrow::Cow;

/// The flags, with an explorer that takes input: explorers do not race for it.
///
/// # Errors
/// A sentence that says what does not go together.
pub(super) fn adapted(args: &CheckArgs) -> Result<Cow<'_, CheckArgs>, String> {
    let inputs = [
        (args.symbolic_stdin.is_some(), "--symbolic-stdin"),
        (!args.symbolic_args.is_empty(), "--symbolic-args"),
        (!args.symbolic_env.is_empty(), "--symbolic-env"),
    ];
    let given = inputs.iter().find(|(given, _)| *given);
    if let Some((_, name)) = given.filter(|_| !args.symbolic && args.replay.is_none()) {
        return Err(format!("{name} needs --symbolic"));
    }
    if !args.symbolic {
        return Ok(Cow::Borrowed(args));
    }
    // The schedule has the input.
    if args.replay.is_some() {
        return Ok(Cow::Owned(CheckArgs { symbolic: false, ..args.clone() }));
    }
    let refused = [
        (args.rounds.is_some(), "--rounds"),
        (args.search == Some(SearchArg::Rounds), "--search rounds"),
        (args.preemptions.is_some(), "--preemptions"),
        (args.context_switches.is_some(), "--context-switches"),
        (args.shard.is_some(), "--shard"),
        (args.estimate, "--estimate"),
        (args.spurious.is_some(), "--spurious"),
        (args.race_sample.is_some(), "--race-sample"),
        (args.leaks == NoteArg::Fault, "--leaks fault"),
    ];
    if let Some((_, name)) = refused.iter().find(|(given, _)| *given) {
        return Err(format!("{name} does not go with --symbolic yet"));
    }
    // Each path is told when it is found, by one worker.
    let parts = [(args.checkpoint.is_some(), "--checkpoint"), (args.resume.is_some(), "--resume")];
    if let Some((_, name)) = parts.iter().find(|(given, _)| *given && args.tests.is_some()) {
        return Err(format!("{name} does not go with --tests"));
    }
    let explorer = match args.explorer() {
        ExplorerArg::Auto => ExplorerArg::Graph,
        known @ (ExplorerArg::Graph
        | ExplorerArg::Source
        | ExplorerArg::Unfolding
        | ExplorerArg::Prefix
        | ExplorerArg::States
        | ExplorerArg::Random
        | ExplorerArg::Naive) => known,
        other => {
            let name = other.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            return Err(format!(
                "--explorer {name} does not go with --symbolic: it is not proved that it explores every input; \
                 use graph, source, unfolding, prefix, states, random or naive"
            ));
        }
    };
    // Where none is named, one may be found.
    Ok(Cow::Owned(CheckArgs { explorer: args.explorer.map(|_| explorer), ..args.clone() }))
}
