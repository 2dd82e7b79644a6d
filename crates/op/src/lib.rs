//! The vocabulary: plain data that the machine, the explorers and the reports all speak.
//!
//! Nothing in this crate knows a memory model or an exploration algorithm. A thread is a value that
//! is resumed with an [`Answer`] and stops at its next visible [`Op`], before performing it
//! ([`System`]); an explorer decides the answers.

#![forbid(unsafe_code)]

mod abilities;
mod fault;
mod fingerprint;
mod fork;
mod ids;
mod kind;
mod model;
mod ops;
mod schedule;
pub mod sync;
mod system;
mod touch;
mod verdict;
mod word;

pub use abilities::{
    Alike, Besides, Commute, Foresight, Inputs, Knower, Known, Possible, Prints, RaceView, Remember, Reuse, Reuses,
    Revisit, States, Symmetric, Touched, Twins,
};
pub use fault::{Details, Fault, FaultId, FaultKind, Other, Wait, WaitsFor};
pub use fingerprint::Fingerprint;
pub use fork::{Fork, ThreadNumbers};
pub use ids::{Addr, Loc, Part, Site, ThreadId};
pub use kind::SyncKind;
pub use model::{Bound, Model, ReleaseSequence};
pub use ops::{Answer, Op, Order, Question, RmwOp, Stuck, UNDEFINED, Written, is_undefined};
pub use schedule::{
    ANSWERED, Given, INPUT_SCHEDULE_VERSION, SCHEDULE_VERSION, Schedule, ScheduleError, Step, WEAK_SCHEDULE_VERSION,
};
pub use sync::{Misuse, Outcome, SyncId, SyncOp, SyncState, SyncTable};
pub use system::{AccessKind, At, Initial, Mark, Pending, Rules, Segment, System};
pub use touch::{Touch, dependent};
pub use verdict::{Coverage, Estimated, Limit, Stats, Verdict};
pub use word::Word;
