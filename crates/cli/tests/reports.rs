//! Reports compared with stored, reviewed texts (tests/reports).
//! `THREADBARE_BLESS=1 cargo test -p threadbare --test all reports::` stores them anew: read each of them
//! as a user would before committing it.
//!
//! The first line of a program may give options: `//! --keep-going`. A program that asks for `FIX`
//! is safe with `-DFIX`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// On a machine that is busy, half a second may be too short for the smallest execution, and what is
/// tried beside the exploration needs its time, too. Which fault comes first, and after how many
/// executions, depends on the number of workers.
fn report(options: &[&str]) -> String {
    run(&[&["check", "--minimise", "60s"], options].concat(), "100")
}

fn run(words: &[&str], columns: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_threadbare"))
        .args(words)
        .current_dir(root())
        .env("COLUMNS", columns)
        .env("TMPDIR", "/tmp")
        .env("THREADBARE_PATIENCE", "20")
        .env_remove("NO_COLOR")
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn same(stored: &Path, text: &str) -> Result<(), String> {
    if std::env::var_os("THREADBARE_BLESS").is_some() {
        std::fs::write(stored, text).unwrap();
    }
    let expected = std::fs::read_to_string(stored).unwrap_or_default();
    if text == expected {
        return Ok(());
    }
    Err(format!("{}: expected\n{expected}\nfound\n{text}\nTHREADBARE_BLESS=1 stores it anew", stored.display()))
}

#[test]
fn reports() {
    let folder = root().join("tests/reports");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(files.len() >= 20, "the programs are missing");
    let mut wrong = Vec::new();
    let mut twins = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let name = format!("tests/reports/{}", file.file_name().unwrap().to_string_lossy());
        let mut options = vec![name.as_str()];
        options.extend(first.strip_prefix("//! ").into_iter().flat_map(str::split_whitespace));
        let shown = report(&options);
        let is_wide = |line: &&str| line.chars().count() > 100;
        let table = shown.split("\n\n").filter(|part| part.starts_with("How it comes about"));
        wrong.extend(table.flat_map(str::lines).find(is_wide).map(|line| format!("{name}: too wide: {line}")));
        wrong.extend(same(&file.with_extension("txt"), &shown).err());
        // The corrected twin.
        if text.contains("def FIX\n") {
            let said = report(&[&options[..], &["--", "-DFIX"]].concat());
            wrong.extend((!said.contains("safe: ")).then(|| format!("{name} with -DFIX:\n{said}")));
            twins += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(twins >= 9, "the twins are missing");
}

/// Where steps are in several files, each stands with its file.
#[test]
fn several_files() {
    let text = report(&["tests/reports/table/main.c", "tests/reports/table/table.c"]);
    same(&root().join("tests/reports/table/report.txt"), &text).unwrap();
}

/// The headline's facts stand in the JSON, too, and each party has a stack.
#[test]
fn json_has_both_parties() {
    for (name, kind) in [
        ("race_counter", "data-race"),
        ("race_flag", "data-race"),
        ("race_strcpy", "data-race"),
        ("free_connection", "use-after-free"),
        ("free_ordered", "use-after-free"),
        ("free_stack", "use-after-free"),
        ("double_free", "double-free"),
    ] {
        let text = report(&[&format!("tests/reports/{name}.c"), "--format", "json"]);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let fault = &value["faults"][0];
        assert_eq!(fault["kind"], kind, "{name}");
        let events = fault["events"].as_array().unwrap();
        let party = |of: &serde_json::Value, number: u64| {
            let event = &events[of["event"].as_u64().unwrap() as usize];
            assert_eq!(event["thread"], of["thread"], "{name}");
            assert_eq!(event["line"], of["location"]["line"], "{name}");
            assert!(!of["stack"].as_array().unwrap().is_empty(), "{name}");
            assert_eq!(of["stack"][0]["location"], of["location"], "{name}");
            event["party"] == number
        };
        let other = &fault["other"];
        assert!((party(fault, 1) && party(other, 2)) || (party(fault, 2) && party(other, 1)), "{name}");
        assert_eq!(events.last().unwrap()["party"], 2, "{name}: the second party is the last step");
        let refused: Vec<_> = events.iter().filter(|event| event["refused"] == true).collect();
        assert_eq!(refused, [events.last().unwrap()], "{name}: the second party is not performed");
        for thread in fault["threads"].as_array().unwrap() {
            assert_ne!(thread["function"], "", "{name}");
        }
    }
}

/// What they print to see an execution again shows it.
#[test]
fn printed_replays() {
    let model = ["--model", "rc11"];
    for (name, options) in [
        // Rounds of loops that were gone on from since others share the memory they look at.
        ("spin/two_variables_relaxed", &model[..0]),
        ("retry/part_in_a_free", &model),
        // Found in interleavings.
        ("polls/never", &model),
    ] {
        let file = format!("tests/programs/{name}.c");
        let first = report(&[&[file.as_str(), "--format", "json"], options].concat());
        let first: serde_json::Value = serde_json::from_str(&first).unwrap();
        let command = shell_words::split(first["faults"][0]["replay_command"].as_str().unwrap()).unwrap();
        let mut words: Vec<&str> = command[1..].iter().map(String::as_str).collect();
        words.extend(["--format", "json"]);
        let again: serde_json::Value = serde_json::from_str(&run(&words, "100")).unwrap();
        assert_eq!(again["faults"][0]["kind"], first["faults"][0]["kind"], "{command:?}: {again}");
    }
}

/// A thread that looks in a loop does not count as waiting, and that is said.
#[test]
fn what_a_preemption_is() {
    let text = report(&["tests/programs/bounds/waits_in_a_loop.c", "--preemptions", "0"]);
    assert!(text.contains("with no preemption (to leave a loop that waits counts as one; "), "{text}");
}

/// Handles are threads, and what the libraries keep for themselves is no step.
#[test]
fn all_steps_are_those_of_the_program() {
    let text = report(&["tests/reports/key_destructor.c", "--steps", "all"]);
    assert!(text.contains("a = T1") && text.contains("mine#1 = 1"), "{text}");
    assert!(!text.contains("__tb_") && !text.contains("keys.c"), "{text}");
}

/// The calls of each thread that waits, with the thread.
#[test]
fn compilers_lines_say_whose_the_calls_are() {
    let text = report(&["tests/reports/deadlock_transfer.c", "--format", "gcc"]);
    for (line, thread) in [(26, "forth`, in T1 forth"), (32, "back`, in T2 back")] {
        assert!(text.contains(&format!("deadlock_transfer.c:{line}:5: note: called by `{thread}\n")), "{text}");
    }
}

/// One short command shows a fault again, however long its schedule is.
#[test]
fn schedules_in_files() {
    let program = "tests/reports/race_ping_pong.c";
    let folder = std::env::temp_dir().join(format!("threadbare-replays-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, json) = (folder.join("a.schedule"), folder.join("a.json"));
    let (file, json) = (file.to_str().unwrap(), json.to_str().unwrap());
    let text = report(&[program, "--save", file, "--format", &format!("json={json}")]);
    assert!(text.contains(&format!("check {program} --replay {file}\n")), "{text}");
    let (shown, _) = text.split_once("\n\nTo see this").unwrap();
    for replayed in [file, json] {
        assert!(report(&[program, "--replay", replayed]).starts_with(shown), "{replayed}");
    }
    // The command with `--replay` behind it leaves the file as it is; what is replayed can be
    // saved.
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(report(&[program, "--save", file, "--replay", file]).starts_with(shown));
    assert_eq!(std::fs::read_to_string(file).unwrap(), saved);
    let other = folder.join("b.schedule");
    report(&[program, "--save", other.to_str().unwrap(), "--replay", json]);
    assert_eq!(std::fs::read_to_string(other).unwrap().lines().last(), saved.lines().last());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What README shows is what is printed to a pipe.
#[test]
fn readme() {
    let path = root().join("README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once("```console\n").unwrap();
    let (block, after) = rest.split_once("```\n").unwrap();
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ threadbare "));
    let shown: Vec<String> = commands
        .map(|command| {
            let words: Vec<&str> = command.split_whitespace().collect();
            format!("$ threadbare {command}\n{}", run(&words, "").trim_end())
        })
        .collect();
    let now = format!("{before}```console\n{}\n```\n{after}", shown.join("\n\n"));
    same(&path, &now).unwrap();
}
