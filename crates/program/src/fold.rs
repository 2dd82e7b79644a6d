//! Counters of rounds that are asked for less than their number: `if (++rounds % 16 == 0 && stop)
//! break;` asks for a remainder, `if (rounds < 3)` whether there have been few.
//!
//! The number itself grows for ever, and with it no round comes back to a state that the thread has
//! been in: a wait is not seen to be one, an endless program has no finite prefix. So such a counter
//! is *folded*: it goes back by a multiple of all that it is divided by, once it is above all that
//! it is compared with.
//!
//! ```text
//! %1 = add.32 %1, 1          %1 = add.32 %1, 1
//!                      ->    %2 = icmp.eq.32 %1, FIRST + PERIOD
//!                            %1 = select %2, FIRST, %1
//! ```
//!
//! Which counters, and that the program stays the same: docs/proofs/waits.md, claim 21. That a
//! counter overflows after 2^31 rounds, or begins anew after 2^32, is not seen.
//!
//! Not covered: counters in memory, or stepped by more than one; numbers of 8 and 16 bits, which come
//! back soon; what is converted to another width before it is asked.

use crate::idle::{is_overwritten, live_and_idle, writes};
use crate::inst::{BinOp, Inst, Operand, Pc, Pred, Reg};
use crate::loops::{Flow, is_reasonable};
use crate::module::{Const, ConstId, Function, Program};
use crate::operands::used;

/// No counter is folded that goes on for longer: to have that many states helps nobody.
const MOST: u64 = 1 << 16;

/// A counter: registers between which its value is moved.
#[derive(Default)]
struct Counter {
    width: u8,
    regs: Vec<Reg>,
    /// Where one is added.
    steps: Vec<u32>,
    /// The results of its comparisons.
    compared: Vec<Reg>,
    /// Above all numbers that it is compared with or set to.
    first: u64,
    /// A multiple of all numbers that it is divided by.
    period: u64,
}

/// Folds the counters of a program; how many there are.
pub fn fold(program: &mut Program) -> usize {
    let mut count = 0;
    for number in 0..program.functions.len() {
        let found = counters(program, &program.functions[number]);
        for counter in &found {
            let (end, first) =
                (program.constant_of(counter.first + counter.period), program.constant_of(counter.first));
            counter.apply(&mut program.functions[number], end, first);
        }
        count += found.len();
    }
    count
}

/// The longest period of a folded counter of the program; 0 if there is none.
#[must_use]
pub fn longest_period(program: &Program) -> u64 {
    let bits = |operand| program.number(operand).unwrap_or(0);
    let period = |pair: &[Inst]| match *pair {
        [Inst::Cmp { pred: Pred::Eq, dst: is_end, a, b, .. }, Inst::Select { dst, cond, then, other }]
            if cond == Operand::reg(is_end) && a == other && other == Operand::reg(dst) =>
        {
            bits(b).checked_sub(bits(then)).filter(|_| then.as_const().is_some())
        }
        _ => None,
    };
    program.functions.iter().flat_map(|function| function.code.windows(2)).filter_map(period).max().unwrap_or(0)
}

fn counters(program: &Program, function: &Function) -> Vec<Counter> {
    if function.loops.is_empty() || !is_reasonable(function) {
        return Vec::new();
    }
    let flow = Flow::new(program, function);
    let bodies: Vec<Vec<u32>> = (0..).zip(&function.loops).map(|(index, _)| flow.known_body(index)).collect();
    let in_loop = |pc: &u32| bodies.iter().any(|body| body.contains(pc));
    let mut found: Vec<Counter> = Vec::new();
    for pc in (0..function.code.len() as u32).filter(in_loop) {
        if found.iter().any(|counter| counter.steps.contains(&pc)) {
            continue;
        }
        let Some((reg, _, width)) = step(program, &function.code[pc as usize]) else { continue };
        found.extend(Counter::of(&flow, reg, width).filter(|counter| !counter.bounds(&flow, &bodies)));
    }
    if found.is_empty() {
        return found;
    }
    let (live, _) = live_and_idle(&flow);
    let matters = |pc: u32, reg: &Reg| live.get(pc as usize + 1).is_some_and(|live| live.has(*reg));
    found.retain(|counter| counter.steps.iter().any(|&pc| counter.regs.iter().any(|reg| matters(pc, reg))));
    found
}

/// What is written, and what is read, by an instruction that adds one to a number of 32 or 64 bits.
fn step(program: &Program, inst: &Inst) -> Option<(Reg, Reg, u8)> {
    step_of(program, inst).filter(|(_, up)| *up).map(|(step, _)| step)
}

/// The same of one that adds one, or subtracts one; and whether it adds.
pub(crate) fn step_of(program: &Program, inst: &Inst) -> Option<((Reg, Reg, u8), bool)> {
    let Inst::Bin { op, width: width @ (32 | 64), dst, a, b } = *inst else { return None };
    let (by, minus_one) = (program.number(b)?, if width == 32 { u64::from(u32::MAX) } else { u64::MAX });
    let up = match op.unchecked() {
        BinOp::Add if by == 1 => true,
        BinOp::Add if by == minus_one => false,
        BinOp::Sub if by == 1 => false,
        _ => return None,
    };
    Some(((dst, a.as_reg()?, width), up))
}

