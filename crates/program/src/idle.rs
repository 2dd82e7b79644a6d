//! Branches that decide nothing: whichever way they go, the thread comes to the same place, has
//! done nothing that others see, and nothing that it has computed in between matters there.
//!
//! ```text
//! while (exchange(&lock, 1))
//!     if (++spins > 100) { sched_yield(); spins = 0; }
//! ```
//!
//! So the condition of such a branch does not matter, nor does `spins`: strong liveness
//! ([`crate::loops`]), up to what slicing leaves out (M. Weiser, *Program Slicing*, 1981). A branch
//! is *idle* if
//!
//! * all ways from it meet at one instruction, and what lies between only computes, pauses, or is
//!   another idle branch; loops between are left after a number of rounds that is settled before
//!   ([`Counting`]);
//! * no register that is written between matters where they meet;
//! * its condition cannot be undefined, or be poison, when another thread's or another round's is
//!   not: what it is computed from are constants, and steps that overflow only after [`MOST_STEP`]
//!   or less has been added very often, or that are taken only where the number is small.
//!
//! The last but one depends on what matters, which depends on which branches are idle: this is the
//! greatest set of branches for which it holds.
//!
//! Why nothing is lost: docs/proofs/waits.md, claim 16. That a counter overflows after 2^26 steps,
//! where that is a fault, is not seen.
//!
//! Not covered: numbers in memory; limits that are read from memory, or are
//! parameters; pauses in functions with branches. That a function which pauses may find no room on
//! the stack is not seen.

use crate::inst::{BinOp, Callee, CastOp, Inst, Operand, Pc, Pred, Reg};
use crate::loops::Flow;
use crate::operands::{computed, may_write, used};
use crate::registers::Registers;

/// A sleep of which the program says nothing but how long it is.
pub const SLEEP: &str = "__tb_sleep";
/// No more instructions than this lie between a branch and where its ways meet.
const MOST: usize = 32;
/// The greatest step of a counter that must not overflow.
const MOST_STEP: u64 = 16;
/// Numbers that must not overflow begin no larger than this.
pub(crate) const SMALL: u64 = 1 << 30;
/// Functions that pause have no more instructions.
const MOST_PAUSE: usize = 16;
/// They call each other no deeper.
const DEEPEST: usize = 2;

/// A branch that may be idle.
struct Candidate {
    at: u32,
    meets: u32,
    written: Vec<Reg>,
    /// The branches between.
    inner: Vec<u32>,
}

/// What a branch compares: one register with what stays.
#[derive(Clone, Copy)]
struct Bound {
    pred: Pred,
    width: u8,
    reg: Reg,
    with: Operand,
}

/// What matters where, and the idle branches, in ascending order.
pub(crate) fn live_and_idle(flow: &Flow<'_>) -> (Vec<Registers>, Vec<u32>) {
    let mut found = candidates(flow);
    loop {
        let idle: Vec<u32> = found.iter().map(|candidate| candidate.at).collect();
        let live = flow.live(|_, _| true, &idle);
        let before = found.len();
        found.retain(|candidate| {
            let matters = |reg: &Reg| live[candidate.meets as usize].has(*reg);
            !candidate.written.iter().any(matters) && candidate.inner.iter().all(|at| idle.binary_search(at).is_ok())
        });
        if found.len() == before {
            return (live, idle);
        }
    }
}

fn candidates(flow: &Flow<'_>) -> Vec<Candidate> {
    if flow.function.loops.is_empty() {
        return Vec::new();
    }
    let before = flow.predecessors();
    (0..flow.function.code.len() as u32).filter_map(|at| candidate(flow, &before, at)).collect()
}

fn candidate(flow: &Flow<'_>, before: &[Vec<u32>], at: u32) -> Option<Candidate> {
    let Inst::Branch { cond, then, other } = flow.function.code[at as usize] else { return None };
    // One of the ways leads at most to where they meet.
    if !is_harmless(flow, then.0) && !is_harmless(flow, other.0) {
        return None;
    }
    let (meets, between) = meeting(flow, before, at)?;
    if !is_defined(flow, before, cond) {
        return None;
    }
    let code = &flow.function.code;
    let written = between.iter().flat_map(|&pc| used(&code[pc as usize]).0).flatten().collect();
    let is_branch = |pc: &u32| *pc != at && matches!(code[*pc as usize], Inst::Branch { .. });
    Some(Candidate { at, meets, written, inner: between.iter().copied().filter(is_branch).collect() })
}

