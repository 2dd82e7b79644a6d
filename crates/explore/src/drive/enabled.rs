//! Whether an operation can be performed now, or its thread has to wait.

use super::locations::apply;
use threadbare_op::{Outcome, SyncOp, System, Word};

/// Whether `op` does not have to wait where its object is in this state (also if it is misuse
/// there).
pub(crate) fn goes_on<S: System>(system: &mut S, thread: u32, op: SyncOp, state: Word) -> bool {
    !matches!(apply(system, state, op, thread), Outcome::Blocked)
}

/// Of the operations on an object, given from the newest on back with the states that they left,
/// the first after which `op`, which [only waits](SyncOp::is_wait), can go on. What it waits for
/// stays as it is once it is there.
pub(crate) fn first_satisfying<S: System, I>(
    system: &mut S,
    thread: u32,
    op: SyncOp,
    newest_first: impl IntoIterator<Item = (I, Word)>,
) -> Option<I> {
    let satisfying = newest_first.into_iter().take_while(|(_, state)| goes_on(system, thread, op, *state));
    satisfying.last().map(|(operation, _)| operation)
}
