//! What an execution that fails has looked at, and nobody has written, although the code of a
//! thread that has not come to its end would write it: a flusher that never ran. Where others have
//! written it, a thread that has not is one for which the faulty one did not wait, if it has
//! started it.
//!
//! Not covered: writes through pointers of which it is not known where they lead; memory that the
//! thread has written before, and is to write once more.

use crate::data::{Found, Place, ThreadInfo};
use crate::row::{Row, Write};
use crate::skipped::asked;
use crate::table::name;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::FaultKind;

/// No more threads are named.
const MOST: usize = 3;

/// The threads, each with what it would write where.
pub(crate) fn unwritten(found: &Found) -> BTreeMap<u32, (String, Place)> {
    let mut out = BTreeMap::new();
    if !matches!(found.kind, FaultKind::Assertion | FaultKind::ExitStatus | FaultKind::Abort | FaultKind::NullPointer) {
        return out;
    }
    // A signal that nobody blocks ends the program whatever was read.
    if found.message.contains("killed by") {
        return out;
    }
    let started = started(found);
    for at in asked(found) {
        let row = &found.rows[at];
        let (Some(read), Some(name)) = (row.touched, &row.location) else { continue };
        let writers: BTreeSet<u32> = {
            let writes = |row: &&Row| row.touched.is_some_and(|its| its.writes && its.overlaps(read));
            found.rows.iter().filter(writes).map(|row| row.thread).collect()
        };
        let is_due = |info: &&ThreadInfo| {
            !info.ended
                && info.number != found.thread
                && !writers.contains(&info.number)
                && (writers.is_empty() || started.contains(&info.number))
        };
        for info in found.threads.iter().filter(is_due) {
            let is_it = |write: &Write| matches!(write, Write::To(touched) if touched.overlaps(read));
            let would = info.may_write.iter().find_map(|(write, place)| place.as_ref().filter(|_| is_it(write)));
            if let Some(place) = would.filter(|_| out.len() < MOST) {
                out.insert(info.number, (name.clone(), place.clone()));
            }
        }
    }
    out
}

/// The threads that the thread of the fault has started.
fn started(found: &Found) -> BTreeSet<u32> {
    let starts = found.rows.iter().filter(|row| row.thread == found.thread && row.operation == "spawn");
    starts.filter_map(|row| row.other).collect()
}

/// The same in a sentence.
pub(crate) fn told(found: &Found) -> Option<String> {
    let all = unwritten(found);
    let one = |(thread, (what, place)): (&u32, &(String, Place))| {
        format!("{} has not come to its write of `{what}`{}", name(found, *thread), place.at())
    };
    (!all.is_empty()).then(|| all.iter().map(one).collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Touched;

    fn said(written: Option<Row>, ended: bool, addr: u64) -> Option<String> {
        let place = |line| Place { file: "a.c".into(), line, column: 5 };
        let touched = |writes| Touched { addr: 8, size: 4, writes };
        let read = Row {
            operation: "load".into(),
            location: Some("done".into()),
            read: Some("0".into()),
            touched: Some(touched(false)),
            place: Some(place(9)),
            ..Row::default()
        };
        let writer = ThreadInfo {
            number: 1,
            function: "flusher".into(),
            ended,
            may_write: vec![(Write::To(Touched { addr, size: 4, writes: true }), Some(place(3)))],
            ..ThreadInfo::default()
        };
        let starts = Row { operation: "spawn".into(), other: Some(1), ..Row::default() };
        let rows = [starts].into_iter().chain(written).chain([read]).collect();
        told(&Found {
            kind: FaultKind::Assertion,
            place: Some(place(9)),
            rows,
            threads: vec![writer],
            ..Found::default()
        })
    }

    #[test]
    fn who_has_not_come_to_it() {
        assert_eq!(said(None, false, 8).unwrap(), "T1 flusher has not come to its write of `done` at a.c:3");
        assert_eq!(said(None, true, 8), None, "it has ended");
        assert_eq!(said(None, false, 16), None, "something else");
        let writes =
            |thread| Row { thread, touched: Some(Touched { addr: 8, size: 4, writes: true }), ..Row::default() };
        assert!(said(Some(writes(2)), false, 8).is_some(), "it was written by others only");
        assert_eq!(said(Some(writes(1)), false, 8), None, "it was written");
    }
}
