//! Explorations that can be taken apart: by several workers, in several pieces one after the other, on several machines.

use crate::bounded::Scope;
use crate::checkpoint::{self, Identity};
use crate::run::Error;
use crate::wrap::{Findings, Limited, Progress};
use threadbare_explore::{Ended, Graph, Parallel, Snapshot};
use threadbare_machine::{Machine, Races};
use threadbare_op::{Bound, Coverage, Limit, Stats, System};
use threadbare_report::Estimated;

/// Explores what the plan says, from a checkpoint if there is one, and leaves one if that is wanted. `None` if something was learnt
/// (`--races explore`) that one worker must learn alone: replays learn it in that order.
pub(crate) fn explore(
    scope: &Scope<'_>,
    bound: Option<Bound>,
    machine: &mut Machine,
) -> Result<Option<(Findings, Coverage)>, Error> {
    let Scope { plan, exploration, model, .. } = scope;
    let checkpoints = exploration.checkpoint.is_some() || exploration.resume.is_some();
    let identity = checkpoints.then(|| Identity::new(plan, machine.program(), model.name()));
    let from = match (&exploration.resume, &identity) {
        (Some(path), Some(identity)) => checkpoint::read(path, identity).map_err(Error::Input)?,
        _ => Snapshot::default(),
    };
    if let Some(path) = &exploration.checkpoint {
        checkpoint::try_place(path).map_err(Error::Input)?;
    }
    let mut complaint = None;
    let mut save = |snapshot: &Snapshot| {
        if let (Some(path), Some(identity)) = (&exploration.checkpoint, &identity)
            && let Err(error) = checkpoint::write(path, identity, snapshot)
            && complaint.as_ref() != Some(&error)
        {
            // What is found is worth more than where to go on.
            eprintln!("threadbare: {error}");
            complaint = Some(error);
        }
    };
    let (ended, mut coverage, estimates) = run(scope, bound, machine, &from, &mut save);
    if ended.learnt {
        return Ok(None);
    }
    if ended.resumable {
        save(&ended.snapshot);
    } else if exploration.checkpoint.is_some() {
        eprintln!(
            "threadbare: no checkpoint: memory is accessed in different sizes, so that it is explored in one piece"
        );
    }
    if exploration.shard.is_some() {
        coverage.limit(Limit::Shard);
    }
    Ok(Some((Findings { estimates, ..findings(machine, ended) }, coverage)))
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
        estimates: true,
        gives_up: plan.machine.races == Races::Explore,
        ..Parallel::new(Graph { model: *model, bound }, exploration.jobs)
    };
    // Threads that run long between visible operations are stopped by the flag, not by a sink.
    let _alarm = stop.alarm();
    let mut nothing = Findings::new(true);
    let mut progress = Progress::new(&mut nothing, scope.progress).within(bound);
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
    if ended.over {
        coverage.limit(Limit::Executions);
    }
    let estimates = progress.estimates.take();
    (ended, coverage, estimates)
}

/// What was found, in the numbers of `machine`.
fn findings(machine: &mut Machine, ended: Ended) -> Findings {
    let snapshot = ended.snapshot;
    let faults = snapshot.faults.into_iter().map(|met| (machine.add_fault(met.fault), met.schedule)).collect();
    Findings {
        faults,
        stats: snapshot.stats,
        first: snapshot.first.map(|(_, schedule)| schedule),
        ..Findings::default()
    }
}
