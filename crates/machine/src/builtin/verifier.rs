//! `__VERIFIER_*`: choices, assumptions, atomic sections.
//!
//! An atomic section holds a hidden lock. In a program that has sections, each visible memory
//! access outside takes and releases that lock, too (three events), so that none comes between the
//! accesses of a section. Plain accesses that are not visible need not: they conflict with nothing
//! unordered, or are races.

use super::input;
use crate::call::CallCx;
use crate::code::{Code, SECTION_AT};
use crate::domain::Domain;
use crate::libs::{LibResult, Table};
use crate::record::Numbers;
use crate::thread::DEEPEST;
use crate::value::Value;
use threadbare_op::{Stuck, SyncOp};

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("__VERIFIER_assume", assume),
        ("assume_abort_if_not", assume),
        ("__VERIFIER_atomic_begin", atomic_begin),
        ("__VERIFIER_atomic_end", atomic_end),
        ("__VERIFIER_nondet_range", range),
        ("__VERIFIER_nondet_float", |cx| input::hand(cx, 32, Numbers::Float)),
        ("__VERIFIER_nondet_double", |cx| input::hand(cx, 64, Numbers::Float)),
        ("__VERIFIER_nondet_bool", |cx| nondet(cx, 0, 1, true)),
        ("__VERIFIER_nondet__Bool", |cx| nondet(cx, 0, 1, true)),
        ("__VERIFIER_nondet_char", |cx| nondet(cx, i8::MIN.into(), i8::MAX.into(), false)),
        ("__VERIFIER_nondet_uchar", |cx| nondet(cx, 0, u8::MAX.into(), false)),
        ("__VERIFIER_nondet_unsigned_char", |cx| nondet(cx, 0, u8::MAX.into(), false)),
        ("__VERIFIER_nondet_short", |cx| nondet(cx, i16::MIN.into(), i16::MAX.into(), false)),
        ("__VERIFIER_nondet_ushort", |cx| nondet(cx, 0, u16::MAX.into(), false)),
        ("__VERIFIER_nondet_int", |cx| nondet(cx, i32::MIN.into(), i32::MAX.into(), false)),
        ("__VERIFIER_nondet_uint", |cx| nondet(cx, 0, u32::MAX.into(), false)),
        ("__VERIFIER_nondet_unsigned", |cx| nondet(cx, 0, u32::MAX.into(), false)),
        ("__VERIFIER_nondet_unsigned_int", |cx| nondet(cx, 0, u32::MAX.into(), false)),
        ("__VERIFIER_nondet_long", |cx| long(cx, true)),
        ("__VERIFIER_nondet_longlong", |cx| nondet(cx, i64::MIN, i64::MAX, false)),
        ("__VERIFIER_nondet_ulong", |cx| long(cx, false)),
        ("__VERIFIER_nondet_ulonglong", |cx| nondet(cx, 0, i64::MAX, false)),
        ("__VERIFIER_nondet_size_t", |cx| long(cx, false)),
        ("__VERIFIER_nondet_u8", |cx| nondet(cx, 0, u8::MAX.into(), false)),
        ("__VERIFIER_nondet_U8", |cx| nondet(cx, 0, u8::MAX.into(), false)),
        ("__VERIFIER_nondet_schar", |cx| nondet(cx, i8::MIN.into(), i8::MAX.into(), false)),
        ("__VERIFIER_nondet_s8", |cx| nondet(cx, i8::MIN.into(), i8::MAX.into(), false)),
        ("__VERIFIER_nondet_S8", |cx| nondet(cx, i8::MIN.into(), i8::MAX.into(), false)),
        ("__VERIFIER_nondet_u16", |cx| nondet(cx, 0, u16::MAX.into(), false)),
        ("__VERIFIER_nondet_U16", |cx| nondet(cx, 0, u16::MAX.into(), false)),
        ("__VERIFIER_nondet_s16", |cx| nondet(cx, i16::MIN.into(), i16::MAX.into(), false)),
        ("__VERIFIER_nondet_S16", |cx| nondet(cx, i16::MIN.into(), i16::MAX.into(), false)),
        ("__VERIFIER_nondet_u32", |cx| nondet(cx, 0, u32::MAX.into(), false)),
        ("__VERIFIER_nondet_U32", |cx| nondet(cx, 0, u32::MAX.into(), false)),
        ("__VERIFIER_nondet_s32", |cx| nondet(cx, i32::MIN.into(), i32::MAX.into(), false)),
        ("__VERIFIER_nondet_S32", |cx| nondet(cx, i32::MIN.into(), i32::MAX.into(), false)),
        ("__VERIFIER_nondet_u64", |cx| nondet(cx, 0, i64::MAX, false)),
        ("__VERIFIER_nondet_U64", |cx| nondet(cx, 0, i64::MAX, false)),
        ("__VERIFIER_nondet_s64", |cx| nondet(cx, i64::MIN, i64::MAX, false)),
        ("__VERIFIER_nondet_S64", |cx| nondet(cx, i64::MIN, i64::MAX, false)),
        ("__VERIFIER_nondet_sector_t", |cx| long(cx, false)),
        ("__VERIFIER_nondet_loff_t", |cx| nondet(cx, i64::MIN, i64::MAX, false)),
    ]
}

