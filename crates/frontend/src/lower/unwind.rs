//! Calls that may be unwound: what `__attribute__((cleanup))` and `pthread_cleanup_push` are with
//! `-fexceptions`, and destructors of C++. A thread that calls `pthread_exit` runs them on its way
//! out ([`Inst::Invoked`]).
//!
//! A landing pad that only cleans up is entered whatever language it is written in; so is every one
//! of C, whose personality function does not look at what a pad catches (a cleanup that is itself
//! left by `pthread_exit` aborts the program that way). Not covered: pads of C++ that catch
//! something, or restrict it.

use super::function::{Body, Operands};
use crate::llvm::Value;
use threadbare_program::{Callee, Inst};

/// The personality function of C begins so.
const C_PERSONALITY: &str = "__gcc_personality_";

impl<'m> Body<'_, 'm> {
    pub(super) fn invoke(&mut self, inst: Value<'m>, block: usize) {
        let start = self.code.len();
        self.call(inst);
        // An intrinsic or an assembly statement may be no call here.
        if self.code[start..].iter().any(|inst| matches!(inst, Inst::Call { .. })) {
            self.after_invoke(inst, block);
        } else {
            self.go(super::index_u32(block), inst.normal_successor());
        }
    }

    /// Its value, the exception and the number of what catches it, is only handed on.
    pub(super) fn landing_pad(&mut self, inst: Value<'m>) {
        let of_c = self.function.personality().is_some_and(|function| function.name().starts_with(C_PERSONALITY));
        if !of_c && (!inst.is_cleanup() || inst.clause_count() > 0) {
            return self.refuse(inst, "C++ exceptions");
        }
        let (exception, none) = (self.cx.bits(1), self.cx.bits(0));
        let parts: Operands = (0..self.leaves(inst).len()).map(|n| if n == 0 { exception } else { none }).collect();
        self.copy(inst, &parts);
    }

    pub(super) fn resume(&mut self) {
        let callee = Callee::External(self.cx.external_named("__tb_resume"));
        self.emit(Inst::Call { callee, dst: None, args: Box::new([]), kinds: None });
        self.emit(Inst::Unreachable);
    }
}
