//! Bounded exploration against the oracle: each class within the bound once, none beyond it, and
//! the faults of those within it.

use crate::bounds::rounds;
use crate::check::{Told, see};
use crate::class::{Class, End, Path};
use crate::explorers::graph_of;
use crate::generate::{Profile, generate};
use crate::oracle::{FaultKey, Truth, cost_of, truth, truth_by_classes};
use crate::program::{Program, UNSUPPORTED};
use crate::rng::Rng;
use crate::series::shrink_while;
use crate::toy::Toy;
use crate::weak::{self, enumerate::enumerate};
use std::collections::BTreeSet;
use std::rc::Rc;
use threadbare_explore::Explorer;
use threadbare_op::{Bound, Coverage, Fault, FaultKind, Limit, Model, Schedule, System, ThreadId};

/// Makes an explorer that keeps to the bound.
pub type BoundedFactory<'a> = &'a dyn Fn(Bound) -> Box<dyn Explorer<Toy>>;

/// Which faults an explorer finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finds {
    /// Those of executions that stay within it until everybody has ended, waits or has failed.
    Ends,
    /// All to which a beginning within the bound leads.
    Beginnings,
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct BoundSummary {
    pub runs: u64,
    /// Programs that have classes on both sides of the bound.
    pub cut: u64,
    /// Classes within the bound.
    pub within: u64,
    /// Classes beyond it.
    pub beyond: u64,
    /// Explored in vain.
    pub redundant: u64,
}

/// The limit that tells of a bound.
fn limit_of(bound: Bound) -> Limit {
    match bound {
        Bound::Rounds(_) => Limit::Rounds,
        Bound::Preemptions(_) => Limit::Preemptions,
        Bound::ContextSwitches(_) => Limit::ContextSwitches,
    }
}

/// Whether the class is within the bound.
pub(crate) fn within(truth: &Truth, class: &Class, bound: Bound) -> bool {
    truth.weights.get(class).is_some_and(|weight| match bound {
        Bound::Rounds(most) => weight.rounds <= most,
        _ => weight.least.within(bound),
    })
}

/// Checks one program, of which `truth` is known, under one bound.
///
/// # Errors
/// What is wrong.
pub fn check_bounded(
    make: BoundedFactory<'_>,
    program: &Rc<Program>,
    truth: &Truth,
    (bound, finds): (Bound, Finds),
    summary: &mut BoundSummary,
) -> Result<(), String> {
    let wanted: BTreeSet<&Class> = truth.classes.keys().filter(|class| within(truth, class, bound)).collect();
    let mut toy = Toy::new(program);
    let mut told = Told { limit: 4 * truth.classes.len() + 16, ..Told::default() };
    let coverage = make(bound).run(&mut toy, &mut told);
    if coverage.stopped {
        return Err("it reports far too many executions".into());
    }
    let mut reached = BTreeSet::new();
    let ends = told.complete.iter().map(|s| (s, true)).chain(told.blocked.iter().map(|s| (s, false)));
    for (schedule, complete) in ends {
        let seen = see(program, schedule)?;
        if seen.end.map(|end| end == End::Complete) != Some(complete) {
            return Err(format!("{schedule}: told as complete: {complete}, but it ends {:?}", seen.end));
        }
        if !truth.classes.contains_key(&seen.class) {
            return Err(format!("{schedule}: its class does not exist"));
        }
        if !wanted.contains(&seen.class) {
            return Err(format!("{schedule}: beyond the bound"));
        }
        if !reached.insert(seen.class) {
            return Err(format!("{schedule}: its class was reached before"));
        }
    }
    if reached.len() != wanted.len() {
        return Err(format!("{} of {} classes within {bound:?}", reached.len(), wanted.len()));
    }
    check_faults(program, truth, &told, &wanted, bound)?;
    for (id, schedule) in &told.faults {
        check_cost(program, schedule, bound)?;
        check_first(truth, toy.fault(*id), bound)?;
    }
    if finds == Finds::Beginnings {
        check_all_first(program, truth, &told, bound)?;
    }
    let beyond = truth.classes.len() - wanted.len();
    check_coverage(truth, &coverage, bound, beyond)?;
    if beyond == 0 && told.last.redundant > 0 {
        return Err(format!("{} redundant, though nothing is beyond the bound", told.last.redundant));
    }
    summary.runs += 1;
    summary.cut += u64::from(beyond > 0 && !wanted.is_empty());
    summary.within += wanted.len() as u64;
    summary.beyond += beyond as u64;
    summary.redundant += told.last.redundant;
    Ok(())
}

