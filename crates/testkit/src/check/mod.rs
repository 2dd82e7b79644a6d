//! Explorers against the oracle: every class, final state and fault, and nothing else; each class
//! once if so promised.

mod drawn;
mod seen;

use crate::class::{Class, End};
use crate::coarse::Coarse;
use crate::execution::Execution;
use crate::generate::{Profile, generate};
use crate::oracle::{FaultKey, Final, Truth, truth, truth_by_classes};
use crate::program::{Program, REFUSED, UNSUPPORTED};
use crate::series::{series, shrink_while};
use crate::toy::Toy;
pub use drawn::{Sampled, check_drawing, check_drawn};
use seen::own_key;
pub(crate) use seen::{see, shown};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::rc::Rc;
use threadbare_explore::Explorer;
use threadbare_explore::Sink;
use threadbare_op::Coverage;
use threadbare_op::FaultId;
use threadbare_op::FaultKind;
use threadbare_op::Limit;
use threadbare_op::Schedule;
use threadbare_op::Stats;
use threadbare_op::System;

/// What an explorer promises beyond reaching every class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// Each class once.
    Once,
    /// Each class once, and beginnings of executions in vain besides.
    OnceAndRedundant,
    /// Each interleaving once.
    Interleavings,
    /// Nothing.
    AtLeastOnce,
    /// All events, values and sides of the root's reads; no class of value-happens-before twice.
    Values,
    /// All events and what each read reads from; no class of that and the order of leaf events
    /// twice.
    Sources,
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
    pub enumerated: u64,
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
pub(crate) struct Told {
    pub(crate) complete: Vec<Schedule>,
    pub(crate) blocked: Vec<Schedule>,
    pub(crate) faults: Vec<(FaultId, Schedule)>,
    pub(crate) last: Stats,
    pub(crate) limit: usize,
    /// Whether the exploration has begun afresh.
    pub(crate) afresh: bool,
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
        // Faults are told each time that they are met: no more than so many, but each at least
        // once.
        if self.faults.len() <= self.limit || self.faults.iter().all(|(known, _)| *known != fault) {
            self.faults.push((fault, schedule()));
        }
        ControlFlow::Continue(())
    }

    fn begin_afresh(&mut self) {
        self.afresh = true;
        self.complete.clear();
        self.blocked.clear();
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        self.last = *stats;
        ControlFlow::Continue(())
    }
}

/// Runs an explorer up to `limit` executions; a panic is an error.
pub(crate) fn run_guarded(
    make: Factory<'_>,
    program: &Rc<Program>,
    limit: usize,
) -> Result<(Toy, Told, Coverage), String> {
    run_guarded_on(make, || Toy::new(program), limit)
}

/// The same on a toy.
pub(crate) fn run_guarded_on(
    make: Factory<'_>,
    toy: impl Fn() -> Toy,
    limit: usize,
) -> Result<(Toy, Told, Coverage), String> {
    let run = || {
        let mut toy = toy();
        let mut told = Told { limit, ..Told::default() };
        let coverage = make().run(&mut toy, &mut told);
        (toy, told, coverage)
    };
    guarded(run)
}

/// A panic is an error.
pub(crate) fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        format!("the explorer panics: {}", text.unwrap_or_default())
    })
}

