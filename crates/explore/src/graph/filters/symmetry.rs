//! Symmetry: of the executions that differ only by exchanging threads that run the same code with
//! the same argument, one is explored.
//!
//! The idea of combining this with TruSt is that of Michalis Kokologiannakis, Iason Marmanis,
//! Viktor Vafeiadis: *SPORE: Combining Symmetry and Partial Order Reduction*, PLDI 2024. How it is
//! done is our own: definitions, conditions and proof are in docs/proofs/graph-symmetry.md.
//!
//! This file has the groups of threads, and what the system is told so that it cannot tell them
//! apart. If it does all the same, the exploration begins again without symmetry
//! ([`threadbare_op::Symmetric::break_symmetry`]). Which graphs represent others is in
//! [`super::canonical`].
//!
//! Not covered: exploration within a bound; threads that start threads themselves, or access their
//! own memory by visible operations, are compared only up to there.

use super::Filtered;
use super::canonical::{Comparison, is_open};
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, Kind, NONE, join};
use crate::graph::core::execution::Execution;
use crate::graph::core::hooks::Told;
use crate::graph::core::system::GraphSystem;
use smallvec::SmallVec;
use std::cmp::Ordering;
use threadbare_op::{Answer, At, Limit, Op, Pending, Stuck, ThreadId};

/// In longer executions nobody looks ahead whether they will be told.
const MOST_EVENTS: usize = 10_000;

/// A thread of a group that is not its first.
#[derive(Clone, Copy, Debug)]
struct Twin {
    thread: u32,
    parent: u32,
    /// The first thread of the group.
    root: u32,
    /// The number among its parent's events of the one that started the first thread of the group.
    first: u32,
    /// That of the one that started this one.
    own: u32,
}

/// What is known of the trail up to a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const W: usize> {
    pub(super) core: Clock<W>,
    /// The first open read is not before this position.
    pub(super) open: u32,
}

/// The groups of interchangeable threads of the graph.
#[derive(Debug, Default)]
pub(crate) struct Symmetry<const W: usize> {
    twins: Vec<Twin>,
    /// By the event that starts a thread, if that is one of a group but its first: the thread of
    /// the group before it. Also of events that a revisit has taken out; a stack.
    twin_of: Vec<(Id, u32)>,
    /// By position in the trail, as far as it was asked for.
    pub(super) steps: Vec<Step<W>>,
}

impl<const W: usize> Symmetry<W> {
    /// The trail ends here, or what comes next has changed.
    pub(crate) fn shorten(&mut self, length: usize) {
        self.steps.truncate(length);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.twins.is_empty()
    }

    /// There are only `events` events left.
    pub(crate) fn truncate(&mut self, events: usize) {
        while self.twin_of.last().is_some_and(|(spawn, _)| *spawn as usize >= events) {
            self.twin_of.pop();
        }
    }

    /// The event `spawn` has started its thread in the graph.
    pub(crate) fn begin<T: Copy, M: Model>(&mut self, graph: &Execution<T, M, W>, spawn: Id, child: u32) {
        if let Ok(at) = self.twin_of.binary_search_by_key(&spawn, |(spawn, _)| *spawn) {
            self.begin_twin(graph, child, self.twin_of[at].1);
        }
    }

    /// The thread is taken out of the graph.
    pub(crate) fn end(&mut self, thread: u32) {
        if self.twins.last().is_some_and(|twin| twin.thread == thread) {
            self.twins.pop();
        }
    }

    /// The group of a thread.
    pub(super) fn root_of(&self, thread: u32) -> Option<u32> {
        self.twins.iter().find(|twin| twin.thread == thread || twin.root == thread).map(|twin| twin.root)
    }

    /// How many threads are in groups.
    fn members(&self) -> usize {
        self.twins.len() + self.roots().count()
    }

