//! Checkpoints as they are used: a run that stops at a limit and is resumed counts what one run counts, with every bound.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// `threadbare check` of five threads that write one variable and one that reads it: 6! executions.
fn check(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.current_dir(root).args(["check", "benches/programs/writers.c", "--format", "json"]);
    command.args(words).args(["--", "-DN=5"]).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Explored at once, and with a stop halfway.
fn whole_and_resumed(name: &str, bound: &[&str]) {
    let whole = json(&check(&[bound, &["--no-symmetry"]].concat()));
    let executions = whole["executions"].as_u64().unwrap();
    let file = scratch(name);
    let file = file.to_str().unwrap();
    let half = (executions / 2).to_string();
    let output = check(&[bound, &["--max-executions", &half, "--checkpoint", file]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(json(&output)["executions"].to_string(), half);
    let rest = json(&check(&[bound, &["--resume", file]].concat()));
    for field in ["executions", "blocked", "redundant", "verdict", "complete"] {
        assert_eq!(rest[field], whole[field], "{field} of {rest}");
    }
}

#[test]
fn resumed_runs_count_what_one_run_counts() {
    assert_eq!(json(&check(&["--no-symmetry"]))["executions"], 720);
    whole_and_resumed("all.checkpoint", &[]);
    whole_and_resumed("rounds.checkpoint", &["--rounds", "2"]);
}