/// Checks one program, of which `truth` is known.
///
/// # Errors
/// What is wrong.
pub fn check_program(make: Factory<'_>, program: &Rc<Program>, truth: &Truth, promise: Promise) -> Result<(), String> {
    let limit = match promise {
        Promise::Once | Promise::OnceAndRedundant | Promise::Values | Promise::Sources if !truth.is_racy() => {
            4 * truth.classes.len() + 16
        }
        Promise::AtLeastOnce => 100_000,
        _ => 4 * (truth.complete + truth.blocked) as usize + 1000,
    };
    let (toy, told, coverage) = run_guarded(make, program, limit)?;
    if coverage.stopped {
        return Err(format!("the explorer reports more than {limit} executions and does not end"));
    }
    // It goes no further than something that it does not support, and says so.
    if coverage.unsupported.contains(&REFUSED) {
        return Ok(());
    }
    check_coverage(truth, &coverage)?;
    let seen = check_executions(program, truth, &told, promise)?;
    let faults = real_faults(program, truth, &toy, &told)?;
    check_faults(truth, &faults, promise)?;
    if truth.is_racy() && promise != Promise::Interleavings {
        return Ok(());
    }
    if matches!(promise, Promise::Values | Promise::Sources) {
        return check_coarse(truth, &seen, promise);
    }
    let seen = (seen.classes, seen.finals);
    // A wait that ends in other executions need not be shown.
    let missing = |(class, _): &(&Class, &End)| !truth.optional.contains(*class) && !seen.0.contains(*class);
    if let Some((_, end)) = truth.classes.iter().find(missing) {
        return Err(format!("{} of {} classes; a missing one ends {end:?}", seen.0.len(), truth.classes.len()));
    }
    if seen.1 != truth.finals {
        return Err("other final states".into());
    }
    check_counts(&told, truth, promise)
}

/// Whether everything was covered, but for what the program cannot be asked.
pub(crate) fn check_coverage(truth: &Truth, coverage: &Coverage) -> Result<(), String> {
    let expected = Coverage {
        unsupported: truth.unsupported.then_some(UNSUPPORTED).into_iter().collect(),
        limits: truth.bounded.then_some(Limit::Unroll).into_iter().collect(),
        stopped: false,
    };
    if *coverage != expected && !truth.is_racy() {
        return Err(format!("{coverage:?}, should be {expected:?}"));
    }
    Ok(())
}

/// The faults that were told, each of which a replay of its schedule must show.
pub(crate) fn real_faults(
    program: &Rc<Program>,
    truth: &Truth,
    toy: &Toy,
    told: &Told,
) -> Result<BTreeSet<FaultKey>, String> {
    let mut faults = BTreeSet::new();
    for (id, schedule) in &told.faults {
        match check_fault(program, toy, *id, schedule) {
            Ok(key) => drop(faults.insert(key)),
            // After a race, what happens depends on which of the two is taken to be first.
            Err(_) if truth.is_racy() && System::fault(toy, *id).kind != FaultKind::DataRace => {}
            Err(why) => return Err(why),
        }
    }
    Ok(faults)
}

/// What the executions told were.
struct Executions {
    classes: BTreeSet<Class>,
    finals: BTreeSet<Final>,
    executions: Vec<Execution>,
}

/// All values, or sources, and local final states; nothing twice.
fn check_coarse(truth: &Truth, seen: &Executions, promise: Promise) -> Result<(), String> {
    let [seen_classes, known] =
        [&seen.executions, &truth.examples].map(|all| all.iter().map(Execution::coarse).collect::<Vec<_>>());
    let values = |all: &[Coarse]| all.iter().map(|coarse| coarse.values.clone()).collect::<BTreeSet<_>>();
    let sources = |all: &[Coarse]| all.iter().map(|coarse| coarse.sources.clone()).collect::<BTreeSet<_>>();
    let missing = values(&known).difference(&values(&seen_classes)).count();
    if missing > 0 {
        return Err(format!("{missing} of {} classes of values are missing", values(&known).len()));
    }
    let missing = sources(&known).difference(&sources(&seen_classes)).count();
    if missing > 0 && promise == Promise::Sources {
        return Err(format!("{missing} of {} classes of reads-from are missing", sources(&known).len()));
    }
    let local = |finals: &BTreeSet<Final>| -> BTreeSet<_> { finals.iter().map(|last| last.threads.clone()).collect() };
    if local(&seen.finals) != local(&truth.finals) {
        return Err("other local final states".into());
    }
    // Where plain accesses are ordered by what a read reads from, that makes a difference that
    // values do not show.
    let plain = truth.finals.first().is_some_and(|last| !last.variables.is_empty());
    let key = |c: &Coarse| match (promise, plain) {
        (Promise::Values, false) => c.value_happens_before().map(Clone::clone).to_vec(),
        (Promise::Values, true) => {
            [c.value_happens_before().to_vec(), vec![&c.sources]].concat().into_iter().cloned().collect()
        }
        _ => c.observation().map(Clone::clone).to_vec(),
    };
    let mut keys = BTreeSet::new();
    match seen_classes.iter().find(|coarse| !keys.insert(key(coarse))) {
        Some(_) => Err("a class was reached twice".into()),
        None => Ok(()),
    }
}

