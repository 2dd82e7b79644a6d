//! Data races by vector clocks.
//!
//! After Flanagan & Freund, FastTrack (PLDI 2009), and LLVM's ThreadSanitizer: each word of 8 bytes
//! has the accesses that later ones must be checked against, each with the bytes it touched.
//! Deviations: the accesses of a word are one list instead of an epoch and a vector; a read is not
//! dropped in favour of a later one of another thread that knows it, so that performing an effect
//! again ([`crate::memory::log`]) needs no clock. A plain write drops all accesses to its bytes:
//! what is unordered with one of them was reported, or is unordered with the write.
//!
//! Conflicting atomic accesses are no race, whatever their order; an atomic and a plain one are.

pub(in crate::memory) mod exposure;
pub(in crate::memory) mod made;
pub(in crate::memory) mod records;

pub(crate) use self::exposure::{Exposure, NO_PART};
pub(crate) use self::made::{ALWAYS, WITH_ITS_THREAD};
pub(in crate::memory) use self::records::{Doing, Entered, enter, leave};
use self::records::{enter_so, how_to_enter, push_record};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::memory::cells::bytes_in_word;
use crate::memory::log::Entry;
use crate::memory::object::{By, Kind, Object, Rec};
use crate::memory::{Memory, Races};
use crate::options::{OnlyOrdered, Options};
use crate::record::What;
use std::cell::Cell;
use threadbare_op::{Addr, Details, Fault, FaultId, FaultKind, Op, Other, Site, Stuck, ThreadId, Word};

/// What the check goes by.
#[derive(Debug)]
pub(crate) struct Checks {
    pub(in crate::memory) policy: Races,
    /// Whether more than plain accesses has to be ordered ([`Options::only_ordered`]).
    pub(in crate::memory) only_ordered: bool,
    /// Whether a thread can know of nothing that does not happen before: not under models in which
    /// reads need not synchronise.
    pub(in crate::memory) clocks_tell_all: bool,
    /// Whether some thread was started, so that races are possible.
    pub(in crate::memory) spawned: bool,
    /// What main has allocated before, in every execution so far, is below this address.
    pub(in crate::memory) first_spawn: Addr,
    /// Of the race, or use of freed memory, found last: the epoch of the effect of the other
    /// thread.
    pub(crate) other_epoch: u32,
}

impl Checks {
    pub(in crate::memory) fn new(options: &Options) -> Self {
        Self {
            policy: options.races,
            only_ordered: options.only_ordered != OnlyOrdered::Plain,
            clocks_tell_all: !options.goes_on,
            spawned: false,
            first_spawn: Addr::MAX,
            other_epoch: 0,
        }
    }
}

/// The words that so many bytes at an offset are in, with the bytes of each.
fn words_of(offset: u64, size: u8) -> impl Iterator<Item = (u64, u8)> {
    let (first, last) = (offset / 8, (offset + u64::from(size) - 1) / 8);
    (first..=last).map(move |number| (number, bytes_in_word(offset, size, number)))
}

impl<D: Domain> Memory<D> {
    /// Whether accesses to this object are to be checked now.
    #[inline]
    pub(in crate::memory) fn tracks(&self, object: &Object<D::Value>) -> bool {
        object.tracked && !self.is_before_others() && self.checks.policy != Races::Ignore
    }

    /// Checks an access to `object` for races and enters it.
    pub(in crate::memory) fn check_races(
        &mut self,
        index: usize,
        offset: u64,
        size: u8,
        doing: Doing,
    ) -> Result<(), FaultId> {
        if self.is_unordered(&self.objects[index]) {
            self.race_with_making(index, offset, size, doing)?;
        }
        for (number, bytes) in words_of(offset, size) {
            self.check_word(index, number, bytes, doing)?;
        }
        Ok(())
    }

    fn check_word(&mut self, index: usize, number: u64, bytes: u8, doing: Doing) -> Result<(), FaultId> {
        let (thread, epoch) = (self.who.thread.0 as u16, self.who.epoch);
        let word = self.objects[index].word(number as usize);
        let mut racing = None;
        for r in &word.records {
            if r.thread == thread {
                // The same segment did at least as much before: nothing can have come between.
                let plain = !r.atomic && !doing.atomic && r.by == doing.by;
                let covers = r.epoch == epoch && r.bytes & bytes == bytes && plain;
                if covers && (r.write || !doing.write) {
                    return Ok(());
                }
            } else if self.who.races(word, r, doing, bytes) {
                racing = Some(*r);
                break;
            }
        }
        let rec =
            Rec { epoch, site: self.who.site, thread, bytes, write: doing.write, atomic: doing.atomic, by: doing.by };
        if let Some(other) = racing {
            self.checks.other_epoch = other.epoch;
            return Err(self.race(index, number * 8, rec, other));
        }
        if !doing.atomic && doing.by != By::Addition {
            self.expose_plain(index);
        }
        self.enter_record(index, number, rec);
        Ok(())
    }

