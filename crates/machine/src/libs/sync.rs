//! Operations on synchronisation objects: the primitives of the C runtime (`runtime/tb.h`), and
//! those functions of pthread that are one operation and nothing else, without a detour through C.

use super::{LibResult, Table};
use crate::call::CallCx;
use crate::code::{CLOCK_AT, Code};
use crate::domain::Domain;
use crate::record::Numbers;
use crate::value::Value;
use threadbare_op::sync::MutexKind;
use threadbare_op::{FaultKind, Limit, Stuck, SyncOp};
use threadbare_program::SLEEP;

macro_rules! table {
    ($($($name:literal)|+ => $op:expr;)*) => {
        &[$($(($name, $op)),+),*]
    };
}

/// Functions that perform one operation on the object that is their first argument, and return its
/// result.
const SIMPLE: &[(&str, SyncOp)] = table! {
    "__tb_mutex_lock" | "pthread_mutex_lock" | "__tb_hold" => SyncOp::MutexLock;
    "__tb_mutex_trylock" | "pthread_mutex_trylock" => SyncOp::MutexTryLock;
    "__tb_mutex_unlock" | "pthread_mutex_unlock" | "__tb_let_go" => SyncOp::MutexUnlock;
    "__tb_mutex_timedlock" => SyncOp::MutexTimedLock;
    "__tb_mutex_destroy" => SyncOp::MutexDestroy;
    "__tb_mutex_consistent" => SyncOp::MutexConsistent;
    "__tb_mutex_owner_died" => SyncOp::MutexOwnerDied;
    "__tb_peek_begin" => SyncOp::MutexPeek;
    "__tb_peek_end" => SyncOp::MutexPeekEnd;
    "__tb_cond_init" => SyncOp::CondInit;
    "__tb_cond_destroy" => SyncOp::CondDestroy;
    "__tb_cond_leave" => SyncOp::CondAwake { timed: true, spurious: true };
    "__tb_cond_give_up" => SyncOp::CondLeave;
    "__tb_cond_signal" | "pthread_cond_signal" => SyncOp::CondSignal;
    "__tb_cond_broadcast" | "pthread_cond_broadcast" => SyncOp::CondBroadcast;
    "__tb_rwlock_init" => SyncOp::RwInit;
    "__tb_rwlock_destroy" => SyncOp::RwDestroy;
    "pthread_rwlock_unlock" => SyncOp::RwUnlock;
    "__tb_spin_init" => SyncOp::SpinInit;
    "__tb_spin_destroy" => SyncOp::SpinDestroy;
    "__tb_spin_lock" | "pthread_spin_lock" => SyncOp::SpinLock;
    "__tb_spin_trylock" | "pthread_spin_trylock" => SyncOp::SpinTryLock;
    "__tb_spin_unlock" | "pthread_spin_unlock" => SyncOp::SpinUnlock;
    "__tb_sem_destroy" => SyncOp::SemDestroy;
    "__tb_sem_post" => SyncOp::SemPost;
    "__tb_sem_wait" | "sem_wait" => SyncOp::SemWait;
    "__tb_sem_trywait" => SyncOp::SemTryWait;
    "__tb_sem_timedwait" | "__tb_sem_await_until" => SyncOp::SemTimedWait;
    "__tb_sem_await" => SyncOp::SemAwait { timed: false };
    "__tb_sem_timedawait" => SyncOp::SemAwait { timed: true };
    "__tb_sem_getvalue" => SyncOp::SemGet;
    "__tb_barrier_destroy" => SyncOp::BarrierDestroy;
    "__tb_once_enter" => SyncOp::OnceEnter;
    "__tb_once_done" => SyncOp::OnceDone;
};

