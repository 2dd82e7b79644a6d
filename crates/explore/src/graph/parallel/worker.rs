//! One worker of a parallel exploration: takes work, follows its path on a system of its own,
//! explores, gives parts away.

use super::pool::{Attention, Held, Leave, Pool};
use super::snapshot::Met;
use crate::graph::core::consistency::Model;
use crate::graph::core::path::Path;
use crate::graph::core::report::Halt;
use crate::graph::core::search::Pause;
use crate::graph::core::system::GraphSystem;
use crate::graph::core::work::{Lost, Work};
use crate::graph::filters::bound::Within;
use crate::graph::filters::shard::Shard;
use crate::graph::filters::{Filtered, Filters};
use crate::{Sink, ThreadNames};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use threadbare_op::{Coverage, Fault, FaultId, Fork, Limit, Mark, Pending, Schedule, Stats};

/// An execution as told, in full: only for those who want all of them.
pub(crate) struct Told {
    pub(crate) path: Path,
    pub(crate) complete: bool,
    pub(crate) schedule: Schedule,
}

/// Takes what the search of a worker tells.
struct Relay<'a> {
    pool: &'a Pool,
    worker: usize,
    tell_all: bool,
    until: Option<fn(&Fault) -> bool>,
    restart: Option<Arc<AtomicBool>>,
    inner: RefCell<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Where the search is, as of the last call of [`Sink::at`].
    at: Path,
    /// Whether the present work has had a complete execution.
    completed: bool,
    /// Faults met in the present work: they were met earlier than now.
    met: FxHashSet<FaultId>,
    /// The first places of faults.
    known: FxHashMap<FaultId, Path>,
    /// Those that the pool does not know yet.
    fresh: Vec<(FaultId, Path, Schedule)>,
    /// The same of waits that are left behind.
    left: Vec<(FaultId, Path, Schedule)>,
    told: Vec<Told>,
    /// Whether a fault has ended the search.
    faulty: bool,
}

impl Relay<'_> {
    fn execution(&self, complete: bool, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.must_restart() {
            return ControlFlow::Break(());
        }
        if !self.pool.count_one() {
            self.pool.leave(Leave::Stop);
            return ControlFlow::Break(());
        }
        let mut inner = self.inner.borrow_mut();
        if complete && !std::mem::replace(&mut inner.completed, true) {
            self.pool.lock().found.note_first(inner.at.clone(), &mut *schedule);
        }
        if self.tell_all {
            let told = Told { path: inner.at.clone(), complete, schedule: schedule() };
            inner.told.push(told);
        }
        ControlFlow::Continue(())
    }
}

