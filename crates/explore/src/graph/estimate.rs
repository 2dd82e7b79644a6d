//! How many executions there are, from samples of the search, and how much of that is done.
//!
//! Pang C. Chen: *Heuristic Sampling: A Method for Predicting the Performance of Tree Searching Programs*, SIAM Journal on
//! Computing 21, 1992. The search is a tree of subtrees ([`super::path`]): the leftmost path of one ends at a leaf, and
//! at each frame that it has opened another forks off, which is entered by going back to that frame. A *pass* goes
//! through that tree in the order of how often the search has gone back, and of all subtrees of one *stratum*, which are supposed
//! to be alike, it enters a single one, taken at random by weight, that stands for all of them. Whatever the
//! strata are, as long as the parts of a subtree come after it, the weights of the leaves have the number of executions as their mean.
//! (Knuth's random walks, of 1975, are the case in which a path has one stratum: they fail where nearly everything is behind a few
//! unlikely turns, as behind revisits.)
//!
//! Alike are subtrees that fork off equally long trails, at choices of the same kind and thread. With more [`Detail`]: where the event
//! behind the fork has as many events in its past; and where revisits have pinned as many events. With less: where trails are
//! about equally long. More detail costs more samples per pass, so there is as much as there is time for ([`super::guess`]).
//!
//! While the search runs, what is done is known exactly, and passes go through what is left. So the estimate becomes exact at the end.
//! All passes say how many executions there are in all, and count together, but for those made when much more was left.
//!
//! The error is the standard error of the mean of the passes. Where no pass has met what counts most, it is too small.
//!
//! Not covered: what the search costs besides executions; the time is that of the executions so far. There is no estimate where a
//! pass takes longer than it is given.

use super::bound::Within;
use super::event::Id;
use super::model::Model;
use super::path::Work;
use super::search::{Choice, Frame, Search};
use super::shard::Shard;
use crate::{Sink, mix};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;
use threadbare_op::{Fork, Schedule, System};

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
    pub(super) fn new(passes: impl ExactSizeIterator<Item = f64> + Clone) -> Option<Self> {
        let samples = passes.len();
        if samples < 2 {
            return None;
        }
        let n = samples as f64;
        let executions = passes.clone().sum::<f64>() / n;
        let squares: f64 = passes.map(|all| (all - executions).powi(2)).sum();
        Some(Self { executions, error: (squares / (n - 1.0) / n).sqrt(), samples })
    }
}

/// How much tells the strata apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// About where the choice is: in which part of the execution.
    Part,
    /// The place of the choice.
    Place,
    /// Also how many events are in the past of the event there.
    Past,
    /// Also how many events are pinned.
    Pinned,
}

impl Detail {
    pub(super) const fn finer(self) -> Option<Self> {
        match self {
            Self::Part => Some(Self::Place),
            Self::Place => Some(Self::Past),
            Self::Past => Some(Self::Pinned),
            Self::Pinned => None,
        }
    }
}

/// How passes are made.
pub(super) struct Tour<'a> {
    pub(super) seed: u64,
    pub(super) detail: Detail,
    /// Through this.
    pub(super) work: &'a [Work],
    /// So many at most,
    pub(super) most: usize,
    /// or until this says that it is enough.
    pub(super) over: &'a dyn Fn() -> bool,
    pub(super) shard: Option<Shard>,
    pub(super) within: Option<Within>,
}

/// Makes passes through what is left of the search of a system that has not been started: how many executions each has counted.
pub(super) fn passes<S: Fork, M: Model, const W: usize>(system: &mut S, tour: &Tour<'_>) -> Vec<f64> {
    let main = system.start();
    let begin = system.mark();
    let mut expand = |work: &Work| {
        let mut sink = Nobody;
        let mut search = Search::<S, M, W>::new(system, &mut sink, main).keep_to(tour.within);
        search.shard = tour.shard;
        search.find_owner();
        let branch = search.branch(work, tour);
        search.take_back_all();
        system.undo(begin);
        branch
    };
    let mut random = tour.seed;
    std::iter::from_fn(|| pass(tour.work, &mut expand, &mut random)).take(tour.most).collect()
}

