//! [`Log`]: plain memory with the effect log that [`System`](threadbare_op::System) describes, as
//! simple as can be.
//!
//! Each entry carries the cell as it was before, and whether its effect is in force. Wrong use of
//! the protocol panics: that is a mistake of the explorer under test.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use threadbare_op::{Segment, Site, ThreadId};

/// An access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// Who.
    pub thread: ThreadId,
    /// In which epoch.
    pub epoch: u32,
    /// Where.
    pub site: Site,
    /// Whether it is atomic.
    pub atomic: bool,
    /// What it writes; `None` for a read.
    pub value: Option<u64>,
}

#[derive(Clone, Debug, Default)]
struct Cell {
    now: Now,
    /// All of them, in order.
    accesses: Vec<Access>,
}

/// What a cell has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Now {
    value: u64,
    /// Whether it was read, and whether it was written, by an atomic access.
    atomically: (bool, bool),
    /// How many accesses there were, and what stands for them.
    accesses: usize,
    trace: u64,
}

impl Cell {
    fn go_back(&mut self, to: Now) {
        self.now = to;
        self.accesses.truncate(to.accesses);
    }
}

#[derive(Clone, Debug)]
struct Entry {
    var: usize,
    by: Access,
    before: Now,
    /// Taken back by `unapply`.
    dead: bool,
}

/// The memory and its log.
#[derive(Clone, Debug, Default)]
pub struct Log {
    cells: Vec<Cell>,
    entries: Vec<Entry>,
}

impl Log {
    /// Memory with these values.
    #[must_use]
    pub fn new(values: &[u64]) -> Self {
        let cells = values.iter().map(|&value| Cell { now: Now { value, ..Now::default() }, ..Cell::default() });
        let cells = cells.collect();
        Self { cells, ..Self::default() }
    }

    /// The present value.
    #[must_use]
    pub fn value(&self, var: usize) -> u64 {
        self.cells[var].now.value
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells.len()
    }

    /// The end of the log.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The accesses since this point, with what they access.
    pub fn accesses(&self, since: u32) -> impl Iterator<Item = (usize, &Access)> {
        self.entries[since as usize..].iter().map(|entry| (entry.var, &entry.by))
    }

    /// Whether it was read or written, or only whether it was written, by an atomic access.
    #[must_use]
    pub fn atomically(&self, var: usize, written: bool) -> bool {
        let (read, wrote) = self.cells[var].now.atomically;
        wrote || read && !written
    }

    /// An access so far that conflicts with `by`, and does not happen before it: one of them is
    /// plain, one writes.
    #[must_use]
    pub fn race(&self, var: usize, by: &Access, clock: &[u32]) -> Option<Access> {
        let races = |a: &&Access| {
            a.thread != by.thread
                && a.epoch > clock.get(a.thread.index()).copied().unwrap_or_default()
                && (a.value.is_some() || by.value.is_some())
                && !(a.atomic && by.atomic)
        };
        self.cells[var].accesses.iter().find(races).copied()
    }

    /// Performs an access.
    pub fn perform(&mut self, var: usize, by: Access) {
        let before = self.cells[var].now;
        self.effect(var, by);
        self.entries.push(Entry { var, by, before, dead: false });
    }

    fn effect(&mut self, var: usize, by: Access) {
        let cell = &mut self.cells[var];
        cell.accesses.push(by);
        let Now { value, atomically, trace, .. } = cell.now;
        let writes = by.value.is_some();
        let atomically = (atomically.0 || by.atomic && !writes, atomically.1 || by.atomic && writes);
        let mut hasher = FxHasher::default();
        (trace, by).hash(&mut hasher);
        let value = by.value.unwrap_or(value);
        cell.now = Now { value, atomically, accesses: cell.accesses.len(), trace: hasher.finish() };
    }

    /// See `System::undo`.
    pub fn undo(&mut self, to: u32) {
        assert!(to <= self.len(), "undo to a point that does not exist");
        while self.len() > to {
            let Some(Entry { var, before, dead, .. }) = self.entries.pop() else { break };
            assert!(!dead, "undo of what was taken back by unapply");
            self.cells[var].go_back(before);
        }
    }

