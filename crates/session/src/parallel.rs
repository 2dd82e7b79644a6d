//! Explorations that can be taken apart: by several workers, in several pieces one after the other,
//! on several machines.

use crate::Error;
use crate::beside::{self, Beside};
use crate::checkpoint::{self, Identity};
use crate::events::{Event, Listener};
use crate::explore::Learnt;
use crate::findings::Findings;
use crate::limited::Limited;
use crate::scope::Scope;
use crate::stuck::Watch;
use std::path::Path;
use std::time::{Duration, Instant};
use threadbare_explore::{Ended, Estimates, Graph, Met, Parallel, Snapshot};
use threadbare_machine::{Domain, Machine, Races};
use threadbare_op::{Bound, Coverage, Estimated, FaultId, Fork, Limit, Schedule, Stats, System};

/// Where an exploration begins: at the checkpoint, if one was given, of which the machine then
/// knows what was learnt.
pub(crate) fn begin<D: Domain>(scope: &Scope<'_>, machine: &mut Machine<D>) -> Result<Snapshot, Error> {
    let wanted = &scope.exploration.checkpoint;
    if let Some(path) = &wanted.write {
        checkpoint::try_place(path).map_err(Error::Input)?;
    }
    let Some(path) = &wanted.resume else { return Ok(Snapshot::default()) };
    let from = checkpoint::read(path, &identity(scope, machine)).map_err(Error::Input)?;
    if machine.take_in(&from.knowledge) {
        Ok(from)
    } else {
        Err(Error::Input(format!("cannot resume from {}: it is damaged", path.display())))
    }
}

fn identity<D: Domain>(scope: &Scope<'_>, machine: &Machine<D>) -> Identity {
    Identity::new(scope.subject, scope.exploration, machine.program())
}

/// Explores what the plan says from there on, and leaves a checkpoint if that is wanted. `None` if
/// something was learnt (`--races explore`) that one worker must learn alone, from the start:
/// replays learn it in that order.
pub(crate) fn explore<D: Domain>(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine<D>,
    from: &Snapshot,
) -> Option<Learnt> {
    let mut saving = Saving::new(scope, machine);
    let (begin, mut from) = (from, from.clone());
    let beside = Beside::new(scope, bound);
    let mut pause = beside.may_help().then(|| beside.first());
    let mut watch = Watch::new(scope, bound);
    let mut used = Duration::ZERO;
    let mut known = None;
    let (ended, mut coverage) = loop {
        let begun = Instant::now();
        let (ended, mut coverage, estimates) =
            run(scope, bound, machine, (&from, pause, &mut watch), &mut |snapshot| saving.save(snapshot));
        // A piece that has just begun has none.
        known = estimates.or(known);
        if ended.learnt {
            return None;
        }
        used += begun.elapsed();
        match scope.stop.reason() {
            None if watch.is_stuck => {
                if let Some(explored) = watch.attempt(scope, used) {
                    return Some(Learnt::Elsewhere(Box::new(explored)));
                }
                if ended.resumable {
                    from = ended.snapshot;
                }
                continue;
            }
            // It was to end only after it had paused.
            Some(limit) if watch.is_stuck => coverage.limit(limit),
            _ => {}
        }
        let most = scope.exploration.limits.max_executions.unwrap_or(u64::MAX);
        let Some(executions) = pause.filter(|pause| ended.over && *pause < most) else {
            break (ended, coverage);
        };
        if !ended.resumable {
            // In one piece, without others beside it.
            (pause, from) = (None, begin.clone());
            continue;
        }
        let all = known.and_then(|(_, last)| last.seconds);
        if let Some(explored) = beside.attempt(scope, executions, (used, all)) {
            return Some(Learnt::Elsewhere(Box::new(explored)));
        }
        (pause, from) = (Some(executions * beside::MORE), ended.snapshot);
    };
    if ended.resumable {
        saving.save(&ended.snapshot);
    } else {
        refuse_checkpoint(scope, "memory is accessed in different sizes, so that it is explored in one piece");
    }
    if scope.exploration.shard.is_some() {
        coverage.limit(Limit::Shard);
    }
    Some(Learnt::All(Box::new(Findings { estimates: known, ..findings(machine, ended) }), coverage))
}