/// More choices than this are not explored.
const MAX_CHOICES: i128 = 1 << 20;

fn assume<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if cx.is_zero(0, 32)? { Err(cx.stuck(Stuck::Assume)) } else { Ok(Value::ZERO) }
}

fn pick<D: Domain>(cx: &mut CallCx<'_, D>, low: i64, high: i64) -> LibResult {
    let count = i128::from(high) - i128::from(low) + 1;
    if count < 1 {
        return Err(cx.stuck(Stuck::Assume));
    }
    if count > MAX_CHOICES {
        let message = format!("`{}` with more than {MAX_CHOICES} values to choose from", cx.name());
        return Err(cx.unsupported(message));
    }
    let chosen = cx.choice(count as u32)?;
    Ok(Value::new(low.wrapping_add(i64::from(chosen)) as u64))
}

/// `long __VERIFIER_nondet_range(long lo, long hi)`: a number from `lo` to `hi`, both included.
fn range<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (low, high) = (cx.arg_long(0)?, cx.arg_long(1)?);
    pick(cx, low, high)
}

/// A number that the type (`low` to `high`) has and the range given by the user.
fn nondet<D: Domain>(cx: &mut CallCx<'_, D>, low: i64, high: i64, always: bool) -> LibResult {
    // As wide as the type: registers hold zero-extended values.
    let width = if high == i64::MAX { 64 } else { 64 - (high as u64).leading_zeros() + u32::from(low < 0) };
    let of = match (low, high) {
        (0, _) => Numbers::Unsigned,
        (_, 0x7F) => Numbers::Text,
        _ => Numbers::Signed,
    };
    if let Some(value) = input::take(cx, width as u8, of)? {
        cx.core.handed = Some(value);
        return Ok(Value::ZERO);
    }
    if always {
        return pick(cx, low, high);
    }
    let Some((from, to)) = cx.options().nondet_range else {
        return Err(input::refuse(cx));
    };
    let value = pick(cx, low.max(from), high.min(to))?;
    Ok(Value::new(value.bits & crate::value::mask(width)))
}

/// A `long`, or an `unsigned long`.
fn long<D: Domain>(cx: &mut CallCx<'_, D>, is_signed: bool) -> LibResult {
    match (cx.pointer_bytes(), is_signed) {
        (4, true) => nondet(cx, i32::MIN.into(), i32::MAX.into(), false),
        (4, false) => nondet(cx, 0, u32::MAX.into(), false),
        (_, true) => nondet(cx, i64::MIN, i64::MAX, false),
        (_, false) => nondet(cx, 0, i64::MAX, false),
    }
}

fn atomic_begin<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if cx.core.memory.who.own.sections == 0 {
        cx.sync(Code::process_address() + SECTION_AT, SyncOp::MutexLock)?;
    }
    if cx.core.memory.who.own.sections == DEEPEST {
        return Err(cx.unsupported(format!("atomic sections nested deeper than {DEEPEST}")));
    }
    cx.core.memory.who.own.sections += 1;
    Ok(Value::ZERO)
}

fn atomic_end<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if cx.core.memory.who.own.sections == 0 {
        return Err(cx.fault(threadbare_op::FaultKind::SyncMisuse, "`__VERIFIER_atomic_end` outside an atomic section"));
    }
    if cx.core.memory.who.own.sections == 1 {
        cx.sync(Code::process_address() + SECTION_AT, SyncOp::MutexUnlock)?;
    }
    cx.core.memory.who.own.sections -= 1;
    Ok(Value::ZERO)
}
