//! One execution, replayed on a fresh machine and written down for the report: headline, table and
//! JSON are all made from the [`Found`] that comes from here, so that they call things by the same
//! names.
//!
//! * `recorder` writes down the steps (`step`); `naming` knows what objects and values are called.
//! * `parties` finds the steps of a fault: the two accesses of a race, a `free` and the use after
//!   it. `waits` says who waits for what, and `misuse` what a synchronisation object was when it
//!   was misused.

mod aside;
mod barriers;
mod bits;
mod compared;
mod content;
mod deep;
mod ends;
mod far;
mod filenames;
mod given;
mod handles;
mod held;
mod leaks;
mod members;
mod missing;
mod misuse;
mod naming;
mod null;
mod parties;
mod parts;
mod pieces;
mod recorder;
mod robust;
mod saw;
mod sections;
mod seen;
mod semaphores;
mod signals;
mod silent;
mod skips;
mod step;
mod streams;
mod title;
mod told;
mod uninitialised;
mod unrecorded;
mod waits;
mod wakers;
mod wakes;
mod wrappers;

use crate::names;
use crate::order::Past;
use crate::places::Places;
use aside::Aside;
use handles::Joining;
pub use leaks::Lost;
use naming::{Objects, Values, without_literals};
use recorder::{Recorder, State};
use saw::Saw;
use std::collections::BTreeSet;
use std::ops::Range;
use step::Step;
use threadbare_explore::{Ending, ReplayedEnd, Standing};
use threadbare_machine::{Machine, Recording};
use threadbare_op::{Details, Fault, FaultId, FaultKind, Limit, Op, Schedule, Site, Stuck, System, ThreadId, WaitsFor};
use threadbare_program::Program;
use threadbare_report::{Found, Note, Place, Waiting, sentence};
use threadbare_session::compiled::replay;
use threadbare_session::matters::{idle, matters};
use threadbare_session::replay::distinct;

/// An execution that was replayed.
#[derive(Debug)]
pub struct Shown {
    /// The faults that it showed, in the order in which they came; equal ones once.
    pub faults: Vec<Fault>,
    /// What is worth knowing at its end.
    pub notes: Vec<Note>,
    /// Memory that is never freed, if all threads have ended.
    pub leaks: Vec<Lost>,
    /// Whether there is memory that is not freed, of which nothing can be said: threads are left
    /// behind that could still free it.
    pub unjudged_leaks: bool,
    /// Who was stopped after too many instructions without an operation that others see.
    too_long: Option<ThreadId>,
    /// What stopped threads without being a fault.
    pub limits: Vec<threadbare_op::Limit>,
    /// What was unsupported.
    pub unsupported: Vec<(String, Site)>,
    /// Whether it has come to its end.
    pub ended: bool,
    /// Whether threads are left behind that wait when `main` ends.
    pub leaves_behind: bool,
    /// The number of visible events.
    pub events: u64,
    /// The input that was given, as far as it matters, with its places.
    inputs: Option<String>,
    /// The steps, without what belongs to a fault.
    execution: Found,
    /// What there is to know of each of them.
    steps: Vec<Step>,
    aside: Aside,
    objects: Objects,
    /// The faults, by their numbers in the machine.
    numbers: Vec<(FaultId, Fault)>,
    /// The visible events.
    past: Vec<Past>,
    /// Where each thread stood at the end, which serves for the place of faults.
    stacks: Vec<(ThreadId, Site, Vec<Site>)>,
    /// The threads that have ended.
    gone: Vec<ThreadId>,
    /// The joins that wait at the end.
    joining: Vec<Joining>,
    /// Whether somebody waits in a loop for something to be written.
    awaits_write: bool,
    /// What threads have found before they came to where they are at the end.
    compared: Vec<(ThreadId, compared::Told)>,
}

/// Of more plain accesses of one execution these are recorded: the first, and the last.
const FIRST: u64 = 30_000;
const LAST: u64 = 70_000;

