//! Deadlocks, and waits in loops that nobody ends: configurations in which no thread can go on.
//!
//! Such a configuration is where each thread stands, each before an operation for which it waits (or
//! at its end), all concurrent. The last event of it is one of these: the search begins there. It goes
//! on with the thread that holds what the last one waits for, if that is one, so that few are tried.
//! In the worst case it takes exponential time (the problem is NP-hard); after [`MOST`] steps it is
//! given up, and the verdict is incomplete.

use super::PrefixSystem;
use super::levels::Search;
use super::net::{Component, ConditionId, EventId};
use super::row::Row;
use crate::drive::enabled::goes_on;
use crate::waits::ending::Ending;
use threadbare_op::{Limit, Op, Stuck};

/// Steps of one search.
const MOST: u32 = 1 << 16;

/// What is chosen so far.
struct Choice {
    /// Where the threads stand.
    stand: Vec<(u32, ConditionId)>,
    /// What they wait for.
    waits: Vec<ConditionId>,
    /// What is concurrent with all that.
    beside: Row,
}

impl<S: PrefixSystem> Search<'_, S> {
    /// Deadlocks of which this is the last event.
    pub(super) fn look_for_deadlocks(&mut self, event: EventId) {
        let thread = self.net.events[event as usize].thread;
        let first = self.net.events[event as usize]
            .makes
            .clone()
            .find(|condition| self.net.component_of(*condition) == Component::Thread(thread));
        let Some(at) = first else { return };
        let mut choice = Choice { stand: Vec::new(), waits: Vec::new(), beside: self.net.concurrent(at).clone() };
        let mut steps = 0;
        self.choose(&mut choice, (thread, at), &mut steps);
        if steps > MOST {
            self.report.limit(Limit::Steps);
        }
    }

    /// Takes this for where a thread stands.
    fn choose(&mut self, choice: &mut Choice, (thread, at): (u32, ConditionId), steps: &mut u32) {
        *steps += 1;
        if *steps > MOST || self.report.is_over() {
            return;
        }
        let Some(op) = self.net.stand(at).map(|stand| stand.op) else { return };
        let before = choice.beside.clone();
        if !choice.stand.is_empty() {
            choice.beside = before.intersection(self.net.concurrent(at));
        }
        choice.stand.push((thread, at));
        match op {
            Op::Stuck(Stuck::Finished | Stuck::Spin { .. }) => self.choose_next(choice, None, steps),
            Op::Stuck(Stuck::ProgramExit) if self.report.system.rules().abandoned_is_fault => {
                self.choose_next(choice, None, steps);
            }
            Op::Join { thread: other } => self.choose_next(choice, Some(other.0), steps),
            Op::Sync { .. } => self.choose_wait(choice, (thread, at), steps),
            _ => {}
        }
        choice.stand.pop();
        choice.beside = before;
    }

    /// In what state the object is for which a thread waits.
    fn choose_wait(&mut self, choice: &mut Choice, (thread, at): (u32, ConditionId), steps: &mut u32) {
        let Some(stand) = self.net.stand(at) else { return };
        let (Op::Sync { object, op }, untouched) = (stand.op, stand.untouched) else { return };
        let component = Component::Object(object);
        let chosen = choice.waits.iter().copied().find(|state| self.net.component_of(*state) == component);
        let states = match chosen {
            Some(state) => vec![state],
            None => {
                let all = self.net.beside(at, component);
                all.into_iter().filter(|state| choice.beside.has(*state)).collect()
            }
        };
        for state in states {
            let content = self.net.content(state).unwrap_or(untouched);
            if goes_on(self.report.system, thread, op, content.value) {
                continue;
            }
            let holders = crate::sc::holders(self.report.system.sync().get(content.value.state()));
            let next = holders.first().map(|holder| holder.0);
            if chosen.is_some() {
                self.choose_next(choice, next, steps);
                continue;
            }
            let before = choice.beside.clone();
            choice.beside = before.intersection(self.net.concurrent(state));
            choice.waits.push(state);
            self.choose_next(choice, next, steps);
            choice.waits.pop();
            choice.beside = before;
        }
    }

    /// Where the next thread stands: this one, if there is no place for it yet.
    fn choose_next(&mut self, choice: &mut Choice, wanted: Option<u32>, steps: &mut u32) {
        let is_open = |thread: &u32| choice.stand.iter().all(|(known, _)| known != thread);
        let next = wanted.filter(is_open).or_else(|| self.begun(choice).into_iter().find(is_open));
        let Some(next) = next else { return self.confirm(choice) };
        let component = Component::Thread(next);
        let all: Vec<ConditionId> = self.net.conditions_of(component).to_vec();
        for at in all {
            if choice.beside.has(at) && !self.net.is_cut(at) {
                self.choose(choice, (next, at), steps);
            }
        }
    }

    /// The threads that have begun where the others stand.
    fn begun(&mut self, choice: &Choice) -> Vec<u32> {
        let stand: Vec<ConditionId> = choice.stand.iter().map(|(_, at)| *at).collect();
        let mut begun = vec![0];
        for event in self.net.past(&stand) {
            let makes = self.net.events[event as usize].makes.clone();
            begun.extend(makes.filter_map(|condition| match self.net.component_of(condition) {
                Component::Thread(thread) => Some(thread),
                _ => None,
            }));
        }
        begun.sort_unstable();
        begun.dedup();
        begun
    }

    /// Performs it, and tells how it ends.
    fn confirm(&mut self, choice: &Choice) {
        let waits = |at: ConditionId| self.net.stand(at).is_some_and(|stand| !stand.op.has_ended());
        if !choice.stand.iter().any(|(_, at)| waits(*at)) {
            return;
        }
        let all: Vec<ConditionId> =
            choice.stand.iter().map(|(_, at)| *at).chain(choice.waits.iter().copied()).collect();
        let past = self.net.past(&all);
        if !self.execution.seek(&mut self.report, &self.net, &past) {
            self.is_lost = true;
            return;
        }
        let run = &self.execution.run;
        if run.ready(self.report.system).is_empty()
            && let end @ Ending::Deadlock(_) = run.ending(self.report.system)
        {
            self.report.ended(end, &mut || run.schedule());
        }
    }
}
