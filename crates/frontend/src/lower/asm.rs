//! Inline assembly of which the meaning is known: nothing at all (barriers of the compiler), hints
//! to the processor, fences, atomic instructions on one operand in memory, the time stamp counter,
//! and the question what the processor can do.
//!
//! x86 orders every locked instruction, and `xchg` with memory, as seq_cst orders. `sfence` and
//! `lfence` do at least what release and acquire fences do. A `mov` from memory is an atomic load
//! that acquires, one to memory an atomic store that releases: x86 lets no access go past them but
//! loads go before stores. A statement is understood as a whole, or refused.
//!
//! `cpuid` waits until all that comes before it is done: a full fence.
//!
//! Deviations: the answer to `cpuid` is all zeros (no feature), so that programs take their
//! portable code; `rdtsc` reads a clock that stands still, as the library's do.

use super::function::{Body, Operands};
use crate::llvm::Value;
use threadbare_op::{Order, RmwOp};
use threadbare_program::{BinOp, Callee, Const, Inst, Operand, Pred};

/// What the time stamp counter says.
const TIME: u64 = 1_000_000_000;

/// Where an operand of a statement is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// It is this result.
    Result(usize),
    /// In memory, at the address that is this argument.
    Memory(u32),
    /// It is this argument.
    Input(u32),
}

/// An operand as it stands in the template.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    Slot(Slot),
    Number(i64),
    /// Something on top of the stack.
    Stack,
}

/// An instruction.
enum Step {
    Nothing,
    Fence(Order),
    /// `mov` from memory: result, address.
    Load(usize, u32, u8),
    /// `mov` to memory.
    Store(Text, u32, u8),
    /// `xchg`: result, address.
    Exchange(usize, u32, u8),
    /// `cmpxchg`: what is written, address.
    Compare(Slot, u32, u8),
    /// `xadd`: result, address.
    FetchAdd(usize, u32, u8),
    Update(RmwOp, Text, u32, u8),
    /// `sete`.
    SetIfZero(Slot),
    Clock,
}

/// The operands that a statement's constraints name.
struct Named {
    /// By number, with the constraint.
    slots: Vec<(Slot, String)>,
    /// Of each result: the argument that it begins as.
    tied: Vec<Option<u32>>,
    /// The argument and the result that are in the accumulator.
    accumulator: (Option<u32>, Option<usize>),
    /// Results that say whether the last result was zero (or was not).
    flags: Vec<(usize, bool)>,
}

impl Named {
    fn new(constraints: &str) -> Self {
        let mut named = Self { slots: Vec::new(), tied: Vec::new(), accumulator: (None, None), flags: Vec::new() };
        let mut arguments = 0;
        for constraint in constraints.split(',').filter(|constraint| !constraint.starts_with('~')) {
            let is_output = constraint.starts_with('=');
            let slot = if is_output && !constraint.contains('*') {
                let result = named.tied.len();
                named.tied.push(None);
                match constraint {
                    "={ax}" => named.accumulator.1 = Some(result),
                    "={@ccz}" | "={@cce}" => named.flags.push((result, true)),
                    "={@ccnz}" | "={@ccne}" => named.flags.push((result, false)),
                    _ => {}
                }
                Slot::Result(result)
            } else {
                arguments += 1;
                if constraint.contains('*') { Slot::Memory(arguments - 1) } else { Slot::Input(arguments - 1) }
            };
            if let (Slot::Input(argument), Ok(output)) = (slot, constraint.parse::<usize>())
                && let Some(&(Slot::Result(result), _)) = named.slots.get(output)
            {
                named.tied[result] = Some(argument);
            }
            named.slots.push((slot, constraint.to_owned()));
        }
        let with_it = named.slots.iter().find_map(|(slot, constraint)| match *slot {
            Slot::Input(argument) if constraint == "{ax}" => Some(argument),
            _ => None,
        });
        named.accumulator.0 = with_it.or_else(|| named.tied[named.accumulator.1?]);
        named
    }

