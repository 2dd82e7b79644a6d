//! Whether memory may have been given twice ([`threadbare_op::Reuses`]): docs/proofs/reuse.md.
//!
//! The graph grows in an order in which its threads need not have run. So memory is freed there
//! before addresses are compared that were read before the free.

use super::consistency::Model;
use super::event::{Id, NONE};
use super::execution::Execution;
use super::hooks::Hooks;
use super::search::Search;
use super::system::GraphSystem;
use threadbare_op::Reuse;

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// A thread has gone on: what it has compared is judged.
    pub(super) fn judge_reuse(&mut self) {
        for reuse in self.system.suspects() {
            if self.graph.may_be_given_twice(&reuse) {
                self.system.is_reuse(&reuse);
            }
        }
    }
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// Whether the graph stays coherent if the free happens before the object is made.
    fn may_be_given_twice(&self, reuse: &Reuse) -> bool {
        let (maker, made) = reuse.made;
        let follows = |id: Id| self.happens_before(id)[maker.index()] >= made;
        let overtaken = |id: Id| {
            let event = self.event(id);
            let sees = if event.kind.reads() { event.rf } else { id };
            self.writes_after(sees).any(|write| self.is_before_free(reuse, write))
        };
        let accesses = |id: Id| self.event(id).kind.reads() || self.event(id).kind.writes();
        !self.trail.iter().any(|&id| accesses(id) && follows(id) && overtaken(id))
    }

    fn is_before_free(&self, reuse: &Reuse, id: Id) -> bool {
        let event = self.event(id);
        reuse.before_free.get(event.thread as usize).is_some_and(|&seen| seen >= event.count)
    }

    /// The writes that come later in the coherence order.
    fn writes_after(&self, write: Id) -> impl Iterator<Item = Id> {
        let next = |write: Id| Some(self.co_next(write)).filter(|&next| next != NONE);
        std::iter::successors(next(write), move |&write| next(write))
    }
}
