//! The equivalences that go by what is read, from their definitions, as strings of bytes like
//! [`Class`].
//!
//! In all of them every thread does the same operations with the same results and stands at the
//! same place in the end.
//! * *values*: nothing more.
//! * *reads-from*: and each read reads from the same write (Abdulla, Atig, Jonsson, Lång, Ngo,
//!   Sagonas, OOPSLA 2019).
//! * *observers*: reads-from, and for each write that something reads from, which other writes of
//!   the location come before it (Aronis, Jonsson, Lång, Sagonas, TACAS 2018).
//! * *reads-value-from*: instead, whether a read is causally before another, by program order,
//!   spawn, join and reads-from, is the same for all pairs of reads (Agarwal, Chatterjee, Pathak,
//!   Pavlogiannis, Toman, CAV 2021, section 3).
//!
//! A compare-and-swap that fails is a read, and so is an operation on a synchronisation object that
//! leaves it as it was; every other operation on an object both reads and writes.

use crate::class::{Class, End, Standing, Touched};

/// What a step has to do with another thread, by its place in the list of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Link {
    None,
    Spawns(usize),
    Joins(usize),
}

/// One visible event.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Who: the place in the list of threads.
    pub thread: usize,
    /// Where.
    pub site: threadbare_op::Site,
    /// What it touches.
    pub touched: Touched,
    /// What it reads, or its result.
    pub read: Option<u64>,
    /// What it writes to memory.
    pub written: Option<u64>,
    /// Whether it leaves a synchronisation object as it was.
    pub looks: bool,
    /// Whether it was a fault instead.
    pub faulty: bool,
    /// Whom it starts or joins.
    pub link: Link,
}

impl Step {
    /// Whether it reads.
    #[must_use]
    pub fn reads(&self) -> bool {
        match self.touched {
            Touched::Memory(_) => self.read.is_some(),
            Touched::Object(_) => true,
            Touched::Nothing => false,
        }
    }

    /// Whether it writes.
    #[must_use]
    pub fn writes(&self) -> bool {
        match self.touched {
            Touched::Memory(_) => self.written.is_some() && !self.faulty,
            Touched::Object(_) => !self.looks && !self.faulty,
            Touched::Nothing => false,
        }
    }
}

/// The classes of an execution.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ValueClasses {
    /// By values.
    pub values: Class,
    /// By reads-from.
    pub reads_from: Class,
    /// By reads-from and the order of writes that are read.
    pub observers: Class,
    /// By reads-value-from.
    pub reads_value_from: Class,
}

