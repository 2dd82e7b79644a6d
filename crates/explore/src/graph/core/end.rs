//! Ends of executions: no thread can go on.
//!
//! The end is classified and told. Then the revisits are made that are left: those by operations on
//! synchronisation objects that wait for ever (deviation 4 in the header of `graph`).

use super::consistency::Model;
use super::event::{Id, NONE, initial_of};
use super::hooks::{Hooks, Told};
use super::report::Voice;
use super::search::Search;
use super::stack::Choice;
use super::step::Step;
use super::system::GraphSystem;
use crate::sc::holders;
use crate::waits::ending::{Ending, ending};
use crate::waits::stuck::{Look, Spin, ends_section, looks, round};
use smallvec::SmallVec;
use threadbare_op::{Limit, Op, Pending, Site, Stuck, ThreadId};

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// No thread can go on: finds out what kind of end it is, then opens frames for the revisits of
    /// operations that wait for ever. The graph is complete: the search goes back.
    #[inline(never)]
    pub(crate) fn finish_execution(&mut self) -> Step {
        if !H::is_execution(self) {
            self.open_waiting();
            return Step::GoBack;
        }
        let over = self.all_have_ended();
        let end = if over { Ending::Complete } else { self.ending_of_all() };
        if let Ending::Deadlock(fault) = end {
            H::fault(self, fault, None, Told::Everything);
        }
        if self.report.voice == Voice::Muted {
            self.report.ended = Some(end);
        }
        // A deadlock may have been the last thing that somebody wanted to know.
        if self.is_told() && !self.report.is_stopped() {
            H::end(self, end);
        }
        if !over {
            self.open_waiting();
        }
        Step::GoBack
    }

    /// How the execution has ended, in which not all threads have come to their ends. Of a thread
    /// that would take back what it does for ever no more is said than that.
    fn ending_of_all(&mut self) -> Ending {
        let end = self.ending();
        let is_for_ever = matches!(end, Ending::Deadlock(_) | Ending::Abandoned(_));
        if is_for_ever && self.names.order().iter().any(|thread| self.goes_round(*thread)) {
            self.report.coverage.limit(Limit::TakesBack);
            return Ending::Blocked;
        }
        end
    }

    fn goes_round(&self, thread: ThreadId) -> bool {
        self.graph.lanes[thread.index()].is_some() && self.graph.round_of(thread.0) != NONE
    }

    /// Whether all threads have come to their ends.
    fn all_have_ended(&self) -> bool {
        self.names.order().iter().all(|thread| {
            let lane = self.graph.lanes[thread.index()].as_ref();
            lane.is_none_or(|lane| self.graph.pending_of(lane).op.has_ended())
        })
    }

    /// The threads that wait in loops.
    fn spins(&mut self, threads: &[(ThreadId, Op, Site)]) -> Vec<Spin> {
        let mut spins = Vec::new();
        for &(thread, op, site) in threads {
            if let Op::Stuck(Stuck::Spin { events, .. }) = op {
                spins.push(self.spin(thread, site, events));
            }
        }
        spins
    }

    /// What is to be said of a thread whose last `events` events are an iteration without effect.
    pub(crate) fn spin(&mut self, thread: ThreadId, stopped: Site, events: u32) -> Spin {
        let looked = self.iteration(thread.0, events);
        let first = self.graph.round_of(thread.0);
        let looked = looked.into_iter().filter(|(id, op, _)| looks(op) && !self.reads_its_own(*id, first));
        let seen = looked.map(|(id, op, site)| {
            let event = self.graph.event(id);
            let now = self.graph.value(self.graph.locations[event.loc].tail);
            let overtaken = ends_section(&op) && self.is_overtaken(id);
            Look { op, site, then: self.graph.value(event.rf), now, overtaken }
        });
        let seen: SmallVec<[Look; 4]> = seen.collect();
        Spin::of(self.system, thread.0, stopped, seen.into_iter())
    }

    /// Whether the lock of the end of a section has been used since.
    fn is_overtaken(&self, end: Id) -> bool {
        let later = |&id: &Id| Some(self.graph.event(id).co_next).filter(|&next| next != NONE);
        std::iter::successors(later(&end), later).any(|id| {
            let event = self.graph.event(id);
            let lane = self.graph.lane(event.thread);
            let since = self.graph.event(lane.last).count - event.count;
            since >= round(&self.graph.pending_of(lane).op)
        })
    }

    /// The last `events` events of the thread, the last one first, with their operations and
    /// places.
    pub(crate) fn iteration(&self, thread: u32, events: u32) -> SmallVec<[(Id, Op, Site); 4]> {
        let mut at = self.graph.lane(thread).last;
        let mut found = SmallVec::new();
        while at != NONE && found.len() < events as usize {
            let before = self.graph.event(at).po_prev;
            let Pending { op, site, .. } = *self.graph.pending_after(thread, before);
            found.push((at, op, site));
            at = before;
        }
        found
    }

    /// How the execution has ended, given that no thread can go on.
    pub(crate) fn ending(&mut self) -> Ending {
        let threads: SmallVec<[_; 16]> = self
            .graph
            .threads()
            .map(|(t, lane)| (ThreadId(t), self.graph.pending_of(lane)))
            .map(|(t, p)| (t, self.standing(t.0).unwrap_or(p.op), p.site))
            .collect();
        let spins = self.spins(&threads);
        let is_cut_short = threads.iter().any(|(_, op, _)| matches!(op, Op::Stuck(Stuck::Limit(_))));
        let waiting = threads.iter().filter(|(_, op, _)| is_cut_short && !op.is_stuck());
        let held: Vec<(ThreadId, Vec<ThreadId>)> =
            waiting.map(|(thread, op, _)| (*thread, self.holders(*op))).collect();
        let holders = |thread| held.iter().find(|(known, _)| *known == thread).map(|(_, holders)| holders.clone());
        ending(self.system, &threads, &spins, |_, thread, _| holders(thread).unwrap_or_default())
    }

    /// Who holds what an operation waits for.
    pub(crate) fn holders(&mut self, op: Op) -> Vec<ThreadId> {
        match op {
            Op::Join { thread } => vec![thread],
            Op::Sync { object, .. } => {
                let loc = self.object(object);
                let state = self.graph.value(self.graph.locations[loc].tail).value.state();
                holders(self.system.sync().get(state))
            }
            _ => Vec::new(),
        }
    }

    /// How a thread stands that has gone a round that takes back what it did: it waits.
    fn standing(&self, thread: u32) -> Option<Op> {
        let first = self.graph.round_of(thread);
        let last = self.graph.lane(thread).last;
        (first != NONE).then(|| {
            let events = self.graph.event(last).count - self.graph.event(first).count + 1;
            Op::Stuck(Stuck::Spin { events, in_call: false })
        })
    }

    /// Whether an event of the thread reads what its thread has written in the round from `first`
    /// on, which it would read again.
    fn reads_its_own(&self, id: Id, first: Id) -> bool {
        let source = self.graph.event(id).rf;
        if first == NONE || initial_of(source).is_some() {
            return false;
        }
        let (source, first) = (self.graph.event(source), self.graph.event(first));
        source.thread == first.thread && source.count >= first.count
    }

    fn open_waiting(&mut self) {
        for at in 0..self.names.order().len() {
            let thread = self.names.order()[at].0;
            let Some(lane) = &self.graph.lanes[thread as usize] else { continue };
            let Op::Sync { object, op } = self.graph.pending_of(lane).op else { continue };
            if op.is_wait() {
                continue;
            }
            let loc = self.object(object);
            let tail = self.graph.locations[loc].tail;
            self.open_earlier(thread, tail);
        }
    }

    /// If the waiting operation of the thread has consistent sources before `tail`, opens a frame
    /// for them.
    fn open_earlier(&mut self, thread: u32, tail: u32) {
        if self.more_before(thread, tail) {
            self.push(Choice::Update { thread, from: tail });
        }
    }
}
