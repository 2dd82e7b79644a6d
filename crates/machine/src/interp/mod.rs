//! The interpreter: runs the live thread up to its next visible operation.

mod anywhere;
mod apart;
mod arguments;
mod calls;
mod deliver;
mod endless;
pub(crate) mod foresee;
mod jump;
mod kinds;
mod mixed;
mod opaque;
mod private;
mod slow;
mod spin;
mod status;
mod uncalled;
mod unwind;
mod update;

pub use calls::unknown_function;
pub(crate) use jump::{CLEANUP_WORD, HANDLER_WORD, QUICK_WORD, before_at};
pub(crate) use update::compares;

use crate::arith;
use crate::code::{Code, loop_bit};
use crate::core::Core;
use crate::domain::{Domain, Wrong};
use crate::halt::Halt;
use crate::layout;
use crate::libs::LibFn;
use crate::memory::Next;
use crate::record::MOST_CALLERS;
use crate::thread::{NONE, Thread, frames_of};
use crate::value::Value;
use std::sync::Arc;
use threadbare_op::{FaultKind, Op, Order, Site};
use threadbare_program::{FuncId, Inst, Operand, Pc, Pred, Reg};

/// Everything that running the live thread needs.
#[derive(Debug)]
pub(crate) struct Running<'a, D: Domain> {
    pub(crate) code: &'a Code,
    pub(crate) consts: &'a [D::Value],
    pub(crate) live: &'a mut Thread<D>,
    pub(crate) core: &'a mut Core<D>,
    /// The library functions, by number of the external function.
    pub(crate) library: &'a [Option<LibFn<D>>],
    pub(crate) arena: &'a [Value],
    /// Instructions since the last visible operation, about.
    pub(crate) steps: u64,
    /// When to look next whether it was enough; 0 to begin with.
    pub(crate) next_look: u64,
    /// What it is looked at for, once it has run for long; `None` to begin with.
    pub(crate) watch: Option<Box<endless::Watch<D::Value>>>,
}

/// So many instructions from one look to the next, if none is for more than that.
const LOOK_EVERY: u64 = 1 << 22;

/// What an instruction did to control.
enum Flow {
    /// On to the next instruction.
    Next,
    /// The frames have changed.
    Frames,
}

#[inline(always)]
fn get<V: Copy>(regs: &[V], consts: &[V], operand: Operand) -> V {
    match operand.as_reg() {
        Some(Reg(n)) => regs[n as usize],
        None => consts[operand.as_const().map_or(0, |c| c.index())],
    }
}

/// The value of an operand in a frame with these slots, as [`Domain::pack`] has them.
pub(crate) fn frozen_value<D: Domain>(slots: &[Value], consts: &[D::Value], operand: Operand) -> D::Value {
    match operand.as_reg() {
        Some(Reg(n)) => D::unpack(slots[n as usize]),
        None => get(&[], consts, operand),
    }
}

#[cold]
fn unreachable<D: Domain>(core: &mut Core<D>) -> Halt {
    core.fail(FaultKind::Unreachable, "control reaches a place that it never should".into(), None)
}

/// Arithmetic has gone wrong. If it only has no result, that is it, unless nobody minds.
#[cold]
fn wrong<D: Domain>(core: &mut Core<D>, wrong: Wrong, divisor: D::Value) -> Result<Option<D::Value>, Halt> {
    let (kind, message) = match wrong {
        Wrong::Undecided => {
            let open = core.memory.domain.open();
            return Err(core.undecided(open));
        }
        Wrong::Poison => {
            return Ok(core.options.overflow.then(|| {
                let poison = core.memory.poison();
                core.lift(poison)
            }));
        }
        Wrong::Undefined => {
            let divisor = core.decide(divisor)?;
            return Err(core.memory.undefined(divisor, "the divisor is uninitialised"));
        }
        Wrong::DivisionByZero => (FaultKind::DivisionByZero, "division by zero"),
        Wrong::Overflow => (FaultKind::Overflow, "the quotient of the smallest integer and -1 does not fit"),
    };
    Err(core.fail(kind, message.into(), None))
}

