//! Ends of executions: what they were, what they tell the sink, and how they are written down.

use super::event::{Clock, Id, Kind, NONE};
use super::execution::Execution;
use super::model::Model;
use super::search::{Choice, Search};
use crate::ThreadNames;
use crate::run::{Ending, ending};
use smallvec::SmallVec;
use threadbare_op::{FaultId, FaultKind, Op, Schedule, System, ThreadId};

impl<S: System, M: Model, const W: usize> Search<'_, S, M, W> {
    /// No thread can go on: tells what kind of end it is, then opens frames for the revisits of operations that wait for
    /// ever. Always false: the graph is complete, go back.
    pub(super) fn finish_execution(&mut self) -> bool {
        let threads: SmallVec<[_; 16]> = self
            .graph
            .threads()
            .map(|(t, lane)| (ThreadId(t), self.graph.pending_of(lane)))
            .map(|(t, p)| (t, p.op, p.site))
            .collect();
        let end = ending(self.system, &threads);
        if let Ending::Deadlock(fault) = end {
            self.report(fault);
        }
        let (graph, names) = (&self.graph, &self.names);
        let mut schedule = || linearise(graph, names, Prefer::SameThread);
        let flow = if end == Ending::Complete {
            self.stats.executions += 1;
            self.sink.execution(&self.stats, &mut schedule)
        } else {
            self.stats.blocked += 1;
            self.sink.blocked(&self.stats, &mut schedule)
        };
        self.told(flow);
        self.open_waiting();
        false
    }

    fn open_waiting(&mut self) {
        for thread in 0..W as u32 {
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

    /// If the waiting operation of the thread has consistent sources before `tail`, opens a frame for them.
    fn open_earlier(&mut self, thread: u32, tail: u32) {
        if self.more_before(thread, tail) {
            self.push(Choice::Update { thread, from: tail });
        }
    }

    /// Tells the sink of a fault in the present graph.
    pub(super) fn report(&mut self, fault: FaultId) {
        let prefer = match self.system.fault(fault).kind {
            FaultKind::DataRace | FaultKind::UseAfterFree => Prefer::Oldest,
            _ => Prefer::SameThread,
        };
        let (graph, names) = (&self.graph, &self.names);
        let flow = self.sink.fault(fault, &mut || linearise(graph, names, prefer));
        self.told(flow);
    }
}

/// Which of the events that can come next a linearisation takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefer {
    /// One of the same thread, for few switches between threads.
    SameThread,
    /// The one that was added first. Two accesses that race have an order in the trail only; in this one their
    /// checks come out as they did in the graph.
    Oldest,
}

/// A linearisation of sc.
fn linearise<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    names: &ThreadNames,
    prefer: Prefer,
) -> Schedule {
    if !M::SC {
        return trail(graph, names);
    }
    let mut done: Clock<W> = [1; W];
    let mut next: Vec<Id> = vec![NONE; W];
    for (thread, lane) in graph.threads() {
        next[thread as usize] = lane.first;
    }
    let mut steps = Vec::with_capacity(graph.trail.len());
    let mut last = 0;
    while steps.len() < graph.trail.len() {
        let ready = |thread: usize| {
            let id = next[thread];
            id != NONE && {
                let clock = &graph.sc[id as usize];
                (0..W).all(|other| other == thread || clock[other] <= done[other])
            }
        };
        let thread = match prefer {
            Prefer::SameThread => (last..W).chain(0..last).find(|&t| ready(t)),
            Prefer::Oldest => (0..W).filter(|&t| ready(t)).min_by_key(|&t| graph.event(next[t]).position),
        };
        // sc has no cycle, so there is always one.
        let Some(thread) = thread else { break };
        let event = graph.event(next[thread]);
        let choice = if let Kind::Choice(value) = event.kind { Some(value) } else { None };
        steps.push((ThreadId(event.thread), choice));
        done[thread] = event.count;
        next[thread] = event.po_next;
        last = thread;
    }
    names.schedule(steps)
}

/// The graph as a schedule for models in which it has no linearisation: the trail, which extends porf, and for each access
/// how many writes of its location that stand before it in the trail are co-after what it reads, or after its own place.
fn trail<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, names: &ThreadNames) -> Schedule {
    let steps = graph.trail.iter().map(|&id| {
        let event = graph.event(id);
        let overtaken = |from: u32| {
            // Nothing was co-after it when it was added, and what a revisit has removed since does not count.
            if event.comax {
                return 0;
            }
            let after = |write: Id| Some(graph.co_next(write)).filter(|&next| next != NONE);
            let later = std::iter::successors(after(from), |&write| after(write));
            later.filter(|&write| graph.event(write).position < event.position).count() as u32
        };
        let choice = match event.kind {
            Kind::Choice(value) => Some(value),
            Kind::Load | Kind::Update => Some(overtaken(event.rf)).filter(|&n| n > 0),
            Kind::Store => Some(overtaken(id)).filter(|&n| n > 0),
            Kind::Fence | Kind::Spawn(_) | Kind::Join(_) | Kind::Wait => None,
        };
        (ThreadId(event.thread), choice)
    });
    names.schedule(steps)
}
