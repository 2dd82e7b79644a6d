//! Races between events of a trace, and who can begin what has to be run to reverse one.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A
//! Foundation for Optimal Dynamic Partial Order Reduction*, JACM 2017 (POPL 2014): Definition 3.2
//! (races), notdep, initials.
//!
//! Beyond the paper, which has no operations that wait: an operation on a synchronisation object
//! races with the newest event e of the object before which it would have been enabled; those after
//! e are no obstacle, since reversing removes them. An operation that waits for ever races
//! likewise, at the end of the trace. So do accesses that are not performed where they would leave
//! their thread waiting ([`super::spin`]), with the writes of their location.

use super::TraceSystem;
use super::state::{Access, Event, Id, Last, NONE, Trace};
use crate::drive::clock::Clock;
use threadbare_op::Op;

/// A set of threads.
pub(super) type Threads = u64;

pub(super) const fn one(thread: u32) -> Threads {
    1 << thread
}

/// The threads of a set, by number.
pub(super) fn members(mut threads: Threads) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = threads.trailing_zeros();
        (threads != 0).then(|| {
            threads &= threads - 1;
            first
        })
    })
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// The events that race with the next operation of the thread, which touches what `access`
    /// says.
    pub(super) fn races<S>(&mut self, system: &mut S, thread: u32, access: Access, races: &mut Vec<Id>)
    where
        S: TraceSystem<State = T>,
    {
        races.clear();
        if access.loc == NONE {
            return;
        }
        let op = self.lane(thread).pending.op;
        match op {
            Op::Sync { .. } => return self.races_at_object(system, thread, access, races),
            Op::Store { .. } => {}
            _ if self.waits_now(system, thread) => return self.races_of_wait(system, thread, access, races),
            _ => {}
        }
        let past = &self.clocks(thread).dep;
        let Last { write, read } = self.seen(access);
        if access.writes() && read != NONE {
            return self.race_with_reads(past, read, races);
        }
        // A read that has come since is before this write, or this is a read.
        if write == NONE || self.is_past(past, write) {
            return;
        }
        match op {
            Op::Store { .. } => self.all_races_with_segment(write, *past, races),
            _ if self.lane(thread).goes_on => self.all_races_with_segment(write, *past, races),
            _ => self.races_of_wait(system, thread, access, races),
        }
    }

    /// The reads in the list from `read` on that are not in the past, and after which no other of
    /// them comes.
    fn race_with_reads(&self, past: &Clock<W>, mut read: Id, races: &mut Vec<Id>) {
        while read != NONE {
            let is_last = !races.iter().any(|&later| self.is_in(self.dep(later), read));
            if is_last && !self.is_in(past, read) {
                races.push(read);
            }
            read = self.event(read).last_before.read;
        }
    }

    /// Whether event `id`, which comes after `cause`, depends on it.
    pub(super) fn depends(&self, id: Id, cause: &Event<T>) -> bool {
        self.dep(id)[cause.thread as usize] >= cause.count
    }

    /// notdep(id, E): the events after `id` that do not depend on it.
    pub(super) fn not_after(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let cause = self.event(id);
        (id + 1..self.events.len() as Id).filter(move |&at| !self.depends(at, cause))
    }

    /// To reverse the race of event `id` with the next operation of the thread, which touches what
    /// `access` says: who can begin with the events after `id` that do not depend on it, followed
    /// by that operation.
    pub(super) fn initials(&self, id: Id, thread: u32, access: Access) -> Threads {
        let before = &self.counts_before[id as usize];
        let (mut initials, mut seen) = (0, 0);
        let mut conflict = false;
        for at in self.not_after(id) {
            let event = self.event(at);
            conflict |= self.conflict(event.access, access);
            if seen & one(event.thread) == 0 && threads_beyond(self.dep(at), before) == 1 {
                initials |= one(event.thread);
            }
            seen |= one(event.thread);
        }
        if !conflict && seen & one(thread) == 0 && threads_beyond(&self.clocks(thread).dep, before) == 0 {
            initials |= one(thread);
        }
        initials
    }
}

/// Of how many threads something is in the clock that is not among the first events that `before`
/// counts. 0: nothing; 1, if it is the clock of an event that is not: that event alone, if it is
/// the next of its thread.
pub(super) fn threads_beyond<const W: usize>(clock: &Clock<W>, before: &Clock<W>) -> u32 {
    // As signed numbers, as in `join`, and place by place, as in `join_all`.
    let mut threads = 0;
    for at in 0..W {
        threads += u32::from(clock[at] as i32 > before[at] as i32);
    }
    threads
}
