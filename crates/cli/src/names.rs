//! How operations and values are called in reports.

use threadbare_op::{Op, Order, RmwOp, SyncOp};

/// The stable name of an operation, as it is in the JSON.
#[must_use]
pub fn operation(op: &Op) -> &'static str {
    match op {
        Op::Load { .. } => "load",
        Op::Store { .. } => "store",
        Op::Rmw { .. } => "rmw",
        Op::Cas { .. } => "cas",
        Op::Fence { .. } => "fence",
        Op::Sync { op, .. } => sync(*op),
        Op::Spawn => "spawn",
        Op::Join { .. } => "join",
        Op::Choice { .. } => "choice",
        Op::Stuck(_) => "end",
    }
}

/// The name of a memory order.
#[must_use]
pub fn order(order: Order) -> &'static str {
    match order {
        Order::Plain => "plain",
        Order::Relaxed | Order::Look => "relaxed",
        Order::Acquire => "acquire",
        Order::Release => "release",
        Order::AcqRel => "acq_rel",
        Order::SeqCst => "seq_cst",
    }
}

/// The memory order of an operation that has one.
#[must_use]
pub fn order_of(op: &Op) -> Option<&'static str> {
    match *op {
        Op::Load { order: o, .. } | Op::Store { order: o, .. } | Op::Rmw { order: o, .. } | Op::Fence { order: o } => {
            Some(order(o))
        }
        Op::Cas { success, .. } => Some(order(success)),
        _ => None,
    }
}

/// What a read-modify-write does to its location.
#[must_use]
pub fn rmw(op: &Op) -> Option<&'static str> {
    use RmwOp as R;
    let Op::Rmw { op, .. } = op else { return None };
    Some(match op {
        R::Xchg => "exchanges",
        R::Add => "adds to",
        R::Sub => "subtracts from",
        R::And | R::Nand | R::Or | R::Xor => "changes bits of",
        R::Max | R::Min | R::UMax | R::UMin => "changes",
    })
}

/// The stable name of an operation on a synchronisation object.
#[must_use]
pub fn sync(op: SyncOp) -> &'static str {
    use SyncOp as O;
    match op {
        O::MutexInit { .. } => "mutex-init",
        O::MutexDestroy => "mutex-destroy",
        O::MutexLock => "lock",
        O::MutexTryLock => "trylock",
        O::MutexTimedLock => "timedlock",
        O::MutexUnlock => "unlock",
        O::MutexConsistent => "mutex-consistent",
        O::MutexOwnerDied => "mutex-owner-died",
        O::MutexPeek => "lock-to-look",
        O::MutexPeekEnd => "unlock-after-look",
        O::CondInit => "cond-init",
        O::CondDestroy => "cond-destroy",
        O::CondEnter { .. } | O::FutexEnter => "begin-wait",
        O::CondAwake { .. } | O::FutexAwake { .. } => "end-wait",
        O::CondInterrupt { .. } | O::SemInterrupt { .. } | O::EndInterrupt { .. } => "interrupt",
        O::CondLeave => "leave-wait",
        O::CondSignal => "signal",
        O::CondBroadcast => "broadcast",
        O::FutexWake { .. } => "wake",
        O::RwInit => "rwlock-init",
        O::RwDestroy => "rwlock-destroy",
        O::RwRead => "read-lock",
        O::RwTryRead => "try-read-lock",
        O::RwTimedRead => "timed-read-lock",
        O::RwWrite => "write-lock",
        O::RwTryWrite => "try-write-lock",
        O::RwTimedWrite => "timed-write-lock",
        O::RwUnlock => "rwlock-unlock",
        O::SpinInit => "spin-init",
        O::SpinDestroy => "spin-destroy",
        O::SpinLock => "spin-lock",
        O::SpinTryLock => "spin-trylock",
        O::SpinUnlock => "spin-unlock",
        O::SemInit { .. } => "sem-init",
        O::SemDestroy => "sem-destroy",
        O::SemPost => "sem-post",
        O::SemWait | O::SemAwait { timed: false } | O::SemGate => "sem-wait",
        O::SemTryWait => "sem-trywait",
        O::SemTimedWait | O::SemAwait { timed: true } => "sem-timedwait",
        O::SemGet | O::SemPeek => "sem-getvalue",
        O::BarrierInit { .. } => "barrier-init",
        O::BarrierDestroy => "barrier-destroy",
        O::BarrierArrive { .. } => "barrier-arrive",
        O::BarrierLeave => "barrier-leave",
        O::OnceEnter => "once-enter",
        O::OnceDone => "once-done",
        O::EndTell => "end",
        O::EndAwait { .. } => "await-end",
        O::Exit => "exit",
    }
}

/// Whether the answer of the operation is 0 or an `errno` value.
fn answers_with_errno(op: SyncOp) -> bool {
    !matches!(
        op,
        SyncOp::SemGet | SyncOp::SemPeek | SyncOp::BarrierArrive { .. } | SyncOp::OnceEnter | SyncOp::FutexWake { .. }
    )
}

