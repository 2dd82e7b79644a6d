//! What came of a program in a form that every format for tools can be made of: diagnostics with
//! places, and one outcome.
//!
//! An [`Outcome`] can be written down and read again: a process that runs many tests gets them from
//! those that run one each.

use crate::compiler;
use crate::data::{Found, Frame, Place, Run};
use crate::fold::{Fate, fates};
use crate::human::{again, by, title};
use crate::style::{Steps, one_line};
use crate::table;
use crate::verdict::{advice, explored, verdict_line};
use crate::weak;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use threadbare_op::Verdict;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// A fault.
    Error,
    /// Something that stands between the run and a proof.
    Warning,
    /// Worth knowing.
    Note,
}

impl Level {
    /// `error`, `warning`, `note`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A further place that belongs to a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What is there.
    pub message: String,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// How bad.
    pub level: Level,
    /// What kind: `data-race`, `timeout`, `unsupported`, `leak`.
    pub kind: String,
    /// One line.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// The other party, the calls, who waits.
    pub related: Vec<Related>,
    /// The steps of the execution that may matter and have a place, with who takes them.
    pub steps: Vec<Related>,
    /// What else there is to say: about the memory model, and what removes the fault.
    #[serde(default)]
    pub advice: Vec<String>,
    /// The command that shows the execution again.
    pub replay: Option<String>,
}

/// A result for programs that read it: the names of the verdicts are stable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No fault, and everything was explored.
    Safe,
    /// A fault was found.
    Fault,
    /// No fault, but not everything was explored.
    Incomplete,
    /// The program could not be checked.
    Error,
}

impl Status {
    /// `safe`, `fault`, `incomplete`, `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Fault => "fault",
            Self::Incomplete => "incomplete",
            Self::Error => "error",
        }
    }
}

/// What came of checking one program, or one test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Of the program or test: `tests/queue.c`, `tests/queue.c::test_put`.
    pub name: String,
    /// The result.
    pub status: Status,
    /// The last line of the report, in one sentence; or what is wrong with the input.
    pub summary: String,
    /// From start to end.
    pub seconds: f64,
    /// What was explored: "6 executions", with those that ended early, or "12 states".
    pub explored: String,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
    /// The report for people, if it was asked for.
    pub report: String,
    /// The report for programs.
    pub json: serde_json::Value,
    /// The tests in a file without `main`.
    pub tests: Vec<String>,
}

impl Outcome {
    /// Of a run; `report` is the one for people.
    #[must_use]
    pub fn new(name: String, run: &Run, report: String) -> Self {
        let status = match run.verdict {
            Verdict::Safe => Status::Safe,
            Verdict::Fault => Status::Fault,
            Verdict::Incomplete => Status::Incomplete,
        };
        Self {
            name,
            status,
            summary: verdict_line(run),
            seconds: run.wall_seconds,
            explored: explored(run),
            diagnostics: diagnostics(run),
            report,
            json: crate::json::run(run),
            tests: Vec::new(),
        }
    }

    /// Of a program that could not be checked.
    #[must_use]
    pub fn failed(name: String, message: &str) -> Self {
        let message = crate::clean(message).trim_end().to_owned();
        let mut diagnostics = compiler::errors(&message);
        if diagnostics.is_empty() {
            diagnostics.push(bare(Level::Error, "error", message.clone(), None));
        }
        Self {
            name,
            status: Status::Error,
            json: crate::json::error(&message),
            summary: message,
            seconds: 0.0,
            explored: String::new(),
            diagnostics,
            report: String::new(),
            tests: Vec::new(),
        }
    }
}

pub(crate) fn bare(level: Level, kind: &str, message: String, place: Option<Place>) -> Diagnostic {
    Diagnostic {
        level,
        kind: kind.into(),
        message,
        place,
        related: Vec::new(),
        steps: Vec::new(),
        advice: Vec::new(),
        replay: None,
    }
}

/// Everything that a run has to say about places in the source.
fn diagnostics(run: &Run) -> Vec<Diagnostic> {
    let mut all: Vec<Diagnostic> = run.faults.iter().map(|found| fault(found, run)).collect();
    for met in &run.unsupported {
        let message = format!("unsupported: {}", one_line(&met.what));
        all.push(bare(Level::Warning, "unsupported", message, met.place.clone()));
    }
    for met in &run.limits {
        let value = met.value.as_ref().map_or(String::new(), |value| format!(" ({value})"));
        let message = format!("not everything was explored: {}{value}: {}", met.limit, advice(met, run));
        // Loops of the same header are one place.
        let places: BTreeSet<Option<Place>> = met.places.iter().cloned().map(Some).collect();
        let places = if places.is_empty() { BTreeSet::from([None]) } else { places };
        all.extend(
            places.into_iter().map(|place| bare(Level::Warning, &met.limit.to_string(), message.clone(), place)),
        );
    }
    all.extend(run.notes.iter().map(|n| bare(Level::Note, &n.kind, one_line(&n.message), n.place.clone())));
    all
}

/// The shown steps, and how the execution ends.
fn steps(found: &Found) -> Vec<Related> {
    let fates = fates(found, Steps::Relevant);
    let shown = found.rows.iter().zip(fates).filter(|(_, fate)| matches!(fate, Fate::Shown | Fate::Rounds(_)));
    let told = |thread: u32, place: Option<&Place>, what: &str| {
        let message = format!("{}: {what}", table::name(found, thread));
        place.cloned().map(|place| Related { place, message })
    };
    let taken = shown.filter_map(|(row, _)| told(row.thread, row.place.as_ref(), &one_line(&row.effect())));
    let waits = found.waiting.iter().filter(|waiting| !waiting.aside);
    let waits = waits.filter_map(|its| told(its.thread, its.place.as_ref(), table::for_ever(its)));
    let end = table::end(found).and_then(|end| told(found.thread, found.place.as_ref(), &end));
    taken.chain(waits).chain(end).collect()
}

fn fault(found: &Found, run: &Run) -> Diagnostic {
    let related_to =
        |place: Option<&Place>, message: String| place.map(|place| Related { place: place.clone(), message });
    let calls = |stack: &[Frame], thread: u32| -> Vec<Related> {
        let by = |Frame { function, place, .. }: &Frame| {
            let message = format!("called by `{}`, in {}", one_line(function), table::name(found, thread));
            related_to(place.as_ref(), message)
        };
        stack.iter().skip(1).filter_map(by).collect()
    };
    let mut related = Vec::new();
    if let Some(second) = &found.second {
        let message = by(&second.what, &table::name(found, second.thread));
        related.extend(related_to(second.place.as_ref(), message));
        related.extend(calls(&second.stack, second.thread));
    }
    if !found.waiting.iter().any(|waiting| waiting.thread == found.thread) {
        related.extend(calls(&found.stack, found.thread));
    }
    for waiting in &found.waiting {
        let what = waiting.told(|thread| table::name(found, thread));
        let message = format!("{} waits here for {}", table::name(found, waiting.thread), one_line(&what));
        related.extend(related_to(waiting.place.as_ref(), message));
        related.extend(calls(&waiting.stack, waiting.thread));
    }
    let why = found.explanation.as_ref().map_or(String::new(), |why| format!("; {}", one_line(why)));
    Diagnostic {
        level: Level::Error,
        kind: found.kind.name().into(),
        message: title(found) + &why,
        place: found.place.clone(),
        related,
        steps: steps(found),
        advice: weak::told(found).iter().map(|(heading, line)| format!("{heading}: {line}")).collect(),
        replay: (!run.replay).then(|| again(run, found)),
    }
}
