//! Atomic accesses of 16 bytes: one visible operation each. To explorers the two words at such a
//! location are one value, a number that the machine gives them (`memory::words`); so they are
//! never seen half changed, and compare as a whole.
//!
//! Not covered, and refused: weak compare-and-swaps with `--spurious`; accesses to the same bytes
//! in other sizes, but for plain reads.

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::interp::compares;
use crate::value::Value;
use threadbare_op::{Addr, Loc, Op, Order, RmwOp, Word};

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_wide_pair", pair),
        ("__tb_wide_low", |cx| half(cx, 0)),
        ("__tb_wide_high", |cx| half(cx, 1)),
        ("__tb_wide_load", load),
        ("__tb_wide_store", store),
        ("__tb_wide_exchange", exchange),
        ("__tb_wide_swap", swap),
    ]
}

/// How many bytes such a location has.
const SIZE: u8 = 16;

/// The number of two words.
fn pair<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let values = [cx.handed_on(0), cx.handed_on(1)];
    for value in values {
        cx.core.memory.check_poison(value, 8)?;
    }
    Ok(Value::new(cx.core.memory.word_for_pair(values).number()))
}

/// The word of a pair that an argument is the number of.
fn word<D: Domain>(cx: &CallCx<'_, D>, argument: usize) -> Word {
    Word::new(cx.arg_value(argument).bits)
}

/// One half of what a number stands for.
fn half<D: Domain>(cx: &mut CallCx<'_, D>, which: usize) -> LibResult {
    let pair = word(cx, 0);
    cx.core.handed = Some(cx.core.memory.pair_of(pair)[which]);
    Ok(Value::ZERO)
}

fn address<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<Addr, Halt> {
    let addr = cx.arg_value(0);
    addr.defined().ok_or_else(|| cx.core.memory.undefined(addr, "the address of an atomic access is uninitialised"))
}

fn order<D: Domain>(cx: &CallCx<'_, D>, argument: usize) -> Order {
    threadbare_program::order_numbered(cx.arg_value(argument).bits)
}

/// Performs an operation; gives the number of what it has read.
fn perform<D: Domain>(cx: &mut CallCx<'_, D>, op: Op) -> Result<Word, Halt> {
    if let Some(answer) = cx.journalled_word() {
        return Ok(Word::new(answer.bits));
    }
    let Some(loc) = op.loc() else { return Ok(Word::default()) };
    cx.core.memory.check_visible(loc.addr, SIZE, !matches!(op, Op::Load { .. }))?;
    Err(cx.core.visible(op))
}

fn load<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let loc = Loc::new(address(cx)?, SIZE);
    let order = order(cx, 1);
    Ok(Value::new(perform(cx, Op::Load { loc, order })?.number()))
}

fn store<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let loc = Loc::new(address(cx)?, SIZE);
    let (value, order) = (word(cx, 1), order(cx, 2));
    perform(cx, Op::Store { loc, value, order })?;
    Ok(Value::ZERO)
}

fn exchange<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let loc = Loc::new(address(cx)?, SIZE);
    let (operand, order) = (word(cx, 1), order(cx, 2));
    let old = perform(cx, Op::Rmw { loc, op: RmwOp::Xchg, operand, order })?;
    if old != operand {
        cx.core.memory.who.has_effect();
    }
    Ok(Value::new(old.number()))
}

/// What must not depend on input.
const WHAT: &str = "a compare-and-swap of 16 bytes whose success";

fn swap<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let loc = Loc::new(address(cx)?, SIZE);
    let (expected, new) = (word(cx, 1), word(cx, 2));
    let (success, failure) = (order(cx, 3), order(cx, 4));
    if cx.arg_value(5).bits != 0 && cx.core.options.spurious.is_some() {
        return Err(cx.unsupported("a weak compare-and-swap of 16 bytes with `--spurious`"));
    }
    let old = perform(cx, Op::Cas { loc, expected, new, success, failure })?;
    let (mut found, mut wanted) = ([Value::ZERO; 2], [Value::ZERO; 2]);
    for half in 0..2 {
        let (old, expected) = (cx.core.memory.pair_of(old)[half], cx.core.memory.pair_of(expected)[half]);
        found[half] = cx.core.settled(old, WHAT)?;
        wanted[half] = cx.core.settled(expected, WHAT)?;
    }
    cx.core.memory.differ_in_halves(found, wanted);
    let compared = [0, 1].map(|word| compares(found[word], wanted[word]));
    if !compared.contains(&Ok(false)) {
        for (word, compared) in compared.into_iter().enumerate() {
            if let Err(what) = compared {
                let value = Value::unknown(64, &[found[word], wanted[word]]);
                return Err(cx.core.memory.undefined(value, what));
            }
        }
        if new != old {
            cx.core.memory.who.has_effect();
        }
    }
    Ok(Value::new(old.number()))
}
