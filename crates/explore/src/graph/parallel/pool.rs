//! What the workers of a parallel exploration share: the work that nobody does yet, and what was
//! found.

use super::snapshot::{Snapshot, add};
use crate::graph::core::path::Path;
use crate::graph::core::work::Work;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use threadbare_op::{Addr, Stats};

/// Why the workers are to leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leave {
    /// Someone has said stop: what is left is noted.
    Stop,
    /// Something was learnt of the program: everything was in vain.
    Restart,
    /// A thread's number does not fit the clocks: everything was in vain.
    TooManyThreads,
    /// What one has found does not fit what another has: everything was in vain.
    Conflict,
}

/// See the module.
pub(crate) struct Pool {
    /// Whether a worker is to look at the state before it goes on.
    pub(crate) attention: AtomicBool,
    /// Executions so far, if there is a limit for them.
    counted: AtomicU64,
    most: Option<u64>,
    workers: usize,
    /// Whether the first fault ends everything that comes after it.
    pub(crate) first_fault_only: bool,
    /// Work is handed out whenever there is some, though nobody wants it (for tests).
    eager: bool,
    state: Mutex<State>,
    /// For workers that wait.
    changed: Condvar,
    /// For the coordinator.
    news: Condvar,
}

/// What the mutex guards.
pub(crate) struct State {
    /// Work that nobody does.
    queue: Vec<Work>,
    crew: Crew,
    pub(crate) leave: Option<Leave>,
    /// Whether what was met depends on the order of the search.
    unsteady: bool,
    /// The first place of a fault, if that ends the search.
    best: Option<Path>,
    /// What is done, by where it began, as long as a fault may come before it.
    done: Vec<(Path, Stats)>,
    /// By worker: where what it does began.
    begun: Vec<Option<Path>>,
    /// What was found, what of the counts no fault can come before, and what workers that left have
    /// not done.
    pub(crate) found: Snapshot,
    /// What paused workers have done and have left.
    held: Vec<Held>,
    /// By worker: the counts of what it does now, as far as it has told.
    live: Vec<Stats>,
    /// Memory locations of all workers, by their 8-byte words.
    words: FxHashMap<Addr, Vec<(Addr, u8)>>,
}

/// How many workers there are, and what they do.
#[derive(Default)]
struct Crew {
    workers: usize,
    /// They wait for work.
    idle: usize,
    /// They wait since there is a pause.
    paused: usize,
    pausing: bool,
}

/// What a paused worker has done and has left, and what its system has learnt.
pub(crate) struct Held {
    pub(crate) rest: Option<Work>,
    pub(crate) stats: Stats,
    pub(crate) knowledge: Vec<String>,
}

/// More than this much work is never waiting to be taken.
const EAGER_QUEUE: usize = 8;
/// So many finished parts are kept before those are added up that no fault can come before.
const MANY: usize = 1024;

