//! Calls, returns, and what comes when a thread's outermost function has returned.

use super::{Flow, Running};
use crate::builtin::pthread_join;
use crate::call::CallCx;
use crate::code::{Code, HANDLER_SIZE, HANDLERS_AT, Target};
use crate::core::Order;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::libs::{LibResult, one};
use crate::memory::Next;
use crate::thread::{Frame, NONE, Stage, TO_LIBRARY, frames_of};
use crate::value::Value;
use smallvec::SmallVec;
use threadbare_op::{Addr, FaultKind, Op, Site, Stuck, SyncOp};
use threadbare_program::{Callee, ExternId, FuncId, Operand, Pc, Reg, SignatureId};

/// As much stack as Linux gives a thread.
const STACK: u64 = 8 << 20;
/// What a call takes of it at least, unoptimised: what is not in registers is more.
const CALL: u32 = 32;

/// How the text about an unknown function begins.
const UNKNOWN_FUNCTION: &str = "call of the unknown function `";

/// The function that is unknown, if that is what was unsupported.
#[must_use]
pub fn unknown_function(what: &str) -> Option<&str> {
    what.strip_prefix(UNKNOWN_FUNCTION)?.strip_suffix('`')
}

impl<D: Domain> Running<'_, D> {
    pub(super) fn call(
        &mut self,
        callee: Callee,
        dst: Option<Reg>,
        args: &[Operand],
        kinds: Option<SignatureId>,
    ) -> Result<Flow, Halt> {
        match callee {
            Callee::Function(id) => self.call_function(id, dst, args, kinds),
            Callee::External(id) => self.call_external(id, dst, args, kinds),
            Callee::Pointer(pointer) => {
                let addr = self.decided(pointer, "the called function pointer is uninitialised")?;
                let callee = self.function_at(addr)?;
                self.call_at_end_of_thread(callee);
                match callee {
                    Callee::Function(id) => self.call_function(id, dst, args, kinds),
                    Callee::External(id) if self.is_given_whole(id) => {
                        let name = &self.code.program.externals[id.index()].name;
                        let what = format!("a call of `{name}` through a pointer, in a program for 32 bits");
                        Err(self.core.unsupported(what))
                    }
                    Callee::External(id) => self.call_external(id, dst, args, kinds),
                    Callee::Pointer(_) => Err(self.unreachable()),
                }
            }
        }
    }

    /// The function at an address.
    pub(super) fn function_at(&mut self, addr: Addr) -> Result<Callee, Halt> {
        if let Some(slot) = self.core.memory.space.function_at(addr) {
            let functions = self.code.program.functions.len() as u32;
            if slot < functions {
                return Ok(Callee::Function(FuncId(slot)));
            }
            if ((slot - functions) as usize) < self.code.targets.len() {
                return Ok(Callee::External(ExternId(slot - functions)));
            }
        }
        let (kind, message) = if addr < 0x1_0000 {
            (FaultKind::NullPointer, "call through a null pointer")
        } else {
            (FaultKind::InvalidPointer, "call through a pointer that points to no function")
        };
        Err(self.core.fail(kind, message.into(), None))
    }

    /// Pushes a frame whose arguments are on the slot stack from `base` on.
    pub(super) fn push_frame(
        &mut self,
        id: FuncId,
        base: usize,
        dst: u32,
        kinds: Option<SignatureId>,
    ) -> Result<Flow, Halt> {
        let function = &self.code.program.functions[id.index()];
        let shape = &self.code.shapes[id.index()];
        let passed = self.live.slots.len() - base;
        let params = function.params as usize;
        let undef = self.core.lift(Value { bits: 0, undef: u64::MAX });
        let mut more = Vec::new();
        if passed > params {
            if function.variadic {
                more.push(self.variable_kinds(kinds));
                more.extend_from_slice(&self.live.slots[base + params..]);
            }
            self.live.slots.truncate(base + params);
        }
        self.live.slots.resize(base + params, undef);
        self.live.slots.resize(base + shape.slots as usize, undef);
        self.live.slots.extend_from_slice(&more);
        let size = CALL + more.len().saturating_sub(1) as u32 * 8;
        let top = self.live.frames.last();
        let user = match (function.runtime, top) {
            (true, Some(top)) if top.user == NONE => self.core.memory.who.site.0,
            (true, Some(top)) => top.user,
            _ => NONE,
        };
        let depth = top.map_or(0, |top| top.depth) + size;
        self.live.frames.push(Frame {
            function: id.0,
            pc: 0,
            base: base as u32,
            allocas: self.live.allocas.len() as u32,
            journal: self.live.journal.entries.len() as u32,
            dst,
            frozen: NONE,
            user,
            depth,
        });
        self.steps += 1;
        if self.steps > self.next_look {
            self.look(None)?;
        }
        self.use_stack(0)?;
        Ok(Flow::Frames)
    }

    /// The operation that calling this is, if it is one on a synchronisation object and nothing
    /// else.
    pub(super) fn only_operation(&self, target: Target) -> Option<SyncOp> {
        match target {
            Target::Sync(op) => Some(op),
            Target::Arrive => Some(SyncOp::BarrierArrive { asks: self.is_result_used() }),
            _ => None,
        }
    }

    /// Whether what the running function returns may matter to its caller.
    fn is_result_used(&self) -> bool {
        let Some(caller) = self.live.frames.iter().nth_back(1) else { return true };
        self.code.stops(caller.function).is_none_or(|stops| stops.is_result_used(Pc(caller.pc)))
    }

    /// Takes bytes of the stack.
    pub(super) fn use_stack(&mut self, bytes: u64) -> Result<(), Halt> {
        let Some(frame) = self.live.frames.last_mut() else { return Ok(()) };
        let depth = u64::from(frame.depth).saturating_add(bytes);
        if depth > STACK {
            let message = "the stack is exhausted".into();
            return Err(self.core.fail(FaultKind::StackOverflow, message, None));
        }
        frame.depth = depth as u32;
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one case for each kind of target")]
    fn call_external(
        &mut self,
        id: ExternId,
        dst: Option<Reg>,
        args: &[Operand],
        kinds: Option<SignatureId>,
    ) -> Result<Flow, Halt> {
        let external = &self.code.program.externals[id.index()];
        let joins = matches!(self.code.targets[id.index()], Target::Join);
        let has_result = || args.get(1).is_some_and(|&into| !self.is_zero(into));
        self.core.memory.local &= joins && !has_result();
        let result = match self.code.targets[id.index()] {
            Target::Stub(value) => self.core.lift(value),
            Target::Unknown if external.weak => {
                let message = format!("call of the weak function `{}`, which is defined nowhere", external.name);
                return Err(self.core.fail(FaultKind::NullPointer, message, None));
            }
            Target::Unknown => {
                return Err(self.core.unsupported(format!("{UNKNOWN_FUNCTION}{}`", external.name)));
            }
            Target::Library { hands_on, sizes } => match self.library[id.index()] {
                Some(function) => self.call_library(&external.name, args, kinds, (hands_on, sizes), function)?,
                None => return Err(self.unreachable()),
            },
            Target::SetJump => {
                self.set_jump(args)?;
                self.core.lift(Value::ZERO)
            }
            Target::ReturnAddress => {
                let address = self.return_address(args)?;
                self.core.lift(address)
            }
            Target::FrameAddress => {
                let address = self.frame_address();
                self.core.lift(address)
            }
            Target::Join => self.call_library(&external.name, args, None, (0, 0), pthread_join)?,
            target @ (Target::Sync(_) | Target::Arrive) => {
                let op = self.only_operation(target);
                self.call_library(&external.name, &args[..args.len().min(1)], None, (0, 0), |cx| {
                    op.map_or(Ok(Value::ZERO), |op| one(cx, op))
                })?
            }
        };
        match std::mem::take(&mut self.core.order) {
            Order::None => {}
            Order::Exit(status) => {
                self.exit(status)?;
                self.drop_frames();
                return Ok(Flow::Frames);
            }
            Order::ExitNow(status) => return Err(self.exit_now(status)),
            Order::EndThread => {
                self.leave_exit_value(result);
                self.unwind()?;
                return Ok(Flow::Frames);
            }
            Order::Jump { mark } => {
                self.long_jump(mark, result)?;
                return Ok(Flow::Frames);
            }
            Order::UnwindOn => {
                self.unwind()?;
                return Ok(Flow::Frames);
            }
            Order::Unwind => {
                self.unwind_caller()?;
                return Ok(Flow::Frames);
            }
        }
        if let Some(dst) = dst {
            self.set(dst, result);
        }
        Ok(Flow::Next)
    }

    fn call_library(
        &mut self,
        name: &str,
        args: &[Operand],
        kinds: Option<SignatureId>,
        (hands_on, sizes): (u32, u32),
        function: impl FnOnce(&mut CallCx<'_, D>) -> LibResult,
    ) -> Result<D::Value, Halt> {
        let frame = self.live.frames.last();
        let base = frame.map_or(0, |frame| frame.base as usize);
        let caller = frame.map_or((0, Pc(0)), |frame| (frame.function, Pc(frame.pc)));
        let (regs, consts) = (&self.live.slots[base..], self.consts);
        let value = |&arg: &Operand| super::get(regs, consts, arg);
        let values: SmallVec<[D::Value; 4]> =
            if hands_on == 0 { SmallVec::new() } else { args.iter().map(value).collect() };
        let is_in = |set: u32, n: usize| set.checked_shr(n as u32).is_some_and(|rest| rest & 1 != 0);
        let word = |(n, arg)| match n {
            n if is_in(hands_on, n) => Ok(Value::uninit(8)),
            n if is_in(sizes, n) => self.core.decide_size(value(arg)),
            _ => self.core.decide(value(arg)),
        };
        let words: SmallVec<[Value; 8]> = args.iter().enumerate().map(word).collect::<Result<_, _>>()?;
        let start = self.begin_journal();
        self.core.memory.set_bulk(true);
        self.core.memory.who.maker = self.maker();
        let journal = &mut self.live.journal;
        let kinds = kinds.and_then(|id| self.code.program.signature(id)).map_or(&[][..], |kinds| &kinds.args);
        let mut cx =
            CallCx { core: self.core, journal, code: self.code, name, args: &words, values: &values, kinds, caller };
        let result = function(&mut cx)?;
        self.core.memory.who.maker = None;
        self.end_journal(start);
        Ok(self.core.handed.take().unwrap_or_else(|| self.core.lift(result)))
    }

    /// The place to which belongs what is allocated now, if that is not where the thread is: where
    /// the outermost of functions that allocate for their callers was called.
    fn maker(&self) -> Option<Site> {
        let allocates = |function: u32| self.code.shapes[function as usize].allocates;
        if !self.live.frames.last().is_some_and(|frame| allocates(frame.function)) {
            return None;
        }
        self.outer().find(|&(function, ..)| !allocates(function)).map(|(function, pc, user)| match user {
            NONE => self.code.program.site(FuncId(function), Pc(pc)),
            user => Site(user),
        })
    }

    #[cold]
    fn outer(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let live = self.live.frames.iter().rev().map(|frame| (frame.function, frame.pc, frame.user));
        live.chain(frames_of(self.arena, self.live.below).map(|(function, pc)| (function, pc, NONE)))
    }

    /// Whether an operand is 0.
    pub(super) fn is_zero(&self, operand: Operand) -> bool {
        self.core.memory.domain.word(self.value(operand)) == Ok(Value::ZERO)
    }

    pub(super) fn drop_frames(&mut self) {
        self.live.frames.clear();
        self.live.slots.clear();
        self.live.allocas.clear();
        self.live.journal.entries.clear();
        self.live.below = NONE;
    }

    pub(super) fn return_from(&mut self, values: &[Operand]) -> Result<Flow, Halt> {
        let Some(&frame) = self.live.frames.last() else { return Err(self.unreachable()) };
        if self.code.shapes[frame.function as usize].section && !self.leave_section()? {
            return Ok(Flow::Frames);
        }
        let first = values.first().map(|&value| self.value(value));
        if self.live.frames.len() == 1
            && self.live.below == NONE
            && self.live.stage == Stage::Main
            && let Some(value) = first
        {
            let at = values.get(1).map_or(0, |&at| self.core.memory.bits(self.value(at)));
            self.check_returned(value, at)?;
        }
        self.end_allocas(0)?;
        let rest: Vec<D::Value> = match values {
            [] | [_] => Vec::new(),
            [_, rest @ ..] => rest.iter().map(|&value| self.value(value)).collect(),
        };
        self.live.frames.pop();
        self.live.slots.truncate(frame.base as usize);
        self.live.journal.entries.truncate(frame.journal as usize);
        if self.live.frames.is_empty() {
            if self.live.below == NONE {
                self.outermost_returned(first.unwrap_or_else(|| self.core.lift(Value::ZERO)));
                return Ok(Flow::Frames);
            }
            self.live.thaw_below(self.arena);
        }
        let fit = if rest.is_empty() { 0 } else { self.fitting_results(frame.function) };
        let Some(caller) = self.live.frames.last_mut() else { return Ok(Flow::Frames) };
        caller.frozen = NONE;
        if frame.dst == TO_LIBRARY {
            self.live.journal.entries.push(first.unwrap_or_else(|| self.core.lift(Value::ZERO)));
            return Ok(Flow::Frames);
        }
        caller.pc += 1;
        if frame.dst != NONE {
            let at = (caller.base + frame.dst) as usize;
            let undef = || self.core.lift(Value { bits: 0, undef: u64::MAX });
            self.live.slots[at] = first.unwrap_or_else(undef);
            for (slot, value) in self.live.slots[at + 1..].iter_mut().zip(rest.into_iter().take(fit.saturating_sub(1)))
            {
                *slot = value;
            }
        }
        Ok(Flow::Frames)
    }

    fn outermost_returned(&mut self, value: D::Value) {
        match self.live.stage {
            Stage::Routine => {
                self.leave_exit_value(value);
                self.end_thread();
            }
            Stage::Main => self.main_returned(value),
            Stage::Constructors(_)
            | Stage::ThreadEnd(_)
            | Stage::Ending
            | Stage::Meeting { .. }
            | Stage::Handlers
            | Stage::Destructors(_) => {}
        }
    }

    /// The thread has returned from its start routine, or has unwound its calls; its value is
    /// known.
    pub(super) fn end_thread(&mut self) {
        self.live.stage = Stage::ThreadEnd(self.core.memory.who.site);
        if let Some(function) = self.code.thread_exit {
            let _halt = self.push_frame(function, 0, NONE, None);
        }
    }

    /// There is no frame: what comes next. `Some` if that is the end.
    pub(super) fn next_stage(&mut self) -> Option<Op> {
        let program = &*self.code.program;
        let function = match self.live.stage {
            Stage::Constructors(n) => match program.constructors.get(n as usize) {
                Some(&constructor) => {
                    // As glibc calls them.
                    if program.functions[constructor.index()].params > 0 && self.pass_arguments().is_err() {
                        return self.stopped();
                    }
                    self.live.stage = Stage::Constructors(n + 1);
                    constructor
                }
                None => {
                    if self.pass_arguments().is_err() {
                        return self.stopped();
                    }
                    self.live.stage = Stage::Main;
                    self.code.entry
                }
            },
            Stage::Main | Stage::Routine => return Some(Op::Stuck(Stuck::Finished)),
            Stage::ThreadEnd(site) => return Some(self.end_locals(site)),
            Stage::Ending => return Some(self.begin_end()),
            Stage::Meeting { unlocks } => return Some(self.meet(unlocks)),
            Stage::Handlers => {
                let at = Code::process_address();
                let count = self.core.memory.look(at, 8);
                if count == 0 {
                    self.live.stage = Stage::Destructors(0);
                    return None;
                }
                self.core.memory.local = false;
                let entry = at + HANDLERS_AT + HANDLER_SIZE * (count - 1);
                let [handler, argument, site] = [0, 8, 16].map(|at| self.core.memory.peek(entry + at, 8));
                self.core.memory.poke(at, 8, count - 1);
                self.core.memory.who.site = Site(site as u32);
                return match self.begin_at(handler, self.core.lift(Value::new(argument))) {
                    Ok(()) => None,
                    Err(_halt) => self.stopped(),
                };
            }
            Stage::Destructors(n) => match program.destructors.get(n as usize) {
                Some(&destructor) => {
                    self.live.stage = Stage::Destructors(n + 1);
                    destructor
                }
                None => return Some(self.end_program()),
            },
        };
        match self.push_frame(function, 0, NONE, None) {
            Ok(_) => None,
            Err(_halt) => self.stopped(),
        }
    }

    /// The thread has ended at `site`, and with it its thread-local variables and its `errno`.
    fn end_locals(&mut self, site: Site) -> Op {
        let memory = &mut self.core.memory;
        let (thread, last) = (memory.who.thread, std::mem::replace(&mut memory.who.site, site));
        let locals = (0..self.code.local_slots.len() as u32).map(|local| self.code.local_address(thread, local));
        for addr in locals.chain([memory.space.errno_address(thread)]) {
            if memory.end_local(addr).is_err()
                && let Next::Op(op) = memory.faults.take_next()
            {
                return op;
            }
        }
        memory.who.site = last;
        Op::Stuck(Stuck::Finished)
    }

    /// Enters an atomic section; false if the lock has to be taken first. The journal tells the
    /// second visit.
    pub(super) fn enter_section(&mut self) -> Result<bool, Halt> {
        let start = self.begin_journal();
        if self.core.memory.who.own.sections == 0 && self.live.journal.entries.len() == start {
            let object = Code::process_address() + crate::code::SECTION_AT;
            return Err(self.core.aside(Op::Sync { object, op: threadbare_op::SyncOp::MutexLock }));
        }
        self.end_journal(start);
        self.core.memory.who.own.sections += 1;
        Ok(true)
    }

    fn leave_section(&mut self) -> Result<bool, Halt> {
        let start = self.begin_journal();
        if self.core.memory.who.own.sections == 1 && self.live.journal.entries.len() == start {
            let object = Code::process_address() + crate::code::SECTION_AT;
            return Err(self.core.aside(Op::Sync { object, op: threadbare_op::SyncOp::MutexUnlock }));
        }
        self.end_journal(start);
        self.core.memory.who.own.sections = self.core.memory.who.own.sections.saturating_sub(1);
        Ok(true)
    }
}
