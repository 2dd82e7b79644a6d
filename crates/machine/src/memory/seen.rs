//! Structures in memory that was allocated as something else: two that are carved out of one block,
//! an arena of bytes, a block that a `void *` holds.
//!
//! What such memory is called is taken from the accesses of an execution, when it is reported: each
//! says which structure it takes to be where. What the variable says that holds the block is no
//! contradiction where it has the same structure there; else it is believed only for what it is
//! sure to hold, the first element.

use super::Memory;
use super::names::MOST_DIMENSIONS;
use super::object::{Kind, Object};
use super::parts::{Ends, descend, flexible};
use crate::domain::Domain;
use threadbare_op::Addr;
use threadbare_program::{ShapeId, ShapeKind};

impl<D: Domain> Memory<D> {
    /// An access takes the structure `of` to be at `base`: whether that is news.
    pub(crate) fn see(&mut self, base: Addr, of: ShapeId) -> bool {
        let Some(index) = self.table.get(base) else { return false };
        let object = &self.objects[index];
        let Some(at) = self.seen_at(object, base, of) else { return false };
        let known = self.seen.entry(object.addr).or_default();
        if !known.contains(&(at, of)) {
            known.push((at, of));
            known.sort_unstable();
        }
        true
    }

    /// Where in an object that is, if the object is not known to hold it there.
    fn seen_at(&self, object: &Object<D::Value>, base: Addr, of: ShapeId) -> Option<u64> {
        // Variables are what they are declared as, but for arrays of bytes.
        let (can_hold, is_declared) = match object.kind {
            Kind::Heap => (true, false),
            Kind::Stack(shape) => (true, shape.is_some()),
            Kind::Global(_) => (true, true),
            _ => (false, false),
        };
        let at = base.checked_sub(object.addr)?;
        let size = self.program.shapes[of.0 as usize].size;
        let fits = at.checked_add(size).is_some_and(|end| end <= object.size);
        if !can_hold || !fits || object.size == 0 {
            return None;
        }
        let known = self.object_name(object, false).1.map(|shape| self.element_at(object, shape, at));
        let holds =
            |what: &dyn Fn(ShapeId) -> bool| known.as_ref().is_some_and(|(_, at, shape)| self.holds(*shape, *at, what));
        let is_byte = |part: ShapeId| {
            let shape = &self.program.shapes[part.0 as usize];
            shape.size == 1 && matches!(shape.kind, ShapeKind::Scalar { .. })
        };
        let is_news = !holds(&|part| self.is_same(part, of)) && (!is_declared || holds(&is_byte));
        is_news.then_some(at)
    }

    /// Whether an object is seen as something else than what it was allocated as.
    pub(super) fn is_seen(&self, object: &Object<D::Value>) -> bool {
        self.seen.contains_key(&object.addr)
    }

    /// What `size` bytes at `addr` are called by an access that takes the structure `of` to be at
    /// `base`.
    pub(super) fn part_as_seen(
        &self,
        object: &Object<D::Value>,
        shape: Option<ShapeId>,
        (addr, size): (Addr, u64),
        (base, of): (Addr, ShapeId),
    ) -> (String, Option<(ShapeId, u64)>) {
        let at = self.seen_at(object, base, of);
        let offset = addr.wrapping_sub(object.addr);
        let ends = |_: ShapeId, _: u64| false;
        let seen = at.and_then(|at| self.seen_part(object, (offset, size), Some((at, of)), &ends));
        seen.unwrap_or_else(|| self.part_of(object, shape, (addr, size), &ends))
    }

    /// Whether something of the shape `whole` has such a part there.
    fn holds(&self, mut whole: ShapeId, mut at: u64, is_it: &dyn Fn(ShapeId) -> bool) -> bool {
        let size = |shape: ShapeId| self.program.shapes[shape.0 as usize].size;
        // No type is nested deeper than it has bytes, but for those of one member.
        for _ in 0..MOST_DIMENSIONS * MOST_DIMENSIONS {
            if at == 0 && is_it(whole) {
                return true;
            }
            match &self.program.shapes[whole.0 as usize].kind {
                ShapeKind::Fields(fields) => {
                    let around = |&&(_, from, part): &&(String, u64, ShapeId)| {
                        from <= at && at < from.saturating_add(size(part).max(1))
                    };
                    let mut around = fields.iter().filter(around);
                    let Some((_, from, part)) = around.next() else { return false };
                    if around.any(|(_, from, part)| self.holds(*part, at - from, is_it)) {
                        return true;
                    }
                    (whole, at) = (*part, at - from);
                }
                ShapeKind::Array(element, _) if size(*element) > 0 => (whole, at) = (*element, at % size(*element)),
                _ => return false,
            }
        }
        false
    }

    /// What `size` bytes at `offset` of an object are called that is seen as something else than what
    /// it was allocated as; by the structure `as_seen`, which is there, if one is given.
    pub(super) fn seen_part(
        &self,
        object: &Object<D::Value>,
        (offset, size): (u64, u64),
        as_seen: Option<(u64, ShapeId)>,
        ends: Ends<'_>,
    ) -> Option<(String, Option<(ShapeId, u64)>)> {
        let seen = self.seen.get(&object.addr)?;
        let reaches = |&&(at, of): &&(u64, ShapeId)| {
            let next = seen.iter().map(|(next, _)| *next).find(|next| *next > at).unwrap_or(object.size);
            let whole = self.program.shapes[of.0 as usize].size;
            let end = if flexible(&self.program, of).is_some() { next.max(at + whole) } else { at + whole };
            at <= offset && offset + size <= end
        };
        // The innermost is what was put there last, and the outermost what was meant: of those that
        // begin together the largest.
        let found = as_seen.or_else(|| {
            let around = seen.iter().filter(reaches);
            around.max_by_key(|(at, of)| (*at, self.program.shapes[of.0 as usize].size)).copied()
        });
        let front = |at: u64| if at > 0 { format!("+{at}") } else { String::new() };
        if let Some((at, of)) = found {
            let mut path = front(at);
            let (mut inner, mut shape) = (offset - at, of);
            if let Some((name, from, element)) = flexible(&self.program, of) {
                let each = self.program.shapes[element.0 as usize].size;
                if inner >= from && each > 0 {
                    path += &format!(".{name}[{}]", (inner - from) / each);
                    (inner, shape) = ((inner - from) % each, element);
                }
            }
            let (rest, part) = descend(&self.program, shape, (inner, size), ends, &mut path);
            if rest > 0 {
                path += &format!("+{rest}");
            }
            return Some((path, Some((part, rest))));
        }
        let first = self.object_name(object, false).1.map_or(0, |shape| self.program.shapes[shape.0 as usize].size);
        let is_sure = offset + size <= first && seen.iter().all(|(at, _)| *at > 0);
        (!is_sure).then(|| (front(offset), None))
    }
}
