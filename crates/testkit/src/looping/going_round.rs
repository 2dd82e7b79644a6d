//! Explorers held against [`mod@super::livelocks`]: each livelock that is told is one, and where there is one,
//! one is told.

use super::known::{lock, unlock};
use super::{Body, Looping, Told, back, in_vain, livelocks, reached};
use crate::class::Path;
use crate::program::{Inst, Program, val};
use crate::rng::Rng;
use crate::toy::Toy;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_explore::{Explorer, Fairness, Prefix, PrefixMistake, Replayed, Sink, replay};
use threadbare_op::{Details, FaultId, FaultKind, RmwOp, Schedule, System};

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct LivelockSummary {
    pub programs: u64,
    /// Made, but with too many states, or with other faults.
    pub skipped: u64,
    pub with_livelocks: u64,
    /// Livelocks, by the threads that go round.
    pub livelocks: u64,
    /// Of three threads or more.
    pub of_three: u64,
    /// Livelocks that a strongly fair scheduler does not keep up.
    pub only_weak: u64,
}

/// Programs with more states are skipped.
const MOST: usize = 600;

#[derive(Default)]
pub(super) struct Faults(pub(super) Vec<(FaultId, Schedule)>);

impl Sink for Faults {
    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.0.push((fault, schedule()));
        ControlFlow::Continue(())
    }
}

/// What the explorer tells, each livelock replayed.
fn told(program: &Program, fairness: Fairness, mistake: Option<PrefixMistake>) -> Result<Told, String> {
    let (program, mut sink) = (Rc::new(program.clone()), Faults::default());
    let mut toy = Toy::with_states(&program);
    let coverage = Prefix { fairness, mistake, ..Prefix::default() }.run(&mut toy, &mut sink);
    if !coverage.limits.is_empty() {
        return Err(format!("{coverage:?}"));
    }
    let mut told = Told::new();
    for (id, schedule) in sink.0 {
        let fault = System::fault(&toy, id).clone();
        let Details::Waits(waits) = &fault.details else { return Err(format!("{fault:?}")) };
        if fault.kind != FaultKind::Liveness || schedule.repeats == 0 {
            return Err(format!("{fault:?}, {schedule}"));
        }
        let text = schedule.to_string();
        let parsed: Schedule = text.parse().map_err(|e| format!("{text}: {e}"))?;
        let mut again = Toy::with_states(&program);
        let end =
            replay(&mut again, &parsed, &mut |_: &mut Toy, _: &Replayed<_>| ()).map_err(|e| format!("{text}: {e}"))?;
        if !end.faults.iter().any(|(id, _)| *System::fault(&again, *id) == fault) {
            return Err(format!("{text}: replayed without {fault:?}"));
        }
        told.insert(waits.iter().map(|wait| toy.path(wait.thread)).collect());
    }
    Ok(told)
}

/// Checks random programs; a mistake is to be found.
///
/// # Errors
/// The first program on which the explorer goes wrong, and how.
pub fn check_livelocks(
    (count, seed): (u64, u64),
    make: &dyn Fn(&mut Rng) -> Looping,
    mistake: Option<PrefixMistake>,
) -> Result<LivelockSummary, String> {
    let mut summary = LivelockSummary::default();
    for seed in seed.. {
        if summary.programs >= count {
            break;
        }
        let made = make(&mut Rng::new(seed));
        match check_one(&made, mistake, &mut summary) {
            Ok(true) => summary.programs += 1,
            Ok(false) => {
                summary.skipped += 1;
                assert!(summary.skipped < 5 * (count + 10), "too many programs with faults, or too many states");
            }
            Err(why) => return Err(format!("seed {seed}: {why}\n{}", made.program())),
        }
    }
    Ok(summary)
}

/// Whether there was anything to check.
fn check_one(made: &Looping, mistake: Option<PrefixMistake>, summary: &mut LivelockSummary) -> Result<bool, String> {
    let program = made.program();
    let Some(truth) = reached(&program, MOST) else { return Ok(false) };
    if !truth.faults.is_empty() || !truth.circles.is_empty() {
        return Ok(false);
    }
    let mut all = Vec::new();
    for fairness in [Fairness::Weak, Fairness::Strong] {
        let Some(real) = livelocks(&program, MOST, fairness == Fairness::Strong) else { return Ok(false) };
        let told = told(&program, fairness, mistake)?;
        // One that waits in vain, and only looks, is told as it goes round, too.
        let is_in_vain = |set: &BTreeSet<Path>| in_vain(&program, MOST).is_some_and(|vain| vain.all.contains(set));
        if let Some(strange) = told.difference(&real).find(|set| !is_in_vain(set)) {
            return Err(format!("no livelock, {fairness:?}: {strange:?}\ntold {told:?}\nreal {real:?}"));
        }
        if told.is_empty() && !real.is_empty() {
            return Err(format!("not found, {fairness:?}: {real:?}"));
        }
        all.push(real);
    }
    summary.with_livelocks += u64::from(!all[0].is_empty());
    summary.livelocks += all[0].len() as u64;
    summary.of_three += all[0].iter().filter(|threads| threads.len() > 2).count() as u64;
    summary.only_weak += all[0].difference(&all[1]).count() as u64;
    Ok(true)
}

