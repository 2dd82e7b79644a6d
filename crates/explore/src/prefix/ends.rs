//! What can be told only of executions that go on for ever, given executions after which nothing
//! new comes: threads that wait for each other while others go on, waits in loops that nobody ends,
//! livelocks, and waits in vain. For [`crate::unfolding`] with cutoffs.

use super::levels::Search;
use super::livelock::{MOST, Starved};
use super::{Fairness, Prefix, PrefixSystem};
use crate::drive::report::Report;
use rustc_hash::FxHashSet;
use threadbare_op::{FaultId, Pending, Schedule, Step};

/// Looks at executions, and if nothing is wrong, for livelocks. `has_deadlock`: a deadlock of all
/// threads was told. Says with the report whether there are too many states for that, and who starves.
pub(crate) fn look_at_ends<'a, S: PrefixSystem>(
    report: Report<'a, S>,
    main: Pending<S::State>,
    fairness: Fairness,
    (ends, has_deadlock): (Vec<Vec<Step>>, bool),
) -> (Report<'a, S>, bool, Vec<Starved>) {
    let mut search = Search::begin(report, main, &Prefix { fairness, ..Prefix::default() });
    search.has_deadlock = has_deadlock;
    let has_ends = !ends.is_empty();
    let circles = search.circles_of(&ends);
    search.look_again(ends);
    for (fault, schedule) in circles.into_iter().filter(|_| !search.has_deadlock) {
        search.report.fault(fault, &mut || schedule.clone());
    }
    if has_ends && !search.report.has_fault() && !search.report.is_over() {
        search.look_among_states(MOST);
    }
    search.go_to(&[]);
    (search.report, search.grown.is_too_much, search.grown.starved)
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Threads that wait for each other, whatever the others do, at these ends.
    fn circles_of(&mut self, ends: &[Vec<Step>]) -> Vec<(FaultId, Schedule)> {
        let (mut circles, mut met) = (Vec::new(), FxHashSet::default());
        for steps in ends {
            self.report.tick();
            if self.has_deadlock || self.report.is_over() {
                break;
            }
            let mut backs = Vec::new();
            if self.perform_all(steps, &mut backs)
                && let Some(fault) = self.circle(&mut backs)
                && met.insert(fault)
            {
                circles.push((fault, self.execution.run.schedule()));
            }
            self.take_all_back(&mut backs);
        }
        circles
    }
}
