//! `rvf`: stateless model checking under the reads-value-from equivalence; `rf`, the same by
//! reads-from classes; and `observers`, which goes on from there (see [`completions`]).
//!
//! Pratyush Agarwal, Krishnendu Chatterjee, Shreya Pathak, Andreas Pavlogiannis, Viktor Toman:
//! *Stateless Model Checking under a Reads-Value-From Equivalence*, CAV 2021, Algorithm 2
//! (RVF-SMC).
//!
//! | paper | here |
//! |---|---|
//! | a call of RVF-SMC | `search::Frame` |
//! | line 1, σ~ | `Search::extend`, `Execution::witness` |
//! | lines 2-6, `ancestors` | `Search::signal` |
//! | lines 7-14, `mutate` | `Search::enabled` |
//! | lines 20-21, F and its values | `Execution::candidates` |
//! | line 25, VerifySC | `Execution::place`, `values::verify` |
//! | causal map | `Search::causal` |
//!
//! # `rf`
//! The same exploration with the write that is read in the place of the value: each candidate is a
//! group of its own. It explores each reads-from class of maximal executions exactly once. For let
//! every write write a value of its own (which write it is, besides what it writes). Then two
//! executions have the same values exactly if they have the same reads-from function, and causality
//! agrees as well, so that reads-value-from classes are reads-from classes; RVF-SMC explores at
//! most one execution of each, and, being complete, some execution with the values of any given
//! one.
//!
//! # What is covered
//! Local states: every sequence of states that a thread goes through in some execution is met,
//! hence assertions, memory faults, misuse of synchronisation objects. Deadlocks: what every thread
//! waits for is determined by its own state and by the events there are (a lock is held if it was
//! acquired more often than released; a thread has ended or not), which is the same for all
//! executions of a class. Waits in loops that nothing ends: see `ending`. Not covered: what only
//! all of memory together shows, such as which of two writes without a read between them comes
//! last.
//!
//! # Deviations
//! * A read-modify-write that succeeds is one event that reads and writes; a failed
//!   compare-and-swap is a read. So is what leaves a synchronisation object as it was (a failed
//!   trylock). Every other operation on an object reads from the one before it: all of them form a
//!   chain, no link of which can be put between two others, so an operation that changes the object
//!   has one candidate, the end of the chain, and waits if it is not enabled there. What the owner
//!   of a lock does to it reads nothing that others could decide, and belongs to the extension of
//!   line 1. So does waiting for a state that stays once it is reached, with an edge from the
//!   operation that reached it.
//! * Operations that are to come and may write, depending on what they read (compare-and-swap,
//!   operations on objects, also those that wait), signal ancestors that may have written: these
//!   may have taken from them what would have made them write. The paper has this for
//!   compare-and-swap. A pending fetch-and-add writes in any case, and signals then. The write of
//!   the read that a call has just mutated signals like those of the extension.
//! * An entry of the causal map forbids the initial write, too.
//! * F is taken from the writes that are visible in the closed order, or one above program order
//!   that is not closed yet, not in program order only: the others are no good writes of any
//!   witness.
//! * Witnesses are looked for at the end and in the middle of the one at hand before there is a
//!   search, and the search is another one ([`crate::values::verify`]) unless heuristics are
//!   switched off; then it is that of the paper.
//! * A choice of a value is an event that branches and reads nothing.
//! * Under `--races report` a race goes by happens-before, which depends on which of several good
//!   writes is read. The system is told what happens before in all cases. If that shows a race, and
//!   may be less than what there is in the witness, the exploration begins again with finer classes
//!   in which it is exact: good writes bring the same past, and operations that leave an object as
//!   they found it are links of its chain like the others, as they are for the other explorers.
//!   What the owner of a lock does to it is no part of the extension then: an attempt of another
//!   thread that fails comes before or after it.
//!
//! Not covered: more than 64 threads; other memory models than sequential consistency.

mod candidates;
mod completions;
mod ending;
#[cfg(test)]
mod figure_2;
mod report;
mod search;
mod state;
mod witness;

use crate::drive::clock::widths;
use crate::testing::makes;
use crate::widening::{Again, widening};
use crate::{Explorer, Sink};
use candidates::Grouping;
use search::Search;
use threadbare_op::{Coverage, Pending, System};

/// Parts of `rvf` that are left out, for comparison. The result is the same, only later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Ablations {
    /// The order is not closed before VerifySC.
    pub closure: bool,
    /// VerifySC does not follow the trace at hand.
    pub guide: bool,
    /// VerifySC takes no step without trying the others.
    pub greedy: bool,
    /// Every read is mutated, whatever the signals say.
    pub signals: bool,
}

impl Ablations {
    /// Whether VerifySC is to be as printed.
    const fn of_search(self) -> bool {
        self.closure || self.guide || self.greedy
    }
}

/// Reads-value-from; see the header of `rvf`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rvf {
    /// What is left out.
    pub without: Ablations,
    /// Whether the sink is told how much of the time goes into VerifySC. Telling the time takes
    /// time, too.
    pub timed: bool,
}

