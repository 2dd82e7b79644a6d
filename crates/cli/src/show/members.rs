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
            self.first_member = Some(std::mem::replace(&mut at.path, path));
            at.shape = Some(shape);
        }
    }
}

impl Shown {
    /// The message about step `row` names the member that the step does.
    pub(super) fn name_member(&self, found: &mut Found, row: usize) {
        let step = &self.steps[row];
        if let (Some(first), Some(named)) = (&step.first_member, &step.at) {
            let (before, now) = (format!("`{}{first}`", named.name), format!("`{}{}`", named.name, named.path));
            found.message = found.message.replacen(&before, &now, 1);
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