/// Leaves a checkpoint of an exploration that one worker has made, if that is wanted: what was
/// learnt is kept.
pub(crate) fn leave<D: Domain>(scope: &Scope<'_>, machine: &Machine<D>, coverage: &Coverage) {
    let mut saving = Saving::new(scope, machine);
    if coverage.stopped {
        saving.save(&Snapshot { knowledge: machine.knowledge(), ..Snapshot::default() });
    } else {
        refuse_checkpoint(scope, "there is nothing left to explore");
    }
}

/// Says why there is no checkpoint, if one is wanted.
pub(crate) fn refuse_checkpoint(scope: &Scope<'_>, why: &str) {
    if scope.exploration.checkpoint.write.is_some() {
        (scope.listener)(Event::NoCheckpoint(why));
    }
}

/// Writes checkpoints, if any are wanted.
struct Saving<'a> {
    place: Option<(&'a Path, Identity)>,
    listener: Listener<'a>,
    complaint: Option<String>,
}

impl<'a> Saving<'a> {
    fn new<D: Domain>(scope: &Scope<'a>, machine: &Machine<D>) -> Self {
        let path = scope.exploration.checkpoint.write.as_deref();
        let place = path.map(|path| (path, identity(scope, machine)));
        Self { place, listener: scope.listener, complaint: None }
    }

    fn save(&mut self, snapshot: &Snapshot) {
        if let Some((path, identity)) = &self.place
            && let Err(error) = checkpoint::write(path, identity, snapshot)
            && self.complaint.as_ref() != Some(&error)
        {
            // What is found is worth more than where to go on.
            (self.listener)(Event::CheckpointFailed(&error));
            self.complaint = Some(error);
        }
    }
}

fn run<D: Domain>(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine<D>,
    (from, pause, watch): (&Snapshot, Option<u64>, &mut Watch),
    save: &mut dyn FnMut(&Snapshot),
) -> (Ended, Coverage, Option<(Estimated, Estimated)>) {
    let Scope { subject, exploration, stop, .. } = scope;
    let limits = &exploration.limits;
    let parallel = Parallel {
        first_fault_only: !exploration.keep_going,
        until: exploration.until,
        shard: exploration.shard,
        max_executions: limits.max_executions.into_iter().chain(pause).min(),
        snapshot_every: exploration.checkpoint.every,
        estimates: match limits.estimate {
            _ if exploration.symbolic => Estimates::None,
            true => Estimates::Only,
            false => Estimates::Also,
        },
        gives_up: subject.machine.races == Races::Explore,
        ..Parallel::new(Graph { model: subject.model, bound }, exploration.jobs)
    };
    // Threads that run long between visible operations are stopped by the flag, not by a sink.
    let _alarm = stop.alarm();
    let mut nothing = Findings::new(true);
    let mut progress = scope.progress(&mut nothing, bound, limits.estimate);
    watch.begin();
    let mut limited = Limited::new(&mut progress, |stats: &Stats| stop.reason().is_some() || watch.look(stats));
    let ended = parallel.explore(machine, from, &mut limited, save);
    let mut coverage = ended.coverage.clone();
    // The machine knows only that it was to stop.
    let met = limited.met;
    let stopped = met || coverage.limits.contains(&Limit::Interrupted);
    coverage.limits.retain(|limit| *limit != Limit::Interrupted);
    if let Some(limit) = stop.reason().filter(|_| stopped && coverage.stopped) {
        coverage.limit(limit);
    }
    if progress.is_known() && coverage.stopped && !met {
        coverage.limit(Limit::Estimate);
    }
    if ended.over {
        coverage.limit(Limit::Executions);
    }
    let estimates = progress.estimates.take();
    (ended, coverage, estimates)
}

/// What was found, in the numbers of `machine`.
fn findings<D: Domain>(machine: &mut Machine<D>, ended: Ended) -> Findings {
    let snapshot = ended.snapshot;
    let mut known = |met: Vec<Met>| -> Vec<(FaultId, Schedule)> {
        met.into_iter().map(|met| (machine.add_fault(met.fault), met.schedule)).collect()
    };
    Findings {
        faults: known(snapshot.faults),
        abandoned: known(snapshot.abandoned),
        stats: snapshot.stats,
        first: snapshot.first.map(|(_, schedule)| schedule),
        ..Findings::default()
    }
}
