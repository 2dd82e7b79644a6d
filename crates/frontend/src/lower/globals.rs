//! Global variables and their initial content.

use super::Lowering;
use super::consts::truncate;
use super::layout::Scalar;
use super::packed::high_bits;
use super::wide::is_wide;
use crate::llvm::{TypeKind, Value, ValueKind};
use threadbare_program::{Const, Global, GlobalId, GlobalInit};

/// Collects the parts of an initial value; adjacent bytes are merged.
#[derive(Default)]
struct Content {
    parts: Vec<GlobalInit>,
}

impl Content {
    fn bytes(&mut self, offset: u64, bytes: &[u8]) {
        if bytes.iter().all(|&b| b == 0) {
            return; // What no part covers is zero.
        }
        if let Some(GlobalInit::Bytes(start, have)) = self.parts.last_mut()
            && offset >= *start + have.len() as u64
            && offset - (*start + have.len() as u64) < 8
        {
            // The gap is padding or zeroes.
            have.resize((offset - *start) as usize, 0);
            have.extend_from_slice(bytes);
            return;
        }
        self.parts.push(GlobalInit::Bytes(offset, bytes.to_vec()));
    }
}

impl<'m> Lowering<'m> {
    /// Everything about a global but its content.
    pub(super) fn describe_global(&mut self, value: Value<'m>) -> Global {
        let ty = value.value_type();
        let (size, align) = if ty.is_sized() { (self.module.size_of(ty), self.module.align_of(ty)) } else { (0, 1) };
        let stated = value.alignment();
        let described = self.debug_global(value);
        Global {
            name: described.name.unwrap_or_else(|| value.name()),
            size,
            align: if stated == 0 { align } else { stated },
            constant: value.is_constant(),
            thread_local: value.is_thread_local(),
            external: value.is_declaration(),
            init: Vec::new(),
            shape: described.shape,
            pos: described.pos,
        }
    }

    /// Computes the content of a global.
    pub(super) fn lower_global(&mut self, value: Value<'m>, id: GlobalId) {
        let Some(initial) = value.initializer() else { return };
        let mut content = Content::default();
        if !self.fill(initial, 0, &mut content) {
            let name = self.program.globals[id.index()].name.clone();
            self.bad_initialisers.push(name);
        }
        self.program.globals[id.index()].init = content.parts;
    }

    /// Adds a constant at an offset; false if it cannot be computed.
    fn fill(&mut self, value: Value<'m>, offset: u64, content: &mut Content) -> bool {
        if value.is_zero() {
            return true;
        }
        let ty = value.ty();
        if matches!(value.kind(), ValueKind::Undef | ValueKind::Poison) {
            let size = self.module.size_of(ty);
            if size > 0 {
                content.parts.push(GlobalInit::Undef(offset, size));
            }
            return true;
        }
        if let Some(bytes) = value.bytes() {
            content.bytes(offset, bytes);
            return true;
        }
        match ty.kind() {
            TypeKind::Struct => (0..).zip(ty.fields()).all(|(index, _)| {
                let at = offset + self.module.offset_of(ty, index);
                value.element(index).is_some_and(|part| self.fill(part, at, content))
            }),
            TypeKind::Array(count) => {
                let size = self.module.size_of(ty.element());
                (0..count).all(|index| {
                    let Ok(number) = u32::try_from(index) else { return false };
                    value.element(number).is_some_and(|part| self.fill(part, offset + index * size, content))
                })
            }
            TypeKind::Vector(count) if self.is_bytewise(ty) => {
                let size = self.module.size_of(ty.element());
                (0..count).all(|index| {
                    let at = offset + u64::from(index) * size;
                    value.element(index).is_some_and(|part| self.fill(part, at, content))
                })
            }
            _ => self.fill_scalar(value, offset, content),
        }
    }

    fn fill_scalar(&mut self, value: Value<'m>, offset: u64, content: &mut Content) -> bool {
        if let Some(number) = value.wide_int() {
            content.bytes(offset, &number.to_le_bytes());
            return true;
        }
        if is_wide(value.ty()) || high_bits(value.ty()).is_some() {
            return false;
        }
        let Some(scalar) = self.layout(value.ty()).first().map(|leaf| leaf.scalar) else { return true };
        if matches!(scalar, Scalar::Unsupported(_)) {
            // Nothing can read it as such: every access is unsupported itself. Its bytes are not
            // known, though.
            content.parts.push(GlobalInit::Undef(offset, self.module.size_of(value.ty())));
            return true;
        }
        match self.fold(value) {
            Some(Const::Bits(bits)) => {
                let bits = truncate(bits, scalar.width());
                content.bytes(offset, &bits.to_le_bytes()[..scalar.bytes() as usize]);
                true
            }
            Some(Const::Undef) => {
                content.parts.push(GlobalInit::Undef(offset, u64::from(scalar.bytes())));
                true
            }
            Some(address) if scalar.bytes() == self.program.pointer_bytes() => {
                content.parts.push(GlobalInit::Address(offset, address));
                true
            }
            _ => false,
        }
    }
}
