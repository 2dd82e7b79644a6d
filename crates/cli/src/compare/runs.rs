//! One run of a comparison: a process that checks the program with one explorer, and what its JSON
//! says.

use crate::args::{CompareArgs, ExplorerArg, word};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use threadbare_op::Limit;

/// What one explorer did with the program.
#[derive(Clone, Debug)]
pub struct Run {
    /// The explorer.
    pub explorer: String,
    /// The value of the parameter.
    pub parameter: Option<i64>,
    /// `safe`, `fault`, `incomplete`, `error`; `left out` if it was not tried.
    pub verdict: String,
    /// Whether everything was explored.
    pub complete: bool,
    /// Whether it was stopped by the clock.
    pub timed_out: bool,
    /// Complete executions: one for each class of the explorer's equivalence.
    pub classes: u64,
    /// Executions that ended early.
    pub blocked: u64,
    /// Executions explored in vain.
    pub redundant: u64,
    /// Visible events performed.
    pub events: u64,
    /// Seconds of exploration.
    pub seconds: f64,
    /// Of these, those in which witnesses were looked for, if that was measured.
    pub witness_seconds: Option<f64>,
    /// Largest amount of memory, in bytes.
    pub memory: u64,
    /// Each different fault: its kind and where.
    pub faults: BTreeSet<String>,
    /// Why there is no result, or what stands between it and a complete one.
    pub remark: String,
}

impl Run {
    pub(super) fn left_out(explorer: String, parameter: Option<i64>) -> Self {
        Self {
            explorer,
            parameter,
            verdict: "left out".into(),
            complete: false,
            timed_out: false,
            classes: 0,
            blocked: 0,
            redundant: 0,
            events: 0,
            seconds: 0.0,
            witness_seconds: None,
            memory: 0,
            faults: BTreeSet::new(),
            remark: String::new(),
        }
    }
}

/// What the explorer is called on the command line.
pub(super) fn name(explorer: ExplorerArg) -> String {
    word(&explorer)
}

/// Runs the explorer in a process of its own.
pub(super) fn run(
    args: &CompareArgs,
    tool: &Path,
    explorer: ExplorerArg,
    parameter: Option<i64>,
) -> Result<Run, String> {
    let mut command = Command::new(tool);
    command.arg("check").args(&args.input.files).args([
        "--format",
        "json",
        "--keep-going",
        "--model",
        "sc",
        "--no-symmetry",
        "--no-advice",
    ]);
    command.args(["--explorer", &name(explorer), "--timeout", &format!("{}ms", args.timeout.as_millis())]);
    command.args(["--races", &word(&args.races)]);
    if explorer == ExplorerArg::Graph {
        // The others have one worker.
        command.args(["--jobs", "1"]);
    }
    if explorer == ExplorerArg::Rvf && args.details {
        command.arg("--time-witnesses");
    }
    if let Some(most) = args.unroll {
        command.args(["--unroll", &most.to_string()]);
    }
    if let Some((low, high)) = args.nondet {
        command.arg(format!("--nondet={low}..{high}"));
    }
    if let (Some(param), Some(value)) = (&args.param, parameter) {
        command.arg("--").args(&args.input.compiler_flags).arg(format!("-D{}={value}", param.name));
    } else if !args.input.compiler_flags.is_empty() {
        command.arg("--").args(&args.input.compiler_flags);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot start {}: {error}", tool.display()))?;
    let bare = Run { verdict: "error".into(), ..Run::left_out(name(explorer), parameter) };
    Ok(match serde_json::from_slice(&output.stdout) {
        Ok(result) => read(&result, bare),
        Err(_) => Run { remark: format!("it ended with {}, without a result", output.status), ..bare },
    })
}

fn read(result: &Value, bare: Run) -> Run {
    let number = |name: &str| result[name].as_u64().unwrap_or(0);
    let list = |name: &str| result[name].as_array().map_or(&[][..], Vec::as_slice);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let bounds = list("bounds").iter().map(|bound| text(&bound["name"]));
    let unsupported = list("unsupported").iter().map(|met| text(&met["what"]));
    let mut remarks: Vec<String> = bounds.clone().chain(unsupported).collect();
    if result["verdict"] == "error" {
        remarks.push(text(&result["message"]).lines().next().unwrap_or_default().to_owned());
    }
    Run {
        verdict: text(&result["verdict"]),
        complete: result["complete"] == true,
        timed_out: bounds.into_iter().any(|name| name == Limit::Time.name()),
        classes: number("executions"),
        blocked: number("blocked"),
        redundant: number("redundant"),
        events: number("events"),
        seconds: result["phases"]["exploration"].as_f64().unwrap_or(0.0),
        witness_seconds: result["witness_seconds"].as_f64(),
        memory: number("peak_rss_bytes"),
        faults: list("faults").iter().map(fault).collect(),
        remark: remarks.join(", "),
        ..bare
    }
}

/// What makes a fault the same as another: its kind and its place. (A deadlock has the place of the
/// thread that waits first.)
fn fault(fault: &Value) -> String {
    let kind = fault["kind"].as_str().unwrap_or_default();
    let place = &fault["location"];
    match (kind, place["file"].as_str()) {
        ("deadlock", _) | (_, None) => kind.to_owned(),
        (_, Some(file)) => format!("{kind} at {file}:{}:{}", place["line"], place["column"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_is_read() {
        let result = json!({
            "verdict": "fault", "executions": 7, "blocked": 1, "redundant": 2, "events": 40, "complete": false,
            "phases": { "exploration": 0.5 }, "peak_rss_bytes": 1000,
            "bounds": [{ "name": "timeout" }], "unsupported": [{ "what": "the function `f`" }],
            "faults": [
                { "kind": "assertion", "location": { "file": "a.c", "line": 3, "column": 5 } },
                { "kind": "deadlock", "location": { "file": "a.c", "line": 4, "column": 5 } },
            ],
        });
        let run = read(&result, Run::left_out("rvf".into(), None));
        assert_eq!((run.classes, run.blocked, run.redundant, run.events), (7, 1, 2, 40));
        assert!(run.timed_out && !run.complete && run.verdict == "fault");
        assert_eq!(run.faults.iter().collect::<Vec<_>>(), ["assertion at a.c:3:5", "deadlock"]);
        assert_eq!(run.remark, "timeout, the function `f`");
    }
}
