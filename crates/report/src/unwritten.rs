//! What an execution that fails has looked at, and nobody has written, although the code of a
//! thread that has not come to its end would write it: a flusher that never ran.
//!
//! Not covered: writes through pointers; memory that was written before, and is to be written once
//! more.

use crate::data::{Found, Place};
use crate::row::Touched;
use crate::skipped::asked;
use crate::table::name;
use std::collections::BTreeMap;
use threadbare_op::FaultKind;

/// No more threads are named.
const MOST: usize = 3;

/// The threads, each with what it would write where.
pub(crate) fn unwritten(found: &Found) -> BTreeMap<u32, (String, Place)> {
    let mut out = BTreeMap::new();
    if !matches!(found.kind, FaultKind::Assertion | FaultKind::ExitStatus | FaultKind::Abort | FaultKind::NullPointer) {
        return out;
    }
    let touched = found.rows.iter().filter_map(|row| row.touched);
    let written: Vec<Touched> = touched.filter(|touched| touched.writes).collect();
    for at in asked(found) {
        let row = &found.rows[at];
        let (Some(read), Some(name)) = (row.touched, &row.location) else { continue };
        if written.iter().any(|touched| touched.overlaps(read)) {
            continue;
        }
        for info in found.threads.iter().filter(|info| !info.ended && info.number != found.thread) {
            let would = info.may_write.iter().find(|(touched, _)| touched.overlaps(read));
            if let Some((_, place)) = would.filter(|_| out.len() < MOST) {
                out.insert(info.number, (name.clone(), place.clone()));
            }
        }
    }
    out
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
    use crate::data::ThreadInfo;
    use crate::row::Row;

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
            may_write: vec![(Touched { addr, size: 4, writes: true }, place(3))],
            ..ThreadInfo::default()
        };
        let rows = written.into_iter().chain([read]).collect();
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
        let writes = Row { touched: Some(Touched { addr: 8, size: 4, writes: true }), ..Row::default() };
        assert_eq!(said(Some(writes), false, 8), None, "it was written");
    }
}
