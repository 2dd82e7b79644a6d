//! Threads that wait in loops, in an execution that can go no further: what they have looked at in
//! the last iteration, and whether it has changed since.

use super::hold::is_spin;
use crate::drive::effect::answer;
use crate::drive::locations::Content;
use smallvec::SmallVec;
use threadbare_op::{Op, Pending, Site, Stuck, System, ThreadId};

/// Whether an operation of an iteration in which a thread waits could have been told something
/// else, or is the end of a section in which it may have read something else.
pub(crate) fn looks(op: &Op) -> bool {
    match op {
        Op::Load { .. } | Op::Rmw { .. } | Op::Cas { .. } => true,
        Op::Sync { op, .. } => op.may_only_look() && !op.is_wait() || op.is_release(),
        _ => false,
    }
}

/// Whether an operation of an iteration in which a thread waits is the end of a section. What the
/// thread has read in that need be no event; so nothing has changed there as long as nobody has
/// used the lock since, but in iterations in which threads wait as well.
pub(crate) fn ends_section(op: &Op) -> bool {
    matches!(op, Op::Sync { op, .. } if op.is_release())
}

/// Whether somebody has used a lock since an event, but in iterations in which threads wait.
/// `since`: the events since then, the newest first, each with its thread and whether it uses that
/// lock. `round`: how many events the iteration has in which a thread waits; 0 if it does not.
pub(crate) fn is_overtaken(since: impl Iterator<Item = (u32, bool)>, round: impl Fn(u32) -> u32) -> bool {
    let mut met: SmallVec<[u32; 16]> = SmallVec::new();
    for (thread, uses) in since {
        let place = thread as usize;
        if met.len() <= place {
            met.resize(place + 1, 0);
        }
        met[place] += 1;
        if uses && met[place] > round(thread) {
            return true;
        }
    }
    false
}

/// How many events the iteration has in which a thread waits that stands at `op`; 0 if it does not.
pub(crate) fn round(op: &Op) -> u32 {
    match *op {
        Op::Stuck(Stuck::Spin { events, .. }) => events,
        _ => 0,
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
    /// Of the end of a section: whether the lock has been used since ([`is_overtaken`]).
    pub(crate) overtaken: bool,
}

impl Look {
    /// Whether the operation would be told something else now.
    fn is_different<S: System>(&self, system: &mut S, thread: u32) -> bool {
        match self.op {
            _ if ends_section(&self.op) => self.overtaken,
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

/// Those of the threads that wait in loops. `iteration`: what the last so many events of a thread
/// have looked at, the last thing first.
pub(crate) fn spins<'a, S: System, I: Iterator<Item = Look>>(
    system: &mut S,
    threads: impl Iterator<Item = (u32, &'a Pending<S::State>)>,
    iteration: impl Fn(u32, u32) -> I,
) -> Vec<Spin>
where
    S::State: 'a,
{
    let mut spins = Vec::new();
    for (thread, &Pending { op, site, .. }) in threads.filter(|(_, pending)| is_spin(&pending.op)) {
        spins.push(Spin::of(system, thread, site, iteration(thread, round(&op))));
    }
    spins
}
