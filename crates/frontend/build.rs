//! Compiles the C runtime (`../machine/runtime`) to one bitcode file for x86-64 and one for i386,
//! which the library embeds, with the list of the names that they define.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let source = Path::new("../machine/runtime");
    println!("cargo::rerun-if-changed={}", source.display());
    println!("cargo::rerun-if-env-changed=LLVM_SYS_221_PREFIX");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let mut files: Vec<PathBuf> = match std::fs::read_dir(source) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(_) => Vec::new(),
    };
    files.retain(|path| path.extension() == Some(OsStr::new("c")));
    files.sort();
    let bitcode = out.join("runtime.bc");
    if files.is_empty() {
        for name in ["runtime.bc", "runtime32.bc", "runtime.names"] {
            std::fs::write(out.join(name), []).expect("the output directory can be written");
        }
        return;
    }
    link(&files, "x86_64", &out, &bitcode);
    link(&files, "i386", &out, &out.join("runtime32.bc"));
    let listing = run(tool("llvm-nm").args(["--defined-only", "--extern-only", "--format=just-symbols"]).arg(&bitcode));
    let mut names: Vec<&str> = listing.lines().map(str::trim).filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    std::fs::write(out.join("runtime.names"), names.join("\n")).expect("the output directory can be written");
}

/// Compiles all files for a machine, and makes one of them.
fn link(files: &[PathBuf], machine: &str, out: &Path, bitcode: &Path) {
    let parts: Vec<PathBuf> = files.iter().map(|file| compile(file, machine, out)).collect();
    run(tool("llvm-link").args(&parts).arg("-o").arg(bitcode));
}

/// Compiles one file. Nothing of the build machine's directories may get into the output: the same
/// sources must give the same tool.
fn compile(file: &Path, machine: &str, out: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default();
    let target = out.join(name).with_extension(format!("{machine}.bc"));
    let directory = file.parent().unwrap_or(Path::new("."));
    run(tool("clang")
        .arg(format!("--target={machine}-pc-linux-gnu"))
        .args(["-c", "-emit-llvm", "-O1", "-fexceptions", "-gline-tables-only", "-std=gnu17", "-ffreestanding"])
        .args(["-fno-builtin", "-fno-stack-protector", "-fno-vectorize", "-fno-slp-vectorize", "-Wall", "-Werror"])
        .args(["-Wno-unused-parameter", "-Wno-incompatible-library-redeclaration"])
        .arg("-fdebug-compilation-dir=runtime")
        .arg(format!("-fdebug-prefix-map={}=runtime", directory.display()))
        .arg(file)
        .arg("-o")
        .arg(&target));
    target
}

/// A program of the LLVM that the library is linked with.
fn tool(name: &str) -> Command {
    match std::env::var_os("LLVM_SYS_221_PREFIX") {
        Some(prefix) => Command::new(Path::new(&prefix).join("bin").join(name)),
        None => Command::new(format!("{name}-22")),
    }
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    assert!(output.status.success(), "{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
