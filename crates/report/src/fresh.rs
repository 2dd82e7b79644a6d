//! Under weak memory models: as few steps as possible that read what was overwritten above them.
//!
//! The order in which an execution was found is one of many that extend program order and
//! reads-from. A read is marked as old if the next write after what it reads stands above it. Where
//! nothing leads from that write to the read, the write, and what depends on it, can as well come
//! after the read: then there is nothing old about it. Such moves make no other step old, since a
//! step that touches the same memory depends on the write, too, and moves with it.
//!
//! A write is marked as old if one that stands above it overwrites it. That matters only where a
//! step below reads the memory.
//!
//! Not covered: moves of old writes; moves of several writes at a time.

use crate::arrange::permute;
use crate::data::Found;
use crate::row::{Row, Touched};
use crate::straighten::pinned;

/// Executions with more steps are left as they are.
const MOST: usize = 2000;

/// Moves writes behind reads that are old because of them.
pub(crate) fn freshen(found: &mut Found) {
    let count = found.rows.len() - pinned(found);
    if count > MOST {
        return;
    }
    for read in 0..count {
        if let Some(order) = moved(&found.rows, read) {
            permute(found, &order);
            for at in 0..found.rows.len() {
                let is_fresh = found.rows[at].old.as_ref().is_some_and(|old| old.before > at);
                if is_fresh {
                    found.rows[at].old = None;
                }
            }
        }
    }
}

/// Takes the mark from old writes of memory that no later step reads.
pub(crate) fn settle_writes(found: &mut Found) {
    let mut read: Vec<Touched> = found.waiting.iter().filter_map(|waiting| waiting.touched).collect();
    for row in found.rows.iter_mut().rev() {
        let Some(touched) = row.touched else { continue };
        if row.read.is_some() {
            read.push(touched);
        } else if !read.iter().any(|its| overlap(*its, touched)) {
            row.old = None;
        }
    }
}

fn overlap(a: Touched, b: Touched) -> bool {
    a.addr < b.addr + b.size.max(1) && b.addr < a.addr + a.size.max(1)
}

/// The order in which the write that makes this read old comes after it, if there is one.
fn moved(rows: &[Row], read: usize) -> Option<Vec<usize>> {
    let old = rows[read].old.as_ref()?;
    let write = old.before;
    let only_reads = rows[read].read.is_some() && rows[read].touched.is_some_and(|touched| !touched.writes);
    if !only_reads || write >= read {
        return None;
    }
    let mut later = vec![write];
    for at in write + 1..read {
        if later.iter().any(|&earlier| depends(&rows[at], &rows[earlier])) {
            later.push(at);
        }
    }
    let leads = |&at: &usize| old.source == Some(at) || rows[at].old.is_some() || ordered(&rows[read], &rows[at]);
    if later.iter().any(leads) {
        return None;
    }
    let stays = (write..=read).filter(|at| !later.contains(at));
    Some((0..write).chain(stays).chain(later.iter().copied()).chain(read + 1..rows.len()).collect())
}

/// Whether a step must come after an earlier one, whatever they touch.
fn ordered(step: &Row, earlier: &Row) -> bool {
    let starts = earlier.operation == "spawn" && earlier.other == Some(step.thread);
    let ends = step.operation == "join" && step.other == Some(earlier.thread);
    let prints = step.output.is_some() && earlier.output.is_some();
    step.thread == earlier.thread
        || starts
        || ends
        || prints
        || (step.operation == "fence" && earlier.operation == "fence")
}

fn depends(step: &Row, earlier: &Row) -> bool {
    let meets = step
        .touched
        .zip(earlier.touched)
        .is_some_and(|(a, b)| overlap(a, b) && (a.writes || b.writes || a.size == 0 || b.size == 0));
    meets || ordered(step, earlier)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Old;

    fn step(thread: u32, addr: u64, writes: bool) -> Row {
        let read = (!writes).then(|| "0".to_owned());
        Row { thread, touched: Some(Touched { addr, size: 4, writes }), read, ..Row::default() }
    }

    fn old(before: usize, row: Row) -> Row {
        Row { old: Some(Old { source: None, before }), ..row }
    }

    fn fresh(rows: Vec<Row>) -> Vec<(u32, u64, bool)> {
        let mut found = Found { rows, ..Found::default() };
        freshen(&mut found);
        found.rows.iter().map(|row| (row.thread, row.touched.unwrap().addr, row.old.is_some())).collect()
    }

    #[test]
    fn a_write_comes_after_a_read_that_it_does_not_lead_to() {
        // T1 writes x and y; T2 writes z, and reads x as it was.
        let rows = vec![step(1, 8, true), step(1, 16, true), step(2, 24, true), old(0, step(2, 8, false))];
        assert_eq!(fresh(rows), [(2, 24, false), (2, 8, false), (1, 8, false), (1, 16, false)]);
    }

    #[test]
    fn what_leads_to_the_read_stays() {
        // T2 has read y, which T1 wrote after x.
        let rows = vec![step(1, 8, true), step(1, 16, true), step(2, 16, false), old(0, step(2, 8, false))];
        assert_eq!(fresh(rows), [(1, 8, false), (1, 16, false), (2, 16, false), (2, 8, true)]);
        // Store buffering: T1 has read y before T2 wrote it.
        let rows = vec![step(1, 8, true), step(1, 16, false), step(2, 16, true), old(0, step(2, 8, false))];
        assert!(fresh(rows)[3].2);
    }

    #[test]
    fn old_writes_matter_to_later_reads() {
        let write = |thread, addr| Row { written: Some("1".into()), ..step(thread, addr, true) };
        let write_old = |before, addr| Row { read: None, ..old(before, write(2, addr)) };
        let rows = vec![write(1, 8), write(1, 16), write_old(0, 8), write_old(1, 16), step(3, 16, false)];
        let mut found = Found { rows, ..Found::default() };
        settle_writes(&mut found);
        let marks: Vec<bool> = found.rows.iter().map(|row| row.old.is_some()).collect();
        assert_eq!(marks, [false, false, false, true, false]);
    }

    #[test]
    fn one_of_two() {
        let rows = vec![step(1, 8, true), old(0, step(2, 8, false)), step(1, 16, true), step(2, 24, false)];
        let found = fresh([rows, vec![old(2, step(3, 16, false))]].concat());
        assert!(found.iter().all(|(.., old)| !old), "{found:?}");
    }
}
