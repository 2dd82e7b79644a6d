//! Events are performed, and taken back.

use super::UnfoldingSystem;
use super::clocks::Clock;
use super::configuration::{Configuration, Last};
use super::run::{Entry, Lane, Next, Run, Standing};
use super::siblings::Before;
use super::structure::{Id, Kind, NONE, Structure};
use crate::drive::effect::{Effect, effect, tell};
use crate::drive::locations::Content;
use threadbare_op::{Answer, At, Limit, Op, Pending, Stuck, ThreadId};

/// Keeps clocks within reason.
const MAX_THREADS: usize = 1 << 16;

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
        if let Some(lane) = &mut self.lanes[thread as usize] {
            (lane.count, lane.last, lane.past, lane.porf) = (before.count + 1, place, past, porf);
        }
        let pending = self.perform(system, place as usize);
        let object = self.object(system, &pending.op);
        if let Some(lane) = &mut self.lanes[thread as usize] {
            (lane.pending, lane.object) = (pending, object);
        }
        self.standing[thread as usize] = Standing::before(&pending.op);
    }

    /// Whether the next operation of a thread is one on an object, with this content, that orders
    /// nothing.
    fn orders_nothing<S: UnfoldingSystem<State = T>>(&self, system: &mut S, thread: u32, content: Content) -> bool {
        match self.lane(thread).pending.op {
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
        // What it waits for or reads, and whether porf is the same as past.
        let (mut source, mut heard) = (None, None);
        let mut same = own == own_porf;
        let mut past = match self.lane(thread).pending.op {
            // Its end counts as an event, so that its last steps are included.
            Op::Join { thread: ended } => {
                let Lane { past, porf, count, .. } = *self.lane(ended.0);
                source = Some((porf, Some((ended.0, count + 1))));
                same &= past == porf;
                let mut joined = self.clocks.joined(own, past);
                self.clocks.set(&mut joined, ended.0, count + 1);
                joined
            }
            _ if write == NONE => self.clocks.copy(own),
            op => {
                let cause = self.entry(structure, write);
                let (past, is_known) = (cause.past, self.is_in(own, cause));
                heard = cause.heard;
                if !silent && !matches!(op, Op::Store { .. }) {
                    source = heard.map(|heard| (heard, None));
                }
                same &= source.is_some_and(|(heard, _)| heard == past);
                // What is in the past already brings nothing new.
                if is_known { self.clocks.copy(own) } else { self.clocks.joined(own, past) }
            }
        };
        if next.kind == Kind::Write && reads != Before::NOTHING {
            same = false;
            for read in &structure[id].reads {
                let read = self.entry(structure, *read);
                if !self.is_in(past, read) {
                    let read = read.past;
                    self.clocks.join(&mut past, read);
                }
            }
        }
        self.clocks.set(&mut past, thread, count + 1);
        if same || !self.tells_clocks {
            return Order { past, porf: past, heard: if silent { heard } else { Some(past) } };
        }
        let mut porf = match source {
            None => self.clocks.copy(own_porf),
            Some((source, end)) => {
                let mut porf = self.clocks.joined(own_porf, source);
                if let Some((ended, count)) = end {
                    self.clocks.set(&mut porf, ended, count);
                }
                porf
            }
        };
        self.clocks.set(&mut porf, thread, count + 1);
        Order { past, porf, heard: if silent { heard } else { Some(porf) } }
    }

    /// A clock, as the system is told of it.
    pub(super) fn told(&self, clock: Clock) -> &[u32] {
        if self.tells_clocks { self.clocks.slice(clock) } else { &[] }
    }

    /// Tells the system of the newest event, and runs its thread to its next operation.
    fn perform<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S, place: usize) -> Pending<T> {
        let Entry { thread, kind, before: Lane { pending, count, .. }, object, content, porf, .. } =
            self.entries[place];
        let stuck = |why| Pending { op: Op::Stuck(why), ..pending };
        let (me, count) = (ThreadId(thread), count + 1);
        let mut answer = Answer::Done;
        match pending.op {
            Op::Sync { op, .. } if op.is_wait() => answer = Answer::Value(0),
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } if object == NONE => {
                return stuck(Stuck::Limit(Limit::MixedSize));
            }
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } | Op::Sync { .. } => {
                // It was enabled.
                let effect = effect(system, thread, &pending.op, content).unwrap_or(Effect::DONE);
                if let Some(value) = effect.written {
                    self.locations[object].content = Content { value, defined: true };
                }
                let at = At { thread: me, epoch: count, clock: self.told(porf) };
                if let Err(fault) = tell(system, at, (&pending.op, pending.site), &effect) {
                    return stuck(Stuck::Fault(fault));
                }
                answer = effect.answer;
            }
            Op::Choice { .. } => {
                let Kind::Choice(value) = kind else { return pending };
                answer = Answer::Value(u64::from(value));
            }
            Op::Spawn => match self.spawn(system, place) {
                Some(child) => answer = Answer::Thread(child),
                None => return stuck(Stuck::Limit(Limit::Threads)),
            },
            Op::Join { .. } | Op::Fence { .. } | Op::Stuck(_) => {}
        }
        system.resume(At { thread: me, epoch: count + 1, clock: self.told(porf) }, pending.state, answer)
    }

    /// Begins the thread that the newest event starts.
    fn spawn<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S, place: usize) -> Option<ThreadId> {
        let Entry { thread, before, past, porf, .. } = self.entries[place];
        let child = self.names.child(system, ThreadId(thread), before.spawned, MAX_THREADS)?;
        if self.lanes.get(child.index()).is_some_and(Option::is_some) {
            return None;
        }
        if let Some(lane) = &mut self.lanes[thread as usize] {
            lane.spawned += 1;
        }
        let mut begun = self.clocks.copy(past);
        self.clocks.set(&mut begun, child.0, 1);
        let mut begun_porf = begun;
        if past != porf {
            begun_porf = self.clocks.copy(porf);
            self.clocks.set(&mut begun_porf, child.0, 1);
        }
        let at = At { thread: child, epoch: 2, clock: self.told(begun_porf) };
        let pending = system.begin(at, before.pending.state, child);
        let object = self.object(system, &pending.op);
        if self.lanes.len() <= child.index() {
            self.lanes.resize(child.index() + 1, None);
            self.standing.resize(child.index() + 1, Standing::Nowhere);
        }
        self.standing[child.index()] = Standing::before(&pending.op);
        let lane = Lane { pending, object, count: 1, spawned: 0, last: place as u32, past: begun, porf: begun_porf };
        self.lanes[child.index()] = Some(lane);
        self.entries[place].child = child.0;
        Some(child)
    }

    /// Takes the newest event back.
    pub(super) fn undo<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S) -> Option<Id> {
        let entry = self.entries.pop()?;
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
