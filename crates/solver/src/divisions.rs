//! Divisions by a small constant, as multiplications: a = q·c + r with r < c. The solver is many
//! times as fast at these as at a division, whose divisor it does not look at. (At constants of
//! many bits it is slower.)

use rustc_hash::FxHashMap;
use threadbare_term::{Operator, Term};
use z3::ast::{BV, Bool};

/// The greatest divisor.
const MOST: u128 = 1 << 16;

/// The quotients and remainders that are there.
#[derive(Debug, Default)]
pub(crate) struct Divisions {
    /// By dividend, divisor, and whether they are signed.
    known: FxHashMap<(Term, u128, bool), (BV, BV)>,
    /// What holds of those that are new.
    laws: Vec<Bool>,
}

/// What is divided.
pub(crate) struct Dividend<'a> {
    pub(crate) term: Term,
    pub(crate) number: &'a BV,
}

impl Divisions {
    /// What an operator makes of a dividend and a constant, if it divides by that, and that is no
    /// power of two (which is as quick).
    pub(crate) fn of(&mut self, op: Operator, dividend: &Dividend<'_>, divisor: u128) -> Option<BV> {
        let (signed, quotient) = match op {
            Operator::UDiv => (false, true),
            Operator::URem => (false, false),
            Operator::SDiv => (true, true),
            Operator::SRem => (true, false),
            _ => return None,
        };
        let width = dividend.number.get_size();
        let is_negative = signed && divisor >> (width - 1) & 1 == 1;
        let size = if is_negative { (1 << width) - divisor } else { divisor };
        if width > 64 || size > MOST || size == 0 || size.is_power_of_two() {
            return None;
        }
        let key = (dividend.term, divisor, signed);
        if !self.known.contains_key(&key) {
            let made = if signed {
                self.signed(dividend.number, size as u64, is_negative)
            } else {
                self.unsigned(dividend.number, size as u64)
            };
            self.known.insert(key, made);
        }
        let (q, r) = &self.known[&key];
        Some(if quotient { q.clone() } else { r.clone() })
    }

    /// Whether there are any.
    pub(crate) fn is_used(&self) -> bool {
        !self.known.is_empty()
    }

    /// What holds of those that have come since the last call. Whatever the inputs are, there are
    /// quotients and remainders of which it holds, and no others.
    pub(crate) fn take_laws(&mut self) -> Vec<Bool> {
        std::mem::take(&mut self.laws)
    }

    /// q·c is no greater than the greatest number, nor is q·c + r, else it would be below r.
    fn unsigned(&mut self, a: &BV, c: u64) -> (BV, BV) {
        let width = a.get_size();
        let greatest = u64::MAX >> (64 - width);
        let (q, r) = (BV::fresh_const("quotient", width), BV::fresh_const("remainder", width));
        let divisor = BV::from_u64(c, width);
        self.laws.push(q.bvmul(&divisor).bvadd(&r).eq(a));
        self.laws.push(r.bvult(&divisor));
        self.laws.push(r.bvule(a));
        self.laws.push(q.bvule(BV::from_u64(greatest / c, width)));
        (q, r)
    }

    /// By sizes; the remainder has the sign of the dividend.
    fn signed(&mut self, a: &BV, size: u64, is_negative: bool) -> (BV, BV) {
        let below = a.bvslt(BV::from_u64(0, a.get_size()));
        let (q, r) = self.unsigned(&below.ite(&a.bvneg(), a), size);
        let (negated, r) = (q.bvneg(), below.ite(&r.bvneg(), &r));
        (if is_negative { below.ite(&q, &negated) } else { below.ite(&negated, &q) }, r)
    }
}
