//! `vc` and `dc`: value-centric and data-centric dynamic partial order reduction.
//!
//! Krishnendu Chatterjee, Andreas Pavlogiannis, Viktor Toman: *Value-centric Dynamic Partial Order
//! Reduction*, OOPSLA 2019, Algorithms 1-7 and section 6. `dc` is the same exploration with
//! reads-from in place of values: each write is a source of its own (Chalupa, Chatterjee,
//! Pavlogiannis, Sinha, Vaidya: *Data-centric Dynamic Partial Order Reduction*, POPL 2018, is
//! another algorithm for the same purpose).
//!
//! **Where what is.** [`mod@search`]: VC-DPOR, Extend, ExtendRoot, ExtendLeaf, CHB maps. [`state`]:
//! threads and events, candidate writes. [`crate::values::closure`]: Closure. [`witness`]: Realize.
//! [`pairs`]: pairs of leaf events. [`alone`]: reads that concern nobody else. [`shown`]: schedules
//! of races.
//!
//! **What it covers.** Every sequence of values that the threads can read together, hence every
//! local state of every thread: assertions, memory faults, misuse, and races (below). Whether an
//! execution is a deadlock is local, too: it has ended because each thread waits for a thread that
//! has not finished, or for an object that a thread holds; who holds what is told by the thread's
//! own operations on it. So the executions of a class are deadlocks all or none. Waits in loops are
//! not local: whether one can last depends on the last writes. So at the end it is asked whether
//! *some* execution of the class leaves there what the waiting threads have seen ([`mod@search`],
//! `stays`). Not covered: properties of memory as a whole at the end.
//!
//! **Deviations.**
//! * *No trace while exploring.* Threads are values; a linearisation is only looked for (Realize)
//!   to know that a read is possible, and for schedules. Writes can always be added at its end.
//! * *Lazy leaf order* ([`LeafOrder::Lazy`], the default). The paper orders conflicting events of
//!   leaf threads as soon as they are there, all ways. Here they stay unordered as long as a
//!   linearisation is found all the same; if none is, one pair is ordered, both ways. Complete: an
//!   execution t* that belongs to a node belongs to the child in which the pair is ordered as in
//!   t*. Nothing twice: the two children differ in the order of two conflicting leaf events.
//!   Terminates: when all pairs are ordered, Lemma 4.1 gives the linearisation that [`witness`]
//!   looks for. [`LeafOrder::Relaxed`] and [`LeafOrder::Strict`] do as section 6 and section 5 say;
//!   a pair exempt by a relaxation is looked at again after each event, so that a write that
//!   becomes good later is ordered then. *Unobservable* is a write that no read of the order can
//!   see, good or not.
//! * *CHB maps count events of each thread*, those of the node at which the read was tried, not
//!   guarding reads. After write extension that is the same if reads and writes are different
//!   events; with read-modify-writes, spawn, join and locks guarding reads lose executions. C is
//!   kept for the next read of each thread; the initial content counts as tried once anything was.
//! * *The rules of the closure* insert only what holds for every good write, see there: with
//!   unordered leaf events "the" least or greatest good write need not exist.
//! * *Reads that concern nobody else* ([`alone`]): where a thread reads what no other one writes
//!   any more, no other read is tried (unless [`Centric::every_read`]).
//! * *A read-modify-write that succeeds is one event*, a read and a write; one that fails is a
//!   read. Lemma 4.1 is about the reads only, so it holds with such events.
//! * *Objects that one thread holds* (mutexes, spinlocks): an operation that changes the state is a
//!   read-modify-write of it, one that does not (a failed trylock) a read; sources that lead to the
//!   same result and state have the same value. While a thread holds the object its operations on
//!   it read from its own last one, and branch no more than a write. A thread stands before a lock
//!   that another one holds: no read of it can be added there, since the other's acquisition was
//!   given its good writes before. All other objects are refused, by name.
//! * *Nondeterministic choices* are tried one by one in write extension; executions of different
//!   choices differ in a value.
//! * *Plain accesses under `--races report`* are no events, and whether two of them race depends on
//!   who read from whom. So two writes of the same value are different sources if the plain
//!   accesses that happen before them differ, as far as the reader does not know them anyway
//!   (`known` in [`state`]). A racing access still counts as performed.
//! * The root thread is the first one that main starts ([`Centric::root_child`]).
//! * Not done: the paper's second optimisation (appendix D), and its order of reads; those that
//!   concern nobody else come first, then those of the root, then the others.
//!
//! Not covered: more than 64 threads; other memory models than sequential consistency; condition
//! variables, semaphores, barriers, read-write locks, once.

