//! Arithmetic on concrete values: every operation and width, written once.
//!
//! Uninitialised bits propagate exactly through bitwise operations, shifts by known amounts,
//! truncation and extension (bit-fields are made of these), as far as carries go through sums and
//! products ([`carries`]), and to the whole result elsewhere. Where there is no result (a signed
//! overflow, a shift by the width or more, a float too big for an integer: LLVM's poison),
//! [`Wrong::Poison`] says so, and what x86 would compute is there for who does not mind. Poison
//! spreads like uninitialised bits, but to the whole of a result that has some.

use crate::domain::Wrong;
use crate::layout;
use crate::value::{Value, mask, signed};
use threadbare_program::{BinOp, CastOp, IntUnOp, OverflowOp, Pred};

pub mod carries;
mod float;

use carries::Bits;
use float::float_cast;
pub(crate) use float::{fbin, fcmp, fma, fun};

/// Integer arithmetic. The usual case writes the two words of the result one by one
/// ([`crate::domain`] says why).
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
        BinOp::AddNsw if width == 32 => match (a as i32).checked_add(b as i32) {
            Some(sum) => u64::from(sum as u32),
            None => return poison(op, width, a, b, into),
        },
        BinOp::SubNsw if width == 32 => match (a as i32).checked_sub(b as i32) {
            Some(difference) => u64::from(difference as u32),
            None => return poison(op, width, a, b, into),
        },
        BinOp::AddNsw if width == 64 => match (a as i64).checked_add(b as i64) {
            Some(sum) => sum as u64,
            None => return poison(op, width, a, b, into),
        },
        _ => return bin_rare(op, width, a, b, into),
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
fn bin_rare(op: BinOp, width: u32, a: u64, b: u64, into: &mut Value) -> Result<(), Wrong> {
    let bits = match op {
        BinOp::AShr if b < u64::from(width) => (signed(a, width) >> b) as u64,
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => divide(op, width, a, b)?,
        BinOp::UMulHigh => ((u128::from(a) * u128::from(b)) >> width) as u64,
        BinOp::UMax => a.max(b),
        BinOp::UMin => a.min(b),
        BinOp::SMax => signed(a, width).max(signed(b, width)) as u64,
        BinOp::SMin => signed(a, width).min(signed(b, width)) as u64,
        BinOp::UAddSat | BinOp::USubSat | BinOp::SAddSat | BinOp::SSubSat => saturate(op, width, a, b),
        // A shift by the width or more.
        BinOp::Shl | BinOp::LShr | BinOp::AShr => return poison(op, width, a, b, into),
        _ => match checked(op, width, a, b)? {
            Some(bits) => bits,
            None => return poison(op, width, a, b, into),
        },
    };
    *into = Value::new(bits & mask(width));
    Ok(())
}

/// Arithmetic that must not overflow, or leave a remainder.
fn checked(op: BinOp, width: u32, a: u64, b: u64) -> Result<Option<u64>, Wrong> {
    let exact = |op, a, b| {
        let (result, over) = overflow(op, width, Value::new(a), Value::new(b));
        (over.bits == 0).then_some(result.bits)
    };
    Ok(match op {
        BinOp::AddNsw => exact(OverflowOp::SAdd, a, b),
        BinOp::SubNsw => exact(OverflowOp::SSub, a, b),
        BinOp::MulNsw => exact(OverflowOp::SMul, a, b),
        BinOp::AddNuw => exact(OverflowOp::UAdd, a, b),
        BinOp::SubNuw => exact(OverflowOp::USub, a, b),
        BinOp::MulNuw => exact(OverflowOp::UMul, a, b),
        BinOp::ShlNsw | BinOp::ShlNuw if b < u64::from(width) => {
            let shifted = a << b & mask(width);
            let back =
                if op == BinOp::ShlNuw { shifted >> b } else { (signed(shifted, width) >> b) as u64 & mask(width) };
            (back == a & mask(width)).then_some(shifted)
        }
        BinOp::SDivExact => {
            let quotient = divide(BinOp::SDiv, width, a, b)?;
            (divide(BinOp::SRem, width, a, b)? == 0).then_some(quotient)
        }
        _ => None,
    })
}