impl Counter {
    /// The counter that is in a register; `None` if it is asked for more, or may be anything.
    fn of(flow: &Flow<'_>, reg: Reg, width: u8) -> Option<Self> {
        let mut counter = Self { width, regs: vec![reg], period: 1, ..Self::default() };
        let mut at = 0;
        while let Some(&reg) = counter.regs.get(at) {
            at += 1;
            if reg.0 < flow.function.params {
                return None;
            }
            for pc in 0..flow.function.code.len() as u32 {
                let inst = &flow.function.code[pc as usize];
                if writes(flow, inst, reg) {
                    counter.is_set(flow, pc)?;
                }
                if used(inst).1.contains(&Operand::reg(reg)) {
                    counter.is_asked(flow, inst, reg)?;
                }
            }
        }
        let is_asked = counter.period > 1 || !counter.compared.is_empty();
        (is_asked && counter.first + counter.period <= MOST).then_some(counter)
    }

    /// Notes what an instruction puts into one of the registers.
    fn is_set(&mut self, flow: &Flow<'_>, pc: u32) -> Option<()> {
        let inst = &flow.function.code[pc as usize];
        match *inst {
            Inst::Move { src, .. } => match src.as_reg() {
                Some(from) => self.joins(from),
                None => self.is_above(flow.program.number(src)?)?,
            },
            Inst::Undef { dst } if is_overwritten(flow, pc, dst) => {}
            _ => {
                let (_, from, width) = step(flow.program, inst)?;
                if width != self.width {
                    return None;
                }
                self.joins(from);
                if !self.steps.contains(&pc) {
                    self.steps.push(pc);
                }
            }
        }
        Some(())
    }

    /// Notes what an instruction that reads one of the registers asks.
    fn is_asked(&mut self, flow: &Flow<'_>, inst: &Inst, reg: Reg) -> Option<()> {
        let counter = Operand::reg(reg);
        match *inst {
            Inst::Move { dst, .. } => self.joins(dst),
            Inst::Bin { op: BinOp::URem | BinOp::SRem, width, a, b, .. } if width == self.width && a == counter => {
                self.is_divided_by(flow.program.number(b)?)?;
            }
            Inst::Bin { op: BinOp::And, width, a, b, .. } if width == self.width && a == counter => {
                self.is_divided_by(flow.program.number(b)?.checked_add(1)?.checked_next_power_of_two()?)?;
            }
            Inst::Cmp { width, dst, a, b, .. } if width == self.width && a == counter => {
                self.is_above(flow.program.number(b)?)?;
                self.compared.push(dst);
            }
            // It is noted where it is written.
            _ => self.joins(step(flow.program, inst).filter(|(_, _, width)| *width == self.width)?.0),
        }
        Some(())
    }

    fn joins(&mut self, reg: Reg) {
        if !self.regs.contains(&reg) {
            self.regs.push(reg);
        }
    }

    fn is_above(&mut self, number: u64) -> Option<()> {
        self.first = self.first.max(Some(number).filter(|&number| number < MOST)? + 1);
        Some(())
    }

    fn is_divided_by(&mut self, number: u64) -> Option<()> {
        let number = Some(number).filter(|number| (1..=MOST).contains(number))?;
        let (mut a, mut b) = (self.period, number);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        self.period = Some(self.period / a * number).filter(|&period| period <= MOST)?;
        Some(())
    }

    /// Whether the counter says when a loop ends in which it is stepped: then it does not grow for
    /// ever.
    fn bounds(&self, flow: &Flow<'_>, bodies: &[Vec<u32>]) -> bool {
        let code = &flow.function.code;
        let is_negated = |reg: Reg| {
            code.iter().any(|inst| match *inst {
                Inst::Bin { op: BinOp::Xor, width: 1, dst, a, .. } => {
                    dst == reg && a.as_reg().is_some_and(|a| self.compared.contains(&a))
                }
                _ => false,
            })
        };
        let asks = |pc: u32| match code[pc as usize] {
            Inst::Branch { cond, .. } => {
                cond.as_reg().is_some_and(|reg| self.compared.contains(&reg) || is_negated(reg))
            }
            _ => false,
        };
        let is_inside = |body: &&Vec<u32>| self.steps.iter().any(|pc| body.contains(pc));
        bodies.iter().filter(is_inside).any(|body| flow.exits(body).any(asks))
    }

    /// Puts the counter back to `first` where it has come to `end`.
    fn apply(&self, function: &mut Function, end: Operand, first: Operand) {
        let is_end = Reg(function.regs);
        function.regs += 1;
        for &at in &self.steps {
            let place = Pc(function.code.len() as u32);
            let step = std::mem::replace(&mut function.code[at as usize], Inst::Jump { to: place });
            let Some(dst) = used(&step).0[0] else { continue };
            let counter = Operand::reg(dst);
            function.code.extend([
                step,
                Inst::Cmp { pred: Pred::Eq, width: self.width, dst: is_end, a: counter, b: end },
                Inst::Select { dst, cond: Operand::reg(is_end), then: first, other: counter },
                Inst::Jump { to: Pc(at + 1) },
            ]);
            let line = function.lines[at as usize];
            function.lines.extend([line; 4]);
        }
    }
}

impl Program {
    /// The constant of this number, which is made if there is none.
    fn constant_of(&mut self, bits: u64) -> Operand {
        let known = self.consts.iter().position(|known| matches!(known, Const::Bits(known) if *known == bits));
        let place = known.unwrap_or_else(|| {
            self.consts.push(Const::Bits(bits));
            self.consts.len() - 1
        });
        Operand::constant(ConstId(place as u32))
    }
}
