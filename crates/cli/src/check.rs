//! `threadbare check`: one program, and its reports.

use crate::args::{CheckArgs, Format, ReportsArgs};
use crate::output::{self, Target};
use crate::reports::{self, Content, Reports};
use crate::{listen, plan, run, saved};
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use threadbare_report::{Look, Outcome, Run, Sources, coverage, human, json};
use threadbare_session::Stop;

/// Does what the flags say, as one of many tests or not; gives the exit code.
pub(crate) fn check(args: &CheckArgs, in_suite: bool) -> u8 {
    prepare_for_crashes(&args.report);
    let name = name(args);
    let plan = match plan::Plan::new(args) {
        Ok(plan) => plan,
        Err(message) => return reports::fail(&args.report, &name, &message),
    };
    let reports = match Reports::open(&args.report) {
        Ok(reports) => reports,
        Err(message) => return reports::fail_to_open(&args.report, &message),
    };
    let lcov = args.coverage.as_ref().and_then(|coverage| coverage.lcov.as_deref());
    let lcov = match lcov.map(|path| Target::open(Some(path))).transpose() {
        Ok(lcov) => lcov,
        Err(message) => return reports::fail_to_open(&args.report, &message),
    };
    let interrupted = Arc::new(AtomicBool::new(false));
    if let Err(error) = listen(&interrupted) {
        eprintln!("threadbare: Ctrl-C will end the run at once: {error}");
    }
    let manner = run::Manner { stop: Stop::new(interrupted), progress: std::io::stderr().is_terminal() };
    let (run, no_tests) = match run::run(&plan, &manner) {
        Ok(outcome) => (outcome.run, outcome.no_tests),
        Err(run::Error::Interrupted) => (run::interrupted(&plan), None),
        Err(error) => {
            let tests = if let run::Error::NoMain(tests) = &error { tests.clone() } else { Vec::new() };
            let outcome = Outcome { tests, ..Outcome::failed(name, &error.to_string()) };
            return reports::failed(&args.report, reports, &outcome);
        }
    };
    let mut run = Run { has_checkpoints: run.has_checkpoints && !in_suite, ..run };
    let saved = saved::save(&mut run, args.save.as_deref().filter(|file| !is_replayed(args, file)));
    let quoted = if reports.quote_text() { text(args, &run, quoted_look(args)) } else { String::new() };
    let outcome = Outcome::new(name, &run, quoted);
    let content = Content {
        outcomes: std::slice::from_ref(&outcome),
        json: &outcome.json,
        text: &|look, _| text(args, &run, look),
    };
    let code = reports.deliver(&args.report, &content);
    if let (Some(lcov), Some(lines)) = (lcov, &run.coverage)
        && let Err(message) = output::deliver(lcov, &coverage::lcov(lines), false)
    {
        return reports::fail_to_open(&args.report, &message);
    }
    if let Some(message) = saved.err().or(no_tests) {
        return reports::fail_to_open(&args.report, &message);
    }
    code
}

/// Whether that is the file of the schedule that is shown: it stays what it is.
fn is_replayed(args: &CheckArgs, file: &Path) -> bool {
    let same = |replayed: &String| match (std::fs::canonicalize(replayed), std::fs::canonicalize(file)) {
        (Ok(replayed), Ok(file)) => replayed == file,
        _ => false,
    };
    args.replay.as_ref().is_some_and(same)
}

/// Only loads the program, and says whether it has a `main` or tests.
pub(crate) fn look(args: &CheckArgs) -> u8 {
    let (name, report) = (name(args), &args.report);
    let loaded = plan::Plan::new(args)
        .map_err(run::Error::Input)
        .and_then(|plan| run::load(&plan, &run::Manner::default()).map(|_| run::interrupted(&plan)));
    let outcome = match loaded {
        Ok(nothing) => Outcome::new(name, &nothing, String::new()),
        Err(run::Error::NoMain(tests)) => Outcome { tests, ..Outcome::failed(name, "") },
        Err(error) => Outcome::failed(name, &error.to_string()),
    };
    match Reports::open(report) {
        Ok(reports) => {
            let (outcomes, json) = (std::slice::from_ref(&outcome), &outcome.json);
            reports.deliver(report, &Content { outcomes, json, text: &|_, _| String::new() })
        }
        Err(message) => reports::fail_to_open(report, &message),
    }
}

/// What the program is called: by its files and, if it does not begin at `main`, where it begins.
fn name(args: &CheckArgs) -> String {
    let files: Vec<_> = args.input.files.iter().map(|file| file.to_string_lossy()).collect();
    let entry = args.entry.as_ref().map_or(String::new(), |entry| format!("::{entry}"));
    files.join(" ") + &entry
}

fn text(args: &CheckArgs, run: &Run, look: Look) -> String {
    let look = Look { steps: args.steps.into(), details: args.details, ..look };
    let mut text = human::render(run, &mut sources(), look);
    if args.details {
        text.push_str(&human::details(run));
    }
    text
}

/// How the report looks that is part of another: as it is shown in the end.
fn quoted_look(args: &CheckArgs) -> Look {
    crate::output::quoted_look(args.report.color)
}

/// The source files; what was read from standard input cannot be read again.
pub(crate) fn sources() -> Sources {
    let mut sources = Sources::new();
    if let Some(text) = threadbare_frontend::standard_input() {
        sources.insert(threadbare_frontend::STDIN_SHOWN, &text);
    }
    sources
}

/// Who wants JSON gets it also if LLVM's reader ends the process.
fn prepare_for_crashes(report: &ReportsArgs) {
    if report.format.iter().any(|wanted| wanted.format == Format::Json && wanted.file.is_none()) {
        threadbare_frontend::report_crashes_by(|message| format!("{:#}\n", json::error(message)));
    }
}
