//! Starvation (docs/proofs/cutoffs.md, "Starvation"): a strongly fair scheduler lets others go on for
//! ever, and one thread never gets out of a loop, or never gets a lock, though nothing keeps the
//! others from letting it.
//!
//! For each thread and each loop that it has left in some execution: the strongly connected
//! components of all moves, those of the thread inside the loop only. Of a component in which it does
//! not starve the moves are taken out that none inside can have, and the rest is looked at again.

use super::graph::{Edge, Graph, Is, NodeId};
use super::reach::{Reach, States};
use super::strong::components;
use super::walk::{self, Goal, Lasso};
use crate::prefix::levels::Search;
use crate::prefix::{Mistake, PrefixSystem};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::{Schedule, Site, ThreadId};

/// A thread that starves: where it stands, and an execution in which it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Starved {
    /// Which.
    pub thread: ThreadId,
    /// Before this operation.
    pub site: Site,
    /// What leads there, and what the others then do for ever.
    pub schedule: Schedule,
}

/// A part of the graph.
#[derive(Clone)]
struct Part {
    /// Sorted.
    nodes: Vec<NodeId>,
    /// Places of the thread at which it does not move.
    without: BTreeSet<Site>,
}

struct Starving<'g> {
    graph: &'g Graph,
    thread: u32,
    /// The loop in which it stays; none: it stands before a lock.
    name: Option<u64>,
    /// From where it can come to move: only there it waits for a lock that it may get.
    may_move: States,
    mistake: Option<Mistake>,
    /// Where others look on for ever.
    polls: FxHashMap<(NodeId, u32), bool>,
}

enum Judged {
    Starves,
    Less(Part),
    Nothing,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Threads that starve, each once; to be asked if nothing is wrong.
    pub(super) fn look_for_starvation(&mut self, graph: &Graph, left: &BTreeMap<u32, Vec<u64>>) {
        let threads = graph.nodes.iter().map(|node| node.stands.len()).max().unwrap_or(0) as u32;
        let (mistake, reach) = (self.livelocks.1, Reach::of(graph));
        let of = |thread, name| Starving::new(graph, &reach, (thread, name), mistake).lasso();
        for thread in 0..threads {
            let loops = left.get(&thread).into_iter().flatten().map(|name| Some(*name));
            for lasso in loops.chain([None]).filter_map(|name| of(thread, name)) {
                if let Some(starved) = self.performed(ThreadId(thread), &lasso) {
                    self.grown.starved.push(starved);
                    break;
                }
            }
        }
    }

    /// Performs it, twice round; the execution at hand is then as it was.
    fn performed(&mut self, thread: ThreadId, lasso: &Lasso) -> Option<Starved> {
        let mut backs = Vec::new();
        let comes_again = self.twice_round(lasso, &mut backs).is_some();
        let run = &self.execution.run;
        let site = run.pending(thread).filter(|_| comes_again).map(|at| at.site);
        let starved = site.map(|site| {
            let schedule = Schedule { repeats: lasso.round.len(), in_vain: vec![thread], ..run.schedule() };
            Starved { thread, site, schedule }
        });
        self.take_all_back(&mut backs);
        starved
    }
}

impl<'g> Starving<'g> {
    fn new(graph: &'g Graph, reach: &Reach, (thread, name): (u32, Option<u64>), mistake: Option<Mistake>) -> Self {
        let nodes = (0..graph.nodes.len() as NodeId).filter(|_| name.is_none());
        let may_move = reach.before(nodes.map(|node| graph.moves(node, thread)).collect());
        Self { graph, thread, name, may_move, mistake, polls: FxHashMap::default() }
    }

    /// The way into a part in which the thread starves, and round in it, if there is one.
    fn lasso(mut self) -> Option<Lasso> {
        let is_there = |node: &NodeId| match self.name {
            Some(name) => self.graph.is_in(*node, self.thread, name),
            None => {
                let at = self.graph.at(*node, self.thread);
                at.is_some_and(|at| at.locks) && !self.graph.moves(*node, self.thread)
            }
        };
        let nodes = (0..self.graph.nodes.len() as NodeId).filter(is_there).collect();
        let mut open = vec![Part { nodes, without: BTreeSet::new() }];
        while let Some(part) = open.pop() {
            for nodes in components(&part.nodes, |node| self.edges(&part, node).map(|edge| edge.to).collect()) {
                let part = Part { nodes, without: part.without.clone() };
                match self.judge(&part) {
                    Judged::Starves => return self.way_round(&part),
                    Judged::Less(part) if self.mistake != Some(Mistake::GivesUp) => open.push(part),
                    Judged::Less(_) | Judged::Nothing => {}
                }
            }
        }
        None
    }

