//! The data that reports are made of.

use crate::coverage::Lines;
use crate::next::{EndlessLoop, Suggestion};
use crate::weak::{Strengthened, Stronger};
use std::fmt;
use threadbare_op::{Bound, FaultKind, Limit, Schedule, Stats, Verdict};

/// A position in a source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Place {
    /// As people would open it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if unknown.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

/// A thread of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ThreadInfo {
    /// 0 is the main thread.
    pub number: u32,
    /// The function it runs.
    pub function: String,
    /// Where it was started.
    pub started: Option<Place>,
}

/// Bytes that a step reads or writes, or a synchronisation object (size 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touched {
    /// First byte.
    pub addr: u64,
    /// How many.
    pub size: u64,
    /// Whether it changes them.
    pub writes: bool,
}

/// One step of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Who.
    pub thread: u32,
    /// Number of this visible event in its thread, from 1; `None` for a step that is not visible (a plain access).
    pub index: Option<u32>,
    /// What, as a stable name: `load`, `store`, `mutex-lock`, `spawn`, ...
    pub operation: String,
    /// The memory order, if it is an atomic access.
    pub order: Option<&'static str>,
    /// On what: `queue.head`.
    pub location: Option<String>,
    /// The value read.
    pub read: Option<String>,
    /// The value written.
    pub written: Option<String>,
    /// What else there is to say: `starts T1`, `EBUSY`.
    pub result: Option<String>,
    /// Where.
    pub place: Option<Place>,
    /// The function it is in.
    pub function: String,
    /// The memory concerned.
    pub touched: Option<Touched>,
    /// Under a weak memory model: it is put before a write that was performed earlier.
    pub old: Option<Old>,
    /// The thread that it starts, or waits for.
    pub other: Option<u32>,
    /// Which of the two parties of the fault it is: 1 is the earlier one.
    pub party: Option<u8>,
    /// It was not performed: that would have been the fault.
    pub refused: bool,
    /// What it prints.
    pub output: Option<String>,
}

/// How a step does not see, or does not follow, the latest write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Old {
    /// The row whose write it reads; `None` if that is the initial content, or if it does not read.
    pub source: Option<usize>,
    /// The row of the next write after what it reads or, if it does not read, after its own.
    pub before: usize,
}

impl Row {
    /// What happened, in a few words: `counter is 0`, `counter = 1`, `counter: 0 → 1`, `locks m`. Of a party of the fault, with its
    /// number in front.
    #[must_use]
    pub fn effect(&self) -> String {
        match self.party {
            Some(1) => format!("① {}", self.action()),
            Some(_) => format!("② {}", self.action()),
            None => self.action(),
        }
    }

    fn action(&self) -> String {
        let at = self.location.as_deref().unwrap_or("memory");
        let old = if self.old.is_none() { "" } else { " (old)" };
        let extra = self.result.as_deref().map_or(String::new(), |r| format!(" ({r})")) + old;
        match (self.operation.as_str(), &self.read, &self.written) {
            ("load", Some(read), _) => format!("{at} is {read}{extra}"),
            ("store", _, Some(written)) => format!("{at} = {written}{extra}"),
            (_, Some(read), Some(written)) => format!("{at}: {read} → {written}{extra}"),
            (_, Some(read), None) => format!("{at} is {read}{extra}"),
            (_, None, Some(written)) => format!("{at} = {written}{extra}"),
            (operation, None, None) => self.deed(operation, at),
        }
    }

    /// What a step did that has no values.
    fn deed(&self, operation: &str, at: &str) -> String {
        let verb = match operation {
            "load" => "reads",
            "store" => "writes",
            "allocate" => "allocates",
            "free" => "frees",
            "lock" | "spin-lock" => "locks",
            "unlock" | "spin-unlock" | "rwlock-unlock" => "unlocks",
            "trylock" | "spin-trylock" => "tries to lock",
            "timedlock" => "tries for some time to lock",
            "read-lock" => "locks for reading:",
            "try-read-lock" => "tries to lock for reading:",
            "timed-read-lock" => "tries for some time to lock for reading:",
            "write-lock" => "locks for writing:",
            "try-write-lock" => "tries to lock for writing:",
            "timed-write-lock" => "tries for some time to lock for writing:",
            "begin-wait" => "begins to wait on",
            "end-wait" => "stops waiting on",
            "signal" => "signals",
            "broadcast" => "broadcasts on",
            "sem-post" => "posts",
            "sem-wait" => "takes one of",
            "sem-trywait" | "sem-timedwait" => "tries to take one of",
            "sem-getvalue" => "asks for the value of",
            "barrier-arrive" => "arrives at",
            "barrier-leave" => "passes",
            "once-enter" => "enters",
            "once-done" => "completes",
            "spawn" | "join" | "end" | "choice" | "output" => return self.result.clone().unwrap_or_default(),
            "lifetime-begin" => return format!("the life of {at} begins"),
            "lifetime-end" => return format!("the life of {at} ends"),
            "compute" => return "computes what does not fit".into(),
            "use" => return "uses the result".into(),
            other => match other.rsplit_once('-') {
                Some((_, "init")) => "initialises",
                Some((_, "destroy")) => "destroys",
                _ => {
                    let what = other.replace('-', " ");
                    let at = self.location.as_ref().map_or(String::new(), |at| format!(" {at}"));
                    let result = self.result.as_ref().map_or(String::new(), |result| format!(": {result}"));
                    return what + &at + &result;
                }
            },
        };
        let is_try = verb.starts_with("tries");
        let succeeded = is_try && self.result.is_none();
        match &self.result {
            _ if succeeded => format!("{verb} {at}: done"),
            Some(result) if is_try || operation == "sem-getvalue" => format!("{verb} {at}: {result}"),
            Some(result) => format!("{verb} {at} ({result})"),
            None => format!("{verb} {at}"),
        }
    }
}

