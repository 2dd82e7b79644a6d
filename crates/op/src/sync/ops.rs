//! [`SyncOp`]: the operations on synchronisation objects, and how each orders others.

use super::errno::{EAGAIN, EBUSY, EOWNERDEAD, ETIMEDOUT};
use super::mutex::MutexKind;
use crate::ids::{Addr, ThreadId};
use crate::ops::Order;

/// An operation on a synchronisation object. Results are 0 or an `errno` value unless said
/// otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum SyncOp {
    MutexInit {
        kind: MutexKind,
        robust: bool,
    },
    MutexDestroy,
    MutexLock,
    MutexTryLock,
    /// Times out where it would wait.
    MutexTimedLock,
    MutexUnlock,
    MutexConsistent,
    /// The owner of a robust mutex ends without unlocking it.
    MutexOwnerDied,
    /// Lock it to look at what it protects, and no more: orders nothing.
    MutexPeek,
    /// Unlock it after that.
    MutexPeekEnd,
    CondInit,
    CondDestroy,
    /// Begin to wait, before the mutex (at this address) is released. All that wait at the same
    /// time, and are not woken yet, must use one.
    CondEnter {
        mutex: Addr,
    },
    /// Go on once a signal has come (result 0); `timed` goes on without one (result `ETIMEDOUT`),
    /// `spurious` as well (0). Who was interrupted goes on as well (`EINTR`); if a signal has come,
    /// too, it waits on, not interrupted any more, and is told so (`ECANCELED`).
    CondAwake {
        timed: bool,
        spurious: bool,
    },
    /// The thread need not wait any more, if it does. Nothing comes of it where there is no
    /// condition variable (any more).
    CondInterrupt {
        thread: ThreadId,
    },
    /// Wait no more, without a signal.
    CondLeave,
    CondSignal,
    CondBroadcast,
    /// Begin to wait, with the lock of the futex.
    FutexEnter,
    /// As [`SyncOp::CondAwake`].
    FutexAwake {
        timed: bool,
        spurious: bool,
    },
    /// As many signals, but no more than wait. Result: how many.
    FutexWake {
        most: u32,
    },
    RwInit,
    RwDestroy,
    RwRead,
    RwTryRead,
    RwTimedRead,
    RwWrite,
    RwTryWrite,
    RwTimedWrite,
    RwUnlock,
    SpinInit,
    SpinDestroy,
    SpinLock,
    SpinTryLock,
    SpinUnlock,
    SemInit {
        value: u32,
    },
    SemDestroy,
    SemPost,
    SemWait,
    SemTryWait,
    SemTimedWait,
    /// As [`SyncOp::SemWait`] and [`SyncOp::SemTimedWait`], but who was interrupted goes on as well:
    /// with `EINTR`, or with `ECANCELED` if it could have been decremented. Nothing is taken then.
    SemAwait {
        timed: bool,
    },
    /// Wait until the value is more than 0; it stays so, since nobody decrements this semaphore.
    /// Changes nothing: see [`SyncOp::is_wait`].
    SemGate,
    /// The thread need not wait any more. Nothing comes of it where there is no semaphore (any
    /// more).
    SemInterrupt {
        thread: ThreadId,
    },
    /// Result: the value.
    SemGet,
    /// The same of a thread that only looks: what has made the semaphore need not happen before it.
    SemPeek,
    BarrierInit {
        count: u32,
    },
    BarrierDestroy,
    /// Result: 1 if the thread `asks` whether it is the last, and is so; then it need not wait.
    BarrierArrive {
        asks: bool,
    },
    /// Wait until all have arrived for whom the thread waits. Changes nothing: see
    /// [`SyncOp::is_wait`].
    BarrierLeave,
    /// Result: 1 if the caller must run the routine and then say [`SyncOp::OnceDone`], 0 if it has
    /// been run.
    OnceEnter,
    OnceDone,
    /// The thread comes to its end; nothing but that is to come. The object is the thread.
    EndTell,
    /// Wait until this thread, which is the object, comes to its end. Who was interrupted goes on
    /// as well: with `EINTR`, or with `ECANCELED` if the thread had ended.
    EndAwait {
        thread: ThreadId,
    },
    /// This other thread need not wait for the end any more.
    EndInterrupt {
        thread: ThreadId,
    },
    /// The program begins to end: `exit`, or the return of `main`. The object is the program;
    /// nobody does it twice.
    Exit,
}

impl SyncOp {
    /// Whether it has left the object as it was, if this was its result: it has only looked.
    #[must_use]
    pub const fn only_looked(self, result: u64) -> bool {
        match self {
            Self::MutexTryLock
            | Self::MutexTimedLock
            | Self::RwTryRead
            | Self::RwTimedRead
            | Self::RwTryWrite
            | Self::RwTimedWrite
            | Self::SpinTryLock
            | Self::SemTryWait
            | Self::SemTimedWait
            | Self::SemAwait { timed: true } => matches!(result, EBUSY | EAGAIN | ETIMEDOUT),
            Self::SemGet | Self::SemPeek => true,
            _ => self.is_wait(),
        }
    }

    /// Whether it may turn out to [only look](Self::only_looked).
    #[must_use]
    pub const fn may_only_look(self) -> bool {
        self.only_looked(EBUSY)
    }

    /// Whether the object is of no more use after it, unless it is made anew: it is destroyed, or
    /// (a once) has done its work.
    #[must_use]
    pub const fn ends_life(self) -> bool {
        self.destroys() || matches!(self, Self::OnceDone)
    }

