//! Leaf sections: lock, plain accesses, unlock, as one event.
//!
//! A section is a *leaf* if its thread, once it has the lock, comes to the release of that lock
//! before any other visible operation. Its *footprint* is what it reads and writes meanwhile. Two
//! leaves of a lock are dependent if one writes what the other reads or writes; a leaf and any
//! other operation on the lock are dependent. So leaves that touch different memory, or only read,
//! are explored in one order.
//!
//! Whether a section is a leaf, and with which footprint, depends on the state: it is found by
//! performing it ([`Trace::leaf`]). What the races of one with what came before it are depends on
//! that, and so is asked only of sections that were performed ([`super::again`]).
//!
//! *Happens-before.* Of two leaves of a lock one happens before the other only if it comes before it
//! in the order of dependent events: else there is an execution with the other order.
//! A pair of accesses that is not ordered so is a data race if some execution shows it, which is
//! tried ([`super::confirm`]).
//!
//! Definitions, claims, and what each condition is for: docs/proofs/sections.md.
//!
//! Not covered: locks of which somebody asks whether they are held ([`threadbare_op::Commute::may_be_events`]);
//! read-write locks, of which sections that conflict need not be ordered; sections in a round of a
//! loop that waits (the search begins again with locks in order).

use super::TraceSystem;
use super::state::{Access, Clocks, Event, Id, Kind, NONE, Trace};
use crate::drive::clock::{Clock, join_all};
use crate::drive::enabled::goes_on;
use crate::drive::locations::{Content, apply};
use crate::drive::touching::by_word;
use rustc_hash::FxHashMap;
use threadbare_op::{Answer, At, Op, Outcome, Pending, Stuck, SyncId, SyncState, SyncTable, ThreadId, Touched, Word};

/// The number of a footprint.
pub(super) type Footprint = u32;

/// The footprints that were met.
#[derive(Debug, Default)]
pub(super) struct Footprints {
    /// Each with one entry for a word, in their order.
    all: Vec<Box<[Touched]>>,
    numbers: FxHashMap<Box<[Touched]>, Footprint>,
}

impl Footprints {
    /// The number of what all these accesses touch.
    fn number(&mut self, touched: Vec<Touched>) -> Footprint {
        let touched = by_word(touched);
        if let Some(&known) = self.numbers.get(&touched) {
            return known;
        }
        let number = self.all.len() as Footprint;
        self.numbers.insert(touched.clone(), number);
        self.all.push(touched);
        number
    }

    /// Whether one writes what the other reads or writes.
    pub(super) fn conflict(&self, a: Footprint, b: Footprint) -> bool {
        let (mut a, mut b) = (&*self.all[a as usize], &*self.all[b as usize]);
        while let ([x, rest_of_a @ ..], [y, rest_of_b @ ..]) = (a, b) {
            if x.word == y.word && x.conflict(y) != 0 {
                return true;
            }
            if x.word <= y.word {
                a = rest_of_a;
            }
            if y.word <= x.word {
                b = rest_of_b;
            }
        }
        false
    }
}

impl<T: Copy, const W: usize> Trace<T, W> {
    /// How the next operation of a thread touches memory, were it performed now; a section that is
    /// a leaf is.
    pub(super) fn access_or_leaf<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> Access {
        let access = self.access(system, thread);
        match self.leaf(system, thread) {
            Some(footprint) => Access { kind: Kind::Leaf(footprint), ..access },
            None => access,
        }
    }

    /// The footprint of the section that a thread, which can go on, is about to enter, if that is a
    /// leaf: performs it, as if all that was done happened before, and takes it back.
    fn leaf<S: TraceSystem<State = T>>(&mut self, system: &mut S, thread: u32) -> Option<Footprint> {
        let Pending { op, state, .. } = self.lane(thread).pending;
        let Op::Sync { object, op: acquire } = op else { return None };
        if !self.commutes || !system.may_be_events(acquire) {
            return None;
        }
        let loc = self.location(system, thread, &op);
        let found = self.content(loc).value;
        let Outcome::Next { state: locked, result: 0 } = apply(system, found, acquire, thread) else { return None };
        let epoch = self.counts[thread as usize] + 2;
        let everything: Clock<W> = self.counts.map(|count| count + 2);
        let mark = system.mark();
        let at = At { thread: ThreadId(thread), epoch, clock: &everything };
        let next = system.resume(at, state, Answer::Result(0));
        let mut touched = Vec::new();
        let is_leaf = lets_go(system, thread, &next.op, object, locked) && system.footprint(mark, &mut touched);
        system.undo(mark);
        is_leaf.then(|| self.footprints.number(touched))
    }