/// Replays `schedule` on a machine that knows what `like` has learnt of the program.
///
/// # Errors
/// If the schedule does not belong to the program: why.
pub fn show(like: &Machine, program: &Program, schedule: &Schedule) -> Result<Shown, String> {
    let (shown, count) = show_but(like, program, schedule, FIRST + LAST..u64::MAX)?;
    match count.saturating_sub(LAST) {
        ..=FIRST => Ok(shown),
        last => Ok(show_but(like, program, schedule, FIRST..last)?.0),
    }
}

/// The same without plain accesses, for an execution without a fault.
///
/// # Errors
/// As [`show`].
pub fn show_briefly(like: &Machine, program: &Program, schedule: &Schedule) -> Result<Shown, String> {
    Ok(show_but(like, program, schedule, Recording::FEW.but)?.0)
}

/// The same without those plain accesses, and how many there are.
fn show_but(like: &Machine, program: &Program, schedule: &Schedule, but: Range<u64>) -> Result<(Shown, u64), String> {
    let mut machine = like.another(Some(Recording { but }));
    loop {
        let mut recorder = Recorder::new(program);
        let end = replay(&mut machine, schedule, &mut recorder);
        // What this execution shows of the program may have to be known from its beginning.
        if machine.take_restart() {
            continue;
        }
        let mut end = end.map_err(|e| e.to_string())?;
        for read in end.threads.iter_mut().flat_map(|standing| &mut standing.reads) {
            machine.as_made(&mut read.op, &mut read.answer, &mut None);
        }
        // What repeats for ever was performed once more, to see that it does.
        if schedule.repeats == 0 {
            recorder.drain(&mut machine);
        }
        let count = machine.counted_records();
        return Ok((recorder.finish(&mut machine, &end, schedule), count));
    }
}

impl Shown {
    /// The report of `fault`, one of [`Self::faults`].
    #[must_use]
    pub fn found(&self, fault: &Fault, program: &Program) -> Found {
        let mut found = self.execution.clone();
        found.kind = fault.kind;
        found.message = sentence(fault);
        found.thread = fault.thread.0;
        self.show_parties(fault, &mut found, &Places::new(program));
        far::name(&mut found.message, program, fault.site);
        null::name(&mut found, program, fault.site);
        uninitialised::name(&mut found);
        found.message = without_literals(&found.message);
        self.tell_compared(fault, &mut found);
        if fault.kind == FaultKind::UninitialisedRead {
            let call = self.notes.iter().find(|note| note.kind == "call");
            let place = |note: &Note| note.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
            found.explanation = call.map(|note| format!("{}{}", note.message, place(note)));
        }
        found.explanation = found.explanation.take().or_else(|| self.without_file(fault.kind));
        found.explanation = found.explanation.take().or_else(|| self.refused_time());
        if let Some(kept) = goes_round(fault) {
            // Who else waits does so for these.
            found.waiting.clear();
            found.explanation = found.explanation.take().or_else(|| title::advice(&found));
            found.message = title::of_livelock(&found, &kept, &|thread| self.named(thread));
            return found;
        }
        found.repeats = None;
        if matches!(fault.kind, FaultKind::Deadlock | FaultKind::Liveness | FaultKind::Abandoned) {
            let first = match fault.kind {
                FaultKind::Deadlock => found.waiting.first(),
                FaultKind::Liveness => found.waiting.iter().find(|wait| wait.loops && wait.thread == found.thread),
                _ => None,
            };
            if let Some(first) = first {
                found.thread = first.thread;
                found.place.clone_from(&first.place);
                found.stack.clone_from(&first.stack);
            }
            self.show_ends(&mut found);
            found.message = title::of(fault.kind, &found.waiting, self.awaits_write, &|thread| self.named(thread));
        } else {
            // Others may wait for the faulty thread, which says nothing.
            found.waiting.clear();
        }
        if let Some(inputs) = &self.inputs {
            found.message = format!("{}, {inputs}", found.message);
        }
        found
    }

