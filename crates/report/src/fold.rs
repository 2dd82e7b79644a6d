//! Which steps of an execution are worth showing.
//!
//! A step that touches only what no other thread touches cannot be part of how threads got into
//! each other's way, nor can the initialisation of what is shared, unless a step that is shown
//! reads it. If what is left is still long, of the equal rounds of a loop the first and the last
//! are shown; then only the steps on memory that the end of the execution is about, and of those
//! the last ones. Never left out there but as a part of such rounds: the two parties of a fault,
//! waits and signals, and where a lock changes hands. What is still long is cut to what the fault
//! depends on ([`crate::needed`]). Nothing is hidden silently: the table counts what is left out,
//! and the JSON has it all.

use crate::arrange::units;
use crate::context::show_context;
use crate::data::Found;
use crate::lines::{same_line, show_single, show_whole};
use crate::needed::fold_rest;
use crate::prepare::preparations;
use crate::rounds::{self, Rounds};
use crate::row::{Row, Touched};
use crate::style::Steps;
use crate::unwritten::unwritten;
use crate::vital::{keep_sources, locks, vital};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::FaultKind;

/// Up to this many steps are shown without asking what the end is about.
const FEW: usize = 56;
/// Of more steps than this those that may be left out are: ...
const MOST: usize = 80;
/// ... after the first few.
const FIRST: usize = 8;
/// Nobody reads more than this: waits and lock hand-overs are cut, too.
const TOO_MANY: usize = 1000;
/// Reads before the end of each party that count as what the fault is about.
const LAST_READS: usize = 8;

/// What happens to a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is shown.
    Shown,
    /// It is folded, and counted where it is.
    Folded,
    /// The first row of so many rounds of a loop that are folded.
    Rounds(usize),
    /// A further row of them.
    InRounds,
    /// It touches only what no other thread changes: counted below the table.
    Private,
    /// It initialises memory, and no step that is shown reads it from there: counted below the
    /// table.
    Initial,
    /// The start or the end of a thread of which no other step is shown: counted below the table.
    Idle,
    /// Nothing that anybody did: the end of a thread, or of a variable's life.
    Omitted,
}

/// What happens to each row of `found`.
pub(crate) fn fates(found: &Found, steps: Steps) -> Vec<Fate> {
    let is_end = |row: &Row| (row.operation == "end" && row.result.is_none()) || row.is_hidden();
    if steps == Steps::All {
        return found.rows.iter().map(|row| if is_end(row) { Fate::Omitted } else { Fate::Shown }).collect();
    }
    let shared = shared(found);
    let preparing = preparations(found);
    let (mut keep, mut rounds) = shown(found, &shared, &preparing);
    if steps == Steps::Switches {
        only_switches(found, &mut keep);
    }
    if steps == Steps::Switches || found.repeats.is_some() {
        rounds.clear();
    }
    let fate = |(row, (keep, prepares)): (&Row, (&bool, &bool))| {
        let is_shared = row.touched.is_none_or(|touched| words(touched).any(|g| shared.contains(&g)));
        match (keep, is_shared) {
            _ if row.is_hidden() => Fate::Omitted,
            (true, _) => Fate::Shown,
            (false, _) if !row.is_step() => Fate::Omitted,
            (false, true) if *prepares => Fate::Initial,
            (false, true) => Fate::Folded,
            (false, false) => Fate::Private,
        }
    };
    let mut fates: Vec<Fate> = found.rows.iter().zip(keep.iter().zip(&preparing)).map(fate).collect();
    for Rounds { first, end, count, .. } in rounds {
        fates[first..end].fill(Fate::InRounds);
        fates[first] = Fate::Rounds(count);
    }
    if let Some(from) = found.repeats {
        for (row, fate) in found.rows.iter().zip(&mut fates).skip(from).filter(|(row, _)| row.is_step()) {
            *fate = if row.is_hidden() { Fate::Omitted } else { Fate::Shown };
        }
    }
    if steps == Steps::Relevant {
        show_whole(&found.rows, &mut fates);
        show_sources(&found.rows, &mut fates);
        show_ends_of_sections(&found.rows, &mut fates);
        show_single(&found.rows, &mut fates);
        while show_writes(&found.rows, &mut fates) {
            show_single(&found.rows, &mut fates);
        }
        show_context(found, &mut fates);
        show_whole(&found.rows, &mut fates);
        fold_rest(found, &mut fates);
        hide_idle(found, &mut fates);
    }
    fates
}

