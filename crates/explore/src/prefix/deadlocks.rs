//! Deadlocks, and waits in loops that nobody ends: configurations in which no thread can go on.
//!
//! A thread that waits in a loop is one whose next round, run alone, comes back to where it began.
//! With cutoffs such rounds end early: so whether a thread goes round is tried where an event was
//! cut ([`Search::look_for_rounds`]), and again in each configuration found.
//!
//! Such a configuration is where each thread stands, each before an operation for which it waits
//! (or at its end), all concurrent. The last event of it is one of these: the search begins there.
//! It goes on with the thread that holds what the last one waits for, if that is one, so that few
//! are tried. What is not decided in [`super::Prefix::few`] steps is put off until the prefix has
//! grown, and decided then with all that was put off, where threads cannot stand taken out first
//! ([`super::support`]). In the worst case that takes exponential time (the problem is NP-hard);
//! after [`MOST`] steps of one search it is given up, and the verdict is incomplete.

use super::PrefixSystem;
use super::levels::Search;
use super::net::{Component, ConditionId, Event, EventId, Net};
use super::row::Row;
use super::support::{Awaited, awaited};
use crate::run::Back;
use crate::waits::ending::Ending;
use threadbare_op::{FaultId, Limit, Op, Pending, Site, Stuck, ThreadId};

/// Steps of one search.
const MOST: u32 = 1 << 14;
/// What is put off is decided when there are so many events, and then a quarter more.
const FIRST: usize = 1 << 9;
/// Rounds of loops in which threads wait have fewer events than half of this.
const ROUNDS: u32 = 64;
/// So many questions are answered to see whether threads go on.
const QUESTIONS: usize = 16;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// No thread can go on.
    All,
    /// Threads wait for each other, whatever the others do.
    Circle,
}

/// How a thread comes to wait in a loop that goes on alone.
struct Round {
    thread: u32,
    /// So many events come before the last round,
    before: u32,
    /// and so many are it.
    last: u32,
}

/// What is chosen so far.
pub(super) struct Choice {
    pub(super) wanted: Wanted,
    /// Where the threads stand.
    stand: Vec<(u32, ConditionId)>,
    /// Those of them that are taken to go round a loop there, not to wait for an object.
    rounds: Vec<u32>,
    /// What they wait for.
    pub(super) waits: Vec<ConditionId>,
    /// What is left to choose from: what is concurrent with all that.
    pub(super) beside: Row,
}

/// The searches that are put off.
#[derive(Default)]
pub(super) struct PutOff {
    /// Where they begin.
    roots: Vec<(u32, ConditionId)>,
    /// How many events there were when the last ones were decided.
    decided: usize,
}

impl PutOff {
    pub(super) fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }
}

/// How much is done for a search.
struct Effort {
    steps: u32,
    most: u32,
    /// Places that belong to no deadlock are taken out at each step.
    narrows: bool,
}

impl Effort {
    fn is_over(&self) -> bool {
        self.steps > self.most
    }
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Deadlocks of which this is the last event.
    pub(super) fn look_for_deadlocks(&mut self, event: EventId) {
        let thread = self.net.events[event as usize].thread;
        let is_own = |condition: &ConditionId| self.net.component_of(*condition) == Component::Thread(thread);
        let Some(at) = self.net.events[event as usize].makes.clone().find(is_own) else { return };
        self.look_from((thread, at));
    }

    /// Deadlocks in which a thread stands there.
    fn look_from(&mut self, root: (u32, ConditionId)) {
        let mut effort = Effort { steps: 0, most: self.few, narrows: false };
        let beside = self.net.concurrent(root.1).clone();
        let mut choice = Choice { beside, ..Choice::nothing(Wanted::All) };
        self.choose(&mut choice, root, &mut effort);
        if effort.is_over() {
            self.grown.put_off.roots.push(root);
        }
    }

    /// Decides what was put off, if there is enough that is new.
    pub(super) fn decide_when_grown(&mut self) {
        if self.net.events.len() >= FIRST.max(self.grown.put_off.decided / 4 * 5) {
            self.decide_deadlocks();
        }
    }

    /// Decides what was put off.
    pub(super) fn decide_deadlocks(&mut self) {
        let roots = std::mem::take(&mut self.grown.put_off.roots);
        self.grown.put_off.decided = self.net.events.len();
        self.decide(Wanted::All, &roots);
    }

