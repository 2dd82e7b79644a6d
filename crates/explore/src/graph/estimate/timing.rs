//! When estimates are made during a search, and in how much detail.
//!
//! An estimate may cost a small part of the time since the search began. If passes cannot be
//! finished in it, there is more time for the next; if they are quick, the next go into more detail
//! ([`super::sampling`]).

use super::sampling::{Detail, Estimate, Estimates};
use super::stopwatch::{Deadline, Stopwatch};
use super::strata::Strata;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// An estimate needs that many passes, for its error.
pub(crate) const PASSES: usize = 2;
/// An estimate may take so long, not counting what others do on the machine ([`Stopwatch`]),
const TIME: Duration = Duration::from_millis(100);
/// or, if that is more, this part of the time since the search began.
const SHARE: u32 = 25;
/// Where the random numbers begin.
const SEED: u64 = 1;
/// How long it is good for.
const BETWEEN: Duration = Duration::from_millis(800);
/// After passes that could not be finished there is twice the time for the next, up to this part of
/// the time since the search began, if that is what the time is for.
const MOST: u32 = 4;
/// Passes that enter twice as many are tried if there is so many times the time left that the last
/// took.
const ROOM: u32 = 4;
/// More detail is tried so often before an estimate without is told,
const TRIES: u32 = 3;
/// and then again when there is so many times as much time.
const AGAIN: u32 = 4;
/// The first estimate is told if that many passes were made,
const ENOUGH: usize = 4;
/// and its error is at most this part of it,
const UNSURE: f64 = 0.3;
/// or after so many tries, of which each begins when the last has ended.
const FIRST_TRIES: u32 = 5;
/// Passes made before count as long as what was left then is no more than so many times what is
/// left now,
const LESS: f64 = 1.5;
/// and as long as there are no more than so many.
const MANY: usize = 10_000;

/// How much a pass goes into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Level {
    detail: Detail,
    /// So many subtrees of each stratum, about.
    many: u32,
}

impl Level {
    const LEAST: Self = Self { detail: Detail::Rough, many: 1 };
    const FINE: Self = Self { detail: Detail::Fine, many: 1 };

    fn twice(self) -> Self {
        Self { many: self.many.saturating_mul(2), ..self }
    }
}

/// What is known for the next estimate, and when that is due.
pub(crate) struct Timing {
    /// The level of the last passes, and what they know of the strata.
    level: Level,
    strata: Strata,
    /// So often there was no time for more detail; and how much there was the last time.
    tries: u32,
    short: Duration,
    /// Whether an estimate was told; if not, so many were too unsure.
    told: bool,
    unsure: u32,
    begun: Instant,
    next: Instant,
    between: Duration,
    /// How often there was no time for enough passes.
    failed: u32,
    most: u32,
    passes: VecDeque<Pass>,
}

/// What a pass said: how many executions there are in all, when so many were done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pass {
    pub(crate) done: f64,
    pub(crate) all: f64,
    /// What it counts: how many of each stratum were entered.
    pub(crate) weight: f64,
}

impl Timing {
    pub(crate) fn new(estimates: Estimates) -> Self {
        let now = Instant::now();
        let (between, most) = if estimates == Estimates::Only { (Duration::ZERO, 1) } else { (BETWEEN, MOST) };
        Self {
            level: Level::LEAST,
            strata: Strata::new(Level::LEAST.detail, SEED),
            tries: 0,
            short: Duration::ZERO,
            told: false,
            unsure: 0,
            begun: now,
            next: now,
            between,
            failed: 0,
            most,
            passes: VecDeque::new(),
        }
    }

    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// There is nothing to go by now.
    pub(crate) fn postpone(&mut self) {
        self.next = Instant::now() + self.between;
    }

