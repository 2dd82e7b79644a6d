//! The strata of the search (see [`super::sampling`]), and which of their subtrees are entered.
//!
//! Pang C. Chen: *Heuristic Sampling*, SIAM Journal on Computing 21, 1992. Deviation: a subtree
//! that weighs at least the *share* of those entered in its stratum is entered as it is; of lighter
//! ones about every share-th unit of weight enters one (systematic sampling). The share is
//! estimated from what has come to the stratum so far. Why the mean is right all the same:
//! docs/proofs/graph-estimates.md.

use super::sampling::Detail;
use crate::mix;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Subtrees that are supposed to be alike: reached by going back equally often, at choices alike. A
/// subtree's parts belong to other strata than it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Stratum {
    pub(crate) gone_back: u32,
    pub(crate) place: Place,
}

/// What tells forks apart, as [`Detail`] says.
pub(crate) type Place = (usize, u8, u32, u32, usize);

/// What is known of the strata from one pass to the next.
#[derive(Clone, Debug)]
pub(crate) struct Strata {
    pub(crate) detail: Detail,
    /// So many subtrees of each stratum are entered, about.
    many: f64,
    tallies: FxHashMap<Stratum, Tally>,
    pass: u32,
    random: u64,
}

/// What is known of a stratum.
#[derive(Clone, Copy, Debug)]
struct Tally {
    /// In this pass so much weight has come to it,
    pass: u32,
    now: f64,
    /// and as passes before have it, so much is to come.
    expected: f64,
    /// What has come since the last subtree was entered, as a part of what each that is entered
    /// stands for.
    waiting: f64,
}

impl Strata {
    pub(crate) fn new(detail: Detail, seed: u64) -> Self {
        Self { detail, many: 1.0, tallies: FxHashMap::default(), pass: 0, random: seed }
    }

    /// For another of its kind.
    pub(crate) fn seed(&self) -> u64 {
        self.random
    }

    /// From now on so many of each are entered.
    pub(crate) fn enter(&mut self, many: u32) {
        self.many = f64::from(many);
    }

    pub(crate) fn begin_pass(&mut self) {
        self.pass += 1;
    }

    /// Another subtree of the stratum, of that weight: the weight it is entered with, if it is.
    pub(crate) fn admit(&mut self, stratum: Stratum, weight: f64) -> Option<f64> {
        let tally = match self.tallies.entry(stratum) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let waiting = fraction(&mut self.random);
                entry.insert(Tally { pass: self.pass, now: 0.0, expected: 0.0, waiting })
            }
        };
        if tally.pass != self.pass {
            let before = if tally.expected > 0.0 { f64::midpoint(tally.expected, tally.now) } else { tally.now };
            tally.expected = before * 0.5_f64.powi((self.pass - tally.pass - 1).min(64) as i32);
            (tally.pass, tally.now, tally.waiting) = (self.pass, 0.0, fraction(&mut self.random));
        }
        tally.now += weight;
        let share = tally.now.max(tally.expected) / self.many;
        if weight >= share {
            return Some(weight);
        }
        tally.waiting += weight / share;
        (tally.waiting >= 1.0).then(|| {
            tally.waiting -= 1.0;
            share
        })
    }
}

/// The next random number, from 0 to 1, 1 excluded.
fn fraction(random: &mut u64) -> f64 {
    *random = random.wrapping_add(mix::STEP);
    (mix::finish(*random) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSES: u32 = 4000;

    /// What is entered weighs as much as what comes, on average, in the first pass and when the
    /// strata are known; and in a pass with known strata as many are entered as are wanted, one
    /// more or less.
    #[test]
    fn weights_are_kept() {
        let weights = [1.0, 1.0, 8.0, 0.5, 3.0, 1.0, 1.0, 20.0, 2.0, 1.0, 1.0, 1.0];
        let all: f64 = weights.iter().sum();
        for many in [1, 2, 3, 5] {
            let (mut first, mut known) = (0.0, 0.0);
            for seed in 0..PASSES {
                let mut strata = Strata::new(Detail::Rough, u64::from(seed) * 77);
                strata.enter(many);
                for pass in 0..3 {
                    strata.begin_pass();
                    let entered = weights.iter().filter_map(|weight| strata.admit(Stratum::default(), *weight));
                    let entered: Vec<f64> = entered.collect();
                    if pass == 0 {
                        assert_eq!(entered.first(), Some(&1.0), "the first is entered");
                        first += entered.iter().sum::<f64>();
                    } else if pass == 2 {
                        known += entered.iter().sum::<f64>();
                        let heavy = weights.iter().filter(|weight| **weight >= all / f64::from(many)).count();
                        assert!(entered.len() <= many as usize + heavy + 1, "{entered:?}");
                    }
                }
            }
            for sum in [first, known] {
                let mean = sum / f64::from(PASSES);
                assert!((mean / all - 1.0).abs() < 0.05, "{mean} for {all}, {many} of each");
            }
        }
    }
}
