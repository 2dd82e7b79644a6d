//! Whether nanoseconds that were added to are brought below a second again, as far as that can be
//! seen: a wait until a second with more of them is refused.
//!
//! ```text
//! if (until.tv_nsec >= 1000000000) { until.tv_nsec -= 1000000000; until.tv_sec++; }
//! until.tv_sec += nanoseconds / 1000000000; until.tv_nsec = nanoseconds % 1000000000;
//! ```
//!
//! A comparison has to be with exactly a second, and exactly one has to be taken off. (Where `x +
//! 500000000` is needed, `x + 500000000 >= 1000000000` is `x > 499999999` to a compiler, and what is
//! taken off is then taken off `x`.) That more than a second was added shows when the program runs:
//! the time that is not read is the last nanosecond of a second.
//!
//! Nanoseconds that become negative where less is taken off than was read are not explored: a limit,
//! as a carry that goes wrong is (`goes_wrong`), where the deadline is in a local.

use crate::llvm::{Value, ValueKind};
use llvm_sys::{LLVMIntPredicate as Predicate, LLVMOpcode as Op};

/// A second in nanoseconds.
const SECOND: i64 = 1_000_000_000;
/// What is less is no part of a second.
const LEAST_ADDED: i64 = 1_000;
/// In microseconds.
const MILLION: i64 = 1_000_000;
/// A number is followed no further back.
const MOST_STEPS: u32 = 16;
/// How many there are of a smaller unit in a larger one.
const UNITS: [i64; 3] = [1_000, MILLION, SECOND];

/// What is done with numbers that come of the time.
#[derive(Default)]
pub(super) struct Carry {
    /// More than there is in a second may be stored as nanoseconds: what is a second in the units in
    /// which that was computed.
    adds: Vec<i64>,
    taken_off: Vec<i64>,
    /// A comparison tells numbers from this one on from those below.
    compared: Vec<i64>,
    remainders: Vec<i64>,
    /// What is multiplied with, and divided by.
    factors: Vec<i64>,
    /// What is stored as nanoseconds may be less than none.
    borrows: bool,
}

impl Carry {
    /// A number is stored.
    pub(super) fn store(&mut self, store: Value<'_>) {
        if is_second_part(store.operand(1)) {
            self.adds.extend(added(store.operand(0), 0));
            self.borrows |= borrows(store.operand(0), seconds_in(store.operand(1)));
        }
    }

    /// A number is used to compute another one.
    pub(super) fn compute(&mut self, number: Value<'_>, inst: Value<'_>) {
        match inst.opcode() {
            Op::LLVMInsertValue if inst.indices() == [1] => self.adds.extend(added(number, 0)),
            Op::LLVMAdd => constant(inst).into_iter().for_each(|by| self.take_off(number, by.saturating_neg())),
            Op::LLVMSub => constant(inst).into_iter().for_each(|by| self.take_off(number, by)),
            Op::LLVMICmp => {
                let above = constant(inst).and_then(|by| first_above(inst, by));
                self.compared.extend(above.map(|above| once_added(number, above)));
            }
            Op::LLVMSRem | Op::LLVMURem => self.remainders.extend(constant(inst)),
            Op::LLVMMul | Op::LLVMSDiv | Op::LLVMUDiv => self.factors.extend(constant(inst).map(i64::saturating_abs)),
            _ => {}
        }
    }

    fn take_off(&mut self, number: Value<'_>, by: i64) {
        if by > 0 {
            self.taken_off.push(once_added(number, by));
        }
    }

    /// Whether all is well, when everything was noted.
    pub(super) fn holds(&self) -> bool {
        let are_units = self.remainders.iter().all(|number| *number < LEAST_ADDED || UNITS.contains(number));
        self.adds.iter().all(|second| are_units && self.carries(*second))
    }

    /// Whether a carry was meant that is none, or nanoseconds were taken off. (Where nothing was
    /// carried, the program is refused when it waits.)
    pub(super) fn goes_wrong(&self) -> bool {
        let tries = !(self.taken_off.is_empty() && self.remainders.is_empty() && self.compared.is_empty());
        self.borrows || tries && !self.holds()
    }

    /// Whether seconds are carried. Numbers near a second are meant for one.
    fn carries(&self, second: i64) -> bool {
        let is_near = |number: &&i64| (second / 10..=2 * second).contains(*number);
        let are_exact = |numbers: &[i64]| numbers.iter().filter(is_near).all(|number| *number == second);
        let carries = self.compared.contains(&second) && self.taken_off.contains(&second);
        let divides = self.remainders.iter().any(|number| UNITS.contains(number));
        are_exact(&self.compared) && are_exact(&self.factors) && (carries || divides)
    }
}

/// The constant that a number is computed with, or compared with.
fn constant(inst: Value<'_>) -> Option<i64> {
    Some(inst.operand(1)).filter(|by| by.kind() == ValueKind::Int)?.int().map(|by| by as i64)
}

