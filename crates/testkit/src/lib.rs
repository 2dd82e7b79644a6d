//! Toy programs, a random generator of them, and an oracle that knows all they can do: what
//! explorers are held against.
//!
//! Nothing here runs C, and nothing here is shared with the explorers but the vocabulary
//! (`threadbare_op`) and, to look at what they report, the replay of schedules.

#![forbid(unsafe_code)]

pub mod bounds;
pub mod check;
pub mod check_bound;
pub mod check_shown;
pub mod check_values;
pub mod class;
pub mod coarse;
pub mod count;
pub mod execution;
pub mod explorers;
pub mod generate;
pub mod input;
pub mod known;
pub mod log;
pub mod looping;
pub mod oracle;
pub mod outcomes;
pub mod program;
pub mod rng;
pub mod sections;
mod series;
pub mod suite;
pub mod toy;
pub mod unfolding;
pub mod values;
pub mod weak;
