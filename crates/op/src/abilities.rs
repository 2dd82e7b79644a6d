//! What only some explorers ask of a [`System`], one trait for each reason. An explorer names in
//! its bounds what it needs; a system without the ability has the defaults, which are safe and
//! slow.

use crate::fingerprint::Fingerprint;
use crate::ids::{Addr, Loc, Site, ThreadId};
use crate::ops::{Answer, Op, Question};
use crate::schedule::Given;
use crate::sync::{SyncId, SyncOp};
use crate::system::{At, Mark, Pending, Segment, System};
use crate::word::Word;
use std::hash::Hash;

/// A system whose events can be taken back in another order than that in which they were performed.
///
/// A revisit of an execution graph keeps some events and drops others that came before them. So
/// their effects are undone one by one, and those of the kept events are performed again. Only
/// `graph` does that; whoever goes back by [`System::undo`] alone does not ask for it.
pub trait Revisit: System {
    /// From now on they will be.
    fn will_revisit(&mut self) {}

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
}

/// Whether some input gives certain answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Possible {
    /// Some does.
    Yes,
    /// None does.
    No,
    /// That could not be found out.
    Unknown,
}

/// A system whose program has input that is not chosen: choices may ask something of it
/// ([`Op::Choice`]).
///
/// One execution then stands for all inputs that give the answers in it, and an answer may be
/// explored only if such an input exists. Explorers that do not name this trait cannot be given
/// such a program. The defaults are those of a system without input.
pub trait Inputs: System {
    /// Whether choices may ask something of the input. The same during an exploration.
    fn has_input(&self) -> bool {
        false
    }

    /// Whether some input gives all these answers.
    fn possible(&mut self, answers: &[(Question, u32)]) -> Possible {
        let _ = answers;
        Possible::Yes
    }

    /// Some input that gives all these answers, if one is at hand.
    fn input_for(&mut self, answers: &[(Question, u32)]) -> Option<Vec<Given>> {
        let _ = answers;
        None
    }

    /// From now on, before it is started, its input is this, and zero where this says nothing.
    fn give(&mut self, input: &[Given]) {
        let _ = input;
    }
}

/// A system that can say, without running a thread, whether an answer leaves it waiting in a loop.
///
/// Explorers that hold such reads back have fewer executions to explore. The defaults foresee
/// nothing, which is always right.
pub trait Foresight: System {
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

    /// Whether the compare-and-swap at which the thread `from` has stopped confirms its last event,
    /// a load of the same location: whatever it finds but what that has read, the thread comes to
    /// where it would have come had the load found it; and nothing that it does between the two, or
    /// by the failed compare-and-swap, can take part in a race that it would not take part in then.
    /// (If the compare-and-swap does not expect what was read, it may say so where that is not the
    /// case.)
    fn confirms(&self, from: Self::State) -> bool {
        let _ = from;
        false
    }

    /// Whether a thread that has stopped at `now` stands as it stood at `then`, when it was about
    /// to perform the same operation, and nothing that it has done since lasts but for `effects`
    /// accesses that have changed what they found; and its plain accesses since have no part in a
    /// race that would not be found if it stopped here.
    fn is_back(&self, then: Self::State, now: Self::State, effects: u32) -> bool {
        let _ = (then, now, effects);
        false
    }
}

/// A system that knows which threads start alike, for an explorer that explores only one of the
/// executions that differ in the names of such threads.
///
/// The defaults know of none.
pub trait Symmetric: System {
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
}

/// What a system knows of the plain accesses between events, and of the races they may be part of.
///
/// An explorer that merges or leaves out executions asks here whether nobody can tell. The defaults
/// are safe answers: they suppose that any access may be in a race.
pub trait RaceView: System {
    /// Whether another thread than this has made a plain access to what `op` accesses, so that
    /// [`System::access`] may find a race. It may say so where that is not the case.
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

    /// Of the fault found last that has to do with an earlier effect of another thread (a data
    /// race, a use after free): the epoch of that effect, as in [`At::epoch`].
    fn other_epoch(&self) -> u32;
}

