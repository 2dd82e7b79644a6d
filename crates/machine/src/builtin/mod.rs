//! The library functions that the machine itself must know: allocation, ends, threads, verification.

use crate::libs::LibFn;

/// By name.
pub(crate) const TABLE: &[(&str, LibFn)] = &[];
