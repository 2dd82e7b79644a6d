//! The command line as it was typed: what each flag is called and what it takes. What it means is
//! decided in [`crate::plan`].

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;
use std::time::Duration;
use threadbare_explore::{Alternatives, Shard};

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

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check a program: explore every execution that can matter, show the first that breaks
    #[command(after_help = EXIT_CODES)]
    Check(Box<CheckArgs>),
    /// Check many programs, or the tests in files without `main`, and sum up
    #[command(after_help = EXIT_CODES, mut_args(for_tests))]
    Test(Box<TestArgs>),
    /// Run several explorers on a program, and compare what they explore, how long it takes them,
    /// and what they say
    #[command(after_help = COMPARE_EXIT_CODES)]
    Compare(CompareArgs),
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

/// The groups of options in the help, after those for every day.
const BOUNDS: &str = "Bounds and choices";
const LONG_RUNS: &str = "Long runs";
const RESEARCH: &str = "Research: other algorithms";

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
    match arg.get_id().as_str() {
        "files" => arg
            .help("Each is a test if it has a `main`; if not, each function test_... without parameters in it is one"),
        "jobs" => arg.help("Run N tests at a time (default: one for each core)"),
        "entry" | "replay" | "replay_strict" | "checkpoint" | "checkpoint_every" | "resume" | "shard" => arg.hide(true),
        _ => arg,
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

/// `threadbare check`.
#[derive(Args, Debug, Clone)]
pub struct CheckArgs {
    /// The program.
    #[command(flatten)]
    pub input: InputArgs,
    /// Begin at this function, which takes no parameters, instead of `main`
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,
    /// The memory model: which values an atomic read may see
    #[arg(long, value_enum, default_value_t = ModelArg::Auto, value_name = "MODEL")]
    pub model: ModelArg,
    /// Which later writes belong to a release sequence under --model rc11; C++ code wants cpp20
    #[arg(long, value_enum, default_value_t = ReleaseSequenceArg::Rc11, value_name = "RULE")]
    pub release_sequence: ReleaseSequenceArg,
    /// Plain (non-atomic) accesses: report races as faults (the default; not with --explorer
    /// unfolding), interleave them, or ignore them
    #[arg(long, value_enum, value_name = "POLICY")]
    pub races: Option<RacesArg>,
    /// Arithmetic without a result (a signed overflow, a shift too far) that decides something:
    /// report it as a fault, or go on with what the processor computes
    #[arg(long, value_enum, default_value_t = OverflowArg::Report, value_name = "POLICY")]
    pub overflow: OverflowArg,
    /// At most N iterations of each loop, for each time it is entered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = BOUNDS)]
    pub unroll: Option<u32>,
    /// Explore only executions that a round-robin scheduler has in at most K rounds after the
    /// first; auto raises K from 0 until there is a fault, or nothing is left
    #[arg(long, value_name = "K|auto", value_parser = rounds, group = "bound", help_heading = BOUNDS)]
    pub rounds: Option<RoundsArg>,
    /// Explore only executions with at most K switches from a thread that could have gone on
    #[arg(long, value_name = "K", group = "bound", help_heading = BOUNDS)]
    pub preemptions: Option<u32>,
    /// Explore only executions with at most K switches between threads
    #[arg(long, value_name = "K", group = "bound", help_heading = BOUNDS)]
    pub context_switches: Option<u32>,
    /// Stop after this time: 30s, 5m, 2h, 500ms
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub timeout: Option<Duration>,
    /// Stop as soon as it can be said how many executions there are (with a standard error of 10
    /// %), and how long they take; after 10 s if no other --timeout is given
    #[arg(long, help_heading = LONG_RUNS)]
    pub estimate: bool,
    /// Stop after N executions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub max_executions: Option<u64>,
    /// Stop when that much memory is used: 500M, 4G (default: 80 % of what the machine has left)
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = BOUNDS)]
    pub max_memory: Option<u64>,
    /// Stop a thread after N instructions without a visible operation
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, value_parser = clap::value_parser!(u64).range(1..), help_heading = BOUNDS)]
    pub max_steps: u64,
    /// Let condition variables wake up, and weak compare-exchanges fail, without a reason: at most
    /// N times per thread
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1", help_heading = BOUNDS)]
    pub spurious: Option<u32>,
    /// The values that __VERIFIER_nondet_* functions return
    #[arg(long, value_name = "LO..HI", value_parser = range, allow_hyphen_values = true, help_heading = BOUNDS)]
    pub nondet: Option<(i64, i64)>,
    /// What an unknown external function returns (may be given several times)
    #[arg(long, value_name = "NAME=VALUE", value_parser = stub)]
    pub stub: Vec<(String, i64)>,
    /// The arguments of main, as a shell would take them: 'a "b c"'
    #[arg(long, value_name = "ARGUMENTS", value_parser = words, allow_hyphen_values = true)]
    pub args: Option<Words>,
    /// A variable of the environment (may be given several times); there are no others
    #[arg(long, value_name = "NAME=VALUE", value_parser = variable)]
    pub env: Vec<String>,
    /// What the program reads from standard input
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// A C file with functions that the program lacks
    #[arg(long, value_name = "FILE")]
    pub define_stub: Vec<PathBuf>,
    /// The program ends with another status than 0, or than --expect-exit says: a fault, or nothing
    #[arg(long, value_enum, default_value_t = ExitStatusArg::Report, value_name = "POLICY")]
    pub exit_status: ExitStatusArg,
    /// The program is to end with the status N: all others are faults
    #[arg(long, value_name = "N", conflicts_with = "exit_status")]
    pub expect_exit: Option<u8>,
    /// Threads that still wait when `main` ends without having joined them: a note, a fault, or
    /// nothing
    #[arg(long, value_enum, default_value_t = NoteArg::Note, value_name = "POLICY")]
    pub abandoned: NoteArg,
    /// Memory that is never freed: a note, a fault, or nothing
    #[arg(long, value_enum, default_value_t = NoteArg::Note, value_name = "POLICY")]
    pub leaks: NoteArg,
    /// Go on after the first fault; faults that are the same are reported once
    #[arg(long)]
    pub keep_going: bool,
    /// Look for that long for a smaller execution of each fault: fewer threads, fewer switches,
    /// fewer steps; 0s shows the first one found
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "500ms")]
    pub minimise: Duration,
    /// Explore with N workers (default: one for each core)
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// When the run is stopped, write to this file how far it is
    #[arg(long, value_name = "FILE", help_heading = LONG_RUNS)]
    pub checkpoint: Option<PathBuf>,
    /// Write the checkpoint from time to time as well
    #[arg(long, value_name = "DURATION", value_parser = duration, requires = "checkpoint", help_heading = LONG_RUNS)]
    pub checkpoint_every: Option<Duration>,
    /// Go on where a checkpoint was written
    #[arg(long, value_name = "FILE", help_heading = LONG_RUNS)]
    pub resume: Option<PathBuf>,
    /// Explore only the I-th of N parts: they have no execution in common, and together are
    /// everything
    #[arg(long, value_name = "I/N", value_parser = shard, help_heading = LONG_RUNS)]
    pub shard: Option<Shard>,
    /// How to explore; auto lets several race
    #[arg(long, value_enum, default_value_t = ExplorerArg::Graph, value_name = "EXPLORER", hide_short_help = true, help_heading = RESEARCH)]
    pub explorer: ExplorerArg,
    /// With --explorer unfolding: an alternative to so many of the events that were explored
    /// already, or to all of them (optimal, the default: nothing is explored in vain)
    #[arg(long, value_name = "K|optimal", value_parser = alternatives, hide_short_help = true, help_heading = RESEARCH)]
    pub alternatives: Option<Alternatives>,
    /// Parts of an explorer that are left out.
    #[command(flatten)]
    pub without: WithoutArgs,
    /// With --explorer unfolding --races report: look for data races in P percent of the executions
    /// only
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(1..=100), hide_short_help = true, help_heading = RESEARCH)]
    pub race_sample: Option<u32>,
    /// Count executions that differ only by exchanging threads with the same code and argument one
    /// by one
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub no_symmetry: bool,
    /// Show exactly this execution again (it is printed with every fault)
    #[arg(long, value_name = "SCHEDULE")]
    pub replay: Option<String>,
    /// Refuse a schedule that does not fit the program any more, instead of trying what fits
    #[arg(long, requires = "replay")]
    pub replay_strict: bool,
    /// How to report
    #[command(flatten)]
    pub report: ReportsArgs,
    /// Which steps of a faulty execution to show: all, those that may matter, or those around
    /// switches between threads
    #[arg(long, value_enum, default_value_t = StepsArg::Relevant, value_name = "STEPS")]
    pub steps: StepsArg,
    /// Do not look for what removes a fault of a weak memory model (some seconds at most), or for
    /// options that help a run which was stopped
    #[arg(long)]
    pub no_advice: bool,
    /// Say which lines no execution reached; lcov:FILE also writes that to a file, in the format of
    /// lcov
    #[arg(long, value_name = "lcov:FILE", num_args = 0..=1, require_equals = true, default_missing_value = "",
          value_parser = coverage)]
    pub coverage: Option<CoverageArg>,
    /// Print counts and times as well
    #[arg(long)]
    pub details: bool,
}

