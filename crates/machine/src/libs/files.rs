//! What the machine does for files in memory (`runtime/regular.c`): it knows those that were given
//! by hand ([`Options::files`]), and has memory for the others.
//!
//! [`Options::files`]: crate::Options::files

use super::stdio::no_file;
use super::told;
use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::files::clean;
use crate::value::Value;
use std::sync::Arc;
use threadbare_op::FaultKind;
use threadbare_program::FuncId;

/// By name.
pub(crate) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_kept", kept),
        ("__tb_gone", gone),
        ("__tb_files_are_read", |cx| Ok(Value::new(cx.code.told.content.into()))),
        ("__tb_streams_are_told", |cx| Ok(Value::new(cx.code.told.streams.into()))),
        ("__tb_look", look),
        ("__tb_count_open", |_| Ok(Value::ZERO)),
        ("__tb_pass", |_| Ok(Value::ZERO)),
        ("__tb_is_replaced", |_| Ok(Value::ZERO)),
        ("__tb_input_is_replaced", |_| Ok(Value::ZERO)),
        ("__tb_not_locked", |cx| {
            let message = "`funlockfile` of a stream that the thread has not locked";
            Err(cx.fault(FaultKind::SyncMisuse, message))
        }),
        ("__tb_given", given),
        ("__tb_given_length", |cx| content(cx).map(|content| Value::new(content.len() as u64))),
        ("__tb_given_bytes", bytes),
        ("__tb_given_name", name_of_given),
        ("__tb_missing", missing),
        // What is done with streams of files, and into memory, where there are none.
        ("__tb_fill", |cx| no_file(cx).map(|_| Value::ZERO)),
        ("__tb_put_file", not_written),
        ("__tb_put_memory", not_written),
        ("__tb_flush_stream", no_file),
        ("__tb_flush_memory", no_file),
        ("__tb_flush_all", |_| Ok(Value::ZERO)),
        ("__tb_close_stream", no_file),
        ("__tb_close_memory", no_file),
    ]
}

/// Nothing of that kind is open: a `ssize_t` of -1.
fn not_written<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    no_file(cx)?;
    Ok(Value::new(u64::MAX >> (64 - 8 * u32::from(cx.pointer_bytes()))))
}

/// Zeros that nobody has to free: their number stands before them. What each place of the runtime
/// makes is another kind of object: a file, its content, a name.
fn kept<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let size = cx.arg(0)?;
    let (function, at) = cx.caller;
    cx.core.memory.who.maker = Some(cx.program().site(FuncId(function), at));
    let addr = cx.allocate(size.saturating_add(BEFORE), 16, true)?;
    if addr == 0 {
        return Ok(Value::ZERO);
    }
    cx.write(addr, 8, KEPT)?;
    told::keeps(cx, addr + BEFORE);
    Ok(Value::new(addr + BEFORE))
}

/// What [`kept`] gave makes no difference any more, once nobody has its address.
fn gone<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let addr = cx.arg(0)?;
    cx.write(addr.wrapping_sub(BEFORE), 8, GONE)?;
    Ok(Value::ZERO)
}

/// What stands at the beginning of memory that the libraries keep.
pub(crate) const KEPT: u64 = 0x7B65_7074_5F62_7974;
/// The same, of memory that is [`gone`].
pub(crate) const GONE: u64 = KEPT + 1;
pub(super) const BEFORE: u64 = 16;

/// Bytes are read, whatever they are, as if to be written somewhere.
fn look<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (from, count) = (cx.arg(0)?, cx.arg(1)?);
    cx.read_pieces(from, count, |cx, addr, size| cx.read_value(addr, size).map(|_| 0))?;
    Ok(Value::ZERO)
}

/// Which file has this name; -1 if none has.
fn given<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let name = cx.arg(0)?;
    let name = cx.read_cstr(name)?;
    let at = cx.options().files.iter().position(|(known, _)| clean(known.as_bytes()) == name);
    Ok(Value::new(at.map_or(0xFFFF_FFFF, |at| at as u64)))
}

/// The name of a file that was given, as the runtime has it; whether there are so many.
fn name_of_given<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (number, to, room) = (cx.arg_i32(0)?, cx.arg(1)?, cx.arg(2)?);
    let file = usize::try_from(number).ok().and_then(|number| cx.options().files.get(number));
    let Some(mut name) = file.map(|(name, _)| clean(name.as_bytes())) else { return Ok(Value::ZERO) };
    name.truncate(usize::try_from(room).unwrap_or(usize::MAX).saturating_sub(1));
    name.push(0);
    cx.write_bytes(to, &name)?;
    Ok(Value::new(1))
}

/// The content of the file with the number that is the first argument.
fn content<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<Arc<[u8]>, crate::Halt> {
    let number = cx.arg_i32(0)?;
    let file = usize::try_from(number).ok().and_then(|number| cx.options().files.get(number));
    Ok(file.map(|(_, content)| content.clone()).unwrap_or_default())
}

/// Copies bytes of it.
fn bytes<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let content = content(cx)?;
    let (at, to, count) = (cx.arg_long(1)?, cx.arg(2)?, cx.arg(3)?);
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    let end = at.saturating_add(usize::try_from(count).unwrap_or(usize::MAX));
    cx.write_bytes(to, content.get(at..end).unwrap_or_default())?;
    Ok(Value::ZERO)
}

/// A file was to be read that nobody has given, and nobody has made.
fn missing<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let name = cx.arg(0)?;
    let name = String::from_utf8_lossy(&cx.read_cstr(name)?).into_owned();
    let site = cx.site();
    cx.core.memory.faults.note("file", format!("`{name}` is not there: --file {name} gives it"), site);
    Ok(Value::ZERO)
}
