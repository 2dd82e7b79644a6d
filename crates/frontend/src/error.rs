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
    /// The name of a file says nothing that is understood.
    UnknownKind {
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
    NoMain,
}

impl fmt::Display for FrontendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoInput => write!(f, "no input file was given"),
            Self::Unreadable { path, reason } => write!(f, "cannot read {}: {reason}", path.display()),
            Self::UnknownKind { path } => write!(
                f,
                "{} is not a kind of file that is understood: C source (.c, .i), LLVM text (.ll) or LLVM bitcode (.bc)",
                path.display()
            ),
            Self::NoClang { tried } => write!(
                f,
                "no clang of version 22 or later was found ({tried}); install clang-22, or name one in THREADBARE_CLANG"
            ),
            Self::Clang { path, diagnostics } => {
                write!(f, "clang could not compile {}:\n{}", path.display(), diagnostics.trim_end())
            }
            Self::Malformed { path, reason } => {
                write!(f, "{} is not valid LLVM 22 code: {}", path.display(), reason.trim_end())
            }
            Self::Link { path, reason } => {
                write!(f, "{} does not go together with the other files: {}", path.display(), reason.trim_end())
            }
            Self::Target { triple } => {
                write!(f, "the program is compiled for {triple}; only x86-64 Linux is supported")
            }
            Self::NoMain => write!(f, "the program has no function `main`"),
        }
    }
}

impl std::error::Error for FrontendError {}
