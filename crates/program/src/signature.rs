//! What kinds of values a call passes, and a function takes: where they do not fit, calling
//! conventions look for them in other registers, and what is found there is anything.

use std::fmt::{self, Display, Formatter};
use std::num::NonZeroU32;
use std::str::FromStr;

/// What kind of value an argument or a result is, register by register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An integer or a pointer, of so many bits in a register.
    Word(u8),
    /// An integer that who passes it extends with its sign.
    Signed(u8),
    /// A floating-point number of so many bits.
    Float(u8),
    /// The first part of a vector, of so many bits.
    Vector(u8),
    /// Another part of it.
    Lane(u8),
    /// Passed in memory: a large structure by value, or a word of one.
    Memory,
}

impl Kind {
    /// Whether such a value is found where the other one is looked for: integers and pointers are, of
    /// whatever width.
    #[must_use]
    pub fn fits(self, wanted: Self) -> bool {
        let is_word = |kind| matches!(kind, Self::Word(_) | Self::Signed(_));
        self == wanted || (is_word(self) && is_word(wanted))
    }
}

/// The kinds of what is passed, and of what is given back.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Signature {
    /// Of arguments or parameters.
    pub args: Vec<Kind>,
    /// Of results.
    pub results: Vec<Kind>,
}

/// An entry of [`crate::Program::signatures`], counted from 1 so that an option of it takes no more
/// room in an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SignatureId(NonZeroU32);

impl SignatureId {
    /// The entry at an index.
    #[must_use]
    pub fn at(index: u32) -> Option<Self> {
        NonZeroU32::new(index.wrapping_add(1)).map(Self)
    }

    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(width) => write!(f, "word{width}"),
            Self::Signed(width) => write!(f, "signed{width}"),
            Self::Float(width) => write!(f, "float{width}"),
            Self::Vector(width) => write!(f, "vector{width}"),
            Self::Lane(width) => write!(f, "lane{width}"),
            Self::Memory => f.write_str("memory"),
        }
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (name, width) = text.split_at(digits);
        match (name, width.parse()) {
            ("memory", _) if width.is_empty() => Some(Self::Memory),
            ("word", Ok(width)) => Some(Self::Word(width)),
            ("signed", Ok(width)) => Some(Self::Signed(width)),
            ("float", Ok(width)) => Some(Self::Float(width)),
            ("vector", Ok(width)) => Some(Self::Vector(width)),
            ("lane", Ok(width)) => Some(Self::Lane(width)),
            _ => None,
        }
        .ok_or(())
    }
}
