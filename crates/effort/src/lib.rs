//! How much all random tests try, and where they begin: two variables of the environment, the same
//! for every suite (and for the scripts in `tests/programs`).
//!
//! * `THREADBARE_EFFORT=20`: that many times as many programs as usual.
//! * `THREADBARE_SEED=7000000`: another series of programs.

#![forbid(unsafe_code)]

use std::ops::Range;

/// How many times as many programs are tried as usual.
#[must_use]
pub fn effort() -> u64 {
    number("THREADBARE_EFFORT").unwrap_or(1)
}

/// Where a series of random programs begins: `usual` if nothing else is wanted.
#[must_use]
pub fn seed(usual: u64) -> u64 {
    number("THREADBARE_SEED").unwrap_or(usual)
}

/// The seeds of a series of usually so many programs, which usually begins at 0.
#[must_use]
pub fn seeds(usually: u64) -> Range<u64> {
    let first = seed(0);
    first..first + usually * effort()
}

/// A number from the environment. What is none is refused: a test that tries less than was asked
/// for must not pass.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}
