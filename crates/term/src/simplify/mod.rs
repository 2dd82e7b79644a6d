//! How terms are built: each operator with the rules that make its terms smaller, or put them into
//! one shape of several.
//!
//! Shapes: numbers are second operands; there is no zero extension, but a concatenation with zeros;
//! no shift by a number, but concatenations and extractions; concatenations lean to the right; no
//! "less or equal", but a negated "less".
//!
//! Every rule is held against evaluation (`tests/agree.rs`).

mod arithmetic;
mod bitwise;
mod compare;
mod float;
mod lookup;
mod monotone;
mod parts;
mod sums;

pub use lookup::MOST_ENTRIES;

use crate::operator::{Operator, mask};
use crate::table::{Node, Term, Terms, Width};

/// Rules that go down into a term stop here: programs can build deep ones.
const DEEPEST: u32 = 24;

impl Terms {
    /// An operator, applied to terms of the same width.
    pub fn binary(&mut self, op: Operator, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b), "operands have one width");
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            let result = if op.compares() { 1 } else { width };
            return self.number(result, op.apply(width, x, y));
        }
        let (a, b) = if op.commutes() { self.in_order(a, b) } else { (a, b) };
        let result = if op.compares() { 1 } else { width };
        if let Some(entry) = self.of_entries(result, a, b, |x, y| op.apply(width, x, y)) {
            return entry;
        }
        let simpler = match op {
            Operator::Add | Operator::Sub | Operator::Mul => self.sum_or_product(op, a, b),
            Operator::UDiv | Operator::URem | Operator::SDiv | Operator::SRem => self.quotient(op, a, b),
            Operator::And | Operator::Or | Operator::Xor => self.bitwise(op, a, b),
            Operator::Shl | Operator::LShr | Operator::AShr => self.shift(op, a, b),
            Operator::Eq => self.deeper(|terms| terms.equal(a, b)),
            Operator::ULt | Operator::SLt => self.deeper(|terms| terms.less(op, a, b)),
        };
        simpler.unwrap_or_else(|| self.plain(op, a, b))
    }

    /// The same without rules, but what is known of the result.
    fn plain(&mut self, op: Operator, a: Term, b: Term) -> Term {
        let width = if op.compares() { 1 } else { self.width(a) };
        self.make(Node::Binary(op, a, b), width)
    }

    /// Operands that may change places: numbers come second, else the older one first.
    fn in_order(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.constant(a), self.constant(b)) {
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// Tries a rule that goes down into a term.
    fn deeper(&mut self, rule: impl FnOnce(&mut Self) -> Option<Term>) -> Option<Term> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let simpler = rule(self);
        self.depth -= 1;
        simpler
    }

    /// All bits the other way round.
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let ones = self.number(width, mask(width));
        self.binary(Operator::Xor, a, ones)
    }

    /// Whether both are the same.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.binary(Operator::Eq, a, b)
    }

    /// Whether a term is this number.
    pub fn is(&mut self, a: Term, number: u128) -> Term {
        let number = self.number(self.width(a), number);
        self.eq(a, number)
    }

    /// Zeros above it, up to `width`.
    pub fn zero_extend(&mut self, a: Term, width: Width) -> Term {
        let more = width - self.width(a);
        if more == 0 {
            return a;
        }
        let zeros = self.number(more, 0);
        self.concat(zeros, a)
    }

    /// `then` if the bit `cond` is 1, else `other`.
    pub fn ite(&mut self, cond: Term, then: Term, other: Term) -> Term {
        if let Some(cond) = self.constant(cond) {
            return if cond == 1 { then } else { other };
        }
        if then == other {
            return then;
        }
        let width = self.width(then);
        if width == 1
            && let Some(simpler) = self.ite_of_bits(cond, then, other)
        {
            return simpler;
        }
        match self.opposite(cond) {
            // A condition is not negated.
            Some(plain) => self.make(Node::Ite(plain, other, then), width),
            None => self.make(Node::Ite(cond, then, other), width),
        }
    }

    fn ite_of_bits(&mut self, cond: Term, then: Term, other: Term) -> Option<Term> {
        let (yes, no) = (self.constant(then), self.constant(other));
        Some(match (yes, no) {
            (Some(1), Some(_)) => cond,
            (Some(_), Some(_)) => self.not(cond),
            (Some(1), _) => self.binary(Operator::Or, cond, other),
            (Some(_), _) => {
                let not = self.not(cond);
                self.binary(Operator::And, not, other)
            }
            (_, Some(1)) => {
                let not = self.not(cond);
                self.binary(Operator::Or, not, then)
            }
            (_, Some(_)) => self.binary(Operator::And, cond, then),
            _ => return None,
        })
    }
}
