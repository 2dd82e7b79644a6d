//! Puts the two parties of a fault last in its execution, next to each other.
//!
//! Two steps *depend* on each other if they are of one thread, if one starts the thread of the
//! other or waits for its end, or if they touch common memory that the earlier one changes. Steps
//! that do not depend on each other may change places: the execution stays one of the program, if
//! neither changes what the other touches; and so does an execution without a step on which no
//! other depends. So only what the two parties depend on is kept. If that does not lead from the
//! first to the second, the first goes to the end, in front of the second. Where it does (by a
//! relaxed flag, say), both stay where they are.

use crate::data::Found;
use crate::lines::{left_out, steps};
use crate::neutral::neutral;
use crate::row::{Row, Touched};
use crate::sections::ends_of_sections;
use crate::skipped::skipping;
use crate::unwritten::unwritten;
use crate::vital::{asked, keeps_apart};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::FaultKind;

/// Of larger accesses only the first so many bytes are looked at.
const MOST_BYTES: u64 = 1 << 15;

/// Where a fault depends on no step of another thread, all steps are kept, if there are no more.
const FEW: usize = 24;

/// Memory in units of so many bytes, so that accesses of different sizes meet.
pub(crate) fn units(touched: Touched, bytes: u64) -> impl Iterator<Item = u64> {
    let first = touched.addr / bytes;
    let last = touched.addr.saturating_add(touched.size.max(1) - 1) / bytes;
    first..=last.min(first + MOST_BYTES / bytes)
}

/// Memory in units of eight bytes.
pub(crate) fn granules(touched: Touched) -> impl Iterator<Item = u64> {
    units(touched, 8)
}

/// The bytes of the granule that are touched, one bit each.
pub(crate) fn bytes(touched: Touched, granule: u64) -> u8 {
    let end = touched.addr.saturating_add(touched.size.max(1));
    (0..8).filter(|byte| (touched.addr..end).contains(&(granule * 8 + byte))).fold(0, |bits, byte| bits | 1 << byte)
}

/// Memory that some steps touch: of each granule which bytes.
#[derive(Default)]
pub(crate) struct Memory {
    read: BTreeMap<u64, u8>,
    written: BTreeMap<u64, u8>,
}

impl Memory {
    pub(crate) fn add(&mut self, row: &Row) {
        row.touched.into_iter().for_each(|touched| self.touch(touched));
    }

    pub(crate) fn touch(&mut self, touched: Touched) {
        let map = if touched.writes { &mut self.written } else { &mut self.read };
        for granule in granules(touched) {
            *map.entry(granule).or_default() |= bytes(touched, granule);
        }
    }

    /// Whether the order of the row and of these steps matters.
    pub(crate) fn conflicts(&self, row: &Row) -> bool {
        row.touched
            .is_some_and(|touched| meets(&self.written, touched) || (touched.writes && meets(&self.read, touched)))
    }

    /// Whether these steps, which come later, may depend on the row.
    fn need(&self, row: &Row) -> bool {
        row.touched.is_some_and(|touched| self.needs(touched))
    }

    /// Whether these steps, which come later, may depend on one that touches this.
    pub(crate) fn needs(&self, touched: Touched) -> bool {
        touched.writes && (meets(&self.written, touched) || meets(&self.read, touched))
    }

    /// Nothing of what is touched counts as read any more.
    pub(crate) fn forget(&mut self, touched: Touched) {
        for granule in granules(touched) {
            if let Some(known) = self.read.get_mut(&granule) {
                *known &= !bytes(touched, granule);
            }
        }
    }
}

fn meets(map: &BTreeMap<u64, u8>, touched: Touched) -> bool {
    granules(touched).any(|granule| map.get(&granule).is_some_and(|known| known & bytes(touched, granule) != 0))
}

