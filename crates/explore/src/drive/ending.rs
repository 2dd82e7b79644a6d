//! How an execution ends that cannot go on: completely, with waits that nothing can end, or for
//! another reason.

use super::deadlock::{abandoned, deadlock, livelock};
use super::effect::answer;
use super::locations::Content;
use threadbare_op::{FaultId, Op, Pending, Site, Stuck, System, ThreadId};

/// How an execution that cannot go on has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every thread has finished; or a thread other than `main` has ended the program, and the rest
    /// waits.
    Complete,
    /// `main` has ended the program, and threads are left behind that wait for what will never
    /// come: no fault, but worth a note.
    Abandoned(FaultId),
    /// By an assumption, a limit, something unsupported, a fault of some thread; or by a wait in a
    /// loop that ends in other executions.
    Blocked,
    /// Threads wait for what will never come, and nothing else has happened: a deadlock, or a
    /// liveness fault; or an abandoned wait that is to be a fault.
    Deadlock(FaultId),
}

/// Whether an operation of an iteration in which a thread waits could have been told something
/// else.
pub(crate) fn looks(op: &Op) -> bool {
    match op {
        Op::Load { .. } | Op::Rmw { .. } | Op::Cas { .. } => true,
        Op::Sync { op, .. } => op.may_only_look() && !op.is_wait(),
        _ => false,
    }
}

/// A thread that waits in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spin {
    pub(crate) thread: ThreadId,
    /// Of the last read of the iteration.
    pub(crate) site: Site,
    /// Whether the iteration would read other values now: then there is an execution in which it
    /// does.
    pub(crate) ends: bool,
}

/// An event of an interleaving that has looked at a location: what that held then, and what it
/// holds now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) op: Op,
    pub(crate) site: Site,
    pub(crate) then: Content,
    pub(crate) now: Content,
}

impl Look {
    /// Whether the operation would be told something else now.
    fn is_different<S: System>(&self, system: &mut S, thread: u32) -> bool {
        match self.op {
            Op::Sync { .. } => {
                answer(system, thread, &self.op, self.then) != answer(system, thread, &self.op, self.now)
            }
            _ => self.then != self.now,
        }
    }
}

impl Spin {
    /// Of a thread that has stopped at `stopped`; `iteration`: what it has looked at in the last
    /// iteration, the last thing first.
    pub(crate) fn of<S: System>(
        system: &mut S,
        thread: u32,
        stopped: Site,
        iteration: impl Iterator<Item = Look>,
    ) -> Self {
        let mut iteration = iteration.peekable();
        let site = iteration.peek().map_or(stopped, |last| last.site);
        let ends = iteration.any(|look| look.is_different(system, thread));
        Self { thread: ThreadId(thread), site, ends }
    }
}

/// Where threads stand, by number, for [`ending`].
pub(crate) fn standing<'a, T: 'a>(threads: impl Iterator<Item = (u32, &'a Pending<T>)>) -> Vec<(ThreadId, Op, Site)> {
    threads.map(|(thread, pending)| (ThreadId(thread), pending.op, pending.site)).collect()
}

/// How an execution has ended in which the threads stand as told, by number, and none is ready.
/// `spins` are those that wait in a loop.
///
/// That no continuation can end a wait supposes of the machine that writes become visible in the
/// end, and of the scheduler that every thread that can go on does so in the end (weak fairness).
/// Then each waiting thread looks again, sees what was written last everywhere, which are the
/// values that it saw before, and does the same again; and nobody else goes on.
pub(crate) fn ending<S: System>(system: &mut S, threads: &[(ThreadId, Op, Site)], spins: &[Spin]) -> Ending {
    let (mut waits, mut ended, mut main_ended) = (false, false, false);
    for (thread, op, _) in threads {
        match op {
            Op::Stuck(Stuck::Finished) => {}
            Op::Stuck(Stuck::ProgramExit) => {
                ended = true;
                main_ended |= *thread == ThreadId::MAIN;
            }
            Op::Stuck(Stuck::Spin { .. }) => waits = true,
            Op::Stuck(_) => return Ending::Blocked,
            _ => waits = true,
        }
    }
    // Who calls `exit` elsewhere means to end those that wait.
    if !waits || ended && !main_ended {
        return Ending::Complete;
    }
    if spins.iter().any(|spin| spin.ends) {
        return Ending::Blocked;
    }
    let waits = |op: &Op| !op.is_stuck() || matches!(op, Op::Stuck(Stuck::Spin { .. }));
    let waiting: Vec<_> = threads.iter().filter(|(_, op, _)| waits(op)).copied().collect();
    if main_ended {
        let fault = system.add_fault(abandoned(&waiting));
        return if system.rules().abandoned_is_fault { Ending::Deadlock(fault) } else { Ending::Abandoned(fault) };
    }
    let fault = if spins.is_empty() {
        deadlock(&waiting)
    } else {
        livelock(&waiting, &spins.iter().map(|spin| (spin.thread, spin.site)).collect::<Vec<_>>())
    };
    Ending::Deadlock(system.add_fault(fault))
}
