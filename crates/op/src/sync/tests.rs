//! The state machines, one kind of object after the other.

use super::errno::{
    EAGAIN, EBUSY, ECANCELED, EDEADLK, EINTR, ENOTRECOVERABLE, EOVERFLOW, EOWNERDEAD, EPERM, ETIMEDOUT,
};
use super::{MutexKind, Outcome, SyncId, SyncOp, SyncTable};
use crate::ids::ThreadId;
use crate::ops::Order;

const A: ThreadId = ThreadId(1);
const B: ThreadId = ThreadId(2);
const C: ThreadId = ThreadId(3);
const ENTER: SyncOp = SyncOp::CondEnter { mutex: 8 };
const AWAKE: SyncOp = SyncOp::CondAwake { timed: false, spurious: false };

fn run(table: &mut SyncTable, from: SyncId, steps: &[(ThreadId, SyncOp, u64)]) -> SyncId {
    steps.iter().fold(from, |state, &(thread, op, expected)| match table.apply(state, op, thread) {
        Outcome::Next { state, result } => {
            assert_eq!(result, expected, "{op:?} by {thread}");
            state
        }
        other => panic!("{op:?} by {thread}: {other:?}"),
    })
}

#[test]
fn what_fails_or_asks_orders_nothing() {
    for (op, result) in [
        (SyncOp::MutexTryLock, EBUSY),
        (SyncOp::MutexTimedLock, ETIMEDOUT),
        (SyncOp::MutexLock, EDEADLK),
        (SyncOp::MutexLock, ENOTRECOVERABLE),
        (SyncOp::MutexUnlock, EPERM),
        (SyncOp::RwTryRead, EBUSY),
        (SyncOp::SemTryWait, EAGAIN),
        (SyncOp::SemPost, EOVERFLOW),
        (SyncOp::SemAwait { timed: true }, ETIMEDOUT),
        (SyncOp::SemGet, 0),
        (SyncOp::SemGet, 1),
        (SyncOp::SemPeek, 1),
        (SyncOp::MutexPeek, 0),
        (SyncOp::MutexPeekEnd, 0),
    ] {
        assert!(op.orders_nothing(result), "{op:?} {result}");
        assert_eq!(op.order(result), Order::Relaxed, "{op:?} {result}");
    }
    for (op, result, order) in [
        (SyncOp::MutexTryLock, 0, Order::Acquire),
        (SyncOp::MutexLock, EOWNERDEAD, Order::Acquire),
        (SyncOp::MutexUnlock, 0, Order::Release),
        (SyncOp::BarrierArrive { asks: true }, 2, Order::AcqRel),
        (SyncOp::OnceEnter, 1, Order::Acquire),
        (SyncOp::BarrierLeave, 0, Order::Acquire),
        (SyncOp::SemGate, 0, Order::Acquire),
        // Whoever destroys it is ordered after those that have waited.
        (AWAKE, 0, Order::AcqRel),
        (AWAKE, ETIMEDOUT, Order::Release),
        (AWAKE, EINTR, Order::AcqRel),
        (AWAKE, ECANCELED, Order::AcqRel),
        (SyncOp::CondLeave, 0, Order::Release),
        (SyncOp::CondInterrupt { thread: A }, 0, Order::Release),
        (SyncOp::SemAwait { timed: false }, EINTR, Order::Acquire),
        (SyncOp::SemAwait { timed: true }, ECANCELED, Order::Acquire),
        (SyncOp::EndAwait { thread: A }, EINTR, Order::Acquire),
        (SyncOp::EndTell, 0, Order::Release),
        (SyncOp::CondDestroy, 0, Order::Acquire),
        (SyncOp::FutexAwake { timed: false, spurious: false }, 0, Order::Acquire),
        (SyncOp::FutexWake { most: 2 }, 2, Order::Release),
        (SyncOp::MutexInit { kind: MutexKind::Normal, robust: false }, 0, Order::Relaxed),
        (SyncOp::SemInit { value: 1 }, 0, Order::Relaxed),
        (SyncOp::BarrierDestroy, 0, Order::Relaxed),
    ] {
        assert!(!op.orders_nothing(result), "{op:?} {result}");
        assert_eq!(op.order(result), order, "{op:?} {result}");
    }
}

