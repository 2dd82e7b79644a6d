//! How objects come to be and how they end.

use super::log::Entry;
use super::object::{Freed, Kind, Object};
use super::{Memory, Who};
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::record::What;
use crate::value::Value;
use std::cell::Cell;
use threadbare_op::{Addr, Limit, Site, Stuck};

/// No object is bigger.
const MAX_OBJECT: u64 = 1 << 28;
/// Before one of this size is made, somebody looks whether there is still memory: a loop that makes
/// them uses it up faster than it is asked otherwise.
const LARGE: u64 = 1 << 16;

impl<D: Domain> Memory<D> {
    /// A new object of the running thread.
    pub(crate) fn allocate(&mut self, size: u64, align: u64, kind: Kind, zeroed: bool) -> Result<Addr, Halt> {
        let first = self.who.own.next_slot;
        // Slots are aligned less than some objects, and what all threads have of them more.
        let slot = self.space.at(self.who.thread.0, first, 0);
        let start = (slot + self.space.start(1)).next_multiple_of(align.clamp(1, 1 << 21)) - slot;
        let slots = self.space.slots_for(size.min(MAX_OBJECT), start);
        if size > MAX_OBJECT
            || align > 1 << 20
            || u64::from(first) + slots >= u64::from(self.space.slots(self.who.thread.0))
        {
            return Err(self.stuck(Stuck::Limit(Limit::Memory)));
        }
        if size >= LARGE && self.signals.stopped() {
            return Err(self.stuck(Stuck::Limit(Limit::Interrupted)));
        }
        self.who.own.next_slot += slots as u32;
        self.who.own.fresh.alive += 1;
        self.who.own.fresh.variables += u32::from(matches!(kind, Kind::Stack(_)));
        let addr = self.space.at(self.who.thread.0, first, start);
        let maker = self.who.maker.filter(|_| kind == Kind::Heap);
        let (site, made) = (maker.unwrap_or(self.who.site), self.who.epoch);
        self.place(addr, size, kind, (site, made), zeroed);
        if self.logging {
            self.log.push(Entry::Allocate { addr, size: size as u32, kind, site, made, zeroed });
        }
        if self.records.is_some() && matches!(kind, Kind::Heap | Kind::Stack(_)) {
            self.tell(if kind == Kind::Heap { What::Allocate { addr, size } } else { What::Begin { addr, size } });
        }
        Ok(addr)
    }

    /// Puts an object where it belongs, with where and when it was made. Alignment beyond 64 KB
    /// would leave its slot: it begins in a later one, then.
    pub(crate) fn place(
        &mut self,
        addr: Addr,
        size: u64,
        kind: Kind,
        (site, made): (Site, u32),
        zeroed: bool,
    ) -> usize {
        let fill = self.domain.lift(if zeroed { Value::ZERO } else { Value { bits: 0, undef: u64::MAX } });
        let words = size.div_ceil(8) as usize;
        let tracked = matches!(kind, Kind::Global(_) | Kind::Local(_) | Kind::Heap | Kind::Stack(_) | Kind::Errno);
        let owner = matches!(kind, Kind::Local(_) | Kind::Errno).then(|| layout::thread_of(addr) as u16);
        let assumed = self.is_assumed(kind);
        let own = self.is_assumed_own(kind, site);
        let exposed = tracked && self.is_exposed(kind, site);
        let shared = self.is_known_shared(kind, site);
        let rewritten = self.is_known_rewritten(kind, site);
        let traceless = shared && self.is_assumed_traceless(kind);
        let number = match self.unused.pop() {
            Some(number) => {
                let object = &mut self.objects[number as usize];
                object.cells.resize(words, fill);
                (object.addr, object.size, object.kind) = (addr, size, kind);
                (object.site, object.made) = (site, made);
                (object.tracked, object.assumed, object.own, object.exposed) = (tracked, assumed, own, exposed);
                (object.shared, object.traceless, object.owner) = (shared, traceless, owner);
                object.rewritten = rewritten;
                object.printed = Cell::default();
                number as usize
            }
            None => {
                self.objects.push(Object {
                    addr,
                    size,
                    kind,
                    site,
                    made,
                    freed: None,
                    before_free: Vec::new(),
                    compared: Vec::new(),
                    tracked,
                    assumed,
                    own,
                    exposed,
                    shared,
                    rewritten,
                    traceless,
                    atomics: false,
                    syncs: false,
                    owner,
                    cells: vec![fill; words],
                    recent: Vec::new(),
                    words: Vec::new(),
                    printed: Cell::default(),
                });
                self.objects.len() - 1
            }
        };
        self.table.set(addr, layout::slots_of(addr, size), Some(number));
        number
    }

