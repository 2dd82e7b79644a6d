//! [`Questions`]: whether some terms can all be 1, and for which inputs.

use crate::few::{few, few_at_last, few_at_length};
use crate::guess::guessed;
use crate::order::{Ordered, ordered};
use crate::pieces::pieced;
use crate::sets::admitted;
use crate::slices::slices;
use crate::smtlib::question;
use crate::sums::summed;
use crate::{Solved, Solver};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use threadbare_term::{Input, Model, Term, Terms};

/// Whether some inputs satisfy what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Satisfiable {
    /// Some do.
    Yes,
    /// None do.
    No,
    /// The solver has given up.
    Unknown,
}

/// How many questions were answered in which way. A question of several slices counts once, by the
/// slice that took most.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Answered {
    /// Nothing depended on input, or conjuncts contradict each other: one is the opposite of
    /// another, or comparisons form a circle.
    pub simplified: u64,
    /// The same was asked before, or less was impossible already.
    pub remembered: u64,
    /// An input that had answered another question did for this one, or one that was guessed.
    pub by_model: u64,
    /// By the solver.
    pub solved: u64,
    /// The solver has given up.
    pub unknown: u64,
    /// So many answers a second solver confirms ([`Questions::compared_with`]).
    pub confirmed: u64,
    /// How long the solver has worked.
    pub time: Duration,
}

impl Answered {
    /// All questions.
    #[must_use]
    pub const fn all(self) -> u64 {
        self.simplified + self.remembered + self.by_model + self.solved + self.unknown
    }
}

/// Inputs that satisfy a slice.
pub(crate) type Found = Arc<[(Input, u128)]>;

/// How a slice was answered, by the effort it took.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum How {
    #[default]
    Simplified,
    Remembered,
    ByModel,
    Solved,
}

/// So many models are tried.
const MODELS: usize = 24;
/// So many impossible slices are looked for in larger ones.
const IMPOSSIBLE: usize = 64;
/// So many slices are remembered: then all are forgotten.
const REMEMBERED: usize = 1 << 17;

/// See the module.
#[derive(Debug)]
pub struct Questions {
    solver: Box<dyn Solver>,
    /// The last ones that were of use first.
    models: VecDeque<Model>,
    remembered: FxHashMap<Box<[Term]>, Option<Found>>,
    impossible: VecDeque<Box<[Term]>>,
    answered: Answered,
    /// What was found elsewhere, if anything: tried before the solver is asked.
    hint: Option<Model>,
    second: Option<Box<dyn Solver>>,
}

impl Questions {
    /// Questions to this solver.
    #[must_use]
    pub fn new(solver: Box<dyn Solver>) -> Self {
        // Zero and -1 answer many questions, and are numbers that people like to see.
        let models = [Model::new([], 0), Model::new([], 1), Model::new([], u128::MAX)];
        Self {
            solver,
            models: models.into(),
            remembered: FxHashMap::default(),
            impossible: VecDeque::new(),
            answered: Answered::default(),
            hint: None,
            second: None,
        }
    }

    /// Each slice that is answered is put to this one as well. If it says something else, that is a
    /// mistake of ours, or of a solver: a panic.
    #[must_use]
    pub fn compared_with(self, second: Option<Box<dyn Solver>>) -> Self {
        Self { second, ..self }
    }

    /// This input may have the number: it is tried before the solver is asked.
    pub fn hint(&mut self, input: Input, number: u128) {
        self.hint.get_or_insert_default().change(&[(input, number)]);
    }

    /// How questions were answered so far.
    #[must_use]
    pub const fn answered(&self) -> Answered {
        self.answered
    }

    /// Adds what others have answered.
    pub fn add(&mut self, others: Answered) {
        let Answered { simplified, remembered, by_model, solved, unknown, confirmed, time } = others;
        self.answered.simplified += simplified;
        self.answered.remembered += remembered;
        self.answered.by_model += by_model;
        self.answered.solved += solved;
        self.answered.unknown += unknown;
        self.answered.confirmed += confirmed;
        self.answered.time += time;
    }

    /// Whether all these terms, of one bit each, can be 1 at once.
    pub fn ask(&mut self, terms: &Terms, conjuncts: &[Term]) -> Satisfiable {
        self.find(terms, conjuncts).map_or_else(|not| not, |_| Satisfiable::Yes)
    }

    /// Inputs for which all these terms are 1.
    ///
    /// # Errors
    /// There are none ([`Satisfiable::No`]), or the solver has given up.
    pub fn find(&mut self, terms: &Terms, conjuncts: &[Term]) -> Result<Vec<(Input, u128)>, Satisfiable> {
        let mut effort = How::default();
        let found = self.find_by_slices(terms, conjuncts, &mut effort);
        self.count(found.as_ref().err().copied(), effort);
        found
    }

