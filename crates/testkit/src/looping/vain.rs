//! Waits in vain, by brute force over all states, from the definition (docs/proofs/cutoffs.md, "Waits
//! in vain").
//!
//! It shares states and moves with [`mod@super::livelocks`], and nothing with the explorer.

use super::livelocks::Graph;
use super::reached::Stands;
use crate::class::Path;
use crate::input::INPUTS;
use crate::program::{Inst, Program};
use std::collections::BTreeSet;

/// Sets of threads that wait in vain.
#[derive(Clone, Debug, Default)]
pub struct Vain {
    /// All.
    pub all: BTreeSet<BTreeSet<Path>>,
    /// Those that an explorer must find. Not: those of whom each waits for an end; while somebody
    /// else polls for ever, or writes what is polled.
    pub sought: BTreeSet<BTreeSet<Path>>,
}

/// The waits in vain of a program without other faults, that are faults; `None` if it has more than
/// `limit` states.
#[must_use]
pub fn in_vain(program: &Program, limit: usize) -> Option<Vain> {
    let given: Vec<Program> = if program.has_input() {
        (0..INPUTS).map(|input| program.with_input(input)).collect()
    } else {
        vec![program.clone()]
    };
    let graphs: Option<Vec<Graph<'_>>> = given.iter().map(|program| Graph::of(program, limit, false)).collect();
    let graphs = graphs?;
    let mut all: Vec<Waits<'_>> = graphs.iter().map(Waits::of).collect();
    let threads = || 0..program.bodies.len();
    let ends: Vec<bool> = threads().map(|thread| all.iter().any(|waits| waits.ends(thread))).collect();
    all.iter_mut().for_each(|waits| waits.find(&ends));
    let goes_on = |thread: usize| all.iter().any(|waits| waits.goes_on_somewhere(thread));
    let differs: Vec<bool> = threads().map(|thread| ends[thread] || goes_on(thread)).collect();
    let mut found = Vain::default();
    all.iter().for_each(|waits| waits.faults(&differs, &mut found));
    Some(found)
}

struct Waits<'g> {
    graph: &'g Graph<'g>,
    /// By state: what can come after it, itself included.
    later: Vec<Vec<bool>>,
    /// By thread, by state.
    vain: Vec<Vec<bool>>,
}

impl<'g> Waits<'g> {
    fn of(graph: &'g Graph<'g>) -> Self {
        let count = graph.states.len();
        let mut next = vec![Vec::new(); count];
        graph.moves.iter().for_each(|m| next[m.from].push(m.to));
        let later = (0..count).map(|state| reach(&next, state)).collect();
        Self { graph, later, vain: Vec::new() }
    }

    /// Finds who waits in vain; `ends`: by thread, whether it comes to its end in some execution.
    fn find(&mut self, ends: &[bool]) {
        let threads = self.graph.states.first().map_or(0, |state| state.threads.len());
        let vain =
            |thread| (0..self.graph.states.len()).map(|state| self.is_vain(state, thread, ends[thread])).collect();
        self.vain = (0..threads).map(vain).collect();
    }

    fn stands(&self, state: usize, thread: usize) -> Stands {
        self.graph.states[state].threads[thread].stands
    }

    fn is_unclear(&self, state: usize) -> bool {
        let threads = 0..self.graph.states[state].threads.len();
        let is_broken = |at: usize| threads.clone().any(|thread| self.stands(at, thread) == Stands::Broken);
        (0..self.graph.states.len()).any(|at| self.later[state][at] && is_broken(at))
    }

