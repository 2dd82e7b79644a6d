//! Threads that wait in loops ([`Stuck::Spin`]): whether what they look at has changed since.

use super::state::{Event, Trace};
use crate::run::{Spin, looks};
use threadbare_op::{Op, Outcome, Stuck, System, ThreadId};

impl<T: Copy, const W: usize> Trace<T, W> {
    /// The threads of the trace that wait in loops.
    pub(super) fn spins<S: System>(&self, system: &mut S) -> Vec<Spin> {
        let mut spins = Vec::new();
        for (thread, lane) in self.threads() {
            if let Op::Stuck(Stuck::Spin { events }) = lane.pending.op {
                let mut spin = Spin { thread: ThreadId(thread), site: lane.pending.site, ends: false };
                let own = self.events.iter().filter(|event| event.thread == thread);
                let iteration: Vec<_> =
                    own.rev().take(events as usize).filter(|event| looks(&event.before.pending.op)).collect();
                spin.site = iteration.first().map_or(spin.site, |last| last.before.pending.site);
                spin.ends = iteration.iter().any(|event| self.looks_different(system, event));
                spins.push(spin);
            }
        }
        spins
    }

    /// Whether the operation of an event would be told something else now.
    fn looks_different<S: System>(&self, system: &mut S, event: &Event<T, W>) -> bool {
        let (then, now) = (event.content, self.content(event.access.loc));
        match event.before.pending.op {
            Op::Sync { op, .. } => {
                let mut result = |state| match crate::locations::apply(system, state, op, event.thread) {
                    Outcome::Next { result, .. } => Some(result),
                    Outcome::Blocked | Outcome::Misuse(_) => None,
                };
                result(then.value) != result(now.value)
            }
            _ => then != now,
        }
    }
}
