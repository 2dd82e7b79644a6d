//! Several workers on one search: the same executions, the same verdict and the same first fault as
//! with one.
//!
//! Each worker has a system of its own and explores one piece of [`Work`] after the other; what one
//! finds is told with its place in the search ([`crate::graph::core::path::Path`]), so that the order
//! in which things were found does not matter:
//!
//! * Of a fault that is met several times, and of all faults if only the first counts, the first in
//!   the order of the search is shown. A worker that is beyond the first fault so far stops, one
//!   that is before it goes on. What a piece of work explores is one interval of the order, so that
//!   the counts of those before the fault are those of one worker.
//! * Work is given away only if somebody waits for it: the oldest frame, which stands for the
//!   largest part.
//! * Numbers of threads are shared. What else the workers know that depends on the order
//!   (`Limit::MixedSize`) makes the whole worthless: then one worker explores everything. What they
//!   learn of the program is learnt by all, which then begin again ([`Fork::restart`]).
//!
//! This file is the coordinator: it starts the workers, passes the progress on, stops them, asks
//! for snapshots.

use super::pool::{Leave, Pool, Result};
use super::snapshot::Snapshot;
use super::worker::{Manner, Told, work};
use crate::drive::clock::widths;
use crate::graph::Graph;
use crate::graph::core::consistency::Model;
use crate::graph::core::system::GraphSystem;
use crate::graph::core::work::Work;
use crate::graph::estimate::sampling::{Detail, Estimate, Estimates, Probe, Tour, passes};
use crate::graph::estimate::strata::Strata;
use crate::graph::estimate::timing::{Pass, Timing};
use crate::graph::filters::bound::Within;
use crate::graph::filters::rounds::Rule;
use crate::graph::filters::shard::Shard;
use crate::graph::model::for_model;
use crate::widening::too_many_threads;
use crate::{Explorer, Sink};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use threadbare_op::{Coverage, Fault, Fork, Stats, ThreadNumbers};

/// The explorer of execution graphs with several workers; see the module.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// What is explored.
    pub graph: Graph,
    /// Number of workers.
    pub jobs: usize,
    /// Only the first fault counts.
    pub first_fault_only: bool,
    /// The search ends when such a fault is found.
    pub until: Option<fn(&Fault) -> bool>,
    /// Only this part.
    pub shard: Option<Shard>,
    /// So many executions at most, complete or not.
    pub max_executions: Option<u64>,
    /// How often a snapshot is wanted.
    pub snapshot_every: Option<Duration>,
    /// Whether to estimate how many executions there are.
    pub estimates: Estimates,
    /// Whether to give up once something is learnt that makes everything worthless
    /// ([`Ended::learnt`]), rather than to begin again: several workers may learn it in another
    /// order than one would.
    pub gives_up: bool,
    /// Whether a worker goes on with another system when its own is full ([`Fork::is_full`]).
    pub renews: bool,
    /// For tests: work is given away all the time, and every execution is told at the end.
    pub test: bool,
}

/// Makes passes for an estimate, with clocks of some width.
type Sampling<S> = fn(&mut Probe<S>, &Tour<'_>, &mut Strata) -> Vec<f64>;
/// What a worker does, with clocks of some width: gives its system back, and what was told.
type Body<S> = fn(&Pool, usize, S, &Manner) -> (S, Vec<Told>);

/// How an exploration ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How much was explored.
    pub coverage: Coverage,
    /// What was found, and what is left.
    pub snapshot: Snapshot,
    /// Whether there are more executions than were allowed.
    pub over: bool,
    /// Whether the snapshot can be gone on with: not if what was met depends on the order of the
    /// search.
    pub resumable: bool,
    /// Whether something was learnt that makes everything worthless.
    pub learnt: bool,
}

/// With shorter explorations it does not pay to start more than one worker.
const SHORT: Duration = Duration::from_millis(2);
/// How often the progress is told.
const TICK: Duration = Duration::from_millis(20);
/// With fewer executions there is no estimate.
const FEW: u64 = 20;
/// How long workers may take to come to a place where a snapshot can be made.
const PAUSE: Duration = Duration::from_millis(500);

impl Parallel {
    /// One worker, everything.
    #[must_use]
    pub fn new(graph: Graph, jobs: usize) -> Self {
        Self {
            graph,
            jobs: jobs.max(1),
            first_fault_only: false,
            until: None,
            shard: None,
            max_executions: None,
            snapshot_every: None,
            estimates: Estimates::None,
            gives_up: false,
            renews: true,
            test: false,
        }
    }

    /// Explores what `from` has left. `system` is not started; its copies are. `sink` is told of
    /// the progress only, and may say stop.
    pub fn explore<S: Fork + GraphSystem>(
        &self,
        system: &mut S,
        from: &Snapshot,
        sink: &mut dyn Sink,
        save: &mut dyn FnMut(&Snapshot),
    ) -> Ended {
        self.explore_telling(system, from, sink, save).0
    }

