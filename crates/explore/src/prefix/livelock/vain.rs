//! Threads that wait for ever while others go on (docs/proofs/cutoffs.md, "Waits in vain").
//!
//! A thread *waits in vain* in a state if in no state that can come after does it go on: it waits
//! for an object, and never moves again; or it stands in a loop that it has left in other
//! executions, only looks, and never leaves it. (It may be any loop of which the code has a way out
//! if `main` waits for its end, or if nobody else ever moves again. It may do there whatever it
//! wants if `main` joins it, and nothing that others do from then on has to do with what it does; or
//! if `main` waits for its end, to which it comes in other executions, and now never.)
//! Sections of locks in which it only looks are looks, and so is what is only counted. Who joins
//! one that waits in vain does so too; who joins another one does not.
//!
//! A worker for whom there is no more work waits in vain, and that is no fault. So it is told only
//! if it is a matter of how threads take turns, or of input: in other executions the thread comes
//! to its end, or goes on for ever (module `spared`; where it comes from tells who it is, not its
//! number); or if `main` waits for its end; or if nobody else ever moves again.
//!
//! Not covered: states after which somebody ends the program, or stops for another reason
//! (assumptions, limits); states after which somebody has gone round a loop in vain of whose reads
//! one is out of date by then: it goes no further in the graph, but would; `main` that waits for
//! what never comes in any execution.

use super::graph::{At, Edge, Graph, Is, NodeId};
use super::own::has_exit;
use super::reach::{Reach, States};
use super::spared::{ended, spared};
use super::walk::{self, Lasso};
use crate::prefix::PrefixSystem;
use crate::prefix::levels::Search;
use crate::waits::hold::is_spin;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::successors;
use threadbare_op::{Op, Schedule, Step, SyncOp, ThreadId};

/// Who waits in vain in a state, and with which moves it comes to wait.
struct Found {
    threads: BTreeSet<u32>,
    way: Vec<Step>,
    /// One of them goes round so, after that.
    round: Vec<Step>,
    /// That is performed: nobody else moves, or it does more than look.
    is_performed: bool,
}

struct Waits<'g> {
    graph: &'g Graph,
    reach: Reach,
    /// By thread.
    vain: Vec<States>,
    /// By thread: where nobody else moves any more.
    alone: Vec<States>,
    /// By thread: where its moves and those of others commute from then on.
    by_itself: Vec<States>,
    /// By thread: from where on it does more than look.
    acts: Vec<States>,
    /// By thread: where it comes to its end no more, and does in other executions.
    endless: Vec<States>,
    /// The strongly connected parts of the graph.
    parts: Vec<Vec<NodeId>>,
    /// Who waits in vain in some executions only, by where they come from.
    differs: BTreeSet<u64>,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Whether some thread may wait for what others do, while others go on.
    pub(super) fn may_wait_in_vain(&self) -> bool {
        let waits = |op: &Op| match op {
            Op::Sync { op, .. } => matches!(
                op,
                SyncOp::CondAwake { .. }
                    | SyncOp::FutexAwake { .. }
                    | SyncOp::SemWait
                    | SyncOp::SemAwait { timed: false }
                    | SyncOp::SemGate
                    | SyncOp::EndAwait { .. }
                    | SyncOp::BarrierLeave
                    | SyncOp::OnceEnter
            ),
            op => is_spin(op),
        };
        let conditions = 0..self.net.conditions.len() as u32;
        !self.grown.rounds.is_empty()
            || self.report.system.is_counted(None)
            || self.grown.own.may_stay()
            || self.grown.own.may_keep()
            || conditions.into_iter().any(|at| self.net.stand(at).is_some_and(|stand| waits(&stand.op)))
    }

    /// Tells of threads that wait in vain.
    pub(super) fn look_for_vain_waits(&mut self, graph: &Graph, left: &BTreeMap<u32, Vec<u64>>) {
        for Found { threads, way, round, is_performed } in Waits::new(graph, left).all(left) {
            // Whose rounds count what is no part of a state never comes to be left out.
            if !round.is_empty() && (is_performed || self.report.system.is_counted(None)) {
                self.tell(&Lasso { stem: way, round }, &mut BTreeSet::new());
                continue;
            }
            let (mut backs, in_vain) = (Vec::new(), threads.into_iter().map(ThreadId).collect::<Vec<_>>());
            let is_there = self.go_to(&[]) && self.perform_all(&way, &mut backs);
            let fault = is_there.then(|| self.execution.run.in_vain(self.report.system, &in_vain)).flatten();
            if let Some(fault) = fault {
                self.report.tick();
                let run = &self.execution.run;
                self.report.fault(fault, &mut || Schedule { in_vain: in_vain.clone(), ..run.schedule() });
            }
            self.take_all_back(&mut backs);
            // Its rounds differ in what only it has.
            if fault.is_none() && !round.is_empty() {
                self.tell(&Lasso { stem: way, round }, &mut BTreeSet::new());
            }
        }
    }
}

