//! Steps of an execution that its table never leaves out by themselves, and those whose values
//! others show.

use crate::arrange::{Memory, granules};
use crate::data::Found;
use crate::row::Row;
use crate::skipped::last_skipping;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::FaultKind;

/// Waiting and waking, in whatever way.
pub(crate) fn is_wait(operation: &str) -> bool {
    matches!(
        operation,
        "begin-wait" | "end-wait" | "signal" | "broadcast" | "wake" | "sem-post" | "sem-wait" | "sem-timedwait"
    ) || operation.starts_with("barrier-arrive")
}

/// Whether it locks, or unlocks.
#[must_use]
pub fn locks(operation: &str) -> Option<bool> {
    let locks = matches!(operation, "lock" | "trylock" | "timedlock" | "spin-lock" | "spin-trylock")
        || (operation.ends_with("-lock") && operation.contains("read") || operation.contains("write-lock"));
    let unlocks = matches!(operation, "unlock" | "spin-unlock" | "rwlock-unlock");
    if unlocks { Some(false) } else { locks.then_some(true) }
}

/// The locks of which somebody asks whether they are locked, and those whose holder has ended: what
/// came of them is told to who locks them next.
pub(crate) fn asked(rows: &[Row]) -> BTreeSet<u64> {
    let asks = |row: &&Row| {
        row.operation.contains("try") || row.operation.contains("timed") || row.operation == "mutex-owner-died"
    };
    rows.iter().filter(asks).filter_map(|row| Some(row.touched?.addr)).collect()
}

/// Whether it takes or leaves a lock of which nobody asks whether another thread has it.
pub(crate) fn keeps_apart(row: &Row, asked: &BTreeSet<u64>) -> bool {
    locks(&row.operation).is_some() && row.touched.is_some_and(|touched| !asked.contains(&touched.addr))
}

/// Steps that are never folded.
pub(crate) fn vital(found: &Found) -> Vec<bool> {
    let waits = !found.waiting.is_empty();
    let mut vital: Vec<bool> = found
        .rows
        .iter()
        .map(|row| {
            row.party.is_some()
                || row.refused
                || is_wait(&row.operation)
                || row.operation == "exit"
                || (waits && row.operation == "end")
                || row.is_told
        })
        .collect();
    for at in deciding(found).into_iter().chain(leading(found)) {
        vital[at] = true;
    }
    // The last step of each thread that led it past a write which the end looks at.
    for at in last_skipping(found) {
        vital[at] = true;
    }
    // The last step on each lock, to see where another thread comes.
    let mut last: BTreeMap<u64, usize> = BTreeMap::new();
    let first_spawn = found.rows.iter().position(|row| row.operation == "spawn").unwrap_or(0);
    for (at, row) in found.rows.iter().enumerate() {
        let (Some(_), Some(touched)) = (locks(&row.operation), row.touched) else { continue };
        let before = last.insert(touched.addr, at);
        if let Some(before) = before.filter(|before| found.rows[*before].thread != row.thread) {
            vital[at] = true;
            vital[before] |= before > first_spawn || locks(&found.rows[before].operation) == Some(true);
        }
    }
    // What the parties hold.
    let parties: BTreeSet<u32> = found.rows.iter().filter(|row| row.party.is_some()).map(|row| row.thread).collect();
    for &at in last.values() {
        let row = &found.rows[at];
        vital[at] |= parties.contains(&row.thread) && locks(&row.operation) == Some(true);
    }
    // What a thread sees again and again.
    for waiting in &found.waiting {
        for awaited in waiting.looked_at() {
            let sees = |row: &Row| {
                let its = row.touched.is_some_and(|its| its.addr == awaited.addr);
                row.thread == waiting.thread && row.read.is_some() && its
            };
            found.rows.iter().rposition(sees).into_iter().for_each(|at| vital[at] = true);
        }
    }
    // Who holds what others wait for, or runs it, and for how many it was made.
    for touched in found.waiting.iter().filter_map(|waiting| waiting.touched) {
        if let Some(&at) = last.get(&touched.addr) {
            vital[at] = true;
        }
        let makes = |row: &Row| row.operation.ends_with("-init") && row.result.is_some();
        let makes = |row: &Row| makes(row) || row.operation == "once-enter";
        let of_it = |row: &Row| makes(row) && row.touched.is_some_and(|its| its.addr == touched.addr);
        found.rows.iter().rposition(of_it).into_iter().for_each(|at| vital[at] = true);
    }
    for at in counted(found).into_iter().chain(given_up(found)).chain(awaited(found)).chain(overtaken(found)) {
        vital[at] = true;
    }
    vital
}

