//! Memory in frames, and accesses that may be to it or to the flat memory.

use super::Running;
use crate::code::{Place, Shape};
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::value::Value;
use threadbare_op::{Addr, FaultKind};
use threadbare_program::{Function, PrivateAlloca};

/// Which byte of a frame's slots `addr` is, if all of `size` bytes are inside their variable.
#[inline]
pub(super) fn byte_of<D: Domain>(
    function: &Function,
    shape: &Shape,
    core: &mut Core<D>,
    addr: Addr,
    size: u8,
) -> Result<usize, Halt> {
    let index = layout::slot_of(addr) as usize;
    if let (Some(&Place::Frame(slot)), Some(variable)) = (shape.private.get(index), function.private.get(index)) {
        let offset = addr.wrapping_sub(layout::private_address(index as u32));
        if offset < variable.size && variable.size - offset >= u64::from(size) {
            return Ok(slot as usize * 8 + offset as usize);
        }
        return Err(outside(core, variable, (addr, offset as i64), size));
    }
    let message = "access through a pointer that points to no object".into();
    Err(core.fail(FaultKind::InvalidPointer, message, None))
}

#[cold]
fn outside<D: Domain>(core: &mut Core<D>, variable: &PrivateAlloca, (addr, offset): (Addr, i64), size: u8) -> Halt {
    let bytes = |n: u64| if n == 1 { "1 byte".into() } else { format!("{n} bytes") };
    let (before, whole) = core.memory.whole_access(addr).unwrap_or((0, u64::from(size)));
    let (offset, size) = (offset.wrapping_sub(before as i64), bytes(whole));
    let place = if offset < 0 { format!("{} before the beginning", -offset) } else { format!("at offset {offset}") };
    let whole = bytes(variable.size);
    let message = format!("access of {size} {place} of `{}`, which has {whole}", variable.name);
    core.fail(FaultKind::OutOfBounds, message, None)
}

impl<D: Domain> Running<'_, D> {
    fn private_byte(&mut self, addr: Addr, size: u8) -> Result<usize, Halt> {
        let Some(frame) = self.live.frames.last() else { return Err(self.unreachable()) };
        let (base, index) = (frame.base as usize, frame.function as usize);
        let code = self.code;
        Ok(base * 8 + byte_of(&code.program.functions[index], &code.shapes[index], self.core, addr, size)?)
    }

    pub(super) fn private_load(&mut self, addr: Addr, size: u8) -> Result<D::Value, Halt> {
        let byte = self.private_byte(addr, size)?;
        Ok(self.core.memory.domain.load(&self.live.slots, byte, size))
    }

    pub(super) fn private_store(&mut self, addr: Addr, size: u8, value: D::Value) -> Result<(), Halt> {
        let byte = self.private_byte(addr, size)?;
        self.core.memory.domain.store(&mut self.live.slots, byte, size, value);
        Ok(())
    }

    pub(super) fn load_any(&mut self, addr: Addr, size: u8) -> Result<D::Value, Halt> {
        if layout::is_private(addr) {
            return self.private_load(addr, size);
        }
        self.core.memory.load(addr, size)
    }

    pub(super) fn store_any(&mut self, addr: Addr, size: u8, value: D::Value) -> Result<(), Halt> {
        if layout::is_private(addr) {
            return self.private_store(addr, size, value);
        }
        self.core.memory.store(addr, size, value)
    }

    fn chunk(&self, addr: Addr, len: u64) -> u8 {
        self.core.memory.chunk(addr, len)
    }

    /// `memmove`. If some accesses are visible, this is performed again from its beginning each
    /// time, by the journal.
    pub(super) fn copy(&mut self, to: Addr, from: Addr, len: u64) -> Result<(), Halt> {
        let start = self.begin_journal();
        self.core.memory.set_bulk(true);
        self.core.memory.goes_over(from, len);
        let (mut at, mut pieces) = (0, Vec::new());
        while at < len {
            let source = from.wrapping_add(at);
            let size = self.piece(|cx| cx.chunk(source, len - at));
            let value = match self.journalled() {
                Some(value) => value,
                None => {
                    let value = self.load_any(source, size)?;
                    self.note(value);
                    value
                }
            };
            pieces.push((size, value));
            at += u64::from(size);
        }
        let words = self.core.memory.domain.joined(&pieces, len);
        self.core.memory.goes_over(to, len);
        at = 0;
        while at < len {
            let target = to.wrapping_add(at);
            let size = self.piece(|cx| cx.chunk(target, len - at));
            if self.journalled().is_none() {
                self.store_any(target, size, self.core.memory.domain.load(&words, at as usize, size))?;
                self.note_word(Value::ZERO);
            }
            at += u64::from(size);
        }
        self.end_journal(start);
        Ok(())
    }

    /// `memset`.
    pub(super) fn fill(&mut self, to: Addr, byte: D::Value, len: u64) -> Result<(), Halt> {
        let start = self.begin_journal();
        self.core.memory.set_bulk(true);
        self.core.memory.goes_over(to, len);
        let word = self.core.memory.domain.spread(byte);
        let mut at = 0;
        while at < len {
            let target = to.wrapping_add(at);
            let size = self.piece(|cx| cx.chunk(target, len - at));
            if self.journalled().is_none() {
                let piece = self.core.memory.domain.lowest(word, size);
                self.store_any(target, size, piece)?;
                self.note_word(Value::ZERO);
            }
            at += u64::from(size);
        }
        self.end_journal(start);
        Ok(())
    }

    /// The size of the next piece; it must not be another one when the instruction is performed
    /// again.
    fn piece(&mut self, size: impl Fn(&Self) -> u8) -> u8 {
        match self.journalled() {
            Some(size) => self.core.memory.bits(size) as u8,
            None => {
                let size = size(self);
                self.note_word(Value::new(u64::from(size)));
                size
            }
        }
    }

    /// The instruction goes by the journal from here on.
    pub(super) fn begin_journal(&mut self) -> usize {
        let start = self.live.frames.last().map_or(0, |frame| frame.journal as usize);
        self.live.journal.at = start;
        start
    }

    /// It is complete.
    pub(super) fn end_journal(&mut self, start: usize) {
        self.live.journal.entries.truncate(start);
        self.core.memory.set_bulk(false);
    }

    fn journalled(&mut self) -> Option<D::Value> {
        self.live.journal.next()
    }

    fn note(&mut self, value: D::Value) {
        self.live.journal.note(value);
    }

    fn note_word(&mut self, word: Value) {
        self.note(self.core.lift(word));
    }
}

impl<D: Domain> Running<'_, D> {
    /// A write of an instruction that goes by the journal.
    pub(super) fn store_once(&mut self, addr: Addr, size: u8, value: D::Value) -> Result<(), Halt> {
        if self.journalled().is_none() {
            self.store_any(addr, size, value)?;
            self.note_word(Value::ZERO);
        }
        Ok(())
    }
}
