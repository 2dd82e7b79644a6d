//! Threads that wait in loops (`Stuck::Spin`): accesses that would leave their thread waiting are
//! not performed, as if they were operations that wait; and whether what a waiting thread has
//! looked at has changed since.
//!
//! Which accesses, and why no fault and no race is lost: docs/proofs/waits.md, claims 6 to 9. Where
//! a trace can go no further, the accesses that are held back are performed all the same, to be
//! told, and then taken back.
//!
//! Not covered: waits that are not foreseen, in loads and failing compare-and-swaps: they are
//! events as any others. So are compare-and-swaps in vain that write what they find: they are
//! writes, so that their orders, which `graph` does not tell apart, are explored once each.

use super::TraceSystem;
use super::race::members;
use super::report::stepped;
use super::state::{Access, Event, Id, Kind, Last, NONE, Trace};
use crate::drive::clock::Clock;
use crate::drive::locations::{Content, Location};
use crate::drive::report::Report;
use crate::waits::hold::{foreseen, if_told, is_spin, writes_the_same};
use crate::waits::stuck::{Look, Spin, ends_section, is_overtaken, looks, round, spins};
use smallvec::SmallVec;
use threadbare_op::{Answer, At, Op, Pending, ThreadId};

impl<T: Copy, const W: usize> Trace<T, W> {
    /// Whether the access that a thread is about to perform would leave it waiting, as far as that
    /// is foreseen.
    #[inline]
    pub(super) fn waits_now<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> bool {
        !self.lane(thread).goes_on && self.judge(system, thread)
    }

    /// The same where it is not known that the thread goes on; notes it if so.
    fn judge<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> bool {
        let Pending { op, state, .. } = self.lane(thread).pending;
        let goes_on = match op {
            Op::Load { .. } => !system.may_wait(state),
            Op::Rmw { .. } => false,
            _ => true,
        };
        self.lane_mut(thread).goes_on = goes_on;
        if goes_on {
            return false;
        }
        let loc = self.location(system, thread, &op);
        let Location { content, mixed, more, .. } = self.locations[loc];
        if let Some((then, waits)) = self.lane(thread).judged
            && then == content
        {
            return waits;
        }
        let waits = !mixed && self.waits(system, thread, content, more.write);
        self.lane_mut(thread).judged = Some((content, waits));
        waits
    }

    /// Whether it would if it found this, as `source` left it ([`NONE`]: nobody wrote there).
    pub(super) fn waits<S>(&self, system: &mut S, thread: u32, content: Content, source: Id) -> bool
    where
        S: TraceSystem<State = T>,
    {
        let before = self.lane(thread).pending;
        let (op, answer) = (before.op, content.read());
        match op {
            Op::Rmw { .. } => writes_the_same(system, &op, content) && self.would_wait(system, thread, answer, source),
            _ => foreseen(system, thread, &before, answer) == Some(true),
        }
    }

    /// The same by asking the system. What comes after the access must not be part of a race.
    fn would_wait<S>(&self, system: &mut S, thread: u32, answer: Answer, source: Id) -> bool
    where
        S: TraceSystem<State = T>,
    {
        let porf = self.porf_reading(system, thread, source);
        let at = At { thread: ThreadId(thread), epoch: porf[thread as usize] + 1, clock: &porf };
        if_told(system, at, &self.lane(thread).pending, answer, |system, since, next| {
            is_spin(&next.op) && !system.may_race(since)
        })
    }

    /// The writes that race with an access which is held back while it would leave its thread
    /// waiting.
    pub(super) fn races_of_wait<S>(&mut self, system: &mut S, thread: u32, access: Access, races: &mut Vec<Id>)
    where
        S: TraceSystem<State = T>,
    {
        let mut past = self.clocks(thread).dep;
        let (mut may_race, mut stale) = (None, None);
        let mut at = self.seen(access).write;
        while at != NONE {
            if let Kind::Alike(_) = self.event(at).access.kind {
                if !self.wait_races_with_segment(system, thread, at, &mut past, races) {
                    break;
                }
                at = self.before_segment(at);
                continue;
            }
            if self.is_in(&past, at) {
                break;
            }
            let &Event { content, last_before: Last { write: source, .. }, .. } = self.event(at);
            if !self.waits(system, thread, content, source) {
                races.push(at);
                break;
            }
            // Whatever it reads from only adds to what it comes after.
            let may_race = *may_race.get_or_insert_with(|| self.would_race_reading(system, thread, content, NONE));
            if may_race && stale.is_none() && self.would_race_reading(system, thread, content, source) {
                stale = Some((thread, at));
            }
            at = source;
        }
        self.stale = stale.or(self.stale);
    }

