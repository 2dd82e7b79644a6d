//! What an exploration has found, shown by a replay: the fault must show again.

use crate::places::Places;
use crate::run::Error;
use crate::show::show;
use threadbare_machine::Machine;
use threadbare_op::{Fault, FaultKind, Schedule};
use threadbare_program::Program;
use threadbare_report::{Found, sentence};

/// Shows the execution of a fault; it must show that fault, or a race. Between accesses that
/// nothing orders, the replay may come to another one first; its thread then goes no further, and
/// what was found after is not seen. Likewise of two threads that both join, or detach, the same
/// one, either may come second. Also whether it is another one.
pub(crate) fn found(
    machine: &Machine,
    program: &Program,
    fault: &Fault,
    schedule: &Schedule,
) -> Result<(Found, bool), Error> {
    let shown = show(machine, program, schedule).map_err(|error| {
        no_replay(machine, program, schedule, &format!("{} was found, but {error}", called(fault, program)))
    })?;
    let same = |f: &&Fault| f.kind == fault.kind && f.thread == fault.thread && f.site == fault.site;
    let race = || shown.faults.iter().find(|f| f.kind.goes_by_order()).map(|race| (race, true));
    let alike = |f: &&Fault| f.kind == FaultKind::SyncMisuse && f.kind == fault.kind;
    let second = || shown.faults.iter().find(alike).map(|fault| (fault, true));
    let exact = shown.faults.iter().find(|f| *f == fault).or_else(|| shown.faults.iter().find(same));
    match exact.map(|fault| (fault, false)).or_else(race).or_else(second) {
        Some((fault, is_another)) => Ok((shown.found(fault, program), is_another)),
        None => {
            let showed: Vec<String> = shown.faults.iter().map(|f| format!("{}: {}", f.kind, sentence(f))).collect();
            let error = format!(
                "{} was found, but its replay shows {}",
                called(fault, program),
                if showed.is_empty() { "none".into() } else { showed.join("; ") }
            );
            Err(no_replay(machine, program, schedule, &error))
        }
    }
}

/// What a fault is called where it cannot be shown.
fn called(fault: &Fault, program: &Program) -> String {
    let place = Places::new(program).place(fault.site).map_or("an unknown place".into(), |p| p.to_string());
    format!("the fault {} ({}) in {} at {place}", fault.kind, sentence(fault), fault.thread)
}

/// An execution that was explored cannot be shown. `--races ignore` supposes that there are no
/// races: if there is one, what its accesses read depends on the order of events that nothing
/// orders. Otherwise we are wrong.
pub(crate) fn no_replay(machine: &Machine, program: &Program, schedule: &Schedule, error: &str) -> Error {
    let shown = machine.checking_races().and_then(|checking| show(&checking, program, schedule).ok());
    let race = shown.iter().flat_map(|shown| &shown.faults).find(|fault| fault.kind == FaultKind::DataRace);
    match race {
        Some(race) => {
            let place = Places::new(program).place(race.site).map_or(String::new(), |p| format!("{p}: "));
            Error::Input(format!(
                "{place}{}; `--races ignore` assumes that there are no data races, so it cannot check this program",
                sentence(race)
            ))
        }
        None => Error::Internal(format!("an execution was explored, but: {error}\nschedule: {schedule}")),
    }
}
