//! `--races explore`: which plain accesses must be visible.
//!
//! An object that only one thread accesses needs no visible accesses, but for atomic ones; unless it
//! stores there plainly after those, of which explorers would know nothing. Which objects these are
//! shows only in the course of the exploration: when a second thread comes to an object, or such a
//! store, what made it (the allocating instruction, the global variable) is noted as shared, and the
//! whole exploration has to begin again ([`Sharing::restart`]); from then on all accesses to such
//! objects are visible, from the first one on. This ends, because the program has finitely many
//! allocating instructions and variables.
//!
//! All accesses to a shared variable being visible, explorers know its content, and nobody reads it
//! in memory but to learn what it was before the first of them: they leave no trace in it, and
//! there is none to undo. Synchronisation objects are the exception, whose state is told from their
//! bytes: where there is one, this is noted and the exploration begins again, too.
//!
//! Visible accesses to the same bytes must have one size. Copying and filling goes by the sizes
//! that instructions use, or by types ([`crate::memory::pieces`]); if these show only later, the
//! exploration begins again as well. Instructions that disagree are not supported
//! ([`Limit::MixedSize`]).

use crate::domain::Domain;
use crate::halt::Halt;
use crate::memory::Memory;
use crate::memory::log::Entry;
use crate::memory::object::{Kind, Object};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use threadbare_op::{Addr, Limit, Loc, Site, Stuck};
use threadbare_program::GlobalId;

/// What made an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::memory) enum Origin {
    Global(u32),
    Site(u32),
    Errno,
}

/// A piece of an object that is accessed as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::memory) struct Cell {
    pub(in crate::memory) size: u8,
    /// Only by copying and filling so far, which could go by another size.
    pub(in crate::memory) bulk: bool,
}

/// What is known of shared objects; kept when the exploration begins again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sharing {
    pub(in crate::memory) shared: FxHashSet<Origin>,
    pub(in crate::memory) cells: FxHashMap<Origin, BTreeMap<u64, Cell>>,
    /// Accessed both atomically and plainly ([`crate::memory::learned::assume`]), or, under `--races explore`, with
    /// synchronisation objects in it.
    pub(in crate::memory) mixed: FxHashSet<Origin>,
    /// Written plainly while several threads run, under `--races ignore` ([`crate::memory::learned::ignored`]).
    rewritten: FxHashSet<Origin>,
    /// Accessed in several sizes.
    pub(in crate::memory) wholes: super::sizes::Wholes,
    /// Whether something was learnt that the exploration so far did not know.
    pub(crate) restart: bool,
    /// Whether threads that run the same code can be told apart (see [`crate::memory::learned::alike`]), or are not
    /// to be exchanged.
    asymmetric: bool,
    /// Whether something depends on the number of an address of an object made while the program ran
    /// (see [`crate::memory::learned::alike`]).
    numbered: bool,
    /// Whether the present access belongs to copying, filling or another library function.
    pub(crate) bulk: bool,
}

pub(in crate::memory) fn origin<V>(object: &Object<V>) -> Option<Origin> {
    origin_of(object.kind, object.site)
}

/// The origin of an object of this kind, allocated at `site`.
fn origin_of(kind: Kind, site: Site) -> Option<Origin> {
    match kind {
        Kind::Global(id) | Kind::Local(id) => Some(Origin::Global(id.0)),
        Kind::Heap | Kind::Stack(_) => Some(Origin::Site(site.0)),
        Kind::Errno => Some(Origin::Errno),
        Kind::Constant(_) | Kind::External(_) | Kind::Private | Kind::Hidden => None,
    }
}

impl Sharing {
    /// Whether threads must not be exchanged.
    pub(in crate::memory) fn is_asymmetric(&self) -> bool {
        self.asymmetric
    }

    /// Notes that; whether it was not known.
    pub(in crate::memory) fn note_asymmetric(&mut self) -> bool {
        let new = !std::mem::replace(&mut self.asymmetric, true);
        self.restart |= new;
        new
    }

    /// Whether what comes next may depend on the numbers of addresses.
    pub(in crate::memory) fn is_numbered(&self) -> bool {
        self.numbered
    }

    /// Notes that; whether it was not known.
    pub(in crate::memory) fn note_numbered(&mut self) -> bool {
        !std::mem::replace(&mut self.numbered, true)
    }

