//! Threads that wait for ever while others go on (docs/proofs/cutoffs.md, "Waits in vain").
//!
//! A thread *waits in vain* in a state if in no state that can come after does it go on: it waits for
//! an object, and never moves again; or it stands in a loop that it has left in other executions,
//! only looks, and never leaves it. Who joins one that waits in vain does so too; who joins another one
//! does not.
//!
//! A worker for whom there is no more work waits in vain, and that is no fault. So it is told only if
//! it is a matter of how threads take turns, or of input: the thread does not wait in vain in other
//! executions; or if `main` waits for its end.
//!
//! Not covered: states after which somebody ends the program, or stops for another reason
//! (assumptions, limits); states after which somebody has gone round a loop in vain of whose reads one
//! is out of date by then: it goes no further in the graph, but would; `main` that waits for what never comes in any execution.

use super::graph::{Graph, Is, NodeId};
use super::strong::components;
use crate::prefix::PrefixSystem;
use crate::prefix::levels::Search;
use crate::waits::hold::is_spin;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::{Op, Schedule, Step, SyncOp, ThreadId};

/// Who waits in vain in a state, and with which moves it comes to wait.
struct Found {
    threads: BTreeSet<u32>,
    way: Vec<Step>,
}

/// By state.
type States = Vec<bool>;

struct Waits<'g> {
    graph: &'g Graph,
    before: Vec<Vec<NodeId>>,
    /// By thread.
    vain: Vec<States>,
    /// By thread: whether it waits in vain in some executions only.
    differs: Vec<bool>,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Whether some thread may wait for what others do, while others go on.
    pub(super) fn may_wait_in_vain(&self) -> bool {
        let waits = |op: &Op| match op {
            Op::Sync { op, .. } => {
                matches!(op, SyncOp::CondAwake { .. } | SyncOp::SemWait | SyncOp::BarrierLeave | SyncOp::OnceEnter)
            }
            op => is_spin(op),
        };
        let conditions = 0..self.net.conditions.len() as u32;
        self.net.events.iter().any(|event| event.is_cut)
            && (!self.grown.rounds.is_empty()
                || conditions.into_iter().any(|at| self.net.stand(at).is_some_and(|stand| waits(&stand.op))))
    }

    /// Tells of threads that wait in vain.
    pub(super) fn look_for_vain_waits(&mut self, graph: &Graph, left: &BTreeMap<u32, Vec<u64>>) {
        for Found { threads, way } in Waits::new(graph, left).all(left) {
            let (mut backs, in_vain) = (Vec::new(), threads.into_iter().map(ThreadId).collect::<Vec<_>>());
            if self.go_to(&[])
                && self.perform_all(&way, &mut backs)
                && let Some(fault) = self.execution.run.in_vain(self.report.system, &in_vain)
            {
                self.report.tick();
                let run = &self.execution.run;
                self.report.fault(fault, &mut || Schedule { in_vain: in_vain.clone(), ..run.schedule() });
            }
            self.take_all_back(&mut backs);
        }
    }
}

impl<'g> Waits<'g> {
    fn new(graph: &'g Graph, left: &BTreeMap<u32, Vec<u64>>) -> Self {
        let mut before = vec![Vec::new(); graph.nodes.len()];
        for (from, node) in (0..).zip(&graph.nodes) {
            node.edges.iter().for_each(|edge| before[edge.to as usize].push(from));
        }
        let threads = graph.nodes.iter().map(|node| node.stands.len()).max().unwrap_or(0) as u32;
        let mut search = Self { graph, before, vain: Vec::new(), differs: Vec::new() };
        let is = |wanted: fn(Is) -> bool| search.states(|state| graph.stands(state).any(|at| wanted(at.is)));
        // Who polls goes no further here; if it would see something else, that says nothing.
        let stale = search.states(|state| graph.node(state).is_stale);
        let stopped = is(|is| matches!(is, Is::Stuck | Is::Exited));
        let unclear = search.before(stopped.iter().zip(&stale).map(|(stopped, stale)| *stopped || *stale).collect());
        let polls = is(|is| matches!(is, Is::Polls(_)));
        let judged: States = unclear.iter().zip(&polls).map(|(unclear, polls)| !unclear && !polls).collect();
        search.vain = (0..threads).map(|thread| search.vain(thread, left, &judged)).collect();
        search.differs = (0..threads).map(|thread| search.differs(thread, &unclear)).collect();
        search
    }

    fn all_states(&self) -> std::ops::Range<NodeId> {
        0..self.graph.nodes.len() as NodeId
    }

    fn states(&self, is_there: impl FnMut(NodeId) -> bool) -> States {
        self.all_states().map(is_there).collect()
    }

    /// The states from which one can come to these.
    fn before(&self, mut states: States) -> States {
        let mut open: Vec<usize> = (0..states.len()).filter(|state| states[*state]).collect();
        while let Some(state) = open.pop() {
            for &from in &self.before[state] {
                if !std::mem::replace(&mut states[from as usize], true) {
                    open.push(from as usize);
                }
            }
        }
        states
    }