/// A second, if a number comes to that with what is added to `to`; else the number.
fn once_added(to: Value<'_>, number: i64) -> i64 {
    let sum = |user: Value<'_>| {
        let is_sum = user.kind() == ValueKind::Instruction && user.opcode() == Op::LLVMAdd && user.operand(0) == to;
        let by = constant(user).filter(|by| is_sum && *by >= LEAST_ADDED)?;
        number.checked_add(by).filter(|sum| [SECOND, MILLION].contains(sum))
    };
    to.users().find_map(sum).unwrap_or(number)
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

/// Whether nanoseconds are there: the second part of their structure.
fn is_second_part(address: Value<'_>) -> bool {
    address.kind() == ValueKind::Instruction
        && address.opcode() == Op::LLVMGetElementPtr
        && address.operand(address.operand_count() - 1).int().is_some_and(|at| at == 1 || at == 4 || at == 8)
}

/// Whether a comparison is with exactly a second.
pub(super) fn is_second(number: Value<'_>, compare: Value<'_>) -> bool {
    let above = constant(compare).and_then(|by| first_above(compare, by));
    above.is_some_and(|above| [SECOND, MILLION].contains(&once_added(number, above)))
}

/// Whether a constant is stored as nanoseconds with which every wait is refused.
pub(super) fn is_refused(store: Value<'_>) -> bool {
    let number = store.operand(0);
    let is_wrong = || number.int().is_some_and(|number| !(0..SECOND).contains(&(number as i64)));
    number.kind() == ValueKind::Int && is_second_part(store.operand(1)) && is_wrong()
}

/// What a second is in the unit of the second part of a structure, as far as that is known.
fn seconds_in(address: Value<'_>) -> &'static [i64] {
    let name = address.gep_type().struct_name();
    match name.split('.').nth(1) {
        Some("timespec") => &[SECOND],
        Some("timeval") => &[MILLION],
        _ => &[SECOND, MILLION],
    }
}

/// Whether something else than a second is taken off.
fn borrows(number: Value<'_>, seconds: &[i64]) -> bool {
    let is_sum = || matches!(number.opcode(), Op::LLVMSub | Op::LLVMAdd);
    if number.kind() != ValueKind::Instruction || !is_sum() {
        return false;
    }
    let is_seconds = |by: Value<'_>| {
        let is_product = by.kind() == ValueKind::Instruction && by.opcode() == Op::LLVMMul;
        is_product && constant(by).is_some_and(|factor| seconds.contains(&factor))
    };
    match (number.opcode(), constant(number)) {
        (Op::LLVMSub, Some(by)) => by > 0 && !seconds.contains(&once_added(number.operand(0), by)),
        (Op::LLVMSub, None) => !is_seconds(number.operand(1)),
        (Op::LLVMAdd, Some(by)) => by < 0 && !seconds.contains(&once_added(number.operand(0), by.saturating_neg())),
        _ => false,
    }
}

/// What is a second, if more may have been added to a number of nanoseconds. (So many steps were
/// gone back so far.)
fn added(number: Value<'_>, steps: u32) -> Option<i64> {
    let nothing_known = Some(SECOND);
    if number.kind() != ValueKind::Instruction || steps > MOST_STEPS {
        return nothing_known.filter(|_| number.kind() != ValueKind::Int);
    }
    match number.opcode() {
        Op::LLVMLoad => added_to_local(number.operand(0), steps + 1),
        // It was stored, or put into what is returned.
        Op::LLVMExtractValue if is_returned(number.operand(0)) => None,
        Op::LLVMSRem | Op::LLVMURem => nothing_known.filter(|_| constant(number).is_none_or(|by| by > SECOND)),
        // From microseconds.
        Op::LLVMMul if constant(number) == Some(1000) => added(number.operand(0), steps + 1).map(|_| MILLION),
        _ => nothing_known,
    }
}

/// Whether it is what a function of the program has returned.
fn is_returned(value: Value<'_>) -> bool {
    let is_call = value.kind() == ValueKind::Instruction && value.opcode() == Op::LLVMCall;
    is_call && value.callee().kind() == ValueKind::Function && super::deadline::library(value).is_none()
}

/// The same of what a local holds that is a number. (What parts of structures hold was looked at
/// where it was stored.)
fn added_to_local(local: Value<'_>, steps: u32) -> Option<i64> {
    let is_local = local.kind() == ValueKind::Instruction && local.opcode() == Op::LLVMAlloca;
    let is_stored = |user: &Value<'_>| {
        user.kind() == ValueKind::Instruction && user.opcode() == Op::LLVMStore && user.operand(1) == local
    };
    let stores = local.users().filter(is_stored);
    is_local.then(|| stores.map(|store| store.operand(0)).find_map(|number| added(number, steps)))?
}
