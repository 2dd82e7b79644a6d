//! The pieces in which copying and filling go through memory.
//!
//! Where all accesses to shared memory are visible (`--races explore`), an access is performed at
//! once, and a copy of a structure is not: others may see it half done. So it goes by the pieces in
//! which instructions access the memory, as far as they are known ([`super::learned::sharing`]); else by the
//! members of the object's type, and by bytes where there is none, where members overlap, and
//! between members. Elsewhere pieces are as large as they can be, since nobody can come in between;
//! but no larger than atomic accesses there.

use super::Memory;
use super::object::{Kind, Object};
use crate::domain::Domain;
use threadbare_op::Addr;
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
        largest(addr, len.min(u64::from(atomic)))
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
