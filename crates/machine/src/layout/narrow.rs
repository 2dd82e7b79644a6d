//! Addresses of 32 bits, in slots of 1 KB. Threads and variables have unequal parts:
//!
//! | from | what | slots |
//! |---|---|---|
//! | 0 | nothing: null pointers, small numbers | |
//! | 0x0800_0000 | return addresses, at which there is nothing | |
//! | 0x1000_0000 | functions | 2^18 |
//! | 0x2000_0000 | global variables | 2^20 |
//! | 0x6000_0000 | the main thread | 2^20 |
//! | 0xA000_0000 | the other threads, 8 MB each | 2^13 |
//! | 0xF000_0000 | frames, as opaque | |
//! | 0xFF00_0000 | nothing: where pointers lead that left their object | |
//! | 0xFFFF_0000 | nothing: small negative numbers | |
//!
//! So numbers of the program may be addresses. Where that must not be (names of objects in
//! fingerprints of states), nothing is taken for an address in such a program.

use super::{FUNCTIONS, GLOBALS, Space, Value};
use threadbare_op::{Addr, Site, ThreadId};

/// The bits of an address.
pub(super) const MASK: u64 = u32::MAX as u64;
pub(super) const SLOT_BITS: u32 = 10;
pub(super) const START: u64 = 0x100;
/// So many threads have addresses.
pub(super) const MAX_THREADS: u32 = 1 + ((FRAMES - OTHERS) / EACH) as u32;

const RETURNS: Addr = 0x0800_0000;
const CODE: Addr = 0x1000_0000;
const VARIABLES: Addr = 0x2000_0000;
const MAIN: Addr = 0x6000_0000;
const OTHERS: Addr = 0xA000_0000;
/// What each of the other threads has.
const EACH: Addr = 0x80_0000;
const FRAMES: Addr = 0xF000_0000;
const NOWHERE: Addr = 0xFF00_0000;

/// The first address of an owner, and how many addresses it has.
const fn area(owner: u32) -> (Addr, Addr) {
    match owner {
        FUNCTIONS => (CODE, VARIABLES - CODE),
        GLOBALS => (VARIABLES, MAIN - VARIABLES),
        0 => (MAIN, OTHERS - MAIN),
        thread => (OTHERS + (thread as u64 - 1) * EACH, EACH),
    }
}

/// Whose an address below 2^32 is.
pub(super) const fn owner(addr: Addr) -> Option<u32> {
    match addr {
        CODE..VARIABLES => Some(FUNCTIONS),
        VARIABLES..MAIN => Some(GLOBALS),
        MAIN..OTHERS => Some(0),
        OTHERS..FRAMES => Some(1 + ((addr - OTHERS) / EACH) as u32),
        _ => None,
    }
}

/// The same; of one that is nobody's, a number that no thread has.
#[cold]
#[inline(never)]
pub(super) const fn thread_of(addr: Addr) -> u32 {
    match owner(addr) {
        Some(owner) => owner,
        None => u32::MAX,
    }
}

/// Whether one of two words is an address of a thread other than the main one.
#[cold]
pub(super) const fn tell_apart(bits: u64) -> bool {
    let (low, high) = (thread_of(bits & MASK), thread_of(bits >> 32));
    (low != 0 && low < MAX_THREADS) || (high != 0 && high < MAX_THREADS)
}

pub(super) const fn slot(owner: u32, slot: u32) -> Addr {
    area(owner).0 + ((slot as u64) << SLOT_BITS)
}

#[cold]
#[inline(never)]
pub(super) const fn slot_of(addr: Addr) -> u32 {
    match owner(addr) {
        Some(owner) => ((addr - area(owner).0) >> SLOT_BITS) as u32,
        None => 0,
    }
}

pub(super) const fn slots(owner: u32) -> u32 {
    (area(owner).1 >> SLOT_BITS) as u32
}

/// Where a call returns to.
pub(super) const fn return_address(site: Site) -> Addr {
    RETURNS + site.0 as u64 % (CODE - RETURNS)
}

/// Frames of a thread go down from the end of its 512 KB, by a sixteenth of their sizes.
pub(super) const fn frame_address(thread: ThreadId, depth: u32) -> Addr {
    FRAMES + ((thread.0 as u64 + 1) << 19) - (depth as u64 / 16) % (1 << 19)
}

/// A pointer of a register as memory of 4 bytes holds it: one that is marked leads nowhere from then
/// on, but for a null pointer that has not gone far.
pub(crate) const fn in_32_bits(pointer: Value) -> Value {
    if pointer.bits <= MASK || pointer.undef != 0 {
        return pointer.lowest(32);
    }
    let near_null = Space::Narrow.is_near_null(pointer.bits & MASK)
        && matches!(Space::Narrow.origin_of(pointer.bits), Some(0..0x1_0000));
    Value::new(if near_null { pointer.bits & MASK } else { NOWHERE })
}

/// Whether it has led there.
pub(crate) const fn is_nowhere(addr: Addr) -> bool {
    addr >> 24 == NOWHERE >> 24 && addr < 0xFFFF_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_say_whose_they_are() {
        for owner in [FUNCTIONS, GLOBALS, 0, 1, 2, MAX_THREADS - 1] {
            let last = slots(owner) - 1;
            for slot in [0, 1, 3, 77, last] {
                let addr = Space::Narrow.address(owner, slot);
                assert_eq!((Space::Narrow.owner(addr), slot_of(addr)), (Some(owner), slot), "{addr:#x}");
                assert!(addr < FRAMES && super::super::thread_of(addr) == owner);
            }
        }
        assert_eq!(MAX_THREADS, 161);
        for number in [0, 1, 0x0FFF_FFFF, 0xF000_0000, 0xFFFF_FFFF] {
            assert_eq!(Space::Narrow.owner(number), None);
        }
        assert!(Space::Narrow.is_near_null(0xFFFF_FFF8) && !Space::Narrow.is_near_null(0x1_0000));
    }

    #[test]
    fn what_left_its_object_leads_nowhere_from_memory() {
        let (inside, far) = (0x6000_0D00, 0x6010_0D00);
        let marked = Space::Narrow.marked(far, inside);
        assert_eq!(Space::Narrow.origin_of(marked), Some(inside));
        assert_eq!(in_32_bits(Value::new(inside)), Value::new(inside));
        assert!(is_nowhere(in_32_bits(Value::new(marked)).bits) && owner(NOWHERE).is_none());
        assert_eq!(in_32_bits(Value::uninit(8)), Value::uninit(4));
        let before_null = Space::Narrow.marked(0xFFFF_FFFF, 0);
        assert_eq!(in_32_bits(Value::new(before_null)), Value::new(0xFFFF_FFFF));
    }
}
