//! Bounding preemptions and context switches: whether a graph has a linearisation within the bound.
//!
//! That is NP-complete (Madanlal Musuvathi, Shaz Qadeer: *Partial-Order Reduction for
//! Context-Bounded State Exploration*, 2007), so it is found out by search over cuts (how many
//! events of each thread are done) and the thread that runs. Asked of a complete graph, and, as a
//! lower bound, of the events of any graph that no revisit can delete. Why that is enough:
//! docs/proofs/graph-switches.md.

use super::Filtered;
use crate::drive::enabled::goes_on;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, Kind, NONE, initial_of, join};
use crate::graph::core::execution::Execution;
use crate::graph::core::place::FENCES;
use crate::graph::core::system::GraphSystem;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use threadbare_op::{Bound, Op, Stuck};

/// How switches are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    /// As they are.
    Exactly,
    /// Only those that any execution that the graph leads to has as well.
    AtLeast,
    /// Those on the way to the fault of a thread (or of all). That another thread fails is the end
    /// of an execution: whoever is left behind before that could have gone on.
    UpTo(Option<u32>),
}

/// Some events are done, and a thread runs that may cause so many switches more.
struct State<const W: usize> {
    done: Clock<W>,
    running: u32,
    left: u32,
    way: Way,
}

/// What was run up to a cut, newest first.
type Way = Option<Rc<Leg>>;

/// A thread runs until so many of its events are done.
struct Leg {
    thread: u32,
    done: u32,
    before: Way,
}

/// The search for a linearisation.
struct Line<const W: usize> {
    /// Of each thread, in order.
    events: Vec<Vec<Id>>,
    count: Count,
    /// How many switches were left at most, by cut and thread that ran.
    known: FxHashMap<(Clock<W>, u32), u32>,
    work: Vec<State<W>>,
    /// The writes of synchronisation objects, in coherence order.
    orders: FxHashMap<u32, Vec<Id>>,
    steps: u32,
}

/// After so many steps it is asked whether to stop.
const PATIENCE: u32 = 1 << 12;

impl<const W: usize> State<W> {
    /// The way to here.
    fn way(&self) -> Way {
        let Self { running, done, way, .. } = self;
        Some(Rc::new(Leg { thread: *running, done: done[*running as usize], before: way.clone() }))
    }
}

impl<S: GraphSystem, M: Model, const W: usize> Filtered<'_, S, M, W> {
    /// Whether the events that no revisit can delete are within the bound; asked when the newest
    /// event is one of them.
    pub(crate) fn is_prefix_within(&mut self) -> bool {
        let newest = self.graph.trail.last().copied();
        if !newest.is_some_and(|id| self.graph.is_fixed(id)) {
            return true;
        }
        self.graph.close_sc();
        let mut fixed = [1; W];
        for &id in self.graph.trail.iter().filter(|&&id| self.graph.is_fixed(id)) {
            join(&mut fixed, self.graph.order_of(id));
        }
        self.line_within(&fixed, Count::AtLeast).is_some()
    }

    /// A linearisation of the events in `all`, a prefix, within the bound (on switches).
    pub(crate) fn line_within(&mut self, all: &Clock<W>, count: Count) -> Option<Vec<Id>> {
        self.line_to(all, all, count)
    }

    /// A linearisation of the events in `goal` and of some others in `all`, both of them prefixes,
    /// within the bound (on switches).
    pub(crate) fn line_to(&mut self, goal: &Clock<W>, all: &Clock<W>, count: Count) -> Option<Vec<Id>> {
        let (most, preemptions) = match self.hooks.bound.bound {
            Some(Bound::Preemptions(most)) => (most, true),
            Some(Bound::ContextSwitches(most)) => (most, false),
            _ => (u32::MAX, false),
        };
        self.graph.close_sc();
        let events = self.graph.by_thread(all);
        let (known, orders) = (FxHashMap::default(), FxHashMap::default());
        let mut line = Line { events, count, known, work: Vec::new(), orders, steps: 0 };
        let begin = [1; W];
        let first = self.ready(&line.events, &begin, None);
        line.work.extend(first.into_iter().map(|running| State { done: begin, running, left: most, way: None }));
        if line.work.is_empty() {
            return Some(Vec::new());
        }
        while let Some(mut state) = line.work.pop() {
            let of = state.running as usize;
            while let Some(&next) = line.events[of].get(state.done[of] as usize - 1) {
                if !self.graph.is_ready(next, &state.done) {
                    break;
                }
                if preemptions && self.graph.matters_to_others(next) {
                    self.switch(&mut line, &state);
                }
                state.done[of] += 1;
            }
            if self.graph.reaches(&state.done, goal) {
                return Some(line_of(&line.events, state.way()));
            }
            self.switch(&mut line, &state);
            if self.report.is_stopped() {
                return None;
            }
        }
        None
    }

    /// The threads, other than `running`, whose next event can come.
    fn ready(&self, events: &[Vec<Id>], done: &Clock<W>, running: Option<u32>) -> Vec<u32> {
        let can = |&thread: &u32| {
            let next = events[thread as usize].get(done[thread as usize] as usize - 1);
            Some(thread) != running && next.is_some_and(|&next| self.graph.is_ready(next, done))
        };
        (0..W as u32).filter(can).collect()
    }

    /// Adds the states after leaving the thread that runs.
    fn switch(&mut self, line: &mut Line<W>, state: &State<W>) {
        line.steps += 1;
        if line.steps.is_multiple_of(PATIENCE) {
            let flow = self.report.sink.tick(&self.report.stats);
            self.report.heed(flow);
        }
        let State { done, running, left, .. } = *state;
        let counts = match (self.hooks.bound.bound, line.count) {
            (Some(Bound::Preemptions(_)), Count::Exactly | Count::UpTo(_)) => self.could_go_on(line, running, &done),
            (Some(Bound::Preemptions(_)), Count::AtLeast) => {
                let next = line.events[running as usize].get(done[running as usize] as usize - 1);
                next.is_some_and(|&next| self.graph.never_waits(next))
            }
            _ => true,
        };
        let Some(left) = left.checked_sub(u32::from(counts)) else { return };
        match line.known.get_mut(&(done, running)) {
            Some(best) if *best >= left => return,
            Some(best) => *best = left,
            None => drop(line.known.insert((done, running), left)),
        }
        let others = self.ready(&line.events, &done, Some(running));
        let way = state.way();
        line.work.extend(others.into_iter().map(|running| State { done, running, left, way: way.clone() }));
    }

    /// Whether the next operation of a thread is enabled at the cut.
    fn could_go_on(&mut self, line: &mut Line<W>, thread: u32, done: &Clock<W>) -> bool {
        let (lane, events) = (self.graph.lane(thread), &line.events[thread as usize]);
        // It may be one that is not to be done.
        let beyond = || events.last().map_or(lane.first, |&last| self.graph.event(last).po_next);
        let next = events.get(done[thread as usize] as usize - 1).copied().unwrap_or_else(beyond);
        let op = match next {
            NONE => self.graph.pending_of(lane).op,
            next => self.graph.op_of(next),
        };
        match op {
            Op::Stuck(Stuck::Fault(_)) => matches!(line.count, Count::UpTo(failing) if failing != Some(thread)),
            Op::Stuck(_) => false,
            Op::Join { thread: child } => self.graph.has_ended(child.0, done),
            Op::Sync { op, .. } if op.is_wait() => next != NONE && self.graph.is_done(self.graph.event(next).rf, done),
            Op::Sync { object, op } => {
                let loc = self.object(object);
                let order = line.orders.entry(loc).or_insert_with(|| self.graph.order_at(loc));
                // Each of them has read from the one before.
                let count = order.partition_point(|&write| self.graph.is_done(write, done));
                let state = order[count - 1];
                goes_on(self.system, thread, op, self.graph.value(state).value)
            }
            _ => true,
        }
    }
}

