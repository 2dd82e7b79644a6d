//! What people count as one step: the operations that a thread performs one after the other on the
//! same source line.

use crate::data::Place;
use crate::fold::Fate;
use crate::row::Row;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Whether two operations of a thread are on the same source line.
pub(crate) fn same_line(a: Option<&Place>, b: Option<&Place>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.line == b.line && a.file == b.file,
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The rows of each step, in the order in which the steps begin.
pub(crate) fn steps(rows: &[Row]) -> Vec<Vec<usize>> {
    let mut steps: Vec<Vec<usize>> = Vec::new();
    let mut current: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let goes_on = |step: &&usize| same_line(rows[steps[**step][0]].place.as_ref(), row.place.as_ref());
        match current.get(&row.thread).filter(goes_on) {
            Some(&step) => steps[step].push(at),
            None => {
                current.insert(row.thread, steps.len());
                steps.push(vec![at]);
            }
        }
    }
    steps
}

/// The steps that were left out as a whole, since `is_left_out` says so of each of their rows: who
/// took them, and where. What a thread only looks at in the end, without doing more, is no step.
pub(crate) fn left_out(rows: &[Row], is_left_out: impl Fn(usize) -> bool) -> Vec<(u32, Option<Place>)> {
    let kept = |at: &usize| !is_left_out(*at) && rows[*at].is_step();
    let last: BTreeMap<u32, usize> = (0..rows.len()).filter(kept).map(|at| (rows[at].thread, at)).collect();
    let ends_with = |at: usize| last.get(&rows[at].thread).is_none_or(|last| at > *last);
    let is_counted = |at: usize| rows[at].is_step() && !(rows[at].only_looks() && ends_with(at));
    let whole = |step: &Vec<usize>| step.iter().all(|at| is_left_out(*at)) && step.iter().any(|at| is_counted(*at));
    let steps = steps(rows).into_iter().filter(whole);
    steps.map(|step| (rows[step[0]].thread, rows[step[0]].place.clone())).collect()
}

/// The steps that have no row in the table, since they are about memory that no other thread
/// changes.
pub(crate) fn private(rows: &[Row], fates: &[Fate]) -> Vec<(u32, Option<Place>)> {
    left_out(rows, |at| matches!(fates[at], Fate::Private | Fate::Omitted))
}

/// More of a step than this is not added to what is shown of it.
const MOST_ADDED: usize = 6;

/// What is shown of a step is all that it does to shared memory.
pub(crate) fn show_whole(rows: &[Row], fates: &mut [Fate]) {
    for step in steps(rows) {
        let folded: Vec<usize> = step.iter().copied().filter(|at| fates[*at] == Fate::Folded).collect();
        if folded.len() <= MOST_ADDED && step.iter().any(|at| fates[*at] == Fate::Shown) {
            folded.into_iter().for_each(|at| fates[at] = Fate::Shown);
        }
    }
}

/// To say that one step is left out takes as much room as to show it.
pub(crate) fn show_single(rows: &[Row], fates: &mut [Fate]) {
    let mut folded: Vec<usize> = Vec::new();
    for at in 0..=fates.len() {
        match fates.get(at) {
            Some(Fate::Folded) => folded.push(at),
            Some(Fate::InRounds | Fate::Private | Fate::Omitted) => {}
            Some(Fate::Shown | Fate::Rounds(_)) | None => {
                let is_single = match folded[..] {
                    [_] => true,
                    [a, b] => {
                        rows[a].thread == rows[b].thread && same_line(rows[a].place.as_ref(), rows[b].place.as_ref())
                    }
                    _ => false,
                };
                if is_single {
                    folded.iter().for_each(|at| fates[*at] = Fate::Shown);
                }
                folded.clear();
            }
        }
    }
}

/// No more lines of steps that are left out are named than this.
const MOST_LINES: usize = 12;

/// The lines of these steps by thread, unless there are too many: `main 25-27, T1 19`.
pub(crate) fn named(steps: &[(u32, Option<Place>)]) -> String {
    let mut threads: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (thread, place) in steps {
        let Some(place) = place else { return String::new() };
        threads.entry(*thread).or_default().push(place.line);
    }
    let file = |step: &(u32, Option<Place>)| step.1.as_ref().map(|place| place.file.clone());
    let mut lines = 0;
    let mut told = Vec::new();
    for (thread, mut own) in threads {
        own.sort_unstable();
        own.dedup();
        lines += own.len();
        let who = if thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        told.push(format!("{who} {}", ranges(&own)));
    }
    if lines == 0 || lines > MOST_LINES || steps.windows(2).any(|pair| file(&pair[0]) != file(&pair[1])) {
        return String::new();
    }
    format!(" ({})", told.join(", "))
}

/// `3, 7-9`.
fn ranges(lines: &[u32]) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(&first) = lines.get(at) {
        let more = lines[at..].windows(2).take_while(|pair| pair[1] == pair[0] + 1).count();
        let last = lines[at + more];
        let comma = if out.is_empty() { "" } else { ", " };
        let _ = if more == 0 { write!(out, "{comma}{first}") } else { write!(out, "{comma}{first}-{last}") };
        at += more + 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(thread: u32, line: u32) -> Row {
        let place = Some(Place { file: "a.c".into(), line, column: 1 });
        Row { thread, operation: "load".into(), place, ..Row::default() }
    }

    #[test]
    fn rows_of_one_line_are_one_step() {
        let rows = [row(0, 3), row(1, 3), row(0, 3), row(0, 4), row(0, 3)];
        assert_eq!(steps(&rows), [vec![0, 2], vec![1], vec![3], vec![4]]);
        let lines = |left: &[usize]| named(&left_out(&rows, |at| left.contains(&at)));
        assert_eq!(lines(&[2, 3, 4]), "", "only looks in the end");
        let rows = rows.map(|row| Row { operation: "store".into(), ..row });
        let lines = |left: &[usize]| named(&left_out(&rows, |at| left.contains(&at)));
        assert_eq!(lines(&[0]), "", "a part of a step that is shown");
        assert_eq!(lines(&[0, 2, 3, 4]), " (main 3-4)");
        assert_eq!(lines(&[1, 4]), " (main 3, T1 3)");
    }

    #[test]
    fn lines() {
        assert_eq!(ranges(&[3, 5, 6, 7, 9, 10]), "3, 5-7, 9-10");
    }
    #[test]
    fn a_single_step_is_not_worth_folding() {
        use Fate::{Folded, InRounds, Private, Rounds, Shown};
        let mut fates = vec![Folded, Private, Shown, Folded, Private, Folded, Rounds(3), InRounds, Folded];
        let rows: Vec<Row> = (1..=fates.len() as u32).map(|line| row(0, line)).collect();
        show_single(&rows, &mut fates);
        assert_eq!(fates, [Shown, Private, Shown, Folded, Private, Folded, Rounds(3), InRounds, Shown]);
    }
}
