//! What is said beyond the verdict: what a fault needs of the memory model, what removes it, and
//! what to do next.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn run(program: &str, words: &[&str]) -> Output {
    patient(program, words).output().unwrap()
}

/// What is tried has more time than usual, as the machine may be busy.
fn patient(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .args(words)
        .env("THREADBARE_PATIENCE", "5");
    command
}

/// What a run says that is stopped when it has worked for so many seconds, however long that takes.
fn stopped_after(seconds: u64, words: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_threadbare");
    let mut child = patient(program, words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let worked = |child: &Child| {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        // After the name in parentheses; in hundredths of a second.
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    while worked(&child) < seconds * 100 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
        sleep(Duration::from_millis(50));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

fn check(file: &str, flags: &[&str]) -> Value {
    let file = format!("crates/cli/tests/inputs/{file}");
    let output = run(env!("CARGO_BIN_EXE_threadbare"), &[&["check", "--format", "json", &file], flags].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn text(file: &str, flags: &[&str]) -> String {
    let file = format!("crates/cli/tests/inputs/{file}");
    let output = run(env!("CARGO_BIN_EXE_threadbare"), &[&["check", &file], flags].concat());
    String::from_utf8(output.stdout).unwrap()
}

type Models<'a> = Vec<(&'a str, Option<bool>)>;
type Orders<'a> = Vec<(&'a str, u64)>;

/// Models with what is known of them; orders with their lines.
fn needs(result: &Value) -> (Models<'_>, Orders<'_>) {
    let fault = &result["faults"][0];
    let model = |m: &'_ Value| m["possible"].as_bool();
    let models = fault["models"].as_array().unwrap().iter().map(|m| (m["model"].as_str().unwrap(), model(m)));
    let line = |r: &Value| r["location"]["line"].as_u64().unwrap();
    let remedy = fault["remedy"].as_array().unwrap().iter().map(|r| (r["order"].as_str().unwrap(), line(r)));
    let mut remedy: Vec<_> = remedy.collect();
    remedy.sort_unstable_by_key(|(_, line)| *line);
    (models.collect(), remedy)
}

/// The lines of an input with a text.
fn lines(file: &str, with: &str) -> Vec<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs").join(file);
    let source = std::fs::read_to_string(path).unwrap();
    (1..).zip(source.lines()).filter(|(_, line)| line.contains(with)).map(|(number, _)| number).collect()
}

const NO: Option<bool> = Some(false);

#[test]
fn publication_needs_release_and_acquire() {
    let result = check("publish.c", &[]);
    assert_eq!((&result["model"], &result["faults"][0]["kind"]), (&json!("rc11"), &json!("data-race")), "{result}");
    let (models, remedy) = needs(&result);
    assert_eq!(models, [("sc", NO), ("tso", NO), ("ra", NO)], "{result}");
    let [release, acquire] = [lines("publish.c", "/* release */")[0], lines("publish.c", "/* acquire */")[0]];
    assert_eq!(remedy, [("release", release), ("acquire", acquire)], "{result}");
    let text = text("publish.c", &[]);
    assert!(
        text.contains(&format!("publish.c:{release} and acquire at")) && text.contains("together remove this fault"),
        "{text}"
    );
}

/// There are more accesses than are tried: the store that tells the reader to go on is among the
/// first.
#[test]
fn a_store_too_weak_among_many() {
    let result = check("seqlock.c", &[]);
    assert_eq!(needs(&result).1, [("release", lines("seqlock.c", "/* release */")[0])], "{result}");
}

/// The order of a compare-and-swap that succeeds does nothing for one that fails.
#[test]
fn a_failed_exchange_needs_its_own_order() {
    let result = check("failed_exchange.c", &[]);
    let tried = lines("failed_exchange.c", "// tried")[0];
    assert_eq!(needs(&result).1, [("acquire", tried)], "{result}");
    assert_eq!(result["faults"][0]["remedy"][0]["on_failure"], json!(true), "{result}");
    let text = text("failed_exchange.c", &[]);
    assert!(text.contains(" failed, and its failure order is relaxed, "), "{text}");
    assert!(text.contains(": acquire on failure at "), "{text}");
}

/// Under pso writes overtake each other; a release store does not, but the race needs the acquire
/// as well.
#[test]
fn publication_under_pso() {
    let result = check("publish.c", &["--model", "pso"]);
    let [release, acquire] = [lines("publish.c", "/* release */")[0], lines("publish.c", "/* acquire */")[0]];
    assert_eq!(needs(&result).1, [("release", release), ("acquire", acquire)], "{result}");
}

#[test]
fn store_buffering_is_possible_on_x86_and_needs_seq_cst() {
    let result = check("buffered.c", &[]);
    let (models, remedy) = needs(&result);
    assert_eq!(models, [("sc", NO), ("tso", Some(true))], "{result}");
    let all: Vec<(&str, u64)> = lines("buffered.c", "_explicit").into_iter().map(|line| ("seq_cst", line)).collect();
    assert_eq!((remedy.len(), remedy), (4, all), "{result}");
    for model in ["tso", "pso", "ra"] {
        let result = check("buffered.c", &["--model", model]);
        let (models, remedy) = needs(&result);
        // Under ra the orders of accesses mean nothing. Under the others a seq_cst store is a full
        // barrier.
        let stores = lines("buffered.c", "store_explicit").into_iter().filter(|_| model != "ra");
        let stores: Vec<(&str, u64)> = stores.map(|line| ("seq_cst", line)).collect();
        let tso = (model != "tso").then_some(("tso", Some(true)));
        let expected: Vec<_> = [("sc", NO)].into_iter().chain(tso).collect();
        assert_eq!((models, remedy), (expected, stores), "{result}");
    }
    let text = text("buffered.c", &["--model", "pso"]);
    assert!(text.contains("not possible under sequential consistency; possible under TSO (x86)"), "{text}");
}

#[test]
fn a_fault_that_needs_no_weak_memory_says_so() {
    let result = check("weak_in_vain.c", &["--model", "rc11"]);
    assert_eq!(needs(&result), (vec![("sc", Some(true))], vec![]), "{result}");
    let sc = check("weak_in_vain.c", &["--model", "sc"]);
    assert_eq!(needs(&sc), (vec![], vec![]), "nothing is stronger: {sc}");
}

/// Then nobody has to look at old values: an execution is shown that has none.
#[test]
fn a_fault_that_needs_no_weak_memory_is_shown_without_it() {
    let result = check("double_unlock.c", &[]);
    let fault = &result["faults"][0];
    assert_eq!((&result["model"], &fault["kind"]), (&json!("rc11"), &json!("data-race")), "{result}");
    assert_eq!(needs(&result).0, [("sc", Some(true))], "{result}");
    let schedule = fault["schedule"].as_str().unwrap();
    assert!(schedule.starts_with("tb1:"), "{schedule}");
    let again = check("double_unlock.c", &["--replay", schedule]);
    assert_eq!(again["faults"][0]["location"], fault["location"], "{again}");
    let text = text("double_unlock.c", &[]);
    assert!(text.contains("weak memory is not the cause") && !text.contains("(old)"), "{text}");
}

/// A loop that counts is not bounded by `--unroll`; and one round is no test.
#[test]
fn a_loop_that_counts_is_to_have_fewer_rounds() {
    // On a busy machine there may be no time to find it.
    let named = |text: &String| text.contains("endless?");
    let mut texts = (0..4).map(|_| text("many_rounds.c", &["--explorer", "graph", "--timeout", "4s"]));
    let text = texts.find(named).expect("the loop is named");
    let line = lines("many_rounds.c", "i < ROUNDS")[0];
    assert!(
        text.contains(&format!("many_rounds.c:{line} counts its rounds, and ends: --unroll leaves it alone")),
        "{text}"
    );
    assert!(!text.contains("--unroll 2") && !text.contains("=1"), "{text}");
    assert!(text.contains("-- -DROUNDS=2: tried"), "{text}");
}

/// States are known up to some number of events, though no execution ends.
#[test]
fn what_cutoffs_know_is_not_nothing() {
    let text = text("grows_for_ever.c", &["--timeout", "4s"]);
    assert!(text.contains("no fault in any state that at most "), "{text}");
    assert!(text.contains("by --cutoffs, which was tried") && !text.contains("nothing was checked"), "{text}");
}

#[test]
fn a_list_that_is_a_circle() {
    let text = text("circle_of_nodes.c", &["--max-steps", "100000"]);
    assert!(text.contains("it follows a list that has become a circle, say"), "{text}");
    let line = lines("circle_of_nodes.c", "p = p->next")[0];
    let loop_of_main =
        format!("main stayed in the loop at crates/cli/tests/inputs/circle_of_nodes.c:{line} (`length`)");
    assert!(text.contains(&loop_of_main), "{text}");
}

#[test]
fn nothing_is_looked_for_if_nobody_wants_to_know() {
    assert_eq!(needs(&check("publish.c", &["--no-advice"])), (vec![], vec![]));
    let result = check("timed_wait.c", &["--no-advice", "--timeout", "500ms"]);
    assert_eq!((&result["endless"], &result["suggestions"]), (&json!([]), &json!([])), "{result}");
}

/// The loop is named; within two iterations everything can be explored.
#[test]
fn a_loop_that_goes_on_for_ever_is_named() {
    let result = check("timed_wait.c", &["--timeout", "4s"]);
    assert_eq!(result["verdict"], "incomplete", "{result}");
    let endless = &result["endless"][0];
    assert_eq!(endless["location"]["line"], lines("timed_wait.c", "while (!stop)")[0], "{result}");
    assert_eq!((&endless["thread"], &endless["function"]), (&json!(1), &json!("worker")), "{result}");
    assert_eq!(result["endless"].as_array().unwrap().len(), 1, "{result}");
    assert_eq!(result["suggestions"][0]["options"], "--unroll 2", "{result}");
    let outcome = result["suggestions"][0]["outcome"].as_str().unwrap();
    assert!(outcome.starts_with("explores everything within that bound"), "{result}");
}

/// All states can be explored under sequential consistency only, which says so.
#[test]
fn a_loop_that_goes_on_for_ever_under_a_weak_model() {
    let result = check("watched_for_ever.c", &["--timeout", "4s"]);
    assert_eq!((&result["verdict"], &result["model"]), (&json!("incomplete"), &json!("rc11")), "{result}");
    assert_eq!(result["suggestions"][0]["options"], "--model sc --cutoffs", "{result}");
    let outcome = result["suggestions"][0]["outcome"].as_str().unwrap();
    assert!(outcome.starts_with("explores every reachable state"), "{result}");
    // Not if somebody has asked for the model.
    let asked = check("watched_for_ever.c", &["--timeout", "4s", "--model", "rc11"]);
    assert_eq!(asked["suggestions"][0]["options"], "--unroll 2", "{asked}");
}

/// Too many executions under rc11, few states of interleavings.
#[test]
fn interleavings_that_end() {
    let result = check("counts.c", &["--timeout", "6s"]);
    assert_eq!((&result["verdict"], &result["model"]), (&json!("incomplete"), &json!("rc11")), "{result}");
    let mut suggestions = result["suggestions"].as_array().unwrap().iter();
    // (On a busy machine the loop may seem to have no end; then that is tried with cutoffs.)
    let is_sc = |its: &&Value| its["options"].as_str().is_some_and(|its| its.starts_with("--model sc"));
    let its = suggestions.find(is_sc).unwrap_or_else(|| panic!("{result}"));
    let outcome = its["outcome"].as_str().unwrap();
    assert!(outcome.starts_with("explores every reachable state: no fault, with every atomic access as"), "{result}");
    assert!(outcome.ends_with("was not looked for"), "{result}");
}

/// The unfolding does not look for races, cutoffs do: unless somebody has said what becomes of them.
#[test]
fn a_loop_that_goes_on_for_ever_in_the_unfolding() {
    let first = |flags: &[&str]| {
        let asked = ["--model", "sc", "--explorer", "unfolding", "--timeout", "4s"];
        let result = check("watched_for_ever.c", &[&asked[..], flags].concat());
        assert_eq!(result["verdict"], "incomplete", "{result}");
        result["suggestions"][0]["options"].clone()
    };
    assert_eq!(first(&[]), "--cutoffs");
    assert_ne!(first(&["--races", "ignore"]), "--cutoffs");
}

/// No thread stays in it alone, but two that go in turn do; they may do so for ever.
#[test]
fn a_loop_that_tries_locks_is_named() {
    let result = check("tries.c", &["--timeout", "4s", "--explorer", "graph"]);
    let line = lines("tries.c", "pthread_mutex_lock(first)")[0];
    let endless = &result["endless"][0];
    assert_eq!((&endless["location"]["line"], &endless["function"]), (&json!(line), &json!("both")), "{result}");
    // The fault that it finds is the result.
    let found = (&result["verdict"], &result["found_with"], &result["faults"][0]["kind"]);
    assert_eq!(found, (&json!("fault"), &json!("--cutoffs"), &json!("liveness")), "{result}");
    assert_eq!((&result["suggestions"], &result["bounds"][0]["name"]), (&json!([]), &json!("timeout")), "{result}");
    let schedule = result["faults"][0]["schedule"].as_str().unwrap();
    let again = check("tries.c", &["--replay", schedule]);
    assert_eq!((&again["verdict"], &again["faults"][0]["kind"]), (&json!("fault"), &json!("liveness")), "{again}");
    let text = text("tries.c", &["--timeout", "100ms", "--explorer", "graph"]);
    assert!(text.contains("stayed in the loop at") && text.contains("(`both`)"), "{text}");
    assert!(text.contains("--unroll 2") && !text.contains("raise --timeout"), "{text}");
}

/// It ends, but what may happen in each of its rounds is explored.
#[test]
fn a_loop_with_many_rounds_is_named() {
    let result = check("many_tries.c", &["--timeout", "3s"]);
    let line = lines("many_tries.c", "for (int i = 0; i < 60")[0];
    let named = &result["endless"][0];
    assert_eq!((&named["location"]["line"], &named["function"]), (&json!(line), &json!("tries")), "{result}");
    assert_eq!((&named["rounds"], &named["thread"]), (&json!(50), &json!(null)), "{result}");
    assert_eq!(result["endless"].as_array().unwrap().len(), 1, "{result}");
}

/// 12! orders of 12 writes are too many, 3! are not.
#[test]
fn a_smaller_size_is_suggested() {
    let result = check("sized.c", &["--timeout", "6s"]);
    assert_eq!((&result["verdict"], &result["endless"]), (&json!("incomplete"), &json!([])), "{result}");
    let suggestion = &result["suggestions"][0];
    let sizes = ["-- -DN=6", "-- -DN=3", "-- -DN=2"];
    assert!(sizes.iter().any(|options| suggestion["options"] == *options), "{result}");
    assert!(suggestion["outcome"].as_str().unwrap().contains("no fault"), "{result}");
}

/// Who stops a run is told what is known: also which loop it was in, and that it can be continued.
#[test]
fn a_run_that_is_stopped_says_what_it_knows() {
    let text = stopped_after(4, &["check", "benches/programs/writers.c", "--", "-DN=12"]);
    assert!(text.contains("interrupted: you stopped it") && text.contains("--resume"), "{text}");
    assert!(text.contains("executions in all, by an estimate"), "{text}");
    let text = stopped_after(2, &["check", "crates/cli/tests/inputs/timed_wait.c"]);
    assert!(text.contains("T1 stayed in the loop at") && text.contains("give --unroll 2"), "{text}");
}
