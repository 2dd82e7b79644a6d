//! Runs inputs in child processes, and notes what becomes of them.
//!
//! The child makes its inputs itself, from the seed; it says on its standard output which one it
//! begins and what is wrong with it. The parent watches: a child that dies or says nothing for too
//! long is reported with the input it was at, and another child goes on with the next one.
//!
//! A target that leads into LLVM may end the process in two ways that are no failure: by leaving
//! with exit code 2 and a message, as the front end does when LLVM gives up, and by a crash of LLVM
//! itself, which is counted and listed apart.

use crate::corpus::Corpus;
use crate::targets::Target;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitStatus, Stdio};
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
}

/// What came of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// How many inputs were tried.
    pub runs: u64,
    /// How many made LLVM give up.
    pub refused: u64,
    /// What was found.
    pub failures: Vec<Failure>,
    /// Inputs at which LLVM crashed.
    pub crashes: Vec<Failure>,
}

/// More are not collected.
const MAX_FAILURES: usize = 50;
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
        if rest == 0 || report.failures.len().max(report.crashes.len()) >= MAX_FAILURES {
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
        .stderr(Stdio::piped())
        .spawn()?;
    let lines = listen(child.stdout.take());
    let complaints = listen(child.stderr.take());
    let (mut begun, mut at, mut failed) = (false, report.runs, false);
    loop {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                let (number, what) = line.split_once(' ').unwrap_or((&line, ""));
                at = number.parse().unwrap_or(at);
                begun = true;
                failed = !what.is_empty();
                if failed {
                    report.failures.push(Failure { number: at, what: what.to_owned() });
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
                report.failures.push(Failure { number: at, what });
                report.runs = at + 1;
                return Ok(());
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait()?;
                let said: Vec<String> = complaints.iter().collect();
                if !begun {
                    return Err(io::Error::other(format!("the child process does not begin: {}", said.join("; "))));
                }
                if !status.success() && !failed {
                    died(target, at, status, &said, report);
                }
                report.runs = if status.success() { report.runs + count } else { at + 1 };
                return Ok(());
            }
        }
    }
}

/// Notes the end of a child that was not the end of its work.
fn died(target: &Target, number: u64, status: ExitStatus, said: &[String], report: &mut Report) {
    let last = said.iter().rev().find(|line| !line.trim().is_empty()).map_or("", String::as_str);
    let what = format!("the process died: {status} {last}");
    // Rust says so when its own stack is full.
    let ours = !target.llvm || said.iter().any(|line| line.contains("overflowed its stack"));
    if target.llvm && status.code() == Some(2) {
        report.refused += 1;
    } else if ours {
        report.failures.push(Failure { number, what });
    } else {
        report.crashes.push(Failure { number, what });
    }
}

/// The lines of a pipe.
fn listen(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(pipe) = pipe {
        std::thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n') {
                let Ok(line) = line else { return };
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
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
        let target = Target { name: "t", about: "", corpus: "", words: &[], llvm: false, run };
        assert_eq!(replay(&target, b"good"), Ok(()));
        assert_eq!(replay(&target, b"bad"), Err("it is bad".into()));
        assert_eq!(replay(&target, b"other"), Err("panicked: no 5".into()));
    }
}
