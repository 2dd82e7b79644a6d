//! The livelocks of a program that need not end, by brute force over all its states, from the
//! definition (docs/proofs/cutoffs.md, "Livelocks"): for each set of threads that move, and each loop
//! for each of them.
//!
//! It shares the interpreter of [`mod@super::reached`] and nothing with the explorer: what leads to what is
//! found by trying.

use super::reached::{Searched, Stands, State};
use crate::class::Path;
use crate::program::{Inst, Program};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_op::{Outcome, ThreadId};

/// Sets of threads that go round in some livelock.
pub type Told = BTreeSet<BTreeSet<Path>>;

pub(super) struct Move {
    pub(super) thread: usize,
    /// Its instruction.
    pub(super) pc: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) acts: bool,
    pub(super) chooses: bool,
}

pub(super) struct Graph<'a> {
    pub(super) program: &'a Program,
    pub(super) states: Vec<State>,
    pub(super) moves: Vec<Move>,
    strong: bool,
    /// By state and thread, its move, if it has just one.
    only: FxHashMap<(usize, usize), usize>,
    /// Those who can move.
    pub(super) ready: BTreeSet<(usize, usize)>,
}

/// The sets of threads that go round in the livelocks of a program; `strong`: in those that a strongly fair
/// scheduler can keep up. `None` if it has more than `limit` states.
#[must_use]
pub fn livelocks(program: &Program, limit: usize, strong: bool) -> Option<Told> {
    let graph = Graph::of(program, limit, strong)?;
    let threads = program.bodies.len();
    let loops: Vec<Vec<usize>> = (0..threads).map(|thread| graph.loops(thread)).collect();
    let mut told = Told::new();
    for set in 1_u32..1 << threads {
        let movers: Vec<usize> = (0..threads).filter(|thread| set >> thread & 1 != 0).collect();
        let mut choices: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new()];
        for mover in &movers {
            let with = |choice: &BTreeMap<usize, usize>, at: usize| {
                choice.iter().map(|(thread, at)| (*thread, *at)).chain([(*mover, at)]).collect()
            };
            choices = choices.iter().flat_map(|choice| loops[*mover].iter().map(|at| with(choice, *at))).collect();
        }
        let all: BTreeSet<usize> = (0..graph.states.len()).collect();
        for choice in &choices {
            if let Some(state) = graph.find(choice, &all, &BTreeSet::new()) {
                told.insert(movers.iter().map(|mover| graph.path(state, *mover)).collect());
            }
        }
    }
    Some(told)
}

impl<'a> Graph<'a> {
    pub(super) fn of(program: &'a Program, limit: usize, strong: bool) -> Option<Self> {
        let (mut searched, start) = Searched::start(program);
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let (only, ready) = (FxHashMap::default(), BTreeSet::new());
        let mut graph = Graph { program, states: vec![start], moves: Vec::new(), strong, only, ready };
        let mut from = 0;
        while from < graph.states.len() {
            let state = graph.states[from].clone();
            for thread in 0..state.threads.len() {
                let inst = searched.inst(&state, thread);
                let next = searched.steps(&state, thread);
                for after in &next {
                    let number = *numbers.entry(after.clone()).or_insert(graph.states.len());
                    if number == graph.states.len() {
                        graph.states.push(after.clone());
                    }
                    let acts = inst.is_some_and(|inst| acts(&mut searched, (&state, after), thread, inst));
                    let chooses = matches!(inst, Some(Inst::Choice { .. }));
                    let pc = state.threads[thread].pc;
                    graph.moves.push(Move { thread, pc, from, to: number, acts, chooses });
                    graph.ready.insert((from, thread));
                    if !chooses {
                        graph.only.insert((from, thread), graph.moves.len() - 1);
                    }
                }
            }
            from += 1;
            if graph.states.len() > limit {
                return None;
            }
        }
        Some(graph)
    }

    pub(super) fn path(&self, state: usize, thread: usize) -> Path {
        self.states[state].threads[thread].number.checked_sub(1).into_iter().collect()
    }

    /// The loops of a thread's code.
    pub(super) fn loops(&self, thread: usize) -> Vec<usize> {
        let code = &self.program.bodies[thread];
        (0..code.len()).filter(|at| matches!(code[*at], Inst::Again { .. })).collect()
    }

    /// Whether a thread stands in the loop that jumps back at that place.
    pub(super) fn is_in(&self, state: usize, thread: usize, at: usize) -> bool {
        let Inst::Again { count, .. } = self.program.bodies[thread][at] else { return false };
        let standing = &self.states[state].threads[thread];
        standing.stands == Stands::Alive && at - count <= standing.pc && standing.pc <= at
    }

    /// A state of a livelock among these states in which exactly these threads move, without these
    /// instructions.
    fn find(
        &self,
        loops: &BTreeMap<usize, usize>,
        states: &BTreeSet<usize>,
        without: &BTreeSet<(usize, usize)>,
    ) -> Option<usize> {
        let belongs = |m: &&Move| {
            !m.chooses
                && states.contains(&m.from)
                && states.contains(&m.to)
                && !without.contains(&(m.thread, m.pc))
                && loops
                    .get(&m.thread)
                    .is_some_and(|at| self.is_in(m.from, m.thread, *at) && self.is_in(m.to, m.thread, *at))
        };
        let moves: Vec<&Move> = self.moves.iter().filter(belongs).collect();
        classes(&moves).into_iter().find_map(|class| {
            let own: Vec<&Move> =
                moves.iter().copied().filter(|m| class.contains(&m.from) && class.contains(&m.to)).collect();
            self.judge(loops, &class, &own, without)
        })
    }