    /// The note that threads still wait when `main` ends: who for what, and where.
    #[must_use]
    pub fn abandoned(&self) -> Option<Note> {
        let first = self.execution.waiting.first()?;
        let wait = |w: &Waiting| {
            let place = w.place.as_ref().map_or_else(String::new, Place::at);
            let who = self.named(w.thread);
            match w.is_endless() {
                true => format!("{who} goes round a loop for ever{place}"),
                false => format!("{who} waits for {}{place}", w.told(|thread| self.named(thread))),
            }
        };
        let parties = || self.execution.waiting.iter().filter(|w| !w.aside);
        let what = title::left_behind(self.execution.waiting.len() == 1, parties().all(Waiting::is_endless));
        let all: Vec<String> = self.execution.waiting.iter().map(wait).collect();
        Some(Note {
            kind: FaultKind::Abandoned.name().into(),
            message: format!("{what}: {}", all.join("; ")),
            place: first.place.clone(),
        })
    }

    /// The threads that still wait when `main` ends, by what they run, and where they wait.
    #[must_use]
    pub fn left_behind(&self) -> Vec<(String, Option<Place>)> {
        let runs = |thread: u32| {
            let info = self.execution.threads.iter().find(|info| info.number == thread);
            info.map_or_else(String::new, |info| info.function.clone())
        };
        let mut all: Vec<_> = self.execution.waiting.iter().map(|w| (runs(w.thread), w.place.clone())).collect();
        all.sort();
        all
    }

    /// A thread, with the function that it runs.
    fn named(&self, thread: u32) -> String {
        let function = self.execution.threads.iter().find(|info| info.number == thread).map(|info| &info.function);
        match function {
            Some(function) if thread != 0 && !function.is_empty() => format!("{} {function}", who(thread)),
            _ => who(thread),
        }
    }

    /// Whether there was a thread besides `main`.
    #[must_use]
    pub fn starts_threads(&self) -> bool {
        self.execution.threads.len() > 1
    }

    /// What the program printed.
    #[must_use]
    pub fn output(&self) -> &str {
        &self.execution.output
    }
}

/// If it is a livelock, who gets nowhere: threads go round, and none of them waits.
fn goes_round(fault: &Fault) -> Option<BTreeSet<u32>> {
    let Details::Waits(waits) = &fault.details else { return None };
    let is_round = waits.iter().any(|wait| wait.what == WaitsFor::Way);
    is_round.then(|| waits.iter().map(|wait| wait.thread.0).collect())
}

fn who(thread: u32) -> String {
    ThreadId(thread).called()
}

