//! The recursion of RVF-SMC (Algorithm 2), with a stack of its own.

use super::candidates::{Group, Threads};
use super::report::begun;
use super::state::{Back, Execution, Next};
use super::{Manner, Mistake};
use crate::Sink;
use crate::drive::clock::Clock;
use crate::drive::report::Report;
use crate::values::order::{Id, NONE};
use crate::waits::ending::Ending;
use crate::widening::Again;
use std::time::{Duration, Instant};
use threadbare_op::{Coverage, Op, Pending, System};

/// A call of RVF-SMC.
struct Frame<const W: usize> {
    /// What is undone when it returns.
    back: Option<Back>,
    /// `mutate`: the threads whose reads are still to be processed, the next one last.
    mutate: Threads,
    /// The read at hand.
    current: Option<Current<W>>,
    backtrack: bool,
    /// The number of events of each thread in σ~.
    lengths: Clock<W>,
    /// The length of the log of changes of the causal map.
    causal: usize,
    /// Whether it was maximal, or has called another.
    is_of_use: bool,
}

/// A read, or a choice, whose values are tried.
struct Current<const W: usize> {
    thread: u32,
    /// [`NONE`]: it is a choice.
    location: u32,
    /// What is left to try, the next one last.
    groups: Vec<Group<W>>,
    /// Of a choice: how many values are left.
    values: u32,
}

/// A read that is being mutated by a call, `ancestors(r)` being the signal.
#[derive(Clone, Copy, Debug)]
struct Ancestor {
    thread: u32,
    location: u32,
    signal: bool,
    /// Whether the operation could have written.
    may_write: bool,
}

pub(super) struct Search<'a, S: System, const W: usize> {
    execution: Execution<S::State, W>,
    report: Report<'a, S>,
    frames: Vec<Frame<W>>,
    ancestors: Vec<Ancestor>,
    /// By location: which ancestors read it.
    readers: Vec<Vec<u32>>,
    /// The causal map, by thread: only the next event of a thread can have an entry.
    causal: [Option<Clock<W>>; W],
    /// What it was before it was changed.
    changes: Vec<(u32, Option<Clock<W>>)>,
    manner: Manner,
    /// A fault goes by happens-before, which is not the same for all writes of a group.
    too_coarse: bool,
    /// How long witnesses were looked for, if that is to be told.
    witnesses: Duration,
    /// Where to tell what is done.
    story: Option<&'a mut Vec<String>>,
}

impl<'a, S: System, const W: usize> Search<'a, S, W> {
    pub(super) fn new(system: &'a mut S, sink: &'a mut dyn Sink, main: Pending<S::State>, manner: Manner) -> Self {
        Self {
            execution: Execution::new(main, manner.grouping, !system.rules().explores_plain),
            report: Report::new(system, sink),
            frames: Vec::new(),
            ancestors: Vec::new(),
            readers: Vec::new(),
            causal: [None; W],
            changes: Vec::new(),
            manner,
            too_coarse: false,
            witnesses: Duration::ZERO,
            story: None,
        }
    }

    #[cfg(feature = "testing")]
    pub(super) fn telling(self, story: &'a mut Vec<String>) -> Self {
        Self { story: Some(story), ..self }
    }

    fn tell(&mut self, line: impl FnOnce(&Execution<S::State, W>) -> String) {
        if cfg!(feature = "testing")
            && let Some(story) = &mut self.story
        {
            story.push(line(&self.execution));
        }
    }

    pub(super) fn run(mut self) -> Result<Coverage, Again> {
        begun(&mut self.report, &self.execution, 0);
        self.call(None, 0);
        while !self.frames.is_empty() && !self.report.is_over() && !self.too_coarse {
            if self.execution.names.is_full() {
                break;
            }
            self.advance();
        }
        if cfg!(feature = "measure") && self.manner.timed {
            self.report.witnesses(self.witnesses);
        }
        if self.execution.names.is_full() {
            return Err(Again::Wider);
        }
        if self.too_coarse {
            return Err(Again::Finer);
        }
        Ok(self.report.finish())
    }

