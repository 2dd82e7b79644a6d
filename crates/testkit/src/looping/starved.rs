//! Starvation, by brute force over all states, from the definition (docs/proofs/cutoffs.md,
//! "Starvation"); an explorer held against that; and random programs for it.
//!
//! It shares states and moves with [`mod@super::livelocks`], and nothing with the explorer.

use super::going_round::{Faults, any, retrying};
use super::known::{lock, unlock};
use super::livelocks::{Graph, Move, classes};
use super::reached::Stands;
use super::{Body, Looping, back, reached};
use crate::class::Path;
use crate::program::{Inst, Program, val};
use crate::rng::Rng;
use crate::toy::Toy;
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_explore::{Explorer, Fairness, Prefix, PrefixMistake, Replayed, replay};
use threadbare_op::{Details, Schedule, SyncOp, System};

/// Programs with more states are skipped.
const MOST: usize = 400;

/// Threads that starve.
#[derive(Clone, Debug, Default)]
pub struct Starving {
    /// All.
    pub all: BTreeSet<Path>,
    /// Those that an explorer must find: who does not move but to go round, or moves in vain only.
    pub sought: BTreeSet<Path>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct StarvedSummary {
    pub programs: u64,
    pub skipped: u64,
    /// Threads that starve, in all programs; those that the explorer told.
    pub starving: u64,
    pub told: u64,
}

/// The threads of a program that a strongly fair scheduler may let starve; `None` if it has more than
/// `limit` states.
#[must_use]
pub fn starving(program: &Program, limit: usize) -> Option<Starving> {
    let graph = Graph::of(program, limit, true)?;
    let mut found = Starving::default();
    for thread in 0..program.bodies.len() {
        let all: BTreeSet<usize> = (0..graph.states.len()).collect();
        for at in graph.loops(thread) {
            for (moves, list) in [(true, &mut found.all), (false, &mut found.sought)] {
                let wanted = Wanted { graph: &graph, thread, at: Some(at), moves };
                list.extend(wanted.find(&all, &BTreeSet::new()).map(|state| graph.path(state, thread)));
            }
        }
        let wanted = Wanted { graph: &graph, thread, at: None, moves: false };
        let state = wanted.find(&wanted.before_a_lock(), &BTreeSet::new());
        let path = state.map(|state| graph.path(state, thread));
        found.all.extend(path.clone());
        found.sought.extend(path);
    }
    found.all.extend(found.sought.clone());
    Some(found)
}

struct Wanted<'g> {
    graph: &'g Graph<'g>,
    thread: usize,
    /// The loop; none: a lock.
    at: Option<usize>,
    /// Whether its moves count that are not in vain, but only looks.
    moves: bool,
}

impl Wanted<'_> {
    fn before_a_lock(&self) -> BTreeSet<usize> {
        let waits = |state: &usize| {
            let standing = &self.graph.states[*state].threads[self.thread];
            let is_lock = match self.graph.program.inst(self.thread, standing.pc) {
                Some(Inst::Sync { op, .. }) => {
                    matches!(op, SyncOp::MutexLock | SyncOp::RwRead | SyncOp::RwWrite | SyncOp::SpinLock)
                }
                _ => false,
            };
            standing.stands == Stands::Alive && is_lock && !self.graph.ready.contains(&(*state, self.thread))
        };
        (0..self.graph.states.len()).filter(waits).collect()
    }

    /// A state of a part of these in which the thread starves, without these instructions of it.
    fn find(&self, states: &BTreeSet<usize>, without: &BTreeSet<usize>) -> Option<usize> {
        let (graph, thread) = (self.graph, self.thread);
        let stays = |state: usize| self.at.is_none_or(|at| graph.is_in(state, thread, at));
        let belongs = |m: &&Move| {
            !m.chooses
                && [m.from, m.to].iter().all(|state| states.contains(state) && stays(*state))
                && !(m.thread == thread && without.contains(&m.pc))
        };
        let moves: Vec<&Move> = graph.moves.iter().filter(belongs).collect();
        classes(&moves).into_iter().find_map(|class| {
            let own: Vec<&Move> =
                moves.iter().copied().filter(|m| class.contains(&m.from) && class.contains(&m.to)).collect();
            self.judge(&class, &own, without)
        })
    }

    fn judge(&self, class: &BTreeSet<usize>, moves: &[&Move], without: &BTreeSet<usize>) -> Option<usize> {
        let (graph, thread) = (self.graph, self.thread);
        let does: Vec<&Move> = moves.iter().copied().filter(|m| m.thread == thread).collect();
        if moves.len() == does.len() {
            return None;
        }
        match self.at {
            Some(at) => {
                if !class.iter().any(|state| graph.leaves(*state, thread, at)) {
                    return None;
                }
                let vain: BTreeSet<usize> = class.iter().flat_map(|state| graph.vain(*state, thread, at)).collect();
                let is_useful = |m: &&&Move| !vain.contains(&m.pc) && (m.acts || !self.moves);
                let useful: BTreeSet<usize> = does.iter().filter(is_useful).map(|m| m.pc).collect();
                if !useful.is_empty() {
                    return self.find(class, &without.union(&useful).copied().collect());
                }
                let looks_on = |state: &usize| {
                    let (way, first) = graph.alone(*state, thread);
                    first == Some(0) && way.iter().all(|m| !m.acts && graph.is_in(m.to, thread, at))
                };
                if does.is_empty() && !class.iter().any(looks_on) {
                    return None;
                }
            }
            None => {
                let mut later = class.clone();
                while let Some(m) = graph.moves.iter().find(|m| later.contains(&m.from) && !later.contains(&m.to)) {
                    later.insert(m.to);
                }
                if !later.iter().any(|state| graph.ready.contains(&(*state, thread))) {
                    return None;
                }
            }
        }
        self.judge_others(class, moves, without)
    }

    fn judge_others(&self, class: &BTreeSet<usize>, moves: &[&Move], without: &BTreeSet<usize>) -> Option<usize> {
        let (graph, first) = (self.graph, *class.first()?);
        let others = (0..graph.states[first].threads.len()).filter(|other| *other != self.thread);
        for other in others.filter(|other| moves.iter().all(|m| m.thread != *other)) {
            match graph.states[first].threads[other].stands {
                Stands::Unborn | Stands::Finished => continue,
                Stands::Broken => return None,
                Stands::Alive => {}
            }
            if class.iter().any(|state| graph.looks_for_ever(*state, other)) {
                continue;
            }
            let waits: BTreeSet<usize> =
                class.iter().copied().filter(|state| !graph.ready.contains(&(*state, other))).collect();
            if waits.len() < class.len() {
                return self.find(&waits, without);
            }
        }
        Some(first)
    }
}