    fn is_vain(&self, state: usize, thread: usize, ends: bool) -> bool {
        if self.stands(state, thread) != Stands::Alive || self.is_unclear(state) {
            return false;
        }
        let later = &self.later[state];
        let mut moves = self.graph.moves.iter().filter(|m| m.thread == thread && later[m.from]).peekable();
        if moves.peek().is_none() {
            return true;
        }
        let (is_alone, main_waits) = (self.is_alone(state, thread), self.main_waits_for(state, thread));
        let ends_now = (0..later.len()).any(|s| later[s] && self.stands(s, thread) == Stands::Finished);
        if main_waits && ends && !ends_now {
            return true;
        }
        if moves.any(|m| m.acts) && !(self.joins(state, 0) == Some(thread) && self.is_by_itself(state, thread)) {
            return false;
        }
        let may_stay = |at: usize| (is_alone || main_waits) && self.graph.program.has_exit(thread, at);
        let stays = |at: usize| (0..later.len()).all(|s| !later[s] || self.graph.is_in(s, thread, at));
        let is_left = |at: usize| {
            let leaves = |from: usize, to: usize| {
                self.graph.is_in(from, thread, at)
                    && !self.graph.is_in(to, thread, at)
                    && self.stands(to, thread) != Stands::Broken
            };
            self.graph.moves.iter().any(|m| m.thread == thread && leaves(m.from, m.to))
        };
        self.graph.loops(thread).into_iter().any(|at| stays(at) && (is_left(at) || may_stay(at)))
    }

    /// Whether nobody else moves after a state.
    fn is_alone(&self, state: usize, thread: usize) -> bool {
        self.graph.moves.iter().all(|m| m.thread == thread || !self.later[state][m.from])
    }

    /// Whether after a state each move of a thread, and each of another one, come to the same whichever
    /// is first.
    fn is_by_itself(&self, state: usize, thread: usize) -> bool {
        let from = |at: usize| self.graph.moves.iter().filter(move |m| m.from == at);
        let does =
            |at: usize, who: usize, pc: usize| from(at).filter(move |m| m.thread == who && m.pc == pc).map(|m| m.to);
        (0..self.graph.states.len()).filter(|at| self.later[state][*at]).all(|at| {
            from(at).filter(|other| other.thread != thread).all(|other| {
                let mut own = from(at).filter(|m| m.thread == thread).peekable();
                if own.peek().is_none() {
                    return from(other.to).all(|m| m.thread != thread);
                }
                own.all(|own| {
                    let mut one = does(own.to, other.thread, other.pc);
                    let another: Vec<usize> = does(other.to, thread, own.pc).collect();
                    one.any(|to| another.contains(&to))
                })
            })
        })
    }

    /// Whether `main` waits for the end of a thread, or for one who does, and so on.
    fn main_waits_for(&self, state: usize, thread: usize) -> bool {
        let mut at = 0;
        (0..self.graph.states[state].threads.len()).any(|_| match self.joins(state, at) {
            Some(next) => {
                at = next;
                at == thread
            }
            None => false,
        })
    }

    /// Whether in some execution a thread comes to its end.
    fn ends(&self, thread: usize) -> bool {
        let ends = |state: usize| self.stands(state, thread) == Stands::Finished && !self.is_unclear(state);
        (0..self.graph.states.len()).any(ends)
    }

    /// Whether in some execution a thread goes on for ever, and not in vain, although no other
    /// thread is kept from going on.
    fn goes_on_somewhere(&self, thread: usize) -> bool {
        (0..self.graph.states.len()).any(|state| self.goes_on(state, thread))
    }

    /// Whether a thread moves again and again, and not in vain, in the states that can come before
    /// and after this one, their first.
    fn goes_on(&self, state: usize, thread: usize) -> bool {
        let states = 0..self.graph.states.len();
        let part: Vec<bool> = states.clone().map(|at| self.later[state][at] && self.later[at][state]).collect();
        if part[..state].contains(&true) {
            return false;
        }
        let inside = || states.clone().filter(|at| part[*at]);
        let threads = 0..self.graph.states[state].threads.len();
        let is_broken = |at: usize| threads.clone().any(|thread| self.stands(at, thread) == Stands::Broken);
        let moves = |thread: usize| self.graph.moves.iter().any(|m| m.thread == thread && part[m.from] && part[m.to]);
        let rests = |thread: usize| {
            let mut stays = part.clone();
            self.graph.moves.iter().filter(|m| m.thread == thread).for_each(|m| stays[m.from] = false);
            stays.contains(&true)
        };
        moves(thread)
            && inside().any(|at| !self.vain[thread][at])
            && !inside().any(is_broken)
            && threads.clone().all(|thread| moves(thread) || rests(thread))
    }

