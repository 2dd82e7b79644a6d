//! What sections that are events, and operations that are not ordered, leave open: faults that
//! depend on an order which may be of the trace only, and waits in loops with sections.
//!
//! A race was found between accesses a and b that happens-before as of [`super::leaves`] does not
//! order. If an execution shows it, then this one: what comes before the two events after which they
//! stand, in the order of the trace; then the thread of a goes on up to there, then that of b. It is
//! performed with all locks in order, and told if a fault of its kind is found; else the trace itself
//! (a use after free may be none of order). Then, or if neither shows it, the search begins again with
//! locks in order, unless nothing more is wanted.

use super::TraceSystem;
use super::optimal::Search;
use super::report::begun;
use super::state::{Access, Event, Id, NONE, Trace};
use super::wakeup::Move;
use threadbare_op::{FaultId, FaultKind, Op, Stuck};

/// A step of a thread.
type Step = (u32, Option<u32>);

impl<S: TraceSystem, const W: usize> Search<'_, S, W> {
    /// How a move, possible at the present trace, touches memory, once it is known whether it is a
    /// leaf.
    pub(super) fn leaf_or(&mut self, step: Move) -> Access {
        match self.begins_section(&self.trace.lane(step.thread).pending.op) {
            true => self.trace.access_or_leaf(self.report.system, step.thread),
            false => step.access,
        }
    }

    /// Whether the newest event has come to something that the trace with its leaves cannot tell;
    /// then the search begins again, or is over.
    pub(super) fn is_inconclusive(&mut self) -> bool {
        let Some(&Event { thread, child, .. }) = self.trace.events.last() else { return false };
        if self.trace.waits_after_leaf(thread) || self.trace.is_out_of_reach(self.report.system) {
            self.keep_order = true;
            return true;
        }
        let unconfirmed = |at| self.trace.unconfirmed(self.report.system, at).map(|fault| (at, fault));
        let Some((thread, fault)) = unconfirmed(thread).or_else(|| child.and_then(unconfirmed)) else { return false };
        self.confirm(thread, fault);
        true
    }

    /// Shows the fault that this thread has come to, if it is there with locks in order.
    fn confirm(&mut self, thread: u32, fault: FaultId) {
        let fault = self.report.system.fault(fault);
        let (kind, other) = (fault.kind, fault.other.as_ref().map_or(thread, |other| other.thread.0));
        let epoch = self.report.system.other_epoch();
        let attempts = [self.trace.steps_to_both(other, epoch), self.trace.all_steps().collect()];
        self.trace.commutes = false;
        for steps in attempts {
            self.trace.shorten(self.report.system, 0);
            self.perform_all(&steps);
            let found = self.trace.threads().map(|(thread, _)| thread).find(|&at| self.has_fault(at, kind));
            if let Some(thread) = found {
                begun(&mut self.report, &self.trace, thread);
                break;
            }
        }
        self.keep_order = !self.report.is_over();
    }

    fn has_fault(&self, thread: u32, kind: FaultKind) -> bool {
        match self.trace.lane(thread).pending.op {
            Op::Stuck(Stuck::Fault(fault)) => self.report.system.fault(fault).kind == kind,
            _ => false,
        }
    }

    /// Performs steps, as far as they are possible.
    fn perform_all(&mut self, steps: &[Step]) {
        let system = &mut *self.report.system;
        for &(thread, choice) in steps {
            if !self.trace.has_begun(thread) || !self.trace.is_enabled(system, thread) {
                return;
            }
            let access = self.trace.access(system, thread);
            self.trace.step(system, thread, access, choice);
        }
    }
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// The fault that a thread has come to, if that depends on an order which may be of this trace
    /// only.
    pub(super) fn unconfirmed<S: TraceSystem<State = T>>(&self, system: &S, thread: u32) -> Option<FaultId> {
        let Op::Stuck(Stuck::Fault(fault)) = self.lane(thread).pending.op else { return None };
        (system.fault(fault).kind.goes_by_order() && self.has_commuting()).then_some(fault)
    }

    /// The steps up to what `other` did in this epoch, and to what the newest event has come to.
    fn steps_to_both(&self, other: u32, epoch: u32) -> Vec<Step> {
        let newest = self.events.len() as Id - 1;
        // An access that is visible is an event of that epoch; others come after the one before.
        let visible = self.nth(other, epoch).filter(|&id| self.event(id).before.op.loc().is_some());
        let last = visible.or_else(|| self.nth(other, epoch.saturating_sub(1))).unwrap_or(NONE);
        let is_before = |id: Id, of: Id| of != NONE && id != of && self.is_in(self.dep(of), id);
        let before = (0..newest).filter(|&id| (is_before(id, last) || is_before(id, newest)) && id != last);
        let mut all: Vec<Step> = before.flat_map(|id| self.steps_of(id)).collect();
        if last != NONE && last != newest {
            // Inside of a leaf: it is not left.
            let inside = self.event(last).count + 1 != epoch && self.event(last).access.is_leaf();
            all.extend(self.steps_of(last).take(if inside { 1 } else { 2 }));
        }
        all.extend(self.steps_of(newest));
        all
    }

    fn steps_of(&self, id: Id) -> impl Iterator<Item = Step> {
        let Event { thread, choice, moves, .. } = *self.event(id);
        std::iter::repeat_n((thread, choice), moves as usize)
    }

    fn all_steps(&self) -> impl Iterator<Item = Step> {
        (0..self.events.len() as Id).flat_map(|id| self.steps_of(id))
    }
}
