//! Total store order (x86): uniproc, and no cycle in ghb = ppo ∪ fences ∪ rfe ∪ co ∪ fr, where ppo
//! is program order without the pairs of a write and a later read.
//!
//! The axioms are those of Jade Alglave, Luc Maranget, Michael Tautschnig: *Herding Cats*, TOPLAS
//! 2014. Read-modify-writes (failed compare-and-swaps too: the `lock` prefix), operations on
//! synchronisation objects, spawns, joins, beginnings and ends of threads and seq_cst fences are
//! full barriers; a seq_cst store is one after itself (`xchg`).
//!
//! Total store order is stronger than release-acquire (Lahav, Giannarakis, Vafeiadis, POPL 2016),
//! so the candidates are those of coherence over porf; `store_order` then looks for a cycle.

use super::Porf;
use super::store_order::{self, StoreOrder};
use crate::graph::core::consistency::Model;
use crate::graph::core::event::Id;
use crate::graph::core::execution::Execution;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Tso;

impl StoreOrder for Tso {
    const WRITES_IN_ORDER: bool = true;
}

impl Model for Tso {
    const NAME: threadbare_op::Model = threadbare_op::Model::Tso;

    type View<const W: usize> = Porf;

    const SC: bool = false;

    const COHERENT: bool = true;

    fn is_consistent<T: Copy, const W: usize>(graph: &mut Execution<T, Self, W>, id: Id) -> bool {
        !store_order::reaches_itself(graph, id)
    }
}
