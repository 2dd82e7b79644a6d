//! [`Closed`]: a partial order of events together with the writes that each read may read from (its
//! *good* writes), and its closure: the weakest order that every sequence in which each read reads
//! from a good write has to follow.
//!
//! Pratyush Agarwal, Krishnendu Chatterjee, Shreya Pathak, Andreas Pavlogiannis, Viktor Toman:
//! *Stateless Model Checking under a Reads-Value-From Equivalence*, CAV 2021, section 4 (heuristic
//! 2); Chatterjee, Pavlogiannis, Toman: *Value-centric Dynamic Partial Order Reduction*, OOPSLA
//! 2019, section 5 (Closure and its three rules).
//!
//! Written r, w: a read and a write of one variable; Visible(r): the writes that are not after r
//! and have no other write between them and r; Cl(r): the good writes among them. Closed is an
//! order in which for each read r
//! 1. Cl(r) is not empty, and if it has a least element w, then w < r;
//! 2. if it has a greatest element w, every bad write before r is before w;
//! 3. every bad write that comes after all of Cl(r) comes after r.
//!
//! The initial write of a variable is before everything, and no event. A read-modify-write is one
//! event that is both.
//!
//! Deviations: "the" least and greatest good write of paper 1 need not exist if some writes are
//! unordered; the rules ask then for what holds of all candidates (as paper 3 does), so they are
//! sound for any order. Rule 2 is applied only to the last write of each thread before r that has
//! no other after it: those before them follow. Likewise rule 3 only to the first one of each
//! thread.
//!
//! What is to be done is a list of events whose place has changed, worked off by [`Closed::close`].
//! So the order can be left unclosed for a while; it is sound to ask for visible writes then, there
//! are only more of them.

use super::good::Good;
use super::order::{Cycle, Id, NONE, Order, Point};

/// A write of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Write {
    pub(crate) id: Id,
    pub(crate) thread: u32,
    pub(crate) place: u32,
    /// The number of its thread's write before it ([`NONE`]).
    pub(super) previous: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Variable<const W: usize> {
    /// By number.
    pub(super) writes: Vec<Write>,
    /// By thread: the number of its last write ([`NONE`]).
    pub(super) newest: [u32; W],
    /// Those whose good writes are known.
    pub(super) reads: Vec<Id>,
}

impl<const W: usize> Default for Variable<W> {
    fn default() -> Self {
        Self { writes: Vec::new(), newest: [NONE; W], reads: Vec::new() }
    }
}

impl<const W: usize> Variable<W> {
    /// The writes of a thread with their numbers, the last one first.
    pub(super) fn back_from(&self, newest: u32) -> impl Iterator<Item = (u32, &Write)> {
        let write = |number: u32| self.writes.get(number as usize).map(|write| (number, write));
        std::iter::successors(write(newest), move |(_, later)| write(later.previous))
    }
}

/// What an event does to its variable.
#[derive(Clone, Debug)]
pub(super) struct Touch {
    /// [`NONE`]: it touches none.
    pub(super) variable: u32,
    /// Its number among the writes, or [`NONE`].
    pub(super) write: u32,
    /// If it reads.
    pub(super) good: Option<Good>,
    /// In which pass it was put on the list, if it reads.
    pub(super) pass: u64,
}

/// A point to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    order: Point,
    changed: u32,
    done: u32,
}

/// A partial order with the good writes of its reads.
#[derive(Clone, Debug)]
pub(crate) struct Closed<const W: usize> {
    pub(crate) order: Order<W>,
    pub(super) touches: Vec<Touch>,
    pub(super) variables: Vec<Variable<W>>,
    /// The events that came or whose clock changed. Kept, so that what was done since a mark can be
    /// taken back.
    pub(super) changed: Vec<Id>,
    /// How many of them the order is closed for.
    pub(super) done: u32,
    pub(super) pass: u64,
    /// Working memory of [`Closed::close`].
    pub(super) list: Vec<Id>,
}

