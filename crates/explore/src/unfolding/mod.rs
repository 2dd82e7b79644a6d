//! `unfolding`: exploration of the maximal configurations of a program's unfolding, with
//! (quasi-)optimal alternatives.
//!
//! H. T. T. Nguyen, C. Rodriguez, M. Sousa, C. Coti, L. Petrucci: *Quasi-Optimal Partial Order
//! Reduction*, CAV 2018, Algorithm 1, Definitions 1 to 6. Extensions for threads that wait for
//! ever: D. Schemmel, J. Buening, C. Rodriguez, D. Laprell, K. Wehrle: *Symbolic Partial-Order
//! Execution for Testing Multi-Threaded Programs*, CAV 2020, appendix F.2.
//!
//! An event is an action together with its history; the unfolding has all of them, a
//! *configuration* is a set of events that one execution has. Two events are in conflict if they
//! are dependent and neither is before the other. Maximal configurations are the Mazurkiewicz
//! traces.
//!
//! | paper | here |
//! |---|---|
//! | events, thread trees, lock trees, U | `structure` |
//! | C, en(C), causality and conflict with C | `configuration` |
//! | state(C) | `run`, `perform`, `naming` |
//! | cexp(C) | `extensions`, `stems` |
//! | Alt, combs | `alternatives` |
//! | Explore(C, D, A) | `search`, `choose`, `ending` |
//! | context-switch bounding (section 6) | `bound` |
//! | cutoffs (of the paper of 2020) | `cutoffs` |
//!
//! # Dependence
//!
//! There is one scheme for every kind of operation, that of `threadbare_op::dependent`: an object
//! (a synchronisation object, or a memory location that is accessed atomically) has operations that
//! write and operations that only read; reads are independent of reads, all else at an object is
//! dependent. All operations on synchronisation objects write, except those that wait for what
//! stays true once it is (leaving a barrier): these come after the operation that made it true,
//! like a join after the last event of the thread, and are independent of everything else. A
//! compare-and-swap that fails is a read. So mutexes of all kinds, trylock and timed locks,
//! condition variables (entering, waking, signal, broadcast: operations on one object), read-write
//! locks, semaphores, barriers, once and atomics need no rules of their own; whether an operation
//! was possible after an earlier one is asked of its state machine.
//!
//! *Signals do not commute,* nor do other operations on one condition variable; in table 3 of the
//! paper of 2020 signals do that wake different threads, and entering or going on with signals for
//! others. A condition variable with one order of operations has up to a few times more
//! configurations, as for the other explorers. It was left because three things that all else
//! builds on would have to change together. (1) There a signal says whom it wakes, and dependence
//! is read off that. Here it leaves a token, and who takes it is the order of those that go on
//! (`threadbare_op::sync`, the same for all explorers, the machine and the oracle). Tokens commute
//! only in some states, and those who take them only if there are enough. So the choice would have
//! to be the signal's, among those that wait at the time. (2) The operations on an object would no
//! longer be a sequence (with reads beside it) but any partial order: an event would come after a
//! set of operations instead of after one, at the object the configuration would end in a set, and
//! what comes next to an event, which is all that alternatives try, would be no list of siblings
//! any more. (3) The proof below, that extensions one step at a time lose nothing, needs that two
//! operations in immediate conflict are next to each other in the object's tree; the paper takes
//! all subsets of the signals before w1, w2, signals and broadcasts (its algorithms 7 and 8)
//! instead.
//!
//! # Extensions, one step at a time
//!
//! The paper adds all conflicting extensions of each C to U: for an operation p of thread t, p
//! after every earlier prefix of its object's operations (and, for a write, with every subset of
//! the reads, which are exponentially many). Here only those are added for which the least is taken
//! back, when p comes into C, and for operations that wait for ever at a maximal C:
//!
//! * at a synchronisation object: p after the newest earlier operation of the object after which it
//!   is enabled;
//! * a write with reads before it: without one of these reads, r, and what comes after r. It is
//!   told by its thread and what it overwrites alone, whatever other reads come before it: `stems`
//!   says why that is enough;
//! * else, an access to memory: before the last write.
//!
//! An access that would leave its thread waiting in a loop is not enabled (`spin`): it is treated
//! like an operation on a synchronisation object that waits, and of the writes before it, those
//! before which it would wait as well are passed over.
//!
//! *No configuration is lost.* Let the search be at C, with D disabled and the left branch of the
//! newest event of D explored, and let Ĉ be a maximal configuration with C ⊆ Ĉ and Ĉ ∩ D = ∅. To
//! show, as if stems were all the events that they stand for: U has an alternative that is part of
//! Ĉ. Let J be the union of C and all `[f]`, f ∈ Ĉ in immediate conflict with an event of D and known
//! to U (of a choice, the other values). Suppose some event of D that is enabled at C is in
//! conflict with nothing in J, and let e be the one of them disabled first. The left branch of e
//! has visited all maximal configurations that contain J and e: they avoid what was disabled
//! before, since J answers that. Let X = J ∪ {f ∈ Ĉ : f not in conflict with e}, a configuration,
//! as is X ∪ {e}, and let f be minimal in Ĉ \ X (not empty, since Ĉ is maximal without e). So f is
//! enabled at X and in immediate conflict with e. If both are of one thread, they are values of a
//! choice, all of which are known. Otherwise they are at the same object, next to each other in its
//! tree, and not both reads. Take a maximal configuration above X ∪ {e} in which f's thread
//! performs its operation as soon after e as it is ever enabled, or, if it never is, any. When it
//! does so (or waits for ever), the step back leads to exactly f: at a synchronisation object, and
//! for an access that may have to wait, since between e and there it was not enabled, and before e
//! it was; for other accesses to memory, and if e is a read (after which as much is enabled as
//! before it), since it is enabled at X ∪ {e}, where e is the last write, or a last read. So f was
//! added in the left branch of e, with e in C. From then on e stays in C or in D, and f is kept as
//! long as it does. Hence f is in U and in J, which contradicts the choice of e. (That f is added
//! in the left branch of e also means that it may be forgotten when e leaves D.)
//!
//! The proof does not need that an alternative answers all of D, only that one is found if there is
//! one: it holds for K-partial alternatives too.
//!
//! # Input
//!
//! A configuration stands for the inputs that give the answers in it. The answers to one question
//! are events in conflict with each other. An event is taken, and an alternative is one, only if
//! some input gives all answers then. Why nothing is lost, although what is known of the disabled
//! events comes from other inputs: docs/proofs/unfolding-input.md. A compare-and-swap whose success
//! the input decides counts as a write, also where it fails: configurations that differ only in its
//! order with reads are explored one by one.
//!
//! # What is kept
//!
//! U is pruned by references: an event stays as long as it is in C or D, in the past of what stays,
//! or held by an event in C or D with which it is in immediate conflict. (Q(C, D) of the paper is
//! not closed under causes, and keeps conflicts that are not immediate.) Extensions of an event are
//! computed each time it comes into C, since they may have been forgotten.
//!
//! # Deviations
//!
//! * Threads are values, so going back executes nothing again; and what a thread does when it is
//!   told the same in another configuration, as at the end of `main`, which joins all threads in
//!   each of them, is remembered ([`threadbare_op::Remember`]).
//! * Causality and conflict are not asked of pairs of events by walking trees. Within C, causality
//!   is a comparison of clocks, which the race detector needs anyway; whether an event outside
//!   agrees with C is found by adding what C lacks of its past, event by event, each in constant
//!   time. Skip pointers would serve neither.
//! * A spike of a comb is what comes next to the disabled event in its object's tree; events of D
//!   that are in conflict with C already are not asked about.
//! * What nothing can come instead of (starting and joining threads, fences, waits that are over)
//!   is performed at once, without a call of `Explore` of its own: it has no alternative, and
//!   nothing that is disabled depends on it. It becomes an event of the structure only when another
//!   one is named by it (`naming`).
//! * Waits in loops are operations that wait, as far as they are foreseen.
//! * Deadlocks and faults of a thread do not stop the exploration.
//! * If plain accesses race, the same past can lead to different operations. The search then
//!   notices that an alternative cannot be followed, and takes disabled events as well, so that the
//!   race, which a program must not have, is found with `--races report`.
//!
//! Not covered: plain accesses as events (`--races explore`); other memory models than sequential
//! consistency; signals that commute; a bound with input; cutoffs with input, or with a bound.

