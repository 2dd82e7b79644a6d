//! Which inputs matter to an execution: it is replayed with its input as terms, which notes on which
//! of them something depends.

use crate::patience::patient;
use crate::replay::distinct;
use crate::stop::Stop;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use threadbare_explore::{Replayed, replay};
use threadbare_machine::{Machine, State};
use threadbare_op::{Fault, FaultKind, Given, Schedule, Site, ThreadId};
use threadbare_symbolic::Symbolic;

/// A thread that computes for longer is given up.
const LONGEST: Duration = Duration::from_secs(5);

/// The inputs on which the course of an execution depends which ends in these faults, each by who
/// takes it and the how-manieth it is: with any others in place of the rest, it takes the same
/// course. `None` if it cannot be told.
#[must_use]
pub fn matters(like: &Machine, schedule: &Schedule, faults: &[Fault]) -> Option<BTreeSet<(ThreadId, u32)>> {
    schedule.given.as_ref()?;
    let mut machine: Machine<Symbolic> = like.in_domain();
    let _alarm = Stop::new(machine.signals().stop.clone()).after(Some(patient(LONGEST))).alarm();
    let end = loop {
        let end = replay(&mut machine, schedule, &mut |_: &mut Machine<Symbolic>, _: &Replayed<State>| ());
        if !machine.take_restart() {
            break end.ok()?;
        }
    };
    let is_same = places(&distinct(&machine, &end)) == places(faults);
    is_same.then(|| machine.domain().matters().into_iter().collect())
}

fn places(faults: &[Fault]) -> Vec<(FaultKind, ThreadId, Site)> {
    faults.iter().map(|fault| (fault.kind, fault.thread, fault.site)).collect()
}

/// Of more inputs none is tried.
const MOST: usize = 8;
/// Zero, a count, a character, and all ones in whatever width.
const OTHERS: [u64; 4] = [0, 1, b'A' as u64, u64::MAX];

/// Those of `these` inputs in whose place other values, a few of which are tried, lead to the same
/// faults under the same schedule: the execution takes another course, but not where it counts.
#[must_use]
pub fn idle(
    like: &Machine,
    schedule: &Schedule,
    faults: &[Fault],
    these: &BTreeSet<(ThreadId, u32)>,
) -> BTreeSet<(ThreadId, u32)> {
    let Some(given) = schedule.given.as_ref().filter(|_| these.len() <= MOST) else { return BTreeSet::new() };
    // An execution that takes long is not worth that.
    let until = Instant::now() + patient(LONGEST);
    let fails = |instead: &[(ThreadId, u32)], values: &dyn Fn(usize) -> u64| {
        let mut given = given.clone();
        given.retain(|other| !instead.contains(&(other.thread, other.n)));
        given.extend((0..).zip(instead).map(|(at, &(thread, n))| Given { thread, n, value: values(at) }));
        Instant::now() < until && fails_alike(like, &Schedule { given: Some(given), ..schedule.clone() }, faults)
    };
    let is_idle = |input: &(ThreadId, u32)| OTHERS.iter().all(|value| fails(&[*input], &|_| *value));
    let idle: Vec<(ThreadId, u32)> = these.iter().copied().filter(is_idle).collect();
    // Also all of them together, the same or not.
    let together = || {
        (0..OTHERS.len()).all(|n| fails(&idle, &|_| OTHERS[n]) && fails(&idle, &|at| OTHERS[(n + at) % OTHERS.len()]))
    };
    if idle.len() > 1 && !together() { BTreeSet::new() } else { idle.into_iter().collect() }
}

/// Whether the replay of a schedule ends in these faults.
fn fails_alike(like: &Machine, schedule: &Schedule, faults: &[Fault]) -> bool {
    let mut machine: Machine = like.in_domain();
    let _alarm = Stop::new(machine.signals().stop.clone()).after(Some(patient(LONGEST))).alarm();
    let end = replay(&mut machine, schedule, &mut |_: &mut Machine, _: &Replayed<State>| ());
    end.is_ok_and(|end| !machine.take_restart() && places(&distinct(&machine, &end)) == places(faults))
}