    /// A question was answered.
    pub(crate) fn count(&mut self, not: Option<Satisfiable>, effort: How) {
        let count = match (not, effort) {
            (Some(Satisfiable::Unknown), _) => &mut self.answered.unknown,
            (_, How::Simplified) => &mut self.answered.simplified,
            (_, How::Remembered) => &mut self.answered.remembered,
            (_, How::ByModel) => &mut self.answered.by_model,
            (_, How::Solved) => &mut self.answered.solved,
        };
        *count += 1;
    }

    fn find_by_slices(
        &mut self,
        terms: &Terms,
        conjuncts: &[Term],
        effort: &mut How,
    ) -> Result<Vec<(Input, u128)>, Satisfiable> {
        let mut open: Vec<Term> = Vec::new();
        for &conjunct in conjuncts {
            match terms.constant(conjunct) {
                Some(0) => return Err(Satisfiable::No),
                Some(_) => {}
                None => open.push(conjunct),
            }
        }
        open.sort_unstable();
        open.dedup();
        if contradict(terms, &open) {
            return Err(Satisfiable::No);
        }
        let mut inputs = Vec::new();
        let mut unknown = false;
        for slice in slices(terms, &open) {
            match self.find_slice(terms, &slice, effort) {
                Ok(found) => inputs.extend_from_slice(&found),
                // Another slice may be impossible.
                Err(Satisfiable::Unknown) => unknown = true,
                Err(not) => return Err(not),
            }
        }
        if unknown { Err(Satisfiable::Unknown) } else { Ok(inputs) }
    }

    /// Inputs for conjuncts that share inputs, which are in order.
    pub(crate) fn find_slice(&mut self, terms: &Terms, slice: &[Term], effort: &mut How) -> Result<Found, Satisfiable> {
        if let Some(known) = self.remembered.get(slice) {
            *effort = (*effort).max(How::Remembered);
            return known.clone().ok_or(Satisfiable::No);
        }
        let found = self.find_new(terms, slice, effort);
        self.compare(terms, slice, &found);
        found
    }

    /// Whether the second solver, if there is one, says the same of a slice.
    fn compare(&mut self, terms: &Terms, slice: &[Term], found: &Result<Found, Satisfiable>) {
        let (Some(second), false) = (&mut self.second, matches!(found, Err(Satisfiable::Unknown))) else { return };
        let differs = match (second.solve(terms, slice), found) {
            (Solved::Unknown, _) => return,
            (Solved::Unsatisfiable(_), found) => found.is_ok(),
            // What evaluation does not confirm is no answer either.
            (Solved::By(numbers), found) => found.is_err() || !satisfies(&mut Model::new(numbers, 0), terms, slice),
        };
        self.answered.confirmed += 1;
        assert!(!differs, "two solvers differ, the first says {found:?}:\n{}", question(terms, slice).text);
    }

    /// The same of a slice that was not asked before.
    fn find_new(&mut self, terms: &Terms, slice: &[Term], effort: &mut How) -> Result<Found, Satisfiable> {
        if self.is_impossible(slice) {
            *effort = (*effort).max(How::Remembered);
            self.remember(slice, None);
            return Err(Satisfiable::No);
        }
        if let Some(found) = self.at_hand(terms, slice) {
            *effort = (*effort).max(How::ByModel);
            self.remember(slice, Some(found.clone()));
            return Ok(found);
        }
        if let Some(known) = self.in_order(terms, slice, &[ordered, admitted, few, summed], effort) {
            return known;
        }
        if let Some(found) = self.guess(terms, slice) {
            *effort = (*effort).max(How::ByModel);
            return Ok(self.found(slice, found));
        }
        if let Some(found) = self.hinted(terms, slice) {
            *effort = (*effort).max(How::ByModel);
            return Ok(self.found(slice, found));
        }
        if let Some(known) = self.in_order(terms, slice, &[pieced, few_at_length], effort) {
            return known;
        }
        *effort = How::Solved;
        let begun = Instant::now();
        let solved = self.solver.solve(terms, slice);
        self.answered.time += begun.elapsed();
        match solved {
            // A solver that is stopped may say anything: what is not confirmed is not known.
            Solved::By(found) if satisfies(&mut Model::new(found.iter().copied(), 0), terms, slice) => {
                Ok(self.found(slice, found))
            }
            Solved::By(_) => Err(Satisfiable::Unknown),
            Solved::Unsatisfiable(mut core) => {
                core.sort_unstable();
                self.impossible.push_front(core.into());
                self.impossible.truncate(IMPOSSIBLE);
                self.remember(slice, None);
                Err(Satisfiable::No)
            }
            Solved::Unknown => {
                let known = self.in_order(terms, slice, &[few_at_last], effort);
                known.unwrap_or(Err(Satisfiable::Unknown))
            }
        }
    }

