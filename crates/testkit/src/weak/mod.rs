//! The slow reference for weak memory: execution graphs as plain data, the axioms of each model as
//! the papers write them, and all consistent graphs of a toy program.
//!
//! It shares nothing with the explorers but the vocabulary (`threadbare_op`), and is as simple as
//! can be: a relation is a bit matrix, and consistency is asked from scratch for every graph.

pub mod axioms;
pub mod check;
pub mod enumerate;
pub mod graph;
pub mod key;
pub mod litmus;
pub mod orbits;
pub mod relation;
pub mod replay;
pub mod shapes;
