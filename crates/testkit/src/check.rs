//! Explorers against the oracle: every class, final state and fault, and nothing else; each class once if so promised.

use crate::class::{Class, End, Item, Path, Stands, Touched, class};
use crate::generate::{Profile, generate};
use crate::oracle::{FaultKey, Final, Truth, deadlock_key, truth};
use crate::program::{Plain, Program};
use crate::rng::Rng;
use crate::toy::Toy;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use threadbare_explore::{Ending, Explorer, Replayed, ReplayedEnd, Sink, replay};
use threadbare_op::{Answer, Coverage, FaultId, FaultKind, Schedule, Stats};

/// What an explorer promises beyond reaching every class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// Each class once.
    Once,
    /// Each interleaving once.
    Interleavings,
    /// Nothing.
    AtLeastOnce,
}

/// Makes a new explorer for each program.
pub type Factory<'a> = &'a dyn Fn() -> Box<dyn Explorer<Toy>>;

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Summary {
    pub programs: u64,
    /// Generated, but with too many interleavings.
    pub skipped: u64,
    pub classes: u64,
    pub interleavings: u64,
    pub with_deadlock: u64,
    pub with_blocked: u64,
    pub with_faults: u64,
    pub racy: u64,
}

/// A program on which the explorer goes wrong, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The program.
    pub program: Program,
    /// What goes wrong.
    pub message: String,
    /// With which seed it was generated.
    pub seed: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {}\n{}", self.seed, self.message, self.program)
    }
}

/// What the explorer told.
#[derive(Default)]
struct Told {
    complete: Vec<Schedule>,
    blocked: Vec<Schedule>,
    faults: Vec<(FaultId, Schedule)>,
    last: Stats,
    limit: usize,
}

