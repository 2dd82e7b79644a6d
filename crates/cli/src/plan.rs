//! What is going to be done: the raw flags, validated into one [`Plan`].
//!
//! `TABLE` says which explorer goes with which memory model and which policy for plain accesses.
//! What is not in it is refused before anything runs, in a sentence that says why.

use crate::args::{
    CheckArgs, ExitStatusArg, ExplorerArg, ModelArg, NoteArg, OverflowArg, RacesArg, ReleaseSequenceArg, RoundsArg,
    WithoutArgs,
};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use threadbare_explore::{Ablations, Alternatives, Shard};
use threadbare_machine::{Options, Races};
use threadbare_op::{Bound, Model, ReleaseSequence, Schedule};

/// The exploration algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Every interleaving.
    Naive,
    /// Every execution graph once.
    Graph,
    /// Every Mazurkiewicz trace, by source sets.
    Source,
    /// Every Mazurkiewicz trace once, by wakeup trees.
    Optimal,
    /// Every reads-from class once for each order of the writes that are read.
    Observers,
    /// Every reads-from class once.
    Rf,
    /// Every reads-value-from class at most once.
    Rvf,
    /// Value-centric: one execution for all in which threads read the same values.
    Vc,
    /// Data-centric: one execution for all in which threads read from the same writes.
    Dc,
    /// Every maximal configuration of the unfolding.
    Unfolding,
}

impl Algorithm {
    /// As on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Graph => "graph",
            Self::Source => "source",
            Self::Optimal => "optimal",
            Self::Observers => "observers",
            Self::Rf => "rf",
            Self::Rvf => "rvf",
            Self::Vc => "vc",
            Self::Dc => "dc",
            Self::Unfolding => "unfolding",
        }
    }
}

/// Explorer, memory models, policies for plain accesses. The first line that fits is what `auto`
/// means if there is no race.
const TABLE: &[(Algorithm, &[Model], &[RacesArg])] = &[
    (Algorithm::Graph, &Model::ALL, &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Source, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Optimal, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Observers, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Rf, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Rvf, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Vc, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Dc, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
    (Algorithm::Unfolding, &[Model::Sc], &[RacesArg::Ignore, RacesArg::Report]),
    (Algorithm::Naive, &[Model::Sc], &[RacesArg::Report, RacesArg::Explore, RacesArg::Ignore]),
];

/// What to do with the program.
#[derive(Clone, Debug)]
pub enum Task {
    /// Explore it.
    Explore(Exploration),
    /// Show one execution.
    Replay(Schedule),
}

/// Which executions are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All.
    All,
    /// Those within a bound.
    Within(Bound),
    /// Those of 0 rounds, then those of 1, and so on.
    RoundByRound,
}

/// An exploration.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// With this algorithm.
    pub algorithm: Algorithm,
    /// Or with the one that is first to come to its end, if the memory model is sc.
    pub race: bool,
    /// Without these parts of it.
    pub without: Ablations,
    /// With telling how long witnesses were looked for.
    pub time_witnesses: bool,
    /// How many disabled events alternatives answer.
    pub alternatives: Alternatives,
    /// Looks for data races in so many of a hundred executions only; the machine ignores them.
    pub race_sample: Option<u32>,
    /// Whether to take the time of its parts.
    pub timed: bool,
    /// For that long.
    pub timeout: Option<Duration>,
    /// The most memory to use, in bytes, if it was said.
    pub max_memory: Option<u64>,
    /// Until the number of executions is known well enough.
    pub estimate: bool,
    /// For so many executions.
    pub max_executions: Option<u64>,
    /// Beyond the first fault.
    pub keep_going: bool,
    /// By that many workers.
    pub jobs: usize,
    /// Only that part.
    pub shard: Option<Shard>,
    /// What is left goes to this file,
    pub checkpoint: Option<PathBuf>,
    /// and also from time to time.
    pub checkpoint_every: Option<Duration>,
    /// Where it begins.
    pub resume: Option<PathBuf>,
}

