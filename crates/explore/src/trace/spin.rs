//! Threads that wait in loops ([`Stuck::Spin`]): accesses that would leave their thread waiting are
//! not performed, as if they were operations that wait; and whether what a waiting thread has
//! looked at has changed since.
//!
//! *A load that is known to leave its thread waiting is not enabled* (`Foresight::waits`), and
//! neither is a read-modify-write that would write what it reads, after which, as the system is
//! asked, the thread waits. Both depend on what the thread has done and what it would find only,
//! that is, on what comes before the access. What is left are traces like any others, in which some
//! accesses are enabled only after some writes, as a lock operation is. So such an access, enabled
//! or not, races with the newest write of its location that is not in its past and before which it
//! would have been enabled: what comes after that write there depends on it and is not in the
//! sequence that reverses the race, and at what is left the access is enabled. That it races with
//! no older one is as with locks: the older race is one of the trace in which the newer is
//! reversed. A read in between is no obstacle, and no race, unless the access is performed and
//! writes, when it was enabled before the read as well, which found the same. Sleep sets, initials
//! and wakeup trees speak of dependent moves alone, and nothing becomes enabled or disabled without
//! a move that depends on it: so the traces without stale waits are explored as the papers say, by
//! `optimal` once each.
//!
//! Not a compare-and-swap, which may write what it finds, and only read when the wait ends; and not
//! an access after which the round has plain accesses that may take part in a race
//! (`RaceView::may_race`): nobody would perform these. They are accesses as any others.
//!
//! *What is lost* are traces in which a thread waits although what it looked at was overwritten.
//! Nothing comes after that access in its thread, and nobody needs what it writes, which was there
//! already. So the rest of the trace is one without it; take any maximal one that begins with that.
//! All faults of the rest are in it. Where a trace can go no further, the waiting accesses are
//! performed all the same, to be told (and then taken back): liveness faults need only such waits.
//!
//! *Races of plain accesses* are the exception: the stale access itself may be one of the two, and
//! be ordered with the other once it is performed, by what it reads then. So, when an access is
//! performed, or found to wait for ever, it is asked of each content at which it was held back
//! whether it would have been a race with anything performed so far, having read that
//! ([`Trace::races_of_wait`]). If so, the trace is performed once more with the access where it
//! reads that, so that the race is seen, and then as it was ([`Trace::show_stale`]). The newest
//! such content is taken: before an older one there may be read-modify-writes that would read from
//! the access, if it writes what it reads, and order it before all that comes after them. The one
//! after the newest does not stand between the two: what the access races with comes before that,
//! or reading from it would be a race, too. Plain accesses that are still to come, and come after
//! the access in every trace, come after its earlier rounds, too. Contents from before the newest
//! write that it races with anyway are asked about in the trace in which that race is reversed.
//!
//! *Read-modify-writes that wait* are told to the system as writes at the end of a trace, where all
//! that wait are performed one after another: what accesses the same location then reads from them,
//! and comes after all that their threads have done. That would hide races with plain accesses of
//! these threads, which it need not come after. So it is performed without them first, and taken
//! back ([`Trace::perform_waits`]).
//!
//! Not covered: waits that are not foreseen, in loads and failing compare-and-swaps: they are
//! events as any others. So are compare-and-swaps in vain that write what they find: they are
//! writes, so that their orders, which `graph` does not tell apart, are explored once each.

