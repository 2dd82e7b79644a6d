//! Arithmetic on concrete values: every operation and width, written once.
//!
//! Uninitialised bits propagate exactly through bitwise operations, shifts by known amounts, truncation and extension
//! (bit-fields are made of these), upwards from the lowest one through sums and products, and to the whole result
//! elsewhere. What LLVM calls poison (a shift by the width or more, a float too big for an integer) is uninitialised.

use crate::domain::Wrong;
use crate::value::{Value, mask, signed};
use threadbare_program::{BinOp, CastOp, FBinOp, FPred, FUnOp, IntUnOp, OverflowOp, Pred};

const fn all_undef(width: u32) -> Value {
    Value { bits: 0, undef: mask(width) }
}

/// Integer arithmetic. The usual case writes the two words of the result one by one ([`crate::domain`] says why).
#[inline(always)]
pub(crate) fn bin_into(op: BinOp, width: u32, a: Value, b: Value, into: &mut Value) -> Result<(), Wrong> {
    if a.undef | b.undef != 0 {
        *into = bin_undef(op, width, a, b)?;
        return Ok(());
    }
    let (a, b) = (a.bits, b.bits);
    let bits = match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl if b < u64::from(width) => a << b,
        BinOp::LShr if b < u64::from(width) => a >> b,
        _ => {
            *into = bin_rare(op, width, a, b)?;
            return Ok(());
        }
    };
    into.bits = bits & (u64::MAX >> (64 - width));
    into.undef = 0;
    Ok(())
}

/// The same, as a function.
pub(crate) fn bin(op: BinOp, width: u32, a: Value, b: Value) -> Result<Value, Wrong> {
    let mut result = Value::ZERO;
    bin_into(op, width, a, b, &mut result)?;
    Ok(result)
}

#[inline(never)]
fn bin_rare(op: BinOp, width: u32, a: u64, b: u64) -> Result<Value, Wrong> {
    let bits = match op {
        BinOp::AShr if b < u64::from(width) => (signed(a, width) >> b) as u64,
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => return divide(op, width, a, b),
        BinOp::UMax => a.max(b),
        BinOp::UMin => a.min(b),
        BinOp::SMax => signed(a, width).max(signed(b, width)) as u64,
        BinOp::SMin => signed(a, width).min(signed(b, width)) as u64,
        BinOp::UAddSat | BinOp::USubSat | BinOp::SAddSat | BinOp::SSubSat => saturate(op, width, a, b),
        // A shift by the width or more.
        _ => return Ok(all_undef(width)),
    };
    Ok(Value::new(bits & mask(width)))
}

fn divide(op: BinOp, width: u32, a: u64, b: u64) -> Result<Value, Wrong> {
    if b == 0 {
        return Err(Wrong::DivisionByZero);
    }
    let (x, y) = (signed(a, width), signed(b, width));
    if matches!(op, BinOp::SDiv | BinOp::SRem) && y == -1 && a == 1 << (width - 1) {
        return Err(Wrong::Overflow);
    }
    let bits = match op {
        BinOp::UDiv => a / b,
        BinOp::URem => a % b,
        BinOp::SDiv => x.wrapping_div(y) as u64,
        _ => x.wrapping_rem(y) as u64,
    };
    Ok(Value::new(bits & mask(width)))
}

fn saturate(op: BinOp, width: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
    let (low, high) = (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1);
    match op {
        BinOp::UAddSat => (u128::from(a) + u128::from(b)).min(u128::from(mask(width))) as u64,
        BinOp::USubSat => a.saturating_sub(b),
        BinOp::SAddSat => (x + y).clamp(low, high) as u64,
        _ => (x - y).clamp(low, high) as u64,
    }
}

#[cold]
#[inline(never)]
fn bin_undef(op: BinOp, width: u32, a: Value, b: Value) -> Result<Value, Wrong> {
    let keep = mask(width);
    // Uninitialised bits are 0 in `bits`, so these are the bits known to be 1, and to be 0.
    let zeros = |v: Value| !v.bits & !v.undef;
    Ok(match op {
        BinOp::And => Value::partial(a.bits & b.bits & keep, (a.undef | b.undef) & !zeros(a) & !zeros(b) & keep),
        BinOp::Or => Value::partial((a.bits | b.bits) & keep, (a.undef | b.undef) & !a.bits & !b.bits & keep),
        BinOp::Xor => Value::partial((a.bits ^ b.bits) & keep, (a.undef | b.undef) & keep),
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            // A carry goes upwards only.
            let lowest = (a.undef | b.undef).trailing_zeros();
            let undef = keep & !mask(lowest);
            let Ok(exact) = bin(op, width, Value::new(a.bits), Value::new(b.bits)) else { return Ok(all_undef(width)) };
            Value::partial(exact.bits, undef)
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b.undef == 0 && b.bits < u64::from(width) => {
            let (bits, undef) = match op {
                BinOp::Shl => (a.bits << b.bits, a.undef << b.bits),
                BinOp::LShr => (a.bits >> b.bits, (a.undef & keep) >> b.bits),
                _ => ((signed(a.bits, width) >> b.bits) as u64, (signed(a.undef, width) >> b.bits) as u64),
            };
            Value::partial(bits & keep, undef & keep)
        }
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem if b.undef & keep != 0 => {
            return Err(Wrong::Uninitialised);
        }
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem if b.bits == 0 => return Err(Wrong::DivisionByZero),
        _ => all_undef(width),
    })
}

