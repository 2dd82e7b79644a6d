//! What options take.

use clap::ValueEnum;
use std::path::PathBuf;

/// What a value is called on the command line.
pub(crate) fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
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
    /// Every event, up to those after which a state is reached that is known: for programs that
    /// never end
    Prefix,
    /// Every state of the program, once
    States,
    /// Executions drawn at random, without end (the same as --search random)
    Random,
    /// graph, rvf, vc and rf in turn, each for a while, until one has explored everything
    Auto,
}

/// `--search`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchArg {
    /// One after the other, until all were explored
    Dfs,
    /// The simplest ones first (the same as --rounds auto)
    Rounds,
    /// Drawn at random, without end: finds faults where there are too many to explore
    Random,
    /// The same, preferring branches on input and orders of operations that were met least so far
    Coverage,
}

impl SearchArg {
    /// Whether executions are drawn.
    pub const fn is_drawn(self) -> bool {
        matches!(self, Self::Random | Self::Coverage)
    }
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
    /// rc11 if an atomic access or fence weaker than seq_cst can be reached, or a call that orders
    /// nothing if it fails or only asks (a trylock, sem_getvalue); else sc
    Auto,
}

/// `--release-sequence`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseSequenceArg {
    /// Of RC11: atomic stores of the same thread, and read-modify-writes
    Rc11,
    /// Of C++20: read-modify-writes only
    Cpp20,
    /// Of C11: as rc11, but only up to the first store of another thread; explored as cpp20, and
    /// if that finds a fault, as rc11
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

/// `--fairness`.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum FairnessArg {
    /// Who can always go on does so again and again
    Weak,
    /// Who can go on again and again does so again and again: a lock that is free at times is got
    Strong,
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

/// `--coverage`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverageArg {
    /// Where to write it, in the format of lcov.
    pub lcov: Option<PathBuf>,
}

/// `--args`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words(pub Vec<String>);
