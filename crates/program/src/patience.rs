//! Numbers of rounds that nobody can tell apart: `for (int k = 0; k < 100; k++) if (try(&lock))
//! return; sleep_on(&lock);`.
//!
//! A thread that has tried once in vain tries 99 times more, each time with another number, so no
//! round comes back to a state in which the thread was. But nobody looks at the number, other than
//! to compare it with 100. So after a round in vain the thread may as well be in its last one.
//!
//! A loop is *patient* if a round does nothing but compute, look, and try what leads out of the
//! loop if it succeeds, as far as the code tells; what matters at its head is not written in a
//! round, but for one register that is stepped by one, and such as are *pinned*: each round writes
//! them once, and compares them right after that with a number, to leave the loop if it is another
//! one (`v = load(x); if (v) break;`); and that number, wherever it is moved to, is only compared
//! with constants, and with registers that are the same in all rounds and in what comes after them.
//! [`Patience::last_alike`] is the last number but one of which all comparisons say what they say
//! of those before.
//!
//! Why nothing is lost: docs/proofs/waits.md, claim 22. Whether a round was in vain is found out by
//! whoever runs the thread.
//!
//! The same goes for a number that is doubled. What only an idle branch asks ([`crate::idle`]), as how
//! long to pause, does not count.
//!
//! Not covered: numbers in memory, stepped by more than one, converted to another width, or compared
//! with what is loaded anew in each round; two numbers that are stepped in one loop.

use crate::fold::step_of;
use crate::idle::{SLEEP, SMALL, is_overwritten, writes};
use crate::inst::{BinOp, Callee, Inst, Operand, Pred, Reg};
use crate::loops::{Arrival, Flow};
use crate::module::{Function, Program};
use crate::operands::{may_write, used};
use smallvec::SmallVec;
use threadbare_op::{Order, RmwOp};

/// What is known of the number of rounds of a patient loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Patience {
    /// The register that has it where a round is over; `None` where the loop is entered.
    pub reg: Option<Reg>,
    step: Step,
    /// What it is compared with.
    comparisons: Box<[Comparison]>,
}

/// What each round does to the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Adds,
    Subtracts,
    Doubles,
}

/// The number is compared: `number pred with`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Comparison {
    pred: Pred,
    width: u8,
    with: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Constant(u64),
    /// What the register has where a round is over.
    Steady(Reg),
}

impl Patience {
    /// After a round in vain, before one with this number: the last number but one, other than that,
    /// of which all comparisons say what they have said in the round, and say of those between. (Not
    /// the last: the loop may be left by the number when that round is over. So the thread comes back
    /// after this one, and it is seen whether that was in vain.)
    #[must_use]
    pub fn last_alike(&self, now: u64, value: impl Fn(Reg) -> Option<u64>) -> Option<u64> {
        if !(1..=SMALL).contains(&now) {
            return None;
        }
        let known = |comparison: &Comparison| match comparison.with {
            Bound::Constant(number) => Some((*comparison, number)),
            Bound::Steady(reg) => Some((*comparison, value(reg)?)),
        };
        let comparisons = self.comparisons.iter().map(known).collect::<Option<SmallVec<[_; 4]>>>()?;
        let changes = comparisons.into_iter().flat_map(|(comparison, with)| changes(comparison, with));
        match self.step {
            Step::Adds => {
                changes.filter(|&at| at >= now).min().and_then(|at| at.checked_sub(2)).filter(|&last| last > now)
            }
            Step::Subtracts => changes.filter(|&at| at <= now + 1).max().map(|at| at + 1).filter(|&last| last < now),
            Step::Doubles => {
                let first = changes.filter(|&at| (now..=SMALL).contains(&at)).min()?;
                let below = std::iter::successors(Some(now), |number| Some(2 * number)).take_while(|at| *at < first);
                below.collect::<SmallVec<[u64; 32]>>().iter().rev().nth(1).copied().filter(|&last| last > now)
            }
        }
    }
}

