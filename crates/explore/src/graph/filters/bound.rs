//! Bounded search: where the bound ([`super::rounds`]) enters the algorithm.

use super::rounds::{Rounds, Rule};
use super::switches::Count;
use crate::graph::GraphSystem;
use crate::graph::core::event::{Clock, Id, NONE, join};
use crate::graph::core::execution::Execution;
use crate::graph::core::search::Search;
use crate::graph::model::Model;
use crate::graph::write::linear::{Party, Way};
use threadbare_op::{Bound, FaultId, FaultKind, Limit, Op, Stuck};

/// What part of all executions is explored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    pub(crate) bound: Bound,
    pub(crate) rule: Rule,
}

/// The limit that tells that there is something beyond a bound.
pub(crate) const fn limit_of(bound: Bound) -> Limit {
    match bound {
        Bound::Rounds(_) => Limit::Rounds,
        Bound::Preemptions(_) => Limit::Preemptions,
        Bound::ContextSwitches(_) => Limit::ContextSwitches,
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Search<'_, S, M, W> {
    /// Explores only what is within the bound.
    pub(crate) fn keep_to(mut self, within: Option<Within>) -> Self {
        self.bound = within.map(|within| within.bound);
        self.graph.rounds = match within {
            Some(Within { bound: Bound::Rounds(most), rule }) => Some(Box::new(Rounds::new(most, rule))),
            _ => None,
        };
        self
    }

    /// next_P within a bound: the first thread, in the order of threads, that can go on and is not
    /// over (rule 3).
    pub(crate) fn next_within(&mut self) -> Option<u32> {
        let threads = self.graph.rounds.as_ref().map_or(0, |rounds| rounds.order.len());
        (0..threads).find_map(|place| {
            let thread = self.graph.rounds.as_ref()?.order[place];
            (!self.graph.is_over(thread) && self.can_go_on(thread)).then_some(thread)
        })
    }

    /// Whether the graph, to which an event has been added, can lead to an execution within the
    /// bound.
    #[inline]
    pub(crate) fn is_admitted(&mut self) -> bool {
        self.bound.is_none() || self.may_be_within()
    }

    #[inline(never)]
    fn may_be_within(&mut self) -> bool {
        let admitted = match &self.graph.rounds {
            Some(rounds) => !rounds.is_beyond(),
            None => self.is_prefix_within(),
        };
        if !admitted {
            self.meet_bound();
        }
        admitted
    }

    /// Whether the complete graph is within a bound on switches; if not, it was explored in vain.
    pub(crate) fn is_within(&mut self) -> bool {
        if self.bound.is_none() || self.graph.rounds.is_some() {
            return true;
        }
        let within = self.line_within(&self.graph.everything(), Count::Exactly).is_some();
        if !within {
            self.meet_bound();
            self.stats.redundant += u64::from(self.mine);
        }
        within
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
    pub(crate) fn way_to(&mut self, thread: Option<u32>, other: Option<Party>, kind: FaultKind) -> Option<Way<W>> {
        let Some(bound) = self.bound else { return Some(Way::Any) };
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
                let line = self.line_within(&first, Count::Exactly);
                Way::Line(line.or_else(|| if first == past { None } else { self.line_within(&past, Count::Exactly) })?)
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
            if self.graph.rounds.as_ref().is_some_and(|rounds| last != NONE && rounds.is_over(last)) {
                return None;
            }
            if last != NONE {
                join(&mut past, self.graph.order_of(last));
            }
        }
        Some(past)
    }

    /// A complete graph is within the bound: its faults are as well, by the linearisation that is.
    pub(crate) fn report_at_end(&mut self) {
        if !matches!(self.bound, Some(Bound::Preemptions(_))) {
            return;
        }
        let fault_of = |lane| match self.graph.pending_of(lane).op {
            Op::Stuck(Stuck::Fault(fault)) => Some(fault),
            _ => None,
        };
        let faults: Vec<FaultId> = self.graph.threads().filter_map(|(_, lane)| fault_of(lane)).collect();
        for fault in faults {
            self.report(fault, None);
        }
    }

    /// Something beyond the bound was met.
    pub(crate) fn meet_bound(&mut self) {
        if let Some(bound) = self.bound {
            self.coverage.limit(limit_of(bound));
        }
    }

    /// Nothing can go on: whether that is because of the bound.
    pub(crate) fn is_dead_end(&mut self) -> bool {
        let over = self.graph.rounds.is_some() && (0..W as u32).any(|thread| self.graph.is_over(thread));
        if over {
            self.meet_bound();
            self.stats.redundant += u64::from(self.mine);
        }
        over
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// Whether the last event of a thread is beyond the bound.
    pub(crate) fn is_over(&self, thread: u32) -> bool {
        let (Some(rounds), Some(lane)) = (&self.rounds, &self.lanes[thread as usize]) else { return false };
        let last = if lane.last == NONE { lane.spawn } else { lane.last };
        last != NONE && rounds.is_over(last)
    }

    /// All events.
    pub(crate) fn everything(&self) -> Clock<W> {
        let mut all = [1; W];
        for (thread, lane) in self.threads() {
            all[thread as usize] = lane.count;
        }
        all
    }

    /// What comes, in sc or porf, before the next operation of a thread; `None` if nothing does.
    pub(crate) fn past_of(&mut self, thread: u32) -> Option<Clock<W>> {
        self.close_sc();
        let lane = self.lanes[thread as usize].as_ref()?;
        let last = if lane.last == NONE { lane.spawn } else { lane.last };
        (last != NONE).then(|| *self.order_of(last))
    }

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

    /// The clock of an event in sc, which must be closed, or in porf for models in which a graph
    /// has no linearisation of sc.
    pub(crate) fn order_of(&self, id: u32) -> &Clock<W> {
        if M::SC { &self.sc[id as usize] } else { &self.event(id).porf }
    }

    /// The newest event is there to stay.
    pub(crate) fn pin(&mut self, id: u32) {
        let event = &mut self.events[id as usize];
        event.pinned = true;
        self.symmetry.shorten(event.position as usize);
        if let Some(rounds) = &mut self.rounds {
            rounds.pin(id);
        }
    }
}