/// All faults of executions within the bound, and no unreal ones.
fn check_faults(
    program: &Rc<Program>,
    truth: &Truth,
    told: &Told,
    wanted: &BTreeSet<&Class>,
    bound: Bound,
) -> Result<(), String> {
    let found = shown(program, told)?;
    if let Some(strange) = found.iter().find(|fault| !truth.faults.contains(fault)) {
        return Err(format!("a fault that is not real: {strange:?}"));
    }
    let of_wanted = wanted.iter().filter_map(|class| truth.weights.get(class)).flat_map(|weight| &weight.faults);
    // Whoever has failed is left for nothing in the executions that are counted, but not on the way
    // to another fault.
    let may_be_beyond = |fault: &FaultKey| {
        matches!(bound, Bound::Preemptions(_))
            && !matches!(fault.kind, FaultKind::Deadlock | FaultKind::Liveness)
            && !truth.first.get(fault).is_some_and(|cost| cost.within(bound))
    };
    match of_wanted.into_iter().find(|fault| !found.contains(fault) && !may_be_beyond(fault)) {
        Some(missing) => Err(format!("a fault is not found: {missing:?}")),
        None => Ok(()),
    }
}

/// The faults that the schedules show.
fn shown(program: &Rc<Program>, told: &Told) -> Result<BTreeSet<FaultKey>, String> {
    let mut found = BTreeSet::new();
    for (_, schedule) in &told.faults {
        found.extend(see(program, schedule)?.faults.into_iter().map(|(_, key)| key));
    }
    Ok(found)
}

/// A fault is within the bound, even if nobody else fails before it. (One that only comes after
/// another fault is known by nothing.)
fn check_first(truth: &Truth, fault: &Fault, bound: Bound) -> Result<(), String> {
    let alike = truth.first.iter().filter(|(key, _)| (key.kind, key.site) == (fault.kind, fault.site));
    let mut costs = alike.map(|(_, cost)| *cost).peekable();
    if matches!(bound, Bound::Rounds(_)) || costs.peek().is_none() || costs.any(|cost| cost.within(bound)) {
        return Ok(());
    }
    Err(format!("the fault {:?} at {:?} is beyond the bound unless somebody fails before", fault.kind, fault.site))
}

/// Each fault to which a beginning within the bound leads is found, whatever others would still do
/// after it.
fn check_all_first(program: &Rc<Program>, truth: &Truth, told: &Told, bound: Bound) -> Result<(), String> {
    let found = shown(program, told)?;
    let within = truth.first.iter().filter(|(_, cost)| cost.within(bound));
    match within.map(|(key, _)| key).find(|key| !found.contains(key)) {
        Some(missing) => {
            Err(format!("a fault is not found, although a beginning within the bound leads to it: {missing:?}"))
        }
        None => Ok(()),
    }
}

/// The schedule of a fault is within the bound itself.
fn check_cost(program: &Program, schedule: &Schedule, bound: Bound) -> Result<(), String> {
    let mut paths = vec![Vec::new()];
    for (parent, n) in &schedule.threads {
        let parent: Path = paths.get(parent.index()).cloned().unwrap_or_default();
        paths.push([&parent[..], &[*n]].concat());
    }
    // Where nothing is declared, threads are main's children.
    let path = |thread: ThreadId| paths.get(thread.index()).cloned().unwrap_or_else(|| vec![thread.0 - 1]);
    let steps: Vec<(Path, u32)> =
        schedule.steps.iter().map(|step| (path(step.thread), step.choice.unwrap_or(0))).collect();
    let Some(cost) = cost_of(program, &steps) else { return Err(format!("{schedule}: no schedule of the program")) };
    if cost.within(bound) {
        Ok(())
    } else {
        Err(format!("{schedule}: the fault is shown by {cost:?}, beyond the bound"))
    }
}

/// What is met beyond the bound is not known, so that the limits in there may be missing.
fn check_coverage(truth: &Truth, coverage: &Coverage, bound: Bound, beyond: usize) -> Result<(), String> {
    let limit = limit_of(bound);
    if coverage.limits.contains(&limit) != (beyond > 0) {
        return Err(format!("{beyond} classes are beyond {bound:?}, but the limits met are {:?}", coverage.limits));
    }
    let possible = |limit: &Limit| *limit == limit_of(bound) || truth.bounded && *limit == Limit::Unroll;
    let supported = coverage.unsupported.iter().all(|what| truth.unsupported && *what == UNSUPPORTED);
    if supported && coverage.limits.iter().all(possible) { Ok(()) } else { Err(format!("{coverage:?}")) }
}

/// Checks `count` random programs under the bounds that `bounds` makes of 0, 1, 2, ... up to
/// `most`. If `all`, every interleaving is enumerated, as all bounds but rounds need.
///
/// # Errors
/// The first program on which the explorer goes wrong, and how.
pub fn check_bounds(
    make: BoundedFactory<'_>,
    profile: &Profile,
    count: u64,
    seed: u64,
    (bounds, finds): (&dyn Fn(u32) -> Bound, Finds),
    most: u32,
) -> Result<BoundSummary, String> {
    let mut summary = BoundSummary::default();
    let mut next = seed;
    let mut programs = 0;
    while programs < count {
        let program = generate(&mut Rng::new(next), profile);
        next += 1;
        let known = match bounds(0) {
            Bound::Rounds(_) => truth_by_classes(&program, profile.limit),
            _ => truth(&program, profile.limit),
        };
        // What happens after a race depends on which of the two is taken to be first.
        let Some(truth) = known.filter(|truth| !truth.is_racy()) else { continue };
        programs += 1;
        let shared = Rc::new(program.clone());
        for bound in (0..=most).map(bounds) {
            check_bounded(make, &shared, &truth, (bound, finds), &mut summary).map_err(|why| {
                format!("seed {}, {bound:?}: {why}\n{}", next - 1, shrink(make, &program, (bound, finds)))
            })?;
        }
    }
    Ok(summary)
}

