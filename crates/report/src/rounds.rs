//! Equal rounds of loops: of many, the first and the last one are shown.
//!
//! A *round* is a sequence of shown steps that comes again at once, with the same threads, places
//! and operations; values may differ. Only consecutive rounds are found: threads whose loops
//! interleave in ever other ways have none.

use crate::row::Row;
use std::collections::BTreeMap;
use std::ops::Range;

/// Rounds of more steps than this are not looked for.
const MOST_STEPS: usize = 48;
/// Fewer rounds than this are all shown.
const FEWEST: usize = 4;

/// Rounds that are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rounds {
    /// The rows of all rounds, those that are shown included.
    pub(crate) whole: Range<usize>,
    /// Their first row.
    pub(crate) first: usize,
    /// The first row after them.
    pub(crate) end: usize,
    /// How many.
    pub(crate) count: usize,
}

/// The rounds between the first and the last one of each loop, among the rows that `keep` shows.
pub(crate) fn repeated(rows: &[Row], keep: &[bool]) -> Vec<Rounds> {
    let shown: Vec<usize> = (0..rows.len()).filter(|at| keep[*at]).collect();
    let kinds = kinds(rows, &shown);
    let (mut all, mut at) = (Vec::new(), 0);
    while at < kinds.len() {
        let of = |steps: usize| (count(&kinds[at..], steps), steps);
        let best = (1..=MOST_STEPS).map(of).filter(|(count, _)| *count >= FEWEST);
        let Some((count, steps)) = best.max_by_key(|(count, steps)| (count * steps, *count)) else {
            at += 1;
            continue;
        };
        let last = at + (count - 1) * steps;
        let whole = shown[at]..shown[last + steps - 1] + 1;
        all.push(Rounds { whole, first: shown[at + steps], end: shown[last], count: count - 2 });
        at = last + steps;
    }
    all
}

/// How often the first `steps` kinds come, one time after the other.
fn count(kinds: &[usize], steps: usize) -> usize {
    let same = kinds.iter().zip(kinds.iter().skip(steps)).take_while(|(a, b)| a == b).count();
    (same + steps) / steps
}

/// A number for each shown row, the same for those that do the same at the same place.
fn kinds(rows: &[Row], shown: &[usize]) -> Vec<usize> {
    let mut numbers = BTreeMap::new();
    let kind = |&at: &usize| {
        let row = &rows[at];
        // A party of the fault, what is old, or what the headline tells is like nothing else.
        let own = (row.party.is_some() || row.refused || row.old.is_some() || row.is_told).then_some(at);
        // What a macro does stands at one place.
        let key = (row.thread, &row.operation, (&row.place, row.site), &row.result, own);
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    };
    shown.iter().map(kind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Place;

    fn rows(lines: &[u32]) -> Vec<Row> {
        let place = |line| Some(Place { file: "a.c".into(), line, column: 1 });
        lines.iter().map(|&line| Row { operation: "load".into(), place: place(line), ..Row::default() }).collect()
    }

    fn found(lines: &[u32]) -> Vec<(usize, usize, usize)> {
        let rows = rows(lines);
        let all = repeated(&rows, &vec![true; rows.len()]);
        all.iter().map(|rounds| (rounds.first, rounds.end, rounds.count)).collect()
    }

    #[test]
    fn between_the_first_and_the_last() {
        assert_eq!(found(&[1, 2, 2, 2, 2, 2, 3]), [(2, 5, 3)]);
        assert_eq!(found(&[9, 1, 2, 1, 2, 1, 2, 1, 2, 1]), [(3, 7, 2)], "what is left of a round stays");
        assert_eq!(found(&[1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2]), [(3, 9, 2)], "the longer rounds");
        assert!(found(&[1, 1, 1, 2, 3, 2, 3, 2, 3]).is_empty(), "too few");
        assert_eq!(found(&[1, 1, 1, 1, 2, 2, 2, 2]), [(1, 3, 2), (5, 7, 2)]);
    }

    #[test]
    fn rows_that_are_not_shown_do_not_count() {
        let rows = rows(&[1, 7, 1, 8, 1, 1, 9]);
        let keep = rows.iter().map(|row| row.place.as_ref().is_some_and(|place| place.line == 1)).collect::<Vec<_>>();
        assert_eq!(repeated(&rows, &keep), [Rounds { whole: 0..6, first: 2, end: 5, count: 2 }]);
    }

    #[test]
    fn a_party_is_in_no_round() {
        let mut rows = rows(&[1; 6]);
        rows[2].party = Some(1);
        assert!(repeated(&rows, &[true; 6]).is_empty());
    }
}
