//! How the program is explored, and what does not go together.

use super::table::races;
use crate::args::{CheckArgs, ExplorerArg, FairnessArg, NoteArg, RacesArg, RoundsArg, SearchArg, WithoutArgs};
use std::num::NonZero;
use std::time::Duration;
use threadbare_explore::{Ablations, Alternatives, Fairness};
use threadbare_op::{Bound, Model};
use threadbare_session::{Algorithm, Checkpoint, Exploration, Extent, Limits, Tuning};

/// The exploration.
///
/// # Errors
/// A sentence that says what does not go together.
pub(super) fn exploration(
    args: &CheckArgs,
    algorithm: Algorithm,
    model: Option<Model>,
    extent: Extent,
) -> Result<Exploration, String> {
    parts(args, algorithm)?;
    in_events(args, algorithm)?;
    cutoffs(args)?;
    estimate(args, extent)?;
    Ok(Exploration {
        race: !args.symbolic && race(args, model, extent),
        beside: beside(args, extent),
        symbolic: args.symbolic,
        paths: args.tests.is_some(),
        tuning: tuning(args, algorithm)?,
        limits: Limits {
            timeout: args.timeout.or_else(|| has_no_end(args, algorithm).then_some(IF_ENDLESS)),
            max_memory: args.max_memory,
            max_executions: args.max_executions,
            max_events: None,
            estimate: args.estimate,
        },
        keep_going: args.keep_going,
        until: None,
        leaks: args.leaks == NoteArg::Fault,
        jobs: jobs(args),
        shard: args.shard,
        checkpoint: Checkpoint {
            write: args.checkpoint.clone(),
            every: args.checkpoint_every,
            resume: args.resume.clone(),
            options: Vec::new(),
        },
        ..Exploration::new(algorithm)
    })
}

/// Variants of the algorithm.
///
/// # Errors
/// A sentence that says which explorer an option belongs to.
pub(super) fn tuning(args: &CheckArgs, algorithm: Algorithm) -> Result<Tuning, String> {
    Ok(Tuning {
        alternatives: alternatives(args, algorithm)?,
        race_sample: race_sample(args, algorithm)?,
        fairness: fairness(args, algorithm)?,
        cutoffs: args.cutoffs && algorithm == Algorithm::Unfolding,
        without: without(&args.without, algorithm)?,
        time_witnesses: args.without.time_witnesses,
        seed: seed(args, algorithm)?,
        prefers_new: args.search == Some(SearchArg::Coverage),
        timed: args.details,
    })
}

/// How many workers explore. Those of `graph` do not tell of each execution, and leaks are looked
/// for in each.
pub(super) fn jobs(args: &CheckArgs) -> usize {
    if args.leaks == NoteArg::Fault { 1 } else { args.jobs.map_or_else(cores, |n| n as usize) }
}

/// How many workers can work at the same time.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// What part of all executions was asked for.
pub(super) fn extent(args: &CheckArgs) -> Extent {
    let by_search = (args.search == Some(SearchArg::Rounds)).then_some(RoundsArg::Auto);
    match (args.rounds.or(by_search), args.preemptions, args.context_switches) {
        (Some(RoundsArg::Auto), _, _) => Extent::RoundByRound,
        (Some(RoundsArg::Most(most)), _, _) => Extent::Within(Bound::Rounds(most)),
        (None, Some(most), _) => Extent::Within(Bound::Preemptions(most)),
        (None, None, Some(most)) => Extent::Within(Bound::ContextSwitches(most)),
        (None, None, None) => Extent::All,
    }
}

/// Who knows which bounds.
pub(super) fn bounds(algorithm: Algorithm, extent: Extent) -> Result<(), String> {
    match (algorithm, extent) {
        (_, Extent::All)
        | (Algorithm::Graph, _)
        | (Algorithm::Unfolding, Extent::Within(Bound::ContextSwitches(_))) => Ok(()),
        _ => Err("--rounds and --preemptions need --explorer graph, --context-switches graph or unfolding".into()),
    }
}

/// How many disabled events alternatives are to answer.
pub(super) fn alternatives(args: &CheckArgs, algorithm: Algorithm) -> Result<Alternatives, String> {
    if args.alternatives.is_some() && algorithm != Algorithm::Unfolding {
        return Err("--alternatives needs --explorer unfolding".into());
    }
    Ok(args.alternatives.unwrap_or_default())
}

/// How fair the scheduler is with threads that go round for ever.
pub(super) fn fairness(args: &CheckArgs, algorithm: Algorithm) -> Result<Fairness, String> {
    match args.fairness {
        // Nothing else is supposed where executions are explored.
        Some(FairnessArg::Strong) if !algorithm.is_by_state() && !args.cutoffs => {
            Err("--fairness strong needs --cutoffs, or --explorer states".into())
        }
        Some(FairnessArg::Strong) => Ok(Fairness::Strong),
        Some(FairnessArg::Weak) | None => Ok(Fairness::Weak),
    }
}

/// Where the drawing of executions begins.
fn seed(args: &CheckArgs, algorithm: Algorithm) -> Result<u64, String> {
    match args.seed {
        0 => Ok(0),
        _ if algorithm != Algorithm::Random => Err("--seed needs --search random or coverage".into()),
        seed => Ok(seed),
    }
}

/// In what part of the executions data races are looked for; `None`: in all, or in none.
pub(super) fn race_sample(args: &CheckArgs, algorithm: Algorithm) -> Result<Option<u32>, String> {
    if args.race_sample.is_some() && (algorithm != Algorithm::Unfolding || races(args) != RacesArg::Report) {
        return Err("--race-sample needs --explorer unfolding and --races report".into());
    }
    Ok(args.race_sample.filter(|percent| *percent < 100))
}

