//! What functions of the libraries tell of what they do: who is cancelled, what is read from and
//! written to descriptors, and which of them a thread waits for.

mod transfers;

use super::ends;
use super::naming::{Values, is_internal};
use super::recorder::{Recorder, State, named_object};
use super::saw::Saw;
use super::signals;
use super::step::Step;
use super::waits::changes;
use std::collections::{BTreeMap, BTreeSet};
use threadbare_explore::Standing;
use threadbare_machine::{Byte, Machine, Record, Told, What};
use threadbare_op::{Op, Site, ThreadId};
use threadbare_program::GlobalId;
use threadbare_report::{Row, Touched, list};

// `enum` in crates/machine/runtime/tb.h.
const ASKS_TO_END: u32 = 0;
const IS_CANCELLED: u32 = 1;
const READS_BYTES: u32 = 2;
const WRITES_BYTES: u32 = 3;
const READS_END: u32 = 4;
const TAKES_COUNT: u32 = 5;
const ADDS_COUNT: u32 = 6;
const IS_READY: u32 = 7;
const WAITS_TO_READ: u32 = 8;
const WAITS_TO_WRITE: u32 = 9;
const WAITS_FOR_COUNT: u32 = 10;
const WAITS_IN_POLL: u32 = 11;
const KEEPS: u32 = 12;
const OPENS: u32 = 14;
const CLOSES: u32 = 15;
const NOT_OPEN: u32 = 16;
const WOULD_WAIT: u32 = 17;
const LOCKS_FILE: u32 = 18;
const UNLOCKS_FILE: u32 = 19;
const IS_STREAM: u32 = 20;
const TRUNCATES: u32 = 21;
const SHUTS_DOWN: u32 = 22;
const NOBODY_READS: u32 = 23;
const TIMES_OUT: u32 = 24;

/// Not told by the libraries: the thread stands in a call that another one closes the descriptor of.
const BEGUN: u32 = u32::MAX;

// As `poll` tells them.
const CAN_READ: u32 = 1;
const CAN_WRITE: u32 = 4;
const BROKEN: u32 = 8;
const HUNG_UP: u32 = 16;
const WRITES_NO_MORE: u32 = 0x2000;

// `enum` in crates/machine/runtime/file.h.
const ANYTHING: u64 = 3;
const SOCKET: u64 = 2;
const EVENT: u64 = 3;
const REGULAR: u64 = 4;

/// What stands before memory that the libraries keep.
const BEFORE: u64 = 16;

/// What there is to do about something told.
pub(super) enum Is {
    /// A step.
    Step(String),
    /// This memory, and that it was allocated, is nobody's business.
    Hidden(u64),
    Nothing,
}

/// Of an execution.
#[derive(Debug, Default)]
pub(super) struct Descriptors {
    kept: BTreeSet<u64>,
    /// What each thread waits for, if it does.
    awaited: BTreeMap<u32, Vec<Told>>,
    /// Which step is about what was opened.
    steps: Vec<(usize, Told)>,
    /// Those that the last step is about.
    unready: Vec<u32>,
    /// Where each thread has begun to wait.
    begun: BTreeMap<u32, Record>,
}

impl Descriptors {
    /// Takes in what a thread tells, in the call of that function.
    pub(super) fn tell(&mut self, thread: u32, told: Told, function: Option<&str>) -> Is {
        let awaited = self.awaited.entry(thread).or_default();
        match told.what {
            WAITS_IN_POLL | WOULD_WAIT if awaited.iter().all(|other| other.what == told.what) => {
                awaited.retain(|other| other.about != told.about);
                awaited.push(told);
            }
            WAITS_TO_READ..=WAITS_IN_POLL | WOULD_WAIT => *awaited = vec![told],
            _ => awaited.clear(),
        }
        if told.what == KEEPS {
            let object = told.file.saturating_sub(BEFORE);
            self.kept.insert(object);
            return Is::Hidden(object);
        }
        text(told, function).map_or(Is::Nothing, Is::Step)
    }

    /// What the last step tells together with this, if both are about what `poll` does not find.
    fn looked(&mut self, told: Told) -> Option<String> {
        let before = self.steps.last().filter(|(_, before)| is_in_vain(before))?.1;
        if told.what == TIMES_OUT {
            return Some(format!("{}: the time is over", unready(&self.unready)));
        }
        // One with the same number is of the next call.
        let goes_on = is_in_vain(&told) && before.about != told.about;
        goes_on.then(|| self.unready.push(told.about));
        goes_on.then(|| unready(&self.unready))
    }

    /// A step that was told of.
    pub(super) fn has_step(&mut self, step: usize, told: Told) {
        self.unready = vec![told.about];
        self.steps.push((step, told));
    }

