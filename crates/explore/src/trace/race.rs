//! Races between events of a trace, and who can begin what has to be run to reverse one.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A Foundation for Optimal Dynamic
//! Partial Order Reduction*, JACM 2017 (POPL 2014): Definition 3.2 (races), notdep, initials.
//!
//! Beyond the paper, which has no operations that wait: an operation on a synchronisation object races with the newest event e of
//! the object before which it would have been enabled; those after e are no obstacle, since reversing removes them. An
//! operation that waits for ever races likewise, at the end of the trace.

use super::state::{Access, Id, NONE, Trace};
use crate::clock::Clock;
use smallvec::SmallVec;
use threadbare_op::{Op, System};

/// A set of threads.
pub(super) type Threads = u64;

pub(super) const fn one(thread: u32) -> Threads {
    1 << thread
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// The events that race with the next operation of the thread, which touches what `access` says.
    pub(super) fn races<S: System>(&self, system: &mut S, thread: u32, access: Access) -> SmallVec<[Id; 4]> {
        if access.loc == NONE {
            return SmallVec::new();
        }
        let past = &self.lane(thread).dep;
        if let Op::Sync { .. } = self.lane(thread).pending.op {
            return self.race_at_object(system, thread, access.loc).into_iter().collect();
        }
        let read = self.last_read(access.loc);
        if access.writes && read != NONE {
            return self.race_with_reads(past, read);
        }
        // A read that has come since is before this write, or this is a read.
        let write = self.last_write(access.loc);
        if write == NONE || self.is_in(past, write) { SmallVec::new() } else { SmallVec::from_slice(&[write]) }
    }

    fn race_at_object<S: System>(&self, system: &mut S, thread: u32, loc: u32) -> Option<Id> {
        let past = &self.lane(thread).dep;
        let mut at = self.last_write(loc);
        while at != NONE && !self.is_in(past, at) {
            if self.was_enabled(system, thread, at) {
                return Some(at);
            }
            at = self.event(at).write_before;
        }
        None
    }

    /// The reads in the list from `read` on that are not in the past, and after which no other of them comes.
    fn race_with_reads(&self, past: &Clock<W>, mut read: Id) -> SmallVec<[Id; 4]> {
        let mut races: SmallVec<[Id; 4]> = SmallVec::new();
        while read != NONE {
            let is_last = !races.iter().any(|&later| self.is_in(&self.event(later).dep, read));
            if is_last && !self.is_in(past, read) {
                races.push(read);
            }
            read = self.event(read).read_before;
        }
        races
    }

    /// notdep(id, E): the events after `id` that do not depend on it.
    pub(super) fn not_after(&self, id: Id) -> Vec<Id> {
        let first = self.event(id);
        let stays = |&at: &Id| self.event(at).dep[first.thread as usize] < first.count;
        (id + 1..self.events.len() as Id).filter(stays).collect()
    }

    /// To reverse the race of event `id` with the next operation of the thread, which touches what `access` says: who can
    /// begin with the events after `id` that do not depend on it, followed by that operation.
    pub(super) fn initials(&self, id: Id, thread: u32, access: Access) -> Threads {
        let mut base = [0; W];
        for (thread, lane) in self.threads() {
            // Its end, if it was joined, counts as an event.
            base[thread as usize] = lane.count + 1;
        }
        for event in &self.events[id as usize..] {
            let of_thread = &mut base[event.thread as usize];
            *of_thread = (*of_thread).min(event.count - 1);
        }
        let (mut initials, mut seen) = (0, 0);
        let mut conflict = false;
        for at in self.not_after(id) {
            let event = self.event(at);
            conflict |= event.access.conflicts(access);
            if seen & one(event.thread) == 0 && is_first(&event.dep, &base, event.thread) {
                initials |= one(event.thread);
            }
            seen |= one(event.thread);
        }
        if !conflict && seen & one(thread) == 0 && is_first(&self.lane(thread).dep, &base, thread) {
            initials |= one(thread);
        }
        initials
    }
}

/// Whether nothing of other threads beyond `base` is in the clock.
fn is_first<const W: usize>(clock: &Clock<W>, base: &Clock<W>, thread: u32) -> bool {
    clock.iter().zip(base).enumerate().all(|(other, (have, base))| other == thread as usize || have <= base)
}
