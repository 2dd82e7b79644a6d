//! Input that is not chosen: each value of it at once in a domain that can do so, or the one value
//! that is given or fixed for it ([`crate::Options::given`], [`crate::Options::fixed`]).
//!
//! The functions of KLEE are here as well, so that its harnesses run as they are.
//!
//! Not covered: `klee_prefer_cex` does nothing. What else harnesses call is C (runtime/klee.c), but for
//! `klee_is_symbolic`: what is input here is a number in a replay.

use crate::call::CallCx;
use crate::core::Core;
use crate::domain::{Concrete, Domain, MOST_INPUTS};
use crate::fixed;
use crate::halt::Halt;
use crate::libs::{LibResult, Table};
use crate::record::{Numbers, What};
use crate::value::{Value, mask};
use threadbare_op::{Addr, Stuck, ThreadId};
use threadbare_program::{Pred, ShapeKind};

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("klee_make_symbolic", make_symbolic),
        ("__VERIFIER_nondet_memory", make_symbolic),
        ("klee_assume", assume),
        ("klee_range", range),
        ("klee_int", |cx| hand(cx, 32, Numbers::Signed)),
        ("klee_prefer_cex", |_| Ok(Value::ZERO)),
        ("klee_get_obj_size", object_size),
    ]
}

/// An input of so many bits; `None` if it is chosen from a range. The same one if the call is begun
/// again.
pub(super) fn take<D: Domain>(cx: &mut CallCx<'_, D>, width: u8, of: Numbers) -> Result<Option<D::Value>, Halt> {
    take_part(cx, width, of, true)
}

/// The same of an input that has several parts: whether it is the first one.
fn take_part<D: Domain>(
    cx: &mut CallCx<'_, D>,
    width: u8,
    of: Numbers,
    begins: bool,
) -> Result<Option<D::Value>, Halt> {
    let fixed = fixed::take(cx, width, of)?;
    let is_input = D::HAS_INPUT || cx.options().given.is_some();
    if fixed.is_none() && !is_input {
        return Ok(None);
    }
    if let Some(value) = cx.journalled() {
        return Ok(Some(value));
    }
    let n = fixed.is_none().then(|| cx.core.inputs_taken());
    let value = match fixed {
        Some(value) => cx.core.lift(value),
        None => {
            let thread = cx.thread();
            cx.core.take_input(thread, width).map_err(|why| cx.unsupported(why))?
        }
    };
    if !D::HAS_INPUT {
        let value = cx.core.memory.bits(value);
        cx.core.memory.tell_input(|| What::Input { width, value, of, n, begins });
    }
    Ok(Some(cx.note(value)))
}

/// The same where it cannot be chosen.
fn taken<D: Domain>(cx: &mut CallCx<'_, D>, width: u8, of: Numbers, begins: bool) -> Result<D::Value, Halt> {
    if let Some(value) = take_part(cx, width, of, begins)? {
        return Ok(value);
    }
    Err(refuse(cx))
}

/// How the text about input that nobody gives ends.
const NO_INPUT: &str = "` takes input, of which no value is given";

/// There is no value for the input.
pub(super) fn refuse<D: Domain>(cx: &mut CallCx<'_, D>) -> Halt {
    cx.unsupported(format!("`{}{NO_INPUT}", cx.name()))
}

/// The function that takes input, if that was unsupported since no value of it is given.
#[must_use]
pub fn without_input(what: &str) -> Option<&str> {
    what.strip_prefix('`')?.strip_suffix(NO_INPUT)
}

/// What a function takes that chooses no input by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A whole number, of a range if one is given ([`crate::Options::nondet_range`]).
    Whole,
    /// A number.
    Number,
    /// All that is in some memory.
    Memory,
}

/// What a library function takes for input, if it is refused without any.
#[must_use]
pub fn takes_input(name: &str) -> Option<Takes> {
    match name {
        "klee_make_symbolic" | "__VERIFIER_nondet_memory" => Some(Takes::Memory),
        "klee_int" | "klee_range" | "__VERIFIER_nondet_float" | "__VERIFIER_nondet_double" => Some(Takes::Number),
        "__VERIFIER_nondet_range" | "__VERIFIER_nondet_bool" | "__VERIFIER_nondet__Bool" => None,
        _ if !name.starts_with("__VERIFIER_nondet_") => None,
        _ => super::verifier::table::<Concrete>().iter().any(|(known, _)| *known == name).then_some(Takes::Whole),
    }
}

impl<D: Domain> Core<D> {
    /// How many inputs the thread that runs has taken.
    pub(crate) fn inputs_taken(&self) -> u32 {
        if D::HAS_INPUT { self.memory.domain.taken() } else { self.memory.who.own.history }
    }

