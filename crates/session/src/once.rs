//! One run of one explorer.

use crate::compiled::explorer;
use crate::findings::Findings;
use crate::leaks::Leaking;
use crate::limited::{Limited, more};
use crate::race_sample::Sampled;
use crate::scope::Scope;
use crate::task::{Algorithm, Tuning};
use std::sync::atomic::Ordering;
use threadbare_explore::{Counts, Drawn, Explorer, Graph, Measured, Prefix, Random, Rvf, Sink, States, Unfolding};
use threadbare_machine::{Domain, Machine};
use threadbare_op::{Bound, Coverage, Limit, Schedule, Stats};

/// What an explorer tells besides what goes to its sink.
#[derive(Default)]
struct Aside {
    measured: Option<Measured>,
    prefix: Option<Counts>,
    drawn: Option<Drawn>,
    races: Vec<Schedule>,
}

/// Explores until the end, a limit, or until the machine wants to begin again.
pub(crate) fn once(scope: &Scope<'_>, bound: Option<Bound>, machine: &mut Machine) -> (Findings, Coverage) {
    let template = scope.exploration.leaks.then(|| machine.another(None));
    let mut aside = Aside::default();
    let explored =
        limited(scope, (bound, template), machine, |machine, sink| run(scope, bound, machine, sink, &mut aside));
    let (mut findings, coverage) = explored;
    (findings.measured, findings.prefix, findings.races) = (aside.measured, aside.prefix, aside.races);
    findings.drawn = aside.drawn;
    (findings, coverage)
}

/// The same with what explores, in any domain. Leaks are looked for on machines like the template.
pub(crate) fn limited<D: Domain>(
    scope: &Scope<'_>,
    (bound, template): (Option<Bound>, Option<Machine>),
    machine: &mut Machine<D>,
    run: impl FnOnce(&mut Machine<D>, &mut dyn Sink) -> Coverage,
) -> (Findings, Coverage) {
    let Scope { exploration, stop, .. } = scope;
    let restart = machine.signals().restart.clone();
    // Threads that run long between visible operations are stopped by the flag, not by a sink.
    let _alarm = stop.alarm();
    let mut findings = Findings::new(exploration.keep_going);
    let mut progress = scope.progress(&mut findings, bound, false);
    let mut counted = Limited::new(&mut progress, more(&exploration.limits));
    let mut limited = Limited::new(&mut counted, |_: &Stats| stop.reason().is_some());
    let mut restarted = Limited::new(&mut limited, |_: &Stats| restart.load(Ordering::Relaxed));
    let mut leaking = Leaking::new(&mut restarted, template, exploration.keep_going);
    let mut coverage = run(machine, &mut leaking);
    let leaks = leaking.leaks;
    // The machine knows only that it was to stop.
    let stopped = limited.met || coverage.limits.contains(&Limit::Interrupted);
    let over = counted.met;
    coverage.limits.retain(|l| *l != Limit::Interrupted);
    if let Some(limit) = stop.reason().filter(|_| stopped) {
        coverage.limit(limit);
    }
    if over {
        coverage.limit(Limit::Executions);
    }
    drop(progress);
    findings.leaks = leaks;
    (findings, coverage)
}

/// Has the explorer explore.
fn run(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
    sink: &mut dyn Sink,
    aside: &mut Aside,
) -> Coverage {
    let Tuning { without, time_witnesses: timed, .. } = scope.exploration.tuning;
    match scope.exploration.algorithm {
        Algorithm::Rvf => { Rvf { without, timed } }.run(machine, sink),
        Algorithm::Unfolding => unfolding(scope, bound, machine, sink, aside),
        Algorithm::Prefix => {
            let mut prefix = Prefix { fairness: scope.exploration.tuning.fairness, ..Prefix::default() };
            let coverage = prefix.run(machine, sink);
            aside.prefix = Some(prefix.counts);
            coverage
        }
        Algorithm::States => {
            let mut states = States { fairness: scope.exploration.tuning.fairness, ..States::default() };
            let coverage = states.run(machine, sink);
            aside.prefix = Some(states.counts);
            coverage
        }
        Algorithm::Random => {
            let mut random = random(scope);
            let coverage = random.run(machine, sink);
            aside.drawn = Some(random.drawn);
            coverage
        }
        Algorithm::Graph => Graph { model: scope.subject.model, bound }.run(machine, sink),
        // There is nothing to set.
        algorithm => explorer(algorithm, scope.subject.model).run(machine, sink),
    }
}

/// Executions are drawn as the options say.
pub(crate) fn random(scope: &Scope<'_>) -> Random {
    let Tuning { seed, prefers_new, .. } = scope.exploration.tuning;
    Random { model: scope.subject.model, seed, prefers_new, ..Random::default() }
}

/// The unfolding can look for races in a sample of the executions, and measures itself.
fn unfolding(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
    sink: &mut dyn Sink,
    aside: &mut Aside,
) -> Coverage {
    let Tuning { alternatives, timed, race_sample, cutoffs, fairness, .. } = scope.exploration.tuning;
    // It knows no other bounds.
    let context_switches = match bound {
        Some(Bound::ContextSwitches(most)) => Some(most),
        _ => None,
    };
    let asked = Unfolding { alternatives, context_switches, timed, ..Unfolding::default() };
    let mut unfolding = Unfolding { cutoffs, fairness, ..asked };
    let checking = race_sample.and_then(|percent| Some((percent, machine.checking_races()?)));
    let coverage = match checking {
        Some((percent, checking)) => {
            let mut sampled = Sampled::new(sink, checking, percent, scope.exploration.keep_going);
            let mut coverage = unfolding.run(machine, &mut sampled);
            coverage.limit(Limit::RaceSample);
            aside.races = sampled.races;
            coverage
        }
        None => unfolding.run(machine, sink),
    };
    (aside.measured, aside.prefix) = (Some(unfolding.measured), unfolding.counts);
    coverage
}