/// Steps to show.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StepsArg {
    /// Every recorded step
    All,
    /// Those that the fault may depend on
    #[default]
    Relevant,
    /// The first and the last step before another thread goes on
    Switches,
}

impl From<StepsArg> for threadbare_report::Steps {
    fn from(steps: StepsArg) -> Self {
        match steps {
            StepsArg::All => Self::All,
            StepsArg::Relevant => Self::Relevant,
            StepsArg::Switches => Self::Switches,
        }
    }
}

/// `--coverage`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageArg {
    /// Where to write it, in the format of lcov.
    pub lcov: Option<PathBuf>,
}

/// Parts of `--explorer rvf` that are left out, for comparison: the result is the same.
#[derive(Args, Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct WithoutArgs {
    /// With --explorer rvf: look for witnesses without the closure
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub no_closure: bool,
    /// With --explorer rvf: look for witnesses without following the trace at hand
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub no_guide: bool,
    /// With --explorer rvf: look for witnesses without taking any step for sure
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub no_greedy: bool,
    /// With --explorer rvf: go through every read, whatever the backtrack signals say
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub no_backtrack_signals: bool,
    /// With --explorer rvf: tell (JSON witness_seconds) how much of the time goes into looking for
    /// witnesses
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub time_witnesses: bool,
}

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
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// `sarif`, `sarif=out.sarif`.
fn wanted(text: &str) -> Result<Wanted, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
    let known = || Format::value_variants().iter().map(|format| format.name()).collect::<Vec<_>>().join(", ");
    let format = Format::from_str(name, false).map_err(|_| format!("`{name}` is none of the formats {}", known()))?;
    match file {
        Some("") => Err(format!("a file is missing after `{name}=`")),
        file => Ok(Wanted { format, file: file.map(PathBuf::from) }),
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
    /// At most N iterations of each loop, for each time it is entered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unroll: Option<u32>,
    /// The values that __VERIFIER_nondet_* functions return
    #[arg(long, value_name = "LO..HI", value_parser = range, allow_hyphen_values = true)]
    pub nondet: Option<(i64, i64)>,
    /// Say as well how much of the time of rvf goes into looking for witnesses (VerifySC), as a
    /// histogram
    #[arg(long)]
    pub details: bool,
    /// The form of the table
    #[arg(long, value_enum, default_value_t = CompareFormat::Human, value_name = "FORMAT")]
    pub format: CompareFormat,
    /// Write the table to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `--param`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParamArg {
    /// The macro.
    pub name: String,
    /// Its smallest value.
    pub low: i64,
    /// Its largest value.
    pub high: i64,
}

