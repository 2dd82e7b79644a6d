//! The inputs: each by who takes it, and the how-manieth it is.

use rustc_hash::FxHashMap;
use threadbare_op::{Given, ThreadId};

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
        let value = |taken: &Taken| {
            let given = given.iter().find(|given| (given.thread, given.n) == (taken.thread, taken.n))?;
            Some(u128::from(given.value))
        };
        (0..).zip(&self.all).filter_map(|(number, taken)| Some((number, value(taken)?))).collect()
    }

    pub(crate) fn get(&self, number: u32) -> Taken {
        self.all[number as usize]
    }
}
