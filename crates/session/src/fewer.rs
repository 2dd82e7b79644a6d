//! The same fault with one thread less: others that run the same functions take the parts of those
//! that stay.
//!
//! Leaving out steps ([`threadbare_explore::minimise`]) keeps who does what. So where one thread
//! makes way for two others, and could be one of these, all three stay. Here the steps of one of
//! them go, and those of the others are given to any of the threads, each to another one; whether
//! that shows the fault, a replay tells.

use std::collections::BTreeSet;
use threadbare_op::{Model, Schedule, Step, ThreadId};

/// Of more threads than this, parts are not given to others.
const MOST: usize = 4;

/// The schedules with the steps of one thread less, in which the others take all parts; none where
/// a schedule tells more of threads than who goes next.
pub(crate) fn candidates(schedule: &Schedule) -> Vec<Schedule> {
    let is_plain = schedule.model == Model::Sc
        && schedule.threads.is_empty()
        && schedule.given.is_none()
        && schedule.in_vain.is_empty()
        && schedule.repeats == 0;
    let threads: BTreeSet<ThreadId> =
        schedule.steps.iter().map(|step| step.thread).filter(|thread| *thread != ThreadId::MAIN).collect();
    let threads: Vec<ThreadId> = threads.into_iter().collect();
    if !is_plain || !(2..=MOST).contains(&threads.len()) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for gone in &threads {
        let left: Vec<ThreadId> = threads.iter().copied().filter(|thread| thread != gone).collect();
        for parts in arrangements(&threads, left.len()) {
            // That the threads which stay keep their parts is what leaving out steps has tried.
            if parts != left {
                out.push(recast(schedule, &left, &parts));
            }
        }
    }
    out
}

/// The schedule with the steps of these threads taken by those, and no others but main's.
fn recast(schedule: &Schedule, from: &[ThreadId], to: &[ThreadId]) -> Schedule {
    let by = |step: &Step| {
        let part = from.iter().position(|thread| *thread == step.thread);
        match (part, step.thread) {
            (Some(part), _) => Some(Step { thread: to[part], ..*step }),
            (None, ThreadId::MAIN) => Some(*step),
            (None, _) => None,
        }
    };
    Schedule { steps: schedule.steps.iter().filter_map(by).collect(), ..schedule.clone() }
}

/// All ways to take so many of these, in any order.
fn arrangements(of: &[ThreadId], count: usize) -> Vec<Vec<ThreadId>> {
    let mut out = vec![Vec::new()];
    for _ in 0..count {
        let longer = |begun: &Vec<ThreadId>| {
            let more: Vec<ThreadId> = of.iter().copied().filter(|thread| !begun.contains(thread)).collect();
            more.into_iter().map(|next| [&begun[..], &[next]].concat()).collect::<Vec<_>>()
        };
        out = out.iter().flat_map(longer).collect();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recasts(text: &str) -> Vec<String> {
        let schedule: Schedule = text.parse().unwrap();
        candidates(&schedule).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn one_thread_less() {
        let all = recasts("tb1:0*3,1*2,2,3,2");
        assert!(all.contains(&"tb1:0*3,1,2,1".to_owned()), "{all:?}");
        assert!(!all.contains(&"tb1:0*3,2,3,2".to_owned()), "leaving out steps tries that");
        assert_eq!(all.len(), 3 * (6 - 1));
        assert_eq!(recasts("tb1:0*2,1,2"), ["tb1:0*2,1", "tb1:0*2,2"]);
        assert!(recasts("tb1:0*2,1").is_empty());
    }
}
