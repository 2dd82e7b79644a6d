//! The events that come directly after a write at its object: reads, writes, and writes that come
//! after reads of it. Of the latter there may be one for each set of reads, so they are found by
//! that set as well.

use super::kind::Kind;
use super::structure::{Event, Id, NONE, Structure};

/// Reads of a write: how many there are, and a sum by which equal sets are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Before {
    pub(super) count: u32,
    sum: u32,
}

impl Before {
    pub(super) const NOTHING: Self = Self { count: 0, sum: 0 };

    /// Reads have consecutive numbers, mostly: sums of products of these would be the same for many
    /// sets.
    const fn of(id: Id) -> u32 {
        let id = (id ^ id >> 16).wrapping_mul(0x85EB_CA6B);
        let id = (id ^ id >> 13).wrapping_mul(0xC2B2_AE35);
        (id ^ id >> 16).wrapping_add(1)
    }

    pub(super) const fn add(&mut self, read: Id) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(Self::of(read));
    }

    pub(super) const fn take_back(&mut self, read: Id) {
        self.count -= 1;
        self.sum = self.sum.wrapping_sub(Self::of(read));
    }
}

/// How the events after a write are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Row {
    Reads,
    /// Writes after no read of it.
    Writes,
    /// Writes after some.
    LaterWrites,
    /// What stands for writes after any.
    Stems,
}

pub(super) const ROWS: usize = 4;

impl Event {
    fn row(&self) -> Row {
        match self.kind {
            Kind::Read => Row::Reads,
            Kind::Stem(_) => Row::Stems,
            _ if self.set.count == 0 => Row::Writes,
            _ => Row::LaterWrites,
        }
    }
}

impl Structure {
    /// The first of the events that come directly after `after` at `object`; the others follow by
    /// [`Self::next_sibling`].
    pub(super) fn first_child(&self, object: u32, after: Id, row: Row) -> Id {
        if after != NONE {
            return self[after].first_child[row as usize];
        }
        self.roots.get(object as usize).map_or(NONE, |root| root[row as usize])
    }

    pub(super) fn next_sibling(&self, id: Id) -> Id {
        self[id].next_sibling
    }

    fn set_first_child(&mut self, object: u32, after: Id, row: Row, child: Id) {
        if after != NONE {
            self[after].first_child[row as usize] = child;
            return;
        }
        if self.roots.len() <= object as usize {
            self.roots.resize(object as usize + 1, [NONE; ROWS]);
        }
        self.roots[object as usize][row as usize] = child;
    }

    /// Puts a new event next to those that come after the same write.
    pub(super) fn link_sibling(&mut self, id: Id) {
        let Event { object, after, set, .. } = self[id];
        let row = self[id].row();
        let sibling = self.first_child(object, after, row);
        self[id].next_sibling = sibling;
        if sibling != NONE {
            self[sibling].previous_sibling = id;
        }
        self.set_first_child(object, after, row, id);
        if row == Row::LaterWrites {
            let place = self.place(object, after, set);
            self[id].next_peer = self.places[place];
            self.places[place] = id;
        }
    }

    pub(super) fn unlink_sibling(&mut self, id: Id) {
        let Event { object, after, set, next_sibling, previous_sibling, next_peer, .. } = self[id];
        let row = self[id].row();
        if next_sibling != NONE {
            self[next_sibling].previous_sibling = previous_sibling;
        }
        if previous_sibling == NONE {
            self.set_first_child(object, after, row, next_sibling);
        } else {
            self[previous_sibling].next_sibling = next_sibling;
        }
        if row != Row::LaterWrites {
            return;
        }
        let place = self.place(object, after, set);
        let mut at = self.places[place];
        if at == id {
            self.places[place] = next_peer;
            return;
        }
        while self[at].next_peer != id {
            at = self[at].next_peer;
        }
        self[at].next_peer = next_peer;
    }

    fn place(&self, object: u32, after: Id, set: Before) -> usize {
        let parts = [object, after, set.sum].into_iter().map(u64::from);
        let hash = parts.fold(0_u64, |hash, part| (hash.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95));
        (hash >> 32) as usize & (self.places.len() - 1)
    }

    /// As many places as there are buckets.
    pub(super) fn rehash_places(&mut self) {
        let old = std::mem::take(&mut self.places);
        self.places = vec![NONE; 2 * old.len()];
        for mut at in old {
            while at != NONE {
                let Event { object, after, set, next_peer, .. } = self[at];
                let place = self.place(object, after, set);
                self[at].next_peer = self.places[place];
                self.places[place] = at;
                at = next_peer;
            }
        }
    }

    /// The first of the writes at `object` that come after `after` and exactly these reads of it;
    /// the others follow by [`Self::next_peer`].
    pub(super) fn first_at(&self, object: u32, after: Id, set: Before) -> Id {
        if set.count == 0 {
            return self.first_child(object, after, Row::Writes);
        }
        self.peer_from(self.places[self.place(object, after, set)], object, after, set)
    }

    /// The next one after `id`.
    pub(super) fn next_peer(&self, id: Id) -> Id {
        let Event { object, after, set, next_sibling, next_peer, .. } = self[id];
        if set.count == 0 { next_sibling } else { self.peer_from(next_peer, object, after, set) }
    }

    fn peer_from(&self, mut at: Id, object: u32, after: Id, set: Before) -> Id {
        while at != NONE {
            let event = &self[at];
            if event.object == object && event.after == after && event.set == set {
                break;
            }
            at = event.next_peer;
        }
        at
    }
}