/// Arithmetic and whether it overflowed.
pub(crate) fn overflow(op: OverflowOp, width: u32, a: Value, b: Value) -> (Value, Value) {
    if a.undef | b.undef != 0 {
        return (all_undef(width), all_undef(1));
    }
    let (x, y) = (i128::from(signed(a.bits, width)), i128::from(signed(b.bits, width)));
    let (u, v) = (i128::from(a.bits), i128::from(b.bits));
    let exact = match op {
        OverflowOp::SAdd => x + y,
        OverflowOp::SSub => x - y,
        OverflowOp::SMul => x * y,
        OverflowOp::UAdd => u + v,
        OverflowOp::USub => u - v,
        // At most 128 bits: as unsigned.
        OverflowOp::UMul => {
            let product = u128::from(a.bits) * u128::from(b.bits);
            let bits = product as u64 & mask(width);
            return (Value::new(bits), Value::new(u64::from(product > u128::from(mask(width)))));
        }
    };
    let bits = exact as u64 & mask(width);
    let back = match op {
        OverflowOp::SAdd | OverflowOp::SSub | OverflowOp::SMul => i128::from(signed(bits, width)),
        _ => i128::from(bits),
    };
    (Value::new(bits), Value::new(u64::from(back != exact)))
}

/// Bit counting and the like.
pub(crate) fn int_un(op: IntUnOp, width: u32, a: Value) -> Value {
    let up = 64 - width;
    if a.undef != 0 {
        return match op {
            IntUnOp::Bswap => Value::partial(a.bits.swap_bytes() >> up, a.undef.swap_bytes() >> up),
            IntUnOp::Bitreverse => Value::partial(a.bits.reverse_bits() >> up, a.undef.reverse_bits() >> up),
            _ => all_undef(width),
        };
    }
    let a = a.bits;
    Value::new(match op {
        IntUnOp::Ctlz => u64::from(a.leading_zeros().saturating_sub(up)),
        IntUnOp::Cttz => u64::from(a.trailing_zeros().min(width)),
        IntUnOp::Ctpop => u64::from(a.count_ones()),
        IntUnOp::Bswap => a.swap_bytes() >> up,
        IntUnOp::Bitreverse => a.reverse_bits() >> up,
        IntUnOp::Abs => signed(a, width).wrapping_abs() as u64 & mask(width),
    })
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn f64_of(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// Float arithmetic.
pub(crate) fn fbin(op: FBinOp, width: u8, a: Value, b: Value) -> Value {
    if a.undef | b.undef != 0 {
        return all_undef(u32::from(width));
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
                FBinOp::MinNum => a.min(b),
                FBinOp::MaxNum => a.max(b),
                FBinOp::CopySign => a.copysign(b),
                FBinOp::Pow => a.powf(b),
            }
        }};
    }
    Value::new(match width {
        32 => u64::from(compute!(f32_of(a.bits), f32_of(b.bits)).to_bits()),
        _ => compute!(f64_of(a.bits), f64_of(b.bits)).to_bits(),
    })
}

/// Float functions of one operand.
pub(crate) fn fun(op: FUnOp, width: u8, a: Value) -> Value {
    if a.undef != 0 {
        return all_undef(u32::from(width));
    }
    macro_rules! compute {
        ($a:expr) => {{
            let a = $a;
            match op {
                FUnOp::Neg => -a,
                FUnOp::Abs => a.abs(),
                FUnOp::Sqrt => a.sqrt(),
                FUnOp::Floor => a.floor(),
                FUnOp::Ceil => a.ceil(),
                FUnOp::Trunc => a.trunc(),
                FUnOp::Round => a.round(),
                FUnOp::RoundEven => a.round_ties_even(),
            }
        }};
    }
    Value::new(match width {
        32 => u64::from(compute!(f32_of(a.bits)).to_bits()),
        _ => compute!(f64_of(a.bits)).to_bits(),
    })
}

