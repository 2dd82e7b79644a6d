//! Runs the programs in another domain of values than the machine's own ([`Terms`]): what explorers
//! find must be the same, execution for execution.

use crate::root;
use crate::terms::{STRICT, Terms};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use threadbare_explore::{Alternatives, Explorer, Graph, Naive, Optimal, Rf, Rvf, Sink, Source, Unfolding};
use threadbare_frontend::{FrontendOptions, load};
use threadbare_machine::{Concrete, Domain, Machine, Options, Races};
use threadbare_op::{FaultId, Fork, Model, Schedule, Stats, System};
use threadbare_program::{Inst, Program};
use threadbare_session::Algorithm;
use threadbare_session::compiled::{explorer, with_input};
use threadbare_symbolic::Symbolic;

/// Not more executions, or events, than these are explored of a program.
const MOST: u64 = 150;
const MOST_EVENTS: u64 = 4_000;
/// A program is explored by one in so many of [`EXPLORERS`].
const TURNS: usize = 3;
/// Nor do threads do more than this without a visible operation.
const MOST_STEPS: u64 = 20_000;

/// All that is told.
#[derive(Default)]
struct Told {
    faults: Vec<(FaultId, String)>,
    schedules: String,
    stats: Stats,
}

impl Told {
    fn ended(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.stats = *stats;
        let _ = writeln!(self.schedules, "{}", schedule());
        let is_enough = stats.executions + stats.blocked >= MOST || stats.events >= MOST_EVENTS;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Told {
    fn execution(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.ended(stats, schedule)
    }

    fn blocked(&mut self, stats: &Stats, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.ended(stats, schedule)
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.faults.push((fault, schedule().to_string()));
        if self.faults.len() as u64 >= MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Programs that never end.
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if stats.events >= MOST_EVENTS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What an explorer finds in a domain, as text.
fn found<D: Domain>(
    program: &Arc<Program>,
    options: &Options,
    explorer: &mut dyn Explorer<Machine<D>>,
) -> Result<String, String> {
    let mut machine = Machine::<D>::new(program.clone(), options.clone()).map_err(|e| e.to_string())?;
    loop {
        let mut told = Told::default();
        let coverage = explorer.run(&mut machine, &mut told);
        if machine.take_restart() {
            continue;
        }
        let mut text = format!("{:?}\n{:?} {}\n", told.stats, coverage.limits, coverage.stopped);
        for &number in &coverage.unsupported {
            let _ = writeln!(text, "{:?}", machine.unsupported_thing(number));
        }
        for (fault, schedule) in &told.faults {
            let _ = writeln!(text, "{:?} {schedule}", machine.fault(*fault));
        }
        return Ok(text + &told.schedules);
    }
}

/// The explorers; those that know weak models under some as well.
const EXPLORERS: [(Algorithm, Model); 9] = [
    (Algorithm::Graph, Model::Sc),
    (Algorithm::Graph, Model::Rc11),
    (Algorithm::Graph, Model::Tso),
    (Algorithm::Naive, Model::Sc),
    (Algorithm::Source, Model::Sc),
    (Algorithm::Optimal, Model::Sc),
    (Algorithm::Unfolding, Model::Sc),
    (Algorithm::Rf, Model::Sc),
    (Algorithm::Rvf, Model::Sc),
];

type Explores<D> = Box<dyn Explorer<Machine<D>>>;

/// An explorer for terms.
fn of_terms(algorithm: Algorithm, model: Model) -> Explores<Terms> {
    match algorithm {
        Algorithm::Graph => Box::new(Graph { model, bound: None }),
        Algorithm::Naive => Box::new(Naive),
        Algorithm::Source => Box::new(Source),
        Algorithm::Unfolding => Box::new(Unfolding::default()),
        other => without_input(other),
    }
}

/// Those that are used for words only.
fn without_input<D: Domain>(algorithm: Algorithm) -> Explores<D> {
    match algorithm {
        Algorithm::Optimal => Box::new(Optimal),
        Algorithm::Rf => Box::new(Rf),
        Algorithm::Rvf => Box::new(Rvf::default()),
        other => unreachable!("{}", other.name()),
    }
}

fn has_swaps(program: &Program) -> bool {
    program.functions.iter().flat_map(|function| &function.code).any(|inst| matches!(inst, Inst::Cas { .. }))
}

/// How many executions are told of.
fn executions(found: &Result<String, String>) -> Option<u64> {
    let (_, after) = found.as_ref().ok()?.split_once("executions: ")?;
    after.split(',').next()?.parse().ok()
}

/// Where a program differs between the two domains. `turn` says which of the explorers explore it.
pub fn differences(program: &Arc<Program>, options: &Options, turn: usize) -> Vec<String> {
    let options = Options { max_steps: MOST_STEPS, ..options.clone() };
    let mut differ = Vec::new();
    for (algorithm, model) in EXPLORERS.into_iter().skip(turn % TURNS).step_by(TURNS) {
        let options = Options { goes_on: !model.always_synchronises(), ..options.clone() };
        let concrete = found::<Concrete>(program, &options, &mut *explorer(algorithm, model));
        let terms = found::<Terms>(program, &options, &mut *of_terms(algorithm, model));
        // With input it is another program.
        let takes_input = |name: &str| name.starts_with("__VERIFIER_nondet") || name.starts_with("klee_");
        let takes_input = options.input_stdin.is_some()
            || !options.input_args.is_empty()
            || !options.input_env.is_empty()
            || program.externals.iter().any(|external| takes_input(&external.name));
        let symbolic = match takes_input {
            true => concrete.clone(),
            false => {
                let explorer = with_input(algorithm, model, Alternatives::default());
                found::<Symbolic>(program, &options, &mut *explorer.unwrap_or_else(|| without_input(algorithm)))
            }
        };
        // With input `graph` sets no waiting reads aside: it adds them, and ends early. And it goes
        // on from rounds that are taken back, perhaps for ever, and from compare-and-swaps that
        // fail.
        let has = |found: &Result<String, String>, what| found.as_ref().is_ok_and(|text| text.contains(what));
        let waits = symbolic.is_ok() && !has(&symbolic, "blocked: 0,");
        let is_longer = has(&symbolic, "] true\n") && has(&concrete, "] false\n");
        let is_endless = has(&symbolic, "executions: 0, blocked: 0,");
        let retries = has_swaps(program) && executions(&symbolic) > executions(&concrete);
        let differs = algorithm == Algorithm::Graph && (waits || is_longer || is_endless || retries);
        let symbolic = if differs { concrete.clone() } else { symbolic };
        for (domain, terms) in [("terms", terms), ("symbolic", symbolic)] {
            if concrete == terms {
                continue;
            }
            let lines = |found: &Result<String, String>| match found {
                Ok(text) | Err(text) => text.lines().map(str::to_owned).collect::<Vec<_>>(),
            };
            let (a, b) = (lines(&concrete), lines(&terms));
            let at = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
            differ.push(format!(
                "{} under {model}: words: {:?}\n  {domain}: {:?}",
                algorithm.name(),
                a.get(at),
                b.get(at)
            ));
        }
    }
    differ
}

/// How the program comes to decide by something unsettled: `KIND` of the program, flags.
const KINDS: [(u32, &[&str]); 17] = {
    let mut kinds: [(u32, &[&str]); 17] = [(0, &[]); 17];
    let mut kind = 0;
    while kind < 17 {
        kinds[kind].0 = kind as u32;
        kind += 1;
    }
    // The compiler selects only when it optimises.
    kinds[16].1 = &["-O1"];
    kinds
};

/// Whatever decides by a value asks the domain, and the thread stops there, at that line; nothing
/// else does.
#[test]
fn nothing_is_decided_by_what_is_unsettled() {
    let file = root().join("tests/programs/unsettled/decides.c");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut wrong = Vec::new();
    STRICT.set(true);
    for (kind, flags) in KINDS {
        let mut clang_flags = vec![format!("-DKIND={kind}")];
        clang_flags.extend(flags.iter().map(|&flag| flag.to_owned()));
        let options = FrontendOptions { clang_flags, ..FrontendOptions::default() };
        let program = Arc::new(load(std::slice::from_ref(&file), &options).unwrap());
        let mark = format!("/*@{kind}*/");
        let expected: Vec<usize> =
            text.lines().position(|line| line.contains(&mark)).map(|n| n + 1).into_iter().collect();
        for races in [Races::Report, Races::Explore] {
            let options = Options { races, ..Options::default() };
            let (mut told, mut machine) = (Told::default(), Machine::<Terms>::new(program.clone(), options).unwrap());
            let coverage = loop {
                let coverage = of_terms(Algorithm::Graph, Model::Sc).run(&mut machine, &mut told);
                if !machine.take_restart() {
                    break coverage;
                }
                told = Told::default();
            };
            let met = coverage.unsupported.iter().map(|&number| machine.unsupported_thing(number));
            let lines: Vec<usize> =
                met.map(|(_, site)| program.position(site).map_or(0, |position| position.line as usize)).collect();
            if lines != expected || !told.faults.is_empty() || !coverage.limits.is_empty() {
                wrong.push(format!(
                    "kind {kind}, {races:?}: decided in {lines:?}, not in {expected:?}; {:?}",
                    coverage.limits
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
