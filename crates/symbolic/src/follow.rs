//! Executions that follow one input: values are terms as ever, but what a thread asks is answered at
//! once, as it is for this input. What is noted is of which inputs something was asked.
//!
//! The others may be anything: the course of the execution is the same.

use crate::domain::Symbolic;
use crate::history::{About, Asked, Last};
use crate::table::Table;
use rustc_hash::FxHashSet;
use threadbare_op::{Given, Question, ThreadId};
use threadbare_term::{Input, Model, Term};

/// The input that is followed.
#[derive(Debug)]
pub(crate) struct Followed {
    given: Vec<Given>,
    model: Model,
    /// Of which of it something was asked.
    asked: FxHashSet<Input>,
}

impl Symbolic {
    /// While an input was followed: the inputs on which the course of the execution depends, each by
    /// who takes it and the how-manieth it is.
    #[must_use]
    pub fn matters(&self) -> Vec<(ThreadId, u32)> {
        let table = self.table.borrow();
        let inputs = table.followed.iter().flat_map(|followed| &followed.asked);
        let mut matters: Vec<(ThreadId, u32)> =
            inputs.map(|input| table.inputs.get(*input)).map(|taken| (taken.thread, taken.n)).collect();
        matters.sort_unstable();
        matters
    }
}

impl Table {
    pub(crate) fn follow(&mut self, given: &[Given]) {
        // Some may have been taken already.
        let model = Model::new(self.inputs.numbered(given), 0);
        self.followed = Some(Followed { given: given.to_vec(), model, asked: FxHashSet::default() });
    }

    /// An input was taken.
    pub(crate) fn follow_input(&mut self, number: Input) {
        let Some(followed) = &mut self.followed else { return };
        let taken = self.inputs.get(number);
        let given = followed.given.iter().find(|given| (given.thread, given.n) == (taken.thread, taken.n));
        if followed.model.named(number).is_none() {
            followed.model.change(&[(number, given.map_or(0, |given| given.value.into()))]);
        }
    }

    /// What a term is for the input that is followed, on which something depends.
    pub(crate) fn depends(&mut self, term: Term) -> Option<u64> {
        let followed = self.followed.as_mut()?;
        followed.asked.extend(self.terms.inputs(term).iter().copied());
        Some(followed.model.evaluate(&self.terms, term) as u64)
    }

    /// The thread asks whether a term is what it is for the input that is followed.
    pub(crate) fn ask_followed(&mut self, term: Term) -> Option<Question> {
        let (core, _) = self.core(term);
        let number = self.depends(core)?;
        let asked = match self.terms.width(core) {
            1 => Asked::whether(core),
            _ => Asked::about(self.terms.is(core, number.into()), core, About::Number(number)),
        };
        let question = self.question(asked);
        self.history = self.histories.after(self.history, Last::Asked(question));
        Some(question)
    }

    /// The answer for the input that is followed.
    pub(crate) fn answer(&mut self, question: Question) -> Option<u64> {
        let asked = self.histories.asked(question);
        self.depends(asked.cond).map(|bit| asked.answer(bit != 0).into())
    }
}
