//! Writes the functions of random programs, as text; and what two explorations of one must agree
//! in.

use super::outcome::{Outcome, Random};
use std::fmt::Write as _;
use std::sync::Arc;
use threadbare_op::FaultKind;
use threadbare_program::Program;

pub struct Writer<'a, F> {
    pub random: &'a mut Random,
    /// What the threads of the program may do.
    pub features: F,
    /// The code of the present function.
    text: String,
    label: u32,
    /// The instructions so far.
    length: u32,
    /// The heads of the loops so far.
    heads: Vec<u32>,
}

impl<'a, F> Writer<'a, F> {
    pub fn new(random: &'a mut Random, features: F) -> Self {
        Self { random, features, text: String::new(), label: 0, length: 0, heads: Vec::new() }
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        self.random.one_of(all)
    }

    pub fn variable(&mut self) -> &'static str {
        self.one_of(&["@a", "@a", "@b"])
    }

    pub fn fresh(&mut self) -> u32 {
        self.label += 1;
        self.label
    }

    pub fn line(&mut self, line: &str) {
        self.length += 1;
        let _ = writeln!(self.text, "    {line}");
    }

    pub fn place(&mut self, label: &str) {
        let _ = writeln!(self.text, "  {label}:");
    }

    /// A loop begins, with its head at this label; its number.
    pub fn enter(&mut self, head: &str) -> usize {
        let number = self.heads.len();
        self.line(&format!("loop {number} enter"));
        self.heads.push(self.length);
        self.place(head);
        number
    }

    /// Back to the head of a loop.
    pub fn back(&mut self, number: usize, head: &str) {
        self.line(&format!("loop {number} again"));
        self.line(&format!("jump {head}"));
    }

    /// The code of a thread begins: the registers before `registers` are 0.
    pub fn begin(&mut self, registers: u32) {
        (self.text, self.length, self.heads) = (String::new(), 0, Vec::new());
        for register in 1..registers {
            self.line(&format!("%{register} = move 0"));
        }
    }

    /// The function of a thread of that number, with so many registers.
    pub fn end(&self, number: u64, registers: u32) -> String {
        let infos: String = self.heads.iter().map(|head| format!("    loopinfo - depth 1 head {head}\n")).collect();
        format!("\nfunc &t{number}(1 -> 1) regs {registers} {{\n{infos}{}    return 0\n}}\n", self.text)
    }
}

/// The same faults. Of races and waits that do not end only that there are some: a wait may be
/// found out at another of its reads, and other faults may be found or not where there are races.
pub fn agree(found: &Outcome, expected: &Outcome) -> bool {
    let has = |outcome: &Outcome, kind| outcome.faults.iter().any(|(its, _)| *its == kind);
    let others = |outcome: &Outcome| {
        let others = outcome.faults.iter().filter(|(kind, _)| *kind != FaultKind::Liveness);
        others.cloned().collect::<Vec<_>>()
    };
    let same = |kind| has(found, kind) == has(expected, kind);
    found.verdict == expected.verdict
        && same(FaultKind::DataRace)
        && (expected.racy() || same(FaultKind::Liveness) && others(found) == others(expected))
}

pub fn parsed(text: &str) -> Arc<Program> {
    let program = Program::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    program.verify().unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    Arc::new(program)
}
