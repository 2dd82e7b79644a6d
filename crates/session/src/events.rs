//! What a session tells while it runs.

use threadbare_machine::Machine;
use threadbare_op::{Bound, Estimated, Schedule, Stats};

/// Something that happens during a session. Whoever shows progress, or complaints, listens.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An exploration begins. A session may have several, one after another.
    Begins {
        /// Only executions within this bound are explored.
        bound: Option<Bound>,
        /// It ends at the first fault.
        ends_at_fault: bool,
    },
    /// Every thousand events or so.
    Progress {
        /// The counts so far.
        stats: &'a Stats,
        /// How many executions there are, as far as that is known.
        estimate: Option<&'a Estimated>,
    },
    /// A path ([`Exploration::paths`](crate::Exploration::paths)): an execution with one input.
    Path {
        /// A machine on [others like](Machine::another) which it is replayed.
        machine: &'a Machine,
        /// The execution.
        schedule: &'a Schedule,
    },
    /// A path of which no input is known: why.
    PathLost(&'a str),
    /// The exploration is over.
    Ends,
    /// There will be no checkpoint although one was asked for: why.
    NoCheckpoint(&'a str),
    /// The checkpoint could not be written: why.
    CheckpointFailed(&'a str),
}

/// Who listens.
pub type Listener<'a> = &'a dyn Fn(Event<'_>);
