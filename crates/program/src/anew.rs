//! What each round of a loop writes anew before anything reads it: `do { s = seq; *x = a; } while (s !=
//! seq || s & 1);` What a round that was in vain has written there is soon no more.
//!
//! Two kinds of memory are looked at. *Private memory* ([`Flow::lost`]): which of its bytes cannot be
//! read any more at the head of a loop, by liveness. *Memory in general* ([`Flow::renewed`]): plain
//! stores of a loop, to addresses that are the same in all rounds, of which every way from the head
//! comes to a store to these bytes, or back to the head, and only computes, stores plainly, fences
//! and loads before. The loads are listed, for whoever runs the thread, and knows the addresses, to
//! see that none reads these bytes, and that the memory belongs to the thread.
//!
//! Why nothing is lost: docs/proofs/waits.md, claims 23 and 24.
//!
//! Not covered: elements of arrays in loops of their own; what is copied (`memcpy`); rounds that call
//! functions, or act on what others see, before they store.

use crate::bases::Bases;
use crate::inst::{Inst, Operand, Pc, Reg};
use crate::loops::{Arrival, Flow};
use crate::operands::{computed, may_write, used};
use crate::registers::Registers;
use crate::straight::goes_on;
use threadbare_op::Order;

/// Bytes behind an address that is the same in all rounds of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// A constant, or a register that no round writes.
    pub base: Operand,
    /// How far behind it they begin.
    pub offset: i64,
    /// How many they are.
    pub size: u8,
}

impl Span {
    /// Whether all of the other are among them.
    fn covers(&self, other: &Self) -> bool {
        let end = |span: &Self| i128::from(span.offset) + i128::from(span.size);
        self.base == other.base && self.offset <= other.offset && end(self) >= end(other)
    }
}

/// A plain store to bytes that each further round of a loop stores to anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Renewed {
    /// Where it is.
    pub at: Pc,
    /// Which loop.
    pub index: u32,
    /// What a round may load before.
    pub before: Box<[Span]>,
}

/// Bytes of private memory that are lost at the head of a loop: what they hold is read no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Which loop.
    pub index: u32,
    /// Of each private variable, in words of 8 bytes: whether all of a word are.
    pub words: Box<[Box<[bool]>]>,
}

/// Instructions of a loop, times stores, that are not too many to look at.
const MOST: usize = 1 << 16;
/// Bytes of private memory that are.
const MOST_BYTES: u64 = 1 << 12;

/// The rounds of a loop.
struct Rounds<'f, 'p> {
    flow: &'f Flow<'p>,
    index: u32,
    /// By instruction: whether a round may come to it.
    inside: Vec<bool>,
    /// Where they begin.
    heads: Vec<u32>,
    /// Registers that they may write.
    written: Registers,
    /// By instruction: whether control comes there from the one before it only.
    follows: Vec<bool>,
}

impl<'p> Flow<'p> {
    /// The plain stores of a loop that each further round makes anew.
    pub(crate) fn renewed(&self, index: u32, head: u32, body: &[u32], arrivals: &[Arrival]) -> Vec<Renewed> {
        let is_plain = |pc: &u32| matches!(self.function.code[*pc as usize], Inst::Store { order: Order::Plain, .. });
        let stores: Vec<u32> = body.iter().copied().filter(is_plain).collect();
        if stores.is_empty() || stores.len() * body.len() > MOST {
            return Vec::new();
        }
        let rounds = self.rounds(index, head, body, arrivals);
        let renewed = |at: u32| {
            let span = rounds.span(at).filter(|span| span.base.as_reg().is_some())?;
            Some(Renewed { at: Pc(at), index, before: rounds.loads_before(span)?.into() })
        };
        stores.into_iter().filter_map(renewed).collect()
    }

    /// Where control may go from an instruction, past a branch that the constant decides which it moves:
    /// compilers make such of `continue`.
    fn after(&self, pc: u32) -> Vec<u32> {
        let Inst::Move { dst, src } = self.function.code[pc as usize] else { return self.successors(pc) };
        let Some(number) = self.program.number(src) else { return self.successors(pc) };
        let next = &self.function.code[self.past_jumps(Pc(pc + 1)) as usize];
        match *next {
            Inst::Branch { cond, then, other } if cond == Operand::reg(dst) => {
                vec![if number & 1 != 0 { then.0 } else { other.0 }]
            }
            _ => goes_on(next, (dst, number)).map_or_else(|| self.successors(pc), |next| vec![next]),
        }
    }

