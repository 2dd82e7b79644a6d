//! Futexes, and other system calls that are made by number: the primitives of `runtime/futex.c`.
//!
//! A futex is a word of the program, a queue of threads, and a lock of the queue (futex(2), Linux
//! man-pages). The last two are synchronisation objects without memory: to explorers they have the
//! address of the word, marked ([`crate::layout::futex_queue`]). So it is no matter whether the word
//! is still there when its threads are woken, as on Linux.
//!
//! Which of those that wait is woken is open (every choice is explored).
//!
//! Not covered, and refused: requeueing, priority inheritance, `FUTEX_WAKE_OP`, sets of bits.

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::domain::Domain;
use crate::layout::{futex_lock, futex_queue};
use crate::value::Value;
use threadbare_op::{Addr, Answer, Op, SyncOp};

pub(crate) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_futex_lock", |cx| perform(cx, futex_lock, SyncOp::MutexLock)),
        ("__tb_futex_unlock", |cx| perform(cx, futex_lock, SyncOp::MutexUnlock)),
        ("__tb_futex_enter", |cx| perform(cx, futex_queue, SyncOp::FutexEnter)),
        ("__tb_futex_awake", |cx| {
            let (timed, spurious) = (cx.arg_i32(1)? != 0, cx.arg_i32(2)? != 0);
            perform(cx, futex_queue, SyncOp::FutexAwake { timed, spurious })
        }),
        ("__tb_futex_wake", |cx| {
            let most = cx.arg_i32(1)?.max(0) as u32;
            perform(cx, futex_queue, SyncOp::FutexWake { most })
        }),
        ("__tb_unsupported_futex", |cx| {
            let what = cx.arg_i32(0)?;
            Err(cx.unsupported(format!(
                "operation {what} of `futex`: only waiting and waking, for all bits, are modelled"
            )))
        }),
        ("__tb_unsupported_syscall", |cx| {
            let number = cx.arg(0)? as i64;
            let known = "of these, `futex`, `gettid`, `getpid`, `sched_yield`, `getcpu` and `getrandom` are modelled";
            Err(cx.unsupported(format!("the system call with the number {number}: {known}")))
        }),
    ]
}

/// Performs an operation on the lock, or the queue, of the futex whose word is the first argument.
fn perform<D: Domain>(cx: &mut CallCx<'_, D>, object: fn(Addr) -> Addr, op: SyncOp) -> LibResult {
    let object = object(cx.arg(0)?);
    match cx.visible(Op::Sync { object, op })? {
        Answer::Result(result) => Ok(Value::new(result)),
        _ => Ok(Value::ZERO),
    }
}
