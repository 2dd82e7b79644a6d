//! Adding an event: link it, test the graph, ask the filters, perform its effects, run its thread
//! to the next operation.
//!
//! Deviation from TruSt: an event that was added co-maximally is not tested, since it keeps every
//! graph consistent in every model. The thread runs only after the test, so that nothing of an
//! inconsistent graph is ever told.

use super::consistency::{Added, Model, View};
use super::event::{Clock, Content, Event, Id, Kind, NONE, join};
use super::execution::Asked;
use super::hooks::{Hooks, Told};
use super::search::{Newest, Search};
use super::step::Step;
use super::system::GraphSystem;
use crate::drive::effect::{Effect, synchronises, tell};
use crate::drive::threads::start;
use threadbare_op::{Answer, At, Limit, Misuse, Op, Order, Pending, Segment, Site, Stuck, ThreadId, Word, Written};

/// An event about to be added.
pub(crate) struct New {
    pub(crate) thread: u32,
    pub(crate) kind: Kind,
    pub(crate) loc: u32,
    pub(crate) rf: Id,
    pub(crate) after: Id,
    pub(crate) value: Word,
    pub(crate) content: Content,
    pub(crate) answer: Answer,
    pub(crate) comax: bool,
    pub(crate) revisited: bool,
    pub(crate) misuse: Option<Misuse>,
    /// What it asks of the input, if it is a compare-and-swap that does; the event is not known yet.
    pub(crate) asked: Option<Asked>,
}

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// Adds an event, and counts it.
    pub(crate) fn add(&mut self, new: New) -> Step {
        let step = self.place(new);
        if step.goes_on() {
            self.count_event();
        }
        step
    }

    /// Adds an event: its past, its place in the graph, and, if the graph is consistent with it and
    /// to be explored, its effects and the thread's next operation.
    pub(crate) fn place(&mut self, new: New) -> Step {
        let before = *self.graph.pending(new.thread);
        let id = self.next_id();
        let added = self.past(&new, &before.op);
        let event = self.event(&new, before, &added);
        self.graph.events.push(event);
        if let Some(asked) = new.asked {
            self.graph.swaps.push(Asked { event: id, ..asked });
        }
        self.graph.note_past(added.silent || !synchronises(self.system, &before.op));
        self.link(id, None);
        // What is added co-maximally is consistent in every model.
        if !new.comax && !M::is_consistent(&mut self.graph, id) {
            return Step::GoBack;
        }
        if !H::admits(self, id) {
            return Step::GoBack;
        }
        self.go_on(id, &new, before);
        Step::GoOn
    }

    /// The event as it is before it is linked.
    fn event(&mut self, new: &New, before: Pending<S::State>, added: &Added<W>) -> Event<S::State, M::View<W>, W> {
        Event {
            kind: new.kind,
            order: added.order,
            locked: new.kind == Kind::Load && matches!(before.op, Op::Cas { .. } | Op::Rmw { .. }),
            thread: new.thread,
            count: added.porf[new.thread as usize],
            loc: new.loc,
            rf: new.rf,
            value: new.value,
            content: new.content,
            porf: added.porf,
            view: M::View::of(&self.graph, added),
            next: before,
            other_before: self.other_before(new),
            comax: new.comax,
            revisited: new.revisited,
            round: NONE,
            pinned: false,
            mark: self.system.mark(),
            segment: Segment::default(),
            po_prev: NONE,
            po_next: NONE,
            co_prev: new.after,
            co_next: NONE,
            readers: NONE,
            reader_next: NONE,
            read_before: NONE,
            write_before: NONE,
            position: 0,
            clocks_before: 0,
        }
    }

    /// The last event of the thread that is not at the location of the one about to be added, and
    /// no answer.
    fn other_before(&self, new: &New) -> Id {
        let mut last = self.graph.lane(new.thread).last;
        while !M::SC && last != NONE && self.graph.is_answer(last) {
            last = self.graph.event(last).po_prev;
        }
        if M::SC || last == NONE || !new.kind.has_location() {
            return last;
        }
        let event = self.graph.event(last);
        if event.kind.has_location() && event.loc == new.loc { event.other_before } else { last }
    }

    /// The porf of an event about to be added, and what the memory model has to know besides.
    pub(crate) fn past(&mut self, new: &New, op: &Op) -> Added<W> {
        let mut porf = self.graph.porf_reading(new.thread, new.rf);
        let mut joined = None;
        if let Kind::Join(child) = new.kind {
            // Its end counts as an event, so that its last steps are included.
            let mut end = self.graph.porf_before(child);
            end[child as usize] += 1;
            join(&mut porf, &end);
            joined = Some(child);
        }
        porf[new.thread as usize] += 1;
        let written = new.kind.writes().then_some(new.loc);
        let is_fence = new.kind == Kind::Fence;
        let order = match self.writes_in_vain(op, new) {
            Some(_) => read_order(order(op, new, true)),
            None => order(op, new, new.kind != Kind::Load),
        };
        let silent = orders_nothing(op, new);
        Added { thread: new.thread, porf, rf: new.rf, written, joined, order, is_fence, silent }
    }

    /// What a read-modify-write that is added as a read writes: what it reads.
    fn writes_in_vain(&mut self, op: &Op, new: &New) -> Option<Word> {
        if new.kind != Kind::Load || !matches!(op, Op::Rmw { .. } | Op::Cas { .. }) {
            return None;
        }
        match self.system.effect(op, self.graph.value(new.rf).value) {
            Written::Value(value) => Some(value),
            // One that is decided by the input is added as what it is.
            Written::Nothing | Written::Asks { .. } => None,
        }
    }

    /// Performs the effects of an event that has been linked, and runs its thread to its next
    /// operation.
    fn go_on(&mut self, id: Id, new: &New, before: Pending<S::State>) {
        let thread = ThreadId(new.thread);
        let Pending { op, site, state } = before;
        let event = self.graph.event(id);
        let (count, mark, seen) = (event.count, event.mark, *self.graph.happens_before(id));
        let obscured = H::obscure(self, id, &seen);
        let told = if obscured.is_some() { Told::Less } else { Told::Everything };
        let clock = obscured.as_ref().unwrap_or(&seen);
        self.newest = Newest::Performed;
        let next = match self.perform(new, thread, &op, site, clock) {
            Err(stuck) => {
                self.newest = Newest::Refused;
                before.stopped(stuck)
            }
            Ok(()) => {
                if let Kind::Spawn(child) = new.kind {
                    self.begin(id, ThreadId(child), state, clock, told);
                }
                let at = At { thread, epoch: count + 1, clock };
                let since = self.system.mark();
                let next = self.system.resume(at, state, new.answer);
                self.judge_reuse();
                if next.op.is_in_vain() {
                    let in_vain = self.writes_in_vain(&op, new).is_some();
                    H::waits(self, &op, in_vain, since);
                }
                next
            }
        };
        let event = &mut self.graph.events[id as usize];
        event.next = next;
        event.segment = Segment { from: mark.log, to: self.system.mark().log };
        self.notice(new.thread, next.op, told);
        H::went_on(self, id);
    }

    fn perform(&mut self, new: &New, thread: ThreadId, op: &Op, site: Site, clock: &Clock<W>) -> Result<(), Stuck> {
        let written = if new.kind.writes() { Some(new.value) } else { self.writes_in_vain(op, new) };
        let effect = Effect { answer: new.answer, written, misuse: new.misuse, silent: false };
        let at = At { thread, epoch: clock[thread.index()], clock };
        tell(self.system, at, (op, site), &effect)
    }

    /// Begins the thread that the event `spawn` starts.
    fn begin(&mut self, spawn: Id, child: ThreadId, parent: S::State, before: &Clock<W>, told: Told) {
        let mut clock = *before;
        clock[child.index()] = 1;
        let told = match H::begins(self, spawn, parent, &mut clock) {
            Told::Less => Told::Less,
            Told::Everything => told,
        };
        let start = start(self.system, child, &clock, parent);
        self.graph.set_start(spawn, start);
        self.starts.push((spawn, start));
        H::has_begun(self, spawn);
        self.notice(child.0, start.op, told);
    }

    pub(crate) fn count_event(&mut self) {
        if self.is_told() {
            self.report.count_event(self.graph.trail.len(), self.graph.events.len());
        }
    }

    /// The next operation of a thread has become known: faults are reported, limits noted.
    pub(super) fn notice(&mut self, thread: u32, op: Op, told: Told) {
        if self.hooks.is_beyond(&self.graph, thread) {
            return;
        }
        match op {
            Op::Stuck(Stuck::Fault(fault)) => H::fault(self, fault, Some(thread), told),
            Op::Stuck(Stuck::Limit(limit)) => {
                self.report.coverage.limit(limit);
                // Nothing has become of the thread, so that what is known is known no further than
                // up to here.
                if limit == Limit::Interrupted {
                    self.report.stop();
                }
            }
            Op::Stuck(Stuck::Unsupported(what)) => self.report.coverage.unsupported(what),
            _ => {}
        }
    }
}

/// How strongly an operation orders others, when it becomes this event.
fn order(op: &Op, new: &New, succeeds: bool) -> Order {
    match *op {
        Op::Load { order: Order::Look, .. } => Order::Relaxed,
        Op::Load { order, .. } | Op::Store { order, .. } | Op::Rmw { order, .. } | Op::Fence { order } => order,
        Op::Cas { success, failure, .. } => {
            if succeeds {
                success
            } else {
                failure
            }
        }
        Op::Sync { op, .. } => match new.answer {
            Answer::Result(result) => op.order(result),
            // Misuse: the thread goes no further.
            _ => Order::Relaxed,
        },
        Op::Spawn | Op::Join { .. } | Op::Choice { .. } | Op::Stuck(_) => Order::Relaxed,
    }
}

/// Whether an operation on an object orders nothing, when it becomes this event.
fn orders_nothing(op: &Op, new: &New) -> bool {
    matches!((*op, new.answer), (Op::Sync { op, .. }, Answer::Result(result)) if op.orders_nothing(result))
}

/// What is left of an order for an operation that only reads.
const fn read_order(order: Order) -> Order {
    match order {
        Order::AcqRel => Order::Acquire,
        Order::Release => Order::Relaxed,
        order => order,
    }
}
