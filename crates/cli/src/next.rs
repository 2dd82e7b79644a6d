//! What to do when a run does not come to its end: the loops that keep it from that
//! ([`threadbare_session::endless`]), and options with which something came out when they were
//! tried.
//!
//! What is tried: cutoffs, and two iterations of each loop, first if one of them goes on for ever,
//! else last; smaller numbers for macros that the program lets be defined from outside (`#ifndef
//! N`, `#define N 8`), before all else if a counter bounds a loop that has many rounds; one
//! preemption; another explorer; sequential consistency in place of a weaker model. Each gets a little time, and all of it together a fifth of what
//! the run took. Executions that are drawn at random come first: what they
//! find is a fault of the program as it is. What has explored everything that it means is
//! suggested, with what came of it. A fault is the result of the run, unless it is one of other
//! numbers.
//!
//! Where memory is accessed in several sizes, which is modelled under sequential consistency only,
//! that is tried, whatever else ended the run.
//!
//! Not covered: nothing is tried after Ctrl-C; only macros of the inputs themselves, not of
//! headers.

use crate::explain;
use crate::found::found;
use crate::places::Places;
use crate::plan::Plan;
use crate::run::{Manner, load};
use std::sync::Arc;
use std::time::{Duration, Instant};
use threadbare_machine::{Options, Races};
use threadbare_op::{Bound, Limit, Model, Site, System, Verdict};
use threadbare_program::{LoopKind, Loops, Program, SourcePos};
use threadbare_report::verdict::WHOLE;
use threadbare_report::{EndlessLoop, Found, Place, Run, Suggestion};
use threadbare_session::endless::{self, ROUNDS, endless_loops, long_loops};
use threadbare_session::minimise::Minimiser;
use threadbare_session::patience::patient;
use threadbare_session::trial::{Trial as Tried, try_out};
use threadbare_session::{Algorithm, Extent, Stop, Subject};

/// How long one thing is tried at most,
const MOST: Duration = Duration::from_millis(500);
/// or this part of the time that the run took.
const SHARE: u32 = 20;
/// Executions are drawn for so many times that long.
const MOST_DRAWING: u32 = 2;
/// All else takes this part at most,
const ALL: u32 = 5;
/// or that long.
const ALL_LEAST: Duration = Duration::from_secs(1);
/// Sequential consistency is tried for that long, or as long as the run took.
const MOST_FOR_SC: Duration = Duration::from_secs(5);
/// Its states for this part of it.
const SHARE_FOR_SC: u32 = 8;
/// No smaller number is tried for a macro.
const FEWEST: u64 = 2;
/// Larger ones are not tried in place of even larger ones.
const MOST_ROUNDS: u64 = 64;
/// With less time there is no trying.
const LEAST: Duration = Duration::from_millis(20);