/// The steps before `end` that one of the two parties depends on, and whether any of them leads
/// from `first` to the second one, whose thread and step that is. That both touch the same memory
/// is the fault, and does not count. Without a first one: what the thread depends on, and the steps
/// that `also` are. Whether all that a thread does is needed if somebody `joins` it, also if its
/// result is not used.
fn needed(
    rows: &[Row],
    first: Option<usize>,
    (thread, end): (u32, usize),
    (also, joins): (&[usize], bool),
) -> (Vec<usize>, bool) {
    let mut threads = BTreeSet::from([thread]);
    let (mut memory, mut own, mut firsts) = (Memory::default(), Memory::default(), Memory::default());
    rows.get(end).into_iter().for_each(|second| own.add(second));
    // Who was in a section before has only kept others apart, and need not have been there.
    let asked = asked(rows);
    let keeps_apart = |row: &Row| first.is_none() && keeps_apart(row, &asked);
    first.into_iter().for_each(|first| firsts.add(&rows[first]));
    let (mut order, mut leads) = (Vec::new(), false);
    // What an old read does not see has not led to it: only the write that makes it old stays.
    let mut old: BTreeMap<usize, Vec<&Row>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate().take(end).rev() {
        old.remove(&at).into_iter().flatten().for_each(|read| memory.add(read));
        if first == Some(at) {
            leads |= threads.contains(&row.thread);
            threads.insert(row.thread);
            memory.add(row);
            rows.get(end).into_iter().for_each(|second| memory.add(second));
            continue;
        }
        let is_after = first.is_some_and(|first| at > first);
        let is_later = is_after && first.is_some_and(|first| row.thread == rows[first].thread);
        // What others do to that memory afterwards does not come of its being freed.
        if is_later && row.operation == "free" {
            continue;
        }
        let starts = row.operation == "spawn" && row.other.is_some_and(|child| threads.contains(&child));
        let meets = (memory.need(row) && !keeps_apart(row)) || (!is_later && own.need(row));
        let prints = first.is_none() && row.output.is_some();
        if !starts && !meets && !prints && !threads.contains(&row.thread) && !also.contains(&at) {
            continue;
        }
        leads |= is_later || (is_after && firsts.conflicts(row));
        threads.insert(row.thread);
        match row.old.as_ref().filter(|_| row.read.is_some()) {
            Some(is_old) if is_old.before < at => old.entry(is_old.before).or_default().push(row),
            _ => memory.add(row),
        }
        if let (Some(other), "join") = (row.other, row.operation.as_str())
            && (joins || is_used(rows, at))
        {
            threads.insert(other);
        }
        order.push(at);
    }
    order.reverse();
    (order, leads)
}

/// Adds the steps before `end` that take input which the headline names.
fn add_told(rows: &[Row], order: &mut Vec<usize>, end: usize) {
    let told: Vec<usize> = (0..end).filter(|at| rows[*at].is_told && !order.contains(at)).collect();
    order.extend(told);
    order.sort_unstable();
}

/// Whether what a joined thread returns is stored: all that it did leads to that.
fn is_used(rows: &[Row], join: usize) -> bool {
    let next = rows[join + 1..].iter().find(|row| row.thread == rows[join].thread);
    next.is_some_and(|next| next.operation == "store" && next.place == rows[join].place)
}

