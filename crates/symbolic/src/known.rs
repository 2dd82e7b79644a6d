//! What a thread knows of terms: what it was told of them, and what they are if it was told what
//! all of their inputs are.
//!
//! An answer that says what number a term is may say what an input is of which the term is made in
//! a way that can be undone (`n * 8 + 4`, its sign repeated). Where a size has fixed an input,
//! nothing that is computed of this input is asked any more.

use crate::history::{About, Asked, Fixes, Told};
use crate::table::Table;
use threadbare_op::Question;
use threadbare_term::operator::{inverse, mask};
use threadbare_term::{FloatOp, Input, Model, Node, Operator, Term, Terms};

/// Terms of more inputs are not computed where all of these are fixed.
const MOST_INPUTS: usize = 64;

/// Inputs that were fixed last, and what terms of them are.
#[derive(Debug, Default)]
pub(crate) struct Known {
    model: Model,
}

impl Table {
    pub(crate) fn question(&mut self, asked: Asked) -> Question {
        let terms = &self.terms;
        self.histories.question(asked, || fixes(terms, asked))
    }

    /// The number that a term is by what the thread knows.
    pub(crate) fn known(&mut self, term: Term) -> Option<u64> {
        if let Some(bits) = self.terms.constant(term) {
            return Some(bits as u64);
        }
        if self.found.is_over(self.history) {
            return None;
        }
        let (core, negated) = self.core(term);
        match self.histories.told(self.history, core) {
            Some(Told::Is(found)) => Some(if negated { found ^ 1 } else { found }),
            _ => self.computed(term),
        }
    }

    /// The integer of which a floating-point number is made, step by step each of which loses
    /// little or nothing, if that integer fixes its input: numbers of integers are found sooner.
    pub(crate) fn integer_of(&self, term: Term) -> Option<Term> {
        let mut of = term;
        loop {
            of = match self.terms.node(of) {
                Node::Float(op, a, _) if op.is_of_integer() => {
                    return fixed(&self.terms, a, 1).map(|_| a);
                }
                Node::Float(FloatOp::Resize, a, _) => a,
                Node::Float(FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div, a, b) => {
                    if self.terms.constant(b).is_some() { a } else { self.terms.constant(a).map(|_| b)? }
                }
                _ => return None,
            };
        }
    }

    /// What a term is if all of its inputs are fixed.
    fn computed(&mut self, term: Term) -> Option<u64> {
        let inputs = self.terms.inputs(term);
        if !self.histories.has_fixed(self.history) || inputs.len() > MOST_INPUTS {
            return None;
        }
        let mut changed: Vec<(Input, u128)> = Vec::new();
        for &input in inputs {
            let Some(Told::Is(number)) = self.histories.told(self.history, self.inputs.term(input)?) else {
                return None;
            };
            let number = u128::from(number);
            if self.fixed.model.named(input) != Some(number) {
                changed.push((input, number));
            }
        }
        if !changed.is_empty() {
            self.fixed.model.change(&changed);
        }
        Some(self.fixed.model.evaluate(&self.terms, term) as u64)
    }
}

/// What the answers to a question fix.
fn fixes(terms: &Terms, asked: Asked) -> Fixes {
    let told = |answer: bool| match asked.whole {
        None => fixed(terms, asked.cond, u128::from(answer)),
        Some((whole, About::Number(number) | About::Greatest(number))) if answer => fixed(terms, whole, number.into()),
        Some((whole, About::Half(halves))) => match halves[usize::from(answer)] {
            (low, high) if low == high => fixed(terms, whole, low.into()),
            _ => None,
        },
        Some(_) => None,
    };
    [told(false), told(true)]
}

