//! `threadbare test`: many tests, each in a process of its own, so that none can disturb another,
//! use up its memory, or take the others with it when it ends badly.
//!
//! A file with `main` is a test; so is each `test_...` function without parameters of a file
//! without. A process runs this very command line again, with the test that it is to run (`child`),
//! and writes an [`Outcome`]; what that says is summed up here.

mod child;
mod skipped;
mod summary;

use crate::args::{CheckArgs, Format, ReportsArgs, TestArgs, Wanted};
use crate::reports::{self, Content, Reports, exit_code};
use crate::{INCOMPLETE, SAFE, check, listen, output, plan};
use child::{Job, Runner};
use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use summary::Summary;
use threadbare_report::{Outcome, Status};
use threadbare_session::memory;

/// Does what the flags say; gives the exit code. `words` are the command line.
pub(crate) fn test(args: &TestArgs, words: &[OsString]) -> u8 {
    if let Some(file) = &args.one.one_file {
        return one(args, file);
    }
    let report = &args.check.report;
    if let Err(message) = allowed(args) {
        return reports::fail(report, "threadbare test", &message);
    }
    let reports = match Reports::open(report) {
        Ok(reports) => reports,
        Err(message) => return reports::fail_to_open(report, &message),
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    if let Err(error) = listen(&interrupted) {
        eprintln!("threadbare: Ctrl-C will end the run at once: {error}");
    }
    let tool = match std::env::current_exe() {
        Ok(tool) => tool,
        Err(error) => {
            return reports::fail(report, "threadbare test", &format!("cannot find this executable: {error}"));
        }
    };
    let look = output::stdout_look(report.color);
    let most = args.check.jobs.map_or_else(cores, |jobs| jobs as usize);
    // Each would take what it finds free when it starts.
    let share = if args.check.max_memory.is_none() { memory::usable().map(|bytes| bytes / most as u64) } else { None };
    let live = reports.shows_people() && !args.list;
    let runner = Runner { tool, words, look, live, share, interrupted: interrupted.clone(), running: Mutex::default() };
    let start = Instant::now();
    let mut found = run_all(args, &runner, most);
    found.seconds = start.elapsed().as_secs_f64();
    if args.list {
        return list(args, &found);
    }
    if found.outcomes.is_empty() && !interrupted.load(Ordering::Relaxed) {
        let message = match &args.filter {
            Some(filter) => format!("there is no test whose name contains `{filter}`"),
            None => "there is no test".into(),
        };
        return reports::failed(report, reports, &Outcome::failed("threadbare test".into(), &message));
    }
    let json = found.json();
    let text = |look, live| found.text(look, live);
    let code = reports.deliver(report, &Content { outcomes: &found.outcomes, json: &json, text: &text });
    if code == SAFE && found.not_run > 0 { INCOMPLETE } else { code }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Options that mean one exploration, and wrong ones, are refused once and not by each test.
fn allowed(args: &TestArgs) -> Result<(), String> {
    let check = &args.check;
    let refused = [
        (check.replay.is_some(), "--replay"),
        (check.save.is_some(), "--save"),
        (check.checkpoint.is_some(), "--checkpoint"),
        (check.resume.is_some(), "--resume"),
        (check.shard.is_some(), "--shard"),
        (check.coverage.as_ref().is_some_and(|coverage| coverage.lcov.is_some()), "--coverage=lcov:FILE"),
        (check.entry.is_some(), "--entry"),
        (check.input.files.iter().chain(&args.with).any(|file| file == Path::new("-")), "- (standard input)"),
    ];
    if let Some((_, name)) = refused.iter().find(|(given, _)| *given) {
        return Err(format!(
            "{name} goes with `threadbare check`, which has one program, and not with `threadbare test`"
        ));
    }
    plan::Plan::new(check).map(drop)
}

/// Runs all tests: first the files, which show whether they have a `main`, then the tests in those
/// without.
fn run_all(args: &TestArgs, runner: &Runner<'_>, most: usize) -> Summary {
    let matches = |name: &str| args.filter.as_ref().is_none_or(|filter| name.contains(filter));
    let files: Vec<Job> = args
        .check
        .input
        .files
        .iter()
        .map(|file| Job { file: file.clone(), entry: None, look_only: args.list || !matches(&file.to_string_lossy()) })
        .collect();
    let of_files = runner.run(&files, most);
    let mut summary = Summary::default();
    // For each file, its outcome or the places of its tests among the jobs.
    let mut jobs = Vec::new();
    let mut plan = Vec::new();
    for (job, outcome) in files.iter().zip(of_files) {
        let Some(outcome) = outcome else {
            summary.not_run += 1;
            continue;
        };
        // A file with `main` is one test, and its functions are its own affair.
        if outcome.status == Status::Error {
            let skipped = skipped::skipped(&job.file, &outcome.tests);
            if !skipped.is_empty() {
                summary.skipped.push((outcome.name.clone(), skipped));
            }
        }
        if outcome.tests.is_empty() {
            if matches(&outcome.name) || outcome.status == Status::Error {
                plan.push(Ok(outcome));
            } else {
                summary.filtered_out += 1;
            }
            continue;
        }
        for test in &outcome.tests {
            if matches(&format!("{}::{test}", outcome.name)) {
                plan.push(Err(jobs.len()));
                jobs.push(Job { entry: Some(test.clone()), look_only: args.list, ..job.clone() });
            } else {
                summary.filtered_out += 1;
            }
        }
    }
    let mut of_tests = if args.list {
        jobs.iter().map(|job| Some(Outcome::failed(job.name(), ""))).collect()
    } else {
        runner.run(&jobs, most)
    };
    for planned in plan {
        match planned.or_else(|index| of_tests[index].take().ok_or(())) {
            Ok(outcome) => summary.outcomes.push(outcome),
            Err(()) => summary.not_run += 1,
        }
    }
    summary
}

/// Prints the names of the tests.
fn list(args: &TestArgs, found: &Summary) -> u8 {
    let is_wrong = |outcome: &&Outcome| outcome.status == Status::Error && !outcome.summary.is_empty();
    let names = found.outcomes.iter().filter(|o| !is_wrong(o)).map(|o| format!("{}\n", o.name)).collect::<String>();
    let code = output::print(names.as_bytes());
    let wrong: Vec<Outcome> = found.outcomes.iter().filter(is_wrong).cloned().collect();
    for outcome in &wrong {
        eprintln!("{} {}: {}", output::error_prefix(args.check.report.color), outcome.name, outcome.summary);
    }
    if code == SAFE { exit_code(&wrong) } else { code }
}

/// In a process for one test: what `check` does, with one worker and an outcome as the report.
fn one(args: &TestArgs, file: &Path) -> u8 {
    let check = CheckArgs { jobs: Some(1), entry: args.one.one_entry.clone(), ..args.check.clone() };
    let mut check = CheckArgs { report: outcome_report(args), ..check };
    check.input.files = std::iter::once(file.to_path_buf()).chain(args.with.iter().cloned()).collect::<Vec<PathBuf>>();
    if args.one.one_look { check::look(&check) } else { check::check(&check, true) }
}

fn outcome_report(args: &TestArgs) -> ReportsArgs {
    let color = if args.one.one_colour { crate::args::ColourArg::Always } else { crate::args::ColourArg::Never };
    ReportsArgs { format: vec![Wanted { format: Format::Outcome, file: None }], output: None, color }
}
