//! [`Numbers`]: sets of numbers without a sign, as ranges.

use threadbare_term::Width;
use threadbare_term::operator::mask;

/// Factors up to this one are looked at,
const MOST_ROUNDS: u128 = 128;
/// and so many products.
const MOST_PRODUCTS: u128 = 1 << 10;

/// See the module: from the first to the last number of each, in order; they do not touch.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Numbers(Vec<(u128, u128)>);

impl Numbers {
    /// What is in one of these ranges; a range that ends before it begins is empty.
    pub(crate) fn of(ranges: impl IntoIterator<Item = (u128, u128)>) -> Self {
        let mut ranges: Vec<_> = ranges.into_iter().filter(|(first, last)| first <= last).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(u128, u128)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, before)) if first <= before.saturating_add(1) => *before = (*before).max(last),
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    /// All of so many bits.
    pub(crate) fn all(width: Width) -> Self {
        Self::of([(0, mask(width))])
    }

    pub(crate) fn ranges(&self) -> &[(u128, u128)] {
        &self.0
    }

    /// How many there are; `None` if they are more than can be counted.
    pub(crate) fn count(&self) -> Option<u128> {
        self.0.iter().try_fold(0_u128, |sum, (first, last)| sum.checked_add((last - first).checked_add(1)?))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u128> {
        self.0.iter().flat_map(|&(first, last)| first..=last)
    }

    /// Those of both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        let mut common = Vec::new();
        while let (Some(&&(first, last)), Some(&&(from, to))) = (a.peek(), b.peek()) {
            common.push((first.max(from), last.min(to)));
            let _ = if last <= to { a.next() } else { b.next() };
        }
        Self::of(common)
    }

    /// Those of either.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self::of(self.0.iter().chain(&other.0).copied())
    }

    /// The other ones of so many bits.
    pub(crate) fn not(&self, width: Width) -> Self {
        let mut others = Vec::new();
        let mut next = Some(0);
        for &(first, last) in &self.0 {
            if let Some(from) = next
                && from < first
            {
                others.push((from, first - 1));
            }
            next = last.checked_add(1);
        }
        others.extend(next.map(|from| (from, mask(width))));
        Self::of(others)
    }

    /// Each and `by`, of so many bits.
    pub(crate) fn plus(&self, by: u128, width: Width) -> Self {
        let all = mask(width);
        let moved = self.0.iter().flat_map(|&(first, last)| {
            let (first, last) = (first.wrapping_add(by) & all, last.wrapping_add(by) & all);
            if first <= last { [(first, last), (1, 0)] } else { [(first, all), (0, last)] }
        });
        Self::of(moved)
    }

    /// Of so many bits, those that are one of these when multiplied by `by`; `None` if that is not
    /// looked at.
    pub(crate) fn over(&self, by: u128, width: Width) -> Option<Self> {
        if width > 64 || !(1..=MOST_ROUNDS).contains(&by) || self.0.len() as u128 * by > MOST_PRODUCTS {
            return None;
        }
        // A product goes round less than `by` times.
        let round = mask(width) + 1;
        let rounds = |&(first, last): &(u128, u128)| {
            (0..by).map(move |n| ((first + n * round).div_ceil(by), (last + n * round) / by))
        };
        Some(Self::of(self.0.iter().flat_map(rounds)))
    }

    /// Of so many bits, those whose lowest bits are one of these; `None` if that is not looked at.
    pub(crate) fn below(&self, bits: Width, width: Width) -> Option<Self> {
        let rounds = 1_u128.checked_shl(u32::from(width - bits)).filter(|rounds| *rounds <= MOST_ROUNDS)?;
        if self.0.len() as u128 * rounds > MOST_PRODUCTS {
            return None;
        }
        let above = |&(first, last): &(u128, u128)| (0..rounds).map(move |n| (first | n << bits, last | n << bits));
        Some(Self::of(self.0.iter().flat_map(above)))
    }

    /// Those that are one of these with so many bits, which are `low`, below.
    pub(crate) fn above(&self, low: u128, bits: Width) -> Self {
        let all = |&(first, last): &(u128, u128)| {
            Some((first.saturating_sub(low).div_ceil(1 << bits), last.checked_sub(low)? >> bits))
        };
        Self::of(self.0.iter().filter_map(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_effort::seeds;

    fn set(numbers: &Numbers) -> u32 {
        numbers.iter().fold(0, |set, number| set | 1 << number)
    }

    #[test]
    fn sets_are_sets() {
        for seed in seeds(2000) {
            let random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let range = |n: u64| (u128::from(random >> n & 31), u128::from(random >> (n + 5) & 31));
            let (a, b) = (Numbers::of([range(4), range(14)]), Numbers::of([range(24), range(34), range(44)]));
            let (x, y) = (set(&a), set(&b));
            assert_eq!((set(&a.and(&b)), set(&a.or(&b)), set(&a.not(5))), (x & y, x | y, !x), "seed {seed}");
            let by = (random & 31) as u32;
            assert_eq!(set(&a.plus(by.into(), 5)), x.rotate_left(by), "seed {seed}");
            assert_eq!(a.count(), Some(x.count_ones().into()), "seed {seed}");
            let such = |is: &dyn Fn(u32) -> u32| (0..32).fold(0, |set, n| set | (x >> (is(n) & 31) & 1) << n);
            let product = |n: u32| n * by;
            assert_eq!(a.over(by.into(), 5).map(|a| set(&a)), (by > 0).then(|| such(&product)), "seed {seed}");
            let (low, low_bits) = (by & 3, 2);
            let such = (0..8).fold(0, |set, n| set | (x >> (n << low_bits | low) & 1) << n);
            assert_eq!(set(&a.above(low.into(), low_bits)), such, "seed {seed}");
            let cut = a.and(&Numbers::all(3));
            let such = (0..32).fold(0, |set, n| set | (x >> (n & 7) & 1) << n);
            assert_eq!(cut.below(3, 5).map(|cut| set(&cut)), Some(such), "seed {seed}");
            assert!(a.or(&b).ranges().windows(2).all(|two| two[0].1 + 1 < two[1].0), "seed {seed}: they touch");
        }
    }

    #[test]
    fn wide_numbers() {
        let all = Numbers::all(128);
        assert_eq!((all.count(), all.not(128), Numbers::default().not(128)), (None, Numbers::default(), all.clone()));
        assert_eq!(all.plus(7, 128), all);
        assert_eq!(Numbers::of([(3, 3)]).plus(mask(64), 64), Numbers::of([(2, 2)]));
    }
}
