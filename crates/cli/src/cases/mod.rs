//! `--tests DIR`: one test for each path.
//!
//! A path is an execution that ends, or the first one that shows a fault. It is replayed with an
//! input that leads along it (`case`), and written in three forms: JSON, C (`c`) and KLEE's format
//! (`ktest`). Nothing is kept of a path once it is written.
//!
//! The header of KLEE lies beside them if a file of the program includes it.
//!
//! An exploration that begins again, since it has learnt something of the program, writes again
//! from number 1 on. When files cannot be written any more, the exploration goes on without.

mod c;
mod case;
mod json;
mod ktest;

use crate::plan::Plan;
use case::Case;
use std::cell::RefCell;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use threadbare_frontend::{KLEE, has_klee};
use threadbare_machine::Machine;
use threadbare_op::Schedule;
use threadbare_report::Note;
use threadbare_session::{Event, Subject};

/// Writes tests.
pub(crate) struct Cases<'a> {
    directory: PathBuf,
    subject: &'a Subject,
    /// The files to compile, and the flags.
    compiled: Vec<String>,
    /// Whether the header of KLEE is there for them.
    has_header: bool,
    written: RefCell<Written>,
}

#[derive(Default)]
struct Written {
    /// By the present exploration.
    count: u64,
    /// By all.
    most: u64,
    /// Paths without a test, and why the first has none.
    lost: u64,
    why: Option<String>,
    /// Why nothing is written any more.
    failed: Option<String>,
}

const ENDINGS: [&str; 3] = ["json", "c", "ktest"];

impl<'a> Cases<'a> {
    /// Begins to write to this directory.
    ///
    /// # Errors
    /// It cannot be made, or there is something in it.
    pub(crate) fn new(directory: &Path, subject: &'a Subject, plan: &Plan) -> Result<Self, String> {
        let shown = directory.display();
        fs::create_dir_all(directory).map_err(|error| format!("--tests {shown}: {error}"))?;
        let mut content = fs::read_dir(directory).map_err(|error| format!("--tests {shown}: {error}"))?;
        if content.next().is_some() {
            return Err(format!(
                "--tests {shown}: this directory is not empty; name a new one, or remove what is in it"
            ));
        }
        let sources = plan.input.files.iter().filter_map(|file| fs::read(file).ok());
        let has_header = sources.into_iter().any(|source| has_klee(&source));
        if has_header {
            let folder = directory.join("klee");
            let made = fs::create_dir(&folder).and_then(|()| fs::write(folder.join("klee.h"), KLEE));
            made.map_err(|error| format!("--tests {shown}: {error}"))?;
        }
        let files = plan.input.files.iter().map(|file| file.to_string_lossy().into_owned());
        let compiled = files.chain(plan.input.compiler_flags.iter().cloned()).collect();
        Ok(Self { directory: directory.to_owned(), subject, compiled, has_header, written: RefCell::default() })
    }

    /// Writes what there is to write of it.
    pub(crate) fn hear(&self, event: Event<'_>) {
        match event {
            Event::Begins { .. } => {
                let mut written = self.written.borrow_mut();
                (written.count, written.lost, written.why) = (0, 0, None);
            }
            Event::Path { machine, schedule } => self.path(machine, schedule),
            Event::PathLost(why) => self.lose(why),
            _ => {}
        }
    }

    fn lose(&self, why: &str) {
        let mut written = self.written.borrow_mut();
        written.lost += 1;
        written.why.get_or_insert_with(|| why.to_owned());
    }

    fn path(&self, machine: &Machine, schedule: &Schedule) {
        if self.written.borrow().failed.is_some() {
            return;
        }
        let case = match Case::of(machine, &self.subject.program, &self.subject.machine, schedule) {
            Ok(case) => case,
            Err(why) => return self.lose(&why),
        };
        let mut written = self.written.borrow_mut();
        let number = written.count + 1;
        match self.write(number, &case) {
            Ok(()) => {
                written.count = number;
                written.most = written.most.max(number);
            }
            Err(why) => {
                self.remove(number);
                written.failed = Some(why);
            }
        }
    }

    fn write(&self, number: u64, case: &Case) -> Result<(), String> {
        let name = name(number);
        let contents = [
            format!("{:#}\n", json::of(case, &name)).into_bytes(),
            c::of(case, &self.subject.program, (&name, &self.command(&name))).into_bytes(),
            ktest::of(case, &self.compiled),
        ];
        for (ending, content) in ENDINGS.into_iter().zip(contents) {
            let path = self.directory.join(format!("{name}.{ending}"));
            let file = fs::File::create(&path);
            let done = file.and_then(|mut file| file.write_all(&content));
            done.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// What is compiled, as a shell takes it: from where Threadbare was started.
    fn command(&self, name: &str) -> String {
        let test = self.directory.join(format!("{name}.c")).to_string_lossy().into_owned();
        // Another header of that name comes first, as it did where the program was explored.
        let header = ["-idirafter".to_owned(), self.directory.to_string_lossy().into_owned()];
        let header = header.into_iter().filter(|_| self.has_header);
        let words = std::iter::once(test).chain(self.compiled.iter().cloned()).chain(header);
        // Between quotation marks, and it must not end a comment.
        shell_words::join(words).replace("*/", "*''/")
    }

    /// What is there of a test is removed.
    fn remove(&self, number: u64) {
        for ending in ENDINGS {
            let _ = fs::remove_file(self.directory.join(format!("{}.{ending}", name(number))));
        }
    }

    /// The exploration is over. Gives what there is to say, and what went wrong.
    pub(crate) fn finish(self) -> (Note, Option<String>) {
        let written = self.written.borrow();
        // An exploration that was not the last one had more.
        (written.count + 1..=written.most).for_each(|number| self.remove(number));
        let directory = self.directory.display();
        let tests = if written.count == 1 { "1 test is".into() } else { format!("{} tests are", written.count) };
        let lost = match (written.lost, &written.why) {
            (n, Some(why)) if n > 0 => format!("; {n} paths have none: {why}"),
            _ => String::new(),
        };
        let message = format!("{tests} in {directory}{lost}");
        let failed = written.failed.as_ref().map(|why| format!("--tests: {why}; the tests before it are complete"));
        (Note { kind: "tests".into(), message, place: None }, failed)
    }
}

fn name(number: u64) -> String {
    format!("test{number:06}")
}
