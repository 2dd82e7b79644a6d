//! What a thread has compared before it came to where it is: a failed assertion stands behind a
//! branch, and its operands are still in their registers.
//!
//! Of `a && b` the branch that was taken is told by the values of the conditions. Not covered:
//! conditions that are no comparison of numbers or addresses; of `a || b` all but the last one, and
//! all of it where `&& c` follows; operands that are not wholly defined; optimised code, which may
//! compare something else.

use super::{Machine, State};
use crate::thread::{Frozen, frozen};
use crate::value::mask;
use threadbare_op::Site;
use threadbare_program::{BinOp, CastOp, FPred, Function, Inst, Operand, Pc, Pred, Program};

/// A comparison of two numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// The operands.
    pub operands: [u64; 2],
    /// Their size in bytes.
    pub size: u8,
    /// Whether they are signed numbers, as far as the code tells.
    pub signed: Option<bool>,
    /// Where numbers of that size were read from memory that the operands are computed from: their
    /// types may tell.
    pub sources: Vec<Site>,
    /// Whether they are floating-point numbers.
    pub float: bool,
    /// Whether it only asks whether the first one is 0.
    pub is_truth: bool,
    /// Whether it was found to hold: what came of it was negated, or is tested for what is wrong.
    pub held: bool,
    /// Whether it asks whether the two are the same.
    pub is_equality: bool,
    /// Where each operand was read from memory, if it is what was read there.
    pub loads: [Option<Site>; 2],
}

/// The conditions behind which a thread stands: those of the parts of `a && b && c`.
struct Conditions<'a> {
    function: &'a Function,
    /// The branches that lead there, each with the outcome, in the order in which they are come to.
    branches: Vec<(u32, bool)>,
    /// Which of them was taken.
    taken: usize,
    program: &'a Program,
    frozen: Frozen<'a>,
}

impl Conditions<'_> {
    fn value(&self, operand: Operand) -> Option<u64> {
        value(self.program, &self.frozen, operand)
    }
}

fn value(program: &Program, frozen: &Frozen<'_>, operand: Operand) -> Option<u64> {
    if operand.as_const().is_some() {
        return program.number(operand);
    }
    let value = frozen.slots.get(operand.as_reg()?.0 as usize)?;
    (value.undef == 0).then_some(value.bits)
}

impl Machine {
    fn conditions(&self, state: State) -> Option<Conditions<'_>> {
        let frozen = frozen(&self.arena, state.0)?;
        let program = self.program();
        let function = program.functions.get(frozen.function as usize).filter(|function| function.optnone)?;
        let branches = branches_to(function, frozen.pc)?;
        let taken = branches.iter().position(|&(pc, on)| {
            let Some(Inst::Branch { cond, .. }) = function.code.get(pc as usize) else { return false };
            value(program, &frozen, *cond).is_some_and(|cond| (cond & 1 == 1) == on)
        })?;
        Some(Conditions { function, branches, taken, program, frozen })
    }

    /// Which of how many conditions, one behind the other, has led a thread at `state` to the call
    /// where it is.
    #[must_use]
    pub fn failed_part(&self, state: State) -> Option<(usize, usize)> {
        self.conditions(state).map(|conditions| (conditions.taken, conditions.branches.len()))
    }

    /// The comparison whose outcome has led a thread at `state` to the call where it is.
    #[must_use]
    pub fn compared(&self, state: State) -> Option<Compared> {
        let conditions = self.conditions(state)?;
        let Conditions { function, taken, ref branches, .. } = conditions;
        let value = |operand: Operand| conditions.value(operand);
        let (at, held) = *branches.get(taken)?;
        // Nothing in between has changed the operands.
        match *function.code.get((at as usize).checked_sub(1)?..=at as usize)? {
            [Inst::Cmp { pred, width, dst, a, b }, Inst::Branch { cond, .. }] if cond.as_reg() == Some(dst) => {
                let bits = mask(u32::from(width));
                let operands = [value(a)? & bits, value(b)? & bits];
                let is_truth = pred == Pred::Ne && b.as_const().is_some() && operands[1] == 0;
                let mut signs = Signs { function, bytes: width.div_ceil(8), sources: Vec::new(), signed: None };
                for operand in [a, b] {
                    signs.of(at - 1, operand);
                }
                let signed = match pred {
                    Pred::ULt | Pred::ULe | Pred::UGt | Pred::UGe => Some(false),
                    Pred::Eq | Pred::Ne => signs.signed,
                    _ => Some(true),
                };
                let sources = match pred {
                    Pred::Eq | Pred::Ne => signs.sources,
                    _ => Vec::new(),
                };
                let is_equality = pred == Pred::Eq;
                let first = function.first_site;
                let loads = [a, b].map(|operand| Some(Site(first + load_of(function, at - 1, operand)?)));
                let size = width.div_ceil(8);
                Some(Compared { operands, size, signed, sources, float: false, is_truth, held, is_equality, loads })
            }
            [Inst::FCmp { pred, width, dst, a, b }, Inst::Branch { cond, .. }] if cond.as_reg() == Some(dst) => {
                let operands = [value(a)?, value(b)?];
                let is_truth = pred == FPred::UNe && b.as_const().is_some() && operands[1] == 0;
                Some(Compared {
                    operands,
                    size: width.div_ceil(8),
                    signed: None,
                    sources: Vec::new(),
                    float: true,
                    is_truth,
                    held,
                    is_equality: pred == FPred::OEq,
                    loads: [None, None],
                })
            }
            _ => None,
        }
    }
}

