//! RC11: Ori Lahav, Viktor Vafeiadis, Jeehoon Kang, Chung-Kil Hur, Derek Dreyer: *Repairing
//! Sequential Consistency in C/C++11*, PLDI 2017.
//!
//! * COHERENCE, hb;eco? irreflexive: by the choice of candidates, as in [`super::ra`], with
//!   happens-before in place of porf. (Reading w with acquire adds to the past what happens before
//!   the heads of the release sequence of w, and these are co-before w.)
//! * ATOMICITY: a read-modify-write is one event, placed next to what it reads.
//! * SC, psc acyclic: [`super::psc`].
//! * NO-THIN-AIR, po ∪ rf acyclic: by construction.
//!
//! Operations on synchronisation objects are read-modify-writes of the object's state;
//! [`threadbare_op::SyncOp::order`] says of which order.

use super::hb::Hb;
use super::psc;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::Id;
use crate::graph::core::execution::Execution;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rc11;

impl Model for Rc11 {
    const NAME: threadbare_op::Model = threadbare_op::Model::Rc11;

    type View<const W: usize> = Hb<W>;

    const SC: bool = false;

    fn is_consistent<T: Copy, const W: usize>(graph: &mut Execution<T, Self, W>, id: Id) -> bool {
        psc::is_acyclic(graph, id)
    }
}
