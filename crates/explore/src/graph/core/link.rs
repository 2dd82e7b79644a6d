//! Linking: an event gets its place in program order, among the accesses to its location, in
//! reads-from and in coherence order. Unlinking takes the newest event out again.
//!
//! Both cost the same however large the graph is. That an event is linked does not mean that the
//! graph is consistent with it: [`super::add`] asks the memory model next.

use super::consistency::Model;
use super::event::{Id, Kind, NONE, initial_of};
use super::execution::{Asked, Execution, Lane};
use threadbare_op::{Op, Order, Pending};

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    /// Puts an event, whose `rf` and (for writes) `co_prev` say where, at the end of the trail.
    /// `start` is the thread it starts, if it does and that is known already.
    pub(crate) fn link(&mut self, id: Id, start: Option<Pending<T>>) {
        let (kind, thread, order) = self.link_in_program_order(id);
        if kind.has_location() {
            self.link_at_location(id, kind, thread);
        }
        match kind {
            Kind::Spawn(_) => {
                if let Some(start) = start {
                    self.set_start(id, start);
                }
                self.lane_mut(thread).spawned += 1;
            }
            Kind::Join(child) => {
                let joiners = self.lane(child).joiners;
                self.events[id as usize].reader_next = joiners;
                self.lane_mut(child).joiners = id;
            }
            Kind::Answer { value, .. } => self.link_answer(id, value),
            Kind::Load | Kind::Update if !self.swaps.is_empty() => self.link_swap(id),
            _ => {}
        }
        if !M::SC && order == Order::SeqCst {
            self.seq_cst_of(kind, thread).push(id);
        }
    }

    /// The first state of the thread that `spawn` starts has become known.
    pub(crate) fn set_start(&mut self, spawn: Id, start: Pending<T>) {
        if let Kind::Spawn(child) = self.event(spawn).kind {
            self.lanes[child as usize] = Some(Lane::new(spawn, start));
        }
    }

    /// At the end of its thread and of the trail; gives what the rest of linking goes by.
    fn link_in_program_order(&mut self, id: Id) -> (Kind, u32, Order) {
        let event = &mut self.events[id as usize];
        let lane = self.lanes[event.thread as usize].as_mut().expect("the thread is in the graph");
        let last = std::mem::replace(&mut lane.last, id);
        lane.count = event.count;
        event.po_prev = last;
        event.po_next = NONE;
        event.position = u32::try_from(self.trail.len()).unwrap_or(u32::MAX);
        self.trail.push(id);
        let what = (event.kind, event.thread, event.order);
        if last == NONE {
            lane.first = id;
        } else {
            self.events[last as usize].po_next = id;
        }
        what
    }

    fn link_answer(&mut self, id: Id, value: u32) {
        let event = self.event(id);
        let asked = self.pending_after(event.thread, event.po_prev).op;
        if let Op::Choice { asks: Some(question), .. } = asked {
            self.answers.push(id);
            self.given.push((question, value));
        }
    }

    fn link_swap(&mut self, id: Id) {
        if let Some(&Asked { question, answer, .. }) = self.swap(id) {
            self.answers.push(id);
            self.given.push((question, answer));
        }
    }

    fn link_at_location(&mut self, id: Id, kind: Kind, thread: u32) {
        let event = &mut self.events[id as usize];
        let location = &mut self.locations[event.loc];
        location.live += 1;
        location.content = event.content;
        if kind.reads() {
            event.read_before = std::mem::replace(&mut location.last_read[thread as usize], id);
        }
        let (rf, after) = (event.rf, event.co_prev);
        if !M::SC && kind.writes() {
            event.write_before = std::mem::replace(&mut location.last_write[thread as usize], id);
        }
        if rf != NONE && kind != Kind::Update {
            let head = std::mem::replace(self.readers_mut(rf), id);
            self.events[id as usize].reader_next = head;
        }
        if kind.writes() {
            self.link_in_coherence(id, after);
        }
    }

    fn link_in_coherence(&mut self, id: Id, after: Id) {
        let next = match initial_of(after) {
            Some(loc) => std::mem::replace(&mut self.locations[loc].first, id),
            None => std::mem::replace(&mut self.events[after as usize].co_next, id),
        };
        let event = &mut self.events[id as usize];
        event.co_next = next;
        event.readers = NONE;
        if next == NONE {
            self.locations[event.loc].tail = id;
        } else {
            self.events[next as usize].co_prev = id;
        }
    }

    /// Takes the newest event out again.
    pub(crate) fn unlink(&mut self) -> Id {
        let id = self.trail.pop().expect("the trail is not empty");
        let event = &self.events[id as usize];
        let (kind, thread, before) = (event.kind, event.thread, event.po_prev);
        if !M::SC && event.order == Order::SeqCst {
            self.seq_cst_of(kind, thread).pop();
        }
        match kind {
            Kind::Load | Kind::Store | Kind::Update | Kind::Wait => self.unlink_at_location(id, kind, thread),
            Kind::Spawn(child) => {
                self.lanes[child as usize] = None;
                self.lane_mut(thread).spawned -= 1;
            }
            Kind::Join(child) => self.lane_mut(child).joiners = self.event(id).reader_next,
            Kind::Fence | Kind::Choice(_) | Kind::Answer { .. } => {}
        }
        if self.answers.last() == Some(&id) {
            self.answers.pop();
            self.given.pop();
        }
        if M::SC && self.sc.closed > self.trail.len() {
            self.reopen(id);
        }
        let lane = self.lane_mut(thread);
        lane.last = before;
        lane.count -= 1;
        if before == NONE {
            lane.first = NONE;
        } else {
            self.events[before as usize].po_next = NONE;
        }
        id
    }

    fn unlink_at_location(&mut self, id: Id, kind: Kind, thread: u32) {
        let event = &self.events[id as usize];
        let location = &mut self.locations[event.loc];
        location.live -= 1;
        if kind.reads() {
            location.last_read[thread as usize] = event.read_before;
        }
        if !M::SC && kind.writes() {
            location.last_write[thread as usize] = event.write_before;
        }
        if kind.writes() && event.co_next == NONE {
            location.tail = event.co_prev;
        }
        let (rf, reader, before, next) = (event.rf, event.reader_next, event.co_prev, event.co_next);
        if rf != NONE && kind != Kind::Update {
            *self.readers_mut(rf) = reader;
        }
        if kind.writes() {
            self.set_co_next(before, next);
            if next != NONE {
                self.events[next as usize].co_prev = before;
            }
        }
    }

    fn seq_cst_of(&mut self, kind: Kind, thread: u32) -> &mut Vec<Id> {
        let nodes = &mut self.seq_cst[thread as usize];
        if kind == Kind::Fence { &mut nodes.fences } else { &mut nodes.accesses }
    }

    fn set_co_next(&mut self, write: Id, next: Id) {
        match initial_of(write) {
            Some(loc) => self.locations[loc].first = next,
            None => self.events[write as usize].co_next = next,
        }
    }

    fn readers_mut(&mut self, write: Id) -> &mut Id {
        match initial_of(write) {
            Some(loc) => &mut self.locations[loc].readers,
            None => &mut self.events[write as usize].readers,
        }
    }
}
