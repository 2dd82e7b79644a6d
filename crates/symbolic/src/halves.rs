//! Which number a term is, after some were tried one by one: by halves, the lower one first.
//!
//! A thread knows only its own answers, so it may try many numbers that others have excluded. By
//! halves it comes to each number that is possible with few questions, and an answer that excludes
//! all numbers of a half is never explored.
//!
//! [`MOST_VALUES`] numbers are found; what comes later is refused. Which these are depends on the
//! search, but for each history it is decided once: where a question was asked it is asked again,
//! and a number that was found is known again. So threads stay functions of their answers.

use crate::history::{About, Asked, Told};
use crate::table::Table;
use crate::{MOST_VALUES, ONE_BY_ONE};
use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_op::Question;
use threadbare_term::{Operator, Term};

/// Where the halving of a number began: the history, and the term.
type Begun = (u32, Term);

/// How many numbers were found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// By histories that end with the half of a number.
    begun: FxHashMap<u32, Begun>,
    counts: FxHashMap<Begun, u32>,
    /// Histories that end with a number that is one too many.
    over: FxHashSet<u32>,
}

impl Found {
    fn begun(&self, history: u32, term: Term) -> Begun {
        self.begun.get(&history).copied().filter(|begun| begun.1 == term).unwrap_or((history, term))
    }

    fn is_full(&self, begun: Begun) -> bool {
        self.counts.get(&begun).is_some_and(|count| *count >= MOST_VALUES - ONE_BY_ONE)
    }

    /// Whether the last answer of a history gave a number that is one too many.
    pub(crate) fn is_over(&self, history: u32) -> bool {
        self.over.contains(&history)
    }
}

pub(crate) fn too_many() -> String {
    format!("a number that has more than {MOST_VALUES} values for different inputs")
}

impl Table {
    /// What is asked of a term that is one of these numbers.
    pub(crate) fn halve(&mut self, term: Term, (low, high): (u64, u64)) -> Result<Asked, String> {
        let facts = self.terms.facts(term);
        let step = 1_u64 << facts.zeros.trailing_ones().min(63);
        // Both in steps.
        let mut low = u128::from(low).max(facts.min).div_ceil(step.into()) as u64;
        let mut high = u128::from(high).min(facts.max) as u64 / step;
        while low < high {
            let middle = low + (high - low) / 2;
            let below = self.terms.number(self.terms.width(term), u128::from(middle * step));
            let cond = self.terms.binary(Operator::ULt, below, term);
            match self.terms.constant(cond) {
                Some(0) => high = middle,
                Some(_) => low = middle + 1,
                None => {
                    let halves = [(low * step, middle * step), ((middle + 1) * step, high * step)];
                    return Ok(Asked::about(cond, term, About::Half(halves)));
                }
            }
        }
        if low > high {
            return Err("a number of which nothing is possible".into());
        }
        let number = low * step;
        Ok(Asked::about(self.terms.is(term, number.into()), term, About::Number(number)))
    }

    /// Whether this half may be asked for here.
    pub(crate) fn may_halve(&self, term: Term, question: Question) -> bool {
        let begun = self.found.begun(self.history, term);
        !self.found.is_full(begun) || self.histories.was_asked(self.history, question)
    }

    /// The thread was told the answer to a question, and had this history before it.
    pub(crate) fn note_half(&mut self, before: u32, question: Question) {
        let Some((term, About::Half(_))) = self.histories.asked(question).whole else { return };
        let begun = self.found.begun(before, term);
        let is_new = self.found.begun.insert(self.history, begun).is_none();
        if is_new && matches!(self.histories.told(self.history, term), Some(Told::Is(_))) {
            if self.found.is_full(begun) {
                self.found.over.insert(self.history);
            } else {
                *self.found.counts.entry(begun).or_default() += 1;
            }
        }
    }
}
