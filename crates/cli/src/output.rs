//! Where the report goes.

use crate::args::ColourArg;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use threadbare_report::Look;

/// The place that the report is written to.
#[derive(Debug)]
pub(crate) enum Target {
    Stdout,
    File(PathBuf, File),
}

impl Target {
    /// Opens the file, if there is one.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, String> {
        match path {
            None => Ok(Self::Stdout),
            Some(path) => File::create(path)
                .map(|file| Self::File(path.to_owned(), file))
                .map_err(|e| format!("cannot write to {}: {e}", path.display())),
        }
    }
}

/// Writes the report. With `rescue`, if its file cannot be written, it goes to standard output, so
/// that it is not lost.
pub(crate) fn deliver(target: Target, text: &str, rescue: bool) -> Result<(), String> {
    match target {
        Target::Stdout => write(&mut io::stdout().lock(), text.as_bytes())
            .map_err(|e| format!("cannot write to standard output: {e}")),
        Target::File(path, mut file) => write(&mut file, text.as_bytes()).map_err(|e| {
            if !rescue {
                return format!("cannot write to {}: {e}", path.display());
            }
            let _ = write(&mut io::stdout().lock(), text.as_bytes());
            format!("cannot write to {}: {e}; the report went to standard output", path.display())
        }),
    }
}

/// Writes everything; a reader that has gone away is no error.
fn write(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    match to.write_all(bytes).and_then(|()| to.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Prints to standard output; gives the exit code.
pub(crate) fn print(bytes: &[u8]) -> u8 {
    match write(&mut io::stdout().lock(), bytes) {
        Ok(()) => crate::SAFE,
        Err(error) => {
            eprintln!("error: cannot write to standard output: {error}");
            crate::ERROR
        }
    }
}

/// How the report is to look there.
pub(crate) fn colour(wanted: ColourArg, target: &Target) -> Look {
    let terminal = matches!(target, Target::Stdout) && io::stdout().is_terminal();
    let said = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let width = if terminal { terminal_size::terminal_size().map(|(w, _)| usize::from(w.0)) } else { None };
    let width = width.or_else(said).unwrap_or(Look::default().width).clamp(40, 400);
    Look { colour: coloured(wanted, terminal), width, ..Look::default() }
}

/// How something is to look on standard output.
pub(crate) fn stdout_look(wanted: ColourArg) -> Look {
    colour(wanted, &Target::Stdout)
}

/// How a report looks that is quoted in others: in those that are made of text, nobody knows for
/// what width.
pub(crate) fn quoted_look(wanted: ColourArg) -> Look {
    Look { colour: wanted == ColourArg::Always, ..Look::default() }
}

fn coloured(wanted: ColourArg, terminal: bool) -> bool {
    match wanted {
        ColourArg::Always => true,
        ColourArg::Never => false,
        ColourArg::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    }
}

/// `error:`, red if standard error is a terminal.
pub(crate) fn error_prefix(wanted: ColourArg) -> &'static str {
    if coloured(wanted, io::stderr().is_terminal()) { "\x1b[1m\x1b[91merror:\x1b[0m" } else { "error:" }
}
