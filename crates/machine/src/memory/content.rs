//! [`Content`]: what a thread has changed in memory of its own, so that it is seen when all of it
//! is as it was ([`crate::interp`]'s `spin`).
//!
//! It is the sum, over each half of a word, of what stands there times a number that belongs to its
//! address, modulo the prime 2^61 - 1: a multilinear hash. So a change is a difference, and the
//! order and the sizes of stores make none. Two contents that differ have the same sum with a
//! chance of 2^-61, as the numbers are as good as random, and a half is less than the prime.
//!
//! Variables that a function has made since the thread was at the head of a loop are gone when it
//! comes back there. If it comes to heads of loops of that function or of those that it calls, it
//! is no effect for the loop outside that they are there, and end then. Their content counts from
//! the first of these heads on, and is taken away when they end.
//!
//! Whether a change counts so, and how much, is up to what the thread itself has done, so that it
//! is the same where the thread does the same again ([`crate::machine`]'s `remember`): memory that
//! others access does not count.
//!
//! Not covered: terms; changes within sections of a lock ([`crate::polls`]). These are effects.
//! What is written to memory that is newer than the last arrival at a head of a loop is none.

use super::Memory;
use super::object::{Kind, Object};
use crate::domain::Domain;
use crate::layout::{slot_of, thread_of};
use crate::thread::Own;
use crate::value::Value;
use threadbare_op::Addr;

const PRIME: u64 = (1 << 61) - 1;
/// Of which bits are undefined.
const UNDEFINED: u64 = 1 << 63;

/// What a thread has changed in memory of its own, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Content {
    /// Below [`PRIME`].
    pub(crate) sum: u64,
    /// Each is one of the thread's effects, too. So is that variables of functions that the thread
    /// has called since it was at the head of a loop are still there at another one, or end after
    /// that.
    pub(crate) changes: u32,
}

impl Content {
    /// In `size` bytes at an address there is another value.
    fn change(&mut self, addr: Addr, size: u8, old: Value, new: Value) {
        self.does_not_last();
        self.sum = minus(self.sum, weigh(addr, size, old));
        self.sum = plus(self.sum, weigh(addr, size, new));
    }

    /// The last effect is of memory that ends before a loop around comes back to its head.
    pub(crate) fn does_not_last(&mut self) {
        self.changes = self.changes.wrapping_add(1);
    }

    /// The difference to what it was.
    pub(crate) fn since(self, then: Self) -> u64 {
        minus(self.sum, then.sum)
    }
}

pub(crate) const fn plus(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum < PRIME { sum } else { sum - PRIME }
}

const fn minus(a: u64, b: u64) -> u64 {
    plus(a, PRIME - b)
}

/// What the bytes of a value weigh at an address.
fn weigh(addr: Addr, size: u8, value: Value) -> u64 {
    let mask = u64::MAX >> (64 - 8 * u32::from(size.min(8)));
    plus(weigh_bits(addr, value.bits & mask), weigh_bits(addr | UNDEFINED, value.undef & mask))
}

fn weigh_bits(addr: Addr, bits: u64) -> u64 {
    let (mut halves, mut half, mut sum) = (u128::from(bits) << (8 * (addr & 3)), addr / 4, 0);
    while halves != 0 {
        sum = plus(sum, times(halves as u32, number_of(half)));
        (halves, half) = (halves >> 32, half + 1);
    }
    sum
}

fn times(half: u32, number: u64) -> u64 {
    let product = u128::from(half) * u128::from(number);
    plus((product as u64) & PRIME, (product >> 61) as u64)
}

/// The number of an address, below [`PRIME`]: the generator `splitmix64` (Steele, Lea, Flood,
/// OOPSLA 2014) at that place.
fn number_of(half: u64) -> u64 {
    let mut mixed = half.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    plus((mixed ^ mixed >> 31) & PRIME, 0)
}

impl<D: Domain> Memory<D> {
    /// The running thread has written something else to an object than was there.
    pub(super) fn note_change(&mut self, index: usize, (offset, size): (u64, u8), (old, new): (D::Value, D::Value)) {
        let object = &self.objects[index];
        if self.who.made_lately(object.addr) {
            self.who.changed_fresh = true;
            return;
        }
        if self.keeps_content(object)
            && let (Ok(old), Ok(new)) = (self.domain.word(old), self.domain.word(new))
        {
            let addr = object.addr + offset;
            self.who.own.content.change(addr, size, old, new);
        }
        self.who.has_effect();
    }

