//! Whether nanoseconds that were added to are brought below a second again, as far as that can be
//! seen: a wait until a second with more of them is refused.
//!
//! ```text
//! if (until.tv_nsec >= 1000000000) { until.tv_nsec -= 1000000000; until.tv_sec++; }
//! until.tv_sec += nanoseconds / 1000000000; until.tv_nsec = nanoseconds % 1000000000;
//! ```
//!
//! A comparison has to be with exactly a second, and exactly one has to be taken off. (`x +
//! 500000000 >= 1000000000` is `x > 499999999` to a compiler, and what is taken off is then added
//! less.) That more than a second was added shows when the program runs: the time that is not read
//! is the last nanosecond of a second.
//!
//! Not covered: nanoseconds that become negative where less is taken off than was read.

use crate::llvm::{Value, ValueKind};
use llvm_sys::{LLVMIntPredicate as Predicate, LLVMOpcode as Op};

/// A second in nanoseconds.
const SECOND: i64 = 1_000_000_000;
/// What is less is no part of a second.
const LEAST_ADDED: i64 = 1_000;
/// Numbers from here to two seconds are meant for a second.
const NEARLY: i64 = SECOND / 10;
/// How many there are of a smaller unit in a larger one.
const UNITS: [i64; 3] = [1_000, 1_000_000, SECOND];

/// What is done with numbers that come of the time.
#[derive(Default)]
pub(super) struct Carry {
    /// More than there is in a second may be stored as nanoseconds.
    adds: bool,
    added: Vec<i64>,
    taken_off: Vec<i64>,
    /// A comparison tells numbers from this one on from those below.
    compared: Vec<i64>,
    remainders: Vec<i64>,
}

impl Carry {
    /// A number is stored.
    pub(super) fn store(&mut self, store: Value<'_>) {
        self.adds |= adds_nanoseconds(store);
    }

    /// A number is used to compute another one.
    pub(super) fn compute(&mut self, number: Value<'_>, inst: Value<'_>) {
        let by = || Some(inst.operand(1)).filter(|by| by.kind() == ValueKind::Int)?.int().map(|by| by as i64);
        match inst.opcode() {
            Op::LLVMInsertValue => self.adds |= inst.indices() == [1] && is_added(number),
            Op::LLVMAdd => by().into_iter().for_each(|by| self.add(by)),
            Op::LLVMSub => by().into_iter().for_each(|by| self.add(by.saturating_neg())),
            Op::LLVMICmp => self.compared.extend(by().and_then(|by| first_above(inst, by))),
            Op::LLVMSRem | Op::LLVMURem => self.remainders.extend(by()),
            _ => {}
        }
    }

    fn add(&mut self, number: i64) {
        if number >= LEAST_ADDED {
            self.added.push(number);
        } else if number < 0 {
            self.taken_off.push(number.saturating_neg());
        }
    }

    /// Whether all is well, when everything was noted.
    pub(super) fn holds(&self) -> bool {
        let is_second = |number: &i64| *number == SECOND || self.added.iter().any(|added| *number == SECOND - added);
        let is_near = |number: &&i64| (NEARLY..=2 * SECOND).contains(*number);
        let is_exact = self.compared.iter().filter(is_near).all(is_second)
            && self.remainders.iter().all(|number| *number < LEAST_ADDED || UNITS.contains(number));
        let carries = self.compared.iter().any(is_second) && self.taken_off.iter().any(is_second);
        !self.adds || is_exact && (carries || self.remainders.iter().any(|number| UNITS.contains(number)))
    }
}

/// The least number that a comparison with this one tells from those below.
fn first_above(compare: Value<'_>, number: i64) -> Option<i64> {
    match compare.int_predicate() {
        Predicate::LLVMIntSGE | Predicate::LLVMIntUGE | Predicate::LLVMIntSLT | Predicate::LLVMIntULT => Some(number),
        Predicate::LLVMIntSGT | Predicate::LLVMIntUGT | Predicate::LLVMIntSLE | Predicate::LLVMIntULE => {
            number.checked_add(1)
        }
        _ => None,
    }
}

/// Whether what is stored as nanoseconds (the second part of its structure) may be a second or more
/// unless it is compared.
fn adds_nanoseconds(store: Value<'_>) -> bool {
    let address = store.operand(1);
    let is_second_part = address.kind() == ValueKind::Instruction
        && address.opcode() == Op::LLVMGetElementPtr
        && address.operand(address.operand_count() - 1).int().is_some_and(|at| at == 1 || at == 4 || at == 8);
    is_second_part && is_added(store.operand(0))
}

/// Whether more may have been added to a number of nanoseconds.
fn is_added(number: Value<'_>) -> bool {
    if number.kind() != ValueKind::Instruction {
        return number.kind() != ValueKind::Int;
    }
    match number.opcode() {
        Op::LLVMLoad => false,
        Op::LLVMSRem | Op::LLVMURem => number.operand(1).int().is_none_or(|by| by > SECOND as u64),
        // From microseconds.
        Op::LLVMMul => number.operand(1).int() != Some(1000) || is_added(number.operand(0)),
        _ => true,
    }
}
