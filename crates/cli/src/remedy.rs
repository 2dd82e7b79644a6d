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
use std::time::Duration;
use threadbare_machine::{Machine, Options};
use threadbare_op::{FaultId, FaultKind, Model, Schedule, System};
use threadbare_program::Program;
use threadbare_report::{Found, Place, Strengthened, Stronger};
use threadbare_session::interleaved::under;
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
    let stop = stop.part(ALL);
    let symbolic = plan.exploration().is_some_and(|exploration| exploration.symbolic);
    for fault in faults {
        let recognise = |explored: &Explored, program: &Program, id: FaultId, schedule: &Schedule| match found(
            &explored.machine,
            program,
            explored.machine.fault(id),
            schedule,
        ) {
            Ok((shown, _)) if is_same(&shown, fault) => Met::Same,
            Ok((_, false)) => Met::Other,
            _ => Met::Unknown,
        };
        let probe = Probe { subject, symbolic, recognise: &recognise, time: EACH, stop: &stop };
        let schedule = fault.schedule.parse::<Schedule>().ok();
        let is_shown = |model| {
            schedule
                .as_ref()
                .is_some_and(|schedule| is_shown_under((machine, &subject.program), schedule, model, fault))
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
        fault.explanation = fault.explanation.take().and_then(|said| order::fitting(said, &fault.remedy));
    }
}

/// Whether the execution is one of a stronger model, and shows the fault there.
fn is_shown_under((machine, program): (&Machine, &Program), schedule: &Schedule, model: Model, fault: &Found) -> bool {
    let shown = under(machine, schedule, model).and_then(|schedule| show(machine, program, &schedule).ok());
    shown.is_some_and(|shown| shown.faults.iter().any(|its| is_same(&shown.found(its, program), fault)))
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
