//! `--leaks fault`: memory that is still allocated at the end of a complete execution is a fault.
//!
//! Each complete execution is replayed: what is allocated when all its threads have ended is the
//! same in all its interleavings. An execution in which threads are left behind is not judged: they
//! could still free what they hold.

use crate::replay::replayed;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use threadbare_explore::Sink;
use threadbare_machine::Machine;
use threadbare_op::{FaultId, Schedule, Site, Stats};

/// Looks for leaks in the executions that it is told of.
pub(crate) struct Leaking<'a> {
    inner: &'a mut dyn Sink,
    /// Has not been started; `None` if leaks are no faults.
    template: Option<Machine>,
    keep_going: bool,
    places: BTreeSet<Site>,
    /// Schedules that show leaks, each of memory allocated elsewhere.
    pub(crate) leaks: Vec<Schedule>,
}

impl<'a> Leaking<'a> {
    pub(crate) fn new(inner: &'a mut dyn Sink, template: Option<Machine>, keep_going: bool) -> Self {
        Self { inner, template, keep_going, places: BTreeSet::new(), leaks: Vec::new() }
    }

    fn look(&mut self, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        let Some(template) = &self.template else { return ControlFlow::Continue(()) };
        let schedule = schedule();
        let (machine, end) = replayed(template, &schedule);
        // What cannot be followed has a race.
        if end.is_err() {
            return ControlFlow::Continue(());
        }
        let known = self.places.len();
        self.places.extend(machine.leaks().into_iter().map(|leak| leak.site));
        if self.places.len() > known {
            self.leaks.push(schedule);
        }
        if self.places.is_empty() || self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Sink for Leaking<'_> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.execution(stats, schedule)?;
        self.look(schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.fault(fault, schedule)
    }
}
