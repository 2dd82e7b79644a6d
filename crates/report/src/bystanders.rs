//! Leaves threads out of an execution in which others wait, if they have nothing to do with that.
//!
//! A thread has to do with a wait if it waits itself, holds what is waited for, or touches memory,
//! or a synchronisation object, that such threads touch as well, where one of the two changes it;
//! or any part of the variable that is waited for. Where others wait to be woken, so has a thread whose
//! code could do that, whether it came to it or not. A thread whose code can change nothing has nothing
//! to do with it by what it reads. Two threads that lock the same mutex do not
//! touch each other by that: a lock only keeps them apart, and without one of them the other can do
//! the same (unless somebody asks whether it is locked).
//!
//! Who starts one of these threads stays, too. What it does before it starts the first of them, or
//! before it starts the thread that is asked about, is preparation, and does not count.
//!
//! A thread that went past a write of what others wait for in a loop ([`crate::skipped`]) has to do with
//! that, too. Not covered: one that has not come to such a write for other reasons.

use crate::arrange::{Memory, permute};
use crate::data::{Found, ThreadInfo, Waiting};
use crate::row::Row;
use crate::skipped::skipping;
use crate::vital::{asked, keeps_apart};
use std::collections::{BTreeMap, BTreeSet};

/// Leaves out the steps of bystanders, if `found` is about threads that wait.
pub(crate) fn dismiss(found: &mut Found) {
    if found.waiting.is_empty() || found.dropped > 0 {
        return;
    }
    let involved = Scene::of(found).involved();
    let order: Vec<usize> = (0..found.rows.len()).filter(|at| involved.contains(&found.rows[*at].thread)).collect();
    if order.len() < found.rows.len() {
        // What was printed was printed, by whomever.
        let output = found.output.clone();
        permute(found, &order);
        found.output = output;
    }
}

/// An execution, and what is to be known of it to say who has to do with what.
struct Scene<'a> {
    found: &'a Found,
    /// Who has started each thread, and in which step.
    starts: BTreeMap<u32, (u32, usize)>,
    /// The locks of which somebody asks whether they are locked.
    asked: BTreeSet<u64>,
    /// Who has gone past a write of what is waited for.
    skipping: BTreeSet<u32>,
}

impl<'a> Scene<'a> {
    fn of(found: &'a Found) -> Self {
        let starts = found.rows.iter().enumerate().filter(|(_, row)| row.operation == "spawn");
        let starts = starts.filter_map(|(at, row)| Some((row.other?, (row.thread, at)))).collect();
        let asked = asked(&found.rows);
        let skipping = skipping(found).into_iter().map(|at| found.rows[at].thread).collect();
        Self { found, starts, asked, skipping }
    }

    /// The threads that have to do with the waits, and those that have started them.
    fn involved(&self) -> BTreeSet<u32> {
        let mut involved = self.parties();
        let mut starters = BTreeSet::new();
        loop {
            self.add_starters(&involved, &mut starters);
            let is_new = |thread: &u32| !involved.contains(thread) && self.touches(*thread, &involved, &starters);
            let all: BTreeSet<u32> = self.found.rows.iter().map(|row| row.thread).collect();
            let more: Vec<u32> = all.into_iter().filter(is_new).collect();
            if more.is_empty() {
                return &involved | &starters;
            }
            involved.extend(more);
        }
    }

    /// Who waits, but not as a mere consequence, and who holds what they wait for.
    fn parties(&self) -> BTreeSet<u32> {
        let mut parties = BTreeSet::from([self.found.thread]);
        for waiting in self.found.waiting.iter().filter(|waiting| !waiting.aside) {
            parties.insert(waiting.thread);
            parties.extend(&waiting.on);
            parties.extend(waiting.held.iter().map(|held| held.thread));
        }
        parties
    }

    fn add_starters(&self, involved: &BTreeSet<u32>, starters: &mut BTreeSet<u32>) {
        for &(mut thread) in involved {
            while let Some(&(parent, _)) = self.starts.get(&thread) {
                starters.insert(parent);
                thread = parent;
            }
        }
    }

    /// Whether others wait to be woken, by a thread whose code could do that.
    fn could_wake(&self, thread: u32) -> bool {
        let is_wanted = |waiting: &Waiting| {
            let is_object = waiting.touched.is_some_and(|touched| touched.size == 0);
            !waiting.aside && !waiting.loops && waiting.held.is_empty() && is_object
        };
        let may_wake = |info: &ThreadInfo| info.number == thread && info.may_wake;
        self.found.waiting.iter().any(is_wanted) && self.found.threads.iter().any(may_wake)
    }

