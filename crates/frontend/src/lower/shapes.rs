//! What the source calls the parts of a variable, from the types in the debug information.
//!
//! Types may refer to themselves by pointers: what a pointer points to is translated after the type
//! that the pointer is in. A type that contains itself otherwise (no compiler makes one) is cut
//! off.

use super::{Lowering, index_u32};
use crate::llvm::Meta;
use rustc_hash::FxHashMap;
use threadbare_program::{BitField, Shape, ShapeId, ShapeKind};

/// Larger types are not described.
const MOST_BYTES: u64 = 1 << 46;
/// Deeper nested types neither.
const MOST_LEVELS: u32 = 200;
/// Values of an enumeration beyond these are shown as numbers.
const MOST_ENUMERATORS: usize = 256;

/// DWARF's tags.
mod tag {
    pub(super) const ARRAY: u16 = 0x01;
    pub(super) const CLASS: u16 = 0x02;
    pub(super) const ENUMERATION: u16 = 0x04;
    pub(super) const MEMBER: u16 = 0x0d;
    pub(super) const POINTER: u16 = 0x0f;
    pub(super) const REFERENCE: u16 = 0x10;
    pub(super) const STRUCTURE: u16 = 0x13;
    pub(super) const TYPEDEF: u16 = 0x16;
    pub(super) const UNION: u16 = 0x17;
    pub(super) const INHERITANCE: u16 = 0x1c;
    pub(super) const BASE: u16 = 0x24;
    pub(super) const CONST: u16 = 0x26;
    pub(super) const VOLATILE: u16 = 0x35;
    pub(super) const RESTRICT: u16 = 0x37;
    pub(super) const RVALUE_REFERENCE: u16 = 0x42;
    pub(super) const ATOMIC: u16 = 0x47;
}

/// Numbers of the operands of type nodes (`llvm/IR/DebugInfoMetadata.h`, LLVM 22).
const NAME: usize = 2;
const BASE_TYPE: usize = 5;
const ELEMENTS: usize = 6;

/// What was translated, and what is left to be.
#[derive(Default)]
pub(super) struct ShapeTable<'m> {
    known: FxHashMap<Meta<'m>, Option<ShapeId>>,
    /// Pointers whose target is to be translated.
    targets: Vec<(ShapeId, Meta<'m>)>,
}

impl<'m> Lowering<'m> {
    /// The shape of a type.
    pub(super) fn shape(&mut self, node: Meta<'m>) -> Option<ShapeId> {
        let shape = self.shape_at(node, 0);
        while let Some((pointer, target)) = self.debug.table.targets.pop() {
            let target = self.shape_at(target, 0);
            self.debug.shapes[pointer.0 as usize].kind = ShapeKind::Pointer(target);
        }
        shape
    }

    fn shape_at(&mut self, node: Meta<'m>, level: u32) -> Option<ShapeId> {
        if let Some(&known) = self.debug.table.known.get(&node) {
            return known;
        }
        if !node.is_type() || level > MOST_LEVELS {
            return None;
        }
        // Whoever asks for it while it is made would be a part of itself.
        self.debug.table.known.insert(node, None);
        let shape = self.make_shape(node, level).filter(|shape| self.debug.shapes[shape.0 as usize].size <= MOST_BYTES);
        self.debug.table.known.insert(node, shape);
        shape
    }

