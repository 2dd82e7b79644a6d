//! The end of a trace: the last thread joins the others, and nothing else is to come.
//!
//! Joins conflict with nothing, and the traces of most programs end with one for each thread. Where every other thread has come to its end,
//! they are no events: the thread is told of them one after another, with the clocks that the events would have, and if it comes to
//! its end, or the program's, that way, so has the execution. Then all is taken back. If it comes to anything else, a fault say, the joins
//! are performed as events like others.
//!
//! *Nothing is lost.* Each step is run (or [remembered](System::remember)) as for an event, so that its races, limits and faults are found.
//! A join is in no race of the trace and disturbs nobody, as no one else is left. What is missing are the joins at the end of a sequence that
//! reverses a race ([`super::wakeup`]). They are independent of all else in it, except that they come after the ends of threads, and after each other:
//! from where the sequence leads, the exploration comes to them by itself. Whether a move that sleeps, or stands in a tree, begins the sequence is
//! answered as with them: if it is of another thread, they do not conflict with it. If it is of the joining thread, it is such
//! a join itself, possible there: with it in the sequence it would be an initial, without it is independent of all.
//!
//! So that joins come last, other operations are preferred to them where any would do ([`super::optimal`]), as long as that pays. That nothing
//! but joins follows one is expected at places where it was so before ([`Tails`]): else steps would be performed in vain.

use super::state::Trace;
use crate::clock::{Clock, join_all};
use crate::report::Report;
use threadbare_op::{Answer, At, Op, Site, Stuck, System, ThreadId};

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

    /// Has the last thread join the others up to its end, and tells of the execution that has ended so. False, with nothing done, if it comes to
    /// something else.
    pub(super) fn join_the_rest<S>(&self, report: &mut Report<'_, S>, thread: u32) -> bool
    where
        S: System<State = T>,
    {
        let mark = report.system.mark();
        let (mut porf, mut next) = (self.clocks(thread).porf, self.lane(thread).pending);
        let mut joins = 0;
        while let Op::Join { thread: child } = next.op
            && let Some(end) = self.end_of(child)
        {
            joins += 1;
            let count = self.counts[thread as usize] + joins;
            join_all(&mut porf, end);
            porf[child.index()] = self.counts[child.index()] + 1;
            porf[thread as usize] = count;
            report.performed(self.events.len() + joins as usize);
            let at = At { thread: ThreadId(thread), epoch: count + 1, clock: &porf };
            next = report.system.resume(at, next.state, Answer::Done);
        }
        let has_ended = matches!(next.op, Op::Stuck(Stuck::Finished | Stuck::ProgramExit));
        if has_ended {
            report.ended(true, &mut || self.schedule_with((0..joins).map(|_| ThreadId(thread))));
        }
        report.system.undo(mark);
        has_ended
    }

    /// What the system is told to come before the end of a thread, if it has come to that.
    fn end_of(&self, thread: ThreadId) -> Option<&Clock<W>> {
        let lane = self.lanes.get(thread.index())?.as_ref()?;
        let has_ended = matches!(lane.pending.op, Op::Stuck(Stuck::Finished));
        has_ended.then(|| &self.clocks(thread.0).porf)
    }
}
