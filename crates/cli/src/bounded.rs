//! Explorations of all executions, of those within a bound, or round by round.

use crate::args::NoteArg;
use crate::plan::{Algorithm, Exploration, Extent, Plan};
use crate::run::{Error, machine, once};
use crate::stop::Stop;
use crate::wrap::Findings;
use crate::{apart, parts};
use std::sync::Arc;
use threadbare_explore::Snapshot;
use threadbare_machine::Machine;
use threadbare_op::{Bound, Coverage, Fork, Limit, Model};
use threadbare_program::Program;
use threadbare_report::bound_of;

/// What is explored, and how.
pub(crate) struct Scope<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) exploration: &'a Exploration,
    pub(crate) model: Model,
    pub(crate) program: &'a Arc<Program>,
    pub(crate) stop: Stop,
    pub(crate) progress: bool,
}

/// What came of it.
pub(crate) struct Explored {
    pub(crate) machine: Machine,
    pub(crate) findings: Findings,
    pub(crate) coverage: Coverage,
    /// The bound of the last exploration.
    pub(crate) bound: Option<Bound>,
    /// The largest bound within which every execution was explored, none with a fault, if there are
    /// others.
    pub(crate) within: Option<Bound>,
}

/// Explores.
pub(crate) fn explore(scope: &Scope<'_>) -> Result<Explored, Error> {
    match scope.plan.extent {
        Extent::All => one(scope, None),
        Extent::Within(bound) => one(scope, Some(bound)),
        Extent::RoundByRound => round_by_round(scope),
    }
}

/// Raises the number of rounds until there is a fault, or nothing is left.
fn round_by_round(scope: &Scope<'_>) -> Result<Explored, Error> {
    let mut within = None;
    for most in 0.. {
        let explored = one(scope, Some(Bound::Rounds(most)))?;
        within = explored.within.or(within);
        let more = explored.coverage.limits.contains(&Limit::Rounds) && !explored.coverage.stopped;
        if !more || explored.findings.has_fault() || scope.stop.reason().is_some() {
            return Ok(Explored { within, ..explored });
        }
    }
    one(scope, None)
}

/// One exploration, of everything or of a part.
pub(crate) fn one(scope: &Scope<'_>, bound: Option<Bound>) -> Result<Explored, Error> {
    let mut machine = machine(scope.plan, scope.model, scope.program, &scope.stop)?;
    let from = parts::begin(scope, &mut machine)?;
    let (findings, coverage) = match apart::is_wanted(scope) {
        true => apart::explore(scope, bound, &mut machine, &from),
        false => learning(scope, bound, &mut machine, from),
    };
    let within = bound.filter(|bound| !findings.has_fault() && is_all_but(&coverage, *bound));
    Ok(Explored { machine, findings, coverage, bound, within })
}

/// Explores, as often as the machine wants to begin again with what it has learnt of the program.
fn learning(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
    mut from: Snapshot,
) -> (Findings, Coverage) {
    loop {
        if scope.exploration.algorithm == Algorithm::Graph
            && scope.plan.leaks != NoteArg::Fault
            && let Some(explored) = parts::explore(scope, bound, machine, &from)
        {
            return explored;
        }
        // What was explored without knowing what was learnt since is worth nothing.
        from = Snapshot::default();
        let (findings, mut coverage) = once(scope, bound, machine);
        machine.passed_limits().into_iter().for_each(|limit| coverage.limit(limit));
        if !machine.take_restart() {
            parts::leave(scope, machine, &coverage);
            return (findings, coverage);
        }
    }
}

/// Whether only the bound stands between the coverage and a complete one.
fn is_all_but(coverage: &Coverage, bound: Bound) -> bool {
    !coverage.stopped && coverage.unsupported.is_empty() && coverage.limits == [bound_of(bound).0]
}
