//! The steps of an execution, and what is said of each.

use crate::data::Place;
use threadbare_op::{Site, ThreadId};

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

impl Touched {
    /// Whether they have a byte in common with others.
    #[must_use]
    pub fn overlaps(&self, other: Self) -> bool {
        self.addr < other.addr + other.size && other.addr < self.addr + self.size
    }
}

/// What some code writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Write {
    /// These bytes.
    To(Touched),
    /// Some of these bytes.
    Within(Touched),
    /// Through a pointer of which nothing is known: so many bytes, 0 if that is not known either.
    Anywhere(u64),
}

impl Write {
    /// Whether it may change what a step has read.
    #[must_use]
    pub fn may_change(&self, row: &Row) -> bool {
        match *self {
            Self::To(touched) | Self::Within(touched) => row.touched.is_some_and(|read| touched.overlaps(read)),
            // What has another size is something else.
            Self::Anywhere(size) => row.pointed.is_some_and(|read| size == 0 || size == read),
        }
    }
}

/// One step of an execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Who.
    pub thread: u32,
    /// Number of this visible event in its thread, from 1; `None` for a step that is not visible (a
    /// plain access).
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
    /// What a read-modify-write does to its location: `adds to`.
    pub verb: Option<&'static str>,
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
    /// It takes input that the headline names.
    pub is_told: bool,
    /// It takes input, any value of which leads to the same execution.
    pub any: bool,
    /// It is about what the libraries keep for themselves: no table shows it.
    pub internal: bool,
    /// So many steps before it were not recorded.
    pub gap: u64,
    /// What it reads or writes are handles of threads: the steps about these threads say more.
    pub handle: bool,
    /// What its thread writes only if it sees something else, and does not write.
    pub skips: Vec<Write>,
    /// If code may come to its memory through pointers: the size of one such access.
    pub pointed: Option<u64>,
    /// The instruction.
    pub site: Site,
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
    /// What happened, in a few words: `counter is 0`, `counter = 1`, `counter: 0 → 1`, `locks m`.
    /// Of a party of the fault, with its number in front.
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

    /// What a step was going to do that was refused, if it is about a synchronisation object or a
    /// thread: "tries to unlock `m`".
    #[must_use]
    pub fn attempt(&self) -> Option<String> {
        if !self.refused {
            return None;
        }
        if let (Some(thread), "join" | "detach") = (self.other, self.operation.as_str()) {
            return Some(format!("tries to {} {}", self.operation, ThreadId(thread).called()));
        }
        if self.operation == "exit" {
            return Some("tries to end the program".into());
        }
        let (_, infinitive) = verb(&self.operation).filter(|_| self.is_sync())?;
        Some(format!("tries to {infinitive} `{}`", self.location.as_deref().unwrap_or("memory")))
    }

    /// What a step did that has no values.
    fn deed(&self, operation: &str, at: &str) -> String {
        if let Some(attempt) = self.attempt() {
            return attempt + &self.result.as_ref().map_or(String::new(), |result| format!(", {result}"));
        }
        if matches!(
            operation,
            "spawn" | "join" | "end" | "choice" | "output" | "jump" | "detach" | "cancel" | "kill" | "descriptor"
        ) {
            return self.result.clone().unwrap_or_default();
        }
        let named = if self.internal { at.to_owned() } else { format!("`{at}`") };
        match (operation, at) {
            ("lock", "atomic sections") => return "begins an atomic section".into(),
            ("unlock", "atomic sections") => return "ends the atomic section".into(),
            ("lock", "exit handlers") => return "begins to register an exit handler".into(),
            ("unlock", "exit handlers") => return "has registered it".into(),
            _ => {}
        }
        match operation {
            "load" | "store" | "free" if self.verb.is_some() => {
                return format!("{} {named}", self.verb.unwrap_or_default());
            }
            "lifetime-begin" => return format!("the life of {named} begins"),
            "lifetime-end" => return format!("the life of {named} ends"),
            "once-enter" if self.result.is_none() => return format!("passes {named}, which has completed"),
            "compute" => return "computes a result that does not fit".into(),
            "use" => return "uses the result".into(),
            "exit" => return "ends the program".into(),
            "rmw" => return format!("{} {named}", self.verb.unwrap_or("changes")),
            "cas" => return format!("compares and swaps {named}"),
            "mutex-owner-died" => return format!("ends while it holds {named}"),
            "mutex-consistent" => return format!("makes {named} consistent"),
            _ => {}
        }
        let Some((verb, infinitive)) = verb(operation) else {
            let what = operation.replace('-', " ");
            let at = self.location.as_ref().map_or(String::new(), |at| format!(" `{at}`"));
            let result = self.result.as_ref().map_or(String::new(), |result| format!(": {result}"));
            return what + &at + &result + if self.any { " (any will do)" } else { "" };
        };
        let is_try = verb.starts_with("tries");
        let result = self.result.as_deref().map(|result| match result {
            "ETIMEDOUT" => "ETIMEDOUT, the deadline passes",
            "thrd_timedout" => "thrd_timedout, the deadline passes",
            other => other,
        });
        match result {
            None if is_try => format!("{verb} {named}: done"),
            Some(result) if is_try || operation == "sem-getvalue" => format!("{verb} {named}: {result}"),
            Some(result) if operation != "end-wait" && is_refusal(result) => {
                format!("does not {infinitive} {named}: {result}")
            }
            Some(result) if result.starts_with("wakes") => format!("{verb} {named}, {result}"),
            Some(result) => format!("{verb} {named} ({result})"),
            None => format!("{verb} {named}"),
        }
    }

    /// Whether it is no step of the program's, and not what the fault is about.
    pub(crate) fn is_hidden(&self) -> bool {
        self.internal && self.party.is_none() && !self.refused
    }

    /// Whether the thread did something: the end of a thread, or of a variable's life, comes by
    /// itself.
    pub(crate) fn is_step(&self) -> bool {
        !self.is_hidden() && !matches!(self.operation.as_str(), "compute" | "end" | "lifetime-begin" | "lifetime-end")
    }

    /// Whether it is about threads and choices, not about memory.
    pub(crate) fn is_structure(&self) -> bool {
        matches!(self.operation.as_str(), "spawn" | "join" | "choice" | "fence" | "jump" | "detach")
    }

    /// Whether it reads plainly: without more, that leads to nothing.
    pub(crate) fn only_looks(&self) -> bool {
        self.index.is_none() && self.operation == "load"
    }

    /// Whether it tells what memory held.
    pub(crate) fn reads(&self) -> bool {
        self.read.is_some() && self.touches_memory()
    }

    /// Whether it tells that and changes nothing.
    pub(crate) fn only_reads(&self) -> bool {
        self.reads() && self.touched.is_some_and(|touched| !touched.writes)
    }

    /// Whether it tells what memory holds since then.
    pub(crate) fn writes(&self) -> bool {
        self.written.is_some() && self.touches_memory()
    }

    fn touches_memory(&self) -> bool {
        !self.is_hidden() && self.touched.is_some_and(|touched| touched.size > 0)
    }

    /// Whether it is an operation on a synchronisation object.
    #[must_use]
    pub fn is_sync(&self) -> bool {
        self.index.is_some() && self.touched.is_some_and(|touched| touched.size == 0)
    }
}

