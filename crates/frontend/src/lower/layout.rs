//! Which registers a value of a type takes, and where its parts are in memory.

use super::Lowering;
use super::wide::MIXED;
use crate::llvm::{Type, TypeKind};
use std::rc::Rc;

/// What one register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scalar {
    /// An integer of that many bits (1 to 64).
    Int(u8),
    /// A float of that many bits (32 or 64).
    Float(u8),
    /// An address: of so many bytes in memory, and of 64 bits in a register, as the machine's are.
    Ptr(u8),
    /// A value that cannot be represented; the text names it. Its register holds nothing.
    Unsupported(&'static str),
}

impl Scalar {
    /// Its width in bits; 64 for an unsupported one, whose operations are never lowered.
    pub(super) fn width(self) -> u8 {
        match self {
            Self::Int(width) | Self::Float(width) => width,
            Self::Ptr(_) | Self::Unsupported(_) => 64,
        }
    }

    /// Bytes it takes in memory.
    pub(super) fn bytes(self) -> u8 {
        match self {
            Self::Ptr(bytes) => bytes,
            _ => self.width().div_ceil(8),
        }
    }
}

/// One scalar part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// Its offset in memory, in bytes.
    pub(super) offset: u64,
    /// What it is.
    pub(super) scalar: Scalar,
}

/// First-class aggregates with more parts than this are not split. clang never makes such values.
const MOST_LEAVES: usize = 1024;

const TOO_BIG: Leaf = Leaf { offset: 0, scalar: Scalar::Unsupported("very large first-class aggregate") };

impl<'m> Lowering<'m> {
    /// The scalar parts of a type, one for each register.
    pub(super) fn layout(&mut self, ty: Type<'m>) -> Rc<[Leaf]> {
        if let Some(known) = self.layouts.get(&ty) {
            return known.clone();
        }
        let leaves = self.split(ty);
        let leaves: Rc<[Leaf]> = if leaves.len() > MOST_LEAVES { Rc::from([TOO_BIG]) } else { leaves.into() };
        self.layouts.insert(ty, leaves.clone());
        leaves
    }

    fn split(&mut self, ty: Type<'m>) -> Vec<Leaf> {
        let one = |scalar| vec![Leaf { offset: 0, scalar }];
        match ty.kind() {
            TypeKind::Void | TypeKind::Function => Vec::new(),
            TypeKind::Int(width @ 1..=64) => one(Scalar::Int(width as u8)),
            TypeKind::Int(128 | MIXED) => [0, 8].map(|offset| Leaf { offset, scalar: Scalar::Int(64) }).into(),
            TypeKind::Int(width @ 66..=127) => [(0, 64), (8, width - 64)]
                .map(|(offset, width)| Leaf { offset, scalar: Scalar::Int(width as u8) })
                .into(),
            TypeKind::Int(_) => one(Scalar::Unsupported("integer of more than 128 bits")),
            TypeKind::Float => one(Scalar::Float(32)),
            TypeKind::Double => one(Scalar::Float(64)),
            TypeKind::Pointer => one(Scalar::Ptr(self.program.pointer_bytes())),
            TypeKind::Other(name) => one(Scalar::Unsupported(name)),
            TypeKind::Struct => {
                let fields = ty.fields();
                let mut leaves = Vec::new();
                for (index, field) in (0..).zip(fields) {
                    let base = self.module.offset_of(ty, index);
                    let parts = self.layout(field);
                    leaves.extend(parts.iter().map(|leaf| Leaf { offset: base + leaf.offset, ..*leaf }));
                    if leaves.len() > MOST_LEAVES {
                        break;
                    }
                }
                leaves
            }
            TypeKind::Array(count) => self.repeat(ty.element(), count),
            TypeKind::Vector(_) if matches!(ty.element().kind(), TypeKind::Int(65..=128)) => {
                one(Scalar::Unsupported("vector of 128-bit integers"))
            }
            TypeKind::Vector(count) => self.repeat(ty.element(), u64::from(count)),
        }
    }

    fn repeat(&mut self, element: Type<'m>, count: u64) -> Vec<Leaf> {
        let parts = self.layout(element);
        if parts.is_empty() {
            return Vec::new();
        }
        if count > MOST_LEAVES as u64 {
            return vec![TOO_BIG];
        }
        let size = self.module.size_of(element);
        let at = |index| parts.iter().map(move |leaf| Leaf { offset: index * size + leaf.offset, ..*leaf });
        (0..count).flat_map(at).collect()
    }

    /// Which of the registers of a value of type `ty` the part at `indices` has: the first one, and
    /// how many.
    pub(super) fn part(&mut self, ty: Type<'m>, indices: &[u32]) -> (usize, usize) {
        let mut ty = ty;
        let mut start = 0;
        for &index in indices {
            if ty.kind() == TypeKind::Struct {
                let fields = ty.fields();
                for &field in fields.iter().take(index as usize) {
                    start += self.layout(field).len();
                }
                let Some(&field) = fields.get(index as usize) else { return (start, 0) };
                ty = field;
            } else {
                ty = ty.element();
                start += self.layout(ty).len() * index as usize;
            }
        }
        (start, self.layout(ty).len())
    }

    /// Whether the type, as a whole, is laid out in memory in bytes: not so vectors of `i1` and the
    /// like, which are packed.
    pub(super) fn is_bytewise(&mut self, ty: Type<'m>) -> bool {
        match ty.kind() {
            TypeKind::Vector(_) => match ty.element().kind() {
                TypeKind::Int(width) => matches!(width, 8 | 16 | 32 | 64),
                TypeKind::Float | TypeKind::Double | TypeKind::Pointer => true,
                _ => false,
            },
            TypeKind::Array(_) => self.is_bytewise(ty.element()),
            TypeKind::Struct => ty.fields().into_iter().all(|field| self.is_bytewise(field)),
            _ => true,
        }
    }
}
