//! The smallest execution that shows a fault, as far as it is found within a time
//! ([`threadbare_explore::minimise`]).
//!
//! A deadlock in which threads wait for each other stays the same if others wait for these, too,
//! instead of doing something before.
//!
//! Not within a bound: what is left out of an execution may turn the end of a thread into a
//! preemption.

use crate::replay::{distinct, fit, met, replayed};
use crate::stop::Stop;
use crate::task::{Extent, Subject};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use threadbare_explore::{ReplayedEnd, minimise};
use threadbare_machine::{Machine, Races, State};
use threadbare_op::{Fault, FaultKind, Schedule, Site, ThreadId};

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
        let Some((all, end)) = met(self.machine, schedule) else { return schedule.clone() };
        let sought = Sought { fault, circle: circle(&end) };
        // Replays of candidates take no longer than this one, so that the time is kept.
        let one = start.elapsed();
        let small = minimise(schedule, &mut |candidate| {
            (start.elapsed() + one < self.left).then(|| {
                let met = met(self.machine, candidate);
                met.is_some_and(|(met, end)| sought.is_among(&met, &end) && met.len() <= all.len())
            })
        });
        let small = if small == *schedule || self.can_be_replayed(&small, &sought) { small } else { schedule.clone() };
        self.left = self.left.saturating_sub(start.elapsed());
        small
    }

    /// Under `--races explore` a replay learns anew which accesses are visible, and may stop before
    /// it has learnt all.
    fn can_be_replayed(&self, schedule: &Schedule, sought: &Sought<'_>) -> bool {
        if self.subject.machine.races != Races::Explore {
            return true;
        }
        let stop = Stop::default();
        let Ok(mut fresh) = self.subject.machine(&stop) else { return false };
        let fitting = fit(self.subject, &mut fresh, schedule, &stop);
        let (machine, end) = replayed(&fitting, schedule);
        end.is_ok_and(|end| sought.is_among(&distinct(&machine, &end), &end))
    }
}

/// The threads that wait for each other, and where.
type Circle = BTreeSet<(ThreadId, Site)>;

/// What a smaller execution must show.
struct Sought<'a> {
    fault: &'a Fault,
    circle: Circle,
}

impl Sought<'_> {
    fn is_among(&self, met: &[Fault], end: &ReplayedEnd<State>) -> bool {
        let Self { fault, circle: sought } = self;
        let alike = |met: &Fault| (met.kind, met.thread, met.site) == (fault.kind, fault.thread, fault.site);
        let is_circle = fault.kind == FaultKind::Deadlock && !sought.is_empty();
        met.contains(fault) || (is_circle && met.iter().any(alike) && circle(end) == *sought)
    }
}

/// Who waits for each other at the end of an execution.
fn circle(end: &ReplayedEnd<State>) -> Circle {
    let holders = |thread: ThreadId| {
        let standing = end.threads.iter().find(|standing| standing.thread == thread && standing.waits);
        standing.map_or(&[][..], |standing| &standing.holders)
    };
    let reaches_itself = |thread: ThreadId| {
        let (mut seen, mut left) = (BTreeSet::new(), holders(thread).to_vec());
        while let Some(next) = left.pop() {
            if seen.insert(next) {
                left.extend(holders(next));
            }
        }
        seen.contains(&thread)
    };
    let all = end.threads.iter().filter(|standing| reaches_itself(standing.thread));
    all.map(|standing| (standing.thread, standing.pending.site)).collect()
}
