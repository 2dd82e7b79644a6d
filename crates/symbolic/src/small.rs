//! Small numbers for inputs where some will do.

use crate::domain::Symbolic;
use crate::table::{Table, conjuncts};
use std::time::{Duration, Instant};
use threadbare_op::{Given, Question};
use threadbare_term::operator::mask;
use threadbare_term::{Operator, Term, Width};

/// Numbers up to this one are found by who tries them.
const SMALL: u128 = 40;

/// No longer than this the solver is asked.
const LONGEST: Duration = Duration::from_millis(500);

impl Symbolic {
    /// An input that gives these answers as `given` does, with smaller numbers as far as the solver
    /// soon finds some: one after the other is bounded by powers of two.
    #[must_use]
    pub fn smaller(&self, mut given: Vec<Given>, answers: &[(Question, u32)]) -> Vec<Given> {
        let start = Instant::now();
        let table = &mut *self.table.borrow_mut();
        let mut conjuncts = conjuncts(table, answers);
        let inputs: Vec<Term> = given.iter().filter_map(|given| table.input_of(&conjuncts, *given)).collect();
        let all_small = |given: &[Given], table: &Table| {
            given.iter().zip(&inputs).all(|(given, term)| table.is_small(*term, *given))
        };
        if inputs.len() < given.len() || all_small(&given, table) {
            return given;
        }
        // Few bits do not make a simple number of those.
        let is_whole = |(_, term): &(Given, Term)| !table.terms.is_float(*term);
        let all: Vec<(Given, Term)> = given.iter().copied().zip(inputs).filter(is_whole).collect();
        let (small, large): (Vec<_>, Vec<_>) = all.into_iter().partition(|(given, term)| table.is_small(*term, *given));
        conjuncts.extend(small.into_iter().filter_map(|(_, term)| table.below(term, SMALL.ilog2() as Width + 1)));
        for (_, term) in large {
            // As an unsigned number; else as one of either sign.
            let few = table.below(term, SMALL.ilog2() as Width + 1);
            if let Some(found) = table.give_too(&mut conjuncts, few) {
                given = found;
                continue;
            }
            let (mut low, mut high) = (SMALL.ilog2() as Width + 1, table.terms.width(term) - 1);
            while low < high && start.elapsed() < LONGEST {
                let middle = low + (high - low) / 2;
                let Some(bound) = table.bound(term, middle) else { break };
                match table.give_too(&mut conjuncts, Some(bound)) {
                    Some(found) => (given, high) = (found, middle),
                    None => low = middle + 1,
                }
            }
        }
        given
    }
}

impl Table {
    /// The term of an input, if these are about it.
    fn input_of(&self, conjuncts: &[Term], given: Given) -> Option<Term> {
        let mut inputs = conjuncts.iter().flat_map(|conjunct| self.terms.inputs(*conjunct));
        let is_it = |number: &&u32| {
            let taken = self.inputs.get(**number);
            (taken.thread, taken.n) == (given.thread, given.n)
        };
        inputs.find(is_it).and_then(|number| self.inputs.term(*number))
    }

    fn is_small(&self, term: Term, given: Given) -> bool {
        u128::from(given.value) & mask(self.terms.width(term)) <= SMALL
    }

    /// An input that makes this true as well, which is kept if there is one.
    fn give_too(&mut self, conjuncts: &mut Vec<Term>, more: Option<Term>) -> Option<Vec<Given>> {
        conjuncts.push(more?);
        let found = self.give(conjuncts).ok();
        if found.is_none() {
            conjuncts.pop();
        }
        found
    }

    /// Whether an input is less than this power of two, without a sign.
    fn below(&mut self, term: Term, power: Width) -> Option<Term> {
        let width = self.terms.width(term);
        if power >= width {
            return None;
        }
        let bound = self.terms.number(width, 1_u128 << power);
        Some(self.terms.binary(Operator::ULt, term, bound))
    }

    /// Whether an input is less than this power of two away from 0.
    fn bound(&mut self, term: Term, power: Width) -> Option<Term> {
        let width = self.terms.width(term);
        if power + 1 >= width {
            return None;
        }
        let most = (1_u128 << power) - 1;
        let (most, all) = (self.terms.number(width, most), self.terms.number(width, 2 * most + 1));
        let moved = self.terms.binary(Operator::Add, term, most);
        Some(self.terms.binary(Operator::ULt, moved, all))
    }
}
