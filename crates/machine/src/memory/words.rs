//! Values as the words that explorers deal in ([`threadbare_op::Word`]).
//!
//! The word of a defined number is that number. Every other value (one of which some bits are
//! uninitialised, and whatever else a domain has) has a number of those that are set aside
//! ([`threadbare_op::UNDEFINED`]). It is given when the value is first stored by a visible
//! operation, for good: equal values have equal numbers, and a thread that is run again stores the
//! same. There are as many as the program has different ones. A number of the program that looks
//! like one of these has one itself, so that none is mistaken; arithmetic that comes to one is
//! refused where it is done (`crate::interp`'s `deliver`).
//!
//! The two values of a location of 16 bytes, defined or not, have a number of the same kind:
//! explorers know values of one word.

use super::Memory;
use crate::domain::Domain;
use crate::value::{Byte, Value, mask};
use rustc_hash::FxHashMap;
use threadbare_op::{Addr, Initial, Loc, Op, RmwOp, UNDEFINED, Word, Written, is_undefined};

/// The values that have numbers.
#[derive(Debug, Default)]
pub(super) struct Words<V> {
    values: Vec<V>,
    numbers: FxHashMap<V, u32>,
    /// The contents of locations of 16 bytes.
    pairs: Vec<[V; 2]>,
    pair_numbers: FxHashMap<[V; 2], u32>,
}

/// Numbers from here on stand for two values.
const PAIRS: u64 = UNDEFINED | 1 << 31;

/// Whether a word stands for two values.
pub(super) fn is_pair(word: Word) -> bool {
    is_undefined(word.number()) && word.number() >= PAIRS
}

impl<D: Domain> Memory<D> {
    /// What explorers are told of a value of `size` bytes.
    #[inline]
    pub(crate) fn word_for(&mut self, value: D::Value, size: u8) -> Word {
        let value = self.domain.lowest(value, size);
        match self.domain.number(value) {
            Some(number) if !is_undefined(number) => Word::new(number),
            _ => self.number(value),
        }
    }

