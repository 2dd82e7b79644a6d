//! `source`: dynamic partial order reduction with source sets and sleep sets.
//!
//! Parosh Aziz Abdulla, Stavros Aronis, Bengt Jonsson, Konstantinos Sagonas: *Source Sets: A
//! Foundation for Optimal Dynamic Partial Order Reduction*, JACM 2017 (POPL 2014), Algorithm 1
//! (Source-DPOR).
//!
//! | paper | here |
//! |---|---|
//! | `Explore(E, Sleep)` | `Frame` |
//! | lines 1-3: some p that is enabled and does not sleep | `Search::descend` |
//! | lines 5-9: races, source sets | `Search::reverse` |
//! | lines 10-12: the sleep set of the child | `Search::still_asleep` |
//!
//! Deviations: threads are values, so nothing is executed again when it goes back. Operations that
//! wait are as in [`super::race`]. A choice of the program is explored value by value before its
//! thread goes to sleep. A compare-and-swap whose success depends on input counts as a write, also
//! where it fails: executions that differ in the order of such reads are explored one by one.
//! Executions that are blocked by the sleep set are counted as redundant.
//!
//! Not covered: more than 64 threads; other memory models than sequential consistency.

use super::TraceSystem;
use super::race::{Threads, members, one};
use super::report::{begun, end, stepped};
use super::state::{Access, NONE, Trace};
use crate::Sink;
use crate::drive::input::Open;
use crate::drive::report::Report;
use crate::widening::Again;
use threadbare_op::{Coverage, Op, Pending};

/// A point of the present trace.
#[derive(Clone, Copy, Debug)]
struct Frame {
    backtrack: Threads,
    sleep: Threads,
    /// Who was taken last; [`NONE`] if nobody yet.
    taken: u32,
    /// If it stood at a choice: which value comes next.
    next_value: u32,
}

pub(super) struct Search<'a, S: TraceSystem, const W: usize> {
    trace: Trace<S::State, W>,
    report: Report<'a, S>,
    frames: Vec<Frame>,
    /// Where races are put together.
    found: Vec<u32>,
}

impl<'a, S: TraceSystem, const W: usize> Search<'a, S, W> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>) -> Self {
        Self { trace: Trace::new(main), report: Report::new(system, sink), frames: Vec::new(), found: Vec::new() }
    }

    pub(super) fn run(mut self) -> Result<Coverage, Again> {
        self.report.system.remember();
        begun(&mut self.report, &self.trace, 0);
        self.descend(0);
        while let Some(frame) = self.frames.last_mut() {
            if self.report.is_over() {
                break;
            }
            let Some((thread, value)) = frame.next(&mut self.report, &mut self.trace) else {
                self.frames.pop();
                if !self.frames.is_empty() {
                    self.trace.undo(self.report.system);
                }
                continue;
            };
            self.take(thread, value);
            if self.trace.names.is_full() {
                return Err(Again::Wider);
            }
        }
        Ok(self.report.finish())
    }

    /// Performs the next operation of the thread, and goes on from there.
    fn take(&mut self, thread: u32, value: Option<u32>) {
        let system = &mut *self.report.system;
        let access = self.trace.access(system, thread);
        self.reverse_all(thread, access);
        let sleep = self.still_asleep(thread, access);
        self.trace.step(self.report.system, thread, access, value);
        if self.trace.names.is_full() {
            return;
        }
        stepped(&mut self.report, &self.trace);
        let sleep = self.undisturbed(sleep);
        self.descend(sleep);
    }

    /// Opens a frame for the present trace, if it can go on.
    fn descend(&mut self, sleep: Threads) {
        let system = &mut *self.report.system;
        let mut enabled = 0;
        for thread in members(self.trace.live) {
            if self.trace.is_enabled(system, thread) {
                enabled |= one(thread);
            }
        }
        let first = enabled & !sleep;
        let backtrack = first & first.wrapping_neg();
        self.frames.push(Frame { backtrack, sleep, taken: NONE, next_value: 0 });
        if enabled == 0 {
            end(&mut self.report, &mut self.trace);
        } else if backtrack == 0 {
            self.report.redundant();
        }
        if backtrack == 0 {
            self.reverse_waiting();
        }
    }

    /// At the end of a trace: the races of operations that wait, whatever could come (if anything,
    /// it sleeps).
    fn reverse_waiting(&mut self) {
        for thread in members(self.trace.live) {
            if !self.trace.waits_for_others(self.report.system, thread) {
                continue;
            }
            let access = self.trace.access(self.report.system, thread);
            self.reverse_all(thread, access);
        }
    }

    /// Makes sure that the races with the next operation of the thread are reversed.
    fn reverse_all(&mut self, thread: u32, access: Access) {
        let mut found = std::mem::take(&mut self.found);
        self.trace.races(self.report.system, thread, access, &mut found);
        found.iter().for_each(|&race| self.reverse(race, thread, access));
        self.found = found;
        self.trace.show_stale(&mut self.report);
    }

    /// Makes sure that the race of event `race` with the next operation of the thread is reversed.
    fn reverse(&mut self, race: u32, thread: u32, access: Access) {
        let op = self.trace.lane(thread).pending.op;
        let access = self.trace.access_before(self.report.system, (race, race), &op, access);
        let initials = self.trace.initials(race, thread, access);
        let frame = &mut self.frames[race as usize];
        if initials & frame.backtrack == 0 {
            let some = if initials & one(thread) != 0 { one(thread) } else { initials & initials.wrapping_neg() };
            frame.backtrack |= some;
        }
    }

    /// Who sleeps on after the next operation of the thread.
    fn still_asleep(&mut self, thread: u32, access: Access) -> Threads {
        let Some(frame) = self.frames.last() else { return 0 };
        let mut sleep = frame.sleep & !one(thread);
        for other in members(sleep) {
            let asleep = self.trace.access(self.report.system, other);
            if self.trace.conflict(asleep, access) {
                sleep &= !one(other);
            }
        }
        sleep
    }
}

