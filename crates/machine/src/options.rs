//! How a program is to be run.

use crate::fixed::Fixed;
use crate::reached::Reached;
use crate::record::Recording;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use threadbare_op::{Given, Order, ReleaseSequence};

/// What is done about plain (non-atomic) accesses to shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Races {
    /// They are not visible; unordered conflicting ones are reported.
    #[default]
    Report,
    /// They are visible operations, which interleave as if sequentially consistent.
    Explore,
    /// They are not visible and not checked.
    Ignore,
}

/// Which accesses have to be ordered by other things. (Additions whose results are not used need no
/// order among themselves.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnlyOrdered {
    /// Plain ones.
    Plain,
    /// Those that are weaker than `seq_cst` as well, and operations that fail or only ask.
    Weak,
    /// All, and these operations. Read-modify-writes that acquire and release need no order among
    /// themselves.
    All,
}

impl OnlyOrdered {
    /// Whether atomic accesses of this order have to be ordered by other things.
    pub(crate) fn includes(self, order: Order) -> bool {
        match self {
            Self::Plain => false,
            Self::Weak => order != Order::SeqCst,
            Self::All => true,
        }
    }

    /// Whether a read-modify-write of this order is an update: it need not be ordered with others,
    /// and orders as the section of a lock does (docs/proofs/ordered.md).
    pub(crate) fn is_update(self, order: Order) -> bool {
        self == Self::All && matches!(order, Order::AcqRel | Order::SeqCst)
    }
}

/// What is done about visible accesses to the same memory in several sizes
/// (`memory/learned/sizes.rs`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// They are not modelled.
    Refused,
    /// Those of main before it starts a thread need not be visible; others are not modelled.
    Early,
    /// They are accesses to parts of a location: under sequential consistency.
    Parts,
}

/// Which redundant rounds of loops are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// All.
    Redundant,
    /// Those after which the thread stands as it stood: the rest is not proved for input.
    Same,
    /// None: to compare with, and where nothing is proved.
    Nothing,
    /// Not even those that come back to the head of a loop as they were: for one execution in which
    /// threads go round in vain until others let them go on.
    NotEvenWaits,
}

impl LeftOut {
    /// Whether some are, besides those that come back to the head of a loop.
    pub(crate) fn is_any(self) -> bool {
        matches!(self, Self::Redundant | Self::Same)
    }
}

/// Files by name: their content.
pub type Files = Arc<[(String, Arc<[u8]>)]>;

