//! What came of many tests: a line for each, the reports of those that do not pass, and the counts.

use crate::reports::exit_code;
use serde_json::{Value, json};
use std::fmt::Write as _;
use threadbare_report::{Look, Outcome, Status};

/// The results of a run.
#[derive(Default)]
pub(super) struct Summary {
    /// In the order of the command line, and of the tests in a file.
    pub(super) outcomes: Vec<Outcome>,
    /// Tests that the filter has left out.
    pub(super) filtered_out: usize,
    /// By file: functions that look like tests and are none.
    pub(super) skipped: Vec<(String, Vec<String>)>,
    /// Tests that were not begun when the user ended the run.
    pub(super) not_run: usize,
    /// From start to end.
    pub(super) seconds: f64,
}

/// `test queue.c::test_put ... ok (6 executions, 0.1 s)`.
pub(super) fn line(outcome: &Outcome, look: Look) -> String {
    let more = if outcome.status == Status::Safe {
        format!(" ({}, {:.1} s)", outcome.explored, outcome.seconds)
    } else {
        String::new()
    };
    format!("test {} ... {}{more}", outcome.name, word(outcome.status, look))
}

fn word(status: Status, look: Look) -> String {
    match status {
        Status::Safe => look.good("ok"),
        Status::Fault => look.bad("FAILED"),
        Status::Incomplete => look.warn("incomplete"),
        Status::Error => look.bad("error"),
    }
}

impl Summary {
    /// The report for people; with `live`, the lines have been printed already.
    pub(super) fn text(&self, look: Look, live: bool) -> String {
        let mut out = String::new();
        if !live {
            for outcome in &self.outcomes {
                let _ = writeln!(out, "{}", line(outcome, look));
            }
        }
        for outcome in self.outcomes.iter().filter(|outcome| outcome.status != Status::Safe) {
            let report = if outcome.report.is_empty() { &outcome.summary } else { &outcome.report };
            let _ = writeln!(out, "\n---- {} ----\n{}", outcome.name, report.trim_end());
        }
        if !self.skipped.is_empty() {
            out.push('\n');
        }
        for (file, names) in &self.skipped {
            let names = names.join(", ");
            let _ = writeln!(out, "{}: {file}: not run, since tests have no parameters: {names}", look.bold("note"));
        }
        let _ = writeln!(out, "\n{}", self.counts(look));
        out
    }

    /// `test result: FAILED. 3 passed; 1 failed; 0 incomplete; finished in 0.52 s`.
    fn counts(&self, look: Look) -> String {
        let count = |status| self.outcomes.iter().filter(|outcome| outcome.status == status).count();
        let mut out = format!(
            "test result: {}. {} passed; {} failed; {} incomplete",
            word(self.status(), look),
            count(Status::Safe),
            count(Status::Fault),
            count(Status::Incomplete),
        );
        for (number, what) in [
            (count(Status::Error), "with errors"),
            (self.filtered_out, "filtered out"),
            (self.not_run, "not run (interrupted)"),
        ] {
            if number > 0 {
                let _ = write!(out, "; {number} {what}");
            }
        }
        let _ = write!(out, "; finished in {:.2} s", self.seconds);
        out
    }

    fn status(&self) -> Status {
        match exit_code(&self.outcomes) {
            crate::SAFE if self.not_run > 0 => Status::Incomplete,
            crate::SAFE => Status::Safe,
            crate::FAULT => Status::Fault,
            crate::INCOMPLETE => Status::Incomplete,
            _ => Status::Error,
        }
    }

    /// The report for programs.
    pub(super) fn json(&self) -> Value {
        json!({
            "version": threadbare_report::json::VERSION,
            "verdict": self.status().name(),
            "tests": self.outcomes.iter().map(|outcome| json!({
                "name": outcome.name,
                "verdict": outcome.status.name(),
                "seconds": outcome.seconds,
                "report": outcome.json,
            })).collect::<Vec<_>>(),
            "filtered_out": self.filtered_out,
            "not_run": self.not_run,
            "skipped": self.skipped.iter().map(|(file, names)| json!({ "file": file, "functions": names })).collect::<Vec<_>>(),
            "wall_seconds": self.seconds,
        })
    }
}