impl<S: TraceSystem, const W: usize> Search<'_, S, W> {
    /// Who sleeps on after the invisible steps just made: not those whose access would race with
    /// one of them, since these steps are dependent then, and the trace in which they come first is
    /// another one.
    fn undisturbed(&mut self, sleep: Threads) -> Threads {
        sleep & !self.trace.disturbed(self.report.system, sleep)
    }
}

impl Frame {
    /// What is taken next from here, the trace being that of the frame (what was taken before has
    /// been undone).
    fn next<S: TraceSystem, const W: usize>(
        &mut self,
        report: &mut Report<'_, S>,
        trace: &mut Trace<S::State, W>,
    ) -> Option<(u32, Option<u32>)> {
        loop {
            if self.taken != NONE {
                if let Some(said) = self.value(report, trace) {
                    return Some((self.taken, said));
                }
                self.sleep |= one(self.taken);
            }
            let left = self.backtrack & !self.sleep;
            if left == 0 {
                return None;
            }
            (self.taken, self.next_value) = (left.trailing_zeros(), 0);
            if self.open(report, trace).is_none() {
                return Some((self.taken, None));
            }
        }
    }

    /// The next answer to what is open where the thread stands that was taken, as a schedule says
    /// it; `None` if nothing is. (If no answer at all is known to be possible, that was told.)
    fn value<S: TraceSystem, const W: usize>(
        &mut self,
        report: &mut Report<'_, S>,
        trace: &mut Trace<S::State, W>,
    ) -> Option<Option<u32>> {
        let open = self.open(report, trace)?;
        let site = trace.lane(self.taken).pending.site;
        let value = trace.answers.next(report, (open, site), self.next_value)?;
        self.next_value = value + 1;
        Some(open.said(value))
    }

    fn open<S: TraceSystem, const W: usize>(
        &self,
        report: &mut Report<'_, S>,
        trace: &mut Trace<S::State, W>,
    ) -> Option<Open> {
        let op = trace.lane(self.taken).pending.op;
        if !matches!(op, Op::Choice { .. } | Op::Cas { .. }) {
            return None;
        }
        let access = trace.access(report.system, self.taken);
        trace.open(report.system, &op, access)
    }
}
