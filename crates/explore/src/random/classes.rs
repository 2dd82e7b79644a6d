//! How many of the drawn executions are different.
//!
//! Two count as the same if each operation finds its location, or its object, as the same operation
//! has left it: they have the same happens-before, and threads do the same. An execution is known
//! by a number that is made of all its operations, whatever their order. How many different numbers
//! there were is estimated from how many bits of a table they leave unset: linear counting
//! (Kyu-Young Whang, Brad Vander-Zanden, Howard Taylor: *A Linear-Time Probabilistic Counting
//! Algorithm for Database Applications*, TODS 1990). It is exact for few, and off by less than 1 %
//! for a million.

use crate::mix::{STEP, finish};
use crate::run::Event;
use rustc_hash::FxHashMap;
use threadbare_op::Touch;

/// The number of an execution.
#[derive(Default)]
pub(super) struct Class {
    sum: u64,
    /// By address: the number of the last operation that has left it as it is.
    left: FxHashMap<u64, u64>,
    /// By thread: how many operations.
    own: Vec<u64>,
}

impl Class {
    pub(super) const fn number(&self) -> u64 {
        self.sum
    }

    /// An event was performed, with this answer if it was a choice.
    pub(super) fn add<St>(&mut self, event: &Event<St>, choice: Option<u32>) {
        let thread = event.thread.index();
        if self.own.len() <= thread {
            self.own.resize(thread + 1, 0);
        }
        self.own[thread] += 1;
        let name = name(event.thread.0, self.own[thread]);
        let (at, writes) = match Touch::of(&event.before.op, event.thread) {
            Touch::Memory { addr, .. } => (Some(addr), event.written.is_some()),
            Touch::Object { object, writes } => (Some(object), writes),
            Touch::Nothing | Touch::End { .. } => (None, false),
        };
        let found = at.and_then(|at| self.left.get(&at).copied()).unwrap_or(0);
        let chosen = choice.map_or(0, |choice| u64::from(choice) + 1);
        let number = finish(name ^ found.rotate_left(17) ^ chosen.wrapping_mul(STEP));
        self.sum = self.sum.wrapping_add(number);
        if let Some(at) = at.filter(|_| writes) {
            self.left.insert(at, name);
        }
    }
}

/// The number of the n-th event of a thread.
pub(crate) fn name(thread: u32, n: u64) -> u64 {
    finish(u64::from(thread).wrapping_mul(STEP) ^ n)
}

/// 128 KB.
const BITS: usize = 1 << 20;

/// All executions so far.
pub(crate) struct Classes {
    bits: Vec<u64>,
    set: usize,
}

impl Default for Classes {
    fn default() -> Self {
        Self { bits: vec![0; BITS / 64], set: 0 }
    }
}

impl Classes {
    /// One more, of that number.
    pub(crate) fn add(&mut self, number: u64) {
        let bit = finish(number) as usize % BITS;
        let (word, mask) = (&mut self.bits[bit / 64], 1 << (bit % 64));
        self.set += usize::from(*word & mask == 0);
        *word |= mask;
    }

    /// About so many were different; infinity if that are too many to be counted.
    pub(crate) fn estimate(&self) -> f64 {
        let all = BITS as f64;
        -all * ((all - self.set as f64) / all).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_counted_exactly_and_many_about() {
        for (many, off) in [(0, 0.0), (1, 0.1), (100, 0.5), (1_000_000, 10_000.0)] {
            let mut classes = Classes::default();
            for sum in (0..many).chain(0..many) {
                classes.add(finish(sum));
            }
            assert!((classes.estimate() - many as f64).abs() <= off, "{many}: {}", classes.estimate());
        }
    }
}
