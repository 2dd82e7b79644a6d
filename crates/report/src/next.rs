//! What to do when a run did not come to its end.

use crate::data::{Place, Run};
use crate::list;
use crate::style::{Look, one_line};
use serde_json::{Value, json};
use std::fmt::Write as _;
use threadbare_op::ThreadId;

/// A loop that threads may not get out of, though it may have an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndlessLoop {
    /// The function it is in.
    pub function: String,
    /// Its head.
    pub place: Place,
    /// Who has stayed in it for how many operations, or for long without one; `None` if it tries
    /// locks in each round, so that threads may keep each other in it.
    pub stayed: Option<(u32, usize)>,
    /// If it has more rounds than that in an execution, and nobody is known to stay in it.
    pub rounds: Option<u32>,
    /// Whether a counter bounds it, so that `--unroll` leaves it alone: it has an end, but not soon.
    pub counted: bool,
}

impl EndlessLoop {
    /// Why it is told.
    #[must_use]
    pub fn why(&self) -> String {
        let Self { function, place, stayed, .. } = self;
        let which = format!("the loop at {}:{} (`{}`)", place.file, place.line, one_line(function));
        match stayed {
            Some((thread, 0)) => {
                format!(
                    "{} stayed in {which} for long without an operation that others see",
                    ThreadId(*thread).called()
                )
            }
            Some((thread, operations)) => {
                let who = ThreadId(*thread).called();
                format!("{who} stayed in {which} for {operations} operations of one execution")
            }
            None if let Some(rounds) = self.rounds => format!("{which} has more than {rounds} rounds in one execution"),
            None => format!("{which} tries locks in each round: threads may keep each other in it"),
        }
    }
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
        let what = if endless.rounds.is_some() { "many rounds" } else { "endless?" };
        let _ = writeln!(out, "  - {}: {}", look.bold(what), endless.why());
    }
    let (counted, others): (Vec<_>, Vec<_>) = run.endless.iter().partition(|endless| endless.counted);
    if !counted.is_empty() {
        let places: Vec<String> =
            counted.iter().map(|its| format!("{}:{}", one_line(&its.place.file), its.place.line)).collect();
        let counts = if counted.len() == 1 { "counts its rounds" } else { "count their rounds" };
        let _ = writeln!(
            out,
            "    the loop at {} {counts}, and ends: --unroll leaves it alone; let it have fewer rounds (2 or 3 are mostly enough)",
            list(&places, "and")
        );
    }
    if !others.is_empty() && run.suggestions.is_empty() && !is_bounded(run) {
        let _ = writeln!(out, "    give --unroll 2 to explore at most three rounds of each loop");
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
        let (thread, operations) = e.stayed.unzip();
        json!({ "thread": thread, "function": e.function, "location": place(&e.place), "operations": operations,
                "rounds": e.rounds, "counted": e.counted })
    });
    let suggestions = run.suggestions.iter().map(|s| json!({ "options": s.options, "outcome": s.outcome }));
    (endless.collect(), suggestions.collect())
}
