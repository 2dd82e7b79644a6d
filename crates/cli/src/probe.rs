//! Whether a fault is also there when something is changed: the memory model, or the orders of
//! accesses.
//!
//! Faults are the same if they are of one kind, at the same place or places. Which of two accesses
//! comes second does not matter.
//!
//! A fault counts as impossible only if everything was explored without it, and every fault that
//! was met could be shown.

use crate::found::found;
use std::sync::Arc;
use std::time::Duration;
use threadbare_op::{FaultKind, Model, System};
use threadbare_program::Program;
use threadbare_report::{Found, Place};
use threadbare_session::{Algorithm, Exploration, Explored, Stop, Subject, explore};

/// What is asked about.
pub(crate) struct Probe<'a> {
    pub(crate) subject: &'a Subject,
    pub(crate) fault: &'a Found,
    /// How long one answer may take.
    pub(crate) time: Duration,
    /// Ends all of it.
    pub(crate) stop: &'a Stop,
}

impl Probe<'_> {
    /// Whether the fault is possible there; `None` if that is not known in time.
    pub(crate) fn is_possible(&self, model: Model, program: &Arc<Program>) -> Option<bool> {
        let stop = self.stop.part(self.time);
        // The first fault is mostly the one; only then does it pay to look for others.
        for keep_going in [false, true] {
            if stop.reason().is_some() {
                return None;
            }
            let exploration = Exploration { keep_going, ..Exploration::new(Algorithm::Graph) };
            let subject = Subject { program: program.clone(), model, ..self.subject.clone() };
            let explored = explore(&subject, &exploration, &stop, &|_| ()).ok()?;
            let Explored { machine, findings, coverage, .. } = explored;
            let mut all_shown = true;
            for (id, schedule) in &findings.faults {
                match found(&machine, program, machine.fault(*id), schedule) {
                    Ok((shown, _)) if is_same(&shown, self.fault) => return Some(true),
                    Ok((_, false)) => {}
                    _ => all_shown = false,
                }
            }
            if coverage.is_complete() {
                return all_shown.then_some(false);
            }
            if findings.faults.is_empty() {
                return None;
            }
        }
        None
    }
}

fn is_same(a: &Found, b: &Found) -> bool {
    a.kind == b.kind && places(a) == places(b)
}

/// Where a fault is: of the parties, in no order.
fn places(found: &Found) -> Vec<Option<&Place>> {
    let mut places: Vec<Option<&Place>> = if matches!(found.kind, FaultKind::Deadlock | FaultKind::Liveness) {
        found.waiting.iter().map(|waiting| waiting.place.as_ref()).collect()
    } else {
        let second = found.second.as_ref().map(|second| second.place.as_ref());
        std::iter::once(found.place.as_ref()).chain(second).collect()
    };
    places.sort();
    places
}
