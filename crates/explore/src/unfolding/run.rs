//! The run of a configuration: where its events have brought the threads and the objects, in the
//! order in which they were added.
//!
//! Two clocks are kept for each event, as by the explorers of traces: *past* is causality in the
//! event structure; *porf* (program order and reads-from) is what the system is told, since the
//! order in which something was overwritten hides no race of plain accesses. In programs without
//! atomics they are the same, and kept once. If the system looks for no races, past serves for
//! both.

use super::Mistake;
use super::UnfoldingSystem;
use super::bound::Interleaving;
use super::configuration::{Configuration, Last};
use super::kind::Kind;
use super::siblings::Before;
use super::spin::{Judged, may_wait};
use super::structure::{Event, Id, NONE, Name, Structure};
use crate::ThreadNames;
use crate::drive::clock::stack::{Clock, Clocks};
use crate::drive::enabled::{first_satisfying, goes_on};
use crate::drive::input::{Answers, Open, Swap};
use crate::drive::locations::{Content, Locations};
use crate::drive::touching::Touching;
use crate::testing::makes;
use threadbare_op::{Mark, Op, Pending, Schedule, SyncOp, ThreadId, Written};

/// What is kept about an object besides its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reads {
    /// The last read of the last write: a list through [`Entry::read_before`].
    pub(super) last: u32,
}

impl Default for Reads {
    fn default() -> Self {
        Self { last: NONE }
    }
}

/// A thread of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane<T> {
    pub(super) pending: Pending<T>,
    /// What the pending operation touches; [`NONE`] if nothing, or if it only waits.
    pub(super) object: u32,
    /// Number of its events, its beginning included.
    pub(super) count: u32,
    pub(super) spawned: u32,
    /// Where the run has the event after which the next one comes; [`NONE`] if there is none.
    pub(super) last: u32,
    pub(super) past: Clock,
    pub(super) porf: Clock,
}

/// How a thread stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// It has not begun, or has come to its end.
    Nowhere,
    /// Before an operation that depends on nothing but what came before it in its thread, and that
    /// may have to wait.
    Local,
    /// Before an operation that hardly anything can come instead of.
    Alone,
    /// Before another one.
    AmongOthers,
}

impl Standing {
    pub(super) fn before(op: &Op) -> Self {
        match op {
            Op::Stuck(_) => Self::Nowhere,
            Op::Join { .. } | Op::Spawn | Op::Fence { .. } => Self::Local,
            Op::Sync { op, .. } if op.is_wait() => Self::Local,
            Op::Sync { op, .. } if op.is_release() => Self::Alone,
            _ => Self::AmongOthers,
        }
    }
}

/// An event of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<T> {
    /// [`NONE`] as long as it has no name.
    pub(super) id: Id,
    pub(super) thread: u32,
    pub(super) kind: Kind,
    /// See [`Next`].
    pub(super) cause: Id,
    /// Its thread before it.
    pub(super) before: Lane<T>,
    pub(super) child: u32,
    /// What it touches, and the content of that before it.
    pub(super) object: u32,
    pub(super) content: Content,
    /// The read before it of what it reads; of a write, the last read before it.
    pub(super) read_before: u32,
    pub(super) past: Clock,
    pub(super) porf: Clock,
    /// What an operation that reads this adds to its porf: porf, or, if this orders nothing, the
    /// same of what it reads itself.
    pub(super) heard: Option<Clock>,
    /// Of the events up to this one; if there is a bound.
    pub(super) interleaving: Interleaving,
    pub(super) clocks: u32,
    pub(super) mark: Mark,
}

/// What a thread would do next, as an event of the structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Next {
    pub(super) object: u32,
    pub(super) kind: Kind,
    /// The operation that it waited for, if it has no object.
    pub(super) cause: Id,
}

impl Next {
    pub(super) const LOCAL: Self = Self { object: NONE, kind: Kind::Local, cause: NONE };

    /// What the event is.
    pub(super) fn of(event: &Event) -> Self {
        let Event { object, kind, after, .. } = *event;
        Self { object, kind, cause: if object == NONE { after } else { NONE } }
    }
}

