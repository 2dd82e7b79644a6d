//! Searches that begin again: with wider clocks, or with what was told so far taken back.

use crate::Sink;
use std::ops::ControlFlow;
use threadbare_op::{Coverage, FaultId, Limit, Pending, Schedule, Stats, System};

/// Why a search has to begin again.
pub(crate) enum Again {
    /// A thread's number does not fit the clocks: with wider ones the search is the same.
    Wider,
    /// Executions were not told apart that must be: it will be another search.
    Finer,
}

/// Searches with clocks of the first width that is enough. `widths` are narrow ones first (see
/// [`crate::drive::clock::widths`]); `search` does it with one of them.
pub(crate) fn widening<S: System, F>(
    system: &mut S,
    sink: &mut dyn Sink,
    widths: &[(usize, F)],
    mut search: impl FnMut(&F, &mut S, &mut dyn Sink, Pending<S::State>) -> Result<Coverage, Again>,
) -> Coverage {
    let mut sink = Repeated::new(sink);
    let main = system.start();
    let begin = system.mark();
    let mut widths = widths.iter();
    let mut next = widths.next();
    while let Some((_, width)) = next {
        match search(width, system, &mut sink, main) {
            Ok(coverage) => return coverage,
            Err(Again::Wider) => {
                next = widths.next();
                sink.start_again();
            }
            Err(Again::Finer) => sink.begin_afresh(),
        }
        system.undo(begin);
    }
    too_many_threads()
}

/// More threads than the widest clocks have room for.
pub(crate) fn too_many_threads() -> Coverage {
    let mut coverage = Coverage::default();
    coverage.limit(Limit::Threads);
    coverage
}

/// A sink that has been told the first of everything already. The search is the same whatever the
/// width of its clocks, so that one which starts again with wider ones repeats itself up to where
/// it had come.
pub(crate) struct Repeated<'a> {
    sink: &'a mut dyn Sink,
    told: u64,
    again: u64,
    /// Whether it has said stop: then it is told nothing more, though the search may have more to
    /// tell about the event at hand.
    stopped: bool,
}

impl<'a> Repeated<'a> {
    pub(crate) fn new(sink: &'a mut dyn Sink) -> Self {
        Self { sink, told: 0, again: 0, stopped: false }
    }

    fn start_again(&mut self) {
        self.told = self.told.max(std::mem::take(&mut self.again));
    }

    fn tell(&mut self, report: impl FnOnce(&mut dyn Sink) -> ControlFlow<()>) -> ControlFlow<()> {
        self.again += 1;
        if !self.stopped && self.again > self.told {
            self.stopped = report(self.sink).is_break();
        }
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Repeated<'_> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.sink)
    }

    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.tell(|sink| sink.execution(stats, schedule))
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.tell(|sink| sink.blocked(stats, schedule))
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.tell(|sink| sink.abandoned(waits, stats, schedule))
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.tell(|sink| sink.fault(fault, schedule))
    }

    fn begin_afresh(&mut self) {
        (self.told, self.again) = (0, 0);
        self.sink.begin_afresh();
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if !self.stopped {
            self.stopped = self.sink.tick(stats).is_break();
        }
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