    /// What the first of these finds out, if one does.
    fn in_order(
        &mut self,
        terms: &Terms,
        slice: &[Term],
        ways: &[fn(&Terms, &[Term]) -> Ordered],
        effort: &mut How,
    ) -> Option<Result<Found, Satisfiable>> {
        for way in ways {
            let guesses = match way(terms, slice) {
                Ordered::Impossible => {
                    self.remember(slice, None);
                    return Some(Err(Satisfiable::No));
                }
                Ordered::Perhaps(guesses) => guesses,
            };
            for guess in guesses {
                let mut model = Model::new(guess, 0);
                if satisfies(&mut model, terms, slice) {
                    *effort = (*effort).max(How::ByModel);
                    return Some(Ok(self.found(slice, numbers(terms, slice, &model))));
                }
            }
        }
        None
    }

    /// The same, unless one is the opposite of another.
    pub(crate) fn find_slice_unless_opposed(
        &mut self,
        terms: &Terms,
        slice: &[Term],
        effort: &mut How,
    ) -> Result<Found, Satisfiable> {
        if contradict(terms, slice) { Err(Satisfiable::No) } else { self.find_slice(terms, slice, effort) }
    }

    /// Inputs that are guessed, if there are floating-point numbers among them.
    fn guess(&self, terms: &Terms, slice: &[Term]) -> Option<Vec<(Input, u128)>> {
        if !slice.iter().any(|&term| terms.has_floats(term)) {
            return None;
        }
        let bases = [Model::new([], 0)].into_iter().chain(self.models.front().cloned());
        let found = bases.into_iter().find_map(|base| guessed(terms, slice, base))?;
        Some(numbers(terms, slice, &found))
    }

    fn hinted(&mut self, terms: &Terms, slice: &[Term]) -> Option<Vec<(Input, u128)>> {
        let hint = self.hint.as_mut()?;
        satisfies(hint, terms, slice).then(|| numbers(terms, slice, hint))
    }

    /// A new model.
    fn found(&mut self, slice: &[Term], found: Vec<(Input, u128)>) -> Found {
        self.models.push_front(Model::new(found.iter().copied(), 0));
        self.models.truncate(MODELS);
        let found: Found = found.into();
        self.remember(slice, Some(found.clone()));
        found
    }

    fn remember(&mut self, slice: &[Term], found: Option<Found>) {
        if self.remembered.len() >= REMEMBERED {
            self.remembered.clear();
        }
        self.remembered.insert(slice.into(), found);
    }

    /// Whether a part of it is known to be impossible. Both are in order.
    fn is_impossible(&self, slice: &[Term]) -> bool {
        let is_part = |part: &[Term]| {
            let mut rest = slice.iter();
            part.iter().all(|term| rest.any(|other| other == term))
        };
        self.impossible.iter().any(|part| is_part(part))
    }

    /// Inputs of an earlier answer that satisfy this slice.
    fn at_hand(&mut self, terms: &Terms, slice: &[Term]) -> Option<Found> {
        let n = self.models.iter_mut().position(|model| satisfies(model, terms, slice))?;
        let model = self.models.remove(n)?;
        let found = numbers(terms, slice, &model).into();
        self.models.push_front(model);
        Some(found)
    }
}

/// Whether all of a slice holds for these inputs.
fn satisfies(model: &mut Model, terms: &Terms, slice: &[Term]) -> bool {
    slice.iter().all(|&term| model.evaluate(terms, term) == 1)
}

/// The numbers of all inputs of a slice.
fn numbers(terms: &Terms, slice: &[Term], model: &Model) -> Vec<(Input, u128)> {
    let mut inputs: Vec<Input> = slice.iter().flat_map(|&term| terms.inputs(term)).copied().collect();
    inputs.sort_unstable();
    inputs.dedup();
    inputs.into_iter().map(|input| (input, model.number(input))).collect()
}

/// Whether a term is there and its opposite, too. They are in order.
fn contradict(terms: &Terms, conjuncts: &[Term]) -> bool {
    let is_there = |plain| conjuncts.binary_search(&plain).is_ok();
    conjuncts.iter().any(|&conjunct| terms.opposite(conjunct).is_some_and(is_there))
}
