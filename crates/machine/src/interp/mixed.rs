//! Plain loads of memory that is accessed atomically in another size.
//!
//! A location of the explorers has one size, that of the atomic accesses. So a smaller plain load
//! reads all of the location and takes its part, and a bigger one reads location by location; the
//! journal says how far it is, its first entry being the size of the locations. In a program
//! without races nothing can come in between. The check for races sees whole locations.
//!
//! Where atomic accesses differ among themselves, and that is modelled ([`crate::Sizes`]), a load is
//! one of its own bytes.
//!
//! Not covered, and refused as [`Limit::MixedSize`](threadbare_op::Limit::MixedSize): locations in the
//! middle of which a load begins; smaller plain stores, parts that library functions read, and atomic
//! accesses that differ, where these are not modelled.

use super::apart::Begun;
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::memory::Next;
use crate::value::Value;
use threadbare_op::{Addr, Loc, Op, Order};

/// The load of `size` bytes at `addr` has to be visible: `halt` is for that. Done differently if
/// the sizes differ.
#[cold]
pub(super) fn load<D: Domain>(
    core: &mut Core<D>,
    (journal, start): Begun<'_, D::Value>,
    addr: Addr,
    size: u8,
    halt: Halt,
) -> Result<D::Value, Halt> {
    if !core.memory.stops_for_plain_load() || core.memory.is_in_location(Loc::new(addr, size)) {
        return Err(halt);
    }
    let begun = journal.get(start).map(|&entry| core.memory.bits(entry) as u8);
    let cell = begun.unwrap_or_else(|| core.memory.atomic_size(addr));
    if cell == size {
        return Err(halt);
    }
    if begun.is_none() {
        journal.push(core.lift(Value::new(u64::from(cell))));
    }
    if cell > size {
        let loc = Loc::new(addr & !(u64::from(cell) - 1), cell);
        return Err(core.memory.faults.halt(Next::Op(Op::Load { loc, order: Order::Plain })));
    }
    // The loads before this one.
    for number in journal.len() - start - 1..usize::from(size / cell) {
        let value = core.memory.load(addr + number as u64 * u64::from(cell), cell)?;
        journal.push(value);
    }
    let mut whole = [core.lift(Value::ZERO)];
    for (number, &part) in journal[start + 1..].iter().enumerate() {
        core.memory.domain.store(&mut whole, number * usize::from(cell), cell, part);
    }
    journal.truncate(start);
    Ok(whole[0])
}

/// The part of `size` bytes at `addr` of the location of `cell` bytes around it.
pub(super) fn part<D: Domain>(domain: &D, value: D::Value, addr: Addr, cell: u8, size: u8) -> D::Value {
    domain.load(&[value], (addr & (u64::from(cell) - 1)) as usize, size)
}
