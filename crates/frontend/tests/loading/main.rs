//! Programs as they are loaded: one test executable, so that what the tests share is compiled once
//! and all of it used.

mod code;
mod common;
mod data;
mod errors;