/// The classes of the execution `steps`, which ended in this way with the threads where they stand.
#[must_use]
pub fn value_classes(steps: &[Step], end: End, threads: &[Standing<'_>]) -> ValueClasses {
    let mut ranked: Vec<usize> = (0..threads.len()).collect();
    ranked.sort_by_key(|thread| threads[*thread].path);
    let of_thread = |thread: usize| (0..steps.len()).filter(move |at| steps[*at].thread == thread);
    // Events in an order that does not depend on the interleaving.
    let listed: Vec<usize> = ranked.iter().flat_map(|thread| of_thread(*thread)).collect();
    let name = |at: usize| listed.iter().position(|other| *other == at).unwrap_or(usize::MAX) as u64;
    let sources: Vec<Option<usize>> = (0..steps.len()).map(|at| source(steps, at)).collect();
    let past = &past(steps, &sources);
    let mut values = Vec::new();
    values.push(end as u64);
    for thread in &ranked {
        let Standing { path, stands, site } = threads[*thread];
        values.push(path.len() as u64);
        values.extend(path.iter().map(|n| u64::from(*n)));
        values.extend([stands as u64, u64::from(site.0), of_thread(*thread).count() as u64]);
        for at in of_thread(*thread) {
            let Step { site, read, written, faulty, .. } = steps[at];
            values.extend([u64::from(site.0), u64::from(faulty), maybe(read), maybe(written)]);
            values.extend([u64::from(read.is_some()), u64::from(written.is_some())]);
        }
    }
    let reads: Vec<usize> = listed.iter().copied().filter(|at| steps[*at].reads()).collect();
    let from = |at: &usize| sources[*at].map_or(u64::MAX, name);
    let reads_from = values.iter().copied().chain(reads.iter().map(from));
    let pairs = reads.iter().flat_map(|a| reads.iter().map(move |b| u64::from(past[*b] & 1 << *a != 0)));
    let reads_from: Vec<u64> = reads_from.collect();
    let writes = || listed.iter().copied().filter(|at| steps[*at].writes());
    let mut orders = Vec::new();
    for read_from in writes().filter(|at| sources.contains(&Some(*at))) {
        let others = writes().filter(|other| *other != read_from && steps[*other].touched == steps[read_from].touched);
        orders.extend(others.map(|other| u64::from(other < read_from)));
    }
    let observers: Vec<u64> = reads_from.iter().copied().chain(orders).collect();
    let reads_value_from: Vec<u64> = values.iter().copied().chain(pairs).collect();
    ValueClasses {
        observers: Class::of(&observers),
        reads_from: Class::of(&reads_from),
        reads_value_from: Class::of(&reads_value_from),
        values: Class::of(&values),
    }
}

fn maybe(value: Option<u64>) -> u64 {
    value.unwrap_or(0)
}

/// The step that a step reads from; `None` if it does not read, or reads the initial content.
fn source(steps: &[Step], at: usize) -> Option<usize> {
    let same = |earlier: &usize| steps[*earlier].writes() && steps[*earlier].touched == steps[at].touched;
    (0..at).rev().find(same).filter(|_| steps[at].reads())
}

/// What comes causally before each step.
fn past(steps: &[Step], sources: &[Option<usize>]) -> Vec<u128> {
    let mut past: Vec<u128> = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        let mut all = 0;
        for (earlier, other) in steps[..at].iter().enumerate() {
            let joined = step.link == Link::Joins(other.thread);
            let begun = other.link == Link::Spawns(step.thread);
            // A thread without steps of its own passes on what its beginning knows.
            let through = matches!(step.link, Link::Joins(child) if other.link == Link::Spawns(child));
            if other.thread == step.thread || joined || begun || through || sources[at] == Some(earlier) {
                all |= past[earlier] | 1 << earlier;
            }
        }
        past.push(all);
    }
    past
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Stands;
    use threadbare_op::Site;

    fn step(thread: usize, addr: u64, read: Option<u64>, written: Option<u64>) -> Step {
        let (touched, site) = (Touched::Memory(addr), Site(thread as u32));
        Step { thread, site, touched, read, written, looks: false, faulty: false, link: Link::None }
    }

    fn classes(steps: &[Step]) -> ValueClasses {
        let paths = [[0], [1], [2]];
        let standing = |path| Standing { path, stands: Stands::Finished, site: Site(9) };
        let threads: Vec<_> = paths.iter().map(|path| standing(path)).collect();
        value_classes(steps, End::Complete, &threads)
    }

    /// Figure 2 of the paper: which reads come causally before which.
    #[test]
    fn figure_2() {
        let (x, y) = (8, 16);
        let sigma = [
            step(0, x, None, Some(1)),
            step(1, x, Some(1), None),
            step(1, x, None, Some(1)),
            step(0, x, Some(1), None),
            step(2, y, None, Some(2)),
            step(0, y, None, Some(1)),
            step(2, y, Some(1), None),
        ];
        let sources: Vec<_> = (0..7).map(|at| source(&sigma, at)).collect();
        assert_eq!(sources, [None, Some(0), None, Some(2), None, None, Some(5)]);
        let past = past(&sigma, &sources);
        let before = |a: usize, b: usize| past[b] & 1 << a != 0;
        assert!(before(1, 3) && before(3, 6) && before(1, 6), "r(x) of thread 2, r(x) of thread 1, r(y)");
        assert!(!before(4, 5) && before(4, 6), "the writes of y are not ordered");
    }

    /// Figure 3: σ1 and σ2 are equivalent, σ3 is not.
    #[test]
    fn figure_3() {
        let (x, y) = (8, 16);
        let (wx, rx, wy2) = (step(0, x, None, Some(1)), step(0, x, Some(1), None), step(0, y, None, Some(2)));
        let (wy1, wx1) = (step(1, y, None, Some(1)), step(1, x, None, Some(1)));
        let ry = |value| step(1, y, Some(value), None);
        let one = classes(&[wx, rx, wy2, wy1, wx1, ry(1)]);
        // r(x) reads from the other thread, but the same value, and no read is before another.
        let two = classes(&[wx, wy1, wx1, rx, ry(1), wy2]);
        let other = classes(&[wx, rx, wy1, wx1, wy2, ry(2)]);
        assert_ne!(one.reads_from, two.reads_from);
        assert_eq!(one.reads_value_from, two.reads_value_from);
        assert_ne!(one.reads_value_from, other.reads_value_from);
    }
}
