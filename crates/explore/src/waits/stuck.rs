//! Threads that wait in loops, in an execution that can go no further: what they have looked at in
//! the last iteration, and whether it has changed since.

use crate::drive::effect::answer;
use crate::drive::locations::Content;
use threadbare_op::{Op, Pending, Site, Stuck, System, ThreadId};

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
    for (thread, &Pending { op, site, .. }) in threads {
        if let Op::Stuck(Stuck::Spin { events }) = op {
            spins.push(Spin::of(system, thread, site, iteration(thread, events)));
        }
    }
    spins
}
