//! Whether control can come back to where it was.
//!
//! Where a block of the source is left in several ways (`break`, the end of a round), clang notes in
//! a variable which, and branches by it after what ends the block. So the last constant is known that
//! was put into a register, and only the branch is taken that goes with it.
//!
//! Not covered: other branches whose conditions depend on each other.

use crate::inst::{Inst, Reg};
use crate::loops::{Flow, Loops};
use crate::module::{Function, Program};
use crate::operands::may_write;
use crate::straight::goes_on;
use std::collections::BTreeSet;

/// The constant that was last put into a register.
type Known = Option<(Reg, u64)>;

impl Loops {
    /// Whether control can come back to an instruction of `function`, one of `program`'s, past none
    /// of which that is said.
    #[must_use]
    pub fn comes_back(program: &Program, function: &Function, at: u32, is_end: impl Fn(&Inst) -> bool) -> bool {
        let flow = Flow::new(program, function);
        let (mut seen, mut work) = (BTreeSet::new(), flow.ways(at, None));
        while let Some((pc, known)) = work.pop() {
            if pc == at {
                return true;
            }
            if seen.insert((pc, known)) && !is_end(&function.code[pc as usize]) {
                work.extend(flow.ways(pc, known));
            }
        }
        false
    }
}

impl Flow<'_> {
    /// Where control goes from an instruction, and what is known then.
    fn ways(&self, pc: u32, known: Known) -> Vec<(u32, Known)> {
        let inst = &self.function.code[pc as usize];
        if let Some(next) = known.and_then(|known| goes_on(inst, known)) {
            return vec![(next, known)];
        }
        let moved = match *inst {
            Inst::Move { dst, src } => {
                let copied = known.filter(|known| src.as_reg() == Some(known.0)).map(|known| known.1);
                copied.or_else(|| self.program.number(src)).map(|number| (dst, number))
            }
            _ => None,
        };
        let after = moved.or_else(|| known.filter(|known| !may_write(inst, known.0)));
        self.successors(pc).into_iter().map(|next| (next, after)).collect()
    }
}
