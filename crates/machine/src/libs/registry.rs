//! Which library functions there are.
//!
//! A [`LibFn`] is written in direct style against [`CallCx`]: it reads arguments and memory,
//! performs visible operations and calls back into the program, each with `?`. When the thread has
//! to stop in the middle (a visible operation, a callback), the function is left with a
//! [`Halt`](crate::Halt) and later *called again from its beginning*; everything that it did
//! through the context before is then answered from a journal and not done a second time. So a
//! function must be deterministic in what the context tells it, keep no state of its own, and do
//! everything through the context.

use super::{jump, math, number, refused, stdio, sync, wide, wide_atomic};
use crate::call::CallCx;
use crate::halt::Halt;
use crate::value::Value;

/// The result in a register ([`Value::ZERO`] for `void`), or why the thread stops here.
pub type LibResult = Result<Value, Halt>;

/// A library function.
pub type LibFn = fn(&mut CallCx<'_>) -> LibResult;

/// The tables of all parts of the library, in order of precedence.
const TABLES: &[&[(&str, LibFn)]] = &[
    crate::builtin::TABLES[0],
    crate::builtin::TABLES[1],
    crate::builtin::TABLES[2],
    crate::builtin::TABLES[3],
    sync::TABLE,
    stdio::TABLE,
    jump::TABLE,
    wide::TABLE,
    wide_atomic::TABLE,
    number::TABLE,
    math::TABLES[0],
    math::TABLES[1],
    math::TABLES[2],
];

/// Whether a function of this name is modelled.
#[must_use]
pub fn is_known(name: &str) -> bool {
    refused::reason(name).is_none()
        && (sync::simple(name).is_some() || threadbare_program::is_set_jump(name) || lookup(name).is_some())
}

/// The function of this name; for one that is known but not supported, one that says so.
pub(crate) fn lookup(name: &str) -> Option<LibFn> {
    let known = TABLES.iter().flat_map(|table| table.iter()).find(|(known, _)| *known == name);
    known.map(|&(_, function)| function).or_else(|| refused::reason(name).map(|_| refused::refuse as LibFn))
}
