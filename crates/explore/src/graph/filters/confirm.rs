//! Compare-and-swaps that confirm what their thread has just loaded (F4): a load and the
//! compare-and-swap that expects what it has found are one read-modify-write, in two events.
//!
//! `r = load(x); while (!cas(&x, &r, f(r)));`: if the compare-and-swap finds something else, the
//! thread comes to where the load would have brought it, had that found it
//! ([`threadbare_op::Foresight::confirms`]). So such executions are left out: the compare-and-swap
//! comes right after the read, reads the same write, and is not revisited. Why nothing is lost:
//! docs/proofs/waits.md, claim 12.
//!
//! Not covered: bounds, input.

use super::Filtered;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, Kind, NONE};
use crate::graph::core::place::{Effect, Write};
use crate::graph::core::system::GraphSystem;
use threadbare_op::{Op, Pending};

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// The thread that has just read what its next operation, a compare-and-swap, is to confirm.
    pub(crate) fn next_confirms(&mut self) -> Option<u32> {
        let last = *self.graph.trail.last()?;
        self.confirmed_after(last).map(|_| self.graph.event(last).thread)
    }

    /// The write that the thread has just read, if its next operation is a compare-and-swap that
    /// confirms it; and what that writes.
    pub(crate) fn confirmed(&mut self, thread: u32) -> Option<(Id, Write)> {
        let last = self.graph.lane(thread).last;
        if last == NONE { None } else { self.confirmed_after(last) }
    }

    /// The same, with the last event of the thread.
    fn confirmed_after(&mut self, last: Id) -> Option<(Id, Write)> {
        let event = self.graph.event(last);
        if event.kind != Kind::Load || !self.confirms(&event.next) {
            return None;
        }
        let (thread, from) = (event.thread, event.rf);
        match self.effect(thread, from) {
            Effect::Write(write) if write.value != self.graph.value(from).value => Some((from, write)),
            _ => None,
        }
    }

    /// Whether the event is a compare-and-swap that has confirmed what its thread had just read.
    pub(crate) fn is_confirming(&self, read: Id) -> bool {
        let event = self.graph.event(read);
        if event.kind != Kind::Update || event.po_prev == NONE {
            return false;
        }
        let last = self.graph.event(event.po_prev);
        last.kind == Kind::Load
            && last.rf == event.rf
            && event.value != self.graph.value(event.rf).value
            && self.confirms(&last.next)
    }

    /// Whether a thread stands at a compare-and-swap that confirms its last event.
    pub(super) fn confirms(&self, before: &Pending<S::State>) -> bool {
        matches!(before.op, Op::Cas { .. })
            && self.may_reduce()
            && !self.system.has_input()
            && self.system.confirms(before.state)
    }
}
