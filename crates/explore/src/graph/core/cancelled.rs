//! Rounds of loops that take back what they have done (`filters::cancel`): what a thread waits for
//! that has just gone one, and what its next event has in its past.

use super::consistency::Model;
use super::event::{Id, Kind, NONE};
use super::execution::Execution;

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// Whether the thread has just gone a round that takes back what it did, and nobody has seen it.
    pub(crate) fn is_unseen(&self, thread: u32) -> bool {
        self.round_of(thread) != NONE && self.onlooker(thread) == NONE
    }

    /// The first event of the round that the thread has just ended, if that takes back what it
    /// did; or [`NONE`].
    #[inline]
    pub(crate) fn round_of(&self, thread: u32) -> Id {
        let last = self.lane(thread).last;
        if last == NONE { NONE } else { self.event(last).round }
    }

    /// If the thread has just gone a round that takes back what it did: the read of another thread
    /// that has seen one of its writes but the last of each location, the first of them in the order
    /// of threads; [`NONE`] if there is none.
    #[inline]
    pub(crate) fn onlooker(&self, thread: u32) -> Id {
        let first = self.round_of(thread);
        if first == NONE { NONE } else { self.find_onlooker(thread, first) }
    }

    #[inline(never)]
    fn find_onlooker(&self, thread: u32, first: Id) -> Id {
        let mut found = NONE;
        let mut at = self.lane(thread).last;
        loop {
            let event = self.event(at);
            if event.kind == Kind::Update && self.is_inner(at) {
                let mut read = event.readers;
                while read != NONE {
                    if self.event(read).thread != thread
                        && (found == NONE || self.place_of(read) < self.place_of(found))
                    {
                        found = read;
                    }
                    read = self.event(read).reader_next;
                }
            }
            if at == first {
                return found;
            }
            at = event.po_prev;
        }
    }

    /// Whether a write of the newest round of its thread is not its last of its location.
    fn is_inner(&self, write: Id) -> bool {
        let next = self.event(write).co_next;
        next != NONE && self.event(next).thread == self.event(write).thread && self.event(next).kind == Kind::Update
    }

    /// An order of the events that is the same in all graphs.
    fn place_of(&self, id: Id) -> (u32, u32) {
        let event = self.event(id);
        (event.thread, event.count)
    }
}
