//! The log of effects, with its two directions: undone newest first, and performed again.
//!
//! An entry says what was done in terms that hold after other events were dropped from before it
//! ("thread 2 wrote 5 there"), and besides how to undo it in the state in which it was done.
//! Performing an entry again makes a new entry with a new way back. A second write of a segment to
//! the same bytes changes the entry of the first one, so that a loop does not fill the log.

use super::Memory;
use super::object::{Freed, Kind, Object, Rec, Used};
use super::races::{Entered, enter, leave};
use crate::code::Code;
use crate::domain::Domain;
use crate::value::Value;
use std::cell::Cell;
use threadbare_op::{Addr, At, Segment, Site, ThreadId, Touched};

/// An effect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Entry {
    /// A number was written over a number.
    Write { addr: Addr, old: u64, new: u64, size: u8 },
    /// Something else was written; four words aside: the old and the new value.
    WriteOther { addr: Addr, side: u32, size: u8 },
    /// An object came to be.
    Allocate { addr: Addr, size: u32, kind: Kind, site: Site, made: u32, zeroed: bool },
    /// One was freed. Aside is the clock then, behind its length, if it is memory of the heap (else
    /// [`NO_CLOCK`]).
    Free { addr: Addr, freed: Freed, side: u32 },
    /// The addresses of two objects that are there were compared.
    Compare { first: Addr, second: Addr, site: Site },
    /// An access was entered for the race check; what it took the place of is aside.
    Record { addr: Addr, rec: Rec, side: u32, how: Entered },
    /// Bytes of a word were accessed atomically: the bits and the size before, and those added.
    Atomic { addr: Addr, old: (u8, u8, u8), add: (u8, u8, u8) },
    /// What is known of the synchronisation object at this address has changed; whether plain
    /// stores made it anew.
    Sync { addr: Addr, old: Used, new: Used, remade: bool },
    /// An object has been accessed by this thread only (`--races explore`).
    Owner { addr: Addr, owner: u16 },
    /// The first thread was started.
    Spawned,
    /// Something became of a thread's handle.
    Handle { thread: u32, old: u8, bits: u8 },
    /// Text was printed; it is aside.
    Output { side: u32, length: u32 },
}

/// Nothing is aside of what was freed.
const NO_CLOCK: u32 = u32::MAX;

impl Entry {
    /// Whether all is as it was: another one has made the same known before, which may be taken back
    /// without this one.
    fn leaves_all(&self) -> bool {
        match *self {
            Self::Atomic { old, add, .. } => (old.0 | add.0, old.1 | add.1, add.2) == old,
            Self::Sync { old, new, remade, .. } => old == new && !remade,
            _ => false,
        }
    }

    /// The length of the side log before this entry.
    fn side(&self) -> Option<u32> {
        match *self {
            Self::WriteOther { side, .. } | Self::Record { side, .. } | Self::Output { side, .. } => Some(side),
            Self::Free { side, .. } => (side != NO_CLOCK).then_some(side),
            _ => None,
        }
    }
}

impl<D: Domain> Memory<D> {
    /// Logs a write that is about to be done.
    pub(super) fn log_write(&mut self, index: usize, offset: u64, size: u8, old: D::Value, new: D::Value) {
        let object = &mut self.objects[index];
        if object.recent.is_empty() {
            object.recent.resize(object.cells.len(), 0);
        }
        let addr = object.addr + offset;
        let word = (offset / 8) as usize;
        let crosses = offset % 8 + u64::from(size) > 8;
        let recent = object.recent[word];
        if recent > self.segment && !crosses {
            match (self.log.get_mut(recent as usize - 1), self.domain.number(new)) {
                (Some(Entry::Write { addr: a, new: n, size: s, .. }), Some(number)) if *a == addr && *s == size => {
                    *n = number;
                    return;
                }
                (Some(&mut Entry::WriteOther { addr: a, side, size: s }), _) if a == addr && s == size => {
                    let Value { bits, undef } = D::pack(new);
                    self.side[side as usize + 2] = bits;
                    self.side[side as usize + 3] = undef;
                    return;
                }
                _ => {}
            }
        }
        let place = self.log.len() as u32 + 1;
        object.recent[word] = place;
        if crosses {
            object.recent[word + 1] = place;
        }
        self.push_write(addr, size, old, new);
    }

