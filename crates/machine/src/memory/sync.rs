//! What synchronisation objects are before their first operation: told from their bytes.
//!
//! An object that plain stores make anew (`mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER`
//! after it was destroyed, or filling the structure that it is in) is another one to the explorers:
//! the number of times that happened is part of its address there, in the bits above. So nothing of
//! its old life is left, and its state is told from the bytes again. A store counts if it covers
//! the object's first byte (where its operations are checked against plain accesses, so that the
//! two are ordered) and changes it, or if the object's life was over: copying a structure to where
//! it was changes no lock in it, and our operations leave the bytes alone, so that a new
//! initialiser may be what is there.
//!
//! Under `--races explore` such a store that nothing orders with an operation on the object is a
//! race all the same.
//!
//! Not covered: such races under `--races explore` where the object is a global variable or its
//! memory is never freed (they end as misuse, or as an internal error); after 65,520 times it stays
//! the same; copying a structure with a used once to where it was.

use super::Memory;
use super::log::Entry;
use super::object::{By, Used};
use super::races::Doing;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use threadbare_op::{Addr, FaultId, Site, Stuck, SyncId, SyncKind, SyncOp};

/// So often an object can be made anew. The marks above are those of futexes and threads.
const MOST_REMADE: u16 = 0xFFF0;

/// What is known of synchronisation objects, besides what stands with their words.
#[derive(Debug, Default)]
pub(super) struct Syncs {
    /// How often the one at an address was made anew by plain stores, if it was.
    pub(super) remade: FxHashMap<Addr, u16>,
    /// How many bytes those have that were used so far.
    sizes: FxHashMap<Addr, u8>,
    /// Some of these, found faster.
    sizes_met: [(Addr, u8); 16],
}

impl Syncs {
    /// See [`Memory::hand_over`].
    pub(super) fn hand_over(&mut self, other: &mut Self) {
        std::mem::swap(&mut self.sizes, &mut other.sizes);
        std::mem::swap(&mut self.sizes_met, &mut other.sizes_met);
    }
}

impl<D: Domain> Memory<D> {
    /// What explorers call the synchronisation object that is at `addr` now.
    pub(crate) fn sync_key(&self, addr: Addr) -> Addr {
        match self.syncs.remade.get(&addr) {
            Some(&times) => layout::unmarked(addr) | u64::from(times) << 48,
            None => addr,
        }
    }

    /// Notes that the object at `offset` is used.
    fn use_sync(&mut self, index: usize, offset: u64, op: SyncOp) {
        if !offset.is_multiple_of(4) {
            return;
        }
        let object = &mut self.objects[index];
        let new = Used::after(op);
        let old = object.word((offset / 8) as usize).sync[(offset / 4 % 2) as usize];
        // Entering a once that is done leaves it so.
        if (old != new || self.revisits) && !(old == Used::Over && op == SyncOp::OnceEnter) {
            let addr = object.addr + offset;
            self.change_sync(addr, old, new, false);
        }
    }

    /// Makes synchronisation objects anew over whose beginning these bytes are about to be written.
    #[cold]
    pub(super) fn overwrite_sync(&mut self, index: usize, offset: u64, size: u8, value: D::Value) {
        for at in (offset.next_multiple_of(4)..offset + u64::from(size)).step_by(4) {
            let object = &self.objects[index];
            let Some(word) = object.words.get((at / 8) as usize) else { return };
            let old = word.sync[(at / 4 % 2) as usize];
            let changes = || self.domain.load(&object.cells, offset as usize, size) != value;
            if old.is_over() || (old == Used::Yes && changes()) {
                let addr = object.addr + at;
                self.who.has_effect();
                let can = self.syncs.remade.get(&addr).is_none_or(|&times| times < MOST_REMADE);
                self.change_sync(addr, old, Used::No, can);
            }
        }
    }

