//! Which inputs satisfy some terms: [`Questions`], which asks a [`Solver`] as rarely as possible.
//!
//! Conjuncts that share no input are asked apart. What was answered before is remembered, and the
//! last few answers are tried on what is new: an input that did once often does again. (The
//! counterexample cache of Cadar, Dunbar and Engler, OSDI 2008.) Comparisons among themselves are
//! decided here (`order`), and so are entries of tables with one index (`sets`) and inputs that can
//! be few numbers (`few`). Floating-point numbers are guessed first (`guess`). Sums are asked as sums
//! of whole numbers first (`linear`). A [`Path`] is for conjuncts that come and go one by one: an
//! answer costs what is new, not what is there.

mod admits;
mod divisions;
mod few;
mod float;
mod groups;
mod guess;
mod linear;
mod narrow;
mod numbers;
mod order;
mod path;
mod pieces;
mod process;
mod questions;
#[cfg(test)]
mod random_sums;
mod scaled;
mod search;
mod sets;
mod slices;
mod smtlib;
mod sums;
mod watch;
mod z3;

pub use path::Path;
pub use process::Process;
pub use questions::{Answered, Questions, Satisfiable};
pub use z3::Z3;

use std::fmt::Debug;
use threadbare_term::{Input, Term, Terms};

/// What a solver says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    /// These inputs satisfy all; the others do not matter.
    By(Vec<(Input, u128)>),
    /// None do, already for these conjuncts.
    Unsatisfiable(Vec<Term>),
    /// It has given up.
    Unknown,
}

/// Something that finds inputs.
pub trait Solver: Debug + Send {
    /// Inputs for which all these terms, of one bit each, are 1.
    fn solve(&mut self, terms: &Terms, conjuncts: &[Term]) -> Solved;
}
