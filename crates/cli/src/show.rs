//! One execution, replayed on a fresh machine and written down as rows for the report.

use crate::names;
use crate::order::{self, Past};
use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_explore::{Ending, Looked, Observer, Replayed, ReplayedEnd, replay};
use threadbare_machine::{Machine, Record, What};
use threadbare_op::{Answer, Fault, FaultKind, Op, Pending, Schedule, Site, Stuck, SyncOp, System, ThreadId};
use threadbare_program::Program;
use threadbare_report::{Found, Note, Old, Row, Second, ThreadInfo, Touched, Waiting};

type State = <Machine as System>::State;

/// No more plain accesses than this are kept of one execution.
const MOST_ROWS: usize = 100_000;
/// No more output than this is kept of one execution.
const MOST_OUTPUT: usize = 1 << 20;

/// An execution that was replayed.
#[derive(Debug)]
pub struct Shown {
    /// The faults that it showed, in the order in which they came; equal ones once.
    pub faults: Vec<Fault>,
    /// What is worth knowing at its end.
    pub notes: Vec<Note>,
    /// What stopped threads without being a fault.
    pub limits: Vec<threadbare_op::Limit>,
    /// What was unsupported.
    pub unsupported: Vec<(String, Site)>,
    /// Whether it has come to its end.
    pub ended: bool,
    /// Whether threads are left behind that wait when `main` ends.
    pub leaves_behind: bool,
    /// The number of visible events.
    pub events: u64,
    /// The steps, without what belongs to a fault.
    execution: Found,
    /// The visible events.
    past: Vec<Past>,
    /// Where each thread stood at the end, which serves for the place of faults.
    stacks: Vec<(ThreadId, Site, Vec<Site>)>,
    /// Whether somebody waits in a loop for something to be written.
    awaits_write: bool,
}

/// The faults that the replay of `schedule` meets, equal ones once; `None` if it is not one of this program.
pub fn faults_of(like: &Machine, schedule: &Schedule) -> Option<Vec<Fault>> {
    let mut machine = like.another(false);
    let end = replay(&mut machine, schedule, &mut |_: &mut Machine, _: &Replayed<State>| ()).ok()?;
    if machine.take_restart() {
        return None;
    }
    Some(distinct(&machine, &end))
}

/// The faults that a replay has met, in the order in which they came, equal ones once.
fn distinct(machine: &Machine, end: &ReplayedEnd<State>) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    for (id, _) in &end.faults {
        let fault = machine.fault(*id);
        if !faults.contains(fault) {
            faults.push(fault.clone());
        }
    }
    faults
}

/// Replays `schedule` on a machine that knows what `like` has learnt of the program.
///
/// # Errors
/// If the schedule does not belong to the program: why.
pub fn show(like: &Machine, program: &Program, schedule: &Schedule) -> Result<Shown, String> {
    let mut machine = like.another(true);
    loop {
        let mut recorder = Recorder::new(program);
        let end = replay(&mut machine, schedule, &mut recorder);
        // What this execution shows of the program may have to be known from its beginning.
        if machine.take_restart() {
            continue;
        }
        let end = end.map_err(|e| e.to_string())?;
        recorder.drain(&mut machine);
        return Ok(recorder.finish(&mut machine, &end, schedule));
    }
}

