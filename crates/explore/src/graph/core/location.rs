//! The locations of an execution graph: memory that is accessed, and synchronisation objects.
//!
//! Not covered: accesses to overlapping memory at different places or of different sizes. Such a
//! location is marked ([`Location::mixed`]), and the search stops at it.

use super::event::{Content, Id, NONE, initial};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::{Index, IndexMut};
use threadbare_op::{Addr, Loc};

/// A memory location (`size` > 0) or a synchronisation object (`size` = 0).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location<const W: usize> {
    pub(crate) addr: Addr,
    pub(crate) size: u8,
    /// The co-last write.
    pub(crate) tail: Id,
    /// The first write after the initial one.
    pub(super) first: Id,
    /// Readers of the initial write.
    pub(super) readers: Id,
    /// The last read of each thread.
    pub(crate) last_read: [Id; W],
    /// The last write of each thread; not kept for models that do not ask.
    pub(crate) last_write: [Id; W],
    /// The co-last of the writes over which sc is closed.
    pub(crate) closed_tail: Id,
    /// How many of its events are in the graph.
    pub(crate) live: u32,
    /// What it held before its first event.
    pub(crate) content: Content,
    /// Another location overlaps it that was there before: accesses to this one are not modelled.
    pub(crate) mixed: bool,
}

/// The addresses of the words of 8 bytes that a location has bytes in.
fn words_of(loc: Loc) -> impl Iterator<Item = Addr> {
    (loc.addr & !7..loc.addr.saturating_add(u64::from(loc.size))).step_by(8)
}

/// So many locations are found without hashing.
const RECENT: usize = 32;

/// All locations that the search has met, by number. They outlive the events that access them.
#[derive(Debug)]
pub(crate) struct Locations<const W: usize> {
    all: Vec<Location<W>>,
    by_address: FxHashMap<(Addr, u8), u32>,
    /// By the addresses of words of 8 bytes: the memory locations in it.
    words: FxHashMap<Addr, SmallVec<[u32; 2]>>,
    /// A cache by address. (No location has the size of the entries that are empty.)
    recent: [(Addr, u8, u32); RECENT],
}

impl<const W: usize> Default for Locations<W> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            by_address: FxHashMap::default(),
            words: FxHashMap::default(),
            recent: [(0, u8::MAX, 0); RECENT],
        }
    }
}

impl<const W: usize> Locations<W> {
    /// The number of the location; `size` 0 for a synchronisation object.
    pub(crate) fn number(&mut self, addr: Addr, size: u8) -> u32 {
        let place = ((addr / 4) ^ (addr >> 16)) as usize % RECENT;
        let (known, known_size, number) = self.recent[place];
        if (known, known_size) == (addr, size) {
            return number;
        }
        let number = self.find(addr, size);
        self.recent[place] = (addr, size, number);
        number
    }

    fn find(&mut self, addr: Addr, size: u8) -> u32 {
        if let Some(&number) = self.by_address.get(&(addr, size)) {
            return number;
        }
        let number = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let mixed = size != 0 && self.is_mixed(Loc::new(addr, size), number);
        self.all.push(Location {
            addr,
            size,
            tail: initial(number),
            first: NONE,
            readers: NONE,
            last_read: [NONE; W],
            last_write: [NONE; W],
            closed_tail: initial(number),
            live: 0,
            content: Content::default(),
            mixed,
        });
        self.by_address.insert((addr, size), number);
        number
    }

    /// Whether an access is misaligned, or overlaps a location of another size or place.
    fn is_mixed(&mut self, loc: Loc, number: u32) -> bool {
        let mixed = !loc.addr.is_multiple_of(u64::from(loc.size)) || self.overlapped(loc).is_some();
        for word in words_of(loc) {
            self.words.entry(word).or_default().push(number);
        }
        mixed
    }

    /// The first of the other locations that overlap one.
    pub(crate) fn overlapped(&self, loc: Loc) -> Option<Loc> {
        let near = words_of(loc).filter_map(|word| self.words.get(&word)).flatten();
        let mut near = near.map(|&number| Loc::new(self.all[number as usize].addr, self.all[number as usize].size));
        near.find(|near| near.overlaps(loc) && (near.addr, near.size) != (loc.addr, loc.size))
    }

    /// How many there are: one more than the highest number.
    pub(crate) fn count(&self) -> u32 {
        self.all.len() as u32
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Location<W>> {
        self.all.iter()
    }
}

impl<const W: usize> Index<u32> for Locations<W> {
    type Output = Location<W>;

    fn index(&self, number: u32) -> &Location<W> {
        &self.all[number as usize]
    }
}

impl<const W: usize> IndexMut<u32> for Locations<W> {
    fn index_mut(&mut self, number: u32) -> &mut Location<W> {
        &mut self.all[number as usize]
    }
}
