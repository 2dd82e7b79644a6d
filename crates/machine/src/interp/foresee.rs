//! Whether a thread that stands at the load of a loop that only waits
//! ([`threadbare_program::Wait`]) would go on waiting if it read a value, found out by computing
//! from the load to the end of the iteration, without running the thread.
//!
//! The answer agrees with what [`super::spin`] finds at the loop's head, since an iteration of such
//! a loop leaves everything that matters as it was. Explorers ask this for every write that a load
//! could read from.

use super::{frozen_value, get};
use crate::code::Code;
use crate::domain::Domain;
use crate::thread::Frozen;
use crate::thread::MOST_EFFECTS;
use threadbare_program::{Inst, Operand, Pc, Wait};

/// More instructions than a condition has.
const MOST: u32 = 64;

/// Whether the frozen thread, which stands at the load of `wait`, waits once told `answer`; `None`
/// if that is not known. `regs` is where to compute.
pub(crate) fn foresee<D: Domain>(
    domain: &D,
    code: &Code,
    consts: &[D::Value],
    frozen: &Frozen<'_>,
    wait: Wait,
    answer: D::Value,
    regs: &mut Vec<D::Value>,
) -> Option<bool> {
    let insts = code.program.functions[frozen.function as usize].code.as_slice();
    if !frozen.is_plain || frozen.effects >= MOST_EFFECTS {
        return None;
    }
    let Inst::Load { dst, size, .. } = insts[frozen.pc as usize] else { return None };
    let answer = domain.lowest(answer, size);
    if let Some(test) = wait.test {
        let value = |operand: Operand| match operand.as_reg() {
            Some(reg) if reg == dst => answer,
            _ => frozen_value::<D>(frozen.slots, consts, operand),
        };
        let holds = domain.word(domain.cmp(test.pred, test.width, value(test.a), value(test.b))).ok()?;
        return (holds.undef & 1 == 0).then_some((holds.bits & 1 != 0) == test.stays);
    }
    regs.clear();
    D::unpack_all(frozen.slots, regs);
    regs[dst.0 as usize] = answer;
    let mut pc = frozen.pc + 1;
    for _ in 0..MOST {
        match *insts.get(pc as usize)? {
            Inst::AsNumber { .. } => {}
            Inst::Move { dst, src } => regs[dst.0 as usize] = get(regs, consts, src),
            Inst::Bin { op, width, dst, a, b } => {
                let (a, b) = (get(regs, consts, a), get(regs, consts, b));
                domain.bin(op, width, a, b, &mut regs[dst.0 as usize]).ok()?;
            }
            Inst::Cmp { pred, width, dst, a, b } => {
                regs[dst.0 as usize] = domain.cmp(pred, width, get(regs, consts, a), get(regs, consts, b));
            }
            Inst::Cast { op, from, to, dst, a } => {
                let a = get(regs, consts, a);
                domain.cast(op, from, to, a, &mut regs[dst.0 as usize]).ok()?;
            }
            Inst::Jump { to: Pc(to) } => {
                pc = to;
                continue;
            }
            Inst::Branch { cond, then, other } => {
                let cond = domain.word(get(regs, consts, cond)).ok()?;
                if cond.undef & 1 != 0 {
                    return None;
                }
                Pc(pc) = if cond.bits & 1 != 0 { then } else { other };
                continue;
            }
            Inst::Loop { index, entry: false } if index == wait.index => return Some(true),
            _ => return Some(false),
        }
        pc += 1;
    }
    None
}
