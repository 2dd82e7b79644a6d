//! Others beside `graph`, where that has many executions: `optimal` where operations may commute,
//! `states`, and `random`.
//!
//! `graph` explores every order of the sections of a lock, of posts, of additions. `optimal`
//! explores one order of those that commute (docs/proofs/sections.md, docs/proofs/alike.md), but
//! each order of threads that start alike. `states` goes through the states of all interleavings,
//! where many executions may come to the same one. Which of them has the least to do depends on the
//! program. So `graph` begins. Once it has explored some executions, and whenever it has explored
//! [`MORE`] times as many, it pauses. Then `states` may explore whatever it can, and `optimal` as
//! many executions, each for as long as `graph` has taken so far at most. `states` only tries if
//! `graph` would take [`LONGER`] times as long, or nobody knows: for a [`QUARTER`] of what `graph`
//! still needs, up to [`MUCH`] times what it has used; and once for half of what is left of a
//! `--timeout`, if `graph` would need [`HOPELESS`] times as much. The first to come to its end has the
//! result. When they begin is counted in executions, so that the same program mostly has the same
//! result again.
//!
//! `graph` goes through the variants of one execution before it comes to another, so a fault may be
//! far away that shows in one of a thousand executions. So `random` draws some of them first, as
//! many for each that `graph` has explored as [`DRAWN`] says. Only a fault is a result.
//!
//! Under weaker models, which only `graph` and `random` know, `states` and `optimal` explore
//! interleavings ([`Scope::interleaved`]). Here, too, only a fault is a result. But first they find
//! out whether all that is weaker is ordered by other things ([`Scope::ordered`]): then, and only
//! then, it is a result that there is none.
//!
//! What that costs where it is of no use: in the worst case half of the time of `graph`, and an
//! eighth; and half of the time of a run that does not come to its end.
//!
//! Not covered: parts, checkpoints and bounds, which only `graph` knows.

use crate::auto::{Choice, End, Why, end};
use crate::explore::by;
use crate::forever::may_be_by_state;
use crate::patience::patient;
use crate::replay::replayed;
use crate::scope::{Explored, NOBODY, Scope};
use crate::task::{Algorithm, Limits};
use std::cell::Cell;
use std::time::{Duration, Instant};
use threadbare_machine::Races;
use threadbare_op::{Bound, Model};

/// After so many executions `states` and `random` try for the first time.
const FIRST: u64 = 1_250;
/// After so many, `optimal`: the pause before.
const FIRST_OF_OPTIMAL: u64 = FIRST.div_ceil(MORE);
/// How many times as many there are before the next try.
pub(crate) const MORE: u64 = 8;
/// One execution is drawn for so many,
const DRAWN: u64 = 16;
/// in this part of the time.
const PART: u32 = 8;
/// `optimal` may take that long in any case.
const LEAST: Duration = Duration::from_millis(200);
/// See the header of this file.
const LONGER: f64 = 4.0;
const QUARTER: f64 = 0.25;
const MUCH: u32 = 4;
/// The same if nobody knows what `graph` needs.
const SOME: u32 = 2;
/// So many times as much as is left is more than `graph` will do.
const HOPELESS: f64 = 4.0;

/// Who may do better.
pub(crate) struct Beside {
    optimal: bool,
    states: bool,
    random: bool,
    /// The interleavings of a weaker model.
    strong: bool,
    /// These, as long as nothing weaker was found that is not ordered by other things.
    ordered: Cell<bool>,
}

impl Beside {
    pub(crate) fn new(scope: &Scope<'_>, bound: Option<Bound>) -> Self {
        let subject = scope.subject;
        let may_try = may_try(scope, bound);
        let may = may_try && subject.model == Model::Sc;
        Self {
            optimal: may && subject.may_commute(),
            states: may && may_be_by_state(scope),
            random: may_draw(scope, bound),
            strong: may_try && scope.interleaved().is_some(),
            ordered: Cell::new(may_try && scope.ordered().is_some()),
        }
    }

    /// Whether somebody may.
    pub(crate) fn may_help(&self) -> bool {
        self.optimal || self.states || self.random || self.strong
    }

    /// After so many executions somebody may for the first time.
    pub(crate) fn first(&self) -> u64 {
        if self.optimal || self.strong { FIRST_OF_OPTIMAL } else { FIRST }
    }

    /// Lets them explore, after so many executions; what came of it if one has come to its end.
    /// `graph` has taken `used` for these, and would take `all` seconds for all, as far as that is
    /// known.
    pub(crate) fn attempt(
        &self,
        scope: &Scope<'_>,
        executions: u64,
        (used, all): (Duration, Option<f64>),
    ) -> Option<Explored> {
        let left = scope.stop.ends().map(|end| end.saturating_duration_since(Instant::now()));
        let time = time_of_states(used, all, left);
        if self.strong
            && let Some(explored) = self.interleave(scope, executions, (used, time))
        {
            return Some(explored);
        }
        let states = || attempt(scope, (Algorithm::States, Limits::default()), time, Why::FewStates(executions));
        let optimal = || {
            let limits = Limits { max_executions: Some(executions), ..Limits::default() };
            attempt(scope, (Algorithm::Optimal, limits), used.max(patient(LEAST)), Why::Commutes(executions))
        };
        let is_long = all.is_none_or(|all| all > LONGER * used.as_secs_f64());
        let is_many = executions >= FIRST;
        let drawn = || draw(scope, Some(executions / DRAWN), used / PART, Why::Drawn(executions));
        let by_chance = (self.random && is_many).then(drawn).flatten();
        let by_state = || (self.states && is_long && is_many).then(states).flatten();
        by_chance.or_else(by_state).or_else(|| self.optimal.then(optimal).flatten())
    }

