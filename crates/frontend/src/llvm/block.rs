//! Basic blocks.

use super::{Value, api};
use llvm_sys::prelude::LLVMBasicBlockRef;
use std::marker::PhantomData;

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Block<'m> {
    pub(super) raw: LLVMBasicBlockRef,
    pub(super) module: PhantomData<&'m ()>,
}

impl<'m> Block<'m> {
    pub(super) fn new(raw: LLVMBasicBlockRef) -> Self {
        Self { raw, module: PhantomData }
    }

    /// Its instructions.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        let first = Value::new(api!(core::LLVMGetFirstInstruction(self.raw)));
        std::iter::successors(first, |i| Value::new(api!(core::LLVMGetNextInstruction(i.raw))))
    }

    /// The function that it is in.
    pub(crate) fn function(self) -> Value<'m> {
        Value::some(api!(core::LLVMGetBasicBlockParent(self.raw)))
    }

    /// Its last instruction; a verified block has one.
    pub(crate) fn terminator(self) -> Option<Value<'m>> {
        Value::new(api!(core::LLVMGetBasicBlockTerminator(self.raw)))
    }

    /// The blocks of a function, in order.
    pub(crate) fn all(function: Value<'m>) -> impl Iterator<Item = Self> {
        let wrap = |raw: LLVMBasicBlockRef| (!raw.is_null()).then_some(Self { raw, module: PhantomData });
        let first = wrap(api!(core::LLVMGetFirstBasicBlock(function.raw)));
        std::iter::successors(first, move |b: &Self| wrap(api!(core::LLVMGetNextBasicBlock(b.raw))))
    }
}
