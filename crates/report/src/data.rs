//! The data that reports are made of.

use crate::coverage::Lines;
use crate::next::{EndlessLoop, Suggestion};
use crate::row::{Row, Touched, Write};
use crate::style::{Steps, listed};
use crate::weak::{Strengthened, Stronger};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use threadbare_op::{Bound, Estimated, FaultKind, Limit, Schedule, Stats, Verdict};

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

impl Place {
    /// In a sentence, after what is there: ` at FILE:LINE`.
    #[must_use]
    pub fn at(&self) -> String {
        format!(" at {}:{}", self.file, self.line)
    }
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
    /// Whether its code has operations that wake threads, whether it came to them or not.
    pub may_wake: bool,
    /// Whether its code has nothing by which it could change what others see.
    pub only_looks: bool,
    /// Whether it has ended.
    pub ended: bool,
    /// What its code writes, whether it came to that or not, and where.
    pub may_write: Vec<(Write, Option<Place>)>,
}

/// A call that led to a place, or the place itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// Where in it.
    pub place: Option<Place>,
    /// So many calls stand here as one, of a stack too deep to be listed; else 0. Their functions
    /// are then separated by commas, and there is no place.
    pub left_out: usize,
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

/// Who holds what another thread waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Who.
    pub thread: u32,
    /// Where it has taken it.
    pub since: Option<Place>,
    /// Whether that thread has ended.
    pub ended: bool,
}

/// A thread that waits at the end of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// Who.
    pub thread: u32,
    /// Where.
    pub place: Option<Place>,
    /// The calls that lead there, innermost first: the first is the place itself.
    pub stack: Vec<Frame>,
    /// For what: "mutex `a`".
    pub what: String,
    /// Who holds it.
    pub held: Vec<Held>,
    /// The object.
    pub touched: Option<Touched>,
    /// What else it looks at in each round of its loop, whose change could end the wait.
    pub also: Vec<Touched>,
    /// Whether it waits in a loop for what it reads there to change.
    pub loops: bool,
    /// For whom: the threads that hold the object, or the one whose end it waits for.
    pub on: Vec<u32>,
    /// Whether its wait is a mere consequence: it waits for the end of a thread that waits, or for
    /// what those hold who wait for each other.
    pub aside: bool,
}

impl Waiting {
    /// Whether it is in a loop that looks at nothing.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        self.loops && self.touched.is_none()
    }

    /// All whose change could end the wait.
    pub(crate) fn looked_at(&self) -> impl Iterator<Item = Touched> + '_ {
        self.touched.into_iter().chain(self.also.iter().copied())
    }

    /// Whether it waits for a function to finish, which somebody runs.
    #[must_use]
    pub fn is_run(&self) -> bool {
        self.what.starts_with("the routine of")
    }

    /// For what it waits, and who holds that since where: "mutex `a`, held by T2 since a.c:7".
    #[must_use]
    pub fn told(&self, name: impl Fn(u32) -> String) -> String {
        let alike = self.held.windows(2).all(|two| two[0].since == two[1].since);
        let one = |(at, held): (usize, &Held)| {
            let who = if held.thread == self.thread { "itself".to_owned() } else { name(held.thread) };
            let told = held.since.as_ref().filter(|_| !alike || at + 1 == self.held.len());
            let since = told.map(|place| format!(" since {}:{}", place.file, place.line));
            let ended = if held.ended { " (that thread has ended)" } else { "" };
            format!("{who}{}{ended}", since.unwrap_or_default())
        };
        let held: Vec<String> = self.held.iter().enumerate().map(one).collect();
        let how = if self.is_run() { "run" } else { "held" };
        let by = if held.is_empty() { String::new() } else { format!(", {how} by {}", listed(&held)) };
        format!("{}{by}", self.what)
    }
}

/// Memory of the heap that a fault is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allocated {
    /// What it is called: `c#2`.
    pub name: String,
    /// Who allocated it.
    pub thread: u32,
    /// Where.
    pub place: Option<Place>,
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
    /// Under a weak memory model: whether it is possible under stronger ones, from the strongest
    /// on, as far as that was looked for.
    pub models: Vec<Stronger>,
    /// Stronger orders with which it does not occur; empty if none are known.
    pub remedy: Vec<Strengthened>,
    /// The second party.
    pub second: Option<Second>,
    /// The memory that it is about, if that is of the heap.
    pub allocated: Option<Allocated>,
    /// Why it is one, if that is not plain to see: a sentence without a full stop.
    pub explanation: Option<String>,
    /// The execution in text form.
    pub schedule: String,
    /// The file that has it, too.
    pub saved: Option<String>,
    /// Its threads.
    pub threads: Vec<ThreadInfo>,
    /// Its steps.
    pub rows: Vec<Row>,
    /// From which of them on the steps repeat for ever, if they do.
    pub repeats: Option<usize>,
    /// All steps that were recorded, in their order, if some of them are left out of
    /// [`Self::rows`].
    pub whole: Vec<Row>,
    /// Steps that were not kept because there were too many.
    pub dropped: u64,
    /// Steps that are left out because the fault comes about without them: whose, and where.
    pub cut: Vec<(u32, Option<Place>)>,
    /// Who waits for what at its end.
    pub waiting: Vec<Waiting>,
    /// It is no fault: its thread has executed so many instructions without an operation that others
    /// see.
    pub silent: Option<u64>,
    /// What the program printed.
    pub output: String,
    /// The variants of it that were found, by who was where: the same fault between the same
    /// places, in threads that run the same functions. Without this one itself, as long as there
    /// are no others.
    pub others: BTreeSet<Parties>,
}

