//! A shortest way into a livelock, or to where a thread starves, and a short way round; ways round
//! for waits in vain.

use super::cycles::{Part, Search};
use super::graph::{Edge, Graph, Is, NodeId};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use threadbare_op::Step;

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lasso {
    pub(super) stem: Vec<Step>,
    /// Fair: whatever the livelock as a whole does for threads that do not move, this does.
    pub(super) round: Vec<Step>,
}

/// What a way round has to come by.
pub(super) enum Goal {
    /// This thread moves.
    Moves(u32),
    /// A thread does not, and rests in one of these states.
    Rests(BTreeSet<NodeId>),
}

impl Goal {
    fn is_met(&self, edge: Option<&Edge>, node: NodeId) -> bool {
        match self {
            Self::Moves(thread) => edge.is_some_and(|edge| edge.thread == *thread),
            Self::Rests(nodes) => nodes.contains(&node),
        }
    }
}

/// The way into a livelock and round in it.
pub(super) fn lasso(graph: &Graph, search: &mut Search<'_>, part: &Part) -> Option<Lasso> {
    let goals = goals(graph, search, part);
    into_and_round(graph, &part.nodes, |node| part.edges(graph, node).collect(), goals)
}

/// A shortest way into a part, and round in it, by moves that are `inside`, past all these.
pub(super) fn into_and_round<'g>(
    graph: &'g Graph,
    nodes: &[NodeId],
    inside: impl Fn(NodeId) -> Vec<&'g Edge> + Copy,
    mut goals: Vec<Goal>,
) -> Option<Lasso> {
    let shortest = graph.shortest();
    let length = |node: &NodeId| shortest.get(node).map_or(0, |(length, ..)| *length);
    let start = nodes.iter().copied().min_by_key(length)?;
    let stem = graph.way_to(&shortest, start);
    let (mut at, mut round) = (start, Vec::new());
    while !goals.is_empty() {
        let wanted = |edge: Option<&Edge>, node: NodeId| goals.iter().any(|goal| goal.is_met(edge, node));
        let edges = path(inside, at, wanted)?;
        goals.retain(|goal| !goal.is_met(None, at) && !edges.iter().any(|edge| goal.is_met(Some(edge), edge.to)));
        at = edges.last().map_or(at, |edge| edge.to);
        round.extend(edges.into_iter().map(Edge::step));
    }
    round.extend(path(inside, at, |_, node| node == start)?.into_iter().map(Edge::step));
    Some(Lasso { stem, round })
}

/// All that a way round has to come by.
fn goals(graph: &Graph, search: &mut Search<'_>, part: &Part) -> Vec<Goal> {
    let movers = part.movers(graph);
    let threads = part.nodes.first().map_or(0, |node| graph.node(*node).stands.len() as u32);
    let mut goals = Vec::new();
    for thread in 0..threads {
        if movers.contains(&thread) {
            goals.push(Goal::Moves(thread));
            continue;
        }
        let is_there = part.nodes.first().and_then(|node| graph.at(*node, thread)).is_some_and(|at| at.is != Is::Ended);
        let rests: BTreeSet<NodeId> =
            part.nodes.iter().copied().filter(|node| is_there && search.rests(*node, thread)).collect();
        // With strong fairness, who waits all the time has no such state.
        if !rests.is_empty() {
            goals.push(Goal::Rests(rests));
        }
    }
    goals
}

/// A way round from a state, inside these (sorted, strongly connected), on which each of these
/// threads moves that can.
pub(super) fn circle(graph: &Graph, among: &[NodeId], start: NodeId, threads: &BTreeSet<u32>) -> Option<Vec<Step>> {
    let inside = |node| -> Vec<&Edge> {
        graph.node(node).edges.iter().filter(|edge| among.binary_search(&edge.to).is_ok()).collect()
    };
    let (mut at, mut round) = (start, Vec::new());
    for thread in threads {
        let moves = |edge: &&Edge| edge.thread == *thread;
        if !round.iter().any(moves) && among.iter().any(|node| inside(*node).iter().any(moves)) {
            round.extend(path(inside, at, |edge, _| edge.is_some_and(|edge| moves(&edge)))?);
            at = round.last().map_or(at, |edge| edge.to);
        }
    }
    round.extend(path(inside, at, |_, node| node == start)?);
    Some(round.into_iter().map(Edge::step).collect())
}

/// A shortest way of moves `inside` to where `is_there`; none if that is here.
fn path<'g>(
    inside: impl Fn(NodeId) -> Vec<&'g Edge>,
    from: NodeId,
    is_there: impl Fn(Option<&Edge>, NodeId) -> bool,
) -> Option<Vec<&'g Edge>> {
    if is_there(None, from) {
        return Some(Vec::new());
    }
    let mut known: BTreeMap<NodeId, Option<(NodeId, &Edge)>> = BTreeMap::from([(from, None)]);
    let mut open = VecDeque::from([from]);
    while let Some(node) = open.pop_front() {
        for edge in inside(node) {
            if is_there(Some(edge), edge.to) {
                let mut way = vec![edge];
                let mut at = node;
                while let Some(Some((before, edge))) = known.get(&at) {
                    way.push(edge);
                    at = *before;
                }
                way.reverse();
                return Some(way);
            }
            if let Entry::Vacant(new) = known.entry(edge.to) {
                new.insert(Some((node, edge)));
                open.push_back(edge.to);
            }
        }
    }
    None
}
