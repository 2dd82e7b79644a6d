//! Steps at which something was *not* written that the end of an execution looks at: the thread has
//! seen something that led it another way ([`Row::skips`]). Where that is the fault, no write tells
//! of it.
//!
//! What such a step has seen is looked at, too: that somebody else has not written it may be the
//! fault.
//!
//! Not covered: what led to a write of what such a step has seen; a thread that has not come to the
//! branch.

use crate::arrange::Memory;
use crate::data::{Found, Waiting};
use crate::lines::same_line;
use crate::row::{Row, Touched, Write};
use crate::vital::deciding;
use std::collections::{BTreeSet, HashSet};

/// These steps, the last first, and whether it is known that what they have not written is what the
/// end looks at: else it may be. The end looks at what is read on the line of the fault or, where
/// that is nothing, at the last that its thread has read. A step of which a later write, whatever
/// it found, would have left nothing is none.
fn skips(found: &Found) -> Vec<(usize, bool)> {
    let asks = asked(found);
    let mut known = Memory::default();
    // What such steps have read, until it was written.
    let mut seen = Memory::default();
    // What was read of which no later write would have left nothing.
    let mut open: Vec<&Row> = Vec::new();
    let awaits = found.waiting.iter().filter(|waiting| waiting.loops && !waiting.aside);
    for touched in awaits.flat_map(Waiting::looked_at) {
        known.touch(Touched { writes: false, ..touched });
        open.extend(
            found.rows.iter().rfind(|row| row.touched.is_some_and(|its| its.size > 0 && its.overlaps(touched))),
        );
    }
    let updates = updates(&found.rows);
    let mut out = Vec::new();
    for (at, row) in found.rows.iter().enumerate().rev() {
        let is_known = |skipped: &Write| match skipped {
            Write::To(to) | Write::Within(to) => {
                let write = Touched { writes: true, ..*to };
                known.needs(write) || seen.needs(write)
            }
            Write::Anywhere(_) => false,
        };
        let may =
            |skipped: &Write| matches!(skipped, Write::Anywhere(_)) && open.iter().any(|read| skipped.may_change(read));
        let is_one = row.skips.iter().any(is_known);
        if is_one {
            out.push((at, true));
        } else if row.skips.iter().any(may) {
            out.push((at, false));
        }
        let Some(touched) = row.touched else { continue };
        if row.writes() {
            seen.forget(touched);
        }
        if is_one && row.reads() {
            seen.touch(Touched { writes: false, ..touched });
        }
        if row.operation == "store" && !updates.contains(&at) {
            known.forget(touched);
            let is_whole =
                |read: &Touched| touched.addr <= read.addr && read.addr + read.size <= touched.addr + touched.size;
            open.retain(|read| !read.touched.as_ref().is_some_and(is_whole));
        }
        if asks.contains(&at) {
            known.touch(Touched { writes: false, ..touched });
            open.push(row);
        }
    }
    out
}

/// These steps, the last first.
pub(crate) fn skipping(found: &Found) -> Vec<usize> {
    skips(found).into_iter().map(|(at, _)| at).chain(idle(found)).collect()
}

/// Of these steps the last one of each thread that is known to be one, and the last one that may
/// be.
pub(crate) fn last_skipping(found: &Found) -> Vec<usize> {
    let mut past: BTreeSet<(u32, bool)> = BTreeSet::new();
    let mut out = skips(found);
    out.retain(|(at, known)| past.insert((found.rows[*at].thread, *known)));
    out.into_iter().map(|(at, _)| at).chain(idle(found)).collect()
}

/// The last step that reads of each thread that has ended and has not written what the end looks
/// at, although its code may.
fn idle(found: &Found) -> Vec<usize> {
    let asked: Vec<&Row> = asked(found).into_iter().map(|at| &found.rows[at]).collect();
    let writes = |thread: u32, read: &Row| {
        let meets = |its: Touched| its.writes && read.touched.is_some_and(|read| read.overlaps(its));
        found.rows.iter().any(|row| row.thread == thread && row.touched.is_some_and(meets))
    };
    let others = found.threads.iter().filter(|info| info.ended && ![0, found.thread].contains(&info.number));
    let missing = others.filter(|info| {
        let may = |read: &&&Row| info.may_write.iter().any(|(write, _)| write.may_change(read));
        asked.iter().filter(may).any(|read| !writes(info.number, read))
    });
    let last = |thread: u32| found.rows.iter().rposition(|row| row.thread == thread && row.read.is_some());
    missing.filter_map(|info| last(info.number)).collect()
}

