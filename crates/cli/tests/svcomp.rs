//! `threadbare svcomp`: the verdict of each task is right, and `true` is not said where something
//! is left open.

use saphyr::{LoadableYamlNode, Yaml};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const UNREACH: &str = "G ! call(reach_error())";
const RACE: &str = "G ! data-race";
const DEADLOCK: &str = "G ! deadlock";
const MEMORY: &str = "G valid-free) )\nCHECK( init(main()), LTL(G valid-deref";
const CLEANUP: &str = "G valid-memcleanup";
const OVERFLOW: &str = "G ! overflow";

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("svcomp-{}-{name}", std::process::id()))
}

fn run(property: &str, file: &Path, flags: &[&str]) -> Output {
    run_as("LP64", property, file, flags)
}

fn run_as(model: &str, property: &str, file: &Path, flags: &[&str]) -> Output {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let path = scratch(&format!("{name}-{}.prp", property.len()));
    std::fs::write(&path, format!("CHECK( init(main()), LTL({property}) )\n")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
    let time: &[&str] = if flags.contains(&"--timeout") { &[] } else { &["--timeout", "60s"] };
    command.args(["svcomp", "--data-model", model]).args(time).arg("--property").arg(&path).arg(file).args(flags);
    let output = command.output().unwrap();
    let _ = std::fs::remove_file(path);
    output
}

/// The verdict on a file; the exit code says the same.
fn verdict(property: &str, file: &Path, flags: &[&str]) -> (String, String) {
    let output = run(property, file, flags);
    let (line, why) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let line = line.strip_suffix('\n').unwrap_or_default().to_owned();
    let code = if line == "true" { 0 } else { 3 - 2 * i32::from(line.starts_with("false(")) };
    assert_eq!(output.status.code(), Some(code), "{}: {line} {why}", file.display());
    assert_eq!(line == "unknown", why.starts_with("unknown: "), "{}: {line} {why}", file.display());
    (line, why)
}

/// The verdict on a text.
fn of(property: &str, name: &str, text: &str) -> (String, String) {
    let path = scratch(&format!("{name}.c"));
    std::fs::write(&path, text).unwrap();
    let found = verdict(property, &path, &[]);
    let _ = std::fs::remove_file(path);
    found
}

/// The tasks of `tests/programs/svcomp`, by what their headers say.
#[test]
fn tasks() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/svcomp");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 30);
    let mut counts = [0; 2];
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let directive = |name: &str| text.lines().find_map(|line| line.strip_prefix(&format!("//@ {name}")));
        let (options, expected) = directive("check").unwrap().split_once(": ").unwrap();
        let flags: Vec<&str> = directive("cflags: ").unwrap_or_default().split_whitespace().collect();
        let flags = [&["--"], &flags[..]].concat();
        let interleaves = options.contains("--races explore");
        let all: &[(&str, &str)] = match expected.split_whitespace().next().unwrap() {
            "safe" if interleaves => &[(UNREACH, "true"), (DEADLOCK, "true")],
            "safe" => &[(UNREACH, "true"), (RACE, "true"), (DEADLOCK, "true")],
            "assertion" => &[(UNREACH, "false(unreach-call)")],
            "data-race" => &[(RACE, "false(no-data-race)")],
            "deadlock" => &[(DEADLOCK, "false(no-deadlock)")],
            other => panic!("{other}"),
        };
        for (property, wanted) in all {
            let (found, why) = verdict(property, &file, &flags);
            assert_eq!(found, *wanted, "{} {property}: {why}", file.display());
            counts[usize::from(*wanted == "true")] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count >= 10), "{counts:?}");
}