/// The classes and final states of the executions told.
fn check_executions(program: &Rc<Program>, truth: &Truth, told: &Told, promise: Promise) -> Result<Executions, String> {
    let mut classes = BTreeSet::new();
    let mut finals = BTreeSet::new();
    let mut executions = Vec::new();
    let lenient = truth.is_racy() && promise != Promise::Interleavings;
    let ends = told.complete.iter().map(|s| (s, true)).chain(told.blocked.iter().map(|s| (s, false)));
    for (schedule, complete) in ends {
        let seen = match see(program, schedule) {
            Err(_) if lenient => continue,
            seen => seen?,
        };
        if seen.end != Some(End::Stale) {
            finals.insert(seen.last);
        }
        executions.push(seen.execution);
        if lenient {
            continue;
        }
        if seen.end.map(|end| end == End::Complete) != Some(complete) {
            return Err(format!("{schedule}: told as complete: {complete}, but it ends {:?}", seen.end));
        }
        if !truth.classes.contains_key(&seen.class) {
            return Err(format!("{schedule}: its class does not exist"));
        }
        if !classes.insert(seen.class) && matches!(promise, Promise::Once | Promise::OnceAndRedundant) {
            return Err(format!("{schedule}: its class was reached before"));
        }
    }
    Ok(Executions { classes, finals, executions })
}

/// All faults must be found, and no others, except that of races one is enough: each ends the
/// thread. What happens after a race nobody can say, so that an explorer of graphs may find faults
/// in executions that follow an order of its own.
pub(crate) fn check_faults(truth: &Truth, faults: &BTreeSet<FaultKey>, promise: Promise) -> Result<(), String> {
    let race = |fault: &&FaultKey| fault.kind == FaultKind::DataRace;
    if truth.is_racy() && !truth.faults.intersection(faults).any(|fault| race(&fault)) {
        return Err(format!("no race is found that is real, only {faults:?}"));
    }
    if truth.is_racy() && promise != Promise::Interleavings {
        return Ok(());
    }
    let strange: Vec<_> = faults.difference(&truth.faults).collect();
    if !strange.is_empty() {
        return Err(format!("faults that are not real: {strange:?}"));
    }
    match truth.faults.difference(faults).find(|fault| !race(fault)) {
        Some(missing) => Err(format!("a fault is not found: {missing:?}")),
        None => Ok(()),
    }
}

/// A reported fault must be what replaying its schedule finds. Only which accesses race, of those
/// that could, may differ.
pub(crate) fn check_fault(
    program: &Rc<Program>,
    toy: &Toy,
    id: FaultId,
    schedule: &Schedule,
) -> Result<FaultKey, String> {
    let fault = System::fault(toy, id);
    let seen = see(program, schedule)?;
    if fault.kind == FaultKind::DataRace && seen.faults.iter().any(|found| found.0.kind == fault.kind) {
        return Ok(own_key(toy, fault));
    }
    let found = seen.faults.into_iter().find(|found| found.0 == *fault);
    found.map(|found| found.1).ok_or_else(|| format!("{schedule}: replayed without the fault {fault:?}"))
}

