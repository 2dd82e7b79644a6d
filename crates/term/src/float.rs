//! What operators of floating-point numbers mean, on their bits (IEEE 754, 32 or 64 of them).
//!
//! All bits are told, those of NaN as well: an operator that has a NaN gives the first one it has,
//! made quiet; one that makes a NaN gives the negative quiet one without a payload. So does the
//! hardware of x86, and so does the machine (`threadbare_machine`'s `arith`), which these results
//! are compared with. Rounding is to nearest, ties to even.
//!
//! Signs (negation, absolute values) are bits like others, and no operators.
//!
//! Not covered: remainders, sums of products that are rounded once.

use crate::operator::{mask, signed};
use crate::table::Width;

/// An operator of one or two floating-point numbers, or one that converts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// Whether both are the same number: zeros are, NaN is not. One bit.
    Eq,
    /// Whether the first is less. One bit.
    Less,
    /// Whether the first is less, or the same. One bit.
    LessEq,
    /// Square root.
    Sqrt,
    /// The next whole number below.
    Floor,
    /// The next whole number above.
    Ceil,
    /// The next whole number towards zero.
    Trunc,
    /// The nearest whole number; of two the one farther from zero.
    Round,
    /// The nearest whole number; of two the even one.
    RoundEven,
    /// The same number with 32 bits instead of 64, or 64 instead of 32.
    Resize,
    /// Of a signed integer.
    FromSigned,
    /// Of an unsigned integer.
    FromUnsigned,
    /// A signed integer, rounded towards zero; the least one if there is none.
    ToSigned,
    /// An unsigned integer of 64 bits, rounded towards zero; if there is none, as [`Self::ToSigned`].
    ToUnsigned,
}

impl FloatOp {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Eq,
        Self::Less,
        Self::LessEq,
        Self::Sqrt,
        Self::Floor,
        Self::Ceil,
        Self::Trunc,
        Self::Round,
        Self::RoundEven,
        Self::Resize,
        Self::FromSigned,
        Self::FromUnsigned,
        Self::ToSigned,
        Self::ToUnsigned,
    ];

    /// Whether the result is one bit.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Self::Eq | Self::Less | Self::LessEq)
    }

    /// Whether it has two operands.
    #[must_use]
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div) || self.compares()
    }

    /// Whether its operand is an integer.
    #[must_use]
    pub const fn is_of_integer(self) -> bool {
        matches!(self, Self::FromSigned | Self::FromUnsigned)
    }

    /// Whether the result is an integer.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self, Self::ToSigned | Self::ToUnsigned) || self.compares()
    }

    /// Whether the result is a whole number, or none at all.
    #[must_use]
    pub const fn is_rounding(self) -> bool {
        matches!(self, Self::Floor | Self::Ceil | Self::Trunc | Self::Round | Self::RoundEven)
    }

    /// The result of `to` bits for operands of `from` bits; the second one does not matter where
    /// there is only one.
    #[must_use]
    pub fn apply(self, (from, to): (Width, Width), a: u128, b: u128) -> u128 {
        let result = match self {
            Self::FromSigned if to == 32 => (signed(a, from) as f32).to_bits().into(),
            Self::FromSigned => (signed(a, from) as f64).to_bits().into(),
            Self::FromUnsigned if to == 32 => (a as f32).to_bits().into(),
            Self::FromUnsigned => (a as f64).to_bits().into(),
            Self::ToSigned => to_signed(number(a, from), to) as u128,
            Self::ToUnsigned => to_unsigned(number(a, from)).into(),
            Self::Resize if from == 32 => widened(a as u32).into(),
            Self::Resize => narrowed(a as u64).into(),
            _ if from == 32 => single(self, a as u32, b as u32).into(),
            _ => double(self, a as u64, b as u64).into(),
        };
        result & mask(to)
    }
}

/// The number that these bits are; every float of 32 bits is one of 64.
pub(crate) fn number(bits: u128, width: Width) -> f64 {
    if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) }
}

/// The bit that makes a NaN quiet, and the sign.
#[must_use]
pub const fn quiet_and_sign(width: Width) -> (u128, u128) {
    if width == 32 { (1 << 22, 1 << 31) } else { (1 << 51, 1 << 63) }
}

/// How many bits a number has that is exact.
pub(crate) const fn precision(width: Width) -> Width {
    if width == 32 { 24 } else { 53 }
}

/// NaN as operators make it.
#[must_use]
pub const fn no_number(width: Width) -> u128 {
    if width == 32 { 0xFFC0_0000 } else { 0xFFF8 << 48 }
}

macro_rules! arithmetic {
    ($name:ident, $float:ty, $bits:ty, $quiet:expr, $none:expr) => {
        fn $name(op: FloatOp, a: $bits, b: $bits) -> $bits {
            let (x, y) = (<$float>::from_bits(a), <$float>::from_bits(b));
            let result = match op {
                FloatOp::Eq => return <$bits>::from(x == y),
                FloatOp::Less => return <$bits>::from(x < y),
                FloatOp::LessEq => return <$bits>::from(x <= y),
                _ if x.is_nan() => return a | $quiet,
                _ if op.is_binary() && y.is_nan() => return b | $quiet,
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Sqrt => x.sqrt(),
                FloatOp::Floor => x.floor(),
                FloatOp::Ceil => x.ceil(),
                FloatOp::Trunc => x.trunc(),
                FloatOp::Round => x.round(),
                FloatOp::RoundEven => x.round_ties_even(),
                _ => x,
            };
            if result.is_nan() { $none } else { result.to_bits() }
        }
    };
}

arithmetic!(single, f32, u32, 1 << 22, 0xFFC0_0000);
arithmetic!(double, f64, u64, 1 << 51, 0xFFF8 << 48);

fn widened(a: u32) -> u64 {
    let x = f32::from_bits(a);
    if x.is_nan() {
        let payload = u64::from(a & 0x003F_FFFF) << 29;
        return u64::from(a >> 31) << 63 | 0x7FF8 << 48 | payload;
    }
    f64::from(x).to_bits()
}

fn narrowed(a: u64) -> u32 {
    let x = f64::from_bits(a);
    if x.is_nan() {
        let payload = (a >> 29) as u32 & 0x003F_FFFF;
        return ((a >> 63) as u32) << 31 | 0x7FC0_0000 | payload;
    }
    (x as f32).to_bits()
}

fn to_signed(x: f64, width: Width) -> i128 {
    let (whole, limit) = (x.trunc(), 2.0_f64.powi(i32::from(width) - 1));
    if whole >= -limit && whole < limit { whole as i128 } else { -1 << (width - 1) }
}

fn to_unsigned(x: f64) -> u64 {
    let whole = x.trunc();
    if whole > -1.0 && whole < 2.0_f64.powi(64) { whole as u64 } else { to_signed(x, 64) as u64 }
}
