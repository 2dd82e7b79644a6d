//! `--explorer auto`: a race of the explorers that could have the fewest or the quickest
//! executions; the first to come to its end has the result.
//!
//! `graph` has by far the quickest executions, so it begins, and most programs are done before
//! anybody else is asked. Where it is not done in its time, the others get as much time each, then
//! all of them twice as much, and so on: each try begins from the start. What `graph` estimates
//! decides how long this goes on: when all its executions would take less than letting the others
//! try once more, it goes on alone, to the end. The others cannot be extrapolated (how many classes
//! a part of their search has cannot be told from those met so far); so they are not judged, but
//! given time. If the best of n explorers needs a time t (and more than the first try), the race is
//! over after less than 4nt: with it, everybody tries for less than 2t, and all earlier tries take
//! no longer than those.
//!
//! A result is that of one exploration, from its beginning to its end, or of one fault, which has
//! been shown by a replay as always. Of tries that ran out of time nothing is used, except if there
//! is no time left for any: then what `graph` has met is told, or the one which has met more
//! faults, with the limit.
//!
//! Who takes part: of the equivalences of `docs/explorers.md` the coarsest, by values (`rvf`, `vc`)
//! and by reads-from (`rf`); and `optimal` where sections of a lock may be events. Else that has as
//! many executions as `graph`, as has `source`; `observers` at least as many as `rf`, `dc` hardly
//! ever fewer than `rf`. An explorer that meets something it does not cover drops out; `graph`
//! covers everything.

use crate::Error;
use crate::endless::EndlessLoop;
use crate::explore::in_another_way;
use crate::scope::{Explored, Scope};
use crate::task::{Algorithm, Exploration};
use std::time::{Duration, Instant};
use threadbare_machine::Options;
use threadbare_op::Limit;

/// Who runs besides `graph`; `optimal` only where sections may be events.
const OTHERS: [Algorithm; 4] = [Algorithm::Optimal, Algorithm::Rvf, Algorithm::Vc, Algorithm::Rf];

/// How long everybody may try at first.
const FIRST: Duration = Duration::from_millis(500);

/// How a try has ended.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum End {
    /// With a result.
    Finished,
    /// Its time was over. All executions would take so long, if there is an estimate.
    OutOfTime(Option<Duration>),
    /// Something is not covered.
    Refused,
    /// The time for everything was over, or the user wanted no more.
    Over,
}

/// How the explorer was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Why this one.
    pub why: Why,
    /// Who has tried, in order.
    pub tries: Vec<Try>,
}

/// Why an explorer was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Why {
    /// It finished first.
    First,
    /// All its executions take about this long, less than trying the others.
    Quickest(Duration),
    /// No explorer finished; this one has found most.
    NobodyFinished,
    /// It does not order what commutes, and has finished where `graph` had not after so many
    /// executions.
    Commutes(u64),
    /// There are few states, where `graph` had not finished after so many executions.
    FewStates(u64),
    /// After so many executions of `graph`, one with a fault was drawn at random.
    Drawn(u64),
    /// It explores interleavings, and has found a fault where `graph` had found none in so many
    /// executions of a weaker model.
    Interleaved(u64),
    /// It explores interleavings: all that orders less than `seq_cst` is ordered by other things,
    /// so that these are all executions of the weaker model. `graph` had not finished after so many
    /// executions.
    Ordered(u64),
    /// It explores states, where executions go on for ever.
    GoesOn(EndlessLoop),
    /// The same; `graph` had taken so long, and stayed in one of them.
    StaysIn(Duration),
}

/// An explorer that was tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Try {
    /// Which.
    pub algorithm: Algorithm,
    /// For how long.
    pub time: Duration,
    /// How many executions it has explored.
    pub executions: u64,
    /// How it ended.
    pub ended: TryEnd,
}

/// How a try has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TryEnd {
    /// With a result.
    Finished,
    /// Its time was over.
    OutOfTime,
    /// The program has something that it does not cover.
    NotCovered,
}