    /// Whether a thread touches what these touch.
    fn touches(&self, thread: u32, involved: &BTreeSet<u32>, starters: &BTreeSet<u32>) -> bool {
        if self.could_wake(thread) || self.skipping.contains(&thread) {
            return true;
        }
        let rows = &self.found.rows;
        // Where the preparation ends.
        let mut begins: BTreeMap<u32, usize> = BTreeMap::new();
        for (child, &(parent, at)) in &self.starts {
            if involved.contains(child) || starters.contains(child) {
                let first = begins.entry(parent).or_insert(at);
                *first = at.min(*first);
            }
        }
        let prepares = |at: usize| begins.get(&rows[at].thread).is_some_and(|first| at < *first);
        let start = self.starts.get(&thread).copied();
        let prepares_it = |at: usize| start.is_some_and(|(parent, begun)| rows[at].thread == parent && at < begun);
        let mut memory = Memory::default();
        let awaited = self.found.waiting.iter().filter(|waiting| !waiting.aside);
        awaited.filter_map(|waiting| waiting.touched).for_each(|touched| memory.touch(touched));
        for (at, row) in rows.iter().enumerate() {
            if involved.contains(&row.thread) && !keeps_apart(row, &self.asked) && !prepares(at) && !prepares_it(at) {
                memory.add(row);
            }
        }
        let variables: BTreeSet<&str> = self.awaited().collect();
        let only_looks = self.found.threads.iter().any(|info| info.number == thread && info.only_looks);
        let meets = |(at, row): (usize, &Row)| {
            if only_looks && row.touched.is_some_and(|touched| touched.size > 0) {
                return false;
            }
            let is_part = row.touched.is_some_and(|touched| touched.size > 0)
                && row.location.as_deref().is_some_and(|location| variables.contains(variable(location)));
            row.thread == thread
                && !keeps_apart(row, &self.asked)
                && !prepares(at)
                && (is_part || memory.conflicts(row))
        };
        rows.iter().enumerate().any(meets) || (!starters.contains(&thread) && self.leads(thread, starters))
    }

    /// The variables of which parts are waited for.
    fn awaited(&self) -> impl Iterator<Item = &str> {
        let memory = self.found.waiting.iter().filter(|waiting| !waiting.aside && waiting.loops);
        let addresses: BTreeSet<u64> = memory.filter_map(|waiting| Some(waiting.touched?.addr)).collect();
        let is_of_it = move |row: &&Row| row.touched.is_some_and(|its| its.size > 0 && addresses.contains(&its.addr));
        self.found.rows.iter().filter(is_of_it).filter_map(|row| row.location.as_deref()).map(variable)
    }

    /// Whether a starter has read what the thread has written before.
    fn leads(&self, thread: u32, starters: &BTreeSet<u32>) -> bool {
        let mut written = Memory::default();
        self.found.rows.iter().any(|row| {
            if row.thread == thread
                && row.touched.is_some_and(|touched| touched.writes)
                && !keeps_apart(row, &self.asked)
            {
                written.add(row);
            }
            let reads = starters.contains(&row.thread) && row.read.is_some();
            reads && written.conflicts(row)
        })
    }
}

