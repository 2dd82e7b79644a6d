//! Placing: an operation becomes an event. Which write it reads or is placed after first, which
//! frame is opened for the others, and which reads it revisits (Algorithm 2, lines 9-21).
//!
//! Sources and places are tried from the co-last write backwards, as long as the memory model says
//! that there may be consistent ones before ([`Model::is_before`]).

use super::add::New;
use super::consistency::{Model, View};
use super::event::{Clock, Content, Id, Kind, NONE};
use super::execution::Asked;
use super::hooks::Hooks;
use super::report::Halt;
use super::search::Search;
use super::stack::Choice;
use super::step::Step;
use super::system::GraphSystem;
use crate::drive::effect as drive;
use crate::drive::input::Swap;
use threadbare_op::{Answer, Misuse, Op, ThreadId, Word};

/// The location that fences touch, in models where they touch one.
pub(crate) const FENCES: u64 = u64::MAX;

/// What an operation does when it reads a certain write.
pub(crate) enum Effect {
    /// It has to wait.
    Blocked,
    /// It only reads.
    Read,
    /// It writes.
    Write(Write),
    /// It is a compare-and-swap, and the input decides whether it writes.
    Asks(Swap),
}

/// What a read-modify-write, or an operation on a synchronisation object, comes to.
#[derive(Clone, Copy)]
pub(crate) struct Write {
    pub(crate) value: Word,
    pub(crate) answer: Answer,
    misuse: Option<Misuse>,
    asked: Option<Asked>,
}

impl Write {
    /// Of a compare-and-swap that has found this, and is told by the input that it succeeds.
    pub(super) fn of(swap: Swap, found: Word, asked: Asked) -> Self {
        let answer = Answer::Compared { found, equal: true };
        Self { value: swap.value, answer, misuse: None, asked: Some(asked) }
    }
}

