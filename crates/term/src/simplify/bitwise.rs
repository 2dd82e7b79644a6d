//! And, or, exclusive or, shifts.

use crate::operator::{Operator, mask};
use crate::table::{Node, Term, Terms, Width};

impl Terms {
    pub(super) fn bitwise(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(if op == Operator::Xor { self.number(width, 0) } else { a });
        }
        if let Some(number) = self.constant(b)
            && let Some(simpler) = self.with_number(op, a, number)
        {
            return Some(simpler);
        }
        if width == 1 {
            return self.opposites(op, a, b);
        }
        self.deeper(|terms| terms.by_parts(op, a, b))
    }

    fn with_number(&mut self, op: Operator, a: Term, number: u128) -> Option<Term> {
        let width = self.width(a);
        let (facts, all) = (self.facts(a), mask(width));
        match op {
            // What it would clear is clear, what it would set is set.
            Operator::And if (number | facts.zeros) == all => return Some(a),
            Operator::Or if (!number | facts.ones) & all == all => return Some(a),
            Operator::Xor if number == 0 => return Some(a),
            _ => {}
        }
        // (x op m) op n is x op (m op n).
        if let Node::Binary(inner, x, m) = self.node(a)
            && inner == op
            && let Some(m) = self.constant(m)
        {
            let both = self.number(width, op.apply(width, m, number));
            return Some(self.binary(op, x, both));
        }
        // A run of ones at the lower end keeps a part.
        let ones = number.trailing_ones() as u8;
        if op == Operator::And && number == mask(ones) && ones > 0 {
            let low = self.extract(a, 0, ones);
            return Some(self.zero_extend(low, width));
        }
        None
    }

    /// A bit and its opposite.
    fn opposites(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        if self.opposite(a) != Some(b) && self.opposite(b) != Some(a) {
            return None;
        }
        Some(self.number(1, u128::from(op != Operator::And)))
    }

    /// If both are put together of parts (a number is put together of any): part by part.
    fn by_parts(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let at = match (self.lowest_part(a), self.lowest_part(b)) {
            (Some(p), Some(q)) => p.min(q),
            (Some(p), None) if self.constant(b).is_some() => p,
            _ => return None,
        };
        let width = self.width(a);
        let (high_a, high_b) = (self.extract(a, at, width - at), self.extract(b, at, width - at));
        let (low_a, low_b) = (self.extract(a, 0, at), self.extract(b, 0, at));
        let high = self.binary(op, high_a, high_b);
        let low = self.binary(op, low_a, low_b);
        Some(self.concat(high, low))
    }

    /// How wide the lowest of the parts of a concatenation is.
    fn lowest_part(&self, term: Term) -> Option<Width> {
        let mut at = term;
        while let Node::Concat(_, low) = self.node(at) {
            at = low;
        }
        (at != term).then(|| self.width(at))
    }

    pub(super) fn shift(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let by = self.facts(b);
        let zero_above = self.facts(a).sign(width) == Some(false);
        if by.min >= u128::from(width) {
            return Some(match op {
                Operator::AShr => self.sign(a),
                _ => self.number(width, 0),
            });
        }
        if op == Operator::AShr && zero_above {
            return Some(self.binary(Operator::LShr, a, b));
        }
        let by = self.constant(b)? as u8;
        if by == 0 {
            return Some(a);
        }
        Some(match op {
            Operator::Shl => {
                let low = self.extract(a, 0, width - by);
                let zeros = self.number(by, 0);
                self.concat(low, zeros)
            }
            Operator::LShr => {
                let high = self.extract(a, by, width - by);
                self.zero_extend(high, width)
            }
            _ => {
                let high = self.extract(a, by, width - by);
                self.sign_extend(high, width)
            }
        })
    }

    /// The sign bit, everywhere.
    fn sign(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let sign = self.extract(a, width - 1, 1);
        self.sign_extend(sign, width)
    }
}
