//! `--stub` for names that it has no effect on: typing errors, and functions that have a definition.

use crate::places::Places;
use threadbare_program::Program;
use threadbare_report::Note;

/// A note about each of `stubs` (name and result) that changes nothing.
pub(crate) fn notes(stubs: &[(String, i64)], program: &Program) -> Vec<Note> {
    let note = |(at, (name, value)): (usize, &(String, i64))| {
        let (why, place) = if let Some((_, first)) = stubs[..at].iter().find(|(earlier, _)| earlier == name) {
            (format!("{name}={first} was given before"), None)
        } else {
            unused(name, program)?
        };
        Some(Note { kind: "stub".into(), message: format!("--stub {name}={value} has no effect: {why}"), place })
    };
    stubs.iter().enumerate().filter_map(note).collect()
}

/// Why a stub of that name is not used, if it is not.
fn unused(name: &str, program: &Program) -> Option<(String, Option<threadbare_report::Place>)> {
    if program.externals.iter().any(|external| external.name == name) {
        return None;
    }
    let Some(function) = program.functions.iter().find(|function| function.name == name) else {
        return Some(("nothing calls a function of that name".into(), None));
    };
    if function.runtime {
        return Some((format!("Threadbare's own library defines `{name}`"), None));
    }
    let place = function.debug.pos.and_then(|pos| Places::new(program).position(pos));
    Some((format!("the inputs define `{name}`"), place))
}