mod alternatives;
mod bound;
mod choose;
mod configuration;
mod cutoffs;
mod ending;
mod extensions;
mod holds;
mod kind;
mod naming;
mod perform;
mod run;
mod search;
mod siblings;
mod size;
mod spin;
mod stems;
mod structure;
#[cfg(test)]
mod tests;

use crate::prefix::{Counts, Fairness};
use crate::{Explorer, Sink};
pub use size::Depths;
use std::time::Duration;
use threadbare_op::{Coverage, Foresight, Inputs, Remember, States, System, Twins};

/// What the unfolding asks of a system: reads that would wait are held back, threads do the same
/// again in another order, and with cutoffs, when two executions come to the same.
pub trait UnfoldingSystem: System + Foresight + Remember + Inputs + States + Twins {}

impl<S: System + Foresight + Remember + Inputs + States + Twins> UnfoldingSystem for S {}

/// How many disabled events an alternative has to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Alternatives {
    /// All: nothing is explored in vain.
    #[default]
    Optimal,
    /// At most so many, the newest.
    Most(u32),
}

/// A mistake, built in on purpose: tests must notice it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Operations that wait for ever have no extensions.
    ForgetsWaiting,
    /// A write has no extensions without reads that come before it.
    ReadsStay,
    /// A write that is told by its stem is added at once, after the reads that are there then.
    PutsNothingOff,
    /// A read is no answer to a write that would have to come after it.
    ReadsAnswerNothing,
    /// An operation is tried before the last operation of the object only, even if it had to wait
    /// there as well.
    OnlyTheLastOperation,
    /// What an event keeps is forgotten when it leaves the configuration.
    ForgetsEarly,
    /// An alternative may have disabled events.
    DisabledAreTaken,
    /// Only the oldest of the disabled events is answered.
    AnswersTheOldest,
    /// Of a choice, only the first value is known.
    OneValue,
    /// Of the other values of a choice, one is tried.
    AnyOtherValue,
    /// A compare-and-swap that fails is a write.
    FailedCasWrites,
    /// Of a compare-and-swap that asks the input, the other answer is not known.
    OneAnswer,
    /// The same where it could have been performed a step earlier.
    OneAnswerEarlier,
    /// An alternative may have answers that no input gives.
    AnswersAreFree,
    /// It has an input if each two of its answers have one.
    AnswersInPairs,
    /// Where the bound kept something out, alternatives are taken to be known all the same.
    TrustsTheBound,
    /// With cutoffs, what threads could have come to before is asked only where none goes on.
    ExtendsDeadlocks,
    /// Alternatives may go through cutoffs.
    PassesCutoffs,
    /// The search goes back from each cutoff.
    GoesBackAtCutoffs,
    /// Cutoffs are not performed.
    LeavesCutoffsOut,
    /// The event that is met first with a state is kept, whichever is smaller.
    FirstMet,
    /// Of events of the same size with the same state one is kept.
    TiesAreCut,
}