/// Whether numbers of so many bytes are signed, by the code that computes them.
struct Signs<'a> {
    function: &'a Function,
    bytes: u8,
    signed: Option<bool>,
    sources: Vec<Site>,
}

impl Signs<'_> {
    /// An operand of the instruction at `pc`, as far as it is computed in the same straight code.
    fn of(&mut self, pc: u32, operand: Operand) {
        let Some(mut reg) = operand.as_reg() else { return };
        for at in (0..pc).rev() {
            match self.function.code[at as usize] {
                ref inst if is_turn(inst) => return,
                Inst::Load { dst, size, .. } | Inst::Rmw { dst, size, .. } | Inst::Cas { dst, size, .. }
                    if dst == reg =>
                {
                    let site = Site(self.function.first_site + at);
                    return self.sources.extend((size == self.bytes).then_some(site));
                }
                Inst::Cast { op: CastOp::SExt, dst, .. } if dst == reg => return self.tell(true),
                Inst::Cast { dst, .. } if dst == reg => return,
                Inst::Move { dst, src } if dst == reg => match src.as_reg() {
                    Some(src) => reg = src,
                    None => return,
                },
                Inst::Bin { op, dst, a, b, .. } if dst == reg => {
                    if let Some(signed) = sign_of(op) {
                        return self.tell(signed);
                    }
                    self.of(at, a);
                    return self.of(at, b);
                }
                _ => {}
            }
        }
    }

    /// In C, what is computed from an unsigned number of that size is one.
    fn tell(&mut self, signed: bool) {
        self.signed = Some(signed && self.signed != Some(false));
    }
}

/// Whether it is done with signed numbers only, or with unsigned ones only.
fn sign_of(op: BinOp) -> Option<bool> {
    use BinOp as B;
    match op {
        B::AddNsw | B::SubNsw | B::MulNsw | B::ShlNsw | B::SDiv | B::SRem | B::AShr | B::SDivExact => Some(true),
        B::UDiv | B::URem | B::LShr => Some(false),
        _ => None,
    }
}

/// The load whose result, extended or cut, an operand of the instruction at `pc` is, if that is in
/// the same straight code.
fn load_of(function: &Function, pc: u32, operand: Operand) -> Option<u32> {
    let mut reg = operand.as_reg()?;
    for at in (0..pc).rev() {
        match function.code.get(at as usize)? {
            inst if is_turn(inst) => return None,
            Inst::Load { dst, .. } if *dst == reg => return Some(at),
            Inst::Cast { op: CastOp::Trunc | CastOp::PtrTrunc | CastOp::ZExt | CastOp::SExt, dst, a, .. }
                if *dst == reg =>
            {
                reg = a.as_reg()?;
            }
            _ => {}
        }
    }
    None
}

/// The branches that lead to an instruction without anything else in between, each with the outcome,
/// in the order in which they are come to; `None` if there are other ways to it, or to one of them
/// but the first.
fn branches_to(function: &Function, pc: u32) -> Option<Vec<(u32, bool)>> {
    // Nothing has changed a register on the way.
    if !function.code.get((pc as usize).checked_sub(1)?).is_some_and(is_turn) {
        return None;
    }
    let mut branches = ways_to(function, pc)?;
    branches.sort_unstable();
    let follows = |pair: &[(u32, bool)]| {
        let [(before, on), (next, _)] = *pair else { return false };
        ways_to(function, next).is_some_and(|ways| ways == [(before, !on)])
    };
    branches.windows(2).all(follows).then_some(branches)
}