impl Exploration {
    /// From the start to the end, by one worker.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            race: false,
            without: Ablations::default(),
            time_witnesses: false,
            alternatives: Alternatives::default(),
            race_sample: None,
            timed: false,
            timeout: None,
            max_memory: None,
            estimate: false,
            max_executions: None,
            keep_going: false,
            jobs: 1,
            shard: None,
            checkpoint: None,
            checkpoint_every: None,
            resume: None,
        }
    }

    /// So many executions, to find out what is to be explored, and not for what they show.
    #[must_use]
    pub fn to_learn(max_executions: u64) -> Self {
        Self { max_executions: Some(max_executions), keep_going: true, ..Self::new(Algorithm::Graph) }
    }
}

/// Everything that is to be done, validated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The inputs.
    pub files: Vec<PathBuf>,
    /// For the compiler.
    pub compiler_flags: Vec<String>,
    /// Where the program begins, if not at `main`.
    pub entry: Option<String>,
    /// How the program is run.
    pub machine: Options,
    /// What to do with it.
    pub task: Task,
    /// The memory model; `None` if the program decides ([`crate::model`]).
    pub model: Option<Model>,
    /// Which executions are meant. (A replay shows one execution, but may have to learn about the
    /// program what an exploration of these learns.)
    pub extent: Extent,
    /// How long to look for a smaller execution of a fault.
    pub minimise: Duration,
    /// What becomes of waits that are left behind when `main` ends.
    pub abandoned: NoteArg,
    /// What becomes of memory that is never freed.
    pub leaks: NoteArg,
    /// Whether a schedule that does not fit is refused.
    pub replay_strict: bool,
    /// Whether to look for what a fault needs, and for what helps a run that does not come to its
    /// end.
    pub advice: bool,
    /// Whether to note which lines are reached.
    pub coverage: bool,
    /// The words of the command line, without those that only say how to report.
    pub command: Vec<String>,
}

impl Plan {
    /// The plan that the flags ask for.
    ///
    /// # Errors
    /// A sentence that says what does not go together, or what is not a schedule.
    pub fn new(args: &CheckArgs) -> Result<Self, String> {
        let model = model(args.model);
        let races = races(args);
        let algorithm = algorithm(args.explorer, model, races)?;
        let alternatives = alternatives(args, algorithm)?;
        let race_sample = race_sample(args, algorithm, races)?;
        let extent = extent(args);
        bounds(algorithm, extent)?;
        let without = without(&args.without, algorithm)?;
        if extent == Extent::RoundByRound
            && (args.checkpoint.is_some() || args.resume.is_some() || args.shard.is_some())
        {
            return Err(
                "--rounds auto is many explorations: --checkpoint, --resume and --shard need one, --rounds K".into()
            );
        }
        let task = match &args.replay {
            Some(text) => {
                replay_alone(args)?;
                let schedule: Schedule = text.parse().map_err(|e| format!("--replay: {e}"))?;
                if let Some(model) = model.filter(|model| *model != schedule.model) {
                    let found = schedule.model;
                    return Err(format!("--model {model}, but the schedule is one of the memory model {found}"));
                }
                Task::Replay(schedule)
            }
            None => {
                parts(args, algorithm)?;
                estimate(args, extent)?;
                Task::Explore(Exploration {
                    race: race(args, model, extent),
                    without,
                    time_witnesses: args.without.time_witnesses,
                    alternatives,
                    race_sample,
                    timed: args.details,
                    timeout: args.timeout.or_else(|| args.estimate.then_some(FOR_ESTIMATES)),
                    estimate: args.estimate,
                    max_executions: args.max_executions,
                    max_memory: args.max_memory,
                    keep_going: args.keep_going,
                    jobs: jobs(args),
                    shard: args.shard,
                    checkpoint: args.checkpoint.clone(),
                    checkpoint_every: args.checkpoint_every,
                    resume: args.resume.clone(),
                    ..Exploration::new(algorithm)
                })
            }
        };
        let machine = Options {
            races: match races {
                RacesArg::Report if race_sample.is_some() => Races::Ignore,
                RacesArg::Report => Races::Report,
                RacesArg::Explore => Races::Explore,
                RacesArg::Ignore => Races::Ignore,
            },
            overflow: args.overflow == OverflowArg::Report,
            unroll: args.unroll,
            max_steps: args.max_steps,
            stubs: args.stub.clone(),
            nondet_range: args.nondet,
            spurious: args.spurious,
            args: args.args.clone().unwrap_or_default().0,
            env: environment(args),
            stdin: stdin(args)?,
            exit_status: exit_status(args),
            abandoned_is_fault: args.abandoned == NoteArg::Fault,
            release_sequence: release_sequence(args)?,
            symmetry: symmetry(args, algorithm),
            ..Options::default()
        };
        let command = command(args);
        let files = args.input.files.iter().chain(&args.define_stub).cloned().collect();
        let compiler_flags = args.input.compiler_flags.clone();
        Ok(Self {
            files,
            compiler_flags,
            entry: args.entry.clone(),
            machine,
            task,
            model,
            extent,
            minimise: args.minimise,
            abandoned: args.abandoned,
            leaks: args.leaks,
            replay_strict: args.replay_strict,
            advice: !args.no_advice,
            coverage: args.coverage.is_some(),
            command,
        })
    }

