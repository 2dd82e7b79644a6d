//! Objects of the flat memory.

use smallvec::SmallVec;
use std::cell::Cell;
use threadbare_op::{Addr, Site, SyncOp, ThreadId};
use threadbare_program::{GlobalId, ShapeId};

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A global variable.
    Global(GlobalId),
    /// A thread's copy of a thread-local variable, constant or not; it ends with the thread.
    Local(GlobalId),
    /// A global variable that must not be written.
    Constant(GlobalId),
    /// Declared only: reaching it is unsupported.
    External(GlobalId),
    /// Allocated by `malloc` and its kin.
    Heap,
    /// A variable of a function that has not returned.
    Stack(Option<ShapeId>),
    /// A big variable of a function that nobody else can see.
    Private,
    /// What the machine keeps for a thread.
    Hidden,
    /// The `errno` of a thread; it ends with the thread.
    Errno,
}

/// Who freed an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Freed {
    pub(crate) thread: ThreadId,
    pub(crate) epoch: u32,
    pub(crate) site: Site,
    /// What that thread allocates from then on is at this address or above; [`Addr::MAX`] if the
    /// object was moved.
    pub(crate) next: Addr,
}

/// One access to a word that later accesses are checked against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rec {
    pub(crate) epoch: u32,
    pub(crate) site: Site,
    pub(crate) thread: u16,
    /// Bit i: byte i of the word.
    pub(crate) bytes: u8,
    pub(crate) write: bool,
    pub(crate) atomic: bool,
    pub(crate) by: By,
}

/// What accesses memory: most do it as such, others to operate on the synchronisation object that
/// begins there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum By {
    Access,
    Operation,
    Initialisation,
    Destruction,
    /// An operation that fails, or only asks, where these have to be ordered with others
    /// ([`crate::Options::only_ordered`]).
    Look,
    /// An access that only counts ([`threadbare_op::Op::is_counting`]).
    Addition,
}

impl By {
    /// In the order of their numbers; there are eight of these.
    pub(crate) const ALL: [Self; 8] = {
        let all = [Self::Access, Self::Operation, Self::Initialisation, Self::Destruction, Self::Look, Self::Addition];
        [all[0], all[1], all[2], all[3], all[4], all[5], all[0], all[0]]
    };
}

/// What is known of the accesses to a word of memory.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Accesses {
    /// The accesses.
    pub(crate) records: SmallVec<[Rec; 4]>,
    /// The bytes that were read by a visible atomic access.
    pub(crate) atomic_read: u8,
    /// Written by one.
    pub(crate) atomic_written: u8,
    /// The size of the last such access; 0 if there was none.
    pub(crate) atomic_size: u8,
    /// The bytes of which an atomic access was seen in the present exploration, whether undone or
    /// not; only kept where [`Object::assumed`].
    pub(crate) seen_atomic: u8,
    /// The same for plain accesses while there were several threads.
    pub(crate) seen_plain: u8,
    /// What is known of synchronisation objects that begin at the first and at the fifth byte: see
    /// [`super::sync`].
    pub(crate) sync: [Used; 2],
}

/// What was done with a synchronisation object since plain stores made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Used {
    /// Nothing: there may be none.
    #[default]
    No,
    /// It was used.
    Yes,
    /// Its life is over: it was destroyed, or (a once) has done its work.
    Over,
    /// The same of a barrier: who was let through, and has not yet returned, has done so.
    Left,
}

impl Used {
    /// Whether its life is over.
    pub(super) fn is_over(self) -> bool {
        matches!(self, Self::Over | Self::Left)
    }

    /// What an operation leaves.
    pub(super) fn after(op: SyncOp) -> Self {
        match op {
            SyncOp::BarrierDestroy => Self::Left,
            op if op.ends_life() => Self::Over,
            _ => Self::Yes,
        }
    }
}

/// What an object adds to a fingerprint of memory by itself ([`super::fingerprint`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Printed {
    /// It is not known since it has changed.
    #[default]
    NotYet,
    /// It depends on other objects, or on input.
    Depends,
    /// This.
    Is(u128),
}

/// An object.
#[derive(Clone, Debug)]
pub(crate) struct Object<V> {
    pub(crate) addr: Addr,
    pub(crate) size: u64,
    pub(crate) kind: Kind,
    /// Where it was made; the thread is in its address.
    pub(crate) site: Site,
    /// When it was made: the epoch of its thread ([`super::races::made`]).
    pub(crate) made: u32,
    pub(crate) freed: Option<Freed>,
    /// If it is freed memory of the heap: what happened before, the clock of the thread that freed
    /// it.
    pub(crate) before_free: Vec<u32>,
    /// Objects with whose addresses its address was compared while both were there, and where.
    pub(crate) compared: Vec<(Addr, Site)>,
    /// Whether its accesses are to be checked for races.
    pub(crate) tracked: bool,
    /// Whether each of its bytes is assumed to be accessed only atomically or only plainly
    /// ([`super::learned::assume`]).
    pub(crate) assumed: bool,
    /// Whether it is assumed that only the thread that allocated it accesses it.
    pub(crate) own: bool,
    /// Whether visible operations on it may have part in races ([`super::races::exposure`]).
    pub(crate) exposed: bool,
    /// Whether it is known to be accessed by several threads, under `--races explore`.
    pub(crate) shared: bool,
    /// Whether it is known to be written plainly while others run, under `--races ignore`
    /// ([`super::learned::ignored`]).
    pub(crate) rewritten: bool,
    /// Whether visible accesses leave no trace in it ([`super::learned::sharing`]).
    pub(crate) traceless: bool,
    /// Whether some of its bytes were accessed atomically, so that plain accesses need a closer
    /// look.
    pub(crate) atomics: bool,
    /// Whether synchronisation objects in it were used.
    pub(crate) syncs: bool,
    /// The one thread that has accessed it, under `--races explore`.
    pub(crate) owner: Option<u16>,
    /// Its content, eight bytes to a cell.
    pub(crate) cells: Vec<V>,
    /// By word: one more than the place in the log of the last write. Made when first needed.
    pub(crate) recent: Vec<u32>,
    /// By word. Made when first needed.
    pub(crate) words: Vec<Accesses>,
    /// Whoever changes `cells`, or what operations leave in `words`, forgets it.
    pub(crate) printed: Cell<Printed>,
}

impl<V> Object<V> {
    /// The word's record, made if need be.
    pub(crate) fn word(&mut self, word: usize) -> &mut Accesses {
        if self.words.is_empty() {
            self.words.resize(self.cells.len(), Accesses::default());
        }
        &mut self.words[word]
    }

    /// Whether it can be freed by `free`.
    pub(crate) fn is_heap(&self) -> bool {
        self.kind == Kind::Heap
    }
}
