//! What read-modify-writes and compare-and-swaps make of words that may be uninitialised: an
//! exchange hands them on, to compute with them is a fault, and to compare if the bits that are
//! there do not decide it.

use super::Running;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::{RmwOp, is_undefined};
use threadbare_program::Pred;

/// Whether a read-modify-write can compute with these.
fn check(op: RmwOp, old: Value, operand: Value) -> Result<(), &'static str> {
    match op {
        RmwOp::Xchg => Ok(()),
        _ if operand.undef != 0 => Err("the operand of an atomic access is uninitialised"),
        _ if old.undef != 0 => Err("a read-modify-write of an uninitialised value"),
        _ => Ok(()),
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

const UPDATED_PARTLY: &str = "a read-modify-write of a value that is partly input and partly uninitialised";
const PARTLY: &str = "a compare-and-swap of a value that is partly input and partly uninitialised";

/// Whether it is a number that explorers take for something else ([`threadbare_op::UNDEFINED`]).
pub(super) fn is_mistaken<D: Domain>(domain: &D, value: D::Value) -> bool {
    domain.number(value).is_some_and(is_undefined)
}

impl<D: Domain> Running<'_, D> {
    /// What a read-modify-write writes over `old`.
    pub(super) fn updated(&mut self, op: RmwOp, old: D::Value, operand: D::Value, size: u8) -> Result<D::Value, Halt> {
        let domain = &self.core.memory.domain;
        let (words, defined) = ([domain.word(old), domain.word(operand)], Value::ZERO);
        let [was, by] = words.map(|word| word.unwrap_or(defined));
        if let Err(what) = check(op, was, by) {
            return Err(self.core.memory.undefined(Value::unknown(64, &[was, by]), what));
        }
        let is_partly = |value, word: &Result<_, _>| D::HAS_INPUT && word.is_err() && domain.range(value).is_none();
        if op != RmwOp::Xchg && (is_partly(old, &words[0]) || is_partly(operand, &words[1])) {
            return Err(self.core.unsupported(UPDATED_PARTLY.into()));
        }
        Ok(self.core.memory.domain.rmw(op, size, old, operand))
    }

    /// Whether what a compare-and-swap finds is what it expects; asks, where that depends on input.
    pub(super) fn compared(&mut self, old: D::Value, expected: D::Value) -> Result<bool, Halt> {
        if D::HAS_INPUT {
            let domain = &self.core.memory.domain;
            if domain.word(old).is_err() || domain.word(expected).is_err() {
                let same = domain.cmp(Pred::Eq, 64, old, expected);
                return self.core.decide(same).map(|same| same.bits != 0);
            }
        }
        if self.core.memory.frees
            && let Some((old, expected)) = self.core.memory.addresses(old, expected)
        {
            self.core.memory.differ(old, expected);
        }
        let (old, expected) = (self.core.decide(old)?, self.core.decide(expected)?);
        compares(old, expected).map_err(|what| self.core.memory.undefined(Value::unknown(64, &[old, expected]), what))
    }

    /// The same where the answer is known to all threads: an explorer has decided by it
    /// ([`threadbare_op::System::effect`]). Where the input decides, the thread has
    /// [learned](Self::learned) it.
    pub(super) fn compared_by_all(&mut self, old: D::Value, expected: D::Value) -> Result<bool, Halt> {
        if D::HAS_INPUT {
            let domain = &self.core.memory.domain;
            if domain.settled(old).is_err() || domain.settled(expected).is_err() {
                let known = || Some(domain.word(domain.cmp(Pred::Eq, 64, old, expected)).ok()?.defined()? != 0);
                let same = domain.same(old, expected).or_else(known);
                return same.ok_or_else(|| self.core.unsupported(PARTLY.into()));
            }
        }
        self.compared(old, expected)
    }

    /// The thread knows from now on whether the values are the same, which depends on input.
    pub(super) fn learned(&mut self, old: D::Value, expected: D::Value, equal: bool) -> Result<(), Halt> {
        let domain = &mut self.core.memory.domain;
        let learned = match domain.whether_same(old, expected) {
            Some((question, same)) => domain.learn(question, if equal { same } else { 1 - same }),
            None => Err(PARTLY.into()),
        };
        learned.map_err(|why| self.core.unsupported(why))
    }

    /// A read-modify-write that is not visible; gives the old value.
    pub(super) fn unseen_update(&mut self, op: RmwOp, at: u64, operand: D::Value, size: u8) -> Result<D::Value, Halt> {
        let old = self.load_any(at, size)?;
        let new = self.updated(op, old, self.core.memory.domain.lowest(operand, size), size)?;
        self.store_any(at, size, new)?;
        Ok(old)
    }

    /// A compare-and-swap; gives the old value as well, and whether it was what was expected.
    pub(super) fn unseen_swap(
        &mut self,
        at: u64,
        (expected, new): (D::Value, D::Value),
        size: u8,
    ) -> Result<(D::Value, bool), Halt> {
        let old = self.load_any(at, size)?;
        let holds = self.compared(old, self.core.memory.domain.lowest(expected, size))?;
        if holds {
            self.store_any(at, size, new)?;
        }
        Ok((old, holds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Concrete;

    #[test]
    fn an_exchange_hands_on() {
        let partly = Value::partial(1, 0xF0);
        assert!(check(RmwOp::Xchg, Value::uninit(4), partly).is_ok());
        assert_eq!(Concrete.rmw(RmwOp::Xchg, 4, Value::uninit(4), partly), partly);
        assert!(check(RmwOp::Add, partly, Value::new(1)).is_err());
        assert!(check(RmwOp::Or, Value::new(1), partly).is_err());
        assert_eq!(Concrete.rmw(RmwOp::Sub, 1, Value::new(1), Value::new(2)), Value::new(0xFF));
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
