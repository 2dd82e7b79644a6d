//! Whether a function treats addresses as something opaque: it copies them, adds to them, goes
//! where they lead, and asks whether two are equal, but makes no number of an address, and does not
//! ask which of two comes first.
//!
//! Threads that run the same code are interchangeable only then, because their own objects lie at
//! different places ([`threadbare_program::Program::opaque_addresses`]). An address can become a
//! number by a conversion, or by being stored as a pointer and loaded as something else. A conversion, and
//! a comparison by order, become instructions by which the machine sees whether it was an address
//! ([`Inst::AsNumber`]). The second way is seen to here for locals; the machine looks at what is stored
//! into other memory. When in doubt, the answer is no. Not considered: calls with other types than the
//! function has, and `va_arg` of another type than was passed, which C leaves undefined.

use super::function::Body;
use crate::llvm::{Block, TypeKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{Const, Inst};

/// Whether the function is so, but for what the machine sees. (Not in a program for 32 bits, where any
/// number may be an address.)
pub(super) fn is_opaque(function: Value<'_>, ilp32: bool) -> bool {
    Block::all(function).all(|block| block.instructions().all(|inst| keeps_opaque(inst, ilp32)))
}

impl<'m> Body<'_, 'm> {
    /// If the instruction makes a number of an address, or compares two by order, that is noted when it
    /// is executed.
    pub(super) fn note_number(&mut self, inst: Value<'m>) {
        if self.function.section() == super::RUNTIME_SECTION || self.cx.program.ilp32 {
            return;
        }
        let (a, b) = match inst.opcode() {
            Op::LLVMPtrToInt | Op::LLVMPtrToAddr if !inst.users().all(is_difference) => (inst.operand(0), None),
            Op::LLVMSub if is_difference(inst) => (inst.operand(0).operand(0), Some(inst.operand(1).operand(0))),
            Op::LLVMICmp if !inst.is_equality() => (inst.operand(0), Some(inst.operand(1))),
            _ => return,
        };
        if a.ty().kind() == TypeKind::Pointer {
            let null = self.cx.const_operand(Const::Bits(0));
            let (a, b) = (self.one(a), b.map_or(null, |b| self.one(b)));
            self.emit(Inst::AsNumber { a, b });
        }
    }
}

/// `p - q`: how far two places of one object are from each other.
fn is_difference(inst: Value<'_>) -> bool {
    let is_converted = |n| {
        let value = inst.operand(n);
        value.kind() == ValueKind::Instruction && matches!(value.opcode(), Op::LLVMPtrToInt | Op::LLVMPtrToAddr)
    };
    inst.opcode() == Op::LLVMSub && is_converted(0) && is_converted(1)
}

/// The instructions of a function that compute with the number of an address: a shift, a remainder,
/// an exclusive or, a product with a large number. (Not differences, and not bits that are set
/// beside it: those tell little of the number. `(long)arg`, by which threads are numbered, is none.)
pub(super) fn computes(function: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    Block::all(function).flat_map(Block::instructions).filter(|inst| {
        let is_made = |n| is_number(inst.operand(n));
        match inst.opcode() {
            Op::LLVMLShr | Op::LLVMShl | Op::LLVMURem | Op::LLVMUDiv => is_made(0),
            Op::LLVMXor => is_made(0) || is_made(1),
            Op::LLVMMul => is_made(0) && inst.operand(1).int().is_some_and(|by| by >= LARGE),
            _ => false,
        }
    })
}

/// Hashes multiply by larger numbers, offsets by smaller ones.
const LARGE: u64 = 1 << 16;

/// Whether a value is an address as a number, or a part of one.
fn is_number(mut value: Value<'_>) -> bool {
    while value.kind() == ValueKind::Instruction {
        match value.opcode() {
            Op::LLVMPtrToInt | Op::LLVMPtrToAddr => return true,
            Op::LLVMTrunc | Op::LLVMZExt | Op::LLVMSExt => value = value.operand(0),
            _ => return false,
        }
    }
    false
}

fn keeps_opaque(inst: Value<'_>, ilp32: bool) -> bool {
    let ty = || inst.operand(0).ty();
    let is_seen = || !ilp32 && ty().kind() == TypeKind::Pointer;
    match inst.opcode() {
        Op::LLVMPtrToInt | Op::LLVMPtrToAddr => is_seen(),
        Op::LLVMICmp => match ty().kind() {
            TypeKind::Pointer => inst.is_equality() || is_seen(),
            TypeKind::Vector(_) => inst.is_equality() || ty().element().kind() != TypeKind::Pointer,
            _ => true,
        },
        Op::LLVMStore => {
            let aggregate =
                matches!(inst.operand(0).ty().kind(), TypeKind::Struct | TypeKind::Array(_) | TypeKind::Vector(_));
            let pointer = inst.operand(0).ty().kind() == TypeKind::Pointer;
            !(aggregate || pointer)
                || root(inst.operand(1)).is_none_or(|local| pointer && local == inst.operand(1) && holds_pointer(local))
        }
        Op::LLVMLoad => {
            let local = root(inst.operand(0)).filter(|&local| holds_pointer(local));
            local.is_none() || inst.ty().kind() == TypeKind::Pointer
        }
        // Copying blocks out of a pointer, or into it.
        Op::LLVMCall if is_block_operation(inst) => {
            let is_pointer = |n| root(inst.operand(n)).is_some_and(holds_pointer);
            !is_pointer(0) && !is_pointer(1)
        }
        _ => true,
    }
}

fn is_block_operation(call: Value<'_>) -> bool {
    call.callee().kind() == ValueKind::Function && call.callee().name().starts_with("llvm.mem")
}

/// The local that the address leads into, if it is one.
fn root(mut address: Value<'_>) -> Option<Value<'_>> {
    while address.kind() == ValueKind::Instruction {
        match address.opcode() {
            Op::LLVMAlloca => return Some(address),
            Op::LLVMGetElementPtr | Op::LLVMBitCast | Op::LLVMAddrSpaceCast => address = address.operand(0),
            _ => return None,
        }
    }
    None
}

fn holds_pointer(local: Value<'_>) -> bool {
    local.allocated_type().kind() == TypeKind::Pointer
}
