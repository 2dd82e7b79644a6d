//! The machine: runs a program whose threads are values, up to their next visible operation.

#![forbid(unsafe_code)]

mod options;

pub use options::{LoadError, Options, Races};
