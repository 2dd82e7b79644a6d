//! Which member a step means that several are, or none is: the one that its source line names. Of a
//! union several members fit. What lies across members is an element beyond the end of an array.

use super::Shown;
use super::step::Step;
use threadbare_machine::{Machine, Named};
use threadbare_program::{Program, ShapeId, ShapeKind};
use threadbare_report::{Found, Sources};

impl Step {
    /// Takes the member that the source line names, if several fit.
    pub(super) fn choose_member(&mut self, machine: &Machine, sources: &mut Sources) {
        let (Some(touched), Some(at), Some(place)) = (self.row.touched, &mut self.at, &self.row.place) else { return };
        if touched.size != self.unit || self.sync.is_some() {
            return;
        }
        let mut members = machine.members(touched.addr, touched.size);
        if members.len() == 1 && touched.size > 1 {
            members.extend(characters(machine, touched.addr));
        }
        if members.len() < 2 && at.inside.is_none() {
            return;
        }
        sources.load(&place.file);
        let number = (place.line as usize).saturating_sub(1);
        let Some(line) = sources.text(&place.file).and_then(|text| text.lines().nth(number)) else { return };
        if let Some(beyond) = beyond(machine.program(), at, line, touched.size) {
            (at.path, at.shape, at.inside) = (beyond.path, Some(beyond.element), None);
            self.row.result = Some(beyond.told);
            return;
        }
        let column = (place.column as usize).saturating_sub(1);
        let distance = |(path, _): &(String, _)| {
            let name = path.rsplit('.').next()?.split('[').next()?;
            named_at(line, name).map(|at| at.abs_diff(column)).min()
        };
        let named = members.into_iter().filter_map(|member| Some((distance(&member)?, member)));
        if let Some((_, (path, shape))) = named.min_by_key(|(distance, _)| *distance)
            && path != at.path
        {
            self.called.get_or_insert_with(|| (at.name.clone(), at.path.clone()));
            if is_character(machine.program(), shape) {
                self.unit = 1;
            }
            (at.path, at.shape) = (path, Some(shape));
        }
    }
}

/// The characters of a union of which another member is accessed, or so it seems: a text may be
/// copied as a number.
fn characters(machine: &Machine, addr: u64) -> Vec<(String, ShapeId)> {
    let mut found = machine.members(addr, 1);
    found.retain(|(_, shape)| is_character(machine.program(), *shape));
    found
}

pub(super) fn is_character(program: &Program, shape: ShapeId) -> bool {
    program.shapes.get(shape.0 as usize).is_some_and(|shape| shape.name == "char")
}

/// An element beyond the end of an array that is a member.
struct Beyond {
    path: String,
    element: ShapeId,
    told: String,
}

/// The element beyond the end of an array that these bytes are, if they lie across members and the
/// line names one such array.
fn beyond(program: &Program, at: &Named, line: &str, size: u64) -> Option<Beyond> {
    let (whole, from) = at.inside?;
    let base = at.path.strip_suffix(&format!("+{from}"))?;
    let shape = |id: ShapeId| program.shapes.get(id.0 as usize);
    let ShapeKind::Fields(fields) = &shape(whole)?.kind else { return None };
    let mut arrays = fields.iter().filter_map(|(name, offset, id)| {
        let ShapeKind::Array(element, _) = shape(*id)?.kind else { return None };
        let end = offset + shape(*id)?.size;
        let fits = shape(element)?.size == size && from >= end && (from - offset).is_multiple_of(size);
        let is_named = named_at(line, name).any(|at| line[at + name.len()..].trim_start().starts_with('['));
        let (index, count) = (from.checked_sub(*offset)?.checked_div(size)?, shape(*id)?.size / size.max(1));
        let elements = if count == 1 { "element" } else { "elements" };
        let told = format!("beyond the {count} {elements} of `{name}`");
        (fits && is_named).then(|| Beyond { path: format!("{base}.{name}[{index}]"), element, told })
    });
    let found = arrays.next()?;
    arrays.next().is_none().then_some(found)
}

impl Shown {
    /// The message about step `row` calls its memory what the step does.
    pub(super) fn name_member(&self, found: &mut Found, row: usize) {
        let step = &self.steps[row];
        let (Some((base, path)), Some(named)) = (&step.called, &step.at) else { return };
        let Some((before, rest)) = found.message.split_once(&format!("`{base}")) else { return };
        let Some((told, after)) = rest.split_once('`') else { return };
        // Of a part that is not the one of the step (its first byte, say) the name alone changes.
        let now = match told {
            "" => String::new(),
            _ if told == path || *base != named.name => named.path.clone(),
            _ => return,
        };
        if told.is_empty() || told.starts_with(['.', '[', '+', '-']) {
            found.message = format!("{before}`{}{now}`{after}", named.name);
        }
    }
}

/// Where a line names a member, behind `.` or `->`.
fn named_at<'a>(line: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let goes_on = |c: char| c.is_alphanumeric() || c == '_';
    let is_member = move |at: &usize| {
        let (before, rest) = (&line[..*at], &line[at + name.len()..]);
        !name.is_empty() && (before.ends_with('.') || before.ends_with("->")) && !rest.starts_with(goes_on)
    };
    line.match_indices(name).map(|(at, _)| at).filter(is_member)
}

#[cfg(test)]
mod tests {
    use super::*;
    use threadbare_machine::Owner;
    use threadbare_program::Shape;

    /// `struct { long lines[2]; int n; }`, of which the second half is written as if it were a line.
    #[test]
    fn beyond_an_array() {
        let scalar = |size| Shape { name: String::new(), size, kind: ShapeKind::Scalar { signed: true, float: false } };
        let lines = Shape { name: String::new(), size: 16, kind: ShapeKind::Array(ShapeId(0), 2) };
        let fields = [("lines".into(), 0, ShapeId(2)), ("n".into(), 16, ShapeId(1))];
        let log = Shape { name: "struct log".into(), size: 24, kind: ShapeKind::Fields(fields.into()) };
        let program = Program { shapes: vec![scalar(8), scalar(4), lines, log], ..Program::default() };
        let named = Named {
            object: 64,
            name: "log".into(),
            owner: Owner::Global,
            path: "[3]+16".into(),
            shape: None,
            inside: Some((ShapeId(3), 16)),
        };
        let told = |line: &str, size| beyond(&program, &named, line, size).map(|beyond| (beyond.path, beyond.told));
        let expected = ("[3].lines[2]".to_owned(), "beyond the 2 elements of `lines`".to_owned());
        assert_eq!(told("log[3].lines[log[3].n++] = 5;", 8), Some(expected));
        assert_eq!(told("*p = 5;", 8), None, "the line does not name it");
        assert_eq!(told("f(log[3].lines);", 8), None, "not an element");
        assert_eq!(told("log[3].lines[2] = 5;", 4), None, "half an element");
    }

    #[test]
    fn members_in_a_line() {
        let at = |name: &'static str| named_at("v.used = p->used_up + used + q.used;", name).collect::<Vec<_>>();
        assert_eq!(at("used"), [2, 31]);
        assert_eq!(at("used_up"), [12]);
        assert_eq!(at("v"), Vec::<usize>::new());
    }
}