/// The others.
pub(crate) fn table<D: Domain>() -> Table<D> {
    &[
        ("__tb_mutex_init", mutex_init),
        ("__tb_cond_enter", |cx| {
            let mutex = cx.arg(1)?;
            one(cx, SyncOp::CondEnter { mutex })
        }),
        ("__tb_cond_awake", cond_awake),
        ("__tb_sem_init", |cx| {
            let value = cx.arg_i32(1)? as u32;
            one(cx, SyncOp::SemInit { value })
        }),
        // Nobody asks for it, so it is no simple one.
        ("__tb_sem_peek", |cx| one(cx, SyncOp::SemPeek)),
        ("__tb_sem_closed", |cx| one(cx, SyncOp::SemGet)),
        ("__tb_peek", peek),
        ("__tb_barrier_init", |cx| {
            let count = cx.arg_i32(1)? as u32;
            one(cx, SyncOp::BarrierInit { count })
        }),
        // These only look, but have to wait until they may go on: no simple ones.
        ("__tb_barrier_leave", |cx| one(cx, SyncOp::BarrierLeave)),
        ("__tb_await", |cx| one(cx, SyncOp::SemGate)),
        ("__tb_gate", |cx| one(cx, SyncOp::SemGate)),
        ("pthread_rwlock_rdlock", |cx| rwlock(cx, SyncOp::RwRead)),
        ("pthread_rwlock_tryrdlock", |cx| rwlock(cx, SyncOp::RwTryRead)),
        ("__tb_rwlock_timedrdlock", |cx| rwlock(cx, SyncOp::RwTimedRead)),
        ("pthread_rwlock_wrlock", |cx| rwlock(cx, SyncOp::RwWrite)),
        ("pthread_rwlock_trywrlock", |cx| rwlock(cx, SyncOp::RwTryWrite)),
        ("__tb_rwlock_timedwrlock", |cx| rwlock(cx, SyncOp::RwTimedWrite)),
        ("__tb_spurious", spurious),
        ("__tb_clock", |cx| {
            cx.core.memory.read_clock(Code::process_address() + CLOCK_AT);
            Ok(Value::ZERO)
        }),
        ("__tb_lost_clock", |cx| Err(cx.stuck(Stuck::Limit(Limit::Clock)))),
        ("__tb_passed", |cx| Ok(Value::new(cx.core.memory.who.own.seconds_passed()))),
        ("__tb_apart", apart),
        ("__tb_compared", |cx| {
            let (addr, length) = (cx.arg(0)?, cx.arg(1)?);
            cx.core.memory.compared(addr, length).map(|()| Value::ZERO)
        }),
        ("__tb_keep", nothing),
        ("__tb_thread_ended", nothing),
        ("sched_yield", nothing),
        (SLEEP, nothing),
        ("pthread_yield", nothing),
        ("__tb_unsupported_rwlock_prefer_writer", |cx| {
            Err(cx.unsupported(format!("{PREFER_WRITER} (`pthread_rwlockattr_setkind_np`)")))
        }),
        ("__tb_misused_timedlock", |cx| {
            Err(cx.fault(FaultKind::SyncMisuse, "`mtx_timedlock` of a mutex that is not initialised as `mtx_timed`"))
        }),
        ("__tb_refused_time", refused_time),
        ("__tb_input", input),
    ]
}

/// The arrival at a barrier: what it is depends on whether its result matters.
pub(crate) const ARRIVE: &str = "__tb_barrier_arrive";

/// The one operation that the function of this name is, if it is nothing else.
pub(crate) fn simple(name: &str) -> Option<SyncOp> {
    SIMPLE.iter().find(|(known, _)| *known == name).map(|&(_, op)| op)
}

/// Those of read-write locks that may only look; they are no simple ones.
const TRIES: &[(&str, SyncOp)] = table! {
    "pthread_rwlock_tryrdlock" => SyncOp::RwTryRead;
    "__tb_rwlock_timedrdlock" => SyncOp::RwTimedRead;
    "pthread_rwlock_trywrlock" => SyncOp::RwTryWrite;
    "__tb_rwlock_timedwrlock" => SyncOp::RwTimedWrite;
};