    /// An estimate, given how many executions are done. `make` makes passes, until then.
    pub(crate) fn estimate(
        &mut self,
        done: u64,
        mut make: impl FnMut(&mut Strata, Deadline) -> Vec<f64>,
    ) -> Option<Estimate> {
        let (time, patience) = self.times(self.begun.elapsed());
        let all = Stopwatch::begin();
        let mut passes = Vec::new();
        let mut level = self.level;
        while all.spent() < time / 2 || level.detail > self.level.detail {
            let pair = Stopwatch::begin();
            let mut finer = (level.detail > self.level.detail).then(|| Strata::new(level.detail, self.strata.seed()));
            let strata = finer.as_mut().unwrap_or(&mut self.strata);
            strata.enter(level.many);
            let is_extra = level.many > self.level.many;
            let until = if is_extra { Deadline::after(all, time) } else { Deadline::after(pair, patience) };
            let left = make(strata, until);
            // Those that could be finished are the small ones: they would say too little.
            if left.len() < PASSES {
                self.note_failure(level, time);
                break;
            }
            if let Some(strata) = finer {
                // What was known with less detail is worth less.
                (self.strata, passes) = (strata, Vec::new());
                self.passes.clear();
            }
            let (done, weight) = (done as f64, f64::from(level.many));
            passes.extend(left.iter().map(|left| Pass { done, all: done + left, weight }));
            self.level = level;
            if level.detail == Detail::Rough && self.may_be_fine(time) {
                level = Level::FINE;
            } else if pair.spent() * ROOM < time.saturating_sub(all.spent()) {
                level = level.twice();
            }
        }
        self.postpone();
        let estimate = self.sum_up(done as f64, passes);
        let estimate = estimate.filter(|_| self.level.detail == Detail::Fine || self.tries >= TRIES)?;
        self.may_be_told(&estimate).then_some(estimate)
    }

    /// The first estimate is to be a good one; if it is not, the next is made at once.
    fn may_be_told(&mut self, estimate: &Estimate) -> bool {
        let is_sure = estimate.samples >= ENOUGH && estimate.error <= UNSURE * estimate.executions;
        self.unsure += u32::from(!is_sure);
        self.told |= is_sure || self.unsure >= FIRST_TRIES;
        if !self.told {
            self.next = Instant::now();
        }
        self.told
    }

    /// Passes of the level could not be finished.
    fn note_failure(&mut self, level: Level, time: Duration) {
        if level.detail > self.level.detail {
            (self.short, self.tries) = (time, self.tries + 1);
        }
        if level.many <= self.level.many {
            self.failed += 1;
        }
    }

    /// Whether there may be time for more detail.
    fn may_be_fine(&self, time: Duration) -> bool {
        self.tries < TRIES || time >= self.short * AGAIN
    }

    /// How long an estimate may take when the search has taken so long; and how long, if the passes
    /// that it must have take that long.
    fn times(&self, passed: Duration) -> (Duration, Duration) {
        let time = TIME.max(passed / SHARE);
        let patience = TIME.saturating_mul(1 << self.failed.min(16)).min(passed / self.most);
        (time, patience.max(time))
    }

