//! The smallest execution that shows a fault, as far as it is found within a time
//! ([`threadbare_explore::minimise`]).
//!
//! Not within a bound: what is left out of an execution may turn the end of a thread into a
//! preemption.

use crate::replay::{distinct, faults_of, fit, replayed};
use crate::stop::Stop;
use crate::task::{Extent, Subject};
use std::time::{Duration, Instant};
use threadbare_explore::minimise;
use threadbare_machine::{Machine, Races};
use threadbare_op::{Fault, Schedule};

/// Makes the executions of a run's faults smaller, as long as its time is not over.
#[derive(Debug)]
pub struct Minimiser<'a> {
    /// The program.
    pub subject: &'a Subject,
    /// What the exploration has learnt of the program.
    pub machine: &'a Machine,
    /// What is left of the time.
    pub left: Duration,
}

impl Minimiser<'_> {
    /// A smaller schedule of the same fault, or `schedule` itself.
    pub fn smaller(&mut self, fault: &Fault, schedule: &Schedule) -> Schedule {
        let start = Instant::now();
        if self.left.is_zero() || self.subject.extent != Extent::All {
            return schedule.clone();
        }
        let Some(all) = faults_of(self.machine, schedule) else { return schedule.clone() };
        // Replays of candidates take no longer than this one, so that the time is kept.
        let one = start.elapsed();
        let small = minimise(schedule, &mut |candidate| {
            (start.elapsed() + one < self.left).then(|| {
                let met = faults_of(self.machine, candidate).unwrap_or_default();
                met.contains(fault) && met.len() <= all.len()
            })
        });
        let small = if small == *schedule || self.can_be_replayed(&small, fault) { small } else { schedule.clone() };
        self.left = self.left.saturating_sub(start.elapsed());
        small
    }

    /// Under `--races explore` a replay learns anew which accesses are visible, and may stop before
    /// it has learnt all.
    fn can_be_replayed(&self, schedule: &Schedule, fault: &Fault) -> bool {
        if self.subject.machine.races != Races::Explore {
            return true;
        }
        let stop = Stop::default();
        let Ok(mut fresh) = self.subject.machine(&stop) else { return false };
        let fitting = fit(self.subject, &mut fresh, schedule, &stop);
        let (machine, end) = replayed(&fitting, schedule);
        end.is_ok_and(|end| distinct(&machine, &end).contains(fault))
    }
}