    fn push_write(&mut self, addr: Addr, size: u8, old: D::Value, new: D::Value) {
        if let (Some(old), Some(new)) = (self.domain.number(old), self.domain.number(new)) {
            self.log.push(Entry::Write { addr, old, new, size });
        } else {
            let side = self.side.len() as u32;
            let (old, new) = (D::pack(old), D::pack(new));
            self.side.extend([old.bits, old.undef, new.bits, new.undef]);
            self.log.push(Entry::WriteOther { addr, side, size });
        }
    }

    /// What is written from now on has entries of its own, so that nothing was if the log is no
    /// longer.
    pub(crate) fn log_apart(&mut self) {
        self.segment = self.log_length();
    }

    /// What tells that memory is as it was: the length of the log since [`Self::log_apart`], unless
    /// nothing is logged; and what was done that lasts, unless there is memory in which that does
    /// not count. Either is enough.
    pub(crate) fn unchanged(&self) -> [Option<u32>; 2] {
        let all_counts = self.who.own.fresh.alive == 0 && self.who.own.effects < super::MOST_EFFECTS;
        [self.logging.then_some(self.log_length()), all_counts.then_some(self.who.own.effects)]
    }

    /// Whether memory is as it was when the log was that long and [`Self::log_apart`] was called: each
    /// entry since then is a write that has left what was there (one entry stands for several writes
    /// to the same bytes), an access or text. If there are many, they are not looked at.
    pub(crate) fn is_as_then(&self, since: u32) -> bool {
        const MOST: usize = 1 << 10;
        let leaves = |entry: &Entry| match *entry {
            Entry::Write { old, new, .. } => old == new,
            Entry::WriteOther { side, .. } => {
                let at = side as usize;
                self.side[at..at + 2] == self.side[at + 2..at + 4]
            }
            Entry::Record { .. } | Entry::Owner { .. } | Entry::Output { .. } | Entry::Compare { .. } => true,
            _ => entry.leaves_all(),
        };
        let since = self.log.get(since as usize..).unwrap_or_default();
        self.logging && since.len() <= MOST && since.iter().all(leaves)
    }

    /// The end of the log; the arena is not known here.
    pub(crate) fn log_length(&self) -> u32 {
        self.log.len() as u32
    }

    /// See [`threadbare_op::RaceView::order_matters`]. Where all accesses to shared memory are
    /// visible, only freeing is checked.
    pub(crate) fn order_matters(&self, since: u32) -> bool {
        let checked = |entry: &Entry| match entry {
            _ if entry.leaves_all() => false,
            Entry::Record { .. } | Entry::Free { .. } | Entry::Sync { .. } | Entry::Handle { .. } => true,
            Entry::Write { .. } | Entry::WriteOther { .. } | Entry::Atomic { .. } => !self.explores(),
            Entry::Allocate { kind, site, .. } => !self.explores() && !self.presumes_own(*kind, *site),
            Entry::Owner { .. } | Entry::Spawned | Entry::Output { .. } | Entry::Compare { .. } => false,
        };
        self.log[since as usize..].iter().any(checked)
    }

    /// Whether this was allocated since.
    fn is_new(&self, at: Addr, since: u32) -> bool {
        self.log[since as usize..].iter().any(|entry| {
            matches!(entry, Entry::Allocate { addr, size, .. } if (*addr..addr + u64::from(*size)).contains(&at))
        })
    }

