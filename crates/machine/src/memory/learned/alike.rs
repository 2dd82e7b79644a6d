//! Whether threads that run the same code with the same argument can be told apart (symmetry
//! reduction).
//!
//! What differs between them is their number, and with it the addresses of their own objects. As
//! long as the program treats addresses as opaque ([`Program::opaque_addresses`]), exchanging two
//! threads exchanges the addresses, too, and nobody can tell. Whatever might tell is noted here:
//! asking for one's own handle, starting threads, results of threads, addresses that are printed,
//! and addresses of own objects that are stored into memory, where they could be loaded as numbers.
//! That is noted for good, and the exploration begins again without symmetry ([`crate::memory::Sharing`]).
//! (Addresses in memory would do no harm by themselves: this is more careful than it would have to
//! be.)
//!
//! A conversion of an address to a number, a difference, and a comparison by order are instructions of
//! the code ([`Inst::AsNumber`]). They are noted if an address of an object is met there that is made
//! while the program runs: `(long)arg` of a small number is none, nor is the difference of two places in
//! one object. Then no object is renamed in a state any more ([`crate::machine`], `states`).
//!
//! Not so the main thread: nobody is exchanged with it.
//!
//! [`Inst::AsNumber`]: threadbare_program::Inst::AsNumber
//! [`Program::opaque_addresses`]: threadbare_program::Program::opaque_addresses

use crate::domain::Domain;
use crate::layout;
use crate::memory::Memory;
use crate::options::Races;
use std::sync::atomic::Ordering;
use threadbare_op::{Addr, ThreadId};

/// What is known in the present exploration.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::memory) struct Alike {
    /// Some threads have been taken to be interchangeable.
    grouped: bool,
    /// Something was done that depends on the number of a thread.
    told_apart: bool,
}

impl<D: Domain> Memory<D> {
    /// Whether threads with the same start may be exchanged; it is about to be done.
    pub(crate) fn group_threads(&mut self) -> bool {
        // Where races are ignored, nobody sees that some of the threads conflict with what their
        // parent does between their starts.
        let unchecked = self.checks.policy == Races::Ignore;
        if unchecked || self.learned.sharing.is_asymmetric() || !self.program.opaque_addresses {
            return false;
        }
        self.learned.alike.grouped = true;
        if self.learned.alike.told_apart {
            self.break_symmetry();
        }
        !self.learned.alike.told_apart
    }

    /// The running thread does something that depends on its number.
    pub(crate) fn tell_apart(&mut self) {
        if self.who.thread != ThreadId::MAIN {
            self.tell_results_apart();
        }
    }

    /// Somebody gets to know what a thread has returned.
    pub(crate) fn tell_results_apart(&mut self) {
        self.learned.alike.told_apart = true;
        if self.learned.alike.grouped {
            self.break_symmetry();
        }
    }

    /// The running thread stores a value into memory. What is not settled may be anything.
    #[inline]
    pub(in crate::memory) fn note_stored(&mut self, value: D::Value, size: u8) {
        let Ok(word) = self.domain.word(value) else { return self.tell_apart() };
        if layout::tell_apart(self.space, word.bits, size) {
            self.tell_apart();
        }
    }

    /// What comes next depends on the number of an address, unless it leads into the same object as the
    /// other one.
    pub(crate) fn note_number(&mut self, a: D::Value, b: D::Value) {
        let (Ok(a), Ok(b)) = (self.domain.word(a), self.domain.word(b)) else {
            return self.note_numbered(true);
        };
        let (a, b) = (layout::unmarked(a.bits), layout::unmarked(b.bits));
        let is_made = layout::is_made(a) || layout::is_made(b);
        let are_together = || self.table.get(a).is_some_and(|object| self.table.get(b) == Some(object));
        if is_made && !are_together() {
            self.has_number(a);
            self.has_number(b);
            let is_own = |bits| layout::tell_apart(self.space, bits, 8);
            self.note_numbered(is_own(a) || is_own(b));
        }
    }

    /// An address becomes text; the program may get at that.
    pub(crate) fn note_printed(&mut self, address: Addr, is_read: bool) {
        self.tell_results_apart();
        let address = layout::unmarked(address);
        if is_read && layout::is_made(address) {
            self.has_number(address);
            self.note_numbered(false);
        }
    }

    /// The next round will have another one: this one is not in vain.
    fn has_number(&mut self, address: Addr) {
        if self.who.made_lately(address) {
            self.who.has_effect();
        }
    }

    fn note_numbered(&mut self, tells_apart: bool) {
        if tells_apart {
            self.tell_apart();
        }
        if self.learned.sharing.note_numbered() && self.joins_states {
            self.learned.sharing.restart = true;
            self.signals.restart.store(true, Ordering::Relaxed);
        }
    }

    /// Whether what comes next may depend on the numbers of addresses.
    pub(crate) fn has_numbers(&self) -> bool {
        !self.program.opaque_addresses || self.learned.sharing.is_numbered()
    }

    /// The threads can be told apart.
    pub(crate) fn break_symmetry(&mut self) {
        if self.learned.sharing.note_asymmetric() {
            self.signals.restart.store(true, Ordering::Relaxed);
        }
    }
}
