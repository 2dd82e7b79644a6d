//! `states`: every state of a program once, by depth-first search.
//!
//! An execution graph stands for all interleavings of its events, and a state for all executions
//! that come to it. Threads that try again and again, or that take turns with a lock, have far more
//! executions than states. Threads that hardly meet have far more states than executions: there the
//! unfolding ([`super::Prefix`]) is smaller, but an event of it costs more the more events there
//! are.
//!
//! Known since G. J. Holzmann: *The Model Checker SPIN*, IEEE TSE 1997. What a state is, and why no
//! data race is lost where two executions come to the same: docs/proofs/cutoffs.md, "States one by
//! one".
//!
//! Two reductions. The begin of a thread is taken before all else: it depends on nothing. A thread
//! that has come round a loop without effect goes no further ([`Stuck::Spin`],
//! [`Stuck::Redundant`]); the others go on from where it had not gone round.
//!
//! Waits in loops that nobody ends are looked for where the search comes back to a state of its own
//! path, and where a thread stops after a round: what it has read there may have changed since. If
//! the search comes back, livelocks are looked for as by `prefix`.
//!
//! Not covered: what `prefix` does not cover; where a data race is found, other faults after the
//! same states (the thread that comes second stops there).

use super::levels::{Search, is_silent};
use super::{Counts, Fairness, Prefix, PrefixSystem};
use crate::drive::touching::{Since, Touching};
use crate::run::{Back, Event};
use crate::waits::ending::Ending;
use crate::widening::Repeated;
use crate::{Explorer, Sink};
use rustc_hash::{FxHashMap, FxHashSet};
use threadbare_op::{Coverage, FaultId, Limit, Op, Schedule, Step, Stuck, ThreadId};

/// So many executions with rounds are looked at again.
const MOST_ROUNDS: usize = 1 << 14;
/// In programs with more states no livelocks are looked for.
const MOST: usize = 1 << 18;

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct States {
    /// For which livelocks are looked.
    pub fairness: Fairness,
    /// When it has run: how many states there are, and where they come again.
    pub counts: Counts,
}

impl<S: PrefixSystem> Explorer<S> for States {
    fn run(&mut self, system: &mut S, sink: &mut dyn Sink) -> Coverage {
        let mut sink = Repeated::new(sink);
        let asked = Prefix { fairness: self.fairness, ..Prefix::default() };
        let (coverage, counts) = Search::start(system, &mut sink, &asked).one_by_one();
        self.counts = counts;
        coverage
    }
}

/// A state that is being gone on from.
struct Open<St> {
    print: u128,
    /// Moves that are left; the last one is taken first.
    left: Vec<(ThreadId, Option<u32>)>,
    /// How it was come to.
    back: Option<Back<St>>,
    /// The search has come back to it, or a thread has ended a round there.
    comes_again: bool,
}

/// The states so far.
struct Visit<St> {
    /// By state: its place on the path, if it is there.
    known: FxHashMap<u128, Option<u32>>,
    path: Vec<Open<St>>,
    touching: Touching,
    /// Threads that wait for each other, whatever the others do.
    circles: Vec<(FaultId, Schedule)>,
    met: FxHashSet<FaultId>,
    /// Executions after which all that can go on may go round for ever.
    rounds: Vec<Vec<Step>>,
    counts: Counts,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// All states.
    fn one_by_one(mut self) -> (Coverage, Counts) {
        if let Some(main) = self.execution.run.pending(ThreadId::MAIN) {
            self.report.begun(main.op, &mut || self.execution.run.schedule());
        }
        let main = self.net.stand(0).map(|stand| stand.touched.clone()).unwrap_or_default();
        let mut visit = Visit {
            known: FxHashMap::default(),
            path: Vec::new(),
            touching: Touching::begin(main),
            circles: Vec::new(),
            met: FxHashSet::default(),
            rounds: Vec::new(),
            counts: Counts { threads: 1, ..Counts::default() },
        };
        let print = self.print_of(&visit.touching);
        self.enter(&mut visit, print, None);
        while let Some(open) = visit.path.last_mut()
            && !self.report.is_over()
        {
            match open.left.pop() {
                Some(next) => self.go(&mut visit, next),
                None => self.leave(&mut visit),
            }
        }
        self.leave_all(&mut visit);
        let Visit { circles, mut counts, known, rounds, .. } = visit;
        counts.states = known.len() as u64;
        drop(known);
        self.look_again(rounds);
        for (fault, schedule) in circles.into_iter().filter(|_| !self.has_deadlock) {
            self.report.fault(fault, &mut || schedule.clone());
        }
        if !counts.cut.is_empty() && !self.report.has_fault() && !self.report.is_over() {
            self.look_among_states(MOST);
        }
        self.report.tick();
        counts.livelocks_left = self.grown.is_too_much;
        counts.starved = std::mem::take(&mut self.grown.starved);
        (self.report.finish(), counts)
    }

