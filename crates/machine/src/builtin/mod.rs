//! The library functions that the machine itself must know: allocation, ends, threads,
//! verification.

mod alloc;
mod ends;
mod input;
mod threads;
mod verifier;

use crate::domain::Domain;
use crate::libs::Table;
pub(crate) use input::hand;
pub use input::{Takes, takes_input, without_input};
pub(crate) use threads::{
    BEGAN_DETACHED, DETACHED, JOINED, pthread_create, pthread_detach, pthread_exit, pthread_join,
};

/// By name.
pub(crate) fn tables<D: Domain>() -> [Table<D>; 5] {
    [alloc::table(), ends::table(), input::table(), threads::table(), verifier::table()]
}
