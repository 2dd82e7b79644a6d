//! Replays of schedules on machines that know what another one has learnt of the program.

use crate::once::once;
use crate::scope::{NOBODY, Scope};
use crate::stop::Stop;
use crate::task::{Exploration, Subject};
use threadbare_explore::{ReplayError, Replayed, ReplayedEnd, replay};
use threadbare_machine::{Domain, Machine, Races, State};
use threadbare_op::{Fault, Model, Schedule, System};

/// Replays `schedule` on a machine that knows what `like` has learnt of the program, without a
/// record; the machine is as it was at the end.
pub fn replayed(like: &Machine, schedule: &Schedule) -> (Machine, Result<ReplayedEnd<State>, ReplayError>) {
    let mut machine = like.another(None);
    loop {
        let end = replay(&mut machine, schedule, &mut |_: &mut Machine, _: &Replayed<State>| ());
        // What this execution shows of the program may have to be known from its beginning.
        if !machine.take_restart() {
            return (machine, end);
        }
    }
}

/// The faults that the replay of `schedule` meets, equal ones once, and its end; `None` if it is not
/// one of this program.
#[must_use]
pub fn met(like: &Machine, schedule: &Schedule) -> Option<(Vec<Fault>, ReplayedEnd<State>)> {
    let mut machine = like.another(None);
    let end = replay(&mut machine, schedule, &mut |_: &mut Machine, _: &Replayed<State>| ()).ok()?;
    if machine.take_restart() {
        return None;
    }
    Some((distinct(&machine, &end), end))
}

/// The faults that a replay has met, in the order in which they came, equal ones once.
#[must_use]
pub fn distinct<D: Domain>(machine: &Machine<D>, end: &ReplayedEnd<State>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for (id, _) in &end.faults {
        let fault = machine.fault(*id);
        if !faults.contains(fault) {
            faults.push(fault.clone());
        }
    }
    faults
}

/// A schedule that is none of this program must not take for ever.
const MOST: u64 = 100_000;
/// Where only the sizes of accesses are to be learnt, which show early.
const MOST_FOR_SIZES: u64 = 1_000;

/// Has `machine` learn what it takes to replay a schedule that comes from outside; gives a machine
/// that knows it.
///
/// A schedule counts visible operations, and which plain accesses are visible under
/// `--races explore`, and which atomic ones of main under weak models, depends on what explorations
/// have learnt before. So, where it does not fit
/// yet, an exploration learns the next thing, in the same order as when the schedule was made. If
/// it never shows a fault, the first machine on which it fits is given, or the last one.
pub fn fit(subject: &Subject, machine: &mut Machine, schedule: &Schedule, stop: &Stop) -> Machine {
    let explores = subject.machine.races == Races::Explore;
    let learning = Exploration::to_learn(if explores { MOST } else { MOST_FOR_SIZES });
    let scope = Scope { subject, exploration: &learning, stop: stop.clone(), listener: NOBODY };
    let learns = explores || subject.model != Model::Sc;
    let mut without_fault = None;
    loop {
        // What the replay itself has learnt belongs to it: which rounds of loops have part in races
        // goes by who shares memory, and a machine that records learns nothing.
        let (known, end) = replayed(machine, schedule);
        match end {
            Ok(end) if !end.faults.is_empty() => return known.another(None),
            Ok(_) => without_fault = without_fault.or_else(|| Some(known.another(None))),
            Err(_) if !learns => return known.another(None),
            Err(_) => {}
        }
        if learns {
            once(&scope, subject.extent.bound(), machine);
        }
        if !machine.take_restart() {
            return without_fault.unwrap_or_else(|| machine.another(None));
        }
    }
}
