//! The verdict on properties, of what was found.
//!
//! A fault that breaks a property makes it `false`, whatever else there is: a fault stops its
//! thread only, so what others do is also possible before it. `true` needs that everything was
//! explored. Faults that only end a program are no obstacle; others are, since nobody knows what
//! comes after them.

use super::property::Property;
use threadbare_op::{FaultKind, Limit};
use threadbare_report::{Found, Place, Run};

/// What `reach_error` says when it is reached.
pub(super) const REACHED: &str = "`reach_error` is reached";

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    True,
    /// This property does not hold: the number of the fault.
    False(&'static str, usize),
    /// Why.
    Unknown(String),
}

/// The verdict on a run. With input, memory that is never freed was not looked for.
pub(super) fn of(run: &Run, properties: &[Property], has_input: bool) -> Verdict {
    let broken = |(number, found): (usize, &Found)| {
        let property = properties.iter().find(|property| property.is_broken_by(found.kind, &found.message))?;
        Some(Verdict::False(property.name(), number))
    };
    // A deadlock after another fault is none: that may have ended the program.
    let is_sure = |found: &Found| found.kind != FaultKind::Deadlock || run.faults.iter().all(is_end_or_deadlock);
    if let Some(verdict) = run.faults.iter().enumerate().filter(|(_, found)| is_sure(found)).find_map(broken) {
        return verdict;
    }
    match obstacle(run, properties) {
        Some(why) => Verdict::Unknown(why),
        None if has_input && properties.iter().any(Property::is_about_leaks) => {
            Verdict::Unknown("memory that is never freed is not judged in programs with input".into())
        }
        None => Verdict::True,
    }
}

/// Whether the exploration may have stopped at a fault that breaks no property.
pub(super) fn may_know_more(run: &Run) -> bool {
    !run.faults.is_empty()
}

fn is_end_or_deadlock(found: &Found) -> bool {
    matches!(found.kind, FaultKind::Deadlock | FaultKind::ExitStatus | FaultKind::Abandoned | FaultKind::Leak)
}

/// Whether a fault only ends its thread or the program, for properties that say nothing of it.
fn only_ends(found: &Found, properties: &[Property]) -> bool {
    let leaks = properties.iter().any(Property::is_about_leaks);
    match found.kind {
        FaultKind::ExitStatus => true,
        FaultKind::Assertion | FaultKind::Abort | FaultKind::Deadlock => {
            !leaks && !properties.contains(&Property::NoDeadlock)
        }
        // Threads that wait for ever, in a program that goes on otherwise.
        FaultKind::Liveness => !leaks && !properties.contains(&Property::NoDeadlock),
        FaultKind::Abandoned | FaultKind::Leak => !leaks,
        _ => false,
    }
}

/// Why nothing is said.
fn obstacle(run: &Run, properties: &[Property]) -> Option<String> {
    if let Some(found) = run.faults.iter().find(|found| !only_ends(found, properties)) {
        let place = found.place.as_ref().map_or_else(String::new, Place::at);
        return Some(format!("another fault: {}: {}{place}", found.kind.name(), found.message));
    }
    if let Some(met) = run.unsupported.first() {
        let place = met.place.as_ref().map_or_else(String::new, Place::at);
        return Some(format!("unsupported: {}{place}", met.what));
    }
    if let Some(met) = run.limits.first() {
        let how = if met.limit == Limit::Interrupted { "interrupted" } else { "not everything was explored" };
        return Some(format!("{how} ({})", met.limit.name()));
    }
    if run.stopped || run.bound.is_some() {
        return Some("not everything was explored".into());
    }
    let note = run.notes.iter().find(|note| matches!(note.kind.as_str(), "spurious" | "random" | "not-shown"))?;
    Some(note.message.clone())
}
