//! Threads that wait in loops ([`Stuck::Spin`]): whether what they look at has changed since.

use super::state::Trace;
use crate::run::{Look, Spin, looks};
use threadbare_op::{Op, Stuck, System};

impl<T: Copy, const W: usize> Trace<T, W> {
    /// The threads of the trace that wait in loops.
    pub(super) fn spins<S: System>(&self, system: &mut S) -> Vec<Spin> {
        let mut spins = Vec::new();
        for (thread, lane) in self.threads() {
            if let Op::Stuck(Stuck::Spin { events }) = lane.pending.op {
                spins.push(Spin::of(system, thread, lane.pending.site, self.iteration(thread, events)));
            }
        }
        spins
    }

    /// What the last `events` events of a thread have looked at, the last thing first.
    fn iteration(&self, thread: u32, events: u32) -> impl Iterator<Item = Look> {
        let own = self.events.iter().rev().filter(move |event| event.thread == thread).take(events as usize);
        own.filter(|event| looks(&event.before.op)).map(|event| Look {
            op: event.before.op,
            site: event.before.site,
            then: event.content,
            now: self.content(event.access.loc),
        })
    }
}