    /// Who waits for a descriptor that is about to be closed, and since where.
    fn waiting_for(&self, descriptor: u32) -> Vec<Record> {
        let waits = |thread: &u32| {
            let is_it = |told: &Told| matches!(told.what, WAITS_TO_READ..=WAITS_IN_POLL) && told.about == descriptor;
            self.awaited.get(thread).is_some_and(|all| all.iter().any(is_it))
        };
        self.begun.iter().filter(|(thread, _)| waits(thread)).map(|(_, record)| record.clone()).collect()
    }

    /// Those in which a thread is asked to end that does not.
    pub(super) fn in_vain(&self, thread_of: impl Fn(usize) -> u32) -> Vec<usize> {
        let of = |what| self.steps.iter().filter(move |(_, told)| told.what == what && told.file == 0);
        let ended: BTreeSet<u32> = of(IS_CANCELLED).map(|(step, _)| thread_of(*step)).collect();
        of(ASKS_TO_END).filter(|(_, told)| !ended.contains(&told.about)).map(|(step, _)| *step).collect()
    }

    pub(super) fn keeps_any(&self) -> bool {
        !self.kept.is_empty()
    }

    pub(super) fn is_kept(&self, object: u64) -> bool {
        self.kept.contains(&object)
    }

    /// What a thread waits for, that stands where it waits for descriptors.
    pub(super) fn awaited(&self, machine: &Machine, thread: ThreadId) -> Option<String> {
        let all = self.awaited.get(&thread.0)?;
        let told = all.first()?;
        let of = |kind| format!("the {kind} of descriptor {}", told.about);
        Some(match told.what {
            WAITS_TO_READ => {
                let (kind, end) = match told.numbers[0] {
                    SOCKET => ("socket", "the other end"),
                    _ => ("pipe", "the end to write"),
                };
                let open: Vec<String> = others(machine, told.about).iter().map(|other| format!("{other}")).collect();
                let open = match open.len() {
                    0 => String::new(),
                    1 => format!(" (descriptor {})", open[0]),
                    _ => format!(" (descriptors {})", list(&open, "and")),
                };
                format!("bytes from {}, or for {end} to be closed{open}", of(kind))
            }
            WAITS_TO_WRITE if told.numbers[0] == EVENT => format!("room in {}", of("eventfd")),
            WAITS_TO_WRITE => format!("room in {}", of(kind(told.numbers[0]))),
            WAITS_FOR_COUNT => format!("{} to be more than 0", of("eventfd")),
            _ => {
                let all: Vec<String> = all.iter().map(|told| told.about.to_string()).collect();
                match &all[..] {
                    [one] => format!("descriptor {one} to be ready"),
                    all => format!("one of the descriptors {} to be ready", list(all, "and")),
                }
            }
        })
    }
}

