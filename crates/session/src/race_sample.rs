//! `--race-sample P`: data races are looked for in a part of the executions only.
//!
//! The exploration ignores plain accesses. Each execution that is chosen is replayed on a machine
//! that checks them. Which are chosen is decided by a hash of their numbers, so that the same run
//! looks at the same ones, and not at every so-many-th, which may be all alike.

use crate::replay::replayed;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use threadbare_explore::Sink;
use threadbare_machine::Machine;
use threadbare_op::{FaultId, FaultKind, Schedule, Site, Stats, System};

/// Looks for races in some of the executions that it is told of.
pub(crate) struct Sampled<'a> {
    inner: &'a mut dyn Sink,
    /// Checks races, and has not been started.
    checking: Machine,
    percent: u32,
    keep_going: bool,
    places: BTreeSet<(Site, Option<Site>)>,
    /// Schedules that show races, each between other places.
    pub(crate) races: Vec<Schedule>,
}

impl<'a> Sampled<'a> {
    pub(crate) fn new(inner: &'a mut dyn Sink, checking: Machine, percent: u32, keep_going: bool) -> Self {
        Self { inner, checking, percent, keep_going, places: BTreeSet::new(), races: Vec::new() }
    }

    fn look(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if !is_chosen(stats.executions + stats.blocked, self.percent) {
            return ControlFlow::Continue(());
        }
        let schedule = schedule();
        let (machine, end) = replayed(&self.checking, &schedule);
        // What cannot be followed has a race before: the accesses that were ignored are in another
        // order.
        let Ok(end) = end else { return ControlFlow::Continue(()) };
        let faults = end.faults.iter().map(|fault| machine.fault(fault.0));
        let races = faults.filter(|fault| fault.kind == FaultKind::DataRace);
        let places: Vec<_> = races.map(|race| (race.site, race.other.as_ref().map(|other| other.site))).collect();
        let mut found = false;
        for place in places {
            found |= self.places.insert(place);
        }
        if found {
            self.races.push(schedule);
        }
        if found && !self.keep_going { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whether the execution of this number is one of so many of a hundred.
fn is_chosen(number: u64, percent: u32) -> bool {
    threadbare_explore::scatter(number) % 100 < u64::from(percent)
}

impl Sink for Sampled<'_> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.execution(stats, schedule)?;
        self.look(stats, schedule)
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.blocked(stats, schedule)?;
        self.look(stats, schedule)
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.abandoned(waits, stats, schedule)?;
        self.look(stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.fault(fault, schedule)
    }
}

#[cfg(test)]
mod tests {
    use super::is_chosen;

    #[test]
    fn about_so_many_are_chosen() {
        for percent in [1, 10, 50, 99] {
            let chosen = (1..=100_000).filter(|number| is_chosen(*number, percent)).count() as u32;
            assert!(chosen.abs_diff(percent * 1000) < 500, "{percent}: {chosen}");
        }
        assert!((1..=1000).all(|number| is_chosen(number, 100)));
    }
}
