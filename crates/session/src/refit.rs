//! The replay of a schedule that does not fit the program any more, since the program was changed
//! after the schedule was made.
//!
//! Steps that cannot be taken are left out, the first one first. If the rest shows no fault and
//! does not come to an end, threads go on one after the other, beginning with the last one. What
//! comes of it is an execution of the program, whatever it was made from; it is shown if it has a
//! fault. Not with `--races explore`, where a schedule means something only together with what was
//! learnt.

use crate::patience::patient;
use crate::replay::replayed;
use std::time::{Duration, Instant};
use threadbare_explore::{ReplayError, ReplayedEnd};
use threadbare_machine::{Machine, State};
use threadbare_op::{Op, Schedule, Step, ThreadId};

/// A schedule with a fault, made from one that does not fit.
#[derive(Clone, Debug)]
pub struct Refitted {
    /// The schedule.
    pub schedule: Schedule,
    /// Why the first step was left out, if one was.
    pub why: Option<ReplayError>,
    /// How many steps were left out,
    pub left_out: usize,
    /// and how many were added at the end.
    pub added: usize,
}

/// Looks no longer than that.
const TIME: Duration = Duration::from_secs(2);
const MOST_ADDED: usize = 100;

/// Makes `schedule` fit, if that comes to a fault.
#[must_use]
pub fn refit(like: &Machine, schedule: &Schedule) -> Option<Refitted> {
    let start = Instant::now();
    let mut fit = Refitted { schedule: schedule.clone(), why: None, left_out: 0, added: 0 };
    let mut end = loop {
        match replayed(like, &fit.schedule).1 {
            Ok(end) => break end,
            Err(error) => {
                let step = error.step.filter(|_| start.elapsed() < patient(TIME))?;
                fit.why.get_or_insert(error);
                fit.schedule.steps.remove(step);
                fit.left_out += 1;
            }
        }
    };
    while end.faults.is_empty() && end.ending.is_none() && fit.added < MOST_ADDED && start.elapsed() < patient(TIME) {
        end = fit.go_on(like, &end)?;
    }
    (!end.faults.is_empty()).then_some(fit)
}

impl Refitted {
    /// Takes one more step.
    fn go_on(&mut self, like: &Machine, end: &ReplayedEnd<State>) -> Option<ReplayedEnd<State>> {
        let last = self.schedule.steps.last().map_or(ThreadId::MAIN, |step| step.thread);
        let mut threads: Vec<_> = end.threads.iter().filter(|standing| !standing.waits).collect();
        threads.sort_by_key(|standing| standing.thread != last);
        threads.into_iter().find_map(|standing| {
            let choice = matches!(standing.pending.op, Op::Choice { .. }).then_some(0);
            self.schedule.steps.push(Step { thread: standing.thread, choice });
            match replayed(like, &self.schedule).1 {
                Ok(end) => {
                    self.added += 1;
                    Some(end)
                }
                Err(_) => {
                    self.schedule.steps.pop();
                    None
                }
            }
        })
    }
}
