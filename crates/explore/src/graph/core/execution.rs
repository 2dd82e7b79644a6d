//! The execution graph: threads, and locations with their coherence order.
//!
//! Events are linked and unlinked in the order of a stack, the *trail*. sc, for the model that
//! wants it, is in `closure`.

use super::event::{Clock, Content, Event, Id, Kind, NONE, initial, initial_of, join};
use super::happens_before::Apart;
use crate::graph::filters::rounds::Rounds;
use crate::graph::filters::symmetry::Symmetry;
use crate::graph::model::Model;
use rustc_hash::FxHashMap;
use threadbare_op::{Addr, Op, Order, Pending, ReleaseSequence, Stuck};

/// A memory location (`size` > 0) or a synchronisation object (`size` = 0).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location<const W: usize> {
    pub(crate) addr: Addr,
    pub(crate) size: u8,
    /// The co-last write.
    pub(crate) tail: Id,
    /// The first write after the initial one.
    first: Id,
    /// Readers of the initial write.
    readers: Id,
    /// The last read of each thread.
    pub(crate) last_read: [Id; W],
    /// The last write of each thread; not kept for models that do not ask.
    pub(crate) last_write: [Id; W],
    /// The co-last of the writes over which sc is closed.
    pub(crate) closed_tail: Id,
    /// How many of its events are in the graph.
    pub(crate) live: u32,
    /// What it held before its first event.
    pub(crate) content: Content,
    /// Another location overlaps it that was there before: accesses to this one are not modelled.
    pub(crate) mixed: bool,
}

/// A thread of the present graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane<T> {
    /// The event that started it; [`NONE`] for the main thread.
    pub(crate) spawn: Id,
    pub(crate) first: Id,
    pub(crate) last: Id,
    /// Number of its events, its beginning included.
    pub(crate) count: u32,
    /// Number of threads it has started.
    pub(crate) spawned: u32,
    /// The events that wait for its end: a list through `reader_next`.
    pub(crate) joiners: Id,
    /// Itself before its first event.
    pub(crate) start: Pending<T>,
}

/// The seq_cst events of a thread, in program order.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeqCst {
    pub(crate) accesses: Vec<Id>,
    pub(crate) fences: Vec<Id>,
}

/// See [`Execution::location`].
const MET: usize = 32;

/// The graph.
#[derive(Debug)]
pub(crate) struct Execution<T, M: Model, const W: usize> {
    /// All events that are in the graph or may come back into it; a stack.
    pub(crate) events: Vec<Event<T, M::View<W>, W>>,
    /// sc clock of each event, if the model has one, as far as it is closed.
    pub(crate) sc: Vec<Clock<W>>,
    /// The events of the graph, in the order in which they were added.
    pub(crate) trail: Vec<Id>,
    pub(crate) lanes: Vec<Option<Lane<T>>>,
    pub(crate) release_sequence: ReleaseSequence,
    pub(crate) locations: Vec<Location<W>>,
    by_address: FxHashMap<(Addr, u8), u32>,
    /// For each 8-byte word the size of the memory locations in it.
    sizes: FxHashMap<Addr, u8>,
    /// Clocks before a change, newest last.
    pub(crate) old_clocks: Vec<(Id, Clock<W>)>,
    pub(crate) work: Vec<Id>,
    /// The seq_cst accesses and fences of each thread; not kept for models that do not ask.
    pub(crate) seq_cst: Vec<SeqCst>,
    /// The rounds of the events, if they are bounded.
    pub(crate) rounds: Option<Box<Rounds>>,
    /// Happens-before of the events, if it is less than porf and the model does not keep it.
    pub(crate) apart: Option<Box<Apart<W>>>,
    /// How many events of the trail sc is closed over.
    pub(crate) closed: usize,
    /// Locations met lately, found without hashing. (No location has the size of those that are
    /// none.)
    met: [(Addr, u8, u32); MET],
    /// Which threads are interchangeable.
    pub(crate) symmetry: Symmetry<W>,
    /// For searches: when each event was visited last.
    visits: Vec<u32>,
    visit: u32,
}

