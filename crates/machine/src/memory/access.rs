//! Plain accesses.

use super::again::Done;
use super::log::Entry;
use super::object::{Kind, Object};
use super::races::Doing;
use super::{Memory, cells};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::record::What;
use crate::value::{Byte, Value};
use std::cell::Cell;
use threadbare_op::{Addr, FaultId, FaultKind, Loc, Op, Order, Stuck};

impl<D: Domain> Memory<D> {
    /// The object that contains all of `size` bytes at `addr` and is not freed, and the offset in
    /// it.
    #[inline]
    pub(super) fn find(&self, addr: Addr, size: u8) -> Option<(usize, u64)> {
        self.find_even_freed(addr, size).filter(|&(index, _)| self.objects[index].freed.is_none())
    }

    /// The same, also if it is freed.
    #[inline]
    fn find_even_freed(&self, addr: Addr, size: u8) -> Option<(usize, u64)> {
        let index = self.table.get(addr)?;
        let object = &self.objects[index];
        let offset = addr.wrapping_sub(object.addr);
        (offset < object.size && object.size - offset >= u64::from(size)).then_some((index, offset))
    }

    /// The bits of a value that the machine itself has made, or that are only shown; 0 where they
    /// are not settled.
    #[inline]
    pub(crate) fn bits(&self, value: D::Value) -> u64 {
        self.domain.word(value).map_or(0, |word| word.bits)
    }

    /// Whether no bits of it are undefined, as far as that is settled.
    pub(crate) fn is_defined(&self, value: D::Value) -> bool {
        self.domain.word(value).is_ok_and(|word| word.undef == 0)
    }

    /// The word that a value is, to be shown.
    pub(super) fn known(&self, value: D::Value) -> Option<Value> {
        self.domain.word(value).ok()
    }

    /// Reads `size` bytes.
    pub(crate) fn load(&mut self, addr: Addr, size: u8) -> Result<D::Value, Halt> {
        let Some((index, offset)) = self.find(addr, size) else { return Err(self.refuse_plain(addr, size, None)) };
        let since = self.log_length();
        self.before_access(index, offset, size, None)?;
        let value = self.domain.load(&self.objects[index].cells, offset as usize, size);
        self.note_plain(index, (offset, size), value, Done::Read, since);
        if self.records.is_some() && !matches!(self.objects[index].kind, Kind::Constant(_)) {
            self.tell(What::Read { addr, size, value: self.known(value) });
        }
        Ok(value)
    }

    /// Writes `size` bytes.
    pub(crate) fn store(&mut self, addr: Addr, size: u8, value: D::Value) -> Result<(), Halt> {
        let Some((index, offset)) = self.find(addr, size) else {
            return Err(self.refuse_plain(addr, size, Some(value)));
        };
        self.store_in(index, offset, size, value)
    }

    /// Writes `size` bytes of an object that is there.
    pub(super) fn store_in(&mut self, index: usize, offset: u64, size: u8, value: D::Value) -> Result<(), Halt> {
        let since = self.log_length();
        self.before_access(index, offset, size, Some(value))?;
        self.note_stored(value, size);
        let changes = self.write_cells(index, offset, size, value);
        self.note_plain(index, (offset, size), value, Done::Written { changes }, since);
        if self.records.is_some() {
            let addr = self.objects[index].addr + offset;
            let value = self.known(self.domain.lowest(value, size));
            self.tell(What::Write { addr, size, value });
        }
        Ok(())
    }

    /// A plain access to memory that is not there. If all are visible, freed memory is refused only
    /// when this is performed, as in [`Self::check_visible`].
    #[cold]
    fn refuse_plain(&mut self, addr: Addr, size: u8, stored: Option<D::Value>) -> Halt {
        if self.explores()
            && let Some((index, offset)) = self.find_even_freed(addr, size)
            && let Err(halt) = self.before_shared(index, offset, size, stored)
        {
            return halt;
        }
        self.refuse(addr, size, stored.is_some())
    }