/// What plain accesses touch of a word of memory: which of its bytes, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Touched {
    /// The address of the word.
    pub word: Addr,
    /// The bytes that are read,
    pub reads: u8,
    /// those that are written,
    pub writes: u8,
    /// and those of numbers that something is added to ([`crate::Op::is_counting`]).
    pub sums: u8,
}

impl Touched {
    /// Which bytes both touch, not both only by reads, nor both only by additions.
    #[must_use]
    pub const fn conflict(&self, other: &Self) -> u8 {
        let changes = other.writes | other.sums;
        self.reads & changes | self.writes & (other.reads | changes) | self.sums & (other.reads | other.writes)
    }
}

/// Operations that commute with their like: in either order they come to the same, as nobody looks
/// at what they find.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alike {
    /// Additions to the same location, and subtractions, whose results are not used.
    Sum,
    /// Exclusive ors with the same location, whose results are not used.
    Flips,
    /// Posts of a semaphore.
    Post,
    /// Arrivals at a barrier that do not ask who is the last. They commute as long as no more
    /// threads arrive than it is for.
    Arrival,
}

/// A system that can say which operations commute though they touch the same, for explorers that
/// do not order these: what a critical section touches, so that it can be taken for a single event
/// where nobody can tell, and which operations nobody asks for their result.
///
/// By the defaults none do.
pub trait Commute: System {
    /// Whether sections that `op` begins may be events: that the lock is held shows only to those
    /// who have to wait for it.
    fn may_be_events(&self, op: SyncOp) -> bool {
        let _ = op;
        false
    }

    /// Adds what the invisible steps since `since` touch of memory that others may come to. False
    /// if they have done something else that others may see.
    fn footprint(&self, since: Mark, into: &mut Vec<Touched>) -> bool {
        let _ = (since, into);
        false
    }

    /// With which others, of other threads at the same location or object, the operation commutes
    /// that a thread has stopped at.
    fn alike(&self, at: &Pending<Self::State>) -> Option<Alike> {
        let _ = at;
        None
    }

    /// From now on [`Self::may_be_events`] is false, and nothing is [`Self::alike`]; the
    /// exploration begins again.
    fn keep_order(&mut self) {}
}

/// Two addresses were compared and differ: of memory that was freed, and of an object. An allocator
/// may give the same address, if it makes the object after the free.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reuse {
    /// What happens before the free: the clock of the thread that freed.
    pub before_free: Vec<u32>,
    /// Who made the object, at which epoch.
    pub made: (ThreadId, u32),
    /// Where they were compared.
    pub site: Site,
}

/// A system that leaves it to the explorer whether memory may have been given twice
/// ([`crate::Limit::Reuse`]), for explorers that run threads in an order in which they need not have
/// run.
///
/// By the default nothing is left to it.
pub trait Reuses: System {
    /// From now on it is.
    fn judge_reuse(&mut self) {}

    /// What is to be judged since this was asked last.
    fn suspects(&mut self) -> Vec<Reuse> {
        Vec::new()
    }

    /// It may have been: the limit is met.
    fn is_reuse(&mut self, reuse: &Reuse) {
        let _ = reuse;
    }
}

/// A system that can keep what threads have done, for explorers that do the same again in another
/// order.
pub trait Remember: System {
    /// The explorer only ever goes back by [`System::undo`], and will tell threads again what they
    /// were told before. So the system may keep states that are taken back, to give the same ones
    /// again instead of running the thread.
    fn remember(&mut self) {}

    /// Where a thread comes to by joining others, as long as `joins` says that they have ended, and
    /// it is remembered what follows a join, and that depends on nothing, and changes nothing, but
    /// what has become of threads. Nothing is performed. (The same thread joined twice is no such
    /// thing.)
    fn joins_ahead(&self, from: Pending<Self::State>, joins: impl FnMut(ThreadId) -> bool) -> Pending<Self::State> {
        let _ = joins;
        from
    }

    /// As [`System::resume`], if it is remembered what that comes to. `None`: nothing was done.
    /// What has become of threads by joins that were not performed ([`Self::joins_ahead`]) makes no
    /// difference.
    fn resume_again(&mut self, at: At<'_>, from: Self::State, answer: Answer) -> Option<Pending<Self::State>> {
        let _ = (at, from, answer);
        None
    }
}