/// Where all ways from a branch meet first, and what lies between.
fn meeting(flow: &Flow<'_>, before: &[Vec<u32>], at: u32) -> Option<(u32, Vec<u32>)> {
    let (mut places, mut next) = (Vec::new(), flow.successors(at));
    while let Some(pc) = next.pop() {
        if pc == at || places.contains(&pc) {
            continue;
        }
        if places.len() == MOST {
            break;
        }
        places.push(pc);
        if is_harmless(flow, pc) {
            next.extend(flow.successors(pc));
        }
    }
    let all = places.iter().filter_map(|&meets| Some((meets, between(flow, before, at, meets)?)));
    all.min_by_key(|(_, between)| between.len())
}

/// What lies between a branch and an instruction, if all ways from the branch lead to that, and
/// nothing does more between than compute and pause. (The branch itself is between if it is in a
/// loop there.)
fn between(flow: &Flow<'_>, before: &[Vec<u32>], at: u32, meets: u32) -> Option<Vec<u32>> {
    let (mut between, mut next) = (Vec::new(), flow.successors(at));
    while let Some(pc) = next.pop() {
        if pc == meets || between.contains(&pc) {
            continue;
        }
        if between.len() == MOST || !is_harmless(flow, pc) {
            return None;
        }
        between.push(pc);
        next.extend(flow.successors(pc));
    }
    ends(flow, before, &between).then_some(between)
}

/// Whether control leaves these instructions in the end.
fn ends(flow: &Flow<'_>, before: &[Vec<u32>], places: &[u32]) -> bool {
    let counts = |index: u32| {
        let head = flow.function.loops[index as usize].head.map(|head| flow.past_jumps(head));
        head.is_some_and(|head| Counting { flow, before, index, head, body: &flow.body(index, head) }.ends())
    };
    let is_round = |pc: &u32| match flow.function.code[*pc as usize] {
        Inst::Loop { index, entry: false } => counts(index),
        _ => false,
    };
    // Without the ways back of loops that end, there is no circle.
    let mut left: Vec<u32> = places.iter().copied().filter(|pc| !is_round(pc)).collect();
    loop {
        let before = left.len();
        let now = left.clone();
        left.retain(|pc| flow.successors(*pc).iter().any(|next| now.contains(next)));
        if left.len() == before {
            return left.is_empty();
        }
    }
}

/// Whether an instruction does nothing but compute, go on, and pause.
fn is_harmless(flow: &Flow<'_>, pc: u32) -> bool {
    match &flow.function.code[pc as usize] {
        Inst::Jump { .. } | Inst::Branch { .. } | Inst::Loop { .. } => true,
        Inst::Call { callee, .. } => pauses(flow, *callee, 0),
        inst => flow.computed(inst).is_some(),
    }
}

/// Whether a function, called so deep in others, does nothing, but that it may take time.
fn pauses(flow: &Flow<'_>, callee: Callee, depth: usize) -> bool {
    let does_nothing = |(pc, inst): (u32, &Inst)| match inst {
        Inst::Call { callee, .. } => depth < DEEPEST && pauses(flow, *callee, depth + 1),
        Inst::Return { values } => values.len() <= 1,
        Inst::Jump { to } => to.0 > pc,
        inst => flow.computed(inst).is_some(),
    };
    match callee {
        Callee::Function(id) => {
            let function = &flow.program.functions[id.index()];
            function.code.len() <= MOST_PAUSE && (0..).zip(&function.code).all(does_nothing)
        }
        Callee::External(id) => {
            let name = flow.program.externals.get(id.index()).map_or("", |external| &*external.name);
            matches!(name, "sched_yield" | "pthread_yield" | SLEEP)
        }
        Callee::Pointer(_) => false,
    }
}

/// A loop that may be left after a settled number of rounds.
struct Counting<'f, 'p> {
    flow: &'f Flow<'p>,
    before: &'f [Vec<u32>],
    index: u32,
    head: u32,
    body: &'f [u32],
}

impl Counting<'_, '_> {
    /// Whether each way out of the loop is taken once a number that each round moves on by one has
    /// come to a bound that stays, and each round comes to one of them.
    fn ends(&self) -> bool {
        let exits: Vec<u32> = self.flow.exits(self.body).collect();
        let is_always_there = |exit: &u32| self.flow.always_passes(&[*exit], self.index, self.head);
        exits.iter().all(|exit| self.is_taken(*exit)) && exits.iter().any(is_always_there)
    }

