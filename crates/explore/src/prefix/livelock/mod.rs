//! Livelocks: threads that keep out of each other's way, again and again, and none of them gets on
//! (docs/proofs/cutoffs.md, "Livelocks").
//!
//! | | |
//! |---|---|
//! | what each thread does by itself: mostly there can be no livelock | `own` |
//! | all states, if there may be one | `states`, `graph` |
//! | livelocks among them | `cycles`, `strong` |
//! | waits that nothing ends while others go on | `vain`, `spared`, `reach` |
//! | with strong fairness: threads that never get what they want (a note) | `starved` |
//! | what is told: a way into it, and a way round | `walk` |
//!
//! What is found is performed, twice round, before it is told.
//!
//! Not covered: programs with more states than `states` searches (then that is said);
//! what is no livelock as defined: threads that undo what others did (tugs of war), livelocks while
//! others go on for ever, those that only an unlucky choice keeps up.

mod cycles;
mod graph;
mod own;
mod reach;
mod spared;
mod starved;
mod states;
mod strong;
mod vain;
mod walk;

pub(super) use own::Own;
pub use starved::Starved;

use super::levels::Search;
use super::{Fairness, PrefixSystem};
use crate::replay::comes_round;
use crate::run::{Back, Event};
use crate::waits::deadlock::going_round;
use graph::Graph;
use std::collections::BTreeSet;
use threadbare_op::{FaultId, Op, Schedule, Site, Step, ThreadId};
use walk::Lasso;

/// No program with more states is searched.
pub(super) const MOST: usize = 1 << 18;

impl<S: PrefixSystem> Search<'_, S> {
    /// Remembers what a thread did, if it stood in a loop, or joins with a lock in its hands.
    pub(super) fn note_own(&mut self, event: &Event<S::State>) {
        let system = &mut *self.report.system;
        let (loops, run) = (system.loops(&event.before), &self.execution.run);
        let Some(after) = run.pending(event.thread) else { return };
        if matches!(after.op, Op::Join { .. }) && run.memory.holds_some(system, event.thread) {
            self.grown.own.note_join_with_lock();
        }
        if loops.is_empty() {
            return;
        }
        let from = (system.own_fingerprint(&event.before), loops);
        let to = (system.own_fingerprint(after), system.loops(after));
        let holds = self.execution.run.memory.holds_some(system, event.thread);
        self.grown.own.note(event.thread.0, from, to, holds);
    }

    /// To be asked when everything else is known, and nothing is wrong.
    pub(super) fn look_for_livelocks(&mut self) {
        let rounds = self.grown.own.rounds();
        // Else all executions end: who goes round alone, as long as nobody else does anything, goes
        // on when others do.
        if !self.grown.comes_back {
            return;
        }
        let may_starve = self.livelocks.0 == Fairness::Strong;
        let may_stay = rounds.len() >= 2 || self.may_wait_in_vain();
        if may_stay || may_starve {
            self.look_among(MOST, may_stay);
        }
    }

    /// The same, by all states, if they are no more than that.
    pub(super) fn look_among_states(&mut self, most: usize) {
        self.look_among(most, true);
    }

    /// Where no thread may stay for ever, only starvation is looked for.
    fn look_among(&mut self, most: usize, may_stay: bool) {
        let Some(graph) = self.all_states(most) else {
            self.grown.is_too_much = true;
            return;
        };
        let left = self.grown.own.left();
        if may_stay {
            self.look_for_vain_waits(&graph, &left);
            self.look_for_circling(&graph);
        }
        if self.livelocks.0 == Fairness::Strong && !self.report.has_fault() && !self.report.is_over() {
            self.look_for_starvation(&graph, &left);
        }
    }

    fn look_for_circling(&mut self, graph: &Graph) {
        let rounds = self.grown.own.rounds();
        if rounds.len() < 2 {
            return;
        }
        let mut search = cycles::Search::new(graph, self.livelocks);
        let Some(all) = search.all(&rounds) else {
            self.grown.is_too_much = true;
            return;
        };
        let lassos: Vec<Lasso> = all.iter().filter_map(|part| walk::lasso(graph, &mut search, part)).collect();
        let mut told = BTreeSet::new();
        lassos.iter().for_each(|lasso| self.tell(lasso, &mut told));
    }

    /// Performs it, twice round, and tells what comes of it where it has gone round once. The
    /// execution at hand is then as it was.
    fn tell(&mut self, lasso: &Lasso, told: &mut BTreeSet<FaultId>) {
        let mut backs = Vec::new();
        if let Some(parties) = self.twice_round(lasso, &mut backs) {
            let fault = self.report.system.add_fault(going_round(&parties));
            if told.insert(fault) {
                self.report.tick();
                let (run, repeats) = (&self.execution.run, lasso.round.len());
                self.report.fault(fault, &mut || Schedule { repeats, ..run.schedule() });
            }
        }
        self.take_all_back(&mut backs);
    }

    /// Performs the way into it and once round, after which it could go round again: who moves in it,
    /// and where.
    fn twice_round(&mut self, lasso: &Lasso, backs: &mut Vec<Back<S::State>>) -> Option<Vec<(ThreadId, Site)>> {
        let is_there = self.go_to(&[]) && self.perform_all(&lasso.stem, backs);
        let again = |search: &mut Self| comes_round(&mut search.execution.run, search.report.system, &lasso.round);
        let parties = is_there.then(|| again(self)).flatten()?;
        self.perform_all(&lasso.round, backs).then(|| again(self)).flatten()?;
        Some(parties)
    }

    /// Performs these steps, as far as that is possible; whether all were.
    pub(in crate::prefix) fn perform_all(&mut self, steps: &[Step], backs: &mut Vec<Back<S::State>>) -> bool {
        steps.iter().all(|Step { thread, choice }| {
            let done = self.execution.step(&mut self.report, *thread, *choice);
            done.map(|(_, back)| backs.push(back)).is_ok()
        })
    }
}