    fn change_sync(&mut self, addr: Addr, old: Used, new: Used, remade: bool) {
        self.set_sync(addr, new, i16::from(remade));
        if self.logging {
            self.log.push(Entry::Sync { addr, old, new, remade });
        }
    }

    pub(super) fn sync_at(&self, addr: Addr) -> Used {
        let Some(index) = self.table.get(addr) else { return Used::No };
        let offset = addr - self.objects[index].addr;
        self.objects[index].words.get((offset / 8) as usize).map_or(Used::No, |w| w.sync[(offset / 4 % 2) as usize])
    }

    pub(super) fn set_sync(&mut self, addr: Addr, used: Used, remade: i16) {
        let Some(index) = self.table.get(addr) else { return };
        let object = &mut self.objects[index];
        let offset = addr - object.addr;
        object.syncs = true;
        object.printed = Cell::default();
        object.word((offset / 8) as usize).sync[(offset / 4 % 2) as usize] = used;
        if remade != 0 {
            let times = self.syncs.remade.entry(addr).or_default();
            *times = times.saturating_add_signed(remade);
            if *times == 0 {
                self.syncs.remade.remove(&addr);
            }
        }
    }

    /// An operation of this kind is about to be performed on the object at `addr`.
    pub(crate) fn note_sync(&mut self, addr: Addr, op: SyncOp) {
        if self.explores() {
            self.note_object(addr);
        }
        let size = op.kind().size(self.program.ilp32);
        let met = &mut self.syncs.sizes_met[(addr / 8 % 16) as usize];
        if *met != (addr, size) {
            *met = (addr, size);
            self.syncs.sizes.insert(addr, size);
        }
    }

    /// The running thread has just performed `op` on the object at `addr`: to other accesses this
    /// is like an atomic read.
    ///
    /// Not so for what only looks, at what nothing orders it with; nor for the end of a wait at a barrier: who is let go may find it gone. But who arrives
    /// there uses it until it returns, which shows to others only by what it does next; destroying
    /// the barrier waits for that ([`Used::Left`]). Destroying a condition variable waits as well,
    /// for who is woken to go on.
    pub(crate) fn synchronised(&mut self, addr: Addr, op: SyncOp, result: u64) -> Result<(), Halt> {
        if op.is_wait() || op == SyncOp::SemPeek {
            return Ok(());
        }
        let Some((index, offset)) = self.find(addr, 1) else { return Err(self.refuse(addr, 1, false)) };
        self.use_sync(index, offset, op);
        let looks = self.checks.only_ordered && op.orders_nothing(result);
        let doing = if looks { Doing { by: By::Look, ..self.using_sync() } } else { self.operating(op) };
        if self.objects[index].assumed {
            if doing.write && self.tracks(&self.objects[index]) && !self.is_alone() {
                return self.assume_plain(index, offset, 1);
            }
            self.assume_atomic(index, offset, 1);
            return Ok(());
        }
        if self.objects[index].own && self.is_own(index) {
            return Ok(());
        }
        if !self.tracks(&self.objects[index]) {
            return Ok(());
        }
        // The event's epoch is one less than that of the steps after it.
        let after = u32::from(!matches!(op, SyncOp::BarrierArrive { .. }));
        self.who.epoch -= after;
        let checked = self.check_races(index, offset, 1, doing);
        self.who.epoch += after;
        checked.map_err(|id| self.stuck(Stuck::Fault(id)))
    }

    /// What an operation on an object is to plain accesses. Where these are explored, they are so
    /// as if they were atomic; but no order of events tells which object a store that nothing
    /// orders with the operation has made, and so that stays a race.
    fn using_sync(&self) -> Doing {
        Doing { write: false, atomic: !self.explores(), by: By::Operation }
    }

    /// The same of this operation. To make an object, or destroy it, is a plain write: all that is
    /// done with it has to be ordered with that, and not by itself.
    fn operating(&self, op: SyncOp) -> Doing {
        if self.explores() {
            return self.using_sync();
        }
        match op {
            _ if op.makes() => Doing { by: By::Initialisation, ..Doing::WRITE },
            _ if op.destroys() => Doing { by: By::Destruction, ..Doing::WRITE },
            _ => self.using_sync(),
        }
    }

