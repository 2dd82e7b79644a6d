//! [`Facts`]: bits and ranges of a term that hold for every input.

use crate::operator::{Operator, mask, signed};
use crate::table::{Node, Term, Terms, Width};

/// What is known of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits that are 0.
    pub zeros: u128,
    /// Bits that are 1.
    pub ones: u128,
    /// Not less than this, unsigned.
    pub min: u128,
    /// Nor more than this.
    pub max: u128,
}

impl Facts {
    /// That it is this number.
    #[must_use]
    pub const fn exactly(width: Width, bits: u128) -> Self {
        Self { zeros: !bits & mask(width), ones: bits, min: bits, max: bits }
    }

    pub(crate) const fn any(width: Width) -> Self {
        Self { zeros: 0, ones: 0, min: 0, max: mask(width) }
    }

    const fn between(min: u128, max: u128) -> Self {
        Self { zeros: 0, ones: 0, min, max }
    }

    /// The number, if there is only one.
    #[must_use]
    pub const fn number(self) -> Option<u128> {
        if self.min == self.max { Some(self.min) } else { None }
    }

    /// The sign bit, if it is known.
    pub(crate) const fn sign(self, width: Width) -> Option<bool> {
        let sign = 1 << (width - 1);
        match (self.zeros & sign != 0, self.ones & sign != 0) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }

    /// What holds of two numbers, of each of which one of these is known.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let (zeros, ones) = (self.zeros & other.zeros, self.ones & other.ones);
        Self { zeros, ones, min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether no number agrees with both.
    pub(crate) const fn exclude(self, other: Self) -> bool {
        self.zeros & other.ones != 0 || self.ones & other.zeros != 0 || self.max < other.min || other.max < self.min
    }

    /// Bits tell of the range, and the range of bits.
    fn settled(self, width: Width) -> Self {
        let min = self.min.max(self.ones);
        let max = self.max.min(!self.zeros & mask(width));
        // What both ends have in common at the top, all between have.
        let same = !mask(128 - (min ^ max).leading_zeros() as u8) & mask(width);
        Self { zeros: self.zeros | (!min & same), ones: self.ones | (min & same), min, max }
    }
}

impl Terms {
    /// What is known of a node by what is known of its operands.
    pub(crate) fn facts_of(&self, node: Node, width: Width) -> Facts {
        self.facts_by(node, width, |operand| self.facts(operand))
    }

    /// What is known of a term if this is known of its operands (where not every input is possible,
    /// it may be more than for all).
    #[must_use]
    pub fn facts_if(&self, term: Term, of: impl Fn(Term) -> Facts) -> Facts {
        let (node, width, always) = (self.node(term), self.width(term), self.facts(term));
        let mut numbers = [Some(0); 3];
        for (number, operand) in numbers.iter_mut().zip(node.operands()) {
            *number = of(operand).number();
        }
        if let ([Some(a), Some(b), Some(c)], false) = (numbers, matches!(node, Node::Input(_))) {
            return Facts::exactly(width, self.apply(term, [a, b, c]));
        }
        let facts = self.facts_by(node, width, of);
        let (zeros, ones) = (facts.zeros | always.zeros, facts.ones | always.ones);
        Facts { zeros, ones, min: facts.min.max(always.min), max: facts.max.min(always.max) }.settled(width)
    }

