//! Events are performed, and taken back.

use super::UnfoldingSystem;
use super::configuration::{Configuration, Last};
use super::kind::Kind;
use super::run::{Entry, Lane, Next, Run, Standing};
use super::siblings::Before;
use super::structure::{Id, NONE, Structure};
use crate::ThreadNames;
use crate::drive::clock::stack::Clock;
use crate::drive::effect::{Effect, MIXED, effect, effect_if_told, synchronises, tell};
use crate::drive::locations::Content;
use crate::drive::threads::{Threads, run_on, start};
use crate::drive::touching::touched_since;
use threadbare_op::{Answer, At, Op, Pending, ThreadId};

/// What an event reads, or waits for.
enum Source {
    Nothing,
    /// What was written or done with this clock.
    Write(Clock),
    /// The end of a thread: its last clock and the number of its events.
    End(u32, (Clock, u32)),
}

/// The clocks of an event.
pub(super) struct Order {
    /// Of its past.
    pub(super) past: Clock,
    /// Of what is before it by program order and reads-from.
    porf: Clock,
    /// See [`Entry::heard`].
    heard: Option<Clock>,
}

impl<T: Copy> Run<T> {
    /// Performs the next operation of a thread, which is the event `id`, if it is to have a name.
    /// `configuration` is as before it.
    pub(super) fn step<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &Configuration,
        (id, thread): (Id, u32),
        next: Next,
    ) {
        let Next { object, kind, cause } = next;
        let before = *self.lane(thread);
        let (mark, clocks) = (system.mark(), self.clocks.len());
        let content = if object == NONE { Content::default() } else { self.content(system, object) };
        let silent = self.orders_nothing(system, thread, content);
        let Order { past, porf, heard } = self.order(structure, configuration, (id, next), thread, silent);
        let place = self.entries.len() as u32;
        if id != NONE {
            structure[id].place = place;
        }
        let mut read_before = NONE;
        if object != NONE {
            let location = &mut self.locations[object];
            location.live += 1;
            read_before = std::mem::replace(&mut location.more.last, if kind == Kind::Read { place } else { NONE });
        }
        let entry = Entry {
            id,
            thread,
            kind,
            cause,
            before,
            child: NONE,
            object,
            content,
            read_before,
            past,
            porf,
            heard,
            interleaving: self.admitted,
            clocks,
            mark,
        };
        self.entries.push(entry);
        if let Some(told) = kind.of_input() {
            self.answers.add(told);
        }
        if let Some(lane) = &mut self.lanes[thread as usize] {
            (lane.count, lane.last, lane.past, lane.porf) = (before.count + 1, place, past, porf);
        }
        let pending = self.perform(system, place as usize);
        let object = self.object(system, &pending.op);
        if let Some(lane) = &mut self.lanes[thread as usize] {
            (lane.pending, lane.object) = (pending, object);
        }
        self.standing[thread as usize] = Standing::before(&pending.op);
        self.touch(system, place as usize);
    }

    /// With cutoffs: notes what the newest event has touched.
    fn touch<S: UnfoldingSystem<State = T>>(&mut self, system: &S, place: usize) {
        let Some(touching) = &mut self.touching else { return };
        let Entry { thread, child, before, mark, .. } = &self.entries[place];
        let began = Some(ThreadId(*child)).filter(|_| *child != NONE);
        let joined = match before.pending.op {
            Op::Join { thread } => Some(thread),
            _ => None,
        };
        touching.performed(ThreadId(*thread), (began, joined), touched_since(system, *mark));
    }

    /// Whether the next operation of a thread orders nothing: it is plain, or one on an object,
    /// with this content, that has failed or only asks.
    pub(super) fn orders_nothing<S: UnfoldingSystem<State = T>>(
        &self,
        system: &mut S,
        thread: u32,
        content: Content,
    ) -> bool {
        match self.lane(thread).pending.op {
            op if op.is_silent_access() => !synchronises(system, &op),
            Op::Sync { object, op } if self.tells_clocks && !op.is_wait() => {
                effect(system, thread, &Op::Sync { object, op }, content).is_some_and(|effect| effect.silent)
            }
            _ => false,
        }
    }

    /// The clocks of an event, which is `silent` if it orders nothing.
    pub(super) fn order(
        &mut self,
        structure: &Structure,
        configuration: &Configuration,
        (id, next): (Id, Next),
        thread: u32,
        silent: bool,
    ) -> Order {
        let Lane { past: own, porf: own_porf, count, .. } = *self.lane(thread);
        let Last { write, reads } = match next.object {
            NONE => Last { write: next.cause, reads: Before::NOTHING },
            object => configuration.last(object),
        };
        let mut heard = None;
        // Whether porf is the same as past.
        let mut same = own == own_porf;
        let (mut past, source) = match self.lane(thread).pending.op {
            Op::Join { thread: ended } => {
                let Lane { past, porf, count, .. } = *self.lane(ended.0);
                same &= past == porf;
                (self.clocks.joining(own, ended.0, (past, count)), Source::End(ended.0, (porf, count)))
            }
            _ if write == NONE => (self.clocks.copy(own), Source::Nothing),
            op => {
                let cause = self.entry(structure, write);
                let (past, is_known) = (cause.past, self.is_in(own, cause));
                heard = cause.heard;
                let source = heard.filter(|_| !silent && !matches!(op, Op::Store { .. }));
                same &= source == Some(past);
                // What is in the past already brings nothing new.
                let past = if is_known { self.clocks.copy(own) } else { self.clocks.joined(own, past) };
                (past, source.map_or(Source::Nothing, Source::Write))
            }
        };
        if next.kind.writes() && reads != Before::NOTHING {
            same = false;
            self.join_reads(structure, id, &mut past);
        }
        self.clocks.set(&mut past, thread, count + 1);
        let mut porf = past;
        if !same && self.tells_clocks {
            porf = match source {
                Source::Nothing => self.clocks.copy(own_porf),
                Source::Write(heard) => self.clocks.joined(own_porf, heard),
                Source::End(ended, last) => self.clocks.joining(own_porf, ended, last),
            };
            self.clocks.set(&mut porf, thread, count + 1);
        }
        let hides = self.lane(thread).pending.op.hides();
        let heard = if silent { heard.filter(|_| !hides) } else { Some(porf) };
        Order { past, porf, heard }
    }

    /// The reads that a write comes after come before it.
    fn join_reads(&mut self, structure: &Structure, write: Id, past: &mut Clock) {
        for read in &structure[write].reads {
            let read = self.entry(structure, *read);
            if !self.is_in(*past, read) {
                let read = read.past;
                self.clocks.join(past, read);
            }
        }
    }

    /// A clock, as the system is told of it.
    pub(super) fn told(&self, clock: Clock) -> &[u32] {
        if self.tells_clocks { self.clocks.slice(clock) } else { &[] }
    }

    /// Tells the system of the newest event, and runs its thread to its next operation.
    fn perform<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S, place: usize) -> Pending<T> {
        let Entry { thread, kind, before: Lane { pending, count, .. }, object, content, porf, .. } =
            self.entries[place];
        let me = ThreadId(thread);
        let effect = match pending.op {
            Op::Sync { op, .. } if op.is_wait() => Effect::told(Answer::Result(0)),
            Op::Choice { .. } => {
                let Kind::Choice(value, _) = kind else { return pending };
                Effect::told(Answer::Result(u64::from(value)))
            }
            op if op.loc().is_some() && object == NONE => {
                self.locations.note_overlap(system, &op, pending.site);
                return pending.stopped(MIXED);
            }
            // It was enabled.
            op => {
                let told = kind.of_input().map_or(0, |(_, answer)| answer);
                effect_if_told(system, thread, &op, content, told).unwrap_or(Effect::DONE)
            }
        };
        if object != NONE
            && let Some(value) = effect.written
        {
            self.locations[object].content = Content { value, defined: true };
        }
        let at = At { thread: me, epoch: count + 1, clock: self.told(porf) };
        match tell(system, at, (&pending.op, pending.site), &effect) {
            Ok(()) => run_on(self, system, me, pending, effect.answer),
            Err(stuck) => pending.stopped(stuck),
        }
    }

    /// Takes the newest event back.
    pub(super) fn undo<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S) -> Option<Id> {
        let entry = self.entries.pop()?;
        if let Some(touching) = &mut self.touching {
            touching.take_back();
        }
        if entry.kind.of_input().is_some() {
            self.answers.pop();
        }
        if entry.child != NONE {
            self.lanes[entry.child as usize] = None;
            self.standing[entry.child as usize] = Standing::Nowhere;
        }
        if entry.object != NONE {
            let location = &mut self.locations[entry.object];
            location.live -= 1;
            location.content = entry.content;
            location.more.last = entry.read_before;
        }
        self.standing[entry.thread as usize] = Standing::before(&entry.before.pending.op);
        self.lanes[entry.thread as usize] = Some(entry.before);
        self.clocks.truncate(entry.clocks);
        system.undo(entry.mark);
        Some(entry.id)
    }
}

