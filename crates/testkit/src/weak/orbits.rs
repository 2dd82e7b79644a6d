//! Executions up to the exchange of threads that run the same code: how many there are, from the
//! definition, and whether the graph explorer with symmetry reduction sees each once.

use super::check::panic_text;
use super::enumerate::{Execution, Executions, enumerate};
use super::graph::{Graph, Kind};
use crate::check::Factory;
use crate::class::{End, Path, Stands};
use crate::count::Count;
use crate::generate::{Profile, generate};
use crate::program::{Inst, Plain, Program, REGISTERS, reg};
use crate::rng::Rng;
use crate::series::{series, shrink_while};
use crate::toy::Toy;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use threadbare_explore::Graph as GraphExplorer;
use threadbare_op::{FaultKind, Model, Order, Site, System};

/// The orbits of a program's executions, and how they end.
#[must_use]
pub fn orbits(program: &Program, known: &Executions) -> BTreeMap<Vec<u64>, End> {
    known.all.values().map(|execution| (orbit(program, execution), execution.end)).collect()
}

/// The same for all executions that differ only by exchanging threads.
fn orbit(program: &Program, execution: &Execution) -> Vec<u64> {
    let paths = paths(&execution.graph);
    let mut exchanges = vec![BTreeMap::new()];
    for group in groups(program, &execution.graph) {
        exchanges = exchanges.iter().flat_map(|exchange| extended(exchange, &group)).collect();
    }
    let exchanged = |exchange: &BTreeMap<u32, u32>| {
        let rename = |path: &Path| {
            let mut path = path.clone();
            if let Some(first) = path.first_mut() {
                *first = *exchange.get(first).unwrap_or(first);
            }
            path
        };
        describe(execution, &paths, &paths.iter().map(rename).collect::<Vec<_>>())
    };
    exchanges.iter().map(exchanged).min().unwrap_or_default()
}

/// By thread its way from main.
fn paths(graph: &Graph) -> Vec<Path> {
    let mut paths: Vec<Path> = vec![Vec::new(); graph.threads.len()];
    // A thread comes after the one that starts it.
    for child in 0..paths.len() {
        let Some(spawn) = spawn_of(graph, child) else { continue };
        let Some(parent) = graph.events[spawn].thread else { continue };
        let earlier = graph.threads[parent].iter().filter(|id| graph.events[**id].kind == Kind::Spawn && **id < spawn);
        let n = earlier.count() as u32;
        paths[child] = paths[parent].iter().copied().chain([n]).collect();
    }
    paths
}

fn spawn_of(graph: &Graph, child: usize) -> Option<usize> {
    let begins = |to: usize| graph.events[to].kind == Kind::Begin && graph.events[to].thread == Some(child);
    graph.across.iter().find(|(_, to)| begins(*to)).map(|(from, _)| *from)
}

/// The children of main that run the same body and were started in a row, by their numbers.
fn groups(program: &Program, graph: &Graph) -> Vec<Vec<u32>> {
    let mut rows: Vec<BTreeMap<usize, Vec<u32>>> = vec![BTreeMap::new()];
    let mut child = 0;
    let main = graph.threads.first().map_or(&[][..], |events| &events[..]);
    for event in main.iter().map(|id| &graph.events[*id]) {
        match (event.kind, program.inst(0, event.site.0 as usize)) {
            (Kind::Spawn, Some(Inst::Spawn { body, .. })) => {
                rows.last_mut().expect("a row").entry(*body).or_default().push(child);
                child += 1;
            }
            (Kind::Begin, _) => {}
            // Not visible to the explorer.
            _ if event.order == Order::Plain && program.plain == Plain::Report => {}
            _ => rows.push(BTreeMap::new()),
        }
    }
    rows.into_iter().flat_map(BTreeMap::into_values).collect()
}

/// An exchange, with each of those of a group besides.
fn extended(exchange: &BTreeMap<u32, u32>, group: &[u32]) -> Vec<BTreeMap<u32, u32>> {
    fn permutations(of: &[u32]) -> Vec<Vec<u32>> {
        if of.is_empty() {
            return vec![Vec::new()];
        }
        let with_first = |at: usize| {
            let rest: Vec<u32> = of.iter().copied().filter(|n| *n != of[at]).collect();
            permutations(&rest).into_iter().map(move |rest| [vec![of[at]], rest].concat())
        };
        (0..of.len()).flat_map(with_first).collect()
    }
    let with = |to: Vec<u32>| exchange.iter().map(|(a, b)| (*a, *b)).chain(group.iter().copied().zip(to)).collect();
    permutations(group).into_iter().map(with).collect()
}

