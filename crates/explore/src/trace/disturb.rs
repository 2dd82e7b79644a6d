//! Data races that are not there yet: between the next access of a thread and what has been
//! performed.
//!
//! A move that sleeps, or that stands in a sequence, is independent of an event if they touch
//! memory in ways that do not conflict. Besides, the plain accesses of the invisible steps after
//! the event must not be part of a race with it: nobody else would look for that race. Those of
//! which that is not so are *disturbed* by the event.

use super::TraceSystem;
use super::race::{Threads, members, one};
use super::state::{Id, Last, NONE, Trace};
use crate::drive::clock::{Clock, join};
use crate::drive::effect::synchronises;
use crate::drive::locations::{Content, Location};
use crate::waits::hold;
use threadbare_op::{AccessKind, At, Op, Pending, ThreadId, Written};

impl<T: Copy, const W: usize> Trace<T, W> {
    /// Those of the threads whose next access would race with the invisible steps after the newest
    /// event.
    pub(super) fn disturbed<S: TraceSystem<State = T>>(&mut self, system: &mut S, threads: Threads) -> Threads {
        let Some(felt) = self.events.last().and_then(|event| event.felt) else { return 0 };
        let may_race = |op: &Op| system.may_disturb(felt, op);
        let threads: Threads = members(threads).filter(|&at| may_race(&self.lane(at).pending.op)).map(one).sum();
        members(threads).filter(|&thread| self.would_race(system, thread)).map(one).sum()
    }

    /// Whether the next operation of a thread, a memory access, would be found to be a race, were
    /// it performed now.
    fn would_race<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> bool {
        let Pending { op, .. } = self.lane(thread).pending;
        if op.loc().is_none() {
            return false;
        }
        let access = self.access(system, thread);
        let Location { content, .. } = self.locations[access.loc];
        let Last { write, .. } = self.seen(access);
        let source = if matches!(op, Op::Store { .. }) { NONE } else { write };
        self.would_race_reading(system, thread, content, source)
    }

    /// The same, were this what it finds, and this event (if it is one) what it reads from.
    pub(super) fn would_race_reading<S: TraceSystem<State = T>>(
        &self,
        system: &mut S,
        thread: u32,
        content: Content,
        source: Id,
    ) -> bool {
        let before = &self.lane(thread).pending;
        let porf = self.porf_reading(system, thread, source);
        let kind = match system.effect(&before.op, content.value) {
            // It may write.
            Written::Value(value) | Written::Asks { value, .. } => AccessKind::Write(value),
            Written::Nothing => AccessKind::Read,
        };
        let at = At { thread: ThreadId(thread), epoch: porf[thread as usize], clock: &porf };
        hold::would_race(system, at, before, kind)
    }

    /// What the system would be told to come before the next event of a thread, itself included, if
    /// it reads from `source`.
    pub(super) fn porf_reading<S: TraceSystem>(&self, system: &S, thread: u32, source: Id) -> Clock<W> {
        let (mut porf, source) = (self.clocks(thread).porf, self.written(source));
        let synchronises = |id| !self.event(id).silent && synchronises(system, &self.lane(thread).pending.op);
        if source != NONE && synchronises(source) {
            join(&mut porf, &self.left_by(source).porf);
        }
        porf[thread as usize] = self.counts[thread as usize] + 1;
        porf
    }

    /// Notes whom the newest event disturbs.
    pub(super) fn note_disturbed(&mut self, threads: Threads) {
        if let Some(event) = self.events.last_mut() {
            event.disturbs = threads;
            self.disturbing += u32::from(threads != 0);
        }
    }
}
