//! What a search of one execution after another tells its sink, and what it counts.

use crate::Sink;
use crate::waits::ending::{Ending, ending, standing};
use crate::waits::stuck::Spin;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;
use threadbare_op::{Coverage, FaultId, Limit, Op, Pending, Schedule, Stats, Stuck, System, ThreadId};

/// The system, and where to report to.
pub(crate) struct Report<'a, S> {
    pub(crate) system: &'a mut S,
    sink: &'a mut dyn Sink,
    stats: Stats,
    coverage: Coverage,
    stop: bool,
    has_fault: bool,
}

/// Tells a sink that an execution has ended, which is counted already.
pub(crate) fn tell_end(
    sink: &mut dyn Sink,
    end: Ending,
    stats: &Stats,
    schedule: &mut dyn FnMut() -> Schedule,
) -> ControlFlow<()> {
    match end {
        Ending::Complete => sink.execution(stats, schedule),
        Ending::Abandoned(waits) => sink.abandoned(waits, stats, schedule),
        Ending::Blocked | Ending::Deadlock(_) => sink.blocked(stats, schedule),
    }
}

/// After how many events the sink is told of the progress.
pub(crate) const TICK: u64 = 1024;

impl<'a, S: System> Report<'a, S> {
    pub(crate) fn new(system: &'a mut S, sink: &'a mut dyn Sink) -> Self {
        Self { system, sink, stats: Stats::default(), coverage: Coverage::default(), stop: false, has_fault: false }
    }

    /// Whether the sink, or a limit, has said stop.
    pub(crate) const fn is_over(&self) -> bool {
        self.stop
    }

    /// The search cannot go on.
    pub(crate) fn stop(&mut self) {
        self.tick();
        self.stop = true;
    }

    /// Whether a fault was told.
    pub(crate) const fn has_fault(&self) -> bool {
        self.has_fault
    }

    pub(crate) fn finish(mut self) -> Coverage {
        self.coverage.stopped |= self.stop;
        let _ = self.sink.tick(&self.stats);
        self.coverage
    }

    fn told(&mut self, flow: ControlFlow<()>) {
        self.stop |= flow.is_break();
    }

    /// Work goes on without new events.
    pub(crate) fn tick(&mut self) {
        let flow = self.sink.tick(&self.stats);
        self.told(flow);
    }

    /// An event was performed, the `depth`th of its execution.
    pub(crate) fn performed(&mut self, depth: usize) {
        self.performed_all(depth..=depth);
    }

    /// Events were performed, from the one to the other of their execution.
    pub(crate) fn performed_all(&mut self, depths: RangeInclusive<usize>) {
        let (first, depth) = depths.into_inner();
        let before = self.stats.events;
        self.stats.events += (depth + 1 - first) as u64;
        self.stats.depth = self.stats.depth.max(depth as u64);
        if self.stats.events / TICK != before / TICK {
            let flow = self.sink.tick(&self.stats);
            self.told(flow);
        }
        if depth >= (1 << 31) {
            self.coverage.limit(Limit::Events);
            self.stop = true;
        }
    }

    /// What a thread is about to do has become known; the fault, if it is one, is yet to be told.
    pub(crate) fn stands(&mut self, op: Op) -> Option<FaultId> {
        match op {
            Op::Stuck(Stuck::Fault(fault)) => return Some(fault),
            Op::Stuck(Stuck::Limit(limit)) => self.coverage.limit(limit),
            Op::Stuck(Stuck::Unsupported(what)) => self.coverage.unsupported(what),
            _ => {}
        }
        None
    }

    /// The same; tells the fault.
    pub(crate) fn begun(&mut self, op: Op, schedule: &mut dyn FnMut() -> Schedule) {
        if let Some(fault) = self.stands(op) {
            self.fault(fault, schedule);
        }
    }

    /// A limit was met.
    pub(crate) fn limit(&mut self, limit: Limit) {
        self.coverage.limit(limit);
    }

    pub(crate) fn unsupported(&mut self, what: u32) {
        self.coverage.unsupported(what);
    }

    pub(crate) fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) {
        self.has_fault = true;
        let flow = self.sink.fault(fault, schedule);
        self.told(flow);
    }

    /// An execution cannot go on in which the threads stand like that. `spins` are those that wait
    /// in a loop.
    pub(crate) fn end<'t>(
        &mut self,
        threads: impl Iterator<Item = (u32, &'t Pending<S::State>)>,
        spins: &[Spin],
        holders: impl FnMut(&mut S, ThreadId, Op) -> Vec<ThreadId>,
        schedule: &mut dyn FnMut() -> Schedule,
    ) where
        S::State: 't,
    {
        let end = ending(self.system, &standing(threads), spins, holders);
        self.ended(end, schedule);
    }

    /// An execution has come to its end, with a fault if that is one.
    pub(crate) fn ended(&mut self, end: Ending, schedule: &mut dyn FnMut() -> Schedule) {
        if let Ending::Deadlock(fault) = end {
            self.fault(fault, schedule);
        }
        self.stats.count(end == Ending::Complete);
        let flow = tell_end(self.sink, end, &self.stats, schedule);
        self.told(flow);
    }

    /// So much of the time has gone into looking for witnesses.
    pub(crate) fn witnesses(&mut self, time: Duration) {
        self.sink.witnesses(time);
    }

    /// Nothing is explored after an event, since another one comes to the same.
    pub(crate) fn cut(&mut self) {
        self.stats.cutoffs += 1;
    }

    /// An execution was begun in vain.
    pub(crate) fn redundant(&mut self) {
        self.stats.redundant += 1;
    }
}
