//! Inputs that are wrong.

use super::common::{file, try_load};
use std::path::PathBuf;
use threadbare_frontend::{FrontendError, FrontendOptions, load};

fn message(result: Result<threadbare_program::Program, FrontendError>) -> String {
    match result {
        Ok(program) => panic!("loaded:\n{}", program.to_text()),
        Err(error) => error.to_string(),
    }
}

/// Bitcode of a small program, made by the compiler that the front end uses.
fn bitcode() -> Vec<u8> {
    let source = file("c", b"int x; int main(void) { return x; }");
    let output = std::process::Command::new("clang-22")
        .args(["-c", "-emit-llvm", "-g", "-o", "-"])
        .arg(&source)
        .output()
        .expect("clang-22 is installed");
    let _ = std::fs::remove_file(source);
    assert!(output.status.success());
    output.stdout
}

#[test]
fn files_that_are_not_there() {
    for name in ["missing.c", "missing.bc", "missing.ll", "missing.i"] {
        let text = message(load(&[PathBuf::from(name)], &FrontendOptions::default()));
        assert!(text.contains(name) && text.starts_with("cannot read"), "{text}");
    }
    assert!(matches!(load(&[], &FrontendOptions::default()), Err(FrontendError::NoInput)));
}

#[test]
fn a_directory_is_no_file() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("directory.bc");
    std::fs::create_dir_all(&path).unwrap();
    assert!(message(load(&[path], &FrontendOptions::default())).starts_with("cannot read"));
}

#[test]
fn names_that_say_nothing() {
    for (extension, words) in [("txt", "unsupported file type"), ("o", "unsupported file type"), ("cpp", "C++ source")]
    {
        let text = message(try_load(extension, b"int main(void) { return 0; }", &[]));
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn c_with_a_mistake_shows_what_clang_says() {
    let text = message(try_load("c", b"int main(void) {\n  return 1 +;\n}\n", &[]));
    assert!(text.contains(":2:13: error: expected expression"), "{text}");
    let text = message(try_load("c", b"int main(void) { return 0; }", &["-no-such-flag"]));
    assert!(text.contains("no-such-flag"), "{text}");
}

#[test]
fn text_with_a_mistake_shows_what_llvm_says() {
    let text = message(try_load("ll", b"define i32 @main() {\n  ret i33 0\n}\n", &[]));
    assert!(text.contains("is not valid LLVM 22 code") && text.contains(":2:"), "{text}");
    // It parses, but is wrong: a value is used where it is not defined.
    let broken =
        b"define i32 @main(i1 %c) {\nentry:\n  br i1 %c, label %a, label %b\na:\n  %x = add i32 1, 1\n  br label %b\n\
                   b:\n  ret i32 %x\n}\n";
    assert!(message(try_load("ll", broken, &[])).contains("dominate"));
}

#[test]
fn bitcode_that_is_cut_or_garbled() {
    let whole = bitcode();
    assert!(try_load("bc", &whole, &[]).is_ok());
    for length in [0, 1, 4, 5, 100, whole.len() / 2, whole.len() - 4] {
        message(try_load("bc", &whole[..length], &[]));
    }
    message(try_load("bc", b"this is not bitcode at all", &[]));
    message(try_load("bc", &[0xFF; 4096], &[]));
}

#[test]
fn programs_for_other_machines() {
    for (layout, triple) in
        [("e-m:e-p:32:32", "armv7-linux-gnueabi"), ("e-m:e-p:32:32", "x86_64-linux-gnux32"), ("E", "sparc64")]
    {
        let text = format!(
            "target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\ndefine i32 @main() {{\n  ret i32 0\n}}\n"
        );
        assert!(message(try_load("ll", text.as_bytes(), &[])).contains(triple));
    }
}

#[test]
fn files_of_both_data_models() {
    let compiled = |text: &[u8], flag: &str| {
        let source = file("c", text);
        let arguments = ["-c", "-emit-llvm", "-ffreestanding", flag, "-o", "-"];
        let output = std::process::Command::new("clang-22").args(arguments).arg(&source).output().unwrap();
        let _ = std::fs::remove_file(source);
        file("bc", &output.stdout)
    };
    let files = [
        compiled(b"int f(void); int main(void) { return f(); }", "-m32"),
        compiled(b"int f(void) { return 1; }", "-m64"),
    ];
    let said = message(threadbare_frontend::load(&files, &FrontendOptions::default()));
    assert!(said.contains("8 bytes") && said.contains("before it 4") && said.contains("-m32"), "{said}");
    files.iter().for_each(|file| drop(std::fs::remove_file(file)));
}

#[test]
fn programs_without_a_beginning() {
    assert!(matches!(try_load("c", b"int helper(void) { return 0; }", &[]), Err(FrontendError::NoMain { .. })));
}

#[test]
fn tests_in_a_file_without_a_main() {
    let code =
        b"void test_a(void) {} int test_b(void) { return 0; } void test_c(int x) { (void)x; } void other(void) {}";
    match try_load("c", code, &[]) {
        Err(FrontendError::NoMain { tests }) => assert_eq!(tests, ["test_a", "test_b"]),
        other => panic!("{other:?}"),
    }
    let path = file("c", code);
    let begin_at = |name: &str| {
        let options = FrontendOptions { entry: Some(name.into()), ..FrontendOptions::default() };
        load(std::slice::from_ref(&path), &options)
    };
    let program = begin_at("test_b").unwrap();
    assert_eq!(program.functions[program.entry.unwrap().index()].name, "test_b");
    assert!(message(begin_at("test_c")).contains("`test_c`, which takes parameters"));
    assert!(message(begin_at("test_d")).contains("no function `test_d`"));
    let _ = std::fs::remove_file(&path);
}

#[test]
fn two_files_that_define_the_same() {
    let one = file("c", b"int x = 1; int main(void) { return x; }");
    let two = file("c", b"int x = 2;");
    let text = message(load(&[one.clone(), two.clone()], &FrontendOptions::default()));
    assert!(text.contains("cannot be linked with the other files") && text.contains('x'), "{text}");
    for path in [one, two] {
        let _ = std::fs::remove_file(path);
    }
}
