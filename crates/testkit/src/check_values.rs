//! Explorers of classes by values against the oracle.

use crate::check::{Factory, Failure, Summary, Told, check_coverage, check_fault, check_faults, real_faults, see};
use crate::check::{Promise, check_programs, first_wrong, run_guarded};
use crate::class::{Class, End};
use crate::generate::Profile;
use crate::oracle::{Final, Truth, truth_by_classes};
use crate::program::Program;
use crate::values::ValueClasses;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What an explorer promises beyond reaching all that threads can do (every class by values, every
/// fault).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Classes {
    /// Each reads-from class once.
    ReadsFrom,
    /// Each class of reads-from and of the order of writes that are read once.
    Observers,
    /// No reads-value-from class twice.
    ReadsValueFrom,
}

impl Classes {
    fn class(self, classes: &ValueClasses) -> &Class {
        match self {
            Self::ReadsFrom => &classes.reads_from,
            Self::Observers => &classes.observers,
            Self::ReadsValueFrom => &classes.reads_value_from,
        }
    }
}

/// What the threads have come to.
type Locals = BTreeSet<Vec<u8>>;

fn locals<'a>(finals: impl IntoIterator<Item = &'a Final>) -> Locals {
    finals.into_iter().map(|last| format!("{:?}", last.threads).into_bytes()).collect()
}

/// Checks one program, of which `truth` is known.
///
/// # Errors
/// What is wrong.
pub fn check_program(make: Factory<'_>, program: &Rc<Program>, truth: &Truth, promise: Classes) -> Result<(), String> {
    let limit = 4 * truth.classes.len() + 64;
    let (toy, told, coverage) = run_guarded(make, program, limit)?;
    if coverage.stopped {
        return Err(format!("the explorer reports more than {limit} executions and does not end"));
    }
    check_coverage(truth, &coverage)?;
    let faults = real_faults(program, truth, &toy, &told)?;
    check_faults(truth, &faults, Promise::Once)?;
    if truth.is_racy() { Ok(()) } else { check_classes(program, truth, &told, promise) }
}

fn check_classes(program: &Rc<Program>, truth: &Truth, told: &Told, promise: Classes) -> Result<(), String> {
    let known: BTreeMap<&Class, End> = truth.value_classes().iter().map(|(c, end)| (&c.values, *end)).collect();
    let all: BTreeSet<&Class> = truth.value_classes().keys().map(|c| promise.class(c)).collect();
    let (mut values, mut classes, mut finals) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let ends = told.complete.iter().map(|s| (s, true)).chain(told.blocked.iter().map(|s| (s, false)));
    for (schedule, complete) in ends {
        let seen = see(program, schedule)?;
        let its = seen.execution.value_classes();
        finals.push(seen.last);
        let end = known.get(&its.values);
        if end.is_none() || seen.end != end.copied() {
            return Err(format!("{schedule}: ends {:?}, should end {end:?}", seen.end));
        }
        if (seen.end == Some(End::Complete)) != complete {
            return Err(format!("{schedule}: told as complete: {complete}, but it ends {:?}", seen.end));
        }
        values.insert(its.values.clone());
        // Classes are finer, then.
        if !classes.insert(promise.class(&its).clone()) && !told.afresh {
            return Err(format!("{schedule}: its class was reached before"));
        }
    }
    if let Some((_, end)) = known.iter().find(|(class, _)| !values.contains(**class)) {
        return Err(format!("{} of {} classes by values; a missing one ends {end:?}", values.len(), known.len()));
    }
    if promise != Classes::ReadsValueFrom && classes.len() != all.len() {
        return Err(format!("{} of {} classes of {promise:?}", classes.len(), all.len()));
    }
    if locals(&finals) != locals(&truth.finals) {
        return Err("other final local states".into());
    }
    let found = (told.last.executions, told.last.blocked);
    if found != (told.complete.len() as u64, told.blocked.len() as u64) {
        return Err(format!("(executions, blocked) are {found:?}"));
    }
    Ok(())
}

/// More executions than a random program has. How many it has, the oracle does not say: to it,
/// read-modify-writes in vain are reads, and whoever takes them for writes tells their orders
/// apart.
const MOST_EXECUTIONS: usize = 100_000;

/// Checks one program in which threads wait in loops, of which `truth` is known: all ends in which
/// no wait would see something else by now, and all faults; the others say nothing that these do
/// not. Nothing is told twice.
///
/// # Errors
/// What is wrong.
pub fn check_waits(make: Factory<'_>, program: &Rc<Program>, truth: &Truth) -> Result<(), String> {
    let (toy, told, coverage) = run_guarded(make, program, MOST_EXECUTIONS)?;
    if !coverage.is_complete() {
        return Err(format!("{coverage:?}"));
    }
    let mut faults = BTreeSet::new();
    for (id, schedule) in &told.faults {
        faults.insert(check_fault(program, &toy, *id, schedule)?);
    }
    check_faults(truth, &faults, Promise::Once)?;
    let (mut values, mut finals, mut traces) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
    for schedule in told.complete.iter().chain(&told.blocked) {
        let seen = see(program, schedule)?;
        if !traces.insert(seen.trace) {
            return Err(format!("{schedule}: the same was told before"));
        }
        finals.push(seen.last);
        values.insert(seen.execution.value_classes().values);
    }
    // An execution that a fault of one thread has blocked may be shown with another thread waiting
    // for something stale.
    let told_apart = |end: &End| matches!(end, End::Complete | End::Deadlock);
    let missing = |(class, end): &(&ValueClasses, &End)| told_apart(end) && !values.contains(&class.values);
    match truth.value_classes().iter().find(missing) {
        Some((_, end)) => Err(format!("a missing class by values ends {end:?}")),
        None if !locals(&finals).is_superset(&locals(&truth.finals)) => Err("a final local state is missing".into()),
        None => Ok(()),
    }
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
    promise: Classes,
) -> Result<Summary, Box<Failure>> {
    check_explorers(&[("it", make, promise)], profile, count, seed)
}

/// Checks several explorers, with their names, on the same `count` random programs.
///
/// # Errors
/// The first program on which one of them goes wrong, made small.
pub fn check_explorers(
    explorers: &[(&str, Factory<'_>, Classes)],
    profile: &Profile,
    count: u64,
    seed: u64,
) -> Result<Summary, Box<Failure>> {
    check_programs(profile, count, seed, truth_by_classes, first_wrong(explorers, check_program))
}
