//! A test as JSON: `docs/test.schema.json`.

use super::case::{Case, Taken};
use crate::floats;
use serde_json::{Value, json};
use threadbare_report::Place;

/// The test of this name.
pub(super) fn of(case: &Case, name: &str) -> Value {
    json!({
        "version": 1,
        "name": name,
        "schedule": case.schedule,
        "threads": case.threads.len() + 1,
        "inputs": case.inputs.iter().map(input).collect::<Vec<_>>(),
        "arguments": texts(&case.arguments),
        "environment": texts(&case.environment),
        "stdin": case.stdin.as_deref().map(text),
        "output": text(&case.output),
        "exit_status": case.status,
        "faults": case.faults.iter().map(|(kind, message, place)| json!({
            "kind": kind, "message": message, "place": place.as_ref().map(at),
        })).collect::<Vec<_>>(),
        "lines": case.lines,
    })
}

fn input(taken: &Taken) -> Value {
    json!({
        "thread": taken.thread.0,
        "function": taken.function,
        "name": taken.name,
        "place": taken.place.as_ref().map(at),
        "bits": taken.bits,
        "value": taken.value,
        "float": taken.is_float.then(|| floats::told(taken.value, taken.bits)),
    })
}

fn at(place: &Place) -> Value {
    json!({ "file": place.file, "line": place.line })
}

fn texts(all: &[Vec<u8>]) -> Vec<String> {
    all.iter().map(|bytes| text(bytes)).collect()
}

/// Each byte is a character: no byte is lost.
fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}