/// The branches by which control comes to the straight code before an instruction; `None` if it may
/// come otherwise.
fn ways_to(function: &Function, pc: u32) -> Option<Vec<(u32, bool)>> {
    let before = function.code.get(..pc as usize)?;
    let straight = before.iter().rev().take_while(|inst| !is_turn(inst)).count();
    let first = pc - straight as u32;
    if first == 0 {
        return None;
    }
    let leads = |to: Pc| (first..=pc).contains(&to.0);
    let mut ways = Vec::new();
    for (at, inst) in (0..).zip(&function.code) {
        match inst {
            Inst::Branch { then, other, .. } => {
                ways.extend(leads(*then).then_some((at, true)));
                ways.extend(leads(*other).then_some((at, false)));
            }
            Inst::Jump { to } if leads(*to) => return None,
            Inst::Switch { cases, other, .. } if leads(*other) || cases.iter().any(|(_, to)| leads(*to)) => {
                return None;
            }
            Inst::Invoked { next, unwind } if leads(*next) || leads(*unwind) => return None,
            _ => {}
        }
    }
    Some(ways)
}

/// Whether control never goes on behind it.
fn is_turn(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Branch { .. } | Inst::Jump { .. } | Inst::Switch { .. } | Inst::Return { .. } | Inst::Unreachable
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use std::sync::Arc;
    use threadbare_op::{Op, System, ThreadId};

    fn compared(code: &str) -> Option<Compared> {
        let text =
            format!("entry &main\nextern !reach_error results 0\nfunc &main(0 -> 1) regs 6 optnone {{\n{code}}}\n");
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
        let told = |code: &str| compared(code).map(|compared| compared.operands);
        assert_eq!(told(&both(3, 9)), Some([3, 7]));
        assert_eq!(told(&both(7, 5)), Some([7, 5]));
        // Of `(a == 7 || b == 1) && a < b` the second comparison may not have been made.
        let either = "%0 = move 7\n%1 = move 5\n%2 = icmp.eq.32 %0, 7\nbranch %2, more, or\n\
                      or:\n%4 = icmp.eq.32 %1, 1\nbranch %4, more, bad\n\
                      more:\n%3 = icmp.slt.32 %0, %1\nbranch %3, good, bad\n\
                      good:\nreturn 0\nbad:\ncall !reach_error()\nreturn 0\n";
        assert_eq!(told(either), None);
        let changed = "%0 = move 3\n%1 = icmp.eq.32 %0, 7\nbranch %1, good, bad\n\
                       good:\nreturn 0\nbad:\n%0 = move 9\ncall !reach_error()\nreturn 0\n";
        assert_eq!(told(changed), None);
    }

    /// -50.5 and 0.0, as bits.
    #[test]
    fn floating_point() {
        let code = "%0 = move 13855676097326219264\n%1 = fcmp.oge.64 %0, 0\nbranch %1, good, bad\n\
                    good:\nreturn 0\nbad:\ncall !reach_error()\nreturn 0\n";
        let compared = compared(code).unwrap();
        assert_eq!(compared.operands.map(f64::from_bits), [-50.5, 0.0]);
        assert!(compared.float && !compared.held && !compared.is_truth);
    }

    #[test]
    fn whether_it_held() {
        // `!(a == 7 && b == 5)` fails behind a comparison that holds.
        let negated = "%0 = move 7\n%1 = move 5\n%2 = icmp.eq.32 %0, 7\nbranch %2, more, good\n\
                       more:\n%3 = icmp.eq.32 %1, 5\nbranch %3, bad, good\n\
                       good:\nreturn 0\nbad:\ncall !reach_error()\nreturn 0\n";
        let compared = compared(negated).unwrap();
        assert_eq!((compared.operands, compared.held, compared.is_equality), ([5, 5], true, true));
        let plain =
            negated.replace("branch %3, bad, good", "branch %3, good, bad").replace("%1 = move 5", "%1 = move 6");
        assert!(!super::tests::compared(&plain).unwrap().held);
    }

    #[test]
    fn signs() {
        let signed = |sum: &str| {
            let code = format!(
                "%0 = move 7\n%1 = {sum} %0, 2\n%2 = icmp.eq.32 %1, 0\nbranch %2, good, bad\n\
                 good:\nreturn 0\nbad:\ncall !reach_error()\nreturn 0\n"
            );
            compared(&code).unwrap().signed
        };
        assert_eq!(signed("add_nsw.32"), Some(true));
        assert_eq!(signed("urem.32"), Some(false));
        assert_eq!(signed("add.32"), None);
    }
}
