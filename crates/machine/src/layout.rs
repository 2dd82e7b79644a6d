//! Addresses: `[owner:10][object:22][offset:16]`, derived from who made an object and the how
//! manieth it was, so that they do not depend on the schedule. The owner is one more than the
//! number of the thread: so no number of 32 bits is an address. An object begins in the middle of
//! its first slot of 64 KB, so that an access before or after it never meets another one. Slot 0 of
//! each thread stays free (null pointers), slot 1 holds what the machine and the libraries keep for
//! the thread, slot 2 `errno`; thread-local variables and allocations follow.
//!
//! The 16 bits above an address are 0, or mark a pointer that has left its object: see
//! `memory::provenance`.
//!
//! In a program for 32 bits ([`Space::Narrow`]) all that its pointers can point to is below 2^32, in
//! slots of 1 KB: see `narrow`. What a program has no pointers to (hidden objects, memory in frames)
//! is where it is in other programs: so an address says itself how it is divided.

mod narrow;

use crate::value::Value;
use threadbare_op::{Addr, Site, ThreadId};
use threadbare_program::Program;

pub(crate) use narrow::{in_32_bits, is_nowhere};

/// One after the last address.
pub(crate) const END: Addr = 1 << 48;
/// A pointer that has gone so far that nobody knows where it came from.
pub(crate) const LOST: Addr = 0x8000 << 48;

/// What explorers call the lock of a futex; `addr` is that of its word. No object is made anew so
/// often that it is called that.
pub(crate) const fn futex_lock(addr: Addr) -> Addr {
    unmarked(addr) | FUTEX << 48
}

/// The same of the threads that wait there.
pub(crate) const fn futex_queue(addr: Addr) -> Addr {
    unmarked(addr) | (FUTEX + 1) << 48
}

/// The same of the end of a thread.
pub(crate) const fn thread_end(thread: ThreadId) -> Addr {
    exit_value_address(thread) | THREAD_END << 48
}

/// Whether a synchronisation object is in no memory: the lock of a futex, its queue, the end of a
/// thread.
#[must_use]
pub const fn is_in_no_memory(key: Addr) -> bool {
    key >> 48 >= THREAD_END
}

/// The mark of the end of a thread.
const THREAD_END: u64 = 0xFFFD;

/// The mark of the lock of a futex; that of its queue is one more.
const FUTEX: u64 = 0xFFFE;

/// The address without its mark.
#[inline]
pub(crate) const fn unmarked(addr: Addr) -> Addr {
    addr & (END - 1)
}

/// Whether it is [`LOST`], or near it.
pub(crate) const fn is_lost(addr: Addr) -> bool {
    addr >> 48 == LOST >> 48
}

/// The thread part of the addresses of global variables.
pub(crate) const GLOBALS: u32 = 1022;
/// Of functions.
pub(crate) const FUNCTIONS: u32 = 1021;
/// Of memory in frames.
pub(crate) const PRIVATE: u32 = 1020;
/// Of return addresses, at which there is nothing.
const RETURNS: u32 = 1019;
/// Of frames, as opaque.
const FRAMES: u32 = 1018;
/// So many threads have addresses.
const MAX_THREADS: u32 = 1000;
/// So many slots has a thread.
const SLOTS: u32 = 1 << 22;
/// Where in its first slot an object begins.
const START: u64 = 0x4000;
/// The slot of a thread's hidden object.
const HIDDEN_SLOT: u32 = 1;
/// The slot of a thread's `errno`.
const ERRNO_SLOT: u32 = 2;
/// The first slot of thread-local variables.
pub(crate) const FIRST_SLOT: u32 = 3;
/// Size of a thread's hidden object, without what counts its inputs.
pub(crate) const HIDDEN_SIZE: u64 = 16 + 16 * 8;

/// How the addresses of a program are divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Space {
    /// 64 bits.
    #[default]
    Wide,
    /// 32 bits.
    Narrow,
}

impl Space {
    /// That of a program.
    pub(crate) const fn of(program: &Program) -> Self {
        if program.ilp32 { Self::Narrow } else { Self::Wide }
    }

    /// How many bits of an address say where in its slot it is.
    const fn bits(self) -> u32 {
        match self {
            Self::Wide => 16,
            Self::Narrow => narrow::SLOT_BITS,
        }
    }

    /// The bits of an address that are the same within a slot.
    pub(crate) const fn slot_mask(self) -> u64 {
        u64::MAX << self.bits()
    }

    /// The slot in which an address is, among all.
    pub(crate) const fn place(self, addr: Addr) -> u64 {
        addr >> self.bits()
    }

