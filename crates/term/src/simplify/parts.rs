//! Extraction, concatenation, sign extension.

use crate::operator::{Operator, mask, signed};
use crate::table::{Node, Term, Terms, Width};

/// Sums and products of more stay as they are where they are cut.
const MOST_LEAVES: u32 = 32;

impl Terms {
    /// `width` bits of `a` from bit `from` on.
    pub fn extract(&mut self, a: Term, from: Width, width: Width) -> Term {
        debug_assert!(width > 0 && from + width <= self.width(a), "a part of the term");
        if from == 0 && width == self.width(a) {
            return a;
        }
        if let Some(bits) = self.constant(a) {
            return self.number(width, bits >> from);
        }
        if let Some(entry) = self.part_of_entries(a, from, width) {
            return entry;
        }
        let simpler = self.deeper(|terms| terms.part(a, from, width));
        simpler.unwrap_or_else(|| self.make(Node::Extract(a, from), width))
    }

    fn part(&mut self, a: Term, from: Width, width: Width) -> Option<Term> {
        match self.node(a) {
            Node::Extract(whole, first) => Some(self.extract(whole, first + from, width)),
            Node::Concat(high, low) => {
                let at = self.width(low);
                Some(if from >= at {
                    self.extract(high, from - at, width)
                } else if from + width <= at {
                    self.extract(low, from, width)
                } else {
                    let high = self.extract(high, 0, from + width - at);
                    let low = self.extract(low, from, at - from);
                    self.concat(high, low)
                })
            }
            Node::SignExtend(narrow) => {
                let at = self.width(narrow);
                if from + width <= at {
                    return Some(self.extract(narrow, from, width));
                }
                // From the sign bit on, all bits are the same.
                let from = from.min(at - 1);
                let part = self.extract(narrow, from, at - from);
                Some(if self.width(part) > width {
                    self.extract(part, 0, width)
                } else {
                    self.sign_extend(part, width)
                })
            }
            // Only where something is cut off for good: else the parts, put together again, would
            // not be the whole.
            Node::Binary(op @ (Operator::And | Operator::Or | Operator::Xor), x, y) => {
                (self.has_parts(x) || self.has_parts(y)).then(|| self.of_parts(op, x, y, from, width))
            }
            // What is carried goes upwards.
            Node::Binary(op @ (Operator::Add | Operator::Sub | Operator::Mul), x, y) if from == 0 => {
                (self.is_of_parts(a, &mut { MOST_LEAVES })).then(|| self.of_parts(op, x, y, from, width))
            }
            Node::Ite(cond, x, y) if self.constant(x).is_some() || self.constant(y).is_some() => {
                let (x, y) = (self.extract(x, from, width), self.extract(y, from, width));
                Some(self.ite(cond, x, y))
            }
            _ => None,
        }
    }

    fn has_parts(&self, term: Term) -> bool {
        matches!(self.node(term), Node::Const(_) | Node::Concat(..) | Node::SignExtend(_))
    }

    /// Whether all that is added and multiplied has.
    fn is_of_parts(&self, term: Term, left: &mut u32) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        match self.node(term) {
            Node::Binary(Operator::Add | Operator::Sub | Operator::Mul, a, b) => {
                self.is_of_parts(a, left) && self.is_of_parts(b, left)
            }
            _ => self.has_parts(term),
        }
    }

    fn of_parts(&mut self, op: Operator, x: Term, y: Term, from: Width, width: Width) -> Term {
        let (x, y) = (self.extract(x, from, width), self.extract(y, from, width));
        self.binary(op, x, y)
    }

    /// `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        debug_assert!(width <= 128, "not wider than the widest");
        if let (Some(x), Some(y)) = (self.constant(high), self.constant(low)) {
            return self.number(width, x << self.width(low) | y);
        }
        let by = self.width(low);
        if let Some(entry) = self.of_entries(width, high, low, |high, low| high << by | low) {
            return entry;
        }
        match (self.node(high), self.node(low)) {
            // They lean to the right.
            (Node::Concat(top, middle), _) => {
                let rest = self.concat(middle, low);
                self.concat(top, rest)
            }
            (_, Node::Concat(middle, rest)) => match self.joined(high, middle) {
                Some(joined) => self.concat(joined, rest),
                None => self.make(Node::Concat(high, low), width),
            },
            _ => match self.joined(high, low) {
                Some(joined) => joined,
                None => self.make(Node::Concat(high, low), width),
            },
        }
    }

    /// Two parts as one: neighbours in the same term (of which the lower one may have become
    /// simpler), or numbers.
    fn joined(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        if let (Some(x), Some(y)) = (self.constant(high), self.constant(low)) {
            return Some(self.number(width, x << self.width(low) | y));
        }
        match (self.node(high), self.node(low)) {
            (Node::Extract(a, from), Node::Extract(b, first)) => {
                (a == b && from == first + self.width(low)).then(|| self.extract(a, first, width))
            }
            (Node::Extract(a, from), Node::Binary(..)) => {
                let is_lower = from == self.width(low) && self.extract(a, 0, from) == low;
                is_lower.then(|| self.extract(a, 0, width))
            }
            _ => None,
        }
    }

    /// `a` with its sign repeated, up to `width`.
    pub fn sign_extend(&mut self, a: Term, width: Width) -> Term {
        let narrow = self.width(a);
        debug_assert!(narrow <= width, "an extension");
        if narrow == width {
            return a;
        }
        if let Some(bits) = self.constant(a) {
            return self.number(width, signed(bits, narrow) as u128);
        }
        match self.facts(a).sign(narrow) {
            Some(false) => return self.zero_extend(a, width),
            Some(true) => {
                let ones = self.number(width - narrow, mask(width - narrow));
                return self.concat(ones, a);
            }
            None => {}
        }
        if let Some(entry) = self.extended_entries(a, width) {
            return entry;
        }
        match self.node(a) {
            Node::SignExtend(b) => self.sign_extend(b, width),
            _ => self.make(Node::SignExtend(a), width),
        }
    }
}