/// The events of each thread in the order of the legs.
fn line_of(events: &[Vec<Id>], mut way: Way) -> Vec<Id> {
    let mut legs = Vec::new();
    while let Some(leg) = way.take() {
        legs.push((leg.thread as usize, leg.done as usize - 1));
        way.clone_from(&leg.before);
    }
    let mut next = vec![0; events.len()];
    let mut line = Vec::new();
    for (thread, end) in legs.into_iter().rev() {
        line.extend_from_slice(&events[thread][next[thread]..end]);
        next[thread] = end;
    }
    line
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// The events in `all` of each thread, in order.
    fn by_thread(&self, all: &Clock<W>) -> Vec<Vec<Id>> {
        let mut events = vec![Vec::new(); W];
        for (thread, lane) in self.threads() {
            let mut next = lane.first;
            while next != NONE && self.event(next).count <= all[thread as usize] {
                events[thread as usize].push(next);
                next = self.event(next).po_next;
            }
        }
        events
    }

    /// The writes at a location, in coherence order.
    fn order_at(&self, loc: u32) -> Vec<Id> {
        let before = |&write: &Id| initial_of(write).is_none().then(|| self.co_prev(write));
        let mut order: Vec<Id> = std::iter::successors(Some(self.locations[loc].tail), before).collect();
        order.reverse();
        order
    }

    /// Whether everything before an event is done. (The end of a thread, which counts in porf, is
    /// done with its last event.)
    fn is_ready(&self, id: Id, done: &Clock<W>) -> bool {
        let own = self.event(id).thread;
        let clock = self.order_of(id);
        self.threads()
            .all(|(thread, lane)| thread == own || clock[thread as usize].min(lane.count) <= done[thread as usize])
    }

    /// Whether all events of a prefix are done.
    fn reaches(&self, done: &Clock<W>, goal: &Clock<W>) -> bool {
        self.threads().all(|(thread, lane)| goal[thread as usize].min(lane.count) <= done[thread as usize])
    }

    fn is_done(&self, write: Id, done: &Clock<W>) -> bool {
        self.in_clock(done, write)
    }

    fn has_ended(&self, thread: u32, done: &Clock<W>) -> bool {
        self.lanes[thread as usize]
            .as_ref()
            .is_some_and(|lane| self.pending_of(lane).op.has_finished() && done[thread as usize] >= lane.count)
    }

    /// The operation that became an event.
    fn op_of(&self, id: Id) -> Op {
        let event = self.event(id);
        match event.po_prev {
            NONE => self.lane(event.thread).start.op,
            before => self.event(before).next.op,
        }
    }

    /// Whether an operation like that of the event is always enabled.
    fn never_waits(&self, id: Id) -> bool {
        match self.event(id).kind {
            Kind::Join(_) | Kind::Wait => false,
            Kind::Load | Kind::Update => !self.is_of_object(id),
            _ => true,
        }
    }

    /// Whether an event can change what operations of other threads are enabled.
    fn matters_to_others(&self, id: Id) -> bool {
        let event = self.event(id);
        event.po_next == NONE || !self.never_waits(id)
    }

    /// Whether an event belongs to a synchronisation object.
    pub(crate) fn is_of_object(&self, id: Id) -> bool {
        let location = &self.locations[self.event(id).loc];
        location.size == 0 && location.addr != FENCES
    }
}
