//! An execution as far as it is known: threads, their events, and the annotated partial order on
//! them. Steps can be taken back.
//!
//! Besides its place in the order each event has two clocks. *porf* (program order and reads-from)
//! is what the system is told: data races are pairs that it does not order. *known* is the part of
//! porf that matters to plain accesses: for each thread its last event before which, or with which,
//! it accessed something plainly. Two writes of the same value with different *known* clocks are
//! different sources: reading from one or the other makes other plain accesses ordered.

use super::alone::Writers;
use super::candidates::{Group, effect, unread_effect};
use super::{Centric, CentricMistake};
use crate::ThreadNames;
use crate::drive::clock::{Clock, join_all, join_ended};
use crate::drive::effect::{Effect, MIXED, synchronises, tell};
use crate::drive::locations::{Content, Locations};
use crate::drive::threads::{Threads, answered, start};
use crate::values::closure::{self, Closed};
use crate::values::good::Good;
use crate::values::order::{Id, NONE};
use crate::waits::stuck::ends_section;
use threadbare_op::{Answer, At, FaultKind, Mark, Misuse, Op, Pending, RaceView, Schedule, Stuck, ThreadId, Word};

/// A thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane<T, const W: usize> {
    pub(super) pending: Pending<T>,
    /// The location that this concerns; [`NONE`].
    pub(super) loc: u32,
    /// Number of its events, its beginning included.
    pub(super) count: u32,
    spawned: u32,
    /// Its last event, or its spawn; [`NONE`] for main at first.
    pub(super) last: Id,
    /// If it has met a fault for which another thread is to blame: when that did what it is blamed
    /// for ([`RaceView::other_epoch`]).
    pub(super) other_epoch: u32,
    porf: Clock<W>,
    pub(super) known: Clock<W>,
}

/// An event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event<T, const W: usize> {
    pub(super) thread: u32,
    /// Its thread before it.
    pub(super) before: Lane<T, W>,
    pub(super) choice: Option<u32>,
    pub(super) child: Option<u32>,
    /// What it was told.
    pub(super) answer: Answer,
    /// What it writes, if it does.
    pub(super) written: Word,
    /// It was found to be a fault whatever it reads: it has no effect.
    pub(super) is_refused: bool,
    mark: Mark,
    porf: Clock<W>,
    /// What happens before who reads what it has written.
    heard: Clock<W>,
    pub(super) known: Clock<W>,
}

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    events: usize,
    order: closure::Mark,
}

/// An event that was added, but of which its thread has not been told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    answer: Answer,
    stuck: Option<Stuck>,
    other_epoch: u32,
    /// The system before the thread is told.
    told: Mark,
    /// The order before it.
    order: closure::Mark,
}

pub(super) struct Execution<T, const W: usize> {
    pub(super) lanes: [Option<Lane<T, W>>; W],
    pub(super) events: Vec<Event<T, W>>,
    pub(super) p: Closed<W>,
    /// Their content is the initial one.
    pub(super) locations: Locations<Writers<W>>,
    pub(super) names: ThreadNames,
    pub(super) root: Option<u32>,
    pub(super) settings: Centric,
    /// A fault was met that goes by the order of events.
    pub(super) is_racy: bool,
}

impl<T: Copy, const W: usize> Execution<T, W> {
    pub(super) fn new(main: Pending<T>, settings: Centric) -> Self {
        let mut lanes = [None; W];
        let mut begun = [0; W];
        begun[0] = 1;
        let known = [0; W];
        let main =
            Lane { pending: main, loc: NONE, count: 1, spawned: 0, last: NONE, other_epoch: 0, porf: begun, known };
        lanes[0] = Some(main);
        let mut begun = Self {
            lanes,
            events: Vec::new(),
            p: Closed::default(),
            locations: Locations::default(),
            names: ThreadNames::within(W),
            root: None,
            settings,
            is_racy: false,
        };
        begun.stands(0, main.pending);
        begun
    }

    pub(super) fn lane(&self, thread: u32) -> &Lane<T, W> {
        self.lanes[thread as usize].as_ref().expect("the thread has begun")
    }