/// Checks `count` random programs under a weak model, in which rounds are those of porf, for up to
/// `most` rounds: as many executions as the reference has within the bound.
///
/// # Errors
/// The first program on which the explorer goes wrong, and how.
pub fn check_weak_rounds(
    profile: &Profile,
    model: Model,
    count: u64,
    seed: u64,
    most: u32,
) -> Result<BoundSummary, String> {
    let mut summary = BoundSummary::default();
    let (mut next, mut programs) = (seed, 0);
    while programs < count {
        let program = generate(&mut Rng::new(next), profile);
        next += 1;
        let Some(known) = enumerate(&program, &model, profile.limit as usize).filter(|known| !known.is_racy()) else {
            continue;
        };
        programs += 1;
        let rounds: Vec<(u32, End)> = known.all.values().map(|e| (porf_rounds(&e.graph), e.end)).collect();
        for most in 0..=most {
            let within = rounds.iter().filter(|(rounds, _)| *rounds <= most).count() as u64;
            let complete = |(rounds, end): &&(u32, End)| *rounds <= most && *end == End::Complete;
            let complete = rounds.iter().filter(complete).count() as u64;
            let mut told = Told { limit: 4 * rounds.len() + 16, ..Told::default() };
            let bound = Some(Bound::Rounds(most));
            let coverage = graph_of(model, bound).run(&mut Toy::new(&Rc::new(program.clone())), &mut told);
            let found = (told.last.executions, told.last.blocked);
            let beyond = rounds.len() as u64 - within;
            if found != (complete, within - complete) || coverage.limits.contains(&Limit::Rounds) != (beyond > 0) {
                return Err(format!(
                    "{model}, seed {}, {most} rounds: {found:?}, should be {complete} and {}; limits {:?}\n{program}",
                    next - 1,
                    within - complete,
                    coverage.limits
                ));
            }
            summary.runs += 1;
            summary.cut += u64::from(beyond > 0 && within > 0);
            summary.within += within;
            summary.beyond += beyond;
            summary.redundant += told.last.redundant;
        }
    }
    Ok(summary)
}

/// Algorithm 1 on the porf of a graph of the reference. Beginnings and ends of threads are no
/// events of the explorer.
pub(crate) fn porf_rounds(graph: &weak::graph::Graph) -> u32 {
    use weak::graph::Kind;
    let mut paths: Vec<Vec<u32>> = vec![Vec::new(); graph.threads.len()];
    for &(spawn, begin) in &graph.across {
        let (spawn, begin) = (&graph.events[spawn], &graph.events[begin]);
        if let (Kind::Spawn, Some(parent), Some(child)) = (spawn.kind, spawn.thread, begin.thread) {
            let of_parent = graph.threads[parent].iter().map(|id| &graph.events[*id]);
            let earlier = of_parent.filter(|event| event.kind == Kind::Spawn && event.index < spawn.index).count();
            paths[child] = [&paths[parent][..], &[earlier as u32]].concat();
        }
    }
    let rank = |thread: usize| paths.iter().filter(|path| **path < paths[thread]).count();
    let porf = graph.relations().porf();
    let visible = |id: &usize| !matches!(graph.events[*id].kind, Kind::Init | Kind::Begin | Kind::End);
    let visible: Vec<usize> = (0..graph.len()).filter(visible).collect();
    let before = |id: usize| {
        let earlier = (0..).zip(&visible).filter(|(_, other)| porf.contains(**other, id));
        earlier.fold(0u128, |set, (place, _)| set | 1 << place)
    };
    let event = |id: &usize| (graph.events[*id].thread.map_or(0, rank), before(*id));
    rounds(&visible.iter().map(event).collect::<Vec<_>>())
}

fn shrink(make: BoundedFactory<'_>, program: &Program, (bound, finds): (Bound, Finds)) -> Program {
    let wrong = |program: &Program| {
        let known = match bound {
            Bound::Rounds(_) => truth_by_classes(program, 20_000),
            _ => truth(program, 20_000),
        };
        let truth = known.filter(|truth| !truth.is_racy())?;
        check_bounded(make, &Rc::new(program.clone()), &truth, (bound, finds), &mut BoundSummary::default()).err()
    };
    shrink_while(program.clone(), String::new(), wrong).0
}
