//! Symmetry: of the executions that differ only by exchanging threads that run the same code with
//! the same argument, one is explored.
//!
//! The idea of combining this with TruSt is that of Michalis Kokologiannakis, Iason Marmanis,
//! Viktor Vafeiadis: *SPORE: Combining Symmetry and Partial Order Reduction*, PLDI 2024; how it is
//! done, and why that is right, is our own:
//!
//! **Groups.** Threads belong to one group if one parent started them in a row, without an event of
//! its own in between that is not a spawn, with the same code and argument
//! ([`threadbare_op::Symmetric::same_start`]). Let π exchange threads of a group. If G is a
//! consistent graph of the program, so is π(G): what the parent did in between orders nothing else,
//! and the axioms do not name threads. What could tell the threads apart all the same ends the
//! exploration, which begins again without symmetry ([`threadbare_op::Symmetric::break_symmetry`]):
//!
//! * The plain effects of the parent between the spawns happen before some of the group only. For
//!   them, the clocks given to the system say of all threads but the parent that they know of no
//!   spawn of the group but the first. Whoever conflicts with such an effect is told of a race
//!   then, which is one in π(G) for some π.
//! * Joins. The parent must join a whole group in a row. In between the system is given the clock
//!   from before; what is to be done after must be a join again. Nobody else joins them. If an
//!   execution ends with the parent waiting for one of a group while some that have ended are not
//!   joined yet, it would come further in another order of the group: so the system is asked what
//!   the parent would do then ([`Search::joins_groups_whole`]); it must be to join the rest of the
//!   group.
//! * What the system notices itself: numbers of threads, or addresses that depend on them, where
//!   they may be compared (see there).
//!
//! A conflict that is noticed in π(G) only cannot be overlooked: up to the first one all of π(G) is
//! the image of G, where the same happens to the image of the thread; and all conditions above
//! speak of the group as a whole.
//!
//! **Canonical graphs.** Threads i < j of a group are compared event by event (program order): the
//! first difference decides. Reads compare by what they read, stores by where they are, in
//! coherence order; choices by their values; a thread that waits for ever comes after one that goes
//! on. A graph is *canonical* if no i comes after a j > i. Up to the first difference, i and j have
//! made the same (deterministic) steps and written nothing, since two writes are always different.
//! Places in coherence order do not depend on the names of threads, so this is a lexicographic
//! comparison of sequences that π carries along: each orbit has a canonical graph. It has exactly
//! one, as threads that compare as equal can be exchanged without changing the graph. (Where a
//! thread of a group starts threads itself, or accesses its own memory by visible operations, the
//! comparison ends; orbits may then have more than one.)
//!
//! **Pruning.** The graphs on the way to a canonical one need not be canonical: revisits delete
//! events. Therefore a graph is given up only if it stays wrong. The *core* is what no revisit
//! changes any more: events that are pinned, or that were not added co-maximally, or chosen
//! otherwise than first, and what is porf-before them (a revisit of r that deletes nothing else
//! undeletable has all of these in porf(a), unless they are before r in the trail and porf-before
//! none of what it deletes; so r is none of them). A read is *open* if a revisit may still change
//! it. Not open is one in the core; one that is porf-before the beginning of every other thread;
//! and one whose source has a co-successor in the core (the revisiting write would have to be
//! porf-after that, so that the maximality test fails). Everything before the first open read in
//! the trail stays as it is. So let i < j, and let x and y be their events where they differ first,
//! y in the core or before the first open read. The graph is given up if x comes after y and
//!
//! 1. x is in the core as well; or
//! 2. y is an update that reads, over updates only, from the initial write, and the operation
//!    cannot turn out to be a read (a compare-and-swap that fails, or what changes nothing in a
//!    loop that waits): whatever x may become, it can only be placed after y; this does not even
//!    need x. Reads before x in its thread are not open; or
//! 3. x and all open reads before it in the trail are of threads h < j of the group, which are
//!    equal to j up to there, and which a revisit would make come after j, too: the corresponding
//!    event of j reads from a write before which nothing can be placed (the initial one, or one as
//!    in 2), or, if coherence respects porf ([`Model::COHERENT`]), it is in the core and after the
//!    open read in the trail, so porf-before every write that revisits that.
//!
//! By induction over the steps of the search, one of these, or two events in the core that are the
//! wrong way round, holds in all descendants. In none of them is the graph canonical.
//!
//! **Together with the rest.** Waits in loops ([`super::spin`]): the graphs that may be left out
//! there (a thread waits, having read what is not the last write) are the same before and after an
//! exchange, and no orbit has both such graphs and others. Several workers: what one of them finds
//! out of the threads ends the exploration of all. Bounds: there are no groups, see
//! [`Search::find_twin`].
//!
//! What is wrong but may be put right is explored; complete executions that are not canonical are
//! counted as `redundant`. `tests/symmetry.rs` in the testkit holds the counts against the orbits
//! of the reference.

