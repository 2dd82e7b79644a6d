//! Values of the concrete domain: a machine word and which of its bits are undefined, because they
//! are uninitialised or because they come of arithmetic that has no result (LLVM's poison).
//!
//! Poison is told from uninitialised bits by what is *under* the undefined bits, where nobody else
//! looks: a tag that says who made it, and where (a number of `memory::faults`). It goes where the
//! bits go, also through memory, and costs nothing where all bits are defined. A part of it that is
//! too small for the tag (a byte in memory) is still known to be poison, but not whose.

/// A word of which some bits may be undefined: uninitialised ones are 0 in `bits`, poison is not.
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

    /// The result of arithmetic that has none.
    #[must_use]
    pub const fn poison(maker: u32) -> Self {
        Self { bits: if maker < MOST_MAKERS { tag(maker) } else { NOBODYS }, undef: u64::MAX }
    }

    /// Whether some of its bits are poison.
    #[must_use]
    pub const fn is_poison(self) -> bool {
        self.bits & self.undef != 0
    }

    /// What made this poison, if that is known.
    #[must_use]
    pub const fn maker(self) -> Option<u32> {
        let maker = (self.bits as u32) >> 8;
        let whole = self.undef as u32 == u32::MAX && self.bits as u32 as u64 == tag(maker);
        if whole { Some(maker) } else { None }
    }

    /// What comes of undefined bits: all `width` bits of it are poison if some of these are, else
    /// uninitialised.
    #[must_use]
    pub const fn unknown(width: u32, of: &[Self]) -> Self {
        let mut n = 0;
        while n < of.len() {
            if of[n].is_poison() {
                let known = of[n].maker().is_some();
                return Self { bits: if known { of[n].bits as u32 as u64 } else { NOBODYS }, undef: u64::MAX };
            }
            n += 1;
        }
        Self { bits: 0, undef: mask(width) }
    }

    /// The same value without what is under its undefined bits.
    #[must_use]
    pub const fn untagged(self) -> Self {
        Self::partial(self.bits, self.undef)
    }

    /// The lowest `width` bits.
    #[must_use]
    pub const fn lowest(self, width: u32) -> Self {
        Self { bits: self.bits & mask(width), undef: self.undef & mask(width) }
    }

    /// The word, if all of it is defined.
    #[must_use]
    pub const fn defined(self) -> Option<u64> {
        if self.undef == 0 { Some(self.bits) } else { None }
    }
}

/// A byte of memory, of which some bits may be undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Byte {
    /// The defined bits.
    pub bits: u8,
    /// The undefined bits.
    pub undef: u8,
}

impl Byte {
    /// An uninitialised one.
    pub const UNINIT: Self = Self { bits: 0, undef: 0xFF };
}

impl Value {
    /// The lowest `size` bytes, the lowest first.
    #[must_use]
    pub fn bytes(self, size: u8) -> Vec<Byte> {
        let both = self.bits.to_le_bytes().into_iter().zip(self.undef.to_le_bytes());
        both.take(size.into()).map(|(bits, undef)| Byte { bits: bits & !undef, undef }).collect()
    }
}

/// Numbers from here on do not fit into a tag.
const MOST_MAKERS: u32 = 1 << 24;

/// Poison of which the maker is not known.
const NOBODYS: u64 = u64::MAX;

/// The tag of a number: 32 bits, so that it fits under an `int`. The lowest byte is odd, so that
/// any part of memory that begins where the tag does is seen to be poison; its other bits tell a
/// tag from an accident.
const fn tag(maker: u32) -> u64 {
    let check = maker.wrapping_mul(0x9E37_79B1) >> 25;
    ((maker as u64) << 8) | ((check as u64) << 1) | 1
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