impl Pool {
    pub(crate) fn new(from: &Snapshot, workers: usize, first_fault_only: bool, most: Option<u64>, eager: bool) -> Self {
        let best = from.faults.iter().map(|met| met.path.clone()).min().filter(|_| first_fault_only);
        let found = Snapshot { work: Vec::new(), ..from.clone() };
        Self {
            attention: AtomicBool::new(eager),
            counted: AtomicU64::new(from.stats.executions + from.stats.blocked),
            most,
            workers,
            first_fault_only,
            eager,
            state: Mutex::new(State {
                queue: from.work.clone(),
                crew: Crew::default(),
                leave: None,
                unsteady: false,
                best,
                done: Vec::new(),
                begun: Vec::new(),
                found,
                held: Vec::new(),
                live: Vec::new(),
                words: FxHashMap::default(),
            }),
            changed: Condvar::new(),
            news: Condvar::new(),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker begins; its number.
    pub(crate) fn join(&self) -> usize {
        let mut state = self.lock();
        state.crew.workers += 1;
        state.begun.push(None);
        state.live.push(Stats::default());
        state.begun.len() - 1
    }

    /// A worker ends.
    pub(crate) fn part(&self) {
        let mut state = self.lock();
        state.crew.workers -= 1;
        drop(state);
        self.news.notify_all();
        self.changed.notify_all();
    }

    /// Whether one more execution may be counted.
    pub(crate) fn count_one(&self) -> bool {
        self.most.is_none_or(|most| self.counted.fetch_add(1, Ordering::Relaxed) < most)
    }

    /// The next work for a worker, once there is some; `None` if everything is done, or the worker
    /// is to leave.
    pub(crate) fn take(&self, worker: usize) -> Option<Work> {
        let mut state = self.lock();
        loop {
            if state.leave.is_some() {
                return None;
            }
            if !state.crew.pausing {
                let best = state.best.clone();
                state.queue.retain(|work| best.as_ref().is_none_or(|best| work.path <= *best));
                let first = (0..state.queue.len()).min_by(|&a, &b| state.queue[a].path.cmp(&state.queue[b].path));
                if let Some(first) = first {
                    let work = state.queue.swap_remove(first);
                    state.begun[worker] = Some(work.path.clone());
                    return Some(work);
                }
                if state.begun.iter().all(Option::is_none) {
                    self.changed.notify_all();
                    return None;
                }
            }
            state.crew.idle += 1;
            self.attention.store(true, Ordering::Relaxed);
            self.news.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.crew.idle -= 1;
        }
    }

    /// A worker has done what it had taken, but for what it leaves.
    pub(crate) fn finish(&self, worker: usize, stats: Stats, rest: Option<Work>) {
        let mut state = self.lock();
        state.live[worker] = Stats::default();
        if let Some(path) = state.begun[worker].take() {
            state.done.push((path, stats));
        }
        state.found.work.extend(rest);
        if state.done.len() >= MANY || !self.first_fault_only {
            state.settle(self.first_fault_only);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// A worker has done what it had taken, but for what it leaves to whoever comes first.
    pub(crate) fn hand_on(&self, worker: usize, stats: Stats, rest: Work) {
        self.lock().queue.push(rest);
        self.finish(worker, stats, None);
    }

    /// Each worker is to look after itself.
    pub(crate) fn call_attention(&self) {
        self.attention.store(true, Ordering::Relaxed);
    }

    /// A worker throws away what it was doing.
    pub(crate) fn abandon(&self, worker: usize) {
        let mut state = self.lock();
        state.live[worker] = Stats::default();
        state.begun[worker] = None;
        drop(state);
        self.changed.notify_all();
    }

    pub(crate) fn leave(&self, why: Leave) {
        let mut state = self.lock();
        // What makes everything worthless counts more than a stop.
        if state.leave.is_none_or(|known| known == Leave::Stop) {
            state.leave = Some(why);
        }
        self.attention.store(true, Ordering::Relaxed);
        drop(state);
        self.changed.notify_all();
        self.news.notify_all();
    }

    /// What was met depends on the order of the search: more than one worker must not go by it.
    pub(crate) fn depends_on_order(&self) {
        self.lock().unsteady = true;
        if self.workers > 1 {
            self.leave(Leave::Conflict);
        }
    }

    /// Whether workers are to leave at once.
    pub(crate) fn is_leaving(&self) -> bool {
        self.attention.load(Ordering::Relaxed) && self.lock().leave.is_some()
    }

    /// A fault that ends the search was met at `path`.
    pub(crate) fn end_at(&self, path: Path) {
        let mut state = self.lock();
        if state.best.as_ref().is_none_or(|best| path < *best) {
            state.best = Some(path);
        }
        self.attention.store(true, Ordering::Relaxed);
    }

    /// Notes a memory location; false if it overlaps another that some worker has found.
    pub(crate) fn note_location(&self, addr: Addr, size: u8) -> bool {
        let mut state = self.lock();
        let known = state.words.entry(addr & !7).or_default();
        if known.contains(&(addr, size)) {
            return true;
        }
        let fits = known.iter().all(|&(at, n)| at + u64::from(n) <= addr || addr + u64::from(size) <= at);
        known.push((addr, size));
        fits
    }

    pub(crate) fn tell(&self, worker: usize, stats: &Stats) {
        self.lock().live[worker] = *stats;
    }

    /// The attention that a worker pays before it goes back. `path` is where it is, `hold` what it
    /// has done and has left; `give` gives a part of that away.
    pub(crate) fn attend(
        &self,
        path: impl Fn() -> Path,
        hold: impl Fn() -> Held,
        give: impl FnOnce() -> Option<Work>,
    ) -> Attention {
        let mut state = self.lock();
        if state.leave.is_some() {
            return Attention::Leave;
        }
        if state.best.as_ref().is_some_and(|best| path() > *best) {
            return Attention::Abandon;
        }
        if state.crew.pausing {
            state.held.push(hold());
            state.crew.paused += 1;
            self.news.notify_all();
            while state.crew.pausing && state.leave.is_none() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.crew.paused -= 1;
            if state.leave.is_some() {
                return Attention::Leave;
            }
        }
        let wanted = if self.eager { EAGER_QUEUE } else { state.crew.idle };
        if wanted > state.queue.len()
            && let Some(work) = give()
        {
            state.queue.push(work);
            self.changed.notify_one();
        }
        let hungry = state.crew.idle > state.queue.len();
        self.attention.store(self.eager || hungry || state.best.is_some(), Ordering::Relaxed);
        Attention::GoOn
    }

    // For the coordinator.

    /// Waits until something has changed, or that time is over; whether all workers have left.
    pub(crate) fn wait(&self, time: Duration) -> bool {
        let state = self.lock();
        if state.crew.workers == 0 {
            return true;
        }
        let (state, _) = self.news.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner);
        state.crew.workers == 0
    }

    /// The counts so far.
    pub(crate) fn stats(&self) -> Stats {
        let state = self.lock();
        let mut all = state.found.stats;
        for part in state.done.iter().map(|(_, stats)| stats).chain(&state.live) {
            add(&mut all, part);
        }
        all
    }

    /// How far everything is, if all workers come to a place where that can be said within the
    /// time. They go on afterwards.
    pub(crate) fn pause(&self, time: Duration) -> Option<Snapshot> {
        let until = Instant::now() + time;
        let mut state = self.lock();
        state.crew.pausing = true;
        state.held.clear();
        self.attention.store(true, Ordering::Relaxed);
        while state.leave.is_none() && state.crew.idle + state.crew.paused < state.crew.workers {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            state = self.news.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        let complete = state.leave.is_none() && state.crew.idle + state.crew.paused == state.crew.workers;
        let snapshot = complete.then(|| {
            let state = &mut *state;
            let mut now = state.found.clone();
            now.work.extend(state.queue.iter().cloned());
            now.work.extend(state.held.iter().filter_map(|held| held.rest.clone()));
            let held = state.held.iter().map(|held| &held.stats);
            for stats in state.done.iter().map(|(_, stats)| stats).chain(held) {
                add(&mut now.stats, stats);
            }
            state.held.iter_mut().for_each(|held| now.note_knowledge(std::mem::take(&mut held.knowledge)));
            now
        });
        state.crew.pausing = false;
        drop(state);
        self.changed.notify_all();
        snapshot
    }

    /// Everything that was found, once all workers have left.
    pub(crate) fn result(&self) -> Result {
        let mut state = self.lock();
        let mut found = std::mem::take(&mut state.found);
        let before = |path: &Path| state.best.as_ref().is_none_or(|best| path <= best);
        for (_, stats) in state.done.iter().filter(|(path, _)| before(path)) {
            add(&mut found.stats, stats);
        }
        if self.first_fault_only {
            let first = found.faults.iter().map(|met| met.path.clone()).min();
            found.faults.retain(|met| first.as_ref() == Some(&met.path));
            found.faults.truncate(1);
        }
        found.work.append(&mut state.queue);
        let stopped = state.leave.is_some() || state.best.is_some();
        let over = self.most.is_some_and(|most| self.counted.load(Ordering::Relaxed) > most);
        Result { found, leave: state.leave, stopped, over, unsteady: state.unsteady }
    }
}

impl State {
    /// Adds up the finished parts that no fault can come before any more.
    fn settle(&mut self, first_fault_only: bool) {
        let open = self.begun.iter().flatten().chain(self.queue.iter().map(|work| &work.path));
        let earliest = open.min().filter(|_| first_fault_only).cloned();
        let best = self.best.clone();
        let found = &mut self.found.stats;
        self.done.retain(|(path, stats)| {
            let settled = earliest.as_ref().is_none_or(|earliest| path < earliest);
            if settled && best.as_ref().is_none_or(|best| path <= best) {
                add(found, stats);
            }
            !settled
        });
    }
}

/// What has become of it all.
pub(crate) struct Result {
    pub(crate) found: Snapshot,
    pub(crate) leave: Option<Leave>,
    /// Whether something was not explored, for whatever reason.
    pub(crate) stopped: bool,
    /// Whether there are more executions than allowed.
    pub(crate) over: bool,
    /// Whether what was met depends on the order of the search.
    pub(crate) unsteady: bool,
}

/// What a worker is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attention {
    /// Go on.
    GoOn,
    /// Leave, noting what is left.
    Leave,
    /// Drop what it does, and look for something else.
    Abandon,
}