/// Shows what was written last to what is shown to be read, also where the read was added to make a
/// step whole; and the rest of these steps, until nothing shown is without its source. Where much is
/// shown, not the rest of them, which would need more.
fn show_sources(rows: &[Row], fates: &mut [Fate]) {
    while show_writes(rows, fates) {
        if fates.iter().filter(|fate| **fate == Fate::Shown).count() > FEW {
            return;
        }
        show_whole(rows, fates);
    }
}

/// Shows what was written last to what is shown to be read; whether there was more of it.
fn show_writes(rows: &[Row], fates: &mut [Fate]) -> bool {
    let mut keep: Vec<bool> = fates.iter().map(|fate| *fate == Fate::Shown).collect();
    keep_sources(rows, &mut keep);
    let added = |(fate, keep): (&mut Fate, bool)| {
        let is_left_out = matches!(*fate, Fate::Private | Fate::Folded) && keep;
        is_left_out.then(|| *fate = Fate::Shown)
    };
    fates.iter_mut().zip(keep).filter_map(added).count() > 0
}

/// Who is shown to lock is shown to unlock; and who is shown to give up a lock while it waits, to take
/// it again.
fn show_ends_of_sections(rows: &[Row], fates: &mut [Fate]) {
    let mut held: BTreeSet<(u32, u64)> = BTreeSet::new();
    let mut given_up: BTreeMap<(u32, u64), usize> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        let (Some(locks), Some(touched)) = (locks(&row.operation), row.touched) else { continue };
        let lock = (row.thread, touched.addr);
        let was_held = held.remove(&lock);
        let goes_on =
            given_up.remove(&lock).is_some_and(|before| same_line(rows[before].place.as_ref(), row.place.as_ref()));
        let is_due = if locks { goes_on } else { was_held };
        if is_due && matches!(fates[at], Fate::Folded | Fate::Private) {
            fates[at] = Fate::Shown;
        }
        if fates[at] == Fate::Shown {
            let before = rows[..at].iter().rfind(|before| before.thread == row.thread);
            match locks {
                true => drop(held.insert(lock)),
                false if before.is_some_and(|before| before.operation == "begin-wait") => {
                    given_up.insert(lock, at);
                }
                false => {}
            }
        }
    }
}

/// Hides where threads start, and end, of which nothing else is shown.
fn hide_idle(found: &Found, fates: &mut [Fate]) {
    let is_about = |row: &Row| {
        matches!(row.operation.as_str(), "spawn" | "join" | "detach") && row.party.is_none() && !row.refused
    };
    let mut busy = BTreeSet::from([found.thread]);
    for (row, fate) in found.rows.iter().zip(fates.iter()).filter(|(row, _)| row.operation != "end") {
        if matches!(fate, Fate::Shown | Fate::Rounds(_) | Fate::InRounds | Fate::Folded) {
            busy.insert(row.thread);
        }
        // The fault is about the thread itself, as in a second `pthread_join`.
        busy.extend(row.other.filter(|_| !is_about(row)));
    }
    busy.extend(found.second.iter().map(|second| second.thread));
    busy.extend(unwritten(found).into_keys());
    for waiting in found.waiting.iter().filter(|waiting| !waiting.aside) {
        busy.extend([waiting.thread].iter().chain(&waiting.on));
        busy.extend(waiting.held.iter().map(|held| held.thread));
    }
    let shown =
        found.rows.iter().zip(fates.iter()).filter(|(row, fate)| **fate == Fate::Shown && row.operation != "end");
    let shown: BTreeSet<u32> = shown.map(|(row, _)| row.thread).collect();
    for (row, fate) in found.rows.iter().zip(fates) {
        if row.operation == "end" && !shown.contains(&row.thread) {
            *fate = Fate::Omitted;
        }
        if *fate == Fate::Shown && is_about(row) && row.other.is_some_and(|child| !busy.contains(&child)) {
            *fate = Fate::Idle;
        }
    }
}

