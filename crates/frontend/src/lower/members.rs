//! Which member of which structure an access is to, as the source has it: reports of memory that
//! holds several structures, or that is allocated as something else, call it by that.

use super::Lowering;
use super::function::Body;
use crate::llvm::{Meta, Type, TypeKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{Inst, Member, Shape, ShapeId, ShapeKind};

/// How far an address is followed back to a pointer.
const MOST_STEPS: usize = 8;
/// Where the nodes of functions and of their types have these, in LLVM 22.
const TYPE: usize = 4;
const TYPES: usize = 5;

impl<'m> Body<'_, 'm> {
    /// Notes it for the first instruction from `from` on that accesses what `inst` accesses.
    pub(super) fn note_member(&mut self, inst: Value<'m>, from: usize) {
        let address = match inst.opcode() {
            Op::LLVMLoad | Op::LLVMAtomicRMW | Op::LLVMAtomicCmpXchg => inst.operand(0),
            Op::LLVMStore => inst.operand(1),
            _ => return,
        };
        let accesses = |inst: &Inst| inst.accessed().is_some();
        let Some(at) = self.code.get(from..).and_then(|code| code.iter().position(accesses)) else { return };
        if !self.cx.debug.shapes.is_empty()
            && let Some((ty, offset, exact, base)) = self.member(address)
            && let Some(of) = self.declared(ty, base).or_else(|| self.cx.shape_of_struct(ty))
        {
            self.debug.members.push(Member { pc: super::index_u32(from + at), of, offset, exact });
        }
    }

    /// The structure that a pointer is said to point to, if it may be the one of a type: where
    /// files are linked, LLVM takes types of the same layout for one.
    fn declared(&mut self, ty: Type<'m>, base: Value<'m>) -> Option<ShapeId> {
        let of = (base.kind() == ValueKind::Instruction).then(|| self.pointed(base))??;
        let shape = self.cx.debug.shapes.get(of.0 as usize)?;
        let ShapeKind::Fields(fields) = &shape.kind else { return None };
        let starts = |field| self.cx.module.offset_of(ty, field);
        let alike = shape.size == self.cx.module.size_of(ty)
            && fields.len() == ty.fields().len()
            && (0..).zip(fields).all(|(at, (_, offset, _))| starts(at) == *offset);
        alike.then_some(of)
    }

    /// The outermost structure around an address that is computed from a pointer, where in it that
    /// is, whether that is all, and the pointer.
    fn member(&mut self, address: Value<'m>) -> Option<(Type<'m>, i64, bool, Value<'m>)> {
        let (mut address, mut offset, mut exact, mut found) = (address, 0_i64, true, None);
        for _ in 0..MOST_STEPS {
            match address.kind() {
                ValueKind::Instruction => {}
                // What variables are called is known.
                ValueKind::Global | ValueKind::Expr => return None,
                _ => return found,
            }
            match address.opcode() {
                Op::LLVMGetElementPtr => {}
                Op::LLVMAlloca => return None,
                Op::LLVMCall => {
                    self.cx.know_returned(address.callee());
                    return found;
                }
                _ => return found,
            }
            let (by, variable) = self.cx.gep_parts(address)?;
            offset = offset.checked_add(by)?;
            exact &= variable.is_empty();
            let ty = address.gep_type();
            let is_member = ty.kind() == TypeKind::Struct && address.operand_count() > 2;
            if is_member
                && address.operand(1).int() == Some(0)
                && (exact || found.is_none_or(|(_, _, exact, _)| !exact))
            {
                found = Some((ty, offset, exact, address.operand(0)));
            }
            address = address.operand(0);
        }
        found
    }
}

impl<'m> Lowering<'m> {
    /// The type that a function returns is to be known.
    fn know_returned(&mut self, callee: Value<'m>) {
        if callee.kind() != ValueKind::Function {
            return;
        }
        let operand = |node: Meta<'m>, at: usize| node.operands(self.module).get(at).copied().flatten()?.node();
        let types = callee.subprogram().and_then(|node| operand(operand(node, TYPE)?, TYPES));
        if let Some(returned) = types.and_then(|types| operand(types, 0)) {
            self.shape(returned);
        }
    }

    /// The shape of a structure, by its name and its size.
    fn shape_of_struct(&mut self, ty: Type<'m>) -> Option<ShapeId> {
        if let Some(known) = self.debug.structs.get(&ty) {
            return Some(*known);
        }
        let name = ty.struct_name();
        let name = name.strip_prefix("struct.")?;
        // Of several of the same name LLVM numbers the later ones.
        let name = match name.rsplit_once('.') {
            Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => name,
        };
        let size = self.module.size_of(ty);
        let is_it = |shape: &Shape| {
            shape.size == size
                && matches!(shape.kind, ShapeKind::Fields(_))
                && (shape.name == name || shape.name.strip_prefix("struct ") == Some(name))
        };
        let found = self.debug.shapes.iter().position(is_it).map(|at| ShapeId(super::index_u32(at)))?;
        self.debug.structs.insert(ty, found);
        Some(found)
    }
}
