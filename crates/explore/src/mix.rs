//! The finaliser of SplitMix64 (Guy Steele, Doug Lea, Christine Flood: *Fast Splittable
//! Pseudorandom Number Generators*, OOPSLA 2014): for what has to look random, and be the same in
//! every run.

/// What the generator adds to its state for each number.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number that belongs to a state of the generator.
pub(crate) fn finish(state: u64) -> u64 {
    let mut x = state;
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The generator.
#[derive(Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        finish(self.0)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// A number that looks random, and depends only on the place.
#[must_use]
pub fn scatter(place: u64) -> u64 {
    finish(place.wrapping_mul(STEP))
}
