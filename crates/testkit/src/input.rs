//! Explorers of programs with input: for each input, what they find is what the program with that
//! input can do, each class (or graph) once.
//!
//! An execution stands for the inputs that give its answers. Without the questions it is an
//! execution of the program with each of these inputs.

use crate::check::{Factory, Told, check_fault, run_guarded, see, shown};
use crate::check_bound::{porf_rounds, within};
use crate::class::{Class, Path};
use crate::generate::{Profile, generate};
use crate::oracle::{FaultKey, Truth, truth_by_classes};
use crate::program::{Inst, Program};
use crate::series::{series, shrink_while};
use crate::toy::{Frozen, Toy, inputs};
use crate::weak::axioms::Axioms as _;
use crate::weak::enumerate::{Executions, enumerate};
use crate::weak::graph::Graph;
use crate::weak::replay as weak;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;
use threadbare_explore::{Replayed, fitting, replay, settled};
use threadbare_op::{Addr, Answer, Bound, FaultId, FaultKind, Model, Op, Order, Schedule, Site, System};

/// So many inputs there are.
pub const INPUTS: u32 = 16;

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Summary {
    /// Programs.
    pub programs: u64,
    /// Those that were too large.
    pub skipped: u64,
    /// Of the programs: those of which some input has executions that another has not.
    pub depend: u64,
    /// Executions told, each for all its inputs.
    pub told: u64,
    /// Executions of all inputs.
    pub executions: u64,
    /// Programs with data races, of which only that is checked.
    pub racy: u64,
}

/// A program on which an explorer goes wrong, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Failure {
    program: Program,
    message: String,
    seed: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {}\n{}", self.seed, self.message, self.program)
    }
}

/// The inputs for which a schedule is one, and the schedule without what was asked.
fn split(program: &Rc<Program>, schedule: &Schedule) -> Result<(u16, Schedule), String> {
    let (answers, rest) = settled(&mut Toy::new(program), schedule).map_err(|e| format!("{schedule}: {e}"))?;
    match inputs(&answers) {
        0 => Err(format!("{schedule}: no input leads there")),
        some => Ok((some, rest)),
    }
}

/// The schedule as it fits the program with one input, in which threads may wait.
fn fits(concrete: &Rc<Program>, schedule: &Schedule) -> Schedule {
    if !concrete.bodies.iter().flatten().any(|inst| matches!(inst, Inst::Head)) {
        return schedule.clone();
    }
    let nobody = &mut |_: &mut Toy, _: &Replayed<Frozen>| {};
    fitting(schedule.clone(), |schedule| replay(&mut Toy::new(concrete), schedule, nobody))
}

/// The fault that is told, if it shows when the schedule is replayed with an input that leads
/// there.
pub(crate) fn shown_for_some(
    program: &Rc<Program>,
    toy: &Toy,
    id: FaultId,
    schedule: &Schedule,
) -> Result<FaultKey, String> {
    let (those, rest) = split(program, schedule)?;
    let one = Rc::new(program.with_input(those.trailing_zeros()));
    shown(&one, toy, id, &fits(&one, &rest))
}

/// The programs that this one is for each of the inputs.
fn by_input(program: &Program) -> Vec<Rc<Program>> {
    (0..INPUTS).map(|input| Rc::new(program.with_input(input))).collect()
}

/// What the program can do with each input under sequential consistency, if it is small enough.
#[must_use]
pub fn truths(program: &Program, limit: u64) -> Option<Vec<Truth>> {
    by_input(program).iter().map(|program| truth_by_classes(program, limit)).collect()
}

/// The same under a memory model.
#[must_use]
pub fn known(program: &Program, model: Model, limit: usize) -> Option<Vec<Executions>> {
    by_input(program).iter().map(|program| enumerate(program, &model, limit)).collect()
}

/// How often a class may come for one input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comes {
    /// Once.
    Once,
    /// More often where values depend on the input.
    AgainByValues,
    /// The same, but nothing is explored in vain.
    NeverInVain,
    /// Once for each of its interleavings. Programs that have too many are passed over.
    Often,
}

/// Interleavings that are looked at of a program.
const MOST_OFTEN: usize = 20_000;

/// What has been seen of each input.
struct Seen<C> {
    classes: Vec<BTreeSet<C>>,
    once: bool,
}

impl<C: Ord> Seen<C> {
    fn new(program: &Program, comes: Comes) -> Self {
        let takes = |inst: &Inst| matches!(inst, Inst::Take { .. });
        let once = comes != Comes::Often && (comes == Comes::Once || !program.bodies.iter().flatten().any(takes));
        Self { classes: (0..INPUTS).map(|_| BTreeSet::new()).collect(), once }
    }

