//! Addresses within one object whose offset depends on input.
//!
//! Pointer arithmetic asks whether the result is in its object, or one past its end. If so, the
//! result stays one value: it is the address of the object and the lowest bits of the offset, so
//! its range tells the object from then on. (A product that wraps around is asked about first.) If not, its index is asked for, number by number. An
//! access asks whether all of it is inside the object. If so, what it reads is one value, and so is
//! each byte after what it writes.
//!
//! *Only where nobody else can notice which bytes are accessed*: in constants, in memory of frames,
//! in memory that only this thread accesses, and while there is no other thread. Elsewhere data
//! races, dependency and visibility go by bytes, so the address is asked for, number by number.
//! Whether it is so depends on the thread's own past only, or is assumed in the whole exploration.
//!
//! Not covered: large objects, and objects of which some bytes are initialised and others are not.

use crate::code::{Place, Shape};
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::value::Value;
use threadbare_op::Addr;
use threadbare_program::{Function, Pred};

/// Larger objects than this have no offsets that depend on input.
const LARGEST: u64 = (1 << 14) - 1;
/// What is further away is in none of those.
const FAR: u64 = 1 << 40;

/// Where an access is: the frame's slots from this one on, or a part of the flat memory.
enum Where {
    Frame(usize),
    Flat(usize),
}

/// An object, as far as addresses in it need to know.
struct Region {
    start: Addr,
    size: u64,
    what: Where,
}

/// The object in which an address is, or past its end.
fn region<D: Domain>(function: &Function, shape: &Shape, core: &Core<D>, address: Addr) -> Option<Region> {
    if layout::is_private(address) {
        let index = layout::slot_of(address) as usize;
        let (Some(&Place::Frame(slot)), Some(variable)) = (shape.private.get(index), function.private.get(index))
        else {
            return None;
        };
        let start = layout::private_address(index as u32);
        return Some(Region { start, size: variable.size, what: Where::Frame(slot as usize) });
    }
    let (start, size, index) = core.memory.extent(address)?;
    Some(Region { start, size, what: Where::Flat(index) })
}

/// The object to which all that an address can be belongs, and the offset in it.
fn located<D: Domain>(
    (function, shape): (&Function, &Shape),
    core: &Core<D>,
    address: D::Value,
) -> Option<(Region, D::Value)> {
    let domain = &core.memory.domain;
    let (min, max) = match domain.word(address) {
        Ok(word) => (word.defined()?, word.defined()?),
        Err(_) => domain.range(address)?,
    };
    let region = region(function, shape, core, min)?;
    // As far as `narrowed` leads.
    let reach = u64::MAX >> region.size.leading_zeros();
    if region.size > LARGEST || min < region.start || max - region.start > reach {
        return None;
    }
    let offset = offset_from(core, region.start, address);
    Some((region, offset))
}

fn offset_from<D: Domain>(core: &Core<D>, start: Addr, address: D::Value) -> D::Value {
    let nothing = (core.lift(Value::ZERO), 64);
    core.memory.domain.ptr_add(address, nothing, 0, (start as i64).wrapping_neg())
}

/// Whether an offset is at most `last`: asked, if that is not settled.
fn is_within<D: Domain>(core: &mut Core<D>, offset: D::Value, last: u64) -> Result<bool, Halt> {
    let last = core.lift(Value::new(last));
    let holds = core.memory.domain.cmp(Pred::ULe, 64, offset, last);
    Ok(core.decide(holds)? == Value::new(1))
}

