//! Of a long table: which of its steps the fault depends on. The others are folded, and counted
//! where they are.
//!
//! Needed are
//!
//! * the steps of the fault itself, starts and ends of threads, and what was decided by
//!   [`vital::decisive`];
//! * every operation on an object that a thread waits for in the end, and every write of memory that is
//!   waited for;
//! * what was read in its section before a thread began to wait there, and after it stopped;
//! * what the threads of two accesses have read last before these, and the pointers through which they
//!   came to them;
//! * where threads wait in the end: what others have read from each other last before they ended;
//! * what wrote a value that a needed step reads; what was read on the line of a needed write, or last
//!   before it in the same section; the atomic access right before the call of its function;
//! * every write of memory that a needed step reads;
//! * what a thread has read that a needed step of another one changes, before the thread comes to a
//!   needed step;
//! * where the locks are taken and given back that a thread holds at a needed step.
//!
//! Where nobody waits in the end, all waits and signals are needed, but for signals of objects on
//! which nobody waits. Else waits and signals on other objects are folded with names
//! ([`crate::table`]).

use crate::arrange::Memory;
use crate::data::{Found, Waiting};
use crate::fold::Fate;
use crate::lines::{same_line, steps};
use crate::row::{Row, Touched};
use crate::vital::{self, is_wait, locks, sources};
use std::collections::{BTreeMap, BTreeSet};

/// Shorter tables are left as they are.
const LONG: usize = 40;
/// The same where all that is to be shown is who has taken which lock before.
const LONG_OF_LOCKS: usize = 20;
/// So many reads before an access that is a party of the fault, or about a wait, are needed.
const LAST: usize = 4;
/// So many reads from other threads of a thread that has ended, where others wait in the end.
const LED: usize = 2;
/// Of so many effects on a line all are shown, or none.
const SMALL: usize = 6;

/// Tables of more steps are long.
fn long(found: &Found) -> usize {
    let mut parties = found.waiting.iter().filter(|waiting| !waiting.aside).peekable();
    let only_locks = parties.peek().is_some() && parties.all(|waiting| !waiting.held.is_empty());
    if only_locks { LONG_OF_LOCKS } else { LONG }
}

/// Folds the steps that the fault does not depend on, if there are many.
pub(crate) fn fold_rest(found: &Found, fates: &mut [Fate]) {
    if fates.iter().filter(|fate| **fate == Fate::Shown).count() <= long(found) {
        return;
    }
    let needed = Scene::of(found, fates).needed();
    let from = found.repeats.unwrap_or(found.rows.len());
    for at in (0..from).filter(|at| !needed.contains(at)) {
        if fates[at] == Fate::Shown {
            fates[at] = Fate::Folded;
        }
    }
    fold_rounds(fates);
    show_one(fates);
}

/// Rounds between folded ones are folded.
fn fold_rounds(fates: &mut [Fate]) {
    let is_folded = |fate: Option<&Fate>| fate == Some(&Fate::Folded);
    let is_row = |fate: &&Fate| matches!(fate, Fate::Shown | Fate::Folded | Fate::Rounds(_));
    for at in 0..fates.len() {
        if !matches!(fates[at], Fate::Rounds(_)) || !is_folded(fates[..at].iter().rfind(is_row)) {
            continue;
        }
        let after = at + 1 + fates[at + 1..].iter().take_while(|fate| **fate == Fate::InRounds).count();
        if is_folded(fates[after..].iter().find(is_row)) {
            fates[at..after].fill(Fate::Folded);
        }
    }
}

/// To say that one effect is left out takes as much room as to show it.
fn show_one(fates: &mut [Fate]) {
    let mut folded: Vec<usize> = Vec::new();
    for at in 0..=fates.len() {
        match fates.get(at) {
            Some(Fate::Folded) => folded.push(at),
            Some(Fate::Shown | Fate::Rounds(_)) | None => {
                if let [one] = folded[..] {
                    fates[one] = Fate::Shown;
                }
                folded.clear();
            }
            Some(_) => {}
        }
    }
}

struct Scene<'a> {
    found: &'a Found,
    /// The objects that threads wait for in the end.
    awaited: BTreeSet<u64>,
    /// The objects on which threads begin to wait.
    waits: BTreeSet<u64>,
    /// For each step: who wrote what it reads.
    sources: BTreeMap<usize, Vec<usize>>,
    /// For each step: the step before it of the same thread.
    before: Vec<Option<usize>>,
    fates: &'a [Fate],
}

