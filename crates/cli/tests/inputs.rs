//! Every kind of input that can carry a program, made by clang here: the verdict is that of the
//! sources. And those that carry none.
//!
//! `inputs/queue` is a program of three files with a data race at take.c:7 (`queue_take` reads
//! without the lock that `queue_put` holds), and one that must not be linked, since it defines what
//! main.c defines.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of the test's own, empty at first.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs").join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn tool(&self, name: &str, words: &[&str]) {
        let output = Command::new(name).args(words).current_dir(&self.0).output().unwrap();
        assert!(output.status.success(), "{name} {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn clang(&self, words: &[&str]) {
        self.tool(&std::env::var("THREADBARE_CLANG").unwrap_or("clang-22".into()), words);
    }

    /// Compiles each of the sources, with these flags, to `NAME.o`.
    fn objects(&self, names: &[&str], flags: &[&str]) {
        for name in names {
            let (source, object) = (source(&format!("{name}.c")), format!("{name}.o"));
            self.clang(&[&["-g", "-c", source.as_str(), "-o", object.as_str()], flags].concat());
        }
    }

    fn write(&self, name: &str, content: &[u8]) {
        std::fs::write(self.0.join(name), content).unwrap();
    }

    fn check(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
        command.arg("check").args(words).current_dir(&self.0).stdin(Stdio::null()).output().unwrap()
    }

    /// The program of these inputs has the race of the sources.
    #[track_caller]
    fn races(&self, words: &[&str]) {
        expect(&self.check(words), 1, &["error[data-race]", "take.c:7"]);
    }
}

