//! `--search`: executions drawn at random, as it is used. All of it is counted in executions, so
//! that it does not depend on the machine.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

fn run(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_threadbare")).current_dir(root).arg("check").args(words).output().unwrap()
}

fn check(words: &[&str]) -> Value {
    let output = run(&[words, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

const DEEP: &str = "crates/cli/tests/inputs/search/deep.c";
const TURNS: &str = "crates/cli/tests/inputs/search/turns.c";
const MOST: [&str; 2] = ["--max-executions", "20000"];

fn schedule(result: &Value) -> &str {
    result["faults"][0]["schedule"].as_str().unwrap_or_else(|| panic!("{result}"))
}

/// Who looks at one execution after the other does not come to the fault in as many.
#[test]
fn a_fault_that_others_come_to_late() {
    let graph = check(&[&[DEEP, "--explorer", "graph"], &MOST[..]].concat());
    assert_eq!(graph["verdict"], "incomplete", "{graph}");
    for order in ["random", "coverage"] {
        let found = check(&[&[DEEP, "--search", order], &MOST[..]].concat());
        let known = (&found["verdict"], &found["explorer"], &found["faults"][0]["kind"]);
        assert_eq!(known, (&json!("fault"), &json!("random"), &json!("assertion")), "{found}");
        assert_eq!((&found["bounds"], &found["complete"]), (&json!([]), &json!(false)), "{found}");
        let again = check(&[DEEP, "--replay", schedule(&found)]);
        assert_eq!((&again["verdict"], &again["faults"][0]["kind"]), (&json!("fault"), &json!("assertion")), "{again}");
    }
}

/// Beside `graph`, executions are drawn without being asked for.
#[test]
fn by_itself() {
    let found = check(&[DEEP, "--no-advice", "--timeout", "60s"]);
    assert_eq!((&found["verdict"], &found["explorer"]), (&json!("fault"), &json!("random")), "{found}");
    assert!(found["choice"]["why"].as_str().unwrap().contains("drawn at random"), "{found}");
}

#[test]
fn the_same_seed_draws_the_same() {
    let draw =
        |seed: &str| check(&[&[DEEP, "--search", "random", "--minimise", "0s", "--seed", seed], &MOST[..]].concat());
    let [one, again, other] = ["1", "1", "2"].map(draw);
    assert_eq!((schedule(&one), &one["executions"]), (schedule(&again), &again["executions"]));
    assert_ne!((schedule(&one), &one["executions"]), (schedule(&other), &other["executions"]));
}

#[test]
fn threads_that_wait_in_loops_get_on() {
    for order in ["random", "coverage"] {
        let found = check(&[TURNS, "--search", order, "--max-executions", "500"]);
        assert_eq!((&found["verdict"], &found["faults"][0]["kind"]), (&json!("fault"), &json!("assertion")), "{found}");
        let again = check(&[TURNS, "--replay", schedule(&found)]);
        assert_eq!(again["faults"][0]["kind"], "assertion", "{again}");
    }
}

/// All of two executions are drawn, and still nobody says that it is safe.
#[test]
fn nothing_is_said_to_be_safe() {
    let words = ["examples/lost_wakeup_fixed.c", "--search", "random", "--max-executions", "300"];
    let output = run(&words);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("no fault in 300 executions drawn at random (2 different ones, by an estimate)"), "{text}");
    assert!(text.contains("- sample: "), "{text}");
    let words = ["examples/loop_argument_fixed.c", "--search", "coverage", "--max-executions", "3"];
    let text = String::from_utf8(run(&words).stdout).unwrap();
    assert!(text.contains("no fault in 3 executions drawn at random (all alike, by an estimate)"), "{text}");
}

/// A server never ends: its executions are cut, also where nothing is wrong.
#[test]
fn executions_without_end_are_cut() {
    let result = check(&["examples/server_forever_fixed.c", "--search", "random", "--max-executions", "10"]);
    assert_eq!((&result["verdict"], &result["blocked"]), (&json!("incomplete"), &json!(10)), "{result}");
    assert!(result["measured"]["drawn_cut"].as_f64() >= Some(10.0), "{result}");
    let result = check(&["examples/server_forever.c", "--search", "random", "--max-executions", "10"]);
    assert_eq!(result["faults"][0]["kind"], "deadlock", "{result}");
}

#[test]
fn paths_of_input_are_drawn() {
    for order in ["random", "coverage"] {
        let bank = "tests/programs/symbolic/bank.c";
        let found = check(&[bank, "--symbolic", "--search", order, "--max-executions", "300"]);
        assert_eq!((&found["verdict"], &found["explorer"]), (&json!("fault"), &json!("random")), "{found}");
        let again = check(&[bank, "--replay", schedule(&found)]);
        assert_eq!(again["faults"][0]["kind"], "assertion", "{again}");
    }
}

/// Executions of weak memory models are drawn as well.
#[test]
fn weaker_executions_are_drawn() {
    let draw = |file: &str, options: &[&str]| {
        let result =
            check(&[&[file, "--search", "random", "--max-executions", "300", "--no-advice"], options].concat());
        (result["verdict"].clone(), result["model"].clone(), result)
    };
    for (file, verdict) in [("publish_too_early.c", "fault"), ("publish_too_early_fixed.c", "incomplete")] {
        let (found, model, result) = draw(&format!("examples/{file}"), &[]);
        assert_eq!((found, model), (json!(verdict), json!("rc11")), "{result}");
    }
    let buffering = "tests/programs/atomics/sb_relaxed_under_sc.c";
    for (model, verdict) in
        [("sc", "incomplete"), ("tso", "fault"), ("pso", "fault"), ("ra", "fault"), ("rc11", "fault")]
    {
        let (found, _, result) = draw(buffering, &["--model", model]);
        assert_eq!(found, verdict, "{model}: {result}");
        if verdict == "fault" {
            let again = check(&[buffering, "--replay", schedule(&result)]);
            assert_eq!(again["faults"][0]["kind"], "assertion", "{again}");
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for words in [
        &[DEEP, "--search", "random", "--explorer", "graph"][..],
        &[DEEP, "--search", "random", "--cutoffs"],
        &[DEEP, "--search", "random", "--rounds", "2"],
        &[DEEP, "--search", "rounds", "--tests", "x"],
        &[DEEP, "--seed", "3"],
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
        assert!(String::from_utf8(output.stdout).unwrap().is_empty());
    }
    let rounds = check(&["examples/lost_update.c", "--search", "rounds"]);
    assert_eq!((&rounds["verdict"], &rounds["faults"][0]["rounds"]), (&json!("fault"), &json!(2)), "{rounds}");
}

/// Each of two threads looks at the balance, and then takes something: so each has to go on after
/// the other one, and the main thread after both.
#[test]
fn input_round_by_round() {
    let with = |file, flags: &[&str]| check(&[&[file, "--symbolic", "--no-advice"], flags].concat());
    let bank = "tests/programs/symbolic/bank.c";
    let found = with(bank, &["--search", "rounds"]);
    assert_eq!((&found["verdict"], &found["faults"][0]["rounds"]), (&json!("fault"), &json!(2)), "{found}");
    assert!(found["faults"][0]["message"].as_str().unwrap().contains("with input first = "), "{found}");
    let within = with(bank, &["--rounds", "1"]);
    assert_eq!((&within["verdict"], &within["faults"]), (&json!("incomplete"), &json!([])), "{within}");
    let all = with("examples/overdraft_fixed.c", &["--search", "rounds"]);
    assert_eq!(all["verdict"], json!("safe"), "{all}");
}

/// An execution that was drawn has stopped to ask in a loop that input bounds. With a large number in
/// the place of the input, the loop would go round for minutes.
#[test]
fn the_input_of_a_drawn_execution_is_small() {
    let words = ["crates/cli/tests/inputs/search/bounded_by_input.c", "--symbolic", "--search", "random"];
    let found = check(&[&words[..], &["--seed", "2", "--keep-going", "--max-executions", "60"]].concat());
    assert_eq!(found["faults"][0]["kind"], "assertion", "{found}");
    assert!(schedule(&found).starts_with("tb3:[]:"), "no input but 0: {found}");
}
