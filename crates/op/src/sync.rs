//! Synchronisation objects as state machines, written once for every explorer.
//!
//! Each object has a small state; each operation is an atomic read-modify-write of it that may be
//! enabled only in some states. States are hash-consed ([`SyncId`]), so that an explorer can keep
//! them where it keeps the values of memory.
//!
//! What the model decides where POSIX leaves a choice:
//! * A timed operation times out at once where it would have to wait. Waiting longer is the same as
//!   being performed later in the order of operations on the object, which the explorers try as
//!   well.
//! * A signal leaves a token that any thread which waited before it may take; which one does is the
//!   order of [`SyncOp::CondAwake`] operations, so every choice is explored. A token is lost if no
//!   thread without one waits.
//! * Destroying a condition variable waits until those that are woken have gone on.
//! * The thread that gets `PTHREAD_BARRIER_SERIAL_THREAD` is the last to arrive.
//! * Waiting for a lock that the thread holds itself is waiting for ever (a deadlock) unless the
//!   mutex is of a kind that says otherwise.

use crate::ids::{Addr, ThreadId};
use crate::kind::SyncKind;
use crate::ops::Order;
use rustc_hash::FxHashMap;

/// `errno` values as Linux has them.
#[allow(missing_docs)]
pub mod errno {
    pub const EPERM: u64 = 1;
    pub const EAGAIN: u64 = 11;
    pub const EBUSY: u64 = 16;
    pub const EINVAL: u64 = 22;
    pub const EDEADLK: u64 = 35;
    pub const EOVERFLOW: u64 = 75;
    pub const ETIMEDOUT: u64 = 110;
    pub const EOWNERDEAD: u64 = 130;
    pub const ENOTRECOVERABLE: u64 = 131;
}
use errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, ENOTRECOVERABLE, EOVERFLOW, EOWNERDEAD, EPERM, ETIMEDOUT};

/// What a mutex does when its owner locks it again, and when somebody else unlocks it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MutexKind {
    /// Deadlocks; unlocking by another is misuse.
    Normal,
    /// Counts; unlocking by another is `EPERM`.
    Recursive,
    /// Says `EDEADLK` and `EPERM`.
    ErrorCheck,
}

/// An operation on a synchronisation object. Results are 0 or an `errno` value unless said
/// otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum SyncOp {
    MutexInit {
        kind: MutexKind,
        robust: bool,
    },
    MutexDestroy,
    MutexLock,
    MutexTryLock,
    /// Times out where it would wait.
    MutexTimedLock,
    MutexUnlock,
    MutexConsistent,
    /// The owner of a robust mutex ends without unlocking it.
    MutexOwnerDied,
    CondInit,
    CondDestroy,
    /// Begin to wait, before the mutex (at this address) is released. All that wait at the same
    /// time must use one.
    CondEnter {
        mutex: Addr,
    },
    /// Go on once a signal has come (result 0); `timed` goes on without one (result `ETIMEDOUT`),
    /// `spurious` as well (0).
    CondAwake {
        timed: bool,
        spurious: bool,
    },
    CondSignal,
    CondBroadcast,
    RwInit,
    RwDestroy,
    RwRead,
    RwTryRead,
    RwTimedRead,
    RwWrite,
    RwTryWrite,
    RwTimedWrite,
    RwUnlock,
    SpinInit,
    SpinDestroy,
    SpinLock,
    SpinTryLock,
    SpinUnlock,
    SemInit {
        value: u32,
    },
    SemDestroy,
    SemPost,
    SemWait,
    SemTryWait,
    SemTimedWait,
    /// Result: the value.
    SemGet,
    BarrierInit {
        count: u32,
    },
    BarrierDestroy,
    /// Result: twice the generation to wait for, plus one if the thread is the last and need not
    /// wait.
    BarrierArrive,
    /// Wait until this generation is complete. Changes nothing: see [`SyncOp::is_wait`].
    BarrierLeave {
        generation: u32,
    },
    /// Result: 1 if the caller must run the routine and then say [`SyncOp::OnceDone`], 0 if it has
    /// been run.
    OnceEnter,
    OnceDone,
    /// The program begins to end: `exit`, or the return of `main`. The object is the program;
    /// nobody does it twice.
    Exit,
}

impl SyncOp {
    /// Whether it has left the object as it was, if this was its result: it has only looked.
    #[must_use]
    pub const fn only_looked(self, result: u64) -> bool {
        match self {
            Self::MutexTryLock
            | Self::MutexTimedLock
            | Self::RwTryRead
            | Self::RwTimedRead
            | Self::RwTryWrite
            | Self::RwTimedWrite
            | Self::SpinTryLock
            | Self::SemTryWait
            | Self::SemTimedWait => matches!(result, EBUSY | EAGAIN | ETIMEDOUT),
            Self::SemGet => true,
            _ => self.is_wait(),
        }
    }

    /// Whether it may turn out to [only look](Self::only_looked).
    #[must_use]
    pub const fn may_only_look(self) -> bool {
        self.only_looked(EBUSY)
    }

