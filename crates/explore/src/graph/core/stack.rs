//! The stack of open choices, which stands for the recursion of Algorithm 2.
//!
//! A frame is opened when an event is added in the first of several ways. It says how the graph was
//! before, and what is left to choose. [`super::search`] goes back to the newest one.

use super::event::Id;
use super::path::{Path, path};
use threadbare_op::{Mark, Stats};

/// An open choice. `Base` says how the graph was before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) base: Base,
    pub(crate) choice: Choice,
    /// How often the search went back to a frame since the one below was opened (see
    /// [`super::path`]).
    pub(crate) again: u32,
}

/// The state of the search before a choice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) trail: usize,
    pub(crate) events: usize,
    pub(crate) mark: Mark,
}

/// What was chosen last, and what is left to choose.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    /// The thread's load read `from`; writes before it in coherence order are left.
    Load { thread: u32, from: Id },
    /// The thread's store was placed after `after`.
    Store { thread: u32, after: Id },
    /// The thread's read-modify-write, or synchronisation operation, read `from`.
    Update { thread: u32, from: Id },
    /// The thread's choice was answered `value`.
    Value { thread: u32, value: u32, arity: u32 },
    /// The thread's question was answered; `from` is the next answer that is possible.
    Answer { thread: u32, from: u32 },
    /// The thread's compare-and-swap reads `from` (again, if it is `revisited`) and was told whether
    /// it succeeds; `answer` is the next answer that is possible.
    Swap { thread: u32, from: Id, revisited: bool, answer: u32 },
    /// The thread's write (which reads `from`, if it reads) revisits the reads from here on in the
    /// queue.
    Revisits { thread: u32, from: Id, queue: usize, made: Made },
    /// In a revisit, the write was placed after `after`, and then `read` added again.
    Place { thread: u32, after: Id, read: Id },
}

/// Whether a frame has made a revisit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Made {
    NotYet,
    /// The newest of the revisits that are saved belongs to it.
    Newest,
}

/// The frames, and where among them the search is.
#[derive(Debug, Default)]
pub(crate) struct Stack {
    pub(crate) frames: Vec<Frame>,
    /// How often the search went back since the newest frame was opened.
    pub(crate) again: u32,
    /// The frames below this one belong to somebody else.
    pub(crate) floor: usize,
    pub(super) resumed: Resumed,
}

/// How a search came to stand where it was resumed last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Resumed {
    pub(super) frames: usize,
    pub(super) again: u32,
    pub(super) stats: Stats,
}

impl Stack {
    /// Opens a frame.
    pub(super) fn push(&mut self, base: Base, choice: Choice) {
        let again = std::mem::take(&mut self.again);
        self.frames.push(Frame { base, choice, again });
    }

    /// Takes the frame that was opened last away again.
    pub(super) fn take_away(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.again = frame.again;
        }
    }

    /// Goes back to the newest frame, and closes it.
    pub(super) fn go_back(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.again = frame.again + 1;
        Some(frame)
    }

    /// Whether there are frames left that are the search's own.
    pub(super) fn has_more(&self) -> bool {
        self.frames.len() > self.floor
    }

    /// Where the search is.
    pub(crate) fn path(&self) -> Path {
        path(&self.frames, self.again)
    }

    pub(super) fn path_to(&self, open: usize, again: u32) -> Path {
        path(&self.frames[..open], again)
    }

    /// Notes that the search goes on from here, having gone back.
    pub(super) fn note_resumed(&mut self, stats: Stats) {
        self.resumed = Resumed { frames: self.frames.len(), again: self.again, stats };
    }
}