/// A call that led to a place, or the place itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// Where in it.
    pub place: Option<Place>,
}

/// The second party of a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Second {
    /// Its thread.
    pub thread: u32,
    /// Where.
    pub place: Option<Place>,
    /// What it did: "written here".
    pub what: String,
    /// The calls that led there, innermost first: the first is the place itself.
    pub stack: Vec<Frame>,
    /// Its step, an index into [`Found::rows`].
    pub row: Option<usize>,
}

/// A thread that waits at the end of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Who.
    pub thread: u32,
    /// Where.
    pub place: Option<Place>,
    /// The calls that lead there, innermost first: the first is the place itself.
    pub stack: Vec<Frame>,
    /// For what: "mutex `a`, which T2 holds".
    pub what: String,
    /// The object.
    pub touched: Option<Touched>,
}

/// A fault that was found, with the execution that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// What kind.
    pub kind: FaultKind,
    /// One sentence.
    pub message: String,
    /// The thread that did it.
    pub thread: u32,
    /// Where.
    pub place: Option<Place>,
    /// What it did there: "read here".
    pub what: Option<String>,
    /// The calls that lead there, innermost first: the first is the place itself.
    pub stack: Vec<Frame>,
    /// Its step, an index into [`Self::rows`], if it has one.
    pub row: Option<usize>,
    /// Under a weak memory model: whether it is possible under stronger ones, from the strongest on, as far as that was looked for.
    pub models: Vec<Stronger>,
    /// Stronger orders with which it does not occur; empty if none are known.
    pub remedy: Vec<Strengthened>,
    /// The second party.
    pub second: Option<Second>,
    /// Why it is one, if that is not plain to see: a sentence without a full stop.
    pub explanation: Option<String>,
    /// The execution in text form.
    pub schedule: String,
    /// Its threads.
    pub threads: Vec<ThreadInfo>,
    /// Its steps.
    pub rows: Vec<Row>,
    /// Steps that were not kept because there were too many.
    pub dropped: u64,
    /// Who waits for what at its end.
    pub waiting: Vec<Waiting>,
    /// What the program printed.
    pub output: String,
    /// How many variants of it were found: the same fault between the same places, in threads that run the same functions.
    pub variants: u64,
}

impl Default for Found {
    fn default() -> Self {
        Self {
            kind: FaultKind::Assertion,
            message: String::new(),
            thread: 0,
            place: None,
            what: None,
            stack: Vec::new(),
            row: None,
            models: Vec::new(),
            remedy: Vec::new(),
            second: None,
            explanation: None,
            schedule: String::new(),
            threads: Vec::new(),
            rows: Vec::new(),
            dropped: 0,
            waiting: Vec::new(),
            output: String::new(),
            variants: 1,
        }
    }
}

impl Found {
    /// Whether it is the same fault as the other: of the same kind, between the same places (in whatever order), in threads that run the
    /// same functions.
    #[must_use]
    pub fn is_variant_of(&self, other: &Self) -> bool {
        self.kind == other.kind && self.parties() == other.parties()
    }

    fn parties(&self) -> Vec<(&str, Option<&Place>)> {
        let function = |thread| self.threads.iter().find(|t| t.number == thread).map_or("", |t| t.function.as_str());
        let waiting = self.waiting.iter().map(|w| (w.thread, w.place.as_ref()));
        let second = self.second.iter().map(|s| (s.thread, s.place.as_ref()));
        let own = (self.thread, self.place.as_ref());
        let parties = std::iter::once(own).chain(second).chain(waiting);
        let mut parties: Vec<_> = parties.map(|(thread, place)| (function(thread), place)).collect();
        parties.sort_unstable();
        if !self.waiting.is_empty() {
            parties.dedup();
        }
        parties
    }