    /// Whether the object is of no more use after it, unless it is made anew: it is destroyed, or
    /// (a once) has done its work.
    #[must_use]
    pub const fn ends_life(self) -> bool {
        matches!(
            self,
            Self::MutexDestroy
                | Self::CondDestroy
                | Self::RwDestroy
                | Self::SpinDestroy
                | Self::SemDestroy
                | Self::BarrierDestroy
                | Self::OnceDone
        )
    }

    /// Whether it only waits for a state that, once reached, stays reached; then it does not belong
    /// to the order of operations on the object, and reads from the first operation that reached
    /// that state.
    #[must_use]
    pub const fn is_wait(self) -> bool {
        matches!(self, Self::BarrierLeave { .. })
    }

    /// Whether it orders nothing, if this was its result: it has failed (by timing out, too), or
    /// only asked, and left the object as it was. What it saw others do does not happen before what
    /// its thread does next, nor what its thread did before what others do.
    ///
    /// A wait for a condition variable that times out is none of these: it changes who waits. That
    /// tells its thread nothing of what others did.
    ///
    /// C11 (7.26.4) has an edge to a lock operation only if that succeeds. POSIX (4.12) leaves open
    /// what a function does that returns an error, and does not list `sem_getvalue`.
    #[must_use]
    pub const fn orders_nothing(self, result: u64) -> bool {
        match self {
            Self::SemGet => true,
            // The results of the first two are no errors.
            Self::BarrierArrive | Self::OnceEnter | Self::CondAwake { .. } => false,
            _ => !matches!(result, 0 | EOWNERDEAD),
        }
    }

    /// How the operation, which came to this result, orders others in models where not every access
    /// does: what lets others go on releases, what goes on acquires, what fails or only asks does
    /// neither ([`Self::orders_nothing`]).
    ///
    /// C11 promises nothing for condition variables; POSIX counts them among the functions that
    /// synchronise memory.
    #[must_use]
    pub const fn order(self, result: u64) -> Order {
        if self.orders_nothing(result) {
            return Order::Relaxed;
        }
        match self {
            Self::MutexInit { .. }
            | Self::MutexUnlock
            | Self::MutexOwnerDied
            | Self::CondInit
            | Self::CondSignal
            | Self::CondBroadcast
            | Self::RwInit
            | Self::RwUnlock
            | Self::SpinInit
            | Self::SpinUnlock
            | Self::SemInit { .. }
            | Self::SemPost
            | Self::BarrierInit { .. }
            | Self::OnceDone => Order::Release,
            Self::MutexDestroy
            | Self::CondDestroy
            | Self::RwDestroy
            | Self::SpinDestroy
            | Self::SemDestroy
            | Self::BarrierDestroy
            | Self::BarrierLeave { .. }
            | Self::OnceEnter
            | Self::MutexLock
            | Self::MutexTryLock
            | Self::MutexTimedLock
            | Self::RwRead
            | Self::RwTryRead
            | Self::RwTimedRead
            | Self::RwWrite
            | Self::RwTryWrite
            | Self::RwTimedWrite
            | Self::SpinLock
            | Self::SpinTryLock
            | Self::SemWait
            | Self::SemTryWait
            | Self::SemTimedWait => Order::Acquire,
            Self::CondAwake { .. } if result == 0 => Order::Acquire,
            Self::CondAwake { .. } | Self::MutexConsistent | Self::CondEnter { .. } | Self::SemGet | Self::Exit => {
                Order::Relaxed
            }
            Self::BarrierArrive => Order::AcqRel,
        }
    }
}

/// The state of a synchronisation object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum SyncState {
    /// The memory was never written.
    Uninit,
    /// All bytes are zero: the static initialiser of a normal mutex, a condition variable, a
    /// rwlock, a once.
    Zero,
    /// The static initialiser of a mutex of this kind.
    StaticMutex(MutexKind),
    /// Some other content: not an initialised object.
    Garbage,
    /// Of a barrier: how many generations it has had. It can be made anew before all who were let
    /// go have gone, and goes on counting then.
    Destroyed {
        generation: u32,
    },
    Mutex {
        kind: MutexKind,
        robust: bool,
        owner: Option<ThreadId>,
        count: u32,
        health: Health,
    },
    /// The threads that wait, oldest first, and the tokens that signals left: a token can be taken
    /// by a waiter before it. `mutex`: which they use, if any wait.
    Cond {
        queue: Vec<Waiting>,
        mutex: Addr,
    },
    RwLock {
        writer: Option<ThreadId>,
        readers: Vec<(ThreadId, u32)>,
    },
    Spin {
        owner: Option<ThreadId>,
    },
    Sem {
        value: u32,
    },
    Barrier {
        count: u32,
        arrived: u32,
        generation: u32,
    },
    Once {
        runner: Option<ThreadId>,
        done: bool,
    },
    /// Of the program: it is ending.
    Ending,
}

