//! What people count as one step: the operations that a thread performs one after the other on the
//! same source line.

use crate::data::Place;
use crate::fold::Fate;
use crate::row::Row;
use crate::vital::locks;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use threadbare_op::ThreadId;

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

/// A step that was left out: who took it, and where.
pub(crate) type LeftOut = (u32, Option<Place>);

/// The steps that were left out as a whole, since `is_left_out` says so of each of their rows. The
/// last step of a thread is not counted if it was only begun: it looks at something, and what it
/// does with that is not a part of the execution.
pub(crate) fn left_out(rows: &[Row], is_left_out: impl Fn(usize) -> bool) -> Vec<LeftOut> {
    whole(rows, is_left_out).iter().map(|step| told(rows, step)).collect()
}

fn told(rows: &[Row], step: &[usize]) -> LeftOut {
    (rows[step[0]].thread, rows[step[0]].place.clone())
}

/// The rows of these steps.
fn whole(rows: &[Row], is_left_out: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let steps = steps(rows);
    let last: BTreeMap<u32, usize> = steps.iter().enumerate().map(|(at, step)| (rows[step[0]].thread, at)).collect();
    let counts = |(at, step): &(usize, Vec<usize>)| {
        let is_begun =
            last[&rows[step[0]].thread] == *at && step.iter().all(|at| !rows[*at].is_step() || rows[*at].only_looks());
        step.iter().all(|at| is_left_out(*at)) && step.iter().any(|at| rows[*at].is_step()) && !is_begun
    };
    steps.into_iter().enumerate().filter(counts).map(|(_, step)| step).collect()
}

/// Why a step has no row in the table, and is not even counted where it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Why {
    /// It makes what others use.
    Preparation,
    /// No other thread changes the memory.
    Memory,
    /// No other thread takes the lock.
    Lock,
    /// No other thread uses the synchronisation object.
    Object,
    /// It starts a thread of which nothing is shown, or waits for its end.
    Idle,
}

impl Why {
    fn of(rows: &[Row], fates: &[Fate], step: &[usize]) -> Self {
        let is_sync = |at: &&usize| rows[**at].touched.is_some_and(|touched| touched.size == 0);
        let objects = || step.iter().filter(is_sync);
        match () {
            () if step.iter().any(|at| fates[*at] == Fate::Initial) => Self::Preparation,
            () if step.iter().any(|at| fates[*at] == Fate::Idle) => Self::Idle,
            () if objects().count() < step.iter().filter(|at| rows[**at].is_step()).count() => Self::Memory,
            () if objects().all(|at| locks(&rows[*at].operation).is_some()) => Self::Lock,
            () => Self::Object,
        }
    }

    /// Completes "3 steps ...".
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Self::Preparation => "of preparation",
            Self::Memory => "on memory that no other thread changes in this execution",
            Self::Lock => "on locks that no other thread takes in this execution",
            Self::Object => "on synchronisation objects that no other thread uses in this execution",
            Self::Idle => "about threads of which no step is shown",
        }
    }
}

/// The steps that have no row in the table, and why, in the order of the reasons.
pub(crate) fn private(rows: &[Row], fates: &[Fate]) -> Vec<(Why, LeftOut)> {
    let is_left_out = |at: usize| matches!(fates[at], Fate::Private | Fate::Initial | Fate::Idle | Fate::Omitted);
    let steps = whole(rows, is_left_out);
    steps.iter().map(|step| (Why::of(rows, fates, step), told(rows, step))).collect()
}

/// More of a step than this is not added to what is shown of it.
const MOST_ADDED: usize = 6;

