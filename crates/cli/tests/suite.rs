//! `threadbare test`: which tests there are, what is said of them, and the exit code.

use super::validate;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// `threadbare test` with these words; paths are as seen from `inputs`.
fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.arg("test").args(words).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/inputs"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn test(words: &[&str]) -> Output {
    command(words).output().unwrap()
}

#[track_caller]
fn expect(output: &Output, code: i32, words: &[&str]) -> String {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in:\n{text}");
    }
    assert!(!text.contains("panicked") && !text.contains("This is a bug of threadbare"), "{text}");
    text
}

/// functions.c has three tests: `test_sum` and `test_status` hold in both orders of the two
/// additions, `test_wrong` in none.
const FUNCTIONS: [&str; 3] = ["suite/functions.c", "--with", "suite/shared.c"];

#[test]
fn each_file_with_a_main() {
    expect(
        &test(&["safe.c"]),
        0,
        &["test safe.c ... ok (6 executions, ", "test result: ok. 1 passed; 0 failed; 0 incomplete;"],
    );
    let words = [
        "test safe.c ... ok",
        "test race.c ... FAILED",
        "test unknown.c ... incomplete",
        "---- race.c ----\nerror[data-race]",
        "threadbare check race.c --replay",
        "---- unknown.c ----\nincomplete",
        "test result: FAILED. 1 passed; 1 failed; 1 incomplete; finished in",
    ];
    expect(&test(&["safe.c", "race.c", "unknown.c"]), 1, &words);
    expect(&test(&["safe.c", "unknown.c"]), 3, &["test result: incomplete. 1 passed; 0 failed; 1 incomplete"]);
}

#[test]
fn each_function_of_a_file_without_a_main() {
    let words = [
        "test suite/functions.c::test_sum ... ok (",
        "test suite/functions.c::test_status ... ok (",
        "test suite/functions.c::test_wrong ... FAILED",
        "error[assertion]",
        "threadbare check suite/functions.c suite/shared.c --entry test_wrong",
        "2 passed; 1 failed; 0 incomplete; finished",
    ];
    let text = expect(&test(&FUNCTIONS), 1, &words);
    assert!(!text.contains("::test_of_one") && !text.contains("::check_sum"), "{text}");
    assert!(text.contains("not run, since tests have no parameters: test_of_one"), "{text}");
    // Also those that are static, of which the compiler leaves out what nobody calls.
    let words = [
        "test suite/static.c::test_static_holds ... ok (",
        "test suite/static.c::test_static_fails ... FAILED",
        "not run, since tests have no parameters: test_of_two",
        "1 passed; 1 failed; 0 incomplete; finished",
    ];
    expect(&test(&["suite/static.c"]), 1, &words);
    // `check` says what to do with such a file.
    let output = Command::new(env!("CARGO_BIN_EXE_threadbare")).args(["check", "--entry", "test_sum", "--"]).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    let check = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/inputs/suite"));
        command.args(["check", "functions.c", "shared.c"]).args(words).stdin(Stdio::null()).output().unwrap()
    };
    expect(&check(&[]), 2, &["no function `main`, but tests: test_sum, test_status, test_wrong; `threadbare test`"]);
    expect(&check(&["--entry", "test_sum"]), 0, &["safe"]);
    expect(&check(&["--entry", "test_of_one"]), 2, &["cannot begin at `test_of_one`, which takes parameters"]);
    expect(&check(&["--entry", "nothing"]), 2, &["no function `nothing` to begin at"]);
    expect(&check(&["--entry", "shared_lost"]), 2, &["no function `shared_lost`"]);
}

#[test]
fn some_of_the_tests() {
    let filtered = |filter: &str| test(&[&FUNCTIONS[..], &["safe.c", "--filter", filter]].concat());
    let text =
        expect(&filtered("test_s"), 0, &["::test_sum ... ok", "::test_status ... ok", "2 passed;", "2 filtered out"]);
    assert!(!text.contains("test_wrong") && !text.contains("safe.c"), "{text}");
    expect(&filtered("functions.c"), 1, &["2 passed; 1 failed", "1 filtered out"]);
    expect(&filtered("safe"), 0, &["test safe.c ... ok", "3 filtered out"]);
    expect(&filtered("zebra"), 2, &["there is no test whose name contains `zebra`"]);
    let text = expect(&test(&[&FUNCTIONS[..], &["safe.c", "--list"]].concat()), 0, &[]);
    let names = ["test_sum", "test_status", "test_wrong"].map(|name| format!("suite/functions.c::{name}\n")).concat();
    assert_eq!(text, names + "safe.c\n");
    expect(&test(&["safe.c", "syntax.c", "--list"]), 2, &["safe.c\n", "error: syntax.c: clang could not compile"]);
}

