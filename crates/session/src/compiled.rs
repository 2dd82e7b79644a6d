//! Explorers and replays, compiled for machines: here once, for all crates and tests.
//!
//! They are generic, so each crate that names one for a machine compiles all of it again, for
//! every memory model and every width of clocks, which takes a minute. So others take them from
//! here, where nothing is generic.

use crate::task::Algorithm;
use threadbare_explore::{
    Alternatives, Centric, Ended, Explorer, Graph, Naive, Observer, Observers, Optimal, Parallel, Prefix, Random,
    ReplayError, ReplayedEnd, Rf, Rvf, Sink, Snapshot, Source, States, Unfolding,
};
use threadbare_machine::{Machine, State};
use threadbare_op::{Bound, Model, Question, Schedule};
use threadbare_symbolic::Symbolic;

/// An explorer of programs.
pub type Explores = Box<dyn Explorer<Machine>>;

/// An explorer of programs with input.
pub type TakesInput = Box<dyn Explorer<Machine<Symbolic>>>;

/// The explorer of that name, under a memory model if it knows several, with nothing else set.
#[must_use]
pub fn explorer(algorithm: Algorithm, model: Model) -> Explores {
    match algorithm {
        Algorithm::Naive => Box::new(Naive),
        Algorithm::Graph => Box::new(Graph { model, bound: None }),
        Algorithm::Source => Box::new(Source),
        Algorithm::Optimal => Box::new(Optimal),
        Algorithm::Observers => Box::new(Observers),
        Algorithm::Rf => Box::new(Rf),
        Algorithm::Rvf => Box::new(Rvf::default()),
        Algorithm::Vc => Box::new(Centric::VALUES),
        Algorithm::Dc => Box::new(Centric::SOURCES),
        Algorithm::Unfolding => Box::new(Unfolding::default()),
        Algorithm::Prefix => Box::new(Prefix::default()),
        Algorithm::States => Box::new(States::default()),
        Algorithm::Random => Box::new(Random { model, ..Random::default() }),
    }
}

/// The same where input is every value at once; the unfolding looks for these alternatives. `None`
/// if it does not explore programs with input.
#[must_use]
pub fn with_input(algorithm: Algorithm, model: Model, alternatives: Alternatives) -> Option<TakesInput> {
    match algorithm {
        Algorithm::Naive => Some(Box::new(Naive)),
        Algorithm::Graph => Some(Box::new(Graph { model, bound: None })),
        Algorithm::Source => Some(Box::new(Source)),
        Algorithm::Unfolding => Some(Box::new(Unfolding { alternatives, ..Unfolding::default() })),
        Algorithm::Prefix => Some(Box::new(Prefix::default())),
        Algorithm::States => Some(Box::new(States::default())),
        Algorithm::Random => Some(Box::new(Random { model, ..Random::default() })),
        _ => None,
    }
}

/// `graph` within a bound, with input.
#[must_use]
pub fn with_input_within(model: Model, bound: Option<Bound>) -> TakesInput {
    Box::new(Graph { model, bound })
}

/// The same by several workers.
#[must_use]
pub fn with_input_in_parallel(parallel: Parallel) -> TakesInput {
    Box::new(parallel)
}

/// The prefix, whose executions take turns whenever they can: for tests.
#[must_use]
pub fn prefix_turns() -> Explores {
    Box::new(Prefix { near: 0, ..Prefix::default() })
}

/// Explores with several workers what `from` has left ([`Parallel::explore`]).
pub fn in_parallel(
    parallel: &Parallel,
    machine: &mut Machine,
    from: &Snapshot,
    sink: &mut dyn Sink,
    save: &mut dyn FnMut(&Snapshot),
) -> Ended {
    parallel.explore(machine, from, sink, save)
}

/// Replays a schedule ([`threadbare_explore::replay`]).
///
/// # Errors
/// If the schedule does not belong to the program.
pub fn replay(
    machine: &mut Machine,
    schedule: &Schedule,
    observer: &mut dyn Observer<Machine>,
) -> Result<ReplayedEnd<State>, ReplayError> {
    threadbare_explore::replay(machine, schedule, observer)
}

/// The answers about the input, and the schedule without them ([`threadbare_explore::settled`]).
///
/// # Errors
/// If the schedule does not belong to the program.
pub fn settled(
    machine: &mut Machine<Symbolic>,
    schedule: &Schedule,
) -> Result<(Vec<(Question, u32)>, Schedule), ReplayError> {
    threadbare_explore::settled(machine, schedule)
}
