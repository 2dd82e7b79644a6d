//! What is to be explored, and how: the input of [`crate::explore()`].

use crate::Error;
use crate::stop::Stop;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use threadbare_explore::{Ablations, Alternatives, Fairness, Shard};
use threadbare_machine::{
    Domain, Machine, OnlyOrdered, Options, Races, Signals, Sizes, begins_sections, may_be_alike, may_order_nothing,
    waits_or_peeks,
};
use threadbare_op::{Bound, Fault, Model, Order, RmwOp};
use threadbare_program::{Function, Inst, Pc, Program, Stops};

/// The exploration algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every interleaving.
    Naive,
    /// Every execution graph once.
    Graph,
    /// Every Mazurkiewicz trace, by source sets.
    Source,
    /// Every Mazurkiewicz trace once, by wakeup trees.
    Optimal,
    /// Every reads-from class once for each order of the writes that are read.
    Observers,
    /// Every reads-from class once.
    Rf,
    /// Every reads-value-from class at most once.
    Rvf,
    /// Value-centric: one execution for all in which threads read the same values.
    Vc,
    /// Data-centric: one execution for all in which threads read from the same writes.
    Dc,
    /// Every maximal configuration of the unfolding.
    Unfolding,
    /// Every event up to those whose state is known: programs that never end.
    Prefix,
    /// Every state.
    States,
    /// Executions drawn at random.
    Random,
}

impl Algorithm {
    /// Whether it goes through states, and no executions one by one.
    #[must_use]
    pub const fn is_by_state(self) -> bool {
        matches!(self, Self::Prefix | Self::States)
    }

    /// As on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Graph => "graph",
            Self::Source => "source",
            Self::Optimal => "optimal",
            Self::Observers => "observers",
            Self::Rf => "rf",
            Self::Rvf => "rvf",
            Self::Vc => "vc",
            Self::Dc => "dc",
            Self::Unfolding => "unfolding",
            Self::Prefix => "prefix",
            Self::States => "states",
            Self::Random => "random",
        }
    }
}

/// Which executions are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extent {
    /// All.
    #[default]
    All,
    /// Those within a bound.
    Within(Bound),
    /// Those of 0 rounds, then those of 1, and so on.
    RoundByRound,
}

impl Extent {
    /// The bound, if it is one.
    #[must_use]
    pub fn bound(self) -> Option<Bound> {
        match self {
            Self::Within(bound) => Some(bound),
            Self::All | Self::RoundByRound => None,
        }
    }
}

/// A program, and which of its executions there are.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The program.
    pub program: Arc<Program>,
    /// How it is run. [`Options::goes_on`], [`Options::sizes`] and [`Options::signals`] are set by the session.
    pub machine: Options,
    /// The memory model.
    pub model: Model,
    /// Which executions are meant. (A replay shows one execution, but may have to learn about the
    /// program what an exploration of these learns.)
    pub extent: Extent,
}

impl Subject {
    /// All executions of the program under the memory model.
    #[must_use]
    pub fn new(program: Arc<Program>, machine: Options, model: Model) -> Self {
        Self { program, machine, model, extent: Extent::All }
    }

    /// A machine that has not been started.
    ///
    /// # Errors
    /// If the program cannot be run at all.
    pub fn machine(&self, stop: &Stop) -> Result<Machine, Error> {
        self.machine_in(stop)
    }

    /// Whether some operations may commute though they touch the same
    /// ([`threadbare_op::Commute`]).
    pub(crate) fn may_commute(&self) -> bool {
        let Options { races, order_locks, order_updates, .. } = self.machine;
        let calls = |is_it: fn(&str) -> bool| self.program.externals.iter().any(|external| is_it(&external.name));
        let takes_locks = || !order_locks && calls(begins_sections);
        let updates = || !order_updates && (calls(may_be_alike) || has_unused_sums(&self.program));
        races == Races::Report && (takes_locks() || updates())
    }

    /// Whether the program has operations that may fail, or only ask.
    pub(crate) fn has_tries(&self) -> bool {
        has_tries(&self.program)
    }

    /// Whether threads of the program may wait for signals.
    pub(crate) fn has_signals(&self) -> bool {
        self.program.externals.iter().any(|external| waits_or_peeks(&external.name))
    }

    /// Whether the program has read-modify-writes that acquire and release, and do more than count.
    pub(crate) fn has_weak_updates(&self) -> bool {
        let counts = |op, is_used: bool| matches!(op, RmwOp::Add | RmwOp::Sub) && !is_used;
        let is_it = |op, order, is_used| order == Order::AcqRel && !counts(op, is_used);
        let mut functions = self.program.functions.iter().filter(|function| !function.runtime);
        functions.any(|function| has_update(&self.program, function, is_it))
    }

    /// The same in some domain.
    pub(crate) fn machine_in<D: Domain>(&self, stop: &Stop) -> Result<Machine<D>, Error> {
        let signals = Signals { stop: stop.flag.clone(), restart: Arc::default(), until: stop.ends() };
        let goes_on = !self.model.always_synchronises() || has_tries(&self.program);
        let options = Options { signals, goes_on, sizes: self.sizes(), ..self.machine.clone() };
        Machine::new(self.program.clone(), options).map_err(|error| Error::Input(error.to_string()))
    }
}

