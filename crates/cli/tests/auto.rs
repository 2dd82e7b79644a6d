//! `--explorer auto` as it is used. How long somebody needs depends on the machine: so the programs
//! are such that only one can win, or it does not matter who does.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn check(words: &[&str]) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.current_dir(root).args(["check", "--explorer", "auto", "--format", "json"]).args(words);
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn tries(result: &Value) -> Vec<(&str, &str)> {
    let tries = result["choice"]["tries"].as_array().unwrap_or_else(|| panic!("{result}"));
    tries.iter().map(|t| (t["explorer"].as_str().unwrap(), t["ended"].as_str().unwrap())).collect()
}

/// 14! execution graphs, 2 classes by values: nobody else can be first.
#[test]
fn fewer_classes_win() {
    let words = ["benches/programs/svcomp/singleton.c", "--no-symmetry", "--races", "explore", "--", "-DN=14"];
    let result = check(&words);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"rvf".into()), "{result}");
    assert_eq!((&result["executions"], &result["complete"]), (&2.into(), &true.into()), "{result}");
    assert_eq!(tries(&result), [("graph", "out of time"), ("rvf", "finished")], "{result}");
    assert!(result["covers"].is_string());
}

#[test]
fn graph_is_asked_first() {
    let result = check(&["examples/lost_update_fixed.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"graph".into()), "{result}");
    assert_eq!(tries(&result), [("graph", "finished")]);
    let result = check(&["examples/lost_update.c"]);
    assert_eq!(result["verdict"], "fault", "{result}");
    assert_eq!(result["faults"].as_array().unwrap().len(), 1);
}

/// `graph` gives up one execution after the other; a fault shows in a few that are drawn at random.
#[test]
fn only_rounds_that_are_given_up() {
    let result = by_default(&["crates/cli/tests/inputs/backs_out.c", "--timeout", "60s"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"fault".into(), &"random".into()), "{result}");
    assert_eq!(result["faults"][0]["kind"], "data-race", "{result}");
}

/// Nobody has the time; nothing is said to be safe.
#[test]
fn time_is_over() {
    let words = ["benches/programs/fib_bench.c", "--races", "explore", "--timeout", "2s", "--", "-DN=12"];
    let result = check(&words);
    assert_eq!((&result["verdict"], &result["complete"]), (&"incomplete".into(), &false.into()), "{result}");
    assert_eq!(result["bounds"][0]["name"], "timeout", "{result}");
    assert!(tries(&result).iter().all(|(_, ended)| *ended == "out of time"), "{result}");
}

/// `vc` does not cover condition variables: it drops out, and makes nothing incomplete.
#[test]
fn who_does_not_cover_the_program_drops_out() {
    let flags = ["--", "-DPRODUCERS=3", "-DCONSUMERS=3", "-DITEMS=2", "-DCAPACITY=2"];
    let words = [&["benches/programs/posix/producers_consumers.c", "--no-symmetry", "--timeout", "5s"], &flags[..]];
    let result = check(&words.concat());
    let refused: Vec<_> = tries(&result).into_iter().filter(|(_, ended)| *ended == "not covered").collect();
    assert!(refused.iter().all(|(explorer, _)| *explorer == "vc") && refused.len() <= 1, "{result}");
    assert!(refused.len() == 1 || result["verdict"] == "safe", "{result}");
    assert_eq!(result["unsupported"].as_array().unwrap().len(), 0, "{result}");
}

#[test]
fn without_a_race() {
    let result = check(&["examples/lost_update_fixed.c", "--model", "rc11"]);
    assert_eq!((&result["choice"], &result["explorer"]), (&Value::Null, &"graph".into()), "{result}");
}

/// Without a name `graph` begins, and `optimal` takes over where critical sections need no order.
/// Nine threads have too many states for `states`, which may end first where there are six.
#[test]
fn sections_need_no_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
        command.current_dir(&root).args(["check", "tests/programs/sections/buckets.c", "--format", "json"]);
        command.args(words).args(["--", "-DTHREADS=9"]);
        let output = command.output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
    };
    let result = run(&[]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"optimal".into()), "{result}");
    assert_eq!((&result["executions"], &result["complete"]), (&1.into(), &true.into()), "{result}");
    for words in [&["--order-locks"][..], &["--explorer", "graph"]] {
        let result = run(&[words, &["--max-executions", "20000"]].concat());
        assert_eq!((&result["explorer"], &result["complete"]), (&"graph".into(), &false.into()), "{result}");
    }
}

