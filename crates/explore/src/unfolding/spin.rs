//! Threads that wait in loops ([`Stuck::Spin`]): whether what they look at has changed since.

use super::run::{Entry, Run};
use super::structure::NONE;
use crate::locations::apply;
use crate::run::{Spin, looks};
use threadbare_op::{Op, Outcome, Stuck, System, ThreadId};

impl<T: Copy> Run<T> {
    /// The threads of the run that wait in loops.
    pub(super) fn spins<S: System>(&self, system: &mut S) -> Vec<Spin> {
        let mut spins = Vec::new();
        for (thread, lane) in self.threads() {
            if let Op::Stuck(Stuck::Spin { events }) = lane.pending.op {
                let mut spin = Spin { thread: ThreadId(thread), site: lane.pending.site, ends: false };
                let own = self.entries.iter().filter(|entry| entry.thread == thread);
                let iteration: Vec<_> =
                    own.rev().take(events as usize).filter(|entry| looks(&entry.before.pending.op)).collect();
                spin.site = iteration.first().map_or(spin.site, |last| last.before.pending.site);
                spin.ends = iteration.iter().any(|entry| self.looks_different(system, entry));
                spins.push(spin);
            }
        }
        spins
    }

    /// Whether the operation of an event would be told something else now.
    fn looks_different<S: System>(&self, system: &mut S, entry: &Entry<T>) -> bool {
        if entry.object == NONE {
            return false;
        }
        let (then, now) = (entry.content, self.locations[entry.object].content);
        match entry.before.pending.op {
            Op::Sync { op, .. } => {
                let mut result = |state| match apply(system, state, op, entry.thread) {
                    Outcome::Next { result, .. } => Some(result),
                    Outcome::Blocked | Outcome::Misuse(_) => None,
                };
                result(then.value) != result(now.value)
            }
            _ => then != now,
        }
    }
}
