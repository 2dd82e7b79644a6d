//! The end of a trace: the last thread joins the others, and nothing else is to come.
//!
//! Joins conflict with nothing, and the traces of most programs end with one for each thread. Where
//! every other thread has come to its end, they are no events: the thread is told of them one after
//! another, with the clocks that the events would have, and if it comes to its end, or the
//! program's, that way, so has the execution. Then all is taken back. If it comes to anything else,
//! a fault say, the joins are performed as events like others.
//!
//! *Nothing is lost.* Each step is run (or [remembered](threadbare_op::Remember)) as for an event,
//! so that its races, limits and faults are found. A join is in no race of the trace and disturbs
//! nobody, as no one else is left. What is missing are the joins at the end of a sequence that
//! reverses a race ([`super::wakeup`]). They are independent of all else in it, except that they
//! come after the ends of threads, and after each other: from where the sequence leads, the
//! exploration comes to them by itself. Whether a move that sleeps, or stands in a tree, begins the
//! sequence is answered as with them: if it is of another thread, they do not conflict with it. If
//! it is of the joining thread, it is such a join itself, possible there: with it in the sequence
//! it would be an initial, without it is independent of all.
//!
//! A step that is remembered, and does nothing but join, need not be performed at all
//! ([`threadbare_op::Remember::joins_ahead`]): it touches nothing that another could race with, and
//! nobody is left whose clocks would be joined with those of the thread. Only what follows the last
//! join is performed, with the ends of all threads before it.
//!
//! So that joins come last, other operations are preferred to them where any would do
//! ([`mod@super::optimal`]), as long as that pays. That nothing but joins follows one is expected at
//! places where it was so before ([`Tails`]): else steps would be performed in vain.

use super::TraceSystem;
use super::race::{Threads, members, one};
use super::state::Trace;
use crate::drive::clock::{Clock, join_all};
use crate::drive::report::Report;
use crate::waits::ending::Ending;
use threadbare_op::{Answer, At, Op, Site, ThreadId};

/// What is known of the joins at the ends of traces.
#[derive(Debug, Default)]
pub(super) struct Tails {
    /// Where they are.
    places: Vec<Site>,
    /// Where something else than joins and the end has come after them, too.
    given_up: Vec<Site>,
    /// Some trace has ended with something else.
    others: bool,
}

impl Tails {
    /// Whether joins are to be put off.
    pub(super) const fn come(&self) -> bool {
        !self.others && self.given_up.is_empty()
    }

    /// Whether nothing but joins is expected to follow one at this place.
    pub(super) fn begin_at(&self, place: Site) -> bool {
        self.places.contains(&place) && !self.given_up.contains(&place)
    }

    /// It was not so.
    pub(super) fn give_up(&mut self, place: Site) {
        self.given_up.push(place);
    }

    /// A trace has ended, with all threads at their end.
    pub(super) fn note<T: Copy, const W: usize>(&mut self, trace: &Trace<T, W>) {
        let joins = trace.events.iter().rev().take_while(|event| matches!(event.before.op, Op::Join { .. }));
        let known = self.places.len();
        let mut any = false;
        for event in joins {
            any = true;
            if self.places[..known].contains(&event.before.site) {
                break;
            }
            self.places.push(event.before.site);
        }
        self.others |= !any;
    }
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// Whether every other thread has come to its end, while this one stands at a join.
    pub(super) fn is_last(&self, thread: u32) -> bool {
        self.unfinished.count_ones() == 1 && matches!(self.lane(thread).pending.op, Op::Join { .. })
    }

    /// Has the last thread join the others up to its end, and tells of the execution that has ended
    /// so. False, with nothing done, if it comes to something else.
    pub(super) fn join_the_rest<S>(&self, report: &mut Report<'_, S>, thread: u32) -> bool
    where
        S: TraceSystem<State = T>,
    {
        let system = &mut *report.system;
        let known = taking_back(system, |system| self.joins_again(system, thread));
        let mut joins = || taking_back(system, |system| self.joins(system, thread));
        // (A run that is being stopped comes to nothing.)
        debug_assert!(known.is_none() || joins().is_none_or(|now| known == Some(now)), "what joins came to before");
        let Some(joins) = known.or_else(joins) else { return false };
        report.performed_all(self.events.len() + 1..=self.events.len() + joins as usize);
        report.ended(Ending::Complete, &mut || self.schedule_with((0..joins).map(|_| ThreadId(thread))));
        true
    }

    /// The number of joins after which a thread comes to its end, if it does; performs them.
    fn joins<S: TraceSystem<State = T>>(&self, system: &mut S, thread: u32) -> Option<u32> {
        let (mut porf, mut next) = (self.clocks(thread).porf, self.lane(thread).pending);
        let mut joins = 0;
        while let Op::Join { thread: child } = next.op
            && self.has_ended(child)
        {
            joins += 1;
            next = system.resume(self.after_joining(&mut porf, thread, joins, one(child.0)), next.state, Answer::Done);
        }
        next.op.has_ended().then_some(joins)
    }

    /// The same if what follows them is remembered, and all but the last, of which this is not
    /// asked, depend on the thread alone. Those need not be performed.
    fn joins_again<S: TraceSystem<State = T>>(&self, system: &mut S, thread: u32) -> Option<u32> {
        let (mut joins, mut joined): (u32, Threads) = (0, 0);
        let mut joins_one = |child: ThreadId| {
            let has_ended = self.has_ended(child);
            if has_ended {
                joins += 1;
                joined |= one(child.0);
            }
            has_ended
        };
        let mut next = system.joins_ahead(self.lane(thread).pending, &mut joins_one);
        if let Op::Join { thread: child } = next.op
            && joins_one(child)
        {
            let mut porf = self.clocks(thread).porf;
            next =
                system.resume_again(self.after_joining(&mut porf, thread, joins, joined), next.state, Answer::Done)?;
        }
        next.op.has_ended().then_some(joins)
    }

    /// What comes before the last of so many joins, with which a thread has joined these; `porf`
    /// comes before its thread already.
    fn after_joining<'a>(&self, porf: &'a mut Clock<W>, thread: u32, joins: u32, joined: Threads) -> At<'a> {
        let are_all = joined | one(thread) == self.begun;
        for child in members(joined) {
            if !are_all {
                join_all(porf, &self.clocks(child).porf);
            }
            // For the system its end counts as an event.
            porf[child as usize] = self.counts[child as usize] + 1;
        }
        let count = self.counts[thread as usize] + joins;
        porf[thread as usize] = count;
        At { thread: ThreadId(thread), epoch: count + 1, clock: porf }
    }
}

/// Does something, and takes back what it has performed.
fn taking_back<S: TraceSystem, R>(system: &mut S, what: impl FnOnce(&mut S) -> R) -> R {
    let mark = system.mark();
    let result = what(system);
    system.undo(mark);
    result
}