/// Whether what is only measured for its own sake is counted and timed.
const MEASURES: bool = cfg!(feature = "measure");

/// What an exploration took. Without the feature `measure` only events and bytes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// Events of the unfolding that were made.
    pub events: u64,
    /// Most of them that were kept at the same time.
    pub live: u64,
    /// Those that were kept to the end.
    pub left: u64,
    /// What the events, their trees and tables took of memory when they took most, in bytes.
    pub bytes: u64,
    /// How deep they are in the trees of their threads and objects.
    pub threads: Depths,
    /// See there.
    pub objects: Depths,
    /// Conflicting extensions, each time that one was found.
    pub extensions: u64,
    /// Searches for alternatives.
    pub combs: u64,
    /// Events tried in them.
    pub tried: u64,
    /// Events that were held against a configuration to see whether they agree with it.
    pub walked: u64,
    /// Most of them for one that was tried.
    pub farthest: u64,
    /// Where an operation could have been performed before: operations asked about.
    pub steps_back: u64,
    /// The time, if it was to be taken, that went to running the program,
    pub running: Duration,
    /// to finding extensions,
    pub extending: Duration,
    /// and to searching for alternatives.
    pub searching: Duration,
}

/// See the header of this module.
#[derive(Clone, Debug, Default)]
pub struct Unfolding {
    /// How many disabled events an alternative has to answer.
    pub alternatives: Alternatives,
    /// Only executions with at most so many switches between threads.
    pub context_switches: Option<u32>,
    /// Nothing is explored after an event that comes to a known state.
    pub cutoffs: bool,
    /// With cutoffs: for which livelocks are looked.
    pub fairness: Fairness,
    /// With cutoffs, when it has run: what was performed.
    pub counts: Option<Counts>,
    /// What the last exploration took.
    pub measured: Measured,
    /// Whether to take the time of the parts, which takes time itself.
    pub timed: bool,
    /// Forget no event: for tests, which count them.
    pub keep_all: bool,
    /// For tests of tests.
    pub mistake: Option<Mistake>,
}

impl<S: UnfoldingSystem> Explorer<S> for Unfolding {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let (coverage, measured, counts) = search::Search::new(system, sink, self).run(self.fairness);
        (self.measured, self.counts) = (measured, counts);
        coverage
    }
}
