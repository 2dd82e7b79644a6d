//! Puts the steps of an execution in an order in which threads take turns as rarely as possible.
//!
//! Steps that do not depend on each other (see [`mod@crate::arrange`]) may change places. A thread that
//! has its turn keeps it until its next step depends on one that another thread has yet to take:
//! to take it away earlier saves nothing. So only the order of the turns is looked for, by breadth,
//! with the most promising [`WIDTH`] beginnings of each length. The execution is one of the program
//! as before, with the same values read; its schedule stays what it was.
//!
//! The steps of the fault itself stay last.

use crate::arrange::{bytes, granules, permute};
use crate::data::Found;
use crate::row::{Row, Touched};
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::FaultKind;

/// So many beginnings of the same number of turns are kept.
const WIDTH: usize = 64;
/// Beyond so many beginnings only the best one is followed.
const MOST_KEPT: usize = 1 << 16;
/// Executions that touch more memory than this (in units of eight bytes, all steps together) are
/// left as they are.
const MOST_MEMORY: u64 = 1 << 21;

/// Orders the steps of `found` so that its threads take turns as rarely as possible.
pub(crate) fn straighten(found: &mut Found) {
    let memory = found.rows.iter().filter_map(|row| row.touched).map(|touched| granules(touched).count() as u64);
    if memory.sum::<u64>() > MOST_MEMORY {
        return;
    }
    let pinned = found.rows.len() - pinned(found);
    let goal = match found.rows.get(pinned) {
        Some(row) => Some(row.thread),
        None if found.waiting.is_empty() && found.kind != FaultKind::Leak => Some(found.thread),
        None => None,
    };
    let last: Vec<usize> = (pinned..found.rows.len()).collect();
    let turns = Turns::of(&found.rows, pinned);
    let Some(mut order) = turns.fewest(goal) else { return };
    let switches = |order: &[usize]| {
        let threads = order.iter().map(|&at| found.rows[at].thread).chain(goal).collect::<Vec<_>>();
        threads.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    if switches(&order) < switches(&(0..pinned).collect::<Vec<_>>()) {
        order.extend(last);
        permute(found, &order);
    }
}

/// How many steps at the end are the fault itself: two accesses that race, the step that is refused,
/// or the end of `main`, which leaves threads behind.
pub(crate) fn pinned(found: &Found) -> usize {
    let party = |back: usize| found.rows.len().checked_sub(back).and_then(|at| found.rows[at].party);
    match (party(2), party(1)) {
        (Some(1), Some(2)) if found.kind == FaultKind::DataRace => 2,
        (_, Some(2)) => 1,
        _ => {
            let leaves = |row: &Row| row.operation == "end" && found.kind == FaultKind::Abandoned;
            usize::from(found.rows.last().is_some_and(|row| row.refused || leaves(row)))
        }
    }
}

/// The steps of each thread, and what each of them comes after.
struct Turns {
    /// The steps of each thread, in the order in which they begin.
    threads: Vec<Vec<usize>>,
    /// The number of each thread.
    names: Vec<u32>,
    /// For each step: so many steps of which other threads it comes after.
    after: Vec<BTreeMap<usize, usize>>,
}

/// A beginning of an execution.
struct Beginning {
    /// How many steps of each thread it has.
    done: Vec<usize>,
    /// The beginning that is one turn shorter, and whose turn came then.
    parent: Option<(usize, usize)>,
}

impl Turns {
    /// Of the first `count` rows.
    fn of(rows: &[Row], count: usize) -> Self {
        let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
        let (mut threads, mut names): (Vec<Vec<usize>>, Vec<u32>) = (Vec::new(), Vec::new());
        let mut after = Vec::with_capacity(count);
        let mut past = Past::default();
        for (at, row) in rows.iter().enumerate().take(count) {
            let number = *numbers.entry(row.thread).or_insert_with(|| {
                threads.push(Vec::new());
                names.push(row.thread);
                threads.len() - 1
            });
            threads[number].push(at);
            let here = Step { thread: number, count: threads[number].len() };
            let earlier = past.add(row, here);
            let mut own = BTreeMap::new();
            for step in earlier.into_iter().filter(|step| step.thread != number) {
                let most: &mut usize = own.entry(step.thread).or_default();
                *most = step.count.max(*most);
            }
            after.push(own);
        }
        Self { threads, names, after }
    }

    /// The rows in an order with the fewest turns that was found, ending with `goal` if that costs
    /// no turn; `None` if the steps cannot be ordered.
    fn fewest(&self, goal: Option<u32>) -> Option<Vec<usize>> {
        let count = self.after.len();
        let mut kept = vec![Beginning { done: vec![0; self.threads.len()], parent: None }];
        let mut level = vec![0];
        let mut spare = None;
        while !level.is_empty() {
            let (mut seen, mut next) = (BTreeSet::new(), Vec::new());
            for &parent in &level {
                for thread in 0..self.threads.len() {
                    let Some(done) = self.turn(&kept[parent].done, thread) else { continue };
                    if seen.insert((done.clone(), thread)) {
                        next.push(kept.len());
                        kept.push(Beginning { done, parent: Some((parent, thread)) });
                    }
                }
            }
            let steps = |at: &usize| kept[*at].done.iter().sum::<usize>();
            let ends: Vec<usize> = next.iter().copied().filter(|at| steps(at) == count).collect();
            let wanted = ends.iter().copied().find(|&end| self.ends_with(&kept[end], goal));
            // One turn more is not worse than to end with another thread.
            match (wanted.or(spare), ends.first()) {
                (Some(end), _) => return Some(self.rows(&kept, end)),
                (None, end) => spare = end.copied(),
            }
            next.sort_by_key(|at| std::cmp::Reverse(steps(at)));
            next.truncate(if kept.len() > MOST_KEPT { 1 } else { WIDTH });
            level = next;
        }
        spare.map(|end| self.rows(&kept, end)).or_else(|| (count == 0).then(Vec::new))
    }

    /// What has been done when `thread` has had its turn; `None` if it has nothing to do.
    fn turn(&self, done: &[usize], thread: usize) -> Option<Vec<usize>> {
        let is_ready = |at: &&usize| self.after[**at].iter().all(|(other, count)| done[*other] >= *count);
        let steps = self.threads[thread][done[thread]..].iter().take_while(is_ready).count();
        let mut done = done.to_vec();
        done[thread] += steps;
        (steps > 0).then_some(done)
    }
}

impl Turns {
    fn ends_with(&self, end: &Beginning, goal: Option<u32>) -> bool {
        end.parent.is_none_or(|(_, thread)| goal.is_none_or(|goal| self.names[thread] == goal))
    }

    /// The rows of the turns that lead to `end`.
    fn rows(&self, kept: &[Beginning], mut end: usize) -> Vec<usize> {
        let mut turns = Vec::new();
        while let Some((parent, thread)) = kept[end].parent {
            turns.push(&self.threads[thread][kept[parent].done[thread]..kept[end].done[thread]]);
            end = parent;
        }
        turns.into_iter().rev().flatten().copied().collect()
    }
}

/// A step as the `count`-th of its thread.
#[derive(Clone, Copy)]
struct Step {
    thread: usize,
    count: usize,
}

/// A step that touches a granule.
#[derive(Clone, Copy)]
struct Access {
    /// Which of its bytes.
    bytes: u8,
    writes: bool,
    step: Step,
}

impl Access {
    fn conflicts(&self, other: &Self) -> bool {
        self.bytes & other.bytes != 0 && (self.writes || other.writes)
    }

    /// Whether what conflicts with the other conflicts with this one, which comes after it.
    fn hides(&self, other: &Self) -> bool {
        let same = self.step.thread == other.step.thread && self.writes == other.writes;
        other.bytes & !self.bytes == 0 && (self.writes || same)
    }
}

/// Of a synchronisation object every operation may depend on every other.
fn writes(touched: Touched) -> bool {
    touched.writes || touched.size == 0
}

/// The steps that a later one may have to come after.
#[derive(Default)]
struct Past {
    /// By granule: the accesses that no later write hides.
    memory: BTreeMap<u64, Vec<Access>>,
    /// Who has started each thread, and its last step.
    born: BTreeMap<u32, Step>,
    last: BTreeMap<u32, Step>,
    printed: Option<Step>,
    /// The last step that must not change places with any other.
    fixed: Option<Step>,
    computed: Vec<Step>,
}

impl Past {
    /// The steps that `row` comes after, which is `here`.
    fn add(&mut self, row: &Row, here: Step) -> Vec<Step> {
        let mut earlier: Vec<Step> = self.fixed.into_iter().collect();
        earlier.extend(self.born.get(&row.thread).filter(|_| here.count == 1));
        match (row.operation.as_str(), row.other) {
            ("spawn", Some(child)) => drop(self.born.insert(child, here)),
            ("join", Some(child)) => earlier.extend(self.last.get(&child)),
            ("output", _) => earlier.extend(self.printed.replace(here)),
            ("compute", _) => self.computed.push(here),
            ("use", _) => earlier.append(&mut self.computed),
            ("spawn" | "join" | "choice" | "fence" | "jump" | "detach" | "end", _) => {}
            _ if row.touched.is_none() => {
                earlier.extend(self.last.values());
                self.fixed = Some(here);
            }
            _ => {}
        }
        if let Some(touched) = row.touched {
            for granule in granules(touched) {
                let access = Access { bytes: bytes(touched, granule), writes: writes(touched), step: here };
                let all = self.memory.entry(granule).or_default();
                earlier.extend(all.iter().filter(|other| access.conflicts(other)).map(|other| other.step));
                all.retain(|other| !access.hides(other));
                all.push(access);
            }
        }
        self.last.insert(row.thread, here);
        earlier
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Waiting;

    fn step(thread: u32, addr: u64, writes: bool) -> Row {
        let operation = if writes { "store" } else { "load" }.into();
        Row { thread, operation, touched: Some(Touched { addr, size: 4, writes }), ..Row::default() }
    }

    fn about(operation: &str, thread: u32, other: u32) -> Row {
        Row { thread, operation: operation.into(), other: Some(other), ..Row::default() }
    }

    /// The rows by what they are, in the order in which they come out.
    fn straight(kind: FaultKind, thread: u32, rows: Vec<Row>) -> Vec<usize> {
        let numbered = |(at, row): (usize, Row)| Row { index: Some(at as u32), ..row };
        let rows = rows.into_iter().enumerate().map(numbered).collect();
        let mut found = Found { kind, thread, rows, ..Found::default() };
        straighten(&mut found);
        found.rows.iter().filter_map(|row| row.index).map(|at| at as usize).collect()
    }

    #[test]
    fn threads_keep_their_turn() {
        let rows = vec![step(1, 8, true), step(2, 16, true), step(1, 24, true), step(2, 32, true)];
        assert_eq!(straight(FaultKind::Assertion, 2, rows.clone()), [0, 2, 1, 3]);
        assert_eq!(straight(FaultKind::Assertion, 1, rows), [1, 3, 0, 2], "the faulty thread comes last");
    }

    #[test]
    fn what_depends_on_each_other_keeps_its_order() {
        // T2 reads what T1 writes first, and T1 reads what T2 writes then.
        let rows = vec![step(1, 8, true), step(2, 8, false), step(2, 16, true), step(1, 16, false)];
        assert_eq!(straight(FaultKind::Assertion, 1, rows), [0, 1, 2, 3]);
        // Neighbours in eight bytes are different variables.
        let rows = vec![step(1, 8, true), step(2, 12, false), step(1, 8, true)];
        assert_eq!(straight(FaultKind::Assertion, 2, rows), [0, 2, 1]);
        // Two reads change places, also before a write.
        let rows = vec![step(1, 8, false), step(2, 8, false), step(1, 16, true), step(2, 8, true)];
        assert_eq!(straight(FaultKind::Assertion, 2, rows), [0, 2, 1, 3]);
    }

    #[test]
    fn threads_begin_after_their_start_and_end_before_they_are_joined() {
        let rows = vec![about("spawn", 0, 1), step(1, 8, true), about("spawn", 0, 2), step(2, 16, true)];
        assert_eq!(straight(FaultKind::Assertion, 2, rows), [0, 2, 1, 3]);
        let rows = vec![step(2, 24, true), step(1, 8, true), step(2, 32, true), about("join", 2, 1)];
        assert_eq!(straight(FaultKind::Assertion, 2, rows), [1, 0, 2, 3]);
    }

    #[test]
    fn the_two_accesses_of_a_race_stay_together() {
        let mut rows = vec![step(1, 8, true), step(2, 16, true), step(1, 24, true), step(2, 24, true)];
        rows[2].party = Some(1);
        rows[3].party = Some(2);
        assert_eq!(straight(FaultKind::DataRace, 2, rows.clone()), [1, 0, 2, 3]);
        // A free before another one need not be next to it.
        assert_eq!(straight(FaultKind::DoubleFree, 2, rows), [0, 2, 1, 3]);
    }

    #[test]
    fn where_threads_wait_none_comes_last() {
        let rows = vec![step(1, 8, true), step(2, 16, true), step(1, 24, true)];
        let waiting = Waiting { thread: 1, ..Waiting::default() };
        let mut found = Found { kind: FaultKind::Deadlock, rows, waiting: vec![waiting], ..Found::default() };
        straighten(&mut found);
        assert_eq!(found.rows.iter().map(|row| row.thread).collect::<Vec<_>>(), [1, 1, 2]);
    }
}
