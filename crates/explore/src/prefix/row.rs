//! [`Row`]: a set of conditions (or events), as bits. Only the words between the first and the last
//! member are kept: conditions that are concurrent were mostly made at about the same time.

use super::net::ConditionId;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// How many words of zeros come before.
    from: usize,
    words: Vec<u64>,
}

impl Row {
    /// All below this one.
    pub(super) fn up_to(end: ConditionId) -> Self {
        let mut words = vec![u64::MAX; end as usize / 64];
        words.extend(Some((1 << (end % 64)) - 1).filter(|bits| *bits != 0));
        Self { from: 0, words }
    }

    pub(super) fn has(&self, member: ConditionId) -> bool {
        let word = (member / 64) as usize;
        word >= self.from && self.words.get(word - self.from).is_some_and(|bits| bits >> (member % 64) & 1 != 0)
    }

    pub(super) fn insert(&mut self, member: ConditionId) {
        let word = (member / 64) as usize;
        if self.words.is_empty() {
            self.from = word;
        } else if word < self.from {
            let more = self.from - word;
            self.words.splice(..0, std::iter::repeat_n(0, more));
            self.from = word;
        }
        if self.words.len() <= word - self.from {
            self.words.resize(word - self.from + 1, 0);
        }
        self.words[word - self.from] |= 1 << (member % 64);
    }

    pub(super) fn remove(&mut self, member: ConditionId) {
        let place = ((member / 64) as usize).checked_sub(self.from);
        if let Some(word) = place.and_then(|place| self.words.get_mut(place)) {
            *word &= !(1 << (member % 64));
        }
    }

    /// Whether all three have a member in common.
    pub(super) fn meets(&self, second: &Self, third: &Self) -> bool {
        let all = [self, second, third];
        let from = all.iter().map(|row| row.from).max().unwrap_or(0);
        let end = all.iter().map(|row| row.from + row.words.len()).min().unwrap_or(0);
        (from..end).any(|word| all.iter().fold(u64::MAX, |bits, row| bits & row.words[word - row.from]) != 0)
    }

    /// The members that are not in the other one.
    pub(super) fn without(&self, other: &Self) -> Self {
        let theirs = |word: usize| word.checked_sub(other.from).and_then(|place| other.words.get(place));
        let left = |(word, bits): (usize, &u64)| bits & !theirs(word).copied().unwrap_or(0);
        Self { from: self.from, words: (self.from..).zip(&self.words).map(left).collect() }
    }

    /// The members that are in the other one as well.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        let from = self.from.max(other.from);
        let end = (self.from + self.words.len()).min(other.from + other.words.len());
        let both = |word: usize| self.words[word - self.from] & other.words[word - other.from];
        let mut words: Vec<u64> = (from..end).map(both).collect();
        let empty = words.iter().take_while(|word| **word == 0).count();
        words.drain(..empty);
        words.truncate(words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1));
        Self { from: from + empty, words }
    }

    /// The members that are in the other one as well, in order.
    pub(super) fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = ConditionId> + 'a {
        let from = self.from.max(other.from);
        let end = (self.from + self.words.len()).min(other.from + other.words.len());
        let both = move |word: usize| self.words[word - self.from] & other.words[word - other.from];
        (from..end).flat_map(move |word| members(word, both(word)))
    }

    /// The members, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = ConditionId> + '_ {
        (self.from..).zip(&self.words).flat_map(|(word, &bits)| members(word, bits))
    }
}

/// The members that the bits of a word stand for.
fn members(word: usize, bits: u64) -> impl Iterator<Item = ConditionId> {
    let first = word as u32 * 64;
    let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|bits| *bits != 0);
    let left = std::iter::successors(Some(bits).filter(|bits| *bits != 0), rest);
    left.map(move |bits| first + bits.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::Rng;
    use std::collections::BTreeSet;

    #[test]
    fn against_sets() {
        let mut rng = Rng::new(3);
        for _ in 0..500 {
            let mut random = || {
                let (from, width, count) = (rng.below(900), 1 + rng.below(400), rng.below(30));
                let set: BTreeSet<u32> = (0..count).map(|_| (from + rng.below(width)) as u32).collect();
                let mut row = Row::default();
                let mut shuffled: Vec<u32> = set.iter().copied().collect();
                for last in (1..shuffled.len()).rev() {
                    shuffled.swap(last, rng.below(last + 1));
                }
                shuffled.into_iter().for_each(|member| row.insert(member));
                (set, row)
            };
            let ((one, a), (other, b)) = (random(), random());
            assert_eq!(a.iter().collect::<BTreeSet<_>>(), one);
            let both = a.intersection(&b);
            assert_eq!(both.iter().collect::<Vec<_>>(), one.intersection(&other).copied().collect::<Vec<_>>());
            assert_eq!(a.common(&b).collect::<Vec<_>>(), both.iter().collect::<Vec<_>>());
            assert!((0..1400).all(|member| a.has(member) == one.contains(&member)));
            let (third, c) = random();
            let end = third.len() as u32 * 7;
            assert_eq!(Row::up_to(end).iter().collect::<Vec<_>>(), (0..end).collect::<Vec<_>>());
            assert_eq!(a.meets(&b, &c), one.iter().any(|m| other.contains(m) && third.contains(m)));
            let mut less = a.clone();
            other.iter().for_each(|member| less.remove(*member));
            assert_eq!(less.iter().collect::<Vec<_>>(), one.difference(&other).copied().collect::<Vec<_>>());
            assert_eq!(a.without(&b).iter().collect::<Vec<_>>(), one.difference(&other).copied().collect::<Vec<_>>());
        }
    }
}
