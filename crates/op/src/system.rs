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
use crate::ops::{Answer, Op};

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

/// The content of memory before the first visible access to a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Initial {
    /// The value; 0 if uninitialised.
    pub value: u64,
    /// Whether it was ever written.
    pub defined: bool,
}

/// How an operation touches plain memory, for [`System::access`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes, or reads and writes. The new value is told, so that plain memory can follow.
    Write(u64),
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

    /// Where a thread comes to by joining others, as long as `joins` says that they have ended, and
    /// it is remembered ([`Self::remember`]) what follows a join, and that depends on nothing, and
    /// changes nothing, but what has become of threads. Nothing is performed. (The same thread
    /// joined twice is no such thing.)
    fn joins_ahead(&self, from: Pending<Self::State>, joins: impl FnMut(ThreadId) -> bool) -> Pending<Self::State> {
        let _ = joins;
        from
    }

    /// As [`Self::resume`], if it is remembered what that comes to. `None`: nothing was done. What
    /// has become of threads by joins that were not performed ([`Self::joins_ahead`]) makes no
    /// difference.
    fn resume_again(&mut self, at: At<'_>, from: Self::State, answer: Answer) -> Option<Pending<Self::State>> {
        let _ = (at, from, answer);
        None
    }

    /// Whether [`Self::waits`] may ever foresee that for the thread `from`. It may say so where
    /// that is not the case.
    fn may_wait(&self, from: Self::State) -> bool {
        let _ = from;
        true
    }

    /// Whether the thread `from`, stopped at a load, would wait in its loop
    /// ([`crate::Stuck::Spin`]) if it were told `answer`, as far as that shows without running it.
    /// `None`: resume it and see. `Some(false)`: it is not foreseen to (it leaves the loop, most
    /// likely; it may still come to wait). Nothing changes.
    fn waits(&mut self, thread: ThreadId, from: Self::State, answer: Answer) -> Option<bool> {
        let _ = (thread, from, answer);
        None
    }

    /// The thread that `from`, stopped at [`Op::Spawn`], starts as `child`, run to its first
    /// visible operation. Called before the parent is resumed. `at` is the child's (epoch 2).
    fn begin(&mut self, at: At<'_>, from: Self::State, child: ThreadId) -> Pending<Self::State>;

    /// The number of the n-th child (from 0) of `parent`; the same in every execution.
    fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId;

    /// Whether two states, stopped at [`Op::Spawn`], start threads that run the same code with the
    /// same argument, so that nothing but their names tells them apart (symmetry reduction). False
    /// if in doubt.
    fn same_start(&mut self, a: Self::State, b: Self::State) -> bool {
        let _ = (a, b);
        false
    }

    /// Threads for which [`Self::same_start`] was true have turned out to be distinguishable: from
    /// now on it is false, and the exploration, which ends, is to begin again.
    fn break_symmetry(&mut self) {}

    /// The content of a location, or (as a state of [`crate::sync`], `defined` true) of a
    /// synchronisation object, that no visible operation of the present execution has touched yet.
    fn initial(&mut self, loc: Loc) -> Initial;

    /// The state, before its first operation, of the synchronisation object at `object`.
    fn initial_sync(&mut self, object: Addr) -> crate::sync::SyncId;

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

    /// Whether another thread than this has made a plain access to what `op` accesses, so that
    /// [`Self::access`] may find a race. It may say so where that is not the case.
    fn is_touched(&self, thread: ThreadId, op: &Op) -> bool {
        let _ = (thread, op);
        true
    }

    /// Whether the invisible steps since `since` may have made a race of a visible access `op`: by
    /// plain accesses to the same memory, or by freeing it. It may say so where that is not the
    /// case.
    fn may_disturb(&self, since: Mark, op: &Op) -> bool {
        let _ = (since, op);
        true
    }

    /// Whether it reads the clocks that it is told ([`At`]), to find races. If not, explorers may
    /// tell it any. The same during an exploration.
    fn reads_clocks(&self) -> bool {
        true
    }

    /// The present end of the log.
    fn mark(&self) -> Mark;

    /// The explorer only ever goes back by [`Self::undo`], and will tell threads again what they
    /// were told before. So the system may keep states that are taken back, to give the same ones
    /// again instead of running the thread.
    fn remember(&mut self) {}

    /// Goes back to `to`, for good: effects are undone, entries and states after it forgotten.
    fn undo(&mut self, to: Mark);

    /// Undoes the effects of `segment`, the newest whose effects are in force, but keeps its
    /// entries and the states made with it (a revisit will need some of them, and backtracking
    /// all).
    fn unapply(&mut self, segment: Segment);

    /// Performs the entries of `segment` again as new entries at the end of the log, without
    /// checks: a kept event.
    fn apply_again(&mut self, segment: Segment) -> Segment;

    /// Takes [`Self::unapply`] back: performs the entries of `segment` in place. Everything
    /// performed since must have been undone, and the segments unapplied after it (those that are
    /// older) reinstated.
    fn reinstate(&mut self, segment: Segment);

    /// Forgets the entries and states after `to`, none of which is in force.
    fn forget(&mut self, to: Mark);

    /// Whether what an event happens after matters to an effect since `since`, or to what others do
    /// to the same memory later: a plain access that may take part in a race, freeing. If not,
    /// nobody can tell two executions apart that differ only in how the threads of these effects
    /// are ordered with others.
    fn order_matters(&self, since: Mark) -> bool {
        self.mark().log != since.log
    }

    /// Whether plain accesses since `since`, no visible ones among them, may take part in a race:
    /// with what others have done or will do. It may say so where that is not the case.
    fn may_race(&self, since: Mark) -> bool {
        self.order_matters(since)
    }

    /// Whether plain accesses are visible operations whatever was done before (as far as others can
    /// come to that memory at all). Otherwise one is if its location was accessed atomically before
    /// (for a load: written).
    fn explores_plain(&self) -> bool {
        false
    }

    /// The number of something that an explorer does not support, for
    /// [`crate::Coverage::unsupported`].
    fn refuse(&mut self, what: &str, site: Site) -> u32;

    /// What was done wrong.
    fn fault(&self, id: FaultId) -> &Fault;

    /// Of the fault found last that has to do with an earlier effect of another thread (a data
    /// race, a use after free): the epoch of that effect, as in [`At::epoch`].
    fn other_epoch(&self) -> u32;

    /// Whether it is a fault that threads wait for what will never come when `main` ends the
    /// program.
    fn abandoned_is_fault(&self) -> bool {
        false
    }

    /// Which writes a release sequence has under [`crate::Model::Rc11`].
    fn release_sequence(&self) -> ReleaseSequence {
        ReleaseSequence::default()
    }

    /// Makes a fault known to the system (a deadlock, say), or finds it again.
    fn add_fault(&mut self, fault: Fault) -> FaultId;

    /// The table of synchronisation states that belongs to this run.
    fn sync(&mut self) -> &mut crate::sync::SyncTable;
}
