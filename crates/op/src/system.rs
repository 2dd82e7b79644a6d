//! [`System`]: a program whose threads are values, as explorers see it.
//!
//! An explorer owns which events there are and in which order they take effect. A system owns what
//! is between them: the threads' frozen states, and the effects of their invisible steps on plain
//! shared memory, in a log. The log is kept in the order in which the explorer performs events (its
//! trail). Because conflicting plain accesses of a race-free program are ordered by happens-before,
//! which the trail respects, a plain load simply reads memory as the log has left it; unordered
//! conflicting accesses are reported as races when the second one is performed.

use crate::fault::{Fault, FaultId};
use crate::ids::{Addr, Loc, Site, ThreadId};
use crate::model::ReleaseSequence;
use crate::ops::{Answer, Op, Stuck, Written};
use crate::verdict::Limit;
use crate::word::Word;

/// A thread stopped before its next visible operation.
#[derive(Clone, Copy, Debug)]
pub struct Pending<S> {
    /// Its frozen state, valid until the log is undone beyond the point where it was made.
    pub state: S,
    /// The operation it is about to perform.
    pub op: Op,
    /// The place of that operation.
    pub site: Site,
}

impl<S> Pending<S> {
    /// Of the same thread, which goes no further.
    #[must_use]
    pub fn stopped(self, why: Stuck) -> Self {
        Self { op: Op::Stuck(why), ..self }
    }
}

/// Who runs, and what happens before it.
///
/// `clock[t]` is the number of events of thread t (its beginning counts as the first) that happen
/// before the steps to be run; shorter than the number of threads means zeros. The segment of
/// invisible steps that follows the k-th event of a thread (k from 0, the beginning) has epoch k +
/// 2: it happens before a point whose clock says at least k + 2.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The thread.
    pub thread: ThreadId,
    /// Its epoch: number of its events performed (the beginning counts) plus one.
    pub epoch: u32,
    /// Events that happen before.
    pub clock: &'a [u32],
}

impl At<'_> {
    /// The epoch of the steps before a thread's first operation.
    pub const FIRST_EPOCH: u32 = 2;
}

/// The content of memory before the first visible access to a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Initial {
    /// The value; a word of no meaning if uninitialised.
    pub value: Word,
    /// Whether it was ever written.
    pub defined: bool,
}

/// How an operation touches plain memory, for [`System::access`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes, or reads and writes. The new value is told, so that plain memory can follow.
    Write(Word),
}

/// A point in the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Mark {
    /// Length of the log of effects.
    pub log: u32,
    /// Length of the arena of thread states.
    pub arena: u32,
}

/// The effects of one event and of the invisible steps after it: a part of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Segment {
    /// First entry.
    pub from: u32,
    /// One after the last.
    pub to: u32,
}

/// What a system goes by during the whole of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Plain accesses are visible operations whatever was done before (as far as others can come to
    /// that memory at all). Otherwise one is if its location was accessed atomically before (for a
    /// load: written).
    pub explores_plain: bool,
    /// The clocks that it is told ([`At`]) are read, to find races. If not, explorers may tell it
    /// any.
    pub reads_clocks: bool,
    /// It is a fault that threads wait for what will never come when `main` ends the program.
    pub abandoned_is_fault: bool,
    /// Threads that wait for each other are told where a limit has stopped another one.
    pub tells_circles: bool,
    /// Which writes a release sequence has under [`crate::Model::Rc11`].
    pub release_sequence: ReleaseSequence,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            explores_plain: false,
            reads_clocks: true,
            abandoned_is_fault: false,
            tells_circles: false,
            release_sequence: ReleaseSequence::default(),
        }
    }
}

/// A program under check.
///
/// Deterministic: the same state, answer and (for race-free programs) happens-before past give the
/// same next operation.
pub trait System {
    /// A thread's frozen state; a small handle into an arena that [`Self::undo`] truncates.
    type State: Copy;

    /// The main thread at its first visible operation. Called once, with an empty log; its effects
    /// are permanent.
    fn start(&mut self) -> Pending<Self::State>;

    /// Tells the thread `from` the answer to the operation it stopped at, and runs it to its next
    /// one.
    fn resume(&mut self, at: At<'_>, from: Self::State, answer: Answer) -> Pending<Self::State>;

    /// The thread that `from`, stopped at [`Op::Spawn`], starts as `child`, run to its first
    /// visible operation. Called before the parent is resumed. `at` is the child's (epoch 2).
    fn begin(&mut self, at: At<'_>, from: Self::State, child: ThreadId) -> Pending<Self::State>;

    /// The number of the n-th child (from 0) of `parent`; the same in every execution.
    fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId;

    /// The content of a location, or (as a state of [`crate::sync`], `defined` true) of a
    /// synchronisation object, that no visible operation of the present execution has touched yet.
    fn initial(&mut self, loc: Loc) -> Initial;

    /// The state, before its first operation, of the synchronisation object at `object`.
    fn initial_sync(&mut self, object: Addr) -> crate::sync::SyncId;

    /// What a memory access writes where it finds this (for a store that does not matter). The one
    /// place where anything is computed of words; the same for the same words during an exploration.
    fn effect(&mut self, op: &Op, found: Word) -> Written;

    /// A visible access to memory is performed: checks it against the plain accesses so far, and
    /// remembers it for the later ones. `at.clock` includes what the access itself synchronises
    /// with, `at.epoch` is that of the event (the number of events of the thread, itself included).
    /// A location that is freed or out of bounds was refused earlier.
    ///
    /// # Errors
    /// The race, or the use of freed memory.
    fn access(&mut self, at: At<'_>, op: &Op, site: Site, kind: AccessKind) -> Result<(), FaultId>;

    /// The operation on the synchronisation object at `object` that is event `at` was found to be
    /// misuse. If that is because somebody changes or frees the object's memory and nothing orders
    /// the two: that fault.
    fn behind_misuse(&mut self, at: At<'_>, object: Addr, site: Site) -> Option<FaultId> {
        let _ = (at, object, site);
        None
    }

    /// The present end of the log.
    fn mark(&self) -> Mark;

    /// Goes back to `to`, for good: effects are undone, entries and states after it forgotten.
    fn undo(&mut self, to: Mark);

    /// What follows only shows what would happen, and is undone: reports are told nothing of it,
    /// until this is called again.
    fn rehearse(&mut self, _begins: bool) {}

    /// What it goes by. The same during an exploration.
    fn rules(&self) -> Rules {
        Rules::default()
    }

    /// The number of something that an explorer does not support, for
    /// [`crate::Coverage::unsupported`].
    fn refuse(&mut self, what: &str, site: Site) -> u32;

    /// Notes where a thread has met a limit that the explorer, not the system, has found.
    fn note_limit(&mut self, limit: Limit, site: Site) {
        let _ = (limit, site);
    }

    /// An access to `loc`, at `site`, overlaps the location `other`, which was accessed before, without
    /// being one to it. An explorer that knows whole locations only stops its thread, as a limit.
    fn note_overlap(&mut self, loc: Loc, other: Loc, site: Site) {
        let _ = (loc, other);
        self.note_limit(Limit::MixedSize, site);
    }

    /// What was done wrong.
    fn fault(&self, id: FaultId) -> &Fault;

    /// Makes a fault known to the system (a deadlock, say), or finds it again.
    fn add_fault(&mut self, fault: Fault) -> FaultId;

    /// The table of synchronisation states that belongs to this run.
    fn sync(&mut self) -> &mut crate::sync::SyncTable;
}
