//! What comes of an exploration with other options, tried for a short time: only what has found a
//! fault, or has explored everything that it means, is told.

use crate::scope::NOBODY;
use crate::stop::Stop;
use crate::task::{Algorithm, Exploration, Subject};
use crate::{Explored, explore};
use threadbare_op::{FaultId, Limit, Schedule};

/// What has come of it.
#[derive(Debug)]
pub enum Trial {
    /// A fault.
    Fault(Box<Explored>, FaultId, Schedule),
    /// No fault, in so many executions: all.
    Complete(u64),
    /// No fault, in so many executions: all within the bounds.
    WithinBounds(u64),
    /// By cutoffs, until time was up: no fault in any state that so many events reach.
    Whole(u64),
}

/// Explores until the first fault, `symbolic` for every input; `None` if nothing can be said.
#[must_use]
pub fn try_out(subject: &Subject, algorithm: Algorithm, symbolic: bool, stop: &Stop) -> Option<Trial> {
    if stop.reason().is_some() {
        return None;
    }
    let exploration = Exploration { symbolic, ..Exploration::new(algorithm) };
    let mut explored = explore(subject, &exploration, stop, NOBODY).ok()?;
    let (findings, coverage) = (&mut explored.findings, &explored.coverage);
    let executions = findings.stats.executions + findings.stats.blocked;
    let bounds = [Limit::Unroll, Limit::Preemptions];
    let is_within = coverage.unsupported.is_empty()
        && !coverage.stopped
        && coverage.limits.iter().all(|limit| bounds.contains(limit));
    let only_time = coverage.unsupported.is_empty() && coverage.limits == [Limit::Time];
    if !findings.faults.is_empty() {
        let (id, schedule) = findings.faults.remove(0);
        return Some(Trial::Fault(Box::new(explored), id, schedule));
    }
    match () {
        () if findings.has_fault() => None,
        () if coverage.is_complete() => Some(Trial::Complete(executions)),
        () if is_within => Some(Trial::WithinBounds(executions)),
        () if only_time => findings.prefix.as_ref().map(|counts| Trial::Whole(counts.whole)),
        () => None,
    }
}
