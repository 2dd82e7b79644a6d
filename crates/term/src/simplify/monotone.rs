//! Comparisons of a function of a floating-point number with a constant, where the function never
//! falls: square roots, whole numbers next to one, fewer bits. The numbers for which it is greater
//! begin somewhere, so that comparison is one of the number itself. (A solver takes seconds for a
//! square root, bit by bit.)
//!
//! Where they begin is found by halves, among all numbers in their order.

use crate::float::{FloatOp, number, quiet_and_sign};
use crate::operator::Operator;
use crate::table::{Node, Term, Terms, Width};

/// A number that is not NaN, by its place in their order: 0 is the positive zero, the negative one
/// comes right before it.
type Place = i128;

fn bits(place: Place, width: Width) -> u128 {
    let (_, sign) = quiet_and_sign(width);
    if place < 0 { sign | (-1 - place) as u128 } else { place as u128 }
}

/// The place of the positive infinity.
fn last(width: Width) -> Place {
    if width == 32 { 0x7F80_0000 } else { 0x7FF << 52 }
}

/// A function that never falls, of numbers of so many bits, with results of so many.
struct Monotone {
    op: FloatOp,
    from: Width,
    to: Width,
}

impl Monotone {
    /// The first number of which there is a result.
    fn first(&self) -> Place {
        if self.op == FloatOp::Sqrt { -1 } else { -1 - last(self.from) }
    }

    /// The first number whose result is as wanted, if that is so of all greater ones, too; `None` if
    /// there is none.
    fn begin(&self, is_wanted: impl Fn(f64) -> bool) -> Option<Place> {
        let holds = |place| {
            let x = bits(place, self.from);
            is_wanted(number(self.op.apply((self.from, self.to), x, x), self.to))
        };
        let (mut low, mut high) = (self.first(), last(self.from));
        if !holds(high) {
            return None;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        Some(high)
    }
}

impl Terms {
    /// See the module. Neither is NaN if it is a constant.
    pub(super) fn compared_monotone(&mut self, op: FloatOp, a: Term, b: Term) -> Option<Term> {
        let (result, bound) = self.apart_from_number(a, b)?;
        let Node::Float(function, of, _) = self.node(result) else { return None };
        let (from, to) = (self.width(of), self.width(result));
        let never_falls =
            function == FloatOp::Sqrt || function.is_rounding() || function == FloatOp::Resize && to == 32;
        if !never_falls {
            return None;
        }
        let (function, bound) = (Monotone { op: function, from, to }, number(bound, to));
        let at_least = function.begin(|result| result >= bound);
        let above = function.begin(|result| result > bound);
        Some(match op {
            FloatOp::Less if result == a => self.is_before(&function, of, at_least),
            FloatOp::Less => self.is_from(from, of, above),
            FloatOp::LessEq if result == a => self.is_before(&function, of, above),
            FloatOp::LessEq => self.is_from(from, of, at_least),
            _ if at_least == above => self.number(1, 0),
            _ => {
                let (from, before) = (self.is_from(from, of, at_least), self.is_before(&function, of, above));
                self.binary(Operator::And, from, before)
            }
        })
    }

    /// Whether a number is there or greater.
    fn is_from(&mut self, width: Width, of: Term, place: Option<Place>) -> Term {
        let Some(place) = place else { return self.number(1, 0) };
        if place == -1 - last(width) {
            return self.is_a_number(of);
        }
        let place = self.number(width, bits(place, width));
        self.float(FloatOp::LessEq, place, of)
    }

    /// Whether a number is before that place, and the function has a result for it.
    fn is_before(&mut self, function: &Monotone, of: Term, place: Option<Place>) -> Term {
        let first = function.first();
        if place == Some(first) {
            return self.number(1, 0);
        }
        let is_from = self.is_from(function.from, of, Some(first));
        let Some(place) = place else { return is_from };
        let place = self.number(function.from, bits(place, function.from));
        let is_before = self.float(FloatOp::Less, of, place);
        if function.op == FloatOp::Sqrt { self.binary(Operator::And, is_from, is_before) } else { is_before }
    }
}
