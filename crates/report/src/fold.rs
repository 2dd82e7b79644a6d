//! Which steps of an execution are worth showing.
//!
//! A step that touches only what no other thread touches cannot be part of how threads got into each other's way. If what
//! is left is still long, only the steps on memory that the end of the execution is about are kept, and of those the last
//! ones. Nothing is hidden silently: the table says how many steps were folded, and the JSON has them all.

use crate::data::{Found, Place, Row, Touched};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many steps are shown without asking what the end is about.
const FEW: usize = 56;
/// More than this many steps are never shown ...
const MOST: usize = 80;
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

/// What happens to a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is shown.
    Shown,
    /// It is folded, and counted.
    Folded,
    /// It is nobody else's business, and not even a visible event: left out without a word.
    Omitted,
}

/// What happens to each row of `found`.
pub(crate) fn fates(found: &Found) -> Vec<Fate> {
    let shared = shared(found);
    let keep = shown(found, &shared);
    let fate = |(row, keep): (&Row, &bool)| {
        let counts = match row.touched {
            Some(touched) => granules(touched).any(|g| shared.contains(&g)),
            None => row.operation != "end",
        };
        match (keep, counts) {
            (true, _) => Fate::Shown,
            (false, true) => Fate::Folded,
            (false, false) => Fate::Omitted,
        }
    };
    found.rows.iter().zip(&keep).map(fate).collect()
}

/// For each row of `found`, whether to show it.
fn shown(found: &Found, shared: &BTreeSet<u64>) -> Vec<bool> {
    let touches = |row: &Row, set: &BTreeSet<u64>| row.touched.is_some_and(|t| granules(t).any(|g| set.contains(&g)));
    let mut keep: Vec<bool> = found.rows.iter().map(|row| is_structure(row) || touches(row, shared)).collect();
    for at in at_fault(found) {
        keep[at] = true;
    }
    if count(&keep) > FEW {
        let core = core(found, &keep);
        for (kept, row) in keep.iter_mut().zip(&found.rows) {
            *kept &= row.operation == "spawn" || touches(row, &core);
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

/// If the fault has a second party: the last access of each of the two at its place.
fn at_fault(found: &Found) -> impl Iterator<Item = usize> {
    let second = found.second.as_ref();
    let places = second.into_iter().flat_map(|s| [(s.thread, &s.place), (found.thread, &found.place)]);
    places.filter_map(|(thread, place)| {
        let place = place.as_ref()?;
        let here = |row: &Row| {
            let same = |p: &Place| p.line == place.line && p.file == place.file;
            row.thread == thread && row.touched.is_some() && row.place.as_ref().is_some_and(same)
        };
        found.rows.iter().rposition(here)
    })
}

/// Memory that two threads touch, one of them changing it.
fn shared(found: &Found) -> BTreeSet<u64> {
    let mut users: BTreeMap<u64, (BTreeSet<u32>, bool)> = BTreeMap::new();
    let rows = found.rows.iter().map(|row| (row.thread, row.touched));
    let waiting = found.waiting.iter().map(|waiting| (waiting.thread, waiting.touched));
    for (thread, touched) in rows.chain(waiting) {
        if let Some(touched) = touched {
            for granule in granules(touched) {
                let (threads, written) = users.entry(granule).or_default();
                threads.insert(thread);
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
        if late {
            reads += 1;
            core.extend(granules(touched));
        }
    }
    core.extend(at_fault(found).filter_map(|at| found.rows[at].touched).flat_map(granules));
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
            explanation: None,
            models: vec![],
            remedy: vec![],
            second: None,
            schedule: String::new(),
            threads: vec![],
            rows,
            dropped: 0,
            waiting: vec![],
            output: String::new(),
        }
    }

    fn kept(found: &Found) -> Vec<bool> {
        fates(found).into_iter().map(|fate| fate == Fate::Shown).collect()
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
        assert_eq!(kept(&found(rows)), [true, true, false, false, false, false]);
    }

    #[test]
    fn a_long_execution_keeps_what_the_end_is_about() {
        let mut rows = Vec::new();
        for i in 0..50 {
            rows.push(access(i % 2, 8, 4, true));
            rows.push(access(i % 2, 64, 4, true));
        }
        rows.push(access(0, 64, 4, false));
        let keep = kept(&found(rows.clone()));
        assert!(
            keep.iter().zip(&rows).all(|(k, r)| *k == (r.touched.unwrap().addr == 64)),
            "only the memory read last"
        );
        let mut deadlock = found(rows.clone());
        let touched = Some(Touched { addr: 8, size: 0, writes: true });
        deadlock.waiting = vec![Waiting { thread: 1, place: None, what: String::new(), touched }];
        let keep = kept(&deadlock);
        assert!(
            keep.iter().zip(&rows).all(|(k, r)| *k == (r.touched.unwrap().addr == 8)),
            "only the memory waited for"
        );
    }

    #[test]
    fn never_more_than_fits() {
        let rows: Vec<Row> = (0..1000).map(|i| access(i % 2, 8, 4, i % 3 == 0)).collect();
        let keep = kept(&found(rows));
        assert_eq!(count(&keep), MOST);
        assert!(keep[0] && keep[FIRST - 1] && !keep[FIRST] && keep[999]);
    }
}
