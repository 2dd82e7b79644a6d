//! `prefix` in place of a `graph` that stays in one execution.
//!
//! [`crate::forever`] looks for endless loops in a few executions, before `graph` begins. A loop
//! may be entered in others only, and then `graph` stays in one of these for ever. So if no
//! execution has ended for [`FIRST`], `graph` pauses, and `prefix` explores, for as long as `graph`
//! has taken so far at most. If it comes to its end, or finds the fault that is looked for, its result
//! is the result.
//! Otherwise `graph` goes on, and may stay twice as long the next time.
//!
//! Not covered: what [`crate::forever`] does not cover either.

use crate::auto::{Choice, End, Why, end};
use crate::explore::by;
use crate::forever;
use crate::scope::{Explored, NOBODY, Scope};
use crate::task::Algorithm;
use std::time::{Duration, Instant};
use threadbare_op::Stats;

/// So long `graph` may stay in one execution at first.
const FIRST: Duration = Duration::from_secs(3);

/// Looks whether executions end.
pub(crate) struct Watch {
    /// How long one may take; `None` if it does not matter.
    most: Option<Duration>,
    /// How many have ended, and when that was last seen to grow.
    ended: u64,
    since: Instant,
    /// Whether one takes longer.
    pub(crate) is_stuck: bool,
}

impl Watch {
    pub(crate) fn new(scope: &Scope<'_>) -> Self {
        let may_help = scope
            .interleaved()
            .map_or_else(|| forever::may_help(scope), |subject| forever::may_help(&scope.of(&subject)));
        Self { most: may_help.then_some(FIRST), ended: 0, since: Instant::now(), is_stuck: false }
    }

    /// From now on.
    pub(crate) fn begin(&mut self) {
        (self.since, self.is_stuck) = (Instant::now(), false);
    }

    /// Whether the execution takes too long.
    pub(crate) fn look(&mut self, stats: &Stats) -> bool {
        let Some(most) = self.most else { return false };
        let ended = stats.executions + stats.blocked + stats.redundant;
        if ended != self.ended {
            (self.ended, self.since) = (ended, Instant::now());
        }
        self.is_stuck = self.since.elapsed() >= most;
        self.is_stuck
    }

    /// Lets `prefix` explore for that long; what came of it, if something did. If not, executions may
    /// take longer.
    pub(crate) fn attempt(&mut self, scope: &Scope<'_>, time: Duration) -> Option<Explored> {
        self.most = self.most.map(|most| most * 2);
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
