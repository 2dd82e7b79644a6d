//! What an exploration has found.

use std::ops::ControlFlow;
use std::time::Duration;
use threadbare_explore::{Counts, Drawn, Measured, Sink};
use threadbare_op::{Estimated, FaultId, Schedule, Site, Stats};
use threadbare_solver::Answered;

/// So many different notes about waits that are left behind are enough.
const MOST_ABANDONED: usize = 8;

/// So many executions that were cut short are kept.
const MOST_BLOCKED: usize = 16;

/// Takes what an exploration finds: each fault once, the counts, and the first complete execution.
#[derive(Debug, Default)]
pub struct Findings {
    /// Faults with a schedule that shows them, in the order in which they were found.
    pub faults: Vec<(FaultId, Schedule)>,
    /// Waits that are left behind when `main` ends, as faults.
    pub abandoned: Vec<(FaultId, Schedule)>,
    /// Schedules that show data races, found by replaying a sample.
    pub races: Vec<Schedule>,
    /// Schedules that show leaks, if these are faults.
    pub leaks: Vec<Schedule>,
    /// The counts so far.
    pub stats: Stats,
    /// The first complete execution.
    pub first: Option<Schedule>,
    /// The first executions that something other than a fault has cut short: an assumption, a limit.
    pub blocked: Vec<Schedule>,
    /// Estimates of the number of executions.
    pub estimates: Option<(Estimated, Estimated)>,
    /// How long witnesses were looked for, if that was asked for.
    pub witnesses: Option<Duration>,
    /// What the explorer has measured of itself.
    pub measured: Option<Measured>,
    /// What the prefix consists of, with cutoffs.
    pub prefix: Option<Counts>,
    /// What was drawn, if executions were drawn.
    pub drawn: Option<Drawn>,
    /// How questions about the input were answered, if it is every value at once.
    pub questions: Option<Answered>,
    /// Where executions part by what input is, and how often; most often first.
    pub splits: Vec<(Site, u64)>,
    /// Whether to go on after the first fault.
    pub keep_going: bool,
}

impl Findings {
    /// Stops at the first fault unless `keep_going`.
    #[must_use]
    pub fn new(keep_going: bool) -> Self {
        Self { keep_going, ..Self::default() }
    }

    /// Whether there is anything wrong.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        !(self.faults.is_empty() && self.races.is_empty() && self.leaks.is_empty())
    }
}

impl Sink for Findings {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        if self.first.is_none() {
            self.first = Some(schedule());
        }
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        if self.blocked.len() < MOST_BLOCKED {
            self.blocked.push(schedule());
        }
        ControlFlow::Continue(())
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.abandoned.len() < MOST_ABANDONED && !self.abandoned.iter().any(|(known, _)| *known == waits) {
            self.abandoned.push((waits, schedule()));
        }
        self.blocked(stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if !self.faults.iter().any(|(known, _)| *known == fault) {
            self.faults.push((fault, schedule()));
        }
        if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn witnesses(&mut self, time: Duration) {
        self.witnesses = Some(self.witnesses.unwrap_or_default() + time);
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.stats = *stats;
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_faults_are_kept_once() {
        let mut findings = Findings::new(true);
        for id in [1, 1, 0, 1] {
            assert!(findings.fault(FaultId(id), &mut Schedule::default).is_continue());
        }
        assert_eq!(findings.faults.iter().map(|f| f.0.0).collect::<Vec<_>>(), [1, 0]);
        assert!(Findings::new(false).fault(FaultId(0), &mut Schedule::default).is_break());
    }
}
