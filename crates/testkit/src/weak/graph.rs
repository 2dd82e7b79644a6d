//! [`Graph`]: an execution graph as plain data: events, po, rf, co, spawn and join edges.
//!
//! A read-modify-write that succeeds is one event, which reads and writes. Initial writes are
//! events of no thread, before everything in po, as in the papers. An operation on a
//! synchronisation object is a read-modify-write of the object's state. Mere waits
//! ([`threadbare_op::SyncOp::is_wait`]) have a source, but do not belong to the order of the
//! object.

use super::relation::{MAX_EVENTS, Relation, Set};
use std::collections::BTreeMap;
use threadbare_op::{Addr, Order, ReleaseSequence, Site};

/// What an event is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An initial write.
    Init,
    /// A load.
    Load,
    /// A store.
    Store,
    /// A read-modify-write that writes.
    Update,
    /// A compare-and-swap that does not.
    FailedCas,
    /// A fence.
    Fence,
    /// An operation on a synchronisation object.
    Sync,
    /// Waiting for what, once reached, stays reached.
    Wait,
    /// Starting a thread.
    Spawn,
    /// The beginning of a thread.
    Begin,
    /// The end of a thread.
    End,
    /// Joining a thread.
    Join,
    /// A choice.
    Choice,
}

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// By whom: the place in the list of threads; `None` for initial writes.
    pub thread: Option<usize>,
    /// Its number in its thread.
    pub index: usize,
    /// What.
    pub kind: Kind,
    /// Location or object.
    pub loc: Option<Addr>,
    /// Its memory order.
    pub order: Order,
    /// What it reads, chooses, or is told as result.
    pub read: Option<u64>,
    /// What it writes.
    pub written: Option<u64>,
    /// The instruction.
    pub site: Site,
    /// Whether it is a misuse of an object.
    pub faulty: bool,
    /// Whether it is an operation on an object that has failed or only asks: it orders nothing.
    pub silent: bool,
}

/// An execution graph, or a beginning of one.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// In the order in which they were added, which porf respects.
    pub events: Vec<Event>,
    /// By thread, in program order.
    pub threads: Vec<Vec<usize>>,
    /// By event: what it reads from.
    pub rf: Vec<Option<usize>>,
    /// By location or object: its writes, the initial one first.
    pub co: BTreeMap<Addr, Vec<usize>>,
    /// Spawn to beginning, end to join.
    pub across: Vec<(usize, usize)>,
    /// Which writes a release sequence has.
    pub release_sequence: ReleaseSequence,
}

impl Graph {
    /// Adds an event, the last of its thread. `None` if there are too many.
    pub fn add(&mut self, event: Event, from: Option<usize>) -> Option<usize> {
        let id = self.events.len();
        if id >= MAX_EVENTS {
            return None;
        }
        let index = event.thread.map_or(0, |thread| {
            self.threads[thread].push(id);
            self.threads[thread].len() - 1
        });
        self.events.push(Event { index, ..event });
        self.rf.push(from);
        Some(id)
    }

    /// The number of events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The events for which `holds`.
    #[must_use]
    pub fn set(&self, holds: impl Fn(&Event) -> bool) -> Set {
        self.events.iter().enumerate().filter(|(_, event)| holds(event)).fold(0, |set, (id, _)| set | 1 << id)
    }

    /// W: what is in the order of a location.
    #[must_use]
    pub fn writes(&self) -> Set {
        self.co.values().flatten().fold(0, |set, id| set | 1 << id)
    }

    /// R: what reads from such a write.
    #[must_use]
    pub fn reads(&self) -> Set {
        self.set(|event| event.kind != Kind::Wait)
            & (0..self.len()).fold(0, |set, id| if self.rf[id].is_some() { set | 1 << id } else { set })
    }

    /// Whether a write is read by another that must follow it immediately.
    #[must_use]
    pub fn is_updated(&self, write: usize) -> bool {
        self.updater(write).is_some()
    }

    /// Who reads a write and must follow it immediately.
    #[must_use]
    pub fn updater(&self, write: usize) -> Option<usize> {
        let writes = |id: &usize| self.events[*id].written.is_some();
        (0..self.len()).filter(|id| self.rf[*id] == Some(write)).find(writes)
    }

    /// The base relations.
    #[must_use]
    pub fn relations(&self) -> Base {
        let n = self.len();
        let event = |id: usize| &self.events[id];
        let po = Relation::of(n, |a, b| match (event(a).thread, event(b).thread) {
            (None, Some(_)) => true,
            (a_thread, b_thread) => a_thread.is_some() && a_thread == b_thread && event(a).index < event(b).index,
        });
        let (mut rf, mut wait) = (Relation::empty(n), Relation::empty(n));
        for (reader, from) in self.rf.iter().enumerate() {
            if let Some(from) = *from {
                if event(reader).kind == Kind::Wait { wait.insert(from, reader) } else { rf.insert(from, reader) }
            }
        }
        let mut co = Relation::empty(n);
        for order in self.co.values() {
            for (place, a) in order.iter().enumerate() {
                order[place + 1..].iter().for_each(|b| co.insert(*a, *b));
            }
        }
        let mut across = wait;
        self.across.iter().for_each(|(a, b)| across.insert(*a, *b));
        // An update does not come before itself.
        let fr = rf.inverse().then(&co).minus(&Relation::identity(n, Set::MAX));
        let same_loc = Relation::of(n, |a, b| event(a).loc.is_some() && event(a).loc == event(b).loc);
        let same_thread = Relation::of(n, |a, b| event(a).thread.is_some() && event(a).thread == event(b).thread);
        let (reads, writes) = (self.reads(), self.writes());
        let (silent, plain) = (self.set(|event| event.silent), self.set(|event| event.order == Order::Plain));
        Base { n, po, rf, co, fr, across, same_loc, same_thread, reads, writes, silent, plain }
    }
}

/// The relations from which the axioms are built, by their names in the papers.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Base {
    /// The number of events.
    pub n: usize,
    pub po: Relation,
    pub rf: Relation,
    pub co: Relation,
    /// rf⁻¹ ; co, less the identity.
    pub fr: Relation,
    /// Spawn to beginning, end to join, arrival at a barrier to leaving it.
    pub across: Relation,
    pub same_loc: Relation,
    pub same_thread: Relation,
    pub reads: Set,
    pub writes: Set,
    /// Operations that have failed or only ask.
    pub silent: Set,
    pub plain: Set,
}

impl Base {
    /// porf = (po ∪ rf ∪ spawn ∪ join)⁺.
    #[must_use]
    pub fn porf(&self) -> Relation {
        self.po.or(&self.rf).or(&self.across).plus()
    }

    /// porf by what synchronises: without rf edges of plain accesses, and of operations that have
    /// failed or only ask. An operation that succeeds has an edge from the last before it that has.
    #[must_use]
    pub fn porf_that_synchronises(&self) -> Relation {
        let (silent, loud) = (self.silent, !(self.silent | self.plain));
        let rf = self.rf.then(&self.rf.between(silent, Set::MAX).star()).between(loud, loud);
        self.po.or(&rf).or(&self.across).plus()
    }

    /// eco = (rf ∪ co ∪ fr)⁺.
    #[must_use]
    pub fn eco(&self) -> Relation {
        self.rf.or(&self.co).or(&self.fr).plus()
    }

    /// po-loc.
    #[must_use]
    pub fn po_loc(&self) -> Relation {
        self.po.and(&self.same_loc)
    }
}
