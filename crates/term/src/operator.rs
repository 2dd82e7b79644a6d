//! What the operators mean.

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// Wrapping sum.
    Add,
    /// Wrapping difference.
    Sub,
    /// Wrapping product.
    Mul,
    /// Unsigned quotient; all ones if the divisor is zero.
    UDiv,
    /// Unsigned remainder; the dividend if the divisor is zero.
    URem,
    /// Signed quotient, towards zero, wrapping; -1 or 1 if the divisor is zero.
    SDiv,
    /// Signed remainder, with the sign of the dividend, which it is if the divisor is zero.
    SRem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left; zero if by the width or more.
    Shl,
    /// Shift to the right; zero if by the width or more.
    LShr,
    /// Shift to the right that repeats the sign.
    AShr,
    /// Whether both are the same. One bit.
    Eq,
    /// Whether the first is less, unsigned. One bit.
    ULt,
    /// Whether the first is less, signed. One bit.
    SLt,
}

impl Operator {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::UDiv,
        Self::URem,
        Self::SDiv,
        Self::SRem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::LShr,
        Self::AShr,
        Self::Eq,
        Self::ULt,
        Self::SLt,
    ];

    /// Whether the result is one bit.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Self::Eq | Self::ULt | Self::SLt)
    }

    /// Whether the operands may change places.
    #[must_use]
    pub const fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Mul | Self::And | Self::Or | Self::Xor | Self::Eq)
    }

    /// The result for operands of `width` bits.
    #[must_use]
    pub fn apply(self, width: u8, a: u128, b: u128) -> u128 {
        let (x, y) = (signed(a, width), signed(b, width));
        let by = u32::try_from(b).unwrap_or(u32::MAX);
        let shifts = by < u32::from(width);
        let result = match self {
            Self::Add => a.wrapping_add(b),
            Self::Sub => a.wrapping_sub(b),
            Self::Mul => a.wrapping_mul(b),
            Self::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
            Self::URem => a.checked_rem(b).unwrap_or(a),
            Self::SDiv if b == 0 => (if x < 0 { 1_i128 } else { -1 }) as u128,
            Self::SDiv => x.wrapping_div(y) as u128,
            Self::SRem if b == 0 => a,
            Self::SRem => x.wrapping_rem(y) as u128,
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
            Self::Shl => {
                if shifts {
                    a << by
                } else {
                    0
                }
            }
            Self::LShr => {
                if shifts {
                    a >> by
                } else {
                    0
                }
            }
            Self::AShr => (x >> by.min(127)) as u128,
            Self::Eq => u128::from(a == b),
            Self::ULt => u128::from(a < b),
            Self::SLt => u128::from(x < y),
        };
        result & mask(width)
    }
}

/// The lowest `width` bits (0 to 128).
#[must_use]
pub const fn mask(width: u8) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// `bits` (of `width`, 1 to 128) as a signed number.
#[must_use]
pub const fn signed(bits: u128, width: u8) -> i128 {
    let shift = 128 - width as u32;
    ((bits << shift) as i128) >> shift
}

/// The number whose product with this odd one is 1.
#[must_use]
pub fn inverse(odd: u128) -> u128 {
    // Each step doubles how many bits are right, from 3.
    (0..6).fold(odd, |inverse, _| inverse.wrapping_mul(2_u128.wrapping_sub(odd.wrapping_mul(inverse))))
}

#[cfg(test)]
mod tests {
    use super::inverse;

    #[test]
    fn inverses() {
        for odd in [1_u128, 3, 5, 0xFFFF_FFFF, u128::MAX, 0x1234_5678_9ABC_DEF1] {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1);
        }
    }
}
