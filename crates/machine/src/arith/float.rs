//! Floating-point arithmetic. The bits of NaN are those that x86 computes, whatever the compiler of
//! this file makes of it: an operation that has a NaN gives the first one it has, made quiet; one
//! that makes a NaN gives the negative quiet one without a payload. The terms of
//! `threadbare_term::float` have the same.

use crate::domain::Wrong;
use crate::value::{Value, mask, signed};
use threadbare_program::{CastOp, FBinOp, FPred, FUnOp};

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn f64_of(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// The bits of a float as a value.
macro_rules! bits {
    ($float:expr) => {
        Value::new($float.to_bits().into())
    };
}

/// The same of a result that may be a NaN, of these operands.
macro_rules! result {
    ($width:expr, $float:expr, $of:expr) => {{
        let float = $float;
        if float.is_nan() { Value::new(nan($width, &$of)) } else { bits!(float) }
    }};
}

/// The bits of the NaN that comes of these operands.
#[cold]
fn nan(width: u8, of: &[u64]) -> u64 {
    let (quiet, none) = if width == 32 { (1 << 22, 0xFFC0_0000) } else { (1 << 51, 0xFFF8 << 48) };
    let is_nan = |bits: &&u64| if width == 32 { f32_of(**bits).is_nan() } else { f64_of(**bits).is_nan() };
    of.iter().find(is_nan).map_or(none, |bits| bits | quiet)
}

/// The bits of a NaN of 64 bits, made short; and the other way round.
#[cold]
fn short_nan(bits: u64) -> u64 {
    bits >> 63 << 31 | 0x7FC0_0000 | bits >> 29 & 0x003F_FFFF
}

#[cold]
fn long_nan(bits: u64) -> u64 {
    bits >> 31 << 63 | 0x7FF8 << 48 | (bits & 0x003F_FFFF) << 29
}

/// Float arithmetic.
pub(crate) fn fbin(op: FBinOp, width: u8, a: Value, b: Value) -> Value {
    if a.undef | b.undef != 0 {
        return Value::unknown(u32::from(width), &[a, b]);
    }
    macro_rules! compute {
        ($a:expr, $b:expr) => {{
            let (a, b) = ($a, $b);
            match op {
                FBinOp::Add => a + b,
                FBinOp::Sub => a - b,
                FBinOp::Mul => a * b,
                FBinOp::Div => a / b,
                FBinOp::Rem => a % b,
                FBinOp::MinNum if a.is_nan() || b < a => return bits!(b),
                FBinOp::MaxNum if a.is_nan() || b > a => return bits!(b),
                FBinOp::MinNum | FBinOp::MaxNum => return bits!(a),
                FBinOp::CopySign => return bits!(a.copysign(b)),
                FBinOp::Pow => a.powf(b),
            }
        }};
    }
    let (x, y) = (a.bits, b.bits);
    match width {
        32 => result!(32, compute!(f32_of(x), f32_of(y)), [x, y]),
        _ => result!(64, compute!(f64_of(x), f64_of(y)), [x, y]),
    }
}

/// Float functions of one operand.
pub(crate) fn fun(op: FUnOp, width: u8, a: Value) -> Value {
    if a.undef != 0 {
        return Value::unknown(u32::from(width), &[a]);
    }
    macro_rules! compute {
        ($a:expr) => {{
            let a = $a;
            match op {
                FUnOp::Neg => return bits!(-a),
                FUnOp::Abs => return bits!(a.abs()),
                FUnOp::Sqrt => a.sqrt(),
                FUnOp::Floor => a.floor(),
                FUnOp::Ceil => a.ceil(),
                FUnOp::Trunc => a.trunc(),
                FUnOp::Round => a.round(),
                FUnOp::RoundEven => a.round_ties_even(),
            }
        }};
    }
    match width {
        32 => result!(32, compute!(f32_of(a.bits)), [a.bits]),
        _ => result!(64, compute!(f64_of(a.bits)), [a.bits]),
    }
}

/// `a * b + c`, rounded once.
pub(crate) fn fma(width: u8, a: Value, b: Value, c: Value) -> Value {
    if a.undef | b.undef | c.undef != 0 {
        return Value::unknown(u32::from(width), &[a, b, c]);
    }
    let (x, y, z) = (a.bits, b.bits, c.bits);
    match width {
        32 => result!(32, f32_of(x).mul_add(f32_of(y), f32_of(z)), [x, y, z]),
        _ => result!(64, f64_of(x).mul_add(f64_of(y), f64_of(z)), [x, y, z]),
    }
}

/// Float comparison.
pub(crate) fn fcmp(pred: FPred, width: u8, a: Value, b: Value) -> Value {
    match pred {
        FPred::False => return Value::ZERO,
        FPred::True => return Value::new(1),
        _ => {}
    }
    if a.undef | b.undef != 0 {
        return Value::unknown(1, &[a, b]);
    }
    // Every f32 is an f64, and the order is the same.
    let (x, y) = match width {
        32 => (f64::from(f32_of(a.bits)), f64::from(f32_of(b.bits))),
        _ => (f64_of(a.bits), f64_of(b.bits)),
    };
    let unordered = x.is_nan() || y.is_nan();
    let holds = match pred {
        FPred::OEq => x == y,
        FPred::OGt => x > y,
        FPred::OGe => x >= y,
        FPred::OLt => x < y,
        FPred::OLe => x <= y,
        FPred::ONe => !unordered && x != y,
        FPred::Ord => !unordered,
        FPred::Uno => unordered,
        FPred::UEq => unordered || x == y,
        FPred::UGt => unordered || x > y,
        FPred::UGe => unordered || x >= y,
        FPred::ULt => unordered || x < y,
        FPred::ULe => unordered || x <= y,
        FPred::UNe => x != y,
        FPred::False | FPred::True => pred == FPred::True,
    };
    Value::new(u64::from(holds))
}

/// Conversion. With [`Wrong::Poison`], `into` is what x86 computes.
#[inline(never)]
pub(super) fn float_cast(op: CastOp, from: u32, to: u32, a: u64, into: &mut Value) -> Result<(), Wrong> {
    let x = if from == 32 { f64::from(f32_of(a)) } else { f64_of(a) };
    let float = |double: f64, single: f32| if to == 32 { u64::from(single.to_bits()) } else { double.to_bits() };
    let bits = match op {
        CastOp::FpToUi => {
            let whole = x.trunc();
            // 2^to is a float; NaN is not in the range.
            if !(whole > -1.0 && whole < 2.0_f64.powi(to as i32)) {
                *into = Value::new(indefinite(whole, 64) & mask(to));
                return Err(Wrong::Poison);
            }
            whole as u64
        }
        CastOp::FpToSi => {
            let whole = x.trunc();
            let limit = 2.0_f64.powi(to as i32 - 1);
            if !(whole >= -limit && whole < limit) {
                *into = Value::new(indefinite(whole, to.max(32)) & mask(to));
                return Err(Wrong::Poison);
            }
            whole as i64 as u64 & mask(to)
        }
        CastOp::UiToFp => float(a as f64, a as f32),
        CastOp::SiToFp => float(signed(a, from) as f64, signed(a, from) as f32),
        CastOp::FpTrunc if x.is_nan() => short_nan(a),
        CastOp::FpExt if x.is_nan() => long_nan(a),
        CastOp::FpTrunc => u64::from((f64_of(a) as f32).to_bits()),
        CastOp::FpExt => f64::from(f32_of(a)).to_bits(),
        CastOp::Trunc | CastOp::PtrTrunc | CastOp::ZExt | CastOp::SExt => a,
    };
    *into = Value::new(bits);
    Ok(())
}

/// What `cvttsd2si` makes of a whole number: the smallest integer of `width` bits if that cannot
/// hold it.
fn indefinite(whole: f64, width: u32) -> u64 {
    let limit = 2.0_f64.powi(width as i32 - 1);
    if whole >= -limit && whole < limit { whole as i64 as u64 } else { 1 << (width - 1) }
}