/// One pass; `None` if a branch was not followed to its end.
fn pass(all: &[Work], expand: &mut dyn FnMut(&Work) -> Option<Branch>, random: &mut u64) -> Option<f64> {
    let mut strata = BTreeMap::new();
    for (number, work) in all.iter().enumerate() {
        let place = (number % MANY, 0, 0, 0, 0);
        enter(&mut strata, Stratum { gone_back: 0, place }, Standin { work: work.clone(), weight: 1.0 }, random);
    }
    let mut counted = 0.0;
    while let Some((stratum, standin)) = strata.pop_first() {
        let Branch { executions, forks } = expand(&standin.work)?;
        counted += standin.weight * f64::from(executions);
        for (work, place) in forks {
            let fork = Standin { work, weight: standin.weight };
            enter(&mut strata, Stratum { gone_back: stratum.gone_back + 1, place }, fork, random);
        }
    }
    Some(counted)
}

/// If there is another in the stratum, one of the two stands for both, with probabilities as their weights: so that each
/// keeps its weight on average.
fn enter(strata: &mut BTreeMap<Stratum, Standin>, stratum: Stratum, new: Standin, random: &mut u64) {
    match strata.entry(stratum) {
        Entry::Vacant(entry) => {
            entry.insert(new);
        }
        Entry::Occupied(mut entry) => {
            let known = entry.get_mut();
            let weight = known.weight + new.weight;
            if fraction(random) * weight < new.weight {
                known.work = new.work;
            }
            known.weight = weight;
        }
    }
}

/// So many parts of what is left are told apart.
const MANY: usize = 256;

struct Nobody;

impl Sink for Nobody {
    fn fault(&mut self, _: threadbare_op::FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The next random number, from 0 to 1, 1 excluded.
fn fraction(random: &mut u64) -> f64 {
    *random = random.wrapping_add(mix::STEP);
    (mix::finish(*random) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Subtrees that are supposed to be alike: reached by going back equally often, at choices alike. A subtree's parts come
/// after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Stratum {
    gone_back: u32,
    place: Place,
}

/// Parts of an execution that are told apart without more detail.
const PARTS: usize = 16;

/// What tells forks apart: the length of the trail, the kind of the choice, the thread; the past; what is pinned.
type Place = (usize, u8, u32, u32, usize);

/// A subtree that stands for so many of its stratum.
struct Standin {
    work: Work,
    weight: f64,
}

/// The leftmost path of a subtree: how many executions end there, and the subtrees that fork off it.
struct Branch {
    executions: u32,
    forks: Vec<(Work, Place)>,
}

impl<S: System, M: Model, const W: usize> Search<'_, S, M, W> {
    /// Follows the leftmost path; `None` if it was stopped, or takes too long: it may have no end.
    fn branch(&mut self, work: &Work, tour: &Tour<'_>) -> Option<Branch> {
        self.follow(work).ok()?;
        // Executions that end on the way there are those of others.
        (self.muted, self.ended) = (true, None);
        let mut executions = 0;
        while self.more {
            self.more = self.step();
            let long = self.graph.trail.len() % 128 == 127 && (tour.over)();
            if self.stop || self.too_narrow || long {
                return None;
            }
            executions += u32::from(self.ended.take().is_some() && self.mine);
        }
        if (tour.over)() {
            return None;
        }
        let open = work.floor..self.frames.len();
        let forks = open.map(|frame| (self.fork(frame), self.place(frame, tour.detail))).collect();
        Some(Branch { executions, forks })
    }

    fn place(&self, frame: usize, detail: Detail) -> Place {
        let Frame { base, choice, .. } = &self.frames[frame];
        let (kind, thread) = match *choice {
            Choice::Load { thread, .. } => (0, thread),
            Choice::Store { thread, .. } => (1, thread),
            Choice::Update { thread, .. } => (2, thread),
            Choice::Value { thread, .. } => (3, thread),
            Choice::Revisits { thread, active, .. } => (4 + u8::from(active), thread),
            Choice::Place { thread, .. } => (6, thread),
        };
        let (before, after) = self.graph.trail.split_at(base.trail.min(self.graph.trail.len()));
        let past = |id: &Id| self.graph.event(*id).porf.iter().sum();
        let past = if detail >= Detail::Past { after.first().map_or(0, past) } else { 0 };
        let is_pinned = |id: &&Id| self.graph.event(**id).pinned;
        let pinned = if detail >= Detail::Pinned { before.iter().filter(is_pinned).count() } else { 0 };
        let all = self.graph.trail.len().max(1);
        let at = if detail >= Detail::Place { base.trail } else { base.trail * PARTS / all };
        (at, kind, thread, past, pinned)
    }
}
