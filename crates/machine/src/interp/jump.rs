//! `setjmp` and `longjmp` within a thread.
//!
//! A call of `setjmp` makes a hidden object among the variables of its function, its *mark*, and
//! leaves the mark's address in the buffer. The mark ends with the activation, as they all do, so
//! that `longjmp` sees whether that is still there; and as the buffer is ordinary memory, copies of
//! it, races on it and going back in an exploration need no care.
//!
//! The mark holds which call it is for, which buffer, from which slot on the thread allocated what
//! came later, and the registers of that moment. `longjmp` ends what the activation has made since,
//! and forgets the registers that have changed: those are variables that are not `volatile` and
//! were changed in between, of which C11 7.13.2.1 says that they are indeterminate.
//!
//! Deviations: a variable in memory (its address is taken, or it is no scalar) keeps what was last
//! stored to it, and one that was changed and changed back keeps its value, though C calls them
//! indeterminate, too.

use super::Running;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::memory::Kind;
use crate::record::What;
use crate::thread::{NONE, Stage};
use crate::value::Value;
use threadbare_op::{Addr, FaultKind};
use threadbare_program::{FuncId, Inst, Operand, Pc, Reg};

/// Words of a mark before the registers: the call, the buffer, the first slot of what came later.
const HEADER: u64 = 3;
/// Where `pthread_cleanup_push` (without `-fexceptions`) keeps, in its buffer, the one before: where
/// the saved registers are over.
pub(crate) const fn before_at(pointer_bytes: u8) -> u64 {
    if pointer_bytes == 4 { 28 } else { 72 }
}

/// The word of a thread that has the innermost of these buffers.
pub(crate) const CLEANUP_WORD: usize = 0;
/// The word of a thread that says how many calls there are below a handler that `pthread_exit`
/// runs; 0 if it runs none.
pub(crate) const HANDLER_WORD: usize = 1;
/// The word of a thread that has the slot from which on it allocates what is made after its end has
/// begun to unwind calls that clean up (`-fexceptions`); 0 before that.
const UNWIND_WORD: usize = 2;
/// The same for the functions that `quick_exit` runs.
pub(crate) const QUICK_WORD: usize = 3;

/// What a mark says.
struct Mark {
    call: u32,
    buffer: Addr,
    later: u64,
}

