//! The axiom SC of RC11: psc = psc_base ∪ psc_F is acyclic (Lahav et al., PLDI 2017, section 3),
//! where
//!
//! * scb = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ co ∪ fr
//! * `psc_base = ([SC] ∪ [F_sc]; hb?); scb; ([SC] ∪ hb?; [F_sc])`
//! * `psc_F = [F_sc]; (hb ∪ hb; eco; hb); [F_sc]`
//!
//! A search over the seq_cst accesses and fences (the *nodes*), made when an event e was added that
//! something is after at its location. All new edges end in e or lead through it: a cycle goes from
//! e, or from a fence that happens before e, by fr or co from e to a write y (or on to a reader of
//! y), to a node that is y or comes after it, and back. So the search starts at these nodes, and
//! looks for e or a fence before e. It visits each node at most once. Of the nodes of one thread
//! that an edge could lead to it takes the first, since po, which is part of psc, leads on to the
//! others; that is found by bisection.
//!
//! Each edge is decided from clocks and the coherence order of one location. From a fence a, every
//! part of scb that consists of po and hb comes to "a hb y"; what is left is communication at one
//! location:
//!
//! | from, to | edge if |
//! |---|---|
//! | access, access | scb as written |
//! | access a, fence b | the event after a is b or hb b; or some y hb b at its location has (a, y) ∈ hb ∪ co ∪ fr |
//! | fence a, access b | a is the event before b or hb that; or some x with a hb x at its location has (x, b) ∈ hb ∪ co ∪ fr |
//! | fence a, fence b | a hb b; or at some location a hb x, (x, y) ∈ eco, y hb b |
//!
//! The search costs what lies after e in psc, and for each fence that it visits the events after
//! that; nothing is kept from one test to the next.

use super::hb::Hb;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, Kind, NONE, initial, initial_of};
use crate::graph::core::execution::Execution;
use crate::graph::core::reach::Reached;
use threadbare_op::Order;

/// Whether psc is acyclic still, `id` being the newest event.
pub(super) fn is_acyclic<T: Copy, M, const W: usize>(graph: &mut Execution<T, M, W>, id: Id) -> bool
where
    M: Model<View<W> = Hb<W>>,
{
    let is_node = graph.event(id).order == Order::SeqCst;
    let after_fence = Psc { graph }.is_after_fence(id);
    if !is_node && !after_fence {
        return true;
    }
    let mut search = graph.visits.begin(graph.events.len());
    let psc = Psc { graph };
    psc.leave_by_write(id, &mut |node| search.visit(node));
    let mut found = psc.search(&mut search, |node| node == id || psc.is_fence_before(node, id));
    if !found && after_fence {
        psc.leave_by_read(id, &mut |node| search.visit(node));
        found = psc.search(&mut search, |node| psc.is_fence_before(node, id));
    }
    graph.visits.end(search);
    !found
}

struct Psc<'a, T, M: Model, const W: usize> {
    graph: &'a Execution<T, M, W>,
}