    /// The rounds of a round-robin scheduler that the execution shown takes after the first; `None` if it is not written down.
    #[must_use]
    pub fn rounds(&self) -> Option<u32> {
        self.schedule.parse().ok().map(|schedule: Schedule| schedule.rounds())
    }
}

/// A bound as a limit (what is beyond it was not explored), and what it allows.
#[must_use]
pub const fn bound_of(bound: Bound) -> (Limit, u32) {
    match bound {
        Bound::Rounds(most) => (Limit::Rounds, most),
        Bound::Preemptions(most) => (Limit::Preemptions, most),
        Bound::ContextSwitches(most) => (Limit::ContextSwitches, most),
    }
}

/// Something worth knowing that is no fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// `leak`, `abandoned`.
    pub kind: String,
    /// One sentence.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
}

/// A limit or bound that was met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitMet {
    /// Which.
    pub limit: Limit,
    /// What it was set to.
    pub value: Option<String>,
    /// Where, as far as known.
    pub places: Vec<Place>,
}

/// Something unsupported that was met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsupportedMet {
    /// What: "the function `gethostbyname`".
    pub what: String,
    /// Where.
    pub place: Option<Place>,
}

/// How long the parts of a run took, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Phases {
    /// Compiling and loading.
    pub front_end: f64,
    /// Exploring.
    pub exploration: f64,
    /// Replaying what was found, and making the report.
    pub report: f64,
}

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

/// How the explorer was chosen.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// Completes "rvf, since ...".
    pub why: String,
    /// Who has tried, in order.
    pub tries: Vec<Try>,
}

/// An explorer that was tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Try {
    /// Which.
    pub explorer: &'static str,
    /// For how long.
    pub seconds: f64,
    /// How many executions it has explored.
    pub executions: u64,
    /// `finished`, `out of time`, `not covered`.
    pub ended: &'static str,
}

/// Everything that a run found out.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The result.
    pub verdict: Verdict,
    /// The counts.
    pub stats: Stats,
    /// The faults, in the order in which they were found.
    pub faults: Vec<Found>,
    /// The notes.
    pub notes: Vec<Note>,
    /// Every limit and bound met.
    pub limits: Vec<LimitMet>,
    /// Everything unsupported that was met.
    pub unsupported: Vec<UnsupportedMet>,
    /// Loops that may keep it from coming to its end.
    pub endless: Vec<EndlessLoop>,
    /// What to do next, if it did not.
    pub suggestions: Vec<Suggestion>,
    /// The bound on the executions that were explored last.
    pub bound: Option<Bound>,
    /// The bound within which there is surely no fault, if it is not known that there is none at all.
    pub within: Option<Bound>,
    /// The first and the last estimate of how many executions there are, if it took long enough for one.
    pub estimates: Option<(Estimated, Estimated)>,
    /// How long witnesses were looked for (VerifySC), if that was measured.
    pub witness_seconds: Option<f64>,
    /// `graph`, `naive`, ...
    pub explorer: &'static str,
    /// How it was chosen, if explorers have raced.
    pub choice: Option<Choice>,
    /// `sc`, `tso`, `pso`, `ra`, `rc11`.
    pub model: &'static str,
    /// Why this model, if the program decided: completes "rc11, since ...".
    pub model_reason: Option<String>,
    /// `report`, `explore`, `ignore`.
    pub races: &'static str,
    /// Whether the exploration was stopped at the first fault.
    pub stopped: bool,
    /// Whether this only showed one execution (`--replay`).
    pub replay: bool,
    /// What the explorer has measured of itself: names and values.
    pub measured: Vec<(&'static str, f64)>,
    /// The same for people, if they want to know: what it is about, and a line about it.
    pub lines: Vec<(&'static str, String)>,
    /// Which lines were reached, if that was asked for.
    pub coverage: Option<Lines>,
    /// Times.
    pub phases: Phases,
    /// From start to end, in seconds.
    pub wall_seconds: f64,
    /// Largest amount of memory used.
    pub peak_rss_bytes: u64,
    /// The command line that repeats this run; reports add `--replay` to it.
    pub command: Vec<String>,
}

impl Run {
    /// What the explorer's classes leave out of sight, if anything: what it says is about the rest.
    #[must_use]
    pub fn covers(&self) -> Option<&'static str> {
        match self.explorer {
            "observers" | "rf" | "rvf" | "vc" | "dc" => Some(
                "what each thread by itself can come to: assertions, memory faults, races, misuse of synchronisation \
                 objects, and deadlocks; not which values are left in memory together",
            ),
            _ => None,
        }
    }
}
