//! Runs explorations of a program: with several workers or in parts, round by round, by several
//! explorers that race, from and to checkpoints, until a limit is reached.
//!
//! A [`Subject`] is a program, how it is run, and which of its executions are meant. An
//! [`Exploration`] says how these are explored. [`explore()`] does it, tells a [`Listener`] how far
//! it is, ends when a [`Stop`] says so, and returns what was [`Explored`]: the verdict's
//! ingredients, and a schedule for each fault. Schedules are shown by replaying them ([`replay`]).
//!
//! ```
//! use std::sync::Arc;
//! use threadbare_machine::Options;
//! use threadbare_op::{FaultKind, Model, System, Verdict};
//! use threadbare_program::Program;
//! use threadbare_session::{Algorithm, Event, Exploration, Stop, Subject, explore, replay};
//!
//! // Two threads: `main` stores 1 to x without waiting for the other, which asserts that x is 0.
//! let program = Program::parse(
//!     "entry &main
//!      extern !pthread_create results 1
//!      extern !pthread_join results 1
//!      extern !abort
//!      global @x size 4 align 4
//!      global @handle size 8 align 8
//!      func &main(0 -> 1) regs 3 {
//!      %0 = call !pthread_create(@handle, 0, &worker, 0)
//!      store.4.seq_cst @x, 1
//!      %1 = load.8 @handle
//!      %2 = call !pthread_join(%1, 0)
//!      return 0
//!      }
//!      func &worker(1 -> 1) regs 2 {
//!      %1 = load.4.seq_cst @x
//!      branch %1, wrong, fine
//!      wrong:
//!      call !abort()
//!      fine:
//!      return 0
//!      }",
//! )
//! .unwrap();
//! let subject = Subject::new(Arc::new(program), Options::default(), Model::Sc);
//!
//! // Every execution graph, also beyond the first fault; nobody listens.
//! let exploration = Exploration { keep_going: true, ..Exploration::new(Algorithm::Graph) };
//! let explored = explore(&subject, &exploration, &Stop::default(), &|_: Event<'_>| ()).unwrap();
//!
//! // The two orders of the store and the load: one is complete, the other aborts.
//! assert_eq!(explored.findings.faults.len(), 1);
//! assert_eq!(Verdict::of(1, &explored.coverage), Verdict::Fault);
//! let (id, schedule) = &explored.findings.faults[0];
//! assert_eq!(explored.machine.fault(*id).kind, FaultKind::Abort);
//!
//! // The schedule shows the fault again.
//! let (faults, _) = replay::met(&explored.machine, schedule).unwrap();
//! assert_eq!(faults, [explored.machine.fault(*id).clone()]);
//! ```
//!
//! Around that: smaller executions of a fault ([`minimise`]), schedules that fit no more
//! ([`refit`]), whether a fault is possible elsewhere ([`probe`]) and what removes it
//! ([`remedy`]), which inputs it depends on ([`matters`]), other options tried for a short time ([`trial`]), loops that never end
//! ([`endless`]).
//!
//! Not here: flags, texts, terminals (`cli`), and what explorers do (`explore`).

#![forbid(unsafe_code)]

mod auto;
mod beside;
mod checkpoint;
pub mod compiled;
pub mod endless;
mod events;
mod explore;
mod fewer;
mod findings;
mod forever;
mod given;
pub mod interleaved;
mod leaks;
mod limited;
pub mod matters;
pub mod memory;
pub mod minimise;
mod once;
mod parallel;
mod paths;
pub mod patience;
pub mod probe;
mod progress;
mod race_sample;
pub mod refit;
pub mod remedy;
pub mod replay;
mod scope;
mod shards;
mod shortest;
mod smaller;
mod stop;
mod stuck;
mod symbolic;
mod task;
pub mod trial;

pub use auto::{Choice, Try, TryEnd, Why};
pub use events::{Event, Listener};
pub use findings::Findings;
pub use scope::Explored;
pub use stop::{Alarm, Stop};
pub use task::{Algorithm, Checkpoint, Exploration, Extent, Limits, Subject, Tuning};
pub use threadbare_solver::{Answered, Process};

use scope::Scope;
use std::fmt;
use threadbare_op::Model;

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The program cannot be run, or a checkpoint cannot be read or written: why.
    Input(String),
    /// We are wrong.
    Internal(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(text) => f.write_str(text),
            Self::Internal(text) => write!(f, "internal error: {text}"),
        }
    }
}

impl std::error::Error for Error {}

/// Explores, until the end, the first fault, a limit, or until it is stopped.
///
/// # Errors
/// If the program cannot be run, if a checkpoint cannot be used, or if we are wrong.
pub fn explore(
    subject: &Subject,
    exploration: &Exploration,
    stop: &Stop,
    listener: Listener<'_>,
) -> Result<Explored, Error> {
    let most = exploration.limits.max_memory.or_else(memory::usable);
    // A timeout is not to look as if the user had enough.
    let stop = stop.inner().after(exploration.limits.timeout).within(most);
    let scope = Scope { subject, exploration, stop, listener };
    if let Some(explored) = forever::attempt(&scope)? {
        return Ok(explored);
    }
    if exploration.symbolic {
        return explore::explore(&scope);
    }
    // What other explorers than graph know.
    if exploration.race && subject.model == Model::Sc { auto::explore(&scope) } else { explore::explore(&scope) }
}
