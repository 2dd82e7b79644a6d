//! Sums, products, quotients.

use crate::operator::{Operator, mask, signed};
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
        if let Some(whole) = self.undivided(a, b).or_else(|| self.undivided(b, a)) {
            return Some(whole);
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
        // x - x / y * y is the rest.
        if let Some((op, x, y)) = self.divided(b)
            && x == a
        {
            return Some(self.binary(op, x, y));
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

    /// x / y * y as the operator that gives the rest, and x and y.
    fn divided(&self, product: Term) -> Option<(Operator, Term, Term)> {
        let Node::Binary(Operator::Mul, p, q) = self.node(product) else { return None };
        [(p, q), (q, p)].into_iter().find_map(|(quotient, divisor)| match self.node(quotient) {
            Node::Binary(Operator::UDiv, x, y) if y == divisor => Some((Operator::URem, x, y)),
            Node::Binary(Operator::SDiv, x, y) if y == divisor => Some((Operator::SRem, x, y)),
            _ => None,
        })
    }

    /// x / y * y + x % y is x.
    fn undivided(&self, product: Term, rest: Term) -> Option<Term> {
        let (op, x, y) = self.divided(product)?;
        (self.node(rest) == Node::Binary(op, x, y)).then_some(x)
    }

    /// What is multiplied by a number, and divided by it or by one of its factors, if the product
    /// has not wrapped around.
    fn quotient_of_product(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let by = self.constant(b)?;
        let Node::Binary(Operator::Mul, x, factor) = self.node(a) else { return None };
        let factor = self.constant(factor)?;
        let factor_left = match op {
            Operator::UDiv | Operator::URem => {
                let fits = self.facts(x).max.checked_mul(factor).is_some_and(|most| most <= mask(width));
                (fits && by != 0 && factor % by == 0).then(|| factor / by)?
            }
            _ => {
                let Node::SignExtend(part) = self.node(x) else { return None };
                let (factor, by) = (signed(factor, width), signed(by, width));
                let most = (1_u128 << (self.width(part) - 1)).checked_mul(factor.unsigned_abs());
                let fits = most.is_some_and(|most| most <= mask(width) >> 1);
                (fits && by > 0 && factor % by == 0).then(|| (factor / by) as u128)?
            }
        };
        let left = self.number(width, factor_left);
        Some(match op {
            Operator::UDiv | Operator::SDiv => self.binary(Operator::Mul, x, left),
            _ => self.number(width, 0),
        })
    }

    /// A signed quotient of numbers whose signs are repeated, in fewer bits: a solver divides bit
    /// by bit. One bit more than the operands have is enough for the quotient of the least one and
    /// -1.
    fn narrow_quotient(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        if !matches!(op, Operator::SDiv | Operator::SRem) {
            return None;
        }
        let width = self.width(a);
        let bits = |terms: &Self, term| match terms.node(term) {
            Node::SignExtend(part) => Some(terms.width(part)),
            Node::Const(bits) => {
                let number = signed(bits, width);
                Some(129 - (number ^ (number >> 127)).leading_zeros() as u8)
            }
            _ => None,
        };
        let narrow = bits(self, a)?.max(bits(self, b)?) + 1;
        if narrow >= width {
            return None;
        }
        let (p, q) = (self.extract(a, 0, narrow), self.extract(b, 0, narrow));
        let result = self.binary(op, p, q);
        Some(self.sign_extend(result, width))
    }

    pub(super) fn quotient(&mut self, op: Operator, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (x, y) = (self.facts(a), self.facts(b));
        if let Some(simpler) = self.quotient_of_product(op, a, b).or_else(|| self.narrow_quotient(op, a, b)) {
            return Some(simpler);
        }
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