impl Recorder<'_> {
    /// A function of the libraries tells what it does.
    pub(super) fn tell(&mut self, machine: &Machine, record: Record, told: Told) {
        if told.what == IS_STREAM {
            return self.is_stream(machine, told.file, told.about);
        }
        let callers = self.exits.callers(record.thread, (record.site, record.callers.clone()));
        let (site, _) = self.places.users(record.site, &callers);
        if self.goes_on_looking(&record, told, site) {
            return;
        }
        let function = ends::called(self.places.program(), site);
        match self.descriptors.tell(record.thread.0, told, function) {
            Is::Nothing => {}
            Is::Hidden(object) => {
                let is_there = |step: &Step| step.at.as_ref().is_some_and(|named| named.object == object);
                while self.steps.last().is_some_and(is_there) {
                    self.steps.pop();
                }
            }
            Is::Step(text) => {
                if told.what == CLOSES {
                    for waits in self.descriptors.waiting_for(told.about) {
                        self.has_begun(waits, told);
                    }
                }
                let mut row = self.row_of_call(record.thread, site, text);
                if told.file == 0 {
                    row.operation = if signals::is_sent(told) { "kill" } else { "cancel" }.into();
                }
                row.other = signals::to(told).map(|thread| thread.0);
                row.touched = touched(told);
                row.gap = std::mem::take(&mut self.gap);
                self.descriptors.has_step(self.steps.len(), told);
                self.steps.push(Step::new(row, record.site, callers));
            }
        }
        if matches!(told.what, WAITS_TO_READ..=WAITS_IN_POLL) {
            self.descriptors.begun.insert(record.thread.0, record);
        }
    }

    /// Whether a call of `poll` only tells more of what it does not find.
    fn goes_on_looking(&mut self, record: &Record, told: Told, site: Site) -> bool {
        let Some(last) = self.descriptors.steps.last().map(|(step, _)| *step) else { return false };
        let place = self.places.place(site);
        let is_its = |step: &Step| step.row.thread == record.thread.0 && step.row.place == place;
        if !self.steps[last..].iter().all(is_its) {
            return false;
        }
        let Some(text) = self.descriptors.looked(told) else { return false };
        if told.what != TIMES_OUT {
            self.descriptors.tell(record.thread.0, told, None);
        }
        self.steps[last].row.result = Some(text);
        true
    }

    /// What a call at a place of the user's tells.
    pub(super) fn row_of_call(&self, thread: ThreadId, site: Site, text: String) -> Row {
        Row {
            thread: thread.0,
            operation: "descriptor".into(),
            place: self.places.place(site),
            function: self.places.function(site),
            result: Some(text),
            ..Row::default()
        }
    }

    /// A step of a call that tells of something, which is as if it were memory.
    pub(super) fn add_told(&mut self, record: &Record, text: String, touched: Touched) -> &mut Step {
        let callers = self.exits.callers(record.thread, (record.site, record.callers.clone()));
        let (site, _) = self.places.users(record.site, &callers);
        let mut row = self.row_of_call(record.thread, site, text);
        row.touched = Some(touched);
        row.gap = std::mem::take(&mut self.gap);
        let at = self.steps.len();
        self.steps.push(Step::new(row, record.site, callers));
        &mut self.steps[at]
    }

    /// A thread stands in a call that goes on with what the descriptor stands for until now.
    fn has_begun(&mut self, waits: Record, closed: Told) {
        let callers = self.exits.callers(waits.thread, (waits.site, waits.callers));
        let (site, _) = self.places.users(waits.site, &callers);
        let told = Told { what: BEGUN, ..closed };
        let text = format!("has begun, with what descriptor {} stands for now", closed.about);
        let row = Row { touched: touched(told), ..self.row_of_call(waits.thread, site, text) };
        self.descriptors.has_step(self.steps.len(), told);
        self.steps.push(Step::new(row, waits.site, callers));
    }

    /// What a thread waits for that goes round a loop in which calls fail rather than wait.
    pub(super) fn looks_for(&self, values: Values<'_>, saw: &[Saw<'_>], standing: &Standing<State>) -> Option<String> {
        let wait = self.descriptors.awaited.get(&standing.thread.0)?.first()?;
        if wait.what != WOULD_WAIT || !standing.pending.op.is_stuck() {
            return None;
        }
        let is_users = |saw: &&Saw<'_>| {
            let named = saw.touched().and_then(|touched| values.machine.named(touched.addr, 1));
            named.is_none_or(|named| !is_internal(&named) && !self.descriptors.is_kept(named.object))
        };
        let others = changes(values, saw.iter().filter(is_users));
        let descriptor = self.descriptors.awaited(values.machine, standing.thread);
        let all: Vec<String> = others.into_iter().chain(descriptor).collect();
        Some(all.join(" or "))
    }

    /// Whether it waits at something that the libraries keep: what a descriptor stands for.
    pub(super) fn waits_at_kept(&self, machine: &Machine, op: Op) -> bool {
        let Op::Sync { object, op } = op else { return false };
        named_object(machine, object, op).is_some_and(|named| self.descriptors.is_kept(named.object))
    }

    /// Whether it is about memory that the libraries keep.
    pub(super) fn is_of_kept(&self, machine: &Machine, what: &What) -> bool {
        let (What::Read { addr, .. } | What::Write { addr, .. } | What::Free { addr, .. }) = *what else {
            return false;
        };
        self.descriptors.keeps_any()
            && machine.named(addr, 1).is_some_and(|named| self.descriptors.is_kept(named.object))
    }
}

fn kind(number: u64) -> &'static str {
    match number {
        SOCKET => "socket",
        EVENT => "eventfd",
        REGULAR => "file",
        _ => "pipe",
    }
}

/// As if the number of a descriptor were memory, which opening and closing change; and the content
/// of a file.
fn touched(told: Told) -> Option<Touched> {
    const NUMBERS: u64 = u64::MAX << 40;
    let number = |writes| Touched { addr: NUMBERS + 8 * u64::from(told.about), size: 8, writes };
    let content = |writes| Touched { addr: told.file, size: 1, writes };
    match told.what {
        OPENS | CLOSES => Some(number(true)),
        NOT_OPEN | BEGUN => Some(number(false)),
        READS_BYTES if told.numbers[1] == REGULAR => Some(content(false)),
        WRITES_BYTES if told.numbers[1] == REGULAR => Some(content(true)),
        TRUNCATES => Some(content(true)),
        LOCKS_FILE | UNLOCKS_FILE => Some(content(true)),
        _ => None,
    }
}

