//! Accesses before they are performed: whether they leave their thread waiting, and whether they
//! would be a race. The system is asked, and is as it was afterwards.
//!
//! Not every explorer holds back every kind of access: docs/proofs/waits.md has a table.

use crate::drive::locations::Content;
use threadbare_op::{AccessKind, Answer, At, Foresight, Mark, Op, Pending, Stuck, System, ThreadId, Written};

/// Whether a thread that stands at a load waits if it is told this, as far as the system knows
/// without running it.
#[inline]
pub(crate) fn foreseen<S: Foresight>(
    system: &mut S,
    thread: u32,
    before: &Pending<S::State>,
    answer: Answer,
) -> Option<bool> {
    match before.op {
        Op::Load { .. } => system.waits(ThreadId(thread), before.state, answer),
        _ => None,
    }
}

/// Whether an access that finds this content writes what is there already.
#[inline]
pub(crate) fn writes_the_same<S: System>(system: &mut S, op: &Op, content: Content) -> bool {
    content.defined && system.effect(op, content.value) == Written::Value(content.value)
}

/// Whether a thread goes round in a loop without effect.
pub(crate) const fn is_spin(op: &Op) -> bool {
    matches!(op, Op::Stuck(Stuck::Spin { .. }))
}

/// What `look` finds where a thread comes to if its operation is told this. The mark is the end of
/// the log before the thread runs on.
#[inline]
pub(crate) fn if_told<S: System, R>(
    system: &mut S,
    at: At<'_>,
    before: &Pending<S::State>,
    answer: Answer,
    look: impl FnOnce(&mut S, Mark, &Pending<S::State>) -> R,
) -> R {
    let mark = system.mark();
    system.rehearse(true);
    let next = system.resume(at, before.state, answer);
    let found = look(system, mark, &next);
    system.undo(mark);
    system.rehearse(false);
    found
}

/// Whether an access of this kind would be found to be a race, were it performed now.
pub(crate) fn would_race<S: System>(system: &mut S, at: At<'_>, before: &Pending<S::State>, kind: AccessKind) -> bool {
    let mark = system.mark();
    system.rehearse(true);
    let races = system.access(at, &before.op, before.site, kind).is_err();
    system.undo(mark);
    system.rehearse(false);
    races
}
