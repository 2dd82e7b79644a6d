//! Operations that change the same location and commute ([`threadbare_op::Alike`]): additions, or
//! exclusive ors, whose result nobody uses, posts of a semaphore, arrivals at a barrier.
//!
//! Michalis Kokologiannakis, Viktor Vafeiadis: *BAM: Efficient Model Checking for Barriers*, NETYS
//! 2021, of the same for barriers, in another algorithm.
//!
//! Two of them, of different threads, are not ordered: not in the order of dependent events, and
//! not in happens-before, unless other events put one before the other. Whatever else touches the
//! location comes after all of them, or before. So the events that change a location are a sequence
//! of *segments*: an event that depends on all of the others, or as many as come one after another
//! and are alike.
//!
//! An operation that waits races with each of a segment without which it would not have to: it
//! finds then what the rest of the segment leaves, less those that come after that one. (So it
//! comes to be explored after each part of the segment if more of that never has it wait again.)
//!
//! Definitions, claims: docs/proofs/alike.md.
//!
//! Not covered (the search begins again with everything in order): more threads at a barrier than
//! it is for; semaphores near their greatest value; an access that waits in a loop until some of a
//! segment are done, and not more, or where it might be part of a race, or has [`MOST`] to look at.

use super::TraceSystem;
use super::race::{Threads, one, threads_beyond};
use super::state::{Access, Clocks, Event, Id, Kind, Last, NONE, Trace};
use crate::drive::clock::{Clock, join_all};
use crate::drive::effect::effect;
use crate::drive::locations::Content;
use smallvec::{SmallVec, smallvec};
use threadbare_op::{Alike, Op, SyncOp, SyncState};

/// Of so many of a segment, and so many contents, it is found out what there would be without them.
const MOST: usize = 64;

/// The greatest value of a semaphore of which posts are known not to fail.
const FAR_FROM_FULL: u32 = 1 << 30;

/// The events of a segment up to one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<const W: usize> {
    /// The first event of the segment.
    first: Id,
    /// What comes before some of them, themselves included.
    all: Clocks<W>,
    /// If they are arrivals at a barrier: who has arrived there since it was made, also asking.
    threads: Threads,
}

/// What parts of a segment may leave.
struct Parts {
    contents: SmallVec<[Content; 8]>,
    /// An event of each kind in it.
    steps: SmallVec<[Id; 4]>,
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// With what the next operation of a thread commutes.
    pub(super) fn alike<S: TraceSystem<State = T>>(&self, system: &S, thread: u32) -> Option<Alike> {
        if self.commutes { system.alike(&self.lane(thread).pending) } else { None }
    }

    /// The last events at the location of an access that it may depend on: those before the segment
    /// to which it belongs.
    pub(super) fn seen(&self, access: Access) -> Last {
        match self.continued(access) {
            Some(segment) => self.event(segment.first).last_before,
            None => self.last(access),
        }
    }

    /// The segment to which an access, performed now, belongs.
    fn continued(&self, access: Access) -> Option<&Segment<W>> {
        let Kind::Alike(_) = access.kind else { return None };
        let Last { write, read } = self.last(access);
        if write == NONE || read != NONE || self.event(write).access.kind != access.kind {
            return None;
        }
        self.segment(write)
    }

    /// The segment of an event, up to it.
    fn segment(&self, id: Id) -> Option<&Segment<W>> {
        self.segments.get(self.event(id).segment as usize)
    }

    /// The event before the segment of this one that changed its location.
    pub(super) fn before_segment(&self, id: Id) -> Id {
        self.event(self.segment(id).map_or(id, |segment| segment.first)).last_before.write
    }

