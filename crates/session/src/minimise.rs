//! The smallest execution that shows a fault, as far as it is found within a time: parts of the one
//! that was found are left out ([`threadbare_explore::minimise`]), and of other ones with the same
//! fault (module `shortest`).
//!
//! Threads that run the same function may take each other's parts (module `fewer`). Inputs are
//! small, too, along the same schedule (module `given`) or along others (module `smaller`).
//!
//! A deadlock in which threads wait for each other stays the same if others wait for these, too,
//! instead of doing something before.
//!
//! Not within a bound: what is left out of an execution may turn the end of a thread into a
//! preemption.

use crate::fewer::candidates;
use crate::given;
use crate::interleaved::interleaved;
use crate::memory;
use crate::replay::{distinct, fit, met, replayed};
use crate::shortest::shortest;
use crate::smaller::smaller;
use crate::stop::Stop;
use crate::task::{Extent, Subject};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use threadbare_explore::{ReplayedEnd, minimise};
use threadbare_machine::{Machine, Races, State};
use threadbare_op::{Details, Fault, FaultKind, Model, Schedule, Site, Step, ThreadId};
use threadbare_program::FuncId;

/// Makes the executions of a run's faults smaller, as long as its time is not over.
#[derive(Debug)]
pub struct Minimiser<'a> {
    /// The program.
    subject: &'a Subject,
    /// What the exploration has learnt of the program.
    machine: &'a Machine,
    /// What is left of the time.
    left: Duration,
    /// Other executions with the faults, if they were looked for.
    others: Option<Vec<(Fault, Vec<Schedule>)>>,
}

/// An earlier round is looked for among so many pairs of rounds.
const MOST_ROUNDS: usize = 256;

/// An execution of fewer steps is short enough.
const SHORT: usize = 12;

impl<'a> Minimiser<'a> {
    /// For the faults of a program; `machine` has what the exploration has learnt of it. It may
    /// take so long.
    #[must_use]
    pub fn new(subject: &'a Subject, machine: &'a Machine, left: Duration) -> Self {
        Self { subject, machine, left, others: None }
    }

    /// A schedule with fewer steps of the two threads of a fault in which the same two places meet,
    /// perhaps in an earlier round of their loops, on another element; and nothing else is wrong.
    pub fn earlier(&mut self, fault: &Fault, schedule: &Schedule) -> Option<(Fault, Schedule)> {
        let start = Instant::now();
        let other = fault.other.as_ref()?;
        let is_plain = schedule.repeats == 0 && schedule.in_vain.is_empty() && schedule.given.is_none();
        let explores = self.subject.machine.races == Races::Explore;
        if self.left.is_zero() || self.subject.extent != Extent::All || !is_plain || explores {
            return None;
        }
        let both = [other.thread, fault.thread];
        let [a, b] = both.map(|thread| schedule.steps.iter().filter(|step| step.thread == thread).count());
        if a * b > MOST_ROUNDS || both[0] == both[1] {
            return None;
        }
        let mut cuts: Vec<(usize, usize)> = (1..=a).flat_map(|i| (1..=b).map(move |j| (i, j))).collect();
        cuts.sort_by_key(|(i, j)| i + j);
        cuts.retain(|(i, j)| i + j < a + b);
        let place = |fault: &Fault| {
            let other = fault.other.as_ref().map(|other| (other.thread, other.site));
            (fault.kind, fault.thread, fault.site, other)
        };
        // The first rounds stay, or the order in which the last ones come.
        let cuts = cuts.into_iter().flat_map(|(i, j)| [[(0, i), (0, j)], [(a - i, i), (b - j, j)]]);
        let found = cuts.into_iter().find_map(|kept| {
            if start.elapsed() * 4 > self.left {
                return None;
            }
            let candidate = only(schedule, both, kept);
            let (met, _) = met(self.machine, &candidate)?;
            match &met[..] {
                [one] if place(one) == place(fault) => Some((one.clone(), candidate)),
                _ => None,
            }
        });
        self.left = self.left.saturating_sub(start.elapsed());
        found
    }

