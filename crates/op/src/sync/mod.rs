//! Synchronisation objects as state machines, written once for every explorer.
//!
//! Each object has a small state; each operation is an atomic read-modify-write of it that may be
//! enabled only in some states. States are hash-consed ([`SyncId`]), so that an explorer can keep
//! them where it keeps the values of memory.
//!
//! What the model decides where POSIX leaves a choice:
//! * A timed operation times out at once where it would have to wait. Waiting longer is the same as
//!   being performed later in the order of operations on the object, which the explorers try as
//!   well.
//! * A signal leaves a token that any thread which waited before it may take; which one does is the
//!   order of [`SyncOp::CondAwake`] operations, so every choice is explored. A token is lost if no
//!   thread without one waits.
//! * Destroying a condition variable waits until those that are woken have gone on.
//! * A thread that is interrupted while it waits need not wait any more. If what it waits for has come, too,
//!   it is told that both have ([`errno::ECANCELED`]), and nothing is taken: what it makes of that is open.
//!   A signal that nobody is there for any more when an interrupted thread leaves is lost.
//! * The thread that gets `PTHREAD_BARRIER_SERIAL_THREAD` is the last to arrive.
//! * Waiting for a lock that the thread holds itself is waiting for ever (a deadlock) unless the
//!   mutex is of a kind that says otherwise.

mod barrier;
mod cond;
mod end;
mod misuse;
mod mutex;
mod once;
mod ops;
mod rwlock;
mod semaphore;
mod spin;
mod table;
#[cfg(test)]
mod tests;
mod transition;

pub use self::cond::Waiting;
pub use self::misuse::Misuse;
pub use self::mutex::{Health, MutexKind};
pub use self::ops::SyncOp;
pub use self::table::SyncTable;
use crate::ids::{Addr, ThreadId};

/// `errno` values as Linux has them.
#[allow(missing_docs)]
pub mod errno {
    pub const EPERM: u64 = 1;
    pub const EINTR: u64 = 4;
    pub const EAGAIN: u64 = 11;
    pub const EBUSY: u64 = 16;
    pub const EINVAL: u64 = 22;
    pub const EDEADLK: u64 = 35;
    pub const EOVERFLOW: u64 = 75;
    pub const ETIMEDOUT: u64 = 110;
    pub const ECANCELED: u64 = 125;
    pub const EOWNERDEAD: u64 = 130;
    pub const ENOTRECOVERABLE: u64 = 131;
}

/// The state of a synchronisation object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum SyncState {
    /// The memory was never written.
    Uninit,
    /// All bytes are zero: the static initialiser of a normal mutex, a condition variable, a
    /// rwlock, a once.
    Zero,
    /// The static initialiser of a mutex of this kind.
    StaticMutex(MutexKind),
    /// Some other content: not an initialised object.
    Garbage,
    Destroyed,
    Mutex {
        kind: MutexKind,
        robust: bool,
        owner: Option<ThreadId>,
        count: u32,
        health: Health,
    },
    /// The threads that wait, oldest first, and the tokens that signals left: a token can be taken
    /// by a waiter before it. `mutex`: which they use, if any wait.
    Cond {
        queue: Vec<Waiting>,
        mutex: Addr,
    },
    RwLock {
        writer: Option<ThreadId>,
        readers: Vec<(ThreadId, u32)>,
    },
    Spin {
        owner: Option<ThreadId>,
    },
    /// `interrupted`: threads that were, and have not waited since, each once.
    Sem {
        value: u32,
        interrupted: Vec<ThreadId>,
    },
    /// Of how many threads it lets go at once, and those that have arrived and wait, in the order of
    /// their numbers.
    Barrier {
        count: u32,
        waiting: Vec<ThreadId>,
    },
    Once {
        runner: Option<ThreadId>,
        done: bool,
    },
    /// Of a thread. `interrupted`: as of a semaphore.
    End {
        has_ended: bool,
        interrupted: Vec<ThreadId>,
    },
    /// Of the program: it is ending.
    Ending,
}

/// A hash-consed [`SyncState`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SyncId(pub u32);

impl SyncId {
    /// [`SyncState::Uninit`].
    pub const UNINIT: Self = Self(0);
    /// [`SyncState::Zero`].
    pub const ZERO: Self = Self(1);
    /// [`SyncState::StaticMutex`] of a recursive mutex.
    pub const STATIC_RECURSIVE: Self = Self(2);
    /// [`SyncState::StaticMutex`] of an error-checking mutex.
    pub const STATIC_ERROR_CHECK: Self = Self(3);
    /// [`SyncState::Garbage`].
    pub const GARBAGE: Self = Self(4);
}

/// What comes of an operation in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The thread has to wait.
    Blocked,
    /// It is performed.
    Next {
        /// The new state.
        state: SyncId,
        /// What the thread is told.
        result: u64,
    },
    /// The program must not do this.
    Misuse(Misuse),
}
