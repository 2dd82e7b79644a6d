//! Kinds of synchronisation objects.

use crate::sync::SyncOp;

/// What an operation on a synchronisation object is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SyncKind {
    /// `pthread_mutex_t`, `mtx_t`.
    Mutex,
    /// `pthread_cond_t`, `cnd_t`.
    Cond,
    /// Of the threads that wait at a word of the program (`syscall(SYS_futex, ...)`).
    Futex,
    /// `pthread_rwlock_t`.
    RwLock,
    /// `pthread_spinlock_t`.
    Spin,
    /// `sem_t`.
    Semaphore,
    /// `pthread_barrier_t`.
    Barrier,
    /// `pthread_once_t`, `once_flag`.
    Once,
    /// A thread, whose end others wait for.
    End,
    /// The program itself, which ends once.
    Program,
}

impl SyncKind {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Mutex,
        Self::Cond,
        Self::Futex,
        Self::RwLock,
        Self::Spin,
        Self::Semaphore,
        Self::Barrier,
        Self::Once,
        Self::End,
        Self::Program,
    ];

    /// In messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mutex => "mutex",
            Self::Cond => "condition variable",
            Self::Futex => "futex",
            Self::RwLock => "read-write lock",
            Self::Spin => "spinlock",
            Self::Semaphore => "semaphore",
            Self::Barrier => "barrier",
            Self::Once => "once object",
            Self::End => "thread",
            Self::Program => "program",
        }
    }

    /// How many bytes such an object has with glibc on x86: where pointers have 4 bytes (`ilp32`), or
    /// 8.
    #[must_use]
    pub const fn size(self, ilp32: bool) -> u8 {
        let (narrow, wide) = match self {
            Self::Mutex => (24, 40),
            Self::Cond => (48, 48),
            Self::RwLock => (32, 56),
            Self::Semaphore => (16, 32),
            Self::Barrier => (20, 32),
            Self::Futex | Self::Spin | Self::Once | Self::End | Self::Program => (4, 4),
        };
        if ilp32 { narrow } else { wide }
    }
}

impl SyncOp {
    /// What it is for.
    #[must_use]
    pub const fn kind(self) -> SyncKind {
        match self {
            Self::MutexInit { .. }
            | Self::MutexDestroy
            | Self::MutexLock
            | Self::MutexTryLock
            | Self::MutexTimedLock
            | Self::MutexUnlock
            | Self::MutexConsistent
            | Self::MutexOwnerDied
            | Self::MutexPeek
            | Self::MutexPeekEnd => SyncKind::Mutex,
            Self::CondInit
            | Self::CondDestroy
            | Self::CondEnter { .. }
            | Self::CondAwake { .. }
            | Self::CondInterrupt { .. }
            | Self::CondLeave
            | Self::CondSignal
            | Self::CondBroadcast => SyncKind::Cond,
            Self::FutexEnter | Self::FutexAwake { .. } | Self::FutexWake { .. } => SyncKind::Futex,
            Self::RwInit
            | Self::RwDestroy
            | Self::RwRead
            | Self::RwTryRead
            | Self::RwTimedRead
            | Self::RwWrite
            | Self::RwTryWrite
            | Self::RwTimedWrite
            | Self::RwUnlock => SyncKind::RwLock,
            Self::SpinInit | Self::SpinDestroy | Self::SpinLock | Self::SpinTryLock | Self::SpinUnlock => {
                SyncKind::Spin
            }
            Self::SemInit { .. }
            | Self::SemDestroy
            | Self::SemPost
            | Self::SemWait
            | Self::SemTryWait
            | Self::SemTimedWait
            | Self::SemAwait { .. }
            | Self::SemGate
            | Self::SemInterrupt { .. }
            | Self::SemGet
            | Self::SemPeek => SyncKind::Semaphore,
            Self::BarrierInit { .. } | Self::BarrierDestroy | Self::BarrierArrive { .. } | Self::BarrierLeave => {
                SyncKind::Barrier
            }
            Self::OnceEnter | Self::OnceDone => SyncKind::Once,
            Self::EndTell | Self::EndAwait { .. } | Self::EndInterrupt { .. } => SyncKind::End,
            Self::Exit => SyncKind::Program,
        }
    }
}