/// What was read, or not written, that decided how the execution ends, and with which counts
/// objects began.
pub(crate) fn decisive(found: &Found) -> Vec<usize> {
    let ends = found.waiting.iter().filter(|waiting| !waiting.aside);
    let ends: BTreeSet<u32> = ends.map(|waiting| waiting.thread).collect();
    let mut known = Memory::default();
    found.rows.iter().filter(|row| ends.contains(&row.thread)).for_each(|row| known.add(row));
    let mut early = overtaken(found);
    early.retain(|at| ends.contains(&found.rows[*at].thread) || known.conflicts(&found.rows[*at]));
    let read = [deciding(found), leading(found), last_skipping(found), early];
    let waits = found.waiting.iter().flat_map(|waiting| {
        let sees = |row: &Row, addr: u64| {
            row.thread == waiting.thread && row.read.is_some() && row.touched.is_some_and(|its| its.addr == addr)
        };
        waiting.looked_at().filter_map(move |its| found.rows.iter().rposition(|row| sees(row, its.addr)))
    });
    read.concat().into_iter().chain(counted(found)).chain(waits).collect()
}

/// So many reads of a thread are shown before it begins to wait.
const AWAITED: usize = 6;

/// What the threads that wait for a signal in the end have read in their section before they began
/// to.
fn awaited(found: &Found) -> Vec<usize> {
    let last = |thread: u32| {
        let own = || (0..found.rows.len()).rev().filter(move |at| found.rows[*at].thread == thread);
        let wait = own().find(|at| found.rows[*at].operation == "begin-wait");
        let before = own().filter(move |at| wait.is_some_and(|wait| *at < wait));
        before.take_while(|at| !found.rows[*at].is_sync()).filter(|at| found.rows[*at].read.is_some()).take(AWAITED)
    };
    found.waiting.iter().flat_map(|waiting| last(waiting.thread)).collect()
}

/// Where threads that wait for a signal give up their mutex, and where they have taken it.
fn given_up(found: &Found) -> Vec<usize> {
    let rows = &found.rows;
    let mut out = Vec::new();
    for (at, wait) in rows.iter().enumerate().filter(|(_, row)| row.operation == "begin-wait") {
        let own = |at: &usize| rows[*at].thread == wait.thread;
        let Some(unlock) = (at + 1..rows.len()).find(own).filter(|at| rows[*at].operation == "unlock") else {
            continue;
        };
        let same =
            |at: &usize| own(at) && rows[*at].touched.map(|its| its.addr) == rows[unlock].touched.map(|its| its.addr);
        let lock = (0..unlock).rev().find(same).filter(|at| locks(&rows[*at].operation) == Some(true));
        out.push(unlock);
        out.extend(lock);
    }
    out
}

/// Where the semaphores that threads post or take, and the barriers at which they arrive, begin
/// with their counts.
fn counted(found: &Found) -> Vec<usize> {
    let changes =
        |row: &Row| ["sem-", "barrier-"].iter().any(|kind| row.operation.starts_with(kind)) && is_wait(&row.operation);
    let used: BTreeSet<u64> =
        found.rows.iter().filter(|row| changes(row)).filter_map(|row| Some(row.touched?.addr)).collect();
    let is_init = |row: &Row| matches!(row.operation.as_str(), "sem-init" | "barrier-init");
    let begins = |row: &Row| is_init(row) && row.touched.is_some_and(|its| used.contains(&its.addr));
    (0..found.rows.len()).filter(|at| begins(&found.rows[*at])).collect()
}

/// So many reads before a fault are shown: what decided it is mostly among them.
const DECIDING: usize = 8;

