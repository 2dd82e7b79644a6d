//! The replay of a schedule that does not fit the program any more, since the program was changed
//! after the schedule was made.
//!
//! Steps that cannot be taken are left out, the first one first. If the rest shows no fault and
//! does not come to an end, threads go on one after the other, beginning with the last one. What
//! comes of it is an execution of the program, whatever it was made from; it is shown if it has a
//! fault. Not with `--races explore`, where a schedule means something only together with what was
//! learnt.

use crate::show::replayed;
use std::time::{Duration, Instant};
use threadbare_explore::{ReplayError, ReplayedEnd};
use threadbare_machine::{Machine, State};
use threadbare_op::{Op, Schedule, Step, ThreadId};

/// A schedule with a fault, made from one that does not fit.
pub(crate) struct Refitted {
    pub(crate) schedule: Schedule,
    why: Option<String>,
    left_out: usize,
    added: usize,
}

/// Looks no longer than that.
const TIME: Duration = Duration::from_secs(2);
const MOST_ADDED: usize = 100;

/// Makes `schedule` fit, if that comes to a fault.
pub(crate) fn refit(like: &Machine, schedule: &Schedule) -> Option<Refitted> {
    let start = Instant::now();
    let mut fit = Refitted { schedule: schedule.clone(), why: None, left_out: 0, added: 0 };
    let mut end = loop {
        match replayed(like, &fit.schedule).1 {
            Ok(end) => break end,
            Err(ReplayError { step, reason }) => {
                let step = step.filter(|_| start.elapsed() < TIME)?;
                fit.why.get_or_insert_with(|| format!("step {}: {reason}", step + 1));
                fit.schedule.steps.remove(step);
                fit.left_out += 1;
            }
        }
    };
    while end.faults.is_empty() && end.ending.is_none() && fit.added < MOST_ADDED && start.elapsed() < TIME {
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

    /// What was changed, and why.
    pub(crate) fn told(&self) -> String {
        let steps = |n: usize, what: &str| match n {
            1 => format!("1 step was {what}"),
            n => format!("{n} steps were {what}"),
        };
        let why = self.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        let changes = match (self.left_out, self.added) {
            (n, 0) => steps(n, "left out"),
            (0, n) => format!("{} at its end", steps(n, "added")),
            (left_out, added) => format!("{}, and {} at its end", steps(left_out, "left out"), steps(added, "added")),
        };
        format!("the schedule is not one of this program as it is now{why}: {changes}")
    }
}