/// Arithmetic that has no result: `into` is what x86 computes.
#[cold]
#[inline(never)]
fn poison(op: BinOp, width: u32, a: u64, b: u64, into: &mut Value) -> Result<(), Wrong> {
    let by = b % u64::from(width);
    let bits = match op.unchecked() {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Shl => a << by,
        BinOp::LShr => a >> by,
        BinOp::AShr => (signed(a, width) >> by) as u64,
        BinOp::SDiv => signed(a, width).wrapping_div(signed(b, width)) as u64,
        _ => 0,
    };
    *into = Value::new(bits & mask(width));
    Err(Wrong::Poison)
}

fn divide(op: BinOp, width: u32, a: u64, b: u64) -> Result<u64, Wrong> {
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
    Ok(bits & mask(width))
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
    let result = bin_bits(op.unchecked(), width, a.untagged(), b.untagged())?;
    Ok(tagged(result, width, &[a, b]))
}

/// A result of which some bits are undefined, told to be poison if it comes of some. All of it is,
/// if it is known what made it, as LLVM has it: else that would not be known any more.
fn tagged(result: Value, width: u32, of: &[Value]) -> Value {
    match Value::unknown(width, of) {
        poison if result.undef == 0 || !poison.is_poison() => result,
        poison if poison.maker().is_some() || result.undef & mask(width) == mask(width) => poison,
        _ => Value { bits: result.bits | result.undef, undef: result.undef },
    }
}

