//! Constants.

use super::Lowering;
use super::layout::Scalar;
use crate::llvm::{Block, Type, TypeKind, Value, ValueKind};
use llvm_sys::LLVMOpcode as Op;
use threadbare_program::{Const, ConstId};

/// What a getelementptr adds: an index, times the size of an element.
pub(super) struct Step<'m> {
    pub(super) index: Value<'m>,
    pub(super) scale: i64,
    /// The sum must be a signed number of an address's width.
    pub(super) exact: bool,
}

/// Out of every object.
const FAR_AWAY: i64 = 1 << 45;

impl<'m> Lowering<'m> {
    /// A scalar constant as one [`Const`], if it is one: an address with an offset, or bits.
    pub(super) fn fold(&mut self, value: Value<'m>) -> Option<Const> {
        match value.kind() {
            ValueKind::Int => value.int().map(Const::Bits),
            ValueKind::Float => match value.ty().kind() {
                TypeKind::Float => Some(Const::Bits(u64::from((value.float() as f32).to_bits()))),
                TypeKind::Double => Some(Const::Bits(value.float().to_bits())),
                _ => None,
            },
            ValueKind::Null => Some(Const::Bits(0)),
            ValueKind::Undef | ValueKind::Poison => Some(Const::Undef),
            ValueKind::Function if !super::is_defined(value) => Some(Const::External(self.external_id(value))),
            ValueKind::Function => Some(Const::Function(self.function_id(value))),
            ValueKind::IFunc => Some(Const::External(self.external_id(value))),
            // Nothing defines it, and nothing need.
            ValueKind::Global if value.is_declaration() && value.is_extern_weak() => Some(Const::Bits(0)),
            ValueKind::Global => Some(Const::Global(self.global_id(value), 0)),
            ValueKind::Alias => self.fold(value.aliasee()),
            ValueKind::Expr => self.fold_expr(value),
            ValueKind::BlockAddress => Some(Const::Bits(self.label_number(value))),
            _ => None,
        }
    }

