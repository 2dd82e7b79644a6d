//! Ends of executions: what they were, and what they tell the sink.

use super::event::{Id, NONE};
use super::path::path;
use super::search::{Choice, Search};
use crate::drive::ending::{Ending, Look, Spin, ending, looks};
use crate::drive::report::tell_end;
use crate::graph::GraphSystem;
use crate::graph::model::Model;
use crate::graph::write::linear::{Hides, Party, Prefer, Way, linearise, written};
use smallvec::SmallVec;
use threadbare_op::{Fault, FaultId, FaultKind, Op, Other, Pending, Site, Stuck, ThreadId};

impl<S: GraphSystem, M: Model, const W: usize> Search<'_, S, M, W> {
    /// No thread can go on: tells what kind of end it is, then opens frames for the revisits of
    /// operations that wait for ever. Always false: the graph is complete, go back.
    #[inline(never)]
    pub(crate) fn finish_execution(&mut self) -> bool {
        let represented = !self.is_representative();
        self.stats.redundant += u64::from(represented && self.mine && !self.muted);
        if represented || self.is_dead_end() || !self.is_within() {
            self.open_waiting();
            return false;
        }
        self.report_at_end();
        let over = self.all_have_ended();
        let end = if over { Ending::Complete } else { self.ending() };
        if let Ending::Deadlock(fault) = end {
            self.report(fault, None);
        }
        if self.muted {
            self.ended = Some(end == Ending::Complete);
        }
        // A deadlock may have been the last thing that somebody wanted to know.
        if !self.muted && self.mine && !self.stop {
            self.tell_end(end);
        }
        if !over {
            self.open_waiting();
        }
        false
    }

    /// Whether all threads have come to their ends.
    fn all_have_ended(&self) -> bool {
        self.names.order().iter().all(|thread| {
            let lane = self.graph.lanes[thread.index()].as_ref();
            lane.is_none_or(|lane| self.graph.pending_of(lane).op.has_ended())
        })
    }

    fn tell_end(&mut self, end: Ending) {
        let (graph, names) = (&mut self.graph, &self.names);
        let mut schedule = || linearise(graph, names, Prefer::SameThread, None, Hides::Nothing);
        let waits = if let Ending::Abandoned(waits) = end { Some(waits) } else { None };
        self.sink.at(waits, &mut || path(&self.frames, self.again));
        self.stats.count(end == Ending::Complete);
        let flow = tell_end(self.sink, end, &self.stats, &mut schedule);
        self.told(flow);
    }

    /// The threads that wait in loops.
    pub(crate) fn spins(&mut self, threads: &[(ThreadId, Op, Site)]) -> Vec<Spin> {
        let mut spins = Vec::new();
        for &(thread, op, site) in threads {
            if let Op::Stuck(Stuck::Spin { events }) = op {
                spins.push(self.spin(thread, site, events));
            }
        }
        spins
    }

    /// What is to be said of a thread whose last `events` events are an iteration without effect.
    pub(crate) fn spin(&mut self, thread: ThreadId, stopped: Site, events: u32) -> Spin {
        let looked = self.iteration(thread.0, events);
        let seen = looked.into_iter().filter(|(_, op, _)| looks(op)).map(|(event, op, site)| {
            let event = self.graph.event(event);
            let now = self.graph.value(self.graph.locations[event.loc as usize].tail);
            Look { op, site, then: self.graph.value(event.rf), now }
        });
        let seen: SmallVec<[Look; 4]> = seen.collect();
        Spin::of(self.system, thread.0, stopped, seen.into_iter())
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
            .map(|(t, p)| (t, p.op, p.site))
            .collect();
        let spins = self.spins(&threads);
        ending(self.system, &threads, &spins)
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
            let tail = self.graph.locations[loc as usize].tail;
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

    /// Tells the sink of a fault in the present graph: of a thread, or (`None`) of all of them.
    pub(crate) fn report(&mut self, fault: FaultId, thread: Option<u32>) {
        if self.muted || !self.mine {
            return;
        }
        let epoch = self.system.other_epoch();
        let &Fault { kind, thread: one, site, ref other, .. } = self.system.fault(fault);
        // Which of the two accesses a fault names first need not be which came second.
        let other = other.as_ref().map(|&Other { thread: two, site: at, .. }| {
            let (thread, site) = if thread == Some(one.0) { (two, at) } else { (one, site) };
            Party { thread, epoch, site }
        });
        if kind.goes_by_order() && self.is_obscured {
            self.break_symmetry();
            return;
        }
        // Of two threads that both join, or detach, the same one, the second is at fault.
        let prefer = match kind.goes_by_order() || kind == FaultKind::SyncMisuse {
            true => Prefer::Oldest { faulty: thread, other },
            false => Prefer::SameThread,
        };
        // The bound is met where the execution, which is beyond it, ends or is given up.
        let Some(way) = self.way_to(thread, other, kind) else { return };
        let hides = if self.system.rules().explores_plain { Hides::Nothing } else { Hides::Plain };
        let (graph, names) = (&mut self.graph, &self.names);
        self.sink.at(Some(fault), &mut || path(&self.frames, self.again));
        let flow = self.sink.fault(fault, &mut || match &way {
            Way::Any => linearise(graph, names, prefer, None, hides),
            Way::Through(past) => linearise(graph, names, Prefer::SameThread, Some(*past), hides),
            Way::Line(line) => written(graph, names, line.clone(), hides),
        });
        self.told(flow);
    }
}