    /// See [`threadbare_op::Commute::footprint`]. What nobody else comes to has no records: else
    /// the exploration begins again.
    pub(crate) fn footprint(&self, since: u32, into: &mut Vec<Touched>) -> bool {
        self.log[since as usize..].iter().all(|entry| match *entry {
            _ if entry.leaves_all() => true,
            Entry::Record { addr: word, rec, .. } if !rec.atomic => {
                into.push(rec.touches(word));
                true
            }
            // Of the lock itself: whoever uses it first leaves it so.
            Entry::Record { rec, .. } => !rec.write,
            Entry::Sync { new, remade, .. } => new == Used::Yes && !remade,
            // There are no records of what the program itself keeps: its exit handlers.
            Entry::Write { addr, .. } | Entry::WriteOther { addr, .. } => {
                !self.are_of_one_object(addr, Code::process_address())
            }
            Entry::Allocate { .. } | Entry::Compare { .. } => true,
            Entry::Free { addr, .. } => self.is_new(addr, since),
            _ => false,
        })
    }

    /// See [`threadbare_op::RaceView::may_race`]. Nobody else comes to memory that was allocated
    /// since.
    pub(crate) fn may_race(&self, since: u32) -> bool {
        self.log[since as usize..].iter().any(|entry| match entry {
            Entry::Record { addr, .. } | Entry::Free { addr, .. } | Entry::Sync { addr, .. } => {
                !entry.leaves_all() && !self.is_new(*addr, since)
            }
            _ => false,
        })
    }

    /// See [`threadbare_op::RaceView::may_disturb`].
    pub(crate) fn may_disturb(&self, since: u32, addr: Addr, size: u8) -> bool {
        self.log[since as usize..].iter().any(|entry| match entry {
            Entry::Record { addr: word, rec, .. } => !rec.atomic && *word < addr + u64::from(size) && addr < *word + 8,
            Entry::Free { .. } => self.find(addr, size).is_none(),
            Entry::Allocate { addr: made, size, .. } => (*made..made + u64::from(*size)).contains(&addr),
            Entry::Spawned => true,
            _ => false,
        })
    }

    /// Undoes and forgets everything after `to`.
    pub(crate) fn undo(&mut self, to: u32) {
        while self.log.len() > to as usize {
            if let Some(entry) = self.log.pop() {
                self.take_back(&entry);
                if let Some(side) = entry.side() {
                    self.side.truncate(side as usize);
                }
            }
        }
    }

    /// Undoes a segment, without forgetting it.
    pub(crate) fn unapply(&mut self, segment: Segment) {
        for place in (segment.from..segment.to).rev() {
            let entry = self.log[place as usize];
            self.take_back(&entry);
        }
    }

    /// Performs the entries of a segment again, as new ones.
    pub(crate) fn apply_again(&mut self, segment: Segment) -> Segment {
        let from = self.log.len() as u32;
        // A write must not find its own entry of before and change that.
        self.segment = from;
        for place in segment.from..segment.to {
            let entry = self.log[place as usize];
            self.perform_anew(&entry);
        }
        Segment { from, to: self.log.len() as u32 }
    }

    /// Takes an `unapply` back.
    pub(crate) fn reinstate(&mut self, segment: Segment) {
        for place in segment.from..segment.to {
            let entry = self.log[place as usize];
            self.perform(&entry);
        }
    }

    /// Forgets what is after `to`, none of which is in force.
    pub(crate) fn forget(&mut self, to: u32) {
        // The first of them with something aside tells where its part begins.
        let to = (to as usize).min(self.log.len());
        if let Some(side) = self.log[to..].iter().find_map(Entry::side) {
            self.side.truncate(side as usize);
        }
        self.log.truncate(to);
    }

