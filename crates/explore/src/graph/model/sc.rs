//! Sequential consistency: sc = (po ∪ rf ∪ co ∪ fr)+ is irreflexive, whatever the orders of the
//! accesses.
//!
//! sc is one vector clock per event ([`Execution::sc`]), closed when it is asked for. An event that
//! is last in program order closes a cycle only if one of the writes that would come co-after it is
//! in sc before its po-predecessor.

use super::Porf;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, NONE, initial_of};
use crate::graph::core::execution::Execution;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sc<const HASTY: bool = false>;

impl<const HASTY: bool> Model for Sc<HASTY> {
    const NAME: threadbare_op::Model = threadbare_op::Model::Sc;

    type View<const W: usize> = Porf;

    const SC: bool = true;

    const COHERENT: bool = true;

    const HASTY: bool = HASTY;

    fn is_before<T: Copy, const W: usize>(graph: &Execution<T, Self, W>, write: Id, thread: u32) -> bool {
        if initial_of(write).is_some() {
            return true;
        }
        let event = graph.event(write);
        if event.thread == thread {
            return true;
        }
        let lane = graph.lane(thread);
        let past = if lane.last == NONE { lane.spawn } else { lane.last };
        past != NONE && graph.sc[past][event.thread as usize] >= event.count
    }
}