/// Puts the parties last, where that can be, and numbers them. A `free` comes before the use, then.
/// Steps that neither of the two depends on are left out.
pub fn arrange(found: &mut Found) {
    let (Some(own), Some(other)) = (found.row, found.second.as_ref().and_then(|second| second.row)) else {
        return;
    };
    let (first, second) = (own.min(other), own.max(other));
    if first == second || second >= found.rows.len() {
        return;
    }
    let (mut order, leads) = needed(&found.rows, Some(first), (found.rows[second].thread, second), (&[], true));
    add_told(&found.rows, &mut order, second);
    let kept: BTreeSet<usize> = order.iter().copied().collect();
    let mut whole: BTreeSet<usize> = (0..second).collect();
    if !leads {
        let led_to = led_to(&found.rows, (first, second));
        whole.retain(|at| *at < first || kept.contains(at) || !led_to.contains(at));
    }
    // What comes after the parties does not happen.
    let is_cut = |at: usize| whole.contains(&at) && !kept.contains(&at) && at != first && at != second;
    let cut = [found.cut.clone(), left_out(&found.rows, is_cut)].concat();
    let whole = arranged_like(found, whole.into_iter().collect(), (first, second), leads);
    if leads {
        let at = order.partition_point(|&at| at < first);
        order.insert(at, first);
        order.push(second);
    } else if found.kind == FaultKind::UseAfterFree && second == other {
        order.extend([second, first]);
        put_use_last(&mut found.rows, first, second);
    } else {
        order.extend([first, second]);
        reread(&mut found.rows, first, second, &order);
    }
    permute(found, &order);
    (found.whole, found.cut) = (whole, cut);
    let (a, b) = (found.row, found.second.as_ref().and_then(|second| second.row));
    if let (Some(a), Some(b)) = (a, b) {
        let (a, b) = (a.min(b), a.max(b));
        for (at, party) in [(a, 1), (b, 2)] {
            found.rows[at].party = Some(party);
        }
    }
}

/// Of a use that was performed before the memory was freed, and is shown behind that: it is what is
/// not performed, and what it would read, or find, is anybody's guess.
fn put_use_last(rows: &mut [Row], used: usize, freed: usize) {
    (rows[used].read, rows[used].result) = (None, None);
    (rows[used].refused, rows[freed].refused) = (true, false);
}

/// The steps between the first party and the second one that could not be as they are if the first
/// one came later: those that follow it in its thread, and what depends on these or on itself.
fn led_to(rows: &[Row], (first, second): (usize, usize)) -> BTreeSet<usize> {
    let mut threads = BTreeSet::from([rows[first].thread]);
    let (mut memory, mut out) = (Memory::default(), BTreeSet::new());
    memory.add(&rows[first]);
    for (at, row) in rows.iter().enumerate().take(second).skip(first + 1) {
        let joins = row.operation == "join" && row.other.is_some_and(|other| threads.contains(&other));
        if threads.contains(&row.thread) || joins || memory.conflicts(row) {
            threads.insert(row.thread);
            memory.add(row);
            out.insert(at);
        }
    }
    out
}

/// All steps that were recorded, with the two parties last as in the table.
fn arranged_like(found: &Found, mut order: Vec<usize>, (first, second): (usize, usize), leads: bool) -> Vec<Row> {
    let free_first = !leads && found.kind == FaultKind::UseAfterFree && found.row == Some(first);
    let mut all = Found { rows: found.rows.clone(), ..Found::default() };
    if !leads {
        order.retain(|at| *at != first);
        order.extend(if free_first { [second, first] } else { [first, second] });
        if free_first {
            put_use_last(&mut all.rows, first, second);
        } else {
            reread(&mut all.rows, first, second, &order);
        }
    } else {
        order.push(second);
    }
    permute(&mut all, &order);
    let count = all.rows.len();
    let at = |row: usize| order.iter().position(|at| *at == row).unwrap_or(count);
    for (row, party) in [(at(first).min(at(second)), 1), (at(first).max(at(second)), 2)] {
        all.rows[row].party = Some(party);
    }
    all.rows
}