    fn roots(&self) -> impl Iterator<Item = u32> {
        let is_first = |at: usize| self.twins[..at].iter().all(|twin| twin.root != self.twins[at].root);
        (0..self.twins.len()).filter(move |&at| is_first(at)).map(|at| self.twins[at].root)
    }

    pub(super) fn group(&self, root: u32) -> impl Iterator<Item = u32> {
        std::iter::once(root).chain(self.twins.iter().filter(move |twin| twin.root == root).map(|twin| twin.thread))
    }

    /// The pairs i < j of each group.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.twins.iter().flat_map(|twin| {
            let group = self.group(twin.root);
            group.take_while(|&i| i != twin.thread).map(|i| (i, twin.thread))
        })
    }

    /// What the system is to think happens before the next steps of `thread`, of which `clock`
    /// does. `None`: the same.
    fn obscure(&self, thread: u32, clock: &Clock<W>) -> Option<Clock<W>> {
        let mut seen: Option<Clock<W>> = None;
        for twin in &self.twins {
            let known = seen.as_ref().unwrap_or(clock)[twin.parent as usize];
            if twin.parent != thread && twin.first < known && known <= twin.own {
                seen.get_or_insert(*clock)[twin.parent as usize] = twin.first;
            }
        }
        seen
    }

    /// A thread that is interchangeable with one before it comes into the graph.
    fn begin_twin<T: Copy, M: Model>(&mut self, graph: &Execution<T, M, W>, thread: u32, twin: u32) {
        let root = self.root_of(twin).unwrap_or(twin);
        let spawn = |thread: u32| graph.event(graph.lane(thread).spawn);
        let (parent, first, own) = (spawn(root).thread, spawn(root).count, spawn(thread).count);
        self.twins.push(Twin { thread, parent, root, first, own });
    }

    /// The event that started the first thread of a group.
    fn first_of_group<T: Copy, M: Model>(&self, graph: &Execution<T, M, W>, thread: u32) -> Id {
        graph.lane(self.root_of(thread).unwrap_or(thread)).spawn
    }

    fn extend_steps<T: Copy, M: Model>(&mut self, graph: &Execution<T, M, W>) {
        while self.steps.len() < graph.trail.len() {
            let position = self.steps.len();
            let mut step = self.steps.last().copied().unwrap_or(Step { core: [0; W], open: 0 });
            let id = graph.trail[position];
            if graph.is_fixed(id) {
                join(&mut step.core, &graph.event(id).porf);
            }
            while step.open as usize <= position && !is_open(graph, graph.trail[step.open as usize], &step.core) {
                step.open += 1;
            }
            self.steps.push(step);
        }
    }

    /// Whether the graph is not canonical; `last`: and complete; else: and will lead to none that
    /// is.
    pub(crate) fn is_excluded<T: Copy, M: Model>(&mut self, graph: &Execution<T, M, W>, last: bool) -> bool {
        if self.twins.is_empty() {
            return false;
        }
        if !last {
            // To look ahead takes time that grows with the square of the length. It only saves
            // time.
            if graph.trail.len() > MOST_EVENTS {
                return false;
            }
            self.extend_steps(graph);
        }
        let threads = Comparison { graph, symmetry: self };
        let is_wrong = |&(i, j): &(u32, u32)| match (last, M::HASTY) {
            (true, _) => threads.comes_after(i, j),
            (false, false) => threads.stays_after(i, j),
            (false, true) => threads.difference(i, j).order == Some(Ordering::Greater),
        };
        self.pairs().any(|pair| is_wrong(&pair))
    }
}