    /// What has to be done before a plain access: whether it is allowed, visible, ordered.
    #[inline]
    fn before_access(&mut self, index: usize, offset: u64, size: u8, stored: Option<D::Value>) -> Result<(), Halt> {
        let object = &self.objects[index];
        if stored.is_some() && self.is_constant(object.kind) {
            return Err(self.refuse_constant(index, offset));
        }
        if matches!(object.kind, Kind::External(_)) {
            return Err(self.refuse_external(index));
        }
        if object.assumed {
            self.assume_plain(index, offset, size)?;
        } else if object.atomics || self.explores() || self.knows_sizes() {
            self.before_shared(index, offset, size, stored)?;
        }
        if self.objects[index].own {
            return if self.is_own(index) { Ok(()) } else { Err(self.begin_again()) };
        }
        if self.tracks(&self.objects[index]) && !self.explores() {
            let doing = if stored.is_some() { Doing::WRITE } else { Doing::READ };
            if let Err(id) = self.check_races(index, offset, size, doing) {
                return Err(self.refuse_race(index, offset, size, stored, id));
            }
        } else if self.ignores() {
            self.note_ignored(index, stored.is_some());
        }
        Ok(())
    }

    /// The thread stops before a plain access that is the second one of a race.
    #[cold]
    fn refuse_race(&mut self, index: usize, offset: u64, size: u8, stored: Option<D::Value>, id: FaultId) -> Halt {
        let addr = self.objects[index].addr + offset;
        let value = stored.or_else(|| self.peek_value(addr, size)).unwrap_or_default();
        let value = self.known(self.domain.lowest(value, size));
        let what = if stored.is_some() { What::Write { addr, size, value } } else { What::Read { addr, size, value } };
        self.tell_refused(what, id);
        self.stuck(Stuck::Fault(id))
    }

    /// Whether objects of this kind must not be written.
    pub(super) fn is_constant(&self, kind: Kind) -> bool {
        match kind {
            Kind::Constant(_) => true,
            Kind::Local(id) => self.program.globals[id.index()].constant,
            _ => false,
        }
    }

    /// Stops if the access must be visible.
    fn before_shared(&mut self, index: usize, offset: u64, size: u8, stored: Option<D::Value>) -> Result<(), Halt> {
        let explores = self.explores();
        let visible = if explores {
            self.is_shared_access(index, offset, size)?
        } else {
            self.touches_atomic(index, offset, size, stored.is_some())
                || stored.is_some() && self.stores_in_location(index, offset, size)
        };
        if !visible {
            let stores_there =
                |at: &Self| at.touches_atomic(index, offset, size, true) || at.stores_in_location(index, offset, size);
            if explores && stored.is_some() && stores_there(self) {
                return Err(self.share(index));
            }
            return Ok(());
        }
        let addr = self.objects[index].addr + offset;
        self.local &= self.explores();
        let done = Done::Stopped { writes: stored.is_some() };
        self.note_plain(index, (offset, size), stored.unwrap_or_default(), done, self.log_length());
        if !size.is_power_of_two() || !addr.is_multiple_of(u64::from(size)) {
            return Err(self.unsupported("a misaligned access to memory that other threads access".into()));
        }
        let loc = Loc::new(addr, size);
        let op = match stored {
            None => Op::Load { loc, order: Order::Plain },
            Some(value) => {
                self.check_poison(value, size)?;
                let value = self.word_for(value, size);
                self.who.has_effect();
                Op::Store { loc, value, order: Order::Plain }
            }
        };
        Err(self.faults.halt(super::Next::Op(op)))
    }

    pub(super) fn touches_atomic(&self, index: usize, offset: u64, size: u8, write: bool) -> bool {
        let words = &self.objects[index].words;
        (offset / 8..=(offset + u64::from(size) - 1) / 8).any(|number| {
            let bytes = cells::bytes_in_word(offset, size, number);
            words.get(number as usize).is_some_and(|word| {
                let marked = if write { word.atomic_read | word.atomic_written } else { word.atomic_written };
                marked & bytes != 0
            })
        })
    }

    /// Writes without checks. To write what is there already is no effect: in a race-free program
    /// nobody can tell. Nor is what is written to an object that is freed before the thread comes
    /// to the head of a loop again. Says whether something else was there.
    #[inline]
    pub(super) fn write_cells(&mut self, index: usize, offset: u64, size: u8, value: D::Value) -> bool {
        let object = &self.objects[index];
        let old = self.domain.load(&object.cells, offset as usize, size);
        let changes = old != value;
        if changes {
            self.note_change(index, (offset, size), (old, value));
        }
        if self.objects[index].syncs {
            self.overwrite_sync(index, offset, size, value);
        }
        if self.logging {
            self.log_write(index, offset, size, old, value);
        }
        let object = &mut self.objects[index];
        self.domain.store(&mut object.cells, offset as usize, size, value);
        object.printed = Cell::default();
        changes
    }

