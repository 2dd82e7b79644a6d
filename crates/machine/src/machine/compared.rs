//! What a thread has compared before it came to where it is: a failed assertion stands behind a
//! branch, and its operands are still in their registers.
//!
//! Of `a && b` the branch that was taken is told by the values of the conditions. Not covered:
//! conditions that are no comparison of numbers, and of `a || b` all but the last one; operands that
//! are not wholly defined.

use super::{Machine, State};
use crate::thread::frozen;
use crate::value::mask;
use threadbare_program::{Const, Function, Inst, Operand, Pc, Pred};

/// A comparison of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    /// The operands.
    pub operands: [u64; 2],
    /// Their size in bytes.
    pub size: u8,
    /// Whether they are compared as unsigned numbers.
    pub unsigned: bool,
    /// Whether it only asks whether the first one is 0.
    pub is_truth: bool,
}

impl Machine {
    /// The comparison whose outcome has led a thread at `state` to the call where it is.
    #[must_use]
    pub fn compared(&self, state: State) -> Option<Compared> {
        let frozen = frozen(&self.arena, state.0)?;
        let function = self.program().functions.get(frozen.function as usize)?;
        let value = |operand: Operand| -> Option<u64> {
            if let Some(id) = operand.as_const() {
                return match self.program().consts.get(id.index())? {
                    Const::Bits(bits) => Some(*bits),
                    _ => None,
                };
            }
            let value = frozen.slots.get(operand.as_reg()?.0 as usize)?;
            (value.undef == 0).then_some(value.bits)
        };
        let branch = branches_to(function, frozen.pc).find(|&(pc, on)| {
            let Some(Inst::Branch { cond, .. }) = function.code.get(pc as usize) else { return false };
            value(*cond).is_some_and(|cond| (cond & 1 == 1) == on)
        });
        let (at, _) = branch?;
        let &Inst::Branch { cond, .. } = function.code.get(at as usize)? else { return None };
        let before = function.code.get(..at as usize)?.iter().rev();
        let straight =
            before.take_while(|inst| !matches!(inst, Inst::Branch { .. } | Inst::Jump { .. } | Inst::Switch { .. }));
        straight.into_iter().find_map(|inst| match *inst {
            Inst::Cmp { pred, width, dst, a, b } if cond.as_reg() == Some(dst) => {
                let bits = mask(u32::from(width));
                let operands = [value(a)? & bits, value(b)? & bits];
                let is_truth = pred == Pred::Ne && b.as_const().is_some() && operands[1] == 0;
                let unsigned = matches!(pred, Pred::ULt | Pred::ULe | Pred::UGt | Pred::UGe);
                Some(Compared { operands, size: width.div_ceil(8), unsigned, is_truth })
            }
            _ => None,
        })
    }
}

/// The branches that lead to an instruction without anything else in between, and on which outcome,
/// in the order of the code.
fn branches_to(function: &Function, pc: u32) -> impl Iterator<Item = (u32, bool)> {
    // Where control may go on to it: arguments are computed on the way.
    let is_straight = |inst: &Inst| {
        !matches!(
            inst,
            Inst::Branch { .. }
                | Inst::Jump { .. }
                | Inst::Switch { .. }
                | Inst::Return { .. }
                | Inst::Call { .. }
                | Inst::Unreachable
        )
    };
    let before = function.code.get(..pc as usize).unwrap_or_default();
    let first = pc - before.iter().rev().take_while(|inst| is_straight(inst)).count() as u32;
    let leads = move |to: Pc| (first..=pc).contains(&to.0);
    (0..)
        .zip(&function.code)
        .flat_map(move |(at, inst)| match *inst {
            Inst::Branch { then, other, .. } => {
                [leads(then).then_some((at, true)), leads(other).then_some((at, false))]
            }
            _ => [None, None],
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use std::sync::Arc;
    use threadbare_op::{Op, System, ThreadId};
    use threadbare_program::Program;

    fn compared(code: &str) -> Option<Compared> {
        let text = format!("entry &main\nextern !reach_error results 0\nfunc &main(0 -> 1) regs 6 {{\n{code}}}\n");
        let program: Program = text.parse().unwrap();
        let mut machine = Machine::new(Arc::new(program), Options::default()).unwrap();
        let pending = machine.start();
        assert!(matches!(pending.op, Op::Stuck(_)), "{:?} of {:?}", pending.op, ThreadId::MAIN);
        machine.compared(pending.state)
    }

    #[test]
    fn the_comparison_that_failed() {
        let both = |a: u64, b: u64| {
            format!(
                "%0 = move {a}\n%1 = move {b}\n%2 = icmp.eq.32 %0, 7\nbranch %2, more, bad\n\
                 more:\n%3 = icmp.slt.32 %0, %1\nbranch %3, good, bad\ngood:\nreturn 0\nbad:\ncall !reach_error()\nreturn 0\n"
            )
        };
        let told = |a, b| compared(&both(a, b)).map(|compared| compared.operands);
        assert_eq!(told(3, 9), Some([3, 7]));
        assert_eq!(told(7, 5), Some([7, 5]));
    }
}