    /// Enters an access, with a way back.
    pub(in crate::memory) fn enter_record(&mut self, index: usize, number: u64, rec: Rec) {
        let object = &mut self.objects[index];
        let addr = object.addr + number * 8;
        let word = object.word(number as usize);
        let how = how_to_enter(word, &rec);
        if self.logging {
            let side = self.side.len() as u32;
            match how.0 {
                Entered::Last => {}
                Entered::Again => {
                    let r = &word.records[how.1];
                    self.side.push(u64::from(r.epoch) | u64::from(r.site.0) << 32);
                }
                Entered::Instead(_) => word.records.iter().for_each(|r| push_record(&mut self.side, r)),
            }
            self.log.push(Entry::Record { addr, rec, side, how: how.0 });
        }
        enter_so(word, rec, how);
    }

    /// The fault is the same whichever of the two comes second.
    fn race(&mut self, index: usize, offset: u64, one: Rec, two: Rec) -> FaultId {
        let object = &self.objects[index];
        let common = one.bytes & two.bytes;
        let (addr, size) = (object.addr + offset + u64::from(common.trailing_zeros()), common.count_ones() as u8);
        let (first, second) = if (one.site, one.thread) <= (two.site, two.thread) { (one, two) } else { (two, one) };
        let explores = self.explores();
        let message = format!(
            "data race on `{}`: unsynchronised {} and {}",
            self.name_of(addr, u64::from(size)),
            first.verb(explores),
            second.verb(explores)
        );
        let other =
            Some(Other { thread: ThreadId(u32::from(second.thread)), site: second.site, what: second.what(explores) });
        self.faults.add(Fault {
            kind: FaultKind::DataRace,
            details: Details::Said(message),
            thread: ThreadId(u32::from(first.thread)),
            site: first.site,
            other,
        })
    }

    /// A read-modify-write that would have to be ordered ([`Options::only_ordered`]), and does not
    /// only count: as if it were not.
    pub(crate) fn unordered_update(&mut self) -> Halt {
        self.fail(FaultKind::DataRace, "a read-modify-write of which others may learn".into(), None)
    }

    /// Freeing must come after all accesses; if one is unordered with it, that is a use after free.
    pub(in crate::memory) fn check_free(&mut self, index: usize) -> Result<(), Halt> {
        if self.objects[index].own {
            return if self.is_own(index) { Ok(()) } else { Err(self.begin_again()) };
        }
        if !self.tracks(&self.objects[index]) {
            return Ok(());
        }
        if !self.explores() && self.is_unordered(&self.objects[index]) {
            let id = self.free_races_with_making(index);
            self.tell_refused(self.end_of(index), id);
            return Err(self.stuck(Stuck::Fault(id)));
        }
        let unordered = self.objects[index].words.iter().enumerate().find_map(|(number, word)| {
            let rec = word.records.iter().find(|r| !self.who.knows(r) && !self.who.knows_left(word, r))?;
            Some((number as u64 * 8, *rec))
        });
        let Some((offset, rec)) = unordered else { return Ok(()) };
        self.checks.other_epoch = rec.epoch;
        let addr = self.objects[index].addr + offset + u64::from(rec.bytes.trailing_zeros());
        let message = self.use_after_free_message(index, addr, rec.write, self.who.site);
        let fault = Fault {
            kind: FaultKind::UseAfterFree,
            details: Details::Said(message),
            thread: ThreadId(u32::from(rec.thread)),
            site: rec.site,
            other: Some(Other {
                thread: self.who.thread,
                site: self.who.site,
                what: self.freed_how(index, self.who.site),
            }),
        };
        let id = self.faults.add(fault);
        self.tell_refused(self.end_of(index), id);
        Err(self.stuck(Stuck::Fault(id)))
    }

