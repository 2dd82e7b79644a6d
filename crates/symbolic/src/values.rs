//! What values are made of.

use threadbare_machine::Value;
use threadbare_term::Term;

/// A value: a defined word, or the number of a `Node`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sym {
    bits: u64,
    /// 0 if `bits` are the word, else 1.
    is_node: u64,
}

/// What values are that are no defined words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// A word of which some bits are undefined.
    Word(Value),
    /// A term of 64 bits, zeros where bits are undefined; the word has these.
    Input(Term, Value),
    /// Nobody can tell what it is.
    Refused(Refused),
}

/// Why a value is not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Refused {
    Float,
    PartlyUndefined,
}

impl Refused {
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Self::Float => "`fmod`, `pow` or `fma` of a floating-point number that depends on input",
            Self::PartlyUndefined => "arithmetic on a value that is partly input and partly uninitialised",
        }
    }
}

impl Sym {
    pub(crate) const fn word(bits: u64) -> Self {
        Self { bits, is_node: 0 }
    }

    pub(crate) const fn numbered(number: u32) -> Self {
        Self { bits: number as u64, is_node: 1 }
    }

    /// The word, or the number of the node.
    pub(crate) const fn get(self) -> Result<u64, usize> {
        if self.is_node == 0 { Ok(self.bits) } else { Err(self.bits as usize) }
    }

    pub(crate) const fn pack(self) -> Value {
        Value { bits: self.bits, undef: self.is_node }
    }

    pub(crate) const fn unpack(kept: Value) -> Self {
        Self { bits: kept.bits, is_node: kept.undef }
    }
}