/// How long something takes that has no end, if nothing else is said.
pub(super) const IF_ENDLESS: Duration = Duration::from_secs(10);

/// Whether nothing but time ends the exploration.
fn has_no_end(args: &CheckArgs, algorithm: Algorithm) -> bool {
    args.estimate || (algorithm == Algorithm::Random && args.max_executions.is_none())
}

/// Estimates are made by `graph`, of one exploration.
pub(super) fn estimate(args: &CheckArgs, extent: Extent) -> Result<(), String> {
    if args.estimate && args.explorer() != ExplorerArg::Graph {
        return Err("--estimate needs --explorer graph".into());
    }
    if args.estimate && extent == Extent::RoundByRound {
        return Err("--rounds auto is many explorations: --estimate needs one, --rounds K".into());
    }
    Ok(())
}

/// Whether `optimal` may try as well, where nobody has said who explores.
fn beside(args: &CheckArgs, extent: Extent) -> bool {
    let in_parts = args.shard.is_some() || args.checkpoint.is_some() || args.resume.is_some();
    args.explorer.is_none() && extent == Extent::All && !args.estimate && args.leaks != NoteArg::Fault && !in_parts
}

/// Whether explorers race. Bounds, parts and weak memory models only `graph` knows, and numbers of
/// executions mean something else for each.
pub(super) fn race(args: &CheckArgs, model: Option<Model>, extent: Extent) -> bool {
    let in_parts = args.shard.is_some() || args.checkpoint.is_some() || args.resume.is_some();
    args.explorer() == ExplorerArg::Auto
        && model.is_none_or(|model| model == Model::Sc)
        && extent == Extent::All
        && args.max_executions.is_none()
        && args.leaks != NoteArg::Fault
        && !in_parts
}

/// The parts of the algorithm that are to be left out.
pub(super) fn without(args: &WithoutArgs, algorithm: Algorithm) -> Result<Ablations, String> {
    let WithoutArgs { no_closure, no_guide, no_greedy, no_backtrack_signals, time_witnesses } = *args;
    let without = Ablations { closure: no_closure, guide: no_guide, greedy: no_greedy, signals: no_backtrack_signals };
    if without != Ablations::default() && algorithm != Algorithm::Rvf {
        return Err("--no-closure, --no-guide, --no-greedy and --no-backtrack-signals need --explorer rvf".into());
    }
    if time_witnesses && algorithm != Algorithm::Rvf {
        return Err("--time-witnesses needs --explorer rvf, which looks for witnesses".into());
    }
    Ok(without)
}

/// Explorations that can be taken apart: not those of other explorers.
pub(super) fn parts(args: &CheckArgs, algorithm: Algorithm) -> Result<(), String> {
    let given = [
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.resume.is_some(), "--resume"),
        (args.shard.is_some(), "--shard"),
    ];
    let Some((_, name)) = given.iter().find(|(given, _)| *given) else { return Ok(()) };
    if algorithm != Algorithm::Graph {
        return Err(format!("{name} does not go with --explorer {}, which explores in one piece", algorithm.name()));
    }
    if args.leaks == NoteArg::Fault {
        return Err(format!("{name} does not go with --leaks fault, which looks at every execution in one piece"));
    }
    Ok(())
}

/// With `--explorer`, cutoffs are for the unfolding, or what `prefix` does anyway.
fn cutoffs(args: &CheckArgs) -> Result<(), String> {
    if !args.cutoffs {
        return Ok(());
    }
    match args.explorer {
        None | Some(ExplorerArg::Prefix) => return Ok(()),
        Some(ExplorerArg::Unfolding) => {}
        Some(_) => {
            return Err(
                "--cutoffs goes without --explorer, which is --explorer prefix, or with --explorer unfolding".into()
            );
        }
    }
    if races(args) != RacesArg::Report {
        return Err("--cutoffs needs --races report: that a state is reached again is a matter of single states only \
                    where data races are faults"
            .into());
    }
    let refused = [
        (args.context_switches.is_some(), "--context-switches", ""),
        (args.race_sample.is_some(), "--race-sample", ""),
        (args.leaks == NoteArg::Fault, "--leaks fault", ""),
    ];
    match refused.iter().find(|(given, ..)| *given) {
        Some((_, name, instead)) => Err(format!("{name} does not go with --explorer unfolding --cutoffs{instead}")),
        None => Ok(()),
    }
}

/// `prefix` explores events, `states` states, and neither executions one by one.
fn in_events(args: &CheckArgs, algorithm: Algorithm) -> Result<(), String> {
    let given = [
        (args.max_executions.is_some(), "--max-executions", "; --timeout does"),
        (args.leaks == NoteArg::Fault, "--leaks fault", ""),
        (args.tests.is_some(), "--tests", ""),
    ];
    match given.iter().find(|(given, ..)| *given && algorithm.is_by_state()) {
        Some((_, name, instead)) => {
            let explorer = algorithm.name();
            Err(format!(
                "{name} does not go with --explorer {explorer}, which explores no executions one by one{instead}"
            ))
        }
        None => Ok(()),
    }
}

/// Options that ask for more than to see one execution. Those that say how to explore, and when to
/// stop, mean nothing for a replay: so the command that has found a fault shows it again with
/// `--replay` behind it.
pub(super) fn replay_alone(args: &CheckArgs) -> Result<(), String> {
    let refused =
        [(args.estimate, "--estimate"), (args.tests.is_some(), "--tests"), (args.coverage.is_some(), "--coverage")];
    match refused.iter().find(|(given, _)| *given) {
        Some((_, name)) => Err(format!("{name} does not go with --replay, which shows a single execution")),
        None => Ok(()),
    }
}