    /// A visible access is performed.
    pub(crate) fn visible_access(
        &mut self,
        addr: Addr,
        op: &Op,
        written: Option<Word>,
        site: Site,
    ) -> Result<(), FaultId> {
        self.who.site = site;
        self.segment = self.log_length();
        let Some(loc) = op.loc() else { return Ok(()) };
        let plain = op.is_plain();
        let writes = written.is_some();
        let word = written.unwrap_or_default();
        let written = written.map(|word| self.value_of(word));
        if let Some(value) = written {
            if loc.size == 16 {
                self.note_stored_pair(word);
            } else {
                self.note_stored(value, loc.size);
            }
        }
        let Some((index, offset)) = self.find(addr, loc.size) else {
            let _halt = self.refuse(addr, loc.size, !matches!(op, Op::Load { .. }));
            return Err(self.halted_fault());
        };
        if self.objects[index].assumed && !plain {
            self.assume_atomic(index, offset, loc.size);
            return Ok(());
        }
        if self.objects[index].traceless {
            return Ok(());
        }
        // Where every access is visible only freeing can race, and globals are never freed.
        let never_freed = self.explores() && matches!(self.objects[index].kind, Kind::Global(_));
        let own = self.objects[index].own && self.is_own(index);
        if self.tracks(&self.objects[index]) && !never_freed && !own {
            let doing =
                if op.is_counting() { Doing::ADDITION } else { Doing::visibly(writes, !plain || self.explores()) };
            self.check_races(index, offset, loc.size, doing)?;
        }
        if !plain || self.checks.only_ordered {
            self.mark_atomic(index, offset, loc.size, writes);
        }
        if let Some(value) = written {
            if loc.size == 16 {
                self.write_pair(index, offset, word);
            } else {
                self.write_cells(index, offset, loc.size, value);
            }
        }
        Ok(())
    }

    /// Whether a plain access of another thread is known in the words of these bytes, or another
    /// thread has made the object.
    pub(crate) fn is_touched(&self, thread: ThreadId, addr: Addr, size: u8) -> bool {
        let Some((index, offset)) = self.find(addr, size) else { return false };
        let object = &self.objects[index];
        if Self::is_of_other(object, thread) {
            return true;
        }
        let words = &object.words;
        let (first, last) = (offset / 8, (offset + u64::from(size) - 1) / 8);
        let touches = |rec: &Rec| !rec.atomic && u32::from(rec.thread) != thread.0;
        (first..=last).filter_map(|number| words.get(number as usize)).any(|word| word.records.iter().any(touches))
    }

    /// Remembers that these bytes were accessed atomically, unless all accesses to them are
    /// visible.
    fn mark_atomic(&mut self, index: usize, offset: u64, size: u8, writes: bool) {
        if self.objects[index].shared {
            return;
        }
        for number in offset / 8..=(offset + u64::from(size) - 1) / 8 {
            let bytes = bytes_in_word(offset, size, number);
            let object = &mut self.objects[index];
            let addr = object.addr + number * 8;
            object.atomics = true;
            let word = object.word(number as usize);
            let old = (word.atomic_read, word.atomic_written, word.atomic_size);
            // An access that writes may read as well; a plain store must be visible then, too.
            let written = if writes { bytes } else { 0 };
            let new = (old.0 | bytes, old.1 | written, size);
            if new != old || self.revisits {
                object.printed = Cell::default();
                let word = object.word(number as usize);
                (word.atomic_read, word.atomic_written, word.atomic_size) = new;
                if self.logging {
                    self.log.push(Entry::Atomic { addr, old, add: (bytes, written, size) });
                }
            }
        }
    }

    /// Whether no other thread was started yet.
    #[inline]
    pub(crate) fn is_before_others(&self) -> bool {
        !self.checks.spawned && self.who.thread == ThreadId::MAIN
    }

    /// A thread is started: races are possible from now on.
    pub(crate) fn note_spawn(&mut self) {
        if !self.checks.spawned {
            self.checks.spawned = true;
            let next = self.space.at(self.who.thread.0, self.who.own.next_slot, 0);
            self.checks.first_spawn = self.checks.first_spawn.min(next);
            if self.logging {
                self.log.push(Entry::Spawned);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn tell(&mut self, what: What) {
        if self.records.is_some() {
            self.record(what, None);
        }
    }

    pub(crate) fn is_recorded(&self) -> bool {
        self.records.is_some()
    }

    /// Input was taken.
    pub(crate) fn tell_input(&mut self, input: impl FnOnce() -> What) {
        if self.records.is_some() {
            self.tell(input());
        }
    }

    /// The same for what was not performed because of a fault.
    #[cold]
    pub(in crate::memory) fn tell_refused(&mut self, what: What, fault: FaultId) {
        self.record(what, Some(fault));
    }
}