/// The operation of the function of this name that may only look ([`SyncOp::may_only_look`]).
pub(crate) fn tried(name: &str) -> Option<SyncOp> {
    let tries = SIMPLE.iter().filter(|(_, op)| op.may_only_look()).chain(TRIES);
    tries.copied().find(|(known, _)| *known == name).map(|(_, op)| op)
}

/// Whether the function of this name takes a lock whose sections may be events
/// ([`threadbare_op::Commute`]).
#[must_use]
pub fn begins_sections(name: &str) -> bool {
    matches!(simple(name), Some(SyncOp::MutexLock | SyncOp::SpinLock))
}

/// Whether calls of the function of this name may be alike ([`threadbare_op::Alike`]).
#[must_use]
pub fn may_be_alike(name: &str) -> bool {
    name == ARRIVE || simple(name) == Some(SyncOp::SemPost)
}

/// Whether the function of this name may tell its thread what others did to a synchronisation
/// object, and yet order nothing ([`SyncOp::orders_nothing`]): it tries, or asks, or (where there
/// are robust mutexes, whose owners end) its waiting may fail.
#[must_use]
pub fn may_order_nothing(name: &str) -> bool {
    tried(name).is_some() || simple(name) == Some(SyncOp::MutexOwnerDied)
}

/// Whether threads wait for a signal by the function of this name, or look at what a lock protects
/// ([`SyncOp::is_peek`]): that tells them what others did, and orders nothing.
#[must_use]
pub fn waits_or_peeks(name: &str) -> bool {
    matches!(name, "__tb_cond_enter" | "__tb_futex_enter" | "__tb_peek_begin")
}

/// Whether the function of this name tries, or asks ([`SyncOp::may_only_look`]).
#[must_use]
pub fn may_only_look(name: &str) -> bool {
    tried(name).is_some()
}

/// Whether the function of this name is for objects of which an operation may follow one that it
/// does not happen after, in models where not every operation happens after the one before it: two
/// posts, two read locks. (A mutex is locked after it was unlocked, and unlocked by who has locked
/// it.)
#[must_use]
pub fn orders_one_way(name: &str) -> bool {
    const PREFIXES: [&str; 6] = ["sem_", "rwlock_", "cond_", "cnd_", "once_", "futex_"];
    let name = name.strip_prefix("__tb_").or_else(|| name.strip_prefix("pthread_")).unwrap_or(name);
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Performs an operation on the object that is the first argument.
pub(crate) fn one<D: Domain>(cx: &mut CallCx<'_, D>, op: SyncOp) -> LibResult {
    let object = cx.arg(0)?;
    Ok(Value::new(cx.sync(object, op)?))
}

const PREFER_WRITER: &str = "a read-write lock that keeps readers out while a writer waits";

/// A lock whose static initialiser says that it prefers writers is another one than the modelled
/// one.
fn rwlock<D: Domain>(cx: &mut CallCx<'_, D>, op: SyncOp) -> LibResult {
    let (at, size) = if cx.pointer_bytes() == 4 { (24, 1) } else { (48, 4) };
    let kind = cx.arg(0)?.wrapping_add(at);
    // It is read as plain memory is: who writes there meanwhile is in a race with this.
    let known = match cx.journalled() {
        Some(value) => value,
        None if cx.core.memory.peek_value(kind, size).is_none() => cx.note(cx.core.lift(Value::ZERO)),
        None => cx.read_value(kind, size)?,
    };
    let known = cx.core.decide(known)?;
    if known.defined() == Some(2) {
        return Err(cx.unsupported(format!("{PREFER_WRITER} (`{}`)", cx.name())));
    }
    one(cx, op)
}

/// What a thread sees that has locked only to look ([`SyncOp::MutexPeek`]): that is ordered with
/// nothing, and so no part of a race.
fn peek<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (at, size) = (cx.arg(0)?, cx.arg(1)? as u8);
    let value = cx.core.memory.look_at(at, size);
    cx.core.decide(value)
}