impl<T: Copy, M, const W: usize> Psc<'_, T, M, W>
where
    M: Model<View<W> = Hb<W>>,
{
    /// Whether a node that `goal` accepts can be reached from what the search has found.
    fn search(&self, search: &mut Reached, goal: impl Fn(Id) -> bool) -> bool {
        while let Some(node) = search.next() {
            if goal(node) {
                return true;
            }
            if self.is_fence(node) {
                self.after_fence(node, &mut |to| search.visit(to));
            } else {
                self.after_access(node, &mut |to| search.visit(to));
            }
        }
        false
    }

    fn is_after_fence(&self, id: Id) -> bool {
        let hb = &self.graph.event(id).view.hb;
        let mut fences = self.graph.seq_cst.iter().map(|nodes| nodes.fences.first());
        fences.any(|first| first.is_some_and(|&fence| fence != id && self.graph.in_clock(hb, fence)))
    }

    fn is_fence_before(&self, node: Id, id: Id) -> bool {
        self.is_fence(node) && self.hb(node, id)
    }

    /// The nodes to which a path leads that leaves `id` by co or fr, and is part of scb then.
    fn leave_by_write(&self, id: Id, visit: &mut impl FnMut(Id)) {
        for write in self.later_writes(id) {
            self.first_fences(|fence| self.hb(write, fence), visit);
            if self.is_node(write) {
                // What comes after the writes after it comes after it, too.
                visit(write);
                return;
            }
        }
    }

    /// The fences after reads of what is co-after `id`, or after what it reads.
    fn leave_by_read(&self, id: Id, visit: &mut impl FnMut(Id)) {
        for write in self.later_writes(id) {
            self.first_fences(|fence| self.hb(write, fence), visit);
            for read in self.readers_of(write) {
                self.first_fences(|fence| self.hb(read, fence), visit);
            }
        }
    }

    fn after_access(&self, a: Id, visit: &mut impl FnMut(Id)) {
        self.later_nodes(a, visit);
        let event = self.graph.event(a);
        let next = event.po_next;
        self.first_fences(|fence| self.leads(event.thread, next, fence), visit);
        self.leave_by_write(a, visit);
        self.synchronised(a, visit);
        let mut other = next;
        while other != NONE && (self.same_location(a, other) || self.graph.is_answer(other)) {
            other = self.graph.event(other).po_next;
        }
        // (If `other` is the event before b, then b comes after a in the same thread anyway.)
        let reaches = |b: Id| {
            let before = self.before(b, self.graph.event(b).other_before);
            before != NONE && self.leads(event.thread, other, before)
        };
        self.first_accesses(reaches, visit);
    }

    /// Whether `next` of `thread`, or the end of the thread if there is none, which is no event
    /// here, is `to` or happens before it.
    fn leads(&self, thread: u32, next: Id, to: Id) -> bool {
        if next != NONE {
            return self.hb_or_is(next, to);
        }
        let mut joiner = self.graph.lane(thread).joiners;
        while joiner != NONE {
            if self.hb_or_is(joiner, to) {
                return true;
            }
            joiner = self.graph.event(joiner).reader_next;
        }
        false
    }

    /// `previous`, an event before `b` in its thread, or if there is none what happens immediately
    /// before the beginning of the thread, which is no event here: its spawn.
    fn before(&self, b: Id, previous: Id) -> Id {
        if previous != NONE { previous } else { self.graph.lane(self.graph.event(b).thread).spawn }
    }

    /// Whether the event before `b` in its thread is `a`, or `a` happens before it.
    fn is_before_previous(&self, a: Id, b: Id) -> bool {
        let before = self.before(b, self.graph.event(b).po_prev);
        before != NONE && self.hb_or_is(a, before)
    }

    /// The nodes reached from an access by hb|loc.
    fn synchronised(&self, a: Id, visit: &mut impl FnMut(Id)) {
        for nodes in &self.graph.seq_cst {
            let after = |list: &[Id]| list.partition_point(|&b| b == a || !self.hb(a, b));
            let accesses = &nodes.accesses[after(&nodes.accesses)..];
            if let Some(&b) = accesses.iter().find(|&&b| self.same_location(a, b)) {
                visit(b);
            }
            let fences = &nodes.fences[after(&nodes.fences)..];
            if let Some(&b) = fences.iter().find(|&&b| self.access_to_fence(a, b)) {
                visit(b);
            }
        }
    }

    fn after_fence(&self, a: Id, visit: &mut impl FnMut(Id)) {
        self.later_nodes(a, visit);
        self.first_fences(|fence| self.hb(a, fence), visit);
        self.first_accesses(|b| self.is_before_previous(a, b), visit);
        for nodes in &self.graph.seq_cst {
            let after = nodes.accesses.partition_point(|&b| !self.hb(a, b));
            if let Some(&b) = nodes.accesses[after..].iter().find(|&&b| self.fence_to_access(a, b)) {
                visit(b);
            }
        }
        for loc in 0..self.graph.locations.count() {
            if self.graph.locations[loc].live > 1 {
                self.communicates(loc, a, visit);
            }
        }
    }

    /// For a fence `a`: x with `a` hb x, and then the nodes y with (x, y) ∈ co ∪ fr, and the fences
    /// after y with (x, y) ∈ eco. One walk along coherence.
    fn communicates(&self, loc: u32, a: Id, visit: &mut impl FnMut(Id)) {
        // Whether some x writes, or reads, a write co-before the one at hand.
        let mut seen = false;
        for write in self.writes_to(loc) {
            let is_initial = initial_of(write).is_some();
            if seen && !is_initial {
                if self.is_node(write) {
                    visit(write);
                }
                self.first_fences(|fence| self.hb(write, fence), visit);
            }
            let is_x = !is_initial && self.hb(a, write);
            let mut read_after = false;
            for read in self.readers_of(write) {
                if seen || is_x {
                    self.first_fences(|fence| self.hb(read, fence), visit);
                }
                read_after |= self.hb(a, read);
            }
            seen |= is_x || read_after;
        }
    }

    /// The first access and the first fence after a node in its thread.
    fn later_nodes(&self, a: Id, visit: &mut impl FnMut(Id)) {
        let event = self.graph.event(a);
        let nodes = &self.graph.seq_cst[event.thread as usize];
        for list in [&nodes.accesses, &nodes.fences] {
            let at = list.partition_point(|&b| self.graph.event(b).count <= event.count);
            if let Some(&b) = list.get(at) {
                visit(b);
            }
        }
    }

    /// The first fence of each thread of which `follows` is true; it must stay true along po.
    fn first_fences(&self, follows: impl Fn(Id) -> bool, visit: &mut impl FnMut(Id)) {
        for nodes in &self.graph.seq_cst {
            if let Some(&fence) = nodes.fences.get(nodes.fences.partition_point(|&b| !follows(b))) {
                visit(fence);
            }
        }
    }

    /// The first access of each thread of which `follows` is true; it must stay true along po.
    fn first_accesses(&self, follows: impl Fn(Id) -> bool, visit: &mut impl FnMut(Id)) {
        for nodes in &self.graph.seq_cst {
            if let Some(&access) = nodes.accesses.get(nodes.accesses.partition_point(|&b| !follows(b))) {
                visit(access);
            }
        }
    }

    fn is_node(&self, id: Id) -> bool {
        self.graph.event(id).order == Order::SeqCst
    }

    fn is_fence(&self, id: Id) -> bool {
        self.graph.event(id).kind == Kind::Fence
    }

    fn hb(&self, a: Id, b: Id) -> bool {
        a != b && self.graph.in_clock(&self.graph.event(b).view.hb, a)
    }

    fn hb_or_is(&self, a: Id, b: Id) -> bool {
        a == b || self.hb(a, b)
    }

    fn same_location(&self, a: Id, b: Id) -> bool {
        let (a, b) = (self.graph.event(a), self.graph.event(b));
        a.kind.has_location() && b.kind.has_location() && a.loc == b.loc
    }

    /// The writes co-after `a`, or co-after what it reads if it does not write, without `a` itself.
    fn later_writes(&self, a: Id) -> impl Iterator<Item = Id> {
        let event = self.graph.event(a);
        let from = if event.kind.writes() { a } else { event.rf };
        self.writes_after(from)
    }

    fn writes_after(&self, from: Id) -> impl Iterator<Item = Id> {
        let after = |write: Id| Some(self.graph.co_next(write)).filter(|&next| next != NONE);
        std::iter::successors(after(from), move |&write| after(write))
    }

    fn readers_of(&self, write: Id) -> impl Iterator<Item = Id> {
        let some = |id: Id| Some(id).filter(|&id| id != NONE);
        std::iter::successors(some(self.graph.readers(write)), move |&r| some(self.graph.event(r).reader_next))
    }

    /// All writes of the location, the initial one first.
    fn writes_to(&self, loc: u32) -> impl Iterator<Item = Id> {
        std::iter::once(initial(loc)).chain(self.writes_after(initial(loc)))
    }

    fn access_to_fence(&self, a: Id, fence: Id) -> bool {
        let event = self.graph.event(a);
        if self.leads(event.thread, event.po_next, fence) {
            return true;
        }
        if self.later_writes(a).any(|y| self.hb(y, fence)) {
            return true;
        }
        self.hb(a, fence) && self.at_location(event.loc, |y| self.hb(a, y) && self.hb(y, fence))
    }

    fn fence_to_access(&self, fence: Id, b: Id) -> bool {
        let event = self.graph.event(b);
        if self.is_before_previous(fence, b) {
            return true;
        }
        if event.kind.writes() && self.precedes(fence, b, event.loc) {
            return true;
        }
        self.hb(fence, b) && self.at_location(event.loc, |x| self.hb(fence, x) && self.hb(x, b))
    }

    /// Whether an event after the fence is co- or fr-before the write `b`.
    fn precedes(&self, fence: Id, b: Id, loc: u32) -> bool {
        let before = self.writes_to(loc).take_while(|&write| write != b);
        before
            .into_iter()
            .any(|w| (initial_of(w).is_none() && self.hb(fence, w)) || self.readers_of(w).any(|r| self.hb(fence, r)))
    }

    fn at_location(&self, loc: u32, mut holds: impl FnMut(Id) -> bool) -> bool {
        self.writes_to(loc).any(|w| (initial_of(w).is_none() && holds(w)) || self.readers_of(w).any(&mut holds))
    }
}