impl<T: Copy, M: Model, const W: usize> Execution<T, M, W> {
    pub(crate) fn new(main: Pending<T>, release_sequence: ReleaseSequence) -> Self {
        let mut lanes = vec![None; W];
        lanes[0] = Some(Lane::new(NONE, main));
        Self {
            events: Vec::new(),
            sc: Vec::new(),
            trail: Vec::new(),
            lanes,
            release_sequence,
            locations: Vec::new(),
            by_address: FxHashMap::default(),
            sizes: FxHashMap::default(),
            old_clocks: Vec::new(),
            work: Vec::new(),
            seq_cst: if M::SC { Vec::new() } else { vec![SeqCst::default(); W] },
            rounds: None,
            apart: None,
            closed: 0,
            met: [(0, u8::MAX, 0); MET],
            symmetry: Symmetry::default(),
            visits: Vec::new(),
            visit: 0,
        }
    }

    pub(crate) fn event(&self, id: Id) -> &Event<T, M::View<W>, W> {
        &self.events[id as usize]
    }

    /// A thread that is in the graph.
    pub(crate) fn lane(&self, thread: u32) -> &Lane<T> {
        self.lanes[thread as usize].as_ref().expect("the thread is in the graph")
    }

    /// What a thread of the graph is about to do.
    pub(crate) fn pending(&self, thread: u32) -> &Pending<T> {
        self.pending_of(self.lane(thread))
    }

    /// What the thread of a lane is about to do.
    pub(crate) fn pending_of<'a>(&'a self, lane: &'a Lane<T>) -> &'a Pending<T> {
        if lane.last == NONE { &lane.start } else { &self.event(lane.last).next }
    }

    /// What a thread of the graph was about to do after one of its events ([`NONE`]: its
    /// beginning).
    pub(crate) fn pending_after(&self, thread: u32, event: Id) -> &Pending<T> {
        if event == NONE { &self.lane(thread).start } else { &self.event(event).next }
    }

    /// The thread will not do what it is about to do, for this reason.
    pub(crate) fn halt(&mut self, thread: u32, why: Stuck) {
        let last = self.lane(thread).last;
        let pending =
            if last == NONE { &mut self.lane_mut(thread).start } else { &mut self.events[last as usize].next };
        pending.op = Op::Stuck(why);
    }

    fn lane_mut(&mut self, thread: u32) -> &mut Lane<T> {
        self.lanes[thread as usize].as_mut().expect("the thread is in the graph")
    }

    /// The number of the location; `size` 0 for a synchronisation object.
    pub(crate) fn location(&mut self, addr: Addr, size: u8) -> u32 {
        let place = ((addr / 4) ^ (addr >> 16)) as usize % MET;
        let (met, met_size, loc) = self.met[place];
        if (met, met_size) == (addr, size) {
            return loc;
        }
        let loc = self.find_location(addr, size);
        self.met[place] = (addr, size, loc);
        loc
    }

    fn find_location(&mut self, addr: Addr, size: u8) -> u32 {
        if let Some(&loc) = self.by_address.get(&(addr, size)) {
            return loc;
        }
        let loc = u32::try_from(self.locations.len()).unwrap_or(u32::MAX);
        let mixed = size != 0 && self.is_mixed(addr, size);
        self.locations.push(Location {
            addr,
            size,
            tail: initial(loc),
            first: NONE,
            readers: NONE,
            last_read: [NONE; W],
            last_write: [NONE; W],
            closed_tail: initial(loc),
            live: 0,
            content: Content::default(),
            mixed,
        });
        self.by_address.insert((addr, size), loc);
        loc
    }

    /// Whether an access is misaligned, or overlaps a location of another size or place.
    fn is_mixed(&mut self, addr: Addr, size: u8) -> bool {
        let size_there = *self.sizes.entry(addr & !7).or_insert(size);
        let overlaps = |other: &Location<W>| {
            other.size != 0 && other.addr < addr + u64::from(size) && addr < other.addr + u64::from(other.size)
        };
        !addr.is_multiple_of(u64::from(size)) || (size_there != size && self.locations.iter().any(overlaps))
    }

    /// Whether write `w` is the initial one or counted by `clock`.
    pub(crate) fn in_clock(&self, clock: &Clock<W>, id: Id) -> bool {
        if initial_of(id).is_some() {
            return true;
        }
        let event = self.event(id);
        clock[event.thread as usize] >= event.count
    }

    pub(crate) fn co_next(&self, write: Id) -> Id {
        match initial_of(write) {
            Some(loc) => self.locations[loc as usize].first,
            None => self.event(write).co_next,
        }
    }

