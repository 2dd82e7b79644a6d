//! Threads as values: the one that is live in the machine, and frozen ones in the arena.
//!
//! A frozen state is the top frame, copied flat, with a link to the frame below, which was frozen
//! once and is never changed. Continuing a state copies its top frame back; a frame below is copied
//! back when control returns to it. A frame is a window of slots: registers, loop counters, private
//! memory, variable arguments.

mod freeze;
mod frozen;
mod journal;
mod own;

pub(crate) use self::freeze::TOP;
pub(crate) use self::frozen::{
    Frozen, Reads, Top, are_alike, calls_of, frame_at, frames_of, frozen, own_of, part_at, place_of, reads_of,
    spawn_of, stand_alike, top_of,
};
pub(crate) use self::journal::Journal;
pub(crate) use self::own::{DEEPEST, Fresh, MOST_EFFECTS, MOST_READINGS, Own};
use crate::domain::Domain;
use threadbare_op::Site;

/// No frame, no register.
pub(crate) const NONE: u32 = u32::MAX;
/// The result goes to the library function that called back.
pub(crate) const TO_LIBRARY: u32 = u32::MAX - 1;

/// Which part of a thread's life comes when there is no frame left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Constructors from this one on, then `main`.
    Constructors(u32),
    /// `main` has been called.
    Main,
    /// The start routine of a thread has been called.
    Routine,
    /// The thread has ended here; its exit handlers have been called.
    ThreadEnd(Site),
    /// `main` has returned, and others may end the program as well.
    Ending,
    /// Before the exit handlers run, the list of them is locked and unlocked: the next step of that
    /// is the unlocking, or not.
    Meeting { unlocks: bool },
    /// The program's exit handlers, one after the other.
    Handlers,
    /// Destructors from this one on.
    Destructors(u32),
}

impl Stage {
    fn pack(self) -> u32 {
        match self {
            Self::Main => 0,
            Self::Routine => 1,
            Self::ThreadEnd(site) => site.0 << 3 | 2,
            Self::Handlers => 3,
            Self::Constructors(n) => n << 3 | 4,
            Self::Destructors(n) => n << 3 | 5,
            Self::Ending => 6,
            Self::Meeting { unlocks } => u32::from(unlocks) << 3 | 7,
        }
    }

    fn unpack(word: u32) -> Self {
        match word & 7 {
            0 => Self::Main,
            1 => Self::Routine,
            2 => Self::ThreadEnd(site_in(word >> 3)),
            3 => Self::Handlers,
            4 => Self::Constructors(word >> 3),
            5 => Self::Destructors(word >> 3),
            6 => Self::Ending,
            _ => Self::Meeting { unlocks: word >> 3 != 0 },
        }
    }
}

/// A place of which three bits were dropped.
fn site_in(word: u32) -> Site {
    if word == Site::UNKNOWN.0 >> 3 { Site::UNKNOWN } else { Site(word) }
}

/// An activation of a function that is not (only) frozen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: u32,
    pub(crate) pc: u32,
    /// Its first slot.
    pub(crate) base: u32,
    /// Its first entry in `allocas`.
    pub(crate) allocas: u32,
    /// Its first entry in the journal.
    pub(crate) journal: u32,
    /// The caller's register for its results.
    pub(crate) dst: u32,
    /// Its frozen copy, if it has not changed since.
    pub(crate) frozen: u32,
    /// In a function of the libraries: the place of the call from outside; else [`NONE`].
    pub(crate) user: u32,
    /// Bytes of stack up to and with this frame.
    pub(crate) depth: u32,
}

/// What an atomic section's lock around a single access is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Around<V> {
    Nothing,
    Locking,
    Inside,
    Unlocking(V),
}

/// A thread that is live: all its state, but for what is counted while it runs ([`Own`]), which is
/// lent to the memory (`Who::own`).
///
/// [`Thread::freeze`] and [`Thread::thaw`] are the only ways to frozen states and back.
#[derive(Debug)]
pub(crate) struct Thread<D: Domain> {
    pub(crate) slots: Vec<D::Value>,
    pub(crate) frames: Vec<Frame>,
    /// Addresses of memory to be freed when frames return.
    pub(crate) allocas: Vec<u64>,
    /// The frozen frame below `frames`.
    pub(crate) below: u32,
    pub(crate) stage: Stage,
    pub(crate) around: Around<D::Value>,
    /// What library functions that have not returned, and instructions like them, did so far.
    pub(crate) journal: Journal<D::Value>,
    /// The state that it was gone on with, or [`NONE`].
    pub(crate) past: u32,
}

impl<D: Domain> Default for Thread<D> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            frames: Vec::new(),
            allocas: Vec::new(),
            below: NONE,
            stage: Stage::Routine,
            around: Around::Nothing,
            journal: Journal::default(),
            past: NONE,
        }
    }
}
