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

/// Whether a function of this name stores the address of what it allocates where its first argument
/// points to.
pub(super) fn gives_through_pointer(name: &str) -> bool {
    const NAMES: [&str; 8] = [
        "posix_memalign",
        "asprintf",
        "vasprintf",
        "__asprintf_chk",
        "__vasprintf_chk",
        "getline",
        "getdelim",
        "open_memstream",
    ];
    NAMES.contains(&name)
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

/// The variable of which each thread has its own, if this is the address of the thread's own one;
/// else the address itself.
fn of_all_threads(address: Value<'_>) -> Value<'_> {
    let is_own = address.kind() == ValueKind::Instruction
        && address.opcode() == Op::LLVMCall
        && address.callee().name().starts_with("llvm.threadlocal.address");
    if is_own { address.operand(0) } else { address }
}

/// How far an address is followed back to a variable.
const MOST_STEPS: u32 = 8;

impl<'m> Body<'_, 'm> {
    /// If the result of the call at `pc` is assigned to a variable or a field, that names what the
    /// call allocates, or the input that it takes.
    pub(super) fn name_result(&mut self, call: Value<'m>, pc: Pc) {
        let described = self.local(call);
        match (described.name, described.shape) {
            (Some(name), shape) => self.name_by(Some((name, shape)), pc),
            (None, _) => {
                if let Some(store) = stored(call) {
                    self.name_stored(store.operand(1), pc);
                }
            }
        }
    }

    /// The variable or field at `address` names what the call at `pc` allocates, and stores there.
    pub(super) fn name_stored(&mut self, address: Value<'m>, pc: Pc) {
        let found = self.innermost(address, 0);
        self.name_by(found, pc);
    }

    fn name_by(&mut self, variable: Option<(String, Option<ShapeId>)>, pc: Pc) {
        if let Some((name, shape)) = variable {
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
        let address = of_all_threads(address);
        let whole = match address.kind() {
            ValueKind::Global => true,
            ValueKind::Instruction => address.opcode() == Op::LLVMAlloca,
            _ => false,
        };
        let (name, shape, offset) = self.part_of(address, steps)?;
        if whole { Some((name, shape)) } else { self.cx.part_at(name, shape?, u64::try_from(offset).ok()?) }
    }

    /// Name and shape of the variable that an address is in, or of what the pointer is said to point
    /// to that it is computed from, and where in it. An index that is not known counts as 0: the
    /// members of all elements have the same names.
    fn part_of(&mut self, address: Value<'m>, steps: u32) -> Option<(String, Option<ShapeId>, i64)> {
        if steps > MOST_STEPS {
            return None;
        }
        let address = of_all_threads(address);
        let is_gep = match address.kind() {
            ValueKind::Global => false,
            ValueKind::Expr if address.expr_opcode() == Op::LLVMGetElementPtr => true,
            ValueKind::Instruction => address.opcode() == Op::LLVMGetElementPtr,
            _ => return None,
        };
        if is_gep {
            let (offset, _) = self.cx.gep_parts(address)?;
            let (name, shape, from) = self.part_of(address.operand(0), steps + 1)?;
            return Some((name, shape, from.checked_add(offset)?));
        }
        let is_global = address.kind() == ValueKind::Global;
        let (name, shape) = if is_global { self.memory_of(address)? } else { self.object(address, steps)? };
        Some((name, shape, 0))
    }

    /// Name and shape of a global variable.
    fn memory_of(&mut self, global: Value<'m>) -> Option<(String, Option<ShapeId>)> {
        let described = (global.kind() == ValueKind::Global).then(|| self.cx.debug_global(global))?;
        described.name.map(|name| (name, described.shape))
    }

    /// What the pointer is said to point to that an instruction gives.
    pub(super) fn pointed(&mut self, pointer: Value<'m>) -> Option<ShapeId> {
        if pointer.opcode() == Op::LLVMAlloca { None } else { self.object(pointer, 0)?.1 }
    }

    /// Name and shape of the variable that an instruction makes, or of the object that the pointer
    /// is said to point to which it gives.
    fn object(&mut self, pointer: Value<'m>, steps: u32) -> Option<(String, Option<ShapeId>)> {
        if pointer.opcode() == Op::LLVMLoad {
            let (name, shape) = self.innermost(pointer.operand(0), steps + 1)?;
            return Some((name, self.cx.pointee(shape)));
        }
        let described = self.local(pointer);
        let is_variable = pointer.opcode() == Op::LLVMAlloca;
        let shape = if is_variable { described.shape } else { self.cx.pointee(described.shape) };
        described.name.map(|name| (name, shape))
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