    /// Threads that wait for each other while others go on for ever. (If these do not, it is a
    /// deadlock of all.)
    pub(super) fn look_for_circles(&mut self) {
        let made = self.net.events.iter().filter(|event| !event.is_cut).flat_map(|event| event.makes.clone());
        let roots = made.filter_map(|at| match self.net.component_of(at) {
            Component::Thread(thread) => Some((thread, at)),
            _ => None,
        });
        let roots: Vec<(u32, ConditionId)> = roots.collect();
        self.decide(Wanted::Circle, &roots);
    }

    /// The searches that begin there.
    fn decide(&mut self, wanted: Wanted, roots: &[(u32, ConditionId)]) {
        if roots.is_empty() {
            return;
        }
        let beside = Row::up_to(self.net.conditions.len() as ConditionId);
        let mut choice = Choice { beside, ..Choice::nothing(wanted) };
        self.narrow(&mut choice);
        for root in roots.iter().filter(|(_, at)| choice.beside.has(*at)).copied().collect::<Vec<_>>() {
            let mut effort = Effort { steps: 0, most: MOST, narrows: true };
            self.choose(&mut choice, root, &mut effort);
            // What is left behind when the program ends is worth a note only.
            let ends = self.net.stand(root.1).is_some_and(|stand| stand.op == Op::Stuck(Stuck::ProgramExit));
            if effort.is_over() && (!ends || self.report.system.rules().abandoned_is_fault) {
                self.report.limit(Limit::Deadlocks);
            }
        }
    }

    /// Takes this for where a thread stands.
    fn choose(&mut self, choice: &mut Choice, (thread, at): (u32, ConditionId), effort: &mut Effort) {
        effort.steps += 1;
        if effort.is_over() || self.report.is_over() {
            return;
        }
        let before = choice.beside.clone();
        choice.beside = before.intersection(self.net.concurrent(at));
        choice.stand.push((thread, at));
        if !effort.narrows || self.narrow(choice) {
            self.choose_more(choice, (thread, at), effort);
        }
        choice.stand.pop();
        choice.beside = before;
    }

    /// What a thread that stands there waits for.
    fn choose_more(&mut self, choice: &mut Choice, (thread, at): (u32, ConditionId), effort: &mut Effort) {
        let Some(op) = self.net.stand(at).map(|stand| stand.op) else { return };
        // Elsewhere it may have to wait there for a lock.
        if choice.wanted == Wanted::All && self.grown.rounds.contains(&at) {
            choice.rounds.push(thread);
            self.choose_next(choice, None, effort);
            choice.rounds.pop();
        }
        match op {
            Op::Stuck(Stuck::Finished) if choice.wanted == Wanted::Circle => self.confirm(choice),
            Op::Stuck(Stuck::Spin { .. } | Stuck::ProgramExit) if choice.wanted == Wanted::Circle => {}
            Op::Stuck(Stuck::Finished) if choice.is_joined(thread, &self.net) => {}
            Op::Stuck(Stuck::Finished | Stuck::Spin { .. }) => self.choose_next(choice, None, effort),
            Op::Stuck(Stuck::ProgramExit) => self.choose_next(choice, None, effort),
            Op::Join { thread: other } if choice.has_ended(other.0, &self.net) => {}
            Op::Join { thread: other } => self.choose_next(choice, Some(other.0), effort),
            Op::Sync { .. } => self.choose_wait(choice, (thread, at), effort),
            _ => {}
        }
    }

    /// In what state the object is for which a thread waits.
    fn choose_wait(&mut self, choice: &mut Choice, (thread, at): (u32, ConditionId), effort: &mut Effort) {
        let Some(Op::Sync { object, op }) = self.net.stand(at).map(|stand| stand.op) else { return };
        let system = &mut *self.report.system;
        let all: Vec<Awaited> = awaited((&self.net, system), choice, (thread, at), (object, op)).collect();
        for Awaited { state, is_chosen, holder } in all {
            if is_chosen {
                self.choose_next(choice, holder, effort);
                continue;
            }
            let before = choice.beside.clone();
            choice.beside = before.intersection(self.net.concurrent(state));
            choice.waits.push(state);
            self.choose_next(choice, holder, effort);
            choice.waits.pop();
            choice.beside = before;
        }
    }

    /// Where the next thread stands: this one, if there is no place for it yet.
    fn choose_next(&mut self, choice: &mut Choice, wanted: Option<u32>, effort: &mut Effort) {
        let is_open = |thread: &u32| choice.is_open(*thread);
        let next = match choice.wanted {
            Wanted::Circle if wanted.is_none() => return,
            Wanted::Circle => wanted.filter(is_open),
            Wanted::All => wanted.filter(is_open).or_else(|| self.begun(choice).into_iter().find(is_open)),
        };
        let Some(next) = next else { return self.confirm(choice) };
        for at in self.net.live_in(&choice.beside, Component::Thread(next)) {
            self.choose(choice, (next, at), effort);
        }
    }

