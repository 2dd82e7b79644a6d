//! An explorer against what programs that need not end can come to.

use super::knowing::races;
use super::{Looping, Reached, Vain, in_vain, reached};
use crate::check::{Factory, guarded, shown};
use crate::class::Path;
use crate::generate::{Loops, loops};
use crate::input::shown_for_some;
use crate::oracle::FaultKey;
use crate::program::{Plain, Program, REFUSED};
use crate::rng::Rng;
use crate::toy::Toy;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;
use threadbare_explore::Sink;
use threadbare_op::{Coverage, FaultId, FaultKind, Schedule, Stats, System};

/// What was checked.
#[derive(Clone, Copy, Debug, Default)]
#[allow(missing_docs)]
pub struct Summary {
    pub programs: u64,
    /// Made, but with too many states.
    pub skipped: u64,
    pub states: u64,
    pub asserting: u64,
    pub misusing: u64,
    pub deadlocking: u64,
    /// Without deadlocks of all threads, with one of some.
    pub circling: u64,
    pub racy: u64,
    /// Without any fault.
    pub safe: u64,
    /// Sets of threads that wait in a deadlock.
    pub deadlocks: u64,
    /// Without other faults, with waits in vain.
    pub in_vain: u64,
    /// Programs that the explorer has refused.
    pub refused: u64,
}

/// What an explorer told of a program.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The faults.
    pub faults: BTreeSet<FaultKey>,
    /// Whether it has refused something.
    pub refused: bool,
}

/// A program on which the explorer goes wrong, as small as it could be made.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The program.
    pub program: Looping,
    /// What goes wrong.
    pub message: String,
    /// With which seed it was made.
    pub seed: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {}\n{}", self.seed, self.message, self.program.program())
    }
}

/// What an explorer tells.
#[derive(Default)]
struct Told {
    /// Each fault with the schedule it was told with first.
    faults: Vec<(FaultId, Schedule)>,
    calls: u64,
}

/// No program of a test needs so many reports and ticks.
const PATIENCE: u64 = 1_000_000;
/// Nor so many events.
const MANY: u64 = 10_000_000;

