//! The bits of memory that are only counted ([`threadbare_program::counted`]): no part of a state.

use crate::code::Code;
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::ops::Range;
use threadbare_op::{Addr, Loc};
use threadbare_program::GlobalId;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    /// Parts of global variables.
    pub(crate) places: Vec<(GlobalId, Range<i64>)>,
    /// By word of memory, the bits.
    words: FxHashMap<Addr, u64>,
}

impl Counted {
    pub(crate) fn of(code: &Code) -> Self {
        let places = threadbare_program::counted(&code.program);
        let mut words: FxHashMap<Addr, u64> = FxHashMap::default();
        for (id, bytes) in &places {
            let size = code.program.globals[id.index()].size;
            let end = bytes.end.unsigned_abs();
            // What comes after the variable in its last word is nothing.
            let end = if end == size { size.next_multiple_of(8) } else { end };
            for byte in bytes.start.unsigned_abs()..end {
                let word = code.globals[id.index()] + byte / 8 * 8;
                *words.entry(word).or_default() |= 0xFF << (byte % 8 * 8);
            }
        }
        Self { places, words }
    }

    /// The bits of a word.
    fn bits(&self, word: Addr) -> u64 {
        self.words.get(&word).copied().unwrap_or(0)
    }

    /// Whether nothing is only counted.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether a location is only counted.
    pub(crate) fn has(&self, loc: Loc) -> bool {
        (loc.addr..loc.addr + u64::from(loc.size)).all(|byte| self.bits(byte & !7) >> (byte % 8 * 8) & 0xFF != 0)
    }

    /// What is left of a word's content; `None` if that is nothing. Of a term, all or nothing.
    pub(crate) fn rest(&self, word: Addr, value: Value, is_term: bool) -> Option<Value> {
        match self.bits(word) {
            u64::MAX => None,
            0 => Some(value),
            _ if is_term => Some(value),
            bits => Some(Value { bits: value.bits & !bits, undef: value.undef & !bits }),
        }
    }
}
