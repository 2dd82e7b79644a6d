//! `--replay`: one execution, whose schedule comes from outside.

use crate::args::NoteArg;
use crate::places::Places;
use crate::plan::Plan;
use crate::result::{add_leaks, empty, notes, value_of};
use crate::run::{Error, Manner, Outcome};
use crate::show::{Shown, show};
use threadbare_explore::ReplayError;
use threadbare_machine::{Machine, Races};
use threadbare_op::{Limit, Model, Schedule, Site, Stats, Verdict};
use threadbare_program::Program;
use threadbare_report::{LimitMet, Note, UnsupportedMet};
use threadbare_session::refit::{Refitted, refit};
use threadbare_session::{Subject, replay};

/// Shows what the schedule shows.
pub(crate) fn replay(
    plan: &Plan,
    subject: &Subject,
    schedule: &Schedule,
    strict: bool,
    manner: &Manner,
) -> Result<Outcome, Error> {
    let program = &*subject.program;
    let machine = fitting(subject, schedule, manner)?;
    let (shown, refitted) = refitted(&machine, program, schedule, (strict, plan.machine.races))?;
    let mut run = empty(plan, "replay");
    run.replay = true;
    run.stats = Stats { executions: u64::from(shown.ended), events: shown.events, ..Stats::default() };
    for fault in &shown.faults {
        run.add(shown.found(fault, program));
    }
    if plan.leaks == NoteArg::Fault {
        add_leaks(&mut run, &shown, program);
    }
    run.verdict = if run.faults.is_empty() { Verdict::Incomplete } else { Verdict::Fault };
    run.silent = shown.silent(program, plan.machine.max_steps).filter(|_| run.faults.is_empty());
    run.notes = notes(&shown, plan);
    run.notes.extend(refitted);
    if shown.leaves_behind && plan.abandoned == NoteArg::Note {
        run.notes.extend(shown.abandoned());
    }
    run.stopped = true;
    let places = Places::new(program);
    let limit = |limit: &Limit| LimitMet { limit: *limit, value: value_of(*limit, plan), places: Vec::new() };
    run.limits = shown.limits.iter().map(limit).collect();
    let met =
        |(what, site): &(String, Site)| UnsupportedMet { what: what.clone(), place: places.place(*site), advice: None };
    run.unsupported = shown.unsupported.iter().map(met).collect();
    Ok(Outcome { output: Some(shown.output().to_owned()), run, no_tests: None })
}

/// A machine on which the schedule fits. One of interleavings that were explored beside a weaker
/// model may need what is modelled under sequential consistency only (parts of locations).
fn fitting(subject: &Subject, schedule: &Schedule, manner: &Manner) -> Result<Machine, Error> {
    let fit = |subject: &Subject| -> Result<Machine, Error> {
        Ok(replay::fit(subject, &mut subject.machine(&manner.stop)?, schedule, &manner.stop))
    };
    let shows = |machine: &Machine| replay::replayed(machine, schedule).1.is_ok_and(|end| !end.faults.is_empty());
    let machine = fit(subject)?;
    if schedule.model == Model::Sc && subject.model != Model::Sc && !shows(&machine) {
        let strong = fit(&Subject { model: Model::Sc, ..subject.clone() })?;
        if shows(&strong) {
            return Ok(strong);
        }
    }
    Ok(machine)
}

/// What a schedule shows; and where it shows no fault, or does not fit, what comes of it in the
/// program as it is now.
fn refitted(
    machine: &Machine,
    program: &Program,
    schedule: &Schedule,
    (strict, races): (bool, Races),
) -> Result<(Shown, Option<Note>), Error> {
    let shown = show(machine, program, schedule);
    let is_cut = |shown: &Shown| shown.faults.is_empty() && !shown.ended && !schedule.steps.is_empty();
    if strict && shown.as_ref().is_ok_and(is_cut) {
        let why = "this schedule ends where threads can still go on, and shows no fault: it is of this program as it was before, or cut short";
        return Err(Error::Input(why.into()));
    }
    if strict || races == Races::Explore || shown.as_ref().is_ok_and(|shown| !is_cut(shown)) {
        return Ok((shown.map_err(Error::Input)?, None));
    }
    let Some(refitted) = refit(machine, schedule) else {
        let shown = shown.map_err(|why| Error::Input(format!("{why}; what fits of it shows no fault")));
        return Ok((shown?, None));
    };
    let note = Note { kind: "replay".into(), message: changes(&refitted), place: None };
    Ok((show(machine, program, &refitted.schedule).map_err(Error::Input)?, Some(note)))
}

/// What was changed of a schedule, and why.
fn changes(refitted: &Refitted) -> String {
    let steps = |n: usize, what: &str| match n {
        1 => format!("1 step was {what}"),
        n => format!("{n} steps were {what}"),
    };
    let why = match &refitted.why {
        Some(ReplayError { step: Some(step), reason }) => format!(" (step {}: {reason})", step + 1),
        _ => String::new(),
    };
    let changes = match (refitted.left_out, refitted.added) {
        (n, 0) => steps(n, "left out"),
        (0, n) => format!("{} at its end", steps(n, "added")),
        (left_out, added) => format!("{}, and {} at its end", steps(left_out, "left out"), steps(added, "added")),
    };
    format!("the schedule is not one of this program as it is now{why}: {changes}")
}