    /// See `Revisit::unapply`.
    pub fn unapply(&mut self, segment: Segment) {
        for at in (segment.from as usize..segment.to as usize).rev() {
            let entry = &mut self.entries[at];
            assert!(!entry.dead, "unapply of what is not in force");
            entry.dead = true;
            self.cells[entry.var].go_back(entry.before);
        }
        let later = &self.entries[segment.to as usize..];
        assert!(later.iter().all(|entry| entry.dead), "unapply of a segment that is not the newest in force");
    }

    /// See `Revisit::apply_again`.
    pub fn apply_again(&mut self, segment: Segment) -> Segment {
        let from = self.len();
        for at in segment.from..segment.to {
            let Entry { var, by, .. } = self.entries[at as usize];
            self.perform(var, by);
        }
        Segment { from, to: self.len() }
    }

    /// See `Revisit::reinstate`.
    pub fn reinstate(&mut self, segment: Segment) {
        for at in segment.from as usize..segment.to as usize {
            let Entry { var, by, before, dead } = self.entries[at];
            assert!(dead, "reinstate of what is in force");
            assert_eq!(before, self.cells[var].now, "reinstate on another memory than before");
            self.effect(var, by);
            self.entries[at].dead = false;
        }
    }

    /// See `Revisit::forget`.
    pub fn forget(&mut self, to: u32) {
        assert!(self.entries[to as usize..].iter().all(|entry| entry.dead), "forget of what is in force");
        self.entries.truncate(to as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(thread: u32, epoch: u32, value: Option<u64>) -> Access {
        Access { thread: ThreadId(thread), epoch, site: Site(0), atomic: false, value }
    }

    fn segment(from: u32, to: u32) -> Segment {
        Segment { from, to }
    }

    #[test]
    fn take_back_and_reinstate() {
        let mut log = Log::new(&[0, 0]);
        log.perform(0, by(0, 2, Some(1)));
        log.perform(0, by(0, 2, Some(2)));
        log.perform(1, by(1, 2, Some(3)));
        let (first, second, third) = (segment(0, 1), segment(1, 2), segment(2, 3));
        log.unapply(third);
        log.unapply(second);
        assert_eq!((log.value(0), log.value(1)), (1, 0));
        assert_eq!(log.apply_again(third), segment(3, 4));
        assert_eq!((log.value(0), log.value(1)), (1, 3));
        // A second time, further down: what is not in force stays so.
        log.unapply(segment(3, 4));
        log.unapply(first);
        assert_eq!((log.value(0), log.value(1)), (0, 0));
        log.perform(0, by(2, 2, Some(9)));
        log.undo(4);
        log.reinstate(first);
        log.reinstate(segment(3, 4));
        assert_eq!((log.value(0), log.value(1)), (1, 3));
        log.undo(3);
        log.reinstate(second);
        assert_eq!((log.value(0), log.value(1)), (2, 0));
        log.forget(2);
        log.undo(0);
        assert_eq!((log.value(0), log.value(1)), (0, 0));
    }

    #[test]
    fn races() {
        let mut log = Log::new(&[0]);
        let write = by(1, 2, Some(1));
        log.perform(0, write);
        assert_eq!(log.race(0, &by(1, 3, None), &[]), None);
        assert_eq!(log.race(0, &by(0, 2, None), &[1, 1]), Some(write));
        assert_eq!(log.race(0, &Access { atomic: true, ..by(0, 2, None) }, &[1, 1]), Some(write));
        assert_eq!(log.race(0, &by(0, 2, None), &[1, 2]), None);
        let read = by(0, 3, None);
        log.perform(0, read);
        assert_eq!(log.race(0, &by(2, 2, None), &[1, 2]), None);
        assert_eq!(log.race(0, &by(2, 2, Some(1)), &[1, 2]), Some(read));
    }
}
