//! What a search of traces tells its sink.

use super::Outcome;
use super::state::Trace;
use crate::Sink;
use crate::run::{Ending, ending};
use std::ops::ControlFlow;
use threadbare_op::{Coverage, FaultId, Limit, Op, Stats, Stuck, System, ThreadId};

/// The system, and where to report to.
pub(super) struct Report<'a, S> {
    pub(super) system: &'a mut S,
    sink: &'a mut dyn Sink,
    stats: Stats,
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

    pub(super) fn finish(mut self) -> Outcome {
        self.coverage.stopped |= self.stop;
        let _ = self.sink.tick(&self.stats);
        Outcome::Done(self.coverage)
    }

    fn told(&mut self, flow: ControlFlow<()>) {
        self.stop |= flow.is_break();
    }

    /// The newest event was performed.
    pub(super) fn stepped<const W: usize>(&mut self, trace: &Trace<S::State, W>) {
        self.stats.events += 1;
        self.stats.depth = self.stats.depth.max(trace.events.len() as u64);
        if self.stats.events.is_multiple_of(TICK) {
            let flow = self.sink.tick(&self.stats);
            self.told(flow);
        }
        if trace.events.len() >= (1 << 31) {
            self.coverage.limit(Limit::Events);
            self.stop = true;
        }
        if let Some(event) = trace.events.last() {
            self.begun(trace, event.thread);
            if let Some(child) = event.child {
                self.begun(trace, child);
            }
        }
    }

    /// Where a thread stands has become known.
    pub(super) fn begun<const W: usize>(&mut self, trace: &Trace<S::State, W>, thread: u32) {
        match trace.lane(thread).pending.op {
            Op::Stuck(Stuck::Fault(fault)) => self.fault(trace, fault),
            Op::Stuck(Stuck::Limit(limit)) => self.coverage.limit(limit),
            Op::Stuck(Stuck::Unsupported(what)) => self.coverage.unsupported(what),
            _ => {}
        }
    }

    fn fault<const W: usize>(&mut self, trace: &Trace<S::State, W>, fault: FaultId) {
        let flow = self.sink.fault(fault, &mut || trace.schedule());
        self.told(flow);
    }

    /// The trace cannot go on.
    pub(super) fn end<const W: usize>(&mut self, trace: &Trace<S::State, W>) {
        let threads: Vec<_> =
            trace.threads().map(|(thread, lane)| (ThreadId(thread), lane.pending.op, lane.pending.site)).collect();
        let spins = trace.spins(self.system);
        let end = ending(self.system, &threads, &spins);
        if let Ending::Deadlock(fault) = end {
            self.fault(trace, fault);
        }
        let mut schedule = || trace.schedule();
        let flow = if end == Ending::Complete {
            self.stats.executions += 1;
            self.sink.execution(&self.stats, &mut schedule)
        } else {
            self.stats.blocked += 1;
            self.sink.blocked(&self.stats, &mut schedule)
        };
        self.told(flow);
    }

    /// Everything that could go on sleeps.
    pub(super) fn redundant(&mut self) {
        self.stats.redundant += 1;
    }
}
