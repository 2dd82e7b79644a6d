//! How the sections of locks end of which the beginning is shown.

use crate::row::Row;
use crate::vital::locks;
use std::collections::BTreeSet;

/// The steps that unlock what the thread has locked in one of the steps `kept`, and the waits that do,
/// with their signals as far as these come before such steps.
pub(crate) fn ends_of_sections(rows: &[Row], kept: &[usize]) -> Vec<usize> {
    let mut held: BTreeSet<(u32, u64)> = BTreeSet::new();
    let kept: BTreeSet<usize> = kept.iter().copied().collect();
    let ends = |(at, row): (usize, &Row)| {
        let lock = (row.thread, row.touched?.addr);
        match locks(&row.operation)? {
            true => {
                kept.contains(&at).then(|| held.insert(lock));
                None
            }
            false => (held.remove(&lock) && !kept.contains(&at)).then_some(at),
        }
    };
    let unlocks: Vec<usize> = rows.iter().enumerate().filter_map(ends).collect();
    let before = |unlock: &usize| rows[..*unlock].iter().rposition(|row| row.thread == rows[*unlock].thread);
    let waits = unlocks.iter().filter_map(before).filter(|at| rows[*at].operation == "begin-wait");
    let waits: Vec<usize> = waits.filter(|at| !kept.contains(at)).collect();
    let own =
        |at: usize| kept.iter().chain(&unlocks).any(|other| *other > at && rows[*other].thread == rows[at].thread);
    let wakes = |at: &usize| {
        let signals = matches!(rows[*at].operation.as_str(), "signal" | "broadcast") && own(*at);
        signals && !kept.contains(at) && waits.iter().any(|wait| wait < at && rows[*wait].touched == rows[*at].touched)
    };
    let signals: Vec<usize> = (0..rows.len()).filter(wakes).collect();
    [unlocks, waits, signals].concat()
}
