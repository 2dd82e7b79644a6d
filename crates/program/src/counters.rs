//! Registers that count the iterations of a loop, and what leaves it: for [`crate::Loops`].

use crate::idle::SMALL;
use crate::inst::{BinOp, Inst, Operand, Reg};
use crate::loops::Flow;
use crate::operands::{Computed, computed, may_write};

impl Flow<'_> {
    /// Whether each iteration steps `reg` by a constant, and nothing else in the loop writes it.
    pub(crate) fn is_stepped(&self, reg: Reg, index: u32, head: u32, body: &[u32]) -> bool {
        // Several steps could go in different directions.
        let Some(at) = self.only_write(reg, body) else { return false };
        let steps = match self.function.code[at as usize] {
            Inst::Move { src, .. } => src.as_reg().is_some_and(|sum| self.is_sum(sum, reg, body)),
            Inst::PtrAdd { base, index, scale, offset, .. } => {
                let still = index.as_const().is_some() && !self.is_a_step(index) || scale == 0;
                base == Operand::reg(reg) && still && offset != 0
            }
            _ => self.is_sum(reg, reg, body),
        };
        steps && self.always_passes(&[at], index, head)
    }

    /// Whether each iteration doubles `reg`, and nothing else in the loop writes it.
    pub(crate) fn is_doubled(&self, reg: Reg, index: u32, head: u32, body: &[u32]) -> bool {
        let Some(at) = self.only_write(reg, body) else { return false };
        let Inst::Bin { op, dst, a, b, .. } = self.function.code[at as usize] else { return false };
        let doubles = op.unchecked() == BinOp::Shl && self.program.number(b) == Some(1);
        doubles && dst == reg && a == Operand::reg(reg) && self.always_passes(&[at], index, head)
    }

    /// The only instruction of a loop that may write a register.
    fn only_write(&self, reg: Reg, body: &[u32]) -> Option<u32> {
        let mut writes = body.iter().copied().filter(|&pc| may_write(&self.function.code[pc as usize], reg));
        writes.next().filter(|_| writes.next().is_none())
    }

    /// Whether a loop puts into `sum` what is in `reg`, or in a copy of it, and a constant more.
    fn is_sum(&self, sum: Reg, reg: Reg, body: &[u32]) -> bool {
        let Some(at) = self.only_write(sum, body) else { return false };
        let Inst::Bin { op, dst, a, b, .. } = self.function.code[at as usize] else { return false };
        let from = |from: Reg| from == reg || self.is_copy_of(from, reg, body);
        let adds = matches!(op.unchecked(), BinOp::Add | BinOp::Sub) && dst == sum && self.is_a_step(b);
        adds && a.as_reg().is_some_and(from)
    }

    /// Whether all that a loop puts into `copy` is what is in `reg`.
    fn is_copy_of(&self, copy: Reg, reg: Reg, body: &[u32]) -> bool {
        let write = self.only_write(copy, body).map(|at| &self.function.code[at as usize]);
        matches!(write, Some(&Inst::Move { dst, src }) if dst == copy && src == Operand::reg(reg))
    }

    /// The branches that leave the loop.
    pub(crate) fn exits<'b>(&'b self, body: &'b [u32]) -> impl Iterator<Item = u32> + 'b {
        let leaves = |pc: u32| self.successors(pc).into_iter().any(|next| !body.contains(&next));
        // The way back to the head is not in the body.
        let is_back = |pc: u32| matches!(self.function.code[pc as usize], Inst::Loop { .. } | Inst::Jump { .. });
        body.iter().copied().filter(move |&pc| !is_back(pc) && leaves(pc))
    }

    /// The branches that leave the loop when the register, compared with something that stays, says
    /// so.
    pub(crate) fn leaves_by(&self, reg: Reg, body: &[u32]) -> Vec<u32> {
        let code = &self.function.code;
        let stays = |operand: Operand| match operand.as_reg() {
            Some(other) => !body.iter().any(|&pc| may_write(&code[pc as usize], other)),
            None => true,
        };
        let compared = body.iter().filter_map(|&pc| match code[pc as usize] {
            Inst::Cmp { dst, a, b, .. } => {
                let is_it = |of: Operand| {
                    let asks = |of| of == reg || self.is_copy_of(of, reg, body) || self.is_sum(of, reg, body);
                    of.as_reg().is_some_and(asks)
                };
                let compares = is_it(a) && stays(b) || is_it(b) && stays(a);
                compares.then_some(Operand::reg(dst))
            }
            _ => None,
        });
        let compared: Vec<Operand> = compared.collect();
        let asks = |&at: &u32| matches!(code[at as usize], Inst::Branch { cond, .. } if compared.contains(&cond));
        self.exits(body).filter(asks).collect()
    }

    fn is_a_step(&self, operand: Operand) -> bool {
        self.program.number(operand).is_some_and(|bits| bits != 0)
    }

    /// What an instruction writes, and all that it reads, if it only computes: as [`computed`], and
    /// remainders by constants.
    pub(crate) fn computed(&self, inst: &Inst) -> Option<Computed> {
        match *inst {
            Inst::Bin { op: BinOp::URem | BinOp::SRem, width, dst, a, b } if self.is_positive(b, width) => {
                Some(([Some(dst), None], smallvec::smallvec![a, b]))
            }
            _ => computed(inst),
        }
    }

    /// Whether an operand is a constant that is positive as a signed number of this width, and below
    /// [`SMALL`]. Then a remainder by it is defined and no larger, and neither is a number masked
    /// with it.
    pub(crate) fn is_positive(&self, operand: Operand, width: u8) -> bool {
        let most = SMALL.min(1 << (width - 1).min(31)) - 1;
        self.program.number(operand).is_some_and(|bits| (1..=most).contains(&bits))
    }
}
