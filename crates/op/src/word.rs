//! [`Word`]: what a location of memory holds, as explorers see it.

use crate::sync::SyncId;

/// What a location holds, or the number of the state of a synchronisation object.
///
/// Explorers do not compute with words. They ask whether two are the same, hand them on, and ask
/// the system what an operation makes of one ([`crate::System::effect`]). What a word stands for
/// only the system knows that made it: a number, or something that it has given a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word(u64);

impl Word {
    /// The word with this number. For systems.
    #[must_use]
    #[inline]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number that it was made of. For systems, and for who shows what a system has told.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The content of a synchronisation object in this state.
    #[must_use]
    #[inline]
    pub const fn of_state(state: SyncId) -> Self {
        Self(state.0 as u64)
    }

    /// The state of a synchronisation object that has this content.
    #[must_use]
    #[inline]
    pub fn state(self) -> SyncId {
        SyncId(u32::try_from(self.0).unwrap_or(u32::MAX))
    }
}