    /// Whether a global variable is known to be accessed both atomically and plainly.
    pub(in crate::memory) fn is_mixed(&self, global: GlobalId) -> bool {
        !self.mixed.is_empty() && self.mixed.contains(&Origin::Global(global.0))
    }

    /// Whether objects of this kind, allocated at `site`, are known to be accessed by several
    /// threads.
    pub(in crate::memory) fn is_shared(&self, kind: Kind, site: Site) -> bool {
        !self.shared.is_empty() && origin_of(kind, site).is_some_and(|origin| self.shared.contains(&origin))
    }

    pub(in crate::memory) fn note_shared(&mut self, origin: Origin) {
        self.shared.insert(origin);
    }

    /// Whether objects of this kind, allocated at `site`, are known to be written plainly while
    /// several threads run.
    pub(in crate::memory) fn is_rewritten(&self, kind: Kind, site: Site) -> bool {
        !self.rewritten.is_empty() && origin_of(kind, site).is_some_and(|origin| self.rewritten.contains(&origin))
    }

    /// Notes that; whether it was not known.
    pub(in crate::memory) fn note_rewritten(&mut self, origin: Origin) -> bool {
        self.rewritten.insert(origin)
    }

    pub(in crate::memory) fn note_mixed(&mut self, origin: Origin) {
        self.mixed.insert(origin);
    }
}

impl super::Learned {
    /// Whether an instruction is known to access these bytes of a variable as a whole.
    pub(in crate::memory) fn has_met(&self, cell: (Addr, u8)) -> bool {
        self.cells_met[place_of(cell)] == cell
    }
}

fn place_of((addr, _): (Addr, u8)) -> usize {
    ((addr / 4) ^ (addr >> 16)) as usize % 16
}

impl<D: Domain> Memory<D> {
    /// Whether an object of this kind, allocated at `site`, is known to be accessed by several
    /// threads.
    pub(in crate::memory) fn is_known_shared(&self, kind: Kind, site: Site) -> bool {
        self.explores() && self.learned.sharing.is_shared(kind, site)
    }

    /// Whether visible accesses are assumed to leave no trace in a shared object of this kind. Not
    /// where everything is to be shown.
    pub(in crate::memory) fn is_assumed_traceless(&self, kind: Kind) -> bool {
        let Kind::Global(id) = kind else { return false };
        self.records.is_none() && !self.learned.sharing.is_mixed(id)
    }

    /// A synchronisation object is about to be used.
    pub(in crate::memory) fn note_object(&mut self, addr: Addr) {
        if let Some(index) = self.table.get(addr)
            && self.objects[index].traceless
        {
            self.note_mixed(index);
        }
    }

    /// Whether an access to this object must be visible; notes who accesses it.
    pub(in crate::memory) fn is_shared_object(&mut self, index: usize) -> Result<bool, Halt> {
        let me = self.who.thread.0 as u16;
        let object = &mut self.objects[index];
        if object.shared {
            return Ok(true);
        }
        let Some(origin) = origin(object) else { return Ok(false) };
        if self.learned.sharing.shared.contains(&origin) {
            return Ok(true);
        }
        match object.owner {
            Some(owner) if owner == me => Ok(false),
            None => {
                object.owner = Some(me);
                if self.logging {
                    self.log.push(Entry::Owner { addr: object.addr, owner: me });
                }
                Ok(false)
            }
            Some(_) => Err(self.share(index)),
        }
    }

    /// All accesses to what is made like this object are to be visible.
    pub(in crate::memory) fn share(&mut self, index: usize) -> Halt {
        self.learned.sharing.shared.extend(origin(&self.objects[index]));
        self.begin_again()
    }

    /// The same for an access to some of its bytes.
    pub(in crate::memory) fn is_shared_access(&mut self, index: usize, offset: u64, size: u8) -> Result<bool, Halt> {
        let shared = self.is_shared_object(index)?;
        if shared {
            self.note_cell(index, offset, size)?;
        }
        Ok(shared)
    }