impl Shown {
    /// The report of `fault`, one of [`Self::faults`].
    #[must_use]
    pub fn found(&self, fault: &Fault, program: &Program) -> Found {
        let places = Places::new(program);
        let mut found = self.execution.clone();
        found.kind = fault.kind;
        found.message.clone_from(&fault.message);
        found.thread = fault.thread.0;
        let stack = self.stacks.iter().find(|(thread, site, _)| *thread == fault.thread && *site == fault.site);
        let (site, callers) = match stack {
            Some((_, site, stack)) => places.users(*site, stack),
            None => (fault.site, Vec::new()),
        };
        found.place = places.place(site);
        found.stack = callers.into_iter().map(|site| (places.function(site), places.place(site))).collect();
        found.second = fault.other.as_ref().map(|o| Second {
            thread: o.thread.0,
            place: places.place(o.site),
            what: o.what.to_owned(),
        });
        if fault.kind == FaultKind::DataRace {
            found.explanation = self.unordered(&found);
        }
        if matches!(fault.kind, FaultKind::Deadlock | FaultKind::Liveness | FaultKind::Abandoned) {
            let waits = |w: &Waiting| format!("{} waits for {}", who(w.thread), w.what);
            let all = found.waiting.iter().map(waits).collect::<Vec<String>>().join("; ");
            found.message = match fault.kind {
                FaultKind::Deadlock => format!("deadlock: {all}"),
                FaultKind::Abandoned => format!("when `main` ends, {all}, and nothing can end that"),
                _ if self.awaits_write => format!("no progress: {all}; nobody is left to write that"),
                _ => format!("no progress: {all}"),
            };
        } else {
            // Others may wait for the faulty thread, which says nothing.
            found.waiting.clear();
        }
        found
    }

    /// The note that threads still wait when `main` ends: who for what, and since when.
    #[must_use]
    pub fn abandoned(&self) -> Option<Note> {
        let first = self.execution.waiting.first()?;
        let steps = self.past.len();
        let wait = |w: &Waiting| {
            let last = self.past.iter().rposition(|step| step.thread.0 == w.thread);
            let since = last.map_or(1, |last| last + 1);
            format!("{} waits for {} (since step {since} of {steps})", self.named(w.thread), w.what)
        };
        let all: Vec<String> = self.execution.waiting.iter().map(wait).collect();
        Some(Note {
            kind: FaultKind::Abandoned.name().into(),
            message: format!("when `main` ends, {}, and nothing can end that", all.join("; ")),
            place: first.place.clone(),
        })
    }

    /// A thread, with the function that it runs.
    fn named(&self, thread: u32) -> String {
        let function = self.execution.threads.iter().find(|info| info.number == thread).map(|info| &info.function);
        match function {
            Some(function) if thread != 0 && !function.is_empty() => format!("{} {function}", who(thread)),
            _ => who(thread),
        }
    }

    /// Why nothing orders the two accesses of a race.
    fn unordered(&self, found: &Found) -> Option<String> {
        let second = found.second.as_ref()?;
        let first = ThreadId(second.thread);
        let is_first = |row: &Row| row.thread == second.thread && row.touched.is_some() && row.place == second.place;
        let at = found.rows.iter().rposition(is_first)?;
        let earlier = found.rows[..at].iter().filter(|row| row.thread == second.thread && row.index.is_some()).count();
        // The beginning of a thread counts as an event; what is not visible counts with the next event.
        let count = u32::try_from(earlier).unwrap_or(u32::MAX).saturating_add(2);
        order::missing(&self.past, (first, count), ThreadId(found.thread))
    }

    /// What the program printed.
    #[must_use]
    pub fn output(&self) -> &str {
        &self.execution.output
    }
}

fn who(thread: u32) -> String {
    if thread == 0 { "main".into() } else { format!("T{thread}") }
}

struct Recorder<'a> {
    places: Places<'a>,
    rows: Vec<Row>,
    /// By step: the event, and its row.
    past: Vec<Past>,
    row_of: Vec<usize>,
    dropped: u64,
    output: Vec<u8>,
    threads: Vec<ThreadInfo>,
}

