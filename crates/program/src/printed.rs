//! Numbers that are printed, which nobody reads there: `while (trylock(&m)) tries++; printf("%d\n",
//! tries);`. What is printed is no part of what a program is judged by. So a number that is only
//! counted, and printed, tells no rounds apart.
//!
//! Not covered: what is printed together with texts, or elsewhere than to standard output, which may
//! be memory; numbers in memory, stepped by more than one, or computed with; what is printed into
//! memory; results of `printf` that are used.

use crate::fold::step_of;
use crate::idle::{SMALL, is_overwritten, writes};
use crate::inst::{Callee, Inst, Operand, Reg};
use crate::loops::Flow;
use crate::registers::Registers;

/// What prints to standard output, and how many arguments stand before what is printed.
const PRINTS: [(&str, usize); 2] = [("printf", 1), ("__printf_chk", 2)];
/// A number is moved between no more registers.
const MOST: usize = 16;

impl Flow<'_> {
    /// Of a call that only prints, and whose result does not matter where that matters: how many of
    /// its arguments do. (All that it prints are numbers: how much of a text it reads may be one.)
    pub(crate) fn asked_by_print(
        &self,
        callee: Callee,
        dst: Option<Reg>,
        args: &[Operand],
        live: &Registers,
    ) -> Option<usize> {
        let name = self.name_of(callee)?;
        let (_, before) = *PRINTS.iter().find(|(known, _)| name == *known)?;
        let is_number =
            |arg: &Operand| self.program.number(*arg).is_some() || arg.as_reg().is_some_and(|reg| self.is_counted(reg));
        let asks_no_more = !dst.is_some_and(|dst| live.has(dst)) && args.iter().skip(before).all(is_number);
        asks_no_more.then_some(before)
    }

    fn name_of(&self, callee: Callee) -> Option<&str> {
        match callee {
            Callee::Function(id) => {
                let function = &self.program.functions[id.index()];
                function.runtime.then_some(function.name.as_str())
            }
            Callee::External(id) => Some(&self.program.externals.get(id.index())?.name),
            Callee::Pointer(_) => None,
        }
    }

    /// Whether there is nothing in a register but constants, and these stepped.
    fn is_counted(&self, reg: Reg) -> bool {
        let (mut regs, mut at) = (vec![reg], 0);
        while let Some(&reg) = regs.get(at) {
            at += 1;
            if reg.0 < self.function.params || at > MOST {
                return false;
            }
            for pc in 0..self.function.code.len() as u32 {
                let inst = &self.function.code[pc as usize];
                if !writes(self, inst, reg) || is_overwritten(self, pc, reg) {
                    continue;
                }
                let from = match *inst {
                    Inst::Move { src, .. } if self.program.number(src).is_some_and(|bits| bits <= SMALL) => continue,
                    Inst::Move { src, .. } => src.as_reg(),
                    _ => step_of(self.program, inst).map(|((_, from, _), _)| from),
                };
                match from {
                    Some(from) if regs.contains(&from) => {}
                    Some(from) => regs.push(from),
                    None => return false,
                }
            }
        }
        true
    }
}
