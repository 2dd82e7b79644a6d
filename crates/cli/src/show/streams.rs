//! Streams of files, and into memory. What a `FILE` holds is the runtime's own: a step says which
//! text a call writes, and that it uses or closes the stream where that is what the fault is about.

use super::ends;
use super::naming::Objects;
use super::recorder::{Recorder, named_object};
use super::step::Step;
use crate::places::Places;
use std::collections::BTreeMap;
use threadbare_machine::{Machine, Named, Record};
use threadbare_op::{Addr, FaultKind, Op};
use threadbare_report::{Found, Touched};

/// What stands in front of the name of a stream.
const STREAM: &str = "the stream ";

/// Here, what is on its way through a stream is as if it were memory.
const TEXTS: u64 = 1 << 62;

/// Of an execution.
#[derive(Debug, Default)]
pub(super) struct Streams {
    /// By their memory, where the objects begin: the descriptor.
    all: BTreeMap<u64, u32>,
}

impl Streams {
    pub(super) fn is_one(&self, object: u64) -> bool {
        self.all.contains_key(&object)
    }
}

impl Recorder<'_> {
    /// The memory at this address is a stream.
    pub(super) fn is_stream(&mut self, machine: &Machine, stream: Addr, descriptor: u32) {
        let Some(object) = machine.named(stream, 1).map(|named| named.object) else { return };
        self.streams.all.insert(object, descriptor);
        for at in (0..self.steps.len()).rev() {
            if self.steps[at].at.as_ref().is_some_and(|named| named.object == object) {
                self.steps[at].call = Some(Call::Other);
            }
        }
    }

    /// Whether a step is about what the runtime keeps: of a descriptor, or of a stream.
    pub(super) fn mark(&self, step: &mut Step) {
        let Some(object) = step.at.as_ref().map(|named| named.object) else { return };
        step.is_kept = self.descriptors.is_kept(object);
        if self.streams.is_one(object) {
            let site = self.places.users(step.site, &step.callers).0;
            step.call = Some(Call::of(ends::called(self.places.program(), site)));
        }
    }

    /// The steps that write to streams, each with the descriptor.
    pub(super) fn texts(&self) -> Vec<(usize, u32)> {
        let of = |step: &Step| self.streams.all.get(&step.at.as_ref()?.object).copied();
        let steps = self.steps.iter().enumerate().filter(|(_, step)| step.call == Some(Call::Writes));
        steps.filter_map(|(at, step)| Some((at, of(step)?))).collect()
    }

    /// What a thread waits for that stands at this operation, if that is the lock of a stream.
    pub(super) fn awaits_stream(&self, machine: &Machine, objects: &Objects, op: Op) -> Option<String> {
        let Op::Sync { object, op } = op else { return None };
        let named = named_object(machine, object, op).filter(|named| self.streams.is_one(named.object))?;
        Some(format!("the lock of {STREAM}`{}`", stream(objects, &named)))
    }

    /// A call writes a text to a stream.
    pub(super) fn writes(&mut self, machine: &Machine, record: &Record, stream: Addr, text: &[u8]) {
        let text = format!("writes {:?}", String::from_utf8_lossy(text));
        let step = self.add_told(record, text, Touched { addr: TEXTS + stream, size: 1, writes: true });
        step.at = machine.named(stream, 1);
        step.call = Some(Call::Writes);
    }
}

/// What the call does in which a step is on the memory of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Call {
    /// The step says what it writes.
    Writes,
    /// It locks or unlocks the stream, and nothing else.
    Locks,
    Closes,
    Flushes,
    Other,
}

impl Call {
    fn of(function: Option<&str>) -> Self {
        match function {
            Some("flockfile" | "ftrylockfile" | "funlockfile") => Self::Locks,
            Some("fclose" | "freopen" | "freopen64") => Self::Closes,
            Some("fflush" | "fflush_unlocked") => Self::Flushes,
            _ => Self::Other,
        }
    }

    const fn verb(self) -> &'static str {
        match self {
            Self::Closes => "closes",
            Self::Flushes => "flushes",
            _ => "uses",
        }
    }
}

impl Step {
    /// Names a step on a stream; whether it is one.
    pub(super) fn name_stream(&mut self, objects: &Objects) -> bool {
        let (Some(call), Some(named)) = (self.call, &self.at) else { return false };
        let name = stream(objects, named);
        match (call, &mut self.row.result) {
            (Call::Writes, Some(text)) => text.push_str(&format!(" to `{name}`")),
            (Call::Locks, _) if self.sync.is_some() => self.row.location = Some(name),
            _ => {
                self.row.internal = true;
                self.row.location = Some(format!("{STREAM}`{name}`"));
                self.row.verb = match self.row.operation.as_str() {
                    "load" | "store" => Some(call.verb()),
                    "free" if call == Call::Closes => Some(call.verb()),
                    _ => None,
                };
            }
        }
        true
    }
}

/// What a stream is called.
pub(super) fn stream(objects: &Objects, named: &Named) -> String {
    objects.object(named)
}

/// Says of the two steps of a fault what they do to the stream, if they are on one.
pub(super) fn tell(found: &mut Found) {
    let did = |row: Option<usize>| match found.rows[row?].verb? {
        "closes" => Some("closed here"),
        "flushes" => Some("flushed here"),
        "uses" => Some("used here"),
        _ => None,
    };
    let (own, other) = (did(found.row), did(found.second.as_ref().and_then(|second| second.row)));
    if let Some(did) = own {
        found.what = Some(did.into());
    }
    if let (Some(did), Some(second)) = (other, &mut found.second) {
        second.what = did.into();
    }
}

/// Names the stream, and not what is in it, in a message about the two steps on it.
pub(super) fn name(found: &mut Found, steps: &[Step], objects: &Objects, places: &Places<'_>) {
    let (Some(own), second) = (found.row, found.second.as_ref().and_then(|second| second.row)) else { return };
    // A step that was added is about no stream.
    let Some(step) = steps.get(own) else { return };
    let (Some(_), Some(named)) = (step.call, &step.at) else { return };
    let name = stream(objects, named);
    let function = |step: &Step| {
        ends::called(places.program(), places.users(step.site, &step.callers).0).unwrap_or("a use").to_owned()
    };
    let second = second.filter(|second| *second < steps.len());
    let rows = second.map(|second| (own.min(second), own.max(second)));
    found.message = match (found.kind, rows) {
        (FaultKind::DataRace, Some((first, last))) => {
            let (first, last) = (function(&steps[first]), function(&steps[last]));
            format!("data race on {STREAM}`{name}`: {first} and {last}")
        }
        (FaultKind::UseAfterFree, Some((first, _))) => {
            let when = if first == own { ", which may come after it is closed" } else { " after it was closed" };
            format!("{} on {STREAM}`{name}`{when}", function(step))
        }
        _ => return,
    };
}