impl Flow<'_> {
    /// The arrivals at a loop in which each round steps a register that matters at the head, with the
    /// values of the others; `None` if it is not patient.
    pub(crate) fn patient(
        &self,
        number: Reg,
        live: &[Reg],
        (index, head): (u32, u32),
        (body, idle): (&[u32], &[u32]),
    ) -> Option<Vec<Arrival>> {
        let code = &self.function.code;
        let tries = body.iter().any(|&pc| tries(&code[pc as usize]));
        if !tries || !body.iter().all(|&pc| self.only_tries(self.function, &code[pc as usize], 0)) {
            return None;
        }
        let Number { regs, step, comparisons, .. } = Number::of(self, number, Rounds { index, body, idle })?;
        let is_other = |reg: &Reg| *reg != number && !self.is_pinned(*reg, (index, head), body);
        let others: Vec<Reg> = live.iter().copied().filter(is_other).collect();
        let is_written = |reg: &Reg| body.iter().any(|&pc| writes(self, &code[pc as usize], *reg));
        if others.iter().any(|reg| regs.contains(reg) || is_written(reg)) {
            return None;
        }
        let all: Vec<Reg> = others.iter().copied().chain([number]).collect();
        let mut found = self.arrivals(index, head, &all)?;
        for arrival in &mut found {
            let (last, values) = arrival.values.split_last()?;
            let reg = last.as_reg().filter(|_| self.arrives(arrival.at.0, index) == Some(false));
            // Nobody else asks what is there.
            if reg.is_some_and(|reg| reg != number && (live.contains(&reg) || !regs.contains(&reg))) {
                return None;
            }
            arrival.patience = Some(Patience { reg, step: step?.1, comparisons: comparisons.as_slice().into() });
            arrival.values = values.into();
        }
        Some(found)
    }

    /// Whether a register has the same number whenever a round comes back to the head: each round
    /// writes it once, and leaves the loop at once if that is another number.
    fn is_pinned(&self, reg: Reg, (index, head): (u32, u32), body: &[u32]) -> bool {
        let code = &self.function.code;
        let mut written = body.iter().copied().filter(|&pc| writes(self, &code[pc as usize], reg));
        let (Some(at), None) = (written.next(), written.next()) else { return false };
        let next = |pc: u32| code.get(pc as usize).filter(|_| body.contains(&pc));
        let (Some(&Inst::Cmp { pred, dst, a, b, .. }), Some(&Inst::Branch { cond, then, other })) =
            (next(at + 1), next(at + 2))
        else {
            return false;
        };
        let asks = [(a, b), (b, a)].iter().any(|&(a, b)| a == Operand::reg(reg) && self.program.number(b).is_some());
        let leaves = match pred {
            Pred::Eq => other,
            Pred::Ne => then,
            _ => return false,
        };
        asks && cond == Operand::reg(dst) && !body.contains(&leaves.0) && self.always_passes(&[at], index, head)
    }

    /// Whether an instruction does nothing that others see, and that lasts, unless it is a try that
    /// succeeds.
    fn only_tries(&self, function: &Function, inst: &Inst, depth: usize) -> bool {
        match inst {
            Inst::Call { callee: Callee::Function(id), .. } => {
                let called = &self.program.functions[id.index()];
                let own = |inst: &Inst| self.only_tries(called, inst, depth + 1);
                match called.runtime {
                    true => is_try(&called.name),
                    false => depth < DEEPEST && called.code.len() <= MOST && called.code.iter().all(own),
                }
            }
            Inst::Call { callee: Callee::External(id), .. } => {
                self.program.externals.get(id.index()).is_some_and(|external| is_try(&external.name))
            }
            // The others change something whatever is there.
            Inst::Rmw { op, .. } => matches!(op, RmwOp::Xchg | RmwOp::Or),
            // Whoever is called may act: that is found out.
            Inst::Call { callee: Callee::Pointer(_), .. } => true,
            Inst::Store { addr, .. } => is_private(function, *addr),
            Inst::MemCopy { .. } | Inst::MemMove { .. } | Inst::MemSet { .. } => false,
            Inst::Alloca { .. } | Inst::Unsupported { .. } | Inst::Unreachable => false,
            _ => true,
        }
    }
}

