//! [`Own`]: what is counted of a thread while it runs, and is part of its state.
//!
//! *A further count* is a field here, with its place in [`Own::pack`] and [`Own::unpack`].

use super::frozen::{high, low, pair};
use crate::domain::MOST_HISTORY;
use crate::memory::Exposure;
use crate::value::Value;
use threadbare_op::Word;

/// What is counted of a thread. While it is live the memory has it (`Who::own`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Own {
    /// The next slot that it allocates.
    pub(crate) next_slot: u32,
    /// How deep it is in atomic sections: not deeper than [`DEEPEST`].
    pub(crate) sections: u32,
    /// What it has found out of the input ([`crate::Domain::history`]); with given input, how many
    /// it has taken. Below [`MOST_HISTORY`].
    pub(crate) history: u32,
    /// How often it did what others may see, or what lasts.
    pub(crate) effects: u32,
    /// Its newest objects.
    pub(crate) fresh: Fresh,
    /// How often it has read the clock.
    pub(crate) readings: u32,
    /// What it did that may have part in a race.
    pub(crate) exposure: Exposure,
    /// The start routine of the thread that it starts, and the word of the argument.
    pub(crate) spawn: (u64, Word),
}

/// The objects that a thread has allocated since it last came to the head of a loop in which it may
/// wait. Nobody else can know one unless the thread has done something with an effect; what it does
/// with them does not last if they are freed before it comes to a head again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fresh {
    /// They are those of the slots from here on.
    pub(crate) from: u32,
    /// So many of them are not freed.
    pub(crate) alive: u32,
}

/// Effects of a thread are counted up to here; from then on no two moments are told to have none
/// between them.
pub(crate) const MOST_EFFECTS: u32 = (1 << 30) - 1;

/// As many bits tell of atomic sections.
const SECTION_BITS: u32 = 6;

/// Atomic sections are nested no deeper.
pub(crate) const DEEPEST: u32 = (1 << SECTION_BITS) - 1;

// Histories fit beside them.
const _: () = assert!(MOST_HISTORY == 1 << (32 - SECTION_BITS));

impl Own {
    /// As three words, with the stage and two bits that are not counted.
    pub(super) fn pack(&self, stage: u32, around: u32) -> [Value; 3] {
        [
            Value {
                bits: pair(self.next_slot, stage),
                undef: pair(self.sections | self.history << SECTION_BITS, around | self.effects << 2),
            },
            Value { bits: self.spawn.0, undef: self.spawn.1.number() },
            Value { bits: pair(self.fresh.from, self.fresh.alive), undef: pair(self.readings, self.exposure.0) },
        ]
    }

    /// And back.
    pub(super) fn unpack([first, spawn, last]: [Value; 3]) -> Self {
        Self {
            next_slot: low(first.bits),
            sections: low(first.undef) & DEEPEST,
            history: low(first.undef) >> SECTION_BITS,
            effects: high(first.undef) >> 2,
            fresh: Fresh { from: low(last.bits), alive: high(last.bits) },
            readings: low(last.undef),
            exposure: Exposure(high(last.undef)),
            spawn: (spawn.bits, Word::new(spawn.undef)),
        }
    }
}