/// Whether an index leads not as far as out of every object: asked, if that is not settled.
fn is_near<D: Domain>(core: &mut Core<D>, index: D::Value, scale: i64) -> Result<bool, Halt> {
    let most = (FAR / scale.unsigned_abs().max(1)).cast_signed();
    for (pred, bound) in [(Pred::SLe, most), (Pred::SGe, -most)] {
        let bound = core.lift(Value::new(bound.cast_unsigned()));
        let holds = core.memory.domain.cmp(pred, 64, index, bound);
        if core.decide(holds)? != Value::new(1) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `base + index * scale + offset`, of which some depends on input, if it stays one value.
#[cold]
pub(super) fn pointer<D: Domain>(
    code: (&Function, &Shape),
    core: &mut Core<D>,
    (base, index, index_width): (D::Value, D::Value, u8),
    (scale, added, exact): (i64, i64, bool),
) -> Result<Option<D::Value>, Halt> {
    let Some((region, _)) = located(code, core, base) else { return Ok(None) };
    let moved = core.memory.domain.ptr_add(base, (index, index_width), scale, added);
    let offset = offset_from(core, region.start, moved);
    let is_number = match core.memory.domain.word(offset) {
        Ok(word) => word.undef == 0,
        Err(_) => core.memory.domain.range(offset).is_some(),
    };
    if !is_number || exact && (index_width != 64 || added.unsigned_abs() > FAR / 2) {
        return Ok(None);
    }
    if exact && !is_near(core, index, scale)? {
        return Ok(Some(core.lift(Value::new(layout::LOST))));
    }
    if !is_within(core, offset, region.size)? {
        return Ok(None);
    }
    let width = (u64::BITS - region.size.leading_zeros()) as u8;
    Ok(Some(core.memory.domain.narrowed(region.start, offset, width.max(1))))
}

/// Where an access is whose address depends on input, the offset, and the last one there is, if all
/// of it is in one object, and nobody can notice which bytes it is.
fn accessed<D: Domain>(
    code: (&Function, &Shape),
    core: &mut Core<D>,
    (address, size): (D::Value, u8),
    writes: bool,
) -> Result<Option<(Region, D::Value, u64)>, Halt> {
    let Some((region, offset)) = located(code, core, address) else { return Ok(None) };
    let Some(last) = region.size.checked_sub(size.into()) else { return Ok(None) };
    if let Where::Flat(index) = region.what
        && !core.memory.is_unnoticed(index, writes)?
    {
        return Ok(None);
    }
    Ok(is_within(core, offset, last)?.then_some((region, offset, last)))
}

/// What is read at an address that depends on input, if that is one value.
#[cold]
pub(super) fn load<D: Domain>(
    code: (&Function, &Shape),
    core: &mut Core<D>,
    regs: &[D::Value],
    (address, size): (D::Value, u8),
) -> Result<Option<D::Value>, Halt> {
    let Some((region, offset, last)) = accessed(code, core, (address, size), false)? else { return Ok(None) };
    let cells = match region.what {
        Where::Frame(slot) => &regs[slot..slot + region.size.div_ceil(8) as usize],
        Where::Flat(index) => core.memory.cells_of(index),
    };
    let loaded = core.memory.domain.load_at(cells, offset, last, size);
    core.memory.local &= loaded.is_none() || matches!(region.what, Where::Frame(_));
    Ok(loaded)
}

/// Writes at an address that depends on input, if each byte is one value then.
#[cold]
pub(super) fn store<D: Domain>(
    code: (&Function, &Shape),
    core: &mut Core<D>,
    regs: &mut [D::Value],
    (address, size, value): (D::Value, u8, D::Value),
) -> Result<bool, Halt> {
    let Some((region, offset, last)) = accessed(code, core, (address, size), true)? else { return Ok(false) };
    match region.what {
        Where::Frame(slot) => {
            let cells = slot..slot + region.size.div_ceil(8) as usize;
            let Some(new) = core.memory.domain.stored_at(&regs[cells.clone()], offset, last, (size, value)) else {
                return Ok(false);
            };
            regs[cells].copy_from_slice(&new);
        }
        Where::Flat(index) => {
            let cells = core.memory.cells_of(index);
            let Some(new) = core.memory.domain.stored_at(cells, offset, last, (size, value)) else {
                return Ok(false);
            };
            core.memory.local = false;
            core.memory.write_over(index, &new);
        }
    }
    Ok(true)
}
