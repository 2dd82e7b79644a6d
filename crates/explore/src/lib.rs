//! The exploration algorithms.
//!
//! An [`Explorer`] owns its loop and is generic over the [`System`] it explores: the machine, or a
//! toy of the tests. What it finds goes to a [`Sink`], which can stop it. Cross-cutting things
//! (limits, progress) are sinks around sinks.

#![forbid(unsafe_code)]

mod centric;
mod dive;
mod drive;
mod graph;
mod hidden;
mod minimise;
mod mix;
mod naive;
mod prefix;
mod random;
mod replay;
mod run;
mod rvf;
mod sc;
mod settled;
#[cfg(test)]
mod straight;
mod testing;
mod trace;
mod unfolding;
mod values;
mod waits;
mod widening;

pub use centric::{Centric, CentricMistake, LeafOrder};
pub use dive::{Dived, dive};
pub use drive::names::ThreadNames;
pub use graph::{Detail, Ended, Estimate, Estimates, Graph, GraphSystem, Met, Parallel, Path, Shard, Snapshot, Work};
#[cfg(feature = "testing")]
pub use graph::{HastySymmetry, PaperRounds};
pub use minimise::{Shows, minimise};
pub use mix::scatter;
pub use naive::Naive;
pub use prefix::{Counts, Fairness, Mistake as PrefixMistake, Prefix, PrefixSystem, Starved, States};
pub use random::{Drawn, Random};
pub use replay::{Looked, Observer, ReplayError, Replayed, ReplayedEnd, Standing, replay};
pub use rvf::{Ablations, Mistake, Observers, Rf, Rvf};
#[cfg(feature = "testing")]
pub use rvf::{Mistaken, Telling};
pub use settled::{fitting, settled};
pub use trace::{Optimal, Source};
pub use unfolding::{Alternatives, Depths, Measured, Mistake as UnfoldingMistake, Unfolding};
pub use waits::ending::Ending;

use std::ops::ControlFlow;
use std::time::Duration;
use threadbare_op::{Coverage, FaultId, Schedule, Stats, System};

/// An exploration algorithm.
pub trait Explorer<S: System> {
    /// Explores `system`, which has not been started, until everything is seen or the sink says
    /// stop.
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage;
}

/// Where an explorer reports to. `Break` ends the exploration (`Coverage::stopped`).
pub trait Sink {
    /// The sink that this one is around, if it is: what this one has no method for is told to that.
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        None
    }

    /// Where in the search what is told next was met: an execution, or a fault. `path` makes that,
    /// at a cost.
    fn at(&mut self, fault: Option<FaultId>, path: &mut dyn FnMut() -> Path) {
        if let Some(inner) = self.inner() {
            inner.at(fault, path);
        }
    }

    /// An execution is complete (every thread has finished, or has been ended by another one's
    /// `exit`). `schedule` makes its schedule, at a cost.
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner().map_or(ControlFlow::Continue(()), |inner| inner.execution(stats, schedule))
    }

    /// An execution has ended before its end: by an assumption, a limit, something unsupported, a
    /// fault of some thread.
    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner().map_or(ControlFlow::Continue(()), |inner| inner.blocked(stats, schedule))
    }

    /// An execution that counts as blocked, since threads are left behind that wait when `main`
    /// ends: which, and for what, says a fault of the kind `abandoned`. Whoever has no use for that
    /// takes it for any other blocked execution.
    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        match self.inner() {
            Some(inner) => inner.abandoned(waits, stats, schedule),
            None => self.blocked(stats, schedule),
        }
    }

    /// A fault, at the end of the schedule. The same fault may be told many times; the schedule is
    /// made only when asked for.
    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()>;

    /// How many executions there are, as far as can be told now.
    fn estimate(&mut self, estimate: &Estimate) {
        if let Some(inner) = self.inner() {
            inner.estimate(estimate);
        }
    }

    /// So much more of the time has gone into looking for witnesses (VerifySC); only told if that
    /// was asked for.
    fn witnesses(&mut self, time: Duration) {
        if let Some(inner) = self.inner() {
            inner.witnesses(time);
        }
    }

    /// The exploration has to begin afresh: the executions told so far will be told again, perhaps
    /// by other representatives.
    fn begin_afresh(&mut self) {
        if let Some(inner) = self.inner() {
            inner.begin_afresh();
        }
    }

    /// Told every thousand events or so.
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.inner().map_or(ControlFlow::Continue(()), |inner| inner.tick(stats))
    }
}
