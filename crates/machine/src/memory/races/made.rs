//! Memory used without its allocation happening before: a data race of the allocation with the use.
//!
//! C17 7.22.3: an allocation may modify the storage that it makes. So it counts as a plain write of
//! its thread to all of the object, as does the beginning of a variable's life; an atomic access to
//! new memory races with it as well. An object has one such write, so that this is one comparison,
//! and none where only the thread that made it accesses it ([`crate::memory::learned::assume`]).
//!
//! Where all accesses are explored (`--races explore`), that is no fault by itself. But if
//! happens-before is all that a thread can know of others (in every model but those in which reads
//! need not synchronise), a thread that nothing orders after the allocation has guessed the
//! address: it might as well have come there before, when there is no such object, which other
//! orders of events need not show. Under the other models that is not looked for, nor under
//! `--races ignore`.

use crate::domain::Domain;
use crate::layout::thread_of;
use crate::memory::Memory;
use crate::memory::object::{By, Kind, Object};
use crate::memory::races::{Doing, words_of};
use threadbare_op::{Addr, FaultId, FaultKind, Other, ThreadId};

/// The time of what was there before any thread.
pub(crate) const ALWAYS: u32 = 0;
/// The time of what a thread has from its beginning: its first event.
pub(crate) const WITH_ITS_THREAD: u32 = 1;

impl<D: Domain> Memory<D> {
    /// Whether an object was made by another thread, and nothing orders that before what the
    /// running one does.
    #[inline]
    pub(in crate::memory) fn is_unordered(&self, object: &Object<D::Value>) -> bool {
        object.made != ALWAYS && thread_of(object.addr) != self.who.thread.0 && !self.knows_making(object)
    }

    fn knows_making(&self, object: &Object<D::Value>) -> bool {
        self.who.clock.get(thread_of(object.addr) as usize).is_some_and(|&seen| seen >= object.made)
    }

    /// Whether an access of another thread than this to the object at an address may come without
    /// its being made first.
    pub(in crate::memory) fn is_of_other(object: &Object<D::Value>, thread: ThreadId) -> bool {
        object.made != ALWAYS && thread_of(object.addr) != thread.0 && !object.own
    }

    /// The fault of an access to such an object, if it is one.
    #[cold]
    pub(in crate::memory) fn race_with_making(
        &mut self,
        index: usize,
        offset: u64,
        size: u8,
        doing: Doing,
    ) -> Result<(), FaultId> {
        let verb = match (doing.atomic, doing.write) {
            _ if doing.by != By::Access => "use",
            (false, true) => "write",
            (false, false) => "read",
            (true, true) => "atomic write",
            (true, false) => "atomic read",
        };
        if self.explores() {
            return if self.checks.clocks_tell_all { Err(self.guessed(index, offset, doing)) } else { Ok(()) };
        }
        if self.has_racing_write(index, offset, size, doing) {
            return Ok(());
        }
        let addr = self.objects[index].addr + offset;
        let name = self.name_of(addr, u64::from(size));
        Err(self.fault_of_making(index, FaultKind::DataRace, &format!("data race on `{name}`: {verb}")))
    }

    /// Whether the access also races with a write to the object, which says more than its being
    /// made.
    fn has_racing_write(&self, index: usize, offset: u64, size: u8, doing: Doing) -> bool {
        words_of(offset, size).any(|(number, bytes)| {
            let word = self.objects[index].words.get(number as usize);
            word.is_some_and(|word| word.records.iter().any(|r| r.write && self.who.races(word, r, doing, bytes)))
        })
    }

    /// Freeing it is one as well.
    #[cold]
    pub(in crate::memory) fn free_races_with_making(&mut self, index: usize) -> FaultId {
        let addr: Addr = self.objects[index].addr;
        let name = self.name_of(addr, self.objects[index].size);
        self.fault_of_making(index, FaultKind::DataRace, &format!("data race on `{name}`: free"))
    }

    fn guessed(&mut self, index: usize, offset: u64, doing: Doing) -> FaultId {
        let addr = self.objects[index].addr + offset;
        let verb = if doing.write { "write to" } else { "read of" };
        let name = self.name_of(addr, 1);
        self.fault_of_making(index, FaultKind::InvalidPointer, &format!("{verb} `{name}`"))
    }

    fn fault_of_making(&mut self, index: usize, kind: FaultKind, use_of_it: &str) -> FaultId {
        let object = &self.objects[index];
        self.checks.other_epoch = object.made;
        let thread = ThreadId(thread_of(object.addr));
        let (after, what) = match object.kind {
            Kind::Stack(_) => ("the beginning of the variable's life".into(), "its life began here"),
            Kind::Local(_) | Kind::Errno => {
                (format!("the beginning of {}, whose variable it is", thread.called()), "its thread began here")
            }
            _ => ("the allocation".into(), "allocated here"),
        };
        let other = Other { thread, site: object.site, what };
        self.fault(kind, format!("{use_of_it} with nothing that orders it after {after}"), Some(other))
    }
}