fn source(name: &str) -> String {
    format!("{}/tests/inputs/queue/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn expect(output: &Output, code: i32, words: &[&str]) {
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{text}");
    for word in words {
        assert!(text.contains(word), "`{word}` is missing in:\n{text}");
    }
    assert!(!text.contains("panicked") && !text.contains("This is a bug of threadbare"), "{text}");
}

const PARTS: [&str; 3] = ["main", "queue", "take"];
const OBJECTS: [&str; 3] = ["main.o", "queue.o", "take.o"];

#[test]
fn objects_that_carry_bitcode() {
    for (name, flags) in [
        ("lto", &["-flto"][..]),
        ("thin", &["-flto=thin"]),
        ("fat", &["-flto", "-ffat-lto-objects"]),
        ("fat-thin", &["-flto=thin", "-ffat-lto-objects"]),
        ("embedded", &["-fembed-bitcode"]),
        ("text", &["-S", "-emit-llvm"]),
    ] {
        let folder = Folder::new(name);
        folder.objects(&PARTS, flags);
        folder.races(&OBJECTS);
        // With one of the parts as source.
        folder.races(&[&OBJECTS[..2], &[&source("take.c")]].concat());
    }
}

#[test]
fn files_are_given_by_hand() {
    let folder = Folder::new("files");
    let program = b"#include <assert.h>\n#include <stdio.h>\nint main(void) {\n    int number = 0;\n\
        FILE *in = fopen(\"n\", \"r\"), *out = fopen(\"./m\", \"w\");\n    if (!in || !out)\n        return 1;\n\
        fscanf(in, \"%d\", &number);\n    fputs(\"changed\", out);\n    fclose(in);\n    fclose(out);\n\
        assert(number == 1);\n    return 0;\n}\n";
    folder.write("prog.c", program);
    folder.write("one.txt", b"1");
    folder.write("n", b"2");
    folder.write("m", b"as it was");
    expect(&folder.check(&["prog.c"]), 1, &["error[exit-status]", "`n` (prog.c:5:12) is not there: --file n gives it"]);
    expect(&folder.check(&["prog.c", "--file", "./n=one.txt", "--file", "m"]), 0, &["safe"]);
    let again = ["error[assertion]", "threadbare check prog.c --file n --file x=one.txt --replay"];
    expect(&folder.check(&["prog.c", "--file", "n", "--file", "x=one.txt"]), 1, &again);
    expect(&folder.check(&["prog.c", "--file", "n=none"]), 2, &["--file none: No such file"]);
    expect(&folder.check(&["prog.c", "--file", "=n"]), 2, &["give NAME or NAME=PATH"]);
    assert_eq!(std::fs::read(folder.0.join("m")).unwrap(), b"as it was");
}

/// `LLVM_WRAPPER`: 20 bytes of header, of which the second word is the offset of the bitcode and
/// the third its length.
#[test]
fn wrapped_bitcode() {
    let folder = Folder::new("wrapped");
    folder.objects(&PARTS, &["-flto"]);
    let mut code = std::fs::read(folder.0.join("main.o")).unwrap();
    let words = [0x0b17_c0de_u32, 0, 20, u32::try_from(code.len()).unwrap(), 7];
    code.splice(0..0, words.iter().flat_map(|word| word.to_le_bytes()));
    folder.write("main.o", &code);
    folder.races(&OBJECTS);
}

#[test]
fn an_executable_of_several_modules() {
    let folder = Folder::new("executable");
    folder.objects(&PARTS, &["-fembed-bitcode"]);
    folder.clang(&["main.o", "queue.o", "take.o", "-pthread", "-o", "program"]);
    folder.races(&["program"]);
    folder.tool("strip", &["-g", "program"]);
    folder.races(&["program"]);
}

/// Bitcode under a name without any hint, as `-Wl,--lto-emit-llvm` writes it.
#[test]
fn an_executable_that_is_bitcode() {
    let folder = Folder::new("lto-emit-llvm");
    folder.objects(&PARTS, &["-flto"]);
    folder.tool("/usr/lib/llvm-22/bin/llvm-link", &["main.o", "queue.o", "take.o", "-o", "program"]);
    folder.races(&["program"]);
}

#[test]
fn archives() {
    for (name, flags) in [("archive", "-flto"), ("archive-embedded", "-fembed-bitcode")] {
        let folder = Folder::new(name);
        folder.objects(&PARTS, &[flags]);
        folder.objects(&["unused"], &[flags]);
        let ar = "/usr/lib/llvm-22/bin/llvm-ar";
        folder.tool(ar, &["crs", "libqueue.a", "unused.o", "take.o", "queue.o"]);
        folder.tool(ar, &["crsT", "thin.a", "unused.o", "take.o", "queue.o"]);
        folder.tool(ar, &["crs", "whole.a", "unused.o", "take.o", "queue.o", "main.o"]);
        for library in ["libqueue.a", "thin.a"] {
            // The order does not matter.
            folder.races(&["main.o", library]);
            folder.races(&[library, "main.o"]);
            folder.races(&[&source("main.c"), library]);
        }
        // `main` is missing as well, to begin with; then it is main.o's `only_main_has_this` that
        // there is.
        folder.races(&["whole.a"]);
        // All members at once do not go together.
        expect(&folder.check(&["main.o", "libqueue.a", "unused.o"]), 2, &["unused.o", "only_main_has_this"]);
    }
}

#[test]
fn an_archive_with_members_of_machine_code() {
    let folder = Folder::new("mixed-archive");
    folder.objects(&["main", "take"], &["-flto"]);
    folder.objects(&["queue"], &[]);
    folder.tool("/usr/lib/llvm-22/bin/llvm-ar", &["crs", "libqueue.a", "take.o", "queue.o"]);
    let words = ["`queue_shared` is defined by libqueue.a(queue.o), which carries no bitcode", "clang-22 -g -flto"];
    expect(&folder.check(&["main.o", "libqueue.a"]), 3, &words);
}

#[test]
fn what_carries_no_bitcode() {
    let folder = Folder::new("none");
    folder.objects(&PARTS, &[]);
    let words = ["main.o carries no bitcode: compile it with `clang-22 -g -flto`", "-ffat-lto-objects"];
    expect(&folder.check(&["main.o"]), 2, &words);
    folder.clang(&["main.o", "queue.o", "take.o", "-o", "program"]);
    expect(&folder.check(&["program"]), 2, &["program carries no bitcode"]);
    folder.tool("/usr/lib/llvm-22/bin/llvm-ar", &["crs", "libqueue.a", "take.o", "queue.o"]);
    folder.objects(&["main"], &["-flto"]);
    expect(&folder.check(&["main.o", "libqueue.a"]), 2, &["libqueue.a carries no bitcode"]);
    // An archive without members (libpthread.a of a new C library, say) is no mistake.
    folder.tool("/usr/lib/llvm-22/bin/llvm-ar", &["crs", "libempty.a"]);
    folder.races(&["main.o", &source("queue.c"), &source("take.c"), "libempty.a"]);
    folder.clang(&["-fembed-bitcode-marker", "-c", &source("queue.c"), "-o", "marker.o"]);
    expect(&folder.check(&["main.o", "marker.o"]), 2, &["marker.o"]);
}

#[test]
fn what_is_damaged_or_something_else() {
    let folder = Folder::new("damaged");
    folder.objects(&["queue"], &["-fembed-bitcode"]);
    let object = std::fs::read(folder.0.join("queue.o")).unwrap();
    folder.tool("/usr/lib/llvm-22/bin/llvm-ar", &["crs", "libqueue.a", "queue.o"]);
    let archive = std::fs::read(folder.0.join("libqueue.a")).unwrap();
    for (name, bytes) in [("cut.o", &object), ("cut.a", &archive)] {
        for part in [5, 20, 64, 200, bytes.len() / 2, bytes.len() - 100] {
            folder.write(name, &bytes[..part]);
            expect(&folder.check(&[name]), 2, &["cut."]);
        }
    }
    for n in 1..60 {
        let mut bytes = object.clone();
        let place = n * 7919 % bytes.len();
        bytes[place] ^= 0x55;
        folder.write("garbled.o", &bytes);
        let code = folder.check(&["garbled.o"]).status.code();
        assert!(matches!(code, Some(2)), "byte {place}: {code:?}");
    }
    folder.tool("/usr/lib/llvm-22/bin/llvm-ar", &["crsT", "thin.a", "queue.o"]);
    std::fs::remove_file(folder.0.join("queue.o")).unwrap();
    expect(&folder.check(&["thin.a"]), 2, &["thin.a", "queue.o"]);
    folder.write("notes.txt", b"hello");
    expect(&folder.check(&["notes.txt"]), 2, &["notes.txt: unsupported file type", "(.o, .a)"]);
    folder.write("program.cpp", b"int main() {}");
    expect(&folder.check(&["program.cpp"]), 2, &["program.cpp: C++ source", "clang++-22 -g -flto -c"]);
    expect(&folder.check(&["no.a"]), 2, &["cannot read no.a"]);
}

#[test]
fn kinds_of_lto_do_not_mix() {
    let folder = Folder::new("mixed-lto");
    folder.objects(&["main"], &["-flto"]);
    folder.objects(&["queue", "take"], &["-flto=thin"]);
    expect(&folder.check(&OBJECTS), 2, &["all with -flto=thin"]);
}

#[test]
fn a_forgotten_source_file() {
    let folder = Folder::new("forgotten");
    let header = source("queue.h");
    let words =
        [&format!("`queue_shared`, declared at {header}:3, is defined in none of the inputs")[..], "is a source"];
    expect(&folder.check(&[&source("main.c"), &source("take.c")]), 3, &words);
    // Bitcode of optimised code has its declarations in it; other bitcode has not.
    folder.objects(&["main"], &["-flto", "-O1"]);
    expect(&folder.check(&["main.o"]), 3, &words);
    folder.objects(&["main"], &["-flto"]);
    expect(&folder.check(&["main.o"]), 3, &["`queue_shared`, which is defined in none of the inputs"]);
    // A thread whose function is nowhere: only its address is taken.
    folder.write("worker.h", b"\nvoid *worker(void *arg);\n");
    folder.write(
        "thread.c",
        b"#include \"worker.h\"\n#include <pthread.h>\nint main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); }\n",
    );
    let words = ["`worker`, declared at worker.h:2, is defined in none of the inputs: is a source", "thread.c:3"];
    expect(&folder.check(&["thread.c"]), 3, &words);
    folder.write("net.c", b"#include <arpa/inet.h>\nint main(void) { return inet_addr(\"x\") == 7; }\n");
    expect(
        &folder.check(&["net.c"]),
        3,
        &["unknown library function `inet_addr` (declared at /usr/include/arpa/inet.h:"],
    );
}

#[test]
fn standard_input() {
    let check = |text: &[u8], words: &[&str]| {
        use std::io::Write;
        let mut command = Command::new(env!("CARGO_BIN_EXE_threadbare"));
        command.args(["check", "-"]).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It may end without having read anything.
        let _ = child.stdin.take().unwrap().write_all(text);
        child.wait_with_output().unwrap()
    };
    let program = b"#include <assert.h>\nint main(void) {\n    assert(N == 2);\n    return 0;\n}\n";
    expect(&check(program, &["--", "-DN=2"]), 0, &["safe"]);
    let words = ["error[assertion]", "--> <stdin>:3:5", "3 |     assert(N == 2);", "threadbare check - --replay"];
    expect(&check(program, &["--", "-DN=3"]), 1, &words);
    expect(&check(b"int main(void) { return }", &[]), 2, &["clang could not compile -", "<stdin>:1"]);
    expect(&check(b"", &[]), 2, &["main"]);
    let folder = Folder::new("stdin");
    folder.objects(&["main"], &["-flto"]);
    let code = std::fs::read(folder.0.join("main.o")).unwrap();
    expect(&check(&code, &[&source("queue.c"), &source("take.c")]), 1, &["take.c:7"]);
    let other = b"void other(void);\nint main(void) { other(); return 0; }\n";
    expect(&check(other, &[]), 3, &["declared at <stdin>:1, is defined in none of the inputs"]);
}

/// What clang would refuse, and gcc did not, is told; `-w` turns that off, `-Werror` does not
/// count.
#[test]
fn a_function_that_is_not_declared() {
    let folder = Folder::new("undeclared");
    let file = source("undeclared.c");
    let told = "call to undeclared function 'helper'";
    expect(&folder.check(&[&file]), 0, &["note[undeclared]", told, "undeclared.c:3:13", "safe"]);
    expect(&folder.check(&[&file, "--", "-Wall", "-Werror"]), 0, &[told, "safe"]);
    let silent = folder.check(&[&file, "--", "-w"]);
    expect(&silent, 0, &["safe"]);
    assert!(!String::from_utf8_lossy(&silent.stdout).contains(told));
    // Two files are told once.
    std::fs::write(folder.0.join("more.c"), "int more(void) { return helper(1); }\n").unwrap();
    let twice = folder.check(&[&file, "more.c"]);
    assert_eq!(String::from_utf8_lossy(&twice.stdout).matches(told).count(), 1);
}

/// Nobody knows with which status such a program ends.
#[test]
fn main_that_returns_nothing() {
    let folder = Folder::new("void_main");
    folder.write("main.c", b"void main(void) {}\n");
    expect(&folder.check(&["main.c"]), 0, &["note[main]: return type of 'main' is not 'int'", "safe"]);
    folder.write("main.c", b"int main(void) {}\n");
    assert!(!String::from_utf8_lossy(&folder.check(&["main.c"]).stdout).contains("note["));
}

/// A report says why an argument is uninitialised.
#[test]
fn a_function_that_is_called_as_another() {
    let folder = Folder::new("called_as_another");
    folder.write(
        "half.c",
        b"static double half(double d) { return d / 2; }\nstatic void *table[] = {half};\n\
          int main(void) {\n    int (*f)(int) = (int (*)(int))table[0];\n    return f(0);\n}\n",
    );
    let told = "= note: `half` is called as a function of another type: an argument is of another kind, and uninitialised (half.c:5";
    expect(&folder.check(&["half.c"]), 1, &["error[uninitialised-read]", told]);
}

/// clang -O0 does not say where a block ends, unless it is asked to: a use after it is not found,
/// and that is told.
#[test]
fn blocks_whose_end_is_not_known() {
    let folder = Folder::new("scopes");
    folder.write(
        "blocks.c",
        b"int main(void) {\n    int *p, *q;\n    { int x = 1; p = &x; }\n    { int y = 2; q = &y; }\n    return *p + *q - 3;\n}\n",
    );
    let told = "note[scope]: `x` and another local variable live until the function returns";
    for (flags, code, words) in [
        (&["-O0"][..], 0, &[told, "--> blocks.c:3", "compile with -O1"][..]),
        (&["-O0", "-Xclang", "-fsanitize-address-use-after-scope"], 1, &["error[use-after-free]", "blocks.c:5"]),
    ] {
        folder.clang(&[&["-g", "-flto", "-c", "blocks.c", "-o", "blocks.o"], flags].concat());
        expect(&folder.check(&["blocks.o"]), code, words);
    }
    folder.write("none.c", b"int main(void) { int x = 1, *p = &x; if (*p) { int y = 2; x += y; } return x - 3; }\n");
    folder.clang(&["-g", "-O0", "-flto", "-c", "none.c", "-o", "none.o"]);
    let output = folder.check(&["none.o"]);
    expect(&output, 0, &[]);
    assert!(!String::from_utf8_lossy(&output.stdout).contains("until the function returns"));
}

/// What depends on the numbers of addresses is explored for those that they have here, and that is
/// told. Threads that are numbered by their arguments do not compute with addresses.
#[test]
fn numbers_of_addresses() {
    let folder = Folder::new("addresses");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/reuse");
    let program = |name: &str| programs.join(name).to_str().unwrap().to_owned();
    let told = "note[addresses]: the program computes with the number of an address";
    expect(&folder.check(&[&program("number_hash.c")]), 0, &[told, "number_hash.c:10", "safe"]);
    let none = folder.check(&[&program("number_is_none.c")]);
    expect(&none, 0, &["safe"]);
    assert!(!String::from_utf8_lossy(&none.stdout).contains("note["));
}