    /// Lines 1-12: begins a call. `back` undoes what led to it, `causal` is how long the log of the
    /// causal map was before.
    fn call(&mut self, back: Option<Back>, causal: usize) {
        let first = back.as_ref().map_or(0, Back::first);
        self.extend();
        if self.execution.names.is_full() || self.too_coarse || self.report.is_over() {
            return;
        }
        self.signal(first);
        let mut frame = Frame {
            back,
            mutate: Threads::new(),
            current: None,
            backtrack: true,
            lengths: self.execution.closed.order.lengths(),
            causal,
            is_of_use: false,
        };
        if let Some((thread, values)) = self.choice() {
            frame.current = Some(Current { thread, location: NONE, groups: Vec::new(), values });
        } else {
            let (mutate, maximal) = self.enabled();
            self.tell(|execution| {
                let enabled: Vec<_> = mutate.iter().rev().collect();
                format!("call with {} events: {enabled:?} can read", execution.events.len())
            });
            frame.mutate = mutate;
            if maximal {
                frame.is_of_use = true;
                self.leaf();
            }
        }
        self.frames.push(frame);
    }

    /// Line 1: extends the trace as long as nothing has to be read.
    fn extend(&mut self) {
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for thread in 0..W as u32 {
                while self.execution.lanes[thread as usize].is_some()
                    && self.execution.next(self.report.system, thread) == Next::Free
                {
                    self.execution.perform(self.report.system, thread);
                    if !self.happened() {
                        return;
                    }
                    goes_on = true;
                }
            }
        }
    }

    /// Reports what the newest event has brought. False if the search is to end.
    fn happened(&mut self) -> bool {
        if self.execution.names.is_full() {
            return false;
        }
        self.report.performed(self.execution.events.len());
        let Some(event) = self.execution.events.last() else { return true };
        for thread in [Some(event.thread), event.child].into_iter().flatten() {
            if self.execution.loose > 0
                && let Some(fault) = self.execution.fault_of(thread)
                && self.report.system.fault(fault).kind.goes_by_order()
            {
                self.too_coarse = true;
                return false;
            }
            begun(&mut self.report, &self.execution, thread);
        }
        !self.report.is_over()
    }

    /// Lines 2-6: tells the ancestors of new writes, and of operations that are to come and may
    /// write.
    fn signal(&mut self, first: Id) {
        let silent = usize::from(self.manner.makes(Mistake::MutatedWriteIsSilent) && !self.frames.is_empty());
        for event in &self.execution.events[first as usize + silent..] {
            if event.written.is_some() {
                signal(&mut self.ancestors, &self.readers, event.location, event.thread, false);
            }
        }
        for thread in 0..W as u32 {
            let Some(lane) = self.execution.lanes[thread as usize] else { continue };
            if self.manner.makes(Mistake::PendingIsSilent) {
                break;
            }
            let location = match lane.pending.op {
                Op::Sync { .. } if self.manner.makes(Mistake::PendingObjectsAreSilent) => continue,
                Op::Cas { loc, .. } => self.execution.locations.number(self.report.system, loc.addr, loc.size),
                Op::Sync { object, op } if !op.is_wait() => {
                    self.execution.locations.number(self.report.system, object, 0)
                }
                _ => continue,
            };
            signal(&mut self.ancestors, &self.readers, location, thread, true);
        }
    }

    /// A thread that stands at a choice, and among how many values.
    fn choice(&mut self) -> Option<(u32, u32)> {
        let threads = self.execution.threads();
        let mut choices = threads.filter_map(|(thread, lane)| match lane.pending.op {
            Op::Choice { arity, .. } => Some((thread, arity)),
            _ => None,
        });
        choices.next()
    }

    /// Lines 7-12: the threads that can read, the first one to be processed last: those without an
    /// entry in the causal map come first.
    ///
    /// An operation that has to wait after the trace may have had a result earlier: it is
    /// processed, but the trace is maximal if there are no others. The second thing said is whether
    /// it is.
    fn enabled(&mut self) -> (Threads, bool) {
        let (mut fresh, mut known) = (Threads::new(), Threads::new());
        let mut maximal = true;
        for thread in (0..W as u32).rev() {
            if self.execution.lanes[thread as usize].is_none() {
                continue;
            }
            if let Next::Reads(location) = self.execution.next(self.report.system, thread) {
                let waits = self.execution.waits(self.report.system, thread, location);
                maximal &= waits && !self.manner.makes(Mistake::WaitingIsNoEnd);
                let has_entry = self.causal[thread as usize].is_some();
                if has_entry { known.push(thread) } else { fresh.push(thread) }
            }
        }
        known.extend(fresh);
        (known, maximal)
    }

    /// Nothing needs to be read: the trace is maximal.
    fn leaf(&mut self) {
        if !self.manner.observers {
            return self.end();
        }
        let mut completions = self.execution.first_completion(self.manner.mistake);
        loop {
            self.end();
            if self.report.is_over() || !self.execution.next_completion(&mut completions) {
                return;
            }
        }
    }

    /// Reports an execution, which can be the witness.
    fn end(&mut self) {
        // If there are waits in loops, the witness may have to be another one, for the moment.
        let witness = self.execution.has_spins().then(|| self.execution.witness.clone());
        let end = self.execution.ending(self.report.system);
        self.report.ended(end, &mut || self.execution.schedule(None));
        if let Some(witness) = witness {
            self.execution.witness = witness;
        }
    }

    /// The loop of lines 16-34, one step of it.
    fn advance(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        match &mut frame.current {
            Some(current) if current.location == NONE && current.values > 0 => {
                current.values -= 1;
                let (thread, value) = (current.thread, current.values);
                frame.is_of_use = true;
                let back = self.execution.point();
                self.execution.choose(self.report.system, thread, value);
                if self.happened() {
                    self.call(Some(back), self.changes.len());
                }
            }
            Some(current) if current.location != NONE && !current.groups.is_empty() => {
                if let Some(group) = current.groups.pop() {
                    let (thread, location) = (current.thread, current.location);
                    self.mutate(thread, location, &group);
                }
            }
            Some(current) => {
                let (thread, location) = (current.thread, current.location);
                frame.current = None;
                if location != NONE {
                    // Lines 33-34.
                    let lengths = frame.lengths;
                    self.set_causal(thread, Some(lengths));
                }
            }
            None => match frame.mutate.pop() {
                Some(thread) if frame.backtrack || self.manner.without.signals => self.process(thread),
                _ => self.leave(),
            },
        }
    }

    fn set_causal(&mut self, thread: u32, entry: Option<Clock<W>>) {
        let old = std::mem::replace(&mut self.causal[thread as usize], entry);
        self.changes.push((thread, old));
    }

    /// Lines 17-21: the next read.
    fn process(&mut self, thread: u32) {
        let system = &mut *self.report.system;
        let Next::Reads(location) = self.execution.next(system, thread) else { return };
        let forbidden = self.causal[thread as usize].filter(|_| !self.manner.makes(Mistake::NothingIsForbidden));
        let mut found = self.execution.candidates(system, thread, location, forbidden.as_ref(), self.manner);
        let decided = found.iter().all(|group| group.active) || self.execution.closed.is_closed();
        if !decided && !self.manner.without.of_search() && self.execution.closed.close().is_ok() {
            found = self.execution.candidates(system, thread, location, forbidden.as_ref(), self.manner);
        }
        found.reverse();
        // What waits after the trace need not happen at all.
        let waits = self.execution.waits(self.report.system, thread, location);
        let waits = waits && !self.manner.makes(Mistake::WaitingMustHappen);
        if let Some(frame) = self.frames.last_mut() {
            if self.causal[thread as usize].is_none() && !waits {
                frame.backtrack = false;
            }
            frame.current = Some(Current { thread, location, groups: found, values: 0 });
        }
    }

    /// Lines 23-31: has the read of a thread read as a group says, if there is a witness.
    fn mutate(&mut self, thread: u32, location: u32, group: &Group<W>) {
        let back = self.execution.point();
        let begun = (cfg!(feature = "measure") && self.manner.timed).then(Instant::now);
        let change = self.execution.place(thread, location, group, self.manner.without);
        self.witnesses += begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let Some(change) = change else {
            self.tell(|_| format!("{thread} reads {:?}: no witness", group.answer));
            self.execution.undo(self.report.system, back);
            return;
        };
        self.tell(|execution| {
            let writes = execution.closed.writes(location).iter().zip(0..);
            let good = writes.filter(|(_, number)| group.good.contains(*number));
            let mut good: Vec<String> = good.map(|(w, _)| format!("{}.{}", w.thread, w.place)).collect();
            good.sort();
            if group.good.initial {
                good.insert(0, "initial".into());
            }
            format!("{thread} reads from {}", good.join(" or "))
        });
        let back = back.with(change);
        let op = self.execution.lane(thread).pending.op;
        self.execution.read(self.report.system, thread, location, group);
        if !self.happened() {
            return;
        }
        let signal = self.frames.last().is_some_and(|frame| frame.backtrack);
        let may_write = match op {
            Op::Load { .. } => false,
            Op::Cas { .. } => true,
            _ => !self.manner.makes(Mistake::OnlyCasIsTold),
        };
        if self.readers.len() <= location as usize {
            self.readers.resize_with(location as usize + 1, Vec::new);
        }
        self.readers[location as usize].push(self.ancestors.len() as u32);
        self.ancestors.push(Ancestor { thread, location, signal, may_write });
        if let Some(frame) = self.frames.last_mut() {
            frame.is_of_use = true;
        }
        // An entry of the causal map is for one event.
        let causal = self.changes.len();
        if self.causal[thread as usize].is_some() && !self.manner.makes(Mistake::EntryIsKept) {
            self.set_causal(thread, None);
        }
        self.call(Some(back), causal);
    }

    /// A call returns.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        // Its changes to the causal map were to a copy.
        self.take_back_causal(frame.causal);
        if !frame.is_of_use {
            self.report.redundant();
            if self.manner.makes(Mistake::DeadEndsCount) {
                self.report.ended(Ending::Complete, &mut || self.execution.schedule(None));
            }
        }
        let Some(back) = frame.back else { return };
        let Some(caller) = self.frames.last_mut() else { return };
        if caller.current.as_ref().is_some_and(|current| current.location != NONE)
            && let Some(ancestor) = self.ancestors.pop()
        {
            if cfg!(feature = "testing")
                && let Some(story) = &mut self.story
            {
                let signal = if ancestor.signal { "signal" } else { "no signal" };
                story.push(format!("back: {signal} for the read of {}", ancestor.thread));
            }
            caller.backtrack = ancestor.signal && !self.manner.makes(Mistake::SignalIsForgotten);
            self.readers[ancestor.location as usize].pop();
        }
        self.execution.undo(self.report.system, back);
    }

    fn take_back_causal(&mut self, length: usize) {
        while self.changes.len() > length {
            if let Some((thread, old)) = self.changes.pop() {
                self.causal[thread as usize] = old;
            }
        }
    }
}

/// Signals the ancestors that read `location` in other threads; `pending`: only those that may have
/// written.
fn signal(ancestors: &mut [Ancestor], readers: &[Vec<u32>], location: u32, thread: u32, pending: bool) {
    for &at in readers.get(location as usize).into_iter().flatten() {
        let ancestor = &mut ancestors[at as usize];
        ancestor.signal |= ancestor.thread != thread && (!pending || ancestor.may_write);
    }
}
