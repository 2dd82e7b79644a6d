//! Sums of several terms: the same terms, however they were put together, are one sum, and what is
//! added and taken away is gone.
//!
//! Shape: what is added, the oldest first; then what is taken away; then a number. Where that says
//! less of the range of a sum than what it was made of (`x + 1000 - y` of small numbers), the sum
//! stays as it is.

use crate::facts::Facts;
use crate::operator::{Operator, mask};
use crate::table::{Node, Term, Terms, Width};

/// Longer sums stay as they are,
const MOST: usize = 12;
/// and where more would have to be looked at.
const MOST_BEFORE: usize = 24;

/// What is added, what is taken away (both in order), and a number.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    plus: Vec<Term>,
    minus: Vec<Term>,
    number: u128,
}

impl Sum {
    fn len(&self) -> usize {
        self.plus.len() + self.minus.len()
    }

    /// Takes out what is added and taken away. Gives whether there was any.
    fn cancel(&mut self) -> bool {
        let before = self.len();
        self.plus.sort_unstable();
        self.minus.sort_unstable();
        let minus = &mut self.minus;
        self.plus.retain(|term| match minus.iter().position(|other| other == term) {
            Some(at) => {
                minus.remove(at);
                false
            }
            None => true,
        });
        self.len() < before
    }
}

impl Terms {
    /// The shape of a sum or a difference for which there is no other rule.
    pub(super) fn normal_sum(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let is_sum = |terms: &Self, term| matches!(terms.node(term), Node::Binary(Operator::Add | Operator::Sub, ..));
        if !is_sum(self, a) && !is_sum(self, b) {
            return None;
        }
        let width = self.width(a);
        let mut sum = self.parts_of_sum(op, a, b)?;
        let is_shorter = sum.cancel();
        if sum.len() > MOST {
            return None;
        }
        let normal = self.put_together(width, &sum);
        let as_it_is = self.facts_of(Node::Binary(op, a, b), width);
        (is_shorter || self.facts(normal).imply(as_it_is)).then_some(normal)
    }

    /// Two sums that are compared, without what is in both of them; a number goes to the right.
    pub(super) fn without_same(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let width = self.width(a);
        let mut sum = self.parts_of_sum(Operator::Sub, a, b)?;
        if !sum.cancel() || sum.len() > MOST {
            return None;
        }
        let minus = std::mem::take(&mut sum.minus);
        let right = Sum { plus: minus, minus: Vec::new(), number: sum.number.wrapping_neg() };
        sum.number = 0;
        Some((self.put_together(width, &sum), self.put_together(width, &right)))
    }

    /// `None` if there are too many.
    fn parts_of_sum(&self, op: Operator, a: Term, b: Term) -> Option<Sum> {
        let mut sum = Sum::default();
        let mut open = vec![(a, false), (b, op == Operator::Sub)];
        while let Some((term, is_taken)) = open.pop() {
            match self.node(term) {
                Node::Const(bits) if is_taken => sum.number = sum.number.wrapping_sub(bits),
                Node::Const(bits) => sum.number = sum.number.wrapping_add(bits),
                Node::Binary(Operator::Add, p, q) => open.extend([(p, is_taken), (q, is_taken)]),
                Node::Binary(Operator::Sub, p, q) => open.extend([(p, is_taken), (q, !is_taken)]),
                // The opposite of all bits is 1 less than what is to be added for 0.
                Node::Binary(Operator::Xor, p, ones) if self.constant(ones) == Some(mask(self.width(term))) => {
                    let one = if is_taken { 1 } else { u128::MAX };
                    sum.number = sum.number.wrapping_add(one);
                    open.push((p, !is_taken));
                }
                _ if is_taken => sum.minus.push(term),
                _ => sum.plus.push(term),
            }
            if sum.len() + open.len() > MOST_BEFORE {
                return None;
            }
        }
        Some(sum)
    }

    fn put_together(&mut self, width: Width, sum: &Sum) -> Term {
        let number = self.number(width, sum.number);
        let mut plus = sum.plus.iter().copied();
        let first = plus.next();
        let all = plus.fold(first.unwrap_or(number), |all, term| self.step(Operator::Add, all, term));
        let all = sum.minus.iter().fold(all, |all, &term| self.step(Operator::Sub, all, term));
        if first.is_some() { self.step(Operator::Add, all, number) } else { all }
    }

    /// A sum or a difference by the other rules.
    fn step(&mut self, op: Operator, a: Term, b: Term) -> Term {
        let (a, b) = if op.commutes() { self.in_order(a, b) } else { (a, b) };
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            let width = self.width(a);
            return self.number(width, op.apply(width, x, y));
        }
        let simpler = if op == Operator::Add { self.sum(a, b) } else { self.difference(a, b) };
        simpler.unwrap_or_else(|| self.plain(op, a, b))
    }
}

impl Facts {
    /// Whether nothing is known of the other that is not known of this.
    fn imply(self, other: Self) -> bool {
        let bits = other.zeros & !self.zeros == 0 && other.ones & !self.ones == 0;
        bits && self.min >= other.min && self.max <= other.max
    }
}
