//! What can break.

use crate::ids::{Site, ThreadId};
use crate::kind::SyncKind;
use crate::sync::Misuse;
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

/// What there is to say of a fault beside its kind, its place and its parties. Sentences for people
/// are made of it in `threadbare_report`.
///
/// It depends on what threads are about to do only, never on how the execution came there, so that
/// equal faults of different executions are reported once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Details {
    /// These threads wait, and nothing can end that; sorted by thread.
    Waits(Vec<Wait>),
    /// A synchronisation object of that kind is misused.
    Misuse(SyncKind, Misuse),
    /// Of a thread, while it runs: one sentence, without place and thread, without values that
    /// depend on the schedule's length.
    Said(String),
}

/// A thread that waits. On which object, and where, is shown by a replay of the execution: this is
/// part of which fault it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wait {
    /// Who.
    pub thread: ThreadId,
    /// For what.
    pub what: WaitsFor,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WaitsFor {
    /// That a thread ends.
    End(ThreadId),
    /// In a loop, for another value.
    Value,
    /// In a loop, for others to keep out of its way, which they do not as it is in theirs.
    Way,
    /// That a condition variable is signalled.
    Signal,
    /// That another thread has run a once routine.
    Routine,
    /// That others arrive at a barrier.
    Others,
    /// To read-lock a read-write lock.
    ReadLock,
    /// To write-lock a read-write lock.
    WriteLock,
    /// For an object of another kind.
    Object(SyncKind),
    /// For none of these.
    Something,
}

/// Something the program did wrong. Two faults that are equal are the same fault, reported once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What else there is to say of it.
    pub details: Details,
    /// The thread that did it.
    pub thread: ThreadId,
    /// Where.
    pub site: Site,
    /// The second party, if there is one.
    pub other: Option<Other>,
}