    /// Of a strongly connected set of states, with these moves.
    fn judge(
        &self,
        loops: &BTreeMap<usize, usize>,
        class: &BTreeSet<usize>,
        moves: &[&Move],
        without: &BTreeSet<(usize, usize)>,
    ) -> Option<usize> {
        if !loops.keys().all(|thread| moves.iter().any(|m| m.thread == *thread)) {
            return None;
        }
        let mut less = without.clone();
        for (&thread, &at) in loops {
            if !class.iter().any(|state| self.leaves(*state, thread, at)) {
                return None;
            }
            let vain: BTreeSet<usize> = class.iter().flat_map(|state| self.vain(*state, thread, at)).collect();
            let does = moves.iter().filter(|m| m.thread == thread).map(|m| m.pc);
            less.extend(does.filter(|pc| !vain.contains(pc)).map(|pc| (thread, pc)));
        }
        if less.len() > without.len() {
            return self.find(loops, class, &less);
        }
        let first = *class.first()?;
        for thread in (0..self.states[first].threads.len()).filter(|thread| !loops.contains_key(thread)) {
            match self.states[first].threads[thread].stands {
                Stands::Unborn | Stands::Finished => continue,
                Stands::Broken => return None,
                Stands::Alive => {}
            }
            if class.iter().any(|state| self.looks_for_ever(*state, thread)) {
                continue;
            }
            let waits: BTreeSet<usize> =
                class.iter().copied().filter(|state| !self.ready.contains(&(*state, thread))).collect();
            if waits.len() < class.len() && (self.strong || waits.is_empty()) {
                return if self.strong { self.find(loops, &waits, without) } else { None };
            }
        }
        Some(first)
    }

    /// The moves of a thread that runs alone, and with which of them it comes back to a state that it was
    /// in before, if it does.
    pub(super) fn alone(&self, from: usize, thread: usize) -> (Vec<&Move>, Option<usize>) {
        let (mut way, mut at) = (Vec::<&Move>::new(), from);
        loop {
            if let Some(first) = way.iter().position(|m| m.from == at) {
                return (way, Some(first));
            }
            let Some(next) = self.only.get(&(at, thread)) else { return (way, None) };
            way.push(&self.moves[*next]);
            at = self.moves[*next].to;
        }
    }

    pub(super) fn leaves(&self, from: usize, thread: usize, at: usize) -> bool {
        let (way, _) = self.alone(from, thread);
        let is_out = |state: usize| {
            !self.is_in(state, thread, at) && self.states[state].threads[thread].stands != Stands::Broken
        };
        is_out(from) || way.iter().any(|m| is_out(m.to))
    }

    pub(super) fn vain(&self, from: usize, thread: usize, at: usize) -> Vec<usize> {
        let (way, first) = self.alone(from, thread);
        let Some(first) = first else { return Vec::new() };
        if !way[first..].iter().any(|m| m.acts) || !way.iter().all(|m| self.is_in(m.to, thread, at)) {
            return Vec::new();
        }
        way[first..].iter().map(|m| m.pc).collect()
    }

    pub(super) fn looks_for_ever(&self, from: usize, thread: usize) -> bool {
        let (way, first) = self.alone(from, thread);
        first.is_some() && way.iter().all(|m| !m.acts)
    }
}

/// The states that lead to each other by these moves, as far as any move is among them.
pub(super) fn classes(moves: &[&Move]) -> Vec<BTreeSet<usize>> {
    let reach = |from: usize, back: bool| {
        let (mut met, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = open.pop() {
            for m in moves {
                let (one, other) = if back { (m.to, m.from) } else { (m.from, m.to) };
                if one == at && met.insert(other) {
                    open.push(other);
                }
            }
        }
        met
    };
    let (mut found, mut done) = (Vec::new(), BTreeSet::new());
    for m in moves {
        if done.contains(&m.from) {
            continue;
        }
        let class: BTreeSet<usize> = reach(m.from, false).intersection(&reach(m.from, true)).copied().collect();
        done.extend(class.iter().copied());
        if moves.iter().any(|m| class.contains(&m.from) && class.contains(&m.to)) {
            found.push(class);
        }
    }
    found
}

/// Whether a step does more than look.
fn acts(searched: &mut Searched<'_>, (before, after): (&State, &State), thread: usize, inst: Inst) -> bool {
    match inst {
        Inst::Load { .. } | Inst::VarLoad { .. } | Inst::PlainLoad { .. } | Inst::Fence { .. } => false,
        Inst::Rmw { .. } | Inst::Cas { .. } | Inst::VarAdd { .. } => {
            (&before.memory, &before.variables) != (&after.memory, &after.variables)
        }
        Inst::Sync { object, op, .. } => {
            let me = ThreadId(before.threads[thread].number);
            match searched.sync.apply(before.objects[object], op, me) {
                Outcome::Next { result, .. } => !op.orders_nothing(result),
                _ => true,
            }
        }
        _ => true,
    }
}
