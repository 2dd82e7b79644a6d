//! The options of `threadbare check`, which are those of `threadbare test` as well.

use super::InputArgs;
use super::input::{FixArg, input};
use super::parse::{alternatives, coverage, duration, file, length, range, rounds, shard, size, stub, variable, words};
use super::reports::ReportsArgs;
use super::values::{
    CoverageArg, ExitStatusArg, ExplorerArg, FairnessArg, ModelArg, NoteArg, OverflowArg, RacesArg, ReleaseSequenceArg,
    RoundsArg, SearchArg, StepsArg, Words,
};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use threadbare_explore::{Alternatives, Shard};

/// The groups of options in the help, after those for every day.
const BOUNDS: &str = "Bounds and choices";
const LONG_RUNS: &str = "Long runs";
const RESEARCH: &str = "Research: other algorithms";

impl CheckArgs {
    /// The explorer that begins.
    pub fn explorer(&self) -> ExplorerArg {
        // How fair the scheduler is matters only where executions have no end.
        let by_state = self.cutoffs || self.fairness == Some(FairnessArg::Strong);
        let by_search = self.search.filter(|search| search.is_drawn()).map(|_| ExplorerArg::Random);
        let by_option = by_search.or(by_state.then_some(ExplorerArg::Prefix));
        self.explorer.or(by_option).unwrap_or(ExplorerArg::Graph)
    }
}

/// `threadbare check`. One field for each option, in the order of the help: that is why there are
/// so many.
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
    /// Which later writes belong to a release sequence under --model rc11 [default: rc11; cpp20 if
    /// the program has functions of C++ or Rust]
    #[arg(long, value_enum, value_name = "RULE")]
    pub release_sequence: Option<ReleaseSequenceArg>,
    /// Plain (non-atomic) accesses: report races as faults (the default; not with --explorer
    /// unfolding), interleave them, or ignore them
    #[arg(long, value_enum, value_name = "POLICY")]
    pub races: Option<RacesArg>,
    /// Arithmetic without a result (a signed overflow, a shift too far) that decides something:
    /// report it as a fault, or go on with what the processor computes
    #[arg(long, value_enum, default_value_t = OverflowArg::Report, value_name = "POLICY")]
    pub overflow: OverflowArg,
    /// Each loop that might go on for ever goes back at most N times, each time it is entered (its
    /// body is run up to N+1 times)
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
    /// The values that __VERIFIER_nondet_* functions of whole numbers return (if not given: every
    /// value at once)
    #[arg(long, value_name = "LO..HI", value_parser = range, allow_hyphen_values = true, help_heading = BOUNDS)]
    pub nondet: Option<(i64, i64)>,
    /// Take input (__VERIFIER_nondet_*, klee_make_symbolic, ...) for every value at once, and say
    /// which one leads to a fault; by --explorer graph, source, unfolding,
    /// prefix, states, random or naive. Implied where the program takes input of which no values
    /// are given
    #[arg(long, conflicts_with = "nondet")]
    pub symbolic: bool,
    /// Standard input has N bytes, each of them input (implies --symbolic; to replay what was found,
    /// give it again)
    #[arg(long, value_name = "N", conflicts_with = "stdin", hide_short_help = true)]
    pub symbolic_stdin: Option<u32>,
    /// Between MIN and MAX more arguments of main, each a string of up to LEN bytes of input (implies
    /// --symbolic; to replay what was found, give it again; may be given several times: then only
    /// the last one may have a MIN less than its MAX)
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "LEN"], hide_short_help = true)]
    pub symbolic_args: Vec<u32>,
    /// The same: a variable of the environment, its value up to LEN bytes of input (may be given
    /// several times)
    #[arg(long, value_name = "NAME=LEN", value_parser = length, hide_short_help = true)]
    pub symbolic_env: Vec<(String, u32)>,
    /// Inputs with fixed values.
    #[arg(
        long = "input",
        id = "fixed",
        value_name = "NAME=VALUE",
        value_parser = input,
        allow_hyphen_values = true,
        hide_short_help = true,
        help = "Fix inputs: the first ones of that name, or taken at that place, in each thread. a=5, a=5,-7 (the first and \
                the second one), a[2]=9 (the third one), 'buf=\"GET\\n\"', prog.c:12=5 (may be given several times)"
    )]
    pub fixed: Vec<FixArg>,
    /// Write a test for each path to this directory, which must be empty or new: as JSON, as C that
    /// is compiled natively together with the program, and in KLEE's format (implies --symbolic)
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub tests: Option<PathBuf>,
    /// With --symbolic: how long one question about the input may take
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "10s", hide_short_help = true)]
    pub solver_timeout: Duration,
    /// With --symbolic: put each question about the input to this solver as well, which reads
    /// SMT-LIB 2 from its standard input (cvc5, 'z3 -in'). Where its answer differs, the run ends
    #[arg(long, value_name = "COMMAND", value_parser = words, hide_short_help = true)]
    pub second_solver: Option<Words>,
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
    /// A file that the program may open, by the name that it uses, with the content of PATH (or of
    /// NAME; may be given several times). There are no others
    #[arg(long, value_name = "NAME[=PATH]", value_parser = file)]
    pub file: Vec<(String, PathBuf)>,
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
    /// In which order executions are looked at
    #[arg(long, value_enum, value_name = "ORDER", conflicts_with_all = ["explorer", "cutoffs"])]
    pub search: Option<SearchArg>,
    /// With --search random or coverage: another number draws other executions
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = LONG_RUNS)]
    pub seed: u64,
    /// How to explore; auto lets several race. If not given: graph, with optimal beside it where
    /// critical sections may need no order; prefix where an execution can go on for ever
    #[arg(long, value_enum, value_name = "EXPLORER", hide_short_help = true, help_heading = RESEARCH)]
    pub explorer: Option<ExplorerArg>,
    /// Stop wherever a state is reached that was reached before, so that programs which never end
    /// get a verdict (the same as --explorer prefix; sequential consistency). With --explorer
    /// unfolding: configuration by configuration, for comparison
    #[arg(long)]
    pub cutoffs: bool,
    /// How fair the scheduler is while threads go round for ever (weak if not given); strong implies
    /// --cutoffs
    #[arg(long, value_enum, value_name = "FAIRNESS", hide_short_help = true, help_heading = RESEARCH)]
    pub fairness: Option<FairnessArg>,
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
    /// With --explorer optimal or auto: explore each order of the critical sections of a lock, also
    /// of those that touch different memory
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub order_locks: bool,
    /// With --explorer optimal or auto: explore each order of additions whose results nobody uses,
    /// of posts of a semaphore, and of arrivals at a barrier
    #[arg(long, hide_short_help = true, help_heading = RESEARCH)]
    pub order_updates: bool,
    /// Show exactly this execution again: a schedule as it is printed with a fault, a file with one
    /// (--save), or a report in JSON. Options that say how to explore mean nothing then
    #[arg(long, value_name = "SCHEDULE|FILE")]
    pub replay: Option<String>,
    /// Write the schedule of a fault to FILE, for --replay FILE (those of further faults to FILE.2,
    /// ...)
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
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
    #[cfg_attr(feature = "measure", arg(long, hide_short_help = true, help_heading = RESEARCH))]
    #[cfg_attr(not(feature = "measure"), arg(skip))]
    pub time_witnesses: bool,
}