#[test]
fn futexes_wake_as_many_as_wait() {
    let t = &mut SyncTable::new();
    let awake = SyncOp::FutexAwake { timed: false, spurious: false };
    let wake = |most| SyncOp::FutexWake { most };
    let both = run(t, SyncId::ZERO, &[(C, wake(1), 0), (A, SyncOp::FutexEnter, 0), (B, SyncOp::FutexEnter, 0)]);
    assert_eq!(t.apply(both, awake, A), Outcome::Blocked);
    let one = run(t, both, &[(C, wake(1), 1)]);
    let left = run(t, one, &[(B, awake, 0)]);
    assert_eq!(t.apply(left, awake, A), Outcome::Blocked, "one was woken");
    run(t, one, &[(C, wake(7), 1), (C, wake(1), 0), (B, awake, 0), (A, awake, 0)]);
    run(t, both, &[(C, wake(7), 2), (A, awake, 0), (B, awake, 0)]);
}

#[test]
fn mutex_kinds() {
    let t = &mut SyncTable::new();
    let held = run(t, SyncId::ZERO, &[(A, SyncOp::MutexLock, 0)]);
    assert_eq!(t.apply(held, SyncOp::MutexLock, A), Outcome::Blocked);
    assert_eq!(t.apply(held, SyncOp::MutexLock, B), Outcome::Blocked);
    assert!(matches!(t.apply(held, SyncOp::MutexUnlock, B), Outcome::Misuse(_)));
    assert!(matches!(t.apply(held, SyncOp::MutexDestroy, A), Outcome::Misuse(_)));
    run(
        t,
        held,
        &[(B, SyncOp::MutexTryLock, EBUSY), (B, SyncOp::MutexTimedLock, ETIMEDOUT), (A, SyncOp::MutexUnlock, 0)],
    );
    let twice = run(
        t,
        SyncId::STATIC_RECURSIVE,
        &[(A, SyncOp::MutexLock, 0), (A, SyncOp::MutexLock, 0), (A, SyncOp::MutexUnlock, 0)],
    );
    assert_eq!(t.apply(twice, SyncOp::MutexLock, B), Outcome::Blocked);
    run(t, twice, &[(A, SyncOp::MutexUnlock, 0), (B, SyncOp::MutexLock, 0), (A, SyncOp::MutexUnlock, EPERM)]);
    run(
        t,
        SyncId::STATIC_ERROR_CHECK,
        &[(A, SyncOp::MutexLock, 0), (A, SyncOp::MutexLock, EDEADLK), (A, SyncOp::MutexTryLock, EBUSY)],
    );
}

#[test]
fn robust_mutex() {
    let t = &mut SyncTable::new();
    let init = SyncOp::MutexInit { kind: MutexKind::Normal, robust: true };
    let died = run(
        t,
        SyncId::UNINIT,
        &[(A, init, 0), (A, SyncOp::MutexLock, 0), (A, SyncOp::MutexOwnerDied, 0), (B, SyncOp::MutexLock, EOWNERDEAD)],
    );
    run(t, died, &[(B, SyncOp::MutexConsistent, 0), (B, SyncOp::MutexUnlock, 0), (C, SyncOp::MutexLock, 0)]);
    run(t, died, &[(B, SyncOp::MutexUnlock, 0), (C, SyncOp::MutexLock, ENOTRECOVERABLE)]);
}

