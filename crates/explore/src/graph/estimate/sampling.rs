//! How many executions there are, from samples of the search, and how much of that is done.
//!
//! Pang C. Chen: *Heuristic Sampling: A Method for Predicting the Performance of Tree Searching
//! Programs*, SIAM Journal on Computing 21, 1992. The search is a tree of subtrees (`core::path`):
//! the leftmost path of a subtree ends at a leaf, and at each frame that it has opened another one
//! forks off, which is entered by going back to that frame. Subtrees belong to *strata*, which are
//! supposed to be alike. A *pass* enters some of each stratum, and each that is entered stands, by
//! its weight, for others that are not. Whatever the strata are, the weights of the leaves have the
//! number of executions as their mean. (Knuth's random walks, of 1975, are the case in which a path
//! has one stratum: they fail where nearly everything is behind a few unlikely turns, as behind
//! revisits.)
//!
//! Deviations: Chen goes through the strata one after another, and has one subtree stand for each.
//! Then each has to be reached from the root, which costs many times what exploring it does. A pass
//! here is a depth-first search that leaves frames out, and decides at once which it enters: passes
//! before have shown how much of its stratum each stands for ([`super::strata`]). And of each
//! stratum as many are entered as there is time for ([`super::timing`]): the error falls faster
//! than the number rises.
//!
//! Strata: subtrees that are reached by going back equally often, and as [`Detail`] says. More
//! detail costs more samples per pass. What is rough does not depend on how long executions are.
//!
//! While the search runs, what is done is known exactly, and passes go through what is left. So the
//! estimate becomes exact at the end. All passes say how many executions there are in all, and
//! count together, except those made when much more was left.
//!
//! The error is the standard error of the mean of the passes. Where no pass has met what counts
//! most, it is too small.
//!
//! Not covered: what the search costs besides executions; the time is that of the executions so
//! far. There is no estimate where a pass takes longer than it is given.

use super::strata::{Place, Strata, Stratum};
use super::timing::{PASSES, Pass};
use crate::Sink;
use crate::graph::core::consistency::Model;
use crate::graph::core::execution::Execution;
use crate::graph::core::report::Voice;
use crate::graph::core::stack::{Choice, Frame, Made};
use crate::graph::core::system::GraphSystem;
use crate::graph::core::work::Work;
use crate::graph::filters::bound::Within;
use crate::graph::filters::shard::Shard;
use crate::graph::filters::{Filtered, Filters};
use std::ops::ControlFlow;
use threadbare_op::{FaultId, Fork, Mark, Pending, Schedule};

/// How many executions there are, complete or not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// So many.
    pub executions: f64,
    /// Its standard error.
    pub error: f64,
    /// So many passes say so.
    pub samples: usize,
}

/// Whether there are to be estimates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimates {
    /// There are none.
    None,
    /// While the search goes on.
    Also,
    /// They are what is wanted: as many as can be.
    Only,
}

impl Estimate {
    /// From how many each pass says there are; `None` with fewer than two.
    pub(crate) fn new<'a>(passes: impl ExactSizeIterator<Item = &'a Pass> + Clone) -> Option<Self> {
        let samples = passes.len();
        if samples < 2 {
            return None;
        }
        let executions = Self::mean(passes.clone());
        let squares: f64 = passes.clone().map(|pass| (pass.weight * (pass.all - executions)).powi(2)).sum();
        let weight: f64 = passes.map(|pass| pass.weight).sum();
        let n = samples as f64;
        Some(Self { executions, error: (squares * n / (n - 1.0)).sqrt() / weight, samples })
    }

    /// The mean of passes.
    pub(crate) fn mean<'a>(passes: impl Iterator<Item = &'a Pass>) -> f64 {
        let add = |(sum, weight): (f64, f64), pass: &Pass| (pass.all.mul_add(pass.weight, sum), weight + pass.weight);
        let (sum, weight) = passes.fold((0.0, 0.0), add);
        if weight > 0.0 { sum / weight } else { 0.0 }
    }
}

/// How much tells the strata apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// The thread; about how many choices come after it, and how many events before it are pinned.
    Rough,
    /// The kind of the choice, and the thread; exactly how many events are before it, how many of
    /// them are in the past of the event there, and how many are pinned.
    Fine,
}

/// How passes are made.
pub(crate) struct Tour<'a> {
    /// Through this.
    pub(crate) work: &'a [Work],
    /// Until this says that it is enough.
    pub(crate) over: &'a dyn Fn() -> bool,
    pub(crate) shard: Option<Shard>,
    pub(crate) within: Option<Within>,
}

/// A system of its own, started, for passes.
pub(crate) struct Probe<S: GraphSystem> {
    system: S,
    main: Pending<S::State>,
    begin: Mark,
}

impl<S: Fork + GraphSystem> Probe<S> {
    /// For passes through executions of that system.
    pub(crate) fn of(system: &S) -> Self {
        let mut system = system.apart();
        let main = system.start();
        Self { begin: system.mark(), system, main }
    }
}

