//! The options of `threadbare svcomp`.

use super::parse::duration;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// `threadbare svcomp`.
#[derive(Args, Debug, Clone)]
pub struct SvcompArgs {
    /// The property file: CHECK( init(main()), LTL(G ! call(reach_error())) ), or others
    #[arg(long, value_name = "FILE")]
    pub property: PathBuf,
    /// How large integers and pointers are
    #[arg(long, value_enum, value_name = "MODEL")]
    pub data_model: DataModelArg,
    /// Write a violation witness (YAML, format 2.0) to this file if the verdict is `false`
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Say `unknown` after this time: 30s, 5m, 2h
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// The program: C, preprocessed or not
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Flags for the compiler (after `--`)
    #[arg(last = true, value_name = "COMPILER FLAGS", allow_hyphen_values = true)]
    pub compiler_flags: Vec<String>,
}

/// `--data-model`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModelArg {
    /// int, long and pointers have 32 bits: the program is compiled with -m32
    #[value(name = "ILP32")]
    Ilp32,
    /// long and pointers have 64 bits
    #[value(name = "LP64")]
    Lp64,
}