    /// The write before in coherence order; not for initial writes.
    pub(crate) fn co_prev(&self, write: Id) -> Id {
        self.event(write).co_prev
    }

    /// The read-modify-write that reads `write`, if there is one in the graph.
    pub(crate) fn update_of(&self, write: Id) -> Option<Id> {
        let next = self.co_next(write);
        (next != NONE && self.event(next).kind == Kind::Update).then_some(next)
    }

    pub(crate) fn value(&self, write: Id) -> Content {
        match initial_of(write) {
            Some(loc) => self.locations[loc as usize].content,
            None => Content { value: self.event(write).value, defined: true },
        }
    }

    /// porf of what a thread has done so far.
    pub(crate) fn porf_before(&self, thread: u32) -> Clock<W> {
        let lane = self.lane(thread);
        let mut clock = match (lane.last, lane.spawn) {
            (NONE, NONE) => [0; W],
            (NONE, spawn) => self.event(spawn).porf,
            (last, _) => self.event(last).porf,
        };
        clock[thread as usize] = lane.count;
        clock
    }

    /// porf of what a thread has done so far, and of the write that its next event reads, if it
    /// does ([`NONE`] if not).
    pub(crate) fn porf_reading(&self, thread: u32, from: Id) -> Clock<W> {
        let mut clock = self.porf_before(thread);
        if from != NONE && initial_of(from).is_none() {
            join(&mut clock, &self.event(from).porf);
        }
        clock
    }

    /// The location that a write is to.
    pub(crate) fn location_of(&self, write: Id) -> u32 {
        initial_of(write).unwrap_or_else(|| self.event(write).loc)
    }

    fn readers_mut(&mut self, write: Id) -> &mut Id {
        match initial_of(write) {
            Some(loc) => &mut self.locations[loc as usize].readers,
            None => &mut self.events[write as usize].readers,
        }
    }

    pub(crate) fn readers(&self, write: Id) -> Id {
        match initial_of(write) {
            Some(loc) => self.locations[loc as usize].readers,
            None => self.event(write).readers,
        }
    }