    /// Whether all other threads were joined. (The running one joined them, or who did so was
    /// joined itself: all that they did happens before.)
    fn is_alone(&self) -> bool {
        let mut others = self.handles.iter().enumerate().filter(|&(thread, _)| thread != self.who.thread.index());
        others.all(|(_, &state)| state == crate::builtin::JOINED)
    }

    /// An operation on this object is misuse, and so is not performed: the race that it would be,
    /// if it would.
    pub(crate) fn behind_misuse(&mut self, key: Addr, site: Site) -> Option<FaultId> {
        if layout::is_in_no_memory(key) {
            return None;
        }
        let addr = layout::unmarked(key);
        self.who.site = site;
        self.segment = self.log_length();
        let Some((index, offset)) = self.find(addr, 1) else {
            let _halt = self.refuse(addr, 1, false);
            return Some(self.halted_fault());
        };
        let object = &self.objects[index];
        if object.assumed || (object.own && self.is_own(index)) || !self.tracks(&self.objects[index]) {
            return None;
        }
        // That the object is not made yet, or destroyed, is what the misuse says.
        let (doing, bytes) = (self.using_sync(), 1 << (offset % 8));
        let is_that = self.objects[index].words.get((offset / 8) as usize).is_some_and(|word| {
            let mut others = word.records.iter().filter(|r| r.by != By::Access);
            others.any(|r| self.who.races(word, r, doing, bytes))
        });
        if is_that { None } else { self.check_races(index, offset, 1, doing).err() }
    }

    /// The state before the first operation on the object at `addr`, also if its memory has been
    /// freed since the thread came to that operation.
    pub(crate) fn initial_sync(&self, key: Addr) -> SyncId {
        if layout::is_in_no_memory(key) {
            return SyncId::ZERO;
        }
        let addr = layout::unmarked(key);
        let Some(index) = self.table.get(addr) else { return SyncId::GARBAGE };
        let object = &self.objects[index];
        let offset = addr.wrapping_sub(object.addr);
        if offset >= object.size || object.cells.is_empty() {
            return SyncId::GARBAGE;
        }
        let size = u64::from(self.syncs.sizes.get(&key).copied().unwrap_or(4)).min(object.size - offset);
        // Most are zero, which shows word by word.
        let words = &object.cells[(offset / 8) as usize..(offset + size).div_ceil(8) as usize];
        if words.iter().all(|word| D::pack(*word) == Value::ZERO) {
            return SyncId::ZERO;
        }
        let byte = |at| self.domain.settled(self.domain.load(&object.cells, (offset + at) as usize, 1));
        let Ok(bytes) = (0..size).map(byte).collect::<Result<Vec<Value>, _>>() else { return SyncId::GARBAGE };
        if bytes.iter().all(|byte| byte.undef == 0xFF) {
            return SyncId::UNINIT;
        }
        let zero_but =
            |place: Option<usize>| bytes.iter().enumerate().all(|(at, byte)| Some(at) == place || *byte == Value::ZERO);
        // Where glibc keeps the kind of a mutex.
        let kind = if self.program.ilp32 { 12 } else { 16 };
        let is_mutex = size == u64::from(SyncKind::Mutex.size(self.program.ilp32));
        let is_static = is_mutex && zero_but(Some(kind));
        match bytes.get(kind).map(|byte| byte.bits) {
            _ if zero_but(None) => SyncId::ZERO,
            Some(1) if is_static => SyncId::STATIC_RECURSIVE,
            Some(2) if is_static => SyncId::STATIC_ERROR_CHECK,
            // An adaptive mutex is a normal one that spins a little.
            Some(3) if is_static => SyncId::ZERO,
            _ => SyncId::GARBAGE,
        }
    }
}