/// For each row of `found`, whether to show it; and the rounds of loops that are left out.
fn shown(found: &Found, shared: &BTreeSet<u64>, preparing: &[bool]) -> (Vec<bool>, Vec<Rounds>) {
    let vital = vital(found);
    let touches = |row: &Row, set: &BTreeSet<u64>| row.touched.is_some_and(|t| words(t).any(|g| set.contains(&g)));
    // What is printed tells why a program fails.
    let tells = |row: &Row| row.output.is_some() && found.kind == FaultKind::ExitStatus;
    let interesting = |(at, row): (usize, &Row)| {
        let is_shared = touches(row, shared) && !preparing[at];
        !row.is_hidden() && (vital[at] || row.is_structure() || tells(row) || is_shared)
    };
    let mut keep: Vec<bool> = found.rows.iter().enumerate().map(interesting).collect();
    let mut rounds = Vec::new();
    if count(&keep) > FEW {
        let core = core(found, &keep);
        rounds = rounds::repeated(&found.rows, &keep);
        rounds.iter().for_each(|Rounds { first, end, .. }| keep[*first..*end].fill(false));
        if count(&keep) > FEW {
            for (at, row) in found.rows.iter().enumerate() {
                keep[at] &= vital[at] || row.operation == "spawn" || touches(row, &core);
            }
        }
    }
    cut(&mut keep, MOST, |at| vital[at]);
    cut(&mut keep, TOO_MANY, |at| found.rows[at].party.is_some() || found.rows[at].refused);
    keep_sources(&found.rows, &mut keep);
    // Where the first and the last round are gone, or nearly, there is nothing that more rounds
    // would be like.
    rounds.retain(|Rounds { whole, first, end, .. }| {
        keep[whole.start..*first].contains(&true) && keep[*end..whole.end].contains(&true)
    });
    rounds.iter().for_each(|Rounds { first, end, .. }| keep[*first..*end].fill(false));
    (keep, rounds)
}

/// Leaves out as many as there are beyond `most`, but none that `stays`: the oldest after the first
/// few.
fn cut(keep: &mut [bool], most: usize, stays: impl Fn(usize) -> bool) {
    let mut left = count(keep).saturating_sub(most);
    let kept = keep.iter_mut().enumerate().filter(|(_, kept)| **kept).skip(FIRST);
    for (_, kept) in kept.filter(|(at, _)| !stays(*at)) {
        if left == 0 {
            break;
        }
        *kept = false;
        left -= 1;
    }
}

/// Of each run of steps of one thread, the first and the last one.
fn only_switches(found: &Found, keep: &mut [bool]) {
    let kept: Vec<usize> = (0..keep.len()).filter(|at| keep[*at]).collect();
    let thread = |at: Option<&usize>| at.map(|at| found.rows[*at].thread);
    for (n, &at) in kept.iter().enumerate() {
        let own = Some(found.rows[at].thread);
        let before = if n == 0 { None } else { thread(kept.get(n - 1)) };
        let switches = before != own || thread(kept.get(n + 1)) != own;
        keep[at] = switches || found.rows[at].party.is_some() || found.rows[at].is_told;
    }
}

fn count(keep: &[bool]) -> usize {
    keep.iter().filter(|k| **k).count()
}

/// Memory in units of four bytes: members that share more than that are mostly meant together.
fn words(touched: Touched) -> impl Iterator<Item = u64> {
    units(touched, 4)
}