impl<'a> Scene<'a> {
    fn of(found: &'a Found, fates: &'a [Fate]) -> Self {
        let ends = found.waiting.iter().filter(|waiting| !waiting.aside);
        let objects = ends.filter_map(|waiting| waiting.touched.filter(|touched| touched.size == 0));
        let mut by_read: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (read, write) in sources(&found.rows, |row| row.read.is_some()) {
            by_read.entry(read).or_default().push(write);
        }
        let waits = found.rows.iter().filter(|row| row.operation == "begin-wait");
        let waits = waits.filter_map(|row| Some(row.touched?.addr)).collect();
        let mut last: BTreeMap<u32, usize> = BTreeMap::new();
        let before = found.rows.iter().enumerate().map(|(at, row)| last.insert(row.thread, at)).collect();
        Self { found, awaited: objects.map(|touched| touched.addr).collect(), waits, sources: by_read, before, fates }
    }

    /// The steps that are needed.
    fn needed(&self) -> BTreeSet<usize> {
        let rows = &self.found.rows;
        let mut open: Vec<usize> = (0..rows.len()).filter(|at| self.is_own(&rows[*at])).collect();
        open.extend(vital::decisive(self.found));
        open.extend(self.around_waits());
        let parties = (0..rows.len()).filter(|at| rows[*at].party.is_some() && self.found.waiting.is_empty());
        for party in parties {
            let same = |at: &usize| same_line(rows[*at].place.as_ref(), rows[party].place.as_ref());
            let reads = |at: &usize| rows[*at].reads();
            open.extend(self.earlier(party).take_while(same).filter(reads));
            open.extend(self.earlier(party).skip_while(same).filter(reads).take(LAST));
            open.extend(std::iter::successors(self.pointer(party), |at| self.pointer(*at)));
        }
        open.extend(self.left());
        let mut needed = BTreeSet::new();
        loop {
            while let Some(at) = open.pop() {
                if self.fates[at] == Fate::Shown && needed.insert(at) {
                    open.extend(self.sources.get(&at).into_iter().flatten());
                    open.extend(self.led_to(at));
                }
            }
            open.extend(self.stale(&needed));
            open.extend(self.written(&needed));
            if open.is_empty() {
                break;
            }
        }
        self.complete(&mut needed);
        let sections = self.sections(&needed);
        needed.extend(sections);
        needed
    }

    /// The writes of memory that needed steps touch: what nobody sees may be the point.
    fn written(&self, needed: &BTreeSet<usize>) -> Vec<usize> {
        let rows = &self.found.rows;
        let mut memory = Memory::default();
        for touched in needed.iter().filter(|at| rows[**at].reads()).filter_map(|at| rows[*at].touched) {
            memory.touch(Touched { writes: false, ..touched });
        }
        let is_one = |at: &usize| {
            let row = &rows[*at];
            self.fates[*at] == Fate::Shown && !needed.contains(at) && row.writes() && memory.conflicts(row)
        };
        (0..rows.len()).filter(is_one).collect()
    }

    /// What threads have read that others changed before the reader came to its next needed step, and
    /// is not needed yet.
    fn stale(&self, needed: &BTreeSet<usize>) -> Vec<usize> {
        let rows = &self.found.rows;
        let mut out = Vec::new();
        let mut written: BTreeMap<u32, Memory> = BTreeMap::new();
        let mut goes_on: BTreeSet<u32> = BTreeSet::new();
        for (at, row) in rows.iter().enumerate().rev().filter(|(at, _)| self.fates[*at] == Fate::Shown) {
            let changed = || written.iter().any(|(thread, memory)| *thread != row.thread && memory.conflicts(row));
            if needed.contains(&at) {
                goes_on.insert(row.thread);
                if row.writes() {
                    written.entry(row.thread).or_default().add(row);
                }
            } else if row.only_reads() && goes_on.contains(&row.thread) && changed() {
                out.push(at);
            }
        }
        out
    }