/// `services` of `services[1].stop`.
fn variable(location: &str) -> &str {
    location.split(['.', '[']).next().unwrap_or(location)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Held;
    use crate::row::Touched;
    use threadbare_op::FaultKind;

    fn step(thread: u32, addr: u64, writes: bool) -> Row {
        let operation = if writes { "store" } else { "load" };
        let read = (!writes).then(|| "0".to_owned());
        let touched = Some(Touched { addr, size: 4, writes });
        Row { thread, operation: operation.into(), touched, read, ..Row::default() }
    }

    fn object(thread: u32, operation: &str, addr: u64) -> Row {
        let touched = Some(Touched { addr, size: 0, writes: true });
        Row { thread, operation: operation.into(), touched, ..Row::default() }
    }

    fn spawn(thread: u32, child: u32) -> Row {
        Row { thread, operation: "spawn".into(), other: Some(child), ..Row::default() }
    }

    /// The threads that are left where thread 1 waits for what is at 800.
    fn left(rows: Vec<Row>) -> Vec<u32> {
        let touched = Some(Touched { addr: 800, size: 4, writes: false });
        let waiting = vec![Waiting { thread: 1, touched, loops: true, ..Waiting::default() }];
        let mut found = Found { kind: FaultKind::Deadlock, thread: 1, rows, waiting, ..Found::default() };
        dismiss(&mut found);
        let threads: BTreeSet<u32> = found.rows.iter().map(|row| row.thread).collect();
        threads.into_iter().collect()
    }

    #[test]
    fn who_touches_nothing_of_the_others_goes() {
        // T2 has its own variable, which main has prepared, before or after it has started T1.
        let rows = vec![step(0, 8, true), spawn(0, 2), spawn(0, 1), step(1, 16, false), step(2, 8, true)];
        assert_eq!(left(rows), [0, 1]);
        let rows = vec![spawn(0, 1), step(0, 8, true), spawn(0, 2), step(0, 16, true), step(1, 16, false)];
        assert_eq!(left([rows, vec![step(2, 8, true)]].concat()), [0, 1]);
    }

    #[test]
    fn a_lock_that_both_take_only_keeps_them_apart() {
        let both = |thread| [object(thread, "lock", 64), object(thread, "unlock", 64)];
        let rows = [vec![spawn(0, 1), spawn(0, 2)], both(2).into(), both(1).into()].concat();
        assert_eq!(left(rows), [0, 1]);
        // To fail to lock is to have been told of the other one.
        let tried = vec![spawn(0, 1), spawn(0, 2), object(2, "lock", 64), object(1, "trylock", 64)];
        assert_eq!(left(tried), [0, 1, 2]);
    }

    #[test]
    fn who_has_signalled_or_changed_what_was_read_stays() {
        let begin = || vec![spawn(0, 1), spawn(0, 2), spawn(0, 3)];
        let with = |rows: Vec<Row>| left([begin(), rows].concat());
        assert_eq!(with(vec![step(1, 16, false), object(2, "signal", 800)]), [0, 1, 2]);
        // Too late: the flag had been read. No signal.
        assert_eq!(with(vec![step(1, 16, false), step(2, 16, true)]), [0, 1, 2]);
        // It has seen what the waiting thread has written, and done nothing.
        assert_eq!(with(vec![step(1, 16, true), step(2, 16, false)]), [0, 1, 2]);
        // By way of a third one.
        let third = vec![step(1, 16, false), step(2, 16, true), step(2, 24, false), step(3, 24, true)];
        assert_eq!(with(third), [0, 1, 2, 3]);
    }

    #[test]
    fn who_could_have_woken_others_stays() {
        let touched = Some(Touched { addr: 800, size: 0, writes: false });
        let waits = |held| {
            let held = if held { vec![Held { thread: 1, since: None, ended: false }] } else { Vec::new() };
            vec![Waiting { thread: 1, touched, held, ..Waiting::default() }]
        };
        let rows = vec![spawn(0, 1), spawn(0, 2), step(1, 16, false), step(2, 24, true)];
        let threads = |may_wake, held| {
            let threads = vec![ThreadInfo { number: 2, may_wake, ..ThreadInfo::default() }];
            let mut found = Found { thread: 1, rows: rows.clone(), threads, waiting: waits(held), ..Found::default() };
            dismiss(&mut found);
            found.rows.iter().any(|row| row.thread == 2)
        };
        assert!(threads(true, false));
        assert!(!threads(false, false));
        assert!(!threads(true, true), "a lock");
    }

    #[test]
    fn who_can_only_look_goes() {
        let touched = Some(Touched { addr: 800, size: 0, writes: false });
        let rows = vec![spawn(0, 1), spawn(0, 2), step(1, 16, true), step(2, 16, false)];
        let stays = |only_looks| {
            let threads = vec![ThreadInfo { number: 2, only_looks, ..ThreadInfo::default() }];
            let waiting = vec![Waiting { thread: 1, touched, ..Waiting::default() }];
            let mut found = Found { thread: 1, rows: rows.clone(), threads, waiting, ..Found::default() };
            dismiss(&mut found);
            found.rows.iter().any(|row| row.thread == 2)
        };
        assert!(stays(false) && !stays(true));
    }

    #[test]
    fn who_has_decided_that_a_thread_starts_stays() {
        let rows = vec![spawn(0, 2), step(2, 16, true), step(0, 16, false), spawn(0, 1), step(1, 8, false)];
        assert_eq!(left(rows), [0, 1, 2]);
        let rows = vec![spawn(0, 2), step(0, 16, false), step(2, 16, true), spawn(0, 1), step(1, 8, false)];
        assert_eq!(left(rows), [0, 1]);
    }

    #[test]
    fn who_has_changed_another_part_of_what_is_waited_for_stays() {
        let named = |row: Row, location: &str| Row { location: Some(location.into()), ..row };
        let rows = vec![
            spawn(0, 1),
            spawn(0, 2),
            named(step(2, 792, true), "all[0].stop"),
            named(step(1, 800, false), "all[1].stop"),
        ];
        assert_eq!(left(rows), [0, 1, 2]);
    }
}
