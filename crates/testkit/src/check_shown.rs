//! Whether each fault that an explorer reports is shown by the schedule that it gives.
//!
//! No oracle is needed for that, so that programs may be of any size, and what is explored may be
//! bounded. That is what is asked of the explorers by the command line: a replay must meet the
//! fault (of the same kind, in the same thread, at the same place), or a race: of accesses that
//! nothing orders, it may come to others first.

use crate::check::{Factory, Told, run_guarded};
use crate::generate::{Profile, generate};
use crate::program::Program;
use crate::series::{series, shrink_while};
use crate::toy::Toy;
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_explore::{ReplayError, Replayed, minimise, replay};
use threadbare_op::{Fault, FaultId, Schedule, System};

/// No more executions of a program are explored.
const LIMIT: usize = 300;

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Shown {
    pub programs: u64,
    pub faults: u64,
    /// Races, and uses of freed memory.
    pub by_order: u64,
}

/// Checks that every explorer's schedules show its faults, on `count` random programs.
///
/// # Errors
/// The first program on which one does not, made small, as text.
pub fn check_shown(
    explorers: &[(String, Factory<'_>)],
    profile: &Profile,
    count: u64,
    seed: u64,
) -> Result<Shown, String> {
    let mut shown = Shown::default();
    series(
        count,
        seed,
        |rng| generate(rng, profile),
        |_| Some(()),
        |program, (), seed| {
            shown.programs += 1;
            for (name, make) in explorers {
                match check_one(*make, &Rc::new(program.clone())) {
                    Ok((faults, by_order)) => {
                        shown.faults += faults;
                        shown.by_order += by_order;
                    }
                    Err(why) => {
                        let wrong = |program: &Program| check_one(*make, &Rc::new(program.clone())).err();
                        let (program, why) = shrink_while(program, why, wrong);
                        return Err(format!("seed {seed}, {name}: {why}\n{program}"));
                    }
                }
            }
            Ok(())
        },
    )?;
    Ok(shown)
}

/// The same of one program: the number of faults, and of those that go by the order of events.
///
/// # Errors
/// A fault that is not shown.
pub fn check_one(make: Factory<'_>, program: &Rc<Program>) -> Result<(u64, u64), String> {
    let (toy, told, _) = run_guarded(make, program, LIMIT)?;
    let (mut faults, mut by_order) = (BTreeSet::new(), 0);
    let Told { faults: told, .. } = told;
    for (id, schedule) in &told {
        if faults.insert(*id) {
            check_schedule(program, &toy, *id, schedule)?;
            by_order += u64::from(System::fault(&toy, *id).kind.goes_by_order());
        }
    }
    Ok((faults.len() as u64, by_order))
}

fn check_schedule(program: &Rc<Program>, toy: &Toy, id: FaultId, schedule: &Schedule) -> Result<(), String> {
    let text = schedule.to_string();
    let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
    let fault = System::fault(toy, id);
    let met = faults_of(program, &parsed).map_err(|e| format!("{text}, for {fault:?}: {e}"))?;
    let shows = |met: &Fault| {
        met.kind.goes_by_order() || (met.kind, met.thread, met.site) == (fault.kind, fault.thread, fault.site)
    };
    if !met.iter().any(shows) {
        return Err(format!("{text}: replayed without the fault {fault:?}"));
    }
    if met.contains(fault) { check_minimal(program, fault, &parsed) } else { Ok(()) }
}

/// A schedule made smaller shows the same fault, and has no more threads, or as many and no more
/// switches, or as many of both and no more steps.
fn check_minimal(program: &Rc<Program>, fault: &Fault, schedule: &Schedule) -> Result<(), String> {
    let shows = |candidate: &Schedule| faults_of(program, candidate).is_ok_and(|met| met.contains(fault));
    let small = minimise(schedule, &mut |candidate| Some(shows(candidate)));
    if !shows(&small) {
        return Err(format!("{schedule} was made {small}, which does not show {fault:?}"));
    }
    if size(&small) > size(schedule) {
        return Err(format!("{schedule} was made {small}, which is larger"));
    }
    match minimise(&small, &mut |candidate| Some(shows(candidate))) {
        same if same == small => Ok(()),
        smaller => Err(format!("{schedule} was made {small}, but not {smaller}")),
    }
}

/// Threads that do anything, switches, steps.
fn size(schedule: &Schedule) -> (usize, usize, usize) {
    let threads: BTreeSet<u32> = schedule.steps.iter().map(|step| step.thread.0).collect();
    let switches = schedule.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
    (threads.len(), switches, schedule.steps.len())
}

fn faults_of(program: &Rc<Program>, schedule: &Schedule) -> Result<Vec<Fault>, ReplayError> {
    let mut toy = Toy::new(program);
    let end = replay(&mut toy, schedule, &mut |_: &mut Toy, _: &Replayed<_>| ())?;
    Ok(end.faults.iter().map(|(id, _)| System::fault(&toy, *id).clone()).collect())
}
