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
}

impl Guessing {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { detail: Detail::Place, finest: Detail::Pinned, seed: 0, begun: now, next: now }
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
        let time = TIME.max((begun - self.begun) / SHARE);
        let (mut passes, mut detail) = (Vec::new(), self.detail);
        while begun.elapsed() < time / 2 {
            self.seed += 1;
            let more = make(self.seed, detail, begun + time);
            if more.len() < PASSES {
                if detail > self.detail {
                    self.finest = self.detail;
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
        Estimate::new(done, &passes)
    }
}
