//! SARIF 2.1.0, for code scanning and editors: each finding is a result, of the rule that is its
//! kind.
//!
//! Written out by hand: the crate `serde-sarif` generates hundreds of types when it is built, for
//! the dozen that a tool needs. The tests hold what comes out against the standard's schema.
//! Columns are clang's, which counts bytes, so that they are too large behind letters outside
//! ASCII.

use crate::data::Place;
use crate::diagnostic::{Diagnostic, Outcome, Status};
use crate::source::below_here;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The log for these outcomes.
#[must_use]
pub fn render(outcomes: &[Outcome]) -> String {
    let failed = |outcome: &&Outcome| outcome.status == Status::Error;
    let results: Vec<Value> = outcomes
        .iter()
        .filter(|outcome| !failed(outcome))
        .flat_map(|outcome| outcome.diagnostics.iter().map(|diagnostic| result(diagnostic, &outcome.name)))
        .collect();
    let notifications: Vec<Value> = outcomes
        .iter()
        .filter(failed)
        .map(|outcome| {
            let text = format!("{}: {}", outcome.name, outcome.summary);
            let places = outcome.diagnostics.iter().filter_map(|diagnostic| diagnostic.place.as_ref());
            json!({
                "level": "error",
                "message": { "text": text },
                "locations": places.map(location).collect::<Vec<_>>(),
            })
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "threadbare",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules(outcomes),
            } },
            "columnKind": "utf16CodeUnits",
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": {
                "tests": outcomes.iter().map(|outcome| json!({
                    "name": outcome.name, "verdict": outcome.status.name(), "summary": outcome.summary,
                })).collect::<Vec<_>>(),
            },
        }],
    });
    format!("{log:#}\n")
}

/// The kinds that occur.
fn rules(outcomes: &[Outcome]) -> Vec<Value> {
    let checked = outcomes.iter().filter(|outcome| outcome.status != Status::Error);
    let kinds: BTreeMap<&str, &str> =
        checked.flat_map(|outcome| &outcome.diagnostics).map(|d| (d.kind.as_str(), d.level.name())).collect();
    let rule = |(kind, level): (&str, &str)| json!({ "id": kind, "defaultConfiguration": { "level": level } });
    kinds.into_iter().map(rule).collect()
}

fn result(diagnostic: &Diagnostic, test: &str) -> Value {
    let mut text = diagnostic.message.clone();
    for advice in &diagnostic.advice {
        let _ = write!(text, "\n{advice}");
    }
    if let Some(replay) = &diagnostic.replay {
        let _ = write!(text, "\nTo see this execution again: {replay}");
    }
    let related = diagnostic.related.iter().enumerate().map(|(number, related)| {
        let mut location = location(&related.place);
        location["id"] = json!(number + 1);
        location["message"] = json!({ "text": related.message });
        location
    });
    let steps: Vec<Value> = (1..)
        .zip(&diagnostic.steps)
        .map(|(number, step): (usize, _)| {
            let mut location = location(&step.place);
            location["message"] = json!({ "text": step.message });
            json!({ "location": location, "executionOrder": number })
        })
        .collect();
    let mut result = json!({
        "ruleId": diagnostic.kind,
        "level": diagnostic.level.name(),
        "message": { "text": text },
        "locations": diagnostic.place.iter().map(location).collect::<Vec<_>>(),
        "relatedLocations": related.collect::<Vec<_>>(),
        "properties": { "test": test },
    });
    // One flow for all threads, in the order of the execution.
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

fn location(place: &Place) -> Value {
    let mut region = json!({ "startLine": place.line });
    if place.column > 0 {
        region["startColumn"] = json!(place.column);
    }
    json!({ "physicalLocation": { "artifactLocation": artifact(&place.file), "region": region } })
}

/// Files below the working directory as paths seen from there, which CI takes for the root of the
/// sources.
fn artifact(file: &str) -> Value {
    let file = below_here(file);
    if Path::new(&file).is_absolute() {
        json!({ "uri": format!("file://{}", encoded(&file)) })
    } else {
        json!({ "uri": encoded(&file), "uriBaseId": "%SRCROOT%" })
    }
}

/// As a URI has it.
fn encoded(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/+@".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
