//! Terms over the input of a program: bit vectors, hash-consed, simplified as they are built.
//!
//! A [`Term`] is a number in a table ([`Terms`]). Two terms that were built alike are one, so
//! identity is equality; different numbers may still mean the same. Terms are never freed.
//!
//! What operators mean is SMT-LIB's theory of bit vectors, evaluated in [`operator`]: a division
//! by zero has a value, and so has a shift by too much. Who wants a fault asks before.
//!
//! Floating-point numbers are their bits ([`float`]).
//!
//! Not covered: arrays that are written.

mod facts;
pub mod float;
mod model;
pub mod operator;
mod simplify;
mod table;

pub use facts::Facts;
pub use float::FloatOp;
pub use model::Model;
pub use operator::Operator;
pub use simplify::MOST_ENTRIES;
pub use table::{Input, Node, Table, Term, Terms, Width};
