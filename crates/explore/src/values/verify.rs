//! VerifySC: whether the events of a [`Closed`] order have a linearisation in which every read
//! reads from one of its good writes, and which.
//!
//! Pratyush Agarwal, Krishnendu Chatterjee, Shreya Pathak, Andreas Pavlogiannis, Viktor Toman:
//! *Stateless Model Checking under a Reads-Value-From Equivalence*, CAV 2021, section 4: Algorithm
//! 1 with its three heuristics is [`printed`].
//!
//! [`witness`] is what is normally used. It linearises the closed order greedily: reads as soon as
//! they can read a good write, and of the writes that do not take the last good write away from a
//! read, the one that comes first in the guide. If it gets stuck, it chooses two conflicting events
//! without order that are in each other's way, and tries both orders, with the closure after each
//! choice. This is complete: a choice orders a pair, both orders are tried, and where all
//! conflicting events are ordered the linearisation cannot get stuck, since in a closed order the
//! one visible write of a read is good then.

use super::closure::Closed;
use super::order::{Id, NONE, within};
use crate::drive::clock::Clock;
use rustc_hash::FxHashSet;

/// Which of the heuristics of the paper are used, besides the closure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heuristics {
    /// The search follows the sequence at hand.
    pub(crate) guide: bool,
    /// Some steps are taken without trying others.
    pub(crate) greedy: bool,
}

/// A prefix of a linearisation.
#[derive(Clone, Debug)]
struct Prefix<const W: usize> {
    /// How many events of each thread are in it.
    taken: Clock<W>,
    /// By variable: its last write, or [`NONE`].
    active: Vec<Id>,
}

impl<const W: usize> Prefix<W> {
    fn new(closed: &Closed<W>) -> Self {
        Self { taken: [0; W], active: vec![NONE; closed.variables()] }
    }

    fn has(&self, closed: &Closed<W>, id: Id) -> bool {
        closed.order.place(id) <= self.taken[closed.order.thread(id) as usize]
    }

    fn take(&mut self, closed: &Closed<W>, id: Id) {
        self.taken[closed.order.thread(id) as usize] += 1;
        if closed.write_number(id).is_some() {
            self.active[closed.variable(id) as usize] = id;
        }
    }

    fn active(&self, variable: u32) -> Id {
        self.active[variable as usize]
    }

    /// The events all of whose predecessors are in the prefix.
    fn next<'a>(&'a self, closed: &'a Closed<W>) -> impl Iterator<Item = Id> + 'a {
        (0..W as u32).filter_map(move |thread| {
            let taken = self.taken[thread as usize];
            let &id = closed.order.chain(thread).get(taken as usize)?;
            let mut upto = *closed.order.upto(id);
            upto[thread as usize] = taken;
            within(&upto, &self.taken).then_some(id)
        })
    }

    /// Whether the event, if it reads, would read a good write now.
    fn reads_well(&self, closed: &Closed<W>, id: Id) -> bool {
        closed.good(id).is_none() || closed.is_good(id, self.active(closed.variable(id)))
    }

    /// A read outside, other than `but`, of the variable that has no good write outside.
    fn holder(&self, closed: &Closed<W>, variable: u32, but: Id) -> Option<Id> {
        let holds = |&read: &Id| {
            let outside = |w: Id| w != read && !self.has(closed, w) && closed.is_good(read, w);
            read != but && !self.has(closed, read) && !closed.writes(variable).iter().any(|w| outside(w.id))
        };
        closed.reads(variable).iter().copied().find(holds)
    }
}

/// A linearisation of the order, which is closed, in which every read reads from a good write.
/// `guide` is a sequence of events, of which some may be missing, that is followed where it does
/// not matter.
pub(crate) fn witness<const W: usize>(closed: &mut Closed<W>, guide: &[Id]) -> Option<Vec<Id>> {
    let mut places = vec![NONE; closed.order.len()];
    (0..).zip(guide).for_each(|(place, &id)| places[id as usize] = place);
    search(closed, &places)
}

/// By event: its place in the guide.
type Places = [u32];