/// Whether an operation with this result has not been done. (Who is told that an owner has died has
/// the mutex.)
fn is_refusal(result: &str) -> bool {
    result.starts_with('E') && result != "EOWNERDEAD"
}

/// What is said of an operation without values: of a step that did it, and of one that only tried.
fn verb(operation: &str) -> Option<(&'static str, &'static str)> {
    Some(match operation {
        "load" => ("reads", "read"),
        "store" => ("writes", "write"),
        "allocate" => ("allocates", "allocate"),
        "free" => ("frees", "free"),
        "lock" | "spin-lock" => ("locks", "lock"),
        "unlock" | "spin-unlock" | "rwlock-unlock" => ("unlocks", "unlock"),
        "trylock" | "spin-trylock" => ("tries to lock", "lock"),
        "timedlock" => ("tries for some time to lock", "lock"),
        "read-lock" => ("locks for reading:", "lock for reading:"),
        "try-read-lock" => ("tries to lock for reading:", "lock for reading:"),
        "timed-read-lock" => ("tries for some time to lock for reading:", "lock for reading:"),
        "write-lock" => ("locks for writing:", "lock for writing:"),
        "try-write-lock" => ("tries to lock for writing:", "lock for writing:"),
        "timed-write-lock" => ("tries for some time to lock for writing:", "lock for writing:"),
        "begin-wait" => ("waits on", "wait on"),
        "end-wait" | "leave-wait" => ("stops waiting on", "stop waiting on"),
        "signal" => ("signals", "signal"),
        "broadcast" => ("broadcasts on", "broadcast on"),
        "wake" => ("wakes who waits on", "wake who waits on"),
        "sem-post" => ("posts", "post"),
        "sem-wait" => ("takes one of", "take one of"),
        "sem-trywait" | "sem-timedwait" => ("tries to take one of", "take one of"),
        "sem-getvalue" => ("asks for the value of", "ask for the value of"),
        "barrier-arrive" => ("arrives at", "arrive at"),
        "barrier-leave" => ("passes", "pass"),
        "once-enter" => ("enters", "enter"),
        "once-done" => ("completes", "complete"),
        other => match other.rsplit_once('-') {
            Some((_, "init")) => ("initialises", "initialise"),
            Some((_, "destroy")) => ("destroys", "destroy"),
            _ => return None,
        },
    })
}