/// Who has won, and why. `None`: nobody came to an end.
type Winner = Option<(Algorithm, Why)>;

/// The race. `attempt` lets an explorer run for a time, or without a limit.
fn race<E>(
    mut others: Vec<Algorithm>,
    mut attempt: impl FnMut(Algorithm, Option<Duration>) -> Result<End, E>,
) -> Result<Winner, E> {
    let mut time = FIRST;
    let mut needed = None;
    loop {
        // Not if it is hopeless; the estimate may be wrong, so later perhaps.
        let hopeless = needed.is_some_and(|needed: Duration| needed > 16 * time) && !others.is_empty();
        if !hopeless {
            match attempt(Algorithm::Graph, Some(time).filter(|_| !others.is_empty()))? {
                End::OutOfTime(estimate) => needed = estimate.or(needed),
                End::Finished => return Ok(Some((Algorithm::Graph, Why::First))),
                End::Refused | End::Over => return Ok(None),
            }
        }
        if let Some(needed) = needed.filter(|needed| *needed < time * others.len() as u32) {
            let why = Why::Quickest(needed);
            return Ok(match attempt(Algorithm::Graph, None)? {
                End::Finished => Some((Algorithm::Graph, why)),
                _ => None,
            });
        }
        let mut at = 0;
        while let Some(&other) = others.get(at) {
            match attempt(other, Some(time))? {
                End::Finished => return Ok(Some((other, Why::First))),
                End::OutOfTime(_) => at += 1,
                End::Refused => drop(others.remove(at)),
                End::Over => return Ok(None),
            }
        }
        time *= 2;
    }
}

/// Lets the explorers race.
pub(crate) fn explore(scope: &Scope<'_>) -> Result<Explored, Error> {
    let mut tries = Vec::new();
    let mut last: Option<Explored> = None;
    let may_commute = scope.subject.may_commute();
    let others = OTHERS.into_iter().filter(|other| may_commute || *other != Algorithm::Optimal);
    let winner = race(others.collect(), |algorithm, time| {
        let begun = Instant::now();
        let explored = run(scope, algorithm, time)?;
        let end = end(scope, algorithm, &explored);
        tries.push(Try {
            algorithm,
            time: begun.elapsed(),
            executions: explored.findings.stats.executions + explored.findings.stats.blocked,
            ended: match end {
                End::Finished => TryEnd::Finished,
                End::OutOfTime(_) | End::Over => TryEnd::OutOfTime,
                End::Refused => TryEnd::NotCovered,
            },
        });
        let faults = |explored: &Explored| explored.findings.faults.len();
        let graph = algorithm == Algorithm::Graph;
        let more = |known: &Explored| {
            let (new, known) = (faults(&explored), faults(known));
            new > known || graph && new == known
        };
        if end == End::Finished || last.as_ref().is_none_or(more) {
            last = Some(explored);
        }
        Ok::<_, Error>(end)
    })?;
    let mut explored = last.ok_or_else(|| Error::Internal("a race without explorers".into()))?;
    let why = match winner {
        Some((_, why)) => why,
        None => {
            explored.coverage.stopped = true;
            // The time of the try was not what ended it all.
            explored.coverage.limits.retain(|limit| *limit != Limit::Time);
            explored.coverage.limit(scope.stop.reason().unwrap_or(Limit::Time));
            Why::NobodyFinished
        }
    };
    Ok(Explored { choice: Some(Choice { why, tries }), ..explored })
}

/// One explorer, for that time at most.
fn run(scope: &Scope<'_>, algorithm: Algorithm, time: Option<Duration>) -> Result<Explored, Error> {
    let exploration = Exploration { algorithm, ..scope.exploration.clone() };
    let symmetry = scope.subject.machine.symmetry && algorithm == Algorithm::Graph;
    let machine = Options { symmetry, ..scope.subject.machine.clone() };
    let stop = time.map_or_else(|| scope.stop.clone(), |time| scope.stop.part(time));
    in_another_way(scope, &exploration, machine, (stop, scope.listener))
}