impl<'g> Waits<'g> {
    fn new(graph: &'g Graph, left: &BTreeMap<u32, Vec<u64>>) -> Self {
        let threads = graph.nodes.iter().map(|node| node.stands.len()).max().unwrap_or(0) as u32;
        let (reach, parts, differs) = (Reach::of(graph), graph.parts(), BTreeSet::new());
        let (vain, alone, by_itself) = (Vec::new(), Vec::new(), Vec::new());
        let (acts, endless) = (Vec::new(), Vec::new());
        let mut search = Self { graph, reach, vain, alone, by_itself, acts, endless, parts, differs };
        let before = |is: fn(&At) -> bool| search.before(search.states(|state| graph.stands(state).any(is)));
        // Who polls goes no further here; if it would see something else, that says nothing.
        let broken = before(|at| at.is_stale || at.is == Is::Stuck);
        let unclear = before(|at| at.is_stale || matches!(at.is, Is::Stuck | Is::Exited));
        search.alone = (0..threads).map(|thread| search.alone(thread)).collect();
        search.by_itself = (0..threads).map(|thread| search.by_itself(thread)).collect();
        search.acts = (0..threads).map(|thread| search.acts(thread)).collect();
        let ended = ended(graph, &broken);
        search.endless = (0..threads).map(|thread| search.endless(thread, &ended)).collect();
        search.vain = (0..threads).map(|thread| search.vain(thread, left, &unclear)).collect();
        search.differs = spared(graph, &search.parts, &search.vain);
        search.differs.extend(ended);
        search
    }

    fn all_states(&self) -> std::ops::Range<NodeId> {
        0..self.graph.nodes.len() as NodeId
    }

    fn states(&self, is_there: impl FnMut(NodeId) -> bool) -> States {
        self.all_states().map(is_there).collect()
    }

    /// The states from which one can come to these.
    fn before(&self, states: States) -> States {
        self.reach.before(states)
    }

    /// Where nobody but a thread moves any more.
    fn alone(&self, thread: u32) -> States {
        let others = |state| self.graph.node(state).edges.iter().any(|edge| edge.thread != thread);
        self.before(self.states(others)).into_iter().map(|others| !others).collect()
    }

    /// Where nothing that others do makes a difference to what a thread does, nor the other way
    /// round.
    fn by_itself(&self, thread: u32) -> States {
        let meets = |state| {
            let (own, others): (Vec<&Edge>, Vec<&Edge>) =
                self.graph.node(state).edges.iter().partition(|edge| edge.thread == thread);
            let wakes = |edge: &&Edge| own.is_empty() && self.graph.moves(edge.to, thread);
            others.iter().any(wakes) || own.iter().any(|one| others.iter().any(|other| !self.commute(one, other)))
        };
        self.before(self.states(meets)).into_iter().map(|meets| !meets).collect()
    }

    /// Whether two moves from a state lead to the same one, in either order.
    fn commute(&self, one: &Edge, other: &Edge) -> bool {
        let is_same = |a: &Edge, b: &Edge| (a.thread, a.site, a.choice) == (b.thread, b.site, b.choice);
        let after = |first: &Edge, second: &Edge| {
            self.graph.node(first.to).edges.iter().find(|edge| is_same(edge, second)).map(|edge| edge.to)
        };
        let both = after(one, other);
        both.is_some() && both == after(other, one)
    }

    /// From where on a thread does more than look.
    fn acts(&self, thread: u32) -> States {
        let acts = |edge: &Edge| edge.thread == thread && edge.acts && !edge.is_of_section;
        self.before(self.states(|state| self.graph.node(state).edges.iter().any(acts)))
    }

    /// Where a thread comes to its end no more that is one of those that do in some execution.
    fn endless(&self, thread: u32, ended: &BTreeSet<u64>) -> States {
        let graph = self.graph;
        let may_end = self.before(self.states(|state| graph.at(state, thread).is_some_and(|at| at.is == Is::Ended)));
        self.states(|state| !may_end[state as usize] && ended.contains(&graph.born(state, thread)))
    }

    /// Where a thread waits in vain, but for what it joins.
    fn vain(&self, thread: u32, left: &BTreeMap<u32, Vec<u64>>, unclear: &States) -> States {
        let graph = self.graph;
        let moves = self.before(self.states(|state| graph.moves(state, thread)));
        let left = left.get(&thread).map_or(&[][..], Vec::as_slice);
        let is_out = |state, name| graph.at(state, thread).is_some_and(|at| !at.loops.contains(&name));
        let names: BTreeSet<u64> = self
            .all_states()
            .filter_map(|state| graph.at(state, thread))
            .flat_map(|at| at.loops.iter().copied())
            .filter(|name| left.contains(name) || has_exit(*name))
            .collect();
        let leaves = names.into_iter().map(|name| (name, self.before(self.states(|state| is_out(state, name)))));
        let leaves: BTreeMap<u64, States> = leaves.collect();
        self.states(|state| {
            let number = state as usize;
            let Some(at) = graph.at(state, thread).filter(|_| !unclear[number]) else { return false };
            let main_waits = self.main_waits_for(state, thread);
            let is_awaited = self.alone[thread as usize][number] || main_waits;
            let counts = |name: &&u64| left.contains(name) || has_exit(**name) && is_awaited;
            let only_looks = !self.acts[thread as usize][number];
            match at.is {
                Is::Alive | Is::Joins(_) if !moves[number] => true,
                Is::Alive | Is::Polls(_) if main_waits && self.endless[thread as usize][number] => true,
                Is::Alive | Is::Polls(_) => {
                    (only_looks || self.is_only_awaited(state, thread))
                        && at.loops.iter().filter(counts).any(|name| !leaves[name][number])
                }
                _ => false,
            }
        })
    }