impl<S: GraphSystem, M: Model, H: Hooks<S, M, W>, const W: usize> Search<'_, S, M, H, W> {
    /// The load of the thread reads `from`, which is not the last write, or one before.
    pub(crate) fn load_from(&mut self, thread: u32, from: Id) -> Step {
        let Some(from) = H::source(self, thread, from) else { return Step::GoBack };
        if self.more_before(thread, from) {
            self.push(Choice::Load { thread, from });
        }
        self.add_stale(thread, from)
    }

    /// Adds a read of a write that may not be the last.
    fn add_stale(&mut self, thread: u32, from: Id) -> Step {
        self.add_load(thread, from, false).and_then(|| Step::on_if(H::keeps_stale(self, thread)))
    }

    pub(crate) fn add_load(&mut self, thread: u32, from: Id, revisited: bool) -> Step {
        let new = self.reading(thread, from, revisited);
        self.add(new)
    }

    /// The same, not counted: whether the read stays is still to be seen.
    pub(crate) fn try_load(&mut self, thread: u32, from: Id, revisited: bool) -> Step {
        let new = self.reading(thread, from, revisited);
        self.place(new)
    }

    /// The thread's next event, if it only reads, and reads `from`.
    pub(super) fn reading(&self, thread: u32, from: Id, revisited: bool) -> New {
        let loc = self.graph.location_of(from);
        let location = &self.graph.locations[loc];
        New {
            thread,
            kind: Kind::Load,
            loc,
            rf: from,
            after: NONE,
            value: Word::default(),
            content: location.content,
            answer: self.answer_from(from),
            comax: from == location.tail,
            revisited,
            misuse: None,
            asked: None,
        }
    }

    /// What happens before that event, and how many events its thread then has.
    pub(crate) fn clock_reading(&mut self, thread: u32, from: Id) -> (Clock<W>, u32) {
        let (new, op) = (self.reading(thread, from, false), self.graph.pending(thread).op);
        let added = self.past(&new, &op);
        if self.graph.apart.is_some() || self.graph.onlooker(thread) != NONE {
            let is_heard = drive::synchronises(self.system, &op);
            let mut clock = self.graph.apart_reading(thread, if is_heard { from } else { NONE });
            clock[thread as usize] += 1;
            return (clock, added.porf[thread as usize]);
        }
        let view = M::View::of(&self.graph, &added);
        (*view.happens_before(&added.porf), added.porf[thread as usize])
    }

    /// What a read of `from` is told.
    pub(crate) fn answer_from(&self, from: Id) -> Answer {
        self.graph.value(from).read()
    }

    /// Places the store after `after` (or, if a read-modify-write reads that, further back).
    pub(crate) fn store_after(&mut self, thread: u32, after: Id) -> Step {
        if self.more_before(thread, after) {
            self.push(Choice::Store { thread, after });
        }
        self.add_store(thread, after)
    }

    pub(crate) fn add_store(&mut self, thread: u32, after: Id) -> Step {
        let Op::Store { value, .. } = self.graph.pending(thread).op else { return Step::GoBack };
        let loc = self.graph.location_of(after);
        let location = &self.graph.locations[loc];
        let (comax, content) = (after == location.tail, location.content);
        self.add(New {
            thread,
            kind: Kind::Store,
            loc,
            rf: NONE,
            after,
            value,
            content,
            answer: Answer::Done,
            comax,
            revisited: false,
            misuse: None,
            asked: None,
        })
    }

    /// The read-modify-write (or compare-and-swap, or synchronisation operation) of the thread
    /// reads `from`, or the next write before it with which there is something to do: an event to
    /// add, or reads to revisit.
    pub(crate) fn update_from(&mut self, thread: u32, mut from: Id) -> Step {
        loop {
            let more = self.more_before(thread, from);
            let rest = Choice::Update { thread, from };
            match self.effect(thread, from) {
                Effect::Blocked => {}
                _ if !H::may_read(self, thread, from) => {}
                Effect::Read => {
                    if more {
                        self.push(rest);
                    }
                    return self.add_stale(thread, from);
                }
                Effect::Asks(_) => {
                    if more {
                        self.push(rest);
                    }
                    return self.swap(thread, from, false, 0);
                }
                Effect::Write(write) if H::is_in_vain(self, thread, from, write) => {
                    if more {
                        self.push(rest);
                    }
                    return self.add_stale(thread, from);
                }
                Effect::Write(write) => {
                    let porf = self.graph.porf_reading(thread, from);
                    let queue = self.revisits.queue.len();
                    self.find_revisits(self.graph.location_of(from), from, &porf, None);
                    let can_read = self.graph.update_of(from).is_none();
                    if can_read || self.revisits.queue.len() > queue {
                        if more {
                            self.push(rest);
                        }
                        self.open_revisits(thread, from, queue);
                        return if can_read { self.add_update(thread, from, write, false) } else { Step::GoBack };
                    }
                }
            }
            if !more {
                return Step::GoBack;
            }
            from = self.graph.co_prev(from);
        }
    }

    /// The same if it may read no other write.
    pub(crate) fn update_only(&mut self, thread: u32, from: Id, write: Write) -> Step {
        let porf = self.graph.porf_reading(thread, from);
        self.queue_revisits(thread, self.graph.location_of(from), from, &porf);
        let can_read = self.graph.update_of(from).is_none();
        if can_read { self.add_update(thread, from, write, false) } else { Step::GoBack }
    }

    /// What the pending operation of the thread does if it reads `from`.
    pub(crate) fn effect(&mut self, thread: u32, from: Id) -> Effect {
        let op = self.graph.pending(thread).op;
        if let Op::Fence { .. } = op {
            return Effect::Write(Write { value: Word::default(), answer: Answer::Done, misuse: None, asked: None });
        }
        let content = self.graph.value(from);
        if let Some(swap) = Swap::of(self.system, &op, content) {
            return Effect::Asks(swap);
        }
        let Some(drive::Effect { answer, written, misuse, .. }) = drive::effect(self.system, thread, &op, content)
        else {
            return Effect::Blocked;
        };
        match written {
            Some(value) => Effect::Write(Write { value, answer, misuse, asked: None }),
            // What must not be done leaves its object as it is.
            None if misuse.is_some() => Effect::Write(Write { value: content.value, answer, misuse, asked: None }),
            None => Effect::Read,
        }
    }

    pub(crate) fn add_update(&mut self, thread: u32, from: Id, write: Write, revisited: bool) -> Step {
        let Write { value, answer, misuse, asked } = write;
        let loc = self.graph.location_of(from);
        let location = &self.graph.locations[loc];
        let (comax, content) = (from == location.tail, location.content);
        self.add(New {
            thread,
            kind: Kind::Update,
            loc,
            rf: from,
            after: from,
            value,
            content,
            answer,
            comax,
            revisited,
            misuse,
            asked,
        })
    }

    pub(crate) fn wait(&mut self, thread: u32, from: Id) -> Step {
        let loc = self.graph.location_of(from);
        let content = self.graph.locations[loc].content;
        self.add(New {
            thread,
            kind: Kind::Wait,
            loc,
            rf: from,
            after: NONE,
            value: Word::default(),
            content,
            answer: Answer::Result(0),
            comax: true,
            revisited: false,
            misuse: None,
            asked: None,
        })
    }

    pub(crate) fn choose(&mut self, thread: u32, value: u32, arity: u32) -> Step {
        if value + 1 < arity {
            self.push(Choice::Value { thread, value, arity });
        }
        self.chosen(thread, Kind::Choice(value), value)
    }

    /// The thread is told what was chosen, or answered.
    pub(crate) fn chosen(&mut self, thread: u32, kind: Kind, value: u32) -> Step {
        self.local(thread, kind, Answer::Result(u64::from(value)))
    }

    pub(crate) fn local(&mut self, thread: u32, kind: Kind, answer: Answer) -> Step {
        self.add(New {
            thread,
            kind,
            loc: 0,
            rf: NONE,
            after: NONE,
            value: Word::default(),
            content: Content::default(),
            answer,
            comax: true,
            revisited: false,
            misuse: None,
            asked: None,
        })
    }

    pub(crate) fn spawn(&mut self, thread: u32) -> Step {
        let n = self.graph.lane(thread).spawned;
        let Some(child) = self.names.child(self.system, ThreadId(thread), n) else {
            self.report.halt = Some(Halt::TooManyThreads);
            return Step::GoOn;
        };
        self.local(thread, Kind::Spawn(child.0), Answer::Thread(child))
    }
}
