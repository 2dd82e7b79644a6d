//! [`Search`]: numbers for some inputs, each one of a few, so that conjuncts are 1.

use crate::few::all_parts;
use rustc_hash::FxHashMap;
use threadbare_term::{Input, Node, Term, Terms};

/// What an input can be.
pub(crate) type Domain = (Input, Vec<u128>);

/// See the module.
pub(crate) struct Search<'a> {
    terms: &'a Terms,
    domains: Vec<Domain>,
    /// What is known once the first so many inputs have numbers.
    levels: Vec<Level>,
    /// What each term is.
    values: Vec<u128>,
}

/// Places are those in [`Search::values`].
#[derive(Default)]
struct Level {
    input: Option<usize>,
    steps: Vec<Step>,
    conjuncts: Vec<usize>,
}

/// A term to compute, where, and where its operands are.
struct Step {
    term: Term,
    at: usize,
    operands: [usize; 3],
}

impl<'a> Search<'a> {
    /// The domains are those of all inputs of the conjuncts; numbers of the first change least often.
    pub(crate) fn new(terms: &'a Terms, conjuncts: &[Term], domains: Vec<Domain>) -> Self {
        let parts = all_parts(terms, conjuncts);
        let places: FxHashMap<Term, usize> = parts.iter().copied().zip(0..).collect();
        let ranks: FxHashMap<Input, usize> = domains.iter().map(|(input, _)| *input).zip(1..).collect();
        let level = |term| terms.inputs(term).iter().map(|input| ranks[input]).max().unwrap_or(0);
        let mut levels: Vec<Level> = (0..=domains.len()).map(|_| Level::default()).collect();
        for (&term, at) in parts.iter().zip(0..) {
            let level = &mut levels[level(term)];
            let node = terms.node(term);
            if let Node::Input(_) = node {
                level.input = Some(at);
                continue;
            }
            let mut operands = [0; 3];
            for (place, operand) in operands.iter_mut().zip(node.operands()) {
                *place = places[&operand];
            }
            level.steps.push(Step { term, at, operands });
        }
        for conjunct in conjuncts {
            levels[level(*conjunct)].conjuncts.push(places[conjunct]);
        }
        let mut search = Self { terms, domains, levels, values: vec![0; parts.len()] };
        search.compute(0, 0);
        search
    }

    /// How many terms are computed at most; `None` if that is too many to count.
    pub(crate) fn steps(&self) -> Option<usize> {
        let mut combinations = 1_usize;
        let mut all = 0_usize;
        for ((_, numbers), level) in self.domains.iter().zip(&self.levels[1..]) {
            combinations = combinations.checked_mul(numbers.len())?;
            all = all.checked_add(combinations.checked_mul(level.steps.len() + 1)?)?;
        }
        Some(all)
    }

    /// The first numbers for which all conjuncts are 1.
    pub(crate) fn first(self) -> Option<Vec<(Input, u128)>> {
        let mut found = None;
        self.each(|numbers| {
            found = Some(numbers);
            false
        });
        found
    }

    /// The combinations of numbers for which they are, as long as `goes_on` says so.
    pub(crate) fn each(mut self, mut goes_on: impl FnMut(Vec<(Input, u128)>) -> bool) {
        let last = self.domains.len() - 1;
        let mut next = vec![0; self.domains.len()];
        let mut input = 0;
        loop {
            let Some(&number) = self.domains[input].1.get(next[input]) else {
                next[input] = 0;
                let Some(before) = input.checked_sub(1) else { return };
                input = before;
                continue;
            };
            next[input] += 1;
            if !self.compute(input + 1, number) {
                continue;
            }
            if input < last {
                input += 1;
                continue;
            }
            let numbers = self.domains.iter().zip(&next).map(|((input, numbers), &next)| (*input, numbers[next - 1]));
            if !goes_on(numbers.collect()) {
                return;
            }
        }
    }

    /// Computes what depends on the newest number; whether the conjuncts are 1 that are known then.
    fn compute(&mut self, level: usize, number: u128) -> bool {
        let Self { terms, levels, values, .. } = self;
        let Level { input, steps, conjuncts } = &levels[level];
        if let Some(at) = *input {
            values[at] = number;
        }
        for &Step { term, at, operands } in steps {
            values[at] = terms.apply(term, operands.map(|place| values[place]));
        }
        conjuncts.iter().all(|&at| values[at] == 1)
    }
}
