//! Lines as compilers write them, which every editor understands:
//! `f.c:13:9: error: ... [data-race]`, then notes.

use crate::data::Place;
use crate::diagnostic::{Level, Outcome, Status};
use std::fmt::Write as _;

/// The lines for these outcomes. What has no place stands behind the name of the program or test. What
/// a compiler said has such lines already, with excerpts between them.
#[must_use]
pub fn render(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    for outcome in outcomes {
        if outcome.status == Status::Error {
            let _ = writeln!(out, "{}: {}: {}", outcome.name, Level::Error.name(), outcome.summary);
            continue;
        }
        for diagnostic in &outcome.diagnostics {
            let at = diagnostic.place.as_ref().map_or_else(|| outcome.name.clone(), Place::to_string);
            let _ = writeln!(out, "{at}: {}: {} [{}]", diagnostic.level.name(), diagnostic.message, diagnostic.kind);
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
