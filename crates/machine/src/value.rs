//! Values of the concrete domain: a machine word and which of its bits are uninitialised.

/// A word of which some bits may be uninitialised. Undefined bits are 0 in `bits`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Value {
    /// The defined bits.
    pub bits: u64,
    /// The uninitialised bits.
    pub undef: u64,
}

impl Value {
    /// Zero, defined.
    pub const ZERO: Self = Self { bits: 0, undef: 0 };

    /// A defined word.
    #[must_use]
    pub const fn new(bits: u64) -> Self {
        Self { bits, undef: 0 }
    }

    /// A word whose bits `undef` are uninitialised.
    #[must_use]
    pub const fn partial(bits: u64, undef: u64) -> Self {
        Self { bits: bits & !undef, undef }
    }

    /// A wholly uninitialised value of `size` bytes.
    #[must_use]
    pub const fn uninit(size: u8) -> Self {
        Self { bits: 0, undef: mask(size as u32 * 8) }
    }

    /// The word, if all of it is defined.
    #[must_use]
    pub const fn defined(self) -> Option<u64> {
        if self.undef == 0 { Some(self.bits) } else { None }
    }
}

/// The lowest `width` bits (0 to 64).
#[must_use]
pub const fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// `bits` (of `width`, 1 to 64) as a signed number.
#[must_use]
pub const fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}
