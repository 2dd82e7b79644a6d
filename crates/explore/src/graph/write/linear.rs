//! The execution of a graph as a schedule.
//!
//! Under sc that is a linearisation of sc: algorithm 1 of Iason Marmanis, Viktor Vafeiadis:
//! *Optimal Bounded Partial Order Reduction*, FMCAD 2023, or the oldest event first. Under the
//! other models there need be none, so it is the trail, with the sources and places that are not
//! the latest.

use crate::ThreadNames;
use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Clock, Id, Kind, NONE};
use crate::graph::core::execution::Execution;
use crate::hidden::Hidden;
use rustc_hash::FxHashSet;
use threadbare_op::{ANSWERED, Op, Schedule, Site, Stuck, System, ThreadId, Written};

/// Which of the events that can come next a linearisation takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefer {
    /// One of the same thread, for few switches between threads.
    SameThread,
    /// The one that was added first. Two accesses that race have an order in the trail only; in
    /// this one their checks come out as they did in the graph. But [last words](last_words) of
    /// other threads than the one at fault come last; also after what overwrites what they read,
    /// unless the `other` access is one of them, or of what their threads do then.
    Oldest { faulty: Option<u32>, other: Option<Party> },
}

/// The other access of a race.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Party {
    pub(crate) thread: ThreadId,
    pub(crate) epoch: u32,
    pub(crate) site: Site,
}

/// How a fault comes about.
pub(crate) enum Way<const W: usize> {
    /// By the whole graph, in whatever order.
    Any,
    /// By these events, in the fewest rounds.
    Through(Clock<W>),
    /// By these events, in this order.
    Line(Vec<Id>),
}

/// What is left out of a schedule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hides {
    Nothing,
    /// The plain accesses that are no events in its order: those before every atomic access to
    /// their memory (of a load: every atomic write). There are some only if accesses race:
    /// otherwise they are events in every order, or in none.
    Plain,
}

/// The read-modify-writes of a graph that were added as reads, since they write what they read
/// (`filters::spin`).
pub(crate) type InVain = FxHashSet<Id>;

/// Those of this graph.
pub(crate) fn in_vain<S: System, M: Model, const W: usize>(
    graph: &Execution<S::State, M, W>,
    system: &mut S,
) -> InVain {
    let mut writes = |id: &Id| {
        let event = graph.event(*id);
        let op = graph.pending_after(event.thread, event.po_prev).op;
        event.locked && matches!(system.effect(&op, graph.value(event.rf).value), Written::Value(_))
    };
    graph.trail.iter().copied().filter(|id| writes(id)).collect()
}

/// A linearisation of sc: by Algorithm 1 of the paper on rounds, or the oldest first. Of all
/// events, or those in `only`. `order`: that of the threads in a round, if it matters.
pub(crate) fn linearise<T: Copy, M: Model, const W: usize>(
    graph: &mut Execution<T, M, W>,
    in_vain: &InVain,
    names: &ThreadNames,
    order: Option<&[u32]>,
    prefer: Prefer,
    only: Option<Clock<W>>,
    hides: Hides,
) -> Schedule {
    graph.close_sc();
    if !M::SC {
        let hidden = hidden(graph, in_vain, &graph.trail, hides);
        return trail(graph, names, &hidden);
    }
    let line = line(graph, in_vain, order, prefer, only);
    let wanted = graph.trail.iter().filter(|&&id| only.is_none_or(|only| graph.in_clock(&only, id))).count();
    if line.len() < wanted {
        // A shorter schedule would be one of another execution.
        no_linearisation(&trail(graph, names, &FxHashSet::default()));
    }
    written(graph, in_vain, names, line, hides)
}

