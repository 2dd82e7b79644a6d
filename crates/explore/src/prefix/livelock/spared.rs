//! Who does not wait in vain in some execution: who comes to its end, or goes on for ever although
//! no other thread is kept from going on (docs/proofs/cutoffs.md, "Waits in vain").
//!
//! To go on for ever is to move again and again in a part of the graph that can be gone round, or
//! to poll there and see the same. The part is fair if each other thread moves in it, too, or
//! cannot at some state of it.

use super::graph::{Edge, Graph, Is, NodeId};
use super::reach::States;
use std::collections::BTreeSet;

/// Threads that come to their ends in some execution, by where they come from. `broken`: from where
/// one can come to a state after which nobody knows.
pub(super) fn ended(graph: &Graph, broken: &States) -> BTreeSet<u64> {
    let mut out = BTreeSet::new();
    for state in (0..graph.nodes.len() as NodeId).filter(|state| !broken[*state as usize]) {
        let ended = |thread: &u32| graph.at(state, *thread).is_some_and(|at| at.is == Is::Ended);
        let threads = 0..graph.node(state).stands.len() as u32;
        out.extend(threads.filter(ended).map(|thread| graph.born(state, thread)));
    }
    out
}

/// Those that go on for ever in some execution.
pub(super) fn spared(graph: &Graph, parts: &[Vec<NodeId>], vain: &[States]) -> BTreeSet<u64> {
    let is_vain = |state: NodeId, thread: u32| vain[thread as usize][state as usize];
    let threads = || 0..vain.len() as u32;
    let mut out = BTreeSet::new();
    for states in parts {
        let part = Part { graph, states };
        if part.has_stopped() || !threads().all(|thread| part.moves(thread) || part.rests(thread)) {
            continue;
        }
        let goes_on = |thread: &u32| part.moves(*thread) || part.polls(*thread);
        for thread in threads().filter(goes_on) {
            let spared = part.states.iter().copied().find(|state| !is_vain(*state, thread));
            out.extend(spared.map(|state| graph.born(state, thread)));
        }
    }
    out
}

/// A strongly connected part of the graph.
struct Part<'g> {
    graph: &'g Graph,
    /// Sorted.
    states: &'g [NodeId],
}

impl Part<'_> {
    fn has_stopped(&self) -> bool {
        let is = |state: &NodeId| self.graph.stands(*state).any(|at| matches!(at.is, Is::Stuck | Is::Exited));
        self.states.iter().any(is)
    }

    fn moves(&self, thread: u32) -> bool {
        let inside = |edge: &Edge| edge.thread == thread && self.states.binary_search(&edge.to).is_ok();
        self.states.iter().any(|state| self.graph.node(*state).edges.iter().any(inside))
    }

    /// Whether a thread cannot move at some state, or would do what it has done.
    fn rests(&self, thread: u32) -> bool {
        let is_stale = |state: NodeId| self.graph.at(state, thread).is_some_and(|at| at.is_stale);
        self.states.iter().any(|state| !is_stale(*state) && !self.graph.moves(*state, thread))
    }

    fn polls(&self, thread: u32) -> bool {
        let mut stands = self.states.iter().filter_map(|state| self.graph.at(*state, thread));
        stands.any(|at| matches!(at.is, Is::Polls(_)) && !at.is_stale)
    }
}
