//! Whether a fault is also there when something is changed: the memory model, or the orders of
//! accesses.
//!
//! Which fault is the same the caller says: it shows it.
//!
//! A fault counts as impossible only if everything was explored without it, and every fault that
//! was met could be shown.

use crate::scope::NOBODY;
use crate::stop::Stop;
use crate::task::{Algorithm, Exploration, Subject};
use crate::{Explored, explore};
use std::sync::Arc;
use std::time::Duration;
use threadbare_op::{Coverage, FaultId, Limit, Model, Schedule};
use threadbare_program::Program;

/// What a fault that was met is, held against the one that is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    /// The same.
    Same,
    /// Another one.
    Other,
    /// It could not be shown.
    Unknown,
}

/// Says what the fault is that an exploration of the program has met.
pub type Recognise<'a> = &'a dyn Fn(&Explored, &Program, FaultId, &Schedule) -> Met;

/// What is asked about.
pub struct Probe<'a> {
    /// The program, and how it is run.
    pub subject: &'a Subject,
    /// Whether that is for every input at once.
    pub symbolic: bool,
    /// The fault.
    pub recognise: Recognise<'a>,
    /// How long one answer may take.
    pub time: Duration,
    /// Ends all of it.
    pub stop: &'a Stop,
}

impl Probe<'_> {
    /// Whether the fault is possible there; `None` if that is not known in time.
    #[must_use]
    pub fn is_possible(&self, model: Model, program: &Arc<Program>) -> Option<bool> {
        self.look(model, program).0
    }

    /// The same, and if it is not known although there was time: the limit that was met, or what
    /// else kept it from being known.
    pub(crate) fn look(&self, model: Model, program: &Arc<Program>) -> (Option<bool>, Option<&'static str>) {
        let stop = self.stop.part(self.time);
        let mut obstacle = None;
        // The first fault is mostly the one; only then does it pay to look for others.
        for keep_going in [false, true] {
            if stop.reason().is_some() {
                return (None, None);
            }
            let exploration = Exploration { keep_going, symbolic: self.symbolic, ..Exploration::new(Algorithm::Graph) };
            let subject = Subject { program: program.clone(), model, ..self.subject.clone() };
            let Ok(explored) = explore(&subject, &exploration, &stop, NOBODY) else { return (None, None) };
            let mut all_shown = true;
            for (id, schedule) in &explored.findings.faults {
                match (self.recognise)(&explored, program, *id, schedule) {
                    Met::Same => return (Some(true), None),
                    Met::Other => {}
                    Met::Unknown => all_shown = false,
                }
            }
            if explored.coverage.is_complete() {
                return (all_shown.then_some(false), None);
            }
            obstacle = in_the_way(&explored.coverage);
            if explored.findings.faults.is_empty() {
                break;
            }
        }
        (None, obstacle)
    }
}

/// What it was, other than the time, that left something out.
fn in_the_way(coverage: &Coverage) -> Option<&'static str> {
    match coverage.limits.first() {
        _ if coverage.limits.iter().any(|limit| matches!(limit, Limit::Time | Limit::Interrupted)) => None,
        Some(limit) => Some(limit.name()),
        None => (!coverage.unsupported.is_empty()).then_some("unsupported"),
    }
}
