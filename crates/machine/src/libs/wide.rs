//! Long operations on integers of 128 bits, which the front end calls with their words: one word of
//! the result each.

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::value::Value;
use threadbare_op::FaultKind;

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_wide_udiv_low", |cx| divide(cx, |a, b| a / b)),
        ("__tb_wide_udiv_high", |cx| divide(cx, |a, b| (a / b) >> 64)),
        ("__tb_wide_urem_low", |cx| divide(cx, |a, b| a % b)),
        ("__tb_wide_urem_high", |cx| divide(cx, |a, b| (a % b) >> 64)),
        ("__tb_wide_sdiv_low", |cx| divide_signed(cx, |a, b| a / b)),
        ("__tb_wide_sdiv_high", |cx| divide_signed(cx, |a, b| (a / b) >> 64)),
        ("__tb_wide_srem_low", |cx| divide_signed(cx, |a, b| a % b)),
        ("__tb_wide_srem_high", |cx| divide_signed(cx, |a, b| (a % b) >> 64)),
        ("__tb_wide_smul_overflows", |cx| pair(cx, |a, b| u64::from((a as i128).checked_mul(b as i128).is_none()))),
        ("__tb_wide_umul_overflows", |cx| pair(cx, |a, b| u64::from(a.checked_mul(b).is_none()))),
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

/// The number of which two arguments are the words; what comes of it if it is not defined.
fn number<D: Domain>(cx: &CallCx<'_, D>, at: usize) -> Result<u128, Value> {
    let (low, high) = (cx.arg_value(at), cx.arg_value(at + 1));
    match (low.defined(), high.defined()) {
        (Some(low), Some(high)) => Ok(u128::from(high) << 64 | u128::from(low)),
        _ => Err(Value::unknown(64, &[low, high])),
    }
}

fn one<D: Domain>(cx: &CallCx<'_, D>, result: fn(u128) -> u64) -> LibResult {
    Ok(number(cx, 0).map_or_else(|unknown| unknown, |a| Value::new(result(a))))
}

fn pair<D: Domain>(cx: &CallCx<'_, D>, result: fn(u128, u128) -> u64) -> LibResult {
    Ok(match (number(cx, 0), number(cx, 2)) {
        (Ok(a), Ok(b)) => Value::new(result(a, b)),
        (Err(unknown), _) | (_, Err(unknown)) => unknown,
    })
}

/// The divisor, which must be defined and not 0.
fn divisor<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<u128, crate::halt::Halt> {
    match number(cx, 2) {
        Ok(0) => Err(cx.fault(FaultKind::DivisionByZero, "division by zero")),
        Ok(divisor) => Ok(divisor),
        Err(unknown) => Err(cx.core.memory.undefined(unknown, "the divisor is uninitialised")),
    }
}

fn divide<D: Domain>(cx: &mut CallCx<'_, D>, result: fn(u128, u128) -> u128) -> LibResult {
    let by = divisor(cx)?;
    Ok(number(cx, 0).map_or_else(|unknown| unknown, |a| Value::new(result(a, by) as u64)))
}

fn divide_signed<D: Domain>(cx: &mut CallCx<'_, D>, result: fn(i128, i128) -> i128) -> LibResult {
    let by = divisor(cx)? as i128;
    match number(cx, 0) {
        Err(unknown) => Ok(unknown),
        Ok(a) if a as i128 == i128::MIN && by == -1 => {
            let message = "the quotient of the smallest integer and -1 does not fit";
            Err(cx.fault(FaultKind::Overflow, message))
        }
        Ok(a) => Ok(Value::new(result(a as i128, by) as u64)),
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