/// What the function does that is not to be reached makes no difference; nor does `abort`.
#[test]
fn errors_are_calls() {
    let bodies = [
        "void reach_error(void);",
        "void reach_error(void) {}",
        "#include <assert.h>\nvoid reach_error(void) { assert(0); }",
    ];
    for (n, body) in bodies.into_iter().enumerate() {
        let text = |condition: &str| {
            format!(
                "{body}\nextern void abort(void);\nint __VERIFIER_nondet_int(void);\n\
                 int main(void) {{ int x = __VERIFIER_nondet_int(); if (x < 3) abort();\n if ({condition}) reach_error(); return 0; }}"
            )
        };
        assert_eq!(of(UNREACH, &format!("body{n}"), &text("x == 7")).0, "false(unreach-call)", "{body}");
        assert_eq!(of(UNREACH, &format!("body{n}"), &text("x == 2")).0, "true", "{body}");
    }
    // Another function of that kind; `reach_error` is nothing then.
    let other = "void stop(void) {} int main(void) { stop(); return 0; }";
    assert_eq!(of("G ! call(stop())", "stop", other).0, "false(unreach-call)");
    assert_eq!(of(UNREACH, "not-stop", other).0, "true");
}

/// A thread that aborts leaves the others as they were before: T1 may reach the error before T2
/// aborts, and only if it has not seen what T2 does after that.
#[test]
fn who_ends_the_program_hides_nothing() {
    let text = |condition: &str| {
        format!(
            "#include <pthread.h>\n#include <stdlib.h>\nvoid reach_error(void) {{}}\nstatic _Atomic int x;\n\
             static void *one(void *a) {{ if ({condition}) reach_error(); return a; }}\n\
             static void *two(void *a) {{ x = 1; abort(); x = 2; return a; }}\n\
             int main(void) {{ pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0);\n\
             pthread_join(t, 0); pthread_join(u, 0); return 0; }}"
        )
    };
    assert_eq!(of(UNREACH, "abort1", &text("x == 1")).0, "false(unreach-call)");
    assert_eq!(of(UNREACH, "abort2", &text("x == 2")).0, "true");
    assert_eq!(of(RACE, "abort3", &text("x == 2")).0, "true");
    // Main waits for a thread that has aborted: that is no deadlock.
    let (found, why) = of(DEADLOCK, "abort4", &text("x == 2"));
    assert!(found == "unknown" && why.contains("abort"), "{found} {why}");
}

/// Faults that are not part of the property.
#[test]
fn other_faults_make_it_unknown() {
    let null = "void reach_error(void) {} int main(void) { int *volatile p = 0; *p = 1; reach_error(); return 0; }";
    let (found, why) = of(UNREACH, "null", null);
    assert!(found == "unknown" && why.contains("null-pointer"), "{found} {why}");
    assert_eq!(of(MEMORY, "null2", null).0, "false(valid-deref)");
    let double = "#include <stdlib.h>\nint main(void) { void *p = malloc(4); free(p); free(p); return 0; }";
    assert_eq!(of(MEMORY, "double", double).0, "false(valid-free)");
    assert_eq!(of("G valid-deref", "double2", double).0, "unknown");
    assert_eq!(of(RACE, "double3", double).0, "unknown");
    let lock = "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                int main(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); return 0; }";
    assert_eq!(of(DEADLOCK, "lock", lock).0, "false(no-deadlock)");
    assert_eq!(of(UNREACH, "lock2", lock).0, "true");
}

/// A thread that waits for ever ends in no error; nor does one that is reached only by a race.
#[test]
fn waits_for_ever() {
    let text = |last: &str| {
        format!(
            "#include <pthread.h>\nvoid reach_error(void) {{}}\nstatic _Atomic int x;\nstatic int y;\n\
             static void *one(void *a) {{ while (x == 0) {{}} return a; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, one, 0); {last} pthread_join(t, 0); return y; }}"
        )
    };
    assert_eq!(of(UNREACH, "wait1", &text("")).0, "true");
    assert_eq!(of(RACE, "wait2", &text("")).0, "true");
    assert_eq!(of(UNREACH, "wait3", &text("x = 1; if (x == 1) reach_error();")).0, "false(unreach-call)");
    let (found, why) = of(DEADLOCK, "wait4", &text(""));
    assert!(found == "unknown" && why.contains("liveness"), "{found} {why}");
}