    fn facts_by(&self, node: Node, width: Width, of: impl Fn(Term) -> Facts) -> Facts {
        let any = Facts::any(width);
        let facts = match node {
            Node::Const(bits) => Facts::exactly(width, bits),
            Node::Input(_) | Node::Float(..) => any,
            Node::Binary(op, a, b) if op.compares() && a == b => Facts::exactly(1, u128::from(op == Operator::Eq)),
            Node::Binary(op, a, b) if op.compares() => match compared(op, self.width(a), of(a), of(b)) {
                Some(holds) => Facts::exactly(1, u128::from(holds)),
                None => any,
            },
            Node::Binary(op, a, b) => arithmetic(op, width, of(a), of(b)),
            Node::Concat(high, low) => {
                let by = self.width(low);
                let (high, low) = (of(high), of(low));
                Facts {
                    zeros: high.zeros << by | low.zeros,
                    ones: high.ones << by | low.ones,
                    min: high.min << by | low.min,
                    max: high.max << by | low.max,
                }
            }
            Node::Extract(whole, from) => {
                let (all, facts) = (self.width(whole), of(whole));
                let bits = |bits: u128| bits >> from & mask(width);
                let fits = from + width == all || facts.max >> from <= mask(width);
                let (min, max) = if fits { (facts.min >> from, facts.max >> from) } else { (0, mask(width)) };
                Facts { zeros: bits(facts.zeros), ones: bits(facts.ones), min, max }
            }
            Node::SignExtend(part) => {
                let (narrow, facts) = (self.width(part), of(part));
                let extend = |bits: u128| signed(bits, narrow) as u128 & mask(width);
                let (zeros, ones) = (extend(facts.zeros), extend(facts.ones));
                match facts.sign(narrow) {
                    Some(_) => Facts { zeros, ones, min: extend(facts.min), max: extend(facts.max) },
                    None => Facts { zeros, ones, ..any },
                }
            }
            Node::Lookup(table, index) => self.facts_of_entries(table, of(index), width),
            Node::Ite(_, then, other) => {
                let (a, b) = (of(then), of(other));
                Facts { zeros: a.zeros & b.zeros, ones: a.ones & b.ones, min: a.min.min(b.min), max: a.max.max(b.max) }
            }
        };
        facts.settled(width)
    }

    /// Whether a comparison holds, if it does or does not for every input.
    pub(crate) fn compared(&self, op: Operator, a: Term, b: Term) -> Option<bool> {
        if a == b {
            return Some(op == Operator::Eq);
        }
        compared(op, self.width(a), self.facts(a), self.facts(b))
    }
}

/// Whether a comparison holds, by what is known of its operands.
fn compared(op: Operator, width: Width, a: Facts, b: Facts) -> Option<bool> {
    match op {
        Operator::Eq => (a.exclude(b)).then_some(false),
        Operator::ULt if a.max < b.min => Some(true),
        Operator::ULt if a.min >= b.max => Some(false),
        Operator::SLt => match (a.sign(width), b.sign(width)) {
            (Some(true), Some(false)) => Some(true),
            (Some(false), Some(true)) => Some(false),
            (Some(p), Some(q)) if p == q => compared(Operator::ULt, width, a, b),
            _ => None,
        },
        _ => None,
    }
}

/// The result of arithmetic.
fn arithmetic(op: Operator, width: Width, a: Facts, b: Facts) -> Facts {
    let any = Facts::any(width);
    let fits = |max: Option<u128>| max.filter(|&max| max <= mask(width));
    // Zeros at the lower end.
    let low_zeros = |facts: Facts| (facts.zeros.trailing_ones() as u8).min(width);
    match op {
        Operator::And => Facts { zeros: a.zeros | b.zeros, ones: a.ones & b.ones, min: 0, max: a.max.min(b.max) },
        Operator::Or => Facts { zeros: a.zeros & b.zeros, ones: a.ones | b.ones, min: a.min.max(b.min), ..any },
        Operator::Xor => {
            Facts { zeros: a.zeros & b.zeros | a.ones & b.ones, ones: a.zeros & b.ones | a.ones & b.zeros, ..any }
        }
        Operator::Add => {
            let zeros = mask(low_zeros(a).min(low_zeros(b)));
            match fits(a.max.checked_add(b.max)) {
                Some(max) => Facts { zeros, ..Facts::between(a.min + b.min, max) },
                None => Facts { zeros, ..any },
            }
        }
        Operator::Sub => {
            let zeros = mask(low_zeros(a).min(low_zeros(b)));
            let range = if a.min >= b.max { Facts::between(a.min - b.max, a.max - b.min) } else { any };
            Facts { zeros, ..range }
        }
        Operator::Mul => {
            let zeros = mask(low_zeros(a).saturating_add(low_zeros(b)).min(width));
            match fits(a.max.checked_mul(b.max)) {
                Some(max) => Facts { zeros, ..Facts::between(a.min * b.min, max) },
                None => Facts { zeros, ..any },
            }
        }
        Operator::UDiv if b.min > 0 => Facts::between(a.min / b.max, a.max / b.min),
        Operator::URem if b.min > 0 => Facts::between(0, a.max.min(b.max - 1)),
        Operator::URem | Operator::LShr => Facts::between(0, a.max),
        _ => any,
    }
}
