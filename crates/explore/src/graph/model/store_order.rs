//! The cycle test of the models in which writes wait in a store buffer: ghb = ppo ∪ fences ∪ rfe ∪
//! co ∪ fr.
//!
//! ghb is not kept closed: program order is not contained in it, so that one clock per event does
//! not describe it. A search from the new event is made instead, and only if something is after it
//! at its location. What is after it in ghb is what would have to be updated otherwise.

use crate::graph::core::consistency::Model;
use crate::graph::core::event::{Id, Kind, NONE};
use crate::graph::core::execution::Execution;
use threadbare_op::Order;

/// A model with store buffers.
pub(super) trait StoreOrder: Model {
    /// Whether the writes of a thread become visible in program order.
    const WRITES_IN_ORDER: bool;
}

/// What an event means for program order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// Before everything after it.
    Read,
    /// May be overtaken.
    Write,
    /// May be overtaken; after everything before it.
    Release,
    /// After everything before it, and before everything after it, as far as it is a write.
    Drained,
    /// Before and after everything.
    Full,
    /// Orders writes before it with writes after it.
    StoreFence,
}

fn class<T: Copy, M: Model, const W: usize>(graph: &Execution<T, M, W>, id: Id) -> Class {
    let event = graph.event(id);
    match (event.kind, event.order) {
        (Kind::Update | Kind::Wait | Kind::Spawn(_) | Kind::Join(_), _) | (Kind::Fence, Order::SeqCst) => Class::Full,
        (Kind::Fence, Order::Release | Order::AcqRel) => Class::StoreFence,
        (Kind::Load, _) if event.locked => Class::Full,
        (Kind::Load | Kind::Choice(_) | Kind::Answer { .. } | Kind::Fence, _) => Class::Read,
        (Kind::Store, Order::SeqCst) => Class::Drained,
        (Kind::Store, Order::Release | Order::AcqRel) => Class::Release,
        (Kind::Store, _) => Class::Write,
    }
}

/// Whether there is a path in ghb from the newest event to itself.
pub(super) fn reaches_itself<T: Copy, M: StoreOrder, const W: usize>(graph: &mut Execution<T, M, W>, id: Id) -> bool {
    let mut search = graph.visits.begin(graph.events.len());
    search.visit(id);
    let mut found = false;
    while let Some(from) = search.next() {
        found |= successors(graph, from, &mut |to| {
            search.visit(to);
            to == id
        });
        if found {
            break;
        }
    }
    graph.visits.end(search);
    found
}

/// Tells `visit` what follows `id` in ghb immediately, or is implied by something that does; stops
/// when that says true.
fn successors<T: Copy, M: StoreOrder, const W: usize>(
    graph: &Execution<T, M, W>,
    id: Id,
    visit: &mut impl FnMut(Id) -> bool,
) -> bool {
    in_program_order(graph, id, visit) || across_threads(graph, id, visit)
}

fn across_threads<T: Copy, M: StoreOrder, const W: usize>(
    graph: &Execution<T, M, W>,
    id: Id,
    visit: &mut impl FnMut(Id) -> bool,
) -> bool {
    let event = graph.event(id);
    match event.kind {
        // The beginning of the child, which is no event here, is a full barrier, too.
        Kind::Spawn(child) => program_order(graph, child, id, graph.lane(child).first, visit),
        Kind::Load => {
            let next = graph.co_next(event.rf);
            next != NONE && visit(next)
        }
        Kind::Store | Kind::Update => {
            if event.co_next != NONE && visit(event.co_next) {
                return true;
            }
            let mut reader = event.readers;
            while reader != NONE {
                let read = graph.event(reader);
                // What a thread reads of its own writes may come from its store buffer.
                if read.thread != event.thread && visit(reader) {
                    return true;
                }
                reader = read.reader_next;
            }
            false
        }
        _ => false,
    }
}

fn joiners<T: Copy, M: Model, const W: usize>(
    graph: &Execution<T, M, W>,
    thread: u32,
    visit: &mut impl FnMut(Id) -> bool,
) -> bool {
    let mut joiner = graph.lane(thread).joiners;
    while joiner != NONE {
        if visit(joiner) {
            return true;
        }
        joiner = graph.event(joiner).reader_next;
    }
    false
}

fn in_program_order<T: Copy, M: StoreOrder, const W: usize>(
    graph: &Execution<T, M, W>,
    id: Id,
    visit: &mut impl FnMut(Id) -> bool,
) -> bool {
    let event = graph.event(id);
    program_order(graph, event.thread, id, event.po_next, visit)
}

/// The events of `thread` from `at` on that `id`, which is before them, is ordered with, up to the
/// first that is ordered with all that follow.
fn program_order<T: Copy, M: StoreOrder, const W: usize>(
    graph: &Execution<T, M, W>,
    thread: u32,
    id: Id,
    mut at: Id,
    visit: &mut impl FnMut(Id) -> bool,
) -> bool {
    let from = class(graph, id);
    let loc = graph.event(id).loc;
    let overtaken = matches!(from, Class::Write | Class::Release);
    let mut fenced = M::WRITES_IN_ORDER;
    while at != NONE {
        let next = graph.event(at);
        let to = class(graph, at);
        let ordered = match to {
            Class::Read => !overtaken,
            Class::Write => !overtaken || fenced || next.loc == loc,
            Class::Release | Class::Drained | Class::Full => true,
            Class::StoreFence => {
                fenced = true;
                !overtaken
            }
        };
        if ordered && visit(at) {
            return true;
        }
        let rest_follows = match to {
            Class::Full | Class::Drained => true,
            Class::Read => !overtaken,
            // What a write is ordered with, a later write of its location is ordered with, too; but
            // not what only a fence between them orders.
            Class::Write | Class::Release => overtaken && (M::WRITES_IN_ORDER || next.loc == loc && !fenced),
            Class::StoreFence => false,
        };
        if rest_follows {
            return false;
        }
        at = next.po_next;
    }
    joiners(graph, thread, visit)
}
