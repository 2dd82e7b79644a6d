//! The options of `threadbare compare`.

use super::InputArgs;
use super::parse::{duration, param, range};
use super::values::{CompareFormat, ExplorerArg, ParamArg, RacesArg};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// `threadbare compare`.
#[derive(Args, Debug, Clone)]
pub struct CompareArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// Which explorers (default: all but naive)
    #[arg(long, value_enum, value_name = "EXPLORER", value_delimiter = ',')]
    pub explorers: Vec<ExplorerArg>,
    /// Stop each of them after this time
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "60s")]
    pub timeout: Duration,
    /// Compile the program with -DNAME=N, for each N from LO to HI
    #[arg(long, value_name = "NAME=LO..HI", value_parser = param)]
    pub param: Option<ParamArg>,
    /// Draw the classes and the times over the parameter, and write that to a file, as SVG
    #[arg(long, value_name = "FILE", requires = "param")]
    pub plot: Option<PathBuf>,
    /// Plain (non-atomic) accesses: report races as faults, interleave them, or ignore them
    #[arg(long, value_enum, default_value_t = RacesArg::Report, value_name = "POLICY")]
    pub races: RacesArg,
    /// Each loop that might go on for ever goes back at most N times, each time it is entered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unroll: Option<u32>,
    /// The values that __VERIFIER_nondet_* functions return
    #[arg(long, value_name = "LO..HI", value_parser = range, allow_hyphen_values = true)]
    pub nondet: Option<(i64, i64)>,
    /// Say as well how much of the time of rvf goes into looking for witnesses (VerifySC), as a
    /// histogram
    #[cfg_attr(feature = "measure", arg(long))]
    #[cfg_attr(not(feature = "measure"), arg(skip))]
    pub details: bool,
    /// The form of the table
    #[arg(long, value_enum, default_value_t = CompareFormat::Human, value_name = "FORMAT")]
    pub format: CompareFormat,
    /// Write the table to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
