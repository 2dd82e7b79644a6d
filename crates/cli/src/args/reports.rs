//! Where and how reports are written.

use super::parse::wanted;
use super::values::{ColourArg, FormatArg, word};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Where and how the reports are written.
#[derive(Args, Debug, Clone, Default)]
pub struct ReportsArgs {
    /// The form of the report: human, json, sarif, junit, github or gcc; with =FILE it goes there.
    /// May be given several times; standard output has the human report unless another without a
    /// file takes its place
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = wanted)]
    pub format: Vec<Wanted>,
    /// Write the report that has no file of its own to this one instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = ColourArg::Auto, value_name = "WHEN")]
    pub color: ColourArg,
}

/// A report that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// In which format.
    pub format: Format,
    /// In a file of its own.
    pub file: Option<PathBuf>,
}

/// The formats of reports of `check` and `test`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people
    Human,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit's XML, for CI
    Junit,
    /// Workflow commands of GitHub Actions
    Github,
    /// file:line:column: error: ..., for editors
    Gcc,
    /// For `threadbare test`, which reads it.
    #[value(skip)]
    Outcome,
}

impl Format {
    /// As on the command line.
    #[must_use]
    pub fn name(self) -> String {
        word(&self)
    }
}

/// Where and how the report is written.
#[derive(Args, Debug, Clone, Default)]
pub struct ReportArgs {
    /// The form of the report
    #[arg(long, value_enum, default_value_t = FormatArg::Human, value_name = "FORMAT")]
    pub format: FormatArg,
    /// Write the report to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = ColourArg::Auto, value_name = "WHEN")]
    pub color: ColourArg,
}
