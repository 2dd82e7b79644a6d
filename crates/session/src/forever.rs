//! `prefix` in place of `graph`, for programs that go on for ever.
//!
//! `graph` explores executions one by one. Where a state can come again, one execution never ends,
//! and `graph` can come to no end. `prefix` explores states, and comes to an end if these are
//! finitely many. So if nobody has said who explores (or `auto`), and a state comes again while a
//! thread stays in a loop ([`crate::endless`]), `prefix` explores. If it does not cover all of the
//! program, and finds no fault, `graph` explores two rounds of each loop, as far as it comes in so
//! many executions ([`EXECUTIONS`]): if it finds none, what `prefix` says counts (`incomplete`).
//!
//! Where a thread stays in a loop, but no state comes again (it counts what it serves), the first
//! execution of `graph` is as endless, or starts as many threads as fit. So `prefix` explores
//! [`BRIEFLY`], for a fault only, then `graph` two rounds of each loop, before it explores all.
//!
//! Under weaker models `prefix` explores interleavings ([`Scope::interleaved`]), for a fault only,
//! or if all that is weaker is ordered by other things ([`Scope::ordered`]).
//!
//! Not covered: parts, checkpoints, bounds, and all that only executions have (their number, leaks as faults); states that come again in other executions than those that
//! are tried.

use crate::Error;
use crate::auto::{Choice, End, Why, end};
use crate::endless::{EndlessLoop, endless_loops_with};
use crate::explore::{by, in_another_way};
use crate::patience::patient;
use crate::scope::{Explored, NOBODY, Scope};
use crate::stop::Stop;
use crate::task::{Algorithm, Exploration, Limits, Subject};
use std::time::Duration;
use threadbare_machine::{Options, Races};
use threadbare_op::Model;
use threadbare_program::{LoopKind, Loops, Program};

/// How long endless loops are looked for at most, if that is no more than a fifth of all.
const LOOKING: Duration = Duration::from_secs(2);
/// How long `prefix` looks for faults where no state comes back.
const BRIEFLY: Duration = Duration::from_millis(500);
/// How many executions `graph` explores where `prefix` does not cover everything, of how many
/// rounds.
const EXECUTIONS: u64 = 10_000;
const ROUNDS: u32 = 2;

/// Lets `prefix` explore, if the program goes on for ever; what came of it.
pub(crate) fn attempt(scope: &Scope<'_>) -> Result<Option<Explored>, Error> {
    if let Some(subject) = scope.interleaved() {
        return by_interleaving(scope, &subject);
    }
    if !may_help(scope) {
        return Ok(None);
    }
    let (_, loops) = looked_for(scope);
    let back = loops.iter().find(|endless| endless.comes_back);
    let Some(&endless) = back.or(loops.first()) else { return Ok(None) };
    let choice = Some(Choice { why: Why::GoesOn(endless), tries: Vec::new() });
    let limits = scope.exploration.limits.clone();
    if back.is_none() {
        let explored = by(scope, Algorithm::Prefix, limits, (scope.stop.part(patient(BRIEFLY)), NOBODY))?;
        if explored.findings.has_fault() {
            return Ok(Some(Explored { choice, ..explored }));
        }
        let first_rounds = first_rounds(scope, scope.stop.part(patient(BRIEFLY)))?;
        return Ok(first_rounds.findings.has_fault().then_some(first_rounds));
    }
    let explored = by(scope, Algorithm::Prefix, limits, (scope.stop.clone(), scope.listener))?;
    if explored.coverage.unsupported.is_empty() || explored.findings.has_fault() {
        return Ok(Some(Explored { choice, ..explored }));
    }
    let first_rounds = first_rounds(scope, scope.stop.clone())?;
    Ok(Some(if first_rounds.findings.has_fault() { first_rounds } else { Explored { choice, ..explored } }))
}

/// A little time.
fn briefly(scope: &Scope<'_>) -> Duration {
    let looking = patient(LOOKING);
    scope.exploration.limits.timeout.map_or(looking, |timeout| looking.min(timeout / 5))
}

/// The endless loops that are found in a little time, and when that is over.
fn looked_for(scope: &Scope<'_>) -> (Stop, Vec<EndlessLoop>) {
    let stop = scope.stop.part(briefly(scope));
    let loops = endless_loops_with(scope.subject, scope.exploration.symbolic, &stop);
    (stop, loops)
}

/// Under a weaker model: what `prefix` finds where threads are interleaved, in little time. All states,
/// if nothing weaker than that shows ([`Scope::ordered`]), and there is no fault; else a fault.
fn by_interleaving(scope: &Scope<'_>, subject: &Subject) -> Result<Option<Explored>, Error> {
    let interleaved = &scope.of(subject);
    if !may_help(interleaved) {
        return Ok(None);
    }
    let (stop, loops) = looked_for(interleaved);
    let Some(&endless) = loops.iter().find(|endless| endless.comes_back) else { return Ok(None) };
    let explore = |scope: &Scope<'_>, stop: Stop| {
        let explored = by(scope, Algorithm::Prefix, scope.exploration.limits.clone(), (stop, NOBODY))?;
        let choice = Some(Choice { why: Why::GoesOn(endless), tries: Vec::new() });
        Ok::<_, Error>(Explored { choice, ..explored })
    };
    if let Some(ordered) = scope.ordered().filter(|subject| !subject.has_tries()) {
        let explored = explore(&scope.of(&ordered), stop)?;
        if !explored.findings.has_fault() && end(scope, Algorithm::Prefix, &explored) == End::Finished {
            return Ok(Some(explored));
        }
    }
    let explored = explore(interleaved, scope.stop.part(briefly(scope)))?;
    Ok(explored.findings.has_fault().then_some(explored))
}

/// The first rounds of the loops, as far as that goes quickly.
fn first_rounds(scope: &Scope<'_>, stop: Stop) -> Result<Explored, Error> {
    let limits = Limits { max_executions: Some(EXECUTIONS), ..scope.exploration.limits.clone() };
    let exploration = Exploration { race: false, beside: false, limits, ..scope.exploration.clone() };
    let machine = Options { unroll: Some(ROUNDS), ..scope.subject.machine.clone() };
    in_another_way(scope, &exploration, machine, (stop, NOBODY))
}

pub(crate) fn may_help(scope: &Scope<'_>) -> bool {
    may_be_by_state(scope) && may_go_on(&scope.subject.program)
}

/// Whether nobody has asked for executions, so that states may be explored in place of them.
pub(crate) fn may_be_by_state(scope: &Scope<'_>) -> bool {
    let Scope { subject, exploration, .. } = scope;
    let Options { races, unroll, spurious, .. } = &subject.machine;
    (exploration.beside || exploration.race)
        && exploration.algorithm == Algorithm::Graph
        && exploration.limits.max_executions.is_none()
        && !exploration.paths
        && !exploration.leaks
        && subject.model == Model::Sc
        && *races != Races::Ignore
        && unroll.is_none()
        && spurious.is_none()
}

/// Whether the program has a loop of which the code does not show that it ends.
fn may_go_on(program: &Program) -> bool {
    let ends =
        |kind: &LoopKind| matches!(kind, LoopKind::Computes | LoopKind::Bounded | LoopKind::Counts { ends: true });
    let own = program.functions.iter().filter(|function| !function.runtime && !function.loops.is_empty());
    own.into_iter().any(|function| {
        let kinds = Loops::of(program, function).kinds;
        (0..).zip(&kinds).any(|(index, kind)| !ends(kind) || !Loops::has_exit(program, function, index))
    })
}
