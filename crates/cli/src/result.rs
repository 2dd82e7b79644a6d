//! The result of an exploration, as reports have it.

use crate::args::NoteArg;
use crate::asked;
use crate::coverage;
use crate::drawn;
use crate::explain::{STARTERS, callee_name};
use crate::found::{found, no_replay};
use crate::next;
use crate::places::Places;
use crate::plan::Plan;
use crate::prefix;
use crate::run::Error;
use crate::show::{Shown, show, show_briefly};
use crate::silent;
#[cfg(feature = "measure")]
use crate::unfolded;
use threadbare_machine::Machine;
use threadbare_op::{Coverage, FaultKind, Limit, Site, Stats, System, Verdict};
use threadbare_program::{Inst, Program};
use threadbare_report::{Found, LimitMet, Note, Phases, Run, UnsupportedMet};
use threadbare_session::minimise::Minimiser;
use threadbare_session::{Algorithm, Choice, Explored, Stop, Subject, Try, TryEnd, Why};

/// The result, without what replays show.
pub(crate) fn of(plan: &Plan, subject: &Subject, explored: &Explored) -> Run {
    let Explored { machine, findings, coverage, bound, within, algorithm, choice } = explored;
    let mut run = Run {
        choice: choice.as_ref().map(|choice| chosen(choice, machine.program())),
        ..empty(plan, algorithm.name())
    };
    (run.bound, run.within) = (*bound, *within);
    run.estimates = findings.estimates;
    run.witness_seconds = findings.witnesses.map(|time| time.as_secs_f64());
    run.stats = findings.stats;
    // Before anything is replayed.
    run.coverage = subject.machine.reached.as_ref().map(|reached| coverage::of(&subject.program, reached));
    #[cfg(feature = "measure")]
    if let Some(measured) = &findings.measured {
        (run.measured, run.lines) = (unfolded::values(measured), unfolded::lines(measured));
    }
    if let Some(counts) = &findings.prefix {
        let places = Places::new(machine.program());
        (run.measured, run.lines) = (prefix::values(counts), prefix::lines(counts, &places));
        run.cut_loops = prefix::loops(counts, &places);
    }
    if let Some(drawn) = &findings.drawn {
        (run.measured, run.lines) = (drawn::values(drawn), vec![drawn::line(drawn)]);
    }
    if let Some(answered) = &findings.questions {
        run.measured.extend(asked::values(answered));
        run.lines.push(asked::line(answered));
    }
    run.verdict = Verdict::of(findings.faults.len() + findings.races.len() + findings.leaks.len(), coverage);
    run.stopped = coverage.stopped;
    describe(&mut run, coverage, machine, plan);
    name_bound(&mut run);
    run
}

/// There is a fault more than is shown.
pub(crate) fn not_shown() -> Note {
    let message = "a further fault was found, but its execution cannot be shown: which accesses are visible depends on a \
                   data race; check again when that is mended";
    Note { kind: "not-shown".into(), message: message.into(), place: None }
}

/// Adds to a result what replays of what was found show.
pub(crate) struct Telling<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) subject: &'a Subject,
    pub(crate) explored: &'a Explored,
    /// Of the whole run.
    pub(crate) stop: &'a Stop,
}

