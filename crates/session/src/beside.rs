//! `optimal` beside `graph`, where operations may commute.
//!
//! `graph` explores every order of the sections of a lock, of posts, of additions. `optimal` explores
//! one order of those that commute (docs/proofs/sections.md, docs/proofs/alike.md), but each order
//! of threads that start alike. Which of them has fewer executions depends on the program. So
//! `graph` begins. Once it has explored some, and whenever it has explored [`MORE`] times as many, it
//! pauses, and `optimal` may explore as many, for as long as `graph` has taken so far at most (its
//! executions may take far longer); if that comes to its end, its result is the result. When it
//! begins is counted in executions, so that the same program mostly has the same result again.
//!
//! What that costs where it is of no use: in the worst case 8/7 times the time of `graph`.
//!
//! Not covered: parts, checkpoints, bounds, and other models than `sc`, which only `graph` knows.

use crate::auto::{Choice, End, Why, end};
use crate::explore::by;
use crate::scope::{Explored, NOBODY, Scope};
use crate::task::{Algorithm, Limits};
use std::time::Duration;
use threadbare_op::{Bound, Model};

/// After so many executions `optimal` tries for the first time.
pub(crate) const FIRST: u64 = 10_000;
/// How many times as many there are before the next try.
pub(crate) const MORE: u64 = 8;
/// It may take that long in any case.
const LEAST: Duration = Duration::from_millis(200);

/// Whether `optimal` may do better.
pub(crate) fn may_help(scope: &Scope<'_>, bound: Option<Bound>) -> bool {
    let Scope { subject, exploration, .. } = scope;
    exploration.beside && bound.is_none() && subject.model == Model::Sc && subject.may_commute()
}

/// Lets `optimal` explore so many executions, for so long at most; what came of it if it has come to
/// its end.
pub(crate) fn attempt(scope: &Scope<'_>, executions: u64, time: Duration) -> Option<Explored> {
    let limits = Limits { max_executions: Some(executions), ..Limits::default() };
    let explored = by(scope, Algorithm::Optimal, limits, (scope.stop.part(time.max(LEAST)), NOBODY)).ok()?;
    let choice = Some(Choice { why: Why::Commutes(executions), tries: Vec::new() });
    (end(scope, Algorithm::Optimal, &explored) == End::Finished).then_some(Explored { choice, ..explored })
}
