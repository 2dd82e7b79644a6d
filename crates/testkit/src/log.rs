//! [`Log`]: plain memory with the effect log that [`System`](threadbare_op::System) describes, as simple as can be.
//!
//! Each entry carries the cell as it was before; each call of `unapply` has a number, and the entries whose effects it
//! took back carry that. Wrong use of the protocol panics: that is a mistake of the explorer under test.

use threadbare_op::{Segment, Site, ThreadId};

/// An access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

#[derive(Clone, Debug, Default, PartialEq)]
struct Cell {
    value: u64,
    /// All of them, in order.
    accesses: Vec<Access>,
}

#[derive(Clone, Debug)]
struct Entry {
    var: usize,
    by: Access,
    before: Cell,
    /// The `unapply` that took it back.
    dead: Option<u32>,
}

/// The memory and its log.
#[derive(Clone, Debug, Default)]
pub struct Log {
    cells: Vec<Cell>,
    entries: Vec<Entry>,
    /// The calls of `unapply` not yet taken back.
    zones: Vec<Zone>,
    counter: u32,
}

#[derive(Clone, Copy, Debug)]
struct Zone {
    from: u32,
    to: u32,
    number: u32,
}

impl Log {
    /// Memory with these values.
    #[must_use]
    pub fn new(values: &[u64]) -> Self {
        let cells = values.iter().map(|&value| Cell { value, ..Cell::default() }).collect();
        Self { cells, ..Self::default() }
    }

    /// The present value.
    #[must_use]
    pub fn value(&self, var: usize) -> u64 {
        self.cells[var].value
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

    /// Whether it was read or written, or only whether it was written, by an atomic access.
    #[must_use]
    pub fn atomically(&self, var: usize, written: bool) -> bool {
        self.cells[var].accesses.iter().any(|a| a.atomic && (a.value.is_some() || !written))
    }

    /// An access so far that conflicts with `by`, and does not happen before it: one of them is plain, one writes.
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
        let before = self.cells[var].clone();
        self.effect(var, by);
        self.entries.push(Entry { var, by, before, dead: None });
    }

    fn effect(&mut self, var: usize, by: Access) {
        let cell = &mut self.cells[var];
        cell.accesses.push(by);
        cell.value = by.value.unwrap_or(cell.value);
    }

    /// See `System::undo`.
    pub fn undo(&mut self, to: u32) {
        assert!(to <= self.len(), "undo to a point that does not exist");
        while self.len() > to {
            if let Some(Entry { var, before, dead: None, .. }) = self.entries.pop() {
                self.cells[var] = before;
            }
        }
        assert!(self.zones.iter().all(|z| z.to <= to || z.from >= to), "undo into what was taken back by unapply");
        self.zones.retain(|zone| zone.to <= to);
    }

    /// See `System::unapply`.
    pub fn unapply(&mut self, to: u32) {
        self.counter += 1;
        for at in (to as usize..self.entries.len()).rev() {
            let entry = &mut self.entries[at];
            if entry.dead.is_none() {
                entry.dead = Some(self.counter);
                self.cells[entry.var] = entry.before.clone();
            }
        }
        self.zones.push(Zone { from: to, to: self.len(), number: self.counter });
    }

    /// See `System::apply_again`.
    pub fn apply_again(&mut self, segment: Segment) -> Segment {
        let from = self.len();
        for at in segment.from..segment.to {
            let Entry { var, by, .. } = self.entries[at as usize];
            self.perform(var, by);
        }
        Segment { from, to: self.len() }
    }

    /// See `System::reinstate`.
    pub fn reinstate(&mut self, from: u32, to: u32) {
        let place = self.zones.iter().rposition(|zone| zone.from == from && zone.to >= to);
        let place = place.expect("reinstate without unapply, or from another point than that went to");
        let zone = self.zones[place];
        self.zones.truncate(place);
        let end = to as usize;
        assert!(self.entries[end..].iter().all(|e| e.dead.is_some()), "reinstate before the log was undone");
        self.entries.truncate(end);
        for at in from as usize..end {
            if self.entries[at].dead == Some(zone.number) {
                let Entry { var, by, .. } = self.entries[at];
                assert_eq!(self.entries[at].before, self.cells[var], "reinstate on another memory than before");
                self.effect(var, by);
                self.entries[at].dead = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(thread: u32, epoch: u32, value: Option<u64>) -> Access {
        Access { thread: ThreadId(thread), epoch, site: Site(0), atomic: false, value }
    }

    #[test]
    fn take_back_and_reinstate() {
        let mut log = Log::new(&[0, 0]);
        log.perform(0, by(0, 2, Some(1)));
        log.perform(0, by(0, 2, Some(2)));
        log.perform(1, by(1, 2, Some(3)));
        log.unapply(1);
        assert_eq!((log.value(0), log.value(1)), (1, 0));
        assert_eq!(log.apply_again(Segment { from: 2, to: 3 }), Segment { from: 3, to: 4 });
        assert_eq!((log.value(0), log.value(1)), (1, 3));
        log.unapply(0);
        assert_eq!((log.value(0), log.value(1)), (0, 0));
        log.perform(0, by(2, 2, Some(9)));
        log.undo(4);
        log.reinstate(0, 4);
        assert_eq!((log.value(0), log.value(1)), (1, 3));
        log.undo(3);
        log.reinstate(1, 3);
        assert_eq!((log.value(0), log.value(1)), (2, 3));
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