fn check_counts(told: &Told, truth: &Truth, promise: Promise) -> Result<(), String> {
    let count = |wanted: End| truth.classes.values().filter(|end| **end == wanted).count() as u64;
    let (complete, stale) = (count(End::Complete), truth.optional.len() as u64);
    // Those of them that were told were held against the classes, once each.
    let told_stale = told.last.blocked.saturating_sub(truth.classes.len() as u64 - complete - stale).min(stale);
    let wanted = match promise {
        Promise::Once | Promise::OnceAndRedundant => {
            (complete, truth.classes.len() as u64 - complete - stale + told_stale)
        }
        Promise::Interleavings => (truth.complete, truth.blocked),
        Promise::AtLeastOnce | Promise::Values | Promise::Sources => return Ok(()),
    };
    let found = (told.last.executions, told.last.blocked);
    if found != wanted || found != (told.complete.len() as u64, told.blocked.len() as u64) {
        return Err(format!("(executions, blocked) are {found:?}, should be {wanted:?}"));
    }
    if promise == Promise::Interleavings && (told.last.events, told.last.depth) != (truth.events, truth.depth) {
        return Err(format!("events and depth: {:?}, {} and {}", told.last, truth.events, truth.depth));
    }
    if told.last.depth != truth.depth && stale == 0 {
        return Err(format!("depth {}, should be {}", told.last.depth, truth.depth));
    }
    if told.last.redundant != 0 && promise != Promise::OnceAndRedundant {
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
    check_explorers(&[("it", make, promise)], profile, count, seed)
}

/// Checks several explorers, with their names and what they promise, on the same `count` random
/// programs.
///
/// # Errors
/// The first program on which one of them goes wrong, made small.
pub fn check_explorers(
    explorers: &[(&str, Factory<'_>, Promise)],
    profile: &Profile,
    count: u64,
    seed: u64,
) -> Result<Summary, Box<Failure>> {
    let by_interleavings = explorers.iter().any(|(_, _, promise)| *promise == Promise::Interleavings);
    let know = if by_interleavings { truth } else { truth_by_classes };
    check_programs(profile, count, seed, know, first_wrong(explorers, check_program))
}

/// What the first of the explorers that is wrong about a program is wrong in.
pub(crate) fn first_wrong<P: Copy>(
    explorers: &[(&str, Factory<'_>, P)],
    check: impl Fn(Factory<'_>, &Rc<Program>, &Truth, P) -> Result<(), String>,
) -> impl Fn(&Rc<Program>, &Truth) -> Option<String> {
    move |program, truth| {
        let mut said = explorers.iter().map(|&(name, make, promise)| {
            check(make, program, truth, promise).err().map(|why| format!("{name}: {why}"))
        });
        said.find_map(|why| why)
    }
}

/// Checks `count` random programs. `know` says what is known of one, unless it is too large;
/// `wrong` what is wrong with it.
pub(crate) fn check_programs(
    profile: &Profile,
    count: u64,
    seed: u64,
    know: impl Fn(&Program, u64) -> Option<Truth>,
    wrong: impl Fn(&Rc<Program>, &Truth) -> Option<String>,
) -> Result<Summary, Box<Failure>> {
    let mut summary = Summary::default();
    let skipped = series(
        count,
        seed,
        |rng| generate(rng, profile),
        |program| know(program, profile.limit),
        |program, truth, seed| {
            summary.add(truth);
            let Some(message) = wrong(&Rc::new(program.clone()), truth) else { return Ok(()) };
            let (program, message) =
                shrink_while(program, message, |program| wrong(&Rc::new(program.clone()), &know(program, 100_000)?));
            Err(Box::new(Failure { program, message, seed }))
        },
    )?;
    Ok(Summary { skipped, ..summary })
}

impl Summary {
    pub(crate) fn add(&mut self, truth: &Truth) {
        let ends = |end: End| u64::from(truth.classes.values().any(|e| *e == end));
        self.programs += 1;
        self.classes += truth.classes.len() as u64;
        self.enumerated += truth.complete + truth.blocked;
        self.with_deadlock += ends(End::Deadlock);
        self.with_blocked += ends(End::Blocked);
        self.with_faults += u64::from(!truth.faults.is_empty());
        self.racy += u64::from(truth.is_racy());
    }
}