/// What there is to say about the answer of an operation on a synchronisation object.
#[must_use]
pub fn sync_result(op: SyncOp, answer: u64) -> Option<String> {
    use threadbare_op::sync::errno as e;
    if !answers_with_errno(op) {
        return match op {
            SyncOp::SemGet => Some(answer.to_string()),
            SyncOp::BarrierArrive { .. } if answer & 1 == 1 => Some("the last to arrive".into()),
            SyncOp::OnceEnter if answer == 1 => Some("runs the routine".into()),
            _ => None,
        };
    }
    let name = match answer {
        0 => return None,
        e::EPERM => "EPERM",
        e::EAGAIN => "EAGAIN",
        e::EBUSY => "EBUSY",
        e::EINVAL => "EINVAL",
        e::EDEADLK => "EDEADLK",
        e::EOVERFLOW => "EOVERFLOW",
        e::ETIMEDOUT => "ETIMEDOUT",
        e::EINTR | e::ECANCELED => "cancelled",
        e::EOWNERDEAD => "EOWNERDEAD",
        e::ENOTRECOVERABLE => "ENOTRECOVERABLE",
        other => return Some(format!("error {other}")),
    };
    Some(name.into())
}

/// What a result of an operation is called that a function of <threads.h> gives.
#[must_use]
pub fn of_function(result: String, function: Option<&str>) -> String {
    let is_c11 = function.is_some_and(|name| name.starts_with("mtx_") || name.starts_with("cnd_"));
    match result.as_str() {
        "EBUSY" if is_c11 => "thrd_busy".into(),
        "ETIMEDOUT" if is_c11 => "thrd_timedout".into(),
        _ => result,
    }
}

/// What the library's files are called.
pub const FILE: &str = "a pipe or eventfd";

/// What signals that were sent are called.
pub const SIGNALS: &str = "the signals that are sent";

/// What a thread that stands at `op` waits for; `object` is the name of the object.
#[must_use]
pub fn awaited(op: &Op, object: &str) -> String {
    match *op {
        Op::Join { thread } | Op::Sync { op: SyncOp::EndAwait { thread }, .. } => format!("{thread} to end"),
        Op::Sync { op: SyncOp::CondAwake { .. }, .. } if object == FILE => format!("{FILE} to be ready"),
        Op::Sync { op: SyncOp::CondAwake { .. }, .. } if object == SIGNALS => "a signal to be sent".into(),
        Op::Sync { op: SyncOp::CondAwake { .. }, .. } => format!("a signal on condition variable `{object}`"),
        Op::Sync { op: SyncOp::FutexAwake { .. }, .. } => format!("somebody to wake it at futex `{object}`"),
        Op::Sync { op: SyncOp::OnceEnter, .. } => format!("the routine of `{object}` to finish"),
        Op::Sync { op: SyncOp::BarrierLeave, .. } => format!("other threads at barrier `{object}`"),
        Op::Sync { op: SyncOp::RwRead, .. } => format!("read-write lock `{object}` for reading"),
        Op::Sync { op: SyncOp::RwWrite, .. } => format!("read-write lock `{object}` for writing"),
        Op::Sync { op, .. } => format!("{} `{object}`", op.kind().name()),
        _ => "something".into(),
    }
}

/// A number of `size` bytes as C programmers would write it: negative if it looks like it, large
/// ones in hexadecimal.
#[must_use]
pub fn number(value: u64, size: u8) -> String {
    let bits = u32::from(size.clamp(1, 8)) * 8;
    let signed = (value << (64 - bits)).cast_signed() >> (64 - bits);
    if size >= 4 && (-65_536..0).contains(&signed) {
        signed.to_string()
    } else if value > 0xFFFF_FFFF {
        format!("{value:#x}")
    } else {
        value.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number(0xFFFF_FFFF, 4), "-1");
        assert_eq!(number(0xFF, 1), "255");
        assert_eq!(number(u64::MAX, 8), "-1");
        assert_eq!(number(0x1_0000_0000, 8), "0x100000000");
        assert_eq!(number(7, 2), "7");
    }

    #[test]
    fn results() {
        assert_eq!(sync_result(SyncOp::MutexLock, 0), None);
        assert_eq!(sync_result(SyncOp::MutexTryLock, 16).as_deref(), Some("EBUSY"));
        let result = |function| of_function("EBUSY".into(), Some(function));
        assert_eq!([result("mtx_trylock"), result("pthread_mutex_trylock")], ["thrd_busy", "EBUSY"]);
        assert_eq!(sync_result(SyncOp::SemGet, 16).as_deref(), Some("16"));
        assert_eq!(sync_result(SyncOp::BarrierArrive { asks: true }, 2), None);
    }
}
