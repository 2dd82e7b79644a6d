//! Steps at which something was *not* written that the end of an execution looks at: the thread has
//! seen something that led it another way ([`Row::skips`]). Where that is the fault, no write tells
//! of it.
//!
//! Not covered: what led to a write of what such a step has seen, or to there being none, in the same
//! way; a thread that has not come to the branch.

use crate::arrange::Memory;
use crate::data::Found;
use crate::lines::same_line;
use crate::row::{Row, Touched};
use crate::vital::deciding;
use std::collections::{BTreeSet, HashSet};

/// These steps, the last first. The end looks at what is read on the line of the fault or, where that is
/// nothing, at what its thread has read last. A step of which a later write, whatever it found, would have left
/// nothing is none.
pub(crate) fn skipping(found: &Found) -> Vec<usize> {
    let asks = asked(found);
    let mut asked = Memory::default();
    for touched in found.waiting.iter().filter(|waiting| waiting.loops && !waiting.aside).filter_map(|its| its.touched)
    {
        asked.touch(Touched { writes: false, ..touched });
    }
    let updates = updates(&found.rows);
    let mut out = Vec::new();
    for (at, row) in found.rows.iter().enumerate().rev() {
        if row.skips.iter().any(|skipped| asked.needs(Touched { writes: true, ..*skipped })) {
            out.push(at);
        }
        let Some(touched) = row.touched else { continue };
        if row.operation == "store" && !updates.contains(&at) {
            asked.forget(touched);
        }
        if asks.contains(&at) {
            asked.touch(Touched { writes: false, ..touched });
        }
    }
    out
}

/// The reads that the end looks at.
pub(crate) fn asked(found: &Found) -> BTreeSet<usize> {
    let loads: Vec<usize> = deciding(found).into_iter().filter(|at| found.rows[*at].operation == "load").collect();
    let is_there = |at: &usize| same_line(found.rows[*at].place.as_ref(), found.place.as_ref());
    let mut asks: BTreeSet<usize> = loads.iter().copied().filter(is_there).collect();
    if asks.is_empty() {
        asks.extend(loads.first());
    }
    asks
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
        Row { skips: vec![touched(addr, true)], ..row }
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
        assert_eq!(steps(5), [1], "what was read last");
    }

    #[test]
    fn what_is_overwritten_is_not_missed() {
        assert!(steps(vec![skips(reads(1, 8), 16), writes(2, 16), reads(0, 16)]).is_empty());
        assert_eq!(steps(vec![skips(reads(1, 8), 16), reads(2, 16), writes(2, 16), reads(0, 16)]), [0]);
    }
}
