//! What functions of the libraries tell of what they do, for reports: nothing else depends on it.

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::record::{Told, What};
use crate::value::Value;
use threadbare_op::Addr;

/// By name.
pub(crate) fn table<D: Domain>() -> Table<D> {
    &[("__tb_tell", tell), ("__tb_tell_name", tell_name), ("__tb_tell_text", tell_text)]
}

fn tell<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if !cx.core.memory.is_recorded() {
        return Ok(Value::ZERO);
    }
    let (what, about, file) = (cx.arg_i32(0)?, cx.arg_long(1)?, cx.arg(2)?);
    let (first, second) = (cx.handed_on(FIRST), cx.handed_on(FIRST + 1));
    let numbers = [cx.shown(first, 64)?, cx.shown(second, 64)?];
    let told = Told { what: what.unsigned_abs(), about: about as u32, file, numbers };
    cx.core.memory.tell(What::Told(told));
    Ok(Value::ZERO)
}

/// What is found under a name of a file, or done with it.
fn tell_name<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if !cx.core.memory.is_recorded() {
        return Ok(Value::ZERO);
    }
    let (what, at) = (cx.arg_i32(0)?, cx.arg(1)?);
    let name = (at..at + LONGEST).map_while(|at| cx.core.memory.bytes_at(at, 1)?.first().map(|byte| byte.bits));
    let name = name.take_while(|byte| *byte != 0).collect();
    cx.core.memory.tell(What::Name { what: what.unsigned_abs(), name });
    Ok(Value::ZERO)
}

/// How long a name may be (`runtime/file.h`).
const LONGEST: u64 = 256;

/// What is written to a stream.
fn tell_text<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    const MOST: u64 = 4096;
    if !cx.core.memory.is_recorded() {
        return Ok(Value::ZERO);
    }
    let (stream, from, n) = (cx.arg(0)?, cx.arg(1)?, cx.handed_on(2));
    let n = cx.shown(n, 64)?.min(MOST);
    let bytes = cx.core.memory.bytes_at(from, n).unwrap_or_default();
    let text = bytes.iter().map(|byte| byte.bits).collect();
    cx.core.memory.tell(What::Text { stream, text });
    Ok(Value::ZERO)
}

/// Memory at this address is nobody's business (`enum` in `runtime/tb.h`).
pub(super) fn keeps<D: Domain>(cx: &mut CallCx<'_, D>, file: Addr) {
    const KEEPS: u32 = 12;
    if cx.core.memory.is_recorded() {
        cx.core.memory.tell(What::Told(Told { what: KEEPS, about: 0, file, numbers: [0; 2] }));
    }
}

/// The first argument that decides nothing.
pub(super) const FIRST: usize = 3;
