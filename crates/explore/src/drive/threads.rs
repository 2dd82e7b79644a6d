//! How a thread is told the answer to its operation and runs on, and how it starts another one.

use super::names::ThreadNames;
use threadbare_op::{Answer, At, Limit, Op, Pending, Stuck, System, ThreadId};

/// The threads of an execution, as an explorer keeps them.
pub(crate) trait Threads<S: System> {
    /// What the system is told of the steps of a thread that follow its last event.
    fn at(&self, thread: ThreadId) -> At<'_>;

    /// The names of threads.
    fn names(&mut self) -> &mut ThreadNames;

    /// How many threads a thread has spawned.
    fn spawned(&mut self, thread: ThreadId) -> &mut u32;

    /// `child`, which the newest event of `parent` starts from `state`, begins.
    fn begin(&mut self, system: &mut S, parent: ThreadId, child: ThreadId, state: S::State);
}

/// What a thread that stands at `before` is told by its newest event, which comes to `answer`: if
/// it is a spawn, begins the child. `None`: there is no room for that.
pub(crate) fn answered<S: System>(
    threads: &mut impl Threads<S>,
    system: &mut S,
    thread: ThreadId,
    before: &Pending<S::State>,
    answer: Answer,
) -> Option<Answer> {
    let Op::Spawn = before.op else { return Some(answer) };
    let n = *threads.spawned(thread);
    let child = threads.names().child(system, thread, n)?;
    *threads.spawned(thread) += 1;
    threads.begin(system, thread, child, before.state);
    Some(Answer::Thread(child))
}

/// Tells a thread that stands at `before` what its newest event comes to, and runs it to its next
/// operation.
pub(crate) fn run_on<S: System>(
    threads: &mut impl Threads<S>,
    system: &mut S,
    thread: ThreadId,
    before: Pending<S::State>,
    answer: Answer,
) -> Pending<S::State> {
    match answered(threads, system, thread, &before, answer) {
        Some(answer) => system.resume(threads.at(thread), before.state, answer),
        None => before.stopped(Stuck::Limit(Limit::Threads)),
    }
}

/// `child` runs from its start to its first operation. `clock` is what happens before that, its
/// beginning included.
pub(crate) fn start<S: System>(system: &mut S, child: ThreadId, clock: &[u32], state: S::State) -> Pending<S::State> {
    system.begin(At { thread: child, epoch: At::FIRST_EPOCH, clock }, state, child)
}