impl Observer<Machine> for Recorder<'_> {
    fn before(&mut self, machine: &mut Machine, thread: ThreadId, pending: &Pending<State>) {
        self.drain(machine);
        self.meet(machine, thread, pending.state);
    }

    fn after(&mut self, machine: &mut Machine, event: &Replayed<State>) {
        let mut row = self.event(machine, event);
        row.old = event.before.and_then(|before| {
            let source = event.source.flatten().and_then(|step| self.row_of.get(step).copied());
            Some(Old { source, before: *self.row_of.get(before)? })
        });
        self.past.push(Past {
            thread: event.thread,
            op: event.op,
            writes: event.written.is_some(),
            place: row.place.clone(),
            clock: event.clock.clone(),
            source: event.source.flatten(),
        });
        self.row_of.push(self.rows.len());
        self.rows.push(row);
        self.drain(machine);
    }
}

impl<'a> Recorder<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            places: Places::new(program),
            rows: Vec::new(),
            past: Vec::new(),
            row_of: Vec::new(),
            dropped: 0,
            output: Vec::new(),
            threads: vec![ThreadInfo { number: 0, function: "main".into(), started: None }],
        }
    }

    fn thread(&mut self, thread: ThreadId) -> &mut ThreadInfo {
        while self.threads.len() <= thread.index() {
            let number = self.threads.len() as u32;
            self.threads.push(ThreadInfo { number, ..ThreadInfo::default() });
        }
        &mut self.threads[thread.index()]
    }

    /// Learns the function that a thread runs from its outermost frame.
    fn meet(&mut self, machine: &Machine, thread: ThreadId, state: State) {
        if thread == ThreadId::MAIN || !self.thread(thread).function.is_empty() {
            return;
        }
        let stack = machine.call_stack(state);
        if let Some(site) = stack.iter().rev().find(|site| !self.places.is_runtime(**site)) {
            self.thread(thread).function = self.places.function(*site);
        }
    }

    /// The row of a visible event.
    fn event(&mut self, machine: &mut Machine, event: &Replayed<State>) -> Row {
        let stack = machine.call_stack(event.state);
        let (site, _) = self.places.users(event.site, &stack);
        let mut row = Row {
            thread: event.thread.0,
            index: Some(event.index),
            operation: names::operation(&event.op).into(),
            order: names::order_of(&event.op),
            place: self.places.place(site),
            function: self.places.function(site),
            ..Row::default()
        };
        let answer = match event.answer {
            Some(Answer::Value(value)) => Some(value),
            _ => None,
        };
        if let Some(loc) = event.op.loc() {
            let writes = event.written.is_some();
            row.location = Some(machine.name_of(loc.addr, u64::from(loc.size)));
            row.touched = Some(Touched { addr: loc.addr, size: u64::from(loc.size), writes });
            row.written = event.written.map(|v| value(machine, v, loc.size));
            row.read = match event.answer {
                Some(Answer::Uninit) => Some("uninitialised".into()),
                _ => answer.map(|v| value(machine, v, loc.size)),
            };
            if let (Op::Cas { expected, .. }, Some(_), false) = (event.op, answer, writes) {
                row.result = Some(format!("not {}", value(machine, expected, loc.size)));
            }
        }
        match event.op {
            // Its object is the program.
            Op::Sync { op: SyncOp::Exit, .. } => {}
            Op::Sync { object, op } => {
                row.location = Some(object_name(machine, object, op));
                row.touched = Some(Touched { addr: object, size: 0, writes: !op.is_wait() });
                row.result = answer.and_then(|a| names::sync_result(op, a));
            }
            Op::Spawn => {
                if let Some(Answer::Thread(child)) = event.answer {
                    let started = row.place.clone();
                    self.thread(child).started = started;
                    row.result = Some(format!("starts {child}"));
                }
            }
            Op::Join { thread } => row.result = Some(format!("{thread} has ended")),
            Op::Choice { arity } => {
                row.result = answer.map(|a| format!("choice {a} of 0..{}", arity.saturating_sub(1)))
            }
            _ => {}
        }
        row
    }

    /// The invisible steps since the last call.
    fn drain(&mut self, machine: &mut Machine) {
        for record in machine.take_records() {
            self.record(machine, record);
        }
    }

    fn record(&mut self, machine: &Machine, record: Record) {
        if let What::Output(text) = &record.what
            && self.output.len() < MOST_OUTPUT
        {
            self.output.extend_from_slice(text);
        }
        if self.places.is_runtime(record.site) {
            return;
        }
        if self.rows.len() >= MOST_ROWS {
            self.dropped += 1;
            return;
        }
        let mut row = Row {
            thread: record.thread.0,
            place: self.places.place(record.site),
            function: self.places.function(record.site),
            ..Row::default()
        };
        let text = |v: Option<u64>, size| v.map_or("uninitialised".into(), |v| value(machine, v, size));
        let memory = |row: &mut Row, addr, size: u64, writes| {
            row.location = Some(machine.name_of(addr, size));
            row.touched = Some(Touched { addr, size, writes });
        };
        match record.what {
            What::Read { addr, size, value } => {
                row.operation = "load".into();
                memory(&mut row, addr, u64::from(size), false);
                row.read = Some(text(value, size));
            }
            What::Write { addr, size, value } => {
                row.operation = "store".into();
                memory(&mut row, addr, u64::from(size), true);
                row.written = Some(text(value, size));
            }
            What::Allocate { addr, size } => {
                row.operation = "allocate".into();
                memory(&mut row, addr, size, true);
                row.result = Some(format!("{size} bytes"));
            }
            What::Free { addr } => {
                row.operation = "free".into();
                memory(&mut row, addr, 1, true);
            }
            What::Output(text) => {
                row.operation = "output".into();
                row.result = Some(format!("prints {:?}", String::from_utf8_lossy(&text)));
            }
        }
        self.rows.push(row);
    }

    fn finish(mut self, machine: &mut Machine, end: &ReplayedEnd<State>, schedule: &Schedule) -> Shown {
        let mut waiting = Vec::new();
        let mut stacks = Vec::new();
        let mut limits = Vec::new();
        let mut unsupported = Vec::new();
        let mut awaits_write = false;
        for standing in &end.threads {
            let (thread, pending) = (standing.thread, &standing.pending);
            self.meet(machine, thread, pending.state);
            let stack = machine.call_stack(pending.state);
            // Who waits in a loop stands at its condition: the last that it looked at.
            let stopped = standing.reads.last().map_or(pending.site, |read| read.site);
            let (site, _) = self.places.users(stopped, &stack);
            match pending.op {
                Op::Stuck(Stuck::Limit(limit)) => limits.push(limit),
                Op::Stuck(Stuck::Unsupported(n)) => {
                    let (what, site) = machine.unsupported(n);
                    unsupported.push((what.to_owned(), site));
                }
                _ => {}
            }
            if standing.waits {
                let what = match pending.op {
                    Op::Stuck(_) => {
                        let changes = changes(machine, &standing.reads);
                        awaits_write |= changes.is_some();
                        changes.unwrap_or_else(|| "nothing at all, in a loop that goes round for ever".into())
                    }
                    op => self.awaited(machine, op, &standing.holders),
                };
                let looked = standing.reads.last().and_then(|read| read.op.loc());
                let touched = match (pending.op, looked) {
                    (Op::Sync { object, .. }, _) => Some(Touched { addr: object, size: 0, writes: true }),
                    (_, Some(loc)) => Some(Touched { addr: loc.addr, size: u64::from(loc.size), writes: false }),
                    _ => None,
                };
                waiting.push(Waiting { thread: thread.0, place: self.places.place(site), what, touched });
            }
            stacks.push((thread, stopped, stack));
        }
        let faults = distinct(machine, end);
        let complete = matches!(end.ending, Some(Ending::Complete | Ending::Abandoned(_)));
        let leaks = if complete { self.leaks(machine) } else { Vec::new() };
        let notes = self.odd_allocations(machine).into_iter().chain(leaks).collect();
        let execution = Found {
            kind: FaultKind::Assertion,
            message: String::new(),
            thread: 0,
            place: None,
            stack: Vec::new(),
            models: Vec::new(),
            remedy: Vec::new(),
            second: None,
            explanation: None,
            schedule: schedule.to_string(),
            threads: self.threads,
            rows: self.rows,
            dropped: self.dropped,
            waiting,
            output: String::from_utf8_lossy(&self.output).into_owned(),
        };
        let (ended, events) = (end.ending.is_some(), end.events as u64);
        let leaves_behind = matches!(end.ending, Some(Ending::Abandoned(_)));
        Shown {
            leaves_behind,
            faults,
            notes,
            limits,
            unsupported,
            ended,
            events,
            execution,
            past: self.past,
            stacks,
            awaits_write,
        }
    }

    fn awaited(&self, machine: &Machine, op: Op, holders: &[ThreadId]) -> String {
        let object = match op {
            Op::Sync { object, op } => object_name(machine, object, op),
            _ => String::new(),
        };
        let what = names::awaited(&op, &object);
        if holders.is_empty() || matches!(op, Op::Join { .. }) {
            return what;
        }
        let names: Vec<String> = holders.iter().map(|h| who(h.0)).collect();
        format!("{what}, held by {}", names.join(" and "))
    }

    /// Memory that is never freed, by the place where it was allocated.
    fn leaks(&self, machine: &Machine) -> Vec<Note> {
        let mut by_place: BTreeMap<(Site, String), (u64, u64)> = BTreeMap::new();
        for leak in machine.leaks() {
            let (count, bytes) = by_place.entry((leak.site, leak.name)).or_default();
            *count += 1;
            *bytes += leak.size;
        }
        let note = |((site, name), (count, bytes)): ((Site, String), (u64, u64))| {
            let times = if count == 1 { String::new() } else { format!(" in {count} pieces") };
            Note {
                kind: FaultKind::Leak.name().into(),
                message: format!("`{name}` ({bytes} bytes{times}) is never freed"),
                place: self.places.place(self.places.users(site, &[]).0),
            }
        };
        by_place.into_iter().map(note).collect()
    }

    /// Allocations that are odd.
    fn odd_allocations(&self, machine: &Machine) -> Vec<Note> {
        let note = |(message, site): &(String, Site)| Note {
            kind: "allocation".into(),
            message: message.clone(),
            place: self.places.place(self.places.users(*site, &[]).0),
        };
        machine.odd_allocations().iter().map(note).collect()
    }
}

