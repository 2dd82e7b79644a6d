//! What the explorers that go by the values of reads have in common: a closed partial order of events, and the closure of
//! it under what good writes imply.

mod closure;
mod order;
#[cfg(test)]
mod tests;