    /// The same for a segment, given by its newest event. Whether the events before it may race with
    /// the access, too.
    fn wait_races_with_segment<S>(
        &mut self,
        system: &mut S,
        thread: u32,
        newest: Id,
        past: &mut Clock<W>,
        races: &mut Vec<Id>,
    ) -> bool
    where
        S: TraceSystem<State = T>,
    {
        if self.is_past(past, newest) {
            return false;
        }
        let op = self.lane(thread).pending.op;
        if !matches!(op, Op::Load { .. }) {
            // Only one that writes what it finds may wait.
            self.undecided |= self.may_find(system, newest, |system, content| writes_the_same(system, &op, content));
            self.all_races_with_segment(newest, *past, races);
            return false;
        }
        let goes_on = |system: &mut S, content| !self.waits(system, thread, content, NONE);
        if self.stays_possible(system, newest, goes_on) != Some(true) {
            self.undecided = true;
            return false;
        }
        let is_possible = |id| {
            let found = self.content_without(system, newest, id);
            goes_on(system, found)
        };
        let waits = self.races_with_segment(newest, past, is_possible, races);
        let content = self.event(newest).content;
        self.undecided |= waits && self.would_race_reading(system, thread, content, NONE);
        waits
    }

    /// If a stale access was found to be part of a race: performs the trace with it, before the
    /// write that made it stale, and then again as it was. Of each place one race is enough.
    pub(super) fn show_stale<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>) {
        let Some((thread, write)) = self.stale.take() else { return };
        if self.has_commuting() {
            self.undecided = true;
            return;
        }
        let site = self.lane(thread).pending.site;
        if self.shown.contains(&site) {
            return;
        }
        self.shown.push(site);
        let steps = self.steps_from(write);
        let past = self.clocks(thread).dep;
        let (mut first, mut then): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for id in write..self.events.len() as Id {
            let event = self.event(id);
            if self.is_in(&past, id) { &mut first } else { &mut then }.push((event.thread, event.choice));
        }
        let stale = std::iter::once((thread, None));
        self.shorten(report.system, write);
        for (thread, choice) in first.into_iter().chain(stale).chain(then) {
            if !self.has_begun(thread) || self.lane(thread).pending.op.is_stuck() {
                break;
            }
            let access = self.access_or_leaf(report.system, thread);
            self.step(report.system, thread, access, choice);
            stepped(report, self);
        }
        self.shorten(report.system, write);
        steps.iter().for_each(|step| self.step_again(report.system, step));
    }

    /// Performs the accesses that leave their threads waiting, where nobody else can go on.
    pub(super) fn perform_waits<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>) {
        self.perform_waits_alone(report);
        for thread in members(self.live) {
            if self.lane(thread).pending.op.loc().is_some() {
                self.perform_wait(report, thread);
            }
        }
    }

    /// Performs those accesses apart that would come after the read-modify-writes of others that
    /// wait, and takes each back.
    fn perform_waits_alone<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>) {
        let mut written: SmallVec<[u32; 4]> = SmallVec::new();
        for thread in members(self.live) {
            if self.lane(thread).pending.op.loc().is_none() {
                continue;
            }
            let access = self.access(report.system, thread);
            let loc = access.loc;
            if written.contains(&loc) {
                self.perform_wait(report, thread);
                self.undo(report.system);
            }
            if access.writes() {
                written.push(loc);
            }
        }
    }

    fn perform_wait<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>, thread: u32) {
        let access = self.access(report.system, thread);
        self.step(report.system, thread, access, None);
        match self.unconfirmed(report.system, thread) {
            Some(_) => self.undecided = true,
            None => stepped(report, self),
        }
    }

    /// The threads of the trace that wait in loops.
    pub(super) fn spins<S: TraceSystem<State = T>>(&self, system: &mut S) -> Vec<Spin> {
        let threads = self.threads().map(|(thread, lane)| (thread, &lane.pending));
        spins(system, threads, |thread, events| self.iteration(thread, events))
    }

    /// What the last `events` events of a thread have looked at, the last thing first.
    fn iteration(&self, thread: u32, events: u32) -> impl Iterator<Item = Look> {
        let own = self.events.iter().enumerate().rev().filter(move |(_, event)| event.thread == thread);
        own.take(events as usize).filter(|(_, event)| looks(&event.before.op)).map(|(place, event)| Look {
            op: event.before.op,
            site: event.before.site,
            then: event.content,
            now: self.content(event.access.loc),
            overtaken: ends_section(&event.before.op) && self.is_overtaken(place),
        })
    }

    /// Whether the lock of the event at this place has been used since.
    fn is_overtaken(&self, place: usize) -> bool {
        let loc = self.events[place].access.loc;
        let since = self.events[place + 1..].iter().rev().map(|event| (event.thread, event.access.loc == loc));
        is_overtaken(since, |thread| round(&self.lane(thread).pending.op))
    }
}
