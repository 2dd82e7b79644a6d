//! `observers`: one execution for each way in which reads can read from writes and the writes *that
//! are read* can be ordered with the others.
//!
//! Stavros Aronis, Bengt Jonsson, Magnus Lång, Konstantinos Sagonas: *Optimal Dynamic Partial Order
//! Reduction with Observers*, TACAS 2018: two writes of a location are in conflict only if one of
//! them is observed, by a read that reads from it. Two complete executions are the same if they
//! have the same events, every read reads from the same write, and for every write w that is read
//! and every other write w' of the location, w' is before w in both, or in neither.
//!
//! # Deviation
//! The paper's exploration reverses races, with wakeup trees whose branches carry observers. This
//! one refines `rf`: at each of its maximal executions, all pairs w, w' as above that have no order
//! yet are ordered, one after another, in both ways; an order that no execution has is not gone
//! into. So the equivalence is the paper's, the algorithm is not. What it gains: nothing is
//! executed for an order of writes (no thread takes a step), there are no runs in vain, and the
//! races with what is blocked need no care, since `rf` has found the events.
//!
//! # Why each class is explored exactly once
//! `rf` comes to each reads-from class of maximal executions exactly once, blocked ones included
//! (see the header of `rvf`), and all executions of a class have the same events. So it is enough
//! that those of one reads-from class are divided rightly.
//! * *Not twice*: two ends of the search differ in a pair that was ordered one way and the other,
//!   and of this pair one write is read: the classes differ. As the reads read the same, whether a
//!   write is read is the same for all of them.
//! * *None lost*: let τ be an execution of the reads-from class. At each pair τ has one of the two
//!   orders; if it follows the order at hand, it follows the one with this order as well, and so
//!   its closure, which says only what every execution follows. A search for a witness then finds
//!   one, if not τ. So the way down to where all pairs are ordered as in τ is gone.
//! * *Feasible*: where the search goes on, it has a witness, and its end is one execution. (At the
//!   end none would have to be searched: if every write that is read has an order with every other
//!   write of the location, and, as the order is closed, those after it come after its readers as
//!   well, then in every linearisation each read finds its write.)
//!
//! The operations of a synchronisation object are a chain in which each link reads from the one
//! before it, or belongs to the owner of a lock and follows in program order: it is ordered
//! completely. A compare-and-swap that fails reads only. Threads that have nothing more to do,
//! wait, or have come to a fault make no difference: they have performed the events that they have.
//! Of waits in loops it is asked for each completion whether what they look at can have come last
//! (`ending`).
//!
//! What happens before, as the system is told, goes by program order and who reads from whom, and
//! is the same for all completions: races are found, and classes refined on account of them
//! (`rvf`), before anything is completed.
//!
//! Not covered, like by `rf`: which of the writes that nobody reads remains in memory.

use super::Mistake;
use super::state::Execution;
use crate::testing::makes;
use crate::values::closure::Mark;
use crate::values::order::Id;
use crate::values::verify::witness;
use threadbare_op::Op;

/// The completions of a maximal execution that are left.
pub(super) struct Completions {
    /// Writes of the same location, one of which is read, that had no order in the beginning.
    pairs: Vec<(Id, Id)>,
    /// The pairs that did not get their order from that of the earlier ones.
    turns: Vec<Turn>,
    mistake: Option<Mistake>,
}

/// A pair that was ordered.
struct Turn {
    /// Its number.
    pair: usize,
    /// How the order was before.
    mark: Mark,
    /// The order that has not been tried yet.
    other: Option<(Id, Id)>,
    /// The witness before, if it is another one now.
    witness: Option<Vec<Id>>,
}

impl<T: Copy, const W: usize> Execution<T, W> {
    /// Takes the witness for the first completion.
    pub(super) fn first_completion(&mut self, mistake: Option<Mistake>) -> Completions {
        // There is a witness, so it cannot fail.
        let closed = self.closed.close();
        debug_assert!(closed.is_ok(), "an execution without a witness");
        let mut completions = Completions { pairs: self.pairs(mistake), turns: Vec::new(), mistake };
        self.complete(&mut completions, 0);
        completions
    }

    /// Makes the witness one of the next completion, and orders the events as this has them. False,
    /// with everything as it was before the first one, if there is none.
    pub(super) fn next_completion(&mut self, completions: &mut Completions) -> bool {
        while let Some(turn) = completions.turns.last_mut() {
            self.closed.undo(turn.mark);
            if let Some(before) = turn.witness.take() {
                self.witness = before;
            }
            let other = turn.other.take().filter(|_| !makes(completions.mistake, Mistake::OnlyTheWitness));
            if let Some((first, second)) = other {
                if let Some(found) = self.witness_with(first, second) {
                    turn.witness = Some(std::mem::replace(&mut self.witness, found));
                    let from = turn.pair + 1;
                    self.complete(completions, from);
                    return true;
                }
                self.closed.undo(turn.mark);
            }
            completions.turns.pop();
        }
        false
    }

    /// A witness in which the one comes before the other, which is then part of the order.
    fn witness_with(&mut self, first: Id, second: Id) -> Option<Vec<Id>> {
        self.closed.add(first, second).and_then(|()| self.closed.close()).ok()?;
        witness(&mut self.closed, &self.witness)
    }

    /// Orders the pairs from number `from` on as the witness has them.
    fn complete(&mut self, completions: &mut Completions, from: usize) {
        for (pair, &(a, b)) in completions.pairs.iter().enumerate().skip(from) {
            if self.closed.order.ordered(a, b) {
                continue;
            }
            let a_is_first = self.witness.iter().find(|&&id| id == a || id == b) == Some(&a);
            let (first, second) = if a_is_first { (a, b) } else { (b, a) };
            completions.turns.push(Turn {
                pair,
                mark: self.closed.mark(),
                other: Some((second, first)),
                witness: None,
            });
            let added = self.closed.add(first, second).and_then(|()| self.closed.close());
            debug_assert!(added.is_ok(), "a witness against the order");
        }
    }

    /// The writes of the same location that have no order although one of them is read.
    fn pairs(&self, mistake: Option<Mistake>) -> Vec<(Id, Id)> {
        let mut pairs = Vec::new();
        for variable in 0..self.closed.variables() as u32 {
            let writes = self.closed.writes(variable);
            // The operations on an object are a chain.
            let Some(first) = writes.first().filter(|_| writes.len() > 1) else { continue };
            if matches!(self.event(first.id).before.pending.op, Op::Sync { .. }) {
                continue;
            }
            let mut is_read = vec![makes(mistake, Mistake::NobodyNeedObserve); writes.len()];
            for &read in self.closed.reads(variable) {
                let observes =
                    !makes(mistake, Mistake::UpdatesDoNotObserve) || self.closed.write_number(read).is_none();
                let read_from = self.closed.good(read).into_iter().flat_map(|good| good.numbers());
                read_from.filter(|_| observes).for_each(|number| is_read[number as usize] = true);
            }
            for (number, write) in writes.iter().enumerate() {
                for (earlier, other) in writes[..number].iter().enumerate() {
                    let observed = is_read[number] || is_read[earlier];
                    if observed && !self.closed.order.ordered(write.id, other.id) {
                        pairs.push((write.id, other.id));
                    }
                }
            }
        }
        pairs
    }
}
