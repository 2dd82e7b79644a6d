//! [`Naive`]: every interleaving of visible operations, by depth-first search. No reduction of any kind: it is what the
//! other explorers are measured against.
//!
//! Not covered: anything but sequential consistency.

use crate::drive::ending::Ending;
use crate::drive::report::tell_end;
use crate::run::{Back, Run};
use crate::{Explorer, Sink};
use std::ops::ControlFlow;
use threadbare_op::{Coverage, FaultId, Op, Stats, Stuck, System, ThreadId};

/// Explores all interleavings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Naive;

/// What is left to try at one point of the present interleaving.
struct Branch<St> {
    /// In reverse order.
    untried: Vec<(ThreadId, Option<u32>)>,
    /// How to leave the point to the one before.
    back: Option<Back<St>>,
}

struct Search<'a, S: System> {
    system: &'a mut S,
    sink: &'a mut dyn Sink,
    run: Run<S::State>,
    stats: Stats,
    coverage: Coverage,
}

impl<S: System> Explorer<S> for Naive {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let run = Run::start(system);
        let mut search = Search { system, sink, run, stats: Stats::default(), coverage: Coverage::default() };
        let end = search.all();
        search.coverage.stopped = end.is_break();
        search.coverage
    }
}

impl<S: System> Search<'_, S> {
    fn all(&mut self) -> ControlFlow<()> {
        self.stopped(ThreadId::MAIN)?;
        let mut path = vec![self.branch(None)?];
        while let Some(top) = path.last_mut() {
            let Some((thread, choice)) = top.untried.pop() else {
                if let Some(back) = path.pop().and_then(|branch| branch.back) {
                    self.run.undo(self.system, back);
                }
                continue;
            };
            let Some(before) = self.run.pending(thread).copied() else { continue };
            let (event, back) = self.run.step(self.system, thread, before, choice);
            self.stats.events += 1;
            if self.stats.events.is_multiple_of(1024) {
                self.sink.tick(&self.stats)?;
            }
            self.stopped(event.thread)?;
            if let Some(child) = event.began {
                self.stopped(child)?;
            }
            path.push(self.branch(Some(back))?);
        }
        ControlFlow::Continue(())
    }

    /// Notes why `thread`, which has just run, goes no further, if so.
    fn stopped(&mut self, thread: ThreadId) -> ControlFlow<()> {
        match self.run.pending(thread).map(|p| p.op) {
            Some(Op::Stuck(Stuck::Fault(fault))) => self.fault(fault),
            Some(Op::Stuck(Stuck::Unsupported(what))) => {
                self.coverage.unsupported(what);
                ControlFlow::Continue(())
            }
            Some(Op::Stuck(Stuck::Limit(limit))) => {
                self.coverage.limit(limit);
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn fault(&mut self, fault: FaultId) -> ControlFlow<()> {
        let run = &self.run;
        self.sink.fault(fault, &mut || run.schedule())
    }

    /// The steps that can be taken from here; none at the end of an execution, which is then told.
    fn branch(&mut self, back: Option<Back<S::State>>) -> ControlFlow<(), Branch<S::State>> {
        let mut untried = Vec::new();
        for thread in self.run.ready(self.system) {
            match self.run.pending(thread).map(|p| p.op) {
                Some(Op::Choice { arity }) => untried.extend((0..arity).map(|value| (thread, Some(value)))),
                _ => untried.push((thread, None)),
            }
        }
        untried.reverse();
        if untried.is_empty() {
            self.end()?;
        }
        ControlFlow::Continue(Branch { untried, back })
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.stats.depth = self.stats.depth.max(self.run.steps.len() as u64);
        let ending = self.run.ending(self.system);
        if let Ending::Deadlock(fault) = ending {
            self.fault(fault)?;
        }
        let run = &self.run;
        self.stats.count(ending == Ending::Complete);
        tell_end(self.sink, ending, &self.stats, &mut || run.schedule())
    }
}
