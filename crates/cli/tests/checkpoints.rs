//! Checkpoints as they are used: a run that stops at a limit and is resumed counts what one run
//! counts, with every bound.

use serde_json::Value;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use threadbare_explore::{Graph, Parallel, Sink, Snapshot};
use threadbare_frontend::FrontendOptions;
use threadbare_machine::{Machine, Options, Races};
use threadbare_op::{FaultId, Fork, Model, Schedule};
use threadbare_session::compiled::in_parallel;

struct Nobody;

impl Sink for Nobody {
    fn fault(&mut self, _: FaultId, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// `threadbare check` of a program, as JSON is wanted.
fn check_file(file: &str, words: &[&str], flags: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.current_dir(root).args(["check", file, "--format", "json"]);
    command.args(words).arg("--").args(flags).output().unwrap()
}

/// Of five threads that write one variable and one that reads it: 6! executions.
fn check(words: &[&str]) -> Output {
    check_file("benches/programs/writers.c", words, &["-DN=5"])
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"))
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Explored at once, and with a stop halfway.
fn whole_and_resumed(name: &str, bound: &[&str]) {
    let whole = json(&check(&[bound, &["--no-symmetry"]].concat()));
    let executions = whole["executions"].as_u64().unwrap();
    let file = scratch(name);
    let file = file.to_str().unwrap();
    let half = (executions / 2).to_string();
    let output = check(&[bound, &["--max-executions", &half, "--checkpoint", file]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(json(&output)["executions"].to_string(), half);
    let rest = json(&check(&[bound, &["--resume", file]].concat()));
    for field in ["executions", "blocked", "redundant", "verdict", "complete"] {
        assert_eq!(rest[field], whole[field], "{field} of {rest}");
    }
}

#[test]
fn resumed_runs_count_what_one_run_counts() {
    assert_eq!(json(&check(&["--no-symmetry"]))["executions"], 720);
    whole_and_resumed("all.checkpoint", &[]);
    whole_and_resumed("rounds.checkpoint", &["--rounds", "2"]);
}

/// Plain accesses that are interleaved: which ones is found out while exploring, and is written
/// down. The run is killed again and again.
#[test]
fn what_was_learnt_of_plain_accesses_is_kept() {
    let explore = |file: &str, words: &[&str], flags: &[&str]| {
        check_file(file, &[&["--races", "explore", "--keep-going", "--no-symmetry"], words].concat(), flags)
    };
    // The file, its flags, and how many executions one run explores.
    let programs: [(&str, &[&str], u64); 3] = [
        ("benches/programs/fib_bench.c", &["-DN=2"], 40),
        ("benches/programs/sigma.c", &["-DN=4"], 40),
        ("crates/cli/tests/inputs/copied.c", &[], 3),
    ];
    for (number, (file, flags, step)) in programs.into_iter().enumerate() {
        for jobs in ["1", "2"] {
            let whole = json(&explore(file, &["--jobs", "1"], flags));
            let place = scratch(&format!("explore{number}.{jobs}.checkpoint"));
            let place = place.to_str().unwrap();
            let mut most = step;
            let mut rest =
                explore(file, &["--jobs", jobs, "--max-executions", &most.to_string(), "--checkpoint", place], flags);
            let mut runs = 1;
            while json(&rest)["complete"] == false {
                most += step;
                let words =
                    ["--jobs", jobs, "--max-executions", &most.to_string(), "--resume", place, "--checkpoint", place];
                rest = explore(file, &words, flags);
                runs += 1;
            }
            assert!(runs > 2, "{file} was explored in {runs} runs");
            let rest = json(&rest);
            for field in ["executions", "blocked", "verdict", "complete"] {
                assert_eq!(rest[field], whole[field], "{field} of {file} with {jobs} workers: {rest}");
            }
        }
    }
}

/// Parts of an exploration that finds out which plain accesses are interleaved: none in two of
/// them, none in no one.
#[test]
fn parts_agree_on_what_plain_accesses_are_shared() {
    let explore = |file: &str, words: &[&str], flags: &[&str]| {
        json(&check_file(file, &[&["--races", "explore", "--keep-going"], words].concat(), flags))
    };
    let programs: [(&str, &[&str]); 4] = [
        ("benches/programs/fib_bench.c", &["-DN=3"]),
        ("benches/programs/sigma.c", &["-DN=4"]),
        ("crates/cli/tests/inputs/copied.c", &[]),
        ("crates/cli/tests/inputs/shared_late.c", &["-DN=5"]),
    ];
    for (file, flags) in programs {
        let whole = explore(file, &["--no-symmetry"], flags);
        assert_eq!(whole["verdict"], "safe", "{whole}");
        let parts = ["1/3", "2/3", "3/3"].map(|part| explore(file, &["--shard", part], flags));
        for part in &parts {
            assert_eq!(part["verdict"], "incomplete");
            assert_eq!(part["bounds"].as_array().unwrap().len(), 1, "{part}");
        }
        for field in ["executions", "blocked"] {
            let sum: u64 = parts.iter().map(|part| part[field].as_u64().unwrap()).sum();
            assert_eq!(whole[field], sum, "{field} of {file}");
        }
        let shares = parts.iter().filter(|part| part["executions"] != 0).count();
        assert!(shares > 1, "{file}: {shares} parts have any");
    }
}

/// That y is shared shows only in one of the last of 5,040 executions: who finds it out late does
/// not pretend to be a part of the whole.
#[test]
fn a_part_that_finds_out_more_says_so() {
    let mut late = 0;
    for part in ["1/2", "2/2"] {
        let part = json(&check_file(
            "crates/cli/tests/inputs/shared_late.c",
            &["--races", "explore", "--shard", part],
            &["-DN=7", "-DOTHER=3"],
        ));
        assert_eq!(part["verdict"], "incomplete");
        if part["bounds"][0]["name"] == "apart" {
            assert_eq!(part["executions"], 0);
            late += 1;
        }
    }
    assert!(late > 0);
}

/// The same, seen from within: who is told what was learnt goes on where it is told; who is not
/// finds that it was led astray.
#[test]
fn who_goes_on_knows_what_was_learnt() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs/copied.c");
    let program = Arc::new(threadbare_frontend::load(&[file], &FrontendOptions::default()).unwrap());
    let machine = || Machine::new(program.clone(), Options { races: Races::Explore, ..Options::default() }).unwrap();
    let graph = Graph { model: Model::Sc, bound: None };
    let explore = |most, machine: &mut Machine, from: &Snapshot, gives_up| {
        let parallel = Parallel { max_executions: most, gives_up, ..Parallel::new(graph, 1) };
        in_parallel(&parallel, machine, from, &mut Nobody, &mut |_| ())
    };
    let whole = explore(None, &mut machine(), &Snapshot::default(), false);
    assert!(!whole.snapshot.knowledge.is_empty());
    let half = explore(Some(whole.snapshot.stats.executions / 2), &mut machine(), &Snapshot::default(), false);
    let mut knowing = machine();
    assert!(knowing.take_in(&half.snapshot.knowledge));
    let rest = explore(None, &mut knowing, &half.snapshot, true);
    assert!(!rest.learnt);
    assert_eq!(rest.snapshot.stats.executions, whole.snapshot.stats.executions);
    assert_eq!(rest.snapshot.knowledge, whole.snapshot.knowledge);
    assert!(explore(None, &mut machine(), &half.snapshot, true).learnt, "nothing was told");
}