    /// An execution of some inputs; `see` says which class it is with each.
    fn add(
        &mut self,
        those: u16,
        schedule: &Schedule,
        mut see: impl FnMut(usize) -> Result<C, String>,
    ) -> Result<(), String> {
        for input in (0..INPUTS as usize).filter(|input| those >> input & 1 == 1) {
            let class = see(input).map_err(|why| format!("with input {input}: {why}"))?;
            if !self.classes[input].insert(class) && self.once {
                return Err(format!("{schedule}: seen before with input {input}"));
            }
        }
        Ok(())
    }
}

/// Checks one program under sequential consistency, of which everything is known for each input.
///
/// # Errors
/// What is wrong.
pub fn check_program(how: (Factory<'_>, Comes), program: &Rc<Program>, truths: &[Truth]) -> Result<u64, String> {
    check_program_within(how, program, truths, None)
}

/// The same of what is within a bound, to which the explorer keeps.
///
/// # Errors
/// What is wrong.
pub fn check_program_within(
    (make, comes): (Factory<'_>, Comes),
    program: &Rc<Program>,
    truths: &[Truth],
    bound: Option<Bound>,
) -> Result<u64, String> {
    let is_within = |truth: &Truth, class: &Class| bound.is_none_or(|bound| within(truth, class, bound));
    let wanted: usize = truths.iter().map(|truth| truth.classes.len()).sum();
    let most = if comes == Comes::Often { MOST_OFTEN } else { 4 * wanted + 1000 };
    let (toy, told, coverage) = run_guarded(make, program, most)?;
    if coverage.stopped {
        return if comes == Comes::Often { Ok(0) } else { Err("it does not end".into()) };
    }
    if truths.iter().any(Truth::is_racy) {
        let race = |fault: &threadbare_op::FaultId| System::fault(&toy, *fault).kind == FaultKind::DataRace;
        return if told.faults.iter().any(|(id, _)| race(id)) { Ok(0) } else { Err("no race is found".into()) };
    }
    if comes == Comes::NeverInVain && told.last.redundant > 0 {
        return Err(format!("{} are redundant", told.last.redundant));
    }
    let concrete = by_input(program);
    let mut seen = Seen::new(program, comes);
    for schedule in told.complete.iter().chain(&told.blocked) {
        let (those, rest) = split(program, schedule)?;
        seen.add(those, schedule, |input| {
            let rest = fits(&concrete[input], &rest);
            let class = see(&concrete[input], &rest)?.class;
            match &truths[input] {
                truth if !truth.classes.contains_key(&class) => Err(format!("{rest}: no such class")),
                truth if !is_within(truth, &class) => Err(format!("{rest}: beyond the bound")),
                _ => Ok(class),
            }
        })?;
    }
    for (input, (truth, seen)) in truths.iter().zip(&seen.classes).enumerate() {
        // A wait that ends in other executions need not be shown.
        let missing = |class: &Class| !truth.optional.contains(class) && !seen.contains(class);
        let mut wanted = truth.classes.keys().filter(|class| is_within(truth, class));
        if wanted.any(missing) {
            return Err(format!("with input {input}: {} of {} classes", seen.len(), truth.classes.len()));
        }
    }
    let is_beyond = |truth: &Truth| truth.classes.keys().any(|class| !is_within(truth, class));
    let beyond = truths.iter().any(is_beyond);
    if bound.is_some_and(|bound| coverage.limits.contains(&bound.limit()) != beyond) {
        return Err(format!("something is beyond the bound: {beyond}, but the limits are {:?}", coverage.limits));
    }
    check_faults(program, &toy, &told, (&concrete, truths), bound)?;
    Ok((told.complete.len() + told.blocked.len()) as u64)
}

/// Each fault shows in an execution with some input; none is missing.
fn check_faults(
    program: &Rc<Program>,
    toy: &Toy,
    told: &Told,
    (concrete, truths): (&[Rc<Program>], &[Truth]),
    bound: Option<Bound>,
) -> Result<(), String> {
    let real: BTreeSet<&FaultKey> = truths.iter().flat_map(|truth| &truth.faults).collect();
    let weights = |truth: &'_ Truth, bound| {
        let inside = truth.weights.iter().filter(|(class, _)| within(truth, class, bound));
        inside.flat_map(|(_, weight)| weight.faults.clone()).collect::<Vec<_>>()
    };
    let inside: Vec<FaultKey> = bound.map_or(vec![], |bound| truths.iter().flat_map(|t| weights(t, bound)).collect());
    let mut found = BTreeSet::new();
    for (id, schedule) in &told.faults {
        let (those, rest) = split(program, schedule)?;
        let one = &concrete[those.trailing_zeros() as usize];
        found.insert(check_fault(one, toy, *id, &fits(one, &rest))?);
    }
    let are_right = match bound {
        None => real == found.iter().collect(),
        Some(_) => found.iter().all(|fault| real.contains(fault)) && inside.iter().all(|fault| found.contains(fault)),
    };
    if are_right { Ok(()) } else { Err(format!("faults are {found:?}, should be {real:?}, at least {inside:?}")) }
}

/// An event in its thread: the thread's path, its number there.
type Name = (Path, u32);

/// An execution graph: the events with place, what they read or are told, and from which event;
/// the writes of each location in coherence order.
type Key = (BTreeMap<Name, (Site, Option<u64>, Option<Name>)>, BTreeMap<Addr, Vec<Name>>);

/// Where fences are that are ordered with each other.
const FENCES: Addr = Addr::MAX;

/// The graph of a replayed execution.
fn key(program: &Rc<Program>, schedule: &Schedule) -> Result<Key, String> {
    let mut toy = Toy::new(program);
    let (mut events, mut orders) = (BTreeMap::new(), BTreeMap::<Addr, Vec<Name>>::new());
    let mut names: Vec<Name> = Vec::new();
    let mut note = |toy: &mut Toy, event: &Replayed<Frozen>| {
        let name = (toy.path(event.thread), event.index);
        let read = match event.answer {
            Some(Answer::Value(value)) => Some(value.number()),
            Some(Answer::Result(result)) => Some(result),
            _ => None,
        };
        let mut source = event.source.flatten().map(|step| names[step].clone());
        let object = match event.op {
            Op::Sync { object, op } if !op.is_wait() => Some(object),
            Op::Fence { order: Order::SeqCst } if schedule.model.chains_fences() => Some(FENCES),
            _ => None,
        };
        if let Some(addr) = event.op.loc().map(|loc| loc.addr).filter(|_| event.written.is_some()).or(object) {
            let order = orders.entry(addr).or_default();
            source = if object.is_some() { order.last().cloned() } else { source };
            let before = event.before.and_then(|step| order.iter().position(|other| *other == names[step]));
            order.insert(before.unwrap_or(order.len()), name.clone());
        }
        names.push(name.clone());
        events.insert(name, (event.site, read, source));
    };
    replay(&mut toy, schedule, &mut note).map_err(|e| format!("{schedule}: {e}"))?;
    Ok((events, orders))
}

/// Checks one program under a memory model, of which everything is known for each input.
///
/// # Errors
/// What is wrong.
pub fn check_model(program: &Rc<Program>, model: Model, known: &[Executions]) -> Result<u64, String> {
    check_model_within(program, model, known, None)
}

/// The same of what is within so many rounds; of that, no faults.
fn check_model_within(
    program: &Rc<Program>,
    model: Model,
    known: &[Executions],
    rounds: Option<u32>,
) -> Result<u64, String> {
    let wanted: usize = known.iter().map(|known| known.all.len()).sum();
    let make = || crate::explorers::graph_of(model, rounds.map(Bound::Rounds));
    let (toy, told, coverage) = run_guarded(&make, program, 4 * wanted + 1000)?;
    if coverage.stopped {
        return Err("it does not end".into());
    }
    let kinds: BTreeSet<FaultKind> = told.faults.iter().map(|(id, _)| System::fault(&toy, *id).kind).collect();
    let racy = known.iter().any(Executions::is_racy);
    if racy || kinds.contains(&FaultKind::DataRace) {
        let wrong = racy != kinds.contains(&FaultKind::DataRace);
        return if wrong { Err("races are not those that there are".into()) } else { Ok(0) };
    }
    let concrete = by_input(program);
    let mut seen = Seen::new(program, Comes::Once);
    let mut finals: Vec<BTreeSet<_>> = (0..INPUTS).map(|_| BTreeSet::new()).collect();
    for schedule in told.complete.iter().chain(&told.blocked) {
        let (those, rest) = split(program, schedule)?;
        seen.add(those, schedule, |input| {
            let last = weak::see(&concrete[input], &rest)?;
            if last.end.is_none() {
                return Err(format!("{rest}: it can go on"));
            }
            finals[input].insert(last.last);
            key(&concrete[input], &rest)
        })?;
    }
    for (input, known) in known.iter().enumerate() {
        let is_within = |graph: &&Graph| rounds.is_none_or(|most| porf_rounds(graph) <= most);
        let wanted = known.all.values().map(|execution| &execution.graph).filter(is_within).count();
        let found = seen.classes[input].len();
        if found != wanted || rounds.is_none() && finals[input] != known.finals() {
            return Err(format!("with input {input}: {found} of {wanted} graphs"));
        }
    }
    let wanted: BTreeSet<FaultKind> = known.iter().flat_map(|known| known.faults()).map(|fault| fault.kind).collect();
    if rounds.is_none() && kinds != wanted {
        return Err(format!("faults are {kinds:?}, should be {wanted:?}"));
    }
    Ok((told.complete.len() + told.blocked.len()) as u64)
}

/// Checks `count` random programs, of which `know` knows everything for each input.
fn check_all<K>(
    (profile, count, seed): (&Profile, u64, u64),
    know: impl Fn(&Program) -> Option<Vec<K>>,
    count_of: impl Fn(&K) -> (u64, bool),
    check: impl Fn(&Rc<Program>, &[K]) -> Result<u64, String>,
) -> Result<Summary, Box<Failure>> {
    let mut summary = Summary::default();
    let skipped = series(
        count,
        seed,
        |rng| generate(rng, profile),
        |program| know(program).filter(|_| program.has_input()),
        |program, known, seed| match check(&Rc::new(program.clone()), known) {
            Ok(told) => {
                let counts: Vec<(u64, bool)> = known.iter().map(&count_of).collect();
                summary.programs += 1;
                summary.told += told;
                summary.executions += counts.iter().map(|count| count.0).sum::<u64>();
                summary.depend += u64::from(counts.iter().any(|count| count.0 != told));
                summary.racy += u64::from(counts.iter().any(|count| count.1));
                Ok(())
            }
            Err(message) => {
                let wrong = |program: &Program| check(&Rc::new(program.clone()), &know(program)?).err();
                let (program, message) = shrink_while(program, message, wrong);
                Err(Box::new(Failure { program, message, seed }))
            }
        },
    )?;
    Ok(Summary { skipped, ..summary })
}

/// Checks random programs under sequential consistency.
///
/// # Errors
/// The first program on which the explorer goes wrong, made small.
pub fn check_explorer(
    how: (Factory<'_>, Comes),
    profile: &Profile,
    count: u64,
    seed: u64,
) -> Result<Summary, Box<Failure>> {
    check_all(
        (profile, count, seed),
        |program| truths(program, profile.limit),
        |truth| (truth.classes.len() as u64, truth.is_racy()),
        |program, truths| check_program(how, program, truths),
    )
}

/// Checks random programs under a memory model, with `graph`.
///
/// # Errors
/// The first program on which it goes wrong, made small.
pub fn check_random(profile: &Profile, model: Model, count: u64, seed: u64) -> Result<Summary, Box<Failure>> {
    check_all(
        (profile, count, seed),
        |program| known(program, model, profile.limit as usize),
        |known| (known.all.len() as u64, known.is_racy()),
        |program, known| check_model(program, model, known),
    )
}

/// Checks random programs under sequential consistency, within up to `most` rounds.
///
/// # Errors
/// The first program on which `graph` goes wrong, made small.
pub fn check_rounds(profile: &Profile, most: u32, count: u64, seed: u64) -> Result<Summary, Box<Failure>> {
    let within_each = |program: &Rc<Program>, truths: &[Truth]| {
        (0..=most).map(Bound::Rounds).try_fold(0, |_, bound| {
            let make = || crate::explorers::graph_of(Model::Sc, Some(bound));
            let checked = check_program_within((&make, Comes::Once), program, truths, Some(bound));
            checked.map_err(|why| format!("{bound:?}: {why}"))
        })
    };
    check_all(
        (profile, count, seed),
        // What happens after a race depends on which of the two is taken to be first.
        |program| truths(program, profile.limit).filter(|truths| !truths.iter().any(Truth::is_racy)),
        |truth| (truth.classes.len() as u64, truth.is_racy()),
        within_each,
    )
}

/// Checks random programs under a weak memory model, within up to `most` rounds.
///
/// # Errors
/// The first program on which `graph` goes wrong, made small.
pub fn check_weak_rounds(
    profile: &Profile,
    model: Model,
    most: u32,
    (count, seed): (u64, u64),
) -> Result<Summary, Box<Failure>> {
    let known = |program: &Program| known(program, model, profile.limit as usize);
    check_all(
        (profile, count, seed),
        |program| known(program).filter(|known| !known.iter().any(Executions::is_racy)),
        |known| (known.all.len() as u64, known.is_racy()),
        |program, known| {
            (0..=most).try_fold(0, |_, rounds| {
                let checked = check_model_within(program, model, known, Some(rounds));
                checked.map_err(|why| format!("{rounds} rounds: {why}"))
            })
        },
    )
}
