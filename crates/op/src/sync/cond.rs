//! Condition variables, and the queues of futexes: who waits, and the tokens that signals leave.

use super::errno::{ECANCELED, EINTR, ETIMEDOUT};
use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};
use crate::ids::{Addr, ThreadId};

/// An entry in the queue of a condition variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Waiting {
    /// A thread that waits.
    Thread(ThreadId),
    /// One that need not, since it was interrupted.
    Interrupted(ThreadId),
    /// A signal that a thread before it may take.
    Token,
}

pub(super) fn cond(mut queue: Vec<Waiting>, mut mutex: Addr, op: SyncOp, me: ThreadId) -> Raw {
    match op {
        // Who is woken and has not gone on yet is not blocked any more.
        SyncOp::CondEnter { mutex: other } if is_anybody_blocked(&queue) && other != mutex => {
            return Raw::Misuse(Misuse::TwoMutexes);
        }
        SyncOp::CondEnter { mutex: one } => {
            queue.push(Waiting::Thread(me));
            mutex = one;
        }
        SyncOp::FutexEnter => queue.push(Waiting::Thread(me)),
        SyncOp::CondAwake { timed, spurious } | SyncOp::FutexAwake { timed, spurious } => {
            return awake(queue, mutex, timed, spurious, me);
        }
        SyncOp::CondInterrupt { thread } => {
            for waiting in queue.iter_mut().filter(|waiting| **waiting == Waiting::Thread(thread)) {
                *waiting = Waiting::Interrupted(thread);
            }
        }
        SyncOp::CondLeave => return leave(queue, mutex, me),
        SyncOp::CondSignal => {
            if waiters(&queue) > tokens(&queue) {
                queue.push(Waiting::Token);
            }
        }
        SyncOp::CondBroadcast => {
            for _ in tokens(&queue)..waiters(&queue) {
                queue.push(Waiting::Token);
            }
        }
        SyncOp::FutexWake { most } => {
            let woken = (waiters(&queue) - tokens(&queue)).min(most as usize);
            queue.extend(vec![Waiting::Token; woken]);
            return Raw::Next(SyncState::Cond { queue, mutex }, woken as u64);
        }
        SyncOp::CondDestroy if is_anybody_blocked(&queue) => {
            return Raw::Misuse(Misuse::DestroyedWaitedFor);
        }
        // All that wait are woken, or interrupted, but have not gone on yet: POSIX allows to destroy it, glibc lets
        // them go on first.
        SyncOp::CondDestroy if !queue.is_empty() => return Raw::Blocked,
        SyncOp::CondDestroy => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    }
    Raw::Next(SyncState::Cond { queue, mutex }, 0)
}

fn waiters(queue: &[Waiting]) -> usize {
    queue.len() - tokens(queue)
}

fn tokens(queue: &[Waiting]) -> usize {
    queue.iter().filter(|waiting| **waiting == Waiting::Token).count()
}

/// Whether a thread waits that neither a signal nor an interruption lets go on.
fn is_anybody_blocked(queue: &[Waiting]) -> bool {
    let mut unused = 0_usize;
    queue.iter().rev().any(|waiting| match waiting {
        Waiting::Token => {
            unused += 1;
            false
        }
        Waiting::Thread(_) if unused == 0 => true,
        Waiting::Thread(_) => {
            unused -= 1;
            false
        }
        Waiting::Interrupted(_) => false,
    })
}

/// A waiter takes the first token after it. Every prefix has at least as many waiters as tokens, so
/// that leaves each other token to somebody before it.
fn awake(mut queue: Vec<Waiting>, mutex: Addr, timed: bool, spurious: bool, me: ThreadId) -> Raw {
    let Some(place) = place_of(&queue, me) else { return Raw::Misuse(Misuse::RenewedWaitedFor) };
    let token = queue[place..].iter().position(|w| *w == Waiting::Token).map(|i| i + place);
    let is_interrupted = queue[place] == Waiting::Interrupted(me);
    let result = match token {
        Some(_) if is_interrupted => {
            queue[place] = Waiting::Thread(me);
            return Raw::Next(SyncState::Cond { queue, mutex }, ECANCELED);
        }
        Some(token) => {
            queue.remove(token);
            0
        }
        None if is_interrupted => EINTR,
        None if spurious => 0,
        None if timed => ETIMEDOUT,
        None => return Raw::Blocked,
    };
    queue.remove(place);
    left(queue, mutex, result)
}

fn place_of(queue: &[Waiting], thread: ThreadId) -> Option<usize> {
    queue.iter().position(|w| [Waiting::Thread(thread), Waiting::Interrupted(thread)].contains(w))
}

/// A waiter goes without a token. Those that nobody before them is there for any more go with it.
fn leave(mut queue: Vec<Waiting>, mutex: Addr, me: ThreadId) -> Raw {
    let Some(place) = place_of(&queue, me) else { return Raw::Misuse(Misuse::RenewedWaitedFor) };
    queue.remove(place);
    let mut unserved = 0;
    queue.retain(|waiting| match waiting {
        Waiting::Token if unserved == 0 => false,
        Waiting::Token => {
            unserved -= 1;
            true
        }
        _ => {
            unserved += 1;
            true
        }
    });
    left(queue, mutex, 0)
}

fn left(queue: Vec<Waiting>, mutex: Addr, result: u64) -> Raw {
    // Once nobody waits, any mutex will do.
    let mutex = if queue.is_empty() { 0 } else { mutex };
    Raw::Next(SyncState::Cond { queue, mutex }, result)
}