    /// The threads that have begun where the others stand.
    pub(super) fn begun(&self, choice: &Choice) -> Vec<u32> {
        let stand: Vec<ConditionId> = choice.stand.iter().map(|(_, at)| *at).collect();
        let places = self.net.places(&stand);
        let begun = (0..).zip(&places).filter(|(thread, place)| *thread == 0 || **place != 0);
        begun.map(|(thread, _)| thread).collect()
    }

    /// Performs it, and tells how it ends.
    fn confirm(&mut self, choice: &Choice) {
        let waits = |at: ConditionId| self.net.stand(at).is_some_and(|stand| !stand.op.has_ended());
        if !choice.stand.iter().any(|(_, at)| waits(*at)) {
            return;
        }
        let all: Vec<ConditionId> =
            choice.stand.iter().map(|(_, at)| *at).chain(choice.waits.iter().copied()).collect();
        if !self.come_to(&all) {
            return;
        }
        match choice.wanted {
            Wanted::All => {
                self.confirm_rounds(&choice.rounds);
            }
            Wanted::Circle => {
                let mut backs = Vec::new();
                if let Some(fault) = self.circle(&mut backs) {
                    self.report.tick();
                    let run = &self.execution.run;
                    self.report.fault(fault, &mut || run.schedule());
                }
                self.take_all_back(&mut backs);
            }
        }
    }

    /// The circle at hand, once the others have been told what they ask: of an answer after which
    /// one of them goes no further, nothing can be said.
    pub(super) fn circle(&mut self, backs: &mut Vec<Back<S::State>>) -> Option<FaultId> {
        let fault = self.execution.run.circle(self.report.system)?;
        let asks = |at: &Pending<S::State>| matches!(at.op, Op::Choice { asks: Some(_), .. });
        let asking = self.execution.run.threads().find(|(_, at)| asks(at)).map(|(thread, _)| thread);
        let Some(thread) = asking else { return Some(fault) };
        if backs.len() >= QUESTIONS {
            let site = self.execution.run.pending(thread).map_or(Site::UNKNOWN, |at| at.site);
            self.refuse("a deadlock beside a thread that takes input without end, with --explorer prefix", site);
            return None;
        }
        for choice in self.execution.choices(self.report.system, thread) {
            let Ok((_, back)) = self.execution.step(&mut self.report, thread, choice) else { continue };
            backs.push(back);
            if let Some(fault) = self.circle(backs) {
                return Some(fault);
            }
            backs.pop().into_iter().for_each(|back| self.execution.take_back(&mut self.report, back));
        }
        None
    }

    /// Tells how it ends if nobody goes on, but these threads round loops without effect; whether
    /// that is a deadlock.
    pub(super) fn confirm_rounds(&mut self, threads: &[u32]) -> bool {
        let mut backs = Vec::new();
        let rounds: Option<Vec<Round>> = threads.iter().map(|thread| self.go_round(*thread, &mut backs)).collect();
        self.take_all_back(&mut backs);
        let Some(rounds) = rounds else { return false };
        let mut is_deadlock = false;
        // The last rounds come after all others, so that each thread sees what the others leave.
        let goes_on = rounds.iter().all(|round| self.repeat(round.thread, round.before, &mut backs))
            && rounds.iter().all(|round| self.repeat(round.thread, round.last, &mut backs));
        let run = &self.execution.run;
        if goes_on && run.ready(self.report.system).is_empty() {
            match run.ending(self.report.system) {
                end @ Ending::Deadlock(_) => {
                    (self.has_deadlock, is_deadlock) = (true, true);
                    self.report.tick();
                    self.report.ended(end, &mut || run.schedule());
                }
                end @ Ending::Abandoned(waits) if self.abandoned.insert(waits) => {
                    self.report.ended(end, &mut || run.schedule());
                }
                _ => {}
            }
        }
        self.take_all_back(&mut backs);
        is_deadlock
    }

    /// Takes back what was performed beyond the configuration at hand.
    pub(super) fn take_all_back(&mut self, backs: &mut Vec<Back<S::State>>) {
        while let Some(back) = backs.pop() {
            self.execution.take_back(&mut self.report, back);
        }
    }

