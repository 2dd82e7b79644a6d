//! Which member of a union a step means: the one that its source line names.

use super::Shown;
use super::step::Step;
use threadbare_machine::Machine;
use threadbare_report::{Found, Sources};

impl Step {
    /// Takes the member that the source line names, if several fit.
    pub(super) fn choose_member(&mut self, machine: &Machine, sources: &mut Sources) {
        let (Some(touched), Some(at), Some(place)) = (self.row.touched, &mut self.at, &self.row.place) else { return };
        if touched.size != self.unit || self.sync.is_some() {
            return;
        }
        let members = machine.members(touched.addr, touched.size);
        if members.len() < 2 {
            return;
        }
        sources.load(&place.file);
        let number = (place.line as usize).saturating_sub(1);
        let Some(line) = sources.text(&place.file).and_then(|text| text.lines().nth(number)) else { return };
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
            (at.path, at.shape) = (path, Some(shape));
        }
    }
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

    #[test]
    fn members_in_a_line() {
        let at = |name: &'static str| named_at("v.used = p->used_up + used + q.used;", name).collect::<Vec<_>>();
        assert_eq!(at("used"), [2, 31]);
        assert_eq!(at("used_up"), [12]);
        assert_eq!(at("v"), Vec::<usize>::new());
    }
}
