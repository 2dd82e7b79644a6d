//! `--coverage`, as it is used.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FILE: &str = "crates/cli/tests/inputs/coverage.c";

fn check(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_threadbare")).current_dir(root).arg("check").args(words).output().unwrap()
}

fn result(flags: &[&str]) -> Value {
    let output = check(&[&["--format", "json", "--coverage", FILE], flags].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// The lines of the file that contain one of these texts.
fn lines(texts: &[&str]) -> Vec<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/coverage.c");
    let source = std::fs::read_to_string(path).unwrap();
    let with = (1..).zip(source.lines()).filter(|(_, line)| texts.iter().any(|text| line.contains(text)));
    with.map(|(number, _)| number).collect()
}

fn unreached(result: &Value) -> Vec<u64> {
    let ranges = result["coverage"]["unreached"].as_array().unwrap();
    ranges.iter().flat_map(|r| r["first"].as_u64().unwrap()..=r["last"].as_u64().unwrap()).collect()
}

/// Nobody writes 3 unless there are arguments, and there are none. The closing line of `never` has
/// the return.
fn never() -> Vec<u64> {
    let mut never = lines(&["x = 3", "seen = 3", "never();"]);
    never.push(never[0] + 1);
    never.sort_unstable();
    never
}

/// `return 1` alone is not reached; `break` and the like are, but may be no code.
#[test]
fn lines_that_only_jump_are_not_called_unreached() {
    let file = "crates/cli/tests/inputs/breaks.c";
    for flags in [&[][..], &["--", "-O0"], &["--", "-O1"]] {
        let output = check(&[&["--format", "json", "--coverage", file], flags].concat());
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["verdict"], "safe", "{flags:?}: {result}");
        assert!(unreached(&result).iter().all(|&line| line == 16), "{flags:?}: {result}");
    }
}

#[test]
fn whoever_explores_the_same_lines_are_reached() {
    for explorer in ["graph", "naive", "source", "optimal", "observers", "rf", "rvf", "unfolding", "auto"] {
        let result = result(&["--explorer", explorer]);
        assert_eq!(result["verdict"], "safe", "{explorer}: {result}");
        assert_eq!(unreached(&result), never(), "{explorer}: {result}");
        assert_eq!(result["coverage"]["uncalled"][0]["function"], "never", "{explorer}: {result}");
        assert_eq!(result["coverage"]["uncalled"].as_array().unwrap().len(), 1, "{explorer}: {result}");
    }
    for flags in [&["--model", "rc11", "--jobs", "2"][..], &["--races", "explore"], &["--", "-O1"], &["--no-symmetry"]]
    {
        let result = result(flags);
        let never = never();
        assert!(unreached(&result).iter().all(|line| never.contains(line)), "{flags:?}: {result}");
        assert!(unreached(&result).contains(&never[0]) || flags[0] == "--", "{flags:?}: {result}");
    }
}

/// Without switches between threads that could go on, `handle` sees 1 only, if main runs first.
#[test]
fn what_a_bound_leaves_out_is_not_reached() {
    let result = result(&["--context-switches", "0"]);
    assert_eq!(result["verdict"], "incomplete", "{result}");
    assert!(unreached(&result).len() >= never().len(), "{result}");
}

#[test]
fn people_read_the_lines() {
    let output = check(&["--coverage", FILE]);
    let text = String::from_utf8(output.stdout).unwrap();
    let [first, ..] = lines(&["seen = 3"])[..] else { panic!() };
    let shown = |line: &str| line.contains(&format!("coverage.c:{first} ")) && line.ends_with(" seen = 3;");
    assert!(text.lines().any(shown), "{text}");
    assert!(text.contains("Never called: `never`"), "{text}");
    let output = check(&["--coverage", "--replay", "tb1:0", FILE]);
    assert_eq!(output.status.code(), Some(2), "a replay is no exploration");
}

#[test]
fn tools_read_a_tracefile() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("coverage.info");
    let output = check(&["--format", "json", &format!("--coverage=lcov:{}", path.display()), FILE]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.lines().any(|line| line.starts_with("SF:/") && line.ends_with("coverage.c")), "{text}");
    let not: Vec<u64> = text.lines().filter_map(|l| l.strip_prefix("DA:")?.strip_suffix(",0")?.parse().ok()).collect();
    assert_eq!(not, never(), "{text}");
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert!(text.contains(&format!("\nLF:{}\n", count("DA:"))), "{text}");
    assert!(text.contains(&format!("\nLH:{}\n", count("DA:") - not.len())), "{text}");
    assert!(text.contains("\nFNDA:0,never\n") && text.contains("\nFNDA:1,main\n"), "{text}");
    let output = check(&["--coverage=lcov:/no/such/folder/x", FILE]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn there_is_none_unless_it_is_asked_for() {
    let output = check(&["--format", "json", FILE]);
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["coverage"], json!(null));
}