/// The events in such an order, as far as there is one.
fn line<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    in_vain: &InVain,
    order: Option<&[u32]>,
    prefer: Prefer,
    only: Option<Clock<W>>,
) -> Vec<Id> {
    let order: Vec<usize> = match order {
        Some(order) => order.iter().map(|&thread| thread as usize).collect(),
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
        let words = |thread: usize| match prefer {
            Prefer::Oldest { faulty, .. } if faulty != Some(thread as u32) && next[thread] != NONE => {
                last_words(graph, in_vain, next[thread])
            }
            _ => None,
        };
        let is_other = |id: Id| match prefer {
            Prefer::Oldest { other: Some(other), .. } => is_party(graph, id, other),
            _ => false,
        };
        let may_wait = |thread: usize| words(thread) == Some(Words::Read) && !is_other(next[thread]);
        let ready = |thread: usize| {
            let id = next[thread];
            id != NONE && only.is_none_or(|only| graph.in_clock(&only, id)) && {
                let clock = &graph.sc[id];
                (0..W).all(|other| other == thread || clock[other] <= done[other] || may_wait(other))
            }
        };
        // The second access of a race comes after the first, though that may wait for last words.
        let is_early = |thread: usize| match prefer {
            Prefer::Oldest { faulty, other: Some(other) } if faulty == Some(thread as u32) => {
                let first = next[other.thread.index()];
                first != NONE && is_party(graph, first, other) && last_words(graph, in_vain, next[thread]).is_some()
            }
            _ => false,
        };
        let turn = |thread: usize| (is_early(thread), words(thread).is_some(), graph.event(next[thread]).position);
        let place = match prefer {
            Prefer::SameThread => (last..order.len()).chain(0..last).find(|&place| ready(order[place])),
            Prefer::Oldest { .. } => {
                (0..order.len()).filter(|&place| ready(order[place])).min_by_key(|&place| turn(order[place]))
            }
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
    line
}

/// A linearisation of sc as a schedule.
pub(crate) fn written<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    in_vain: &InVain,
    names: &ThreadNames,
    mut line: Vec<Id>,
    hides: Hides,
) -> Schedule {
    let hidden = hidden(graph, in_vain, &line, hides);
    line.retain(|id| !hidden.contains(id));
    names.schedule(line.into_iter().map(|id| {
        let event = graph.event(id);
        (ThreadId(event.thread), event.kind.chosen().or_else(|| answered(graph, id)))
    }))
}

/// What a schedule says of a compare-and-swap that the input decides.
fn answered<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, id: Id) -> Option<u32> {
    graph.swap(id).filter(|asked| asked.answer != 0).map(|_| ANSWERED)
}

/// What a thread does last, and what it is in the graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Read,
    Write,
}

/// Whether the event is one that would show something else if it came where the graph has it, and
/// without which its thread has nothing to show.
///
/// That is a read-modify-write that writes what it reads, and was added as a read
/// (`filters::spin`), with which nothing synchronises in the graph. And it is an access that was
/// refused, being the second of a race. Performed before the first, a plain access, it would make
/// that visible: to be an event, which it is not in the graph. (Any other atomic access that comes
/// after the plain one in the trail is ordered after it in all orders.)
fn last_words<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    in_vain: &InVain,
    id: Id,
) -> Option<Words> {
    let event = graph.event(id);
    let before = graph.pending_after(event.thread, event.po_prev);
    let reads = event.kind == Kind::Load;
    let after = graph.pending_after(event.thread, id);
    let refused = || matches!(after.op, Op::Stuck(Stuck::Fault(_))) && after.site == before.site;
    (in_vain.contains(&id) || refused()).then_some(if reads { Words::Read } else { Words::Write })
}

/// Whether the access is that of the event, or one of what its thread does after it. (What it does
/// before it has the same epoch as the event.)
fn is_party<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, id: Id, access: Party) -> bool {
    let event = graph.event(id);
    let site = graph.pending_after(event.thread, event.po_prev).site;
    let after = access.epoch > event.count || access.epoch == event.count && access.site == site;
    access.thread == ThreadId(event.thread) && after
}

/// What is left out of events in this order.
fn hidden<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    in_vain: &InVain,
    order: &[Id],
    hides: Hides,
) -> FxHashSet<Id> {
    let mut seen = Hidden::new(hides == Hides::Plain);
    let is_hidden = |id: &Id| {
        let event = graph.event(*id);
        let op = graph.pending_after(event.thread, event.po_prev).op;
        !seen.is_event(&op, event.loc, event.kind.writes() || in_vain.contains(id))
    };
    order.iter().copied().filter(is_hidden).collect()
}

/// The bug is ours, and the trail is what there is to look into it.
#[cold]
fn no_linearisation(trail: &Schedule) -> ! {
    panic!("the events of an execution graph under sc cannot be put in order; it was made along {trail}")
}

/// The graph as a schedule for models in which it has no linearisation: the trail, which extends
/// porf, and for each access how many writes of its location that stand before it in the trail are
/// co-after what it reads, or after its own place. Without the accesses that are `hidden`.
fn trail<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    names: &ThreadNames,
    hidden: &FxHashSet<Id>,
) -> Schedule {
    let steps = graph.trail.iter().filter(|id| !hidden.contains(id)).map(|&id| {
        let event = graph.event(id);
        let overtaken = |from: u32| {
            // Nothing was co-after it when it was added, and what a revisit has removed since does
            // not count.
            if event.comax {
                return 0;
            }
            let after = |write: Id| Some(graph.co_next(write)).filter(|&next| next != NONE);
            let later = std::iter::successors(after(from), |&write| after(write));
            let overtaken = |write: &Id| graph.event(*write).position < event.position && !hidden.contains(write);
            later.filter(overtaken).count() as u32
        };
        let choice = match event.kind {
            Kind::Choice(value) | Kind::Answer { value, .. } => Some(value),
            Kind::Load | Kind::Update => {
                Some(overtaken(event.rf) | answered(graph, id).unwrap_or(0)).filter(|&n| n > 0)
            }
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