/// Leaves out the steps that a fault of a single thread does not depend on. What is printed stays, and
/// where threads went another way than to write what the fault depends on.
pub(crate) fn trim(found: &mut Found) {
    let is_alone = found.second.is_none() && found.waiting.is_empty();
    if is_alone && found.dropped == 0 && !matches!(found.kind, FaultKind::Leak | FaultKind::Abandoned) {
        let own = (found.thread, found.rows.len());
        let unwritten = unwritten(found);
        let starts = |row: &Row| row.operation == "spawn" && row.other.is_some_and(|of| unwritten.contains_key(&of));
        let mut skipping = skipping(found);
        skipping.extend((0..found.rows.len()).filter(|at| starts(&found.rows[*at])));
        let (mut order, _) = needed(&found.rows, None, own, (&skipping, false));
        let (all, _) = needed(&found.rows, None, own, (&skipping, true));
        order.extend(missed(&found.rows, &order, &all));
        order.extend(ends_of_sections(&found.rows, &order));
        order.sort_unstable();
        let neutral = neutral(found);
        order.retain(|at| !neutral.contains(&found.rows[*at].thread));
        add_told(&found.rows, &mut order, found.rows.len());
        // That others had no part in it would tell nothing: what they did may not have been enough.
        let is_alone = order.iter().all(|at| found.rows[*at].thread == found.thread);
        if is_alone && steps(&found.rows).len() <= FEW {
            order = (0..found.rows.len()).collect();
        }
        permute(found, &order);
    }
}

/// The steps among `all` that change what one of the steps `kept` has read before, with what led
/// their threads to that: that they came too late may be the point.
fn missed(rows: &[Row], kept: &[usize], all: &[usize]) -> Vec<usize> {
    let kept: BTreeSet<usize> = kept.iter().copied().collect();
    let mut is_kept = kept.clone();
    loop {
        let mut read: BTreeMap<u32, Memory> = BTreeMap::new();
        let mut found = None;
        for &at in all {
            let row = &rows[at];
            let is_late = |(thread, memory): (&u32, &Memory)| *thread != row.thread && memory.conflicts(row);
            if is_kept.contains(&at) {
                let asks = row.is_sync() && (row.operation.contains("try") || row.operation == "sem-getvalue");
                let reads = row.touched.filter(|_| row.read.is_some() || asks);
                let only_read = reads.map(|touched| Touched { writes: false, ..touched });
                only_read.into_iter().for_each(|touched| read.entry(row.thread).or_default().touch(touched));
            } else if row.touched.is_some_and(|touched| touched.writes) && read.iter().any(is_late) {
                found = Some(at);
                break;
            }
        }
        let Some(late) = found else { break };
        is_kept.extend(all.iter().filter(|at| **at <= late && rows[**at].thread == rows[late].thread));
    }
    all.iter().copied().filter(|at| is_kept.contains(at) && !kept.contains(at)).collect()
}

/// What the second party reads if steps between the two were cut off.
fn reread(rows: &mut [Row], first: usize, second: usize, order: &[usize]) {
    let Some(touched) = rows[second].touched else { return };
    let overlaps = |row: &Row| row.touched.is_some_and(|t| t.writes && t.overlaps(touched));
    let kept: BTreeSet<usize> = order.iter().copied().collect();
    let is_cut = |at: usize| !kept.contains(&at);
    if rows[second].read.is_none() || !(first + 1..second).any(|at| overlaps(&rows[at]) && is_cut(at)) {
        return;
    }
    let before = order.iter().rev().copied().filter(|at| *at != second);
    let last = before.map(|at| &rows[at]).find(|row| overlaps(row));
    // Bit-fields that share memory have names of their own.
    let is_same = |row: &&Row| {
        let place = row.touched.map(|t| (t.addr, t.size));
        place == Some((touched.addr, touched.size)) && row.location == rows[second].location
    };
    rows[second].read = last.filter(is_same).and_then(|row| row.written.clone());
}