    /// A smaller schedule of the same fault, or `schedule` itself; with the fault, which may be
    /// that of another thread with the same code. If the execution is an interleaving, it is told
    /// as one.
    pub fn smaller(&mut self, fault: &Fault, schedule: &Schedule) -> (Fault, Schedule) {
        let schedule = self.interleaved(fault, schedule).unwrap_or_else(|| schedule.clone());
        let (fault, schedule) = self.smallest(fault, &schedule);
        let interleaved = self.interleaved(&fault, &schedule);
        (fault, interleaved.unwrap_or(schedule))
    }

    /// The schedule of the same execution in an order in which nothing old is read, if it has one
    /// and shows the same then.
    fn interleaved(&self, fault: &Fault, schedule: &Schedule) -> Option<Schedule> {
        if schedule.model == Model::Sc || self.subject.machine.races == Races::Explore {
            return None;
        }
        let (all, _) = met(self.machine, schedule)?;
        let line = interleaved(self.machine, schedule).filter(|line| line != schedule)?;
        let (shown, _) = met(self.machine, &line)?;
        (shown.contains(fault) && shown.len() <= all.len()).then_some(line)
    }

    fn smallest(&mut self, fault: &Fault, schedule: &Schedule) -> (Fault, Schedule) {
        let found = |schedule: Schedule| (fault.clone(), schedule);
        // A replay does not tell whether threads wait in vain; and these are the fewest steps.
        if self.left.is_zero() || self.subject.extent != Extent::All || !schedule.in_vain.is_empty() {
            return found(schedule.clone());
        }
        let Some((all, end)) = met(self.machine, schedule) else { return found(schedule.clone()) };
        let sought = Sought { fault, circle: circle(&end) };
        let small = self.reduced(schedule, &sought, &all);
        let small = self.with_small_inputs(&small, &sought, &all);
        if let Some((fault, schedule, end)) = self.with_smaller_inputs(&sought, &small, &all) {
            let sought = Sought { fault: &fault, circle: circle(&end) };
            let other = self.reduced(&schedule, &sought, &all);
            let other = self.with_small_inputs(&other, &sought, &all);
            // A small number does not make up for more steps.
            if size(&other) <= size(&small) {
                return self.fewer(&sought, &other, &all).unwrap_or((fault, other));
            }
        }
        if let Some((fault, fewer)) = self.fewer(&sought, &small, &all) {
            let sought = Sought { fault: &fault, circle: Circle::new() };
            return self.fewer(&sought, &fewer, &all).unwrap_or((fault, fewer));
        }
        // There, which schedules fit depends on what was learnt on the way; or others would be
        // looked for without the input.
        let needs_more = self.subject.machine.races == Races::Explore || schedule.given.is_some();
        if small.steps.len() < SHORT || needs_more {
            return found(small);
        }
        let others = self.others(&sought, &all, schedule);
        let mut reduced = Vec::new();
        for (fault, other) in others {
            let sought = Sought { fault: &fault, circle: sought.circle.clone() };
            let other = self.reduced(&other, &sought, &all);
            reduced.push((fault, other));
        }
        // Few steps less do not make up for another order of them.
        reduced.retain(|(_, other)| other.steps.len() * 4 <= small.steps.len() * 3);
        let smallest = reduced.into_iter().min_by_key(|(its, other)| (size(other), its.thread != fault.thread));
        smallest.filter(|(_, other)| size(other) < size(&small)).unwrap_or_else(|| found(small))
    }

    /// The schedule with small inputs, if it has any.
    fn with_small_inputs(&mut self, schedule: &Schedule, sought: &Sought<'_>, all: &[Fault]) -> Schedule {
        let start = Instant::now();
        if schedule.given.is_none() || self.subject.machine.races == Races::Explore {
            return schedule.clone();
        }
        let small = given::small(self.machine, schedule, &mut |candidate| {
            (start.elapsed() < self.left).then(|| sought.is_shown_by_others(self.machine, candidate, all))
        });
        self.left = self.left.saturating_sub(start.elapsed());
        small
    }