    pub(in crate::memory) fn want_restart(&mut self) {
        self.learned.sharing.restart = true;
        self.signals.restart.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    pub(in crate::memory) fn begin_again(&mut self) -> Halt {
        self.want_restart();
        self.stuck(Stuck::Limit(Limit::MixedSize))
    }

    #[inline]
    fn note_cell(&mut self, index: usize, offset: u64, size: u8) -> Result<(), Halt> {
        let object = &self.objects[index];
        if !matches!(object.kind, Kind::Global(_)) {
            return self.find_cell(index, offset, size);
        }
        let cell = (object.addr + offset, size);
        if !self.learned.has_met(cell) {
            self.find_cell(index, offset, size)?;
            // Accesses of library functions may have to go by another size yet.
            if !self.learned.sharing.bulk {
                self.learned.cells_met[place_of(cell)] = cell;
            }
        }
        Ok(())
    }

    fn find_cell(&mut self, index: usize, offset: u64, size: u8) -> Result<(), Halt> {
        let Some(origin) = origin(&self.objects[index]) else { return Ok(()) };
        let bulk = self.learned.sharing.bulk;
        let cells = self.learned.sharing.cells.entry(origin).or_default();
        if let Some(cell) = cells.get_mut(&offset)
            && cell.size == size
        {
            cell.bulk &= bulk;
            return Ok(());
        }
        let overlapping: Vec<(u64, Cell)> = cells
            .range(offset.saturating_sub(15)..offset + u64::from(size))
            .filter(|(at, cell)| **at + u64::from(cell.size) > offset)
            .map(|(at, cell)| (*at, *cell))
            .collect();
        if overlapping.is_empty() {
            cells.insert(offset, Cell { size, bulk });
            return Ok(());
        }
        if let Some((at, cell)) = overlapping.iter().find(|(_, cell)| !cell.bulk) {
            let (base, site) = (self.objects[index].addr, self.who.site);
            let (loc, other) = (Loc::new(base + offset, size), Loc::new(base + at, cell.size));
            if self.are_parts(loc, other) {
                return Ok(());
            }
            self.note_size(other);
            self.note_overlap(loc, other, site);
            return Err(self.stuck(Stuck::Limit(Limit::MixedSize)));
        }
        // Between two bulk accesses the smaller pieces win.
        if bulk && overlapping.iter().all(|(_, cell)| cell.size <= size) {
            return Err(self.stuck(Stuck::Limit(Limit::MixedSize)));
        }
        for (at, _) in overlapping {
            cells.remove(&at);
        }
        cells.insert(offset, Cell { size, bulk });
        Err(self.begin_again())
    }

    /// Accesses from now on belong to a library function, or no longer.
    pub(crate) fn set_bulk(&mut self, bulk: bool) {
        self.learned.sharing.bulk = bulk;
        self.goes_over = None;
    }

    /// From now on so much memory is copied or filled, piece by piece.
    pub(crate) fn goes_over(&mut self, addr: Addr, len: u64) {
        self.goes_over = Some((addr, len));
    }

    /// Whether the exploration has to begin again.
    pub(crate) fn must_restart(&self) -> bool {
        self.learned.sharing.restart
    }

    /// Takes in what made the exploration of another memory of the same program worthless, if
    /// anything did: then this one has to begin again.
    pub(crate) fn learn_from(&mut self, other: &Self) {
        if !other.must_restart() {
            return;
        }
        self.learned.sharing.restart = true;
        self.learned.sharing.asymmetric |= other.learned.sharing.asymmetric;
        self.learned.sharing.numbered |= other.learned.sharing.numbered;
        self.learned.sharing.shared.extend(&other.learned.sharing.shared);
        self.learned.sharing.mixed.extend(&other.learned.sharing.mixed);
        self.learned.sharing.rewritten.extend(&other.learned.sharing.rewritten);
        self.learned.sharing.wholes.learn_from(&other.learned.sharing.wholes);
        for (origin, cells) in &other.learned.sharing.cells {
            self.learned.sharing.cells.entry(*origin).or_insert_with(|| cells.clone());
        }
    }

    /// What has been learnt, for the next exploration.
    pub(crate) fn take_sharing(&mut self) -> Sharing {
        let mut sharing = std::mem::take(&mut self.learned.sharing);
        sharing.restart = false;
        sharing.wholes.begin_again();
        sharing
    }

    /// What has been learnt, for another machine.
    pub(crate) fn sharing(&self) -> Sharing {
        Sharing { restart: false, bulk: false, ..self.learned.sharing.clone() }
    }

    /// Goes by what an earlier exploration has learnt.
    pub(crate) fn set_sharing(&mut self, sharing: Sharing) {
        self.learned.sharing = sharing;
    }
}
