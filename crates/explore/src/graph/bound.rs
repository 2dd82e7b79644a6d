//! Bounded search: where the bound ([`super::rounds`]) enters the algorithm.

use super::cuts::Count;
use super::event::{Clock, NONE};
use super::execution::Execution;
use super::model::Model;
use super::rounds::{Rounds, Rule};
use super::search::Search;
use threadbare_op::{Bound, Limit, System};

/// What part of all executions is explored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub(super) bound: Bound,
    pub(super) rule: Rule,
}

/// The limit that tells that there is something beyond a bound.
pub(super) const fn limit_of(bound: Bound) -> Limit {
    match bound {
        Bound::Rounds(_) => Limit::Rounds,
        Bound::Preemptions(_) => Limit::Preemptions,
        Bound::ContextSwitches(_) => Limit::ContextSwitches,
    }
}

impl<S: System, M: Model, const W: usize> Search<'_, S, M, W> {
    /// Explores only what is within the bound.
    pub(super) fn keep_to(mut self, within: Option<Within>) -> Self {
        self.bound = within.map(|within| within.bound);
        self.graph.rounds = match within {
            Some(Within { bound: Bound::Rounds(most), rule }) => Some(Box::new(Rounds::new(most, rule))),
            _ => None,
        };
        self
    }

    /// next_P within a bound: the first thread, in the order of threads, that can go on and is not over (rule 3).
    pub(super) fn next_within(&mut self) -> Option<u32> {
        let threads = self.graph.rounds.as_ref().map_or(0, |rounds| rounds.order.len());
        (0..threads).find_map(|place| {
            let thread = self.graph.rounds.as_ref()?.order[place];
            (!self.graph.is_over(thread) && self.can_go_on(thread)).then_some(thread)
        })
    }

    /// Whether the graph, to which an event has been added, can lead to an execution within the bound.
    #[inline]
    pub(super) fn is_admitted(&mut self) -> bool {
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
    pub(super) fn is_within(&mut self) -> bool {
        if self.bound.is_none() || self.graph.rounds.is_some() {
            return true;
        }
        let within = self.fits(&self.graph.everything(), Count::Exactly);
        if !within {
            self.meet_bound();
            self.stats.redundant += u64::from(self.mine);
        }
        within
    }

    /// Whether what comes before a fault of the thread can belong to an execution within a bound on switches. (With rounds, a thread that is over has
    /// no faults, and a graph in which one is over has no end.)
    pub(super) fn is_fault_within(&mut self, thread: Option<u32>) -> bool {
        if self.bound.is_none() || self.graph.rounds.is_some() {
            return true;
        }
        match thread.and_then(|thread| self.graph.past_of(thread)) {
            Some(past) => self.fits(&past, Count::AtLeast),
            None => true,
        }
    }

    /// Something beyond the bound was met.
    pub(super) fn meet_bound(&mut self) {
        if let Some(bound) = self.bound {
            self.coverage.limit(limit_of(bound));
        }
    }

    /// Nothing can go on: whether that is because of the bound.
    pub(super) fn is_dead_end(&mut self) -> bool {
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
    pub(super) fn is_over(&self, thread: u32) -> bool {
        let (Some(rounds), Some(lane)) = (&self.rounds, &self.lanes[thread as usize]) else { return false };
        let last = if lane.last == NONE { lane.spawn } else { lane.last };
        last != NONE && rounds.is_over(last)
    }

    /// All events.
    pub(super) fn everything(&self) -> Clock<W> {
        let mut all = [1; W];
        for (thread, lane) in self.threads() {
            all[thread as usize] = lane.count;
        }
        all
    }

    /// What comes, in sc or porf, before the next operation of a thread; `None` if nothing does.
    pub(super) fn past_of(&mut self, thread: u32) -> Option<Clock<W>> {
        self.close_sc();
        let lane = self.lanes[thread as usize].as_ref()?;
        let last = if lane.last == NONE { lane.spawn } else { lane.last };
        (last != NONE).then(|| *self.order_of(last))
    }

    /// The clock of an event in sc, which must be closed, or in porf for models in which a graph has no linearisation of sc.
    pub(super) fn order_of(&self, id: u32) -> &Clock<W> {
        if M::SC { &self.sc[id as usize] } else { &self.event(id).porf }
    }

    /// The newest event is there to stay.
    pub(super) fn pin(&mut self, id: u32) {
        let event = &mut self.events[id as usize];
        event.pinned = true;
        self.symmetry.shorten(event.position as usize);
        if let Some(rounds) = &mut self.rounds {
            rounds.pin(id);
        }
    }
}
