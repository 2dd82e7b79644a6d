//! Steps on memory that no other thread changes, without which nobody would understand the others:
//! what was written before a signal, which woke somebody for that, or nobody who waits for it in the
//! end; what each thread of a race has seen last, which led it there; what a thread has seen by
//! atomic accesses before the first thing that it changes; and where one element of an array is
//! waited for, what was written to others.

use crate::data::{Found, Waiting};
use crate::fold::Fate;
use crate::lines::same_line;
use crate::row::{Row, Touched};
use crate::vital::locks;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::FaultKind;

/// No more writes than these are shown of one signal.
const MOST_WRITES: usize = 3;
/// Nor so many reads before one change.
const MOST_SEEN: usize = 2;
/// So many steps before an access are looked at.
const NEAR: usize = 8;

/// Shows them.
pub(crate) fn show_context(found: &Found, fates: &mut [Fate]) {
    let mut added: Vec<usize> = Vec::new();
    let tells = |row: &Row| wakes(row) || is_lost(row, &found.waiting);
    for at in (0..found.rows.len()).filter(|at| fates[*at] == Fate::Shown && tells(&found.rows[*at])) {
        added.extend(before_signal(&found.rows, fates, at));
    }
    if found.kind == FaultKind::DataRace {
        let parties = (0..found.rows.len()).filter(|at| found.rows[*at].party.is_some());
        added.extend(parties.filter_map(|at| seen_before(&found.rows, at)));
    } else {
        added.extend(seen_before_changes(&found.rows, fates));
    }
    for waiting in found.waiting.iter().filter(|waiting| waiting.loops && !waiting.aside) {
        added.extend(beside(&found.rows, waiting));
    }
    added.retain(|at| is_left_out(fates[*at]));
    added.into_iter().for_each(|at| fates[at] = Fate::Shown);
}

const fn is_left_out(fate: Fate) -> bool {
    matches!(fate, Fate::Private | Fate::Folded)
}

fn is_signal(row: &Row) -> bool {
    matches!(row.operation.as_str(), "signal" | "broadcast" | "wake")
}

fn wakes(row: &Row) -> bool {
    is_signal(row) && row.result.as_ref().is_some_and(|result| result.starts_with("wakes"))
}

/// A signal of what is still waited for in the end.
fn is_lost(row: &Row, waiting: &[Waiting]) -> bool {
    let of = |touched: Option<Touched>| touched.map(|touched| touched.addr);
    is_signal(row)
        && waiting.iter().any(|waiting| of(waiting.touched).is_some() && of(waiting.touched) == of(row.touched))
}

/// What each thread has seen by atomic accesses just before the first change of its that is shown, if
/// nothing of the thread is shown before that.
fn seen_before_changes(rows: &[Row], fates: &[Fate]) -> Vec<usize> {
    let threads: BTreeSet<u32> = rows.iter().map(|row| row.thread).collect();
    let first = |thread| (0..rows.len()).find(|at| rows[*at].thread == thread && fates[*at] == Fate::Shown);
    let firsts = threads.into_iter().filter_map(first).filter(|at| rows[*at].writes());
    let seen = firsts.flat_map(|at| {
        let own = (0..at).rev().filter(move |before| rows[*before].thread == rows[at].thread).take(NEAR);
        own.filter(|before| rows[*before].index.is_some() && rows[*before].reads()).take(MOST_SEEN)
    });
    seen.collect()
}

/// What its thread has written in the critical section of a signal, if none of that is shown.
fn before_signal(rows: &[Row], fates: &[Fate], signal: usize) -> Vec<usize> {
    let own = (0..signal).rev().filter(|at| rows[*at].thread == rows[signal].thread);
    let section = own.take_while(|at| locks(&rows[*at].operation).is_none() && !wakes(&rows[*at]));
    let writes: Vec<usize> = section.filter(|at| rows[*at].writes()).collect();
    if writes.iter().any(|at| fates[*at] == Fate::Shown) {
        return Vec::new();
    }
    writes.into_iter().take(MOST_WRITES).collect()
}

/// The last that its thread has seen by an atomic access before it came to this line.
fn seen_before(rows: &[Row], party: usize) -> Option<usize> {
    let own = (0..party).rev().filter(|at| rows[*at].thread == rows[party].thread && !rows[*at].is_hidden());
    let mut before = own.filter(|at| !same_line(rows[*at].place.as_ref(), rows[party].place.as_ref())).take(NEAR);
    before.find(|at| rows[*at].index.is_some()).filter(|at| rows[*at].reads())
}

