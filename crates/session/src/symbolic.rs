//! Explorations in which the input of the program is every value at once.
//!
//! What they find is given back in words: for each execution that is shown, one input that leads
//! there, and its schedule without the questions about the input. So everything after the
//! exploration (smaller executions, reports, replays) is as without input.
//!
//! `graph` may have several workers. A worker whose domain is full goes on with an empty one, so
//! that memory does not grow with the number of executions.
//!
//! Not covered: other explorers than `graph`, `source`, `unfolding`, `prefix` and `naive`, bounds of
//! switches, parts, leaks as faults. Who asks for them is refused before.

use crate::compiled::{with_input, with_input_within};
use crate::explore::{Learnt, learning, within};
use crate::once::{self, limited};
use crate::parallel;
use crate::paths::Paths;
use crate::replay::replayed;
use crate::scope::{Explored, Scope};
use crate::task::{Algorithm, Subject, Tuning};
use crate::{Error, Findings};
use threadbare_explore::{Explorer, Prefix, Sink, States, fitting, settled};
use threadbare_machine::{LeftOut, Machine, Options};
use threadbare_op::{Bound, Coverage, FaultId, Inputs, Possible, Schedule, System};
use threadbare_symbolic::Symbolic;

/// One exploration, of everything or of a part.
pub(crate) fn one(scope: &Scope<'_>, bound: Option<Bound>) -> Result<Explored, Error> {
    // Which rounds of loops are redundant is not proved for questions. With cutoffs, that a thread
    // stands where it stood, what it knows included, is enough.
    let left_out = if scope.exploration.algorithm.is_by_state() { LeftOut::Same } else { LeftOut::Nothing };
    let options = Options { left_out, given: None, ..scope.subject.machine.clone() };
    let subject = Subject { machine: options, ..scope.subject.clone() };
    let mut machine: Machine<Symbolic> = subject.machine_in(&scope.stop)?;
    let algorithm = scope.exploration.algorithm;
    let Tuning { alternatives, fairness, .. } = scope.exploration.tuning;
    let explorer = with_input(algorithm, scope.subject.model, alternatives);
    let mut explorer = explorer
        .ok_or_else(|| Error::Internal(format!("`{}` does not explore programs with input", algorithm.name())))?;
    // What it consists of is told.
    let mut prefix = Prefix { fairness, ..Prefix::default() };
    let mut states = States { fairness, ..States::default() };
    let mut random = once::random(scope);
    let mut bounded = with_input_within(scope.subject.model, bound);
    let explorer: &mut dyn Explorer<_> = match algorithm {
        Algorithm::Random => &mut random,
        Algorithm::Prefix => &mut prefix,
        Algorithm::States => &mut states,
        Algorithm::Graph => &mut *bounded,
        _ => &mut *explorer,
    };
    let from = parallel::begin(scope, &mut machine)?;
    let learnt = learning(scope, bound, &mut machine, from, |machine| {
        limited(scope, (bound, None), machine, |machine, sink| run(scope, explorer, machine, sink))
    });
    let (mut findings, mut coverage) = match learnt {
        Learnt::All(findings, coverage) => (*findings, coverage),
        Learnt::Elsewhere(explored) => return Ok(*explored),
    };
    findings.prefix = match algorithm {
        Algorithm::Prefix => Some(prefix.counts),
        Algorithm::States => Some(states.counts),
        _ => None,
    };
    findings.drawn = (algorithm == Algorithm::Random).then_some(random.drawn);
    findings.questions = Some(machine.domain().answered());
    findings.splits = machine.domain().splits();
    let mut words = machine.in_domain();
    words.give(&[]);
    let mut telling = Telling { machine: &machine, words: &mut words };
    telling.all(&mut findings, &mut coverage)?;
    let within = within(bound, &findings, &coverage);
    Ok(Explored { machine: words, findings, coverage, bound, within, algorithm, choice: None })
}

