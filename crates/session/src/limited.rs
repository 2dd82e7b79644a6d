//! A sink that ends an exploration when a limit is reached, which no explorer needs to know about.

use crate::task::Limits;
use std::ops::ControlFlow;
use threadbare_explore::Sink;
use threadbare_op::{FaultId, Schedule, Stats};

/// Ends the exploration when its limit is reached, and remembers that it did.
pub(crate) struct Limited<'a, F> {
    inner: &'a mut dyn Sink,
    reached: F,
    /// Whether the limit was reached.
    pub(crate) met: bool,
}

impl<'a, F: FnMut(&Stats) -> bool> Limited<'a, F> {
    /// Asks `reached` after each execution and from time to time in between.
    pub(crate) fn new(inner: &'a mut dyn Sink, reached: F) -> Self {
        Self { inner, reached, met: false }
    }

    fn check(&mut self, stats: &Stats) -> ControlFlow<()> {
        if (self.reached)(stats) {
            self.met = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Stats) -> bool> Sink for Limited<'_, F> {
    fn inner(&mut self) -> Option<&mut dyn Sink> {
        Some(self.inner)
    }

    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.execution(stats, schedule)
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.blocked(stats, schedule)
    }

    fn abandoned(&mut self, waits: FaultId, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.abandoned(waits, stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.inner.fault(fault, schedule)
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.check(stats)?;
        self.inner.tick(stats)
    }
}

/// Whether there are more executions, or more events in one of them, than the limits allow: with
/// exactly that many everything may have been explored.
pub(crate) fn more(limits: &Limits) -> impl FnMut(&Stats) -> bool + use<> {
    let (executions, events) = (limits.max_executions, limits.max_events);
    move |stats| {
        let too_many = executions.is_some_and(|most| stats.executions + stats.blocked > most);
        too_many || events.is_some_and(|most| stats.depth > most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Findings;

    fn executions(n: u64) -> Stats {
        Stats { executions: n, ..Stats::default() }
    }

    #[test]
    fn an_execution_that_does_not_end_is_stopped() {
        let mut findings = Findings::new(false);
        let mut limited = Limited::new(&mut findings, more(&Limits { max_events: Some(9), ..Limits::default() }));
        let events = |depth| Stats { depth, ..Stats::default() };
        assert!(limited.tick(&events(9)).is_continue());
        assert!(limited.tick(&events(10)).is_break());
        assert!(limited.met);
    }

    #[test]
    fn exactly_as_many_executions_as_allowed_are_fine() {
        let mut findings = Findings::new(false);
        let mut limited = Limited::new(&mut findings, more(&Limits { max_executions: Some(2), ..Limits::default() }));
        let schedule = &mut Schedule::default;
        assert!(limited.execution(&executions(1), schedule).is_continue());
        assert!(limited.execution(&executions(2), schedule).is_continue());
        assert!(!limited.met);
        assert!(limited.execution(&executions(3), schedule).is_break());
        assert!(limited.met);
        assert_eq!(findings.stats.executions, 2, "what is beyond the limit is not counted");
    }
}