    fn is_taken(&self, exit: u32) -> bool {
        let code = &self.flow.function.code;
        let Inst::Branch { cond, then, .. } = code[exit as usize] else { return false };
        let Some(bound) = compared(self.flow, self.before, exit, cond) else { return false };
        let stays = self.body.contains(&then.0);
        let is_written = |operand: Operand| {
            operand.as_reg().is_some_and(|reg| self.body.iter().any(|&pc| may_write(&code[pc as usize], reg)))
        };
        let up = match bound.pred {
            Pred::ULt | Pred::SLt => stays,
            Pred::UGe | Pred::SGe => !stays,
            _ => return false,
        };
        let by_one = self.body.iter().any(|&pc| match code[pc as usize] {
            Inst::Bin { op, width, dst, b, .. } if dst == bound.reg => {
                op.unchecked() == BinOp::Add && width == bound.width && self.flow.program.number(b) == Some(1)
            }
            _ => false,
        });
        up && by_one && !is_written(bound.with) && self.flow.is_stepped(bound.reg, self.index, self.head, self.body)
    }
}

/// What the condition of a branch compares, if that is computed right before it.
fn compared(flow: &Flow<'_>, before: &[Vec<u32>], branch: u32, cond: Operand) -> Option<Bound> {
    let Inst::Cmp { pred, width, dst, a, b } = flow.function.code[branch.checked_sub(1)? as usize] else {
        return None;
    };
    let is_it = cond == Operand::reg(dst)
        && a != Operand::reg(dst)
        && b != Operand::reg(dst)
        && before[branch as usize] == [branch - 1];
    Some(Bound { pred, width, reg: a.as_reg().filter(|_| is_it)?, with: b })
}

/// Whether a condition is computed from constants by what leaves nothing undefined.
fn is_defined(flow: &Flow<'_>, before: &[Vec<u32>], cond: Operand) -> bool {
    let mut of: Vec<Reg> = cond.as_reg().into_iter().collect();
    if of.is_empty() && flow.program.number(cond).is_none() {
        return false;
    }
    let (mut at, mut must_fit, mut may_be_large) = (0, false, false);
    while let Some(&reg) = of.get(at) {
        at += 1;
        if reg.0 < flow.function.params || at > MOST {
            return false;
        }
        for pc in 0..flow.function.code.len() as u32 {
            let inst = &flow.function.code[pc as usize];
            if !writes(flow, inst, reg) || is_overwritten(flow, pc, reg) {
                continue;
            }
            let (Some((_, read)), Some(size)) = (flow.computed(inst), size(flow, before, pc)) else { return false };
            must_fit |= size == Size::MustFit;
            may_be_large |= size == Size::Any;
            for operand in read {
                match (operand.as_reg(), flow.program.number(operand)) {
                    (Some(reg), _) if !of.contains(&reg) => of.push(reg),
                    (Some(_), _) => {}
                    (None, Some(bits)) => may_be_large |= size != Size::Bit && !is_small(bits),
                    (None, None) => return false,
                }
            }
        }
    }
    !must_fit || !may_be_large
}

/// What is known of the result of an instruction that computes; it is defined if its operands are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Bit,
    /// It is no larger than its operands are.
    AsOperands,
    /// It is undefined if it is too large: it grows by steps that are small, or only where it is
    /// small.
    MustFit,
    Any,
}

/// `None`: it may be undefined.
fn size(flow: &Flow<'_>, before: &[Vec<u32>], pc: u32) -> Option<Size> {
    use BinOp::{Add, And, LShr, Mul, Or, SRem, Shl, Sub, URem, Xor};
    match flow.function.code[pc as usize] {
        Inst::Cmp { .. } => Some(Size::Bit),
        Inst::Cast { op: CastOp::ZExt, from: 1, .. } => Some(Size::Bit),
        Inst::Move { .. }
        | Inst::Freeze { .. }
        | Inst::Select { .. }
        | Inst::Cast { op: CastOp::SExt | CastOp::Trunc, .. } => Some(Size::AsOperands),
        Inst::Bin { op: And | SRem | URem, width, b, .. } if flow.is_positive(b, width) => Some(Size::AsOperands),
        Inst::Cast { op: CastOp::ZExt, .. } | Inst::Bin { op: Add | Sub | Mul | And | Or | Xor, .. } => Some(Size::Any),
        Inst::Bin { op: Shl | LShr, width, b, .. } if flow.program.number(b)? < u64::from(width) => Some(Size::Any),
        Inst::Bin { op: BinOp::AddNsw | BinOp::SubNsw, width: 32 | 64, b, .. } => {
            (magnitude(flow.program.number(b)?) <= MOST_STEP).then_some(Size::MustFit)
        }
        Inst::Bin { op: BinOp::MulNsw | BinOp::ShlNsw, .. } => is_guarded(flow, before, pc).then_some(Size::MustFit),
        _ => None,
    }
}

