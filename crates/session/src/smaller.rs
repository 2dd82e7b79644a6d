//! The same fault with a smaller input that leads elsewhere: a number of threads, say, or of rounds.
//!
//! Other inputs in place of those of a schedule ([`crate::given`]) only help as long as the schedule
//! fits. So the program is explored with smaller ones, each up to its first fault: 0 first, then 1,
//! one input after the other. An input on which nothing depends stays.

use crate::given::{Range, ranges};
use crate::matters::matters;
use crate::shortest::first;
use crate::stop::Stop;
use crate::task::Subject;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadbare_machine::Machine;
use threadbare_op::{Fault, Given, Schedule, ThreadId};

/// So many numbers are tried of each input.
const MOST: u64 = 16;
/// Of more inputs than these that matter none is tried.
const MOST_INPUTS: usize = 8;

/// Schedules with a smaller input are handed to `shows`, which says whether they show the fault, and
/// breaks when the time is over.
pub(crate) type Shows<'a> = dyn FnMut(&Schedule) -> ControlFlow<(), bool> + 'a;

/// The schedule that has the smallest input which was found.
pub(crate) fn smaller(
    (subject, machine): (&Subject, &Machine),
    (schedule, faults): (&Schedule, &[Fault]),
    left: Duration,
    shows: &mut Shows<'_>,
) -> Option<Schedule> {
    let given = schedule.given.as_deref().filter(|given| !given.is_empty())?;
    let these = matters(machine, schedule, faults)?;
    let ranges = ranges(machine, schedule, given);
    let tried: Vec<(usize, Range)> = (0..).zip(ranges).filter(|(at, _)| these.contains(&number(given[*at]))).collect();
    if tried.len() > MOST_INPUTS {
        return None;
    }
    let start = Instant::now();
    let mut best: Option<Schedule> = None;
    let mut input = given.to_vec();
    for (at, range) in tried {
        for number in (0..range.rank(input[at].value).min(MOST)).filter_map(|rank| range.number(rank)) {
            let time = left.saturating_sub(start.elapsed());
            if time.is_zero() {
                return best;
            }
            let mut candidate = input.clone();
            candidate[at].value = number;
            // Numbers that are slow to explore are left for larger ones.
            let stop = Stop::default().after(Some(time / 4));
            let Some(found) = first(&with(subject, &candidate), &stop) else { continue };
            let found = Schedule { given: Some(candidate.clone()), ..found };
            match shows(&found) {
                ControlFlow::Continue(true) => (best, input) = (Some(found), candidate),
                ControlFlow::Continue(false) => continue,
                ControlFlow::Break(()) => return best,
            }
            break;
        }
    }
    best
}

fn number(given: Given) -> (ThreadId, u32) {
    (given.thread, given.n)
}

fn with(subject: &Subject, input: &[Given]) -> Subject {
    let mut subject = subject.clone();
    subject.machine.given = Some(input.to_vec().into());
    subject
}
