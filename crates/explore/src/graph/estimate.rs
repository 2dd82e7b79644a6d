//! How many executions there are, from random walks through the search, and how much of that is done.
//!
//! Donald E. Knuth: *Estimating the Efficiency of Backtrack Programs*, Mathematics of Computation 29, 1975. A walk goes from
//! the root to a leaf and takes each of the alternatives that a choice has with the same probability; what it counts
//! on its way, divided by the probability of getting there, has the number of executions as its mean. The search is binary
//! (see [`super::path`]): a frame that has n alternatives left is gone back to with probability n / (n + 1).
//!
//! That alone fails where nearly everything is behind a few unlikely turns, as behind revisits. Any probabilities will do for
//! the mean, though, as long as none is 0, so later walks prefer the ways behind which earlier ones have counted more at choices of
//! the same thread at the same place (importance sampling). A part of the probability stays as it was.
//!
//! While the search runs, what is done is known exactly: a walk that ends there counts nothing any more, and the number of
//! what is done is added. So the estimate becomes exact at the end.
//!
//! The error is the standard error of the mean. Where a few walks count nearly everything, it is too small.
//!
//! Not covered: programs in which nearly all executions are behind a long run of revisits, as with many threads that take
//! turns at locks: there the estimate is far too small, which is why the command line does not show it yet. What the search costs besides executions; the time is that of the executions so far.

use super::bound::Within;
use super::model::Model;
use super::path::{Path, Work};
use super::search::{Choice, Search};
use super::shard::Shard;
use super::snapshot::Snapshot;
use crate::Sink;
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use std::time::Instant;
use threadbare_op::{Fork, Schedule, System};

/// One walk: where it ended, and for how many executions it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk {
    /// The leaf.
    pub path: Path,
    /// Complete executions and others.
    pub executions: f64,
}

/// How many executions there are, complete or not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// So many.
    pub executions: f64,
    /// Its standard error.
    pub error: f64,
}

/// What walks have found out.
#[derive(Clone, Debug, Default)]
pub(super) struct Estimator {
    walks: Vec<Walk>,
}

impl Estimator {
    pub(super) fn add(&mut self, walks: Vec<Walk>) {
        self.walks.extend(walks);
    }

    /// The number of executions, of which `now` says what is done; `None` before the first walk.
    pub(super) fn estimate(&self, now: &Snapshot) -> Option<Estimate> {
        let left =
            |walk: &Walk| if now.work.iter().any(|work| work.contains(&walk.path)) { walk.executions } else { 0.0 };
        let n = self.walks.len() as f64;
        if self.walks.len() < 2 {
            return None;
        }
        let mean = self.walks.iter().map(left).sum::<f64>() / n;
        let squares = self.walks.iter().map(|walk| (left(walk) - mean).powi(2)).sum::<f64>();
        let done = (now.stats.executions + now.stats.blocked) as f64;
        Some(Estimate { executions: done + mean, error: (squares / (n - 1.0) / n).sqrt() })
    }
}

impl Work {
    /// Whether the search comes to `path` when it does this work.
    fn contains(&self, path: &Path) -> bool {
        let Some(at) = (0..).take(self.path.open() + 1).find(|&at| path.at(at) != self.path.at(at)) else {
            return true;
        };
        at >= self.floor && at <= path.open() && path.at(at) > self.path.at(at)
    }
}

/// How walks are taken.
pub(super) struct Tour {
    pub(super) seed: u64,
    /// So many at most,
    pub(super) most: usize,
    /// or until then.
    pub(super) until: Instant,
    pub(super) shard: Option<Shard>,
    pub(super) within: Option<Within>,
}

/// Takes walks through the search of a system that has not been started.
pub(super) fn walks<S: Fork, M: Model, const W: usize>(system: &mut S, tour: &Tour) -> Vec<Walk> {
    let main = system.start();
    let begin = system.mark();
    let mut walks = Vec::new();
    let (mut random, mut memory) = (tour.seed, Memory::default());
    let mut sink = Nobody;
    while walks.len() < tour.most && Instant::now() < tour.until {
        let mut search = Search::<S, M, W>::new(system, &mut sink, main).keep_to(tour.within);
        search.shard = tour.shard;
        let walk = search.walk(&mut random, &mut memory, tour.until);
        search.take_back_all();
        system.undo(begin);
        match walk {
            Some(walk) => walks.push(walk),
            None => break,
        }
    }
    walks
}

struct Nobody;