    /// A schedule with a smaller input that shows the same fault, perhaps of other threads that run
    /// the same functions, and its end.
    fn with_smaller_inputs(&mut self, sought: &Sought<'_>, schedule: &Schedule, all: &[Fault]) -> Option<Other> {
        let start = Instant::now();
        if schedule.given.is_none() || self.subject.machine.races == Races::Explore {
            return None;
        }
        let left = self.left / 2;
        let wanted = self.runs(schedule, sought.fault);
        let (faults, _) = met(self.machine, schedule)?;
        let mut best = None;
        let found = smaller((self.subject, self.machine), (schedule, &faults), left, &mut |candidate| {
            if start.elapsed() > left {
                return ControlFlow::Break(());
            }
            let Some((met, end)) = met(self.machine, candidate) else { return ControlFlow::Continue(false) };
            let is_it = |its: &&Fault| sought.is_like(its) && self.runs(candidate, its) == wanted;
            let its = met.iter().find(is_it).filter(|_| met.len() <= all.len());
            best = its.map(|its| (its.clone(), end)).or(best.take());
            ControlFlow::Continue(its.is_some())
        });
        self.left = self.left.saturating_sub(start.elapsed());
        let (fault, end) = best?;
        Some((fault, found?, end))
    }

    /// The places of a fault, each with the function that its thread runs.
    fn runs(&self, schedule: &Schedule, fault: &Fault) -> Vec<(Site, Option<FuncId>)> {
        let run = |thread, site| (site, run_by(self.machine, schedule, thread));
        let mut both = vec![run(fault.thread, fault.site)];
        both.extend(fault.other.iter().map(|other| run(other.thread, other.site)));
        both.sort_unstable_by_key(|(site, _)| *site);
        both
    }

    /// A schedule with one thread less that shows the same fault, of others that run the same
    /// functions.
    fn fewer(&mut self, sought: &Sought<'_>, schedule: &Schedule, all: &[Fault]) -> Option<(Fault, Schedule)> {
        let start = Instant::now();
        if self.left.is_zero() || self.subject.machine.races == Races::Explore {
            return None;
        }
        let candidates = candidates(schedule);
        let wanted = if candidates.is_empty() { Vec::new() } else { self.runs(schedule, sought.fault) };
        let shows = |candidate: Schedule| {
            if start.elapsed() * 2 > self.left {
                return None;
            }
            let (met, _) = met(self.machine, &candidate)?;
            let its = met.iter().find(|its| sought.is_recast(its) && self.runs(&candidate, its) == wanted)?;
            (met.len() <= all.len()).then(|| (its.clone(), candidate))
        };
        let found = candidates.into_iter().find_map(shows);
        self.left = self.left.saturating_sub(start.elapsed());
        let (fault, fewer) = found?;
        let sought = Sought { fault: &fault, circle: Circle::new() };
        let fewer = self.reduced(&fewer, &sought, all);
        Some((fault, fewer))
    }

    /// Other schedules that show the same fault, and no more; `schedule` shows it in its thread.
    fn others(&mut self, sought: &Sought<'_>, all: &[Fault], schedule: &Schedule) -> Vec<(Fault, Schedule)> {
        let start = Instant::now();
        let (subject, left) = (self.subject, self.left);
        let others = self.others.get_or_insert_with(|| shortest(subject, &Stop::default().after(Some(left / 2))));
        let alike = others.iter().filter(|(other, _)| sought.is_alike(other) || sought.is_variant(other));
        let mut schedules: Vec<(&Fault, &Schedule)> =
            alike.flat_map(|(other, schedules)| schedules.iter().map(move |schedule| (other, schedule))).collect();
        schedules.sort_by_key(|(other, schedule)| (schedule.steps.len(), !sought.is_alike(other)));
        let runs = run_by(self.machine, schedule, sought.fault.thread);
        let shows = |other: &Fault, schedule: &Schedule| {
            if sought.is_alike(other) {
                return sought.is_shown(self.machine, schedule, all).then(|| sought.fault.clone());
            }
            let its = Sought { fault: other, circle: Circle::new() };
            let is_shown = its.is_shown(self.machine, schedule, all);
            (is_shown && run_by(self.machine, schedule, other.thread) == runs).then(|| other.clone())
        };
        let showing =
            schedules.iter().filter_map(|(other, schedule)| Some((shows(other, schedule)?, (*schedule).clone())));
        let showing = showing.collect();
        self.left = self.left.saturating_sub(start.elapsed());
        showing
    }

