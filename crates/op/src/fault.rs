//! What can break.

use crate::ids::{Site, ThreadId};
use std::fmt;

/// The kind of a fault; its [`Display`](fmt::Display) form is the stable name in the JSON output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FaultKind {
    Assertion,
    Abort,
    Deadlock,
    DataRace,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    OutOfBounds,
    NullPointer,
    InvalidPointer,
    UninitialisedRead,
    DivisionByZero,
    Overflow,
    Unreachable,
    StackOverflow,
    SyncMisuse,
    Liveness,
    /// The program ends with another status than is expected.
    ExitStatus,
    /// Threads wait for what will never come when `main` ends: a fault if that is asked for, else a
    /// note.
    Abandoned,
    /// A note, not a fault.
    Leak,
}

impl FaultKind {
    /// All kinds, with their stable names.
    pub const ALL: [(Self, &'static str); 20] = [
        (Self::Assertion, "assertion"),
        (Self::Abort, "abort"),
        (Self::Deadlock, "deadlock"),
        (Self::DataRace, "data-race"),
        (Self::UseAfterFree, "use-after-free"),
        (Self::DoubleFree, "double-free"),
        (Self::InvalidFree, "invalid-free"),
        (Self::OutOfBounds, "out-of-bounds"),
        (Self::NullPointer, "null-pointer"),
        (Self::InvalidPointer, "invalid-pointer"),
        (Self::UninitialisedRead, "uninitialised-read"),
        (Self::DivisionByZero, "division-by-zero"),
        (Self::Overflow, "overflow"),
        (Self::Unreachable, "unreachable"),
        (Self::StackOverflow, "stack-overflow"),
        (Self::SyncMisuse, "sync-misuse"),
        (Self::Liveness, "liveness"),
        (Self::ExitStatus, "exit-status"),
        (Self::Abandoned, "abandoned"),
        (Self::Leak, "leak"),
    ];

    /// Whether a fault of this kind depends on what happens before what, not only on values. Of two
    /// accesses (or an access and a `free`) that nothing orders, the one performed second is found
    /// out, and its thread goes no further: which one that is may differ between two orders of the
    /// same events.
    #[must_use]
    pub const fn goes_by_order(self) -> bool {
        matches!(self, Self::DataRace | Self::UseAfterFree | Self::DoubleFree)
    }

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("fault", |(_, name)| name)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Index into the faults that a [`crate::System`] has met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FaultId(pub u32);

/// The second party of a fault: the other access of a race, the `free` before a use after free.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Other {
    /// Its thread.
    pub thread: ThreadId,
    /// Its place.
    pub site: Site,
    /// What it did ("written here", "freed here").
    pub what: &'static str,
}

/// Something the program did wrong. Two faults that are equal are the same fault, reported once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence for people, without place and thread, without values that depend on the
    /// schedule's length.
    pub message: String,
    /// The thread that did it.
    pub thread: ThreadId,
    /// Where.
    pub site: Site,
    /// The second party, if there is one.
    pub other: Option<Other>,
}