fn run(
    scope: &Scope<'_>,
    explorer: &mut dyn Explorer<Machine<Symbolic>>,
    machine: &mut Machine<Symbolic>,
    sink: &mut dyn Sink,
) -> Coverage {
    if !scope.exploration.paths {
        return explorer.run(machine, sink);
    }
    let mut paths = Paths::new(sink, scope.listener, machine);
    explorer.run(machine, &mut paths)
}

/// Gives what was found back in words.
struct Telling<'a> {
    machine: &'a Machine<Symbolic>,
    words: &'a mut Machine,
}

impl Telling<'_> {
    fn all(&mut self, findings: &mut Findings, coverage: &mut Coverage) -> Result<(), Error> {
        for found in [&mut findings.faults, &mut findings.abandoned] {
            for (id, schedule) in found {
                *id = self.fault(*id);
                *schedule = self.schedule(schedule, true)?;
            }
        }
        if let Some(first) = &mut findings.first {
            *first = self.schedule(first, false)?;
        }
        for what in &mut coverage.unsupported {
            let (text, site) = self.machine.unsupported(*what);
            *what = self.words.refuse(&text, site);
        }
        Ok(())
    }

    fn fault(&mut self, id: FaultId) -> FaultId {
        self.words.add_fault(self.machine.fault(id).clone())
    }

    fn schedule(&self, schedule: &Schedule, small: bool) -> Result<Schedule, Error> {
        in_words(self.machine, self.words, schedule, small)
    }
}

/// The schedule with an input that leads along it, which may have to be `small`, and without what
/// was asked. `words` is a machine like this one that takes words. On a busy machine the solver may
/// give up where it did not before: then all is asked once more.
pub(crate) fn in_words(
    machine: &Machine<Symbolic>,
    words: &Machine,
    schedule: &Schedule,
    small: bool,
) -> Result<Schedule, Error> {
    let mut again = machine.another(None);
    let found = in_words_by(&mut again, words, schedule, small);
    let gave_up = |machine: &Machine<Symbolic>| machine.domain().answered().unknown > 0;
    if found.is_ok() || !gave_up(machine) && !gave_up(&again) {
        return found;
    }
    in_words_by(&mut machine.another(None), words, schedule, small).map_err(|_| {
        let why = "the solver has given up on questions about the input, now and then, so that what was found cannot be shown";
        Error::Input(format!("{why}: raise --solver-timeout"))
    })
}

/// Threads may make so many steps in a row, however few they have made with terms.
const MANY_STEPS: u64 = 1 << 20;

fn in_words_by(
    machine: &mut Machine<Symbolic>,
    words: &Machine,
    schedule: &Schedule,
    small: bool,
) -> Result<Schedule, Error> {
    let why = |why: String| Error::Internal(format!("an execution was explored, but {why}\nschedule: {schedule}"));
    // What has found the execution tells an input for it, so that this is not asked again.
    let unfixed = Schedule { given: None, ..schedule.clone() };
    machine.domain().hand(schedule.given.clone());
    let (answers, plain) = settled(machine, &unfixed).map_err(|error| why(error.to_string()))?;
    let given = machine.domain().give(&answers).map_err(|not| match not {
        Possible::Unknown => why("the solver finds no input for it any more".into()),
        _ => why("no input leads there".into()),
    })?;
    let smaller = small.then(|| machine.domain().smaller(given.clone(), &answers));
    // The solver may have been stopped in between: so it is looked at again.
    let given = smaller.filter(|smaller| machine.domain().gives(smaller, &answers)).unwrap_or(given);
    let schedule = Schedule { given: Some(given), ..plain };
    // Where input decides how often a loop goes round, a thread stops to ask. With numbers it runs on.
    let mut brief = words.another(None);
    brief.limit_steps(MANY_STEPS.max(2 * machine.steps()));
    Ok(fitting(schedule, |schedule| replayed(&brief, schedule).1))
}
