//! An execution to show where an exploration has met `--max-steps`: a thread goes round a loop and
//! does nothing that others see.
//!
//! It is looked for among interleavings, which are executions under every model, with a lower limit:
//! so it takes no longer than a report may. It counts if its thread is in a loop in which the
//! exploration has met the limit.

use crate::show::show;
use std::time::Duration;
use threadbare_machine::Options;
use threadbare_op::{Limit, Model, Site};
use threadbare_report::Found;
use threadbare_session::endless::loop_of;
use threadbare_session::patience::patient;
use threadbare_session::{Algorithm, Exploration, Stop, Subject, explore, replay};

/// Threads that execute so many instructions without an operation are looked for,
const FOUND: u64 = 1 << 20;
/// and are followed for so many when that is shown.
const FOLLOWED: u64 = 20_000;
/// It is looked for so long.
const TIME: Duration = Duration::from_millis(500);

/// That execution, if `sites` are where the limit was met.
pub(crate) fn execution(subject: &Subject, sites: &[Site]) -> Option<Found> {
    let program = &*subject.program;
    let most = subject.machine.max_steps;
    let limited = |max_steps: u64| {
        let machine = Options { max_steps: most.min(max_steps), reached: None, ..subject.machine.clone() };
        Subject::new(subject.program.clone(), machine, Model::Sc)
    };
    // Who has stopped the run wants to know as well.
    let stop = Stop::default().after(Some(patient(TIME)));
    let explored = explore(&limited(FOUND), &Exploration::new(Algorithm::Source), &stop, &|_| ()).ok()?;
    let heads: Vec<_> = sites.iter().filter_map(|site| loop_of(program, *site)).collect();
    let stop = Stop::default().after(Some(patient(TIME)));
    let subject = limited(FOLLOWED);
    explored.findings.blocked.iter().find_map(|schedule| {
        let machine = replay::fit(&subject, &mut subject.machine(&stop).ok()?, schedule, &stop);
        let shown = show(&machine, program, schedule).ok().filter(|shown| shown.limits.contains(&Limit::Steps))?;
        let at = shown.too_long_at().and_then(|site| loop_of(program, site))?;
        heads.contains(&at).then(|| shown.silent(program, most.min(FOLLOWED)))?
    })
}
