//! `optimal`: dynamic partial order reduction with wakeup trees; no execution is explored in vain.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A Foundation for Optimal Dynamic
//! Partial Order Reduction*, JACM 2017 (POPL 2014), Algorithm 2 (Optimal-DPOR).
//!
//! | paper | here |
//! |---|---|
//! | `Explore(E, Sleep, WuT)` | `Frame` |
//! | lines 2-6: races of a maximal execution | `Search::reverse_all` |
//! | `insert` | `wakeup::Sequence::insert` |
//! | lines 8-11: the tree, or any enabled process | `Search::descend` |
//! | lines 12-18 | `Search::run`, `take` |
//!
//! Deviations: those of [`super::source`]. What sleeps, and what stands in a tree, is a move: a thread and, if it is at a
//! choice, the value taken, so that the other values stay awake.
//!
//! A race is reversed again in each maximal execution that has it, as printed: the events after it differ, and so do the
//! sequences. (Reversing it once, at the first, loses executions: what is refused because of something that sleeps
//! may not be refused with other events after the race, and tests found programs with locks where no other race makes up for it.)
//!
//! Not covered: more than 64 threads; other memory models than sequential consistency.

use super::race::{Threads, one};
use super::report::{begun, end, stepped};
use super::state::{Id, Trace};
use super::wakeup::{Move, Node, Sequence};
use crate::Sink;
use crate::report::Report;
use crate::widening::Again;
use threadbare_op::{Coverage, Op, Pending, System};

/// A point of the present trace.
struct Frame {
    /// What is left to explore from here.
    tree: Vec<Node>,
    sleep: Vec<Move>,
    /// What was taken last.
    taken: Option<Move>,
    /// Whether anything was.
    left: bool,
}

/// A race of the trace.
#[derive(Clone, Copy, Debug)]
struct Race {
    earlier: Id,
    later: Id,
}

pub(super) struct Search<'a, S: System, const W: usize> {
    trace: Trace<S::State, W>,
    report: Report<'a, S>,
    frames: Vec<Frame>,
    /// The races of the trace, in the order of the later events.
    races: Vec<Race>,
}

