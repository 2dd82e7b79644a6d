//! Running clang.
//!
//! C is compiled without optimisation: nothing that the program does to memory is lost before we
//! see it. clang writes the bitcode to its standard output, so that no temporary files are made
//! (but for headers of ours).

use crate::headers::{self, Headers};
use crate::{FrontendError, FrontendOptions};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Our own arguments. Fortified functions would hide the ordinary ones. The switch of
/// AddressSanitizer, without the sanitizer, makes clang mark where the life of each local variable
/// begins and ends; without optimisation it does not otherwise.
const FLAGS: [&str; 8] = [
    "-c",
    "-emit-llvm",
    "-g",
    "-O0",
    "-fno-discard-value-names",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-fno-color-diagnostics",
];

/// Old C is accepted as gcc accepted it, and other warnings are not ours to give. What clang by
/// itself would refuse, since a program can hardly mean it, is told: the result of a function
/// that is not declared is cut to an `int`. So is a number that is printed as one of another kind:
/// which register it is read from, and what is in it, is up to the processor. (Behind the user's
/// flags: `-Werror` is for builds.)
const TOLD: [&str; 6] = [
    FORMAT,
    MAIN,
    "implicit-function-declaration",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
];

/// With these, clang writes a file about what can be counted.
const COVERAGE: [&str; 4] = ["--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage"];
/// Nobody wants it.
const NO_NOTES: [&str; 2] = ["-Xclang", "-coverage-notes-file=/dev/null"];

const FORMAT: &str = "format";
const MAIN: &str = "main-return-type";

/// What a warning is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarningKind {
    /// What the compiler accepts only since we ask it to.
    Undeclared,
    /// A format that does not fit what is printed.
    Format,
    /// A `main` that does not say with which status the program ends.
    Main,
    /// Variables of which the code does not say where their blocks end.
    Scope,
    /// What depends on the numbers of addresses.
    Addresses,
}

/// Something about the inputs that is worth knowing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// What it is about.
    pub kind: WarningKind,
    /// The file, as the compiler names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if it is not known.
    pub column: u32,
    /// One sentence.
    pub message: String,
}

impl Warning {
    /// From a line of its: `q.c:3:26: warning: ... [-Wimplicit-function-declaration]`.
    fn of(line: &str) -> Option<Self> {
        let (place, text) = line.split_once(": warning: ")?;
        let (message, name) = text.strip_suffix(']')?.rsplit_once(" [-W")?;
        let mut parts = place.rsplitn(3, ':');
        let (column, row, file) = (parts.next()?, parts.next()?, parts.next()?);
        let (line, column) = (row.parse().ok()?, column.parse().ok()?);
        let (kind, is_told) = match name {
            FORMAT => (WarningKind::Format, is_of_another_kind(message)),
            MAIN => (WarningKind::Main, true),
            _ => (WarningKind::Undeclared, TOLD.contains(&name)),
        };
        is_told.then(|| Self { kind, file: file.to_owned(), line, column, message: message.to_owned() })
    }
}

/// Whether one of the two types is floating, and the other one is not: `format specifies type 'int'
/// but the argument has type 'double'`.
fn is_of_another_kind(message: &str) -> bool {
    let types: Vec<&str> = message.split('\'').skip(1).step_by(2).collect();
    let is_floating = |name: &&str| matches!(*name, "float" | "double" | "long double");
    types.len() >= 2 && types[..2].iter().filter(|name| is_floating(name)).count() == 1
}

/// The LLVM code of a file: there already, or being compiled.
pub(crate) enum Job {
    /// One module or several.
    Ready(Vec<Vec<u8>>),
    /// What it reads is there until it has ended.
    Running(Child, Option<Headers>),
}

impl Job {
    /// Waits for the compiler: the modules, and what there is to say about the source.
    pub(crate) fn finish(self, path: &Path) -> Result<(Vec<Vec<u8>>, Vec<Warning>), FrontendError> {
        let (child, _headers) = match self {
            Self::Ready(modules) => return Ok((modules, Vec::new())),
            Self::Running(child, headers) => (child, headers),
        };
        let failed = |diagnostics| FrontendError::Clang { path: path.to_path_buf(), diagnostics };
        let output = child.wait_with_output().map_err(|error| failed(error.to_string()))?;
        let mut said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() {
            return Ok((vec![output.stdout], said.lines().filter_map(Warning::of).collect()));
        }
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
    let headers = match &text {
        Some(text) => Headers::of(text, &options.clang_flags),
        None => std::fs::read(path).ok().and_then(|source| Headers::of(&source, &options.clang_flags)),
    };
    command
        .args(FLAGS)
        .args(["-Xclang", "-fsanitize-address-use-after-scope"])
        .args(&options.clang_flags)
        .args(
            headers::folder(&options.clang_flags)
                .into_iter()
                .flat_map(|folder| [OsStr::new("-idirafter"), folder.as_os_str()]),
        )
        .args(headers.iter().flat_map(|headers| [OsStr::new("-idirafter"), headers.folder().as_os_str()]))
        .arg("-Wno-everything")
        .args(TOLD.iter().flat_map(|name| [format!("-W{name}"), format!("-Wno-error={name}")]))
        .args(
            options
                .clang_flags
                .iter()
                .any(|flag| COVERAGE.contains(&flag.as_str()))
                .then_some(NO_NOTES)
                .iter()
                .flatten(),
        )
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
    Ok(Job::Running(child, headers))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told() {
        let said = "a b:c.c:3:26: warning: call to undeclared function 'f' [-Wimplicit-function-declaration]";
        let wanted = Warning {
            kind: WarningKind::Undeclared,
            file: "a b:c.c".into(),
            line: 3,
            column: 26,
            message: "call to undeclared function 'f'".into(),
        };
        assert_eq!(Warning::of(said), Some(wanted));
        let format = |types: &str| {
            Warning::of(&format!("a.c:3:26: warning: format specifies type {types} [-Wformat]")).map(|it| it.kind)
        };
        assert_eq!(format("'int' but the argument has type 'double'"), Some(WarningKind::Format));
        assert_eq!(format("'double' but the argument has type 'int'"), Some(WarningKind::Format));
        assert_eq!(format("'int' but the argument has type 'long'"), None);
        assert_eq!(Warning::of("a.c:3:26: warning: unused variable 'x' [-Wunused-variable]"), None);
        assert_eq!(Warning::of("    3 | int x = f();"), None);
    }
}