mod alone;
mod candidates;
mod ends;
mod pairs;
mod report;
mod search;
mod shown;
mod state;
#[cfg(test)]
mod tests;
mod witness;

use crate::drive::clock::widths;
use crate::testing::makes;
use crate::widening::{Again, widening};
use crate::{Explorer, Sink};
use threadbare_op::{Coverage, Pending, RaceView, System};

/// When conflicting events of leaf threads are put in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LeafOrder {
    /// When no linearisation is found otherwise.
    #[default]
    Lazy,
    /// As soon as they are there, with the two relaxations of section 6.
    Relaxed,
    /// As soon as they are there.
    Strict,
}

/// Something that a prototype of this algorithm did wrong: the tests must notice it.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CentricMistake {
    /// What a thread must not read from is not forgotten when it has read.
    KeepsSeen,
    /// What was tried is remembered by the reads that guard it, as in the paper, where there are no
    /// read-modify-writes.
    SeenByReads,
    /// The initial content may be read again after it was tried.
    InitialAgain,
    /// A read-modify-write may come after anything.
    UnboundRmw,
    /// A lock is taken only after the last time it was released.
    LastReleaseOnly,
    /// Of two leaf events that have to be ordered only one order is tried.
    OneOrder,
    /// No other read is tried if nobody else stands before an access to the same location.
    AloneForNow,
}

/// Value-centric or data-centric exploration; see the header of the module.
#[derive(Clone, Copy, Debug, Default)]
pub struct Centric {
    /// Data-centric: writes of the same value are different sources.
    pub by_source: bool,
    /// When leaf events are ordered.
    pub leaf_order: LeafOrder,
    /// Which child of main (from 0) is the root thread.
    pub root_child: u32,
    /// The reads of all threads are tried at each node, those of the root first, as in the paper.
    pub every_read: bool,
    /// Wrong on purpose.
    #[doc(hidden)]
    pub mistake: Option<CentricMistake>,
}

impl Centric {
    /// Value-centric.
    pub const VALUES: Self =
        Self { by_source: false, leaf_order: LeafOrder::Lazy, root_child: 0, every_read: false, mistake: None };

    /// Data-centric.
    pub const SOURCES: Self = Self { by_source: true, ..Self::VALUES };

    fn makes(&self, mistake: CentricMistake) -> bool {
        makes(self.mistake, mistake)
    }

    /// As on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        if self.by_source { "dc" } else { "vc" }
    }
}

impl<S: RaceView> Explorer<S> for Centric {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let attempts: Vec<(usize, Attempt<S>)> = widths!(64, false, search::<S>);
        widening(system, sink, &attempts, |attempt, system, sink, main| attempt(*self, system, sink, main))
    }
}

/// A search with clocks of some width.
type Attempt<S> = fn(Centric, &mut S, &mut dyn Sink, Pending<<S as System>::State>) -> Result<Coverage, Again>;

fn search<S: RaceView, const W: usize>(
    settings: Centric,
    system: &mut S,
    sink: &mut dyn Sink,
    main: Pending<S::State>,
) -> Result<Coverage, Again> {
    search::Search::<S, W>::new(settings, system, sink, main).run()
}
