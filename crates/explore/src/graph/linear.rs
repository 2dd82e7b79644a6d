//! How the execution of a graph is written down.

use super::event::{Clock, Id, Kind, NONE};
use super::execution::Execution;
use super::model::Model;
use crate::ThreadNames;
use crate::hidden::Hidden;
use rustc_hash::FxHashSet;
use threadbare_op::{Schedule, ThreadId, Written};

/// Which of the events that can come next a linearisation takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prefer {
    /// One of the same thread, for few switches between threads.
    SameThread,
    /// The one that was added first. Two accesses that race have an order in the trail only; in this one their
    /// checks come out as they did in the graph. But read-modify-writes in vain ([`super::spin`]) of other threads than this come
    /// last: in the graph they are reads, with which nothing synchronises.
    Oldest(Option<u32>),
}

/// What is left out of a schedule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hides {
    Nothing,
    /// The plain accesses that are no events in its order: those before every atomic access to their memory (of a load: every
    /// atomic write). There are some only if accesses race: otherwise they are events in every order, or in none.
    Plain,
}

/// A linearisation of sc: by Algorithm 1 of the paper on rounds, or the oldest first. Of all events, or those in `only`.
pub(super) fn linearise<T: Copy, M: Model, const W: usize>(
    graph: &mut Execution<T, M, W>,
    names: &ThreadNames,
    prefer: Prefer,
    only: Option<Clock<W>>,
    hides: Hides,
) -> Schedule {
    graph.close_sc();
    if !M::SC {
        let hidden = hidden(graph, &graph.trail, hides);
        return trail(graph, names, &hidden);
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
    let mut line = Vec::with_capacity(graph.trail.len());
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
            Prefer::Oldest(faulty) => (0..order.len()).filter(|&place| ready(order[place])).min_by_key(|&place| {
                let id = next[order[place]];
                let event = graph.event(id);
                (faulty != Some(event.thread) && is_in_vain(graph, id), event.position)
            }),
        };
        // sc has no cycle, so there is one until all are done.
        let Some(place) = place else { break };
        let thread = order[place];
        let event = graph.event(next[thread]);
        line.push(next[thread]);
        done[thread] = event.count;
        next[thread] = event.po_next;
        last = place;
    }
    let wanted = graph.trail.iter().filter(|&&id| only.is_none_or(|only| graph.in_clock(&only, id))).count();
    if line.len() < wanted {
        // A shorter schedule would be one of another execution.
        no_linearisation(&trail(graph, names, &FxHashSet::default()));
    }
    let hidden = hidden(graph, &line, hides);
    line.retain(|id| !hidden.contains(id));
    names.schedule(line.into_iter().map(|id| {
        let event = graph.event(id);
        let choice = if let Kind::Choice(value) = event.kind { Some(value) } else { None };
        (ThreadId(event.thread), choice)
    }))
}

/// Whether the event is a read-modify-write that writes what it reads, and was added as a read.
fn is_in_vain<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, id: Id) -> bool {
    let event = graph.event(id);
    event.kind == Kind::Load && {
        let op = graph.pending_after(event.thread, event.po_prev).op;
        op.written(graph.value(event.rf).value) != Written::Nothing
    }
}

/// What is left out of events in this order.
fn hidden<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, order: &[Id], hides: Hides) -> FxHashSet<Id> {
    let mut seen = Hidden::new(hides == Hides::Plain);
    let is_hidden = |id: &Id| {
        let event = graph.event(*id);
        let op = graph.pending_after(event.thread, event.po_prev).op;
        let old = if event.rf == NONE { 0 } else { graph.value(event.rf).value };
        !seen.is_event(&op, event.loc, op.written(old) != Written::Nothing)
    };
    order.iter().copied().filter(is_hidden).collect()
}

/// The bug is ours, and the trail is what there is to look into it.
#[cold]
fn no_linearisation(trail: &Schedule) -> ! {
    panic!("the events of an execution graph under sc cannot be put in order; it was made along {trail}")
}

/// The graph as a schedule for models in which it has no linearisation: the trail, which extends porf, and for each access
/// how many writes of its location that stand before it in the trail are co-after what it reads, or after its own place.
/// Without the accesses that are `hidden`.
fn trail<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    names: &ThreadNames,
    hidden: &FxHashSet<Id>,
) -> Schedule {
    let steps = graph.trail.iter().filter(|id| !hidden.contains(id)).map(|&id| {
        let event = graph.event(id);
        let overtaken = |from: u32| {
            // Nothing was co-after it when it was added, and what a revisit has removed since does not count.
            if event.comax {
                return 0;
            }
            let after = |write: Id| Some(graph.co_next(write)).filter(|&next| next != NONE);
            let later = std::iter::successors(after(from), |&write| after(write));
            let overtaken = |write: &Id| graph.event(*write).position < event.position && !hidden.contains(write);
            later.filter(overtaken).count() as u32
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