/// Plain accesses are interleaved only where there are races.
#[test]
fn races_are_looked_for_first() {
    let text = |locks: bool, times: u32, number: u32| {
        let (lock, unlock) = if locks { ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);") } else { ("", "") };
        format!(
            "#include <pthread.h>\nvoid reach_error(void) {{}}\nstatic int x;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
             static void *add(void *a) {{ for (int i = 0; i < {times}; i++) {{ {lock} x++; {unlock} }} return a; }}\n\
             int main(void) {{ pthread_t t, u; pthread_create(&t, 0, add, 0); pthread_create(&u, 0, add, 0);\n\
             pthread_join(t, 0); pthread_join(u, 0); if (x == {number}) reach_error(); return 0; }}"
        )
    };
    // 2.7 million orders of the locks, some hundred states.
    assert_eq!(of(UNREACH, "locked", &text(true, 12, 23)).0, "true");
    assert_eq!(of(UNREACH, "locked2", &text(true, 12, 24)).0, "false(unreach-call)");
    assert_eq!(of(UNREACH, "racy", &text(false, 2, 3)).0, "false(unreach-call)");
    assert_eq!(of(UNREACH, "racy2", &text(false, 2, 5)).0, "true");
}

/// A fault that breaks the property ends the search, though others came before.
#[test]
fn ends_with_the_fault_that_counts() {
    let text = "#include <pthread.h>\n#include <stdlib.h>\nunsigned __VERIFIER_nondet_uint(void);\nstatic int x;\n\
                static void *one(void *a) { x = 1; return a; }\n\
                int main(void) { pthread_t t; unsigned n = __VERIFIER_nondet_uint(); if (n == 7) abort();\n\
                pthread_create(&t, 0, one, 0); x = 2; pthread_join(t, 0);\n\
                for (unsigned i = 0; i < n; i++) if (__VERIFIER_nondet_uint() == i) n--; return 0; }";
    let begun = std::time::Instant::now();
    assert_eq!(of(RACE, "counts", text).0, "false(no-data-race)");
    assert!(begun.elapsed().as_secs() < 40, "it went on until the time was up");
}

/// What comes from outside is the same each time, and need not be.
#[test]
fn what_the_environment_gives() {
    let text = "#include <stdlib.h>\nvoid reach_error(void) {}\n\
                int main(void) { if (rand() % 3 == 2 && rand() % 3 == 2) reach_error(); return 0; }";
    let (found, why) = of(UNREACH, "rand", text);
    assert!(found == "unknown" && why.contains("`rand`"), "{found} {why}");
    let inline = "void reach_error(void) {}\ninline int two(void) { return 2; }\nint main(void) { if (two() == 3) reach_error(); return 0; }";
    assert_eq!(of(UNREACH, "inline", inline).0, "true");
}

#[test]
fn memory_that_is_never_freed() {
    let leak = "#include <stdlib.h>\nint main(void) { malloc(4); return 0; }";
    assert_eq!(of(CLEANUP, "leak", leak).0, "false(valid-memcleanup)");
    assert_eq!(of("G valid-memtrack", "leak2", leak).0, "unknown");
    let freed = "#include <stdlib.h>\nint main(void) { free(malloc(4)); return 0; }";
    assert_eq!(of(CLEANUP, "freed", freed).0, "true");
    assert_eq!(of("G valid-memtrack", "freed2", freed).0, "true");
    // A thread that is left behind could still free it; and with input nobody looks.
    let behind = "#include <stdlib.h>\n#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
                  static void *work(void *p) { pthread_mutex_lock(&m); free(p); return 0; }\n\
                  int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, work, malloc(4)); return 0; }";
    assert_eq!(of(CLEANUP, "behind", behind).0, "unknown");
    let input = "#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
                 int main(void) { void *p = malloc(4); if (__VERIFIER_nondet_int()) free(p); return 0; }";
    assert_eq!(of(CLEANUP, "input", input).0, "unknown");
    let outside =
        "int __VERIFIER_nondet_int(void); int main(void) { int a[4]; a[__VERIFIER_nondet_int() & 7] = 1; return 0; }";
    assert_eq!(
        of(&format!("{MEMORY}) )\nCHECK( init(main()), LTL(G valid-memtrack"), "outside", outside).0,
        "false(valid-deref)"
    );
}