    fn explore_telling<S: Fork + GraphSystem>(
        &self,
        system: &mut S,
        from: &Snapshot,
        sink: &mut dyn Sink,
        save: &mut dyn FnMut(&Snapshot),
    ) -> (Ended, Vec<Told>) {
        let round = for_model!(self.graph.model, M => self.widths::<S, M>(system, from, sink, save));
        match round {
            Some((ended, told)) => (ended, told),
            None => {
                let alone = Self { jobs: 1, renews: false, ..self.clone() };
                // What one worker cannot follow either leads nowhere in this program.
                let from = if self.jobs == 1 { &Snapshot::default() } else { from };
                alone.explore_telling(system, from, sink, save)
            }
        }
    }

    /// How many executions there are, by a pair of passes of that detail that enter about so many
    /// subtrees of each stratum.
    pub fn guess<S: Fork + GraphSystem>(&self, system: &S, detail: Detail, many: u32, seed: u64) -> Option<Estimate> {
        let work = [Work::default()];
        let mut strata = Strata::new(detail, seed);
        strata.enter(many);
        let passes = self.passes(&mut Probe::of(system), &self.tour(&work, &|| false), &mut strata);
        let passes: Vec<Pass> = passes.into_iter().map(|all| Pass { done: 0.0, all, weight: 1.0 }).collect();
        Estimate::new(passes.iter())
    }

    fn passes<S: Fork + GraphSystem>(&self, probe: &mut Probe<S>, tour: &Tour<'_>, strata: &mut Strata) -> Vec<f64> {
        let samplings = for_model!(self.graph.model, M => Self::samplings::<S, M>());
        let in_time = samplings.iter().take_while(|_| !(tour.over)());
        let mut widths = in_time.map(|(_, passes)| passes(probe, tour, strata));
        widths.find(|passes| !passes.is_empty()).unwrap_or_default()
    }

    fn tour<'a>(&self, work: &'a [Work], over: &'a dyn Fn() -> bool) -> Tour<'a> {
        Tour { work, over, shard: self.shard, within: self.within() }
    }

    fn within(&self) -> Option<Within> {
        self.graph.bound.map(|bound| Within { bound, rule: Rule::Proved })
    }

    fn samplings<S: Fork + GraphSystem, M: Model>() -> Vec<(usize, Sampling<S>)> {
        widths!(1024, !M::SC, passes::<S, M>)
    }

    /// Explores with clocks of the first width that is enough; `None`: one worker must do it alone.
    fn widths<S: Fork + GraphSystem, M: Model>(
        &self,
        system: &mut S,
        from: &Snapshot,
        sink: &mut dyn Sink,
        save: &mut dyn FnMut(&Snapshot),
    ) -> Option<(Ended, Vec<Told>)> {
        let works: Vec<(usize, Body<S>)> = widths!(1024, !M::SC, work::<S, M>);
        for (_, work) in works {
            let (result, told) = self.round(work, system, from, sink, save);
            let learnt = result.leave == Some(Leave::Restart);
            match result.leave {
                Some(Leave::Restart) if !self.gives_up => {}
                Some(Leave::TooManyThreads) => {}
                Some(Leave::Conflict) => return None,
                Some(Leave::Stop | Leave::Restart) | None => {
                    let coverage = coverage(system, &result.found, result.stopped);
                    let (over, resumable) = (result.over, !result.unsteady && !learnt);
                    return Some((Ended { coverage, snapshot: result.found, over, resumable, learnt }, told));
                }
            }
        }
        let (coverage, snapshot) = (too_many_threads(), from.clone());
        Some((Ended { coverage, snapshot, over: false, resumable: false, learnt: false }, Vec::new()))
    }

    /// Explores once with one width, or as often as something is learnt that must be known from the
    /// beginning.
    fn round<S: Fork + GraphSystem>(
        &self,
        work: Body<S>,
        system: &mut S,
        from: &Snapshot,
        sink: &mut dyn Sink,
        save: &mut dyn FnMut(&Snapshot),
    ) -> (Result, Vec<Told>) {
        loop {
            if !from.threads.is_empty() {
                system.set_thread_numbers(ThreadNumbers::known(from.threads.clone()));
            }
            let (result, told, copies) = self.once(work, system, from, sink, save);
            copies.iter().for_each(|copy| system.add_counts(copy));
            if self.gives_up {
                if let Some(flag) = system.restart_flag() {
                    flag.store(false, Ordering::Relaxed);
                }
                return (result, told);
            }
            copies.iter().for_each(|copy| system.learn_from(copy));
            if !system.restart() {
                return (result, told);
            }
        }
    }