/// What is shown of a step is all that it does to shared memory. Where that is only what it reads, or
/// only what it writes, it is all that it does to memory: nobody is to take the half for the whole.
pub(crate) fn show_whole(rows: &[Row], fates: &mut [Fate]) {
    for step in steps(rows) {
        let any = |is: fn(&Row) -> bool, of: fn(&Fate) -> bool| step.iter().any(|at| of(&fates[*at]) && is(&rows[*at]));
        let is_shown = |fate: &Fate| *fate == Fate::Shown;
        if !any(|_| true, is_shown) {
            continue;
        }
        let (reads, writes) = (any(Row::reads, is_shown), any(Row::writes, is_shown));
        let is_private = |fate: &Fate| *fate == Fate::Private;
        let any_private =
            |is: fn(&Row) -> bool| step.iter().any(|at| is_private(&fates[*at]) && is(&rows[*at]) && !rows[*at].handle);
        let is_half = (reads && !writes && any_private(Row::writes)) || (writes && !reads && any_private(Row::reads));
        let is_added = |at: &usize| match fates[*at] {
            Fate::Folded | Fate::Initial => true,
            // Who reads what is freed, frees it.
            Fate::Private if rows[*at].operation == "free" => reads,
            Fate::Private => is_half && !rows[*at].handle && (rows[*at].reads() || rows[*at].writes()),
            _ => false,
        };
        let added: Vec<usize> = step.iter().copied().filter(is_added).collect();
        if added.len() <= MOST_ADDED {
            added.into_iter().for_each(|at| fates[at] = Fate::Shown);
        }
    }
}

