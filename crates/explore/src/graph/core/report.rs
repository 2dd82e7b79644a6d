//! What a search has counted and met, who is told, and whether it is to stop.

use crate::Sink;
use crate::drive::report::TICK;
use crate::waits::ending::Ending;
use std::ops::ControlFlow;
use threadbare_op::{Coverage, Limit, Stats};

/// Why a search does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The sink has said stop, or a limit was reached.
    Stopped,
    /// A thread's number does not fit the clocks.
    TooManyThreads,
}

/// Whether what is met is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Voice {
    Aloud,
    /// Somebody else has told it already, or it is part of a sample.
    Muted,
}

/// What is found, and who is told.
pub(crate) struct Report<'a> {
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) coverage: Coverage,
    pub(crate) stats: Stats,
    pub(crate) halt: Option<Halt>,
    pub(crate) voice: Voice,
    /// The execution that has ended last, if nobody was told; for estimates.
    pub(crate) ended: Option<Ending>,
}

impl<'a> Report<'a> {
    pub(super) fn new(sink: &'a mut dyn Sink) -> Self {
        Self {
            sink,
            coverage: Coverage::default(),
            stats: Stats::default(),
            halt: None,
            voice: Voice::Aloud,
            ended: None,
        }
    }

    /// The search is to stop.
    pub(crate) fn stop(&mut self) {
        self.halt.get_or_insert(Halt::Stopped);
    }

    pub(crate) const fn is_stopped(&self) -> bool {
        self.halt.is_some()
    }

    /// The sink has been told something.
    pub(crate) fn heed(&mut self, flow: ControlFlow<()>) {
        if flow.is_break() {
            self.stop();
        }
    }

    /// An event was added, with which the trail has that length.
    #[inline]
    pub(super) fn count_event(&mut self, trail: usize, events: usize) {
        self.stats.events += 1;
        self.stats.depth = self.stats.depth.max(trail as u64);
        if self.stats.events.is_multiple_of(TICK) {
            self.tick(events);
        }
    }

    /// Tells of the progress, and looks whether there is room for more events.
    #[cold]
    pub(super) fn tick(&mut self, events: usize) {
        let flow = self.sink.tick(&self.stats);
        self.heed(flow);
        if events >= (1 << 31) - 2 - TICK as usize {
            self.coverage.limit(Limit::Events);
            self.stop();
        }
    }
}
