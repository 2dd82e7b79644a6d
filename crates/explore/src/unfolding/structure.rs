//! The event structure as far as it is known: events, each by its canonical name (what happens
//! after which past), and the trees that they form.
//!
//! The past of an event is given by its immediate predecessors: the one in its thread and, if it
//! touches an object (a memory location or a synchronisation object), the write it comes after and,
//! if it writes itself, the reads of that write it comes after. So the events of a thread are a
//! tree, and so are those of an object: writes below writes, reads as leaves. Two events of one
//! tree that are not one above the other are in conflict, except two reads of the same write.
//!
//! Events are counted references: from later events, from the search, and from *holds* (see
//! `hold`). What nobody refers to is gone, and found again should it be needed.

use super::holds::Hold;
use super::kind::Kind;
use super::siblings::{Before, ROWS};
use super::size::Size;
use smallvec::SmallVec;

/// Index of an event; [`NONE`]: none.
pub(super) type Id = u32;
pub(super) const NONE: Id = u32::MAX;

/// The canonical name of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name<'a> {
    pub(super) thread: u32,
    /// The event before it in its thread; of the first event of a thread, the one that started it.
    pub(super) before: Id,
    /// What it touches; [`NONE`] if nothing.
    pub(super) object: u32,
    pub(super) kind: Kind,
    /// The write that it comes after ([`NONE`]: it is the first). Without an object: the event that
    /// it waited for.
    pub(super) after: Id,
    /// If it is a write: the last read of `after` by each thread, among those before it; by thread.
    pub(super) reads: &'a [Id],
}

impl Name<'_> {
    fn hash(&self) -> u32 {
        let mut hash = 0_u64;
        let mut mix = |part: u32| hash = (hash.rotate_left(5) ^ u64::from(part)).wrapping_mul(0x517c_c1b7_2722_0a95);
        [self.before, self.after, self.thread, self.object, self.kind.number()].into_iter().for_each(&mut mix);
        self.reads.iter().copied().for_each(&mut mix);
        (hash >> 32) as u32
    }
}

#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) thread: u32,
    /// Its place in its thread, from 1.
    pub(super) index: u32,
    pub(super) before: Id,
    pub(super) object: u32,
    pub(super) kind: Kind,
    pub(super) after: Id,
    pub(super) reads: Box<[Id]>,
    /// All reads of `after` that are before it.
    pub(super) set: Before,
    /// Its depth in the tree of its object.
    depth: u32,
    /// No other event has the same, not even one that is gone.
    pub(super) serial: u64,
    /// A bound kept something out of its left branch.
    pub(super) cut: bool,
    /// Where the run has it, while it is in its configuration.
    pub(super) place: u32,
    refs: u32,
    /// The first events that come directly after it at its object, by [`super::siblings::Row`].
    pub(super) first_child: [Id; ROWS],
    pub(super) next_sibling: Id,
    pub(super) previous_sibling: Id,
    /// The next of those whose place has the same hash.
    pub(super) next_peer: Id,
    /// The next in the same bucket; of a free record, the next free one.
    next: Id,
    /// The hash of its name.
    hash: u32,
    /// The first of its holds on others, and of the holds on it.
    pub(super) holds: u32,
    pub(super) held: u32,
}

#[derive(Clone, Copy, Default, Debug)]
struct Standing {
    inside: bool,
    disabled: bool,
    cutoff: bool,
}

#[derive(Debug)]
pub(super) struct Structure {
    events: Vec<Event>,
    /// How they stand, apart from them: searches ask this of many.
    standings: Vec<Standing>,
    free: Id,
    buckets: Vec<Id>,
    /// By object: the first of the events that come after no write.
    pub(super) roots: Vec<[Id; ROWS]>,
    /// Writes that come after reads, by their place.
    pub(super) places: Vec<Id>,
    pub(super) all_holds: Vec<Hold>,
    pub(super) free_hold: u32,
    pub(super) size: Size,
    /// Nothing is forgotten.
    keep_all: bool,
    /// There is a cutoff.
    has_cutoffs: bool,
    /// Pasts may have cutoffs, which is a mistake.
    pub(super) passes_cutoffs: bool,
}