    /// The exploration, if it is one.
    #[must_use]
    pub fn exploration(&self) -> Option<&Exploration> {
        match &self.task {
            Task::Explore(exploration) => Some(exploration),
            Task::Replay(_) => None,
        }
    }

    /// The name of the policy for plain accesses.
    #[must_use]
    pub fn races(&self) -> &'static str {
        let sampled = self.exploration().is_some_and(|exploration| exploration.race_sample.is_some());
        match self.machine.races {
            _ if sampled => "report",
            Races::Report => "report",
            Races::Explore => "explore",
            Races::Ignore => "ignore",
        }
    }
}

/// The variables of the environment: of several with one name, the last counts.
fn environment(args: &CheckArgs) -> Vec<String> {
    let name = |variable: &String| variable.split('=').next().unwrap_or_default().to_owned();
    let mut all: Vec<String> = Vec::new();
    for variable in &args.env {
        all.retain(|known| name(known) != name(variable));
        all.push(variable.clone());
    }
    all
}

/// The content of standard input.
fn stdin(args: &CheckArgs) -> Result<Option<Arc<[u8]>>, String> {
    let Some(path) = &args.stdin else { return Ok(None) };
    let content = std::fs::read(path).map_err(|error| format!("--stdin {}: {error}", path.display()))?;
    Ok(Some(content.into()))
}

/// The status with which the program is to end, if that matters.
fn exit_status(args: &CheckArgs) -> Option<u8> {
    match args.exit_status {
        ExitStatusArg::Report => Some(args.expect_exit.unwrap_or(0)),
        ExitStatusArg::Ignore => None,
    }
}

/// How many workers explore. Those of `graph` do not tell of each execution, and leaks are looked
/// for in each.
fn jobs(args: &CheckArgs) -> usize {
    if args.leaks == NoteArg::Fault { 1 } else { args.jobs.map_or_else(cores, |n| n as usize) }
}

/// How many workers can work at the same time.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The memory model that was asked for; `None` if the program is to decide.
fn model(arg: ModelArg) -> Option<Model> {
    match arg {
        ModelArg::Sc => Some(Model::Sc),
        ModelArg::Tso => Some(Model::Tso),
        ModelArg::Pso => Some(Model::Pso),
        ModelArg::Ra => Some(Model::Ra),
        ModelArg::Rc11 => Some(Model::Rc11),
        ModelArg::Auto => None,
    }
}

