//! What is assumed of objects as long as nothing contradicts it, so that most accesses need not be
//! checked for races.
//!
//! Of memory that a thread allocates, on the heap or on its stack, of its thread-local variables
//! and its `errno`, that no other thread accesses it. Then its accesses are neither checked nor
//! entered, nor is it looked through when it is freed. The thread is told by the address.
//!
//! Of global variables, that each byte is accessed either only by atomic accesses and operations on
//! synchronisation objects, or only by plain ones, as in most programs. Then atomic accesses can
//! take part in no race, and no plain access sees what they write: they leave no trace in memory at
//! all, and there is none to undo.
//!
//! What contradicts this is noted for good, and the exploration begins again ([`crate::memory::Sharing`]);
//! from then on the variable's atomic accesses are entered and performed in memory like others. A
//! plain access while only the main thread exists may come before atomic ones, though: nothing is
//! unordered with it, and it is no later than any of them. Whether one came before or after is told
//! by what was seen so far in the whole exploration, which is never undone.
//!
//! Not so for other objects: freeing them must come after all accesses.

use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout::thread_of;
use crate::memory::Memory;
use crate::memory::cells::bytes_in_word;
use crate::memory::learned::sharing::origin;
use crate::memory::object::Kind;
use crate::options::Races;
use threadbare_op::Site;

impl<D: Domain> Memory<D> {
    /// Whether it is assumed of an object of this kind. Not where everything is to be shown.
    pub(in crate::memory) fn is_assumed(&self, kind: Kind) -> bool {
        let Kind::Global(id) = kind else { return false };
        let may_be = self.checks.policy != Races::Explore && !self.checks.only_ordered;
        may_be && self.records.is_none() && !self.learned.sharing.is_mixed(id)
    }

    /// Whether it is assumed of an object of this kind, allocated at `site`, that only one thread
    /// accesses it.
    pub(in crate::memory) fn is_assumed_own(&self, kind: Kind, site: Site) -> bool {
        self.records.is_none() && self.presumes_own(kind, site)
    }

    /// The same, also where everything is to be shown.
    pub(in crate::memory) fn presumes_own(&self, kind: Kind, site: Site) -> bool {
        let can = match kind {
            // Without races to check this still tells what depends on nothing but the thread
            // (`remember`), and whether anybody can notice that something ends.
            Kind::Heap | Kind::Stack(_) | Kind::Local(_) | Kind::Errno => self.checks.policy != Races::Explore,
            _ => false,
        };
        can && !self.learned.sharing.is_shared(kind, site)
    }

    /// The running thread accesses, or frees, an object of which that is assumed: false if it is
    /// another's.
    #[inline]
    pub(in crate::memory) fn is_own(&mut self, index: usize) -> bool {
        let object = &self.objects[index];
        thread_of(object.addr) == self.who.thread.0 || self.note_shared(index)
    }

    #[cold]
    fn note_shared(&mut self, index: usize) -> bool {
        if let Some(origin) = origin(&self.objects[index]) {
            self.learned.sharing.note_shared(origin);
        }
        self.want_restart();
        false
    }

    /// Notes an atomic access to an object of which it is assumed. It lies in one word, or takes
    /// two.
    pub(in crate::memory) fn assume_atomic(&mut self, index: usize, offset: u64, size: u8) {
        self.assume_atomic_word(index, offset, size, offset / 8);
        if size == 16 {
            self.assume_atomic_word(index, offset, size, offset / 8 + 1);
        }
    }

    #[inline]
    fn assume_atomic_word(&mut self, index: usize, offset: u64, size: u8, number: u64) {
        let bytes = bytes_in_word(offset, size, number);
        let word = self.objects[index].word(number as usize);
        word.seen_atomic |= bytes;
        let sizes_differ = word.atomic_size != 0 && word.atomic_size != size;
        word.atomic_size = size;
        if word.seen_plain & bytes != 0 || sizes_differ {
            self.note_mixed(index);
        }
    }

    /// Notes a plain access to an object of which it is assumed.
    #[inline]
    pub(in crate::memory) fn assume_plain(&mut self, index: usize, offset: u64, size: u8) -> Result<(), Halt> {
        let tracks = self.tracks(&self.objects[index]);
        if !tracks && self.objects[index].words.is_empty() {
            return Ok(());
        }
        for number in offset / 8..=(offset + u64::from(size) - 1) / 8 {
            let bytes = bytes_in_word(offset, size, number);
            let word = self.objects[index].word(number as usize);
            if tracks {
                word.seen_plain |= bytes;
            }
            if word.seen_atomic & bytes != 0 {
                self.note_mixed(index);
                return Err(self.begin_again());
            }
        }
        Ok(())
    }

    pub(in crate::memory) fn note_mixed(&mut self, index: usize) {
        if let Some(origin) = origin(&self.objects[index]) {
            self.learned.sharing.note_mixed(origin);
            self.want_restart();
        }
    }
}
