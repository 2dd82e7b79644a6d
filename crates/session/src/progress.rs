//! A sink that tells how far an exploration is, and ends one that is only to be estimated.

use crate::events::{Event, Listener};
use std::ops::ControlFlow;
use std::time::Instant;
use threadbare_explore::{Estimate, Sink};
use threadbare_op::{Estimated, FaultId, Schedule, Stats};

/// From fewer passes the error itself is not known.
const MANY: usize = 30;
/// A standard error, as a part of the whole, with which a number is known well enough.
const WELL: f64 = 0.1;

/// Tells of the progress, as long as it lives.
pub(crate) struct Progress<'a> {
    inner: &'a mut dyn Sink,
    listener: Listener<'a>,
    started: Instant,
    /// How many executions were done at the last tick.
    done: u64,
    /// The first and the last estimate of the number of executions, if there is any.
    pub(crate) estimates: Option<(Estimated, Estimated)>,
    /// How many passes the last one comes from.
    samples: usize,
    only_estimates: bool,
}

impl<'a> Progress<'a> {
    /// With `only_estimates` it ends the exploration as soon as the number of executions is known.
    pub(crate) fn new(inner: &'a mut dyn Sink, listener: Listener<'a>, only_estimates: bool) -> Self {
        Self { inner, listener, started: Instant::now(), done: 0, estimates: None, samples: 0, only_estimates }
    }

    /// Whether the exploration was to end when the number is known, and it is.
    pub(crate) fn is_known(&self) -> bool {
        let well = |(_, last): (_, Estimated)| last.seconds.is_some() && last.error <= WELL * last.executions;
        self.only_estimates && self.samples >= MANY && self.estimates.is_some_and(well)
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        (self.listener)(Event::Ends);
    }
}

impl Sink for Progress<'_> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.fault(fault, schedule)
    }

    fn estimate(&mut self, estimate: &Estimate) {
        let Estimate { executions, error, samples } = *estimate;
        let at = self.started.elapsed().as_secs_f64();
        let seconds = (self.done > 0).then(|| at * (executions / self.done as f64).max(1.0));
        let last = Estimated { executions, error, seconds, at };
        self.estimates = Some((self.estimates.map_or(last, |(first, _)| first), last));
        self.samples = samples;
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.done = stats.executions + stats.blocked;
        (self.listener)(Event::Progress { stats, estimate: self.estimates.as_ref().map(|(_, last)| last) });
        if self.is_known() {
            return ControlFlow::Break(());
        }
        self.inner.tick(stats)
    }
}