impl ParamArg {
    /// Its values.
    pub fn values(&self) -> impl Iterator<Item = i64> {
        self.low..=self.high
    }
}

/// `--format` of `compare`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareFormat {
    /// For people
    Human,
    /// One JSON object
    Json,
    /// Comma-separated values
    Csv,
    /// A table in Markdown
    Markdown,
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

/// `--explorer`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExplorerArg {
    /// Every interleaving: slow, simple, the judge of the others
    Naive,
    /// Every execution graph exactly once
    Graph,
    /// Every Mazurkiewicz trace, by source sets and sleep sets
    Source,
    /// Every Mazurkiewicz trace exactly once, by wakeup trees
    Optimal,
    /// The same, but two writes are only ordered where one of them is read (optimal with observers)
    Observers,
    /// Every reads-from class exactly once: executions in which each read reads from the same write
    Rf,
    /// Every reads-value-from class at most once: executions in which each read reads the same
    /// value, and reads are causally ordered alike
    Rvf,
    /// The values that threads can read, in every combination: value-centric; covers what single
    /// threads see
    Vc,
    /// What each read reads from: data-centric; covers what single threads see
    Dc,
    /// Every maximal configuration of the unfolding of the program, with optimal or quasi-optimal
    /// alternatives; ignores plain accesses unless told otherwise
    Unfolding,
    /// graph, rvf, vc and rf in turn, each for a while, until one has explored everything
    Auto,
}