    /// Where in its first slot an object begins that is aligned so.
    pub(crate) const fn start(self, align: u64) -> u64 {
        let start = match self {
            Self::Wide => START,
            Self::Narrow => narrow::START,
        };
        start.next_multiple_of(if align == 0 { 1 } else { align })
    }

    /// How many slots an object of `size` bytes takes that begins `start` bytes after the beginning
    /// of the first.
    pub(crate) const fn slots_for(self, size: u64, start: u64) -> u64 {
        ((start + size) >> self.bits()) + 1
    }

    /// The address `start` bytes into a slot.
    pub(crate) const fn at(self, thread: u32, slot: u32, start: u64) -> Addr {
        match self {
            Self::Wide => area(thread) + ((slot as u64) << 16) + start,
            Self::Narrow => narrow::slot(thread, slot) + start,
        }
    }

    /// The address at which the object in this slot begins.
    pub(crate) const fn address(self, thread: u32, slot: u32) -> Addr {
        self.at(thread, slot, self.start(1))
    }

    /// So many threads have addresses.
    pub(crate) const fn max_threads(self) -> u32 {
        match self {
            Self::Wide => MAX_THREADS,
            Self::Narrow => narrow::MAX_THREADS,
        }
    }

    /// So many slots there are for a thread, or for the global variables.
    pub(crate) const fn slots(self, thread: u32) -> u32 {
        match self {
            Self::Wide => SLOTS,
            Self::Narrow => narrow::slots(thread),
        }
    }

    /// Whose an address is, if that is what this number is: all of one area have the same thread
    /// part. `None`: it is nobody's.
    pub(crate) const fn owner(self, addr: Addr) -> Option<u32> {
        match self {
            Self::Narrow if addr >> 32 == 0 => narrow::owner(addr),
            _ => area_of(addr).checked_sub(1),
        }
    }

    /// Which of the program's functions is at this address, if one is.
    pub(crate) const fn function_at(self, addr: Addr) -> Option<u32> {
        match self.owner(addr) {
            Some(FUNCTIONS) if addr == self.address(FUNCTIONS, slot_of(addr)) => Some(slot_of(addr)),
            _ => None,
        }
    }

    /// The address of a function of the program.
    pub(crate) const fn function_address(self, index: u32) -> Addr {
        self.address(FUNCTIONS, index)
    }

    /// The `errno` of a thread.
    pub(crate) const fn errno_address(self, thread: ThreadId) -> Addr {
        self.address(thread.0, ERRNO_SLOT)
    }

    /// The address to which a call at a site returns.
    pub(crate) const fn return_address(self, site: Site) -> Addr {
        match self {
            Self::Wide => area(RETURNS) | site.0 as u64,
            Self::Narrow => narrow::return_address(site),
        }
    }

    /// The address of a frame, with so many bytes of the thread's stack up to and with it.
    pub(crate) const fn frame_address(self, thread: ThreadId, depth: u32) -> Addr {
        match self {
            Self::Wide => area(FRAMES) | (((thread.0 as u64 + 1) << 24) - depth as u64),
            Self::Narrow => narrow::frame_address(thread, depth),
        }
    }

    /// Whether an address is not far into an object that the program can know, by its bits: for
    /// guessing what is a pointer.
    pub(crate) const fn is_near_start(self, addr: Addr) -> bool {
        let Some(owner) = self.owner(addr) else { return false };
        let offset = addr & !self.slot_mask();
        let first = if owner < MAX_THREADS { FIRST_SLOT } else { 0 };
        addr < END && self.start(1) <= offset && offset <= 2 * self.start(1) && slot_of(addr) >= first
    }

    // Pointers that have left their object.

    /// How a marked or other address is divided.
    const fn dividing(self, addr: Addr) -> Self {
        if unmarked(addr) >> 32 == 0 { self } else { Self::Wide }
    }

    /// An address in the slot where a pointer comes from: that of its object. `None` if it is lost.
    pub(crate) const fn origin_of(self, addr: Addr) -> Option<Addr> {
        if is_lost(addr) {
            return None;
        }
        let back = ((addr >> 48) as i16 as i64) << self.dividing(addr).bits();
        Some(self.wrapped(addr, unmarked(addr.wrapping_add_signed(back))))
    }

    /// The address `place`, marked as that of a pointer that comes from the slot of `origin`.
    pub(crate) fn marked(self, place: Addr, origin: Addr) -> Addr {
        let space = self.dividing(origin);
        let back = (space.place(origin) as i32).wrapping_sub(space.place(place) as i32);
        // Beyond the last address is the first one.
        let unused = match space {
            Self::Wide => 0,
            Self::Narrow => narrow::SLOT_BITS,
        };
        let back = back << unused >> unused;
        match i16::try_from(back) {
            Ok(back) if back > i16::MIN => u64::from(back as u16) << 48 | place,
            _ => LOST,
        }
    }

