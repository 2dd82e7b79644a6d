//! Events of an execution graph, and the clocks that answer order questions about them.

pub(crate) use crate::drive::clock::{Clock, join};
pub(crate) use crate::drive::locations::Content;
use threadbare_op::{Mark, Order, Pending, Segment, Word};

/// An event: an index into the arena of events, or the initial write of a location ([`initial`]),
/// or [`NONE`].
pub(crate) type Id = u32;

/// No event.
pub(crate) const NONE: Id = u32::MAX;

const INITIAL: Id = 1 << 31;

/// The initial write of a location.
pub(crate) const fn initial(loc: u32) -> Id {
    INITIAL | loc
}

/// The location whose initial write this is.
pub(crate) const fn initial_of(id: Id) -> Option<u32> {
    if id != NONE && id & INITIAL != 0 { Some(id & !INITIAL) } else { None }
}

/// What an event does to the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A fence: nothing but program order (and what the model makes of it).
    Fence,
    /// A choice among several values; the field is the one taken.
    Choice(u32),
    /// A question about the input, answered so. It is no event of the program as it runs on one
    /// input: no order depends on it.
    Answer {
        value: u32,
        /// No smaller answer was possible when it was added.
        first: bool,
    },
    /// Starts a thread (its number).
    Spawn(u32),
    /// Waits for the end of a thread (its number).
    Join(u32),
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads and writes at once: a read-modify-write, a compare-and-swap that succeeds, an
    /// operation on a synchronisation object.
    Update,
    /// Waits for a state of a synchronisation object that stays reached
    /// ([`threadbare_op::SyncOp::is_wait`]).
    Wait,
}

impl Kind {
    pub(crate) const fn reads(self) -> bool {
        matches!(self, Self::Load | Self::Update)
    }

    pub(crate) const fn writes(self) -> bool {
        matches!(self, Self::Store | Self::Update)
    }

    /// The value that was chosen, or the answer.
    pub(crate) const fn chosen(self) -> Option<u32> {
        match self {
            Self::Choice(value) | Self::Answer { value, .. } => Some(value),
            _ => None,
        }
    }

    pub(crate) const fn has_location(self) -> bool {
        matches!(self, Self::Load | Self::Store | Self::Update | Self::Wait)
    }
}

/// An event with its place in the graph. What is fixed when it is added comes first, the links
/// follow.
///
/// It has many fields since it is what each structure of the paper (po, rf, co, porf) says of one
/// event: to keep them apart would cost one access to memory for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event<T, V, const W: usize> {
    pub(crate) kind: Kind,
    /// How strongly it orders others.
    pub(crate) order: Order,
    /// It is a compare-and-swap that fails.
    pub(crate) locked: bool,
    pub(crate) thread: u32,
    /// Number of events of its thread up to it; the thread's beginning is number 1.
    pub(crate) count: u32,
    /// Index of its location, if the kind has one.
    pub(crate) loc: u32,
    /// What it reads from; [`NONE`] if it does not read.
    pub(crate) rf: Id,
    /// The value (or state) it writes.
    pub(crate) value: Word,
    /// What its location held before the first event, as far as known when it was added.
    pub(crate) content: Content,
    /// Program order and reads-from, closed; includes itself.
    pub(crate) porf: Clock<W>,
    /// What the memory model knows of it besides.
    pub(crate) view: V,
    /// The thread after it.
    pub(crate) next: Pending<T>,
    /// The last event before it in its thread that is not at the same location, and no answer.
    pub(crate) other_before: Id,
    /// It was co-maximal (read the tail, or was placed at it) when it was added.
    pub(crate) comax: bool,
    /// It is a read whose source was changed by a revisit.
    pub(crate) revisited: bool,

    /// The first event of the round that ends with it, if that takes back what it did; or [`NONE`]
    /// ([`super::cancelled`]).
    pub(crate) round: Id,
    /// A revisit depends on it: it must not be deleted by another.
    pub(crate) pinned: bool,
    /// The log before it.
    pub(crate) mark: Mark,
    /// Its effects in the log.
    pub(crate) segment: Segment,
    pub(crate) po_prev: Id,
    pub(crate) po_next: Id,
    pub(crate) co_prev: Id,
    pub(crate) co_next: Id,
    /// Its readers: a list through `reader_next`.
    pub(crate) readers: Id,
    pub(crate) reader_next: Id,
    /// The previous read of this location by this thread.
    pub(crate) read_before: Id,
    /// The previous write to this location by this thread.
    pub(crate) write_before: Id,
    /// Index in the trail while it is in the graph.
    pub(crate) position: u32,
    /// Length of the log of old clocks before it.
    pub(crate) clocks_before: u32,
}
