//! [`Path`]: conjuncts one after the other, the newest taken back first, as a search comes to them.
//!
//! An input is kept that satisfies a first part of them. What comes new is tried on it; if it does
//! not hold, only the conjuncts that share inputs with it are asked, and what is found for these
//! takes its place in the input that is kept. So a question costs as much as what it is connected
//! with, and nothing if the input at hand answers it.

use crate::groups::Groups;
use crate::questions::How;
use crate::{Questions, Satisfiable};
use threadbare_term::{Input, Model, Term, Terms};

/// See the module.
#[derive(Debug, Default)]
pub struct Path {
    conjuncts: Vec<Term>,
    groups: Groups,
    /// An input for which the first so many hold.
    model: Model,
    satisfied: usize,
    /// So many are known to exclude each other.
    impossible: Option<usize>,
}

impl Path {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.conjuncts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.conjuncts.is_empty()
    }

    /// One more, a term of one bit.
    pub fn push(&mut self, terms: &Terms, conjunct: Term) {
        self.conjuncts.push(conjunct);
        self.groups.push(terms, conjunct);
        if terms.constant(conjunct) == Some(0) && self.impossible.is_none() {
            self.impossible = Some(self.len());
        }
    }

    /// Only the first so many are left.
    pub fn truncate(&mut self, len: usize) {
        while self.len() > len {
            self.conjuncts.pop();
            self.groups.pop();
        }
        self.satisfied = self.satisfied.min(len);
        self.impossible = self.impossible.filter(|&first| first <= len);
    }

    /// Whether all can be 1 at once.
    pub fn ask(&mut self, questions: &mut Questions, terms: &Terms) -> Satisfiable {
        let mut effort = How::default();
        let answer = self.satisfy(questions, terms, &mut effort);
        questions.count((answer != Satisfiable::Yes).then_some(answer), effort);
        answer
    }

    /// What a term is for the input that [`Self::ask`] has found last.
    pub fn evaluate(&mut self, terms: &Terms, term: Term) -> u128 {
        self.model.evaluate(terms, term)
    }

    /// The input that [`Self::ask`] has found last, zero where it says nothing.
    pub fn input(&self) -> impl Iterator<Item = (Input, u128)> {
        self.model.numbers()
    }

    fn satisfy(&mut self, questions: &mut Questions, terms: &Terms, effort: &mut How) -> Satisfiable {
        if self.impossible.is_some() {
            return Satisfiable::No;
        }
        while self.satisfied < self.len() {
            let conjunct = self.conjuncts[self.satisfied];
            if self.model.evaluate(terms, conjunct) == 1 {
                let by = if terms.constant(conjunct).is_some() { How::Simplified } else { How::ByModel };
                *effort = (*effort).max(by);
            } else {
                let mut slice: Vec<Term> = self.groups.group(self.satisfied).map(|n| self.conjuncts[n]).collect();
                slice.sort_unstable();
                slice.dedup();
                match questions.find_slice_unless_opposed(terms, &slice, effort) {
                    Ok(found) => self.model.change(&found),
                    Err(not) => {
                        self.impossible = (not == Satisfiable::No).then_some(self.len());
                        return not;
                    }
                }
            }
            self.satisfied += 1;
        }
        Satisfiable::Yes
    }
}
