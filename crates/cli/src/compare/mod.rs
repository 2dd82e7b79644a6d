//! `threadbare compare`: several explorers on the same program, one after another, in one table.
//!
//! Each run is a process of its own (this executable, `check --format json`), so that its memory is
//! its own and nothing that happens to one run concerns the others. All explorers must come to the
//! same verdict and the same faults; if they do not, at least one of them is wrong, and this is
//! said loudly.

mod plot;
mod runs;
mod table;

use crate::args::{CompareArgs, CompareFormat, ExplorerArg};
use crate::plan::algorithm;
use clap::ValueEnum;
pub use runs::Run;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What comes of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// By parameter, then in the order in which the explorers were named.
    pub runs: Vec<Run>,
    /// What the explorers do not agree about, in sentences.
    pub disagreements: Vec<String>,
    /// The name of the parameter, if there is one.
    pub parameter: Option<String>,
    /// What is odd, in a sentence.
    pub warning: Option<String>,
}

/// The explorers that are compared if none are named: all that do without trying every
/// interleaving and come to an end, and can do what is asked for.
fn candidates(args: &CompareArgs) -> Vec<ExplorerArg> {
    if !args.explorers.is_empty() {
        return args.explorers.clone();
    }
    let all = ExplorerArg::value_variants().iter().copied();
    let is_other = |e: &ExplorerArg| !matches!(e, ExplorerArg::Auto | ExplorerArg::Naive | ExplorerArg::Random);
    let others = all.filter(is_other);
    others.filter(|explorer| algorithm(*explorer, None, args.races).is_ok()).collect()
}

/// Runs all of them. `stop` ends it after the run at hand, which gets the signal as well.
///
/// # Errors
/// If this executable cannot be started again.
pub fn compare(args: &CompareArgs, tool: &Path, stop: &Arc<AtomicBool>) -> Result<Comparison, String> {
    let explorers = candidates(args);
    let values: Vec<Option<i64>> = match &args.param {
        Some(param) => param.values().map(Some).collect(),
        None => vec![None],
    };
    let mut runs: Vec<Run> = Vec::new();
    let mut gave_up = BTreeSet::new();
    for value in values {
        for explorer in &explorers {
            let name = runs::name(*explorer);
            if stop.load(Ordering::Relaxed) {
                break;
            }
            // Who had not enough time for one program has none for a larger one.
            let run = if gave_up.contains(&name) {
                Run::left_out(name, value)
            } else {
                runs::run(args, tool, *explorer, value)?
            };
            if run.timed_out {
                gave_up.insert(run.explorer.clone());
            }
            runs.push(run);
        }
    }
    let disagreements = disagreements(&runs);
    let parameter = args.param.as_ref().map(|param| param.name.clone());
    let warning = parameter.as_ref().and_then(|name| without_effect(&runs, name));
    Ok(Comparison { runs, disagreements, parameter, warning })
}

impl Comparison {
    /// The table, in that form.
    #[must_use]
    pub fn render(&self, format: CompareFormat) -> String {
        match format {
            CompareFormat::Human => table::text(self),
            CompareFormat::Markdown => table::markdown(self),
            CompareFormat::Csv => table::csv(self),
            CompareFormat::Json => format!("{:#}\n", table::json(self)),
        }
    }

    /// The exit code of them all: that of the worst thing that any of them says.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let any = |verdict: &str| self.runs.iter().any(|run| run.verdict == verdict);
        if !self.disagreements.is_empty() || any("error") || self.runs.is_empty() {
            crate::ERROR
        } else if any("fault") {
            crate::FAULT
        } else if self.runs.iter().all(|run| run.verdict == "safe") {
            crate::SAFE
        } else {
            crate::INCOMPLETE
        }
    }

    /// A plot of the classes and the times over the parameter, as SVG.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn plot(&self) -> Result<String, String> {
        plot::svg(self)
    }
}

