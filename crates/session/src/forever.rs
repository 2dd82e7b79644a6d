//! `prefix` in place of `graph`, for programs that go on for ever.
//!
//! `graph` explores executions one by one. Where a state can come again, one execution never ends,
//! and `graph` can come to no end. `prefix` explores states, and comes to an end if these are
//! finitely many. So if nobody has said who explores (or `auto`), and a state comes again while a thread stays
//! in a loop ([`crate::endless`]), `prefix` explores. What it does not cover, `graph` explores as
//! always.
//!
//! Not covered: parts, checkpoints, bounds, other models than `sc`, and all that only executions
//! have (their number, leaks as faults); states that come again in other executions than those that
//! are tried.

use crate::Error;
use crate::auto::{Choice, End, Why, end};
use crate::endless::endless_loops_until;
use crate::explore::one;
use crate::scope::{Explored, Scope};
use crate::task::{Algorithm, Exploration, Subject};
use threadbare_machine::{Options, Races};
use threadbare_op::Model;
use threadbare_program::{LoopKind, Loops, Program};

/// Lets `prefix` explore, if the program goes on for ever; what came of it, if it covers that.
pub(crate) fn attempt(scope: &Scope<'_>) -> Result<Option<Explored>, Error> {
    if !may_help(scope) {
        return Ok(None);
    }
    let loops = endless_loops_until(scope.subject, &scope.stop);
    let Some(endless) = loops.into_iter().find(|endless| endless.comes_back) else { return Ok(None) };
    let exploration =
        Exploration { algorithm: Algorithm::Prefix, race: false, beside: false, ..scope.exploration.clone() };
    let machine = Options { symmetry: false, ..scope.subject.machine.clone() };
    let subject = Subject { machine, ..scope.subject.clone() };
    let scope = Scope { subject: &subject, exploration: &exploration, stop: scope.stop.clone(), ..*scope };
    let explored = one(&scope, None)?;
    let choice = Some(Choice { why: Why::GoesOn(endless), tries: Vec::new() });
    Ok(match end(&scope, Algorithm::Prefix, &explored) {
        End::Refused => None,
        End::Finished | End::OutOfTime(_) | End::Over => Some(Explored { choice, ..explored }),
    })
}

fn may_help(scope: &Scope<'_>) -> bool {
    let Scope { subject, exploration, .. } = scope;
    let Options { races, unroll, spurious, .. } = &subject.machine;
    (exploration.beside || exploration.race)
        && exploration.algorithm == Algorithm::Graph
        && exploration.limits.max_executions.is_none()
        && subject.model == Model::Sc
        && *races == Races::Report
        && unroll.is_none()
        && spurious.is_none()
        && may_go_on(&subject.program)
}

/// Whether the program has a loop of which the code does not show that it ends.
fn may_go_on(program: &Program) -> bool {
    let ends =
        |kind: &LoopKind| matches!(kind, LoopKind::Computes | LoopKind::Bounded | LoopKind::Counts { ends: true });
    let own = program.functions.iter().filter(|function| !function.runtime);
    own.filter(|function| !function.loops.is_empty())
        .any(|function| !Loops::of(program, function).kinds.iter().all(ends))
}
