//! Compare-and-swaps that *confirm* a read of their thread: one that finds something else than was
//! read brings the thread to where the read would have brought it, had that found it.
//!
//! `r = load(x); while (!cas(&x, &r, f(r)));`: whatever the compare-and-swap finds instead of r, the
//! thread goes on as if the load had found it. So the two may be taken for one read-modify-write
//! (F4; docs/proofs/waits.md, claim 12, has what that needs besides).
//!
//! The code is run twice with what was found left open: from the read on, and from the
//! compare-and-swap on, which has failed. Registers that may have been written between the two are
//! *lost* in the second run. The compare-and-swap confirms the read if both runs *meet*: they come to
//! one instruction, and none of the registers that matter there tells them apart. A condition that
//! depends on what was found, and is the same in both runs, sends both the same way; they must meet
//! on either way then.
//!
//! Not covered: plain accesses and calls between the two, or between either and where the runs
//! meet. A compare-and-swap that has failed is no such read: told something else, it might succeed.

use crate::inst::{BinOp, CastOp, Inst, Operand, Pc, Pred, Reg};
use crate::loops::{Flow, Registers, computed};
use crate::module::{Const, ConstId};
use crate::stops::always_stops;
use smallvec::SmallVec;
use threadbare_op::Order;

/// A run ends after so many instructions.
const MOST: usize = 64;
/// Runs part at no more conditions than this before they meet.
const MOST_CONDITIONS: u32 = 4;

/// What is known of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// What the register held when the load was performed.
    Then(Reg),
    /// What was found.
    Found,
    Bits(u64),
    Address(ConstId),
    /// What an instruction computed: by number in [`Runs::computed`].
    Computed(usize),
    Lost,
}

/// What is computed ([`erased`]) from what; of two results, which.
type Computation = (Inst, usize, SmallVec<[Known; 3]>);

/// What was written since a run began, the newest last.
type Written = Vec<(Reg, Known)>;

/// Where a run is, and what is known there.
type Place = (u32, Written);

/// What both runs share.
struct Runs<'f, 'p> {
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
            if written.is_some_and(|written| Runs { flow, computed: Vec::new() }.meet(read, swap, &written, live)) {
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
            Inst::Jump { .. } | Inst::Branch { .. } | Inst::Switch { .. } | Inst::Loop { .. } => {}
            inst => written.extend(computed(inst)?.0.into_iter().flatten()),
        }
    }
    Some(written)
}

impl Runs<'_, '_> {
    /// Whether the runs from the read and from the compare-and-swap on meet.
    fn meet(&mut self, read: u32, swap: u32, lost: &[Reg], live: &[Registers]) -> bool {
        let lost = lost.iter().map(|&reg| (reg, Known::Lost)).collect();
        let (from_read, from_swap) = (self.told(read, Vec::new()), self.told(swap, lost));
        self.meet_from(from_read, from_swap, live, MOST_CONDITIONS)
    }

