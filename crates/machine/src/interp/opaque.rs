//! `__builtin_return_address` and `__builtin_frame_address`: addresses of their own, at which there
//! is nothing.
//!
//! Two calls of a function from one place have the same return address, and from two places
//! different ones. Frame addresses of a thread go down with the depth of its stack.

use super::Running;
use crate::domain::Domain;
use crate::halt::Halt;
use crate::thread::frames_of;
use crate::value::Value;
use threadbare_op::Site;
use threadbare_program::{FuncId, Operand, Pc};

impl<D: Domain> Running<'_, D> {
    /// Where the function `level` calls above the running one will go on.
    pub(super) fn return_address(&mut self, args: &[Operand]) -> Result<Value, Halt> {
        let level = match args.first() {
            Some(&level) => self.decided(level, "how many calls to go up is uninitialised")?,
            None => 0,
        };
        let live = self.live.frames.iter().rev().skip(1).map(|frame| (frame.function, frame.pc));
        let mut callers = live.chain(frames_of(self.arena, self.live.below));
        let caller = callers.nth(usize::try_from(level).unwrap_or(usize::MAX));
        let site = caller.map_or(Site::UNKNOWN, |(function, pc)| self.code.program.site(FuncId(function), Pc(pc)));
        Ok(Value::new(self.core.memory.space.return_address(site)))
    }

    pub(super) fn frame_address(&mut self) -> Value {
        self.core.memory.tell_apart();
        let depth = self.live.frames.last().map_or(0, |frame| frame.depth);
        Value::new(self.core.memory.space.frame_address(self.core.memory.who.thread, depth))
    }
}