    /// An operand of the template.
    fn read(&self, text: &str) -> Option<Text> {
        let text = text.trim();
        if let Some(number) = text.strip_prefix("$$") {
            let (digits, negative) = number.strip_prefix('-').map_or((number, false), |digits| (digits, true));
            let number = match digits.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16).ok()?,
                None => digits.parse().ok()?,
            };
            return Some(Text::Number(if negative { number.checked_neg()? } else { number }));
        }
        if let Some(number) = text.strip_prefix('$') {
            let number = number.strip_prefix('{').and_then(|rest| rest.split([':', '}']).next()).unwrap_or(number);
            return self.slots.get(number.parse::<usize>().ok()?).map(|(slot, _)| Text::Slot(*slot));
        }
        ["(%rsp)", "(%esp)"].iter().any(|top| text.ends_with(top)).then_some(Text::Stack)
    }

    /// An instruction of the template. `size` tells how many bytes an operand has.
    fn step(&self, locked: bool, instruction: &str, size: &impl Fn(Slot) -> Option<u8>) -> Option<Step> {
        let (mnemonic, operands) = instruction.split_once([' ', '\t']).unwrap_or((instruction, ""));
        match (locked, mnemonic) {
            // `rep; nop` is an old name of `pause`.
            (false, "pause" | "rep" | "nop") => return Some(Step::Nothing),
            (false, "mfence") => return Some(Step::Fence(Order::SeqCst)),
            (false, "sfence") => return Some(Step::Fence(Order::Release)),
            (false, "lfence") => return Some(Step::Fence(Order::Acquire)),
            (false, "rdtsc" | "rdtscp") if operands.is_empty() => return Some(Step::Clock),
            (false, "sete" | "setz") => match self.read(operands)? {
                Text::Slot(slot) if slot_is_written(slot) => return Some(Step::SetIfZero(slot)),
                _ => return None,
            },
            _ => {}
        }
        let texts: Vec<Text> = operands.split(',').map(|text| self.read(text)).collect::<Option<_>>()?;
        let (stem, stated) = stem_of(mnemonic)?;
        let bytes = |slot: Option<Slot>| stated.or_else(|| size(slot?));
        use Text::Slot as At;
        Some(match (stem, texts.as_slice()) {
            // With memory it is locked anyway.
            (
                "xchg",
                &[At(Slot::Result(result)), At(Slot::Memory(addr))]
                | &[At(Slot::Memory(addr)), At(Slot::Result(result))],
            ) => Step::Exchange(result, addr, bytes(Some(Slot::Result(result)))?),
            ("mov", &[At(Slot::Memory(addr)), At(Slot::Result(result))]) if !locked => {
                Step::Load(result, addr, bytes(Some(Slot::Result(result)))?)
            }
            ("mov", &[value @ (At(Slot::Input(_)) | Text::Number(_)), At(Slot::Memory(addr))]) if !locked => {
                let slot = if let At(slot) = value { Some(slot) } else { None };
                Step::Store(value, addr, bytes(slot)?)
            }
            _ if !locked => return None,
            ("cmpxchg", &[At(new @ (Slot::Input(_) | Slot::Result(_))), At(Slot::Memory(addr))]) => {
                Step::Compare(new, addr, bytes(Some(new))?)
            }
            ("xadd", &[At(Slot::Result(result)), At(Slot::Memory(addr))]) => {
                Step::FetchAdd(result, addr, bytes(Some(Slot::Result(result)))?)
            }
            ("inc", &[At(Slot::Memory(addr))]) => Step::Update(RmwOp::Add, Text::Number(1), addr, stated?),
            ("dec", &[At(Slot::Memory(addr))]) => Step::Update(RmwOp::Sub, Text::Number(1), addr, stated?),
            // What is added to the stack only orders.
            ("add" | "or", &[Text::Number(0), Text::Stack]) => Step::Fence(Order::SeqCst),
            (_, &[by, At(Slot::Memory(addr))]) if by != Text::Stack => {
                let op = match stem {
                    "add" => RmwOp::Add,
                    "sub" => RmwOp::Sub,
                    "and" => RmwOp::And,
                    "or" => RmwOp::Or,
                    "xor" => RmwOp::Xor,
                    _ => return None,
                };
                let slot = if let At(slot) = by { Some(slot) } else { None };
                if matches!(slot, Some(Slot::Memory(_))) {
                    return None;
                }
                Step::Update(op, by, addr, bytes(slot)?)
            }
            _ => return None,
        })
    }
}

