//! Comparisons.

use crate::operator::{Operator, mask, signed};
use crate::table::{Node, Term, Terms};

impl Terms {
    /// Whether both are the same; a number is the second.
    pub(super) fn equal(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(holds) = self.compared(Operator::Eq, a, b) {
            return Some(self.number(1, u128::from(holds)));
        }
        if let Some(number) = self.constant(b) {
            return self.is_number(a, number);
        }
        match (self.node(a), self.node(b)) {
            (Node::Concat(p, q), Node::Concat(r, s)) if self.width(q) == self.width(s) => {
                Some(self.both_equal(p, r, q, s))
            }
            (Node::SignExtend(p), Node::SignExtend(q)) if self.width(p) == self.width(q) => Some(self.eq(p, q)),
            (Node::Binary(Operator::Add | Operator::Sub, ..), _)
            | (_, Node::Binary(Operator::Add | Operator::Sub, ..)) => {
                let (a, b) = self.without_same(a, b)?;
                Some(self.eq(a, b))
            }
            _ => None,
        }
    }

    fn both_equal(&mut self, p: Term, r: Term, q: Term, s: Term) -> Term {
        let (high, low) = (self.eq(p, r), self.eq(q, s));
        self.binary(Operator::And, high, low)
    }

    fn is_number(&mut self, a: Term, number: u128) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(if number == 1 { a } else { self.not(a) });
        }
        match self.node(a) {
            Node::Concat(high, low) => {
                let at = self.width(low);
                let (x, y) = (self.is(high, number >> at), self.is(low, number & mask(at)));
                Some(self.binary(Operator::And, x, y))
            }
            Node::SignExtend(narrow) => {
                let at = self.width(narrow);
                let fits = signed(number, at) as u128 & mask(width) == number;
                Some(if fits { self.is(narrow, number) } else { self.number(1, 0) })
            }
            Node::Binary(Operator::Add, x, y) => {
                let y = self.constant(y)?;
                Some(self.is(x, number.wrapping_sub(y)))
            }
            Node::Binary(Operator::Xor, x, y) => {
                let y = self.constant(y)?;
                Some(self.is(x, number ^ y))
            }
            Node::Binary(Operator::Sub, x, y) => match self.constant(x) {
                Some(x) => Some(self.is(y, x.wrapping_sub(number))),
                None if number == 0 => Some(self.eq(x, y)),
                None => None,
            },
            Node::Ite(cond, x, y) => match (self.constant(x), self.constant(y)) {
                (None, None) => None,
                _ => {
                    let (x, y) = (self.is(x, number), self.is(y, number));
                    Some(self.ite(cond, x, y))
                }
            },
            _ => None,
        }
    }

    pub(super) fn less(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        if let Some(holds) = self.compared(op, a, b) {
            return Some(self.number(1, u128::from(holds)));
        }
        let width = self.width(a);
        if op == Operator::SLt {
            let signs = (self.facts(a).sign(width), self.facts(b).sign(width));
            if let (Some(p), Some(q)) = signs
                && p == q
            {
                return Some(self.binary(Operator::ULt, a, b));
            }
            return self.less_signed(a, b);
        }
        let all = mask(width);
        match (self.constant(a), self.constant(b)) {
            (_, Some(1)) => return Some(self.is(a, 0)),
            (_, Some(number)) if number == all => {
                let is = self.is(a, all);
                return Some(self.not(is));
            }
            (Some(0), _) => {
                let is = self.is(b, 0);
                return Some(self.not(is));
            }
            (Some(number), _) if number == all - 1 => return Some(self.is(b, all)),
            _ => {}
        }
        self.less_below(a, b)
    }

    /// The same high part decides nothing.
    fn less_below(&mut self, a: Term, b: Term) -> Option<Term> {
        let (part, number) = match (self.node(a), self.node(b)) {
            (Node::Concat(p, q), Node::Concat(r, s)) if p == r && self.width(q) == self.width(s) => {
                return Some(self.binary(Operator::ULt, q, s));
            }
            (Node::Concat(..), Node::Const(number)) => (a, number),
            (Node::Const(number), Node::Concat(..)) => (b, number),
            _ => return None,
        };
        let Node::Concat(high, low) = self.node(part) else { return None };
        let at = self.width(low);
        if self.constant(high)? != number >> at {
            return None;
        }
        let number = self.number(at, number);
        Some(if part == a { self.binary(Operator::ULt, low, number) } else { self.binary(Operator::ULt, number, low) })
    }

    fn less_signed(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let narrow = |terms: &Self, term| match terms.node(term) {
            Node::SignExtend(of) => Some((of, terms.width(of))),
            _ => None,
        };
        match (narrow(self, a), narrow(self, b)) {
            (Some((p, v)), Some((q, w))) if v == w => Some(self.binary(Operator::SLt, p, q)),
            (Some((p, v)), None) => {
                let number = signed(self.constant(b)?, width);
                let lowest = -1_i128 << (v - 1);
                Some(match number {
                    // Not between the least and the greatest of the narrow ones.
                    n if n <= lowest => self.number(1, 0),
                    n if n > !lowest => self.number(1, 1),
                    n => {
                        let n = self.number(v, n as u128);
                        self.binary(Operator::SLt, p, n)
                    }
                })
            }
            (None, Some((q, w))) => {
                let number = signed(self.constant(a)?, width);
                let lowest = -1_i128 << (w - 1);
                Some(match number {
                    n if n >= !lowest => self.number(1, 0),
                    n if n < lowest => self.number(1, 1),
                    n => {
                        let n = self.number(w, n as u128);
                        self.binary(Operator::SLt, n, q)
                    }
                })
            }
            _ => None,
        }
    }
}
