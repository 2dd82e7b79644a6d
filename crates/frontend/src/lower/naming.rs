//! What memory is called that a function allocates, and what input is called that it takes: after
//! what the result is first assigned to.

use super::Lowering;
use super::function::Body;
use crate::llvm::{Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{Pc, ShapeId, ShapeKind};

/// Whether the result of a function of this name is input.
pub(super) fn takes_input(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_") || matches!(name, "klee_int" | "klee_range")
}

/// The instruction that stores the result of a call, perhaps converted.
fn stored<'m>(call: Value<'m>) -> Option<Value<'m>> {
    let mut value = call;
    loop {
        let store = value.users().find(|user| user.opcode() == Op::LLVMStore && user.operand(0) == value);
        if store.is_some() {
            return store;
        }
        let converts = |user: &Value<'m>| matches!(user.opcode(), Op::LLVMZExt | Op::LLVMSExt | Op::LLVMTrunc);
        value = value.users().find(converts)?;
    }
}

/// How far an address is followed back to a variable.
const MOST_STEPS: u32 = 8;

impl<'m> Body<'_, 'm> {
    /// If the result of the call at `pc` is assigned to a variable or a field, that names what the
    /// call allocates, or the input that it takes.
    pub(super) fn name_result(&mut self, call: Value<'m>, pc: Pc) {
        let described = self.local(call);
        let found = match (described.name, described.shape) {
            (Some(name), shape) => Some((name, shape)),
            (None, _) => stored(call).and_then(|store| self.innermost(store.operand(1), 0)),
        };
        if let Some((name, shape)) = found {
            let shape = self.cx.pointee(shape);
            self.name_allocation(pc, name, shape);
        }
    }

    /// Name and shape of what is no structure and no array at an address: the first member of a
    /// structure has the address of the whole.
    fn innermost(&mut self, address: Value<'m>, steps: u32) -> Option<(String, Option<ShapeId>)> {
        let (name, shape) = self.memory(address, steps)?;
        let part = shape.and_then(|shape| self.cx.part_at(name.clone(), shape, 0));
        Some(part.unwrap_or((name, shape)))
    }

    /// Name and shape of the variable or field at an address.
    fn memory(&mut self, address: Value<'m>, steps: u32) -> Option<(String, Option<ShapeId>)> {
        if steps > MOST_STEPS {
            return None;
        }
        match address.kind() {
            ValueKind::Global => self.memory_of(address),
            ValueKind::Expr if address.expr_opcode() == Op::LLVMGetElementPtr => {
                let (offset, _) = self.cx.gep_parts(address)?;
                let (name, shape) = self.memory_of(address.operand(0))?;
                self.cx.part_at(name, shape?, u64::try_from(offset).ok()?)
            }
            ValueKind::Instruction => match address.opcode() {
                Op::LLVMGetElementPtr => {
                    let (offset, _) = self.cx.gep_parts(address)?;
                    let (name, shape) = self.object(address.operand(0), steps + 1)?;
                    self.cx.part_at(name, shape?, u64::try_from(offset).ok()?)
                }
                Op::LLVMAlloca => {
                    let described = self.local(address);
                    described.name.map(|name| (name, described.shape))
                }
                _ => {
                    let (name, shape) = self.object(address, steps)?;
                    self.cx.part_at(name, shape?, 0)
                }
            },
            _ => None,
        }
    }

    /// Name and shape of a global variable.
    fn memory_of(&mut self, global: Value<'m>) -> Option<(String, Option<ShapeId>)> {
        let described = (global.kind() == ValueKind::Global).then(|| self.cx.debug_global(global))?;
        described.name.map(|name| (name, described.shape))
    }

    /// Name and shape of the object that a pointer points to.
    fn object(&mut self, pointer: Value<'m>, steps: u32) -> Option<(String, Option<ShapeId>)> {
        if pointer.kind() == ValueKind::Instruction && pointer.opcode() == Op::LLVMLoad {
            let (name, shape) = self.innermost(pointer.operand(0), steps + 1)?;
            return Some((name, self.cx.pointee(shape)));
        }
        if pointer.kind() == ValueKind::Instruction
            && !matches!(pointer.opcode(), Op::LLVMAlloca | Op::LLVMGetElementPtr)
        {
            let described = self.local(pointer);
            return described.name.map(|name| (name, self.cx.pointee(described.shape)));
        }
        self.memory(pointer, steps + 1)
    }
}

impl Lowering<'_> {
    /// The innermost part at an offset of a shape that is neither a structure nor an array, and the
    /// name of its field.
    fn part_at(&self, name: String, shape: ShapeId, offset: u64) -> Option<(String, Option<ShapeId>)> {
        let (mut name, mut shape, mut offset) = (name, shape, offset);
        loop {
            match &self.debug.shapes.get(shape.0 as usize)?.kind {
                ShapeKind::Fields(fields) => {
                    let (field, at, of) = fields.iter().rev().find(|(_, at, of)| {
                        let size = self.debug.shapes.get(of.0 as usize).map_or(0, |shape| shape.size);
                        *at <= offset && offset < at.saturating_add(size)
                    })?;
                    if !field.is_empty() {
                        name.clone_from(field);
                    }
                    (shape, offset) = (*of, offset - at);
                }
                ShapeKind::Array(of, _) => {
                    let size = self.debug.shapes.get(of.0 as usize).map_or(0, |shape| shape.size);
                    offset = offset.checked_rem(size)?;
                    shape = *of;
                }
                _ => return Some((name, Some(shape))),
            }
        }
    }
}