use crate::graph::GraphSystem;
use crate::graph::core::event::{Clock, Id, Kind, NONE, initial_of, join};
use crate::graph::core::execution::Execution;
use crate::graph::core::search::Search;
use crate::graph::model::Model;
use smallvec::SmallVec;
use std::cmp::Ordering;
use threadbare_op::{Answer, At, Op, Pending, RmwOp, ThreadId};

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
struct Step<const W: usize> {
    core: Clock<W>,
    /// The first open read is not before this position.
    open: u32,
}

/// The groups of interchangeable threads of the graph.
#[derive(Debug, Default)]
pub(crate) struct Symmetry<const W: usize> {
    twins: Vec<Twin>,
    /// By position in the trail, as far as it was asked for.
    steps: Vec<Step<W>>,
}

impl<const W: usize> Symmetry<W> {
    /// The trail ends here, or what comes next has changed.
    pub(crate) fn shorten(&mut self, length: usize) {
        self.steps.truncate(length);
    }

    /// The thread is taken out of the graph.
    pub(crate) fn end(&mut self, thread: u32) {
        if self.twins.last().is_some_and(|twin| twin.thread == thread) {
            self.twins.pop();
        }
    }

    /// The group of a thread.
    fn root_of(&self, thread: u32) -> Option<u32> {
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

    fn group(&self, root: u32) -> impl Iterator<Item = u32> {
        std::iter::once(root).chain(self.twins.iter().filter(move |twin| twin.root == root).map(|twin| twin.thread))
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
}

/// Where two threads of a group differ first: their events there ([`NONE`]: none), and how those
/// compare.
struct Difference {
    first: Id,
    second: Id,
    /// `None`: they cannot be compared.
    order: Option<Ordering>,
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// A thread that is interchangeable with one before it comes into the graph.
    pub(crate) fn begin_twin(&mut self, thread: u32, twin: u32) {
        let root = self.symmetry.root_of(twin).unwrap_or(twin);
        let spawn = |thread: u32| self.event(self.lane(thread).spawn);
        let (parent, first, own) = (spawn(root).thread, spawn(root).count, spawn(thread).count);
        self.symmetry.twins.push(Twin { thread, parent, root, first, own });
    }

    /// The event that started the first thread of a group.
    pub(crate) fn first_of_group(&self, thread: u32) -> Id {
        self.lane(self.symmetry.root_of(thread).unwrap_or(thread)).spawn
    }

    fn extend_steps(&mut self) {
        while self.symmetry.steps.len() < self.trail.len() {
            let position = self.symmetry.steps.len();
            let mut step = self.symmetry.steps.last().copied().unwrap_or(Step { core: [0; W], open: 0 });
            let event = self.event(self.trail[position]);
            if event.pinned || !event.comax || matches!(event.kind, Kind::Choice(1..)) {
                join(&mut step.core, &event.porf);
            }
            while step.open as usize <= position && !self.is_open(self.trail[step.open as usize], &step.core) {
                step.open += 1;
            }
            self.symmetry.steps.push(step);
        }
    }

    fn is_open(&self, id: Id, core: &Clock<W>) -> bool {
        let event = self.event(id);
        if !event.kind.reads() || self.in_clock(core, id) {
            return false;
        }
        let mut later = self.co_next(if event.kind == Kind::Update { id } else { event.rf });
        while later != NONE {
            if self.in_clock(core, later) {
                return false;
            }
            later = self.co_next(later);
        }
        let begins_after = |spawn: Id| spawn != NONE && self.in_clock(&self.event(spawn).porf, id);
        self.threads().any(|(thread, lane)| thread != event.thread && !begins_after(lane.spawn))
    }

    /// Whether the graph is not canonical; `last`: and complete; else: and will lead to none that
    /// is.
    fn is_excluded(&mut self, last: bool) -> bool {
        if self.symmetry.twins.is_empty() {
            return false;
        }
        if !last {
            self.extend_steps();
        }
        let is_wrong = |&(i, j): &(u32, u32)| match (last, M::HASTY) {
            (true, _) => self.comes_after(i, j),
            (false, false) => self.stays_after(i, j),
            (false, true) => self.difference(i, j).order == Some(Ordering::Greater),
        };
        self.pairs().any(|pair| is_wrong(&pair))
    }

    /// The pairs i < j of each group.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.symmetry.twins.iter().flat_map(|twin| {
            let group = self.symmetry.group(twin.root);
            group.take_while(|&i| i != twin.thread).map(|i| (i, twin.thread))
        })
    }

    fn comes_after(&self, i: u32, j: u32) -> bool {
        let Difference { first, second, order } = self.difference(i, j);
        if first == NONE {
            // It waits; what stands still because of a fault would not have done the same.
            return second != NONE && !self.pending(i).op.is_stuck();
        }
        order == Some(Ordering::Greater)
    }

    fn stays_after(&self, i: u32, j: u32) -> bool {
        let Difference { first: x, second: y, order } = self.difference(i, j);
        let Some(Step { core, open }) = self.symmetry.steps.last() else { return false };
        let stays = |id: Id| self.in_clock(core, id) || self.event(id).position < *open;
        if y == NONE || !stays(y) || (x != NONE && order != Some(Ordering::Greater)) {
            return false;
        }
        if x != NONE && stays(x) {
            return true;
        }
        let until = if self.is_update_chain(y, true) {
            if x == NONE { self.lane(i).last } else { self.event(x).po_prev }
        } else if x == NONE {
            return false;
        } else {
            x
        };
        let until = if until == NONE { 0 } else { self.event(until).position + 1 };
        let in_core = self.in_clock(core, y);
        (*open..until).all(|at| {
            let id = self.trail[at as usize];
            !self.is_open(id, core) || (in_core && self.would_come_after(id, j, core))
        })
    }

    /// Whether every write that revisits `read` makes its thread come after `j`.
    fn would_come_after(&self, read: Id, j: u32, core: &Clock<W>) -> bool {
        let event = self.event(read);
        let (h, group) = (event.thread, self.symmetry.root_of(j));
        if h == j || self.symmetry.root_of(h) != group || !self.pairs().any(|pair| pair == (h, j)) {
            return false;
        }
        let Difference { first, second, .. } = self.difference(h, j);
        let counterpart = self.nth(j, event.count);
        // Equal up to there.
        if counterpart == NONE || first == NONE || second == NONE || self.event(first).count < event.count {
            return false;
        }
        let other = self.event(counterpart);
        if !other.kind.reads() || other.loc != event.loc || !self.in_clock(core, counterpart) {
            return false;
        }
        let later = M::COHERENT && other.position > event.position;
        later || initial_of(other.rf).is_some() || self.is_update_chain(other.rf, false)
    }

    /// The event of a thread with this count.
    fn nth(&self, thread: u32, count: u32) -> Id {
        let mut at = self.lane(thread).first;
        while at != NONE && self.event(at).count < count {
            at = self.event(at).po_next;
        }
        at
    }

    /// Whether nothing can be placed before `write`: only updates are between it and the initial
    /// write. `always`: and whatever its operation reads, it writes. (False as well if there are
    /// too many to look at.)
    fn is_update_chain(&self, write: Id, always: bool) -> bool {
        const MOST: usize = 64;
        let before = self.event(write).po_prev;
        let op = if before == NONE { self.lane(self.event(write).thread).start.op } else { self.event(before).next.op };
        if always && !always_writes(&op) {
            return false;
        }
        let mut at = write;
        for _ in 0..MOST {
            if initial_of(at).is_some() {
                return true;
            }
            if self.event(at).kind != Kind::Update {
                return false;
            }
            at = self.event(at).rf;
        }
        false
    }

    fn difference(&self, i: u32, j: u32) -> Difference {
        let (mut first, mut second) = (self.lane(i).first, self.lane(j).first);
        while first != NONE && second != NONE {
            let order = self.compare(first, second);
            if order != Some(Ordering::Equal) {
                return Difference { first, second, order };
            }
            (first, second) = (self.event(first).po_next, self.event(second).po_next);
        }
        Difference { first, second, order: None }
    }

    /// Compares events that two threads have come to by the same steps. `None`: they cannot be
    /// compared.
    fn compare(&self, x: Id, y: Id) -> Option<Ordering> {
        let (a, b) = (self.event(x), self.event(y));
        match (a.kind, b.kind) {
            (Kind::Choice(m), Kind::Choice(n)) => Some(m.cmp(&n)),
            (Kind::Fence, Kind::Fence) => Some(Ordering::Equal),
            (Kind::Join(m), Kind::Join(n)) => (m == n).then_some(Ordering::Equal),
            (Kind::Store, Kind::Store) => (a.loc == b.loc).then(|| self.compare_writes(x, y)),
            (Kind::Load | Kind::Update | Kind::Wait, Kind::Load | Kind::Update | Kind::Wait) => {
                (a.loc == b.loc).then(|| self.compare_writes(a.rf, b.rf))
            }
            _ => None,
        }
    }

    /// In coherence order.
    fn compare_writes(&self, a: Id, b: Id) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (mut after_a, mut after_b) = (a, b);
        loop {
            after_a = self.co_next(after_a);
            if after_a == b || initial_of(a).is_some() {
                return Ordering::Less;
            }
            after_b = self.co_next(after_b);
            if after_b == a || after_a == NONE || initial_of(b).is_some() {
                return Ordering::Greater;
            }
            if after_b == NONE {
                return Ordering::Less;
            }
        }
    }

    /// Of the joins with which the events of `thread` end: what comes before them, and whom they
    /// join.
    fn joins(&self, thread: u32) -> (Id, SmallVec<[u32; 8]>) {
        let mut joined = SmallVec::new();
        let mut at = self.lane(thread).last;
        while at != NONE
            && let Kind::Join(child) = self.event(at).kind
        {
            joined.push(child);
            at = self.event(at).po_prev;
        }
        (at, joined)
    }
}

