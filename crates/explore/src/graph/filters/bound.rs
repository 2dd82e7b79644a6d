//! Bounded search: what is explored if rounds ([`super::rounds`]), or preemptions or context
//! switches ([`super::switches`]), are bounded.

use super::Filtered;
use super::rounds::{Rounds, Rule};
use super::switches::Count;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, NONE};
use crate::graph::core::execution::Execution;
use crate::graph::core::system::GraphSystem;
use threadbare_op::{Bound, Limit};

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

/// The bound, and what is kept to tell what is within it.
#[derive(Debug, Default)]
pub(crate) struct Bounded {
    pub(crate) bound: Option<Bound>,
    /// The rounds of the events, if they are bounded.
    pub(crate) rounds: Option<Box<Rounds>>,
}

impl Bounded {
    /// Explores only what is within the bound.
    pub(super) fn new(within: Option<Within>) -> Self {
        let rounds = match within {
            Some(Within { bound: Bound::Rounds(most), rule }) => Some(Box::new(Rounds::new(most, rule))),
            _ => None,
        };
        Self { bound: within.map(|within| within.bound), rounds }
    }

    /// The order of the threads in a round, if rounds are bounded.
    pub(crate) fn order(&self) -> Option<&[u32]> {
        self.rounds.as_ref().map(|rounds| &rounds.order[..])
    }

    /// Whether the last event of a thread is beyond the bound.
    #[inline]
    pub(crate) fn is_over<T: Copy, M: Model, const W: usize>(&self, graph: &Execution<T, M, W>, thread: u32) -> bool {
        let (Some(rounds), Some(lane)) = (&self.rounds, &graph.lanes[thread as usize]) else { return false };
        let last = if lane.last == NONE { lane.spawn } else { lane.last };
        last != NONE && rounds.is_over(last)
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// next_P within a bound: the first thread, in the order of threads, that can go on and is not
    /// over (rule 3).
    pub(crate) fn next_within(&mut self) -> Option<u32> {
        let threads = self.hooks.bound.order().map_or(0, <[u32]>::len);
        (0..threads).find_map(|place| {
            let thread = self.hooks.bound.order()?[place];
            (!self.hooks.bound.is_over(&self.graph, thread) && self.can_go_on(thread)).then_some(thread)
        })
    }

    /// Whether the graph, to which an event has been added, can lead to an execution within the
    /// bound.
    #[inline]
    pub(crate) fn is_admitted(&mut self) -> bool {
        self.hooks.bound.bound.is_none() || self.may_be_within()
    }

    #[inline(never)]
    fn may_be_within(&mut self) -> bool {
        let admitted = match &self.hooks.bound.rounds {
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
        if self.hooks.bound.bound.is_none() || self.hooks.bound.rounds.is_some() {
            return true;
        }
        let within = self.line_within(&self.graph.everything(), Count::Exactly).is_some();
        if !within {
            self.meet_bound();
            self.report.stats.redundant += u64::from(self.is_told());
        }
        within
    }

    /// Something beyond the bound was met.
    pub(crate) fn meet_bound(&mut self) {
        if let Some(bound) = self.hooks.bound.bound {
            self.report.coverage.limit(limit_of(bound));
        }
    }

    /// Nothing can go on: whether that is because of the bound.
    pub(crate) fn is_dead_end(&mut self) -> bool {
        let over = self.hooks.bound.rounds.is_some()
            && (0..W as u32).any(|thread| self.hooks.bound.is_over(&self.graph, thread));
        if over {
            self.meet_bound();
            self.report.stats.redundant += u64::from(self.is_told());
        }
        over
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
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

    /// The clock of an event in sc, which must be closed, or in porf for models in which a graph
    /// has no linearisation of sc.
    pub(crate) fn order_of(&self, id: u32) -> &Clock<W> {
        if M::SC { &self.sc[id] } else { &self.event(id).porf }
    }
}