    fn make_shape(&mut self, node: Meta<'m>, level: u32) -> Option<ShapeId> {
        let size = node.type_bits().div_ceil(8);
        let name = node.string(self.module, NAME);
        match node.tag() {
            tag::BASE => Some(self.add_shape(name.clone(), size, scalar(&name))),
            tag::ENUMERATION => {
                let kind = ShapeKind::Enum(self.enumerators(node));
                Some(self.add_shape(titled("enum", &name), size, kind))
            }
            tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => {
                let inner = self.shape_at(self.type_operand(node, BASE_TYPE)?, level + 1)?;
                let word = u64::from(self.program.pointer_bytes());
                if is_handle(&name) && self.debug.shapes[inner.0 as usize].size == word {
                    return Some(self.add_shape(name, word, ShapeKind::Scalar { signed: false, float: false }));
                }
                let shape = &mut self.debug.shapes[inner.0 as usize];
                if node.tag() == tag::VOLATILE && matches!(shape.kind, ShapeKind::Scalar { .. }) {
                    let Shape { name, size, kind } = shape.clone();
                    return Some(self.add_shape(format!("volatile {name}"), size, kind));
                }
                if shape.name.is_empty() && !matches!(shape.kind, ShapeKind::Array(..)) {
                    shape.name = name;
                }
                Some(inner)
            }
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => {
                let pointer = self.add_shape(name, self.program.pointer_bytes().into(), ShapeKind::Pointer(None));
                if let Some(target) = self.type_operand(node, BASE_TYPE) {
                    self.debug.table.targets.push((pointer, target));
                }
                Some(pointer)
            }
            tag::STRUCTURE | tag::CLASS => self.fields(node, titled("struct", &name), size, level),
            tag::UNION => self.fields(node, titled("union", &name), size, level),
            tag::ARRAY => self.array(node, size, level),
            _ => Some(self.add_shape(name, size, ShapeKind::Opaque)),
        }
    }

    fn add_shape(&mut self, name: String, size: u64, kind: ShapeKind) -> ShapeId {
        let id = ShapeId(index_u32(self.debug.shapes.len()));
        self.debug.shapes.push(Shape { name, size, kind });
        id
    }