/// Keeps clocks within reason.
const MAX_THREADS: usize = 1 << 16;

pub(super) struct Run<T> {
    /// By thread.
    pub(super) lanes: Vec<Option<Lane<T>>>,
    pub(super) standing: Vec<Standing>,
    pub(super) entries: Vec<Entry<T>>,
    /// Their content is what they hold now.
    pub(super) locations: Locations<Reads>,
    pub(super) clocks: Clocks,
    pub(super) names: ThreadNames,
    /// Whether the system is told of porf.
    pub(super) tells_clocks: bool,
    /// By thread: whether its access was last found to leave it waiting.
    pub(super) judged: Vec<Option<Judged>>,
    /// At most so many context switches; and an interleaving with the event that was admitted last.
    pub(super) bound: Option<u32>,
    pub(super) admitted: Interleaving,
    /// What the input was asked in it.
    pub(super) answers: Answers,
    /// With cutoffs: what threads have touched.
    pub(super) touching: Option<Touching>,
    pub(super) mistake: Option<Mistake>,
    /// See [`super::Measured`].
    pub(super) steps_back: u64,
}

impl<T: Copy> Run<T> {
    pub(super) fn new<S: UnfoldingSystem<State = T>>(
        system: &mut S,
        main: Pending<T>,
        mistake: Option<Mistake>,
    ) -> Self {
        let mut run = Self {
            lanes: Vec::new(),
            standing: vec![Standing::before(&main.op)],
            entries: Vec::new(),
            locations: Locations::default(),
            clocks: Clocks::default(),
            names: ThreadNames::within(MAX_THREADS),
            tells_clocks: system.rules().reads_clocks,
            judged: Vec::new(),
            bound: None,
            admitted: Interleaving::default(),
            answers: Answers::default(),
            touching: None,
            mistake,
            steps_back: 0,
        };
        let mut begun = run.clocks.empty();
        run.clocks.set(&mut begun, 0, 1);
        let object = run.object(system, &main.op);
        run.lanes.push(Some(Lane {
            pending: main,
            object,
            count: 1,
            spawned: 0,
            last: NONE,
            past: begun,
            porf: begun,
        }));
        run
    }

    pub(super) fn lane(&self, thread: u32) -> &Lane<T> {
        self.lanes[thread as usize].as_ref().expect("the thread has begun")
    }

    /// The threads that have begun.
    pub(super) fn threads(&self) -> impl Iterator<Item = (u32, &Lane<T>)> {
        (0..).zip(&self.lanes).filter_map(|(thread, lane)| lane.as_ref().map(|lane| (thread, lane)))
    }

    /// In the order of the run; within a bound in one that is within it.
    pub(super) fn schedule(&self) -> Schedule {
        let line = self.line().unwrap_or_else(|| (0..self.entries.len()).collect());
        self.names.schedule(line.into_iter().map(|place| {
            let entry = &self.entries[place];
            let choice = match entry.kind {
                Kind::Choice(value, _) => Some(value),
                Kind::Swap(told, question) => Open::Swap(question).said(told),
                _ => None,
            };
            (ThreadId(entry.thread), choice)
        }))
    }

    /// The entry of an event of the configuration.
    pub(super) fn entry(&self, structure: &Structure, id: Id) -> &Entry<T> {
        &self.entries[structure[id].place as usize]
    }

    /// Whether the event of an entry is in the past that a clock describes.
    pub(super) fn is_in(&self, past: Clock, entry: &Entry<T>) -> bool {
        self.clocks.of(past, entry.thread) > entry.before.count
    }

