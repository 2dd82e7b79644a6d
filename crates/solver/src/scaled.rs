//! Inputs that are multiplied by an odd number (hashes, `seed * 1103515245`): the product is handed
//! over in place of the input, which is the product times the number's inverse. So there is nothing
//! left to be multiplied, where all else that is done with the input is to compare it.
//!
//! Not covered: several numbers; sums.

use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_term::operator::{inverse, mask};
use threadbare_term::{Node, Operator, Term, Terms};
use z3::ast::BV;

/// Smaller factors than this are no trouble.
const LEAST: u128 = 1 << 8;

/// See the module.
#[derive(Debug)]
pub(crate) struct Scaled {
    factor: u128,
    /// The inputs.
    of: FxHashSet<Term>,
    /// Terms times the number.
    products: FxHashMap<Term, BV>,
}

impl Scaled {
    /// For these terms, if there is one number.
    pub(crate) fn new(terms: &Terms, all: &[Term]) -> Option<Self> {
        let mut found = None;
        let mut of = FxHashSet::default();
        for &term in all {
            let Node::Binary(Operator::Mul, a, b) = terms.node(term) else { continue };
            let (Node::Input(_), Some(factor)) = (terms.node(a), terms.constant(b)) else { continue };
            if factor % 2 == 0 || factor < LEAST || found.is_some_and(|found| found != (factor, terms.width(a))) {
                return None;
            }
            found = Some((factor, terms.width(a)));
            of.insert(a);
        }
        found.map(|(factor, _)| Self { factor, of, products: FxHashMap::default() })
    }

    /// An input, if it is one of these: its product is new.
    pub(crate) fn input(&mut self, term: Term, product: impl FnOnce() -> BV) -> Option<BV> {
        if !self.of.contains(&term) {
            return None;
        }
        let product = product();
        let width = product.get_size();
        let inverse = inverse(self.factor) & mask(width as u8);
        self.products.insert(term, product.clone());
        Some(product.bvmul(crate::z3::number(width, inverse)))
    }

    /// A term whose operands are there, if products of these say what it is.
    pub(crate) fn made(&mut self, terms: &Terms, term: Term, bit: impl Fn(Term) -> z3::ast::Bool) -> Option<BV> {
        match terms.node(term) {
            Node::Binary(Operator::Mul, a, b) if terms.constant(b) == Some(self.factor) => {
                self.of.contains(&a).then(|| self.products[&a].clone())
            }
            Node::Binary(Operator::Eq, a, b) => {
                let (a, b) = (self.product(terms, a)?, self.product(terms, b)?);
                Some(a.eq(b).ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)))
            }
            Node::Ite(cond, a, b) => {
                let (a, b) = (self.product(terms, a)?, self.product(terms, b)?);
                self.products.insert(term, bit(cond).ite(&a, &b));
                None
            }
            _ => None,
        }
    }

    /// A term times the number, if that is known.
    fn product(&self, terms: &Terms, term: Term) -> Option<BV> {
        let width = terms.width(term);
        // All widths are that of the inputs, or there would be no product of the other operand.
        let number = |number: u128| crate::z3::number(width.into(), number.wrapping_mul(self.factor) & mask(width));
        self.products.get(&term).cloned().or_else(|| terms.constant(term).map(number))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Solved, Solver, Z3};
    use threadbare_term::{Model, Operator, Terms};

    /// Two that fall into one place of a hash table, and are not the same; the numbers are those of
    /// the inputs. And two that are the same in different places: none.
    #[test]
    fn hashes() {
        let mut terms = Terms::default();
        let inputs = [0, 1, 2].map(|n| terms.input(32, n));
        let by = terms.number(32, 2_654_435_761);
        let places = inputs.map(|input| {
            let product = terms.binary(Operator::Mul, input, by);
            terms.extract(product, 22, 10)
        });
        let meet = terms.eq(places[0], places[1]);
        let apart = terms.eq(places[1], places[2]);
        let apart = terms.not(apart);
        let first = terms.is(places[0], 700);
        let chosen = terms.ite(first, inputs[0], inputs[1]);
        let same = terms.eq(chosen, inputs[2]);
        let other = terms.eq(inputs[0], inputs[1]);
        let other = terms.not(other);
        let mut solver = Z3::default();
        let not_first = terms.not(first);
        for conjuncts in [vec![meet, first, other, apart], vec![meet, first, other, same]] {
            let Solved::By(found) = solver.solve(&terms, &conjuncts) else { panic!("there are some") };
            let mut model = Model::new(found, 0);
            assert!(conjuncts.iter().all(|&conjunct| model.evaluate(&terms, conjunct) == 1));
        }
        let none = [meet, same, apart, not_first];
        assert!(matches!(solver.solve(&terms, &none), Solved::Unsatisfiable(_)));
    }
}
