//! Executions drawn at random against the oracle: each is one of the program's, ends as told, and
//! each fault is real. Nothing need be found; how much was found is told, so that tests can ask for
//! most.

use super::{Failure, Promise, check_executions, check_programs, guarded, real_faults};
use crate::check::Told;
use crate::generate::Profile;
use crate::oracle::{Truth, truth_by_classes};
use crate::program::{Program, REFUSED};
use crate::toy::Toy;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_explore::{Explorer, Random};
use threadbare_op::{FaultKind, Limit};

/// So many executions of a program are drawn.
const EXECUTIONS: usize = 300;

/// How much of all was found.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Sampled {
    pub programs: u64,
    pub classes: u64,
    pub classes_found: u64,
    pub faults: u64,
    pub faults_found: u64,
    pub races: u64,
    pub races_found: u64,
    /// Executions that told nothing, since what was left of them did not fit.
    pub redundant: u64,
}

/// Checks `count` random programs.
///
/// # Errors
/// The first program of which an execution is wrong, made small.
pub fn check_drawn(profile: &Profile, count: u64, seed: u64, prefers_new: bool) -> Result<Sampled, Box<Failure>> {
    let all = RefCell::new(Sampled::default());
    check_programs(profile, count, seed, truth_by_classes, |program, truth| {
        let random = Random { seed, prefers_new, ..Random::default() };
        check_drawing(random, program, truth, &mut all.borrow_mut()).err()
    })?;
    Ok(all.into_inner())
}

/// Draws executions of one program, adds what is found, and what there is.
///
/// # Errors
/// What is wrong.
pub fn check_drawing(
    mut random: Random,
    program: &Rc<Program>,
    truth: &Truth,
    all: &mut Sampled,
) -> Result<(), String> {
    let run = || {
        let mut toy = Toy::new(program);
        let mut told = Told { limit: EXECUTIONS, ..Told::default() };
        let coverage = random.run(&mut toy, &mut told);
        (toy, told, coverage)
    };
    let (toy, told, coverage) = guarded(run)?;
    if coverage.unsupported.contains(&REFUSED) {
        return Ok(());
    }
    if !coverage.limits.contains(&Limit::Sample) || coverage.is_complete() {
        return Err(format!("{coverage:?} seems to be everything"));
    }
    let seen = check_executions(program, truth, &told, Promise::AtLeastOnce)?;
    let faults = real_faults(program, truth, &toy, &told)?;
    let is_race = |kind: FaultKind| kind == FaultKind::DataRace;
    all.programs += 1;
    all.redundant += told.last.redundant;
    if truth.is_racy() {
        all.races += 1;
        all.races_found += u64::from(faults.iter().any(|fault| is_race(fault.kind) && truth.faults.contains(fault)));
        return Ok(());
    }
    let strange: BTreeSet<_> = faults.difference(&truth.faults).collect();
    if !strange.is_empty() {
        return Err(format!("faults that are not real: {strange:?}"));
    }
    all.faults += truth.faults.len() as u64;
    all.faults_found += faults.len() as u64;
    all.classes += (truth.classes.len() - truth.optional.len()) as u64;
    all.classes_found += seen.classes.iter().filter(|class| !truth.optional.contains(*class)).count() as u64;
    let (different, most) = (random.drawn.different.round() as usize, told.complete.len() + told.blocked.len());
    if different > most || (truth.faults.is_empty() && different < seen.classes.len()) {
        return Err(format!("{different} different ones of {most}, but {} were seen", seen.classes.len()));
    }
    Ok(())
}
