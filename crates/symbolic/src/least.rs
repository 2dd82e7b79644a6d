//! The least number that a term can be by what a thread knows.
//!
//! An input at hand bounds it from above, what was tried before from below. The next number after
//! what was tried comes first, then steps that double, then halves: so numbers that lie densely
//! cost one question each. What is found depends on the history only, not on the input that happens
//! to be at hand. What the solver could not say is told to all machines of a run, which then ask by
//! halves as well: what a thread asks must not depend on how fast the machine is.

use crate::Symbolic;
use crate::table::Table;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use threadbare_op::Fingerprint;
use threadbare_solver::{Path, Satisfiable};
use threadbare_term::{Operator, Term};

/// The solver cannot say.
struct Unknown;

/// What is kept from one search to the next.
#[derive(Debug, Default)]
pub(crate) struct Least {
    /// The least number that a term can be after a history; `None` if the solver could not say, which
    /// is not asked again.
    known: FxHashMap<(u32, Term), Option<u64>>,
    /// The answers of the history that was searched last, each by the history that ends with it.
    answers: Vec<u32>,
    pub(crate) path: Path,
    /// What solvers could not say, by fingerprints of histories and terms.
    pub(crate) unsure: Arc<Mutex<BTreeSet<u128>>>,
}

impl Symbolic {
    /// Whether the solver could not say, to some machine of this run, which number something is.
    #[must_use]
    pub fn was_unsure(&self) -> bool {
        !self.table.borrow().least.unsure.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl Table {
    /// See the module. It is greater than `tried`. `None` if the solver cannot say.
    pub(crate) fn least(&mut self, term: Term, tried: Option<u64>) -> Option<u64> {
        if let Some(&known) = self.least.known.get(&(self.history, term)) {
            return known;
        }
        let least = if self.is_unsure(term) { None } else { self.search(term, tried).ok() };
        if least.is_none() {
            let print = self.print_question(term);
            self.least.unsure.lock().unwrap_or_else(PoisonError::into_inner).insert(print);
        }
        self.least.known.insert((self.history, term), least);
        least
    }

    /// Whether it could not say this.
    fn is_unsure(&mut self, term: Term) -> bool {
        let unsure = self.least.unsure.clone();
        let unsure = unsure.lock().unwrap_or_else(PoisonError::into_inner);
        !unsure.is_empty() && unsure.contains(&self.print_question(term))
    }

    /// A term and what the thread knows, the same in all machines.
    fn print_question(&mut self, term: Term) -> u128 {
        let inputs = std::mem::take(&mut self.inputs);
        let mut name = |input| {
            let taken = inputs.get(input);
            u64::from(taken.thread.0) << 32 | u64::from(taken.n)
        };
        let mut print = Fingerprint::of(4);
        let answers: Vec<_> = self.histories.answers(self.history).map(|(_, asked, is)| (asked, is)).collect();
        answers.into_iter().for_each(|answer| self.print_answer(answer, &mut print, &mut name));
        self.print_term(term, &mut print, &mut name);
        self.inputs = inputs;
        print.bits()
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
