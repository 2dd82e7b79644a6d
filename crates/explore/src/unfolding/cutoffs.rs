//! Cutoffs: nothing is explored after an event e if an event e' is known with
//! `state([e']) = state([e])` and `|[e']| < |[e]|`, `[e]` being e and what happens before it. So
//! programs that never end come to an end, if they have finitely many states.
//!
//! D. Schemmel, J. Büning, C. Rodríguez, D. Laprell, K. Wehrle: *Symbolic Partial-Order Execution
//! for Testing Multi-Threaded Programs*, CAV 2020, sections 3.8 and 4.2, appendix H. As printed,
//! the algorithm loses states in six ways. What is done instead, and why no state is lost then:
//! docs/proofs/cutoffs.md, "Configuration by configuration".
//!
//! * Cutoffs are performed like other events. What comes after one is not (*beyond*): so what is
//!   explored is closed under pasts, and what races with a cutoff is found.
//! * The table of states has the least size of each. What was met first may become a cutoff when a
//!   smaller event is met. It stays where it is inside; it is a cutoff from then on.
//! * Events of the same size are no cutoffs of each other.
//! * Where nothing can be added to a configuration but what is beyond, each thread that has not
//!   ended is asked what it could have come to before, whether it waits or not.
//! * All places are asked about, not only the newest ([`super::extensions`]).
//! * Alternatives have nothing that is beyond.
//!
//! Nothing is forgotten, neither states nor events.
//!
//! The state after `[e]` is found by performing `[e]`: of the run as much is taken back as is not in
//! `[e]`, and performed again. (The paper keeps changes of fingerprints with events. Here what a
//! state is says the system, and it is asked of whole states.)
//!
//! Deadlocks are ends. That threads wait while others go on for ever, or go round loops that others
//! do not end, is looked for after the search, at the executions that have come to nothing but what
//! is beyond ([`crate::prefix`] has that, and livelocks).

use super::Mistake;
use super::UnfoldingSystem;
use super::run::{Entry, Lane, Next, Run};
use super::search::Search;
use super::structure::{Id, NONE};
use crate::prefix::{Counts, Fairness, look_at_ends};
use crate::run::changed;
use crate::testing::makes;
use crate::waits::ending::{Ending, ending, standing};
use crate::waits::hold::is_spin;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use threadbare_op::{Besides, Coverage, Op, Pending, Site, Step, Stuck, ThreadId};

/// How many states are found between two looks at the clock.
const PAUSE: u32 = 64;

/// What is known of states.
#[derive(Default)]
pub(super) struct Known {
    /// The state by its fingerprint.
    states: FxHashMap<u128, Met>,
    /// By event: where its thread stood, and before which operation, if its state is known.
    events: Vec<Option<(Op, Site)>>,
    /// Executions that have come to nothing but what is beyond, or to threads that go round, each
    /// with another state.
    ends: Vec<Vec<Step>>,
    ended: FxHashSet<u128>,
    performed: u32,
    /// Threads have come to their ends, or to faults, so often.
    exits: u64,
    faults: u64,
    has_deadlock: bool,
    /// Some event could not be performed as it was found, which only races explain.
    is_lost: bool,
}

/// A state.
struct Met {
    /// The least number of events that lead there.
    size: usize,
    /// The events that do, with how many there are before each, itself included.
    events: SmallVec<[(Id, usize); 2]>,
}

/// An event of the run.
type Performed = (Id, u32, Next);

impl<T: Copy> Run<T> {
    /// A fingerprint of the state at hand.
    fn fingerprint<S: UnfoldingSystem<State = T>>(&self, system: &mut S) -> u128 {
        let threads: Vec<(ThreadId, Pending<T>)> =
            self.threads().map(|(thread, lane)| (ThreadId(thread), lane.pending)).collect();
        let contents = changed(system, self.locations.live_memory());
        let states = self.locations.live_objects();
        let touched = self.touching.as_ref().map(|touching| touching.all()).unwrap_or_default();
        system.fingerprint(&threads, &Besides { contents: &contents, states: &states, touched: &touched, known: &[] })
    }
}