/// Whether an address is that of a variable which only the function can see.
fn is_private(function: &Function, addr: Operand) -> bool {
    let Some(reg) = addr.as_reg() else { return false };
    let mut written = function.code.iter().filter(|inst| may_write(inst, reg)).peekable();
    written.peek().is_some() && written.all(|inst| matches!(inst, Inst::PrivateAlloca { .. }))
}

/// What polls under a lock.
const LOCKS: [&str; 8] = [
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "pthread_spin_lock",
    "pthread_spin_unlock",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_unlock",
    "mtx_lock",
    "mtx_unlock",
];

fn is_try(name: &str) -> bool {
    let pauses = matches!(name, "sched_yield" | "pthread_yield" | "usleep" | "nanosleep" | SLEEP);
    pauses || name.contains("try") || LOCKS.contains(&name)
}

/// Functions that only try have no more instructions, and call each other no deeper.
const MOST: usize = 64;
const DEEPEST: usize = 3;

/// Whether it may be a try at what others have.
fn tries(inst: &Inst) -> bool {
    match inst {
        Inst::Load { order, .. } => *order != Order::Plain,
        Inst::Rmw { .. } | Inst::Cas { .. } | Inst::Call { .. } => true,
        _ => false,
    }
}

/// The rounds of a loop.
#[derive(Clone, Copy)]
struct Rounds<'c> {
    index: u32,
    body: &'c [u32],
    /// The branches that decide nothing.
    idle: &'c [u32],
}

impl Rounds<'_> {
    /// Whether a register is only asked by branches that decide nothing.
    fn decides_nothing(self, flow: &Flow<'_>, reg: Reg) -> bool {
        let asks = |(_, inst): &(u32, &Inst)| used(inst).1.contains(&Operand::reg(reg));
        let mut asking = (0..).zip(&flow.function.code).filter(asks).peekable();
        asking.peek().is_some() && asking.all(|(pc, _)| self.idle.binary_search(&pc).is_ok())
    }

    /// Whether a register has in an instruction what it had when the loop was last arrived at: no round
    /// writes it, and who writes it elsewhere comes there by an arrival only.
    fn are_same(self, flow: &Flow<'_>, reg: Reg, at: u32) -> bool {
        let code = &flow.function.code;
        let (mut seen, mut work) = (vec![false; code.len()], Vec::new());
        for pc in 0..code.len() as u32 {
            if writes(flow, &code[pc as usize], reg) {
                if self.body.contains(&pc) {
                    return false;
                }
                work.extend(flow.successors(pc));
            }
        }
        while let Some(pc) = work.pop() {
            if pc == at {
                return false;
            }
            if flow.arrives(pc, self.index).is_none() && !std::mem::replace(&mut seen[pc as usize], true) {
                work.extend(flow.successors(pc));
            }
        }
        true
    }
}

/// A number of rounds.
struct Number {
    width: u8,
    /// Between which its value is moved.
    regs: Vec<Reg>,
    /// Where it is stepped, and how.
    step: Option<(u32, Step)>,
    comparisons: Vec<Comparison>,
}

