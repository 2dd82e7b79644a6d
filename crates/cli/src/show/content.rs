//! What memory holds, as far as it is initialised, and which of it is padding.

use super::naming::Values;
use threadbare_machine::{Byte, Named};
use threadbare_program::{Program, ShapeId, ShapeKind};

/// What memory without a value is shown to hold.
pub(super) const UNINITIALISED: &str = "uninitialised";

/// Bytes of memory.
pub(super) type Content = Vec<Byte>;

/// The bytes, if all are initialised.
pub(super) fn defined(content: &[Byte]) -> Option<Vec<u8>> {
    content.iter().map(|byte| (byte.undef == 0).then_some(byte.bits)).collect()
}

/// Initialised bytes.
pub(super) fn initialised(bytes: &[u8]) -> Content {
    bytes.iter().map(|&bits| Byte { bits, undef: 0 }).collect()
}

/// Whether nothing of it is initialised.
pub(super) fn is_nothing(content: &[Byte]) -> bool {
    !content.is_empty() && content.iter().all(|byte| byte.undef == 0xFF)
}

/// An array of characters up to the zero that ends it, if no more of it is initialised.
pub(super) fn text_before(content: &[Byte]) -> Option<Vec<u8>> {
    let end = content.iter().position(|byte| byte.undef != 0)?;
    let text = defined(&content[..end])?;
    text.contains(&0).then_some(text)
}

/// Whether the byte at that offset of something of that shape is no part of any member.
fn is_padding(program: &Program, shape: ShapeId, at: u64) -> bool {
    let Some(shape) = program.shapes.get(shape.0 as usize) else { return false };
    let size_of = |id: ShapeId| program.shapes.get(id.0 as usize).map_or(0, |shape| shape.size);
    match &shape.kind {
        ShapeKind::Fields(fields) => fields.iter().all(|&(_, from, inner)| {
            !(from..from + size_of(inner)).contains(&at) || is_padding(program, inner, at - from)
        }),
        ShapeKind::Array(of, _) => at.checked_rem(size_of(*of)).is_some_and(|at| is_padding(program, *of, at)),
        _ => at >= shape.size,
    }
}

/// The bytes of a content that are not initialised, if all of them are padding: in what, and the
/// first and the last.
pub(super) fn padding(program: &Program, at: &Named, content: &[Byte]) -> Option<(u64, u64)> {
    let (shape, from) = at.shape.map(|shape| (shape, 0)).or(at.inside)?;
    let undefined = || (from..).zip(content).filter(|(_, byte)| byte.undef != 0).map(|(at, _)| at);
    let is_all = undefined().all(|at| is_padding(program, shape, at));
    Some((undefined().next()?, undefined().last()?)).filter(|_| is_all)
}

impl Values<'_> {
    /// The value of a part of a structure, from byte `from` on: the members that are in it, by
    /// name.
    pub(super) fn piece(&self, content: &[Byte], (shape, from): (ShapeId, u64)) -> Option<String> {
        let shapes = &self.machine.program().shapes;
        let ShapeKind::Fields(fields) = &shapes.get(shape.0 as usize)?.kind else { return None };
        let (mut parts, mut left_out) = (Vec::new(), false);
        for (name, at, inner) in fields {
            let (at, inner) = (*at, *inner);
            let size = usize::try_from(shapes.get(inner.0 as usize)?.size).ok()?;
            let begin = at.checked_sub(from).and_then(|begin| usize::try_from(begin).ok());
            match begin.and_then(|begin| content.get(begin..begin + size)) {
                Some(bytes) => {
                    parts.extend(std::mem::take(&mut left_out).then(|| "…".to_owned()));
                    parts.push(format!(".{name} = {}", self.text(bytes, Some(inner))));
                }
                None => left_out = true,
            }
        }
        if parts.is_empty() {
            return None;
        }
        parts.extend(left_out.then(|| "…".to_owned()));
        Some(format!("{{{}}}", parts.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_machine::Owner;
    use threadbare_program::Shape;

    /// `struct { char kind; int len; short code; }`
    fn program() -> Program {
        let scalar = |size| Shape { name: String::new(), size, kind: ShapeKind::Scalar { signed: true, float: false } };
        let fields =
            [("kind", 0, 0), ("len", 4, 1), ("code", 8, 2)].map(|(name, at, of)| (name.into(), at, ShapeId(of)));
        let whole = Shape { name: "struct msg".into(), size: 12, kind: ShapeKind::Fields(fields.into()) };
        Program { shapes: vec![scalar(1), scalar(4), scalar(2), whole], ..Program::default() }
    }

    #[test]
    fn between_members() {
        let program = program();
        let of = |at: u64| is_padding(&program, ShapeId(3), at);
        assert_eq!((0..12).filter(|at| of(*at)).collect::<Vec<_>>(), [1, 2, 3, 10, 11]);
        let mut content = initialised(&[7; 4]);
        let named = |from| Named {
            object: 0,
            name: "m".into(),
            owner: Owner::Global,
            path: String::new(),
            shape: None,
            inside: Some((ShapeId(3), from)),
        };
        content[2] = Byte::UNINIT;
        assert_eq!(padding(&program, &named(0), &content), Some((2, 2)));
        assert_eq!(padding(&program, &named(4), &content), None, "a member");
    }

    #[test]
    fn texts() {
        let mut content = initialised(b"ab\0c");
        assert_eq!(text_before(&content), None, "all is initialised");
        content[3] = Byte::UNINIT;
        assert_eq!(text_before(&content), Some(b"ab\0".to_vec()));
        content[2] = Byte::UNINIT;
        assert_eq!(text_before(&content), None, "its end is not");
    }
}