impl Told {
    fn go_on(&mut self) -> ControlFlow<()> {
        self.calls += 1;
        if self.calls > PATIENCE { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Told {
    fn execution(&mut self, _: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.go_on()
    }

    fn blocked(&mut self, _: &Stats, _: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        self.go_on()
    }

    fn fault(&mut self, fault: FaultId, schedule: &mut dyn FnMut() -> Schedule) -> ControlFlow<()> {
        if self.faults.iter().all(|(known, _)| *known != fault) {
            self.faults.push((fault, schedule()));
        }
        self.go_on()
    }

    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if stats.events > MANY { ControlFlow::Break(()) } else { self.go_on() }
    }
}

/// What is asked of an explorer.
#[derive(Clone, Copy, Debug)]
pub struct Demands {
    /// It may say that it does not support something, and then need not find all: where operations
    /// may fail.
    pub may_refuse: bool,
    /// Operations may fail. As one that fails orders nothing, there may be races that no state
    /// shows.
    pub silent: bool,
    /// It must find deadlocks of some threads.
    pub circles: bool,
}

impl Demands {
    /// All.
    pub const ALL: Self = Self { may_refuse: false, silent: false, circles: true };
}

/// Holds an explorer against what a program can come to: the faults that it told.
///
/// Every fault that it tells must be real, and each must be found; except that of deadlocks of the
/// same threads, at different places, one is enough, and that in a program with races one of these
/// is enough, and what else is told says nothing. Where there is no deadlock of all threads, there
/// may be one of some.
///
/// # Errors
/// What is wrong.
pub fn check_one(make: Factory<'_>, program: &Looping, truth: &Reached, demands: Demands) -> Result<Checked, String> {
    let Demands { may_refuse, silent, circles } = demands;
    let program = Rc::new(program.program());
    let knows = |program: &Program| races(program, MANY_KNOW);
    let apart = if silent && program.plain == Plain::Report { knows(&program) } else { Some(false) };
    let run = || {
        let (mut toy, mut told) = (Toy::with_states(&program), Told::default());
        let coverage = make().run(&mut toy, &mut told);
        (toy, told, coverage)
    };
    let (toy, told, coverage) = guarded(run)?;
    if coverage.stopped {
        return Err("the explorer does not end".into());
    }
    let kind = |id: &FaultId| System::fault(&toy, *id).kind;
    let raced = told.faults.iter().any(|(id, _)| kind(id) == FaultKind::DataRace);
    let racy = truth.has(FaultKind::DataRace) || apart == Some(true) || apart.is_none() && raced;
    let mut faults = BTreeSet::new();
    for (id, schedule) in &told.faults {
        let key = if program.has_input() { shown_for_some } else { shown };
        match key(&program, &toy, *id, schedule) {
            Ok(key) if !racy || key.kind == FaultKind::DataRace => drop(faults.insert(key)),
            Err(why) if !racy || kind(id) == FaultKind::DataRace => return Err(why),
            _ => {}
        }
    }
    let some = if truth.has(FaultKind::Deadlock) { &BTreeSet::new() } else { &truth.circles };
    // Where plain accesses are visible, one of the circle may not have come to its wait yet.
    let may_come_later = program.plain == Plain::Explore;
    let is_circle = |circle: &FaultKey, fault: &FaultKey| {
        circle == fault || may_come_later && fault.kind == circle.kind && fault.parties.is_subset(&circle.parties)
    };
    let vain = Judged::of(&program, truth, silent || raced);
    let is_real = |fault: &FaultKey| {
        truth.faults.contains(fault)
            || some.iter().any(|circle| is_circle(circle, fault))
            || apart != Some(false) && fault.kind == FaultKind::DataRace
            || vain.is_real(fault)
    };
    if let Some(strange) = faults.iter().find(|fault| !is_real(fault)) {
        return Err(format!("a fault that is not real: {strange:?}"));
    }
    let refused = coverage.unsupported.contains(&REFUSED);
    // A thread that fails before its first operation has failed as soon as it begins.
    let fails = faults.iter().any(|fault| fault.kind == FaultKind::Assertion);
    let circle = some.first().filter(|_| circles && !racy && !fails && faults.is_disjoint(some));
    if apart == Some(true) && !raced && !refused {
        return Err("a race that no state shows is not found".into());
    }
    // After a race what else is found means little.
    let is_enough = refused || apart != Some(false) && raced;
    let missing = if silent && is_enough { None } else { missing(truth, &faults).or(circle) };
    if let Some(missing) = missing {
        return Err(format!("a fault is not found: {missing:?}"));
    }
    if let Some(missing) = vain.missing(&faults).filter(|_| circles) {
        return Err(format!("a wait in vain is not found: {missing:?}"));
    }
    let expected = Coverage { unsupported: refused.then_some(REFUSED).into_iter().collect(), ..Coverage::default() };
    if coverage != expected || refused && !may_refuse && !racy {
        return Err(format!("{coverage:?}"));
    }
    Ok(Checked { faults, refused })
}

/// In programs with more states, with what is known in them, races that no state shows are not
/// known.
const MANY_KNOW: usize = 100_000;

/// Programs without other faults that have more states are not judged: the search is quadratic.
const JUDGED: usize = 300;

/// The waits in vain of a program.
enum Judged {
    /// They are not looked for.
    None,
    /// They are not known.
    Any,
    Known(Vain),
}

impl Judged {
    fn of(program: &Program, truth: &Reached, may_miss: bool) -> Self {
        match truth.faults.is_empty() && truth.circles.is_empty() {
            false => Self::None,
            true if may_miss || truth.states > JUDGED => Self::Any,
            true => in_vain(program, JUDGED).map_or(Self::Any, Self::Known),
        }
    }

    fn is_real(&self, fault: &FaultKey) -> bool {
        let waits = matches!(fault.kind, FaultKind::Deadlock | FaultKind::Liveness);
        match self {
            Self::None => false,
            Self::Any => waits,
            Self::Known(all) => waits && all.all.contains(&parties(fault)),
        }
    }

    /// One of which no part is found.
    fn missing(&self, faults: &BTreeSet<FaultKey>) -> Option<&BTreeSet<Path>> {
        let Self::Known(all) = self else { return None };
        all.sought.iter().find(|those| !faults.iter().any(|fault| parties(fault).is_subset(those)))
    }
}

fn parties(fault: &FaultKey) -> BTreeSet<Path> {
    fault.parties.iter().map(|party| party.0.clone()).collect()
}

/// Who waits, if it is a deadlock.
fn waiting(fault: &FaultKey) -> Option<Vec<&Path>> {
    (fault.kind == FaultKind::Deadlock).then(|| fault.parties.iter().map(|party| &party.0).collect())
}

/// A fault that had to be found, and was not.
fn missing<'a>(truth: &'a Reached, faults: &BTreeSet<FaultKey>) -> Option<&'a FaultKey> {
    let found = |fault: &FaultKey| match fault.kind {
        FaultKind::DataRace => faults.iter().any(|other| other.kind == FaultKind::DataRace),
        FaultKind::Deadlock => faults.iter().any(|other| waiting(other) == waiting(fault)),
        _ => faults.contains(fault),
    };
    let needed = |fault: &&FaultKey| fault.kind == FaultKind::DataRace || !truth.has(FaultKind::DataRace);
    truth.faults.iter().filter(needed).find(|fault| !found(fault))
}

