//! What is done where nothing can be added to a configuration.

use super::Mistake;
use super::UnfoldingSystem;
use super::kind::Kind;
use super::run::{Lane, Next};
use super::search::Search;
use super::structure::NONE;
use crate::testing::makes;
use crate::waits::ending::Ending;

impl<S: UnfoldingSystem> Search<'_, S> {
    /// Nothing can be added (line 5): everything is disabled, or the configuration is maximal.
    pub(super) fn end(&mut self) {
        if self.known.is_some() {
            return self.end_with_cutoffs();
        }
        if self.run.threads().all(|(_, lane)| lane.pending.op.has_ended()) {
            return self.report.ended(Ending::Complete, &mut || self.run.schedule());
        }
        let threads = self.run.lanes.len() as u32;
        let can_go_on = |search: &mut Self, thread| search.has_begun(thread) && search.next(thread).is_some();
        if (0..threads).any(|thread| can_go_on(self, thread)) {
            self.report.redundant();
            return;
        }
        // What waits for ever has not been looked at.
        for thread in 0..threads {
            if self.has_begun(thread) && !makes(self.mistake, Mistake::ForgetsWaiting) {
                self.extend(thread, None);
            }
        }
        let waits = self.wait();
        let spins = self.run.spins(self.report.system);
        let threads = self.run.threads().map(|(thread, lane)| (thread, &lane.pending));
        self.report.end(threads, &spins, |_, _, _| Vec::new(), &mut || self.run.schedule());
        for _ in 0..waits {
            if let Some(id) = self.undo() {
                self.structure.forget_unused(id);
            }
        }
    }

    /// At a maximal configuration, performs the accesses that leave their threads waiting; says how
    /// many there are.
    fn wait(&mut self) -> u32 {
        let mut waits = 0;
        for thread in 0..self.run.lanes.len() as u32 {
            let Some(Lane { pending, object, .. }) = self.run.lanes[thread as usize] else { continue };
            if pending.op.loc().is_none() || object == NONE {
                continue;
            }
            let next = Next { object, kind: Kind::Read, cause: NONE };
            let id = self.event(thread, next);
            self.perform(id, thread, next);
            waits += 1;
        }
        waits
    }
}