    pub(super) fn lane_mut(&mut self, thread: u32) -> &mut Lane<T, W> {
        self.lanes[thread as usize].as_mut().expect("the thread has begun")
    }

    /// The threads that have begun, and what they are about to do.
    pub(super) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T, W>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }

    /// How many events each thread has.
    pub(super) fn counts(&self) -> Clock<W> {
        std::array::from_fn(|thread| self.lanes[thread].as_ref().map_or(0, |lane| lane.count))
    }

    pub(super) fn event(&self, id: Id) -> &Event<T, W> {
        &self.events[id as usize]
    }

    /// The schedule of a linearisation.
    pub(super) fn schedule(&self, line: &[Id]) -> Schedule {
        let steps = line.iter().map(|id| self.event(*id)).map(|event| (ThreadId(event.thread), event.choice));
        self.names.schedule(steps)
    }

    pub(super) fn has(&self, mistake: CentricMistake) -> bool {
        self.settings.makes(mistake)
    }

    /// The location that the next operation of a thread touches; [`NONE`].
    pub(super) fn location_of<S: RaceView>(&mut self, system: &mut S, thread: u32) -> u32 {
        let loc = self.lane(thread).loc;
        if loc != NONE {
            self.locations.renew(system, loc);
        }
        loc
    }

    /// What comes before the end of an event.
    pub(super) fn upto(&self, last: Id) -> Clock<W> {
        if last == NONE { [0; W] } else { *self.p.order.upto(last) }
    }

    /// What happens before who reads what this event has written.
    fn left_by(&self, write: Id) -> Clock<W> {
        if write == NONE { [0; W] } else { self.event(write).heard }
    }

    /// Adds the next event of a thread, which reads from a write of the group (if it reads).
    pub(super) fn add<S: RaceView<State = T>>(
        &mut self,
        system: &mut S,
        thread: u32,
        from: Option<&Group<W>>,
        choice: Option<u32>,
    ) -> Fresh {
        let before = *self.lane(thread);
        let Pending { op, site, .. } = before.pending;
        let (mark, count) = (system.mark(), before.count + 1);
        let loc = self.location_of(system, thread);
        let (mut porf, mut known) = (before.porf, before.known);
        let left = self.left_by(from.map_or(NONE, |group| group.source));
        if let Some(Group { known: theirs, effect, .. }) = from {
            known = *theirs;
            if !effect.silent && synchronises(system, &op) {
                join_all(&mut porf, &left);
            }
        }
        if let Op::Join { thread: child } = op {
            let ended = self.lane(child.0);
            join_ended(&mut porf, child, &ended.porf, ended.count);
            join_all(&mut known, &ended.known);
        }
        porf[thread as usize] = count;
        let through = if op.is_plain_part() { left } else { [0; W] };
        let heard = if synchronises(system, &op) { porf } else { through };
        let mut effect = from.map_or_else(|| unread_effect(&op, choice), |group| group.effect);
        let mut is_refused = false;
        let is_mixed = loc != NONE && self.locations[loc].mixed;
        let stuck = if is_mixed {
            self.locations.note_overlap(system, &op, site);
            Some(MIXED)
        } else {
            let at = At { thread: ThreadId(thread), epoch: count, clock: &porf };
            tell(system, at, (&op, site), &effect).err()
        };
        if op.loc().is_some() && !is_mixed {
            // An access that races is performed, as it is if it comes before the other one.
            is_refused = matches!(stuck, Some(Stuck::Fault(id)) if system.fault(id).kind != FaultKind::DataRace);
            if system.order_matters(mark) {
                known[thread as usize] = count;
            }
        }
        if is_refused || effect.misuse.is_some() || is_mixed {
            effect.written = None;
        }
        let order = self.p.mark();
        let id = self.put(&before, thread, loc, from.map(|group| group.good.clone()), effect.written.is_some());
        let (written, answer) = (effect.written.unwrap_or_default(), effect.answer);
        self.events.push(Event {
            thread,
            before,
            choice,
            child: None,
            answer,
            written,
            is_refused,
            mark,
            porf,
            heard,
            known,
        });
        let lane = self.lane_mut(thread);
        (lane.count, lane.last, lane.porf, lane.known) = (count, id, porf, known);
        Fresh { answer, stuck, other_epoch: system.other_epoch(), told: system.mark(), order }
    }

    /// Puts an event into the order.
    fn put(&mut self, before: &Lane<T, W>, thread: u32, loc: u32, good: Option<Good>, writes: bool) -> Id {
        let mut after: Vec<Id> = vec![before.last];
        if let Op::Join { thread: child } = before.pending.op {
            after.push(self.lane(child.0).last);
        }
        after.retain(|id| *id != NONE);
        if loc == NONE {
            return self.p.push(thread, &after);
        }
        self.locations[loc].live += 1;
        let good = good.filter(|_| !(writes && self.has(CentricMistake::UnboundRmw)));
        self.p.access(thread, &after, loc, good, writes)
    }

    /// As [`Self::add`], for an operation on an object that the thread has held since its event
    /// `since`.
    pub(super) fn add_holding<S: RaceView<State = T>>(&mut self, system: &mut S, thread: u32, since: Id) -> Fresh {
        let Pending { op, .. } = self.lane(thread).pending;
        let content = Content { value: self.event(since).written, defined: true };
        // The caller has asked whether it waits.
        let blocked = Effect { misuse: Some(Misuse::NotHolder), ..Effect::DONE };
        let effect = effect(system, &op, thread, content).unwrap_or(blocked);
        let mut good = Good::default();
        self.include(&mut good, since);
        let known = self.lane(thread).known;
        self.add(system, thread, Some(&Group { effect, is_local: false, known, source: since, good }), None)
    }

    /// Tells the thread of the newest event about it. Says whether something was taken out of the
    /// order.
    pub(super) fn tell<S: RaceView<State = T>>(&mut self, system: &mut S, fresh: Fresh) -> bool {
        let Some(&Event { thread, before, .. }) = self.events.last() else { return false };
        if let Some(stuck) = fresh.stuck {
            let is_freed = self.set_free(&before, fresh.order);
            self.stands(thread, before.pending.stopped(stuck));
            self.note_fault(system, thread);
            self.lane_mut(thread).other_epoch = fresh.other_epoch;
            return is_freed;
        }
        let Some(answer) = answered(self, system, ThreadId(thread), &before.pending, fresh.answer) else {
            return false;
        };
        let mark = system.mark();
        let at = Threads::<S>::at(self, ThreadId(thread));
        let pending = system.resume(at, before.pending.state, answer);
        self.has_run(system, thread, mark, pending);
        false
    }

    /// The newest event, which is known to be real: if it was refused, what it reads no longer
    /// matters.
    fn set_free(&mut self, before: &Lane<T, W>, order: closure::Mark) -> bool {
        let (id, newest) = (self.events.len() as Id - 1, self.events.len() - 1);
        let loc = self.p.variable(id);
        let is_freed = self.events[newest].is_refused && loc != NONE;
        if is_freed {
            self.locations[loc].live -= 1;
            self.p.undo(order);
            let thread = self.events[newest].thread;
            self.put(before, thread, NONE, None, false);
        }
        is_freed
    }

    /// A thread, which is in the execution, has run to where it stands now, from `mark` on.
    fn has_run<S: RaceView<State = T>>(&mut self, system: &S, thread: u32, mark: Mark, pending: Pending<T>) {
        let (matters, other_epoch) = (system.order_matters(mark), system.other_epoch());
        self.stands(thread, pending);
        self.note_fault(system, thread);
        let lane = self.lane_mut(thread);
        lane.other_epoch = other_epoch;
        if matters {
            lane.known[thread as usize] = lane.count + 1;
        }
    }

    /// The thread has met something that is beyond this explorer.
    pub(super) fn stop(&mut self, thread: u32, stuck: Stuck) {
        self.stands(thread, self.lane(thread).pending.stopped(stuck));
    }

    pub(super) fn point(&self) -> Point {
        Point { events: self.events.len(), order: self.p.mark() }
    }

    /// Goes back to `point`, at which the thread of the newest event has not been told of it if it
    /// is `fresh`.
    pub(super) fn undo<S: RaceView<State = T>>(&mut self, system: &mut S, point: Point, fresh: Option<&Fresh>) {
        while self.events.len() > point.events {
            let Some(event) = self.events.pop() else { break };
            if let Some(child) = event.child {
                self.lanes[child as usize] = None;
            }
            let loc = self.p.variable(self.events.len() as Id);
            if loc != NONE {
                self.locations[loc].live -= 1;
            }
            self.lanes[event.thread as usize] = Some(event.before);
            if self.events.len() == point.events {
                system.undo(event.mark);
            }
        }
        let Some((id, fresh)) = self.events.len().checked_sub(1).zip(fresh) else {
            self.p.undo(point.order);
            return;
        };
        system.undo(fresh.told);
        let (id, Event { thread, before, .. }) = (id as Id, self.events[id]);
        let lane = self.lane_mut(thread);
        (lane.pending, lane.loc) = (before.pending, before.loc);
        let was_free = self.p.variable(id) == NONE;
        self.p.undo(point.order);
        let loc = self.p.variable(id);
        if was_free && loc != NONE {
            self.locations[loc].live += 1;
        }
    }

    /// What the last iteration of a thread that waits in a loop, of so many events, has read; the
    /// last thing first.
    pub(super) fn iteration(&self, thread: u32, events: u32) -> impl Iterator<Item = Id> {
        let own = self.p.order.chain(thread).iter().rev().take(events as usize).copied();
        own.filter(|id| self.p.good(*id).is_some())
    }

    /// Whether a section ends among the last `events` events of a thread.
    pub(super) fn has_section(&self, thread: u32, events: u32) -> bool {
        let mut own = self.p.order.chain(thread).iter().rev().take(events as usize);
        own.any(|id| ends_section(&self.event(*id).before.pending.op))
    }

    /// Adds a read to the order (but no event) that comes after all events, and is told what event
    /// `id` was.
    pub(super) fn add_last_look<S: RaceView>(&mut self, system: &mut S, thread: u32, id: Id) {
        let Event { thread: of, before, answer, .. } = *self.event(id);
        let loc = self.p.variable(id);
        let mut good = Good::default();
        let writes = self.p.writes(loc).iter().map(|write| write.id);
        for write in [NONE].into_iter().chain(writes) {
            let content = self.content(loc, write);
            if effect(system, &before.pending.op, of, content).is_some_and(|now| now.answer == answer) {
                self.include(&mut good, write);
            }
        }
        let ends: Vec<Id> = self.threads().map(|(_, lane)| lane.last).filter(|last| *last != NONE).collect();
        self.p.access(thread, &ends, loc, Some(good), false);
    }
}

impl<S: RaceView, const W: usize> Threads<S> for Execution<S::State, W> {
    fn at(&self, thread: ThreadId) -> At<'_> {
        let Lane { count, porf, .. } = self.lane(thread.0);
        At { thread, epoch: count + 1, clock: porf }
    }

    fn names(&mut self) -> &mut ThreadNames {
        &mut self.names
    }

    fn spawned(&mut self, thread: ThreadId) -> &mut u32 {
        &mut self.lane_mut(thread.0).spawned
    }

    fn begin(&mut self, system: &mut S, parent: ThreadId, child: ThreadId, state: S::State) {
        let id = self.events.len() - 1;
        let Event { mut porf, known, .. } = self.events[id];
        if parent == ThreadId::MAIN && self.lane(0).spawned == self.settings.root_child + 1 {
            self.root = Some(child.0);
        }
        porf[child.index()] = 1;
        let mark = system.mark();
        let pending = start(system, child, &porf, state);
        let last = id as Id;
        let lane = Lane { pending, loc: NONE, count: 1, spawned: 0, last, other_epoch: 0, porf, known };
        self.lanes[child.index()] = Some(lane);
        self.has_run(system, child.0, mark, pending);
        self.events[id].child = Some(child.0);
    }
}
