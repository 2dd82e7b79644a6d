//! Where nothing can be added: ends of executions, and threads that wait in loops.

use super::report::end;
use super::search::Search;
use crate::values::order::Id;
use crate::waits::hold::is_spin;
use crate::waits::stuck::{Spin, round};
use threadbare_op::{RaceView, ThreadId};

impl<S: RaceView, const W: usize> Search<'_, S, W> {
    /// No read can be added: the end of an execution, if there is none to be added in truth.
    pub(super) fn leaf(&mut self) {
        if !self.readers().is_empty() {
            self.report.redundant();
            return;
        }
        let waiting = self.x.threads().filter(|(_, lane)| is_spin(&lane.pending.op));
        let spinning: Vec<(u32, u32)> = waiting.map(|(thread, lane)| (thread, round(&lane.pending.op))).collect();
        for &(thread, events) in &spinning {
            if self.x.has_section(thread, events) {
                self.refuse(thread, "whether a thread that polls under a lock waits for ever");
            }
        }
        let line = if spinning.is_empty() { None } else { self.stays(&spinning) };
        let ends = !spinning.is_empty() && line.is_none();
        let spins = spinning.iter().map(|&(thread, events)| {
            let last = self.x.iteration(thread, events).next();
            let site = last.map_or(self.x.lane(thread).pending.site, |id| self.x.event(id).before.pending.site);
            Spin { thread: ThreadId(thread), site, ends }
        });
        let spins: Vec<Spin> = spins.collect();
        end(&mut self.report, &self.x, line.as_deref(), &mut self.spare, &spins);
    }

    /// Whether threads that wait in loops can do so for ever: whether there is a linearisation at
    /// the end of which each of them sees what it has seen in its last iteration. That is asked by
    /// reads that come after everything.
    fn stays(&mut self, spinning: &[(u32, u32)]) -> Option<Vec<Id>> {
        let (point, mark) = (self.x.point(), self.realize.mark());
        for &(thread, events) in spinning {
            let iteration: Vec<Id> = self.x.iteration(thread, events).collect();
            for id in iteration {
                self.x.add_last_look(self.report.system, thread, id);
            }
        }
        let found = self.realize.realize_somehow(&mut self.x.p, self.x.root);
        let is_real = |id: &Id| (*id as usize) < self.x.events.len();
        let line = found.then(|| self.realize.line.iter().copied().filter(is_real).collect());
        self.realize.undo(&self.x.p, mark);
        self.x.undo(self.report.system, point, None);
        line
    }
}
