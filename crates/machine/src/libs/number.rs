//! Text to floats.

use super::{LibResult, Table, float};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::value::Value;

/// By name.
pub(crate) fn table<D: Domain>() -> Table<D> {
    &[
        ("strtod", |cx| read(cx, false, true)),
        ("strtof", |cx| read(cx, true, true)),
        ("atof", |cx| read(cx, false, false)),
    ]
}

fn read<D: Domain>(cx: &mut CallCx<'_, D>, single: bool, with_end: bool) -> LibResult {
    const ERANGE: u64 = 34;
    let start = cx.arg(0)?;
    let mut text = Vec::new();
    // No further than a number can go: what follows it need not end with a zero.
    loop {
        let byte = cx.read(start.wrapping_add(text.len() as u64), 1)? as u8;
        if !byte.is_ascii_alphanumeric() && !b" \t\n\x0b\x0c\r+-._()".contains(&byte) {
            break;
        }
        text.push(byte);
    }
    let parsed = float::parse(&text, single);
    let end = if with_end { cx.arg(1)? } else { 0 };
    if end != 0 {
        let size = cx.pointer_bytes();
        cx.write(end, size, start.wrapping_add(parsed.used as u64))?;
    }
    if parsed.out_of_range {
        cx.set_errno(ERANGE)?;
    }
    let bits = if single { u64::from((parsed.value as f32).to_bits()) } else { parsed.value.to_bits() };
    Ok(Value::new(bits))
}
