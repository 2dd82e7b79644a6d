//! Partial store order (SPARC): as total store order, and writes to different locations may overtake each other, too.
//!
//! A release store is ordered after everything before it in its thread; a release fence orders the writes before it with
//! the writes after it; the rest is as in [`super::tso`]. Since writes may overtake each other, a relaxed store that is read does
//! not make visible what was written before it: happens-before, for races, is that of RC11.
//!
//! With these barriers the usual compilation of C11 is sound, so that a graph that violates the coherence of RC11 violates
//! these axioms as well: the candidates are those of coherence over happens-before.

use super::super::event::{Clock, Id};
use super::super::execution::Execution;
use super::hb::{self, View};
use super::store_order::{self, StoreOrder};
use super::{Added, Model, is_known};

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Pso;

impl StoreOrder for Pso {
    const WRITES_IN_ORDER: bool = false;
}

impl Model for Pso {
    const NAME: threadbare_op::Model = threadbare_op::Model::Pso;

    type View<const W: usize> = View<W>;

    const SC: bool = false;

    fn view<T: Copy, const W: usize>(graph: &Execution<T, Self, W>, new: &Added<W>) -> Self::View<W> {
        hb::view(graph, new)
    }

    fn happens_before<'a, const W: usize>(view: &'a View<W>, _: &'a Clock<W>) -> &'a Clock<W> {
        &view.hb
    }

    fn is_before<T: Copy, const W: usize>(graph: &Execution<T, Self, W>, write: Id, thread: u32) -> bool {
        is_known(graph, write, &hb::before(graph, thread))
    }

    fn is_consistent<T: Copy, const W: usize>(graph: &mut Execution<T, Self, W>, id: Id) -> bool {
        !store_order::reaches_itself(graph, id)
    }
}
