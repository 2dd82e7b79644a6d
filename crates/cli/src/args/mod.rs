//! The command line as it was typed: what each flag is called and what it takes. What it means is
//! decided in [`crate::plan`].

mod check;
mod compare;
mod input;
mod parse;
mod reports;
mod short;
mod svcomp;
mod values;

pub use check::{CheckArgs, WithoutArgs};
pub use compare::CompareArgs;
pub use input::FixArg;
pub use reports::{Format, ReportArgs, ReportsArgs, Wanted};
pub use svcomp::{DataModelArg, SvcompArgs};
pub(crate) use values::word;
pub use values::{
    ColourArg, CompareFormat, CoverageArg, ExitStatusArg, ExplorerArg, FairnessArg, FormatArg, ModelArg, NoteArg,
    OverflowArg, ParamArg, RacesArg, ReleaseSequenceArg, RoundsArg, SearchArg, StepsArg, Words,
};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;

/// Finds the interleaving that breaks a multithreaded program, or proves that there is none.
#[derive(Parser, Debug)]
#[command(name = "threadbare", version, max_term_width = 100, propagate_version = true, after_help = EXIT_CODES)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  no fault, and everything was explored
  1  a fault was found
  2  the input or the command is wrong
  3  no fault was found, but not everything was explored (the report says what was not)";

const COMPARE_EXIT_CODES: &str = "\
Exit codes: those of `threadbare check`, for all explorers together; 2 as well if they disagree";

const SVCOMP_EXIT_CODES: &str = "\
Prints `true`, `false(PROPERTY)` or `unknown`, and why it is unknown to standard error.

Exit codes: 0 true, 1 false, 3 unknown, 2 if the property cannot be read, or the witness not written";

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a program: explore every execution that can matter, show the first that breaks
    #[command(after_help = EXIT_CODES, mut_args(short::everyday))]
    Check(Box<CheckArgs>),
    /// Check many programs, or the tests in files without `main`, and sum up
    #[command(after_help = EXIT_CODES, mut_args(for_tests))]
    Test(Box<TestArgs>),
    /// Run several explorers on a program, and compare what they explore, how long it takes them,
    /// and what they say
    #[command(after_help = COMPARE_EXIT_CODES)]
    Compare(CompareArgs),
    /// Check a task of the Competition on Software Verification: a property and a program; print
    /// the verdict
    #[command(after_help = SVCOMP_EXIT_CODES)]
    Svcomp(SvcompArgs),
    /// Say what the tool sees of a program: threads, shared memory, loops, unsupported calls
    Explain(ExplainArgs),
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(hide = true)]
    Man {
        /// Of this subcommand
        subcommand: Option<String>,
    },
}

/// What is checked, and how it is compiled.
#[derive(Args, Debug, Clone, Default)]
pub struct InputArgs {
    /// The program: C files (compiled with clang; `-` is standard input), LLVM code, objects,
    /// executables and archives that carry bitcode (-flto); several are linked together
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for the compiler (after `--`)
    #[arg(last = true, value_name = "COMPILER FLAGS", allow_hyphen_values = true)]
    pub compiler_flags: Vec<String>,
}

/// `threadbare test`: the options of `check` hold for each test.
#[derive(Args, Debug, Clone)]
pub struct TestArgs {
    /// How each test is checked.
    #[command(flatten)]
    pub check: CheckArgs,
    /// Only tests whose name (FILE, or FILE::FUNCTION) contains this text
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Link this file into every test (may be given several times)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Print the names of the tests, and check nothing
    #[arg(long)]
    pub list: bool,
    /// This process has one test to run, and tells what came of it.
    #[command(flatten)]
    pub one: OneArgs,
}

