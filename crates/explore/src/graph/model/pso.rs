//! Partial store order (SPARC): as total store order, and writes to different locations may
//! overtake each other, too.
//!
//! A release store is ordered after everything before it in its thread; a release fence orders the
//! writes before it with the writes after it; the rest is as in [`super::tso`]. Since writes may
//! overtake each other, a relaxed store that is read does not make visible what was written before
//! it: happens-before, for races, is that of RC11.
//!
//! With these barriers the usual compilation of C11 is sound, so that a graph that violates the
//! coherence of RC11 violates these axioms as well: the candidates are those of coherence over
//! happens-before.

use super::hb::Hb;
use super::store_order::{self, StoreOrder};
use crate::graph::core::consistency::Model;
use crate::graph::core::event::Id;
use crate::graph::core::execution::Execution;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Pso;

impl StoreOrder for Pso {
    const WRITES_IN_ORDER: bool = false;
}

impl Model for Pso {
    const NAME: threadbare_op::Model = threadbare_op::Model::Pso;

    type View<const W: usize> = Hb<W>;

    const SC: bool = false;

    fn is_consistent<T: Copy, const W: usize>(graph: &mut Execution<T, Self, W>, id: Id) -> bool {
        !store_order::reaches_itself(graph, id)
    }
}
