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

/// The shapes that the papers derive: of the programs in which one variable is written by all, hardly any order matters.
#[test]
fn coarser_equivalences_have_fewer_classes() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    type Classes = fn(u64, fn(u64) -> u64) -> u64;
    // File, range, explorer, classes by n (and n!).
    let known: [(&str, &str, &str, Classes); 9] = [
        ("svcomp/singleton", "2..4", "graph", |n, factorial| factorial(n)),
        ("svcomp/singleton", "2..4", "rf", |n, _| n),
        ("svcomp/singleton", "2..4", "rvf", |_, _| 2),
        ("svcomp/monabsex1", "2..4", "optimal", |n, factorial| factorial(n) * factorial(n)),
        ("svcomp/monabsex1", "2..4", "rvf", |_, _| 1),
        ("individual/float_read", "2..5", "graph", |n, factorial| factorial(n + 1)),
        ("individual/float_read", "2..5", "rf", |n, _| n + 1),
        ("individual/redundant_co", "1..1", "rf", |n, _| 3 * 16 * n * n + 12 * n + 1),
        ("sigma", "2..5", "rf", |n, factorial| factorial(n)),
    ];
    for (file, range, explorer, classes) in known {
        let (file, param) = (format!("benches/programs/{file}.c"), format!("N={range}"));
        let words = [&file, "--param", &param, "--races", "explore", "--explorers", explorer, "--format", "json"];
        for run in json(&threadbare(&words))["runs"].as_array().unwrap() {
            let n = run["parameter"].as_u64().unwrap();
            assert_eq!(run["classes"], classes(n, factorial), "{file} with {explorer}: {run}");
        }
    }
}