/// Adds what can be said to a run that did not come to its end.
pub(crate) fn suggest(run: &mut Run, plan: &Plan, subject: &Subject, manner: &Manner) {
    suggest_sc(run, plan, subject, manner);
    let met = |limits: &[Limit]| run.limits.iter().any(|met| limits.contains(&met.limit));
    let is_over = met(&[Limit::Time, Limit::MaxMemory]);
    if !plan.advice || run.verdict != Verdict::Incomplete || !(is_over || met(&[Limit::Interrupted, Limit::Steps])) {
        return;
    }
    let taken = Duration::from_secs_f64(run.phases.exploration.max(0.0));
    let usual = MOST.min(taken / SHARE);
    let time = patient(usual);
    let stop = manner.stop.part(patient(ALL_LEAST.max(taken / ALL)) + MOST_DRAWING * time);
    let Some(exploration) = plan.exploration() else { return };
    let symbolic = exploration.symbolic;
    run.endless = endless(subject, symbolic);
    if !is_over || usual < LEAST || plan.extent != Extent::All {
        return;
    }
    let machine = Options { reached: None, ..subject.machine.clone() };
    let subject = Subject { machine, ..subject.clone() };
    let mut trial = Trial { plan: plan.clone(), subject, symbolic, manner, stop, time, options: Vec::new() };
    // What other options of the run do not go with is not suggested.
    let only_graph = exploration.shard.is_some()
        || exploration.checkpoint.write.is_some()
        || exploration.checkpoint.resume.is_some();
    let by_executions = exploration.leaks || exploration.limits.max_executions.is_some();
    let can_cut = !(only_graph || by_executions)
        && (trial.subject.model == Model::Sc || plan.model.is_none())
        && ![Algorithm::Prefix, Algorithm::States].iter().any(|known| run.explorer == known.name())
        && !exploration.tuning.cutoffs
        && (plan.races() == "report" || !plan.says_races);
    let plain = trial.clone();
    let goes_on = !run.endless.is_empty();
    if run.endless.iter().any(|endless| endless.counted) {
        run.suggestions.extend(trial.smaller());
    }
    if goes_on && is_open(run) {
        trial.endless(run, can_cut);
    }
    let may_draw = !(only_graph || by_executions) && run.explorer != Algorithm::Random.name();
    if is_open(run) && may_draw {
        trial.drawing().tell(run, Algorithm::Random, None);
    }
    if is_open(run) {
        run.suggestions.extend(trial.smaller());
    }
    if is_open(run) && run.explorer == "graph" && !symbolic {
        trial.with("--preemptions 1").tell(run, Algorithm::Graph, Some(Bound::Preemptions(1)));
        if run.found_with.is_none() && trial.subject.model == Model::Sc && !only_graph {
            trial.with("--explorer rvf").tell(run, Algorithm::Rvf, None);
        }
    }
    // A loop may be without end in other executions than those that were looked at.
    if is_open(run) && !goes_on {
        trial.endless(run, can_cut);
    }
    if !(only_graph || by_executions) {
        plain.interleavings(run, taken);
    }
}

/// Where memory is accessed in several sizes under a weaker model: adds what comes of sequential
/// consistency.
fn suggest_sc(run: &mut Run, plan: &Plan, subject: &Subject, manner: &Manner) {
    let is_mixed = run.verdict == Verdict::Incomplete && run.limits.iter().any(|met| met.limit == Limit::MixedSize);
    let Some(exploration) = plan.exploration() else { return };
    if !(is_mixed && plan.advice && subject.model != Model::Sc && plan.extent == Extent::All) {
        return;
    }
    let taken = Duration::from_secs_f64(run.phases.exploration.max(0.0));
    let time = taken.max(patient(MOST_FOR_SC));
    let machine = Options { reached: None, ..subject.machine.clone() };
    let subject = Subject { machine, model: Model::Sc, ..subject.clone() };
    let (stop, symbolic) = (manner.stop.part(time), exploration.symbolic);
    let options = vec![ONLY_SC.into()];
    Trial { plan: plan.clone(), subject, symbolic, manner, stop, time, options }.tell(run, Algorithm::Graph, None);
}

/// Whether nothing has helped so far.
fn is_open(run: &Run) -> bool {
    run.suggestions.is_empty() && run.found_with.is_none()
}

/// Adds the fault that was found with these options, as that of the run.
fn add(run: &mut Run, fault: Found, options: &[String], model: Model) {
    // What decides which executions there are; who explores them does not.
    let decides = |option: &&String| option.starts_with("--unroll") || option.starts_with("--model");
    options.iter().filter(decides).for_each(|option| set(&mut run.command, option));
    run.add(fault);
    run.verdict = Verdict::Fault;
    (run.model, run.found_with) = (model.name(), Some(options.join(" ")));
}

