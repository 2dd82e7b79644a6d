//! Threads that leave everything as they found it: a client that takes a connection and gives it
//! back before the others come. All reads of others are the same without them, and nobody comes
//! between their steps: where an update is lost, that is the point.
//!
//! Such a thread has ended, and has done nothing but to read and write memory and to take locks of
//! which nobody asks whether they are taken. That others wait meanwhile is a matter of order only.
//!
//! Not covered: steps of a thread that does more besides; accesses of different sizes to one place.

use crate::arrange::Memory;
use crate::data::Found;
use crate::row::{Row, Touched};
use crate::skipped::skipping;
use crate::vital::{asked, keeps_apart};
use std::collections::{BTreeMap, BTreeSet};

/// The threads that a fault of a single thread can do without in this way.
pub(crate) fn neutral(found: &Found) -> BTreeSet<u32> {
    let mut out = BTreeSet::new();
    if found.rows.iter().any(|row| row.old.is_some()) {
        return out;
    }
    let asked = asked(&found.rows);
    // Who has gone past a write is needed for what it has not done.
    let skipping: BTreeSet<u32> = skipping(found).into_iter().map(|at| found.rows[at].thread).collect();
    let ended = found
        .threads
        .iter()
        .filter(|info| info.ended && ![0, found.thread].contains(&info.number) && !skipping.contains(&info.number));
    for thread in ended.map(|info| info.number) {
        let mut own = found.rows.iter().filter(|row| row.thread == thread);
        let is_quiet = own.all(|row| is_access(row) || row.operation == "end" || keeps_apart(row, &asked));
        let is_printed = |row: &Row| row.output.is_some() || row.refused || row.party.is_some();
        let tells = found.rows.iter().any(|row| row.thread == thread && is_printed(row));
        let rest: Vec<&Row> = found.rows.iter().filter(|row| !out.contains(&row.thread)).collect();
        if is_quiet && !tells && is_undisturbed(&rest, thread) && leaves_all(&rest, thread) {
            out.insert(thread);
        }
    }
    out
}

fn is_access(row: &Row) -> bool {
    matches!(row.operation.as_str(), "load" | "store" | "rmw" | "cas") && row.touched.is_some()
}

/// Whether nobody comes to what the thread touches, so that it matters, between its first step and
/// its last one: what it has read is not old when it writes.
fn is_undisturbed(rows: &[&Row], thread: u32) -> bool {
    let own = |row: &&Row| row.thread == thread;
    let (Some(first), Some(last)) = (rows.iter().position(own), rows.iter().rposition(own)) else { return true };
    let mut memory = Memory::default();
    rows.iter().filter(|row| own(row) && is_access(row)).for_each(|row| memory.add(row));
    let others = rows[first..last].iter().filter(|row| !own(row) && row.touched.is_some_and(|its| its.size > 0));
    !others.into_iter().any(|row| memory.conflicts(row))
}

/// What is known of the content of a place, with the thread and without it.
#[derive(Default)]
struct Content<'a> {
    with: Option<&'a str>,
    without: Option<&'a str>,
}

/// Whether others read the same without the thread.
fn leaves_all(rows: &[&Row], thread: u32) -> bool {
    let mut places: BTreeMap<(u64, u64), Content<'_>> = BTreeMap::new();
    let mut changed: Vec<Touched> = Vec::new();
    for row in rows {
        let Some(touched) = row.touched.filter(|touched| touched.size > 0) else { continue };
        let its = (touched.addr, touched.size);
        let overlaps = |other: &Touched| (other.addr, other.size) != its && other.overlaps(touched);
        if changed.iter().any(overlaps) {
            return false;
        }
        let content = places.entry(its).or_default();
        if let Some(read) = row.read.as_deref() {
            if content.with.is_none() {
                *content = Content { with: Some(read), without: Some(read) };
            }
            if row.thread != thread && content.with != content.without {
                return false;
            }
        }
        if !touched.writes {
            continue;
        }
        if row.thread == thread {
            changed.push(touched);
            content.with = row.written.as_deref();
            continue;
        }
        // What is not known is not known to be the same.
        if changed.iter().any(|other| (other.addr, other.size) == its) && content.with != content.without {
            return false;
        }
        *content = Content { with: row.written.as_deref(), without: row.written.as_deref() };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::ThreadInfo;
    use crate::row::Write;

    fn reads(thread: u32, addr: u64, value: &str) -> Row {
        let touched = Some(Touched { addr, size: 4, writes: false });
        Row { thread, operation: "load".into(), touched, read: Some(value.into()), ..Row::default() }
    }

    fn writes(thread: u32, addr: u64, value: &str) -> Row {
        let touched = Some(Touched { addr, size: 4, writes: true });
        Row { thread, operation: "store".into(), touched, written: Some(value.into()), ..Row::default() }
    }

    fn found(rows: Vec<Row>) -> Vec<u32> {
        let info = |number| ThreadInfo { number, ended: true, ..ThreadInfo::default() };
        let found = Found { thread: 0, rows, threads: (0..3).map(info).collect(), ..Found::default() };
        neutral(&found).into_iter().collect()
    }

    #[test]
    fn what_is_taken_and_given_back() {
        let takes = |value| vec![reads(1, 8, "1"), writes(1, 8, "0"), reads(1, 8, "0"), writes(1, 8, value)];
        assert_eq!(found([takes("1"), vec![reads(0, 8, "1")]].concat()), [1, 2]);
        assert_eq!(found([takes("2"), vec![reads(0, 8, "2")]].concat()), [2]);
        let between = vec![reads(1, 8, "1"), writes(1, 8, "0"), reads(0, 8, "0"), writes(1, 8, "1")];
        assert_eq!(found(between), [2], "main has seen it");
    }

    #[test]
    fn a_lost_update_is_not_left_out() {
        let reads_first = vec![reads(2, 8, "0"), reads(1, 8, "0"), writes(1, 8, "1"), writes(2, 8, "1")];
        assert!(found([reads_first, vec![reads(0, 8, "1")]].concat()).is_empty());
    }

    #[test]
    fn what_is_not_known_is_not_the_same() {
        assert_eq!(found(vec![writes(1, 8, "0"), reads(0, 8, "0")]), [2]);
        assert_eq!(found(vec![writes(0, 8, "0"), writes(1, 8, "0"), reads(0, 8, "0")]), [1, 2]);
        let wide = |row: Row| Row { touched: Some(Touched { addr: 8, size: 8, writes: false }), ..row };
        assert_eq!(found(vec![reads(1, 8, "1"), writes(1, 8, "1"), wide(reads(0, 8, "1"))]), [2], "another size");
    }

    #[test]
    fn who_has_gone_past_a_write_stays() {
        let writes_not = Touched { addr: 16, size: 4, writes: true };
        let skips = Row { skips: vec![Write::To(writes_not)], ..reads(1, 8, "1") };
        assert_eq!(found(vec![skips, reads(0, 16, "0")]), [2]);
    }

    #[test]
    fn who_does_more_stays() {
        let posts = Row { thread: 1, operation: "sem-post".into(), ..Row::default() };
        assert_eq!(found(vec![reads(1, 8, "1"), posts]), [2]);
        let prints = Row { output: Some("1".into()), ..reads(1, 8, "1") };
        assert_eq!(found(vec![prints]), [2]);
    }
}
