//! Floating-point numbers. What is asked of integers that were converted exactly is asked of the
//! integers, and what is asked of numbers that were made longer of the short ones.
//!
//! That a term is a number, and not NaN, is that it is the same number as itself.

use crate::float::{FloatOp, number, precision, quiet_and_sign};
use crate::operator::{Operator, mask};
use crate::table::{Node, Term, Terms, Width};

/// No integer that is converted exactly is so far from 0.
const FAR: f64 = (1_u64 << 60) as f64;

/// What is compared.
enum Side {
    /// An integer, of 64 bits.
    Integer(Term),
    /// A number that is not NaN.
    Number(f64),
}

impl Terms {
    /// An operator of two floating-point numbers of one width.
    pub fn float(&mut self, op: FloatOp, a: Term, b: Term) -> Term {
        debug_assert!(self.width(a) == self.width(b) && op.is_binary(), "two of one width");
        let from = self.width(a);
        let to = if op.compares() { 1 } else { from };
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return self.number(to, op.apply((from, to), x, y));
        }
        if let Some(entry) = self.of_entries(to, a, b, |x, y| op.apply((from, to), x, y)) {
            return entry;
        }
        if let Some(either) = self.of_either((a, b), |terms, a, b| terms.float(op, a, b)) {
            return either;
        }
        let simpler = if op.compares() { self.deeper(|terms| terms.compared_floats(op, a, b)) } else { None };
        let (a, b) = if op == FloatOp::Eq { self.in_order(a, b) } else { (a, b) };
        simpler.unwrap_or_else(|| self.make(Node::Float(op, a, b), to))
    }

    /// An operator of one operand, with a result of `to` bits.
    pub fn float_of(&mut self, op: FloatOp, a: Term, to: Width) -> Term {
        let from = self.width(a);
        debug_assert!(!op.is_binary() && (op != FloatOp::Resize || from != to), "one operand");
        if let Some(x) = self.constant(a) {
            return self.number(to, op.apply((from, to), x, x));
        }
        if let Some(entry) = self.of_entries(to, a, a, |x, _| op.apply((from, to), x, x)) {
            return entry;
        }
        if let Some(either) = self.of_either((a, a), |terms, a, _| terms.float_of(op, a, to)) {
            return either;
        }
        let simpler = self.deeper(|terms| terms.converted(op, a, to));
        simpler.unwrap_or_else(|| self.make(Node::Float(op, a, a), to))
    }

    /// What is computed of one of two numbers, and of a number, is one of two numbers.
    fn of_either(&mut self, (a, b): (Term, Term), make: impl Fn(&mut Self, Term, Term) -> Term) -> Option<Term> {
        let of_numbers = |terms: &Self, term| match terms.node(term) {
            Node::Ite(cond, x, y) if terms.constant(x).is_some() && terms.constant(y).is_some() => Some((cond, x, y)),
            _ => None,
        };
        let (cond, then, other) = match (of_numbers(self, a), of_numbers(self, b)) {
            (Some((cond, x, y)), _) if a == b => (cond, (x, x), (y, y)),
            (Some((cond, x, y)), None) if self.constant(b).is_some() => (cond, (x, b), (y, b)),
            (None, Some((cond, x, y))) if self.constant(a).is_some() => (cond, (a, x), (a, y)),
            _ => return None,
        };
        let (then, other) = (make(self, then.0, then.1), make(self, other.0, other.1));
        Some(self.ite(cond, then, other))
    }

    /// Whether a term is a number.
    pub fn is_a_number(&mut self, a: Term) -> Term {
        self.float(FloatOp::Eq, a, a)
    }

    fn compared_floats(&mut self, op: FloatOp, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let constant = |term| self.constant(term).map(|bits| number(bits, width));
        let (x, y) = (constant(a), constant(b));
        if x.is_some_and(f64::is_nan) || y.is_some_and(f64::is_nan) {
            return Some(self.number(1, 0));
        }
        if a == b {
            return match op {
                FloatOp::Less => Some(self.number(1, 0)),
                FloatOp::LessEq => Some(self.is_a_number(a)),
                _ => self.whether_a_number(a),
            };
        }
        let simpler = self.compared_integers(op, a, b).or_else(|| self.compared_short(op, a, b));
        simpler.or_else(|| self.compared_monotone(op, a, b))
    }

    /// Whether a term is a number, if another one is asked for that.
    fn whether_a_number(&mut self, a: Term) -> Option<Term> {
        let (_, sign) = quiet_and_sign(self.width(a));
        let without = mask(self.width(a)) & !sign;
        match self.node(a) {
            Node::Float(op, ..) if op.is_of_integer() => Some(self.number(1, 1)),
            Node::Float(op, of, _) if op == FloatOp::Resize || op.is_rounding() => Some(self.is_a_number(of)),
            Node::Binary(op, of, bits) => {
                let bits = self.constant(bits)?;
                let is_sign = match op {
                    Operator::Xor | Operator::Or => bits == sign,
                    Operator::And => bits == without,
                    _ => false,
                };
                is_sign.then(|| self.is_a_number(of))
            }
            Node::Concat(high, low) if self.width(high) == 1 => {
                // A number whose sign is known.
                let Node::Extract(whole, 0) = self.node(low) else { return None };
                (self.width(whole) == self.width(a)).then(|| self.is_a_number(whole))
            }
            Node::Ite(cond, then, other) => {
                let (then, other) = (self.is_a_number(then), self.is_a_number(other));
                Some(self.ite(cond, then, other))
            }
            _ => None,
        }
    }

    /// The integer that a floating-point number is, exactly, of 64 bits.
    fn as_integer(&mut self, a: Term) -> Option<Side> {
        let width = self.width(a);
        if let Some(bits) = self.constant(a) {
            return Some(Side::Number(number(bits, width)));
        }
        let Node::Float(op, of, _) = self.node(a) else { return None };
        let exact = op.is_of_integer() && self.width(of) <= precision(width);
        exact.then(|| {
            Side::Integer(match op {
                FloatOp::FromSigned => self.sign_extend(of, 64),
                _ => self.zero_extend(of, 64),
            })
        })
    }

    fn compared_integers(&mut self, op: FloatOp, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.as_integer(a)?, self.as_integer(b)?);
        // Numbers that are no integers lie between two; those beyond all lie at the ends.
        let whole = |terms: &mut Self, x: f64| terms.number(64, x.clamp(-FAR, FAR) as i64 as u128);
        let (x, y) = match (x, y) {
            (Side::Integer(x), Side::Integer(y)) => (x, y),
            (Side::Integer(x), Side::Number(c)) => match op {
                FloatOp::Eq if c.fract() != 0.0 || c.is_infinite() => return Some(self.number(1, 0)),
                FloatOp::Less => (x, whole(self, c.ceil())),
                _ => (x, whole(self, c.floor())),
            },
            (Side::Number(c), Side::Integer(y)) => match op {
                FloatOp::Eq if c.fract() != 0.0 || c.is_infinite() => return Some(self.number(1, 0)),
                FloatOp::Less => (whole(self, c.floor()), y),
                _ => (whole(self, c.ceil()), y),
            },
            (Side::Number(_), Side::Number(_)) => return None,
        };
        Some(match op {
            FloatOp::Eq => self.eq(x, y),
            FloatOp::Less => self.binary(Operator::SLt, x, y),
            _ => {
                let above = self.binary(Operator::SLt, y, x);
                self.not(above)
            }
        })
    }

    /// What a number of 64 bits is made of that has 32.
    fn short(&self, a: Term) -> Option<Term> {
        match self.node(a) {
            Node::Float(FloatOp::Resize, of, _) if self.width(a) == 64 => Some(of),
            _ => None,
        }
    }

    /// The comparison of a number of 32 bits with a constant, which is the first if `swapped`. No
    /// such number is one that lies between two of them.
    fn beside_constant(&mut self, op: FloatOp, short: Term, constant: f64, swapped: bool) -> Term {
        let (below, above) = around(constant);
        let op = match op {
            _ if below == above => op,
            FloatOp::Eq => return self.number(1, 0),
            _ => FloatOp::LessEq,
        };
        let constant = self.single(if swapped { above } else { below });
        let (a, b) = if swapped { (constant, short) } else { (short, constant) };
        self.float(op, a, b)
    }

    fn compared_short(&mut self, op: FloatOp, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.short(a), self.short(b));
        let constant = |term| self.constant(term).map(|bits| f64::from_bits(bits as u64));
        match (x, y, constant(a), constant(b)) {
            (Some(x), Some(y), ..) => Some(self.float(op, x, y)),
            (Some(x), None, _, Some(c)) => Some(self.beside_constant(op, x, c, false)),
            (None, Some(y), Some(c), _) => Some(self.beside_constant(op, y, c, true)),
            _ => None,
        }
    }

    fn single(&mut self, x: f32) -> Term {
        self.number(32, x.to_bits().into())
    }

    /// Conversions of conversions, and what is whole already.
    fn converted(&mut self, op: FloatOp, a: Term, to: Width) -> Option<Term> {
        if op.is_of_integer() {
            return self.of_extended(op, a, to);
        }
        let Node::Float(inner, of, _) = self.node(a) else { return None };
        let width = self.width(a);
        let exact = inner.is_of_integer() && self.width(of) <= precision(width);
        match op {
            _ if op.is_rounding() && inner.is_of_integer() => Some(a),
            FloatOp::Resize if inner == FloatOp::Resize && to == 32 => {
                let quiet = self.number(32, quiet_and_sign(32).0);
                let (is_number, quiet) = (self.is_a_number(of), self.binary(Operator::Or, of, quiet));
                Some(self.ite(is_number, of, quiet))
            }
            FloatOp::Resize if exact && to == 64 => Some(self.float_of(inner, of, 64)),
            FloatOp::ToSigned if exact && inner == FloatOp::FromSigned && self.width(of) <= to => {
                Some(self.sign_extend(of, to))
            }
            FloatOp::ToSigned if exact && inner == FloatOp::FromUnsigned && self.width(of) < to => {
                Some(self.zero_extend(of, to))
            }
            FloatOp::ToUnsigned if exact && inner == FloatOp::FromUnsigned => Some(self.zero_extend(of, to)),
            FloatOp::ToSigned | FloatOp::ToUnsigned if inner == FloatOp::Trunc => Some(self.float_of(op, of, to)),
            FloatOp::ToSigned | FloatOp::ToUnsigned if inner == FloatOp::Resize && width == 64 => {
                Some(self.float_of(op, of, to))
            }
            _ => None,
        }
    }

    /// An integer that was made wider is the same number as before.
    fn of_extended(&mut self, op: FloatOp, a: Term, to: Width) -> Option<Term> {
        match self.node(a) {
            Node::Concat(high, low) if self.constant(high) == Some(0) => {
                Some(self.float_of(FloatOp::FromUnsigned, low, to))
            }
            Node::SignExtend(of) if op == FloatOp::FromSigned => Some(self.float_of(op, of, to)),
            _ => None,
        }
    }
}

/// The numbers of 32 bits next to one of 64 that is not NaN, or that number twice.
fn around(c: f64) -> (f32, f32) {
    let near = c as f32;
    let exact = f64::from(near);
    if exact == c {
        (near, near)
    } else if exact < c {
        (near, near.next_up())
    } else {
        (near.next_down(), near)
    }
}