    fn type_operand(&self, node: Meta<'m>, index: usize) -> Option<Meta<'m>> {
        node.operands(self.module).get(index).copied().flatten().and_then(|operand| operand.node())
    }

    fn enumerators(&self, node: Meta<'m>) -> Vec<(String, u64)> {
        let elements = self.type_operand(node, ELEMENTS).map(|list| list.operands(self.module)).unwrap_or_default();
        let nodes = elements.into_iter().flatten().filter_map(|element| element.node());
        nodes.filter_map(|element| element.enumerator(self.module)).take(MOST_ENUMERATORS).collect()
    }

    fn fields(&mut self, node: Meta<'m>, name: String, size: u64, level: u32) -> Option<ShapeId> {
        let id = self.add_shape(name, size, ShapeKind::Opaque);
        let (mut fields, mut bits) = (Vec::new(), Vec::new());
        let elements = self.type_operand(node, ELEMENTS).map(|list| list.operands(self.module)).unwrap_or_default();
        for element in elements.into_iter().flatten().filter_map(|element| element.node()) {
            if !element.is_type() || !matches!(element.tag(), tag::MEMBER | tag::INHERITANCE) {
                continue;
            }
            let offset = element.type_offset_bits() / 8;
            let Some(of) = self.type_operand(element, BASE_TYPE) else { continue };
            let Some(of) = self.shape_at(of, level + 1).filter(|_| offset <= size) else { continue };
            let (name, first, count) =
                (element.string(self.module, NAME), element.type_offset_bits(), element.type_bits());
            let shape = &self.debug.shapes[of.0 as usize];
            let is_number = matches!(shape.kind, ShapeKind::Scalar { .. } | ShapeKind::Enum(_)) && count <= 64;
            if element.tag() == tag::MEMBER && is_number && (first % 8 != 0 || count != shape.size * 8) {
                bits.push(BitField { name, first, count: count as u32, of });
            } else {
                fields.push((name, offset, of));
            }
        }
        for (name, start, end, bits) in bit_fields(bits) {
            // The compiler reads and writes a power of two of bytes, if nothing else is there.
            let next = fields.iter().map(|(_, at, _)| *at).filter(|at| *at >= end).min().unwrap_or(size);
            let wide = start.saturating_add((end - start).next_power_of_two());
            let end = if wide <= next { wide } else { end };
            fields.push((name, start, self.add_shape(String::new(), end - start, ShapeKind::Bits(bits))));
        }
        self.debug.shapes[id.0 as usize].kind = ShapeKind::Fields(fields);
        Some(id)
    }

    /// `int a[2][3]` is one node with two ranges: an array of arrays.
    fn array(&mut self, node: Meta<'m>, size: u64, level: u32) -> Option<ShapeId> {
        let mut shape = self.shape_at(self.type_operand(node, BASE_TYPE)?, level + 1)?;
        let ranges = self.type_operand(node, ELEMENTS).map(|list| list.operands(self.module)).unwrap_or_default();
        for range in ranges.into_iter().rev().flatten().filter_map(|range| range.node()) {
            let count = range.operands(self.module).first().copied().flatten().and_then(|count| count.int());
            // Without a count, or with -1: a flexible array.
            let count = count.filter(|&count| count <= MOST_BYTES).unwrap_or(0);
            let bytes = self.debug.shapes[shape.0 as usize].size.checked_mul(count).filter(|&all| all <= MOST_BYTES)?;
            shape = self.add_shape(String::new(), bytes, ShapeKind::Array(shape, count));
        }
        if self.debug.shapes[shape.0 as usize].size < size {
            return None;
        }
        Some(shape)
    }

    /// What a variable of that shape points to.
    pub(super) fn pointee(&self, shape: Option<ShapeId>) -> Option<ShapeId> {
        match self.debug.shapes.get(shape?.0 as usize)?.kind {
            ShapeKind::Pointer(to) => to,
            _ => None,
        }
    }
}

/// Bit-fields that share bytes are one field, `{a, b}`: given are they in order; of the result, the
/// name, the first byte and the first byte after it, and what it consists of.
fn bit_fields(bits: Vec<BitField>) -> Vec<(String, u64, u64, Vec<BitField>)> {
    let mut all: Vec<(Vec<BitField>, u64, u64)> = Vec::new();
    for field in bits {
        let after = field.first.saturating_add(u64::from(field.count));
        let (start, end) = (field.first / 8, after.div_ceil(8).max(field.first / 8 + 1));
        match all.last_mut() {
            // Also if they only follow each other: the compiler may take them together.
            Some((fields, from, to)) if (*from..=*to).contains(&start) => {
                fields.push(field);
                *to = end.max(*to);
            }
            _ => all.push((vec![field], start, end)),
        }
    }
    let named = |(mut fields, start, end): (Vec<BitField>, u64, u64)| {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        let name = format!("{{{}}}", names.join(", "));
        fields.iter_mut().for_each(|field| field.first -= start * 8);
        (name, start, end, fields)
    };
    all.into_iter().map(named).collect()
}

/// Whether a type of that name identifies a thread, so that its values are threads.
fn is_handle(name: &str) -> bool {
    matches!(name, "pthread_t" | "thrd_t")
}

fn titled(title: &str, name: &str) -> String {
    if name.is_empty() { String::new() } else { format!("{title} {name}") }
}

/// The C API does not give the encoding of a base type; its name tells.
fn scalar(name: &str) -> ShapeKind {
    let float = name.contains("float") || name.contains("double") || matches!(name, "f32" | "f64");
    let unsigned = name.contains("unsigned")
        || matches!(name, "_Bool" | "bool" | "usize" | "u8" | "u16" | "u32" | "u64" | "u128")
        || matches!(name, "char8_t" | "char16_t" | "char32_t");
    ShapeKind::Scalar { signed: !unsigned && !float, float }
}

#[cfg(test)]
mod tests {
    use super::{BitField, ShapeId, bit_fields};

    #[test]
    fn bit_fields_that_share_bytes_are_one() {
        let bits = |name: &str, first, after: u64| BitField {
            name: name.to_owned(),
            first,
            count: (after - first) as u32,
            of: ShapeId(0),
        };
        let of = |list: &[(&str, u64, u64)]| {
            let fields = bit_fields(list.iter().map(|(name, first, after)| bits(name, *first, *after)).collect());
            let first = |(name, start, end, bits): (String, u64, u64, Vec<BitField>)| {
                (name, start, end, bits.iter().map(|bits| bits.first).collect::<Vec<_>>())
            };
            fields.into_iter().map(first).collect::<Vec<_>>()
        };
        let field = |name: &str, start, end, first: &[u64]| (name.to_owned(), start, end, first.to_vec());
        assert_eq!(of(&[("a", 0, 3), ("b", 3, 8), ("c", 8, 12)]), [field("{a, b, c}", 0, 2, &[0, 3, 8])]);
        assert_eq!(of(&[("a", 0, 3), ("b", 66, 67)]), [field("{a}", 0, 1, &[0]), field("{b}", 8, 9, &[2])]);
        assert_eq!(of(&[]), []);
    }
}
