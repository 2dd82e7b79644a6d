//! From which states one can come to others.

use super::graph::{Graph, NodeId};

/// By state.
pub(super) type States = Vec<bool>;

/// From where a move leads to each state.
pub(super) struct Reach(Vec<Vec<NodeId>>);

impl Reach {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut before = vec![Vec::new(); graph.nodes.len()];
        for (from, node) in (0..).zip(&graph.nodes) {
            node.edges.iter().for_each(|edge| before[edge.to as usize].push(from));
        }
        Self(before)
    }

    /// The states from which one can come to these.
    pub(super) fn before(&self, mut states: States) -> States {
        let mut open: Vec<usize> = (0..states.len()).filter(|state| states[*state]).collect();
        while let Some(state) = open.pop() {
            for &from in &self.0[state] {
                if !std::mem::replace(&mut states[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        states
    }
}
