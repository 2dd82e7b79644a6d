//! A fault that `--symbolic` finds is shown again by its schedule, on words.

use clap::Parser;
use std::path::Path;
use threadbare::args::{Cli, Command};
use threadbare::plan::Plan;
use threadbare::run::{Manner, run};
use threadbare_report::Run;

fn checked(words: &[&str]) -> Run {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/symbolic").join(words[0]);
    let file = file.to_string_lossy();
    let words = ["threadbare", "check", &*file, "--no-advice"].into_iter().chain(words[1..].iter().copied());
    let Command::Check(args) = Cli::try_parse_from(words).unwrap().command else { panic!() };
    run(&Plan::new(&args).unwrap(), &Manner::default()).unwrap().run
}

#[test]
fn faults_are_replayed_with_their_input() {
    for file in [
        "bank.c",
        "klee.c",
        "race_by_input.c",
        "waits_never.c",
        "arithmetic.c",
        "arithmetic_index.c",
        "arithmetic_status.c",
        "arithmetic_bytes.c",
    ] {
        for minimise in ["500ms", "0s"] {
            let flags: &[&str] = match file {
                "waits_never.c" => &["--", "-DNEVER"],
                "arithmetic_index.c" => &["--", "-DKIND=2"],
                "arithmetic_status.c" => &["--", "-DKIND=4"],
                "arithmetic_bytes.c" => &["--", "-DKIND=6"],
                _ => &[],
            };
            let found = checked(&[&[file, "--symbolic", "--minimise", minimise], flags].concat());
            let [fault] = &*found.faults else { panic!("{file}: {} faults", found.faults.len()) };
            assert!(
                fault.schedule.starts_with("tb3:[") && fault.message.contains(", with input "),
                "{file}: {fault:?}"
            );
            let again = checked(&[&[file, "--replay-strict", "--replay", &fault.schedule], flags].concat());
            assert_eq!((again.faults.len(), &again.faults[0].message), (1, &fault.message), "{file}");
            assert_eq!(again.faults[0].place, fault.place, "{file}");
        }
    }
}

/// A schedule of a weak memory model has the input as well.
#[test]
fn weak_executions_are_replayed_with_their_input() {
    for model in ["rc11", "pso"] {
        let found = checked(&["weak_message.c", "--symbolic", "--model", model]);
        let [fault] = &*found.faults else { panic!("{model}: {} faults", found.faults.len()) };
        assert!(fault.schedule.starts_with(&format!("tb3:{model}:[0.0=7]:")), "{fault:?}");
        // As that command, with `--replay` behind it.
        let again = checked(&["weak_message.c", "--symbolic", "--replay-strict", "--replay", &fault.schedule]);
        assert_eq!((&again.faults[0].message, &again.faults[0].place), (&fault.message, &fault.place), "{model}");
    }
}

/// 12,345 is the only input, as an independent solution of `7 * x + 3 = 86,418` modulo 2^32 has it.
#[test]
fn the_input_is_told() {
    let found = checked(&["arithmetic.c", "--symbolic"]);
    assert!(found.faults[0].message.contains("with input x = 12345 ("), "{}", found.faults[0].message);
}

/// Of two answers to four threads each, the solver need only find a negative input and one that is
/// not.
#[test]
fn questions_are_counted() {
    let found = checked(&["the_same_question.c", "--symbolic"]);
    let count = |name| found.measured.iter().find(|(known, _)| *known == name).map(|(_, count)| *count).unwrap();
    assert!(count("questions") >= 8.0 && count("questions_solved") <= 2.0, "{:?}", found.measured);
    let parts = ["simplified", "remembered", "by_model", "solved", "given_up"].map(|part| format!("questions_{part}"));
    let sum: f64 =
        found.measured.iter().filter(|(name, _)| parts.iter().any(|part| part == name)).map(|(_, n)| n).sum();
    assert!((sum - count("questions")).abs() < 0.5, "{:?}", found.measured);
    assert!(found.lines.iter().any(|(name, _)| *name == "questions"));
}

/// Comparisons among themselves and bounds of one number are decided without it, whatever their
/// number.
#[test]
fn comparisons_need_no_solver() {
    for words in [&["sorting.c", "--symbolic", "--", "-DN=5"] as &[_], &["rounds_by_input.c", "--symbolic"]] {
        let found = checked(words);
        let count = |name| found.measured.iter().find(|(known, _)| *known == name).map(|(_, count)| *count).unwrap();
        assert!(count("questions") > 300.0 && count("questions_solved") < 0.5, "{words:?}: {:?}", found.measured);
    }
}

/// Ctrl-C ends a run, also while the solver works, which has a handler of its own; tests so far
/// stay.
#[test]
fn ctrl_c_ends_the_run() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (program, tests) = (directory.join("ctrl-c.c"), directory.join("ctrl-c"));
    let text = "unsigned __VERIFIER_nondet_uint(void); int main(void) { unsigned x = __VERIFIER_nondet_uint(); int n = 0; \
                for (int i = 0; i < 28; i++) if (x >> i & 1) n++; return n > 30; }";
    std::fs::write(&program, text).unwrap();
    for n in 0..4 {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_threadbare"));
        command.args(["check", "--symbolic"]).arg(&program).stdout(std::process::Stdio::null());
        let _ = std::fs::remove_dir_all(&tests);
        if n % 2 == 0 {
            command.arg("--tests").arg(&tests);
        }
        let mut child = command.spawn().unwrap();
        let second = std::time::Duration::from_secs(1);
        std::thread::sleep(second);
        // It may take a while until it explores.
        (0..30)
            .take_while(|_| n % 2 == 0 && !tests.join("test000002.c").exists())
            .for_each(|_| std::thread::sleep(second));
        let kill = format!("kill -INT {}", child.id());
        assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        let begun = std::time::Instant::now();
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None if begun.elapsed().as_secs() < 15 => std::thread::sleep(std::time::Duration::from_millis(20)),
                None => {
                    child.kill().unwrap();
                    panic!("it goes on");
                }
            }
        };
        assert_eq!(status.code(), Some(3));
        assert_eq!(tests.join("test000001.c").exists(), n % 2 == 0);
    }
}

