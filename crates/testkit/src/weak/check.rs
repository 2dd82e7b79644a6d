//! The graph explorer under a memory model against the reference: each maximal consistent graph
//! once, and the same faults.

use super::axioms::Axioms;
use super::enumerate::{Execution, Executions, enumerate};
use crate::class::{End, Path, Stands};
use crate::count::Count;
use crate::generate::{Profile, generate};
use crate::oracle::FaultKey;
use crate::program::{Inst, Program};
use crate::series::{series, shrink_while};
use crate::toy::Toy;
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use threadbare_explore::{Explorer, Random};
use threadbare_op::{Coverage, Details, Fault, FaultKind, Limit, Model, Site, System};

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Summary {
    pub programs: u64,
    /// Generated, but too large.
    pub skipped: u64,
    pub executions: u64,
    /// Programs that have executions which sc does not have.
    pub weaker: u64,
    pub with_deadlock: u64,
    pub with_faults: u64,
    pub racy: u64,
}

/// A program on which the explorer and the reference differ, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The program.
    pub program: Program,
    /// Under which model.
    pub model: Model,
    /// What goes wrong.
    pub message: String,
    /// With which seed it was generated.
    pub seed: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, seed {}: {}\n{}", self.model, self.seed, self.message, self.program)
    }
}

/// A fault in terms that both sides know: of a deadlock, who waits; of a race, that it is one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Broken {
    kind: FaultKind,
    place: Option<(Path, Site)>,
    waiting: BTreeSet<Path>,
}

impl Broken {
    fn expected(key: &FaultKey) -> Self {
        let place = matches!(key.kind, FaultKind::Assertion | FaultKind::SyncMisuse);
        let place = place.then(|| (key.thread.clone(), key.site));
        let deadlock = key.kind == FaultKind::Deadlock;
        let waiting = key.parties.iter().filter(|_| deadlock).map(|party| party.0.clone()).collect();
        Self { kind: key.kind, place, waiting }
    }

    fn found(toy: &Toy, fault: &Fault) -> Self {
        let place = matches!(fault.kind, FaultKind::Assertion | FaultKind::SyncMisuse);
        let place = place.then(|| (toy.path(fault.thread), fault.site));
        let waiting = match &fault.details {
            Details::Waits(waits) if fault.kind == FaultKind::Deadlock => {
                waits.iter().map(|wait| toy.path(wait.thread)).collect()
            }
            _ => BTreeSet::new(),
        };
        Self { kind: fault.kind, place, waiting }
    }
}

fn explore(program: &Rc<Program>, model: Model, limit: u64) -> Result<(Toy, Count, Coverage), String> {
    let run = || {
        let mut toy = Toy::new(program);
        let mut told = Count::up_to(limit);
        let coverage = crate::explorers::graph_of(model, None).run(&mut toy, &mut told);
        (toy, told, coverage)
    };
    catch_unwind(AssertUnwindSafe(run)).map_err(|payload| panic_text(&*payload))
}

/// What a panic says.
pub(super) fn panic_text(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    format!("panics: {}", text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("?"))
}

/// So many executions of a program are drawn.
const DRAWN: u64 = 200;

/// Checks executions of one program that are drawn at random: there are no faults but those known.
/// Gives how many different ones the explorer says there were, if there are no races.
///
/// # Errors
/// What is wrong.
pub fn check_drawn_model(program: &Rc<Program>, model: Model, known: &Executions) -> Result<Option<usize>, String> {
    let run = || {
        let mut toy = Toy::new(program);
        let mut told = Count::up_to(DRAWN);
        let mut random = Random { model, ..Random::default() };
        let coverage = random.run(&mut toy, &mut told);
        (toy, told, coverage, random.drawn)
    };
    let (toy, told, coverage, drawn) = catch_unwind(AssertUnwindSafe(run)).map_err(|payload| panic_text(&*payload))?;
    if !coverage.limits.contains(&Limit::Sample) {
        return Err(format!("{coverage:?} seems to be everything"));
    }
    let faults: BTreeSet<Broken> = told.faults.iter().map(|id| Broken::found(&toy, System::fault(&toy, *id))).collect();
    let is_race = |fault: &Broken| fault.kind == FaultKind::DataRace;
    if known.is_racy() {
        return Ok(None);
    }
    let expected: BTreeSet<Broken> = known.faults().iter().map(Broken::expected).collect();
    if faults.iter().any(is_race) || !faults.is_subset(&expected) {
        return Err(format!("faults are {faults:?}, should be some of {expected:?}"));
    }
    let different = drawn.different.round() as usize;
    if expected.is_empty() && different > known.all.len() {
        return Err(format!("{different} different executions, but there are {}", known.all.len()));
    }
    Ok(expected.is_empty().then_some(different))
}

