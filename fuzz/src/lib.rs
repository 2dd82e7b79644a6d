//! A small fuzzer: deterministic mutation of a corpus, each input run in a child process.
//!
//! It has no feedback from coverage. It is there so that hostile input is tried on every machine
//! that builds the project, without another toolchain; each target is a function of bytes, as
//! coverage-guided fuzzers want it.

#![forbid(unsafe_code)]

mod corpus;
mod driver;
mod mutate;
mod run;
mod targets;

pub use corpus::{Corpus, corpus};
pub use driver::{Failure, Report, Stop, child, fuzz, replay};
pub use mutate::{Random, mutate};
pub use targets::{TARGETS, Target};
