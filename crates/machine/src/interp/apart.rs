//! Plain accesses under `--races explore`. One that goes over several members of a structure is
//! performed member by member ([`crate::memory::Memory`]'s `parts`): others may come in between.
//!
//! The first entry of the journal has the sizes of the pieces, 4 bits each; then what was loaded,
//! or a word for each piece that was stored.

use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::Addr;

/// The journal, and where in it the instruction begins.
pub(super) type Begun<'j, V> = (&'j mut Vec<V>, usize);

/// The offset and size of each piece.
fn pieces(parts: u32) -> impl Iterator<Item = (u64, u8)> {
    let sizes = (0..8).map(move |number| (parts >> (4 * number) & 15) as u8).take_while(|size| *size != 0);
    sizes.scan(0, |at, size| {
        let offset = *at;
        *at += u64::from(size);
        Some((offset, size))
    })
}

/// The pieces of an access, if it is performed in pieces; the journal has them then.
fn begin<D: Domain>(
    core: &mut Core<D>,
    (journal, start): Begun<'_, D::Value>,
    addr: Addr,
    size: u8,
) -> Result<Option<u32>, Halt> {
    if let Some(&parts) = journal.get(start) {
        return Ok(Some(core.memory.bits(parts) as u32));
    }
    let parts = core.memory.parts(addr, size)?;
    if let Some(parts) = parts {
        journal.push(core.lift(Value::new(u64::from(parts))));
    }
    Ok(parts)
}

/// Loads `size` bytes.
pub(super) fn load<D: Domain>(
    core: &mut Core<D>,
    (journal, start): Begun<'_, D::Value>,
    addr: Addr,
    size: u8,
) -> Result<D::Value, Halt> {
    let Some(parts) = begin(core, (journal, start), addr, size)? else { return core.memory.load(addr, size) };
    core.memory.set_bulk(true);
    for (offset, size) in pieces(parts).skip(journal.len() - start - 1) {
        let value = core.memory.load(addr + offset, size)?;
        journal.push(value);
    }
    core.memory.set_bulk(false);
    let values: Vec<_> = pieces(parts).map(|(_, size)| size).zip(journal.drain(start..).skip(1)).collect();
    Ok(core.memory.domain.joined(&values, u64::from(size))[0])
}

/// Stores `size` bytes.
pub(super) fn store<D: Domain>(
    core: &mut Core<D>,
    (journal, start): Begun<'_, D::Value>,
    addr: Addr,
    size: u8,
    value: D::Value,
) -> Result<(), Halt> {
    let Some(parts) = begin(core, (journal, start), addr, size)? else {
        let value = core.memory.domain.lowest(value, size);
        return core.memory.store(addr, size, value);
    };
    core.memory.set_bulk(true);
    for (offset, size) in pieces(parts).skip(journal.len() - start - 1) {
        let piece = core.memory.domain.load(&[value], offset as usize, size);
        core.memory.store(addr + offset, size, piece)?;
        journal.push(core.lift(Value::ZERO));
    }
    core.memory.set_bulk(false);
    journal.truncate(start);
    Ok(())
}