const fn slot_is_written(slot: Slot) -> bool {
    matches!(slot, Slot::Result(_) | Slot::Memory(_))
}

/// A mnemonic without the letter for the size, and that size in bytes.
fn stem_of(mnemonic: &str) -> Option<(&str, Option<u8>)> {
    const STEMS: [&str; 11] = ["mov", "cmpxchg", "xchg", "xadd", "inc", "dec", "add", "sub", "and", "or", "xor"];
    STEMS.iter().find_map(|stem| {
        let size = match mnemonic.strip_prefix(stem)? {
            "" => None,
            "b" => Some(1),
            "w" => Some(2),
            "l" => Some(4),
            "q" => Some(8),
            _ => return None,
        };
        Some((*stem, size))
    })
}

/// The instructions of a template, each with whether it is locked.
fn instructions(template: &str) -> Vec<(bool, &str)> {
    let mut found = Vec::new();
    let mut locked = false;
    for line in template.split(['\n', ';']) {
        let line = line.split('#').next().unwrap_or_default().trim();
        let rest = match line.strip_prefix("lock") {
            Some("") => {
                locked = true;
                continue;
            }
            Some(rest) if rest.starts_with([' ', '\t']) => {
                locked = true;
                rest.trim()
            }
            _ => line,
        };
        if !rest.is_empty() && !rest.starts_with(".p2align") {
            found.push((std::mem::take(&mut locked), rest));
        }
    }
    found
}

/// `cpuid`, alone or with rbx saved, which position-independent code once needed (as in clang's and
/// gcc's cpuid.h).
fn asks_processor(instructions: &[(bool, &str)]) -> bool {
    match instructions {
        [(_, "cpuid")] => true,
        [(_, save), (_, "cpuid"), (_, restore)] => save == restore && save.starts_with("xchg"),
        _ => false,
    }
}

