//! What a fault of a weak memory model needs, and what removes it ([`threadbare_session::remedy`]),
//! for the report.
//!
//! Faults are the same if they are of one kind, at the same place or places. Which of two accesses
//! comes second does not matter.

use crate::found::found;
use crate::places::Places;
use crate::plan::Plan;
use crate::show::show;
use crate::{names, order};
use std::cell::RefCell;
use std::time::Duration;
use threadbare_machine::{Machine, Options};
use threadbare_op::{Fault, FaultId, FaultKind, Model, Schedule, System};
use threadbare_program::Program;
use threadbare_report::{Found, Place, Strengthened, Stronger};
use threadbare_session::interleaved::under;
use threadbare_session::minimise::Minimiser;
use threadbare_session::patience::patient;
use threadbare_session::probe::{Met, Probe};
use threadbare_session::remedy::{strengthen, stronger_models};
use threadbare_session::{Explored, Extent, Stop, Subject};

/// How long one question may take.
const EACH: Duration = Duration::from_millis(500);
/// How long everything may take, for all faults.
const ALL: Duration = Duration::from_millis(2500);

/// Adds to each fault what can be said in time.
pub(crate) fn explain(plan: &Plan, subject: &Subject, machine: &Machine, faults: &mut [Found], stop: &Stop) {
    if !plan.advice || subject.model == Model::Sc || plan.extent != Extent::All {
        return;
    }
    let subject = &Subject { machine: Options { reached: None, ..subject.machine.clone() }, ..subject.clone() };
    let stop = stop.part(patient(ALL));
    let symbolic = plan.exploration().is_some_and(|exploration| exploration.symbolic);
    for fault in faults {
        let interleaved = RefCell::new(None);
        let recognise = |explored: &Explored, program: &Program, id: FaultId, schedule: &Schedule| {
            let its = explored.machine.fault(id);
            match found(&explored.machine, program, its, schedule) {
                Ok((shown, _)) if is_same(&shown, fault) => {
                    if schedule.model == Model::Sc {
                        *interleaved.borrow_mut() = Some(smallest(plan, subject, explored, (its, schedule), shown));
                    }
                    Met::Same
                }
                Ok((_, false)) => Met::Other,
                _ => Met::Unknown,
            }
        };
        let probe = Probe { subject, symbolic, recognise: &recognise, time: patient(EACH), stop: &stop };
        let schedule = fault.schedule.parse::<Schedule>().ok();
        let is_shown = |model| {
            let shown =
                schedule.as_ref().and_then(|schedule| shown_under((machine, &subject.program), schedule, model, fault));
            let is_shown = shown.is_some();
            if model == Model::Sc {
                *interleaved.borrow_mut() = shown;
            }
            is_shown
        };
        let models = stronger_models(&probe, &is_shown);
        let needs_weak = models.first().is_some_and(|first| first.possible == Some(false));
        let schedule = schedule.filter(|_| needs_weak);
        let remedy = schedule.map_or_else(Vec::new, |schedule| strengthen(&probe, machine, &schedule));
        let places = Places::new(&subject.program);
        let models = models.iter().map(|told| Stronger {
            model: told.model.name(),
            possible: told.possible,
            time: told.time,
            obstacle: told.obstacle,
        });
        let remedy = remedy.iter().map(|told| Strengthened {
            place: places.place(told.site),
            order: names::order(told.order),
            on_failure: told.on_failure,
        });
        (fault.models, fault.remedy) = (models.collect(), remedy.collect());
        // Who is told that weak memory is not the cause should not have to look at old values.
        let is_weak = fault.rows.iter().any(|row| row.old.is_some());
        if let Some(shown) = interleaved.into_inner().filter(|shown| is_weak && is_same(shown, fault)) {
            *fault = std::mem::take(fault).shown_by(shown);
        }
        fault.explanation = fault.explanation.take().and_then(|said| order::fitting(said, &fault.remedy));
    }
}

/// The same fault in a smaller execution of a program that is explored under sequential consistency.
fn smallest(
    plan: &Plan,
    subject: &Subject,
    explored: &Explored,
    (fault, schedule): (&Fault, &Schedule),
    shown: Found,
) -> Found {
    let (machine, program) = (&explored.machine, &subject.program);
    let subject = Subject { model: Model::Sc, ..subject.clone() };
    let (smaller, schedule) = Minimiser::new(&subject, machine, plan.minimise).smaller(fault, schedule);
    found(machine, program, &smaller, &schedule).map_or(shown, |(smaller, _)| smaller)
}

/// The execution as one of a stronger model, if it is one, and shows the fault there.
fn shown_under(
    (machine, program): (&Machine, &Program),
    schedule: &Schedule,
    model: Model,
    fault: &Found,
) -> Option<Found> {
    let shown = under(machine, schedule, model).and_then(|schedule| show(machine, program, &schedule).ok())?;
    shown.faults.iter().map(|its| shown.found(its, program)).find(|its| is_same(its, fault))
}

fn is_same(a: &Found, b: &Found) -> bool {
    a.kind == b.kind && places(a) == places(b)
}

/// Where a fault is: of the parties, in no order.
fn places(found: &Found) -> Vec<Option<&Place>> {
    let mut places: Vec<Option<&Place>> = if matches!(found.kind, FaultKind::Deadlock | FaultKind::Liveness) {
        found.waiting.iter().filter(|waiting| !waiting.aside).map(|waiting| waiting.place.as_ref()).collect()
    } else {
        let second = found.second.as_ref().map(|second| second.place.as_ref());
        std::iter::once(found.place.as_ref()).chain(second).collect()
    };
    places.sort();
    places
}