    /// Whether a thread waits in a loop, in a round in which it has performed a leaf.
    pub(super) fn waits_after_leaf(&self, thread: u32) -> bool {
        let Op::Stuck(Stuck::Spin { events, .. }) = self.lane(thread).pending.op else { return false };
        self.own[thread as usize].iter().rev().take(events as usize).any(|&id| self.event(id).access.is_leaf())
    }

    /// The events that race with the next operation of a thread on a lock: of the leaves since the
    /// newest operation that is none, those that it comes after; if it comes after none of these,
    /// of the operations before them the newest before which it would have been enabled.
    pub(super) fn races_at_object<S>(&self, system: &mut S, thread: u32, access: Access, races: &mut Vec<Id>)
    where
        S: TraceSystem<State = T>,
    {
        let mut at = self.seen(access).write;
        let mut past = self.clocks(thread).dep;
        if at == NONE || !self.event(at).access.is_leaf() {
            return self.race_at_object(system, thread, at, past, races);
        }
        while at != NONE && self.event(at).access.is_leaf() {
            if !self.is_in(&past, at) && self.conflict(access, self.event(at).access) {
                races.push(at);
                join_all(&mut past, self.dep(at));
            }
            at = self.event(at).last_before.write;
        }
        self.race_at_object(system, thread, at, past, races);
    }

    fn race_at_object<S>(&self, system: &mut S, thread: u32, mut at: Id, mut past: Clock<W>, races: &mut Vec<Id>)
    where
        S: TraceSystem<State = T>,
    {
        let Op::Sync { op, .. } = self.lane(thread).pending.op else { return };
        let is_enabled = |system: &mut S, found: Content| goes_on(system, thread, op, found.value);
        while at != NONE {
            let waits = match self.event(at).access.kind {
                Kind::Alike(_) => {
                    let is_possible = |id| {
                        let found = self.content_without(system, at, id);
                        is_enabled(system, found)
                    };
                    self.races_with_segment(at, &mut past, is_possible, races)
                }
                _ if self.is_in(&past, at) => false,
                _ if is_enabled(system, self.event(at).content) => {
                    races.push(at);
                    false
                }
                _ => true,
            };
            if !waits {
                return;
            }
            at = self.before_segment(at);
        }
    }
}

/// Whether an operation releases the lock `object`, in state `locked`, so that it is free.
fn lets_go<S: TraceSystem>(system: &mut S, thread: u32, op: &Op, object: u64, locked: SyncId) -> bool {
    let Op::Sync { object: released, op } = *op else { return false };
    if released != object || !op.is_release() {
        return false;
    }
    match apply(system, Word::of_state(locked), op, thread) {
        Outcome::Next { state, result: 0 } => is_free(system.sync(), state),
        _ => false,
    }
}

fn is_free(states: &SyncTable, state: SyncId) -> bool {
    matches!(states.get(state), SyncState::Mutex { owner: None, .. } | SyncState::Spin { owner: None })
}

/// Adds to what comes before an operation on a lock, whose newest operation is the leaf `newest`,
/// the leaves that it depends on, and the newest operation that is no leaf; gives that.
pub(super) fn order_after_leaves<T, const W: usize>(
    (events, earlier): (&[Event<T>], &[Clocks<W>]),
    newest: Id,
    depends: impl Fn(Access) -> bool,
    Clocks { dep, porf }: &mut Clocks<W>,
) -> Id {
    let leaves = || {
        let is_leaf = |&id: &Id| id != NONE && events[id as usize].access.is_leaf();
        let before = move |&id: &Id| Some(events[id as usize].last_before.write).filter(is_leaf);
        std::iter::successors(Some(newest), before)
    };
    let is_in = |clock: &Clock<W>, id: Id| {
        let Event { thread, count, .. } = events[id as usize];
        clock[thread as usize] >= count
    };
    let mut other = NONE;
    for id in leaves() {
        other = events[id as usize].last_before.write;
        if depends(events[id as usize].access) && !is_in(dep, id) {
            join_all(dep, &earlier[id as usize].dep);
        }
    }
    if other != NONE && !is_in(dep, other) {
        join_all(dep, &earlier[other as usize].dep);
    }
    for id in leaves() {
        if is_in(dep, id) && !is_in(porf, id) {
            join_all(porf, &earlier[id as usize].porf);
        }
    }
    other
}