/// Makes [`PASSES`] through what is left of the search, or fewer: how many executions each has
/// counted.
pub(crate) fn passes<S: Fork + GraphSystem, M: Model, const W: usize>(
    probe: &mut Probe<S>,
    tour: &Tour<'_>,
    strata: &mut Strata,
) -> Vec<f64> {
    let mut part = |work: &Work, strata: &mut Strata| {
        let mut sink = Nobody;
        let filters = Filters::new(tour.within, tour.shard);
        let mut search = Filtered::<S, M, W>::new(&mut probe.system, &mut sink, probe.main, filters);
        let counted = Sampling { search: &mut search, tour, strata, forks: Vec::new(), steps: 0 }.part(work);
        search.take_back_all();
        probe.system.undo(probe.begin);
        counted
    };
    let mut pass = || {
        strata.begin_pass();
        tour.work.iter().enumerate().try_fold(0.0, |counted, (number, work)| {
            let place = (number % MANY, 0, 0, 0, 0);
            match strata.admit(Stratum { gone_back: 0, place }, 1.0) {
                Some(weight) => Some(weight.mul_add(part(work, strata)?, counted)),
                None => Some(counted),
            }
        })
    };
    std::iter::from_fn(&mut pass).take(PASSES).collect()
}

/// So many parts of what is left are told apart.
const MANY: usize = 256;

struct Nobody;

impl Sink for Nobody {
    fn fault(&mut self, _: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A path: the weight with which it was entered, and how often the search had gone back then.
#[derive(Clone, Copy)]
struct Branch {
    weight: f64,
    gone_back: u32,
}

/// A search that leaves some of its frames out.
struct Sampling<'a, 's, S: GraphSystem, M: Model, const W: usize> {
    search: &'a mut Filtered<'s, S, M, W>,
    tour: &'a Tour<'a>,
    strata: &'a mut Strata,
    /// The frames above the floor: what forks off there, if it is to be entered.
    forks: Vec<Option<Branch>>,
    steps: u32,
}

/// So many steps are made before somebody looks at the time.
const STEPS: u32 = 64;

impl<S: GraphSystem, M: Model, const W: usize> Sampling<'_, '_, S, M, W> {
    /// Goes through a sample of the part: how many executions that stands for. `None` if it was
    /// stopped, or takes too long.
    fn part(&mut self, work: &Work) -> Option<f64> {
        self.search.follow(work).ok()?;
        // Executions that end on the way there are those of others.
        (self.search.report.voice, self.search.report.ended) = (Voice::Muted, None);
        let mut next = Some(Branch { weight: 1.0, gone_back: 0 });
        let mut counted = 0.0;
        while let Some(branch) = next {
            counted += branch.weight * f64::from(self.go_down()?);
            self.note_forks(branch);
            next = self.go_back();
        }
        Some(counted)
    }

    /// The leftmost path: how many executions end there.
    fn go_down(&mut self) -> Option<u32> {
        let search = &mut *self.search;
        let mut executions = 0;
        while search.at.goes_on() {
            search.at = search.step();
            self.steps += 1;
            let over = self.steps.is_multiple_of(STEPS) && (self.tour.over)();
            if search.report.is_stopped() || over {
                return None;
            }
            executions += u32::from(search.report.ended.take().is_some() && search.hooks.part.is_mine());
        }
        Some(executions)
    }

    /// Decides on the frames that were opened since the search went back last.
    fn note_forks(&mut self, Branch { weight, gone_back }: Branch) {
        let search = &*self.search;
        let gone_back = gone_back + 1;
        let pinned = Pinned::of(&search.graph);
        for frame in search.stack.floor + self.forks.len()..search.stack.frames.len() {
            let place = search.place_of(frame, self.strata.detail, &pinned);
            let entered = self.strata.admit(Stratum { gone_back, place }, weight);
            self.forks.push(entered.map(|weight| Branch { weight, gone_back }));
        }
    }

    /// Goes back to the newest frame that is not left out, if there is one.
    fn go_back(&mut self) -> Option<Branch> {
        while let Some(fork) = self.forks.pop() {
            if fork.is_some() && !self.search.hooks.part.is_beyond(&self.search.stack) {
                self.search.at = self.search.resume();
                self.steps += 1;
                return fork;
            }
            self.search.leave_out();
        }
        None
    }
}

/// How many events before each place of the trail are pinned.
struct Pinned(Vec<usize>);

impl Pinned {
    fn of<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>) -> Self {
        let pinned = graph.trail.iter().scan(0, |number, &id| {
            *number += usize::from(graph.event(id).pinned);
            Some(*number)
        });
        Self(std::iter::once(0).chain(pinned).collect())
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    fn place_of(&self, frame: usize, detail: Detail, pinned: &Pinned) -> Place {
        let Frame { base, choice, .. } = &self.stack.frames[frame];
        let (kind, thread) = match *choice {
            Choice::Load { thread, .. } => (0, thread),
            Choice::Store { thread, .. } => (1, thread),
            Choice::Update { thread, .. } => (2, thread),
            Choice::Value { thread, .. } | Choice::Answer { thread, .. } | Choice::Swap { thread, .. } => (3, thread),
            Choice::Revisits { thread, made, .. } => (4 + u8::from(made == Made::Newest), thread),
            Choice::Place { thread, .. } => (6, thread),
        };
        let trail = &self.graph.trail;
        let pinned = pinned.0[base.trail.min(trail.len())];
        match detail {
            Detail::Rough => (about(self.stack.frames.len() - frame), 0, thread, 0, about(pinned)),
            Detail::Fine => {
                let past = trail.get(base.trail).map_or(0, |id| self.graph.event(*id).porf.iter().sum());
                (base.trail, kind, thread, past, pinned)
            }
        }
    }
}

/// Numbers below [`EXACT`] are told apart, greater ones if they differ in their first digits.
fn about(number: usize) -> usize {
    let shift = (number / EXACT + 1).ilog2();
    (shift as usize * EXACT) + (number >> shift)
}

/// A power of two.
const EXACT: usize = 8;
