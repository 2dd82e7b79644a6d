//! What an operation does where it finds a certain content: the answer, what it writes, whether it
//! must not be done.
//!
//! [`Op::Choice`], [`Op::Spawn`] and operations that wait for a state to be reached
//! (`SyncOp::is_wait`) are answered by the explorer, which knows the choice, the child, and since
//! when the state may count.

use super::locations::{Content, apply};
use threadbare_op::{
    AccessKind, Answer, At, Details, Fault, FaultKind, Limit, Misuse, Op, Outcome, Site, Stuck, SyncOp, System,
    ThreadId, Word, Written,
};

/// What comes of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effect {
    /// What its thread is told.
    pub(crate) answer: Answer,
    /// The value that it writes to memory; the number of the state in which it leaves its object,
    /// also if that is the one it found.
    pub(crate) written: Option<Word>,
    /// Why it must not be done.
    pub(crate) misuse: Option<Misuse>,
    /// It orders nothing.
    pub(crate) silent: bool,
}

impl Effect {
    /// Of an operation that only takes place.
    pub(crate) const DONE: Self = Self { answer: Answer::Done, written: None, misuse: None, silent: false };

    /// That a thread is told this.
    pub(crate) const fn told(answer: Answer) -> Self {
        Self { answer, ..Self::DONE }
    }
}

impl Content {
    /// What a read of it is told.
    pub(crate) const fn read(self) -> Answer {
        if self.defined { Answer::Value(self.value) } else { Answer::Uninit }
    }
}

/// What `op` of `thread` comes to where it finds `content`; `None`: it has to wait.
#[inline(always)]
pub(crate) fn effect<S: System>(system: &mut S, thread: u32, op: &Op, content: Content) -> Option<Effect> {
    effect_if_told(system, thread, op, content, 0)
}

/// The same, if this is the answer to what a compare-and-swap asks of the input, if it does.
// `graph` asks for every candidate of every operation: out of line, that costs 1.5 % of a program
// with mutexes.
#[inline(always)]
pub(crate) fn effect_if_told<S: System>(
    system: &mut S,
    thread: u32,
    op: &Op,
    content: Content,
    told: u32,
) -> Option<Effect> {
    Some(match *op {
        Op::Sync { op, .. } => match apply(system, content.value, op, thread) {
            Outcome::Blocked => return None,
            Outcome::Misuse(why) => Effect { misuse: Some(why), ..Effect::DONE },
            Outcome::Next { state, result } => Effect {
                answer: Answer::Result(result),
                written: Some(Word::of_state(state)),
                misuse: None,
                silent: op.orders_nothing(result),
            },
        },
        Op::Store { value, .. } => Effect { written: Some(value), ..Effect::DONE },
        Op::Load { .. } => Effect::told(content.read()),
        Op::Rmw { .. } | Op::Cas { .. } => {
            let (written, answer) = match system.effect(op, content.value) {
                Written::Value(value) => (Some(value), content.read()),
                Written::Asks { swaps, value, .. } if content.defined => {
                    let equal = told == swaps;
                    (equal.then_some(value), Answer::Compared { found: content.value, equal })
                }
                Written::Nothing | Written::Asks { .. } => (None, content.read()),
            };
            Effect { written, ..Effect::told(answer) }
        }
        Op::Fence { .. } | Op::Join { .. } | Op::Spawn | Op::Choice { .. } | Op::Stuck(_) => Effect::DONE,
    })
}

/// Whether an access, if it reads what another has written, happens after that, and if it writes,
/// before what reads that. A plain one does not: it only has reads-from edges where all accesses
/// are explored like atomic ones. Nor does an addition that only counts.
#[inline]
pub(crate) fn synchronises<S: System>(system: &S, op: &Op) -> bool {
    !op.is_silent_access() || system.rules().explores_plain
}

/// What a thread would be told by `op` where it finds `content`; `None` if it waits, or must not do
/// that.
pub(crate) fn answer<S: System>(system: &mut S, thread: u32, op: &Op, content: Content) -> Option<Answer> {
    effect(system, thread, op, content).filter(|effect| effect.misuse.is_none()).map(|effect| effect.answer)
}

/// Of the thread of an access that overlaps another location without being it.
pub(crate) const MIXED: Stuck = Stuck::Limit(Limit::MixedSize);

/// Tells the system of an event before its thread goes on.
///
/// # Errors
/// Why the thread goes no further, if it must not be done.
pub(crate) fn tell<S: System>(
    system: &mut S,
    at: At<'_>,
    (op, site): (&Op, Site),
    effect: &Effect,
) -> Result<(), Stuck> {
    if let (Op::Sync { object, op }, Some(why)) = (*op, effect.misuse) {
        let behind = system.behind_misuse(at, object, site);
        let fault = behind.unwrap_or_else(|| system.add_fault(misuse(at.thread, op, site, why)));
        return Err(Stuck::Fault(fault));
    }
    if op.loc().is_some() {
        let kind = effect.written.map_or(AccessKind::Read, AccessKind::Write);
        system.access(at, op, site, kind).map_err(Stuck::Fault)?;
    }
    Ok(())
}

/// `thread` must not do `op`.
fn misuse(thread: ThreadId, op: SyncOp, site: Site, why: Misuse) -> Fault {
    Fault { kind: FaultKind::SyncMisuse, details: Details::Misuse(op.kind(), why), thread, site, other: None }
}
