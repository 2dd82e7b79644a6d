//! Which operation an instruction is.

use super::{Thread, Toy};
use crate::program::{Inst, Plain, UNSUPPORTED};
use threadbare_op::{Limit, Loc, Op, Order, Question, RmwOp, Stuck, SyncOp, Word};

impl Toy {
    /// The operation of an instruction, if it is a visible one.
    pub(super) fn visible(&self, thread: &Thread, inst: Inst) -> Option<Op> {
        let program = &self.program;
        let regs = &thread.regs;
        let explored = program.plain == Plain::Explore;
        let masked = |expr, loc: Loc| Word::new(self.words.map(self.words.value(expr, regs), loc.mask(), |a, b| a & b));
        Some(match inst {
            Inst::Load { loc, order, .. } => Op::Load { loc: program.atomic(loc), order },
            Inst::Store { loc, value, order } => {
                let loc = program.atomic(loc);
                Op::Store { loc, value: masked(value, loc), order }
            }
            Inst::Rmw { loc, op, operand, order, .. } => {
                let loc = program.atomic(loc);
                Op::Rmw { loc, op, operand: masked(operand, loc), order }
            }
            Inst::Cas { loc, expected, new, success, failure, .. } => {
                let loc = program.atomic(loc);
                Op::Cas { loc, expected: masked(expected, loc), new: masked(new, loc), success, failure }
            }
            Inst::Fence { order } => Op::Fence { order },
            Inst::Sync { object, op, .. } => Op::Sync { object: program.object(object), op },
            Inst::Leave { reg, object } if regs[usize::from(reg)] == 0 => {
                Op::Sync { object: program.object(object), op: SyncOp::BarrierLeave }
            }
            Inst::Spawn { .. } => Op::Spawn,
            Inst::Join { slot } => Op::Join { thread: thread.slots[usize::from(slot)]? },
            Inst::Choice { arity, .. } => Op::Choice { arity, asks: None },
            Inst::Ask { inputs, .. } => Op::Choice { arity: 2, asks: Some(Question(u32::from(inputs))) },
            Inst::Assume { reg, value }
            | Inst::Assert { reg, value }
            | Inst::Skip { reg, value, .. }
            | Inst::Again { reg, value, .. } => {
                let inputs = self.words.holds(regs[usize::from(reg)], value, thread.knows).err()?;
                Op::Choice { arity: 2, asks: Some(Question(u32::from(inputs))) }
            }
            Inst::PlainLoad { var, .. } if explored || self.log.atomically(var, true) => {
                Op::Load { loc: program.variable(var), order: Order::Plain }
            }
            Inst::PlainStore { var, value } if explored || self.log.atomically(var, false) => Op::Store {
                loc: program.variable(var),
                value: Word::new(self.words.value(value, regs)),
                order: Order::Plain,
            },
            Inst::VarLoad { var, order, .. } => Op::Load { loc: program.variable(var), order },
            Inst::VarStore { var, value, order } => {
                Op::Store { loc: program.variable(var), value: Word::new(self.words.value(value, regs)), order }
            }
            Inst::VarAdd { var, operand, order, .. } => {
                let operand = Word::new(self.words.value(operand, regs));
                Op::Rmw { loc: program.variable(var), op: RmwOp::Add, operand, order }
            }
            Inst::Exit => Op::Stuck(Stuck::ProgramExit),
            Inst::Unsupported => Op::Stuck(Stuck::Unsupported(UNSUPPORTED)),
            Inst::Bound => Op::Stuck(Stuck::Limit(Limit::Unroll)),
            _ => return None,
        })
    }
}
