//! Livelocks of a graph of states (docs/proofs/cutoffs.md, "Livelocks").
//!
//! For each choice of a loop for each thread: the strongly connected components of the moves inside
//! these loops. Of a component that is no livelock the moves are taken out that none in it can have,
//! and the rest is looked at again. What a thread has to have only becomes less with that, so all
//! livelocks stay in.

use super::graph::{Alone, Edge, Graph, Is, NodeId};
use super::strong::components;
use crate::prefix::{Fairness, Mistake};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::Site;

/// Not more choices of loops than this are tried.
const MOST_CHOICES: usize = 256;

/// A part of a graph.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) nodes: Vec<NodeId>,
    among: FxHashSet<NodeId>,
    /// By thread that moves, the loop in which it stays.
    loops: BTreeMap<u32, u64>,
    /// Moves that are left out.
    without: BTreeSet<(u32, Site)>,
}

/// What is looked for, in which graph.
pub(super) struct Search<'g> {
    graph: &'g Graph,
    fairness: Fairness,
    mistake: Option<Mistake>,
    /// For the loops at hand, by state and thread.
    alone: FxHashMap<(NodeId, u32), Alone>,
}

enum Judged {
    Livelock,
    /// What is left of it.
    Less(Part),
    Nothing,
}

impl Part {
    fn with(&self, nodes: Vec<NodeId>) -> Self {
        let Self { loops, without, .. } = self;
        Self { among: nodes.iter().copied().collect(), nodes, loops: loops.clone(), without: without.clone() }
    }

    /// The moves from a state that belong to it.
    pub(super) fn edges<'g>(&self, graph: &'g Graph, node: NodeId) -> impl Iterator<Item = &'g Edge> + use<'_, 'g> {
        let belongs = move |edge: &&Edge| {
            let name = self.loops.get(&edge.thread);
            edge.choice.is_none()
                && self.among.contains(&edge.to)
                && !self.without.contains(&(edge.thread, edge.site))
                && name.is_some_and(|name| [node, edge.to].iter().all(|node| graph.is_in(*node, edge.thread, *name)))
        };
        graph.node(node).edges.iter().filter(belongs)
    }

    /// The threads that move in it.
    pub(super) fn movers(&self, graph: &Graph) -> BTreeSet<u32> {
        self.nodes.iter().flat_map(|node| self.edges(graph, *node)).map(|edge| edge.thread).collect()
    }
}

impl<'g> Search<'g> {
    pub(super) fn new(graph: &'g Graph, (fairness, mistake): (Fairness, Option<Mistake>)) -> Self {
        Self { graph, fairness, mistake, alone: FxHashMap::default() }
    }

    /// All livelocks, as large as they are; `rounds`: the loops in which threads can go round. `None` if
    /// there are too many choices.
    pub(super) fn all(&mut self, rounds: &BTreeMap<u32, Vec<u64>>) -> Option<Vec<Part>> {
        let mut choices = vec![BTreeMap::new()];
        for (thread, loops) in rounds {
            let with = |choice: &BTreeMap<u32, u64>, name| {
                let mut choice = choice.clone();
                choice.insert(*thread, name);
                choice
            };
            choices = choices.iter().flat_map(|choice| loops.iter().map(|name| with(choice, *name))).collect();
            if choices.len() > MOST_CHOICES {
                return None;
            }
        }
        Some(choices.into_iter().flat_map(|loops| self.within(loops)).collect())
    }

    fn within(&mut self, loops: BTreeMap<u32, u64>) -> Vec<Part> {
        self.alone.clear();
        let part = Part { nodes: Vec::new(), among: FxHashSet::default(), loops, without: BTreeSet::new() };
        let (mut open, mut found) = (vec![part.with((0..self.graph.nodes.len() as NodeId).collect())], Vec::new());
        while let Some(part) = open.pop() {
            let next = |node| part.edges(self.graph, node).map(|edge| edge.to).collect();
            // Most are one state that nobody comes back to.
            let goes_round = |nodes: &Vec<NodeId>| {
                nodes.len() > 1 || part.edges(self.graph, nodes[0]).any(|edge| edge.to == nodes[0])
            };
            for nodes in components(&part.nodes, next).into_iter().filter(goes_round).collect::<Vec<_>>() {
                let component = part.with(nodes);
                match self.judge(&component) {
                    Judged::Livelock => found.push(component),
                    Judged::Less(part) if self.mistake != Some(Mistake::GivesUp) => open.push(part),
                    Judged::Less(_) | Judged::Nothing => {}
                }
            }
        }
        found
    }

