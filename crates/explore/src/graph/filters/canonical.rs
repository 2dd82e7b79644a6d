//! Which graphs represent those that differ from them by the names of threads
//! ([`super::symmetry`]).
//!
//! Threads of a group are compared event by event. A graph is canonical if they are in order; it is
//! given up if they are out of order and no revisit can change that. docs/proofs/graph-symmetry.md,
//! claims 2 and 3.

use super::symmetry::{Step, Symmetry};
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, Kind, NONE, initial_of};
use crate::graph::core::execution::Execution;
use std::cmp::Ordering;
use threadbare_op::{Op, RmwOp};

/// Compares the threads of the groups of a graph.
pub(super) struct Comparison<'a, T, M: Model, const W: usize> {
    pub(super) graph: &'a Execution<T, M, W>,
    pub(super) symmetry: &'a Symmetry<W>,
}

/// Where two threads of a group differ first: their events there ([`NONE`]: none), and how those
/// compare.
pub(super) struct Difference {
    first: Id,
    second: Id,
    /// `None`: they cannot be compared.
    pub(super) order: Option<Ordering>,
}

impl<T: Copy, M: Model, const W: usize> Comparison<'_, T, M, W> {
    pub(super) fn comes_after(&self, i: u32, j: u32) -> bool {
        let Difference { first, second, order } = self.difference(i, j);
        if first == NONE {
            // It waits; what stands still because of a fault would not have done the same.
            return second != NONE && !self.graph.pending(i).op.is_stuck();
        }
        order == Some(Ordering::Greater)
    }

    pub(super) fn stays_after(&self, i: u32, j: u32) -> bool {
        let Difference { first: x, second: y, order } = self.difference(i, j);
        let Some(Step { core, open }) = self.symmetry.steps.last() else { return false };
        let stays = |id: Id| self.graph.in_clock(core, id) || self.graph.event(id).position < *open;
        if y == NONE || !stays(y) || (x != NONE && order != Some(Ordering::Greater)) {
            return false;
        }
        if x != NONE && stays(x) {
            return true;
        }
        let until = if self.is_update_chain(y, true) {
            if x == NONE { self.graph.lane(i).last } else { self.graph.event(x).po_prev }
        } else if x == NONE {
            return false;
        } else {
            x
        };
        let until = if until == NONE { 0 } else { self.graph.event(until).position + 1 };
        let in_core = self.graph.in_clock(core, y);
        (*open..until).all(|at| {
            let id = self.graph.trail[at as usize];
            !is_open(self.graph, id, core) || (in_core && self.would_come_after(id, j, core))
        })
    }

    /// Whether every write that revisits `read` makes its thread come after `j`.
    fn would_come_after(&self, read: Id, j: u32, core: &Clock<W>) -> bool {
        let event = self.graph.event(read);
        let (h, group) = (event.thread, self.symmetry.root_of(j));
        if h == j || self.symmetry.root_of(h) != group || !self.symmetry.pairs().any(|pair| pair == (h, j)) {
            return false;
        }
        let Difference { first, second, .. } = self.difference(h, j);
        let counterpart = self.nth(j, event.count);
        // Equal up to there.
        if counterpart == NONE || first == NONE || second == NONE || self.graph.event(first).count < event.count {
            return false;
        }
        let other = self.graph.event(counterpart);
        if !other.kind.reads() || other.loc != event.loc || !self.graph.in_clock(core, counterpart) {
            return false;
        }
        let later = M::COHERENT && other.position > event.position;
        later || initial_of(other.rf).is_some() || self.is_update_chain(other.rf, false)
    }

    /// The event of a thread with this count.
    fn nth(&self, thread: u32, count: u32) -> Id {
        let mut at = self.graph.lane(thread).first;
        while at != NONE && self.graph.event(at).count < count {
            at = self.graph.event(at).po_next;
        }
        at
    }

    /// Whether nothing can be placed before `write`: only updates are between it and the initial
    /// write. `always`: and whatever its operation reads, it writes. (False as well if there are
    /// too many to look at.)
    fn is_update_chain(&self, write: Id, always: bool) -> bool {
        const MOST: usize = 64;
        let before = self.graph.event(write).po_prev;
        let op = if before == NONE {
            self.graph.lane(self.graph.event(write).thread).start.op
        } else {
            self.graph.event(before).next.op
        };
        if always && !self.always_writes(write, &op) {
            return false;
        }
        let mut at = write;
        for _ in 0..MOST {
            if initial_of(at).is_some() {
                return true;
            }
            if self.graph.event(at).kind != Kind::Update {
                return false;
            }
            at = self.graph.event(at).rf;
        }
        false
    }

    /// Whether this operation, which is an update, would be one whatever it read: not a
    /// compare-and-swap, which may fail, nor what may write the value that it reads, which is a
    /// read if its thread then waits ([`super::spin`]). To add something changes every value, or
    /// none.
    fn always_writes(&self, update: Id, op: &Op) -> bool {
        match *op {
            Op::Rmw { op: RmwOp::Add | RmwOp::Sub, .. } => {
                let event = self.graph.event(update);
                event.kind == Kind::Update && event.value != self.graph.value(event.rf).value
            }
            Op::Sync { .. } | Op::Fence { .. } => true,
            _ => false,
        }
    }

    pub(super) fn difference(&self, i: u32, j: u32) -> Difference {
        let (mut first, mut second) = (self.graph.lane(i).first, self.graph.lane(j).first);
        while first != NONE && second != NONE {
            let order = self.compare(first, second);
            if order != Some(Ordering::Equal) {
                return Difference { first, second, order };
            }
            (first, second) = (self.graph.event(first).po_next, self.graph.event(second).po_next);
        }
        Difference { first, second, order: None }
    }

    /// Compares events that two threads have come to by the same steps. `None`: they cannot be
    /// compared.
    fn compare(&self, x: Id, y: Id) -> Option<Ordering> {
        let (a, b) = (self.graph.event(x), self.graph.event(y));
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
            after_a = self.graph.co_next(after_a);
            if after_a == b || initial_of(a).is_some() {
                return Ordering::Less;
            }
            after_b = self.graph.co_next(after_b);
            if after_b == a || after_a == NONE || initial_of(b).is_some() {
                return Ordering::Greater;
            }
            if after_b == NONE {
                return Ordering::Less;
            }
        }
    }
}

/// Whether a revisit may still change the read.
pub(super) fn is_open<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, id: Id, core: &Clock<W>) -> bool {
    let event = graph.event(id);
    if !event.kind.reads() || graph.in_clock(core, id) {
        return false;
    }
    let mut later = graph.co_next(if event.kind == Kind::Update { id } else { event.rf });
    while later != NONE {
        if graph.in_clock(core, later) {
            return false;
        }
        later = graph.co_next(later);
    }
    let begins_after = |spawn: Id| spawn != NONE && graph.in_clock(&graph.event(spawn).porf, id);
    graph.threads().any(|(thread, lane)| thread != event.thread && !begins_after(lane.spawn))
}
