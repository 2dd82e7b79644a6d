//! What was found out, and how much of the program it covers.

use std::fmt;

/// Something that ended an execution, or the run, before the program did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Limit {
    /// `--unroll`: a loop wanted more iterations.
    Unroll,
    /// `--max-steps`: a thread ran too long without a visible operation.
    Steps,
    /// A thread sleeps again and again, and does nothing in between that others see.
    Sleeps,
    /// `--max-executions`.
    Executions,
    /// `--timeout`.
    Time,
    /// `--max-memory`, or what is there: the exploration needs more.
    MaxMemory,
    /// `--estimate`: the number of executions is known well enough.
    Estimate,
    /// The user stopped it.
    Interrupted,
    /// An execution has more visible events than fit.
    Events,
    /// A thread allocates more objects, or more memory, than fit.
    Memory,
    /// More threads than fit.
    Threads,
    /// Visible accesses of different sizes to the same bytes.
    MixedSize,
    /// The budget of spurious wake-ups and failures was used up.
    Spurious,
    /// The clock was read a second time: it stands still, and what happens when time passes was not
    /// explored.
    Clock,
    /// The address of memory that was freed was compared with that of memory allocated since, which
    /// may be the same elsewhere.
    Reuse,
    /// `--races ignore`: a thread waits for what only plain accesses write, and these are not
    /// interleaved.
    PlainWait,
    /// A thread tries something, takes back what it did and tries again, for ever.
    TakesBack,
    /// With cutoffs: whether all threads can come to wait at once was not decided.
    Deadlocks,
    /// `--rounds`: there are executions that need more rounds.
    Rounds,
    /// `--preemptions`: there are executions that need more.
    Preemptions,
    /// `--context-switches`: there are executions that need more.
    ContextSwitches,
    /// `--race-sample`: data races were looked for in a part of the executions only.
    RaceSample,
    /// `--search`: executions were drawn at random.
    Sample,
    /// `--shard` and `--races explore`: only in this part it showed that several threads make some
    /// access.
    Apart,
    /// `--shard`: only one part of several was explored.
    Shard,
}

impl Limit {
    /// All limits, with their stable names.
    pub const ALL: [(Self, &'static str); 25] = [
        (Self::Unroll, "unroll"),
        (Self::Steps, "max-steps"),
        (Self::Sleeps, "sleeps"),
        (Self::Executions, "max-executions"),
        (Self::Time, "timeout"),
        (Self::MaxMemory, "max-memory"),
        (Self::Estimate, "estimate"),
        (Self::Interrupted, "interrupted"),
        (Self::Events, "max-events"),
        (Self::Memory, "memory"),
        (Self::Threads, "threads"),
        (Self::MixedSize, "mixed-size"),
        (Self::Spurious, "spurious"),
        (Self::Clock, "clock"),
        (Self::Reuse, "reuse"),
        (Self::PlainWait, "plain-wait"),
        (Self::TakesBack, "takes-back"),
        (Self::Deadlocks, "deadlocks"),
        (Self::Rounds, "rounds"),
        (Self::Preemptions, "preemptions"),
        (Self::ContextSwitches, "context-switches"),
        (Self::RaceSample, "race-sample"),
        (Self::Sample, "sample"),
        (Self::Apart, "apart"),
        (Self::Shard, "shard"),
    ];

    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(limit, _)| *limit == self).map_or("limit", |(_, name)| name)
    }

    /// The limit of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(limit, _)| limit)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// A new limit stands before the last one.
const _: () = assert!(Limit::ALL.len() == Limit::Shard as usize + 1);

/// How many executions there are, and how long they all take, as estimated at some time of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimated {
    /// Executions, complete or not.
    pub executions: f64,
    /// The standard error of that number.
    pub error: f64,
    /// The time that all of them take, in seconds; `None` before there was an execution to go by.
    pub seconds: Option<f64>,
    /// When the estimate was made: seconds after the exploration began.
    pub at: f64,
}

/// How much of the program was explored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Every limit and bound that was met; sorted, without repetition.
    pub limits: Vec<Limit>,
    /// Every unsupported thing that was met, as `System::unsupported` numbers; sorted, without
    /// repetition.
    pub unsupported: Vec<u32>,
    /// Whether the exploration was stopped by the sink (at the first fault, say) before it had seen
    /// everything.
    pub stopped: bool,
}

impl Coverage {
    /// Whether everything was explored, so that no fault means safe.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.stopped && self.limits.is_empty() && self.unsupported.is_empty()
    }

    /// Notes that a limit was met.
    pub fn limit(&mut self, limit: Limit) {
        if let Err(at) = self.limits.binary_search(&limit) {
            self.limits.insert(at, limit);
        }
    }

    /// Notes that something unsupported was met.
    pub fn unsupported(&mut self, what: u32) {
        if let Err(at) = self.unsupported.binary_search(&what) {
            self.unsupported.insert(at, what);
        }
    }
}

/// Counts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Complete executions.
    pub executions: u64,
    /// Executions ended by an assumption, or by a wait that is no fault: one that other executions
    /// end, or one that is left behind when `main` ends.
    pub blocked: u64,
    /// Executions explored in vain (sleep-set blocked and the like).
    pub redundant: u64,
    /// Visible events performed in total.
    pub events: u64,
    /// Most events of one execution so far.
    pub depth: u64,
    /// Events after which nothing was explored, since another one comes to the same state (with
    /// cutoffs).
    pub cutoffs: u64,
    /// Most threads of one execution that are interchangeable with others: if any, executions stand
    /// for all that differ only by exchanging these.
    pub symmetric: u64,
}

impl Stats {
    /// Counts an execution that has ended.
    pub fn count(&mut self, complete: bool) {
        self.executions += u64::from(complete);
        self.blocked += u64::from(!complete);
    }
}

/// The one-word result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No fault, and coverage is complete.
    Safe,
    /// At least one fault.
    Fault,
    /// No fault met, but not everything was explored.
    Incomplete,
}

impl Verdict {
    /// The verdict that `faults` found and `coverage` justify.
    #[must_use]
    pub fn of(faults: usize, coverage: &Coverage) -> Self {
        match (faults, coverage.is_complete()) {
            (0, true) => Self::Safe,
            (0, false) => Self::Incomplete,
            _ => Self::Fault,
        }
    }
}