/// The last reads of a thread whose own doing is the fault. (Of a race both accesses are shown.)
pub(crate) fn deciding(found: &Found) -> Vec<usize> {
    use FaultKind as F;
    let by_itself = matches!(
        found.kind,
        F::Assertion
            | F::Abort
            | F::ExitStatus
            | F::NullPointer
            | F::InvalidPointer
            | F::OutOfBounds
            | F::DivisionByZero
            | F::UninitialisedRead
            | F::Unreachable
    );
    if !by_itself {
        return Vec::new();
    }
    let end = found.row.map_or(found.rows.len(), |row| row + 1);
    let own: Vec<usize> = (0..end).filter(|at| found.rows[*at].thread == found.thread).collect();
    let (mut reads, mut after) = (Vec::new(), "");
    for &at in own.iter().rev() {
        let row = &found.rows[at];
        if row.is_hidden() {
            continue;
        }
        // Which thread is joined is told there. What comes round in a loop is told once.
        let is_again = |later: &usize| {
            let later = &found.rows[*later];
            (&later.location, &later.read, &later.place) == (&row.location, &row.read, &row.place)
        };
        if row.read.is_some() && after != "join" && reads.len() < DECIDING && !reads.iter().any(is_again) {
            reads.push(at);
        }
        after = &row.operation;
    }
    reads
}

/// Where threads wait in the end: the last read of each thread of what another one has overwritten
/// since. One of the two has come too early.
fn overtaken(found: &Found) -> Vec<usize> {
    if found.waiting.is_empty() {
        return Vec::new();
    }
    let mut written: BTreeMap<u32, Memory> = BTreeMap::new();
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, row) in found.rows.iter().enumerate().rev() {
        let only_reads = row.read.is_some() && row.touched.is_some_and(|touched| !touched.writes);
        let reads = only_reads && !last.contains_key(&row.thread);
        if reads && written.iter().any(|(thread, memory)| *thread != row.thread && memory.conflicts(row)) {
            last.insert(row.thread, at);
        }
        if row.written.is_some() {
            row.touched.into_iter().for_each(|touched| written.entry(row.thread).or_default().touch(touched));
        }
    }
    last.into_values().collect()
}

/// So many reads of a thread are shown before it writes what decided the fault.
const LEADING: usize = 4;

/// What led other threads to what the reads read that decided a fault: the last that each of them
/// has read from others before it wrote that.
fn leading(found: &Found) -> Vec<usize> {
    let rows = &found.rows;
    let sources = sources(rows, |row| row.read.is_some());
    let decide = deciding(found);
    let from_others = |(read, write): &&(usize, usize)| rows[*read].thread != rows[*write].thread;
    let decisive = sources.iter().filter(|pair| decide.contains(&pair.0)).filter(from_others);
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    for &(_, write) in decisive {
        let known = last.entry(rows[write].thread).or_default();
        *known = write.max(*known);
    }
    let mut out = Vec::new();
    for (thread, write) in last {
        let reads = sources.iter().filter(from_others).map(|(read, _)| *read);
        let own: BTreeSet<usize> = reads.filter(|read| rows[*read].thread == thread && *read < write).collect();
        out.extend(own.into_iter().rev().take(LEADING));
    }
    out
}

/// The last write of what a shown step reads is shown, too.
pub(crate) fn keep_sources(rows: &[Row], keep: &mut [bool]) {
    let reads: Vec<bool> = rows.iter().zip(keep.iter()).map(|(row, kept)| *kept && row.read.is_some()).collect();
    let mut reads = reads.into_iter();
    for (_, writer) in sources(rows, |_| reads.next() == Some(true)) {
        keep[writer] = true;
    }
}

/// The steps that are asked for, in order, each with those that wrote what it reads.
pub(crate) fn sources(rows: &[Row], mut is_asked: impl FnMut(&Row) -> bool) -> Vec<(usize, usize)> {
    // Who wrote each byte of a granule last.
    let mut written: BTreeMap<u64, [Option<usize>; 8]> = BTreeMap::new();
    let mut out = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let is_asked = is_asked(row);
        let Some(touched) = row.touched.filter(|touched| touched.size > 0) else { continue };
        let bytes = |granule: u64| {
            let (from, to) = (touched.addr, touched.addr.saturating_add(touched.size));
            (0..8).filter(move |byte| (from..to).contains(&(granule * 8 + byte))).map(|byte| byte as usize)
        };
        // What is old does not come from there.
        if is_asked && row.old.is_none() {
            let writers = granules(touched).filter_map(|granule| Some((granule, written.get(&granule)?)));
            out.extend(writers.flat_map(|(granule, of)| bytes(granule).filter_map(|byte| of[byte])).map(|of| (at, of)));
        }
        if touched.writes && matches!(row.operation.as_str(), "store" | "rmw" | "cas") {
            for granule in granules(touched) {
                let writers = written.entry(granule).or_default();
                bytes(granule).for_each(|byte| writers[byte] = Some(at));
            }
        }
    }
    out.dedup();
    out
}
