//! [`Own`]: what is counted of a thread while it runs, and is part of its state.
//!
//! *A further count* is a field here, with its place in [`Own::pack`] and [`Own::unpack`].

use super::frozen::{high, low, pair};
use crate::domain::MOST_HISTORY;
use crate::memory::{Content, Exposure};
use crate::value::Value;
use threadbare_op::{Addr, Word};

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
    /// What it has changed in memory of its own, which are some of these effects.
    pub(crate) content: Content,
    /// Its newest objects.
    pub(crate) fresh: Fresh,
    /// How often it has read the clock.
    pub(crate) readings: u32,
    /// How often it has let time pass, at most [`MOST_PASSED`].
    passed: u32,
    /// What it did that may have part in a race.
    pub(crate) exposure: Exposure,
    /// Before it starts a thread: the start routine, and the word of the argument. Else the section
    /// that it is in ([`Own::section`]), or zeros.
    amid: (u64, Word),
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
    /// So many of these are variables of functions that have not returned.
    pub(crate) variables: u32,
}

/// Effects of a thread are counted up to here; from then on no two moments are told to have none
/// between them.
pub(crate) const MOST_EFFECTS: u32 = (1 << 30) - 1;

/// How many seconds have passed when a thread has let time pass so often.
const PASSED: [u64; 4] = [0, 1, 1_000, 1_000_000];
const MOST_PASSED: u32 = PASSED.len() as u32 - 1;

/// Readings of the clock are counted up to here.
pub(crate) const MOST_READINGS: u32 = (1 << 30) - 1;

/// As many bits tell of atomic sections.
const SECTION_BITS: u32 = 6;

/// Atomic sections are nested no deeper.
pub(crate) const DEEPEST: u32 = (1 << SECTION_BITS) - 1;

// Histories fit beside them.
const _: () = assert!(MOST_HISTORY == 1 << (32 - SECTION_BITS));

impl Own {
    /// Of a thread that begins, and allocates from this slot on.
    pub(crate) fn of(first_slot: u32) -> Self {
        Self { next_slot: first_slot, ..Self::default() }
    }

    /// Whether the thread, which now counts this, has had no effect since it was told an answer here,
    /// has allocated nothing and has not read the clock. (That it has changed none of its newest
    /// objects is asked apart.)
    #[inline]
    pub(crate) fn is_without_effect_since(&self, now: &Self) -> bool {
        // What is new when the thread comes to the head of a loop counts as an effect there. All of it
        // was there before.
        let arrived = self.fresh.alive > 0 && now.fresh.from == now.next_slot;
        let rest = |own: &Self| (own.next_slot, own.readings, own.passed);
        self.effects + u32::from(arrived) == now.effects && rest(self) == rest(now)
    }

    /// It reads the clock.
    pub(crate) fn reads_clock(&mut self) {
        self.readings = (self.readings + 1).min(MOST_READINGS);
    }

    /// How many effects it has had but changes of memory of its own that are kept track of.
    pub(crate) fn lasting(&self) -> u32 {
        self.effects.wrapping_sub(self.content.changes)
    }

    /// How many seconds later the thread finds it than it was at first.
    pub(crate) fn seconds_passed(&self) -> u64 {
        PASSED[self.passed as usize]
    }

    /// Lets time pass for the thread; false if it is late enough.
    pub(crate) fn lets_time_pass(&mut self) -> bool {
        let may_pass = self.passed < MOST_PASSED;
        self.passed += u32::from(may_pass);
        may_pass
    }

    /// What it finds of the clock.
    pub(super) fn clock(&self) -> (u32, u32) {
        (self.readings, self.passed)
    }

    /// The section that it is in and that has had no effect before (`crate::polls`): the address of
    /// the lock, and the epoch in which it was entered. Not to be asked where it starts a thread.
    pub(crate) fn section(&self) -> Option<(Addr, u64)> {
        (self.amid.0 != 0).then(|| (self.amid.0, self.amid.1.number()))
    }

    /// It enters a section, or (`None`) is in none any more.
    pub(crate) fn enter(&mut self, section: Option<(Addr, u32)>) {
        let (object, epoch) = section.unwrap_or_default();
        self.amid = (object, Word::new(u64::from(epoch)));
    }

    /// It is about to start a thread. The end of a section that it is in is an effect then.
    pub(crate) fn starts(&mut self, routine: Addr, argument: Word) {
        self.amid = (routine, argument);
    }

    /// As four words, with the stage and two bits that are not counted.
    #[inline]
    pub(super) fn pack(&self, stage: u32, around: u32) -> [Value; 4] {
        [
            Value {
                bits: pair(self.next_slot, stage),
                undef: pair(self.sections | self.history << SECTION_BITS, around | self.effects << 2),
            },
            Value { bits: self.amid.0, undef: self.amid.1.number() },
            Value {
                bits: pair(self.fresh.from, self.fresh.alive),
                undef: pair(self.readings | self.passed << 30, self.exposure.0),
            },
            Value { bits: self.content.sum, undef: pair(self.content.changes, self.fresh.variables) },
        ]
    }

    /// And back.
    #[inline]
    pub(super) fn unpack([first, amid, last, content]: [Value; 4]) -> Self {
        Self {
            next_slot: low(first.bits),
            sections: low(first.undef) & DEEPEST,
            history: low(first.undef) >> SECTION_BITS,
            effects: high(first.undef) >> 2,
            content: Content { sum: content.bits, changes: low(content.undef) },
            fresh: Fresh { from: low(last.bits), alive: high(last.bits), variables: high(content.undef) },
            readings: low(last.undef) & MOST_READINGS,
            passed: low(last.undef) >> 30,
            exposure: Exposure(high(last.undef)),
            amid: (amid.bits, Word::new(amid.undef)),
        }
    }
}