/// Which writes a release sequence has.
fn release_sequence(args: &CheckArgs) -> Result<ReleaseSequence, String> {
    match args.release_sequence {
        ReleaseSequenceArg::Rc11 => Ok(ReleaseSequence::Rc11),
        ReleaseSequenceArg::Cpp20 if !matches!(args.model, ModelArg::Auto | ModelArg::Rc11) => {
            Err("--release-sequence needs --model rc11: the other models have no release sequences".into())
        }
        ReleaseSequenceArg::Cpp20 => Ok(ReleaseSequence::Cpp20),
        ReleaseSequenceArg::C11 => Err("--release-sequence c11 is not implemented; what is safe with cpp20, which \
             orders less, is safe with c11 as well"
            .into()),
    }
}

/// What part of all executions was asked for.
fn extent(args: &CheckArgs) -> Extent {
    match (args.rounds, args.preemptions, args.context_switches) {
        (Some(RoundsArg::Auto), _, _) => Extent::RoundByRound,
        (Some(RoundsArg::Most(most)), _, _) => Extent::Within(Bound::Rounds(most)),
        (None, Some(most), _) => Extent::Within(Bound::Preemptions(most)),
        (None, None, Some(most)) => Extent::Within(Bound::ContextSwitches(most)),
        (None, None, None) => Extent::All,
    }
}

/// Who knows which bounds.
fn bounds(algorithm: Algorithm, extent: Extent) -> Result<(), String> {
    match (algorithm, extent) {
        (_, Extent::All)
        | (Algorithm::Graph, _)
        | (Algorithm::Unfolding, Extent::Within(Bound::ContextSwitches(_))) => Ok(()),
        _ => Err("--rounds and --preemptions need --explorer graph, --context-switches graph or unfolding".into()),
    }
}

/// The algorithm for a combination, if it is in the table. If the program decides on the model, an
/// algorithm that knows any will do at first.
pub(crate) fn algorithm(explorer: ExplorerArg, model: Option<Model>, races: RacesArg) -> Result<Algorithm, String> {
    let wanted = match explorer {
        ExplorerArg::Auto => None,
        ExplorerArg::Naive => Some(Algorithm::Naive),
        ExplorerArg::Graph => Some(Algorithm::Graph),
        ExplorerArg::Source => Some(Algorithm::Source),
        ExplorerArg::Optimal => Some(Algorithm::Optimal),
        ExplorerArg::Observers => Some(Algorithm::Observers),
        ExplorerArg::Rf => Some(Algorithm::Rf),
        ExplorerArg::Rvf => Some(Algorithm::Rvf),
        ExplorerArg::Vc => Some(Algorithm::Vc),
        ExplorerArg::Dc => Some(Algorithm::Dc),
        ExplorerArg::Unfolding => Some(Algorithm::Unfolding),
    };
    let fits = |(a, m, r): &&(Algorithm, &[Model], &[RacesArg])| {
        wanted.is_none_or(|w| w == *a) && model.is_none_or(|model| m.contains(&model)) && r.contains(&races)
    };
    TABLE.iter().find(fits).map(|(a, _, _)| *a).ok_or_else(|| match (wanted, model) {
        (Some(Algorithm::Unfolding), None | Some(Model::Sc)) => "--explorer unfolding takes only operations on \
             synchronisation objects and atomic accesses for events; plain accesses (--races explore) are none: use \
             --races report or ignore, or --explorer graph"
            .into(),
        (Some(algorithm), Some(model)) if algorithm != Algorithm::Graph => format!(
            "--explorer {} goes through interleavings, and so knows only sequential consistency; \
             --model {model} needs --explorer graph",
            algorithm.name()
        ),
        _ => format!("there is no explorer for this: {explorer:?} with the model {model:?} and --races {races:?}")
            .to_lowercase(),
    })
}

/// What becomes of plain accesses. The unfolding is made for programs without data races.
fn races(args: &CheckArgs) -> RacesArg {
    let unfolding = args.explorer == ExplorerArg::Unfolding;
    args.races.unwrap_or(if unfolding { RacesArg::Ignore } else { RacesArg::Report })
}

