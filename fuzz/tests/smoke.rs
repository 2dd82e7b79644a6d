//! A few thousand inputs for each target.

use std::process::Command;

fn smoke(target: &str, runs: u32) {
    let output = Command::new(env!("CARGO_BIN_EXE_threadbare-fuzz"))
        .args([target, "--runs", &runs.to_string(), "--seed", "7"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with(&format!("{target}: {runs} inputs, 0 failures")), "{text}");
}

#[test]
fn schedule() {
    smoke("schedule", 5000);
}

#[test]
fn program_text() {
    smoke("program_text", 5000);
}

#[test]
fn replay() {
    smoke("replay", 5000);
}

#[test]
fn run_program() {
    smoke("run_program", 1500);
}

#[test]
fn load_ll() {
    smoke("load_ll", 1500);
}

#[test]
fn load_bc() {
    smoke("load_bc", 1500);
}

#[test]
fn wrong_commands_are_refused() {
    for args in [&[][..], &["no_such_target"], &["schedule", "--runs"], &["schedule", "--runs", "x"]] {
        let status = Command::new(env!("CARGO_BIN_EXE_threadbare-fuzz")).args(args).output().unwrap().status;
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}