    /// The schedule without what the fault does not need.
    fn reduced(&mut self, schedule: &Schedule, sought: &Sought<'_>, all: &[Fault]) -> Schedule {
        let start = Instant::now();
        if self.left.is_zero() || !sought.is_shown(self.machine, schedule, all) {
            return schedule.clone();
        }
        // Replays of candidates take no longer than this one, so that the time is kept.
        let one = start.elapsed();
        let small = minimise(schedule, &mut |candidate| {
            (start.elapsed() + one < self.left).then(|| sought.is_shown(self.machine, candidate, all))
        });
        let small = if small == *schedule || self.can_be_replayed(&small, sought) { small } else { schedule.clone() };
        self.left = self.left.saturating_sub(start.elapsed());
        small
    }

    /// Under `--races explore` a replay learns anew which accesses are visible, and may stop before
    /// it has learnt all. In a program that never ends it may go on for ever: then it cannot.
    fn can_be_replayed(&self, schedule: &Schedule, sought: &Sought<'_>) -> bool {
        if self.subject.machine.races != Races::Explore {
            return true;
        }
        let stop = Stop::default().after(Some(self.left)).within(Some(memory::used() + (1 << 30)));
        let _alarm = stop.alarm();
        let Ok(mut fresh) = self.subject.machine(&stop) else { return false };
        let fitting = fit(self.subject, &mut fresh, schedule, &stop);
        let (machine, end) = replayed(&fitting, schedule);
        end.is_ok_and(|end| sought.is_among(&distinct(&machine, &end), &end))
    }
}

/// The schedule with some of the steps only that these two threads take: after how many, and how
/// many.
fn only(schedule: &Schedule, threads: [ThreadId; 2], kept: [(usize, usize); 2]) -> Schedule {
    let mut taken = [0; 2];
    let is_over = |(_, step): &(usize, &Step)| {
        let Some(which) = threads.iter().position(|thread| *thread == step.thread) else { return false };
        let ((from, count), at) = (kept[which], taken[which]);
        taken[which] += 1;
        !(from..from + count).contains(&at)
    };
    let over: Vec<usize> = schedule.steps.iter().enumerate().filter(is_over).map(|(at, _)| at).collect();
    schedule.without(&over)
}

/// Fewest threads, then fewest switches, then fewest steps.
fn size(schedule: &Schedule) -> (usize, usize, usize) {
    let threads: BTreeSet<ThreadId> = schedule.steps.iter().map(|step| step.thread).collect();
    let runs = schedule.steps.chunk_by(|a, b| a.thread == b.thread).count();
    (threads.len(), runs, schedule.steps.len())
}

/// Another execution of a fault: of its threads, and its end.
type Other = (Fault, Schedule, ReplayedEnd<State>);

/// The threads that wait for each other, and where.
type Circle = BTreeSet<(ThreadId, Site)>;

/// What a smaller execution must show.
struct Sought<'a> {
    fault: &'a Fault,
    circle: Circle,
}