    /// Takes an object away as if it had never been.
    pub(super) fn displace(&mut self, addr: Addr) {
        let Some(number) = self.table.get(addr) else { return };
        let object = &mut self.objects[number];
        let size = object.size;
        object.cells.clear();
        object.recent.clear();
        object.before_free.clear();
        object.compared.clear();
        object.words.clear();
        if object.cells.capacity() > 4096 {
            object.cells = Vec::new();
            object.recent = Vec::new();
            object.words = Vec::new();
        }
        (object.freed, object.atomics, object.owner) = (None, false, None);
        object.syncs = false;
        self.table.set(addr, layout::slots_of(addr, size), None);
        self.unused.push(number as u32);
    }

    /// Frees the heap object that begins at `addr`.
    pub(crate) fn free_heap(&mut self, addr: Addr) -> Result<(), Halt> {
        let index = self.heap_object(addr)?;
        if self.explores() {
            self.is_shared_object(index)?;
        }
        self.check_free(index)?;
        self.mark_freed(index);
        if self.records.is_some() {
            self.tell(self.end_of(index));
        }
        Ok(())
    }

    /// What is recorded when an object is freed, or its life ends.
    pub(super) fn end_of(&self, index: usize) -> What {
        let Object { addr, size, kind, .. } = self.objects[index];
        if matches!(kind, Kind::Heap) { What::Free { addr, size } } else { What::End { addr, size } }
    }

    /// Frees a variable whose life ends; gives its size.
    pub(crate) fn free_stack(&mut self, addr: Addr) -> Result<u64, Halt> {
        let Some(index) = self.table.get(addr) else { return Ok(0) };
        if self.explores() && self.objects[index].owner.is_some() {
            self.is_shared_object(index)?;
        }
        self.check_free(index)?;
        self.mark_freed(index);
        if self.records.is_some() && self.objects[index].kind != Kind::Hidden {
            self.tell(self.end_of(index));
        }
        Ok(self.objects[index].size)
    }

    /// Ends what a thread has from its beginning. Not where nobody else has come to it yet: if
    /// somebody does, the exploration begins again, and knows.
    pub(crate) fn end_local(&mut self, addr: Addr) -> Result<(), Halt> {
        let Some(index) = self.table.get(addr) else { return Ok(()) };
        let object = &self.objects[index];
        let is_unseen = self.explores() && matches!(object.kind, Kind::Local(_) | Kind::Errno) && !object.shared;
        if object.own || is_unseen {
            return Ok(());
        }
        self.check_free(index)?;
        self.end_object(index);
        if self.records.is_some() {
            self.tell(self.end_of(index));
        }
        Ok(())
    }

    fn mark_freed(&mut self, index: usize) {
        let object = &self.objects[index];
        let is_variable = matches!(object.kind, Kind::Stack(_));
        if self.who.made_lately(object.addr) && object.freed.is_none() {
            let fresh = &mut self.who.own.fresh;
            (fresh.alive, fresh.variables) = (fresh.alive - 1, fresh.variables - u32::from(is_variable));
            self.who.changed_fresh = true;
        } else {
            self.who.has_effect();
            if is_variable {
                self.end_content(index);
            }
        }
        self.end_object(index);
    }

    fn end_object(&mut self, index: usize) {
        let Who { thread, epoch, site, ref own, .. } = self.who;
        let next = if self.who.moves { Addr::MAX } else { self.space.at(thread.0, own.next_slot, 0) };
        let freed = Freed { thread, epoch, site, next };
        let object = &mut self.objects[index];
        object.freed = Some(freed);
        if object.is_heap() {
            object.before_free.extend_from_slice(&self.who.clock);
        }
        if !object.compared.is_empty() {
            self.freed_after_comparison(index);
        }
        if self.logging {
            self.log_free(index, freed);
        } else {
            // For good: the content will not be needed again.
            self.objects[index].cells = Vec::new();
        }
    }

    /// Whether a heap object begins at `addr`, freed or not.
    pub(crate) fn begins_heap(&self, addr: Addr) -> bool {
        let object = self.table.get(addr).map(|index| &self.objects[index]);
        object.is_some_and(|object| object.is_heap() && object.addr == addr)
    }

    /// The size of the heap object that begins at `addr`.
    pub(crate) fn heap_size(&mut self, addr: Addr) -> Result<u64, Halt> {
        let index = self.heap_object(addr)?;
        Ok(self.objects[index].size)
    }

    fn heap_object(&mut self, addr: Addr) -> Result<usize, Halt> {
        let Some(index) = self.table.get(addr) else { return Err(self.invalid_free(addr)) };
        let object = &self.objects[index];
        if !object.is_heap() || object.addr != addr {
            return Err(self.invalid_free(addr));
        }
        if object.freed.is_some() {
            return Err(self.double_free(index));
        }
        Ok(index)
    }

    /// The objects allocated on the heap and not freed, in the order of their addresses.
    pub(crate) fn live_heap(&self) -> Vec<&Object<D::Value>> {
        let mut numbers: Vec<usize> = self.table.all().collect();
        numbers.dedup();
        numbers
            .into_iter()
            .map(|number| &self.objects[number])
            .filter(|object| object.is_heap() && object.freed.is_none())
            .collect()
    }
}
