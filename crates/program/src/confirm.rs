//! Compare-and-swaps that *confirm* a read of their thread: one that finds something else than was
//! read brings the thread to where the read would have brought it, had that found it.
//!
//! `r = load(x); while (!cas(&x, &r, f(r)));`: whatever the compare-and-swap finds instead of r,
//! the thread goes on as if the load had found it. So the two may be taken for one
//! read-modify-write (F4; docs/proofs/waits.md, claim 12, has what that needs besides).
//!
//! The code is run twice with what was found left open: from the read on, and from the
//! compare-and-swap on, which has failed. Registers that may have been written between the two are
//! *lost* in the second run. The compare-and-swap confirms the read if both runs *meet*: they come
//! to one instruction, and none of the registers that matter there tells them apart. A condition
//! that depends on what was found, and is the same in both runs, sends both the same way; they must
//! meet on either way then.
//!
//! *Plain stores* (`n->next = r`) may stand between the two if each round makes them anew: to where
//! they go, nothing that was found leads, and from where the compare-and-swap has failed on the
//! same are made until the runs meet. What was stored there before is lost in the second run. A
//! plain load finds what was stored last.
//!
//! *A loop that loads anew* (`do r = load(x); while (!cas(&x, r, f(r)));`) is one as well: the run
//! from the compare-and-swap on comes to the load, and what matters there is what it was.
//!
//! Not covered: other plain accesses and calls between the two, or between either and where the
//! runs meet; a branch between the two, if there are stores. A compare-and-swap that has failed is
//! no such read: told something else, it might succeed.

use crate::inst::{BinOp, CastOp, Inst, Operand, Pc, Pred, Reg};
use crate::loops::Flow;
use crate::module::{Const, ConstId};
use crate::operands::computed;
use crate::registers::Registers;
use crate::stops::always_stops;
use smallvec::SmallVec;
use threadbare_op::Order;

/// A run ends after so many instructions.
const MOST: usize = 64;
/// Runs part at no more conditions than this before they meet.
pub(crate) const MOST_CONDITIONS: u32 = 4;

/// What is known of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// What the register held when the load was performed.
    Then(Reg),
    /// What was found.
    Found,
    /// Whether a compare-and-swap has succeeded, if that is open.
    Success,
    Bits(u64),
    Address(ConstId),
    /// What an instruction computed: by number in [`Runs::computed`].
    Computed(usize),
    Lost,
}

/// A compare-and-swap has not succeeded.
const FAILED: Known = Known::Bits(0);

/// What is computed ([`erased`]) from what; of two results, which.
type Computation = (Inst, usize, SmallVec<[Known; 3]>);

/// What was written since a run began, the newest last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Written {
    registers: Vec<(Reg, Known)>,
    /// By plain stores: where, how many bytes, what.
    memory: Vec<(Known, u8, Known)>,
    /// So many of these, the oldest, were made before the run began.
    before: usize,
}

/// Where a run is, and what is known there.
pub(crate) type Place = (u32, Written);

/// What both runs share.
pub(crate) struct Runs<'f, 'p> {
    flow: &'f Flow<'p>,
    computed: Vec<Computation>,
}

/// The pairs of a load and the compare-and-swap that confirms it, in ascending order.
pub(crate) fn confirmed(flow: &Flow<'_>, live: &[Registers]) -> Vec<(Pc, Pc)> {
    let code = &flow.function.code;
    let swaps: Vec<u32> =
        (0..).zip(code).filter(|(_, inst)| matches!(inst, Inst::Cas { .. })).map(|(pc, _)| pc).collect();
    if swaps.is_empty() {
        return Vec::new();
    }
    let before = flow.predecessors();
    let mut confirmed = Vec::new();
    for swap in swaps {
        let leads = between(flow, before[swap as usize].clone(), |pc| before[pc as usize].clone());
        let is_load = |pc: &u32| matches!(code[*pc as usize], Inst::Load { order, .. } if order != Order::Plain);
        for read in (0..code.len() as u32).filter(|pc| leads[*pc as usize]).filter(is_load) {
            let written = written_between(flow, &leads, read);
            let accesses = accesses_between(flow, &leads, read);
            let meet = |lost: Vec<Reg>| Runs::new(flow).meet((read, swap), accesses, &lost, live);
            if written.is_some_and(meet) {
                confirmed.push((Pc(read), Pc(swap)));
            }
        }
    }
    confirmed.sort_unstable();
    confirmed
}