/// How many disabled events alternatives are to answer.
fn alternatives(args: &CheckArgs, algorithm: Algorithm) -> Result<Alternatives, String> {
    if args.alternatives.is_some() && algorithm != Algorithm::Unfolding {
        return Err("--alternatives needs --explorer unfolding".into());
    }
    Ok(args.alternatives.unwrap_or_default())
}

/// In what part of the executions data races are looked for; `None`: in all, or in none.
fn race_sample(args: &CheckArgs, algorithm: Algorithm, races: RacesArg) -> Result<Option<u32>, String> {
    if args.race_sample.is_some() && (algorithm != Algorithm::Unfolding || races != RacesArg::Report) {
        return Err("--race-sample needs --explorer unfolding and --races report".into());
    }
    Ok(args.race_sample.filter(|percent| *percent < 100))
}

/// How long an estimate may take if nothing else is said.
const FOR_ESTIMATES: Duration = Duration::from_secs(10);

/// Estimates are made by `graph`, of one exploration.
fn estimate(args: &CheckArgs, extent: Extent) -> Result<(), String> {
    if args.estimate && args.explorer != ExplorerArg::Graph {
        return Err("--estimate needs --explorer graph".into());
    }
    if args.estimate && extent == Extent::RoundByRound {
        return Err("--rounds auto is many explorations: --estimate needs one, --rounds K".into());
    }
    Ok(())
}

/// Whether explorers race. Bounds, parts and weak memory models only `graph` knows, and numbers of
/// executions mean something else for each.
fn race(args: &CheckArgs, model: Option<Model>, extent: Extent) -> bool {
    let in_parts = args.shard.is_some() || args.checkpoint.is_some() || args.resume.is_some();
    args.explorer == ExplorerArg::Auto
        && model.is_none_or(|model| model == Model::Sc)
        && extent == Extent::All
        && args.max_executions.is_none()
        && args.leaks != NoteArg::Fault
        && !in_parts
}

/// The parts of the algorithm that are to be left out.
fn without(args: &WithoutArgs, algorithm: Algorithm) -> Result<Ablations, String> {
    let WithoutArgs { no_closure, no_guide, no_greedy, no_backtrack_signals, time_witnesses } = *args;
    let without = Ablations { closure: no_closure, guide: no_guide, greedy: no_greedy, signals: no_backtrack_signals };
    if without != Ablations::default() && algorithm != Algorithm::Rvf {
        return Err("--no-closure, --no-guide, --no-greedy and --no-backtrack-signals need --explorer rvf".into());
    }
    if time_witnesses && algorithm != Algorithm::Rvf {
        return Err("--time-witnesses needs --explorer rvf, which looks for witnesses".into());
    }
    Ok(without)
}

/// Explorations that can be taken apart: not those of other explorers.
fn parts(args: &CheckArgs, algorithm: Algorithm) -> Result<(), String> {
    let given = [
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.resume.is_some(), "--resume"),
        (args.shard.is_some(), "--shard"),
    ];
    let Some((_, name)) = given.iter().find(|(given, _)| *given) else { return Ok(()) };
    if algorithm != Algorithm::Graph {
        return Err(format!("{name} does not go with --explorer {}, which explores in one piece", algorithm.name()));
    }
    if args.leaks == NoteArg::Fault {
        return Err(format!("{name} does not go with --leaks fault, which looks at every execution in one piece"));
    }
    Ok(())
}

/// Whether interchangeable threads are exchanged. Not where the exploration is cut into parts that
/// are explored apart: what one of them learns of the threads the others do not know, and then they
/// are no parts of one whole any more.
fn symmetry(args: &CheckArgs, algorithm: Algorithm) -> bool {
    let in_parts = args.shard.is_some() || args.checkpoint.is_some() || args.resume.is_some();
    algorithm == Algorithm::Graph && !args.no_symmetry && !in_parts
}

