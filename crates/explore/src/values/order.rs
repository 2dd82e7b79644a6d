//! [`Order`]: a partial order of events, closed under transitivity, that grows and can be taken
//! back.
//!
//! The events of a thread form a chain, so it is enough to know for each event how many events of
//! each thread are not after it: a clock. Adding `a < b` joins the clock of `a` into those of `b`
//! and of everything after `b`; the events after `b` in a chain are a suffix of it, which is left
//! as soon as a clock does not change.
//!
//! An event is put at the end of its thread's chain, and nothing is after it then. Edges can be
//! added anywhere.

use crate::drive::clock::{Clock, join_all};

/// Whether nothing is in `small` that is not in `large`.
#[inline]
pub(crate) fn within<const W: usize>(small: &Clock<W>, large: &Clock<W>) -> bool {
    // Without a branch for each thread.
    small.iter().zip(large).fold(true, |all, (s, l)| all & (s <= l))
}

/// The number of an event; [`NONE`]: none.
pub(crate) type Id = u32;
pub(crate) const NONE: Id = u32::MAX;

/// The edge would close a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cycle;

#[derive(Clone, Copy, Debug)]
struct Node<const W: usize> {
    thread: u32,
    /// What is not after it, itself included: `upto[t]` events of thread t.
    upto: Clock<W>,
}

/// A point to go back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point {
    events: u32,
    rows: u32,
}

/// A partial order of events, numbered from 0 in the order in which they were put.
#[derive(Clone, Debug)]
pub(crate) struct Order<const W: usize> {
    nodes: Vec<Node<W>>,
    /// By thread: its events.
    chains: [Vec<Id>; W],
    /// The clocks that were changed, as they were before.
    rows: Vec<(Id, Clock<W>)>,
}

impl<const W: usize> Default for Order<W> {
    fn default() -> Self {
        Self { nodes: Vec::new(), chains: std::array::from_fn(|_| Vec::new()), rows: Vec::new() }
    }
}

impl<const W: usize> Order<W> {
    /// The number of events.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The events of a thread.
    pub(crate) fn chain(&self, thread: u32) -> &[Id] {
        &self.chains[thread as usize]
    }

    /// How many events each thread has.
    pub(crate) fn lengths(&self) -> Clock<W> {
        std::array::from_fn(|thread| self.chains[thread].len() as u32)
    }

    pub(crate) fn thread(&self, id: Id) -> u32 {
        self.nodes[id as usize].thread
    }

    /// The place of an event in its thread, from 1.
    pub(crate) fn place(&self, id: Id) -> u32 {
        let node = &self.nodes[id as usize];
        node.upto[node.thread as usize]
    }

    /// What is not after the event, itself included.
    pub(crate) fn upto(&self, id: Id) -> &Clock<W> {
        &self.nodes[id as usize].upto
    }

    /// Whether `a` comes before `b`, which is another event.
    #[inline]
    pub(crate) fn before(&self, a: Id, b: Id) -> bool {
        let first = &self.nodes[a as usize];
        a != b && self.nodes[b as usize].upto[first.thread as usize] >= first.upto[first.thread as usize]
    }

    /// Whether one of two events comes before the other.
    pub(crate) fn ordered(&self, a: Id, b: Id) -> bool {
        a == b || self.before(a, b) || self.before(b, a)
    }

    /// Puts a new event after the last one of its thread and after those of `after`.
    pub(crate) fn push(&mut self, thread: u32, after: &[Id]) -> Id {
        let chain = &self.chains[thread as usize];
        let mut upto = chain.last().map_or([0; W], |&last| self.nodes[last as usize].upto);
        for &other in after {
            join_all(&mut upto, &self.nodes[other as usize].upto);
        }
        upto[thread as usize] = chain.len() as u32 + 1;
        let id = self.nodes.len() as Id;
        self.nodes.push(Node { thread, upto });
        self.chains[thread as usize].push(id);
        id
    }

    /// Puts `a` before `b`, and tells `changed` of every event whose clock this changes.
    pub(crate) fn add(&mut self, a: Id, b: Id, changed: &mut Vec<Id>) -> Result<(), Cycle> {
        if self.before(a, b) {
            return Ok(());
        }
        if a == b || self.before(b, a) {
            return Err(Cycle);
        }
        let from = self.nodes[a as usize].upto;
        let Node { thread, upto } = self.nodes[b as usize];
        for chain in &self.chains {
            let after =
                chain.partition_point(|&e| self.nodes[e as usize].upto[thread as usize] < upto[thread as usize]);
            for &event in &chain[after..] {
                let row = &mut self.nodes[event as usize].upto;
                if within(&from, row) {
                    break;
                }
                self.rows.push((event, *row));
                join_all(row, &from);
                changed.push(event);
            }
        }
        Ok(())
    }

    pub(crate) fn point(&self) -> Point {
        Point { events: self.nodes.len() as u32, rows: self.rows.len() as u32 }
    }

    /// Takes back everything since `point`.
    pub(crate) fn undo(&mut self, point: Point) {
        while self.rows.len() > point.rows as usize {
            if let Some((event, row)) = self.rows.pop() {
                self.nodes[event as usize].upto = row;
            }
        }
        while self.nodes.len() > point.events as usize {
            if let Some(node) = self.nodes.pop() {
                self.chains[node.thread as usize].pop();
            }
        }
    }
}