/// Of the joins with which the events of `thread` end: what comes before them, and whom they
/// join.
fn joins<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, thread: u32) -> (Id, SmallVec<[u32; 8]>) {
    let mut joined = SmallVec::new();
    let mut at = graph.lane(thread).last;
    while at != NONE
        && let Kind::Join(child) = graph.event(at).kind
    {
        joined.push(child);
        at = graph.event(at).po_prev;
    }
    (at, joined)
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// Whether the graph may lead to an execution that represents others; asked of its newest
    /// event, as what may still be deleted says nothing.
    #[inline(never)]
    pub(crate) fn may_represent(&mut self, id: Id) -> bool {
        !self.graph.is_fixed(id) || !self.hooks.symmetry.is_excluded(&self.graph, false)
    }

    /// Whether the complete graph represents those that are like it. Notes if it shows that it
    /// cannot be told.
    pub(crate) fn is_representative(&mut self) -> bool {
        if self.hooks.symmetry.twins.is_empty() {
            return true;
        }
        let waiting: SmallVec<[(u32, u32); 8]> = (self.graph.threads())
            .filter_map(|(thread, lane)| match self.graph.pending_of(lane).op {
                Op::Join { thread: child } => Some((thread, child.0)),
                _ => None,
            })
            .collect();
        if waiting.into_iter().any(|(thread, child)| self.depends_on_order(thread, child)) {
            self.break_symmetry();
        }
        let is_representative = !self.hooks.symmetry.is_excluded(&self.graph, true);
        self.report.stats.redundant += u64::from(!is_representative && self.is_told());
        is_representative
    }

    /// Whether `thread`, which waits for ever for `child`, might do something if the group of that
    /// had another order.
    fn depends_on_order(&mut self, thread: u32, child: u32) -> bool {
        let symmetry = &self.hooks.symmetry;
        let Some(root) = symmetry.root_of(child) else { return false };
        let (before, joined) = joins(&self.graph, thread);
        if self.graph.event(self.graph.lane(root).spawn).thread != thread {
            return true;
        }
        let is_left = |member: u32| self.has_finished(ThreadId(member)) && !joined.contains(&member);
        symmetry.group(root).any(is_left) && !self.joins_groups_whole(thread, before, joined)
    }

    /// Whether `thread`, which stands at a join, goes on to join all others of the groups of those
    /// that it has joined since `before`, and does nothing else before that. The system is asked
    /// what it would do, if each of them came to its end.
    fn joins_groups_whole(&mut self, thread: u32, before: Id, mut joined: SmallVec<[u32; 8]>) -> bool {
        let mark = self.system.mark();
        let Pending { mut op, mut state, .. } = *self.graph.pending(thread);
        let mut clock = *self.graph.happens_before(before);
        clock[thread as usize] = self.graph.lane(thread).count;
        while let Op::Join { thread: child } = op
            && !joined.contains(&child.0)
        {
            joined.push(child.0);
            clock[thread as usize] += 1;
            let at = At { thread: ThreadId(thread), epoch: clock[thread as usize] + 1, clock: &clock };
            Pending { op, state, .. } = self.system.resume(at, state, Answer::Done);
        }
        self.system.undo(mark);
        if is_interrupted(&op) {
            return true;
        }
        let symmetry = &self.hooks.symmetry;
        let whole = |root: u32| symmetry.group(root).all(|member| joined.contains(&member));
        let none = |root: u32| !symmetry.group(root).any(|member| joined.contains(&member));
        symmetry.roots().all(|root| whole(root) || none(root))
    }

    /// The threads of a group are distinguishable: begin again.
    pub(crate) fn break_symmetry(&mut self) {
        self.system.break_symmetry();
        self.report.stop();
    }

    /// The last thread that was started in a row with the one that the event `spawn` starts, and in
    /// the same way.
    fn find_twin(&mut self, spawn: Id, parent: S::State) -> u32 {
        // The threads of a graph differ in when they come in a round, so that not all of an orbit
        // are within a bound; and in what they take as input.
        if self.hooks.bound.bound.is_some() || self.system.has_input() {
            return NONE;
        }
        let mut at = self.graph.event(spawn).po_prev;
        while at != NONE
            && let Kind::Spawn(sibling) = self.graph.event(at).kind
        {
            let thread = self.graph.event(at).thread;
            at = self.graph.event(at).po_prev;
            let before = if at == NONE { self.graph.lane(thread).start.state } else { self.graph.event(at).next.state };
            if self.system.same_start(before, parent) {
                return sibling;
            }
        }
        NONE
    }

    /// The group has got one more thread.
    fn note_group(&mut self, twin: u32) {
        self.report.stats.symmetric = self.report.stats.symmetric.max(self.hooks.symmetry.members() as u64);
        // Joined before the other one was started.
        if self.graph.lane(twin).joiners != NONE {
            self.break_symmetry();
        }
    }

    /// The event `spawn` is about to start a thread: finds out whether it is like others.
    pub(crate) fn begin_in_group(&mut self, spawn: Id, parent: S::State, clock: &mut Clock<W>) -> Told {
        let twin = self.find_twin(spawn, parent);
        if twin == NONE {
            return Told::Everything;
        }
        self.hooks.symmetry.twin_of.push((spawn, twin));
        // As in [`Self::obscured`]: to the parent's spawn of the first of them.
        let first = self.graph.event(self.hooks.symmetry.first_of_group(&self.graph, twin));
        clock[first.thread as usize] = first.count;
        Told::Less
    }

    /// The event has started its thread.
    pub(crate) fn has_begun_in_group(&mut self, spawn: Id) {
        let Some(&(newest, twin)) = self.hooks.symmetry.twin_of.last() else { return };
        if let Kind::Spawn(child) = self.graph.event(spawn).kind
            && newest == spawn
        {
            self.hooks.symmetry.begin_twin(&self.graph, child, twin);
            self.note_group(twin);
        }
    }

    /// The thread of the newest event has gone on: it must not be at something else in the midst of
    /// joining a group.
    #[inline]
    pub(crate) fn must_join_whole_groups(&mut self, id: Id) {
        let event = self.graph.event(id);
        let thread = event.thread;
        let next = &event.next.op;
        let stops = matches!(event.kind, Kind::Join(_)) && !matches!(next, Op::Join { .. }) && !is_interrupted(next);
        if stops && !self.hooks.symmetry.twins.is_empty() && self.amid_joins(thread).is_some() {
            self.break_symmetry();
        }
    }

    /// What the system is to think happens before the steps that follow the event `id`, which
    /// `clock` happens before. `None`: the same.
    pub(crate) fn obscured(&mut self, id: Id, clock: &Clock<W>) -> Option<Clock<W>> {
        if self.hooks.symmetry.twins.is_empty() {
            return None;
        }
        let thread = self.graph.event(id).thread;
        if let Some(before) = self.amid_joins(thread) {
            let before = Some(before).filter(|&before| before != NONE)?;
            let mut seen = *self.graph.happens_before(before);
            seen[thread as usize] = clock[thread as usize];
            return Some(seen);
        }
        self.hooks.symmetry.obscure(thread, clock)
    }

    /// The event before a row of joins by the thread that ends here with some group joined in part.
    fn amid_joins(&mut self, thread: u32) -> Option<Id> {
        let (before, joined) = joins(&self.graph, thread);
        let symmetry = &self.hooks.symmetry;
        let is_member = |child: &u32| symmetry.root_of(*child).is_some();
        let parent_of = |child: u32| self.graph.event(self.graph.lane(child).spawn).thread;
        if joined.iter().any(|child| is_member(child) && parent_of(*child) != thread) {
            self.break_symmetry();
            return None;
        }
        let in_part = |root: u32| {
            let count = symmetry.group(root).filter(|member| joined.contains(member)).count();
            count > 0 && count < symmetry.group(root).count()
        };
        symmetry.roots().any(in_part).then_some(before)
    }
}

/// Whether the run ends, and the thread has not come to where it would have: that shows nothing.
pub(super) fn is_interrupted(op: &Op) -> bool {
    matches!(op, Op::Stuck(Stuck::Limit(Limit::Interrupted)))
}