impl Telling<'_> {
    pub(crate) fn is_interrupted(&self) -> bool {
        self.stop.reason() == Some(Limit::Interrupted)
    }

    /// Where accesses race, which of them are visible may depend on what nothing orders, and so on
    /// how a schedule is come to.
    fn is_racy(&self) -> bool {
        let Explored { machine, findings, .. } = self.explored;
        findings.faults.iter().any(|(id, _)| machine.fault(*id).kind.goes_by_order())
    }

    /// Adds the faults. Gives the error of one that could not be shown since accesses race.
    pub(crate) fn add_faults(&self, run: &mut Run) -> Result<Option<Error>, Error> {
        let Explored { machine, findings, .. } = self.explored;
        let is_racy = self.is_racy();
        let mut lost = None;
        // Who has not yet lost patience may do so now, but does get one fault.
        let patient = !self.is_interrupted();
        let mut minimiser = Minimiser::new(self.subject, machine, self.plan.minimise);
        for (id, schedule) in &findings.faults {
            if patient && self.is_interrupted() && !run.faults.is_empty() {
                run.stopped = true;
                run.limits.push(interrupted());
                break;
            }
            let fault = machine.fault(*id);
            // Of several faults, each is shown for what it is.
            let earlier = if findings.faults.len() == 1 { minimiser.earlier(fault, schedule) } else { None };
            let (fault, schedule) = match &earlier {
                Some((fault, schedule)) => minimiser.smaller(fault, schedule),
                None => minimiser.smaller(fault, schedule),
            };
            match found(machine, &self.subject.program, &fault, &schedule) {
                Ok((found, _)) => run.add(self.without_arguments(found)),
                Err(error) if is_racy => lost = Some(error),
                Err(error) => return Err(error),
            }
        }
        Ok(lost)
    }

    /// Whether the program takes arguments, and was given none.
    fn lacks_arguments(&self) -> bool {
        let Subject { machine, program, .. } = self.subject;
        let takes = program.entry.is_some_and(|main| program.functions[main.index()].params > 0);
        takes && machine.args.is_empty() && machine.input_args.is_empty()
    }

    /// Says of a program that told how it is to be used that arguments can be given.
    fn without_arguments(&self, mut found: Found) -> Found {
        let says = found.output.to_ascii_lowercase().contains("usage");
        if found.kind == FaultKind::ExitStatus && says && self.lacks_arguments() && found.explanation.is_none() {
            found.explanation = Some("the program was given no arguments; --args gives it some".into());
        }
        found
    }

    /// Says of a program that could start threads, and has started none, that it had no arguments.
    fn no_threads(&self, run: &Run, shown: &Shown) -> Option<Note> {
        let is_only = run.faults.is_empty() && run.stats.executions + run.stats.blocked == 1;
        let is_told = is_only && !shown.starts_threads() && self.lacks_arguments() && starts(&self.subject.program);
        let message = "the program was given no arguments, and started no thread, though it has code that does: --args \
                       gives it some";
        is_told.then(|| Note { kind: "no-arguments".into(), message: message.into(), place: None })
    }

    /// Adds an execution in which a thread did nothing that others see for as long as it was followed,
    /// if there is no fault.
    pub(crate) fn add_silent(&self, run: &mut Run) {
        let Explored { coverage, machine, .. } = self.explored;
        let symbolic = self.plan.exploration().is_some_and(|exploration| exploration.symbolic);
        if run.faults.is_empty() && coverage.limits.contains(&Limit::Steps) && !symbolic && !self.is_interrupted() {
            run.silent = silent::execution(self.subject, &machine.limit_sites(Limit::Steps));
        }
    }

    /// Adds the races that were found in a sample of the executions.
    pub(crate) fn add_sampled_races(&self, run: &mut Run) -> Result<(), Error> {
        let Explored { machine, findings, .. } = self.explored;
        let program = &*self.subject.program;
        let Some(checking) = machine.checking_races().filter(|_| !findings.races.is_empty()) else { return Ok(()) };
        for schedule in &findings.races {
            let shown = show(&checking, program, schedule).map_err(|e| no_replay(machine, program, schedule, &e))?;
            let races = shown.faults.iter().filter(|fault| fault.kind == FaultKind::DataRace);
            for race in races.map(|race| shown.found(race, program)) {
                run.add(race);
            }
        }
        Ok(())
    }

    /// Adds the leaks, if they are faults.
    pub(crate) fn add_leaks(&self, run: &mut Run) -> Result<(), Error> {
        let (machine, program) = (&self.explored.machine, &*self.subject.program);
        for schedule in &self.explored.findings.leaks {
            let shown = show(machine, program, schedule).map_err(|e| no_replay(machine, program, schedule, &e))?;
            add_leaks(run, &shown, program);
        }
        Ok(())
    }

    /// Adds what is worth knowing of the first complete execution; gives what that prints.
    pub(crate) fn add_notes(&self, run: &mut Run) -> Result<Option<String>, Error> {
        let Explored { machine, findings, .. } = self.explored;
        // Where threads are always left behind, one such execution serves for the others.
        let abandoned = findings.abandoned.first().map(|(_, schedule)| schedule);
        let Some(schedule) = findings.first.as_ref().or(abandoned) else { return Ok(None) };
        match show_briefly(machine, &self.subject.program, schedule) {
            Ok(shown) => {
                run.notes = notes(&shown, self.plan);
                run.notes.extend(unjudged(&shown, self.plan));
                let no_threads = self.no_threads(run, &shown);
                run.notes.extend(no_threads);
                Ok(Some(shown.output().to_owned()))
            }
            Err(_) if self.is_racy() => Ok(None),
            Err(error) => Err(no_replay(machine, &self.subject.program, schedule, &error)),
        }
    }

    /// Adds a note for each kind of waits that are left behind.
    pub(crate) fn add_abandoned(&self, run: &mut Run) -> Result<(), Error> {
        let (machine, program) = (&self.explored.machine, &*self.subject.program);
        let mut told: Vec<(_, Note, usize)> = Vec::new();
        for (_, schedule) in &self.explored.findings.abandoned {
            match show_briefly(machine, program, schedule) {
                Ok(shown) => {
                    let (who, Some(note)) = (shown.left_behind(), shown.abandoned()) else { continue };
                    match told.iter_mut().find(|(known, ..)| *known == who) {
                        Some((.., variants)) => *variants += 1,
                        None => told.push((who, note, 1)),
                    }
                }
                Err(_) if self.is_racy() => {}
                Err(error) => return Err(no_replay(machine, program, schedule, &error)),
            }
        }
        for (_, mut note, variants) in told {
            if !run.faults.is_empty() {
                note.message = format!("in another execution {}", note.message);
            }
            if variants > 1 {
                note.message = format!("{} ({variants} variants)", note.message);
            }
            run.notes.push(note);
        }
        Ok(())
    }
}

