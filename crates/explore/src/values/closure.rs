//! [`Closed`]: a partial order of events together with the writes that each read may read from (its *good* writes), and its
//! closure: the weakest order that every sequence in which each read reads from a good write has to follow.
//!
//! Pratyush Agarwal, Krishnendu Chatterjee, Shreya Pathak, Andreas Pavlogiannis, Viktor Toman: *Stateless Model Checking
//! under a Reads-Value-From Equivalence*, CAV 2021, section 4 (heuristic 2); Chatterjee, Pavlogiannis, Toman: *Value-centric
//! Dynamic Partial Order Reduction*, OOPSLA 2019, section 5 (Closure and its three rules).
//!
//! Written r, w: a read and a write of one variable; Visible(r): the writes that are not after r and have no other write
//! between them and r; Cl(r): the good writes among them. Closed is an order in which for each read r
//! 1. Cl(r) is not empty, and if it has a least element w, then w < r;
//! 2. if it has a greatest element w, every bad write before r is before w;
//! 3. every bad write that comes after all of Cl(r) comes after r.
//!
//! The initial write of a variable is before everything, and no event. A read-modify-write is one event that is both.
//!
//! Deviations: "the" least and greatest good write of paper 1 need not exist if some writes are unordered; the rules ask
//! then for what holds of all candidates (as paper 3 does), so they are sound for any order. Rule 2 is applied only to
//! the last write of each thread before r that has no other after it: those before them follow.
//!
//! What is to be done is a list of events whose place has changed, worked off by [`Closed::close`]. So the order can be
//! left unclosed for a while; it is sound to ask for visible writes then, there are only more of them.

use super::order::{Clock, Cycle, Id, NONE, Order, Point, join, within};
use smallvec::SmallVec;

/// The good writes of a read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Good {
    /// Whether the initial write is one.
    pub(crate) initial: bool,
    /// The others, by their numbers within the variable.
    bits: SmallVec<[u64; 2]>,
}

impl Good {
    /// Adds the write with this number.
    pub(crate) fn insert(&mut self, number: u32) {
        let word = (number / 64) as usize;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (number % 64);
    }

    /// Whether the write with this number is one; newer writes than there were then are none.
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        self.bits.get((number / 64) as usize).is_some_and(|word| word & 1 << (number % 64) != 0)
    }
}

impl Good {
    /// Only the initial write.
    pub(crate) fn only_initial() -> Self {
        Self { initial: true, ..Self::default() }
    }

    /// The numbers of those that are not the initial one.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        let words = (0..).zip(&self.bits);
        words.flat_map(|(at, &word)| (0..64).filter(move |bit| word & 1 << bit != 0).map(move |bit| 64 * at + bit))
    }

    /// Whether all of them are among the writes of `other`.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        let mut words = self.bits.iter().zip(other.bits.iter().chain(std::iter::repeat(&0)));
        self.initial <= other.initial && words.all(|(mine, theirs)| mine & !theirs == 0)
    }
}

/// A write of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Write {
    pub(crate) id: Id,
    pub(crate) thread: u32,
    pub(crate) place: u32,
}

#[derive(Clone, Debug, Default)]
struct Variable {
    /// By number.
    writes: Vec<Write>,
    /// Those whose good writes are known.
    reads: Vec<Id>,
    /// In which pass all its reads, or those in question, were put on the list.
    pass: u64,
}

/// What an event does to its variable.
#[derive(Clone, Debug)]
struct Touch {
    /// [`NONE`]: it touches none.
    variable: u32,
    /// Its number among the writes, or [`NONE`].
    write: u32,
    /// If it reads.
    good: Option<Good>,
    pass: u64,
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
    touches: Vec<Touch>,
    variables: Vec<Variable>,
    /// The events that came or whose clock changed. Kept, so that what was done since a mark can be taken back.
    changed: Vec<Id>,
    /// How many of them the order is closed for.
    done: u32,
    pass: u64,
}

impl<const W: usize> Default for Closed<W> {
    fn default() -> Self {
        let (touches, variables, changed) = (Vec::new(), Vec::new(), Vec::new());
        Self { order: Order::default(), touches, variables, changed, done: 0, pass: 0 }
    }
}

/// The visible writes of a read.
pub(crate) struct Visible<const W: usize> {
    /// The last write of each thread before the read that have no other of them after them.
    last: SmallVec<[u32; 8]>,
    /// What is strictly before one of these, hence hidden.
    hidden: Clock<W>,
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
            of.writes.push(Write { id, thread, place: self.order.place(id) });
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
            if write != NONE {
                of.writes.pop();
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

    /// Whether the order is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.done as usize == self.changed.len()
    }