/// The input of which a term is made, and what it is if the term is this number; `None` if that
/// leaves a choice.
fn fixed(terms: &Terms, mut term: Term, mut number: u128) -> Option<(Term, u64)> {
    // So many bits of the term are known, the lowest ones.
    let mut known = terms.width(term);
    loop {
        if known == 0 {
            return None;
        }
        let width = terms.width(term);
        number &= mask(known);
        match terms.node(term) {
            Node::Input(_) => return (known == width).then_some((term, number as u64)),
            Node::Concat(high, low) if terms.constant(low).is_some() => {
                number >>= terms.width(low);
                known = known.saturating_sub(terms.width(low));
                term = high;
            }
            Node::Concat(_, low) | Node::SignExtend(low) => {
                term = low;
                known = known.min(terms.width(low));
            }
            Node::Extract(whole, 0) => term = whole,
            Node::Float(FloatOp::Eq, a, b) if number == 1 => {
                let (of, by) = terms.apart_from_number(a, b)?;
                // Zeros are two.
                if by & mask(terms.width(of)) >> 1 == 0 {
                    return None;
                }
                (number, known, term) = (by, terms.width(of), of);
            }
            Node::Binary(Operator::Sub, a, b) if terms.constant(a).is_some() => {
                number = terms.constant(a)?.wrapping_sub(number);
                term = b;
            }
            Node::Binary(op, a, b) => {
                let (of, by) = terms.apart_from_number(a, b).filter(|(of, _)| *of == a || op.commutes())?;
                match op {
                    Operator::Add => number = number.wrapping_sub(by),
                    Operator::Sub => number = number.wrapping_add(by),
                    Operator::Xor => number ^= by,
                    Operator::Eq if number == 1 => {
                        number = by;
                        known = terms.width(of);
                    }
                    Operator::Shl if by < u128::from(known) => {
                        number >>= by;
                        known -= by as u8;
                    }
                    Operator::Mul if by != 0 && by.trailing_zeros() < u32::from(known) => {
                        let zeros = by.trailing_zeros();
                        number = (number >> zeros).wrapping_mul(inverse(by >> zeros));
                        known -= zeros as u8;
                    }
                    _ => return None,
                }
                term = of;
            }
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undone_is_the_input() {
        let mut terms = Terms::default();
        let input = terms.input(32, 0);
        let wide = terms.sign_extend(input, 64);
        let constant = |terms: &mut Terms, number: i128| terms.number(64, number as u128);
        for (factor, plus) in [(1, 0), (8, 0), (12, 4), (-3, 7), (1 << 32, 1)] {
            let (factor, plus) = (constant(&mut terms, factor), constant(&mut terms, plus));
            let product = terms.binary(Operator::Mul, wide, factor);
            let sum = terms.binary(Operator::Add, product, plus);
            for n in [0_u128, 5, 0x8000_0001, 0xFFFF_FFFF] {
                let number = Model::new([(0, n)], 0).evaluate(&terms, sum);
                assert_eq!(fixed(&terms, sum, number), Some((input, n as u64)));
                let same = terms.is(sum, number);
                assert_eq!(fixed(&terms, same, 1), Some((input, n as u64)));
                assert_eq!(fixed(&terms, same, 0), None);
            }
        }
        let (two, far) = (constant(&mut terms, 2), constant(&mut terms, 1 << 33));
        let half = terms.binary(Operator::UDiv, wide, two);
        assert_eq!(fixed(&terms, half, 1), None);
        let lost = terms.binary(Operator::Mul, wide, far);
        assert_eq!(fixed(&terms, lost, 1 << 33), None);
    }

    #[test]
    fn a_floating_point_number_is_its_bits() {
        let mut terms = Terms::default();
        let input = terms.input(64, 0);
        let mut is = |number: f64, answer| {
            let number = terms.number(64, number.to_bits().into());
            let same = terms.float(FloatOp::Eq, input, number);
            fixed(&terms, same, answer)
        };
        for number in [3.0, -0.5, 1e-310, f64::INFINITY] {
            assert_eq!((is(number, 1), is(number, 0)), (Some((input, number.to_bits())), None), "{number}");
        }
        assert_eq!((is(0.0, 1), is(-0.0, 1)), (None, None), "there are two zeros");
    }
}