impl<const W: usize> Default for Closed<W> {
    fn default() -> Self {
        let (touches, variables, changed, list) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { order: Order::default(), touches, variables, changed, done: 0, pass: 0, list }
    }
}

impl<const W: usize> Closed<W> {
    /// Puts a new event that touches no variable; see [`Order::push`].
    pub(crate) fn push(&mut self, thread: u32, after: &[Id]) -> Id {
        self.touches.push(Touch { variable: NONE, write: NONE, good: None, pass: 0 });
        self.order.push(thread, after)
    }

    /// Puts a new event that reads, if `good` is given, and writes a variable.
    pub(crate) fn access(&mut self, thread: u32, after: &[Id], variable: u32, good: Option<Good>, writes: bool) -> Id {
        let id = self.order.push(thread, after);
        if self.variables.len() <= variable as usize {
            self.variables.resize_with(variable as usize + 1, Variable::default);
        }
        let of = &mut self.variables[variable as usize];
        let mut write = NONE;
        if writes {
            write = of.writes.len() as u32;
            let previous = std::mem::replace(&mut of.newest[thread as usize], write);
            of.writes.push(Write { id, thread, place: self.order.place(id), previous });
        }
        if good.is_some() {
            of.reads.push(id);
        }
        self.touches.push(Touch { variable, write, good, pass: 0 });
        self.changed.push(id);
        id
    }

    /// The variable that an event touches, or [`NONE`].
    pub(crate) fn variable(&self, id: Id) -> u32 {
        self.touches[id as usize].variable
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        self.variables.len()
    }

    /// The writes of a variable, by number.
    pub(crate) fn writes(&self, variable: u32) -> &[Write] {
        self.variables.get(variable as usize).map_or(&[], |v| &v.writes)
    }

    /// The last write of a variable by a thread.
    pub(crate) fn last_write(&self, variable: u32, thread: u32) -> Option<&Write> {
        let of = self.variables.get(variable as usize)?;
        of.writes.get(of.newest[thread as usize] as usize)
    }

    /// The reads of a variable.
    pub(crate) fn reads(&self, variable: u32) -> &[Id] {
        self.variables.get(variable as usize).map_or(&[], |v| &v.reads)
    }

    /// The number of an event among the writes of its variable, if it writes.
    pub(crate) fn write_number(&self, id: Id) -> Option<u32> {
        Some(self.touches[id as usize].write).filter(|&number| number != NONE)
    }

    /// The good writes of an event, if it reads.
    pub(crate) fn good(&self, id: Id) -> Option<&Good> {
        self.touches[id as usize].good.as_ref()
    }

    /// Whether an event may read from the event `write`, or from the initial write ([`NONE`]).
    pub(crate) fn is_good(&self, read: Id, write: Id) -> bool {
        self.good(read).is_some_and(|good| match write {
            NONE => good.initial,
            write => good.contains(self.touches[write as usize].write),
        })
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { order: self.order.point(), changed: self.changed.len() as u32, done: self.done }
    }

    /// Takes back everything since `mark`.
    pub(crate) fn undo(&mut self, mark: Mark) {
        self.order.undo(mark.order);
        self.changed.truncate(mark.changed as usize);
        self.done = self.done.min(mark.done);
        while self.touches.len() > self.order.len() {
            let Some(Touch { variable, write, good, .. }) = self.touches.pop() else { return };
            if variable == NONE {
                continue;
            }
            let of = &mut self.variables[variable as usize];
            if write != NONE
                && let Some(Write { thread, previous, .. }) = of.writes.pop()
            {
                of.newest[thread as usize] = previous;
            }
            if good.is_some() {
                of.reads.pop();
            }
        }
    }

    /// Puts `a` before `b`; the order is not closed then.
    pub(crate) fn add(&mut self, a: Id, b: Id) -> Result<(), Cycle> {
        self.order.add(a, b, &mut self.changed)
    }

    /// The events that came (if they touch a variable) or whose place changed, one after the other.
    pub(crate) fn changes(&self) -> &[Id] {
        &self.changed
    }

    /// Whether the order is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.done as usize == self.changed.len()
    }
}
