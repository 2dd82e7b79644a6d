//! Reading the input files, and running clang on those that are C.
//!
//! C is compiled without optimisation: nothing that the program does to memory is lost before we see it. clang writes the
//! bitcode to its standard output, so that no temporary files are made.

use crate::{FrontendError, FrontendOptions};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Our own arguments. `-disable-O0-optnone` is for users who run passes of their own; fortified functions would hide the
/// ordinary ones; old C is accepted as gcc accepts it; warnings are not ours to give. The switch of AddressSanitizer, without
/// the sanitizer, makes clang mark where the life of each local variable begins and ends; without optimisation it does not
/// otherwise.
const FLAGS: [&str; 15] = [
    "-w",
    "-c",
    "-emit-llvm",
    "-g",
    "-O0",
    "-fno-discard-value-names",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-fno-color-diagnostics",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
];

/// What the name of a file says that it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    C,
    Llvm,
}

/// The LLVM code of each input. There are as many compilers at a time as there are cores.
pub(crate) fn bitcode(inputs: &[PathBuf], options: &FrontendOptions) -> Result<Vec<Vec<u8>>, FrontendError> {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let mut jobs = VecDeque::new();
    let mut clang = None;
    let mut code = Vec::new();
    for path in inputs {
        if jobs.len() >= most {
            code.extend(finish_first(&mut jobs)?);
        }
        let kind = kind(path)?;
        if kind == Kind::Llvm {
            jobs.push_back((Job::Ready(read(path)?), path));
            continue;
        }
        // clang's own complaint about a missing file is harder to read.
        read(path)?;
        let compiler = match &clang {
            Some(compiler) => compiler,
            None => clang.insert(find_clang()?),
        };
        jobs.push_back((Job::Running(start(compiler, path, options)?), path));
    }
    while !jobs.is_empty() {
        code.extend(finish_first(&mut jobs)?);
    }
    Ok(code)
}

fn finish_first(jobs: &mut VecDeque<(Job, &PathBuf)>) -> Result<Option<Vec<u8>>, FrontendError> {
    jobs.pop_front().map(|(job, path)| job.finish(path)).transpose()
}

enum Job {
    Ready(Vec<u8>),
    Running(Child),
}

impl Job {
    fn finish(self, path: &Path) -> Result<Vec<u8>, FrontendError> {
        let child = match self {
            Self::Ready(bytes) => return Ok(bytes),
            Self::Running(child) => child,
        };
        let failed = |diagnostics| FrontendError::Clang { path: path.to_path_buf(), diagnostics };
        let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
        if said.trim().is_empty() {
            said = format!("it ended with {}", output.status);
        }
        Err(failed(said))
    }
}

fn kind(path: &Path) -> Result<Kind, FrontendError> {
    match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i") => Ok(Kind::C),
        Some("ll" | "bc") => Ok(Kind::Llvm),
        _ => Err(FrontendError::UnknownKind { path: path.to_path_buf() }),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, FrontendError> {
    std::fs::read(path)
        .map_err(|error| FrontendError::Unreadable { path: path.to_path_buf(), reason: error.to_string() })
}

fn start(clang: &OsStr, path: &Path, options: &FrontendOptions) -> Result<Child, FrontendError> {
    Command::new(clang)
        .args(FLAGS)
        .args(["-Xclang", "-disable-O0-optnone", "-Xclang", "-fsanitize-address-use-after-scope"])
        .args(&options.clang_flags)
        .args([OsStr::new("-o"), OsStr::new("-"), OsStr::new("--"), path.as_os_str()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| FrontendError::NoClang { tried: format!("{}: {error}", clang.to_string_lossy()) })
}

/// The compiler that the user names, or `clang-22`, or a `clang` that is new enough.
fn find_clang() -> Result<OsString, FrontendError> {
    if let Some(named) = std::env::var_os("THREADBARE_CLANG").filter(|name| !name.is_empty()) {
        return Ok(named);
    }
    let mut tried = Vec::new();
    for name in ["clang-22", "/usr/lib/llvm-22/bin/clang", "clang", "clang-23"] {
        match version(name) {
            Some(version) if version >= 22 => return Ok(name.into()),
            Some(version) => tried.push(format!("{name} is version {version}")),
            None => tried.push(format!("no {name}")),
        }
    }
    Err(FrontendError::NoClang { tried: tried.join(", ") })
}

/// The major version of a clang; `None` if it cannot be run.
fn version(name: &str) -> Option<u32> {
    let output = Command::new(name).arg("-dumpversion").stdin(Stdio::null()).output().ok()?;
    String::from_utf8_lossy(&output.stdout).split('.').next()?.trim().parse().ok()
}