pub(super) fn nothing<D: Domain>(_: &mut CallCx<'_, D>) -> LibResult {
    Ok(Value::ZERO)
}

/// A time has so many nanoseconds, and is refused. It may be that only the last moment of a second,
/// which the clock shows, leads there: so what comes if it is not refused was not looked at. (A
/// round number is what the program itself says.)
fn refused_time<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    const SECOND: i64 = 1_000_000_000;
    let (nanoseconds, site) = (cx.arg_long(0)?, cx.site());
    let faults = &mut cx.core.memory.faults;
    let number = grouped(nanoseconds);
    let why = if nanoseconds < SECOND { "it must not be negative" } else { "it must be below 1,000,000,000" };
    let rest = if nanoseconds < SECOND { "borrow from" } else { "carry into" };
    faults.note(
        "nanoseconds",
        format!("`tv_nsec` is {number} here: {why} ({rest} `tv_sec`), else EINVAL comes back"),
        site,
    );
    if nanoseconds > SECOND && nanoseconds % 1_000_000 > 1 {
        faults.pass_limit(Limit::Clock, site);
    }
    Ok(Value::ZERO)
}

/// With commas: 1,000,000.
fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let parts: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|part| std::str::from_utf8(part).ok()).collect();
    format!("{}{}", if number < 0 { "-" } else { "" }, parts.join(","))
}

/// A byte of standard input; -1 at its end.
fn input<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let at = cx.arg(0)?;
    if let Some(count) = cx.options().input_stdin {
        // Each byte is read once: who reads it makes no difference.
        return if at < u64::from(count) {
            crate::builtin::hand(cx, 8, Numbers::Text)
        } else {
            Ok(Value::new(0xFFFF_FFFF))
        };
    }
    let Some(content) = &cx.options().stdin else {
        return Err(cx.unsupported("reading standard input without --stdin FILE, which says what it contains"));
    };
    let byte = usize::try_from(at).ok().and_then(|at| content.get(at)).map(|&byte| u64::from(byte));
    Ok(Value::new(byte.unwrap_or(0xFFFF_FFFF)))
}

fn apart<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let (to, from, written, read) = (cx.arg(0)?, cx.arg(1)?, cx.arg(2)?, cx.arg(3)?);
    if to < from.saturating_add(read) && from < to.saturating_add(written) {
        return Err(cx.fault(FaultKind::OutOfBounds, "the source and the target of a string copy overlap"));
    }
    Ok(Value::ZERO)
}

fn mutex_init<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let kind = match cx.arg_i32(1)? {
        1 => MutexKind::Recursive,
        2 => MutexKind::ErrorCheck,
        _ => MutexKind::Normal,
    };
    let robust = cx.arg_i32(2)? != 0;
    one(cx, SyncOp::MutexInit { kind, robust })
}

pub(super) fn cond_awake<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    let timed = cx.arg_i32(1)? != 0;
    let spurious = cx.arg_i32(2)? != 0;
    one(cx, SyncOp::CondAwake { timed, spurious })
}

/// Whether something spurious happens here is a choice before it: a thread that could always go on
/// would hide a deadlock.
fn spurious<D: Domain>(cx: &mut CallCx<'_, D>) -> LibResult {
    if cx.options().spurious.is_none() || cx.choice(2)? == 0 {
        return Ok(Value::ZERO);
    }
    let within = match cx.journalled_word() {
        Some(value) => value.bits,
        None => {
            let within = cx.core.spend_spurious();
            cx.note_word(Value::new(u64::from(within))).bits
        }
    };
    if within == 0 { Err(cx.stuck(Stuck::Limit(Limit::Spurious))) } else { Ok(Value::new(1)) }
}