/// Undefined bits, exactly where that is easy.
fn bin_bits(op: BinOp, width: u32, a: Value, b: Value) -> Result<Value, Wrong> {
    let keep = mask(width);
    // Undefined bits are 0 in `bits`, so these are the bits known to be 1, and to be 0.
    let zeros = |v: Value| !v.bits & !v.undef;
    Ok(match op {
        BinOp::And => Value::partial(a.bits & b.bits & keep, (a.undef | b.undef) & !zeros(a) & !zeros(b) & keep),
        BinOp::Or => Value::partial((a.bits | b.bits) & keep, (a.undef | b.undef) & !a.bits & !b.bits & keep),
        BinOp::Xor => Value::partial((a.bits ^ b.bits) & keep, (a.undef | b.undef) & keep),
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            let bits = |of: Value| Bits { zeros: zeros(of), ones: of.bits, undef: of.undef, maybe: 0 };
            let depends = match op {
                BinOp::Add => carries::of_sum(bits(a), bits(b), width),
                BinOp::Sub => carries::of_difference(bits(a), bits(b), width),
                _ => carries::of_product(bits(a), bits(b), width),
            };
            let exact = bin(op, width, Value::new(a.bits), Value::new(b.bits))?;
            Value::partial(exact.bits, depends.undef & keep)
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b.undef == 0 && b.bits < u64::from(width) => {
            let (bits, undef) = match op {
                BinOp::Shl => (a.bits << b.bits, a.undef << b.bits),
                BinOp::LShr => (a.bits >> b.bits, (a.undef & keep) >> b.bits),
                _ => ((signed(a.bits, width) >> b.bits) as u64, (signed(a.undef, width) >> b.bits) as u64),
            };
            Value::partial(bits & keep, undef & keep)
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr if b.undef == 0 => return Err(Wrong::Poison),
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem if b.undef & keep != 0 => {
            return Err(Wrong::Undefined);
        }
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem if b.bits == 0 => return Err(Wrong::DivisionByZero),
        _ => Value::unknown(width, &[]),
    })
}

/// Arithmetic and whether it overflowed.
pub(crate) fn overflow(op: OverflowOp, width: u32, a: Value, b: Value) -> (Value, Value) {
    if a.undef | b.undef != 0 {
        return (Value::unknown(width, &[a, b]), Value::unknown(1, &[a, b]));
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

/// Bit counting and the like. With [`Wrong::Poison`], `into` is what x86 (`lzcnt`, `tzcnt`, `neg`)
/// computes.
pub(crate) fn int_un(op: IntUnOp, width: u32, a: Value, into: &mut Value) -> Result<(), Wrong> {
    let up = 64 - width;
    if a.undef != 0 {
        let bits = a.untagged();
        let result = match op {
            IntUnOp::Bswap => Value::partial(bits.bits.swap_bytes() >> up, bits.undef.swap_bytes() >> up),
            IntUnOp::Bitreverse => Value::partial(bits.bits.reverse_bits() >> up, bits.undef.reverse_bits() >> up),
            _ => Value::unknown(width, &[]),
        };
        *into = tagged(result, width, &[a]);
        return Ok(());
    }
    let a = a.bits;
    *into = Value::new(match op {
        IntUnOp::Ctlz | IntUnOp::CtlzNonzero => u64::from(a.leading_zeros().saturating_sub(up)),
        IntUnOp::Cttz | IntUnOp::CttzNonzero => u64::from(a.trailing_zeros().min(width)),
        IntUnOp::Ctpop => u64::from(a.count_ones()),
        IntUnOp::Bswap => a.swap_bytes() >> up,
        IntUnOp::Bitreverse => a.reverse_bits() >> up,
        IntUnOp::Abs | IntUnOp::AbsNsw => signed(a, width).wrapping_abs() as u64 & mask(width),
    });
    let none = match op {
        IntUnOp::CtlzNonzero | IntUnOp::CttzNonzero => a == 0,
        IntUnOp::AbsNsw => a == 1 << (width - 1),
        _ => false,
    };
    if none { Err(Wrong::Poison) } else { Ok(()) }
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
        _ => Value::unknown(1, &[a, b]),
    }
}

/// Conversion. With [`Wrong::Poison`], `into` is what x86 computes.
#[inline(always)]
pub(crate) fn cast(op: CastOp, from: u32, to: u32, a: Value, into: &mut Value) -> Result<(), Wrong> {
    if a.is_poison() {
        *into = cast_poison(op, from, to, a);
        return Ok(());
    }
    *into = match op {
        CastOp::Trunc => a.lowest(to),
        CastOp::PtrTrunc => layout::in_32_bits(a),
        CastOp::ZExt => a.lowest(from),
        CastOp::SExt => {
            Value { bits: signed(a.bits, from) as u64 & mask(to), undef: signed(a.undef, from) as u64 & mask(to) }
        }
        _ if a.undef != 0 => Value::unknown(to, &[]),
        _ => return float_cast(op, from, to, a.bits, into),
    };
    Ok(())
}

#[cold]
#[inline(never)]
fn cast_poison(op: CastOp, from: u32, to: u32, a: Value) -> Value {
    let bits = a.untagged();
    let result = match op {
        CastOp::Trunc | CastOp::PtrTrunc => bits.lowest(to),
        CastOp::ZExt => bits.lowest(from),
        CastOp::SExt => {
            Value { bits: signed(bits.bits, from) as u64 & mask(to), undef: signed(bits.undef, from) as u64 & mask(to) }
        }
        _ => Value::unknown(to, &[]),
    };
    tagged(result, to.min(from), &[a])
}

/// `base + index * scale + offset`.
#[inline]
pub(crate) fn ptr_add(base: Value, index: Value, width: u32, scale: i64, offset: i64) -> Value {
    if base.undef | index.undef != 0 {
        return Value::unknown(64, &[base, index]);
    }
    let index = signed(index.bits, width);
    Value::new(base.bits.wrapping_add(index.wrapping_mul(scale) as u64).wrapping_add(offset as u64))
}

/// Whether what is added there is too much for 64 bits.
pub(crate) fn adds_too_much(index: Value, width: u32, scale: i64, offset: i64) -> bool {
    let by = signed(index.bits, width).checked_mul(scale);
    index.undef == 0 && by.and_then(|by| by.checked_add(offset)).is_none()
}

#[cfg(test)]
mod tests;
