//! What bounds count, from their definitions: rounds, preemptions and context switches of a linear
//! execution and, as the least over its linearisations, of a class; and, to be compared with that,
//! Algorithm 1 of the paper on rounds.
//!
//! Marmanis, Vafeiadis: *Optimal Bounded Partial Order Reduction*, FMCAD 2023, II B and C. Threads
//! are in the order of the tree in which they are started: a thread before the threads it starts,
//! and these, each with all its descendants, in the order in which it starts them.

use crate::oracle::FaultKey;
use std::collections::BTreeSet;
use threadbare_op::Bound;

/// What a linear execution costs; of a class, the least of each, not all from the same execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// How often an event is followed by one of an earlier thread.
    pub rounds: u32,
    /// How often an event is followed by one of another thread.
    pub switches: u32,
    /// How often its own thread could have gone on then.
    pub preemptions: u32,
}

impl Cost {
    /// The least of each.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self {
            rounds: self.rounds.min(other.rounds),
            switches: self.switches.min(other.switches),
            preemptions: self.preemptions.min(other.preemptions),
        }
    }

    /// Whether this is within a bound.
    #[must_use]
    pub fn within(self, bound: Bound) -> bool {
        match bound {
            Bound::Rounds(most) => self.rounds <= most,
            Bound::Preemptions(most) => self.preemptions <= most,
            Bound::ContextSwitches(most) => self.switches <= most,
        }
    }
}

/// What bounds say of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weight {
    /// The least over its linearisations, if all were enumerated.
    pub least: Cost,
    /// Algorithm 1 on the sc order.
    pub rounds: u32,
    /// Algorithm 1 on program order and reads-from.
    pub porf_rounds: u32,
    /// The faults of its executions.
    pub faults: BTreeSet<FaultKey>,
}

/// Algorithm 1: `events` are the places of the events' threads in the order of threads, and the
/// sets of events before them.
#[must_use]
pub fn rounds(events: &[(usize, u128)]) -> u32 {
    let threads = events.iter().map(|event| event.0 + 1).max().unwrap_or(0);
    let mut left: BTreeSet<usize> = (0..events.len()).collect();
    let mut rounds = 0;
    while !left.is_empty() {
        rounds += 1;
        for thread in 0..threads {
            while let Some(next) = left.iter().copied().find(|&event| {
                let (of, before) = events[event];
                of == thread && left.iter().all(|&other| other == event || before & 1 << other == 0)
            }) {
                left.remove(&next);
            }
        }
    }
    u32::max(rounds, 1) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 1 of the paper: T1 does a := y, T2 b := x, T3 x := 1, and b becomes 1.
    #[test]
    fn figure_1() {
        assert_eq!(rounds(&[(0, 0), (2, 0), (1, 2)]), 1);
    }

    #[test]
    fn chains() {
        // Down the threads: one round for each step but the first.
        let down = |n: usize| (0..n).map(|i| (n - i, (1 << i) - 1)).collect::<Vec<(usize, u128)>>();
        assert_eq!(rounds(&down(1)), 0);
        assert_eq!(rounds(&down(4)), 3);
        // Up the threads: none.
        assert_eq!(rounds(&[(0, 0), (1, 1), (2, 3)]), 0);
        // There and back.
        assert_eq!(rounds(&[(0, 0), (1, 1), (0, 3), (1, 7), (0, 15)]), 2);
        assert_eq!(rounds(&[]), 0);
    }
}