impl<T: Copy> Run<T> {
    /// If threads go no further: the execution without these, and without what depends on them.
    /// (Who waits for each other then may wait before anything is wrong.)
    fn calm(&self) -> Option<Vec<bool>> {
        let stopped = self.threads().filter(|(_, lane)| goes_no_further(&lane.pending.op) && lane.last != NONE);
        let last: Vec<u32> = stopped.map(|(_, lane)| lane.last).collect();
        if last.is_empty() {
            return None;
        }
        let is_calm = |lane: &Lane<T>| !last.iter().any(|last| self.is_in(lane.past, &self.entries[*last as usize]));
        let pasts: Vec<_> = self.threads().filter(|(_, lane)| is_calm(lane)).map(|(_, lane)| lane.past).collect();
        let stays = |entry: &Entry<T>| pasts.iter().any(|past| self.is_in(*past, entry));
        Some(self.entries.iter().map(stays).collect())
    }
}

/// Whether it stops a thread before its end.
fn goes_no_further(op: &Op) -> bool {
    matches!(op, Op::Stuck(why) if !matches!(why, Stuck::Finished | Stuck::Spin { .. }))
}

impl<S: UnfoldingSystem> Search<'_, S> {
    /// Nothing has happened.
    pub(super) fn know_the_beginning(&mut self) {
        if let Some(known) = &mut self.known {
            let print = self.run.fingerprint(self.report.system);
            known.states.insert(print, Met { size: 0, events: SmallVec::new() });
        }
    }

    /// An event was performed, the last one of the run: what state its past and it come to.
    pub(super) fn know(&mut self, id: Id) {
        let Some(entry) = self.run.entries.last() else { return };
        let (thread, past, before) = (entry.thread, entry.past, entry.before);
        let after = self.run.lane(thread).pending.op;
        let Some(known) = &mut self.known else { return };
        if known.events.get(id as usize).is_some_and(Option::is_some) {
            return;
        }
        if known.events.len() <= id as usize {
            known.events.resize(id as usize + 1, None);
        }
        known.events[id as usize] = Some((before.pending.op, before.pending.site));
        known.exits += u64::from(matches!(after, Op::Stuck(Stuck::Finished | Stuck::ProgramExit)));
        known.faults += u64::from(matches!(after, Op::Stuck(Stuck::Fault(_))));
        known.performed += 1;
        let pauses = known.performed.is_multiple_of(PAUSE);
        if pauses {
            self.report.tick();
        }
        let is_before: Vec<bool> = self.run.entries.iter().map(|entry| self.run.is_in(past, entry)).collect();
        let size = is_before.iter().filter(|is| **is).count();
        match self.state_after(&is_before) {
            Some(print) => self.met(id, print, size),
            // Of a program that races everything may be wrong.
            None => {
                self.known.iter_mut().for_each(|known| known.is_lost = true);
                self.cut(id);
            }
        }
    }

    /// The state after these of the events of the run, whose pasts are among them.
    fn state_after(&mut self, is_before: &[bool]) -> Option<u128> {
        let Some(first) = is_before.iter().position(|is| !is) else {
            return Some(self.run.fingerprint(self.report.system));
        };
        let line: Vec<Performed> = self.run.entries[first..].iter().map(performed).collect();
        self.undo_all(line.len());
        let wanted = line.iter().zip(&is_before[first..]).filter(|(_, is)| **is);
        let mut performed = 0;
        let goes_on = wanted.map(|(event, _)| *event).all(|event| {
            let done = self.again(event);
            performed += usize::from(done);
            done
        });
        let print = goes_on.then(|| self.run.fingerprint(self.report.system));
        self.undo_all(performed);
        if line.into_iter().all(|event| self.again(event)) {
            return print;
        }
        // A machine that was told to stop does nothing again.
        self.report.stop();
        None
    }

    fn undo_all(&mut self, events: usize) {
        for _ in 0..events {
            self.undo();
        }
    }

    /// Performs an event as before, and tells nothing; whether it could be performed.
    fn again(&mut self, (id, thread, next): Performed) -> bool {
        let now = self.has_begun(thread).then(|| self.next(thread)).flatten();
        // (A join comes after the end of a thread, which is no cause that is looked for.)
        let is_same = |now: Next| {
            (now.object, now.kind) == (next.object, next.kind.told(0)) && [NONE, next.cause].contains(&now.cause)
        };
        if !now.is_some_and(is_same) || next.object != NONE && !self.configuration.comes_next(&self.structure, id) {
            return false;
        }
        self.run.step(self.report.system, &mut self.structure, &self.configuration, (id, thread), next);
        self.configuration.add(&mut self.structure, id);
        true
    }

    /// An event leads to a state.
    fn met(&mut self, id: Id, print: u128, size: usize) {
        let mistake = self.mistake;
        let Some(known) = &mut self.known else { return };
        let met = known.states.entry(print).or_insert(Met { size, events: SmallVec::new() });
        let mut cut: SmallVec<[Id; 2]> = SmallVec::new();
        let is_first = met.size == size && met.events.is_empty();
        if size > met.size
            || makes(mistake, Mistake::FirstMet) && !is_first
            || makes(mistake, Mistake::TiesAreCut) && size == met.size && !is_first
        {
            cut.push(id);
        } else if size < met.size {
            cut.extend(met.events.iter().filter(|(_, theirs)| *theirs > size).map(|(event, _)| *event));
            met.size = size;
        }
        met.events.push((id, size));
        cut.into_iter().for_each(|id| self.cut(id));
    }

    /// Whether the event that was performed last is a cutoff.
    pub(super) fn has_cutoff_last(&self) -> bool {
        self.run.entries.last().is_some_and(|last| self.structure.is_cutoff(last.id))
    }

    /// Whether an event, which its thread would come to now, is a cutoff: it is performed to find
    /// out, and taken back.
    pub(super) fn is_found_to_be_cutoff(&mut self, id: Id) -> bool {
        let (thread, next) = (self.structure[id].thread, Next::of(&self.structure[id]));
        if self.known.is_some() && self.again((id, thread, next)) {
            self.know(id);
            self.undo();
        }
        self.structure.is_cutoff(id)
    }

    fn cut(&mut self, id: Id) {
        if !self.structure.is_cutoff(id) {
            self.structure.make_cutoff(id);
            self.report.cut();
        }
    }

    /// Whether two accesses race must be a matter of the state.
    pub(super) fn refuse_silent(&mut self, thread: u32, next: Next) {
        if self.known.is_none() || next.object == NONE {
            return;
        }
        let Lane { pending, object, .. } = *self.run.lane(thread);
        let content = self.run.content(self.report.system, object);
        if let Op::Sync { .. } = pending.op
            && self.run.orders_nothing(self.report.system, thread, content)
        {
            self.refuse("operations that fail or only ask, with --cutoffs", pending.site);
        }
    }

    pub(super) fn refuse(&mut self, what: &str, site: Site) {
        let what = self.report.system.refuse(what, site);
        self.report.unsupported(what);
    }

    /// Nothing can be added but what is beyond, if anything.
    pub(super) fn end_with_cutoffs(&mut self) {
        let threads = self.run.lanes.len() as u32;
        let mut goes_on = false;
        for thread in 0..threads {
            if !self.has_begun(thread) {
                continue;
            }
            let next = self.next(thread);
            if next.is_some_and(|next| self.is_asleep(thread, next)) {
                return self.report.redundant();
            }
            goes_on |= next.is_some();
        }
        if !(goes_on && makes(self.mistake, Mistake::ExtendsDeadlocks)) {
            for thread in 0..threads {
                if self.has_begun(thread) {
                    self.extend(thread, None);
                }
            }
        }
        let is_more =
            |(_, lane): (u32, &Lane<S::State>)| is_spin(&lane.pending.op) || goes_no_further(&lane.pending.op);
        if goes_on || self.run.threads().any(is_more) {
            self.keep_end();
        }
        let spins = self.run.spins(self.report.system);
        let threads = standing(self.run.threads().map(|(thread, lane)| (thread, &lane.pending)));
        let end = match goes_on {
            true => Ending::Blocked,
            false => ending(self.report.system, &threads, &spins, |_, _, _| Vec::new()),
        };
        if let Some(known) = &mut self.known {
            known.has_deadlock |= matches!(end, Ending::Deadlock(_));
        }
        self.report.ended(end, &mut || self.run.schedule());
    }

    /// Whether what a thread comes to is not beyond, but disabled.
    fn is_asleep(&mut self, thread: u32, next: Next) -> bool {
        let arity = next.kind.arity(&self.run.lane(thread).pending.op);
        (0..arity).any(|answer| {
            let id = self.event(thread, Next { kind: next.kind.told(answer), ..next });
            self.structure.is_disabled(id) && !self.structure.is_beyond(id)
        })
    }

    /// Keeps the execution at hand, if it comes to a new state; and without the rounds in which
    /// threads have come to stand.
    fn keep_end(&mut self) {
        if let Some(stays) = self.run.calm()
            && let Some(print) = self.state_after(&stays)
            && let Some(known) = &mut self.known
            && known.ended.insert(print)
        {
            let steps = self.run.schedule().steps.into_iter().zip(stays);
            known.ends.push(steps.filter(|(_, stays)| *stays).map(|(step, _)| step).collect());
        }
        let print = self.run.fingerprint(self.report.system);
        let Some(known) = &mut self.known else { return };
        if !known.ended.insert(print) {
            return;
        }
        let steps: Vec<Step> = self.run.schedule().steps;
        let mut before = steps.clone();
        for (thread, lane) in self.run.threads() {
            let Op::Stuck(Stuck::Spin { events, .. }) = lane.pending.op else { continue };
            for _ in 0..events {
                let last = before.iter().rposition(|step| step.thread == ThreadId(thread));
                last.map(|last| before.remove(last));
            }
        }
        known.ends.extend((before.len() < steps.len()).then_some(before));
        known.ends.push(steps);
    }

    /// After the search: what can be told only of executions that go on for ever.
    pub(super) fn look_at_ends(self, fairness: Fairness) -> (Coverage, Option<Counts>) {
        let mut counts = self.known.as_ref().map(|known| self.counts(known));
        let main = self.run.lane(0).pending;
        let mut report = self.report;
        let Some(Known { ends, has_deadlock, is_lost, .. }) = self.known else { return (report.finish(), counts) };
        if !report.is_over() {
            let (told, livelocks_left, starved) = look_at_ends(report, main, fairness, (ends, has_deadlock));
            report = told;
            if let Some(counts) = &mut counts {
                (counts.livelocks_left, counts.starved) = (livelocks_left, starved);
            }
        }
        if is_lost && !report.is_over() {
            let what = "an execution that depends on the order of plain accesses, with --cutoffs";
            let what = report.system.refuse(what, Site::UNKNOWN);
            report.unsupported(what);
        }
        (report.finish(), counts)
    }

    /// What the events are that were performed.
    fn counts(&self, known: &Known) -> Counts {
        let threads = self.run.names.order().len() as u64;
        let mut counts = Counts { threads, exits: known.exits, faults: known.faults, ..Counts::default() };
        for (id, event) in (0..).zip(&known.events) {
            let Some((op, site)) = event else { continue };
            counts.add_op(op);
            if self.structure.is_cutoff(id) {
                *counts.cut.entry(*site).or_default() += 1;
            }
        }
        counts
    }
}

fn performed<T>(entry: &Entry<T>) -> Performed {
    let Entry { id, thread, kind, cause, object, .. } = *entry;
    (id, thread, Next { object, kind, cause })
}
