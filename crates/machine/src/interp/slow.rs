//! The instructions that are not worth a place in the inner loop.

use super::{Flow, Running};
use crate::code::{Code, Place};
use crate::core::Core;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::memory::Kind;
use crate::value::Value;
use threadbare_op::{Addr, FaultKind, Limit, Loc, Op, Order, RmwOp, Stuck};
use threadbare_program::{Check, FBinOp, Inst, Operand, Pc, Pred, Reg, ShapeId};

/// An atomic load: visible, but where nobody else can be.
pub(super) fn load<D: Domain>(core: &mut Core<D>, addr: Addr, size: u8, order: Order) -> Result<D::Value, Halt> {
    core.memory.check_visible(addr, size, false)?;
    if core.memory.is_early(addr, size) {
        return core.memory.load(addr, size);
    }
    Err(core.visible(Op::Load { loc: Loc::new(addr, size), order }))
}

/// Writes to the flat memory.
pub(super) fn store<D: Domain>(
    core: &mut Core<D>,
    addr: Addr,
    value: D::Value,
    size: u8,
    order: Order,
) -> Result<(), Halt> {
    let value = core.memory.domain.lowest(value, size);
    if order == Order::Plain {
        return core.memory.store(addr, size, value);
    }
    core.memory.check_visible(addr, size, true)?;
    core.memory.check_poison(value, size)?;
    if core.memory.is_early(addr, size) {
        return core.memory.store(addr, size, value);
    }
    let value = core.memory.word_for(value, size);
    Err(core.visible(Op::Store { loc: Loc::new(addr, size), value, order }))
}

/// Whether an instruction reads memory otherwise than by [`crate::memory::Memory::load`].
const fn touches_much(inst: &Inst) -> bool {
    use Inst as I;
    matches!(inst, I::MemCopy { .. } | I::MemMove { .. } | I::MemSet { .. } | I::VaStart { .. } | I::VaCopy { .. })
}

/// No more iterations of a loop that `--unroll` leaves alone, either.
const MOST_ROUNDS: u64 = 10_000;

/// Beside the rounds of a loop: whether input has decided that one more came, or not.
const ASKS: u64 = 1 << 63;

/// A branch depends on input. What leaves a loop is explored first, so that executions come to an
/// end; and the loops that it may leave are not left alone by `--unroll`.
#[cold]
pub(super) fn about_to_ask<D: Domain>(
    code: &Code,
    core: &mut Core<D>,
    regs: &mut [D::Value],
    (function, at): (u32, u32),
    targets: [Pc; 2],
) {
    core.memory.domain.prefer(code.way_out(function, at, targets));
    if core.options.unroll.is_none() {
        return;
    }
    let counters = code.shapes[function as usize].loops;
    for index in code.loops_left(function, at, targets) {
        let counter = &mut regs[(counters + index) as usize];
        *counter = core.lift(Value::new(core.memory.bits(*counter) | ASKS));
    }
}

