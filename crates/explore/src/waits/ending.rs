//! How an execution ends that cannot go on: completely, with waits that nothing can end, or for
//! another reason.

use super::deadlock::{abandoned, deadlock, standstill};
use super::hold::is_spin;
use super::stuck::Spin;
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
///
/// Where a limit has stopped a thread, others may be in a deadlock that nobody ends, if they wait for
/// each other: `holders` of what a thread waits for.
pub(crate) fn ending<S: System>(
    system: &mut S,
    threads: &[(ThreadId, Op, Site)],
    spins: &[Spin],
    holders: impl FnMut(&mut S, ThreadId, Op) -> Vec<ThreadId>,
) -> Ending {
    let (mut waits, mut ended, mut main_ended, mut cut_short) = (false, false, false, false);
    for (thread, op, _) in threads {
        match op {
            Op::Stuck(Stuck::Finished) => {}
            Op::Stuck(Stuck::ProgramExit) => {
                ended = true;
                main_ended |= *thread == ThreadId::MAIN;
            }
            Op::Stuck(Stuck::Spin { .. }) => waits = true,
            Op::Stuck(Stuck::Limit(_)) => cut_short = true,
            Op::Stuck(_) => return Ending::Blocked,
            _ => waits = true,
        }
    }
    if cut_short {
        let is_told = !ended && system.rules().tells_circles;
        let circle = if is_told { circle(system, threads, holders) } else { None };
        return circle.map_or(Ending::Blocked, Ending::Deadlock);
    }
    // Who calls `exit` elsewhere means to end those that wait.
    if !waits || ended && !main_ended {
        return Ending::Complete;
    }
    if spins.iter().any(|spin| spin.ends) {
        return Ending::Blocked;
    }
    let waits = |op: &Op| !op.is_stuck() || is_spin(op);
    let waiting: Vec<_> = threads.iter().filter(|(_, op, _)| waits(op)).copied().collect();
    if main_ended {
        let fault = system.add_fault(abandoned(&waiting));
        return if system.rules().abandoned_is_fault { Ending::Deadlock(fault) } else { Ending::Abandoned(fault) };
    }
    let fault = standstill(&waiting, spins.iter().map(|spin| (spin.thread, spin.site)).collect());
    Ending::Deadlock(system.add_fault(fault))
}

/// The deadlock of threads that wait for each other, whatever the others still do: each for one that
/// waits so as well, or has come to its end and holds what it wants.
pub(crate) fn circle<S: System>(
    system: &mut S,
    threads: &[(ThreadId, Op, Site)],
    mut holders: impl FnMut(&mut S, ThreadId, Op) -> Vec<ThreadId>,
) -> Option<FaultId> {
    let waiting: Vec<_> = threads.iter().filter(|(_, op, _)| !op.is_stuck()).copied().collect();
    let held: Vec<Vec<ThreadId>> = waiting.iter().map(|(thread, op, _)| holders(system, *thread, *op)).collect();
    let has_ended = |thread: ThreadId| threads.iter().any(|(known, op, _)| *known == thread && op.has_finished());
    let mut stuck = vec![true; waiting.len()];
    let holds = |stuck: &[bool], thread: ThreadId| {
        has_ended(thread) || waiting.iter().zip(stuck).any(|(at, stuck)| *stuck && at.0 == thread)
    };
    while let Some(freed) =
        (0..stuck.len()).find(|n| stuck[*n] && !held[*n].iter().any(|thread| holds(&stuck, *thread)))
    {
        stuck[freed] = false;
    }
    let circle: Vec<_> = waiting.iter().zip(&stuck).filter(|(_, stuck)| **stuck).map(|(at, _)| *at).collect();
    (!circle.is_empty()).then(|| system.add_fault(deadlock(&circle)))
}