/// Whether the program has code of its own that starts threads.
fn starts(program: &Program) -> bool {
    let mut code = program.functions.iter().filter(|function| !function.runtime).flat_map(|function| &function.code);
    code.any(|inst| match inst {
        Inst::Call { callee, .. } => {
            callee_name(program, *callee).is_some_and(|(name, _)| STARTERS.iter().any(|(starter, _)| *starter == name))
        }
        _ => false,
    })
}

/// How the explorer was chosen.
fn chosen(choice: &Choice, program: &Program) -> threadbare_report::Choice {
    let why = match choice.why {
        Why::First => "it finished first".into(),
        Why::Commutes(executions) => {
            format!("operations that commute need no order; graph had not finished after {executions} executions")
        }
        Why::FewStates(executions) => {
            format!("many executions come to the same state; graph had not finished after {executions} executions")
        }
        Why::Drawn(executions) => {
            format!("executions were drawn at random as well; graph had found no fault in {executions} executions")
        }
        Why::Interleaved(executions) => format!(
            "interleavings were explored as well, as these are executions under every model; graph had found no fault in \
             {executions} executions"
        ),
        Why::Ordered(executions) => format!(
            "interleavings are all there are: what is weaker than seq_cst is ordered by other things; graph had not \
             finished after {executions} executions"
        ),
        Why::GoesOn(endless) => next::told(endless, &Places::new(program))
            .map_or("an execution goes on for ever".into(), |endless| endless.why()),
        Why::StaysIn(time) => {
            format!("graph stayed in one execution, and had taken {:.0} s", time.as_secs_f64())
        }
        Why::NobodyFinished => "no explorer finished".into(),
        Why::Quickest(time) => {
            format!("all its executions take about {:.1} s, less than trying the others", time.as_secs_f64())
        }
    };
    let tried = |tried: &Try| threadbare_report::Try {
        explorer: tried.algorithm.name(),
        seconds: tried.time.as_secs_f64(),
        executions: tried.executions,
        ended: match tried.ended {
            TryEnd::Finished => "finished",
            TryEnd::OutOfTime => "out of time",
            TryEnd::NotCovered => "not covered",
        },
    };
    threadbare_report::Choice { why, tries: choice.tries.iter().map(tried).collect() }
}

/// That the user wanted no more.
pub(crate) fn interrupted() -> LimitMet {
    LimitMet { limit: Limit::Interrupted, value: None, places: Vec::new() }
}

/// Adds what is never freed in an execution.
pub(crate) fn add_leaks(run: &mut Run, shown: &Shown, program: &Program) {
    for leak in &shown.leaks {
        run.add(shown.found(&leak.fault, program));
    }
}

/// What is worth knowing of an execution that is no fault.
pub(crate) fn notes(shown: &Shown, plan: &Plan) -> Vec<Note> {
    let is_told = |note: &&Note| plan.leaks == NoteArg::Note || note.kind != FaultKind::Leak.name();
    shown.notes.iter().filter(is_told).cloned().collect()
}

/// That nothing is said about memory that is never freed.
fn unjudged(shown: &Shown, plan: &Plan) -> Option<Note> {
    let message = "memory that is not freed is not judged: threads still wait when `main` ends, in every execution, and could free it";
    let is_wanted = shown.unjudged_leaks && plan.leaks != NoteArg::Ignore;
    is_wanted.then(|| Note { kind: FaultKind::Leak.name().into(), message: message.into(), place: None })
}

/// Says which bound was met; and that a run which raised it is repeated with the last one.
fn name_bound(run: &mut Run) {
    let Some(bound) = run.bound else { return };
    let (limit, most) = (bound.limit(), bound.most().to_string());
    for met in run.limits.iter_mut().filter(|met| met.limit == limit) {
        met.value = Some(most.clone());
    }
    if let Some(at) = run.command.windows(2).position(|words| words == ["--rounds", "auto"]) {
        run.command[at + 1] = most;
    }
}