/// The last write of each thread to other elements of the array of which one is waited for.
fn beside(rows: &[Row], waiting: &Waiting) -> Vec<usize> {
    let looks = |row: &&Row| {
        let its = row.touched.zip(waiting.touched).is_some_and(|(its, awaited)| its.addr == awaited.addr);
        row.thread == waiting.thread && row.reads() && its
    };
    let looked = rows.iter().rfind(looks).and_then(|row| row.location.as_deref());
    let Some(array) = looked.and_then(|at| at.strip_suffix(']')?.rsplit_once('[')).map(|(array, _)| array) else {
        return Vec::new();
    };
    let is_element = |at: &str| at.strip_prefix(array).is_some_and(|rest| rest.starts_with('[') && rest.ends_with(']'));
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.thread != waiting.thread && row.writes()) {
        if row.location.as_deref().is_some_and(is_element) {
            last.insert(row.thread, at);
        }
    }
    last.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Place;

    fn step(operation: &str, line: u32) -> Row {
        let place = Some(Place { file: "a.c".into(), line, column: 1 });
        let touched = Some(Touched { addr: 8 * u64::from(line), size: 4, writes: operation == "store" });
        let value = |of: &str| (of == operation).then(|| "1".to_owned());
        Row {
            operation: operation.into(),
            place,
            touched,
            read: value("load"),
            written: value("store"),
            ..Row::default()
        }
    }

    fn shown(kind: FaultKind, rows: Vec<Row>, mut fates: Vec<Fate>) -> Vec<Fate> {
        show_context(&Found { kind, rows, ..Found::default() }, &mut fates);
        fates
    }

    #[test]
    fn what_a_signal_is_for() {
        use Fate::{Private, Shown};
        let rows = |told: &str| {
            let signal = Row { result: Some(told.into()), ..step("signal", 5) };
            vec![step("store", 1), step("lock", 2), step("store", 3), step("load", 4), signal]
        };
        let fates = vec![Private, Shown, Private, Private, Shown];
        let of = |told: &str, fates: &[Fate]| shown(FaultKind::Assertion, rows(told), fates.to_vec());
        assert_eq!(of("wakes T1", &fates), [Private, Shown, Shown, Private, Shown]);
        assert_eq!(of("nobody waits", &fates), fates);
        let unseen = [Private, Shown, Private, Private, Private];
        assert_eq!(of("wakes T1", &unseen), unseen, "the signal itself is not shown");
    }

    #[test]
    fn what_a_signal_is_for_that_is_lost() {
        use Fate::{Private, Shown};
        let touched = Some(Touched { addr: 64, size: 0, writes: true });
        let signal = Row { touched, result: Some("nobody waits".into()), ..step("signal", 5) };
        let rows = vec![step("store", 1), signal];
        let of = |addr| {
            let touched = Some(Touched { addr, size: 0, writes: true });
            let waiting = vec![Waiting { thread: 1, touched, ..Waiting::default() }];
            let mut fates = vec![Private, Shown];
            show_context(
                &Found { kind: FaultKind::Deadlock, rows: rows.clone(), waiting, ..Found::default() },
                &mut fates,
            );
            fates
        };
        assert_eq!(of(64), [Shown, Shown]);
        assert_eq!(of(128), [Private, Shown]);
    }

    #[test]
    fn what_a_thread_has_seen_before_it_changes_something() {
        use Fate::{Private, Shown};
        let seen = |line| Row { index: Some(line), ..step("load", line) };
        let rows = |first: Row| vec![first, seen(2), seen(3), step("load", 4), step("store", 5)];
        let fates = |first| vec![first, Private, Private, Private, Shown];
        let of = |first, fate| shown(FaultKind::Assertion, rows(first), fates(fate));
        assert_eq!(of(seen(1), Private), [Private, Shown, Shown, Private, Shown]);
        assert_eq!(of(step("lock", 1), Shown), fates(Shown), "something is shown before");
    }

    #[test]
    fn other_elements_than_the_awaited_one() {
        use Fate::{Private, Shown};
        let at = |thread, location: &str, row: Row| Row { thread, location: Some(location.into()), ..row };
        let rows = vec![
            at(1, "a[0]", step("store", 1)),
            at(1, "a[0]", step("store", 2)),
            at(1, "b[0]", step("store", 3)),
            at(2, "a[1]", step("load", 4)),
        ];
        let waiting = Waiting { thread: 2, loops: true, touched: rows[3].touched, ..Waiting::default() };
        let found = Found { kind: FaultKind::Liveness, rows, waiting: vec![waiting], ..Found::default() };
        let mut fates = vec![Private; 4];
        show_context(&found, &mut fates);
        assert_eq!(fates, [Private, Shown, Private, Private]);
    }

    #[test]
    fn what_led_to_a_race() {
        use Fate::{Private, Shown};
        let visible = |row: Row| Row { index: Some(1), ..row };
        let party = Row { party: Some(1), ..step("store", 5) };
        let rows = vec![visible(step("load", 1)), visible(step("load", 2)), step("load", 3), step("load", 5), party];
        let fates = [Private, Private, Private, Private, Shown];
        assert_eq!(shown(FaultKind::DataRace, rows, fates.to_vec()), [Private, Shown, Private, Private, Shown]);
    }
}