    /// The running thread comes to the head of a loop: the content of the variables that it has
    /// made lately counts from now on.
    pub(crate) fn count_new_variables(&mut self) {
        let Own { fresh, mut next_slot, .. } = self.who.own;
        let mut left = fresh.variables;
        while left > 0 && next_slot > fresh.from {
            next_slot -= 1;
            let Some(index) = self.table.get(self.space.at(self.who.thread.0, next_slot, 0)) else { continue };
            let object = &self.objects[index];
            next_slot = next_slot.min(slot_of(object.addr));
            left -= u32::from(object.freed.is_none() && matches!(object.kind, Kind::Stack(_)));
            if let Some(weight) = self.weigh_variable(index) {
                let content = &mut self.who.own.content;
                content.sum = plus(content.sum, weight);
            }
        }
    }

    /// A variable of the running thread ends of which the content counts.
    pub(super) fn end_content(&mut self, index: usize) {
        if let Some(weight) = self.weigh_variable(index) {
            let content = &mut self.who.own.content;
            content.sum = minus(content.sum, weight);
            content.does_not_last();
        }
    }

    /// What a variable weighs more than when nothing had been written to it; `None` if its content
    /// does not count.
    fn weigh_variable(&self, index: usize) -> Option<u64> {
        let object = &self.objects[index];
        if !matches!(object.kind, Kind::Stack(_)) || object.freed.is_some() || !self.keeps_content(object) {
            return None;
        }
        let mut sum = 0;
        for offset in (0..object.size).step_by(8) {
            let size = (object.size - offset).min(8) as u8;
            let nothing = Value::uninit(size);
            let value = self.domain.word(self.domain.load(&object.cells, offset as usize, size)).ok()?;
            if value != nothing {
                let (addr, before) = (object.addr + offset, sum);
                sum = minus(plus(before, weigh(addr, size, value)), weigh(addr, size, nothing));
            }
        }
        Some(sum)
    }

    /// Whether the running thread has made the object, and as far as is known nobody else accesses
    /// it.
    fn keeps_content(&self, object: &Object<D::Value>) -> bool {
        let kinds = matches!(object.kind, Kind::Stack(_) | Kind::Heap | Kind::Errno | Kind::Local(_));
        if !kinds || thread_of(object.addr) != self.who.thread.0 || self.explores() {
            return false;
        }
        // Where everything is to be shown it is as where it was explored.
        let is_shown = self.records.is_some() && self.presumes_own(object.kind, object.site);
        let is_own = (object.own || is_shown) && !object.assumed && !object.atomics;
        is_own && self.who.own.section().is_none() && !self.ignores()
    }
}

#[cfg(test)]
mod tests {
    use super::{Content, PRIME, Value, number_of, times};

    fn written(stores: &[(u64, u8, u64, u64)]) -> u64 {
        let mut content = Content::default();
        for &(addr, size, old, new) in stores {
            content.change(addr, size, Value::new(old), Value::new(new));
        }
        content.sum
    }

    #[test]
    fn what_is_changed_back_is_as_it_was() {
        assert_eq!(written(&[(0x1003, 8, 0, 0xFFEE_DDCC_BBAA_9988), (0x1003, 8, 0xFFEE_DDCC_BBAA_9988, 0)]), 0);
    }

    #[test]
    fn the_sizes_of_stores_make_no_difference() {
        let bytes: Vec<_> = (0..8).map(|at| (0x1005 + at, 1, 0, 0x80 + at)).collect();
        let word = u64::from_le_bytes([0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87]);
        assert_eq!(written(&bytes), written(&[(0x1005, 8, 0, word)]));
    }

    #[test]
    fn the_highest_bits_of_two_words_tell() {
        let high = 1 << 63;
        assert_ne!(written(&[(0x1000, 8, 0, high), (0x1008, 8, 0, high)]), 0);
        assert_ne!(written(&[(0x1000, 8, 0, high)]), written(&[(0x1008, 8, 0, high)]));
    }

    #[test]
    fn what_is_undefined_tells() {
        let mut content = Content::default();
        content.change(0x1000, 4, Value { bits: 0, undef: 0xFFFF_FFFF }, Value::ZERO);
        assert_ne!(content.sum, 0);
    }

    #[test]
    fn products_are_below_the_prime() {
        for half in [0, 1, u32::MAX] {
            let number = number_of(7);
            assert_eq!(u128::from(times(half, number)), u128::from(half) * u128::from(number) % u128::from(PRIME));
        }
    }
}