    /// Whether it makes the object.
    #[must_use]
    pub const fn makes(self) -> bool {
        matches!(
            self,
            Self::MutexInit { .. }
                | Self::CondInit
                | Self::RwInit
                | Self::SpinInit
                | Self::SemInit { .. }
                | Self::BarrierInit { .. }
        )
    }

    /// Whether it destroys the object.
    #[must_use]
    pub const fn destroys(self) -> bool {
        matches!(
            self,
            Self::MutexDestroy
                | Self::CondDestroy
                | Self::RwDestroy
                | Self::SpinDestroy
                | Self::SemDestroy
                | Self::BarrierDestroy
        )
    }

    /// Whether it only waits for a state that, once reached, stays reached; then it does not belong
    /// to the order of operations on the object, and reads from the first operation that reached
    /// that state.
    #[must_use]
    pub const fn is_wait(self) -> bool {
        matches!(self, Self::BarrierLeave | Self::SemGate)
    }

    /// Whether it lets a thread go on that may not be there any more: it is never misuse.
    #[must_use]
    pub const fn interrupts(self) -> bool {
        matches!(self, Self::CondInterrupt { .. } | Self::SemInterrupt { .. } | Self::EndInterrupt { .. })
    }

    /// Whether it lets go of a lock.
    #[must_use]
    pub const fn is_release(self) -> bool {
        matches!(self, Self::MutexUnlock | Self::MutexPeekEnd | Self::RwUnlock | Self::SpinUnlock)
    }

    /// Whether it begins or ends a section in which its thread only looks at what the lock protects.
    #[must_use]
    pub const fn is_peek(self) -> bool {
        matches!(self, Self::MutexPeek | Self::MutexPeekEnd)
    }

    /// Whether it orders nothing, if this was its result: it has failed (by timing out, too), or
    /// only asked, and left the object as it was, or [will](Self::is_peek). What it saw others do
    /// does not happen before what its thread does next, nor what its thread did before what others
    /// do.
    ///
    /// A wait for a condition variable that times out is none of these: it changes who waits. That
    /// tells its thread nothing of what others did.
    ///
    /// C11 (7.26.4) has an edge to a lock operation only if that succeeds. POSIX (4.12) leaves open
    /// what a function does that returns an error, and does not list `sem_getvalue`.
    #[must_use]
    pub const fn orders_nothing(self, result: u64) -> bool {
        match self {
            Self::SemGet | Self::SemPeek | Self::MutexPeek | Self::MutexPeekEnd => true,
            // The results of the first three are no errors.
            Self::BarrierArrive { .. } | Self::OnceEnter | Self::FutexWake { .. } => false,
            Self::CondAwake { .. } | Self::FutexAwake { .. } => false,
            // Who is interrupted has learnt that somebody did it.
            Self::SemAwait { .. } => result == ETIMEDOUT,
            Self::EndAwait { .. } => false,
            _ => !matches!(result, 0 | EOWNERDEAD),
        }
    }

    /// How the operation, which came to this result, orders others in models where not every access
    /// does: what lets others go on releases, what goes on acquires, what fails or only asks does
    /// neither ([`Self::orders_nothing`]).
    ///
    /// C11 promises nothing for condition variables; POSIX counts them among the functions that
    /// synchronise memory. Neither counts the functions that make objects or destroy them.
    #[must_use]
    pub const fn order(self, result: u64) -> Order {
        match self {
            _ if self.orders_nothing(result) => Order::Relaxed,
            Self::MutexUnlock
            | Self::MutexOwnerDied
            | Self::CondSignal
            | Self::CondBroadcast
            | Self::FutexWake { .. }
            | Self::RwUnlock
            | Self::SpinUnlock
            | Self::SemPost
            | Self::CondInterrupt { .. }
            | Self::SemInterrupt { .. }
            | Self::EndInterrupt { .. }
            | Self::EndTell
            | Self::CondLeave
            | Self::OnceDone => Order::Release,
            Self::BarrierLeave
            | Self::OnceEnter
            | Self::MutexLock
            | Self::MutexTryLock
            | Self::MutexTimedLock
            | Self::RwRead
            | Self::RwTryRead
            | Self::RwTimedRead
            | Self::RwWrite
            | Self::RwTryWrite
            | Self::RwTimedWrite
            | Self::SpinLock
            | Self::SpinTryLock
            | Self::SemWait
            | Self::SemTryWait
            | Self::SemTimedWait
            | Self::SemAwait { .. }
            | Self::SemGate
            | Self::EndAwait { .. } => Order::Acquire,
            Self::FutexAwake { .. } if result == 0 => Order::Acquire,
            // Who destroys it knows that nobody is in a wait any more.
            Self::CondAwake { .. } if result == ETIMEDOUT => Order::Release,
            Self::CondAwake { .. } | Self::BarrierArrive { .. } => Order::AcqRel,
            Self::CondDestroy => Order::Acquire,
            Self::MutexInit { .. }
            | Self::MutexDestroy
            | Self::MutexConsistent
            | Self::MutexPeek
            | Self::MutexPeekEnd
            | Self::CondInit
            | Self::CondEnter { .. }
            | Self::FutexEnter
            | Self::FutexAwake { .. }
            | Self::RwInit
            | Self::RwDestroy
            | Self::SpinInit
            | Self::SpinDestroy
            | Self::SemInit { .. }
            | Self::SemDestroy
            | Self::SemGet
            | Self::SemPeek
            | Self::BarrierInit { .. }
            | Self::BarrierDestroy
            | Self::Exit => Order::Relaxed,
        }
    }
}