/// Whether the operation is an update whatever it reads: not a compare-and-swap, which may fail,
/// nor what may write the value that it reads, which is a read if its thread then waits
/// ([`super::spin`]).
fn always_writes(op: &Op) -> bool {
    match *op {
        Op::Rmw { op: op @ (RmwOp::Add | RmwOp::Sub), operand, loc, .. } => op.apply(0, operand, loc.size) != 0,
        Op::Sync { .. } | Op::Fence { .. } => true,
        _ => false,
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Search<'_, S, M, W> {
    /// Whether the graph may lead to an execution that represents others.
    pub(crate) fn may_represent(&mut self) -> bool {
        !self.graph.is_excluded(false)
    }

    /// Whether the complete graph represents those that are like it. Notes if it shows that it
    /// cannot be told.
    pub(crate) fn is_representative(&mut self) -> bool {
        if self.graph.symmetry.twins.is_empty() {
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
        !self.graph.is_excluded(true)
    }

    /// Whether `thread`, which waits for ever for `child`, might do something if the group of that
    /// had another order.
    fn depends_on_order(&mut self, thread: u32, child: u32) -> bool {
        let symmetry = &self.graph.symmetry;
        let Some(root) = symmetry.root_of(child) else { return false };
        let (before, joined) = self.graph.joins(thread);
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
        let symmetry = &self.graph.symmetry;
        let whole = |root: u32| symmetry.group(root).all(|member| joined.contains(&member));
        let none = |root: u32| !symmetry.group(root).any(|member| joined.contains(&member));
        symmetry.roots().all(|root| whole(root) || none(root))
    }

    /// The threads of a group are distinguishable: begin again.
    pub(crate) fn break_symmetry(&mut self) {
        self.system.break_symmetry();
        self.stop = true;
    }

    /// The last thread that was started in a row with the one that the event `spawn` starts, and in
    /// the same way.
    pub(crate) fn find_twin(&mut self, spawn: Id, parent: S::State) -> u32 {
        // The threads of a graph differ in when they come in a round, so that not all of an orbit
        // are within a bound.
        if self.bound.is_some() {
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
    pub(crate) fn note_group(&mut self, twin: u32) {
        self.stats.symmetric = self.stats.symmetric.max(self.graph.symmetry.members() as u64);
        // Joined before the other one was started.
        if self.graph.lane(twin).joiners != NONE {
            self.break_symmetry();
        }
    }

    /// What the system is to think happens before the steps that follow the event `id`, which
    /// `clock` happens before. `None`: the same.
    pub(crate) fn obscured(&mut self, id: Id, clock: &Clock<W>) -> Option<Clock<W>> {
        if self.graph.symmetry.twins.is_empty() {
            return None;
        }
        let thread = self.graph.event(id).thread;
        if let Some(before) = self.amid_joins(thread) {
            let before = Some(before).filter(|&before| before != NONE)?;
            let mut seen = *self.graph.happens_before(before);
            seen[thread as usize] = clock[thread as usize];
            return Some(seen);
        }
        self.graph.symmetry.obscure(thread, clock)
    }

    /// The event before a row of joins by the thread that ends here with some group joined in part.
    pub(crate) fn amid_joins(&mut self, thread: u32) -> Option<Id> {
        let (before, joined) = self.graph.joins(thread);
        let symmetry = &self.graph.symmetry;
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
