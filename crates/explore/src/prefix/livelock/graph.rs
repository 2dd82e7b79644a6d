//! The states of a program and the moves between them, as far as livelocks are concerned; and what a
//! thread does from a state if it runs alone.

use super::strong::components;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::rc::Rc;
use threadbare_op::{Site, Step, ThreadId};

/// A state's number, in the order in which they were met.
pub(super) type NodeId = u32;
/// A thread that has not begun.
pub(super) const UNBORN: u32 = u32::MAX;

/// How a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Is {
    /// Before an operation, for which it may have to wait.
    Alive,
    /// The same, and that is the end of this thread.
    Joins(u32),
    /// It waits in a loop: the last so many events of it come again.
    Polls(u32),
    /// It has come to its end.
    Ended,
    /// It has ended the program.
    Exited,
    /// It goes no further, for another reason.
    Stuck,
}

/// Where a thread stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct At {
    pub(super) is: Is,
    /// It polls, and would see something else by now.
    pub(super) is_stale: bool,
    /// It stands before a lock.
    pub(super) locks: bool,
    /// The loops around it.
    pub(super) loops: Box<[u64]>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub(super) thread: u32,
    pub(super) site: Site,
    pub(super) to: NodeId,
    /// Whether it does more than look.
    pub(super) acts: bool,
    /// Whether it begins or ends a section of a lock, and writes nothing.
    pub(super) is_of_section: bool,
    pub(super) choice: Option<u32>,
}

impl Edge {
    pub(super) fn step(&self) -> Step {
        Step { thread: ThreadId(self.thread), choice: self.choice }
    }
}

/// By state, the length of a shortest way from the beginning, and the last move of that way.
pub(super) type Shortest<'g> = BTreeMap<NodeId, (usize, NodeId, &'g Edge)>;

/// A state.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    pub(super) edges: SmallVec<[Edge; 2]>,
    /// By thread, where it stands ([`Graph::places`]).
    pub(super) stands: Box<[u32]>,
    /// By thread, where it comes from: the same in all executions, unlike its number.
    pub(super) born: Rc<[u64]>,
}

/// See the module. The first node is the beginning.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) places: Vec<At>,
    numbers: FxHashMap<At, u32>,
}

/// What a thread does that runs alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Alone {
    /// It comes out of its loop.
    pub(super) leaves: bool,
    /// It goes round in its loop for ever, and does more than look: at these places.
    pub(super) vain: Box<[Site]>,
    /// It goes on for ever, and only looks.
    pub(super) polls: bool,
    /// The same, and comes back to this state.
    pub(super) comes_back: bool,
}

/// No thread is followed for longer.
const LONGEST: usize = 10_000;

impl Graph {
    /// The number of a place.
    pub(super) fn place(&mut self, at: At) -> u32 {
        let places = &mut self.places;
        *self.numbers.entry(at).or_insert_with_key(|at| {
            places.push(at.clone());
            places.len() as u32 - 1
        })
    }

    pub(super) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    /// Where a thread stands that has begun.
    pub(super) fn at(&self, node: NodeId, thread: u32) -> Option<&At> {
        let place = *self.node(node).stands.get(thread as usize)?;
        (place != UNBORN).then(|| &self.places[place as usize])
    }

    /// Where the threads stand that have begun.
    pub(super) fn stands(&self, node: NodeId) -> impl Iterator<Item = &At> {
        self.node(node).stands.iter().filter(|place| **place != UNBORN).map(|place| &self.places[*place as usize])
    }

    /// Where a thread comes from that has begun.
    pub(super) fn born(&self, node: NodeId, thread: u32) -> u64 {
        self.node(node).born.get(thread as usize).copied().unwrap_or(0)
    }

    /// Whether a thread stands in a loop.
    pub(super) fn is_in(&self, node: NodeId, thread: u32, name: u64) -> bool {
        self.at(node, thread).is_some_and(|at| at.loops.contains(&name))
    }

    /// Whether a thread can move.
    pub(super) fn moves(&self, node: NodeId, thread: u32) -> bool {
        self.node(node).edges.iter().any(|edge| edge.thread == thread)
    }

    /// What a thread does from a state on, alone; `name`: the loop that is to be left, if there is one.
    pub(super) fn alone(&self, from: NodeId, thread: u32, name: Option<u64>) -> Alone {
        let (mut path, mut places) = (Vec::new(), FxHashMap::default());
        let (mut alone, mut node) = (Alone::default(), from);
        loop {
            let Some(at) = self.at(node, thread) else { return alone };
            alone.leaves |= at.is != Is::Stuck && name.is_some_and(|name| !at.loops.contains(&name));
            if let Some(first) = places.insert(node, path.len()) {
                return self.round(alone, &path, first, (thread, name));
            }
            let mut own = self.node(node).edges.iter().filter(|edge| edge.thread == thread);
            let edge = match (own.next(), at.is) {
                (Some(edge), _) if edge.choice.is_none() && path.len() < LONGEST => edge,
                (None, Is::Polls(events)) => {
                    let before = path.len().checked_sub(events as usize);
                    alone.polls = before.is_some_and(|before| path[..before].iter().all(|edge: &&Edge| !edge.acts));
                    alone.comes_back = alone.polls && before == Some(0);
                    return alone;
                }
                _ => return alone,
            };
            path.push(edge);
            node = edge.to;
        }
    }

    /// It comes again and again to the state that it left by the step `first`.
    fn round(&self, mut alone: Alone, path: &[&Edge], first: usize, (thread, name): (u32, Option<u64>)) -> Alone {
        alone.polls = path.iter().all(|edge| !edge.acts);
        alone.comes_back = alone.polls && first == 0;
        let (before, round) = path.split_at(first);
        let is_inside = |edge: &&Edge| name.is_some_and(|name| self.is_in(edge.to, thread, name));
        if round.iter().any(|edge| edge.acts) && before.iter().chain(round).all(is_inside) {
            alone.vain = round.iter().map(|edge| edge.site).collect();
        }
        alone
    }

    /// The strongly connected parts, each sorted.
    pub(super) fn parts(&self) -> Vec<Vec<NodeId>> {
        let all: Vec<NodeId> = (0..self.nodes.len() as NodeId).collect();
        components(&all, |node| self.node(node).edges.iter().map(|edge| edge.to).collect())
    }

    /// A shortest way to a state.
    pub(super) fn way_to(&self, shortest: &Shortest<'_>, state: NodeId) -> Vec<Step> {
        let mut way = Vec::new();
        let mut node = state;
        while let Some((_, before, edge)) = shortest.get(&node) {
            way.push(edge.step());
            node = *before;
        }
        way.reverse();
        way
    }

    /// By state, the length of a shortest way from the beginning, and the last move of that way.
    pub(super) fn shortest(&self) -> Shortest<'_> {
        let mut known = BTreeMap::new();
        let mut open = std::collections::VecDeque::from([(0, 0)]);
        while let Some((node, length)) = open.pop_front() {
            for edge in &self.node(node).edges {
                if edge.to != 0 && !known.contains_key(&edge.to) {
                    known.insert(edge.to, (length + 1, node, edge));
                    open.push_back((edge.to, length + 1));
                }
            }
        }
        known
    }
}
