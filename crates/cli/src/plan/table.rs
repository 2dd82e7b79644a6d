//! Which explorer goes with which memory model and which policy for plain accesses.

use crate::args::{CheckArgs, ExplorerArg, ModelArg, RacesArg};
use threadbare_op::Model;
use threadbare_session::Algorithm;

/// Explorer, memory models, policies for plain accesses. The first line that fits is what `auto`
/// means if there is no race.
const TABLE: &[(Algorithm, &[Model], &[RacesArg])] = &[
    (Algorithm::Graph, &Model::ALL, &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Source, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Optimal, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Observers, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Rf, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Rvf, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Vc, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Dc, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Unfolding, &[Model::Sc], &[RacesArg::Ignore, RacesArg::Report]),
    (Algorithm::Prefix, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore]),
    (Algorithm::States, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore]),
    (Algorithm::Random, &Model::ALL, &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Naive, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
];

/// The algorithm for a combination, if it is in the table. If the program decides on the model, an
/// algorithm that knows any will do at first.
pub(crate) fn algorithm(explorer: ExplorerArg, model: Option<Model>, races: RacesArg) -> Result<Algorithm, String> {
    let wanted = match explorer {
        ExplorerArg::Auto => None,
        ExplorerArg::Naive => Some(Algorithm::Naive),
        ExplorerArg::Graph => Some(Algorithm::Graph),
        ExplorerArg::Source => Some(Algorithm::Source),
        ExplorerArg::Optimal => Some(Algorithm::Optimal),
        ExplorerArg::Observers => Some(Algorithm::Observers),
        ExplorerArg::Rf => Some(Algorithm::Rf),
        ExplorerArg::Rvf => Some(Algorithm::Rvf),
        ExplorerArg::Vc => Some(Algorithm::Vc),
        ExplorerArg::Dc => Some(Algorithm::Dc),
        ExplorerArg::Unfolding => Some(Algorithm::Unfolding),
        ExplorerArg::Prefix => Some(Algorithm::Prefix),
        ExplorerArg::States => Some(Algorithm::States),
        ExplorerArg::Random => Some(Algorithm::Random),
    };
    let fits = |(a, m, r): &&(Algorithm, &[Model], &[RacesArg])| {
        wanted.is_none_or(|w| w == *a) && model.is_none_or(|model| m.contains(&model)) && r.contains(&races)
    };
    TABLE.iter().find(fits).map(|(a, _, _)| *a).ok_or_else(|| match (wanted, model) {
        (Some(Algorithm::Unfolding), None | Some(Model::Sc)) => "--explorer unfolding takes only operations on \
             synchronisation objects and atomic accesses for events; plain accesses (--races explore) are none: use \
             --races report or ignore, or --explorer graph"
            .into(),
        (Some(algorithm), None | Some(Model::Sc)) if algorithm.is_by_state() => format!(
            "--explorer {} stops where a state is reached again, which is a matter of single states only where data \
             races are faults, or explored: it needs --races report or explore",
            algorithm.name()
        ),
        (Some(algorithm), Some(model)) if algorithm != Algorithm::Graph => format!(
            "--explorer {} goes through interleavings, and so knows only sequential consistency; \
             --model {model} needs --explorer graph",
            algorithm.name()
        ),
        _ => format!("there is no explorer for this: {explorer:?} with the model {model:?} and --races {races:?}")
            .to_lowercase(),
    })
}

/// What becomes of plain accesses. The unfolding is made for programs without data races, but with
/// cutoffs.
pub(super) fn races(args: &CheckArgs) -> RacesArg {
    let unfolding = args.explorer() == ExplorerArg::Unfolding && !args.cutoffs;
    args.races.unwrap_or(if unfolding { RacesArg::Ignore } else { RacesArg::Report })
}

/// The memory model that was asked for; `None` if the program is to decide.
pub(super) fn model(arg: ModelArg) -> Option<Model> {
    match arg {
        ModelArg::Sc => Some(Model::Sc),
        ModelArg::Tso => Some(Model::Tso),
        ModelArg::Pso => Some(Model::Pso),
        ModelArg::Ra => Some(Model::Ra),
        ModelArg::Rc11 => Some(Model::Rc11),
        ModelArg::Auto => None,
    }
}
