//! The explorers, made for toy programs here once and for all tests: each test that made them
//! itself would have them compiled again, for every memory model and every width of clocks.

use crate::program::Program;
use crate::toy::{Frozen, Toy};
use std::rc::Rc;
use threadbare_explore::{
    Ablations, Alternatives, Centric, Detail, Ended, Estimate, Explorer, Graph, HastySymmetry, Mistake, Mistaken,
    Naive, Observer, Observers, Optimal, PaperRounds, Parallel, Prefix, PrefixMistake, Random, ReplayError,
    ReplayedEnd, Rf, Rvf, Sink, Snapshot, Source, States, Telling, Unfolding, UnfoldingMistake,
};
use threadbare_op::{Bound, Coverage, Model, Schedule};

/// An explorer of toy programs.
pub type ToyExplorer = Box<dyn Explorer<Toy>>;

/// Replays a schedule.
///
/// # Errors
/// If the schedule does not belong to the program.
pub fn replay(
    toy: &mut Toy,
    schedule: &Schedule,
    observer: &mut dyn Observer<Toy>,
) -> Result<ReplayedEnd<Frozen>, ReplayError> {
    threadbare_explore::replay(toy, schedule, observer)
}

/// Execution graphs under a memory model, within a bound.
#[must_use]
pub fn graph_of(model: Model, bound: Option<Bound>) -> ToyExplorer {
    Box::new(Graph { model, bound })
}

/// The same with several workers, which give work away all the time.
#[must_use]
pub fn graph_with(jobs: usize, model: Model, bound: Option<Bound>) -> ToyExplorer {
    parallel(Parallel { test: true, ..Parallel::new(Graph { model, bound }, jobs) })
}

/// The same, as these settings say.
#[must_use]
pub fn parallel(settings: Parallel) -> ToyExplorer {
    Box::new(settings)
}

/// The same, going on from what was explored before.
pub fn go_on(settings: &Parallel, program: &Rc<Program>, from: &Snapshot, sink: &mut dyn Sink) -> Ended {
    settings.explore(&mut Toy::new(program), from, sink, &mut |_| {})
}

/// Execution graphs with symmetry, wrongly.
#[must_use]
pub fn hasty_symmetry() -> ToyExplorer {
    Box::new(HastySymmetry)
}

/// Execution graphs under sequential consistency.
#[must_use]
pub fn graph() -> ToyExplorer {
    graph_of(Model::Sc, None)
}

/// Rounds as printed in the paper.
#[must_use]
pub fn paper_rounds(most: u32) -> ToyExplorer {
    Box::new(PaperRounds(most))
}

/// Every interleaving.
#[must_use]
pub fn naive() -> ToyExplorer {
    Box::new(Naive)
}

/// Source sets.
#[must_use]
pub fn source() -> ToyExplorer {
    Box::new(Source)
}

/// Wakeup trees.
#[must_use]
pub fn optimal() -> ToyExplorer {
    Box::new(Optimal)
}

/// The complete finite prefix.
#[must_use]
pub fn prefix() -> ToyExplorer {
    Box::<Prefix>::default()
}

/// The complete finite prefix. All searches for deadlocks are put off.
#[must_use]
pub fn prefix_puts_off() -> ToyExplorer {
    Box::new(Prefix { few: 0, ..Prefix::default() })
}

/// The complete finite prefix. It turns to another execution whenever it can.
#[must_use]
pub fn prefix_turns() -> ToyExplorer {
    Box::new(Prefix { near: 0, ..Prefix::default() })
}

/// The complete finite prefix, with a mistake: it forgets who knows of what.
#[must_use]
pub fn prefix_forgets() -> ToyExplorer {
    Box::new(Prefix { mistake: Some(PrefixMistake::NobodyKnows), ..Prefix::default() })
}

/// Every state.
#[must_use]
pub fn states() -> ToyExplorer {
    Box::<States>::default()
}

/// Reads-from classes.
#[must_use]
pub fn rf() -> ToyExplorer {
    Box::new(Rf)
}

/// Reads-from classes with the orders of writes that are read.
#[must_use]
pub fn observers() -> ToyExplorer {
    Box::new(Observers)
}

/// Reads-value-from classes.
#[must_use]
pub fn rvf() -> ToyExplorer {
    rvf_without(Ablations::default())
}

/// The same without some heuristics.
#[must_use]
pub fn rvf_without(without: Ablations) -> ToyExplorer {
    Box::new(Rvf { without, ..Rvf::default() })
}

/// An estimate of how many execution graphs there are, before any is explored.
#[must_use]
pub fn guess(program: &Rc<Program>, detail: Detail, many: u32, seed: u64) -> Option<Estimate> {
    Parallel::new(Graph::default(), 1).guess(&Toy::new(program), detail, many, seed)
}

/// The same with a mistake.
#[must_use]
pub fn rvf_mistaken(mistake: Mistake) -> ToyExplorer {
    Box::new(Mistaken(mistake))
}

/// Explores the program by values, and says step by step how.
pub fn tell(telling: &mut Telling, program: &Rc<Program>, sink: &mut dyn Sink) -> Coverage {
    telling.run(&mut Toy::new(program), sink)
}

/// Value-centric, or data-centric, as these settings say.
#[must_use]
pub fn centric(settings: Centric) -> ToyExplorer {
    Box::new(settings)
}

/// The unfolding, with optimal alternatives.
#[must_use]
pub fn unfolding() -> ToyExplorer {
    Box::new(Unfolding::default())
}

/// The unfolding, with alternatives to so many events.
#[must_use]
pub fn unfolding_of(most: u32) -> ToyExplorer {
    Box::new(Unfolding { alternatives: Alternatives::Most(most), ..Unfolding::default() })
}

/// The unfolding, within so many context switches.
#[must_use]
pub fn unfolding_within(context_switches: u32, mistake: Option<UnfoldingMistake>) -> ToyExplorer {
    Box::new(Unfolding { context_switches: Some(context_switches), mistake, ..Unfolding::default() })
}

/// The unfolding, with cutoffs.
#[must_use]
pub fn unfolding_with_cutoffs(alternatives: Alternatives, mistake: Option<UnfoldingMistake>) -> ToyExplorer {
    Box::new(Unfolding { cutoffs: true, alternatives, mistake, ..Unfolding::default() })
}

/// The unfolding with a mistake.
#[must_use]
pub fn unfolding_mistaken(mistake: UnfoldingMistake) -> ToyExplorer {
    Box::new(Unfolding { mistake: Some(mistake), ..Unfolding::default() })
}

/// Explores the program in that way, which then says what it took.
pub fn unfold(unfolding: &mut Unfolding, program: &Rc<Program>, sink: &mut dyn Sink) -> Coverage {
    unfolding.run(&mut Toy::new(program), sink)
}

/// Executions drawn at random under a memory model.
#[must_use]
pub fn random(model: Model, seed: u64) -> ToyExplorer {
    Box::new(Random { model, seed, ..Random::default() })
}
