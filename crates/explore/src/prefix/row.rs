//! [`Row`]: a set of conditions (or events), as bits. Only blocks of bits with a member are kept:
//! most conditions that are concurrent were made at about the same time, but where a thread stands
//! that has not moved for long is concurrent with what all others do.

use super::net::ConditionId;

/// So many words of bits stand together.
const WORDS: usize = 4;
/// So many members they are for.
const SIZE: u32 = WORDS as u32 * 64;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// In the order of their numbers.
    blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    number: u32,
    words: [u64; WORDS],
}

impl Block {
    /// The members that are in another one of this number as well; or those that are not.
    fn with(&self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self { number: self.number, words: std::array::from_fn(|at| with(self.words[at], other.words[at])) }
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The members, in order.
    fn members(self) -> impl Iterator<Item = ConditionId> {
        let rest = |bits: &u64| Some(bits & (bits - 1)).filter(|bits| *bits != 0);
        let left = move |bits: u64| std::iter::successors(Some(bits).filter(|bits| *bits != 0), rest);
        (self.number * SIZE..)
            .step_by(64)
            .zip(self.words)
            .flat_map(move |(first, bits)| left(bits).map(move |bits| first + bits.trailing_zeros()))
    }
}

/// In which block a member is, in which of its words, and its bit there.
const fn place_of(member: ConditionId) -> (u32, usize, u64) {
    (member / SIZE, (member % SIZE / 64) as usize, 1 << (member % 64))
}

impl Row {
    /// All below this one.
    pub(super) fn up_to(end: ConditionId) -> Self {
        let bits = |first: u32| match end.saturating_sub(first) {
            64.. => u64::MAX,
            few => (1 << few) - 1,
        };
        let block =
            |number: u32| Block { number, words: std::array::from_fn(|at| bits(number * SIZE + at as u32 * 64)) };
        Self { blocks: (0..end.div_ceil(SIZE)).map(block).collect() }
    }

    /// Where the block of a number is, or would be.
    fn find(&self, number: u32) -> Result<usize, usize> {
        // So it is if there are no gaps.
        let from = self.blocks.first().map_or(0, |first| first.number);
        let guess = number.wrapping_sub(from) as usize;
        match self.blocks.get(guess) {
            Some(block) if block.number == number => Ok(guess),
            _ => self.blocks.binary_search_by_key(&number, |block| block.number),
        }
    }

    pub(super) fn has(&self, member: ConditionId) -> bool {
        let (number, word, bit) = place_of(member);
        self.find(number).is_ok_and(|at| self.blocks[at].words[word] & bit != 0)
    }

    pub(super) fn insert(&mut self, member: ConditionId) {
        let (number, word, bit) = place_of(member);
        match self.blocks.last_mut() {
            // What is new has the greatest number so far.
            Some(last) if last.number == number => last.words[word] |= bit,
            _ => {
                let at = self.find(number).unwrap_or_else(|at| self.make(at, number));
                self.blocks[at].words[word] |= bit;
            }
        }
    }

    /// Inserts all of another one.
    pub(super) fn insert_all(&mut self, other: &Self) {
        for block in &other.blocks {
            let at = match self.blocks.last() {
                Some(last) if last.number == block.number => self.blocks.len() - 1,
                _ => self.find(block.number).unwrap_or_else(|at| self.make(at, block.number)),
            };
            let words = &mut self.blocks[at].words;
            words.iter_mut().zip(block.words).for_each(|(word, more)| *word |= more);
        }
    }

    /// A block of which there is none yet, with its place.
    fn make(&mut self, at: usize, number: u32) -> usize {
        // Most rows have few blocks.
        if self.blocks.len() == self.blocks.capacity() {
            self.blocks.reserve_exact(1 + self.blocks.len() / 4);
        }
        self.blocks.insert(at, Block { number, words: [0; WORDS] });
        at
    }

    pub(super) fn remove(&mut self, member: ConditionId) {
        let (number, word, bit) = place_of(member);
        if let Ok(at) = self.find(number) {
            self.blocks[at].words[word] &= !bit;
        }
    }

    /// By block of both, what they have in common.
    fn both<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Block> + 'a {
        let (few, many) = if self.blocks.len() <= other.blocks.len() { (self, other) } else { (other, self) };
        let mut left = &many.blocks[..];
        few.blocks.iter().filter_map(move |block| {
            // Mostly it is the next one.
            if left.first()?.number != block.number {
                left = &left[left.partition_point(|theirs| theirs.number < block.number)..];
            }
            let theirs = left.first().filter(|theirs| theirs.number == block.number)?;
            left = &left[1..];
            Some(block.with(theirs, |ours, theirs| ours & theirs)).filter(|both| !both.is_empty())
        })
    }

    /// Whether all three have a member in common.
    pub(super) fn meets(&self, second: &Self, third: &Self) -> bool {
        self.both(second).any(|both| {
            let there = third.find(both.number).ok().map(|at| &third.blocks[at]);
            there.is_some_and(|there| !both.with(there, |both, there| both & there).is_empty())
        })
    }

    /// The members that are not in the other one.
    pub(super) fn without(&self, other: &Self) -> Self {
        let left = |block: &Block| match other.find(block.number) {
            Ok(at) => {
                Some(block.with(&other.blocks[at], |ours, theirs| ours & !theirs)).filter(|left| !left.is_empty())
            }
            Err(_) => Some(*block),
        };
        Self { blocks: self.blocks.iter().filter_map(left).collect() }
    }

    /// The members that are in the other one as well.
    pub(super) fn intersection(&self, other: &Self) -> Self {
        let mut blocks = Vec::with_capacity(self.blocks.len().min(other.blocks.len()));
        blocks.extend(self.both(other));
        Self { blocks }
    }

    /// The members that are in the other one as well, in order.
    pub(super) fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = ConditionId> + 'a {
        self.both(other).flat_map(Block::members)
    }

    /// The members, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = ConditionId> + '_ {
        self.blocks.iter().flat_map(|block| block.members())
    }
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
            let mut more = a.clone();
            more.insert_all(&b);
            assert_eq!(more.iter().collect::<BTreeSet<_>>(), one.union(&other).copied().collect());
            let mut less = a.clone();
            other.iter().for_each(|member| less.remove(*member));
            assert_eq!(less.iter().collect::<Vec<_>>(), one.difference(&other).copied().collect::<Vec<_>>());
            assert_eq!(a.without(&b).iter().collect::<Vec<_>>(), one.difference(&other).copied().collect::<Vec<_>>());
        }
    }
}
