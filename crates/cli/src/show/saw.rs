//! What a thread that waits in a loop has seen in the iteration that comes again and again.

use super::content::UNINITIALISED;
use super::naming::Values;
use super::recorder::{Recorder, State, named_object};
use super::step::Step;
use super::waits::{TO_BE_FREE, TO_BE_POSTED};
use threadbare_explore::{Looked, Standing};
use threadbare_op::{Addr, Answer, Op, Site, SyncKind, ThreadId};
use threadbare_report::{Touched, Write};

/// One thing that it has seen.
pub(super) enum Saw<'a> {
    /// By a visible operation.
    Event(&'a Looked),
    /// By a plain access, in a section.
    Plain(&'a Step),
}

impl Saw<'_> {
    pub(super) fn site(&self) -> Site {
        match self {
            Self::Event(looked) => looked.site,
            Self::Plain(step) => step.site,
        }
    }

    /// The synchronisation object that was tried, if it was one.
    pub(super) fn tried(&self) -> Option<Addr> {
        match self {
            Self::Event(Looked { op: Op::Sync { object, .. }, .. }) => Some(*object),
            _ => None,
        }
    }

    pub(super) fn touched(&self) -> Option<Touched> {
        let read = |addr, size| Some(Touched { addr, size, writes: false });
        match self {
            Self::Event(Looked { op: Op::Sync { object, .. }, .. }) => read(*object, 0),
            Self::Event(looked) => looked.op.loc().and_then(|loc| read(loc.addr, u64::from(loc.size))),
            Self::Plain(step) => step.row.touched.and_then(|touched| read(touched.addr, touched.size)),
        }
    }

    /// What would have to change for the loop to end.
    pub(super) fn awaited(&self, values: Values<'_>) -> Option<String> {
        let name = |named| values.objects.name(&named);
        match self {
            Self::Event(Looked { op: Op::Sync { object, op }, .. }) => {
                let object = named_object(values.machine, *object, *op).map(name).unwrap_or_default();
                let until = if op.kind() == SyncKind::Semaphore { TO_BE_POSTED } else { TO_BE_FREE };
                Some(format!("{} `{object}` {until}", op.kind().name()))
            }
            Self::Event(Looked { op, answer: Some(Answer::Value(held)), .. }) => {
                let loc = op.loc()?;
                let named = values.machine.named(loc.addr, u64::from(loc.size));
                let shape = named.as_ref().and_then(|named| named.shape);
                let held = values.text(&values.machine.bytes_of(*held, loc.size), shape);
                Some(to_change(named.map(name), Some(held)))
            }
            Self::Event(_) => None,
            Self::Plain(step) => {
                let shape = step.at.as_ref().and_then(|named| named.shape);
                let held = step.read.as_ref().map(|content| values.text(content, shape));
                Some(to_change(step.at.clone().map(name), held))
            }
        }
    }
}

fn to_change(name: Option<String>, held: Option<String>) -> String {
    let (name, held) = (name.as_deref().unwrap_or("memory"), held.as_deref().unwrap_or(UNINITIALISED));
    format!("`{name}` to change from {held}")
}

impl Recorder<'_> {
    /// What a thread that waits in a loop has seen, the last thing last.
    pub(super) fn saw<'s>(&'s self, standing: &'s Standing<State>) -> Vec<Saw<'s>> {
        let seen = standing.reads.iter().flat_map(|looked| match looked.op {
            Op::Sync { object, op } if op.is_release() => self.seen_in_section(standing.thread.0, object),
            _ => vec![Saw::Event(looked)],
        });
        let mut seen: Vec<Saw<'_>> = seen.collect();
        let known: Vec<Addr> = seen.iter().filter_map(Saw::touched).map(|touched| touched.addr).collect();
        let outside = self.seen_outside(standing);
        let is_new = |saw: &Saw<'_>| saw.touched().is_some_and(|touched| !known.contains(&touched.addr));
        seen.splice(0..0, outside.into_iter().filter(is_new));
        seen
    }

    /// Where to say that a thread waits that has seen this in a loop: where it looked last at what
    /// code of another thread writes, as far as that is known.
    pub(super) fn marked<'s, 'm>(&self, thread: ThreadId, saw: &'m [Saw<'s>]) -> Option<&'m Saw<'s>> {
        let last = saw.last()?;
        let is_open = |saw: &&Saw<'_>| saw.touched().is_some_and(|touched| self.others_write(thread, touched));
        let better = saw.iter().rfind(is_open).filter(|_| last.tried().is_none());
        better.or(Some(last))
    }

    /// Whether it is known that the code of another thread writes there, come to or not.
    fn others_write(&self, thread: ThreadId, read: Touched) -> bool {
        let is_there = |write: &Write| matches!(write, Write::To(its) | Write::Within(its) if its.overlaps(read));
        let mut others = self.threads.iter().filter(|info| info.number != thread.0);
        others.any(|info| info.may_write.iter().any(|(write, _)| is_there(write)))
    }

    /// What a thread that waits in a loop has read by plain accesses in its last round, if others
    /// would write it: nobody has, so no event shows it.
    fn seen_outside(&self, standing: &Standing<State>) -> Vec<Saw<'_>> {
        let Some(first) = standing.reads.first() else { return Vec::new() };
        let own = || self.steps.iter().rev().filter(|step| step.row.thread == standing.thread.0);
        let comes_again = |step: &&Step| step.row.index.is_some() && step.site == first.site;
        // The last round ends after this event, or the next one has begun.
        let Some(length) = own().enumerate().filter(|(_, step)| comes_again(step)).nth(1).map(|(at, _)| at) else {
            return Vec::new();
        };
        // What the thread did before it came to the loop this time belongs to no round.
        let sites: Vec<Site> = standing.reads.iter().map(|looked| looked.site).collect();
        let does = |step: &Step| step.row.index.is_some() && step.written.is_some() && !sites.contains(&step.site);
        let length = own().take(length).position(does).unwrap_or(length);
        let is_open = |step: &&Step| {
            let touched = step.row.touched.filter(|_| step.row.index.is_none() && step.read.is_some());
            touched.is_some_and(|touched| self.others_write(standing.thread, touched))
        };
        let mut seen: Vec<&Step> = Vec::new();
        for step in own().take(length).filter(is_open) {
            if !seen.iter().any(|known| known.site == step.site) {
                seen.push(step);
            }
        }
        seen.into_iter().rev().map(Saw::Plain).collect()
    }

    /// What a thread has read by plain accesses in the last section of a lock.
    fn seen_in_section(&self, thread: u32, lock: Addr) -> Vec<Saw<'_>> {
        let is_of_lock =
            |step: &&Step| step.sync.is_some() && step.row.touched.is_some_and(|touched| touched.addr == lock);
        let own = self.steps.iter().rev().filter(|step| step.row.thread == thread);
        let inside = own.skip_while(|step| !is_of_lock(step)).skip(1).take_while(|step| !is_of_lock(step));
        let mut seen: Vec<_> = inside.filter(|step| step.read.is_some()).map(Saw::Plain).collect();
        seen.reverse();
        seen
    }
}
