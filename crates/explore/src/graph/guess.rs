//! When estimates are made during a search, and of how much detail (see [`super::estimate`]).

use super::estimate::{Detail, Estimate, Estimates};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// An estimate needs that many passes, for its error.
pub(super) const PASSES: usize = 2;
/// An estimate may take so long,
const TIME: Duration = Duration::from_millis(100);
/// or, if that is more, this part of the time since the search began.
const SHARE: u32 = 25;
/// How long it is good for.
const BETWEEN: Duration = Duration::from_millis(800);
/// After passes that could not be finished there is twice the time for the next, up to this part of the time since the search began.
const MOST: u32 = 4;
/// With more detail passes take longer: it is tried if the passes without have taken no more than this part of the time.
const QUICK: u32 = 8;
/// Passes made before count as long as what was left then is no more than so many times what is left now,
const LESS: f64 = 1.5;
/// and as long as there are no more than so many.
const MANY: usize = 10_000;

/// What is known for the next estimate, and when that is due.
pub(super) struct Guessing {
    /// The detail of the last passes, and the finest there has been time for.
    detail: Detail,
    finest: Detail,
    seed: u64,
    begun: Instant,
    next: Instant,
    between: Duration,
    /// How often in a row there was no time for enough passes.
    failed: u32,
    passes: VecDeque<Pass>,
}

/// What a pass said: how many executions there are in all, when so many were done.
#[derive(Clone, Copy, Debug)]
struct Pass {
    done: f64,
    all: f64,
}

impl Guessing {
    pub(super) fn new(estimates: Estimates) -> Self {
        let now = Instant::now();
        let between = if estimates == Estimates::Only { Duration::ZERO } else { BETWEEN };
        Self {
            detail: Detail::Place,
            finest: Detail::Pinned,
            seed: 0,
            begun: now,
            next: now,
            between,
            failed: 0,
            passes: VecDeque::new(),
        }
    }

    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// There is nothing to go by now.
    pub(super) fn postpone(&mut self) {
        self.next = Instant::now() + self.between;
    }

    /// An estimate, given how many executions are done. `make` makes passes, with a seed, of some detail, until then.
    pub(super) fn estimate(
        &mut self,
        done: u64,
        mut make: impl FnMut(u64, Detail, Instant) -> Vec<f64>,
    ) -> Option<Estimate> {
        let mut begun = Instant::now();
        let time = self.time(begun - self.begun);
        let (mut passes, mut detail) = (Vec::new(), self.detail);
        while begun.elapsed() < time / 2 {
            self.seed += 1;
            let more = make(self.seed, detail, begun + time);
            if more.len() < PASSES {
                if detail > self.detail {
                    self.finest = self.detail;
                } else if passes.is_empty() && self.passes.is_empty() && detail > Detail::Part {
                    // With less detail, and as much time again.
                    (self.detail, detail, begun) = (Detail::Part, Detail::Part, Instant::now());
                    continue;
                } else {
                    passes.extend(more);
                }
                break;
            }
            if detail > self.detail {
                // What was known with less detail is worth less.
                (self.detail, passes) = (detail, Vec::new());
                self.passes.clear();
            }
            passes.extend(more);
            let quick = begun.elapsed() * QUICK < time;
            detail = detail.finer().filter(|finer| quick && *finer <= self.finest).unwrap_or(detail);
        }
        self.failed = if passes.len() < PASSES { self.failed + 1 } else { 0 };
        self.postpone();
        self.sum_up(done as f64, &passes)
    }

    /// How long an estimate may take when the search has taken so long.
    fn time(&self, passed: Duration) -> Duration {
        let patience = TIME.saturating_mul(1 << self.failed.min(16)).min(passed / MOST);
        TIME.max(passed / SHARE).max(patience)
    }

    /// All passes say how many executions there are in all; those made when much more was left say it less well.
    fn sum_up(&mut self, done: f64, left: &[f64]) -> Option<Estimate> {
        self.passes.extend(left.iter().map(|left| Pass { done, all: done + left }));
        self.passes.drain(..self.passes.len().saturating_sub(MANY));
        let all = self.passes.iter().map(|pass| pass.all).sum::<f64>() / self.passes.len().max(1) as f64;
        let worth = |pass: &Pass| all - pass.done <= LESS * (all - done);
        while self.passes.len() > left.len().max(PASSES) && !self.passes.front().is_some_and(worth) {
            self.passes.pop_front();
        }
        Estimate::new(self.passes.iter().map(|pass| pass.all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a single pass is all there is time for, several attempts make an estimate, and there is more time for each.
    #[test]
    fn slow_passes() {
        let mut guessing = Guessing::new(Estimates::Also);
        let mut details = Vec::new();
        let none = |_, detail, _| {
            details.push(detail);
            Vec::new()
        };
        assert_eq!(guessing.estimate(10, none), None);
        assert_eq!(details, [Detail::Place, Detail::Part]);
        assert_eq!(guessing.estimate(20, |_, _, _| vec![80.0]), None);
        let estimate = guessing.estimate(50, |_, _, _| vec![70.0]).unwrap();
        assert_eq!((estimate.executions, estimate.error, estimate.samples), (110.0, 10.0, 2));
        let long = Duration::from_secs(1000);
        assert_eq!(guessing.time(Duration::from_secs(1)), Duration::from_millis(250));
        assert_eq!(guessing.time(long), Duration::from_secs(40));
        guessing.failed = 9;
        assert_eq!(guessing.time(long), Duration::from_millis(51_200));
        guessing.failed = 90;
        assert_eq!(guessing.time(long), Duration::from_secs(250));
    }

    /// Of the passes before, those count that were made when not much more was left.
    #[test]
    fn what_is_worth_something() {
        let mut guessing = Guessing::new(Estimates::Also);
        guessing.detail = Detail::Pinned;
        // One call makes all the passes there is time for.
        let once = |left: [f64; 2]| {
            let mut calls = 0;
            move |_, _, _| {
                calls += 1;
                if calls == 1 { left.to_vec() } else { Vec::new() }
            }
        };
        let executions = |estimate: Option<Estimate>| estimate.map(|estimate| (estimate.executions, estimate.samples));
        assert_eq!(executions(guessing.estimate(0, once([900.0, 1100.0]))), Some((1000.0, 2)));
        assert_eq!(executions(guessing.estimate(100, once([900.0, 940.0]))), Some((1010.0, 4)));
        assert_eq!(
            executions(guessing.estimate(400, once([610.0, 630.0]))),
            Some((1020.0, 4)),
            "the first had 1,000 left"
        );
        assert_eq!(executions(guessing.estimate(1000, once([10.0, 20.0]))), Some((1015.0, 2)));
    }
}
