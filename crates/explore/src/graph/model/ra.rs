//! Release-acquire: hb;eco? is irreflexive, where hb = porf since every read acquires and every write releases.
//!
//! Ori Lahav, Nick Giannarakis, Viktor Vafeiadis: *Taming Release-Acquire Consistency*, POPL 2016. As there, a seq_cst
//! fence is an acquire-release read-modify-write of one location that nothing else touches, so that happens-before
//! orders all of them. Other fences, and the orders of accesses, add nothing.
//!
//! Why the candidates are enough: let r be added, reading w, and x hb r with r eco x. If x is in hb before r's po-predecessor,
//! [`is_known`] has excluded w. Otherwise x is porf-before or is w itself, and co-after w (or reads what is): then the graph had
//! hb;eco? between x and w before.

use super::super::event::{Clock, Id};
use super::super::execution::Execution;
use super::{Added, Model, is_known};
use threadbare_op::Order;

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ra;

impl Model for Ra {
    const NAME: threadbare_op::Model = threadbare_op::Model::Ra;

    type View<const W: usize> = ();

    const SC: bool = false;

    fn fence_is_update(order: Order) -> bool {
        order == Order::SeqCst
    }

    fn view<T: Copy, const W: usize>(_: &Execution<T, Self, W>, _: &Added<W>) -> Self::View<W> {}

    fn happens_before<'a, const W: usize>((): &'a (), porf: &'a Clock<W>) -> &'a Clock<W> {
        porf
    }

    fn is_before<T: Copy, const W: usize>(graph: &Execution<T, Self, W>, write: Id, thread: u32) -> bool {
        is_known(graph, write, &graph.porf_before(thread))
    }

    fn is_consistent<T: Copy, const W: usize>(_: &mut Execution<T, Self, W>, _: Id) -> bool {
        true
    }
}
