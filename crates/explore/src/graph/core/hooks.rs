//! Where the search asks what stands around it: [`Hooks`].
//!
//! `core` is TruSt and nothing else. What leaves a part of the search out (bounds, symmetry,
//! shards, threads that wait in loops) is in `filters`; what is told of faults and ends is in
//! `write`. Both are reached through this trait only. Two questions decide what is explored:
//! [`Hooks::admits`], asked when an event has been linked and the memory model has accepted the
//! graph, and [`Hooks::may_revisit`], asked before a revisit. The others keep the filters in step
//! with the graph, leave the order of events to them, or say what the system and the user are told.
//!
//! All of it is known at compile time: there is one type of hooks in the product, and what is asked
//! for each event is inlined.

use super::consistency::Model;
use super::event::{Clock, Id};
use super::execution::Execution;
use super::place::Write;
use super::search::Search;
use super::stack::{Choice, Stack};
use super::step::Step;
use super::system::GraphSystem;
use crate::waits::ending::Ending;
use threadbare_op::{FaultId, Mark, Op};

/// When a thread is asked for its next event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// It may be put off, if it would only wait in a loop.
    MayBePutOff,
    /// It must go on: all others would only wait, too.
    Due,
}

/// How much of what happens before its steps a thread's system was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    Everything,
    /// Less ([`Hooks::obscure`]).
    Less,
}

/// What a search asks and tells those around it. Functions that take the whole search may change
/// it; the others only see the graph.
pub(crate) trait Hooks<S: GraphSystem, M: Model, const W: usize>: Sized {
    // In step with the graph.

    /// The event, the newest, has been linked.
    fn linked(&mut self, graph: &mut Execution<S::State, M, W>, id: Id);

    /// The event, the newest, has been unlinked.
    fn unlinked(&mut self, graph: &Execution<S::State, M, W>, id: Id);

    /// The event, the newest, cannot be deleted from now on.
    fn pinned(&mut self, graph: &Execution<S::State, M, W>, id: Id);

    /// There are only `events` events left.
    fn truncated(&mut self, events: usize);

    /// Frames were opened or closed.
    fn moved(&mut self, stack: &Stack);

    // What is explored.

    /// The next thread, if it is not to be the first that can go on.
    fn next(search: &mut Search<'_, S, M, Self, W>) -> Option<(u32, Turn)>;

    /// Whether the graph, which is consistent with its newest event, is explored.
    fn admits(search: &mut Search<'_, S, M, Self, W>, id: Id) -> bool;

    /// The oldest place in the trail where a write with that past may revisit a read; `oldest`, or
    /// a later one.
    fn oldest_revisit(search: &Search<'_, S, M, Self, W>, oldest: u32, porf: &Clock<W>) -> u32;

    /// Whether a write with that past may revisit the read, which TruSt would have it do.
    fn may_revisit(search: &Search<'_, S, M, Self, W>, read: Id, porf: &Clock<W>) -> bool;

    /// Whether what is left at the newest frame is explored.
    fn may_resume(&self, stack: &Stack) -> bool;

    /// Whether what is met now counts, or belongs to another part of the search.
    fn is_counted(&self) -> bool;

    /// Whether the graph, in which nothing can go on, is an execution that is to be counted.
    fn is_execution(search: &mut Search<'_, S, M, Self, W>) -> bool;

    // Threads that wait in loops.

    /// The thread's load, or what turns out to be one, comes next. It reads `tail`, the last write;
    /// `earlier` is the frame for the writes before that.
    fn load_tail(search: &mut Search<'_, S, M, Self, W>, thread: u32, tail: Id, turn: Turn, earlier: Choice) -> Step;

    /// The same for its read-modify-write.
    fn update_tail(search: &mut Search<'_, S, M, Self, W>, thread: u32, tail: Id, turn: Turn) -> Step;

    /// The thread's read, which `write` has revisited, is added once more.
    fn read_revisited(search: &mut Search<'_, S, M, Self, W>, thread: u32, write: Id) -> Step;

    /// The newest write, from `from` back, that the thread's load may read.
    fn source(search: &mut Search<'_, S, M, Self, W>, thread: u32, from: Id) -> Option<Id>;

    /// Whether the thread's next read may read `from`.
    fn may_read(search: &Search<'_, S, M, Self, W>, thread: u32, from: Id) -> bool;

    /// Whether the thread's read-modify-write, which would write this when it reads `from`, is to
    /// be added as a read: it changes nothing, and the thread then waits.
    fn is_in_vain(search: &mut Search<'_, S, M, Self, W>, thread: u32, from: Id, write: Write) -> bool;

    /// Whether the graph is explored, to which a read of something that is not co-last has been
    /// added as the last event of the thread.
    fn keeps_stale(search: &Search<'_, S, M, Self, W>, thread: u32) -> bool;

    /// The newest event, of this operation, has left its thread waiting in a loop. `in_vain`: it
    /// wrote what it read; `since`: the end of the log after it.
    fn waits(search: &mut Search<'_, S, M, Self, W>, op: &Op, in_vain: bool, since: Mark);

    // What the system is told.

    /// What the system is to think happens before the steps that follow the event `id`, which
    /// `clock` happens before. `None`: the same.
    fn obscure(search: &mut Search<'_, S, M, Self, W>, id: Id, clock: &Clock<W>) -> Option<Clock<W>>;

    /// The event `spawn` is about to start a thread, of which the parent's state is this. May
    /// change the clock of which the system is told for it.
    fn begins(search: &mut Search<'_, S, M, Self, W>, spawn: Id, parent: S::State, clock: &mut Clock<W>) -> Told;

    /// The event has started its thread.
    fn has_begun(search: &mut Search<'_, S, M, Self, W>, spawn: Id);

    /// The thread of the event, the newest, has gone on.
    fn went_on(search: &mut Search<'_, S, M, Self, W>, id: Id);

    // What is told.

    /// Whether what the thread does now is of no interest, though the graph is explored.
    fn is_beyond(&self, graph: &Execution<S::State, M, W>, thread: u32) -> bool;

    /// The present graph has a fault, of the thread, or (`None`) of all of them.
    fn fault(search: &mut Search<'_, S, M, Self, W>, fault: FaultId, thread: Option<u32>, told: Told);

    /// The present graph is an execution, with this end.
    fn end(search: &mut Search<'_, S, M, Self, W>, end: Ending);
}
