//! The C runtime, compiled for this machine, against the C library of this machine.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The functions that a source of the runtime defines, or uses from elsewhere: to be renamed.
fn names(source: &str) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = ["malloc", "free", "__errno_location"].map(str::to_owned).into();
    for line in source.lines().filter(|line| line.contains('(') && !line.starts_with([' ', '#', '/', '}'])) {
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
fn compared(with: &str, parts: &[&str]) -> Option<String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if Command::new("cc").arg("--version").output().is_err() {
        return None; // no compiler here
    }
    let dir = std::env::temp_dir().join(format!("threadbare-{with}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a temporary directory");
    let program = dir.join("runtime");
    let mut objects = Vec::new();
    for part in parts {
        let path = here.join("runtime").join(part);
        let source = std::fs::read_to_string(&path).expect("it is there");
        let object = dir.join(part).with_extension("o");
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-ffreestanding", "-fno-builtin", "-w", "-c"]).arg(&path).arg("-o").arg(&object);
        cc.args(names(&source).iter().map(|name| format!("-D{name}=tb_{name}")));
        let done = cc.output().expect("cc runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        objects.push(object);
    }
    let mut cc = Command::new("cc");
    cc.args(["-O0", "-fno-builtin", "-w"]).arg(here.join("tests").join(with)).args(&objects).arg("-o").arg(&program);
    let done = cc.output().expect("cc runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let ran = Command::new(&program).output().expect("it runs");
    let _ = std::fs::remove_dir_all(&dir);
    Some(String::from_utf8_lossy(&ran.stdout).into_owned())
}

#[test]
fn pure_functions_do_what_the_c_library_does() {
    for (with, parts) in [
        ("runtime.c", &["string.c", "stdlib.c", "errors.c", "ctype.c"][..]),
        (
            "runtime_texts.c",
            &["calendar.c", "scan.c", "errors.c", "drand48.c", "wchar.c", "fnmatch.c", "path.c", "string.c", "ctype.c"],
        ),
    ] {
        let printed = compared(with, parts).unwrap_or_else(|| "0 differences\n".into());
        assert_eq!(printed, "0 differences\n", "{with}");
    }
}
