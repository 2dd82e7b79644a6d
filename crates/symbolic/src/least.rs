//! The least number that a term can be by what a thread knows.
//!
//! An input at hand bounds it from above, what was tried before from below. The next number after
//! what was tried comes first, then steps that double, then halves: so numbers that lie densely
//! cost one question each. What is found depends on the history only, not on the input that happens
//! to be at hand. Where questions are hard, what was found, or that the solver could not say, is told to all
//! machines of a run: what a thread asks must not depend on how fast the machine is, nor on what was
//! asked before.

use crate::Symbolic;
use crate::inputs::Taken;
use crate::table::Table;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use threadbare_op::Fingerprint;
use threadbare_solver::{Path, Satisfiable};
use threadbare_term::operator::mask;
use threadbare_term::{Input, Model, Operator, Term};

/// Questions are hard if the solver has worked for so long.
const HARD: Duration = Duration::from_millis(500);
/// Not more is told to other machines.
const MOST_TOLD: usize = 1 << 14;

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
    /// What machines of this run have found, by fingerprints of histories and terms.
    pub(crate) hard: Arc<Mutex<BTreeMap<u128, Option<u64>>>>,
}

/// A number of the input's width, another one for each input.
fn some_number(Taken { thread, n, width }: Taken, seed: u64) -> u128 {
    let mut print = Fingerprint::of(seed);
    [thread.0.into(), n.into()].into_iter().for_each(|word| print.add(word));
    print.bits() & mask(width)
}

impl Symbolic {
    /// Whether the solver could not say, to some machine of this run, which number something is.
    #[must_use]
    pub fn was_unsure(&self) -> bool {
        let table = self.table.borrow();
        let hard = table.least.hard.lock().unwrap_or_else(PoisonError::into_inner);
        hard.values().any(Option::is_none)
    }
}

impl Table {
    /// See the module. It is greater than `tried`. `None` if the solver cannot say.
    pub(crate) fn least(&mut self, term: Term, tried: Option<u64>) -> Option<u64> {
        if let Some(&known) = self.least.known.get(&(self.history, term)) {
            return known;
        }
        let least = self.told_or_found(term, tried);
        self.least.known.insert((self.history, term), least);
        least
    }

    fn told_or_found(&mut self, term: Term, tried: Option<u64>) -> Option<u64> {
        let hard = self.least.hard.clone();
        let lock = || hard.lock().unwrap_or_else(PoisonError::into_inner);
        let count = lock().len();
        if count > 0 {
            let print = self.print_question(term);
            let told = lock().get(&print).copied();
            if let Some(told) = told {
                return told;
            }
        }
        let least = self.search(term, tried).ok();
        let is_hard = count < MOST_TOLD && self.questions.answered().time >= HARD;
        if is_hard || least.is_none() {
            let print = self.print_question(term);
            lock().insert(print, least);
        }
        least
    }

    /// A term and what the thread knows, the same in all machines: by what they are for some inputs,
    /// since machines may have built the same in another order.
    fn print_question(&mut self, term: Term) -> u128 {
        let answers: Vec<_> = self.histories.answers(self.history).map(|(_, asked, is)| (asked, is)).collect();
        let wholes = answers.iter().filter_map(|(asked, _)| Some(asked.whole?.0));
        let all: Vec<Term> = answers.iter().map(|(asked, _)| asked.cond).chain(wholes).chain([term]).collect();
        let inputs: BTreeSet<Input> = all.iter().flat_map(|term| self.terms.inputs(*term)).copied().collect();
        let mut print = Fingerprint::of(4);
        answers.iter().for_each(|(_, is)| print.add((*is).into()));
        for seed in 1..=3 {
            let given = inputs.iter().map(|&input| (input, some_number(self.inputs.get(input), seed)));
            let mut model = Model::new(given, 0);
            all.iter().for_each(|&term| print.add(model.evaluate(&self.terms, term) as u64));
        }
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
