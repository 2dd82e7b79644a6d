//! Lines as compilers write them, which every editor understands:
//! `f.c:13:9: error: ... [data-race]`, then notes.

use crate::data::Place;
use crate::diagnostic::{Level, Outcome, Status};
use std::fmt::Write as _;

/// The lines for these outcomes. What has no place stands behind the name of the program or test.
#[must_use]
pub fn render(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    for outcome in outcomes {
        for diagnostic in &outcome.diagnostics {
            let at = diagnostic.place.as_ref().map_or_else(|| outcome.name.clone(), Place::to_string);
            let kind = if outcome.status == Status::Error { String::new() } else { format!(" [{}]", diagnostic.kind) };
            let _ = writeln!(out, "{at}: {}: {}{kind}", diagnostic.level.name(), diagnostic.message);
            for related in &diagnostic.related {
                let _ = writeln!(out, "{}: {}: {}", related.place, Level::Note.name(), related.message);
            }
            for advice in &diagnostic.advice {
                let _ = writeln!(out, "{at}: {}: {advice}", Level::Note.name());
            }
            if let Some(replay) = &diagnostic.replay {
                let _ = writeln!(out, "{at}: {}: to see this execution again: {replay}", Level::Note.name());
            }
        }
    }
    out
}
