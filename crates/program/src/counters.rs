//! Registers that count the iterations of a loop, and what leaves it: for [`crate::Loops`].

use crate::idle::SMALL;
use crate::inst::{BinOp, Inst, Operand, Reg};
use crate::loops::Flow;
use crate::operands::{Computed, computed, may_write};

impl Flow<'_> {
    /// Whether each iteration steps `reg` by a constant, and nothing else in the loop writes it.
    pub(crate) fn is_stepped(&self, reg: Reg, index: u32, head: u32, body: &[u32]) -> bool {
        let mut steps = Vec::new();
        for &pc in body {
            match &self.function.code[pc as usize] {
                Inst::Bin { op, dst, a, b, .. } if matches!(op.unchecked(), BinOp::Add | BinOp::Sub) && *dst == reg => {
                    if *a != Operand::reg(reg) || !self.is_a_step(*b) {
                        return false;
                    }
                    steps.push(pc);
                }
                Inst::PtrAdd { dst, base, index, scale, offset, .. } if *dst == reg => {
                    let still = index.as_const().is_some() && !self.is_a_step(*index) || *scale == 0;
                    if *base != Operand::reg(reg) || !still || *offset == 0 {
                        return false;
                    }
                    steps.push(pc);
                }
                inst if may_write(inst, reg) => return false,
                _ => {}
            }
        }
        // Several steps could go in different directions.
        steps.len() == 1 && self.always_passes(&steps, index, head)
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
                let compares = a == Operand::reg(reg) && stays(b) || b == Operand::reg(reg) && stays(a);
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
