//! The accesses to a word that later ones are checked against: how one is entered, and taken back.

use crate::memory::object::{Accesses, By, Rec};
use smallvec::SmallVec;
use threadbare_op::{Addr, Site, Touched};

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Doing {
    pub(crate) write: bool,
    pub(crate) atomic: bool,
    pub(crate) by: By,
}

impl Doing {
    pub(crate) const READ: Self = Self { write: false, atomic: false, by: By::Access };
    pub(crate) const WRITE: Self = Self { write: true, ..Self::READ };
    /// An addition that only counts.
    pub(crate) const ADDITION: Self = Self { by: By::Addition, ..Self::WRITE };

    pub(crate) fn visibly(write: bool, atomic: bool) -> Self {
        Self { write, atomic, by: By::Access }
    }
}

impl Rec {
    /// Whether it is of the same kind as `later`, of the same thread, and to the same bytes.
    pub(in crate::memory) fn is_repeated_by(&self, later: &Self) -> bool {
        self.atomic == later.atomic
            && self.thread == later.thread
            && self.write == later.write
            && self.bytes == later.bytes
            && self.by == later.by
    }

    /// Whether bytes of it need not be remembered any longer once `later` is.
    fn is_covered_by(&self, later: &Self) -> bool {
        match (later.atomic || later.by == By::Addition, later.write) {
            (true, _) => self.is_repeated_by(later),
            (false, true) => self.bytes & later.bytes != 0,
            (false, false) => {
                self.thread == later.thread && !self.write && !self.atomic && self.bytes & later.bytes != 0
            }
        }
    }

    pub(in crate::memory) fn conflicts(&self, doing: Doing, bytes: u8) -> bool {
        self.bytes & bytes != 0
            && match (self.by, doing.by) {
                (By::Addition, By::Addition) => false,
                // What only looks is to be ordered with all that is done there.
                (By::Look, By::Operation) | (By::Operation, By::Look) => true,
                _ => (self.write || doing.write) && !(self.atomic && doing.atomic),
            }
    }

    /// What of the word at that address it touches.
    pub(in crate::memory) fn touches(&self, word: Addr) -> Touched {
        let (mut reads, mut writes, mut sums) = (0, 0, 0);
        *match (self.by, self.write) {
            (By::Addition, _) => &mut sums,
            (_, true) => &mut writes,
            (_, false) => &mut reads,
        } = self.bytes;
        Touched { word, reads, writes, sums }
    }

    /// Where all accesses are explored, plain ones count as atomic.
    pub(super) fn verb(&self, explores: bool) -> &'static str {
        match (self.by, self.atomic && !explores, self.write) {
            (By::Operation | By::Look, ..) => "use",
            (By::Initialisation, ..) => "initialisation",
            (By::Destruction, ..) => "destruction",
            (By::Access, false, true) => "write",
            (By::Access, false, false) => "read",
            (By::Access, true, true) | (By::Addition, ..) => "atomic write",
            (By::Access, true, false) => "atomic read",
        }
    }

    /// The same of the place.
    pub(super) fn what(&self, explores: bool) -> &'static str {
        match (self.by, self.atomic && !explores, self.write) {
            (By::Operation | By::Look, ..) => "used here",
            (By::Initialisation, ..) => "initialised here",
            (By::Destruction, ..) => "destroyed here",
            (By::Access, false, true) => "written here",
            (By::Access, false, false) => "read here",
            (By::Access, true, true) | (By::Addition, ..) => "written atomically here",
            (By::Access, true, false) => "read atomically here",
        }
    }
}

/// How an access is entered into a word's records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entered {
    /// After them.
    Last,
    /// In the place of one that it repeats: only epoch and site change.
    Again,
    /// In the place of others, or parts of them; there were so many records before.
    Instead(u16),
}

/// How `rec` is entered, and in which place if that is [`Entered::Again`].
pub(super) fn how_to_enter(word: &Accesses, rec: &Rec) -> (Entered, usize) {
    let mut covered = word.records.iter().enumerate().filter(|(_, r)| r.is_covered_by(rec));
    let Some((at, first)) = covered.next() else { return (Entered::Last, 0) };
    if first.is_repeated_by(rec) && covered.next().is_none() {
        return (Entered::Again, at);
    }
    (Entered::Instead(word.records.len() as u16), 0)
}

/// Enters an access into a word's records.
pub(crate) fn enter(word: &mut Accesses, rec: Rec) {
    let how = how_to_enter(word, &rec);
    enter_so(word, rec, how);
}

pub(super) fn enter_so(word: &mut Accesses, rec: Rec, (how, at): (Entered, usize)) {
    match how {
        Entered::Again => {
            word.records[at] = rec;
            return;
        }
        Entered::Last => {}
        Entered::Instead(_) => {
            for r in &mut word.records {
                if r.is_covered_by(&rec) {
                    r.bytes &= !rec.bytes;
                }
            }
            word.records.retain(|r| r.bytes != 0);
        }
    }
    word.records.push(rec);
}

/// Takes back that an access was entered; `aside` is what was put aside then.
#[inline]
pub(in crate::memory) fn leave(word: &mut Accesses, rec: &Rec, how: Entered, aside: &[u64]) {
    match how {
        Entered::Last => {
            word.records.pop();
        }
        Entered::Again => {
            if let (Some(mine), Some(&before)) =
                (word.records.iter_mut().find(|r| r.is_repeated_by(rec)), aside.first())
            {
                (mine.epoch, mine.site) = (before as u32, Site((before >> 32) as u32));
            }
        }
        Entered::Instead(count) => word.records = records_at(aside, count),
    }
}

/// Two words for each record.
pub(super) fn push_record(side: &mut Vec<u64>, r: &Rec) {
    side.push(u64::from(r.epoch) | u64::from(r.site.0) << 32);
    let flags = u64::from(r.write) | u64::from(r.atomic) << 1 | (r.by as u64) << 2;
    side.push(u64::from(r.thread) | u64::from(r.bytes) << 16 | flags << 24);
}

/// The records that were put aside.
fn records_at(side: &[u64], count: u16) -> SmallVec<[Rec; 4]> {
    side[..2 * usize::from(count)]
        .chunks_exact(2)
        .map(|w| Rec {
            epoch: w[0] as u32,
            site: Site((w[0] >> 32) as u32),
            thread: w[1] as u16,
            bytes: (w[1] >> 16) as u8,
            write: w[1] >> 24 & 1 != 0,
            atomic: w[1] >> 25 & 1 != 0,
            by: By::ALL[(w[1] >> 26 & 7) as usize],
        })
        .collect()
}