impl<D: Domain> Running<'_, D> {
    #[expect(clippy::too_many_lines, reason = "one case for each instruction")]
    pub(super) fn slow(&mut self, inst: &Inst) -> Result<Flow, Halt> {
        self.core.memory.local &= !touches_much(inst);
        match *inst {
            Inst::Call { callee, dst, ref args, kinds } => return self.call(callee, dst, args, kinds),
            Inst::Return { ref values } => return self.return_from(values),
            Inst::Loop { index, entry } => self.enter_loop(index, entry)?,
            Inst::AsNumber { a, b } => self.core.memory.note_number(self.value(a), self.value(b)),
            Inst::Undef { dst } => self.set_word(dst, Value { bits: 0, undef: u64::MAX }),
            Inst::Freeze { dst, src } => {
                let value = self.value(src);
                match self.core.memory.domain.word(value) {
                    Ok(word) if word.undef != 0 => self.set_word(dst, Value::new(word.untagged().bits)),
                    _ => self.set(dst, value),
                }
            }
            Inst::Alloca { dst, count, size, align, shape } => self.alloca(dst, count, (size, align), shape)?,
            Inst::PrivateAlloca { dst, index } => self.private_alloca(dst, index)?,
            Inst::AllocaEnd { addr } => {
                let addr = self.core.decide(self.value(addr))?;
                self.end_alloca(addr)?;
            }
            Inst::StackSave { dst } => {
                let count = self.live.allocas.len() - self.first_alloca();
                self.set_word(dst, Value::new(count as u64));
            }
            Inst::StackRestore { mark } => {
                let mark = self.decided(mark, "where the stack is to go back to is uninitialised")?;
                self.end_allocas(usize::try_from(mark).unwrap_or(usize::MAX))?;
            }
            Inst::Rmw { dst, op, addr, value, size, .. } if self.is_unseen(addr, size)? => {
                let old = self.unseen_update(op, self.core.memory.bits(self.value(addr)), self.value(value), size)?;
                self.set(dst, old);
            }
            Inst::Cas { dst, success, addr, expected, new, size, .. } if self.is_unseen(addr, size)? => {
                let values = (self.value(expected), self.value(new));
                let (old, holds) = self.unseen_swap(self.core.memory.bits(self.value(addr)), values, size)?;
                self.set(dst, old);
                self.set_word(success, Value::new(u64::from(holds)));
            }
            Inst::Rmw { dst: _, op, addr, value, size, order } => {
                return Err(self.visible_rmw(op, addr, value, size, order));
            }
            Inst::Cas { addr, expected, new, size, weak, orders, .. } => {
                return Err(self.visible_cas(addr, (expected, new), size, weak, orders));
            }
            Inst::Fence { order } => return Err(self.core.visible(Op::Fence { order })),
            Inst::MemCopy { to, from, len } | Inst::MemMove { to, from, len } => {
                let len = self.decided_size(len, "the length of a copy is uninitialised")?;
                if len > 0 {
                    let to = self.decided(to, "the target of a copy is uninitialised")?;
                    let from = self.decided(from, "the source of a copy is uninitialised")?;
                    if matches!(inst, Inst::MemCopy { .. }) {
                        self.check_overlap(to, from, len)?;
                    }
                    self.copy(to, from, len)?;
                }
            }
            Inst::MemSet { to, byte, len } => {
                let len = self.decided_size(len, "the length of a fill is uninitialised")?;
                if len > 0 {
                    let to = self.decided(to, "the target of a fill is uninitialised")?;
                    let byte = self.value(byte);
                    self.fill(to, byte, len)?;
                }
            }
            Inst::Switch { value, width, ref cases, other } => {
                if D::HAS_INPUT && self.core.memory.domain.word(self.value(value)).is_err() {
                    let target = self.switch_on_input(value, width, cases)?.unwrap_or(other);
                    return self.go(target);
                }
                let value = self.decided(value, "a switch depends on an uninitialised value")?;
                let value = value & crate::value::mask(u32::from(width));
                let target = cases.binary_search_by_key(&value, |case| case.0).map_or(other, |at| cases[at].1);
                return self.go(target);
            }
            Inst::Invoked { next, .. } => return self.go(next),
            Inst::VaStart { list } => self.va_start(list)?,
            Inst::VaCopy { to, from } => {
                let to = self.decided(to, "a `va_list` is uninitialised")?;
                let from = self.decided(from, "a `va_list` is uninitialised")?;
                self.copy(to, from, if self.code.program.ilp32 { 4 } else { 24 })?;
            }
            Inst::Unsupported { ref what } => return Err(self.core.unsupported(what.to_string())),
            Inst::Unreachable => return Err(self.unreachable()),
            Inst::Trap { check } => return Err(self.trap(check)),
            _ => self.compute(inst)?,
        }
        Ok(Flow::Next)
    }

    /// Where a switch goes that depends on input: the cases are asked one by one.
    #[cold]
    fn switch_on_input(&mut self, value: Operand, width: u8, cases: &[(u64, Pc)]) -> Result<Option<Pc>, Halt> {
        let value = self.value(value);
        for &(case, target) in cases {
            let case = self.core.lift(Value::new(case));
            let is = self.core.memory.domain.cmp(Pred::Eq, width, value, case);
            let is = self.core.decide(is)?;
            if is.undef & 1 != 0 {
                return Err(self.core.memory.undefined(is, "a switch depends on an uninitialised value"));
            }
            if is.bits & 1 != 0 {
                return Ok(Some(target));
            }
        }
        Ok(None)
    }

    fn go(&mut self, to: Pc) -> Result<Flow, Halt> {
        self.steps += 1;
        self.save_pc(to.0);
        if self.steps > self.next_look {
            self.look(None)?;
        }
        Ok(Flow::Frames)
    }

    /// Arithmetic that is rare.
    fn compute(&mut self, inst: &Inst) -> Result<(), Halt> {
        if D::HAS_INPUT {
            self.settle_floats(inst)?;
        }
        match *inst {
            Inst::Overflow { op, width, dst, overflowed, a, b } => {
                let (value, over) = self.core.memory.domain.overflow(op, width, self.value(a), self.value(b));
                self.set(dst, value);
                self.set(overflowed, over);
            }
            Inst::IntUn { op, width, dst, a } => {
                let (a, mut into) = (self.value(a), D::Value::default());
                if let Err(what) = self.core.memory.domain.int_un(op, width, a, &mut into)
                    && let Some(poison) = super::wrong(self.core, what, a)?
                {
                    into = poison;
                }
                self.set(dst, into);
            }
            Inst::FBin { op, width, dst, a, b } => {
                self.set(dst, self.core.memory.domain.fbin(op, width, self.value(a), self.value(b)));
            }
            Inst::FUn { op, width, dst, a } => self.set(dst, self.core.memory.domain.fun(op, width, self.value(a))),
            Inst::Fma { width, dst, a, b, c } => {
                self.set(dst, self.core.memory.domain.fma(width, self.value(a), self.value(b), self.value(c)));
            }
            Inst::FCmp { pred, width, dst, a, b } => {
                self.set(dst, self.core.memory.domain.fcmp(pred, width, self.value(a), self.value(b)));
            }
            // All others are run elsewhere.
            _ => {}
        }
        Ok(())
    }

    /// Of floats that depend on input not all is computed; which of some it is can be asked.
    fn settle_floats(&mut self, inst: &Inst) -> Result<(), Halt> {
        let operands = match *inst {
            Inst::FBin { op: FBinOp::Rem | FBinOp::Pow, a, b, .. } => [Some(a), Some(b), None],
            Inst::Fma { a, b, c, .. } => [Some(a), Some(b), Some(c)],
            _ => [None; 3],
        };
        for operand in operands.into_iter().flatten() {
            let value = self.value(operand);
            if self.core.memory.domain.is_choice(value) {
                self.core.decide(value)?;
            }
        }
        Ok(())
    }

    fn enter_loop(&mut self, index: u32, entry: bool) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps > self.next_look {
            self.look(None)?;
        }
        self.watch_for_spin()?;
        let Some(limit) = self.core.options.unroll else { return Ok(()) };
        let Some(frame) = self.live.frames.last() else { return Ok(()) };
        let counter = Reg(self.code.shapes[frame.function as usize].loops + index);
        let base = frame.base as usize;
        let before = if entry { 0 } else { self.core.memory.bits(self.live.slots[base + counter.0 as usize]) + 1 };
        let (rounds, asks) = (before & !ASKS, before & ASKS);
        let left_alone = self.code.shapes[frame.function as usize].spins.is_left_alone(index);
        if rounds > u64::from(limit) && !(left_alone && asks == 0 && rounds <= MOST_ROUNDS) {
            return Err(self.core.stuck(Stuck::Limit(Limit::Unroll)));
        }
        self.set_word(counter, Value::new(before));
        Ok(())
    }

    /// Whether an atomic access that writes need not be visible: to memory in a frame, or an early
    /// one.
    fn is_unseen(&mut self, addr: Operand, size: u8) -> Result<bool, Halt> {
        let addr = self.core.memory.domain.word(self.value(addr));
        let Some(addr) = addr.ok().filter(|addr| addr.undef == 0) else { return Ok(false) };
        if layout::is_private(addr.bits) {
            return Ok(true);
        }
        let is_early = self.core.memory.is_early(addr.bits, size);
        if is_early {
            self.core.memory.check_visible(addr.bits, size, true)?;
        }
        Ok(is_early)
    }

    fn visible_rmw(&mut self, op: RmwOp, addr: Operand, value: Operand, size: u8, order: Order) -> Halt {
        let order = if self.only_counts(op, order) { Order::Plain } else { order };
        let mut attempt = || -> Result<Op, Halt> {
            let addr = self.decided(addr, "the address of an atomic access is uninitialised")?;
            self.core.memory.check_visible(addr, size, true)?;
            let value = self.core.memory.domain.lowest(self.value(value), size);
            self.core.memory.check_poison(value, size)?;
            if let Ok(word) = self.core.memory.domain.word(value)
                && op != RmwOp::Xchg
                && word.undef != 0
            {
                return Err(self.core.memory.undefined(word, "the operand of an atomic access is uninitialised"));
            }
            let operand = self.core.memory.word_for(value, size);
            Ok(Op::Rmw { loc: Loc::new(addr, size), op, operand, order })
        };
        match attempt() {
            Ok(op) => self.core.visible(op),
            Err(halt) => halt,
        }
    }

    /// Whether the read-modify-write at hand is an addition whose result nobody asks for, and that
    /// is to be told ([`threadbare_op::Op::is_counting`]).
    fn only_counts(&self, op: RmwOp, order: Order) -> bool {
        let at = self.live.frames.last().map(|frame| (frame.function, Pc(frame.pc)));
        let is_used = |(function, pc)| self.code.stops(function).is_none_or(|stops| stops.is_result_used(pc));
        let only_ordered = self.core.options.only_ordered;
        let may_be = only_ordered.includes(order) && !only_ordered.is_update(order);
        may_be && matches!(op, RmwOp::Add | RmwOp::Sub) && !at.is_none_or(is_used)
    }

    /// With `--spurious`, a weak one is a choice first: 1 makes it a load that fails.
    fn visible_cas(
        &mut self,
        addr: Operand,
        (expected, new): (Operand, Operand),
        size: u8,
        weak: bool,
        (success, failure): (Order, Order),
    ) -> Halt {
        let mut attempt = || -> Result<Op, Halt> {
            let addr = self.decided(addr, "the address of an atomic access is uninitialised")?;
            self.core.memory.check_visible(addr, size, true)?;
            let loc = Loc::new(addr, size);
            let start = self.begin_journal();
            if weak && self.core.options.spurious.is_some() {
                match self.live.journal.entries.get(start).map(|&chosen| self.core.memory.bits(chosen)) {
                    None => return Ok(Op::Choice { arity: 2, asks: None }),
                    Some(1) => {
                        self.spend_spurious()?;
                        return Ok(Op::Load { loc, order: failure });
                    }
                    Some(_) => {}
                }
            }
            let (expected, new) = (self.value(expected), self.value(new));
            self.core.memory.check_poison(expected, size)?;
            self.core.memory.check_poison(new, size)?;
            let expected = self.core.memory.word_for(expected, size);
            let new = self.core.memory.word_for(new, size);
            Ok(Op::Cas { loc, expected, new, success, failure })
        };
        match attempt() {
            Ok(op @ Op::Choice { .. }) => self.core.aside(op),
            Ok(op) => self.core.visible(op),
            Err(halt) => halt,
        }
    }

    /// One more spurious event of this thread.
    fn spend_spurious(&mut self) -> Result<(), Halt> {
        if self.core.spend_spurious() { Ok(()) } else { Err(self.core.stuck(Stuck::Limit(Limit::Spurious))) }
    }

    /// The same as [`Self::decided`] of a size.
    fn decided_size(&mut self, operand: Operand, what: &str) -> Result<u64, Halt> {
        let value = self.core.decide_size(self.value(operand))?;
        if value.undef == 0 { Ok(value.bits) } else { Err(self.core.memory.undefined(value, what)) }
    }

    pub(super) fn alloca(
        &mut self,
        dst: Reg,
        count: Operand,
        (size, align): (u64, u32),
        shape: Option<ShapeId>,
    ) -> Result<(), Halt> {
        let count = self.decided_size(count, "the length of an array is uninitialised")?;
        let size = size.saturating_mul(count);
        self.use_stack(size)?;
        let addr = self.core.memory.allocate(size, u64::from(align), Kind::Stack(shape), false)?;
        self.live.allocas.push(addr);
        self.set_word(dst, Value::new(addr));
        Ok(())
    }

    /// Where the variables of the top frame begin.
    pub(super) fn first_alloca(&self) -> usize {
        self.live.frames.last().map_or(0, |frame| frame.allocas as usize)
    }

    /// The variable at `addr` of the top frame is no more, if there is one.
    fn end_alloca(&mut self, addr: Value) -> Result<(), Halt> {
        let first = self.first_alloca();
        let found = self.live.allocas[first..].iter().rposition(|&known| known == addr.bits);
        if let (Some(at), 0) = (found, addr.undef) {
            self.live.allocas.remove(first + at);
            self.drop_alloca(addr.bits)?;
        }
        Ok(())
    }

    /// Ends the variables of the top frame but for the first `keep`.
    pub(super) fn end_allocas(&mut self, keep: usize) -> Result<(), Halt> {
        let keep = self.first_alloca().saturating_add(keep);
        while self.live.allocas.len() > keep {
            if let Some(addr) = self.live.allocas.pop() {
                self.drop_alloca(addr)?;
            }
        }
        Ok(())
    }

    pub(super) fn drop_alloca(&mut self, addr: Addr) -> Result<(), Halt> {
        let size = self.core.memory.free_stack(addr)?;
        if let Some(frame) = self.live.frames.last_mut() {
            frame.depth = frame.depth.saturating_sub(size as u32);
        }
        Ok(())
    }

    fn private_alloca(&mut self, dst: Reg, index: u32) -> Result<(), Halt> {
        let Some(frame) = self.live.frames.last() else { return Ok(()) };
        let (base, function) = (frame.base, frame.function as usize);
        let addr = match self.code.shapes[function].private.get(index as usize) {
            Some(&Place::Memory(slot)) => {
                let known = self.core.memory.domain.word(self.live.slots[(base + slot) as usize]).unwrap_or_default();
                if known.undef == 0 {
                    known.bits
                } else {
                    let variable = &self.code.program.functions[function].private[index as usize];
                    let (size, align) = (variable.size, u64::from(variable.align));
                    self.use_stack(size)?;
                    let addr = self.core.memory.allocate(size, align, Kind::Private, false)?;
                    self.live.allocas.push(addr);
                    self.live.slots[(base + slot) as usize] = self.core.lift(Value::new(addr));
                    addr
                }
            }
            _ => layout::private_address(index),
        };
        self.set_word(dst, Value::new(addr));
        Ok(())
    }

    fn check_overlap(&mut self, to: Addr, from: Addr, len: u64) -> Result<(), Halt> {
        let is_outside = (layout::thread_of(to), layout::slot_of(to))
            != (layout::thread_of(from), layout::slot_of(from))
            && !self.core.memory.are_of_one_object(to, from);
        // Then it goes beyond an object, which the copy finds.
        if !is_outside && to != from && to < from.saturating_add(len) && from < to.saturating_add(len) {
            let message = "the source and the target of `memcpy` overlap".into();
            return Err(self.core.fail(FaultKind::OutOfBounds, message, None));
        }
        Ok(())
    }

    fn trap(&mut self, check: Check) -> Halt {
        let is_overflow = matches!(check, Check::Overflow | Check::Shift);
        let kind = if is_overflow { FaultKind::Overflow } else { FaultKind::Unreachable };
        self.core.fail(kind, check.told().into(), None)
    }
}
