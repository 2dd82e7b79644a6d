//! What is going to be done: the raw flags, validated into one [`Plan`].
//!
//! `table` says which explorer goes with which memory model and which policy for plain accesses,
//! `exploration` how it explores, `machine` how the program is run, and `command` how to repeat it.
//! What does not go together is refused before anything runs, in a sentence that says why.

mod command;
mod exploration;
mod machine;
mod symbolic;
mod table;
#[cfg(test)]
mod tests;

use crate::args::{CheckArgs, FixArg, NoteArg, ReleaseSequenceArg};
use std::path::PathBuf;
use std::time::Duration;
pub(crate) use table::algorithm;
use threadbare_machine::{Options, Races};
use threadbare_op::{Model, Schedule};
use threadbare_session::{Exploration, Extent};

/// What to do with the program.
#[derive(Clone, Debug)]
pub enum Task {
    /// Explore it.
    Explore(Exploration),
    /// Show one execution.
    Replay {
        /// Which.
        schedule: Schedule,
        /// Whether a schedule that does not fit is refused.
        strict: bool,
    },
}

/// The program.
#[derive(Clone, Debug)]
pub struct Input {
    /// The files.
    pub files: Vec<PathBuf>,
    /// For the compiler.
    pub compiler_flags: Vec<String>,
    /// Where the program begins, if not at `main`.
    pub entry: Option<String>,
}

/// Whether input is every value at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EveryInput {
    /// It was asked for.
    Asked,
    /// If the program takes some of which nobody gives values: that shows when it is loaded.
    IfNeeded,
    /// Something that was asked for does not go with it: which, in a sentence.
    Not(String),
}

/// Everything that is to be done, validated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The program.
    pub input: Input,
    /// How it is run.
    pub machine: Options,
    /// Inputs that are fixed: what they are called shows when it is loaded.
    pub fixed: Vec<FixArg>,
    /// Whether input is every value at once.
    pub every_input: EveryInput,
    /// The directory for a test of each path.
    pub tests: Option<PathBuf>,
    /// What to do with it.
    pub task: Task,
    /// The memory model; `None` if the program decides ([`crate::model`]).
    pub model: Option<Model>,
    /// Which release sequences there are; `None` if the language decides. Those of C11 need two
    /// explorations (`contiguous.rs`).
    pub release_sequence: Option<ReleaseSequenceArg>,
    /// Which executions are meant.
    pub extent: Extent,
    /// How long to look for a smaller execution of a fault.
    pub minimise: Duration,
    /// What becomes of waits that are left behind when `main` ends.
    pub abandoned: NoteArg,
    /// What becomes of memory that is never freed.
    pub leaks: NoteArg,
    /// Whether to look for what a fault needs, and for what helps a run that does not come to its
    /// end.
    pub advice: bool,
    /// It was said what becomes of plain accesses.
    pub says_races: bool,
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
        let args = &*symbolic::adapted(args)?;
        let model = table::model(args.model);
        let algorithm = table::algorithm(args.explorer(), model, table::races(args))?;
        exploration::tuning(args, algorithm)?;
        let extent = exploration::extent(args);
        exploration::bounds(algorithm, extent)?;
        if extent == Extent::RoundByRound
            && (args.checkpoint.is_some() || args.resume.is_some() || args.shard.is_some())
        {
            return Err(
                "--rounds auto is many explorations: --checkpoint, --resume and --shard need one, --rounds K".into()
            );
        }
        if args.release_sequence == Some(ReleaseSequenceArg::C11)
            && (args.checkpoint.is_some() || args.resume.is_some() || args.shard.is_some())
        {
            return Err(
                "--release-sequence c11 may need two explorations: --checkpoint, --resume and --shard need one".into(),
            );
        }
        let mut task = match &args.replay {
            Some(text) => replay(args, text, model)?,
            None => Task::Explore(exploration::exploration(args, algorithm, model, extent)?),
        };
        let command = command::command(args);
        let input = Input {
            files: args.input.files.iter().chain(&args.define_stub).cloned().collect(),
            compiler_flags: args.input.compiler_flags.clone(),
            entry: args.entry.clone(),
        };
        if let Task::Explore(exploration) = &mut task {
            // Files may be called by other names; what is in them counts.
            let is_file = |word: &&String| input.files.iter().any(|file| file.as_os_str() == word.as_str());
            exploration.checkpoint.options = command.iter().skip(2).filter(|word| !is_file(word)).cloned().collect();
        }
        Ok(Self {
            input,
            machine: machine::options(args, algorithm)?,
            fixed: args.fixed.clone(),
            every_input: symbolic::every_input(args),
            tests: args.tests.clone(),
            task,
            model,
            release_sequence: args.release_sequence,
            extent,
            minimise: args.minimise,
            abandoned: args.abandoned,
            leaks: args.leaks,
            // It would be found out by explorations without input.
            advice: !args.no_advice,
            says_races: args.races.is_some(),
            coverage: args.coverage.is_some(),
            command,
        })
    }

    /// The exploration, if it is one.
    #[must_use]
    pub fn exploration(&self) -> Option<&Exploration> {
        match &self.task {
            Task::Explore(exploration) => Some(exploration),
            Task::Replay { .. } => None,
        }
    }

    /// The name of the policy for plain accesses.
    #[must_use]
    pub fn races(&self) -> &'static str {
        let sampled = self.exploration().is_some_and(|exploration| exploration.tuning.race_sample.is_some());
        match self.machine.races {
            _ if sampled => "report",
            Races::Report => "report",
            Races::Explore => "explore",
            Races::Ignore => "ignore",
        }
    }
}

/// The replay of a schedule.
fn replay(args: &CheckArgs, text: &str, model: Option<Model>) -> Result<Task, String> {
    exploration::replay_alone(args)?;
    let schedule: Schedule = crate::saved::named(text).map_err(|e| format!("--replay: {e}"))?;
    // An execution of sequential consistency is one of every model; some are found so beside a weaker one.
    if let Some(model) = model.filter(|model| *model != schedule.model && schedule.model != Model::Sc) {
        let found = schedule.model;
        return Err(format!("--model {model}, but the schedule is one of the memory model {found}"));
    }
    Ok(Task::Replay { schedule, strict: args.replay_strict })
}