impl<'m> Body<'_, 'm> {
    pub(super) fn inline_asm(&mut self, inst: Value<'m>, asm: Value<'m>) {
        let (template, constraints) = asm.asm();
        let instructions = instructions(&template);
        let zero = self.cx.const_operand(Const::Bits(0));
        let count = self.leaves(inst).len();
        if asks_processor(&instructions) {
            self.emit(Inst::Fence { order: Order::SeqCst });
            if count > 0 {
                self.copy(inst, &Operands::from_elem(zero, count));
            }
            return;
        }
        let named = Named::new(&constraints);
        match self.steps(inst, &named, &instructions) {
            Some(steps) => self.perform(inst, &named, &steps),
            None => self.refuse(inst, &format!("inline assembly \"{}\"", template.trim())),
        }
    }

    /// The instructions, if all are understood, and the types of the operands are what the
    /// instructions take.
    fn steps(&mut self, inst: Value<'m>, named: &Named, instructions: &[(bool, &str)]) -> Option<Vec<Step>> {
        if instructions.is_empty() {
            return Some(Vec::new());
        }
        let results: Vec<u8> = self.leaves(inst).iter().map(|leaf| leaf.scalar.width()).collect();
        let arguments: Vec<u8> = (0..inst.argument_count()).map(|index| self.width_of(inst.operand(index))).collect();
        if results.len() != named.tied.len() {
            return None;
        }
        let width = |slot: Slot| match slot {
            Slot::Result(result) => results.get(result).copied(),
            Slot::Input(argument) => arguments.get(argument as usize).copied(),
            Slot::Memory(_) => None,
        };
        let size = |slot: Slot| width(slot).filter(|bits| matches!(bits, 8 | 16 | 32 | 64)).map(|bits| bits / 8);
        let steps: Vec<Step> =
            instructions.iter().map(|&(locked, text)| named.step(locked, text, &size)).collect::<Option<_>>()?;
        let memory = |addr: u32| arguments.get(addr as usize) == Some(&64);
        let is = |slot: Slot, bytes: u8| width(slot) == Some(bytes * 8);
        let fits = |step: &Step| match *step {
            Step::Nothing | Step::Fence(_) | Step::SetIfZero(Slot::Memory(_)) => true,
            Step::Clock => (2..=3).contains(&results.len()),
            Step::SetIfZero(slot) => is(slot, 1),
            Step::Exchange(result, addr, bytes) | Step::FetchAdd(result, addr, bytes) => {
                memory(addr) && is(Slot::Result(result), bytes) && named.tied[result].is_some()
            }
            Step::Compare(new, addr, bytes) => {
                let (before, after) = named.accumulator;
                memory(addr)
                    && is(new, bytes)
                    && before.is_some_and(|argument| is(Slot::Input(argument), bytes))
                    && after.is_none_or(|result| is(Slot::Result(result), bytes))
            }
            Step::Load(result, addr, bytes) => memory(addr) && is(Slot::Result(result), bytes),
            Step::Update(_, Text::Slot(slot), addr, bytes) | Step::Store(Text::Slot(slot), addr, bytes) => {
                memory(addr) && is(slot, bytes)
            }
            Step::Update(_, _, addr, _) | Step::Store(_, addr, _) => memory(addr),
        };
        // Flags are those of an instruction that sets them.
        let mut sets =
            steps.iter().map(|step| matches!(step, Step::Compare(..) | Step::FetchAdd(..) | Step::Update(..)));
        let asks = !named.flags.is_empty() || steps.iter().any(|step| matches!(step, Step::SetIfZero(_)));
        let says = sets.next() == Some(true);
        (steps.iter().all(fits) && (!asks || says)).then_some(steps)
    }

    fn perform(&mut self, inst: Value<'m>, named: &Named, steps: &[Step]) {
        let undef = self.cx.const_operand(Const::Undef);
        let mut results = Operands::new();
        for tied in &named.tied {
            match tied.filter(|&index| index < inst.argument_count()) {
                Some(index) => results.extend(self.operands(inst.operand(index))),
                None => results.push(undef),
            }
        }
        let count = self.leaves(inst).len();
        results.resize(count, undef);
        let mut is_zero = undef;
        for step in steps {
            self.step(inst, named, step, &mut results, &mut is_zero);
        }
        for &(result, holds) in &named.flags {
            results[result] = if holds { is_zero } else { self.negated(is_zero) };
        }
        if count > 0 {
            self.copy(inst, &results);
        }
    }

    fn step(&mut self, inst: Value<'m>, named: &Named, step: &Step, results: &mut Operands, is_zero: &mut Operand) {
        let order = Order::SeqCst;
        match *step {
            Step::Nothing => {}
            Step::Fence(order) => self.emit(Inst::Fence { order }),
            Step::Clock => {
                self.call_external("__tb_clock");
                results.fill(self.cx.const_operand(Const::Bits(0)));
                results[0] = self.cx.const_operand(Const::Bits(TIME));
            }
            Step::SetIfZero(Slot::Result(result)) => results[result] = *is_zero,
            Step::SetIfZero(Slot::Memory(addr) | Slot::Input(addr)) => {
                let addr = self.one(inst.operand(addr));
                self.emit(Inst::Store { addr, value: *is_zero, size: 1, order: Order::Plain });
            }
            Step::Load(result, addr, size) => {
                let (dst, addr) = (self.fresh(), self.one(inst.operand(addr)));
                self.emit(Inst::Load { dst, addr, size, order: Order::Acquire });
                results[result] = Operand::reg(dst);
            }
            Step::Store(value, addr, size) => {
                let value = self.value_of(inst, value, size, results);
                let addr = self.one(inst.operand(addr));
                self.emit(Inst::Store { addr, value, size, order: Order::Release });
            }
            Step::Exchange(result, addr, size) => {
                let (dst, addr, value) = (self.fresh(), self.one(inst.operand(addr)), results[result]);
                self.emit(Inst::Rmw { dst, op: RmwOp::Xchg, addr, value, size, order });
                results[result] = Operand::reg(dst);
            }
            Step::FetchAdd(result, addr, size) => {
                let value = results[result];
                let addr = self.one(inst.operand(addr));
                let (old, zero) = self.update(RmwOp::Add, value, addr, size);
                (results[result], *is_zero) = (old, zero);
            }
            Step::Update(op, by, addr, size) => {
                let value = self.value_of(inst, by, size, results);
                let addr = self.one(inst.operand(addr));
                *is_zero = self.update(op, value, addr, size).1;
            }
            Step::Compare(new, addr, size) => {
                let new = match new {
                    Slot::Result(result) => results[result],
                    Slot::Input(argument) | Slot::Memory(argument) => self.one(inst.operand(argument)),
                };
                let Some(before) = named.accumulator.0 else { return };
                let (expected, addr) = (self.one(inst.operand(before)), self.one(inst.operand(addr)));
                let (dst, success) = (self.fresh(), self.fresh());
                let orders = (order, order);
                self.emit(Inst::Cas { dst, success, addr, expected, new, size, weak: false, orders });
                if let Some(after) = named.accumulator.1 {
                    results[after] = Operand::reg(dst);
                }
                *is_zero = Operand::reg(success);
            }
        }
    }

    /// What an operand of `size` bytes is.
    fn value_of(&mut self, inst: Value<'m>, text: Text, size: u8, results: &Operands) -> Operand {
        match text {
            Text::Slot(Slot::Result(result)) => results[result],
            Text::Slot(Slot::Input(argument) | Slot::Memory(argument)) => self.one(inst.operand(argument)),
            Text::Number(number) => self.cx.bits(super::consts::truncate(number as u64, size * 8)),
            Text::Stack => self.cx.bits(0),
        }
    }

    /// An atomic update: what was there, and whether what is there now is 0.
    fn update(&mut self, op: RmwOp, value: Operand, addr: Operand, size: u8) -> (Operand, Operand) {
        let (old, new, zero) = (self.fresh(), self.fresh(), self.fresh());
        self.emit(Inst::Rmw { dst: old, op, addr, value, size, order: Order::SeqCst });
        let computed = match op {
            RmwOp::Sub => BinOp::Sub,
            RmwOp::And => BinOp::And,
            RmwOp::Or => BinOp::Or,
            RmwOp::Xor => BinOp::Xor,
            _ => BinOp::Add,
        };
        let width = size * 8;
        self.emit(Inst::Bin { op: computed, width, dst: new, a: Operand::reg(old), b: value });
        let b = self.cx.bits(0);
        self.emit(Inst::Cmp { pred: Pred::Eq, width, dst: zero, a: Operand::reg(new), b });
        (Operand::reg(old), Operand::reg(zero))
    }

    fn negated(&mut self, bit: Operand) -> Operand {
        let (dst, b) = (self.fresh(), self.cx.bits(1));
        self.emit(Inst::Bin { op: BinOp::Xor, width: 8, dst, a: bit, b });
        Operand::reg(dst)
    }

    /// The time stamp counter as an intrinsic.
    pub(super) fn time_stamp(&mut self, inst: Value<'m>) {
        let callee = Callee::External(self.cx.external_named("__tb_clock"));
        self.emit(Inst::Call { callee, dst: None, args: Box::new([]), kinds: None });
        let (time, none) = (self.cx.bits(TIME), self.cx.bits(0));
        let parts: Operands = (0..self.leaves(inst).len()).map(|n| if n == 0 { time } else { none }).collect();
        self.copy(inst, &parts);
    }
}