/// A run that is too long says where executions part.
#[test]
fn what_parts_executions_is_told() {
    let found = checked(&["splits.c", "--symbolic", "--max-executions", "100"]);
    let notes: Vec<&str> = found.notes.iter().filter(|note| note.kind == "input").map(|note| &*note.message).collect();
    let [note] = notes[..] else { panic!("{notes:?}") };
    assert!(note.contains("most often at ") && note.contains("splits.c:9 (10"), "{note}");
}

/// What one call takes is one thing, and has the name that KLEE gives it: the request is "GE".
#[test]
fn inputs_have_names() {
    let found = checked(&["klee.c", "--symbolic"]);
    let message = &found.faults[0].message;
    assert!(message.contains("with input request = \"GE"), "{message}");
}

/// What is read from standard input is input as well, and the replay knows it.
#[test]
fn standard_input_can_be_input() {
    let found = checked(&["stdin.c", "--symbolic", "--symbolic-stdin", "3"]);
    let [fault] = &*found.faults else { panic!("{} faults", found.faults.len()) };
    let schedule = &fault.schedule;
    assert!(schedule.starts_with("tb3:["), "{schedule}");
    let again = checked(&["stdin.c", "--symbolic-stdin", "3", "--replay-strict", "--replay", schedule]);
    assert_eq!((again.faults.len(), &again.faults[0].message), (1, &fault.message));
    // It implies --symbolic.
    let found = checked(&["stdin.c", "--symbolic-stdin", "3"]);
    assert_eq!((found.faults.len(), &found.faults[0].message), (1, &fault.message));
    assert!(found.symbolic && found.symbolic_reason.is_none());
}

/// A program that takes input is explored for every value without being told to, and says so; unless
/// values are given, or something that was asked for does not go with that: then it says what.
#[test]
fn every_input_is_explored_unless_values_are_given() {
    let asked = checked(&["default.c", "--symbolic"]);
    let found = checked(&["default.c"]);
    let [fault] = &*found.faults else { panic!("{} faults", found.faults.len()) };
    assert_eq!((&fault.message, &fault.schedule), (&asked.faults[0].message, &asked.faults[0].schedule));
    assert!(asked.symbolic && asked.symbolic_reason.is_none());
    let reason = found.symbolic_reason.unwrap();
    assert!(
        found.symbolic && reason.contains("default.c:") && reason.contains("calls `__VERIFIER_nondet_int`"),
        "{reason}"
    );
    // As the report says.
    let again = [&["default.c"], &found.command[3..].iter().map(String::as_str).collect::<Vec<_>>()[..]].concat();
    let again = checked(&[&again[..], &["--replay-strict", "--replay", &fault.schedule]].concat());
    assert_eq!((again.faults.len(), &again.faults[0].message, again.symbolic), (1, &fault.message, false));
    for given in [&["--nondet", "0..3"] as &[_], &["--input", "amount=3"], &["--stub", "__VERIFIER_nondet_int=3"]] {
        let found = checked(&[&["default.c"], given].concat());
        assert!(!found.symbolic && found.unsupported.is_empty(), "{given:?}: {:?}", found.unsupported);
    }
    for refused in [
        &["--preemptions", "1"] as &[_],
        &["--leaks", "fault"],
        &["--spurious"],
        &["--estimate"],
        &["--explorer", "rvf"],
        &["--explorer", "unfolding", "--cutoffs"],
    ] {
        let found = checked(&[&["default.c"], refused].concat());
        let [met] = &*found.unsupported else { panic!("{refused:?}: {:?}", found.unsupported) };
        let option = refused.join(" ").replace(" 1", "");
        assert!(
            !found.symbolic && met.what.contains(&format!("{option} ")) || met.what.contains(&format!("{option};")),
            "{}",
            met.what
        );
        assert!(met.advice.is_some_and(|advice| advice.contains("--nondet")), "{:?}", met.advice);
    }
}

/// KLEE's functions have no range.
#[test]
fn a_range_is_not_for_all_input() {
    let found = checked(&["klee.c", "--nondet", "0..3"]);
    let [met] = &*found.unsupported else { panic!("{:?}", found.unsupported) };
    assert!(met.what.starts_with("`klee_make_symbolic` takes input") && met.what.contains("--nondet"), "{}", met.what);
    assert!(met.advice.is_some_and(|advice| !advice.contains("--nondet")), "{:?}", met.advice);
    // What --input leaves open is every value.
    let found = checked(&["klee.c", "--input", "request[0]=71"]);
    assert!(found.symbolic && found.symbolic_reason.is_some_and(|why| why.contains("but for what --input fixes")));
    assert_eq!(found.faults.len(), 1);
}
