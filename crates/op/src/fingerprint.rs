//! [`Fingerprint`]: 128 bits that stand for a sequence of words.
//!
//! Two lanes of folded multiplication (after Wang Yi's wyhash), each ended with the finaliser of
//! SplitMix64. Different sequences are taken to have different fingerprints: among ten million of
//! them two are the same with a probability of about 10^-25. Not covered: sequences made to
//! collide.

use std::hash::Hasher;

const LANES: [u64; 2] = [0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB];
const STEPS: [u64; 2] = [0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3];

/// A fingerprint as it grows.
#[derive(Clone, Copy, Debug)]
pub struct Fingerprint {
    lanes: [u64; 2],
    words: u64,
}

impl Fingerprint {
    /// Of no words yet; of what kind the sequence is tells it from others.
    #[must_use]
    pub fn of(kind: u64) -> Self {
        let mut new = Self { lanes: LANES, words: 0 };
        new.add(kind);
        new
    }

    /// One more word.
    #[inline]
    pub fn add(&mut self, word: u64) {
        self.words += 1;
        for (lane, step) in self.lanes.iter_mut().zip(STEPS) {
            let product = u128::from(*lane ^ word) * u128::from(step);
            *lane = (product as u64) ^ ((product >> 64) as u64).wrapping_add(lane.rotate_left(23)).wrapping_add(word);
        }
    }

    /// The fingerprint.
    #[must_use]
    pub fn bits(&self) -> u128 {
        let [one, two] = self.lanes.map(|lane| mixed(lane ^ self.words.wrapping_mul(STEPS[0])));
        u128::from(one) << 64 | u128::from(two)
    }
}

fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// So that whatever can be hashed has one.
impl Hasher for Fingerprint {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.bits() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn sequences_differ() {
        let mut met = HashSet::new();
        for length in 0..6_u32 {
            for number in 0..4_u64.pow(length) {
                let mut print = Fingerprint::of(1);
                (0..length).for_each(|place| print.add(number >> (2 * place) & 3));
                assert!(met.insert(print.bits()), "{number} of {length} words");
            }
        }
    }

    #[test]
    fn each_half_differs() {
        let prints: Vec<u128> = (0..100_000).map(|n| Fingerprint::of(n).bits()).collect();
        let halves = |shift: u32| prints.iter().map(|bits| (bits >> shift) as u64).collect::<HashSet<_>>().len();
        assert_eq!((halves(0), halves(64)), (prints.len(), prints.len()));
    }
}