    /// The events of a segment, from this one, the newest, on back.
    fn members(&self, newest: Id) -> impl Iterator<Item = Id> + '_ {
        let first = self.segment(newest).map_or(newest, |segment| segment.first);
        std::iter::successors(Some(newest), move |&id| (id != first).then(|| self.event(id).last_before.write))
    }

    /// Adds an event that is alike, the next of the trace with the newest clocks, to its segment.
    pub(super) fn join_segment(&mut self, event: &mut Event<T>) {
        let Kind::Alike(_) = event.access.kind else { return };
        let Some(&clocks) = self.clocks.last() else { return };
        let id = self.events.len() as Id;
        let mut segment = match self.continued(event.access) {
            Some(segment) => *segment,
            None => Segment { first: id, all: clocks, threads: self.arrived(event.access) },
        };
        join_all(&mut segment.all.dep, &clocks.dep);
        join_all(&mut segment.all.porf, &clocks.porf);
        segment.threads |= one(event.thread);
        event.segment = self.segments.len() as u32;
        self.segments.push(segment);
    }

    /// Has an event, the next of the trace with the newest clocks, happen after those of its
    /// segment that the order of dependent events puts before it.
    pub(super) fn hear_alike(&mut self, event: &Event<T>) {
        let Some(&Segment { first, .. }) = self.continued(event.access) else { return };
        let Some(&Clocks { dep, mut porf }) = self.clocks.last() else { return };
        let is_member = |id: &Id| *id >= first && self.event(*id).access == event.access;
        for thread in 0..W as u32 {
            let between = porf[thread as usize] + 1..=dep[thread as usize];
            let newest_first = between.rev().filter_map(|count| self.nth(thread, count));
            if let Some(id) = newest_first.take_while(|&id| id >= first).find(is_member) {
                join_all(&mut porf, &self.clocks[id as usize].porf);
            }
        }
        self.clocks.last_mut().expect("it was there").porf = porf;
    }

    /// The threads that have arrived at a barrier since it was made, if the access is to one.
    fn arrived(&self, access: Access) -> Threads {
        let (mut threads, mut at) = (0, self.last(access).write);
        while at != NONE {
            let event = self.event(at);
            match (self.segment(at), event.before.op) {
                (Some(segment), _) => return threads | segment.threads,
                (None, Op::Sync { op: SyncOp::BarrierArrive { .. }, .. }) => threads |= one(event.thread),
                _ => break,
            }
            at = event.last_before.write;
        }
        threads
    }

    /// What comes before an event that reads what `id` has left: all of its segment up to it.
    pub(super) fn left_by(&self, id: Id) -> &Clocks<W> {
        left_by((&self.events, &self.clocks, &self.segments), id)
    }

    /// Whether everything that an event has left, with all of its segment, is in the past.
    pub(super) fn is_past(&self, past: &Clock<W>, id: Id) -> bool {
        match self.segment(id) {
            Some(segment) => threads_beyond(&segment.all.dep, past) == 0,
            None => self.is_in(past, id),
        }
    }

    /// The events of a segment, given by its newest one, that race with an operation: those without
    /// which it `is_possible`, of which the last; they join the past. Whether the events before the
    /// segment may race with it, too: without one of these it would still wait.
    pub(super) fn races_with_segment(
        &self,
        newest: Id,
        past: &mut Clock<W>,
        mut is_possible: impl FnMut(Id) -> bool,
        races: &mut Vec<Id>,
    ) -> bool {
        let mut waits = false;
        for id in self.members(newest) {
            if self.is_in(past, id) {
                continue;
            }
            if is_possible(id) {
                races.push(id);
                join_all(past, self.dep(id));
            } else {
                waits = true;
            }
        }
        waits
    }

    /// The same for an operation that never waits.
    pub(super) fn all_races_with_segment(&self, newest: Id, mut past: Clock<W>, races: &mut Vec<Id>) {
        self.races_with_segment(newest, &mut past, |_| true, races);
    }

    /// Whether an operation that is possible where it finds a certain content, is so after more of
    /// a segment (given by its newest event) if it is after less. `None`: that is too much to find
    /// out.
    pub(super) fn stays_possible<S>(
        &self,
        system: &mut S,
        newest: Id,
        mut is_possible: impl FnMut(&mut S, Content) -> bool,
    ) -> Option<bool>
    where
        S: TraceSystem<State = T>,
    {
        let Parts { contents, steps } = self.contents(system, newest)?;
        let (possible, not): (Vec<_>, Vec<_>) = contents.into_iter().partition(|&found| is_possible(system, found));
        let is_lost = |found: &Content| steps.iter().any(|&id| not.contains(&after(system, self.event(id), *found)));
        Some(!possible.iter().any(is_lost))
    }

    /// Whether some part of a segment may leave such a content.
    pub(super) fn may_find<S>(&self, system: &mut S, newest: Id, is_it: impl Fn(&mut S, Content) -> bool) -> bool
    where
        S: TraceSystem<State = T>,
    {
        let parts = self.contents(system, newest);
        parts.is_none_or(|parts| parts.contents.into_iter().any(|found| is_it(system, found)))
    }

    /// What parts of a segment may leave.
    fn contents<S>(&self, system: &mut S, newest: Id) -> Option<Parts>
    where
        S: TraceSystem<State = T>,
    {
        let members: SmallVec<[Id; 8]> = self.members(newest).take(MOST + 1).collect();
        let mut contents: SmallVec<[Content; 8]> = smallvec![self.event(*members.last()?).content];
        let mut steps: SmallVec<[Id; 4]> = SmallVec::new();
        for &id in &members {
            for at in 0..contents.len() {
                let after = after(system, self.event(id), contents[at]);
                if !contents.contains(&after) {
                    contents.push(after);
                }
            }
            if contents.len() > MOST || members.len() > MOST {
                return None;
            }
            if !steps.iter().any(|&other| self.event(other).before.op == self.event(id).before.op) {
                steps.push(id);
            }
        }
        Some(Parts { contents, steps })
    }

    /// Whether some event of the trace commutes with another that changes the same location.
    pub(super) fn has_commuting(&self) -> bool {
        self.events.iter().any(|event| event.access.commutes())
    }

    /// What an operation finds that comes after the event `newest` in the order of their location,
    /// where the event `id`, of its segment if there is one, and what depends on that are missing.
    pub(super) fn content_without<S>(&self, system: &mut S, newest: Id, id: Id) -> Content
    where
        S: TraceSystem<State = T>,
    {
        let cause = self.event(id);
        if !matches!(cause.access.kind, Kind::Alike(_)) {
            return cause.content;
        }
        let members: Vec<Id> = self.members(newest).collect();
        let mut content = members.last().map_or(cause.content, |&first| self.event(first).content);
        for &at in members.iter().rev().filter(|&&at| !self.depends(at, cause)) {
            content = after(system, self.event(at), content);
        }
        content
    }

    /// Whether the newest event does not commute with those it was taken to.
    pub(super) fn is_out_of_reach<S: TraceSystem<State = T>>(&self, system: &mut S) -> bool {
        let Some(Event { access: Access { kind: Kind::Alike(alike), .. }, segment, content, .. }) = self.events.last()
        else {
            return false;
        };
        if matches!(alike, Alike::Sum | Alike::Flips) {
            return false;
        }
        let threads = self.segments.get(*segment as usize).map_or(0, |segment| segment.threads.count_ones());
        match system.sync().get(content.value.state()) {
            SyncState::Barrier { count, .. } => threads > *count,
            SyncState::Sem { value, .. } => *value >= FAR_FROM_FULL,
            _ => false,
        }
    }
}

/// What is at the location of an event after it, if this was there before.
fn after<S: TraceSystem>(system: &mut S, event: &Event<S::State>, content: Content) -> Content {
    match effect(system, event.thread, &event.before.op, content).and_then(|effect| effect.written) {
        Some(value) => Content { value, defined: true },
        None => content,
    }
}

/// See [`Trace::left_by`].
pub(super) fn left_by<'a, T, const W: usize>(
    (events, clocks, segments): (&[Event<T>], &'a [Clocks<W>], &'a [Segment<W>]),
    id: Id,
) -> &'a Clocks<W> {
    match segments.get(events[id as usize].segment as usize) {
        Some(segment) => &segment.all,
        None => &clocks[id as usize],
    }
}
