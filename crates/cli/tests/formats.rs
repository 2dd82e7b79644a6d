//! The formats for other tools, and several reports at once.

use super::validate::by::validate_by;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn input(name: &str) -> String {
    format!("{}/tests/inputs/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Checks a program; paths are as seen from `inputs`.
fn check(file: &str, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.arg("check").arg(file).args(options).current_dir(input("")).stdin(Stdio::null()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn has(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in:\n{text}");
    }
}

/// A program for each verdict and for each kind of what is reported.
const PROGRAMS: [(&str, &[&str], i32); 7] = [
    ("safe.c", &[], 0),
    ("race.c", &[], 1),
    ("two_faults.c", &["--keep-going"], 1),
    ("unknown.c", &[], 3),
    ("many.c", &["--max-executions", "5"], 3),
    ("endless.c", &["--max-steps", "1000"], 3),
    ("syntax.c", &[], 2),
];

#[test]
fn sarif_is_as_the_standard_says() {
    let schema = include_str!("../../report/tests/sarif-2.1.0.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    for (file, options, code) in PROGRAMS {
        let output = check(file, &[options, &["--format", "sarif"]].concat());
        assert_eq!(output.status.code(), Some(code), "{file}");
        let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        validate_by(&schema, &log).unwrap_or_else(|error| panic!("{file}: {error}"));
        let run = &log["runs"][0];
        assert_eq!(run["invocations"][0]["executionSuccessful"], code != 2, "{file}");
        if code == 2 {
            let place = &run["invocations"][0]["toolExecutionNotifications"][0]["locations"][0]["physicalLocation"];
            assert_eq!((&place["artifactLocation"]["uri"], &place["region"]["startLine"]), (&json!(file), &json!(1)));
        }
        let results = run["results"].as_array().unwrap();
        assert_eq!(results.is_empty(), code == 0 || code == 2, "{file}: {log:#}");
        for result in results {
            let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
            assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{file}");
            assert_eq!(result["level"], if code == 1 { "error" } else { "warning" }, "{file}");
        }
    }
    // The schema tells wrong logs from right ones.
    let mut log: serde_json::Value = serde_json::from_slice(&check("race.c", &["--format", "sarif"]).stdout).unwrap();
    let place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"].clone();
    assert_eq!(place["artifactLocation"], json!({ "uri": "race.c", "uriBaseId": "%SRCROOT%" }));
    let steps = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let lines = |number: &str| {
        let is_it = |step: &&serde_json::Value| step["location"]["message"]["text"].as_str().unwrap().contains(number);
        steps.iter().filter(is_it).map(|step| &step["location"]["physicalLocation"]["region"]["startLine"]).next()
    };
    // The parties are steps, at the places that the result names.
    let other = &log["runs"][0]["results"][0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"];
    assert_eq!(lines("②").into_iter().chain(lines("①")).filter(|line| *line == other).count(), 1, "{steps:?}");
    let shown = stdout(&check("two_faults.c", &["--format", "sarif"]));
    assert!(shown.contains(": ✗ assertion\""), "the last step is the fault: {shown}");
    log["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(validate_by(&schema, &log).is_err());
}

#[test]
fn lines_for_editors() {
    let json: serde_json::Value = serde_json::from_slice(&check("race.c", &["--format", "json"]).stdout).unwrap();
    let (fault, other) = (&json["faults"][0]["location"], &json["faults"][0]["other"]["location"]);
    let lines = stdout(&check("race.c", &["--format", "gcc"]));
    let first = format!("race.c:{}:{}: error: ", fault["line"], fault["column"]);
    assert!(lines.starts_with(&first) && lines.lines().next().unwrap().ends_with("[data-race]"), "{lines}");
    has(&lines, &[&format!("\nrace.c:{}:{}: note: ", other["line"], other["column"]), "--replay"]);
    has(&stdout(&check("unknown.c", &["--format", "gcc"])), &["unknown.c:", ": warning: unsupported", "[unsupported]"]);
    has(
        &stdout(&check("many.c", &["--format=gcc", "--max-executions", "5"])),
        &["many.c: warning: not everything was"],
    );
    has(
        &stdout(&check("syntax.c", &["--format", "gcc"])),
        &["syntax.c: error: clang could not compile", "syntax.c:1:"],
    );
    assert_eq!(stdout(&check("safe.c", &["--format", "gcc"])), "");
    // What is said of the memory model, and what removes the fault.
    let words = ["memory model: not possible under", "help: release at publish.c:11"];
    for format in ["gcc", "github", "sarif"] {
        has(&stdout(&check("publish.c", &["--format", format])), &words);
    }
}

#[test]
fn annotations_for_github() {
    let lines = stdout(&check("race.c", &["--format", "github"]));
    assert_eq!(lines.lines().count(), 1, "a command is one line: {lines}");
    has(
        &lines,
        &["::error file=race.c,line=", ",col=", ",title=data-race (race.c)::data race on ", "%0Arace.c:", "--replay"],
    );
    has(&stdout(&check("unknown.c", &["--format", "github"])), &["::warning file=unknown.c,line="]);
    has(
        &stdout(&check("syntax.c", &["--format", "github"])),
        &["::error file=syntax.c,line=1,col=", ",title=error (syntax.c)::expected "],
    );
    has(&stdout(&check("gone.c", &["--format", "github"])), &["::error title=error (gone.c)::cannot read"]);
    // What would end a property, or the command, is escaped.
    let (name, text) = ("100%,a:b.c", "#include <assert.h>\nint main(void) { assert(!\"50%\"); }\n");
    std::fs::write(scratch(name), text).unwrap();
    let lines = stdout(&check(scratch(name).to_str().unwrap(), &["--format", "github"]));
    has(&lines, &["100%25%2Ca%3Ab.c,line=2", "50%25"]);
}

#[test]
fn junit() {
    for (file, options, words) in [
        ("safe.c", &[][..], &["tests=\"1\" ", "failures=\"0\"", "errors=\"0\"", "<testcase name=\"safe.c\""][..]),
        ("race.c", &[], &["failures=\"1\"", "<failure ", "type=\"data-race\"", "How it comes about"]),
        ("unknown.c", &[], &["errors=\"1\"", "<error ", "type=\"incomplete\""]),
        ("syntax.c", &[], &["errors=\"1\"", "type=\"error\"", "expected &apos;;&apos;"]),
    ] {
        let text = stdout(&check(file, &[options, &["--format", "junit", "--color", "always"]].concat()));
        assert!(text.starts_with("<?xml ") && !text.contains('\x1b'), "{text}");
        has(&text.replace("expected ';'", "expected &apos;;&apos;"), words);
    }
}

#[test]
fn several_reports_at_once() {
    let [sarif, junit, json] = ["r.sarif", "r.xml", "r.json"].map(|name| scratch(name).to_str().unwrap().to_owned());
    let (sarif_to, junit_to) = (format!("sarif={sarif}"), format!("junit={junit}"));
    let output = check("race.c", &["--format", &sarif_to, "--format", &junit_to]);
    assert_eq!(output.status.code(), Some(1));
    has(&stdout(&output), &["error[data-race]", "1 data race"]);
    has(&std::fs::read_to_string(&sarif).unwrap(), &["\"2.1.0\""]);
    has(&std::fs::read_to_string(&junit).unwrap(), &["<testsuites"]);
    // Another format in the place of the human report, or a file.
    let output = check("race.c", &["--format", &sarif_to, "--format", "gcc"]);
    assert!(stdout(&output).starts_with("race.c:"));
    let output = check("race.c", &["--format", "json", "--format", &junit_to, "--output", &json]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    has(&std::fs::read_to_string(&json).unwrap(), &["\"data-race\""]);
    // Also if the program cannot be checked.
    let output = check("syntax.c", &["--format", &sarif_to, "--format", &junit_to]);
    assert_eq!(output.status.code(), Some(2));
    has(&std::fs::read_to_string(&sarif).unwrap(), &["\"executionSuccessful\": false", "expected ';'"]);
    has(&String::from_utf8_lossy(&output.stderr), &["expected ';'"]);
    let output = check("race.c", &["--format", &junit_to, "--replay", "nonsense"]);
    assert_eq!(output.status.code(), Some(2));
    has(&std::fs::read_to_string(&junit).unwrap(), &["type=\"error\"", "tb1:"]);
}

#[test]
fn reports_that_contradict_each_other() {
    let says = |options: &[&str], words: &[&str]| {
        let output = check("safe.c", options);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        has(&String::from_utf8_lossy(&output.stderr), words);
    };
    says(&["--format", "xml"], &["`xml` is none of the formats human, json, sarif, junit, github, gcc"]);
    says(&["--format", "sarif="], &["a file is missing after `sarif=`"]);
    says(&["--format", "json", "--format", "gcc"], &["--format json and --format gcc", "--format gcc=FILE"]);
    says(&["--format", "json=/tmp/x", "--format", "gcc=/tmp/x"], &["json and gcc both go to /tmp/x"]);
    says(&["--format", "outcome"], &["none of the formats"]);
}

/// A disk that is full, or a folder that is not there: the verdict is told, and so are the reports
/// that can be written.
#[test]
fn reports_that_cannot_be_written() {
    let junit = scratch("full.xml").to_str().unwrap().to_owned();
    let to = format!("junit={junit}");
    let output = check("race.c", &["--format", "sarif=/dev/full", "--format", &to]);
    assert_eq!(output.status.code(), Some(2));
    has(
        &String::from_utf8_lossy(&output.stderr),
        &["cannot write to /dev/full: No space left", "(the result is: fault)"],
    );
    has(&stdout(&output), &["error[data-race]"]);
    has(&std::fs::read_to_string(&junit).unwrap(), &["data-race"]);
    let output = check("safe.c", &["--format", "sarif=/no/such/folder/x", "--format", &to]);
    assert_eq!(output.status.code(), Some(2));
    has(&String::from_utf8_lossy(&output.stderr), &["cannot write to /no/such/folder/x"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    let output = command.args(["check", &input("race.c"), "--format", &to]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    has(&String::from_utf8_lossy(&output.stderr), &["cannot write to standard output", "(the result is: fault)"]);
}

/// Of a stack of thousands of calls, the first and the last are enough.
#[test]
fn deep_stacks_are_cut() {
    let file = input("endless_recursion.c");
    let told = stdout(&check(&file, &[]));
    assert!(told.lines().count() < 60, "{told}");
    assert!(told.contains("called by `depth` ") && told.contains(" times more\n"), "{told}");
    assert!(told.contains("called by `worker` at "), "{told}");
    let json: serde_json::Value = serde_json::from_str(&stdout(&check(&file, &["--format", "json"]))).unwrap();
    let stack = json["faults"][0]["stack"].as_array().unwrap();
    assert_eq!(stack.iter().filter(|frame| frame["left_out"].is_u64()).count(), 1, "{stack:?}");
    assert!(stack.len() <= 32, "{stack:?}");
    assert!(stdout(&check(&file, &["--format", "sarif"])).len() < 100_000);
}
