//! What the explorers that go by the values of reads have in common: a closed partial order of
//! events, its closure under what good writes imply, and the search for a sequence in which every
//! read reads from a good write.

pub(crate) mod closure;
pub(crate) mod good;
pub(crate) mod order;
mod rules;
#[cfg(test)]
mod tests;
pub(crate) mod verify;
