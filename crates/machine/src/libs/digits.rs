//! Numbers that become text where the text is used: of input it is asked how long it is, not which
//! number.
//!
//! Whether it is negative and how many digits it has are questions, where that decides how the text
//! looks. The digits are computed of it.

use super::format::Looks;
use crate::call::CallCx;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::{Value, mask};
use threadbare_program::{BinOp, Pred};

impl<D: Domain> CallCx<'_, D> {
    /// A number that is printed; if it depends on input another one whose text looks alike, and the
    /// characters for its digits.
    ///
    /// # Errors
    /// A fault if it is uninitialised; stops the thread until it is answered how it looks.
    pub(crate) fn digits(&mut self, value: D::Value, bits: u32, looks: Looks) -> Result<(u64, Vec<D::Value>), Halt> {
        let known = self.shown(value, bits)?;
        let Some(value) = self.open(value, (bits / 8) as u8) else { return Ok((known, Vec::new())) };
        if looks.zero_differs && self.compares(Pred::Eq, bits, value, 0)? {
            return Ok((0, Vec::new()));
        }
        let is_negative = looks.is_signed && self.compares(Pred::SLt, bits, value, 0)?;
        let sign = 1 << (bits - 1);
        let (magnitude, most) = match (looks.is_signed, is_negative) {
            (false, _) => (value, mask(bits)),
            (true, false) => (value, sign - 1),
            (true, true) => {
                let zero = self.core.lift(Value::ZERO);
                (self.computed(BinOp::Sub, bits, zero, value)?, sign)
            }
        };
        let power = |n: usize| looks.base.checked_pow(n as u32).filter(|power| *power <= most);
        let least = looks.least[usize::from(is_negative)];
        let mut count = 1;
        while let Some(next) = power(count) {
            if count >= least && self.compares(Pred::ULt, bits, magnitude, next)? {
                break;
            }
            count += 1;
        }
        let mut digits = Vec::new();
        for place in (0..count).rev() {
            digits.push(self.digit(magnitude, bits, looks, power(place).unwrap_or(1))?);
        }
        let alike = power(count - 1).unwrap_or(1);
        Ok((if is_negative { alike.wrapping_neg() & mask(bits) } else { alike }, digits))
    }

    /// The character for one digit of a number: the one that stands for so much.
    fn digit(&mut self, number: D::Value, bits: u32, looks: Looks, worth: u64) -> Result<D::Value, Halt> {
        let word = |cx: &Self, bits: u64| cx.core.lift(Value::new(bits));
        let (worth, base) = (word(self, worth), word(self, looks.base));
        let quotient = self.computed(BinOp::UDiv, bits, number, worth)?;
        let digit = self.computed(BinOp::URem, bits, quotient, base)?;
        let plain = self.computed(BinOp::Add, 8, digit, word(self, b'0'.into()))?;
        if looks.base <= 10 {
            return Ok(plain);
        }
        let first = if looks.upper { b'A' } else { b'a' } - 10;
        let letter = self.computed(BinOp::Add, 8, digit, word(self, first.into()))?;
        let is_letter = self.core.memory.domain.cmp(Pred::UGt, bits as u8, digit, word(self, 9));
        match self.core.memory.domain.number(is_letter) {
            Some(number) => Ok(if number == 0 { plain } else { letter }),
            None => match self.core.memory.domain.select(is_letter, letter, plain) {
                Some(either) => Ok(either),
                None => Err(self.unsupported("a digit of a number that depends on input")),
            },
        }
    }

    /// Arithmetic that has a result.
    fn computed(&mut self, op: BinOp, bits: u32, a: D::Value, b: D::Value) -> Result<D::Value, Halt> {
        let mut result = D::Value::default();
        match self.core.memory.domain.bin(op, bits as u8, a, b, &mut result) {
            Ok(()) => Ok(result),
            Err(_) => Err(self.unsupported("printing a number that depends on input")),
        }
    }

    /// Whether a value compares so with a number.
    fn compares(&mut self, pred: Pred, bits: u32, value: D::Value, with: u64) -> Result<bool, Halt> {
        let with = self.core.lift(Value::new(with));
        let holds = self.core.memory.domain.cmp(pred, bits as u8, value, with);
        Ok(self.core.decide(holds)?.bits & 1 == 1)
    }
}