/// Checks `count` random programs under one model: how many executions there are, and how many were
/// drawn, where nothing is wrong.
///
/// # Errors
/// The first program on which something is wrong, made small.
pub fn check_drawn(profile: &Profile, model: Model, count: u64, seed: u64) -> Result<(usize, usize), Box<Failure>> {
    let (mut all, mut drawn) = (0, 0);
    series(
        count,
        seed,
        |rng| generate(rng, profile),
        |program: &Program| enumerate(program, &model, profile.limit as usize),
        |program, known, seed| match check_drawn_model(&Rc::new(program.clone()), model, known) {
            Ok(different) => {
                all += different.map_or(0, |_| known.all.len());
                drawn += different.unwrap_or(0);
                Ok(())
            }
            Err(message) => {
                let (program, message) = shrink_while(program.clone(), message, |program| {
                    let known = enumerate(program, &model, 100_000)?;
                    check_drawn_model(&Rc::new(program.clone()), model, &known).err()
                });
                Err(Box::new(Failure { program, model, message, seed }))
            }
        },
    )?;
    Ok((all, drawn))
}

/// Checks one program, of which all executions under `model` are known.
///
/// # Errors
/// What differs.
pub fn check_graph_model(program: &Rc<Program>, model: Model, known: &Executions) -> Result<(), String> {
    let complete = known.count(End::Complete);
    let wanted = (complete, known.all.len() as u64 - complete);
    let (toy, told, coverage) = explore(program, model, 100 * known.all.len() as u64 + 1000)?;
    let found = (told.stats.executions, told.stats.blocked);
    let faults: BTreeSet<Broken> = told.faults.iter().map(|id| Broken::found(&toy, System::fault(&toy, *id))).collect();
    let race = |fault: &Broken| fault.kind == FaultKind::DataRace;
    if known.is_racy() || faults.iter().any(race) {
        // After a race anything can happen, and nothing is promised about what else is found.
        return match (known.is_racy(), faults.iter().any(race)) {
            (true, false) => Err("a race is not found".into()),
            (false, true) => Err("a race is found that there is not".into()),
            _ => Ok(()),
        };
    }
    if coverage.stopped || found != wanted {
        return Err(format!("(executions, blocked) are {found:?}, should be {wanted:?}"));
    }
    if told.stats.redundant != 0 {
        return Err(format!("{} redundant", told.stats.redundant));
    }
    let expected: BTreeSet<Broken> = known.faults().iter().map(Broken::expected).collect();
    if faults != expected {
        return Err(format!("faults are {faults:?}, should be {expected:?}"));
    }
    Ok(())
}

/// `program`, but only executions go on to their end in which the threads are left as in
/// `execution`: so their number tells whether the explorer sees the same values.
fn asked(program: &Program, execution: &Execution) -> Program {
    let mut asked = program.clone();
    for body in &mut asked.bodies {
        let length = body.len();
        for (pc, inst) in body.iter_mut().enumerate() {
            if let Inst::Skip { count, .. } = inst {
                *count = (*count).min(length - pc - 1);
            }
        }
    }
    for &(body, stands, regs) in &execution.threads {
        if stands == Stands::Finished {
            let assume = |(reg, value)| Inst::Assume { reg, value };
            asked.bodies[body].extend((0..).zip(regs).map(assume));
        }
    }
    asked
}

/// Checks that the explorer leaves threads as the `number`-th execution does as often as the
/// reference.
fn check_values(
    program: &Program,
    model: Model,
    known: &Executions,
    number: u64,
) -> Result<(), Box<(Program, String)>> {
    if known.is_racy() {
        return Ok(());
    }
    let Some(execution) = known.all.values().nth((number % known.all.len().max(1) as u64) as usize) else {
        return Ok(());
    };
    let asked = asked(program, execution);
    let Some(expected) = enumerate(&asked, &model, usize::MAX) else { return Ok(()) };
    check_graph_model(&Rc::new(asked.clone()), model, &expected).map_err(|message| Box::new((asked, message)))
}

/// Checks `count` random programs under one model.
///
/// # Errors
/// The first program on which the explorer goes wrong, made small.
pub fn check_random(profile: &Profile, model: Model, count: u64, seed: u64) -> Result<Summary, Box<Failure>> {
    let mut summary = Summary::default();
    let know = |program: &Program| enumerate(program, &model, profile.limit as usize);
    let skipped = series(
        count,
        seed,
        |rng| generate(rng, profile),
        know,
        |program, known, seed| {
            summary.add(known);
            let checked = check_graph_model(&Rc::new(program.clone()), model, known);
            let checked = checked.map_err(|message| Box::new((program.clone(), message)));
            checked.and_then(|()| check_values(&program, model, known, seed + 1)).map_err(|wrong| {
                let (program, message) = shrink_while(wrong.0, wrong.1, |program| {
                    let known = enumerate(program, &model, 100_000)?;
                    check_graph_model(&Rc::new(program.clone()), model, &known).err()
                });
                Box::new(Failure { program, model, message, seed })
            })
        },
    )?;
    Ok(Summary { skipped, ..summary })
}

impl Summary {
    fn add(&mut self, known: &Executions) {
        self.programs += 1;
        self.executions += known.all.len() as u64;
        self.with_deadlock += u64::from(known.count(End::Deadlock) > 0);
        self.with_faults += u64::from(!known.faults().is_empty());
        self.racy += u64::from(known.is_racy());
        self.weaker += u64::from(known.all.values().any(|execution| !Model::Sc.is_consistent(&execution.graph)));
    }
}
