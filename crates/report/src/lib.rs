//! What a run found out, told to people and to programs.
//!
//! Everything here works on plain data ([`Run`], [`Found`], [`Row`]): who fills it in (the command
//! line tool, from a replay) knows the machine, this crate does not. Core types are not
//! serialisable; the formats are owned here.
//!
//! * [`human`]: a headline with the marked source line, the interleaving as a table; [`verdict`]:
//!   one line that says what was proved.
//! * [`json`]: one object, versioned, described by `docs/threadbare.schema.json`.
//! * [`sarif`], [`junit`], [`github`], [`gcc`]: for other tools, made of an [`Outcome`] and its
//!   diagnostics.
//! * [`sentence`]: what a fault is.
//! * [`coverage`]: the lines that no execution reached.
//! * [`explain`]: what the tool sees of a program before it runs it.

#![forbid(unsafe_code)]

mod adding;
mod arrange;
mod bystanders;
mod called;
mod compiler;
mod context;
pub mod coverage;
mod data;
mod diagnostic;
pub mod explain;
mod fault;
mod fold;
mod folded;
mod fresh;
mod gather;
pub mod gcc;
pub mod github;
pub mod human;
pub mod json;
pub mod junit;
mod lines;
mod needed;
mod neutral;
mod next;
mod omitted;
mod prepare;
mod renumber;
mod rounds;
mod row;
pub mod sarif;
mod sections;
mod skipped;
mod source;
mod straighten;
mod style;
mod table;
mod unwritten;
pub mod verdict;
mod vital;
mod weak;

pub use arrange::arrange;
pub use data::{
    Allocated, Choice, Found, Frame, Held, LimitMet, Note, Parties, Phases, Place, Run, Second, ThreadInfo, Try,
    UnsupportedMet, Waiting,
};
pub use diagnostic::{Diagnostic, Level, Outcome, Related, Status};
pub use fault::{misused, sentence};
pub use next::{EndlessLoop, Suggestion};
pub use row::{Old, Row, Touched, Write};
pub use source::Sources;
pub use style::{Look, Steps, clean};
pub use vital::locks;
pub use weak::{Strengthened, Stronger, list};