impl std::ops::Index<Id> for Structure {
    type Output = Event;

    fn index(&self, id: Id) -> &Event {
        &self.events[id as usize]
    }
}

impl std::ops::IndexMut<Id> for Structure {
    fn index_mut(&mut self, id: Id) -> &mut Event {
        &mut self.events[id as usize]
    }
}

impl Structure {
    pub(super) fn new(keep_all: bool) -> Self {
        Self {
            events: Vec::new(),
            standings: Vec::new(),
            free: NONE,
            buckets: vec![NONE; 1 << 10],
            roots: Vec::new(),
            places: vec![NONE; 1 << 10],
            all_holds: Vec::new(),
            free_hold: NONE,
            size: Size::default(),
            keep_all,
            has_cutoffs: false,
            passes_cutoffs: false,
        }
    }

    /// The event of this name, if it is known.
    pub(super) fn find(&self, name: &Name<'_>) -> Option<Id> {
        self.find_hashed(name, name.hash())
    }

    fn find_hashed(&self, name: &Name<'_>, hash: u32) -> Option<Id> {
        let mut at = self.buckets[self.bucket(hash)];
        while at != NONE {
            let event = &self[at];
            if event.hash == hash
                && event.before == name.before
                && event.after == name.after
                && event.thread == name.thread
                && event.object == name.object
                && event.kind == name.kind
                && *event.reads == *name.reads
            {
                return Some(at);
            }
            at = event.next;
        }
        None
    }

    /// The event of this name, before which there are these reads of the write that it comes after.
    /// It stays as long as something refers to it.
    pub(super) fn event(&mut self, name: &Name<'_>, set: Before) -> Id {
        let hash = name.hash();
        match self.find_hashed(name, hash) {
            Some(id) => id,
            None => self.make(name, set, hash),
        }
    }

    #[inline(never)]
    fn make(&mut self, name: &Name<'_>, set: Before, hash: u32) -> Id {
        if self.size.live as usize >= self.buckets.len() {
            self.rehash();
        }
        let Name { thread, before, object, kind, after, reads } = *name;
        let index = if before != NONE && self[before].thread == thread { self[before].index + 1 } else { 1 };
        let bucket = self.bucket(hash);
        let depth = if object == NONE || after == NONE { 1 } else { self[after].depth + 1 };
        let is_event = !matches!(kind, Kind::Stem(_));
        if is_event {
            self.size.threads.count(index);
        }
        if is_event && object != NONE {
            self.size.objects.count(depth);
        }
        let event = Event {
            thread,
            index,
            before,
            object,
            kind,
            after,
            reads: reads.into(),
            set,
            depth,
            serial: self.size.made,
            cut: false,
            place: NONE,
            refs: 0,
            first_child: [NONE; ROWS],
            next_sibling: NONE,
            previous_sibling: NONE,
            next_peer: NONE,
            next: self.buckets[bucket],
            hash,
            holds: NONE,
            held: NONE,
        };
        let id = self.put(event);
        self.buckets[bucket] = id;
        [before, after].into_iter().filter(|cause| *cause != NONE).for_each(|cause| self.refer(cause));
        reads.iter().for_each(|read| self.refer(*read));
        if object != NONE {
            self.link_sibling(id);
        }
        self.size.reads += reads.len() as u64;
        self.size.most_reads = self.size.most_reads.max(self.size.reads);
        self.size.made += u64::from(is_event);
        self.size.live += 1;
        self.size.most = self.size.most.max(self.size.live);
        id
    }

    /// Finds a place for an event.
    fn put(&mut self, event: Event) -> Id {
        if self.free == NONE {
            self.events.push(event);
            self.standings.push(Standing::default());
            return self.events.len() as Id - 1;
        }
        let id = self.free;
        self.standings[id as usize] = Standing::default();
        self.free = self[id].next;
        self[id] = event;
        id
    }

    /// What all this took of memory when it took most; tables and arenas do not shrink.
    pub(super) fn bytes(&self) -> u64 {
        let ids = self.buckets.capacity() + self.places.capacity() + ROWS * self.roots.capacity();
        let bytes = self.events.capacity() * size_of::<Event>()
            + self.standings.capacity() * size_of::<Standing>()
            + self.all_holds.capacity() * size_of::<Hold>()
            + ids * size_of::<Id>();
        bytes as u64 + self.size.most_reads * size_of::<Id>() as u64
    }