/// `a * b + c`, rounded once.
pub(crate) fn fma(width: u8, a: Value, b: Value, c: Value) -> Value {
    if a.undef | b.undef | c.undef != 0 {
        return all_undef(u32::from(width));
    }
    Value::new(match width {
        32 => u64::from(f32_of(a.bits).mul_add(f32_of(b.bits), f32_of(c.bits)).to_bits()),
        _ => f64_of(a.bits).mul_add(f64_of(b.bits), f64_of(c.bits)).to_bits(),
    })
}

/// Integer comparison.
#[inline(always)]
pub(crate) fn cmp(pred: Pred, width: u32, a: Value, b: Value) -> Value {
    if a.undef | b.undef != 0 {
        return cmp_undef(pred, width, a, b);
    }
    let (x, y) = (a.bits, b.bits);
    // Flipping the sign bit turns the signed order into the unsigned one.
    let flip = 1_u64 << (width - 1);
    let holds = match pred {
        Pred::Eq => x == y,
        Pred::Ne => x != y,
        Pred::ULt => x < y,
        Pred::ULe => x <= y,
        Pred::UGt => x > y,
        Pred::UGe => x >= y,
        Pred::SLt => x ^ flip < y ^ flip,
        Pred::SLe => x ^ flip <= y ^ flip,
        Pred::SGt => x ^ flip > y ^ flip,
        Pred::SGe => x ^ flip >= y ^ flip,
    };
    Value::new(u64::from(holds))
}

#[cold]
#[inline(never)]
fn cmp_undef(pred: Pred, width: u32, a: Value, b: Value) -> Value {
    let undef = (a.undef | b.undef) & mask(width);
    let differ = (a.bits ^ b.bits) & mask(width) & !undef != 0;
    match pred {
        _ if undef == 0 => cmp(pred, width, Value::new(a.bits & mask(width)), Value::new(b.bits & mask(width))),
        Pred::Eq if differ => Value::ZERO,
        Pred::Ne if differ => Value::new(1),
        _ => all_undef(1),
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
        return all_undef(1);
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

/// Conversion.
#[inline(always)]
pub(crate) fn cast(op: CastOp, from: u32, to: u32, a: Value) -> Value {
    match op {
        CastOp::Trunc => Value { bits: a.bits & mask(to), undef: a.undef & mask(to) },
        CastOp::ZExt => Value { bits: a.bits & mask(from), undef: a.undef & mask(from) },
        CastOp::SExt => {
            Value { bits: signed(a.bits, from) as u64 & mask(to), undef: signed(a.undef, from) as u64 & mask(to) }
        }
        _ if a.undef != 0 => all_undef(to),
        _ => float_cast(op, from, to, a.bits),
    }
}

#[inline(never)]
fn float_cast(op: CastOp, from: u32, to: u32, a: u64) -> Value {
    let x = if from == 32 { f64::from(f32_of(a)) } else { f64_of(a) };
    let float = |double: f64, single: f32| if to == 32 { u64::from(single.to_bits()) } else { double.to_bits() };
    let bits = match op {
        CastOp::FpToUi => {
            let whole = x.trunc();
            // 2^to is a float; NaN is not in the range.
            if !(whole > -1.0 && whole < 2.0_f64.powi(to as i32)) {
                return all_undef(to);
            }
            whole as u64
        }
        CastOp::FpToSi => {
            let whole = x.trunc();
            let limit = 2.0_f64.powi(to as i32 - 1);
            if !(whole >= -limit && whole < limit) {
                return all_undef(to);
            }
            whole as i64 as u64 & mask(to)
        }
        CastOp::UiToFp => float(a as f64, a as f32),
        CastOp::SiToFp => float(signed(a, from) as f64, signed(a, from) as f32),
        CastOp::FpTrunc => u64::from((f64_of(a) as f32).to_bits()),
        CastOp::FpExt => f64::from(f32_of(a)).to_bits(),
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => a,
    };
    Value::new(bits)
}

/// `base + index * scale + offset`.
#[inline]
pub(crate) fn ptr_add(base: Value, index: Value, width: u32, scale: i64, offset: i64) -> Value {
    if base.undef | index.undef != 0 {
        return all_undef(64);
    }
    let index = signed(index.bits, width);
    Value::new(base.bits.wrapping_add(index.wrapping_mul(scale) as u64).wrapping_add(offset as u64))
}

#[cfg(test)]
mod tests;