impl Sink for &Relay<'_> {
    fn at(&mut self, fault: Option<FaultId>, path: &mut dyn FnMut() -> Path) {
        let mut inner = self.inner.borrow_mut();
        let wanted = match fault {
            Some(fault) => self.tell_all || !inner.met.contains(&fault),
            None => self.tell_all || !inner.completed,
        };
        if wanted {
            inner.at = path();
        }
    }

    fn execution(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        Relay::execution(self, true, schedule)
    }

    fn blocked(&mut self, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        Relay::execution(self, false, schedule)
    }

    fn abandoned(&mut self, waits: FaultId, _: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        let mut inner = self.inner.borrow_mut();
        if inner.met.insert(waits) {
            let at = inner.at.clone();
            if inner.known.get(&waits).is_none_or(|known| at < *known) {
                inner.known.insert(waits, at.clone());
                inner.left.push((waits, at, schedule()));
            }
        }
        drop(inner);
        Relay::execution(self, false, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        let mut inner = self.inner.borrow_mut();
        // The search comes to later and later places, as long as it is at one piece of work.
        if !inner.met.insert(fault) {
            return ControlFlow::Continue(());
        }
        let at = inner.at.clone();
        if inner.known.get(&fault).is_none_or(|known| at < *known) {
            inner.known.insert(fault, at.clone());
            inner.fresh.push((fault, at.clone(), schedule()));
        }
        if !self.pool.first_fault_only {
            return ControlFlow::Continue(());
        }
        inner.faulty = true;
        self.pool.end_at(at);
        ControlFlow::Break(())
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.pool.tell(self.worker, stats);
        if self.must_restart() || self.pool.is_leaving() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// How all workers work.
pub(crate) struct Manner {
    /// Whether every execution is kept and told.
    pub(crate) tell_all: bool,
    pub(crate) shard: Option<Shard>,
    pub(crate) within: Option<Within>,
    /// Whether a system that is full is replaced; for tests, whenever there is an occasion.
    pub(crate) renews: bool,
    /// Such a fault ends the search.
    pub(crate) until: Option<fn(&Fault) -> bool>,
}

/// What a worker has that lasts longer than a piece of work.
struct Worker<'a, S: Fork + GraphSystem> {
    pool: &'a Pool,
    number: usize,
    shard: Option<Shard>,
    within: Option<Within>,
    renews: bool,
    relay: Relay<'a>,
    system: S,
    main: Pending<S::State>,
    begin: Mark,
    names: ThreadNames,
    coverage: Coverage,
    locations: FxHashSet<(u64, u8)>,
}

/// So many times a worker goes back before it gives work away for the first time: so what is found
/// out at the beginning (the numbers of threads) is found out in the same order each time.
const ALONE: u64 = 64;

/// Works until there is nothing more to do; gives what was told, if all was to be told.
pub(crate) fn work<S: Fork + GraphSystem, M: Model, const W: usize>(
    pool: &Pool,
    number: usize,
    mut system: S,
    manner: &Manner,
) -> (S, Vec<Told>) {
    let restart = system.restart_flag();
    let main = system.start();
    let begin = system.mark();
    let Manner { shard, within, renews, tell_all, until } = *manner;
    let relay = Relay { pool, worker: number, tell_all, until, restart, inner: RefCell::default() };
    let (names, coverage, locations) = (ThreadNames::within(W), Coverage::default(), FxHashSet::default());
    let mut worker =
        Worker { pool, number, shard, within, renews, relay, system, main, begin, names, coverage, locations };
    while let Some(work) = pool.take(number) {
        worker.carry_out::<M, W>(work);
        worker.deliver();
        if worker.renews && (worker.system.is_full() || tell_all) {
            worker.renew();
        }
    }
    (worker.system, worker.relay.inner.into_inner().told)
}

impl<S: Fork + GraphSystem> Worker<'_, S> {
    fn carry_out<M: Model, const W: usize>(&mut self, work: Work) {
        let (pool, number) = (self.pool, self.number);
        self.relay.begin_work();
        let mut sink = &self.relay;
        let filters = Filters::new(self.within, self.shard);
        let mut search = Filtered::<S, M, W>::new(&mut self.system, &mut sink, self.main, filters);
        search.names = std::mem::take(&mut self.names);
        let alone = if work == Work::default() { ALONE } else { 0 };
        let ended = match search.follow(&work) {
            Ok(()) => self.relay.explore(&mut search, alone, self.renews),
            Err(lost) => {
                let why = match lost {
                    _ if self.relay.must_restart() => Leave::Restart,
                    Lost::Halted(Halt::Stopped) => Leave::Stop,
                    Lost::Halted(Halt::TooManyThreads) => Leave::TooManyThreads,
                    Lost::Astray => Leave::Conflict,
                };
                pool.leave(why);
                Some(Done { stats: Stats::default(), rest: Some(work), full: false })
            }
        };
        search.take_back_all();
        self.names = std::mem::take(&mut search.names);
        for limit in std::mem::take(&mut search.report.coverage.limits) {
            self.coverage.limit(limit);
        }
        for what in std::mem::take(&mut search.report.coverage.unsupported) {
            self.coverage.unsupported(what);
        }
        let mut mixed = self.coverage.limits.contains(&Limit::MixedSize);
        for location in search.graph.locations.iter().filter(|location| location.size > 0) {
            let (addr, size) = (location.addr, location.size);
            if self.locations.insert((addr, size)) {
                mixed |= !pool.note_location(addr, size);
            }
        }
        if mixed {
            pool.depends_on_order();
        }
        self.system.undo(self.begin);
        self.deliver();
        self.relay.must_restart();
        match ended {
            Some(Done { stats, rest: Some(rest), full: true }) => pool.hand_on(number, stats, rest),
            Some(Done { stats, rest, .. }) => pool.finish(number, stats, rest),
            None => {}
        }
    }

    /// Goes on with a system that has not done anything yet. What the old one has met is delivered.
    fn renew(&mut self) {
        let mut fresh = self.system.fork();
        fresh.add_counts(&self.system);
        fresh.learn_from(&self.system);
        self.main = fresh.start();
        self.begin = fresh.mark();
        self.system = fresh;
        // Those were the old one's numbers.
        self.coverage = Coverage::default();
        self.relay.inner.borrow_mut().known.clear();
    }

    /// Tells the pool what was found.
    fn deliver(&mut self) {
        self.relay.deliver(&self.system);
        let mut state = self.pool.lock();
        state.found.note_coverage(&self.coverage, &self.system);
        state.found.note_knowledge(self.system.knowledge());
    }
}

