//! `threadbare compare` as it is used: the executable starts itself once for each run.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn threadbare(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_threadbare")).current_dir(root).arg("compare").args(words).output().unwrap()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// readers(n) has 2^n classes for all that tell the orders of reads and writes apart.
#[test]
fn over_a_parameter() {
    let plot = scratch("readers.svg");
    let words = ["benches/programs/readers.c", "--explorers", "graph,source,optimal", "--param", "N=2..4"];
    let output = threadbare(&[&words[..], &["--format", "json", "--plot", plot.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let result = json(&output);
    assert_eq!((&result["agree"], &result["parameter"]), (&Value::Bool(true), &Value::from("N")));
    let runs = result["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 9);
    for run in runs {
        let n = run["parameter"].as_u64().unwrap();
        assert_eq!(run["classes"], 1 << n, "{run}");
        assert_eq!((&run["verdict"], &run["complete"]), (&Value::from("safe"), &Value::Bool(true)));
    }
    assert!(std::fs::read_to_string(plot).unwrap().contains("optimal"));
}

#[test]
fn faults_are_compared() {
    let output = threadbare(&["examples/deadlock_abba.c", "--explorers", "graph,source,naive"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text.contains("All 3 complete runs agree on the verdict and the faults."), "{text}");
    assert_eq!(text.matches("  fault").count(), 3, "{text}");
}

#[test]
fn what_is_wrong_is_said() {
    let output = threadbare(&["no/such/file.c", "--explorers", "graph", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("graph,-,-,-,-,-,-,error,") && text.contains("no/such/file.c"), "{text}");
    let output = threadbare(&["examples/lost_update.c", "--plot", "x.svg"]);
    assert_eq!(output.status.code(), Some(2), "--plot needs --param: {output:?}");
}
