//! `optimal`: dynamic partial order reduction with wakeup trees; no execution is explored in vain.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A
//! Foundation for Optimal Dynamic Partial Order Reduction*, JACM 2017 (POPL 2014), Algorithm 2
//! (Optimal-DPOR).
//!
//! | paper | here |
//! |---|---|
//! | `Explore(E, Sleep, WuT)` | `Frame` |
//! | lines 2-6: races of a maximal execution | `Search::reverse_all` |
//! | `insert` | `Sequence::insert` |
//! | lines 8-11: the tree, or any enabled process | `Search::descend` |
//! | lines 12-18 | `Search::run`, `take` |
//!
//! Deviations: those of [`mod@super::source`]. Joins at the end of a trace are no events
//! ([`super::tail`]). Sections of locks that only access plain memory are one event each
//! ([`super::leaves`]), and some operations at the same location are not ordered ([`super::alike`]). What sleeps, and what stands in a tree, is a move: a thread and, if it is at
//! a choice, the value taken, so that the other values stay awake.
//!
//! A race is reversed again in each maximal execution that has it, as printed: the events after it
//! differ, and so do the sequences. (Reversing it once, at the first, loses executions: what is
//! refused because of something that sleeps may not be refused with other events after the race,
//! and tests found programs with locks where no other race makes up for it.) But a sequence of
//! which something asleep is an initial, or which a branch of the tree begins by initials, is so in
//! all traces that agree up to the last of these events: what comes before an event does not depend
//! on what follows. Until that event is taken back, the race is not looked at ([`Race::settled`]);
//! meanwhile nothing is taken from that tree.
//!
//! Not covered: more than 64 threads; other memory models than sequential consistency.

use super::TraceSystem;
use super::again::Acquire;
use super::race::{members, one};
use super::report::{begun, end, stepped};
use super::state::{Event, Id, NONE, Trace};
use super::tail::Tails;
use super::wakeup::{Due, Forest, Move, Sequence, Tree};
use crate::Sink;
use crate::drive::report::Report;
use crate::widening::Again;
use threadbare_op::{Coverage, Limit, Op, Pending};

/// A point of the present trace.
pub(super) struct Frame {
    /// What comes first, if it is not in the tree: nothing else was to be done here.
    first: Option<Move>,
    /// What is left to explore from here.
    pub(super) tree: Tree,
    /// What sleeps here is from there on in [`Search::sleeping`], up to where the next frame's
    /// begins.
    pub(super) sleep: usize,
    /// What was taken last.
    taken: Option<Move>,
    /// Whether anything was.
    left: bool,
    /// The tree began with moves as they were found to be possible here.
    fresh: bool,
}

impl Frame {
    const fn new(first: Option<Move>, tree: Tree, sleep: usize, fresh: bool) -> Self {
        Self { first, tree, sleep, taken: None, left: false, fresh }
    }
}

/// A race of the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    pub(super) earlier: Id,
    pub(super) later: Id,
    /// It need not be reversed again as long as this event stays in the trace; [`NONE`]: always.
    pub(super) settled: Due,
}

pub(super) struct Search<'a, S: TraceSystem, const W: usize> {
    pub(super) trace: Trace<S::State, W>,
    pub(super) report: Report<'a, S>,
    pub(super) frames: Vec<Frame>,
    /// What sleeps, frame by frame.
    pub(super) sleeping: Vec<Move>,
    pub(super) forest: Forest,
    /// The races of the trace, in the order of the later events.
    pub(super) races: Vec<Race>,
    /// Where races are put together.
    found: Vec<Id>,
    /// So many events of the trace were in the last maximal one.
    kept: Id,
    tails: Tails,
    /// What the trace has come to cannot be told with what it does not order: it has to begin
    /// again, with everything in order.
    pub(super) keep_order: bool,
    /// The machine was told to stop where the trace was to be made as it was: it is over.
    pub(super) interrupted: bool,
}

