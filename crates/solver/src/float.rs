//! Floating-point numbers for Z3: terms are their bits, and Z3's theory has numbers of its own,
//! with one NaN. A number is made of bits where an operator needs one, and the bits of a result are
//! those of the number, but for NaN: which bits that has is said here, by bits alone.
//!
//! Not covered: what Z3 makes of numbers that no integer is. It is never asked.

use rustc_hash::FxHashMap;
use threadbare_term::float::{no_number, quiet_and_sign};
use threadbare_term::{FloatOp, Term};
use z3::ast::{BV, Bool, Float, RoundingMode};

/// The numbers that results of operators are, so that they need not be made of their bits again.
#[derive(Debug, Default)]
pub(crate) struct Floats {
    known: FxHashMap<Term, Float>,
}

/// A term and its bits.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'a> {
    pub(crate) term: Term,
    pub(crate) bits: &'a BV,
}

impl Floats {
    /// The bits (`width` of them) of what an operator makes of its operands.
    pub(crate) fn made(&mut self, op: FloatOp, (term, width): (Term, u32), a: Operand<'_>, b: Operand<'_>) -> BV {
        let even = RoundingMode::round_nearest_ties_to_even();
        if op.is_of_integer() {
            let number = z3_api::of_integer(a.bits, width, op == FloatOp::FromSigned);
            let bits = number.to_ieee_bv();
            self.known.insert(term, number);
            return bits;
        }
        let (x, y) = (self.number(a), self.number(b));
        let integral = |mode: RoundingMode| x.round_to_integral_with_rounding_mode(&mode);
        let result = match op {
            FloatOp::Eq => return bit(&x.eq_fpa(&y)),
            FloatOp::Less => return bit(&x.lt(&y)),
            FloatOp::LessEq => return bit(&x.le(&y)),
            FloatOp::ToSigned => return to_signed(&x, a.bits.get_size(), width),
            FloatOp::ToUnsigned => return to_unsigned(&x, a.bits.get_size()),
            FloatOp::Add => x.add_with_rounding_mode(y.clone(), &even),
            FloatOp::Sub => x.sub_with_rounding_mode(y.clone(), &even),
            FloatOp::Mul => x.mul_with_rounding_mode(y.clone(), &even),
            FloatOp::Div => x.div_with_rounding_mode(y.clone(), &even),
            FloatOp::Sqrt => x.sqrt(),
            FloatOp::Floor => integral(RoundingMode::round_towards_negative()),
            FloatOp::Ceil => integral(RoundingMode::round_towards_positive()),
            FloatOp::Trunc => integral(RoundingMode::round_towards_zero()),
            FloatOp::Round => integral(RoundingMode::round_nearest_ties_to_away()),
            FloatOp::RoundEven => integral(even),
            FloatOp::Resize | FloatOp::FromSigned | FloatOp::FromUnsigned => {
                x.to_fp_with_rounding_mode(&even, &z3_api::sort(width))
            }
        };
        let own = result.is_nan().ite(&constant(no_number(width as u8), width), &result.to_ieee_bv());
        let own = if op.is_binary() { y.is_nan().ite(&quiet(b.bits, width), &own) } else { own };
        self.known.insert(term, result);
        x.is_nan().ite(&quiet(a.bits, width), &own)
    }

    fn number(&mut self, of: Operand<'_>) -> Float {
        self.known.entry(of.term).or_insert_with(|| z3_api::of_bits(of.bits)).clone()
    }
}

fn bit(holds: &Bool) -> BV {
    holds.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1))
}

fn constant(bits: u128, width: u32) -> BV {
    BV::from_u64(bits as u64, width)
}

/// The bits of a NaN, made quiet, in a number of `width` bits: its sign, and its payload from the
/// highest bit on.
fn quiet(bits: &BV, width: u32) -> BV {
    let (quiet, _) = quiet_and_sign(width as u8);
    let same = match (bits.get_size(), width) {
        (32, 64) => {
            let payload = bits.extract(22, 0).concat(BV::from_u64(0, 29));
            bits.extract(31, 31).concat(BV::from_u64(0x7FF, 11)).concat(payload)
        }
        (64, 32) => bits.extract(63, 63).concat(BV::from_u64(0xFF, 8)).concat(bits.extract(51, 29)),
        _ => bits.clone(),
    };
    same.bvor(constant(quiet, width))
}

/// A power of two, or its opposite, and one less if that is a number of this width.
fn edge(of: f64, from: u32) -> Float {
    if from == 32 { Float::from_f32(of as f32) } else { Float::from_f64(of) }
}

fn to_signed(x: &Float, from: u32, width: u32) -> BV {
    let limit = 2.0_f64.powi(width as i32 - 1);
    let precision = if from == 32 { 24 } else { 53 };
    // What is above the least number less one is rounded to that.
    let above = if width <= precision { x.gt(edge(-limit - 1.0, from)) } else { x.ge(edge(-limit, from)) };
    let fits = Bool::and(&[above, x.lt(edge(limit, from))]);
    let number = x.to_sbv_with_rounding_mode(&RoundingMode::round_towards_zero(), width);
    fits.ite(&number, &constant(1 << (width - 1), width))
}

fn to_unsigned(x: &Float, from: u32) -> BV {
    let fits = Bool::and(&[x.ge(edge(0.0, from)), x.lt(edge(2.0_f64.powi(64), from))]);
    let number = x.to_ubv_with_rounding_mode(&RoundingMode::round_towards_zero(), 64);
    fits.ite(&number, &to_signed(x, from, 64))
}

/// What Z3's library has and its crate has not.
#[expect(unsafe_code, reason = "functions of C")]
mod z3_api {
    use z3::Sort;
    use z3::ast::{Ast, BV, Float, RoundingMode};
    use z3_sys::{Z3_mk_fpa_to_fp_bv, Z3_mk_fpa_to_fp_signed, Z3_mk_fpa_to_fp_unsigned};

    pub(super) fn sort(width: u32) -> Sort {
        if width == 32 { Sort::float32() } else { Sort::double() }
    }

    /// The number that 32 or 64 bits are.
    pub(super) fn of_bits(bits: &BV) -> Float {
        let (context, sort) = (bits.get_ctx(), sort(bits.get_size()));
        // SAFETY: the bit vector and the sort belong to the context of this thread, and live; what
        // is made has not been handed to anybody else. A bit vector of the size of the sort has a
        // number, so there is a result.
        unsafe {
            let made = Z3_mk_fpa_to_fp_bv(context.get_z3_context(), bits.get_z3_ast(), sort.get_z3_sort());
            Float::wrap(context, made.unwrap_or_else(|| unreachable!("bits of that size")))
        }
    }

    /// The number of `width` bits that an integer is rounded to.
    pub(super) fn of_integer(bits: &BV, width: u32, is_signed: bool) -> Float {
        let (context, sort, mode) = (bits.get_ctx(), sort(width), RoundingMode::round_nearest_ties_to_even());
        let make = if is_signed { Z3_mk_fpa_to_fp_signed } else { Z3_mk_fpa_to_fp_unsigned };
        // SAFETY: as above; the mode belongs to the same context.
        unsafe {
            let made = make(context.get_z3_context(), mode.get_z3_ast(), bits.get_z3_ast(), sort.get_z3_sort());
            Float::wrap(context, made.unwrap_or_else(|| unreachable!("every integer is rounded")))
        }
    }
}
