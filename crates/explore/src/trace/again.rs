//! Reversing the races of what takes a lock: the sequence is performed.
//!
//! To reverse the race of an event e with a later one, all events that do not come after e are run,
//! then the later one. If that takes a lock, what it touches there, and whether its section is a
//! leaf, may differ from what it was in the trace ([`super::leaves`]). So these events are performed
//! from before e on, before anybody asks what they begin with; then the trace is made as it was.
//!
//! The races are taken in the order of their e, last first, so that going back happens once.

use super::TraceSystem;
use super::optimal::Search;
use super::race::Threads;
use super::state::{Access, Event, Id, NONE, Trace};
use super::wakeup::{Begins, Due, Sequence};
use threadbare_op::{Limit, Op, Stuck};

/// A race with an operation that takes a lock, of this thread.
pub(super) struct Acquire {
    pub(super) earlier: Id,
    pub(super) thread: u32,
    /// Its place among the races of the trace; `None`: the operation waits.
    pub(super) race: Option<usize>,
}

/// A step that was performed, to be performed again.
#[derive(Clone, Copy)]
pub(super) struct Step {
    op: Op,
    thread: u32,
    choice: Option<u32>,
    access: Access,
    disturbs: Threads,
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// The steps of the trace from this event on.
    pub(super) fn steps_from(&self, begin: Id) -> Vec<Step> {
        let step = |&Event { thread, choice, access, disturbs, before, .. }: &Event<T>| Step {
            op: before.op,
            thread,
            choice,
            access,
            disturbs,
        };
        self.events[begin as usize..].iter().map(step).collect()
    }

    /// Performs a step where it does the same as before.
    pub(super) fn step_again<S: TraceSystem<State = T>>(&mut self, system: &mut S, step: &Step) {
        self.step(system, step.thread, step.access, step.choice);
        self.note_disturbed(step.disturbs);
    }

    /// Takes back all events from this one on.
    pub(super) fn shorten<S: TraceSystem<State = T>>(&mut self, system: &mut S, from: Id) {
        while self.events.len() > from as usize {
            self.undo(system);
        }
    }

    /// Whether a thread stands at this operation, and can perform it.
    fn is_ready<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32, op: &Op) -> bool {
        self.has_begun(thread) && self.lane(thread).pending.op == *op && self.is_enabled(system, thread)
    }
}

impl<S: TraceSystem, const W: usize> Search<'_, S, W> {
    /// Whether an operation begins a section that may be an event.
    pub(super) fn begins_section(&self, op: &Op) -> bool {
        matches!(*op, Op::Sync { op, .. } if self.report.system.may_be_events(op))
    }

    /// Has all these races explored the other way round.
    pub(super) fn reverse_acquires(&mut self, mut acquires: Vec<Acquire>) {
        acquires.sort_by_key(|acquire| std::cmp::Reverse(acquire.earlier));
        let Some(lowest) = acquires.last().map(|acquire| acquire.earlier) else { return };
        let steps = self.trace.steps_from(lowest);
        let step = |id: Id| steps[(id - lowest) as usize];
        let ops = |acquire: &Acquire| match acquire.race {
            Some(race) => self.trace.event(self.races[race].later).before.op,
            None => self.trace.lane(acquire.thread).pending.op,
        };
        // All of what is said of the trace, while it is there.
        let sequences: Vec<(Op, Vec<Id>)> =
            acquires.iter().map(|acquire| (ops(acquire), self.trace.not_after(acquire.earlier).collect())).collect();
        for (acquire, (op, ids)) in acquires.iter().zip(sequences) {
            self.trace.shorten(self.report.system, acquire.earlier);
            for &id in &ids {
                let step = step(id);
                if !self.step_again(&step) {
                    return;
                }
            }
            if !self.is_ready(acquire.thread, &op) {
                return;
            }
            let access = self.trace.access_or_leaf(self.report.system, acquire.thread);
            self.trace.step(self.report.system, acquire.thread, access, None);
            let settled = self.explore_performed(acquire.earlier, &ids);
            if let Some(race) = acquire.race {
                self.races[race].settled = settled;
            }
        }
        self.trace.shorten(self.report.system, lowest);
        let _ = steps.iter().all(|step| self.step_again(step));
    }

    /// Performs a step where it does the same as before; false if it does not.
    fn step_again(&mut self, step: &Step) -> bool {
        let is_ready = self.is_ready(step.thread, &step.op);
        if is_ready {
            self.trace.step_again(self.report.system, step);
        }
        is_ready
    }

    /// Whether a thread stands at this operation, and can perform it. If not: some race has come
    /// between, and the search begins again; or the machine was told to stop, and it is over.
    fn is_ready(&mut self, thread: u32, op: &Op) -> bool {
        let is_ready = self.trace.is_ready(self.report.system, thread, op);
        if !is_ready {
            let interrupted = Op::Stuck(Stuck::Limit(Limit::Interrupted));
            match self.trace.threads().any(|(_, lane)| lane.pending.op == interrupted) {
                true => self.interrupted = true,
                false => self.keep_order = true,
            }
        }
        is_ready
    }

    /// Has the sequence explored that was performed from before event `begin` on, all but its last
    /// one being these events; and says how long that need not be done again: as long as there is
    /// the event that something asleep begins it with. (Of what else may begin it nothing is known
    /// where other events come before the lock is taken.)
    fn explore_performed(&mut self, begin: Id, ids: &[Id]) -> Due {
        let sequence = Sequence::performed(&self.trace, begin);
        let at = begin as usize;
        let asleep = &self.sleeping[self.frames[at].sleep..self.frames[at + 1].sleep];
        match asleep.iter().rev().find_map(|asleep| sequence.can_begin_with(asleep)) {
            Some(Begins::With(id)) => ids.get((id - begin) as usize).copied().unwrap_or(NONE),
            Some(_) => NONE,
            None => {
                sequence.insert(&mut self.forest, &mut self.frames[at].tree);
                NONE
            }
        }
    }
}