/// The instructions to which the steps `next` lead from these on, up to those that others see.
fn between(flow: &Flow<'_>, from: Vec<u32>, next: impl Fn(u32) -> Vec<u32>) -> Vec<bool> {
    let code = &flow.function.code;
    let (mut seen, mut work) = (vec![false; code.len()], from);
    while let Some(pc) = work.pop() {
        if !std::mem::replace(&mut seen[pc as usize], true) && !always_stops(&code[pc as usize]) {
            work.extend(next(pc));
        }
    }
    seen
}

/// What may be written by the load at `read`, and from there to a compare-and-swap that comes next
/// after it, if only registers are. `leads`: the instructions that lead to that.
fn written_between(flow: &Flow<'_>, leads: &[bool], read: u32) -> Option<Vec<Reg>> {
    let code = &flow.function.code;
    let Inst::Load { dst, .. } = code[read as usize] else { return None };
    let after = between(flow, flow.successors(read), |pc| flow.successors(pc));
    let mut written = vec![dst];
    for pc in (0..code.len()).filter(|&pc| after[pc] && leads[pc] && !always_stops(&code[pc])) {
        match &code[pc] {
            Inst::Jump { .. } | Inst::Branch { .. } | Inst::Switch { .. } | Inst::Loop { .. } | Inst::Store { .. } => {}
            // Of what was stored before, or `Runs::meet` says no.
            Inst::Load { dst, .. } => written.push(*dst),
            inst => written.extend(computed(inst)?.0.into_iter().flatten()),
        }
    }
    Some(written)
}

/// How many plain accesses there are from a load to a compare-and-swap that comes next.
fn accesses_between(flow: &Flow<'_>, leads: &[bool], read: u32) -> usize {
    let after = between(flow, flow.successors(read), |pc| flow.successors(pc));
    let is_access = |inst: &Inst| matches!(inst, Inst::Store { .. } | Inst::Load { .. }) && !always_stops(inst);
    (0..).zip(&flow.function.code).filter(|&(pc, inst)| after[pc] && leads[pc] && is_access(inst)).count()
}

impl<'f, 'p> Runs<'f, 'p> {
    pub(crate) const fn new(flow: &'f Flow<'p>) -> Self {
        Self { flow, computed: Vec::new() }
    }

    /// Whether the runs from the read and from the compare-and-swap on meet; between the two are so
    /// many plain `accesses`.
    fn meet(&mut self, (read, swap): (u32, u32), accesses: usize, lost: &[Reg], live: &[Registers]) -> bool {
        let from_read = self.told(read, Written::default(), FAILED);
        let (mut begun, mut on_the_way) = (Written::default(), Written::default());
        if accesses > 0 {
            // Straight to the compare-and-swap.
            let Some(there) = self.run(from_read.clone()).into_iter().find(|(pc, _)| *pc == swap) else { return false };
            let anywhere = |&(to, ..): &(Known, u8, Known)| self.depends_on_found(to);
            if there.1.memory.iter().any(anywhere) {
                return false;
            }
            begun.before = there.1.memory.len();
            begun.memory = there.1.memory.iter().map(|&(to, size, _)| (to, size, Known::Lost)).collect();
            on_the_way = there.1;
        }
        let kept = |reg: Reg| match known(&on_the_way, reg) {
            known if accesses > 0 && !self.depends_on_found(known) => known,
            _ => Known::Lost,
        };
        begun.registers = lost.iter().map(|&reg| (reg, kept(reg))).collect();
        let from_swap = self.told(swap, begun, FAILED);
        let is_back = |(pc, written): &Place| {
            let as_then = |reg: Reg| known(written, reg) == Known::Then(reg);
            *pc == read && live[read as usize].registers().all(as_then) && written.memory.len() == written.before
        };
        self.run(from_swap.clone()).iter().any(is_back) || self.meet_from(from_read, from_swap, live, MOST_CONDITIONS)
    }

    /// Whether something is computed from what was found, or from what is not known.
    fn depends_on_found(&self, known: Known) -> bool {
        match known {
            Known::Found | Known::Success | Known::Lost => true,
            Known::Then(_) | Known::Bits(_) | Known::Address(_) => false,
            Known::Computed(number) => self.computed[number].2.iter().any(|&of| self.depends_on_found(of)),
        }
    }