/// Options that say how to explore mean nothing for the replay of one execution.
fn replay_alone(args: &CheckArgs) -> Result<(), String> {
    let refused = [
        (args.keep_going, "--keep-going"),
        (args.max_executions.is_some(), "--max-executions"),
        (args.timeout.is_some(), "--timeout"),
        (args.max_memory.is_some(), "--max-memory"),
        (args.estimate, "--estimate"),
        (args.race_sample.is_some(), "--race-sample"),
        (args.jobs.is_some(), "--jobs"),
        (args.checkpoint.is_some(), "--checkpoint"),
        (args.resume.is_some(), "--resume"),
        (args.shard.is_some(), "--shard"),
        (args.coverage.is_some(), "--coverage"),
    ];
    match refused.iter().find(|(given, _)| *given) {
        Some((_, name)) => Err(format!("{name} does not go with --replay, which shows a single execution")),
        None => Ok(()),
    }
}

/// The command line that has the same executions: what decides them is kept, the rest is left out.
fn command(args: &CheckArgs) -> Vec<String> {
    let mut words: Vec<String> = vec!["threadbare".into(), "check".into()];
    words.extend(args.input.files.iter().map(|f| f.to_string_lossy().into_owned()));
    let mut option = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            words.push(format!("--{name}"));
            words.push(value);
        }
    };
    let races = match races(args) {
        RacesArg::Report => None,
        RacesArg::Explore => Some("explore".to_owned()),
        RacesArg::Ignore => Some("ignore".to_owned()),
    };
    option("entry", args.entry.clone());
    option("model", model(args.model).map(|m| m.name().to_owned()));
    option("release-sequence", (args.release_sequence != ReleaseSequenceArg::Rc11).then(|| "cpp20".to_owned()));
    option("races", races);
    option("overflow", (args.overflow == OverflowArg::Ignore).then(|| "ignore".to_owned()));
    option("rounds", args.rounds.map(|rounds| rounds.to_string()));
    option("preemptions", args.preemptions.map(|n| n.to_string()));
    option("context-switches", args.context_switches.map(|n| n.to_string()));
    option("unroll", args.unroll.map(|n| n.to_string()));
    option("nondet", args.nondet.map(|(low, high)| format!("{low}..{high}")));
    for (name, value) in &args.stub {
        option("stub", Some(format!("{name}={value}")));
    }
    for (name, policy) in [("--abandoned", args.abandoned), ("--leaks", args.leaks)] {
        if policy != NoteArg::Note {
            words.extend([name.into(), policy.to_string()]);
        }
    }
    match exit_status(args) {
        Some(0) => {}
        Some(n) => words.extend(["--expect-exit".into(), n.to_string()]),
        None => words.extend(["--exit-status".into(), "ignore".into()]),
    }
    if let Some(main) = &args.args {
        words.extend(["--args".into(), shell_words::join(&main.0)]);
    }
    for variable in &args.env {
        words.extend(["--env".into(), variable.clone()]);
    }
    let paths = args.stdin.iter().map(|file| ("--stdin", file));
    for (name, file) in paths.chain(args.define_stub.iter().map(|file| ("--define-stub", file))) {
        words.extend([name.into(), file.to_string_lossy().into_owned()]);
    }
    if let Some(n) = args.spurious {
        words.push(format!("--spurious={n}"));
    }
    if args.no_symmetry {
        words.push("--no-symmetry".into());
    }
    if !args.input.compiler_flags.is_empty() {
        words.push("--".into());
        words.extend(args.input.compiler_flags.iter().cloned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::{Parser, ValueEnum};

    fn plan(words: &str) -> Result<Plan, String> {
        let words = ["threadbare", "check"].into_iter().chain(words.split(' '));
        let Command::Check(args) = Cli::try_parse_from(words).unwrap().command else { panic!() };
        Plan::new(&args)
    }

    #[test]
    fn who_takes_part() {
        let races = |words: &str| {
            let Task::Explore(exploration) = plan(words).unwrap().task else { panic!() };
            assert_eq!(exploration.algorithm, Algorithm::Graph);
            exploration.race
        };
        assert!(!races("a.c") && !races("a.c --explorer graph"), "only if asked for");
        assert!(races("a.c --explorer auto") && races("a.c --explorer auto --model sc --races explore --keep-going"));
        for only_graph in
            ["--model rc11", "--rounds 2", "--rounds auto", "--shard 1/2", "--resume x", "--max-executions 9"]
        {
            assert!(!races(&format!("a.c --explorer auto {only_graph}")), "{only_graph}");
        }
    }

    #[test]
    fn what_can_be_estimated() {
        let timeout = |words: &str| plan(words).unwrap().exploration().unwrap().timeout;
        assert_eq!(timeout("a.c --estimate"), Some(FOR_ESTIMATES));
        assert_eq!(timeout("a.c --estimate --rounds 2 --timeout 1s"), Some(Duration::from_secs(1)));
        for not in ["--explorer rvf", "--explorer auto", "--rounds auto"] {
            assert!(plan(&format!("a.c --estimate {not}")).unwrap_err().contains("--estimate"), "{not}");
        }
    }

    #[test]
    fn every_combination_on_offer_is_decided() {
        for explorer in ExplorerArg::value_variants() {
            for races in RacesArg::value_variants() {
                for arg in ModelArg::value_variants() {
                    let decided = algorithm(*explorer, model(*arg), *races);
                    let weak = !matches!(arg, ModelArg::Sc | ModelArg::Auto);
                    let graphs = matches!(explorer, ExplorerArg::Auto | ExplorerArg::Graph);
                    let plain = *explorer == ExplorerArg::Unfolding && *races == RacesArg::Explore;
                    assert_eq!(decided.is_err(), (weak && !graphs) || plain, "{decided:?}");
                }
            }
        }
        let refused = plan("a.c --explorer naive --model tso").unwrap_err();
        assert!(refused.contains("naive") && refused.contains("--model tso"), "{refused}");
    }

    #[test]
    fn bounds() {
        let extent = |words: &str| plan(words).unwrap().extent;
        assert_eq!(extent("a.c"), Extent::All);
        assert_eq!(extent("a.c --rounds 2"), Extent::Within(Bound::Rounds(2)));
        assert_eq!(extent("a.c --rounds auto"), Extent::RoundByRound);
        assert_eq!(extent("a.c --preemptions 0"), Extent::Within(Bound::Preemptions(0)));
        assert_eq!(extent("a.c --context-switches 7"), Extent::Within(Bound::ContextSwitches(7)));
        assert!(plan("a.c --rounds 2 --explorer naive").unwrap_err().contains("graph"));
        assert_eq!(extent("a.c --rounds 2 --replay tb1:0"), Extent::Within(Bound::Rounds(2)));
        let command = |words: &str| plan(words).unwrap().command.join(" ");
        assert_eq!(command("a.c --model sc --rounds auto"), "threadbare check a.c --model sc --rounds auto");
        assert_eq!(command("a.c --model sc --preemptions 3"), "threadbare check a.c --model sc --preemptions 3");
    }

    #[test]
    fn what_is_left_out_belongs_to_rvf() {
        let exploration = |words: &str| plan(words).map(|plan| plan.exploration().cloned());
        let found = exploration("a.c --explorer rvf --no-guide --no-backtrack-signals").unwrap().unwrap();
        assert_eq!(found.without, Ablations { guide: true, signals: true, ..Ablations::default() });
        assert!(plan("a.c --explorer rf --no-closure").unwrap_err().contains("--explorer rvf"));
    }

    #[test]
    fn races_are_sampled_by_the_unfolding() {
        let plan = |words: &str| plan(&format!("a.c {words}"));
        let sampled = plan("--explorer unfolding --races report --race-sample 10").unwrap();
        assert_eq!((sampled.races(), sampled.machine.races), ("report", Races::Ignore));
        assert_eq!(sampled.exploration().unwrap().race_sample, Some(10));
        let all = plan("--explorer unfolding --races report --race-sample 100").unwrap();
        assert_eq!((all.machine.races, all.exploration().unwrap().race_sample), (Races::Report, None));
        for wrong in ["--race-sample 10", "--explorer unfolding --race-sample 10"] {
            assert!(plan(wrong).unwrap_err().contains("--races report"), "{wrong}");
        }
    }

    #[test]
    fn the_unfolding_knows_one_bound() {
        let extent = plan("a.c --explorer unfolding --context-switches 3").unwrap().extent;
        assert_eq!(extent, Extent::Within(Bound::ContextSwitches(3)));
        for wrong in [
            "--explorer unfolding --rounds 1",
            "--explorer unfolding --preemptions 1",
            "--explorer source --context-switches 1",
        ] {
            assert!(plan(&format!("a.c {wrong}")).unwrap_err().contains("graph or unfolding"), "{wrong}");
        }
    }

    #[test]
    fn the_unfolding_ignores_plain_accesses_unless_told_otherwise() {
        let races = |words: &str| plan(words).map(|plan| plan.machine.races);
        assert_eq!(races("a.c --explorer unfolding").unwrap(), Races::Ignore);
        assert_eq!(races("a.c --explorer unfolding --races report").unwrap(), Races::Report);
        assert!(races("a.c --explorer unfolding --races explore").unwrap_err().contains("--races report"));
        let command = plan("a.c --explorer unfolding").unwrap().command.join(" ");
        assert_eq!(command, "threadbare check a.c --races ignore", "for the replay");
        let alternatives = |words: &str| plan(words).map(|plan| plan.exploration().unwrap().alternatives);
        assert_eq!(alternatives("a.c --explorer unfolding").unwrap(), Alternatives::Optimal);
        assert_eq!(alternatives("a.c --explorer unfolding --alternatives optimal").unwrap(), Alternatives::Optimal);
        assert_eq!(alternatives("a.c --explorer unfolding --alternatives 2").unwrap(), Alternatives::Most(2));
        assert!(alternatives("a.c --alternatives 2").unwrap_err().contains("--explorer unfolding"));
        for wrong in ["0", "-1", "all"] {
            let words = ["threadbare", "check", "a.c", "--explorer", "unfolding", "--alternatives", wrong];
            assert!(Cli::try_parse_from(words).is_err(), "{wrong}");
        }
    }

    #[test]
    fn replay_goes_alone() {
        assert!(matches!(plan("a.c --replay tb1:0").unwrap().task, Task::Replay(_)));
        assert!(plan("a.c --replay tb1:0 --keep-going").unwrap_err().contains("--keep-going"));
        assert!(plan("a.c --replay tb1:0 --shard 1/2").unwrap_err().contains("--shard"));
        assert!(plan("a.c --replay tb1:0 --estimate").unwrap_err().contains("--estimate"));
        assert!(plan("a.c --replay nonsense").unwrap_err().contains("tb1:"));
        assert!(plan("a.c --replay tb2:rc11:0 --model rc11").is_ok());
        assert!(plan("a.c --replay tb2:rc11:0 --model sc").unwrap_err().contains("rc11"));
    }

    #[test]
    fn what_cannot_be_taken_apart() {
        assert!(plan("a.c --shard 2/2 --jobs 3").is_ok());
        assert!(plan("a.c --shard 2/2 --explorer naive").unwrap_err().contains("--explorer naive"));
        assert!(plan("a.c --resume x --checkpoint y --races explore").is_ok());
        assert!(plan("a.c --shard 1/2 --races explore").is_ok());
        for wrong in ["0/2", "3/2", "1", "1/", "/", "-1/2", "1/0"] {
            let words = ["threadbare", "check", "a.c", "--shard", wrong];
            assert!(Cli::try_parse_from(words).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_command_has_the_same_executions() {
        let plan = plan(
            "a.c --timeout 3s --model rc11 --races explore --spurious --stub f=0x10 --format json --keep-going -- -O1",
        );
        assert_eq!(
            plan.unwrap().command.join(" "),
            "threadbare check a.c --model rc11 --races explore --stub f=16 --spurious=1 -- -O1"
        );
    }
}
