//! Steps of the trace: performing the next operation of a thread, and taking it back.

use super::TraceSystem;
use super::alike::left_by;
use super::leaves::order_after_leaves;
use super::race::one;
use super::state::{Access, Clocks, Event, Id, Last, NONE, Trace};
use crate::ThreadNames;
use crate::drive::clock::{Clock, join_all, join_ended};
use crate::drive::effect::{Effect, MIXED, effect, effect_if_told, synchronises, tell};
use crate::drive::input::told;
use crate::drive::locations::Content;
use crate::drive::threads::{Threads, run_on, start};
use threadbare_op::{Answer, At, Op, Pending, System, ThreadId};

impl<T: Copy, const W: usize> Trace<T, W> {
    /// Performs the next operation of a thread that is enabled, and touches what `access` says;
    /// `choice` answers it if it is one.
    pub(super) fn step<S>(&mut self, system: &mut S, thread: u32, access: Access, choice: Option<u32>)
    where
        S: TraceSystem<State = T>,
    {
        let count = self.counts[thread as usize] + access.weight();
        let mut event = Event {
            thread,
            access,
            count,
            moves: 1,
            segment: NONE,
            choice,
            before: self.lane(thread).pending,
            child: None,
            goes_on: self.lane(thread).goes_on,
            silent: false,
            asked: false,
            unwritten: false,
            felt: None,
            disturbs: 0,
            mark: system.mark(),
            content: Content::default(),
            last_before: Last::default(),
        };
        let open = self.open(system, &event.before.op, access);
        event.asked = self.answers.push(open, choice);
        let does = self.does(system, &mut event);
        self.counts_before.push(self.counts);
        self.order(&event, does.source);
        self.join_segment(&mut event);
        self.link(&mut event, &does.effect);
        let before = event.before;
        let id = self.events.len();
        self.own[thread as usize].extend((0..access.weight()).map(|_| id as Id));
        self.events.push(event);
        let next = match access.is_leaf() {
            true => self.perform_leaf(system, before, &does),
            false => {
                self.counts[thread as usize] = count;
                self.perform(system, before, &does)
            }
        };
        self.note_felt(system);
        self.stands(thread, next);
    }

