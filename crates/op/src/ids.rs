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

/// A memory location as one access sees it: `size` bytes (1, 2, 4, 8 or 16) from `addr` on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Loc {
    /// First byte.
    pub addr: Addr,
    /// Number of bytes: 1, 2, 4, 8 or 16.
    pub size: u8,
    /// Which of these bytes the program accesses. Explorers know whole locations only, and need not
    /// look at it.
    pub part: Part,
}

/// Which bytes of a location are accessed, where others access it in another size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Part {
    /// The first of them, counted from the address of the location.
    pub from: u8,
    /// How many; 0: all of the location.
    pub size: u8,
    /// Whether the program stores them: to explorers that is a read-modify-write of the location.
    pub is_store: bool,
}

impl Loc {
    /// The location of `size` bytes at `addr`, of which all are accessed.
    #[must_use]
    pub const fn new(addr: Addr, size: u8) -> Self {
        Self { addr, size, part: Part { from: 0, size: 0, is_store: false } }
    }

    /// Whether only a part of it is accessed.
    #[must_use]
    #[inline]
    pub const fn is_part(self) -> bool {
        self.part.size != 0
    }

    /// The bytes that the program accesses.
    #[must_use]
    pub const fn accessed(self) -> Self {
        if self.is_part() {
            Self::new(self.addr + self.part.from as u64, self.part.size)
        } else {
            Self::new(self.addr, self.size)
        }
    }

    /// Whether the two have a byte in common.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.addr < other.addr.saturating_add(other.size as u64)
            && other.addr < self.addr.saturating_add(self.size as u64)
    }

    /// Whether all bytes of the other are bytes of this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.addr <= other.addr
            && other.addr.saturating_add(other.size as u64) <= self.addr.saturating_add(self.size as u64)
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