#[test]
fn a_signal_is_for_those_that_waited_before_it() {
    let t = &mut SyncTable::new();
    let lost = run(t, SyncId::ZERO, &[(C, SyncOp::CondSignal, 0), (A, ENTER, 0)]);
    assert_eq!(t.apply(lost, AWAKE, A), Outcome::Blocked, "a signal that nobody waits for is lost");
    run(t, lost, &[(A, SyncOp::CondAwake { timed: true, spurious: false }, ETIMEDOUT)]);
    let one = run(t, SyncId::ZERO, &[(A, ENTER, 0), (C, SyncOp::CondSignal, 0), (B, ENTER, 0)]);
    assert_eq!(t.apply(one, AWAKE, B), Outcome::Blocked, "it waited too late");
    run(t, one, &[(A, AWAKE, 0)]);
    let either = run(t, SyncId::ZERO, &[(A, ENTER, 0), (B, ENTER, 0), (C, SyncOp::CondSignal, 0)]);
    let b_first = run(t, either, &[(B, AWAKE, 0)]);
    assert_eq!(t.apply(b_first, AWAKE, A), Outcome::Blocked);
    run(t, either, &[(C, SyncOp::CondBroadcast, 0), (B, AWAKE, 0), (A, AWAKE, 0)]);
}

#[test]
fn a_timed_out_waiter_leaves_the_token_to_the_others() {
    let t = &mut SyncTable::new();
    let timed = SyncOp::CondAwake { timed: true, spurious: false };
    let s = run(t, SyncId::ZERO, &[(A, ENTER, 0), (C, SyncOp::CondSignal, 0), (B, ENTER, 0), (B, timed, ETIMEDOUT)]);
    run(t, s, &[(A, AWAKE, 0)]);
}

#[test]
fn an_interrupted_waiter_leaves_the_token_to_the_others() {
    let t = &mut SyncTable::new();
    let interrupt = |thread| SyncOp::CondInterrupt { thread };
    let both = run(t, SyncId::ZERO, &[(A, ENTER, 0), (B, ENTER, 0), (C, interrupt(A), 0)]);
    assert_eq!(t.apply(both, AWAKE, B), Outcome::Blocked, "it was not");
    let left = run(t, both, &[(A, AWAKE, EINTR), (C, SyncOp::CondSignal, 0), (B, AWAKE, 0)]);
    run(t, left, &[(C, SyncOp::CondDestroy, 0)]);
    // With a signal, too, it waits on until it has decided.
    let signalled = run(t, both, &[(C, SyncOp::CondSignal, 0), (A, AWAKE, ECANCELED)]);
    run(t, signalled, &[(A, SyncOp::CondLeave, 0), (B, AWAKE, 0)]);
    let taken = run(t, signalled, &[(A, AWAKE, 0)]);
    assert_eq!(t.apply(taken, AWAKE, B), Outcome::Blocked);
    let other = run(t, signalled, &[(B, AWAKE, 0)]);
    run(t, other, &[(A, SyncOp::CondAwake { timed: true, spurious: false }, ETIMEDOUT)]);
}

#[test]
fn a_token_that_nobody_is_there_for_is_lost() {
    let t = &mut SyncTable::new();
    let late = run(t, SyncId::ZERO, &[(A, ENTER, 0), (C, SyncOp::CondSignal, 0), (B, ENTER, 0)]);
    let left = run(t, late, &[(A, SyncOp::CondLeave, 0)]);
    assert_eq!(t.apply(left, AWAKE, B), Outcome::Blocked, "it waited too late");
    let two = [(A, ENTER, 0), (B, ENTER, 0), (C, SyncOp::CondBroadcast, 0), (A, SyncOp::CondLeave, 0)];
    let left = run(t, SyncId::ZERO, &two);
    let anew = run(t, left, &[(B, AWAKE, 0), (A, ENTER, 0)]);
    assert_eq!(t.apply(anew, AWAKE, A), Outcome::Blocked);
}