/// That the parameter changes nothing, if it does not.
fn without_effect(runs: &[Run], name: &str) -> Option<String> {
    let complete = || runs.iter().filter(|run| run.complete && run.parameter.is_some());
    let same = |a: &Run, b: &Run| {
        a.explorer != b.explorer
            || (&a.verdict, a.classes, a.events, &a.faults) == (&b.verdict, b.classes, b.events, &b.faults)
    };
    let values: BTreeSet<Option<i64>> = complete().map(|run| run.parameter).collect();
    let changes = complete().any(|a| complete().any(|b| !same(a, b)));
    (values.len() > 1 && !changes).then(|| {
        format!("the parameter {name} changes nothing: is {name} a macro of the program, and are all inputs C sources?")
    })
}

/// Whoever explored everything must have found the same.
fn disagreements(runs: &[Run]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, run) in runs.iter().enumerate().filter(|(_, run)| run.complete) {
        let earlier = runs[..at].iter().find(|other| other.complete && other.parameter == run.parameter);
        let Some(other) = earlier else { continue };
        let of = run.parameter.map_or(String::new(), |value| format!(" (parameter {value})"));
        if run.verdict != other.verdict {
            found.push(format!(
                "{} says `{}`, {} says `{}`{of}",
                other.explorer, other.verdict, run.explorer, run.verdict
            ));
        } else if let Some(fault) = differ(run, other) {
            let (with, without) = if run.faults.contains(fault) { (run, other) } else { (other, run) };
            found.push(format!("{} finds {fault}, {} does not{of}", with.explorer, without.explorer));
        }
    }
    found
}

/// A fault that one of the two has not found. After a data race anything may happen, so that only
/// the fact that there is one is compared.
fn differ<'a>(one: &'a Run, other: &'a Run) -> Option<&'a String> {
    let races = |run: &Run| run.faults.iter().any(|fault| fault.starts_with("data-race"));
    if races(one) && races(other) {
        return None;
    }
    one.faults.symmetric_difference(&other.faults).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(explorer: &str, verdict: &str, faults: &[&str]) -> Run {
        Run {
            verdict: verdict.into(),
            complete: true,
            faults: faults.iter().map(|&fault| fault.into()).collect(),
            ..Run::left_out(explorer.into(), Some(3))
        }
    }

    #[test]
    fn whoever_differs_is_named() {
        let safe = run("graph", "safe", &[]);
        assert_eq!(disagreements(&[safe.clone(), run("rvf", "safe", &[])]), Vec::<String>::new());
        let said = disagreements(&[safe.clone(), run("rvf", "fault", &["assertion at a.c:3:1"])]);
        assert_eq!(said, ["graph says `safe`, rvf says `fault` (parameter 3)"]);
        let one = run("graph", "fault", &["assertion at a.c:3:1", "deadlock"]);
        let said = disagreements(&[one.clone(), run("vc", "fault", &["deadlock"])]);
        assert_eq!(said, ["graph finds assertion at a.c:3:1, vc does not (parameter 3)"]);
        let incomplete = Run { complete: false, ..run("vc", "incomplete", &[]) };
        assert_eq!(disagreements(&[one, incomplete]), Vec::<String>::new());
        let other = Run { parameter: Some(4), ..run("vc", "fault", &["deadlock"]) };
        assert_eq!(disagreements(&[safe, other]), Vec::<String>::new());
    }

    #[test]
    fn a_parameter_that_changes_nothing() {
        let of = |value, events| Run { parameter: Some(value), events, ..run("graph", "safe", &[]) };
        assert!(without_effect(&[of(2, 40), of(3, 40)], "N").is_some_and(|said| said.contains("N changes nothing")));
        assert_eq!(without_effect(&[of(2, 40), of(3, 60)], "N"), None);
        assert_eq!(without_effect(&[of(2, 40)], "N"), None);
        let other = Run { explorer: "rvf".into(), ..of(3, 60) };
        assert!(without_effect(&[of(2, 40), other], "N").is_some(), "explorers count differently");
    }

    #[test]
    fn after_a_race_only_races_count() {
        let one = run("graph", "fault", &["data-race at a.c:3:1", "assertion at a.c:9:1"]);
        assert_eq!(disagreements(&[one, run("vc", "fault", &["data-race at a.c:4:1"])]), Vec::<String>::new());
    }
}