    /// A number to which arithmetic with the pointer `base` leads, as a pointer has it.
    pub(crate) const fn wrapped(self, base: Addr, number: u64) -> u64 {
        match self.dividing(base) {
            Self::Narrow => number & narrow::MASK,
            Self::Wide => number,
        }
    }

    /// Whether a number is so near to 0 that a null pointer has led there.
    pub(crate) const fn is_near_null(self, addr: Addr) -> bool {
        let signed = match self {
            Self::Narrow if addr >> 32 == 0 => addr as i32 as i64,
            _ => addr as i64,
        };
        -0x1_0000 < signed && signed < 0x1_0000
    }
}

/// The first address of a thread part.
const fn area(thread: u32) -> Addr {
    (thread as u64 + 1) << 38
}

/// Whether a number may be made of the address of something that the program makes while it runs,
/// by adding up to 2^37 or taking that away.
#[must_use]
pub const fn may_be_address(number: u64) -> bool {
    let near = unmarked(number).wrapping_add(1 << 37);
    area_of(near) >= 1 && area_of(near) <= area_of(area(PRIVATE)) + 1
}

/// The thread part of an address of 64 bits, and 1.
#[inline]
const fn area_of(addr: Addr) -> u32 {
    (addr >> 38) as u32
}

/// Whether an address is in a frame.
#[inline(always)]
pub(crate) const fn is_private(addr: Addr) -> bool {
    addr >> 38 == PRIVATE as u64 + 1
}

/// The thread part of the address of an object.
#[inline]
pub(crate) const fn thread_of(addr: Addr) -> u32 {
    if addr >> 32 == 0 { narrow::thread_of(addr) } else { area_of(addr).wrapping_sub(1) }
}

/// Whether it is in memory that a thread, the main one too, has made while it ran.
pub(crate) const fn is_made(addr: Addr) -> bool {
    addr >> 32 != 0 && (area_of(addr).wrapping_sub(1) < MAX_THREADS || is_private(addr))
}

/// Whether so many bytes have an address that is one of a thread other than the main one.
#[inline]
pub(crate) const fn tell_apart(space: Space, bits: u64, size: u8) -> bool {
    match space {
        Space::Wide => {
            let owner = area_of(unmarked(bits)).wrapping_sub(1);
            size == 8 && owner != 0 && owner < MAX_THREADS
        }
        Space::Narrow => size >= 4 && narrow::tell_apart(bits),
    }
}

/// The slot part of the address of an object.
#[inline]
pub(crate) const fn slot_of(addr: Addr) -> u32 {
    if addr >> 32 == 0 { narrow::slot_of(addr) } else { wide_slot(addr) }
}

#[inline]
const fn wide_slot(addr: Addr) -> u32 {
    (addr >> 16) as u32 & (SLOTS - 1)
}

/// Where in the table of the objects of 64-bit addresses that of an address stands.
#[inline(always)]
pub(crate) const fn wide_place(addr: Addr) -> (usize, usize) {
    ((addr >> 38) as usize, wide_slot(addr) as usize)
}

/// Where in that of the others; `None` if it is no such address.
pub(crate) const fn narrow_place(addr: Addr) -> Option<(usize, usize)> {
    match narrow::owner(addr) {
        Some(owner) if addr >> 32 == 0 => Some((owner as usize, narrow::slot_of(addr) as usize)),
        _ => None,
    }
}

/// How many slots an object at `addr` takes.
pub(crate) const fn slots_of(addr: Addr, size: u64) -> u64 {
    let space = if addr >> 32 == 0 { Space::Narrow } else { Space::Wide };
    space.slots_for(size, addr & !space.slot_mask())
}

/// The address of memory in a frame.
pub(crate) const fn private_address(index: u32) -> Addr {
    Space::Wide.address(PRIVATE, index)
}

/// The hidden object of a thread: the value first that the thread ended with.
pub(crate) const fn hidden_address(thread: ThreadId) -> Addr {
    Space::Wide.address(thread.0, HIDDEN_SLOT)
}

/// Where the value is that a thread ended with.
pub(crate) const fn exit_value_address(thread: ThreadId) -> Addr {
    hidden_address(thread)
}

/// How many spurious events it has had.
pub(crate) const fn spurious_address(thread: ThreadId) -> Addr {
    hidden_address(thread) + 8
}

/// A word of a thread for the libraries.
pub(crate) const fn word_address(thread: ThreadId, n: usize) -> Addr {
    hidden_address(thread) + 16 + 8 * n as u64
}

/// How many inputs of the n-th name that is fixed a thread has taken.
pub(crate) const fn fixed_address(thread: ThreadId, n: usize) -> Addr {
    hidden_address(thread) + HIDDEN_SIZE + 8 * n as u64
}
