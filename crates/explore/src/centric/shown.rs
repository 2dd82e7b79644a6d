//! Which part of an execution shows a race.
//!
//! That two accesses race says the clock *porf* of [`super::state`]. A replay ([`crate::sc`]) has
//! more in its clocks: there each operation on a synchronisation object comes after the one before
//! it, also if one of them leaves the object as it was (a `trylock` that fails, an unlock that is
//! refused), which is only a read here. So a linearisation of all events may order two accesses
//! that race: a failed `trylock` after the first of them may stand before the acquisition that the
//! second one comes after. What is shown instead is the *past* of the two accesses in a
//! linearisation L, in the order of L: the two themselves, what is before them in their threads,
//! what these events read from in L, what starts these threads, the ends of those that they join,
//! and so on.
//!
//! **It is an execution.** It is closed under program order, and has for each read the write that
//! it reads from in L. As it has no other writes than L, that write is still the last one before
//! the read. So each thread is told the same.
//!
//! **It shows the race**, if the execution has no earlier one. Let a be one of the accesses, A its
//! thread; b and B the others.
//! * *Nothing of A comes after a in it.* Such an event, e, would be in the past of b. On the way
//!   from e to b let w → r be the first step by which a read of another thread reads from a write
//!   that comes after a (or is a) in A, in L. The clock *known* of w has a, since a is an effect
//!   whose order matters ([`RaceView::order_matters`](threadbare_op::RaceView::order_matters)). All
//!   good writes of r have the same *known*, as far as r's thread does not know of it anyway; so
//!   the source that stands for them, by which *porf* is made, has a as well. Starting and joining
//!   threads are in *porf* in any case. So a would be before b in *porf*, and would not race with
//!   it.
//! * *So nothing that a replay's clocks order after a matters.* If a is between two events, nothing
//!   comes after it. If it is an event, it accesses memory, and what reads from it directly: there
//!   is nothing, by the same argument; only a plain load, b, that was no event here, but is one in
//!   this order, may read from it, and a plain load does not come after what it reads from.
//! * The same holds for b. So neither is before the other, and the one that comes second is found
//!   out.
//! * *Both are performed.* Which plain accesses are events goes by their order. Those that are none
//!   in this order are left out. One that is an event only in this order comes, here, before an
//!   atomic access that it conflicts with, and comes after it in this order; so these two race,
//!   which makes them a and b, and b (or a) has a step of its own at the end.
//!
//! **Earlier races.** If the past of a fault has both accesses of a race that was met earlier, that
//! race is shown: what comes after it is up to how it went. The first one of them has no earlier
//! one in its past, so that the above holds for it. All other faults of such an execution are shown
//! by their past, too: it may be free of the race, in which case the fault is met.

use super::state::{Event, Execution};
use crate::hidden::Hidden;
use crate::values::order::{Id, NONE};
use threadbare_op::{Fault, Op, Schedule, Site, ThreadId};

/// A fault that a thread has met.
pub(super) struct Met {
    pub(super) thread: u32,
    pub(super) fault: Fault,
}

/// The two effects that make a fault.
struct Pair {
    /// The event with which, or after which, each was done; [`NONE`]: before all events.
    last: Id,
    first: Id,
    /// Whose the first one is, if it is another thread.
    other: Option<ThreadId>,
}

impl<T: Copy, const W: usize> Execution<T, W> {
    /// The schedule for a fault in an execution in which some go by the order of events. `line` is
    /// a linearisation; `earlier` are those of other threads. Plain accesses that are no events in
    /// the order shown are left out if `hides` says so.
    pub(super) fn schedule_of_fault(&self, line: &[Id], met: &Met, earlier: &[Met], hides: bool) -> Schedule {
        let mut pair = self.pair(met);
        let mut past = self.past(line, &pair);
        let is_in = |past: &[Id], id: Id| id == NONE || past.contains(&id);
        // In the order in which they were met.
        let mut earlier: Vec<(u32, Pair)> = earlier.iter().map(|met| (met.thread, self.pair(met))).collect();
        earlier.sort_unstable_by_key(|(_, pair)| pair.last.wrapping_add(1));
        let mut of = met.fault.kind.goes_by_order().then_some(met.thread);
        if let Some((another, first)) =
            earlier.into_iter().find(|(_, pair)| is_in(&past, pair.first) && is_in(&past, pair.last))
        {
            (of, pair) = (Some(another), first);
            past = self.past(line, &pair);
        }
        let rest: Vec<ThreadId> = pair.other.into_iter().chain(of.map(ThreadId)).collect();
        self.schedule_with(&past, &rest, hides)
    }

