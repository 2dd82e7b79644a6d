//! Parts (`--shard`) where exploring finds out what is to be explored (`--races explore`).
//!
//! Parts are parts of one whole only if all of them know the same plain accesses to be visible:
//! that decides what the search tree is. So each process finds it out by itself before it explores
//! its part, by the same steps: it explores the whole, with one worker and without symmetry, again
//! from the start whenever it learns something, until the first [`MANY`] executions show nothing
//! new. What is known then depends on the program and the options alone. If a part then meets an
//! access that it did not know, it is no part of one whole with the others, and says so
//! ([`Limit::Apart`]); nothing of it counts. If no part does, nobody would have met any in the
//! whole, which each execution of the same tree is in one part of.

use crate::explore::Learnt;
use crate::findings::Findings;
use crate::once::once;
use crate::parallel;
use crate::scope::{NOBODY, Scope};
use crate::task::Exploration;
use threadbare_explore::Snapshot;
use threadbare_machine::{Machine, Races};
use threadbare_op::{Bound, Coverage, Fork, Limit};

/// If so many executions show no new shared access, hardly ever one does.
const MANY: u64 = 2000;

/// Whether a part is wanted of what is found out on the way.
pub(crate) fn is_wanted(scope: &Scope<'_>) -> bool {
    scope.exploration.shard.is_some() && scope.subject.machine.races == Races::Explore
}

/// Explores the part, from there on.
pub(crate) fn explore(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
    from: &Snapshot,
) -> (Findings, Coverage) {
    // A checkpoint has what was known when the part was begun.
    if scope.exploration.checkpoint.resume.is_none() {
        find_out(scope, bound, machine);
        if let Some(limit) = scope.stop.reason() {
            return nothing(scope, &[limit, Limit::Shard], "its part was not begun yet");
        }
    }
    let explored = parallel::explore(scope, bound, machine, from);
    match explored {
        Some(Learnt::All(findings, coverage)) => (*findings, coverage),
        _ => nothing(scope, &[Limit::Apart], "it would be of no use"),
    }
}

/// Has the machine know what the others know, and nothing else.
fn find_out(scope: &Scope<'_>, bound: Option<Bound>, machine: &mut Machine) {
    let whole = Exploration::to_learn(MANY);
    let whole = Scope { exploration: &whole, stop: scope.stop.clone(), listener: NOBODY, ..*scope };
    loop {
        once(&whole, bound, machine);
        if !machine.take_restart() {
            break;
        }
    }
    *machine = machine.apart();
}

/// Nothing was explored.
fn nothing(scope: &Scope<'_>, limits: &[Limit], why: &str) -> (Findings, Coverage) {
    parallel::refuse_checkpoint(scope, why);
    let mut coverage = Coverage { stopped: true, ..Coverage::default() };
    limits.iter().for_each(|&limit| coverage.limit(limit));
    (Findings::new(true), coverage)
}