/// Gives a command an option, in place of the same with another value.
fn set(command: &mut Vec<String>, option: &str) {
    let words: Vec<&str> = option.split(' ').collect();
    let end = |command: &[String]| command.iter().position(|word| word == "--").unwrap_or(command.len());
    while let Some(at) = command[..end(command)].iter().position(|word| word == words[0]) {
        command.drain(at..end(command).min(at + words.len()));
    }
    let is_other = |word: &str| word.strip_prefix(words[0]).is_some_and(|rest| rest.starts_with('='));
    let flags = command.split_off(end(command));
    command.retain(|word| !is_other(word));
    command.extend(words.into_iter().map(str::to_owned).chain(flags));
}

/// The loops that keep the program from its end, as reports have them.
fn endless(subject: &Subject, symbolic: bool) -> Vec<EndlessLoop> {
    let places = Places::new(&subject.program);
    let found = endless_loops(subject, symbolic);
    let found: Vec<EndlessLoop> = found.into_iter().filter_map(|found| told(found, &places)).collect();
    if !found.is_empty() {
        return found;
    }
    let long = |(site, pos): (Site, SourcePos)| {
        let (function, place) = (places.function(site), places.position(pos)?);
        Some(EndlessLoop { function, place, stayed: None, rounds: Some(ROUNDS), counted: false })
    };
    let found: Vec<EndlessLoop> = long_loops(subject, symbolic).into_iter().filter_map(long).collect();
    if found.is_empty() { explain::trying_loops(&subject.program) } else { found }
}

/// A loop as reports have it.
pub(crate) fn told(found: endless::EndlessLoop, places: &Places<'_>) -> Option<EndlessLoop> {
    let (thread, function) = (found.thread.0, places.function(found.site));
    let counted = is_counted(places.program(), &found);
    Some(EndlessLoop {
        function,
        place: places.position(found.pos)?,
        stayed: Some((thread, found.operations)),
        rounds: None,
        counted,
    })
}

/// Whether the code shows that the loop ends: by a counter.
fn is_counted(program: &Program, found: &endless::EndlessLoop) -> bool {
    let Some((function, _)) = program.locate(found.site) else { return false };
    let function = &program.functions[function.index()];
    let loops = Loops::of(program, function);
    let mut here = function.loops.iter().zip(&loops.kinds).filter(|(info, _)| info.pos == Some(found.pos));
    !found.comes_back && here.any(|(_, kind)| *kind == LoopKind::Bounded)
}

const CUTOFFS: &str = "--cutoffs";
const ONLY_SC: &str = "--model sc";
/// What no fault under that model says of a weaker one.
const SAYS_SC: &str =
    ", with every atomic access as if it were seq_cst; what only weaker orders allow was not looked for";

/// What came of something that was tried.
enum Came {
    /// A fault.
    Fault(Suggestion, Box<Found>),
    /// It has explored everything that it means.
    NoFault(Suggestion),
    /// No fault in the states that so many events reach.
    Whole(u64),
}

/// Something that is tried for a short time.
#[derive(Clone)]
struct Trial<'a> {
    plan: Plan,
    subject: Subject,
    symbolic: bool,
    manner: &'a Manner,
    /// Of everything that is tried.
    stop: Stop,
    time: Duration,
    /// The options that it stands for.
    options: Vec<String>,
}

