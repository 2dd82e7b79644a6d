//! Threads that wait in loops ([`Stuck::Spin`]): whether what they look at has changed since.

use super::run::Run;
use super::structure::NONE;
use crate::run::{Look, Spin, looks};
use threadbare_op::{Op, Stuck, System};

impl<T: Copy> Run<T> {
    /// The threads of the run that wait in loops.
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
        let own = self.entries.iter().rev().filter(move |entry| entry.thread == thread).take(events as usize);
        own.filter(|entry| looks(&entry.before.pending.op)).map(|entry| Look {
            op: entry.before.pending.op,
            site: entry.before.pending.site,
            then: entry.content,
            now: if entry.object == NONE { entry.content } else { self.locations[entry.object].content },
        })
    }
}
