//! Condition variables, and the queues of futexes: who waits, and the tokens that signals leave.

use super::errno::ETIMEDOUT;
use super::transition::{Raw, WRONG_KIND};
use super::{Misuse, SyncOp, SyncState};
use crate::ids::{Addr, ThreadId};

/// An entry in the queue of a condition variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Waiting {
    /// A thread that waits.
    Thread(ThreadId),
    /// A signal that a thread before it may take.
    Token,
}

pub(super) fn cond(mut queue: Vec<Waiting>, mut mutex: Addr, op: SyncOp, me: ThreadId) -> Raw {
    match op {
        // Who is woken and has not gone on yet is not blocked any more.
        SyncOp::CondEnter { mutex: other } if waiters(&queue) > tokens(&queue) && other != mutex => {
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
        SyncOp::CondDestroy if waiters(&queue) > tokens(&queue) => {
            return Raw::Misuse(Misuse::DestroyedWaitedFor);
        }
        // All that wait are woken, but have not gone on yet: POSIX allows to destroy it, glibc lets
        // them go on first.
        SyncOp::CondDestroy if !queue.is_empty() => return Raw::Blocked,
        SyncOp::CondDestroy => return Raw::Next(SyncState::Destroyed, 0),
        _ => return WRONG_KIND,
    }
    Raw::Next(SyncState::Cond { queue, mutex }, 0)
}

fn waiters(queue: &[Waiting]) -> usize {
    queue.iter().filter(|w| matches!(w, Waiting::Thread(_))).count()
}

fn tokens(queue: &[Waiting]) -> usize {
    queue.len() - waiters(queue)
}

/// A waiter takes the first token after it. Every prefix has at least as many waiters as tokens, so
/// that leaves each other token to somebody before it.
fn awake(mut queue: Vec<Waiting>, mutex: Addr, timed: bool, spurious: bool, me: ThreadId) -> Raw {
    let Some(place) = queue.iter().position(|w| *w == Waiting::Thread(me)) else {
        return Raw::Misuse(Misuse::RenewedWaitedFor);
    };
    let token = queue[place..].iter().position(|w| *w == Waiting::Token).map(|i| i + place);
    let result = match token {
        Some(token) => {
            queue.remove(token);
            0
        }
        None if spurious => 0,
        None if timed => ETIMEDOUT,
        None => return Raw::Blocked,
    };
    queue.remove(place);
    // Once nobody waits, any mutex will do.
    let mutex = if queue.is_empty() { 0 } else { mutex };
    Raw::Next(SyncState::Cond { queue, mutex }, result)
}
