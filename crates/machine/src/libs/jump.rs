//! `longjmp`, and what `pthread_cleanup_push` and `pthread_cleanup_pop` are without `-fexceptions`:
//! the interpreter jumps (`crate::interp`'s `jump`).

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::core::Order;
use crate::domain::Domain;
use crate::interp::{CLEANUP_WORD, HANDLER_WORD, before_at};
use crate::value::Value;

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("longjmp", long_jump),
        ("_longjmp", long_jump),
        ("siglongjmp", long_jump),
        ("__longjmp_chk", long_jump),
        ("__pthread_register_cancel", register),
        ("__pthread_unregister_cancel", unregister),
        ("__pthread_unwind_next", unwind_next),
    ]
}

fn long_jump<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (buffer, value) = (cx.arg(0)?, cx.handed_on(1));
    let is_zero = cx.is_zero(1, 32)?;
    let mark = cx.read(buffer, 8)?;
    cx.core.order = Order::Jump { mark };
    cx.core.handed = Some(if is_zero { cx.core.lift(Value::new(1)) } else { value });
    Ok(Value::ZERO)
}

fn register<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let buffer = cx.arg(0)?;
    let before = cx.word(CLEANUP_WORD);
    let at = before_at(cx.pointer_bytes());
    cx.write(buffer.wrapping_add(at), 8, before)?;
    cx.set_word(CLEANUP_WORD, buffer);
    Ok(Value::ZERO)
}

fn unregister<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let buffer = cx.arg(0)?;
    let at = before_at(cx.pointer_bytes());
    let before = cx.read(buffer.wrapping_add(at), 8)?;
    cx.set_word(CLEANUP_WORD, before);
    Ok(Value::ZERO)
}

/// The end of a handler: the end of the thread goes on.
fn unwind_next<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    cx.set_word(HANDLER_WORD, 0);
    cx.core.order = Order::UnwindOn;
    Ok(Value::ZERO)
}