/// The rows in that order; all others go.
pub(crate) fn permute(found: &mut Found, order: &[usize]) {
    let new: BTreeMap<usize, usize> = order.iter().enumerate().map(|(new, &old)| (old, new)).collect();
    found.cut.extend(left_out(&found.rows, |at| !new.contains_key(&at)));
    if found.whole.is_empty() {
        found.whole.clone_from(&found.rows);
    }
    let mut rows: Vec<Option<Row>> = std::mem::take(&mut found.rows).into_iter().map(Some).collect();
    found.rows = order.iter().filter_map(|&at| rows.get_mut(at).and_then(Option::take)).collect();
    let to = |at: usize| new.get(&at).copied();
    for row in &mut found.rows {
        if let Some(old) = &mut row.old {
            old.source = old.source.and_then(to);
            match to(old.before) {
                Some(before) => old.before = before,
                None => row.old = None,
            }
        }
    }
    let output = |row: &Option<Row>| row.as_ref().is_some_and(|row| row.output.is_some());
    if rows.iter().any(output) {
        found.output = found.rows.iter().filter_map(|row| row.output.as_deref()).collect();
    }
    found.row = found.row.and_then(to);
    if let Some(second) = &mut found.second {
        second.row = second.row.and_then(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Second;

    fn step(thread: u32, addr: u64, writes: bool) -> Row {
        Row { thread, touched: Some(Touched { addr, size: 4, writes }), ..Row::default() }
    }

    fn arranged(kind: FaultKind, rows: Vec<Row>, own: usize, other: usize) -> Found {
        let (thread, second) = (rows[own].thread, rows[other].thread);
        let second = Second { thread: second, place: None, what: String::new(), stack: vec![], row: Some(other) };
        let mut found = Found { kind, thread, rows, row: Some(own), second: Some(second), ..Found::default() };
        arrange(&mut found);
        found
    }

    fn threads(found: &Found) -> Vec<(u32, u64, Option<u8>)> {
        found.rows.iter().map(|r| (r.thread, r.touched.map_or(0, |t| t.addr), r.party)).collect()
    }

    #[test]
    fn the_parties_are_last_and_what_follows_the_first_is_cut_off() {
        // T1 writes x, then y; T2 reads z, then x.
        let rows = vec![step(1, 8, true), step(1, 16, true), step(2, 24, false), step(2, 8, false)];
        let found = arranged(FaultKind::DataRace, rows, 0, 3);
        assert_eq!(threads(&found), [(2, 24, None), (1, 8, Some(1)), (2, 8, Some(2))]);
    }

    #[test]
    fn what_leads_from_one_to_the_other_keeps_its_place() {
        // T1 writes x, then the flag that T2 reads before x.
        let rows = vec![step(1, 8, true), step(1, 16, true), step(2, 16, false), step(2, 8, false)];
        let found = arranged(FaultKind::DataRace, rows, 3, 0);
        assert_eq!(threads(&found), [(1, 8, Some(1)), (1, 16, None), (2, 16, None), (2, 8, Some(2))]);
    }

    #[test]
    fn a_free_goes_before_the_use_where_it_can() {
        let free = Row { operation: "free".into(), refused: true, ..step(2, 8, true) };
        let refused = |rows: &[Row]| rows.iter().map(|row| row.refused).collect::<Vec<_>>();
        let rows = vec![step(1, 8, false), step(2, 64, true), free.clone()];
        let found = arranged(FaultKind::UseAfterFree, rows, 0, 2);
        assert_eq!(threads(&found), [(2, 64, None), (2, 8, Some(1)), (1, 8, Some(2))]);
        // In this order the free took place.
        assert_eq!(refused(&found.rows), [false, false, true]);
        assert_eq!(refused(&found.whole), [false, false, true]);
        // The thread that frees has seen what the reader did after it.
        let rows = vec![step(1, 8, false), step(1, 64, true), step(2, 64, false), free];
        let found = arranged(FaultKind::UseAfterFree, rows, 0, 3);
        assert_eq!(threads(&found)[0], (1, 8, Some(1)));
        assert_eq!(threads(&found)[3], (2, 8, Some(2)));
        assert_eq!(refused(&found.rows), [false, false, false, true]);
    }

    #[test]
    fn input_that_the_headline_names_stays() {
        let takes = |thread, is_told| Row { thread, operation: "input".into(), is_told, ..Row::default() };
        let rows = vec![takes(3, true), takes(3, false), step(1, 8, true), step(2, 8, false)];
        let found = arranged(FaultKind::DataRace, rows.clone(), 2, 3);
        assert_eq!(found.rows.iter().map(|row| row.thread).collect::<Vec<_>>(), [3, 1, 2]);
        let mut found = Found { thread: 2, rows, ..Found::default() };
        trim(&mut found);
        assert_eq!(found.rows.iter().map(|row| row.thread).collect::<Vec<_>>(), [3, 1, 2]);
    }

    #[test]
    fn what_an_old_read_does_not_see_is_cut_off() {
        // Store buffering: T1 sets its flag, writes x, and clears the flag; T2 sees none of that.
        let mut rows = vec![
            step(1, 16, true),
            step(1, 24, false),
            step(1, 8, true),
            step(1, 16, true),
            step(2, 24, true),
            step(2, 16, false),
            step(2, 8, false),
        ];
        rows[5].read = Some("0".into());
        rows[5].old = Some(crate::row::Old { source: None, before: 0 });
        let found = arranged(FaultKind::DataRace, rows, 2, 6);
        let expected = [(1, 16, None), (1, 24, None), (2, 24, None), (2, 16, None), (1, 8, Some(1)), (2, 8, Some(2))];
        assert_eq!(threads(&found), expected);
        assert!(found.rows[3].old.is_some());
    }

    #[test]
    fn a_bit_field_does_not_read_what_its_neighbour_was_given() {
        let named = |row, location: &str| Row { location: Some(location.into()), ..row };
        let writes = |text: &str| Row { written: Some(text.into()), ..named(step(1, 8, true), "c.a") };
        let reads = |location| Row { read: Some("0".into()), ..named(step(2, 8, false), location) };
        for (location, read) in [("c.a", Some("5")), ("c.b", None)] {
            let found = arranged(FaultKind::DataRace, vec![writes("5"), writes("3"), reads(location)], 0, 2);
            assert_eq!(found.rows.last().and_then(|row| row.read.as_deref()), read);
        }
    }

    #[test]
    fn what_a_joined_thread_does_in_vain_is_left_out() {
        let join = |other| Row { operation: "join".into(), other: Some(other), ..step(0, 0, false) };
        let join = |other| Row { touched: None, ..join(other) };
        let reads = |thread, addr| Row { read: Some("0".into()), ..step(thread, addr, false) };
        // T1 writes x, which main reads, and then z; T2 reads y, and T3 writes y after that.
        let rows = vec![
            reads(2, 16),
            step(2, 8, true),
            step(1, 8, true),
            step(1, 24, true),
            step(3, 16, true),
            step(3, 32, true),
            join(1),
            join(2),
            join(3),
            reads(0, 8),
        ];
        let mut found = Found { rows, ..Found::default() };
        trim(&mut found);
        let left: Vec<u32> = found.rows.iter().map(|row| row.thread).collect();
        assert_eq!(left, [2, 2, 1, 3, 0, 0, 0, 0], "what comes too late for T2 stays");
    }

    #[test]
    fn through_a_third_thread() {
        // T1 writes x and y, T3 reads y and writes z, T2 reads z and x.
        let rows = vec![
            step(1, 8, true),
            step(1, 16, true),
            step(3, 16, false),
            step(3, 24, true),
            step(2, 24, false),
            step(2, 8, false),
        ];
        let found = arranged(FaultKind::DataRace, rows.clone(), 0, 5);
        assert_eq!(threads(&found)[0], (1, 8, Some(1)));
        assert_eq!(found.rows.len(), 6);
        // Without the last link the third thread's steps depend on what was cut off.
        let found = arranged(FaultKind::DataRace, [&rows[..4], &rows[5..]].concat(), 0, 4);
        assert_eq!(threads(&found), [(1, 8, Some(1)), (2, 8, Some(2))]);
    }
}