    /// The next input of the thread that runs.
    pub(crate) fn take_input(&mut self, thread: ThreadId, width: u8) -> Result<D::Value, String> {
        // To take one is no event, but not nothing.
        self.memory.who.has_effect();
        let n = self.inputs_taken();
        if n >= MOST_INPUTS {
            return Err(format!("more than {MOST_INPUTS} inputs of one thread in one execution"));
        }
        if D::HAS_INPUT {
            return self.memory.domain.input(thread, width);
        }
        self.memory.who.own.history += 1;
        let given = self.options.given.as_ref().and_then(|given| {
            let first = given.partition_point(|given| (given.thread, given.n) < (thread, n));
            given.get(first).filter(|given| (given.thread, given.n) == (thread, n))
        });
        let value = given.map_or(0, |given| given.value) & mask(width.into());
        Ok(self.lift(Value::new(value)))
    }
}

/// An input of so many bits is the result.
pub(crate) fn hand<D: Domain>(cx: &mut CallCx<'_, D>, width: u8, of: Numbers) -> LibResult {
    let value = taken(cx, width, of, true)?;
    cx.core.handed = Some(value);
    Ok(Value::ZERO)
}

/// More bytes than this are not made input at once.
const MOST_BYTES: u64 = 1 << 16;

/// `void klee_make_symbolic(void *addr, size_t size, const char *name)`, and the same without a
/// name, `void __VERIFIER_nondet_memory(void *addr, size_t size)`: each number of an array or
/// a structure is one input; where it is not known what is there, each byte.
fn make_symbolic<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (addr, len) = (cx.arg(0)?, cx.arg(1)?);
    if len > MOST_BYTES {
        return Err(cx.unsupported(format!("more than {MOST_BYTES} bytes of input at once")));
    }
    let mut at = 0;
    while at < len {
        let size = match cx.journalled_word() {
            Some(size) => size.bits as u8,
            None => {
                let size = number(cx, addr.wrapping_add(at), len - at);
                cx.note_word(Value::new(size.into())).bits as u8
            }
        };
        let of = numbers(cx, addr.wrapping_add(at), size);
        let value = taken(cx, size * 8, of, at == 0)?;
        cx.write_value(addr.wrapping_add(at), size, value)?;
        at += u64::from(size);
    }
    Ok(Value::ZERO)
}

/// The size of the number that begins there, if it is among the next `len` bytes; else 1.
fn number<D: Domain>(cx: &CallCx<'_, D>, addr: Addr, len: u64) -> u8 {
    let shape = |size: u8| cx.core.memory.named(addr, size.into()).and_then(|named| named.shape);
    let is_number = |size: &u8| {
        let kind = shape(*size).and_then(|shape| cx.program().shapes.get(shape.0 as usize)).map(|shape| &shape.kind);
        u64::from(*size) <= len
            && matches!(kind, Some(ShapeKind::Scalar { .. } | ShapeKind::Enum(_) | ShapeKind::Pointer(_)))
    };
    let has_no_shape = || matches!(len, 2 | 4 | 8) && cx.core.memory.is_shapeless(addr);
    [8, 4, 2].into_iter().find(is_number).unwrap_or(if has_no_shape() { len as u8 } else { 1 })
}

/// What there is a number of, of that size.
fn numbers<D: Domain>(cx: &CallCx<'_, D>, addr: Addr, size: u8) -> Numbers {
    let shape = cx.core.memory.named(addr, size.into()).and_then(|named| named.shape);
    match shape.and_then(|shape| cx.program().shapes.get(shape.0 as usize)).map(|shape| &shape.kind) {
        Some(ShapeKind::Scalar { float: true, .. }) if matches!(size, 4 | 8) => Numbers::Float,
        None if size > 1 => Numbers::Signed,
        Some(ShapeKind::Scalar { signed: true, .. }) if size > 1 => Numbers::Signed,
        None | Some(ShapeKind::Scalar { signed: true, .. }) => Numbers::Text,
        Some(_) => Numbers::Unsigned,
    }
}

/// `size_t klee_get_obj_size(void *addr)`: the size of the object in which that is.
fn object_size<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let addr = cx.arg(0)?;
    match cx.core.memory.extent(addr) {
        Some((start, size, _)) if addr >= start && addr - start <= size => Ok(Value::new(size)),
        _ => Err(cx.unsupported("`klee_get_obj_size` of an address in no object")),
    }
}

fn assume<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let width = cx.pointer_bytes() * 8;
    if cx.is_zero(0, width)? { Err(cx.stuck(Stuck::Assume)) } else { Ok(Value::ZERO) }
}

/// `int klee_range(int begin, int end, const char *name)`: from `begin` to `end`, which is not
/// included.
fn range<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (begin, end) = (cx.arg_i32(0)?, cx.arg_i32(1)?);
    if begin >= end {
        return Err(cx.unsupported(format!("`klee_range({begin}, {end})`: an empty range")));
    }
    let bounds = [(Pred::SGe, begin), (Pred::SLt, end)];
    let value = taken(cx, 32, Numbers::Signed, true)?;
    for (pred, bound) in bounds {
        let bound = cx.core.lift(Value::new(u64::from(bound as u32)));
        let holds = cx.core.memory.domain.cmp(pred, 32, value, bound);
        if cx.core.decide(holds)? == Value::ZERO {
            return Err(cx.stuck(Stuck::Assume));
        }
    }
    cx.core.handed = Some(value);
    Ok(Value::ZERO)
}
