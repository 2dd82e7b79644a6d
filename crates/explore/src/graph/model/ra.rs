//! Release-acquire: hb;eco? is irreflexive, where hb = porf since every read acquires and every
//! write releases.
//!
//! Ori Lahav, Nick Giannarakis, Viktor Vafeiadis: *Taming Release-Acquire Consistency*, POPL 2016.
//! As there, a seq_cst fence is an acquire-release read-modify-write of one location that nothing
//! else touches, so that happens-before orders all of them. Other fences, and the orders of
//! accesses, add nothing.
//!
//! Why the candidates are enough: let r be added, reading w, and x hb r with r eco x. If x is in hb
//! before r's po-predecessor, `is_known` has excluded w. Otherwise x is porf-before or is w
//! itself, and co-after w (or reads what is): then the graph had hb;eco? between x and w before.

use super::Porf;
use crate::graph::core::consistency::Model;
use threadbare_op::Order;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ra;

impl Model for Ra {
    const NAME: threadbare_op::Model = threadbare_op::Model::Ra;

    type View<const W: usize> = Porf;

    const SC: bool = false;

    const COHERENT: bool = true;

    fn fence_is_update(order: Order) -> bool {
        order == Order::SeqCst
    }
}