    fn set_co_next(&mut self, write: Id, next: Id) {
        match initial_of(write) {
            Some(loc) => self.locations[loc as usize].first = next,
            None => self.events[write as usize].co_next = next,
        }
    }

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
            _ => {}
        }
        if !M::SC && order == Order::SeqCst {
            self.seq_cst_of(kind, thread).push(id);
        }
        if self.rounds.is_some() {
            self.link_round(id);
        }
    }

    /// Apart, since most explorations have no bound and the way there should be short.
    #[inline(never)]
    fn link_round(&mut self, id: Id) {
        if let Some(mut rounds) = self.rounds.take() {
            rounds.link(self, id);
            self.rounds = Some(rounds);
        }
    }

    /// The first state of the thread that `spawn` starts has become known.
    pub(crate) fn set_start(&mut self, spawn: Id, start: Pending<T>) {
        if let Kind::Spawn(child) = self.event(spawn).kind {
            self.lanes[child as usize] = Some(Lane::new(spawn, start));
            if let Some(twin) = self.event(spawn).value.checked_sub(1) {
                self.begin_twin(child, twin as u32);
            }
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

    fn link_at_location(&mut self, id: Id, kind: Kind, thread: u32) {
        let event = &mut self.events[id as usize];
        let location = &mut self.locations[event.loc as usize];
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
            Some(loc) => std::mem::replace(&mut self.locations[loc as usize].first, id),
            None => std::mem::replace(&mut self.events[after as usize].co_next, id),
        };
        let event = &mut self.events[id as usize];
        event.co_next = next;
        event.readers = NONE;
        if next == NONE {
            self.locations[event.loc as usize].tail = id;
        } else {
            self.events[next as usize].co_prev = id;
        }
    }

    /// Takes the newest event out again.
    pub(crate) fn unlink(&mut self) -> Id {
        let id = self.trail.pop().expect("the trail is not empty");
        self.symmetry.shorten(self.trail.len());
        if let Some(rounds) = &mut self.rounds {
            rounds.unlink();
        }
        let event = &self.events[id as usize];
        let (kind, thread, before) = (event.kind, event.thread, event.po_prev);
        if !M::SC && event.order == Order::SeqCst {
            self.seq_cst_of(kind, thread).pop();
        }
        match kind {
            Kind::Load | Kind::Store | Kind::Update | Kind::Wait => self.unlink_at_location(id, kind, thread),
            Kind::Spawn(child) => {
                self.symmetry.end(child);
                self.lanes[child as usize] = None;
                self.lane_mut(thread).spawned -= 1;
            }
            Kind::Join(child) => self.lane_mut(child).joiners = self.event(id).reader_next,
            Kind::Fence | Kind::Choice(_) => {}
        }
        if M::SC && self.closed > self.trail.len() {
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
        let location = &mut self.locations[event.loc as usize];
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

    /// Begins a search over the events, none of which has been visited. End it with
    /// [`Self::end_search`].
    pub(crate) fn begin_search(&mut self) -> Reached {
        self.visits.resize(self.events.len(), 0);
        self.visit = self.visit.wrapping_add(1);
        if self.visit == 0 {
            self.visits.fill(0);
            self.visit = 1;
        }
        Reached { work: std::mem::take(&mut self.work), visits: std::mem::take(&mut self.visits), visit: self.visit }
    }

    /// Gives the memory of a search back.
    pub(crate) fn end_search(&mut self, mut search: Reached) {
        search.work.clear();
        self.work = search.work;
        self.visits = search.visits;
    }

    /// Whether a new event (the last of its thread, with no readers) comes before another in sc.
    pub(crate) fn precedes_something(&self, id: Id) -> bool {
        let event = self.event(id);
        match event.kind {
            Kind::Load => self.co_next(event.rf) != NONE,
            Kind::Store | Kind::Update => event.co_next != NONE,
            _ => false,
        }
    }

    /// The immediate successors of an event in po, rf, co and fr, or enough of them that the others
    /// come after.
    pub(crate) fn for_each_successor(&mut self, id: Id, visit: impl FnMut(&mut Self, Id)) {
        self.for_each_of_some(id, |_, _| true, Self::co_next, visit);
    }

    /// The same in the part of the graph that `is_in` it; `co_next` is the next write in coherence
    /// order that is.
    #[inline]
    pub(crate) fn for_each_of_some(
        &mut self,
        id: Id,
        is_in: impl Fn(&Self, Id) -> bool,
        co_next: impl Fn(&Self, Id) -> Id,
        mut visit: impl FnMut(&mut Self, Id),
    ) {
        let &Event { kind, thread, rf, po_next, readers, .. } = self.event(id);
        let mut one = |this: &mut Self, to: Id| {
            if to != NONE && is_in(this, to) {
                visit(this, to);
            }
        };
        one(self, po_next);
        match kind {
            Kind::Spawn(child) => {
                let first = self.lane(child).first;
                one(self, first);
                if first == NONE {
                    self.each_joiner(child, &mut one);
                }
            }
            Kind::Load => one(self, co_next(self, rf)),
            Kind::Store | Kind::Update => {
                one(self, co_next(self, id));
                let mut reader = readers;
                while reader != NONE {
                    one(self, reader);
                    reader = self.event(reader).reader_next;
                }
            }
            _ => {}
        }
        if po_next == NONE {
            self.each_joiner(thread, &mut one);
        }
    }

    pub(crate) fn each_joiner(&mut self, thread: u32, visit: &mut impl FnMut(&mut Self, Id)) {
        let mut joiner = self.lane(thread).joiners;
        while joiner != NONE {
            visit(self, joiner);
            joiner = self.event(joiner).reader_next;
        }
    }

    /// The threads of the graph.
    pub(crate) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }
}

impl<T: Copy> Lane<T> {
    fn new(spawn: Id, start: Pending<T>) -> Self {
        Self { spawn, first: NONE, last: NONE, count: 1, spawned: 0, joiners: NONE, start }
    }
}

/// The events that a search has reached.
pub(crate) struct Reached {
    work: Vec<Id>,
    visits: Vec<u32>,
    visit: u32,
}

impl Reached {
    /// Notes that an event was reached; [`Self::next`] gives each of them once.
    pub(crate) fn visit(&mut self, id: Id) {
        let at = &mut self.visits[id as usize];
        if *at != self.visit {
            *at = self.visit;
            self.work.push(id);
        }
    }

    /// An event whose successors were not looked at yet.
    pub(crate) fn next(&mut self) -> Option<Id> {
        self.work.pop()
    }
}