    fn judge(&mut self, part: &Part) -> Judged {
        let mut movers: BTreeMap<u32, BTreeSet<Site>> = BTreeMap::new();
        for edge in part.nodes.iter().flat_map(|node| part.edges(self.graph, *node)) {
            movers.entry(edge.thread).or_default().insert(edge.site);
        }
        if movers.is_empty() {
            return Judged::Nothing;
        }
        let mut less = part.clone();
        for (&thread, sites) in &movers {
            let (leaves, vain) = self.retries(part, thread);
            if !leaves && self.mistake != Some(Mistake::StaysAnyway) {
                less.loops.remove(&thread);
            }
            if self.mistake != Some(Mistake::AnyRound) {
                less.without.extend(sites.difference(&vain).map(|site| (thread, *site)));
            }
        }
        if less.loops.len() < part.loops.len() || less.without.len() > part.without.len() {
            return Judged::Less(less);
        }
        if self.mistake == Some(Mistake::Unfair) {
            return Judged::Livelock;
        }
        self.judge_fairness(part, &movers.into_keys().collect())
    }

    /// Whether the thread, alone, would come out of its loop from some state, and at which places it is in
    /// vain from some.
    fn retries(&mut self, part: &Part, thread: u32) -> (bool, BTreeSet<Site>) {
        let name = part.loops.get(&thread).copied();
        let (mut leaves, mut vain) = (false, BTreeSet::new());
        for &node in &part.nodes {
            let alone = self.alone(node, thread, name);
            leaves |= alone.leaves;
            vain.extend(alone.vain.iter().copied());
        }
        (leaves, vain)
    }

    fn alone(&mut self, node: NodeId, thread: u32, name: Option<u64>) -> &Alone {
        let graph = self.graph;
        self.alone.entry((node, thread)).or_insert_with(|| graph.alone(node, thread, name))
    }

    /// Whether all threads but those that move can be left behind.
    fn judge_fairness(&mut self, part: &Part, movers: &BTreeSet<u32>) -> Judged {
        let Some(&first) = part.nodes.first() else { return Judged::Nothing };
        for thread in (0..self.graph.node(first).stands.len() as u32).filter(|thread| !movers.contains(thread)) {
            match self.graph.at(first, thread).map(|at| at.is) {
                None | Some(Is::Ended) => continue,
                Some(Is::Exited | Is::Stuck) => return Judged::Nothing,
                Some(_) if part.nodes.iter().any(|node| self.rests(*node, thread)) => continue,
                Some(Is::Polls(_)) => return Judged::Nothing,
                Some(Is::Alive | Is::Joins(_)) => {}
            }
            if self.fairness == Fairness::Weak {
                return Judged::Nothing;
            }
            let waits = |node: &NodeId| !self.graph.moves(*node, thread);
            let waiting: Vec<NodeId> = part.nodes.iter().copied().filter(waits).collect();
            if waiting.len() < part.nodes.len() {
                return Judged::Less(part.with(waiting));
            }
        }
        Judged::Livelock
    }

    /// Whether it is enough for a thread that does not move that this state comes again and again.
    pub(super) fn rests(&mut self, node: NodeId, thread: u32) -> bool {
        let waits = self.graph.at(node, thread).is_some_and(|at| matches!(at.is, Is::Alive | Is::Joins(_)))
            && self.fairness == Fairness::Weak
            && !self.graph.moves(node, thread);
        waits || self.graph.alone(node, thread, None).polls
    }
}
