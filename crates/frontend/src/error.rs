//! What can be wrong with the input.

use std::fmt;
use std::path::PathBuf;

/// Why a program could not be loaded. Its [`Display`](fmt::Display) form is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrontendError {
    /// No input was given.
    NoInput,
    /// A file cannot be read.
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Neither the content nor the name of a file says what it is.
    UnknownKind {
        /// Which.
        path: PathBuf,
    },
    /// C++ source, which is not compiled here.
    Cpp {
        /// Which.
        path: PathBuf,
    },
    /// An object or archive is damaged.
    Object {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// An object, executable or archive holds nothing but machine code.
    NoBitcode {
        /// Which.
        path: PathBuf,
    },
    /// There is no compiler.
    NoClang {
        /// What was tried, and what came of it.
        tried: String,
    },
    /// The compiler refused a file.
    Clang {
        /// Which.
        path: PathBuf,
        /// What it said.
        diagnostics: String,
    },
    /// A file is no bitcode or LLVM text, or not one that LLVM 22 reads.
    Malformed {
        /// Which.
        path: PathBuf,
        /// What LLVM says.
        reason: String,
    },
    /// Files do not go together.
    Link {
        /// Which was added.
        path: PathBuf,
        /// What LLVM says.
        reason: String,
    },
    /// The program is for another machine.
    Target {
        /// The target it is for.
        triple: String,
    },
    /// There is no function `main`.
    NoMain {
        /// Functions that are tests by their names and have no parameters.
        tests: Vec<String>,
    },
    /// The function at which the program is to begin is not there, or takes parameters.
    BadEntry {
        /// Its name.
        name: String,
        /// Whether it is there.
        takes_parameters: bool,
    },
}

/// What helps where gcc compiles what clang does not.
fn hint(diagnostics: &str) -> Option<&'static str> {
    if diagnostics.contains("must be a pointer to _Atomic type") {
        return Some(
            "GCC accepts this, clang does not: declare the variable `_Atomic`, or use __atomic_... functions for it, which \
             take any integer or pointer",
        );
    }
    let is_flag =
        diagnostics.contains("member reference base type") && diagnostics.contains("from macro 'atomic_flag_");
    is_flag.then_some("GCC accepts this, clang does not: declare the variable `atomic_flag`")
}

impl fmt::Display for FrontendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInput => write!(f, "no input file was given"),
            Self::Unreadable { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            Self::UnknownKind { path } => write!(
                f,
                "{}: unsupported file type; inputs are C (.c, .i, or `-` for standard input), LLVM code (bitcode or \
                 text), and objects, executables and archives (.o, .a) that carry bitcode",
                path.display()
            ),
            Self::Cpp { path } => write!(
                f,
                "{}: C++ source is not compiled by this tool; compile it with `clang++-22 -g -flto -c`, and give the object \
                 (threads of pthreads only: std::thread and std::mutex are not supported)",
                path.display()
            ),
            Self::Object { path, reason } => write!(f, "{} is damaged: {reason}", path.display()),
            Self::NoBitcode { path } => write!(
                f,
                "{} carries no bitcode: compile it with `clang-22 -g -flto`, or with `-g -flto -ffat-lto-objects` (linking drops \
                 it: give the objects instead of an executable, or link that with `-Wl,--lto-emit-llvm`)",
                path.display()
            ),
            Self::NoClang { tried } => write!(
                f,
                "no clang of version 22 or later was found ({tried}); install clang-22, or name one in THREADBARE_CLANG"
            ),
            Self::Clang { path, diagnostics } => {
                write!(f, "clang could not compile {}:\n{}", path.display(), diagnostics.trim_end())?;
                hint(diagnostics).map_or(Ok(()), |hint| write!(f, "\n  help: {hint}"))
            }
            Self::Malformed { path, reason } => {
                write!(f, "{} is not valid LLVM 22 code: {}", path.display(), reason.trim_end())
            }
            Self::Link { path, reason } => {
                write!(f, "{} cannot be linked with the other files: {}", path.display(), reason.trim_end())?;
                if reason.contains("EnableSplitLTOUnit") || reason.contains("ThinLTO") {
                    write!(f, " (compile all of them with -flto, or all with -flto=thin)")?;
                }
                Ok(())
            }
            Self::Target { triple } => {
                write!(f, "the program is compiled for {triple}; only x86-64 Linux, and i386 (-m32), are supported")
            }
            Self::NoMain { tests } if tests.is_empty() => write!(
                f,
                "the program has no function `main`, and no tests (functions test_... without parameters); with \
                 `threadbare test`, --with FILE gives what tests need"
            ),
            Self::NoMain { tests } => write!(
                f,
                "the program has no function `main`, but tests: {}; `threadbare test` runs them all, `--entry NAME` one",
                tests.join(", ")
            ),
            Self::BadEntry { name, takes_parameters: true } => {
                write!(f, "the program cannot begin at `{name}`, which takes parameters")
            }
            Self::BadEntry { name, .. } => write!(f, "the program has no function `{name}` to begin at"),
        }
    }
}

impl std::error::Error for FrontendError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gcc_accepts() {
        let flag = "a.c:1:1: error: member reference base type 'int' is not a structure or union\n\
                    stdatomic.h:192:73: note: expanded from macro 'atomic_flag_test_and_set'";
        assert!(hint(flag).is_some_and(|hint| hint.contains("`atomic_flag`")));
        let plain = "error: address argument to atomic operation must be a pointer to _Atomic type ('int *' invalid)";
        assert!(hint(plain).is_some_and(|hint| hint.contains("`_Atomic`")));
        assert_eq!(hint("a.c:1:1: error: member reference base type 'int' is not a structure or union"), None);
    }
}
