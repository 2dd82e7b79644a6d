//! Runs inputs in child processes, and notes what becomes of them.
//!
//! The child makes its inputs itself, from the seed; it says on its standard output which one it begins and what is
//! wrong with it. The parent watches: a child that dies or says nothing for too long is reported with the input it was
//! at, and another child goes on with the next one.

use crate::corpus::Corpus;
use crate::targets::Target;
use std::io::{self, BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Stop {
    /// After this many inputs.
    Runs(u64),
    /// After this time.
    Time(Duration),
}

/// An input that something is wrong with.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Its number.
    pub number: u64,
    /// What happened.
    pub what: String,
    /// Whether the process died of it, other than by a panic of ours: a crash inside LLVM, say.
    pub died: bool,
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many inputs were tried.
    pub runs: u64,
    /// What was found.
    pub failures: Vec<Failure>,
}

/// More are not collected.
const MAX_FAILURES: usize = 20;
/// An input that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(20);
/// Inputs of one child: few enough that what it leaks does not matter.
const BATCH: u64 = 20_000;

/// Runs a target until `stop`.
///
/// # Errors
/// Child processes cannot be started.
pub fn fuzz(target: &Target, seed: u64, stop: Stop) -> io::Result<Report> {
    let begin = Instant::now();
    let mut report = Report::default();
    loop {
        let rest = match stop {
            Stop::Runs(runs) => runs.saturating_sub(report.runs),
            Stop::Time(time) if begin.elapsed() < time => BATCH,
            Stop::Time(_) => 0,
        };
        if rest == 0 || report.failures.len() >= MAX_FAILURES {
            return Ok(report);
        }
        let deadline = match stop {
            Stop::Runs(_) => None,
            Stop::Time(time) => Some(begin + time),
        };
        batch(target, seed, rest.min(BATCH), deadline, &mut report)?;
    }
}

/// One child, from where the report stands.
fn batch(target: &Target, seed: u64, count: u64, deadline: Option<Instant>, report: &mut Report) -> io::Result<()> {
    let mut child = Command::new(std::env::current_exe()?)
        .args(["child", target.name, &seed.to_string(), &report.runs.to_string(), &count.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let lines = listen(&mut child);
    let (mut at, mut failed) = (report.runs, false);
    loop {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                let (number, what) = line.split_once(' ').unwrap_or((&line, ""));
                at = number.parse().unwrap_or(at);
                failed = !what.is_empty();
                if failed {
                    report.failures.push(Failure { number: at, what: what.to_owned(), died: false });
                }
                if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                    child.kill()?;
                    child.wait()?;
                    report.runs = at + 1;
                    return Ok(());
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                child.kill()?;
                child.wait()?;
                let what = format!("takes longer than {} seconds", PATIENCE.as_secs());
                report.failures.push(Failure { number: at, what, died: false });
                report.runs = at + 1;
                return Ok(());
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait()?;
                if !status.success() && !failed {
                    report.failures.push(death(at, status));
                }
                report.runs = if status.success() { report.runs + count } else { at + 1 };
                return Ok(());
            }
        }
    }
}

fn death(number: u64, status: ExitStatus) -> Failure {
    Failure { number, what: format!("the process died: {status}"), died: true }
}

fn listen(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

/// The child's side: inputs `from .. from + count`.
///
/// # Errors
/// The parent has gone.
pub fn child(target: &Target, corpus: &Corpus, seed: u64, from: u64, count: u64) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for number in from..from.saturating_add(count) {
        writeln!(out, "{number}")?;
        out.flush()?;
        if let Err(what) = replay(target, &corpus.input(seed, number)) {
            writeln!(out, "{number} {}", what.replace('\n', " | "))?;
        }
    }
    Ok(())
}

/// One input, in this process.
///
/// # Errors
/// What is wrong: a panic, or something that does not hold.
pub fn replay(target: &Target, input: &[u8]) -> Result<(), String> {
    match catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("something");
            Err(format!("panicked: {text}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_noticed() {
        let run = |input: &[u8]| match input {
            b"good" => Ok(()),
            b"bad" => Err("it is bad".to_owned()),
            other => panic!("no {}", other.len()),
        };
        let target = Target { name: "t", about: "", corpus: "", words: &[], run };
        assert_eq!(replay(&target, b"good"), Ok(()));
        assert_eq!(replay(&target, b"bad"), Err("it is bad".into()));
        assert_eq!(replay(&target, b"other"), Err("panicked: no 5".into()));
    }
}
