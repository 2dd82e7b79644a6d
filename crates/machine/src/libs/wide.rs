//! Long operations on integers of 128 bits, which the front end calls with their words: one word of
//! the result each.

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::{Domain, WideOp, Wrong};
use crate::halt::Halt;
use crate::value::Value;
use threadbare_op::FaultKind;

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_wide_udiv_low", |cx| divide(cx, (WideOp::UDiv, 0), |a, b| a / b)),
        ("__tb_wide_udiv_high", |cx| divide(cx, (WideOp::UDiv, 64), |a, b| a / b)),
        ("__tb_wide_urem_low", |cx| divide(cx, (WideOp::URem, 0), |a, b| a % b)),
        ("__tb_wide_urem_high", |cx| divide(cx, (WideOp::URem, 64), |a, b| a % b)),
        ("__tb_wide_sdiv_low", |cx| divide_signed(cx, (WideOp::SDiv, 0), |a, b| a / b)),
        ("__tb_wide_sdiv_high", |cx| divide_signed(cx, (WideOp::SDiv, 64), |a, b| a / b)),
        ("__tb_wide_srem_low", |cx| divide_signed(cx, (WideOp::SRem, 0), |a, b| a % b)),
        ("__tb_wide_srem_high", |cx| divide_signed(cx, (WideOp::SRem, 64), |a, b| a % b)),
        ("__tb_wide_smul_overflows", |cx| {
            overflows(cx, WideOp::SMulOverflows, |a, b| (a as i128).checked_mul(b as i128).is_none())
        }),
        ("__tb_wide_umul_overflows", |cx| overflows(cx, WideOp::UMulOverflows, |a, b| a.checked_mul(b).is_none())),
        ("__tb_wide_utof32", |cx| one(cx, |a| u64::from((a as f32).to_bits()))),
        ("__tb_wide_utof64", |cx| one(cx, |a| (a as f64).to_bits())),
        ("__tb_wide_stof32", |cx| one(cx, |a| u64::from((a as i128 as f32).to_bits()))),
        ("__tb_wide_stof64", |cx| one(cx, |a| (a as i128 as f64).to_bits())),
        ("__tb_wide_f32tou_low", |cx| from_float(cx, true, false, 0)),
        ("__tb_wide_f32tou_high", |cx| from_float(cx, true, false, 64)),
        ("__tb_wide_f32tos_low", |cx| from_float(cx, true, true, 0)),
        ("__tb_wide_f32tos_high", |cx| from_float(cx, true, true, 64)),
        ("__tb_wide_f64tou_low", |cx| from_float(cx, false, false, 0)),
        ("__tb_wide_f64tou_high", |cx| from_float(cx, false, false, 64)),
        ("__tb_wide_f64tos_low", |cx| from_float(cx, false, true, 0)),
        ("__tb_wide_f64tos_high", |cx| from_float(cx, false, true, 64)),
    ]
}

/// Whether the operands of a function are handed on: two numbers, which may depend on input.
pub(super) fn is_long(name: &str) -> bool {
    let stem = name.strip_prefix("__tb_wide_").unwrap_or_default();
    ["udiv_", "urem_", "sdiv_", "srem_", "umul_", "smul_"].iter().any(|op| stem.starts_with(op))
}

/// What a domain makes of two numbers that depend on input; nothing if their words are to be known.
fn open<D: Domain>(cx: &mut CallCx<'_, D>, (op, from): (WideOp, u8)) -> Result<Option<LibResult>, Halt> {
    if !D::HAS_INPUT {
        return Ok(None);
    }
    let words = [0, 1, 2, 3].map(|n| cx.handed_on(n));
    match cx.core.memory.domain.wide(op, words, from) {
        Ok(None) => Ok(None),
        Ok(Some(value)) => {
            cx.core.handed = Some(value);
            Ok(Some(Ok(Value::ZERO)))
        }
        Err(Wrong::DivisionByZero) => Err(by_zero(cx)),
        Err(Wrong::Overflow) => Err(too_large(cx)),
        Err(_) => {
            let open = cx.core.memory.domain.open();
            Err(cx.core.undecided(open))
        }
    }
}

