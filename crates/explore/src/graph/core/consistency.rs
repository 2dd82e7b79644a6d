//! What the search asks of a memory model: [`Model`].
//!
//! TruSt is parametric in the model, provided that porf has no cycle, that a prefix of a consistent
//! graph is consistent, and that an event added co-maximally (it reads the last write, or is put
//! last) keeps a graph consistent. So [`Model::is_consistent`] is asked only about events that were
//! not added co-maximally, and everything else is a matter of which sources and places are
//! candidates at all ([`Model::is_before`]).

use super::event::{Clock, Id, NONE, initial_of};
use super::execution::Execution;
use std::fmt::Debug;
use threadbare_op::Order;

/// A memory model. Everything about events of which no memory model differs is in [`Execution`].
pub(crate) trait Model: Copy + Debug + 'static {
    /// As the rest of the tool calls it.
    const NAME: threadbare_op::Model;

    /// What is known about an event beyond porf from when it is added on.
    type View<const W: usize>: View<W>;

    /// Whether there is an [`Execution::sc`].
    const SC: bool;

    /// Whether coherence respects porf: a write that is porf-after a read of its location is
    /// co-after what that reads.
    const COHERENT: bool = false;

    /// Whether graphs are given up that are not canonical now, but may lead to some that are. For
    /// tests.
    const HASTY: bool = false;

    /// Whether fences of this order are read-modify-writes of one hidden location.
    fn fence_is_update(order: Order) -> bool {
        let _ = order;
        false
    }

    /// Whether the next event of the thread must not read a write that is co-before `write`, nor be
    /// placed there, whatever else is in the graph. (If true for one write of a location, then for
    /// all before it: the search stops there.)
    fn is_before<T: Copy, const W: usize>(graph: &Execution<T, Self, W>, write: Id, thread: u32) -> bool {
        is_known(graph, write, &Self::View::before(graph, thread))
    }

    /// Whether the graph, consistent before its newest event `id` was linked, is consistent still.
    fn is_consistent<T: Copy, const W: usize>(graph: &mut Execution<T, Self, W>, id: Id) -> bool {
        let _ = (graph, id);
        true
    }
}

/// What an event knows when it is added; depends on its porf-past only. What happens before it is a
/// part of that.
pub(crate) trait View<const W: usize>: Copy + Debug {
    /// Whether it says of each event that its porf happens before it; which is not so where an
    /// operation orders nothing (`core::happens_before`).
    const IS_PORF: bool = false;

    /// The view of an event about to be added.
    fn of<T: Copy, M: Model<View<W> = Self>>(graph: &Execution<T, M, W>, new: &Added<W>) -> Self;

    /// What happens before an event with this view (itself included), as far as races are
    /// concerned.
    fn happens_before<'a>(&'a self, porf: &'a Clock<W>) -> &'a Clock<W>;

    /// What happens before the next event of a thread.
    fn before<T: Copy, M: Model<View<W> = Self>>(graph: &Execution<T, M, W>, thread: u32) -> Clock<W>;
}

/// An event about to be added, for its view.
pub(crate) struct Added<const W: usize> {
    pub(crate) thread: u32,
    /// Its porf, itself included.
    pub(crate) porf: Clock<W>,
    /// What it reads from; [`NONE`] if it does not read.
    pub(crate) rf: Id,
    /// Its location, if it writes.
    pub(crate) written: Option<u32>,
    /// The thread that it waits for.
    pub(crate) joined: Option<u32>,
    pub(crate) order: Order,
    pub(crate) is_fence: bool,
    /// It orders nothing, though it reads and writes ([`threadbare_op::SyncOp::orders_nothing`]).
    pub(crate) silent: bool,
}

/// Coherence: whether `write`, or a read that reads it, is in `past`. Then an event with that past
/// can neither read nor be placed before it: that would be hb;eco.
fn is_known<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, write: Id, past: &Clock<W>) -> bool {
    if initial_of(write).is_some() || graph.in_clock(past, write) {
        return true;
    }
    let mut read = graph.readers(write);
    while read != NONE && !graph.in_clock(past, read) {
        read = graph.event(read).reader_next;
    }
    read != NONE
}
