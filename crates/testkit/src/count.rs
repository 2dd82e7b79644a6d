//! A sink that counts executions and collects faults.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use threadbare_explore::Sink;
use threadbare_op::{FaultId, Schedule, Stats};

/// What was told.
#[derive(Debug, Default)]
pub struct Count {
    /// The counts.
    pub stats: Stats,
    /// The faults, each once.
    pub faults: BTreeSet<FaultId>,
    /// With more executions, complete or not, it says stop.
    pub limit: Option<u64>,
}

impl Count {
    /// Stops when there are more than `limit` executions.
    #[must_use]
    pub fn up_to(limit: u64) -> Self {
        Self { limit: Some(limit), ..Self::default() }
    }

    /// Executions, complete or not.
    #[must_use]
    pub const fn ends(&self) -> u64 {
        self.stats.executions + self.stats.blocked
    }

    fn count(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.stats = *stats;
        if self.limit.is_some_and(|limit| self.ends() > limit) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Sink for Count {
    fn execution(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.count(stats)
    }

    fn blocked(&mut self, stats: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.count(stats)
    }

    fn fault(&mut self, fault: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.faults.insert(fault);
        ControlFlow::Continue(())
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.stats = *stats;
        ControlFlow::Continue(())
    }
}
