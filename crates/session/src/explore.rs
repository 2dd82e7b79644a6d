//! Explorations of all executions, of those within a bound, or round by round.

use crate::events::Listener;
use crate::once::once;
use crate::scope::{Explored, Scope};
use crate::stop::Stop;
use crate::symbolic;
use crate::task::{Algorithm, Exploration, Extent, Limits, Subject};
use crate::{Error, Findings, parallel, shards};
use threadbare_explore::Snapshot;
use threadbare_machine::{Domain, Machine, Options};
use threadbare_op::{Bound, Coverage, Fork, Limit};

/// Explores.
pub(crate) fn explore(scope: &Scope<'_>) -> Result<Explored, Error> {
    match scope.subject.extent {
        Extent::All => by_domain(scope, None),
        Extent::Within(bound) => by_domain(scope, Some(bound)),
        Extent::RoundByRound => round_by_round(scope),
    }
}

/// One exploration, with input as every value at once if that is wanted.
fn by_domain(scope: &Scope<'_>, bound: Option<Bound>) -> Result<Explored, Error> {
    if scope.exploration.symbolic { symbolic::one(scope, bound) } else { one(scope, bound) }
}

/// Raises the number of rounds until there is a fault, or nothing is left.
fn round_by_round(scope: &Scope<'_>) -> Result<Explored, Error> {
    let mut within = None;
    for most in 0.. {
        let explored = by_domain(scope, Some(Bound::Rounds(most)))?;
        within = explored.within.or(within);
        let more = explored.coverage.limits.contains(&Limit::Rounds) && !explored.coverage.stopped;
        if !more || explored.findings.has_fault() || scope.stop.reason().is_some() {
            return Ok(Explored { within, ..explored });
        }
    }
    by_domain(scope, None)
}

/// One exploration, of everything or of a part.
pub(crate) fn one(scope: &Scope<'_>, bound: Option<Bound>) -> Result<Explored, Error> {
    let mut machine = scope.subject.machine(&scope.stop)?;
    if scope.exploration.shard.is_some() {
        // What one part finds out of sizes, the others would have to know.
        machine.refuse_sizes();
    }
    let from = parallel::begin(scope, &mut machine)?;
    let (findings, coverage) = match shards::is_wanted(scope) {
        true => shards::explore(scope, bound, &mut machine, &from),
        false => match learning(scope, bound, &mut machine, from, |machine| once(scope, bound, machine)) {
            Learnt::All(findings, coverage) => (*findings, coverage),
            Learnt::Elsewhere(explored) => return Ok(*explored),
        },
    };
    let within = within(bound, &findings, &coverage);
    let algorithm = scope.exploration.algorithm;
    Ok(Explored { machine, findings, coverage, bound, within, algorithm, choice: None })
}

/// One exploration of the same program in another way, on another machine.
pub(crate) fn in_another_way(
    scope: &Scope<'_>,
    exploration: &Exploration,
    machine: Options,
    (stop, listener): (Stop, Listener<'_>),
) -> Result<Explored, Error> {
    let subject = Subject { machine, ..scope.subject.clone() };
    let scope = &Scope { subject: &subject, exploration, stop, listener };
    by_domain(scope, None)
}

/// Another explorer, which no other one runs besides. Only `graph` knows symmetry.
pub(crate) fn by(
    scope: &Scope<'_>,
    algorithm: Algorithm,
    limits: Limits,
    how: (Stop, Listener<'_>),
) -> Result<Explored, Error> {
    let exploration = Exploration { algorithm, race: false, beside: false, limits, ..scope.exploration.clone() };
    let machine = Options { symmetry: false, ..scope.subject.machine.clone() };
    in_another_way(scope, &exploration, machine, how)
}

/// What an exploration came to.
pub(crate) enum Learnt {
    /// What the explorer has found.
    All(Box<Findings>, Coverage),
    /// What another one has found before.
    Elsewhere(Box<Explored>),
}

/// Explores, as often as the machine wants to begin again with what it has learnt of the program.
/// `alone` is the explorer where several workers are not wanted or not possible.
pub(crate) fn learning<D: Domain>(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine<D>,
    mut from: Snapshot,
    mut alone: impl FnMut(&mut Machine<D>) -> (Findings, Coverage),
) -> Learnt {
    let Exploration { algorithm, leaks, paths, .. } = scope.exploration;
    // Who wants every path is told of each when it is found.
    let may_share = *algorithm == Algorithm::Graph && !leaks && !paths;
    loop {
        if may_share && let Some(explored) = parallel::explore(scope, bound, machine, &from) {
            return explored;
        }
        // What was explored without knowing what was learnt since is worth nothing.
        from = Snapshot::default();
        let (findings, mut coverage) = alone(machine);
        machine.passed_limits().into_iter().for_each(|limit| coverage.limit(limit));
        if !machine.take_restart() {
            parallel::leave(scope, machine, &coverage);
            return Learnt::All(Box::new(findings), coverage);
        }
    }
}

/// The bound, if all executions within it were explored, none with a fault.
pub(crate) fn within(bound: Option<Bound>, findings: &Findings, coverage: &Coverage) -> Option<Bound> {
    let is_all_but =
        |bound: &Bound| !coverage.stopped && coverage.unsupported.is_empty() && coverage.limits == [bound.limit()];
    bound.filter(|bound| !findings.has_fault() && is_all_but(bound))
}
