//! Where the program's first function returns.
//!
//! Without optimisation a function with several `return`s has one instruction that returns, at its
//! closing brace, and a variable that the compiler has made up for what is returned. Of the first
//! function, the place of the last store to that variable is returned as well: a second result, the
//! number of an instruction, or 0 if that is not known.

use super::function::Body;
use super::promote::Place;
use crate::llvm::Value;
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{Inst, Operand, Reg};

/// The made-up variable, and the register for the place.
#[derive(Clone, Copy)]
pub(super) struct Returned {
    variable: u32,
    at: Reg,
}

impl<'m> Body<'_, 'm> {
    /// Looks for the variable in the program's first function. What is called has one result.
    pub(super) fn find_returned(&mut self) {
        if self.function.users().next().is_some() {
            return;
        }
        let mut returns = self.flow.blocks.iter().filter_map(|block| block.terminator());
        let Some(load) = returns.find(|inst| inst.opcode() == Op::LLVMRet && inst.operand_count() == 1) else { return };
        let load = load.operand(0);
        if load.opcode() != Op::LLVMLoad || self.named.contains_key(&load.operand(0)) {
            return;
        }
        if let Some(Place::Variable(variable)) = self.place(load.operand(0)) {
            let at = self.fresh();
            let unknown = self.cx.bits(0);
            self.emit(Inst::Move { dst: at, src: unknown });
            self.returned = Some(Returned { variable, at });
        }
    }

    /// The instruction stores to a variable. (What the compiler stores by itself has no place.)
    pub(super) fn note_returned(&mut self, inst: Value<'m>, variable: u32) {
        if let Some(returned) = self.returned.filter(|returned| returned.variable == variable)
            && inst.location().is_some()
        {
            let here = self.here().0;
            let src = self.cx.bits(u64::from(here));
            self.emit(Inst::Move { dst: returned.at, src });
        }
    }

    /// The second result.
    pub(super) fn returned_at(&self) -> Option<Operand> {
        self.returned.map(|returned| Operand::reg(returned.at))
    }
}