    fn rounds(&self, index: u32, head: u32, body: &[u32], arrivals: &[Arrival]) -> Rounds<'_, 'p> {
        let count = self.function.code.len();
        let (mut inside, mut heads) = (vec![false; count], vec![head]);
        body.iter().for_each(|&pc| inside[pc as usize] = true);
        let again = arrivals.iter().filter(|arrival| self.arrives(arrival.at.0, index) == Some(false));
        for arrival in again {
            // Moves, up to the head or a copy of it.
            let mut pc = self.past_jumps(Pc(arrival.at.0 + 1));
            while let Inst::Move { .. } = self.function.code[pc as usize]
                && pc != head
            {
                inside[pc as usize] = true;
                pc = self.past_jumps(Pc(pc + 1));
            }
            if pc != head {
                inside[pc as usize..pc as usize + 2].fill(true);
                heads.push(pc);
            }
        }
        let mut written = Registers::none(self.function.regs);
        for (inst, _) in self.function.code.iter().zip(&inside).filter(|(_, inside)| **inside) {
            match inst {
                Inst::Call { dst: Some(first), .. } => {
                    (first.0..self.function.regs).for_each(|reg| written.put(Reg(reg)))
                }
                _ => used(inst).0.into_iter().flatten().for_each(|reg| written.put(reg)),
            }
        }
        let before = self.predecessors();
        let follows = (0..count as u32).map(|pc| pc > 0 && before[pc as usize] == [pc - 1]).collect();
        Rounds { flow: self, index, inside, heads, written, follows }
    }
}

impl Rounds<'_, '_> {
    /// What the instruction loads or stores, if that is the same in all rounds.
    fn span(&self, at: u32) -> Option<Span> {
        let code = &self.flow.function.code;
        let (addr, size) = code[at as usize].accessed()?;
        let (mut pc, mut base, mut offset) = (at, addr, 0_i64);
        while let Some(reg) = base.as_reg().filter(|&reg| self.written.has(reg)) {
            // The newest write, straight before.
            loop {
                if !self.follows[pc as usize] {
                    return None;
                }
                pc -= 1;
                if may_write(&code[pc as usize], reg) {
                    break;
                }
            }
            match code[pc as usize] {
                Inst::Move { src, .. } => base = src,
                Inst::PtrAdd { base: from, index, scale, offset: more, .. }
                    if scale == 0 || self.flow.program.number(index) == Some(0) =>
                {
                    offset = offset.checked_add(more)?;
                    base = from;
                }
                _ => return None,
            }
        }
        Some(Span { base, offset, size })
    }

    /// What a round may load before it stores to these bytes; `None` if it may do something else
    /// there, or not store to them at all.
    fn loads_before(&self, bytes: Span) -> Option<Vec<Span>> {
        let mut seen = vec![false; self.inside.len()];
        let mut work = self.heads.clone();
        let mut loads = Vec::new();
        while let Some(pc) = work.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            let inst = &self.flow.function.code[pc as usize];
            match self.flow.arrives(pc, self.index) {
                Some(false) => continue,
                Some(true) => return None,
                None if !self.inside[pc as usize] => return None,
                None => {}
            }
            match inst {
                Inst::Store { order: Order::Plain, .. } => {
                    if self.span(pc).is_some_and(|span| span.covers(&bytes)) {
                        continue;
                    }
                }
                Inst::Load { .. } => loads.push(self.span(pc)?),
                Inst::Fence { .. }
                | Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch { .. }
                | Inst::Loop { .. }
                | Inst::Bin { .. } => {}
                _ if computed(inst).is_some() => {}
                _ => return None,
            }
            work.extend(self.flow.after(pc));
        }
        Some(loads)
    }
}

/// The private memory of a function, byte by byte.
struct Private<'f, 'p> {
    flow: &'f Flow<'p>,
    bases: Bases<'p>,
    /// Where each variable begins, and where the last one ends.
    starts: Vec<u32>,
    /// Registers that may hold an address of it.
    pointers: Registers,
}

