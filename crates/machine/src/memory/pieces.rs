//! The pieces in which copying and filling go through memory.
//!
//! Where all accesses to shared memory are visible (`--races explore`), an access is performed at
//! once, and a copy of a structure is not: others may see it half done. So it goes by the pieces in
//! which instructions access the memory, as far as they are known ([`super::learned::sharing`]); else by the
//! members of the object's type, and by bytes where there is none, where members overlap, and
//! between members. Elsewhere pieces are as large as they can be, since nobody can come in between;
//! but no larger than atomic accesses there.
//!
//! A compiler also copies a small structure by one instruction: to pass it or return it in
//! registers, or because it optimises. Types tell such an access: it goes over several members
//! ([`Memory::parts`]).
//!
//! Not covered: structures inside unions, and arrays of characters. An instruction that accesses
//! all of such memory may mean one object that is there.

use super::Memory;
use super::object::{Kind, Object};
use crate::domain::Domain;
use crate::halt::Halt;
use threadbare_op::{Addr, Loc};
use threadbare_program::{Program, ShapeId, ShapeKind};

impl<D: Domain> Memory<D> {
    /// The size (8, 4, 2, 1) of the piece at `addr`, at most `len`.
    pub(crate) fn chunk(&self, addr: Addr, len: u64) -> u8 {
        if self.explores()
            && let Some(size) = self.shared_piece(addr)
            && u64::from(size) <= len
        {
            return size;
        }
        let atomic = self.atomic_size(addr);
        let mut size = largest(addr, len.min(u64::from(atomic)));
        while size > 1 && self.exceeds_location(Loc::new(addr, size)) {
            size /= 2;
        }
        size
    }

    /// The pieces of a plain access of an instruction, 4 bits for the size of each from the lowest,
    /// if it goes over several members of an object that several threads access.
    pub(crate) fn parts(&mut self, addr: Addr, size: u8) -> Result<Option<u32>, Halt> {
        let Some(index) = self.table.get(addr) else { return Ok(None) };
        let one = size == 1 || size > 8;
        if one || self.learned.sharing.bulk || self.learned.has_met((addr, size)) || !self.is_shared_object(index)? {
            return Ok(None);
        }
        if !self.is_of_several(index, addr.wrapping_sub(self.objects[index].addr), u64::from(size)) {
            return Ok(None);
        }
        let (mut at, mut parts, mut shift) = (0, 0, 0);
        while at < u64::from(size) {
            let part = self.chunk(addr + at, u64::from(size) - at);
            parts |= u32::from(part) << shift;
            shift += 4;
            at += u64::from(part);
        }
        Ok((shift > 4).then_some(parts))
    }

    /// Whether these bytes are several members, and not known to be accessed as one.
    fn is_of_several(&self, index: usize, offset: u64, size: u64) -> bool {
        let object = &self.objects[index];
        if offset.saturating_add(size) > object.size {
            return false;
        }
        let cells = super::learned::sharing::origin(object).and_then(|origin| self.learned.sharing.cells.get(&origin));
        let cell = cells.and_then(|cells| cells.get(&offset));
        if cell.is_some_and(|cell| u64::from(cell.size) == size && !cell.bulk) {
            return false;
        }
        let Some(shape) = self.shape_of(object) else { return false };
        let whole = self.program.shapes[shape.0 as usize].size;
        whole > 0 && (offset < whole || object.size >= 2 * whole) && !is_one(&self.program, shape, offset % whole, size)
    }