impl<'a, S: System, const W: usize> Search<'a, S, W> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>) -> Self {
        let (trace, report) = (Trace::new(main), Report::new(system, sink));
        Self { trace, report, frames: Vec::new(), races: Vec::new() }
    }

    pub(super) fn run(mut self) -> Result<Coverage, Again> {
        begun(&mut self.report, &self.trace, 0);
        self.descend(Vec::new(), Vec::new());
        while let Some(frame) = self.frames.last_mut() {
            if self.report.is_over() {
                break;
            }
            frame.sleep.extend(frame.taken.take());
            if frame.tree.is_empty() {
                self.frames.pop();
                self.back();
                continue;
            }
            let Node { step, children } = frame.tree.remove(0);
            self.take(step, children);
            if self.trace.too_narrow {
                return Err(Again::Wider);
            }
        }
        Ok(self.report.finish())
    }

    /// Takes the last event back, if there is one.
    fn back(&mut self) {
        if self.frames.is_empty() {
            return;
        }
        self.trace.undo(self.report.system);
        let events = self.trace.events.len() as Id;
        while self.races.last().is_some_and(|race| race.later >= events) {
            self.races.pop();
        }
    }

    /// Makes a move, and goes on from there.
    fn take(&mut self, step: Move, children: Vec<Node>) {
        let system = &mut *self.report.system;
        if !self.trace.has_begun(step.thread) || !self.trace.is_enabled(system, step.thread) {
            self.go_astray();
            return;
        }
        let access = self.trace.access(system, step.thread);
        let step = Move { access, ..step };
        let later = self.trace.events.len() as Id;
        let races = self.trace.races(system, step.thread, access);
        self.races.extend(races.into_iter().map(|earlier| Race { earlier, later }));
        self.trace.step(self.report.system, step.thread, step.value);
        if self.trace.too_narrow {
            return;
        }
        stepped(&mut self.report, &self.trace);
        let sleep = self.still_asleep(&step);
        if let Some(frame) = self.frames.last_mut() {
            frame.taken = Some(step);
            frame.left = true;
        }
        self.descend(sleep, children);
    }

    /// A race of plain accesses has made a move of the tree impossible: goes on some other way, if it is the only one.
    fn go_astray(&mut self) {
        if let Some(Frame { tree, sleep, left: false, .. }) = self.frames.last_mut()
            && tree.is_empty()
        {
            let sleep = std::mem::take(sleep);
            self.frames.pop();
            self.descend(sleep, Vec::new());
        }
    }

    /// What sleeps on after a move that has just been made.
    fn still_asleep(&mut self, step: &Move) -> Vec<Move> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let stays = |other: &&Move| other.thread != step.thread && !other.access.conflicts(step.access);
        let mut sleep: Vec<Move> = frame.sleep.iter().filter(stays).copied().collect();
        let mut disturbed: Threads = 0;
        for other in &sleep {
            if self.trace.would_race(self.report.system, other.thread) {
                disturbed |= one(other.thread);
            }
        }
        sleep.retain(|other| disturbed & one(other.thread) == 0);
        self.trace.note_disturbed(disturbed);
        sleep
    }

    /// Opens a frame for the present trace, if it can go on.
    fn descend(&mut self, sleep: Vec<Move>, mut tree: Vec<Node>) {
        let mut can_go_on = false;
        for thread in 0..W as u32 {
            if !self.trace.has_begun(thread) || !self.trace.is_enabled(self.report.system, thread) {
                continue;
            }
            can_go_on = true;
            if tree.is_empty() {
                tree = self.moves_of(thread, &sleep);
            }
            if !tree.is_empty() {
                break;
            }
        }
        if tree.is_empty() {
            if can_go_on {
                self.report.redundant();
            } else {
                end(&mut self.report, &self.trace);
            }
        }
        let is_end = tree.is_empty();
        self.frames.push(Frame { tree, sleep, taken: None, left: false });
        if is_end {
            self.reverse_all();
        }
    }

    /// The moves of a thread that do not sleep: one, or as many as there are answers to its choice.
    fn moves_of(&mut self, thread: u32, sleep: &[Move]) -> Vec<Node> {
        let access = self.trace.access(self.report.system, thread);
        let values = match self.trace.lane(thread).pending.op {
            Op::Choice { arity } => (0..arity).map(Some).collect(),
            _ => vec![None],
        };
        let moves = values.into_iter().map(|value| Move { thread, value, access });
        let awake = moves.filter(|step| !sleep.iter().any(|s| s.thread == thread && s.value == step.value));
        awake.map(|step| Node { step, children: Vec::new() }).collect()
    }

    /// At the end of a trace: reverses its races, and those of operations that wait.
    fn reverse_all(&mut self) {
        for at in 0..self.races.len() {
            let Race { earlier, later } = self.races[at];
            self.reverse(earlier, Move::of(self.trace.event(later)), Some(later));
        }
        for thread in 0..W as u32 {
            if !self.trace.waits_for_object(thread) {
                continue;
            }
            let access = self.trace.access(self.report.system, thread);
            for race in self.trace.races(self.report.system, thread, access) {
                self.reverse(race, Move { thread, value: None, access }, None);
            }
        }
    }

    /// Has the race of event `earlier` with a move explored the other way round. The move is event `later`, or waits.
    fn reverse(&mut self, earlier: Id, step: Move, later: Option<Id>) {
        let op = later.map_or(self.trace.lane(step.thread).pending.op, |id| self.trace.event(id).before.pending.op);
        let step = Move { access: self.trace.access_before(earlier, &op, step.access), ..step };
        let events = self.trace.not_after(earlier);
        let sequence = Sequence::new(&self.trace, events, step, later);
        let frame = &mut self.frames[earlier as usize];
        if !frame.sleep.iter().any(|asleep| sequence.can_begin_with(asleep)) {
            sequence.insert(&mut frame.tree);
        }
    }
}