impl<D: Domain> Running<'_, D> {
    /// `setjmp(buffer)`, or `sigsetjmp(buffer, saves_mask)`.
    pub(super) fn set_jump(&mut self, args: &[Operand]) -> Result<(), Halt> {
        let Some(&frame) = self.live.frames.last() else { return Ok(()) };
        let program = &self.code.program;
        if program.resumes_at(&program.functions[frame.function as usize], Pc(frame.pc)).is_none() {
            return Err(self.core.unsupported("`setjmp` is called through a pointer".into()));
        }
        let Some(&buffer) = args.first() else { return Err(self.unreachable()) };
        let buffer = self.decided(buffer, "the address of the buffer of `setjmp` is uninitialised")?;
        let saves_mask = match args.get(1) {
            Some(&saves) => self.decided(saves, "an argument of `sigsetjmp` is uninitialised")? as u32 != 0,
            None => false,
        };
        if saves_mask && program.function_named("pthread_sigmask").is_some() {
            return Err(self
                .core
                .unsupported("`sigsetjmp` that saves the signal mask, in a program that changes it".into()));
        }
        let start = self.begin_journal();
        // The mark is made before anything that can be visible, and found again in the journal.
        let mark = match self.live.journal.entries.get(start) {
            Some(&mark) => self.core.memory.bits(mark),
            None => {
                let mark = self.mark(frame.pc, buffer)?;
                self.live.journal.entries.push(self.core.lift(Value::new(mark)));
                mark
            }
        };
        self.live.journal.at = start + 1;
        self.store_once(buffer, 8, self.core.lift(Value::new(mark)))?;
        self.end_journal(start);
        Ok(())
    }

    /// The mark of a call in the top frame for a buffer: a new one, unless that call has marked the
    /// buffer before.
    fn mark(&mut self, call: u32, buffer: Addr) -> Result<Addr, Halt> {
        let Some(&frame) = self.live.frames.last() else { return Ok(0) };
        let slots = self.code.shapes[frame.function as usize].slots;
        let known = self.live.allocas[frame.allocas as usize..].iter().copied().find(|&addr| {
            self.core.memory.is_hidden(addr) && {
                let mark = self.read_mark(addr);
                mark.call == call && mark.buffer == buffer
            }
        });
        let addr = match known {
            Some(addr) => addr,
            None => {
                let size = 8 * (HEADER + u64::from(slots));
                self.use_stack(size)?;
                let addr = self.core.memory.allocate(size, 8, Kind::Hidden, true)?;
                self.live.allocas.push(addr);
                addr
            }
        };
        let later = u64::from(self.core.memory.who.own.next_slot);
        for (at, word) in (0..).zip([u64::from(call), buffer, later]) {
            self.core.memory.poke(addr + 8 * at, 8, word);
        }
        for slot in 0..u64::from(slots) {
            let value = self.live.slots[frame.base as usize + slot as usize];
            self.core.memory.poke_value(addr + 8 * (HEADER + slot), 8, value);
        }
        Ok(addr)
    }

    fn read_mark(&self, addr: Addr) -> Mark {
        let word = |at: u64| self.core.memory.peek(addr + 8 * at, 8);
        Mark { call: u32::try_from(word(0)).unwrap_or(NONE), buffer: word(1), later: word(2) }
    }

    /// `longjmp` to a mark: leaves the calls up to its activation, where `setjmp` returns `value`.
    pub(super) fn long_jump(&mut self, mark: Addr, value: D::Value) -> Result<(), Halt> {
        self.check_mark(mark)?;
        let handler = layout::word_address(self.core.memory.who.thread, HANDLER_WORD);
        // So many calls there are below the handler that `pthread_exit` runs.
        let below = self.core.memory.peek(handler, 8);
        loop {
            if below > 0 && self.live.frames.len() as u64 <= below {
                let message = "`longjmp` out of a cleanup handler that `pthread_exit` runs";
                return Err(self.core.fail(FaultKind::SyncMisuse, message.into(), None));
            }
            if self.has_mark(mark) {
                break;
            }
            let Some(frame) = self.live.frames.last() else { return Err(self.no_mark()) };
            if self.code.shapes[frame.function as usize].section {
                return Err(self.core.unsupported("`longjmp` out of an atomic section".into()));
            }
            self.unwind_frame()?;
        }
        self.resume(mark, value, true)
    }

    /// Whether the top frame has that mark.
    pub(super) fn has_mark(&self, mark: Addr) -> bool {
        let Some(frame) = self.live.frames.last() else { return false };
        self.live.allocas[frame.allocas as usize..].contains(&mark) && self.core.memory.is_hidden(mark)
    }

    /// Goes on in the top frame where it has set that mark; whether that is told.
    pub(super) fn resume(&mut self, mark: Addr, value: D::Value, tells: bool) -> Result<(), Halt> {
        let Some(&frame) = self.live.frames.last() else { return Err(self.no_mark()) };
        let Mark { call, later, .. } = self.read_mark(mark);
        let (program, shape) = (&self.code.program, &self.code.shapes[frame.function as usize]);
        let function = &program.functions[frame.function as usize];
        // Nobody but a program that writes where it must not can have changed the mark.
        let Some(Pc(to)) = program.resumes_at(function, Pc(call)) else { return Err(self.no_mark()) };
        let Some(Inst::Call { dst, .. }) = function.code.get(call as usize) else { return Err(self.no_mark()) };
        self.live.journal.entries.truncate(frame.journal as usize);
        for at in (frame.allocas as usize..self.live.allocas.len()).rev() {
            let addr = self.live.allocas[at];
            if u64::from(layout::slot_of(addr)) >= later && self.core.memory.is_on_stack(addr) {
                self.live.allocas.remove(at);
                self.drop_alloca(addr)?;
            }
        }
        let lost = self.core.memory.made_here();
        let lost = self.core.lift(lost);
        // The end of a thread comes back to `pthread_cleanup_push` so, in which nobody has written that.
        if tells {
            self.core.memory.tell(What::Jump { to: program.site(FuncId(frame.function), Pc(call)) });
        }
        for reg in 0..shape.loops {
            let before = self.core.memory.peek_value(mark + 8 * (HEADER + u64::from(reg)), 8);
            let slot = &mut self.live.slots[(frame.base + reg) as usize];
            if before != Some(*slot) {
                *slot = lost;
            }
        }
        self.revive(mark)?;
        if let Some(Reg(dst)) = *dst {
            self.live.slots[(frame.base + dst) as usize] = value;
        }
        if let Some(frame) = self.live.frames.last_mut() {
            (frame.pc, frame.frozen) = (to, NONE);
        }
        Ok(())
    }

    /// The variables of the blocks that the jump goes into, and that were left since, begin their
    /// life anew (C11 6.2.4p6). Which these are the registers of the mark tell. Not those of
    /// variable length, into whose scope nobody may jump.
    fn revive(&mut self, mark: Addr) -> Result<(), Halt> {
        let Some(&frame) = self.live.frames.last() else { return Ok(()) };
        let (function, shape) = (frame.function as usize, &self.code.shapes[frame.function as usize]);
        for inst in &self.code.program.functions[function].code {
            let Inst::Alloca { dst, count, size, align, shape: ty } = *inst else { continue };
            let before = self.core.memory.peek(mark + 8 * (HEADER + u64::from(dst.0)), 8);
            let is_alive = self.live.allocas[frame.allocas as usize..].contains(&before);
            if is_alive || count.as_reg().is_some() || !self.core.memory.is_on_stack(before) {
                continue;
            }
            let kept = self.live.slots[(frame.base + dst.0) as usize];
            self.alloca(dst, count, (size, align), ty)?;
            let anew = std::mem::replace(&mut self.live.slots[(frame.base + dst.0) as usize], kept);
            for reg in 0..shape.loops {
                let slot = &mut self.live.slots[(frame.base + reg) as usize];
                if *slot == self.core.lift(Value::new(before)) {
                    *slot = anew;
                    self.core.memory.poke_value(mark + 8 * (HEADER + u64::from(reg)), 8, anew);
                }
            }
        }
        Ok(())
    }

    /// Whether this thread can jump to a mark.
    fn check_mark(&mut self, mark: Addr) -> Result<(), Halt> {
        let memory = &self.core.memory;
        if !memory.was_hidden(mark) || layout::slot_of(mark) < self.code.first_slot {
            return Err(self.no_mark());
        }
        let what = if layout::thread_of(mark) != memory.who.thread.0 {
            "`longjmp` with a buffer that another thread has filled"
        } else if !memory.is_hidden(mark) && self.live.stage == Stage::Handlers {
            "`longjmp` out of a function that `exit` runs (`atexit`)"
        } else if !memory.is_hidden(mark) {
            "`longjmp` to a call of `setjmp` whose function has returned, or that is in the scope of an array of variable length which was left"
        } else if self.was_made_before(mark, QUICK_WORD) {
            "`longjmp` out of a function that `quick_exit` runs (`at_quick_exit`)"
        } else if self.was_made_before(mark, UNWIND_WORD) {
            "`longjmp` out of a cleanup that `pthread_exit` runs"
        } else {
            return Ok(());
        };
        Err(self.core.fail(FaultKind::SyncMisuse, what.into(), None))
    }

    /// Whether a mark was made before what that word says.
    fn was_made_before(&self, mark: Addr, word: usize) -> bool {
        let memory = &self.core.memory;
        u64::from(layout::slot_of(mark)) < memory.peek(layout::word_address(memory.who.thread, word), 8)
    }

    /// The end of the thread begins to run what calls have to clean up.
    pub(super) fn note_unwinding(&mut self) {
        let memory = &mut self.core.memory;
        let word = layout::word_address(memory.who.thread, UNWIND_WORD);
        if memory.peek(word, 8) == 0 {
            memory.poke(word, 8, u64::from(memory.who.own.next_slot));
        }
    }

    fn no_mark(&mut self) -> Halt {
        let message = match self.live.stage {
            Stage::Handlers => {
                "`longjmp` out of a function that `exit` runs (`atexit`), or with a buffer that `setjmp` has not filled"
            }
            _ => "`longjmp` with a buffer that `setjmp` has not filled",
        };
        self.core.fail(FaultKind::SyncMisuse, message.into(), None)
    }

    /// The thread ends by `pthread_exit`, and has unwound its calls up to the top frame: the mark
    /// to go on at, if that frame has called `pthread_cleanup_push`.
    pub(super) fn cleanup_mark(&mut self) -> Option<Addr> {
        let word = layout::word_address(self.core.memory.who.thread, CLEANUP_WORD);
        let buffer = self.core.memory.peek(word, 8);
        if buffer == 0 {
            return None;
        }
        let mark = self.core.memory.peek(buffer, 8);
        if !self.has_mark(mark) {
            return None;
        }
        let at = before_at(self.code.program.pointer_bytes());
        let before = self.core.memory.peek(buffer + at, 8);
        self.core.memory.poke(word, 8, before);
        let handler = layout::word_address(self.core.memory.who.thread, HANDLER_WORD);
        self.core.memory.poke(handler, 8, self.live.frames.len() as u64);
        Some(mark)
    }

    /// All calls are unwound: there must be no cleanup left.
    pub(super) fn check_cleanups(&mut self) -> Result<(), Halt> {
        let word = layout::word_address(self.core.memory.who.thread, CLEANUP_WORD);
        if self.core.memory.peek(word, 8) == 0 {
            return Ok(());
        }
        let message = "`pthread_exit` has to run a cleanup handler whose function was left between `pthread_cleanup_push` and `pthread_cleanup_pop`";
        Err(self.core.fail(FaultKind::SyncMisuse, message.into(), None))
    }
}
