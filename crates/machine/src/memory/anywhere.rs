//! Plain accesses to an object at an offset that depends on input: see `crate::interp::anywhere`.

use super::Memory;
use super::object::Kind;
use crate::domain::Domain;
use crate::halt::Halt;
use threadbare_op::Addr;

impl<D: Domain> Memory<D> {
    /// The object in whose slot an address is, if it is there: where it begins, its size and
    /// number.
    pub(crate) fn extent(&self, address: Addr) -> Option<(Addr, u64, usize)> {
        let index = self.table.get(address)?;
        let object = &self.objects[index];
        let is_there = object.freed.is_none() && !matches!(object.kind, Kind::External(_) | Kind::Hidden);
        is_there.then_some((object.addr, object.size, index))
    }

    /// Whether nobody can notice which bytes of an object a plain access of the running thread
    /// reads, or writes.
    pub(crate) fn is_unnoticed(&mut self, index: usize, writes: bool) -> Result<bool, Halt> {
        let object = &self.objects[index];
        if matches!(object.kind, Kind::Constant(_)) {
            return Ok(!writes);
        }
        let is_told = writes && (self.is_constant(object.kind) || object.syncs || self.has_locations(index));
        if self.explores() || self.ignores() || is_told {
            return Ok(false);
        }
        if object.own {
            return if self.is_own(index) { Ok(!self.is_atomic(index)) } else { Err(self.begin_again()) };
        }
        if self.tracks(object) || self.is_atomic(index) {
            return Ok(false);
        }
        if object.assumed {
            for offset in (0..object.size).step_by(8) {
                let size = (self.objects[index].size - offset).min(8) as u8;
                self.assume_plain(index, offset, size)?;
            }
        }
        Ok(true)
    }

    /// Whether some bytes were accessed atomically in this execution.
    fn is_atomic(&self, index: usize) -> bool {
        self.objects[index].words.iter().any(|word| word.atomic_read | word.atomic_written != 0)
    }

    /// The content of an object.
    pub(crate) fn cells_of(&self, index: usize) -> &[D::Value] {
        &self.objects[index].cells
    }

    /// Writes these cells, where they are other ones.
    pub(crate) fn write_over(&mut self, index: usize, cells: &[D::Value]) {
        for (n, &cell) in cells.iter().enumerate() {
            let object = &self.objects[index];
            if object.cells[n] != cell {
                let offset = n as u64 * 8;
                let size = (object.size - offset).min(8) as u8;
                self.note_stored(cell, size);
                self.write_cells(index, offset, size, cell);
            }
        }
    }
}