fn by_zero<D: Domain>(cx: &mut CallCx<'_, D>) -> Halt {
    cx.fault(FaultKind::DivisionByZero, "division by zero")
}

fn too_large<D: Domain>(cx: &mut CallCx<'_, D>) -> Halt {
    cx.fault(FaultKind::Overflow, "the quotient of the smallest integer and -1 does not fit")
}

/// A number; what comes of it if it is not defined.
type Number = Result<u128, Value>;

/// The number of which two words are these.
fn joined(low: Value, high: Value) -> Number {
    match (low.defined(), high.defined()) {
        (Some(low), Some(high)) => Ok(u128::from(high) << 64 | u128::from(low)),
        _ => Err(Value::unknown(64, &[low, high])),
    }
}

/// The number that is the first arguments.
fn number<D: Domain>(cx: &CallCx<'_, D>) -> Number {
    joined(cx.arg_value(0), cx.arg_value(1))
}

/// Both numbers of which the words are handed on.
fn numbers<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<[Number; 2], Halt> {
    let mut words = [Value::ZERO; 4];
    for (n, word) in words.iter_mut().enumerate() {
        *word = cx.core.decide(cx.handed_on(n))?;
    }
    Ok([joined(words[0], words[1]), joined(words[2], words[3])])
}

fn one<D: Domain>(cx: &CallCx<'_, D>, result: fn(u128) -> u64) -> LibResult {
    Ok(number(cx).map_or_else(|unknown| unknown, |a| Value::new(result(a))))
}

fn overflows<D: Domain>(cx: &mut CallCx<'_, D>, op: WideOp, result: fn(u128, u128) -> bool) -> LibResult {
    if let Some(result) = open(cx, (op, 0))? {
        return result;
    }
    Ok(match numbers(cx)? {
        [Ok(a), Ok(b)] => Value::new(u64::from(result(a, b))),
        [Err(unknown), _] | [_, Err(unknown)] => unknown,
    })
}

/// Both numbers; the divisor must be defined and not 0.
fn to_divide<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<(Number, u128), Halt> {
    match numbers(cx)? {
        [_, Ok(0)] => Err(by_zero(cx)),
        [number, Ok(divisor)] => Ok((number, divisor)),
        [_, Err(unknown)] => Err(cx.core.memory.undefined(unknown, "the divisor is uninitialised")),
    }
}

fn divide<D: Domain>(cx: &mut CallCx<'_, D>, what: (WideOp, u8), result: fn(u128, u128) -> u128) -> LibResult {
    if let Some(result) = open(cx, what)? {
        return result;
    }
    let (number, by) = to_divide(cx)?;
    Ok(number.map_or_else(|unknown| unknown, |a| Value::new((result(a, by) >> what.1) as u64)))
}

fn divide_signed<D: Domain>(cx: &mut CallCx<'_, D>, what: (WideOp, u8), result: fn(i128, i128) -> i128) -> LibResult {
    if let Some(result) = open(cx, what)? {
        return result;
    }
    let (number, by) = to_divide(cx)?;
    match number {
        Err(unknown) => Ok(unknown),
        Ok(a) if a as i128 == i128::MIN && by as i128 == -1 => Err(too_large(cx)),
        Ok(a) => Ok(Value::new((result(a as i128, by as i128) >> what.1) as u64)),
    }
}

/// The word that begins at a bit of the integer part of a float; no result if that does not fit.
fn from_float<D: Domain>(cx: &mut CallCx<'_, D>, single: bool, signed: bool, bit: u32) -> LibResult {
    let Some(bits) = cx.arg_value(0).defined() else { return Ok(Value::unknown(64, &[cx.arg_value(0)])) };
    let float = if single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }.trunc();
    // 2^127 and 2^128 are floats, the greatest integers are none.
    let half = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;
    let (least, end) = if signed { (-half, half) } else { (0.0, 2.0 * half) };
    if !(float >= least && float < end) {
        return Ok(if cx.core.options.overflow { cx.core.memory.poison() } else { Value::ZERO });
    }
    let word = if signed { (float as i128 >> bit) as u64 } else { (float as u128 >> bit) as u64 };
    Ok(Value::new(word))
}