    /// Whether the thread stops for a plain load that has to be visible because of atomic accesses
    /// there.
    pub(crate) fn stops_for_plain_load(&self) -> bool {
        !self.explores() && self.faults.stops_for(|op| matches!(op, Op::Load { order: Order::Plain, .. }))
    }

    /// The size of the atomic accesses there were to the word at `addr`; 8 if there were none.
    pub(crate) fn atomic_size(&self, addr: Addr) -> u8 {
        if let Some(size) = self.size_around(addr) {
            return size;
        }
        let Some((index, offset)) = self.find(addr, 1) else { return 8 };
        let object = &self.objects[index];
        match object.words.get(offset as usize / 8) {
            Some(word) if object.atomics && word.atomic_size != 0 => word.atomic_size,
            _ => 8,
        }
    }

    /// Reads memory that is known to be there, without checks.
    pub(crate) fn peek(&self, addr: Addr, size: u8) -> u64 {
        self.peek_value(addr, size).map_or(0, |value| self.bits(value))
    }

    /// The same for memory that others write.
    pub(crate) fn look(&mut self, addr: Addr, size: u8) -> u64 {
        let value = self.look_at(addr, size);
        self.bits(value)
    }

    /// The same, as it is.
    pub(crate) fn look_at(&mut self, addr: Addr, size: u8) -> D::Value {
        let Some((index, offset)) = self.find(addr, size) else { return self.domain.lift(Value::ZERO) };
        let value = self.domain.load(&self.objects[index].cells, offset as usize, size);
        self.note_plain(index, (offset, size), value, Done::Read, self.log_length());
        value
    }

    /// Reads memory without checks; `None` if it is not there.
    pub(crate) fn peek_value(&self, addr: Addr, size: u8) -> Option<D::Value> {
        let (index, offset) = self.find(addr, size)?;
        Some(self.domain.load(&self.objects[index].cells, offset as usize, size))
    }

    /// So many bytes of memory, for reports; `None` if it is not there, or not known.
    pub(crate) fn bytes_at(&self, addr: Addr, size: u64) -> Option<Vec<Byte>> {
        let byte = |at| self.known(self.peek_value(at, 1)?).map(|value| value.bytes(1));
        (addr..addr.checked_add(size)?).map(byte).collect::<Option<Vec<_>>>().map(|bytes| bytes.concat())
    }

    /// What memory contains, or did when it was freed; `None` if that is not known.
    pub(crate) fn content(&self, addr: Addr, size: u8) -> Option<D::Value> {
        let (index, offset) = self.find_even_freed(addr, size)?;
        let cells = &self.objects[index].cells;
        (!cells.is_empty()).then(|| self.domain.load(cells, offset as usize, size))
    }

    /// Whether the machine's own object begins at an address, and is not freed.
    pub(crate) fn is_hidden(&self, addr: Addr) -> bool {
        self.object_at(addr).is_some_and(|object| object.kind == Kind::Hidden && object.freed.is_none())
    }

    /// The same, freed or not.
    pub(crate) fn was_hidden(&self, addr: Addr) -> bool {
        self.object_at(addr).is_some_and(|object| object.kind == Kind::Hidden)
    }

    /// Whether a variable of a function begins at an address.
    pub(crate) fn is_on_stack(&self, addr: Addr) -> bool {
        self.object_at(addr).is_some_and(|object| matches!(object.kind, Kind::Stack(_)))
    }

    /// Whether an address belongs to a variable of a function of the thread that runs.
    pub(crate) fn is_of_own_stack(&self, addr: Addr) -> bool {
        let object = self.table.get(addr).map(|index| &self.objects[index]);
        layout::thread_of(addr) == self.who.thread.0
            && object.is_some_and(|object| matches!(object.kind, Kind::Stack(_)))
    }

    /// Whether two addresses belong to the same object.
    pub(crate) fn are_of_one_object(&self, a: Addr, b: Addr) -> bool {
        self.table.get(a).is_some_and(|object| self.table.get(b) == Some(object))
    }

