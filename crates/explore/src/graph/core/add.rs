//! Adding an event: its past, its place in the graph, its effects, and what its thread does next.

use super::event::{Clock, Content, Event, Id, Kind, NONE, join};
use super::search::Search;
use crate::drive::effect::{Effect, tell};
use crate::drive::threads::start;
use crate::graph::GraphSystem;
use crate::graph::model::{Added, Model, View};
use threadbare_op::{Answer, At, Limit, Op, Order, Pending, Segment, Site, Stuck, ThreadId, Written};

/// After how many events the sink is told of the progress.
const TICK: u64 = 1024;

/// An event about to be added.
pub(crate) struct New {
    pub(crate) thread: u32,
    pub(crate) kind: Kind,
    pub(crate) loc: u32,
    pub(crate) rf: Id,
    pub(crate) after: Id,
    pub(crate) value: u64,
    pub(crate) content: Content,
    pub(crate) answer: Answer,
    pub(crate) comax: bool,
    pub(crate) revisited: bool,
    pub(crate) misuse: Option<&'static str>,
}

impl<S: GraphSystem, M: Model, const W: usize> Search<'_, S, M, W> {
    /// Adds an event: its past, its place in the graph, and, if the graph is consistent with it,
    /// its effects and the thread's next operation. False: it is not consistent, go back.
    pub(crate) fn add(&mut self, new: New) -> bool {
        let before = *self.graph.pending(new.thread);
        let id = self.next_id();
        let event = self.event(&new, before);
        self.graph.events.push(event);
        self.graph.note_past(orders_nothing(&before.op, &new));
        self.graph.link(id, None);
        // What is added co-maximally is consistent in every model.
        if !new.comax && !M::is_consistent(&mut self.graph, id) {
            return false;
        }
        let first = new.comax && !matches!(new.kind, Kind::Choice(1..));
        if !self.is_admitted() || !(first || self.may_represent()) {
            return false;
        }
        self.go_on(id, &new, before);
        self.count_event();
        true
    }

    /// The event as it is before it is linked.
    fn event(&self, new: &New, before: Pending<S::State>) -> Event<S::State, M::View<W>, W> {
        let added = self.past(new, &before.op);
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
            view: M::View::of(&self.graph, &added),
            next: before,
            other_before: self.other_before(new),
            comax: new.comax,
            revisited: new.revisited,
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

    /// The last event of the thread that is not at the location of the one about to be added.
    fn other_before(&self, new: &New) -> Id {
        let last = self.graph.lane(new.thread).last;
        if M::SC || last == NONE || !new.kind.has_location() {
            return last;
        }
        let event = self.graph.event(last);
        if event.kind.has_location() && event.loc == new.loc { event.other_before } else { last }
    }

    /// The porf of an event about to be added, and what the memory model has to know besides.
    pub(crate) fn past(&self, new: &New, op: &Op) -> Added<W> {
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
    fn writes_in_vain(&self, op: &Op, new: &New) -> Option<u64> {
        if new.kind != Kind::Load || !matches!(op, Op::Rmw { .. } | Op::Cas { .. }) {
            return None;
        }
        match op.written(self.graph.value(new.rf).value) {
            Written::Value(value) => Some(value),
            Written::Nothing => None,
        }
    }

    /// Performs the effects of an event that has been linked, and runs its thread to its next
    /// operation.
    fn go_on(&mut self, id: Id, new: &New, before: Pending<S::State>) {
        let thread = ThreadId(new.thread);
        let Pending { op, site, state } = before;
        let event = self.graph.event(id);
        let (count, mark, seen) = (event.count, event.mark, *self.graph.happens_before(id));
        let obscured = self.obscured(id, &seen);
        self.is_obscured = obscured.is_some();
        let clock = obscured.as_ref().unwrap_or(&seen);
        let next = match self.perform(new, thread, &op, site, clock) {
            Err(stuck) => {
                self.refused = true;
                before.stopped(stuck)
            }
            Ok(()) => {
                if let Kind::Spawn(child) = new.kind {
                    self.begin(id, ThreadId(child), state, clock);
                }
                let at = At { thread, epoch: count + 1, clock };
                let since = self.system.mark();
                let next = self.system.resume(at, state, new.answer);
                self.is_quiet = matches!(next.op, Op::Stuck(Stuck::Spin { .. }))
                    && self.is_quiet(&op, self.writes_in_vain(&op, new).is_some(), since);
                next
            }
        };
        let event = &mut self.graph.events[id as usize];
        event.next = next;
        event.segment = Segment { from: mark.log, to: self.system.mark().log };
        self.notice(new.thread, next.op);
        self.is_obscured = false;
        let joins = matches!(new.kind, Kind::Join(_)) && !matches!(next.op, Op::Join { .. });
        if joins && self.amid_joins(new.thread).is_some() {
            self.break_symmetry();
        }
    }

    fn perform(&mut self, new: &New, thread: ThreadId, op: &Op, site: Site, clock: &Clock<W>) -> Result<(), Stuck> {
        let written = if new.kind.writes() { Some(new.value) } else { self.writes_in_vain(op, new) };
        let effect = Effect { answer: new.answer, written, misuse: new.misuse, silent: false };
        let at = At { thread, epoch: clock[thread.index()], clock };
        tell(self.system, at, (op, site), &effect)
    }

    /// Begins the thread that the event `spawn` starts.
    fn begin(&mut self, spawn: Id, child: ThreadId, parent: S::State, before: &Clock<W>) {
        let mut clock = *before;
        clock[child.index()] = 1;
        let was_obscured = self.is_obscured;
        let twin = self.find_twin(spawn, parent);
        self.graph.events[spawn as usize].value = if twin == NONE { 0 } else { u64::from(twin) + 1 };
        if twin != NONE {
            // As in [`Self::obscured`]: to the parent's spawn of the first of them.
            let first = self.graph.first_of_group(twin);
            let (parent, count) = (self.graph.event(first).thread, self.graph.event(first).count);
            clock[parent as usize] = count;
            self.is_obscured = true;
        }
        let start = start(self.system, child, &clock, parent);
        self.graph.set_start(spawn, start);
        self.starts.push((spawn, start));
        if twin != NONE {
            self.note_group(twin);
        }
        self.notice(child.0, start.op);
        self.is_obscured = was_obscured;
    }

    pub(crate) fn count_event(&mut self) {
        if self.muted || !self.mine || self.on_trial {
            return;
        }
        self.stats.events += 1;
        let depth = self.graph.trail.len() as u64;
        self.stats.depth = self.stats.depth.max(depth);
        if self.stats.events.is_multiple_of(TICK) {
            self.tick();
        }
    }

    /// Tells of the progress, and looks whether there is room for more events.
    #[cold]
    fn tick(&mut self) {
        let flow = self.sink.tick(&self.stats);
        self.told(flow);
        if self.graph.events.len() >= (1 << 31) - 2 - TICK as usize {
            self.coverage.limit(Limit::Events);
            self.stop = true;
        }
    }

    /// The next operation of a thread has become known: faults are reported, limits noted.
    pub(crate) fn notice(&mut self, thread: u32, op: Op) {
        if self.graph.is_over(thread) {
            return;
        }
        match op {
            Op::Stuck(Stuck::Fault(fault)) => self.report(fault, Some(thread)),
            Op::Stuck(Stuck::Limit(limit)) => {
                self.coverage.limit(limit);
                // Nothing has become of the thread, so that what is known is known no further than
                // up to here.
                self.stop |= limit == Limit::Interrupted;
            }
            Op::Stuck(Stuck::Unsupported(what)) => self.coverage.unsupported(what),
            _ => {}
        }
    }
}

/// How strongly an operation orders others, when it becomes this event.
fn order(op: &Op, new: &New, succeeds: bool) -> Order {
    match *op {
        Op::Load { order, .. } | Op::Store { order, .. } | Op::Rmw { order, .. } | Op::Fence { order } => order,
        Op::Cas { success, failure, .. } => {
            if succeeds {
                success
            } else {
                failure
            }
        }
        Op::Sync { op, .. } => match new.answer {
            Answer::Value(result) => op.order(result),
            // Misuse: the thread goes no further.
            _ => Order::Relaxed,
        },
        Op::Spawn | Op::Join { .. } | Op::Choice { .. } | Op::Stuck(_) => Order::Relaxed,
    }
}

/// Whether an operation on an object orders nothing, when it becomes this event.
fn orders_nothing(op: &Op, new: &New) -> bool {
    matches!((*op, new.answer), (Op::Sync { op, .. }, Answer::Value(result)) if op.orders_nothing(result))
}

/// What is left of an order for an operation that only reads.
const fn read_order(order: Order) -> Order {
    match order {
        Order::AcqRel => Order::Acquire,
        Order::Release => Order::Relaxed,
        order => order,
    }
}
