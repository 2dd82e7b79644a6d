//! Workflow commands of GitHub Actions, which become annotations of the source:
//! `::error file=f.c,line=13,col=9,title=data-race::...`.

use crate::diagnostic::{Diagnostic, Level, Outcome};
use crate::source::below_here;
use std::fmt::Write as _;

/// The commands for these outcomes.
#[must_use]
pub fn render(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    for outcome in outcomes {
        for diagnostic in &outcome.diagnostics {
            command(&mut out, diagnostic, &outcome.name);
        }
    }
    out
}

fn command(out: &mut String, diagnostic: &Diagnostic, name: &str) {
    let level = if diagnostic.level == Level::Note { "notice" } else { diagnostic.level.name() };
    let _ = write!(out, "::{level} ");
    if let Some(place) = &diagnostic.place {
        let _ = write!(out, "file={},line={},", property(&below_here(&place.file)), place.line);
        if place.column > 0 {
            let _ = write!(out, "col={},", place.column);
        }
    }
    let mut message = diagnostic.message.clone();
    for related in &diagnostic.related {
        let _ = write!(message, "\n{}: {}", related.place, related.message);
    }
    for advice in &diagnostic.advice {
        let _ = write!(message, "\n{advice}");
    }
    if let Some(replay) = &diagnostic.replay {
        let _ = write!(message, "\nto see this execution again: {replay}");
    }
    let _ = writeln!(out, "title={}::{}", property(&format!("{} ({name})", diagnostic.kind)), data(&message));
}

/// What may not stand in the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// What may not stand in a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
