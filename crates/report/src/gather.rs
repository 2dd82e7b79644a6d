//! Puts what the second access of a race has read on its line, like an index or a pointer, next to
//! it: behind the first access, as far as no step in between changes that.

use crate::arrange::{Memory, permute};
use crate::data::Found;
use crate::lines::same_line;
use crate::straighten::pinned;
use threadbare_op::FaultKind;

/// See the module. The two accesses come last.
pub(crate) fn gather(found: &mut Found) {
    let Some(first) = found.rows.len().checked_sub(2).filter(|_| found.kind == FaultKind::DataRace) else { return };
    if pinned(found) != 2 || found.rows[first].thread == found.rows[first + 1].thread {
        return;
    }
    let (rows, second) = (&found.rows, &found.rows[first + 1]);
    let mut others = Memory::default();
    let mut moved = Vec::new();
    for (at, row) in rows.iter().enumerate().take(first + 1).rev() {
        if row.thread != second.thread {
            others.add(row);
            continue;
        }
        if !row.only_looks() || !same_line(row.place.as_ref(), second.place.as_ref()) || others.conflicts(row) {
            break;
        }
        moved.push(at);
    }
    moved.reverse();
    let stays = (0..=first).filter(|at| !moved.contains(at));
    let order: Vec<usize> = stays.chain(moved.iter().copied()).chain([first + 1]).collect();
    permute(found, &order);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Place;
    use crate::row::{Row, Touched};

    fn step(thread: u32, line: u32, addr: u64, writes: bool) -> Row {
        let operation = if writes { "store" } else { "load" }.into();
        let place = Some(Place { file: "a.c".into(), line, column: 1 });
        Row { thread, operation, place, touched: Some(Touched { addr, size: 4, writes }), ..Row::default() }
    }

    /// The addresses in the order in which they come out.
    fn gathered(mut rows: Vec<Row>) -> Vec<u64> {
        let count = rows.len();
        (rows[count - 2].party, rows[count - 1].party) = (Some(1), Some(2));
        let mut found = Found { kind: FaultKind::DataRace, rows, ..Found::default() };
        gather(&mut found);
        found.rows.iter().map(|row| row.touched.unwrap().addr).collect()
    }

    #[test]
    fn what_the_second_access_reads_is_with_it() {
        let race = [step(1, 3, 64, true), step(2, 5, 64, false)];
        let with = |before: Vec<Row>| gathered([before, race.to_vec()].concat());
        assert_eq!(with(vec![step(2, 5, 8, false), step(2, 5, 16, false), step(1, 3, 24, true)]), [24, 64, 8, 16, 64]);
        assert_eq!(with(vec![step(2, 4, 8, false), step(1, 3, 24, true)]), [8, 24, 64, 64], "another line");
        assert_eq!(with(vec![step(2, 5, 8, false), step(1, 3, 8, true)]), [8, 8, 64, 64], "it changes");
        assert_eq!(with(vec![step(2, 5, 8, true), step(1, 3, 24, true)]), [8, 24, 64, 64], "others see it");
    }
}