#[test]
fn destroying_a_condition_variable_waits_for_the_interrupted() {
    let t = &mut SyncTable::new();
    let interrupt = SyncOp::CondInterrupt { thread: A };
    let one = run(t, SyncId::ZERO, &[(A, ENTER, 0), (C, interrupt, 0)]);
    assert_eq!(t.apply(one, SyncOp::CondDestroy, C), Outcome::Blocked);
    run(t, one, &[(A, AWAKE, EINTR), (C, SyncOp::CondDestroy, 0), (C, interrupt, 0)]);
    let late = run(t, one, &[(C, SyncOp::CondSignal, 0), (B, ENTER, 0)]);
    assert!(matches!(t.apply(late, SyncOp::CondDestroy, C), Outcome::Misuse(_)), "the signal is not for the second");
    // Nor does it count with which mutex it has waited.
    run(t, one, &[(B, SyncOp::CondEnter { mutex: 16 }, 0)]);
}

#[test]
fn waits_for_a_semaphore_or_an_end_are_interrupted() {
    let t = &mut SyncTable::new();
    let (wait, timed) = (SyncOp::SemAwait { timed: false }, SyncOp::SemAwait { timed: true });
    let interrupt = SyncOp::SemInterrupt { thread: A };
    let empty = run(t, SyncId::UNINIT, &[(A, SyncOp::SemInit { value: 0 }, 0), (A, timed, ETIMEDOUT)]);
    assert_eq!(t.apply(empty, wait, A), Outcome::Blocked);
    let interrupted = run(t, empty, &[(C, interrupt, 0), (C, interrupt, 0)]);
    assert_eq!(t.apply(interrupted, wait, B), Outcome::Blocked);
    let after = run(t, interrupted, &[(A, wait, EINTR)]);
    assert_eq!(t.apply(after, wait, A), Outcome::Blocked, "once");
    run(t, interrupted, &[(A, timed, EINTR), (B, SyncOp::SemPost, 0), (A, timed, 0)]);
    run(t, interrupted, &[(B, SyncOp::SemPost, 0), (A, wait, ECANCELED), (A, wait, 0)]);
    run(t, interrupted, &[(A, SyncOp::SemDestroy, 0), (C, interrupt, 0)]);
    let (end, interrupt) = (SyncOp::EndAwait { thread: B }, SyncOp::EndInterrupt { thread: A });
    assert_eq!(t.apply(SyncId::ZERO, end, A), Outcome::Blocked);
    let interrupted = run(t, SyncId::ZERO, &[(C, interrupt, 0)]);
    run(t, interrupted, &[(A, end, EINTR), (B, SyncOp::EndTell, 0), (A, end, 0), (A, end, 0)]);
    run(t, interrupted, &[(B, SyncOp::EndTell, 0), (C, end, 0), (A, end, ECANCELED)]);
    // Where nothing is that can be waited for, it is nothing.
    for nothing in [SyncId::UNINIT, SyncId::GARBAGE] {
        let id =
            run(t, nothing, &[(C, SyncOp::CondInterrupt { thread: A }, 0), (C, SyncOp::SemInterrupt { thread: A }, 0)]);
        assert_eq!(id, nothing);
    }
}