impl Flow<'_> {
    /// What is lost of private memory at these heads of loops.
    pub(crate) fn lost(&self, heads: &[(u32, u32)]) -> Vec<Lost> {
        let sizes = self.function.private.iter().map(|variable| variable.size);
        let total = sizes.clone().fold(0_u64, u64::saturating_add);
        let work = self.function.code.len() as u64 * (total / 64 + 1);
        if heads.is_empty() || total == 0 || total > MOST_BYTES || work > 1 << 20 {
            return Vec::new();
        }
        let mut starts = vec![0];
        sizes.for_each(|size| starts.push(starts[starts.len() - 1] + size as u32));
        let bases = Bases::new(self.program, self.function);
        let mut private = Private { flow: self, bases, starts, pointers: Registers::none(self.function.regs) };
        if !private.find_pointers() {
            return Vec::new();
        }
        let live = private.live();
        let of = |&(index, head): &(u32, u32)| Lost { index, words: private.lost_words(&live[head as usize]) };
        heads.iter().map(of).collect()
    }
}

impl Private<'_, '_> {
    /// Finds the registers that may hold an address; whether no address leaves them.
    fn find_pointers(&mut self) -> bool {
        let code = &self.flow.function.code;
        let mut changed = true;
        while changed {
            changed = false;
            for inst in code {
                let (written, read) = used(inst);
                if !matches!(inst, Inst::PrivateAlloca { .. }) && !read.iter().any(|&at| self.may_point(at)) {
                    continue;
                }
                match *inst {
                    Inst::Load { .. } => {}
                    Inst::Store { value, .. } if !self.may_point(value) => {}
                    _ if computed(inst).is_some() || matches!(inst, Inst::Bin { .. }) => {
                        for reg in written.into_iter().flatten() {
                            changed |= !self.pointers.has(reg);
                            self.pointers.put(reg);
                        }
                    }
                    Inst::MemCopy { .. } | Inst::MemMove { .. } | Inst::MemSet { .. } => {}
                    _ => return false,
                }
            }
        }
        true
    }

    fn may_point(&self, operand: Operand) -> bool {
        operand.as_reg().is_some_and(|reg| self.pointers.has(reg))
    }

    /// The bytes at an address, if it is the same whenever it is one.
    fn bytes(&self, addr: Operand, size: u8) -> Option<std::ops::Range<u32>> {
        let (variable, offset) = self.bases.private(addr)?;
        let (start, end) = (*self.starts.get(variable as usize)?, *self.starts.get(variable as usize + 1)?);
        let from = start.checked_add(u32::try_from(offset).ok()?)?;
        let to = from.checked_add(size.into())?;
        (to <= end).then_some(from..to)
    }

    /// By instruction: the bytes that may still be read from there on.
    fn live(&self) -> Vec<Registers> {
        let code = &self.flow.function.code;
        let all = self.starts[self.starts.len() - 1];
        let none = Registers::none(all);
        let mut live = vec![none.clone(); code.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for pc in (0..code.len() as u32).rev() {
                let mut now = none.clone();
                for next in self.flow.after(pc) {
                    now.join(&live[next as usize]);
                }
                match code[pc as usize] {
                    Inst::Store { addr, size, .. } => {
                        self.bytes(addr, size).into_iter().flatten().for_each(|byte| now.take(Reg(byte)));
                    }
                    Inst::Load { addr, size, .. } if self.may_point(addr) => {
                        self.bytes(addr, size).unwrap_or(0..all).for_each(|byte| now.put(Reg(byte)));
                    }
                    Inst::MemCopy { from, .. } | Inst::MemMove { from, .. } if self.may_point(from) => {
                        (0..all).for_each(|byte| now.put(Reg(byte)));
                    }
                    _ => {}
                }
                if now != live[pc as usize] {
                    live[pc as usize] = now;
                    changed = true;
                }
            }
        }
        live
    }

    fn lost_words(&self, live: &Registers) -> Box<[Box<[bool]>]> {
        let lost = |start: u32, end: u32| (start..end).all(|byte| !live.has(Reg(byte)));
        let words = |span: &[u32]| (span[0]..span[1]).step_by(8).map(|at| lost(at, span[1].min(at + 8))).collect();
        self.starts.windows(2).map(words).collect()
    }
}
