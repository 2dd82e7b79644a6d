//! What may not be done to a synchronisation object.

/// Why an operation must not be done to an object in its state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Misuse {
    /// It is initialised, and was before.
    InitialisedTwice,
    /// It is used, and nobody has initialised it.
    NotInitialised,
    /// A barrier is initialised for no thread.
    NoThreads,
    /// It was initialised as an object of another kind.
    WrongKind,
    /// It was destroyed before.
    Destroyed,
    /// It is unlocked, and nobody holds it.
    NotLocked,
    /// It is unlocked, and another thread holds it.
    NotHolder,
    /// It is destroyed, and somebody holds it.
    DestroyedLocked,
    /// A condition variable is destroyed for which a thread waits.
    DestroyedWaitedFor,
    /// A barrier is destroyed at which a thread waits.
    DestroyedWaitedAt,
    /// A condition variable was destroyed and initialised again while the thread waited for it.
    RenewedWaitedFor,
    /// A condition variable is waited for with two mutexes at the same time.
    TwoMutexes,
    /// The program is ended, and ends already.
    EndedTwice,
}

impl Misuse {
    /// All of them, with their stable names.
    pub const ALL: [(Self, &'static str); 13] = [
        (Self::InitialisedTwice, "initialised-twice"),
        (Self::NotInitialised, "not-initialised"),
        (Self::NoThreads, "no-threads"),
        (Self::WrongKind, "wrong-kind"),
        (Self::Destroyed, "destroyed"),
        (Self::NotLocked, "not-locked"),
        (Self::NotHolder, "not-holder"),
        (Self::DestroyedLocked, "destroyed-locked"),
        (Self::DestroyedWaitedFor, "destroyed-waited-for"),
        (Self::DestroyedWaitedAt, "destroyed-waited-at"),
        (Self::RenewedWaitedFor, "renewed-waited-for"),
        (Self::TwoMutexes, "two-mutexes"),
        (Self::EndedTwice, "ended-twice"),
    ];

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(misuse, _)| *misuse == self).map_or("misuse", |(_, name)| name)
    }
}
