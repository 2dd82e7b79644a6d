//! The memory locations and synchronisation objects that a search under sequential consistency has
//! met.

use rustc_hash::FxHashMap;
use std::ops::{Index, IndexMut};
use threadbare_op::{Addr, Initial, Loc, Op, Outcome, Site, SyncId, SyncOp, System, ThreadId, Word};

/// What a location holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Content {
    pub(crate) value: Word,
    pub(crate) defined: bool,
}

impl Content {
    /// What the system says that a location of the memory holds.
    pub(crate) fn initial<S: System>(system: &mut S, loc: Loc) -> Self {
        let Initial { value, defined } = system.initial(loc);
        Self { value, defined }
    }

    /// That of a synchronisation object in this state.
    pub(crate) const fn of_state(state: SyncId) -> Self {
        Self { value: Word::of_state(state), defined: true }
    }
}

/// A location, and what else a search keeps about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location<X> {
    addr: Addr,
    /// 0: a synchronisation object.
    size: u8,
    /// What it held before the first event that touches it. A search may keep it as it is now.
    pub(crate) content: Content,
    /// How many events of the execution touch it.
    pub(crate) live: u32,
    /// Another location overlaps it that was there before: accesses to this one are not modelled.
    pub(crate) mixed: bool,
    pub(crate) more: X,
}

/// All of them, by number.
#[derive(Debug, Default)]
pub(crate) struct Locations<X = ()> {
    all: Vec<Location<X>>,
    numbers: FxHashMap<(Addr, u8), u32>,
}

impl<X: Default> Locations<X> {
    /// The number of a location, or of a synchronisation object (size 0). If no event touches it,
    /// its content is what the system says now.
    pub(crate) fn number<S: System>(&mut self, system: &mut S, addr: Addr, size: u8) -> u32 {
        let number = self.find(addr, size);
        self.renew(system, number);
        number
    }

    /// As [`Self::number`], without a look at the content.
    pub(crate) fn find(&mut self, addr: Addr, size: u8) -> u32 {
        self.numbers.get(&(addr, size)).copied().unwrap_or_else(|| self.add(addr, size))
    }

    /// Takes the content of a location from the system if no event touches it.
    pub(crate) fn renew<S: System>(&mut self, system: &mut S, number: u32) {
        if self[number].live == 0 {
            self.refresh(system, number);
        }
    }

    /// Takes the content of a location, which no event touches, from the system.
    pub(crate) fn refresh<S: System>(&mut self, system: &mut S, number: u32) {
        let location = &mut self[number];
        let Location { addr, size, .. } = *location;
        location.content = if size == 0 {
            Content::of_state(system.initial_sync(addr))
        } else {
            Content::initial(system, Loc::new(addr, size))
        };
    }

    fn add(&mut self, addr: Addr, size: u8) -> u32 {
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let mixed = size != 0 && self.overlapped(Loc::new(addr, size)).is_some();
        self.all.push(Location { addr, size, content: Content::default(), live: 0, mixed, more: X::default() });
        self.numbers.insert((addr, size), number);
        number
    }
}

impl<X> Locations<X> {
    /// The first of the other locations that overlap one.
    pub(crate) fn overlapped(&self, loc: Loc) -> Option<Loc> {
        let others = self.all.iter().filter(|other| other.size != 0).map(|other| Loc::new(other.addr, other.size));
        others.into_iter().find(|other| loc.overlaps(*other) && (loc.addr, loc.size) != (other.addr, other.size))
    }

    /// The system is told of an access to a location that is [mixed](Location::mixed).
    #[cold]
    pub(crate) fn note_overlap<S: System>(&self, system: &mut S, op: &Op, site: Site) {
        if let Some(loc) = op.loc()
            && let Some(other) = self.overlapped(loc)
        {
            system.note_overlap(loc, other, site);
        }
    }

    /// What the memory locations hold that events of the execution touch, by address.
    pub(crate) fn live_memory(&self) -> Vec<(Loc, Content)> {
        let live = self.all.iter().filter(|location| location.live > 0 && location.size != 0);
        let mut memory: Vec<_> = live.map(|at| (Loc::new(at.addr, at.size), at.content)).collect();
        memory.sort_unstable_by_key(|(loc, _)| (loc.addr, loc.size));
        memory
    }

    /// The synchronisation objects that events of the execution touch.
    pub(crate) fn live_objects(&self) -> Vec<(Addr, SyncId)> {
        let live = self.all.iter().filter(|location| location.live > 0 && location.size == 0);
        live.map(|at| (at.addr, at.content.value.state())).collect()
    }
}

impl<X> Index<u32> for Locations<X> {
    type Output = Location<X>;

    fn index(&self, number: u32) -> &Location<X> {
        &self.all[number as usize]
    }
}

impl<X> IndexMut<u32> for Locations<X> {
    fn index_mut(&mut self, number: u32) -> &mut Location<X> {
        &mut self.all[number as usize]
    }
}

/// What an operation comes to on an object in that state.
pub(crate) fn apply<S: System>(system: &mut S, state: Word, op: SyncOp, thread: u32) -> Outcome {
    system.sync().apply(state.state(), op, ThreadId(thread))
}