/// A program whose threads retry: each raises a flag, looks at others', and lowers its own before it tries
/// again; or does something like it.
#[must_use]
pub fn retries(rng: &mut Rng) -> Looping {
    let threads = 2 + usize::from(rng.percent(30));
    let mut program = Looping::parallel((0..threads).map(|me| retrying(rng, me, threads)).collect(), threads + 1, 0, 2);
    program.locations[threads] = rng.below(2) as u64;
    program
}

pub(super) fn retrying(rng: &mut Rng, me: usize, threads: usize) -> Body {
    if rng.percent(15) {
        // It only does something, under a lock or not, or polls.
        if rng.percent(50) {
            let mutex = rng.below(2);
            return Body { once: vec![lock(mutex), any(rng, threads), unlock(mutex)], ..Body::default() };
        }
        let again = (0..1 + rng.below(3)).map(|_| any(rng, threads)).collect();
        return Body { once: Vec::new(), again, endless: rng.percent(50) };
    }
    let around = |rng: &mut Rng| -> Vec<Inst> {
        let some = if rng.percent(30) { 1 + rng.below(2) } else { 0 };
        (0..some).map(|_| any(rng, threads)).collect()
    };
    let mut code = around(rng);
    code.extend(attempts(rng, me, threads));
    code.extend(around(rng));
    if rng.percent(50) {
        code.push(Inst::store(me, val(0)));
    }
    if rng.percent(30) {
        return Body { once: Vec::new(), again: code, endless: true };
    }
    Body { once: code, ..Body::default() }
}

/// A loop that is left if others' flags are down.
fn attempts(rng: &mut Rng, me: usize, threads: usize) -> Vec<Inst> {
    let other = (me + 1 + rng.below(threads - 1)) % threads;
    let shared = if rng.percent(20) { threads } else { me };
    let locked = rng.percent(15).then(|| rng.below(2));
    let mut round: Vec<Inst> = locked.into_iter().map(lock).collect();
    round.push(Inst::store(shared, val(1)));
    round.extend(locked.into_iter().map(unlock));
    let mut looked = vec![(other, u64::from(rng.percent(15)))];
    if threads > 2 && rng.percent(50) {
        looked.push(((me + 2) % threads, 0));
    }
    // Places of the jumps that leave.
    let mut leaves = Vec::new();
    for (location, down) in looked {
        round.push(Inst::load(0, location));
        leaves.push((round.len(), down));
        round.push(Inst::Skip { reg: 0, value: down, equal: true, count: 0 });
    }
    round.push(match rng.below(12) {
        0 => Inst::rmw(1, shared, RmwOp::Xor, val(1)),
        1 => Inst::cas(1, threads, val(0), val(1)),
        2 => any(rng, threads),
        _ => Inst::store(shared, val(0)),
    });
    if rng.percent(15) {
        round.push(any(rng, threads));
    }
    if rng.percent(10) {
        let at = rng.below(round.len());
        if !matches!(round[at], Inst::Skip { .. } | Inst::Sync { .. }) {
            round[at] = any(rng, threads);
        }
    }
    let count = round.len();
    round.push(back(count));
    // With two looks, only the last one leaves; the first one goes on to it.
    for (number, (at, down)) in leaves.iter().enumerate() {
        let is_last = number + 1 == leaves.len();
        round[*at] = if is_last {
            Inst::Skip { reg: 0, value: *down, equal: true, count: count - at }
        } else {
            // A flag that is up leads past the second look.
            Inst::Skip { reg: 0, value: *down, equal: false, count: 2 }
        };
    }
    round
}

pub(super) fn any(rng: &mut Rng, threads: usize) -> Inst {
    let (location, value) = (rng.below(threads + 1), val(rng.below(2) as u64));
    match rng.below(6) {
        0 | 1 => Inst::load(1, location),
        2 => Inst::rmw(1, location, RmwOp::Xor, val(1)),
        3 => Inst::cas(1, location, val(0), val(1)),
        4 => Inst::fence(),
        _ => Inst::store(location, value),
    }
}