/// The execution, in full, with these names for its threads. Joins after which main waits for ever
/// for another of the threads that it joins are left out: which they are depends on the order of
/// the threads.
fn describe(execution: &Execution, paths: &[Path], names: &[Path]) -> Vec<u64> {
    let graph = &execution.graph;
    let mut ranked: Vec<usize> = (0..names.len()).collect();
    ranked.sort_by_key(|thread| &names[*thread]);
    let rank = |thread: usize| ranked.iter().position(|other| *other == thread).unwrap_or(0) as u64 + 1;
    let maybe = |value: Option<u64>| value.map_or([0, 0], |value| [1, value]);
    let name = |id: usize| {
        let event = &graph.events[id];
        event.thread.map_or([0, id as u64], |thread| [rank(thread), event.index as u64])
    };
    let mut all = vec![execution.end as u64];
    for &thread in &ranked {
        let stands = execution.last.threads.iter().find(|known| known.0 == paths[thread]).map(|known| known.1);
        let mut events = &graph.threads[thread][..];
        if thread == 0 && stands == Some(Stands::Waits) {
            while let Some((last, rest)) = events.split_last() {
                if graph.events[*last].kind != Kind::Join {
                    break;
                }
                events = rest;
            }
        }
        all.extend([stands.map_or(9, |stands| stands as u64), names[thread].len() as u64, events.len() as u64]);
        all.extend(names[thread].iter().map(|n| u64::from(*n)));
        for &id in events {
            let event = &graph.events[id];
            all.extend([event.kind as u64, u64::from(event.faulty), u64::from(event.site.0)]);
            all.extend(maybe(event.read));
            all.extend(maybe(event.written));
            all.extend(graph.rf[id].map_or([0, 0], name));
        }
    }
    for (addr, order) in &graph.co {
        all.extend([*addr, order.len() as u64]);
        all.extend(order.iter().flat_map(|id| name(*id)));
    }
    all
}

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Summary {
    pub programs: u64,
    pub skipped: u64,
    /// Programs with fewer orbits than executions.
    pub reduced: u64,
    pub executions: u64,
    pub orbits: u64,
    pub redundant: u64,
    /// Programs whose threads turned out to be distinguishable.
    pub broken: u64,
    pub racy: u64,
    pub with_faults: u64,
    pub with_blocked: u64,
}

/// The faults, without the names of threads; of deadlocks and races only that there are some.
fn faults(toy: &Toy, told: &Count) -> BTreeSet<(u8, Option<Site>)> {
    told.faults.iter().map(|id| System::fault(toy, *id)).map(|fault| broken(fault.kind, fault.site)).collect()
}

fn broken(kind: FaultKind, site: Site) -> (u8, Option<Site>) {
    let has_place = matches!(kind, FaultKind::Assertion | FaultKind::SyncMisuse);
    (kind as u8, has_place.then_some(site))
}

/// Explores with symmetry, and without if that turns out to be none. Counts, faults, and whether it
/// was none.
fn explore(make: Factory<'_>, program: &Rc<Program>, limit: u64) -> Result<(Toy, Count, bool), String> {
    let run = || {
        let mut toy = Toy::with_symmetry(program);
        loop {
            let was_symmetric = toy.is_symmetric();
            let mut told = Count::up_to(limit);
            let coverage = make().run(&mut toy, &mut told);
            if toy.is_symmetric() == was_symmetric {
                let stopped = coverage.stopped.then_some("it does not end".to_owned());
                return stopped.map_or(Ok((toy, told, !was_symmetric)), Err);
            }
            toy = Toy::new(program);
        }
    };
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| Err(panic_text(&*payload)))
}

