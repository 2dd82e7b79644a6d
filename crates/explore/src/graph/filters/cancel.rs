//! Rounds of loops that take back what they have done (K3): `while (fetch_sub(&l, 1) <= 0)
//! fetch_add(&l, 1);`.
//!
//! The thread stands where it stood, and so does memory, if nobody else has written there in
//! between. Then it goes on only if another thread has *seen* the round: has read one of its writes
//! that are overwritten by the next. What the thread does next has that read in its past
//! ([`Execution::onlooker`](crate::graph::core::execution::Execution::onlooker)). Here it is found
//! out which events are such a round; it depends on nothing but these events and their sources, and
//! is noted with the last one. Why nothing is lost, and why it is so under sequential consistency
//! only: docs/proofs/waits.md.
//!
//! Not covered: rounds with stores, fences, plain accesses that are visible, or operations on
//! synchronisation objects; bounds; input. Executions in which several reads have seen a round may
//! come more than once.

use super::Filtered;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, Kind, NONE};
use crate::graph::core::system::GraphSystem;
use smallvec::SmallVec;
use threadbare_op::{Op, Order, Pending};

/// Rounds have no more events than this.
const MOST: usize = 24;

/// What a round, as far back as it is known, does to a location.
#[derive(Clone, Copy)]
struct Chain {
    loc: u32,
    /// The first write, and the last.
    first: Id,
    last: Id,
}

/// A round, as far back as it is known.
#[derive(Default)]
struct Round {
    chains: SmallVec<[Chain; 4]>,
    /// How many of its writes have changed what was there.
    effects: u32,
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// The newest event, whose thread has gone on, may be the end of a round that takes back what it
    /// has done.
    #[inline]
    pub(crate) fn note_round(&mut self, id: Id) {
        if M::SC && is_of_rounds(&self.graph.event(id).next.op) && self.may_reduce() && !self.system.has_input() {
            self.graph.events[id as usize].round = self.round_before(id);
        }
    }

    /// The first event of such a round that ends with that event, or [`NONE`].
    fn round_before(&self, id: Id) -> Id {
        let next = self.graph.event(id).next;
        // Comes right after the load that it confirms.
        if self.confirms(&next) {
            return NONE;
        }
        let (mut round, mut at) = (Round::default(), id);
        for _ in 0..MOST {
            let event = self.graph.event(at);
            let before = *self.graph.pending_after(event.thread, event.po_prev);
            if !is_of_rounds(&before.op) || event.kind == Kind::Update && !self.extend(&mut round, at) {
                return NONE;
            }
            if self.takes_back(&round, &before, &next) {
                return at;
            }
            at = event.po_prev;
            if at == NONE {
                return NONE;
            }
        }
        NONE
    }

    /// The write comes before the others of the round: whether those of its location begin with one
    /// that reads it.
    fn extend(&self, round: &mut Round, write: Id) -> bool {
        let event = self.graph.event(write);
        let found = self.graph.value(event.rf);
        round.effects += u32::from(!found.defined || found.value != event.value);
        let Some(chain) = round.chains.iter_mut().find(|chain| chain.loc == event.loc) else {
            round.chains.push(Chain { loc: event.loc, first: write, last: write });
            return true;
        };
        let first = std::mem::replace(&mut chain.first, write);
        self.graph.event(first).rf == write
    }

    /// Whether a thread that stood at `before` stands there again at `next`, after that round.
    fn takes_back(&self, round: &Round, before: &Pending<S::State>, next: &Pending<S::State>) -> bool {
        let cancels = |chain: &Chain| {
            let found = self.graph.value(self.graph.event(chain.first).rf);
            found.defined && found.value == self.graph.event(chain.last).value
        };
        (before.op, before.site) == (next.op, next.site)
            && round.effects > 0
            && round.chains.iter().all(cancels)
            && self.system.is_back(before.state, next.state, round.effects)
    }
}

/// Whether the operation may be one of a round that takes back what it does.
fn is_of_rounds(op: &Op) -> bool {
    match *op {
        Op::Load { order, .. } | Op::Rmw { order, .. } => order != Order::Plain,
        Op::Cas { .. } => true,
        _ => false,
    }
}
