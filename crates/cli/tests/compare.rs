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

/// The shapes that the papers derive: of the programs in which one variable is written by all,
/// hardly any order matters.
#[test]
fn coarser_equivalences_have_fewer_classes() {
    type Classes = fn(u64) -> u64;
    // File, range, explorer, classes by n.
    let known: [(&str, &str, &str, Classes); 11] = [
        ("svcomp/singleton", "2..4", "graph", factorial),
        ("svcomp/singleton", "2..4", "rf", |n| n),
        ("svcomp/singleton", "2..4", "observers", |n| n),
        ("svcomp/singleton", "2..4", "rvf", |_| 2),
        ("svcomp/monabsex1", "2..4", "optimal", |n| factorial(n) * factorial(n)),
        ("svcomp/monabsex1", "2..4", "rvf", |_| 1),
        ("individual/float_read", "2..5", "graph", |n| factorial(n + 1)),
        ("individual/float_read", "2..5", "rf", |n| n + 1),
        ("individual/float_read", "2..5", "observers", |n| n * (1 << (n - 1)) + 1),
        ("individual/redundant_co", "1..1", "rf", |n| 3 * 16 * n * n + 12 * n + 1),
        ("sigma", "2..5", "rf", factorial),
    ];
    for (file, range, explorer, classes) in known {
        let (file, param) = (format!("benches/programs/{file}.c"), format!("N={range}"));
        let words = [&file, "--param", &param, "--races", "explore", "--explorers", explorer, "--format", "json"];
        for run in json(&threadbare(&words))["runs"].as_array().unwrap() {
            let n = run["parameter"].as_u64().unwrap();
            assert_eq!(run["classes"], classes(n), "{file} with {explorer}: {run}");
        }
    }
}

/// The programs with locks of "Quasi-optimal partial order reduction": as many executions as their
/// headers derive, whoever explores; `optimal` may need fewer.
#[test]
fn programs_with_locks_have_the_classes_that_formulas_say() {
    // File, parameter and its range, fixed macros, classes.
    type Known = (&'static str, &'static str, (u64, u64), &'static str, fn(u64) -> u64);
    let known: [Known; 8] = [
        ("posix/pi", "N", (1, 5), "", factorial),
        ("pairs", "N", (1, 3), "", |n| factorial(n) << n),
        ("posix/fig1", "N", (1, 6), "", |n| 2 * n),
        ("posix/fig1", "N", (1, 6), "-DLOCKS", |n| 2 * n),
        ("posix/thread_pool", "JOBS", (1, 5), "-DWORKERS=3", |n| pool(n, 3)),
        ("posix/thread_pool", "WORKERS", (2, 3), "-DJOBS=3", |n| pool(3, n)),
        ("posix/dispatcher", "JOBS", (1, 2), "-DWORKERS=3", |n| dispatched(n as usize, [2; 3])),
        ("posix/producers_consumers", "ITEMS", (1, 3), "-DPRODUCERS=1 -DCONSUMERS=1", |n| 1 << (2 * n - 1)),
    ];
    for (file, parameter, (from, to), flags, classes) in known {
        check_classes(file, &format!("{parameter}={from}..{to}"), flags, classes);
    }
    // By brute force (tests/programs/classes.py).
    for (producers, consumers, items, capacity, classes) in
        [(1, 1, 4, 2, 187), (2, 1, 1, 1, 16), (1, 2, 2, 1, 36), (2, 2, 1, 1, 72), (2, 2, 1, 2, 88)]
    {
        let flags = format!("-DPRODUCERS={producers} -DCONSUMERS={consumers} -DITEMS={items}");
        check_classes("posix/producers_consumers", &format!("CAPACITY={capacity}..{capacity}"), &flags, |_| classes);
    }
}

fn check_classes(file: &str, param: &str, flags: &str, classes: impl Fn(u64) -> u64) {
    let file = format!("benches/programs/{file}.c");
    let explorers = "graph,source,optimal,unfolding";
    let mut words = vec![&file[..], "--param", param, "--explorers", explorers, "--format", "json", "--"];
    words.extend(flags.split_whitespace());
    let result = json(&threadbare(&words));
    assert_eq!(result["agree"], true, "{file}: {result}");
    for run in result["runs"].as_array().unwrap() {
        let n = run["parameter"].as_u64().unwrap();
        let (found, all) = (run["classes"].as_u64().unwrap(), classes(n));
        // Of sections that touch different memory it explores one order.
        let is_right = if run["explorer"] == "optimal" { found <= all } else { found == all };
        assert!(is_right && run["complete"] == true, "{file} {flags}, {all}: {run}");
        assert!(run["explorer"] == "source" || run["redundant"] == 0, "{file} {flags}: {run}");
    }
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |c, i| c * (n - i) / (i + 1)) }
}

/// Nobody can derive the number of executions of these, but all explorers must agree that two
/// threads exclude each other.
#[test]
fn mutual_exclusion_algorithms_exclude_whoever_explores() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/programs/mutex");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    assert!(files.len() >= 11, "{files:?}");
    for file in files {
        let output = threadbare(&[file.to_str().unwrap(), "--param", "N=1..1", "--format", "json"]);
        let result = json(&output);
        assert_eq!((output.status.code(), &result["agree"]), (Some(0), &Value::Bool(true)), "{result}");
        let mut traces = Vec::new();
        for run in result["runs"].as_array().unwrap() {
            assert_eq!(
                (&run["verdict"], &run["complete"]),
                (&Value::from("safe"), &Value::Bool(true)),
                "{}: {run}",
                file.display()
            );
            if ["graph", "source", "optimal"].contains(&run["explorer"].as_str().unwrap()) {
                traces.push(run["classes"].as_u64().unwrap());
            }
        }
        assert!(traces.len() == 3 && traces.iter().all(|n| *n == traces[0]), "{}: {traces:?}", file.display());
    }
}

/// benches/programs/posix/thread_pool.c
fn pool(jobs: u64, workers: u64) -> u64 {
    (1..=workers).map(|j| (choose(jobs, j) * choose(workers - 1, j - 1)) << j).sum::<u64>() * factorial(workers)
}

/// benches/programs/posix/dispatcher.c: the ways to go on from the first visit of the dispatcher,
/// if the workers look so often.
fn dispatched<const WORKERS: usize>(jobs: usize, looks: [usize; WORKERS]) -> u64 {
    fn visit<const WORKERS: usize>(
        jobs: usize,
        at: usize,
        lengths: [usize; WORKERS],
        looks: [usize; WORKERS],
        shortest: (usize, usize),
    ) -> u64 {
        if jobs == 0 {
            return 1;
        }
        let puts = at == WORKERS;
        let queue = if puts { shortest.1 } else { at };
        let after = |taken: usize| {
            let (mut lengths, mut looks) = (lengths, looks);
            lengths[queue] = lengths[queue].saturating_sub(taken);
            looks[queue] -= taken;
            if puts {
                lengths[queue] += 1;
                visit(jobs - 1, 0, lengths, looks, (usize::MAX, 0))
            } else {
                visit(jobs, at + 1, lengths, looks, shortest.min((lengths[queue], queue)))
            }
        };
        (0..=looks[queue]).map(after).sum()
    }
    visit(jobs, 0, [0; WORKERS], looks, (usize::MAX, 0))
}
