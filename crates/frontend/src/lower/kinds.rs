//! What kinds of values calls pass and functions take ([`Signature`]).

use super::Lowering;
use super::layout::Scalar;
use crate::llvm::{Type, TypeKind, Value};
use threadbare_program::{Kind, Signature, SignatureId};

impl<'m> Lowering<'m> {
    /// Of a value of a type, register by register.
    pub(super) fn kinds(&mut self, ty: Type<'m>) -> Vec<Kind> {
        let leaves = self.layout(ty);
        let mut kinds = Vec::with_capacity(leaves.len());
        self.add_kinds(ty, leaves.len(), &mut kinds);
        // What has too many parts has one register.
        kinds.resize(leaves.len(), Kind::Word(64));
        kinds
    }

    fn add_kinds(&mut self, ty: Type<'m>, most: usize, kinds: &mut Vec<Kind>) {
        match ty.kind() {
            TypeKind::Struct => ty.fields().into_iter().for_each(|field| self.add_kinds(field, most, kinds)),
            TypeKind::Array(count) => {
                for _ in 0..count {
                    if kinds.len() >= most {
                        break;
                    }
                    self.add_kinds(ty.element(), most, kinds);
                }
            }
            TypeKind::Vector(_) => {
                let leaves = self.layout(ty);
                let part = |(n, width)| if n == 0 { Kind::Vector(width) } else { Kind::Lane(width) };
                kinds.extend(leaves.iter().map(|leaf| leaf.scalar.width()).enumerate().map(part));
            }
            _ => {
                let leaves = self.layout(ty);
                kinds.extend(leaves.iter().map(|leaf| match leaf.scalar {
                    Scalar::Float(width) => Kind::Float(width),
                    scalar => Kind::Word(scalar.width()),
                }));
            }
        }
    }

    /// What a function takes and returns.
    pub(super) fn function_kinds(&mut self, function: Value<'m>) -> Signature {
        let params: Vec<Value<'m>> = function.params().collect();
        let mut args = Vec::new();
        for (index, param) in (0..).zip(params) {
            match function.param_type_attribute(index, self.byval) {
                Some(_) => args.push(Kind::Memory),
                None => args.extend(self.kinds(param.ty())),
            }
        }
        Signature { args, results: self.kinds(function.value_type().result()) }
    }

    /// Its number.
    pub(super) fn signature_id(&mut self, signature: Signature) -> Option<SignatureId> {
        let next = u32::try_from(self.program.signatures.len()).ok().and_then(SignatureId::at)?;
        let id = *self.signatures.entry(signature.clone()).or_insert(next);
        if id == next {
            self.program.signatures.push(signature);
        }
        Some(id)
    }
}