impl<D: Domain> Running<'_, D> {
    /// Runs to the next visible operation or the end.
    pub(crate) fn run(&mut self) -> Op {
        loop {
            if self.live.frames.is_empty() && self.live.below == NONE {
                match self.next_stage() {
                    Some(op) => return op,
                    None => continue,
                }
            }
            let Err(_halt) = self.run_frames() else { continue };
            match self.core.memory.faults.take_next() {
                Next::Op(op) => return op,
                Next::Call(function, args) => {
                    if self.call_back(function, &args).is_err()
                        && let Next::Op(op) = self.core.memory.faults.take_next()
                    {
                        return op;
                    }
                }
            }
        }
    }

    /// Runs until the thread stops or has no frames any more.
    fn run_frames(&mut self) -> Result<(), Halt> {
        if self.core.memory.records.is_some() {
            return self.run_frames_recording();
        }
        let covers = self.core.options.reached.is_some();
        while !self.live.frames.is_empty() || self.live.below != NONE {
            if self.live.frames.is_empty() {
                self.live.thaw_below(self.arena);
            }
            if covers {
                self.run_frame::<true>()?;
            } else {
                self.run_frame::<false>()?;
            }
        }
        Ok(())
    }

    /// The same for a replay: each record also gets the calls that led to it.
    #[cold]
    fn run_frames_recording(&mut self) -> Result<(), Halt> {
        let covers = self.core.options.reached.is_some();
        let mut known = None;
        let mut callers: Arc<[Site]> = Arc::default();
        while !self.live.frames.is_empty() || self.live.below != NONE {
            if self.live.frames.is_empty() {
                self.live.thaw_below(self.arena);
            }
            let frames = (self.live.frames.len(), self.live.below);
            if known != Some(frames) {
                known = Some(frames);
                callers = self.callers();
            }
            let before = self.core.memory.records.as_ref().map_or(0, |records| records.kept.len());
            let result = if covers { self.run_frame::<true>() } else { self.run_frame::<false>() };
            for record in self.core.memory.records.iter_mut().flat_map(|records| &mut records.kept).skip(before) {
                record.callers = callers.clone();
            }
            result?;
        }
        Ok(())
    }

    /// The places of the calls that led to the top frame, innermost first.
    fn callers(&self) -> Arc<[Site]> {
        let live = self.live.frames.iter().rev().skip(1).map(|frame| (frame.function, frame.pc));
        let frozen = frames_of(self.arena, self.live.below);
        let site = |(function, pc)| self.code.program.site(FuncId(function), Pc(pc));
        live.chain(frozen).take(MOST_CALLERS).map(site).collect()
    }

    /// Runs the top frame until it calls or returns, or the thread stops. With `COVERS`, what is
    /// reached is noted.
    #[expect(
        clippy::too_many_lines,
        reason = "the loop of the interpreter: its registers stay local, one case for each quick instruction"
    )]
    fn run_frame<const COVERS: bool>(&mut self) -> Result<(), Halt> {
        let (code, consts, core) = (self.code, self.consts, &mut *self.core);
        let Some(frame) = self.live.frames.last_mut() else { return Ok(()) };
        let function = &code.program.functions[frame.function as usize];
        let shape = &code.shapes[frame.function as usize];
        let insts = function.code.as_slice();
        let mut pc = frame.pc;
        // In a function of the libraries every instruction counts as the call from outside.
        let (first_site, per_pc) = if frame.user == NONE { (function.first_site, 1) } else { (frame.user, 0) };
        let regs = &mut self.live.slots[frame.base as usize..];
        let counts_loops = core.options.unroll.is_some();

        macro_rules! at_site {
            () => {
                core.memory.who.site = Site(first_site + pc * per_pc)
            };
        }
        macro_rules! halt {
            ($halt:expr) => {{
                at_site!();
                let halt: Halt = $halt;
                frame.pc = pc;
                return Err(halt);
            }};
        }
        macro_rules! wrong {
            ($what:expr, $dst:expr, $divisor:expr) => {{
                at_site!();
                match wrong(core, $what, $divisor) {
                    Ok(Some(poison)) => regs[$dst.0 as usize] = poison,
                    Ok(None) => {}
                    Err(halt) => halt!(halt),
                }
            }};
        }
        // The word of a value that decides something.
        macro_rules! decide {
            ($value:expr) => {
                match core.memory.domain.word($value) {
                    Ok(word) => word,
                    Err(_) => {
                        at_site!();
                        halt!(core.undecided($value))
                    }
                }
            };
        }
        macro_rules! jump {
            ($to:expr) => {{
                let Pc(to) = $to;
                if to <= pc {
                    self.steps += u64::from(pc - to) + 1;
                    if self.steps > self.next_look {
                        // Before looking: it notes where a limit is met.
                        at_site!();
                        frame.pc = pc;
                        self.look(Some(to))?;
                        self.save_pc(to);
                        return Ok(());
                    }
                }
                pc = to;
                continue;
            }};
        }

        loop {
            let Some(inst) = insts.get(pc as usize) else { halt!(unreachable(core)) };
            if COVERS && let Some(reached) = &core.options.reached {
                reached.mark(function.first_site + pc);
            }
            match *inst {
                Inst::Move { dst, src } => regs[dst.0 as usize] = D::copy(get(regs, consts, src)),
                Inst::Bin { op, width, dst, a, b } => {
                    let (a, b) = (get(regs, consts, a), get(regs, consts, b));
                    if let Err(what) = core.memory.domain.bin(op, width, a, b, &mut regs[dst.0 as usize]) {
                        wrong!(what, dst, b);
                    }
                }
                Inst::Cmp { pred, width, dst, a, b } => {
                    let (a, b) = (get(regs, consts, a), get(regs, consts, b));
                    regs[dst.0 as usize] = core.memory.domain.cmp(pred, width, a, b);
                    if core.memory.frees
                        && matches!(pred, Pred::Eq | Pred::Ne)
                        && let Some((a, b)) = core.memory.addresses(a, b)
                    {
                        at_site!();
                        core.memory.differ(a, b);
                    }
                }
                Inst::Cast { op, from, to, dst, a } => {
                    let a = get(regs, consts, a);
                    if let Err(what) = core.memory.domain.cast(op, from, to, a, &mut regs[dst.0 as usize]) {
                        wrong!(what, dst, a);
                    }
                }
                Inst::PtrAdd { dst, base, index, index_width, scale, offset, exact } => {
                    let (mut index, mut base) = (get(regs, consts, index), get(regs, consts, base));
                    if D::HAS_INPUT {
                        if core.memory.domain.word(index).is_err() || core.memory.domain.word(base).is_err() {
                            at_site!();
                            let parts = (base, index, index_width);
                            match anywhere::pointer((function, shape), core, parts, (scale, offset, exact)) {
                                Ok(None) => {}
                                Ok(Some(moved)) => {
                                    regs[dst.0 as usize] = moved;
                                    pc += 1;
                                    continue;
                                }
                                Err(halt) => halt!(halt),
                            }
                        }
                        // An address can be told from one that has left its object only here.
                        let words = (decide!(index), decide!(base));
                        (index, base) = (core.lift(words.0), core.lift(words.1));
                    }
                    let index = (index, index_width);
                    let moved = core.memory.domain.ptr_add(base, index, scale, offset);
                    let words = (core.memory.domain.word(base), core.memory.domain.word(moved));
                    regs[dst.0 as usize] = match words {
                        (Ok(from), Ok(to)) if (from.bits ^ to.bits) & core.memory.slot_mask != 0 && to.undef == 0 => {
                            core.memory.local = false;
                            let moved = core.memory.moved(from.bits, to.bits);
                            core.lift(Value::new(moved))
                        }
                        _ => moved,
                    };
                    if exact
                        && let Ok(index) = core.memory.domain.word(index.0)
                        && arith::adds_too_much(index, index_width.into(), scale, offset)
                    {
                        regs[dst.0 as usize] = core.lift(Value::new(layout::LOST));
                    }
                }
                Inst::Jump { to } => jump!(to),
                Inst::Branch { cond, then, other } => {
                    let cond = get(regs, consts, cond);
                    if D::HAS_INPUT && core.memory.domain.word(cond).is_err() {
                        slow::about_to_ask(code, core, regs, (frame.function, pc), [then, other]);
                    }
                    let cond = decide!(cond);
                    if cond.undef & 1 != 0 {
                        at_site!();
                        halt!(core.memory.undefined(cond, "a branch depends on an uninitialised value"));
                    }
                    jump!(if cond.bits & 1 != 0 { then } else { other });
                }
                Inst::Load { dst, addr, size, order } => {
                    if D::HAS_INPUT
                        && order == Order::Plain
                        && core.memory.domain.word(get(regs, consts, addr)).is_err()
                    {
                        at_site!();
                        let access = (get(regs, consts, addr), size);
                        match anywhere::load((function, shape), core, regs, access) {
                            Ok(None) => {}
                            Ok(Some(value)) => {
                                regs[dst.0 as usize] = value;
                                pc += 1;
                                continue;
                            }
                            Err(halt) => halt!(halt),
                        }
                    }
                    let addr = decide!(get(regs, consts, addr));
                    at_site!();
                    if addr.undef != 0 {
                        halt!(core.memory.undefined(addr, "the address of a read is uninitialised"));
                    }
                    let value = if layout::is_private(addr.bits) {
                        match private::byte_of(function, shape, core, addr.bits, size) {
                            Ok(byte) => core.memory.domain.load(regs, byte, size),
                            Err(halt) => halt!(halt),
                        }
                    } else if order == Order::Plain {
                        let begun = (&mut self.live.journal.entries, frame.journal as usize);
                        let loaded = if core.memory.explores() {
                            apart::load(core, begun, addr.bits, size)
                        } else {
                            match core.memory.load(addr.bits, size) {
                                Ok(value) => Ok(value),
                                Err(halt) => mixed::load(core, begun, addr.bits, size, halt),
                            }
                        };
                        match loaded {
                            Ok(value) => value,
                            Err(halt) => halt!(halt),
                        }
                    } else {
                        match slow::load(core, addr.bits, size, order) {
                            Ok(value) => value,
                            Err(halt) => halt!(halt),
                        }
                    };
                    regs[dst.0 as usize] = value;
                }
                Inst::Store { addr, value, size, order } => {
                    if D::HAS_INPUT
                        && order == Order::Plain
                        && core.memory.domain.word(get(regs, consts, addr)).is_err()
                    {
                        at_site!();
                        let access = (get(regs, consts, addr), size, get(regs, consts, value));
                        match anywhere::store((function, shape), core, regs, access) {
                            Ok(false) => {}
                            Ok(true) => {
                                pc += 1;
                                continue;
                            }
                            Err(halt) => halt!(halt),
                        }
                    }
                    let addr = decide!(get(regs, consts, addr));
                    let value = get(regs, consts, value);
                    let before = (core.memory.who.own.effects, core.memory.who.own.content);
                    at_site!();
                    if addr.undef != 0 {
                        halt!(core.memory.undefined(addr, "the address of a write is uninitialised"));
                    }
                    if layout::is_private(addr.bits) {
                        match private::byte_of(function, shape, core, addr.bits, size) {
                            Ok(byte) => core.memory.domain.store(regs, byte, size, value),
                            Err(halt) => halt!(halt),
                        }
                    } else if order == Order::Plain && core.memory.explores() {
                        let begun = (&mut self.live.journal.entries, frame.journal as usize);
                        if let Err(halt) = apart::store(core, begun, addr.bits, size, value) {
                            halt!(halt);
                        }
                    } else if let Err(halt) = slow::store(core, addr.bits, value, size, order) {
                        halt!(halt);
                    }
                    spin::overlook(core, (shape, pc), (regs, consts), (addr.bits, size), before);
                }
                Inst::Select { dst, cond, then, other } => {
                    let (a, b) = (get(regs, consts, then), get(regs, consts, other));
                    if D::HAS_INPUT
                        && core.memory.domain.word(get(regs, consts, cond)).is_err()
                        && let Some(either) = core.memory.domain.select(get(regs, consts, cond), a, b)
                    {
                        regs[dst.0 as usize] = either;
                        pc += 1;
                        continue;
                    }
                    let cond = decide!(get(regs, consts, cond));
                    regs[dst.0 as usize] = match (cond.undef & 1, cond.bits & 1) {
                        (0, 0) => D::copy(b),
                        (0, _) => D::copy(a),
                        _ if a == b => a,
                        _ => core.lift(Value::unknown(64, &[cond])),
                    };
                }
                Inst::Loop { index, .. } if !counts_loops && shape.quiet & loop_bit(index) != 0 => {}
                _ => {
                    at_site!();
                    frame.pc = pc;
                    match self.slow(inst)? {
                        Flow::Next => self.save_pc(pc + 1),
                        Flow::Frames => {}
                    }
                    return Ok(());
                }
            }
            pc += 1;
        }
    }

    #[inline]
    fn save_pc(&mut self, pc: u32) {
        if let Some(frame) = self.live.frames.last_mut() {
            frame.pc = pc;
        }
    }

    /// The value of an operand in the top frame.
    fn value(&self, operand: Operand) -> D::Value {
        let base = self.live.frames.last().map_or(0, |frame| frame.base as usize);
        get(&self.live.slots[base..], self.consts, operand)
    }

    /// Sets a register of the top frame.
    fn set(&mut self, reg: Reg, value: D::Value) {
        let base = self.live.frames.last().map_or(0, |frame| frame.base as usize);
        self.live.slots[base + reg.0 as usize] = value;
    }

    /// The same for a word.
    fn set_word(&mut self, reg: Reg, word: Value) {
        self.set(reg, self.core.lift(word));
    }

    /// The word of an operand that decides something; `what` is the sentence if it is
    /// uninitialised.
    fn decided(&mut self, operand: Operand, what: &str) -> Result<u64, Halt> {
        let value = self.value(operand);
        let value = self.core.decide(value)?;
        if value.undef == 0 { Ok(value.bits) } else { Err(self.core.memory.undefined(value, what)) }
    }

    fn unreachable(&mut self) -> Halt {
        unreachable(self.core)
    }
}