/// Options of a [`crate::Machine`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Plain accesses.
    pub races: Races,
    /// Whether arithmetic without a result (a signed overflow, a shift too far) is poison; else it
    /// is what x86 computes.
    pub overflow: bool,
    /// Of a loop, at most this many iterations after the first, per entry.
    pub unroll: Option<u32>,
    /// Instructions of one thread without a visible operation.
    pub max_steps: u64,
    /// What unknown external functions return.
    pub stubs: Vec<(String, i64)>,
    /// The range of `__VERIFIER_nondet_*`.
    pub nondet_range: Option<(i64, i64)>,
    /// The input of the program: what it takes is one of these, in order, or 0. `None`: it is
    /// chosen from `nondet_range`.
    pub given: Option<Arc<[Given]>>,
    /// Inputs whose values are fixed by hand.
    pub fixed: Arc<[Fixed]>,
    /// How long a question about the input may take.
    pub solver_timeout: Duration,
    /// The command of a solver that is asked the same, for comparison.
    pub second_solver: Option<Vec<String>>,
    /// What all machines of a run have found.
    pub least: FoundLeast,
    /// At most so many spurious wake-ups, and failures of weak compare-exchanges, of each thread.
    /// `None`: there are none.
    pub spurious: Option<u32>,
    /// The arguments of `main` after the name of the program.
    pub args: Vec<String>,
    /// The environment: `NAME=VALUE`.
    pub env: Vec<String>,
    /// The content of standard input, if the program may read it.
    pub stdin: Option<Arc<[u8]>>,
    /// The files that are there when an execution begins: their names, without parts that count for
    /// nothing (`.`), and their content.
    pub files: Files,
    /// Standard input has so many bytes, each of them input of the program.
    pub input_stdin: Option<u32>,
    /// Arguments of `main` after those, that are input of the program, group after group. Only of
    /// the last one `min` and `max` differ.
    pub input_args: Vec<InputArgs>,
    /// More variables of the environment: the names, and how many bytes of input the values have.
    pub input_env: Vec<(String, u32)>,
    /// The status with which the program has to end. `None`: any will do.
    pub exit_status: Option<u8>,
    /// Whether waits that are left behind when `main` ends are faults.
    pub abandoned_is_fault: bool,
    /// Which writes a release sequence has.
    pub release_sequence: ReleaseSequence,
    /// Which plain accesses are recorded, with allocations, input and output
    /// ([`crate::Machine::take_records`]).
    pub record: Option<Recording>,
    /// Whether threads that run the same code with the same argument may be exchanged, if nothing
    /// tells them apart.
    pub symmetry: bool,
    /// Whether critical sections are never taken for single events
    /// ([`threadbare_op::Commute`]).
    pub order_locks: bool,
    /// Whether operations that are alike are ordered ([`threadbare_op::Alike`]).
    pub order_updates: bool,
    /// What has to be ordered by other things, as plain accesses have, and else is a race. What is
    /// safe so under sc is safe under rc11 (docs/proofs/ordered.md).
    pub only_ordered: OnlyOrdered,
    /// Whether a thread goes on, once, after an iteration in vain of a loop that waits, if the
    /// iteration may have part in a race: for memory models in which not everything that is read
    /// synchronises (`interp/spin.rs`).
    pub goes_on: bool,
    /// What is done about accesses to the same memory in several sizes.
    pub sizes: Sizes,
    /// Of the rounds of loops that are redundant (`machine/redundant.rs`), those that threads do
    /// not go on from.
    pub left_out: LeftOut,
    /// Whether what variables hold that are only counted is part of a state as well: to compare
    /// with.
    pub whole_states: bool,
    /// Where it is noted which instructions are executed; `None`: nowhere.
    pub reached: Option<Reached>,
    /// What the machine and whoever runs it tell each other.
    pub signals: Signals,
}

/// Arguments that are input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct InputArgs {
    /// At least so many.
    pub min: u32,
    /// At most so many.
    pub max: u32,
    /// Each has so many bytes, and a zero behind them. It ends with the first zero.
    pub len: u32,
}

/// The least number that something can be, by fingerprints; `None` if the solver could not say. What
/// a thread asks next depends on that, so a machine that shows an execution has to know.
pub type FoundLeast = Arc<Mutex<BTreeMap<u128, Option<u64>>>>;

/// Flags between a machine and whoever runs it, so that nothing long is done in vain.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    /// Set from outside: a thread that executes for long without a visible operation stops, as if
    /// interrupted.
    pub stop: Arc<AtomicBool>,
    /// Set by the machine: the exploration has become worthless ([`crate::Machine::take_restart`]).
    pub restart: Arc<AtomicBool>,
    /// When the run is over: no question to the solver is to take much longer.
    pub until: Option<Instant>,
}

impl Signals {
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            races: Races::Report,
            overflow: true,
            unroll: None,
            max_steps: 100_000_000,
            stubs: Vec::new(),
            nondet_range: None,
            given: None,
            fixed: Arc::default(),
            solver_timeout: Duration::from_secs(10),
            second_solver: None,
            least: FoundLeast::default(),
            spurious: None,
            args: Vec::new(),
            env: Vec::new(),
            stdin: None,
            files: Arc::default(),
            input_stdin: None,
            input_args: Vec::new(),
            input_env: Vec::new(),
            exit_status: None,
            abandoned_is_fault: false,
            whole_states: false,
            release_sequence: ReleaseSequence::default(),
            record: None,
            symmetry: false,
            order_locks: false,
            order_updates: false,
            only_ordered: OnlyOrdered::Plain,
            goes_on: false,
            sizes: Sizes::Refused,
            left_out: LeftOut::Redundant,
            reached: None,
            signals: Signals::default(),
        }
    }
}

/// A program that cannot be run at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError(pub(crate) String);

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}