/// The options of `check` as those of `test`: what some mean there; and what means one exploration,
/// which is refused, is not on offer.
fn for_tests(arg: clap::Arg) -> clap::Arg {
    let said = |arg: clap::Arg, text: &'static str| arg.help(text).long_help(text);
    match arg.get_id().as_str() {
        "files" => said(
            arg,
            "Each is a test if it has a `main`; if not, each function test_... without parameters in it is one",
        ),
        "jobs" => said(arg, "Run N tests at a time (default: one for each core)"),
        "tests" | "entry" | "replay" | "replay_strict" | "save" | "checkpoint" | "checkpoint_every" | "resume"
        | "shard" => arg.hide(true),
        "filter" | "with" | "list" => arg,
        _ => short::everyday(arg),
    }
}

/// How `threadbare test` tells the processes it starts what to do.
#[derive(Args, Debug, Clone)]
pub struct OneArgs {
    /// The file.
    #[arg(long, hide = true)]
    pub one_file: Option<PathBuf>,
    /// Only load it: are there tests in it?
    #[arg(long, hide = true)]
    pub one_look: bool,
    /// The function in it.
    #[arg(long, hide = true)]
    pub one_entry: Option<String>,
    /// Whether its report has colours.
    #[arg(long, hide = true)]
    pub one_colour: bool,
}

/// `threadbare explain`.
#[derive(Args, Debug, Clone)]
pub struct ExplainArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// How to report
    #[command(flatten)]
    pub report: ReportArgs,
}

/// Says where flags for the compiler go, if the words have some among the options.
pub(crate) fn tell_of_compiler(error: &mut clap::Error, words: &[OsString]) {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else { return };
    let before = words.iter().map_while(|word| word.to_str().filter(|word| *word != "--"));
    let is_flag = |word: &&str| FLAGS.iter().any(|flag| word.starts_with(flag)) && word.starts_with(wrong.as_str());
    if let (ErrorKind::UnknownArgument, Some(flag)) = (error.kind(), before.skip(2).find(is_flag)) {
        let tip = format!("flags for the compiler go behind '--', after all else: -- {flag}");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// How flags for the compiler begin.
const FLAGS: [&str; 10] = ["-D", "-I", "-U", "-O", "-W", "-f", "-m", "-std", "-g", "-include"];

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn one_bound_at_a_time() {
        let check = |words: &str| {
            let words = ["threadbare", "check", "a.c"].into_iter().chain(words.split(' '));
            Cli::try_parse_from(words).map(|cli| match cli.command {
                Command::Check(check) => (check.rounds, check.preemptions, check.context_switches),
                _ => panic!(),
            })
        };
        assert_eq!(check("--rounds auto").unwrap(), (Some(RoundsArg::Auto), None, None));
        assert_eq!(check("--rounds 3").unwrap(), (Some(RoundsArg::Most(3)), None, None));
        assert_eq!(check("--context-switches 0").unwrap(), (None, None, Some(0)));
        for wrong in ["--rounds -1", "--rounds x", "--preemptions auto", "--rounds 1 --preemptions 1"] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn where_compiler_flags_go() {
        let said = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            let mut error = Cli::try_parse_from(&words).unwrap_err();
            tell_of_compiler(&mut error, &words);
            error.to_string()
        };
        assert!(said(&["threadbare", "check", "a.c", "-DBUG=1"]).contains("behind '--', after all else: -- -DBUG=1"));
        assert!(said(&["threadbare", "explain", "-std=c99", "a.c"]).contains("after all else: -- -std=c99"));
        for other in ["--bug", "-q", "--unroll=x"] {
            assert!(!said(&["threadbare", "check", "a.c", other]).contains("compiler go"), "{other}");
        }
    }

    #[test]
    fn compiler_flags_come_last() {
        let cli = Cli::try_parse_from(["threadbare", "check", "a.c", "b.c", "--spurious", "--", "-O1", "-DX"]).unwrap();
        let Command::Check(check) = cli.command else { panic!() };
        assert_eq!(check.input.files.len(), 2);
        assert_eq!(check.input.compiler_flags, ["-O1", "-DX"]);
        assert_eq!(check.spurious, Some(1));
        assert!(Cli::try_parse_from(["threadbare", "check"]).is_err());
        assert!(Cli::try_parse_from(["threadbare", "check", "a.c", "--unroll", "0"]).is_err());
    }
}
