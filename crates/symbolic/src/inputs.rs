//! The inputs: each by who takes it, and the how-manieth it is.

use rustc_hash::FxHashMap;
use threadbare_op::{Given, ThreadId};
use threadbare_term::Term;

/// An input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Taken {
    pub(crate) thread: ThreadId,
    /// From 0.
    pub(crate) n: u32,
    pub(crate) width: u8,
}

#[derive(Debug, Default)]
pub(crate) struct Inputs {
    all: Vec<Taken>,
    numbers: FxHashMap<Taken, u32>,
    /// Their terms, in order.
    terms: Vec<Term>,
}

impl Inputs {
    pub(crate) fn number(&mut self, taken: Taken) -> u32 {
        *self.numbers.entry(taken).or_insert_with(|| {
            self.all.push(taken);
            self.all.len() as u32 - 1
        })
    }

    /// The numbers of those that are given, with their values.
    pub(crate) fn numbered(&self, given: &[Given]) -> Vec<(u32, u128)> {
        let given: FxHashMap<(ThreadId, u32), u64> =
            given.iter().rev().map(|given| ((given.thread, given.n), given.value)).collect();
        let value = |taken: &Taken| given.get(&(taken.thread, taken.n)).map(|&value| u128::from(value));
        (0..).zip(&self.all).filter_map(|(number, taken)| Some((number, value(taken)?))).collect()
    }

    /// The term of the input with this number.
    pub(crate) fn is_term(&mut self, number: u32, term: Term) {
        if number as usize == self.terms.len() {
            self.terms.push(term);
        }
    }

    pub(crate) fn term(&self, number: u32) -> Option<Term> {
        self.terms.get(number as usize).copied()
    }

    pub(crate) fn get(&self, number: u32) -> Taken {
        self.all[number as usize]
    }
}
