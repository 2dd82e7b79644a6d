//! What the sink is told: faults and ends of executions, with their schedules.
//!
//! Under a bound a fault is told only if it comes about within the bound, by the schedule that
//! shows so.

use super::linear::{Hides, Party, Prefer, Way, in_vain, linearise, written};
use crate::drive::report::tell_end;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, NONE, join};
use crate::graph::core::execution::Execution;
use crate::graph::core::hooks::Told;
use crate::graph::core::system::GraphSystem;
use crate::graph::filters::Filtered;
use crate::graph::filters::switches::Count;
use crate::waits::ending::Ending;
use threadbare_op::{Bound, Fault, FaultId, FaultKind, Op, Other, Schedule, Stuck};

/// Which events may be used on the way to a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Uses {
    /// Only what comes before it.
    Past,
    /// Also others.
    Everything,
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// The present graph is an execution.
    pub(crate) fn tell_end(&mut self, end: Ending) {
        let (graph, names) = (&mut self.graph, &self.names);
        let order = self.hooks.bound.order();
        let system = &mut *self.system;
        let mut schedule = || {
            let in_vain = in_vain(graph, system);
            let line = linearise(graph, &in_vain, names, order, Prefer::SameThread, None, Hides::Nothing);
            Schedule { given: system.input_for(&graph.given), ..line }
        };
        let waits = if let Ending::Abandoned(waits) = end { Some(waits) } else { None };
        self.report.sink.at(waits, &mut || self.stack.path());
        self.report.stats.count(end == Ending::Complete);
        let flow = tell_end(self.report.sink, end, &self.report.stats, &mut schedule);
        self.report.heed(flow);
    }

    /// Tells the sink of a fault in the present graph: of a thread, or (`None`) of all of them.
    pub(crate) fn tell_fault(&mut self, fault: FaultId, thread: Option<u32>, told: Told) {
        self.tell(fault, thread, told, Uses::Past);
    }

    fn tell(&mut self, fault: FaultId, thread: Option<u32>, told: Told, uses: Uses) {
        if !self.is_told() {
            return;
        }
        let epoch = self.system.other_epoch();
        let &Fault { kind, thread: one, site, ref other, .. } = self.system.fault(fault);
        // Which of the two accesses a fault names first need not be which came second.
        let other = other.as_ref().map(|&Other { thread: two, site: at, .. }| {
            let (thread, site) = if thread == Some(one.0) { (two, at) } else { (one, site) };
            Party { thread, epoch, site }
        });
        if kind.goes_by_order() && told == Told::Less {
            self.break_symmetry();
            return;
        }
        // Of two threads that both join, or detach, the same one, the second is at fault.
        let prefer = match kind.goes_by_order() || kind == FaultKind::SyncMisuse {
            true => Prefer::Oldest { faulty: thread, other },
            false => Prefer::SameThread,
        };
        // The bound is met where the execution, which is beyond it, ends or is given up.
        let Some(way) = self.way_to(thread, other, kind, uses) else { return };
        let hides = if self.system.rules().explores_plain { Hides::Nothing } else { Hides::Plain };
        let (graph, names, order) = (&mut self.graph, &self.names, self.hooks.bound.order());
        self.report.sink.at(Some(fault), &mut || self.stack.path());
        let system = &mut *self.system;
        let flow = self.report.sink.fault(fault, &mut || {
            let in_vain = in_vain(graph, system);
            let line = match &way {
                Way::Any => linearise(graph, &in_vain, names, order, prefer, None, hides),
                Way::Through(past) => linearise(graph, &in_vain, names, order, Prefer::SameThread, Some(*past), hides),
                Way::Line(line) => written(graph, &in_vain, names, line.clone(), hides),
            };
            Schedule { given: system.input_for(&graph.given), ..line }
        });
        self.report.heed(flow);
    }

    /// How a fault of a thread (or, if `None`, of all) comes about within the bound: by what comes
    /// before it, and before the `other` access if it is a race. `None`: not so, or not by these
    /// events alone.
    ///
    /// With context switches and rounds, more events never need less, so that no execution within
    /// the bound has the fault then. With preemptions they may: a thread that waits is left for
    /// nothing. But then there is a complete graph within the bound with it:
    /// [`Self::report_at_end`]. (There always is one, since what comes after a fault needs no
    /// preemption.)
    fn way_to(&mut self, thread: Option<u32>, other: Option<Party>, kind: FaultKind, uses: Uses) -> Option<Way<W>> {
        let Some(bound) = self.hooks.bound.bound else { return Some(Way::Any) };
        let everything = self.graph.everything();
        let past = match thread {
            Some(thread) => self.past_of_fault(thread, other.filter(|_| kind.goes_by_order()))?,
            None => everything,
        };
        // That somebody else has joined a thread before may be misuse, and is not before it in sc.
        let first = if kind == FaultKind::SyncMisuse { everything } else { past };
        let way = match bound {
            Bound::Rounds(_) => Way::Through(past),
            Bound::Preemptions(_) | Bound::ContextSwitches(_) => {
                let count = Count::UpTo(thread);
                let mut line = |goal: Clock<W>| match uses {
                    Uses::Past => self.line_within(&goal, count),
                    Uses::Everything => self.line_to(&goal, &everything, count),
                };
                Way::Line(line(first).or_else(|| if first == past { None } else { line(past) })?)
            }
        };
        // Of a weak execution the trail is written down.
        Some(if M::SC { way } else { Way::Any })
    }

    /// What comes before a fault of the thread, and before the other access of a race; `None` if
    /// the latter is over.
    fn past_of_fault(&mut self, thread: u32, other: Option<Party>) -> Option<Clock<W>> {
        let mut past = self.graph.past_of(thread).unwrap_or([1; W]);
        if let Some(other) = other {
            let last = self.graph.last_before(other);
            if self.hooks.bound.rounds.as_ref().is_some_and(|rounds| last != NONE && rounds.is_over(last)) {
                return None;
            }
            if last != NONE {
                join(&mut past, self.graph.order_of(last));
            }
        }
        Some(past)
    }

    /// A complete graph is within the bound. So its faults may be, by what is not before them.
    pub(crate) fn report_at_end(&mut self) {
        if !matches!(self.hooks.bound.bound, Some(Bound::Preemptions(_))) {
            return;
        }
        let fault_of = |(thread, lane)| match self.graph.pending_of(lane).op {
            Op::Stuck(Stuck::Fault(fault)) => Some((thread, fault)),
            _ => None,
        };
        let faults: Vec<(u32, FaultId)> = self.graph.threads().filter_map(fault_of).collect();
        for (thread, fault) in faults {
            self.tell(fault, Some(thread), Told::Everything, Uses::Everything);
        }
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// The last event of a thread up to its access, if that is none itself; or its beginning.
    fn last_before(&self, access: Party) -> Id {
        let Some(lane) = &self.lanes[access.thread.index()] else { return NONE };
        let mut at = lane.last;
        while at != NONE {
            let event = self.event(at);
            let is_access = || self.pending_after(event.thread, event.po_prev).site == access.site;
            if event.count < access.epoch || event.count == access.epoch && is_access() {
                return at;
            }
            at = event.po_prev;
        }
        lane.spawn
    }
}