/// Soon, so that the number of executions is that of those that differ.
#[test]
fn few_sections_need_no_order() {
    for program in ["sections/readers", "alike/barriers"] {
        let result = by_default(&[&format!("tests/programs/{program}.c"), "--no-symmetry", "--model", "sc"]);
        assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"optimal".into()), "{result}");
        assert_eq!((&result["executions"], &result["complete"]), (&1.into(), &true.into()), "{result}");
    }
}

/// What comes of it if no explorer is named.
fn by_default(words: &[&str]) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.current_dir(&root).args(["check", "--format", "json"]).args(words);
    let output = command.output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

/// Executions that never end are for `prefix`; that does not depend on the time.
/// Where sizes differ nothing can be gone on with, so nobody is tried beside `graph`, which goes on.
#[test]
fn two_sizes_end_nothing() {
    let result = by_default(&["tests/programs/mixed/two_sizes_and_many_executions.c", "--model", "rc11"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"fault".into(), &"graph".into()), "{result}");
}

#[test]
fn a_program_that_goes_on_for_ever() {
    for words in [&["examples/server_forever_fixed.c"][..], &["examples/server_forever_fixed.c", "--explorer", "auto"]]
    {
        let result = by_default(words);
        assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
        assert_eq!(result["complete"], true, "{result}");
        let why = result["choice"]["why"].as_str().unwrap();
        assert!(why.starts_with("main stayed in the loop at examples/server_forever_fixed.c:"), "{result}");
    }
    let result = by_default(&["examples/server_forever.c"]);
    assert_eq!((&result["verdict"], &result["faults"][0]["kind"]), (&"fault".into(), &"deadlock".into()), "{result}");
    // Nothing that it does can be seen, so that nobody else would ever come to do something.
    let result = by_default(&["crates/cli/tests/inputs/counts_in_silence.c"]);
    assert_eq!((&result["verdict"], &result["faults"][0]["kind"]), (&"fault".into(), &"data-race".into()), "{result}");
    // Only who goes on at the right moment comes to the loop.
    let result = by_default(&["crates/cli/tests/inputs/late_loop.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
    // There is a way out of the loop, but an execution need not take it.
    let result = by_default(&["crates/cli/tests/inputs/until_stopped.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
}

/// The fault of the first two, not one of a thousand.
#[test]
fn a_thread_for_each_request() {
    let result = by_default(&["crates/cli/tests/inputs/thread_per_request.c"]);
    assert_eq!((&result["verdict"], &result["faults"][0]["kind"]), (&"fault".into(), &"data-race".into()), "{result}");
    let threads = result["faults"][0]["threads"].as_array().unwrap().len();
    assert!(threads <= 4, "{threads} threads");
}

#[test]
fn a_program_that_goes_on_for_long() {
    // As many rounds as that are no endless loop if no state comes again.
    let result = by_default(&["crates/cli/tests/inputs/for_long.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"graph".into()), "{result}");
    // What somebody has asked for, and what `prefix` does not cover, is for `graph`.
    let unrolled = by_default(&["examples/server_forever_fixed.c", "--unroll", "2"]);
    assert_eq!((&unrolled["verdict"], &unrolled["explorer"]), (&"incomplete".into(), &"graph".into()), "{unrolled}");
    let result = by_default(&["examples/server_forever_fixed.c", "--model", "tso", "--timeout", "1s", "--no-advice"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"incomplete".into(), &"graph".into()), "{result}");
}

/// No thread stays in its loop alone; together they do.
#[test]
fn threads_that_make_way_for_ever() {
    for program in ["tests/programs/cutoffs/polite.c", "crates/cli/tests/inputs/tries.c"] {
        let result = by_default(&[program]);
        let fault = (&result["verdict"], &result["faults"][0]["kind"], &result["explorer"]);
        assert_eq!(fault, (&"fault".into(), &"liveness".into(), &"prefix".into()), "{result}");
    }
}

/// What is not looked for is a note; the rest is proved.
#[test]
fn too_many_states_for_livelocks() {
    let result = by_default(&["crates/cli/tests/inputs/too_many_states.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
    assert_eq!(result["notes"][0]["kind"], "livelocks", "{result}");
}

/// One relaxed addition, so rc11, and no execution has an end. The fault is one of an interleaving.
#[test]
fn a_server_that_counts_what_it_serves() {
    let result = by_default(&["tests/programs/cutoffs/counts_what_it_serves.c", "--timeout", "60s"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"fault".into(), &"prefix".into()), "{result}");
    assert_eq!(result["model"], "rc11", "{result}");
    assert!(result["faults"][0]["schedule"].as_str().is_some_and(|it| it.starts_with("tb1:")), "{result}");
}

/// What is weaker is ordered by other things, so that interleavings are all there is, and explorers
/// of these come to an end. Where it is not, they have no say.
#[test]
fn weaker_accesses_that_are_ordered() {
    let result = by_default(&["tests/programs/ordered/meals_of_philosophers.c"]);
    assert_eq!((&result["verdict"], &result["model"]), (&"safe".into(), &"rc11".into()), "{result}");
    // (Which is first is a matter of time.)
    assert!(result["explorer"] == "states" || result["explorer"] == "optimal", "{result}");
    let result = by_default(&["tests/programs/ordered/dependencies.c"]);
    assert_eq!((&result["verdict"], &result["model"]), (&"safe".into(), &"rc11".into()), "{result}");
    assert_ne!(result["explorer"], "graph", "{result}");
    let result = by_default(&["tests/programs/ordered/meals_that_a_guest_counts.c"]);
    assert_eq!((&result["verdict"], &result["model"]), (&"fault".into(), &"rc11".into()), "{result}");
    assert_eq!(result["faults"][0]["kind"], "assertion", "{result}");
}

/// Whether who ends in no execution is meant to is not known: that is a note, if there is a way out.
#[test]
fn who_never_ends() {
    for (program, noted) in [
        ("tests/programs/cutoffs/spoon.c", true),
        ("tests/programs/cutoffs/running_for_ever.c", true),
        ("tests/programs/cutoffs/hands_on_fixed.c", false),
        ("tests/programs/algorithms/thread_pool.c", false),
        ("examples/server_forever_fixed.c", false),
    ] {
        let result = by_default(&[program, "--cutoffs"]);
        assert_eq!(result["verdict"], "safe", "{result}");
        let notes = result["notes"].as_array().unwrap();
        assert_eq!(notes.iter().any(|note| note["kind"] == "endless"), noted, "{result}");
    }
}

/// The schedule in the note shows who starves.
#[test]
fn who_starves() {
    let program = "tests/programs/cutoffs/starves.c";
    let result = by_default(&[program, "--fairness", "strong"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
    let notes = result["notes"].as_array().unwrap();
    assert_eq!(notes.iter().map(|note| &note["kind"]).collect::<Vec<_>>(), ["starvation", "starvation"], "{result}");
    let message = notes[0]["message"].as_str().unwrap();
    let replayed = by_default(&[program, "--replay", message.split('\'').nth(1).unwrap()]);
    let fault = &replayed["faults"][0];
    assert!(fault["message"].as_str().unwrap().contains("T1 worker gets nowhere"), "{replayed}");
    let first = &fault["events"][fault["repeats_from"].as_u64().unwrap() as usize];
    assert_eq!((&first["thread"], &first["line"]), (&2.into(), &13.into()), "{replayed}");
}

/// Failed tries order nothing.
#[test]
fn a_program_that_tries_for_ever() {
    let result = by_default(&["tests/programs/cutoffs/tries.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
    let result = by_default(&["crates/cli/tests/inputs/tries_for_ever.c"]);
    assert_eq!((&result["verdict"], &result["faults"][0]["kind"]), (&"fault".into(), &"data-race".into()), "{result}");
}

/// That the clock is read in each round makes no new state; what it would show is not explored, where
/// that matters.
#[test]
fn a_program_that_reads_the_clock_for_ever() {
    let result = by_default(&["crates/cli/tests/inputs/heartbeat.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
    let result = by_default(&["crates/cli/tests/inputs/heartbeat.c", "--", "-DPARITY"]);
    assert_eq!(result["verdict"], "incomplete", "{result}");
    let bounds = result["bounds"].as_array().unwrap();
    assert_eq!((bounds.len(), &bounds[0]["name"]), (1, &"clock".into()), "{result}");
}

/// Alone nobody gets on, and in turn they do for ever.
#[test]
fn threads_that_poll_for_each_other() {
    let result = by_default(&["crates/cli/tests/inputs/poll_for_ever.c"]);
    assert_eq!((&result["verdict"], &result["explorer"]), (&"safe".into(), &"prefix".into()), "{result}");
    let result = by_default(&["crates/cli/tests/inputs/poll_for_ever.c", "--", "-DEARLY"]);
    assert_eq!(result["verdict"], "fault", "{result}");
    // Most schedules come to the fault, and go on for ever or not.
    let result = by_default(&["crates/cli/tests/inputs/bucket.c"]);
    assert_eq!((&result["verdict"], &result["faults"][0]["kind"]), (&"fault".into(), &"assertion".into()), "{result}");
}

/// No state of the server comes again; the race has nothing to do with it.
#[test]
fn a_race_beside_a_server_that_counts() {
    let result = by_default(&["crates/cli/tests/inputs/counts_for_ever.c"]);
    assert_eq!((&result["verdict"], &result["faults"][0]["kind"]), (&"fault".into(), &"data-race".into()), "{result}");
}

/// A thread that changes only what is its own, and comes back to it, has nothing to do with the
/// others, unless they look at it.
#[test]
fn a_thread_that_ticks_silently() {
    let ticker = |flags: &[&str]| by_default(&[&["crates/cli/tests/inputs/ticker.c", "--"], flags].concat());
    let result = ticker(&[]);
    assert_eq!((&result["verdict"], &result["complete"]), (&"safe".into(), &true.into()), "{result}");
    for flag in ["-DRACY", "-DLOOKS"] {
        let result = ticker(&[flag]);
        assert_eq!(
            (&result["verdict"], &result["faults"][0]["kind"]),
            (&"fault".into(), &"data-race".into()),
            "{result}"
        );
    }
    // It comes back to no state: its loop is cut short, which is said.
    let result = ticker(&["-DCOUNTS"]);
    assert_eq!((&result["verdict"], &result["complete"]), (&"incomplete".into(), &false.into()), "{result}");
    let bound = &result["bounds"][0];
    assert_eq!((&bound["name"], &bound["locations"][0]["line"]), (&"sleeps".into(), &13.into()), "{result}");
    for flag in ["-DRACY", "-DLOOKS"] {
        assert_eq!(ticker(&["-DCOUNTS", flag])["verdict"], "fault");
    }
}

/// A thread that executes silently, for ever and without a pause, is stopped when time is up.
#[test]
fn a_thread_that_computes_for_ever() {
    let words = ["crates/cli/tests/inputs/ticker.c", "--timeout", "1s", "--max-steps", "1000000000000"];
    let result = by_default(&[&words[..], &["--", "-DBUSY"]].concat());
    assert_eq!(
        (&result["verdict"], &result["bounds"][0]["name"]),
        (&"incomplete".into(), &"timeout".into()),
        "{result}"
    );
}
