//! Threads and the primitives that the C part of the libraries is made of.
//!
//! A thread handle is the thread's number plus one. What became of it (joined, detached) is kept by
//! the memory.

use crate::call::CallCx;
use crate::core::Order;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::interp::HANDLER_WORD;
use crate::layout;
use crate::libs::{LibResult, Table};
use crate::record::What;
use crate::value::Value;
use threadbare_op::{Answer, FaultKind, Limit, Op, Stuck, ThreadId};

pub(super) fn table<D: Domain>() -> Table<D> {
    &[
        ("pthread_create", pthread_create),
        ("pthread_join", pthread_join),
        ("pthread_detach", pthread_detach),
        ("pthread_exit", pthread_exit),
        ("__tb_resume", resume),
        ("__tb_once_left", |cx| Err(cx.unsupported("`pthread_exit` in the routine of `pthread_once`"))),
        ("pthread_self", pthread_self),
        ("pthread_equal", pthread_equal),
        ("pthread_setname_np", pthread_setname),
        ("__errno_location", errno_location),
    ]
}

const EDEADLK: u64 = 35;
/// What can become of a handle.
pub(crate) const JOINED: u8 = 1;
pub(crate) const DETACHED: u8 = 2;
/// It has begun so.
pub(crate) const BEGAN_DETACHED: u8 = 4;

/// Starts a thread; gives its number.
fn spawn<D: Domain>(cx: &mut CallCx<'_, D>, routine: u64, argument: D::Value) -> Result<ThreadId, Halt> {
    let argument = cx.core.memory.word_for(argument, 8);
    cx.core.memory.who.own.starts(routine, argument);
    let answer = cx.visible(Op::Spawn)?;
    cx.core.memory.who.own.enter(None);
    match answer {
        // There is no room for it, and nothing comes of it.
        Answer::Thread(thread) if thread.0 >= cx.core.memory.space.max_threads() => {
            Err(cx.core.stuck(Stuck::Limit(Limit::Threads)))
        }
        Answer::Thread(thread) => Ok(thread),
        _ => Err(cx.unsupported("a thread that could not be started")),
    }
}

/// The attributes begin with the detach state (0 joinable, 1 detached).
pub(crate) fn pthread_create<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (into, attributes, routine, argument) = (cx.arg(0)?, cx.arg(1)?, cx.arg(2)?, cx.handed_on(3));
    let detached = attributes != 0 && cx.read(attributes, 4)? == 1;
    cx.core.memory.tell_apart();
    let thread = spawn(cx, routine, argument)?;
    if detached && cx.journalled().is_none() {
        cx.core.memory.mark_handle(thread, DETACHED | BEGAN_DETACHED);
        cx.note_word(Value::ZERO);
    }
    let size = cx.pointer_bytes();
    cx.write(into, size, u64::from(thread.0) + 1)?;
    Ok(Value::ZERO)
}

/// What the program has called.
fn called<'c, D: Domain>(cx: &CallCx<'c, D>) -> &'c str {
    match cx.name {
        "__tb_join" | "__tb_join_at_once" => "pthread_join",
        "__tb_detach" => "pthread_detach",
        name => name,
    }
}

/// The thread of a handle.
fn thread_of<D: Domain>(cx: &mut CallCx<'_, D>, handle: u64) -> Result<ThreadId, Halt> {
    let thread = ThreadId(u32::try_from(handle.wrapping_sub(1)).unwrap_or(u32::MAX));
    if cx.core.memory.handle(thread).is_some() {
        return Ok(thread);
    }
    Err(cx.fault(FaultKind::SyncMisuse, format!("`{}` is called with something that is not a thread", called(cx))))
}

/// Uses up a handle that may still be joined or detached.
fn use_up<D: Domain>(cx: &mut CallCx<'_, D>, thread: ThreadId, by: u8) -> Result<(), Halt> {
    let what = match cx.core.memory.handle(thread) {
        Some(0) | None => {
            cx.core.memory.mark_handle(thread, by);
            return Ok(());
        }
        Some(JOINED) => "joined",
        Some(_) => "detached",
    };
    let message = format!("`{}` of a thread that was {what} before", called(cx));
    let refused = if by == JOINED { What::Join(thread) } else { What::Detach(thread) };
    Err(cx.core.memory.fail_at(FaultKind::SyncMisuse, message, None, refused))
}

fn join<D: Domain>(cx: &mut CallCx<'_, D>, handle: u64) -> Result<Option<ThreadId>, Halt> {
    // Nothing is noted before the thread has ended: so, if there is a note, it has, and all was
    // well.
    if cx.journalled().is_some() {
        return Ok(Some(ThreadId(handle.wrapping_sub(1) as u32)));
    }
    let thread = thread_of(cx, handle)?;
    if thread == cx.thread() {
        return Ok(None);
    }
    use_up(cx, thread, JOINED)?;
    cx.visible(Op::Join { thread })?;
    Ok(Some(thread))
}

/// Also known to the interpreter, which goes on after a join whose second argument is null without
/// calling this again.
pub(crate) fn pthread_join<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (handle, into) = (cx.arg(0)?, cx.arg(1)?);
    let Some(thread) = join(cx, handle)? else { return Ok(Value::new(EDEADLK)) };
    if into != 0 {
        let value = result(cx, thread);
        if value != cx.core.lift(Value::ZERO) {
            cx.core.memory.tell_results_apart();
        }
        cx.write_pointer(into, value)?;
    }
    Ok(Value::ZERO)
}

/// What a thread that has ended returned.
fn result<D: Domain>(cx: &mut CallCx<'_, D>, thread: ThreadId) -> D::Value {
    match cx.journalled() {
        Some(value) => value,
        None => {
            let value = cx.core.memory.peek_value(layout::exit_value_address(thread), 8);
            cx.note(value.unwrap_or_else(|| cx.core.lift(Value::ZERO)))
        }
    }
}

pub(crate) fn pthread_detach<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let handle = cx.arg(0)?;
    let thread = thread_of(cx, handle)?;
    use_up(cx, thread, DETACHED)?;
    cx.core.memory.tell(What::Detach(thread));
    Ok(Value::ZERO)
}

pub(crate) fn pthread_exit<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let value = cx.handed_on(0);
    if cx.word(HANDLER_WORD) != 0 {
        let message = "`pthread_exit` in a cleanup handler that `pthread_exit` runs";
        return Err(cx.fault(FaultKind::SyncMisuse, message));
    }
    let runs_at_exit = cx.code.registers || !cx.code.program.destructors.is_empty();
    if cx.thread() == ThreadId::MAIN && runs_at_exit {
        return Err(cx.unsupported("`pthread_exit` in `main`, where functions run at exit (when the last thread ends)"));
    }
    (cx.core.order, cx.core.handed) = (Order::EndThread, Some(value));
    Ok(Value::ZERO)
}

/// The end of a landing pad.
fn resume<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    cx.core.order = Order::Unwind;
    Ok(Value::ZERO)
}

fn pthread_self<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    cx.core.memory.tell_apart();
    Ok(Value::new(u64::from(cx.thread().0) + 1))
}

fn pthread_equal<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (a, b) = (cx.arg(0)?, cx.arg(1)?);
    Ok(Value::new(u64::from(a == b)))
}

/// Nobody asks for the name, or the twin in `runtime/names.c` keeps it.
fn pthread_setname<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    const ERANGE: u64 = 34;
    let name = cx.arg(1)?;
    let length = cx.read_cstr(name)?.len();
    Ok(Value::new(if length > 15 { ERANGE } else { 0 }))
}

fn errno_location<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    Ok(Value::new(cx.errno_address()))
}