impl<S: UnfoldingSystem> Threads<S> for Run<S::State> {
    fn at(&self, thread: ThreadId) -> At<'_> {
        let Lane { count, porf, .. } = *self.lane(thread.0);
        At { thread, epoch: count + 1, clock: self.told(porf) }
    }

    fn names(&mut self) -> &mut ThreadNames {
        &mut self.names
    }

    fn spawned(&mut self, thread: ThreadId) -> &mut u32 {
        &mut self.lanes[thread.index()].as_mut().expect("the thread has begun").spawned
    }

    fn begin(&mut self, system: &mut S, _: ThreadId, child: ThreadId, state: S::State) {
        let place = self.entries.len() - 1;
        let Entry { past, porf, .. } = self.entries[place];
        let mut begun = self.clocks.copy(past);
        self.clocks.set(&mut begun, child.0, 1);
        let mut begun_porf = begun;
        if past != porf {
            begun_porf = self.clocks.copy(porf);
            self.clocks.set(&mut begun_porf, child.0, 1);
        }
        let pending = start(system, child, self.told(begun_porf), state);
        let object = self.object(system, &pending.op);
        if self.lanes.len() <= child.index() {
            self.lanes.resize(child.index() + 1, None);
            self.standing.resize(child.index() + 1, Standing::Nowhere);
        }
        self.standing[child.index()] = Standing::before(&pending.op);
        let lane = Lane { pending, object, count: 1, spawned: 0, last: place as u32, past: begun, porf: begun_porf };
        self.lanes[child.index()] = Some(lane);
        self.entries[place].child = child.0;
    }
}
