//! Sums, products, quotients.

use crate::operator::{Operator, mask};
use crate::table::{Node, Term, Terms};

impl Terms {
    pub(super) fn sum_or_product(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        match op {
            Operator::Add => self.sum(a, b).or_else(|| self.normal_sum(op, a, b)),
            Operator::Sub => self.difference(a, b).or_else(|| self.normal_sum(op, a, b)),
            _ => self.product(a, b),
        }
    }

    pub(super) fn sum(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(number) = self.constant(b) {
            if number == 0 {
                return Some(a);
            }
            // (x + m) + n is x + (m + n).
            if let Node::Binary(Operator::Add, x, m) = self.node(a)
                && let Some(m) = self.constant(m)
            {
                let both = self.number(width, m.wrapping_add(number));
                return Some(self.binary(Operator::Add, x, both));
            }
        }
        // What has zeros below only changes what is above.
        if let (Some(number), Node::Concat(high, low)) = (self.constant(b), self.node(a))
            && let (Some(above), by) = (self.constant(high), self.width(low))
            && number & mask(by) == 0
        {
            let above = self.number(width - by, above.wrapping_add(number >> by));
            return Some(self.concat(above, low));
        }
        for (x, y) in [(a, b), (b, a)] {
            // (x - y) + y is x.
            if let Node::Binary(Operator::Sub, p, q) = self.node(x)
                && q == y
            {
                return Some(p);
            }
        }
        // Nothing is carried.
        let (p, q) = (self.facts(a), self.facts(b));
        (p.zeros | q.zeros == mask(width)).then(|| self.binary(Operator::Or, a, b))
    }

    pub(super) fn difference(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.number(width, 0));
        }
        if let Some(number) = self.constant(b) {
            let negated = self.number(width, number.wrapping_neg());
            return Some(self.binary(Operator::Add, a, negated));
        }
        // (x + y) - y is x.
        if let Node::Binary(Operator::Add, x, y) = self.node(a) {
            if y == b {
                return Some(x);
            }
            if x == b {
                return Some(y);
            }
        }
        None
    }

    fn product(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        match self.constant(b)? {
            0 => Some(b),
            1 => Some(a),
            number if number.is_power_of_two() => {
                let by = self.number(width, u128::from(number.trailing_zeros()));
                // The number of places fits into the width unless that is 1 or 2.
                (u128::from(number.trailing_zeros()) <= mask(width)).then(|| self.binary(Operator::Shl, a, by))
            }
            _ => None,
        }
    }

    pub(super) fn quotient(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (x, y) = (self.facts(a), self.facts(b));
        if matches!(op, Operator::SDiv | Operator::SRem) {
            let positive = x.sign(width) == Some(false) && y.sign(width) == Some(false);
            let unsigned = if op == Operator::SDiv { Operator::UDiv } else { Operator::URem };
            return positive.then(|| self.binary(unsigned, a, b));
        }
        let divides = op == Operator::UDiv;
        if x.max < y.min {
            return Some(if divides { self.number(width, 0) } else { a });
        }
        match self.constant(b)? {
            0 => Some(if divides { self.number(width, mask(width)) } else { a }),
            number if number.is_power_of_two() => {
                let by = number.trailing_zeros() as u8;
                Some(if by == 0 {
                    if divides { a } else { self.number(width, 0) }
                } else if divides {
                    let high = self.extract(a, by, width - by);
                    self.zero_extend(high, width)
                } else {
                    let low = self.extract(a, 0, by);
                    self.zero_extend(low, width)
                })
            }
            _ => None,
        }
    }
}
