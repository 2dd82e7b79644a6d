//! Which steps of an execution are worth showing.
//!
//! A step that touches only what no other thread touches cannot be part of how threads got into each other's way. If what
//! is left is still long, only the steps on memory that the end of the execution is about are kept, and of those the last
//! ones. Nothing is hidden silently: the table says how many steps were folded, and the JSON has them all.

use crate::data::{Found, Place, Row, Touched};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many steps are shown without asking what the end is about.
const FEW: usize = 32;
/// More than this many steps are never shown ...
const MOST: usize = 64;
/// ... but the first few, and then the last ones.
const FIRST: usize = 8;
/// Reads before the end of the faulty thread that count as what the fault is about.
const LAST_READS: usize = 6;

/// Memory in units of eight bytes, so that accesses of different sizes meet.
fn granules(touched: Touched) -> impl Iterator<Item = u64> {
    let first = touched.addr / 8;
    let last = touched.addr.saturating_add(touched.size.max(1) - 1) / 8;
    first..=last.min(first + 64)
}

/// For each row of `found`, whether to show it.
pub(crate) fn shown(found: &Found) -> Vec<bool> {
    let shared = shared(&found.rows);
    let touches = |row: &Row, set: &BTreeSet<u64>| row.touched.is_some_and(|t| granules(t).any(|g| set.contains(&g)));
    let mut keep: Vec<bool> =
        found.rows.iter().map(|row| is_structure(row) || touches(row, &shared) || is_at_fault(found, row)).collect();
    if count(&keep) > FEW {
        let core = core(found, &keep);
        for (kept, row) in keep.iter_mut().zip(&found.rows) {
            *kept &= row.operation == "spawn" || touches(row, &core) || is_at_fault(found, row);
        }
    }
    let total = count(&keep);
    if total > MOST {
        let mut seen = 0;
        for kept in keep.iter_mut().filter(|k| **k) {
            seen += 1;
            *kept = seen <= FIRST || seen > total - (MOST - FIRST);
        }
    }
    keep
}

fn count(keep: &[bool]) -> usize {
    keep.iter().filter(|k| **k).count()
}

/// Steps that are about threads and choices, not about memory.
fn is_structure(row: &Row) -> bool {
    matches!(row.operation.as_str(), "spawn" | "join" | "choice" | "fence")
}

fn is_at_fault(found: &Found, row: &Row) -> bool {
    let line = |place: &Option<Place>| place.as_ref().map(|p| (p.line, p.file.clone()));
    let same = |thread: u32, place: &Option<Place>| {
        row.thread == thread && row.touched.is_some() && row.place.is_some() && line(&row.place) == line(place)
    };
    same(found.thread, &found.place) || found.second.as_ref().is_some_and(|s| same(s.thread, &s.place))
}

/// Memory that two threads touch, one of them changing it.
fn shared(rows: &[Row]) -> BTreeSet<u64> {
    let mut users: BTreeMap<u64, (BTreeSet<u32>, bool)> = BTreeMap::new();
    for row in rows {
        if let Some(touched) = row.touched {
            for granule in granules(touched) {
                let (threads, written) = users.entry(granule).or_default();
                threads.insert(row.thread);
                *written |= touched.writes;
            }
        }
    }
    users.into_iter().filter(|(_, (threads, written))| threads.len() > 1 && *written).map(|(g, _)| g).collect()
}

/// Memory that the end of the execution is about.
fn core(found: &Found, keep: &[bool]) -> BTreeSet<u64> {
    let mut core = BTreeSet::new();
    for waiting in &found.waiting {
        core.extend(waiting.touched.into_iter().flat_map(granules));
    }
    let mut reads = 0;
    for (row, _) in found.rows.iter().zip(keep).rev().filter(|(_, kept)| **kept) {
        let Some(touched) = row.touched else { continue };
        let late = found.waiting.is_empty() && row.thread == found.thread && row.read.is_some() && reads < LAST_READS;
        if late || is_at_fault(found, row) {
            reads += usize::from(late);
            core.extend(granules(touched));
        }
    }
    core
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Waiting;
    use threadbare_op::FaultKind;

    fn found(rows: Vec<Row>) -> Found {
        Found {
            kind: FaultKind::Assertion,
            message: String::new(),
            thread: 0,
            place: None,
            stack: vec![],
            second: None,
            schedule: String::new(),
            threads: vec![],
            rows,
            dropped: 0,
            waiting: vec![],
            output: String::new(),
        }
    }

    fn access(thread: u32, addr: u64, size: u64, writes: bool) -> Row {
        Row {
            thread,
            operation: if writes { "store" } else { "load" }.into(),
            read: (!writes).then(|| "0".into()),
            touched: Some(Touched { addr, size, writes }),
            ..Row::default()
        }
    }

    #[test]
    fn private_and_read_only_memory_is_folded() {
        let rows = vec![
            access(0, 8, 4, true),
            access(1, 12, 1, false), // same eight bytes as the store
            access(0, 64, 4, true),
            access(0, 64, 4, false),
            access(0, 128, 4, false),
            access(1, 128, 4, false),
        ];
        assert_eq!(shown(&found(rows)), [true, true, false, false, false, false]);
    }

    #[test]
    fn a_long_execution_keeps_what_the_end_is_about() {
        let mut rows = Vec::new();
        for i in 0..50 {
            rows.push(access(i % 2, 8, 4, true));
            rows.push(access(i % 2, 64, 4, true));
        }
        rows.push(access(0, 64, 4, false));
        let keep = shown(&found(rows.clone()));
        assert!(
            keep.iter().zip(&rows).all(|(k, r)| *k == (r.touched.unwrap().addr == 64)),
            "only the memory read last"
        );
        let mut deadlock = found(rows.clone());
        let touched = Some(Touched { addr: 8, size: 0, writes: true });
        deadlock.waiting = vec![Waiting { thread: 1, place: None, what: String::new(), touched }];
        let keep = shown(&deadlock);
        assert!(
            keep.iter().zip(&rows).all(|(k, r)| *k == (r.touched.unwrap().addr == 8)),
            "only the memory waited for"
        );
    }

    #[test]
    fn never_more_than_fits() {
        let rows: Vec<Row> = (0..1000).map(|i| access(i % 2, 8, 4, i % 3 == 0)).collect();
        let keep = shown(&found(rows));
        assert_eq!(count(&keep), MOST);
        assert!(keep[0] && keep[FIRST - 1] && !keep[FIRST] && keep[999]);
    }
}
