//! Happens-before of RC11: hb = (po ∪ sw ∪ spawn ∪ join)+, with
//! `sw = [E⊒rel]; ([F]; po)?; rs; rf; [R⊒rlx]; (po; [F])?; [E⊒acq]` and
//! `rs = [W]; po|loc?; [W⊒rlx]; (rf; rmw)*` (Lahav et al., PLDI 2017, section 3).
//!
//! With C++20's release sequence ([`ReleaseSequence::Cpp20`]), rs = [W⊒rlx]; (rf; rmw)*.
//!
//! As clocks that are computed once, when an event is added: what an acquiring reader of a write
//! comes to know is the write's *message*.

use super::{acquires, releases};
use crate::graph::core::consistency::{Added, Model, View};
use crate::graph::core::event::{Clock, Id, NONE, initial_of, join};
use crate::graph::core::execution::Execution;
use threadbare_op::{Order, ReleaseSequence};

/// What an event knows and passes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hb<const W: usize> {
    /// What happens before it, itself included.
    pub(super) hb: Clock<W>,
    /// What happened before the last release fence of its thread.
    released: Clock<W>,
    /// The messages of everything its thread has read: an acquire fence makes them known.
    heard: Clock<W>,
    /// Of a write: what happens before the last release write of its thread to this location.
    headed: Clock<W>,
    /// Of a write: what a reader that acquires comes to know.
    message: Clock<W>,
}

impl<const W: usize> Hb<W> {
    const NOTHING: Self = Self { hb: [0; W], released: [0; W], heard: [0; W], headed: [0; W], message: [0; W] };
}

/// The view of the last event of a thread, or what it has from the event that started it: a new
/// thread has no fences behind it, and what its parent had released is in hb as well.
fn last_view<T: Copy, M, const W: usize>(graph: &Execution<T, M, W>, thread: u32) -> Hb<W>
where
    M: Model<View<W> = Hb<W>>,
{
    match graph.lane(thread).last {
        NONE => Hb { hb: last_hb(graph, thread), ..Hb::NOTHING },
        last => graph.event(last).view,
    }
}

/// The same, only of what happens before: this is asked for far more often.
fn last_hb<T: Copy, M, const W: usize>(graph: &Execution<T, M, W>, thread: u32) -> Clock<W>
where
    M: Model<View<W> = Hb<W>>,
{
    let lane = graph.lane(thread);
    match (lane.last, lane.spawn) {
        (NONE, NONE) => [0; W],
        (NONE, event) | (event, _) => graph.event(event).view.hb,
    }
}

impl<const W: usize> View<W> for Hb<W> {
    fn of<T: Copy, M: Model<View<W> = Self>>(graph: &Execution<T, M, W>, new: &Added<W>) -> Self {
        let mut view = last_view(graph, new.thread);
        let me = new.thread as usize;
        let read = message(graph, new.rf);
        // A plain read takes no part in synchronisation, nor does an operation that orders nothing.
        if new.order != Order::Plain && !new.silent {
            join(&mut view.heard, &read);
        }
        if let Some(child) = new.joined {
            // Its end counts as an event, so that its last steps are included.
            let mut end = Self::before(graph, child);
            end[child as usize] += 1;
            join(&mut view.hb, &end);
        }
        if acquires(new.order) {
            let known = if new.is_fence { view.heard } else { read };
            join(&mut view.hb, &known);
        }
        view.hb[me] = new.porf[me];
        if new.is_fence && releases(new.order) {
            view.released = view.hb;
        }
        if let Some(loc) = new.written {
            write(graph, new, loc, &read, &mut view);
        }
        view
    }

    fn happens_before<'a>(&'a self, _: &'a Clock<W>) -> &'a Clock<W> {
        &self.hb
    }

    fn before<T: Copy, M: Model<View<W> = Self>>(graph: &Execution<T, M, W>, thread: u32) -> Clock<W> {
        let mut hb = last_hb(graph, thread);
        hb[thread as usize] = graph.lane(thread).count;
        hb
    }
}

/// What a write passes on.
fn write<T: Copy, M, const W: usize>(
    graph: &Execution<T, M, W>,
    new: &Added<W>,
    loc: u32,
    read: &Clock<W>,
    view: &mut Hb<W>,
) where
    M: Model<View<W> = Hb<W>>,
{
    view.headed = match graph.locations[loc].last_write[new.thread as usize] {
        _ if releases(new.order) => view.hb,
        before if before != NONE && graph.release_sequence == ReleaseSequence::Rc11 => graph.event(before).view.headed,
        _ => [0; W],
    };
    view.message = [0; W];
    if new.order == Order::Plain {
        return;
    }
    if !new.silent {
        view.message = view.headed;
        let released = view.released;
        join(&mut view.message, &released);
    }
    // A read-modify-write continues the release sequence of what it reads; `read` is nothing for a
    // store.
    join(&mut view.message, read);
}

fn message<T: Copy, M, const W: usize>(graph: &Execution<T, M, W>, write: Id) -> Clock<W>
where
    M: Model<View<W> = Hb<W>>,
{
    if write == NONE || initial_of(write).is_some() { [0; W] } else { graph.event(write).view.message }
}
