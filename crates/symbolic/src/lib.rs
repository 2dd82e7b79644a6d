//! [`Symbolic`]: a domain of values in which the input of a program is every value at once.
//!
//! A value is a word, or a term over the input with a mask of undefined bits. Where the course of a
//! thread depends on a term, the thread asks a question with two answers: for one bit whether it is
//! 1, for a wider term whether it is the least number that it can be by what the thread knows, then
//! the next one; after some numbers, in which half of the others it is (`halves.rs`). What a thread
//! has asked and was told is its history (`history.rs`); it depends on nothing else, so threads
//! stay functions of their answers.
//!
//! Deviations from a machine word: arithmetic that may have no result asks whether it has one.
//!
//! Not covered, and refused when something depends on it: remainders of floats, saturating
//! arithmetic, arithmetic on what is partly uninitialised and partly input, a term with more than
//! [`MOST_VALUES`] values where a number is needed (an address, a size, an argument of a library
//! function).

#![forbid(unsafe_code)]

mod arith;
mod domain;
mod floats;
mod follow;
mod halves;
mod hand;
mod history;
mod index;
mod inputs;
mod known;
mod least;
mod many;
mod offsets;
mod partly;
mod prints;
mod quotients;
mod small;
mod splits;
mod table;
mod values;
mod wide;

pub use domain::Symbolic;
pub use values::Sym;

/// So many values of a term are tried where a number is needed.
pub const MOST_VALUES: u32 = 256;

/// A domain that keeps so many terms, values and histories is full: some hundred bytes each.
const MOST_KEPT: usize = 1 << 21;

/// So many of them one by one.
const ONE_BY_ONE: u32 = 16;
