//! [`Good`]: a set of writes of one variable, from which a read may read.

use smallvec::SmallVec;

/// The good writes of a read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Good {
    /// Whether the initial write is one.
    pub(crate) initial: bool,
    /// The others, by their numbers within the variable.
    bits: SmallVec<[u64; 2]>,
}

impl Good {
    /// Adds the write with this number.
    pub(crate) fn insert(&mut self, number: u32) {
        let word = (number / 64) as usize;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (number % 64);
    }

    /// Takes the write with this number out.
    pub(crate) fn remove(&mut self, number: u32) {
        if let Some(word) = self.bits.get_mut((number / 64) as usize) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Whether the write with this number is one; newer writes than there were then are none.
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.bits.get((number / 64) as usize).is_some_and(|word| word & 1 << (number % 64) != 0)
    }

    /// Only the initial write.
    pub(crate) fn only_initial() -> Self {
        Self { initial: true, ..Self::default() }
    }

    /// The numbers of those that are not the initial one.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let rest = |word: &u64| word & word.wrapping_sub(1);
        let words = (0..).zip(self.bits.iter().copied());
        words.flat_map(move |(at, word)| {
            let left = std::iter::successors(Some(word), move |word| Some(rest(word)));
            left.take_while(|word| *word != 0).map(move |word| 64 * at + word.trailing_zeros())
        })
    }

    /// Whether all of them are among the writes of `other`.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let mut words = self.bits.iter().zip(other.bits.iter().chain(std::iter::repeat(&0)));
        self.initial <= other.initial && words.all(|(mine, theirs)| mine & !theirs == 0)
    }
}