#[test]
fn rwlock_semaphore_barrier_once() {
    let t = &mut SyncTable::new();
    let read =
        run(t, SyncId::ZERO, &[(A, SyncOp::RwRead, 0), (B, SyncOp::RwTryRead, 0), (C, SyncOp::RwTryWrite, EBUSY)]);
    assert_eq!(t.apply(read, SyncOp::RwWrite, C), Outcome::Blocked);
    run(
        t,
        read,
        &[
            (A, SyncOp::RwUnlock, 0),
            (B, SyncOp::RwUnlock, 0),
            (C, SyncOp::RwWrite, 0),
            (A, SyncOp::RwTimedRead, ETIMEDOUT),
        ],
    );
    let sem = run(
        t,
        SyncId::UNINIT,
        &[(A, SyncOp::SemInit { value: 1 }, 0), (A, SyncOp::SemWait, 0), (A, SyncOp::SemTryWait, EAGAIN)],
    );
    assert_eq!(t.apply(sem, SyncOp::SemWait, B), Outcome::Blocked);
    run(t, sem, &[(B, SyncOp::SemPost, 0), (B, SyncOp::SemGet, 1)]);
    let bar = run(
        t,
        SyncId::UNINIT,
        &[(A, SyncOp::BarrierInit { count: 2 }, 0), (A, SyncOp::BarrierArrive { asks: true }, 0)],
    );
    assert_eq!(t.apply(bar, SyncOp::BarrierLeave, A), Outcome::Blocked);
    run(t, bar, &[(B, SyncOp::BarrierArrive { asks: true }, 1), (A, SyncOp::BarrierLeave, 0)]);
    // Whoever is let go may go, whatever becomes of the barrier before.
    let gone = run(t, bar, &[(B, SyncOp::BarrierArrive { asks: true }, 1), (B, SyncOp::BarrierDestroy, 0)]);
    for made in [SyncOp::BarrierInit { count: 2 }, SyncOp::CondInit] {
        let anew = run(t, gone, &[(B, made, 0)]);
        run(t, anew, &[(A, SyncOp::BarrierLeave, 0)]);
    }
    let anew = run(t, gone, &[(B, SyncOp::BarrierInit { count: 2 }, 0), (B, SyncOp::BarrierArrive { asks: true }, 0)]);
    assert_eq!(t.apply(anew, SyncOp::BarrierLeave, B), Outcome::Blocked, "the new one");
    // A gate stays open.
    let gate = run(t, SyncId::UNINIT, &[(A, SyncOp::SemInit { value: 0 }, 0)]);
    assert_eq!(t.apply(gate, SyncOp::SemGate, A), Outcome::Blocked);
    run(t, gate, &[(B, SyncOp::SemPost, 0), (A, SyncOp::SemGate, 0), (C, SyncOp::SemGate, 0), (B, SyncOp::SemGet, 1)]);
    let running = run(t, SyncId::ZERO, &[(A, SyncOp::OnceEnter, 1)]);
    assert_eq!(t.apply(running, SyncOp::OnceEnter, B), Outcome::Blocked);
    run(t, running, &[(A, SyncOp::OnceDone, 0), (B, SyncOp::OnceEnter, 0)]);
}

#[test]
fn misuse_is_named() {
    let t = &mut SyncTable::new();
    assert!(matches!(t.apply(SyncId::UNINIT, SyncOp::MutexLock, A), Outcome::Misuse(_)));
    assert!(matches!(t.apply(SyncId::ZERO, SyncOp::SemWait, A), Outcome::Misuse(_)));
    let used = run(t, SyncId::ZERO, &[(A, SyncOp::MutexLock, 0), (A, SyncOp::MutexUnlock, 0)]);
    assert!(matches!(
        t.apply(used, SyncOp::MutexInit { kind: MutexKind::Normal, robust: false }, A),
        Outcome::Misuse(_)
    ));
    assert!(matches!(t.apply(used, SyncOp::SemPost, A), Outcome::Misuse(_)));
    let gone = run(t, used, &[(A, SyncOp::MutexDestroy, 0)]);
    assert!(matches!(t.apply(gone, SyncOp::MutexLock, A), Outcome::Misuse(_)));
    let waiting = run(t, SyncId::ZERO, &[(A, ENTER, 0)]);
    assert!(matches!(t.apply(waiting, SyncOp::CondDestroy, B), Outcome::Misuse(_)));
    let other = SyncOp::CondEnter { mutex: 16 };
    assert!(matches!(t.apply(waiting, other, B), Outcome::Misuse(_)));
    run(t, waiting, &[(B, SyncOp::CondSignal, 0), (A, AWAKE, 0), (B, other, 0)]);
    let woken = run(t, waiting, &[(B, SyncOp::CondSignal, 0)]);
    assert_eq!(t.apply(woken, SyncOp::CondDestroy, B), Outcome::Blocked, "until it has gone on");
    run(t, woken, &[(B, other, 0), (A, AWAKE, 0)]);
    run(t, woken, &[(A, AWAKE, 0), (B, SyncOp::CondDestroy, 0)]);
}
