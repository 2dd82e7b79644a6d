//! Inputs from inputs.

/// A stream of pseudo-random numbers (splitmix64), the same for the same seed on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream for this seed and number.
    #[must_use]
    pub fn new(seed: u64, number: u64) -> Self {
        let mut random = Self(seed);
        let mixed = random.next() ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Self(mixed)
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.next() % n as u64) as usize }
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// A part of `0..len`, most often a short one.
    fn range(&mut self, len: usize) -> std::ops::Range<usize> {
        let from = self.below(len + 1);
        let longest = if self.below(4) == 0 { len } else { 24 };
        let to = (from + 1 + self.below(longest)).min(len);
        from..to.max(from)
    }
}

/// Numbers at the edges of something.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "8",
    "31",
    "32",
    "63",
    "64",
    "65",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "18446744073709551615",
];

/// Bytes at the edges of something.
const BYTES: [u8; 8] = [0, 1, 0x7F, 0x80, 0xFF, b'"', b'\\', b'\n'];

/// Longer inputs are cut.
const MAX_LEN: usize = 1 << 16;

/// Changes `input` in one to eight places. Parts come from `others` and from `words`.
pub fn mutate(random: &mut Random, input: &mut Vec<u8>, others: &[Vec<u8>], words: &[&str]) {
    for _ in 0..1 + random.below(8) {
        let at = random.below(input.len() + 1);
        match random.below(12) {
            0 | 1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            2 => {
                let new = *random.pick(&BYTES).unwrap_or(&0);
                if let Some(byte) = input.get_mut(at) {
                    *byte = new;
                }
            }
            3 => {
                let byte = random.next() as u8;
                input.insert(at, byte);
            }
            4 | 5 => {
                let range = random.range(input.len());
                input.drain(range);
            }
            6 => {
                let range = random.range(input.len());
                let part = input[range].to_vec();
                input.splice(at..at, part);
            }
            7 => {
                let Some(other) = random.pick(others) else { continue };
                let range = random.range(other.len());
                input.splice(at..at, other[range].iter().copied());
            }
            8 | 9 => number(random, input, at),
            10 => {
                let Some(word) = random.pick(words) else { continue };
                input.splice(at..at, word.bytes());
            }
            _ => lines(random, input),
        }
    }
    input.truncate(MAX_LEN);
}

/// Another number instead of the first one after `at`.
fn number(random: &mut Random, input: &mut Vec<u8>, at: usize) {
    let Some(from) = input[at..].iter().position(u8::is_ascii_digit).map(|n| at + n) else { return };
    let len = input[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let new = random.pick(&NUMBERS).unwrap_or(&"0");
    input.splice(from..from + len, new.bytes());
}

/// Takes one line away, doubles it, or moves it.
fn lines(random: &mut Random, input: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = input.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
    let (from, to) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(3) {
        0 => {
            lines.remove(from);
        }
        1 => {
            let line = lines[from].clone();
            lines.insert(to, line);
        }
        _ => lines.swap(from, to),
    }
    *input = lines.join(&b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_input() {
        let make = |seed, number| {
            let mut input = b"func &main(0 -> 1) regs 12 {\n  return 0\n}".to_vec();
            mutate(&mut Random::new(seed, number), &mut input, &[b"other\ntext".to_vec()], &["word"]);
            input
        };
        assert_eq!(make(1, 5), make(1, 5));
        let different = (0..100).map(|n| make(1, n)).collect::<std::collections::HashSet<_>>();
        assert!(different.len() > 80, "{}", different.len());
    }

    #[test]
    fn nothing_to_change_is_no_problem() {
        for number in 0..1000 {
            let mut input = Vec::new();
            mutate(&mut Random::new(0, number), &mut input, &[], &[]);
        }
    }
}