    fn once<S: Fork + GraphSystem>(
        &self,
        work: Body<S>,
        system: &S,
        from: &Snapshot,
        sink: &mut dyn Sink,
        save: &mut dyn FnMut(&Snapshot),
    ) -> (Result, Vec<Told>, Vec<S>) {
        let pool = &Pool::new(from, self.jobs, self.first_fault_only, self.max_executions, self.test);
        let Self { test: tell_all, shard, renews, until, .. } = *self;
        let manner = &Manner { tell_all, shard, within: self.within(), renews, until };
        let (mut told, mut copies) = (Vec::new(), Vec::new());
        std::thread::scope(|scope| {
            let start = |pool| {
                let (number, system) = (Pool::join(pool), system.fork());
                scope.spawn(move || {
                    let _parting = Parting(pool);
                    work(pool, number, system, manner)
                })
            };
            let mut workers = vec![start(pool)];
            let mut over = false;
            if self.jobs > 1 && !self.test {
                over = pool.wait(SHORT);
            }
            if !over {
                workers.extend((1..self.jobs).map(|_| start(pool)));
            }
            let (mut saved, mut timing) = (Instant::now(), Timing::new(self.estimates));
            while !pool.wait(TICK) {
                if sink.tick(&pool.stats()).is_break() {
                    pool.leave(Leave::Stop);
                }
                if self.renews {
                    pool.call_attention();
                }
                if self.estimates != Estimates::None
                    && let Some(estimate) = self.estimate_again(&mut timing, system, pool)
                {
                    sink.estimate(&estimate);
                }
                if self.snapshot_every.is_some_and(|every| saved.elapsed() >= every)
                    && let Some(mut snapshot) = pool.pause(PAUSE)
                {
                    snapshot.settle(system.thread_numbers().paths());
                    save(&snapshot);
                    saved = Instant::now();
                }
            }
            for worker in workers {
                match worker.join() {
                    Ok((copy, some)) => {
                        told.extend(some);
                        copies.push(copy);
                    }
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        let mut result = pool.result();
        result.found.settle(system.thread_numbers().paths());
        (result, told, copies)
    }

    /// Another estimate, if it is time for one: at once, and later seldom enough that it costs next
    /// to nothing.
    fn estimate_again<S: Fork + GraphSystem>(&self, timing: &mut Timing, system: &S, pool: &Pool) -> Option<Estimate> {
        let Stats { executions, blocked, .. } = pool.stats();
        // A sample is followed to its end: not while that may take longer than everything.
        if !timing.is_due() || executions + blocked < FEW {
            return None;
        }
        let Some(Snapshot { work, stats, .. }) = pool.pause(PAUSE) else {
            timing.postpone();
            return None;
        };
        let mut probe = Probe::of(system);
        timing.estimate(stats.executions + stats.blocked, |strata, until| {
            let over = || until.is_over() || pool.wait(Duration::ZERO);
            self.passes(&mut probe, &self.tour(&work, &over), strata)
        })
    }

    /// Tells the sink what was found, in the order of the search.
    fn tell<S: Fork + GraphSystem>(&self, system: &mut S, ended: &Ended, mut told: Vec<Told>, sink: &mut dyn Sink) {
        let found = &ended.snapshot;
        if self.test {
            let end = found.faults.first().filter(|_| self.first_fault_only).map(|met| &met.path);
            told.retain(|told| end.is_none_or(|end| told.path < *end));
            told.sort_by(|a, b| a.path.cmp(&b.path));
            let mut stats = Stats::default();
            for Told { complete, mut schedule, .. } in told {
                stats.executions += u64::from(complete);
                stats.blocked += u64::from(!complete);
                (stats.events, stats.depth) = (found.stats.events, found.stats.depth);
                found.names().declare(&mut schedule);
                let mut schedule = || schedule.clone();
                let _ =
                    if complete { sink.execution(&stats, &mut schedule) } else { sink.blocked(&stats, &mut schedule) };
            }
        } else if let Some((_, schedule)) = &found.first {
            let _ = sink.execution(&found.stats, &mut || schedule.clone());
        }
        for met in found.abandoned.iter().filter(|_| !self.test) {
            let waits = system.add_fault(met.fault.clone());
            let _ = sink.abandoned(waits, &found.stats, &mut || met.schedule.clone());
        }
        let _ = sink.tick(&found.stats);
        for met in &found.faults {
            let fault = system.add_fault(met.fault.clone());
            if sink.fault(fault, &mut || met.schedule.clone()).is_break() {
                break;
            }
        }
    }
}

/// Lets the pool know that a worker has ended, also if by a panic.
struct Parting<'a>(&'a Pool);

impl Drop for Parting<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.leave(Leave::Stop);
        }
        self.0.part();
    }
}

/// How much was explored, in the numbers of `system`.
fn coverage<S: Fork + GraphSystem>(system: &mut S, found: &Snapshot, left: bool) -> Coverage {
    let mut coverage = Coverage { stopped: left, ..Coverage::default() };
    for &(limit, place) in &found.limits {
        coverage.limit(limit);
        if let Some(place) = place {
            system.add_limit_place(limit, place);
        }
    }
    for thing in &found.unsupported {
        let number = system.add_unsupported(thing.clone());
        coverage.unsupported(number);
    }
    coverage
}

/// As any other explorer, but for when the sink is told what was found: at the end.
impl<S: Fork + GraphSystem> Explorer<S> for Parallel {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let (ended, told) = self.explore_telling(system, &Snapshot::default(), sink, &mut |_| {});
        self.tell(system, &ended, told, sink);
        ended.coverage
    }
}
