//! Whether a program can be run at all: what the machine relies on, so that no input can make it
//! panic.
//!
//! Checked: every number refers to something that exists; widths, sizes, alignments and orders are
//! ones that there are; argument and result counts of direct calls; code ends where control cannot
//! go on; tables are as long as they must be; shapes and inlined positions are finite. Not checked:
//! types (registers have none), that a register is written before it is read (it is uninitialised
//! then), and what only running shows: counts of calls through pointers, addresses.

mod code;
mod tables;

use crate::debug::{Shape, ShapeKind};
use crate::inst::{Inst, Pc};
use crate::module::{Function, Program};
use std::fmt::{self, Display};

/// Registers of one function; more would make a stack frame larger than the stack.
const MAX_REGS: u32 = 1 << 20;
/// Bytes of a global or of a type.
const MAX_SIZE: u64 = 1 << 47;
/// Bytes of the private memory of one function.
const MAX_PRIVATE: u64 = 1 << 28;
/// Levels of structures within structures.
const MAX_NESTING: u32 = 1000;
/// More errors are not listed.
const MAX_ERRORS: usize = 100;

/// Something that is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// The function in which it is, if it is in one.
    pub function: Option<String>,
    /// The instruction, if it is in one.
    pub pc: Option<Pc>,
    /// What is wrong.
    pub message: String,
}

impl Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.function, self.pc) {
            (Some(function), Some(pc)) => write!(f, "function `{function}`, instruction {}: ", pc.0)?,
            (Some(function), None) => write!(f, "function `{function}`: ")?,
            (None, _) => {}
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

impl Program {
    /// Whether the machine can run this program. Programs of the front end pass, whatever the
    /// source does.
    ///
    /// # Errors
    /// What is wrong (the first hundred things).
    pub fn verify(&self) -> Result<(), Vec<VerifyError>> {
        let mut verifier = Verifier { program: self, function: None, pc: None, errors: Vec::new() };
        verifier.tables();
        verifier.shapes();
        verifier.lines();
        for function in &self.functions {
            verifier.function(function);
        }
        verifier.sites();
        if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
    }
}

struct Verifier<'p> {
    program: &'p Program,
    function: Option<&'p Function>,
    pc: Option<Pc>,
    errors: Vec<VerifyError>,
}

impl<'p> Verifier<'p> {
    fn error(&mut self, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            let function = self.function.map(|f| f.name.clone());
            self.errors.push(VerifyError { function, pc: self.pc, message: message.into() });
        }
    }

    fn check(&mut self, good: bool, message: impl FnOnce() -> String) {
        if !good {
            self.error(message());
        }
    }

    fn index(&mut self, what: &str, index: u32, len: usize) {
        self.check((index as usize) < len, || format!("{what} {index} does not exist (there are {len})"));
    }

    // The program's tables.

    // Functions.
}

fn is_terminator(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Return { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Invoked { .. }
            | Inst::Switch { .. }
            | Inst::Unsupported { .. }
            | Inst::Unreachable
            | Inst::Trap { .. }
    )
}

/// The n-th part that is within this shape.
fn part_of(shape: &Shape, n: usize) -> Option<usize> {
    match &shape.kind {
        ShapeKind::Fields(fields) => fields.get(n).map(|(_, _, of)| of.0 as usize),
        ShapeKind::Array(of, _) if n == 0 => Some(of.0 as usize),
        _ => None,
    }
}

/// Levels below this shape, when those of all its parts are known.
fn levels(shape: &Shape, depth: &[u32]) -> u32 {
    (0..).map_while(|n| part_of(shape, n)).map(|part| depth[part].saturating_sub(2)).max().unwrap_or(0)
}