/// What would have to change for a loop to end that reads this again and again, if anything.
fn changes(machine: &Machine, reads: &[Looked]) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for read in reads {
        let text = match (read.op, read.answer) {
            (Op::Sync { object, op }, _) => format!("`{}` to be free", object_name(machine, object, op)),
            (op, Some(Answer::Value(held))) => match op.loc() {
                Some(loc) => {
                    let name = machine.name_of(loc.addr, u64::from(loc.size));
                    format!("`{name}` to change from {}", value(machine, held, loc.size))
                }
                None => continue,
            },
            _ => continue,
        };
        if !told.contains(&text) {
            told.push(text);
        }
    }
    (!told.is_empty()).then(|| told.join(" or "))
}

/// What a synchronisation object is called: glibc's types are unions whose members are nobody's business.
fn object_name(machine: &Machine, object: u64, op: SyncOp) -> String {
    let name = machine.name_of(object, names::object_size(op));
    let inner = [".__data", ".__align", ".__size"].iter().filter_map(|part| name.find(part)).min();
    inner.map_or(name.as_str(), |at| &name[..at]).to_owned()
}

/// A value as people understand it: the name of what it points to, or a number.
fn value(machine: &Machine, value: u64, size: u8) -> String {
    let Some(value) = machine.defined(value) else { return "uninitialised".into() };
    if size == 8
        && let Some(name) = machine.pointee(value)
    {
        return name;
    }
    names::number(value, size)
}
