//! Explorations that can be taken apart: by several workers, in several pieces one after the other,
//! on several machines.

use crate::bounded::Scope;
use crate::checkpoint::{self, Identity};
use crate::run::Error;
use crate::wrap::{Findings, Limited, Progress};
use std::path::Path;
use threadbare_explore::{Ended, Estimates, Graph, Met, Parallel, Snapshot};
use threadbare_machine::{Machine, Races};
use threadbare_op::{Bound, Coverage, FaultId, Fork, Limit, Schedule, Stats, System};
use threadbare_report::Estimated;

/// Where an exploration begins: at the checkpoint, if one was given, of which the machine then
/// knows what was learnt.
pub(crate) fn begin(scope: &Scope<'_>, machine: &mut Machine) -> Result<Snapshot, Error> {
    let exploration = scope.exploration;
    if let Some(path) = &exploration.checkpoint {
        checkpoint::try_place(path).map_err(Error::Input)?;
    }
    let Some(path) = &exploration.resume else { return Ok(Snapshot::default()) };
    let from = checkpoint::read(path, &identity(scope, machine)).map_err(Error::Input)?;
    if machine.take_in(&from.knowledge) {
        Ok(from)
    } else {
        Err(Error::Input(format!("cannot resume from {}: it is damaged", path.display())))
    }
}

fn identity(scope: &Scope<'_>, machine: &Machine) -> Identity {
    Identity::new(scope.plan, machine.program(), scope.model.name())
}

/// Explores what the plan says from there on, and leaves a checkpoint if that is wanted. `None` if
/// something was learnt (`--races explore`) that one worker must learn alone, from the start:
/// replays learn it in that order.
pub(crate) fn explore(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
    from: &Snapshot,
) -> Option<(Findings, Coverage)> {
    let mut saving = Saving::new(scope, machine);
    let (ended, mut coverage, estimates) = run(scope, bound, machine, from, &mut |snapshot| saving.save(snapshot));
    if ended.learnt {
        return None;
    }
    if ended.resumable {
        saving.save(&ended.snapshot);
    } else {
        refuse_checkpoint(scope, "memory is accessed in different sizes, so that it is explored in one piece");
    }
    if scope.exploration.shard.is_some() {
        coverage.limit(Limit::Shard);
    }
    Some((Findings { estimates, ..findings(machine, ended) }, coverage))
}

/// Leaves a checkpoint of an exploration that one worker has made, if that is wanted: what was
/// learnt is kept.
pub(crate) fn leave(scope: &Scope<'_>, machine: &Machine, coverage: &Coverage) {
    let mut saving = Saving::new(scope, machine);
    if coverage.stopped {
        saving.save(&Snapshot { knowledge: machine.knowledge(), ..Snapshot::default() });
    } else {
        refuse_checkpoint(scope, "there is nothing left to explore");
    }
}

/// Says why there is no checkpoint, if one is wanted.
pub(crate) fn refuse_checkpoint(scope: &Scope<'_>, why: &str) {
    if scope.exploration.checkpoint.is_some() {
        eprintln!("threadbare: no checkpoint: {why}");
    }
}

/// Writes checkpoints, if any are wanted.
struct Saving<'a> {
    place: Option<(&'a Path, Identity)>,
    complaint: Option<String>,
}

impl<'a> Saving<'a> {
    fn new(scope: &Scope<'a>, machine: &Machine) -> Self {
        let path = scope.exploration.checkpoint.as_deref();
        Self { place: path.map(|path| (path, identity(scope, machine))), complaint: None }
    }

    fn save(&mut self, snapshot: &Snapshot) {
        if let Some((path, identity)) = &self.place
            && let Err(error) = checkpoint::write(path, identity, snapshot)
            && self.complaint.as_ref() != Some(&error)
        {
            // What is found is worth more than where to go on.
            eprintln!("threadbare: {error}");
            self.complaint = Some(error);
        }
    }
}

fn run(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
    from: &Snapshot,
    save: &mut dyn FnMut(&Snapshot),
) -> (Ended, Coverage, Option<(Estimated, Estimated)>) {
    let Scope { plan, exploration, model, stop, .. } = scope;
    let parallel = Parallel {
        first_fault_only: !exploration.keep_going,
        shard: exploration.shard,
        max_executions: exploration.max_executions,
        snapshot_every: exploration.checkpoint_every,
        estimates: if exploration.estimate { Estimates::Only } else { Estimates::Also },
        gives_up: plan.machine.races == Races::Explore,
        ..Parallel::new(Graph { model: *model, bound }, exploration.jobs)
    };
    // Threads that run long between visible operations are stopped by the flag, not by a sink.
    let _alarm = stop.alarm();
    let mut nothing = Findings::new(true);
    let mut progress = Progress::new(&mut nothing, scope.progress).within(bound).only_estimates(exploration.estimate);
    progress = progress.ends_at_fault(!exploration.keep_going);
    let mut limited = Limited::new(&mut progress, |_: &Stats| stop.reason().is_some());
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
fn findings(machine: &mut Machine, ended: Ended) -> Findings {
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
