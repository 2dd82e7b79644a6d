//! The parts of shapes, by offset.

use threadbare_program::{Program, ShapeId, ShapeKind};

/// Whether a part of that shape, so many bytes before the place, is what is looked for, so that its
/// parts do not matter.
pub(super) type Ends<'a> = &'a dyn Fn(ShapeId, u64) -> bool;

/// Whether a field is the only one of a type that just wraps it: `atomic_flag`, and `std::atomic`
/// of the libraries of C++.
fn is_wrapped(field: &str) -> bool {
    matches!(field, "_Value" | "_M_i" | "_M_b" | "_M_base" | "_M_p" | "__a_" | "__a_value")
}

/// The last member of a structure if that is an array without a size: its name, where it begins,
/// and its elements.
pub(super) fn flexible(program: &Program, shape: ShapeId) -> Option<(&str, u64, ShapeId)> {
    let ShapeKind::Fields(fields) = &program.shapes[shape.0 as usize].kind else { return None };
    let (name, at, last) = fields.iter().max_by_key(|(_, at, _)| *at)?;
    match program.shapes[last.0 as usize].kind {
        ShapeKind::Array(element, 0) => Some((name, *at, element)),
        _ => None,
    }
}

/// Adds the names of the parts down to the one at `offset`; gives the offset that is left, and the
/// shape of that part.
pub(super) fn descend(
    program: &Program,
    shape: ShapeId,
    (offset, size): (u64, u64),
    ends: Ends<'_>,
    path: &mut String,
) -> (u64, ShapeId) {
    if ends(shape, offset) {
        return (offset, shape);
    }
    match &program.shapes[shape.0 as usize].kind {
        ShapeKind::Fields(fields) => {
            let holds = |&&(_, at, shape): &&(String, u64, ShapeId)| {
                at <= offset && offset + size <= at + program.shapes[shape.0 as usize].size
            };
            // Of a union's members one that has a part like the access fits best, else the smallest
            // that holds it.
            let fits = |&&(_, at, inner): &&(String, u64, ShapeId)| {
                let (rest, part) = descend(program, inner, (offset - at, size), ends, &mut String::new());
                rest == 0 && program.shapes[part.0 as usize].size == size
            };
            let exact = if fields.iter().filter(holds).nth(1).is_some() {
                fields.iter().filter(holds).find(fits)
            } else {
                None
            };
            let smallest = || fields.iter().filter(holds).min_by_key(|field| program.shapes[field.2.0 as usize].size);
            let Some((name, at, inner)) = exact.or_else(smallest) else { return (offset, shape) };
            if !name.is_empty() && !is_wrapped(name) {
                path.push('.');
                path.push_str(name);
            }
            descend(program, *inner, (offset - at, size), ends, path)
        }
        ShapeKind::Array(inner, _) => {
            let each = program.shapes[inner.0 as usize].size;
            if each == 0 {
                return (offset, shape);
            }
            if offset % each + size > each {
                // Several elements.
                if offset > 0 && offset % each == 0 {
                    path.push_str(&format!("[{}]", offset / each));
                    return (0, shape);
                }
                return (offset, shape);
            }
            path.push_str(&format!("[{}]", offset / each));
            descend(program, *inner, (offset % each, size), ends, path)
        }
        _ => (offset, shape),
    }
}

/// Of an object of `whole` bytes that is an array, or a structure with an array at its end: the
/// path to that (`.name`), the index of what would be at `offset`, outside of it, and how many
/// elements there are.
pub(super) fn element(program: &Program, shape: ShapeId, whole: u64, offset: i64) -> Option<(String, i64, u64)> {
    let of = |id: ShapeId| &program.shapes[id.0 as usize];
    let (mut path, mut start, mut inner) = (String::new(), 0, shape);
    // A block of the heap is an array if more than one fits.
    let mut array = (of(shape).size > 0 && whole >= 2 * of(shape).size).then(|| (shape, whole / of(shape).size));
    while array.is_none() {
        match &of(inner).kind {
            ShapeKind::Array(element, count) if of(*element).size > 0 => {
                // A flexible array has as many as fit.
                let fit = whole.checked_sub(start)? / of(*element).size;
                array = Some((*element, if *count == 0 { fit } else { *count }));
            }
            ShapeKind::Fields(fields) if offset >= 0 => {
                let (name, at, last) = fields.iter().max_by_key(|(_, at, _)| *at)?;
                path.push('.');
                path.push_str(name);
                start += at;
                inner = *last;
            }
            _ => return None,
        }
    }
    let (element, count) = array?;
    let size = i64::try_from(of(element).size).ok()?;
    let from = offset.checked_sub(i64::try_from(start).ok()?)?;
    Some((path, from.div_euclid(size), count))
}

/// Adds the scalars of that size at that offset, each with the path to it: of a union there may be
/// several.
pub(super) fn members(
    program: &Program,
    shape: ShapeId,
    (offset, size): (u64, u64),
    path: &str,
    out: &mut Vec<(String, ShapeId)>,
) {
    let size_of = |shape: ShapeId| program.shapes[shape.0 as usize].size;
    match &program.shapes[shape.0 as usize].kind {
        ShapeKind::Fields(fields) => {
            let around =
                |&&(_, at, inner): &&(String, u64, ShapeId)| at <= offset && offset + size <= at + size_of(inner);
            for (name, at, inner) in fields.iter().filter(around) {
                let hidden = name.is_empty() || is_wrapped(name);
                let path = if hidden { path.to_owned() } else { format!("{path}.{name}") };
                members(program, *inner, (offset - at, size), &path, out);
            }
        }
        ShapeKind::Array(of, _) if size_of(*of) > 0 => {
            let each = size_of(*of);
            members(program, *of, (offset % each, size), &format!("{path}[{}]", offset / each), out);
        }
        _ if offset == 0 && size_of(shape) == size => out.push((path.to_owned(), shape)),
        _ => {}
    }
}
