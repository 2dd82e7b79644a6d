//! What a search tells its sink.

use super::state::{Execution, goes_by_order};
use crate::Sink;
use std::ops::ControlFlow;
use threadbare_op::{Coverage, FaultId, Limit, Op, Stats, Stuck, System};

/// The system, and where to report to.
pub(super) struct Report<'a, S> {
    pub(super) system: &'a mut S,
    sink: &'a mut dyn Sink,
    pub(super) stats: Stats,
    coverage: Coverage,
    stop: bool,
}

/// After how many events the sink is told of the progress.
const TICK: u64 = 1024;

impl<'a, S: System> Report<'a, S> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink) -> Self {
        Self { system, sink, stats: Stats::default(), coverage: Coverage::default(), stop: false }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.stop
    }

    pub(super) fn finish(mut self) -> Coverage {
        self.coverage.stopped |= self.stop;
        let _ = self.sink.tick(&self.stats);
        self.coverage
    }

    fn told(&mut self, flow: ControlFlow<()>) {
        self.stop |= flow.is_break();
    }

    /// The newest event was performed.
    pub(super) fn stepped<const W: usize>(&mut self, execution: &Execution<S::State, W>) {
        self.stats.events += 1;
        self.stats.depth = self.stats.depth.max(execution.events.len() as u64);
        if self.stats.events.is_multiple_of(TICK) {
            let flow = self.sink.tick(&self.stats);
            self.told(flow);
        }
        if execution.events.len() >= (1 << 31) {
            self.coverage.limit(Limit::Events);
            self.stop = true;
        }
    }

    /// Where a thread stands has become known.
    pub(super) fn begun<const W: usize>(&mut self, execution: &Execution<S::State, W>, thread: u32) {
        match execution.lane(thread).pending.op {
            Op::Stuck(Stuck::Fault(fault)) => {
                // A race may be with what comes later in the witness.
                let by_order = goes_by_order(self.system.fault(fault).kind);
                let last = execution.events.len().checked_sub(1).filter(|_| !by_order).map(|last| last as u32);
                let flow = self.sink.fault(fault, &mut || execution.schedule(last));
                self.told(flow);
            }
            Op::Stuck(Stuck::Limit(limit)) => self.coverage.limit(limit),
            Op::Stuck(Stuck::Unsupported(what)) => self.coverage.unsupported(what),
            _ => {}
        }
    }

    /// The execution has come to its end.
    pub(super) fn ended<const W: usize>(
        &mut self,
        execution: &Execution<S::State, W>,
        complete: bool,
        fault: Option<FaultId>,
    ) {
        let mut schedule = || execution.schedule(None);
        if let Some(fault) = fault {
            let flow = self.sink.fault(fault, &mut schedule);
            self.told(flow);
        }
        let flow = if complete {
            self.stats.executions += 1;
            self.sink.execution(&self.stats, &mut schedule)
        } else {
            self.stats.blocked += 1;
            self.sink.blocked(&self.stats, &mut schedule)
        };
        self.told(flow);
    }
}
