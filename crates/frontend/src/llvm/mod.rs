//! A thin, safe face of the parts of LLVM's C API that the front end needs: the only module with
//! `unsafe` code.
//!
//! # Why it is sound
//! * [`Module`] owns its context and disposes of both. Everything obtained from it ([`Value`],
//!   [`Type`], [`Block`], [`Meta`], [`Record`]) borrows it by its lifetime, and nothing is ever
//!   deleted from a module after it was read: so the pointers stay valid as long as they can be
//!   used.
//! * The C API checks kinds only in debug builds. Methods that need an instruction of one kind say
//!   so; the lowering calls them behind a match on [`Value::opcode`] or [`Value::kind`]. Modules
//!   are verified before they are lowered, so that operand counts and types are as the language
//!   reference says.
//! * Strings that LLVM returns are copied at once.

#![allow(unsafe_code)]

mod block;
mod debug;
mod guard;
mod module;
mod types;
mod value;

pub(crate) use block::Block;
pub(crate) use debug::{Meta, Record, RecordKind};
pub(crate) use guard::report_crashes_by;
pub(crate) use module::{Module, ReadError};
pub(crate) use types::{Type, TypeKind};
pub(crate) use value::{Value, ValueKind};

/// Calls a function of the C API.
macro_rules! api {
    ($($path:ident)::+ ($($arg:expr),* $(,)?)) => {{
        // SAFETY: the arguments are live (see the module's header) and of the kind that the
        // enclosing method asks for.
        unsafe { llvm_sys::$($path)::+($($arg),*) }
    }};
}
use api;

/// Copies a string of known length that LLVM owns.
fn text(start: *const libc_char, len: usize) -> String {
    if start.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: LLVM returned `start` with `len` as its length; the bytes live as long as the module.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Copies a string that ends with a zero byte.
fn c_text(start: *const libc_char) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returned a string that ends with a zero byte.
    unsafe { std::ffi::CStr::from_ptr(start) }.to_string_lossy().into_owned()
}

/// Copies a message that LLVM allocated for us, and frees it.
fn message(start: *mut libc_char) -> String {
    let copy = c_text(start);
    if !start.is_null() {
        api!(core::LLVMDisposeMessage(start));
    }
    copy
}

#[allow(non_camel_case_types)]
type libc_char = std::ffi::c_char;
