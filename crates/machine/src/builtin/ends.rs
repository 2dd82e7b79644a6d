//! Failed assertions and the ends of the program.

use crate::call::CallCx;
use crate::code::{
    Code, EXIT_AT, HANDLER_SIZE, HANDLERS_AT, HANDLERS_LOCK_AT, MAX_HANDLERS, QUICK_COUNT_AT, QUICK_HANDLERS_AT,
};
use crate::core::Order;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::interp::QUICK_WORD;
use crate::libs::{LibResult, Table};
use crate::value::Value;
use threadbare_op::{FaultKind, SyncOp};

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("__assert_fail", assert_fail),
        ("__assert", assert_fail),
        ("__assert_perror_fail", assert_fail),
        ("reach_error", reach_error),
        ("__VERIFIER_error", reach_error),
        ("abort", abort),
        ("__tb_abort", abort),
        ("exit", exit),
        ("_exit", exit_now),
        ("_Exit", exit_now),
        ("quick_exit", quick_exit),
        ("atexit", at_exit),
        ("at_quick_exit", at_quick_exit),
        ("__cxa_atexit", cxa_atexit),
    ]
}

fn assert_fail<D: Domain>(cx: &mut CallCx<'_, D>) -> crate::libs::LibResult {
    let text = match cx.arg_value(0).defined() {
        Some(addr) if cx.core.memory.peek_value(addr, 1).is_some() => {
            String::from_utf8_lossy(&cx.read_cstr(addr)?).into_owned()
        }
        _ => String::new(),
    };
    let message = if text.is_empty() { "assertion failed".into() } else { format!("assertion failed: {text}") };
    Err(cx.fault(FaultKind::Assertion, message))
}

fn reach_error<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let message = format!("`{}` is reached", cx.name());
    Err(cx.fault(FaultKind::Assertion, message))
}

fn abort<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    Err(cx.fault(FaultKind::Abort, "the program aborts"))
}

/// That the program begins to end is an operation on the program: nobody does that twice (C11
/// 7.22.4.4).
fn begin_end<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<(), Halt> {
    cx.sync(Code::process_address() + EXIT_AT, SyncOp::Exit).map(|_| ())
}

/// The status. If it depends on input, the expected one stands for it where it is found to be that.
fn status<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<u32, Halt> {
    let value = cx.handed_on(0);
    if let Some(expected) = cx.core.as_expected(value)? {
        return Ok(expected);
    }
    let value = cx.core.decide(value)?.lowest(32);
    Ok(cx.decided(value)? as u32)
}

fn exit<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let status = status(cx)?;
    begin_end(cx)?;
    cx.core.order = Order::Exit(status);
    Ok(Value::ZERO)
}

/// Its own handlers run, the last one registered first.
fn quick_exit<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    begin_end(cx)?;
    in_turn(cx, |_| Value::ZERO)?;
    // No function that is run may jump out of here.
    cx.set_word(QUICK_WORD, u64::from(cx.core.memory.who.own.next_slot));
    loop {
        let handler = match cx.journalled_word() {
            Some(handler) => handler.bits,
            None => {
                let handler = last_quick_handler(cx);
                cx.note_word(Value::new(handler)).bits
            }
        };
        if handler == 0 {
            return exit_now(cx);
        }
        cx.call(handler, &[])?;
    }
}

/// Takes the last one from the list; 0 if there is none.
fn last_quick_handler<D: Domain>(cx: &mut CallCx<'_, D>) -> u64 {
    let at = Code::process_address();
    let memory = &mut cx.core.memory;
    let count = memory.peek(at + QUICK_COUNT_AT, 8);
    if count == 0 {
        return 0;
    }
    memory.poke(at + QUICK_COUNT_AT, 8, count - 1);
    memory.peek(at + QUICK_HANDLERS_AT + 8 * (count - 1), 8)
}

fn at_quick_exit<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let handler = cx.arg(0)?;
    let result = in_turn(cx, |cx| {
        let at = Code::process_address();
        let memory = &mut cx.core.memory;
        let count = memory.peek(at + QUICK_COUNT_AT, 8);
        if count >= MAX_HANDLERS {
            return FULL;
        }
        memory.poke(at + QUICK_HANDLERS_AT + 8 * count, 8, handler);
        memory.poke(at + QUICK_COUNT_AT, 8, count + 1);
        Value::ZERO
    })?;
    registered(cx, result)
}

fn exit_now<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let status = status(cx)?;
    cx.core.order = Order::ExitNow(status);
    Ok(Value::ZERO)
}

fn at_exit<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let handler = cx.arg(0)?;
    let result = in_turn(cx, |cx| register(cx, handler, 0))?;
    registered(cx, result)
}

fn cxa_atexit<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (handler, argument) = (cx.arg(0)?, cx.arg_value(1).bits);
    let result = in_turn(cx, |cx| register(cx, handler, argument))?;
    registered(cx, result)
}

/// Does something with the lists of handlers while no other thread does.
fn in_turn<D: Domain>(cx: &mut CallCx<'_, D>, act: impl Fn(&mut CallCx<'_, D>) -> Value) -> LibResult {
    if cx.core.memory.is_before_others() {
        return Ok(act(cx));
    }
    let lock = Code::process_address() + HANDLERS_LOCK_AT;
    cx.sync(lock, SyncOp::MutexLock)?;
    let result = match cx.journalled_word() {
        Some(result) => result,
        None => {
            let result = act(cx);
            cx.note_word(result)
        }
    };
    cx.sync(lock, SyncOp::MutexUnlock)?;
    Ok(result)
}

/// There was no room for a handler.
const FULL: Value = Value::new(1);

fn registered<D: Domain>(cx: &mut CallCx<'_, D>, result: Value) -> LibResult {
    if result == FULL {
        return Err(cx.unsupported(format!("more than {MAX_HANDLERS} functions that run at the end of the program")));
    }
    Ok(result)
}

/// Handlers lie in the hidden object of the program; the last one registered runs first.
fn register<D: Domain>(cx: &mut CallCx<'_, D>, handler: u64, argument: u64) -> Value {
    let at = Code::process_address();
    let memory = &mut cx.core.memory;
    let count = memory.peek(at, 8);
    if count >= MAX_HANDLERS {
        return FULL;
    }
    let entry = at + HANDLERS_AT + HANDLER_SIZE * count;
    memory.poke(entry, 8, handler);
    memory.poke(entry + 8, 8, argument);
    memory.poke(entry + 16, 8, memory.who.site.0.into());
    memory.poke(at, 8, count + 1);
    Value::ZERO
}