/// Reads-from classes; see the header of `rvf`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rf;

/// Optimal dynamic partial order reduction with observers: two writes are ordered only if one of
/// them is read; see the header of `completions`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Observers;

/// Mistakes to make on purpose: each loses executions or explores some twice, which the tests have
/// to notice.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// The write of the read just mutated signals nobody.
    MutatedWriteIsSilent,
    /// Nothing that is still to come signals anybody.
    PendingIsSilent,
    /// Of what is still to come, only compare-and-swap signals.
    PendingObjectsAreSilent,
    /// What is still to come signals only ancestors that are compare-and-swap.
    OnlyCasIsTold,
    /// The causal map never forbids the initial write.
    InitialIsAllowed,
    /// The causal map forbids nothing.
    NothingIsForbidden,
    /// What the causal map says of a read is held against the next one of its thread.
    EntryIsKept,
    /// A thread that waits makes no trace maximal.
    WaitingIsNoEnd,
    /// What waits after the trace counts as having to happen before.
    WaitingMustHappen,
    /// A trace after which all that could be read is forbidden counts.
    DeadEndsCount,
    /// A read may read any write of the value.
    AnyWriteOfTheValue,
    /// A signal is forgotten when the next value of the read is tried.
    SignalIsForgotten,
    /// With observers: all writes are ordered.
    NobodyNeedObserve,
    /// With observers: what reads and writes at once does not observe.
    UpdatesDoNotObserve,
    /// With observers: of two orders only that of the witness at hand.
    OnlyTheWitness,
}

#[cfg(feature = "testing")]
impl Mistake {
    /// Which exploration can make it.
    fn manner(self) -> Manner {
        let observers = [Self::NobodyNeedObserve, Self::UpdatesDoNotObserve, Self::OnlyTheWitness];
        let manner = if observers.contains(&self) { Manner::BY_OBSERVERS } else { Manner::BY_VALUES };
        Manner { mistake: Some(self), ..manner }
    }
}

/// `rvf`, or `observers`, with a mistake.
#[cfg(feature = "testing")]
#[derive(Clone, Copy, Debug)]
pub struct Mistaken(pub Mistake);

#[cfg(feature = "testing")]
impl<S: System> Explorer<S> for Mistaken {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        explore(system, sink, self.0.manner())
    }
}

/// `rvf` that tells what it does, call for call, for tests that follow the paper.
#[cfg(feature = "testing")]
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// What it has done, a line each. Events are named by thread and place in it, from 1.
    pub story: Vec<String>,
}

#[cfg(feature = "testing")]
impl<S: System> Explorer<S> for Telling {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let main = system.start();
        let search = Search::<S, 8>::new(system, sink, main, Manner::BY_VALUES).telling(&mut self.story);
        search.run().unwrap_or(Coverage { stopped: true, ..Coverage::default() })
    }
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
struct Manner {
    grouping: Grouping,
    /// Each maximal execution is completed by the orders of writes.
    observers: bool,
    without: Ablations,
    timed: bool,
    mistake: Option<Mistake>,
}

impl Manner {
    const BY_VALUES: Self = Self {
        grouping: Grouping { by_write: false, by_past: false },
        observers: false,
        without: Ablations { closure: false, guide: false, greedy: false, signals: false },
        timed: false,
        mistake: None,
    };
    const BY_WRITES: Self = Self { grouping: Grouping { by_write: true, by_past: false }, ..Self::BY_VALUES };
    const BY_OBSERVERS: Self = Self { observers: true, ..Self::BY_WRITES };

    fn makes(self, mistake: Mistake) -> bool {
        makes(self.mistake, mistake)
    }
}

impl<S: System> Explorer<S> for Rvf {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        explore(system, sink, Manner { without: self.without, timed: self.timed, ..Manner::BY_VALUES })
    }
}

impl<S: System> Explorer<S> for Rf {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        explore(system, sink, Manner::BY_WRITES)
    }
}

impl<S: System> Explorer<S> for Observers {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        explore(system, sink, Manner::BY_OBSERVERS)
    }
}

/// A search with clocks of some width.
type Attempt<S> = fn(&mut S, &mut dyn Sink, Pending<<S as System>::State>, Manner) -> Result<Coverage, Again>;

fn explore<S: System>(system: &mut S, sink: &mut dyn Sink, mut manner: Manner) -> Coverage {
    let attempts: Vec<(usize, Attempt<S>)> = widths!(64, false, attempt::<S>);
    widening(system, sink, &attempts, |attempt, system, sink, main| {
        let result = attempt(system, sink, main, manner);
        manner.grouping.by_past |= matches!(result, Err(Again::Finer));
        result
    })
}

fn attempt<S: System, const W: usize>(
    system: &mut S,
    sink: &mut dyn Sink,
    main: Pending<S::State>,
    manner: Manner,
) -> Result<Coverage, Again> {
    Search::<S, W>::new(system, sink, main, manner).run()
}
