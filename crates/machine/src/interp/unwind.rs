//! How calls end that do not return: the end of a thread unwinds them (glibc's forced unwinding),
//! from the innermost one on.
//!
//! A call that has something to clean up is entered again, at its landing pad ([`Inst::Invoked`]),
//! and says when it is done. Nothing is kept meanwhile: what the thread ends with is where it will
//! be looked for, and the calls that are left are what there is to unwind.

use super::Running;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::layout;
use crate::thread::NONE;
use crate::value::Value;
use threadbare_program::{Function, Inst, Pc};

impl<D: Domain> Running<'_, D> {
    /// What the thread ends with, for those who join it.
    pub(super) fn leave_exit_value(&mut self, value: D::Value) {
        let at = layout::exit_value_address(self.core.memory.who.thread);
        // Nobody else writes it.
        if self.core.memory.peek_value(at, 8) != Some(value) {
            self.core.memory.poke_value(at, 8, value);
        }
    }

    /// The thread ends: unwinds its calls, up to one that has something to clean up. The variables
    /// of the others are gone, as when functions return. (`exit` ends no thread's stack.)
    pub(super) fn unwind(&mut self) -> Result<(), Halt> {
        while let Some(&frame) = self.live.frames.last() {
            let function = &self.code.program.functions[frame.function as usize];
            if let Some(mark) = self.cleanup_mark() {
                return self.resume(mark, self.core.lift(Value::new(1)), false);
            }
            if let Some(Pc(landing)) = landing(function, frame.pc) {
                self.note_unwinding();
                self.live.journal.entries.truncate(frame.journal as usize);
                if let Some(frame) = self.live.frames.last_mut() {
                    (frame.pc, frame.frozen) = (landing, NONE);
                }
                return Ok(());
            }
            self.unwind_frame()?;
        }
        self.check_cleanups()?;
        self.drop_frames();
        self.end_thread();
        Ok(())
    }

    /// The same, when what the innermost call had to clean up is done.
    pub(super) fn unwind_caller(&mut self) -> Result<(), Halt> {
        self.unwind_frame()?;
        self.unwind()
    }

    pub(super) fn unwind_frame(&mut self) -> Result<(), Halt> {
        self.end_allocas(0)?;
        if let Some(frame) = self.live.frames.pop() {
            self.live.slots.truncate(frame.base as usize);
            self.live.journal.entries.truncate(frame.journal as usize);
        }
        if self.live.frames.is_empty() && self.live.below != NONE {
            self.live.thaw_below(self.arena);
        }
        Ok(())
    }
}

/// Where the call at an instruction is unwound to, if to anywhere in its function.
fn landing(function: &Function, call: u32) -> Option<Pc> {
    let after = function.code.get(call as usize + 1..)?;
    // What a call brings back may be cut to its width first.
    match after.iter().find(|inst| !matches!(inst, Inst::Move { .. } | Inst::Cast { .. }))? {
        Inst::Invoked { unwind, .. } => Some(*unwind),
        _ => None,
    }
}