impl Sought<'_> {
    /// Whether the schedule shows it, and no more than these.
    fn is_shown(&self, machine: &Machine, schedule: &Schedule, all: &[Fault]) -> bool {
        let met = met(machine, schedule);
        met.is_some_and(|(met, end)| self.is_among(&met, &end) && met.len() <= all.len())
    }

    /// Whether the schedule, which has other inputs, shows it, and no more than these. What is said
    /// of it may have other numbers.
    fn is_shown_by_others(&self, machine: &Machine, schedule: &Schedule, all: &[Fault]) -> bool {
        let is_said = |met: &Fault| {
            let (Details::Said(_), Details::Said(_)) = (&met.details, &self.fault.details) else { return false };
            self.is_alike(met) && met.other == self.fault.other
        };
        met(machine, schedule)
            .is_some_and(|(met, end)| met.len() <= all.len() && (met.iter().any(is_said) || self.is_among(&met, &end)))
    }

    fn is_alike(&self, met: &Fault) -> bool {
        let fault = self.fault;
        (met.kind, met.thread, met.site) == (fault.kind, fault.thread, fault.site)
    }

    /// Whether it is the same fault in another thread.
    fn is_variant(&self, met: &Fault) -> bool {
        let place = |fault: &Fault| (fault.kind, fault.site, fault.other.as_ref().map(|other| other.site));
        !matches!(met.details, Details::Waits(_))
            && met.details == self.fault.details
            && place(met) == place(self.fault)
    }

    /// Whether it is the same fault of other threads, of which of a race either may come first.
    fn is_recast(&self, met: &Fault) -> bool {
        let sites = |fault: &Fault| {
            let mut sites = [Some(fault.site), fault.other.as_ref().map(|other| other.site)];
            sites.sort_unstable();
            sites
        };
        let is_race = met.kind == FaultKind::DataRace && self.fault.kind == met.kind;
        self.is_variant(met) || (is_race && sites(met) == sites(self.fault))
    }

    /// Whether it is the same fault with another input: of what is said of it, numbers may differ.
    fn is_like(&self, met: &Fault) -> bool {
        let are_said = matches!((&met.details, &self.fault.details), (Details::Said(_), Details::Said(_)));
        let sites = |fault: &Fault| {
            let mut sites = [Some(fault.site), fault.other.as_ref().map(|other| other.site)];
            sites.sort_unstable();
            (fault.kind, sites)
        };
        match &met.details {
            Details::Waits(_) => self.is_alike(met),
            _ => (are_said || met.details == self.fault.details) && sites(met) == sites(self.fault),
        }
    }

    fn is_among(&self, met: &[Fault], end: &ReplayedEnd<State>) -> bool {
        let Self { fault, circle: sought } = self;
        let is_circle = fault.kind == FaultKind::Deadlock && !sought.is_empty();
        met.contains(fault) || (is_circle && met.iter().any(|met| self.is_alike(met)) && circle(end) == *sought)
    }
}

/// The function that a thread runs which stands somewhere at the end of an execution.
fn run_by(machine: &Machine, schedule: &Schedule, thread: ThreadId) -> Option<FuncId> {
    let (machine, end) = replayed(machine, schedule);
    let end = end.ok()?;
    let standing = end.threads.iter().find(|standing| standing.thread == thread)?;
    let outermost = *machine.call_stack(standing.pending.state).last()?;
    machine.program().locate(outermost).map(|(function, _)| function)
}

/// Who waits for each other at the end of an execution.
fn circle(end: &ReplayedEnd<State>) -> Circle {
    let holders = |thread: ThreadId| {
        let standing = end.threads.iter().find(|standing| standing.thread == thread && standing.waits);
        standing.map_or(&[][..], |standing| &standing.holders)
    };
    let reaches_itself = |thread: ThreadId| {
        let (mut seen, mut left) = (BTreeSet::new(), holders(thread).to_vec());
        while let Some(next) = left.pop() {
            if seen.insert(next) {
                left.extend(holders(next));
            }
        }
        seen.contains(&thread)
    };
    let all = end.threads.iter().filter(|standing| reaches_itself(standing.thread));
    all.map(|standing| (standing.thread, standing.pending.site)).collect()
}
