//! Addresses: `[owner:10][object:22][offset:16]`, derived from who made an object and the how
//! manieth it was, so that they do not depend on the schedule. The owner is one more than the
//! number of the thread: so no number of 32 bits is an address. An object begins in the middle of
//! its first slot of 64 KB, so that an access before or after it never meets another one. Slot 0 of
//! each thread stays free (null pointers), slot 1 holds what the machine and the libraries keep for
//! the thread, slot 2 `errno`; thread-local variables and allocations follow.
//!
//! The 16 bits above an address are 0, or mark a pointer that has left its object: see
//! `memory::provenance`.

use threadbare_op::{Addr, Site, ThreadId};

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

/// Whether a synchronisation object is the lock of a futex, or its queue: it is in no memory.
#[must_use]
pub const fn is_of_futex(key: Addr) -> bool {
    key >> 48 >= FUTEX
}

/// The mark of the lock of a futex; that of its queue is one more.
const FUTEX: u64 = 0xFFFE;

/// The address without its mark.
pub(crate) const fn unmarked(addr: Addr) -> Addr {
    addr & (END - 1)
}

/// Whether it is [`LOST`], or near it.
pub(crate) const fn is_lost(addr: Addr) -> bool {
    addr >> 48 == LOST >> 48
}

/// An address in the slot where a pointer comes from: that of its object. `None` if it is lost.
pub(crate) fn origin_of(addr: Addr) -> Option<Addr> {
    if is_lost(addr) {
        return None;
    }
    let back = i64::from((addr >> 48) as i16);
    Some(unmarked(addr.wrapping_add_signed(back << 16)))
}

/// The address `place`, marked as that of a pointer that comes from the slot of `origin`.
pub(crate) fn marked(place: Addr, origin: Addr) -> Addr {
    let back = ((origin >> 16) as i32).wrapping_sub((place >> 16) as i32);
    match i16::try_from(back) {
        Ok(back) if back > i16::MIN => u64::from(back as u16) << 48 | place,
        _ => LOST,
    }
}

/// Where in its first slot an object begins.
pub(crate) const START: u64 = 0x4000;
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
pub(crate) const MAX_THREADS: u32 = 1000;
/// So many slots has a thread.
pub(crate) const SLOTS: u32 = 1 << 22;
/// The slot of a thread's hidden object.
pub(crate) const HIDDEN_SLOT: u32 = 1;
/// The slot of a thread's `errno`.
pub(crate) const ERRNO_SLOT: u32 = 2;
/// The first slot of thread-local variables.
pub(crate) const FIRST_SLOT: u32 = 3;
/// Size of a thread's hidden object, without what counts its inputs.
pub(crate) const HIDDEN_SIZE: u64 = 16 + 16 * 8;

/// The address at which the object in this slot begins.
pub(crate) const fn address(thread: u32, slot: u32) -> Addr {
    area(thread) | ((slot as u64) << 16) | START
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

/// Whose an address below 2^48 is: all of one area have the same thread part.
pub(crate) const fn area_of(addr: Addr) -> usize {
    (addr >> 38) as usize
}

/// The thread part of an address below 2^48; no thread's below the first.
pub(crate) const fn thread_of(addr: Addr) -> u32 {
    (area_of(addr) as u32).wrapping_sub(1)
}

/// The slot part of an address.
pub(crate) const fn slot_of(addr: Addr) -> u32 {
    (addr >> 16) as u32 & (SLOTS - 1)
}

/// Whether an address is at most 16 KB into an object that the program can know, by its bits: for
/// guessing what is a pointer.
pub(crate) const fn is_near_start(addr: Addr) -> bool {
    let offset = addr & 0xFFFF;
    let first = if thread_of(addr) < MAX_THREADS { FIRST_SLOT } else { 0 };
    addr < END && addr >= area(0) && START <= offset && offset <= 2 * START && slot_of(addr) >= first
}

/// How many slots an object of `size` bytes takes that begins `start` bytes after the beginning of
/// the first.
pub(crate) const fn slots_for(size: u64, start: u64) -> u64 {
    (start + size) / 0x1_0000 + 1
}

/// The address of a function of the program.
pub(crate) const fn function_address(index: u32) -> Addr {
    address(FUNCTIONS, index)
}

/// The address to which a call at a site returns.
pub(crate) const fn return_address(site: Site) -> Addr {
    area(RETURNS) | site.0 as u64
}

/// The address of a frame, with so many bytes of the thread's stack up to and with it.
pub(crate) const fn frame_address(thread: ThreadId, depth: u32) -> Addr {
    let top = (thread.0 as u64 + 1) << 24;
    area(FRAMES) | (top - depth as u64)
}

/// Where the value is that a thread ended with.
pub(crate) const fn exit_value_address(thread: ThreadId) -> Addr {
    address(thread.0, HIDDEN_SLOT)
}

/// How many spurious events it has had.
pub(crate) const fn spurious_address(thread: ThreadId) -> Addr {
    address(thread.0, HIDDEN_SLOT) + 8
}

/// A word of a thread for the libraries.
pub(crate) const fn word_address(thread: ThreadId, n: usize) -> Addr {
    address(thread.0, HIDDEN_SLOT) + 16 + 8 * n as u64
}

/// How many inputs of the n-th name that is fixed a thread has taken.
pub(crate) const fn fixed_address(thread: ThreadId, n: usize) -> Addr {
    address(thread.0, HIDDEN_SLOT) + HIDDEN_SIZE + 8 * n as u64
}

/// The `errno` of a thread.
pub(crate) const fn errno_address(thread: ThreadId) -> Addr {
    address(thread.0, ERRNO_SLOT)
}
