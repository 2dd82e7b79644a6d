//! What an operation reads and writes: the one dependency relation.

use crate::ids::{Addr, ThreadId};
use crate::ops::{Op, Stuck};

/// What an operation touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// Nothing that others can see.
    Nothing,
    /// Bytes `addr..addr + size`.
    Memory {
        /// First byte.
        addr: Addr,
        /// Number of bytes.
        size: u8,
        /// Whether they may be written.
        writes: bool,
    },
    /// A synchronisation object. `writes` is false for an operation that only waits
    /// ([`crate::SyncOp::is_wait`]).
    Object {
        /// Its address.
        object: Addr,
        /// Whether its state may change.
        writes: bool,
    },
    /// The end of a thread: its end itself (`ends`), or waiting for it.
    End {
        /// The thread that ends.
        thread: ThreadId,
        /// Whether this is the end.
        ends: bool,
    },
}

impl Touch {
    /// What `op`, performed by `thread`, touches. A compare-and-swap counts as writing whether or
    /// not it succeeds.
    #[must_use]
    pub fn of(op: &Op, thread: ThreadId) -> Self {
        match *op {
            Op::Load { loc, .. } => Self::Memory { addr: loc.addr, size: loc.size, writes: false },
            Op::Store { loc, .. } | Op::Rmw { loc, .. } | Op::Cas { loc, .. } => {
                Self::Memory { addr: loc.addr, size: loc.size, writes: true }
            }
            Op::Sync { object, op } => Self::Object { object, writes: !op.is_wait() },
            Op::Join { thread } => Self::End { thread, ends: false },
            Op::Stuck(Stuck::Finished | Stuck::ProgramExit) => Self::End { thread, ends: true },
            Op::Fence { .. } | Op::Spawn | Op::Choice { .. } | Op::Stuck(_) => Self::Nothing,
        }
    }
}

/// Whether two operations of different threads can influence each other. Program order, and a spawn
/// before everything that the child does, come on top.
#[must_use]
pub fn dependent(a: Touch, b: Touch) -> bool {
    match (a, b) {
        (Touch::Memory { addr: x, size: m, writes: v }, Touch::Memory { addr: y, size: n, writes: w }) => {
            (v || w) && x < y.wrapping_add(u64::from(n)) && y < x.wrapping_add(u64::from(m))
        }
        (Touch::Object { object: x, writes: v }, Touch::Object { object: y, writes: w }) => x == y && (v || w),
        (Touch::End { thread: x, ends: v }, Touch::End { thread: y, ends: w }) => x == y && (v || w),
        _ => false,
    }
}
