//! [`Process`]: a solver that runs as a process of its own and is asked in SMT-LIB 2.
//!
//! It is there to be compared with the other one ([`crate::Questions::compared_with`]). It is begun
//! when the first question comes, and once more after it has ended, or has taken too long.

use crate::smtlib::{Text, question};
use crate::{Solved, Solver};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use threadbare_term::operator::mask;
use threadbare_term::{Input, Term, Terms};

/// See the module.
#[derive(Debug)]
pub struct Process {
    program: String,
    arguments: Vec<String>,
    timeout: Duration,
    running: Option<Running>,
}

/// What cvc5 is told. Others read from their standard input, it is hoped, or are given with flags.
const CVC5: [&str; 1] = ["--lang=smt2"];
/// How long the second solver has: what takes it longer is not compared.
const SECOND: Duration = Duration::from_secs(2);
/// Behind each answer.
const END: &str = "end of answer";

#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    /// What it writes, line by line.
    lines: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    /// A solver that this command runs, which has so long for a question: its name, and flags.
    #[must_use]
    pub fn new(command: &[String], timeout: Duration) -> Self {
        let (program, rest) =
            command.split_first().map_or(("cvc5", &[][..]), |(program, rest)| (program.as_str(), rest));
        let is_cvc5 = rest.is_empty() && program.rsplit('/').next() == Some("cvc5");
        let arguments = if is_cvc5 { CVC5.map(str::to_owned).to_vec() } else { rest.to_vec() };
        Self { program: program.to_owned(), arguments, timeout, running: None }
    }

    /// The same, to be compared with the first one.
    #[must_use]
    pub fn second(command: &[String]) -> Box<dyn Solver> {
        Box::new(Self::new(command, SECOND))
    }

    /// # Errors
    /// It cannot be begun, or does not answer.
    pub fn try_out(&mut self) -> Result<(), String> {
        let said = self.say("(set-logic QF_BV)\n(assert true)\n(check-sat)\n");
        let said = said.map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::BrokenPipe => format!("{} does not answer", self.program),
            _ => format!("{} cannot be run: {error}", self.program),
        })?;
        if said == ["sat"] { Ok(()) } else { Err(format!("{} is no solver: it says {}", self.program, said.join(" "))) }
    }

    fn begin(&self) -> io::Result<Running> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for whoever explores.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (say, lines) = sync_channel(1000);
        thread::spawn(move || BufReader::new(output).lines().map_while(Result::ok).all(|line| say.send(line).is_ok()));
        Ok(Running { child, input, lines })
    }

    /// What it says to that, line by line. It has forgotten what was said before.
    fn say(&mut self, text: &str) -> io::Result<Vec<String>> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.begin()?,
        };
        let until = Instant::now() + self.timeout;
        writeln!(running.input, "(reset)\n(set-option :produce-models true)\n{text}(echo \"{END}\")")?;
        running.input.flush()?;
        let mut said = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = running.lines.recv_timeout(left).map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?;
            match line.trim().trim_matches('"') {
                END => break,
                "" | "success" => {}
                line => said.push(line.to_owned()),
            }
        }
        self.running = Some(running);
        Ok(said)
    }
}

impl Solver for Process {
    fn solve(&mut self, terms: &Terms, conjuncts: &[Term]) -> Solved {
        let Text { text, inputs } = question(terms, conjuncts);
        let names: Vec<String> = inputs.iter().map(|input| format!("i{input}")).collect();
        let numbers = if names.is_empty() { String::new() } else { format!("(get-value ({}))\n", names.join(" ")) };
        // The numbers are asked for in any case: there are none behind `unsat`, but an error.
        let said = self.say(&format!("{text}(check-sat)\n{numbers}")).unwrap_or_default();
        match said.split_first() {
            Some((first, _)) if first == "unsat" => Solved::Unsatisfiable(conjuncts.to_vec()),
            Some((first, rest)) if first == "sat" => {
                numbers_in(&rest.join(" "), &inputs).map_or(Solved::Unknown, Solved::By)
            }
            _ => Solved::Unknown,
        }
    }
}

/// The numbers in `((i0 #b01) (i1 #xff) (i2 (_ bv5 8)))`.
fn numbers_in(said: &str, inputs: &[Input]) -> Option<Vec<(Input, u128)>> {
    let words: Vec<&str> =
        said.split(|c: char| c.is_whitespace() || "()".contains(c)).filter(|s| !s.is_empty()).collect();
    let number = |input: &Input| {
        let at = words.iter().position(|word| *word == format!("i{input}"))?;
        let number = match (*words.get(at + 1)?, words.get(at + 2), words.get(at + 3)) {
            ("_", Some(number), Some(width)) => {
                number.strip_prefix("bv")?.parse::<u128>().ok()? & mask(width.parse().ok()?)
            }
            (number, ..) => match number.split_at_checked(2)? {
                ("#b", digits) => u128::from_str_radix(digits, 2).ok()?,
                ("#x", digits) => u128::from_str_radix(digits, 16).ok()?,
                _ => return None,
            },
        };
        Some((*input, number))
    };
    inputs.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::numbers_in;

    #[test]
    fn numbers_are_read_as_solvers_write_them() {
        let said = "((i1 #b0101)   (i2 #xfF) (i3 (_ bv12 8)))";
        assert_eq!(numbers_in(said, &[3, 1, 2]), Some(vec![(3, 12), (1, 5), (2, 255)]));
        assert_eq!(numbers_in(said, &[4]), None);
        assert_eq!(numbers_in("((i1 five))", &[1]), None);
        assert_eq!(numbers_in("(error \"no model\")", &[1]), None);
    }
}