/// An entry in the queue of a condition variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Waiting {
    /// A thread that waits.
    Thread(ThreadId),
    /// A signal that a thread before it may take.
    Token,
}

/// What became of a robust mutex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Health {
    /// Nothing happened.
    Good,
    /// The owner died; the state that it protects may be inconsistent.
    OwnerDied,
    /// Unlocked without having been made consistent: nobody can lock it again.
    Lost,
}

/// A hash-consed [`SyncState`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SyncId(pub u32);

impl SyncId {
    /// [`SyncState::Uninit`].
    pub const UNINIT: Self = Self(0);
    /// [`SyncState::Zero`].
    pub const ZERO: Self = Self(1);
    /// [`SyncState::StaticMutex`] of a recursive mutex.
    pub const STATIC_RECURSIVE: Self = Self(2);
    /// [`SyncState::StaticMutex`] of an error-checking mutex.
    pub const STATIC_ERROR_CHECK: Self = Self(3);
    /// [`SyncState::Garbage`].
    pub const GARBAGE: Self = Self(4);
}

/// What comes of an operation in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The thread has to wait.
    Blocked,
    /// It is performed.
    Next {
        /// The new state.
        state: SyncId,
        /// What the thread is told.
        result: u64,
    },
    /// The program must not do this; the text completes "the mutex ...".
    Misuse(&'static str),
}

enum Raw {
    Blocked,
    Next(SyncState, u64),
    Misuse(&'static str),
}

/// The states met so far, and a cache of what operations do in them.
#[derive(Debug)]
pub struct SyncTable {
    states: Vec<SyncState>,
    ids: FxHashMap<SyncState, SyncId>,
    cache: FxHashMap<Question, Outcome>,
    /// A part of the cache, without hashing: by state and thread.
    met: [Option<(Question, Outcome)>; MET],
}

/// What does the operation do in this state?
type Question = (SyncId, SyncOp, ThreadId);

const MET: usize = 64;

impl Default for SyncTable {
    fn default() -> Self {
        Self::new()
    }
}

impl SyncTable {
    /// A table with the fixed states of [`SyncId`].
    #[must_use]
    pub fn new() -> Self {
        let mut table =
            Self { states: Vec::new(), ids: FxHashMap::default(), cache: FxHashMap::default(), met: [None; MET] };
        for state in [
            SyncState::Uninit,
            SyncState::Zero,
            SyncState::StaticMutex(MutexKind::Recursive),
            SyncState::StaticMutex(MutexKind::ErrorCheck),
            SyncState::Garbage,
        ] {
            table.intern(state);
        }
        table
    }

    /// The number of a state.
    pub fn intern(&mut self, state: SyncState) -> SyncId {
        if let Some(&id) = self.ids.get(&state) {
            return id;
        }
        let id = SyncId(u32::try_from(self.states.len()).unwrap_or(u32::MAX));
        self.states.push(state.clone());
        self.ids.insert(state, id);
        id
    }

    /// The state with this number.
    #[must_use]
    pub fn get(&self, id: SyncId) -> &SyncState {
        &self.states[id.0 as usize]
    }

    /// What `op` by `thread` does in `state`.
    pub fn apply(&mut self, state: SyncId, op: SyncOp, thread: ThreadId) -> Outcome {
        let question = (state, op, thread);
        let place = (state.0 ^ (thread.0 << 2)) as usize % MET;
        if let Some((met, outcome)) = self.met[place]
            && met == question
        {
            return outcome;
        }
        let outcome = self.find(question);
        self.met[place] = Some((question, outcome));
        outcome
    }