/// To say that one step is left out, or two of a thread, takes about as much room as to show it.
pub(crate) fn show_single(rows: &[Row], fates: &mut [Fate]) {
    let mut folded: Vec<usize> = Vec::new();
    for at in 0..=fates.len() {
        match fates.get(at) {
            Some(Fate::Folded) => folded.push(at),
            Some(Fate::InRounds | Fate::Private | Fate::Initial | Fate::Idle | Fate::Omitted) => {}
            Some(Fate::Shown | Fate::Rounds(_)) | None => {
                let is_single = match folded[..] {
                    [_] => true,
                    // Inputs that do not matter are best left out.
                    [a, b] if rows[a].any || rows[b].any => same_line(rows[a].place.as_ref(), rows[b].place.as_ref()),
                    [a, b] => rows[a].thread == rows[b].thread,
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

/// The lines of these steps by thread and file, `main 25-27, T1 19`; if there are too many, the
/// threads with their numbers of steps. Files are named where there are several, those of the steps
/// that are shown among them.
pub(crate) fn named(steps: &[LeftOut], shown: &BTreeSet<&str>) -> String {
    let mut threads: BTreeMap<u32, BTreeMap<&str, BTreeSet<u32>>> = BTreeMap::new();
    for (thread, place) in steps {
        let Some(place) = place else { return counted(steps) };
        threads.entry(*thread).or_default().entry(&place.file).or_default().insert(place.line);
    }
    let several = threads.values().flat_map(BTreeMap::keys).chain(shown).collect::<BTreeSet<_>>().len() > 1;
    if threads.values().flat_map(BTreeMap::values).map(BTreeSet::len).sum::<usize>() > MOST_LINES {
        return counted(steps);
    }
    let in_file = |(file, lines): (&&str, &BTreeSet<u32>)| {
        let lines = ranges(&lines.iter().copied().collect::<Vec<_>>());
        if several { format!("{}:{lines}", file.rsplit('/').next().unwrap_or(file)) } else { lines }
    };
    let told = threads.iter().map(|(thread, files)| {
        format!("{} {}", ThreadId(*thread).called(), files.iter().map(in_file).collect::<Vec<_>>().join(", "))
    });
    format!(" ({})", told.collect::<Vec<_>>().join(", "))
}

/// Of more threads than this it is not told how many steps are whose.
const MOST_THREADS: usize = 5;

/// How many of the steps are whose, if they are of several threads.
fn counted(steps: &[LeftOut]) -> String {
    let mut threads: BTreeMap<u32, usize> = BTreeMap::new();
    steps.iter().for_each(|(thread, _)| *threads.entry(*thread).or_default() += 1);
    if threads.len() > MOST_THREADS {
        return format!(" (of {} threads)", threads.len());
    }
    let one = |(thread, count): (&u32, &usize)| match ThreadId(*thread).called() {
        who if threads.len() == 1 => format!("of {who}"),
        who => format!("{count} of {who}"),
    };
    format!(" ({})", threads.iter().map(one).collect::<Vec<_>>().join(", "))
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
        assert!(left_out(&rows, |at| at == 0).is_empty(), "a part of a step that is shown");
        assert!(left_out(&rows, |at| at == 4).is_empty(), "only begun");
        let rows = rows.map(|row| Row { operation: "store".into(), ..row });
        let lines = |left: &[usize]| named(&left_out(&rows, |at| left.contains(&at)), &BTreeSet::from(["a.c"]));
        assert_eq!(lines(&[0, 2, 3, 4]), " (main 3-4)");
        assert_eq!(lines(&[1, 4]), " (main 3, T1 3)");
    }

    #[test]
    fn what_is_read_and_what_is_written() {
        use Fate::{Private, Shown};
        let touched = |addr, writes| Some(crate::row::Touched { addr, size: 4, writes });
        let reads = |addr| Row { read: Some("0".into()), touched: touched(addr, false), ..row(0, 3) };
        let writes = |addr| Row { written: Some("1".into()), touched: touched(addr, true), ..row(0, 3) };
        let shown = |rows: &[Row], mut fates: Vec<Fate>| {
            show_whole(rows, &mut fates);
            fates
        };
        // x = y++
        let rows = [reads(8), writes(8), writes(16)];
        assert_eq!(shown(&rows, vec![Private, Private, Shown]), [Shown; 3]);
        assert_eq!(shown(&rows, vec![Shown, Shown, Private]), [Shown, Shown, Private]);
        assert_eq!(shown(&[reads(8), reads(16)], vec![Shown, Private]), [Shown, Private], "nothing is written");
        assert_eq!(shown(&rows, vec![Private; 3]), [Private; 3]);
    }

    #[test]
    fn files_and_many_lines() {
        let of = |thread, file: &str, line| (thread, Some(Place { file: file.into(), line, column: 1 }));
        let two = [of(0, "src/a.c", 3), of(0, "src/a.c", 4), of(0, "b.c", 9), of(1, "b.c", 9)];
        let shown = &BTreeSet::new();
        let named = |steps: &[LeftOut]| super::named(steps, shown);
        assert_eq!(super::named(&two[2..], &BTreeSet::from(["a.c"])), " (main b.c:9, T1 b.c:9)");
        assert_eq!(named(&two), " (main b.c:9, a.c:3-4, T1 b.c:9)");
        let many: Vec<LeftOut> = (0..20).map(|line| of(line % 2 + 1, "a.c", line * 2)).collect();
        assert_eq!(named(&many), " (10 of T1, 10 of T2)");
        assert_eq!(named(&[(3, None), (3, None)]), " (of T3)");
        let of_each: Vec<LeftOut> = (0..12).map(|thread| (thread, None)).collect();
        assert_eq!(named(&of_each), " (of 12 threads)");
    }

    #[test]
    fn lines() {
        assert_eq!(ranges(&[3, 5, 6, 7, 9, 10]), "3, 5-7, 9-10");
    }

    #[test]
    fn two_steps_of_a_thread_are_not_worth_folding() {
        use Fate::{Folded, InRounds, Private, Rounds, Shown};
        let mut fates = vec![Folded, Private, Shown, Folded, Private, Folded, Rounds(3), InRounds, Folded];
        let rows: Vec<Row> = (1..=fates.len() as u32).map(|line| row(0, line)).collect();
        show_single(&rows, &mut fates);
        assert_eq!(fates, [Shown, Private, Shown, Shown, Private, Shown, Rounds(3), InRounds, Shown]);
        for threads in [[0, 0, 0], [0, 1, 1]] {
            let mut fates = vec![Folded, Folded, Folded, Shown];
            fates.truncate(if threads[1] == 1 { 2 } else { 3 });
            let rows: Vec<Row> = threads.into_iter().map(|thread| row(thread, 1 + thread)).collect();
            show_single(&rows[..fates.len()], &mut fates);
            assert!(fates.iter().all(|fate| *fate == Folded), "{threads:?}");
        }
    }
}