    /// Adds the rest of these steps, as to leave out a part of a line takes as much room as to show it,
    /// and what wrote what is read there.
    fn complete(&self, needed: &mut BTreeSet<usize>) {
        let shown = |at: &usize| self.fates[*at] == Fate::Shown;
        let steps: Vec<Vec<usize>> =
            steps(&self.found.rows).into_iter().map(|step| step.into_iter().filter(shown).collect()).collect();
        loop {
            let small = steps.iter().filter(|step| step.len() <= SMALL && step.iter().any(|at| needed.contains(at)));
            let mut all: BTreeSet<usize> = small.flatten().copied().chain(needed.iter().copied()).collect();
            let writes = all.iter().filter_map(|at| self.sources.get(at)).flatten().copied().filter(shown);
            all.extend(writes.collect::<Vec<_>>());
            if all.len() == needed.len() {
                return;
            }
            *needed = all;
        }
    }

    /// Whether the fault is about the step itself.
    fn is_own(&self, row: &Row) -> bool {
        let is_end = row.party.is_some() || row.refused || row.is_told || row.operation == "exit";
        let is_awaited = row.touched.is_some_and(|its| match its.size {
            0 => self.awaited.contains(&its.addr) && locks(&row.operation).is_none(),
            _ => its.writes && self.found.waiting.iter().flat_map(Waiting::looked_at).any(|other| other.overlaps(its)),
        });
        is_end || row.is_structure() || row.old.is_some() || row.operation == "end" || is_awaited || self.may_wake(row)
    }

    /// Whether nobody waits in the end, and it is a wait, or a signal that might have ended one.
    fn may_wake(&self, row: &Row) -> bool {
        let signals = matches!(row.operation.as_str(), "signal" | "broadcast");
        let prints = row.output.is_some() && self.found.kind == threadbare_op::FaultKind::ExitStatus;
        let in_vain = || row.touched.is_some_and(|its| !self.waits.contains(&its.addr));
        let wakes = is_wait(&row.operation) && !(signals && in_vain());
        self.found.waiting.is_empty() && (wakes || prints)
    }

    /// What was read before threads began to wait on what somebody waits for in the end, and after
    /// that; on whatever, where nobody waits in the end.
    fn around_waits(&self) -> Vec<usize> {
        let rows = &self.found.rows;
        let counts = |row: &Row| {
            self.found.waiting.is_empty() || row.touched.is_some_and(|its| self.awaited.contains(&its.addr))
        };
        let is_it = |row: &Row, operation: &str| row.operation == operation && counts(row);
        let mut out = Vec::new();
        for at in 0..rows.len() {
            let reads = |at: &usize| rows[*at].reads();
            let goes_on = |at: &usize| !rows[*at].is_sync();
            if is_it(&rows[at], "begin-wait") {
                out.extend(self.earlier(at).take_while(goes_on).filter(reads).take(LAST));
            } else if is_it(&rows[at], "end-wait") {
                let later = (at + 1..rows.len()).filter(|later| rows[*later].thread == rows[at].thread);
                let again = later.skip_while(|at| locks(&rows[*at].operation) == Some(true));
                out.extend(again.take_while(goes_on).filter(reads).take(LAST));
            }
        }
        // The mutex that is given up, and taken again.
        let gives_up = |at: &usize| {
            let before = self.before[*at].map(|before| &rows[before]);
            before.is_some_and(|before| is_it(before, "begin-wait") || is_it(before, "end-wait"))
        };
        out.extend((0..rows.len()).filter(gives_up).filter(|at| locks(&rows[*at].operation).is_some()));
        out
    }

    /// The step in which a thread has read the pointer through which it comes to this memory.
    fn pointer(&self, at: usize) -> Option<usize> {
        let location = self.found.rows[at].location.as_deref()?;
        let object = location.split(['.', '[']).next()?;
        let leads = |at: &usize| {
            let read = self.found.rows[*at].read.as_deref().and_then(|read| read.strip_prefix('&'));
            read.is_some_and(|read| read == object)
        };
        self.earlier(at).find(leads)
    }