/// `--model`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelArg {
    /// Sequential consistency: every atomic access counts as seq_cst
    Sc,
    /// Total store order (x86): a read may overtake an earlier write
    Tso,
    /// Partial store order (SPARC): writes may overtake each other as well
    Pso,
    /// Release-acquire: every atomic access counts as release or acquire
    Ra,
    /// C11 as repaired by Lahav et al. (RC11): each access as its order says
    Rc11,
    /// rc11 if an atomic access or fence weaker than seq_cst can be reached, else sc
    Auto,
}

/// `--release-sequence`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseSequenceArg {
    /// Of RC11: atomic stores of the same thread, and read-modify-writes
    Rc11,
    /// Of C++20: read-modify-writes only
    Cpp20,
    /// Of C11: as rc11, but only up to the first store of another thread (not implemented: cpp20
    /// covers all that it allows)
    C11,
}

/// `--rounds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundsArg {
    /// At most so many.
    Most(u32),
    /// 0, then 1, and so on.
    Auto,
}

impl std::fmt::Display for RoundsArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Most(most) => write!(f, "{most}"),
            Self::Auto => f.write_str("auto"),
        }
    }
}

/// `--races`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum RacesArg {
    /// A data race is a fault
    Report,
    /// Plain accesses interleave like sequentially consistent atomics
    Explore,
    /// Plain accesses are neither interleaved nor checked
    Ignore,
}

/// `--exit-status`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatusArg {
    /// Another status than 0 is a fault
    Report,
    /// Any status will do
    Ignore,
}

/// `--abandoned` and `--leaks`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteArg {
    /// It is told, and changes no verdict
    Note,
    /// It is a fault
    Fault,
    /// It is not told
    Ignore,
}

impl std::fmt::Display for NoteArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Fault => "fault",
            Self::Ignore => "ignore",
        })
    }
}

/// `--overflow`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverflowArg {
    /// A result that there is not is a fault where it decides something
    Report,
    /// It is what an x86 processor computes
    Ignore,
}

/// `--format`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FormatArg {
    /// For people
    #[default]
    Human,
    /// One JSON object
    Json,
}

/// `--color`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColourArg {
    /// If it goes to a terminal
    #[default]
    Auto,
    /// Yes
    Always,
    /// No
    Never,
}

/// `--args`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

fn words(text: &str) -> Result<Words, String> {
    shell_words::split(text).map(Words).map_err(|_| "a quotation mark is missing".into())
}

/// `--env`.
fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.into()),
        _ => Err("give NAME=VALUE".into()),
    }
}

/// `--alternatives`.
fn alternatives(text: &str) -> Result<Alternatives, String> {
    match text.parse() {
        _ if text == "optimal" => Ok(Alternatives::Optimal),
        Ok(most) if most > 0 => Ok(Alternatives::Most(most)),
        _ => Err("a number from 1 on, or `optimal`".into()),
    }
}

/// `3`, `auto`.
fn rounds(text: &str) -> Result<RoundsArg, String> {
    match text.trim() {
        "auto" => Ok(RoundsArg::Auto),
        number => number.parse().map(RoundsArg::Most).map_err(|_| format!("`{text}` is neither a number nor `auto`")),
    }
}

/// `500M`, `4GB`; a number alone is in bytes.
fn size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: give a number with a unit, such as 500M or 4G");
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    let factor = match text[digits..].trim_end_matches(['B', 'b']) {
        "" => 1,
        "k" | "K" => 1000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        "T" => 1_000_000_000_000,
        _ => return Err(wrong()),
    };
    number.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