impl Number {
    /// That in a register; `None` if anybody asks for more than comparisons with what is the same in all
    /// rounds.
    fn of(flow: &Flow<'_>, reg: Reg, rounds: Rounds<'_>) -> Option<Self> {
        let mut number = Self { width: 0, regs: vec![reg], step: None, comparisons: Vec::new() };
        let code = &flow.function.code;
        // The sum may be moved there.
        let moved = |inst: &Inst| if let Inst::Move { dst, src } = *inst { (dst == reg).then_some(src) } else { None };
        let moves: Vec<Operand> = code.iter().filter_map(moved).collect();
        let (_, (_, _, width)) = (0..code.len() as u32)
            .filter_map(|pc| Some((pc, stepped(flow.program, &code[pc as usize])?.0)))
            .find(|(_, (dst, ..))| *dst == reg || moves.contains(&Operand::reg(*dst)))?;
        number.width = width;
        let mut at = 0;
        while let Some(&reg) = number.regs.get(at) {
            at += 1;
            for pc in 0..code.len() as u32 {
                let inst = &code[pc as usize];
                if writes(flow, inst, reg) {
                    number.is_set(flow, pc)?;
                }
                if used(inst).1.contains(&Operand::reg(reg)) {
                    number.is_asked(flow, pc, reg, rounds)?;
                }
            }
        }
        number.step.is_some().then_some(number)
    }

    /// Notes what an instruction puts into one of the registers.
    fn is_set(&mut self, flow: &Flow<'_>, pc: u32) -> Option<()> {
        match flow.function.code[pc as usize] {
            Inst::Move { src, .. } => src.as_reg().into_iter().for_each(|from| self.joins(from)),
            Inst::Undef { dst } if is_overwritten(flow, pc, dst) => {}
            ref inst => {
                let ((_, from, width), step) = stepped(flow.program, inst)?;
                if width != self.width || self.step.is_some_and(|(at, _)| at != pc) {
                    return None;
                }
                self.step = Some((pc, step));
                self.joins(from);
            }
        }
        Some(())
    }

    /// Notes what an instruction that reads one of the registers asks.
    fn is_asked(&mut self, flow: &Flow<'_>, pc: u32, reg: Reg, rounds: Rounds<'_>) -> Option<()> {
        let inst = &flow.function.code[pc as usize];
        match *inst {
            Inst::Move { dst, .. } => self.joins(dst),
            Inst::Cmp { dst, .. } if rounds.decides_nothing(flow, dst) => {}
            Inst::Cmp { pred, width, a, b, .. } if width == self.width => {
                let (pred, with) = if a == Operand::reg(reg) { (pred, b) } else { (swapped(pred), a) };
                let steady = || with.as_reg().filter(|&with| rounds.are_same(flow, with, pc)).map(Bound::Steady);
                let with = flow.program.number(with).map(Bound::Constant).or_else(steady)?;
                self.comparisons.push(Comparison { pred, width, with });
            }
            // It is noted where it is written.
            _ => self.joins(stepped(flow.program, inst).map(|(step, _)| step).filter(|step| step.2 == self.width)?.0),
        }
        Some(())
    }

    fn joins(&mut self, reg: Reg) {
        if !self.regs.contains(&reg) {
            self.regs.push(reg);
        }
    }
}

/// The registers of an instruction that steps a number, the result first, with their width; and how.
fn stepped(program: &Program, inst: &Inst) -> Option<((Reg, Reg, u8), Step)> {
    if let Some((regs, up)) = step_of(program, inst) {
        return Some((regs, if up { Step::Adds } else { Step::Subtracts }));
    }
    let Inst::Bin { op, width: width @ (32 | 64), dst, a, b } = *inst else { return None };
    let doubles = op.unchecked() == BinOp::Shl && program.number(b) == Some(1);
    if doubles { Some(((dst, a.as_reg()?, width), Step::Doubles)) } else { None }
}