impl Trial<'_> {
    fn with(&self, option: &str) -> Self {
        let mut trial = self.clone();
        trial.options.push(option.into());
        trial
    }

    /// With cutoffs, under the only memory model that they are for.
    fn with_cutoffs(&self) -> Self {
        let mut trial = self.clone();
        if trial.subject.model != Model::Sc {
            trial.subject.model = Model::Sc;
            trial.options.push(ONLY_SC.into());
        }
        trial.subject.machine.races = Races::Report;
        trial.with(CUTOFFS)
    }

    /// The states that interleavings reach, where a weaker model was explored.
    fn interleavings(&self, run: &mut Run, taken: Duration) {
        let is_known = run.suggestions.iter().any(|known| known.options.contains(ONLY_SC)) || run.found_with.is_some();
        if self.subject.model == Model::Sc || is_known {
            return;
        }
        let mut trial = self.with(ONLY_SC);
        trial.subject.model = Model::Sc;
        trial.time = patient(MOST_FOR_SC.min(self.time.max(taken / SHARE_FOR_SC)));
        trial.stop = self.manner.stop.part(trial.time);
        trial.tell(run, Algorithm::States, None);
    }

    /// By executions drawn at random, for longer than others.
    fn drawing(&self) -> Self {
        let mut trial = self.clone();
        trial.time = MOST_DRAWING * self.time;
        trial.stop = self.manner.stop.part(trial.time);
        trial.with("--search random")
    }

    /// What helps where loops go on for ever.
    fn endless(&mut self, run: &mut Run, can_cut: bool) {
        if can_cut {
            self.with_cutoffs().tell(run, Algorithm::Prefix, None);
        }
        let is_helped = run.endless.is_empty() || run.endless.iter().any(|endless| !endless.counted);
        if is_open(run) && self.subject.machine.unroll.is_none() && is_helped {
            self.options.push("--unroll 2".into());
            self.subject.machine.unroll = Some(2);
            self.tell(run, Algorithm::Graph, None);
        }
    }

    /// Adds what came of it to the run, if something did.
    fn tell(&self, run: &mut Run, algorithm: Algorithm, bound: Option<Bound>) {
        match self.run(algorithm, bound) {
            // What was not asked for is no fault of the run.
            Some(Came::Fault(suggestion, _)) if self.subject.machine.races != self.plan.machine.races => {
                run.suggestions.push(suggestion);
            }
            Some(Came::Fault(_, fault)) => add(run, *fault, &self.options, self.subject.model),
            Some(Came::NoFault(suggestion)) => run.suggestions.push(suggestion),
            // Of another model that says nothing.
            Some(Came::Whole(most)) if self.options == [CUTOFFS] => run.measured.push((WHOLE, most as f64)),
            Some(Came::Whole(_)) | None => {}
        }
    }

    /// What came of it, if something did.
    fn run(&self, algorithm: Algorithm, bound: Option<Bound>) -> Option<Came> {
        let begun = Instant::now();
        let extent = bound.map_or(Extent::All, Extent::Within);
        let subject = Subject { extent, ..self.subject.clone() };
        let came = try_out(&subject, algorithm, self.symbolic, &self.stop.part(self.time))?;
        let seconds = begun.elapsed().as_secs_f64();
        let mut fault = None;
        let outcome = match came {
            Tried::Fault(explored, id, schedule) => {
                let machine = &explored.machine;
                let (fault_found, smaller) =
                    Minimiser::new(&subject, machine, self.plan.minimise).smaller(machine.fault(id), &schedule);
                let (found, _) = found(machine, &subject.program, &fault_found, &smaller).ok()?;
                let place = found.place.as_ref().map_or_else(String::new, Place::at);
                let kind = found.kind.name();
                fault = Some(found);
                format!("finds a fault ({kind}{place}) in {seconds:.1} s")
            }
            Tried::Whole(most) => return Some(Came::Whole(most)),
            Tried::Complete(_) if algorithm.is_by_state() => "explores every reachable state: no fault".into(),
            Tried::Complete(executions) => format!("explores everything ({executions} executions): no fault"),
            Tried::WithinBounds(executions) => {
                format!("explores everything within that bound ({executions} executions): no fault")
            }
        };
        let is_of_sc = fault.is_none() && self.options.iter().any(|option| option == ONLY_SC);
        let outcome = if is_of_sc { format!("{outcome}{SAYS_SC}") } else { outcome };
        let suggestion = Suggestion { options: self.options.join(" "), outcome };
        Some(match fault {
            Some(fault) => Came::Fault(suggestion, Box::new(fault)),
            None => Came::NoFault(suggestion),
        })
    }

    /// The same with smaller numbers: half of each, a quarter, two. One thread, or one round, would
    /// be no test.
    fn smaller(&self) -> Option<Suggestion> {
        let sizes = sizes(&self.plan);
        let part = |by: u64| -> Vec<(String, u64)> {
            sizes.iter().map(|(name, n)| (name.clone(), n.div_ceil(by).max(FEWEST))).collect()
        };
        let mut tries = vec![part(2), part(4), part(u64::MAX)];
        tries.dedup();
        // A thousand rounds are too many, and so are half of them.
        tries.retain(|sizes| sizes.iter().all(|(_, number)| *number <= MOST_ROUNDS));
        let may_go_on = |sizes: &Vec<_>| !sizes.is_empty() && self.stop.reason().is_none();
        tries.into_iter().filter(may_go_on).find_map(|sizes| {
            let flags: Vec<String> = sizes.iter().map(|(name, n)| format!("-D{name}={n}")).collect();
            let is_size = |flag: &str| sizes.iter().any(|(name, _)| flag.starts_with(&format!("-D{name}=")));
            let mut plan = self.plan.clone();
            plan.input.compiler_flags.retain(|flag| !is_size(flag));
            plan.input.compiler_flags.extend(flags.iter().cloned());
            let program = Arc::new(load(&plan, self.manner).ok()?);
            let subject = Subject { program, ..self.subject.clone() };
            let trial = Trial { plan, subject, ..self.with(&format!("-- {}", flags.join(" "))) };
            match trial.run(Algorithm::Graph, None)? {
                Came::Fault(suggestion, _) | Came::NoFault(suggestion) => Some(suggestion),
                Came::Whole(_) => None,
            }
        })
    }
}

