//! What each thread does by itself: a graph of the states of its own in which it stands in loops.
//! Whatever it does in a livelock goes round in that graph. So a thread whose loops all count, or only
//! look, takes part in none, and nothing else need be looked at.

use super::strong::components;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A state of a thread: its fingerprint, the loops in which it stands.
pub(in crate::prefix) type Stands = (u128, Vec<u64>);

/// See the module.
#[derive(Debug, Default)]
pub(in crate::prefix) struct Own {
    threads: BTreeMap<u32, Moves>,
    /// Some thread has come to wait for the end of another one, with a lock in its hands.
    joins_with_lock: bool,
}

#[derive(Debug, Default)]
struct Moves {
    numbers: FxHashMap<u128, u32>,
    /// By state.
    loops: Vec<Vec<u64>>,
    next: Vec<BTreeSet<u32>>,
    /// Those to which it comes with a lock in its hands.
    holding: Vec<BTreeSet<u32>>,
}

/// Whether the code has a way out of a loop of that name ([`threadbare_op::States::loops`]).
pub(super) const fn has_exit(name: u64) -> bool {
    name & 1 == 1
}

impl Own {
    /// A thread has moved that stood in loops; whether it holds a lock then.
    pub(in crate::prefix) fn note(&mut self, thread: u32, from: Stands, to: Stands, holds: bool) {
        let moves = self.threads.entry(thread).or_default();
        let (from, to) = (moves.number(from), moves.number(to));
        moves.next[from as usize].insert(to);
        if holds {
            moves.holding[from as usize].insert(to);
        }
    }

    /// A thread has come to wait for the end of another one, with a lock in its hands.
    pub(in crate::prefix) const fn note_join_with_lock(&mut self) {
        self.joins_with_lock = true;
    }

    /// Whether some thread can go on for ever, or wait for the end of one that does, without ever
    /// having no lock in its hands.
    pub(super) fn may_keep(&self) -> bool {
        let keeps = |moves: &Moves| {
            let all: Vec<u32> = (0..moves.loops.len() as u32).collect();
            has_circle(&all, |state| moves.holding[state as usize].iter().copied().collect())
        };
        self.joins_with_lock || self.threads.values().any(keeps)
    }

    /// By thread, the loops that it can leave.
    pub(super) fn left(&self) -> BTreeMap<u32, Vec<u64>> {
        self.threads.iter().map(|(thread, moves)| (*thread, moves.left())).collect()
    }

    /// Whether some thread can come back to a state of its own in a loop of which the code has a
    /// way out that it has never taken.
    pub(super) fn may_stay(&self) -> bool {
        let stays = |moves: &Moves| {
            let left = moves.left();
            moves.names().into_iter().any(|name| has_exit(name) && !left.contains(&name) && moves.comes_back(name))
        };
        self.threads.values().any(stays)
    }

    /// Whether a thread goes round loops, all of which have a way out.
    pub(in crate::prefix) fn has_ways_out(&self, thread: u32) -> bool {
        let Some(moves) = self.threads.get(&thread) else { return false };
        let rounds: Vec<u64> = moves.names().into_iter().filter(|name| moves.comes_back(*name)).collect();
        !rounds.is_empty() && rounds.into_iter().all(has_exit)
    }

    /// By thread, the loops in which it can come back to a state of its own, and which it can leave.
    pub(super) fn rounds(&self) -> BTreeMap<u32, Vec<u64>> {
        let rounds = self.threads.iter().map(|(thread, moves)| (*thread, moves.rounds()));
        rounds.filter(|(_, loops)| !loops.is_empty()).collect()
    }
}

impl Moves {
    fn number(&mut self, (state, loops): Stands) -> u32 {
        let (all, next, holding) = (&mut self.loops, &mut self.next, &mut self.holding);
        *self.numbers.entry(state).or_insert_with(|| {
            all.push(loops);
            next.push(BTreeSet::new());
            holding.push(BTreeSet::new());
            all.len() as u32 - 1
        })
    }

    /// The loops in which it has stood.
    fn names(&self) -> BTreeSet<u64> {
        self.loops.iter().flatten().copied().collect()
    }

    fn left(&self) -> Vec<u64> {
        self.names().into_iter().filter(|name| self.leaves(*name)).collect()
    }

    fn rounds(&self) -> Vec<u64> {
        self.names().into_iter().filter(|name| self.goes_round(*name)).collect()
    }

    fn goes_round(&self, name: u64) -> bool {
        self.leaves(name) && self.comes_back(name)
    }

    fn is_inside(&self, state: u32, name: u64) -> bool {
        self.loops[state as usize].contains(&name)
    }

    fn leaves(&self, name: u64) -> bool {
        let is_out = |to: &u32| !self.is_inside(*to, name);
        (0..self.loops.len() as u32)
            .any(|from| self.is_inside(from, name) && self.next[from as usize].iter().any(is_out))
    }

    /// Whether it can come back to a state in a loop without having left that.
    fn comes_back(&self, name: u64) -> bool {
        let inside: Vec<u32> = (0..self.loops.len() as u32).filter(|state| self.is_inside(*state, name)).collect();
        let next =
            |state: u32| self.next[state as usize].iter().copied().filter(|to| self.is_inside(*to, name)).collect();
        has_circle(&inside, next)
    }
}

/// Whether some way among these states comes back to where it began.
fn has_circle(states: &[u32], next: impl Fn(u32) -> Vec<u32>) -> bool {
    let comes_back = |all: &Vec<u32>| all.len() > 1 || all.iter().any(|state| next(*state).contains(state));
    components(states, &next).iter().any(comes_back)
}
