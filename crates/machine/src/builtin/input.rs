//! Input that is not chosen: each value of it at once in a domain that can do so, or the one value
//! that is given for it ([`crate::Options::given`]).
//!
//! The functions of KLEE are here as well, so that its harnesses run as they are.
//!
//! Not covered: `klee_prefer_cex` does nothing, other functions of KLEE are not known.

use crate::call::CallCx;
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::libs::{LibResult, Table};
use crate::value::{Value, mask};
use threadbare_op::{Stuck, ThreadId};
use threadbare_program::Pred;

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("klee_make_symbolic", make_symbolic),
        ("klee_assume", assume),
        ("klee_range", range),
        ("klee_int", |cx| hand(cx, 32)),
        ("klee_prefer_cex", |_| Ok(Value::ZERO)),
    ]
}

/// Whether input is taken, and not chosen from a range.
pub(super) fn is_given<D: Domain>(cx: &CallCx<'_, D>) -> bool {
    D::HAS_INPUT || cx.options().given.is_some()
}

/// An input of so many bits. Not twice in a call that may be begun again.
pub(super) fn take<D: Domain>(cx: &mut CallCx<'_, D>, width: u8) -> Result<D::Value, Halt> {
    let thread = cx.thread();
    let value = cx.core.take_input(thread, width).map_err(|why| cx.unsupported(why))?;
    if !D::HAS_INPUT {
        let number = cx.core.memory.bits(value);
        cx.core.memory.tell_input(width, number);
    }
    Ok(value)
}

impl<D: Domain> Core<D> {
    /// The next input of the thread that runs.
    pub(crate) fn take_input(&mut self, thread: ThreadId, width: u8) -> Result<D::Value, String> {
        // To take one is no event, but not nothing.
        self.memory.who.has_effect();
        if D::HAS_INPUT {
            return self.memory.domain.input(thread, width);
        }
        let n = self.memory.who.own.history;
        if n + 1 >= crate::domain::MOST_HISTORY {
            return Err("more input than is counted".into());
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

/// The same, noted: it is the same when the call is begun again.
fn noted<D: Domain>(cx: &mut CallCx<'_, D>, width: u8) -> Result<D::Value, Halt> {
    match cx.journalled() {
        Some(value) => Ok(value),
        None => {
            let value = take(cx, width)?;
            Ok(cx.note(value))
        }
    }
}

/// An input of so many bits is the result.
pub(crate) fn hand<D: Domain>(cx: &mut CallCx<'_, D>, width: u8) -> LibResult {
    check(cx)?;
    let value = take(cx, width)?;
    cx.core.handed = Some(value);
    Ok(Value::ZERO)
}

fn check<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<(), Halt> {
    if is_given(cx) {
        return Ok(());
    }
    let message = format!("`{}` without `--symbolic`", cx.name());
    Err(cx.unsupported(message))
}

/// More bytes than this are not made input at once.
const MOST_BYTES: u64 = 1 << 16;

/// `void klee_make_symbolic(void *addr, size_t size, const char *name)`: an integer is one input,
/// anything else one for each byte.
fn make_symbolic<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    check(cx)?;
    let (addr, len) = (cx.arg(0)?, cx.arg(1)?);
    if len > MOST_BYTES {
        return Err(cx.unsupported(format!("more than {MOST_BYTES} bytes of input at once")));
    }
    let size = if matches!(len, 1 | 2 | 4 | 8) { len } else { 1 };
    for at in (0..len).step_by(size as usize) {
        let value = noted(cx, size as u8 * 8)?;
        cx.write_value(addr.wrapping_add(at), size as u8, value)?;
    }
    Ok(Value::ZERO)
}

fn assume<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if cx.arg(0)? == 0 { Err(cx.stuck(Stuck::Assume)) } else { Ok(Value::ZERO) }
}

/// `int klee_range(int begin, int end, const char *name)`: from `begin` to `end`, which is not
/// included.
fn range<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    check(cx)?;
    let (begin, end) = (cx.arg_i32(0)?, cx.arg_i32(1)?);
    if begin >= end {
        return Err(cx.unsupported(format!("`klee_range({begin}, {end})`: an empty range")));
    }
    let bounds = [(Pred::SGe, begin), (Pred::SLt, end)];
    let value = noted(cx, 32)?;
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
