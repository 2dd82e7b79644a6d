//! What the exploration tells its sink.

use super::Outcome;
use super::state::Execution;
use super::witness::Realize;
use crate::Sink;
use crate::run::{Ending, Spin, ending};
use crate::values::order::Id;
use std::ops::ControlFlow;
use threadbare_op::{Coverage, Fault, FaultId, FaultKind, Limit, Op, Stats, Stuck, System, ThreadId};

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

    pub(super) fn unsupported(&mut self, what: u32) {
        self.coverage.unsupported(what);
    }

    /// The thread of the newest event was told.
    pub(super) fn stepped<const W: usize>(&mut self, x: &Execution<S::State, W>, realize: &mut Realize) {
        self.stats.events += 1;
        self.stats.depth = self.stats.depth.max(x.events.len() as u64);
        if self.stats.events.is_multiple_of(TICK) {
            let flow = self.sink.tick(&self.stats);
            self.told(flow);
        }
        if x.events.len() >= (1 << 31) {
            self.coverage.limit(Limit::Events);
            self.stop = true;
        }
        if let Some(event) = x.events.last() {
            self.begun(x, realize, event.thread);
            if let Some(child) = event.child {
                self.begun(x, realize, child);
            }
        }
    }

    /// Where a thread stands has become known.
    pub(super) fn begun<const W: usize>(&mut self, x: &Execution<S::State, W>, realize: &mut Realize, thread: u32) {
        match x.lane(thread).pending.op {
            Op::Stuck(Stuck::Fault(fault)) => self.fault(x, realize, fault),
            Op::Stuck(Stuck::Limit(limit)) => self.coverage.limit(limit),
            Op::Stuck(Stuck::Unsupported(what)) => self.coverage.unsupported(what),
            _ => {}
        }
    }

    fn fault<const W: usize>(&mut self, x: &Execution<S::State, W>, realize: &mut Realize, fault: FaultId) {
        let Fault { kind, thread, other, .. } = self.system.fault(fault);
        let race = other.as_ref().filter(|_| *kind == FaultKind::DataRace).map(|other| [other.thread, *thread]);
        let flow = self.sink.fault(fault, &mut || match race {
            Some(both) if realize.realize_late(&x.p).is_ok() => x.race_schedule(&realize.line, &both),
            Some(both) => x.race_schedule(realized(x, realize), &both),
            None => x.schedule(realized(x, realize)),
        });
        self.told(flow);
    }

    /// The execution, of which `line` is a linearisation, cannot go on.
    pub(super) fn end<const W: usize>(&mut self, x: &Execution<S::State, W>, line: &[Id], spins: &[Spin]) {
        let threads: Vec<_> =
            x.threads().map(|(thread, lane)| (ThreadId(thread), lane.pending.op, lane.pending.site)).collect();
        let end = ending(self.system, &threads, spins);
        let mut schedule = || x.schedule(line);
        if let Ending::Deadlock(fault) = end {
            let flow = self.sink.fault(fault, &mut schedule);
            self.told(flow);
        }
        let flow = if end == Ending::Complete {
            self.stats.executions += 1;
            self.sink.execution(&self.stats, &mut schedule)
        } else {
            self.stats.blocked += 1;
            self.sink.blocked(&self.stats, &mut schedule)
        };
        self.told(flow);
    }

    /// Everything that could go on has been tried elsewhere.
    pub(super) fn redundant(&mut self) {
        self.stats.redundant += 1;
    }
}

/// A linearisation of the execution, which is known to have one.
pub(super) fn realized<'r, T: Copy, const W: usize>(x: &Execution<T, W>, realize: &'r mut Realize) -> &'r [Id] {
    let found = realize.realize(&x.p, x.root);
    assert!(found.is_ok(), "what was realizable is so after writes were added");
    &realize.line
}
