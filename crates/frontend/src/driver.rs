//! Running clang.
//!
//! C is compiled without optimisation: nothing that the program does to memory is lost before we
//! see it. clang writes the bitcode to its standard output, so that no temporary files are made.

use crate::{FrontendError, FrontendOptions};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Our own arguments. Fortified functions would hide the ordinary ones; old C is accepted as gcc accepts it; warnings are not
/// ours to give. The switch of AddressSanitizer, without the sanitizer, makes clang mark where the
/// life of each local variable begins and ends; without optimisation it does not otherwise.
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

/// The LLVM code of a file: there already, or being compiled.
pub(crate) enum Job {
    /// One module or several.
    Ready(Vec<Vec<u8>>),
    Running(Child),
}

impl Job {
    /// Waits for the compiler.
    pub(crate) fn finish(self, path: &Path) -> Result<Vec<Vec<u8>>, FrontendError> {
        let child = match self {
            Self::Ready(modules) => return Ok(modules),
            Self::Running(child) => child,
        };
        let failed = |diagnostics| FrontendError::Clang { path: path.to_path_buf(), diagnostics };
        let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
        if output.status.success() {
            return Ok(vec![output.stdout]);
        }
        let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
        if said.trim().is_empty() {
            said = format!("it ended with {}", output.status);
        }
        Err(failed(said))
    }
}

/// Starts the compiler on a file, or on `text` as standard input.
pub(crate) fn start(path: &Path, text: Option<Vec<u8>>, options: &FrontendOptions) -> Result<Job, FrontendError> {
    static CLANG: OnceLock<Result<OsString, FrontendError>> = OnceLock::new();
    let clang = CLANG.get_or_init(find_clang).clone()?;
    let mut command = Command::new(&clang);
    command
        .args(FLAGS)
        .args(["-Xclang", "-fsanitize-address-use-after-scope"])
        .args(&options.clang_flags)
        .args(["-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    match text {
        Some(_) => command.args(["-x", "c", "-"]).stdin(Stdio::piped()),
        None => command.arg("--").arg(path).stdin(Stdio::null()),
    };
    let mut child = command
        .spawn()
        .map_err(|error| FrontendError::NoClang { tried: format!("{}: {error}", clang.to_string_lossy()) })?;
    if let (Some(text), Some(mut input)) = (text, child.stdin.take()) {
        // In a thread of its own: the compiler may write before it has read everything. If it ends
        // early, it says why itself.
        std::thread::spawn(move || input.write_all(&text));
    }
    Ok(Job::Running(child))
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
