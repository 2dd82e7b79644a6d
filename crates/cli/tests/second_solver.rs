//! What is answered about the input of the programs in tests/programs/symbolic and examples is
//! confirmed by a second solver, or left open by it.

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use threadbare::args::{Cli, Command};
use threadbare::plan::Plan;
use threadbare::run::{Manner, run};
use threadbare_effort::effort;

/// The programs, and the words of their first check.
fn programs() -> Vec<(PathBuf, Vec<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files: Vec<PathBuf> = ["tests/programs/symbolic", "examples"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let with_words = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let check = text.lines().find_map(|line| line.strip_prefix("//@ check"))?;
        let flags = text.lines().find_map(|line| line.strip_prefix("//@ cflags:")).unwrap_or_default();
        let options = check.split_once(": ").map_or(check, |(options, _)| options).trim_end_matches(':');
        // What is quoted is not put together here.
        let is_simple = !options.contains(['\'', '"']) && text.contains("__VERIFIER_nondet") || text.contains("klee_");
        is_simple.then(|| (file, [words(options), vec!["--".into()], words(flags)].concat()))
    };
    files.into_iter().filter_map(with_words).collect()
}

#[test]
fn answers_are_confirmed() {
    let tried = Process::new("cvc5").arg("--version").stdout(Stdio::null()).status();
    if !tried.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no cvc5 (scripts/setup.sh cvc5 installs it)");
        return;
    }
    let mut confirmed = 0.0;
    // All of them in a night.
    let step = if effort() > 1 { 1 } else { 4 };
    for (file, options) in programs().into_iter().step_by(step) {
        let file = file.to_string_lossy().into_owned();
        let always = ["--no-advice", "--minimise", "0s", "--timeout", "4s", "--second-solver", "cvc5"];
        let words = ["threadbare", "check", &file].into_iter().chain(always);
        let words: Vec<String> = words.map(str::to_owned).chain(options).collect();
        let Ok(Cli { command: Command::Check(args), .. }) = Cli::try_parse_from(&words) else { continue };
        // Some are refused.
        let Ok(plan) = Plan::new(&args) else { continue };
        let checked = run(&plan, &Manner::default()).unwrap_or_else(|why| panic!("{words:?}: {why}")).run;
        let of_this = checked.measured.iter().find(|(name, _)| *name == "questions_confirmed");
        confirmed += of_this.map_or(0.0, |(_, count)| *count);
    }
    println!("{confirmed} answers are confirmed");
    assert!(confirmed > 200.0, "{confirmed} answers are confirmed");
}

/// A command that is no solver is told before anything runs.
#[test]
fn what_is_no_solver_is_refused() {
    for (solver, why) in [("/no/such/solver", "cannot be run"), ("true", "does not answer")] {
        let words = ["threadbare", "check", "a.c", "--symbolic", "--second-solver", solver];
        let Command::Check(args) = Cli::try_parse_from(words).unwrap().command else { panic!() };
        let Err(said) = Plan::new(&args) else { panic!("{solver} is no solver") };
        assert!(said.starts_with("--second-solver: ") && said.contains(why), "{said}");
    }
}