/// A system of which there can be several that take turns, for explorers that go to and fro between
/// executions that have little in common: each stays where it has come to.
///
/// By the default there is only one.
pub trait Twins: System + Sized {
    /// Another one for the same program, which has just been started, and where main stands there.
    fn twin(&mut self) -> Option<(Self, Pending<Self::State>)> {
        None
    }

    /// Changes places with a twin. What one of them has given a number (threads, faults, states of
    /// objects, ...) has the same number in the other, and what the one has found the other knows.
    fn take_turns(&mut self, twin: &mut Self) {
        std::mem::swap(self, twin);
    }
}

/// What of a state explorers keep, not the system.
#[derive(Clone, Copy, Debug)]
pub struct Besides<'a> {
    /// Visible locations with another content than [`System::initial`] says, by address.
    pub contents: &'a [(Loc, Word)],
    /// The synchronisation objects that were used.
    pub states: &'a [(Addr, SyncId)],
    /// What threads have touched since their last events ([`States::touches`]).
    pub touched: &'a [(ThreadId, &'a [Touched])],
    /// Where operations order nothing: what threads have touched before, and who knows of it.
    pub known: &'a [Known],
}

/// What a thread has touched, and what that happens before.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Known {
    /// The thread.
    pub thread: ThreadId,
    /// Whether by visible operations.
    pub visibly: bool,
    /// What it has touched.
    pub touched: Box<[Touched]>,
    /// Who knows of it, sorted.
    pub by: Box<[Knower]>,
}

/// Who may know of what a thread has done: what it does next happens after that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Knower {
    /// A thread.
    Thread(ThreadId),
    /// A thread, once it has performed the wait before which it stands.
    Waiting(ThreadId),
    /// Whoever reads from this location, or uses this object.
    Place(Addr),
}

impl Besides<'_> {
    /// A fingerprint of all that, with addresses as they are.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let mut print = Fingerprint::of(0);
        self.contents.hash(&mut print);
        let states = self.states.iter().map(Self::part);
        let touched = self.touched.iter().map(Self::part);
        let known = self.known.iter().map(Self::part);
        states.chain(touched).chain(known).fold(print.bits(), |all, one| all ^ one)
    }

    fn part(part: &impl Hash) -> u128 {
        let mut print = Fingerprint::of(1);
        part.hash(&mut print);
        print.bits()
    }
}

/// Fingerprints of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prints {
    /// With addresses as they are.
    pub exact: u128,
    /// With the objects that the program has made named in the order in which they are come to. So
    /// what is made and freed again leaves nothing behind.
    pub renamed: u128,
}

/// A system that can tell when two executions come to the same, for an explorer that stops there
/// (cutoffs).
pub trait States: System {
    /// Fingerprints of all that what comes next depends on where the threads stand as told, sorted
    /// by thread: their states, memory, and what explorers keep. What has led there leaves no trace
    /// in it: numbers of events, what is only counted, registers that are not read any more. Equal
    /// fingerprints are taken for equal states.
    fn fingerprints(&mut self, threads: &[(ThreadId, Pending<Self::State>)], besides: &Besides<'_>) -> Prints;

    /// The renamed one of them.
    fn fingerprint(&mut self, threads: &[(ThreadId, Pending<Self::State>)], besides: &Besides<'_>) -> u128 {
        self.fingerprints(threads, besides).renamed
    }

    /// A fingerprint of where a thread stands, without memory: two states of it that have the same
    /// are the same, as far as it does the same if it is told the same.
    fn own_fingerprint(&mut self, pending: &Pending<Self::State>) -> u128;

    /// The loops of the code in which a thread stands, each with the calls that have led to it:
    /// what it is called is of no matter, but that such a number is odd only if the code has a way
    /// out of it.
    fn loops(&mut self, pending: &Pending<Self::State>) -> Vec<u64>;

    /// Adds what the invisible steps since `since` touch of memory that others may come to: nothing
    /// that may have part in a race is left out. What is freed is written.
    fn touches(&self, since: Mark, into: &mut Vec<Touched>);

    /// Whether what a location holds is no part of a state, since it is only counted; of no
    /// location: whether there is such a location.
    fn is_counted(&self, loc: Option<Loc>) -> bool {
        let _ = loc;
        false
    }
}
