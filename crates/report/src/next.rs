//! What to do when a run did not come to its end.

use crate::data::{Place, Run};
use crate::style::{Look, one_line};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A loop that a thread does not get out of in many operations, though it may have an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndlessLoop {
    /// Whose.
    pub thread: u32,
    /// The function it is in.
    pub function: String,
    /// Its head.
    pub place: Place,
    /// So many operations.
    pub operations: usize,
}

/// Options with which something came out when they were tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// `--unroll 2`.
    pub options: String,
    /// "finds a fault (data-race at a.c:3) in 0.1 s".
    pub outcome: String,
}

/// The lines for people.
pub(crate) fn render(out: &mut String, run: &Run, look: Look) {
    for endless in &run.endless {
        let EndlessLoop { thread, function, place, operations } = endless;
        let who = if *thread == 0 { "main".to_owned() } else { format!("T{thread}") };
        let _ = writeln!(
            out,
            "  - {}: {who} stayed in the loop at {}:{} (`{}`) for {operations} operations of one execution",
            look.bold("endless?"),
            place.file,
            place.line,
            one_line(function)
        );
    }
    if !run.endless.is_empty() && run.suggestions.is_empty() && !is_bounded(run) {
        let _ = writeln!(out, "    give --unroll 2 to explore at most two iterations of each loop");
    }
    for Suggestion { options, outcome } in &run.suggestions {
        let _ = writeln!(out, "  {} {options}: tried, {}", look.good("next:"), one_line(outcome));
    }
}

fn is_bounded(run: &Run) -> bool {
    run.command.iter().any(|word| word == "--unroll")
}

/// For JSON: the loops, and the suggestions.
pub(crate) fn json(run: &Run) -> (Value, Value) {
    let place = |p: &Place| json!({ "file": p.file, "line": p.line, "column": p.column });
    let endless = run.endless.iter().map(|e| {
        json!({ "thread": e.thread, "function": e.function, "location": place(&e.place), "operations": e.operations })
    });
    let suggestions = run.suggestions.iter().map(|s| json!({ "options": s.options, "outcome": s.outcome }));
    (endless.collect(), suggestions.collect())
}
