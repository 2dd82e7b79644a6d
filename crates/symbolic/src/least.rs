//! The least number that a term can be by what a thread knows.
//!
//! An input at hand bounds it from above, what was tried before from below. The next number after
//! what was tried comes first, then steps that double, then halves: so numbers that lie densely
//! cost one question each. What is found depends on the history only, not on the input that happens
//! to be at hand.

use crate::table::Table;
use rustc_hash::FxHashMap;
use threadbare_solver::{Path, Satisfiable};
use threadbare_term::operator::mask;
use threadbare_term::{Operator, Term};

/// The solver cannot say.
struct Unknown;

/// What is kept from one search to the next.
#[derive(Debug, Default)]
pub(crate) struct Least {
    /// The least number that a term can be after a history; `None` if the solver could not say, which
    /// is not asked again: what a thread asks must not depend on when.
    known: FxHashMap<(u32, Term), Option<u64>>,
    /// The answers of the history that was searched last, each by the history that ends with it.
    answers: Vec<u32>,
    pub(crate) path: Path,
}

impl Table {
    /// See the module. It is greater than `tried`. `None` if the solver cannot say.
    pub(crate) fn least(&mut self, term: Term, tried: Option<u64>) -> Option<u64> {
        if let Some(&known) = self.least.known.get(&(self.history, term)) {
            return known;
        }
        let least = self.told_or(term, |table| table.search(term, tried).ok());
        self.least.known.insert((self.history, term), least);
        least
    }

    /// The greatest number: its complement is the least.
    pub(crate) fn greatest(&mut self, term: Term, tried: Option<u64>) -> Option<u64> {
        let width = self.terms.width(term);
        let all = mask(width) as u64;
        let ones = self.terms.number(width, all.into());
        let complement = self.terms.binary(Operator::Xor, term, ones);
        Some(all ^ self.least(complement, tried.map(|tried| all ^ tried))?)
    }

    fn search(&mut self, term: Term, tried: Option<u64>) -> Result<u64, Unknown> {
        self.go_to_history();
        let from = tried.map_or(0, |last| u128::from(last) + 1);
        let (mut low, mut step) = (from.max(self.terms.facts(term).min), 0);
        let mut high = self.at_most(term, None)?.ok_or(Unknown)?;
        while low < high {
            let middle = low + step.min((high - low) / 2);
            match self.at_most(term, Some(middle))? {
                Some(found) => (high, step) = (found, 0),
                None => (low, step) = (middle + 1, step * 2 + 1),
            }
        }
        Ok(high as u64)
    }

    /// A number that a term can be, not above this one; `None` if there is none.
    fn at_most(&mut self, term: Term, most: Option<u128>) -> Result<Option<u128>, Unknown> {
        let before = self.least.path.len();
        if let Some(most) = most {
            let most = self.terms.number(self.terms.width(term), most);
            let above = self.terms.binary(Operator::ULt, most, term);
            let conjunct = self.terms.not(above);
            self.least.path.push(&self.terms, conjunct);
        }
        let answer = self.least.path.ask(&mut self.questions, &self.terms);
        let found = (answer == Satisfiable::Yes).then(|| self.least.path.evaluate(&self.terms, term));
        self.least.path.truncate(before);
        match answer {
            Satisfiable::Unknown => Err(Unknown),
            _ => Ok(found),
        }
    }

    /// The path is that of the present history.
    pub(crate) fn go_to_history(&mut self) {
        let mut new = Vec::new();
        let mut count = self.histories.count(self.history);
        for (answer, asked, holds) in self.histories.answers(self.history) {
            if self.least.answers.get(count - 1) == Some(&answer) {
                break;
            }
            new.push((answer, asked.cond, holds));
            count -= 1;
        }
        self.least.answers.truncate(count);
        self.least.path.truncate(count);
        for (answer, cond, holds) in new.into_iter().rev() {
            let conjunct = self.literal(cond, holds);
            self.least.path.push(&self.terms, conjunct);
            self.least.answers.push(answer);
        }
    }
}