impl Recorder<'_> {
    #[expect(
        clippy::too_many_lines,
        reason = "fills in one structure, whose parts come from one pass over the threads"
    )]
    fn finish(mut self, machine: &mut Machine, end: &ReplayedEnd<State>, schedule: &Schedule) -> Shown {
        self.mark_refused(machine, end);
        skips::find(machine, &mut self.steps, &self.started);
        self.inputs.leave_padding(machine, &mut self.steps);
        self.name_wrapped(machine);
        self.name_seen(machine);
        self.hide_single_sections(machine);
        let objects = self.name(machine);
        let values = Values { machine, objects: &objects };
        let mut waiting = Vec::new();
        let mut stacks = Vec::new();
        let mut joining = Vec::new();
        let mut limits = Vec::new();
        let mut too_long = None;
        let mut unsupported = Vec::new();
        let mut awaits_write = false;
        let mut compared = Vec::new();
        let has_ended = |standing: &&Standing<State>| standing.pending.op.has_ended();
        let gone: Vec<ThreadId> = end.threads.iter().filter(has_ended).map(|standing| standing.thread).collect();
        let faults = distinct(machine, end);
        self.meet_all(machine, end, !faults.is_empty());
        for standing in &end.threads {
            let (thread, pending) = (standing.thread, &standing.pending);
            compared.push((thread, compared::told(values, &self.steps, (thread, pending.state))));
            let stack = self.exits.whole(thread, machine.call_stack(pending.state));
            // Who waits in a loop stands at its condition.
            let saw = self.saw(standing);
            let marked = self.marked(thread, &saw);
            let stopped = marked.map_or(pending.site, Saw::site);
            let stack = self.places.below(stopped, &stack).to_vec();
            let (site, callers) = self.places.users(stopped, &stack);
            match pending.op {
                Op::Join { thread: of } => joining.push(Joining { thread, of, site: stopped }),
                Op::Stuck(Stuck::Limit(limit)) => {
                    limits.push(limit);
                    too_long = too_long.or((limit == Limit::Steps).then_some(thread));
                }
                Op::Stuck(Stuck::Unsupported(n)) => {
                    let (what, site) = machine.unsupported(n);
                    unsupported.push((what.to_owned(), site));
                }
                _ => {}
            }
            if standing.waits && (schedule.in_vain.is_empty() || schedule.in_vain.contains(&thread)) {
                let stack = parties::frames(&self.places, site, &callers);
                let since = |object, thread| {
                    let step = self.holders.since(object, thread)?;
                    self.steps.get(step)?.row.place.clone()
                };
                let at = (self.places.place(site), stack);
                let (mut wait, on_write) =
                    waits::waiting(values, &self.barriers, (standing, &saw, marked), &gone, &self.holders, since, at);
                let in_call = pending.op.waits_in_call();
                if (in_call || wait.what.starts_with(names::FILE) || self.waits_at_kept(machine, pending.op))
                    && let Some(what) = self.descriptors.awaited(machine, thread)
                {
                    wait.what = what;
                }
                let looks_for = self.looks_for(values, &saw, standing);
                awaits_write |= on_write && !in_call && looks_for.is_none();
                wait.what = looks_for.unwrap_or(wait.what);
                wait.what = self.awaits_stream(machine, &objects, pending.op).unwrap_or(wait.what);
                waiting.push(wait);
            }
            stacks.push((thread, stopped, stack));
        }
        waits::sort(&mut waiting);
        let about = self.descriptors.about(&waiting);
        let by_values = faults.iter().any(|fault| missing::ENDS_BY_VALUES.contains(&fault.kind));
        let transfers = match by_values || !about.is_empty() {
            true => self.descriptors.transfers(|step| self.steps[step].row.thread),
            false => Vec::new(),
        };
        for step in about.into_iter().chain(transfers) {
            self.steps[step].row.is_told = true;
        }
        for step in self.descriptors.in_vain(|step| self.steps[step].row.thread) {
            let result = self.steps[step].row.result.get_or_insert_default();
            result.push_str(", to which it does not come");
        }
        let about = self.descriptors.about_closed().into_iter().chain(self.descriptors.about_ended());
        for step in about.chain(filenames::deciding(&self.steps)) {
            self.steps[step].row.is_told = true;
        }
        for step in self.descriptors.unflushed(&waiting, &self.texts()) {
            self.steps[step].row.is_told = true;
            self.steps[step].row.result.get_or_insert_default().push_str(", which stays in the buffer");
        }
        if by_values {
            for step in self.descriptors.about_content(&self.texts(), |step| self.steps[step].row.thread) {
                self.steps[step].row.is_told = true;
            }
        }
        let numbers: Vec<(FaultId, Fault)> =
            end.faults.iter().map(|(id, _)| (*id, machine.fault(*id).clone())).collect();
        if self.inputs.are_given()
            && !faults.is_empty()
            && let Some(these) = matters(machine, schedule, &faults)
        {
            self.inputs.depend_on(&these, &mut self.steps);
            self.inputs.are_idle(&these, &idle(machine, schedule, &faults, &these));
        }
        let mut leaks = match end.ending {
            Some(Ending::Complete | Ending::Abandoned(_)) => leaks::lost(machine, &objects),
            _ => Vec::new(),
        };
        // Who is left behind could still free what it holds.
        let unjudged_leaks = end.ending != Some(Ending::Complete) && !leaks.is_empty();
        leaks.retain(|_| end.ending == Some(Ending::Complete));
        let by_place = if leaks.is_empty() { Vec::new() } else { leaks::by_place(machine, &objects) };
        let told = by_place.iter().map(|lost| self.leak(&lost.fault));
        let notes = self.odd(machine).into_iter().chain(told).collect();
        for &thread in &gone {
            self.thread(thread).ended = true;
        }
        let stem = schedule.parts().0;
        let repeats = self.step_of.get(stem.len()).copied().filter(|_| schedule.repeats > 0);
        let inputs = self.inputs.told(&mut self.steps);
        let execution = Found {
            repeats,
            schedule: schedule.to_string(),
            threads: self.threads,
            rows: self.steps.iter_mut().map(|step| std::mem::take(&mut step.row)).collect(),
            dropped: self.dropped,
            waiting,
            output: String::from_utf8_lossy(&self.output).into_owned(),
            ..Found::default()
        };
        let (ended, events) = (end.ending.is_some(), end.events as u64);
        let leaves_behind = matches!(end.ending, Some(Ending::Abandoned(_)));
        Shown {
            inputs,
            faults,
            notes,
            leaks,
            unjudged_leaks,
            too_long,
            limits,
            unsupported,
            ended,
            leaves_behind,
            events,
            execution,
            steps: self.steps,
            aside: self.aside,
            objects,
            numbers,
            past: self.past,
            stacks,
            gone,
            joining,
            awaits_write,
            compared,
        }
    }

    /// Learns what each thread runs; and if something fails, what the threads may write.
    fn meet_all(&mut self, machine: &Machine, end: &ReplayedEnd<State>, fails: bool) {
        let mut stacks = Vec::new();
        for Standing { thread, pending, .. } in &end.threads {
            self.meet(machine, *thread, pending.state);
            stacks.push((*thread, pending.site, self.exits.whole(*thread, machine.call_stack(pending.state))));
        }
        if fails {
            skips::may_write(machine, &self.places, &mut self.threads, (&stacks, &self.started));
        }
    }

    /// Marks the visible accesses that were not performed, since that was a fault.
    fn mark_refused(&mut self, machine: &Machine, end: &ReplayedEnd<State>) {
        for &(id, events) in &end.faults {
            if self.steps.iter().any(|step| step.refused == Some(id)) {
                continue;
            }
            let at = events.checked_sub(1).and_then(|event| self.step_of.get(event));
            let Some(step) = at.and_then(|&at| self.steps.get_mut(at)) else { continue };
            let fault = machine.fault(id);
            // The thread may have gone on after it, to what is no access.
            if step.site != fault.site && !fault.kind.goes_by_order() {
                continue;
            }
            if let Some((_, holders)) = &step.misuses {
                step.row.result = misuse::why(fault).and_then(|why| misuse::state(why, holders.as_deref()));
            }
            if step.misuses.is_some() || matches!(step.row.operation.as_str(), "load" | "store" | "rmw" | "cas") {
                step.refused = Some(id);
                step.row.refused = true;
            }
        }
    }

    fn leak(&self, leak: &Fault) -> Note {
        Note {
            kind: leak.kind.name().into(),
            message: sentence(leak),
            place: self.places.place(self.places.users(leak.site, &[]).0),
        }
    }

    /// What is odd, and no fault.
    fn odd(&self, machine: &Machine) -> Vec<Note> {
        let note = |(kind, message, site): &(&str, String, Site)| Note {
            kind: (*kind).into(),
            message: message.clone(),
            place: self.places.place(self.places.users(*site, &[]).0),
        };
        machine.odd().iter().map(note).collect()
    }
}