    /// The word of two values, the content of a location of 16 bytes.
    pub(crate) fn word_for_pair(&mut self, pair: [D::Value; 2]) -> Word {
        let Words { pairs, pair_numbers, .. } = &mut self.words;
        let number = *pair_numbers.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            pairs.len() as u32 - 1
        });
        Word::new(PAIRS | u64::from(number))
    }

    /// The values that such a word stands for.
    pub(crate) fn pair_of(&self, word: Word) -> [D::Value; 2] {
        let index = word.number().checked_sub(PAIRS).and_then(|index| usize::try_from(index).ok());
        let known = index.and_then(|index| self.words.pairs.get(index)).copied();
        known.unwrap_or_else(|| [self.domain.lift(Value::uninit(8)); 2])
    }

    /// A visible access is about to write two words.
    #[cold]
    pub(super) fn note_stored_pair(&mut self, word: Word) {
        for value in self.pair_of(word) {
            self.note_stored(value, 8);
        }
    }

    /// Writes two words.
    #[cold]
    pub(super) fn write_pair(&mut self, index: usize, offset: u64, word: Word) {
        let [low, high] = self.pair_of(word);
        self.write_cells(index, offset, 8, low);
        self.write_cells(index, offset + 8, 8, high);
    }

    /// What a location contains, or did when it was freed, as explorers are told.
    pub(crate) fn visible_content(&mut self, addr: Addr, size: u8) -> Option<Initial> {
        if size == 16 {
            let pair = [self.content(addr, 8)?, self.content(addr + 8, 8)?];
            return Some(Initial { value: self.word_for_pair(pair), defined: true });
        }
        let value = self.content(addr, size)?;
        let undefined = mask(u32::from(size) * 8);
        let is_undefined = self.domain.word(value).is_ok_and(|word| word.undef == undefined && !word.is_poison());
        if is_undefined && !self.has_parts(Loc::new(addr, size)) {
            return Some(Initial { value: Word::default(), defined: false });
        }
        Some(Initial { value: self.word_for(value, size), defined: true })
    }

    /// What an access writes over this ([`threadbare_op::System::effect`]).
    pub(crate) fn effect(&mut self, op: &Op, found: Word) -> Written {
        match *op {
            Op::Rmw { loc, .. } | Op::Cas { loc, .. } if loc.is_part() => self.effect_on_part(op, loc, found),
            Op::Store { value, .. } => Written::Value(value),
            Op::Rmw { op: RmwOp::Xchg, operand, .. } => Written::Value(operand),
            Op::Rmw { loc, op, operand, .. } => {
                let (old, operand) = (self.value_of(found), self.value_of(operand));
                // What it computes is undefined, too, and its thread is at fault.
                if self.domain.settled(old).is_ok_and(|old| old.undef != 0) {
                    return Written::Value(found);
                }
                let new = self.domain.rmw(op, loc.size, old, operand);
                Written::Value(self.word_for(new, loc.size))
            }
            Op::Cas { expected, new, .. } if found == expected => Written::Value(new),
            Op::Cas { expected, new, .. } if is_undefined(found.number()) || is_undefined(expected.number()) => {
                self.swapped(found, expected, new)
            }
            _ => Written::Nothing,
        }
    }

    /// What a compare-and-swap writes over a word that may stand for the same bytes as another.
    #[cold]
    fn swapped(&mut self, found: Word, expected: Word, new: Word) -> Written {
        let (found, expected) = (self.value_of(found), self.value_of(expected));
        match self.domain.same(found, expected) {
            Some(true) => Written::Value(new),
            Some(false) => Written::Nothing,
            // (If that depends on more than input, its thread is at fault, or goes no further.)
            None => self
                .domain
                .whether_same(found, expected)
                .map_or(Written::Nothing, |(question, swaps)| Written::Asks { question, swaps, value: new }),
        }
    }

    /// The bytes that an explorer's value of that size stands for.
    pub(crate) fn bytes_of(&self, word: Word, size: u8) -> Vec<Byte> {
        let bytes = |value, size| self.domain.word(value).unwrap_or(Value::uninit(8)).bytes(size);
        if size == 16 {
            return self.pair_of(word).map(|value| bytes(value, 8)).concat();
        }
        bytes(self.value_of(word), size)
    }

    #[cold]
    fn number(&mut self, value: D::Value) -> Word {
        let Words { values, numbers, .. } = &mut self.words;
        let number = *numbers.entry(value).or_insert_with(|| {
            values.push(value);
            values.len() as u32 - 1
        });
        Word::new(UNDEFINED | u64::from(number))
    }

    /// The value that explorers were told of as this word.
    #[inline]
    pub(crate) fn value_of(&self, word: Word) -> D::Value {
        let number = word.number();
        if is_undefined(number) { self.numbered(number) } else { self.domain.lift(Value::new(number)) }
    }

    #[cold]
    fn numbered(&self, number: u64) -> D::Value {
        let known = self.words.values.get(number as u32 as usize).copied();
        known.unwrap_or_else(|| self.domain.lift(Value::new(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Concrete;
    use crate::options::Options;
    use std::sync::Arc;
    use threadbare_program::Program;

    #[test]
    fn each_word_has_its_number() {
        let mut memory = Memory::<Concrete>::new(Arc::new(Program::default()), &Options::default());
        let words = [
            Value::new(5),
            Value::uninit(4),
            Value::partial(5, 0xFF00),
            Value::new(UNDEFINED),
            Value::new(UNDEFINED | 1),
            Value::partial(6, 0xFF00),
            Value::new(u64::MAX),
        ];
        let numbers = words.map(|word| memory.word_for(word, 8));
        assert_eq!((numbers[0], numbers[6]), (Word::new(5), Word::new(u64::MAX)));
        assert_eq!(numbers.map(|number| memory.value_of(number)), words);
        assert_eq!(words.map(|word| memory.word_for(word, 8)), numbers, "for good");
    }

    /// Bits beyond the size do not count.
    #[test]
    fn only_what_is_stored() {
        let mut memory = Memory::<Concrete>::new(Arc::new(Program::default()), &Options::default());
        assert_eq!(memory.word_for(Value::partial(3, !0xFF), 1), Word::new(3));
        let one = memory.word_for(Value::partial(0x103, 0xF0), 1);
        assert_eq!(memory.value_of(one), Value::partial(3, 0xF0));
    }
}