/// Names the limits and the unsupported things that were met, with their places.
fn describe(run: &mut Run, coverage: &Coverage, machine: &Machine, plan: &Plan) {
    let places = Places::new(machine.program());
    // Who stops at the first fault would stop there in whatever order.
    let is_hunt = run.verdict == Verdict::Fault && coverage.stopped && coverage.limits == [Limit::Sample];
    for &limit in coverage.limits.iter().filter(|_| !is_hunt) {
        // Who is interrupted happens to be where it is.
        let sites = if limit == Limit::Interrupted { Vec::new() } else { machine.limit_sites(limit) };
        let mut at: Vec<_> = sites.iter().filter_map(|site| places.near(*site)).collect();
        at.sort();
        at.dedup();
        let is_mixed = limit == Limit::MixedSize;
        let sizes = if is_mixed { mixed_sizes(&sites, machine.program(), &places) } else { None };
        run.limits.push(LimitMet { limit, value: sizes.or_else(|| value_of(limit, plan)), places: at });
    }
    for &number in &coverage.unsupported {
        let (what, site) = machine.unsupported(number);
        let met = UnsupportedMet { what: what.to_owned(), place: places.place(site), advice: None };
        if !run.unsupported.contains(&met) {
            run.unsupported.push(met);
        }
    }
}

/// Accesses to the same memory in different sizes, as far as their instructions tell: `4 bytes at
/// lock.c:7:5, 2 bytes at lock.c:12:9`.
fn mixed_sizes(sites: &[Site], program: &Program, places: &Places<'_>) -> Option<String> {
    let size = |site: Site| {
        let (function, pc) = program.locate(site)?;
        match program.functions[function.index()].code[pc.0 as usize] {
            Inst::Load { size, .. } | Inst::Store { size, .. } => Some(size),
            Inst::Rmw { size, .. } | Inst::Cas { size, .. } => Some(size),
            _ => None,
        }
    };
    let mut known: Vec<(u8, &Site)> = Vec::new();
    for (site, size) in sites.iter().filter_map(|site| Some((site, size(*site)?))) {
        if !known.iter().any(|(other, _)| *other == size) {
            known.push((size, site));
        }
    }
    known.sort_unstable_by_key(|(size, _)| std::cmp::Reverse(*size));
    let told = known.iter().filter_map(|(size, site)| {
        let bytes = if *size == 1 { "1 byte".into() } else { format!("{size} bytes") };
        Some(format!("{bytes} at {}", places.near(**site)?))
    });
    let told: Vec<String> = told.collect();
    (told.len() > 1).then(|| told.join(", "))
}

/// What a limit was set to.
pub(crate) fn value_of(limit: Limit, plan: &Plan) -> Option<String> {
    let exploration = plan.exploration();
    match limit {
        Limit::Unroll => plan.machine.unroll.map(|n| n.to_string()),
        Limit::Steps => Some(plan.machine.max_steps.to_string()),
        Limit::Spurious => plan.machine.spurious.map(|n| n.to_string()),
        Limit::Executions => exploration?.limits.max_executions.map(|n| n.to_string()),
        Limit::MaxMemory => exploration?.limits.max_memory.map(|bytes| format!("{} MB", bytes / 1_000_000)),
        Limit::RaceSample => exploration?.tuning.race_sample.map(|percent| format!("{percent} %")),
        Limit::Shard => exploration?.shard.map(|shard| shard.to_string()),
        Limit::Time => exploration?.limits.timeout.map(|t| format!("{} s", t.as_secs_f64())),
        _ => None,
    }
}

/// A result in which nothing was found yet.
pub(crate) fn empty(plan: &Plan, explorer: &'static str) -> Run {
    Run {
        verdict: Verdict::Incomplete,
        stats: Stats::default(),
        faults: Vec::new(),
        notes: Vec::new(),
        limits: Vec::new(),
        unsupported: Vec::new(),
        explorer,
        choice: None,
        endless: Vec::new(),
        suggestions: Vec::new(),
        found_with: None,
        bound: None,
        within: None,
        estimates: None,
        silent: None,
        witness_seconds: None,
        model: plan.model.unwrap_or_default().name(),
        model_reason: None,
        symbolic: plan.exploration().is_some_and(|exploration| exploration.symbolic),
        symbolic_reason: None,
        races: plan.races(),
        stopped: false,
        has_checkpoints: plan.exploration().is_some_and(|exploration| {
            explorer == Algorithm::Graph.name() && !exploration.symbolic && !exploration.leaks
        }),
        assumes: false,
        replay: false,
        measured: Vec::new(),
        cut_loops: Vec::new(),
        lines: Vec::new(),
        coverage: None,
        phases: Phases::default(),
        wall_seconds: 0.0,
        peak_rss_bytes: 0,
        command: plan.command.clone(),
    }
}
