//! Calls of `setjmp`, which may return more than once: laid out as
//! [`Program::resumes_at`](threadbare_program::Program::resumes_at) expects.
//!
//! In a function that calls it, control may go back to such a call from any other. So no value is
//! read in place of another, every block counts as repeated, and what is accessed as volatile lies
//! in memory: it has to keep what was last stored. Of the other variables in registers, the machine
//! forgets those that were changed in between (C11 7.13.2.1).

use super::flow::Head;
use super::function::Body;
use super::{index_u32, is_defined};
use crate::llvm::{Block, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{Inst, is_set_jump};

/// Whether one of these blocks calls `setjmp`.
pub(super) fn returns_twice(blocks: &[Block<'_>]) -> bool {
    let calls = |inst: Value<'_>| {
        matches!(inst.opcode(), Op::LLVMCall | Op::LLVMInvoke)
            && inst.callee().kind() == ValueKind::Function
            && !is_defined(inst.callee())
            && is_set_jump(&inst.callee().name())
    };
    blocks.iter().flat_map(|block| block.instructions()).any(calls)
}

impl<'m> Body<'_, 'm> {
    /// Emits what comes after a call of `setjmp`.
    pub(super) fn after_set_jump(&mut self) {
        let index = index_u32(self.flow.loops.len());
        let (first, head) = (self.label_later(), self.label_later());
        self.emit(Inst::Jump { to: first });
        self.emit(Inst::Loop { index, entry: false });
        self.emit(Inst::Jump { to: head });
        self.bind(first);
        self.emit(Inst::Loop { index, entry: true });
        self.bind(head);
        self.flow.loops.push(Head { line: self.line, depth: 1, at: Some(self.here().0) });
    }
}