    /// Whether `main` waits for the end of a thread, or for one who does, and so on.
    fn main_waits_for(&self, state: NodeId, thread: u32) -> bool {
        let chain = successors(self.joins(state, 0), |at| self.joins(state, *at));
        chain.take(self.graph.stands(state).count()).any(|at| at == thread)
    }

    /// Whether `main` waits for the end of a thread, and nobody else has to do with that: then it is
    /// of no matter what it does in its loop.
    fn is_only_awaited(&self, state: NodeId, thread: u32) -> bool {
        self.by_itself[thread as usize][state as usize] && self.joins(state, 0) == Some(thread)
    }

    /// Whether a thread of a state waits in vain in some executions only, or nobody else ever
    /// moves.
    fn counts(&self, state: NodeId, thread: u32) -> bool {
        self.alone[thread as usize][state as usize] || self.differs.contains(&self.graph.born(state, thread))
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
            self.counts(state, *thread) || joined.contains(thread) || self.joins(state, *thread).is_some()
        };
        threads.into_iter().filter(is_party).collect()
    }

    fn is_fault(&self, state: NodeId, threads: &BTreeSet<u32>) -> bool {
        let waits = |thread: &&u32| self.joins(state, **thread).is_none();
        let main_joins = threads.contains(&0) && self.joins(state, 0).is_some();
        threads.iter().filter(waits).any(|thread| main_joins || self.counts(state, *thread))
    }

    /// By state that is in one, the part of the graph that nothing leads out of: what else threads do
    /// is done.
    fn lasting(&self) -> BTreeMap<NodeId, &[NodeId]> {
        let mut lasting = BTreeMap::new();
        for part in &self.parts {
            let inside = |edge: &Edge| part.binary_search(&edge.to).is_ok();
            if part.iter().all(|state| self.graph.node(*state).edges.iter().all(inside)) {
                lasting.extend(part.iter().map(|state| (*state, &part[..])));
            }
        }
        lasting
    }

    /// Each set of threads once, that is no part of one told before, where the others have done
    /// what they do but once, if they come to that; with a shortest way.
    fn all(&self, left: &BTreeMap<u32, Vec<u64>>) -> Vec<Found> {
        let shortest = self.graph.shortest();
        let length = |state: &NodeId| shortest.get(state).map_or(0, |(length, ..)| *length);
        // Where nobody moves, other searches tell of it.
        let any = |state: &NodeId| {
            !self.graph.node(*state).edges.is_empty() && self.vain.iter().any(|states| states[*state as usize])
        };
        let mut states: Vec<NodeId> = self.all_states().filter(any).collect();
        let lasting = self.lasting();
        states.sort_by_key(|state| (!lasting.contains_key(state), length(state)));
        let mut found: Vec<Found> = Vec::new();
        for state in states {
            let threads = self.parties(state, self.threads(state));
            let is_told = found.iter().any(|found| found.threads.is_subset(&threads));
            if !is_told && self.is_fault(state, &threads) {
                let mut way = self.graph.way_to(&shortest, state);
                let mut round = self.go_round(state, &threads, left, &mut way);
                let act = threads.iter().any(|thread| self.acts[*thread as usize][state as usize]);
                if round.is_empty()
                    && act
                    && let Some(part) = lasting.get(&state)
                {
                    way = self.graph.way_to(&shortest, state);
                    round = walk::circle(self.graph, part, state, &threads).unwrap_or_default();
                }
                let is_performed = act || threads.iter().any(|thread| self.goes_round_alone(state, *thread));
                found.push(Found { threads, way, round, is_performed });
            }
        }
        found
    }

    /// Whether nobody else moves, or what a thread does is of no matter to others.
    fn goes_round_alone(&self, state: NodeId, thread: u32) -> bool {
        self.alone[thread as usize][state as usize]
            || self.is_only_awaited(state, thread) && self.graph.moves(state, thread)
    }

    /// Those that wait in loops go round once more, one after the other: the round of the first one
    /// that comes back to a state by that, if there is one.
    fn go_round(
        &self,
        from: NodeId,
        threads: &BTreeSet<u32>,
        left: &BTreeMap<u32, Vec<u64>>,
        way: &mut Vec<Step>,
    ) -> Vec<Step> {
        let mut at = from;
        for thread in threads.iter().filter(|thread| left.contains_key(thread)) {
            let mut met = BTreeMap::new();
            loop {
                if let Some(first) = met.insert(at, way.len()) {
                    return way.split_off(first);
                }
                let Some(edge) = self.graph.node(at).edges.iter().find(|edge| edge.thread == *thread) else { break };
                way.push(edge.step());
                at = edge.to;
            }
        }
        Vec::new()
    }
}