/// The numbers, none of them negative, of which a comparison of that width says something else than
/// of the number below. (Those that are too large for [`Patience::last_alike`] make no difference.)
fn changes(Comparison { pred, width, .. }: Comparison, with: u64) -> impl Iterator<Item = u64> {
    let minus_one = u64::MAX >> (64 - u32::from(width.clamp(1, 64)));
    let is_negative = with > minus_one >> 1;
    let above = with.saturating_add(1);
    match pred {
        Pred::Eq | Pred::Ne => [Some(with), Some(above)],
        Pred::SLe | Pred::SGt if with == minus_one => [Some(0), None],
        Pred::SLt | Pred::SGe | Pred::SLe | Pred::SGt if is_negative => [None, None],
        Pred::ULt | Pred::SLt | Pred::UGe | Pred::SGe => [Some(with), None],
        Pred::ULe | Pred::SLe | Pred::UGt | Pred::SGt => [Some(above), None],
    }
    .into_iter()
    .flatten()
}

fn swapped(pred: Pred) -> Pred {
    match pred {
        Pred::Eq | Pred::Ne => pred,
        Pred::ULt => Pred::UGt,
        Pred::ULe => Pred::UGe,
        Pred::UGt => Pred::ULt,
        Pred::UGe => Pred::ULe,
        Pred::SLt => Pred::SGt,
        Pred::SLe => Pred::SGe,
        Pred::SGt => Pred::SLt,
        Pred::SGe => Pred::SLe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(up: bool, comparisons: &[(Pred, u64)]) -> Patience {
        stepped_by(if up { Step::Adds } else { Step::Subtracts }, comparisons)
    }

    fn stepped_by(step: Step, comparisons: &[(Pred, u64)]) -> Patience {
        let with = |&(pred, with)| Comparison { pred, width: 32, with: Bound::Constant(with) };
        Patience { reg: Some(Reg(1)), step, comparisons: comparisons.iter().map(with).collect() }
    }

    #[test]
    fn the_last_number_that_nobody_can_tell() {
        for (up, comparisons, now, last) in [
            (true, &[(Pred::SLt, 100)][..], 1, Some(98)),
            (true, &[(Pred::SLe, 100)], 1, Some(99)),
            (true, &[(Pred::Ne, 100)], 1, Some(98)),
            (true, &[(Pred::SLt, 100)], 98, None),
            (true, &[(Pred::SLt, 3)], 1, None),
            (true, &[(Pred::SLt, 100), (Pred::Eq, 50)], 1, Some(48)),
            (true, &[(Pred::SLt, 100), (Pred::Eq, 50)], 50, None),
            (true, &[(Pred::SLt, 100), (Pred::Eq, 50)], 52, Some(98)),
            (true, &[], 1, None),
            (false, &[(Pred::SGt, 0)], 99, Some(2)),
            (false, &[(Pred::SGe, 0)], 99, Some(1)),
            (false, &[(Pred::Ne, 0)], 99, Some(2)),
            (false, &[(Pred::SGt, 0), (Pred::Eq, 50)], 99, Some(52)),
            (false, &[(Pred::SGt, 0)], 2, None),
            (true, &[(Pred::SLt, u64::from(u32::MAX))], u64::from(u32::MAX) - 3, None),
            (true, &[(Pred::SLt, u64::from(u32::MAX))], 1, None),
            (false, &[(Pred::SGt, u64::from(u32::MAX))], 99, Some(1)),
            (false, &[(Pred::SGt, u64::from(u32::MAX - 1))], 99, None),
        ] {
            assert_eq!(patience(up, comparisons).last_alike(now, |_| None), last, "{up} {comparisons:?} {now}");
        }
    }

    #[test]
    fn the_last_number_but_one_that_is_doubled() {
        let last = |bound: u64, now| stepped_by(Step::Doubles, &[(Pred::ULt, bound)]).last_alike(now, |_| None);
        // Of 2, 4, 8, ..., 1024 the last but one, so that it is 1024 when the thread comes back.
        assert_eq!(last(2048, 2), Some(512));
        assert_eq!(last(2000, 2), Some(512));
        assert_eq!(last(8, 2), None, "4 comes next");
        assert_eq!(last(9, 2), Some(4));
        assert_eq!(last(u64::MAX, 2), None, "too far");
    }
}