    /// What the operation reads and writes.
    fn does<S: TraceSystem>(&mut self, system: &mut S, event: &mut Event<T>) -> Does {
        let op = event.before.op;
        let does = |effect| Does { effect, source: NONE, mixed: false };
        match op {
            Op::Sync { object, op } if op.is_wait() => {
                let source = self.satisfied(system, event.thread, object, op).unwrap_or(NONE);
                Does { source, ..does(Effect::told(Answer::Result(0))) }
            }
            Op::Choice { .. } => does(Effect::told(Answer::Result(u64::from(event.choice.unwrap_or(0))))),
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } | Op::Sync { .. } => {
                // Performed again, it is known to be mixed.
                if event.access == Access::NOTHING || self.locations[event.access.loc].mixed {
                    event.access = Access::NOTHING;
                    return Does { mixed: true, ..does(Effect::DONE) };
                }
                let content = self.locations[event.access.loc].content;
                let Last { write, .. } = self.seen(event.access);
                event.content = content;
                // It was enabled.
                let effect = effect_if_told(system, event.thread, &op, content, told(event.choice));
                let effect = effect.unwrap_or(Effect::DONE);
                event.silent = effect.silent || !synchronises(system, &op);
                event.unwritten = event.asked && effect.written.is_none();
                let source = if matches!(op, Op::Store { .. }) { NONE } else { write };
                Does { source, ..does(effect) }
            }
            _ => does(Effect::DONE),
        }
    }

    /// Makes the clocks of an event, as the next of the trace.
    fn order(&mut self, event: &Event<T>, source: Id) {
        let seen = self.seen(event.access);
        self.clocks.push(*self.clocks(event.thread));
        let Some((clocks, earlier)) = self.clocks.split_last_mut() else { return };
        let Access { loc, .. } = event.access;
        let writes = event.access.writes();
        let mut source = source;
        if source != NONE && self.events[source as usize].access.is_leaf() {
            let depends = |other: Access| event.access.conflicts(other, &self.footprints);
            let porf = clocks.porf;
            source = order_after_leaves((&self.events, earlier), source, depends, clocks);
            if event.silent {
                clocks.porf = porf;
            }
        }
        let Clocks { dep, porf } = clocks;
        let after = |dep: &mut Clock<W>, id: Id| {
            let other = &self.events[id as usize];
            // What it comes after already has nothing to add.
            if dep[other.thread as usize] < other.count || other.segment != NONE {
                join_all(dep, &left_by((&self.events, earlier, &self.segments), id).dep);
            }
        };
        if source != NONE {
            if !event.silent
                && let Some(source) = newest_heard(&self.events, source)
            {
                let Event { thread, count, segment, .. } = self.events[source as usize];
                if porf[thread as usize] < count || segment != NONE {
                    join_all(porf, &left_by((&self.events, earlier, &self.segments), source).porf);
                }
            }
            after(dep, source);
        }
        if loc != NONE {
            let Last { write, mut read } = seen;
            while writes && read != NONE {
                after(dep, read);
                read = self.events[read as usize].last_before.read;
            }
            // A leaf has been asked above.
            if write != NONE && !self.events[write as usize].access.is_leaf() {
                after(dep, write);
            }
        }
        if let Op::Join { thread: child } = event.before.op {
            let last = self.own[child.index()].last().map(|&last| &earlier[last as usize]);
            let begun = self.lanes[child.index()].as_ref().map(|lane| &lane.begun);
            if let Some(last) = last.or(begun) {
                join_all(dep, &last.dep);
                join_ended(porf, child, &last.porf, self.counts[child.index()]);
            }
        }
        self.hear_alike(event);
        if let Some(Clocks { dep, porf }) = self.clocks.last_mut() {
            (dep[event.thread as usize], porf[event.thread as usize]) = (event.count, event.count);
        }
    }

    /// Puts an event at its location, as the next of the trace.
    fn link(&mut self, event: &mut Event<T>, effect: &Effect) {
        let id = u32::try_from(self.events.len()).unwrap_or(NONE);
        let Access { loc, .. } = event.access;
        if loc == NONE {
            return;
        }
        let location = &mut self.locations[loc];
        location.live += 1;
        event.last_before = location.more;
        if event.access.writes() {
            (location.more.write, location.more.read) = (id, NONE);
        } else {
            location.more.read = id;
        }
        if let Some(value) = effect.written {
            location.content = Content { value, defined: true };
        }
    }

    /// Tells the system of the newest event, and runs its thread to its next operation.
    fn perform<S: TraceSystem<State = T>>(&mut self, system: &mut S, before: Pending<T>, does: &Does) -> Pending<T> {
        let id = self.events.len() - 1;
        let Event { thread, count, .. } = self.events[id];
        let thread = ThreadId(thread);
        if does.mixed {
            self.locations.note_overlap(system, &before.op, before.site);
            return before.stopped(MIXED);
        }
        let at = At { thread, epoch: count, clock: &self.clocks[id].porf };
        if let Err(stuck) = tell(system, at, (&before.op, before.site), &does.effect) {
            return before.stopped(stuck);
        }
        self.events[id].felt = Some(system.mark());
        run_on(self, system, thread, before, does.effect.answer)
    }

    /// Nobody feels the invisible steps after the newest event if they have touched no memory that
    /// others see.
    fn note_felt<S: TraceSystem<State = T>>(&mut self, system: &S) {
        if let Some(event) = self.events.last_mut() {
            event.felt = event.felt.filter(|mark| system.mark().log != mark.log);
        }
    }

    /// The same for a leaf section: it locks, goes on, and unlocks, unless that is a race.
    fn perform_leaf<S: TraceSystem<State = T>>(
        &mut self,
        system: &mut S,
        before: Pending<T>,
        does: &Does,
    ) -> Pending<T> {
        let id = self.events.len() - 1;
        let Event { thread, count, access, .. } = self.events[id];
        self.counts[thread as usize] = count - 1;
        self.clocks[id].porf[thread as usize] = count - 1;
        let inside = self.perform(system, before, does);
        self.counts[thread as usize] = count;
        self.clocks[id].porf[thread as usize] = count;
        let Op::Sync { .. } = inside.op else { return inside };
        let Some(release) = effect(system, thread, &inside.op, self.content(access.loc)) else { return inside };
        if let Some(value) = release.written {
            self.locations[access.loc].content = Content { value, defined: true };
        }
        self.events[id].moves = 2;
        run_on(self, system, ThreadId(thread), inside, release.answer)
    }

    /// Takes the newest event back.
    pub(super) fn undo<S: TraceSystem<State = T>>(&mut self, system: &mut S) {
        let Some(event) = self.events.pop() else { return };
        if event.asked {
            self.answers.pop();
        }
        let thread = event.thread;
        if let Some(child) = event.child {
            self.lanes[child as usize] = None;
            self.begun &= !one(child);
            self.live &= !one(child);
            self.joining &= !one(child);
            self.unfinished &= !one(child);
            self.lane_mut(thread).spawned -= 1;
        }
        if event.access.loc != NONE {
            let location = &mut self.locations[event.access.loc];
            location.live -= 1;
            location.content = event.content;
            location.more = event.last_before;
        }
        self.clocks.pop();
        if event.segment != NONE {
            self.segments.pop();
        }
        self.counts_before.pop();
        for _ in 0..event.access.weight() {
            self.own[thread as usize].pop();
        }
        self.counts[thread as usize] -= event.access.weight();
        self.disturbing -= u32::from(event.disturbs != 0);
        self.stands(thread, event.before);
        let lane = self.lane_mut(thread);
        (lane.loc, lane.goes_on) = (event.access.loc, event.goes_on);
        system.undo(event.mark);
    }
}

impl<S: System, const W: usize> Threads<S> for Trace<S::State, W> {
    fn at(&self, thread: ThreadId) -> At<'_> {
        At { thread, epoch: self.counts[thread.index()] + 1, clock: &self.clocks(thread.0).porf }
    }

    fn names(&mut self) -> &mut ThreadNames {
        &mut self.names
    }

    fn spawned(&mut self, thread: ThreadId) -> &mut u32 {
        &mut self.lane_mut(thread.0).spawned
    }

    fn begin(&mut self, system: &mut S, _: ThreadId, child: ThreadId, state: S::State) {
        let id = self.events.len() - 1;
        let mut begun = self.clocks[id];
        (begun.dep[child.index()], begun.porf[child.index()]) = (1, 1);
        let pending = start(system, child, &begun.porf, state);
        Trace::begin(self, child.0, pending, begun);
        self.events[id].child = Some(child.0);
    }
}

/// The newest event, from this one back through those that write what it writes, or nothing, that
/// does not order nothing. None is behind a plain store of all of a location, or an addition that only
/// counts.
fn newest_heard<T>(events: &[Event<T>], mut id: Id) -> Option<Id> {
    while id != NONE && (events[id as usize].silent || events[id as usize].unwritten) {
        let event = &events[id as usize];
        id = if event.before.op.hides() { NONE } else { event.last_before.write };
    }
    (id != NONE).then_some(id)
}

/// What an operation comes to.
struct Does {
    effect: Effect,
    /// The event it reads from.
    source: Id,
    /// Another location overlaps its own.
    mixed: bool,
}
