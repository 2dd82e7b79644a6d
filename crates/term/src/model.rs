//! [`Model`]: numbers for inputs, under which terms are evaluated.

use crate::operator::mask;
use crate::table::{Input, Node, Term, Terms};
use rustc_hash::FxHashMap;

/// Numbers for inputs; those that it does not name are `rest`, cut to their width.
#[derive(Clone, Debug, Default)]
pub struct Model {
    numbers: FxHashMap<Input, u128>,
    rest: u128,
    /// What terms have been found to be.
    known: FxHashMap<Term, u128>,
}

impl Model {
    /// These numbers, and `rest` for inputs not named.
    #[must_use]
    pub fn new(numbers: impl IntoIterator<Item = (Input, u128)>, rest: u128) -> Self {
        Self { numbers: numbers.into_iter().collect(), rest, known: FxHashMap::default() }
    }

    /// Other numbers for these inputs.
    pub fn change(&mut self, numbers: &[(Input, u128)]) {
        self.numbers.extend(numbers.iter().copied());
        self.known.clear();
    }

    /// The number of an input, if it is named.
    #[must_use]
    pub fn named(&self, input: Input) -> Option<u128> {
        self.numbers.get(&input).copied()
    }

    /// The inputs that are named, with their numbers.
    pub fn numbers(&self) -> impl Iterator<Item = (Input, u128)> {
        self.numbers.iter().map(|(&input, &number)| (input, number))
    }

    /// The number of an input (not cut to its width).
    #[must_use]
    pub fn number(&self, input: Input) -> u128 {
        self.named(input).unwrap_or(self.rest)
    }

    /// What a term is. Terms can be deep: no recursion here.
    pub fn evaluate(&mut self, terms: &Terms, term: Term) -> u128 {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            let node = terms.node(top);
            let waiting = stack.len();
            if !self.known.contains_key(&top) {
                stack.extend(node.operands().filter(|operand| !self.known.contains_key(operand)));
                if stack.len() > waiting {
                    continue;
                }
                let value = self.value(terms, top, node);
                self.known.insert(top, value);
            }
            stack.pop();
        }
        self.known[&term]
    }

    /// What a node is whose operands are known.
    fn value(&self, terms: &Terms, term: Term, node: Node) -> u128 {
        if let Node::Input(input) = node {
            return self.number(input) & mask(terms.width(term));
        }
        let mut operands = [0; 3];
        for (value, operand) in operands.iter_mut().zip(node.operands()) {
            *value = self.known[&operand];
        }
        terms.apply(term, operands)
    }
}