    /// A fingerprint of the state at hand, with what threads have touched.
    fn print_of(&mut self, touching: &Touching) -> u128 {
        self.execution.run.fingerprint(self.report.system, &touching.all())
    }

    /// Begins with a new state.
    fn enter(&mut self, visit: &mut Visit<S::State>, print: u128, back: Option<Back<S::State>>) {
        visit.known.insert(print, Some(visit.path.len() as u32));
        let mut left = self.moves();
        let begins = |(thread, _): &&(ThreadId, Option<u32>)| {
            let at = self.execution.run.pending(*thread);
            at.is_some_and(|at| at.op == Op::Spawn) && visit.touching.of(*thread).is_empty()
        };
        match left.iter().find(begins).copied() {
            Some(first) => left = vec![first],
            None if left.is_empty() => self.ends(),
            None => self.note_circle(visit),
        }
        visit.path.push(Open { print, left, back, comes_again: false });
    }

    /// Takes the last step of the path back.
    fn leave(&mut self, visit: &mut Visit<S::State>) {
        let Some(open) = visit.path.pop() else { return };
        if open.comes_again
            && !self.report.is_over()
            && let Some(steps) = self.look_for_a_standstill()
        {
            if visit.rounds.len() < MOST_ROUNDS {
                visit.rounds.push(steps);
            } else {
                self.report.limit(Limit::Deadlocks);
            }
        }
        visit.known.insert(open.print, None);
        self.step_back(visit, open.back);
    }

    fn leave_all(&mut self, visit: &mut Visit<S::State>) {
        while let Some(Open { back, .. }) = visit.path.pop() {
            self.step_back(visit, back);
        }
    }

    fn step_back(&mut self, visit: &mut Visit<S::State>, back: Option<Back<S::State>>) {
        if let Some(back) = back {
            visit.touching.take_back();
            self.execution.take_back(&mut self.report, back);
        }
    }

    /// Makes a move, and goes on from the state after it if that is new.
    fn go(&mut self, visit: &mut Visit<S::State>, (thread, choice): (ThreadId, Option<u32>)) {
        let since = self.report.system.mark();
        let Ok((event, back)) = self.execution.perform(&mut self.report, thread, choice) else { return };
        self.report.performed(visit.path.len());
        if is_silent(&event) {
            self.refuse("operations that fail or only ask, with --explorer states", event.before.site);
        }
        visit.counts.exits += u64::from(self.execution.run.pending(thread).is_some_and(|at| at.op.has_finished()));
        let stand = self.execution.stand(self.report.system, thread, since);
        visit.touch(&event, stand.touched);
        // (A round without events is one that nobody can end.)
        let is_in_vain = |op: &Op| matches!(op, Op::Stuck(Stuck::Spin { events: 1.., .. } | Stuck::Redundant));
        let stops = self.execution.run.pending(thread).is_some_and(|at| is_in_vain(&at.op));
        if stops && let Some(last) = visit.path.last_mut() {
            // After the round it stands as before.
            last.comes_again = true;
        }
        let is_left_out = stops && visit.touching.of(thread).is_empty() && !self.moves().is_empty();
        let print = if is_left_out { None } else { Some(self.print_of(&visit.touching)) };
        match print {
            Some(print) if !visit.known.contains_key(&print) => self.enter(visit, print, Some(back)),
            _ => {
                self.report.cut();
                if let Some(Some(place)) = print.and_then(|print| visit.known.get(&print)) {
                    visit.path[*place as usize].comes_again = true;
                    *visit.counts.cut.entry(event.before.site).or_default() += 1;
                }
                self.step_back(visit, Some(back));
            }
        }
    }