impl Subject {
    /// What is done about memory that is accessed in several sizes. Where more than plain accesses has
    /// to be ordered, parts would order too much.
    fn sizes(&self) -> Sizes {
        match (self.model, self.machine.only_ordered) {
            (Model::Sc, OnlyOrdered::Plain) => Sizes::Parts,
            // Compare-and-swaps that may fail for no reason are visible choices.
            _ if self.machine.spurious.is_some() => Sizes::Refused,
            _ => Sizes::Early,
        }
    }
}

/// Whether the program has operations that may tell a thread of what others did, and order nothing:
/// then not everything that is read happens before what comes next, under no memory model.
fn has_tries(program: &Program) -> bool {
    program.externals.iter().any(|external| may_order_nothing(&external.name))
}

/// Whether the program has additions, or exclusive ors, whose results nobody uses.
fn has_unused_sums(program: &Program) -> bool {
    let is_sum = |op, _, is_used: bool| matches!(op, RmwOp::Add | RmwOp::Sub | RmwOp::Xor) && !is_used;
    program.functions.iter().any(|function| has_update(program, function, is_sum))
}

/// Whether a function has a read-modify-write that is so, by its operation, its order, and whether
/// its result is used.
fn has_update(program: &Program, function: &Function, is_it: impl Fn(RmwOp, Order, bool) -> bool) -> bool {
    let updates = (0..).map(Pc).zip(&function.code).filter_map(|(pc, inst)| match *inst {
        Inst::Rmw { op, order, .. } => Some((pc, op, order)),
        _ => None,
    });
    let updates: Vec<_> = updates.collect();
    let stops = if updates.is_empty() { None } else { Stops::of(program, function) };
    updates.iter().any(|&(pc, op, order)| is_it(op, order, stops.as_ref().is_none_or(|its| its.is_result_used(pc))))
}

/// How to explore.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Race several explorers under `sc`; the first to finish wins ([`crate::Choice`]). `algorithm`
    /// counts under the other models.
    pub race: bool,
    /// Let `optimal` try as well now and then, under `sc`, where sections of locks may be events
    /// (`graph` only).
    pub beside: bool,
    /// Input is every value at once (`graph`, `source`, `unfolding` and `naive` only).
    pub symbolic: bool,
    /// Tell of each path, with an input that leads along it ([`crate::Event::Path`]; `symbolic`
    /// only).
    pub paths: bool,
    /// Variants of the algorithm, and what it measures of itself.
    pub tuning: Tuning,
    /// What ends it early.
    pub limits: Limits,
    /// Go on after the first fault.
    pub keep_going: bool,
    /// If one of these faults is found, that is enough, also with `keep_going` (`graph` only).
    pub until: Option<fn(&Fault) -> bool>,
    /// Memory that is never freed is a fault.
    pub leaks: bool,
    /// How many workers (`graph` only).
    pub jobs: usize,
    /// Explore only this part (`graph` only).
    pub shard: Option<Shard>,
    /// Checkpoints (`graph` only).
    pub checkpoint: Checkpoint,
}

/// What ends an exploration early.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Time.
    pub timeout: Option<Duration>,
    /// Memory of the process, in bytes; `None`: most of what the machine has left.
    pub max_memory: Option<u64>,
    /// Executions.
    pub max_executions: Option<u64>,
    /// Events of one execution.
    pub max_events: Option<u64>,
    /// Whether to stop when the number of executions is known well enough (`graph` only).
    pub estimate: bool,
}

/// Variants of algorithms, for comparison.
#[derive(Clone, Debug, Default)]
pub struct Tuning {
    /// Parts of `rvf` to leave out.
    pub without: Ablations,
    /// `rvf`: measure how long witnesses are looked for.
    pub time_witnesses: bool,
    /// `unfolding`: how many disabled events alternatives answer.
    pub alternatives: Alternatives,
    /// `unfolding`: look for data races in this percentage of the executions; the machine itself
    /// has to ignore them.
    pub race_sample: Option<u32>,
    /// `unfolding`: stop at states that are known.
    pub cutoffs: bool,
    /// `prefix`, `states`, `unfolding` with cutoffs: for which livelocks they look.
    pub fairness: Fairness,
    /// `random`: where the drawing begins.
    pub seed: u64,
    /// `random`: prefer what was done least so far.
    pub prefers_new: bool,
    /// `unfolding`: measure the time of its parts.
    pub timed: bool,
}

/// Where an exploration is written to and read from.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    /// What is left goes to this file,
    pub write: Option<PathBuf>,
    /// and also from time to time.
    pub every: Option<Duration>,
    /// Where it begins.
    pub resume: Option<PathBuf>,
    /// What decides which executions there are, in words: a checkpoint with other words is refused.
    pub options: Vec<String>,
}

/// An execution with more events may be endless: the longest that is learnt from.
const LONGEST: u64 = 1_000_000;

impl Exploration {
    /// From the start to the end or the first fault, by one worker.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            race: false,
            beside: false,
            symbolic: false,
            paths: false,
            tuning: Tuning::default(),
            limits: Limits::default(),
            keep_going: false,
            until: None,
            leaks: false,
            jobs: 1,
            shard: None,
            checkpoint: Checkpoint::default(),
        }
    }

    /// Explores this many executions to learn about the program, and not for what they show. Ends by
    /// itself, and not by the time that it takes: who learns again has to learn the same.
    pub(crate) fn to_learn(max_executions: u64) -> Self {
        let (max_executions, max_events) = (Some(max_executions), Some(LONGEST));
        let limits = Limits { max_executions, max_events, ..Limits::default() };
        Self { limits, keep_going: true, ..Self::new(Algorithm::Graph) }
    }
}