/// What `poll` has found.
fn ready(descriptor: u32, found: u32) -> String {
    let all = [(CAN_READ, "can be read"), (CAN_WRITE, "can be written"), (BROKEN, "error"), (HUNG_UP, "hung up")];
    let all: Vec<&str> = all.iter().filter(|(bit, _)| found & bit != 0).map(|(_, text)| *text).collect();
    match &all[..] {
        [] => format!("descriptor {descriptor} is ready"),
        all => format!("descriptor {descriptor} is ready: {}", all.join(", ")),
    }
}

/// What a thread would have to wait for, and does not.
fn refused(told: Told) -> String {
    let of = format!("the {} of descriptor {}", kind(told.numbers[1]), told.about);
    match told.numbers[0] {
        0 => format!("finds nothing in {of} (EAGAIN)"),
        1 => format!("finds no room in {of} (EAGAIN)"),
        2 => format!("finds {of} locked (EWOULDBLOCK)"),
        _ => unready(&[told.about]),
    }
}

/// Whether `poll` finds that a descriptor is not ready.
fn is_in_vain(told: &Told) -> bool {
    told.what == WOULD_WAIT && told.numbers[0] == ANYTHING
}

/// What `poll` does not find.
fn unready(descriptors: &[u32]) -> String {
    match descriptors {
        [one] => format!("descriptor {one} is not ready"),
        several => {
            let all: Vec<String> = several.iter().map(u32::to_string).collect();
            format!("descriptors {} are not ready", list(&all, "and"))
        }
    }
}

/// The step that it is, if it is one.
fn text(told: Told, function: Option<&str>) -> Option<String> {
    let (about, [first, second]) = (told.about, told.numbers);
    let bytes = || if first == 1 { "1 byte".to_owned() } else { format!("{first} bytes") };
    Some(match told.what {
        ASKS_TO_END => format!("asks {} to end", ThreadId(about).called()),
        IS_CANCELLED => function.map_or("is cancelled".into(), |function| format!("is cancelled in `{function}`")),
        READS_BYTES if first == 0 => format!("finds the end of the {} of descriptor {about}", kind(second)),
        READS_BYTES => format!("reads {} from the {} of descriptor {about}", bytes(), kind(second)),
        WRITES_BYTES => format!("writes {} to the {} of descriptor {about}", bytes(), kind(second)),
        READS_END => format!("finds the end: nobody can write any more what descriptor {about} reads"),
        TAKES_COUNT => format!("the eventfd of descriptor {about}: {} → {second}", first.saturating_add(second)),
        ADDS_COUNT => format!("the eventfd of descriptor {about}: {} → {second}", second.saturating_sub(first)),
        IS_READY => ready(about, first as u32),
        SHUTS_DOWN => format!("shuts the socket of descriptor {about} down"),
        NOBODY_READS => format!("nobody reads from the {} of descriptor {about} any more (EPIPE)", kind(first)),
        OPENS => format!("opens descriptor {about}"),
        CLOSES => format!("closes descriptor {about}"),
        NOT_OPEN => format!("descriptor {} is not open (EBADF)", about.cast_signed()),
        WOULD_WAIT => refused(told),
        LOCKS_FILE => {
            format!("locks the file of descriptor {about}{}", if first == 0 { ", shared" } else { "" })
        }
        TRUNCATES if first < second => format!("cuts the file: {second} → {first} bytes"),
        TRUNCATES => format!("lengthens the file: {second} → {first} bytes"),
        UNLOCKS_FILE => format!("unlocks the file of descriptor {about}"),
        _ => return signals::text(told),
    })
}

/// The descriptors of the other end of a pipe or socket.
fn others(machine: &Machine, descriptor: u32) -> Vec<usize> {
    let table = machine.program().globals.iter().position(|global| global.name == "__tb_descriptors");
    let at = table.and_then(|table| machine.global(GlobalId(table as u32)));
    let Some(bytes) = at.and_then(|at| machine.bytes_at(at, 4 * MOST)) else { return Vec::new() };
    let number = |entry: &[Byte]| entry.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(byte.bits));
    let entries: Vec<u64> = bytes.chunks(4).map(number).collect();
    // 1 and twice the place of the file and the end.
    let Some(own) = entries.get(descriptor as usize).filter(|entry| **entry > 0) else { return Vec::new() };
    let other = ((own - 1) ^ 1) + 1;
    (0..entries.len()).filter(|at| entries[*at] == other).collect()
}

/// Descriptors (crates/machine/runtime/file.h).
const MOST: u64 = 64;
