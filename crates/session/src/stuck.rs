//! `random`, and `prefix`, in place of a `graph` that stays in one execution.
//!
//! [`crate::forever`] looks for endless loops in a few executions, before `graph` begins. A loop
//! may be entered in others only, and then `graph` stays in one of these for ever. So if no
//! execution has ended for [`FIRST`], `graph` pauses. Executions are drawn at random for a
//! [`PART`] of the time that `graph` has taken so far: a fault of those is the result
//! ([`crate::beside`] draws them only after some executions). Then `prefix` explores, for as long as `graph`
//! has taken so far at most. If it comes to its end, or finds the fault that is looked for, its result
//! is the result.
//! Otherwise `graph` goes on, and may stay twice as long the next time.
//!
//! Not covered by `prefix`: what [`crate::forever`] does not cover either.

use crate::auto::{Choice, End, Why, end};
use crate::beside::{draw, may_draw};
use crate::explore::by;
use crate::forever;
use crate::scope::{Explored, NOBODY, Scope};
use crate::task::Algorithm;
use std::time::{Duration, Instant};
use threadbare_op::{Bound, Stats};

/// So long `graph` may stay in one execution at first.
const FIRST: Duration = Duration::from_secs(3);

/// See the header of this file.
const PART: u32 = 3;

/// Looks whether executions end.
pub(crate) struct Watch {
    draws: bool,
    /// Whether `prefix` may help.
    may_come_back: bool,
    /// How long one may take; `None` if it does not matter.
    most: Option<Duration>,
    /// How many have ended, and when that was last seen to grow.
    ended: u64,
    since: Instant,
    /// Whether one has taken longer.
    pub(crate) is_stuck: bool,
}

impl Watch {
    pub(crate) fn new(scope: &Scope<'_>, bound: Option<Bound>) -> Self {
        let draws = may_draw(scope, bound);
        let may_come_back = scope
            .interleaved()
            .map_or_else(|| forever::may_help(scope), |subject| forever::may_help(&scope.of(&subject)));
        let most = (draws || may_come_back).then_some(FIRST);
        Self { draws, may_come_back, most, ended: 0, since: Instant::now(), is_stuck: false }
    }

    /// From now on.
    pub(crate) fn begin(&mut self) {
        (self.since, self.is_stuck) = (Instant::now(), false);
    }

    /// Whether the execution takes too long.
    pub(crate) fn look(&mut self, stats: &Stats) -> bool {
        // Executions that end until all have stopped take nothing from that.
        if self.is_stuck {
            return true;
        }
        let Some(most) = self.most else { return false };
        // Not those that were given up: of these there may be any number, in the rounds of one loop.
        let ended = stats.executions + stats.blocked;
        if ended != self.ended {
            (self.ended, self.since) = (ended, Instant::now());
        }
        self.is_stuck = self.since.elapsed() >= most;
        self.is_stuck
    }

    /// Lets `random` and `prefix` explore where `graph` has taken so long; what came of it, if something
    /// did. If not, executions may take longer.
    pub(crate) fn attempt(&mut self, scope: &Scope<'_>, time: Duration) -> Option<Explored> {
        self.most = self.most.map(|most| most * 2);
        let drawn = || draw(scope, None, time / PART, Why::StaysIn(time));
        let by_chance = self.draws.then(drawn).flatten();
        by_chance.or_else(|| self.may_come_back.then(|| Self::come_back(scope, time)).flatten())
    }

    /// Lets `prefix` explore for that long.
    fn come_back(scope: &Scope<'_>, time: Duration) -> Option<Explored> {
        let choice = Some(Choice { why: Why::StaysIn(time), tries: Vec::new() });
        let explore = |scope: &Scope<'_>| {
            let limits = scope.exploration.limits.clone();
            let explored = by(scope, Algorithm::Prefix, limits, (scope.stop.part(time), NOBODY)).ok()?;
            let is_whole = end(scope, Algorithm::Prefix, &explored) == End::Finished;
            Some((is_whole, Explored { choice: choice.clone(), ..explored }))
        };
        let is_enough = |explored: &Explored| explored.findings.has_fault() && !scope.exploration.keep_going;
        let Some(subject) = scope.interleaved() else {
            let (is_whole, explored) = explore(scope)?;
            return (is_whole || is_enough(&explored)).then_some(explored);
        };
        let ordered = scope.ordered().filter(|subject| !subject.has_tries());
        match ordered.and_then(|subject| explore(&scope.of(&subject))) {
            Some((true, explored)) if !explored.findings.has_fault() => Some(explored),
            // As far as it came, there is no fault.
            Some((_, explored)) if !explored.findings.has_fault() => None,
            _ => Some(explore(&scope.of(&subject))?.1).filter(is_enough),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_before_all_have_stopped_changes_nothing() {
        let most = Some(Duration::from_millis(50));
        let since = Instant::now();
        let mut watch = Watch { draws: true, may_come_back: false, most, ended: 0, since, is_stuck: false };
        assert!(!watch.look(&Stats { executions: 1, ..Stats::default() }));
        std::thread::sleep(Duration::from_millis(60));
        assert!(watch.look(&Stats { executions: 1, ..Stats::default() }));
        assert!(watch.look(&Stats { executions: 2, ..Stats::default() }));
        watch.begin();
        assert!(!watch.look(&Stats { executions: 2, ..Stats::default() }));
    }
}
