//! Ends of executions: what they were, what they tell the sink, and how they are written down.

use super::event::{Clock, Id, Kind, NONE};
use super::execution::Execution;
use super::model::Model;
use super::path::path;
use super::search::{Choice, Search};
use crate::ThreadNames;
use crate::locations::result;
use crate::run::{Ending, Spin, ending, looks};
use smallvec::SmallVec;
use threadbare_op::{FaultId, Op, Pending, Schedule, Site, Stuck, SyncOp, System, ThreadId};

impl<S: System, M: Model, const W: usize> Search<'_, S, M, W> {
    /// No thread can go on: tells what kind of end it is, then opens frames for the revisits of operations that wait for
    /// ever. Always false: the graph is complete, go back.
    #[inline(never)]
    pub(super) fn finish_execution(&mut self) -> bool {
        let represented = !self.is_representative();
        self.stats.redundant += u64::from(represented && self.mine && !self.muted);
        if represented || self.is_dead_end() || !self.is_within() {
            self.open_waiting();
            return false;
        }
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
            self.tell_end(end == Ending::Complete);
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
            lane.is_none_or(|lane| {
                matches!(self.graph.pending_of(lane).op, Op::Stuck(Stuck::Finished | Stuck::ProgramExit))
            })
        })
    }

    fn tell_end(&mut self, complete: bool) {
        let (graph, names) = (&mut self.graph, &self.names);
        let mut schedule = || linearise(graph, names, Prefer::SameThread, None);
        self.sink.at(None, &mut || path(&self.frames, self.again));
        let flow = if complete {
            self.stats.executions += 1;
            self.sink.execution(&self.stats, &mut schedule)
        } else {
            self.stats.blocked += 1;
            self.sink.blocked(&self.stats, &mut schedule)
        };
        self.told(flow);
    }

    /// The threads that wait in loops.
    pub(super) fn spins(&mut self, threads: &[(ThreadId, Op, Site)]) -> Vec<Spin> {
        let mut spins = Vec::new();
        for &(thread, op, site) in threads {
            if let Op::Stuck(Stuck::Spin { events }) = op {
                spins.push(self.spin(thread, site, events));
            }
        }
        spins
    }

    /// What is to be said of a thread whose last `events` events are an iteration without effect.
    pub(super) fn spin(&mut self, thread: ThreadId, stopped: Site, events: u32) -> Spin {
        let mut spin = Spin { thread, site: Site::UNKNOWN, ends: false };
        let mut at = self.graph.lane(thread.0).last;
        for _ in 0..events {
            if at == NONE {
                break;
            }
            let event = self.graph.event(at);
            let (loc, from, before) = (event.loc, event.rf, event.po_prev);
            let Pending { op, site, .. } = *self.graph.pending_after(thread.0, before);
            if looks(&op) {
                let now = self.graph.locations[loc as usize].tail;
                spin.ends |= match op {
                    Op::Sync { op, .. } => self.result(thread, op, now) != self.result(thread, op, from),
                    _ => self.graph.value(now) != self.graph.value(from),
                };
                if spin.site == Site::UNKNOWN {
                    spin.site = site;
                }
            }
            at = before;
        }
        if spin.site == Site::UNKNOWN {
            spin.site = stopped;
        }
        spin
    }

    pub(super) fn result(&mut self, thread: ThreadId, op: SyncOp, from: Id) -> Option<u64> {
        result(self.system, self.graph.value(from).value, op, thread.0)
    }

    /// How the execution has ended, given that no thread can go on.
    pub(super) fn ending(&mut self) -> Ending {
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

    /// If the waiting operation of the thread has consistent sources before `tail`, opens a frame for them.
    fn open_earlier(&mut self, thread: u32, tail: u32) {
        if self.more_before(thread, tail) {
            self.push(Choice::Update { thread, from: tail });
        }
    }

    /// Tells the sink of a fault in the present graph: of a thread, or (`None`) of all of them.
    pub(super) fn report(&mut self, fault: FaultId, thread: Option<u32>) {
        if self.muted || !self.mine {
            return;
        }
        let goes_by_order = self.system.fault(fault).kind.goes_by_order();
        if goes_by_order && self.is_obscured {
            self.break_symmetry();
            return;
        }
        let (prefer, mut only) = match goes_by_order {
            true => (Prefer::Oldest, None),
            false => (Prefer::SameThread, thread.and_then(|thread| self.graph.past_of(thread))),
        };
        if !self.is_fault_within(thread) {
            self.meet_bound();
            return;
        }
        // The fewest rounds that the fault needs are those of what comes before it.
        only = only.filter(|_| self.graph.rounds.is_some());
        let (graph, names) = (&mut self.graph, &self.names);
        self.sink.at(Some(fault), &mut || path(&self.frames, self.again));
        let flow = self.sink.fault(fault, &mut || linearise(graph, names, prefer, only));
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

/// A linearisation of sc: by Algorithm 1 of the paper on rounds, or the oldest first. Of all events, or those in `only`.
fn linearise<T: Copy, M: Model, const W: usize>(
    graph: &mut Execution<T, M, W>,
    names: &ThreadNames,
    prefer: Prefer,
    only: Option<Clock<W>>,
) -> Schedule {
    graph.close_sc();
    if !M::SC {
        return trail(graph, names);
    }
    let order: Vec<usize> = match &graph.rounds {
        Some(rounds) => rounds.order.iter().map(|&thread| thread as usize).collect(),
        None => (0..W).collect(),
    };
    let mut done: Clock<W> = [1; W];
    let mut next: Vec<Id> = vec![NONE; W];
    for (thread, lane) in graph.threads() {
        next[thread as usize] = lane.first;
    }
    let mut steps = Vec::with_capacity(graph.trail.len());
    let mut last = 0;
    loop {
        let ready = |thread: usize| {
            let id = next[thread];
            id != NONE && only.is_none_or(|only| graph.in_clock(&only, id)) && {
                let clock = &graph.sc[id as usize];
                (0..W).all(|other| other == thread || clock[other] <= done[other])
            }
        };
        let place = match prefer {
            Prefer::SameThread => (last..order.len()).chain(0..last).find(|&place| ready(order[place])),
            Prefer::Oldest => (0..order.len())
                .filter(|&place| ready(order[place]))
                .min_by_key(|&place| graph.event(next[order[place]]).position),
        };
        // sc has no cycle, so there is one until all are done.
        let Some(place) = place else { break };
        let thread = order[place];
        let event = graph.event(next[thread]);
        let choice = if let Kind::Choice(value) = event.kind { Some(value) } else { None };
        steps.push((ThreadId(event.thread), choice));
        done[thread] = event.count;
        next[thread] = event.po_next;
        last = place;
    }
    let wanted = graph.trail.iter().filter(|&&id| only.is_none_or(|only| graph.in_clock(&only, id))).count();
    if steps.len() < wanted {
        // A shorter schedule would be one of another execution.
        no_linearisation(&trail(graph, names));
    }
    names.schedule(steps)
}

/// The bug is ours, and the trail is what there is to look into it.
#[cold]
fn no_linearisation(trail: &Schedule) -> ! {
    panic!("the events of an execution graph under sc cannot be put in order; it was made along {trail}")
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
    let mut schedule = names.schedule(steps);
    schedule.model = M::NAME;
    names.declare(&mut schedule);
    schedule
}
