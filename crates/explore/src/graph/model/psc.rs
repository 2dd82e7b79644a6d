//! The axiom SC of RC11: psc = psc_base ∪ psc_F is acyclic (Lahav et al., PLDI 2017, section 3), where
//!
//! * scb = po ∪ po|≠loc; hb; po|≠loc ∪ hb|loc ∪ co ∪ fr
//! * psc_base = ([SC] ∪ [F_sc]; hb?); scb; ([SC] ∪ hb?; [F_sc])
//! * psc_F = [F_sc]; (hb ∪ hb; eco; hb); [F_sc]
//!
//! A search over the seq_cst accesses and fences, made when an event was added that something is after at its location,
//! and only if there are two of them. All new edges end in the new event or start from it, so a new cycle goes through it: if it is a
//! seq_cst access it is a node of the cycle, else some seq_cst fence is.
//!
//! Each edge is decided from clocks and the coherence order of one location. From a fence a, every part of scb that
//! consists of po and hb comes to "a hb y"; what is left is communication at one location:
//!
//! | from, to | edge if |
//! |---|---|
//! | access, access | scb as written |
//! | access a, fence b | the event after a is b or hb b; or some y hb b at its location has (a, y) ∈ hb ∪ co ∪ fr |
//! | fence a, access b | a is the event before b or hb that; or some x with a hb x at its location has (x, b) ∈ hb ∪ co ∪ fr |
//! | fence a, fence b | a hb b; or at some location a hb x, (x, y) ∈ eco, y hb b |
//!
//! Not incremental: the cost of a test grows with the number of seq_cst events and, for fences, of all events.

use super::super::event::{Id, Kind, NONE, initial};
use super::super::execution::Execution;
use super::Model;
use super::hb::View;

/// Whether psc is acyclic still, `id` being the newest event.
pub(super) fn is_acyclic<T: Copy, M, const W: usize>(graph: &Execution<T, M, W>, id: Id) -> bool
where
    M: Model<View<W> = View<W>>,
{
    let nodes = &graph.seq_cst;
    if nodes.len() < 2 {
        return true;
    }
    let psc = Psc { graph };
    let mut color = vec![Color::White; nodes.len()];
    if let Some(start) = nodes.iter().rposition(|&node| node == id) {
        return psc.no_cycle(start, &mut color);
    }
    (0..nodes.len()).all(|start| !psc.is_fence(nodes[start]) || psc.no_cycle(start, &mut color))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Color {
    White,
    Grey,
    Black,
}

struct Psc<'a, T, M: Model, const W: usize> {
    graph: &'a Execution<T, M, W>,
}

impl<T: Copy, M, const W: usize> Psc<'_, T, M, W>
where
    M: Model<View<W> = View<W>>,
{
    /// Depth-first search from `start`; false if it meets a cycle.
    fn no_cycle(&self, start: usize, color: &mut [Color]) -> bool {
        if color[start] != Color::White {
            return color[start] == Color::Black;
        }
        color[start] = Color::Grey;
        let mut stack = vec![(start, 0)];
        while let Some((from, to)) = stack.last_mut() {
            let (a, b) = (*from, *to);
            *to += 1;
            if b == color.len() {
                color[a] = Color::Black;
                stack.pop();
            } else if a != b && color[b] != Color::Black && self.edge(a, b) {
                if color[b] == Color::Grey {
                    return false;
                }
                color[b] = Color::Grey;
                stack.push((b, 0));
            }
        }
        true
    }

    fn edge(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.graph.seq_cst[a], self.graph.seq_cst[b]);
        match (self.is_fence(a), self.is_fence(b)) {
            (false, false) => self.scb(a, b),
            (false, true) => self.access_to_fence(a, b),
            (true, false) => self.fence_to_access(a, b),
            (true, true) => self.hb(a, b) || self.communicates(a, b),
        }
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

    fn po(&self, a: Id, b: Id) -> bool {
        let (a, b) = (self.graph.event(a), self.graph.event(b));
        a.thread == b.thread && a.count < b.count
    }

    fn same_location(&self, a: Id, b: Id) -> bool {
        let (a, b) = (self.graph.event(a), self.graph.event(b));
        a.kind.has_location() && b.kind.has_location() && a.loc == b.loc
    }

    fn scb(&self, a: Id, b: Id) -> bool {
        self.po(a, b)
            || (self.same_location(a, b) && (self.hb(a, b) || self.overwrites(a, b)))
            || self.around_their_locations(a, b)
    }

    /// (a, b) ∈ po|≠loc; hb; po|≠loc. The first and the last event that can stand between are the best ones.
    fn around_their_locations(&self, a: Id, b: Id) -> bool {
        let mut first = self.graph.event(a).po_next;
        while first != NONE && self.same_location(a, first) {
            first = self.graph.event(first).po_next;
        }
        let mut last = self.graph.event(b).po_prev;
        while last != NONE && self.same_location(b, last) {
            last = self.graph.event(last).po_prev;
        }
        first != NONE && last != NONE && self.hb(first, last)
    }

    /// (a, b) ∈ co ∪ fr, given that they are at the same location.
    fn overwrites(&self, a: Id, b: Id) -> bool {
        self.graph.event(b).kind.writes() && self.later_writes(a).any(|write| write == b)
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
        let next = self.graph.event(a).po_next;
        if next != NONE && self.hb_or_is(next, fence) {
            return true;
        }
        if self.later_writes(a).any(|y| self.hb(y, fence)) {
            return true;
        }
        self.hb(a, fence) && self.at_location(self.graph.event(a).loc, |y| self.hb(a, y) && self.hb(y, fence))
    }

    fn fence_to_access(&self, fence: Id, b: Id) -> bool {
        let event = self.graph.event(b);
        if event.po_prev != NONE && self.hb_or_is(fence, event.po_prev) {
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
        before.into_iter().any(|w| self.known_after(fence, w) || self.readers_of(w).any(|r| self.hb(fence, r)))
    }

    /// Whether a write (the initial one never) comes after the fence.
    fn known_after(&self, fence: Id, write: Id) -> bool {
        super::super::event::initial_of(write).is_none() && self.hb(fence, write)
    }

    fn at_location(&self, loc: u32, mut holds: impl FnMut(Id) -> bool) -> bool {
        let is_initial = |id: Id| super::super::event::initial_of(id).is_some();
        self.writes_to(loc).any(|w| (!is_initial(w) && holds(w)) || self.readers_of(w).any(&mut holds))
    }

    /// At some location: `a` hb x, (x, y) ∈ eco, y hb `b`. One walk along coherence for each location.
    fn communicates(&self, a: Id, b: Id) -> bool {
        (0..self.graph.locations.len() as u32)
            .filter(|&loc| self.graph.locations[loc as usize].live > 1)
            .any(|loc| self.communicates_at(loc, a, b))
    }

    fn communicates_at(&self, loc: u32, a: Id, b: Id) -> bool {
        // Whether some x writes, or reads, a write co-before the one at hand.
        let mut seen = false;
        for write in self.writes_to(loc) {
            let is_initial = super::super::event::initial_of(write).is_some();
            if seen && !is_initial && self.hb(write, b) {
                return true;
            }
            let is_x = self.known_after(a, write);
            let mut read_after = false;
            for read in self.readers_of(write) {
                if (seen || is_x) && self.hb(read, b) {
                    return true;
                }
                read_after |= self.hb(a, read);
            }
            seen |= is_x || read_after;
        }
        false
    }
}