    /// Has a thread perform so many operations alone; whether it can.
    fn repeat(&mut self, thread: u32, events: u32, backs: &mut Vec<Back<S::State>>) -> bool {
        (0..events).all(|_| {
            let Some(choice) = self.only_choice(ThreadId(thread)) else { return false };
            let performed = self.execution.perform(&mut self.report, ThreadId(thread), choice);
            performed.map(|(_, back)| backs.push(back)).is_ok()
        })
    }

    /// What can be said to the next operation of a thread, if that is one thing only.
    fn only_choice(&mut self, thread: ThreadId) -> Option<Option<u32>> {
        let mut all: Vec<Option<u32>> = self.execution.choices(self.report.system, thread).collect();
        if all.len() > 1 {
            all.retain(|choice| {
                let done = self.execution.step(&mut self.report, thread, *choice);
                done.map(|(_, back)| self.execution.take_back(&mut self.report, back)).is_ok()
            });
        }
        if let [only] = all[..] { Some(only) } else { None }
    }

    /// Has a thread go on alone; whether it comes to wait in a loop.
    pub(super) fn goes_round(&mut self, thread: u32, backs: &mut Vec<Back<S::State>>) -> bool {
        self.go_round(thread, backs).is_some()
    }

    /// Has a thread go on alone, until it comes to wait in a loop; `None` if it does not.
    fn go_round(&mut self, thread: u32, backs: &mut Vec<Back<S::State>>) -> Option<Round> {
        for steps in 0..=ROUNDS {
            match self.execution.run.pending(ThreadId(thread))?.op {
                Op::Stuck(Stuck::Spin { events, .. }) => {
                    let last = events.min(steps);
                    return Some(Round { thread, before: steps - last, last });
                }
                Op::Stuck(_) | Op::Spawn => return None,
                _ => {}
            }
            if !self.repeat(thread, 1, backs) {
                return None;
            }
        }
        None
    }

    /// After an event that was cut: whether its thread waits in a loop, so that it may be part of a
    /// wait that nobody ends.
    pub(super) fn look_for_rounds(&mut self, event: EventId) {
        let Event { thread, name, .. } = &self.net.events[event as usize];
        let (thread, before) = (*thread, name.consumes[0]);
        if self.grown.rounds.contains(&before) {
            return;
        }
        let made: Vec<ConditionId> = self.net.events[event as usize].makes.clone().collect();
        let front = self.net.front(&self.net.places(&made));
        let Some(Round { last, .. }) = self.round_after(thread, &front) else { return };
        let mut past = self.net.past(&made);
        // Others may be in their rounds only where it stands at another place of its own: one that
        // polls under a lock holds that in a part of its round. Or only where it stood in rounds
        // before the one that was cut.
        let (mut at, mut producer) = (before, event);
        for place in 0.. {
            self.net.take_out(&mut past, producer);
            if !self.grown.rounds.contains(&at) {
                let front = self.net.front_of(&past);
                if place >= last.max(1) && self.round_after(thread, &front).is_none() {
                    break;
                }
                self.grown.rounds.insert(at);
                self.look_from((thread, at));
            }
            producer = self.net.conditions[at as usize].producer;
            let made = &self.net.events[producer as usize];
            match made.name.consumes.first() {
                Some(earlier) if made.thread == thread => at = *earlier,
                _ => break,
            }
        }
    }

    /// How a thread, alone, comes to wait in a loop after these events.
    fn round_after(&mut self, thread: u32, front: &[EventId]) -> Option<Round> {
        if !self.go_to(front) {
            return None;
        }
        let mut backs = Vec::new();
        let round = self.go_round(thread, &mut backs);
        self.take_all_back(&mut backs);
        round
    }
}

impl Choice {
    /// Nothing is chosen, from nothing.
    fn nothing(wanted: Wanted) -> Self {
        Self { wanted, stand: Vec::new(), rounds: Vec::new(), waits: Vec::new(), beside: Row::default() }
    }

    /// Whether it is not chosen yet where a thread stands.
    pub(super) fn is_open(&self, thread: u32) -> bool {
        self.stand.iter().all(|(known, _)| *known != thread)
    }

    /// Whether somebody waits for the end of a thread.
    fn is_joined(&self, thread: u32, net: &Net) -> bool {
        let joins =
            |at: ConditionId| net.stand(at).map(|stand| stand.op) == Some(Op::Join { thread: ThreadId(thread) });
        self.stand.iter().any(|(_, at)| joins(*at))
    }

    /// Whether a thread has come to its end.
    fn has_ended(&self, thread: u32, net: &Net) -> bool {
        let ended = |at: ConditionId| net.stand(at).is_some_and(|stand| stand.op.has_finished());
        self.stand.iter().any(|(known, at)| *known == thread && ended(*at))
    }
}