impl Told {
    fn go_on(&self) -> ControlFlow<()> {
        if self.complete.len() + self.blocked.len() > self.limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Sink for Told {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.complete.push(schedule());
        self.last = *stats;
        self.go_on()
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.blocked.push(schedule());
        self.last = *stats;
        self.go_on()
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.faults.len() <= self.limit {
            self.faults.push((fault, schedule()));
        }
        ControlFlow::Continue(())
    }
}

/// What a replayed schedule turns out to be.
struct Seen {
    end: Option<End>,
    class: Class,
    last: Final,
    faults: BTreeSet<FaultKey>,
    /// The key of the fault that was met last.
    newest: Option<FaultKey>,
}

/// Replays a schedule, by way of its text, on a fresh toy.
fn see(program: &Rc<Program>, schedule: &Schedule) -> Result<Seen, String> {
    let text = schedule.to_string();
    let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
    if parsed != *schedule {
        return Err(format!("{text}: is read as {parsed}"));
    }
    let mut toy = Toy::new(program);
    let mut items = Vec::new();
    let mut memory = BTreeMap::new();
    let mut watch = |toy: &mut Toy, event: &Replayed<_>| {
        let touched = Touched::by(&event.op);
        let read = match event.answer {
            Some(Answer::Value(value)) => Some(value),
            _ => None,
        };
        let (written, faulty) = (event.written, event.answer.is_none());
        if let (Touched::Memory(addr), Some(value)) = (touched, written) {
            memory.insert(addr, value);
        }
        // A wait has a result, but always the same.
        items.push(Item { thread: toy.path(event.thread), site: event.site, touched, read, written, faulty });
    };
    let replayed = replay(&mut toy, schedule, &mut watch).map_err(|e| format!("{text}: {e}"))?;
    let mut threads: Vec<(Path, Stands, _)> = Vec::new();
    let mut regs = Vec::new();
    for thread in &replayed.threads {
        let (path, stands) = (toy.path(thread.thread), Stands::at(&thread.pending.op));
        regs.push((path.clone(), stands, toy.registers(thread.pending.state)));
        threads.push((path, stands, thread.pending.site));
    }
    threads.sort();
    regs.sort();
    let end = replayed.ending.map(|ending| match ending {
        Ending::Complete => End::Complete,
        Ending::Blocked => End::Blocked,
        Ending::Deadlock(_) => End::Deadlock,
    });
    let keys: Vec<FaultKey> = replayed.faults.iter().map(|f| fault_key(&toy, &replayed, f.0)).collect();
    Ok(Seen {
        end,
        class: class(&items, end.unwrap_or(End::Blocked), &threads),
        last: Final { memory, variables: toy.variables(), threads: regs },
        newest: keys.last().cloned(),
        faults: keys.into_iter().collect(),
    })
}

fn fault_key<St>(toy: &Toy, end: &ReplayedEnd<St>, id: FaultId) -> FaultKey {
    let fault = threadbare_op::System::fault(toy, id);
    if fault.kind == FaultKind::Deadlock {
        let waiting = end.threads.iter().filter(|t| t.waits);
        return deadlock_key(waiting.map(|t| (toy.path(t.thread), t.pending.site)).collect());
    }
    let (thread, site) = (toy.path(fault.thread), fault.site);
    FaultKey { kind: fault.kind, thread, site, waiting: BTreeSet::new() }
}

/// Checks one program, of which `truth` is known.
///
/// # Errors
/// What is wrong.
pub fn check_program(make: Factory<'_>, program: &Rc<Program>, truth: &Truth, promise: Promise) -> Result<(), String> {
    let limit = 4 * (truth.complete + truth.blocked) as usize + 16;
    let run = || {
        let mut toy = Toy::new(program);
        let mut told = Told { limit, ..Told::default() };
        let coverage = make().run(&mut toy, &mut told);
        (toy, told, coverage)
    };
    let (toy, told, coverage) = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        format!("the explorer panics: {}", text.unwrap_or_default())
    })?;
    if coverage.stopped {
        return Err(format!("the explorer reports more than {limit} executions and does not end"));
    }
    if coverage != Coverage::default() {
        return Err(format!("incomplete without reason: {coverage:?}"));
    }
    let racy = truth.is_racy() && promise != Promise::Interleavings;
    let mut times: BTreeMap<Class, u64> = BTreeMap::new();
    let mut finals = BTreeSet::new();
    let mut faults = BTreeSet::new();
    let ends = told.complete.iter().map(|s| (s, true)).chain(told.blocked.iter().map(|s| (s, false)));
    for (schedule, complete) in ends {
        let seen = see(program, schedule)?;
        if seen.end.map(|end| end == End::Complete) != Some(complete) {
            return Err(format!("{schedule}: told as complete: {complete}, but it ends {:?}", seen.end));
        }
        let count = times.entry(seen.class.clone()).or_default();
        *count += 1;
        if *count > 1 && promise == Promise::Once && !racy {
            return Err(format!("{schedule}: its class was reached before"));
        }
        if !truth.classes.contains_key(&seen.class) && !racy {
            return Err(format!("{schedule}: its class does not exist"));
        }
        finals.insert(seen.last);
    }
    for (id, schedule) in &told.faults {
        faults.insert(check_fault(program, &toy, *id, schedule)?);
    }
    if racy {
        // After a race, what is read depends on the schedule; only the races that come first are sure to be found.
        let strange: Vec<_> = faults.difference(&truth.faults).collect();
        let found = faults.iter().any(|fault| fault.kind == FaultKind::DataRace);
        return if !strange.is_empty() || !found {
            Err(format!("race found: {found}; not real: {strange:?}"))
        } else {
            Ok(())
        };
    }
    if let Some((_, end)) = truth.classes.iter().find(|(class, _)| !times.contains_key(class)) {
        return Err(format!("{} of {} classes; a missing one ends {end:?}", times.len(), truth.classes.len()));
    }
    if finals != truth.finals {
        return Err("other final states".into());
    }
    if faults != truth.faults {
        let missing: Vec<_> = truth.faults.difference(&faults).collect();
        let strange: Vec<_> = faults.difference(&truth.faults).collect();
        return Err(format!("faults missing: {missing:?}, not real: {strange:?}"));
    }
    check_counts(&told, truth, promise)
}