impl<'a, S: TraceSystem, const W: usize> Search<'a, S, W> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>) -> Self {
        let (mut trace, report) = (Trace::new(main), Report::new(system, sink));
        trace.commutes = true;
        let (frames, sleeping, forest, races) = (Vec::new(), Vec::new(), Forest::default(), Vec::new());
        Self {
            trace,
            report,
            frames,
            sleeping,
            forest,
            races,
            found: Vec::new(),
            kept: 0,
            tails: Tails::default(),
            keep_order: false,
            interrupted: false,
        }
    }

    pub(super) fn run(mut self) -> Result<Coverage, Again> {
        self.report.system.remember();
        begun(&mut self.report, &self.trace, 0);
        self.descend(0, NONE);
        while let Some(frame) = self.frames.last_mut() {
            if self.report.is_over() {
                break;
            }
            if let Some(taken) = frame.taken.take() {
                self.sleeping.push(taken);
            }
            let next = match frame.first.take() {
                Some(first) => Some((first, NONE)),
                None => self.forest.take(&mut frame.tree),
            };
            let Some((step, children)) = next else {
                self.sleeping.truncate(frame.sleep);
                self.frames.pop();
                self.back();
                continue;
            };
            self.take(step, children);
            if self.trace.names.is_full() {
                return Err(Again::Wider);
            }
            if self.interrupted {
                self.report.limit(Limit::Interrupted);
                break;
            }
            if (self.keep_order || self.trace.undecided) && !self.report.is_over() {
                self.report.system.keep_order();
                return Err(Again::Finer);
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
        self.kept = self.kept.min(events);
        while self.races.last().is_some_and(|race| race.later >= events) {
            self.races.pop();
        }
    }

    /// Makes a move, and goes on from there.
    fn take(&mut self, step: Move, children: Tree) {
        let is_known = self.frames.last().is_some_and(|frame| frame.fresh && !frame.left);
        let Some(step) = (if is_known { Some(step) } else { self.now(step) }) else {
            self.forest.forget(children);
            self.go_astray();
            return;
        };
        let step = Move { access: self.leaf_or(step), ..step };
        if step.access.loc != NONE {
            let later = self.trace.events.len() as Id;
            self.trace.races(self.report.system, step.thread, step.access, &mut self.found);
            self.races.extend(self.found.iter().map(|&earlier| Race { earlier, later, settled: NONE }));
            self.trace.show_stale(&mut self.report);
        }
        self.trace.step(self.report.system, step.thread, step.access, step.value);
        if self.trace.names.is_full() {
            return;
        }
        if self.is_inconclusive() {
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

    /// A move of a sequence as it is at the present trace, if it is possible there.
    fn now(&mut self, step: Move) -> Option<Move> {
        let system = &mut *self.report.system;
        let is_possible = self.trace.has_begun(step.thread) && self.trace.is_enabled(system, step.thread);
        is_possible.then(|| Move { access: self.trace.access(system, step.thread), ..step })
    }

    /// A race of plain accesses has made a move of the tree impossible: goes on some other way, if
    /// it is the only one.
    fn go_astray(&mut self) {
        if let Some(&Frame { tree: NONE, first: None, sleep, left: false, .. }) = self.frames.last() {
            self.frames.pop();
            self.descend(sleep, NONE);
        }
    }

    /// Has those sleep on after a move that has just been made that do, and says from where on they
    /// stand.
    fn still_asleep(&mut self, step: &Move) -> usize {
        let begin = self.sleeping.len();
        let Some(frame) = self.frames.last().filter(|frame| frame.sleep != begin) else { return begin };
        let mut threads = 0;
        for at in frame.sleep..begin {
            let other = self.sleeping[at];
            if other.thread != step.thread && !self.trace.conflict(other.access, step.access) {
                self.sleeping.push(other);
                threads |= one(other.thread);
            }
        }
        let disturbed = self.trace.disturbed(self.report.system, threads);
        if disturbed != 0 {
            let mut at = begin;
            while at < self.sleeping.len() {
                match disturbed & one(self.sleeping[at].thread) {
                    0 => at += 1,
                    _ => drop(self.sleeping.swap_remove(at)),
                }
            }
            self.trace.note_disturbed(disturbed);
        }
        begin
    }

    /// Opens a frame for the present trace, if it can go on. What sleeps there stands from `sleep`
    /// on.
    fn descend(&mut self, sleep: usize, mut tree: Tree) {
        let (mut can_go_on, fresh, mut first) = (false, tree == NONE, None);
        if fresh {
            let Trace { live, joining, .. } = self.trace;
            let joining = if self.tails.come() { joining } else { 0 };
            for thread in members(live & !joining).chain(members(joining)) {
                if !self.trace.is_enabled(self.report.system, thread) {
                    continue;
                }
                can_go_on = true;
                (first, tree) = self.moves_of(thread, sleep);
                if first.is_some() || tree != NONE {
                    break;
                }
            }
            if first.is_some_and(|step| self.ends_with_joins(step.thread)) {
                self.frames.push(Frame::new(None, tree, sleep, fresh));
                return self.reverse_all();
            }
        }
        self.frames.push(Frame::new(first, tree, sleep, fresh));
        if first.is_some() || tree != NONE {
            return;
        }
        if can_go_on {
            self.report.redundant();
        } else {
            if self.trace.unfinished == 0 {
                self.tails.note(&self.trace);
            }
            end(&mut self.report, &mut self.trace);
        }
        self.reverse_all();
    }

    /// Whether there is nothing left but that this thread joins the others; then that has been
    /// done, and told.
    fn ends_with_joins(&mut self, thread: u32) -> bool {
        let site = self.trace.lane(thread).pending.site;
        if !self.trace.is_last(thread) || !self.tails.begin_at(site) {
            return false;
        }
        let has_ended = self.trace.join_the_rest(&mut self.report, thread);
        if !has_ended {
            self.tails.give_up(site);
        }
        has_ended
    }

    /// The moves of a thread that do not sleep: one, or a tree of as many as there are answers to
    /// its choice.
    fn moves_of(&mut self, thread: u32, sleep: usize) -> (Option<Move>, Tree) {
        let access = self.trace.access(self.report.system, thread);
        let asleep = &self.sleeping[sleep..];
        let sleeps = |step: &Move| asleep.iter().any(|other| other.thread == thread && other.value == step.value);
        let Op::Choice { arity, .. } = self.trace.lane(thread).pending.op else {
            let step = Move { thread, value: None, access };
            return ((!sleeps(&step)).then_some(step), NONE);
        };
        let mut tree = NONE;
        for value in (0..arity).rev() {
            let step = Move { thread, value: Some(value), access };
            if !sleeps(&step) {
                let only = self.forest.branch(step, NONE);
                tree = self.forest.join(only, tree);
            }
        }
        (None, tree)
    }

    /// At the end of a trace: reverses its races, and those of operations that wait.
    fn reverse_all(&mut self) {
        let mut acquires: Vec<Acquire> = Vec::new();
        for at in 0..self.races.len() {
            let Race { earlier, later, settled } = self.races[at];
            // Nobody can tell whom other events disturb.
            if settled >= self.kept || self.trace.disturbing != 0 {
                let Event { thread, before, .. } = *self.trace.event(later);
                if self.begins_section(&before.op) {
                    acquires.push(Acquire { earlier, thread, race: Some(at) });
                    continue;
                }
                // It may have come while the lock was held.
                self.keep_order |= self.trace.event(earlier).access.is_leaf();
                self.races[at].settled = self.reverse(earlier, Move::of(self.trace.event(later)), Some(later));
            }
        }
        self.kept = self.trace.events.len() as Id;
        for thread in members(self.trace.live) {
            if !self.trace.waits_for_others(self.report.system, thread) {
                continue;
            }
            let access = self.trace.access(self.report.system, thread);
            let mut found = std::mem::take(&mut self.found);
            self.trace.races(self.report.system, thread, access, &mut found);
            let op = self.trace.lane(thread).pending.op;
            for &race in &found {
                match self.begins_section(&op) {
                    true => acquires.push(Acquire { earlier: race, thread, race: None }),
                    false => drop(self.reverse(race, Move { thread, value: None, access }, None)),
                }
            }
            self.found = found;
            self.trace.show_stale(&mut self.report);
        }
        self.reverse_acquires(acquires);
    }

    /// Has the race of event `earlier` with a move explored the other way round. The move is event
    /// `later`, or waits. Says how long it need not be done again: the sequence has other events in
    /// other traces, but what is asleep, or in the tree, goes on being an initial of it as long as
    /// the event is there that shows it.
    fn reverse(&mut self, earlier: Id, step: Move, later: Option<Id>) -> Due {
        let op = later.map_or(self.trace.lane(step.thread).pending.op, |id| self.trace.event(id).before.op);
        let newest = later.map_or(self.trace.last(step.access), |id| self.trace.event(id).last_before).write;
        let access = self.trace.access_before(self.report.system, (earlier, newest), &op, step.access);
        let step = Move { access, ..step };
        let sequence = Sequence::new(&self.trace, earlier, step, later);
        let at = earlier as usize;
        let asleep = &self.sleeping[self.frames[at].sleep..self.frames[at + 1].sleep];
        match asleep.iter().rev().find_map(|asleep| sequence.can_begin_with(asleep)) {
            Some(begins) => begins.due(),
            None => sequence.insert(&mut self.forest, &mut self.frames[at].tree),
        }
    }
}
