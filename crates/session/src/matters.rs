//! Which inputs matter to an execution: it is replayed with its input as terms, which notes on which
//! of them something depends.

use crate::patience::patient;
use crate::replay::distinct;
use crate::stop::Stop;
use std::collections::BTreeSet;
use std::time::Duration;
use threadbare_explore::{Replayed, replay};
use threadbare_machine::{Machine, State};
use threadbare_op::{Fault, FaultKind, Schedule, Site, ThreadId};
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
    let place = |fault: &Fault| (fault.kind, fault.thread, fault.site);
    let expected: Vec<(FaultKind, ThreadId, Site)> = faults.iter().map(place).collect();
    let met: Vec<_> = distinct(&machine, &end).iter().map(place).collect();
    (met == expected).then(|| machine.domain().matters().into_iter().collect())
}
