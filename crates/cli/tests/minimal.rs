//! `--minimise`: the execution shown of a fault is a small one.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn check(words: &[&str]) -> Value {
    check_file("bank.c", words)
}

fn check_file(file: &str, words: &[&str]) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.current_dir(root).arg("check").arg(format!("crates/cli/tests/inputs/{file}"));
    command.args(["--format", "json"]).args(words);
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// The threads that have steps in the schedule of the first fault.
fn threads(result: &Value) -> BTreeSet<u32> {
    let schedule = result["faults"][0]["schedule"].as_str().unwrap_or_else(|| panic!("{result}"));
    let steps = schedule.split(':').next_back().unwrap();
    steps.split(',').map(|step| step.split(['*', '=']).next().unwrap().parse().unwrap()).collect()
}

/// Main, and the two of nine threads that race.
#[test]
fn only_the_threads_that_the_fault_needs_are_shown() {
    for explorer in ["graph", "optimal", "unfolding", "rf"] {
        let words = ["--explorer", explorer, "--races", "report", "--minimise"];
        let small = check(&[&words[..], &["10s"]].concat());
        assert_eq!(threads(&small), BTreeSet::from([0, 8, 9]), "{explorer}: {small}");
        let first = check(&[&words[..], &["0s"]].concat());
        assert!(threads(&first).len() > 3, "{explorer}: the first one found has others: {first}");
        for key in ["kind", "place", "message"] {
            assert_eq!(small["faults"][0][key], first["faults"][0][key], "{explorer}");
        }
        let schedule = small["faults"][0]["schedule"].as_str().unwrap();
        let again = check(&["--model", "sc", "--replay", schedule]);
        assert_eq!(again["faults"][0]["message"], small["faults"][0]["message"], "{explorer}");
    }
}

/// What was printed once was larger: a whole mover that main joins, and the owner's second `take`, whose
/// writes the thief's old reads are counted over.
#[test]
fn what_goes_only_together_is_left_out() {
    let circle = check_file("circle.c", &["--minimise", "10s"]);
    assert_eq!(circle["faults"][0]["kind"], "deadlock");
    assert_eq!(threads(&circle).len(), 4, "main and the three that wait for each other: {circle}");
    let deque = check_file("deque.c", &["--minimise", "10s"]);
    let schedule = deque["faults"][0]["schedule"].as_str().unwrap();
    assert!(schedule.starts_with("tb2:rc11:0*2,1*11,2"), "{schedule}");
    assert_eq!(schedule.matches(",1").count(), 1, "the owner has one turn: {schedule}");
}

/// Under `--races explore` it is asked whether the smaller execution can be replayed, which explores the
/// program: that must end, whether the program does or not. (If it does not, memory is bounded.)
#[test]
fn a_fault_of_a_program_without_end_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let check = "ulimit -v 4000000; exec timeout 60 \"$0\" check crates/cli/tests/inputs/endless_pair.c \
                 --races explore --minimise 1s --format json";
    let mut command = Command::new("sh");
    command.current_dir(root).args(["-c", check, env!("CARGO_BIN_EXE_threadbare")]);
    let output = command.output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"));
    assert_eq!(found["faults"][0]["kind"], "assertion", "{found}");
}
