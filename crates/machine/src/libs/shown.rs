//! What is only printed: input decides nothing there but where strings end.

use crate::call::CallCx;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::Addr;
use threadbare_program::Pred;

impl<D: Domain> CallCx<'_, D> {
    /// A value of which nothing but what is printed depends: if it depends on input, it is one of
    /// those that it can be, and nothing is asked.
    ///
    /// # Errors
    /// A fault if it is uninitialised.
    pub(crate) fn shown(&mut self, value: D::Value, bits: u32) -> Result<u64, Halt> {
        let word = match self.core.memory.domain.shown(value) {
            Some(word) => word,
            None => self.core.decide(value)?,
        };
        self.decided(word.lowest(bits))
    }

    /// Reads `len` bytes that are printed.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn read_shown(&mut self, addr: Addr, len: u64) -> Result<Vec<u8>, Halt> {
        self.read_pieces(addr, len, |cx, addr, size| {
            let value = cx.read_value(addr, size)?;
            cx.shown(value, u32::from(size) * 8)
        })
    }

    /// The lowest bytes of a value, if they depend on input.
    pub(crate) fn open(&self, value: D::Value, size: u8) -> Option<D::Value> {
        if !D::HAS_INPUT {
            return None;
        }
        let lowest = self.core.memory.domain.lowest(value, size);
        self.core.memory.domain.word(lowest).is_err().then_some(lowest)
    }

    /// Reads up to `limit` bytes of a C string that is printed, without its end: it decides only
    /// where the end is. Those that depend on input are there as well, by where they are.
    ///
    /// # Errors
    /// As [`Self::read`].
    #[expect(clippy::type_complexity, reason = "bytes, and some of them once more")]
    pub(crate) fn shown_cstr(&mut self, addr: Addr, limit: usize) -> Result<(Vec<u8>, Vec<(usize, D::Value)>), Halt> {
        let (mut bytes, mut open) = (Vec::new(), Vec::new());
        while bytes.len() < limit {
            let value = self.read_value(addr.wrapping_add(bytes.len() as u64), 1)?;
            let zero = self.core.lift(Value::ZERO);
            let is_end = self.core.memory.domain.cmp(Pred::Eq, 8, value, zero);
            let is_end = self.core.decide(is_end)?;
            if self.decided(is_end)? != 0 {
                break;
            }
            open.extend(self.open(value, 1).map(|value| (bytes.len(), value)));
            bytes.push(self.shown(value, 8)? as u8);
        }
        Ok((bytes, open))
    }
}