    fn take_back(&mut self, entry: &Entry) {
        match *entry {
            Entry::Write { addr, old, size, .. } => self.put(addr, size, self.domain.lift(Value::new(old))),
            Entry::WriteOther { addr, side, size } => {
                let old = self.value_aside(side);
                self.put(addr, size, old);
            }
            Entry::Allocate { addr, .. } => self.displace(addr),
            Entry::Free { addr, .. } => {
                if let Some(index) = self.table.get(addr) {
                    self.objects[index].freed = None;
                    self.objects[index].before_free.clear();
                }
            }
            Entry::Compare { first, second, .. } => self.forget_comparison(first, second),
            Entry::Record { addr, ref rec, side, how } => {
                // Not by `word_at`: what is aside is borrowed as well.
                let Some(index) = self.table.get(addr) else { return };
                let object = &mut self.objects[index];
                let number = (addr - object.addr) / 8;
                leave(object.word(number as usize), rec, how, &self.side[side as usize..]);
            }
            Entry::Atomic { addr, old, .. } => {
                self.forget_print(addr);
                if let Some(word) = self.word_at(addr) {
                    (word.atomic_read, word.atomic_written, word.atomic_size) = old;
                }
            }
            Entry::Sync { addr, old, remade, .. } => self.set_sync(addr, old, -i16::from(remade)),
            Entry::Owner { addr, .. } => {
                if let Some(index) = self.table.get(addr) {
                    self.objects[index].owner = None;
                }
            }
            Entry::Spawned => self.checks.spawned = false,
            Entry::Handle { thread, old, .. } => self.handles[thread as usize] = old,
            Entry::Output { length, .. } => {
                let left = self.output.len().saturating_sub(length as usize);
                self.output.truncate(left);
            }
        }
    }

    /// Performs an entry in the state in which it was performed at first.
    pub(super) fn perform(&mut self, entry: &Entry) {
        match *entry {
            Entry::Write { addr, new, size, .. } => self.put(addr, size, self.domain.lift(Value::new(new))),
            Entry::WriteOther { addr, side, size } => {
                let new = self.value_aside(side + 2);
                self.put(addr, size, new);
            }
            Entry::Allocate { addr, size, kind, site, made, zeroed } => {
                self.place(addr, u64::from(size), kind, (site, made), zeroed);
            }
            Entry::Free { addr, freed, side } => {
                if let Some(index) = self.table.get(addr) {
                    self.objects[index].freed = Some(freed);
                    let clock = clock_aside(&self.side, side);
                    self.objects[index].before_free.extend(clock.iter().map(|&count| count as u32));
                }
            }
            Entry::Compare { first, second, site } => self.enter_comparison(first, second, site),
            Entry::Record { addr, rec, .. } => {
                if let Some(word) = self.word_at(addr) {
                    enter(word, rec);
                }
            }
            Entry::Atomic { addr, add, .. } => {
                self.forget_print(addr);
                if let Some(index) = self.table.get(addr) {
                    self.objects[index].atomics = true;
                }
                if let Some(word) = self.word_at(addr) {
                    word.atomic_read |= add.0;
                    word.atomic_written |= add.1;
                    word.atomic_size = add.2;
                }
            }
            Entry::Sync { addr, new, remade, .. } => self.set_sync(addr, new, i16::from(remade)),
            Entry::Owner { addr, owner } => {
                if let Some(index) = self.table.get(addr) {
                    self.objects[index].owner = Some(owner);
                }
            }
            Entry::Spawned => self.checks.spawned = true,
            Entry::Handle { thread, bits, .. } => self.handles[thread as usize] |= bits,
            Entry::Output { side, length } => {
                let text = self.text(side, length);
                self.output.extend_from_slice(&text);
            }
        }
    }