impl Sink for Nobody {
    fn fault(&mut self, _: threadbare_op::FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), as a number from 0 to 1, 1 excluded.
fn fraction(random: &mut u64) -> f64 {
    *random = random.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut x = *random;
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// What earlier walks have found behind choices of one kind, for the two ways there are: going on, and coming back.
#[derive(Clone, Copy, Debug, Default)]
struct Experience {
    /// How many walks went that way, and what they have counted there in all.
    seen: [f64; 2],
    counted: [f64; 2],
}

/// A choice as far as walks tell choices apart: what kind it is of, whose it is, where in that thread, how much is left.
type Kind = (u8, u32, u32, u32);

/// What earlier walks have found.
#[derive(Debug, Default)]
pub(super) struct Memory {
    experience: FxHashMap<Kind, Experience>,
}

/// So many walks must have gone both ways before they are believed.
const ENOUGH: f64 = 2.0;

impl Memory {
    /// With which probability to come back.
    fn probability(&self, kind: Kind) -> f64 {
        let left = f64::from(kind.3);
        let blind = left / (left + 1.0);
        if left == 0.0 {
            return 0.0;
        }
        let Some(known) = self.experience.get(&kind).filter(|known| known.seen.iter().all(|n| *n >= ENOUGH)) else {
            return blind;
        };
        let mean = |way: usize| known.counted[way] / known.seen[way];
        let all = mean(0) + mean(1);
        if all == 0.0 { blind } else { (blind + 3.0 * mean(1) / all) / 4.0 }
    }

    fn note(&mut self, kind: Kind, way: usize, counted: f64) {
        let known = self.experience.entry(kind).or_default();
        known.seen[way] += 1.0;
        known.counted[way] += counted;
    }
}

/// A decision of the present walk: the choice, the way taken, the weight from there on, what was counted before.
type Decision = (Kind, usize, f64, f64);

impl<S: System, M: Model, const W: usize> Search<'_, S, M, W> {
    /// Goes from the root to a leaf; `None` if it was stopped, or takes too long: there may be no leaf.
    fn walk(&mut self, random: &mut u64, memory: &mut Memory, until: Instant) -> Option<Walk> {
        (self.muted, self.left) = (true, Some(Vec::new()));
        self.find_owner();
        self.begin_main();
        let mut decisions: Vec<Decision> = Vec::new();
        let (mut weight, mut executions) = (1.0, 0.0);
        let (mut decided, mut more) = (0, true);
        loop {
            if self.stop || self.too_narrow {
                return None;
            }
            if let Some(&left) = self.left.as_ref().and_then(|left| left.get(decided)) {
                let kind = self.kind(decided, left);
                let back = memory.probability(kind);
                let way = usize::from(fraction(random) < back);
                weight /= if way == 1 { back } else { 1.0 - back };
                decisions.push((kind, way, weight, executions));
                if way == 0 {
                    decided += 1;
                    continue;
                }
                self.drop_frames(decided + 1);
                if let Some(left) = &mut self.left {
                    left.truncate(decided);
                }
                more = self.resume();
                continue;
            }
            if !more {
                for (kind, way, weight, before) in decisions {
                    memory.note(kind, way, (executions - before) / weight);
                }
                return Some(Walk { path: self.path(), executions });
            }
            more = self.step();
            if self.graph.trail.len() % 128 == 127 && Instant::now() >= until {
                return None;
            }
            if self.ended.take().is_some() && self.mine {
                executions += weight;
            }
        }
    }

    fn kind(&self, frame: usize, left: u32) -> Kind {
        let (kind, thread) = match self.frames[frame].choice {
            Choice::Load { thread, .. } => (0, thread),
            Choice::Store { thread, .. } => (1, thread),
            Choice::Update { thread, .. } => (2, thread),
            Choice::Value { thread, .. } => (3, thread),
            Choice::Revisits { thread, active, .. } => (4 + u8::from(active), thread),
            Choice::Place { thread, .. } => (6, thread),
        };
        let count = self.graph.lanes[thread as usize].as_ref().map_or(0, |lane| lane.count);
        (kind, thread, count, left)
    }

    /// How many alternatives a choice that is being opened has besides the one that is taken at once.
    pub(super) fn alternatives(&mut self, choice: &Choice) -> u32 {
        let mut number = 0;
        match *choice {
            Choice::Load { thread, from } | Choice::Update { thread, from } => {
                let mut at = from;
                while self.more_before(thread, at) {
                    at = self.graph.co_prev(at);
                    number += 1;
                }
            }
            Choice::Store { thread, after } => {
                let mut at = after;
                while self.more_before(thread, at) {
                    number += u32::from(!self.is_update(at));
                    at = self.graph.co_prev(at);
                }
            }
            Choice::Place { thread, after, read } => {
                let mut at = after;
                while !self.is_before_either(at, thread, read) {
                    number += u32::from(!self.is_update(at));
                    at = self.graph.co_prev(at);
                }
            }
            Choice::Value { value, arity, .. } => number = arity.saturating_sub(value + 1),
            Choice::Revisits { queue, .. } => number = (self.queue.len() - queue) as u32,
        }
        number
    }
}