/// The macros that the inputs define as a number above [`FEWEST`] unless the compiler's flags do, as they
/// are now.
fn sizes(plan: &Plan) -> Vec<(String, u64)> {
    let texts = plan.input.files.iter().filter(|file| file.extension().is_some_and(|e| e == "c"));
    let texts: Vec<String> = texts.filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    let mut sizes: Vec<(String, u64)> = texts.iter().flat_map(|text| defaults(text)).collect();
    for (name, number) in &mut sizes {
        let given =
            plan.input.compiler_flags.iter().rev().find_map(|f| f.strip_prefix(&format!("-D{name}="))?.parse().ok());
        *number = given.unwrap_or(*number);
    }
    sizes.retain(|(_, number)| *number > FEWEST);
    sizes
}

/// `#ifndef N` with `#define N 8` on the next line.
fn defaults(text: &str) -> Vec<(String, u64)> {
    let directive = |line: &str, name: &str| {
        let rest = line.trim().strip_prefix('#')?.trim_start().strip_prefix(name)?;
        rest.starts_with([' ', '\t']).then(|| rest.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    };
    let lines: Vec<&str> = text.lines().collect();
    let found = lines.windows(2).filter_map(|pair| {
        let (asked, defined) = (directive(pair[0], "ifndef")?, directive(pair[1], "define")?);
        let number = defined.get(1)?.parse().ok()?;
        (asked.first() == defined.first()).then(|| (defined[0].clone(), number))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_given_once() {
        let given = |text: &str, option: &str| {
            let mut command: Vec<String> = text.split(' ').map(str::to_owned).collect();
            set(&mut command, option);
            command.join(" ")
        };
        assert_eq!(
            given("check a.c --model tso --jobs 2 -- -O1", "--model sc"),
            "check a.c --jobs 2 --model sc -- -O1"
        );
        assert_eq!(given("check a.c --model=tso", "--model sc"), "check a.c --model sc");
        assert_eq!(given("check a.c -- --model tso", "--model sc"), "check a.c --model sc -- --model tso");
    }

    #[test]
    fn numbers_that_can_be_given() {
        let text = "#ifndef N\n#define N 8\n#endif\n# ifndef OPS\n#\tdefine OPS 3 /* each */\n#ifndef A_H\n#define A_H\n\
                    #ifndef F\n#define G 3\n#define H 4\n#ifndef SIZE\n#define SIZE (N + 1)\n";
        assert_eq!(defaults(text), [("N".to_owned(), 8), ("OPS".to_owned(), 3)]);
    }
}