    /// The schedule of these events in this order, after which `rest` have a step each: what there
    /// is no step for is done at the end.
    fn schedule_with(&self, line: &[Id], rest: &[ThreadId], hides: bool) -> Schedule {
        let mut hidden = Hidden::new(hides);
        let mut steps = Vec::new();
        for &id in line {
            let event = self.event(id);
            let writes = self.p.write_number(id).is_some();
            if hidden.is_event(&event.before.pending.op, self.p.variable(id), writes) {
                steps.push((ThreadId(event.thread), event.choice));
            }
        }
        steps.extend(rest.iter().map(|thread| (*thread, None)));
        self.names.schedule(steps)
    }

    fn pair(&self, Met { thread, fault }: &Met) -> Pair {
        let lane = self.lane(*thread);
        let blamed = fault.other.iter().filter(|_| fault.kind.goes_by_order());
        let mut parties = blamed.map(|other| (other.thread, other.site)).chain([(fault.thread, fault.site)]);
        let Some((other, site)) = parties.find(|party| party.0.0 != *thread) else {
            return Pair { last: lane.last, first: NONE, other: None };
        };
        let access = self.event_of(other.0, lane.other_epoch).filter(|id| accesses(self.event(*id), site));
        let first = access.unwrap_or_else(|| self.before(other.0, lane.other_epoch));
        Pair { last: lane.last, first, other: Some(other) }
    }

    /// The event of a thread with this number; its beginning is the first.
    fn event_of(&self, thread: u32, number: u32) -> Option<Id> {
        number.checked_sub(2).and_then(|at| self.p.order.chain(thread).get(at as usize)).copied()
    }

    /// The event after which a thread does what it does before the one with this number; of its
    /// first steps: that which has started it.
    fn before(&self, thread: u32, number: u32) -> Id {
        let first = self.p.order.chain(thread).first();
        let start = || first.map_or_else(|| self.lane(thread).last, |first| self.event(*first).before.last);
        self.event_of(thread, number.saturating_sub(1)).unwrap_or_else(start)
    }

    /// Those events of a linearisation that come before the two effects by program order (spawns
    /// and joins included) or reads-from.
    fn past(&self, line: &[Id], pair: &Pair) -> Vec<Id> {
        let mut wanted = vec![false; self.events.len()];
        let mut want = |id: Id| {
            if id != NONE {
                wanted[id as usize] = true;
            }
        };
        want(pair.first);
        want(pair.last);
        let sources = self.sources(line);
        let mut past = Vec::new();
        for &id in line.iter().rev() {
            if !wanted[id as usize] {
                continue;
            }
            past.push(id);
            let event = self.event(id);
            let joined = match event.before.pending.op {
                Op::Join { thread } => self.lane(thread.0).last,
                _ => NONE,
            };
            for before in [event.before.last, sources[id as usize], joined] {
                if before != NONE {
                    wanted[before as usize] = true;
                }
            }
        }
        past.reverse();
        past
    }

    /// By event: what it reads from in a linearisation, if it reads, and not from the initial
    /// content.
    fn sources(&self, line: &[Id]) -> Vec<Id> {
        let mut active = vec![NONE; self.p.variables()];
        let mut sources = vec![NONE; self.events.len()];
        for &id in line {
            let loc = self.p.variable(id);
            if loc == NONE {
                continue;
            }
            if self.p.good(id).is_some() {
                sources[id as usize] = active[loc as usize];
            }
            if self.p.write_number(id).is_some() {
                active[loc as usize] = id;
            }
        }
        sources
    }
}

/// Whether this is an access to memory at that place.
fn accesses<T, const W: usize>(event: &Event<T, W>, site: Site) -> bool {
    event.before.pending.site == site && event.before.pending.op.loc().is_some()
}
