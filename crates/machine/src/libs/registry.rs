//! Which library functions there are.
//!
//! A [`LibFn`] is written in direct style against [`CallCx`]: it reads arguments and memory,
//! performs visible operations and calls back into the program, each with `?`. When the thread has
//! to stop in the middle (a visible operation, a callback), the function is left with a
//! [`Halt`] and later *called again from its beginning*; everything that it did
//! through the context before is then answered from a journal and not done a second time. So a
//! function must be deterministic in what the context tells it, keep no state of its own, and do
//! everything through the context.

use super::{cancel, files, futex, jump, math, number, refused, stdio, sync, told, wide, wide_atomic};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::value::Value;

/// The result in a register ([`Value::ZERO`] for `void`), or why the thread stops here.
pub type LibResult = Result<Value, Halt>;

/// A library function.
pub type LibFn<D> = fn(&mut CallCx<'_, D>) -> LibResult;

/// Functions by name.
pub(crate) type Table<D> = &'static [(&'static str, LibFn<D>)];

/// The tables of all parts of the library, in order of precedence.
fn tables<D: Domain>() -> impl Iterator<Item = Table<D>> {
    let others = [
        sync::table(),
        futex::table(),
        cancel::table(),
        stdio::table(),
        files::table(),
        told::table(),
        jump::table(),
        wide::table(),
        wide_atomic::table(),
        number::table(),
    ];
    crate::builtin::tables().into_iter().chain(others).chain(math::tables())
}

/// Whether a function of this name is modelled.
#[must_use]
pub fn is_known(name: &str) -> bool {
    refused::reason(name).is_none()
        && (sync::simple(name).is_some()
            || name == sync::ARRIVE
            || threadbare_program::is_set_jump(name)
            || lookup::<crate::Concrete>(name).is_some())
}

/// The function of this name; for one that is known but not supported, one that says so.
pub(crate) fn lookup<D: Domain>(name: &str) -> Option<LibFn<D>> {
    let known = tables().flatten().find(|(known, _)| *known == name);
    let refused = || refused::reason(name).or_else(|| refused::met(name)).map(|_| refused::refuse as LibFn<D>);
    known.map(|&(_, function)| function).or_else(refused)
}

/// Which arguments of a function are sizes (bit n: the n-th).
pub(crate) fn sizes(name: &str) -> u32 {
    match name {
        "malloc" | "valloc" | "_Znwj" | "_Znaj" | "_Znwm" | "_Znam" => 1,
        "calloc" => 0b11,
        "realloc" | "aligned_alloc" | "memalign" => 0b10,
        "reallocarray" => 0b110,
        "posix_memalign" => 0b100,
        _ => 0,
    }
}

/// Which arguments a function hands on as they are (bit n: the n-th). All others decide what it
/// does.
pub(crate) fn handed_on(name: &str) -> u32 {
    match name {
        // What is printed.
        "printf" => !0 << 1,
        "fprintf" | "dprintf" | "__printf_chk" | "sprintf" | "asprintf" => !0 << 2,
        "__fprintf_chk" | "__dprintf_chk" | "__asprintf_chk" | "snprintf" => !0 << 3,
        "__sprintf_chk" => !0 << 4,
        "__snprintf_chk" => !0 << 5,
        "pthread_create" | "__tb_create" => 1 << 3,
        "pthread_exit" | "__tb_exit" => 1,
        "__tb_wide_pair" => 0b11,
        name if wide::is_long(name) => 0b1111,
        "__tb_tell" => 0b11 << told::FIRST,
        "__tb_tell_text" => 0b100,
        // What is only asked whether it is 0, or is the expected status.
        "__VERIFIER_assume" | "assume_abort_if_not" | "klee_assume" | "exit" | "_exit" | "_Exit" | "quick_exit" => 1,
        // What `setjmp` returns.
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => 0b10,
        name => math::operands(name),
    }
}
