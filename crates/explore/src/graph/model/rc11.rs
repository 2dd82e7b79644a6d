//! RC11: Ori Lahav, Viktor Vafeiadis, Jeehoon Kang, Chung-Kil Hur, Derek Dreyer: *Repairing Sequential Consistency in C/C++11*,
//! PLDI 2017.
//!
//! * COHERENCE, hb;eco? irreflexive: by the choice of candidates, as in [`super::ra`], with happens-before in place of porf. (Reading w
//!   with acquire adds to the past what happens before the heads of the release sequence of w, and these are co-before w.)
//! * ATOMICITY: a read-modify-write is one event, placed next to what it reads.
//! * SC, psc acyclic: [`super::psc`].
//! * NO-THIN-AIR, po ∪ rf acyclic: by construction.
//!
//! Operations on synchronisation objects are read-modify-writes of the object's state; [`threadbare_op::SyncOp::order`] says of
//! which order.

use super::super::event::{Clock, Id};
use super::super::execution::Execution;
use super::hb::{self, View};
use super::{Added, Model, is_known, psc};

#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Rc11;

impl Model for Rc11 {
    const NAME: threadbare_op::Model = threadbare_op::Model::Rc11;

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
        psc::is_acyclic(graph, id)
    }
}