/// The reads that the end looks at.
pub(crate) fn asked(found: &Found) -> BTreeSet<usize> {
    let reads = |at: &usize| matches!(found.rows[*at].operation.as_str(), "load" | "rmw" | "cas");
    let reads: Vec<usize> = deciding(found).into_iter().filter(reads).collect();
    let is_there = |at: &usize| same_line(found.rows[*at].place.as_ref(), found.place.as_ref());
    let asks: BTreeSet<usize> = reads.iter().copied().filter(is_there).collect();
    if asks.is_empty() { reads.into_iter().collect() } else { asks }
}

/// The steps that write what their thread has read there before on the same line, or something made
/// from that.
fn updates(rows: &[Row]) -> HashSet<usize> {
    let mut read = HashSet::new();
    let mut out = HashSet::new();
    for (at, row) in rows.iter().enumerate() {
        let own = (row.thread, &row.place, row.touched.map(|its| its.addr));
        if row.operation == "store" && read.contains(&own) {
            out.insert(at);
        }
        if row.read.is_some() {
            read.insert(own);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Place;

    fn touched(addr: u64, writes: bool) -> Touched {
        Touched { addr, size: 4, writes }
    }

    fn reads(thread: u32, addr: u64) -> Row {
        Row {
            thread,
            operation: "load".into(),
            read: Some("0".into()),
            touched: Some(touched(addr, false)),
            ..Row::default()
        }
    }

    fn writes(thread: u32, addr: u64) -> Row {
        Row { thread, operation: "store".into(), touched: Some(touched(addr, true)), ..Row::default() }
    }

    fn skips(row: Row, addr: u64) -> Row {
        Row { skips: vec![Write::To(touched(addr, true))], ..row }
    }

    fn steps(rows: Vec<Row>) -> Vec<usize> {
        skipping(&Found { rows, ..Found::default() })
    }

    #[test]
    fn of_what_the_end_reads() {
        assert_eq!(steps(vec![skips(reads(1, 8), 16), reads(0, 16)]), [0]);
        assert!(steps(vec![skips(reads(1, 8), 24), reads(0, 16)]).is_empty());
        assert!(steps(vec![reads(0, 16), skips(reads(1, 8), 16)]).is_empty(), "too late to be read");
    }

    #[test]
    fn the_line_of_the_fault() {
        let at = |line, row: Row| Row { place: Some(Place { file: "a.c".into(), line, column: 1 }), ..row };
        let steps = |line| {
            let rows = vec![skips(reads(1, 8), 16), skips(reads(1, 8), 24), at(3, reads(0, 16)), at(4, reads(0, 24))];
            skipping(&Found { rows, place: at(line, Row::default()).place, ..Found::default() })
        };
        assert_eq!(steps(3), [0]);
        assert_eq!(steps(4), [1]);
        assert_eq!(steps(5), [1, 0], "what was read last");
    }

    #[test]
    fn through_a_pointer() {
        let skips = |size| Row { skips: vec![Write::Anywhere(size)], ..reads(1, 8) };
        let pointed = Row { pointed: Some(4), ..reads(0, 16) };
        assert_eq!(steps(vec![skips(4), pointed.clone()]), [0]);
        assert_eq!(steps(vec![skips(0), pointed.clone()]), [0], "of a size that is not known");
        assert!(steps(vec![skips(8), pointed.clone()]).is_empty(), "something else");
        assert!(steps(vec![skips(4), reads(0, 16)]).is_empty(), "a variable that is only named");
        assert!(steps(vec![skips(4), writes(2, 16), pointed]).is_empty(), "overwritten");
    }

    #[test]
    fn who_has_ended_without_writing() {
        use crate::data::ThreadInfo;
        let left = |rows: Vec<Row>, ended| {
            let may_write = vec![(Write::To(touched(16, true)), None)];
            let info = ThreadInfo { number: 1, ended, may_write, ..ThreadInfo::default() };
            skipping(&Found { rows, threads: vec![info], ..Found::default() })
        };
        assert_eq!(left(vec![reads(1, 8), reads(0, 16)], true), [0]);
        assert!(left(vec![reads(1, 8), reads(0, 16)], false).is_empty(), "it may still come to it");
        assert!(left(vec![reads(1, 8), writes(1, 16), reads(0, 16)], true).is_empty());
        assert!(left(vec![reads(1, 8), reads(0, 24)], true).is_empty());
    }

    #[test]
    fn what_is_overwritten_is_not_missed() {
        assert!(steps(vec![skips(reads(1, 8), 16), writes(2, 16), reads(0, 16)]).is_empty());
        assert_eq!(steps(vec![skips(reads(1, 8), 16), reads(2, 16), writes(2, 16), reads(0, 16)]), [0]);
    }
}
