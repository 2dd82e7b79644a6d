//! The processes that run one test each.

use super::summary;
use rustix::process::{Pid, Signal, kill_process};
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use threadbare_report::{Look, Outcome};

/// A test to run.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) file: PathBuf,
    /// The function in a file without `main`.
    pub(super) entry: Option<String>,
    /// Only what tests there are.
    pub(super) look_only: bool,
}

impl Job {
    /// What the test is called.
    pub(super) fn name(&self) -> String {
        let entry = self.entry.as_ref().map_or(String::new(), |entry| format!("::{entry}"));
        format!("{}{entry}", self.file.display())
    }
}

/// Starts processes, and ends them when the user wants that.
pub(super) struct Runner<'a> {
    pub(super) tool: PathBuf,
    /// The command line.
    pub(super) words: &'a [OsString],
    pub(super) look: Look,
    /// Whether to tell of each test when it has ended.
    pub(super) live: bool,
    /// How much memory each process may use, if the user has not said it.
    pub(super) share: Option<u64>,
    pub(super) interrupted: Arc<AtomicBool>,
    pub(super) running: Mutex<HashSet<u32>>,
}

/// How long a request to end may be noticed late.
const LOOK_EVERY: Duration = Duration::from_millis(50);

impl<'a> Runner<'a> {
    /// Runs the jobs, `most` at a time; `None` for those that were not begun.
    pub(super) fn run(&self, jobs: &[Job], most: usize) -> Vec<Option<Outcome>> {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Option<Outcome>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
        std::thread::scope(|scope| {
            let (alive, over) = channel::<()>();
            scope.spawn(move || self.pass_on_interrupt(&over));
            let workers: Vec<_> = (0..most.min(jobs.len()))
                .map(|_| {
                    scope.spawn(|| {
                        while !self.interrupted.load(Ordering::Relaxed)
                            && let index = next.fetch_add(1, Ordering::Relaxed)
                            && let Some(job) = jobs.get(index)
                        {
                            let outcome = self.outcome(job);
                            self.tell(&outcome, job);
                            *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
                        }
                    })
                })
                .collect();
            for worker in workers {
                let _ = worker.join();
            }
            drop(alive);
        });
        results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// Ctrl-C in a terminal goes to all processes; a signal to this one is passed on.
    fn pass_on_interrupt(&self, over: &std::sync::mpsc::Receiver<()>) {
        while over.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
            if self.interrupted.load(Ordering::Relaxed) {
                let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
                for id in running.drain() {
                    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
                        let _ = kill_process(id, Signal::TERM);
                    }
                }
            }
        }
    }

    /// A line about a test that has ended. Files that turn out to have tests in them have none.
    fn tell(&self, outcome: &Outcome, job: &Job) {
        if self.live && !job.look_only && outcome.tests.is_empty() {
            // Nobody need read it.
            let _ = writeln!(std::io::stdout().lock(), "{}", summary::line(outcome, self.look));
        }
    }

    fn outcome(&self, job: &Job) -> Outcome {
        let failed = |message: &str| Outcome::failed(job.name(), message);
        match self.start(job) {
            Err(error) => failed(&format!("cannot start {}: {error}", self.tool.display())),
            Ok(child) => match self.finish(child) {
                Err(error) => failed(&format!("nothing is known of its process: {error}")),
                Ok((text, said)) => match serde_json::from_slice::<Vec<Outcome>>(&text).map(|mut all| all.pop()) {
                    Ok(Some(outcome)) => Outcome { name: job.name(), ..outcome },
                    _ if said.is_empty() => failed("its process has ended without a result"),
                    _ => failed(said.trim_start_matches("error: ")),
                },
            },
        }
    }

    /// What comes before the words of the command line, behind the subcommand.
    fn own_words(&self, job: &Job) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["test".into(), "--one-file".into(), job.file.clone().into()];
        if let Some(entry) = &job.entry {
            words.extend(["--one-entry".into(), entry.into()]);
        }
        if job.look_only {
            words.push("--one-look".into());
        }
        if self.look.colour {
            words.push("--one-colour".into());
        }
        if let Some(share) = self.share {
            words.extend(["--max-memory".into(), share.to_string().into()]);
        }
        words
    }

    /// This very command line, with the test behind the subcommand.
    fn start(&self, job: &Job) -> std::io::Result<Child> {
        let mut command = Command::new(&self.tool);
        command.args(self.own_words(job));
        // As wide as the summary.
        command.env("COLUMNS", self.look.width.to_string());
        command.args(self.words.get(2..).unwrap_or_default());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    }

    /// What it writes: its outcome, and on standard error. Only when it has closed both it is taken
    /// from the list, and only then it is waited for: until then its number is its own.
    fn finish(&self, mut child: Child) -> std::io::Result<(Vec<u8>, String)> {
        let lock = || self.running.lock().unwrap_or_else(PoisonError::into_inner);
        lock().insert(child.id());
        let error = child.stderr.take();
        let said = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = error.map(|mut error| error.read_to_end(&mut text));
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut text = Vec::new();
        let read = child.stdout.take().map_or(Ok(0), |mut output| output.read_to_end(&mut text));
        let said = said.join().unwrap_or_default();
        lock().remove(&child.id());
        child.wait()?;
        read.map(|_| (text, said))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::Parser;

    /// What is written for a process is understood there, whatever the user has said.
    #[test]
    fn the_process_is_told_what_to_do() {
        let words = ["threadbare", "test", "a.c", "--unroll", "3", "--", "-DX"].map(OsString::from);
        let mut runner = Runner {
            tool: PathBuf::new(),
            words: &words,
            look: Look { colour: true, ..Look::default() },
            live: false,
            share: Some(1000),
            interrupted: Arc::default(),
            running: Mutex::default(),
        };
        let mut told = |entry: Option<&str>, share| {
            runner.share = share;
            let job = Job { file: "a b.c".into(), entry: entry.map(str::to_owned), look_only: entry.is_none() };
            let own = runner.own_words(&job);
            let all = [OsString::from("threadbare")].into_iter().chain(own).chain(words[2..].iter().cloned());
            match Cli::try_parse_from(all).unwrap().command {
                Command::Test(args) => *args,
                other => panic!("{other:?}"),
            }
        };
        let args = told(Some("test_a"), Some(1000));
        assert_eq!((args.one.one_file, args.one.one_entry.as_deref()), (Some("a b.c".into()), Some("test_a")));
        assert_eq!((args.check.max_memory, args.check.unroll, args.one.one_look), (Some(1000), Some(3), false));
        assert_eq!(args.check.input.compiler_flags, ["-DX"]);
        let args = told(None, None);
        assert!(args.one.one_look && args.one.one_colour && args.check.max_memory.is_none());
    }
}