    fn object_at(&self, addr: Addr) -> Option<&Object<D::Value>> {
        let object = &self.objects[self.table.get(addr)?];
        (object.addr == addr).then_some(object)
    }

    /// Writes memory that is known to be there, without checks but with a way back.
    pub(crate) fn poke(&mut self, addr: Addr, size: u8, value: u64) {
        self.poke_value(addr, size, self.domain.lift(Value::new(value)));
    }

    /// The same for a value that may be uninitialised.
    pub(crate) fn poke_value(&mut self, addr: Addr, size: u8, value: D::Value) {
        if let Some((index, offset)) = self.find(addr, size) {
            self.write_cells(index, offset, size, value);
        }
    }

    /// Writes the initial content of an object, for good.
    pub(crate) fn initialise(&mut self, addr: Addr, size: u8, value: Value) {
        let value = self.domain.lift(value);
        if let Some((index, offset)) = self.find(addr, size) {
            self.domain.store(&mut self.objects[index].cells, offset as usize, size, value);
            self.objects[index].printed = Cell::default();
        }
    }

    /// Whether a visible access of `size` bytes at `addr` is allowed; an atomic access must be
    /// aligned.
    ///
    /// Freed memory is refused only when the access is performed ([`Self::visible_access`]): what a
    /// thread is about to do must not depend on what others, whom nothing orders before it, have
    /// done so far.
    pub(crate) fn check_visible(&mut self, addr: Addr, size: u8, writes: bool) -> Result<(), Halt> {
        let Some((index, offset)) = self.find_even_freed(addr, size) else {
            return Err(self.refuse(addr, size, writes));
        };
        // Others may not have made that memory yet, in another order.
        let is_there =
            matches!(self.objects[index].kind, Kind::Global(_)) || layout::thread_of(addr) == self.who.thread.0;
        self.local &= is_there;
        match self.objects[index].kind {
            Kind::External(_) => return Err(self.refuse_external(index)),
            kind if writes && self.is_constant(kind) => return Err(self.refuse_constant(index, offset)),
            _ => {}
        }
        if !addr.is_multiple_of(u64::from(size)) {
            return Err(self.unsupported("a misaligned atomic access".into()));
        }
        if self.explores() {
            self.is_shared_access(index, offset, size)?;
        }
        Ok(())
    }

    /// Whether there is memory for a synchronisation object at `addr`.
    pub(crate) fn check_object(&mut self, addr: Addr) -> Result<(), Halt> {
        match self.find_even_freed(addr, 1) {
            Some(_) => Ok(()),
            None => Err(self.refuse(addr, 1, false)),
        }
    }

    /// Prints text.
    pub(crate) fn print(&mut self, bytes: &[u8]) {
        self.who.has_effect();
        if self.logging {
            let (side, length) = (self.side.len() as u32, bytes.len() as u32);
            for chunk in bytes.chunks(8) {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                self.side.push(u64::from_le_bytes(word));
            }
            self.log.push(Entry::Output { side, length });
        }
        self.output.extend_from_slice(bytes);
        if self.records.is_some() {
            self.tell(What::Output(bytes.to_vec()));
        }
    }

    /// The thread stops for good.
    pub(crate) fn stuck(&mut self, why: Stuck) -> Halt {
        if let Stuck::Limit(limit) = why {
            self.faults.note_limit(limit, self.who.site);
        }
        self.faults.halt(super::Next::Op(Op::Stuck(why)))
    }

    /// The thread stops: not supported.
    pub(crate) fn unsupported(&mut self, what: String) -> Halt {
        let id = self.faults.add_unsupported(what, self.who.site);
        self.stuck(Stuck::Unsupported(id))
    }

    /// The fault of a halt that is one; something unsupported is told as an invalid pointer.
    pub(super) fn halted_fault(&mut self) -> FaultId {
        match self.faults.take_next() {
            super::Next::Op(Op::Stuck(Stuck::Fault(id))) => id,
            _ => {
                let _halt = self.fail(FaultKind::InvalidPointer, "access to memory that is not there".into(), None);
                match self.faults.take_next() {
                    super::Next::Op(Op::Stuck(Stuck::Fault(id))) => id,
                    _ => FaultId(0),
                }
            }
        }
    }
}