/// Who was where in a fault, whoever came first.
pub type Parties = Vec<(u32, Option<Place>)>;

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
            allocated: None,
            explanation: None,
            schedule: String::new(),
            saved: None,
            threads: Vec::new(),
            rows: Vec::new(),
            repeats: None,
            whole: Vec::new(),
            dropped: 0,
            cut: Vec::new(),
            waiting: Vec::new(),
            silent: None,
            output: String::new(),
            others: BTreeSet::new(),
        }
    }
}

impl Found {
    /// Whether it is the same fault as the other: of the same kind, between the same places (in
    /// whatever order), in threads that run the same functions. Of loops that nothing ends it is
    /// enough if the other has them all.
    #[must_use]
    pub fn is_variant_of(&self, other: &Self) -> bool {
        let functions = |found: &Self| {
            let function = |thread| found.threads.iter().find(|t| t.number == thread).map(|t| t.function.clone());
            let parties = found.parties().into_iter().map(|(thread, place)| (function(thread), place));
            let mut parties: Vec<_> = parties.collect();
            parties.sort_unstable();
            parties
        };
        let (mine, its) = (functions(self), functions(other));
        match self.kind == other.kind {
            true if self.kind == FaultKind::Liveness => mine.iter().all(|party| its.contains(party)),
            same => same && mine == its,
        }
    }

    /// Who was where. Threads whose wait is a mere consequence are no parties, nor are those that
    /// do not wait in a loop where others do.
    pub(crate) fn parties(&self) -> Parties {
        let loops = self.kind == FaultKind::Liveness && self.waiting.iter().any(|waiting| waiting.loops);
        let is_party = |waiting: &&Waiting| if loops { waiting.loops } else { !waiting.aside };
        let waiting = self.waiting.iter().filter(is_party);
        let waiting = waiting.map(|waiting| (waiting.thread, waiting.place.clone()));
        // What made a misuse one may be another step in each execution.
        let second = self.second.iter().filter(|_| self.kind != FaultKind::SyncMisuse || self.ends_twice());
        let second = second.map(|second| (second.thread, second.place.clone()));
        let own = (self.thread, self.place.clone());
        let own = std::iter::once(own).filter(|_| !loops);
        let mut parties: Parties = own.chain(second).chain(waiting).collect();
        parties.sort_unstable();
        if !self.waiting.is_empty() {
            parties.dedup();
        }
        parties
    }

    /// The fault with the steps that are to be shown.
    pub(crate) fn with(&self, steps: Steps) -> Cow<'_, Self> {
        if steps != Steps::All || self.whole.len() <= self.rows.len() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Self { rows: self.whole.clone(), cut: Vec::new(), ..self.clone() })
    }

    /// Whether it is that the program is ended twice: of that the message names both parties.
    pub(crate) fn ends_twice(&self) -> bool {
        self.second.is_some() && self.rows.iter().any(|row| row.operation == "exit" && row.refused)
    }

    /// How many variants were found: who was where.
    #[must_use]
    pub fn variants(&self) -> u64 {
        self.others.len().max(1) as u64
    }

    /// The rounds of a round-robin scheduler that the execution shown takes after the first; `None`
    /// if it is not written down.
    #[must_use]
    pub fn rounds(&self) -> Option<u32> {
        self.schedule.parse().ok().map(|schedule: Schedule| schedule.rounds())
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
    /// What helps, if that is known.
    pub advice: Option<&'static str>,
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
    /// An execution in which a thread goes on without doing anything that others see, if there is no
    /// fault.
    pub silent: Option<Found>,
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
    /// With which options the faults were found, if the run itself has found none.
    pub found_with: Option<String>,
    /// The bound on the executions that were explored last.
    pub bound: Option<Bound>,
    /// The bound within which there is surely no fault, if it is not known that there is none at
    /// all.
    pub within: Option<Bound>,
    /// The first and the last estimate of how many executions there are, if it took long enough for
    /// one.
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
    /// Whether input was every value at once.
    pub symbolic: bool,
    /// Why, if nobody asked for that: completes "every input at once, since ...".
    pub symbolic_reason: Option<String>,
    /// `report`, `explore`, `ignore`.
    pub races: &'static str,
    /// Whether the exploration was stopped at the first fault.
    pub stopped: bool,
    /// Whether the same run could leave a checkpoint: those of `graph` alone, unless they look at
    /// input, or at everything in one piece, or are some of many tests.
    pub has_checkpoints: bool,
    /// Whether the program makes assumptions, which may end executions.
    pub assumes: bool,
    /// Whether this only showed one execution (`--replay`).
    pub replay: bool,
    /// With cutoffs: the loops in which known states were reached, and how often.
    pub cut_loops: Vec<(Place, u64)>,
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
                "what a single thread can observe: assertions, memory faults, races, misuse of synchronisation objects, and \
                 deadlocks; not the final content of memory as a whole",
            ),
            _ => None,
        }
    }
}