/// What a worker has done, and what of its work it leaves.
struct Done {
    stats: Stats,
    rest: Option<Work>,
    /// Whether it leaves that only since its system is full.
    full: bool,
}

impl Relay<'_> {
    fn begin_work(&self) {
        let mut inner = self.inner.borrow_mut();
        inner.completed = false;
        inner.met.clear();
    }

    /// Explores, and pays the pool attention. `None`: the work is thrown away. No work is given
    /// away before `alone` executions.
    fn explore<S: Fork + GraphSystem, M: Model, const W: usize>(
        &self,
        search: &mut Filtered<'_, S, M, W>,
        alone: u64,
        renews: bool,
    ) -> Option<Done> {
        let pool = self.pool;
        let mut pause = search.explore(&pool.attention);
        loop {
            let stats = search.report.stats;
            match pause {
                Pause::Done => return Some(Done { stats, rest: None, full: false }),
                Pause::Halted(Halt::TooManyThreads) => {
                    pool.leave(Leave::TooManyThreads);
                    return Some(Done { stats, rest: None, full: false });
                }
                Pause::Halted(Halt::Stopped) if self.inner.borrow().faulty => {
                    return Some(Done { stats, rest: None, full: false });
                }
                Pause::Halted(Halt::Stopped) => {
                    pool.leave(Leave::Stop);
                    let (rest, stats) = search.stack.rest_from_resumed();
                    return Some(Done { stats, rest: Some(rest), full: false });
                }
                Pause::Attention => match self.attend(search, alone) {
                    Attention::GoOn if renews && search.system.is_full() => {
                        return Some(Done { stats, rest: search.stack.rest(), full: true });
                    }
                    Attention::GoOn => pause = search.explore_on(&pool.attention),
                    Attention::Leave => return Some(Done { stats, rest: search.stack.rest(), full: false }),
                    Attention::Abandon => {
                        pool.abandon(self.worker);
                        return None;
                    }
                },
            }
        }
    }

    fn attend<S: Fork + GraphSystem, M: Model, const W: usize>(
        &self,
        search: &mut Filtered<'_, S, M, W>,
        alone: u64,
    ) -> Attention {
        self.deliver(search.system);
        let Stats { executions, blocked, .. } = search.report.stats;
        let cell = RefCell::new(search);
        let give = || if executions + blocked >= alone { cell.borrow_mut().stack.give() } else { None };
        self.pool.attend(|| cell.borrow().stack.path(), || held(&cell.borrow()), give)
    }
}

fn held<S: Fork + GraphSystem, M: Model, const W: usize>(search: &Filtered<'_, S, M, W>) -> Held {
    Held { rest: search.stack.rest(), stats: search.report.stats, knowledge: search.system.knowledge() }
}

impl Relay<'_> {
    /// Whether some worker has learnt something that makes everything worthless.
    fn must_restart(&self) -> bool {
        let set = self.restart.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        if set {
            self.pool.leave(Leave::Restart);
        }
        set
    }

    fn deliver<S: Fork + GraphSystem>(&self, system: &S) {
        let mut inner = self.inner.borrow_mut();
        if inner.fresh.is_empty() && inner.left.is_empty() {
            return;
        }
        let mut is_enough = false;
        let mut state = self.pool.lock();
        for (fault, path, schedule) in inner.fresh.drain(..) {
            let fault = system.fault(fault).clone();
            is_enough |= self.until.is_some_and(|until| until(&fault));
            state.found.note_fault(Met { path, fault, schedule });
        }
        for (waits, path, schedule) in inner.left.drain(..) {
            state.found.note_abandoned(Met { path, fault: system.fault(waits).clone(), schedule });
        }
        drop(state);
        if is_enough {
            self.pool.leave(Leave::Stop);
        }
    }
}