    fn joins(&self, state: usize, thread: usize) -> Option<usize> {
        let standing = &self.graph.states[state].threads[thread];
        match self.graph.program.inst(thread, standing.pc)? {
            Inst::Join { slot } => standing.slots[usize::from(*slot)],
            _ => None,
        }
    }

    /// Whether a thread waits for what others do, not for an end.
    fn waits_for_others(&self, state: usize, thread: usize) -> bool {
        self.joins(state, thread).is_none()
    }

    /// Whether nobody else polls after a state, or writes what is polled. (Nor one of them, if they
    /// write.)
    fn is_quiet(&self, state: usize, threads: &BTreeSet<usize>) -> bool {
        let later = |at: &usize| self.later[state][*at];
        let act = self.graph.moves.iter().any(|m| later(&m.from) && m.acts && threads.contains(&m.thread));
        let others = || (0..self.vain.len()).filter(|thread| act || !threads.contains(thread));
        let looks = (0..self.graph.states.len())
            .filter(later)
            .any(|at| others().any(|other| self.graph.looks_for_ever(at, other)));
        let moves = || self.graph.moves.iter().filter(|m| later(&m.from));
        let polls = moves().any(|m| threads.contains(&m.thread));
        let writes = moves().any(|m| {
            let is_sync = matches!(self.graph.program.inst(m.thread, m.pc), Some(Inst::Sync { .. }));
            !threads.contains(&m.thread) && m.acts && !is_sync
        });
        !(looks || polls && writes)
    }

    fn faults(&self, differs: &[bool], found: &mut Vain) {
        for state in 0..self.graph.states.len() {
            let mut threads: BTreeSet<usize> =
                (0..self.vain.len()).filter(|thread| self.vain[*thread][state]).collect();
            while let Some(out) = threads
                .iter()
                .copied()
                .find(|thread| self.joins(state, *thread).is_some_and(|other| !threads.contains(&other)))
            {
                threads.remove(&out);
            }
            let all = threads.clone();
            let joined = |thread: &usize| all.iter().any(|other| self.joins(state, *other) == Some(*thread));
            threads.retain(|thread| {
                let joins = self.joins(state, *thread).is_some();
                differs[*thread] || joined(thread) || joins || self.is_alone(state, *thread)
            });
            let main_joins = threads.contains(&0) && self.joins(state, 0).is_some();
            let counts = |thread: &usize| {
                let is_told = main_joins || differs[*thread] || self.is_alone(state, *thread);
                self.joins(state, *thread).is_none() && is_told
            };
            if threads.iter().any(counts) {
                let set: BTreeSet<Path> = threads.iter().map(|thread| self.graph.path(state, *thread)).collect();
                let waits = threads.iter().any(|thread| self.waits_for_others(state, *thread));
                let apart = |thread: &usize| self.joins(state, *thread).is_some() || self.is_by_itself(state, *thread);
                if waits && (self.is_quiet(state, &threads) || threads.iter().all(apart)) {
                    found.sought.insert(set.clone());
                }
                found.all.insert(set);
            }
        }
    }
}

fn reach(next: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut met = vec![false; next.len()];
    let mut open = vec![from];
    met[from] = true;
    while let Some(at) = open.pop() {
        for &to in &next[at] {
            if !std::mem::replace(&mut met[to], true) {
                open.push(to);
            }
        }
    }
    met
}