    pub(super) fn object<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S, op: &Op) -> u32 {
        match *op {
            // What a wait waits for stays as it is, once it is there.
            Op::Sync { object, op } if !op.is_wait() => self.locations.number(system, object, 0),
            _ => op.loc().map_or(NONE, |loc| self.locations.number(system, loc.addr, loc.size)),
        }
    }

    /// What the object of the pending operation of a thread holds.
    pub(super) fn content<S: UnfoldingSystem<State = T>>(&mut self, system: &mut S, object: u32) -> Content {
        if self.locations[object].live == 0 {
            self.locations.refresh(system, object);
        }
        self.locations[object].content
    }

    /// What a thread can do next, if it can do anything; of what has several answers, with the
    /// first.
    pub(super) fn next<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &mut Structure,
        configuration: &mut Configuration,
        thread: u32,
    ) -> Option<Next> {
        let Lane { pending, object, .. } = *self.lane(thread);
        match pending.op {
            Op::Stuck(_) => None,
            Op::Join { thread } => {
                let child = self.lanes.get(thread.index())?.as_ref()?;
                child.pending.op.has_finished().then_some(Next::LOCAL)
            }
            Op::Sync { object, op } if op.is_wait() => {
                let object = self.locations.number(system, object, 0);
                let cause = self.satisfied(system, structure, configuration, thread, object, op)?;
                Some(Next { cause, ..Next::LOCAL })
            }
            Op::Sync { op, .. } => {
                let state = self.content(system, object).value;
                let next = Next { object, kind: Kind::Write, cause: NONE };
                goes_on(system, thread, op, state).then_some(next)
            }
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::Cas { .. } => {
                if self.locations[object].mixed {
                    return Some(Next::LOCAL);
                }
                let content = self.content(system, object);
                if may_wait(system, &pending.op, content) && self.waits_now(system, structure, configuration, thread) {
                    return None;
                }
                Some(Next { object, kind: self.access(system, &pending.op, content), cause: NONE })
            }
            Op::Choice { asks, .. } => Some(Next { kind: Kind::Choice(0, asks), ..Next::LOCAL }),
            Op::Fence { .. } | Op::Spawn => Some(Next::LOCAL),
        }
    }

    /// What a memory access does to a location with this content. A compare-and-swap that fails
    /// reads, but not if the input decides that.
    pub(super) fn access<S: UnfoldingSystem>(&self, system: &mut S, op: &Op, content: Content) -> Kind {
        if let Some(swap) = Swap::of(system, op, content) {
            return Kind::Swap(0, swap.question);
        }
        match system.effect(op, content.value) {
            Written::Value(_) | Written::Asks { .. } => Kind::Write,
            Written::Nothing if makes(self.mistake, Mistake::FailedCasWrites) && matches!(op, Op::Cas { .. }) => {
                Kind::Write
            }
            Written::Nothing => Kind::Read,
        }
    }

    /// The first operation on the object after which `op`, which only waits, can go on; [`NONE`]:
    /// already at the start.
    fn satisfied<S: UnfoldingSystem<State = T>>(
        &mut self,
        system: &mut S,
        structure: &Structure,
        configuration: &Configuration,
        thread: u32,
        object: u32,
        op: SyncOp,
    ) -> Option<Id> {
        let newest = (configuration.last(object).write, self.content(system, object).value);
        let states = std::iter::successors(Some(newest), |&(at, _)| {
            (at != NONE).then(|| (structure[at].after, self.entry(structure, at).content.value))
        });
        first_satisfying(system, thread, op, states)
    }

    /// The event that a thread would come to now.
    pub(super) fn event(
        &mut self,
        structure: &mut Structure,
        configuration: &mut Configuration,
        thread: u32,
        next: Next,
    ) -> Id {
        let Next { object, kind, cause } = next;
        let Lane { last, pending, .. } = *self.lane(thread);
        let before = self.named(structure, configuration, last);
        let name = Name { thread, before, object, kind, after: cause, reads: &[] };
        if object == NONE {
            let after = match pending.op {
                Op::Join { thread } => self.named(structure, configuration, self.lane(thread.0).last),
                _ => cause,
            };
            return structure.event(&Name { after, ..name }, Before::NOTHING);
        }
        let Last { write, reads } = configuration.last(object);
        let name = Name { after: write, ..name };
        if kind == Kind::Read || reads == Before::NOTHING {
            return structure.event(&name, Before::NOTHING);
        }
        let last = self.last_reads(object, std::iter::empty());
        structure.event(&Name { reads: &last, ..name }, reads)
    }
}