    /// Whether two runs meet that begin at the same state of a thread, but for what was written since.
    pub(crate) fn meet_from(&mut self, a: Place, b: Place, live: &[Registers], conditions: u32) -> bool {
        let (a, b) = (self.run(a), self.run(b));
        let meets = |(pc, one): &Place| {
            let alike =
                |other: &Written| live[*pc as usize].registers().all(|reg| known(one, reg).is(known(other, reg)));
            b.iter().any(|(at, other)| at == pc && alike(other) && leave_the_same(one, other))
        };
        if a.iter().any(meets) {
            return true;
        }
        let (Some((a, one)), Some((b, other))) = (a.last(), b.last()) else { return false };
        let code = &self.flow.function.code;
        let (
            &Inst::Branch { cond: if_a, then: then_a, other: other_a },
            &Inst::Branch { cond: if_b, then: then_b, other: other_b },
        ) = (&code[*a as usize], &code[*b as usize])
        else {
            return false;
        };
        let same = self.value(one, if_a).is(self.value(other, if_b));
        same && conditions > 0
            && [(then_a, then_b), (other_a, other_b)]
                .into_iter()
                .all(|(a, b)| self.meet_from((a.0, one.clone()), (b.0, other.clone()), live, conditions - 1))
    }

    /// After the access at `from`, which has found something that is left open; a compare-and-swap has
    /// succeeded or not.
    pub(crate) fn told(&self, from: u32, mut written: Written, succeeds: Known) -> Place {
        match self.flow.function.code[from as usize] {
            Inst::Load { dst, .. } | Inst::Rmw { dst, .. } => written.registers.push((dst, Known::Found)),
            Inst::Cas { dst, success, .. } => {
                written.registers.extend([(dst, Known::Found), (success, succeeds)]);
            }
            _ => {}
        }
        (from + 1, written)
    }

    /// Where control comes to from there on, as long as that is known.
    fn run(&mut self, (mut pc, mut written): Place) -> Vec<Place> {
        let mut run = Vec::new();
        for _ in 0..MOST {
            run.push((pc, written.clone()));
            match self.next(pc, &mut written) {
                Some(next) => pc = next,
                None => break,
            }
        }
        run
    }

    /// Performs the instruction; where control goes, if that is known.
    fn next(&mut self, pc: u32, written: &mut Written) -> Option<u32> {
        let inst = &self.flow.function.code[pc as usize];
        match *inst {
            Inst::Jump { to } => return Some(to.0),
            Inst::Loop { .. } => {}
            Inst::Branch { cond, then, other } => match self.value(written, cond) {
                Known::Bits(bits) => return Some(if bits & 1 != 0 { then.0 } else { other.0 }),
                _ => return None,
            },
            Inst::Store { addr, value, size, order: Order::Plain, .. } => {
                let to = self.value(written, addr);
                if to == Known::Lost {
                    return None;
                }
                let value = self.value(written, value);
                written.memory.push((to, size, value));
            }
            Inst::Load { dst, addr, size, order: Order::Plain, .. } => {
                let from = self.value(written, addr);
                let &(to, stored, value) = written.memory.last()?;
                if !to.is(from) || stored != size {
                    return None;
                }
                let value = self.number((erased(inst), 0, smallvec::smallvec![value]));
                written.registers.push((dst, value));
            }
            _ => {
                let (results, operands) = computed(inst)?;
                let operands: SmallVec<[Known; 3]> = operands.iter().map(|&one| self.value(written, one)).collect();
                for (which, result) in results.into_iter().enumerate() {
                    let Some(result) = result else { continue };
                    let value =
                        folded(inst, &operands).unwrap_or_else(|| self.number((erased(inst), which, operands.clone())));
                    written.registers.push((result, value));
                }
            }
        }
        Some(pc + 1)
    }

    fn value(&self, written: &Written, operand: Operand) -> Known {
        match (operand.as_reg(), operand.as_const()) {
            (Some(reg), _) => known(written, reg),
            (None, Some(id)) => match self.flow.program.consts[id.index()] {
                Const::Bits(bits) => Known::Bits(bits),
                _ => Known::Address(id),
            },
            (None, None) => Known::Lost,
        }
    }

