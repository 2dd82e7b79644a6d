//! `--estimate`, as it is used.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn estimate(file: &str, flags: &[&str]) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.current_dir(root).args(["check", file, "--estimate", "--timeout", "60s", "--format", "json"]).args(flags);
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// The writes of 11 threads to one variable, in any order: 11!.
#[test]
fn it_ends_when_the_number_is_known() {
    let result = estimate("benches/programs/writers.c", &["--", "-DN=10"]);
    assert_eq!(
        (&result["verdict"], &result["bounds"][0]["name"]),
        (&"incomplete".into(), &"estimate".into()),
        "{result}"
    );
    let last = &result["estimate"]["last"];
    let (executions, error) = (last["executions"].as_f64().unwrap(), last["error"].as_f64().unwrap());
    assert!(error <= executions / 10.0, "{result}");
    assert!((0.5..2.0).contains(&(executions / 39_916_800.0)), "{result}");
    assert!(result["executions"].as_f64().unwrap() < 39_916_800.0, "{result}");
}

#[test]
fn a_short_run_ends_with_its_own_result() {
    let result = estimate("benches/programs/trivial.c", &[]);
    assert_eq!((&result["verdict"], &result["estimate"]), (&"safe".into(), &Value::Null), "{result}");
    let result = estimate("crates/cli/tests/inputs/race.c", &[]);
    assert_eq!(result["verdict"], "fault", "{result}");
}
