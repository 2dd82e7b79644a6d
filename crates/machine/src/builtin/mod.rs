//! The library functions that the machine itself must know: allocation, ends, threads,
//! verification.

mod alloc;
mod ends;
mod threads;
mod verifier;

use crate::libs::LibFn;
pub(crate) use threads::pthread_join;

/// By name.
pub(crate) const TABLES: [&[(&str, LibFn)]; 4] = [alloc::TABLE, ends::TABLE, threads::TABLE, verifier::TABLE];