    /// No thread can go on.
    fn ends(&mut self) {
        let run = &self.execution.run;
        let end = run.ending(self.report.system);
        self.has_deadlock |= matches!(end, Ending::Deadlock(_));
        match end {
            Ending::Abandoned(waits) if !self.abandoned.insert(waits) => {}
            end => self.report.ended(end, &mut || run.schedule()),
        }
    }

    /// Remembers threads that wait for each other: it is told if nobody else tells of it.
    fn note_circle(&mut self, visit: &mut Visit<S::State>) {
        if self.execution.run.circle(self.report.system).is_none_or(|fault| visit.met.contains(&fault)) {
            return;
        }
        let mut backs = Vec::new();
        if let Some(fault) = self.circle(&mut backs) {
            visit.met.insert(fault);
            visit.circles.push((fault, self.execution.run.schedule()));
        }
        self.take_all_back(&mut backs);
    }

    /// Whether all that can go on here only go round loops without effect, one after the other: the
    /// next one may wait for a lock that the one before takes in its round. If they do, and what a
    /// thread has read before it came here is a part of its round and may have changed since: the
    /// execution without that.
    fn look_for_a_standstill(&mut self) -> Option<Vec<Step>> {
        let mut steps = self.execution.run.steps.clone();
        let (mut threads, mut backs) = (Vec::new(), Vec::new());
        let goes_round = loop {
            let Some(next) = self.execution.run.ready(self.report.system).first().copied() else { break true };
            threads.push(next.0);
            if !self.goes_round(next.0, &mut backs) {
                break false;
            }
        };
        let before: Vec<(ThreadId, u32)> =
            threads.iter().map(|thread| self.read_before(*thread, steps.len())).collect();
        self.take_all_back(&mut backs);
        if !goes_round || self.confirm_rounds(&threads) || before.iter().all(|(_, events)| *events == 0) {
            return None;
        }
        for (thread, events) in before {
            (0..events).for_each(|_| {
                let last = steps.iter().rposition(|step| step.thread == thread);
                last.map(|last| steps.remove(last));
            });
        }
        Some(steps)
    }

    /// How many events of the round that a thread has ended come before these steps.
    fn read_before(&self, thread: u32, steps: usize) -> (ThreadId, u32) {
        let (thread, run) = (ThreadId(thread), &self.execution.run);
        let since = run.steps[steps..].iter().filter(|step| step.thread == thread).count() as u32;
        match run.pending(thread).map(|at| at.op) {
            Some(Op::Stuck(Stuck::Spin { events, .. })) => (thread, events.saturating_sub(since)),
            _ => (thread, 0),
        }
    }

    /// Whether all that can go on after these executions go round for ever.
    pub(super) fn look_again(&mut self, rounds: Vec<Vec<Step>>) {
        let mut known: FxHashSet<u128> = FxHashSet::default();
        for mut steps in rounds {
            while !self.report.is_over() {
                self.report.tick();
                let mut backs = Vec::new();
                let is_new = self.perform_all(&steps, &mut backs) && known.insert(self.print());
                let next = if is_new { self.look_for_a_standstill() } else { None };
                self.take_all_back(&mut backs);
                match next {
                    Some(next) => steps = next,
                    None => break,
                }
            }
        }
    }
}

impl<St> Visit<St> {
    /// Notes what an event has touched.
    fn touch(&mut self, event: &Event<St>, touched: Since) {
        let joined = match event.before.op {
            Op::Join { thread } => Some(thread),
            _ => None,
        };
        self.touching.performed(event.thread, (event.began, joined), touched);
        let threads = event.began.map_or(0, |child| child.index() as u64 + 1);
        self.counts.threads = self.counts.threads.max(threads);
    }
}