/// Which random programs are checked.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// How many.
    pub count: u64,
    /// The seed of the first.
    pub seed: u64,
    /// Those with more states are skipped.
    pub limit: usize,
    /// Those with races are, too.
    pub without_races: bool,
    /// What is asked of the explorer.
    pub demands: Demands,
}

impl Series {
    /// What a program can come to, unless it is skipped.
    fn know(&self, program: &Looping, times: usize) -> Option<Reached> {
        let truth = reached(&program.program(), times * self.limit)?;
        Some(truth).filter(|truth| !(self.without_races && truth.has(FaultKind::DataRace)))
    }
}

/// Checks random programs.
///
/// # Errors
/// The first program on which the explorer goes wrong, made small.
pub fn check_loops(make: Factory<'_>, profile: &Loops, series: Series) -> Result<Summary, Box<Failure>> {
    let mut summary = Summary::default();
    let mut seeds = series.seed..;
    while summary.programs < series.count {
        let seed = seeds.next().unwrap_or(u64::MAX);
        let program = loops(&mut Rng::new(seed), profile);
        let Some(truth) = series.know(&program, 1) else {
            summary.skipped += 1;
            assert!(summary.skipped < 5 * (series.count + 10), "a profile of programs with too many states");
            continue;
        };
        match check_one(make, &program, &truth, series.demands) {
            Ok(checked) => summary.add(&truth, &checked),
            Err(message) => {
                let (program, message) = shrink(make, program, message, series);
                return Err(Box::new(Failure { program, message, seed }));
            }
        }
    }
    Ok(summary)
}

/// Makes it smaller as long as the explorer goes wrong in the same way.
fn shrink(make: Factory<'_>, mut program: Looping, mut message: String, series: Series) -> (Looping, String) {
    let way = |message: &str| message.split(['{', ':']).next().map(str::to_owned);
    let wanted = way(&message);
    let wrong = |less: Looping| {
        let truth = guarded(|| series.know(&less, 10)).ok()??;
        let why = check_one(make, &less, &truth, series.demands).err().filter(|why| way(why) == wanted)?;
        Some((less, why))
    };
    while let Some(smaller) = program.smaller().into_iter().find_map(wrong) {
        (program, message) = smaller;
    }
    (program, message)
}

impl Summary {
    fn add(&mut self, truth: &Reached, checked: &Checked) {
        let deadlocks =
            |faults: &BTreeSet<FaultKey>| faults.iter().filter_map(waiting).collect::<BTreeSet<_>>().len() as u64;
        self.programs += 1;
        self.refused += u64::from(checked.refused);
        let is_clean = truth.faults.is_empty() && truth.circles.is_empty();
        self.in_vain += u64::from(is_clean && !checked.faults.is_empty());
        self.states += truth.states as u64;
        self.asserting += u64::from(truth.has(FaultKind::Assertion));
        self.misusing += u64::from(truth.has(FaultKind::SyncMisuse));
        self.deadlocking += u64::from(truth.has(FaultKind::Deadlock));
        self.circling += u64::from(!truth.has(FaultKind::Deadlock) && !truth.circles.is_empty());
        self.racy += u64::from(truth.has(FaultKind::DataRace));
        self.safe += u64::from(truth.faults.is_empty() && truth.circles.is_empty());
        if !truth.has(FaultKind::DataRace) {
            self.deadlocks += deadlocks(&truth.faults);
        }
    }
}