pub(crate) fn end(scope: &Scope<'_>, algorithm: Algorithm, explored: &Explored) -> End {
    let Explored { findings, coverage, .. } = explored;
    if !findings.faults.is_empty() && !scope.exploration.keep_going {
        return End::Finished;
    }
    let stopped = |limit: &Limit| matches!(limit, Limit::Time | Limit::MaxMemory | Limit::Interrupted);
    if coverage.limits.iter().any(stopped) {
        let estimate = findings.estimates.and_then(|(_, last)| last.seconds);
        let estimate = estimate.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        return if scope.stop.reason().is_some() { End::Over } else { End::OutOfTime(estimate) };
    }
    // Bounds that are the program's, not the explorer's.
    let same_for_all = |limit: &Limit| matches!(limit, Limit::Unroll | Limit::Spurious);
    let covered = !coverage.stopped && coverage.unsupported.is_empty() && coverage.limits.iter().all(same_for_all);
    if covered || algorithm == Algorithm::Graph { End::Finished } else { End::Refused }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// A race of explorers of which it is known how long they need, in half seconds; `None`: they
    /// refuse. Who wins, and how long it takes.
    fn times(graph: u32, known: bool, others: [Option<u32>; 3], most: u32) -> (Option<Algorithm>, u32) {
        let mut passed = 0;
        let winner = race(OTHERS[1..].to_vec(), |algorithm, time| {
            let at = OTHERS[1..].iter().position(|other| *other == algorithm);
            let Some(needed) = at.map_or(Some(graph), |at| others[at]) else {
                return Ok::<_, Infallible>(End::Refused);
            };
            let given = time.map_or(u32::MAX, |time| (time.as_millis() / FIRST.as_millis()) as u32);
            let estimate = (known && at.is_none()).then(|| FIRST * graph);
            passed += needed.min(given).min(most - passed);
            Ok(match () {
                () if passed >= most => End::Over,
                () if needed <= given => End::Finished,
                () => End::OutOfTime(estimate),
            })
        });
        (winner.unwrap().map(|(algorithm, _)| algorithm), passed)
    }

    const NEVER: Option<u32> = Some(u32::MAX);

    #[test]
    fn whoever_is_first() {
        assert_eq!(times(1, true, [Some(1); 3], 1000), (Some(Algorithm::Graph), 1));
        assert_eq!(times(1000, true, [Some(1); 3], 1000), (Some(Algorithm::Rvf), 2));
        assert_eq!(times(1000, true, [NEVER, Some(1), NEVER], 1000), (Some(Algorithm::Vc), 3));
        assert_eq!(times(1000, true, [None, None, Some(2)], 1000).0, Some(Algorithm::Rf));
    }

    #[test]
    fn graph_goes_on_alone_if_that_is_not_worse() {
        assert_eq!(times(2, true, [NEVER; 3], 1000), (Some(Algorithm::Graph), 3));
        // 1, 3 for the others, 2, then 5.
        assert_eq!(times(5, true, [NEVER; 3], 1000), (Some(Algorithm::Graph), 11));
        assert_eq!(times(500, true, [None; 3], 1000).0, Some(Algorithm::Graph), "all others refuse");
        assert_eq!(times(50, false, [NEVER; 3], 10_000).0, Some(Algorithm::Graph), "without an estimate");
    }

    #[test]
    fn it_takes_no_more_than_sixteen_times_the_best() {
        for best in 1..200 {
            for known in [false, true] {
                for others in [[Some(best), NEVER, NEVER], [NEVER, NEVER, Some(best)], [NEVER, Some(best), None]] {
                    let (winner, passed) = times(1_000_000, known, others, u32::MAX);
                    assert!(winner.is_some() && passed <= 16 * best, "{best}: {passed}");
                }
            }
        }
    }

    #[test]
    fn time_may_be_over() {
        assert_eq!(times(100, true, [NEVER; 3], 20).0, None);
        assert_eq!(times(100, true, [NEVER; 3], 1).0, None);
    }
}