    /// Where a thread waits in vain, but for what it joins.
    fn vain(&self, thread: u32, left: &BTreeMap<u32, Vec<u64>>, judged: &States) -> States {
        let graph = self.graph;
        let moves = self.before(self.states(|state| graph.moves(state, thread)));
        let acts = |state| graph.node(state).edges.iter().any(|edge| edge.thread == thread && edge.acts);
        let acts = self.before(self.states(acts));
        let loops = left.get(&thread).map_or(&[][..], Vec::as_slice);
        let is_out = |state, name| graph.at(state, thread).is_some_and(|at| !at.loops.contains(name));
        let leaves = loops.iter().map(|name| (*name, self.before(self.states(|state| is_out(state, name)))));
        let leaves: Vec<(u64, States)> = leaves.collect();
        self.states(|state| {
            let number = state as usize;
            let Some(at) = graph.at(state, thread).filter(|_| judged[number]) else { return false };
            match at.is {
                Is::Alive | Is::Joins(_) if !moves[number] => true,
                Is::Alive => {
                    !acts[number] && leaves.iter().any(|(name, leaves)| at.loops.contains(name) && !leaves[number])
                }
                _ => false,
            }
        })
    }

    /// Whether a thread, once it has begun, can come to where it does not wait in vain any more.
    fn differs(&self, thread: u32, unclear: &States) -> bool {
        let later = self.before(self.vain[thread as usize].clone());
        let is_spared = |state: NodeId| {
            self.graph.at(state, thread).is_some() && !later[state as usize] && !unclear[state as usize]
        };
        self.all_states().any(is_spared)
    }

    /// Who waits in vain in a state.
    fn threads(&self, state: NodeId) -> BTreeSet<u32> {
        let is_vain = |thread: &u32| self.vain[*thread as usize][state as usize];
        let mut threads: BTreeSet<u32> = (0..self.vain.len() as u32).filter(is_vain).collect();
        loop {
            let joins_another = |thread: &u32| match self.joins(state, *thread) {
                Some(other) => !threads.contains(&other),
                None => false,
            };
            let Some(out) = threads.iter().copied().find(joins_another) else { return threads };
            threads.remove(&out);
        }
    }

    /// Whose end a thread waits for.
    fn joins(&self, state: NodeId, thread: u32) -> Option<u32> {
        match self.graph.at(state, thread)?.is {
            Is::Joins(other) => Some(other),
            _ => None,
        }
    }

    /// Without those who wait in vain in every execution, unless somebody waits for their ends.
    fn parties(&self, state: NodeId, threads: BTreeSet<u32>) -> BTreeSet<u32> {
        let joined: BTreeSet<u32> = threads.iter().filter_map(|thread| self.joins(state, *thread)).collect();
        let is_party = |thread: &u32| {
            self.differs[*thread as usize] || joined.contains(thread) || self.joins(state, *thread).is_some()
        };
        threads.into_iter().filter(is_party).collect()
    }

    fn is_fault(&self, state: NodeId, threads: &BTreeSet<u32>) -> bool {
        let waits = |thread: &&u32| self.joins(state, **thread).is_none();
        let main_joins = threads.contains(&0) && self.joins(state, 0).is_some();
        threads.iter().filter(waits).any(|thread| main_joins || self.differs[*thread as usize])
    }

    /// The states in which threads go round for ever that do not wait in vain: what else they do is done.
    fn lasting(&self) -> States {
        let clear = |state: NodeId| self.graph.stands(state).all(|at| !matches!(at.is, Is::Polls(_)));
        let next = |state: NodeId| -> Vec<NodeId> {
            self.graph.node(state).edges.iter().map(|edge| edge.to).filter(|to| clear(*to)).collect()
        };
        let all: Vec<NodeId> = self.all_states().filter(|state| clear(*state)).collect();
        let mut lasting = vec![false; self.graph.nodes.len()];
        for component in components(&all, next) {
            let stays = |state: &NodeId| next(*state).iter().all(|to| component.binary_search(to).is_ok());
            if component.iter().all(stays) {
                component.iter().for_each(|state| lasting[*state as usize] = true);
            }
        }
        lasting
    }

    /// Each set of threads once, that is no part of one told before, where the others have done what they
    /// do but once, if they come to that; with a shortest way.
    fn all(&self, left: &BTreeMap<u32, Vec<u64>>) -> Vec<Found> {
        let shortest = self.graph.shortest();
        let length = |state: &NodeId| shortest.get(state).map_or(0, |(length, ..)| *length);
        let any = |state: &NodeId| self.vain.iter().any(|states| states[*state as usize]);
        let mut states: Vec<NodeId> = self.all_states().filter(any).collect();
        let lasting = self.lasting();
        states.sort_by_key(|state| (!lasting[*state as usize], length(state)));
        let mut found: Vec<Found> = Vec::new();
        for state in states {
            let threads = self.parties(state, self.threads(state));
            let is_told = found.iter().any(|found| found.threads.is_subset(&threads));
            if !is_told && self.is_fault(state, &threads) {
                let mut way = self.graph.way_to(&shortest, state);
                self.go_round(state, &threads, left, &mut way);
                found.push(Found { threads, way });
            }
        }
        found
    }

    /// Those that wait in loops go round once more, one after the other.
    fn go_round(&self, from: NodeId, threads: &BTreeSet<u32>, left: &BTreeMap<u32, Vec<u64>>, way: &mut Vec<Step>) {
        let mut at = from;
        for thread in threads.iter().filter(|thread| left.contains_key(thread)) {
            for _ in 0..self.graph.nodes.len() {
                let Some(edge) = self.graph.node(at).edges.iter().find(|edge| edge.thread == *thread) else { break };
                way.push(edge.step());
                at = edge.to;
            }
        }
    }
}