/// An overflow counts also where nothing depends on it; unsigned numbers have none.
#[test]
fn overflows() {
    let text = |kind: &str, from: &str| {
        format!(
            "{kind} __VERIFIER_nondet_{from}(void); int main(void) {{ {kind} x = __VERIFIER_nondet_{from}(), y = x + 1; (void)y; return 0; }}"
        )
    };
    assert_eq!(of(OVERFLOW, "signed", &text("int", "int")).0, "false(no-overflow)");
    assert_eq!(of(OVERFLOW, "unsigned", &text("unsigned", "uint")).0, "true");
    assert_eq!(of(UNREACH, "neither", &text("int", "int")).0, "true");
}

/// Not everything is explored.
#[test]
fn never_true_of_a_part() {
    let pointer = "void *__VERIFIER_nondet_pointer(void); int main(void) { return __VERIFIER_nondet_pointer() != 0; }";
    let (found, why) = of(UNREACH, "pointer", pointer);
    assert!(found == "unknown" && why.contains("unsupported"), "{found} {why}");
    let unknown = "void other(void); int main(void) { other(); return 0; }";
    assert_eq!(of(UNREACH, "other", unknown).0, "unknown");
    let endless = "int __VERIFIER_nondet_int(void); int main(void) { unsigned n = 0; for (;;) if (__VERIFIER_nondet_int() == (int)n++) return 0; }";
    let path = scratch("endless.c");
    std::fs::write(&path, endless).unwrap();
    assert_eq!(verdict(UNREACH, &path, &["--timeout", "2s"]).0, "unknown");
    let spurious = "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
                    static _Atomic int set;\nstatic void *work(void *a) { pthread_mutex_lock(&m); set = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return a; }\n\
                    void reach_error(void) {}\n\
                    int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, work, 0); pthread_cond_wait(&c, &m); if (!set) reach_error(); return 0; }";
    assert_eq!(of(UNREACH, "spurious", spurious).0, "unknown");
    // No property that is known.
    assert_eq!(of("F end", "main", "int main(void) { return 0; }").0, "unknown");
}

/// With ILP32 a `long` and a pointer have 32 bits; so has input.
#[test]
fn data_models() {
    let text = "typedef unsigned long size_t_;\nvoid reach_error(void) {}\nlong __VERIFIER_nondet_long(void);\n\
                int main(void) {\n    long x = __VERIFIER_nondet_long();\n    long *p = &x;\n\
                \x20   if (*p > 2147483646L)\n        if (sizeof(long *) != 4 || (long long)x > 2147483647LL)\n            reach_error();\n    return 0;\n}\n";
    let path = scratch("models.c");
    std::fs::write(&path, text).unwrap();
    let narrow = |property, flags: &[&str]| run_as("ILP32", property, &path, flags);
    assert_eq!(String::from_utf8_lossy(&narrow(UNREACH, &[]).stdout), "true\n");
    assert_eq!(verdict(UNREACH, &path, &[]).0, "false(unreach-call)");
    std::fs::write(&path, text.replace("> 2147483647LL", "== 2147483647LL")).unwrap();
    let witness = scratch("models.yml");
    let output = narrow(UNREACH, &["--witness", &witness.to_string_lossy()]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "false(unreach-call)\n", "{output:?}");
    let written = std::fs::read_to_string(&witness).unwrap();
    assert!(written.contains("data_model: ILP32") && written.contains("\\result == 2147483647"), "{written}");
    std::fs::write(&path, "int main(void) { long x = 2147483647L; x++; return 0; }").unwrap();
    assert_eq!(String::from_utf8_lossy(&narrow(OVERFLOW, &[]).stdout), "false(no-overflow)\n");
    assert_eq!(verdict(OVERFLOW, &path, &[]).0, "true");
    [path, witness].iter().for_each(|file| drop(std::fs::remove_file(file)));
}