    /// All passes say how many executions there are in all; those made when much more was left say
    /// it less well.
    fn sum_up(&mut self, done: f64, new: Vec<Pass>) -> Option<Estimate> {
        let fresh = new.len();
        self.passes.extend(new);
        self.passes.drain(..self.passes.len().saturating_sub(MANY));
        let all = Estimate::mean(self.passes.iter());
        let worth = |pass: &Pass| all - pass.done <= LESS * (all - done);
        while self.passes.len() > fresh.max(PASSES) && !self.passes.front().is_some_and(worth) {
            self.passes.pop_front();
        }
        Estimate::new(self.passes.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One call makes all the passes there is time for.
    fn once(left: [f64; 2]) -> impl FnMut(&mut Strata, Deadline) -> Vec<f64> {
        let mut calls = 0;
        move |_, _| {
            calls += 1;
            if calls == 1 { left.to_vec() } else { Vec::new() }
        }
    }

    /// Passes that could not be finished do not count, and there is more time for the next.
    #[test]
    fn slow_passes() {
        let mut timing = Timing::new(Estimates::Also);
        assert_eq!(timing.estimate(10, |_, _| vec![80.0]), None);
        assert_eq!(timing.failed, 1);
        let seconds = Duration::from_secs;
        assert_eq!(timing.times(seconds(1)), (Duration::from_millis(100), Duration::from_millis(200)));
        assert_eq!(timing.times(seconds(1000)), (seconds(40), seconds(40)));
        timing.failed = 9;
        assert_eq!(timing.times(seconds(1000)), (seconds(40), Duration::from_millis(51_200)));
        timing.failed = 90;
        assert_eq!(timing.times(seconds(1000)), (seconds(40), seconds(250)));
        assert_eq!(Timing { failed: 90, ..Timing::new(Estimates::Only) }.times(seconds(1000)).1, seconds(1000));
    }

    /// As long as there is time, passes go into more.
    #[test]
    fn quick_passes() {
        let mut timing = Timing::new(Estimates::Also);
        let mut details = Vec::new();
        let estimate = timing.estimate(0, |strata, _| {
            details.push(strata.detail);
            // Then there is no more time.
            if details.len() == 4 { Vec::new() } else { vec![80.0, 120.0] }
        });
        assert_eq!(details, [Detail::Rough, Detail::Fine, Detail::Fine, Detail::Fine]);
        // Those with less detail do not count: two passes of one of each stratum, two of two.
        let Estimate { executions, error, samples } = estimate.unwrap();
        assert_eq!((executions, samples), (100.0, 4));
        let by_hand = (20.0_f64.powi(2) * (1.0 + 2.0 * 2.0) * 2.0 * 4.0 / 3.0).sqrt() / 6.0;
        assert!((error - by_hand).abs() < 1e-9, "{error}, {by_hand}");
        assert_eq!((timing.level, timing.failed), (Level { detail: Detail::Fine, many: 2 }, 0));
    }

    /// Without detail there is an estimate only when there was no time for more again and again.
    #[test]
    fn rough_passes() {
        let mut timing = Timing::new(Estimates::Also);
        let rough = |strata: &mut Strata, _| match strata.detail {
            Detail::Rough => vec![80.0, 120.0],
            Detail::Fine => Vec::new(),
        };
        assert_eq!(timing.estimate(0, rough), None);
        assert_eq!(timing.estimate(0, rough), None);
        assert_eq!(timing.estimate(0, rough).map(|estimate| (estimate.executions, estimate.samples)), Some((100.0, 6)));
        assert_eq!((timing.tries, timing.failed), (TRIES, TRIES));
    }

    /// The first estimate is told when it is good, or when that does not come.
    #[test]
    fn unsure_passes() {
        let samples = |estimate: Option<Estimate>| estimate.map(|estimate| estimate.samples);
        let begin = || Timing { tries: TRIES, short: TIME * 1000, ..Timing::new(Estimates::Also) };
        let mut timing = begin();
        let pairs = |timing: &mut Timing, left| timing.estimate(0, once(left));
        assert_eq!(samples(pairs(&mut timing, [80.0, 120.0])), None, "too few");
        assert!(timing.is_due(), "the next is made at once");
        assert_eq!(samples(pairs(&mut timing, [80.0, 120.0])), Some(4));
        assert!(!timing.is_due());
        assert_eq!(samples(pairs(&mut timing, [10.0, 900.0])), Some(6), "not the first");
        let mut timing = begin();
        for _ in 1..FIRST_TRIES {
            assert_eq!(samples(pairs(&mut timing, [10.0, 900.0])), None, "too wide apart");
        }
        assert_eq!(samples(pairs(&mut timing, [10.0, 900.0])), Some(2 * FIRST_TRIES as usize));
    }

    /// Of the passes before, those count that were made when not much more was left.
    #[test]
    fn what_is_worth_something() {
        let mut timing = Timing::new(Estimates::Also);
        (timing.level, timing.strata, timing.told) = (Level::FINE, Strata::new(Detail::Fine, 0), true);
        let executions = |estimate: Option<Estimate>| estimate.map(|estimate| (estimate.executions, estimate.samples));
        assert_eq!(executions(timing.estimate(0, once([900.0, 1100.0]))), Some((1000.0, 2)));
        assert_eq!(executions(timing.estimate(100, once([900.0, 940.0]))), Some((1010.0, 4)));
        assert_eq!(
            executions(timing.estimate(400, once([610.0, 630.0]))),
            Some((1020.0, 4)),
            "the first had 1,000 left"
        );
        assert_eq!(executions(timing.estimate(1000, once([10.0, 20.0]))), Some((1015.0, 2)));
    }
}
