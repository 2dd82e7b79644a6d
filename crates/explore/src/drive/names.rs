//! [`ThreadNames`]: what a schedule has to say about the numbers of threads.

use threadbare_op::{Model, Schedule, Step, System, ThreadId};

/// The path (parent, n-th child) of each thread number that a run has met.
#[derive(Clone, Debug)]
pub struct ThreadNames {
    /// By number, from 1 on. Numbers are handed out in order, so there are no gaps once all are
    /// recorded.
    paths: Vec<Option<(ThreadId, u32)>>,
    order: Vec<ThreadId>,
    /// There is room for so many threads.
    width: usize,
    is_full: bool,
}

impl Default for ThreadNames {
    fn default() -> Self {
        Self { paths: Vec::new(), order: vec![ThreadId::MAIN], width: usize::MAX, is_full: false }
    }
}

impl ThreadNames {
    /// No names, with room for so many threads.
    pub(crate) fn within(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Whether a thread was met for which there is no room.
    pub(crate) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// Notes that `child` is the n-th child (from 0) of `parent`.
    pub fn record(&mut self, parent: ThreadId, n: u32, child: ThreadId) {
        let Some(at) = child.index().checked_sub(1) else { return };
        if self.paths.len() <= at {
            self.paths.resize(at + 1, None);
        }
        if self.paths[at].replace((parent, n)).is_none() {
            let path = self.path(child);
            let place = self.order.partition_point(|&other| self.path(other) < path);
            self.order.insert(place, child);
        }
    }

    /// The number of the n-th child (from 0) of `parent`, which is noted; none if there is no room.
    pub(crate) fn child<S: System>(&mut self, system: &mut S, parent: ThreadId, n: u32) -> Option<ThreadId> {
        let child = system.child(parent, n);
        if child.index() >= self.width {
            self.is_full = true;
            return None;
        }
        self.record(parent, n, child);
        Some(child)
    }

    /// The threads met, in an order that does not depend on when they were met: first main, then
    /// its children, then theirs. Mostly that is the order of their numbers.
    pub(crate) fn order(&self) -> &[ThreadId] {
        &self.order
    }

    /// How deep it is in the tree of threads, and the way to it: which child of which child.
    fn path(&self, thread: ThreadId) -> (usize, Vec<u32>) {
        let mut way = Vec::new();
        let mut at = thread;
        while let Some(&Some((parent, n))) = at.index().checked_sub(1).and_then(|at| self.paths.get(at)) {
            way.push(n);
            at = parent;
        }
        way.reverse();
        (way.len(), way)
    }

    /// The declarations for a schedule: none if every thread k is main's (k-1)-th child.
    #[must_use]
    pub fn declarations(&self) -> Vec<(ThreadId, u32)> {
        let natural = |at: usize| (ThreadId::MAIN, u32::try_from(at).unwrap_or(u32::MAX));
        let paths: Vec<_> =
            self.paths.iter().enumerate().map(|(at, path)| path.unwrap_or_else(|| natural(at))).collect();
        if paths.iter().enumerate().all(|(at, path)| *path == natural(at)) { Vec::new() } else { paths }
    }

    /// Declares the threads of a schedule: as [`Self::declarations`], but under weak memory models
    /// all if the last thread takes none of the steps, since a replay on graphs has to know how
    /// many threads there will be.
    pub(crate) fn declare(&self, schedule: &mut Schedule) {
        schedule.threads = self.declarations();
        let on_graph = schedule.model != Model::Sc;
        let is_last = |step: &Step| step.thread.index() == self.paths.len();
        if on_graph && schedule.threads.is_empty() && !schedule.steps.iter().any(is_last) {
            schedule.threads = (0..).map(|n| (ThreadId::MAIN, n)).take(self.paths.len()).collect();
        }
    }

    /// The schedule of these steps.
    #[must_use]
    pub fn schedule(&self, steps: impl IntoIterator<Item = (ThreadId, Option<u32>)>) -> Schedule {
        let steps = steps.into_iter().map(|(thread, choice)| Step { thread, choice }).collect();
        Schedule { model: Model::Sc, given: None, threads: self.declarations(), steps, repeats: 0, in_vain: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unnatural_numbers_are_declared() {
        let mut names = ThreadNames::default();
        names.record(ThreadId(0), 0, ThreadId(1));
        names.record(ThreadId(0), 1, ThreadId(2));
        assert!(names.declarations().is_empty());
        names.record(ThreadId(1), 0, ThreadId(3));
        assert_eq!(names.declarations(), [(ThreadId(0), 0), (ThreadId(0), 1), (ThreadId(1), 0)]);
        assert_eq!(names.order(), [0, 1, 2, 3].map(ThreadId));
        names.record(ThreadId(0), 2, ThreadId(4));
        assert_eq!(names.order(), [0, 1, 2, 4, 3].map(ThreadId), "a child of main's before a grandchild");
        assert_eq!(names.schedule([(ThreadId(3), Some(2))]).to_string(), "tb1:(0.0 0.1 1.0 0.2):3=2");
    }
}
