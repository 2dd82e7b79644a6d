//! When estimates are made during a search, and of how much detail (see [`super::estimate`]).

use super::estimate::{Detail, Estimate};
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

/// What is known for the next estimate, and when that is due.
pub(super) struct Guessing {
    /// The detail of the last passes, and the finest there has been time for.
    detail: Detail,
    finest: Detail,
    seed: u64,
    begun: Instant,
    next: Instant,
    /// How often in a row there was no time for enough passes, and how many executions there are by those there was time for.
    failed: u32,
    totals: Vec<f64>,
}

impl Guessing {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        let totals = Vec::new();
        Self { detail: Detail::Place, finest: Detail::Pinned, seed: 0, begun: now, next: now, failed: 0, totals }
    }

    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// There is nothing to go by now.
    pub(super) fn postpone(&mut self) {
        self.next = Instant::now() + BETWEEN;
    }

    /// An estimate, given how many executions are done. `make` makes passes, with a seed, of some detail, until then.
    pub(super) fn estimate(
        &mut self,
        done: u64,
        mut make: impl FnMut(u64, Detail, Instant) -> Vec<f64>,
    ) -> Option<Estimate> {
        let begun = Instant::now();
        let time = self.time(begun - self.begun);
        let (mut passes, mut detail) = (Vec::new(), self.detail);
        while begun.elapsed() < time / 2 {
            self.seed += 1;
            let more = make(self.seed, detail, begun + time);
            if more.len() < PASSES {
                if detail > self.detail {
                    self.finest = self.detail;
                } else {
                    passes.extend(more);
                }
                break;
            }
            if detail > self.detail {
                (self.detail, passes) = (detail, Vec::new());
            }
            passes.extend(more);
            let quick = begun.elapsed() * QUICK < time;
            detail = detail.finer().filter(|finer| quick && *finer <= self.finest).unwrap_or(detail);
        }
        self.postpone();
        self.sum_up(done, &passes)
    }

    /// How long an estimate may take when the search has taken so long.
    fn time(&self, passed: Duration) -> Duration {
        let patience = TIME.saturating_mul(1 << self.failed.min(16)).min(passed / MOST);
        TIME.max(passed / SHARE).max(patience)
    }

    /// If there are too few passes, those of the attempts before count as well: each says how many executions there are in all.
    fn sum_up(&mut self, done: u64, passes: &[f64]) -> Option<Estimate> {
        if passes.len() >= PASSES {
            self.failed = 0;
            self.totals.clear();
            return Estimate::new(done, passes);
        }
        self.failed += 1;
        self.totals.extend(passes.iter().map(|left| done as f64 + left));
        Estimate::new(0, &self.totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a single pass is all there is time for, several attempts make an estimate, and there is more time for each.
    #[test]
    fn slow_passes() {
        let mut guessing = Guessing::new();
        assert_eq!(guessing.estimate(10, |_, _, _| Vec::new()), None);
        assert_eq!(guessing.estimate(20, |_, _, _| vec![80.0]), None);
        let estimate = guessing.estimate(50, |_, _, _| vec![70.0]).unwrap();
        assert_eq!((estimate.executions, estimate.error), (110.0, 10.0));
        let long = Duration::from_secs(1000);
        assert_eq!(guessing.time(Duration::from_secs(1)), Duration::from_millis(250));
        assert_eq!(guessing.time(long), Duration::from_secs(40));
        guessing.failed = 9;
        assert_eq!(guessing.time(long), Duration::from_millis(51_200));
        guessing.failed = 90;
        assert_eq!(guessing.time(long), Duration::from_secs(250));
    }

    #[test]
    fn enough_passes_stand_alone() {
        let mut guessing = Guessing::new();
        assert_eq!(guessing.estimate(0, |_, _, _| vec![1e9]), None);
        let mut calls = 0;
        let estimate = guessing.estimate(5, |_, _, _| {
            calls += 1;
            if calls == 1 { vec![10.0, 20.0] } else { Vec::new() }
        });
        assert_eq!(estimate.map(|estimate| estimate.executions), Some(20.0));
        assert!(guessing.totals.is_empty());
    }
}