    fn meet_from(&mut self, a: Place, b: Place, live: &[Registers], conditions: u32) -> bool {
        let (a, b) = (self.run(a), self.run(b));
        let meets = |(pc, one): &Place| {
            let alike =
                |other: &Written| live[*pc as usize].registers().all(|reg| known(one, reg).is(known(other, reg)));
            b.iter().any(|(at, other)| at == pc && alike(other))
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

    /// After the load at `from`, which has found something that is left open, or the compare-and-swap,
    /// which has failed.
    fn told(&self, from: u32, mut written: Written) -> Place {
        match self.flow.function.code[from as usize] {
            Inst::Load { dst, .. } => written.push((dst, Known::Found)),
            Inst::Cas { dst, success, .. } => written.extend([(dst, Known::Found), (success, Known::Bits(0))]),
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
            _ => {
                let (results, operands) = computed(inst)?;
                let operands: SmallVec<[Known; 3]> = operands.iter().map(|&one| self.value(written, one)).collect();
                for (which, result) in results.into_iter().enumerate() {
                    let Some(result) = result else { continue };
                    let value =
                        folded(inst, &operands).unwrap_or_else(|| self.number((erased(inst), which, operands.clone())));
                    written.push((result, value));
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
        Inst::PtrAdd { index_width, scale, offset, .. } => {
            Inst::PtrAdd { dst, base: a, index: a, index_width, scale, offset }
        }
        // All that compute stand above; a move is folded.
        ref other => other.clone(),
    }
}

fn known(written: &Written, reg: Reg) -> Known {
    written.iter().rev().find(|(other, _)| *other == reg).map_or(Known::Then(reg), |(_, known)| *known)
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
mod tests {
    use crate::{Pc, Program, Stops};

    /// Which pairs of places there are in a function with registers 1 to 7.
    fn confirmed(code: &str) -> Vec<(u32, u32)> {
        let text = format!(
            "entry &main\nextern !look\nglobal @x size 4 align 4\nglobal @y size 4 align 4\n
            func &main(0 -> 1) regs 8 {{\n{code}\n  return 0\n}}\n"
        );
        let program = Program::parse(&text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        assert_eq!(program.verify(), Ok(()), "{text}");
        let function = &program.functions[0];
        let stops = Stops::of(&program, function).unwrap();
        let places = 0..function.code.len() as u32;
        let pairs = places.clone().flat_map(|read| places.clone().map(move |swap| (read, swap)));
        pairs.filter(|&(read, swap)| stops.confirms(Pc(read), Pc(swap))).collect()
    }

    /// `r = x; <before> while (!cas(&x, &r, <value>)) <again>;` with `r` in %1. The load is
    /// instruction 0.
    fn retry(before: &str, value: &str, again: &str) -> String {
        format!(
            "%1 = load.4.seq_cst @x\n {before}\n jump head\n head:\n {value}\n
            %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
            failed:\n %1 = move %4\n {again}\n jump head\n out:\n"
        )
    }

    #[test]
    fn a_retry_loop_confirms_its_load() {
        assert_eq!(confirmed(&retry("", "%2 = add.32 %1, 1", "")), [(0, 3)]);
    }

    #[test]
    fn success_may_be_tested_as_clang_does() {
        let code = "%1 = load.4.seq_cst @x\n jump head\n head:\n
            %2 = add.32 %1, 1\n %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, on, failed\n
            failed:\n %1 = move %4\n jump on\n
            on:\n %6 = trunc.8.1 %5\n %7 = xor.1 %6, 1\n branch %7, head, out\n out:\n";
        assert_eq!(confirmed(code), [(0, 3)]);
    }

    #[test]
    fn what_is_found_may_decide_after_the_runs_have_met() {
        let code = "%1 = load.4.seq_cst @x\n jump head\n head:\n
            branch %1, try, out\n try:\n %2 = sub.32 %1, 1\n
            %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
            failed:\n %1 = move %4\n jump head\n out:\n";
        assert_eq!(confirmed(code), [(0, 4)]);
    }

    #[test]
    fn copies_of_a_condition_send_both_the_same_way() {
        // A loop that was rotated: its condition stands before it, and at its end.
        let rotated = |condition: &str| {
            format!(
                "%1 = load.4.seq_cst @x\n %3 = icmp.ne.32 %1, 0\n branch %3, try, out\n try:\n
                %2 = sub.32 %1, 1\n %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
                failed:\n %1 = move %4\n %3 = {condition}\n branch %3, try, out\n out:\n"
            )
        };
        assert_eq!(confirmed(&rotated("icmp.ne.32 %1, 0")), [(0, 4)]);
        assert_eq!(confirmed(&rotated("icmp.ne.32 %1, 1")), []);
        assert_eq!(confirmed(&rotated("icmp.eq.32 %1, 0")), []);
    }

    #[test]
    fn a_failure_that_is_counted_confirms_nothing() {
        assert_eq!(confirmed(&retry("%3 = move 0", "%2 = add.32 %1, %3", "%3 = add.32 %3, 1")), []);
    }

    #[test]
    fn a_count_that_nobody_looks_at_is_no_obstacle() {
        let code = retry("%3 = move 0", "%2 = add.32 %1, 1", "%3 = add.32 %3, 1");
        assert_eq!(confirmed(&code), [(0, 4)]);
    }

    #[test]
    fn what_the_load_alone_decides_is_an_obstacle() {
        // The value to be written is computed once, from what the load has found.
        assert_eq!(confirmed(&retry("%2 = add.32 %1, 1", "", "")), []);
        assert_eq!(confirmed(&retry("%3 = move %1", "%2 = add.32 %1, %3", "")), []);
    }

    #[test]
    fn accesses_and_calls_between_are_an_obstacle() {
        assert_eq!(confirmed(&retry("", "%2 = load.4 @y", "")), []);
        assert_eq!(confirmed(&retry("", "%2 = load.4.relaxed @y", "")), []);
        assert_eq!(confirmed(&retry("", "%2 = add.32 %1, 1\n store.4 @y, %1", "")), []);
        assert_eq!(confirmed(&retry("", "%2 = add.32 %1, 1", "call !look()")), []);
    }

    #[test]
    fn a_way_around_with_an_access_is_an_obstacle() {
        let code = "%1 = load.4.seq_cst @x\n branch %1, head, around\n around:\n store.4 @y, 1\n jump head\n
            head:\n %2 = add.32 %1, 1\n %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
            failed:\n %1 = move %4\n jump head\n out:\n";
        assert_eq!(confirmed(code), []);
    }

    #[test]
    fn another_location_is_for_those_who_ask_to_compare() {
        // The code alone does not tell: `x` and `y` could be one place.
        let code = "%1 = load.4.seq_cst @y\n jump head\n head:\n %2 = add.32 %1, 1\n
            %4, %5 = cas.4.seq_cst.seq_cst @x, %1, %2\n branch %5, out, failed\n
            failed:\n %1 = move %4\n jump head\n out:\n";
        assert_eq!(confirmed(code), [(0, 3)]);
    }
}
