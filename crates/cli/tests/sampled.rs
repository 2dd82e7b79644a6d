//! `--race-sample` and `--context-switches` with `--explorer unfolding`, as they are used.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn check(words: &[&str]) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command
        .current_dir(root)
        .args(["check", "--explorer", "unfolding", "--model", "sc", "--format", "json"])
        .args(words);
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn sampled(file: &str, percent: &str) -> Value {
    check(&[file, "--races", "report", "--race-sample", percent])
}

fn verdict(result: &Value) -> (&Value, &Value) {
    (&result["verdict"], &result["bounds"][0]["name"])
}

/// Looking at a part of the executions proves nothing about races.
#[test]
fn a_sample_is_not_safe() {
    let program = "benches/programs/posix/fig1.c";
    assert_eq!(sampled(program, "100")["verdict"], "safe");
    let result = sampled(program, "50");
    assert_eq!(verdict(&result), (&"incomplete".into(), &"race-sample".into()), "{result}");
    assert_eq!((&result["bounds"][0]["value"], &result["races"]), (&"50 %".into(), &"report".into()), "{result}");
    assert_eq!(check(&[program])["executions"], result["executions"], "the same executions");
}

/// The race is in the only execution: whoever looks at it finds it, and shows it.
#[test]
fn races_are_found_where_they_are_looked_for() {
    let program = "crates/cli/tests/inputs/race.c";
    let ignored = check(&[program]);
    assert!(ignored["faults"].as_array().unwrap().is_empty(), "{ignored}");
    for percent in ["99", "100"] {
        let result = sampled(program, percent);
        assert_eq!(result["verdict"], "fault", "{percent}: {result}");
        assert_eq!(result["faults"][0]["kind"], "data-race", "{percent}: {result}");
    }
    assert_eq!(verdict(&sampled(program, "1")).0, "incomplete");
}

#[test]
fn switches() {
    let program = ["benches/programs/posix/pi.c", "--context-switches"];
    let result = check(&[&program[..], &["0"]].concat());
    assert_eq!(verdict(&result), (&"incomplete".into(), &"context-switches".into()), "{result}");
    assert_eq!(result["executions"], 0);
    let all = check(&[&program[..], &["1000", "--", "-DN=4"]].concat());
    assert_eq!((&all["verdict"], &all["executions"]), (&"safe".into(), &24.into()), "{all}");
}