    fn find(&mut self, question: Question) -> Outcome {
        if let Some(&outcome) = self.cache.get(&question) {
            return outcome;
        }
        let (state, op, thread) = question;
        let outcome = match transition(self.get(state), op, thread) {
            Raw::Blocked => Outcome::Blocked,
            Raw::Misuse(why) => Outcome::Misuse(why),
            Raw::Next(next, result) => Outcome::Next { state: self.intern(next), result },
        };
        self.cache.insert(question, outcome);
        outcome
    }
}

/// The state as the operation's kind of object understands it: static initialisers become the
/// object they stand for.
fn materialise(state: &SyncState, op: SyncOp) -> SyncState {
    let mutex = |kind| SyncState::Mutex { kind, robust: false, owner: None, count: 0, health: Health::Good };
    match (state, op.kind()) {
        (SyncState::StaticMutex(kind), _) => mutex(*kind),
        (SyncState::Zero, SyncKind::Mutex) => mutex(MutexKind::Normal),
        (SyncState::Zero, SyncKind::Cond) => SyncState::Cond { queue: Vec::new(), mutex: 0 },
        (SyncState::Zero, SyncKind::RwLock) => SyncState::RwLock { writer: None, readers: Vec::new() },
        (SyncState::Zero, SyncKind::Once) => SyncState::Once { runner: None, done: false },
        (other, _) => other.clone(),
    }
}

fn transition(state: &SyncState, op: SyncOp, me: ThreadId) -> Raw {
    let generations = match state {
        SyncState::Destroyed { generation } => *generation,
        _ => 0,
    };
    if let Some(fresh) = initialised(op, generations) {
        return match state {
            SyncState::Uninit
            | SyncState::Zero
            | SyncState::Garbage
            | SyncState::Destroyed { .. }
            | SyncState::StaticMutex(_) => fresh,
            _ => Raw::Misuse("is initialised twice"),
        };
    }
    // A barrier can be destroyed only when nobody has arrived who must wait: those who still leave
    // may go on, whatever it is now.
    if op.is_wait() && !matches!(state, SyncState::Barrier { .. }) {
        return Raw::Next(state.clone(), 0);
    }
    if op == SyncOp::Exit && *state == SyncState::Zero {
        return Raw::Next(SyncState::Ending, 0);
    }
    match materialise(state, op) {
        SyncState::Ending => {
            Raw::Misuse("is ended twice: by two calls of `exit`, or by `exit` and the return of `main`")
        }
        SyncState::Uninit | SyncState::Garbage | SyncState::Zero => {
            Raw::Misuse("is used without having been initialised")
        }
        SyncState::Destroyed { .. } => Raw::Misuse("is used after it was destroyed"),
        SyncState::Mutex { kind, robust, owner, count, health } => {
            mutex(Mutex { kind, robust, owner, count, health }, op, me)
        }
        SyncState::Cond { queue, mutex } => cond(queue, mutex, op, me),
        SyncState::RwLock { writer, readers } => rwlock(writer, readers, op, me),
        SyncState::Spin { owner } => spin(owner, op, me),
        SyncState::Sem { value } => semaphore(value, op),
        SyncState::Barrier { count, arrived, generation } => barrier(count, arrived, generation, op),
        SyncState::Once { runner, done } => once(runner, done, op, me),
        SyncState::StaticMutex(_) => WRONG_KIND,
    }
}

/// What an initialising operation makes where a barrier has had so many generations, `None` for the
/// others.
fn initialised(op: SyncOp, generation: u32) -> Option<Raw> {
    let state = match op {
        SyncOp::MutexInit { kind, robust } => {
            SyncState::Mutex { kind, robust, owner: None, count: 0, health: Health::Good }
        }
        SyncOp::CondInit => SyncState::Cond { queue: Vec::new(), mutex: 0 },
        SyncOp::RwInit => SyncState::RwLock { writer: None, readers: Vec::new() },
        SyncOp::SpinInit => SyncState::Spin { owner: None },
        SyncOp::SemInit { value } => SyncState::Sem { value },
        SyncOp::BarrierInit { count: 0 } => return Some(Raw::Misuse("is initialised for no thread at all")),
        SyncOp::BarrierInit { count } => SyncState::Barrier { count, arrived: 0, generation },
        _ => return None,
    };
    Some(Raw::Next(state, 0))
}

/// What was no barrier is so.
const DESTROYED: SyncState = SyncState::Destroyed { generation: 0 };
const WRONG_KIND: Raw = Raw::Misuse("is used as another kind of object than it was initialised as");

struct Mutex {
    kind: MutexKind,
    robust: bool,
    owner: Option<ThreadId>,
    count: u32,
    health: Health,
}

impl Mutex {
    fn next(self, result: u64) -> Raw {
        let Self { kind, robust, owner, count, health } = self;
        Raw::Next(SyncState::Mutex { kind, robust, owner, count, health }, result)
    }

    fn acquire(mut self, me: ThreadId) -> Raw {
        self.owner = Some(me);
        self.count = 1;
        let result = if self.health == Health::OwnerDied { EOWNERDEAD } else { 0 };
        self.next(result)
    }