    /// That of an object that several threads access.
    fn shared_piece(&self, addr: Addr) -> Option<u8> {
        let object = &self.objects[self.table.get(addr)?];
        let offset = addr.checked_sub(object.addr)?;
        let cells = super::learned::sharing::origin(object).and_then(|origin| self.learned.sharing.cells.get(&origin));
        let cell = cells.and_then(|cells| cells.get(&offset));
        if let Some(cell) = cell.filter(|cell| !cell.bulk || !object.shared) {
            return Some(cell.size.min(8));
        }
        if !object.shared && cells.is_none() {
            return None;
        }
        let member = match object.shared {
            true => self.shape_of(object).map_or(1, |shape| member(&self.program, shape, object.size, offset)),
            false => 8,
        };
        // What was only copied so far may have been so before it was known that it is shared, in
        // pieces that are too large.
        let room = match cell {
            Some(cell) => u64::from(cell.size),
            None => cells.and_then(|cells| cells.range(offset..).next()).map_or(8, |(at, _)| at - offset),
        };
        Some(largest(addr, room.min(member)))
    }

    fn shape_of(&self, object: &Object<D::Value>) -> Option<ShapeId> {
        match object.kind {
            Kind::Global(id) | Kind::Local(id) | Kind::Constant(id) | Kind::External(id) => {
                self.program.globals[id.index()].shape
            }
            Kind::Stack(shape) => self.made_at(object.site).and_then(|made| made.1).or(shape),
            _ => self.made_at(object.site).and_then(|made| made.1),
        }
    }
}

/// The largest size at most `len` (1 or more) for which `addr` is aligned.
fn largest(addr: Addr, len: u64) -> u8 {
    let fits = |size: &u8| addr.is_multiple_of(u64::from(*size)) && u64::from(*size) <= len;
    [8_u8, 4, 2].into_iter().find(fits).unwrap_or(1)
}

/// How many bytes from `offset` belong to one number or pointer, in an object of that many bytes,
/// or array of such.
fn member(program: &Program, shape: ShapeId, size: u64, offset: u64) -> u64 {
    let whole = program.shapes[shape.0 as usize].size;
    if whole == 0 || (offset >= whole && size < 2 * whole) {
        return 1;
    }
    within(program, shape, offset % whole)
}

fn within(program: &Program, shape: ShapeId, offset: u64) -> u64 {
    let shape = &program.shapes[shape.0 as usize];
    match &shape.kind {
        ShapeKind::Scalar { .. } | ShapeKind::Enum(_) | ShapeKind::Pointer(_) => {
            if offset == 0 {
                shape.size
            } else {
                1
            }
        }
        ShapeKind::Array(inner, _) => match program.shapes[inner.0 as usize].size {
            0 => 1,
            each => within(program, *inner, offset % each),
        },
        ShapeKind::Fields(fields) => {
            let size_of = |shape: ShapeId| program.shapes[shape.0 as usize].size;
            let mut around = fields.iter().filter(|&&(_, at, shape)| at <= offset && offset < at + size_of(shape));
            match (around.next(), around.next()) {
                (Some(&(_, at, inner)), None) => within(program, inner, offset - at),
                // Members overlap.
                (Some(_), Some(_)) => 1,
                // Up to the next one.
                (None, _) => {
                    fields.iter().map(|field| field.1).filter(|&at| at > offset).min().unwrap_or(shape.size) - offset
                }
            }
        }
        ShapeKind::Bits(_) | ShapeKind::Opaque => 1,
    }
}

/// Whether an access of `size` bytes at `offset` may be to one object: a member, or what the program
/// keeps in an array of characters, or in bit-fields.
fn is_one(program: &Program, shape: ShapeId, offset: u64, size: u64) -> bool {
    let size_of = |shape: ShapeId| program.shapes[shape.0 as usize].size;
    match &program.shapes[shape.0 as usize].kind {
        ShapeKind::Scalar { .. }
        | ShapeKind::Enum(_)
        | ShapeKind::Pointer(_)
        | ShapeKind::Bits(_)
        | ShapeKind::Opaque => true,
        ShapeKind::Array(inner, _) => match size_of(*inner) {
            0 | 1 => true,
            each => offset % each + size <= each && is_one(program, *inner, offset % each, size),
        },
        ShapeKind::Fields(fields) => {
            let around = |at: u64, inner: ShapeId| at <= offset && offset + size <= at + size_of(inner);
            fields.iter().any(|&(_, at, inner)| around(at, inner) && is_one(program, inner, offset - at, size))
        }
    }
}