/// `30s`, `5m`, `1h30m`, `500ms`; a number alone is in seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a duration: give a number with a unit, such as 500ms, 30s, 5m or 2h");
    let mut total = Duration::ZERO;
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().map_err(|_| wrong())?;
        let after = &rest[digits..];
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let factor = match &after[..letters] {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86_400.0,
            _ => return Err(wrong()),
        };
        let part = Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())?;
        total = total.checked_add(part).ok_or_else(wrong)?;
        rest = &after[letters..];
    }
    Ok(total)
}

/// Nothing, or `lcov:cov.info`.
fn coverage(text: &str) -> Result<CoverageArg, String> {
    let lcov = match text.strip_prefix("lcov:") {
        Some(file) if !file.is_empty() => Some(PathBuf::from(file)),
        None if text.is_empty() => None,
        _ => return Err(format!("`{text}` is not of the form lcov:FILE")),
    };
    Ok(CoverageArg { lcov })
}

/// `2/5`.
fn shard(text: &str) -> Result<Shard, String> {
    text.parse()
}

/// `-3..5`, both ends included.
fn range(text: &str) -> Result<(i64, i64), String> {
    let wrong = || format!("`{text}` is not a range: give the smallest and the largest value, such as 0..3");
    let (low, high) = text.split_once("..").ok_or_else(wrong)?;
    let number = |t: &str| t.trim_start_matches('=').trim().parse::<i64>().map_err(|_| wrong());
    let (low, high) = (number(low)?, number(high)?);
    if low > high {
        return Err(format!("the range {low}..{high} is empty"));
    }
    if high.checked_sub(low).is_none_or(|n| n >= i64::from(u32::MAX)) {
        return Err(format!("the range {low}..{high} has too many values"));
    }
    Ok((low, high))
}

/// `N=2..8`, both ends included.
fn param(text: &str) -> Result<ParamArg, String> {
    let wrong = || format!("`{text}` is not of the form NAME=LO..HI, such as N=2..8");
    let (name, values) = text.split_once('=').ok_or_else(wrong)?;
    let name = name.trim();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_word) || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    let (low, high) = range(values)?;
    if high - low >= 1000 {
        return Err(format!("`{text}` has more than 1000 values"));
    }
    Ok(ParamArg { name: name.to_owned(), low, high })
}

/// `name=3`, `name=-1`, `name=0x10`.
fn stub(text: &str) -> Result<(String, i64), String> {
    let wrong = || format!("`{text}` is not of the form name=value, with a whole number as the value");
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    let value = value.trim();
    let number = match value.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok().map(u64::cast_signed),
        None => value.parse::<i64>().ok(),
    };
    let name = name.trim();
    if name.is_empty() { Err(wrong()) } else { Ok((name.to_owned(), number.ok_or_else(wrong)?)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn parameters() {
        let n = |low, high| Ok(ParamArg { name: "N".into(), low, high });
        assert_eq!(param("N=2..8"), n(2, 8));
        assert_eq!(param("N = 3..3"), n(3, 3));
        for wrong in ["", "N", "N=", "N=2", "=2..8", "N=8..2", "1N=2..8", "N;x=1..2", "N=0..1000"] {
            assert!(param(wrong).is_err(), "{wrong}");
        }
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
    fn durations() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1h30m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        for wrong in ["", "x", "5x", "-1s", "s", "1e99h", "99999999999999999999d", "1..2s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("4G"), Ok(4_000_000_000));
        assert_eq!(size("500MB"), Ok(500_000_000));
        assert_eq!(size("65536"), Ok(65_536));
        for wrong in ["", "x", "5x", "-1G", "G", "0", "99999999T", "1.5G", "4GG"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_and_stubs() {
        assert_eq!(range("-1..3"), Ok((-1, 3)));
        for wrong in ["3", "3..1", "a..b", "..", "-9223372036854775808..9223372036854775807"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        assert_eq!(stub("f=-3"), Ok(("f".into(), -3)));
        assert_eq!(stub("f=0xffffffffffffffff"), Ok(("f".into(), -1)));
        for wrong in ["f", "=3", "f=", "f=x"] {
            assert!(stub(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn where_coverage_goes() {
        assert_eq!(coverage(""), Ok(CoverageArg { lcov: None }));
        assert_eq!(coverage("lcov:a b"), Ok(CoverageArg { lcov: Some("a b".into()) }));
        for wrong in ["lcov", "lcov:", "x", "html:a"] {
            assert!(coverage(wrong).is_err(), "{wrong}");
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