    fn fold_expr(&mut self, value: Value<'m>) -> Option<Const> {
        match value.expr_opcode() {
            Op::LLVMGetElementPtr => {
                let base = self.fold(value.operand(0))?;
                let (offset, variable) = self.gep_parts(value)?;
                if variable.is_empty() { self.displace(base, offset) } else { None }
            }
            Op::LLVMBitCast | Op::LLVMAddrSpaceCast | Op::LLVMPtrToInt | Op::LLVMIntToPtr | Op::LLVMPtrToAddr => {
                let inner = self.fold(value.operand(0))?;
                let width = self.layout(value.ty()).first().map(|leaf| leaf.scalar.width())?;
                let most = if self.program.ilp32 { 32 } else { 64 };
                match inner {
                    Const::Bits(bits) => Some(Const::Bits(truncate(bits, width.min(most)))),
                    _ if width == 64 && self.layout(value.ty())[0].scalar != Scalar::Int(64) => Some(inner),
                    _ if width >= most && self.is_inside(inner) => Some(inner),
                    _ => None,
                }
            }
            Op::LLVMTrunc => match (self.fold(value.operand(0))?, value.ty().kind()) {
                (Const::Bits(bits), TypeKind::Int(width)) => Some(Const::Bits(truncate(bits, width as u8))),
                _ => None,
            },
            Op::LLVMAdd => match (self.fold(value.operand(0))?, self.fold(value.operand(1))?) {
                (Const::Bits(a), Const::Bits(b)) => Some(Const::Bits(self.narrow(a.wrapping_add(b), value.ty()))),
                (address, Const::Bits(b)) | (Const::Bits(b), address) => self.displace(address, b as i64),
                _ => None,
            },
            Op::LLVMSub => match (self.fold(value.operand(0))?, self.fold(value.operand(1))?) {
                (Const::Bits(a), Const::Bits(b)) => Some(Const::Bits(self.narrow(a.wrapping_sub(b), value.ty()))),
                (Const::Global(a, x), Const::Global(b, y)) if a == b => {
                    Some(Const::Bits(self.narrow(x.wrapping_sub(y) as u64, value.ty())))
                }
                (address, Const::Bits(b)) => self.displace(address, (b as i64).wrapping_neg()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an address is so far in its object, or one for 64 bits, that its number is nothing else.
    fn is_inside(&self, address: Const) -> bool {
        match address {
            Const::Global(id, offset) if self.program.ilp32 => {
                u64::try_from(offset).is_ok_and(|offset| offset <= self.program.globals[id.index()].size)
            }
            _ => true,
        }
    }

    /// Whether a constant is in memory of 4 bytes what it is in a register.
    pub(super) fn is_in_32_bits(&self, id: ConstId) -> bool {
        match self.program.consts[id.index()] {
            Const::Bits(bits) => bits >> 32 == 0,
            Const::Undef => false,
            address => self.is_inside(address),
        }
    }

    /// An address constant plus an offset, if that is a constant.
    pub(super) fn displace(&self, base: Const, offset: i64) -> Option<Const> {
        match base {
            Const::Global(id, at) => Some(Const::Global(id, at.wrapping_add(offset))),
            Const::Bits(bits) => {
                let width = 8 * self.program.pointer_bytes();
                Some(Const::Bits(truncate(bits.wrapping_add(offset as u64), width)))
            }
            Const::Undef => Some(Const::Undef),
            _ if offset == 0 => Some(base),
            _ => None,
        }
    }

    /// The address of a label is its number in its function, from 1: only that function can jump
    /// there.
    fn label_number(&mut self, value: Value<'m>) -> u64 {
        let (function, block) = value.label();
        if !self.labels.contains_key(&block) {
            self.labels.extend(Block::all(function).zip(1..));
        }
        self.labels.get(&block).copied().unwrap_or(0)
    }

    fn narrow(&mut self, bits: u64, ty: Type<'m>) -> u64 {
        let width = self.layout(ty).first().map_or(64, |leaf| leaf.scalar.width());
        truncate(bits, width)
    }

    /// Whether a constant has a type whose values cannot be represented; the type's name then.
    pub(super) fn unsupported_type(&mut self, ty: Type<'m>) -> Option<&'static str> {
        self.layout(ty).iter().find_map(|leaf| match leaf.scalar {
            Scalar::Unsupported(name) => Some(name),
            _ => None,
        })
    }

    /// The constant part (in bytes) of what a getelementptr adds, and its variable parts.
    /// If the constant part is no number of an address's width and must be one, it leads out of
    /// every object. `None` for steps through types without a known size, and for vectors of pointers.
    pub(super) fn gep_parts(&mut self, gep: Value<'m>) -> Option<(i64, Vec<Step<'m>>)> {
        if gep.ty().kind() != TypeKind::Pointer {
            return None;
        }
        let mut ty = gep.gep_type();
        let exact = gep.is_exact_gep();
        let mut offset = 0_i128;
        let mut variable = Vec::new();
        for index in 1..gep.operand_count() {
            let step = gep.operand(index);
            if index > 1 {
                match ty.kind() {
                    TypeKind::Struct => {
                        let field = u32::try_from(step.int()?).ok()?;
                        offset += i128::from(self.module.offset_of(ty, field));
                        ty = *ty.fields().get(field as usize)?;
                        continue;
                    }
                    TypeKind::Array(_) | TypeKind::Vector(_) => ty = ty.element(),
                    _ => return None,
                }
            }
            if !ty.is_sized() {
                return None;
            }
            let scale = self.module.size_of(ty) as i64;
            match (step.int(), step.ty().kind()) {
                (Some(bits), TypeKind::Int(width)) => {
                    offset += i128::from(sign_extend(bits, width)) * i128::from(scale);
                }
                (None, TypeKind::Int(1..=64)) => variable.push(Step { index: step, scale, exact }),
                _ => return None,
            }
        }
        let width = 8 * self.program.pointer_bytes();
        let wrapped = sign_extend(offset as u64, width.into());
        let fits = i128::from(wrapped) == offset;
        Some((if fits || !exact { wrapped } else { FAR_AWAY }, variable))
    }
}

/// The low `width` bits.
pub(super) fn truncate(bits: u64, width: u8) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

/// The low `width` bits as a signed number.
pub(super) fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.clamp(1, 64);
    ((bits << shift) as i64) >> shift
}