    /// Closes the order; fails if there is no closed one above it, that is, no sequence in which all reads read good writes.
    pub(crate) fn close(&mut self) -> Result<(), Cycle> {
        let mut reads = Vec::new();
        while !self.is_closed() {
            self.disturbed(&mut reads);
            // The newest first: what is new is mostly at the end.
            while let Some(read) = reads.pop() {
                self.apply_rules(read)?;
            }
        }
        Ok(())
    }

    /// The reads, by number, for which the changes that are not done yet may matter. Counts them as done.
    fn disturbed(&mut self, reads: &mut Vec<Id>) {
        self.pass += 1;
        for at in self.done as usize..self.changed.len() {
            let event = self.changed[at];
            let Touch { variable, write, .. } = self.touches[event as usize];
            if variable == NONE {
                continue;
            }
            let of = &mut self.variables[variable as usize];
            if of.pass == self.pass {
                continue;
            }
            if write != NONE {
                of.pass = self.pass;
                let fresh = of.reads.iter().filter(|&&read| self.touches[read as usize].pass != self.pass);
                reads.extend(fresh);
            } else if self.touches[event as usize].pass != self.pass {
                self.touches[event as usize].pass = self.pass;
                reads.push(event);
            }
        }
        self.done = self.changed.len() as u32;
        reads.sort_unstable();
    }

    /// The visible writes of a read of this variable that comes after what `past` says.
    pub(crate) fn visible(&self, variable: u32, past: &Clock<W>) -> Visible<W> {
        let writes = self.writes(variable);
        // By thread: the last write in the past.
        let mut last = [NONE; W];
        for (number, write) in (0..).zip(writes) {
            if write.place <= past[write.thread as usize] {
                last[write.thread as usize] = number;
            }
        }
        let mut hidden = [0; W];
        let mut found = SmallVec::new();
        for number in last.into_iter().filter(|&number| number != NONE) {
            found.push(number);
            let write = &writes[number as usize];
            let thread = write.thread as usize;
            let mut upto = *self.order.upto(write.id);
            upto[thread] = write.place - 1;
            join(&mut hidden, &upto);
        }
        found.retain(|number| writes[*number as usize].place > hidden[writes[*number as usize].thread as usize]);
        Visible { last: found, hidden }
    }

    /// The three rules for one read.
    fn apply_rules(&mut self, read: Id) -> Result<(), Cycle> {
        let Touch { variable, write: own, ref good, .. } = self.touches[read as usize];
        let Some(good) = good else { return Ok(()) };
        let (thread, place) = (self.order.thread(read), self.order.place(read));
        let mut past = *self.order.upto(read);
        past[thread as usize] = place - 1;
        let visible = self.visible(variable, &past);
        let writes = &self.variables[variable as usize].writes;
        let after = |w: &Write| self.order.upto(w.id)[thread as usize] >= place;
        // Cl(r): the initial write, and its least and greatest other elements, if there are such.
        let initial = good.initial && visible.last.is_empty();
        let (mut least, mut greatest) = (NONE, NONE);
        let mut candidates: SmallVec<[Id; 16]> = SmallVec::new();
        // What comes after these comes after all of Cl(r).
        let mut all = [0; W];
        for (number, w) in (0..).zip(writes) {
            if number != own && good.contains(number) && !visible.hides(w) && !after(w) {
                candidates.push(w.id);
                all[w.thread as usize] = all[w.thread as usize].max(w.place);
                if least == NONE || self.order.before(w.id, least) {
                    least = w.id;
                }
                if greatest == NONE || self.order.before(greatest, w.id) {
                    greatest = w.id;
                }
            }
        }
        if candidates.is_empty() && !initial {
            return Err(Cycle);
        }
        if !candidates.iter().all(|&w| w == greatest || self.order.before(w, greatest)) {
            greatest = NONE;
        }
        if initial || !candidates.iter().all(|&w| w == least || self.order.before(least, w)) {
            least = NONE;
        }
        let mut edges: SmallVec<[(Id, Id); 16]> = SmallVec::new();
        if least != NONE {
            edges.push((least, read));
        }
        if greatest != NONE {
            let bad = visible.last.iter().filter(|&&number| !good.contains(number));
            edges.extend(bad.map(|&number| (writes[number as usize].id, greatest)));
        }
        for (number, w) in (0..).zip(writes) {
            if number != own && !good.contains(number) && !after(w) && within(&all, self.order.upto(w.id)) {
                edges.push((read, w.id));
            }
        }
        edges.into_iter().try_for_each(|(a, b)| self.add(a, b))
    }
}

impl<const W: usize> Visible<W> {
    /// Whether another write is between this one, which is not after the read, and the read.
    pub(crate) fn hides(&self, write: &Write) -> bool {
        write.place <= self.hidden[write.thread as usize]
    }

    /// Whether the initial write is visible.
    pub(crate) fn shows_initial(&self) -> bool {
        self.last.is_empty()
    }
}