/// Checks one program, of which all executions under `model` are known.
///
/// # Errors
/// What differs.
pub fn check_orbits(
    make: Factory<'_>,
    program: &Rc<Program>,
    known: &Executions,
    summary: &mut Summary,
) -> Result<(), String> {
    let orbits = orbits(program, known);
    let (toy, told, is_broken) = explore(make, program, 10 * known.all.len() as u64 + 100)?;
    let found = faults(&toy, &told);
    let is_race = |fault: &(u8, Option<Site>)| fault.0 == FaultKind::DataRace as u8;
    let races = found.iter().any(is_race);
    if known.is_racy() || races {
        summary.racy += 1;
        return if known.is_racy() == races { Ok(()) } else { Err(format!("races: {races}")) };
    }
    let complete = |ends: &mut dyn Iterator<Item = End>| {
        let (mut complete, mut other) = (0, 0);
        ends.for_each(|end| if end == End::Complete { complete += 1 } else { other += 1 });
        (complete, other)
    };
    let wanted = if is_broken {
        complete(&mut known.all.values().map(|execution| execution.end))
    } else {
        complete(&mut orbits.values().copied())
    };
    let counted = (told.stats.executions, told.stats.blocked);
    if counted != wanted {
        return Err(format!("(executions, blocked) are {counted:?}, should be {wanted:?} (broken: {is_broken})"));
    }
    let expected: BTreeSet<_> = known.faults().iter().map(|key| broken(key.kind, key.site)).collect();
    if found != expected {
        return Err(format!("faults are {found:?}, should be {expected:?}"));
    }
    summary.broken += u64::from(is_broken);
    if !is_broken {
        summary.executions += known.all.len() as u64;
        summary.orbits += orbits.len() as u64;
        summary.redundant += told.stats.redundant;
        summary.reduced += u64::from(orbits.len() < known.all.len());
    }
    summary.with_faults += u64::from(!expected.is_empty());
    summary.with_blocked += u64::from(wanted.1 > 0);
    Ok(())
}

/// A program of the profile with its first thread repeated, and main arranged around that in one of
/// several ways.
#[must_use]
pub fn with_equal_threads(rng: &mut Rng, profile: &Profile) -> Program {
    let mut program = generate(rng, profile);
    let starts = |inst: &Inst| matches!(inst, Inst::Spawn { .. } | Inst::Join { .. });
    let rest: Vec<Inst> = program.bodies[0].iter().copied().filter(|inst| !starts(inst)).collect();
    let others = program.bodies.len() - 2;
    let equal = if others > 1 { 2 } else { rng.range((2, (REGISTERS - others).min(3))) };
    let mut started: Vec<usize> = std::iter::repeat_n(1, equal).chain(2..2 + others).collect();
    if rng.percent(40) {
        started.rotate_right(1);
    }
    started.truncate(REGISTERS);
    let atomically = |inst: &Inst| matches!(inst, Inst::VarLoad { .. } | Inst::VarStore { .. } | Inst::VarAdd { .. });
    // Then plain accesses may be visible.
    let invisible = profile.variables > 0 && !program.bodies.iter().flatten().any(atomically);
    let mut main = Vec::new();
    let before = rng.percent(50);
    main.extend(rest.iter().filter(|_| before));
    for (slot, &body) in started.iter().enumerate() {
        main.push(Inst::Spawn { slot: slot as u8, body });
        if rng.percent(4) && invisible {
            main.push(Inst::PlainStore { var: 0, value: reg(0, 1) });
        }
    }
    let mut joined: Vec<usize> = (0..started.len()).collect();
    match rng.below(6) {
        0 | 1 => joined.clear(),
        2 => joined.reverse(),
        3 if rng.percent(30) => drop(joined.pop()),
        _ => {}
    }
    for slot in joined {
        main.push(Inst::Join { slot: slot as u8 });
        if rng.percent(4) {
            main.push(Inst::load(0, 0));
        } else if rng.percent(6) && invisible {
            main.push(Inst::PlainLoad { reg: 0, var: 0 });
        }
    }
    main.extend(rest.iter().filter(|_| !before));
    program.bodies[0] = main;
    program
}

/// Checks `count` random programs under one model.
///
/// # Errors
/// The first on which something is wrong, made small.
pub fn check_symmetry(profile: &Profile, model: Model, count: u64, seed: u64) -> Result<Summary, String> {
    let mut summary = Summary::default();
    let explorer = || Box::new(GraphExplorer { model, ..GraphExplorer::default() }) as _;
    let know = |program: &Program| enumerate(program, &model, profile.limit as usize).filter(|_| program.is_sound());
    let skipped = series(
        count,
        seed,
        |rng| with_equal_threads(rng, profile),
        know,
        |program, known, seed| {
            summary.programs += 1;
            check_orbits(&explorer, &Rc::new(program.clone()), known, &mut summary).map_err(|message| {
                let (program, message) = shrink_while(program, message, |program| {
                    let known = enumerate(program, &model, 100_000)?;
                    check_orbits(&explorer, &Rc::new(program.clone()), &known, &mut Summary::default()).err()
                });
                format!("{model}, seed {seed}: {message}\n{program}")
            })
        },
    )?;
    Ok(Summary { skipped, ..summary })
}