#[test]
fn tests_that_cannot_be_run() {
    let text = expect(
        &test(&["syntax.c", "suite/shared.c", "safe.c"]),
        2,
        &[
            "test syntax.c ... error",
            "syntax.c:1",
            "test suite/shared.c ... error",
            "the program has no function `main`",
            "test safe.c ... ok",
            "test result: error. 1 passed; 0 failed; 0 incomplete; 2 with errors",
        ],
    );
    assert!(!text.contains("error: error"), "{text}");
    expect(&test(&["syntax.c", "race.c"]), 1, &["1 failed", "1 with errors"]);
    for wrong in [&["--replay", "tb1:0"][..], &["--shard", "1/2"], &["--resume", "x"], &["--checkpoint", "x"]] {
        expect(&test(&[&["safe.c"], wrong].concat()), 2, &[wrong[0], "threadbare check"]);
    }
    let help = expect(&test(&["-h"]), 0, &["Each is a test if it has a `main`", "Run N tests at a time", "--filter"]);
    assert!(!help.contains("--replay") && !help.contains("--shard"), "{help}");
    expect(&test(&["-"]), 2, &["standard input"]);
    expect(&test(&["safe.c", "--model", "tso", "--explorer", "naive"]), 2, &["--model tso"]);
    expect(&test(&["safe.c", "--with", "no.c"]), 2, &["cannot read no.c"]);
}

/// The options of `check` hold for each test, flags for the compiler as well.
#[test]
fn options_are_passed_on() {
    let text = expect(&test(&["safe.c", "--explorer", "naive", "--details"]), 0, &["test safe.c ... ok"]);
    assert!(!text.contains("6 executions"), "naive counts interleavings: {text}");
    expect(&test(&["unknown.c", "--stub", "oracle=1"]), 0, &["test unknown.c ... ok"]);
    expect(&test(&["safe.c", "--", "-DNOTHING"]), 0, &["ok"]);
    expect(&test(&["safe.c", "--", "-Dmain=other"]), 2, &["no function `main`"]);
    expect(&test(&["safe.c", "race.c", "--jobs", "1"]), 1, &["test safe.c ... ok", "test race.c ... FAILED"]);
    expect(&test(&["race.c", "--color", "always"]), 1, &["\u{1b}[1m\u{1b}[91m", "FAILED"]);
}

#[test]
fn formats() {
    let path = |name: &str| format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let (junit, sarif, json) = (path("suite.xml"), path("suite.sarif"), path("suite.json"));
    let to = [format!("junit={junit}"), format!("sarif={sarif}"), format!("json={json}")];
    let formats = ["--format", &to[0], "--format", &to[1], "--format", &to[2]];
    let words = [&FUNCTIONS[..], &["race.c", "unknown.c", "syntax.c"], &formats].concat();
    expect(&test(&words), 1, &["test race.c ... FAILED"]);
    let xml = std::fs::read_to_string(&junit).unwrap();
    for word in [
        "tests=\"6\"",
        "failures=\"2\"",
        "errors=\"2\"",
        "<testcase name=\"test_sum\" classname=\"suite/functions.c\"",
        "type=\"data-race\"",
        "type=\"incomplete\"",
    ] {
        assert!(xml.contains(word), "`{word}` is missing in:\n{xml}");
    }
    let read = |path: &str| -> serde_json::Value { serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap() };
    let schema = include_str!("../../report/tests/sarif-2.1.0.schema.json");
    validate::by::validate_by(&serde_json::from_str(schema).unwrap(), &read(&sarif)).unwrap();
    let json = read(&json);
    validate::validate(&json).unwrap();
    let verdicts: Vec<_> =
        json["tests"].as_array().unwrap().iter().map(|test| test["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["safe", "safe", "fault", "fault", "incomplete", "error"]);
    assert_eq!(json["tests"][3]["report"]["faults"][0]["kind"], "data-race");
    // In the place of the lines for people.
    let text = expect(&test(&["safe.c", "race.c", "--format", "gcc"]), 1, &["race.c:", "[data-race]"]);
    assert!(!text.contains("test result"), "{text}");
    expect(
        &test(&["race.c", "--format", "junit=/dev/full"]),
        2,
        &["cannot write to /dev/full", "test race.c ... FAILED"],
    );
}

/// Tests that have ended are told of, the one at work as far as it is, and the others are counted.
#[test]
fn ctrl_c_keeps_what_is_known() {
    let child =
        command(&["safe.c", "endless.c", "race.c", "--max-steps", "1000000000000", "--jobs", "1"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < Duration::from_secs(15), "it took {:?} to stop", start.elapsed());
    let words = ["test safe.c ... ok", "test endless.c ... incomplete", "interrupted", "1 not run (interrupted)"];
    expect(&output, 3, &words);
}