/// Floating-point numbers are written as C has them.
#[test]
fn witness_of_floats() {
    let program = scratch("witness-floats.c");
    let text = "void reach_error(void) {}\ndouble __VERIFIER_nondet_double(void);\nfloat __VERIFIER_nondet_float(void);\n\
                int main(void) {\n    double x = __VERIFIER_nondet_double();\n    float y = __VERIFIER_nondet_float();\n\
                \x20   if (x > 0.25 && x < 0.75 && y == 0.1f)\n        reach_error();\n    return 0;\n}\n";
    std::fs::write(&program, text).unwrap();
    let file = scratch("witness-floats.yml");
    let (found, why) = verdict(UNREACH, &program, &["--witness", file.to_str().unwrap()]);
    assert_eq!(found, "false(unreach-call)", "{why}");
    let written = std::fs::read_to_string(&file).unwrap();
    assert!(written.contains("result == 0.5") && written.contains("result == 0.1f"), "{written}");
}

/// The format, as far as its description says what must be there.
#[test]
fn witness() {
    let program = scratch("witness.c");
    let text = "void reach_error(void) {}\nint __VERIFIER_nondet_int(void);\nchar __VERIFIER_nondet_char(void);\n\
                int main(void) {\n    int x = __VERIFIER_nondet_int();\n    char c = __VERIFIER_nondet_char();\n\
                \x20   if (x == 40 && c == -2)\n        reach_error();\n    return 0;\n}\n";
    std::fs::write(&program, text).unwrap();
    let file = scratch("witness.yml");
    let (found, why) = verdict(UNREACH, &program, &["--witness", file.to_str().unwrap()]);
    assert_eq!(found, "false(unreach-call)", "{why}");
    let written = std::fs::read_to_string(&file).unwrap();
    let documents = Yaml::load_from_str(&written).unwrap();
    let [document] = &documents[..] else { panic!("{written}") };
    let entry = &document[0];
    let text = |node: &Yaml<'_>| node.as_str().map(str::to_owned);
    assert_eq!(text(&entry["entry_type"]).as_deref(), Some("violation_sequence"), "{written}");
    let metadata = &entry["metadata"];
    assert_eq!(text(&metadata["format_version"]).as_deref(), Some("2.1"));
    assert_eq!(text(&metadata["uuid"]).unwrap().len(), 36);
    assert!(text(&metadata["creation_time"]).unwrap().ends_with('Z'));
    assert_eq!(text(&metadata["producer"]["name"]).as_deref(), Some("Threadbare"));
    assert!(text(&metadata["producer"]["version"]).is_some());
    let task = &metadata["task"];
    let name = program.to_str().unwrap();
    assert_eq!(text(&task["input_files"][0]).as_deref(), Some(name));
    assert_eq!(text(&task["input_file_hashes"][name]).unwrap().len(), 64);
    assert_eq!(text(&task["specification"]).unwrap(), format!("CHECK( init(main()), LTL({UNREACH}) )"));
    assert_eq!((text(&task["data_model"]).as_deref(), text(&task["language"]).as_deref()), (Some("LP64"), Some("C")));
    let expected = [
        ("function_return", Some("\\result == 40"), 5, 35),
        ("function_return", Some("\\result == -2"), 6, 37),
        ("target", None, 8, 9),
    ];
    for (n, (kind, value, line, column)) in expected.into_iter().enumerate() {
        let waypoint = &entry["content"][n]["segment"][0]["waypoint"];
        assert_eq!(text(&waypoint["type"]).as_deref(), Some(kind), "{written}");
        assert_eq!(text(&waypoint["action"]).as_deref(), Some("follow"));
        let location = &waypoint["location"];
        assert_eq!(
            (location["line"].as_integer(), location["column"].as_integer()),
            (Some(line), Some(column)),
            "{written}"
        );
        assert_eq!(text(&location["function"]).as_deref(), Some("main"));
        if let Some(value) = value {
            assert_eq!(text(&waypoint["constraint"]["value"]).as_deref(), Some(value));
            assert_eq!(text(&waypoint["constraint"]["format"]).as_deref(), Some("ext_c_expression"));
        }
    }
    assert!(entry["content"].as_sequence().is_some_and(|all| all.len() == expected.len()), "{written}");
}