    /// Performs an entry in another state, with a new way back.
    fn perform_anew(&mut self, entry: &Entry) {
        match *entry {
            Entry::Write { addr, new, size, .. } => self.write_anew(addr, size, self.domain.lift(Value::new(new))),
            Entry::WriteOther { addr, side, size } => {
                let new = self.value_aside(side + 2);
                self.write_anew(addr, size, new);
            }
            Entry::Record { addr, rec, .. } => {
                if let Some(index) = self.table.get(addr) {
                    let number = (addr - self.objects[index].addr) / 8;
                    self.enter_record(index, number, rec);
                }
            }
            Entry::Atomic { addr, add, .. } => {
                let Some(word) = self.word_at(addr) else { return };
                let old = (word.atomic_read, word.atomic_written, word.atomic_size);
                let again = Entry::Atomic { addr, old, add };
                self.perform(&again);
                self.log.push(again);
            }
            Entry::Sync { addr, new, remade, .. } => {
                let again = Entry::Sync { addr, old: self.sync_at(addr), new, remade };
                self.perform(&again);
                self.log.push(again);
            }
            Entry::Owner { addr, .. } => {
                let fresh = self.table.get(addr).is_some_and(|index| self.objects[index].owner.is_none());
                if fresh {
                    self.perform(entry);
                    self.log.push(*entry);
                }
            }
            Entry::Spawned => self.note_spawn(),
            Entry::Handle { thread, bits, .. } => self.mark_handle(ThreadId(thread), bits),
            Entry::Output { side, length } => {
                let text = self.text(side, length);
                let fresh = self.side.len() as u32;
                let (from, to) = (side as usize, side as usize + (length as usize).div_ceil(8));
                self.side.extend_from_within(from..to);
                self.output.extend_from_slice(&text);
                self.log.push(Entry::Output { side: fresh, length });
            }
            Entry::Allocate { .. } | Entry::Compare { .. } => {
                self.perform(entry);
                self.log.push(*entry);
            }
            Entry::Free { addr, freed, side } => {
                self.perform(entry);
                let again = match side {
                    NO_CLOCK => NO_CLOCK,
                    _ => {
                        let fresh = self.side.len() as u32;
                        let length = 1 + clock_aside(&self.side, side).len();
                        self.side.extend_from_within(side as usize..side as usize + length);
                        fresh
                    }
                };
                self.log.push(Entry::Free { addr, freed, side: again });
            }
        }
    }

    /// Logs that an object is freed. (A clock has no more places than there are threads.)
    pub(super) fn log_free(&mut self, index: usize, freed: Freed) {
        let Object { addr, ref before_free, .. } = self.objects[index];
        let side = if self.objects[index].is_heap() { self.side.len() as u32 } else { NO_CLOCK };
        if side != NO_CLOCK {
            self.side.push(before_free.len() as u64);
            self.side.extend(before_free.iter().map(|&count| u64::from(count)));
        }
        self.log.push(Entry::Free { addr, freed, side });
    }

    /// Frees what was freed, at another clock.
    pub(super) fn free_again(&mut self, addr: Addr, freed: Freed, at: At<'_>) {
        let Some(index) = self.table.get(addr) else { return };
        let object = &mut self.objects[index];
        object.freed = Some(freed);
        if object.is_heap() {
            object.before_free.extend_from_slice(at.clock);
        }
        self.log_free(index, freed);
    }

    fn write_anew(&mut self, addr: Addr, size: u8, new: D::Value) {
        if let Some(index) = self.table.get(addr) {
            let object = &mut self.objects[index];
            let offset = (addr - object.addr) as usize;
            let old = self.domain.load(&object.cells, offset, size);
            self.domain.store(&mut object.cells, offset, size, new);
            object.printed = Cell::default();
            self.push_write(addr, size, old, new);
        }
    }

    /// Writes, whether freed or not.
    fn put(&mut self, addr: Addr, size: u8, value: D::Value) {
        if let Some(index) = self.table.get(addr) {
            let object = &mut self.objects[index];
            self.domain.store(&mut object.cells, (addr - object.addr) as usize, size, value);
            object.printed = Cell::default();
        }
    }

    fn forget_print(&mut self, addr: Addr) {
        if let Some(index) = self.table.get(addr) {
            self.objects[index].printed = Cell::default();
        }
    }

    fn word_at(&mut self, addr: Addr) -> Option<&mut super::object::Accesses> {
        let index = self.table.get(addr)?;
        let object = &mut self.objects[index];
        let number = (addr - object.addr) / 8;
        Some(object.word(number as usize))
    }

    /// A value of which two words are kept aside.
    fn value_aside(&self, side: u32) -> D::Value {
        let at = side as usize;
        D::unpack(Value { bits: self.side[at], undef: self.side[at + 1] })
    }

    fn text(&self, side: u32, length: u32) -> Vec<u8> {
        let words = &self.side[side as usize..side as usize + (length as usize).div_ceil(8)];
        let mut text: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        text.truncate(length as usize);
        text
    }
}

/// The clock that is kept aside of the freeing of memory.
fn clock_aside(side: &[u64], at: u32) -> &[u64] {
    let Some((&length, clock)) = side.get(at as usize..).and_then(<[u64]>::split_first) else { return &[] };
    &clock[..length as usize]
}
