//! Cancellation and signals to others: the primitives of `runtime/cancel.c` and `signals.c`, and
//! what their functions take the place of in programs that use these.

use super::sync::{cond_awake, nothing};
use super::{LibResult, Table};
use crate::builtin::{BEGAN_DETACHED, DETACHED, JOINED, pthread_create, pthread_detach, pthread_exit, pthread_join};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::layout::thread_end;
use crate::value::Value;
use threadbare_op::{Addr, Answer, FaultKind, Op, SyncOp, ThreadId};

pub(crate) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_sent", nothing),
        ("__tb_next_signal", nothing),
        ("__tb_cancelled", nothing),
        ("__tb_cond_await", cond_awake),
        ("__tb_create", pthread_create),
        ("__tb_join", pthread_join),
        ("__tb_join_at_once", pthread_join),
        ("__tb_detach", pthread_detach),
        ("__tb_exit", pthread_exit),
        ("__tb_either", |cx| Ok(Value::new(cx.choice(2)?.into()))),
        ("__tb_cond_interrupt", |cx| {
            let (object, thread) = (object(cx)?, thread(cx, 1)?);
            perform(cx, object, SyncOp::CondInterrupt { thread })
        }),
        ("__tb_sem_interrupt", |cx| {
            let (object, thread) = (object(cx)?, thread(cx, 1)?);
            perform(cx, object, SyncOp::SemInterrupt { thread })
        }),
        ("__tb_end_tell", |cx| {
            let me = cx.thread();
            perform(cx, thread_end(me), SyncOp::EndTell)
        }),
        ("__tb_end_await", |cx| {
            let thread = thread(cx, 0)?;
            perform(cx, thread_end(thread), SyncOp::EndAwait { thread })
        }),
        ("__tb_end_interrupt", |cx| {
            let (whose, thread) = (thread(cx, 0)?, thread(cx, 1)?);
            perform(cx, thread_end(whose), SyncOp::EndInterrupt { thread })
        }),
        ("__tb_is_joinable", is_joinable),
        ("__tb_check_thread", check_thread),
    ]
}

/// The object that is the first argument, as explorers call it. It may be gone: that is not
/// checked.
fn object<D: Domain>(cx: &mut CallCx<'_, D>) -> Result<Addr, crate::Halt> {
    let object = cx.arg(0)?;
    Ok(match cx.journalled_word() {
        Some(key) => key.bits,
        None => {
            let key = cx.core.memory.sync_key(object);
            cx.note_word(Value::new(key)).bits
        }
    })
}

/// The thread of the handle that is the n-th argument.
fn thread<D: Domain>(cx: &mut CallCx<'_, D>, n: usize) -> Result<ThreadId, crate::Halt> {
    let handle = cx.arg(n)?;
    Ok(ThreadId(u32::try_from(handle.wrapping_sub(1)).unwrap_or(u32::MAX)))
}

fn perform<D: Domain>(cx: &mut CallCx<'_, D>, object: Addr, op: SyncOp) -> LibResult {
    match cx.visible(Op::Sync { object, op })? {
        Answer::Result(result) => Ok(Value::new(result)),
        _ => Ok(Value::ZERO),
    }
}

/// Whether `pthread_join` would wait for it, or find that it has ended.
fn is_joinable<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let thread = thread(cx, 0)?;
    let is_joinable = thread != cx.thread() && cx.core.memory.handle(thread) == Some(0);
    Ok(Value::new(is_joinable.into()))
}

/// What may be asked of a thread. What became of its handle counts only where it was told: whether
/// it is joined or detached before or after this is open else.
fn check_thread<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    // `runtime/tb.h`
    const HAS_ENDED: u32 = 1;
    const IS_USED_UP: u32 = 2;
    let (thread, since) = (thread(cx, 0)?, cx.arg_i32(1)?.unsigned_abs());
    let counts = if since & IS_USED_UP != 0 { JOINED | DETACHED } else { 0 };
    let counts = if since & HAS_ENDED != 0 { counts | BEGAN_DETACHED } else { 0 };
    let what = match cx.core.memory.handle(thread).map(|state| state & counts) {
        None => "is called with something that is not a thread",
        Some(0) => return Ok(Value::ZERO),
        Some(JOINED) => "of a thread that was joined before",
        Some(_) => "of a detached thread that has ended",
    };
    let function = if cx.arg_i32(2)? == 0 { "pthread_cancel" } else { "pthread_kill" };
    Err(cx.fault(FaultKind::SyncMisuse, format!("`{function}` {what}")))
}
