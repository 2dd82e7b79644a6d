//! Plain loads of memory that is accessed atomically in another size.
//!
//! A location of the explorers has one size, that of the atomic accesses. So a smaller plain load
//! reads all of the location and takes its part, and a bigger one reads location by location; the
//! journal says how far it is, its first entry being the size of the locations. In a program
//! without races nothing can come in between. The check for races sees whole locations.
//!
//! Not covered, and refused as [`Limit::MixedSize`](threadbare_op::Limit::MixedSize): smaller plain
//! stores, parts that library functions read, atomic accesses that differ among themselves,
//! locations in the middle of which a load begins.

use crate::core::Core;
use crate::halt::Halt;
use crate::memory::Next;
use crate::value::{Value, mask};
use threadbare_op::{Addr, Loc, Op, Order};

/// The load of `size` bytes at `addr` has to be visible: `halt` is for that. Done differently if
/// the sizes differ.
#[cold]
pub(super) fn load(core: &mut Core, start: usize, addr: Addr, size: u8, halt: Halt) -> Result<Value, Halt> {
    if !core.memory.stops_for_plain_load() {
        return Err(halt);
    }
    let begun = core.journal.get(start).map(|entry| entry.bits as u8);
    let cell = begun.unwrap_or_else(|| core.memory.atomic_size(addr));
    if cell == size {
        return Err(halt);
    }
    if begun.is_none() {
        core.journal.push(Value::new(u64::from(cell)));
    }
    if cell > size {
        let loc = Loc::new(addr & !(u64::from(cell) - 1), cell);
        return Err(core.memory.faults.halt(Next::Op(Op::Load { loc, order: Order::Plain })));
    }
    // The loads before this one.
    for number in core.journal.len() - start - 1..usize::from(size / cell) {
        let value = core.memory.load(addr + number as u64 * u64::from(cell), cell)?;
        core.journal.push(value);
    }
    let mut whole = Value::ZERO;
    for (number, part) in core.journal[start + 1..].iter().enumerate() {
        let by = number as u32 * u32::from(cell) * 8;
        let keep = mask(u32::from(cell) * 8);
        whole.bits |= (part.bits & keep) << by;
        whole.undef |= (part.undef & keep) << by;
    }
    core.journal.truncate(start);
    Ok(whole)
}

/// The part of `size` bytes at `addr` of the location of `cell` bytes around it.
pub(super) fn part(value: Value, addr: Addr, cell: u8, size: u8) -> Value {
    let by = (addr & (u64::from(cell) - 1)) * 8;
    let keep = mask(u32::from(size) * 8);
    Value { bits: value.bits >> by & keep, undef: value.undef >> by & keep }
}
