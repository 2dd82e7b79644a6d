//! The binary, given what nobody should give it: wrong inputs, wrong options, places that cannot be
//! written to, signals. Each test says what must come out: the exit code, and words of the message.

use super::validate;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn input(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/inputs").join(name)
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    command.args(words).env_remove("RUST_BACKTRACE").stdin(Stdio::null());
    command
}

fn run(words: &[&str]) -> Output {
    command(words).output().unwrap()
}

fn check(file: &str, options: &[&str]) -> Output {
    let path = input(file);
    let mut words = vec!["check", path.to_str().unwrap()];
    words.extend(options);
    run(&words)
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[track_caller]
fn expect(output: &Output, code: i32, words: &[&str]) {
    let text = text(output);
    assert_eq!(output.status.code(), Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in:\n{text}");
    }
    assert!(!text.contains("panicked") && !text.contains("This is a bug of threadbare"), "{text}");
}

/// A file of the test's own.
fn scratch(name: &str, content: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Of an execution with very many plain accesses the first and the last are kept.
#[test]
fn many_plain_accesses() {
    let filled = check("filled.c", &["--steps", "all"]);
    expect(&filled, 1, &["error[assertion]", "first = 2", "steps not recorded", "last = 7", "last is 7"]);
}

#[test]
fn verdicts_are_exit_codes() {
    expect(&check("safe.c", &[]), 0, &["safe: all 6 executions were explored"]);
    expect(&check("race.c", &[]), 1, &["error[data-race]", "race.c:"]);
    expect(&check("unknown.c", &[]), 3, &["incomplete", "oracle"]);
    expect(&check("unknown.c", &["--stub", "oracle=1"]), 0, &["safe"]);
}

#[test]
fn inputs_that_are_none() {
    expect(&run(&["check", "/no/such/file.c"]), 2, &["/no/such/file.c"]);
    expect(&run(&["check", env!("CARGO_MANIFEST_DIR")]), 2, &["error"]);
    expect(&check("syntax.c", &[]), 2, &["syntax.c:1", "expected ';'"]);
    let garbage = scratch("garbage.bc", b"BC\xc0\xde\0\0\0\0garbage, and more of it");
    expect(&run(&["check", garbage.to_str().unwrap()]), 2, &["garbage.bc"]);
    let empty = scratch("empty.bc", b"");
    expect(&run(&["check", empty.to_str().unwrap()]), 2, &["main"]);
    let nonsense = scratch("nonsense.ll", b"define i32 @main( {\n");
    expect(&run(&["check", nonsense.to_str().unwrap()]), 2, &["nonsense.ll"]);
    let no_main = scratch("no_main.c", b"int f(void) { return 0; }\n");
    expect(&run(&["check", no_main.to_str().unwrap()]), 2, &["main"]);
    let unknown = scratch("program.xyz", b"hello");
    expect(&run(&["check", unknown.to_str().unwrap()]), 2, &["program.xyz"]);
}

#[test]
fn truncated_bitcode() {
    let bitcode = Path::new(env!("CARGO_TARGET_TMPDIR")).join("safe.bc");
    let clang = std::env::var("THREADBARE_CLANG").unwrap_or("clang-22".into());
    let made = Command::new(clang).args(["-c", "-emit-llvm", "-g", "-o"]).arg(&bitcode).arg(input("safe.c")).status();
    assert!(made.unwrap().success());
    let bytes = std::fs::read(&bitcode).unwrap();
    expect(&run(&["check", bitcode.to_str().unwrap()]), 0, &["safe"]);
    for part in [4, 100, bytes.len() / 2, bytes.len() - 8] {
        let cut = scratch(&format!("cut{part}.bc"), &bytes[..part]);
        let output = run(&["check", cut.to_str().unwrap()]);
        expect(&output, 2, &["cut"]);
    }
}

/// LLVM's own reader crashes on some garbled files: also then who wants JSON gets it.
#[test]
fn garbled_bitcode_is_told_as_json() {
    let bitcode = Path::new(env!("CARGO_TARGET_TMPDIR")).join("garbled.bc");
    let clang = std::env::var("THREADBARE_CLANG").unwrap_or("clang-22".into());
    let made = Command::new(clang).args(["-c", "-emit-llvm", "-o"]).arg(&bitcode).arg(input("safe.c")).status();
    assert!(made.unwrap().success());
    let good = std::fs::read(&bitcode).unwrap();
    for n in 1..4000 {
        // Bits from all over the file, each once.
        let place = n * 7919 % (good.len() * 8);
        let mut bytes = good.clone();
        bytes[place / 8] ^= 1 << (place % 8);
        std::fs::write(&bitcode, bytes).unwrap();
        let output = run(&["explain", "--format", "json", bitcode.to_str().unwrap()]);
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("it is JSON");
        if text(&output).contains("broke down") {
            assert_eq!(output.status.code(), Some(2));
            return;
        }
    }
    panic!("LLVM's reader has become robust: the guard is needed no more");
}

#[test]
fn ignored_races() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/races/ignored.c");
    let output = run(&["check", "--races", "ignore", "--explorer", "graph", file.to_str().unwrap()]);
    expect(&output, 2, &["data race on", "`--races ignore` assumes"]);
}

#[test]
fn wrong_options() {
    expect(&check("safe.c", &["--no-such-option"]), 2, &["--no-such-option"]);
    expect(&check("safe.c", &["--explorer", "magic"]), 2, &["magic", "naive", "graph"]);
    expect(&check("safe.c", &["--model", "arm"]), 2, &["arm", "rc11", "auto"]);
    expect(&check("safe.c", &["--model", "tso", "--explorer", "naive"]), 2, &["--model tso", "--explorer graph"]);
    expect(&check("safe.c", &["--timeout", "soon"]), 2, &["soon", "30s"]);
    expect(&check("safe.c", &["--unroll", "0"]), 2, &["unroll"]);
    expect(&check("safe.c", &["--nondet", "3..1"]), 2, &["empty"]);
    expect(&check("safe.c", &["--stub", "f"]), 2, &["name=value"]);
    expect(&check("safe.c", &["--replay", "tb1:0", "--estimate"]), 2, &["--estimate", "--replay"]);
    expect(&run(&["check"]), 2, &["FILE"]);
    expect(&run(&["frobnicate"]), 2, &["frobnicate"]);
    expect(&check("safe.c", &["--", "--no-such-clang-flag"]), 2, &["no-such-clang-flag"]);
}

#[test]
fn weak_memory() {
    let flag = "../../../../tests/programs/weak/message_passing.c";
    let why = "memory model rc11, since ";
    expect(
        &check(flag, &[]),
        1,
        &[why, "message_passing.c:23 has a relaxed store", "data is 0 (old)", "reads the old value 0"],
    );
    expect(&check("safe.c", &["--details"]), 0, &["memory model sc, since "]);
    expect(&check(flag, &["--model", "sc"]), 0, &["sequential consistency"]);
    expect(&check(flag, &["--model", "sc", "--release-sequence", "cpp20"]), 2, &["needs --model rc11"]);
    expect(&check(flag, &["--model", "tso", "--release-sequence", "c11"]), 2, &["needs --model rc11"]);
    expect(&check(flag, &["--release-sequence", "c11", "--shard", "1/2"]), 2, &["may need two explorations"]);
    expect(&check(flag, &["--release-sequence", "c11"]), 1, &["--release-sequence c11 --replay"]);
    expect(&check(flag, &["--explorer", "naive"]), 2, &["naive knows only sequential consistency", "--model sc"]);
    expect(&check(flag, &["--cutoffs"]), 2, &["prefix knows only sequential", "Without --cutoffs or --explorer"]);
    let payload = "../../../../benches/programs/mp_relaxed_payload.c";
    expect(&check(payload, &[]), 1, &["data-race", "with release and acquire they would"]);
    let json: serde_json::Value = serde_json::from_slice(&check(flag, &["--format", "json"]).stdout).unwrap();
    validate::validate(&json).unwrap();
    let schedule = json["faults"][0]["schedule"].as_str().unwrap();
    assert!(schedule.starts_with("tb2:rc11:"), "{schedule}");
    let old = json["faults"][0]["events"].as_array().unwrap().iter().find(|e| e.get("goes_before").is_some()).unwrap();
    assert_eq!((&old["read"], &old["reads_from"]), (&serde_json::json!("0"), &serde_json::Value::Null));
    let hidden = &json["faults"][0]["events"][old["goes_before"].as_u64().unwrap() as usize];
    assert_eq!((&hidden["location"], &hidden["written"]), (&serde_json::json!("data"), &serde_json::json!("42")));
    expect(&check(flag, &["--replay", schedule]), 1, &["data is 0 (old)"]);
    expect(&check(flag, &["--replay", schedule, "--model", "sc"]), 2, &["--model sc", "rc11"]);
    // Of all that rc11 allows, tso allows less.
    let as_tso = schedule.replace("rc11", "tso");
    expect(&check(flag, &["--replay", &as_tso]), 2, &["does not belong to this program"]);
    expect(&check(flag, &["--replay", "tb2:rc11:0=9"]), 2, &["does not belong to this program"]);
    expect(&check(flag, &["--replay", "tb2:arm:0"]), 2, &["tb2:"]);
}

/// A proof about a program without its assertions says so.
#[test]
fn assertions_are_off() {
    let program = "../../../../examples/lost_update.c";
    expect(&check(program, &["--", "-DNDEBUG"]), 0, &["note[ndebug]", "-UNDEBUG"]);
    expect(&check(program, &["--", "-DNDEBUG", "-UNDEBUG"]), 1, &["error[assertion]"]);
    let output = check("race.c", &["--", "-DNDEBUG"]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("ndebug"), "it asserts nothing");
}

/// A name that is misspelt, given twice, or defined by the inputs.
#[test]
fn stubs_without_effect() {
    let told = |arguments: &[&str], text: &str| {
        let output = check("unknown.c", arguments);
        assert!(String::from_utf8_lossy(&output.stdout).contains(text), "{output:?}");
    };
    told(&["--stub", "oracel=1"], "note[stub]: --stub oracel=1 has no effect: nothing calls a function of that name");
    told(&["--stub", "oracle=1", "--stub", "oracle=2"], "--stub oracle=2 has no effect: oracle=1 was given before");
    let defined = input("oracle.c");
    let defined = ["--stub", "oracle=1", "--define-stub", defined.to_str().unwrap()];
    told(&defined, "--stub oracle=1 has no effect: the inputs define `oracle`");
    let output = check("unknown.c", &["--stub", "oracle=1"]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("note[stub]"), "{output:?}");
}

/// A stub does not help against inline assembly.
#[test]
fn advice_for_inline_assembly() {
    let output = check("assembly.c", &[]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("inline assembly \"bswap $0\"") && text.contains("--define-stub FILE.c"), "{text}");
    assert!(!text.contains("--stub name=value"), "{text}");
}

#[test]
fn schedules() {
    let output = check("race.c", &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let schedule = json["faults"][0]["schedule"].as_str().unwrap();
    expect(&check("race.c", &["--replay", schedule]), 1, &["error[data-race]", "replayed"]);
    // The command that has found it, whatever it says on how to explore.
    let found = ["--timeout", "1m", "--keep-going", "-j", "2", "--explorer", "auto", "--max-memory", "4G"];
    expect(&check("race.c", &[&found[..], &["--replay", schedule]].concat()), 1, &["error[data-race]", "replayed"]);
    expect(&check("safe.c", &["--replay", "nonsense"]), 2, &["tb1:"]);
    expect(&check("safe.c", &["--replay", "tb1:7"]), 2, &["does not belong to this program", "T7 has not begun"]);
    expect(&check("safe.c", &["--replay", "tb1:0*4000000"]), 2, &["does not belong to this program"]);
    expect(&check("safe.c", &["--replay", "tb1:0*4000001"]), 2, &["more than 4000000 steps"]);
    expect(&check("safe.c", &["--replay", "tb1:0=5"]), 2, &["does not belong to this program"]);
    expect(&check("safe.c", &["--replay", "tb1:"]), 3, &["replayed"]);
    expect(&check("unknown.c", &["--replay", schedule]), 3, &["oracle"]);
}

/// A schedule of a program that was changed is made to fit, as far as that still shows a fault.
#[test]
fn schedules_of_a_changed_program() {
    // The writer's three steps, the reader's two.
    let replay = |options: &[&str]| check("changed.c", &[&["--replay", "tb1:0*2,1*3,2*2"], options].concat());
    expect(&replay(&[]), 1, &["assertion failed"]);
    expect(&replay(&["--", "-DONE_MORE"]), 1, &["assertion failed", "note[replay]", "1 step was added at its end"]);
    expect(&replay(&["--", "-DONE_LESS"]), 1, &["assertion failed", "note[replay]", "step 5", "1 step was left out"]);
    expect(&replay(&["--replay-strict", "--", "-DONE_LESS"]), 2, &["does not belong to this program", "step 5"]);
    expect(&replay(&["--replay-strict", "--", "-DONE_MORE"]), 2, &["ends where threads can still go on"]);
    expect(&replay(&["--", "-DONE_LESS", "-DMENDED"]), 2, &["step 5", "what fits of it shows no fault"]);
    expect(&replay(&["--", "-DMENDED"]), 3, &["no fault"]);
}

#[test]
fn limits() {
    let quick = ["--max-steps", "100000"];
    expect(&check("endless.c", &quick), 3, &["max-steps", "100000", "endless.c:3"]);
    expect(&check("recursion.c", &[]), 1, &["stack-overflow"]);
    expect(&check("many.c", &["--max-executions", "10"]), 3, &["max-executions", "10 executions"]);
    expect(&check("safe.c", &["--max-executions", "6"]), 0, &["safe"]);
    expect(&check("safe.c", &["--max-executions", "5"]), 3, &["max-executions"]);
    let start = Instant::now();
    expect(&check("many.c", &["--explorer", "naive", "--timeout", "300ms"]), 3, &["timeout", "0.3 s"]);
    assert!(start.elapsed() < Duration::from_secs(20));
}

/// The end comes where a thread is about to join the next of threads that start alike: that it has
/// not done so says nothing about them.
#[test]
fn a_run_that_is_stopped_keeps_its_count() {
    for _ in 0..5 {
        let result = check("alike.c", &["--timeout", "200ms", "-j1"]);
        expect(&result, 3, &["timeout"]);
        assert!(!text(&result).contains(" 0 executions"), "{}", text(&result));
    }
}

#[test]
fn a_loop_without_end_does_not_stand_in_the_way_of_the_clock() {
    let start = Instant::now();
    expect(&check("endless.c", &["--timeout", "300ms", "--max-steps", "1000000000000"]), 3, &["timeout"]);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn questions_about_the_input_are_given_up_in_time() {
    let start = Instant::now();
    let flags = ["--symbolic", "--keep-going", "--timeout", "500ms", "--", "-O0"];
    let text = text(&check("exits.c", &flags));
    assert!(text.contains("timeout") || text.contains("256 values"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(30), "{text}");
}

/// An execution without end, or too many events kept, take memory; that is no reason to be killed,
/// and no fault.
#[test]
fn memory_is_used_up() {
    for explorer in ["graph", "unfolding", "auto"] {
        let flags = ["--max-memory", "100M", "--explorer", explorer, "--timeout", "300s"];
        expect(&check("polls.c", &flags), 3, &["max-memory (100 MB)", "--unroll"]);
    }
    let flags = ["--max-memory", "100M", "--cutoffs", "--no-advice"];
    expect(&check("two_totals.c", &flags), 3, &["max-memory (100 MB)", "no fault in any state that at most"]);
    expect(&check("safe.c", &["--max-memory", "4GB"]), 0, &["safe"]);
    expect(&check("safe.c", &["--max-memory", "much"]), 2, &["much", "4G"]);
}

/// Nor is a limit on the addresses that the process may have.
#[test]
fn addresses_are_used_up() {
    let limited = |program: &str| {
        let shell = format!(
            "ulimit -v 1500000; exec {} check {} --timeout 300s",
            env!("CARGO_BIN_EXE_threadbare"),
            input(program).display()
        );
        std::process::Command::new("sh").args(["-c", &shell]).output().unwrap()
    };
    expect(&limited("polls.c"), 3, &["max-memory", "--unroll"]);
    expect(&limited("safe.c"), 0, &["safe"]);
}

#[test]
fn reports_that_cannot_be_written() {
    expect(&check("safe.c", &["--output", "/no/such/folder/report"]), 2, &["cannot write to /no/such/folder/report"]);
    // The result is not lost.
    expect(&check("safe.c", &["--output", "/dev/full"]), 2, &["cannot write to /dev/full", "safe: all 6"]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let path = input("safe.c");
    let output = command(&["check", path.to_str().unwrap()]).stdout(full).output().unwrap();
    expect(&output, 2, &["cannot write to standard output"]);
    let report = scratch("report.json", b"");
    let output = check("safe.c", &["--format", "json", "--output", report.to_str().unwrap()]);
    expect(&output, 0, &[]);
    assert!(output.stdout.is_empty());
    assert!(std::fs::read_to_string(report).unwrap().contains("\"safe\""));
}

#[test]
fn a_reader_that_goes_away() {
    let path = input("race.c");
    let mut child =
        command(&["check", path.to_str().unwrap()]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(1), ""));
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// `timeout` sends its signal to the process, and to the group in which it is.
#[test]
fn asked_twice_to_end() {
    let path = input("endless.c");
    let words = ["check", path.to_str().unwrap(), "--format", "json", "--max-steps", "1000000000000"];
    let child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    signal(&child, "-TERM");
    // It may have come to its end in between.
    let _ = Command::new("kill").args(["-TERM", &child.id().to_string()]).stderr(Stdio::null()).status();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    assert_eq!(json["bounds"][0]["name"], "interrupted", "{json:#}");
}

#[test]
fn ctrl_c_shows_what_is_known() {
    for (file, options) in [
        ("many.c", ["--explorer", "naive"]),
        ("many.c", ["--explorer", "graph"]),
        ("endless.c", ["--max-steps", "1000000000000"]),
    ] {
        let path = input(file);
        let mut words = vec!["check", path.to_str().unwrap(), "--format", "json"];
        words.extend(options);
        let child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        interrupt(&child);
        let start = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(15), "it took {:?} to stop", start.elapsed());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        // A fast machine may be done already.
        if json["verdict"] == "safe" {
            continue;
        }
        assert_eq!(output.status.code(), Some(3), "{}", text(&output));
        assert_eq!(json["bounds"][0]["name"], "interrupted", "{json:#}");
    }
}

#[test]
fn keep_going_finds_different_faults_once() {
    let output = check("two_faults.c", &["--keep-going", "--format", "json"]);
    expect(&output, 1, &[]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut lines: Vec<u64> =
        json["faults"].as_array().unwrap().iter().map(|f| f["location"]["line"].as_u64().unwrap()).collect();
    lines.sort_unstable();
    assert_eq!(lines, [10, 20], "each assertion once");
    assert_eq!(json["complete"], true);
    assert_eq!(json["faults"][0]["output"], "begin\n");
}

#[test]
fn explain_says_what_it_sees() {
    let path = input("unknown.c");
    let output = run(&["explain", path.to_str().unwrap()]);
    expect(
        &output,
        0,
        &["worker, started in main", "unknown.c:12", "oracle", "unknown.c:7", "pthread_join", "in main"],
    );
    expect(&run(&["explain", "/no/such/file.c"]), 2, &["/no/such/file.c"]);
    // What the libraries' C part defines is modelled as well.
    let waits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lost_wakeup.c");
    let output = run(&["explain", waits.to_str().unwrap()]);
    expect(&output, 0, &["where it is reached):\n  nothing", "pthread_cond_wait"]);
    // A loop that only looks needs no bound; one that locks in each round may.
    let output = run(&["explain", input("poll.c").to_str().unwrap()]);
    expect(
        &output,
        0,
        &[
            "in poll: waits for others: needs no --unroll if it only reads under the lock",
            "in try_to: waits for others: needs no --unroll",
        ],
    );
    let output = run(&["explain", input("tries.c").to_str().unwrap()]);
    expect(&output, 0, &["in both: may need --unroll: it tries locks, and locks or unlocks in each round"]);
    let output = run(&["explain", input("until_stopped.c").to_str().unwrap()]);
    expect(&output, 0, &["waits for others, and may need --unroll: it writes shared memory meanwhile"]);
}

#[test]
fn help_man_and_completions() {
    expect(&run(&["--help"]), 0, &["check", "explain", "Exit codes"]);
    expect(&run(&["check", "--help"]), 0, &["--races", "--keep-going", "--replay", "--spurious"]);
    expect(&run(&["--version"]), 0, &["threadbare"]);
    expect(
        &run(&["man"]),
        0,
        &[".TH threadbare", "EXIT CODES"].map(|w| if w == "EXIT CODES" { "Exit codes" } else { w }),
    );
    expect(&run(&["man", "check"]), 0, &["races"]);
    // Every page that the first one names is there, and `make install` installs it.
    let install = include_str!("../../../Makefile");
    let page = text(&run(&["man"]));
    for name in page.split("threadbare\\-").skip(1).filter_map(|rest| rest.split('(').next()) {
        expect(&run(&["man", name]), 0, &[".TH"]);
        assert!(install.contains(&format!("threadbare-{name}.1")), "{name}");
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        expect(&output, 0, &["explain", "filter"]);
        assert!(!text(&output).contains("one-look"), "{shell}: what is hidden is not on offer");
    }
    // Each option has a description.
    for name in ["check", "test", "compare"] {
        let page = text(&run(&["man", name]));
        let options = page.split("\n.TP\n").skip(1).filter(|option| option.starts_with("\\fB\\-"));
        for option in options {
            assert!(option.lines().nth(1).is_some_and(|line| !line.starts_with('.')), "{name}: {option}");
        }
    }
}

#[test]
fn json_errors_are_json() {
    let output = run(&["check", "--format", "json", "/no/such/file.c"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &json["verdict"]), (Some(2), &"error".into()));
}

#[test]
fn json_is_as_documented() {
    let replay = check("race.c", &["--format", "json"]);
    let replay: serde_json::Value = serde_json::from_slice(&replay.stdout).unwrap();
    let schedule = replay["faults"][0]["schedule"].as_str().unwrap();
    let runs: [(&str, &[&str]); 9] = [
        ("race.c", &[]),
        ("race.c", &["--races", "explore"]),
        ("race.c", &["--replay", schedule]),
        ("two_faults.c", &["--keep-going"]),
        ("safe.c", &["--explorer", "naive"]),
        ("unknown.c", &[]),
        ("endless.c", &["--max-steps", "1000"]),
        ("recursion.c", &[]),
        ("syntax.c", &[]),
    ];
    for (file, options) in runs {
        let output = check(file, &[options, &["--format", "json"]].concat());
        let json = serde_json::from_slice(&output.stdout).unwrap();
        validate::validate(&json).unwrap_or_else(|e| panic!("{file} {options:?}: {e}"));
    }
}