use super::TraceSystem;
use super::race::members;
use super::report::stepped;
use super::state::{Access, Event, Id, Last, NONE, Trace};
use crate::drive::ending::{Look, Spin, looks};
use crate::drive::locations::{Content, Location};
use crate::drive::report::Report;
use smallvec::SmallVec;
use threadbare_op::{Answer, At, Op, Pending, Stuck, ThreadId, Written};

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
        let Pending { op, state, .. } = self.lane(thread).pending;
        let answer = content.read();
        match op {
            Op::Load { .. } => system.waits(ThreadId(thread), state, answer) == Some(true),
            Op::Rmw { .. } => {
                let is_in_vain = content.defined && op.written(content.value) == Written::Value(content.value);
                is_in_vain && self.would_wait(system, thread, answer, source)
            }
            _ => false,
        }
    }

    /// The same by asking the system. What comes after the access must not be part of a race.
    fn would_wait<S>(&self, system: &mut S, thread: u32, answer: Answer, source: Id) -> bool
    where
        S: TraceSystem<State = T>,
    {
        let mark = system.mark();
        let porf = self.porf_reading(system, thread, source);
        let at = At { thread: ThreadId(thread), epoch: porf[thread as usize] + 1, clock: &porf };
        let next = system.resume(at, self.lane(thread).pending.state, answer);
        let waits = matches!(next.op, Op::Stuck(Stuck::Spin { .. })) && !system.may_race(mark);
        system.undo(mark);
        waits
    }

    /// The writes that race with an access which is held back while it would leave its thread
    /// waiting.
    pub(super) fn races_of_wait<S>(&mut self, system: &mut S, thread: u32, access: Access, races: &mut Vec<Id>)
    where
        S: TraceSystem<State = T>,
    {
        let past = &self.clocks(thread).dep;
        let (mut may_race, mut stale) = (None, None);
        let mut at = self.last(access).write;
        while at != NONE && !self.is_in(past, at) {
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

    /// If a stale access was found to be part of a race: performs the trace with it, before the
    /// write that made it stale, and then again as it was. Of each place one race is enough.
    pub(super) fn show_stale<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>) {
        let Some((thread, write)) = self.stale.take() else { return };
        let site = self.lane(thread).pending.site;
        if self.shown.contains(&site) {
            return;
        }
        self.shown.push(site);
        let step = |event: &Event<T>| (event.thread, event.choice, event.disturbs);
        let steps: Vec<_> = self.events[write as usize..].iter().map(step).collect();
        let past = self.clocks(thread).dep;
        let (mut first, mut then): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for id in write..self.events.len() as Id {
            let event = self.event(id);
            if self.is_in(&past, id) { &mut first } else { &mut then }.push((event.thread, event.choice));
        }
        let stale = std::iter::once((thread, None));
        self.shorten(report, write);
        for (thread, choice) in first.into_iter().chain(stale).chain(then) {
            if !self.has_begun(thread) || self.lane(thread).pending.op.is_stuck() {
                break;
            }
            let access = self.access(report.system, thread);
            self.step(report.system, thread, access, choice);
            stepped(report, self);
        }
        self.shorten(report, write);
        for (thread, choice, disturbs) in steps {
            let access = self.access(report.system, thread);
            self.step(report.system, thread, access, choice);
            self.note_disturbed(disturbs);
        }
    }

    /// Takes back all events from this one on.
    fn shorten<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>, from: Id) {
        while self.events.len() > from as usize {
            self.undo(report.system);
        }
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
            let Access { loc, writes } = self.access(report.system, thread);
            if written.contains(&loc) {
                self.perform_wait(report, thread);
                self.undo(report.system);
            }
            if writes {
                written.push(loc);
            }
        }
    }

    fn perform_wait<S: TraceSystem<State = T>>(&mut self, report: &mut Report<'_, S>, thread: u32) {
        let access = self.access(report.system, thread);
        self.step(report.system, thread, access, None);
        stepped(report, self);
    }

    /// The threads of the trace that wait in loops.
    pub(super) fn spins<S: TraceSystem>(&self, system: &mut S) -> Vec<Spin> {
        let mut spins = Vec::new();
        for (thread, lane) in self.threads() {
            if let Op::Stuck(Stuck::Spin { events }) = lane.pending.op {
                spins.push(Spin::of(system, thread, lane.pending.site, self.iteration(thread, events)));
            }
        }
        spins
    }

    /// What the last `events` events of a thread have looked at, the last thing first.
    fn iteration(&self, thread: u32, events: u32) -> impl Iterator<Item = Look> {
        let own = self.events.iter().rev().filter(move |event| event.thread == thread).take(events as usize);
        own.filter(|event| looks(&event.before.op)).map(|event| Look {
            op: event.before.op,
            site: event.before.site,
            then: event.content,
            now: self.content(event.access.loc),
        })
    }
}
