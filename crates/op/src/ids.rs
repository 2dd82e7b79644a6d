//! Names of things that stay the same whatever the schedule was.

use std::fmt;

/// A thread. Number 0 is the main thread; further numbers are handed out by
/// [`crate::System::child`], one for each path (parent, n-th child), the first time that path is
/// met: the same path has the same number in every execution of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// What people call it: `main`, `T1`.
    #[must_use]
    pub fn called(self) -> String {
        if self == Self::MAIN { "main".into() } else { self.to_string() }
    }

    /// The thread that runs `main`.
    pub const MAIN: Self = Self(0);

    /// The number as an index into tables by thread.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// An address of the checked program: which object in the high bits, offset in the low ones. Never
/// a host address.
pub type Addr = u64;

/// A memory location as one access sees it: `size` bytes (1, 2, 4 or 8) from `addr` on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc {
    /// First byte.
    pub addr: Addr,
    /// Number of bytes: 1, 2, 4 or 8.
    pub size: u8,
}

impl Loc {
    /// The location of `size` bytes at `addr`.
    #[must_use]
    pub const fn new(addr: Addr, size: u8) -> Self {
        Self { addr, size }
    }

    /// The bits that a value of this size can have.
    #[must_use]
    pub const fn mask(self) -> u64 {
        if self.size >= 8 { u64::MAX } else { (1 << (self.size as u32 * 8)) - 1 }
    }
}

/// A place in the program (an instruction); what it means (file, line, column) only the program
/// knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Site(pub u32);

impl Site {
    /// No place is known.
    pub const UNKNOWN: Self = Self(u32::MAX);
}
