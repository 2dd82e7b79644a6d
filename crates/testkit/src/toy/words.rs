//! Values that depend on the input: one number for each input, behind one word.

use super::{Thread, Toy, inputs};
use crate::program::{Expr, REGISTERS};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use threadbare_op::{Answer, Op, Question, Word, Written};

/// A number for each input.
pub(super) type Values = [u64; 16];

/// Words from here on stand for [`Values`]. No program computes such numbers otherwise.
const TAG: u64 = 0x1A7E_57ED << 32;

#[derive(Debug, Default)]
pub(super) struct Words {
    known: RefCell<(Vec<Values>, FxHashMap<Values, u64>)>,
}

const fn is_tagged(word: u64) -> bool {
    word >> 32 == TAG >> 32
}

impl Words {
    /// The word that stands for these: equal words are equal values.
    pub(super) fn of(&self, values: Values) -> u64 {
        if values.iter().all(|value| *value == values[0]) {
            return values[0];
        }
        let (all, numbers) = &mut *self.known.borrow_mut();
        *numbers.entry(values).or_insert_with(|| {
            all.push(values);
            TAG | (all.len() as u64 - 1)
        })
    }

    pub(super) fn values(&self, word: u64) -> Values {
        if is_tagged(word) { self.known.borrow().0[word as u32 as usize] } else { [word; 16] }
    }

    pub(super) fn map(&self, a: u64, b: u64, f: impl Fn(u64, u64) -> u64) -> u64 {
        if !is_tagged(a) && !is_tagged(b) {
            return f(a, b);
        }
        let (a, b) = (self.values(a), self.values(b));
        self.of(std::array::from_fn(|input| f(a[input], b[input])))
    }

    pub(super) fn value(&self, expr: Expr, regs: &[u64; REGISTERS]) -> u64 {
        let reg = expr.reg.map_or(0, |reg| regs[usize::from(reg)]);
        self.map(reg, expr.add, u64::wrapping_add)
    }

    /// The inputs for which two words are the same.
    fn same(&self, a: u64, b: u64) -> u16 {
        let (a, b) = (self.values(a), self.values(b));
        (0..16).filter(|&input| a[input] == b[input]).fold(0, |all, input| all | 1 << input)
    }

    /// Whether a register has a value, for all inputs of `knows`; if that depends on the input, for
    /// which.
    pub(super) fn holds(&self, word: u64, value: u64, knows: u16) -> Result<bool, u16> {
        let those = self.same(word, value);
        match those & knows {
            0 => Ok(false),
            all if all == knows => Ok(true),
            _ => Err(those),
        }
    }

    pub(super) const fn depends(word: u64) -> bool {
        is_tagged(word)
    }
}

impl Toy {
    /// Whether a register has a value: the thread knows that.
    pub(super) fn is(&self, thread: &Thread, reg: u8, value: u64) -> bool {
        self.words.holds(thread.regs[usize::from(reg)], value, thread.knows) == Ok(true)
    }

    /// Whether an operation that was answered so has changed something.
    pub(super) fn lasts(&self, op: &Op, answer: Answer) -> bool {
        match (*op, answer) {
            (Op::Load { .. } | Op::Fence { .. } | Op::Choice { asks: Some(_), .. }, _) => false,
            (Op::Cas { new, .. }, Answer::Compared { found, equal }) => equal && new != found,
            (Op::Rmw { .. } | Op::Cas { .. }, Answer::Value(old)) => {
                matches!(self.written(op, old), Written::Value(new) if new != old)
            }
            (Op::Sync { op, .. }, Answer::Result(result)) => !op.only_looked(result),
            _ => true,
        }
    }

    /// What the input is by what the thread is answered.
    pub(super) fn learned(&self, op: &Op, answer: Answer) -> u16 {
        match (*op, answer) {
            (Op::Choice { asks: Some(question), .. }, Answer::Result(result)) => inputs(&[(question, result as u32)]),
            (Op::Cas { expected, .. }, Answer::Compared { found, equal }) => {
                let same = self.words.same(found.number(), expected.number());
                if equal { same } else { !same }
            }
            _ => u16::MAX,
        }
    }

    /// What an operation writes where it finds this.
    pub(super) fn written(&self, op: &Op, found: Word) -> Written {
        let (found, map) = (found.number(), |a, b, f: &dyn Fn(u64, u64) -> u64| Word::new(self.words.map(a, b, f)));
        match *op {
            Op::Rmw { loc, op, operand, .. } => {
                Written::Value(map(found, operand.number(), &|old, operand| op.apply(old, operand, loc.size)))
            }
            Op::Cas { expected, new, .. } => match self.words.same(found, expected.number()) {
                0 => Written::Nothing,
                u16::MAX => Written::Value(new),
                // It asks whether they are the same, or whether they are not.
                same if same & 1 == 1 => Written::Asks { question: Question(u32::from(same)), swaps: 1, value: new },
                same => Written::Asks { question: Question(u32::from(!same)), swaps: 0, value: new },
            },
            _ => op.written_of_numbers(Word::new(found)),
        }
    }
}
