//! What read-modify-writes and compare-and-swaps make of words that may be uninitialised: an
//! exchange hands them on, to compute with them is a fault, and to compare if the bits that are
//! there do not decide it.

use super::Running;
use super::deliver::trim;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::{RmwOp, is_undefined};

/// What a read-modify-write writes over `old`.
pub(super) fn written(op: RmwOp, old: Value, operand: Value, size: u8) -> Result<Value, &'static str> {
    match op {
        RmwOp::Xchg => Ok(operand),
        _ if operand.undef != 0 => Err("the operand of an atomic access is uninitialised"),
        _ if old.undef != 0 => Err("a read-modify-write of an uninitialised value"),
        _ => Ok(Value::new(op.apply(old.bits, operand.bits, size))),
    }
}

/// Whether what a compare-and-swap finds is what it expects.
pub(crate) fn compares(old: Value, expected: Value) -> Result<bool, &'static str> {
    let undef = old.undef | expected.undef;
    if (old.bits ^ expected.bits) & !undef != 0 {
        return Ok(false);
    }
    match (old.undef, expected.undef) {
        (0, 0) => Ok(true),
        (0, _) => Err("a compare-and-swap expects an uninitialised value"),
        _ => Err("a compare-and-swap of a value that is uninitialised, or has padding that is"),
    }
}

/// Whether these are numbers that explorers take for something else ([`threadbare_op::UNDEFINED`]).
pub(super) fn are_mistaken(numbers: [u64; 3]) -> bool {
    numbers.into_iter().any(is_undefined)
}

impl<D: Domain> Running<'_, D> {
    /// A read-modify-write of memory in a frame; gives the old value.
    pub(super) fn private_update(&mut self, op: RmwOp, at: u64, operand: D::Value, size: u8) -> Result<D::Value, Halt> {
        let old = self.private_load(at, size)?;
        let words = (D::lower(old), trim(D::lower(operand), size));
        let new = written(op, words.0, words.1, size);
        let new = new.map_err(|what| self.core.memory.undefined(Value::unknown(64, &[words.0, words.1]), what))?;
        self.private_store(at, size, D::lift(new))?;
        Ok(old)
    }

    /// A compare-and-swap of it; gives the old value as well, and whether it was what was expected.
    pub(super) fn private_swap(
        &mut self,
        at: u64,
        (expected, new): (D::Value, D::Value),
        size: u8,
    ) -> Result<(D::Value, bool), Halt> {
        let old = self.private_load(at, size)?;
        let words = (trim(D::lower(old), size), trim(D::lower(expected), size));
        let holds = compares(words.0, words.1);
        let holds = holds.map_err(|what| self.core.memory.undefined(Value::unknown(64, &[words.0, words.1]), what))?;
        if holds {
            self.private_store(at, size, new)?;
        }
        Ok((old, holds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exchange_hands_on() {
        assert_eq!(written(RmwOp::Xchg, Value::uninit(4), Value::partial(1, 0xF0), 4), Ok(Value::partial(1, 0xF0)));
        assert!(written(RmwOp::Add, Value::partial(1, 0xF0), Value::new(1), 4).is_err());
        assert!(written(RmwOp::Or, Value::new(1), Value::partial(1, 0xF0), 4).is_err());
        assert_eq!(written(RmwOp::Sub, Value::new(1), Value::new(2), 1), Ok(Value::new(0xFF)));
    }

    #[test]
    fn what_is_there_may_decide() {
        let partly = Value::partial(0x5, 0xFF00);
        assert_eq!(compares(partly, Value::new(0x1206)), Ok(false));
        assert!(compares(partly, Value::new(0x1205)).is_err());
        assert!(compares(partly, partly).is_err(), "what is uninitialised need not be the same twice");
        assert!(compares(Value::new(3), Value::uninit(4)).is_err());
        assert_eq!(compares(Value::new(3), Value::new(3)), Ok(true));
    }
}
