//! [`Fork`]: systems of which there can be several at once, one for each worker of an exploration.

use crate::ids::{Site, ThreadId};
use crate::system::System;
use crate::verdict::Limit;
use rustc_hash::FxHashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// A system that can be had several times. What its copies say of a program must agree: thread
/// numbers are shared, and what else has numbers of its own (faults, unsupported things) crosses
/// from one to the other as plain data.
pub trait Fork: System + Send + Sized {
    /// Another one for the same program that has not been started and gives threads the same
    /// numbers.
    #[must_use]
    fn fork(&self) -> Self;

    /// The numbers of threads.
    fn thread_numbers(&self) -> &ThreadNumbers;

    /// Gives threads the numbers that they had in another process. Called before anything is
    /// started.
    fn set_thread_numbers(&mut self, numbers: ThreadNumbers);

    /// The unsupported thing with this number.
    fn unsupported_thing(&self, number: u32) -> (String, Site);

    /// The number of an unsupported thing that a copy has met.
    fn add_unsupported(&mut self, thing: (String, Site)) -> u32;

    /// Where limits were met, as far as it was in a thread.
    fn limit_places(&self) -> Vec<(Limit, Site)> {
        Vec::new()
    }

    /// Limits that were met where the thread went on: no pending operation tells of them, and what
    /// was explored is not all.
    fn passed_limits(&self) -> Vec<Limit> {
        Vec::new()
    }

    /// Notes where a copy has met a limit.
    fn add_limit_place(&mut self, limit: Limit, place: Site) {
        let _ = (limit, place);
    }

    /// Another one for the same program that shares nothing with this one.
    #[must_use]
    fn apart(&self) -> Self;

    /// Whether it has put aside so much for what comes that another one should go on in its place.
    fn is_full(&self) -> bool {
        false
    }

    /// Adds what a copy has counted of its own work.
    fn add_counts(&mut self, copy: &Self) {
        let _ = copy;
    }

    /// Set when a copy has learnt something about the program that makes all that the copies have
    /// explored worthless.
    fn restart_flag(&self) -> Option<Arc<AtomicBool>> {
        None
    }

    /// Takes in what a copy has learnt that makes everything worthless, if it has.
    fn learn_from(&mut self, copy: &Self) {
        let _ = copy;
    }

    /// What has been learnt of the program that decides what is visible, and so what a path of the
    /// search means: lines of words that only systems of this kind understand, for another process.
    fn knowledge(&self) -> Vec<String> {
        Vec::new()
    }

    /// Takes in what another process has learnt of the same program, before anything is started;
    /// whether that can be understood.
    #[must_use]
    fn take_in(&mut self, knowledge: &[String]) -> bool {
        knowledge.is_empty()
    }

    /// Whether something was learnt. If so, the next exploration will know it from the beginning.
    fn restart(&mut self) -> bool {
        false
    }
}

/// The numbers of threads, by their paths (parent, n-th child), shared by all clones: a path has
/// one number everywhere.
#[derive(Clone, Debug, Default)]
pub struct ThreadNumbers {
    known: FxHashMap<(ThreadId, u32), ThreadId>,
    /// The paths, from number 1 on.
    paths: Arc<Mutex<Vec<(ThreadId, u32)>>>,
}

impl ThreadNumbers {
    /// Numbers as given before: number k + 1 has the k-th path.
    #[must_use]
    pub fn known(paths: Vec<(ThreadId, u32)>) -> Self {
        Self { known: FxHashMap::default(), paths: Arc::new(Mutex::new(paths)) }
    }

    /// The same numbers, of which nobody was asked yet.
    #[must_use]
    pub fn shared(&self) -> Self {
        Self { known: FxHashMap::default(), paths: self.paths.clone() }
    }

    /// The threads that have numbers of which this clone was not asked: parents, and which children.
    #[must_use]
    pub fn unasked(&self) -> Vec<(ThreadId, u32)> {
        let paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        if paths.len() == self.known.len() {
            return Vec::new();
        }
        paths.iter().filter(|path| !self.known.contains_key(path)).copied().collect()
    }

    /// Who has started a thread.
    #[must_use]
    pub fn parent(&self, thread: ThreadId) -> Option<ThreadId> {
        let paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        paths.get(thread.index().checked_sub(1)?).map(|&(parent, _)| parent)
    }

    /// The number of the n-th child of `parent`, and whether this clone is asked for it for the
    /// first time.
    pub fn number(&mut self, parent: ThreadId, n: u32) -> (ThreadId, bool) {
        if let Some(&known) = self.known.get(&(parent, n)) {
            return (known, false);
        }
        let mut paths = self.paths.lock().unwrap_or_else(PoisonError::into_inner);
        let at = paths.iter().position(|path| *path == (parent, n)).unwrap_or_else(|| {
            paths.push((parent, n));
            paths.len() - 1
        });
        let number = ThreadId(u32::try_from(at + 1).unwrap_or(u32::MAX));
        self.known.insert((parent, n), number);
        (number, true)
    }

    /// The paths of all threads that have numbers, from number 1 on.
    #[must_use]
    pub fn paths(&self) -> Vec<(ThreadId, u32)> {
        self.paths.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_agree() {
        let mut one = ThreadNumbers::default();
        let mut other = one.clone();
        assert_eq!(one.number(ThreadId(0), 0), (ThreadId(1), true));
        assert_eq!(other.number(ThreadId(0), 1), (ThreadId(2), true));
        assert_eq!(one.number(ThreadId(0), 1), (ThreadId(2), true));
        assert_eq!(one.number(ThreadId(0), 1), (ThreadId(2), false));
        assert_eq!(other.number(ThreadId(2), 0), (ThreadId(3), true));
        let paths = [(ThreadId(0), 0), (ThreadId(0), 1), (ThreadId(2), 0)];
        assert_eq!((one.unasked(), other.unasked()), (vec![paths[2]], vec![paths[0]]));
        assert_eq!(one.shared().unasked(), paths);
        assert_eq!(one.shared().number(ThreadId(0), 1), (ThreadId(2), true));
        assert_eq!(one.paths(), paths);
        assert_eq!(ThreadNumbers::known(paths.to_vec()).number(ThreadId(2), 0), (ThreadId(3), true));
    }
}