    /// Where threads wait in the end: what others have read last of what changes before they ended.
    fn left(&self) -> Vec<usize> {
        let rows = &self.found.rows;
        let waits = !self.found.waiting.is_empty();
        let ended = self.found.threads.iter().filter(|info| waits && info.ended);
        let mut written: BTreeMap<u32, Memory> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.writes()) {
            written.entry(row.thread).or_default().add(row);
        }
        let changes = |read: &usize| {
            let mut others = written.iter().filter(|(thread, _)| **thread != rows[*read].thread);
            rows[*read].reads() && others.any(|(_, memory)| memory.conflicts(&rows[*read]))
        };
        let last = |thread: u32| rows.iter().rposition(|row| row.thread == thread);
        let own = ended.filter_map(|info| last(info.number));
        own.flat_map(|end| std::iter::once(end).chain(self.earlier(end)).filter(changes).take(LED)).collect()
    }

    /// What the thread has read on the line where it writes; if nothing, what it has read last before
    /// that, in the same section.
    fn led_to(&self, at: usize) -> Vec<usize> {
        let rows = &self.found.rows;
        if rows[at].written.is_none() || !rows[at].writes() {
            return Vec::new();
        }
        let reads = |before: &usize| rows[*before].reads();
        let same = |before: &usize| same_line(rows[*before].place.as_ref(), rows[at].place.as_ref());
        let mut led: Vec<usize> = self.earlier(at).take_while(same).filter(reads).collect();
        if led.is_empty() {
            led.extend(self.earlier(at).take_while(|before| !rows[*before].is_sync()).find(reads));
        }
        led.extend(self.led_into(at));
        led
    }

    /// The atomic access right before the function of a step was called: what it read may have
    /// decided that.
    fn led_into(&self, at: usize) -> Option<usize> {
        let rows = &self.found.rows;
        let before = self.earlier(at).find(|before| rows[*before].function != rows[at].function)?;
        (rows[before].reads() && rows[before].order.is_some()).then_some(before)
    }

    /// The steps of the thread before this one, the last first.
    fn earlier(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.before[at], |at| self.before[*at])
    }

    /// Where locks are taken and given back that are held at these steps.
    fn sections(&self, needed: &BTreeSet<usize>) -> Vec<usize> {
        let mut held: BTreeMap<(u32, u64), (usize, bool)> = BTreeMap::new();
        let mut out = Vec::new();
        let last_taken = |addr: u64| {
            self.found.rows.iter().rposition(|row| {
                locks(&row.operation) == Some(true) && row.touched.is_some_and(|touched| touched.addr == addr)
            })
        };
        for (at, row) in self.found.rows.iter().enumerate() {
            if let (Some(locks), Some(touched)) = (locks(&row.operation), row.touched) {
                let lock = (row.thread, touched.addr);
                if locks {
                    held.insert(lock, (at, needed.contains(&at)));
                } else if let Some((since, true)) = held.remove(&lock) {
                    out.extend([since, at]);
                }
            } else if needed.contains(&at) {
                let own = held.iter_mut().filter(|((thread, _), _)| *thread == row.thread);
                own.for_each(|(_, (_, is_needed))| *is_needed = true);
            }
        }
        // What is held in the end, as far as that is what others wait for, or the parties have it.
        let parties: BTreeSet<u32> =
            self.found.rows.iter().filter(|row| row.party.is_some()).map(|row| row.thread).collect();
        let counts = |thread: u32, addr: u64| parties.contains(&thread) || self.awaited.contains(&addr);
        for ((thread, addr), (since, is_needed)) in held {
            if is_needed || counts(thread, addr) {
                out.push(since);
            }
        }
        out.extend(self.awaited.iter().filter_map(|addr| last_taken(*addr)));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Place, ThreadInfo};

    fn row(thread: u32, operation: &str, (addr, size): (u64, u64)) -> Row {
        let writes = operation == "store" || size == 0;
        let value = |is: bool| is.then(|| "1".to_owned());
        Row {
            thread,
            operation: operation.into(),
            touched: Some(Touched { addr, size, writes }),
            read: value(operation == "load"),
            written: value(operation == "store"),
            index: (size == 0).then_some(1),
            ..Row::default()
        }
    }

    /// The places in `rows` of the steps that stay, after many that nobody needs.
    fn stay(waiting: Vec<Waiting>, rows: Vec<Row>) -> Vec<usize> {
        let filler = (0..LONG as u64 + 2).map(|at| row(3, "store", (4096 + 8 * at, 4)));
        let mut rows: Vec<Row> = filler.chain(rows).collect();
        for (row, line) in rows.iter_mut().zip(1..) {
            row.place = Some(Place { file: "a.c".into(), line, column: 1 });
        }
        let ended = ThreadInfo { number: 2, ended: true, ..ThreadInfo::default() };
        let kind = threadbare_op::FaultKind::DataRace;
        let found = Found { kind, thread: 1, rows, waiting, threads: vec![ended], ..Found::default() };
        let mut fates = vec![Fate::Shown; found.rows.len()];
        fold_rest(&found, &mut fates);
        let first = LONG + 2;
        assert!(fates[..first].iter().all(|fate| *fate == Fate::Folded));
        (first..fates.len()).filter(|at| fates[*at] == Fate::Shown).map(|at| at - first).collect()
    }

    const X: (u64, u64) = (8, 4);
    const Y: (u64, u64) = (16, 4);
    const Z: (u64, u64) = (24, 4);
    const M: (u64, u64) = (800, 0);
    const C: (u64, u64) = (900, 0);
    const D: (u64, u64) = (904, 0);

    #[test]
    fn short_tables_stay() {
        let found = Found { rows: vec![row(3, "store", X); LONG], ..Found::default() };
        let mut fates = vec![Fate::Shown; LONG];
        fold_rest(&found, &mut fates);
        assert_eq!(fates, vec![Fate::Shown; LONG]);
    }

    /// Where threads wait for locks that are held, less is long.
    #[test]
    fn locks_that_are_held() {
        let held = |held| Waiting { thread: 1, touched: row(1, "lock", M).touched, held, ..Waiting::default() };
        let who = crate::data::Held { thread: 2, since: None, ended: false };
        let stay = |waiting: Waiting| {
            let rows = [vec![row(3, "store", X); LONG_OF_LOCKS], vec![row(2, "lock", M)]].concat();
            let mut fates = vec![Fate::Shown; rows.len()];
            fold_rest(&Found { rows, waiting: vec![waiting], ..Found::default() }, &mut fates);
            fates.iter().filter(|fate| **fate == Fate::Shown).count()
        };
        assert_eq!([stay(held(vec![who])), stay(held(Vec::new()))], [1, LONG_OF_LOCKS + 1]);
    }

    #[test]
    fn what_is_waited_for_and_why() {
        // T1 reads x and waits on c; others wait on d.
        let waits = Waiting { thread: 1, touched: row(1, "begin-wait", C).touched, ..Waiting::default() };
        let rows = vec![
            row(2, "begin-wait", D), // 0
            row(2, "store", Z),
            row(2, "store", X), // 2
            row(1, "load", Y),
            row(1, "load", Y),
            row(1, "lock", M), // 5
            row(1, "load", X),
            row(1, "begin-wait", C),
            row(1, "unlock", M), // 8
            row(2, "store", Z),
            row(2, "signal", D),
            row(2, "signal", C), // 11
        ];
        assert_eq!(stay(vec![waits], rows), [2, 5, 6, 7, 8, 11]);
    }

    #[test]
    fn what_led_a_thread_to_its_end() {
        let waits = Waiting { thread: 1, touched: row(1, "barrier-arrive", C).touched, ..Waiting::default() };
        let rows = vec![row(1, "store", X), row(1, "barrier-arrive", C)];
        let reads = [Y, Y, X].map(|of| row(2, "load", of));
        assert_eq!(stay(vec![waits], [rows, reads.to_vec()].concat()), [0, 1, 4]);
    }

    #[test]
    fn what_was_read_too_early() {
        // T1 reads x, T2 changes it, and T1 writes what it then finds.
        let rows = vec![
            row(1, "load", X), // 0
            row(1, "load", Y),
            row(1, "load", Y),
            row(2, "load", Z), // 3
            row(2, "store", X),
            row(1, "store", Y),
            row(1, "store", Y), // 6
            Row { refused: true, ..row(1, "load", X) },
        ];
        assert_eq!(stay(Vec::new(), rows), [0, 3, 4, 7]);
    }

    #[test]
    fn the_pointers_of_the_parties() {
        let named = |row: Row, location: &str| Row { location: Some(location.into()), ..row };
        let points = |row: Row, to: &str| Row { read: Some(to.into()), ..row };
        let mut rows = vec![points(named(row(1, "load", X), "head"), "&e#1"), row(1, "store", Z), row(1, "store", Z)];
        rows.extend((0..LAST as u64).map(|at| row(1, "load", (64 + 8 * at, 4))));
        rows.push(Row { party: Some(1), ..named(row(1, "store", Y), "e#1.next") });
        assert_eq!(stay(Vec::new(), rows), [0, 3, 4, 5, 6, 7]);
    }
}