    fn edges<'p>(&self, part: &'p Part, node: NodeId) -> impl Iterator<Item = &'g Edge> + use<'p, 'g> {
        let thread = self.thread;
        self.graph.node(node).edges.iter().filter(move |edge| {
            let is_own = edge.thread == thread;
            edge.choice.is_none()
                && part.nodes.binary_search(&edge.to).is_ok()
                && !(is_own && part.without.contains(&edge.site))
        })
    }

    fn movers(&self, part: &Part) -> BTreeSet<u32> {
        part.nodes.iter().flat_map(|node| self.edges(part, *node)).map(|edge| edge.thread).collect()
    }

    fn judge(&mut self, part: &Part) -> Judged {
        let movers = self.movers(part);
        if movers.iter().all(|mover| *mover == self.thread) {
            return Judged::Nothing;
        }
        match self.judge_own(part, movers.contains(&self.thread)) {
            Judged::Starves if self.mistake != Some(Mistake::Unfair) => self.judge_others(part, &movers),
            other => other,
        }
    }

    /// Whether the thread would get on from some state, and all that it does is in vain.
    fn judge_own(&self, part: &Part, moves: bool) -> Judged {
        let Some(name) = self.name else {
            let may_move = part.nodes.iter().any(|node| self.may_move[*node as usize]);
            return if may_move { Judged::Starves } else { Judged::Nothing };
        };
        let (mut leaves, mut looks_on, mut vain) = (false, false, BTreeSet::new());
        for &node in &part.nodes {
            let alone = self.graph.alone(node, self.thread, Some(name));
            leaves |= alone.leaves;
            looks_on |= alone.comes_back && !alone.leaves;
            vain.extend(alone.vain.iter().copied());
        }
        leaves |= self.mistake == Some(Mistake::StaysAnyway);
        if !leaves || !moves && !looks_on {
            return Judged::Nothing;
        }
        let own = part.nodes.iter().flat_map(|node| self.edges(part, *node)).filter(|edge| edge.thread == self.thread);
        let useful: Vec<Site> =
            own.filter(|edge| edge.acts && !vain.contains(&edge.site)).map(|edge| edge.site).collect();
        if useful.is_empty() || self.mistake == Some(Mistake::AnyRound) {
            return Judged::Starves;
        }
        let mut less = part.clone();
        less.without.extend(useful);
        Judged::Less(less)
    }

    /// Whether all others that do not move can be left behind.
    fn judge_others(&mut self, part: &Part, movers: &BTreeSet<u32>) -> Judged {
        let Some(&first) = part.nodes.first() else { return Judged::Nothing };
        let (threads, own) = (0..self.graph.node(first).stands.len() as u32, self.thread);
        for thread in threads.filter(|thread| *thread != own && !movers.contains(thread)) {
            match self.graph.at(first, thread).map(|at| at.is) {
                None | Some(Is::Ended) => continue,
                Some(Is::Exited | Is::Stuck) => return Judged::Nothing,
                Some(is) => {
                    if part.nodes.iter().any(|node| self.polls(*node, thread)) {
                        continue;
                    }
                    if matches!(is, Is::Polls(_)) {
                        return Judged::Nothing;
                    }
                }
            }
            let waits = |node: &NodeId| !self.graph.moves(*node, thread);
            let waiting: Vec<NodeId> = part.nodes.iter().copied().filter(waits).collect();
            if waiting.len() < part.nodes.len() {
                return Judged::Less(Part { nodes: waiting, without: part.without.clone() });
            }
        }
        Judged::Starves
    }

    fn polls(&mut self, node: NodeId, thread: u32) -> bool {
        let graph = self.graph;
        *self.polls.entry((node, thread)).or_insert_with(|| graph.alone(node, thread, None).polls)
    }

    /// A way round on which each thread moves that does, or comes by a state where it looks on.
    fn way_round(&mut self, part: &Part) -> Option<Lasso> {
        let movers = self.movers(part);
        let threads = part.nodes.first().map_or(0, |node| self.graph.node(*node).stands.len() as u32);
        let mut goals = Vec::new();
        for thread in 0..threads {
            if movers.contains(&thread) {
                goals.push(Goal::Moves(thread));
                continue;
            }
            let is_own = thread == self.thread;
            let name = self.name.filter(|_| is_own);
            let rests = |node: &NodeId| {
                let alone = self.graph.alone(*node, thread, name);
                if is_own { alone.comes_back && !alone.leaves } else { alone.polls }
            };
            let rests: BTreeSet<NodeId> = part.nodes.iter().copied().filter(rests).collect();
            if !rests.is_empty() {
                goals.push(Goal::Rests(rests));
            }
        }
        walk::into_and_round(self.graph, &part.nodes, |node| self.edges(part, node).collect(), goals)
    }
}