/// A reported fault must be what replaying its schedule ends with.
fn check_fault(program: &Rc<Program>, toy: &Toy, id: FaultId, schedule: &Schedule) -> Result<FaultKey, String> {
    let seen = see(program, schedule)?;
    let fault = threadbare_op::System::fault(toy, id);
    let fits =
        |key: &FaultKey| key.kind == fault.kind && key.site == fault.site && key.thread == toy.path(fault.thread);
    let newest = seen.newest.ok_or_else(|| format!("{schedule}: replayed without the fault {fault:?}"))?;
    let key = if fits(&newest) { Some(newest) } else { seen.faults.into_iter().find(|key| fits(key)) };
    key.ok_or_else(|| format!("{schedule}: replayed without the fault {fault:?}"))
}

fn check_counts(told: &Told, truth: &Truth, promise: Promise) -> Result<(), String> {
    let complete = truth.classes.values().filter(|end| **end == End::Complete).count() as u64;
    let wanted = match promise {
        Promise::Once => (complete, truth.classes.len() as u64 - complete),
        Promise::Interleavings => (truth.complete, truth.blocked),
        Promise::AtLeastOnce => return Ok(()),
    };
    let found = (told.last.executions, told.last.blocked);
    if found != wanted || found != (told.complete.len() as u64, told.blocked.len() as u64) {
        return Err(format!("(executions, blocked) are {found:?}, should be {wanted:?}"));
    }
    if promise == Promise::Interleavings && (told.last.events, told.last.depth) != (truth.events, truth.depth) {
        return Err(format!("events and depth: {:?}, {} and {}", told.last, truth.events, truth.depth));
    }
    if told.last.depth != truth.depth {
        return Err(format!("depth {}, should be {}", told.last.depth, truth.depth));
    }
    if told.last.redundant != 0 {
        return Err(format!("{} redundant", told.last.redundant));
    }
    Ok(())
}

/// Checks `count` random programs.
///
/// # Errors
/// The first program on which the explorer goes wrong, made small.
pub fn check_explorer(
    make: Factory<'_>,
    profile: &Profile,
    count: u64,
    seed: u64,
    promise: Promise,
) -> Result<Summary, Box<Failure>> {
    let mut summary = Summary::default();
    let mut next = seed;
    while summary.programs < count {
        let program = generate(&mut Rng::new(next), profile);
        next += 1;
        let Some(truth) = truth(&program, profile.limit) else {
            summary.skipped += 1;
            assert!(summary.skipped < 20 * (count + 10), "a profile of too large programs");
            continue;
        };
        summary.add(&truth);
        if let Err(message) = check_program(make, &Rc::new(program.clone()), &truth, promise) {
            let (program, message) = shrink(make, program, message, promise);
            return Err(Box::new(Failure { program, message, seed: next - 1 }));
        }
    }
    Ok(summary)
}

impl Summary {
    fn add(&mut self, truth: &Truth) {
        let ends = |end: End| u64::from(truth.classes.values().any(|e| *e == end));
        self.programs += 1;
        self.classes += truth.classes.len() as u64;
        self.interleavings += truth.complete + truth.blocked;
        self.with_deadlock += ends(End::Deadlock);
        self.with_blocked += ends(End::Blocked);
        self.with_faults += u64::from(!truth.faults.is_empty());
        self.racy += u64::from(truth.is_racy());
    }
}

/// Leaves out instructions as long as something goes wrong all the same.
fn shrink(make: Factory<'_>, mut program: Program, mut message: String, promise: Promise) -> (Program, String) {
    let wrong = |program: &Program| {
        let truth = truth(program, 100_000)?;
        check_program(make, &Rc::new(program.clone()), &truth, promise).err()
    };
    'again: loop {
        for body in 0..program.bodies.len() {
            for pc in 0..program.bodies[body].len() {
                let mut smaller = program.clone();
                smaller.bodies[body].remove(pc);
                if let Some(why) = wrong(&smaller) {
                    (program, message) = (smaller, why);
                    continue 'again;
                }
            }
        }
        if program.plain == Plain::Report && !program.variables.is_empty() {
            let smaller = Program { plain: Plain::Explore, ..program.clone() };
            if let Some(why) = wrong(&smaller) {
                (program, message) = (smaller, why);
                continue 'again;
            }
        }
        return (program, message);
    }
}
