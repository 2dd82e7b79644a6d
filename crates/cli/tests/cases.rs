//! `--tests DIR`: a native run of each test with one thread gives the same output and status.

use super::validate::by::validate_by;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn program(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(file)
}

/// A directory of this test's own.
pub(super) struct Directory(pub(super) PathBuf);

impl Directory {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("threadbare-cases-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    /// The tests in it, by number.
    pub(super) fn tests(&self) -> Vec<Value> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
        files.sort();
        files.iter().map(|file| serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()).collect()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(super) fn make(file: &Path, flags: &[&str], to: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threadbare"))
        .args(["check", "--symbolic", "--keep-going"])
        .args(flags)
        .arg("--tests")
        .args([to, file])
        .output()
        .unwrap()
}

/// Compiles and runs a test by the command in its comment.
pub(super) fn run(directory: &Path, test: &Value) -> Output {
    let name = test["name"].as_str().unwrap();
    let text = std::fs::read_to_string(directory.join(format!("{name}.c"))).unwrap();
    let command = text.lines().find_map(|line| line.strip_prefix("     cc ")).unwrap();
    let command = format!("clang-22 -w {command}");
    Command::new("timeout").args(["60", "sh", "-c", &command]).current_dir(directory).output().unwrap()
}

pub(super) fn bytes(text: &Value) -> Vec<u8> {
    text.as_str().unwrap().chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

#[test]
fn a_native_run_does_the_same() {
    let programs: &[(&str, &[&str], usize)] = &[
        ("symbolic/all_types.c", &[], 2),
        ("symbolic/klee.c", &["--exit-status", "ignore"], 5),
        ("symbolic/klee_header.c", &[], 2),
        ("symbolic/floats.c", &[], 4),
        ("symbolic/fixed_bytes.c", &["--input", "more=1,2,3"], 1),
        ("symbolic/stdin.c", &["--symbolic-stdin", "3"], 1),
        ("symbolic/args.c", &["--symbolic-args", "0", "2", "3"], 3),
        ("symbolic/env.c", &["--symbolic-env", "MODE=3"], 1),
        ("symbolic/fixed_text.c", &["--symbolic-args", "0", "1", "3", "--symbolic-env", "MODE=3"], 3),
        ("symbolic/paths.c", &["--exit-status", "ignore"], 7),
    ];
    for (file, flags, least) in programs {
        let directory = Directory::new(&file.replace('/', "-"));
        let made = make(&program(file), flags, &directory.0);
        let tests = directory.tests();
        assert!(tests.len() >= *least, "{file}: {} tests: {made:?}", tests.len());
        let mut schedules: Vec<&str> = tests.iter().map(|test| test["schedule"].as_str().unwrap()).collect();
        schedules.sort_unstable();
        schedules.dedup();
        assert_eq!(schedules.len(), tests.len(), "{file}: each path is another one");
        let schema = serde_json::from_str(include_str!("../../../docs/test.schema.json")).unwrap();
        for test in &tests {
            validate_by(&schema, test).unwrap_or_else(|error| panic!("{file}: {error}"));
            let native = run(&directory.0, test);
            let told = format!("{file}: {test:#}: {native:?}");
            assert_eq!(test["threads"], 1, "{told}");
            match test["exit_status"].as_u64() {
                Some(status) => assert_eq!(native.status.code(), Some((status & 0xFF) as i32), "{told}"),
                // An assertion that fails, natively as well: `sh` tells of SIGABRT.
                None => {
                    assert_eq!(test["faults"][0]["kind"], "assertion", "{told}");
                    assert!(native.status.code().is_none_or(|code| code == 134), "{told}");
                    continue;
                }
            }
            assert_eq!([native.stdout, native.stderr].concat(), bytes(&test["output"]), "{told}");
            assert!(test["lines"].as_object().unwrap().values().any(|lines| !lines.as_array().unwrap().is_empty()));
        }
    }
}

/// Which lines a path reaches is told: the three answers of `paths.c` are in different lines.
#[test]
fn lines_are_those_of_the_path() {
    let directory = Directory::new("lines");
    let file = program("symbolic/paths.c");
    make(&file, &["--exit-status", "ignore"], &directory.0);
    let source = std::fs::read_to_string(&file).unwrap();
    let line = |mark: &str| 1 + source.lines().position(|line| line.contains(mark)).unwrap() as u64;
    for test in directory.tests() {
        let output = String::from_utf8(bytes(&test["output"])).unwrap();
        let lines = test["lines"].as_object().unwrap().values().next().unwrap().as_array().unwrap();
        for (word, mark) in [("small", "/*@small*/"), ("large", "/*@large*/")] {
            let is_reached = lines.iter().any(|found| found.as_u64() == Some(line(mark)));
            assert_eq!(output.contains(word), is_reached, "{test:#}");
        }
    }
}

/// The format of KLEE, as its documentation has it.
#[test]
fn ktest() {
    let directory = Directory::new("ktest");
    make(&program("symbolic/klee.c"), &[], &directory.0);
    let tests = directory.tests();
    let fault = tests.iter().find(|test| !test["faults"].as_array().unwrap().is_empty()).unwrap();
    let file = std::fs::read(directory.0.join(format!("{}.ktest", fault["name"].as_str().unwrap()))).unwrap();
    let mut rest = &file[..];
    let mut take = |n: usize| {
        let (bytes, more) = rest.split_at(n);
        rest = more;
        bytes.to_vec()
    };
    assert_eq!(take(5), b"KTEST");
    let number = |bytes: Vec<u8>| u32::from_be_bytes(bytes.try_into().unwrap()) as usize;
    assert_eq!(number(take(4)), 3);
    assert_eq!(number(take(4)), 1);
    let length = number(take(4));
    assert!(take(length).ends_with(b"klee.c"));
    assert_eq!((number(take(4)), number(take(4))), (0, 0));
    let mut objects = Vec::new();
    for _ in 0..number(take(4)) {
        let length = number(take(4));
        let name = String::from_utf8(take(length)).unwrap();
        let length = number(take(4));
        objects.push((name, take(length)));
    }
    assert!(take(0).is_empty() && objects.len() == 3, "{objects:?}");
    assert_eq!((objects[0].0.as_str(), &objects[0].1[..]), ("request", &b"GE\0"[..]));
    assert_eq!((objects[1].0.as_str(), objects[1].1.len()), ("number", 4));
    assert!((10..20).contains(&objects[1].1[0]));
}

/// The threads of a test have their own inputs natively, whoever asks first. Each thread has four
/// paths (each of its numbers is 7, or not), in two of which it sets its flag. So there are 16 paths.
/// The 4 in which both flags are set show the same fault: it has one test.
#[test]
fn threads_have_their_own_inputs() {
    let directory = Directory::new("threads");
    let made = make(&program("symbolic/fixed_threads.c"), &[], &directory.0);
    let tests = directory.tests();
    assert_eq!(tests.len(), 13, "{made:?}");
    for test in tests {
        let native = run(&directory.0, &test);
        // No lock orders anything: all schedules end alike.
        let fails = !test["faults"].as_array().unwrap().is_empty();
        assert_eq!(native.status.code() == Some(0), !fails, "{test:#}: {native:?}");
    }
}

/// A name that would end a comment, and that a shell takes apart.
#[test]
fn odd_names() {
    let directory = Directory::new("odd*");
    std::fs::create_dir(&directory.0).unwrap();
    let file = directory.0.join("a program.c");
    std::fs::copy(program("symbolic/paths.c"), &file).unwrap();
    let tests = directory.0.join("tests");
    make(&file, &["--exit-status", "ignore"], &tests);
    let test = serde_json::from_str(&std::fs::read_to_string(tests.join("test000002.json")).unwrap()).unwrap();
    let native = run(&tests, &test);
    assert_eq!(
        (native.status.code(), &native.stdout[..]),
        (test["exit_status"].as_i64().map(|n| n as i32), &*bytes(&test["output"])),
        "{native:?}"
    );
}

#[test]
fn what_is_there_stays() {
    let directory = Directory::new("full");
    std::fs::create_dir(&directory.0).unwrap();
    std::fs::write(directory.0.join("mine"), "x").unwrap();
    let refused = make(&program("symbolic/klee.c"), &[], &directory.0);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is not empty"), "{refused:?}");
    let refused = make(&program("symbolic/klee.c"), &[], &directory.0.join("mine"));
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}

/// A disk that is full: what is complete stays, and the report is there.
#[test]
fn a_full_disk() {
    let directory = Directory::new("disk");
    // No file may have more than 1 KB, which a test in C has.
    let limited = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} check --symbolic {} --tests {}",
        env!("CARGO_BIN_EXE_threadbare"),
        program("symbolic/klee.c").display(),
        directory.0.display()
    );
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{error}");
    assert!(error.contains("--tests: cannot write ") && error.contains("test000001"), "{error}");
    assert!(out.contains("error[assertion]"), "{out}");
    assert_eq!(std::fs::read_dir(&directory.0).unwrap().count(), 0, "half a test is removed");
}