    /// Explores interleavings; what came of it if there was a fault, or if these are all.
    /// `times`: for how long, by executions and by states.
    fn interleave(&self, scope: &Scope<'_>, executions: u64, times: (Duration, Duration)) -> Option<Explored> {
        if self.ordered.get() {
            let subject = &scope.ordered()?;
            match interleavings(&scope.of(subject), executions, times, Why::Ordered(executions)) {
                Interleaved::All(explored) => return Some(*explored),
                // It may be one of what has to be ordered only.
                Interleaved::Fault(_) => self.ordered.set(false),
                Interleaved::Part => return None,
            }
        }
        let subject = &scope.interleaved()?;
        match interleavings(&scope.of(subject), executions, times, Why::Interleaved(executions)) {
            Interleaved::Fault(explored) => Some(*explored).filter(has_fault),
            _ => None,
        }
    }
}

fn may_try(scope: &Scope<'_>, bound: Option<Bound>) -> bool {
    scope.exploration.beside && bound.is_none()
}

/// Whether executions may be drawn.
pub(crate) fn may_draw(scope: &Scope<'_>, bound: Option<Bound>) -> bool {
    may_try(scope, bound) && !scope.exploration.keep_going && scope.subject.machine.races != Races::Explore
}

/// How long `states` may take, where `graph` has `used` so much and needs `all`: a part of the
/// rest, or half of what is `left` if `graph` needs far more than that. When it has used so much of the time that the next try comes too late, that is,
/// so that this happens once.
fn time_of_states(used: Duration, all: Option<f64>, left: Option<Duration>) -> Duration {
    let rest =
        all.map(|all| Duration::try_from_secs_f64((all - used.as_secs_f64()) * QUARTER).unwrap_or(Duration::MAX));
    let part = rest.map_or(used * SOME, |rest| rest.clamp(used, used * MUCH));
    let Some(left) = left else { return part };
    let is_hopeless = all.is_some_and(|all| all > HOPELESS * left.as_secs_f64());
    let is_last = used * (2 * MORE as u32) >= left;
    if is_hopeless && is_last { part.max(left / 2) } else { part }
}

/// Draws so many executions, in so much time; what came of it if there was a fault, which a replay
/// shows.
pub(crate) fn draw(scope: &Scope<'_>, most: Option<u64>, time: Duration, why: Why) -> Option<Explored> {
    let limits = Limits { max_executions: most, ..Limits::default() };
    attempt(scope, (Algorithm::Random, limits), time, why).filter(has_fault)
}

/// Whether there was a fault, which a replay shows.
fn has_fault(explored: &Explored) -> bool {
    let first = explored.findings.faults.first();
    first.is_some_and(|(_, schedule)| replayed(&explored.machine, schedule).1.is_ok_and(|end| !end.faults.is_empty()))
}

/// How interleavings were explored, of a program under a model that has other executions as well.
enum Interleaved {
    /// To the end: there is no fault.
    All(Box<Explored>),
    /// As far as a fault.
    Fault(Box<Explored>),
    /// As far as they come in that time.
    Part,
}

/// Explores interleavings, by states if these may be, and by executions: for so long.
fn interleavings(scope: &Scope<'_>, executions: u64, (used, time): (Duration, Duration), why: Why) -> Interleaved {
    let strong = Beside::new(scope, None);
    let limits = Limits { max_executions: Some(executions), ..Limits::default() };
    let by_state = strong.states.then(|| (Algorithm::States, Limits::default(), time));
    let by_execution = (scope.subject.machine.races == Races::Report).then_some((Algorithm::Optimal, limits, used));
    for (algorithm, limits, time) in by_state.into_iter().chain(by_execution) {
        if let Some(explored) = attempt(scope, (algorithm, limits), time.max(patient(LEAST)), why) {
            let explored = Box::new(explored);
            return if explored.findings.has_fault() {
                Interleaved::Fault(explored)
            } else {
                Interleaved::All(explored)
            };
        }
    }
    Interleaved::Part
}

/// Lets one explore, for so long at most; what came of it if it has come to its end.
fn attempt(scope: &Scope<'_>, (algorithm, limits): (Algorithm, Limits), time: Duration, why: Why) -> Option<Explored> {
    let explored = by(scope, algorithm, limits, (scope.stop.part(time), NOBODY)).ok()?;
    let choice = Some(Choice { why, tries: Vec::new() });
    (end(scope, algorithm, &explored) == End::Finished).then_some(Explored { choice, ..explored })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_get_half_where_graph_will_not_do() {
        let time = |used, all, left: Option<u64>| {
            time_of_states(Duration::from_secs(used), all, left.map(Duration::from_secs)).as_secs()
        };
        assert_eq!(time(6, Some(10_000.0), Some(50)), 25);
        assert_eq!(time(6, Some(46.0), Some(50)), 10, "graph may do");
        assert_eq!(time(6, Some(10.0), Some(50)), 6, "graph is nearly done");
        assert_eq!(time(6, None, Some(50)), 12, "nobody knows");
        assert_eq!(time(6, Some(10_000.0), None), 24, "there is time");
        assert_eq!(time(1, Some(10_000.0), Some(50)), 4, "there will be another try");
        assert_eq!(time(40, Some(10_000.0), Some(10)), 160);
    }
}
