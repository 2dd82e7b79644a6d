//! Words of which some bits are uninitialised, as the numbers that explorers deal in
//! ([`threadbare_op::UNDEFINED`]).
//!
//! Each such word has a number, which is given when the word is first stored by a visible
//! operation, for good: equal words have equal numbers, and a thread that is run again stores the
//! same. There are as many as the program has different ones. A number of the program that looks
//! like one of these has one itself, so that none is mistaken; arithmetic that comes to one is
//! refused where it is done (`crate::interp`'s `deliver`).
//!
//! The two words of a location of 16 bytes, defined or not, have a number of the same kind:
//! explorers know values of one word.

use super::Memory;
use crate::value::{Value, mask};
use rustc_hash::FxHashMap;
use threadbare_op::{Addr, Initial, Op, RmwOp, UNDEFINED, Word, Written, is_undefined};

/// The words that have numbers.
#[derive(Debug, Default)]
pub(super) struct Words {
    words: Vec<Value>,
    numbers: FxHashMap<Value, u32>,
    /// The contents of locations of 16 bytes.
    pairs: Vec<[Value; 2]>,
    pair_numbers: FxHashMap<[Value; 2], u32>,
}

/// Numbers from here on stand for two words.
const PAIRS: u64 = UNDEFINED | 1 << 31;

impl Memory {
    /// What explorers are told of a word of `size` bytes.
    #[inline]
    pub(crate) fn word_for(&mut self, value: Value, size: u8) -> Word {
        let keep = mask(u32::from(size) * 8);
        let (bits, undef) = (value.bits & keep, value.undef & keep);
        if undef != 0 || is_undefined(bits) { self.number(Value { bits, undef }) } else { Word::new(bits) }
    }

    /// The number of two words, the content of a location of 16 bytes.
    pub(crate) fn word_for_pair(&mut self, pair: [Value; 2]) -> Word {
        let Words { pairs, pair_numbers, .. } = &mut self.words;
        let number = *pair_numbers.entry(pair).or_insert_with(|| {
            pairs.push(pair);
            pairs.len() as u32 - 1
        });
        Word::new(PAIRS | u64::from(number))
    }

    /// The words that such a number stands for.
    pub(crate) fn pair_of(&self, word: Word) -> [Value; 2] {
        let index = word.number().checked_sub(PAIRS).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.words.pairs.get(index)).copied().unwrap_or([Value::uninit(8); 2])
    }

    /// A visible access is about to write two words.
    #[cold]
    pub(super) fn note_stored_pair(&mut self, word: Word) {
        for value in self.pair_of(word) {
            self.note_stored(value.bits, 8);
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
        if value.undef == mask(u32::from(size) * 8) && !value.is_poison() {
            return Some(Initial { value: Word::default(), defined: false });
        }
        Some(Initial { value: self.word_for(value, size), defined: true })
    }

    /// What an access writes over this ([`threadbare_op::System::effect`]).
    pub(crate) fn effect(&mut self, op: &Op, found: Word) -> Written {
        match *op {
            Op::Rmw { op: RmwOp::Xchg, operand, .. } if is_undefined(operand.number()) => Written::Value(operand),
            // What it computes is undefined, too, and its thread is at fault.
            Op::Rmw { op, .. } if is_undefined(found.number()) && op != RmwOp::Xchg => Written::Value(found),
            _ => op.written_of_numbers(found),
        }
    }

    /// The bytes that an explorer's value of that size stands for, if all are initialised.
    pub(crate) fn bytes_of(&self, word: Word, size: u8) -> Option<Vec<u8>> {
        if size == 16 {
            let [low, high] = self.pair_of(word);
            return Some([low.defined()?.to_le_bytes(), high.defined()?.to_le_bytes()].concat());
        }
        Some(self.value_of(word).defined()?.to_le_bytes()[..usize::from(size.min(8))].to_vec())
    }

    #[cold]
    fn number(&mut self, word: Value) -> Word {
        let Words { words, numbers, .. } = &mut self.words;
        let number = *numbers.entry(word).or_insert_with(|| {
            words.push(word);
            words.len() as u32 - 1
        });
        Word::new(UNDEFINED | u64::from(number))
    }

    /// What explorers were told of as this word.
    #[inline]
    pub(crate) fn value_of(&self, word: Word) -> Value {
        let number = word.number();
        if is_undefined(number) { self.numbered(number) } else { Value::new(number) }
    }

    #[cold]
    fn numbered(&self, number: u64) -> Value {
        self.words.words.get(number as u32 as usize).copied().unwrap_or(Value::new(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use std::sync::Arc;
    use threadbare_program::Program;

    #[test]
    fn each_word_has_its_number() {
        let mut memory = Memory::new(Arc::new(Program::default()), &Options::default());
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
        let mut memory = Memory::new(Arc::new(Program::default()), &Options::default());
        assert_eq!(memory.word_for(Value::partial(3, !0xFF), 1), Word::new(3));
        let one = memory.word_for(Value::partial(0x103, 0xF0), 1);
        assert_eq!(memory.value_of(one), Value::partial(3, 0xF0));
    }
}