/// What the explorer tells, each replayed; `None` if something is wrong with the program.
fn told(program: &Program, mistake: Option<PrefixMistake>) -> Result<Option<BTreeSet<Path>>, String> {
    let (program, mut sink) = (Rc::new(program.clone()), Faults::default());
    let mut toy = Toy::with_states(&program);
    let mut prefix = Prefix { fairness: Fairness::Strong, mistake, ..Prefix::default() };
    let coverage = prefix.run(&mut toy, &mut sink);
    if !sink.0.is_empty() || !coverage.is_complete() {
        return Ok(None);
    }
    let mut told = BTreeSet::new();
    for starved in &prefix.counts.starved {
        let text = starved.schedule.to_string();
        let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
        let mut again = Toy::with_states(&program);
        let end =
            replay(&mut again, &parsed, &mut |_: &mut Toy, _: &Replayed<_>| ()).map_err(|e| format!("{text}: {e}"))?;
        let is_it = |details: &Details| matches!(details, Details::Waits(waits) if waits.iter().map(|wait| wait.thread).eq([starved.thread]));
        if !end.faults.iter().any(|(id, _)| is_it(&System::fault(&again, *id).details)) {
            return Err(format!("{text}: replayed, and nobody starves"));
        }
        told.insert(toy.path(starved.thread));
    }
    Ok(Some(told))
}

/// Checks random programs; a mistake is to be found.
///
/// # Errors
/// The first program on which the explorer goes wrong, and how.
pub fn check_starved((count, seed): (u64, u64), mistake: Option<PrefixMistake>) -> Result<StarvedSummary, String> {
    let mut summary = StarvedSummary::default();
    for seed in seed.. {
        if summary.programs >= count {
            break;
        }
        let made = competes(&mut Rng::new(seed));
        let wrong = |why: String| format!("seed {seed}: {why}\n{}", made.program());
        if check_one(&made.program(), mistake, &mut summary).map_err(wrong)? {
            summary.programs += 1;
        } else {
            summary.skipped += 1;
            assert!(summary.skipped < 9 * (count + 10), "too many programs with faults, or too many states");
        }
    }
    Ok(summary)
}

/// Whether there was anything to check.
fn check_one(program: &Program, mistake: Option<PrefixMistake>, summary: &mut StarvedSummary) -> Result<bool, String> {
    if reached(program, MOST).is_none_or(|truth| !truth.faults.is_empty() || !truth.circles.is_empty()) {
        return Ok(false);
    }
    let Some(real) = starving(program, MOST) else { return Ok(false) };
    let Some(told) = told(program, mistake)? else { return Ok(false) };
    if let Some(strange) = told.difference(&real.all).next() {
        return Err(format!("does not starve: {strange:?}"));
    }
    if let Some(missing) = real.sought.difference(&told).next() {
        return Err(format!("not found: {missing:?}"));
    }
    summary.starving += real.all.len() as u64;
    summary.told += told.len() as u64;
    Ok(true)
}

/// A program whose threads take things from each other, most of them for ever.
fn competes(rng: &mut Rng) -> Looping {
    let threads = 2 + usize::from(rng.percent(30));
    let mut program =
        Looping::parallel((0..threads).map(|me| competing(rng, me, threads)).collect(), threads + 1, 0, 2);
    program.locations[threads] = rng.below(2) as u64;
    program
}

fn competing(rng: &mut Rng, me: usize, threads: usize) -> Body {
    let endless = rng.percent(75);
    let some = |rng: &mut Rng, most: usize| (0..rng.below(most + 1)).map(|_| any(rng, threads)).collect::<Vec<_>>();
    let code = match rng.below(8) {
        0 => return retrying(rng, me, threads),
        1 => [vec![any(rng, threads)], some(rng, 2)].concat(),
        2 | 3 => {
            let mutex = rng.below(2);
            [vec![lock(mutex)], some(rng, 1), vec![unlock(mutex)], some(rng, 1)].concat()
        }
        _ => {
            let at = if rng.percent(70) { threads } else { rng.below(threads) };
            let free = u64::from(rng.percent(15));
            let look = if rng.percent(60) { Inst::cas(0, at, val(free), val(1 - free)) } else { Inst::load(0, at) };
            let between = if rng.percent(25) { some(rng, 1) } else { Vec::new() };
            let leave = Inst::Skip { reg: 0, value: free, equal: true, count: between.len() + 1 };
            let round = [vec![look, leave], between].concat();
            let count = round.len();
            [round, vec![back(count)], some(rng, 1), vec![Inst::store(at, val(free))]].concat()
        }
    };
    if endless { Body { again: code, endless, ..Body::default() } } else { Body { once: code, ..Body::default() } }
}