    fn number(&mut self, computation: Computation) -> Known {
        if computation.2.contains(&Known::Lost) {
            return Known::Lost;
        }
        let found = self.computed.iter().position(|other| *other == computation);
        Known::Computed(found.unwrap_or_else(|| {
            self.computed.push(computation);
            self.computed.len() - 1
        }))
    }
}

impl Known {
    /// Whether both are known, and are the same.
    fn is(self, other: Self) -> bool {
        self != Self::Lost && self == other
    }
}

/// What an instruction computes, whatever from and where to.
fn erased(inst: &Inst) -> Inst {
    let (dst, a) = (Reg(0), Operand::reg(Reg(0)));
    match *inst {
        Inst::Undef { .. } => Inst::Undef { dst },
        Inst::Freeze { .. } => Inst::Freeze { dst, src: a },
        Inst::AsNumber { .. } => Inst::AsNumber { a, b: a },
        Inst::PrivateAlloca { index, .. } => Inst::PrivateAlloca { dst, index },
        Inst::Bin { op, width, .. } => Inst::Bin { op, width, dst, a, b: a },
        Inst::Overflow { op, width, .. } => Inst::Overflow { op, width, dst, overflowed: dst, a, b: a },
        Inst::IntUn { op, width, .. } => Inst::IntUn { op, width, dst, a },
        Inst::FBin { op, width, .. } => Inst::FBin { op, width, dst, a, b: a },
        Inst::FUn { op, width, .. } => Inst::FUn { op, width, dst, a },
        Inst::Fma { width, .. } => Inst::Fma { width, dst, a, b: a, c: a },
        Inst::Cmp { pred, width, .. } => Inst::Cmp { pred, width, dst, a, b: a },
        Inst::FCmp { pred, width, .. } => Inst::FCmp { pred, width, dst, a, b: a },
        Inst::Cast { op, from, to, .. } => Inst::Cast { op, from, to, dst, a },
        Inst::Select { .. } => Inst::Select { dst, cond: a, then: a, other: a },
        Inst::PtrAdd { index_width, scale, offset, exact, .. } => {
            Inst::PtrAdd { dst, base: a, index: a, index_width, scale, offset, exact }
        }
        Inst::Load { size, order, .. } => Inst::Load { dst, addr: a, size, order },
        // All that compute stand above; a move is folded.
        ref other => other.clone(),
    }
}

fn known(written: &Written, reg: Reg) -> Known {
    written.registers.iter().rev().find(|(other, _)| *other == reg).map_or(Known::Then(reg), |(_, known)| *known)
}

/// Whether memory is the same after both runs: they have made the same stores, by which all that
/// was stored before is lost.
fn leave_the_same(a: &Written, b: &Written) -> bool {
    let (before, since) = b.memory.split_at(b.before);
    let is_lost =
        |(to, size, _): &(Known, u8, Known)| since.iter().any(|(other, more, _)| to.is(*other) && size == more);
    let same = |((to, size, value), (other, more, another)): (&(Known, u8, Known), &(Known, u8, Known))| {
        to.is(*other) && size == more && value.is(*another)
    };
    a.memory.len() == since.len() && a.memory.iter().zip(since).all(same) && before.iter().all(is_lost)
}

/// The result, if it is one of the operands, or follows from what a compare-and-swap that failed
/// says of its success.
fn folded(inst: &Inst, operands: &[Known]) -> Option<Known> {
    let low = |bits: u64, width: u8| if width >= 64 { bits } else { bits & ((1 << width) - 1) };
    match (inst, operands) {
        (Inst::Move { .. }, &[value]) => Some(value),
        (Inst::Cast { op: CastOp::Trunc | CastOp::PtrTrunc | CastOp::ZExt, from, to, .. }, &[Known::Bits(bits)]) => {
            Some(Known::Bits(low(bits, *from.min(to))))
        }
        (Inst::Bin { op: BinOp::Xor, width, .. }, &[Known::Bits(a), Known::Bits(b)]) => {
            Some(Known::Bits(low(a ^ b, *width)))
        }
        (Inst::Cmp { pred: pred @ (Pred::Eq | Pred::Ne), width, .. }, &[Known::Bits(a), Known::Bits(b)]) => {
            Some(Known::Bits(u64::from((low(a, *width) == low(b, *width)) == (*pred == Pred::Eq))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