/// Memory that two threads touch, one of them changing it. Who only makes it for another one does
/// not count.
fn shared(found: &Found) -> BTreeSet<u64> {
    let mut users: BTreeMap<u64, (BTreeSet<u32>, bool)> = BTreeMap::new();
    let makes = |row: &&Row| matches!(row.operation.as_str(), "allocate" | "lifetime-begin") && row.party.is_none();
    let rows = found.rows.iter().filter(|row| !makes(row)).map(|row| (row.thread, row.touched));
    let waiting = found.waiting.iter().map(|waiting| (waiting.thread, waiting.touched));
    for (thread, touched) in rows.chain(waiting) {
        if let Some(touched) = touched {
            for word in words(touched) {
                let (threads, written) = users.entry(word).or_default();
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
        core.extend(waiting.touched.into_iter().flat_map(words));
    }
    let mut reads: BTreeMap<u32, usize> = BTreeMap::new();
    let second = found.second.as_ref().map(|second| second.thread);
    for (row, _) in found.rows.iter().zip(keep).rev().filter(|(_, kept)| **kept) {
        let Some(touched) = row.touched else { continue };
        let is_party = row.thread == found.thread || Some(row.thread) == second;
        let own: &mut usize = reads.entry(row.thread).or_default();
        let late = found.waiting.is_empty() && is_party && row.read.is_some() && *own < LAST_READS;
        *own += usize::from(late);
        if late || row.party.is_some() || row.refused {
            core.extend(words(touched));
        }
    }
    core
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Place, Waiting};

    fn found(rows: Vec<Row>) -> Found {
        Found { kind: FaultKind::DataRace, rows, ..Found::default() }
    }

    fn kept(found: &Found) -> Vec<bool> {
        shown(found, &shared(found), &preparations(found)).0
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

    /// Each at a place of its own.
    fn no_loop(rows: &mut [Row]) {
        for (row, line) in rows.iter_mut().zip(1..) {
            row.place = Some(Place { file: "a.c".into(), line, column: 1 });
        }
    }

    #[test]
    fn private_and_read_only_memory_is_folded() {
        let rows = vec![
            access(0, 8, 4, true),
            access(1, 10, 1, false), // same four bytes as the store
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
        no_loop(&mut rows);
        let keep = kept(&found(rows.clone()));
        assert!(
            keep.iter().zip(&rows).all(|(k, r)| *k == (r.touched.unwrap().addr == 64)),
            "only the memory read last"
        );
        let mut deadlock = found(rows.clone());
        let touched = Some(Touched { addr: 8, size: 0, writes: true });
        deadlock.waiting = vec![Waiting { thread: 1, touched, ..Waiting::default() }];
        let keep = kept(&deadlock);
        assert!(
            keep.iter().zip(&rows).all(|(k, r)| *k == (r.touched.unwrap().addr == 8)),
            "only the memory waited for"
        );
    }

    #[test]
    fn no_more_than_fits_but_all_waits() {
        let mut rows: Vec<Row> = (0..1000).map(|i| access(i % 2, 8, 4, i % 3 == 0)).collect();
        no_loop(&mut rows);
        let keep = kept(&found(rows.clone()));
        // The first step after the gap may have its source in front of it.
        assert!((MOST..=MOST + 1).contains(&count(&keep)));
        assert!(keep[0] && keep[FIRST - 1] && !keep[FIRST] && keep[999]);
        rows[300].operation = "signal".into();
        rows[301].operation = "begin-wait".into();
        let keep = kept(&found(rows));
        assert!((MOST..=MOST + 1).contains(&count(&keep)));
        assert!(keep[300] && keep[301]);
    }

    #[test]
    fn of_equal_rounds_the_first_and_the_last() {
        let mut rows: Vec<Row> = (0..200).map(|i| access(i / 2 % 2, 8, 4, true)).collect();
        rows.push(access(2, 8, 4, false));
        let fates = fates(&found(rows), Steps::Relevant);
        assert_eq!(fates[..6], [[Fate::Shown; 4].as_slice(), &[Fate::Rounds(48), Fate::InRounds]].concat());
        assert_eq!(fates[195..], [[Fate::InRounds].as_slice(), &[Fate::Shown; 5]].concat());
    }

    #[test]
    fn where_a_shown_value_comes_from_is_shown() {
        let spawn = Row { operation: "spawn".into(), other: Some(1), ..Row::default() };
        let rows = vec![
            access(0, 8, 8, true),
            access(0, 8, 4, true),
            access(0, 12, 4, true),
            access(0, 12, 4, true),
            spawn,
            access(1, 12, 4, true),
            access(0, 8, 8, false),
        ];
        assert_eq!(kept(&found(rows)), [false, true, false, false, true, true, true]);
    }

    #[test]
    fn also_where_much_is_shown() {
        // T1 writes what T0 reads and hands on in one step, before much that is shown.
        let at = |line, row: Row| Row { place: Some(Place { file: "a.c".into(), line, column: 1 }), ..row };
        let mut rows = vec![at(1, access(1, 256, 4, true)), at(2, access(1, 8, 4, true))];
        rows.extend([at(3, access(0, 256, 4, false)), at(3, access(0, 8, 4, true))]);
        rows.extend(
            (0..FEW as u32 + 20).map(|i| Row { operation: "signal".into(), ..at(10 + i, access(i % 2, 8, 4, true)) }),
        );
        rows.push(Row { party: Some(2), ..at(200, access(1, 8, 4, false)) });
        let fates = fates(&found(rows), Steps::Relevant);
        assert_eq!(fates[..4], [Fate::Shown, Fate::Shown, Fate::Shown, Fate::Shown]);
    }

    #[test]
    fn threads_of_which_no_step_is_shown() {
        let about = |operation: &str, other| Row { operation: operation.into(), other: Some(other), ..Row::default() };
        let rows = vec![
            about("spawn", 1),
            about("detach", 1),
            about("spawn", 2),
            access(2, 8, 4, true),
            access(0, 8, 4, false),
        ];
        let fates = fates(&found(rows), Steps::Relevant);
        assert_eq!(fates, [Fate::Idle, Fate::Idle, Fate::Shown, Fate::Shown, Fate::Shown]);
    }

    #[test]
    fn waits_and_locks_that_change_hands_stay() {
        let step = |thread, operation: &str, addr| Row {
            thread,
            operation: operation.into(),
            touched: Some(Touched { addr, size: 0, writes: true }),
            ..Row::default()
        };
        let mut rows = vec![step(1, "lock", 800), step(1, "unlock", 800), step(1, "lock", 800), step(1, "unlock", 800)];
        rows.extend([step(2, "lock", 800), step(2, "signal", 900), step(2, "unlock", 800)]);
        for i in 0..100 {
            rows.push(access(i % 2, 8, 4, true));
        }
        rows.push(access(0, 64, 4, false));
        no_loop(&mut rows);
        assert_eq!(kept(&found(rows))[..7], [false, false, false, true, true, true, false]);
    }

    #[test]
    fn what_main_prepares_is_folded() {
        let spawn = Row { operation: "spawn".into(), other: Some(1), ..Row::default() };
        let rows = vec![access(0, 8, 4, true), spawn, access(1, 8, 4, true), access(0, 8, 4, false)];
        assert_eq!(kept(&found(rows)), [false, true, true, true]);
    }

    #[test]
    fn all_steps_and_only_switches() {
        let rows = vec![access(0, 8, 4, true), access(0, 8, 4, true), access(0, 8, 4, true), access(1, 8, 4, true)];
        let rows = [rows, vec![access(0, 640, 4, true)]].concat();
        let shown = |steps| fates(&found(rows.clone()), steps).iter().filter(|fate| **fate == Fate::Shown).count();
        assert_eq!([Steps::All, Steps::Relevant, Steps::Switches].map(shown), [5, 4, 3]);
    }
}
