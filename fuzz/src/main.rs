//! The command: see the README.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};
use threadbare_effort::effort;
use threadbare_fuzz::{Corpus, Report, Stop, TARGETS, Target, child, corpus, fuzz, replay};

const USAGE: &str = "usage: threadbare-fuzz <target> [--seconds N | --runs N] [--seed S] [--input FILE]\n       \
                     threadbare-fuzz list";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match run(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[&str]) -> Result<ExitCode, String> {
    match args {
        [] => Err(USAGE.into()),
        ["list"] => {
            for target in TARGETS {
                println!("{:14} {}", target.name, target.about);
            }
            Ok(ExitCode::SUCCESS)
        }
        ["child", name, seed, from, count] => {
            let target = find(name)?;
            // The parent reports panics.
            std::panic::set_hook(Box::new(|_| {}));
            child(target, &inputs(target)?, number(seed)?, number(from)?, number(count)?).map_err(|e| e.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
        [name, options @ ..] => command(find(name)?, options),
    }
}

fn find(name: &str) -> Result<&'static Target, String> {
    TARGETS.iter().find(|t| t.name == name).ok_or_else(|| format!("there is no target `{name}`\n{USAGE}"))
}

fn inputs(target: &Target) -> Result<Corpus, String> {
    corpus(target).map_err(|e| format!("the corpus cannot be read: {e}"))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number\n{USAGE}"))
}

fn command(target: &Target, options: &[&str]) -> Result<ExitCode, String> {
    let (mut stop, mut seed) = (Stop::Time(Duration::from_secs(60 * effort())), threadbare_effort::seed(1));
    for option in options.chunks(2) {
        match option {
            ["--seconds", n] => stop = Stop::Time(Duration::from_secs(number(n)?)),
            ["--runs", n] => stop = Stop::Runs(number(n)?),
            ["--seed", n] => seed = number(n)?,
            ["--input", file] => return one(target, file),
            _ => return Err(USAGE.into()),
        }
    }
    let corpus = inputs(target)?;
    let report = fuzz(target, seed, stop).map_err(|e| e.to_string())?;
    show(target, &corpus, seed, &report)
}

fn one(target: &Target, file: &str) -> Result<ExitCode, String> {
    let input = fs::read(file).map_err(|e| format!("{file}: {e}"))?;
    Ok(match replay(target, &input) {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            println!("{what}");
            ExitCode::FAILURE
        }
    })
}

fn show(target: &Target, corpus: &Corpus, seed: u64, report: &Report) -> Result<ExitCode, String> {
    println!("{}: {} inputs, {} failures", target.name, report.runs, report.failures.len());
    if target.llvm {
        println!("LLVM gave up on {} of them and crashed on {}", report.refused, report.crashes.len());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    for failure in report.failures.iter().chain(&report.crashes) {
        fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let file = folder.join(format!("{}-{seed}-{}", target.name, failure.number));
        fs::write(&file, corpus.input(seed, failure.number)).map_err(|e| e.to_string())?;
        println!("  input {}: {}\n    kept as {}", failure.number, failure.what, file.display());
    }
    Ok(if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