fn search<const W: usize>(closed: &mut Closed<W>, guide: &Places) -> Option<Vec<Id>> {
    let (a, b) = match linearise(closed, guide) {
        Ok(sequence) => return Some(sequence),
        Err(Stuck { pair }) => pair?,
    };
    for (first, second) in [(a, b), (b, a)] {
        let mark = closed.mark();
        let found = match closed.add(first, second).and_then(|()| closed.close()) {
            Ok(()) => search(closed, guide),
            Err(_) => None,
        };
        closed.undo(mark);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A linearisation could not go on.
struct Stuck {
    /// Two conflicting events without order; the first is better put first.
    pair: Option<(Id, Id)>,
}

fn linearise<const W: usize>(closed: &Closed<W>, guide: &Places) -> Result<Vec<Id>, Stuck> {
    let mut prefix = Prefix::new(closed);
    let mut sequence = Vec::with_capacity(closed.order.len());
    while sequence.len() < closed.order.len() {
        let Some(id) = choose(closed, &prefix, guide) else { return Err(Stuck { pair: in_the_way(closed, &prefix) }) };
        prefix.take(closed, id);
        sequence.push(id);
    }
    Ok(sequence)
}

/// The next event of a greedy linearisation.
fn choose<const W: usize>(closed: &Closed<W>, prefix: &Prefix<W>, guide: &Places) -> Option<Id> {
    let mut best = None;
    for id in prefix.next(closed) {
        let variable = closed.variable(id);
        if variable == NONE {
            return Some(id);
        }
        if !prefix.reads_well(closed, id) {
            continue;
        }
        if closed.write_number(id).is_none() {
            return Some(id);
        }
        let sooner = best.is_none_or(|other: Id| guide[id as usize] < guide[other as usize]);
        if sooner && prefix.holder(closed, variable, id).is_none() {
            best = Some(id);
        }
    }
    best
}

/// Two events without order because of which the linearisation cannot go on.
fn in_the_way<const W: usize>(closed: &Closed<W>, prefix: &Prefix<W>) -> Option<(Id, Id)> {
    let apart = |a: Id, b: Id| a != NONE && b != NONE && !closed.order.ordered(a, b);
    for id in prefix.next(closed) {
        let variable = closed.variable(id);
        if prefix.reads_well(closed, id) {
            // A write that would take the last good write from a read.
            match prefix.holder(closed, variable, id) {
                Some(read) if apart(read, id) => return Some((read, id)),
                _ => {}
            }
        } else if apart(id, prefix.active(variable)) {
            // A read that comes too late, or too early.
            return Some((id, prefix.active(variable)));
        }
    }
    (0..closed.variables() as u32).find_map(|variable| unordered(closed, variable))
}

/// Two conflicting events of a variable without order.
fn unordered<const W: usize>(closed: &Closed<W>, variable: u32) -> Option<(Id, Id)> {
    let writes = closed.writes(variable);
    let others = closed.reads(variable).iter().copied().chain(writes.iter().map(|w| w.id));
    let mut pairs = others.flat_map(|id| writes.iter().map(move |w| (id, w.id)));
    pairs.find(|&(a, b)| !closed.order.ordered(a, b))
}

/// Algorithm 1 of the paper. If the closure is used, the order must be closed.
pub(crate) fn printed<const W: usize>(closed: &Closed<W>, guide: &[Id], heuristics: Heuristics) -> Option<Vec<Id>> {
    let mut places = vec![NONE; closed.order.len()];
    if heuristics.guide {
        (0..).zip(guide).for_each(|(place, &id)| places[id as usize] = place);
    }
    // What was taken, and after which other step: so a prefix is a number.
    let mut steps: Vec<(Id, usize)> = vec![(NONE, 0)];
    let mut worklist = vec![(Prefix::new(closed), 0)];
    let mut known: FxHashSet<(Vec<u32>, Vec<Id>)> = FxHashSet::default();
    while let Some((prefix, step)) = worklist.pop() {
        let length: u32 = prefix.taken.iter().sum();
        if length as usize == closed.order.len() {
            return Some(read_back(&steps, step));
        }
        // The paper keys by the thread of the last write; the write itself says the same, given the
        // set of events.
        if !known.insert((prefix.taken.to_vec(), prefix.active.clone())) {
            continue;
        }
        let mut extensions = extensions(closed, &prefix, heuristics.greedy);
        extensions.sort_by_key(|&id| std::cmp::Reverse(places[id as usize]));
        for id in extensions {
            let mut longer = prefix.clone();
            longer.take(closed, id);
            steps.push((id, step));
            worklist.push((longer, steps.len() - 1));
        }
    }
    None
}

fn read_back(steps: &[(Id, usize)], mut at: usize) -> Vec<Id> {
    let mut sequence = Vec::new();
    while at != 0 {
        sequence.push(steps[at].0);
        at = steps[at].1;
    }
    sequence.reverse();
    sequence
}

/// The executable events that are to be tried.
fn extensions<const W: usize>(closed: &Closed<W>, prefix: &Prefix<W>, greedy: bool) -> Vec<Id> {
    let mut found = Vec::new();
    for id in prefix.next(closed) {
        let variable = closed.variable(id);
        let writes = closed.write_number(id).is_some();
        let executable = prefix.reads_well(closed, id) && !(writes && prefix.holder(closed, variable, id).is_some());
        if !executable {
            continue;
        }
        let alone = variable == NONE || if writes { is_of_no_use(closed, prefix, id) } else { true };
        if greedy && alone {
            return vec![id];
        }
        found.push(id);
    }
    found
}

/// Whether no read that is left may read from the active write, nor from this one.
fn is_of_no_use<const W: usize>(closed: &Closed<W>, prefix: &Prefix<W>, write: Id) -> bool {
    let variable = closed.variable(write);
    let mut left = closed.reads(variable).iter().filter(|&&read| read != write && !prefix.has(closed, read));
    closed.good(write).is_none()
        && !left.any(|&read| closed.is_good(read, prefix.active(variable)) || closed.is_good(read, write))
}

/// The executable events after a sequence, by thread.
#[cfg(test)]
pub(crate) fn executable<const W: usize>(closed: &Closed<W>, sequence: &[Id]) -> Vec<Id> {
    let mut prefix = Prefix::new(closed);
    sequence.iter().for_each(|&id| prefix.take(closed, id));
    extensions(closed, &prefix, false)
}

/// The memory map after a sequence: by variable, the thread of its last write.
#[cfg(test)]
pub(crate) fn memory_map<const W: usize>(closed: &Closed<W>, sequence: &[Id]) -> Vec<Option<u32>> {
    let mut prefix = Prefix::new(closed);
    sequence.iter().for_each(|&id| prefix.take(closed, id));
    let thread = |id: &Id| (*id != NONE).then(|| closed.order.thread(*id));
    prefix.active.iter().map(thread).collect()
}