/// Of a number of 32 or 64 bits, with its sign.
fn magnitude(bits: u64) -> u64 {
    (bits as i64).unsigned_abs().min(u64::from((bits as i32).unsigned_abs()) | bits & !u64::from(u32::MAX))
}

fn is_small(bits: u64) -> bool {
    magnitude(bits) <= SMALL
}

/// Whether an instruction may write a register.
pub(crate) fn writes(flow: &Flow<'_>, inst: &Inst, reg: Reg) -> bool {
    let results = match inst {
        Inst::Call { callee: Callee::Function(id), .. } => flow.program.functions[id.index()].results,
        Inst::Call { callee: Callee::External(id), .. } => flow.program.externals[id.index()].results,
        _ => u32::MAX,
    }
    .max(1);
    may_write(inst, reg) && !matches!(inst, Inst::Call { dst: Some(dst), .. } if reg.0 >= dst.0.saturating_add(results))
}

/// Whether a variable's life begins here, and it is given a value next.
pub(crate) fn is_overwritten(flow: &Flow<'_>, pc: u32, reg: Reg) -> bool {
    let code = &flow.function.code;
    if !matches!(code[pc as usize], Inst::Undef { .. }) {
        return false;
    }
    let next = code[pc as usize + 1..].iter().take(MOST).map_while(computed);
    next.take_while(|(_, read)| !read.contains(&Operand::reg(reg))).any(|(written, _)| written.contains(&Some(reg)))
}

/// Whether a number is multiplied only where it is known to be so small that the result fits: `if
/// (n < 64) n *= 2;`. (That it is not too small, either, follows from its being counted up: it is
/// asked that all that is put there is at least 0.)
fn is_guarded(flow: &Flow<'_>, before: &[Vec<u32>], pc: u32) -> bool {
    let code = &flow.function.code;
    let Inst::Bin { op, width, a, b, .. } = code[pc as usize] else { return false };
    let (Some(number), Some(by)) = (a.as_reg(), flow.program.number(b)) else { return false };
    // Straight back to the branch.
    let mut at = pc;
    let branch = loop {
        let [from] = before[at as usize][..] else { return false };
        match &code[from as usize] {
            Inst::Branch { then, .. } if flow.past_jumps(*then) == flow.past_jumps(Pc(at)) => break from,
            inst if flow.computed(inst).is_some() || matches!(inst, Inst::Jump { .. }) => {
                if may_write(inst, number) {
                    return false;
                }
                at = from;
            }
            _ => return false,
        }
    };
    let Inst::Branch { cond, other, .. } = code[branch as usize] else { return false };
    let Some(bound) = compared(flow, before, branch, cond) else { return false };
    let limit = flow.program.number(bound.with).map(|limit| limit.saturating_add(u64::from(bound.pred == Pred::SLe)));
    let factor = if op == BinOp::ShlNsw { 1_u64.checked_shl(by as u32).unwrap_or(u64::MAX) } else { by };
    let largest = limit.map_or(u64::MAX, |limit| limit.saturating_mul(factor));
    bound.reg == number
        && bound.width == width
        && width >= 32
        && flow.past_jumps(other) != flow.past_jumps(Pc(at))
        && matches!(bound.pred, Pred::SLt | Pred::SLe)
        && factor < 1 << 16
        && largest <= SMALL
        && is_never_negative(flow, number, pc)
}

/// Whether all that is put into a register, or copied there, are constants that are not negative, and
/// its own products.
fn is_never_negative(flow: &Flow<'_>, reg: Reg, product: u32) -> bool {
    let code = &flow.function.code;
    let (mut copied, mut at) = (vec![reg], 0);
    while let Some(&reg) = copied.get(at) {
        at += 1;
        if reg.0 < flow.function.params || at > MOST {
            return false;
        }
        let puts = |pc: &u32| writes(flow, &code[*pc as usize], reg) && !is_overwritten(flow, *pc, reg);
        for pc in (0..code.len() as u32).filter(puts) {
            match code[pc as usize] {
                Inst::Move { src, .. } if flow.program.number(src).is_some_and(|bits| bits <= SMALL) => {}
                Inst::Move { src, .. } => match src.as_reg() {
                    Some(from) if !copied.contains(&from) => copied.push(from),
                    Some(_) => {}
                    None => return false,
                },
                _ if pc == product => {}
                _ => return false,
            }
        }
    }
    true
}
