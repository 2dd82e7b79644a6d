//! The C runtime, compiled for this machine, against the C library of this machine.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The functions that a source of the runtime defines, or uses from elsewhere: to be renamed.
fn names(source: &str) -> BTreeSet<String> {
    const ALWAYS: [&str; 6] = ["malloc", "free", "__errno_location", "stdin", "stdout", "stderr"];
    let mut names: BTreeSet<String> = ALWAYS.map(str::to_owned).into();
    let is_one =
        |line: &&str| line.contains('(') && !line.starts_with([' ', '#', '/', '}']) && !line.starts_with("static");
    for line in source.lines().filter(is_one) {
        // The functions that a macro defines have their name as its first argument.
        let (head, rest) = line.split_once('(').unwrap_or((line, ""));
        let first = rest.split([',', ')']).next().unwrap_or("");
        let is_macro = head.chars().all(|c| c.is_ascii_uppercase());
        let word = if is_macro { first } else { head };
        let word = word.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        if !word.is_empty() && word != "_Static_assert" {
            names.insert(word.to_owned());
        }
    }
    names
}

/// Links the parts of the runtime with a program that compares them; what it prints.
fn compared(with: &str, parts: &[&str], args: &[String]) -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if Command::new("cc").arg("--version").output().is_err() {
        return None; // no compiler here
    }
    let dir = std::env::temp_dir().join(format!("threadbare-{with}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let program = dir.join("runtime");
    let mut objects = Vec::new();
    let source = |part: &&str| std::fs::read_to_string(here.join("runtime").join(part)).expect("it is there");
    // What one part defines another one may use.
    let names: BTreeSet<String> = parts.iter().flat_map(|part| names(&source(part))).collect();
    for part in parts {
        let path = here.join("runtime").join(part);
        let object = dir.join(part).with_extension("o");
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-ffreestanding", "-fno-builtin", "-w", "-DMOST_FILES=100000", "-c"])
            .arg(&path)
            .arg("-o")
            .arg(&object);
        cc.args(names.iter().map(|name| format!("-D{name}=tb_{name}")));
        let done = cc.output().expect("cc runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        objects.push(object);
    }
    let mut cc = Command::new("cc");
    cc.args(["-O0", "-fno-builtin", "-w"]).arg(here.join("tests").join(with)).args(&objects).arg("-o").arg(&program);
    let done = cc.output().expect("cc runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let folder = dir.join("files");
    std::fs::create_dir(&folder).expect("a directory for what it writes");
    let ran = Command::new(&program).args(args).current_dir(folder).output().expect("it runs");
    let _ = std::fs::remove_dir_all(&dir);
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}

#[test]
fn pure_functions_do_what_the_c_library_does() {
    for (with, parts) in [
        ("runtime.c", &["string.c", "stdlib.c", "errors.c", "ctype.c"][..]),
        (
            "runtime_texts.c",
            &[
                "calendar.c",
                "scan.c",
                "errors.c",
                "drand48.c",
                "wchar.c",
                "fnmatch.c",
                "path.c",
                "string.c",
                "ctype.c",
                "versions.c",
                "random.c",
            ],
        ),
    ] {
        let printed = compared(with, parts, &[]).unwrap_or_else(|| "0 differences\n".into());
        assert_eq!(printed, "0 differences\n", "{with}");
    }
}

#[test]
fn files_are_those_of_the_c_library() {
    const PARTS: [&str; 18] = [
        "files.c",
        "pipes.c",
        "queue.c",
        "poll.c",
        "regular.c",
        "directory.c",
        "naming.c",
        "status.c",
        "listing.c",
        "control.c",
        "locks.c",
        "vectors.c",
        "replace.c",
        "streams.c",
        "seek.c",
        "stdio.c",
        "input.c",
        "scan.c",
    ];
    let seeds = threadbare_effort::seeds(600);
    let args = [seeds.start.to_string(), seeds.end.to_string()];
    for with in ["runtime_files.c", "runtime_names.c"] {
        let printed = compared(with, &PARTS, &args).unwrap_or_else(|| "0 differences\n".into());
        assert_eq!(printed, "0 differences\n", "{with}");
    }
}