    /// Whether it is in the configuration at hand.
    pub(super) fn is_inside(&self, id: Id) -> bool {
        self.standings[id as usize].inside
    }

    pub(super) fn set_inside(&mut self, id: Id, inside: bool) {
        self.standings[id as usize].inside = inside;
    }

    /// Whether it is never to be taken again (D of the paper).
    pub(super) fn is_disabled(&self, id: Id) -> bool {
        self.standings[id as usize].disabled
    }

    pub(super) fn set_disabled(&mut self, id: Id, disabled: bool) {
        self.standings[id as usize].disabled = disabled;
    }

    /// Nothing is to come after it.
    pub(super) fn make_cutoff(&mut self, id: Id) {
        self.standings[id as usize].cutoff = true;
        self.has_cutoffs = true;
    }

    pub(super) fn is_cutoff(&self, id: Id) -> bool {
        self.standings[id as usize].cutoff
    }

    /// Whether a cutoff comes directly before it.
    pub(super) fn is_beyond(&self, id: Id) -> bool {
        if !self.has_cutoffs {
            return false;
        }
        let Event { before, after, ref reads, .. } = self[id];
        let is_cutoff = |cause: &Id| *cause != NONE && self.is_cutoff(*cause);
        [before, after].iter().chain(reads).any(is_cutoff)
    }

    pub(super) fn refer(&mut self, id: Id) {
        self[id].refs += 1;
    }

    /// Takes a reference back.
    pub(super) fn release(&mut self, id: Id) {
        let event = &mut self[id];
        event.refs -= 1;
        if event.refs == 0 {
            self.remove(id);
        }
    }

    /// Forgets an event, if nothing refers to it.
    pub(super) fn forget_unused(&mut self, id: Id) {
        if self[id].refs == 0 {
            self.remove(id);
        }
    }

    #[inline(never)]
    fn remove(&mut self, id: Id) {
        if self.keep_all {
            return;
        }
        let mut gone: SmallVec<[Id; 8]> = SmallVec::from_slice(&[id]);
        while let Some(id) = gone.pop() {
            self.unlink(id);
            let event = &mut self[id];
            let (before, after, reads) = (event.before, event.after, std::mem::take(&mut event.reads));
            let named = reads.len() as u64;
            let mut drop = |cause: Id| {
                if cause != NONE {
                    let cause_of = &mut self[cause];
                    cause_of.refs -= 1;
                    if cause_of.refs == 0 {
                        gone.push(cause);
                    }
                }
            };
            drop(before);
            drop(after);
            reads.iter().copied().for_each(drop);
            self[id].next = self.free;
            self.free = id;
            self.size.live -= 1;
            self.size.reads -= named;
        }
    }

    /// Takes an event out of the table of names and out of its object's tree.
    fn unlink(&mut self, id: Id) {
        let Event { object, next, hash, .. } = self[id];
        let bucket = self.bucket(hash);
        let mut at = self.buckets[bucket];
        if at == id {
            self.buckets[bucket] = next;
        } else {
            while self[at].next != id {
                at = self[at].next;
            }
            self[at].next = next;
        }
        if object != NONE {
            self.unlink_sibling(id);
        }
    }

    fn bucket(&self, hash: u32) -> usize {
        hash as usize & (self.buckets.len() - 1)
    }

    /// Twice as many buckets.
    fn rehash(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.buckets = vec![NONE; 2 * old.len()];
        for mut at in old {
            while at != NONE {
                let Event { next, hash, .. } = self[at];
                let bucket = self.bucket(hash);
                self[at].next = self.buckets[bucket];
                self.buckets[bucket] = at;
                at = next;
            }
        }
        self.rehash_places();
    }

    /// Whether two different events, each of whose pasts agrees with the other event, depend on
    /// each other.
    pub(super) fn depend(&self, a: Id, b: Id) -> bool {
        let (a, b) = (&self[a], &self[b]);
        a.thread == b.thread || (a.object == b.object && a.object != NONE && (a.kind.writes() || b.kind.writes()))
    }
}