    fn release(mut self) -> Raw {
        self.count -= 1;
        if self.count == 0 {
            self.owner = None;
            if self.health == Health::OwnerDied {
                self.health = Health::Lost;
            }
        }
        self.next(0)
    }
}

fn mutex(mut m: Mutex, op: SyncOp, me: ThreadId) -> Raw {
    let mine = m.owner == Some(me);
    match op {
        SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexTimedLock if m.health == Health::Lost => {
            m.next(ENOTRECOVERABLE)
        }
        SyncOp::MutexLock | SyncOp::MutexTryLock | SyncOp::MutexTimedLock => match (m.owner, m.kind) {
            (None, _) => m.acquire(me),
            (Some(_), MutexKind::Recursive) if mine => {
                if m.count == u32::MAX {
                    return m.next(EAGAIN);
                }
                m.count += 1;
                m.next(0)
            }
            (Some(_), MutexKind::ErrorCheck) if mine && op != SyncOp::MutexTryLock => m.next(EDEADLK),
            _ => match op {
                SyncOp::MutexTryLock => m.next(EBUSY),
                SyncOp::MutexTimedLock => m.next(ETIMEDOUT),
                _ => Raw::Blocked,
            },
        },
        SyncOp::MutexUnlock if mine => m.release(),
        SyncOp::MutexUnlock if m.kind == MutexKind::Normal && !m.robust => Raw::Misuse(if m.owner.is_none() {
            "is unlocked while not locked"
        } else {
            "is unlocked by a thread that does not hold it"
        }),
        SyncOp::MutexUnlock => m.next(EPERM),
        SyncOp::MutexConsistent if m.robust && m.health == Health::OwnerDied && mine => {
            m.health = Health::Good;
            m.next(0)
        }
        SyncOp::MutexConsistent => m.next(EINVAL),
        SyncOp::MutexOwnerDied => {
            if mine {
                m.owner = None;
                m.count = 0;
                m.health = Health::OwnerDied;
            }
            m.next(0)
        }
        SyncOp::MutexDestroy if m.owner.is_some() => Raw::Misuse("is destroyed while locked"),
        SyncOp::MutexDestroy => Raw::Next(DESTROYED, 0),
        _ => WRONG_KIND,
    }
}

fn cond(mut queue: Vec<Waiting>, mut mutex: Addr, op: SyncOp, me: ThreadId) -> Raw {
    match op {
        SyncOp::CondEnter { mutex: other } if !queue.is_empty() && other != mutex => {
            return Raw::Misuse("is waited for with two different mutexes at the same time");
        }
        SyncOp::CondEnter { mutex: one } => {
            queue.push(Waiting::Thread(me));
            mutex = one;
        }
        SyncOp::CondAwake { timed, spurious } => return awake(queue, mutex, timed, spurious, me),
        SyncOp::CondSignal => {
            if waiters(&queue) > tokens(&queue) {
                queue.push(Waiting::Token);
            }
        }
        SyncOp::CondBroadcast => {
            for _ in tokens(&queue)..waiters(&queue) {
                queue.push(Waiting::Token);
            }
        }
        SyncOp::CondDestroy if waiters(&queue) > tokens(&queue) => {
            return Raw::Misuse("is destroyed while a thread waits for it");
        }
        // All that wait are woken, but have not gone on yet: POSIX allows to destroy it, glibc lets
        // them go on first.
        SyncOp::CondDestroy if !queue.is_empty() => return Raw::Blocked,
        SyncOp::CondDestroy => return Raw::Next(DESTROYED, 0),
        _ => return WRONG_KIND,
    }
    Raw::Next(SyncState::Cond { queue, mutex }, 0)
}

fn waiters(queue: &[Waiting]) -> usize {
    queue.iter().filter(|w| matches!(w, Waiting::Thread(_))).count()
}

fn tokens(queue: &[Waiting]) -> usize {
    queue.len() - waiters(queue)
}

/// A waiter takes the first token after it. Every prefix has at least as many waiters as tokens, so
/// that leaves each other token to somebody before it.
fn awake(mut queue: Vec<Waiting>, mutex: Addr, timed: bool, spurious: bool, me: ThreadId) -> Raw {
    let Some(place) = queue.iter().position(|w| *w == Waiting::Thread(me)) else {
        return Raw::Misuse("was destroyed, and initialised again, while a thread waited for it");
    };
    let token = queue[place..].iter().position(|w| *w == Waiting::Token).map(|i| i + place);
    let result = match token {
        Some(token) => {
            queue.remove(token);
            0
        }
        None if spurious => 0,
        None if timed => ETIMEDOUT,
        None => return Raw::Blocked,
    };
    queue.remove(place);
    // Once nobody waits, any mutex will do.
    let mutex = if queue.is_empty() { 0 } else { mutex };
    Raw::Next(SyncState::Cond { queue, mutex }, result)
}

fn rwlock(mut writer: Option<ThreadId>, mut readers: Vec<(ThreadId, u32)>, op: SyncOp, me: ThreadId) -> Raw {
    use SyncOp as O;
    let busy = |op| match op {
        O::RwTryRead | O::RwTryWrite => Some(EBUSY),
        O::RwTimedRead | O::RwTimedWrite => Some(ETIMEDOUT),
        _ => None,
    };
    let mut result = 0;
    match op {
        O::RwRead | O::RwTryRead | O::RwTimedRead if writer.is_none() => {
            match readers.binary_search_by_key(&me, |r| r.0) {
                Ok(at) => readers[at].1 += 1,
                Err(at) => readers.insert(at, (me, 1)),
            }
        }
        O::RwWrite | O::RwTryWrite | O::RwTimedWrite if writer.is_none() && readers.is_empty() => writer = Some(me),
        O::RwRead | O::RwTryRead | O::RwTimedRead | O::RwWrite | O::RwTryWrite | O::RwTimedWrite => match busy(op) {
            Some(error) => result = error,
            None => return Raw::Blocked,
        },
        O::RwUnlock if writer == Some(me) => writer = None,
        O::RwUnlock => match readers.binary_search_by_key(&me, |r| r.0) {
            Ok(at) if readers[at].1 > 1 => readers[at].1 -= 1,
            Ok(at) => {
                readers.remove(at);
            }
            Err(_) => return Raw::Misuse("is unlocked by a thread that does not hold it"),
        },
        O::RwDestroy if writer.is_some() || !readers.is_empty() => return Raw::Misuse("is destroyed while locked"),
        O::RwDestroy => return Raw::Next(DESTROYED, 0),
        _ => return WRONG_KIND,
    }
    Raw::Next(SyncState::RwLock { writer, readers }, result)
}

fn spin(owner: Option<ThreadId>, op: SyncOp, me: ThreadId) -> Raw {
    let (owner, result) = match (op, owner) {
        (SyncOp::SpinLock | SyncOp::SpinTryLock, None) => (Some(me), 0),
        (SyncOp::SpinLock, Some(_)) => return Raw::Blocked,
        (SyncOp::SpinTryLock, Some(_)) => (owner, EBUSY),
        (SyncOp::SpinUnlock, Some(holder)) if holder == me => (None, 0),
        (SyncOp::SpinUnlock, None) => return Raw::Misuse("is unlocked while not locked"),
        (SyncOp::SpinUnlock, Some(_)) => return Raw::Misuse("is unlocked by a thread that does not hold it"),
        (SyncOp::SpinDestroy, Some(_)) => return Raw::Misuse("is destroyed while locked"),
        (SyncOp::SpinDestroy, None) => return Raw::Next(DESTROYED, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Spin { owner }, result)
}

fn semaphore(value: u32, op: SyncOp) -> Raw {
    const MAX: u32 = i32::MAX as u32;
    let (value, result) = match op {
        SyncOp::SemPost if value >= MAX => (value, EOVERFLOW),
        SyncOp::SemPost => (value + 1, 0),
        SyncOp::SemGet => (value, u64::from(value)),
        SyncOp::SemWait | SyncOp::SemTryWait | SyncOp::SemTimedWait if value > 0 => (value - 1, 0),
        SyncOp::SemWait => return Raw::Blocked,
        SyncOp::SemTryWait => (value, EAGAIN),
        SyncOp::SemTimedWait => (value, ETIMEDOUT),
        SyncOp::SemDestroy => return Raw::Next(DESTROYED, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Sem { value }, result)
}

fn barrier(count: u32, mut arrived: u32, mut generation: u32, op: SyncOp) -> Raw {
    let result = match op {
        SyncOp::BarrierArrive => {
            let waits_for = u64::from(generation) * 2;
            arrived += 1;
            if arrived == count {
                arrived = 0;
                generation += 1;
                waits_for + 1
            } else {
                waits_for
            }
        }
        SyncOp::BarrierLeave { generation: mine } if generation > mine => 0,
        SyncOp::BarrierLeave { .. } => return Raw::Blocked,
        SyncOp::BarrierDestroy if arrived > 0 => return Raw::Misuse("is destroyed while a thread waits at it"),
        SyncOp::BarrierDestroy => return Raw::Next(SyncState::Destroyed { generation }, 0),
        _ => return WRONG_KIND,
    };
    Raw::Next(SyncState::Barrier { count, arrived, generation }, result)
}

fn once(runner: Option<ThreadId>, done: bool, op: SyncOp, me: ThreadId) -> Raw {
    match op {
        SyncOp::OnceEnter if done => Raw::Next(SyncState::Once { runner, done }, 0),
        SyncOp::OnceEnter if runner.is_none() => Raw::Next(SyncState::Once { runner: Some(me), done }, 1),
        SyncOp::OnceEnter => Raw::Blocked,
        SyncOp::OnceDone => Raw::Next(SyncState::Once { runner: None, done: true }, 0),
        _ => WRONG_KIND,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ThreadId = ThreadId(1);
    const B: ThreadId = ThreadId(2);
    const C: ThreadId = ThreadId(3);
    const ENTER: SyncOp = SyncOp::CondEnter { mutex: 8 };
    const AWAKE: SyncOp = SyncOp::CondAwake { timed: false, spurious: false };

    fn run(table: &mut SyncTable, from: SyncId, steps: &[(ThreadId, SyncOp, u64)]) -> SyncId {
        steps.iter().fold(from, |state, &(thread, op, expected)| match table.apply(state, op, thread) {
            Outcome::Next { state, result } => {
                assert_eq!(result, expected, "{op:?} by {thread}");
                state
            }
            other => panic!("{op:?} by {thread}: {other:?}"),
        })
    }

    #[test]
    fn what_fails_or_asks_orders_nothing() {
        for (op, result) in [
            (SyncOp::MutexTryLock, EBUSY),
            (SyncOp::MutexTimedLock, ETIMEDOUT),
            (SyncOp::MutexLock, EDEADLK),
            (SyncOp::MutexLock, ENOTRECOVERABLE),
            (SyncOp::MutexUnlock, EPERM),
            (SyncOp::RwTryRead, EBUSY),
            (SyncOp::SemTryWait, EAGAIN),
            (SyncOp::SemPost, EOVERFLOW),
            (SyncOp::SemGet, 0),
            (SyncOp::SemGet, 1),
        ] {
            assert!(op.orders_nothing(result), "{op:?} {result}");
            assert_eq!(op.order(result), Order::Relaxed, "{op:?} {result}");
        }
        for (op, result, order) in [
            (SyncOp::MutexTryLock, 0, Order::Acquire),
            (SyncOp::MutexLock, EOWNERDEAD, Order::Acquire),
            (SyncOp::MutexUnlock, 0, Order::Release),
            (SyncOp::BarrierArrive, 2, Order::AcqRel),
            (SyncOp::OnceEnter, 1, Order::Acquire),
            (SyncOp::BarrierLeave { generation: 0 }, 0, Order::Acquire),
            (AWAKE, 0, Order::Acquire),
            (AWAKE, ETIMEDOUT, Order::Relaxed),
        ] {
            assert!(!op.orders_nothing(result), "{op:?} {result}");
            assert_eq!(op.order(result), order, "{op:?} {result}");
        }
    }

    #[test]
    fn mutex_kinds() {
        let t = &mut SyncTable::new();
        let held = run(t, SyncId::ZERO, &[(A, SyncOp::MutexLock, 0)]);
        assert_eq!(t.apply(held, SyncOp::MutexLock, A), Outcome::Blocked);
        assert_eq!(t.apply(held, SyncOp::MutexLock, B), Outcome::Blocked);
        assert!(matches!(t.apply(held, SyncOp::MutexUnlock, B), Outcome::Misuse(_)));
        assert!(matches!(t.apply(held, SyncOp::MutexDestroy, A), Outcome::Misuse(_)));
        run(
            t,
            held,
            &[(B, SyncOp::MutexTryLock, EBUSY), (B, SyncOp::MutexTimedLock, ETIMEDOUT), (A, SyncOp::MutexUnlock, 0)],
        );
        let twice = run(
            t,
            SyncId::STATIC_RECURSIVE,
            &[(A, SyncOp::MutexLock, 0), (A, SyncOp::MutexLock, 0), (A, SyncOp::MutexUnlock, 0)],
        );
        assert_eq!(t.apply(twice, SyncOp::MutexLock, B), Outcome::Blocked);
        run(t, twice, &[(A, SyncOp::MutexUnlock, 0), (B, SyncOp::MutexLock, 0), (A, SyncOp::MutexUnlock, EPERM)]);
        run(
            t,
            SyncId::STATIC_ERROR_CHECK,
            &[(A, SyncOp::MutexLock, 0), (A, SyncOp::MutexLock, EDEADLK), (A, SyncOp::MutexTryLock, EBUSY)],
        );
    }

    #[test]
    fn robust_mutex() {
        let t = &mut SyncTable::new();
        let init = SyncOp::MutexInit { kind: MutexKind::Normal, robust: true };
        let died = run(
            t,
            SyncId::UNINIT,
            &[
                (A, init, 0),
                (A, SyncOp::MutexLock, 0),
                (A, SyncOp::MutexOwnerDied, 0),
                (B, SyncOp::MutexLock, EOWNERDEAD),
            ],
        );
        run(t, died, &[(B, SyncOp::MutexConsistent, 0), (B, SyncOp::MutexUnlock, 0), (C, SyncOp::MutexLock, 0)]);
        run(t, died, &[(B, SyncOp::MutexUnlock, 0), (C, SyncOp::MutexLock, ENOTRECOVERABLE)]);
    }

    #[test]
    fn a_signal_is_for_those_that_waited_before_it() {
        let t = &mut SyncTable::new();
        let lost = run(t, SyncId::ZERO, &[(C, SyncOp::CondSignal, 0), (A, ENTER, 0)]);
        assert_eq!(t.apply(lost, AWAKE, A), Outcome::Blocked, "a signal that nobody waits for is lost");
        run(t, lost, &[(A, SyncOp::CondAwake { timed: true, spurious: false }, ETIMEDOUT)]);
        let one = run(t, SyncId::ZERO, &[(A, ENTER, 0), (C, SyncOp::CondSignal, 0), (B, ENTER, 0)]);
        assert_eq!(t.apply(one, AWAKE, B), Outcome::Blocked, "it waited too late");
        run(t, one, &[(A, AWAKE, 0)]);
        let either = run(t, SyncId::ZERO, &[(A, ENTER, 0), (B, ENTER, 0), (C, SyncOp::CondSignal, 0)]);
        let b_first = run(t, either, &[(B, AWAKE, 0)]);
        assert_eq!(t.apply(b_first, AWAKE, A), Outcome::Blocked);
        run(t, either, &[(C, SyncOp::CondBroadcast, 0), (B, AWAKE, 0), (A, AWAKE, 0)]);
    }

    #[test]
    fn a_timed_out_waiter_leaves_the_token_to_the_others() {
        let t = &mut SyncTable::new();
        let timed = SyncOp::CondAwake { timed: true, spurious: false };
        let s =
            run(t, SyncId::ZERO, &[(A, ENTER, 0), (C, SyncOp::CondSignal, 0), (B, ENTER, 0), (B, timed, ETIMEDOUT)]);
        run(t, s, &[(A, AWAKE, 0)]);
    }

    #[test]
    fn rwlock_semaphore_barrier_once() {
        let t = &mut SyncTable::new();
        let read =
            run(t, SyncId::ZERO, &[(A, SyncOp::RwRead, 0), (B, SyncOp::RwTryRead, 0), (C, SyncOp::RwTryWrite, EBUSY)]);
        assert_eq!(t.apply(read, SyncOp::RwWrite, C), Outcome::Blocked);
        run(
            t,
            read,
            &[
                (A, SyncOp::RwUnlock, 0),
                (B, SyncOp::RwUnlock, 0),
                (C, SyncOp::RwWrite, 0),
                (A, SyncOp::RwTimedRead, ETIMEDOUT),
            ],
        );
        let sem = run(
            t,
            SyncId::UNINIT,
            &[(A, SyncOp::SemInit { value: 1 }, 0), (A, SyncOp::SemWait, 0), (A, SyncOp::SemTryWait, EAGAIN)],
        );
        assert_eq!(t.apply(sem, SyncOp::SemWait, B), Outcome::Blocked);
        run(t, sem, &[(B, SyncOp::SemPost, 0), (B, SyncOp::SemGet, 1)]);
        let bar = run(t, SyncId::UNINIT, &[(A, SyncOp::BarrierInit { count: 2 }, 0), (A, SyncOp::BarrierArrive, 0)]);
        assert_eq!(t.apply(bar, SyncOp::BarrierLeave { generation: 0 }, A), Outcome::Blocked);
        run(t, bar, &[(B, SyncOp::BarrierArrive, 1), (A, SyncOp::BarrierLeave { generation: 0 }, 0)]);
        // Whoever is let go may go, whatever becomes of the barrier before.
        let gone = run(t, bar, &[(B, SyncOp::BarrierArrive, 1), (B, SyncOp::BarrierDestroy, 0)]);
        for made in [SyncOp::BarrierInit { count: 2 }, SyncOp::CondInit] {
            let anew = run(t, gone, &[(B, made, 0)]);
            run(t, anew, &[(A, SyncOp::BarrierLeave { generation: 0 }, 0)]);
        }
        let anew = run(t, gone, &[(B, SyncOp::BarrierInit { count: 2 }, 0), (B, SyncOp::BarrierArrive, 2)]);
        assert_eq!(t.apply(anew, SyncOp::BarrierLeave { generation: 1 }, B), Outcome::Blocked, "the new one");
        let running = run(t, SyncId::ZERO, &[(A, SyncOp::OnceEnter, 1)]);
        assert_eq!(t.apply(running, SyncOp::OnceEnter, B), Outcome::Blocked);
        run(t, running, &[(A, SyncOp::OnceDone, 0), (B, SyncOp::OnceEnter, 0)]);
    }

    #[test]
    fn misuse_is_named() {
        let t = &mut SyncTable::new();
        assert!(matches!(t.apply(SyncId::UNINIT, SyncOp::MutexLock, A), Outcome::Misuse(_)));
        assert!(matches!(t.apply(SyncId::ZERO, SyncOp::SemWait, A), Outcome::Misuse(_)));
        let used = run(t, SyncId::ZERO, &[(A, SyncOp::MutexLock, 0), (A, SyncOp::MutexUnlock, 0)]);
        assert!(matches!(
            t.apply(used, SyncOp::MutexInit { kind: MutexKind::Normal, robust: false }, A),
            Outcome::Misuse(_)
        ));
        assert!(matches!(t.apply(used, SyncOp::SemPost, A), Outcome::Misuse(_)));
        let gone = run(t, used, &[(A, SyncOp::MutexDestroy, 0)]);
        assert!(matches!(t.apply(gone, SyncOp::MutexLock, A), Outcome::Misuse(_)));
        let waiting = run(t, SyncId::ZERO, &[(A, ENTER, 0)]);
        assert!(matches!(t.apply(waiting, SyncOp::CondDestroy, B), Outcome::Misuse(_)));
        let other = SyncOp::CondEnter { mutex: 16 };
        assert!(matches!(t.apply(waiting, other, B), Outcome::Misuse(_)));
        run(t, waiting, &[(B, SyncOp::CondSignal, 0), (A, AWAKE, 0), (B, other, 0)]);
        let woken = run(t, waiting, &[(B, SyncOp::CondSignal, 0)]);
        assert_eq!(t.apply(woken, SyncOp::CondDestroy, B), Outcome::Blocked, "until it has gone on");
        run(t, woken, &[(A, AWAKE, 0), (B, SyncOp::CondDestroy, 0)]);
    }
}
